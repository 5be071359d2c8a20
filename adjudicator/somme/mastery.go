package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// The results of a mastery test (SO-12.2.6e).
const (
	total     = "total"
	partial   = "partial"
	none      = "none"
	erroneous = "erroneous"
)

// testMastery is step 9: defender, then attacker, each with his coloured die of step 8 (SO-12.2.6a).
func (g *Game) testMastery(t *table.Table, b *battle, green, blue table.Sum) {
	die := func(s seat) table.Sum {
		if s == german {
			return green
		}
		return blue
	}
	b.reply = g.masteryOf(t, b, b.def, die(b.def))
	b.mastery = g.masteryOf(t, b, b.by, die(b.by))
	g.noteOutcome(t, b)
}

// masteryOf reads one side's test: a natural 6 is total mastery whatever the modifiers, a natural 1 is never better
// than none, and 0 or less is erroneous orders.
func (g *Game) masteryOf(t *table.Table, b *battle, s seat, die table.Sum) string {
	natural, role := die.Total(), "defender"
	if s == b.by {
		role, die = "attacker", g.attackerMastery(b, die)
	} else {
		die = g.defenderMastery(b, die)
	}
	result := g.masteryFor(role, natural, die.Total())
	decides := 0 // a natural 6 or 1 that gives a result other than the sum's
	if sum := g.bandOf(role, die.Total()); natural == 6 && sum != total || natural == 1 && sum != none && sum != erroneous {
		decides = natural
	}
	t.Report("SO-12.2.6e", "mastery", table.A("side", s), table.A("hex", b.hex), table.A("role", "role."+role), table.A("die", die), table.A("natural", decides), table.A("result", "mastery."+result))
	return result
}

// masteryFor returns the result of a die that shows natural and comes to sum with its modifiers.
func (g *Game) masteryFor(role string, natural, sum int) string {
	switch {
	case natural == 6:
		return total
	case sum <= 0:
		return erroneous
	case natural > 1:
		return g.bandOf(role, sum)
	}
	return none
}

// bandOf returns the result that a modified die gives a role.
func (g *Game) bandOf(role string, n int) string {
	if n <= 0 {
		return erroneous
	}
	for _, band := range g.doc.Tables.Mastery { // the highest first
		if band.Side == role && n >= band.From {
			return band.Result
		}
	}
	return none
}

// band returns what a result allows a side.
func (g *Game) band(role, result string) Band {
	band, _ := table.Find(g.doc.Tables.Mastery, func(band *Band) bool { return band.Side == role && band.Result == result })
	return band
}

// defenderMastery adds the modifiers of SO-12.2.6b. Those for doctrines apply only to the Allies (SO-12.2.6d). A
// reorganising unit counts as disorganised (RUL-50).
func (g *Game) defenderMastery(b *battle, die table.Sum) table.Sum {
	add := adder(&die)
	units := g.alive(b.defs)
	if g.net.cell(b.hex).trench {
		add(g.modifiers().DefenceTrench)
	}
	if b.def == allied && slices.Contains(g.Redoubts, b.hex) {
		add(g.modifiers().DefenceRedoubt) // SO-S1.11
	}
	if g.elite(g.unit(b.dlead)) {
		add(g.modifiers().DefenceElite)
	}
	if g.observes(b.def, b.hex) {
		add(g.modifiers().DefenceOwnAir)
	}
	if g.observes(b.by, b.hex) {
		add(g.modifiers().DefenceEnemyAir)
	}
	if slices.ContainsFunc(units, func(id string) bool { return g.unit(id).DG != "" }) {
		add(g.modifiers().DefenceDisorganised)
	}
	if g.bruchmuller(b.by, b.hex) {
		add(g.modifiers().DefenceBruchmuller)
	}
	if b.def == allied && g.allUnder(units, "foch") {
		add(g.modifiers().DefenceFoch)
	}
	if g.mixed(units) {
		add(g.modifiers().DefenceMixed)
	}
	if b.def == allied && g.backsToTheWall(b) {
		add(g.modifiers().DefenceHaig)
	}
	return die
}

// attackerMastery adds the modifiers of SO-12.2.6c; among divisions of low morale the worst counts.
func (g *Game) attackerMastery(b *battle, die table.Sum) table.Sum {
	add := adder(&die)
	units := g.alive(b.units)
	if b.shock && g.stossMastery(b.hex) { // one lost to the * of the dice still counts: the test does not depend on them (SO-12.2.6a)
		add(g.modifiers().AttackStoss)
	}
	if g.elite(g.unit(b.lead)) {
		add(g.modifiers().AttackElite)
	}
	if g.observes(b.by, b.hex) {
		add(g.modifiers().AttackOwnAir)
	}
	if g.observes(b.def, b.hex) {
		add(g.modifiers().AttackEnemyAir)
	}
	if g.mixed(units) {
		add(g.modifiers().AttackMixed)
	}
	die = die.Plus("offensive", g.offensive(b.by, b.hex), "SO-12.2.6c")
	if b.by == allied && g.allUnder(units, "foch") {
		add(g.modifiers().AttackFoch)
	}
	if b.by == allied && g.allUnder(units, "petain") {
		add(g.modifiers().AttackPetain)
	}
	worst := 4
	for _, id := range units {
		if u := g.unit(id); g.division(u) {
			worst = min(worst, g.morale(u))
		}
	}
	switch {
	case worst <= 2:
		add(g.modifiers().AttackMorale2)
	case worst == 3:
		add(g.modifiers().AttackMorale3)
	}
	if g.charges(b) {
		add(g.modifiers().AttackCanadianCavalry)
	}
	return die
}

// stossThere reports whether Stosstruppen are used in an attack and have survived the bombardments (SO-3g, SO-15.3b).
func (g *Game) stossThere(b *battle) bool { return b.stoss && len(g.stossIn(b, b.by)) > 0 }

// adder adds a modifier of the chart to a die.
func adder(die *table.Sum) func(Modifier) {
	return func(m Modifier) {
		*die = die.Plus(m.ID, m.Value, m.Rule)
	}
}
