package office_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// silentStore is a log that sometimes does not answer.
type silentStore struct {
	events.Store
	heads bool  // says nothing about where games end
	old   bool  // does not give what it has held for a while
	blobs bool  // gives no blob
	keeps int64 // takes no event of a game beyond so many; 0: takes all
}

var errSilent = errors.New("nats: timeout")

func (s *silentStore) Head(ctx context.Context, game string) (events.Head, error) {
	if s.heads {
		return events.Head{}, errSilent
	}
	return s.Store.Head(ctx, game)
}

func (s *silentStore) Heads(ctx context.Context) (map[string]events.Head, error) {
	if s.heads {
		return nil, errSilent
	}
	return s.Store.Heads(ctx)
}

func (s *silentStore) Read(ctx context.Context, game string, seq int64) iter.Seq2[events.Record, error] {
	if head, err := s.Store.Head(ctx, game); s.old && game == "hill" && err == nil && seq <= head.Seq {
		return func(yield func(events.Record, error) bool) { yield(events.Record{}, errSilent) }
	}
	return s.Store.Read(ctx, game, seq)
}

func (s *silentStore) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	if s.blobs {
		return nil, errSilent
	}
	return s.Store.Get(ctx, digest)
}

func (s *silentStore) Append(ctx context.Context, r events.Record) error {
	if head, err := s.Store.Head(ctx, "hill"); err != nil || s.keeps > 0 && head.Seq >= s.keeps {
		return errSilent
	}
	return s.Store.Append(ctx, r)
}

const silentOrders = "From: ann@example.org\r\nTo: orders@fieldpost.local\r\nMessage-ID: <silent@example.org>\r\nSubject: orders\r\n\r\n" +
	"ORDERS hill turn 1\r\nG1: watch\r\nEND\r\n"

// TestAStoreThatDoesNotAnswer: a mail about a game that the log does not tell of now is offered again, and is not answered with "no such game".
func TestAStoreThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.Palace("hill"))
	store := &silentStore{Store: h.Office.Service.Store, heads: true}
	h.Office.Service.Store = store
	letters := len(lettersOf(h, "office"))
	if err := h.Office.Receive(t.Context(), []byte(silentOrders), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); !errors.Is(err, errSilent) {
		t.Errorf("the mail was taken: %v", err)
	}
	store.heads = false
	if n := len(lettersOf(h, "office")); n != letters {
		t.Errorf("%d letters were written by the office", n-letters)
	}
	if err := h.Office.Receive(t.Context(), []byte(silentOrders), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
		t.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if n := m.Player("republic").Orders; n != 1 {
			t.Errorf("%d order mails count", n)
		}
	})
}

// TestAScenarioThatCannotBeReadNow: a game whose scenario the log does not give just now does not stand still. Its mails are offered again.
func TestAScenarioThatCannotBeReadNow(t *testing.T) {
	t.Parallel()
	h, _ := standing(t)
	store := &silentStore{Store: h.Office.Service.Store, blobs: true}
	wire := h.Wire
	h.Wire = func(o *office.Office) { wire(o); o.Service.Store, o.Service.Shelf = store, nil }
	h.Again()
	if err := h.Office.Receive(t.Context(), []byte(silentOrders), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); !errors.Is(err, errSilent) {
		t.Errorf("the mail was taken: %v", err)
	}
	if _, err := h.Office.Round(t.Context()); err != nil && !errors.Is(err, errSilent) {
		t.Fatal(err)
	}
	store.blobs = false
	if err := h.Office.Receive(t.Context(), []byte(silentOrders), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
		t.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Player("republic").Orders != 1 {
			t.Errorf("the game stands still (%v), or the mail had no effect: %d", m.Halt, m.Player("republic").Orders)
		}
	})
	if told := toldOfStandstill(h, ""); len(told) > 0 {
		t.Errorf("told that the game stands still: %v", told)
	}
}

// TestNoLetterWithoutItsProofs: while the log does not give its events a receipt waits, instead of leaving for ever without its proof.
func TestNoLetterWithoutItsProofs(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	before := len(lettersOf(h, "hill"))
	store := &silentStore{Store: h.Office.Service.Store, old: true}
	h.Office.Service.Store = store
	if err := h.Office.Receive(t.Context(), []byte(silentOrders), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); !errors.Is(err, errSilent) {
		t.Errorf("nobody is told that the receipt waits: %v", err)
	}
	store.old = false
	if n := len(lettersOf(h, "hill")); n != before {
		t.Fatalf("%d letters left while their events could not be read", n-before)
	}
	for _, l := range h.Wait(2*time.Minute, "hill") {
		if raw := string(h.BytesOf(l)); l.Issued.Letter == "receipt" && strings.Contains(raw, ".tlog-proof") && strings.Contains(raw, "-papers.json") {
			return
		}
	}
	t.Error("there is no receipt with its proof")
}

func lettersOf(h *hall, game string) (all []adjudicator.Letter) {
	h.Look(game, func(m *adjudicator.Match) { all = append(all, m.Letters...) })
	return all
}

// TestANewGameGoesOnWhereItWasCutOff: a server loses its log, or ends, between the announcement of a game and the terms by which its log is signed. The
// command, given again, goes on from there; another one is told that the name is taken.
func TestANewGameGoesOnWhereItWasCutOff(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	store := &silentStore{Store: h.Office.Service.Store, keeps: 1}
	h.Office.Service.Store = store
	g := officetest.FairGame(t, "hill", adjudicator.Offline)
	g.Rulebook, g.Scenario = "brush-brothers", "ibarra-palace"
	if _, err := h.Office.NewGame(t.Context(), g); !errors.Is(err, errSilent) {
		t.Fatalf("the game was opened: %v", err)
	}
	store.keeps = 0
	h.Again()
	other := g
	other.Scenario, other.Options = "clasico", nil
	if _, err := h.Office.NewGame(t.Context(), other); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("another game of that name: %v", err)
	}
	if _, err := h.Office.NewGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Fair.Terms == nil {
			t.Error("the log is not signed")
		}
	})
	if _, err := h.Office.NewGame(t.Context(), g); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same game again: %v", err)
	}
}
