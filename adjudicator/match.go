package adjudicator

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Match is one game as its log tells it: who sits where, what lies on the desks, where play waits, what is owed.
// It is a fold: Apply each record in order, starting from New. Passes found in the log are played again and compared.
type Match struct {
	Game      string
	Head      events.Head
	Announced events.GameAnnounced
	Setup     table.Setup
	Engine    table.Engine // nil until announced
	Salt      events.Hash
	Opened    bool
	Epoch     int64
	Players   []Player
	Desks     []*Desk
	Letters   []Letter
	Press     []Message
	Owed      []Owed              // letters that facts of the log ask for and that are not issued yet
	Refusals  []Refused           // that nobody was told of yet
	Due       *events.DeadlineSet // of the window now open
	Overdue   bool                // its instant has passed
	Sealed    *events.Sealed      // a seal that no pass has answered yet
	Closed    *events.GameClosed
	Amended   []events.Amended
	Rewinds   []events.Rewound
	Unproven  []int     // windows whose positions are hashed by another layout, so that only their rolls and facts were compared
	Fair      *Fairness // keys, seals, codes, rounds and deeds, as far as they can be checked without the rules
	Halt      *Stopped

	Terms    events.PostTermsSet // what is agreed about the game's mail
	Agreed   bool                // it was said in so many words
	Held     []Held
	Proofs   []Proof
	Absences []Absence
	Missing  []table.Seat // who sent nothing for the last order window that a deadline closed
	Moved    int64        // how often the deadline of the open window was moved
	LastDue  int64        // Unix ms: the deadline before the running one; 0 if there was none

	Open   *table.Window // where play waits; nil before the opening and after the end
	Now    table.Views   // as things stand; nil before the opening
	Last   Pass          // what followed from the last seal
	Ending *table.Ending

	mails    []events.Hash // keys of every mail that had an effect
	filed    filing
	sealSeq  int64
	openedAt int64
	boundary table.Game // the last boundary that play reached
	since    []table.Seal
	recorded []recording
	fresh    *freshPass
	from     table.Game   // the boundary that the last pass began at
	through  []table.Seal // the seals that it played from there
	thrown   []table.Roll // every roll of it
	cuts     []cut
	until    int64         // play up to this event is covered by a snapshot
	next     events.Window // the window that the last pass skipped has opened
	key      *dice.Key     // nil for whoever only reads
	spare    []dice.Key    // those after it
	beacon   BeaconCheck
	unopened *unopened            // a seal that names what no mail holds: the game stands still until it is made again
	late     *events.LateAccepted // orders let in after the seal, which is not made again yet
	revision int                  // of the rules, to be played by from the next order window on; 0 for none
	blob     func(events.Hash) ([]byte, error)
	engines  func(string) (table.Engine, bool)
	strict   bool // compare every pass with the log, proofs included
}

// Player is who sits on a seat.
type Player struct {
	Seat     table.Seat
	Taken    bool
	Name     string
	Language string
	Zone     string
	Address  string // empty where the personal part was taken out
	Orders   int64  // how many order mails he has sent
	Anchor   [16]byte

	Vacant      bool        // whoever wants the seat may take it
	GivenUp     bool        // its player has surrendered
	Missed      int         // turns missed in a row
	Bounces     int         // letters that his host has refused since he was heard of last
	Unreachable bool        // HardBounces of them
	Banked      int64       // minutes of his time bank that are used up
	Key         events.Hash // his OpenPGP key, in the store
	Fingerprint string      // of that key
	Letters     Choice      // which letters he wants
	Adopted     int64       // Unix ms: the Date of the newest order mail taken, as far as dates are proven
}

// Letter is one that we owe or have sent.
type Letter struct {
	Seq     int64
	Time    int64
	Issued  events.ReportIssued
	Address string
	Sent    bool
	SentAt  int64 // Unix ms
	Bounced bool  // for good
}

// Message is a piece of press. To is "" when it is for everybody.
type Message struct {
	Seq, Time int64
	From, To  table.Seat // To: one seat or several with commas between
	Hidden    bool       // its readers do not learn who wrote it
	Text      string
}

// Owed is a letter that somebody must get because of an event. The log itself says so: a crash forgets none.
type Owed struct {
	Seq    int64 // of the event
	Seat   table.Seat
	Letter string // "welcome", "receipt", "report", "ended"
	Mail   events.Hash
}

// owe notes a letter to a seat, unless its player has declined letters of that kind.
func (m *Match) owe(seq int64, seat table.Seat, letter string, mail events.Hash) {
	if p := m.Player(seat); p != nil && !p.Letters.Gets(topics[letter]) {
		return
	}
	m.Owed = append(m.Owed, Owed{Seq: seq, Seat: seat, Letter: letter, Mail: mail})
}

// oweAll notes a letter to every seat.
func (m *Match) oweAll(seq int64, letter string) {
	for _, p := range m.Players {
		m.owe(seq, p.Seat, letter, events.Hash{})
	}
}

// Pass is what followed from one seal.
type Pass struct {
	Seq    int64 // of its event
	Time   int64
	Window int
	Turn   int // in which the seal was made
	Facts  []table.Fact
	Struck []table.Line // orders for phases that never came up in their turn
}

// Stopped says why a game does not go on: one game, never the others.
type Stopped struct {
	Code   string
	Detail string
}

// CodeNewer says that a game plays by rules that this program does not have yet: nothing is wrong with its log.
const CodeNewer = "E_NEWER"

// Error makes Stopped an error.
func (s *Stopped) Error() string { return s.Code + ": " + s.Detail }

type recording struct {
	window int
	seq    int64
	rolls  []held
	facts  []table.Fact // nil where a snapshot covers the pass
}

// Source is what a match reads beside its log. Key is nil for an auditor: he verifies proofs and makes none.
type Source struct {
	Blob    func(events.Hash) ([]byte, error)
	Engines func(name string) (table.Engine, bool)
	Key     *dice.Key
	Spare   []dice.Key // keys that the game turned to later
	Strict  bool
	Beacon  BeaconCheck // nil: signatures of rounds are not checked here
	Watch   Watch       // nil: nobody looks on
}

// Watch looks on while Fold builds a match: it is called before each event that counts for play, with the match as it stood when that event
// came. It must change nothing.
type Watch func(m *Match, e events.Event, r events.Record)

// BeaconCheck checks the signature of a round of a beacon. It stands outside, for it needs a curve of its own.
type BeaconCheck func(b events.Beacon, round int64, signature []byte) error

// New is the match before its first event.
func New(game string, s Source) *Match {
	return &Match{Game: game, Fair: NewFairness(game), blob: s.Blob, engines: s.Engines, key: s.Key, spare: s.Spare, strict: s.Strict, beacon: s.Beacon}
}

// Player finds who sits on a seat; nil if there is no such seat.
func (m *Match) Player(s table.Seat) *Player {
	for i := range m.Players {
		if m.Players[i].Seat == s {
			return &m.Players[i]
		}
	}
	return nil
}

// Desk finds a seat's desk; nil if there is no such seat.
func (m *Match) Desk(s table.Seat) *Desk {
	for _, d := range m.Desks {
		if d.Seat == s {
			return d
		}
	}
	return nil
}

// Seen reports whether a mail has had its effect already.
func (m *Match) Seen(mail events.Hash) bool { return !mail.IsZero() && slices.Contains(m.mails, mail) }

// Awaits reports whether the open window waits for a seat.
func (m *Match) Awaits(s table.Seat) bool {
	return m.Open != nil && slices.Contains(m.Open.Seats, s)
}

// AllIn reports whether every seat that the open window waits for is ready, and when the last of them wrote.
func (m *Match) AllIn() (last int64, all bool) {
	if m.Open == nil || m.Sealed != nil {
		return 0, false
	}
	for _, s := range m.Open.Seats {
		d := m.Desk(s)
		if d == nil || !d.Ready() {
			return 0, false
		}
		for _, q := range m.Open.Questions {
			if q.Seat == s && !d.replied(q.Key) {
				return 0, false
			}
		}
		last = max(last, d.Last)
	}
	return last, len(m.Open.Seats) > 0
}

// OpenedAt is when the open window opened, Unix ms.
func (m *Match) OpenedAt() int64 { return m.openedAt }

// Full reports whether every seat is taken.
func (m *Match) Full() bool {
	return len(m.Players) > 0 && !slices.ContainsFunc(m.Players, func(p Player) bool { return !p.Taken })
}

// Over reports whether nothing more will be played.
func (m *Match) Over() bool { return m.Closed != nil || m.Ending != nil }

// Apply folds the next record in. An error is a *Stopped: the game does not go on, but may still be read.
func (m *Match) Apply(r events.Record) error {
	e, err := events.Decode(r.Bytes)
	if err != nil {
		return m.stop("E_EVENT", err.Error())
	}
	if e.Seq != m.Head.Seq+1 || e.Prev != m.Head.Hash || e.Game != m.Game {
		return m.stop("E_CHAIN", fmt.Sprintf("event %d of %s does not follow event %d of %s", e.Seq, e.Game, m.Head.Seq, m.Game))
	}
	if err := m.fair(e); err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	if err := m.apply(e, r); errors.Is(err, errRewound) {
		return err
	} else if err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	m.Head = events.Head{Seq: e.Seq, Hash: events.LeafHash(r.Bytes)}
	if err := m.Fair.Apply(e, m.Head.Hash); err != nil {
		return m.stop("E_EVENT", fmt.Sprintf("event %d: %v", e.Seq, err))
	}
	m.oweNews(e)
	if m.Halt != nil && (m.unopened == nil || !goesOnUnopened(e.Body)) {
		return m.Halt
	}
	return nil
}

// Stop makes a game stand still because of a fault of the rules, of its views too. The others go on.
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

func (m *Match) apply(e events.Event, r events.Record) error {
	if m.isCut(e) {
		m.noteCut(e)
		return nil
	}
	if m.unopened != nil && !goesOnUnopened(e.Body) {
		return m.Halt
	}
	if done, err := m.skip(e, r); done {
		return err
	}
	if done, err := m.correspond(e, r); done {
		return err
	}
	switch b := e.Body.(type) {
	case events.GameAnnounced:
		return m.announce(b)
	case events.SeatTaken:
		m.owe(e.Seq, table.Seat(b.Seat), "welcome", b.Mail)
		return m.seat(b.Seat, b.Name, b.Language, b.Zone, b.Anchor, b.PlayerSealed, b.Mail, r)
	case events.SeatReplaced:
		return m.replace(e, b, r)
	case events.GameOpened:
		return m.open(b)
	case events.OrdersReceived:
		return m.receive(e, b, r)
	case events.OrdersWithdrawn:
		m.mails = append(m.mails, b.Mail)
		m.heard(table.Seat(b.Seat))
		m.owe(e.Seq, table.Seat(b.Seat), "receipt", b.Mail)
		if d := m.Desk(table.Seat(b.Seat)); d != nil {
			d.withdraw(e.Time, b.Lines)
		}
	case events.OrdersRefused:
		m.turnAway(e, b, r)
	case events.PressSent:
		return m.press(e, b, r)
	case events.Sealed:
		return m.seal(e, b)
	case events.Resealed:
		return m.reseal(e, b)
	case events.DeadlineSet:
		m.deadline(e, b)
	case events.DeadlinePassed:
		m.Overdue = m.Due != nil && m.Due.Window == b.Window && m.Due.Due == b.Due
	case events.Adjudicated:
		return m.adjudicated(e, b, r)
	case events.Amended:
		return m.amend(b)
	case events.Rewound:
		return m.rewind(b)
	case events.OrdersVoided:
		return m.void(e, b)
	case events.LateAccepted:
		return m.acceptLate(b)
	case events.RulesChanged:
		return m.changeRules(b)
	case events.TermsSet, events.CodesAnchored, events.CodesAsked, events.CodeRevealed, events.EntropyFixed, events.RoundFixed, events.BeaconObserved,
		events.BeaconUnavailable, events.CheckpointWitnessed, events.ConsentGiven, events.BeaconChanged, events.KeyRotated, events.AmendmentProposed, events.Explained,
		events.OperatorSeated:
		// they change nothing in play (see Fairness), and the answer to their mail says that it had its effect
	case events.ReportIssued:
		return m.issued(e, b, r)
	case events.MailSent:
		m.letter(b.Issue, func(l *Letter) { l.Sent, l.SentAt = true, e.Time })
	case events.MailBounced:
		m.letter(b.Issue, func(l *Letter) { l.Bounced = l.Bounced || b.Permanent })
		if b.Permanent {
			m.refused(e, b.Issue)
		}
	case events.GameClosed:
		m.Closed, m.Open = &b, nil
		m.pastDue()
		if b.Cause != "over" {
			m.oweAll(e.Seq, "ended")
		}
	default:
		return fmt.Errorf("this program does not know what %s means", e.Body.Kind())
	}
	return nil
}

// noteCut keeps what counts for ever of an event that a rewind has cut: a mail is never taken twice.
func (m *Match) noteCut(e events.Event) {
	switch b := e.Body.(type) {
	case events.OrdersReceived:
		m.mails = append(m.mails, b.Mail)
		if p := m.Player(table.Seat(b.Seat)); p != nil {
			p.Orders = b.Number
		}
	case events.OrdersWithdrawn:
		m.mails = append(m.mails, b.Mail)
	}
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
	document, err := m.blob(b.Document)
	if err != nil {
		return fmt.Errorf("its scenario %s cannot be read: %w", b.Document, err)
	}
	m.Announced, m.Engine = b, engine
	m.Setup = table.Setup{Document: document, Options: b.Options, Revision: int(b.Revision), Rhythm: b.Rhythm}
	for _, s := range b.Seats {
		m.Players = append(m.Players, Player{Seat: table.Seat(s), Language: b.Language, Zone: b.Schedule.Zone})
		m.Desks = append(m.Desks, &Desk{Seat: table.Seat(s)})
	}
	return nil
}

func (m *Match) anchor(seat string) [16]byte {
	if p := m.Player(table.Seat(seat)); p != nil {
		return p.Anchor
	}
	return [16]byte{}
}

func (m *Match) seat(seat, name, language, zone string, anchor [16]byte, sealed, mail events.Hash, r events.Record) error {
	p := m.Player(table.Seat(seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", seat)
	}
	who, _, err := events.Open[events.Player](r, sealed)
	if err != nil {
		return err
	}
	p.Taken, p.Name, p.Language, p.Zone, p.Anchor, p.Address = true, name, language, zone, anchor, who.Address
	p.Vacant, p.GivenUp, p.Missed, p.Bounces, p.Unreachable, p.Adopted = false, false, 0, 0, false, 0
	if !mail.IsZero() {
		m.mails = append(m.mails, mail)
	}
	return nil
}

func (m *Match) receive(e events.Event, b events.OrdersReceived, r events.Record) error {
	m.mails = append(m.mails, b.Mail)
	p, d := m.Player(table.Seat(b.Seat)), m.Desk(table.Seat(b.Seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	p.Orders = b.Number
	o, ok, err := events.Open[events.Orders](r, b.OrdersSealed)
	if err != nil || !ok {
		return err
	}
	if proof, ok := m.Proven(b.Mail); ok && proof.Dated {
		p.Adopted = max(p.Adopted, proof.Sent)
	}
	m.heard(p.Seat)
	m.owe(e.Seq, p.Seat, "receipt", b.Mail)
	if !d.Sent {
		m.arrival(e, p.Seat)
	}
	m.filed.file(OrderMail{Seq: e.Seq, Time: e.Time, Seat: p.Seat, Number: b.Number, Orders: o})
	d.receive(e.Seq, e.Time, o)
	return nil
}

// turnAway notes a mail of which nothing was taken. One that is kept is to be answered: the log itself says so.
func (m *Match) turnAway(e events.Event, b events.OrdersRefused, r events.Record) {
	m.mails = append(m.mails, b.Mail)
	if detail, ok, err := events.Open[events.Refusal](r, b.DetailSealed); ok && err == nil && !b.Raw.IsZero() { // who lacks the secret cannot write
		m.Refusals = append(m.Refusals, Refused{Seq: e.Seq, Time: e.Time, OrdersRefused: b, Detail: detail})
	}
}

// Refused is a refusal whose letter is not issued yet.
type Refused struct {
	Seq, Time int64
	events.OrdersRefused
	Detail events.Refusal
}

// press keeps a message and owes it to those it is for; a copy to its writer is his receipt.
func (m *Match) press(e events.Event, b events.PressSent, r events.Record) error {
	m.mails = append(m.mails, b.Mail)
	text, _, err := events.Open[events.Press](r, b.TextSealed)
	if err != nil {
		return err
	}
	m.heard(table.Seat(b.From))
	m.delivers(Message{Seq: e.Seq, Time: e.Time, From: table.Seat(b.From), To: table.Seat(b.To), Text: text.Text}, b.Mail)
	return nil
}

// replace gives a seat to another player. His predecessor's key is not his.
func (m *Match) replace(e events.Event, b events.SeatReplaced, r events.Record) error {
	m.owe(e.Seq, table.Seat(b.Seat), "welcome", events.Hash{})
	if err := m.seat(b.Seat, b.Name, b.Language, b.Zone, m.anchor(b.Seat), b.PlayerSealed, events.Hash{}, r); err != nil {
		return err
	}
	p := m.Player(table.Seat(b.Seat))
	p.Key, p.Fingerprint = events.Hash{}, ""
	return nil
}

func (m *Match) issued(e events.Event, b events.ReportIssued, r events.Record) error {
	who, _, err := events.Open[events.Player](r, b.AddressSealed)
	if err != nil {
		return err
	}
	if !b.Mail.IsZero() {
		m.mails = append(m.mails, b.Mail)
	}
	m.Owed = slices.DeleteFunc(m.Owed, func(o Owed) bool {
		return o.Seq == b.About && string(o.Seat) == b.Seat && o.Letter == b.Letter
	})
	m.Refusals = slices.DeleteFunc(m.Refusals, func(r Refused) bool { return r.Seq == b.About && b.Letter == "refusal" })
	m.Letters = append(m.Letters, Letter{Seq: e.Seq, Time: e.Time, Issued: b, Address: who.Address})
	return nil
}

func (m *Match) letter(issue int64, change func(*Letter)) {
	for i := range m.Letters {
		if m.Letters[i].Seq == issue {
			change(&m.Letters[i])
		}
	}
}

// Issued reports whether a letter about an event was issued to a seat.
func (m *Match) Issued(letter string, s table.Seat, about int64) bool {
	return slices.ContainsFunc(m.Letters, func(l Letter) bool {
		return l.Issued.Letter == letter && l.Issued.Seat == string(s) && l.Issued.About == about
	})
}
