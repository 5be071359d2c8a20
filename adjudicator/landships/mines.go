package landships

import "fieldpost/adjudicator/table"

// mineAttack attacks a counter that enters a minefield (LS-6.24a, LS-7.14a, LS-9.3e, with the effects of M-21). A
// vehicle may be destroyed or break down; soft targets are attacked as by small arms and test morale. Mines stay
// active whatever the result (LS-6.24b, LS-7.14b). It returns true if the counter goes on.
func (g *Game) mineAttack(t *table.Table, id string) bool {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return false
	}
	t = t.At(id)
	if u.vehicle() {
		return g.mineUnderVehicle(t, id)
	}
	if !u.soft() {
		return true // a tank leader is immune to small arms effects (LS-14.11f)
	}
	column, _ := g.column(g.constants().MineFS.Value)
	die := t.Roll(g.other(u.Side), "mines", 1, 6)
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("strength", g.constants().MineFS.Value), table.A("die", die), table.A("number", column.Hit)}
	if die.Total() > column.Hit {
		t.Report("LS-7.14a", "mines-miss", args...)
		return true
	}
	t.Report("LS-7.14a", "mines-hit", args...)
	return g.testMorale(t, id, "LS-7.14a") == ""
}

func (g *Game) mineUnderVehicle(t *table.Table, id string) bool {
	u := g.unit(id)
	ruin, stop := g.rolls().MinesDestroyed, g.rolls().MinesBreakdown
	die := t.Roll(g.other(u.Side), "mines", 1, ruin.Sides)
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("destroyed", ruin.needs()), table.A("broken", stop.needs())}
	switch {
	case ruin.holds(die.Total()):
		t.Report("LS-6.24a", "mines-destroy", args...)
		g.destroyVehicle(t, id, "LS-6.24a")
		return false
	case stop.holds(die.Total()):
		t.Report("LS-6.24a", "mines-stop", args...)
		g.breakDown(t, id, "LS-6.24a")
		return false
	}
	t.Report("LS-6.24a", "mines-nothing", args...)
	return true
}
