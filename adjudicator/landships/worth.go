package landships

import "fieldpost/adjudicator/table"

// settled is by how many half points a side is ahead that has three quarters of a victory.
const settled = 6

// worth returns how well a side stands, in thousandths of a victory, by the scenario's victory points (LS-V) against those at which neither side wins.
func worth(g *Game, s table.Seat) int {
	v := g.doc.Scenario.Victory
	leader := table.Seat(v.Leader)
	wins, draws := 0, 0 // the lowest margins of the leader's victory and of a draw
	for _, r := range v.Results {
		if r.Winner == v.Leader {
			wins = r.Margin
		}
		if r.Winner != string(g.other(leader)) {
			draws = r.Margin
		}
	}
	ahead := 2*(g.score(leader)-g.score(g.other(leader))) - (wins + draws - 1)
	if s != leader {
		ahead = -ahead
	}
	return table.Ahead(ahead, settled)
}
