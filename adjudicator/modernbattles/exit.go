package modernbattles

import (
	"fieldpost/adjudicator/table"
)

// checkExit checks a move off the table (MB-B7f).
func checkExit(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	if _, r := k.allowance(u, "normal"); r != nil {
		return r
	}
	if u.hasMoved() {
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	}
	run, tr := k.offTable(u)
	if tr.why == nil {
		return nil
	}
	return k.asFarAs(u, run, tr)
}

// offTable returns how far a unit gets on its way to the nearest edge.
func (g *Game) offTable(u *Unit) (march, trip) {
	run, tr := g.longest(u, g.wayOff(u), 0, !g.Live)
	most, _ := g.allowance(u, run.gait)
	if d := g.edgeDistance(u.At); d > most && tr.why != nil {
		tr.why = refuse("edge-too-far", "MB-B7f", table.A("unit", u.ID), table.A("inches", inchText(d)), table.A("of", inchText(most)))
	}
	return run, tr
}

// wayOff returns the way of a unit to the nearest edge of the table.
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

// edgeDistance returns the distance to the nearest edge of the table.
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
			run, tr := g.offTable(u)
			if tr.why != nil {
				g.goesPart(t, u, l, run, tr, tr.why)
				return
			}
			g.walkIn(t, u, &run, tr)
		}
	}
	u.Did.Gait = "normal"
	if u.At == end && g.goesOn(u) {
		g.remove(t, u, "left", "MB-B7f")
	}
}

func exitIdeas(k *Game, s table.Seat, _ string) (out []string) {
	return out // no one is advised to run away
}
