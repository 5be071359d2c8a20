package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/postoffice"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func office(tb testing.TB, change func(*postoffice.Config)) *postoffice.Office {
	tb.Helper()
	config := postoffice.Config{
		Dir: tb.TempDir(), Domains: []string{"hq.localhost"}, Log: quiet, Orders: []string{"orders"},
		Users: []postoffice.User{{Name: "orders", Password: "hq"}, {Name: "alice", Password: "sesame"}},
	}
	if change != nil {
		change(&config)
	}
	o, err := postoffice.Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { o.Close() })
	return o
}

func orderMail(n int) []byte {
	return fmt.Appendf(nil, "From: alice@hq.localhost\r\nTo: orders@hq.localhost\r\nSubject: n %d\r\nMessage-ID: <n%d@alice>\r\n\r\nORDERS g turn %d\r\nmove\r\nEND\r\n", n, n, n)
}

func deliver(tb testing.TB, o *postoffice.Office, n int) {
	tb.Helper()
	if err := o.Deliver(context.Background(), "alice@hq.localhost", "orders@hq.localhost", orderMail(n)); err != nil {
		tb.Fatal(err)
	}
}

func intake(o *postoffice.Office, cursors mail.Cursors, move string) *mail.IMAPIntake {
	return mail.NewIMAPIntake(mail.IMAPConfig{
		Server: mail.Server{Addr: o.IMAPAddr(), TLS: mail.TLSNone, Username: "orders", Password: "hq"}, Move: move, Batch: 2, Log: quiet,
	}, cursors)
}

type cursors struct{ kept mail.Cursor }

func (c *cursors) LoadCursor(context.Context, string) (mail.Cursor, error) { return c.kept, nil }
func (c *cursors) SaveCursor(_ context.Context, _ string, k mail.Cursor) error {
	c.kept = k
	return nil
}

// Ensure every mail is handed over, one that was not taken again and again until it is, and none that was taken after a restart.
func TestIMAPIntake_Sweep(t *testing.T) {
	o := office(t, nil)
	for n := 1; n <= 5; n++ {
		deliver(t, o, n)
	}
	kept := &cursors{}
	trouble := true
	var got []string
	handler := func(_ context.Context, raw []byte, env mail.Envelope) error {
		in, err := message.Read(raw, message.Limits{})
		if err != nil {
			return err
		}
		if in.Subject == "n 3" && trouble {
			return errors.New("log is away")
		}
		got = append(got, in.Subject)
		return nil
	}
	if n, err := intake(o, kept, "").Sweep(t.Context(), handler); err != nil || n != 4 || kept.kept.UIDNext != 3 {
		t.Fatalf("took %d, %v, cursor %+v", n, err, kept.kept)
	}
	trouble = false
	got = nil
	if _, err := intake(o, kept, "").Sweep(t.Context(), handler); err != nil || got[0] != "n 3" || kept.kept.UIDNext != 6 {
		t.Fatalf("took %v, %v, cursor %+v", got, err, kept.kept)
	}
	got = nil
	if n, err := intake(o, kept, "").Sweep(t.Context(), handler); err != nil || n != 0 {
		t.Fatalf("took %v again, %v", got, err)
	}
	kept.kept.UIDValidity++ // another mailbox now: everything is looked at
	if n, err := intake(o, kept, "Done").Sweep(t.Context(), handler); err != nil || n != 5 {
		t.Fatalf("after a change of UIDVALIDITY: %d, %v", n, err)
	}
	if n, err := intake(o, nil, "Done").Sweep(t.Context(), handler); err != nil || n != 0 {
		t.Fatalf("moved mails came again: %d, %v", n, err)
	}
}

// Ensure a mail above the limit is handed on cut, with headers that can be answered.
func TestIMAPIntake_TooBig(t *testing.T) {
	o := office(t, nil)
	raw := append(orderMail(1), bytes.Repeat([]byte("x\r\n"), 5000)...)
	if err := o.Deliver(t.Context(), "alice@hq.localhost", "orders@hq.localhost", raw); err != nil {
		t.Fatal(err)
	}
	limits := message.Limits{Bytes: 4000}
	in := mail.NewIMAPIntake(mail.IMAPConfig{Limits: limits, Log: quiet,
		Server: mail.Server{Addr: o.IMAPAddr(), TLS: mail.TLSNone, Username: "orders", Password: "hq"}}, nil)
	n, err := in.Sweep(t.Context(), func(_ context.Context, raw []byte, env mail.Envelope) error {
		got, err := message.Read(raw, limits)
		if message.ErrorCode(err) != message.CodeTooBig || got.From.Address != "alice@hq.localhost" || got.Subject != "n 1" || len(raw) != 4001 || env.Size < 15000 {
			t.Errorf("%v, from %v, %d of %d bytes", err, got.From, len(raw), env.Size)
		}
		return nil
	})
	if n != 1 || err != nil {
		t.Fatal(n, err)
	}
}

// Ensure Run hears of new mail by IDLE, finds its way back after the server was away, and ends with its context.
func TestIMAPIntake_Run(t *testing.T) {
	dir := t.TempDir()
	o := office(t, func(c *postoffice.Config) { c.Dir = dir })
	clock := &stepClock{now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC), instantly: time.Hour}
	in := mail.NewIMAPIntake(mail.IMAPConfig{Clock: clock, Poll: 2 * time.Hour, Log: quiet,
		Server: mail.Server{Addr: o.IMAPAddr(), TLS: mail.TLSNone, Username: "orders", Password: "hq"}}, &cursors{})
	ctx, cancel := context.WithCancel(t.Context())
	got := make(chan string, 10)
	ended := make(chan error, 1)
	go func() {
		ended <- in.Run(ctx, func(_ context.Context, raw []byte, _ mail.Envelope) error {
			m, err := message.Read(raw, message.Limits{})
			got <- m.Subject
			return err
		})
	}()
	deliver(t, o, 1)
	if s := <-got; s != "n 1" {
		t.Error(s)
	}
	deliver(t, o, 2)
	if s := <-got; s != "n 2" {
		t.Error(s)
	}
	addr := o.IMAPAddr()
	o.Close()
	o = office(t, func(c *postoffice.Config) { c.Dir, c.IMAP = dir, addr })
	deliver(t, o, 3)
	for s := range got { // the second may come again: it was perhaps not marked yet when the server went away
		if s == "n 3" {
			break
		}
		if s != "n 2" {
			t.Error(s)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// stepClock stands still until it is moved; pauses of up to instantly end at once.
type stepClock struct {
	mutex     sync.Mutex
	now       time.Time
	instantly time.Duration
}

func (c *stepClock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *stepClock) move(d time.Duration) {
	c.mutex.Lock()
	c.now = c.now.Add(d)
	c.mutex.Unlock()
}

func (c *stepClock) After(d time.Duration) <-chan time.Time {
	ch := make(chan time.Time, 1)
	if d <= c.instantly {
		ch <- c.Now().Add(d)
	}
	return ch
}

// shelf is a log with one pending letter.
type shelf struct {
	letters []mail.Letter
	sent    []mail.Letter
	bounced []mail.Failure
}

func (s *shelf) Pending(context.Context) ([]mail.Letter, error) { return s.letters, nil }
func (s *shelf) Bytes(context.Context, mail.Letter) ([]byte, error) {
	return orderMail(1), nil
}
func (s *shelf) Sent(_ context.Context, l mail.Letter) error {
	s.sent, s.letters = append(s.sent, l), nil
	return nil
}
func (s *shelf) Bounced(_ context.Context, l mail.Letter, why mail.Failure) error {
	s.bounced, s.letters = append(s.bounced, why), nil
	return nil
}

func outbox(t *testing.T, to string) (*mail.Outbox, *shelf, *stepClock) {
	o := office(t, nil)
	s, err := mail.NewSubmission(mail.Server{Addr: o.SMTPAddr(), TLS: mail.TLSNone, Username: "alice", Password: "sesame"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	clock := &stepClock{now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	source := &shelf{letters: []mail.Letter{{Game: "g", Issue: 1, Issued: clock.now, From: "bounce@hq.localhost", To: to}}}
	return &mail.Outbox{Source: source, Sender: s, Clock: clock, Log: quiet}, source, clock
}

// Ensure a letter that is taken is recorded, a permanent refusal is a bounce, and an address elsewhere is never relayed.
func TestOutbox_Pass(t *testing.T) {
	for to, want := range map[string]string{"alice@hq.localhost": "sent", "permerror@hq.localhost": "5.1.1", "x@elsewhere.example": "5.7.1", "bad address@x": "5.1.3"} {
		box, source, _ := outbox(t, to)
		if _, err := box.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "sent":
			if len(source.sent) != 1 {
				t.Errorf("%s: %+v", to, source)
			}
		case len(source.bounced) != 1 || source.bounced[0].Enhanced != want || !source.bounced[0].Permanent:
			t.Errorf("%s: %+v", to, source.bounced)
		}
	}
}

// Ensure a temporary refusal is tried again after 5, 10, 20, 40 minutes, then hourly, and given up after five days.
func TestOutbox_Retry(t *testing.T) {
	box, source, clock := outbox(t, "temperror@hq.localhost")
	var pauses []time.Duration
	for len(source.bounced) == 0 && len(pauses) < 200 {
		next, err := box.Pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !next.IsZero() {
			pauses = append(pauses, next.Sub(clock.Now()))
			clock.move(next.Sub(clock.Now()))
		}
	}
	want := []time.Duration{5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 40 * time.Minute, time.Hour, time.Hour}
	if fmt.Sprint(pauses[:6]) != fmt.Sprint(want) || len(pauses) != 123 || source.bounced[0].Permanent {
		t.Errorf("pauses %v ... (%d), given up for %+v", pauses[:6], len(pauses), source.bounced)
	}
}

// Ensure passwords never leave this machine in clear.
func TestServer_Check(t *testing.T) {
	for addr, ok := range map[string]bool{"127.0.0.1:25": true, "[::1]:25": true, "localhost:25": true, "mail.example.org:25": false, "nonsense": false} {
		if _, err := mail.NewSubmission(mail.Server{Addr: addr, TLS: mail.TLSNone}); (err == nil) != ok || err != nil && !strings.HasPrefix(err.Error(), message.CodeConfig) {
			t.Errorf("%s: %v", addr, err)
		}
	}
}

// Ensure both ways of login work, and that a refused login is the operator's trouble, never the letter's end.
func TestSubmission_Login(t *testing.T) {
	o := office(t, nil)
	for _, auth := range []string{"plain", "login"} {
		for password, want := range map[string]bool{"sesame": true, "wrong": false} {
			s, err := mail.NewSubmission(mail.Server{Addr: o.SMTPAddr(), TLS: mail.TLSNone, Username: "alice", Password: password, Auth: auth})
			if err != nil {
				t.Fatal(err)
			}
			err = s.Send(t.Context(), mail.Letter{To: "alice@hq.localhost"}, orderMail(1))
			s.Close()
			if f, failed := errors.AsType[*mail.Failure](err); failed == want || failed && (f.Permanent || f.Code != 535) {
				t.Errorf("%s with %q: %v", auth, password, err)
			}
		}
	}
}
