package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// register rolls for registration before an indirect fire (BB-7.2a to d) and reports whether the base is on target.
// Earlier attempts in the series add to the die. Once on target, no die is needed until the target moves (BB-R26).
func (g *Game) register(t *table.Table, u *Group, id int, target, place string) bool {
	b := u.base(id)
	g.strayed(u, id, target)
	r := &b.Ranging
	if r.On && r.Place == place {
		t.Report("BB-7.2c", "still-on-target", table.A("unit", u.name()), table.A("target", target), table.A("weapon", b.Weapon))
		return true
	}
	chart := g.doc.Tables.Registration
	need := table.Base("registration", chart.Needed.Of(u.Quality), "BB-7.2a")
	die := t.Roll(u.Side, "register", 1, 6).Plus("earlier-attempts", chart.Repeat*r.Attempts, "BB-7.2b")
	*r = Ranging{Target: target, Attempts: r.Attempts + 1, On: die.Total() >= need.Total(), Place: place}
	g.inform(t, u.Side, "BB-7.2a", "registration", []table.FactArg{table.A("unit", u.name()), table.A("target", target), table.A("weapon", b.Weapon), table.A("die", die), table.A("on", r.On)}, table.A("need", need))
	return r.On
}

// displaced makes every mortar on target on a group register again, since the group has moved (BB-7.2c). Earlier
// attempts go on counting (BB-R26).
func (g *Game) displaced(name string) {
	for i := range g.Groups {
		for j := range g.Groups[i].Bases {
			if r := &g.Groups[i].Bases[j].Ranging; r.Target == name {
				r.On = false
			}
		}
	}
}

// strayed ends a series of registration if the base fires at anything else (BB-R26).
func (g *Game) strayed(u *Group, id int, target string) {
	if b := u.base(id); b.Ranging.Target != target {
		b.Ranging = Ranging{Target: target}
	}
}
