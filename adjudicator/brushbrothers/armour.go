package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// protection returns what protects an armoured vehicle against fire from a sector: its PDO to the front, its PDM to the
// rear (BB-11.5). Against mortars it is the PDO (BB-7.3), against supports the PDM (BB-A2.4p).
func (g *Game) protection(u *Group, from string, b batch) table.Sum {
	v := g.row(u)
	switch {
	case b.support:
		return table.Base("minimal", v.Minimal, "BB-A2.4p")
	case b.indirect:
		return table.Base("optimal", v.Optimal, "BB-7.3")
	case g.ahead(u, from):
		return table.Base("optimal", v.Optimal, "BB-11.5")
	}
	return table.Base("minimal", v.Minimal, "BB-11.5")
}

// armourSum returns the total of BB-11.5: protection less the AT value of the firer.
func (g *Game) armourSum(u *Group, from string, b batch) table.Sum {
	return g.protection(u, from, b).Plus("at", -b.value, "BB-11.5")
}

// pierce resolves the hits on a vehicle one after another: BB-11.5 with armour, BB-11.6 without. Passengers and riders
// must get off and take one step of stress (BB-13.3, BB-13.4).
func (g *Game) pierce(t *table.Table, batches []batch, target, from string) {
	hits := 0
	for _, b := range batches {
		hits += b.hits
	}
	if hits == 0 {
		return
	}
	cargo := g.cargo(g.group(target))
	for _, b := range batches {
		if u := g.group(target); u != nil && b.hits > 0 {
			g.penetrate(t, u, b, from)
		}
	}
	g.bail(t, target, cargo)
	for _, name := range cargo {
		if u := g.group(name); u != nil {
			g.step(t.At(u.ID), name, false, g.other(u.Side))
		}
	}
}

// penetrate throws one die for each hit of a batch and applies the results in turn.
func (g *Game) penetrate(t *table.Table, u *Group, b batch, from string) {
	name, c := u.name(), g.doc.Tables.Vehicles
	dice := t.Roll(u.Side, "armour", b.hits, 6)
	if !g.row(u).Armoured {
		t.Report("BB-11.6", "soft-skinned", table.A("unit", name), table.A("hits", b.hits), table.A("dice", dice))
		for _, d := range dice.Dice() {
			switch {
			case g.group(name) == nil:
				return
			case d <= c.Soft.Destroyed:
				g.destroy(t, name, "BB-11.6")
			case d <= c.Soft.Immobile:
				g.immobilise(t, name, "BB-11.6")
			default:
				t.Report("BB-11.6", "unharmed", table.A("unit", name))
			}
		}
		return
	}
	sum := g.armourSum(u, from, b)
	t.Report("BB-11.5", "armour", table.A("unit", name), table.A("hits", b.hits), table.A("dice", dice), table.A("sum", sum), table.A("value", sum.Terms()[0].Name))
	for _, d := range dice.Dice() {
		switch margin := d - sum.Total(); { // BB-R36: a 6 may save
		case g.group(name) == nil:
			return
		case margin >= c.Destroyed:
			g.destroy(t, name, "BB-11.5")
		case margin >= c.Immobile:
			g.immobilise(t, name, "BB-11.5")
		case margin >= c.Stunned:
			g.group(name).Stunned = true
			t.Report("BB-11.5", "stunned", table.A("unit", name), table.A("margin", margin))
		}
	}
}

// immobilise implements BB-11.5: the vehicle can move no more; if it is immobilised already, it is destroyed.
func (g *Game) immobilise(t *table.Table, name, rule string) {
	u := g.group(name)
	if u.Immobile {
		g.destroy(t, name, rule)
		return
	}
	u.Immobile = true
	t.Report(rule, "immobilised", table.A("unit", name), table.A("at", u.Sector))
	t.Result("immobilised " + name)
}

// destroy removes a vehicle; its wreck may stay (BB-11.12, BB-R69).
func (g *Game) destroy(t *table.Table, name, rule string) {
	u := g.group(name)
	place, size, cargo := u.Sector, g.size(u), g.cargo(u)
	g.eliminate(t, name, rule)
	if g.Habits.Wrecks {
		g.Wrecks = append(g.Wrecks, Wreck{Place: place, Size: size})
		t.Report("BB-11.12", "wreck", table.A("unit", name), table.A("at", place))
	}
	g.bail(t, name, cargo)
}

// wrecked reports whether a wreck obstructs a sector (BB-G16, BB-R69).
func (g *Game) wrecked(place string) bool {
	return slices.ContainsFunc(g.Wrecks, func(w Wreck) bool { return w.Place == place })
}
