package modernbattles

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide is what players are told who do not own the rulebook.
var guide = table.Guide[*Game]{Briefing: briefing, Card: card, Prospects: prospects, Sight: lookout, Reach: reachable, Field: field, Habits: habits, Score: standings, Instead: instead}

// briefing tells a side how the game is won, who is ahead, and how a player turn is fought.
func briefing(k *Game, s table.Seat) []table.Chapter {
	if k.camp(s) == nil {
		return nil
	}
	return []table.Chapter{k.task(s), k.course()}
}

// task tells what counts, what the scenario asks of each side, and the score as it stands (MB-B24).
func (k *Game) task(s table.Seat) table.Chapter {
	c := k.constants()
	t := table.Chapter{Title: "guide.task", Says: []table.Remark{
		table.Say("brief.points", "MB-B24", table.A("objective", c.VictoryObjective.Value), table.A("points", c.VictoryPoints.Value), table.A("margin", c.VictoryMargin.Value)),
		table.Say("brief.holding", "MB-B24", table.A("inches", c.VictoryNear.Value/10)),
		table.Say("brief.lost", "MB-B24"),
	}}
	for _, x := range k.doc.Scenario.Claims {
		t.Says = append(t.Says, table.Say("brief.claim", "MB-B24", table.A("own", x.Side == string(s)), table.A("objective", x.Objective)))
	}
	t.Says = append(t.Says, table.Say("brief.length", "MB-B6", table.A("turns", k.Length), table.A("now", k.Number)))
	if k.Number > 0 {
		_, _, own := k.earned(s)
		_, _, enemy := k.earned(k.other(s))
		t.Says = append(t.Says, table.Say("brief.score", "MB-B24", table.A("own", own), table.A("enemy", enemy)))
	}
	if goals := k.goalTable(); len(goals.Rows) > 0 {
		goals.Title = "guide.held"
		t.Tables = []board.Table{goals}
	}
	return t
}

// standings tells the score of both sides and who holds what, during play (MB-B24).
func standings(k *Game, s table.Seat) []table.Remark {
	if k.Number == 0 || k.camp(s) == nil {
		return nil
	}
	mine, _, own := k.earned(s)
	theirs, _, enemy := k.earned(k.other(s))
	return []table.Remark{table.Say("guide.standings", "MB-B24", table.A("own", own.Total()), table.A("enemy", enemy.Total()), table.A("mine", mine), table.A("theirs", theirs), table.A("margin", k.constants().VictoryMargin.Value))}
}

// earned returns the objectives that a side holds, the points of the enemy's units that are lost, and the victory points of both (MB-B24).
func (g *Game) earned(s table.Seat) (held []string, lost int, sum table.Sum) {
	held = g.heldBy(s)
	for i := range g.Units {
		if u := &g.Units[i]; u.Side != s && g.broken(u) {
			lost += u.Points
		}
	}
	c := g.constants()
	return held, lost, table.Base("score.objectives", c.VictoryObjective.Value*len(held), "MB-B24").Plus("score.units", lost/c.VictoryPoints.Value, "MB-B24")
}

// course tells how a turn is fought in the rulebook's own sentences: those that a beginner needs first.
func (k *Game) course() table.Chapter {
	c := table.Chapter{Title: "guide.course"}
	for _, rule := range []string{"MB-B6", "MB-B9.1", "MB-B9.2", "MB-B9.3", "MB-B10", "MB-B5", "MB-B5c", "MB-B15a", "MB-B16a", "MB-B13", "MB-B18a"} {
		c.Says = append(c.Says, table.Cite(rule))
	}
	return c
}
