package office_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// rival is a log to which somebody else always appends first.
type rival struct {
	events.Store
	first func() // what he does; he does not do it while he is doing it
	lost  int    // how often the other was first
}

func (r *rival) Append(ctx context.Context, record events.Record) error {
	if first := r.first; first != nil {
		r.first = nil
		first()
		r.first = first
	}
	err := r.Store.Append(ctx, record)
	if errors.Is(err, events.ErrConflict) {
		r.lost++
	}
	return err
}

func written(from string, n int, text string, at time.Time) []byte {
	return fmt.Appendf(nil, "From: %[1]s@example.org\r\nTo: orders@fieldpost.local\r\nSubject: orders\r\nMessage-ID: <parts.%[2]d@example.org>\r\nDate: %[3]s\r\n\r\n%[4]s\r\n", from, n, at.Format(time.RFC1123Z), text)
}

// TestTwoOfficesWorkOnOneGame: when two offices take a game for their own, as one that stood still does when it goes on, each mail has one effect and
// each letter is written once, whoever is first with every single event.
func TestTwoOfficesWorkOnOneGame(t *testing.T) {
	h := newHall(t)
	h.Office.Painter = nil
	h.Playing(officetest.Palace("hill"))
	clock := h.Now
	r := &rival{Store: h.Store}
	later := clock // the same event at the same moment would be no conflict
	slow, quick := h.OfficeOn(r, &clock), h.OfficeOn(h.Store, &later)
	do := func(what func(st *office.Office) error) {
		t.Helper()
		r.first = func() {
			if err := what(quick); err != nil {
				t.Error(err)
			}
		}
		if err := what(slow); err != nil {
			t.Fatal(err)
		}
		r.first = nil
	}
	const turns = 1
	for turn := 1; turn <= turns; turn++ {
		later = clock.Add(time.Second)
		for i, who := range []string{"ann", "bo"} {
			raw := written(who, 10*turn+i, fmt.Sprintf("ORDERS hill turn %d\nG1: watch\nEND\nSTATUS", turn), clock)
			do(func(st *office.Office) error {
				return st.Receive(t.Context(), raw, mail.Envelope{Via: "smtp", Received: clock})
			})
		}
		raw := written("eve", turn, "JOIN nowhere", clock)
		do(func(st *office.Office) error {
			return st.Receive(t.Context(), raw, mail.Envelope{Via: "smtp", Received: clock})
		})
		clock = clock.Add(20 * time.Minute)
		later = clock.Add(time.Second)
		do(func(st *office.Office) error { _, err := st.Round(t.Context()); return err })
	}
	if r.lost == 0 {
		t.Error("nobody was ever first")
	}
	effects := map[events.Hash]int{}
	for rec, err := range h.Store.Read(t.Context(), "hill", 1) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := events.Decode(rec.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if b, ok := e.Body.(events.OrdersReceived); ok {
			effects[b.Mail]++
		}
	}
	if len(effects) != 2*turns {
		t.Errorf("%d of %d mails had an effect", len(effects), 2*turns)
	}
	for key, n := range effects {
		if n != 1 {
			t.Errorf("mail %s had %d effects", key, n)
		}
	}
	for _, game := range []string{"hill", office.OwnLog} {
		h.Look(game, func(m *adjudicator.Match) {
			if game == "hill" && m.Now.Turn() <= turns {
				t.Errorf("turn %d is not played", m.Now.Turn())
			}
			type letter struct {
				kind  string
				seat  string
				about int64
				mail  events.Hash
			}
			seen := map[letter]bool{}
			for _, l := range m.Letters {
				k := letter{l.Issued.Letter, l.Issued.Seat, l.Issued.About, l.Issued.Mail}
				if seen[k] {
					t.Errorf("%s: %s to %s is written twice", game, k.kind, k.seat)
				}
				seen[k] = true
			}
			if game == office.OwnLog && len(seen) != turns {
				t.Errorf("eve got %d letters", len(seen))
			}
		})
	}
}

// TestOfficesShareGames: a mail about a game of another office is not dealt with; one about none is refused by whoever has it, and told so by the
// office that has the common log.
func TestOfficesShareGames(t *testing.T) {
	h := newHall(t)
	h.Office.Painter = nil
	h.Playing(officetest.Palace("hill"))
	clock := h.Now
	ours, others := h.OfficeOn(h.Store, &clock), h.OfficeOn(h.Store, &clock)
	others.Mine = func(string) bool { return false }
	head := func(game string) int64 {
		found, err := h.Store.Head(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		return found.Seq
	}
	before := head("hill")
	for n, text := range []string{"ORDERS hill turn 1\nG1: watch\nEND", "STATUS", "JOIN hill monarch"} {
		err := others.Receive(t.Context(), written("ann", n, text, clock), mail.Envelope{Via: "smtp", Received: clock})
		if there, ok := errors.AsType[*office.NotHere](err); !ok || there.Game != "hill" {
			t.Errorf("%q is taken in by the wrong office: %v", text, err)
		}
	}
	if _, err := others.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := head("hill"); now != before {
		t.Errorf("an office has appended %d events to another's game", now-before)
	}
	if err := others.Receive(t.Context(), written("eve", 9, "JOIN nowhere", clock), mail.Envelope{Via: "smtp", Received: clock}); err != nil {
		t.Fatal(err)
	}
	if n := head(office.OwnLog); n != 1 {
		t.Errorf("%d events in the common log, want the refusal", n)
	}
	if pending, err := others.Outgoing().Pending(t.Context()); err != nil || len(pending) != 0 {
		t.Errorf("an office would send %d letters of another, %v", len(pending), err)
	}
	if err := errors.Join(ours.Overheard(t.Context()), ours.Settle(t.Context())); err != nil {
		t.Fatal(err)
	}
	if n := head(office.OwnLog); n != 2 {
		t.Errorf("%d events in the common log, want the refusal and its letter", n)
	}
	others.Mine, ours.Mine = nil, func(string) bool { return false }
	ours.LetGo()
	if err := others.TakeOver(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := others.Receive(t.Context(), written("ann", 10, "ORDERS hill turn 1\nG1: watch\nEND", clock), mail.Envelope{Via: "smtp", Received: clock}); err != nil {
		t.Fatal(err)
	}
	if head("hill") == before {
		t.Error("the office that took over does nothing")
	}
}
