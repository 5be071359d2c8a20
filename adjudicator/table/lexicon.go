package table

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
)

// Lexicon is an orders.Lexicon: a rulebook fills in the lists and, where it is played on a grid, calls Call for each place
// that has a name.
type Lexicon struct {
	Units   []string // the player's own
	Foes    []string // those that the player knows of
	Lost    []string // of both sides, in play once and no more
	Parties []Seat   // or sides
	Grid    board.Grid
	// Spell reads a place written neither as the grid names it nor as given to Call, such as 44.17 for 4417. It may be nil.
	Spell func(s string) (place string, ok bool)
	// Held reports whether the player knows of an enemy at a place. It may be nil where no enemy is called like a place.
	Held func(place string) bool
	// About returns where a unit stands, or "", and names or ids of what it is, in any language. It may be nil.
	About func(unit string) (place string, kinds []string)

	// Plain says that how a line of the grammar reads depends on nothing that changes but the lists above and the names given to Call: neither on
	// who stands where nor on what a place holds.
	Plain bool

	called []called
}

// vocabulary is what a line of the grammar is read by, where that is all in the lists of a lexicon: two lexicons of a game with the same one read
// such a line alike.
func (n *Lexicon) vocabulary() (words string, ok bool) {
	if !n.Plain || n.Held != nil {
		return "", false
	}
	var b strings.Builder
	for _, list := range [][]string{n.Units, n.Foes, n.Lost, n.Sides()} {
		for _, word := range list {
			b.WriteString(word)
			b.WriteByte('\n')
		}
		b.WriteByte('\t')
	}
	for _, c := range n.called {
		b.WriteString(c.name)
		b.WriteByte('\n')
		b.WriteString(c.place)
		b.WriteByte('\n')
	}
	return b.String(), true
}

// called is a name of a place.
type called struct{ name, folded, place string }

// Call gives a place further names; empty ones are left out.
func (n *Lexicon) Call(place string, names ...string) {
	for _, name := range names {
		if name != "" {
			n.called = append(n.called, called{name, orders.Fold(name), place})
		}
	}
}

// Own, Enemies and Sides return the lists, Directions those of the grid.
func (n *Lexicon) Own() []string        { return n.Units }
func (n *Lexicon) Enemies() []string    { return n.Foes }           // as Own
func (n *Lexicon) Sides() []string      { return texts(n.Parties) } // as Own
func (n *Lexicon) Directions() []string { return n.Grid.Directions() }

// Departed returns the units that are out of play.
func (n *Lexicon) Departed() []string { return n.Lost }

// Occupied reports whether an enemy is known at a place, or may be.
func (n *Lexicon) Occupied(place string) bool { return n.Held == nil || n.Held(place) }

// Place reads a place: by its name on the grid, as Spell reads it, or by a name given to Call, ignoring case and accents.
func (n *Lexicon) Place(s string) (string, bool) {
	if n.Grid.Has(s) {
		return s, true
	}
	if n.Spell != nil {
		if place, ok := n.Spell(s); ok {
			return place, true
		}
	}
	folded := orders.Fold(s)
	for _, c := range n.called {
		if c.folded == folded {
			return c.place, true
		}
	}
	return "", false
}

// Places lists the places of the grid and all names of places.
func (n *Lexicon) Places() []string {
	out := slices.Clone(n.Grid.Places())
	for _, c := range n.called {
		out = append(out, c.name)
	}
	return out
}

// Describe returns where a unit stands and what it is.
func (n *Lexicon) Describe(unit string) (place string, kinds []string) {
	if n.About == nil {
		return "", nil
	}
	return n.About(unit)
}

// Step returns the next place of the grid in a direction, if there is one.
func (n *Lexicon) Step(place, direction string) (next string, ok bool) {
	if n.Grid == nil || !n.Grid.Has(place) {
		return "", false
	}
	return n.Grid.Neighbour(place, direction)
}
