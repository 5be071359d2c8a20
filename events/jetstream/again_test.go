package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

// TestAQuestionThatIsLostIsAskedAgain: of questions that are never answered, only those that are asked early cost little.
func TestAQuestionThatIsLostIsAskedAgain(t *testing.T) {
	t.Parallel()
	asked := 0
	begun := time.Now()
	answer, err := again(t.Context(), time.Minute, func(ctx context.Context) (string, error) {
		if asked++; asked == 1 {
			<-ctx.Done() // it went to a node that has just fallen
			return "", ctx.Err()
		}
		return "here", nil
	})
	if took := time.Since(begun); answer != "here" || err != nil || asked != 2 || took > 30*time.Second {
		t.Errorf("%q %v after %d questions and %s", answer, err, asked, took)
	}
	for _, nobody := range []error{nats.ErrNoResponders, &natsjs.APIError{Code: 503, Description: "JetStream system temporarily unavailable"}} {
		asked = 0
		answer, err = again(t.Context(), time.Minute, func(context.Context) (string, error) {
			if asked++; asked == 1 {
				return "", fmt.Errorf("a node that has just come back: %w", nobody)
			}
			return "here", nil
		})
		if answer != "here" || err != nil || asked != 2 {
			t.Errorf("%q %v after %d questions where nobody was there first (%v)", answer, err, asked, nobody)
		}
	}
	asked = 0
	if _, err := again(t.Context(), time.Second, func(context.Context) (string, error) {
		asked++
		return "", nats.ErrNoResponders
	}); !errors.Is(err, nats.ErrNoResponders) || asked < 2 {
		t.Errorf("nobody comes: %d questions, %v", asked, err)
	}
	asked = 0
	if _, err := again(t.Context(), time.Minute, func(context.Context) (string, error) {
		asked++
		return "", events.ErrNotFound
	}); !errors.Is(err, events.ErrNotFound) || asked != 1 {
		t.Errorf("an answer is asked for %d times: %v", asked, err)
	}
	asked = 0
	if _, err := again(t.Context(), 3*time.Second, func(ctx context.Context) (string, error) {
		asked++
		<-ctx.Done()
		return "", ctx.Err()
	}); !errors.Is(err, context.DeadlineExceeded) || asked != 2 {
		t.Errorf("nobody answers: %d questions, %v", asked, err)
	}
}

// TestARenewalWhoseAnswerIsLostCounts: it was stored, and nobody takes the lease over for as long after that as after any other.
func TestARenewalWhoseAnswerIsLostCounts(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := s.Cabinet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l := c.Lease("work", "a", "server a")
	l.Renew, l.Hold, l.Take = time.Hour, 2*time.Hour, 3*time.Hour // so that nobody renews it but the test
	term := l.TryAcquire(t.Context())
	if term == nil {
		t.Fatal("a lease that nobody has is not to be had")
	}
	store := func(h holder) {
		t.Helper()
		value, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		entry, err := c.get(t.Context(), "work")
		if err == nil {
			_, err = c.swap(t.Context(), "work", value, entry.Revision())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	sent := time.Now().Add(-time.Minute)
	term.renewed = long
	term.me.Beat++
	term.asked = []renewal{{term.me.Beat, sent}}
	store(term.me)
	term.renew(time.Minute)
	if !term.renewed.Equal(sent) || !term.Held() {
		t.Errorf("it counts from %s, was sent at %s and before that at %s", term.renewed, sent, long)
	}
	if term.renew(time.Minute); !term.renewed.After(sent) || len(term.asked) > 0 {
		t.Errorf("the next renewal counts from %s; %d are not answered", term.renewed, len(term.asked))
	}
	store(holder{ID: "b", Run: "another", Beat: term.me.Beat + 1})
	if term.renew(time.Minute); term.Held() {
		t.Error("another server has the lease, and this one holds it")
	}
}
