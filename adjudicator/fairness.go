package adjudicator

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// Profiles of dice, fixed when a game is announced.
const (
	Practice = "D0" // a public seed
	Offline  = "D1" // a secret key whose every result is fixed and can be proven
	Coded    = "D2" // D1, and every seat adds a code of its sheet after each seal
	Beaconed = "D3" // D1, and a round of a public beacon that comes after the seal
	Doubled  = "D4" // D3, and codes that come with the orders
)

// Profiles lists them.
func Profiles() []string { return []string{Practice, Offline, Coded, Beaconed, Doubled} }

// Fairness is the part of a game that lets its dice be checked without its rules: keys, salt, seals, codes, rounds, and the acts of the
// game master. It is a fold over every event in the order of the log, including those that a rewind cut from play, and refuses whatever
// must not come in that order:
//
//	GameAnnounced, TermsSet   profile, dice key, log key, beacon: before anybody sits down
//	SeatTaken ...             with an anchor each
//	RoundFixed, BeaconObserved   of the start, where a beacon is used
//	GameOpened                the salt over key, seats, anchors and the start round; it is the seal of window 0
//	Sealed                    of the open window, then as the profile says
//	    D2      CodesAsked, CodeRevealed ..., EntropyFixed
//	    D3      RoundFixed (again for each time that letters came out too late), BeaconObserved
//	    D4      CodeRevealed ... before the seal, EntropyFixed, RoundFixed, BeaconObserved
//	Adjudicated               the dice; the next window is open
//	Resealed                  once, for a seal that waits and names what no mail holds; it changes nothing in the dice
//	Rewound                   a window sealed before is open again, one epoch later, with the consent of all seats
//	LogKeyRotated             checkpoints over this event and later ones are signed with another key, which the last one endorses; by the master
//	HostMoved                 another host goes on with the log; by the master. Neither of the two changes anything in the dice
//	Restored                  the log is an older copy, and goes on from here; by the master, and what it says was lost is beyond its own end. It
//	                          changes nothing in the dice: nobody may get others by losing a log
//
// # Codes
//
// Codes are numbered through the game: that of a seal is one more than the number of EntropyFixed events before it. A
// CodeRevealed may have any number above the seat's last one and not above that of the present seal (in D4: the next), and
// must lead back to the last code known. EntropyFixed holds every seat in byte order, revealed where its last number is that
// of the seal, else absent with the last code known. In D2 it comes when every seat with a chain has revealed, or at the Due
// of CodesAsked. CodesAnchored begins a new chain for a seat that has none: its anchor counts as the last code.
//
// # Rounds
//
// The round of an attempt is the first at or after From (rounded up to seconds) plus a margin: that of the terms, doubled for
// each attempt after the first as long as it is below 86400 seconds, and then cut to that. From of the first attempt is the
// Due of the window's last DeadlineSet if its seal has the cause "deadline" and was made at most half of the terms' margin
// after it; else the time of the seal; before the opening, the time of the SeatTaken that filled the table. Of later attempts it is the time of the
// RoundFixed itself. A seal made again after LateAccepted needs a further attempt. BeaconObserved has the round of the last attempt, and
// is no older than it.
//
// # Consent
//
// AmendmentProposed asks, ConsentGiven of each seat (whose actor is that seat) agrees; then the act may follow once: Rewound ("rewind", the
// same window), KeyRotated without a beacon ("key"), BeaconChanged ("beacon", for the open window, and the same chain), and
// BeaconUnavailable with the fallback "consent" ("fallback"), which also needs a week to have passed since the round was due. In games
// without TermsSet a rewind needs none. KeyRotated comes with no seal waiting and for a window that is not open yet.
//
// # Machines
//
// MachineSeated takes a free seat before the opening, with no anchor and no chain of codes. After the opening it follows a proposal "machine
// SEAT" of window 0 to which all other seats have agreed. A machine agrees to nothing: wherever the consent of every seat is needed, its own
// is not. SeatReplaced gives its seat to a player.
//
// # Advice
//
// AdviceAllowed (by the master, once, before the opening, with Asks above 0) lets every seat ask a machine what to order. AdviceAsked of a player's
// seat is for the window that is open, with no seal waiting; between two rewinds a seat asks at most Asks times in one window.
//
// # Observers
//
// ObserversAllowed (by the master, once, before the opening, with Turns above 0) lets anybody see what is public, that many turns late.
//
// # The operator's own seat
//
// OperatorSeated (by the master, once, before the opening) names the seat of the person who runs the server. From then on an OrdersReceived
// of that seat must come before any OrdersReceived of another player's seat for the same window, and so must an OrdersWithdrawn of it. A
// machine's orders do not count there: who runs the server could always work them out. Late orders of the operator are never accepted
// (LateAccepted). A rewind resets this rule.
//
// # Worked example (D2, two seats, one window)
//
//	1 GameAnnounced D2    2 TermsSet    3, 4 SeatTaken with the anchors    5 GameOpened: the salt
//	6 CodesAsked window 0, number 1     7, 8 CodeRevealed 1    9 EntropyFixed window 0, number 1
//	10 Adjudicated window 0, next window 1        11 Sealed window 1
//	12 CodesAsked window 1, number 2    13 CodeRevealed 2 of one seat    (the other's never comes)
//	14 EntropyFixed, not before the Due of 12: one revealed, one absent    15 Adjudicated window 1
//
// Its copy in another language is events/testdata/verify.py, written from these comments and those of package dice.
type Fairness struct {
	Game      string
	Announced events.GameAnnounced
	Terms     *events.TermsSet // nil for older games, which have no checkpoints
	LogKeys   checkpoint.Keys  // that sign the checkpoints
	Home      string           // the address to which players write since the game was handed to another host; "" if it never was
	Salt      events.Hash
	Opened    bool
	Epoch     int64
	Seats     []FairSeat   // in the rulebook's order
	Wait      *Waiting     // the seal that no pass has answered
	Window    int64        // the one that is open, or sealed and waiting
	Deeds     []Deed       // of the game master, in order
	Tree      *events.Tree `json:"-"` // over all events so far
	Codes     int64        // number of the last EntropyFixed
	Operator  string       // seat of the person who runs the server; "" if none was named
	Restores  []Restore    // in order
	Advice    int64        // how often a seat may ask a machine for advice in one window; 0: never
	Advised   []Advised    // every time that one did, in order
	Observers int64        // how many turns late anybody may watch; 0: nobody may

	announced bool
	start     Waiting // what the start round is found from
	seated    int64   // Unix ms of the SeatTaken that filled the table
	due       events.DeadlineSet
	sealed    []int64       // windows sealed so far, without those that a rewind cut
	keys      []rotated     // the dice key and those after it
	beacon    events.Beacon // the one in force now
	proposals []proposal
	others    int64 // the last window for which anyone but the operator has ordered
}

// Restore is the declaration that the log is an older copy of a longer one.
type Restore struct {
	Seq  int64       // of the declaration, the first event after those that were kept
	Time int64       // Unix ms
	Leaf events.Hash // of the declaration: by it the log is told from the one that was lost
	Lost events.Restored
}

// FairSeat is a seat with its chain of codes.
type FairSeat struct {
	Seat     string
	Taken    bool
	Anchor   dice.Code // of the game's salt
	Anchored bool      // has a chain of codes
	Last     dice.Code // newest code known
	Number   int64     // its number; that of the anchor is Base
	Base     int64     // the seat's sheet counts from here: 0, or more for a chain that was anchored later
	Machine  bool      // no player has it
}

// Waiting is a seal between its making and its dice.
type Waiting struct {
	Window    int64
	Seq, Time int64 // of the seal
	Cause     string
	Late      bool // orders were accepted after the seal: it must be made again
	Again     bool // it was made again with what the mails held, because it named something they do not
	Asked     *events.CodesAsked
	AskedSeq  int64
	Revealed  []events.CodeRevealed
	Entropy   *events.EntropyFixed
	Attempts  int64              // rounds fixed so far
	Round     *events.RoundFixed // the last of them, if it still counts
	RoundSeq  int64
	RoundTime int64 // Unix ms at which the round comes
	Beacon    *events.BeaconObserved
	Without   bool // the beacon failed, and the terms say how to go on
}

type rotated struct {
	From int64 // window
	Key  events.Hash
}

// NewFairness returns the state before the first event.
func NewFairness(game string) *Fairness { return &Fairness{Game: game, Tree: &events.Tree{}} }

// Profile returns the game's profile, or D1 if none was named.
func (f *Fairness) Profile() string {
	if f.Announced.Dice.Profile == "" {
		return Offline
	}
	return f.Announced.Dice.Profile
}

func (f *Fairness) usesBeacon() bool { return f.Profile() == Beaconed || f.Profile() == Doubled }

// usesCodes reports whether codes go into the dice of a window.
func (f *Fairness) usesCodes(window int64) bool {
	return f.Profile() == Coded || f.Profile() == Doubled && window > 0
}

// Seat finds a seat, or nil if there is none.
func (f *Fairness) Seat(name string) *FairSeat {
	for i := range f.Seats {
		if f.Seats[i].Seat == name {
			return &f.Seats[i]
		}
	}
	return nil
}

// DiceKey returns the public key of the dice of a window.
func (f *Fairness) DiceKey(window int64) dice.PublicKey {
	key := f.Announced.Dice.PublicKey
	for _, r := range f.keys {
		if window >= r.From {
			key = r.Key
		}
	}
	return dice.PublicKey(key)
}

// Beacon returns the chain in force now.
func (f *Fairness) Beacon() events.Beacon { return f.beacon }

// Apply folds in the next event. An error says why the event must not come here; the state is unusable afterwards.
func (f *Fairness) Apply(e events.Event, leaf events.Hash) error {
	err := f.apply(e)
	f.Tree.Add(leaf)
	if b, ok := e.Body.(events.Restored); ok && err == nil {
		f.Restores = append(f.Restores, Restore{e.Seq, e.Time, leaf, b})
	}
	return err
}

func (f *Fairness) apply(e events.Event) error {
	switch b := e.Body.(type) {
	case events.GameAnnounced:
		return f.announce(e, b)
	case events.TermsSet:
		return f.setTerms(e, b)
	case events.SeatTaken:
		return f.seat(e, b)
	case events.GameOpened:
		return f.open(e, b)
	case events.DeadlineSet:
		f.due = b
		if e.Actor == "master" {
			f.deed(e, Deed{What: DeedDeadline, Window: b.Window})
		}
	case events.Sealed:
		return f.seal(e, b)
	case events.Adjudicated:
		return f.adjudicated(b)
	case events.CodesAnchored, events.CodesAsked, events.CodeRevealed, events.EntropyFixed:
		return f.codes(e)
	case events.RoundFixed:
		return f.fixRound(e, b)
	case events.BeaconObserved:
		return f.observe(e, b)
	case events.MachineSeated:
		return f.seatMachine(e, b)
	case events.AdviceAllowed:
		if f.Opened || f.Advice != 0 || b.Asks <= 0 || e.Actor != "master" {
			return errors.New("advice cannot be allowed now")
		}
		f.Advice = b.Asks
	case events.AdviceAsked:
		return f.advise(e, b)
	case events.ObserversAllowed:
		if f.Opened || f.Observers != 0 || b.Turns <= 0 || e.Actor != "master" {
			return errors.New("observers cannot be allowed now")
		}
		f.Observers = b.Turns
	case events.OperatorSeated:
		if f.Opened || f.Operator != "" || f.Seat(b.Seat) == nil || e.Actor != "master" {
			return fmt.Errorf("seat %q cannot become the operator's now", b.Seat)
		}
		f.Operator = b.Seat
	case events.OrdersReceived:
		switch {
		case f.Operator == "":
		case b.Seat != f.Operator:
			if s := f.Seat(b.Seat); s == nil || !s.Machine {
				f.others = b.Window
			}
		case b.Window == f.others:
			return fmt.Errorf("the operator of the server ordered in window %d when he could have read another player's orders", b.Window)
		}
	case events.OrdersWithdrawn:
		if f.Operator != "" && b.Seat == f.Operator && f.OperatorLate() {
			return fmt.Errorf("the operator of the server took orders back in window %d when he could have read another player's", f.Window)
		}
	case events.CheckpointWitnessed:
		if b.Size < 1 || b.Size > int64(f.Tree.Size()) || f.Tree.Root(int(b.Size)) != b.Root {
			return fmt.Errorf("a witness signed a tree of %d events that this log does not have", b.Size)
		}
	default:
		return f.amend(e)
	}
	return nil
}

func (f *Fairness) announce(e events.Event, b events.GameAnnounced) error {
	if e.Seq != 1 {
		return fmt.Errorf("a game begins with its announcement, and has one")
	}
	f.Announced, f.announced = b, true
	if !slices.Contains(Profiles(), f.Profile()) {
		return fmt.Errorf("there is no dice profile %q", b.Dice.Profile)
	}
	for _, s := range b.Seats {
		f.Seats = append(f.Seats, FairSeat{Seat: s})
	}
	return nil
}

func (f *Fairness) setTerms(e events.Event, b events.TermsSet) error {
	switch {
	case e.Seq != 2 || !f.announced:
		return fmt.Errorf("the terms come second, or not at all")
	case f.usesBeacon() && (len(b.Beacon.PublicKey) != 96 || b.Beacon.Period < 1 || b.Margin < 1):
		return fmt.Errorf("profile %s needs a beacon and a margin", f.Profile())
	case !slices.Contains([]string{"", "wait", "codes", "consent"}, b.Fallback), b.Fallback == "codes" && f.Profile() != Doubled:
		return fmt.Errorf("fallback %q is none of profile %s", b.Fallback, f.Profile())
	case b.LogKey == f.Announced.Dice.PublicKey:
		return fmt.Errorf("the log key is the dice key")
	}
	f.Terms, f.beacon, f.LogKeys = &b, b.Beacon, checkpoint.Keys{Origin: b.Origin, First: b.LogKey}
	return nil
}

func (f *Fairness) seat(e events.Event, b events.SeatTaken) error {
	s, err := f.mayBeTaken(b.Seat)
	if err != nil {
		return err
	}
	s.Taken, s.Machine, s.Anchor = true, false, b.Anchor
	if f.Profile() == Coded || f.Profile() == Doubled {
		s.Anchored, s.Last, s.Number = dice.Code(b.Anchor) != dice.Code{}, b.Anchor, 0
	}
	if f.full() {
		f.seated = e.Time
	}
	return nil
}

// mayBeTaken finds a seat that can be taken now, before the opening.
func (f *Fairness) mayBeTaken(seat string) (*FairSeat, error) {
	s := f.Seat(seat)
	switch {
	case s == nil:
		return nil, fmt.Errorf("there is no seat %q", seat)
	case f.Opened:
		return nil, fmt.Errorf("seat %s is taken after the opening", seat)
	case f.Terms == nil && f.Profile() != Offline && f.Profile() != Practice:
		return nil, fmt.Errorf("seat %s is taken before the terms are set", seat)
	case f.start.Round != nil:
		return nil, fmt.Errorf("seat %s is taken after the start round was fixed", seat)
	}
	return s, nil
}

// Advised is one time that a seat asked a machine for advice.
type Advised struct {
	Seq    int64
	Seat   string
	Window int64
	Epoch  int64 // rewinds before it
}

// AdviceLeft returns how often a seat may still ask a machine for advice in the open window.
func (f *Fairness) AdviceLeft(seat string) int64 {
	left := f.Advice
	for _, a := range f.Advised {
		if a.Seat == seat && a.Window == f.Window && a.Epoch == f.Epoch {
			left--
		}
	}
	return left
}

func (f *Fairness) advise(e events.Event, b events.AdviceAsked) error {
	switch s := f.Seat(b.Seat); {
	case s == nil || s.Machine || !f.Opened || f.Wait != nil || b.Window != f.Window:
		return fmt.Errorf("seat %q cannot ask for advice in window %d now", b.Seat, b.Window)
	case f.AdviceLeft(b.Seat) <= 0:
		return fmt.Errorf("seat %s asks for more advice than the game allows", b.Seat)
	}
	f.Advised = append(f.Advised, Advised{e.Seq, b.Seat, b.Window, f.Epoch})
	return nil
}

// seatMachine puts a machine on a free seat, or after the opening in a player's place.
func (f *Fairness) seatMachine(e events.Event, b events.MachineSeated) error {
	if b.Bot == "" {
		return fmt.Errorf("a machine without a name takes seat %q", b.Seat)
	}
	if f.Opened {
		d, err := f.consented(machineProposal+b.Seat, 0, nil)
		if err != nil {
			return err
		}
		s := f.Seat(b.Seat) // the proposal named a seat
		s.Machine, s.Anchored = true, false
		d.What, d.Seat, d.Window, d.Reason = DeedMachine, b.Seat, f.Window, b.Reason
		f.deed(e, d)
		return nil
	}
	s, err := f.mayBeTaken(b.Seat)
	if err != nil {
		return err
	}
	if s.Taken {
		return fmt.Errorf("seat %s is taken already", b.Seat)
	}
	s.Taken, s.Machine, s.Anchored = true, true, false
	if f.full() {
		f.seated = e.Time
	}
	return nil
}

// machineProposal begins what is asked for in a proposal to let a machine play a seat; the seat follows.
const machineProposal = "machine "

// MachineFor returns the seat that a proposal wants a machine to play, or "" if it wants something else.
func MachineFor(proposal string) (seat string) {
	seat, ok := strings.CutPrefix(proposal, machineProposal)
	if !ok {
		return ""
	}
	return seat
}

// ProposeMachine returns what is asked for in a proposal to let a machine play a seat.
func ProposeMachine(seat string) string { return machineProposal + seat }

func (f *Fairness) full() bool {
	return !slices.ContainsFunc(f.Seats, func(s FairSeat) bool { return !s.Taken })
}

// OperatorLate reports whether anyone else has ordered in the open window, so that the server's operator no longer may.
func (f *Fairness) OperatorLate() bool { return f.others > 0 && f.others >= f.Window }

// GameSalt returns the salt that the opening must have; ok is false until the start round is there.
func (f *Fairness) GameSalt() (salt events.Hash, ok bool, err error) {
	var anchors []dice.Anchor
	for _, s := range f.Seats {
		anchors = append(anchors, dice.Anchor{Seat: s.Seat, Value: s.Anchor})
	}
	round, rand := f.start.randomness()
	h, err := dice.GameSalt(dice.GameID(f.Game), dice.PublicKey(f.Announced.Dice.PublicKey), anchors, round, rand)
	return events.Hash(h), !f.usesBeacon() || f.start.Beacon != nil || f.start.Without, err
}

func (w *Waiting) randomness() (round uint64, rand [32]byte) {
	if w.Beacon == nil {
		return 0, [32]byte{}
	}
	return uint64(w.Beacon.Round), sha256.Sum256(w.Beacon.Signature)
}

func (f *Fairness) open(e events.Event, b events.GameOpened) error {
	salt, ok, err := f.GameSalt()
	switch {
	case err != nil:
		return err
	case f.Opened || !f.announced || !f.full():
		return fmt.Errorf("a game opens once, after its seats are taken")
	case !ok:
		return fmt.Errorf("the game opens before its start round is there")
	case b.GameSalt != salt:
		return fmt.Errorf("the dice salt %s does not follow from key, seats and anchors", b.GameSalt)
	}
	f.Opened, f.Salt = true, b.GameSalt
	f.Wait = &Waiting{Seq: e.Seq, Time: e.Time, Cause: "opened", Round: f.start.Round, Beacon: f.start.Beacon, Without: f.start.Without}
	return nil
}

func (f *Fairness) seal(e events.Event, b events.Sealed) error {
	again := f.Wait != nil && f.Wait.Late && f.Wait.Window == b.Window
	if !f.Opened || b.Window != f.Window || b.Window < 1 || f.Wait != nil && !again {
		return fmt.Errorf("window %d is sealed, but it is not the one that is open", b.Window)
	}
	if again { // codes stay what they were at the first seal; the round must be another
		f.Wait.Seq, f.Wait.Time, f.Wait.Cause, f.Wait.Late, f.Wait.Again, f.Wait.Round = e.Seq, e.Time, b.Cause, false, false, nil
		return nil
	}
	f.Wait = &Waiting{Window: b.Window, Seq: e.Seq, Time: e.Time, Cause: b.Cause}
	f.sealed = append(f.sealed, b.Window)
	return nil
}

func (f *Fairness) adjudicated(b events.Adjudicated) error {
	if f.Wait == nil || b.Window != f.Wait.Window {
		return fmt.Errorf("a pass for window %d, which is not sealed", b.Window)
	}
	if need := f.Needs(); need != NeedsNothing {
		return fmt.Errorf("a pass for window %d, which still needs its %s", b.Window, need)
	}
	f.Wait, f.Window = nil, b.Next.Number
	return nil
}

// Need is what a seal lacks before its dice can be thrown.
type Need string

// Needs of a seal, in the order in which they are met.
const (
	NeedsNothing    Need = ""
	NeedsSeal       Need = "seal"            // late orders were let in
	NeedsAsking     Need = "question"        // CodesAsked
	NeedsCodes      Need = "codes"           // EntropyFixed
	NeedsRound      Need = "round"           // RoundFixed
	NeedsBeacon     Need = "beacon"          // BeaconObserved
	NeedsOpening    Need = "opening"         // GameOpened: everything it needs is there
	NeedsStartRound Need = "start round"     // RoundFixed of the start
	NeedsStart      Need = "start's beacon"  // BeaconObserved of the start
	NeedsPlayers    Need = "players' coming" // seats are free
)

// Needs returns what must come next before dice can be thrown.
func (f *Fairness) Needs() Need {
	w := f.Wait
	switch {
	case !f.Opened && !f.full():
		return NeedsPlayers
	case !f.Opened && f.usesBeacon() && !f.start.Without && f.start.Round == nil:
		return NeedsStartRound
	case !f.Opened && f.usesBeacon() && !f.start.Without && f.start.Beacon == nil:
		return NeedsStart
	case !f.Opened:
		return NeedsOpening
	case w == nil:
		return NeedsNothing
	case w.Late:
		return NeedsSeal
	case f.asks(w) && w.Asked == nil:
		return NeedsAsking
	case f.usesCodes(w.Window) && w.Entropy == nil:
		return NeedsCodes
	case f.usesBeacon() && w.Window > 0 && !w.Without && w.Round == nil:
		return NeedsRound
	case f.usesBeacon() && w.Window > 0 && !w.Without && w.Beacon == nil:
		return NeedsBeacon
	}
	return NeedsNothing
}

// asks reports whether codes are asked for after the seal: always in D2, and in D4 when the beacon has failed.
func (f *Fairness) asks(w *Waiting) bool {
	return f.Profile() == Coded || f.Profile() == Doubled && w.Without && f.Terms.Fallback == "codes" && w.Window > 0
}

// Input returns what the dice of the waiting seal are made from, besides their labels; ok is false while something is needed.
func (f *Fairness) Input() (in dice.Input, ok bool) {
	if f.Wait == nil || f.Needs() != NeedsNothing {
		return dice.Input{}, false
	}
	in = dice.Input{GameID: dice.GameID(f.Game), Salt: f.Salt, Epoch: uint16(f.Epoch), Window: uint32(f.Wait.Window)}
	in.Round, in.Rand = f.Wait.randomness()
	if f.Wait.Entropy != nil {
		in.EntRoot = f.Wait.Entropy.Root
	}
	return in, true
}

// Verify checks one roll of the pass that answers the waiting seal.
func (f *Fairness) Verify(r events.Roll) error {
	in, ok := f.Input()
	if !ok {
		return fmt.Errorf("roll %q: no seal waits for dice", r.Key)
	}
	values := make([]int, len(r.Values))
	for i, v := range r.Values {
		values[i] = int(v)
	}
	var err error
	if f.Profile() == Practice {
		err = dice.VerifySeeded(f.Announced.Dice.PublicKey, in, r.Key, int(r.Sides), values, r.Draw, r.Proof)
	} else {
		err = dice.Verify(f.DiceKey(f.Wait.Window), in, r.Key, int(r.Sides), values, r.Draw, r.Proof)
	}
	if err != nil {
		return fmt.Errorf("roll %q: %w", r.Key, err)
	}
	return nil
}

// VerifyAll checks each roll of a pass, and that no key occurs twice.
func (f *Fairness) VerifyAll(rolls []events.Roll) error {
	keys := make(map[string]bool, len(rolls))
	for _, r := range rolls {
		if keys[r.Key] {
			return fmt.Errorf("two rolls are called %q", r.Key)
		}
		keys[r.Key] = true
		if err := f.Verify(r); err != nil {
			return err
		}
	}
	return nil
}
