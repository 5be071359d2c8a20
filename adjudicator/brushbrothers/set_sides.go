package brushbrothers

import (
	"fmt"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// heldBy is how many supports of a kind a side holds.
type heldBy struct {
	Side    table.Seat `key:"side" ref:"seats"`
	Support string     `key:"support"`
	Count   int        `key:"count"`
}

// failedBy is how often a side has asked in vain for supports of a kind.
type failedBy struct {
	Side   table.Seat `key:"side" ref:"seats"`
	Failed `key:",inline"`
}

// correctSides changes what a side has besides its GCs: supports, failed attempts, points and water.
func (g *Game) correctSides(s *position.Setting, own correction) error {
	for _, c := range g.Camps {
		if c.Water < 0 || c.Points < 0 {
			return fmt.Errorf("sides: less than nothing of %q", c.Seat)
		}
	}
	for x := range table.All(g.Strikes) {
		row, ok := g.doc.support(x.ID)
		if !s.Has("strikes") {
			break
		}
		if !ok || g.camp(x.Side) == nil {
			return fmt.Errorf("strikes: %q of %q", x.ID, x.Side)
		}
		if row.Kind == "air" && !g.twoEdges(x.Entry, x.Exit) || row.Kind != "air" && !g.grid(x.Point) {
			return fmt.Errorf("strikes: %s: aircraft need from and to on two edges, artillery a sector at", x.ID)
		}
		x.Kind = row.Kind
	}
	for i := range g.Camps {
		if s.Has("supports") {
			g.Camps[i].Supports = nil
		}
	}
	for _, x := range own.Supports {
		c := g.camp(x.Side)
		if _, ok := g.doc.support(x.Support); !ok || c == nil || x.Count < 1 {
			return fmt.Errorf("supports: %d %q of %q", x.Count, x.Support, x.Side)
		}
		c.Supports = append(c.Supports, Held{ID: x.Support, Count: x.Count})
	}
	for _, x := range own.Failed {
		c := g.camp(x.Side)
		if c == nil {
			return fmt.Errorf("failed: there is no side %q", x.Side)
		}
		c.Failed = x.Failed
	}
	return g.correctConventions(s, own.Conventions)
}
