package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// take implements BB-A3.6e and 3.6f: passing over an objective is enough to seize it (BB-G8, BB-R46). Whoever takes it
// may look at its face in secret; nobody else learns that he did, or what he saw.
func (g *Game) take(t *table.Table, name string) {
	u := g.group(name)
	taking := "BB-A3.6e"
	switch g.doc.system() {
	case generator:
		taking = "BB-A2.3b"
	case chaco:
		taking = "BB-A4.4g"
		g.uncover(t, name)
	}
	for i := range g.Objectives {
		o := &g.Objectives[i]
		if o.Place != u.Sector || o.Place == "" || o.Open && o.Decoy {
			continue
		}
		if o.Holder != u.Side {
			o.Holder = u.Side
			t.Report(taking, "objective-taken", table.A("objective", o.ID), table.A("place", o.Place), table.A("side", u.Side), table.A("unit", name))
			t.Result("taken " + o.ID)
		}
		if !g.decoys() || o.Open || slices.Contains(o.Seen, u.Side) || !table.Decide(t, g.askTurnOver(u.Side, o.ID)) {
			continue
		}
		o = &g.Objectives[i]
		o.Seen = append(o.Seen, u.Side)
		t.For(u.Side).Report("BB-A3.6e", "turned-over", table.A("objective", o.ID), table.A("decoy", o.Decoy))
	}
}

// decoys reports whether some token may be false. Without decoys there is nothing to turn over.
func (g *Game) decoys() bool {
	return g.doc.Scenario.Decoys > 0 || slices.ContainsFunc(g.Objectives, func(o Objective) bool { return o.Decoy })
}

// points counts the true objectives that a side holds (BB-R46: the decoy is worth nothing).
func (g *Game) points(s table.Seat) int {
	return table.Count(g.Objectives, func(o Objective) bool { return o.Holder == s && !o.Decoy })
}

// verdict implements BB-A3.6h: the side with more objectives wins; equal numbers are a draw.
func (g *Game) verdict(t *table.Table) table.Ending {
	if g.doc.system() == chaco {
		return g.dried(t, "")
	}
	a, b, rule := g.Camps[0].Seat, g.Camps[1].Seat, "BB-A3.6h"
	if g.doc.system() == generator {
		rule = "BB-A2.3b"
	}
	for _, o := range g.Objectives {
		if o.Decoy {
			t.Report("BB-A3.6b", "decoy-shown", table.A("objective", o.ID), table.A("place", o.Place))
		}
	}
	x, y := g.points(a), g.points(b)
	t.Report(rule, "objectives", table.A("first", a), table.A("has", x), table.A("second", b), table.A("against", y))
	switch {
	case x > y:
		return table.Ending{Winner: a, Rule: rule, Why: "bb.more-objectives"}
	case y > x:
		return table.Ending{Winner: b, Rule: rule, Why: "bb.more-objectives"}
	}
	return table.Ending{Rule: rule, Why: "bb.equal-objectives"}
}
