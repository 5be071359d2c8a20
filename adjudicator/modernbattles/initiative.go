package modernbattles

import "fieldpost/adjudicator/table"

// initiative takes the initiative test (MB-9a, MB-B15a): a D6 equal to or less than I; a 6 always fails. Better troops are
// thus better at detecting mines and at avoiding bogging (MB-9c).
func (g *Game) initiative(t *table.Table, u *Unit, purpose, rule string) (table.Sum, bool) {
	return g.tryInitiative(t, u, purpose, rule, u.Profile.Initiative)
}

// tryInitiative takes a test on another I than the unit's own: that of a leader or officer (MB-35.2c).
func (g *Game) tryInitiative(t *table.Table, u *Unit, purpose, rule string, value int) (table.Sum, bool) {
	roll := t.Roll(u.Side, purpose, 1, 6)
	ok := roll.Natural() <= value && roll.Natural() < 6
	t.Report(rule, "initiative", table.A("unit", u.ID), table.A("for", "test."+purpose), table.A("needed", value), table.A("roll", roll), table.A("passed", ok))
	return roll, ok
}
