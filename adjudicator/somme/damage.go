package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// costOf is what one loss on a unit takes of damage points (SO-12.2.8a to e).
func (g *Game) costOf(id string) Cost {
	u := g.unit(id)
	switch {
	case g.kind(u) == "german_tank":
		return g.cost("german_tank")
	case g.tank(u):
		return Cost{ID: "tank", Points: g.printed(id).Protection, Rule: "SO-12.2.8e"}
	case g.stoss(u):
		return g.cost("stosstruppen")
	case g.regiment(u):
		return g.cost("regiment")
	}
	return g.cost("division")
}

// lose takes one step of a unit: it flips, or is eliminated by its last (SO-6).
func (g *Game) lose(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" {
		return
	}
	u.Lost++
	t.Report(rule, "loss", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex), table.A("left", g.steps(u)))
	if g.steps(u) <= 0 {
		g.destroy(t, id, rule)
		return
	}
	u.Reserve, u.Exploit = false, false // only whole units bear them (SO-11.2.8a, SO-14.0b)
}

// ledger is a side's damage points on their way into losses.
type ledger struct {
	side  seat
	left  int
	stoss bool // one Stosstruppe may still be given for 2 points (SO-15.3d)
}

// convert is step 10 for one side (SO-12.2.8, X-7).
func (g *Game) convert(t *table.Table, b *battle, s seat) {
	points, lead := b.ours, b.lead
	if s == b.def {
		points, lead = b.theirs, b.dlead
	}
	book := &ledger{side: s, left: points, stoss: s == german && b.spent != s}
	if s == b.by && b.tank != "" && g.unit(b.tank).Hex != "" && book.left >= g.costOf(b.tank).Points { // SO-12.2.8h, SO-15.4.1f
		book.left -= g.costOf(b.tank).Points
		g.lose(t, b.tank, "SO-12.2.8h")
	}
	if lead != "" && g.unit(lead).Hex != "" && !(s == b.def && g.tank(g.unit(lead)) && len(g.defenders(b)) > 1) {
		g.firstLoss(t, b, book, lead)
	}
	g.spread(t, b, book, false)
	g.shake(t, b, book, lead)
	if points > 0 {
		t.Report("SO-12.2.8", "converted", table.A("side", s), table.A("hex", b.hex), table.A("points", points), table.A("unused", book.left))
	}
}

// absorb is the same for a bombardment: at once, no lead, no Stosstruppe instead (SO-15.2.2j, SO-15.3d).
func (g *Game) absorb(t *table.Table, b *battle, s seat, points int, bombard bool) {
	book := &ledger{side: s, left: points}
	g.spread(t, b, book, bombard)
	g.shake(t, b, book, "")
	g.surplusStoss(t)
}

// involved lists the combat units of a side that losses may fall on; tanks in defence and under bombardment come last
// (SO-12.2.8h, SO-15.4.1g).
func (g *Game) involved(b *battle, s seat, tanksLast bool) []string {
	units := slices.Clone(g.present(b))
	if s == b.def {
		units, tanksLast = g.defenders(b), true
	}
	isTank := func(id string) bool { return g.tank(g.unit(id)) }
	if tanksLast && slices.ContainsFunc(units, func(id string) bool { return !isTank(id) }) {
		units = slices.DeleteFunc(units, isTank)
	}
	if !tanksLast { // in attack a tank below its protection is unhurt (SO-15.4.1f)
		units = slices.DeleteFunc(units, isTank)
	}
	return units
}

// firstLoss falls on the lead if the points suffice (SO-12.2.8g); the German may give a Stosstruppe instead (SO-12.2.8i).
func (g *Game) firstLoss(t *table.Table, b *battle, book *ledger, lead string) {
	price := g.costOf(lead)
	if stoss := g.stossOf(b, book); stoss != "" && book.left >= g.cost("stosstruppen").Points && table.Decide(t, g.askStoss(b.hex, lead)) {
		book.left -= g.cost("stosstruppen").Points
		book.stoss, b.spent = false, german
		t.Report("SO-15.3d", "stoss-given", table.A("unit", stoss), table.A("side", german), table.A("lead", lead))
		g.destroy(t, stoss, "SO-15.3d")
		return
	}
	if book.left >= price.Points {
		book.left -= price.Points
		g.lose(t, lead, "SO-12.2.8g")
	}
}

// stossOf gives a Stosstruppe with a participating regiment of the German side; "" none, or one was given already.
func (g *Game) stossOf(b *battle, book *ledger) string {
	if !book.stoss || book.side != german {
		return ""
	}
	for i := range g.Units {
		if u := &g.Units[i]; g.stoss(u) && u.Hex != "" && (slices.Contains(b.units, u.With) || book.side == b.def && u.Hex == b.hex) {
			return u.ID
		}
	}
	return ""
}

// spread turns points into losses while any loss can be paid: the owner chooses which, but may not stop (SO-12.2.8j, RUL-34).
func (g *Game) spread(t *table.Table, b *battle, book *ledger, bombard bool) {
	for {
		var can []string
		for _, id := range g.involved(b, book.side, bombard || book.side == b.def) {
			if g.costOf(id).Points <= book.left {
				can = append(can, id)
			}
		}
		if s := g.stossOf(b, book); s != "" && !bombard && g.cost("stosstruppen").Points <= book.left {
			can = append(can, s)
		}
		if len(can) == 0 {
			return
		}
		id := table.Decide(t, g.askLoss(book.side, b.hex, g.weakest(can)))
		book.left -= g.costOf(id).Points
		if g.stoss(g.unit(id)) {
			book.stoss, b.spent = false, german
		}
		g.lose(t, id, "SO-12.2.8j")
	}
}

// shake disorganises one unit for each point left, the lead first (SO-12.2.8k). What is left then is lost.
func (g *Game) shake(t *table.Table, b *battle, book *ledger, lead string) {
	for book.left >= g.cost("disorganise").Points {
		units := g.present(b)
		if book.side == b.def {
			units = g.defenders(b)
		}
		units = slices.DeleteFunc(slices.Clone(units), func(id string) bool { u := g.unit(id); return g.tank(u) || u.DG == "disorganised" })
		if len(units) == 0 {
			return
		}
		id := lead
		if !slices.Contains(units, lead) {
			id = table.Decide(t, g.askShaken(book.side, b.hex, g.strongest(units)))
		}
		book.left -= g.cost("disorganise").Points
		g.disorganise(t, id, "SO-12.2.8k")
	}
}

// weakest orders units as losses fall without a word: the least attack and defence first, Stosstruppen last (DEC-24).
func (g *Game) weakest(units []string) []string {
	out := slices.Clone(units)
	weight := func(id string) int {
		if g.stoss(g.unit(id)) {
			return 999
		}
		return g.attackOf(g.unit(id)) + g.defenceOf(g.unit(id))
	}
	slices.SortStableFunc(out, func(x, y string) int { return weight(x) - weight(y) })
	return out
}

// surplusStoss eliminates Stosstruppen without a regiment of their own in their hex (SO-11.3.2d); those whose regiment is
// gone pass to another that has none.
func (g *Game) surplusStoss(t *table.Table) {
	for i := range g.Units {
		u := &g.Units[i]
		if !g.stoss(u) || u.Hex == "" {
			continue
		}
		if r := g.unit(u.With); r != nil && r.Hex == u.Hex {
			continue
		}
		u.With = ""
		for _, id := range g.eldest(g.of(u.Side, u.Hex, g.regiment)) {
			if !g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == id }) {
				u.With = id
				break
			}
		}
		if u.With == "" {
			t.Report("SO-11.3.2d", "stoss-surplus", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex))
			g.destroy(t, u.ID, "SO-11.3.2d")
		}
	}
}
