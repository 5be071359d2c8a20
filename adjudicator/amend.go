package adjudicator

import (
	"fmt"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// fair checks what Fairness cannot: the signatures of a beacon, with the check that the caller supplies. A reader who trusts his own log
// (Strict unset) checked them when they came in.
func (m *Match) fair(e events.Event) error {
	if !m.strict || m.beacon == nil {
		return nil
	}
	switch b := e.Body.(type) {
	case events.BeaconObserved:
		return m.beacon(m.Fair.Beacon(), b.Round, b.Signature)
	case events.RoundFixed:
		if b.Seen > 0 {
			return m.beacon(m.Fair.Beacon(), b.Seen, b.SeenSignature)
		}
	}
	return nil
}

// CheckRound checks the signature of a round before it goes into the log.
func (m *Match) CheckRound(round int64, signature []byte) error {
	if m.beacon == nil {
		return fmt.Errorf("this program was given no means to check a beacon")
	}
	return m.beacon(m.Fair.Beacon(), round, signature)
}

// oweNews records that every seat is owed the letter about a seal, a request for codes or consent, or an act of the game master. A moved
// deadline has a letter of its own. Games begun before these letters existed get none.
func (m *Match) oweNews(e events.Event) {
	if m.Fair.Terms == nil {
		return
	}
	switch e.Body.(type) {
	case events.RoundFixed:
		m.oweAll(e.Seq, "sealed")
	case events.CodesAsked:
		m.oweAll(e.Seq, "codes")
	case events.AmendmentProposed:
		m.oweAll(e.Seq, "proposal")
	case events.Amended, events.Rewound, events.OrdersVoided, events.LateAccepted, events.Resealed, events.RulesChanged, events.KeyRotated,
		events.BeaconChanged, events.BeaconUnavailable, events.SeatReplaced, events.Restored,
		events.LogKeyRotated, events.HostMoved:
		m.oweAll(e.Seq, "amended")
	case events.MachineSeated:
		if m.Opened {
			m.oweAll(e.Seq, "amended")
		}
	}
}

// void removes from its desk whatever is left there of an order mail.
func (m *Match) void(e events.Event, b events.OrdersVoided) error {
	mail, ok := m.OrderMail(b.Orders)
	d := m.Desk(table.Seat(b.Seat))
	if !ok || d == nil || string(mail.Seat) != b.Seat || m.Sealed != nil {
		return fmt.Errorf("event %d holds no orders of %s that can be made void now", b.Orders, b.Seat)
	}
	of := func(l table.Line) bool { s, _ := slot(l.ID); return s == b.Orders }
	d.draft, d.standing = without(d.draft, of), without(d.standing, of)
	d.answers = without(d.answers, func(a events.Answer) bool { s, _ := slot(a.ID); return s == b.Orders })
	d.Last, d.unmended = e.Time, nil
	d.Sent = d.Sent && len(d.draft)+len(d.answers) > 0
	return nil
}

// acceptLate lets the seal count the seat's desk as it now is; the seal is then made again.
func (m *Match) acceptLate(b events.LateAccepted) error {
	mail, ok := m.OrderMail(b.Orders)
	if !ok || string(mail.Seat) != b.Seat || m.Sealed == nil {
		return fmt.Errorf("event %d holds no orders of %s that came after a seal", b.Orders, b.Seat)
	}
	m.late = &b
	return nil
}

// changeRules notes a new revision; play switches to it when the next window of orders opens.
func (m *Match) changeRules(b events.RulesChanged) error {
	if int(b.Revision) > m.Engine.Revision() {
		return m.stop(CodeNewer, fmt.Sprintf("it turns to revision %d of %s, this program knows %d: use the program of its host, or a newer one", b.Revision, m.Announced.Rulebook, m.Engine.Revision()))
	}
	m.revision = int(b.Revision)
	return nil
}

// adoptRules switches to the announced revision at a window of orders.
func (m *Match) adoptRules(orders bool) {
	if m.revision == 0 || !orders || len(m.since) > 0 {
		return
	}
	m.Setup.Revision = m.revision
	m.boundary = m.boundary.Revised(m.revision)
	m.revision = 0
}

// CheckSet tries a correction of the position without applying it.
func (m *Match) CheckSet(set string) error {
	if m.boundary == nil {
		return fmt.Errorf("the game has not begun")
	}
	_, err := m.boundary.Amend([]byte(set))
	return err
}

// AddKey gives a match a dice key that the game will use later.
func (m *Match) AddKey(k dice.Key) error {
	if m.key == nil {
		return fmt.Errorf("the dice key of %s is not here", m.Game)
	}
	m.spare = append(m.spare, k)
	return nil
}

// unopened is a seal that cannot be opened: it names lines or answers that no mail holds.
type unopened struct {
	seq  int64
	seal events.Sealed
	due  events.Sealed // what it should have been: what the mails had brought when it was made
}

// goesOnUnopened reports whether an event may come while a seal cannot be opened: any event that is not play. Orders are not taken then;
// their mail hosts offer them again.
func goesOnUnopened(b events.Body) bool {
	switch b.(type) {
	case events.Sealed, events.Adjudicated, events.DeadlineSet, events.DeadlinePassed, events.OrdersReceived, events.OrdersWithdrawn, events.Amended,
		events.OrdersVoided, events.LateAccepted, events.RulesChanged, events.SeatVacated:
		return false
	}
	return true
}

// Unopened returns the event number of the seal that holds the game up because it names what no mail holds, or 0 if there is none.
func (m *Match) Unopened() int64 {
	if m.unopened == nil {
		return 0
	}
	return m.unopened.seq
}

// reseal closes the window of a seal that cannot be opened. It uses what the mails had brought when the seal was made.
func (m *Match) reseal(e events.Event, b events.Resealed) (did played, err error) {
	u := m.unopened
	if u == nil || b.Window != u.seal.Window || b.Seal != u.seq {
		return did, fmt.Errorf("event %d is no seal that has to be made again", b.Seal)
	}
	seal, err := m.filed.openAll(u.due)
	if err != nil {
		return did, err
	}
	m.unopened, m.Halt = nil, nil
	return m.close(e, u.due, seal), nil
}
