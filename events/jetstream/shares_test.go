package jetstream_test

import (
	"errors"
	"slices"
	"strings"
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

// TestAServerDeclinesWhatItCannotDo: what a server declines goes to another and stays there, whatever its share; after a while it is tried again,
// later each time. Where every server declines a part, somebody has it all the same.
func TestAServerDeclinesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	url := external(t, t.TempDir(), false)
	one, two := connect(t, url), connect(t, url)
	defer closeStore(t, one)
	defer closeStore(t, two)
	a := begin(t, one, "a")
	has := func(w *worker, n int) func() bool { return func() bool { return len(w.shift.Parts()) == n } }
	until(t, "one server has all", has(a, 9), a)
	if a.shift.Replaceable("1") {
		t.Error("another can do a part where there is no other")
	}
	b := begin(t, two, "b")
	until(t, "two servers share", func() bool { return len(a.shift.Parts()) == 5 && len(b.shift.Parts()) == 4 }, a, b)
	lost := slices.Clone(b.shift.Parts())
	if !b.shift.Replaceable(lost[0]) {
		t.Error("no other server can do a part")
	}
	if err := b.shift.Decline(t.Context(), lost, "its disk is full"); err != nil {
		t.Fatal(err)
	}
	until(t, "the other server has all", has(a, 9), a, b)
	if d := a.shift.Declined(); len(d) != 4 || d[0].Server.Name != "server b" || d[0].Why != "its disk is full" {
		t.Errorf("what is declined is seen as %v", d)
	}
	for range 20 {
		a.look()
		b.look()
	}
	if !has(a, 9)() || !has(b, 0)() {
		t.Errorf("parts are passed to and fro: %d and %d", len(a.shift.Parts()), len(b.shift.Parts()))
	}
	if err := a.shift.Decline(t.Context(), []string{lost[0]}, "its disk is full, too"); err != nil {
		t.Fatal(err)
	}
	until(t, "somebody has a part that both decline", func() bool { return a.shift.Has(lost[0]) || b.shift.Has(lost[0]) }, a, b)
	if err := b.shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "one server has all again", has(a, 9), a)
	b = begin(t, two, "b") // it was mended, and started again
	until(t, "what was declined in a shift that is over counts no more", func() bool { return len(b.shift.Parts()) >= 4 }, a, b)
}

// TestAServerThatDoesNotShare: a server of a program from before the work was shared, and servers that share it, are never at work at the same time. Each is
// told of the other; what one leaves, in order or not, the other takes.
func TestAServerThatDoesNotShare(t *testing.T) {
	t.Parallel()
	url := external(t, t.TempDir(), false)
	one, two := connect(t, url), connect(t, url)
	defer closeStore(t, one)
	defer closeStore(t, two)
	old := acquire(t, quick(t, one, "old")) // as such a program does
	c, err := two.Cabinet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shares := c.Shares("a", "server a", nineParts...)
	shares.Renew, shares.Hold, shares.Take = 100*time.Millisecond, 1200*time.Millisecond, 1500*time.Millisecond
	if _, err := shares.Begin(t.Context()); !errors.Is(err, jetstream.ErrUndivided) || !strings.Contains(err.Error(), "server old") {
		t.Fatalf("beside a server that does not share, a shift begins: %v", err)
	}
	if err := old.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := begin(t, two, "a")
	until(t, "the server that shares has all", func() bool { return len(a.shift.Parts()) == 9 }, a)
	late := quick(t, one, "old")
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); a.look() { // longer than it waits for one that is silent
		if late.TryAcquire(t.Context()) != nil {
			t.Fatal("a server that does not share begins beside one that does")
		}
	}
	if !strings.Contains(late.Other(), "too old") {
		t.Errorf("it is told %q", late.Other())
	}
	if err := a.shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	acquire(t, late) // when those that share are gone
	if _, err := a.shift.Look(t.Context()); !errors.Is(err, jetstream.ErrUndivided) {
		t.Errorf("one that comes back does not notice: %v", err)
	}
}
