package officetest

import (
	"context"
	"sync"

	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail/office/copies"
)

// Counting is a log that counts how often a game is loaded, which begins with a look for its snapshot.
type Counting struct {
	Layered
	mu    sync.Mutex
	loads map[string]int
}

// LoadSnapshot counts.
func (c *Counting) LoadSnapshot(ctx context.Context, game, name string) (int64, []byte, error) {
	c.mu.Lock()
	c.loads[game]++
	c.mu.Unlock()
	return c.Layered.LoadSnapshot(ctx, game, name)
}

// Loaded lists the games that were loaded since it was last called.
func (c *Counting) Loaded() (games []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for g := range c.loads {
		games = append(games, g)
	}
	c.loads = map[string]int{}
	return games
}

// Copies returns a log with a game of the hall n times, as game-1, game-2 and so on. The players of each have their own addresses: where
// Ann plays the original game, ann.7@example.org plays game-7.
func (h *Hall) Copies(game string, n int) *Counting {
	h.T.Helper()
	store := &Counting{Layered: Layered{memlog.New(), h.Store}, loads: map[string]int{}}
	for i := range n {
		if err := h.CopyTo(h.T.Context(), store, game, i+1); err != nil {
			h.T.Fatal(err)
		}
	}
	return store
}

// CopyTo lays a game of the hall into another log as its nth copy. The blobs that it refers to stay behind.
func (h *Hall) CopyTo(ctx context.Context, store events.Log, game string, n int) error {
	return copies.Lay(ctx, h.Store, store, game, n, h.Keys)
}
