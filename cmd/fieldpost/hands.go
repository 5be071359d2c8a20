package main

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

// The work on a cluster has nine parts: the games, divided into eight by a hash of their names (work.0 to work.7), and what belongs to no game
// (office): the outside mail accounts, mails that have just come, and the log of the office's own. A server has the parts that a
// jetstream.Shift says, and works on those among them which it has taken over: whose keys it has, and whose earlier mails are in its spool.

const (
	officePart = "office"
	gameParts  = 8
)

// partOf names the part of the work to which a game belongs, or the office's own log.
func partOf(game string) string {
	if game == office.OwnLog {
		return officePart
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return fmt.Sprintf("work.%d", h.Sum32()%gameParts)
}

// allParts lists them; the office is given away last.
func allParts() []string {
	parts := []string{officePart}
	for n := range gameParts {
		parts = append(parts, fmt.Sprintf("work.%d", n))
	}
	return parts
}

// hands are the parts of the work that this server has.
type hands struct {
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

func newHands() *hands { return &hands{spells: map[string]*spell{}, changed: make(chan struct{})} }

// holds begins the shift.
func (h *hands) holds(shift *jetstream.Shift) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shift = shift
}

func (h *hands) present() *jetstream.Shift {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shift
}

// lives reports whether this server may do what any may: append to the office's own log.
func (h *hands) lives() bool {
	shift := h.present()
	return shift != nil && shift.Lives()
}

// has reports whether nobody else can have a part now.
func (h *hands) has(part string) bool {
	shift := h.present()
	return shift != nil && shift.Has(part)
}

// works reports whether this server works on a part.
func (h *hands) works(part string) bool { return h.taken(part) && h.has(part) }

// taken reports whether a part has been taken over and not been let go.
func (h *hands) taken(part string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.spells[part] != nil
}

// mine is office.Office.Mine.
func (h *hands) mine(game string) bool { return h.works(partOf(game)) }

// owner returns the other server that has a game.
func (h *hands) owner(game string) (jetstream.Server, bool) {
	shift := h.present()
	if shift == nil {
		return jetstream.Server{}, false
	}
	return shift.Owner(partOf(game))
}

// takes begins the work on a part; it lasts until ctx ends at the latest.
func (h *hands) takes(ctx context.Context, part string) {
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

// drops ends the work on a part.
func (h *hands) drops(part string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.spells[part]; s != nil {
		s.end()
		delete(h.spells, part)
	}
	h.turn()
}

// ends ends the work on all parts, and the shift.
func (h *hands) ends() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shift = nil
	for part, s := range h.spells {
		s.end()
		delete(h.spells, part)
	}
	h.turn()
}

func (h *hands) turn() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// parts lists the parts that this server works on, in their order.
func (h *hands) parts() []string {
	return slices.DeleteFunc(allParts(), func(part string) bool { return !h.works(part) })
}

// during waits until this server works on a part, and returns a context that lasts as long. ok is false if ctx ended before.
func (h *hands) during(ctx context.Context, part string) (spell context.Context, ok bool) {
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
func (h *hands) awaits(ctx context.Context, part string) bool {
	for {
		h.mu.Lock()
		taken, changed := h.spells[part] != nil, h.changed
		h.mu.Unlock()
		if taken || !h.has(part) {
			return h.works(part)
		}
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		case <-time.After(lookEvery):
		}
	}
}

// errNotAtWork means that this server does not have the part of the work that it wanted to do something in, or not surely.
var errNotAtWork = errors.New("another server may be at work on this now: this one does nothing more")

// fencedLog is a log in which only the server that has a game appends to it, and any server that lives to the office's own. Below that the log
// compares: of two who append the same event, one is told that the other was first.
type fencedLog struct {
	events.Store
	hands *hands
}

// Append adds an event.
func (f fencedLog) Append(ctx context.Context, r events.Record) error {
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return err
	}
	if h.Game == office.OwnLog && !f.hands.lives() || h.Game != office.OwnLog && !f.hands.has(partOf(h.Game)) {
		return errNotAtWork
	}
	return f.Store.Append(ctx, r)
}

// Keep gives a blob to the log (events.Keeper): what nobody names yet does no harm.
func (f fencedLog) Keep(ctx context.Context, p *events.Parcel) error {
	return events.PutParcel(ctx, f.Store, p)
}

// fencedSender sends only the letters of games that this server has.
type fencedSender struct {
	mail.Sender
	hands *hands
}

// Send sends a letter.
func (f fencedSender) Send(ctx context.Context, l mail.Letter, data []byte) error {
	if !f.hands.has(partOf(l.Game)) {
		return errNotAtWork
	}
	return f.Sender.Send(ctx, l, data)
}

// fencedTake takes in what is read in a mailbox only where the mailbox is to be read: otherwise another server reads it, or has read it.
func fencedTake(take mail.Handler, hands *hands) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if !hands.works(officePart) {
			return errNotAtWork
		}
		return take(ctx, raw, env)
	}
}
