package somme

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// disengagements is SO-13: after all combats of the combat phase, the phasing player tries to withdraw stacks that bear
// Disengagement markers and are in enemy ZOC, in the order of his lines, then of his standing orders, then of the hexes.
// Supports never disengage, and nothing does after exploitation combats (SO-13.0a).
func (g *Game) disengagements(t *table.Table) {
	s := g.Phasing
	lines := g.said(t, s, "withdraw", []string{"disengage"}, func(table.Line) bool { return true })
	for _, l := range lines {
		for _, id := range g.unitsOf(s, l.Args, "units") {
			if u := g.unit(id); !u.Disengage && slices.Contains(orders.List(l.Args, "units"), id) {
				t.Refuse(s, l, refuse("no-disengagement", "SO-13.0a", table.A("unit", id)))
			}
		}
		if hexes := g.hexesOf(g.leavers(l)); len(hexes) == 0 {
			t.Refuse(s, l, refuse("nobody-disengages", "SO-13.0a"))
		}
	}
	for l := range t.Standing(s, "withdraw") {
		lines = append(lines, l)
	}
	var tried []string // a stack that has gone back to another hex does not try again
	try := func(hex string) {
		stack := slices.DeleteFunc(g.leaving(hex), func(id string) bool { return slices.Contains(tried, id) })
		if len(stack) == 0 {
			return
		}
		tried = append(tried, stack...)
		mine := slices.DeleteFunc(slices.Clone(lines), func(l table.Line) bool { return !g.speaksOf(l, hex, stack) })
		if len(mine) > 0 && orders.Value(mine[0].Args, "how") == "none" {
			for _, l := range mine[1:] {
				if !l.Standing && orders.Value(l.Args, "how") != "none" {
					t.Refuse(s, l, refuse("stays-said", "SO-13.0a", table.A("hex", hex)))
				}
			}
			return
		}
		g.disengage(t.At(hex), hex, stack, mine)
	}
	for _, l := range lines {
		if hexes := g.hexesOf(g.leavers(l)); len(orders.List(l.Args, "units")) > 0 || orders.Has(l.Args, "hex") {
			for _, hex := range hexes {
				try(hex)
			}
		}
	}
	hexes := g.hexesOf(g.of(s, "", func(u *Formation) bool { return u.Disengage }))
	slices.Sort(hexes)
	for _, hex := range hexes {
		try(hex)
	}
}

// mayOrderWithdraw tests the lengths that a line gives: one or two hexes for r2, one to three for r3 (SO-13.0d).
func mayOrderWithdraw(_ *Game, _ table.Seat, l table.Line) *table.Refusal {
	for i, name := range []string{"r2", "r3"} {
		if n := orders.Int(l.Args, name, 1); n < 1 || n > i+2 {
			return refuse("withdraw-length", "SO-13.0d", table.A("result", name), table.A("n", n), table.A("most", i+2))
		}
	}
	return nil
}

// leavers returns the marked units that a line applies to: those it names, those of its hex, or all.
func (g *Game) leavers(l table.Line) []string {
	return g.of(g.Phasing, orders.Value(l.Args, "hex"), func(u *Formation) bool { return u.Disengage && g.speaksOf(l, u.Hex, []string{u.ID}) })
}

// speaksOf reports whether a line applies to units in a hex: it names one of them or none at all, and no other hex.
func (g *Game) speaksOf(l table.Line, hex string, units []string) bool {
	words := orders.List(l.Args, "units")
	if elsewhere(l, hex) || len(units) == 0 {
		return false
	}
	return len(words) == 0 || slices.ContainsFunc(g.named(g.unit(units[0]).Side, words), func(id string) bool { return slices.Contains(units, id) })
}

// leaving returns the stack of a hex that may disengage: combat units with the marker, in enemy ZOC (SO-11.2.7a,
// SO-13.0a).
func (g *Game) leaving(hex string) []string {
	if !g.zoc(g.Phasing, hex, true) {
		return nil
	}
	return g.of(g.Phasing, hex, func(u *Formation) bool { return u.Disengage && g.fights(u) })
}

// disengage makes one attempt (SO-13.0b): a die for the stack, by the morale of one of its units. The first of its
// owner's lines that says so decides which unit it is, how far the stack goes and where to.
func (g *Game) disengage(t *table.Table, hex string, stack []string, lines []table.Line) {
	unit := g.chosenSteady(t, hex, stack, lines)
	die := g.disengageModifiers(t.Roll(g.Phasing, "disengage", 1, 6), hex, stack, unit)
	results := g.doc.Tables.Disengagement
	result := results[min(max(die.Total(), 0), len(results)-1)] // RUL-33
	t.Report("SO-13.0d", "disengage", table.A("side", g.Phasing), table.A("hex", hex), table.A("units", stack), table.A("unit", unit), table.A("die", die), table.A("result", result), table.A("hurt", result[0] == '*'), table.A("means", leaves(result)))
	if result[0] == '*' {
		g.lose(t, unit, "SO-13.0d")
		result = result[1:]
	}
	stack = g.alive(stack)
	w := withdrawal{units: stack, forced: true, decision: "SO-D26", verb: "withdraw", rule: "SO-13.0d", lines: lines}
	switch most := int(result[1] - '0'); {
	case len(stack) == 0:
		return
	case result[0] == 'R':
		w.hexes, w.shaken, w.opponent, w.decision, w.verb, w.lines = most, true, true, "SO-D27", "drive", nil
	case most == 1:
		w.hexes = 1
	default:
		w.hexes = g.wayOff(t, hex, stack, lines, most)
	}
	g.retreat(t, w)
	if w.opponent {
		for _, id := range g.alive(stack) {
			g.disorganise(t, id, "SO-13.0d")
		}
	}
}

// chosenSteady returns the unit whose morale counts: that of a line, the one named with the marker, otherwise by D-28.
func (g *Game) chosenSteady(t *table.Table, hex string, stack []string, lines []table.Line) string {
	for _, l := range lines {
		word := orders.Value(l.Args, "with")
		if word == "" {
			continue
		}
		for _, id := range g.named(g.Phasing, []string{word}) {
			if slices.Contains(stack, id) {
				return id
			}
		}
		if !l.Standing && !slices.ContainsFunc(g.named(g.Phasing, []string{word}), func(id string) bool { return slices.Contains(g.leavers(l), id) }) {
			t.Refuse(g.Phasing, l, refuse("steady-elsewhere", "SO-13.0b", table.A("unit", word), table.A("hex", hex)))
		}
	}
	if i := slices.IndexFunc(stack, func(id string) bool { return g.unit(id).Speaks }); i >= 0 {
		return stack[i] // the unit named with the marker
	}
	return table.Decide(t, g.askSteady(g.Phasing, hex, g.steadiest(stack)))
}

// leaves puts a result of the table into words: how far a stack goes (SO-13.0d).
func leaves(result string) string {
	switch strings.TrimPrefix(result, "*") {
	case "r1":
		return "leave.one"
	case "r2":
		return "leave.two"
	case "r3":
		return "leave.three"
	}
	return "leave.driven"
}

// wayOff returns how far a stack goes with r2 or r3, from one hex to the given maximum (SO-13.0d): by the number that a
// line gives for the result or by the length of its way, otherwise by D-26.
func (g *Game) wayOff(t *table.Table, hex string, stack []string, lines []table.Line, most int) int {
	name := "r" + strconv.Itoa(most)
	for _, l := range lines {
		n := orders.Int(l.Args, name, 0)
		if n > most {
			g.deny(t, g.Phasing, l, refuse("withdraw-length", "SO-13.0d", table.A("result", name), table.A("n", n), table.A("most", most)), true)
		}
		if n = max(n, 0); n == 0 {
			n = len(orders.Path(l.Args, "path"))
		}
		if n > 0 {
			return min(n, most)
		}
	}
	return min(max(table.Decide(t, g.askLength(g.Phasing, hex, stack, most)), 1), most)
}

// disengageModifiers adds the modifiers of SO-13.0c: the chosen unit's morale, cavalry and tanks, the hex that is left, a
// ring of enemies, and units of the stack that are disorganised or reorganising.
func (g *Game) disengageModifiers(die table.Sum, hex string, stack []string, unit string) table.Sum {
	add := adder(&die)
	g.ownModifiers(unit, add)
	c := g.net.cell(hex)
	if c.trench {
		add(g.modifiers().DisengageTrench)
	}
	if c.terrain == "town" {
		add(g.modifiers().DisengageTown)
	}
	if g.ringed(hex) {
		add(g.modifiers().DisengageSurrounded)
	}
	if slices.ContainsFunc(stack, func(id string) bool { return g.unit(id).DG != "" }) {
		add(g.modifiers().DisengageDisorganised)
	}
	return die
}

// ownModifiers adds the modifiers of the chosen unit: its morale, which is lower without artillery (RUL-65) and which
// tanks do not have, and whether it is mobile.
func (g *Game) ownModifiers(id string, add func(Modifier)) {
	u := g.unit(id)
	if g.tank(u) || g.kind(u) == "cavalry_division" {
		defer add(g.modifiers().DisengageMobile)
	}
	if g.tank(u) {
		return
	}
	switch m := g.morale(u); {
	case m <= 2:
		add(g.modifiers().DisengageMorale2)
	case m == 3:
		add(g.modifiers().DisengageMorale3)
	case m == 5:
		add(g.modifiers().DisengageMorale5)
	case m >= 6:
		add(g.modifiers().DisengageMorale6)
	}
}

// steadiest orders a stack by what each unit would add to the die, most first (SO-D28).
func (g *Game) steadiest(stack []string) []string {
	out := slices.Clone(stack)
	worth := func(id string) int {
		n := 0
		g.ownModifiers(id, func(m Modifier) { n += m.Value })
		return n
	}
	slices.SortStableFunc(out, func(x, y string) int { return worth(y) - worth(x) })
	return out
}

// ringed reports whether all six hexes around a hex hold enemy combat units or lie in their ZOC. A friendly unit in one
// of them cancels it (SO-13.0c). Hexes off the map are not covered (RUL-24).
func (g *Game) ringed(hex string) bool {
	for _, s := range g.net.cell(hex).sides {
		if s.to == "" || g.net.cell(s.to).outside {
			return false
		}
		if !g.has(other(g.Phasing), s.to, g.fights) && !g.hot(g.Phasing, s.to) {
			return false
		}
	}
	return true
}
