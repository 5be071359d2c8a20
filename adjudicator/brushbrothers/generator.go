package brushbrothers

import (
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The scenario generator of annex 2 (BB-A2). After three objectives have been placed, the player drawn second chooses
// his side; deployment dice say how much of each force may stand forward and how far; from turn 6 a die may end the
// game.

// mayBeObjective implements BB-A2.1c and BB-A2.1d without the distance to other objectives.
func (g *Game) mayBeObjective(place string) *table.Refusal {
	x, y, _ := g.net.column(place)
	columns, rows := g.net.Size()
	off := 2*y + 1 - rows // twice the distance from the middle line
	switch {
	case x == 0 || y == 0 || x == columns-1 || y == rows-1:
		return refuse("objective-at-edge", "BB-A2.1d", table.A("to", place))
	case max(off, -off) > 2*fromMiddle:
		return refuse("objective-off-middle", "BB-A2.1d", table.A("to", place), table.A("most", fromMiddle))
	case !g.tactical(place):
		return refuse("objective-no-use", "BB-A2.1c", table.A("to", place))
	}
	return nil
}

// fromMiddle and apart are the UD of BB-A2.1d: at most from the middle line, and at least from another objective.
const fromMiddle, apart = 2, 2

// tactical reports whether a sector is of use to the side that holds it (BB-A2.1c): cover, a height, a bridge, a
// crossroads.
func (g *Game) tactical(place string) bool {
	t := g.terrain(place)
	if t.Cover || t.Crest || t.Look == "bridge" {
		return true
	}
	ways := table.Count(g.net.Neighbours(place), func(n string) bool { return g.terrain(n).Road })
	return t.Road && ways > 2
}

// nearObjective is the rest of BB-A2.1d: at least 2 UD from any other objective.
func (g *Game) nearObjective(place string) *table.Refusal {
	for _, o := range g.Objectives {
		if o.Place != "" && g.distance(o.Place, place) < apart {
			return refuse("objectives-close", "BB-A2.1d", table.A("to", place), table.A("objective", o.ID), table.A("least", apart))
		}
	}
	return nil
}

// sideChooser returns the player who chooses his side: the one drawn second (BB-A2.1e).
func (g *Game) sideChooser() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Edges == "players", g.Chooser)
}

// chooseSide implements BB-A2.1e. After it the deployment dice are thrown, and the points for supports are known.
func (g *Game) chooseSide(t *table.Table) table.Then {
	g.settleEdges(t, "side", "BB-A2.1e")
	g.deploymentDice(t)
	g.compensate(t)
	return table.Next
}

// deploymentDice implements BB-A2.2a: both players throw a d8 until the scores add up to 10. A scenario that sets
// everything up also gives the scores.
func (g *Game) deploymentDice(t *table.Table) {
	a, b := &g.Camps[0], &g.Camps[1]
	if g.doc.Scenario.Setup.Deployment != "players" && g.doc.Scenario.Sides[0].Score > 0 {
		a.Score, b.Score = g.doc.Scenario.Sides[0].Score, g.doc.Scenario.Sides[1].Score
		t.Report("BB-A2.2a", "scores-fixed", table.A("first", a.Seat), table.A("has", a.Score), table.A("second", b.Seat), table.A("against", b.Score))
		return
	}
	for n := 0; a.Score+b.Score != scoresMake; n++ {
		if n == mostThrows {
			a.Score, b.Score = scoresMake/2, scoresMake/2
			break
		}
		x, y := t.Roll(a.Seat, "deployment", 1, 8), t.Roll(b.Seat, "deployment", 1, 8)
		a.Score, b.Score = x.Total(), y.Total()
		t.Report("BB-A2.2a", "deployment-dice", table.A("first", a.Seat), table.A("die", x), table.A("second", b.Seat), table.A("other", y), table.A("settled", a.Score+b.Score == scoresMake))
	}
	for _, c := range g.Camps {
		f := g.front(c.Seat)
		t.Report("BB-A2.2c", "front", table.A("side", c.Seat), table.A("points", g.vanguardPoints(c.Seat)), table.A("share", f.Share), table.A("depth", f.Depth))
	}
}

// mostThrows bounds the number of throws. Honest dice never get there (the chance is 1 in 10 to the power of 50).
const mostThrows = 1000

// scoresMake is what the two deployment dice must add up to (BB-A2.2a).
const scoresMake = 10

// front returns the vanguard that a side's score allows (BB-A2.2c). Before the dice, and in other systems, no GC may
// stand forward.
func (g *Game) front(s table.Seat) Front {
	for _, f := range g.doc.Tables.Fronts {
		if f.Score == g.camp(s).Score {
			return f
		}
	}
	return Front{Depth: 1}
}

// vanguardPoints returns the part of the budget that may stand forward.
func (g *Game) vanguardPoints(s table.Seat) int {
	return g.doc.Scenario.Budget * g.front(s).Share / 100
}

// depth returns how many rows from its own edge a side may deploy.
func (g *Game) depth(s table.Seat) int {
	if g.doc.system() == generator {
		return g.front(s).Depth
	}
	return g.doc.Scenario.Setup.Depth
}

// back returns the row of a sector counted from an edge; 1 is the edge row.
func (g *Game) back(edge, place string) int {
	_, y, _ := g.net.column(place)
	if _, rows := g.net.Size(); edge == "north" {
		return rows - y
	}
	return y + 1
}

// forward adds up the points of a side's GCs beyond 1 UD from its edge, without one GC and those aboard it.
func (g *Game) forward(s table.Seat, but string) int {
	points := 0
	for _, gc := range g.list(s).GCs {
		u := g.own(s, gc.ID)
		if u == nil || gc.ID == but || u.Aboard == but {
			continue
		}
		if at := g.station(u); at != "" && g.back(g.camp(s).Edge, at) > 1 {
			points += gc.Cost
		}
	}
	return points
}

// station returns where a GC is while sides deploy: a passenger goes where its vehicle goes (BB-R41).
func (g *Game) station(u *Group) string {
	if c := g.own(u.Side, u.Aboard); u.Aboard != "" && c != nil {
		return c.Sector
	}
	return u.Sector
}

// mayLead implements BB-A2.2c and BB-A2.2d: every GC beyond 1 UD belongs to the vanguard, whose share is limited. A
// vehicle takes those aboard it along.
func (g *Game) mayLead(s table.Seat, id, place string) *table.Refusal {
	if g.doc.system() != generator || g.back(g.camp(s).Edge, place) <= 1 {
		return nil
	}
	sum := table.Base("forward", g.forward(s, id), "BB-A2.2c")
	for _, gc := range g.list(s).GCs {
		if gc.ID == id {
			sum = sum.Plus("this-gc", gc.Cost, "BB-A1.6")
		} else if u := g.own(s, gc.ID); u != nil && u.Aboard == id {
			sum = sum.Plus("aboard", gc.Cost, "BB-R41")
		}
	}
	if most := g.vanguardPoints(s); sum.Total() > most {
		return refuse("vanguard-full", "BB-A2.2c", table.A("unit", id), table.A("sum", sum), table.A("most", most))
	}
	return nil
}

// vanguards implements BB-A2.2b: the side with the higher score deploys first. With 5 and 5 both deploy at the same
// time, unseen by each other.
func (g *Game) vanguards() []table.Seat {
	if g.Number > 0 || g.doc.Scenario.Setup.Deployment != "players" {
		return nil
	}
	if g.Camps[0].Score == g.Camps[1].Score {
		return g.seats()
	}
	return []table.Seat{g.higher()}
}

func (g *Game) higher() table.Seat {
	if g.Camps[1].Score > g.Camps[0].Score {
		return g.Camps[1].Seat
	}
	return g.Camps[0].Seat
}

// answerers returns the side that deploys after seeing what the enemy has deployed.
func (g *Game) answerers() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Deployment == "players" && g.Camps[0].Score != g.Camps[1].Score, g.other(g.higher()))
}

// deployVanguards deploys the vanguards. Where both deploy at once, neither sees the other's order.
func (g *Game) deployVanguards(t *table.Table) table.Then {
	g.deploy(t, g.higher(), "vanguard")
	if g.Camps[0].Score == g.Camps[1].Score {
		g.deploy(t, g.other(g.higher()), "vanguard")
		return table.To("turn")
	}
	return table.Next
}

func (g *Game) deployAnswer(t *table.Table) table.Then {
	g.deploy(t, g.other(g.higher()), "answer")
	return table.To("turn")
}

// endDie implements BB-A2.3, BB-A2.3a: from the first turn of the chart on, one die is thrown at the end of each turn,
// and its score or more ends the game.
func (g *Game) endDie(t *table.Table) bool {
	for _, e := range g.doc.Tables.GameEnd {
		if e.Turn != g.Number {
			continue
		}
		die := t.Roll("", "end", 1, 6)
		over := die.Total() >= e.Score
		t.Report("BB-A2.3a", "end-die", table.A("turn", g.Number), table.A("die", die), table.A("need", table.Base("turn", e.Score, "BB-A2.3a")), table.A("over", over))
		return over
	}
	return false
}

// settleEdges gives the chooser the edge he wants, or south if he says nothing (BB-D6).
func (g *Game) settleEdges(t *table.Table, phase, rule string) {
	edge := "south"
	if g.doc.Scenario.Setup.Edges != "players" {
		if s, ok := g.doc.Side(string(g.Chooser)); ok && s.Edge != "" {
			edge = s.Edge
		}
	}
	for l := range t.Orders(g.Chooser, phase) {
		edge = orders.Value(l.Args, "edge")
		t.Done(g.Chooser, l)
	}
	far := "north"
	if edge == "north" {
		far = "south"
	}
	g.camp(g.Chooser).Edge, g.camp(g.other(g.Chooser)).Edge = edge, far
	t.Report(rule, "edge", table.A("side", g.Chooser), table.A("edge", edge))
}

// option parses a number that was chosen when the game was opened.
func option(value string, otherwise int) int {
	if n, err := strconv.Atoi(value); err == nil {
		return n
	}
	return otherwise
}
