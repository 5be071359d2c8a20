package brushbrothers

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// SideSetting is what a "set:" says of a side beside its GCs.
type SideSetting struct {
	Side   string  `json:"side"`
	Edge   *string `json:"edge"`   // north or south
	Score  *int    `json:"score"`  // deployment die (BB-A2.2a)
	Points *int    `json:"points"` // for supports (BB-A2.4a)
	Water  *int    `json:"water"`  // BB-A4.4g
	Dry    *int    `json:"dry"`    // turn in which the water ran out (BB-R53)
}

// setSides applies the settings of sides.
func (g *Game) setSides(list []SideSetting) error {
	for _, s := range list {
		c := g.camp(table.Seat(s.Side))
		switch {
		case c == nil:
			return fmt.Errorf("brush-brothers: set: sides: there is no side %q", s.Side)
		case s.Edge != nil && !slices.Contains([]string{"north", "south"}, *s.Edge):
			return fmt.Errorf("brush-brothers: set: sides: edge %q is neither north nor south", *s.Edge)
		case s.Water != nil && *s.Water < 0 || s.Points != nil && *s.Points < 0:
			return fmt.Errorf("brush-brothers: set: sides: less than nothing of %q", s.Side)
		}
		table.Assign(&c.Edge, s.Edge)
		table.Assign(&c.Score, s.Score)
		table.Assign(&c.Points, s.Points)
		table.Assign(&c.Water, s.Water)
		table.Assign(&c.Dry, s.Dry)
	}
	return nil
}
