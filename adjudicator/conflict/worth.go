package conflict

import "fieldpost/adjudicator/table"

// settled is by how many victory points a side is ahead that has three quarters of a victory.
const settled = 3

// worth returns how well a side stands, in thousandths of a victory, by the victory points of CH-2.4a.
func worth(g *Game, s table.Seat) int {
	side := g.side(s)
	return table.Ahead(g.points(side)-g.points(g.other(side)), settled)
}
