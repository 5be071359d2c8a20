package modernbattles

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
)

// slots returns the slots of a unit's living figures around an anchor (MB-B3), with the leader on it: rows of five, or of two
// in column, filled in the order of the figures, the last row centred.
func (g *Game) slots(u *Unit, anchor Point, facing int, formation string) []Point {
	files, spacing := 5, 20
	switch formation {
	case "grouped":
		spacing = 10
	case "column":
		files, spacing = 2, 10
	}
	men := u.living()
	n := len(men)
	var free [][2]int // in half tenths, back and to the right
	lead := [2]int{}
	for r := 0; r*files < n; r++ {
		w := min(files, n-r*files)
		for c := range w {
			at := [2]int{2 * r * spacing, (2*c - (w - 1)) * spacing}
			if r == 0 && c == (w-1)/2 {
				lead = at
				continue
			}
			free = append(free, at)
		}
	}
	out := make([]Point, len(u.Figures))
	leader := u.leads()
	for _, i := range men {
		at := lead
		if i != leader {
			at, free = free[0], free[1:]
		}
		out[i] = beside(anchor, facing, -(at[0] - lead[0]), at[1]-lead[1])
	}
	return out
}

// spiral lists the points around the origin up to eight inches away, the nearest first; of equally near ones the
// northernmost, then the westernmost.
var spiral = spiralOut(80)

func spiralOut(r int) []Point {
	var out []Point
	for y := -r; y <= r; y++ {
		for x := -r; x <= r; x++ {
			if x*x+y*y <= r*r {
				out = append(out, Point{x, y})
			}
		}
	}
	slices.SortFunc(out, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.X*a.X+a.Y*a.Y, b.X*b.X+b.Y*b.Y), cmp.Compare(b.Y, a.Y), cmp.Compare(a.X, b.X))
	})
	return out
}

// standing holds the conditions for a place where a figure is to stand.
type standing struct {
	free   bool // may come nearer than an inch to enemies (charges, flights, being placed)
	from   []Point
	most   int // how far from its old place (MB-B7a); 0: any distance
	others []Shape
	foes   []Shape
	skip   []string // units to ignore
	track  []Point  // way of the anchor, from where it stood: each figure must be able to follow (MB-B7g); nil: it is simply put there
	run    *march
	bodies []body // what bars the ways of its figures, gathered once
}

// body is a base or hull that a figure may not run into, nor come nearer to than so many tenths.
type body struct {
	shape Shape
	least int
}

// inTheWay gathers what bars the ways of a unit's figures: enemies, hulls, wrecks, guns, and friends that it may not pass
// through (MB-B7a, MB-B7g).
func (g *Game) inTheWay(u *Unit, m *march) []body {
	out := []body{}
	for o := range table.All(g.Units) {
		if o.ID == u.ID || !g.on(o) || o.Inside != "" || o.ID == u.Aboard {
			continue
		}
		enemy, least := o.Side != u.Side && g.fit(o), 0
		switch {
		case enemy && !m.charge:
			least = 10
		case !enemy && o.foot() && !o.gun() && !(g.tight(u) && g.tight(o)) && !g.inCombat(o):
			continue
		}
		for _, s := range g.shapes(o) {
			out = append(out, body{s, least})
		}
	}
	return out
}

// crowd gathers the bases that a unit must keep clear of: it stays an inch from foes and may not overlap any other.
func (g *Game) crowd(u *Unit, free bool) standing {
	s := standing{free: free}
	for o := range table.All(g.Units) {
		if o.ID == u.ID || !g.on(o) || o.Inside != "" || o.ID == u.Aboard {
			continue
		}
		if o.Side != u.Side && !free && g.fit(o) {
			s.foes = g.appendShapes(s.foes, o)
		} else {
			s.others = g.appendShapes(s.others, o)
		}
	}
	return s
}

// barred reports whether the ground keeps a model of a unit from standing at a point: off the table, impassable terrain,
// water or, from outside, a building.
func (g *Game) barred(u *Unit, p Point) bool {
	if !g.onTable(p) {
		return true
	}
	for a := range table.All(g.ground.areas) {
		switch {
		case !a.holds(p):
		case a.kind.ID == "building":
			return true
		case a.kind.Water:
			return true
		case a.kind.Foot == 0 && !(u.foot() && u.has("climbing")):
			return true
		case u.vehicle() && slices.Contains(g.drive(u).Never, a.kind.ID):
			return true
		case u.gun() && !a.kind.easy():
			return true
		}
	}
	return false
}

// easy reports whether pieces of the medium class and above may be moved on this terrain (MB-4b): open ground and roads.
func (t *TerrainType) easy() bool {
	switch t.ID {
	case "scattered", "dense", "very_difficult", "impassable", "water", "building":
		return false
	}
	return true
}

// standsAt reports whether a model may stand at a point (MB-B3c): on legal ground, on no other base, an inch from enemies.
func (g *Game) standsAt(u *Unit, s Shape, c *standing) bool {
	if g.barred(u, s.Centre) {
		return false
	}
	if s.Hull != nil && slices.ContainsFunc(s.Hull, func(p Point) bool { return !g.onTable(p) || g.building(p) != nil && !g.edge(p) }) {
		return false
	}
	for _, o := range c.others {
		if overlap(s, o) {
			return false
		}
	}
	return !slices.ContainsFunc(c.foes, func(o Shape) bool { return apart(s, o) < 10 })
}

// edge reports whether a point lies on the outline of the building that holds it.
func (g *Game) edge(p Point) bool {
	a := g.building(p)
	for i := range a.shape.Hull {
		b, c := a.shape.Hull[i], a.shape.Hull[(i+1)%len(a.shape.Hull)]
		if side(b, c, p) == 0 {
			return true
		}
	}
	return false
}

// coherency is how near a figure must be to another of its unit (MB-B3).
const coherency = 20

// arrange puts the living figures of a unit on their slots around an anchor. A figure that cannot stand on its slot goes to
// the nearest place where it can, within coherency (MB-B3c). arrange returns false if they cannot all stand.
func (g *Game) arrange(u *Unit, anchor Point, facing int, formation string, c standing) ([]Point, bool) {
	want := g.slots(u, anchor, facing, formation)
	out := slices.Clone(want)
	men := u.living()
	order := slices.Clone(men)
	slices.SortStableFunc(order, func(i, j int) int { // from the leader outwards, so that each finds his neighbour already placed
		return cmp.Compare(span(anchor, want[i]), span(anchor, want[j]))
	})
	var placed []Point
	r := g.base(u).Radius
	for _, i := range order {
		p, ok := g.stand(u, i, want[i], placed, r, &c)
		if !ok {
			return nil, false
		}
		out[i] = p
		placed = append(placed, p)
		c.others = append(c.others, Shape{Centre: p, Radius: r})
	}
	return out, true
}

// stand finds the place for one figure; the leader stands on the anchor or nowhere.
func (g *Game) stand(u *Unit, i int, want Point, placed []Point, r int, c *standing) (Point, bool) {
	for _, d := range spiral {
		p := Point{want.X + d.X, want.Y + d.Y}
		if len(placed) == 0 && d != (Point{}) {
			return Point{}, false
		}
		if len(placed) > 0 && !slices.ContainsFunc(placed, func(q Point) bool { return inReach(p, q, coherency+2*r) }) {
			continue
		}
		if c.most > 0 && i < len(c.from) && !inReach(p, c.from[i], c.most) {
			continue
		}
		if g.standsAt(u, Shape{Centre: p, Radius: r}, c) && g.comes(u, i, p, c) {
			return p, true
		}
	}
	return Point{}, false
}

// comes reports whether a figure can get from where it stood to its new place: straight, in the track of its leader, or
// beside that track. Its way may not run through closed ground, an enemy, a hull, a wreck or a gun (MB-B3c, MB-B7a, MB-B7g).
func (g *Game) comes(u *Unit, i int, to Point, c *standing) bool {
	if len(c.track) == 0 || i >= len(c.from) || c.from[i] == to {
		return true
	}
	if c.bodies == nil {
		c.bodies = g.inTheWay(u, c.run)
	}
	from, start, end := c.from[i], c.track[0], c.track[len(c.track)-1]
	bodied := func(p, q Point) bool {
		return slices.ContainsFunc(c.bodies, func(b body) bool {
			r := b.least + 12 // more than a man's base covers
			if b.shape.Hull == nil {
				r += b.shape.Radius
			} else {
				r += 40
			}
			at := b.shape.Centre
			return max(p.X, q.X) >= at.X-r && min(p.X, q.X) <= at.X+r && max(p.Y, q.Y) >= at.Y-r && min(p.Y, q.Y) <= at.Y+r && g.sweeps(u, u.Facing, p, q, b.shape, b.least)
		})
	}
	free := func(way ...Point) bool {
		for k := 1; k < len(way); k++ {
			if p, q := way[k-1], way[k]; p != q && (bodied(p, q) || g.closed(u, c.run, p, q) != nil) {
				return false
			}
		}
		return true
	}
	if free(from, to) || free(end, to) && free(from, start) { // the track itself has been checked
		return true
	}
	beside := []Point{from}
	for _, p := range c.track[1:] {
		beside = append(beside, Point{from.X + p.X - start.X, from.Y + p.Y - start.Y})
	}
	return free(append(beside, to)...)
}

// settle puts a unit on the table at an anchor with its figures on their slots, inside the building that holds the anchor, if
// any. It returns false if the unit cannot stand there.
func (g *Game) settle(u *Unit, anchor Point, facing int, formation string, free bool) bool {
	u.Facing, u.Formation = norm(facing), formation
	if b := g.building(anchor); b != nil && u.enters() {
		u.Inside, u.At = b.id, anchor
		for i := range u.Figures {
			u.Figures[i].At = anchor
		}
		return true
	}
	c := g.crowd(u, free)
	if u.single() || u.battery() {
		if !u.battery() && !g.standsAt(u, g.shapeAt(u, anchor, facing), &c) {
			return false
		}
		u.At, u.Inside = anchor, ""
		for i := range u.Figures {
			u.Figures[i].At = anchor
		}
		return true
	}
	spots, ok := g.arrange(u, anchor, facing, formation, c)
	if !ok {
		return false
	}
	g.put(u, anchor, spots)
	return true
}

// put moves the living figures to their places.
func (g *Game) put(u *Unit, anchor Point, spots []Point) {
	u.At, u.Inside, u.Storey = anchor, "", 0
	for _, i := range u.living() {
		u.Figures[i].At = spots[i]
	}
}

// enters reports whether a unit may enter buildings: men, and weapons on light mounts (MB-B7i).
func (u *Unit) enters() bool { return u.foot() && u.Kind != "gun" }

// drive returns the running gear of a vehicle.
func (g *Game) drive(u *Unit) *Drive {
	id := g.vehicleOf(u).Drive
	if u.has("civil") {
		id = "wheeled_2wd_civil"
	}
	d, _ := g.doc.Drive(id)
	return d
}
