package office_test

import (
	"context"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/office/officetest"
)

// hallClock is the time of a hall, for others.
type hallClock struct{ *hall }

// Now returns the time.
func (c hallClock) Now() time.Time { return c.hall.Now }

// After returns a channel that gets nothing: time does not pass by itself.
func (c hallClock) After(time.Duration) <-chan time.Time { return nil }

// TestAWindowWaitsForTheMailsThatWereTaken: orders that were taken in before a deadline count, even if nobody came to look at them before it
// passed, and the window is closed as soon as somebody did; mails that came later make nobody wait.
func TestAWindowWaitsForTheMailsThatWereTaken(t *testing.T) {
	h := newHall(t)
	spool, err := mail.OpenSpool(mail.SpoolConfig{Dir: t.TempDir(), Tried: h.Office.MailTried, Clock: hallClock{h}, Log: h.Office.Log})
	if err != nil {
		t.Fatal(err)
	}
	defer spool.Close()
	g := officetest.Palace("hill")
	g.Schedule.Period = 3 * 24 * 60
	h.Playing(g)
	h.Office.Behind = func(_ string, at time.Time) bool { return spool.Behind(at) }
	turn := func(want int) {
		t.Helper()
		h.Look("hill", func(m *adjudicator.Match) {
			if m.Now.Turn() != want {
				t.Errorf("turn %d is played, want %d", m.Now.Turn(), want)
			}
		})
	}
	take := func(from, text string) {
		t.Helper()
		if err := spool.Take(t.Context(), h.Plain(from, "orders", text), mail.Envelope{Via: "smtp", Received: h.Now}); err != nil {
			t.Fatal(err)
		}
	}
	work := func() {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- spool.Run(ctx, h.Office.Receive) }()
		if err := spool.AtRest(t.Context()); err != nil {
			t.Fatal(err)
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	take("ann", "ORDERS hill turn 1\nG1: watch\nEND")
	h.Wait(4*24*time.Hour, "hill")
	turn(1)
	work()
	if err := h.Office.Settle(t.Context()); err != nil { // the game is on the agenda again
		t.Fatal(err)
	}
	turn(2)
	h.Look("hill", func(m *adjudicator.Match) {
		if p := m.Player("republic"); p.Orders != 1 || p.Missed != 0 {
			t.Errorf("%d order mails of Ann, %d turns missed; want 1, 0", p.Orders, p.Missed)
		}
	})
	h.Now = h.Now.Add(4 * 24 * time.Hour)
	take("bo", "STATUS") // after the deadline
	h.Wait(0, "hill")
	turn(3)
	work()
}
