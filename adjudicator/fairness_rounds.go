package adjudicator

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
)

// codes folds what players add to the dice.
func (f *Fairness) codes(e events.Event) error {
	if f.Profile() != Coded && f.Profile() != Doubled {
		return fmt.Errorf("profile %s has no codes", f.Profile())
	}
	switch b := e.Body.(type) {
	case events.CodesAnchored:
		s := f.Seat(b.Seat)
		if s == nil || s.Anchored {
			return fmt.Errorf("seat %q has a chain of codes already, or is none", b.Seat)
		}
		s.Anchored, s.Last, s.Number, s.Base = true, b.Anchor, f.Codes, f.Codes
	case events.CodesAsked:
		if f.Wait == nil || !f.asks(f.Wait) || f.Wait.Asked != nil || b.Window != f.Wait.Window || b.Number != f.Codes+1 {
			return fmt.Errorf("codes of window %d are asked for out of their time", b.Window)
		}
		f.Wait.Asked, f.Wait.AskedSeq, f.Wait.Entropy = &b, e.Seq, nil
	case events.CodeRevealed:
		return f.reveal(b)
	case events.EntropyFixed:
		return f.fixEntropy(e, b)
	}
	return nil
}

// reveal takes in a code. A code for a seal that is already closed is kept in the chain and not used for anything else.
func (f *Fairness) reveal(b events.CodeRevealed) error {
	s := f.Seat(b.Seat)
	if s == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	if err := s.check(b.Number, b.Value); err != nil {
		return err
	}
	if b.Number > f.Codes+1 {
		return fmt.Errorf("code %d of %s comes before its time", b.Number, b.Seat)
	}
	s.Last, s.Number = b.Value, b.Number
	return nil
}

// check verifies that a code leads back to the last one known.
func (s *FairSeat) check(number int64, value dice.Code) error {
	switch {
	case !s.Anchored:
		return fmt.Errorf("seat %s has no chain of codes", s.Seat)
	case number < 1 || number > dice.Codes:
		return fmt.Errorf("there is no code %d", number)
	case number <= s.Number:
		return fmt.Errorf("code %d of %s is known already", number, s.Seat)
	case value.Later(int(number-s.Number)) != s.Last:
		return fmt.Errorf("code %d of %s does not lead back to the one before", number, s.Seat)
	}
	return nil
}

// CodeOf returns the number of a code of a seat that can be used now: for the waiting seal, or in D4 for the next one. ok is false if it is
// no such code or its number has gone by.
func (f *Fairness) CodeOf(seat string, value dice.Code) (number int64, ok bool) {
	s := f.Seat(seat)
	if s == nil || !s.Anchored {
		return 0, false
	}
	for n := s.Number + 1; n <= f.Codes+1; n++ {
		if s.check(n, value) == nil {
			return n, true
		}
	}
	return 0, false
}

// CodesMissing lists the seats whose code of the next number is not in.
func (f *Fairness) CodesMissing() []string {
	var missing []string
	for _, s := range f.Seats {
		if s.Anchored && s.Number < f.Codes+1 {
			missing = append(missing, s.Seat)
		}
	}
	return missing
}

// Entropy returns the result of the codes of the waiting seal as things stand.
func (f *Fairness) Entropy() (events.EntropyFixed, error) {
	b := events.EntropyFixed{Window: f.Wait.Window, Number: f.Codes + 1}
	seats := slices.SortedFunc(slices.Values(f.Seats), func(a, b FairSeat) int { return strings.Compare(a.Seat, b.Seat) })
	var parts []dice.SeatCode
	for _, s := range seats {
		status := int64(dice.Absent)
		if s.Anchored && s.Number == b.Number {
			status = dice.Revealed
		}
		b.Seats = append(b.Seats, events.SeatCode{Seat: s.Seat, Status: status, Value: s.Last})
		parts = append(parts, dice.SeatCode{Seat: s.Seat, Status: byte(status), Value: s.Last})
	}
	root, err := dice.CodeRoot(parts)
	b.Root = root
	return b, err
}

func (f *Fairness) fixEntropy(e events.Event, b events.EntropyFixed) error {
	w := f.Wait
	if w == nil || !f.usesCodes(w.Window) || w.Entropy != nil || f.asks(w) && w.Asked == nil {
		return fmt.Errorf("the codes of window %d are closed out of their time", b.Window)
	}
	want, err := f.Entropy()
	if err != nil {
		return err
	}
	if b.Window != want.Window || b.Number != want.Number || b.Root != want.Root || !slices.Equal(b.Seats, want.Seats) {
		return fmt.Errorf("the codes of window %d are not those that came in", b.Window)
	}
	if f.asks(w) && len(f.CodesMissing()) > 0 && (w.Asked.Due == 0 || e.Time < w.Asked.Due) {
		return fmt.Errorf("the codes of window %d are closed while %s may still send one", b.Window, strings.Join(f.CodesMissing(), ", "))
	}
	w.Entropy, f.Codes = &b, b.Number
	return nil
}

// Awaited returns the seal that waits, or the start before the opening, or nil if there is none.
func (f *Fairness) Awaited() *Waiting { return f.waits() }

// waits returns the seal whose round is meant: the start's before the opening.
func (f *Fairness) waits() *Waiting {
	if !f.Opened {
		return &f.start
	}
	return f.Wait
}

// mostMargin is the limit, in seconds, up to which the margin grows when letters go out late repeatedly.
const mostMargin = 86400

// margin returns the least time, in seconds, between an attempt and its round. It doubles each time.
func (f *Fairness) margin(attempt int64) int64 {
	m := f.Terms.Margin
	for i := int64(1); i < attempt && m < mostMargin; i++ {
		m *= 2
	}
	return max(f.Terms.Margin, min(m, mostMargin))
}

// NextRound returns the round that the waiting seal (or the start) must be given by an event made now, in Unix ms. The instant counted from
// follows from the log: the deadline of a window that ran out and was sealed within half of the margin, else the seal, or the arrival of
// the last player; for a further attempt the event's own time. No one can choose it.
func (f *Fairness) NextRound(now int64) (events.RoundFixed, bool) {
	w := f.waits()
	if w == nil || !f.usesBeacon() || f.Terms == nil || w.Beacon != nil || f.Opened && w.Window == 0 || !f.Opened && !f.full() {
		return events.RoundFixed{}, false
	}
	b := events.RoundFixed{Window: w.Window, Attempt: 1, From: w.Time}
	switch {
	case w.Attempts > 0:
		b.Attempt, b.From = w.Attempts+1, now
	case !f.Opened:
		b.From = f.seated
	case w.Cause == "deadline" && f.due.Window == w.Window && w.Time <= f.due.Due+f.Terms.Margin*500:
		b.From = f.due.Due
	}
	b.Round = dice.RoundAt((b.From+999)/1000+f.margin(b.Attempt), f.beacon.Genesis, f.beacon.Period)
	return b, true
}

func (f *Fairness) fixRound(e events.Event, b events.RoundFixed) error {
	w := f.waits()
	want, ok := f.NextRound(e.Time)
	switch {
	case !ok || f.Opened && f.usesCodes(w.Window) && w.Entropy == nil:
		return fmt.Errorf("a round for window %d is fixed out of its time", b.Window)
	case b.Window != want.Window || b.Attempt != want.Attempt || b.From != want.From || b.Round != want.Round:
		return fmt.Errorf("round %d of window %d (attempt %d) should be round %d (attempt %d)", b.Round, b.Window, b.Attempt, want.Round, want.Attempt)
	case b.Seen >= b.Round || b.Seen < 0:
		return fmt.Errorf("round %d of window %d was known when it was fixed", b.Round, b.Window)
	}
	w.Attempts, w.Round, w.RoundSeq, w.RoundTime = b.Attempt, &b, e.Seq, 1000*dice.RoundTime(b.Round, f.beacon.Genesis, f.beacon.Period)
	if b.Attempt > 1 {
		f.deed(e, Deed{What: DeedRound, Window: b.Window, Target: b.Round})
	}
	return nil
}

func (f *Fairness) observe(e events.Event, b events.BeaconObserved) error {
	w := f.waits()
	switch {
	case w == nil || w.Round == nil || w.Beacon != nil || b.Window != w.Window || w.Late:
		return fmt.Errorf("no seal waits for round %d", b.Round)
	case b.Round != w.Round.Round:
		return fmt.Errorf("window %d waits for round %d, not for round %d", b.Window, w.Round.Round, b.Round)
	case len(b.Signature) != 48:
		return fmt.Errorf("round %d has a signature of %d bytes", b.Round, len(b.Signature))
	case e.Time < w.RoundTime:
		return fmt.Errorf("round %d is known before it exists", b.Round)
	}
	w.Beacon = &b
	return nil
}

// Deed is something that the game master, or a failing beacon, did to the course of a game. All of them stay on the list for ever.
type Deed struct {
	Seq, Time int64
	Actor     string
	What      string // one of the Deed names
	Window    int64
	Seat      string
	Target    int64 // seq of the event that it is about, or what the deed itself says
	Reason    string
	Consents  []string // seats that agreed
	Asked     bool     // consent was needed, and is complete
	Address   string   `json:",omitempty"` // of the host that goes on
}

// What a deed can be: words' keys below "audit.deed.".
const (
	DeedState     = "correct-state"
	DeedRewind    = "rewind"
	DeedDeadline  = "extend-deadline"
	DeedVoid      = "void-order"
	DeedLate      = "accept-late"
	DeedReseal    = "reseal"
	DeedRestored  = "restored"
	DeedLogKey    = "log-key-rotated"
	DeedMoved     = "host-moved"
	DeedRules     = "rules-changed"
	DeedReplace   = "replace-player"
	DeedMachine   = "machine-seated" // after the opening
	DeedKey       = "key-rotated"
	DeedBeacon    = "beacon-changed"
	DeedNoBeacon  = "beacon-unavailable"
	DeedRound     = "another-round"
	DeedProposal  = "proposal"
	DeedClosed    = "closed-by-master"
	DeedVacated   = "seat-vacated"       // by the game master
	DeedTerms     = "terms-changed"      // of the mail, after the opening
	DeedAbsence   = "absence-granted"    // by the game master
	unavailableMS = 7 * 24 * 3600 * 1000 // how late a round must be before play goes on without it
)

func (f *Fairness) deed(e events.Event, d Deed) {
	d.Seq, d.Time, d.Actor = e.Seq, e.Time, e.Actor
	f.Deeds = append(f.Deeds, d)
}

// ReasonOf returns the reason that the game master gave for the last deed of a kind in a window, or "" for none.
func (f *Fairness) ReasonOf(what string, window int64) string {
	for _, d := range slices.Backward(f.Deeds) {
		if d.What == what && d.Window == window {
			return d.Reason
		}
	}
	return ""
}

// proposal is a request for consent, with those who agreed.
type proposal struct {
	Seq      int64
	Body     events.AmendmentProposed
	Consents []string
	Used     bool
}

// Proposal is an open request for the consent of all seats.
type Proposal struct {
	Seq     int64
	Asked   events.AmendmentProposed
	Missing []string
}

// Proposals lists what every seat was asked to agree to and what has not been done yet.
func (f *Fairness) Proposals() []Proposal {
	var open []Proposal
	for _, p := range f.proposals {
		if !p.Used {
			open = append(open, Proposal{Seq: p.Seq, Asked: p.Body, Missing: f.missing(p)})
		}
	}
	return open
}

func (f *Fairness) missing(p proposal) []string {
	var missing []string
	for _, s := range f.Seats {
		if !s.Machine && s.Seat != MachineFor(p.Body.What) && !slices.Contains(p.Consents, s.Seat) {
			missing = append(missing, s.Seat)
		}
	}
	return missing
}

// consented uses up the oldest proposal that all have agreed to and that is still unused; chain is the beacon that it must name, or nil.
func (f *Fairness) consented(what string, window int64, chain *events.Beacon) (Deed, error) {
	for i := range f.proposals {
		p := &f.proposals[i]
		if !p.Used && p.Body.What == what && p.Body.Window == window && len(f.missing(*p)) == 0 && (chain == nil || sameChain(*chain, p.Body.Beacon)) {
			p.Used = true
			return Deed{Consents: slices.Clone(p.Consents), Asked: true}, nil
		}
	}
	return Deed{}, fmt.Errorf("%s of window %d needs the consent of every seat", what, window)
}

func sameChain(a, b events.Beacon) bool {
	return a.Chain == b.Chain && bytes.Equal(a.PublicKey, b.PublicKey) && a.Genesis == b.Genesis && a.Period == b.Period
}

// agree folds what the game master proposes, and who of the players agrees to it.
func (f *Fairness) agree(e events.Event) error {
	switch b := e.Body.(type) {
	case events.AmendmentProposed:
		if f.Terms == nil || !slices.Contains([]string{"rewind", "fallback", "key", "beacon"}, b.What) && f.Seat(MachineFor(b.What)) == nil {
			return fmt.Errorf("there is nothing to agree to in %q", b.What)
		}
		f.proposals = append(f.proposals, proposal{Seq: e.Seq, Body: b})
		f.deed(e, Deed{What: DeedProposal, Window: b.Window, Reason: cmp.Or(b.Reason, b.What)})
	case events.ConsentGiven:
		i := slices.IndexFunc(f.proposals, func(p proposal) bool { return p.Seq == b.Proposal && !p.Used })
		if i < 0 || f.Seat(b.Seat) == nil || slices.Contains(f.proposals[i].Consents, b.Seat) || e.Actor != "seat:"+b.Seat {
			return fmt.Errorf("seat %q agrees to nothing that is open", b.Seat)
		}
		f.proposals[i].Consents = append(f.proposals[i].Consents, b.Seat)
	}
	return nil
}

// amend folds the deeds of the game master.
func (f *Fairness) amend(e events.Event) error {
	switch b := e.Body.(type) {
	case events.Amended:
		f.deed(e, Deed{What: DeedState, Window: f.Window, Reason: b.Reason})
	case events.Rewound:
		return f.rewind(e, b)
	case events.SeatReplaced:
		s := f.Seat(b.Seat)
		if s == nil {
			return fmt.Errorf("there is no seat %q", b.Seat)
		}
		s.Anchored, s.Machine = false, false // the former player's sheet is not the new one's
		f.deed(e, Deed{What: DeedReplace, Seat: b.Seat, Window: f.Window, Reason: b.Reason})
	case events.OrdersVoided:
		if f.Wait != nil || b.Orders >= e.Seq || f.Seat(b.Seat) == nil {
			return fmt.Errorf("orders of event %d cannot be made void now", b.Orders)
		}
		f.deed(e, Deed{What: DeedVoid, Seat: b.Seat, Window: f.Window, Target: b.Orders, Reason: b.Reason})
	case events.LateAccepted:
		return f.acceptLate(e, b)
	case events.Resealed:
		w := f.Wait
		if w == nil || w.Window != b.Window || w.Seq != b.Seal || w.Again || e.Actor != "master" {
			return fmt.Errorf("the seal of event %d does not wait to be made again", b.Seal)
		}
		w.Again = true
		f.deed(e, Deed{What: DeedReseal, Window: b.Window, Target: b.Seal, Reason: b.Reason})
	case events.Restored:
		if f.Terms == nil || e.Actor != "master" || b.Seen < e.Seq || b.Seen < b.Signed || b.Signed != 0 && b.Signed < e.Seq {
			return fmt.Errorf("%d events, of which %d were signed, cannot have been lost after event %d", b.Seen, b.Signed, e.Seq-1)
		}
		f.deed(e, Deed{What: DeedRestored, Window: f.Window, Target: b.Seen, Reason: b.Reason})
	case events.LogKeyRotated:
		if f.Terms == nil || e.Actor != "master" || b.LogKey == f.Announced.Dice.PublicKey || !f.LogKeys.Follow(e.Seq, b.LogKey, b.Signature) {
			return fmt.Errorf("the former log key does not vouch for the one that follows it")
		}
		f.deed(e, Deed{What: DeedLogKey, Window: f.Window, Reason: b.Reason})
	case events.HostMoved:
		if !f.announced || e.Actor != "master" || b.Address == "" {
			return fmt.Errorf("a game is handed over by its master, to an address")
		}
		f.Home = b.Address
		f.deed(e, Deed{What: DeedMoved, Address: b.Address, Window: f.Window, Reason: b.Reason})
	case events.RulesChanged:
		if f.Wait != nil || b.Revision < 1 {
			return fmt.Errorf("the rules cannot be changed now, or not to revision %d", b.Revision)
		}
		f.deed(e, Deed{What: DeedRules, Window: f.Window, Target: b.Revision, Reason: b.Reason})
	case events.Explained:
		i := slices.IndexFunc(f.Deeds, func(d Deed) bool { return d.Seq == b.About })
		if i < 0 || f.Deeds[i].Reason != "" {
			return fmt.Errorf("event %d needs no explanation", b.About)
		}
		f.Deeds[i].Reason = b.Reason
	case events.AmendmentProposed, events.ConsentGiven:
		return f.agree(e)
	case events.KeyRotated, events.BeaconChanged, events.BeaconUnavailable:
		return f.mend(e)
	case events.SeatVacated:
		if b.Cause == "master" {
			f.deed(e, Deed{What: DeedVacated, Seat: b.Seat, Window: f.Window, Reason: b.Reason})
		}
	case events.PostTermsSet:
		if f.Opened {
			f.deed(e, Deed{What: DeedTerms, Window: f.Window})
		}
	case events.AbsenceSet:
		if e.Actor == "master" {
			f.deed(e, Deed{What: DeedAbsence, Seat: b.Seat, Window: f.Window})
		}
	case events.GameClosed:
		if b.Cause == "master" {
			f.deed(e, Deed{What: DeedClosed, Window: f.Window, Reason: b.Ending})
		}
	}
	return nil
}

// rewind reopens a window that was sealed before, with fresh dice.
func (f *Fairness) rewind(e events.Event, b events.Rewound) error {
	at := slices.Index(f.sealed, b.Window)
	if at < 0 || b.Epoch != f.Epoch+1 || b.Epoch > 1<<16-1 {
		return fmt.Errorf("a rewind to window %d, epoch %d: there is no such window, or the epoch is not the next", b.Window, b.Epoch)
	}
	d := Deed{}
	if f.Terms != nil {
		var err error
		if d, err = f.consented("rewind", b.Window, nil); err != nil {
			return err
		}
	}
	f.Epoch, f.Window, f.Wait, f.sealed, f.others = b.Epoch, b.Window, nil, f.sealed[:at], 0
	d.What, d.Window, d.Reason = DeedRewind, b.Window, b.Reason
	f.deed(e, d)
	return nil
}

// MayRewind reports whether a window was sealed and can be opened again.
func (f *Fairness) MayRewind(window int64) bool { return slices.Contains(f.sealed, window) }

// MayAcceptLate reports whether the orders of an event can be accepted after their seal by an event made now (Unix ms). They can be as long
// as no one can know the dice.
func (f *Fairness) MayAcceptLate(orders, now int64) bool {
	w := f.Wait
	if w == nil || w.Window == 0 || w.Late || orders <= w.Seq {
		return false
	}
	switch f.Profile() {
	case Coded:
		return w.Entropy == nil && !slices.ContainsFunc(f.Seats, func(s FairSeat) bool { return s.Number > f.Codes })
	case Beaconed, Doubled:
		return w.Beacon == nil && (w.Round == nil || now < w.RoundTime)
	}
	return false
}

// acceptLate accepts orders after a seal.
func (f *Fairness) acceptLate(e events.Event, b events.LateAccepted) error {
	if !f.MayAcceptLate(b.Orders, e.Time) || f.Seat(b.Seat) == nil || b.Orders >= e.Seq || b.Seat == f.Operator {
		return fmt.Errorf("the orders of event %d are not late for a seal that waits, or its dice can be known", b.Orders)
	}
	f.Wait.Late = true
	f.deed(e, Deed{What: DeedLate, Window: f.Wait.Window, Seat: b.Seat, Target: b.Orders, Reason: b.Reason})
	return nil
}

// MayChangeBeacon reports whether the game can switch to another chain now, as agreed in a window.
func (f *Fairness) MayChangeBeacon(window int64) bool {
	w := f.waits()
	return f.usesBeacon() && f.Window == window && (w == nil || w.Beacon == nil)
}

// mend folds what is done when a key or a beacon is lost.
func (f *Fairness) mend(e events.Event) error {
	d, err := Deed{}, error(nil)
	switch b := e.Body.(type) {
	case events.KeyRotated:
		if f.Terms == nil || f.Wait != nil || b.Window <= f.Window || f.Profile() == Practice || dice.PublicKey(b.PublicKey).Check() != nil {
			return fmt.Errorf("the dice key cannot be changed from window %d on", b.Window)
		}
		if !f.usesBeacon() { // without fresh randomness a new key could be chosen for its dice
			if d, err = f.consented("key", b.Window, nil); err != nil {
				return err
			}
		}
		f.keys = append(f.keys, rotated{From: b.Window, Key: b.PublicKey})
		d.What, d.Window, d.Reason = DeedKey, b.Window, b.Reason
	case events.BeaconChanged:
		w := f.waits()
		if !f.usesBeacon() || len(b.Beacon.PublicKey) != 96 || b.Beacon.Period < 1 || w != nil && w.Beacon != nil {
			return fmt.Errorf("the beacon cannot be changed now")
		}
		if d, err = f.consented("beacon", f.Window, &b.Beacon); err != nil {
			return err
		}
		if f.beacon = b.Beacon; w != nil {
			w.Round = nil // it was a round of the other chain
		}
		d.What, d.Window, d.Reason = DeedBeacon, f.Window, b.Reason
	case events.BeaconUnavailable:
		w := f.waits()
		if w == nil || w.Round == nil || w.Beacon != nil || w.Without || b.Round != w.Round.Round || b.Window != w.Window ||
			e.Time < w.RoundTime+unavailableMS || b.Fallback != f.Terms.Fallback || b.Fallback == "wait" || b.Fallback == "" {
			return fmt.Errorf("window %d cannot do without round %d", b.Window, b.Round)
		}
		if b.Fallback == "consent" {
			if d, err = f.consented("fallback", b.Window, nil); err != nil {
				return err
			}
		}
		w.Without = true
		d.What, d.Window, d.Target, d.Reason = DeedNoBeacon, b.Window, b.Round, b.Fallback
	}
	f.deed(e, d)
	return nil
}

// DeedOf returns what an event alone shows of a deed, without the consents, which are in other events.
func DeedOf(e events.Event) (d Deed, ok bool) {
	switch b := e.Body.(type) {
	case events.Amended:
		d = Deed{What: DeedState, Reason: b.Reason}
	case events.Rewound:
		d = Deed{What: DeedRewind, Window: b.Window, Reason: b.Reason}
	case events.SeatReplaced:
		d = Deed{What: DeedReplace, Seat: b.Seat, Reason: b.Reason}
	case events.OrdersVoided:
		d = Deed{What: DeedVoid, Seat: b.Seat, Target: b.Orders, Reason: b.Reason}
	case events.LateAccepted:
		d = Deed{What: DeedLate, Seat: b.Seat, Target: b.Orders, Reason: b.Reason}
	case events.Resealed:
		d = Deed{What: DeedReseal, Window: b.Window, Target: b.Seal, Reason: b.Reason}
	case events.Restored:
		d = Deed{What: DeedRestored, Target: b.Seen, Reason: b.Reason}
	case events.LogKeyRotated:
		d = Deed{What: DeedLogKey, Reason: b.Reason}
	case events.HostMoved:
		d = Deed{What: DeedMoved, Address: b.Address, Reason: b.Reason}
	case events.RulesChanged:
		d = Deed{What: DeedRules, Target: b.Revision, Reason: b.Reason}
	case events.KeyRotated:
		d = Deed{What: DeedKey, Window: b.Window, Reason: b.Reason}
	case events.BeaconChanged:
		d = Deed{What: DeedBeacon, Reason: b.Reason}
	case events.BeaconUnavailable:
		d = Deed{What: DeedNoBeacon, Window: b.Window, Target: b.Round, Reason: b.Fallback}
	case events.RoundFixed:
		if b.Attempt == 1 {
			return d, false
		}
		d = Deed{What: DeedRound, Window: b.Window, Target: b.Round}
	case events.SeatVacated:
		if b.Cause != "master" {
			return d, false
		}
		d = Deed{What: DeedVacated, Seat: b.Seat, Reason: b.Reason}
	default:
		return d, false
	}
	d.Seq, d.Time, d.Actor = e.Seq, e.Time, e.Actor
	return d, true
}
