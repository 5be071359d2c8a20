package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// volley is one combined small arms attack on a hex (LS-8.62a).
type volley struct {
	by       table.Seat
	phase    string
	hex      string
	weapons  []weapon
	split    []string // MG platoons that fire at two hexes at once (LS-16.14b)
	grenades []string // infantry that throws rifle grenades (LS-16.13b)
}

// smallArms is LS-8.6: all fire at a hex is one attack, one d6 in the column of the total. On a hit each soft target
// in the hex tests morale by itself. The attack counts as one that the hex resisted unless it eliminates or drives off
// somebody.
func (g *Game) smallArms(t *table.Table, v volley) {
	t = t.At(v.hex)
	total := 0
	for _, w := range v.weapons {
		b := g.bearer(w)
		far := g.distance(b.Hex, v.hex)
		fs := g.strength(w, far) // in a split attack, too, the whole strength counts at each hex (LS-16.14b)
		total += fs.Total()
		t.Report("LS-8.62a", "firer", table.A("unit", w.unit), table.A("weapon", g.weaponWord(w)), table.A("from", b.Hex), table.A("hex", v.hex), table.A("range", far), table.A("strength", fs))
	}
	c, ok := g.column(total)
	if !ok {
		t.Report("LS-8.63a", "no-column", table.A("hex", v.hex), table.A("strength", total))
	} else {
		g.resolve(t, v, total, c)
	}
	for _, w := range v.weapons {
		g.hasFired(w, v.phase)
	}
}

// resolve rolls the die of a small arms attack, reads it for each kind of target in the hex with its own cover, and
// applies the result.
func (g *Game) resolve(t *table.Table, v volley, total int, c FireColumn) {
	roll := t.Roll(v.by, "small arms", 1, 6)
	var struck []string
	for _, kind := range []string{onFoot, shockFoot, onHorse, onWheels} {
		if !g.kindAt(v.by, v.hex, kind) {
			continue
		}
		die := with(roll, g.againstKind(v, kind)...)
		hit := die.Total() <= c.Hit
		t.Report("LS-8.63a", "small-arms", table.A("side", v.by), table.A("hex", v.hex), table.A("kind", "target."+kind), table.A("strength", total), table.A("column", c.name()),
			table.A("roll", die), table.A("needed", c.Hit), table.A("result", outcome(hit)))
		if hit {
			struck = append(struck, kind)
		}
	}
	g.spendGrenades(t, v, roll)
	driven := false
	if len(struck) > 0 {
		driven = g.strikeKinds(t, v.hex, v.by, struck, g.shock(v)...)
	}
	g.resist(t, v.hex, v.by, driven, g.gunsOnly(v))
}

// againstKind returns the terms of a small arms die against one kind of target: those of the firers, then cover.
// Against mounted cavalry only the machine guns' bonus counts, besides town, woods and river, and in defensive fire
// one is subtracted (LS-8.66b, A-80).
func (g *Game) againstKind(v volley, kind string) []term {
	out := g.bonus(v)
	if kind == onHorse {
		if v.phase == "4.5" {
			out = append(out, g.modifiers().CavalryDefensive.times(1))
		}
		return append(out, g.cover(v.hex, kind)...)
	}
	turned, wild := false, false
	for _, w := range v.weapons {
		u := g.unit(w.unit)
		turned = turned || u.gun() && u.Pivoted == v.phase
		wild = wild || u.Control
	}
	if turned { // LS-8.32f
		out = append(out, g.modifiers().PivotFire.times(1))
	}
	if wild { // LS-6.14e
		out = append(out, g.modifiers().OutOfControl.times(1))
	}
	if n := len(v.grenades); n > 0 { // LS-16.13b
		out = append(out, g.modifiers().Grenades.times(n))
	}
	return append(out, g.cover(v.hex, kind)...)
}

// bonus is LS-8.65a: one for each MG platoon, one for each pair of vehicle MGs, pooled over all vehicles, and one for
// each platoon of Stosstruppen (LS-16.15c). A platoon that splits its fire or fires through friends has none
// (LS-16.14b, LS-8.23l).
func (g *Game) bonus(v volley) []term {
	platoons, mounted, storm := 0, 0, 0
	for _, w := range v.weapons {
		u := g.unit(w.unit)
		switch kind := g.weaponKind(w); {
		case kind == platoonMG && !slices.Contains(v.split, u.ID) && !g.through(u, v.hex):
			platoons++
		case kind == mountedMG:
			mounted++
		case kind == rifles && u.Storm:
			storm++
		}
	}
	var out []term
	if platoons > 0 {
		out = append(out, g.modifiers().MGPlatoon.times(platoons))
	}
	if mounted > 1 {
		out = append(out, g.modifiers().VehicleMGs.times(mounted/2))
	}
	if storm > 0 {
		out = append(out, g.modifiers().Storm.times(storm))
	}
	return out
}

// shock returns what the firers add to the morale dice of the units hit: one for machine guns, however many there are.
// A single vehicle MG adds nothing (LS-8.65b). The players may agree to drop it (LS-16.14a).
func (g *Game) shock(v volley) []term {
	platoons, mounted := 0, 0
	for _, w := range v.weapons {
		switch kind := g.weaponKind(w); {
		case kind == platoonMG, kind == rifles && g.unit(w.unit).Storm: // LS-16.15c
			platoons++
		case kind == mountedMG:
			mounted++
		}
	}
	if platoons == 0 && mounted < 2 || g.in("LS-16.14a") {
		return nil
	}
	return []term{g.modifiers().MGMorale.times(1)}
}

// gunsOnly reports whether an attack is by artillery alone, which does not count towards resistance (LS-5.11l).
func (g *Game) gunsOnly(v volley) bool {
	return !slices.ContainsFunc(v.weapons, func(w weapon) bool { return g.weaponKind(w) != artGun })
}

// spendGrenades is LS-16.13d: on a natural 1, all units that threw grenades have used theirs up.
func (g *Game) spendGrenades(t *table.Table, v volley, roll table.Sum) {
	if len(v.grenades) == 0 || !g.rolls().GrenadesSpent.holds(roll.Natural()) {
		return
	}
	for _, id := range v.grenades {
		g.unit(id).Grenades = false
	}
	t.Report("LS-16.13d", "grenades-spent", table.A("units", v.grenades))
}

// kindAt reports whether a hex holds an enemy target of a kind.
func (g *Game) kindAt(by table.Seat, hex, kind string) bool {
	return g.has(g.other(by), hex, func(u *Piece) bool { return g.targetKind(u) == kind })
}

// strikeKinds applies a small arms hit on a hex to the kinds of targets that the die hit. Every soft target tests
// (LS-8.63a); cavalry, armoured cars and trucks have consequences of their own (LS-8.66c, LS-8.67). It reports whether
// somebody was eliminated or driven off (LS-5.11o). Tanks are not affected (LS-8.67a), nor are tank leaders
// (LS-14.11f) or the enemy's guns (LS-8.7a).
func (g *Game) strikeKinds(t *table.Table, hex string, by table.Seat, kinds []string, mods ...term) bool {
	driven := false
	ids := sorted(g.of(g.other(by), hex, func(u *Piece) bool { return slices.Contains(kinds, g.targetKind(u)) }))
	for _, id := range ids {
		if u := g.unit(id); u.Class == "AC" {
			g.testMorale(t, id, "LS-8.67c", mods...) // the crew that mends its wheel, if there is one
			g.wheelDie(t, id, by)
			continue
		}
		mounted := g.unit(id).cavalry()
		result := g.testMorale(t, id, "LS-8.63a", mods...) // for a truck its crew tests (LS-8.67e, LS-13.14b)
		driven = driven || result == wasEliminated || result == wasRetreated
		if u := g.unit(id); mounted && u.Out == "" && u.Mounted {
			g.horsesDie(t, id)
		}
	}
	return driven
}

// wheelDie is LS-8.67b: a hit on an armoured car may damage a wheel; a second damaged wheel stops it permanently
// (LS-8.67d).
func (g *Game) wheelDie(t *table.Table, id string, by table.Seat) {
	need := g.rolls().Wheel
	die := t.At(id).Roll(by, "wheel", 1, 6)
	hit := need.holds(die.Total())
	t.Report("LS-8.67b", "wheel-die", table.A("unit", id), table.A("roll", die), table.A("needed", need.needs()), table.A("result", outcome(hit)), table.A("hit", hit))
	if hit {
		g.wheelHit(t, id)
	}
}

// horsesDie is LS-8.66c: a d6 for each cavalry platoon that survives. Its horses may be lost.
func (g *Game) horsesDie(t *table.Table, id string) {
	u, need := g.unit(id), g.rolls().Horses
	die := t.At(id).Roll(u.Side, "horses", 1, 6)
	lost := need.holds(die.Total())
	word := "result.none"
	if lost {
		word = "result.horses"
	}
	t.Report("LS-8.66c", "horses-die", table.A("unit", id), table.A("roll", die), table.A("needed", need.needs()), table.A("result", word))
	if lost {
		g.loseHorses(t, id, "LS-8.66c")
	}
}

// flame is the attack of one flamethrower on a hex (LS-13.13, LS-8.62b), in addition to that of its carrier
// (LS-8.41c). It attacks alone, in column 30+ whatever else is there, with +1 on the morale dice of the units hit
// (LS-13.13c, LS-13.13d, LS-13.13f). The second use empties it (LS-13.13e).
func (g *Game) flame(t *table.Table, by table.Seat, w weapon, hex, phase string) {
	t = t.At(w.unit)
	u := g.unit(w.unit)
	fs := g.strength(w, 0)
	c, _ := g.column(fs.Total())
	g.burn(w)
	t.Report("LS-13.13f", "firer", table.A("unit", w.unit), table.A("weapon", "weapon."+flamer), table.A("from", g.stand(u)), table.A("hex", hex), table.A("range", g.distance(g.stand(u), hex)), table.A("strength", fs))
	v := volley{by: by, phase: phase, hex: hex, weapons: []weapon{w}}
	roll := t.At(hex).Roll(by, "flame", 1, 6)
	var struck []string
	for _, kind := range []string{onFoot, shockFoot, onHorse, onWheels} {
		if !g.kindAt(by, hex, kind) {
			continue
		}
		die := with(roll, g.againstKind(v, kind)...)
		hit := die.Total() <= c.Hit
		t.Report("LS-13.13f", "small-arms", table.A("side", by), table.A("hex", hex), table.A("kind", "target."+kind), table.A("strength", fs.Total()), table.A("column", c.name()),
			table.A("roll", die), table.A("needed", c.Hit), table.A("result", outcome(hit)))
		if hit {
			struck = append(struck, kind)
		}
	}
	driven := len(struck) > 0 && g.strikeKinds(t, hex, by, struck, g.modifiers().FlameMorale.times(1))
	g.resist(t, hex, by, driven, false)
	g.hasFired(w, phase)
	g.spentFlame(t, w)
}
