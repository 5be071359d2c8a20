package cluster

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
)

// How the work is divided.
const (
	OfficePart = "office" // what belongs to no game
	gameParts  = 8
)

// PartOf names the part of the work to which a game belongs, or the office's own log.
func PartOf(game string) string {
	if game == office.OwnLog {
		return OfficePart
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return fmt.Sprintf("work.%d", h.Sum32()%gameParts)
}

// Parts lists them; the office is given away last.
func Parts() []string {
	parts := []string{OfficePart}
	for n := range gameParts {
		parts = append(parts, fmt.Sprintf("work.%d", n))
	}
	return parts
}

// Hands are the parts of the work that this server has.
type Hands struct {
	mu      sync.Mutex
	shift   *jetstream.Shift // nil before it has begun
	spells  map[string]*spell
	changed chan struct{} // closed and replaced when a part is taken over or let go
}

// spell is a time in which this server works on a part.
type spell struct {
	until context.Context
	end   context.CancelFunc
}

// NewHands are empty.
func NewHands() *Hands { return &Hands{spells: map[string]*spell{}, changed: make(chan struct{})} }

// Holds begins the shift.
func (h *Hands) Holds(shift *jetstream.Shift) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shift = shift
}

func (h *Hands) present() *jetstream.Shift {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shift
}

// lives reports whether this server may do what any may: append to the office's own log.
func (h *Hands) lives() bool {
	shift := h.present()
	return shift != nil && shift.Lives()
}

// has reports whether nobody else can have a part now.
func (h *Hands) has(part string) bool {
	shift := h.present()
	return shift != nil && shift.Has(part)
}

// Works reports whether this server works on a part.
func (h *Hands) Works(part string) bool { return h.Taken(part) && h.has(part) }

// Taken reports whether a part has been taken over and not been let go.
func (h *Hands) Taken(part string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.spells[part] != nil
}

// Mine is office.Office.Mine.
func (h *Hands) Mine(game string) bool { return h.Works(PartOf(game)) }

// Owner returns the other server that has a game.
func (h *Hands) Owner(game string) (jetstream.Server, bool) {
	shift := h.present()
	if shift == nil {
		return jetstream.Server{}, false
	}
	return shift.Owner(PartOf(game))
}

// Takes begins the work on a part; it lasts until ctx ends at the latest.
func (h *Hands) Takes(ctx context.Context, part string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.spells[part] != nil {
		return
	}
	s := new(spell)
	s.until, s.end = context.WithCancel(ctx)
	h.spells[part] = s
	h.turn()
}

// Drops ends the work on a part.
func (h *Hands) Drops(part string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.spells[part]; s != nil {
		s.end()
		delete(h.spells, part)
	}
	h.turn()
}

// Ends ends the work on all parts, and the shift.
func (h *Hands) Ends() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shift = nil
	for part, s := range h.spells {
		s.end()
		delete(h.spells, part)
	}
	h.turn()
}

func (h *Hands) turn() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// Parts lists the parts that this server works on, in their order.
func (h *Hands) Parts() []string {
	return slices.DeleteFunc(Parts(), func(part string) bool { return !h.Works(part) })
}

// During waits until this server works on a part, and returns a context that lasts as long. ok is false if ctx ended before.
func (h *Hands) During(ctx context.Context, part string) (spell context.Context, ok bool) {
	for {
		h.mu.Lock()
		s, changed := h.spells[part], h.changed
		h.mu.Unlock()
		if s != nil {
			return s.until, ctx.Err() == nil
		}
		select {
		case <-ctx.Done():
			return nil, false
		case <-changed:
		}
	}
}

// awaits waits while a part is being taken over, and reports whether this server works on it then. Nobody says when a part that was let go is another
// server's, or when the time is over for which a part was sure: it looks again and again.
func (h *Hands) awaits(ctx context.Context, part string) bool {
	for {
		h.mu.Lock()
		taken, changed := h.spells[part] != nil, h.changed
		h.mu.Unlock()
		if taken || !h.has(part) {
			return h.Works(part)
		}
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		case <-time.After(LookEvery):
		}
	}
}

// LookEvery is how often a server looks which parts of the work are free, and which are above its share.
const LookEvery = 300 * time.Millisecond

// Misfit is why a server cannot be at work in an installation, however often it tries.
type Misfit struct{ error }

// NewMisfit marks an error as one that no try will mend.
func NewMisfit(err error) error { return Misfit{err} }

// Unwrap returns the error.
func (m Misfit) Unwrap() error { return m.error }

// ErrNotAtWork means that this server does not have the part of the work that it wanted to do something in, or not surely.
var ErrNotAtWork = errors.New("another server may be at work on this now: this one does nothing more")

// FencedLog is a log in which only the server that has a game appends to it, and any server that lives to the office's own. Below that the log
// compares: of two who append the same event, one is told that the other was first.
type FencedLog struct {
	events.Store
	hands *Hands
}

// FenceLog fences a log.
func FenceLog(store events.Store, hands *Hands) FencedLog { return FencedLog{store, hands} }

// Append adds an event.
func (f FencedLog) Append(ctx context.Context, r events.Record) error {
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return err
	}
	if h.Game == office.OwnLog && !f.hands.lives() || h.Game != office.OwnLog && !f.hands.has(PartOf(h.Game)) {
		return ErrNotAtWork
	}
	return f.Store.Append(ctx, r)
}

// Keep gives a blob to the log (events.Keeper): what nobody names yet does no harm.
func (f FencedLog) Keep(ctx context.Context, p *events.Parcel) error {
	return events.PutParcel(ctx, f.Store, p)
}

// fencedSender sends only the letters of games that this server has.
type fencedSender struct {
	mail.Sender
	hands *Hands
}

// FenceSender fences the way out.
func FenceSender(way mail.Sender, hands *Hands) mail.Sender { return fencedSender{way, hands} }

// Send sends a letter.
func (f fencedSender) Send(ctx context.Context, l mail.Letter, data []byte) error {
	if !f.hands.has(PartOf(l.Game)) {
		return ErrNotAtWork
	}
	return f.Sender.Send(ctx, l, data)
}

// FenceTake takes in what is read in a mailbox only where the mailbox is to be read: otherwise another server reads it, or has read it.
func FenceTake(take mail.Handler, hands *Hands) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if !hands.Works(OfficePart) {
			return ErrNotAtWork
		}
		return take(ctx, raw, env)
	}
}
