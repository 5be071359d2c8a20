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

// testMastery is step 9: the defender's die, then the attacker's, each with his own modifiers (SO-12.2.6a).
func (g *Game) testMastery(t *table.Table, b *battle, blue, green table.Sum) {
	die := func(s seat) table.Sum {
		if s == german {
			return green
		}
		return blue
	}
	if len(g.defenders(b)) > 0 {
		b.dmastery = g.mastered(t, b, b.def, die(b.def))
	}
	b.mastery = g.mastered(t, b, b.by, die(b.by))
}

// mastered reads one side's test.
func (g *Game) mastered(t *table.Table, b *battle, s seat, die table.Sum) string {
	natural := die.Total()
	if s == b.by {
		die = g.attackerMastery(b, die)
	} else {
		die = g.defenderMastery(b, die)
	}
	role := "attacker"
	if s == b.def {
		role = "defender"
	}
	result := none
	switch {
	case natural == 6:
		result = total
	case die.Total() <= 0:
		result = erroneous
	case natural == 1:
	default:
		for _, band := range g.doc.Tables.Mastery {
			if band.Side == role && die.Total() >= band.From {
				result = band.Result
				break
			}
		}
	}
	t.Report("SO-12.2.6", "mastery", table.A("side", s), table.A("hex", b.hex), table.A("role", "role."+role), table.A("die", die), table.A("result", "mastery."+result))
	t.Result(result + " mastery " + role + " " + b.hex)
	t.For(s).Result(result + " mastery")
	return result
}

// band gives what a result allows a side.
func (g *Game) band(role, result string) Band {
	for _, band := range g.doc.Tables.Mastery {
		if band.Side == role && band.Result == result {
			return band
		}
	}
	return Band{}
}

// defenderMastery adds the modifiers of SO-12.2.6b.
func (g *Game) defenderMastery(b *battle, die table.Sum) table.Sum {
	add := g.adder(&die)
	units := g.defenders(b)
	if g.net.cell(b.hex).trench {
		add("defence-trench")
	}
	if b.def == allied && slices.Contains(g.Redoubts, b.hex) {
		add("defence-redoubt")
	}
	if b.dlead != "" && g.elite(g.unit(b.dlead)) {
		add("defence-elite")
	}
	own, enemy := g.overhead(b.def, b.hex)
	if own {
		add("defence-own-air")
	}
	if enemy {
		add("defence-enemy-air")
	}
	if slices.ContainsFunc(units, func(id string) bool { return g.unit(id).DG != "" }) {
		add("defence-disorganised")
	}
	if g.bruchmuller(b.hex) {
		add("defence-bruchmuller")
	}
	if b.def == allied && g.allUnder(units, "foch") {
		add("defence-foch")
	}
	if g.mixed(units) {
		add("defence-mixed")
	}
	if b.def == allied && g.backsToTheWall(b) {
		add("defence-haig")
	}
	return die
}

// attackerMastery adds the modifiers of SO-12.2.6c.
func (g *Game) attackerMastery(b *battle, die table.Sum) table.Sum {
	add := g.adder(&die)
	if g.stossMastery(b) {
		add("attack-stoss")
	}
	if b.lead != "" && g.elite(g.unit(b.lead)) {
		add("attack-elite")
	}
	own, enemy := g.overhead(b.by, b.hex)
	if own {
		add("attack-own-air")
	}
	if enemy {
		add("attack-enemy-air")
	}
	if len(b.units) > 0 && g.mixed(b.units) {
		add("attack-mixed")
	}
	if n := g.offensive(b.by, b.hex); n > 0 {
		die = die.Plus("offensive", n, "SO-12.2.6c")
	}
	if b.by == allied && g.allUnder(b.units, "foch") {
		add("attack-foch")
	}
	if b.by == allied && g.allUnder(b.units, "petain") {
		add("attack-petain")
	}
	worst := 9
	for _, id := range b.units {
		if u := g.unit(id); g.division(u) {
			worst = min(worst, g.morale(u))
		}
	}
	switch {
	case worst <= 2:
		add("attack-morale-2")
	case worst == 3:
		add("attack-morale-3")
	}
	if g.charges(b) {
		add("attack-canadian-cavalry")
	}
	return die
}

// adder adds a modifier of the chart to a die.
func (g *Game) adder(die *table.Sum) func(id string) {
	return func(id string) {
		m := g.modifier(id)
		*die = die.Plus(m.ID, m.Value, m.Rule)
	}
}

// goneWrong is 9a and 9b: the erroneous orders of the defender, then of the attacker (SO-12.2.6k).
func (g *Game) goneWrong(t *table.Table, b *battle) {
	if b.dmastery == erroneous {
		die := t.Roll(b.def, "erroneous", 1, 6)
		g.defenderErrs(t, b, die)
	}
	if b.mastery == erroneous {
		die := t.Roll(b.by, "erroneous", 1, 6)
		g.attackerErrs(t, b, die)
	}
}

// defenderErrs is the list of SO-12.2.6l to q.
func (g *Game) defenderErrs(t *table.Table, b *battle, die table.Sum) {
	kinds := []string{"sacrifice", "panic", "suicidal", "rout", "indecision", "misdirected"}
	rules := []string{"SO-12.2.6l", "SO-12.2.6m", "SO-12.2.6n", "SO-12.2.6o", "SO-12.2.6p", "SO-12.2.6q"}
	n := die.Total() - 1
	t.Report(rules[n], "erroneous-defender", table.A("side", b.def), table.A("hex", b.hex), table.A("die", die), table.A("what", "erroneous."+kinds[n]))
	switch kinds[n] {
	case "sacrifice":
		g.extraLoss(t, b, b.def, rules[n])
		g.extraLoss(t, b, b.by, rules[n])
	case "panic":
		g.fallBack(t, b, 1, false)
	case "suicidal":
		g.extraLoss(t, b, b.def, rules[n])
	case "rout":
		b.ours = max(0, b.ours-3)
	case "indecision":
		for _, id := range g.defenders(b) {
			g.unit(id).Pinned = true
		}
	case "misdirected":
		g.misdirect(t, b)
	}
}

// attackerErrs is the list of SO-12.2.6r to t, read in its order as 1 to 6 (RUL-15).
func (g *Game) attackerErrs(t *table.Table, b *battle, die table.Sum) {
	kinds := []string{"fierce", "confusion", "obstinacy", "attacker-panic", "enthusiasm", "counter-order"}
	rules := []string{"SO-12.2.6r", "SO-12.2.6r", "SO-12.2.6r", "SO-12.2.6s", "SO-12.2.6s", "SO-12.2.6t"}
	n := die.Total() - 1
	t.Report(rules[n], "erroneous-attacker", table.A("side", b.by), table.A("hex", b.hex), table.A("die", die), table.A("what", "erroneous."+kinds[n]))
	switch kinds[n] {
	case "fierce":
		g.extraLoss(t, b, b.def, rules[n])
		g.extraLoss(t, b, b.by, rules[n])
	case "confusion":
		if units := slices.DeleteFunc(slices.Clone(g.present(b)), func(id string) bool { return g.tank(g.unit(id)) }); len(units) > 0 {
			g.disorganise(t, table.Decide(t, g.askConfused(b.def, b.hex, g.strongest(units))), rules[n])
		}
	case "obstinacy":
		g.extraLoss(t, b, b.by, rules[n])
	case "attacker-panic":
		g.recoil(t, b)
	case "enthusiasm":
		b.theirs = max(0, b.theirs-3)
	case "counter-order":
		g.removeMarker(t, b, rules[n])
	}
}

// extraLoss is one loss more on a participating unit, its owner's choice, the lead without a word (RUL-30).
func (g *Game) extraLoss(t *table.Table, b *battle, s seat, rule string) {
	units := g.present(b)
	lead := b.lead
	if s == b.def {
		units, lead = g.defenders(b), b.dlead
	}
	if len(units) == 0 {
		return
	}
	list := slices.Clone(units)
	if i := slices.Index(list, lead); i > 0 {
		list[0], list[i] = list[i], list[0]
	}
	g.lose(t, table.Decide(t, g.askLoss(s, b.hex, list)), rule)
}

// loseMarker is 9c: an attacker without mastery, erroneous orders included (RUL-67), lets the defender take off one Reserve
// or Exploitation marker within three hexes (SO-12.2.6j, SO-12.2.6v).
func (g *Game) loseMarker(t *table.Table, b *battle) {
	if b.mastery == none || b.mastery == erroneous {
		g.removeMarker(t, b, "SO-12.2.6j")
	}
}

func (g *Game) removeMarker(t *table.Table, b *battle, rule string) {
	var hexes []string
	for _, id := range g.of(b.by, "", func(u *Formation) bool {
		return (u.Reserve || u.Exploit) && g.distance(u.Hex, b.hex) <= g.limit("marker-range")
	}) {
		if h := g.unit(id).Hex; !slices.Contains(hexes, h) {
			hexes = append(hexes, h)
		}
	}
	if len(hexes) == 0 {
		return
	}
	slices.SortStableFunc(hexes, func(x, y string) int { return g.weightAt(b.by, y) - g.weightAt(b.by, x) })
	hex := table.Decide(t, g.askMarker(b.def, b.hex, hexes))
	for _, id := range g.of(b.by, hex, func(u *Formation) bool { return u.Reserve || u.Exploit }) {
		u := g.unit(id)
		u.Reserve, u.Exploit = false, false
	}
	t.Report(rule, "marker-removed", table.A("side", b.by), table.A("hex", hex), table.A("by", b.def))
}

// weightAt is the attack of all units of a side in a hex.
func (g *Game) weightAt(s seat, hex string) int {
	n := 0
	for _, id := range g.of(s, hex, g.fights) {
		n += g.attackOf(g.unit(id))
	}
	return n
}

// strongest orders units by attack, the highest first.
func (g *Game) strongest(units []string) []string {
	out := slices.Clone(units)
	slices.SortStableFunc(out, func(x, y string) int { return g.attackOf(g.unit(y)) - g.attackOf(g.unit(x)) })
	return out
}
