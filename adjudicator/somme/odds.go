package somme

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// nameLeads is step 6: each side names its lead, the attacker first (SO-12.2.3a). It returns false if the attacker has no
// unit that may lead (SO-12.2.3c).
func (g *Game) nameLeads(t *table.Table, b *battle) bool {
	fit := g.ableToLead(g.alive(b.units))
	if len(fit) == 0 {
		return false
	}
	b.lead = g.pickLead(t, b, fit)
	b.dlead = table.Decide(t, g.askLead("SO-D19", b.def, b.hex, g.eldest(g.fitToDefend(b))))
	t.Report("SO-12.2.3a", "leads", table.A("hex", b.hex), table.A("attacker", b.lead), table.A("morale", g.morale(g.unit(b.lead))), table.A("defender", b.dlead), table.A("against", g.morale(g.unit(b.dlead))))
	return true
}

// fitToDefend returns the defenders that may lead: a tank only if it is alone (SO-15.4.1e).
func (g *Game) fitToDefend(b *battle) []string {
	units := g.alive(b.defs)
	if men := slices.DeleteFunc(slices.Clone(units), func(id string) bool { return g.tank(g.unit(id)) }); len(men) > 0 {
		return men
	}
	return units
}

// pickLead returns the attacker's choice among units: that of his line, otherwise by D-18.
func (g *Game) pickLead(t *table.Table, b *battle, fit []string) string {
	if named := unitOf(b.line, "lead"); named != "" {
		for _, id := range g.named(b.by, []string{named}) {
			if slices.Contains(fit, id) {
				return id
			}
		}
		why := refuse("no-lead", "SO-12.2.3b", table.A("unit", named), table.A("hex", b.hex))
		if u := g.unit(named); u != nil && slices.Contains(b.units, named) {
			why = g.mayLead(named)
		}
		if why != nil {
			t.Refuse(b.by, cutTo(b.line, "lead"), why)
		}
	}
	return table.Decide(t, g.askLead("SO-D18", b.by, b.hex, g.eldest(fit)))
}

// mayLead refuses a lead that may not lead an attack: it needs morale 4 or more, must not be disorganised (SO-12.2.3b,
// RUL-20) and must lie in the radius of an HQ, whether or not it is near a source (SO-12.2.3c, SO-15.1a, RUL-52). Tanks
// have no morale in attack.
func (g *Game) mayLead(id string) *table.Refusal {
	return g.mayLeadUnder(g.command(g.unit(id).Side).reaches, id)
}

// mayLeadUnder is mayLead for callers that ask about many units of a side: led reports whether a hex lies in the radius of an HQ.
func (g *Game) mayLeadUnder(led func(hex string) bool, id string) *table.Refusal {
	u := g.unit(id)
	say := []table.FactArg{table.A("unit", id)}
	switch {
	case u.Hex == "":
		return refuse("lead-gone", "SO-12.2.3b", say...)
	case g.tank(u) || g.morale(u) < g.limits().LeadMorale.Value:
		return refuse("lead-morale", "SO-12.2.3b", append(say, table.A("least", g.limits().LeadMorale.Value))...)
	case u.DG != "":
		return refuse("lead-disorganised", "SO-12.2.3b", say...)
	}
	if !led(u.Hex) {
		return refuse("lead-headquarters", "SO-12.2.3c", say...)
	}
	return nil
}

// ableToLead returns those units of one side that may lead an attack, from a list that it takes over.
func (g *Game) ableToLead(units []string) []string {
	if len(units) == 0 {
		return units
	}
	led := g.command(g.unit(units[0]).Side).reaches
	return slices.DeleteFunc(units, func(id string) bool { return g.mayLeadUnder(led, id) != nil })
}

// eldest orders units as a lead is chosen by default: highest morale, elite before others, most steps (D-18, D-19).
func (g *Game) eldest(units []string) []string {
	out := slices.Clone(units)
	rank := func(id string) int {
		u := g.unit(id)
		n := g.morale(u)*100 + g.steps(u)
		if g.elite(u) {
			n += 10
		}
		return n
	}
	slices.SortStableFunc(out, func(x, y string) int { return rank(y) - rank(x) })
	return out
}

// odds is step 7: it returns the column of the table, or false if it falls below 1/2 (SO-12.2.4d). Anything above the
// highest column is the highest column (GAP-1).
func (g *Game) odds(t *table.Table, b *battle) (int, bool) {
	attack, defence := g.force(b), g.resistance(b)
	start := columnOf(attack.terms.Total()*defence.scale, defence.terms.Total()*attack.scale)
	shifts := g.shifts(b, start)
	column := min(shifts.Total(), len(g.doc.Tables.Combat)-1)
	moves := table.Base("odds", 0, "SO-12.2.4c") // the same, counted from the first column
	for _, s := range shifts.Terms()[1:] {
		moves = moves.Plus(s.Name, s.Value, s.Rule)
	}
	t.Report("SO-12.2.4", "odds", table.A("hex", b.hex), table.A("side", b.by), table.A("attack", attack.terms), table.A("attack-in", attack.scale), table.A("force", attack.text()),
		table.A("defence", defence.terms), table.A("resistance", defence.text()), table.A("start", columnName(start)), table.A("shifts", shifts), table.A("moves", moves), table.A("column", columnName(column)))
	return max(column, 0), column >= 0
}

// strength is a sum of factors. If some are halved, it counts in halves or quarters (scale 2 or 4), so that fractions are
// kept (SO-12.2.4a).
type strength struct {
	scale int
	terms table.Sum
}

// text returns a strength in writing: "17", "17.25".
func (s strength) text() string {
	n := s.terms.Total() * 4 / s.scale
	return strconv.Itoa(n/4) + []string{"", ".25", ".5", ".75"}[n%4]
}

// listed returns a sum of what each unit counts.
func listed(units []string, counts []int, rule string) table.Sum {
	var s table.Sum
	for i, id := range units {
		if i == 0 {
			s = table.Base(id, counts[i], rule)
			continue
		}
		s = s.Plus(id, counts[i], rule)
	}
	return s
}

// force returns the attackers' sum. Below a crest or behind a fleuve a unit counts half (SO-12.2.4i, SO-12.2.4k), with or
// without a bridge (RUL-25); both together make a quarter.
func (g *Game) force(b *battle) strength {
	halved := func(id, what string) bool {
		s, _ := g.net.side(g.unit(id).Hex, b.hex)
		return what == "below_crest" && s.up || what == "behind_fleuve" && s.fleuve()
	}
	s := strength{scale: 1}
	units := g.alive(b.units)
	x := &g.doc.Tables.Odds.Factors
	for _, f := range []Factor{x.BelowCrest, x.BehindFleuve} {
		if slices.ContainsFunc(units, func(id string) bool { return halved(id, f.ID) }) {
			s.scale *= f.Per
		}
	}
	counts := make([]int, len(units))
	for i, id := range units {
		counts[i] = g.attackOf(g.unit(id)) * s.scale
	}
	s.terms = listed(units, counts, "SO-12.2.4a")
	for _, f := range []Factor{x.BelowCrest, x.BehindFleuve} {
		less := 0
		for i, id := range units {
			if halved(id, f.ID) {
				n := counts[i] * f.Times / f.Per
				less, counts[i] = less+n-counts[i], n
			}
		}
		s.terms = s.terms.Plus(f.ID, less, f.Rule)
	}
	return s
}

// resistance returns the defenders' sum: doubled in a town, tripled in a trench, whoever dug it (SO-12.2.4g, SO-12.2.4h,
// RUL-56).
func (g *Game) resistance(b *battle) strength {
	var counts []int
	for _, id := range g.alive(b.defs) {
		counts = append(counts, g.defenceOf(g.unit(id)))
	}
	s := strength{scale: 1, terms: listed(g.alive(b.defs), counts, "SO-12.2.4a")}
	multiply := func(f Factor) {
		s.terms = s.terms.Plus(f.ID, s.terms.Total()*f.Times/f.Per-s.terms.Total(), f.Rule)
	}
	c := g.net.cell(b.hex)
	if c.terrain == "town" {
		multiply(g.doc.Tables.Odds.Factors.DefenderTown)
	}
	if c.trench {
		multiply(g.doc.Tables.Odds.Factors.DefenderTrench)
	}
	return s
}

// columnOf is X-5: the ratio rounded in the defender's favour (SO-12.2.4b). 0 is 1/2, 1 is 1/1, 2 is 2/1; below 0 are the
// virtual columns 1/3, 1/4 ... (SO-12.2.4c).
func columnOf(attack, defence int) int {
	switch {
	case defence <= 0:
		return 6
	case attack <= 0:
		return -9
	case attack >= defence:
		return attack / defence
	}
	return 2 - (defence+attack-1)/attack
}

func columnName(i int) string {
	if i >= 1 {
		return strconv.Itoa(i) + "/1"
	}
	return "1/" + strconv.Itoa(2-i)
}

// shifts adds all column shifts to the first column: all of them add up (SO-12.2.4c, SO-12.2.4u).
func (g *Game) shifts(b *battle, start int) table.Sum {
	sum := table.Base("odds", start, "SO-12.2.4b")
	add := func(s Shift) { sum = sum.Plus(s.ID, s.By, s.Rule) }
	x := &g.doc.Tables.Odds.Shifts
	units, defs := g.alive(b.units), g.alive(b.defs)
	c := g.net.cell(b.hex)
	switch {
	case c.terrain == "wood":
		add(x.DefenderWood) // SO-12.2.4e
	case c.terrain == "village":
		add(x.DefenderVillage) // SO-12.2.4f
	case c.terrain == "meadow" && g.flooded():
		add(x.FloodedMeadow) // SO-CAM.6, GAP-16
	}
	if !slices.ContainsFunc(units, func(id string) bool { s, _ := g.net.side(g.unit(id).Hex, b.hex); return !s.riviere() }) {
		add(x.BehindRiviere) // SO-12.2.4j: only if every attacker is behind one
	}
	if c.fort {
		add(x.Fort) // SO-12.2.4l
	}
	b.shock = g.stossThere(b)
	if b.column = b.shock && g.stossColumn(b.hex); b.column {
		add(x.Stoss) // SO-12.2.4m: one column, however many there are
	}
	sum = sum.Plus("morale", g.morale(g.unit(b.lead))-g.morale(g.unit(b.dlead)), "SO-12.2.4n") // RUL-46
	if slices.ContainsFunc(defs, func(id string) bool { return g.unit(id).Unsupplied }) {
		add(x.Unsupplied) // SO-12.2.4o, SO-12.2.4t
	}
	if b.by == allied && g.allUnder(units, "foch") {
		add(x.Foch) // SO-12.2.4p
	}
	sum = sum.Plus("offensive", g.offensive(b.by, b.hex), "SO-12.2.4q")
	if g.concentric(b) {
		add(x.Concentric) // SO-12.2.4r
	}
	if b.tank != "" && g.unit(b.tank).Hex != "" {
		sum = sum.Plus(b.tank, g.printed(b.tank).Coordination, "SO-12.2.4s")
	}
	if g.charges(b) {
		add(x.CanadianCavalry)
	}
	return sum
}

// concentric is X-4: each of the six hexes around holds a participating attacker, or lies in the ZOC of one and holds no
// unit friendly to the defender (SO-12.2.4r). Hexes off the map are not covered (RUL-24).
func (g *Game) concentric(b *battle) bool {
	units := g.alive(b.units)
	for _, s := range g.net.cell(b.hex).sides {
		if s.to == "" || g.net.cell(s.to).outside {
			return false
		}
		if slices.ContainsFunc(units, func(id string) bool { return g.unit(id).Hex == s.to }) {
			continue
		}
		if g.has(b.def, s.to, g.fights) || !slices.ContainsFunc(units, func(id string) bool { return g.distance(g.unit(id).Hex, s.to) == 1 }) {
			return false
		}
	}
	return true
}
