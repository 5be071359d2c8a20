package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/events"
)

// That a server declines a part stands in the table of the shares beside who has it: "cannot/PART/SERVER", with the term of the server, so that it ends
// with that. A program that knows nothing of it leaves it where it is.

const declinePrefix = "cannot/"

func declineName(part, id string) string { return declinePrefix + part + "/" + id }

// Declined is a part of the work that a server cannot do now.
type Declined struct {
	Part   string
	Server Server
	Term   int64 // of that server
	Why    string
}

// pause is how long this server declines a part.
type pause struct {
	until time.Time // zero once it is over
	long  time.Duration
}

const (
	firstPause   = 10 * time.Second
	longestPause = 10 * time.Minute
)

// Decline gives parts away that this server has ended its work on because it could not do it, and says why. It takes them again after a
// while, which grows from time to time up to ten minutes.
func (h *Shift) Decline(ctx context.Context, parts []string, why string) error {
	for _, part := range parts {
		p := h.off[part]
		if p == nil {
			p = &pause{long: firstPause / 2}
			h.off[part] = p
		}
		p.long = min(2*p.long, longestPause)
		p.until = time.Now().Add(p.long)
	}
	return h.give(ctx, parts, func(table map[string]owner) {
		for _, part := range parts {
			o := h.me()
			o.Why = why
			table[declineName(part, o.ID)] = o
		}
	})
}

// Carries notes that this server does the work of a part after all.
func (h *Shift) Carries(part string) {
	if p := h.off[part]; p != nil && p.until.IsZero() {
		delete(h.off, part)
	}
}

// Replaceable reports whether another server lived at the last look that does not decline a part.
func (h *Shift) Replaceable(part string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.idle[part]
}

// Declined lists what servers declined at the last look.
func (h *Shift) Declined() []Declined {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lacks)
}

// declines reports whether a server declines a part.
func declines(table map[string]owner, terms map[string]holder, part, id string) bool {
	o, ok := table[declineName(part, id)]
	return ok && o.From == terms[id].From
}

// declined lists what living servers decline.
func declined(table map[string]owner, terms map[string]holder) (list []Declined) {
	for name, o := range table {
		part, _, _ := strings.Cut(strings.TrimPrefix(name, declinePrefix), "/")
		if t, lives := terms[o.ID]; lives && strings.HasPrefix(name, declinePrefix) && o.From == t.From {
			list = append(list, Declined{part, Server{o.ID, t.Name}, o.From, o.Why})
		}
	}
	slices.SortFunc(list, func(a, b Declined) int {
		return strings.Compare(a.Server.ID+"/"+a.Part, b.Server.ID+"/"+b.Part)
	})
	return list
}

// resume takes out of the table what this server declines no longer, and what is from terms that are over. It reports whether it did.
func (h *Shift) resume(table map[string]owner, terms map[string]holder) (changed bool) {
	for name, o := range table {
		if !strings.HasPrefix(name, declinePrefix) {
			continue
		}
		over := terms[o.ID].From != o.From
		if o.ID == h.shares.id && !over {
			part, _, _ := strings.Cut(strings.TrimPrefix(name, declinePrefix), "/")
			p := h.off[part]
			if over = p == nil || !time.Now().Before(p.until); over && p != nil {
				p.until = time.Time{}
			}
		}
		if over {
			delete(table, name)
			changed = true
		}
	}
	return changed
}

// share is how many parts this server should have at most: those that decline something do not count for the others.
func (h *Shift) share(table map[string]owner, terms map[string]holder) int {
	able := 0
	lacks := declined(table, terms)
	for id := range terms {
		if id == h.shares.id || !slices.ContainsFunc(lacks, func(d Declined) bool { return d.Server.ID == id }) {
			able++
		}
	}
	return (len(h.shares.parts) + able - 1) / able
}

// othersCan reports whether another server that lives does not decline a part.
func (h *Shift) othersCan(part string, table map[string]owner, terms map[string]holder) bool {
	for id := range terms {
		if id != h.shares.id && !declines(table, terms, part, id) {
			return true
		}
	}
	return false
}

// feasible leaves those parts that this server does not decline, or that every server does.
func (h *Shift) feasible(parts []string, table map[string]owner, terms map[string]holder) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(part string) bool {
		return declines(table, terms, part, h.shares.id) && h.othersCan(part, table, terms)
	})
}

// Programs of before the work was shared held one lease for all of it. While servers share, this lease is held in the name of all of them, so
// that such a program waits, and says for whom; and none shares while such a program holds it.
const (
	undivided  = "work"
	sharingID  = "sharing"
	sharedName = "servers that share the work: this program is too old to be one of them"
)

// ErrUndivided means that a server of a program that cannot share the work is at work.
var ErrUndivided = errors.New("a server of an earlier program, which cannot share the work, is at work on this log")

// closeDoor takes that lease, or fails with ErrUndivided while its holder is alive.
func (s *Shares) closeDoor(ctx context.Context) (*waiting, error) {
	l := s.cabinet.Lease(undivided, sharingID, sharedName)
	l.Renew, l.Hold, l.Take = s.Renew, s.Hold, s.Take
	w := &waiting{lease: l}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for first := uint64(0); ; {
		now, revision, stale, err := w.look(ctx)
		switch {
		case err != nil: // the cluster does not answer: it is tried again
		case now.ID == "" || now.ID == sharingID || stale:
			if err = s.beat(ctx, w, now); err == nil || errors.Is(err, events.ErrConflict) && now.ID == sharingID {
				return w, nil
			}
		case first == 0:
			first = revision
		case revision != first:
			return nil, fmt.Errorf("%w: %s", ErrUndivided, now.Name)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
}

// keepDoor renews that lease, if no other server has just done so.
func (s *Shares) keepDoor(ctx context.Context, w *waiting) error {
	now, _, _, err := w.look(ctx)
	if err != nil {
		return err
	}
	if now.ID != "" && now.ID != sharingID {
		return fmt.Errorf("%w: %s", ErrUndivided, now.Name)
	}
	if renew, _, _ := w.lease.times(); now.ID == sharingID && time.Since(w.since) < 2*renew {
		return nil
	}
	if err := s.beat(ctx, w, now); !errors.Is(err, events.ErrConflict) {
		return err
	}
	return nil // another server did
}

func (s *Shares) beat(ctx context.Context, w *waiting, now holder) error {
	next := w.lease.me
	next.Beat = now.Beat + 1
	return w.write(ctx, next)
}
