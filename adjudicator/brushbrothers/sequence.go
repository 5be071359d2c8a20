package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// sequence is the sequence of play (BB-A3.6 and section 2). The set-up steps are skipped once the game is under way.
var sequence = []table.Step[*Game]{
	{Name: "lot", Play: (*Game).lot, Opening: true},
	{Name: "forces", Who: (*Game).mustering, Play: (*Game).forces, Opening: true},
	{Name: "tokens", Who: (*Game).placers, Play: (*Game).placeTokens, Opening: true},
	{Name: "edge", Who: (*Game).edgeChooser, Play: (*Game).chooseEdge, Opening: true},
	{Name: "deploy", Who: (*Game).firstDeployer, Play: (*Game).deployFirst, Opening: true},
	{Name: "reply", Who: (*Game).secondDeployer, Play: (*Game).deploySecond, Opening: true},
	{Name: "turn", Play: (*Game).beginTurn},
	{Name: "plan", Who: (*Game).planners, Play: (*Game).collectPlans},
	{Name: "draw", Play: (*Game).drawToken},
	{Name: "activate", Who: (*Game).holder, Play: (*Game).playToken},
	{Name: "end", Play: (*Game).endTurn},

	// The set-up of the generator (annex 2) and of the Chaco (annex 4), after the objectives; both go on to the turn.
	{Name: "side", Who: (*Game).sideChooser, Play: (*Game).chooseSide, Opening: true},
	{Name: "vanguard", Who: (*Game).vanguards, Play: (*Game).deployVanguards, Opening: true},
	{Name: "answer", Who: (*Game).answerers, Play: (*Game).deployAnswer, Opening: true},
	{Name: "posts", Who: (*Game).posting, Play: (*Game).takePosts, Opening: true},
}

// rhythms are the three modes of decisions.md (d): the same draws and the same rules with fewer or more mails.
var rhythms = []table.Rhythm{
	{Name: "plan", Mails: append(setupMails, table.Mail{Phases: []string{"plan", "activate"}, Turn: true})},
	{Name: "run", Mails: append(setupMails, table.Mail{Phases: []string{"activate"}})},
	{Name: "token", Mails: append(setupMails, table.Mail{Phases: []string{"activate"}})},
}

// Every phase of the other set-ups has a mail of its own.
var setupMails = []table.Mail{{Phases: []string{"forces", "tokens"}}, {Phases: []string{"edge", "deploy"}}, {Phases: []string{"reply"}}}

// planners returns who orders before the first token in plan mode: both sides.
func (g *Game) planners() []table.Seat {
	return table.Only(g.Rhythm == "plan", g.seats()...)
}

// holder returns who orders because his token has been drawn: at each token in token mode, at the first of a run in run
// mode.
func (g *Game) holder() []table.Seat {
	switch {
	case g.Token == "" || g.Rhythm == "plan", g.Rhythm == "run" && g.Token == g.Before:
		return nil
	}
	return []table.Seat{g.Token}
}

// beginTurn is T0: what lasted for one turn ends, and every GC on the table puts a token into the cup (BB-2.1, BB-2.5).
func (g *Game) beginTurn(t *table.Table) table.Then {
	t.Sift()
	g.Number++
	g.Cup, g.Token, g.Before, g.Assault, g.Active = nil, "", "", nil, Active{}
	for u := range table.All(g.Groups) {
		u.Activated, u.Outcome, u.Moved, u.Struck, u.Exposed, u.Bearings = false, "", false, false, false, nil
		u.BoostAct, u.BoostRally = 0, 0
	}
	g.array()
	g.supportsFall(t)
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Sector != "" {
			g.Cup = append(g.Cup, string(u.Side))
		}
	}
	t.Report("BB-2.1", "turn-begins", table.A("turn", g.Number), table.A("of", g.Length), table.A("tokens", len(g.Cup)))
	return table.Next
}

// collectPlans only looks for a side that gives up (BB-A3.6g).
func (g *Game) collectPlans(t *table.Table) table.Then {
	t.Sift()
	for _, s := range g.seats() {
		if g.surrenders(t, s) {
			return table.Over(g.surrendered(t, s))
		}
	}
	if g.Token != "" { // a token is already drawn in a position set by hand
		return table.To("activate")
	}
	return table.Next
}

// drawToken implements BB-2.2: it draws one token from the cup, each with the same chance. The turn ends when the cup
// is empty (BB-2.3).
func (g *Game) drawToken(t *table.Table) table.Then {
	if !g.draw(t) {
		return table.To("end")
	}
	return table.Next
}

func (g *Game) draw(t *table.Table) bool {
	if len(g.Cup) == 0 {
		return false
	}
	piece, rest := t.Draw("", "token", g.Cup)
	g.Cup, g.Token = rest, table.Seat(piece)
	t.Report("BB-2.2", "token", table.A("side", g.Token), table.A("left", len(g.Cup)))
	return true
}

// playToken plays the drawn token. In run mode the tokens of the same colour that follow are played at once.
func (g *Game) playToken(t *table.Table) table.Then {
	t.Sift()
	if g.surrenders(t, g.Token) {
		return table.Over(g.surrendered(t, g.Token))
	}
	for {
		g.activate(t)
		g.spare = nil // a boundary keeps no room
		if g.Rhythm != "run" {
			return table.To("draw")
		}
		if !g.draw(t) {
			return table.To("end")
		}
		if g.Token != g.Before {
			return table.To("activate")
		}
	}
}

// surrenders reports whether a side gives up with this mail (BB-D33).
func (g *Game) surrenders(t *table.Table, s table.Seat) bool {
	return slices.ContainsFunc(t.Pending(s, "activate"), func(l table.Line) bool {
		return l.Verb == "surrender" && (l.Guard == "" || t.Holds(s, l))
	})
}

func (g *Game) surrendered(t *table.Table, s table.Seat) table.Ending {
	g.camp(s).GaveUp = true
	if g.doc.system() == chaco {
		t.Report("BB-A4.4j", "surrender", table.A("side", s))
		return g.dried(t, s)
	}
	t.Report("BB-A3.6g", "surrender", table.A("side", s))
	return table.Ending{Winner: g.other(s), Rule: "BB-A3.6g", Why: "bb.surrender"}
}

// endTurn is T2: smoke thins (BB-7.4d); the scenario's system does its own bookkeeping; after the last turn the
// objectives are counted (BB-A3.6g, BB-A3.6h).
func (g *Game) endTurn(t *table.Table) table.Then {
	g.clearSmoke(t)
	over := g.Number >= g.Length
	switch g.doc.system() {
	case chaco:
		g.drink(t)
		g.thirst(t)
	case generator:
		over = g.endDie(t) || over
	}
	t.Report("BB-2.3", "turn-ends", table.A("turn", g.Number))
	if lost := g.beaten(); g.doc.system() == chaco && lost != "" {
		return table.Over(g.dried(t, lost))
	}
	if over {
		return table.Over(g.verdict(t))
	}
	return table.NextTurn
}
