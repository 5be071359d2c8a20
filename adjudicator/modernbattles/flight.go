package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// compulsory makes the moves that no one orders: fleeing units run on (MB-B16a), disengaging vehicles back away (MB-19b).
func (g *Game) compulsory(t *table.Table) {
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return g.on(u) && u.alive() > 0 && !u.vehicle() && u.State == "fleeing" }) {
		u := g.unit(id)
		g.flee(t.At(id), u, u.At, 20*u.Profile.Move, true)
	}
	for _, id := range g.of(g.Phasing, func(u *Unit) bool {
		return g.fit(u) && u.vehicle() && u.Tank.Back && !u.Tank.Immobilised && !u.Tank.Fire && u.Tank.Idle == 0
	}) {
		u := g.unit(id)
		most := 20 * u.Profile.Move
		m := march{gait: "double", reverse: true, facing: -1, path: []Point{ahead(u.At, norm(u.Facing+180), most/2)}}
		m, stopped := g.bogs(t.At(id), u, m) // MB-B7h
		if stopped {
			continue
		}
		if tr := g.follow(u, &m, most, false); len(tr.path) > 0 {
			g.walk(t.At(id), u, &m, tr, most)
		}
	}
}

// flee makes a compulsory run (MB-B16a) of so many tenths, directly away from a place or, if home is set, by the shortest way
// to the unit's own edge. The unit goes around impassable terrain, enemies and hulls, in open formation, and pays terrain
// costs. A unit that runs over the edge is gone; one with no way at all is removed. At the first cover it may rally (MB-10h).
func (g *Game) flee(t *table.Table, u *Unit, away Point, tenths int, home bool) {
	if u.Out != "" {
		return
	}
	from, old, inside := u.At, spotsOf(u), u.Inside
	if a := g.area(u.Inside); u.Inside != "" && a != nil {
		out := g.wayOut(u, a, away, home)
		u.Inside, u.Storey, u.At = "", 0, out
		for i := range old {
			old[i] = out
		}
	}
	u.Did.Ran, u.Piece.Prepared = true, false
	g.cutWires(u)
	if !u.single() {
		u.Formation = "open"
	}
	m := march{gait: "double", formation: u.Formation, facing: -1}
	start, left := u.At, tenths
	path, gone, through := g.escape(t, u, &m, away, home, &left, old)
	if u.Out != "" {
		return
	}
	at := u.At
	if gone {
		g.remove(t, u, "fled", "MB-B16a")
		g.scare(t, u, through)
		return
	}
	if len(path) == 0 && tenths > 0 {
		g.remove(t, u, "fled", "MB-B16a")
		return
	}
	facing := u.Facing
	if len(path) > 0 {
		facing = bearing(start, at)
	}
	m.charge = true                                                                                           // they may stop anywhere, even near enemies
	if !g.arrive(t, u, &m, trip{path: append(path, at), facing: facing}, at, start, old, 0) && inside != "" { // no way out of the house
		g.remove(t, u, "fled", "MB-B16a")
		return
	}
	t.Report("MB-B16a", "flees", table.A("unit", u.ID), table.A("from", spotText(from)), table.A("to", spotText(u.At)), table.A("inches", inchText(tenths-left)))
	g.scare(t, u, through)
	if u.Out == "" && u.State == "fleeing" && !u.Covered && g.coverNow(u).Level > 0 { // MB-10h, MB-R15
		u.Covered = true
		g.rallyInCover(t, u)
	}
	g.detect(t)
}

// wayOut returns where a unit leaves a building: the point of its outline farthest along its way.
func (g *Game) wayOut(u *Unit, a *area, away Point, home bool) Point {
	look := g.runs(u, a.middle(), away, home)
	return nearest(ahead(a.middle(), look, 400), a.shape.Hull)
}

// runs returns the bearing of a flight: straight away from a place, or to the unit's own edge.
func (g *Game) runs(u *Unit, at, away Point, home bool) int {
	if !home && at != away {
		return bearing(away, at)
	}
	edge := "south"
	if c := g.camp(u.Side); c != nil {
		edge = c.Edge
	}
	switch edge {
	case "north":
		return 0
	case "east":
		return 90
	case "west":
		return 270
	}
	return 180
}

// bends are the angles by which a flight may turn aside when its way is barred, the smallest first.
var bends = []int{0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90}

// escape runs leg by leg. It returns the points passed, whether the unit left the table, and the friends it ran through.
func (g *Game) escape(t *table.Table, u *Unit, m *march, away Point, home bool, left *int, old []Point) (path []Point, gone bool, through []string) {
	start := u.At
	for range 16 {
		if *left <= 0 {
			return path, false, through
		}
		at := u.At
		look := g.runs(u, at, away, home)
		end, cost, ok := g.bend(u, m, at, look, *left)
		if !ok {
			return path, g.brink(at, look) && *left > 0, through
		}
		through = append(through, g.runThrough(u, at, end)...)
		reached, going := g.step(t, u, at, end, start, old)
		if reached != end {
			cost = g.cost(u, m, at, reached)
		}
		*left -= cost
		path = append(path, reached)
		u.At = reached
		if u.Out != "" || !going && u.State != "fleeing" {
			return path, false, through
		}
		if g.brink(u.At, look) && *left > 0 {
			return path, true, through
		}
	}
	return path, false, through
}

// bend finds the leg that turns aside least and still gains ground: at least half an inch, or all that is left.
func (g *Game) bend(u *Unit, m *march, at Point, look, left int) (Point, int, bool) {
	c := g.crowd(u, true)
	for _, b := range bends {
		tr := trip{facing: u.Facing}
		end, _ := g.leg(u, m, &tr, at, g.inTable(at, norm(look+b), left), left, &c)
		if d := span(at, end); d >= 5 || d > 0 && tr.spent >= left {
			return end, tr.spent, true
		}
	}
	return at, 0, false
}

// inTable returns the farthest point on a bearing that is still on the table.
func (g *Game) inTable(at Point, look, d int) Point {
	for ; d > 0; d-- {
		if p := ahead(at, look, d); g.onTable(p) {
			return p
		}
	}
	return at
}

// brink reports whether a flight has reached the edge of the table.
func (g *Game) brink(at Point, look int) bool { return !g.onTable(ahead(at, look, 2)) }

// runThrough lists friends on foot whose bases a way crosses (MB-B15b.3).
func (g *Game) runThrough(u *Unit, from, to Point) []string {
	r := g.base(u).Radius
	return g.of(u.Side, func(o *Unit) bool {
		return o.ID != u.ID && g.fit(o) && o.foot() && o.Inside == "" && o.State != fleeing && slices.ContainsFunc(g.shapes(o), func(s Shape) bool { return wayInto(from, to, r, s) })
	})
}

// scare makes units that were run through take a panic test.
func (g *Game) scare(t *table.Table, u *Unit, through []string) {
	slices.Sort(through)
	for _, id := range slices.Compact(through) {
		if o := g.unit(id); o != nil && g.mayPanic(o, "through") {
			t.Report("MB-B15b", "run-through", table.A("unit", id), table.A("friend", u.ID))
			g.panic(t, o, "through")
		}
	}
}
