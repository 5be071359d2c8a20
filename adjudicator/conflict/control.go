package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// settleControl is CH-2.5.2: an objective changes hands when its hex holds a ground unit of the other side and none of
// the side that controls it; passing through is enough (A41). The papers follow the same test (A42).
func (g *Game) settleControl(t *table.Table, hex string) {
	side := g.alone(hex)
	if side == "" {
		return
	}
	for i := range g.Goals {
		if o := &g.Goals[i]; o.Hex == hex && o.Side != side {
			o.Side = side
			t.Report("CH-2.5.2b", "takes-objective", table.A("side", side), table.A("at", hex))
		}
	}
	if g.papersAt() == hex && g.Satchel.Side != side {
		g.Satchel.Side = side
		t.Report("CH-FF2", "takes-papers", table.A("side", side), table.A("at", hex))
	}
}

// alone returns the side that alone has ground units in a hex, or "" if neither or both do. A unit of the other side that
// is not a ground unit for objectives (a truck) does not count (CH-16.0d).
func (g *Game) alone(hex string) string {
	side := ""
	for u := range table.All(g.Units) {
		if u.Hex != hex || !g.holds(u) {
			continue
		}
		if side != "" && side != u.Side {
			return ""
		}
		side = u.Side
	}
	return side
}

// papersAt returns the hex of the control marker of CH-FF2, or "" if it is not on the board.
func (g *Game) papersAt() string {
	if g.Satchel.Out {
		return ""
	}
	if u := g.unit(g.Satchel.Holder); u != nil {
		if u.on() {
			return u.Hex
		}
		return ""
	}
	return g.Satchel.Hex
}

// pickPapers lets a unit that comes to the papers' hex alone take them; carrying costs nothing (CH-FF2).
func (g *Game) pickPapers(t *table.Table, u *Unit, declines bool) {
	s := &g.Satchel
	if s.Hex == "" || s.Hex != u.Hex || s.Holder != "" || declines || !g.holds(u) || g.alone(u.Hex) != u.Side {
		return
	}
	s.Holder, s.Hex = u.name(), ""
	t.Report("CH-FF2", "picks-papers", table.A("unit", u.name()), table.A("at", u.Hex))
}

// passPapers settles the papers before a unit moves: the unit leaves them behind, takes them along from the ground or, if
// ordered, takes them from a friend. Any unit may carry them at no cost (CH-FF2).
func (g *Game) passPapers(t *table.Table, u *Unit, w walk) {
	s := &g.Satchel
	switch {
	case w.empty && s.Holder == u.name():
		w.heed()
		g.dropPapers(t, u, u.Hex)
	case !w.empty && s.Hex == u.Hex && s.Hex != "" && g.holds(u) && g.alone(u.Hex) == u.Side,
		w.papers && g.holds(u) && g.papersAt() == u.Hex && s.Holder != u.name() && len(g.foes(u.Side, u.Hex)) == 0:
		if w.papers {
			w.heed()
		}
		s.Holder, s.Hex = u.name(), ""
		t.Report("CH-FF2", "picks-papers", table.A("unit", u.name()), table.A("at", u.Hex))
	}
}

// dropPapers leaves the papers in the hex where their bearer was destroyed.
func (g *Game) dropPapers(t *table.Table, u *Unit, hex string) {
	if g.Satchel.Holder != u.name() {
		return
	}
	g.Satchel.Holder, g.Satchel.Hex = "", hex
	t.Report("CH-FF2", "drops-papers", table.A("unit", u.name()), table.A("at", hex))
}

// award gives VP to one seat, or to the first of a side.
func (g *Game) award(t *table.Table, seat table.Seat, points int, rule, why string, args ...table.FactArg) {
	c := g.camp(seat)
	c.Points += points
	t.Report(rule, "scores", append([]table.FactArg{table.A("side", seat), table.A("points", points), table.A("why", why), table.A("total", c.Points)}, args...)...)
}

// scoreKill is CH-2.5.1: the other side scores a destroyed unit at once, whoever destroyed it. If that side has two
// players, the one who made the attack scores (CH-20.0f).
func (g *Game) scoreKill(t *table.Table, u *Unit, by table.Seat) {
	side := g.other(u.Side)
	if g.side(by) != side {
		by = g.scorer(side)
	}
	for _, s := range g.doc.Scenario.Scores {
		if s.For == "destroyed" && (s.Side == "" || s.Side == side) {
			g.award(t, by, s.Points, "CH-2.5.1a", "score.destroyed", table.A("about", u.name()))
		}
	}
}

// scorer returns the seat of a side that scores: the one whose turn it is, otherwise its first (CH-20.0f).
func (g *Game) scorer(side string) table.Seat {
	if g.side(g.Owner) == side {
		return g.Owner
	}
	return g.seatsOf(side)[0]
}

// scoreRound scores the VP of the end of a round (CH-2.3a).
func (g *Game) scoreRound(t *table.Table) {
	for _, s := range g.doc.Scenario.Scores {
		if s.When == "round" && (len(s.Rounds) == 0 || slices.Contains(s.Rounds, g.Round)) || s.When == "count" && g.Count {
			g.score(t, s)
		}
	}
}

// scoreEnd scores the VP of the end of the game, objective cards included (D32).
func (g *Game) scoreEnd(t *table.Table) {
	for _, c := range g.Camps {
		for _, card := range c.Goal {
			t.Report("CH-CEobjective", "objective-cards", table.A("side", c.Seat), table.A("card", card))
		}
	}
	for _, s := range g.doc.Scenario.Scores {
		if s.When == "end" {
			g.score(t, s)
		}
	}
}

// score scores one source of VP.
func (g *Game) score(t *table.Table, s Score) {
	for _, side := range g.doc.Scenario.Sides {
		if s.Side != "" && s.Side != side.ID || s.Card != "" && !g.holdsCard(side.ID, s.Card) {
			continue
		}
		switch s.For {
		case "objective":
			for _, o := range g.Goals {
				if o.Side == side.ID && (len(s.Hexes) == 0 || slices.Contains(s.Hexes, o.Hex)) {
					g.award(t, g.scorer(side.ID), s.Points, "CH-2.5a", "score.objective", table.A("about", o.Hex))
				}
			}
		case "papers", "papers_at":
			if at := g.papersAt(); !g.Satchel.Out && at != "" && g.Satchel.Side == side.ID && g.contested(at) == "" && (s.For == "papers" || slices.Contains(s.Hexes, at)) {
				g.award(t, g.scorer(side.ID), s.Points, "CH-FF2", "score.papers", table.A("about", at))
			}
		}
	}
}

// contested returns the name of a hex that holds units of both sides, where nobody scores the papers, or "".
func (g *Game) contested(hex string) string {
	for _, c := range g.Camps {
		if len(g.friends(c.Side, hex)) > 0 && len(g.foes(c.Side, hex)) > 0 {
			return hex
		}
	}
	return ""
}

// holdsCard reports whether a side has an objective card.
func (g *Game) holdsCard(side, card string) bool {
	return slices.ContainsFunc(g.Camps, func(c Camp) bool { return c.Side == side && slices.Contains(c.Goal, card) })
}
