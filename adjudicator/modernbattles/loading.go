package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// checkEnter checks a move into a building (MB-B7i): men and light mounts, as a whole unit, for an inch extra.
func checkEnter(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	m, a, tr, r := k.wayIn(u, l)
	if r == nil || a == nil || tr.why == nil {
		return r
	}
	r = k.asFarAs(u, m, tr)
	if r != nil && tr.whole { // it can come in, but not at that gait
		r.Legal = []string{"enter " + u.ID + " into " + a.id + gaitText(m.gait)}
	}
	return r
}

// wayIn returns the way of a unit into a building: to the nearest point of its outline, its cost including the last inch, and
// how far the unit gets.
func (g *Game) wayIn(u *Unit, l table.Line) (march, *area, trip, *table.Refusal) {
	a := g.area(orders.Value(l.Args, "into"))
	if p, ok := g.landmark(u.Side, orders.Value(l.Args, "into")); ok && (a == nil || a.kind.ID != "building") {
		a = g.building(p)
	}
	id := table.A("unit", u.ID)
	switch {
	case a == nil || a.kind.ID != "building":
		return march{}, nil, trip{}, refuse("no-building", "MB-B7i", id, table.A("place", orders.Value(l.Args, "into")))
	case !u.enters():
		return march{}, nil, trip{}, refuse("cannot-enter", "MB-B7i", id)
	case u.Did.Gait != "":
		return march{}, nil, trip{}, refuse("moved-already", "MB-B7a", id)
	case orders.Int(l.Args, "storey", 0) > a.top-a.level-1 || orders.Int(l.Args, "storey", 0) < 0:
		return march{}, nil, trip{}, refuse("no-storey", "MB-B7i", id, table.A("storeys", a.top-a.level))
	case u.alive() > g.room(u, a):
		return march{}, nil, trip{}, refuse("no-floor", "MB-B3f", id, table.A("men", g.room(u, a)))
	case g.taken(u, a):
		return march{}, nil, trip{}, refuse("building-held", "MB-B7i", id, table.A("place", a.id))
	}
	m := march{gait: orders.Value(l.Args, "gait"), facing: -1, formation: u.Formation, into: a.id}
	if m.gait == "" {
		m.gait = "normal"
	}
	most, r := g.fastest(u, m.gait)
	if r != nil {
		return m, a, trip{}, r
	}
	if u.Inside == a.id { // another storey
		if orders.Int(l.Args, "storey", 0) == u.Storey {
			return m, a, trip{}, refuse("in-it", "MB-B7i", id, table.A("place", a.id))
		}
		m.gait = "normal"
		return m, a, trip{}, nil
	}
	at := u.At
	for _, name := range orders.Path(l.Args, "via") {
		p, ok := g.spot(u, at, u.Facing, name, most)
		if !ok {
			return m, a, trip{}, refuse("no-place", "MB-B1", id, table.A("place", name))
		}
		m.path, at = append(m.path, p), p
	}
	door := nearest(at, a.shape.Hull)
	if door != at {
		m.path = append(m.path, door)
	}
	run, tr := g.longest(u, m, g.constants().BuildingCost.Value, !g.Live)
	return run, a, tr, tr.why
}

// room returns how many more men fit into a building: one figure for each square inch of each floor (MB-B3f).
func (g *Game) room(u *Unit, a *area) int {
	n := twice(a.shape.Hull)
	if n < 0 {
		n = -n
	}
	left := int(n/200) * (a.top - a.level)
	for i := range g.Units {
		if o := &g.Units[i]; o.ID != u.ID && o.Inside == a.id && g.on(o) {
			left -= o.alive()
		}
	}
	return left
}

// taken reports whether the enemy is in a building: it can then be entered only by assault.
func (g *Game) taken(u *Unit, a *area) bool {
	return slices.ContainsFunc(g.Units, func(o Unit) bool { return o.Side != u.Side && o.Inside == a.id && g.fit(&o) })
}

func (g *Game) enterOrder(t *table.Table, u *Unit, l table.Line) {
	m, a, tr, r := g.wayIn(u, l)
	if r != nil && !tr.whole {
		g.goesPart(t, u, l, m, tr, r)
		return
	}
	if r != nil {
		t.RefuseRest(g.Phasing, l, r) // not at the gait ordered (MB-B7m)
	}
	storey := orders.Int(l.Args, "storey", 0)
	if u.Inside != a.id {
		if len(m.path) > 0 && !g.mayGo(t, u, m.path) {
			t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
			return
		}
		most, _ := g.allowance(u, m.gait)
		tr := g.follow(u, &m, most-g.constants().BuildingCost.Value, false)
		if u.State != "" {
			return
		}
		g.walkIn(t, u, &m, tr)
		if !g.goesOn(u) {
			return
		}
	}
	g.goIn(u, a, storey)
	u.Did.Gait = m.gait
	t.Report("MB-B7i", "enters", table.A("unit", u.ID), table.A("into", a.id), table.A("storey", storey))
}

// goIn puts a unit into a building, on a storey.
func (g *Game) goIn(u *Unit, a *area, storey int) {
	u.Inside, u.Storey, u.At = a.id, storey, a.middle()
	for i := range u.Figures {
		u.Figures[i].At = u.At
	}
}

// goesPart applies MB-B7m to men who do not get where they were sent: their owner is told why, and they move as far as the way is legal.
func (g *Game) goesPart(t *table.Table, u *Unit, l table.Line, m march, tr trip, r *table.Refusal) {
	if len(tr.path) == 0 {
		t.Refuse(g.Phasing, l, r)
		return
	}
	t.RefuseRest(g.Phasing, l, r)
	if !g.mayGo(t, u, tr.path) { // MB-35
		t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
		return
	}
	if u.State == "" {
		most, _ := g.allowance(u, m.gait)
		g.walk(t, u, &m, tr, most)
	}
}

// walkIn goes to the door; the figures do not form up on the way.
func (g *Game) walkIn(t *table.Table, u *Unit, m *march, tr trip) {
	old, start := spotsOf(u), u.At
	at := start
	if u.Inside != "" && len(tr.path) > 0 {
		at = nearest(tr.path[0], g.area(u.Inside).shape.Hull)
		for i := range old {
			old[i] = at
		}
		start = at
	}
	u.Inside, u.Storey = "", 0
	u.Did.Gait, u.Facing = m.gait, tr.facing
	g.cutWires(u)
	for _, p := range tr.path {
		end, going := g.step(t, u, at, p, start, old)
		at = end
		if !going {
			g.arrive(t, u, m, trip{path: []Point{at}, facing: u.Facing}, at, start, old, 0)
			return
		}
	}
}

func enterIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.idle(s, (*Unit).enters) {
		u := k.unit(id)
		for a := range table.All(k.ground.areas) {
			if a.kind.ID != "building" || u.Inside == a.id || k.gap(u, a.shape) > 20*u.Profile.Move {
				continue
			}
			for _, gait := range []string{"", " double"} {
				out = append(out, "enter "+id+" into "+a.id+gait)
			}
		}
	}
	return out
}

// remove takes a unit out of play because it was destroyed, fled or left.
func (g *Game) remove(t *table.Table, u *Unit, how, rule string) {
	if u.Out != "" {
		return
	}
	u.Out, u.State = how, ""
	t.Report(rule, "removed", table.A("unit", u.ID), table.A("how", "out."+how))
	g.Markers = slices.DeleteFunc(g.Markers, func(m Marker) bool { return m.Unit == u.ID })
	g.cutWires(u)
	for _, id := range g.load(u.ID) {
		o := g.unit(id)
		g.remove(t, o, how, rule)
	}
}

// load lists what a vehicle carries or tows.
func (g *Game) load(id string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.Out == "" && id != "" && (u.Aboard == id || u.Towed == id) })
}

// mayBoard reports why a unit cannot get on a vehicle (MB-B7j, MB-26, and the capacities of MB-B27).
func (g *Game) mayBoard(u, v *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	if v == nil || !v.vehicle() || !g.fit(v) {
		return refuse("no-vehicle", "MB-B7j", id)
	}
	if !u.foot() || g.wheeled(u) || u.Kind == "crew" {
		return refuse("cannot-board", "MB-B7j", id)
	}
	if v.Did.Gait != "" || v.Did.Turned {
		return refuse("vehicle-moved", "MB-B7j", id, table.A("vehicle", v.ID))
	}
	if u.Did.Gait != "" && (u.Did.Gait == "triple" || apart(point(u.At), g.shape(v, 0)) > g.constants().BoardDistance.Value) { // it has ended its move elsewhere
		return refuse("moved-already", "MB-B7a", id)
	}
	t, _ := g.doc.Vehicle(v.vehicleType(g))
	room := max(t.Transport, t.Riders)
	for _, other := range g.load(v.ID) {
		if o := g.unit(other); o.Aboard == v.ID {
			room -= o.alive()
		}
	}
	if u.alive() > room {
		return refuse("no-seats", "MB-B7j", id, table.A("vehicle", v.ID), table.A("men", max(room, 0)))
	}
	return nil
}

func checkBoard(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	v := k.own(s, orders.Value(l.Args, "vehicle"))
	if r := k.mayBoard(u, v); r != nil {
		return r
	}
	m, tr, r := k.toVehicle(u, v, l)
	if r == nil || tr.why == nil {
		return r
	}
	r = k.asFarAs(u, m, tr)
	if r != nil && tr.whole { // it can get in, but not at that gait
		r.Legal = []string{"board " + u.ID + " on " + v.ID + gaitText(m.gait)}
	}
	return r
}

// toVehicle returns the way of a unit to within two inches of a hull, measured to its anchor.
func (g *Game) toVehicle(u, v *Unit, l table.Line) (march, trip, *table.Refusal) {
	m := march{gait: orders.Value(l.Args, "gait"), facing: -1, formation: u.Formation}
	if m.gait == "" {
		m.gait = "normal"
	}
	if _, r := g.fastest(u, m.gait); r != nil {
		return m, trip{}, r
	}
	var why *table.Refusal
	if m.gait == "triple" { // a unit that boards can move at a double at most
		m.gait, why = "double", refuse("no-triple-board", "MB-B7j", table.A("unit", u.ID))
	}
	hull := g.shape(v, 0)
	if d := apart(point(u.At), hull); d > g.constants().BoardDistance.Value {
		m.path = []Point{onWay(u.At, nearest(u.At, hull.Hull), d-g.constants().BoardDistance.Value+1, d)}
	}
	run, tr := g.longest(u, m, 0, !g.Live)
	if why != nil {
		tr.why = why
	}
	return run, tr, tr.why
}

func (g *Game) boardOrder(t *table.Table, u *Unit, l table.Line) {
	v := g.own(g.Phasing, orders.Value(l.Args, "vehicle"))
	m, tr, r := g.toVehicle(u, v, l)
	if r != nil && !tr.whole {
		g.goesPart(t, u, l, m, tr, r)
		return
	}
	if r != nil {
		t.RefuseRest(g.Phasing, l, r) // not at the gait ordered (MB-B7m)
	}
	if len(tr.path) > 0 {
		if !g.mayGo(t, u, tr.path) { // MB-35
			t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
			return
		}
		if u.State != "" {
			return
		}
		g.walkIn(t, u, &m, tr)
		if !g.goesOn(u) {
			return
		}
	}
	kind, _ := g.doc.Vehicle(v.vehicleType(g))
	if u.Did.Gait == "" || len(tr.path) > 0 {
		u.Did.Gait = m.gait
	}
	u.Aboard, u.Rider, u.Inside, u.At = v.ID, kind.Transport == 0, "", v.At
	for i := range u.Figures {
		u.Figures[i].At = v.At
	}
	v.Did.Loaded = true
	g.cutWires(u)
	t.Report("MB-B7j", "boards", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("rider", u.Rider))
}

func boardIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.idle(s, func(u *Unit) bool { return u.foot() && !u.gun() }) {
		u := k.unit(id)
		for _, v := range k.of(s, func(v *Unit) bool {
			return v.vehicle() && k.fit(v) && k.between(u, v) <= 20*u.Profile.Move && k.mayBoard(u, v) == nil
		}) {
			out = append(out, "board "+id+" on "+v)
		}
	}
	return out
}

// checkAlight checks that a unit may get off (MB-B7j): before or after a normal move of the vehicle.
func checkAlight(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStep(u); r != nil {
		return r
	}
	v := k.unit(u.Aboard)
	if v == nil || u.Aboard == "" {
		return refuse("not-aboard", "MB-B7j", table.A("unit", u.ID))
	}
	if v.Did.Gait == "double" || v.Did.Gait == "triple" || u.Did.Gait != "" {
		return refuse("vehicle-fast", "MB-B7j", table.A("unit", u.ID), table.A("vehicle", v.ID))
	}
	wish, r := k.outAt(u, v, l)
	if r != nil {
		return r
	}
	if !k.getOut(u, v, wish, false) {
		at := v.At
		if len(wish) > 0 {
			at = wish[0]
			if d := apart(Shape{Centre: at, Radius: k.base(u).Radius}, k.shape(v, 0)); d > k.constants().BoardDistance.Value {
				return refuse("out-far", "MB-B7j", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("at", spotText(at)), table.A("inches", inchText(d)))
			}
		}
		return refuse("no-room", "MB-B7j", table.A("unit", u.ID), table.A("at", spotText(at)))
	}
	return nil
}

// outAt returns the place that a player names, if any.
func (g *Game) outAt(u, v *Unit, l table.Line) ([]Point, *table.Refusal) {
	if !orders.Has(l.Args, "to") {
		return nil, nil
	}
	p, ok := g.spot(u, v.At, v.Facing, orders.Value(l.Args, "to"), 40)
	if !ok {
		return nil, refuse("no-place", "MB-B1", table.A("unit", u.ID), table.A("place", orders.Value(l.Args, "to")))
	}
	return []Point{p}, nil
}

// getOut finds a place for a unit that leaves a hull: in open formation, its leader within two inches (MB-B7j). If carry is
// set, the unit is put there.
func (g *Game) getOut(u, v *Unit, wish []Point, carry bool) bool {
	hull := g.shape(v, 0)
	c := g.crowd(u, true)
	r := g.base(u).Radius
	try := func(p Point) bool {
		if d := apart(Shape{Centre: p, Radius: r}, hull); d > g.constants().BoardDistance.Value || overlap(Shape{Centre: p, Radius: r}, hull) {
			return false
		}
		if u.single() {
			if !g.standsAt(u, g.shapeAt(u, p, v.Facing), &c) {
				return false
			}
			if carry {
				u.Aboard, u.Rider, u.Towed = "", false, ""
				g.carry(u, p, p, nil)
			}
			return true
		}
		spots, ok := g.arrange(u, p, v.Facing, "open", c)
		if ok && carry {
			u.Aboard, u.Rider, u.Formation, u.Facing = "", false, "open", v.Facing
			g.put(u, p, spots)
		}
		return ok
	}
	for _, p := range wish {
		if try(p) {
			return true
		}
	}
	if len(wish) > 0 && !carry {
		return false
	}
	for _, deg := range []int{180, 90, 270, 135, 225, 45, 315, 0} { // behind it first
		for d := 10; d <= 45; d += 3 {
			if try(ahead(v.At, norm(v.Facing+deg), d)) {
				return true
			}
		}
	}
	return false
}

func (g *Game) alightOrder(t *table.Table, u *Unit, l table.Line) {
	v := g.unit(u.Aboard)
	if v == nil {
		return
	}
	wish, _ := g.outAt(u, v, l)
	if g.getOut(u, v, wish, true) {
		u.Did.Gait, v.Did.Loaded = "normal", true
		t.Report("MB-B7j", "alights", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("at", spotText(u.At)))
	}
}

func alightIdeas(k *Game, s table.Seat, _ string) []string {
	return table.Lines("alight %s", k.of(s, func(u *Unit) bool { return u.Out == "" && u.Aboard != "" }))
}

// putOut puts everyone aboard a vehicle on the ground at once, because it was lost or is immobilised for good (MB-R36, MB-R48).
func (g *Game) putOut(t *table.Table, v *Unit) {
	for _, id := range g.load(v.ID) {
		u := g.unit(id)
		if u.Towed == v.ID {
			g.unhook(u, v)
			t.Report("MB-B7k", "unhitches", table.A("unit", u.ID), table.A("vehicle", v.ID))
			continue
		}
		if !g.getOut(u, v, nil, true) {
			g.remove(t, u, "destroyed", "MB-B7j")
			continue
		}
		t.Report("MB-B7j", "alights", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("at", spotText(u.At)))
	}
}

// wheeled reports whether a unit is a gun or heavy mortar, which is towed and not carried (MB-4d, MB-B7k).
func (g *Game) wheeled(u *Unit) bool {
	w, _ := g.doc.Weapon(u.arm())
	return u.gun() || u.piece() && w.Mount == "very_heavy"
}

// mayHitch reports why a piece cannot be hitched to a vehicle (MB-B7k, and the towing of MB-B27).
func (g *Game) mayHitch(u, v *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	if v == nil || !v.vehicle() || !g.fit(v) {
		return refuse("no-vehicle", "MB-B7k", id)
	}
	w, _ := g.doc.Weapon(u.arm())
	t, _ := g.doc.Vehicle(v.vehicleType(g))
	switch {
	case !g.wheeled(u) || !slices.Contains(t.Tow, w.Mount):
		return refuse("cannot-tow", "MB-B7k", id, table.A("vehicle", v.ID))
	case slices.ContainsFunc(g.load(v.ID), func(o string) bool { return g.unit(o).Towed == v.ID }):
		return refuse("tows-already", "MB-B7k", id, table.A("vehicle", v.ID))
	case !v.Did.none() || !u.Did.none():
		return refuse("moved-already", "MB-B7k", id)
	case g.between(u, v) > g.constants().HitchDistance.Value:
		return refuse("hitch-far", "MB-B7k", id, table.A("vehicle", v.ID), table.A("inches", inchText(g.between(u, v))))
	}
	return nil
}

func checkHitch(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	return k.mayHitch(u, k.own(s, orders.Value(l.Args, "vehicle")))
}

func (g *Game) hitchOrder(t *table.Table, u, v *Unit) {
	u.Towed, u.Did.Busy, v.Did.Busy, u.Piece.Prepared = v.ID, true, true, false
	g.cutWires(u)
	t.Report("MB-B7k", "hitches", table.A("unit", u.ID), table.A("vehicle", v.ID))
}

func hitchIdeas(k *Game, s table.Seat, _ string) []string {
	return table.Pairs("hitch %s to %s", k.idle(s, (*Unit).piece), func(id string) []string {
		return k.of(s, func(v *Unit) bool { return v.vehicle() && k.mayHitch(k.unit(id), v) == nil })
	})
}

func checkUnhitch(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStep(u); r != nil {
		return r
	}
	v := k.unit(u.Towed)
	switch {
	case u.Towed == "" || v == nil:
		return refuse("not-towed", "MB-B7k", table.A("unit", u.ID))
	case v.Did.Gait != "" || v.Did.Turned || v.Did.Busy || v.Did.Fired:
		return refuse("vehicle-moved", "MB-B7k", table.A("unit", u.ID), table.A("vehicle", v.ID))
	}
	return nil
}

func (g *Game) unhitchOrder(t *table.Table, u *Unit, l table.Line) {
	v := g.unit(u.Towed)
	g.unhook(u, v)
	if orders.Has(l.Args, "bearing") {
		u.Facing = norm(orders.Int(l.Args, "bearing", 0))
	}
	u.Did.Busy, v.Did.Busy = true, true
	t.Report("MB-B7k", "unhitches", table.A("unit", u.ID), table.A("vehicle", v.ID))
}

// unhook leaves a piece behind its vehicle.
func (g *Game) unhook(u, v *Unit) {
	b := g.base(v)
	at := ahead(v.At, norm(v.Facing+180), b.Length/2+g.base(u).Radius+2)
	u.Towed, u.Facing = "", norm(v.Facing+180)
	c := g.crowd(u, true)
	for _, d := range spiral {
		p := Point{at.X + d.X, at.Y + d.Y}
		if g.standsAt(u, Shape{Centre: p, Radius: g.base(u).Radius}, &c) {
			at = p
			break
		}
	}
	g.carry(u, at, at, nil)
}

func unhitchIdeas(k *Game, s table.Seat, _ string) []string {
	return table.Lines("unhitch %s", k.of(s, func(u *Unit) bool { return u.Out == "" && u.Towed != "" }))
}
