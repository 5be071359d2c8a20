package table

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// layout is raised whenever the bytes below change. Old snapshots are then refused and the game is replayed; digests in logs
// of another layout are not compared (Engine.Layout).
const layout = 1

// ErrLayout means that a snapshot has another layout, rulebook or setup: replay the log instead.
var ErrLayout = errors.New("table: the snapshot is of another layout")

// Snapshot returns the boundary in canonical bytes: a tag (layouts, rulebook, revision of the rules in this program, digest of the setup),
// then place, counters, ending, book and position, then the SHA-256 of all that.
func (g *game[G, D]) Snapshot() []byte {
	w := &writer{}
	w.string(g.e.tag(g.setup))
	w.b = append(w.b, g.bytes()...)
	sum := sha256.Sum256(w.b)
	return append(w.b, sum[:]...)
}

func (e *engine[G, D]) tag(s Setup) string {
	w := &writer{}
	w.bytes(s.Scenario.text)
	w.int(len(s.Options))
	for _, o := range s.Options {
		w.strings(o.Name, o.Value)
	}
	w.int(s.Revision)
	w.string(s.Rhythm)
	return fmt.Sprintf("fieldpost boundary %d.%d %s %d %s", layout, e.rules.Layout, e.rules.Name, e.rules.Revision, hashOf(w.b))
}

// bytes returns everything besides the setup that play needs from here on.
func (g *game[G, D]) bytes() []byte {
	w := &writer{}
	w.int(g.at.place)
	w.int(g.at.steps)
	w.int(g.at.windows)
	w.bool(g.at.ending != nil)
	if e := g.at.ending; e != nil {
		w.strings(string(e.Winner), e.Rule, e.Why)
	}
	w.book(g.at.book)
	w.bytes(g.e.encode(g.at.pos))
	return w.b
}

// Restore reads what Snapshot wrote. ErrLayout and any other error mean the same: replay.
func (e *engine[G, D]) Restore(s Setup, snapshot []byte) (Game, error) {
	g, d, err := e.blank(s)
	if err != nil {
		return nil, err
	}
	if len(snapshot) < sha256.Size {
		return nil, errShort
	}
	body, sum := snapshot[:len(snapshot)-sha256.Size], snapshot[len(snapshot)-sha256.Size:]
	if got := sha256.Sum256(body); string(got[:]) != string(sum) {
		return nil, errors.New("table: the snapshot is damaged")
	}
	r := &reader{b: body}
	if tag := r.string(); r.err == nil && tag != e.tag(g.setup) {
		return nil, fmt.Errorf("%w: %q", ErrLayout, tag)
	}
	g.at.place, g.at.steps, g.at.windows = r.int(), r.int(), r.int()
	if r.bool() {
		g.at.ending = &Ending{Winner: Seat(r.string()), Rule: r.string(), Why: r.string()}
	}
	g.at.book = r.book()
	pos := r.bytes()
	if r.err != nil || len(r.b) > 0 || g.at.place < 0 || g.at.place >= len(e.rules.Sequence) {
		return nil, errShort
	}
	at := e.form.New().(G)
	if err := e.form.Read(pos, at); err != nil {
		return nil, err
	}
	if h := Guard("restore", func() { e.rules.Attach(at, d) }); h != nil {
		return nil, h
	}
	g.at.pos = at
	return g, nil
}
