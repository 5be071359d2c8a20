package modernbattles

import "fieldpost/adjudicator/table"

// The charts of combat are read here; the document's check sees to it that every id that the rules ask for is there.

// constant is a plain number of the rules: 30 for "ambush-radius".
func (g *Game) constant(id string) int {
	for _, c := range g.doc.Combat.Constants {
		if c.ID == id {
			return c.Value
		}
	}
	return 0
}

// modifier is a number that is added to something, with its rule.
func (g *Game) modifier(id string) Modifier {
	for _, m := range g.doc.Combat.Modifiers {
		if m.ID == id {
			return m
		}
	}
	return Modifier{ID: id}
}

// harder raises a score to be thrown: the rulebook's -1 makes it one more.
func (g *Game) harder(need table.Sum, id string) table.Sum {
	m := g.modifier(id)
	return need.Plus("modifier."+m.ID, -m.Value, m.Rule)
}

// helped adds a modifier to a die or a value.
func (g *Game) helped(sum table.Sum, id string) table.Sum {
	m := g.modifier(id)
	return sum.Plus("modifier."+m.ID, m.Value, m.Rule)
}

// comes reports whether a simple die came true. What is above its highest face counts as that face when the die comes true up
// to there: a modified 7 is still a success.
func (d Die) comes(n int) bool { return n >= d.Low && (n <= d.High || d.High == d.Sides) }

// entry reads a chart that gives a number for a span.
func entry(chart []Entry, n int) int {
	value := 0
	for _, e := range chart {
		if e.From <= n {
			value = e.Value
		}
	}
	return value
}

// never is a score that no die throws.
const never = 7

// woundScore is what a hit of a strength needs against a toughness, never above what a die throws (MB-B10).
func (g *Game) woundScore(strength, toughness int) int {
	return entry(g.doc.Combat.Wounds, toughness-strength)
}

// saveScore is MB-21: what the owner needs to save armour from a strength: 1 an automatic save, never none.
func (g *Game) saveScore(strength, armour int) int {
	if strength <= 0 {
		return 1
	}
	rows := g.doc.Combat.Saves
	for i := range rows {
		if rows[i].Strength == strength || i == len(rows)-1 {
			if armour < len(rows[i].Needs) {
				return rows[i].Needs[armour]
			}
			return rows[i].Needs[len(rows[i].Needs)-1]
		}
	}
	return never
}

// template returns the radius of a blast in tenths of an inch, and the figures in a building that it covers (MB-B11).
func (g *Game) template(id string) Template {
	for _, t := range g.doc.Combat.Templates {
		if t.ID == id {
			return t
		}
	}
	return Template{}
}

// result returns the words' key of what came of something.
func result(yes bool, good, bad string) string {
	if yes {
		return "result." + good
	}
	return "result." + bad
}

// half is half of a strength, rounded up, never below 1 (MB-R32); quarter its quarter.
func part(strength, by int) int { return max(1, (strength+by-1)/by) }

// inches returns tenths of an inch.
func inches(n int) int { return 10 * n }
