package officetest

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/memlog"
)

// Counting is a log that counts how often a whole game is read: each time is a game that is loaded.
type Counting struct {
	Layered
	mu    sync.Mutex
	reads map[string]int
}

// Read counts readings from the first event on.
func (c *Counting) Read(ctx context.Context, game string, seq int64) iter.Seq2[events.Record, error] {
	if seq == 1 {
		c.mu.Lock()
		c.reads[game]++
		c.mu.Unlock()
	}
	return c.Layered.Read(ctx, game, seq)
}

// Loaded lists the games that were read from their beginning since it was asked last.
func (c *Counting) Loaded() (games []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for g := range c.reads {
		games = append(games, g)
	}
	c.reads = map[string]int{}
	return games
}

// Copies is a log with a game of the hall n times, as game-1, game-2 and so on. The players of each have addresses of their own: where Ann plays the
// game itself, ann.7@example.org plays game-7.
func (h *Hall) Copies(game string, n int) *Counting {
	h.T.Helper()
	store := &Counting{Layered: Layered{memlog.New(), h.Store}, reads: map[string]int{}}
	for i := range n {
		if err := h.CopyTo(h.T.Context(), store, game, i+1); err != nil {
			h.T.Fatal(err)
		}
	}
	return store
}

// CopyTo lays a game of the hall into another log as game-1, game-2 and so on, with players of its own. The blobs that it refers to stay behind.
func (h *Hall) CopyTo(ctx context.Context, store events.Log, game string, n int) error {
	id := fmt.Sprintf("game-%d", n)
	fair, head := adjudicator.NewFairness(id), events.Head{}
	if _, err := h.Keys.Make(id); err != nil {
		return err
	}
	for r, err := range h.Store.Read(ctx, game, 1) {
		if err != nil {
			return err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return err
		}
		e.Game = id
		secrets := r.Secrets
		switch b := e.Body.(type) {
		case events.TermsSet:
			log, err := h.Keys.MakeLog(id, strings.TrimSuffix(b.Origin, game)+id)
			if err != nil {
				return err
			}
			b.Origin, b.LogKey = strings.TrimSuffix(b.Origin, game)+id, log.Public()
			e.Body = b
		case events.GameOpened:
			if b.GameSalt, _, err = fair.GameSalt(); err != nil {
				return err
			}
			e.Body = b
		case events.SeatTaken:
			b.PlayerSealed, secrets, err = moved(r, b.PlayerSealed, n)
			e.Body = b
		case events.ReportIssued:
			b.AddressSealed, secrets, err = moved(r, b.AddressSealed, n)
			e.Body = b
		}
		if err != nil {
			return err
		}
		copied, err := events.Next(head, e, secrets...)
		if err == nil {
			err = store.Append(ctx, copied)
		}
		if err == nil {
			head, err = copied.Head()
		}
		if err == nil {
			err = fair.Apply(e, head.Hash)
		}
		if err != nil {
			return fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
		}
	}
	return nil
}

// moved gives a player of a copied game an address of his own.
func moved(r events.Record, sealed events.Hash, n int) (events.Hash, []events.Secret, error) {
	who, ok, err := events.Open[events.Player](r, sealed)
	if err != nil || !ok {
		return sealed, r.Secrets, err
	}
	name, domain, _ := strings.Cut(who.Address, "@")
	hash, secret, err := events.Conceal(r.Secrets[0].Seat, r.Secrets[0].Salt, events.Player{Address: fmt.Sprintf("%s.%d@%s", name, n, domain)})
	return hash, []events.Secret{secret}, err
}
