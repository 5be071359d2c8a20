package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// deploy is the set-up (CH-1.0): units go where their owners put them inside their zones, or where the scenario proposes.
// Hidden units, hidden mines and weapon cards are placed in secret (CH-1.0i, CH-8.4b).
func (g *Game) deploy(t *table.Table) table.Then {
	if g.Round > 0 {
		if g.Stage == "ready" {
			return table.To("plan")
		}
		return table.Next
	}
	for i := range g.Camps {
		s := g.Camps[i].Seat
		for l := range t.Orders(s, "set-up") {
			switch l.Verb {
			case "place":
				g.placeUnit(l, s)
			case "mine":
				g.placeMines(t, s, l)
			case "assign":
				g.assign(s, orders.Value(l.Args, "card"), orders.Value(l.Args, "unit"))
			}
		}
		g.assignRest(s)
	}
	g.fillCup(t)
	for u := range table.All(g.Units) {
		if !u.on() {
			continue
		}
		if f := g.fort(u.Hex, "bunker"); u.In == "bunker" && f != nil {
			u.Facing = f.Facing
		}
		args := []table.FactArg{table.A("unit", u.name()), table.A("at", u.Hex), table.A("facing", u.Facing)}
		if u.Hidden {
			g.hers(t, u.Side).Report("CH-1.0i", "set-up-hidden", args...)
			continue
		}
		t.Report("CH-1.0e", "set-up", args...)
	}
	for _, c := range g.Camps {
		for _, x := range c.Issued {
			g.hers(t, c.Side).Report("CH-8.4b", "assigned", table.A("weapon", "weapon."+x.Card), table.A("unit", x.Unit))
		}
	}
	for _, f := range g.Forts {
		if f.Hidden {
			g.hers(t, g.side(f.Owner)).Report("CH-18.3.3a", "mines-set", table.A("at", f.Hex))
		}
	}
	g.uncover(t)
	return table.Next
}

// mayPlace judges one placing: the unit starts on the board, in its zone, and in cover if the scenario asks for it.
func mayPlace(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u := k.own(s, orders.Value(l.Args, "unit"))
	if u == nil || !u.on() {
		return refuse("gone", "CH-1.0e", table.A("unit", orders.Value(l.Args, "unit")))
	}
	x, hex := k.listed(u), orders.Value(l.Args, "hex")
	if hex == "" || hex == x.Hex {
		return nil
	}
	if u.Aboard != "" {
		return refuse("aboard", "CH-17.0d", table.A("unit", u.name()), table.A("on", u.Aboard))
	}
	t := k.terrain(hex)
	no := func(why string) *table.Refusal {
		return refuse("zone", "CH-1.0e", table.A("unit", u.name()), table.A("at", hex), table.A("because", why))
	}
	switch {
	case len(x.Zone) == 0:
		return no("zone.fixed")
	case !inZone(x.Zone, hex):
		r := refuse("zone", "CH-1.0e", table.A("unit", u.name()), table.A("at", hex))
		r.Legal = x.Zone
		return r
	case t.Water || t.Foot == NA && k.foot(u):
		return no("zone.terrain")
	case x.Cover && !t.Cover:
		return no("zone.cover")
	}
	return nil
}

func (g *Game) placeUnit(l table.Line, s table.Seat) {
	u := g.own(s, orders.Value(l.Args, "unit"))
	if hex := orders.Value(l.Args, "hex"); hex != "" && hex != u.Hex {
		u.Hex = hex
		if u.In != "" && g.fort(hex, u.In) == nil {
			u.In = ""
		}
		for _, name := range g.load(u.name()) {
			g.unit(name).Hex = hex
		}
	}
	if f := orders.Value(l.Args, "facing"); f != "" {
		u.Facing = f
	}
}

// mayMineAt judges the hexes of hidden minefields: one for each, in its zone, on a road if the scenario asks for it.
func mayMineAt(k *Game, s table.Seat, l table.Line) *table.Refusal {
	var mines []Work
	for _, w := range k.force(s).Works {
		if t, _ := k.doc.Work(w.Type); t.Kind == "mines" && w.Hidden {
			mines = append(mines, w)
		}
	}
	hexes := orders.List(l.Args, "hexes")
	if len(hexes) > len(mines) {
		return refuse("mine-count", "CH-18.3.3a", table.A("n", len(mines)))
	}
	for i, hex := range hexes {
		if w := mines[i]; hex != w.Hex && !inZone(w.Zone, hex) || w.Roads && !k.road(hex) || slices.Contains(hexes[:i], hex) {
			r := refuse("zone", "CH-18.3.3a", table.A("unit", "mines"), table.A("at", hex))
			r.Legal = mines[i].Zone
			return r
		}
	}
	return nil
}

func (g *Game) placeMines(_ *table.Table, s table.Seat, l table.Line) {
	n := 0
	hexes := orders.List(l.Args, "hexes")
	for i := range g.Forts {
		if f := &g.Forts[i]; f.Owner == s && f.Kind == "mines" && f.Hidden && n < len(hexes) {
			f.Hex = hexes[n]
			n++
		}
	}
}

// mayAssign judges giving a weapon card to a foot unit (CH-8.4b).
func mayAssign(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u := k.own(s, orders.Value(l.Args, "unit"))
	card := orders.Value(l.Args, "card")
	switch {
	case u == nil || !k.foot(u):
		return refuse("no-foot", "CH-8.4b", table.A("unit", orders.Value(l.Args, "unit")))
	case !slices.ContainsFunc(k.camp(s).Issued, func(i Issued) bool { return i.Card == card && i.Unit == "" }):
		return refuse("no-card", "CH-8.4b", table.A("card", card))
	}
	return nil
}

func (g *Game) assign(s table.Seat, card, id string) {
	c := g.camp(s)
	for i := range c.Issued {
		if x := &c.Issued[i]; x.Card == card && x.Unit == "" {
			x.Unit = c.Side + "." + id
			return
		}
	}
}

// assignRest gives unassigned weapon cards to the first foot unit of the list (D04).
func (g *Game) assignRest(s table.Seat) {
	c := g.camp(s)
	for i := range c.Issued {
		if c.Issued[i].Unit != "" {
			continue
		}
		if u := g.firstOnFoot(s); u != nil {
			c.Issued[i].Unit = u.name()
		}
	}
}
