package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sequence is the sequence of play (MB-B6). The first three steps are the set-up: the table, if the players make it (MB-S2),
// armies and pre-registered fires (MB-D1, MB-33), deployment (MB-D4). Then the player turns repeat from "start".
var sequence = []table.Step[*Game]{
	{Name: "terrain", Who: (*Game).builders, Play: (*Game).terrainStep, Opening: true},
	{Name: "army", Who: (*Game).buyers, Play: (*Game).armyStep, Opening: true},
	{Name: "deployment", Who: (*Game).deployers, Play: (*Game).deploymentStep, Opening: true},
	{Name: "start", Play: (*Game).startStep},
	{Name: "charges", Who: (*Game).active, Play: (*Game).chargesStep},
	{Name: "movement", Who: (*Game).active, Play: (*Game).movementStep},
	{Name: "air", Who: (*Game).flyers, Play: (*Game).airStep},
	{Name: "shooting", Who: (*Game).active, Play: (*Game).shootingStep},
	{Name: "combat", Play: (*Game).combatStep},
	{Name: "end", Play: (*Game).endStep},
}

// rhythms offers one mail for each player turn, or two with a report between movement and shooting. The rules are the same.
var rhythms = []table.Rhythm{
	{Name: "one-mail",
		Mails: []table.Mail{{Phases: []string{"terrain"}}, {Phases: []string{"army"}}, {Phases: []string{"deployment"}}, {Phases: []string{"charges", "movement", "air", "shooting"}}}},
	{Name: "two-mails",
		Mails: []table.Mail{{Phases: []string{"terrain"}}, {Phases: []string{"army"}}, {Phases: []string{"deployment"}}, {Phases: []string{"charges", "movement"}}, {Phases: []string{"air", "shooting"}}}},
}

// playing reports whether the set-up is over.
func (g *Game) playing() bool { return g.Number > 0 }

// active returns the side that gives orders in a player turn, as long as it has anything on the table or a battery off it.
func (g *Game) active() []table.Seat {
	return table.Only(g.playing(), g.Phasing)
}

// flyers returns the sides that have an air attack left for this turn (MB-B22).
func (g *Game) flyers() []table.Seat {
	if c := g.camp(g.Phasing); c != nil && slices.ContainsFunc(c.Strikes, func(r Raid) bool { return !r.Used && (r.Turn == 0 || r.Turn == g.Number) }) {
		return []table.Seat{g.Phasing}
	}
	return nil
}

// startStep begins a player turn: effects that last until then end, fires burn, smoke clears, units rally (MB-B6).
func (g *Game) startStep(t *table.Table) table.Then {
	if g.Opening != "" {
		step := g.Opening
		g.Opening = ""
		t.Report("MB-B6", "player-turn", table.A("turn", g.Number), table.A("of", g.Length), table.A("side", g.Phasing))
		if step != "start" {
			return table.To(step)
		}
		g.begin(t)
		return table.Next
	}
	if g.Number > 0 && g.Half == 1 {
		g.Half = 2
	} else {
		g.Number, g.Half = g.Number+1, 1
	}
	g.Phasing = g.Camps[g.Half-1].Seat
	t.Report("MB-B6", "player-turn", table.A("turn", g.Number), table.A("of", g.Length), table.A("side", g.Phasing))
	g.begin(t)
	return table.Next
}

// begin clears what applied only to the last player turn.
func (g *Game) begin(t *table.Table) {
	g.Charges, g.Tested, g.Dealt, g.Hits = nil, nil, nil, nil
	for u := range table.All(g.Units) {
		if u.Side != g.Phasing {
			u.ShotAt = false // set by the side whose turn begins: counts from here on (MB-35.1, R37)
			continue
		}
		u.Was, u.Did, u.Tank.Swung = u.Did, Deeds{}, 0
		for j := range u.Figures {
			u.Figures[j].Shot = false
		}
		for j := range u.Tank.Arms {
			u.Tank.Arms[j].Used = false
		}
	}
	g.startTurn(t)
}

func (g *Game) chargesStep(t *table.Table) table.Then {
	if over, then := g.givenUp(t, "charges"); over {
		return then
	}
	g.Tested = nil
	g.restDefences()
	g.declareCharges(t)
	g.compulsory(t)
	g.chargeMoves(t)
	return table.Next
}

func (g *Game) movementStep(t *table.Table) table.Then {
	g.Live = true // one phase with the charges: no second test for the same cause (MB-B15b)
	g.formFiles()
	var spoken, hatches []string
	for l := range t.Orders(g.Phasing, "movement") {
		if l.Verb == "surrender" {
			return g.giveUp(t, g.Phasing)
		}
		spoken = append(append(spoken, orders.Value(l.Args, "unit")), orders.List(l.Args, "units")...)
		if l.Verb == "hatches" {
			hatches = append(hatches, orders.List(l.Args, "units")...)
		}
		g.moveLine(t, l)
	}
	g.Live = false
	g.crewsReturn(t, spoken)
	g.hatchesByDefault(t, hatches)
	g.closeAmbushes(t)
	g.detect(t)
	return table.Next
}

func (g *Game) airStep(t *table.Table) table.Then {
	g.Tested, g.Dealt = nil, nil // the shooting phase begins (MB-B6)
	for l := range t.Orders(g.Phasing, "air") {
		if l.Verb == "surrender" {
			return g.giveUp(t, g.Phasing)
		}
		g.airLine(t, l)
	}
	return table.Next
}

func (g *Game) shootingStep(t *table.Table) table.Then {
	if over, then := g.shootingPhase(t); over {
		return then
	}
	return table.Next
}

func (g *Game) combatStep(t *table.Table) table.Then {
	g.Tested, g.Dealt = nil, nil
	g.combatPhase(t)
	g.detect(t)
	return table.Next
}

// endStep ends a player turn and, after the last one of player B, the game (MB-B24).
func (g *Game) endStep(t *table.Table) table.Then {
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == g.Phasing && u.Tank.Idle > 0 {
			u.Tank.Idle--
		}
		if u := &g.Units[i]; u.Side == g.Phasing && u.Tank.Shaken {
			u.Tank.Idle, u.Tank.Shaken = max(u.Tank.Idle, 1), false
		}
	}
	if g.Half == 2 && g.Number >= g.Length || g.beaten() {
		return table.Over(g.verdict(t))
	}
	return table.NextTurn // the set-up is skipped
}

// beaten reports whether a side has no one left who could do anything.
func (g *Game) beaten() bool {
	return slices.ContainsFunc(g.seats(), func(s table.Seat) bool {
		return len(g.of(s, func(u *Unit) bool { return u.Out == "" && !u.battery() && u.alive() > 0 && !u.Tank.Wreck })) == 0
	})
}

// givenUp looks for a surrender among the lines of a phase.
func (g *Game) givenUp(t *table.Table, phase string) (bool, table.Then) {
	for _, l := range t.Pending(g.Phasing, phase) {
		if l.Verb == "surrender" {
			t.Done(g.Phasing, l)
			return true, g.giveUp(t, g.Phasing)
		}
	}
	return false, table.Next
}

func (g *Game) giveUp(t *table.Table, s table.Seat) table.Then {
	g.camp(s).GaveUp = true
	t.Report("MB-B24", "surrender", table.A("side", s))
	return table.Over(table.Ending{Winner: g.other(s), Rule: "MB-B24", Why: "mb.surrender"})
}
