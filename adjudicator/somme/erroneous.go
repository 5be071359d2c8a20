package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// goWrong plays the erroneous orders of the defender, then of the attacker (SO-12.2.6k, SO-12.2.7a): each side rolls on
// its list, and the result is carried out at once.
func (g *Game) goWrong(t *table.Table, b *battle) {
	if b.reply == erroneous {
		g.defenderErrs(t, b, t.Roll(b.def, "erroneous", 1, 6))
	}
	if b.mastery == erroneous {
		g.attackerErrs(t, b, t.Roll(b.by, "erroneous", 1, 6))
	}
}

// The errors of the defender and of the attacker, by their die. The attacker's are unnumbered in the rulebook and are
// read in their order (RUL-15).
var (
	defenderErrors = []struct{ what, rule string }{{"sacrifice", "SO-12.2.6l"}, {"panic", "SO-12.2.6m"}, {"suicidal", "SO-12.2.6n"}, {"rout", "SO-12.2.6o"}, {"indecision", "SO-12.2.6p"}, {"misdirected", "SO-12.2.6q"}}
	attackerErrors = []struct{ what, rule string }{{"fierce", "SO-12.2.6r"}, {"confusion", "SO-12.2.6r"}, {"obstinacy", "SO-12.2.6r"}, {"attacker-panic", "SO-12.2.6s"}, {"enthusiasm", "SO-12.2.6s"}, {"counter-order", "SO-12.2.6t"}}
)

// defenderErrs carries out the defender's list (SO-12.2.6l to q).
func (g *Game) defenderErrs(t *table.Table, b *battle, die table.Sum) {
	e := defenderErrors[die.Total()-1]
	t.Report(e.rule, "erroneous-defender", table.A("side", b.def), table.A("hex", b.hex), table.A("die", die), table.A("what", "erroneous."+e.what))
	switch e.what {
	case "sacrifice":
		g.extraLoss(t, b, b.def, e.rule)
		g.extraLoss(t, b, b.by, e.rule)
	case "panic":
		b.retreat = g.retreat(t, withdrawal{units: g.alive(b.defs), hexes: 1, aside: true, forced: true, shaken: true, decision: "SO-D20", verb: "retreat", rule: e.rule})
		g.outcome(b).Retreat = b.retreat
	case "suicidal":
		g.extraLoss(t, b, b.def, e.rule)
	case "rout":
		b.ours = relieved(b.ours, 3, e.what, e.rule)
		t.Report(e.rule, "damage", table.A("side", b.by), table.A("hex", b.hex), table.A("points", b.ours))
	case "indecision":
		for _, id := range g.alive(b.defs) {
			g.unit(id).Pinned = true
			t.Report("SO-12.2.6u", "pinned", table.A("unit", id), table.A("side", b.def), table.A("hex", b.hex))
		}
	case "misdirected":
		g.misdirect(t, b)
	}
}

// attackerErrs carries out the attacker's list (SO-12.2.6r to t).
func (g *Game) attackerErrs(t *table.Table, b *battle, die table.Sum) {
	e := attackerErrors[die.Total()-1]
	t.Report(e.rule, "erroneous-attacker", table.A("side", b.by), table.A("hex", b.hex), table.A("die", die), table.A("what", "erroneous."+e.what))
	switch e.what {
	case "fierce":
		g.extraLoss(t, b, b.def, e.rule)
		g.extraLoss(t, b, b.by, e.rule)
	case "confusion":
		if units := slices.DeleteFunc(g.alive(b.units), func(id string) bool { return g.tank(g.unit(id)) }); len(units) > 0 {
			g.disorganise(t, table.Decide(t, g.askConfused(b.def, b.hex, g.strongest(units))), e.rule)
		}
	case "obstinacy":
		g.extraLoss(t, b, b.by, e.rule)
	case "attacker-panic":
		g.recoil(t, b, e.rule)
	case "enthusiasm":
		b.theirs = relieved(b.theirs, 3, e.what, e.rule)
		t.Report(e.rule, "damage", table.A("side", b.def), table.A("hex", b.hex), table.A("points", b.theirs))
	case "counter-order":
		g.removeMarker(t, b, e.rule)
	}
}

// relieved subtracts points from damage, but not below 0.
func relieved(damage table.Sum, points int, why, rule string) table.Sum {
	return damage.Plus(why, -min(points, max(0, damage.Total())), rule)
}

// extraLoss is one more loss on a participating unit of its owner's choice, by default the lead (RUL-30).
func (g *Game) extraLoss(t *table.Table, b *battle, s seat, rule string) {
	units, lead := b.side(g, s), b.lead
	if s == b.def {
		lead = b.dlead
	}
	if i := slices.Index(units, lead); i > 0 {
		units = slices.Concat([]string{lead}, units[:i], units[i+1:])
	}
	if len(units) > 0 {
		g.lose(t, g.sufferer(t, s, b.hex, units), rule)
	}
}

// recoil makes one attacking unit, not its stack, go back a hex (SO-12.3j); its owner picks it.
func (g *Game) recoil(t *table.Table, b *battle, rule string) {
	units := slices.DeleteFunc(g.alive(b.units), func(id string) bool { return g.kind(g.unit(id)) == "german_tank" })
	if len(units) == 0 {
		return
	}
	id := table.Decide(t, g.askRecoil(b.by, b.hex, g.weakest(units)))
	g.retreat(t, withdrawal{units: []string{id}, hexes: 1, aside: true, forced: true, shaken: true, decision: "SO-D25", verb: "recoil", rule: rule})
}

// misdirect lets the attacker move a combat unit or support of the defender by one hex. The unit is out of ZOC and within
// three hexes of the combat (SO-12.2.6q). It goes only where it may: no enemy there, no ground closed to it, no other
// nation, no fleuve without a bridge. Guns in offensive mode do not move (SO-11.3.1.1a).
func (g *Game) misdirect(t *table.Table, b *battle) {
	var options []string
	for _, id := range g.of(b.def, "", func(u *Formation) bool { return g.fights(u) || g.support(u) && u.Mode != "offensive" }) {
		u := g.unit(id)
		if g.distance(u.Hex, b.hex) > g.limits().ReactionRange.Value || g.zoc(u.Side, u.Hex, true) {
			continue
		}
		for _, to := range g.around(u.Hex) {
			p, why := g.pace(u, u.Hex, to)
			if why == nil && !p.all && !g.foreign(u, to) {
				options = append(options, id+" "+to)
			}
		}
	}
	choice := table.Decide(t, g.askMisdirect(b.by, b.hex, options))
	if choice == "" {
		return
	}
	id, path := cutPath(choice)
	from := g.unit(id).Hex
	t.Report("SO-12.2.6q", "misdirected", table.A("unit", id), table.A("side", b.def), table.A("path", []string{from, path[0]}))
	g.relocate(t, id, path[0])
}

// loseMarker lets the defender take off one Reserve or Exploitation marker within three hexes of the combat (SO-12.2.6j)
// if the attacker has no mastery, which includes erroneous orders (SO-12.2.6v, RUL-67).
func (g *Game) loseMarker(t *table.Table, b *battle) {
	if b.mastery == none || b.mastery == erroneous {
		g.removeMarker(t, b, "SO-12.2.6j")
	}
}

// removeMarker takes one marker off a unit or stack of the attacker (SO-D23).
func (g *Game) removeMarker(t *table.Table, b *battle, rule string) {
	marks := g.markersNear(b.by, b.hex)
	if len(marks) == 0 {
		return
	}
	choice := table.Decide(t, g.askMarker(b.def, b.hex, marks))
	if choice == "" {
		return
	}
	units := fields(choice)
	for _, id := range units {
		u := g.unit(id)
		u.Reserve, u.Exploit = false, false
	}
	t.Report(rule, "marker-removed", table.A("side", b.by), table.A("units", units), table.A("hex", g.unit(units[0]).Hex), table.A("by", b.def))
}

// markersNear returns the Reserve and Exploitation markers of a side within three hexes of a combat, each as the units
// under it joined with commas, the strongest first. A Reserve marker belongs to a stack; an Exploitation marker to a
// unit, or to the regiments of one division in a hex (SO-14.0e).
func (g *Game) markersNear(s seat, hex string) []string {
	type marker struct {
		key    string
		units  []string
		attack int
	}
	var all []marker
	for _, id := range g.of(s, "", func(u *Formation) bool {
		return (u.Reserve || u.Exploit) && g.distance(u.Hex, hex) <= g.limits().MarkerRange.Value
	}) {
		u := g.unit(id)
		key := "reserve " + u.Hex
		if u.Exploit {
			key = "exploit " + id
			if d := g.printed(id).Division; d != "" && g.aloneWith(u, d) {
				key = "exploit " + u.Hex + " " + d
			}
		}
		i := slices.IndexFunc(all, func(m marker) bool { return m.key == key })
		if i < 0 {
			i, all = len(all), append(all, marker{key: key})
		}
		all[i].units, all[i].attack = append(all[i].units, id), all[i].attack+g.attackOf(u)
	}
	slices.SortStableFunc(all, func(x, y marker) int { return y.attack - x.attack })
	var out []string
	for _, m := range all {
		out = append(out, joined(m.units))
	}
	return out
}

// strongest orders units by attack, the highest first.
func (g *Game) strongest(units []string) []string {
	out := slices.Clone(units)
	slices.SortStableFunc(out, func(x, y string) int { return g.attackOf(g.unit(y)) - g.attackOf(g.unit(x)) })
	return out
}
