package jetstream_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"fieldpost/events"
	"fieldpost/events/jetstream"
)

// quick is a lease whose times are short enough to be waited for.
func quick(t *testing.T, s *jetstream.Store, id string) *jetstream.Lease {
	t.Helper()
	c, err := s.Cabinet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l := c.Lease("work", id, "server "+id)
	l.Renew, l.Hold, l.Take = 100*time.Millisecond, 1200*time.Millisecond, 1500*time.Millisecond
	return l
}

func acquire(t *testing.T, l *jetstream.Lease) *jetstream.Term {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	term, err := l.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return term
}

// TestLease: one server at a time has the lease; it passes on at once when it is given back, after a while when its holder is gone, and a
// server that starts again on the same folder need not wait for itself.
func TestLease(t *testing.T) {
	t.Parallel()
	url := external(t, t.TempDir(), false)
	a, b := connect(t, url), connect(t, url)
	defer closeStore(t, b)
	first := acquire(t, quick(t, a, "a"))
	waits := quick(t, b, "b")
	if term := waits.TryAcquire(t.Context()); term != nil {
		t.Fatal("two servers have the lease")
	}
	if waits.Other() != "server a" {
		t.Errorf("who waits sees %q at work", waits.Other())
	}
	again := acquire(t, quick(t, a, "a")) // another process on the folder of the first
	if again.Number() <= first.Number() {
		t.Errorf("term %d follows term %d", again.Number(), first.Number())
	}
	select {
	case <-first.Lost():
	case <-time.After(10 * time.Second):
		t.Fatal("the process before it does not notice")
	}
	if first.Held() || !again.Held() {
		t.Error("the lease is not with the one who has it")
	}
	if err := again.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again.Held() {
		t.Error("it is held after it was given back")
	}
	third := waits.TryAcquire(t.Context())
	if third == nil {
		t.Fatal("a lease that was given back must be waited for")
	}
	if err := third.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	fourth := acquire(t, quick(t, a, "a"))
	begun := time.Now()
	closeStore(t, a) // its machine is gone
	fifth := acquire(t, waits)
	if fourth.Held() {
		t.Error("the lease was taken over while its holder could rely on it")
	}
	if wait := time.Since(begun); wait < 1200*time.Millisecond {
		t.Errorf("it was taken over after %s", wait)
	}
	if err := fifth.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestMailsWaitInTheCluster: what was added by one server is found by another, in order, whole and until it is done.
func TestMailsWaitInTheCluster(t *testing.T) {
	t.Parallel()
	url := external(t, t.TempDir(), false)
	a, b := connect(t, url), connect(t, url)
	defer closeStore(t, a)
	defer closeStore(t, b)
	in, err := a.Mails(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.Mails(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 100_000)
	sent := [][]byte{[]byte("one"), large, []byte("three")}
	for n, raw := range sent {
		if err := in.Add(t.Context(), []byte(`{"n":`+string(rune('0'+n))+`}`), raw); err != nil {
			t.Fatal(err)
		}
	}
	last, err := out.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var found []jetstream.Mail
	for behind := uint64(0); ; {
		m, err := out.Next(t.Context(), "", behind)
		if err != nil {
			t.Fatal(err)
		}
		if m.Number == 0 {
			break
		}
		behind = m.Number
		found = append(found, m)
	}
	if len(found) != len(sent) || found[len(found)-1].Number > last {
		t.Fatalf("found %d mails, up to %d of %d", len(found), found[len(found)-1].Number, last)
	}
	for n, m := range found {
		if !bytes.Equal(m.Raw, sent[n]) || string(m.Envelope) != `{"n":`+string(rune('0'+n))+`}` {
			t.Errorf("mail %d came as %d bytes, %s", n, len(m.Raw), m.Envelope)
		}
		for range 2 {
			if err := out.Done(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if m, err := in.Next(t.Context(), "", 0); err != nil || m.Number != 0 {
		t.Errorf("mail %d is left, %v", m.Number, err)
	}
	if err := in.Clear(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestCabinet: names are found again, and what is made once is not made twice.
func TestCabinet(t *testing.T) {
	t.Parallel()
	s := connect(t, external(t, t.TempDir(), false))
	defer closeStore(t, s)
	c, err := s.Cabinet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(t.Context(), "key.hill.dice"); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("an empty cabinet: %v", err)
	}
	if err := c.Create(t.Context(), "key.hill.dice", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := c.Create(t.Context(), "key.hill.dice", []byte("2")); !errors.Is(err, events.ErrConflict) {
		t.Errorf("made twice: %v", err)
	}
	if err := c.Put(t.Context(), "alive", []byte("3")); err != nil {
		t.Fatal(err)
	}
	names, err := c.Names(t.Context(), "key")
	if err != nil || len(names) != 1 || names[0] != "hill.dice" {
		t.Errorf("names %q, %v", names, err)
	}
	if value, err := c.Get(t.Context(), "key.hill.dice"); err != nil || string(value) != "1" {
		t.Errorf("got %q, %v", value, err)
	}
}
