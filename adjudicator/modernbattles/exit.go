package modernbattles

import (
	"iter"

	"fieldpost/adjudicator/table"
)

// checkExit is MB-B7f.
func checkExit(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	most, r := k.allowance(u, "normal")
	if r != nil {
		return r
	}
	if u.Did.Gait != "" {
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	}
	if d := k.edgeDistance(u.At); d > most {
		return refuse("edge-too-far", "MB-B7f", table.A("unit", u.ID), table.A("inches", inchText(d)), table.A("of", inchText(most)))
	}
	m := k.wayOff(u)
	return k.follow(u, &m, most, !k.Live).why
}

// wayOff is the way of a unit to the nearest edge of the table.
func (g *Game) wayOff(u *Unit) march {
	m := march{gait: "normal", formation: u.Formation, facing: -1}
	s, p := g.doc.Scenario.Table, u.At
	switch g.edgeDistance(p) {
	case p.Y:
		p.Y = 0
	case s.Height - p.Y:
		p.Y = s.Height
	case p.X:
		p.X = 0
	default:
		p.X = s.Width
	}
	if p != u.At {
		m.path = []Point{p}
	}
	return m
}

// edgeDistance is how far the nearest edge of the table is.
func (g *Game) edgeDistance(p Point) int {
	s := g.doc.Scenario.Table
	return min(p.X, p.Y, s.Width-p.X, s.Height-p.Y)
}

func (g *Game) exitOrder(t *table.Table, u *Unit, l table.Line) {
	m := g.wayOff(u)
	if !g.mayGo(t, u, m.path) { // MB-35
		t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
		return
	}
	if u.State != "" {
		return
	}
	end := u.At
	if len(m.path) > 0 {
		end = m.path[0]
		if u.vehicle() {
			g.drivePath(t, u, l, m, false)
		} else {
			most, _ := g.allowance(u, m.gait)
			g.walkIn(t, u, &m, g.follow(u, &m, most, false))
		}
	}
	u.Did.Gait = "normal"
	if u.At == end && g.goesOn(u) {
		g.remove(t, u, "left", "MB-B7f")
	}
}

func exitIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(func(string) bool) {} // nobody is told to run away
}
