package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// checkHide judges hiding during play (CH-10.2): unhit light infantry out of all enemy sight, in its own hex or an
// adjacent one that is also out of sight. Its owner does not know what hidden enemies see; barHide looks at that when the
// action is carried out, and refuses in words that give nothing away.
func checkHide(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	for _, name := range o.units {
		u := k.unit(name)
		switch {
		case u.Hidden:
			return price{}, refuse("hidden-already", "CH-10.2a", table.A("unit", name))
		case u.Hit != "":
			return price{}, refuse("hit", "CH-10.2a", table.A("unit", name))
		case !k.light(u) || !k.foot(u):
			return price{}, refuse("not-light", "CH-10.2a", table.A("unit", name))
		}
		if !k.mayVanish(o, u) {
			return price{}, refuse("hide-here", "CH-10.2a", table.A("unit", name))
		}
	}
	return price{sum: table.Base("hide", k.doc.Tables.Hide, "CH-10.2a")}, nil
}

// mayVanish tests the hexes: own hex and destination out of sight, nobody visible in the destination except units that
// hide along with it (A81), and a way into it.
func (k *Game) mayVanish(o *order, u *Unit) bool {
	to := orders.Value(o.args, "hex")
	if to == "" {
		to = u.Hex
	}
	if k.distance(u.Hex, to) > 1 || k.watched(k.other(u.Side), u.Hex) || k.watched(k.other(u.Side), to) {
		return false
	}
	if to != u.Hex {
		if k.immobile(u) != nil {
			return false
		}
		if _, r := k.stepCost(u, u.Hex, to, &walk{}); r != nil {
			return false
		}
	}
	for _, name := range k.at(to) {
		if x := k.unit(name); !x.Hidden && !slices.Contains(o.units, name) {
			return false
		}
	}
	return true
}

// barHide refuses hiding that a hidden enemy sees, in the words of any other refusal.
func barHide(g *Game, o *order) *table.Refusal {
	for _, name := range o.units {
		if !g.mayVanish(o, g.unit(name)) {
			return refuse("hide-here", "CH-10.2a", table.A("unit", name))
		}
	}
	return nil
}

func hide(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		u := g.unit(name)
		from := u.Hex
		if to := orders.Value(o.args, "hex"); to != "" {
			u.Hex = to
		}
		g.undig(t, u)
		u.Hidden, u.In = true, ""
		g.occupy(u, false)
		g.hers(t, u.Side).Report("CH-10.2a", "hides", table.A("unit", name), table.A("at", u.Hex))
		g.others(t, u.Side).Report("CH-10.2a", "vanishes", table.A("unit", name), table.A("from", from))
		g.settleControl(t, from)
	}
	for _, name := range o.units {
		if u := g.unit(name); u.on() {
			g.mineAct(t.At(u.ID), u)
		}
	}
	g.uncover(t)
}

// checkSmoke judges the smoke of engineers: in their own hex or an adjacent one, regardless of arc or sight (CH-13.1c,
// A80); with an enemy in their hex, only there.
func checkSmoke(k *Game, o *order) (price, *table.Refusal) {
	to := orders.Value(o.args, "hex")
	for _, name := range o.units {
		u := k.unit(name)
		switch {
		case k.print(u).Smoke != "near":
			return price{}, refuse("no-smoke", "CH-13.1a", table.A("unit", name))
		case k.hit(u).NoFire:
			return price{}, refuse("no-fire", "CH-7.5d", table.A("unit", name))
		case u.Aboard != "":
			return price{}, refuse("aboard-fire", "CH-17.0e", table.A("unit", name))
		case k.distance(u.Hex, to) > 1:
			return price{}, refuse("out-of-range", "CH-13.1c", table.A("unit", name), table.A("distance", k.distance(u.Hex, to)), table.A("range", 1))
		case u.Hex != to && len(k.visibleFoes(u.Side, u.Hex)) > 0:
			return price{}, refuse("engaged", "CH-7.7.3h", table.A("unit", name))
		}
	}
	if len(o.units) != 1 {
		return price{}, refuse("one-unit", "CH-13.1c", table.A("units", o.units))
	}
	return price{sum: table.Base("smoke", k.doc.Tables.LaySmoke, "CH-19.0c")}, nil
}

func smokeOrder(g *Game, t *table.Table, o *order) {
	g.laySmoke(t, o.units[0], orders.Value(o.args, "hex"), "CH-19.0c")
	g.mineAct(t, g.unit(o.units[0]))
}

// laySmoke puts a +2 marker on a hex without a roll (CH-13.1d, 13.1e), as long as there are markers (M04). unit is "" for
// off-board artillery.
func (g *Game) laySmoke(t *table.Table, unit, hex, rule string) {
	if len(g.Smoke) >= g.doc.Tables.SmokeStock {
		t.Report(rule, "smoke-short", table.A("at", hex))
		return
	}
	g.Smoke = append(g.Smoke, Cloud{Hex: hex, DM: g.doc.Tables.SmokeMarker})
	args := []table.FactArg{table.A("at", hex), table.A("smoke", g.smoke(hex))}
	if unit != "" {
		args = append(args, table.A("unit", unit))
	}
	t.Report(rule, "smoke-laid", args...)
}
