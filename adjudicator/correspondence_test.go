package adjudicator

import (
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// What a missed turn is: a deadline has closed a window of orders, the seat was asked, and nothing at all had come from it.
func TestMissedTurns(t *testing.T) {
	seal := func(cause string, silent ...string) events.Sealed {
		s := events.Sealed{Cause: cause}
		for _, seat := range []string{"north", "south"} {
			part := events.SeatSeal{Seat: seat}
			for _, x := range silent {
				part.Silent = part.Silent || x == seat
			}
			s.Seats = append(s.Seats, part)
		}
		return s
	}
	both := events.Window{Seats: []string{"north", "south"}}
	for _, c := range []struct {
		name  string
		seal  events.Sealed
		asked events.Window
		want  [2]int // missed by north and south, who had missed one each
	}{
		{"north was silent", seal("deadline", "north"), both, [2]int{2, 0}},
		{"both were", seal("deadline", "north", "south"), both, [2]int{2, 2}},
		{"nobody was", seal("deadline"), both, [2]int{0, 0}},
		{"south was not asked", seal("deadline", "south"), events.Window{Seats: []string{"north"}}, [2]int{0, 1}},
		{"a question is no turn", seal("deadline", "north"), events.Window{Seats: []string{"north"}, Asks: true}, [2]int{1, 1}},
		{"the master has closed it", seal("master", "north"), both, [2]int{1, 0}},
	} {
		m := &Match{Ledger: Ledger{Players: []Player{{Seat: "north", Missed: 1}, {Seat: "south", Missed: 1}}}}
		m.silence(c.seal, c.asked)
		if got := [2]int{m.Players[0].Missed, m.Players[1].Missed}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A seat that was left keeps its standing orders and loses its draft: nobody carries out what a player saved who is gone.
func TestVacatedSeats(t *testing.T) {
	m := &Match{Ledger: Ledger{Players: []Player{{Seat: "north"}, {Seat: "south"}}}, Desks: []*Desk{{Seat: "north", Sent: true,
		draft: []table.Line{{ID: "1.1", Verb: "move"}}, standing: []table.Line{{ID: "1.2", Verb: "retreat", Standing: true}}}, {Seat: "south"}}}
	vacate := func(seq int64, seat string) error {
		e := events.Event{Seq: seq, Body: events.SeatVacated{Seat: seat, Cause: "missed"}}
		did, err := m.apply(e, events.Record{})
		if err == nil {
			err = m.Ledger.apply(e, events.Record{}, did)
		}
		return err
	}
	if err := vacate(5, "north"); err != nil {
		t.Fatal(err)
	}
	d := m.Desk("north")
	if len(d.draft) != 0 || len(d.standing) != 1 || d.Sent || !m.Player("north").Vacant || len(m.Owed) != 2 {
		t.Errorf("%+v, owed %v", d, m.Owed)
	}
	if err := vacate(6, "west"); err == nil {
		t.Error("a seat that is none was left")
	}
}

// Three letters in a row refused for good make a player unreachable, once; a mail of his, or another address, ends that.
func TestUnreachable(t *testing.T) {
	m := &Match{Ledger: Ledger{Players: []Player{{Seat: "north", Address: "ann@example.org"}, {Seat: "south", Address: "bo@example.org"}}}}
	for i := range int64(6) {
		address := "ann@example.org"
		if i == 1 {
			address = "old@example.org" // of before her last move
		}
		m.Letters = append(m.Letters, Letter{Seq: i, Address: address, Issued: events.ReportIssued{Seat: "north"}})
	}
	for i := range int64(4) {
		m.refused(events.Event{Seq: 10 + i}, i)
	}
	if p := m.Player("north"); !p.Unreachable || p.Bounces != 3 || len(m.Owed) != 2 {
		t.Errorf("%+v, owed %v", p, m.Owed)
	}
	m.refused(events.Event{Seq: 20}, 4)
	if len(m.Owed) != 2 {
		t.Errorf("told again: %v", m.Owed)
	}
	m.heard("north")
	if p := m.Player("north"); p.Unreachable || p.Bounces != 0 {
		t.Errorf("after a mail: %+v", p)
	}
}
