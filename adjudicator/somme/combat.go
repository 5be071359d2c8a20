package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// battle is one combat during the ten steps of SO-12.2a.
type battle struct {
	hex     string
	by, def seat
	exploit bool // in an exploitation phase (SO-14.1)
	line    table.Line
	units   []string // attacking combat units as named (SO-12.2.1c); those still there are g.alive(units)
	defs    []string // defending combat units: all that stood in the hex (SO-12.2.1b), wherever they go later
	guns    []string // artilleries of the attacker that bombard
	cb      []string // those of the attacker in counter-battery
	dguns   []string // the defender's
	dcb     []string
	lead    string
	dlead   string
	tank    string    // the tank whose coordination and protection count (SO-15.4.1h)
	stoss   bool      // Stosstruppen are used in the attack (SO-15.3b)
	shock   bool      // they were there when the odds were worked out, or when the bombardment had won the combat (SO-12.2.6c)
	column  bool      // they gave a column shift (SO-12.2.4m)
	star    bool      // the dice showed a * (SO-12.2.8l)
	given   bool      // the German has given a Stosstruppe for two points (SO-15.3d)
	ours    table.Sum // damage points of the attacker
	theirs  table.Sum // damage points of the defender
	mastery string    // of the attacker: total, partial, none, erroneous
	reply   string    // of the defender; "" if he did not test
	retreat int       // hexes that the defender went back
}

// combats plays the attacks of a combat or exploitation phase in the order of the player's lines. The player picks the
// hexes and their order, and each combat is finished before the next begins (SO-12.1a).
func (g *Game) combats(t *table.Table, phase string) {
	for {
		l, ok := t.Next(g.Phasing, phase)
		if !ok {
			break
		}
		switch l.Verb {
		case "attack", "assault":
			g.battle(t.At(orders.Value(l.Args, "hex")), l, phase == "exploit")
		default:
			g.combatLine(t, l)
		}
		t.Done(g.Phasing, l)
	}
	for i := range g.Units {
		if u := &g.Units[i]; u.Mode == "counter_battery" {
			u.Mode = "" // SO-15.2.2e
		}
	}
}

// battle is the procedure of SO-12.2a, step by step.
func (g *Game) battle(t *table.Table, l table.Line, exploit bool) {
	b := g.nameAttack(t, l, exploit) // step 1
	g.openCombat(t, b)
	defer g.closeCombat()
	g.nameArtillery(t, b) // steps 2 to 4
	g.bombard(t, b)       // step 5
	switch {
	case len(g.alive(b.defs)) == 0:
		g.bombardedOut(t, b)
		return
	case !g.nameLeads(t, b): // step 6
		g.cancel(t, b, "SO-12.2.3c")
		return
	}
	column, ok := g.odds(t, b) // step 7
	if !ok {
		g.cancel(t, b, "SO-12.2.4d")
		return
	}
	green, blue := g.resolve(t, b, column) // step 8
	g.testMastery(t, b, green, blue)       // step 9
	g.goWrong(t, b)                        // SO-12.2.7a (1) and (2)
	g.loseMarker(t, b)                     // (3)
	g.defenderActs(t, b)                   // (4)
	g.convert(t, b, b.def)                 // step 10, SO-12.2.7a (5)
	g.starred(t, b)
	g.convert(t, b, b.by)
	g.aftermath(t, b) // (6)
}

// nameAttack is step 1: the attacker names the hex and his units, and the choice is final (SO-12.2.1a). All units in the
// hex must defend (SO-12.2.1b). A German tank is placed with one of the attackers (SO-15.4.2a).
func (g *Game) nameAttack(t *table.Table, l table.Line, exploit bool) *battle {
	hex := orders.Value(l.Args, "hex")
	units, _ := g.whoAttacks(g.Phasing, l, exploit)
	b := &battle{hex: hex, by: g.Phasing, def: other(g.Phasing), exploit: exploit, line: l, units: units}
	b.defs = g.of(b.def, hex, g.fights)
	b.ours, b.theirs = table.Base("table", 0, "SO-12.2.5b"), table.Base("table", 0, "SO-12.2.5b")
	g.Fought = append(g.Fought, hex) // SO-12.1c
	g.placeTank(t, b)
	for _, id := range b.units {
		g.unit(id).Fights++ // SO-12.1e
	}
	b.stoss = b.by == german && len(g.stossIn(b, german)) > 0 && wordOf(l, "stoss", "use") != "none"
	t.Report("SO-12.2.1", "attack", table.A("hex", hex), table.A("side", b.by), table.A("units", b.units), table.A("from", g.hexesOf(b.units)), table.A("defenders", g.of(b.def, hex, g.ground)))
	return b
}

// hexesOf returns the hexes that units stand in, each once.
func (g *Game) hexesOf(units []string) []string {
	var out []string
	for _, id := range units {
		if h := g.unit(id).Hex; h != "" && !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// alive returns those of some units that are still on the map.
func (g *Game) alive(units []string) []string {
	return table.Keep(units, func(id string) bool { return g.unit(id).Hex != "" })
}

// side returns the units of a side in a combat that are still there.
func (b *battle) side(g *Game, s seat) []string {
	if s == b.def {
		return g.alive(b.defs)
	}
	return g.alive(b.units)
}

// bombardedOut is SO-12.2.2d: no defender is left after the bombardment, so the attacker has won. Only he tests mastery,
// with a lead of his choice; the results apply, including erroneous orders.
func (g *Game) bombardedOut(t *table.Table, b *battle) {
	units := g.alive(b.units)
	if len(units) == 0 {
		t.Report("SO-12.2.2d", "nobody-left", table.A("hex", b.hex))
		g.aftermath(t, b)
		return
	}
	b.lead, b.shock = g.pickLead(t, b, units), g.stossThere(b)
	t.Report("SO-12.2.2d", "won-by-fire", table.A("hex", b.hex), table.A("side", b.by), table.A("unit", b.lead))
	die := t.Roll(b.by, colour(b.by), 1, 6)
	b.mastery = g.masteryOf(t, b, b.by, die)
	g.noteOutcome(t, b)
	g.goWrong(t, b)
	g.loseMarker(t, b)
	g.aftermath(t, b)
}

// cancel takes the cost of an attack that comes to nothing because no unit may lead it (SO-12.2.3c) or because it is
// below 1/2 (SO-12.2.4d). It costs three losses on the named units of highest morale, with the owner choosing among
// equals, then on the next morale down, tanks last. Losses for which there are no steps left are waived (RUL-53). The
// effects of the bombardments stand.
func (g *Game) cancel(t *table.Table, b *battle, rule string) {
	t.Report(rule, "attack-cancelled", table.A("hex", b.hex), table.A("side", b.by), table.A("n", g.limits().CancelLosses.Value))
	for range g.limits().CancelLosses.Value {
		units := g.alive(b.units)
		if len(units) == 0 {
			break
		}
		best := slices.MaxFunc(units, func(x, y string) int { return g.mettle(x) - g.mettle(y) })
		units = slices.DeleteFunc(units, func(id string) bool { return g.mettle(id) != g.mettle(best) })
		g.lose(t, g.sufferer(t, b.by, b.hex, units), rule)
	}
	b.defs = nil // nobody won: no mastery, no advance
	g.finish(t, b)
}

// mettle ranks units for RUL-53: morale, tanks last.
func (g *Game) mettle(id string) int {
	u := g.unit(id)
	if g.tank(u) {
		return 0
	}
	return g.morale(u)
}

// colour returns the colour of a side's mastery die: green for the German, blue for the Allies (SO-2.3a).
func colour(s seat) string {
	if s == german {
		return "green"
	}
	return "blue"
}

// resolve is step 8: four dice at once, two white ones for the table, green and blue for mastery (SO-12.2.5a). The result
// is changed by fog, for the initiative player's units in his phase (SO-10b, RUL-10), and by Foch's doctrine
// (SO-12.2.5c).
func (g *Game) resolve(t *table.Table, b *battle, column int) (green, blue table.Sum) {
	white := t.Roll(b.by, "white", 2, 6)
	green, blue = t.Roll(german, colour(german), 1, 6), t.Roll(allied, colour(allied), 1, 6)
	c := g.doc.Tables.Combat[column]
	cell := c.Cells[white.Total()-2]
	a, d, star := readCell(cell)
	b.ours, b.theirs = table.Base("table", a, "SO-12.2.5b"), table.Base("table", d, "SO-12.2.5b")
	if m := g.modifiers().FogDamage; g.foggy() && b.by == g.Initiative && a > 0 {
		b.ours = b.ours.Plus(m.ID, m.Value, m.Rule)
	}
	if m := g.modifiers().FochDamage; b.by == allied && g.allUnder(g.alive(b.units), "foch") {
		b.ours = b.ours.Plus(m.ID, m.Value, m.Rule)
	}
	t.Report("SO-12.2.5", "combat-dice", table.A("hex", b.hex), table.A("side", b.by), table.A("white", white), table.A("green", green), table.A("blue", blue), table.A("column", c.ID), table.A("cell", cell),
		table.A("attacker", b.ours), table.A("defender", b.theirs))
	b.star = star && b.column
	return green, blue
}

// starred is the * of the table, in step 10: a Stosstruppe used for the column is lost, in addition to all other losses
// (SO-12.2.8l). It may also be one whose regiment has since been lost.
func (g *Game) starred(t *table.Table, b *battle) {
	there := table.NamesOf(g.Units, func(u *Formation) bool { return g.stoss(u) && u.Hex != "" && slices.Contains(b.units, u.With) })
	if !b.star || len(there) == 0 {
		return
	}
	id := there[0]
	if len(there) > 1 {
		id = table.Decide(t, g.askStar(b.hex, there))
	}
	t.Report("SO-12.2.8l", "stoss-lost", table.A("unit", id), table.A("side", german), table.A("hex", b.hex))
	g.destroy(t, id, "SO-15.3e")
}

// readCell reads a cell of the table: "5/3*" is A5 D3 and a Stosstruppe (SO-12.2.5b).
func readCell(s string) (a, d int, star bool) {
	second := false
	for _, c := range s {
		switch {
		case c == '/':
			second = true
		case c == '*':
			star = true
		case second:
			d = d*10 + int(c-'0')
		default:
			a = a*10 + int(c-'0')
		}
	}
	return a, d, star
}

// allUnder reports whether every one of some units in a combat is under a doctrine (RUL-21).
func (g *Game) allUnder(units []string, doctrine string) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(id string) bool { return g.doctrine(g.unit(id)) != doctrine })
}

// mixed reports whether units of several nations fight together (SO-12.2.6b); in scenario 3 the Allies count as one
// nation (SO-S3.7).
func (g *Game) mixed(units []string) bool {
	return !g.rule("one_nationality") && slices.ContainsFunc(units, func(id string) bool { return g.nation(g.unit(id)) != g.nation(g.unit(units[0])) })
}

// noteOutcome records how a combat went, for conditions and for what follows.
func (g *Game) noteOutcome(t *table.Table, b *battle) {
	g.Outcomes = append(g.Outcomes, Outcome{Hex: b.hex, By: b.by, Attack: b.mastery, Defence: b.reply})
	t.Result(b.mastery + " mastery " + b.hex)
}

// outcome returns the outcome of the combat being played, or nil before its mastery tests.
func (g *Game) outcome(b *battle) *Outcome {
	if n := len(g.Outcomes); n > 0 && g.Outcomes[n-1].Hex == b.hex && b.mastery != "" {
		return &g.Outcomes[n-1]
	}
	return nil
}
