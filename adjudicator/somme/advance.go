package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// cutPath reads "G-28a 5018 4918": a unit and hexes.
func cutPath(s string) (id string, path []string, ok bool) {
	w := strings.Fields(s)
	if len(w) < 2 {
		return "", nil, false
	}
	return w[0], w[1:], true
}

// aftermath is 10c to 10f: supports left alone go, the attacker advances and marks units for exploitation, surplus
// Stosstruppen go, German tanks leave.
func (g *Game) aftermath(t *table.Table, b *battle, l table.Line) {
	if !g.has(b.def, b.hex, g.fights) { // SO-11.3.1b, SO-11.3.3b
		for _, id := range g.of(b.def, b.hex, g.support) {
			g.destroy(t, id, "SO-11.3.1b")
		}
	}
	if !g.has(b.def, b.hex, g.ground) && b.retreat == 0 {
		b.beaten = true
	}
	if b.mastery == total || b.mastery == partial {
		g.advance(t, b)
		if !b.exploit { // SO-14.1a
			g.markExploitation(t, b)
		}
	}
	for _, id := range slices.Clone(b.units) {
		if g.kind(g.unit(id)) == "german_tank" { // SO-15.4.2a
			g.destroy(t, id, "SO-15.4.2a")
		}
	}
	if b.exploit {
		for _, id := range g.present(b) {
			g.unit(id).Exploit = false // SO-14.1b
		}
	}
	g.surplusStoss(t)
	g.razeRedoubts(t)
}

// advance is SO-12.4: whole, organised combat units that took part go into the attacked hex, and on after a total mastery.
func (g *Game) advance(t *table.Table, b *battle) {
	if g.has(b.def, b.hex, g.ground) {
		return
	}
	reach := 1
	if b.mastery == total {
		reach = b.retreat
		if b.beaten {
			reach = g.band("attacker", total).Advance
		}
	}
	if reach < 1 {
		return
	}
	var can []string
	for _, id := range g.present(b) {
		if u := g.unit(id); u.whole() && u.DG == "" && g.kind(u) != "german_tank" {
			can = append(can, id)
		}
	}
	if len(can) == 0 {
		return
	}
	for _, order := range strings.Split(table.Decide(t, g.askAdvance(b, can, reach)), ";") {
		id, path, ok := cutPath(order)
		if ok && slices.Contains(can, id) {
			g.advanceUnit(t, b, id, path, reach)
		}
	}
}

// advanceUnit moves one unit after combat: first into the attacked hex, then on, without regard for MP and terrain but for
// fleuves and crests (SO-12.4f to h). Regiments with Stosstruppen that have their benefits ignore zones of control.
func (g *Game) advanceUnit(t *table.Table, b *battle, id string, path []string, reach int) {
	u := g.unit(id)
	made := []string{u.Hex}
	if len(path) == 0 || path[0] != b.hex {
		path = append([]string{b.hex}, path...)
	}
	start := u.Hex
	for i, to := range path {
		if i >= reach || !g.mayAdvance(b, u, to, i) {
			break
		}
		side, _ := g.net.side(u.Hex, to)
		dry := !side.fleuve() || g.crossed(u.Side, u.Hex, to)
		from := u.Hex
		u.Hex = to
		made = append(made, to)
		g.follow(id, from)
		g.overrun(t, id)
		g.seize(t, id)
		if side.up && i > 0 {
			g.disorganise(t, id, "SO-12.4h")
		}
		if !dry {
			break
		}
	}
	if len(made) > 1 {
		t.Report("SO-12.4", "advanced", table.A("unit", id), table.A("side", u.Side), table.A("from", start), table.A("path", made))
	}
}

// mayAdvance tells whether hex i of an advance may be entered.
func (g *Game) mayAdvance(b *battle, u *Formation, to string, i int) bool {
	side, near := g.net.side(u.Hex, to)
	if !near || !g.net.open(to) || g.has(b.def, to, g.fights) || g.crowd(u.Side, to)+g.points(u) > g.limit("stacking") || g.foreign(u, to) {
		return false
	}
	if g.tank(u) && (side.water != "" && !g.crossed(u.Side, u.Hex, to) || side.up && !side.road) {
		return false
	}
	if i == 0 {
		return true
	}
	if side.fleuve() && !g.crossed(u.Side, u.Hex, to) {
		return false
	}
	if g.zoc(u.Side, u.Hex, true) && g.zoc(u.Side, to, true) {
		return g.infiltrates(u, b.hex)
	}
	return true
}

// markExploitation puts Exploitation markers on whole, organised units of the combat, as many as the mastery allows;
// regiments of one division alone in their hex are one (SO-14.0).
func (g *Game) markExploitation(t *table.Table, b *battle) {
	left := g.band("attacker", b.mastery).Exploits
	for left > 0 {
		groups := g.exploiters(b)
		if len(groups) == 0 {
			return
		}
		choice := table.Decide(t, g.askExploit(b, groups))
		if choice == "" {
			return
		}
		for _, id := range fields(choice) {
			g.unit(id).Exploit = true
		}
		t.Report("SO-14.0a", "exploitation-marker", table.A("units", fields(choice)), table.A("side", b.by), table.A("hex", g.unit(fields(choice)[0]).Hex))
		left--
	}
}

// exploiters lists what one marker may be put on, each as ids joined with commas, the lead's stack first.
func (g *Game) exploiters(b *battle) []string {
	var out []string
	used := []string{}
	fit := func(id string) bool {
		u := g.unit(id)
		return u.Hex != "" && u.whole() && u.DG == "" && !u.Exploit && g.kind(u) != "german_tank"
	}
	for _, id := range g.present(b) {
		if !fit(id) || slices.Contains(used, id) {
			continue
		}
		u := g.unit(id)
		group := []string{id}
		if d := g.printed(id).Division; d != "" && !g.has(u.Side, u.Hex, func(o *Formation) bool { return g.fights(o) && g.printed(o.ID).Division != d }) {
			group = nil
			for _, o := range g.of(u.Side, u.Hex, g.regiment) {
				if fit(o) && slices.Contains(b.units, o) {
					group = append(group, o)
				}
			}
		}
		used = append(used, group...)
		text := strings.Join(group, ",")
		if slices.Contains(group, b.lead) {
			out = slices.Insert(out, 0, text)
		} else {
			out = append(out, text)
		}
	}
	return out
}

// stossColumn, stossMastery and infiltrates tell whether Stosstruppen have their benefits in a combat: within v. Hutier's
// eight hexes (SO-HUT.b), or as far as their doctrine has come (SO-CAM.10).
func (g *Game) stossColumn(b *battle) bool {
	return b.by == german && len(g.stossIn(b)) > 0 && (g.hutierNear(b.hex) || g.StossTrack >= 2)
}

func (g *Game) stossMastery(b *battle) bool {
	return b.by == german && len(g.stossIn(b)) > 0 && (g.hutierNear(b.hex) || g.StossTrack >= 1)
}

func (g *Game) infiltrates(u *Formation, hex string) bool {
	return g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == u.ID }) && (g.hutierNear(hex) || g.StossTrack >= 3)
}

// hutierNear tells whether a combat lies within v. Hutier's radius; where he has no part in the scenario all benefits hold.
func (g *Game) hutierNear(hex string) bool {
	if !g.rule("hutier") {
		return true
	}
	if g.Hutier == "" {
		return false
	}
	u := g.unit(g.Hutier)
	return u.Hex != "" && g.distance(u.Hex, hex) <= g.limit("hutier-stoss")
}
