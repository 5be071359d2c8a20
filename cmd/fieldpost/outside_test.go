package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/mail/postoffice"
)

// TestOutsideAccount plays on an account of somebody else's mail server: orders are read over IMAP, letters leave by
// SMTP, and nothing of the embedded post office is there.
func TestOutsideAccount(t *testing.T) {
	provider, err := postoffice.Open(postoffice.Config{Dir: t.TempDir(), Domains: []string{"example.org"}, Anybody: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	config := DefaultConfig()
	config.Data, config.Address = t.TempDir(), "games@example.org"
	config.IMAP = &host.MailAccount{Server: provider.IMAPAddr(), TLS: "none", User: "games", Password: "secret"}
	config.SMTP = &host.MailAccount{Server: provider.SMTPAddr(), TLS: "none"}
	config.Proof = "casual" // the post office of the test signs nothing; the addresses of letters are proof enough
	server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := server.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	if server.PostOffice != nil {
		t.Fatal("a post office of our own was opened")
	}
	game := office.NewGame{ID: "away", Rulebook: "brush-brothers", Scenario: "ibarra-palace", Schedule: events.Schedule{Zone: "UTC"}}
	if _, err := server.NewGame(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	server.PostOffice = provider // where the players have their mailboxes
	letters := make(chan delivery)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for i, seat := range []table.Seat{"republic", "italian_ctv"} {
		p := newCorrespondent(server, "away", seat, dice.NewPractice(uint64(i)), "sensible")
		p.name = strings.ReplaceAll(string(seat), "_", "")
		p.password = "secret"
		if err := p.join(ctx); err != nil {
			t.Fatal(err)
		}
		go p.read(ctx, letters)
	}
	for turn := 0; turn < 2; {
		select {
		case l := <-letters:
			if err := l.to.answer(ctx, l.raw); err != nil {
				t.Fatal(err)
			}
			if in, err := message.Read(l.raw, message.Limits{}); err != nil || in.From.Address != "games@example.org" {
				t.Fatalf("a letter from %v, %v", in.From, err)
			}
		case <-ctx.Done():
			t.Fatalf("turn %d is not played", turn)
		}
		if err := server.With(ctx, "away", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if m.Now != nil {
				turn = m.Now.Turn()
			}
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	server.PostOffice = nil
}
