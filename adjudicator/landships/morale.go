package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// The results of a hit on a unit, as the procedures report them.
const (
	wasPinned     = "pinned"     // LS-9.11a
	wasRetreated  = "retreated"  // a second pin: back two hexes, still pinned (LS-9.11b)
	wasEliminated = "eliminated" // LS-9.11c
)

// rating returns the morale rating of a unit where it stands, with wire and the observers' rule (LS-9.12a, LS-2.23c).
// Gas counts if again is true: the unit was gassed and is hit again (LS-5.56e).
func (g *Game) rating(u *Piece, again bool) table.Sum {
	s := g.printed(u)
	switch {
	case u.Class == "FO":
		s = g.observerRating(u)
	case u.vehicle(): // its crew (LS-5.54b, LS-8.67c, LS-8.67e)
		s = table.Base("mr.crew", g.constants().CrewMR.Value, "LS-2.22a")
	}
	if !u.vehicle() && g.wired(u.Hex) { // LS-7.13a: at once, until the unit leaves
		s = table.Base("mr.wire", g.constants().WireMR.Value, "LS-7.13a")
	}
	if again && u.Gassed { // LS-5.56e
		s = with(s, g.modifiers().GasMorale.times(1))
	}
	return s
}

// printed returns the rating on the counter (LS-2.21d, LS-2.22a), capped in 1918 if LS-16.12 is agreed.
func (g *Game) printed(u *Piece) table.Sum {
	mr, name, rule := u.MR, "mr.printed", "LS-2.21d"
	switch u.Class {
	case "CREW": // LS-2.22a: always the same
		mr, name, rule = g.constants().CrewMR.Value, "mr.crew", "LS-2.22a"
	case "FO":
		mr, name, rule = g.constants().FOMR.Value, "mr.alone", "LS-2.23c"
	case "CAV", "CAVMG":
		rule = "LS-2.24d"
	}
	if g.in("LS-16.11") && u.infantry() && u.Nation == "british" && g.year() == 1914 {
		mr, name, rule = g.constants().RegularsMR.Value, "fire.regulars", "LS-16.11d"
	}
	if limit := g.constants().MR1918.Value; mr > limit && g.in("LS-16.12") && g.dated("1918") && !g.unshaken(u) {
		mr, name, rule = limit, "mr.1918", "LS-16.12a"
	}
	return table.Base(name, mr, rule)
}

// unshaken reports whether a unit is spared the exhaustion of the last year (LS-16.12a): Americans, Canadians, Anzacs,
// and those that the scenario names as Stosstruppen, whether or not LS-16.15 is also agreed.
func (g *Game) unshaken(u *Piece) bool {
	return u.Storm || slices.Contains(g.doc.Scenario.Switches.Stosstruppen, u.ID) || slices.Contains([]string{"us", "canadian", "anzac"}, u.Nation)
}

// observerRating is LS-2.23c: an observer has the best rating among the friends stacked with him, including crews
// . If he is alone or with tank leaders only, he has his own. Wire and gas are applied after this choice.
func (g *Game) observerRating(u *Piece) table.Sum {
	best, found := g.printed(u), false
	for _, id := range g.of(u.Side, u.Hex, func(f *Piece) bool { return f.group() || f.Class == "CREW" }) {
		if s := g.printed(g.unit(id)); !found || s.Total() > best.Total() {
			best, found = table.Base("mr.stack", s.Total(), "LS-2.23c"), true
		}
	}
	return best
}

// tests reports whether u tests morale: soft targets other than tank leaders (LS-14.11f), the crews of trucks, and
// crews that mend the wheel of an armoured car (LS-8.67c).
func (u *Piece) tests() bool { return u.soft() || u.Class == "TRK" || u.Class == "AC" && u.Attended }

// testMorale is the test of a unit that was hit (LS-9.0a, LS-9.1a, LS-9.11a), with a die of its own to which the terms
// of mods are added. It returns "pinned", "retreated" or "eliminated", or "" if the unit never tests (LS-14.11f).
func (g *Game) testMorale(t *table.Table, id string, rule string, mods ...term) string {
	u := g.unit(id)
	if u == nil || u.Out != "" || !u.tests() {
		return ""
	}
	die := with(t.At(id).Roll(u.Side, "morale", 1, 6), mods...)
	return g.judge(t, id, rule, die, g.rating(u, true))
}

// judge reads a morale die against a rating (LS-9.11). At or under it the unit is pinned, or goes back if it was
// already pinned. Over it the unit is eliminated, pinned or not; a truck goes with its crew (LS-5.54b, LS-8.67e).
func (g *Game) judge(t *table.Table, id, rule string, die, rating table.Sum) string {
	u := g.unit(id)
	holds := die.Total() <= rating.Total()
	of := ""
	if base := rating.Terms()[0].Name; base != "mr.printed" { // report why it is not the counter's own
		of = base
	}
	t.At(id).Report(rule, "morale", table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("rating", rating), table.A("of", of), table.A("holds", holds))
	if !holds && u.Class == "AC" {
		g.wheelCrewLost(t, id)
		return wasEliminated
	}
	if !holds {
		g.eliminate(t, id, "LS-9.11c")
		return wasEliminated
	}
	return g.pin(t, id, "LS-9.11a")
}
