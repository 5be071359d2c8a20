package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// disengagements is SO-13: after all combats of the combat phase the phasing player tries to get the stacks away that bear
// Disengagement markers and are in enemy ZOC, in the order of his lines, then of the hexes. Supports never disengage, and
// nothing does after exploitation combats (SO-13.0a).
func (g *Game) disengagements(t *table.Table) {
	var done, tried []string // hexes, and units: a stack that has gone back to another hex does not try again
	try := func(units []string, l table.Line) {
		for _, hex := range g.hexesOf(units) {
			if slices.Contains(done, hex) {
				continue
			}
			if stack := slices.DeleteFunc(g.leaving(hex), func(id string) bool { return slices.Contains(tried, id) }); len(stack) > 0 {
				done, tried = append(done, hex), append(tried, stack...)
				g.disengage(t.At(hex), hex, stack, l)
			}
		}
	}
	for l := range t.Orders(g.Phasing, "disengage") {
		if l.Verb != "withdraw" {
			continue
		}
		units := g.unitsOf(g.Phasing, l.Args, "units")
		if orders.Value(l.Args, "how") != "none" {
			try(units, l)
			continue
		}
		if len(units) == 0 {
			return
		}
		done = append(done, g.hexesOf(units)...)
	}
	hexes := g.hexesOf(g.of(g.Phasing, "", func(u *Formation) bool { return u.Disengage }))
	slices.Sort(hexes)
	for _, hex := range hexes {
		try(g.of(g.Phasing, hex, func(u *Formation) bool { return u.Disengage }), table.Line{})
	}
}

// leaving lists the stack of a hex that may disengage: combat units with the marker, in enemy ZOC (SO-11.2.7a, SO-13.0a).
func (g *Game) leaving(hex string) []string {
	if !g.zoc(g.Phasing, hex, true) {
		return nil
	}
	return g.of(g.Phasing, hex, func(u *Formation) bool { return u.Disengage && g.fights(u) })
}

// disengage is one attempt (SO-13.0b): a die for the stack, by the morale of one of its units.
func (g *Game) disengage(t *table.Table, hex string, stack []string, l table.Line) {
	unit := ""
	if i := slices.IndexFunc(stack, func(id string) bool { return g.unit(id).Speaks }); i >= 0 {
		unit = stack[i] // named with the marker
	}
	if w := g.named(g.Phasing, orders.List(l.Args, "with")); len(w) > 0 && slices.Contains(stack, w[0]) {
		unit = w[0]
	} else if unit == "" {
		unit = table.Decide(t, g.askSteady(g.Phasing, hex, g.steadiest(stack)))
	}
	die := g.disengageModifiers(t.Roll(g.Phasing, "disengage", 1, 6), hex, stack, unit)
	results := g.doc.Tables.Disengagement
	result := results[min(max(die.Total(), 0), len(results)-1)] // RUL-33
	t.Report("SO-13.0d", "disengage", table.A("side", g.Phasing), table.A("hex", hex), table.A("units", stack), table.A("unit", unit), table.A("die", die), table.A("result", result), table.A("hurt", result[0] == '*'), table.A("means", leaves(result)))
	if result[0] == '*' {
		g.lose(t, unit, "SO-13.0d")
		result = result[1:]
	}
	stack = g.alive(stack)
	w := withdrawal{units: stack, forced: true, decision: "SO-D26", verb: "withdraw", rule: "SO-13.0d"}
	switch most := int(result[1] - '0'); {
	case len(stack) == 0:
		return
	case result[0] == 'R':
		w.hexes, w.shaken, w.opponent, w.decision, w.verb = most, true, true, "SO-D27", "drive"
	case most == 1:
		w.hexes = 1
	default:
		w.hexes = g.wayOff(t, hex, stack, l, most)
	}
	g.retreat(t, w)
	if w.opponent {
		for _, id := range g.alive(stack) {
			g.disorganise(t, id, "SO-13.0d")
		}
	}
}

// leaves words a result of the table: how far a stack goes (SO-13.0d).
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

// wayOff is how far a stack goes by r2 or r3: one hex to so many (SO-13.0d), said by the line, else by D-26.
func (g *Game) wayOff(t *table.Table, hex string, stack []string, l table.Line, most int) int {
	if n := len(orders.Path(l.Args, "path")); n > 0 {
		return min(n, most)
	}
	name := "r2"
	if most > 2 {
		name = "r3"
	}
	if n := orders.Int(l.Args, name, 0); n > 0 {
		return min(n, most)
	}
	return min(max(table.Decide(t, g.askLength(g.Phasing, hex, stack, most)), 1), most)
}

// disengageModifiers adds those of SO-13.0c: the chosen unit's morale, cavalry and tanks, the hex that is left, a ring of
// enemies, and units of the stack that are disorganised or reorganising.
func (g *Game) disengageModifiers(die table.Sum, hex string, stack []string, unit string) table.Sum {
	add := g.adder(&die)
	g.ownModifiers(unit, add)
	c := g.net.cell(hex)
	if c.trench {
		add("disengage-trench")
	}
	if c.terrain == "town" {
		add("disengage-town")
	}
	if g.ringed(hex) {
		add("disengage-surrounded")
	}
	if slices.ContainsFunc(stack, func(id string) bool { return g.unit(id).DG != "" }) {
		add("disengage-disorganised")
	}
	return die
}

// ownModifiers are those of the chosen unit: its morale, lower without artillery (RUL-65), which tanks do not have, and
// whether it is mobile.
func (g *Game) ownModifiers(id string, add func(string)) {
	u := g.unit(id)
	if g.tank(u) || g.kind(u) == "cavalry_division" {
		defer add("disengage-mobile")
	}
	if g.tank(u) {
		return
	}
	switch m := g.morale(u); {
	case m <= 2:
		add("disengage-morale-2")
	case m == 3:
		add("disengage-morale-3")
	case m == 5:
		add("disengage-morale-5")
	case m >= 6:
		add("disengage-morale-6")
	}
}

// steadiest orders a stack by what each unit would add to the die, the most first (DEC-28).
func (g *Game) steadiest(stack []string) []string {
	out := slices.Clone(stack)
	worth := func(id string) int {
		n := 0
		g.ownModifiers(id, func(m string) { n += g.modifier(m).Value })
		return n
	}
	slices.SortStableFunc(out, func(x, y string) int { return worth(y) - worth(x) })
	return out
}

// ringed tells whether all six hexes around hold enemy combat units or lie in their ZOC; a friendly unit in one cancels it
// (SO-13.0c). Hexes off the map are not covered (RUL-24).
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
