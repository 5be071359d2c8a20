package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office/folder"
	"fieldpost/mail/office/keyring"
)

// alone is a server that does all the work of a cluster by itself.
func alone(t *testing.T) (*Shared, *jetstream.Shift) {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	h, shift, err := TakeAll(t.Context(), Settings{
		Data: dir, ArchiveDir: filepath.Join(dir, "archive"), Keys: keyring.Folder(filepath.Join(dir, "keys")), Log: log,
		Connect: func(ctx context.Context) (*jetstream.Store, error) {
			return jetstream.Connect(ctx, jetstream.External{URL: srv.ClientURL(), Log: log})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h, shift
}

// TestAMailOfTheClusterIsWorkedOnce: what a process that was killed had brought into its spool is not worked on when the server comes back: another
// one did so since, or the cluster hands it out again. A mail of a cluster that is gone, and one that came before there was a cluster, is nowhere else.
func TestAMailOfTheClusterIsWorkedOnce(t *testing.T) {
	t.Parallel()
	h, shift := alone(t)
	hands := NewHands()
	hands.Holds(shift)
	hands.Takes(t.Context(), OfficePart)
	defer h.Close()
	if err := h.Take(t.Context(), []byte("a mail"), mail.Envelope{}); err != nil {
		t.Fatal(err)
	}
	waits := func() uint64 {
		m, err := h.Mails.Next(t.Context(), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		return m.Number
	}
	place, queue := waits(), h.Mails.Name()
	worked := ""
	f := NewFetched(h, hands, nil, nil)
	work := f.Handler(func(_ context.Context, raw []byte, _ mail.Envelope) error {
		worked += string(raw) + ","
		return nil
	})
	for _, left := range []mail.Envelope{{Place: place, Queue: queue}, {Place: place, Queue: "another cluster"}, {}} {
		if err := work(t.Context(), fmt.Append(nil, left.Queue == queue, left.Place), left); err != nil {
			t.Fatal(err)
		}
	}
	if want := fmt.Sprintf("false %d,false 0,", place); worked != want || waits() != place {
		t.Errorf("of what was left in the spool, %q had an effect, want %q; mail %d waits, want %d", worked, want, waits(), place)
	}
	m, err := h.Mails.Next(t.Context(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	worked = ""
	if err := f.bring(t.Context(), m, work); err != nil {
		t.Fatal(err)
	}
	if worked != "a mail," || waits() != 0 {
		t.Errorf("what the cluster handed out had the effect %q, and mail %d waits", worked, waits())
	}

	cursors := Cursors{h.Cabinet, folder.NewCursors("", "orders"), hands}
	if err := cursors.SaveCursor(t.Context(), "INBOX", mail.Cursor{UIDValidity: 1, UIDNext: 20}); err != nil {
		t.Fatal(err)
	}
	if err := shift.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := cursors.SaveCursor(t.Context(), "INBOX", mail.Cursor{UIDValidity: 1, UIDNext: 11}); !errors.Is(err, ErrNotAtWork) {
		t.Errorf("a server that is not at work turns back how far a mailbox was read: %v", err)
	}
	if err := FenceTake(h.Take, hands)(t.Context(), []byte("a mail"), mail.Envelope{}); !errors.Is(err, ErrNotAtWork) || waits() != 0 {
		t.Errorf("a server that is not at work takes in what it reads in a mailbox: %v", err)
	}
}

// TestAMailThatComesWhileAPartIsLeft: a server that leaves a part while it brings a mail of it into its spool, and gets the part back, brings the mail
// once more. Nobody else would: the mail waited until the server ended.
func TestAMailThatComesWhileAPartIsLeft(t *testing.T) {
	t.Parallel()
	h, shift := alone(t)
	defer h.Close()
	defer shift.End(t.Context())
	hands := NewHands()
	hands.Holds(shift)
	hands.Takes(t.Context(), OfficePart)
	if err := h.Take(t.Context(), []byte("a mail"), mail.Envelope{}); err != nil {
		t.Fatal(err)
	}
	f := NewFetched(h, hands, nil, nil)
	if _, err := f.Fill(t.Context(), OfficePart, func(context.Context, []byte, mail.Envelope) error {
		hands.Drops(OfficePart)
		f.Leave(OfficePart)
		return nil // the spool has it, and its handler will find that it is not this server's
	}); err != nil {
		t.Fatal(err)
	}
	hands.Takes(t.Context(), OfficePart)
	brought := 0
	if _, err := f.Fill(t.Context(), OfficePart, func(context.Context, []byte, mail.Envelope) error {
		brought++
		return nil
	}); err != nil || brought != 1 {
		t.Errorf("the mail is brought %d times when the part is back (%v)", brought, err)
	}
}

// TestAMailOfAPartThatIsGivenAwayWaitsForNothing: a mail that is handed over while its part is between this server and the next one is let go as soon
// as the part is given away. As long as it waits, all mails of its sender do.
func TestAMailOfAPartThatIsGivenAwayWaitsForNothing(t *testing.T) {
	t.Parallel()
	h, shift := alone(t)
	defer h.Close()
	defer shift.End(t.Context())
	hands := NewHands()
	hands.Holds(shift)
	hands.Takes(t.Context(), "work.1")
	hands.Drops("work.1")
	works, waits := make(chan bool, 1), watched{t.Context(), make(chan struct{}, 1)}
	go func() { works <- hands.awaits(waits, "work.1") }()
	<-waits.asked
	if err := shift.Give(t.Context(), []string{"work.1"}); err != nil {
		t.Fatal(err)
	}
	select {
	case does := <-works:
		if does {
			t.Error("this server works on a part that it gave away")
		}
	case <-time.After(time.Minute):
		t.Error("whoever waits for a part that was given away waits for ever")
	}
}

// watched is a context that tells when somebody begins to wait for its end.
type watched struct {
	context.Context
	asked chan struct{}
}

func (s watched) Done() <-chan struct{} {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	return s.Context.Done()
}
