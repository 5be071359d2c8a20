package mail_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/mail"
)

// pile is a log with letters that wait, for several at once.
type pile struct {
	mutex   sync.Mutex
	waiting []mail.Letter
	sent    []string
	refuses int // how often the log does not take that a letter was sent
}

func (p *pile) Pending(context.Context) ([]mail.Letter, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.waiting), nil
}

func (p *pile) Bytes(context.Context, mail.Letter) ([]byte, error) { return orderMail(1), nil }

func (p *pile) Sent(_ context.Context, l mail.Letter) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.refuses > 0 {
		p.refuses--
		return errors.New("the disk is full")
	}
	p.waiting = slices.DeleteFunc(p.waiting, func(x mail.Letter) bool { return x == l })
	p.sent = append(p.sent, fmt.Sprintf("%s %d", l.To, l.Issue))
	return nil
}

func (p *pile) Bounced(context.Context, mail.Letter, mail.Failure) error { return nil }

// sender is a mail server as the test wants it.
type sender func(l mail.Letter) error

func (s sender) Send(_ context.Context, l mail.Letter, _ []byte) error { return s(l) }

// Ensure a receiver whose host is slow keeps nobody else's letters waiting, and that each gets his own in their order, once.
func TestOutbox_ReceiversDoNotWaitForOneAnother(t *testing.T) {
	p := &pile{}
	for issue := range int64(6) {
		p.waiting = append(p.waiting, mail.Letter{Game: "g", Issue: issue, To: []string{"Slow@x", "fast@x"}[issue%2]})
	}
	fast, begun := make(chan struct{}), false
	box := &mail.Outbox{Source: p, Log: quiet, Sender: sender(func(l mail.Letter) error {
		switch {
		case l.Issue == 5:
			close(fast) // the last letter of the quick one
		case l.Issue == 0 && begun:
			t.Error("the same letter is sent twice")
		case l.Issue == 0:
			begun = true
			<-fast
		}
		return nil
	})}
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() { box.Run(ctx) })
	for range 20 { // letters are issued all the time
		box.Wake()
	}
	<-fast
	stop()
	over.Wait()
	if _, err := box.Pass(t.Context()); err != nil { // what was left when Run ended
		t.Fatal(err)
	}
	slices.SortStableFunc(p.sent, func(a, b string) int { return int(a[0]) - int(b[0]) })
	if want := []string{"Slow@x 0", "Slow@x 2", "Slow@x 4", "fast@x 1", "fast@x 3", "fast@x 5"}; !slices.Equal(p.sent, want) {
		t.Errorf("sent: %q", p.sent)
	}
}

// Ensure a letter that a server took is not sent again when that could not be recorded: it is recorded a minute later.
func TestOutbox_TakenIsNotSentAgain(t *testing.T) {
	p := &pile{waiting: []mail.Letter{{Game: "g", Issue: 1, To: "ann@x"}}, refuses: 1}
	clock := &stepClock{now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	sent := 0
	box := &mail.Outbox{Source: p, Log: quiet, Clock: clock, Sender: sender(func(mail.Letter) error { sent++; return nil })}
	next, err := box.Pass(t.Context())
	if err == nil || next != clock.Now().Add(time.Minute) {
		t.Errorf("next %v, error %v", next, err)
	}
	clock.move(time.Minute)
	if _, err := box.Pass(t.Context()); err != nil || len(p.sent) != 1 || sent != 1 {
		t.Errorf("%v; sent %d times, recorded: %q", err, sent, p.sent)
	}
}

// stillClock is a clock that moves only when it is told to.
type stillClock struct{ now time.Time }

func (c *stillClock) Now() time.Time                       { return c.now }
func (c *stillClock) After(time.Duration) <-chan time.Time { return nil }

// Ensure a letter that a full disk has kept back for hours arrives within a minute of there being room, where the server may be asked often,
// and that others are left in peace for longer and longer.
func TestOutbox_LettersAfterAFullDisk(t *testing.T) {
	for name, c := range map[string]struct {
		pause func(int) time.Duration
		least time.Duration
		most  time.Duration
	}{
		"our own post office": {func(int) time.Duration { return 30 * time.Second }, 0, time.Minute},
		"another's server":    {nil, 31 * time.Minute, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &stillClock{time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
			p := &pile{waiting: []mail.Letter{{Game: "g", Issue: 1, To: "ann@example.org", Issued: clock.now}}}
			full := true
			box := &mail.Outbox{Source: p, Log: quiet, Clock: clock, Pause: c.pause, Sender: sender(func(mail.Letter) error {
				if full {
					return &mail.Failure{Code: 451, Enhanced: "4.3.1"}
				}
				return nil
			})}
			for end := clock.now.Add(3 * time.Hour); clock.now.Before(end); {
				next, err := box.Pass(t.Context())
				if err != nil || !next.After(clock.now) {
					t.Fatal(next, err)
				}
				clock.now = next
			}
			if _, err := box.Pass(t.Context()); err != nil { // the last one that finds no room
				t.Fatal(err)
			}
			full = false
			room := clock.now
			for len(p.sent) == 0 {
				next, err := box.Pass(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if len(p.sent) == 0 {
					clock.now = next
				}
			}
			if waited := clock.now.Sub(room); waited < c.least || waited > c.most {
				t.Errorf("the letter came %s after there was room", waited)
			}
		})
	}
}

// Ensure letters leave soon after a server that nobody could reach is back, and that the pauses grow to those of a server that says "later".
func TestOutbox_NobodyHome(t *testing.T) {
	clock := &stillClock{time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
	began := clock.now
	p := &pile{waiting: []mail.Letter{{Game: "g", Issue: 1, To: "ann@example.org", Issued: clock.now}}}
	var pauses []time.Duration
	box := &mail.Outbox{Source: p, Log: quiet, Clock: clock, Sender: sender(func(mail.Letter) error {
		return errors.New("connection refused")
	})}
	for range 8 {
		next, err := box.Pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pauses = append(pauses, next.Sub(clock.now))
		clock.now = next
	}
	want := []time.Duration{10, 20, 40, 80, 160, 320, 640, 1280}
	for i := range want {
		want[i] *= time.Second
	}
	if !slices.Equal(pauses, want) || clock.now.Sub(began) > time.Hour {
		t.Errorf("pauses %v, want %v", pauses, want)
	}
}
