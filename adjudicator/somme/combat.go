package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// battle is one combat on its way through the ten steps of SO-12.2a.
type battle struct {
	hex      string
	by, def  seat
	exploit  bool     // of an exploitation phase (SO-14.1)
	units    []string // attacking combat units, as named; those eliminated drop out
	guns     []string // attacker's artilleries that bombard
	cb       []string // attacker's in counter-battery
	dguns    []string // defender's
	dcb      []string
	lead     string
	dlead    string
	tank     string // the one whose coordination counts (SO-15.4.1h)
	stoss    bool   // Stosstruppen gave the column (SO-12.2.4m)
	spent    seat   // side that has given a Stosstruppe for 2 points (SO-15.3d)
	ours     int    // damage points of the attacker
	theirs   int    // of the defender
	mastery  string // of the attacker: total, partial, none, erroneous
	dmastery string
	retreat  int // hexes that the defender went back
	beaten   bool
}

// mayAttack looks at an attack before anything of it is done (SO-12.1, SO-12.2.1, SO-15.4.1i).
func (g *Game) mayAttack(s seat, hex string, units []string, exploit bool) *table.Refusal {
	if !g.has(other(s), hex, g.ground) {
		return refuse("nobody-there", "SO-12.1a", table.A("hex", hex))
	}
	if slices.Contains(g.Fought, hex) {
		return refuse("fought-already", "SO-12.1c", table.A("hex", hex))
	}
	if len(units) == 0 {
		return refuse("nobody-attacks", "SO-12.1a", table.A("hex", hex))
	}
	for _, id := range units {
		if why := g.mayJoin(g.unit(id), hex, exploit); why != nil {
			return why
		}
	}
	return g.mayCooperate(s, units)
}

// mayJoin is what keeps one unit out of an attack.
func (g *Game) mayJoin(u *Formation, hex string, exploit bool) *table.Refusal {
	side, near := g.net.side(u.Hex, hex)
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", hex)}
	switch {
	case !g.fights(u):
		return refuse("no-combat-unit", "SO-3d", say...)
	case !near:
		return refuse("not-beside", "SO-12.1b", say...)
	case u.Fights > 0:
		return refuse("fought", "SO-12.1e", say...)
	case u.Unsupplied:
		return refuse("cannot-unsupplied", "SO-9.2a", say...)
	case u.DG != "":
		return refuse("cannot-disorganised", "SO-12.5b", say...)
	case u.Disengage:
		return refuse("cannot-disengaging", "SO-11.2.7a", say...)
	case exploit && !u.Exploit:
		return refuse("not-exploiting", "SO-14.1a", say...)
	case g.tank(u) && (side.water != "" || side.up || side.down || g.town(hex)):
		return refuse("tank-attack", "SO-15.4.1i", say...)
	case g.held(u):
		return refuse("prepared", "SO-F.b", say...)
	}
	return nil
}

// mayCooperate is SO-COOP.b: units of different nations never attack together while cooperation is restricted.
func (g *Game) mayCooperate(s seat, units []string) *table.Refusal {
	if !g.restricted(s, "attack") {
		return nil
	}
	for _, id := range units[1:] {
		if g.nation(g.unit(id)) != g.nation(g.unit(units[0])) {
			return refuse("two-nations", "SO-COOP.b", table.A("unit", units[0]), table.A("other", id))
		}
	}
	return nil
}

// combatPhase plays the attacks of a combat or exploitation phase in the order of the player's lines (SO-12.1a).
func (g *Game) combats(t *table.Table, phase string) {
	exploit := phase == "exploit"
	for l := range t.Orders(g.Phasing, phase) {
		if l.Verb != "attack" {
			g.otherCombatLine(t, l)
			continue
		}
		hex := orders.Value(l.Args, "hex")
		units := g.unitsOf(g.Phasing, l.Args, "with")
		units = slices.DeleteFunc(units, func(id string) bool {
			u := g.unit(id)
			return !g.fights(u) || g.distance(u.Hex, hex) != 1 || u.Fights > 0
		})
		if why := g.mayAttack(g.Phasing, hex, units, exploit); why != nil {
			t.Refuse(g.Phasing, l, why)
			continue
		}
		b := &battle{hex: hex, by: g.Phasing, def: other(g.Phasing), exploit: exploit, units: units}
		g.battle(t.At(hex), b, l)
	}
	for i := range g.Units {
		if u := &g.Units[i]; u.Mode == "counter_battery" {
			u.Mode = "" // SO-15.2.2e
		}
	}
}

// battle is the procedure of SO-12.2a, step by step.
func (g *Game) battle(t *table.Table, b *battle, l table.Line) {
	g.Fought = append(g.Fought, b.hex)
	for _, id := range b.units { // step 1
		g.unit(id).Fights++
	}
	g.germanTank(t, b, l)
	t.Report("SO-12.2.1", "attack", table.A("hex", b.hex), table.A("side", b.by), table.A("units", b.units), table.A("defenders", g.of(b.def, b.hex, g.ground)))
	g.nameArtillery(t, b, l) // steps 2 to 4
	g.bombard(t, b)          // step 5
	if !g.alive(b) {         // SO-12.2.2d
		g.bombardedOut(t, b, l)
		return
	}
	if !g.nameLeads(t, b, l) { // step 6
		g.cancelled3(t, b, "SO-12.2.3c")
		return
	}
	column, ok := g.odds(t, b) // step 7
	if !ok {
		g.cancelled3(t, b, "SO-12.2.4d")
		return
	}
	white, blue, green := g.rollCombat(t, b, column) // step 8
	_ = white
	g.testMastery(t, b, blue, green) // step 9
	g.goneWrong(t, b)                // 9a, 9b
	g.loseMarker(t, b)               // 9c
	g.defenderActs(t, b)             // 9d
	g.convert(t, b, b.def)           // 10a
	g.convert(t, b, b.by)            // 10b
	g.aftermath(t, b, l)             // 10c to 10f
}

// alive tells whether the attacked hex still holds a ground unit of the defender.
func (g *Game) alive(b *battle) bool { return g.has(b.def, b.hex, g.ground) }

// present drops attackers that are no more.
func (g *Game) present(b *battle) []string {
	b.units = slices.DeleteFunc(b.units, func(id string) bool { return g.unit(id).Hex == "" })
	return b.units
}

// defenders lists the defending combat units.
func (g *Game) defenders(b *battle) []string { return g.of(b.def, b.hex, g.fights) }

// bombardedOut is SO-12.2.2d: all defenders fell to the bombardment; the attacker alone rolls his mastery.
func (g *Game) bombardedOut(t *table.Table, b *battle, l table.Line) {
	b.beaten = true
	b.lead = g.leadOf(t, b, l)
	die := t.Roll(b.by, "mastery", 1, 6)
	b.mastery = g.mastered(t, b, b.by, die)
	g.goneWrong(t, b)
	g.loseMarker(t, b)
	g.convert(t, b, b.by)
	g.aftermath(t, b, l)
}

// cancelled3 is what an attack costs that comes to nothing: three losses on the named units of the highest morale (RUL-53).
func (g *Game) cancelled3(t *table.Table, b *battle, rule string) {
	t.Report(rule, "attack-cancelled", table.A("hex", b.hex), table.A("side", b.by), table.A("losses", g.limit("cancel-losses")))
	for range g.limit("cancel-losses") {
		alive := g.present(b)
		if len(alive) == 0 {
			return
		}
		best := slices.Clone(alive)
		slices.SortStableFunc(best, func(x, y string) int { return g.mettle(y) - g.mettle(x) })
		best = slices.DeleteFunc(best, func(id string) bool { return g.mettle(id) != g.mettle(best[0]) })
		g.lose(t, table.Decide(t, g.askLoss(b.by, b.hex, best)), rule)
	}
	g.surplusStoss(t)
}

// mettle ranks units for RUL-53: morale, tanks last.
func (g *Game) mettle(id string) int {
	u := g.unit(id)
	if g.tank(u) {
		return 0
	}
	return g.morale(u)
}

// rollCombat is step 8: four dice at once, two white for the table, green and blue for mastery (SO-12.2.5a).
func (g *Game) rollCombat(t *table.Table, b *battle, column int) (white, blue, green table.Sum) {
	white = t.Roll(b.by, "white", 2, 6)
	green = t.Roll(german, "green", 1, 6)
	blue = t.Roll(allied, "blue", 1, 6)
	c := g.doc.Tables.Combat[column]
	a, d, star := readCell(c.Cells[white.Total()-2])
	ours, theirs := table.Base("table", a, "SO-12.2.5b"), table.Base("table", d, "SO-12.2.5b")
	if g.foggy() {
		m := g.modifier("fog-damage")
		if ours.Total() > 0 {
			ours = ours.Plus(m.ID, m.Value, m.Rule)
		}
	}
	if b.by == allied && g.allUnder(b.units, "foch") {
		m := g.modifier("foch-damage")
		ours = ours.Plus(m.ID, m.Value, m.Rule)
	}
	b.ours, b.theirs = ours.Total(), theirs.Total()
	t.Report("SO-12.2.5", "combat-dice", table.A("hex", b.hex), table.A("white", white), table.A("green", green), table.A("blue", blue), table.A("column", c.ID),
		table.A("attacker", ours), table.A("defender", theirs))
	if star && b.stoss {
		g.starred(t, b)
	}
	return white, blue, green
}

// starred is the * of the table: a Stosstruppe used for the column is lost (SO-12.2.8l).
func (g *Game) starred(t *table.Table, b *battle) {
	for _, id := range g.stossIn(b) {
		t.Report("SO-12.2.8l", "stoss-lost", table.A("unit", id), table.A("side", german), table.A("hex", b.hex))
		g.destroy(t, id, "SO-12.2.8l")
		return
	}
}

// stossIn lists the Stosstruppen with participating attackers.
func (g *Game) stossIn(b *battle) []string {
	var out []string
	for i := range g.Units {
		if u := &g.Units[i]; g.stoss(u) && u.Hex != "" && slices.Contains(b.units, u.With) {
			out = append(out, u.ID)
		}
	}
	return out
}

// readCell reads "5/3*".
func readCell(s string) (a, d int, star bool) {
	first := true
	for _, c := range s {
		switch {
		case c == '/':
			first = false
		case c == '*':
			star = true
		case first:
			a = a*10 + int(c-'0')
		default:
			d = d*10 + int(c-'0')
		}
	}
	return a, d, star
}

// allUnder tells whether every unit of a side in a combat is under a doctrine (RUL-21).
func (g *Game) allUnder(units []string, doctrine string) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(id string) bool { return g.doctrine(g.unit(id)) != doctrine })
}

// mixed tells whether units of several nations fight together (SO-12.2.6b).
func (g *Game) mixed(units []string) bool {
	return slices.ContainsFunc(units, func(id string) bool { return g.nation(g.unit(id)) != g.nation(g.unit(units[0])) })
}
