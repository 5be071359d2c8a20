package brushbrothers

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
)

// hit is one fire as the save arguments see it.
type hit struct {
	target, firer *Group
	from          string
	batch         batch
}

// arguments are the conditions of the chart of BB-4.9c, by their id in the tables. Each counts once, even if several of
// its alternatives hold (BB-R12). Where one has two lines, the first that holds counts, and its word says which it was.
// The target's own quality comes first, so that its owner learns nothing about the firer's quality that he could not
// work out himself (BB-R51).
var arguments = []struct {
	id, word string // word defaults to id
	holds    func(g *Game, h hit) bool
}{
	{"cover", "", func(g *Game, h hit) bool { return !h.target.Mounted && g.covered(h.target, h.from) != "" }},
	{"dense", "", func(g *Game, h hit) bool { return !h.target.Mounted && g.covered(h.target, h.from) == "dense" }},
	{"quality", "veteran", func(g *Game, h hit) bool { return h.target.Quality == "veteran" }},
	{"quality", "green-firer", func(g *Game, h hit) bool { return h.firer.Quality == "green" }},
	{"still", "", func(g *Game, h hit) bool { return !g.heavy(h.target) && (!h.target.Moved || h.target.Watch) }}, // BB-R15, BB-14.3f
	{"single_base", "", func(g *Game, h hit) bool { // BB-R16
		return !g.heavy(h.target) && len(h.target.Bases) == 1 && g.crowd(h.target.Side, h.target.Sector) == 1
	}},
	{"at_ammo", "", func(g *Game, h hit) bool { return h.batch.at }},                      // BB-R58, BB-R60
	{"gun_shield", "", func(g *Game, h hit) bool { return g.shielded(h.target, h.from) }}, // BB-14.3e
	{"crossfire", "", func(g *Game, h hit) bool {
		return !h.batch.indirect && !h.batch.support && !h.batch.press && g.crossed(h.target, h.from)
	}},
	{"crowd", "", func(g *Game, h hit) bool { // BB-R14
		return len(h.target.Bases) >= g.doc.Tables.Crowd || g.crowd(h.target.Side, h.target.Sector) >= g.doc.Tables.Crowd
	}},
	{"quality_neg", "green", func(g *Game, h hit) bool { return h.target.Quality == "green" }},
	{"quality_neg", "veteran-firer", func(g *Game, h hit) bool { return h.firer.Quality == "veteran" }},
}

// covered returns the shelter of a group against fire from a sector: "dense", "cover" or "" (BB-1.4d, BB-R4).
func (g *Game) covered(u *Group, from string) string {
	t := g.terrain(u.Sector)
	lined := g.lined(u.Sector, from)
	switch {
	case t.Cover && t.Dense || lined == "wall":
		return "dense"
	case t.Cover || lined == "hedge":
		return "cover"
	}
	return ""
}

// saveSum adds up the arguments (BB-4.9), each by its name, without those that do not count against this kind of fire
// (BB-7.2f, BB-11.9b).
func (g *Game) saveSum(firer, target, from string, b batch) table.Sum {
	h := hit{g.group(target), g.group(firer), from, b}
	if h.firer == nil { // a support has no firer: it counts as standard (BB-R47)
		h.firer = &Group{Quality: "standard"}
	}
	sum := table.Base("arguments", 0, "BB-4.9")
	for _, row := range g.doc.Tables.Saves {
		if b.indirect && slices.Contains(row.Void, "indirect") || b.support && slices.Contains(row.Void, "support") || h.target.Exposed && slices.Contains(row.Void, "exposed") {
			continue
		}
		for _, a := range arguments {
			if a.id == row.ID && a.holds(g, h) {
				sum = sum.Plus(cmp.Or(a.word, a.id), row.Value, row.Rule)
				break
			}
		}
	}
	return sum
}

// saves rolls one die for each hit, then applies the hits that were not saved one after another (BB-4.9a, BB-5.3). All
// sums are taken before the first marker.
func (g *Game) saves(t *table.Table, batches []batch, firer, target, from string) {
	if g.group(target).vehicle() {
		g.pierce(t, batches, target, from)
		return
	}
	sums := make([]table.Sum, len(batches))
	for i, b := range batches {
		if b.sum != nil {
			sums[i] = *b.sum
			continue
		}
		sums[i] = g.saveSum(firer, target, from, b)
	}
	side := g.group(target).Side
	type wound struct{ sniper bool }
	var wounds []wound
	for i, b := range batches {
		if b.hits == 0 {
			continue
		}
		through := b.hits
		say := []table.FactArg{table.A("unit", target), table.A("hits", b.hits)}
		if sums[i].Total() <= 0 { // BB-4.9b
			g.inform(t, side, "BB-4.9b", "no-save", append(say, table.A("through", through)), table.A("sum", sums[i]))
		} else {
			dice := t.Roll(side, "save", b.hits, 6)
			for _, d := range dice.Dice() {
				if d <= sums[i].Total() && d < g.doc.Tables.SaveFails {
					through--
				}
			}
			g.inform(t, side, "BB-4.9a", "save", append(say, table.A("dice", dice), table.A("through", through)), table.A("sum", sums[i]))
		}
		for n := 0; n < through; n++ {
			wounds = append(wounds, wound{b.sniper})
		}
	}
	for i, w := range wounds {
		if g.group(target) == nil {
			break
		}
		g.step(t.At("step").At(ordinal(i+1)), target, w.sniper, g.other(side))
	}
}
