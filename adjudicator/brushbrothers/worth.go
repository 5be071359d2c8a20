package brushbrothers

import "fieldpost/adjudicator/table"

// What a position is worth is reckoned in points of the budget.
const (
	objective = 60  // one that a side holds (BB-A3.6h), the water too (BB-A4.4j)
	settled   = 120 // so much ahead is worth three quarters of a victory
)

// worth returns how well a side stands, in thousandths of a victory, by the objectives that it holds and by what is left of the two sides.
func worth(g *Game, s table.Seat) int {
	ahead := 0
	for _, o := range g.Objectives {
		switch {
		case o.Decoy || o.Holder == "":
		case o.Holder == s:
			ahead += objective
		default:
			ahead -= objective
		}
	}
	for i := range g.Groups {
		switch u := &g.Groups[i]; {
		case u.Sector == "":
		case u.Side == s:
			ahead += g.worth(u)
		default:
			ahead -= g.worth(u)
		}
	}
	return table.Ahead(ahead, settled)
}
