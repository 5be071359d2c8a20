package table

import (
	"errors"
	"fmt"
	"slices"
)

// errSeen means that bytes are not what a seat knew at a window.
var errSeen = errors.New("table: this is not what a seat knew at that window")

// known returns what a seat knows of the position. What was read back from a letter is known already: the rules may keep in Known what they
// could not take from a position in which it is absent.
func (g *game[G, D]) known(s Seat) G {
	if g.seen != "" && g.seen == s {
		return g.at.pos
	}
	return g.at.pos.Known(s)
}

// Bytes implements View.Bytes.
func (v *view[G, D]) Bytes() []byte {
	w := &writer{}
	w.bytes(v.e.encode(v.known))
	w.book(v.book)
	return w.b
}

// Seen implements Engine.Seen.
func (e *engine[G, D]) Seen(s Setup, seat Seat, w Window, known []byte) (Game, error) {
	g, d, err := e.blank(s)
	if err != nil {
		return nil, err
	}
	r := &reader{b: known}
	pos := r.bytes()
	g.at.book = r.book()
	place := e.placeOf(w.Step)
	if r.err != nil || len(r.b) > 0 || place < 0 || w.Number < 1 || !slices.Contains(s.Scenario.Seats(), seat) || g.at.book.find(seat) == nil {
		return nil, errSeen
	}
	at := e.form.New().(G)
	if err := e.form.Read(pos, at); err != nil {
		return nil, fmt.Errorf("%w: %w", errSeen, err)
	}
	if h := Guard("seen", func() { e.rules.Attach(at, d) }); h != nil {
		return nil, h
	}
	g.at.pos, g.at.place, g.at.steps, g.at.windows, g.seen = at, place, w.Number, w.Number-1, seat
	return g, nil
}
