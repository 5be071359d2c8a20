package landships

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Section 6.3: mounted cavalry moves once a turn, after the vehicles of its side, at a trot or a charge.

// The two speeds (LS-6.32a).
const (
	atTrot   = "trot"
	atCharge = "charge"
)

// mayRide reports whether P has cavalry that could move, mount or dismount, or cavalry to bring on (LS-4.2c).
func (g *Game) mayRide() bool {
	return table.Any(g.Units, func(u *Piece) bool {
		return u.Side == g.Phasing && u.Out == "" && (u.Class == "CAV" || u.Class == "CAVMG") &&
			(g.due(u) || u.Hex != "" && !u.Pinned && !g.locked(u.Hex) && (u.Mounted || u.Horses))
	})
}

// cavalryPhase is LS-4.2c and 4.2d: block after block as ordered, with the charge fright of the units charged.
func (g *Game) cavalryPhase(t *table.Table) table.Then {
	p := g.Phasing
	g.Came = nil
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == p && u.Class != "TRK" && !u.armoured() {
			u.Spent, u.Speed = 0, ""
		}
	}
	from := g.origins(p)
	g.bringOn(t, func(u *Piece) bool { return u.cavalry() }, &from)
	for l := range t.Orders(p, "4.2c") {
		switch l.Verb {
		case "trot":
			g.trotOrder(t, l)
		case "charge":
			g.chargeOrder(t, l)
		case "mount", "dismount":
			g.toggleOrder(t, l)
		case "enter":
			g.enterOrder(t, l)
		}
	}
	g.standingRides(t)
	g.settleStacks(t, from, func(u *Piece) bool { return u.cavalry() && !u.Pinned && !g.locked(u.Hex) })
	return table.Next
}

// origins returns where the groups of a side stand before they move, in the order of the list.
func (g *Game) origins(s table.Seat) []origin {
	var out []origin
	for _, id := range g.of(s, "", stacked) {
		out = append(out, origin{id, g.unit(id).Hex})
	}
	return out
}

// gait returns the MA of mounted cavalry at a speed (LS-2.24e).
func (g *Game) gait(u *Piece, speed string) int {
	for _, c := range g.doc.Counters {
		if c.ID == u.Type || c.Class == u.Class && u.Type == "" {
			if speed == atCharge {
				return c.Charge
			}
			return c.Trot
		}
	}
	return 0
}

// rideCost returns what mounted cavalry pays to enter a hex at a speed (LS-6.32c, M-10): the highest cost of what lies
// there.
func (g *Game) rideCost(u *Piece, from, to, speed string) (int, *table.Refusal) {
	if !g.net.Has(to) {
		return 0, refuse("off-map", "LS-6.32a", table.A("unit", u.ID), table.A("hex", from))
	}
	if r := g.occupied(u, to, "LS-6.35e"); r != nil {
		return 0, r
	}
	wet := func(hex, other string) bool { return g.ground(hex).Kind == "river" && !g.bridged(hex, other) }
	if wet(from, to) && wet(to, from) {
		return 0, refuse("along-river", "LS-6.32c", table.A("unit", u.ID), table.A("to", to))
	}
	rows := []*Terrain{g.ground(to)}
	if rows[0].Kind == "river" && !wet(to, from) {
		rows[0] = g.feature("bridge")
	}
	for _, f := range []struct {
		there bool
		id    string
	}{{g.trench(to) != "", "trench"}, {g.strongpoint(to), "strongpoint"}, {g.wired(to), "wire"}, {g.rough(to), "rough"}} {
		if f.there {
			rows = append(rows, g.feature(f.id))
		}
	}
	most := 0
	for _, row := range rows {
		mp := row.Trot
		if speed == atCharge {
			mp = row.Charge
		}
		if mp <= 0 {
			return 0, refuse("barred-"+speed, "LS-6.32c", table.A("unit", u.ID), table.A("to", to), table.A("terrain", "terrain."+row.ID))
		}
		most = max(most, mp)
	}
	return most, nil
}

// occupied reports whether enemies bar a hex to foot and cavalry, which enter it only by the free move of the close
// assault phase (LS-7.12a, LS-6.35e). Guns and weapons without men bar nothing.
func (g *Game) occupied(u *Piece, hex, rule string) *table.Refusal {
	e := g.of(g.other(u.Side), hex, g.bars)
	if len(e) == 0 {
		return nil
	}
	return refuse("enemy-hex", rule, table.A("unit", u.ID), table.A("to", hex), table.A("enemies", e))
}

// bars reports whether a counter on the map keeps enemies on foot out of its hex.
func (g *Game) bars(e *Piece) bool {
	return e.Out == "" && e.Hex != "" && e.Class != "AIR" && !e.gun() && !e.personal()
}

// rideable reports why a unit cannot act as mounted cavalry in this phase, or returns nil if it can.
func (g *Game) rideable(s table.Seat, id string, mounting bool) *table.Refusal {
	u := g.own(s, id)
	switch {
	case u == nil || u.Hex == "":
		return refuse("not-there", "LS-6.3a", table.A("unit", id))
	case u.Class != "CAV" && u.Class != "CAVMG":
		return refuse("no-cavalry", "LS-6.3a", table.A("unit", id))
	case u.Pinned || u.Gassed:
		return refuse("pinned", "LS-9.2a", table.A("unit", id))
	case g.locked(u.Hex):
		return refuse("locked", "LS-7.12d", table.A("unit", id), table.A("hex", u.Hex))
	case !u.Mounted && !mounting:
		return refuse("on-foot", "LS-6.3a", table.A("unit", id))
	case !u.Mounted && !u.Horses:
		return refuse("no-horses", "LS-5.52b", table.A("unit", id))
	}
	return nil
}

// mayToggle is LS-6.31b: no unit mounts or dismounts voluntarily where an enemy could fire at it, or while charging
// (LS-6.35d).
func (g *Game) mayToggle(u *Piece, hex string) *table.Refusal {
	at := *u
	at.Hex = hex
	switch {
	case u.Speed == atCharge:
		return refuse("charging", "LS-6.35d", table.A("unit", u.ID))
	case g.couldFire(&at):
		return refuse("under-fire", "LS-6.31b", table.A("unit", u.ID), table.A("hex", hex))
	}
	return nil
}

// block checks the units of one order against LS-6.35a: at most three, stacked or adjacent, at one speed. Another
// unmoved unit next to them belongs to the block too and keeps its speed (LS-6.35b).
func (g *Game) block(s table.Seat, units []string, speed string) *table.Refusal {
	if len(units) > g.constants().ChargeBlock.Value {
		return refuse("block-size", "LS-6.35a", table.A("units", units), table.A("most", g.constants().ChargeBlock.Value))
	}
	for _, id := range units {
		u := g.unit(id)
		if u.Speed != "" && u.Speed != speed {
			return refuse("block-speed", "LS-6.35a", table.A("unit", id), table.A("speed", "speed."+u.Speed))
		}
		if len(units) > 1 && !slices.ContainsFunc(units, func(o string) bool { return o != id && g.distance(g.unit(o).Hex, u.Hex) <= 1 }) {
			return refuse("block-apart", "LS-6.35a", table.A("unit", id), table.A("units", units))
		}
	}
	return nil
}

// declare gives a block its speed: the units named, and as many others next to them as make it three.
func (g *Game) declare(t *table.Table, s table.Seat, units []string, speed string) {
	all := slices.Clone(units)
	for _, id := range g.of(s, "", func(u *Piece) bool { return u.cavalry() && u.Speed == "" && !u.Pinned }) {
		near := slices.ContainsFunc(all, func(o string) bool { return g.distance(g.unit(o).Hex, g.unit(id).Hex) <= 1 })
		if near && !slices.Contains(all, id) && len(all) < g.constants().ChargeBlock.Value {
			all = append(all, id)
		}
	}
	fresh := false
	for _, id := range all {
		fresh = fresh || g.unit(id).Speed == ""
		g.unit(id).Speed = speed
	}
	if fresh && len(all) > 1 {
		t.Report("LS-6.35a", "block", table.A("units", all), table.A("speed", "speed."+speed))
	}
}

// ride is the planned trot of one unit.
type ride struct {
	path     []string // hexes entered
	moved    int      // MP for them
	toggles  int      // MP for mounting and dismounting
	mount    bool
	dismount bool
}

func (r ride) cost() table.Sum {
	return table.Base("mp.hexes", r.moved, "LS-6.32a").Plus("mp.toggle", r.toggles, "LS-6.31a")
}

// trotting works out the ride of one unit along a path, which may turn freely (LS-6.32b). The unit may mount before it
// or dismount after it, never both (LS-4.2d). Gaps between hexes that are not adjacent are filled by the cheapest way.
func (g *Game) trotting(u *Piece, path []string, how string) (ride, *table.Refusal) {
	r := ride{mount: how == "mount" && !u.Mounted, dismount: how == "dismount"}
	if r.mount {
		if no := g.mayToggle(u, u.Hex); no != nil {
			return r, no
		}
		r.toggles += g.constants().CavalryToggle.Value
	}
	at := u.Hex
	for i, next := range path {
		if i == 0 && next == at {
			continue
		}
		legs := []string{next}
		if g.toward(at, next) == 0 {
			if legs = g.rideBetween(u, at, next); legs == nil {
				return r, refuse("no-way", "LS-6.32a", table.A("unit", u.ID), table.A("from", at), table.A("to", next))
			}
		}
		for _, hex := range legs {
			mp, no := g.rideCost(u, at, hex, atTrot)
			if no != nil {
				return r, no
			}
			r.path, r.moved, at = append(r.path, hex), r.moved+mp, hex
		}
	}
	if r.dismount {
		if no := g.mayToggle(u, at); no != nil {
			return r, no
		}
		r.toggles += g.constants().CavalryToggle.Value
	}
	return r, nil
}

func (g *Game) rideBetween(u *Piece, from, to string) []string {
	path, _, ok := board.Shortest(g.net.Grid, from, to, func(a, b string) (int, bool) {
		mp, r := g.rideCost(u, a, b, atTrot)
		return mp, r == nil
	})
	if !ok || len(path) < 2 {
		return nil
	}
	return path[1:]
}

// rideToward returns the cheapest way at a trot towards a hex that may itself be closed, such as one the enemy holds.
func (g *Game) rideToward(u *Piece, to string) []string {
	path, _, ok := board.Shortest(g.net.Grid, u.Hex, to, func(a, b string) (int, bool) {
		mp, r := g.rideCost(u, a, b, atTrot)
		return mp, r == nil || b == to
	})
	if !ok || len(path) < 2 {
		return nil
	}
	return path[1:]
}

// shifted returns the path of a unit next to another: the same steps from its own hex, so that a block keeps together.
func (g *Game) shifted(from, leader string, path []string) []string {
	if from == leader {
		return path
	}
	var out []string
	at := leader
	for i, next := range path {
		if i == 0 && next == at {
			continue
		}
		d := g.toward(at, next)
		if from = g.neighbour(from, d); d == 0 || from == "" {
			return nil
		}
		out, at = append(out, from), next
	}
	return out
}

// tooFar is the refusal of a move that costs more than is left (LS-6.11b, LS-6.15a). It names a move that would be
// legal.
func tooFar(id, rule string, cost table.Sum, of int, legal ...string) *table.Refusal {
	r := refuse("too-far", rule, table.A("unit", id), table.A("mp", cost), table.A("of", of))
	r.Legal = legal
	return r
}

// gallop moves a unit along a path hex by hex until something stops it. It returns the hexes that it entered.
func (g *Game) gallop(t *table.Table, id string, path []string, speed string) []string {
	var trail []string
	g.unit(id).Moved = g.unit(id).Moved || len(path) > 0 || speed == atCharge
	for _, hex := range path {
		u := g.unit(id)
		mp, no := g.rideCost(u, u.Hex, hex, speed)
		if no != nil {
			break
		}
		u.Spent += mp
		trail = append(trail, hex)
		if !g.step(t, id, hex) {
			break
		}
		if u = g.unit(id); !u.Mounted || u.Pinned || u.Out != "" {
			break
		}
	}
	return trail
}

// carryOut carries out a ride and reports it.
func (g *Game) carryOut(t *table.Table, id string, r ride) {
	t = t.At(id)
	u := g.unit(id)
	from := u.Hex
	if r.mount {
		g.toggle(t, id)
	}
	trail := g.gallop(t, id, r.path, atTrot)
	u = g.unit(id)
	spent := table.Base("mp.hexes", u.Spent, "LS-6.32a")
	if len(trail) == len(r.path) {
		spent = r.cost()
	}
	if len(r.path) > 0 {
		t.Report("LS-6.32a", "trots", table.A("unit", id), table.A("from", from), table.A("to", last(trail, from)), table.A("path", append([]string{from}, trail...)), table.A("mp", spent), table.A("of", g.gait(u, atTrot)))
	}
	if r.dismount && len(trail) == len(r.path) && u.Out == "" && u.Mounted && !u.Pinned {
		g.toggle(t, id)
	}
}

func last(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return list[len(list)-1]
}

// toggle mounts or dismounts a unit (LS-6.31a, LS-6.31c): 1 MP.
func (g *Game) toggle(t *table.Table, id string) {
	u := g.unit(id)
	u.Mounted = !u.Mounted
	u.Spent += g.constants().CavalryToggle.Value
	kind := "dismounts"
	if u.Mounted {
		kind = "mounts"
	}
	t.Report("LS-6.31a", kind, table.A("unit", id), table.A("hex", u.Hex), table.A("mp", g.constants().CavalryToggle.Value))
}
