package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Maca-Bano Cañada (BB-A4.4): there are three markers, one of them drinking water. Two armies deploy in turn, unit by
// unit, and walk into ground that nobody has seen.

// mayBeMarker implements BB-A4.4c: markers are placed in the middle zone.
func (g *Game) mayBeMarker(place string) *table.Refusal {
	_, y, _ := g.net.column(place)
	if zone := g.doc.Scenario.Wilds.Zone; len(zone) > 0 && !slices.Contains(zone, y+1) {
		return refuse("marker-off-zone", "BB-A4.4c", table.A("to", place), table.A("from", slices.Min(zone)), table.A("last", slices.Max(zone)))
	}
	return nil
}

// posting returns both sides: each sends the places of its units in the order in which they will be put down.
func (g *Game) posting() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Deployment == "players", g.seats()...)
}

// takePosts implements BB-A4.4e with BB-R50: the sides put down one unit in turn, beginning with the side drawn first.
// A side that has named only some of its units goes on in the order of its list. When all stand, the ground that they
// see is discovered.
func (g *Game) takePosts(t *table.Table) table.Then {
	for i := range g.Camps {
		g.Camps[i].Water = g.doc.Scenario.Wilds.Reserve
	}
	queues := make([][]int, len(g.Camps))
	wishes := make([]string, len(g.Groups))
	for n, c := range g.Camps {
		queues[n] = g.postOrder(t, c.Seat, wishes)
		g.buyByDefault(t, c.Seat)
	}
	turn := slices.IndexFunc(g.Camps, func(c Camp) bool { return c.Seat == g.Begins })
	for len(queues[0])+len(queues[1]) > 0 {
		if q := queues[turn]; len(q) > 0 {
			g.settle(t, q[0], wishes[q[0]])
			queues[turn] = q[1:]
		}
		turn = 1 - turn
	}
	for i := range g.Groups {
		if u := &g.Groups[i]; !u.hidden() {
			g.take(t, u.name())
		}
	}
	g.discover(t, "south")
	return table.To("turn")
}

// postOrder reads a side's lines and returns the indices of its units in the order in which it puts them down.
func (g *Game) postOrder(t *table.Table, s table.Seat, wishes []string) []int {
	var out []int
	said := make([]table.Line, len(g.Groups))
	for l := range t.Orders(s, "posts") {
		if l.Verb == "buy" {
			g.buy(t, s, l)
			continue
		}
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Side == s && u.ID == orders.Value(l.Args, "unit") {
				wishes[i] = orders.Value(l.Args, "how")
				g.saidAgain(t, s, &said[i], l)
				g.deployHere(u, l)
				out = append(slices.DeleteFunc(out, func(o int) bool { return o == i }), i)
			}
		}
	}
	for i := range g.Groups {
		if g.Groups[i].Side == s && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	var first, carried []int // vehicles before those they carry
	for _, i := range out {
		if g.Groups[i].Aboard == "" {
			first = append(first, i)
		} else {
			carried = append(carried, i)
		}
	}
	return append(first, carried...)
}

// uncover implements BB-A4.4c: when a unit enters a marker's sector, the marker shows its face to both sides and the
// sector is clear ground.
func (g *Game) uncover(t *table.Table, name string) {
	u := g.group(name)
	for o := range table.All(g.Objectives) {
		if o.Place != u.Sector || o.Place == "" || o.Open {
			continue
		}
		o.Open, o.Seen = true, g.seats()
		t.Report("BB-A4.4c", "marker-shown", table.A("objective", o.ID), table.A("place", o.Place), table.A("unit", name), table.A("water", !o.Decoy))
		t.Result("shown " + o.ID)
	}
}

// spring returns the water point, or nil while it is not yet uncovered.
func (g *Game) spring() *Objective {
	return table.First(g.Objectives, func(o *Objective) bool { return o.Open && !o.Decoy })
}

// occupies reports whether a side holds the water point with at least one unit in its sector (BB-A4.4j, BB-R52).
func (g *Game) occupies(s table.Seat) bool {
	w := g.spring()
	return w != nil && w.Holder == s && g.holds(w.Place) == s
}

// dried implements BB-A4.4j: a side that makes its opponent give up while one of its units occupies the water point has
// won; without that nobody has. The last turn of a game by mail counts in the same way.
func (g *Game) dried(t *table.Table, lost table.Seat) table.Ending {
	for _, s := range g.seats() {
		if s != lost && g.occupies(s) {
			w := g.spring()
			t.Report("BB-A4.4j", "water-held", table.A("side", s), table.A("place", w.Place), table.A("units", g.at(w.Place)))
			why := "bb.water"
			if lost != "" {
				why = "bb.water-gave-up"
			}
			return table.Ending{Winner: s, Rule: "BB-A4.4j", Why: why}
		}
	}
	t.Report("BB-A4.4j", "water-free")
	return table.Ending{Rule: "BB-A4.4j", Why: "bb.no-water"}
}

// beaten returns a side that has nothing left on the table and so can only give up.
func (g *Game) beaten() table.Seat {
	c, _ := table.Find(g.Camps, func(c *Camp) bool { return len(g.of(c.Seat)) == 0 })
	return c.Seat
}
