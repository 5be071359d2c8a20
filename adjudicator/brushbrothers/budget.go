package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The points of immediate support (BB-A2.4a to A2.4c): what a side has, what compensation adds, and what it buys. How
// supports are called and what they do is found elsewhere.

// compensate implements BB-A2.4c with BB-R44: the side with fewer objectives in its zone gets points for each one that
// the other has more, the most valuable first. It is recommended, not required: a game may be opened without it.
func (g *Game) compensate(t *table.Table) {
	for i := range g.Camps {
		g.Camps[i].Points = g.Points
	}
	if g.Points == 0 || !g.Compensation {
		return
	}
	a, b := g.Camps[0].Seat, g.Camps[1].Seat
	mine, theirs := g.inZone(a), g.inZone(b)
	if len(mine) < len(theirs) {
		a, b, mine, theirs = b, a, theirs, mine
	}
	sum := table.Base("supports", g.Points, "BB-A2.4a")
	for range len(mine) - len(theirs) {
		best := 0
		for i := range mine {
			if g.bonusOf(mine[i]) > g.bonusOf(mine[best]) {
				best = i
			}
		}
		sum = sum.Plus(g.coverOf(mine[best]), g.bonusOf(mine[best]), "BB-A2.4c")
		mine = append(mine[:best:best], mine[best+1:]...)
	}
	if len(mine) < len(g.inZone(a)) {
		g.camp(b).Points = sum.Total()
		t.Report("BB-A2.4c", "compensation", table.A("side", b), table.A("sum", sum))
	}
}

// inZone lists the sectors of the objectives in a side's deployment zone.
func (g *Game) inZone(s table.Seat) []string {
	return table.Pick(g.Objectives, func(o *Objective) (string, bool) {
		return o.Place, o.Place != "" && g.back(g.camp(s).Edge, o.Place) <= g.depth(s)
	})
}

// coverOf returns how compensation counts an objective: open, light cover or dense cover.
func (g *Game) coverOf(place string) string {
	switch t := g.terrain(place); {
	case t.Dense:
		return "objective-dense"
	case t.Cover:
		return "objective-cover"
	}
	return "objective-open"
}

func (g *Game) bonusOf(place string) int {
	b := g.doc.Tables.Bonus
	switch g.coverOf(place) {
	case "objective-dense":
		return b.Dense
	case "objective-cover":
		return b.Cover
	}
	return b.Open
}

// spent adds up what a side's supports cost.
func (g *Game) spent(s table.Seat) int {
	n := 0
	for _, h := range g.camp(s).Supports {
		x, _ := g.doc.support(h.ID)
		n += h.Count * x.Cost
	}
	return n
}

// mayBuy checks a purchase against the points that the scenario allows (BB-A2.4a).
func mayBuy(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id, n := orders.Value(l.Args, "support"), orders.Int(l.Args, "count", 1)
	if id == nothing {
		return nil
	}
	x, ok := k.doc.support(id)
	if points := k.camp(s).Points; !ok || n < 1 || points == 0 {
		return refuse("no-supports", "BB-A2.4a", table.A("points", points))
	}
	sum := table.Base("bought", k.spent(s), "BB-A2.4a").Plus("this-support", n*x.Cost, "BB-A2.4a")
	if points := k.camp(s).Points; sum.Total() > points {
		return refuse("supports-dear", "BB-A2.4a", table.A("support", id), table.A("sum", sum), table.A("points", points))
	}
	return nil
}

// nothing is what a side writes that wants no supports.
const nothing = "none"

// buy reads a side's purchase in a phase. A side that says nothing gets as much field artillery as its points allow
// (BB-D3).
func (g *Game) buy(t *table.Table, s table.Seat, l table.Line) {
	c := g.camp(s)
	c.Asked = true
	id, n := orders.Value(l.Args, "support"), orders.Int(l.Args, "count", 1)
	if id == nothing {
		return
	}
	g.obtainable(c, id, n)
	t.For(s).Report("BB-A2.4a", "bought", table.A("support", id), table.A("count", n), table.A("left", c.Points-g.spent(s)))
}

func (g *Game) obtainable(c *Camp, id string, n int) {
	for i := range c.Supports {
		if c.Supports[i].ID == id {
			c.Supports[i].Count += n
			return
		}
	}
	c.Supports = append(c.Supports, Held{id, n})
}

// buyByDefault implements BB-D3, for a side that has said nothing about supports.
func (g *Game) buyByDefault(t *table.Table, s table.Seat) {
	c := g.camp(s)
	if c.Asked || c.Points == 0 {
		return
	}
	cheap := Support{}
	for _, x := range g.doc.Tables.Supports {
		if cheap.ID == "" || x.Cost < cheap.Cost {
			cheap = x
		}
	}
	if n := c.Points / max(1, cheap.Cost); n > 0 && cheap.ID != "" {
		g.obtainable(c, cheap.ID, n)
		t.For(s).Report("BB-D3", "bought", table.A("support", cheap.ID), table.A("count", n), table.A("left", c.Points-g.spent(s)))
	}
}
