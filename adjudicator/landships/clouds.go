package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// laySmoke puts down the marker of one piece: its hex and the six around it are in smoke (LS-5.33c, LS-5.33d). A
// second marker in the hex adds nothing (LS-5.33g).
func (g *Game) laySmoke(t *table.Table, s table.Seat, hex string) {
	g.Smoke = table.With(g.Smoke, Cloud{Place: hex, Owner: s})
	g.impact(s, hex)
	t.Report("LS-5.33c", "smoke-laid", table.A("side", s), table.A("hex", hex))
}

// layGas puts down a gas marker. It works within three hexes (LS-5.34c), at once and without a die, and only on
// its owner's enemies (LS-5.41f).
func (g *Game) layGas(t *table.Table, s table.Seat, hex string) {
	g.Gas = table.With(g.Gas, Cloud{Place: hex, Owner: s})
	t.Report("LS-5.34b", "gas-laid", table.A("side", s), table.A("hex", hex), table.A("radius", g.constants().GasRadius.Value))
	hit := table.NamesOf(g.Units, func(u *Piece) bool { return u.Out == "" && u.Hex != "" && g.gassed(u.Hex, string(u.Side)) })
	slices.Sort(hit)
	for _, id := range hit {
		g.choke(t, id, "LS-5.56a", "gassed")
	}
}

// choke applies gas to a counter in it and reports it under the given rule and kind. Soft targets and trucks are
// pinned, whatever the ground and their morale (LS-5.56a), and can neither fire nor move while the marker remains
// (LS-5.56c). Mounted cavalry loses its horses permanently (LS-5.56d). Tanks and armoured cars are not affected
// (LS-5.34d, LS-5.56b). Gas is never a second pin: nobody retreats from it, and it hits only once.
func (g *Game) choke(t *table.Table, id, rule, kind string) {
	u := g.unit(id)
	if u == nil || u.Out != "" || u.Gassed || !u.tests() || !g.gassed(u.Hex, string(u.Side)) {
		return
	}
	u.Gassed, u.Pinned, u.Charge = true, true, 0
	t.At(id).Report(rule, kind, table.A("unit", id), table.A("hex", u.Hex))
	if u.cavalry() {
		g.loseHorses(t, id, "LS-5.56d")
	}
}

// clearClouds is LS-4.11b: N's gas and smoke are removed (LS-5.33h, LS-5.34e). Units that were gassed stay pinned:
// they recover in their owner's next pin removal, and no longer feel the gas (LS-5.56g).
func (g *Game) clearClouds(t *table.Table) {
	n := g.passive()
	drop := func(list []Cloud, kind, rule string) []Cloud {
		gone := table.Pick(list, func(c *Cloud) (string, bool) { return c.Place, c.Owner == n })
		if len(gone) > 0 {
			t.Report(rule, kind, table.A("side", n), table.A("hexes", gone))
		}
		return slices.DeleteFunc(list, func(c Cloud) bool { return c.Owner == n })
	}
	g.Smoke = drop(g.Smoke, "smoke-gone", "LS-5.33h")
	g.Gas = drop(g.Gas, "gas-gone", "LS-5.34e")
	for u := range table.All(g.Units) {
		u.Gassed = u.Gassed && g.gassed(u.Hex, string(u.Side))
	}
}
