package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Hidden units and mines come from the scenario (decisions.md c, MB-B21). A hidden unit is shown as soon as an enemy unit has
// a line of sight to it, it fires, it is struck by shells or from the air, or an enemy runs into it.

// detect shows the hidden units that an enemy sees.
func (g *Game) detect(t *table.Table) {
	for u := range table.All(g.Units) {
		if !u.Hidden || u.Out != "" {
			continue
		}
		if slices.ContainsFunc(g.Units, func(e Unit) bool { return e.Side != u.Side && g.fit(&e) && e.State != "fleeing" && g.sees(&e, u) }) {
			g.show(t, u)
		}
	}
}

// reveal calls detect after one unit has moved.
func (g *Game) reveal(t *table.Table, _ *Unit) { g.detect(t) }

// show puts a hidden unit on the table.
func (g *Game) show(t *table.Table, u *Unit) {
	if !u.Hidden {
		return
	}
	u.Hidden = false
	t.Report("MB-B21", "shown", table.A("unit", u.ID), table.A("side", u.Side), table.A("at", spotText(u.At)))
}

// runsInto shows a hidden enemy that bars a way.
func (g *Game) runsInto(t *table.Table, r *table.Refusal) {
	if r == nil {
		return
	}
	for _, a := range r.Args {
		if id, ok := a.Value.(string); ok && (a.Name == "enemy" || a.Name == "by") {
			if u := g.unit(id); u != nil {
				g.show(t, u)
			}
		}
	}
}

// minesOn returns where a way enters a minefield that its unit has not yet entered during this move, and which one; if there
// is none, it returns the end of the way.
func (g *Game) minesOn(u *Unit, from, to Point) (Point, string) {
	best, id := to, ""
	for _, m := range g.Mines {
		if slices.Contains(u.Did.Mined, m.ID) {
			continue
		}
		hull := points(m.Polygon)
		at, hit := from, within(from, hull)
		if !hit && (within(to, hull) || len(polygon(hull).passages(from, to)) > 0) {
			at, hit = nearestCrossing(from, to, hull), true
		}
		if hit && (id == "" || span(from, at) < span(from, best)) {
			best, id = at, m.ID
		}
	}
	return best, id
}

// nearestCrossing returns where a way first meets a polygon.
func nearestCrossing(from, to Point, hull []Point) Point {
	best, found := to, false
	for i := range hull {
		if p, ok := crossing(from, to, hull[i], hull[(i+1)%len(hull)]); ok && (!found || span(from, p) < span(from, best)) {
			best, found = p, true
		}
	}
	return best
}

// enterMines resolves a unit entering a minefield (MB-B21). The first unit tests its initiative and stops at the edge if it
// passes. If it fails, and for all later units, the mines go off. enterMines reports whether the unit goes on.
func (g *Game) enterMines(t *table.Table, u *Unit, id string) bool {
	i := slices.IndexFunc(g.Mines, func(m Minefield) bool { return m.ID == id })
	u.Did.Mined = append(u.Did.Mined, id)
	if m := &g.Mines[i]; !m.Shown {
		m.Shown = true
		t.Report("MB-B21", "mines-shown", table.A("unit", u.ID), table.A("field", id), table.A("at", spotText(u.At)))
		if _, ok := g.initiative(t, u, "mines", "MB-9b"); ok {
			return false
		}
	}
	if u.vehicle() {
		d := g.dice().MineVehicle
		roll := t.Roll(u.Side, "mine", 1, 6)
		hit := roll.Natural() >= d.Low
		t.Report("MB-B21", "mine", table.A("unit", u.ID), table.A("needed", d.Low), table.A("roll", roll), table.A("hit", hit))
		if hit {
			u.Tank.Immobilised = true
			g.ridersJump(t, u) // MB-R48
			u = g.unit(u.ID)
			g.strikeHull(t, u, "rear", g.constants().MineArmour.Value, 0, "MB-B21")
		}
		return g.goesOn(u)
	}
	for _, j := range u.living() {
		d := g.dice().MineFigure
		roll := t.Roll(u.Side, "mine", 1, 6)
		hit := roll.Natural() >= d.Low
		t.Report("MB-B21", "mine", table.A("unit", u.ID), table.A("needed", d.Low), table.A("roll", roll), table.A("hit", hit))
		if hit {
			g.strike(t, u, j, g.constants().MineStrength.Value, "MB-B21")
		}
	}
	return g.goesOn(u)
}
