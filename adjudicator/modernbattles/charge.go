package modernbattles

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Charges (MB-13b, MB-B8).

// declareCharges reads the charges of the phasing side in order. Each reaction follows at once, one for each unit and turn
// (MB-B8a, MB-B8b).
func (g *Game) declareCharges(t *table.Table) {
	for l := range t.Orders(g.Phasing, "charges") {
		if l.Verb == "charge" {
			g.declare(t, l, orders.Value(l.Args, "unit"), orders.Value(l.Args, "target"))
		}
	}
}

// declare resolves one charge and the reaction to it. Under MB-35 a charge is a move like any other: if the test forbids it,
// it is not declared.
func (g *Game) declare(t *table.Table, l table.Line, id, target string) {
	u, e := g.unit(id), g.unit(target)
	if _, to := g.nearestPair(u, e); !g.mayGo(t, u, []Point{to}) { // MB-35b
		t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", id)))
		return
	}
	if u.State != "" { // MB-35.1
		return
	}
	c := g.coverAgainst(e, u)
	u.Did.Charged = true
	reach := g.chargeReach(u, e)
	args := []table.FactArg{table.A("unit", id), table.A("target", target), table.A("inches", inchText(g.between(u, e))), table.A("reach", inchText(reach))}
	if c.Level > 0 {
		args = append(args, table.A("cover", c.Why))
	}
	t.Report("MB-B8a", "charge", args...)
	g.unmark(t, e, "charged") // MB-R12
	g.Charges = append(g.Charges, Charge{Unit: id, Target: target, Cover: c})
	if slices.ContainsFunc(g.Charges[:len(g.Charges)-1], func(o Charge) bool { return o.Target == target }) {
		if e.State == fleeing { // it has already reacted
			g.Charges[len(g.Charges)-1].Fled = true
		}
		return
	}
	if g.mustHold(e) || e.State != fleeing && !table.Decide(t, g.askReaction(e, id)) {
		t.Report("MB-B8b", "holds", table.A("unit", target))
		return
	}
	roll := t.At(target).Roll(e.Side, "flight", 2, 6)
	t.Report("MB-B8b", "flees-charge", table.A("unit", target), table.A("from", id), table.A("roll", roll))
	g.Charges[len(g.Charges)-1].Fled = true
	g.fallBack(t, e, u.At, inches(roll.Total()), true)
}

// mustHold reports whether a unit can only hold: units that are suppressed or in combat, and vehicles (MB-B8b).
func (g *Game) mustHold(e *Unit) bool {
	return e.vehicle() || e.State == suppressed || g.inCombat(e)
}

// askReaction asks how a unit reacts to a charge (MB-D6); true means that it flees.
func (*Game) askReaction(e *Unit, charger string) table.Question[*Game, bool] {
	id := e.ID
	return table.Question[*Game, bool]{Decision: "MB-D6", Seat: e.Side, About: id, Rule: "MB-13b", Verb: "charged", Args: []table.FactArg{table.A("unit", id), table.A("charger", charger)}, Options: table.Either[*Game]("flee", "hold"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			if orders.Value(l.Args, "how") == "hold" {
				return false, table.Use
			}
			c := k.unit(charger)
			if n := orders.Int(l.Args, "outnumbered", 0); n > 0 && (c == nil || c.alive() < n*k.unit(id).alive()) {
				return false, table.Pass
			}
			return true, table.Use
		},
		Blind: true, Default: func(*Game) bool { return false },
	}
}

// chargeReach returns twice M, less what the straight line to the target costs beyond its length (MB-B8a, MB-B7b).
func (g *Game) chargeReach(u, e *Unit) int {
	from, to := g.nearestPair(u, e)
	extra := g.cost(u, &march{gait: "double", charge: true}, from, to) - span(from, to)
	return 2*inches(u.Profile.Move) - max(0, extra)
}

// nearestPair returns the two points between which the straight line of a charge runs: the nearest figure of the charger and
// the nearest point of the target.
func (g *Game) nearestPair(u, e *Unit) (from, to Point) {
	best := -1
	for _, s := range g.shapes(u) {
		for _, r := range g.shapes(e) {
			if d := apart(s, r); best < 0 || d < best {
				best, from, to = d, s.Centre, r.Centre
				if s.Hull != nil {
					from = nearest(r.Centre, s.Hull)
				}
				if r.Hull != nil {
					to = nearest(from, r.Hull)
				}
			}
		}
	}
	return from, to
}

// mayCharge reports why a unit cannot charge an enemy (MB-B8a); nil means that it can.
func (g *Game) mayCharge(u, e *Unit) *table.Refusal {
	if u == nil || e == nil {
		return refuse("no-target", "MB-B8a")
	}
	id, at := table.A("unit", u.ID), table.A("target", e.ID)
	switch {
	case u.Kind != "squad" && u.Kind != "hq":
		return refuse("no-charger", "MB-B8a", id)
	case !g.on(u) || u.alive() == 0:
		return refuse("not-here", "MB-B8a", id)
	case u.State != "":
		return refuse(u.State, "MB-B8a", id)
	case u.Formation == "column":
		return refuse("column-charges", "MB-B3d", id)
	case g.inCombat(u):
		return refuse("in-combat", "MB-B8a", id)
	case u.Did.Charged:
		return refuse("charged", "MB-B8a", id)
	case e.Side == u.Side:
		return refuse("friend", "MB-B8a", at)
	case !g.on(e) || e.Hidden || e.Tank.Wreck || e.alive() == 0 && !e.vehicle() || e.Tank.Empty || e.Tank.Inferno:
		return refuse("no-target", "MB-B8a", at)
	case !g.sees(u, e):
		return g.blocked("unseen", "MB-B8a", u.Side, g.obstacle(u, -1, e), id, at)
	}
	if d, reach := g.between(u, e), g.chargeReach(u, e); d > reach {
		return refuse("charge-far", "MB-B8a", id, at, table.A("inches", inchText(d)), table.A("reach", inchText(reach)))
	}
	return nil
}

// chargeMoves moves the chargers after the compulsory moves, in the order of declaration (MB-B8c, MB-B8d).
func (g *Game) chargeMoves(t *table.Table) {
	for i := range g.Charges {
		c := g.Charges[i]
		u, e := g.unit(c.Unit), g.unit(c.Target)
		if u.Out != "" || u.State != "" || !g.on(u) {
			continue
		}
		g.chargeHome(t.At(c.Unit), u, e, c)
	}
}

// chargeHome moves one charger.
func (g *Game) chargeHome(t *table.Table, u, e *Unit, c Charge) {
	if e.Out != "" || !g.on(e) {
		g.failedCharge(t, u, e)
		return
	}
	reach := g.chargeReach(u, e)
	if e.State == fleeing && g.between(u, e) > reach {
		g.failedCharge(t, u, e)
		return
	}
	if !g.runsIn(t, u, e) {
		t.Report("MB-R12", "charge-fails", table.A("unit", u.ID), table.A("target", e.ID), table.A("at", spotText(u.At)))
		return
	}
	if e.State == fleeing {
		g.rush(u, e, reach)
		t.Report("MB-B8d", "caught", table.A("unit", u.ID), table.A("target", e.ID))
		before, stood := e.alive(), g.shapes(e)
		g.takeOff(t, e, "destroyed")
		g.shakenBy(t, e, before, stood)
		return
	}
	n := g.rush(u, e, reach)
	if n == 0 {
		g.failedCharge(t, u, e)
		return
	}
	t.Report("MB-B8c", "contact", table.A("unit", u.ID), table.A("target", e.ID), table.A("men", n))
	if c.Cover.Level > e.Defence.Level {
		e.Defence = c.Cover // MB-B5d
	}
	for _, x := range []*Unit{u, e} { // a charger has no cover in this combat, nor has a unit charged in the open
		if x.Defence == (Cover{}) {
			x.Defence.Why = uncovered
		}
	}
}

// uncovered marks a unit without cover in its current close combat (MB-B5d).
const uncovered = "cover.none"

// runsIn lets the enemy's ambushes and mines act on a charge along its way (MB-R12, MB-B21). It reports whether the charger
// goes on; if so, the charger is back where it stood.
func (g *Game) runsIn(t *table.Table, u, e *Unit) bool {
	if len(g.Markers)+len(g.Mines) == 0 {
		return true
	}
	was, stood := *u, spotsOf(u)
	if u.Inside != "" {
		g.leaveInside(u, e)
	}
	from, to := g.nearestPair(u, e)
	d := span(from, to)
	way := max(0, min(d, g.between(u, e)))
	start, old := u.At, spotsOf(u)
	end := Point{start.X + onWay(from, to, way, max(1, d)).X - from.X, start.Y + onWay(from, to, way, max(1, d)).Y - from.Y}
	if at, going := g.step(t, u, start, end, start, old); !going {
		if was.Inside != "" && u.Out == "" && u.State != fleeing { // it has come that far out of its building
			g.arrive(t, u, &march{formation: u.Formation, charge: true}, trip{path: []Point{at}, facing: bearing(start, e.At)}, at, start, old, 0)
		}
		return false
	}
	u.At, u.Inside, u.Storey = was.At, was.Inside, was.Storey
	for i := range u.Figures {
		u.Figures[i].At = stood[i]
	}
	return true
}

// failedCharge moves the charger M towards its target. The charger does not shoot in this turn (MB-B8d, MB-B8e).
func (g *Game) failedCharge(t *table.Table, u, e *Unit) {
	most := inches(u.Profile.Move)
	m := &march{gait: "normal", formation: u.Formation, facing: -1, path: []Point{e.At}}
	if tr := g.follow(u, m, most, false); len(tr.path) > 0 {
		was, stood := *u, spotsOf(u)
		if u.Inside != "" {
			g.leaveInside(u, e)
		}
		from, old := u.At, spotsOf(u)
		at, going := g.step(t, u, from, tr.path[0], from, old)
		if u.Out != "" || u.State == fleeing {
			return
		}
		if going || u.State == "" {
			u.At = from
			for i := range u.Figures {
				u.Figures[i].At = old[i]
			}
			if !g.advance(u, from, at, most) {
				u.At, u.Inside, u.Storey = was.At, was.Inside, was.Storey
				for i := range u.Figures {
					u.Figures[i].At = stood[i]
				}
			}
		}
	}
	t.Report("MB-B8d", "charge-fails", table.A("unit", u.ID), table.A("target", e.ID), table.A("at", spotText(u.At)))
}

// advance puts a unit on a point along its way, or as near to it as all its figures can stand (MB-B3c).
func (g *Game) advance(u *Unit, from, to Point, most int) bool {
	d := span(from, to)
	for k := d; k > 0; k -= 5 {
		p := onWay(from, to, k, d)
		c := g.crowd(u, false)
		c.most, c.run, c.track = most, &march{}, []Point{from, p}
		for i := range u.Figures {
			c.from = append(c.from, u.Figures[i].At)
		}
		if spots, ok := g.arrange(u, p, bearing(from, to), u.Formation, c); ok {
			g.put(u, p, spots)
			u.Facing = bearing(from, to)
			u.Did.Gait = "normal"
			return true
		}
	}
	return false
}

// rush sends each figure, the nearest first, in a straight line to the nearest free place that touches the enemy. A figure
// that finds no such place goes as near as it can. rush returns how many came into contact (MB-B8c).
func (g *Game) rush(u, e *Unit, reach int) int {
	foes := g.shapes(e)
	men := u.living()
	gap := func(i int) int {
		best := -1
		for _, s := range foes {
			if d := apart(g.shape(u, i), s); best < 0 || d < best {
				best = d
			}
		}
		return best
	}
	slices.SortStableFunc(men, func(a, b int) int { return cmp.Or(gap(a)-gap(b), a-b) })
	if u.Inside != "" {
		g.leaveInside(u, e)
	}
	c := g.crowd(u, true)
	r := g.base(u).Radius
	touching := 0
	var late []int
	var placed []Point
	for _, i := range men {
		if p, ok := g.contactPlace(u, i, e, foes, r, reach, &c); ok {
			u.Figures[i].At = p
			c.others = append(c.others, Shape{Centre: p, Radius: r})
			placed = append(placed, p)
			touching++
			continue
		}
		late = append(late, i)
	}
	if touching == 0 {
		return 0
	}
	for _, i := range late {
		g.closeUp(u, i, e, foes, placed, reach, &c)
		placed = append(placed, u.Figures[i].At)
	}
	lead := u.leads()
	u.Facing = bearing(u.At, e.At)
	u.At, u.Did.Gait = u.Figures[lead].At, "double"
	return touching
}

// leaveInside lets a unit in a building start its charge from the outline that faces the enemy.
func (g *Game) leaveInside(u, e *Unit) {
	if a := g.area(u.Inside); a != nil {
		at := nearest(e.At, a.shape.Hull)
		for i := range u.Figures {
			u.Figures[i].At = at
		}
		u.At = at
	}
	u.Inside, u.Storey = "", 0
}

// contactPlace returns the nearest free place where a figure touches the target: at twelve bearings around each base, or
// every inch along a hull or an outline.
func (g *Game) contactPlace(u *Unit, i int, e *Unit, foes []Shape, r, reach int, c *standing) (Point, bool) {
	from := u.Figures[i].At
	best, far := Point{}, -1
	for _, s := range foes {
		for _, p := range touchingPoints(s, r) {
			d := span(from, p)
			if d > reach || far >= 0 && d >= far {
				continue
			}
			m := Shape{Centre: p, Radius: r}
			if apart(m, s) > 0 || !g.standsAt(u, m, c) || g.walled(u, from, p, e) || g.hindered(u, from, p) {
				continue
			}
			best, far = p, d
		}
	}
	return best, far >= 0
}

// walled reports whether a straight line is barred by a building other than the target's or by ground that the unit may not cross.
func (g *Game) walled(u *Unit, from, to Point, e *Unit) bool {
	for a := range table.All(g.ground.areas) {
		if a.id == e.Inside || !a.near(from, to) || len(a.line) > 0 {
			continue
		}
		if (a.kind.ID == "building" || a.kind.Water || a.kind.Foot == 0 && !u.has("climbing")) && a.crosses(from, to) {
			return true
		}
	}
	return false
}

// hindered reports whether something stands in the straight way of a charging figure. It cannot run through enemy bases,
// hulls, wrecks or guns, and passes through friends on foot only as in any move (MB-B8c, MB-B7g).
func (g *Game) hindered(u *Unit, from, to Point) bool {
	return g.bodiesInWay(u, &march{charge: true}, &trip{facing: u.Facing}, from, to, &standing{}) != nil
}

// touchingPoints returns the places at which a round base of radius r touches a shape (MB-B8c).
func touchingPoints(s Shape, r int) []Point {
	var out []Point
	if s.Hull == nil {
		for deg := 0; deg < 360; deg += 30 {
			out = append(out, clear(s, s.Centre, deg, s.Radius+r, r))
		}
		return out
	}
	for k := range s.Hull {
		a, b := s.Hull[k], s.Hull[(k+1)%len(s.Hull)]
		if a == b {
			continue
		}
		away := norm(bearing(a, b) + 90)
		if within(ahead(onWay(a, b, 1, 2), away, 3), s.Hull) {
			away = norm(away + 180)
		}
		for d := 0; d <= span(a, b); d += 10 {
			out = append(out, clear(s, onWay(a, b, d, span(a, b)), away, r, r))
		}
	}
	return out
}

// clear moves a place outward until a base there no longer overlaps the shape, since rounding may have put it a hair inside.
func clear(s Shape, from Point, deg, d, r int) Point {
	for k := 0; k < 3; k++ {
		if p := ahead(from, deg, d+k); !overlap(Shape{Centre: p, Radius: r}, s) {
			return p
		}
	}
	return ahead(from, deg, d+3)
}

// closeUp moves a figure that found no place as near to the enemy as it can get, in coherency with those that have moved.
func (g *Game) closeUp(u *Unit, i int, e *Unit, foes []Shape, placed []Point, reach int, c *standing) {
	from, r := u.Figures[i].At, g.base(u).Radius
	to, far := Point{}, -1
	for _, s := range foes {
		if d := span(from, s.Centre); far < 0 || d < far {
			to, far = s.Centre, d
		}
	}
	want := from
	if far > 0 {
		want = onWay(from, to, min(reach, far), far)
	}
	for _, d := range spiral {
		p := Point{want.X + d.X, want.Y + d.Y}
		m := Shape{Centre: p, Radius: r}
		if span(from, p) > reach || !slices.ContainsFunc(placed, func(q Point) bool { return span(p, q)-2*r <= coherency }) ||
			!g.standsAt(u, m, c) || slices.ContainsFunc(foes, func(s Shape) bool { return apart(m, s) == 0 }) || g.walled(u, from, p, e) || g.hindered(u, from, p) {
			continue
		}
		u.Figures[i].At = p
		break
	}
	c.others = append(c.others, Shape{Centre: u.Figures[i].At, Radius: r})
}

// chargeOptions proposes every charge that is allowed.
func chargeOptions(k *Game, s table.Seat, _ string) []string {
	return table.Pairs("charge %s at %s", k.of(s, func(u *Unit) bool { return u.Kind == "squad" || u.Kind == "hq" }), func(id string) []string {
		return k.of(k.other(s), func(e *Unit) bool { return k.mayCharge(k.unit(id), e) == nil })
	})
}
