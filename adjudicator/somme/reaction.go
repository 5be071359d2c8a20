package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// defenderActs is what the defender's mastery lets him do (SO-12.2.6f, SO-12.2.6h): go back, each hex taking three points
// off his damage, and move units in reaction. He may use all of it, part of it or none (SO-12.2.6e).
func (g *Game) defenderActs(t *table.Table, b *battle) {
	if b.reply != total && b.reply != partial || len(g.alive(b.defs)) == 0 {
		return
	}
	band := g.band("defender", b.reply)
	if n, of := table.DecideOn(t, g.askRetreat(b, g.mayRetreat(b, band), band)); n > 0 {
		back := g.retreat(of, withdrawal{units: g.alive(b.defs), hexes: n, aside: true, shaken: true, decision: "SO-D20", verb: "retreat", rule: band.Rule})
		b.retreat = max(b.retreat, back)
		g.outcome(b).Retreat = b.retreat
		if less := relieved(b.theirs, back*band.PerHex, "retreat", band.Rule); less.Total() != b.theirs.Total() {
			b.theirs = less
			t.Report(band.Rule, "retreat-saves", table.A("side", b.def), table.A("hex", b.hex), table.A("hexes", back), table.A("points", b.theirs))
		}
	}
	g.react(t, b, band)
}

// mayRetreat returns how far the defender may go: less under Foch's doctrine or with a disorganised unit (SO-12.2.6f),
// and no further than every unit can (RUL-31).
func (g *Game) mayRetreat(b *battle, band Band) int {
	most, units := band.Retreat, g.alive(b.defs)
	if b.def == allied && g.allUnder(units, "foch") || slices.ContainsFunc(units, func(id string) bool { return g.unit(id).DG != "" }) {
		most = band.Limited
	}
	behind := g.rear(b.def)
	for ; most > 0; most-- {
		w := withdrawal{hexes: most, aside: true}
		if !slices.ContainsFunc(units, func(id string) bool {
			ways := behind.ways(id, w)
			return len(ways) == 0 || len(ways[0]) < most && !g.stopped(g.unit(id).Hex, party{units: []string{id}, path: ways[0]})
		}) {
			break
		}
	}
	return most
}

// react moves units in reaction, two with total and one with partial mastery: combat units out of ZOC within three hexes
// of the combat (RUL-54), disorganised or not, with half their allowance (RUL-61). They may enter the attacked hex while
// defenders are in it, and enemy ZOC, where they stop (SO-12.2.6f, SO-11.1.2b, RUL-32). Units that fought in the combat
// do not come back.
func (g *Game) react(t *table.Table, b *battle, band Band) {
	var moved []string
	kept := g.keptBack(t, b)
	for range band.Reactions {
		can := slices.DeleteFunc(g.reserves(b), func(id string) bool { return slices.Contains(moved, id) })
		if len(can) <= kept {
			return
		}
		choice, of := table.DecideOn(t, g.askReaction(b, can))
		if choice == "" {
			return
		}
		id, path := cutPath(choice)
		u := g.unit(id)
		u.Spent, u.Halted, u.Freed, u.From = 0, false, false, u.Hex
		of.Report(band.Rule, "reacts", table.A("unit", id), table.A("side", b.def), table.A("from", u.Hex), table.A("to", path[len(path)-1]))
		if why := g.travelOne(t.At(id), id, path, "reaction"); why != nil {
			t.Report(why.Rule, "reaction-stops", table.A("unit", id), table.A("side", b.def), table.A("at", g.unit(id).Hex))
			t.For(b.def).Report(why.Rule, why.Code, why.Args...)
		}
		moved = append(moved, id)
	}
}

// keptBack returns how many of the units that may react are kept back by the defender's standing order on retreats: "keep
// 1 reserve".
func (g *Game) keptBack(t *table.Table, b *battle) int {
	for l := range t.Standing(b.def, "retreat") {
		if orders.Has(l.Args, "keep") && g.speaksOf(l, b.hex, b.defs) {
			return max(0, orders.Int(l.Args, "keep", 0))
		}
	}
	return 0
}

// reserves returns the units that may react, the nearest first.
func (g *Game) reserves(b *battle) []string {
	can := g.of(b.def, "", func(u *Formation) bool {
		return g.fights(u) && !slices.Contains(b.defs, u.ID) && g.distance(u.Hex, b.hex) <= g.limits().ReactionRange.Value && !g.zoc(b.def, u.Hex, true)
	})
	slices.SortStableFunc(can, func(x, y string) int { return g.distance(g.unit(x).Hex, b.hex) - g.distance(g.unit(y).Hex, b.hex) })
	return can
}

// canReact reports whether a unit can reach a hex by a reaction move.
func (k *Game) canReact(id, to string) bool {
	u := k.unit(id)
	fresh := *u
	fresh.Spent, fresh.Halted, fresh.Freed, fresh.From = 0, false, false, u.Hex
	return u.Hex != to && k.marked(k.reachable(&fresh, reacting), to)
}

// cutPath reads "G-28a 5018 4918": a unit and hexes.
func cutPath(s string) (id string, path []string) {
	w := strings.Fields(s)
	return w[0], w[1:]
}

// joined writes units as one word.
func joined(units []string) string { return strings.Join(units, ",") }
