package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// assaultOrder implements BB-3.5a and section 6: the named bases attack the enemies in a sector at 1 UD.
func (g *Game) assaultOrder(t *table.Table, c table.Clause) *table.Refusal {
	m, r := g.together(c)
	if r != nil {
		return r
	}
	target := orders.Value(c.Args, "target")
	k := g.Known(g.Active.Side)
	ku := k.group(m.group)
	if e := k.group(target); e != nil {
		target = e.Sector
	}
	if r := k.mayAssault(ku, m, target); r != nil {
		return r
	}
	price := k.cost(ku, "assault", "assault")
	if r := k.payAll(m, price, false); r != nil {
		return r
	}
	name := g.split(m)
	_ = g.payAll(g.group(name).team(), price, true)
	g.reveal(t, name)
	g.fight(t.At(name[len(g.Active.Side)+1:]), name, target, orders.Value(c.Args, "take"))
	return nil
}

// mayAssault returns why an assault is not allowed (BB-6.1a with BB-R23).
func (g *Game) mayAssault(u *Group, m team, place string) *table.Refusal {
	side := g.holds(place)
	switch {
	case !g.grid(place) || side == "" || side == u.Side:
		return refuse("nobody-there", "BB-6.1a", table.A("to", place))
	case len(g.soft(place)) == 0:
		return refuse("only-vehicles", "BB-11.7", table.A("to", place))
	case g.distance(u.Sector, place) != 1:
		return refuse("not-in-contact", "BB-6.1a", table.A("from", u.Sector), table.A("to", place))
	case g.terrain(place).Impassable:
		return refuse("impassable", "BB-R23", table.A("to", place))
	case u.nailed():
		return refuse("nailed", "BB-R23", table.A("unit", u.ID), table.A("stress", u.Stress))
	case u.Upper:
		return refuse("upstairs", "BB-R9", table.A("unit", u.ID))
	}
	for _, id := range m.bases {
		b := u.base(id)
		if w, _ := g.doc.Arm(b.Base); w.SetUp && b.Ready {
			return refuse("set-up", "BB-R57", table.A("unit", u.ID))
		}
	}
	return nil
}

// fight resolves an assault (BB-6.1 to 6.3): watch fire, crushed defenders, dice of all bases, losses, retreats, and
// who takes the position.
func (g *Game) fight(t *table.Table, attacker, place, take string) {
	a := g.group(attacker)
	them := g.holds(place)
	t.Report("BB-6.1a", "assault", table.A("unit", attacker), table.A("from", a.Sector), table.A("to", place), table.A("targets", g.at(place)))
	g.Assault = table.With(g.Assault, place)
	for _, d := range g.at(place) {
		g.group(d).Struck = true
	}
	for _, d := range g.inOrder(t, g.soft(place)) { // BB-6.1b, BB-R21
		if w := g.group(d); w != nil && w.Watch && !w.Activated && g.group(attacker) != nil {
			g.watchFire(t, d, attacker, onAssault)
		}
	}
	if a = g.group(attacker); a == nil || a.nailed() { // BB-6.1c
		if a != nil {
			t.Report("BB-6.1c", "assault-stopped", table.A("unit", attacker), table.A("stress", a.Stress))
		}
		return
	}
	for _, d := range g.soft(place) { // BB-6.3f, BB-R22
		if g.group(d).Stress == crushed {
			g.eliminate(t, d, "BB-6.3f")
		}
	}
	if len(g.soft(place)) == 0 {
		t.Report("BB-R22", "cleared", table.A("unit", attacker), table.A("at", place))
		g.takePosition(t, attacker, place, take)
		return
	}
	defenders := g.soft(place)
	ours, theirs := g.strike(t, attacker, place), 0
	for _, d := range defenders {
		theirs += g.parry(t.At(g.group(d).ID), d)
	}
	theirs += g.tanks(t, attacker, place)
	t.Report("BB-6.3b", "melee", table.A("unit", attacker), table.A("at", place), table.A("attack", ours), table.A("defence", theirs))
	switch {
	case ours > theirs:
		t.Result("won " + place)
		g.defeated(t, defenders, attacker, ours-theirs)
		if len(g.soft(place)) == 0 {
			g.takePosition(t, attacker, place, take)
		}
	case ours < theirs:
		g.repelled(t, attacker, place, theirs-ours, them)
	default: // BB-6.3e: the attacker stays where he came from (BB-R25), and each side takes one step
		t.Report("BB-6.3e", "tie", table.A("unit", attacker), table.A("at", place))
		g.step(t.At("tie"), attacker, false, them)
		for _, d := range defenders {
			g.step(t.At("tie"), d, false, g.other(them))
		}
	}
}

// strike rolls the attacker's dice (BB-6.2): those of all his bases, with the handicap when the defender is in cover.
func (g *Game) strike(t *table.Table, attacker, place string) int {
	a := g.group(attacker)
	need := table.Base(a.Quality, g.doc.Tables.CloseCombat.Needed.Of(a.Quality), "BB-6.2a")
	if g.terrain(place).Cover {
		need = need.Plus("cover", g.doc.Tables.CloseCombat.Cover, "BB-6.2c")
	}
	return g.clash(t, a, "attack", need)
}

// parry rolls the dice of one defending GC, by its own quality (BB-R22) and with the handicap if it is pinned.
func (g *Game) parry(t *table.Table, defender string) int {
	d := g.group(defender)
	need := table.Base(d.Quality, g.doc.Tables.CloseCombat.Needed.Of(d.Quality), "BB-6.2a")
	if d.Stress == pinned {
		need = need.Plus(pinned, g.doc.Tables.CloseCombat.Pinned, "BB-6.2b")
	}
	return g.clash(t, d, "defend", need)
}

// clash throws the close-combat dice of all bases of a group and counts its hits.
func (g *Game) clash(t *table.Table, u *Group, purpose string, need table.Sum) int {
	n := 0
	for i := range u.Bases {
		n += g.handToHand(&u.Bases[i])
	}
	dice := t.Roll(u.Side, purpose, n, 6)
	hits := atLeast(dice.Dice(), need.Total())
	g.inform(t, u.Side, "BB-6.2", purpose, []table.FactArg{table.A("unit", u.name()), table.A("dice", dice), table.A("hits", hits)}, table.A("need", need))
	return hits
}

// tanks implements BB-11.8: vehicles among the men assaulted add the dice of their POO or POM, depending on where the
// attacker comes from, and hit on 4 or more.
func (g *Game) tanks(t *table.Table, attacker, place string) int {
	hits := 0
	for _, d := range g.at(place) {
		u := g.group(d)
		if !u.vehicle() {
			continue
		}
		v := g.row(u)
		n, arc := v.Rear, "rear"
		if g.ahead(u, g.group(attacker).Sector) {
			n, arc = v.Front, "front"
		}
		if n == 0 {
			continue
		}
		need := table.Base("tank", g.doc.Tables.Vehicles.Tank, "BB-11.8")
		dice := t.At(u.ID).Roll(u.Side, "tank", n, 6)
		h := atLeast(dice.Dice(), need.Total())
		hits += h
		t.Report("BB-11.8", "tank-defends", table.A("unit", d), table.A("arc", arc), table.A("need", need), table.A("dice", dice), table.A("hits", h))
	}
	return hits
}

// handToHand returns the close-combat dice of a base: those of its second weapon, if it has one (BB-R29).
func (g *Game) handToHand(b *Stand) int {
	w, _ := g.doc.Arm(b.Base)
	if b.Second != "" {
		if s, ok := g.doc.Weapon(b.Second); ok {
			return s.CC
		}
	}
	return w.CC
}

// defeated implements BB-6.3b for defenders: each takes the difference in steps and retreats 2 UD. The tenacious stay;
// unless they are wiped out, the attacker falls back to where he came from (BB-A1.3m).
func (g *Game) defeated(t *table.Table, defenders []string, attacker string, steps int) {
	for _, d := range defenders {
		at := t.At(g.group(d).ID)
		if g.gun(g.group(d)) { // BB-14.3d
			g.eliminate(at, d, "BB-14.3d")
			continue
		}
		g.suffer(at, d, steps)
		u := g.group(d)
		if u == nil {
			continue
		}
		if u.has("tenacious") {
			g.inform(t, u.Side, "BB-A1.3m", "stands-fast", []table.FactArg{table.A("unit", d), table.A("attacker", attacker)})
			continue
		}
		g.retreat(at, flight{unit: d, victor: g.group(attacker).Sector, left: g.doc.Tables.CloseCombat.Retreat})
	}
}

// repelled implements BB-6.3b for an attacker. He fights in contact, so the first of his 2 UD takes him back to the
// sector he came from (BB-R25).
func (g *Game) repelled(t *table.Table, attacker, place string, steps int, them table.Seat) {
	if g.gun(g.group(attacker)) { // BB-14.3d
		g.eliminate(t, attacker, "BB-14.3d")
		return
	}
	g.suffer(t, attacker, steps)
	if a := g.group(attacker); a != nil {
		g.retreat(t, g.flees(flight{unit: attacker, victor: place, left: g.doc.Tables.CloseCombat.Retreat}, place, a.Sector))
	}
}

// suffer gives a group several steps of stress, one by one (BB-R19).
func (g *Game) suffer(t *table.Table, name string, steps int) {
	for n := 0; n < steps; n++ {
		u := g.group(name)
		if u == nil {
			return
		}
		g.step(t.At("step"), name, false, g.other(u.Side))
	}
}

// takePosition implements BB-6.3d: the winning attacker may enter at once, free of charge, if there is room (BB-R24).
func (g *Game) takePosition(t *table.Table, attacker, place, take string) {
	a := g.group(attacker)
	if a == nil || g.room(a.Side, place) < len(a.Bases) {
		return
	}
	if len(g.at(place)) > 0 { // a vehicle is still in it
		t.Report("BB-11.8", "cannot-take", table.A("unit", attacker), table.A("at", place))
		return
	}
	yes := take != "stay"
	if take == "" {
		yes = table.Decide(t, g.askTake(a.Side, attacker, place))
	}
	if !yes {
		return
	}
	t.Report("BB-6.3d", "takes-position", table.A("unit", attacker), table.A("from", a.Sector), table.A("at", place))
	g.enter(t, attacker, place)
}
