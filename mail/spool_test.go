package mail_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/mail"
)

// spoolOn opens a spool on a folder.
func spoolOn(t *testing.T, dir string, change func(*mail.SpoolConfig)) *mail.Spool {
	t.Helper()
	config := mail.SpoolConfig{Dir: dir, Log: quiet}
	if change != nil {
		change(&config)
	}
	s, err := mail.OpenSpool(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// note is a mail of a player.
func note(from string, n int) []byte {
	return fmt.Appendf(nil, "From: %s <%s@example.org>\r\nTo: orders@example.org\r\nSubject: %s %d\r\n\r\nSTATUS\r\n", strings.ToUpper(from), from, from, n)
}

// subject is what a mail is about.
func subject(raw []byte) string {
	_, rest, _ := strings.Cut(string(raw), "Subject: ")
	s, _, _ := strings.Cut(rest, "\r\n")
	return s
}

// readers notes what was handed over.
type readers struct {
	mu    sync.Mutex
	got   []string
	await map[string]chan struct{} // closed when so many came of a sender
	many  int
}

// all gives a channel that is closed when n mails of a sender were handed over.
func (r *readers) all(sender string, n int) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := make(chan struct{})
	if r.many = n; len(r.of(sender)) >= n {
		close(c)
		return c
	}
	r.await = map[string]chan struct{}{sender: c}
	return c
}

func (r *readers) handler(_ context.Context, raw []byte, _ mail.Envelope) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, subject(raw))
	for sender, c := range r.await {
		if len(r.of(sender)) == r.many {
			close(c)
			delete(r.await, sender)
		}
	}
	return nil
}

// of lists what was handed over of one sender, in order.
func (r *readers) of(sender string) (list []string) {
	for _, s := range r.got {
		if strings.HasPrefix(s, sender+" ") {
			list = append(list, s)
		}
	}
	return list
}

// running lets a spool hand its mails over until the function that it returns is called.
func running(t *testing.T, s *mail.Spool, h mail.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Run(ctx, h) }()
	return func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure that every mail that was taken is handed over once, and those of one sender in the order in which they came, although many come at
// the same time and one sender's wait for nobody else's.
func TestSpool(t *testing.T) {
	s := spoolOn(t, t.TempDir(), nil)
	var r readers
	held := make(chan struct{}) // ann's first mail takes long
	stop := running(t, s, func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if subject(raw) == "ann 0" {
			<-held
		}
		if env.Remote != "192.0.2.1:25" || env.To[0] != "orders@example.org" {
			t.Errorf("the envelope is %+v", env)
		}
		return r.handler(ctx, raw, env)
	})
	senders, each := []string{"ann", "bo", "carol", "dave", "emma"}, 40
	var hosts sync.WaitGroup
	for _, from := range senders {
		hosts.Go(func() {
			for n := range each {
				if err := s.Take(t.Context(), note(from, n), mail.Envelope{Via: "smtp", From: from + "@example.org", To: []string{"orders@example.org"}, Remote: "192.0.2.1:25"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	hosts.Wait()
	for _, from := range senders[1:] { // who would wait for ever if they waited for ann
		<-r.all(from, each)
	}
	close(held)
	if err := s.AtRest(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	for _, from := range senders {
		want := []string{}
		for n := range each {
			want = append(want, fmt.Sprintf("%s %d", from, n))
		}
		if got := r.of(from); !slices.Equal(got, want) {
			t.Errorf("of %s came %v", from, got)
		}
	}
}

// handedOver opens a folder, hands over what waits in it, and lists that.
func handedOver(t *testing.T, dir string) []string {
	t.Helper()
	s := spoolOn(t, dir, nil)
	var r readers
	stop := running(t, s, r.handler)
	if err := s.AtRest(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return r.got
}

// files lists the files with mails in a folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.spool"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Ensure that a mail that was not taken by the handler waits alone, and has its effect after a crash; those that had theirs do not come again,
// and what all are done with takes no room.
func TestSpool_crash(t *testing.T) {
	dir := t.TempDir()
	s := spoolOn(t, dir, nil)
	for n := range 5 {
		if err := s.Take(t.Context(), note("ann", n), mail.Envelope{Via: "imap"}); err != nil {
			t.Fatal(err)
		}
	}
	var r readers
	last := make(chan struct{})
	stop := running(t, s, func(ctx context.Context, raw []byte, env mail.Envelope) error {
		switch subject(raw) {
		case "ann 2":
			return errors.New("the log is away")
		case "ann 4":
			defer close(last)
		}
		return r.handler(ctx, raw, env)
	})
	<-last
	stop()
	if want := []string{"ann 0", "ann 1", "ann 3", "ann 4"}; !slices.Equal(r.got, want) || s.Waiting() != 1 {
		t.Fatalf("handed over: %v; %d wait", r.got, s.Waiting())
	}
	crashed := filepath.Join(t.TempDir(), "spool") // the spool was not closed
	if err := os.CopyFS(crashed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if got := handedOver(t, crashed); !slices.Equal(got, []string{"ann 2"}) {
		t.Errorf("after the crash: %v", got)
	}
	if got := handedOver(t, crashed); len(got) > 0 || len(files(t, crashed)) > 0 {
		t.Errorf("after another start: %v, %v", got, files(t, crashed))
	}
}

// Ensure that a mail whose last bytes never reached the disk is none, for nobody was told that it is safe, and that it harms neither those
// before it nor those that come later.
func TestSpool_tornMail(t *testing.T) {
	for _, cut := range []int64{1, 40, 200} {
		dir := t.TempDir()
		s := spoolOn(t, dir, nil)
		for n := range 3 {
			if err := s.Take(t.Context(), note("ann", n), mail.Envelope{Via: "smtp"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(files(t, dir)[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(files(t, dir)[0], info.Size()-cut); err != nil {
			t.Fatal(err)
		}
		again := spoolOn(t, dir, nil)
		if err := again.Take(t.Context(), note("ann", 3), mail.Envelope{Via: "smtp"}); err != nil {
			t.Fatal(err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		if got := handedOver(t, dir); !slices.Equal(got, []string{"ann 0", "ann 1", "ann 3"}) {
			t.Errorf("cut by %d bytes: %v", cut, got)
		}
	}
}

// pauses is a clock whose pauses end when the test says so.
type pauses struct {
	asked chan time.Duration
	over  chan time.Time
}

// Now returns the time.
func (pauses) Now() time.Time { return time.Now() }

// After tells the test of a pause.
func (p pauses) After(d time.Duration) <-chan time.Time {
	p.asked <- d
	return p.over
}

// Ensure that a mail which the handler does not take for a long time is offered again after longer and longer pauses, and does not keep the room
// of all that came after it.
func TestSpool_longTrouble(t *testing.T) {
	const large = 5
	clock := pauses{make(chan time.Duration), make(chan time.Time)}
	back := make(chan struct{}, large+3) // a token for each time that a mail comes back
	dir := t.TempDir()
	s := spoolOn(t, dir, func(c *mail.SpoolConfig) { c.Clock, c.Tried = clock, func() { back <- struct{}{} } })
	var r readers
	var trouble atomic.Bool
	trouble.Store(true)
	stop := running(t, s, func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if subject(raw) == "ann 0" && trouble.Load() {
			return errors.New("the log is away")
		}
		return r.handler(ctx, raw, env)
	})
	if err := s.Take(t.Context(), note("ann", 0), mail.Envelope{}); err != nil {
		t.Fatal(err)
	}
	first := <-clock.asked
	for n := range large { // more than a file holds
		if err := s.Take(t.Context(), append(note("bo", n), make([]byte, 5<<20)...), mail.Envelope{}); err != nil {
			t.Fatal(err)
		}
	}
	for range 1 + large {
		<-back
	}
	begun := files(t, dir)[0]
	clock.over <- time.Now()
	if second := <-clock.asked; second <= first {
		t.Errorf("pauses of %s and then %s", first, second)
	}
	if slices.Contains(files(t, dir), begun) {
		t.Errorf("%s stays although a newer file holds what waits", filepath.Base(begun))
	}
	trouble.Store(false)
	clock.over <- time.Now()
	if err := s.AtRest(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	if got := r.of("ann"); len(got) != 1 {
		t.Errorf("of ann came %v", got)
	}
}

// Ensure that no more mails are taken than may wait: their hosts keep the others.
func TestSpool_full(t *testing.T) {
	s := spoolOn(t, t.TempDir(), func(c *mail.SpoolConfig) { c.Most = 2 })
	for n := range 2 {
		if err := s.Take(t.Context(), note("ann", n), mail.Envelope{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Take(t.Context(), note("ann", 2), mail.Envelope{}); err == nil {
		t.Error("a third mail was taken where two may wait")
	}
	var r readers
	stop := running(t, s, r.handler)
	if err := s.AtRest(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := s.Take(t.Context(), note("ann", 2), mail.Envelope{}); err != nil {
		t.Errorf("when the others were done: %v", err)
	}
}
