package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// verdict counts victory points (MB-B24): three for each objective held, and one for every full fifty points of enemy units
// that are destroyed, fled, fleeing or abandoned. A side wins with three more than the other, unless the scenario requires
// something more.
func (g *Game) verdict(t *table.Table) table.Ending {
	var totals []int
	for _, s := range g.seats() {
		held, lost, sum := g.earned(s)
		t.Report("MB-B24", "score", table.A("side", s), table.A("held", held), table.A("lost", lost), table.A("points", sum))
		totals = append(totals, sum.Total())
	}
	margin := totals[0] - totals[1]
	winner := table.Seat("")
	switch least := g.constants().VictoryMargin.Value; {
	case margin >= least:
		winner = g.Camps[0].Seat
	case -margin >= least:
		winner = g.Camps[1].Seat
	}
	if winner != "" && !g.claims(winner) {
		t.Report("MB-B24", "no-claim", table.A("side", winner))
		winner = ""
	}
	t.Report("MB-B24", "verdict", table.A("winner", winner), table.A("margin", max(margin, -margin)))
	return table.Ending{Winner: winner, Rule: "MB-B24", Why: "mb.points"}
}

// claims reports whether a side holds what the scenario requires of a winner.
func (g *Game) claims(s table.Seat) bool {
	return !slices.ContainsFunc(g.doc.Scenario.Claims, func(c Claim) bool { return c.Side == string(s) && !slices.Contains(g.heldBy(s), c.Objective) })
}

// heldBy lists the objectives that a side holds: it has an unsuppressed unit within six inches, and no unsuppressed enemy is there.
func (g *Game) heldBy(s table.Seat) []string {
	return table.Pick(g.Objectives, func(o *Objective) (string, bool) {
		return o.ID, g.counts(s, place(o.At)) && !g.counts(g.other(s), place(o.At))
	})
}

// counts reports whether a side has a unit that counts near a place. Fleeing and suppressed units, crews on foot, passengers,
// wrecks and guns without crew do not count (MB-B18g, MB-B24).
func (g *Game) counts(s table.Seat, p Point) bool {
	return len(g.of(s, func(u *Unit) bool {
		return g.fit(u) && u.State == "" && u.Kind != "crew" && !u.Piece.Alone && g.gap(u, point(p)) <= g.constants().VictoryNear.Value
	})) > 0
}

// broken reports whether a unit counts as lost: destroyed, fled, fleeing or abandoned (MB-B24), or gone off the table
// (MB-B7f). A crew on foot counts with what it left.
func (g *Game) broken(u *Unit) bool {
	if u.Kind == "crew" {
		return false
	}
	return u.Out != "" || u.State == "fleeing" || u.Tank.Wreck || u.Tank.Empty || u.Piece.Alone || u.foot() && u.alive() == 0
}
