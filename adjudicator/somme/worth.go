package somme

import (
	"strings"

	"fieldpost/adjudicator/table"
)

// What a position is worth is reckoned in hundredths of a point of the scenario's victory schedule.
const (
	point    = 100
	nearby   = 5   // for each hex by which a side is nearer to a place of one point than the other, up to farthest
	farthest = 6   // hexes
	step     = 3   // for each step lost
	settled  = 200 // so much ahead is worth three quarters of a victory
)

// worth returns how well a side stands, in thousandths of a victory: by the points of the scenario's victory schedule, against what is needed
// for as much of the game as has been played, by who is nearer to the places that count, and by losses.
func worth(g *Game, s table.Seat) int {
	ahead := g.ahead()
	for _, p := range g.prizes() {
		ahead += nearby * p.points * max(-farthest, min(farthest, g.hexesTo(allied, p.hex)-g.hexesTo(german, p.hex)))
	}
	ahead += step * (g.stepsLost(allied) - g.stepsLost(german))
	w := table.Ahead(ahead, settled)
	if s == german {
		return w
	}
	return 1000 - w
}

// ahead returns the German player's points less those at which neither side wins, for as much of the game as has been played.
func (g *Game) ahead() int {
	total := 0
	switch g.doc.Scenario.Victory.Kind {
	case "bridges":
		total = g.sitesHeld().Total()
	case "points":
		total = g.placesTotal().Total()
		if g.has(german, arras, g.ground) || g.nearRailway() {
			total = max(total, g.evenPoints()/2+1)
		}
	case "crosses":
		total = g.crosses(german).Total() - g.crosses(allied).Total()
	default:
		total = g.campaignTotal().Total()
	}
	turns := g.doc.Scenario.Turns
	played := g.Number - turns[0].Number
	if g.Sequence > 0 {
		played++
	}
	return point*total - point*g.evenPoints()*max(0, min(played, len(turns)))/(2*len(turns))
}

// evenPoints returns twice the total between a German and an Allied victory.
func (g *Game) evenPoints() int {
	wins, draws := 0, 0 // the lowest totals of a German victory and of a draw
	for _, l := range g.doc.Scenario.Victory.Levels {
		if l.Winner == string(german) {
			wins = l.From
		}
		if l.Winner != string(allied) {
			draws = l.From
		}
	}
	return wins + draws - 1
}

// prize is a place that counts, with its points.
type prize struct {
	hex    string
	points int
}

// prizes returns the places whose holder still matters.
func (g *Game) prizes() (out []prize) {
	v := &g.doc.Scenario.Victory
	switch v.Kind {
	case "bridges":
		for _, b := range v.Bridges {
			x, y, _ := strings.Cut(b, "/")
			out = append(out, prize{x, 1}, prize{y, 1})
		}
	case "points":
		for _, h := range v.Hexes {
			out = append(out, prize{h, 1})
		}
		out = append(out, prize{arras, 2}, prize{amiens, 2})
	case "crosses":
		for _, m := range g.doc.Scenario.Markers {
			for _, h := range m.Hexes {
				out = append(out, prize{h, m.Level})
			}
		}
	default:
		for _, m := range g.Campaign.Backs {
			out = append(out, prize{m.Hex, m.Level})
		}
		out = append(out, prize{arras, 3}, prize{amiens, 3})
	}
	return out
}

// hexesTo returns how far the nearest combat unit of a side is from a hex, or 2 * farthest if that is less.
func (g *Game) hexesTo(s seat, hex string) int {
	least := 2 * farthest
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s && u.Hex != "" && g.fights(u) {
			least = min(least, g.distance(u.Hex, hex))
		}
	}
	return least
}

// stepsLost returns the steps of combat units that a side has lost.
func (g *Game) stepsLost(s seat) (n int) {
	for u := range table.All(g.Units) {
		switch {
		case u.Side != s || !g.fights(u):
		case u.Box == destroyed:
			n += g.card(u).Steps
		default:
			n += u.Lost
		}
	}
	return n
}
