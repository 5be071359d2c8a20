package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Reinforcements enter over the edge hexes that the scenario gives, in the movement phase of their kind, in their turn
// or later. The first hex entered is the first hex of their move.

// arrival returns the group of reinforcements to which a counter belongs.
func (g *Game) arrival(u *Piece) (Arrival, bool) {
	return table.Find(g.doc.Scenario.Arrivals, func(a *Arrival) bool { return a.Side == string(u.Side) && slices.Contains(a.Units, u.ID) })
}

// due reports whether a counter waits off the map and may enter now.
func (g *Game) due(u *Piece) bool {
	a, ok := g.arrival(u)
	return ok && u.Waiting && u.Out == "" && u.Aboard == "" && u.Carrier == "" && g.Number >= a.Turn
}

// mayEnter reports why "enter" is not legal for one counter, or returns nil if it is.
func (g *Game) mayEnter(u *Piece, hex string) *table.Refusal {
	a, ok := g.arrival(u)
	switch {
	case !ok || !u.Waiting:
		return refuse("no-arrival", "LS-6.1a", table.A("unit", u.ID))
	case g.Number < a.Turn:
		return refuse("not-yet", "LS-6.1a", table.A("unit", u.ID), table.A("turn", a.Turn))
	case u.gun() || u.personal() || u.Class == "AIR":
		return refuse("no-foot", "LS-7.0a", table.A("unit", u.ID))
	case !slices.Contains(a.Hexes, hex):
		r := refuse("entry-hex", "LS-6.1a", table.A("unit", u.ID), table.A("to", hex))
		r.Legal = slices.Clone(a.Hexes)
		return r
	}
	return nil
}

// walksOn reports why "enter" is not legal for foot or cavalry, or returns nil if it is. Words for vehicles alone are
// refused, and the path from the edge must be one that the unit can take: foot in its second movement, because it
// spent the first on the edge hex; cavalry with the MP it has left.
func (g *Game) walksOn(u *Piece, hex string, l table.Line) *table.Refusal {
	if orders.Has(l.Args, "facing") || orders.Has(l.Args, "mode") || orders.Has(l.Args, "stop") {
		return refuse("for-vehicles", "LS-7.1a", table.A("unit", u.ID))
	}
	if r := g.occupied(u, hex, "LS-7.12a"); r != nil {
		return r
	}
	at, path := *u, orders.Path(l.Args, "path")
	at.Hex, at.Spent, at.Waiting = hex, 0, false
	if len(path) == 0 {
		return nil
	}
	if u.cavalry() {
		mp, _ := g.rideCost(&at, "", hex, atTrot)
		r, no := g.trotting(&at, path, "")
		if of := g.gait(u, atTrot) - max(1, mp); no == nil && r.cost().Total() > of {
			no = tooFar(u.ID, "LS-6.32a", r.cost(), of)
		}
		return no
	}
	return g.mayMove(&at, path, true)
}

// comeOn puts an arriving counter on the map, with those aboard and whatever it carries.
func (g *Game) comeOn(id string) {
	g.unit(id).Waiting = false
	for i := range g.Units {
		if u := &g.Units[i]; u.Aboard == id || u.Carrier == id {
			u.Waiting = false
		}
	}
}

// entering returns the way of an arriving vehicle: the first hex, then as ordered.
func (g *Game) entering(u *Piece, hex string, c course) (way, *table.Refusal) {
	a, _ := g.arrival(u)
	at := *u
	at.Hex, at.Facing, at.Spent = hex, a.Facing, 0
	if at.Facing == 0 {
		at.Facing = max(1, u.Facing)
	}
	mp, r := g.driveCost(&at, "", hex, c.mode)
	if r != nil {
		return way{}, r
	}
	w, r := g.plot(&at, c)
	w.legs = append([]leg{{hex: hex, facing: at.Facing, move: mp}}, w.legs...)
	return w, r
}

// entryFor returns the entry hex of an arriving counter that is nearest to its destination; of several, the lowest
// number.
func (g *Game) entryFor(u *Piece, to string) string {
	a, _ := g.arrival(u)
	best := ""
	for _, hex := range a.Hexes {
		if d := g.distance(hex, to); best == "" || d < g.distance(best, to) || d == g.distance(best, to) && hex < best {
			best = hex
		}
	}
	return best
}

// driveOn brings a vehicle on by standing order and drives it as far as its MP go.
func (g *Game) driveOn(t *table.Table, u *Piece, to string, stop int) {
	hex := g.entryFor(u, to)
	w, r := g.entering(u, hex, course{path: []string{hex, to}, mode: acrossCountry})
	if r != nil {
		if w, r = g.entering(u, hex, course{mode: acrossCountry}); r != nil {
			return
		}
	}
	if w = g.roomy(u, w.within()); len(w.legs) > 0 {
		g.comeOn(u.ID)
		t.At(u.ID).Report("LS-6.1a", "arrives", table.A("unit", u.ID), table.A("hex", hex))
		g.drive(t, u.ID, w, stop)
	}
}

// enterOrder carries out "enter". Foot and cavalry named in a mail for the vehicle phase enter in their own phase
// (D-22).
func (g *Game) enterOrder(t *table.Table, l table.Line) {
	hex, path := orders.Value(l.Args, "hex"), orders.Path(l.Args, "path")
	for _, id := range unitsOf(l) {
		u := g.own(g.Phasing, id)
		if u == nil || !u.Waiting {
			continue
		}
		if !u.vehicle() {
			g.Marches = append(g.Marches, March{Unit: id, Path: append([]string{hex}, path...)})
			continue
		}
		w, r := g.entering(u, hex, g.courseOf(l))
		if r == nil && g.jammed(last(w.hexes(), hex), id) {
			r = refuse("jammed", "LS-3.12b", table.A("unit", id), table.A("to", last(w.hexes(), hex)), table.A("most", g.constants().StackVehicles.Value))
		}
		if r != nil {
			t.Refuse(g.Phasing, l, r)
			continue
		}
		g.comeOn(id)
		t.At(id).Report("LS-6.1a", "arrives", table.A("unit", id), table.A("hex", hex))
		g.drive(t, id, w.within(), orders.Int(l.Args, "stop", 0))
	}
	if l.Phase == "4.4" || l.Phase == "4.2c" {
		var from []origin
		g.bringOn(t, func(*Piece) bool { return true }, &from)
	}
}

// bringOn moves counters of a kind onto the map if they were ordered to enter: cavalry at a trot, foot one hex.
func (g *Game) bringOn(t *table.Table, is func(*Piece) bool, from *[]origin) {
	for l := range t.Standing(g.Phasing, "advance") {
		for _, id := range unitsOf(l) {
			named := slices.ContainsFunc(g.Marches, func(m March) bool { return m.Unit == id }) || g.speaks(t, id)
			if u := g.own(g.Phasing, id); u != nil && is(u) && !u.vehicle() && g.due(u) && !named {
				g.Marches = append(g.Marches, March{Unit: id, Path: []string{g.entryFor(u, orders.Value(l.Args, "hex"))}})
			}
		}
	}
	var rest []March
	for _, m := range slices.Clone(g.Marches) {
		u := g.own(g.Phasing, m.Unit)
		if u == nil || !u.Waiting || !is(u) {
			rest = append(rest, m)
			continue
		}
		if left := g.bring(t, m); len(left) > 0 {
			rest = append(rest, March{Unit: m.Unit, Path: left})
		}
		*from = append(*from, origin{m.Unit, ""})
	}
	g.Marches = rest
}

// speaks reports whether a line still to come brings a counter on.
func (g *Game) speaks(t *table.Table, id string) bool {
	for _, phase := range []string{"4.2", "4.2c", "4.4"} {
		if slices.ContainsFunc(t.Pending(g.Phasing, phase), func(l table.Line) bool { return l.Verb == "enter" && slices.Contains(unitsOf(l), id) }) {
			return true
		}
	}
	return false
}

// bring moves one counter onto the map. It returns the rest of its path for the second foot movement.
func (g *Game) bring(t *table.Table, m March) []string {
	t = t.At(m.Unit)
	u := g.unit(m.Unit)
	hex := m.Path[0]
	if g.occupied(u, hex, "LS-7.12a") != nil || stacked(u) && len(g.of(u.Side, hex, stacked)) >= g.constants().StackGroups.Value {
		t.Report("LS-3.12a", "cannot-enter", table.A("unit", m.Unit), table.A("hex", hex))
		return nil
	}
	g.comeOn(m.Unit)
	t.Report("LS-7.1a", "arrives", table.A("unit", m.Unit), table.A("hex", hex))
	if u.cavalry() {
		mp, _ := g.rideCost(u, "", hex, atTrot)
		u.Spent, u.Speed = max(1, mp), atTrot
	} else {
		u.Spent = g.purse()
	}
	if !g.step(t, m.Unit, hex) || len(m.Path) == 1 {
		return nil
	}
	if u = g.unit(m.Unit); !u.cavalry() {
		return m.Path[1:]
	}
	r, no := g.trotting(u, m.Path[1:], "")
	if no == nil && u.Spent+r.cost().Total() > g.gait(u, atTrot) {
		no = tooFar(m.Unit, "LS-6.32a", r.cost(), g.gait(u, atTrot)-u.Spent)
	}
	if no != nil {
		t.For(u.Side).Report(no.Rule, "march-ends", append([]table.FactArg{table.A("unit", m.Unit), table.A("hex", u.Hex), table.A("why", no.Code)}, no.Args...)...)
		return nil
	}
	g.carryOut(t, m.Unit, r)
	return nil
}
