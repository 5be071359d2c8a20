package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"fieldpost/events"
)

// Shares divides the parts of the work between the servers of one installation. Each server shows that it lives by a lease of its own, server.ID,
// which nobody waits for. The entry "shares" of the cabinet says which server has which part, and since which term of its lease; it is changed by
// compare-and-set alone. A part is free when that term is over. Whoever sees that another server has been silent for as long as a lease
// allows ends that one's term first, also by compare-and-set: so a server that comes back finds its term over, and with it all that it
// had. What is true of a Lease is then true of each part: two servers never have it at once by their own clocks.
//
// A server has at most its share: as many parts as there are, divided by the servers that live, rounded up. It takes free parts up to that, and gives
// away what it has above. Parts that nobody has taken for a while are taken above the share as well. A server that cannot do the work of a part
// declines it for a while (Decline): as long as it declines any it is not reckoned with, and the others keep what it leaves.
type Shares struct {
	Renew, Hold, Take time.Duration // as those of a Lease

	cabinet  *Cabinet
	id, name string
	parts    []string
}

const (
	serverPrefix = "server"
	sharesName   = "shares"
	idleAfter    = 3 * time.Second // parts that are free for so long are anybody's
)

// Shares divides the work into parts. id names the data folder of this server, and shown is what others call it, as with a Lease.
func (c *Cabinet) Shares(id, shown string, parts ...string) *Shares {
	return &Shares{cabinet: c, id: id, name: shown, parts: parts}
}

func (s *Shares) leaseOf(id, shown string) *Lease {
	l := s.cabinet.Lease(serverPrefix+"."+id, id, shown)
	l.Renew, l.Hold, l.Take = s.Renew, s.Hold, s.Take
	return l
}

// owner is who has a part, or who declines it.
type owner struct {
	ID   string
	From int64  // the beat with which the term of its server began
	Why  string `json:",omitempty"` // it declines the part
}

// Shift is a time in which this server lives for the others, and may have parts of the work.
type Shift struct {
	shares *Shares
	term   *Term
	others map[string]*waiting
	free   map[string]time.Time // since when parts have been seen to be free; touched by Look alone
	off    map[string]*pause    // parts that this server declines, or has declined; touched by Look, Decline and Carries alone
	door   *waiting             // the lease of programs that did not share

	mu     sync.Mutex
	have   map[string]bool
	owners map[string]Server // of parts that others have
	alive  []Server
	lacks  []Declined
	idle   map[string]bool // parts that another server could do
}

// Server is one of the servers of an installation.
type Server struct{ ID, Name string }

// Begin begins a shift. It waits only for a process that may still be at work on the same data folder; its error is that of ctx.
func (s *Shares) Begin(ctx context.Context) (*Shift, error) {
	door, err := s.closeDoor(ctx)
	if err != nil {
		return nil, err
	}
	term, err := s.leaseOf(s.id, s.name).Acquire(ctx)
	if err != nil {
		return nil, err
	}
	return &Shift{shares: s, term: term, others: map[string]*waiting{}, free: map[string]time.Time{}, off: map[string]*pause{}, door: door, have: map[string]bool{}}, nil
}

// News is what a look has found.
type News struct {
	Won   []string // parts that this server has from now on
	Above []string // parts that it has above its share: it should end its work on them and Give them away
}

// Look takes the free parts that are due to this server, and says what has changed.
func (h *Shift) Look(ctx context.Context) (News, error) { return h.look(ctx, false) }

// TakeAll takes all parts, unless another server lives: then it returns false, and Others names it.
func (h *Shift) TakeAll(ctx context.Context) (bool, error) {
	if _, err := h.look(ctx, true); err != nil {
		return false, err
	}
	return len(h.Parts()) == len(h.shares.parts), nil
}

func (h *Shift) look(ctx context.Context, alone bool) (News, error) {
	_, hold, _ := h.term.lease.times()
	ctx, cancel := context.WithTimeout(ctx, hold) // it asks five times and more: a busy cluster must be able to answer them all, or nobody takes what is free
	defer cancel()
	if err := h.shares.keepDoor(ctx, h.door); err != nil {
		return News{}, err
	}
	terms, err := h.living(ctx)
	if err != nil {
		return News{}, err
	}
	table, revision, err := h.table(ctx)
	if err != nil {
		return News{}, err
	}
	me := h.me()
	resumed := h.resume(table, terms)
	have, owners := map[string]bool{}, map[string]Server{}
	var free []string
	for _, part := range h.shares.parts {
		switch o := table[part]; {
		case o == me:
			have[part] = true
		case o.ID != "" && terms[o.ID].From == o.From:
			owners[part] = Server{o.ID, terms[o.ID].Name}
		default:
			free = append(free, part)
		}
	}
	most := h.share(table, terms)
	var news News
	switch {
	case alone && len(terms) == 1:
		news.Won = free
	case !alone:
		news.Won = h.due(h.feasible(free, table, terms), most-len(have))
	}
	if len(news.Won) > 0 || resumed {
		for _, part := range news.Won {
			table[part] = me
		}
		if err := h.write(ctx, table, revision); err != nil {
			return News{}, err // whether they are ours is seen at the next look
		}
		for _, part := range news.Won {
			have[part] = true
		}
	}
	for i := len(h.shares.parts) - 1; i >= 0 && !alone && len(have)-len(news.Above) > most && len(news.Won) == 0; i-- {
		if part := h.shares.parts[i]; have[part] {
			news.Above = append(news.Above, part)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for part := range have {
		if !h.have[part] && !slices.Contains(news.Won, part) {
			news.Won = append(news.Won, part) // the answer to an earlier take was lost
		}
	}
	h.have, h.owners, h.lacks, h.idle = have, owners, declined(table, terms), map[string]bool{}
	for _, part := range h.shares.parts {
		h.idle[part] = h.othersCan(part, table, terms)
	}
	return news, nil
}

// me is this server as the owner of a part.
func (h *Shift) me() owner { return owner{ID: h.shares.id, From: h.term.began.From} }

// due returns which of the free parts this server takes: up to its share, and those that nobody else wants.
func (h *Shift) due(free []string, room int) (take []string) {
	now := time.Now()
	maps.DeleteFunc(h.free, func(part string, _ time.Time) bool { return !slices.Contains(free, part) })
	for _, part := range free {
		since, known := h.free[part]
		if !known {
			h.free[part], since = now, now
		}
		if len(take) < room || now.Sub(since) >= idleAfter {
			take = append(take, part)
		}
	}
	return take
}

// living reads the leases of all servers, ends those whose holders are silent, and returns what the others say, by server. This server is among
// them.
func (h *Shift) living(ctx context.Context) (map[string]holder, error) {
	ids, err := h.shares.cabinet.Names(ctx, serverPrefix)
	if err != nil {
		return nil, err
	}
	terms := map[string]holder{h.shares.id: h.term.began}
	alive := []Server{}
	for _, id := range ids {
		if id == h.shares.id {
			continue
		}
		w := h.others[id]
		if w == nil {
			w = &waiting{lease: h.shares.leaseOf(id, "")}
			h.others[id] = w
		}
		now, _, stale, err := w.look(ctx)
		if err == nil && stale {
			if err = w.end(ctx, now); err == nil || errors.Is(err, events.ErrConflict) {
				now, err = holder{}, nil // or it came back: the next look tells
			}
		}
		if err != nil {
			return nil, err
		}
		if now.ID != "" {
			terms[id], alive = now, append(alive, Server{id, now.Name})
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.alive = alive
	return terms, nil
}

func (h *Shift) table(ctx context.Context) (table map[string]owner, revision uint64, err error) {
	table = map[string]owner{}
	entry, err := h.shares.cabinet.get(ctx, sharesName)
	if errors.Is(err, events.ErrNotFound) {
		return table, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return table, entry.Revision(), json.Unmarshal(entry.Value(), &table)
}

func (h *Shift) write(ctx context.Context, table map[string]owner, revision uint64) error {
	value, err := json.Marshal(table)
	if err == nil {
		renew, _, _ := h.term.lease.times()
		limited, cancel := context.WithTimeout(ctx, 2*renew) // whether it was stored is seen at the next look
		defer cancel()
		_, err = h.shares.cabinet.swap(limited, sharesName, value, revision)
	}
	return err
}

// Give gives parts away that this server has ended its work on. It has them no longer, whatever the error.
func (h *Shift) Give(ctx context.Context, parts []string) error {
	return h.give(ctx, parts, func(map[string]owner) {})
}

func (h *Shift) give(ctx context.Context, parts []string, note func(table map[string]owner)) error {
	h.mu.Lock()
	for _, part := range parts {
		delete(h.have, part)
	}
	h.mu.Unlock()
	for {
		table, revision, err := h.table(ctx)
		if err != nil {
			return err
		}
		me := h.me()
		for _, part := range parts {
			if table[part] == me {
				delete(table, part)
			}
		}
		note(table)
		if err := h.write(ctx, table, revision); !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
}

// Has reports whether nobody else can have a part now.
func (h *Shift) Has(part string) bool {
	h.mu.Lock()
	have := h.have[part]
	h.mu.Unlock()
	return have && h.term.Held()
}

// Lives reports whether no other server can have ended this shift.
func (h *Shift) Lives() bool { return h.term.Held() }

// Parts lists the parts that this server has, in their order.
func (h *Shift) Parts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(h.shares.parts), func(part string) bool { return !h.have[part] })
}

// Owner returns the other server that has a part, as of the last look.
func (h *Shift) Owner(part string) (Server, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o, ok := h.owners[part]
	return o, ok
}

// Others names the other servers that lived at the last look.
func (h *Shift) Others() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for _, s := range h.alive {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// Lost is closed when the shift is over: this server has nothing any more.
func (h *Shift) Lost() <-chan struct{} { return h.term.Lost() }

// Number grows from shift to shift of this server.
func (h *Shift) Number() uint64 { return h.term.Number() }

// End ends the shift. All parts are free at once.
func (h *Shift) End(ctx context.Context) error { return h.term.Release(ctx) }

const callPrefix = "fieldpost.call."

// Answer lets other servers ask this one, until the function that it returns is called.
func (s *Shares) Answer(answer func([]byte) []byte) (end func() error, err error) {
	sub, err := s.cabinet.s.nc.Subscribe(callPrefix+s.id, func(m *nats.Msg) {
		go func() { _ = m.Respond(answer(m.Data)) }() // who asked hears nothing, and asks again
	})
	if err != nil {
		return nil, err
	}
	return sub.Unsubscribe, nil
}

// ErrTooLarge means that a question does not fit into a message.
var ErrTooLarge = errors.New("jetstream: too large to be handed on")

// Ask asks another server.
func (s *Shares) Ask(ctx context.Context, server Server, question []byte) ([]byte, error) {
	if int64(len(question)) > s.cabinet.s.nc.MaxPayload() {
		return nil, ErrTooLarge
	}
	m, err := s.cabinet.s.nc.RequestWithContext(ctx, callPrefix+server.ID, question)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}
