package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// grenadeOrder implements BB-3.5d and BB-11.9 with BB-R61: men on foot attack a vehicle at 1 UD with grenades and
// mines, one die per base, without the modifiers for size and mobility. It closes their activation and leaves them
// exposed for the turn.
func (g *Game) grenadeOrder(t *table.Table, c table.Clause) *table.Refusal {
	m, r := g.together(c)
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	ku := k.group(m.group)
	target, r := k.mayThrow(ku, orders.Value(c.Args, "target"))
	if r != nil {
		return r
	}
	price := k.cost(ku, "grenades", "grenades")
	if r := k.payAll(m, price, false); r != nil {
		return r
	}
	_ = g.payAll(m, price, true)
	g.reveal(t, m.group)
	for _, name := range g.family() {
		g.Active.Closed = append(g.Active.Closed, name)
		g.group(name).Exposed = true
	}
	u, at := g.group(m.group), g.doc.Tables.Vehicles.Grenades
	u.Acted = true
	value := at.Infantry
	if g.crew(u) {
		value = at.Others
	}
	e := g.group(target)
	t.Report("BB-11.9", "grenades", table.A("unit", m.group), table.A("target", target), table.A("from", u.Sector), table.A("at", e.Sector), table.A("bases", len(m.bases)))
	need := table.Base("grenades", at.Score, "BB-R61")
	dice := t.Roll(u.Side, "grenades", at.Dice*len(m.bases), 6)
	hits := atLeast(dice.Dice(), need.Total())
	t.Report("BB-11.9a", "grenade-dice", table.A("unit", m.group), table.A("need", need), table.A("dice", dice), table.A("hits", hits))
	g.pierce(t, []batch{{value: value, hits: hits}}, target, u.Sector)
	return nil
}

// plated returns a vehicle's protection against an attack from a sector; 0 without armour.
func (g *Game) plated(v *Group, from string) int {
	if !g.row(v).Armoured {
		return 0
	}
	return g.protection(v, from, batch{}).Total()
}

// crew reports whether men on foot are "others" in BB-14: crews, snipers and gunners, but not bases of groups and
// chiefs (BB-R62).
func (g *Game) crew(u *Group) bool {
	if u.Kind == "group" || u.Kind == "chief" || u.Kind == "detached" || len(u.Bases) == 0 {
		return false
	}
	w, _ := g.doc.Arm(u.Bases[0].Base)
	return w.Crew
}

// mayThrow finds the vehicle to attack: the one named, or the one in the named sector with the least protection from
// there.
func (g *Game) mayThrow(u *Group, target string) (string, *table.Refusal) {
	e := g.group(target)
	if e == nil {
		at := slices.DeleteFunc(g.at(target), func(n string) bool { return !g.group(n).vehicle() || g.group(n).Side == u.Side })
		if len(at) == 0 {
			return "", refuse("no-vehicle", "BB-11.9", table.A("to", target))
		}
		e = g.group(slices.MinFunc(at, func(a, b string) int { return g.plated(g.group(a), u.Sector) - g.plated(g.group(b), u.Sector) }))
	}
	switch {
	case !e.vehicle() || e.Side == u.Side:
		return "", refuse("no-vehicle", "BB-11.9", table.A("to", target))
	case !g.near(u.Sector, e.Sector):
		return "", refuse("not-in-contact", "BB-R61", table.A("from", u.Sector), table.A("to", e.Sector))
	case u.Upper:
		return "", refuse("upstairs", "BB-R9", table.A("unit", u.ID))
	}
	return e.name(), nil
}
