package jetstream_test

import (
	"slices"
	"testing"
	"time"

	"fieldpost/events/jetstream"
)

// worker is a server that takes its share of the work.
type worker struct {
	t     *testing.T
	shift *jetstream.Shift
}

var nineParts = []string{"office", "1", "2", "3", "4", "5", "6", "7", "8"}

func begin(t *testing.T, s *jetstream.Store, id string) *worker {
	t.Helper()
	c, err := s.Cabinet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shares := c.Shares(id, "server "+id, nineParts...)
	shares.Renew, shares.Hold, shares.Take = 100*time.Millisecond, 1200*time.Millisecond, 1500*time.Millisecond
	shift, err := shares.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &worker{t: t, shift: shift}
}

// look looks once, and gives away what is above the share.
func (w *worker) look() {
	w.t.Helper()
	news, err := w.shift.Look(w.t.Context())
	if err != nil {
		return // a swap that another was first with: the next look tells
	}
	if len(news.Above) > 0 {
		if err := w.shift.Give(w.t.Context(), news.Above); err != nil {
			w.t.Fatal(err)
		}
	}
}

// until lets servers look until something is so, and sees that no part is in two hands meanwhile.
func until(t *testing.T, what string, done func() bool, workers ...*worker) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(20 * time.Millisecond) { // what other servers do can only be waited for
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
		for _, w := range workers {
			w.look()
		}
		for _, part := range nineParts {
			holders := 0
			for _, w := range workers {
				if w.shift.Has(part) {
					holders++
				}
			}
			if holders > 1 {
				t.Fatalf("part %s is in %d hands", part, holders)
			}
		}
	}
}

// TestShares: the first server takes all, gives half of it to the second when that one comes, and has all of it again when that one ends; what a
// server had that falls silent goes to the other, and it knows so before.
func TestShares(t *testing.T) {
	t.Parallel()
	url := external(t, t.TempDir(), false)
	one, two := connect(t, url), connect(t, url)
	defer closeStore(t, one)
	a := begin(t, one, "a")
	has := func(w *worker, n int) func() bool { return func() bool { return len(w.shift.Parts()) == n } }
	until(t, "one server has all", has(a, 9), a)
	b := begin(t, two, "b")
	if all, err := b.shift.TakeAll(t.Context()); err != nil || all {
		t.Fatalf("all is taken although another server lives: %v", err)
	}
	if b.shift.Others() != "server a" {
		t.Errorf("the others are %q", b.shift.Others())
	}
	until(t, "two servers share", has(b, 4), a, b)
	if n := len(a.shift.Parts()); n != 5 {
		t.Errorf("the first server keeps %d parts, want 5", n)
	}
	if o, ok := b.shift.Owner("office"); !ok || o.ID != "a" {
		t.Errorf("the office is with %v", o)
	}
	if err := b.shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "what was given back is taken", has(a, 9), a)
	if b.shift.Has("8") || b.shift.Lives() {
		t.Error("who has ended has something")
	}
	b = begin(t, two, "b")
	until(t, "two servers share again", has(b, 4), a, b)
	begun, lost := time.Now(), slices.Clone(b.shift.Parts())
	closeStore(t, two) // its machine is gone
	until(t, "the parts of the other are taken", has(a, 9), a)
	if wait := time.Since(begun); wait < 1200*time.Millisecond {
		t.Errorf("they were taken after %s", wait)
	}
	for _, part := range lost {
		if b.shift.Has(part) {
			t.Errorf("part %s was taken while its server could rely on it", part)
		}
	}
	if err := a.shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := begin(t, one, "c")
	if all, err := c.shift.TakeAll(t.Context()); err != nil || !all {
		t.Errorf("a server that is alone does not get all: %v", err)
	}
	if err := c.shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestMailsAreMovedToTheirPart: a mail that was moved is found there and nowhere else, whole, and its parts are not taken for orphans.
func TestMailsAreMovedToTheirPart(t *testing.T) {
	t.Parallel()
	s := connect(t, external(t, t.TempDir(), false))
	defer closeStore(t, s)
	q, err := s.Mails(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	raw := make([]byte, 1_200_000)
	if err := q.Add(t.Context(), []byte(`{}`), raw); err != nil {
		t.Fatal(err)
	}
	m, err := q.Next(t.Context(), "", 0)
	if err != nil || m.Part != "" {
		t.Fatal(m.Part, err)
	}
	if err := q.Move(t.Context(), m, "work.3"); err != nil {
		t.Fatal(err)
	}
	if m, err := q.Next(t.Context(), "", 0); err != nil || m.Number > 0 {
		t.Errorf("it is still where it was: %d, %v", m.Number, err)
	}
	if err := q.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	moved, err := q.Next(t.Context(), "work.3", 0)
	if err != nil || moved.Part != "work.3" || len(moved.Raw) != len(raw) || moved.Number <= m.Number {
		t.Fatalf("it is not there: part %q, %d bytes, %v", moved.Part, len(moved.Raw), err)
	}
	if err := q.Move(t.Context(), m, "work.4"); err != nil { // who moved it before knows nothing of that
		t.Fatal(err)
	}
	if again, err := q.Next(t.Context(), "work.4", 0); err != nil || again.Number > 0 {
		t.Errorf("it is moved once more: %d, %v", again.Number, err)
	}
	if err := q.Done(t.Context(), moved); err != nil {
		t.Fatal(err)
	}
	if m, err := q.Next(t.Context(), "work.3", 0); err != nil || m.Number > 0 {
		t.Errorf("it is not done: %d, %v", m.Number, err)
	}
}
