package jetstream

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"fieldpost/events"
)

// Lease is the right to be at work, which one of several servers has at a time. It is one entry of the cabinet, which its holder renews by
// compare-and-set on its revision. No clock is ever compared with another machine's: whoever waits takes the lease over once the entry
// has not changed for Take by his own clock, and the holder stops relying on it when the beginning of his last successful renewal is Hold
// ago, which is sooner.
//
// A process that was stopped between looking at the lease and doing something may do it late. So nothing may rest on the lease alone: events
// are appended by compare-and-set on the game's history, and a letter has the same bytes whoever sends it.
type Lease struct {
	Renew, Hold, Take time.Duration // 1 s, 5 s, 6 s if 0

	cabinet *Cabinet
	name    string
	me      holder
	first   bool // this process has not held it yet

	mu    sync.Mutex
	other string
}

// holder is what the entry says.
type holder struct {
	ID   string // of the data folder; "" when nobody holds it
	Name string // for people
	Run  string // of the process
	Beat int64  // grows, so that the entry changes
	From int64  `json:",omitempty"` // the beat with which the term began, which no other term has
}

// Lease returns the lease of a name. id names the data folder of this server: a process that starts on it knows that the one before it has
// ended, and need not wait for what that one held. shown is what others call this server.
func (c *Cabinet) Lease(name, id, shown string) *Lease {
	run := make([]byte, 8)
	_, _ = rand.Read(run) // never fails
	return &Lease{cabinet: c, name: name, me: holder{ID: id, Name: shown, Run: hex.EncodeToString(run)}, first: true}
}

const (
	usualRenew = time.Second
	usualHold  = 5 * time.Second
	usualTake  = 6 * time.Second
	lookEvery  = 250 * time.Millisecond
)

func (l *Lease) times() (renew, hold, take time.Duration) {
	if l.Renew == 0 {
		return usualRenew, usualHold, usualTake
	}
	return l.Renew, l.Hold, l.Take
}

// Other returns the name of the server that has the lease, as far as it is known, or "".
func (l *Lease) Other() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.other
}

func (l *Lease) setOther(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.other = name
}

// Acquire waits until the lease is ours. Its error is that of ctx: while the cluster does not answer, it goes on trying.
func (l *Lease) Acquire(ctx context.Context) (*Term, error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	w := waiting{lease: l}
	for {
		if t := w.try(ctx); t != nil {
			return t, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
}

// TryAcquire takes the lease if it is free now. It returns nil if another server has it, or may have it.
func (l *Lease) TryAcquire(ctx context.Context) *Term {
	w := waiting{lease: l}
	return w.try(ctx)
}

// waiting is what someone who waits has seen of the entry.
type waiting struct {
	lease    *Lease
	known    bool
	revision uint64
	since    time.Time // when that revision was first seen
}

// look reads the entry. stale means that its holder has been silent for so long that he does not rely on it any more.
func (w *waiting) look(ctx context.Context) (now holder, revision uint64, stale bool, err error) {
	begun := time.Now()
	entry, err := w.lease.cabinet.get(ctx, w.lease.name)
	switch {
	case errors.Is(err, events.ErrNotFound):
	case err != nil:
		return now, 0, false, err
	default:
		if err := json.Unmarshal(entry.Value(), &now); err != nil {
			return now, 0, false, err
		}
		revision, begun = entry.Revision(), time.Now() // it may have been renewed while the answer was on its way
	}
	if !w.known || w.revision != revision {
		w.known, w.revision, w.since = true, revision, begun
	}
	_, _, take := w.lease.times()
	return now, revision, now.ID != "" && time.Since(w.since) >= take, nil
}

// try takes the lease if that is allowed now.
func (w *waiting) try(ctx context.Context) *Term {
	l := w.lease
	renew, _, _ := l.times()
	ctx, cancel := context.WithTimeout(ctx, 2*renew)
	defer cancel()
	now, revision, stale, err := w.look(ctx)
	if err != nil {
		return nil
	}
	l.setOther(now.Name)
	mine := now.Run == l.me.Run || l.first && now.ID == l.me.ID
	if now.ID != "" && !mine && !stale {
		return nil
	}
	l.me.Beat = now.Beat + 1
	l.me.From = l.me.Beat
	value, err := json.Marshal(l.me)
	if err != nil {
		return nil
	}
	begun := time.Now()
	if revision, err = l.cabinet.swap(ctx, l.name, value, revision); err != nil {
		return nil // whether it was taken is seen at the next look
	}
	l.first = false
	l.setOther("")
	t := &Term{lease: l, began: l.me, me: l.me, revision: revision, number: revision, renewed: begun, lost: make(chan struct{}), stop: make(chan struct{}), ended: make(chan struct{})}
	go t.keep()
	return t
}

// end takes a lease away from a holder who was found to be silent, so that his term is over even if he comes back.
func (w *waiting) end(ctx context.Context, now holder) error {
	return w.write(ctx, holder{Beat: now.Beat + 1})
}

// write replaces the entry as it was last seen.
func (w *waiting) write(ctx context.Context, next holder) error {
	value, err := json.Marshal(next)
	if err != nil {
		return err
	}
	_, err = w.lease.cabinet.swap(ctx, w.lease.name, value, w.revision)
	return err
}

// Term is a time in which this server holds a lease.
type Term struct {
	lease    *Lease
	began    holder // what the entry said first
	me       holder // what it says now
	revision uint64 // touched by keep alone until it has ended, as is me
	number   uint64
	asked    []renewal // whose answers have not come, the oldest first; touched by keep alone

	mu      sync.Mutex
	renewed time.Time // when the last renewal that succeeded was begun
	over    bool

	lost, stop, ended chan struct{}
	once              sync.Once
}

// renewal is one that was sent.
type renewal struct {
	beat  int64
	begun time.Time
}

// Number grows from term to term, whoever holds the lease.
func (t *Term) Number() uint64 { return t.number }

// Lost is closed when the lease is no longer ours.
func (t *Term) Lost() <-chan struct{} { return t.lost }

// Held reports whether nobody else can have the lease now. Time counts by the clock that goes on while the machine sleeps, too.
func (t *Term) Held() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, hold, _ := t.lease.times()
	now := time.Now()
	if now.Sub(t.renewed) >= hold || now.Round(0).Sub(t.renewed.Round(0)) >= hold {
		t.over = true
	}
	return !t.over
}

// keep renews the lease until it is lost or given back.
func (t *Term) keep() {
	defer close(t.ended)
	renew, hold, _ := t.lease.times()
	tick := time.NewTicker(renew)
	defer tick.Stop()
	for {
		select {
		case <-t.stop:
			return
		case <-tick.C:
		}
		t.renew(max(renew, hold/5))
		if !t.Held() {
			close(t.lost)
			return
		}
	}
}

// renew makes one renewal. If it finds another holder, the term is over. It does not wait long: what was sent to a node that then stood still is never
// answered. A renewal that was stored counts from when it was sent, though its answer was lost or came too late: nobody has seen it before that.
func (t *Term) renew(patience time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	t.me.Beat++
	value, err := json.Marshal(t.me)
	if err != nil {
		return
	}
	t.asked = append(t.asked, renewal{t.me.Beat, time.Now()})
	revision, err := t.lease.cabinet.swap(ctx, t.lease.name, value, t.revision)
	if err == nil {
		t.stored(t.me.Beat, revision)
		return
	}
	if !errors.Is(err, events.ErrConflict) {
		return // whether it was stored is seen at the next renewal
	}
	entry, err := t.lease.cabinet.get(ctx, t.lease.name)
	if err != nil {
		return
	}
	var now holder
	if json.Unmarshal(entry.Value(), &now) == nil && now.Run == t.me.Run {
		t.stored(now.Beat, entry.Revision())
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
}

// stored notes that a renewal of ours is in the cabinet, and which revision it has.
func (t *Term) stored(beat int64, revision uint64) {
	t.revision = revision
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.asked) > 0 && t.asked[0].beat <= beat {
		if t.asked[0].beat == beat {
			t.renewed = t.asked[0].begun
		}
		t.asked = t.asked[1:]
	}
}

// Release gives the lease back, so that another server need not wait. It does nothing if it is not ours any more.
func (t *Term) Release(ctx context.Context) error {
	t.once.Do(func() { close(t.stop) })
	<-t.ended
	if !t.Held() {
		return nil
	}
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
	value, err := json.Marshal(holder{Beat: t.me.Beat + 1})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, t.lease.cabinet.s.timeout)
	defer cancel()
	_, err = t.lease.cabinet.swap(ctx, t.lease.name, value, t.revision)
	if errors.Is(err, events.ErrConflict) {
		return nil
	}
	return err
}
