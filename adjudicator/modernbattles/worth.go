package modernbattles

import "fieldpost/adjudicator/table"

// worth returns how well a side stands, in thousandths of a victory, by the victory points of MB-B24: as much ahead as wins is three quarters of one.
func worth(g *Game, s table.Seat) int {
	_, _, own := g.earned(s)
	_, _, other := g.earned(g.other(s))
	return table.Ahead(own.Total()-other.Total(), g.constants().VictoryMargin.Value)
}
