package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// base returns the base of a model (MB-B2).
func (g *Game) base(u *Unit) *Base {
	switch u.Kind {
	case "vehicle":
		return g.doc.shelf.bases.Of(g.vehicleOf(u).Base)
	case "team":
		return g.doc.shelf.bases.Of("two_man_team")
	case "weapon", "gun":
		w, _ := g.doc.Weapon(u.arm())
		return g.doc.shelf.bases.Of(pieceBase(w))
	}
	return g.doc.shelf.men
}

// pieceBase returns the base of a crewed weapon (MB-B2).
func pieceBase(w *Weapon) string {
	switch {
	case w.Class == "mortar" && w.Crew <= 2:
		return "two_man_team"
	case w.Mount == "light" || w.Mount == "":
		return "crew_weapon"
	case w.Mount == "medium":
		return "gun_medium"
	}
	return "gun_heavy"
}

// arm returns the weapon of a piece or battery, which is its gunner's.
func (u *Unit) arm() string {
	for i := range u.Figures {
		if u.Figures[i].Role == "gunner" {
			return u.Figures[i].Weapon
		}
	}
	if len(u.Ammo.Spent) > 0 {
		return u.Ammo.Spent[0]
	}
	return ""
}

// shape returns the base of a figure, the hull of a vehicle, or the outline of the building that a unit is in.
func (g *Game) shape(u *Unit, i int) Shape {
	if a := g.area(u.Inside); u.Inside != "" && a != nil {
		return a.shape
	}
	return g.shapeAt(u, g.spotOf(u, i), u.Facing)
}

// spotOf returns where a figure stands.
func (g *Game) spotOf(u *Unit, i int) Point {
	if u.single() || i < 0 || i >= len(u.Figures) {
		return u.At
	}
	return u.Figures[i].At
}

// shapeAt returns the base that a unit's figure would have at a point.
func (g *Game) shapeAt(u *Unit, p Point, facing int) Shape {
	return g.base(u).at(p, facing)
}

// at returns the shape of a base at a point.
func (b *Base) at(p Point, facing int) Shape {
	if b.Radius > 0 {
		return Shape{Centre: p, Radius: b.Radius}
	}
	return hull(p, facing, b.Length, b.Width)
}

// reach is the most by which a base can reach out from its centre.
func (b *Base) reach() int {
	if b.Radius > 0 {
		return b.Radius
	}
	return (b.Length+b.Width)/2 + 2 // a corner is no farther, however it is rounded
}

// hull returns a rectangle turned by a facing, with its corners rounded to whole tenths (MB-B1a).
func hull(p Point, facing, length, width int) Shape {
	w := courseOf(facing)
	return Shape{Centre: p, Hull: []Point{w.beside(p, length, -width), w.beside(p, length, width), w.beside(p, -length, width), w.beside(p, -length, -width)}}
}

// misses is a quick check that a hull whose centre is at a point lies clear of a way, whatever its facing.
func (b *Base) misses(at, p, q Point) bool {
	corner := (b.Length*b.Length+b.Width*b.Width)/4 + 2*(b.Length+b.Width) + 5 // squared, from the centre, and a tenth or two for its rounding
	return b.Radius == 0 && !toSegment(at, p, q).less(quotient{uint64(corner), 1})
}

// shapes returns the shapes of all living figures, or a single one for a single base, a hull or a unit in a building. A wreck
// still has its hull.
func (g *Game) shapes(u *Unit) []Shape {
	return g.appendShapes(make([]Shape, 0, u.bases()), u)
}

// bodies is how many shapes most units have at most: room for them is made without asking for memory.
const bodies = 12

// appendShapes adds the shapes of a unit to a list.
func (g *Game) appendShapes(list []Shape, u *Unit) []Shape {
	if u.single() || u.Inside != "" {
		return append(list, g.shape(u, 0))
	}
	base := g.base(u)
	for i := range u.Figures {
		if f := &u.Figures[i]; !f.Out {
			list = append(list, base.at(f.At, u.Facing))
		}
	}
	return list
}

// radius returns the radius of a unit's bases if they are round and in the open, or 0.
func (g *Game) radius(u *Unit) int {
	if u.Inside != "" {
		return 0
	}
	return g.base(u).Radius
}

// bases returns how many bases a unit may have; baseAt where one of them stands, if it still does.
func (u *Unit) bases() int {
	if u.single() {
		return 1
	}
	return len(u.Figures)
}

func (u *Unit) baseAt(i int) (Point, bool) {
	if u.single() {
		return u.At, true
	}
	return u.Figures[i].At, !u.Figures[i].Out
}

// members returns the figures that count for lines and distances: the living ones, or the first on a single base.
func (u *Unit) members() []int {
	if u.single() {
		return []int{0}
	}
	return u.living()
}

// between returns the distance between two units: that of their nearest pair (MB-B4).
func (g *Game) between(a, b *Unit) int {
	if r, s := g.radius(a), g.radius(b); r > 0 && s > 0 {
		return betweenDiscs(r+s, a, b)
	}
	return g.betweenShapes(a, b)
}

// betweenDiscs returns the distance between units on round bases whose radii make so much together: the nearest centres tell.
func betweenDiscs(radii int, a, b *Unit) int {
	best, met := quotient{d: 1}, false
	for i := range a.bases() {
		p, ok := a.baseAt(i)
		if !ok {
			continue
		}
		for j := range b.bases() {
			if q, ok := b.baseAt(j); ok {
				if d := toPoint(p, q); !met || d.n < best.n {
					best, met = d, true
				}
			}
		}
	}
	return max(best.root()-radii, 0)
}

// betweenShapes returns the distance between units of any shape.
func (g *Game) betweenShapes(a, b *Unit) int {
	var mine, theirs [bodies]Shape
	best, others := -1, g.appendShapes(theirs[:0], b)
	for _, s := range g.appendShapes(mine[:0], a) {
		for _, r := range others {
			if d := apart(s, r); best < 0 || d < best {
				best = d
			}
		}
	}
	return max(best, 0)
}

// gap returns the distance of a unit from a shape.
func (g *Game) gap(u *Unit, s Shape) int {
	best := -1
	for _, r := range g.shapes(u) {
		if d := apart(s, r); best < 0 || d < best {
			best = d
		}
	}
	return max(best, 0)
}

// Line is a line of sight.
type Line struct {
	Clear bool
	Smoke int    // discs that it crosses: one is light cover, two block (MB-6.2e)
	Why   string // what blocks: building, dense, hill, unit, smoke
	By    string // its id
	From  Point
	To    Point
}

// end is one end of a line.
type end struct {
	at    Point
	level int
	in    string // building
	unit  string
}

// ends returns the two points between which the line of two figures runs: their centres, or the nearest points of the
// outlines of buildings (MB-B3f).
func (g *Game) ends(a *Unit, i int, b *Unit, j int) (end, end) {
	from, to := g.endOf(a, i), g.endOf(b, j)
	g.facade(&from, &to)
	return from, to
}

func (g *Game) endOf(u *Unit, i int) end {
	p := g.spotOf(u, i)
	e := end{at: p, in: u.Inside, unit: u.ID, level: g.height(p)}
	if a := g.area(u.Inside); u.Inside != "" && a != nil {
		e.at, e.level = a.shape.Centre, a.level+u.Storey
	}
	return e
}

// facade moves an end in a building to the point of the building's outline nearest to the other end.
func (g *Game) facade(from, to *end) {
	a, b := g.area(from.in), g.area(to.in)
	switch {
	case from.in == "" && to.in == "" || from.in == to.in:
	case from.in != "" && to.in != "" && a != nil && b != nil:
		best := quotient{1 << 62, 1}
		for _, p := range a.shape.Hull {
			if q := pointHull(p, b.shape.Hull); q.less(best) {
				best, from.at, to.at = q, p, nearest(p, b.shape.Hull)
			}
		}
		for _, p := range b.shape.Hull {
			if q := pointHull(p, a.shape.Hull); q.less(best) {
				best, from.at, to.at = q, nearest(p, a.shape.Hull), p
			}
		}
	case from.in != "" && a != nil:
		from.at = nearest(to.at, a.shape.Hull)
	case b != nil:
		to.at = nearest(from.at, b.shape.Hull)
	}
}

// level returns the height of a figure: that of the hill it stands on, plus one for each storey above the ground (MB-B5.3).
func (g *Game) level(u *Unit, i int) int { return g.endOf(u, i).level }

// line returns the line of sight between two figures (MB-B5); the first is the one that looks or fires.
func (g *Game) line(a *Unit, i int, b *Unit, j int) Line {
	from, to := g.ends(a, i, b, j)
	l := g.path(from, to)
	if l.Clear {
		g.bodies(&l, from, to, 0)
	}
	return l
}

// path checks ground and smoke between two ends.
func (g *Game) path(from, to end) Line {
	l := Line{Clear: true, From: from.at, To: to.at}
	block := func(why, by string) { l.Clear, l.Why, l.By = false, why, by }
	if from.in != "" && from.in == to.in {
		return l
	}
	high := max(from.level, to.level)
	var dense []stretch
	wood := ""
	for a := range table.All(g.ground.areas) {
		if a.shape.Hull == nil || !a.near(from.at, to.at) {
			continue
		}
		switch {
		case a.kind.ID == "building":
			if a.id != from.in && a.id != to.in && high <= a.top && a.crosses(from.at, to.at) { // MB-B5.1
				block("building", a.id)
				return l
			}
		case a.kind.ID == "hill":
			if a.level > high && a.crosses(from.at, to.at) { // MB-B5.3
				block("hill", a.id)
				return l
			}
		case a.kind.Tall && !a.low && high <= a.top: // MB-B5.2
			if runs := a.shape.passages(from.at, to.at); len(runs) > 0 {
				dense, wood = append(dense, runs...), a.id
			}
		}
	}
	if len(dense) > 0 && longer(from.at, to.at, dense, 20) {
		block("dense", wood)
		return l
	}
	for i := range g.Smokes {
		if touched(from.at, to.at, Shape{Centre: g.Smokes[i].At, Radius: g.smokeRadius()}) {
			l.Smoke++
		}
	}
	if l.Smoke > 1 { // MB-B5.5
		block("smoke", "")
	}
	return l
}

// obstructions lists what can block a line, with the rules.
var obstructions = []struct{ why, rule string }{
	{"building", "MB-B5.1"}, {"dense", "MB-B5.2"}, {"hill", "MB-B5.3"}, {"unit", "MB-B5.4"}, {"smoke", "MB-B5.5"},
}

// blocked refuses an action that needs a line of sight and says what stands in between, with its rule.
func (g *Game) blocked(code, rule string, s table.Seat, l Line, args ...table.FactArg) *table.Refusal {
	what, why := g.cutBy(s, l)
	if why == "" {
		why = rule
	}
	return refuse(code, why, append(args, what...)...)
}

// cutBy returns what blocks a line, as far as a side may know it, and the rule: a feature, another unit, smoke. It does not
// give hidden units away.
func (g *Game) cutBy(s table.Seat, l Line) (args []table.FactArg, rule string) {
	i := slices.IndexFunc(obstructions, func(o struct{ why, rule string }) bool { return o.why == l.Why })
	if i < 0 {
		return nil, ""
	}
	if u := g.unit(l.By); l.Why == "unit" && u != nil && u.Hidden && u.Side != s {
		return nil, ""
	}
	args = append(args, table.A("between", "between."+l.Why))
	if l.By != "" {
		args = append(args, table.A("by", l.By))
	}
	return args, obstructions[i].rule
}

// obstacle returns the line from a figure to the nearest figure of another unit. If i is negative, the line starts at the
// unit's first figure that can see.
func (g *Game) obstacle(a *Unit, i int, b *Unit) Line {
	if eyes := g.eyes(a); i < 0 && len(eyes) > 0 {
		i = eyes[0]
	}
	if i < 0 {
		return Line{}
	}
	best, at := -1, -1
	s := g.shape(a, i)
	for _, j := range g.faces(b) {
		if d := apart(s, g.shape(b, j)); at < 0 || d < best {
			best, at = d, j
		}
	}
	if at < 0 {
		return Line{}
	}
	return g.line(a, i, b, at)
}

// bodies checks a line for bases and hulls of third units (MB-5a, MB-6a): the firer must stand a level above them. If there
// are several, the one with the lowest id is named.
func (g *Game) bodies(l *Line, from, to end, _ int) {
	carrier := g.rides(from.unit)
	for u := range table.All(g.Units) {
		if !g.mayCut(l, u) || u.ID == from.unit || u.ID == to.unit || !g.on(u) || u.Inside != "" || u.ID == carrier || l.By != "" && l.By < u.ID {
			continue
		}
		if g.cutByUnit(l, u, from.level, func(Shape) bool { return true }) {
			l.Clear, l.Why, l.By = false, "unit", u.ID
		}
	}
}

// cutByUnit reports whether a line from a level runs into a figure of a unit whose shape counts.
func (g *Game) cutByUnit(l *Line, u *Unit, level int, counts func(Shape) bool) bool {
	base := g.base(u)
	for n := range u.bases() {
		p, stands := u.baseAt(n)
		if !stands || clearOf(p, base.reach(), l.From, l.To) || base.misses(p, l.From, l.To) || level > g.level(u, n) {
			continue
		}
		if s := base.at(p, u.Facing); counts(s) && touched(l.From, l.To, s) {
			return true
		}
	}
	return false
}

// mayCut is a quick check that a line comes near one of a unit's bases. It comes near few, and then nothing has to be looked up.
func (g *Game) mayCut(l *Line, u *Unit) bool {
	for n := range u.bases() {
		if p, stands := u.baseAt(n); stands && !clearOf(p, g.doc.shelf.broadest, l.From, l.To) {
			return true
		}
	}
	return false
}

// clearOf is a quick check that what reaches so far out from a point lies clear of a way.
func clearOf(at Point, reach int, p, q Point) bool {
	return max(p.X, q.X) < at.X-reach || min(p.X, q.X) > at.X+reach || max(p.Y, q.Y) < at.Y-reach || min(p.Y, q.Y) > at.Y+reach
}

// rides returns the vehicle that a unit is aboard, or "".
func (g *Game) rides(id string) string {
	if u := g.unit(id); u != nil {
		return u.Aboard
	}
	return ""
}

// sees reports whether a unit sees another: one of its figures has a line to one of the other's (MB-B5).
func (g *Game) sees(a, b *Unit) bool {
	if !g.fit(a) || !g.on(b) {
		return false
	}
	for _, i := range g.eyes(a) {
		for _, j := range g.faces(b) {
			if g.line(a, i, b, j).Clear {
				return true
			}
		}
	}
	return false
}

// eyes returns the figures that look; faces returns those that are looked at. A unit in a building has only one.
func (g *Game) eyes(u *Unit) []int {
	if m := u.members(); u.Inside != "" && len(m) > 0 {
		return m[:1]
	}
	return u.members()
}

func (g *Game) faces(u *Unit) []int { return g.eyes(u) }

// seenFrom lists the figures of b that a figure of a sees. If b is in a building, all of its figures are seen.
func (g *Game) seenFrom(a *Unit, i int, b *Unit) []int {
	var out []int
	if b.Inside != "" {
		if m := b.members(); len(m) > 0 && g.line(a, i, b, m[0]).Clear {
			return m
		}
		return nil
	}
	return append(out, table.Keep(b.members(), func(j int) bool { return g.line(a, i, b, j).Clear })...)
}

// reach returns the range from a figure to the nearest figure of a unit that it sees (MB-B4), or false if it sees none.
func (g *Game) reach(a *Unit, i int, b *Unit) (tenths int, ok bool) {
	if b.Inside != "" {
		return g.nearestOf(a, i, b, g.seenFrom(a, i, b))
	}
	type rank struct{ figure, far int }
	var few [bodies]rank
	ranks, s, base := few[:0], g.shape(a, i), g.base(b)
	for j := range b.bases() {
		if p, ok := b.baseAt(j); ok {
			ranks = append(ranks, rank{j, apart(s, base.at(p, b.Facing))})
		}
	}
	slices.SortFunc(ranks, func(x, y rank) int { return x.far - y.far })
	for _, r := range ranks { // the nearest that is seen: no line need be drawn to those behind it
		if g.line(a, i, b, r.figure).Clear {
			return r.far, true
		}
	}
	return 0, false
}

// nearestOf returns the range from a figure to the nearest of some figures of a unit, or false if there are none.
func (g *Game) nearestOf(a *Unit, i int, b *Unit, figures []int) (tenths int, ok bool) {
	s := g.shape(a, i)
	for _, j := range figures {
		if d := apart(s, g.shape(b, j)); !ok || d < tenths {
			tenths, ok = d, true
		}
	}
	return tenths, ok
}

// seesPoint reports whether a unit sees a place on the table.
func (g *Game) seesPoint(a *Unit, p Point) bool {
	if !g.fit(a) {
		return false
	}
	return slices.ContainsFunc(g.eyes(a), func(i int) bool { return g.linePoint(a, i, p).Clear })
}

// linePoint returns the line from a figure to a place. Models that stand on the place do not block it.
func (g *Game) linePoint(a *Unit, i int, p Point) Line {
	from, to := g.endOf(a, i), end{at: p, level: g.height(p)}
	if b := g.building(p); b != nil {
		to.in, to.level = b.id, b.level
	}
	at := to.at
	g.facade(&from, &to)
	to.at = at
	if to.in != "" && to.in != from.in {
		to.at = nearest(from.at, g.area(to.in).shape.Hull)
	}
	l := g.path(from, to)
	if !l.Clear {
		return l
	}
	for u := range table.All(g.Units) {
		if l.By != "" && l.By < u.ID || u.ID == a.ID || u.ID == a.Aboard || !g.on(u) || u.Inside != "" {
			continue
		}
		if g.cutByUnit(&l, u, from.level, func(s Shape) bool { return apart(s, point(p)) > 0 }) {
			l.Clear, l.Why, l.By = false, "unit", u.ID
		}
	}
	return l
}

// closest returns the nearest unit of a side on the table that satisfies is; if two are equally near, the one with the lower id.
func (g *Game) closest(u *Unit, s table.Seat, is func(*Unit) bool) (*Unit, int) {
	var best *Unit
	at := 0
	for _, id := range g.of(s, func(e *Unit) bool { return e.ID != u.ID && g.fit(e) && is(e) }) {
		e := g.unit(id)
		if d := g.between(u, e); best == nil || d < at {
			best, at = e, d
		}
	}
	return best, at
}

// nearestEnemy returns the nearest enemy unit that is not hidden, or nil if there is none. A unit that is not known frightens
// no one and must not be given away by a test (decisions.md c).
func (g *Game) nearestEnemy(u *Unit) (*Unit, int) {
	return g.closest(u, g.other(u.Side), func(e *Unit) bool { return !e.Hidden })
}
