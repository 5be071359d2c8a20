package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// sequence is a round (CH-2.0a, CH-SM). The set-up is skipped once the game is under way.
var sequence = []table.Step[*Game]{
	{Name: "set-up", Who: (*Game).deployers, Play: (*Game).deploy, Opening: true},
	{Name: "prepare", Play: (*Game).prepare},
	{Name: "plan", Who: (*Game).planners, Play: (*Game).plan},
	{Name: "strike", Play: (*Game).strike},
	{Name: "initiative", Play: (*Game).initiative},
	{Name: "pulse", Who: (*Game).movers, Play: (*Game).pulse},
	{Name: "end", Play: (*Game).endRound},
}

// rhythms say when play stops for new mails (decisions.md d). The turns are those of CH-2.2 in all three.
var rhythms = []table.Rhythm{
	{Name: "pulse",
		Mails: []table.Mail{{Phases: []string{"plan", "pulse"}}}},
	{Name: "blitz",
		Mails: []table.Mail{{Phases: []string{"plan", "pulse"}}}},
	{Name: "action"},
}

// deployers returns the seats that order in the set-up: those with units on the board at the start.
func (g *Game) deployers() []table.Seat {
	if g.Round > 0 {
		return nil
	}
	return g.human(func(c Camp) bool {
		return slices.ContainsFunc(g.force(c.Seat).Units, func(x Counter) bool { return x.Round == 0 })
	})
}

// planners returns the seats that order before the initiative and movers those that order while turns alternate: all
// players, as long as the game goes on.
func (g *Game) planners() []table.Seat {
	if g.Stage == "turns" {
		return nil
	}
	return g.human(func(Camp) bool { return true })
}

func (g *Game) movers() []table.Seat { return g.human(func(Camp) bool { return true }) }

// human returns the seats that are not played by the doctrine.
func (g *Game) human(with func(Camp) bool) []table.Seat {
	var out []table.Seat
	for _, c := range g.Camps {
		if c.Side != g.AI && with(c) {
			out = append(out, c.Seat)
		}
	}
	return out
}

// prepare is the preparation phase up to the cards (CH-2.0a): refresh, smoke, CAP, cards.
func (g *Game) prepare(t *table.Table) table.Then {
	if g.Stage == "turns" { // set by hand in the middle of a round
		return table.To("pulse")
	}
	g.Round++
	g.Stage, g.Passed, g.Turns, g.Linked, g.Count, g.Entrances = "ready", nil, 0, 0, false, nil
	t.Report("CH-2.0a", "round", table.A("round", g.Round), table.A("of", g.doc.Scenario.Rounds))
	for u := range table.All(g.Units) { // CH-2.3
		u.Status, u.Mired, u.Exposed = fresh, false, false
	}
	g.disperse(t)
	for c := range table.All(g.Camps) { // CH-7.4c
		c.Open, c.Active, c.AP, c.Spent, c.Dice, c.Held, c.News, c.Heard, c.Put = false, nil, 0, 0, nil, 0, nil, 0, false
		was := c.Cap
		c.Cap = max(0, c.Initial-c.Lost)
		sum := table.Base("cap-initial", c.Initial, "CH-3.2a").Plus("units-lost", min(0, c.Cap-c.Initial), "CH-7.4c")
		if g.Round == 1 || was != c.Cap {
			t.Report("CH-7.4c", "cap-refilled", table.A("side", c.Seat), table.A("cap", sum))
		}
	}
	g.dealCards(t)
	if g.Ended != "" {
		return table.To("end")
	}
	return table.Next
}

// disperse is CH-13.0c: +2 smoke becomes +1, and the +1 smoke that lay there before is removed.
func (g *Game) disperse(t *table.Table) {
	var stay []Cloud
	var thin, gone []string
	for _, c := range g.Smoke {
		if c.DM > 1 {
			c.DM = 1
			stay = append(stay, c)
			thin = append(thin, c.Hex)
		} else {
			gone = append(gone, c.Hex)
		}
	}
	g.Smoke = stay
	if len(thin) > 0 {
		t.Report("CH-13.0c", "smoke-thins", table.A("hexes", thin))
	}
	if len(gone) > 0 {
		t.Report("CH-13.0c", "smoke-gone", table.A("hexes", gone))
	}
}

// plan is the step of secret planning (CH-2.0a step 5): off-board artillery for the next round. Bids are not read until
// the dice are thrown.
func (g *Game) plan(t *table.Table) table.Then {
	t.Sift()
	for c := range table.All(g.Camps) {
		c.Due, c.Plan = c.Plan, nil
		for l := range t.Orders(c.Seat, "plan") {
			if l.Verb == "oba" {
				g.planStrike(t, c.Seat, l)
			}
		}
	}
	return table.Next
}

// strike resolves what was planned in the previous round and makes reinforcements ready (CH-2.0a steps 6 and 7).
func (g *Game) strike(t *table.Table) table.Then {
	for _, s := range g.Order {
		g.resolveStrikes(t, s)
	}
	ready := table.NamesOf(g.Units, func(u *Unit) bool { return u.Off == coming && u.Round == g.Round })
	if len(ready) > 0 {
		t.Report("CH-5.5a", "reinforcements", table.A("units", ready))
	}
	return table.Next
}

// initiative is CH-2.1 and CH-3.2.4: each side throws 2D6 with up to two CAP, and the side with more CAP announces first.
// Ties are thrown again. In round 1 the scenario may give the initiative to a side (CH-2.0b).
func (g *Game) initiative(t *table.Table) table.Then {
	g.Stage = "turns"
	if g.Round == 1 && g.doc.Scenario.First != "" {
		g.begin(g.doc.Scenario.First, "")
		t.Report("CH-2.0b", "initiative-given", table.A("side", g.Owner))
		return table.Next
	}
	if g.AI != "" { // CH-20.2b
		die := t.Roll("", "initiative", 1, 6)
		side := g.other(g.AI)
		if die.Total() <= g.doc.Tables.Solitaire.Initiative {
			side = g.AI
		}
		g.begin(side, "")
		t.Report("CH-20.2b", "initiative-ai", table.A("die", die), table.A("side", g.Owner))
		return table.Next
	}
	left := g.bidders()
	for try := 1; len(left) > 1 && try <= 50; try++ {
		left = g.rollOff(t.At("try "+strconv.Itoa(try)), left)
	}
	g.begin(g.side(left[0]), left[0])
	t.Report("CH-2.1a", "initiative", table.A("side", g.Owner))
	return table.Next
}

// bidders returns the seats by CAP, most first. On equal CAP the Soviets come first, or else the side listed first (A28).
func (g *Game) bidders() []table.Seat {
	out := g.seats()
	slices.SortStableFunc(out, func(a, b table.Seat) int {
		x, y := g.camp(a), g.camp(b)
		if x.Cap != y.Cap {
			return y.Cap - x.Cap
		}
		if (x.Side == "soviet") != (y.Side == "soviet") {
			if x.Side == "soviet" {
				return -1
			}
			return 1
		}
		return 0
	})
	return out
}

// rollOff lets the given seats bid and roll, and returns those with the highest result.
func (g *Game) rollOff(t *table.Table, seats []table.Seat) []table.Seat {
	bids := make([]int, len(seats))
	first := 0
	for i, s := range seats {
		bids[i] = min(table.Decide(t, askBid(s, i > 0, first)), g.camp(s).Cap, g.doc.Tables.CapOnDice)
		if i == 0 {
			first = bids[i]
		}
		t.Report("CH-3.2.4a", "bid", table.A("side", s), table.A("cap", bids[i]))
	}
	best, top := []table.Seat(nil), 0
	for i, s := range seats {
		g.camp(s).Cap -= bids[i]
		roll := t.At(string(s)).Roll(s, "initiative", 2, 6).Plus("cap", bids[i], "CH-3.2.4a")
		roll = g.luck(t.At(string(s)), s, roll, rolled{kind: "initiative"})
		t.Report("CH-2.1a", "initiative-roll", table.A("side", s), table.A("roll", roll))
		switch n := roll.Total(); {
		case n > top:
			best, top = []table.Seat{s}, n
		case n == top:
			best = append(best, s)
		}
	}
	if len(best) > 1 {
		t.Report("CH-3.2.4b", "initiative-tied", table.A("sides", best))
	}
	return best
}

// begin gives the first turn to a side, or to one of its seats (CH-20.0c).
func (g *Game) begin(side string, seat table.Seat) {
	g.First = side
	for _, s := range g.Order {
		if s == seat || seat == "" && g.side(s) == side {
			g.Owner = s
			return
		}
	}
}

// endRound is CH-2.3: VP of the round, then the next round or the end of the game.
func (g *Game) endRound(t *table.Table) table.Then {
	for c := range table.All(g.Camps) {
		g.closeActivation(t, c)
	}
	g.Stage = ""
	g.scoreRound(t)
	t.Report("CH-2.3a", "round-ends", table.A("round", g.Round), table.A("points", g.standing()))
	if g.Ended == "" && g.Round < g.doc.Scenario.Rounds {
		return table.NextTurn
	}
	return g.finish(t)
}

// finish is CH-2.4: more VP win; on a tie both sides lose.
func (g *Game) finish(t *table.Table) table.Then {
	for i := range g.Units { // what is hidden may now be seen
		if u := &g.Units[i]; u.Hidden && u.on() {
			t.Report("CH-2.4a", "was-hidden", table.A("unit", u.name()), table.A("at", u.Hex))
		}
	}
	g.scoreEnd(t)
	a, b := g.doc.Scenario.Sides[0].ID, g.doc.Scenario.Sides[1].ID
	x, y := g.points(a), g.points(b)
	t.Report("CH-2.4a", "final", table.A("points", g.standing()))
	for _, c := range g.Camps {
		if c.GaveUp {
			return table.Over(table.Ending{Winner: g.seatsOf(g.other(c.Side))[0], Rule: "CH-2.4a", Why: "ending.surrender"})
		}
	}
	switch {
	case x > y:
		return table.Over(table.Ending{Winner: g.seatsOf(a)[0], Rule: "CH-2.4a", Why: "ending.points"})
	case y > x:
		return table.Over(table.Ending{Winner: g.seatsOf(b)[0], Rule: "CH-2.4a", Why: "ending.points"})
	}
	return table.Over(table.Ending{Rule: "CH-2.4a", Why: "ending.both-lose"})
}

// points returns the VP of a side.
func (g *Game) points(side string) int {
	n := 0
	for _, c := range g.Camps {
		if c.Side == side {
			n += c.Points
		}
	}
	return n
}

// standing returns the VP as text: "german 3".
func (g *Game) standing() []string {
	var out []string
	for _, c := range g.Camps {
		out = append(out, string(c.Seat)+" "+strconv.Itoa(c.Points))
	}
	return out
}
