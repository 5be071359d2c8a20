package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// carryAlong keeps the groups that a vehicle carries in its sector.
func (g *Game) carryAlong(v *Group) {
	for _, name := range g.cargo(v) {
		c := g.group(name)
		c.Sector, c.Moved, c.Acted = v.Sector, true, true
		for i := range c.Bases {
			c.Bases[i].Ranging = Ranging{}
		}
	}
}

// embarkOrder implements BB-13.2 with BB-R41: the whole GC gets on a vehicle in its own sector or the next, with one
// action of its own. A gun is hitched to it (BB-3.4g).
func (g *Game) embarkOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	id := orders.Value(c.Args, "unit")
	k := g.Known(g.Active.Side)
	ku := k.group(name)
	if r := k.mayEmbark(ku, id); r != nil {
		return r
	}
	action, kind, rule := "embark", "embarks", "BB-13.2"
	if k.gun(ku) {
		action, kind, rule = "gun", "hitched", "BB-14.3a"
	}
	price := k.cost(ku, "embark", action)
	if r := k.payAll(ku.team(), price, false); r != nil {
		return r
	}
	u := g.group(name)
	_ = g.payAll(u.team(), price, true)
	g.reveal(t, name)
	u = g.group(name)
	v := g.own(g.Active.Side, id)
	from := u.Sector
	u.Aboard, u.Sector, u.Acted, u.Watch, u.Upper = v.ID, v.Sector, true, false, false
	u.Moved = u.Moved || from != v.Sector
	g.displaced(name)
	for i := range u.Bases {
		u.Bases[i].Ranging = Ranging{}
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.Gun {
			u.Bases[i].Ready = false
		}
	}
	t.Report(rule, kind, table.A("unit", name), table.A("from", from), table.A("at", v.Sector), table.A("carrier", v.name()))
	return nil
}

// mayEmbark returns why a group cannot get on a vehicle: too far, no room, a heavy weapon set up.
func (g *Game) mayEmbark(u *Group, id string) *table.Refusal {
	v := g.own(u.Side, id)
	switch {
	case v == nil || v.Sector == "" || !v.vehicle():
		return refuse("no-carrier", "BB-13", table.A("carrier", id))
	case !g.near(u.Sector, v.Sector):
		return refuse("too-far", "BB-R41", table.A("unit", u.ID), table.A("carrier", v.ID), table.A("at", v.Sector))
	case u.Upper:
		return refuse("upstairs", "BB-R9", table.A("unit", u.ID))
	}
	row, load, guns := g.row(v), 0, 0
	for _, n := range g.cargo(v) {
		if c := g.group(n); g.gun(c) {
			guns++
		} else {
			load += len(c.Bases)
		}
	}
	if g.gun(u) {
		if !row.Tows || guns > 0 {
			return refuse("no-tractor", "BB-3.4g", table.A("carrier", v.ID))
		}
		return nil
	}
	if load+len(u.Bases) > row.Carries {
		return refuse("no-seats", "BB-13.1", table.A("carrier", v.ID), table.A("seats", max(0, row.Carries-load)), table.A("bases", len(u.Bases)))
	}
	for i := range u.Bases {
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return refuse("set-up", "BB-R57", table.A("unit", u.ID))
		}
	}
	return nil
}

// disembarkOrder implements BB-13.2: the GC gets off into the vehicle's sector or the next (BB-R41).
func (g *Game) disembarkOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	ku := k.group(name)
	if ku.Aboard == "" {
		return refuse("not-aboard", "BB-13.2", table.A("unit", ku.ID))
	}
	to := orders.Value(c.Args, "place")
	if to == "" {
		to = ku.Sector
	}
	if !slices.Contains(k.exits(ku), to) {
		return refuse("no-exit", "BB-R41", table.A("unit", ku.ID), table.A("to", to))
	}
	price := k.cost(ku, "disembark", "disembark")
	if r := k.payAll(ku.team(), price, false); r != nil {
		return r
	}
	_ = g.payAll(g.group(name).team(), price, true)
	g.getOff(t, name, string(ku.Side)+"."+ku.Aboard, to, "BB-13.2")
	return nil
}

// exits lists the sectors into which a carried group may get off: its vehicle's and those next to it, if they have room
// and no enemies.
func (k *Game) exits(u *Group) []string {
	var out []string
	for _, p := range append([]string{u.Sector}, k.net.Neighbours(u.Sector)...) {
		h := k.holds(p)
		if k.near(u.Sector, p) && !k.terrain(p).Impassable && (h == "" || h == u.Side) && k.room(u.Side, p) >= len(u.Bases) {
			out = append(out, p)
		}
	}
	return out
}

// getOff puts a carried group on the ground.
func (g *Game) getOff(t *table.Table, name, carrier, to, rule string) {
	u := g.group(name)
	from := u.Sector
	u.Aboard, u.Acted = "", true
	t.Report(rule, "gets-off", table.A("unit", name), table.A("carrier", carrier), table.A("from", from), table.A("to", to))
	if to != from {
		g.enter(t, name, to)
		return
	}
	g.take(t, name)
}

// bail makes the groups get off that are thrown out when their tank fires or the vehicle is hit (BB-13.3). If there is
// no room anywhere they are lost with the vehicle (BB-R68).
func (g *Game) bail(t *table.Table, carrier string, cargo []string) {
	for _, name := range cargo {
		u := g.group(name)
		if u == nil || u.Aboard == "" {
			continue
		}
		at := t.At(u.ID)
		if ways := g.exits(u); len(ways) == 0 {
			u.Aboard = ""
			g.eliminate(at, name, "BB-R68")
			continue
		} else if to := table.Decide(at, g.askAlight(u.Side, name)); slices.Contains(ways, to) {
			g.getOff(at, name, carrier, to, "BB-13.3")
		} else {
			g.getOff(at, name, carrier, ways[0], "BB-13.3")
		}
	}
}

// unseat makes the riders of a tank get off before it fires (BB-13.3).
func (g *Game) unseat(t *table.Table, name string) {
	u := g.group(name)
	if !u.vehicle() || !g.row(u).Riders {
		return
	}
	g.bail(t, name, g.cargo(u))
}

// mountOrder implements BB-R42: men with horses or bicycles mount or dismount, one action.
func (g *Game) mountOrder(t *table.Table, up bool) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	u := g.group(name)
	switch {
	case !u.Mounts:
		return refuse("no-mounts", "BB-R42", table.A("unit", u.ID))
	case u.Mounted == up:
		return refuse("already-there", "BB-R42", table.A("unit", u.ID))
	case u.Upper:
		return refuse("upstairs", "BB-R9", table.A("unit", u.ID))
	}
	for i := range u.Bases {
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return refuse("set-up", "BB-R57", table.A("unit", u.ID))
		}
	}
	price := g.cost(u, "mount", "mount")
	if r := g.payAll(u.team(), price, false); r != nil {
		return r
	}
	_ = g.payAll(u.team(), price, true)
	u.Mounted, u.Watch = up, false
	kind := "dismounts"
	if up {
		kind = "mounts"
	}
	g.tell(t, u).Report("BB-R42", kind, table.A("unit", name), table.A("at", u.Sector))
	return nil
}

// saddle puts men on their horses or bicycles as they deploy. Nobody rides with a weapon that is set up (BB-R42,
// BB-R57).
func (g *Game) saddle(u *Group) {
	u.Mounted = true
	for i := range u.Bases {
		u.Bases[i].Ready = false
	}
}

// ride implements BB-R42: one move action carries mounted men 2 UD, so every second step is free.
func (g *Game) ride(u *Group, c cost) cost {
	ud := 1
	if c.twice {
		ud = 2
	}
	c.twice, c.points, c.rule = false, 1, "BB-R42"
	c.stride = max(0, g.doc.Tables.Vehicles.Horse.UD-ud)
	left := -1
	for i := range u.Bases {
		if s := u.Bases[i].Stride; left < 0 || s < left {
			left = s
		}
	}
	if left >= ud {
		c.points, c.stride = 0, left-ud
	}
	return c
}
