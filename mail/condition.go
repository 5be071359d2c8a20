package mail

import (
	"context"
	"sync"
	"time"
)

// Condition is how an account on a mail server answered when it was last used. Intakes and senders keep it; anybody may look. The zero
// Condition belongs to an account that has not been used yet.
type Condition struct {
	mu    sync.Mutex
	since time.Time
	fault error
	known bool // it has worked before
}

// Worked notes that the server let us in and did what was asked.
func (c *Condition) Worked() { c.note(nil, time.Time{}) }

// Rests notes that the account is not used here any more: nothing is known of it, as before it was used.
func (c *Condition) Rests() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.since, c.fault, c.known = time.Time{}, nil, false
}

// Failed notes a fault, unless it only says that we are about to stop.
func (c *Condition) Failed(ctx context.Context, err error, now time.Time) {
	if ctx.Err() == nil {
		c.note(err, now)
	}
}

func (c *Condition) note(err error, now time.Time) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil || c.fault == nil {
		c.since = now
	}
	c.fault, c.known = err, c.known || err == nil
}

// hiccup is how long an account that has worked may fail without being called broken: servers hang up on idle connections.
const hiccup = 30 * time.Second

// Fault returns what was wrong at the last attempt and since when no attempt has worked; nil if it worked, if nothing was tried yet, or if what
// has worked before has failed only for moments.
func (c *Condition) Fault(now time.Time) (since time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known && now.Sub(c.since) < hiccup {
		return time.Time{}, nil
	}
	return c.since, c.fault
}
