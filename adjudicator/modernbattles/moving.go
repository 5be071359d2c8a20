package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// moveLine carries out one line of the movement phase (MB-B6).
func (g *Game) moveLine(t *table.Table, l table.Line) {
	switch l.Verb {
	case "hatches":
		g.setHatches(t, l)
		return
	case "stay":
		return
	}
	u := g.own(g.Phasing, orders.Value(l.Args, "unit"))
	if u == nil {
		return
	}
	t = t.At(u.ID)
	switch l.Verb {
	case "move":
		g.moveOrder(t, u, l)
	case "form":
		if m, _, r := g.marchOf(u, l); r == nil {
			g.reform(t, u, m)
		}
	case "face":
		g.faceOrder(t, u, l)
	case "reverse":
		if m, r := g.backward(u, l); r == nil {
			if !g.mayGo(t, u, m.path) { // MB-35
				t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
				return
			}
			g.drivePath(t, u, l, m, false)
		}
	case "enter":
		g.enterOrder(t, u, l)
	case "exit":
		g.exitOrder(t, u, l)
	case "board":
		g.boardOrder(t, u, l)
	case "alight":
		g.alightOrder(t, u, l)
	case "hitch":
		g.hitchOrder(t, u, g.own(g.Phasing, orders.Value(l.Args, "vehicle")))
	case "unhitch":
		g.unhitchOrder(t, u, l)
	case "man":
		g.manOrder(t, u, l)
	}
}

// moveOrder carries out one move line (MB-B7).
func (g *Game) moveOrder(t *table.Table, u *Unit, l table.Line) {
	m, open, r := g.marchOf(u, l)
	if r != nil {
		t.Refuse(g.Phasing, l, r)
		return
	}
	run, tr := g.longest(u, m, 0, false)
	if !g.mayGo(t, u, tr.path) { // MB-35, for the way that it will go
		t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", u.ID)))
		return
	}
	if u.State != "" { // MB-35.1: the test to leave cover has pinned it
		return
	}
	g.goFar(t, u, l, m, open, run, tr)
}

// drivePath moves a unit along a path as far as it gets.
func (g *Game) drivePath(t *table.Table, u *Unit, l table.Line, m march, open bool) {
	run, tr := g.longest(u, m, 0, false)
	g.goFar(t, u, l, m, open, run, tr)
}

// goFar moves a unit along the longest legal beginning of a path. Vehicles first take their test for the ground that they will
// touch (MB-B7h).
func (g *Game) goFar(t *table.Table, u *Unit, l table.Line, m march, open bool, run march, tr trip) {
	if tr.why != nil && !(open && run.gait == m.gait) { // MB-B7m: the owner is told, and the unit moves as far as is legal
		g.runsInto(t, tr.why)
		if len(tr.path) == 0 {
			t.Refuse(g.Phasing, l, tr.why)
		} else {
			t.RefuseRest(g.Phasing, l, tr.why)
		}
	}
	if len(tr.path) == 0 && tr.facing == u.Facing {
		return
	}
	most, _ := g.allowance(u, run.gait)
	if u.vehicle() {
		way := run
		way.path = tr.path
		if !tr.whole {
			way.facing = -1
		}
		stuck, stopped := g.bogs(t, u, way)
		if stopped {
			return
		}
		run = stuck
		tr = g.follow(u, &run, most, false)
	}
	g.walk(t, u, &run, tr, most)
}

// reform changes formation and facing on the spot: men may do so freely within the allowance (MB-B7a, MB-B3e).
func (g *Game) reform(t *table.Table, u *Unit, m march) {
	look := u.Facing
	if m.facing >= 0 {
		look = m.facing
	}
	if m.formation == u.Formation || u.single() {
		u.Facing = look
		if u.piece() {
			u.Did.Turned = true
		}
		t.Report("MB-B3e", "faces", table.A("unit", u.ID), table.A("facing", look))
		return
	}
	most, _ := g.allowance(u, "normal")
	c := g.crowd(u, false)
	c.from, c.most, c.run, c.track = spotsOf(u), most, &m, []Point{u.At}
	if spots, ok := g.arrange(u, u.At, look, m.formation, c); ok {
		g.put(u, u.At, spots)
		u.Formation, u.Facing, u.Did.Gait = m.formation, look, "normal"
		t.Report("MB-B3", "forms", table.A("unit", u.ID), table.A("formation", "formation."+m.formation), table.A("facing", look))
	}
}

func spotsOf(u *Unit) []Point {
	var out []Point
	for i := range u.Figures {
		out = append(out, u.Figures[i].At)
	}
	return out
}

// walk moves a unit along the points of a trip. Ambushes and mines interrupt it (MB-8c, MB-B21), and men in the way of tracks
// are driven over (MB-B7e). At the end the figures take their slots (MB-B3b, c).
func (g *Game) walk(t *table.Table, u *Unit, m *march, tr trip, most int) {
	from, old := u.At, spotsOf(u)
	inside, storey := u.Inside, u.Storey
	u.Inside, u.Storey = "", 0
	u.Did.Gait = m.gait
	if len(tr.path) == 0 {
		u.Did.Gait, u.Did.Turned = "", true
	}
	u.Piece.Prepared = false
	g.cutWires(u)
	at := from
	if inside != "" && len(tr.path) > 0 {
		at = nearest(tr.path[0], g.area(inside).shape.Hull)
		for i := range old { // they leave the building at its nearest point
			old[i] = at
		}
	}
	start := at
	var rams []string
	for _, p := range tr.path {
		if u.vehicle() && p != at {
			u.Facing = heading(at, p, u.Facing, m.reverse)
		}
		end, going := g.step(t, u, at, p, start, old)
		rams = append(rams, g.rammed(u, u.Facing, at, end)...)
		at = end
		if !going {
			tr.path, tr.facing = []Point{at}, u.Facing
			break
		}
	}
	if !g.arrive(t, u, m, tr, at, start, old, most) && inside != "" && u.Out == "" { // no room outside the door: they stay in
		g.goIn(u, g.area(inside), storey)
	}
	if len(tr.path) > 0 {
		t.Report("MB-B7a", "moves", table.A("unit", u.ID), table.A("from", spotText(from)), table.A("to", spotText(u.At)), table.A("inches", inchText(tr.spent)), table.A("gait", "gait."+m.gait), table.A("facing", u.Facing), table.A("path", pathTexts(from, tr.path)))
	} else {
		t.Report("MB-B7d", "faces", table.A("unit", u.ID), table.A("facing", u.Facing))
	}
	if len(tr.path) > 0 && u.Out == "" && u.At != at {
		t.Report("MB-B3c", "halts", table.A("unit", u.ID), table.A("at", spotText(u.At)))
	}
	slices.Sort(rams)
	rams = slices.Compact(rams)
	for _, id := range rams { // all are put aside first: men still under the hull are not in close combat
		g.driveOver(t, u, g.unit(id))
	}
	for _, id := range rams {
		if o := g.unit(id); g.on(o) {
			g.panic(t, o, "driven")
		}
	}
	g.reveal(t, u)
}

func pathTexts(from Point, path []Point) []string {
	out := []string{spotText(from)}
	for _, p := range path {
		out = append(out, spotText(p))
	}
	return out
}

// arrive puts the figures on their slots around the point reached or, if they cannot all stand there, around the last point
// of the way where they can (MB-B3c). It returns false if there is no such point; the figures then stay where they were.
func (g *Game) arrive(t *table.Table, u *Unit, m *march, tr trip, at, start Point, old []Point, most int) bool {
	if u.Out != "" {
		return true
	}
	u.Facing = tr.facing
	c := g.crowd(u, m.charge)
	way := append([]Point{start}, tr.path...)
	if u.single() {
		p := g.lastStand(u, way, at, &c)
		g.carry(u, p, start, old)
		return p != start || at == start
	}
	u.Formation = m.formation
	c.from, c.most, c.run = old, most, m
	for n := len(way) - 1; n > 0; n-- {
		d := span(way[n-1], way[n])
		for k := d; k >= 0; k -= 2 {
			p := onWay(way[n-1], way[n], k, d)
			c.track = append(slices.Clone(way[:n]), p)
			if spots, ok := g.arrange(u, p, tr.facing, m.formation, c); ok {
				g.put(u, p, spots)
				return true
			}
		}
	}
	u.At = start
	for i := range u.Figures {
		u.Figures[i].At = old[i]
	}
	return false
}

// lastStand returns the last point of a way on which a single base may stand: men pass through friends but do not end on them
// (MB-B7g). A hull always ends at the point reached, because its way is free.
func (g *Game) lastStand(u *Unit, way []Point, at Point, c *standing) Point {
	if u.vehicle() {
		return at
	}
	for n := len(way) - 1; n > 0; n-- {
		d := span(way[n-1], way[n])
		for k := d; k >= 0; k-- {
			if p := onWay(way[n-1], way[n], k, d); g.standsAt(u, g.shapeAt(u, p, u.Facing), c) {
				return p
			}
		}
	}
	return way[0]
}

// step moves a unit straight from one point to another, a tenth of an inch at a time if there are ambushes. going is false if
// the unit stops on the way: hit, pinned or on mines.
func (g *Game) step(t *table.Table, u *Unit, from, to, start Point, old []Point) (at Point, going bool) {
	end, mines := g.minesOn(u, from, to)
	if len(g.Markers) > 0 {
		d := span(from, end)
		for k := 1; k <= d; k++ {
			g.carry(u, onWay(from, end, k, d), start, old)
			if !g.springs(t, u) {
				continue
			}
			if !g.goesOn(u) {
				return u.At, false
			}
		}
	}
	g.carry(u, end, start, old)
	if mines != "" && !g.enterMines(t, u, mines) {
		return u.At, false
	}
	if end != to {
		return g.step(t, u, end, to, start, old)
	}
	return to, true
}

// carry moves a unit to a point of its way, its figures keeping their arrangement.
func (g *Game) carry(u *Unit, p, start Point, old []Point) {
	u.At = p
	for i := range u.Figures {
		if u.single() {
			u.Figures[i].At = p
		} else if i < len(old) {
			u.Figures[i].At = Point{old[i].X + p.X - start.X, old[i].Y + p.Y - start.Y}
		}
	}
}

// goesOn reports whether a unit that was fired at on its way can continue (MB-R12).
func (g *Game) goesOn(u *Unit) bool {
	return u.Out == "" && u.State == "" && !u.Tank.Wreck && !u.Tank.Immobilised && !u.Tank.Empty && !u.Tank.Fire && u.Tank.Idle == 0 && u.alive() > 0
}

// faceOrder turns a unit on the spot (MB-R7, MB-B3e, MB-B7d).
func (g *Game) faceOrder(t *table.Table, u *Unit, l table.Line) {
	f, ok := g.faceOf(u, l)
	if !ok {
		return
	}
	if u.vehicle() {
		g.drivePath(t, u, l, march{gait: "normal", facing: f}, false)
		return
	}
	if u.piece() {
		u.Facing = f
		if w, _ := g.doc.Weapon(u.arm()); w.Arc != 360 { // MB-R7
			u.Did.Turned = true
		}
		t.Report("MB-R7", "faces", table.A("unit", u.ID), table.A("facing", f))
		return
	}
	g.reform(t, u, march{formation: u.Formation, facing: f})
}

func (g *Game) setHatches(t *table.Table, l table.Line) {
	for _, id := range orders.List(l.Args, "units") {
		if u := g.own(g.Phasing, id); u != nil {
			u.Tank.Hatches = orders.Value(l.Args, "how")
			t.Report("MB-R21", "hatches", table.A("unit", id), table.A("how", "hatches."+u.Tank.Hatches))
		}
	}
}

// hatchesByDefault applies MB-D8 to tanks whose hatches no movement line mentions.
func (g *Game) hatchesByDefault(t *table.Table, spoken []string) {
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return u.vehicle() && g.crewed(u) && g.on(u) && !g.openTopped(u) }) {
		if slices.Contains(spoken, id) {
			continue
		}
		u, how := g.unit(id), "closed"
		if table.Decide(t.At(id), g.askHatches(u)) {
			how = "open"
		}
		if u.Tank.Hatches != how {
			u.Tank.Hatches = how
			t.At(id).Report("MB-R21", "hatches", table.A("unit", id), table.A("how", "hatches."+how))
		}
	}
}

// askHatches asks whether hatches are open (MB-D8): by default they are if no enemy infantry is within 12 inches.
func (*Game) askHatches(u *Unit) table.Question[*Game, bool] {
	id := u.ID
	return table.Question[*Game, bool]{Decision: "MB-D8", Seat: u.Side, About: id, Rule: "MB-R21", Verb: "hatches", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("open", "closed"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "open", table.Use
		},
		Default: func(k *Game) bool {
			u := k.unit(id)
			return len(k.of(k.other(u.Side), func(e *Unit) bool { return k.fit(e) && e.foot() && k.between(u, e) <= k.constants().HatchSafe.Value })) == 0
		},
	}
}

// cutWires cuts the telephone of a unit that moves (MB-31).
func (g *Game) cutWires(u *Unit) {
	g.Wires = slices.DeleteFunc(g.Wires, func(pair []string) bool { return slices.Contains(pair, u.ID) })
}

// bogs takes the immobilisation test (MB-3h, MB-B7h), once per move and before it, on the hardest row that the way touches.
// For a failure see MB-R4. It returns the move that remains; the second result is true if none does.
func (g *Game) bogs(t *table.Table, u *Unit, m march) (march, bool) {
	row := g.hardest(u, &m)
	if u.Tank.Bogged != "" { // MB-R4: the same row again
		if !g.passes(t, u, u.Tank.Bogged, "unbog") {
			u.Did.Turned, u.Did.Stuck = false, true
			return m, true
		}
		u.Tank.Bogged = ""
		return m, false
	}
	if row == "" || g.passes(t, u, row, "bog") {
		return m, false
	}
	u.Tank.Bogged, u.Did.Stuck = row, true
	stop := u.At
	if !g.civil(u, &m) {
		stop, m.path = g.firstTouch(u, m.path, row)
	} else {
		m.path = nil
	}
	t.Report("MB-R4", "bogged", table.A("unit", u.ID), table.A("at", spotText(stop)), table.A("terrain", "terrain."+row))
	m.facing = -1
	return m, len(m.path) == 0
}

// civil reports whether the test is taken for the whole move of a civil vehicle (MB-3e, MB-R3).
func (g *Game) civil(u *Unit, m *march) bool {
	return g.drive(u).Civil && !g.onRoad(u, m.path)
}

// hardest returns the row of the test that a move needs, or "" if it needs none.
func (g *Game) hardest(u *Unit, m *march) string {
	legs := g.legs(u, m.path)
	d := g.drive(u)
	row, rank := "", 0
	for _, k := range g.doc.Terrain {
		name := k.ID
		switch {
		case slices.Contains(d.Tests, k.ID):
		case d.Crosses && k.Extra > 0: // as scattered terrain (MB-B7b)
			name = "scattered"
		default:
			continue
		}
		kind, _ := g.doc.Ground(name)
		if kind.Rank > rank && g.touches(legs, k.ID) {
			row, rank = name, kind.Rank
		}
	}
	if row == "" && len(m.path) > 0 && g.civil(u, m) {
		return "scattered"
	}
	return row
}

// passes takes one test on a row: a die against its number, or an initiative test if that option is in force (MB-9b).
func (g *Game) passes(t *table.Table, u *Unit, row, purpose string) bool {
	if g.in("MB-9b") {
		_, ok := g.initiative(t, u, purpose, "MB-9b")
		return ok
	}
	kind, _ := g.doc.Ground(row)
	roll := t.Roll(u.Side, purpose, 1, 6)
	ok := roll.Natural() >= kind.Row
	t.Report("MB-3h", "bog-test", table.A("unit", u.ID), table.A("terrain", "terrain."+row), table.A("needed", kind.Row), table.A("roll", roll), table.A("passed", ok))
	return ok
}

// firstTouch returns where a path first enters or crosses terrain of a row, and the path up to that point.
func (g *Game) firstTouch(u *Unit, path []Point, row string) (Point, []Point) {
	var kept []Point
	for _, l := range g.legs(u, path) {
		d := span(l[0], l[1])
		for k := 0; k <= d; k++ {
			p := onWay(l[0], l[1], k, d)
			if g.stands(p, row) || row == "scattered" && g.lined(l[0], p) {
				if p == u.At {
					return p, nil
				}
				return p, append(kept, p)
			}
		}
		kept = append(kept, l[1])
	}
	return u.At, nil
}

// lined reports whether a way crosses a wall, hedge, ditch or bank.
func (g *Game) lined(a, b Point) bool {
	return slices.ContainsFunc(g.ground.areas, func(x area) bool { return x.kind.Extra > 0 && len(x.crossings(a, b)) > 0 })
}

// driveOver puts the men in the way aside by an inch (MB-B7e).
func (g *Game) driveOver(t *table.Table, tank, u *Unit) {
	if u == nil || !g.on(u) {
		return
	}
	t.Report("MB-B7e", "driven-over", table.A("unit", u.ID), table.A("by", tank.ID))
	s := g.shape(tank, 0)
	c := g.crowd(u, true)
	aside := g.constants().PutAside.Value
	r := g.base(u).Radius
	for _, i := range u.members() {
		at := g.spotOf(u, i)
		if !overlap(Shape{Centre: at, Radius: r}, s) {
			continue
		}
		for _, d := range spiral {
			p := Point{at.X + d.X, at.Y + d.Y}
			if sh := (Shape{Centre: p, Radius: r}); apart(sh, s) >= aside && g.standsAt(u, sh, &c) {
				if u.single() {
					g.carry(u, p, u.At, nil)
				} else {
					u.Figures[i].At = p
					if i == u.leads() {
						u.At = p
					}
				}
				break
			}
		}
	}
}
