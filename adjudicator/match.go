package adjudicator

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Match is one game as its log tells it: what is on the desks, where play waits and what followed from each seal. Beside play, its Ledger
// holds who sits where and what they are owed. It is a fold: start from New and Apply each record in order. Passes found in the log are
// played again and compared.
type Match struct {
	Ledger

	Game      string
	Head      events.Head
	Announced events.GameAnnounced
	Setup     table.Setup
	Engine    table.Engine // nil until announced
	Salt      events.Hash
	Opened    bool
	Epoch     int64
	Desks     []*Desk
	Sealed    *events.Sealed // a seal that no pass has answered yet
	Closed    *events.GameClosed
	Amended   []events.Amended
	Rewinds   []events.Rewound
	Unproven  []int     // windows whose positions are hashed by another layout: only their rolls and facts were compared
	Fair      *Fairness // keys, seals, codes, rounds and deeds, as far as they can be checked without the rules
	Halt      *Stopped

	Open   *table.Window // where play waits; nil before the opening and after the end
	Now    table.Views   // as things stand; nil before the opening
	Last   Pass          // what followed from the last seal
	Ending *table.Ending

	told       map[table.Seat]table.Views // as things stood at the last report to each seat
	filed      filing
	sealSeq    int64
	openedAt   int64
	boundary   table.Game // the last boundary that play reached
	since      []table.Seal
	recorded   []recording
	fresh      *freshPass
	from       table.Game   // the boundary that the last pass began at
	through    []table.Seal // the seals that the last pass played from there
	thrown     []table.Roll // every roll of that pass
	cuts       []cut
	key        *dice.Key  // nil for a mere reader
	spare      []dice.Key // those after it
	beacon     BeaconCheck
	unopened   *unopened            // a seal that names what no mail holds: the game is held up until it is made again
	late       *events.LateAccepted // orders accepted after the seal, which is not made again yet
	pastEnd    events.Head          // where the past of the last snapshot ends; the zero Head for none
	pastLength lengths
	revision   int // of the rules, to be played by from the next order window on; 0 for none
	blob       func(events.Hash) ([]byte, error)
	engines    func(string) (table.Engine, bool)
	shelf      Shelf
	strict     bool // compare every pass with the log, proofs included
}

// Pass is what followed from one seal.
type Pass struct {
	Seq    int64 // of its event
	Time   int64
	Window int
	Turn   int // in which the seal was made
	Facts  []table.Fact
}

// Stopped says why a game does not go on. It stops one game, never the others.
type Stopped struct {
	Code   string
	Detail string
}

// Unanswered is why an event could not be folded although nothing is wrong with it: the store did not give what it names. The match does not stop; it
// is of no use any more and must be loaded again.
type Unanswered struct{ Err error }

func (u *Unanswered) Error() string { return "the store does not answer: " + u.Err.Error() }

// Unwrap returns what the store said.
func (u *Unanswered) Unwrap() error { return u.Err }

// CodeNewer means that a game plays by rules that this program does not have yet. Nothing is wrong with its log.
const CodeNewer = "E_NEWER"

// Error makes Stopped an error.
func (s *Stopped) Error() string { return s.Code + ": " + s.Detail }

type recording struct {
	window int
	seq    int64
	rolls  []held
	facts  []table.Fact // nil where the match was read from a later snapshot
}

// Source is what a match reads besides its log. Key is nil for an auditor, who verifies proofs and makes none.
type Source struct {
	Blob    func(events.Hash) ([]byte, error)
	Engines func(name string) (table.Engine, bool)
	Key     *dice.Key
	Spare   []dice.Key // keys that the game switched to later
	Strict  bool
	Beacon  BeaconCheck // nil: signatures of rounds are not checked here
	Watch   Watch       // nil: no one looks on
	Shelf   Shelf       // nil: every match reads its scenario for itself
}

// Shelf keeps scenarios that were read, so that all games of a scenario share it. It is kept outside because it changes while games are
// played.
type Shelf interface {
	// Scenario returns a rulebook's scenario by the digest of its document. If the shelf does not have it, read reads it.
	Scenario(rulebook string, document events.Hash, read func() (*table.Scenario, error)) (*table.Scenario, error)
}

// Watch looks on while Fold builds a match: it is called before each event that counts for play, with the match as it stood when that event
// came. It must not change anything.
type Watch func(m *Match, e events.Event, r events.Record)

// BeaconCheck checks the signature of a round of a beacon. It is supplied from outside because it needs a different elliptic curve.
type BeaconCheck func(b events.Beacon, round int64, signature []byte) error

// New returns the match before its first event.
func New(game string, s Source) *Match {
	return &Match{Game: game, Fair: NewFairness(game), blob: s.Blob, engines: s.Engines, key: s.Key, spare: s.Spare, strict: s.Strict, beacon: s.Beacon, shelf: s.Shelf}
}

// Desk finds a seat's desk, or nil if there is no such seat.
func (m *Match) Desk(s table.Seat) *Desk {
	for _, d := range m.Desks {
		if d.Seat == s {
			return d
		}
	}
	return nil
}

// Awaits reports whether the open window waits for a seat.
func (m *Match) Awaits(s table.Seat) bool {
	return m.Open != nil && slices.Contains(m.Open.Seats, s)
}

// AllIn reports whether every seat that the open window waits for is ready.
func (m *Match) AllIn() bool {
	_, all := m.ClosesEarly(0, 0)
	return all
}

// ClosesEarly returns when the open window may be closed before its deadline (Unix ms): a cool-off after the last orders, once every seat is
// ready. A seat that only has lines to correct is waited for no longer than the time for mending, counted from its last mail; at 0, for as
// long as it takes. Both times are in ms.
func (m *Match) ClosesEarly(coolOff, mending int64) (at int64, ok bool) {
	if m.Open == nil || m.Sealed != nil {
		return 0, false
	}
	for _, s := range m.Open.Seats {
		d := m.Desk(s)
		if d == nil || !d.Sent || d.takenBack || len(d.unmended) > 0 && mending == 0 {
			return 0, false
		}
		for _, q := range m.Open.Questions {
			if q.Seat == s && !d.replied(q.Key) {
				return 0, false
			}
		}
		wait := coolOff
		if len(d.unmended) > 0 {
			wait = max(wait, mending)
		}
		at = max(at, d.Last+wait)
	}
	return at, len(m.Open.Seats) > 0
}

// OpenedAt returns when the open window opened, Unix ms.
func (m *Match) OpenedAt() int64 { return m.openedAt }

// Over reports whether nothing more will be played.
func (m *Match) Over() bool { return m.Closed != nil || m.Ending != nil }

// Apply folds in the next record. An error is a *Stopped: the game does not go on, but may still be read; or an *Unanswered.
func (m *Match) Apply(r events.Record) error {
	e, err := events.Decode(r.Bytes)
	if err != nil {
		return m.stop("E_EVENT", err.Error())
	}
	if e.Seq != m.Head.Seq+1 || e.Prev != m.Head.Hash || e.Game != m.Game {
		return m.stop("E_CHAIN", fmt.Sprintf("event %d of %s does not follow event %d of %s", e.Seq, e.Game, m.Head.Seq, m.Game))
	}
	if !r.Whole.IsZero() {
		return m.stop("E_REDACTED", fmt.Sprintf("event %d: what other seats sent was left out of this log; it cannot be played again", e.Seq))
	}
	if err := m.fair(e); err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	did, err := m.apply(e, r)
	if errors.Is(err, errRewound) {
		return err
	}
	if err == nil {
		err = m.Ledger.apply(e, r, did)
	}
	if _, silent := errors.AsType[*Unanswered](err); silent {
		return err
	}
	if err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	m.Head = events.Head{Seq: e.Seq, Hash: r.Leaf()}
	if err := m.Fair.Apply(e, m.Head.Hash); err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	m.oweNews(e)
	if m.Halt != nil && (m.unopened == nil || !goesOnUnopened(e.Body)) {
		return m.Halt
	}
	return nil
}

// Stop stops a game because of a fault in the rules or in its views. Other games go on.
func (m *Match) Stop(h *table.Halt) error {
	s := halted(h)
	return m.stop(s.Code, s.Detail)
}

func (m *Match) stop(code, detail string) error {
	if m.Halt == nil {
		m.Halt = &Stopped{Code: code, Detail: detail}
	}
	return m.Halt
}

// apply folds an event into play and returns what it did there.
func (m *Match) apply(e events.Event, r events.Record) (did played, err error) {
	if m.isCut(e) {
		return played{cut: true}, nil
	}
	if m.unopened != nil && !goesOnUnopened(e.Body) {
		return did, m.Halt
	}
	switch b := e.Body.(type) {
	case events.GameAnnounced:
		return did, m.announce(b)
	case events.GameOpened:
		return did, m.open(b)
	case events.OrdersReceived:
		return m.receive(e, b, r)
	case events.OrdersWithdrawn:
		if d := m.Desk(table.Seat(b.Seat)); d != nil {
			d.withdraw(e.Seq, e.Time, b.Lines)
		}
	case events.SeatVacated:
		if d := m.Desk(table.Seat(b.Seat)); d != nil { // what a departed player had saved is not carried out; standing orders belong to the seat
			d.withdraw(e.Seq, e.Time, nil)
			d.Sent = false
		}
	case events.Sealed:
		return m.seal(e, b)
	case events.Resealed:
		return m.reseal(e, b)
	case events.Adjudicated:
		err := m.adjudicated(e, b, r)
		did.over = m.Ending != nil
		if err == nil && m.Halt == nil && m.Open != nil {
			did.next = slices.Clone(m.Open.Seats)
		}
		return did, err
	case events.Amended:
		return did, m.amend(e, b, r)
	case events.Rewound:
		return did, m.rewind(b)
	case events.OrdersVoided:
		return did, m.void(e, b)
	case events.LateAccepted:
		return did, m.acceptLate(b)
	case events.RulesChanged:
		return did, m.changeRules(b)
	case events.GameClosed:
		m.Closed, m.Open = &b, nil
	case events.TermsSet, events.CodesAnchored, events.CodesAsked, events.CodeRevealed, events.EntropyFixed, events.RoundFixed, events.BeaconObserved,
		events.BeaconUnavailable, events.CheckpointWitnessed, events.ConsentGiven, events.BeaconChanged, events.KeyRotated, events.AmendmentProposed, events.Explained,
		events.OperatorSeated, events.Restored, events.AdviceAllowed, events.AdviceAsked, events.ObserversAllowed, events.LogKeyRotated, events.HostMoved:
		// these change nothing in play (see Fairness), and the answer to their mail says that it had its effect
	case events.ReportIssued:
		if b.Letter == "report" {
			m.tell(table.Seat(b.Seat))
		}
	case events.SeatTaken, events.SeatReplaced, events.MachineSeated, events.OrdersRefused, events.PressSent, events.PressHidden, events.DeadlineSet, events.DeadlinePassed,
		events.MailSent, events.MailBounced, events.PostTermsSet, events.SenderProven, events.MailHeld, events.AbsenceSet,
		events.LettersChosen, events.KeyFiled, events.MailKeyRotated:
		// correspondence only (see Ledger)
	default:
		return did, fmt.Errorf("this program does not know what %s means", e.Body.Kind())
	}
	return did, nil
}

func (m *Match) announce(b events.GameAnnounced) error {
	if m.Engine != nil {
		return fmt.Errorf("announced twice")
	}
	engine, ok := m.engines(b.Rulebook)
	if !ok {
		return fmt.Errorf("there is no rulebook %q in this program", b.Rulebook)
	}
	if int(b.Revision) > engine.Revision() {
		return m.stop(CodeNewer, fmt.Sprintf("it plays by revision %d of %s, this program knows %d: use the program of its host, or a newer one", b.Revision, b.Rulebook, engine.Revision()))
	}
	scenario, err := m.scenario(engine, b.Document)
	if err != nil {
		return fmt.Errorf("its scenario %s cannot be read: %w", b.Document, err)
	}
	m.Announced, m.Engine = b, engine
	m.Setup = table.Setup{Scenario: scenario, Options: b.Options, Revision: int(b.Revision), Rhythm: b.Rhythm}
	for _, s := range b.Seats {
		m.Desks = append(m.Desks, &Desk{Seat: table.Seat(s)})
	}
	return nil
}

// scenario reads the scenario of a document, or takes it from the shelf.
func (m *Match) scenario(engine table.Engine, document events.Hash) (*table.Scenario, error) {
	read := func() (*table.Scenario, error) {
		text, err := m.blob(document)
		if err != nil {
			return nil, err
		}
		return engine.Scenario(text)
	}
	if m.shelf == nil {
		return read()
	}
	return m.shelf.Scenario(engine.Name(), document, read)
}

// receive puts what an order mail brings on its seat's desk.
func (m *Match) receive(e events.Event, b events.OrdersReceived, r events.Record) (did played, err error) {
	d := m.Desk(table.Seat(b.Seat))
	if d == nil {
		return did, fmt.Errorf("there is no seat %q", b.Seat)
	}
	o, ok, err := events.Open[events.Orders](r, b.OrdersSealed)
	if err != nil || !ok {
		return did, err
	}
	did = played{read: true, first: !d.Sent && m.Open != nil && len(m.Open.Questions) == 0 && m.Sealed == nil}
	m.filed.file(OrderMail{Seq: e.Seq, Time: e.Time, Seat: d.Seat, Number: b.Number, Mail: b.Mail, Raw: b.Raw, Orders: o})
	d.receive(e.Seq, e.Time, o)
	return did, nil
}
