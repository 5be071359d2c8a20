package conflict

import "fieldpost/adjudicator/table"

// checkRally judges a rally of one unit or of a group (CH-7.6, CH-9.1.3): the units are hit, their counters can be
// rallied, and no enemy is in their hexes.
func checkRally(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	for _, name := range o.units {
		if r := k.mayRally(k.unit(name), false); r != nil {
			return price{}, r
		}
	}
	return price{sum: table.Base("rally", k.doc.Tables.Rally, "CH-7.6a")}, nil
}

// mayRally judges one unit; if engaged is set, enemies in its hex do not matter (card 03).
func (k *Game) mayRally(u *Unit, engaged bool) *table.Refusal {
	switch {
	case u.Hit == "":
		return refuse("unhit", "CH-7.6a", table.A("unit", u.name()))
	case k.hit(u).Rally == 0:
		return refuse("no-rally", "CH-7.6d", table.A("unit", u.name()))
	case !engaged && len(k.visibleFoes(u.Side, u.Hex)) > 0:
		return refuse("engaged-rally", "CH-7.6e", table.A("unit", u.name()))
	}
	return nil
}

func rally(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		if g.tryRally(t.At(g.unit(name).ID), name, o.roll("rally", 0, 0)) {
			g.settleControl(t, g.unit(name).Hex)
		}
	}
}

// tryRally makes one rally roll (CH-7.6b, CH-7.6.1): cover adds 1, each unhit friend in the hex 1.
func (g *Game) tryRally(t *table.Table, name string, r rolled) bool {
	u := g.unit(name)
	need := g.hit(u).Rally
	mods := g.rallyMods(u)
	r.need = need - mods.Total()
	roll := withTerms(g.throw(t, u.Seat, "rally", 2, 6, r), mods)
	ok := roll.Total() >= need
	if ok {
		t.Result("odds.rallied")
		t.Report("CH-7.6b", "rallies", table.A("unit", name), table.A("roll", roll), table.A("need", need), table.A("counter", u.Hit))
		g.putBack(u)
		g.news(g.other(u.Side), News{Kind: "rallied", Unit: name, Hex: u.Hex})
		return true
	}
	g.hers(t, u.Side).Report("CH-7.6b", "rally-need", table.A("unit", name), table.A("need", need), table.A("counter", u.Hit))
	t.Report("CH-7.6b", "rally-fails", table.A("unit", name), table.A("roll", roll))
	return false
}

// rallyMods returns the modifiers of CH-7.6.1: one for cover of any kind (A43), and the unhit friends in the hex.
func (g *Game) rallyMods(u *Unit) table.Sum {
	mods := table.Base("none", 0, "CH-7.6.1a")
	if g.terrain(u.Hex).Cover || g.walled(u.Hex) || u.In != "" || u.Dug {
		mods = mods.Plus("cover", g.doc.Tables.RallyCover, "CH-7.6.1a")
	}
	n := table.Count(g.friends(u.Side, u.Hex), func(f string) bool { return f != u.name() && g.unit(f).Hit == "" })
	return mods.Plus("friends", n, "CH-7.6.1a")
}
