package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Discovery (BB-A4.4d, BB-A4.4f, BB-R50). Nobody knows the ground of an undiscovered sector, not even the program: a
// die is thrown for it when somebody sees it.

// wild reports whether the scenario has ground to be discovered.
func (g *Game) wild() bool { return len(g.doc.Scenario.Wilds.Codes) == 6 }

// undiscovered reports whether a sector still has its token.
func (g *Game) undiscovered(place string) bool { return g.terrain(place).Unknown }

// discover implements BB-R50: every undiscovered sector in line of sight of some unit gets one die, by row and column
// from an edge; undiscovered sectors are opaque. This is repeated until no new one is seen. A unit in ambush discovers
// nothing, since what is seen from its place would give it away.
func (g *Game) discover(t *table.Table, edge string) {
	if !g.wild() {
		return
	}
	for {
		seen := g.glimpsed()
		if len(seen) == 0 {
			return
		}
		slices.SortStableFunc(seen, func(a, b string) int {
			x, _, _ := g.net.column(a)
			o, _, _ := g.net.column(b)
			if n := g.back(edge, a) - g.back(edge, b); n != 0 {
				return n
			}
			return x - o
		})
		for _, p := range seen {
			g.reveals(t, p)
		}
	}
}

// glimpsed lists the undiscovered sectors that some unit has in line of sight.
func (g *Game) glimpsed() []string {
	var eyes []eye
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Sector != "" && !u.hidden() && !slices.Contains(eyes, g.eyeOf(u)) {
			eyes = append(eyes, g.eyeOf(u))
		}
	}
	return table.Keep(g.net.Places(), func(p string) bool {
		return g.undiscovered(p) && slices.ContainsFunc(eyes, func(e eye) bool { return g.clear(e, g.ground(p)) })
	})
}

// reveals implements BB-A4.4f for one sector: its die and the terrain that results. A marker's sector is clear and
// needs no die.
func (g *Game) reveals(t *table.Table, place string) {
	w := g.doc.Scenario.Wilds
	if slices.ContainsFunc(g.Objectives, func(o Objective) bool { return o.Place == place }) {
		g.become(place, w.Marker)
		t.Report("BB-A4.4c", "marker-clear", table.A("place", place), table.A("terrain", g.terrain(place).ID))
		return
	}
	die := t.Roll("", "ground", 1, 6)
	g.become(place, w.Codes[die.Total()-1])
	t.Report("BB-A4.4f", "discovered", table.A("place", place), table.A("die", die), table.A("terrain", g.terrain(place).ID))
}

// become puts a terrain on a sector.
func (g *Game) become(place, code string) {
	if len(code) > 0 {
		g.Map, _ = g.net.Recode(g.Map, place, code[0])
	}
}

// treads implements BB-R50 for a unit that enters an undiscovered sector: the unit discovers it first. If it is a
// marsh, the move is refused, and the action is lost all the same.
func (g *Game) treads(t *table.Table, name, next string) bool {
	if !g.wild() || !g.undiscovered(next) {
		return true
	}
	g.reveals(t, next)
	if !g.terrain(next).Impassable {
		return true
	}
	u := g.group(name)
	if !u.vehicle() { // a vehicle has paid for the whole action already
		_ = g.payAll(u.team(), g.cost(u, "move", "move"), true)
	}
	t.Report("BB-A4.4f", "marsh-stops", table.A("unit", name), table.A("at", u.Sector), table.A("to", next))
	return false
}

// explore discovers what is seen after a move, starting from the active player's edge (BB-R50), no matter who moved.
func (g *Game) explore(t *table.Table, name string) {
	u := g.group(name)
	if u == nil || !g.wild() {
		return
	}
	side := g.Active.Side
	if side == "" {
		side = u.Side
	}
	g.discover(t, g.camp(side).Edge)
}
