package landships

import (
	"fieldpost/adjudicator/table"
)

// rake fires machine guns at a tank: one d6 for each MG platoon and each pair of vehicle MGs (LS-13.14a). A hit on a
// weak tank may make it break down. For each hit on a German tank the crew tests (LS-15.11b), because it cannot bear
// bullets on the plates (LS-15.0a). MGs that fire at a tank do not add to an attack on its hex.
func (g *Game) rake(t *table.Table, by table.Seat, tank string, guns []weapon, phase string) {
	t = t.At(tank)
	var platoons, mounted []weapon
	for _, w := range guns {
		if g.weaponKind(w) == platoonMG {
			platoons = append(platoons, w)
		} else {
			mounted = append(mounted, w)
		}
	}
	for _, w := range platoons {
		g.rakeOnce(t.At(w.unit), by, tank, []string{w.unit})
	}
	for i := 0; i+1 < len(mounted); i += 2 { // an MG without a partner does nothing
		a, b := mounted[i], mounted[i+1]
		who := []string{a.unit}
		if b.unit != a.unit {
			who = append(who, b.unit)
		}
		g.rakeOnce(t.At(a.unit), by, tank, who)
	}
	for _, w := range guns {
		g.hasFired(w, phase)
	}
}

// rakeOnce rolls one die of machine guns at a tank and applies the result.
func (g *Game) rakeOnce(t *table.Table, by table.Seat, tank string, who []string) {
	v := g.unit(tank)
	if v.Out != "" {
		return
	}
	rule := "LS-13.14a"
	if !g.weak(v) {
		rule = "LS-15.11b"
	}
	need := g.rolls().MGWeakTank
	die := t.Roll(by, "mg at tank", 1, 6)
	hit := need.holds(die.Total())
	t.Report(rule, "mg-at-tank", table.A("units", who), table.A("target", tank), table.A("hex", v.Hex), table.A("roll", die), table.A("needed", need.needs()), table.A("result", outcome(hit)))
	if !hit {
		return
	}
	if g.weak(v) {
		need := g.rolls().MGWeakBreakdown
		die := t.Roll(by, "mg effect", 1, 6)
		breaks := need.holds(die.Total())
		t.Report("LS-13.14a", "mg-effect", table.A("target", tank), table.A("roll", die), table.A("needed", need.needs()), table.A("result", brokenWord(breaks)))
		if breaks {
			g.breakDown(t, tank, "LS-13.14a")
		}
	}
	if g.nervous(g.unit(tank)) {
		g.crewTest(t, tank)
	}
}

// crewTest is LS-15.11b: the crew of a German tank tests its own morale. If it passes nothing happens (LS-15.11c),
// otherwise it loses its nerve (LS-15.11d).
func (g *Game) crewTest(t *table.Table, tank string) {
	v := g.unit(tank)
	rating := table.Base("mr.crew", g.constants().CrewMR.Value, "LS-2.22a")
	die := t.Roll(v.Side, "crew", 1, 6)
	rule, word := "LS-15.11c", "result.none"
	if die.Total() > rating.Total() {
		rule, word = "LS-15.11d", "result.panics"
	}
	t.Report(rule, "crew-test", table.A("unit", tank), table.A("crew", v.Crew), table.A("roll", die), table.A("rating", rating), table.A("result", word))
	if rule == "LS-15.11d" {
		g.panicCrew(t, tank)
	}
}
