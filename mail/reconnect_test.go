package mail_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/postoffice"
)

// countedPauses is a clock whose pauses end at once, and are noted; a session lasts until it is cut.
type countedPauses struct {
	stepClock
	pauses []time.Duration
	most   int
	enough context.CancelFunc
}

func (c *countedPauses) After(d time.Duration) <-chan time.Time {
	ch := make(chan time.Time, 1)
	if d > 5*time.Minute {
		return ch // a session waits for mail
	}
	if c.pauses = append(c.pauses, d); len(c.pauses) == c.most {
		c.enough()
	}
	ch <- c.Now()
	return ch
}

// gate lets every third connection through to a post office, to which a mail has just come. It cuts it when the mail has been read, after some
// time of its clock.
func gate(t *testing.T, host *postoffice.Office, clock *countedPauses, lasts time.Duration, read <-chan bool) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for n := 1; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if n%3 == 0 {
				server, err := net.Dial("tcp", host.IMAPAddr())
				if err != nil || host.Deliver(context.Background(), "alice@hq.localhost", "orders@hq.localhost", orderMail(n)) != nil {
					return
				}
				go func() { _, _ = io.Copy(server, conn) }()
				go func() { _, _ = io.Copy(conn, server) }()
				<-read
				clock.move(lasts)
				server.Close()
			}
			conn.Close()
		}
	}()
	return l
}

// TestPausesBeginAgainAfterAGoodSession: the pauses before a mailbox is connected to again grow while nothing works, and begin anew after a
// session of some minutes: a host that drops its clients every hour is not looked at later and later. One that drops them at once is.
func TestPausesBeginAgainAfterAGoodSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lasts time.Duration
		want  string
	}{{5 * time.Minute, "[1s 2s 1s 2s 4s 1s 2s 4s]"}, {time.Second, "[1s 2s 4s 8s 16s 32s 1m4s 2m8s]"}} {
		t.Run(c.lasts.String(), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			clock := &countedPauses{enough: cancel, most: 8}
			read := make(chan bool, 8)
			l := gate(t, office(t, nil), clock, c.lasts, read)
			in := mail.NewIMAPIntake(mail.IMAPConfig{Clock: clock, Poll: 2 * time.Hour, Log: quiet,
				Server: mail.Server{Addr: l.Addr().String(), TLS: mail.TLSNone, Username: "orders", Password: "hq"}}, &cursors{})
			if err := in.Run(ctx, func(context.Context, []byte, mail.Envelope) error { read <- true; return nil }); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(clock.pauses); got != c.want {
				t.Errorf("pauses %s, want %s", got, c.want)
			}
		})
	}
}
