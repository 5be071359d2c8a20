package main

import (
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// answering is a mail that answers a letter.
func (h *hall) answering(l adjudicator.Letter, plain []byte) []byte {
	return append([]byte("In-Reply-To: <"+l.Issued.MessageID+">\r\n"), plain...)
}

// seals gives the seals of a game's log.
func (h *hall) seals(game string) (seals []events.Sealed) {
	h.t.Helper()
	for _, r := range h.records(game) {
		e, err := events.Decode([]byte(r))
		if err != nil {
			h.t.Fatal(err)
		}
		if b, ok := e.Body.(events.Sealed); ok {
			seals = append(seals, b)
		}
	}
	return seals
}

// A CHECK of standing orders is tried on a desk of its own: the standing orders given before are those that are sealed.
func TestACheckOfStandingOrdersLeavesThoseGivenAlone(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := palace("hill")
	g.Schedule.Period = 60
	h.playing(g)
	h.mail("ann", "orders", "ORDERS hill turn 1\nstanding ask BB-D17\nstanding retreat: toward A8\nG1: hold\nEND")
	h.mail("ann", "try", "CHECK\nORDERS hill turn 1\nstanding ask BB-D17\nG1: watch\nEND")
	h.look("hill", func(m *adjudicator.Match) {
		if lines := m.Desk("republic").Standing(); len(lines) != 2 || lines[0].ID == "" || lines[1].ID == "" {
			t.Errorf("after a CHECK the standing orders are %+v", lines)
		}
	})
	h.wait(2*time.Hour, "hill")
	h.look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Now.Turn() != 2 {
			t.Fatalf("the turn was not played: %v", m.Halt)
		}
	})
	for _, s := range h.seals("hill")[0].Seats {
		if s.Seat == "republic" && len(s.Standing) != 2 {
			t.Errorf("sealed: %v", s.Standing)
		}
	}
}

// Two lines of a receipt mended in one answer, the later one first, and a line added behind them: each is a line of its own, and the game goes on.
func TestLinesMendedInAnyOrderAreSealed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := palace("hill")
	g.Schedule.Period = 60
	h.playing(g)
	receipt := h.mail("ann", "orders", "ORDERS hill turn 1\nG1: mvoe C7\nG2: hold\nG3: hodl\nEND")
	if len(receipt) == 0 {
		t.Fatal("no receipt")
	}
	h.raw(h.answering(receipt[0], h.plain("ann", "mended", "3 G3: hold\n1 G1: hold\nstanding ask BB-D17")))
	ids := map[string]bool{}
	h.look("hill", func(m *adjudicator.Match) {
		draft := append(m.Desk("republic").Draft(), m.Desk("republic").Standing()...)
		for _, l := range draft {
			ids[l.ID] = true
		}
		if len(draft) != 4 || len(ids) != 4 {
			t.Errorf("%d lines, %d names: %+v", len(draft), len(ids), draft)
		}
	})
	h.wait(2*time.Hour, "hill")
	h.look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Now.Turn() != 2 {
			t.Fatalf("the turn was not played: %v", m.Halt)
		}
	})
}
