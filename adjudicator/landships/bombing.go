package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// anyHit reports whether anti-aircraft fire hit any aircraft of an attack: that adds one to the attack's dice
// (LS-11.21d).
func (g *Game) anyHit(ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return g.unit(id).AA > 0 })
}

// bomb is LS-11.32a: the factors (LS-2.53a) of all bombers over the hex together, in the column of the total
// (LS-11.32f), and a die for each target in the hex, of either side (A-84: in a melee too).
func (g *Game) bomb(t *table.Table, p table.Seat, hex string) {
	planes := g.attackers(p, hex, bombing)
	if len(planes) == 0 {
		return
	}
	factor := 0
	for _, id := range planes {
		u := g.unit(id)
		u.Shown = true
		factor += g.plane(u).Bomb
	}
	column := g.bombColumn(factor)
	t.Report("LS-11.32a", "bombing", table.A("side", p), table.A("units", planes), table.A("hex", hex), table.A("factor", factor), table.A("column", column.name()))
	hit := g.anyHit(planes)
	for _, id := range sorted(append(g.at(hex), g.carriedIn(hex)...)) {
		if u := g.unit(id); u.Out == "" {
			g.bombTarget(t.At(id), p, id, hex, column, hit)
		}
	}
}

// carriedIn returns the weapons that groups in a hex carry.
func (g *Game) carriedIn(hex string) []string {
	return slices.DeleteFunc(g.weaponsIn(hex), func(id string) bool { return g.unit(id).Carrier == "" })
}

// bombTarget rolls one target's die (LS-11.32b to 11.32e). E eliminates any target. P pins soft targets and trucks and
// gives weapons units a second die; tanks and armoured cars are affected only by E. Terrain counts for soft
// targets and weapons, not for vehicles.
func (g *Game) bombTarget(t *table.Table, p table.Seat, id, hex string, column BombColumn, aa bool) {
	u := g.unit(id)
	die := t.Roll(p, "bomb", 1, 6)
	if aa {
		die = with(die, g.modifiers().BomberAA.times(1))
	}
	if !u.vehicle() {
		die = with(die, g.bombCover(hex, u.cavalry())...)
	}
	result := column.result(die.Total())
	t.Report("LS-11.32a", "bomb", table.A("unit", id), table.A("hex", hex), table.A("column", column.name()), table.A("die", die), table.A("result", result))
	switch {
	case result == "E":
		g.eliminate(t, id, "LS-11.32d")
	case result != "P":
	case u.gun() || u.personal():
		g.bombWeapon(t, p, id, hex)
	case u.tests() || u.Class == "TL": // a second pin is a retreat; leaders are immune only to shells and bullets (LS-14.11f)
		g.pin(t, id, "LS-11.32b")
	}
}

// bombWeapon rolls the second die of a weapons unit (LS-11.32c).
func (g *Game) bombWeapon(t *table.Table, p table.Seat, id, hex string) {
	need := g.rolls().BombWeapon
	die := t.Roll(p, "weapon", 1, 6)
	gone := need.holds(die.Total())
	t.Report(need.Rule, "weapon-bombed", table.A("unit", id), table.A("hex", hex), table.A("die", die), table.A("needed", need.needs()), table.A("destroyed", gone))
	if gone {
		g.remove(id)
	}
}

// bombCover returns the terrain terms of the bombing table (LS-11.32e, M-08). Mounted cavalry gets no cover from
// trenches and strongpoints (LS-8.64c).
func (g *Game) bombCover(hex string, mounted bool) []term {
	rows := []*Terrain{g.ground(hex)}
	if g.trench(hex) != "" && !mounted {
		rows = append(rows, g.feature("trench"))
	}
	if g.strongpoint(hex) && !mounted {
		rows = append(rows, g.feature("strongpoint"))
	}
	return table.Pick(rows, func(r **Terrain) (term, bool) {
		return term{"terrain." + (*r).ID, (*r).Bomb, "LS-11.32e"}, (*r).Bomb != 0
	})
}

// bombColumn returns the column for a factor.
func (g *Game) bombColumn(factor int) BombColumn {
	var best BombColumn
	for _, c := range g.doc.Tables.Bombing {
		if c.From <= factor {
			best = c
		}
	}
	return best
}

// name returns the heading under which a column is printed: "4-7", "16+".
func (c BombColumn) name() string {
	if c.To == 0 {
		return strconv.Itoa(c.From) + "+"
	}
	return strconv.Itoa(c.From) + "-" + strconv.Itoa(c.To)
}

// result reads a column, whose entries are for 1 or less, 2 to 5, and 6 or more.
func (c BombColumn) result(total int) string {
	if len(c.Results) == 0 {
		return "-"
	}
	return c.Results[max(0, min(total-1, len(c.Results)-1))]
}

// strafe is LS-11.33: the aircraft that survive the ground fire attack the hex like small arms on the ground, terrain
// included, in the column of all ground attack values together, without the bonus or the penalty of machine guns. A
// melee is left alone (LS-12.1e, A-84).
func (g *Game) strafe(t *table.Table, p table.Seat, hex string) {
	planes := g.attackers(p, hex, strafing)
	if len(planes) == 0 {
		return
	}
	if g.locked(hex) {
		t.Report("LS-12.1e", "strafing-barred", table.A("units", planes), table.A("hex", hex))
		return
	}
	for _, id := range planes {
		g.unit(id).Shown = true
		g.groundFire(t.At(id), id)
	}
	planes = g.attackers(p, hex, strafing)
	total := 0
	for _, id := range planes {
		total += g.strafeValue(g.unit(id))
	}
	column, ok := g.column(total)
	if len(planes) == 0 || !ok {
		return
	}
	t.Report("LS-11.33b", "strafing", table.A("side", p), table.A("units", planes), table.A("hex", hex), table.A("strength", total), table.A("column", column.name()))
	g.strafeDie(t, p, hex, column, g.anyHit(planes))
}

// strafeValue returns the ground attack value of an aircraft (LS-2.52a), or for fighters that of LS-16.41a.
func (g *Game) strafeValue(u *Piece) int {
	if g.plane(u).Type == "F" {
		return g.constants().FighterStrafe.Value
	}
	return g.plane(u).Strafe
}

// strafeDie rolls the die of a ground attack and reads it for each kind of target with its cover. One hit by
// anti-aircraft fire adds 1. If the hex holds nobody that it affects, no die is rolled. It counts against the
// hex's resistance like any small arms attack (LS-5.11l).
func (g *Game) strafeDie(t *table.Table, p table.Seat, hex string, column FireColumn, aa bool) {
	kinds := slices.DeleteFunc([]string{onFoot, shockFoot, onHorse, onWheels}, func(kind string) bool { return !g.kindAt(p, hex, kind) })
	if len(kinds) == 0 {
		t.Report("LS-11.33b", "strafe-nobody", table.A("side", p), table.A("hex", hex))
		return
	}
	roll := t.Roll(p, "strafing", 1, 6)
	if aa {
		roll = with(roll, g.modifiers().StraferAA.times(1))
	}
	var struck []string
	for _, kind := range kinds {
		die := with(roll, g.cover(hex, kind)...)
		hit := die.Total() <= column.Hit
		t.Report("LS-11.33b", "strafe", table.A("side", p), table.A("hex", hex), table.A("target", "target."+kind), table.A("column", column.name()), table.A("die", die), table.A("needed", column.Hit), table.A("hit", hit))
		if hit {
			struck = append(struck, kind)
		}
	}
	driven := len(struck) > 0 && g.strikeKinds(t, hex, p, struck)
	g.resist(t, hex, p, driven, false)
}

// groundFire is LS-11.22: before a ground attack every enemy on foot in range may fire at the aircraft, at no cost,
// all together in one attack, each as it likes (D-64). The die takes +2 and no bonus for machine guns; a hit
// sends the aircraft home. Aircraft with the black square are immune (LS-2.55a, LS-11.22c).
func (g *Game) groundFire(t *table.Table, id string) {
	u := g.unit(id)
	if g.plane(u).Immune {
		t.Report("LS-11.22c", "immune", table.A("unit", id), table.A("hex", u.Hex))
		return
	}
	total := 0
	var firers []string
	for _, f := range g.riflesAt(u) {
		if table.Decide(t, g.askSkyFire(g.unit(f).Side, f)) {
			firers = append(firers, f)
			total += g.strength(weapon{unit: f}, g.distance(g.unit(f).Hex, u.Hex)).Total()
		}
	}
	column, ok := g.column(total)
	if !ok {
		return
	}
	die := with(t.Roll(g.other(u.Side), "ground fire", 1, 6), g.modifiers().StraferGroundFire.times(1))
	hit := die.Total() <= column.Hit
	t.Report("LS-11.22a", "ground-fire", table.A("target", id), table.A("hex", u.Hex), table.A("units", firers), table.A("strength", total), table.A("column", column.name()), table.A("die", die), table.A("needed", column.Hit), table.A("hit", hit))
	if hit {
		t.Report("LS-11.22b", "aborts", table.A("unit", id), table.A("hex", u.Hex))
		g.comeHome(u)
	}
}

// riflesAt returns the enemies on foot that can fire at a strafing aircraft, by hex and name: those with a fire
// strength, unpinned (LS-9.2a), in range, not in a melee (LS-12.1b) or a river (LS-8.64e), nor in smoke unless the
// aircraft is over their own hex (LS-5.33f).
func (g *Game) riflesAt(plane *Piece) []string {
	ids := g.of(g.other(plane.Side), "", func(u *Piece) bool {
		return (u.infantry() || u.gunners()) && u.FS > 0 && !u.Pinned && !u.Gassed && !g.locked(u.Hex) &&
			(g.ground(u.Hex).Kind != "river" || g.bridge(u.Hex)) && (!g.smoked(u.Hex) || u.Hex == plane.Hex) &&
			g.distance(u.Hex, plane.Hex) <= g.weaponRange(weapon{unit: u.ID}, plane.Hex).Total()
	})
	slices.SortFunc(ids, func(a, b string) int {
		x, y := g.unit(a), g.unit(b)
		switch {
		case x.Hex != y.Hex && x.Hex < y.Hex, x.Hex == y.Hex && a < b:
			return -1
		}
		return 1
	})
	return ids
}
