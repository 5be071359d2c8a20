package modernbattles

import (
	"math/big"
	"slices"

	"fieldpost/adjudicator/table"
)

// trip is the part of a path that is legal.
type trip struct {
	path   []Point        // way-points reached; the last one may fall short of the ordered one
	spent  int            // of the allowance, tenths, including all extra costs
	whole  bool           // the path is legal to its end
	why    *table.Refusal // why it ends early
	facing int            // at the end
	rams   []string       // enemy units that a tracked vehicle drives through (MB-B7e)
	start  *Point         // where the move began: no model ends farther from it than the allowance, however the legs are rounded (MB-B7a)
}

// within reports whether a point is no farther than most tenths from where the move began.
func (tr *trip) within(p Point, most int) bool { return tr.start == nil || span(*tr.start, p) <= most }

// follow measures a path against allowance, ground and bases (MB-B7a to B7g) and returns its longest legal beginning.
func (g *Game) follow(u *Unit, m *march, most int, blind bool) trip {
	tr := trip{facing: u.Facing, whole: true}
	c := g.crowd(u, m.charge)
	if blind { // before play own units that may move out of the way are ignored
		c = g.crowdStill(u)
	}
	at := u.At
	if u.Inside != "" {
		tr.spent += g.constants().BuildingCost.Value
		if a := g.area(u.Inside); a != nil && len(m.path) > 0 {
			at = nearest(m.path[0], a.shape.Hull)
		}
	}
	start := at
	tr.start = &start
	for _, p := range m.path {
		if u.vehicle() {
			if r := g.pivot(u, m, &tr, at, heading(at, p, tr.facing, m.reverse), most, &c); r != nil {
				tr.whole, tr.why = false, r
				break
			}
		}
		reached, r := g.leg(u, m, &tr, at, p, most, &c)
		if reached != at || r == nil {
			tr.path = append(tr.path, reached)
		}
		at = reached
		if !u.vehicle() && len(tr.path) > 0 {
			tr.facing = g.lastBearing(u, tr.path)
		}
		if r != nil {
			tr.whole, tr.why = false, r
			break
		}
	}
	if m.facing >= 0 && tr.whole {
		if u.vehicle() {
			if r := g.pivot(u, m, &tr, at, m.facing, most, &c); r != nil {
				tr.whole, tr.why = false, r
			}
		} else {
			tr.facing = m.facing
		}
	}
	return tr
}

// lastBearing returns the bearing of the last leg.
func (g *Game) lastBearing(u *Unit, path []Point) int {
	from := u.At
	if len(path) > 1 {
		from = path[len(path)-2]
	}
	if from == path[len(path)-1] {
		return u.Facing
	}
	return bearing(from, path[len(path)-1])
}

// heading returns the facing of a hull that goes straight from one point to another; in reverse the rear leads. A point that
// lies straight ahead or behind by the table's own rounding (MB-B1a) needs no turn.
func heading(from, to Point, facing int, reverse bool) int {
	way, back := facing, 0
	if reverse {
		way, back = norm(facing+180), 180
	}
	for d := span(from, to) - 1; d <= span(from, to)+1; d++ {
		if ahead(from, way, d) == to {
			return facing
		}
	}
	return norm(bearing(from, to) + back)
}

// pivot turns a vehicle on the spot, at so many inches for each 90 degrees or part of them (MB-B7d).
func (g *Game) pivot(u *Unit, m *march, tr *trip, at Point, to, most int, c *standing) *table.Refusal {
	angle := turned(tr.facing, to)
	if angle == 0 {
		return nil
	}
	cost := (angle + 89) / 90 * 10 * g.drive(u).Turn
	if tr.spent+cost > most {
		return g.tooLong(u, tr, "MB-B7d", at, cost, most)
	}
	if !g.standsAt(u, g.shapeAt(u, at, to), c) {
		return refuse("no-room", "MB-B7e", table.A("unit", u.ID), table.A("at", spotText(at)))
	}
	tr.spent += cost
	tr.facing = to
	return nil
}

// leg goes from one point toward another as far as is legal.
func (g *Game) leg(u *Unit, m *march, tr *trip, from, to Point, most int, c *standing) (Point, *table.Refusal) {
	r := g.bars(u, m, tr, from, to, c)
	cost := g.cost(u, m, from, to)
	if r == nil && tr.spent+cost <= most && tr.within(to, most) {
		tr.spent += cost
		tr.rams = append(tr.rams, g.rammed(u, tr.facing, from, to)...)
		return to, nil
	}
	if r == nil {
		r = g.tooLong(u, tr, "MB-B7a", to, cost, most)
	}
	d := span(from, to)
	lo, hi := 0, d // the farther, the more it costs and the more stands in the way
	for lo < hi {
		k := (lo + hi + 1) / 2
		p := onWay(from, to, k, d)
		if tr.spent+g.cost(u, m, from, p) <= most && tr.within(p, most) && g.bars(u, m, tr, from, p, c) == nil {
			lo = k
		} else {
			hi = k - 1
		}
	}
	p := onWay(from, to, lo, d)
	tr.spent += g.cost(u, m, from, p)
	tr.rams = append(tr.rams, g.rammed(u, tr.facing, from, p)...)
	return p, r
}

// tooLong refuses a way that is too long. It gives the length up to the end of a leg and, if turns, ground, obstacles or
// reverse make it dearer, its cost.
func (g *Game) tooLong(u *Unit, tr *trip, rule string, to Point, cost, most int) *table.Refusal {
	long := g.wayLength(u, append(slices.Clone(tr.path), to))
	if tr.start != nil { // with many short legs, each rounded, the straight line may be longer
		long = max(long, span(*tr.start, to))
	}
	args := []table.FactArg{table.A("unit", u.ID), table.A("long", inchText(long)), table.A("inches", inchText(tr.spent+cost)), table.A("of", inchText(most))}
	if long < tr.spent+cost {
		args = append(args, table.A("dear", true))
	}
	return refuse("way-too-long", rule, args...)
}

// cost returns the cost of a straight way in tenths: its length, doubled where it runs in very difficult terrain, plus extra
// for walls and the like (MB-1e, MB-B7b). Reverse costs double (MB-B7d).
func (g *Game) cost(u *Unit, m *march, from, to Point) int {
	d := span(from, to)
	extra := 0
	for a := range table.All(g.ground.areas) {
		if !a.near(from, to) {
			continue
		}
		if len(a.line) > 0 {
			if !u.vehicle() {
				extra += 10 * a.kind.Extra * len(a.crossings(from, to))
			}
			continue
		}
		factor := a.kind.Foot
		if factor == 0 {
			factor = g.constants().ClimbCost.Value
		}
		if factor > 1 && (!a.kind.easy()) {
			extra += (factor - 1) * g.inside(a, from, to)
		}
	}
	if m.reverse {
		return 2*d + extra
	}
	return d + extra
}

// inside returns the length of a way within an area, to the nearest tenth.
func (g *Game) inside(a *area, from, to Point) int {
	if a.shape.Hull == nil {
		return 0
	}
	d := span(from, to)
	part := func(r *big.Rat) int { return int(round64(r.Num().Int64()*int64(d), r.Denom().Int64())) }
	sum := 0
	for _, s := range a.shape.passages(from, to) {
		sum += part(s.to) - part(s.from)
	}
	return sum
}

// bars reports why a model cannot go straight from one point to another: the table's edge, ground, walls, bases or hulls.
func (g *Game) bars(u *Unit, m *march, tr *trip, from, to Point, c *standing) *table.Refusal {
	if r := g.closed(u, m, from, to); r != nil {
		return r
	}
	return g.bodiesInWay(u, m, tr, from, to, c)
}

// closed reports why the ground does not let a model go straight from one point to another.
func (g *Game) closed(u *Unit, m *march, from, to Point) *table.Refusal {
	id := table.A("unit", u.ID)
	if !g.onTable(to) {
		return refuse("leaves-table", "MB-B7f", id, table.A("at", spotText(to)))
	}
	for a := range table.All(g.ground.areas) {
		if !a.near(from, to) || a.id == m.into && m.into != "" {
			continue
		}
		if len(a.line) > 0 {
			if a.kind.Extra > 0 && len(a.crossings(from, to)) > 0 && !g.climbsOver(u) {
				return refuse("cannot-cross", "MB-B7b", id, table.A("terrain", "terrain."+a.kind.ID))
			}
			continue
		}
		if (a.holds(to) && !a.holds(from) || a.crosses(from, to)) && g.shut(u, a) {
			if a.id == u.Inside && a.holds(to) { // it is moved within its house
				return refuse("in-it", "MB-B7i", id, table.A("place", a.id))
			}
			if a.kind.ID == "building" && u.enters() {
				return refuse("building-in-way", "MB-B7i", id, table.A("place", a.id))
			}
			return refuse("terrain", g.shutRule(u, a), id, table.A("terrain", "terrain."+a.kind.ID))
		}
	}
	return nil
}

// climbsOver reports whether a unit crosses walls, hedges, ditches and banks: men, light mounts and tracked vehicles do (MB-B7b).
func (g *Game) climbsOver(u *Unit) bool {
	if u.vehicle() {
		return g.drive(u).Crosses
	}
	w, _ := g.doc.Weapon(u.arm())
	return !u.piece() || w.Mount == "light" || w.Mount == ""
}

// shut reports whether terrain is closed to a unit (MB-1f, MB-3b, MB-R5, MB-4b).
func (g *Game) shut(u *Unit, a *area) bool {
	switch {
	case a.kind.ID == "building" || a.kind.Water:
		return true
	case a.kind.Foot == 0:
		return !(u.foot() && u.has("climbing"))
	case u.vehicle():
		return slices.Contains(g.drive(u).Never, a.kind.ID)
	case u.gun():
		return !a.kind.easy()
	}
	return false
}

func (g *Game) shutRule(u *Unit, a *area) string {
	switch {
	case a.kind.ID == "building":
		return "MB-B7i"
	case a.kind.Foot == 0:
		return "MB-1f"
	case u.vehicle():
		return "MB-3b"
	}
	return "MB-4b"
}

// bodiesInWay checks bases and hulls along a way (MB-B7a, e, g). If several bar it, it names the one nearest to the beginning
// of the way; if two are equally near, the one with the lower id (MB-B1d).
func (g *Game) bodiesInWay(u *Unit, m *march, tr *trip, from, to Point, c *standing) *table.Refusal {
	id := table.A("unit", u.ID)
	foes := 10
	if m.charge {
		foes = 0
	}
	var first *Unit
	var why *table.Refusal
	near := 0
	for o := range table.All(g.Units) {
		if o.ID == u.ID || farOff(o.At, from, to) || !g.on(o) || o.Inside != "" || o.ID == u.Aboard || slices.Contains(c.skip, o.ID) {
			continue
		}
		enemy := o.Side != u.Side && g.fit(o)
		least := 0
		if enemy {
			least = foes
		}
		var r *table.Refusal
		switch {
		case !g.touchesWay(u, o, tr.facing, from, to, least):
		case enemy:
			r = refuse("enemy-near", "MB-B7a", id, table.A("enemy", o.ID))
		case u.vehicle() || !o.foot() || o.gun() || g.tight(u) && g.tight(o) || g.inCombat(o): // all others are passed through (MB-B7g)
			r = refuse("in-the-way", "MB-B7g", id, table.A("by", o.ID))
		}
		if r == nil {
			continue
		}
		if d := g.gap(o, point(from)); first == nil || d < near || d == near && o.ID < first.ID {
			first, near, why = o, d, r
		}
	}
	return why
}

// touchesWay reports whether a model that goes straight comes nearer than least tenths to one of another unit. Tracked
// vehicles drive over enemy men (MB-B7e).
func (g *Game) touchesWay(u, o *Unit, facing int, from, to Point, least int) bool {
	tread := u.vehicle() && o.Side != u.Side && o.foot() && !o.gun() && g.fit(o) && g.drive(u).Crosses
	var few [bodies]Shape
	return slices.ContainsFunc(g.appendShapes(few[:0], o), func(s Shape) bool {
		return !(tread && g.yields(s.Centre)) && g.sweeps(u, facing, from, to, s, least)
	})
}

// farOff is a quick check that a unit stands far from a way.
func farOff(at, p, q Point) bool {
	return max(p.X, q.X) < at.X-farthest || min(p.X, q.X) > at.X+farthest || max(p.Y, q.Y) < at.Y-farthest || min(p.Y, q.Y) > at.Y+farthest
}

// yields reports whether tracked vehicles can drive over men on the ground at a point: in the open, in scattered or dense
// terrain, but not in a trench, a pit or a swamp (MB-B7e).
func (g *Game) yields(p Point) bool {
	return !table.Any(g.ground.areas, func(a *area) bool {
		return a.holds(p) && a.kind.ID != "road" && a.kind.ID != "hill" && a.kind.ID != "scattered" && a.kind.ID != "dense"
	})
}

// tight reports whether a unit's formation is one of those that may not pass through one another (MB-B7g).
func (g *Game) tight(u *Unit) bool { return u.Formation == "grouped" || u.Formation == "column" }

// sweeps reports whether a model that goes straight comes nearer than least tenths to a shape or, if least is 0, whether it
// runs into it. What it touches at the start does not stop it from going away.
func (g *Game) sweeps(u *Unit, facing int, from, to Point, s Shape, least int) bool {
	b := g.base(u)
	if s.farFrom(from, to, max(b.Radius, (b.Length+b.Width)/2)+least+2) {
		return false
	}
	if b.Radius > 0 {
		d := wayGap(from, to, s) - b.Radius
		start := apart(Shape{Centre: from, Radius: b.Radius}, s)
		if least == 0 {
			return wayInto(from, to, b.Radius, s) && !(start == 0 && !wayInto(to, to, b.Radius, s))
		}
		return d < least && !(start < least && apart(Shape{Centre: to, Radius: b.Radius}, s) > start)
	}
	swept := sweep(from, to, facing, b.Length, b.Width)
	if least == 0 { // rounded corners may reach a hair beyond the swept ground
		return overlap(swept, s) || overlap(g.shapeAt(u, to, facing), s)
	}
	return apart(swept, s) < least && !(apart(g.shapeAt(u, from, facing), s) < least && apart(g.shapeAt(u, to, facing), s) >= least)
}

// sweep returns the ground that a hull covers going straight ahead or back.
func sweep(from, to Point, facing, length, width int) Shape {
	a, b := hull(from, facing, length, width), hull(to, facing, length, width)
	if turned(bearing(from, to), facing) > 90 {
		a, b = b, a
	}
	return Shape{Centre: onWay(from, to, 1, 2), Hull: []Point{b.Hull[0], b.Hull[1], a.Hull[2], a.Hull[3]}}
}

// wayGap returns the distance of a way from a shape, to the nearest tenth.
func wayGap(a, b Point, s Shape) int {
	if s.Hull == nil {
		return max(0, toSegment(s.Centre, a, b).root()-s.Radius)
	}
	if touched(a, b, s) {
		return 0
	}
	best := pointHull(a, s.Hull)
	if q := pointHull(b, s.Hull); q.less(best) {
		best = q
	}
	for _, p := range s.Hull {
		if q := toSegment(p, a, b); q.less(best) {
			best = q
		}
	}
	return best.root()
}

// wayInto reports whether a disc that goes along a way covers part of a shape; touching it is not enough.
func wayInto(a, b Point, radius int, s Shape) bool {
	if s.Hull == nil {
		r := uint64(radius + s.Radius)
		return toSegment(s.Centre, a, b).less(quotient{r * r, 1})
	}
	return wayGap(a, b, s) < radius
}

// rammed lists the enemy units whose bases a tracked vehicle drives over (MB-B7e).
func (g *Game) rammed(u *Unit, facing int, from, to Point) []string {
	if !u.vehicle() || !g.drive(u).Crosses {
		return nil
	}
	b := g.base(u)
	swept := sweep(from, to, facing, b.Length, b.Width)
	return g.of(g.other(u.Side), func(o *Unit) bool {
		return g.on(o) && o.foot() && !o.gun() && o.Inside == "" && slices.ContainsFunc(g.shapes(o), func(s Shape) bool { return overlap(swept, s) && g.yields(s.Centre) })
	})
}

// crowdStill is the crowd before play: enemies, wrecks and pieces, but not own units that may move away.
func (g *Game) crowdStill(u *Unit) standing {
	c := standing{}
	for o := range table.All(g.Units) {
		if o.ID == u.ID || !g.on(o) || o.Inside != "" {
			continue
		}
		switch {
		case o.Side != u.Side && g.fit(o):
			c.foes = g.appendShapes(c.foes, o)
		case o.Side == u.Side && g.fit(o) && !o.gun():
			c.skip = append(c.skip, o.ID)
		default:
			c.others = g.appendShapes(c.others, o)
		}
	}
	return c
}
