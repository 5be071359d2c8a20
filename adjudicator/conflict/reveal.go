package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reveal puts all hidden units of a side in a hex on the map (CH-10.0b), each with the facing that its owner wants.
func (g *Game) reveal(t *table.Table, hex, side, rule string) {
	names := table.NamesOf(g.Units, func(u *Unit) bool { return u.Hidden && u.on() && u.Hex == hex && u.Side == side })
	for _, name := range names {
		u := g.unit(name)
		u.Hidden = false
		if f := table.Decide(t, askFacing(u.Seat, u.ID)); f != "" {
			u.Facing = f
		}
		if f := g.fort(hex, "bunker"); u.In == "bunker" && f != nil { // A71
			u.Facing = f.Facing
		}
		t.Report(rule, "revealed", table.A("unit", name), table.A("at", hex), table.A("facing", u.Facing))
		g.news(g.other(side), News{Kind: "revealed", Unit: name, Hex: hex})
	}
	if len(names) > 0 {
		g.settleControl(t, hex)
	}
}

// askFacing is D26: the facing of a unit that is revealed.
func askFacing(s table.Seat, id string) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "CH-D26", Seat: s, About: id, Rule: "CH-10.0a", Verb: "face", Covert: true,
		Args: []table.FactArg{table.A("unit", id)},
		Policy: func(_ *Game, l table.Line) (string, table.Policy) {
			if units := orders.List(l.Args, "units"); len(units) > 0 && !slices.Contains(units, id) {
				return "", table.Pass
			}
			return orders.Value(l.Args, "facing"), table.Use
		},
		Options: table.Each(func(k *Game) []string { return k.net.Directions() }),
		Default: func(k *Game) string {
			u := k.own(s, id)
			if e := k.nearest(u); e != "" {
				return k.towards(u.Hex, k.unit(e).Hex)
			}
			return u.Facing
		},
	}
}

// nearest returns the enemy nearest to a unit among those its side sees on the map, the first listed among equals; "" if
// there is none.
func (k *Game) nearest(u *Unit) string {
	best, far := "", 0
	for e := range table.All(k.Units) {
		if e.Side == u.Side || !e.on() || e.Hidden || e.Hex == u.Hex {
			continue
		}
		if d := k.distance(u.Hex, e.Hex); best == "" || d < far {
			best, far = e.name(), d
		}
	}
	return best
}

// uncover reveals hidden units that cannot stay hidden: those that share a hex with any unit that is not hidden
// (CH-10.0c), and those without cover within two hexes and in sight of an enemy (CH-10.0g, A21). It repeats until there
// are none.
func (g *Game) uncover(t *table.Table) {
	g.sweepMarks(t)
	for found := true; found; {
		found = false
		for u := range table.All(g.Units) {
			if !u.Hidden || !u.on() {
				continue
			}
			if rule := g.exposedBy(u); rule != "" {
				g.reveal(t, u.Hex, u.Side, rule)
				found = true
				break
			}
		}
	}
}

// exposedBy returns the rule by which a hidden unit must show itself, or "" if it need not.
func (g *Game) exposedBy(u *Unit) string {
	for o := range table.All(g.Units) {
		if !o.on() || o.Hidden {
			continue
		}
		if o.Hex == u.Hex {
			return "CH-10.0c"
		}
		if o.Side != u.Side && g.distance(o.Hex, u.Hex) <= g.doc.Tables.Spotted && !g.covered(u, o.Hex) &&
			len(g.visibleFoes(o.Side, o.Hex)) == 0 && g.los(o.Hex, u.Hex).clear {
			return "CH-10.0g"
		}
	}
	return ""
}
