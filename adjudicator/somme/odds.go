package somme

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// nameLeads is step 6: each side names its lead unit, the attacker first (SO-12.2.3). False: the attacker has none that
// may lead, and the attack is cancelled (SO-12.2.3c).
func (g *Game) nameLeads(t *table.Table, b *battle, l table.Line) bool {
	g.present(b)
	if b.lead = g.leadOf(t, b, l); b.lead == "" {
		return false
	}
	if units := g.defenders(b); len(units) > 0 {
		b.dlead = table.Decide(t, g.askLead(b.def, b.hex, g.eldest(units)))
	}
	say := []table.FactArg{table.A("hex", b.hex), table.A("attacker", b.lead), table.A("morale", g.morale(g.unit(b.lead)))}
	if b.dlead != "" {
		say = append(say, table.A("defender", b.dlead), table.A("against", g.morale(g.unit(b.dlead))))
	}
	t.Report("SO-12.2.3a", "leads", say...)
	return true
}

// leadOf is the attacker's: morale 4 or more, not disorganised (SO-12.2.3b), in the radius of an HQ (SO-12.2.3c).
func (g *Game) leadOf(t *table.Table, b *battle, l table.Line) string {
	fit := slices.DeleteFunc(slices.Clone(g.present(b)), func(id string) bool { return !g.mayLead(id) })
	if b.beaten {
		fit = slices.Clone(b.units) // a lead of his choice (SO-12.2.2d)
	}
	if len(fit) == 0 {
		return ""
	}
	for _, id := range g.unitsOf(b.by, l.Args, "lead") {
		if slices.Contains(fit, id) {
			return id
		}
	}
	return table.Decide(t, g.askLead(b.by, b.hex, g.eldest(fit)))
}

// mayLead tells whether a unit may lead an attack. A tank never does: its morale is that of its crew alone when it
// defends (SO-15.4.1e).
func (g *Game) mayLead(id string) bool {
	u := g.unit(id)
	return !g.tank(u) && g.morale(u) >= g.limit("lead-morale") && u.DG == "" && g.marked(g.supplied(u.Side, true), u.Hex)
}

// eldest orders units as a lead is chosen without a word: highest morale, elite before others, most steps (D-18, D-19).
func (g *Game) eldest(units []string) []string {
	out := slices.Clone(units)
	rank := func(id string) int {
		u := g.unit(id)
		n := g.morale(u)*100 + g.steps(u)
		if g.elite(u) {
			n += 10
		}
		if g.tank(u) && len(units) > 1 {
			n = 0
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(b) - rank(a) })
	return out
}

// odds is step 7: the column of the table, or false where it falls below 1/2 (SO-12.2.4d).
func (g *Game) odds(t *table.Table, b *battle) (int, bool) {
	attack, defence := g.force(b), g.resistance(b)
	start := columnOf(attack, defence)
	shift := g.shifts(b, start)
	column := shift.Total()
	t.Report("SO-12.2.4", "odds", table.A("hex", b.hex), table.A("attack", attack.terms), table.A("force", points(attack.quarters)), table.A("defence", defence.terms), table.A("resistance", points(defence.quarters)),
		table.A("start", columnName(start)), table.A("shifts", shift), table.A("column", columnName(min(column, len(g.doc.Tables.Combat)-1))))
	if column < 0 {
		return 0, false
	}
	return min(column, len(g.doc.Tables.Combat)-1), true
}

// strength is a sum of factors in quarters, so that fractions are kept (SO-12.2.4a), with its terms for the report.
type strength struct {
	quarters int
	terms    table.Sum
}

// add adds a unit's factor times n over m.
func (s strength) add(id string, factor, times, per int, rule string) strength {
	q := factor * 4 * times / per
	s.quarters += q
	s.terms = s.terms.Plus(id, q, rule)
	return s
}

// force is the attackers' sum; below a crest or behind a fleuve a unit counts half, for each of them (SO-12.2.4i, k).
func (g *Game) force(b *battle) strength {
	s := strength{terms: table.Base("quarters", 0, "SO-12.2.4a")}
	for _, id := range b.units {
		u := g.unit(id)
		side, _ := g.net.side(u.Hex, b.hex)
		times, per, rule := 1, 1, "SO-12.2.4a"
		for _, f := range g.doc.Tables.Odds.Factors {
			if f.ID == "below_crest" && side.up || f.ID == "behind_fleuve" && side.fleuve() {
				times, per, rule = times*f.Times, per*f.Per, f.Rule
			}
		}
		s = s.add(id, g.attackOf(u), times, per, rule)
	}
	return s
}

// resistance is the defenders' sum: doubled in a town, trebled in a trench (SO-12.2.4g, h).
func (g *Game) resistance(b *battle) strength {
	s := strength{terms: table.Base("quarters", 0, "SO-12.2.4a")}
	c := g.net.cell(b.hex)
	times, rule := 1, "SO-12.2.4a"
	for _, f := range g.doc.Tables.Odds.Factors {
		if f.ID == "defender_town" && c.terrain == "town" || f.ID == "defender_trench" && c.trench {
			times, rule = times*f.Times/f.Per, f.Rule
		}
	}
	for _, id := range g.defenders(b) {
		s = s.add(id, g.defenceOf(g.unit(id)), times, 1, rule)
	}
	return s
}

// columnOf is X-5: the ratio rounded in the defender's favour; 0 is 1/2, 1 is 1/1, below 0 are 1/3, 1/4 ... A hex with
// supports alone has no defence: the highest column.
func columnOf(attack, defence strength) int {
	a, d := attack.quarters, defence.quarters
	switch {
	case d <= 0:
		return 6
	case a <= 0:
		return -9
	case a >= d:
		return a / d
	}
	return 2 - (d+a-1)/a
}

func columnName(i int) string {
	if i >= 1 {
		return strconv.Itoa(i) + "/1"
	}
	return "1/" + strconv.Itoa(2-i)
}

// points writes a strength: "17", "17.25".
func points(quarters int) string {
	return strconv.Itoa(quarters/4) + []string{"", ".25", ".5", ".75"}[quarters%4]
}

// shifts adds all column shifts to the first column (SO-12.2.4c, e to u).
func (g *Game) shifts(b *battle, start int) table.Sum {
	sum := table.Base("odds", start, "SO-12.2.4b")
	add := func(id string) {
		for _, s := range g.doc.Tables.Odds.Shifts {
			if s.ID == id {
				sum = sum.Plus(s.ID, s.By, s.Rule)
			}
		}
	}
	c := g.net.cell(b.hex)
	switch {
	case c.terrain == "wood":
		add("defender_wood")
	case c.terrain == "village":
		add("defender_village")
	case c.terrain == "meadow" && g.flooded():
		add("flooded_meadow")
	}
	if !slices.ContainsFunc(b.units, func(id string) bool { s, _ := g.net.side(g.unit(id).Hex, b.hex); return !s.riviere() }) {
		add("behind_riviere")
	}
	if c.fort {
		add("fort")
	}
	if g.stossColumn(b) {
		b.stoss = true
		add("stoss")
	}
	if b.dlead != "" {
		sum = sum.Plus("morale", g.morale(g.unit(b.lead))-g.leadMorale(b), "SO-12.2.4n")
	}
	if slices.ContainsFunc(g.defenders(b), func(id string) bool { return g.unit(id).Unsupplied }) {
		add("unsupplied")
	}
	if b.by == allied && g.allUnder(b.units, "foch") {
		add("foch")
	}
	if n := g.offensive(b.by, b.hex); n > 0 {
		sum = sum.Plus("offensive", n, "SO-12.2.4q")
	}
	if g.concentric(b) {
		add("concentric")
	}
	if b.tank != "" {
		sum = sum.Plus(b.tank, g.printed(b.tank).Coordination, "SO-12.2.4s")
	}
	if g.charges(b) {
		add("canadian_cavalry")
	}
	return sum
}

// leadMorale is the defender's; a tank defends with its coordination only when alone (SO-15.4.1e).
func (g *Game) leadMorale(b *battle) int { return g.morale(g.unit(b.dlead)) }

// concentric is X-4: each of the six hexes around holds a participating attacker, or is in the ZOC of one and holds no
// unit friendly to the defender; off the map nothing is covered (RUL-24).
func (g *Game) concentric(b *battle) bool {
	c := g.net.cell(b.hex)
	for _, s := range c.sides {
		if s.to == "" || !g.net.open(s.to) {
			return false
		}
		if slices.ContainsFunc(b.units, func(id string) bool { return g.unit(id).Hex == s.to }) {
			continue
		}
		near := slices.ContainsFunc(b.units, func(id string) bool { return g.distance(g.unit(id).Hex, s.to) == 1 })
		if !near || g.has(b.def, s.to, g.fights) {
			return false
		}
	}
	return true
}

// germanTank is SO-15.4.2: a German tank named with an attack is placed with one of the attacking units.
func (g *Game) germanTank(t *table.Table, b *battle, l table.Line) {
	for _, id := range b.units {
		if g.kind(g.unit(id)) == "tank" && b.tank == "" {
			b.tank = id
		}
	}
	for _, id := range g.unitsOf(b.by, l.Args, "tank") {
		u := g.unit(id)
		if g.kind(u) != "german_tank" || b.tank != "" {
			continue
		}
		u.Hex, b.tank = g.unit(b.units[0]).Hex, id
		b.units = append(b.units, id)
		t.Report("SO-15.4.2a", "german-tank", table.A("unit", id), table.A("hex", b.hex))
	}
	if named := orders.Value(l.Args, "tank"); named != "" && b.tank == "" {
		t.Refuse(b.by, l, refuse("no-tank", "SO-15.4.2a", table.A("unit", named)))
	}
}
