package somme

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// referenceCard is the reference card: the printed counters of both sides, what terrain costs and does, and the charts of combat. Nothing on the
// map is hidden in this game, so it is the same for both sides but for the order of the counters.
func referenceCard(k *Game, s table.Seat) []table.Chapter {
	out := []table.Chapter{k.keyToCounters()}
	for _, side := range []seat{s, other(s)} {
		if t := k.counters(side); len(t.Rows) > 0 {
			out = append(out, table.Chapter{Title: t.Title, Tables: []board.Table{t}})
		}
	}
	out = append(out,
		table.Chapter{Title: "guide.terrain", Says: []table.Remark{table.Say("guide.terrain.how", "SO-11.1.1b")}, Tables: []board.Table{k.groundCosts(), k.sideCosts()}},
		table.Chapter{Title: "guide.crt", Says: []table.Remark{table.Say("guide.crt.how", "SO-12.2.5b")}, Tables: []board.Table{k.combatChart()}},
		table.Chapter{Title: "guide.shifts", Says: []table.Remark{table.Say("guide.shifts.how", "SO-12.2.4c")}, Tables: []board.Table{k.shiftChart(), k.factorChart()}},
		table.Chapter{Title: "guide.mastery.chart", Says: []table.Remark{table.Say("guide.mastery.how", "SO-12.2.6e")}, Tables: []board.Table{k.masteryChart(), k.masteryModifiers()}},
		table.Chapter{Title: "guide.bombardment", Says: []table.Remark{table.Say("guide.bombardment.how", "SO-15.2.2i")}, Tables: []board.Table{k.bombChart()}},
		table.Chapter{Title: "guide.disengage", Says: []table.Remark{table.Say("guide.disengage.how", "SO-13.0b")}, Tables: []board.Table{k.disengageChart()}},
		cite("guide.weather", []string{"SO-10b", "SO-10c", "SO-10d"}),
		table.Chapter{Title: "guide.dice", Tables: []board.Table{k.chanceChart()}},
	)
	return out
}

// keyToCounters says what the figures on a counter mean (SO-2).
func (k *Game) keyToCounters() table.Chapter {
	return table.Chapter{Title: "guide.key", Says: []table.Remark{
		table.Say("guide.key.men", "SO-3d"), table.Say("guide.key.guns", "SO-15.2.2a"), table.Say("guide.key.hq", "SO-15.1a"), table.Say("guide.key.zone", "SO-5a"), table.Say("guide.key.elite", "SO-3i", table.A("morale", k.limits().EliteMorale.Value)),
	}}
}

// counters lists the counters of a side on the map or to come by what is printed on them.
func (k *Game) counters(s table.Seat) board.Table {
	t := board.Table{Title: "guide.counters." + string(s), Heads: []string{"head.kind", "guide.values", "head.morale", "head.steps", "head.units"}}
	if s == "" {
		return t
	}
	for u := range table.All(k.Units) {
		if u.Side != s || k.flies(u) {
			continue
		}
		p := k.printed(u.ID)
		row := []string{"kind." + p.Kind, printedValues(p), "", ""}
		if k.fights(u) {
			row[2], row[3] = strconv.Itoa(p.Morale), strconv.Itoa(p.Steps)
		}
		at := slices.IndexFunc(t.Rows, func(r []string) bool { return slices.Equal(r[:4], row) })
		name := cmp.Or(p.Division, u.ID)
		switch {
		case at < 0:
			t.Rows = append(t.Rows, append(row, name))
		case p.Division == "" || t.Rows[at][4] != name && !strings.HasSuffix(t.Rows[at][4], ", "+name):
			t.Rows[at][4] += ", " + name
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return t
}

// printedValues returns attack-defence-movement, or potential and radius of guns, or the radius of a headquarters.
func printedValues(p *Unit) string {
	n := strconv.Itoa
	switch {
	case p.Potential > 0:
		return n(p.Potential) + " r" + n(p.Radius)
	case p.Attack+p.Defence > 0:
		return n(p.Attack) + "-" + n(p.Defence) + "-" + n(p.Movement)
	}
	return "r" + n(p.Radius)
}

func price(p Price) []string {
	cost := strconv.Itoa(p.MP)
	if p.MP < 0 {
		cost = "guide.barred"
	}
	return []string{"term." + p.ID, cost}
}

// groundCosts is what each kind of hex costs and does for its defender.
func (k *Game) groundCosts() board.Table {
	e, o := k.doc.Tables.Movement.Enter, k.doc.Tables.Odds
	t := board.Table{Heads: []string{"guide.ground", "guide.mp", "guide.defender"}}
	add := func(p Price, effect string) { t.Rows = append(t.Rows, append(price(p), effect)) }
	add(e.Clear, "")
	add(e.Wood, shifted(o.Shifts.DefenderWood.By))
	add(e.Village, shifted(o.Shifts.DefenderVillage.By))
	add(e.Town, times(o.Factors.DefenderTown))
	add(e.Meadow, "")
	if k.rule("meadows") {
		add(e.Flooded, shifted(o.Shifts.FloodedMeadow.By))
	}
	add(e.Sea, "")
	t.Rows = append(t.Rows, []string{"guide.trench", "", times(o.Factors.DefenderTrench)}, []string{"term.fort", "", shifted(o.Shifts.Fort.By)})
	for _, p := range []Price{e.ShellHoles, e.Interdiction} {
		t.Rows = append(t.Rows, []string{"term." + p.ID, "+" + strconv.Itoa(p.MP), ""})
	}
	add(e.Road, "")
	return t
}

// sideCosts is what a hexside costs to cross and does for its defender.
func (k *Game) sideCosts() board.Table {
	x, o := k.doc.Tables.Movement.Cross, k.doc.Tables.Odds
	t := board.Table{Heads: []string{"guide.hexside", "guide.mp", "guide.attacker"}}
	add := func(p Price, effect string) {
		t.Rows = append(t.Rows, []string{"term." + p.ID, "+" + strconv.Itoa(p.MP), effect})
	}
	add(x.Riviere, shifted(o.Shifts.BehindRiviere.By))
	add(x.Canal, "")
	add(x.CrestUp, times(o.Factors.BelowCrest))
	add(x.CrestDown, "")
	add(x.RailBridgeFleuve, times(o.Factors.BehindFleuve))
	add(x.FootbridgeFleuve, times(o.Factors.BehindFleuve))
	t.Rows = append(t.Rows, []string{"guide.fleuve", "guide.whole-move", times(o.Factors.BehindFleuve)})
	return t
}

func shifted(n int) string { return board.Signed(n) + " guide.columns" }

func times(f Factor) string {
	if f.Per > 1 {
		return "×" + strconv.Itoa(f.Times) + "/" + strconv.Itoa(f.Per)
	}
	return "×" + strconv.Itoa(f.Times)
}

// combatChart is the CRT: damage points of attacker and defender by the sum of the white dice.
func (k *Game) combatChart() board.Table {
	t := board.Table{Heads: []string{"guide.sum"}}
	for _, c := range k.doc.Tables.Combat {
		t.Heads = append(t.Heads, c.ID)
	}
	for sum := 2; sum <= 12; sum++ {
		row := []string{strconv.Itoa(sum)}
		for _, c := range k.doc.Tables.Combat {
			row = append(row, c.Cells[sum-2])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (k *Game) shiftChart() board.Table {
	x := k.doc.Tables.Odds.Shifts
	t := board.Table{Heads: []string{"guide.shift", "guide.columns-head"}}
	list := []Shift{x.DefenderWood, x.DefenderVillage, x.BehindRiviere, x.Fort, x.Stoss, x.Unsupplied, x.Foch, x.Concentric}
	if k.doc.Scenario.Advanced {
		list = append(list, x.FloodedMeadow, x.CanadianCavalry)
	}
	for _, s := range list {
		t.Rows = append(t.Rows, []string{"term." + s.ID, board.Signed(s.By)})
	}
	t.Rows = append(t.Rows, []string{"guide.morale-shift", "guide.difference"}, []string{"term.offensive", "guide.as-declared"}, []string{"kind.tank", "guide.coordination"})
	return t
}

func (k *Game) factorChart() board.Table {
	f := k.doc.Tables.Odds.Factors
	t := board.Table{Heads: []string{"guide.factor", "guide.times"}}
	for _, x := range []Factor{f.DefenderTown, f.DefenderTrench, f.BelowCrest, f.BehindFleuve} {
		t.Rows = append(t.Rows, []string{"term." + x.ID, times(x)})
	}
	return t
}

// masteryChart is what each result of a mastery test allows (SO-12.2.6f to j).
func (k *Game) masteryChart() board.Table {
	t := board.Table{Heads: []string{"guide.tester", "guide.result", "guide.from", "guide.retreat", "guide.per-hex", "guide.reactions", "guide.exploits", "guide.advance"}}
	for _, b := range k.doc.Tables.Mastery {
		t.Rows = append(t.Rows, []string{"role." + b.Side, "mastery." + b.Result, strconv.Itoa(b.From), some(b.Retreat), some(b.PerHex), some(b.Reactions), some(b.Exploits), some(b.Advance)})
	}
	return t
}

// some writes a number unless it is 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (k *Game) masteryModifiers() board.Table {
	m := k.modifiers()
	t := board.Table{Heads: []string{"guide.tester", "guide.modifier", "guide.value"}}
	add := func(role string, list ...Modifier) {
		for _, x := range list {
			t.Rows = append(t.Rows, []string{role, "term." + x.ID, board.Signed(x.Value)})
		}
	}
	add("role.attacker", m.AttackStoss, m.AttackElite, m.AttackOwnAir, m.AttackEnemyAir, m.AttackMixed, m.AttackFoch, m.AttackPetain, m.AttackMorale3, m.AttackMorale2)
	add("role.defender", m.DefenceTrench, m.DefenceRedoubt, m.DefenceElite, m.DefenceOwnAir, m.DefenceEnemyAir, m.DefenceDisorganised, m.DefenceBruchmuller, m.DefenceFoch, m.DefenceMixed)
	if k.doc.Scenario.Advanced {
		add("role.attacker", m.AttackCanadianCavalry)
		add("role.defender", m.DefenceHaig)
	}
	return t
}

func (k *Game) bombChart() board.Table {
	t := board.Table{Heads: []string{"guide.die", "1", "2", "3", "4", "5", "6+"}}
	for i, r := range k.doc.Tables.Bombardment {
		die := strconv.Itoa(r.Die)
		if i == len(k.doc.Tables.Bombardment)-1 {
			die += "+"
		}
		row := []string{die}
		for _, p := range r.Points {
			row = append(row, strconv.Itoa(p))
		}
		t.Rows = append(t.Rows, row)
	}
	m := k.modifiers()
	for _, x := range []Modifier{m.BombardBruchmuller, m.BombardTrench, m.BombardTown, m.BombardPetain} {
		t.Rows = append(t.Rows, []string{"term." + x.ID, board.Signed(x.Value), "", "", "", "", ""})
	}
	return t
}

func (k *Game) disengageChart() board.Table {
	t := board.Table{Heads: []string{"guide.die", "guide.result"}}
	for die, r := range k.doc.Tables.Disengagement {
		t.Rows = append(t.Rows, []string{strconv.Itoa(die), r})
	}
	m := k.modifiers()
	for _, x := range []Modifier{m.DisengageMorale2, m.DisengageMorale3, m.DisengageMorale5, m.DisengageMorale6, m.DisengageMobile, m.DisengageTrench, m.DisengageTown, m.DisengageSurrounded, m.DisengageDisorganised} {
		t.Rows = append(t.Rows, []string{"term." + x.ID, board.Signed(x.Value)})
	}
	return t
}

// chanceChart lists the simple rolls, which succeed at or below a number.
func (k *Game) chanceChart() board.Table {
	t := board.Table{Heads: []string{"guide.roll", "guide.at-most"}}
	c := k.chances()
	list := []Chance{c.Footbridge, c.Bridge}
	if k.Aviation {
		list = append(list, c.AirReturn)
	}
	if k.rule("without_artillery") {
		list = append(list, c.GunsArrive)
	}
	for _, x := range list {
		t.Rows = append(t.Rows, []string{"guide.roll." + x.ID, strconv.Itoa(x.Max)})
	}
	return t
}
