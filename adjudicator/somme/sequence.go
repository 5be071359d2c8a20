package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sequence is the sequence of play (SO-7b, SO-7c, SO-B): the administrative sequence, then operational sequences in which
// first the initiative player and then the reaction player plays his phases. "close" leads from one player's phases to
// the other's and from one sequence to the next. A phase in which nothing can be ordered passes without a mail.
var sequence = []table.Step[*Game]{
	{Name: "setup", Who: (*Game).deployers, Play: (*Game).deployment, Opening: true},
	{Name: "turn", Play: (*Game).beginTurn},
	{Name: "draw", Play: (*Game).drawEvents},
	{Name: "events", Who: (*Game).schemers, In: (*Game).advanced, Play: (*Game).eventPhase},
	{Name: "offensive", Who: (*Game).firstDeclarer, In: (*Game).declares, Play: (*Game).firstOffensive},
	{Name: "reply", Who: (*Game).secondDeclarer, In: (*Game).replies, Play: (*Game).secondOffensive},
	{Name: "supply", Play: (*Game).supplyPhase},
	{Name: "prepare", Who: (*Game).preparers, Play: (*Game).preparePhase},
	{Name: "muster", Play: (*Game).rollReplacements},
	{Name: "replacement", Who: (*Game).rebuilders, Play: (*Game).replacementPhase},
	{Name: "superiority", Play: (*Game).superiorityPhase},
	{Name: "weather", Play: (*Game).beginSequence},
	{Name: "reluctance", Play: (*Game).beginPlayer},
	{Name: "missions", Who: (*Game).pilots, Whose: (*Game).mayFly, In: (*Game).flown, Play: (*Game).missionPhase},
	{Name: "move", Who: (*Game).phasing, Whose: (*Game).inTurn, Play: (*Game).movementPhase},
	{Name: "combat", Who: (*Game).attackers, Whose: (*Game).inTurn, Play: (*Game).combatPhase},
	{Name: "disengage", Whose: (*Game).inTurn, Play: (*Game).disengagementPhase},
	{Name: "exploit", Who: (*Game).exploiting, Whose: (*Game).inTurn, Play: (*Game).exploitationCombats},
	{Name: "pursue", Who: (*Game).pursuers, Whose: (*Game).inTurn, Play: (*Game).exploitationMoves},
	{Name: "adjust", Play: (*Game).adjustMarkers},
	{Name: "close", Play: (*Game).closePlayer},
	{Name: "end", Play: (*Game).endTurn},
}

// The rhythms.
const (
	together = "together"
	phases   = "phases"
	merged   = "merged"
)

// rhythms are a letter for each phase, or one for all phases of a player, with conditions on what follows (decisions d).
// "together" and "phases" have the same letters. In the first, aircraft of both sides and the movement of the phasing
// player are asked for in one round, blind to one another (RUL-42): what is to depend on the enemy's aircraft is a
// condition of his lines. In the second he writes his movement when he has seen them.
var rhythms = []table.Rhythm{
	{Name: together, Mails: byPhase},
	{Name: phases, Mails: byPhase},
	{Name: merged,
		Mails: []table.Mail{{Phases: []string{"setup"}}, {Phases: []string{"events"}}, {Phases: []string{"offensive"}}, {Phases: []string{"missions", "move", "combat", "exploit", "pursue", "disengage"}}}},
}

var byPhase = []table.Mail{
	{Phases: []string{"setup"}}, {Phases: []string{"events"}}, {Phases: []string{"offensive"}}, {Phases: []string{"missions", "move"}}, {Phases: []string{"combat", "disengage"}}, {Phases: []string{"exploit", "pursue"}},
}

// phasing returns the phasing player, for phases that he always has.
func (g *Game) phasing() []table.Seat { return []table.Seat{g.Phasing} }

// inTurn reports whether a seat orders in a player's phases. A side that is asked only for
// its aircraft does not: its moves would be refused.
func (g *Game) inTurn(s table.Seat) bool { return s == g.Phasing }

// attackers returns the phasing player if one of his combat units stands next to an enemy or may disengage.
func (g *Game) attackers() []table.Seat {
	o := g.survey(g.Phasing)
	return table.Only(g.fields(g.Phasing, func(u *Formation) bool { return g.fights(u) && (u.Disengage || g.touches(o, u)) }), g.Phasing)
}

// exploiting returns the phasing player if units with Exploitation markers stand next to an enemy.
func (g *Game) exploiting() []table.Seat {
	return table.Only(g.fields(g.Phasing, func(u *Formation) bool { return u.Exploit || u.Reserve }) || g.shiftable(), g.Phasing)
}

// pursuers returns the phasing player if a unit bears a marker or an army artillery in offensive mode may move. In the
// campaign it also returns the Allied player if units are disorganised that his event "better organisation" would help:
// whether he is asked must not show whether he holds the event.
func (g *Game) pursuers() []table.Seat {
	serves := g.Phasing == allied && g.doc.Scenario.Advanced && g.fields(allied, func(u *Formation) bool { return u.DG != "" })
	if serves {
		return []table.Seat{allied}
	}
	return g.exploiting()
}

// shiftable reports whether the phasing player has an army artillery in offensive mode, or an HQ that moves in exploitation.
func (g *Game) shiftable() bool {
	return g.fields(g.Phasing, func(u *Formation) bool { return u.Mode == offensiveMode || g.late(u) })
}

// fields reports whether a side has a counter on the map that satisfies is.
func (g *Game) fields(s table.Seat, is func(*Formation) bool) bool {
	return g.any(func(u *Formation) bool { return u.Side == s && u.Hex != "" && is(u) })
}

// beside reports whether an enemy ground unit stands next to a unit.
func (g *Game) beside(u *Formation) bool { return g.touches(g.survey(u.Side), u) }

// touches is beside on a map already surveyed.
func (g *Game) touches(o *survey, u *Formation) bool {
	c := g.net.cell(u.Hex)
	for i := range c.sides {
		if at := c.sides[i].at; at >= 0 && g.net.stands[at] && o.enemy(at) {
			return true
		}
	}
	return false
}

// deployers returns the Allied player, who may place the redoubts elsewhere.
func (g *Game) deployers() []table.Seat {
	return table.Only(g.Number == 0 && g.Opening == "" && len(g.doc.Scenario.Redoubts) > 0, allied)
}

// deployment is the set-up. A position set by hand begins where it says.
func (g *Game) deployment(t *table.Table) table.Then {
	if g.Opening != "" {
		step := g.Opening
		g.Opening = ""
		return table.To(step)
	}
	if g.Number > 0 {
		return table.Next
	}
	for l := range t.Orders(allied, "setup") {
		g.Redoubts = orders.List(l.Args, "hexes")
		t.Report("SO-S1.11", "redoubts", table.A("hexes", g.Redoubts), table.A("side", allied))
	}
	return table.Next
}

// beginTurn is the start of a turn: army artillery goes back to bombardment, and last turn's offensive is over (SO-8c).
func (g *Game) beginTurn(t *table.Table) table.Then {
	g.Number++
	if g.Number == 1 && len(g.doc.Scenario.Turns) > 0 {
		g.Number = g.doc.Scenario.Turns[0].Number
	}
	g.Sequence, g.Sequences = 0, 1
	t.Report("SO-7a", "turn", table.A("turn", g.Number), table.A("month", "month."+g.month()), table.A("initiative", g.Initiative))
	for u := range table.All(g.Units) {
		u.Used = u.Mode == offensiveMode
		if u.Mode == offensiveMode {
			u.Mode = ""
			t.Report("SO-8c", "bombardment-mode", table.A("unit", u.ID), table.A("side", u.Side))
		}
	}
	g.Attack = Declared{}
	g.airReinforcements(t)
	return table.Next
}

// beginSequence opens an operational sequence with its weather (SO-7c).
func (g *Game) beginSequence(t *table.Table) table.Then {
	g.Sequence++
	g.Phasing = g.Initiative
	g.Tries, g.AlliedTries, g.Came = 0, 0, nil
	g.rollWeather(t)
	return table.Next
}

// beginPlayer opens a player's phases: what counts only within them is reset, and Pétain's reluctance is rolled for
// (SO-S2.7).
func (g *Game) beginPlayer(t *table.Table) table.Then {
	g.Phase, g.Outcomes, g.Fought = "move", nil, nil
	for u := range table.All(g.Units) {
		u.Moved, u.Spent, u.Halted, u.Freed, u.Arrived, u.Fights, u.From = false, 0, false, false, false, 0, u.Hex
	}
	t.Report("SO-7c", "phases", table.A("side", g.Phasing), table.A("turn", g.Number), table.A("sequence", g.Sequence))
	g.callReinforcements(t)
	g.reluctance(t)
	return table.Next
}

// combatPhase is SO-12: the rolls for missing artillery, then the attacks in the order of the player's lines.
func (g *Game) combatPhase(t *table.Table) table.Then {
	g.Phase = "combat"
	if over, ok := g.gaveUp(t, "combat"); ok {
		return over
	}
	g.artilleryArrives(t)
	g.stossFirst(t, "combat")
	g.combats(t, "combat")
	g.fightPledged(t)
	g.razeRedoubts(t)
	g.checkStacks(t)
	g.Phase = "disengage"
	return table.Next
}

// disengagementPhase is SO-13.
func (g *Game) disengagementPhase(t *table.Table) table.Then {
	for _, l := range t.Pending(g.Phasing, "disengage") { // lines about the combats are over; who leads or is lost may still matter
		if isPolicy(l.Verb) && l.Verb != "withdraw" && (l.Guard != "" || !slices.Contains([]string{"leads", "losses", "shaken"}, l.Verb)) {
			t.Done(g.Phasing, l)
		}
	}
	g.disengagements(t)
	g.checkStacks(t)
	g.dropPolicies(t, "disengage")
	g.Phase, g.Fought = "exploit", nil
	for i := range g.Units {
		g.Units[i].Fights = 0 // the limits of SO-12.1 are per phase (SO-14.1a)
	}
	return table.Next
}

// exploitationCombats is SO-14.1; afterwards markers of units in enemy zones are removed (SO-14.1c).
func (g *Game) exploitationCombats(t *table.Table) table.Then {
	g.stossFirst(t, "exploit")
	g.combats(t, "exploit")
	for u := range table.All(g.Units) {
		if u.Exploit && u.Hex != "" && g.zoc(u.Side, u.Hex, !g.ignoresPinned(u)) {
			u.Exploit = false
			t.Report("SO-14.1c", "exploitation-lost", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex))
		}
	}
	g.Phase = "pursue"
	for u := range table.All(g.Units) {
		u.Spent, u.Halted, u.Freed, u.From = 0, false, false, u.Hex
	}
	return table.Next
}

// adjustMarkers is SO-14.3a, on units of both players, in the order of that rule.
func (g *Game) adjustMarkers(t *table.Table) table.Then {
	var fit, turned []string
	for u := range table.All(g.Units) {
		if u.Hex == "" {
			continue
		}
		if u.DG == reorganising && !g.zoc(u.Side, u.Hex, true) {
			u.DG = ""
			fit = append(fit, u.ID)
		}
	}
	for u := range table.All(g.Units) {
		if u.DG == disorganised && u.Hex != "" {
			u.DG = reorganising
			turned = append(turned, u.ID)
		}
		u.Exploit, u.Reserve, u.Disengage, u.Pinned = false, false, false, false
	}
	if len(fit) > 0 {
		t.Report("SO-14.3a", "reorganised", table.A("units", fit))
	}
	if len(turned) > 0 {
		t.Report("SO-14.3a", "reorganising", table.A("units", turned))
	}
	g.checkStacks(t)
	return table.Next
}

// closePlayer moves on: to the reaction player, to the next sequence, or to the end of the turn (SO-7c to SO-7e).
func (g *Game) closePlayer(t *table.Table) table.Then {
	if over, ok := g.atOnce(t); ok {
		return over
	}
	if g.Phasing == g.Initiative {
		g.Phasing = other(g.Phasing)
		return table.To("reluctance")
	}
	g.aircraftReturn(t)
	if g.Sequence < g.Sequences {
		return table.To("weather")
	}
	return table.Next
}

// endTurn is SO-16: after the last turn, victory is determined.
func (g *Game) endTurn(t *table.Table) table.Then {
	turns := g.doc.Scenario.Turns
	g.endCampaignTurn(t)
	if g.Number >= turns[len(turns)-1].Number {
		return table.Over(g.verdict(t))
	}
	return table.NextTurn
}

// gaveUp ends the game for a side that surrenders.
func (g *Game) gaveUp(t *table.Table, phase string) (table.Then, bool) {
	for _, l := range t.Pending(g.Phasing, phase) {
		if l.Verb == "surrender" && t.Holds(g.Phasing, l) {
			t.Done(g.Phasing, l)
			t.Report("SO-16a", "surrender", table.A("side", g.Phasing))
			return table.Over(table.Ending{Winner: other(g.Phasing), Rule: "SO-16a", Why: "ending.surrender"}), true
		}
	}
	return table.Then{}, false
}

// dropPolicies ends the lines of a phase that concern only what is now over.
func (g *Game) dropPolicies(t *table.Table, phase string) {
	for _, l := range t.Pending(g.Phasing, phase) {
		if isPolicy(l.Verb) {
			t.Done(g.Phasing, l)
		}
	}
}

func isPolicy(verb string) bool {
	return slices.ContainsFunc(policyOrders, func(o order) bool { return o.Name == verb })
}
