package modernbattles

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var deployOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "deploy", Phases: []string{"deployment"}, Rule: "MB-D4",
		Args: []orders.Param{ownUnit, {Name: "at", Kind: orders.KindPlace, Prefix: "at", Optional: true}, bearingParam, deployLook, formationParam,
			{Name: "storey", Kind: orders.KindNumber, Prefix: "storey", Optional: true},
			{Name: "on", Kind: orders.KindOwn, Prefix: "on", Optional: true},
			{Name: "hatches", Kind: orders.KindWord, Prefix: "hatches", Words: words("open", "closed"), Optional: true}}},
		Check: checkDeploy, Options: deployIdeas, Sure: true},
}

// deployLook is lookParam for deployments, where "toward" does not give a destination.
var deployLook = orders.Param{Name: "look", Kind: orders.KindPlace, Prefix: "facing", Optional: true}

// deployers returns the sides that deploy: both, once, neither seeing the other's orders (MB-D4).
func (g *Game) deployers() []table.Seat {
	return table.Only(g.Number == 0 && g.Opening == "", g.seats()...)
}

// zoneOf returns the zone in which a side deploys.
func (g *Game) zoneOf(s table.Seat) []Point {
	side, _ := g.doc.side(string(s))
	if len(side.Zone) >= 3 {
		return points(side.Zone)
	}
	t := g.doc.Scenario.Table
	return []Point{{0, 0}, {t.Width, 0}, {t.Width, t.Height}, {0, t.Height}}
}

func checkDeploy(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	id := table.A("unit", u.ID)
	if u.battery() {
		return refuse("off-table-battery", "MB-D4", id)
	}
	if on := orders.Value(l.Args, "on"); on != "" {
		v := k.own(s, on)
		if v != nil && v.vehicle() && k.wheeled(u) {
			return k.couldTow(u, v)
		}
		if v != nil && v.Off { // another line puts it on the table, or it goes in the middle of the zone
			k = k.toTry(u.ID)
			u, v = k.unit(u.ID), k.unit(on)
			v.Off = false
		}
		return k.mayBoard(u, v)
	}
	p, ok := k.spot(u, u.At, u.Facing, orders.Value(l.Args, "at"), 0)
	switch {
	case !ok || !k.onTable(p):
		return refuse("no-place", "MB-B1", id, table.A("place", orders.Value(l.Args, "at")))
	case !within(p, k.zoneOf(s)):
		return refuse("outside-zone", "MB-D4", id, table.A("at", spotText(p)))
	}
	if b := k.building(p); b != nil && u.enters() {
		switch n := orders.Int(l.Args, "storey", 0); {
		case n < 0 || n > b.top-b.level-1:
			return refuse("no-storey", "MB-B7i", id, table.A("storeys", b.top-b.level))
		case u.alive() > k.room(u, b):
			return refuse("no-floor", "MB-B3f", id, table.A("men", k.room(u, b)))
		}
		return nil
	}
	if !k.toTry(u.ID).settleAlone(u.ID, p, k.deployFacing(u, p, l), k.deployFormation(u, l)) {
		return refuse("no-room", "MB-B3c", id, table.A("at", spotText(p)))
	}
	return nil
}

// toTry returns a copy of the position in which a unit may be set up anywhere. Of the others it may only be changed where they stand, not
// their figures.
func (g *Game) toTry(id string) *Game {
	c := *g
	c.Units = slices.Clone(g.Units)
	if u := c.unit(id); u != nil {
		u.Figures = slices.Clone(u.Figures)
	}
	return &c
}

// settleAlone tries a place while ignoring units of the same side, which may yet be placed elsewhere.
func (g *Game) settleAlone(id string, p Point, facing int, formation string) bool {
	u := g.unit(id)
	u.Off = false
	for i := range g.Units {
		if o := &g.Units[i]; o.ID != id && o.Side == u.Side {
			o.Off = true
		}
	}
	return g.settle(u, p, facing, formation, true)
}

// couldTow reports why one unit could not be towed by another at deployment (MB-B27).
func (g *Game) couldTow(u, v *Unit) *table.Refusal {
	w, _ := g.doc.Weapon(u.arm())
	t, _ := g.doc.Vehicle(v.vehicleType(g))
	if !slices.Contains(t.Tow, w.Mount) || slices.ContainsFunc(g.load(v.ID), func(o string) bool { return g.unit(o).Towed == v.ID }) {
		return refuse("cannot-tow", "MB-B7k", table.A("unit", u.ID), table.A("vehicle", v.ID))
	}
	return nil
}

func (g *Game) deployFacing(u *Unit, p Point, l table.Line) int {
	if orders.Has(l.Args, "bearing") {
		return norm(orders.Int(l.Args, "bearing", 0))
	}
	if orders.Has(l.Args, "look") {
		if f, ok := g.look(u, p, u.Facing, orders.Value(l.Args, "look")); ok {
			return f
		}
	}
	if u.Off {
		return g.ahead(u.Side)
	}
	return u.Facing
}

// ahead returns the direction in which a side looks from its edge.
func (g *Game) ahead(s table.Seat) int {
	u := Unit{Side: s}
	return norm(g.runs(&u, Point{}, Point{}, true) + 180)
}

func (g *Game) deployFormation(u *Unit, l table.Line) string {
	if u.single() {
		return ""
	}
	if f := orders.Value(l.Args, "formation"); f != "" {
		return f
	}
	if u.Formation != "" {
		return u.Formation
	}
	return "open"
}

func deployIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" && !u.battery() && u.Aboard == "" && u.Towed == "" }) {
		u := k.unit(id)
		at, facing := u.At, u.Facing
		if u.Off {
			at, facing = k.usualPlace(u), k.ahead(s)
		}
		out = append(out, "deploy "+id+" at "+pointText(at)+" facing "+strconv.Itoa(facing))
	}
	return out
}

// usualPlace returns where a unit is set up that no one placed: the first place with room on a lattice over the zone, from
// the middle of its front outwards.
func (g *Game) usualPlace(u *Unit) Point {
	zone := g.zoneOf(u.Side)
	box := boxOf(zone)
	look := g.ahead(u.Side)
	deep, wide := 40, 60
	mid := Point{(box[0] + box[2]) / 2, (box[1] + box[3]) / 2}
	reach := max(box[2]-box[0], box[3]-box[1])
	trial := g.toTry(u.ID)
	for row := 0; row*deep <= reach; row++ {
		for col := 0; col*wide <= reach; col++ {
			for _, sign := range []int{1, -1} {
				p := beside(mid, look, -2*(row*deep-min(box[3]-box[1], box[2]-box[0])/4), 2*sign*col*wide)
				if within(p, zone) && g.building(p) == nil && trial.tries(u, p, look) {
					return p
				}
			}
		}
	}
	return mid
}

func (g *Game) tries(u *Unit, p Point, look int) bool {
	v := g.unit(u.ID)
	if v == nil {
		return false
	}
	formation := ""
	if !v.single() {
		formation = "open"
	}
	v.Off = false
	return g.settle(v, p, look, formation, true)
}

// deploymentStep deploys both sides at once (MB-D4). A side that names nothing keeps the scenario's places. Bought units that
// are not placed are set up in the middle of the zone.
func (g *Game) deploymentStep(t *table.Table) table.Then {
	if g.Number > 0 || g.Opening != "" {
		return table.Next
	}
	for _, s := range g.seats() {
		for l := range t.Orders(s, "deployment") {
			g.deploy(t, s, l)
		}
		for _, id := range g.of(s, func(u *Unit) bool { return u.Off && !u.battery() && u.Out == "" }) {
			u := g.unit(id)
			p := g.usualPlace(u)
			g.tries(u, p, g.ahead(s))
			g.prepare(u)
		}
		g.camp(s).Ready = true
	}
	for _, s := range g.seats() {
		shown := g.of(s, func(u *Unit) bool { return u.Out == "" && !u.Hidden })
		t.Report("MB-D4", "deployed", table.A("side", s), table.A("units", shown))
	}
	g.layWires(t)
	g.formGroups(t)
	g.lot(t)
	return table.Next
}

// layWires connects bought mortars that have a telephone with the other units of their army that have one, before the first
// turn. If the scenario provides the armies, it also says which units are connected (MB-31a).
func (g *Game) layWires(t *table.Table) {
	for _, s := range g.seats() {
		if g.camp(s).Budget == 0 {
			continue
		}
		ends := g.of(s, func(u *Unit) bool { return g.on(u) && u.has("wire") })
		for _, a := range ends {
			for _, b := range ends {
				if u := g.unit(a); a != b && g.weapon(u.arm()).indirectOnly() && (a < b || !g.weapon(g.unit(b).arm()).indirectOnly()) {
					g.Wires = append(g.Wires, []string{b, a})
					t.For(s).Report("MB-31a", "wire-laid", table.A("units", []string{b, a}))
				}
			}
		}
	}
}

// deploy carries out one deployment line.
func (g *Game) deploy(t *table.Table, s table.Seat, l table.Line) {
	u := g.own(s, orders.Value(l.Args, "unit"))
	if h := orders.Value(l.Args, "hatches"); h != "" && u.vehicle() {
		u.Tank.Hatches = h
	}
	if on := orders.Value(l.Args, "on"); on != "" {
		v := g.own(s, on)
		kind, _ := g.doc.Vehicle(v.vehicleType(g))
		u.Off = false
		if g.wheeled(u) {
			u.Towed = on
		} else {
			u.Aboard, u.Rider = on, kind.Transport == 0
		}
		if u.Formation == "" && !u.single() {
			u.Formation = "open"
		}
		t.For(s).Report("MB-D4", "deploys-on", table.A("unit", u.ID), table.A("vehicle", on))
		return
	}
	p, _ := g.spot(u, u.At, u.Facing, orders.Value(l.Args, "at"), 0)
	was := *u
	u.Off = false
	u.Inside, u.Storey = "", 0
	if !g.settle(u, p, g.deployFacing(&was, p, l), g.deployFormation(&was, l), true) {
		*u = was
		args := []table.FactArg{table.A("unit", u.ID), table.A("at", spotText(p))}
		if by := g.inPlace(u, p, g.deployFacing(&was, p, l), g.deployFormation(&was, l)); by != "" {
			args = append(args, table.A("by", by))
		}
		t.Refuse(s, l, refuse("no-room", "MB-B3c", args...))
		return
	}
	u.Storey = orders.Int(l.Args, "storey", 0)
	if u.Inside == "" {
		u.Storey = 0
	}
	g.prepare(u)
	t.For(s).Report("MB-D4", "deploys", table.A("unit", u.ID), table.A("at", spotText(u.At)), table.A("facing", u.Facing))
}

// inPlace returns the unit that occupies a place for a unit: the first by id whose bases would overlap its own, or "".
func (g *Game) inPlace(u *Unit, p Point, facing int, formation string) string {
	spots := []Point{p}
	if !u.single() {
		spots = g.slots(u, p, facing, formation)
	}
	best := ""
	for o := range table.All(g.Units) {
		if o.ID == u.ID || !g.on(o) || o.Inside != "" || best != "" && best < o.ID {
			continue
		}
		for _, at := range spots {
			if mine := g.shapeAt(u, at, facing); slices.ContainsFunc(g.shapes(o), func(s Shape) bool { return overlap(mine, s) }) {
				best = o.ID
			}
		}
	}
	return best
}

// lot decides by lot which side is player A (MB-X1, MB-B6).
func (g *Game) lot(t *table.Table) {
	if g.Drawn {
		return
	}
	var names []string
	for _, s := range g.seats() {
		names = append(names, string(s))
	}
	first, _ := t.Draw("", "player A", names)
	g.first(table.Seat(first))
	t.Report("MB-B6", "first-player", table.A("side", first))
}
