package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// rallyOrder implements BB-8.3: the GC tries to get rid of its marker, a simple action of all its bases, within the
// limit of its marker. After a success the limit is that of the new state less the points spent (BB-8.4a). It may try
// as often as it is ordered to (BB-R28).
func (g *Game) rallyOrder(t *table.Table) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	ku := k.group(name)
	if ku.Stress == unstressed {
		return refuse("no-marker", "BB-R28", table.A("unit", ku.ID))
	}
	price := k.cost(ku, "rally", "rally")
	free := k.freeRally(ku)
	if free {
		price.points, price.rule = 0, "BB-A1.3f"
	}
	if r := k.payAll(ku.team(), price, false); r != nil {
		return r
	}
	_ = g.payAll(g.group(name).team(), price, true)
	if free {
		g.Active.Free = true
	}
	g.rally(t, name, price.rule)
	return nil
}

// freeRally implements BB-A1.3f: the first attempt of fanatics does not count as an action. If they are nailed it needs
// a successful activation (BB-R55).
func (g *Game) freeRally(u *Group) bool {
	return u.has("fanatical") && !g.Active.Free && u.Stress != unstressed && (g.Active.Success || !u.nailed())
}

// rally implements BB-8.1: one die must reach marker plus quality; pinned veterans need 3 (BB-8.2). Close-knit troops
// rally as veterans (BB-A1.3j).
func (g *Game) rally(t *table.Table, name, rule string) {
	u := g.group(name)
	u.Watch = false
	need := table.Base("marker", g.marker(u.Stress).Rally, "BB-8.1")
	if u.has("close_knit") {
		need = need.Plus("close_knit", g.doc.Tables.Rally.Veteran, "BB-A1.3j")
	} else {
		need = need.Plus(u.Quality, g.doc.Tables.Rally.Of(u.Quality), "BB-8.1")
	}
	t = g.tell(t, u)
	die := t.Roll(u.Side, "rally", 1, 6).Plus("boost", u.BoostRally, "BB-A1.4b")
	was := u.Stress
	ok := die.Total() >= need.Total()
	u.BoostRally = 0
	if ok {
		u.Stress = unstressed
	}
	if !g.FaceUp {
		rule = "BB-8.1" // to say that it was free would give a characteristic away (BB-R51)
	}
	say := []table.FactArg{table.A("unit", name), table.A("was", was), table.A("die", die), table.A("rallied", ok)}
	g.inform(t, u.Side, rule, "rally", say, table.A("need", need))
}

// boostOrder implements BB-A1.4: a charismatic chief helps an encouraged subordinate with +1 or +2 on its activation or
// on a rally. No attempt gets more than +2. The chief must act first.
func (g *Game) boostOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	chief := k.group(name)
	to, n, on := orders.Value(c.Args, "unit"), orders.Int(c.Args, "points", 1), orders.Value(c.Args, "on")
	if r := k.mayBoost(chief, to, n, on); r != nil {
		return r
	}
	action := "boost_1"
	if n == 2 {
		action = "boost_2"
	}
	price := k.cost(chief, "boost", action)
	if r := k.payAll(chief.team(), price, false); r != nil {
		return r
	}
	u := g.own(g.Active.Side, to)
	_ = g.payAll(g.group(name).team(), price, true)
	g.group(name).Watch = false
	if on = boostOn(u, on); on == "rally" {
		u.BoostRally += n
	} else {
		u.BoostAct += n
	}
	t = g.tell(t, g.group(name))
	if u.hidden() {
		t = t.For(u.Side)
	}
	t.Report("BB-A1.4b", "boost", table.A("unit", name), table.A("to", u.name()), table.A("points", n), table.A("on", on))
	return nil
}

// boostOn returns what a boost helps: what the order says, else the rally of a GC with a marker, else the activation.
func boostOn(u *Group, on string) string {
	switch {
	case on != "":
		return on
	case u.Stress != unstressed:
		return "rally"
	}
	return "activation"
}

func (g *Game) mayBoost(chief *Group, to string, n int, on string) *table.Refusal {
	u := g.own(chief.Side, to)
	switch {
	case !chief.Charismatic || chief.Kind != "chief":
		return refuse("not-charismatic", "BB-A1.4", table.A("unit", chief.ID))
	case u == nil || u.Section != chief.ID || u.ID == chief.ID:
		return refuse("not-subordinate", "BB-A1.4a", table.A("unit", to), table.A("chief", chief.ID))
	case n < 1 || n > 2:
		return refuse("boost-size", "BB-A1.4b", table.A("points", n))
	case u.Activated:
		return refuse("already-activated", "BB-A1.4d", table.A("unit", to))
	}
	if yes, _ := g.encouraged(u); !yes {
		return refuse("isolated", "BB-A1.4a", table.A("unit", to))
	}
	has := u.BoostAct
	if boostOn(u, on) == "rally" {
		has = u.BoostRally
	}
	if has+n > 2 {
		return refuse("boost-full", "BB-A1.4b", table.A("unit", to), table.A("has", has))
	}
	return nil
}
