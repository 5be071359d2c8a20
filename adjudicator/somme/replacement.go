package somme

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var campaignOrders = []order{
	{Verb: orders.Verb{Name: "rebuild", Rule: "SO-G.c", Phases: []string{"replacement"}, Args: []orders.Param{unitsArg, atArg}}, Check: mayOrderRebuilding, Options: rebuildIdeas, Sure: true},
	{Verb: orders.Verb{Name: "prepare", Rule: "SO-F.a", Phases: []string{"prepare", "move"}, Args: []orders.Param{unitsArg, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("back")}}}, Check: mayOrderPreparation, Options: preparationIdeas, Sure: true},
}

// columns are the columns of the replacement tables, from left to right (SO-G.b).
var columns = []string{"morale_2", "morale_3", "morale_4", "morale_5", "morale_6", "corps_artillery"}

// columnOfUnit returns the column of a counter on the replacement table, or -1 if it is never rebuilt.
func (g *Game) columnOfUnit(u *Formation) int {
	switch {
	case g.kind(u) == "corps_artillery":
		return len(columns) - 1
	case g.division(u) || g.regiment(u):
		return slices.Index(columns, "morale_"+strconv.Itoa(g.printed(u.ID).Morale))
	}
	return -1
}

// rollReplacements is SO-G.a: each player rolls 2d6 on his table. A conference that failed comes first.
func (g *Game) rollReplacements(t *table.Table) table.Then {
	if !g.doc.Scenario.Advanced {
		return table.Next
	}
	g.Campaign.Gains = nil
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		die := t.Roll(s, "replacement", 2, 6)
		add := func(m Modifier, when bool) {
			if when {
				die = die.Plus(m.ID, m.Value, m.Rule)
			}
		}
		add(g.modifiers().ReplaceGerman5, s == german && g.Number >= 5)
		add(g.modifiers().ReplaceAllied4, s == allied && g.Number >= 4 && g.Attack.Side != allied)
		sum := min(max(die.Total(), 2), 12)
		var gives []string
		for _, r := range g.doc.Tables.Replacements {
			if table.Seat(r.Side) == s && r.Sum == sum {
				gives = slices.Clone(r.Gives)
			}
		}
		if len(gives) > 0 {
			g.Campaign.Gains = append(g.Campaign.Gains, Hand{Side: s, Events: gives})
		}
		t.Report("SO-G.a", "replacements", table.A("die", die), table.A("side", s), table.A("gives", gives))
	}
	return table.Next
}

// rebuilders returns the players with gains that fit a destroyed unit.
func (g *Game) rebuilders() []table.Seat {
	return table.Pick(g.Campaign.Gains, func(h *Hand) (table.Seat, bool) { return h.Side, len(g.rebuildable(h.Side)) > 0 })
}

// rebuildable returns the destroyed units that a side's gains allow.
func (g *Game) rebuildable(s seat) []string {
	return table.NamesOf(g.Units, func(u *Formation) bool { return u.Side == s && u.Box == destroyed && g.gainFor(u) >= 0 })
}

// gainFor returns the index of the gain by which a unit may be rebuilt: one of its own column, otherwise one of a column
// further right that has no destroyed units of its type (SO-G.b); -1 if there is none.
func (g *Game) gainFor(u *Formation) int {
	own := g.columnOfUnit(u)
	gains := ready(g.Campaign.Gains, u.Side)
	if own < 0 {
		return -1
	}
	if i := slices.Index(gains, columns[own]); i >= 0 {
		return i
	}
	for i, gain := range gains {
		c := slices.Index(columns, gain)
		if c > own && !g.any(func(o *Formation) bool { return o.Side == u.Side && o.Box == destroyed && g.columnOfUnit(o) == c }) {
			return i
		}
	}
	return -1
}

func mayOrderRebuilding(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if k.unit(id).Box != destroyed {
			return refuse("not-destroyed", "SO-G.c", table.A("unit", id))
		}
	}
	return nil
}

// replacementPhase is SO-G.b and SO-G.c; by default the highest morale is rebuilt at the first HQ with room.
func (g *Game) replacementPhase(t *table.Table) table.Then {
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		gains := len(ready(g.Campaign.Gains, s))
		for l := range t.Orders(s, "replacement") {
			for _, id := range g.unitsOf(s, l.Args, "units") {
				if why := g.rebuild(t, id, orders.Value(l.Args, "hex")); why != nil {
					t.Refuse(s, l, why)
				}
			}
		}
		for range gains {
			list := g.rebuildable(s)
			slices.SortStableFunc(list, func(a, b string) int { return g.printed(b).Morale - g.printed(a).Morale })
			if !slices.ContainsFunc(list, func(id string) bool { return g.rebuildAnywhere(t, id) }) {
				break
			}
		}
	}
	return table.Next
}

func (g *Game) rebuildAnywhere(t *table.Table, id string) bool {
	for _, hex := range g.besideHeadquarters(g.unit(id), false) {
		if g.mayRebuild(g.unit(id), hex) == nil {
			return g.rebuild(t, id, hex) == nil
		}
	}
	return false
}

func (g *Game) mayRebuild(u *Formation, hex string) *table.Refusal {
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", hex)}
	switch {
	case u.Box != destroyed || g.gainFor(u) < 0:
		return refuse("no-replacement", "SO-G.b", say...)
	case !slices.Contains(g.besideHeadquarters(u, false), hex) || !g.entryOpen(g.survey(u.Side), u, hex) || g.near(u.Side, hex):
		return refuse("rebuild-where", "SO-G.c", say...)
	case g.crowd(u.Side, hex)+g.limits().StackReduced.Value > g.limits().Stacking.Value && g.fights(u) || g.foreign(u, hex):
		return refuse("no-room", "SO-4a", append(say, table.A("n", g.limits().Stacking.Value))...)
	}
	return nil
}

// rebuild gives a unit one step back (SO-G.c).
func (g *Game) rebuild(t *table.Table, id, hex string) *table.Refusal {
	u := g.unit(id)
	if why := g.mayRebuild(u, hex); why != nil {
		return why
	}
	i := g.gainFor(u)
	for j := range g.Campaign.Gains {
		if h := &g.Campaign.Gains[j]; h.Side == u.Side {
			h.Events = slices.Delete(slices.Clone(h.Events), i, i+1)
		}
	}
	g.Campaign.Gains = holding(g.Campaign.Gains)
	u.Box, u.Hex, u.From, u.Lost = "", hex, hex, max(0, g.printed(id).Steps-1)
	t.Report("SO-G.c", "rebuilt", table.A("unit", id), table.A("side", u.Side), table.A("hex", hex))
	g.seize(t, id)
	return nil
}

func rebuildIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.rebuildable(s) {
		for _, hex := range k.besideHeadquarters(k.unit(id), false) {
			if k.mayRebuild(k.unit(id), hex) == nil {
				out = append(out, "rebuild "+id+" at "+hex)
			}
		}
	}
	return out
}

// preparers returns the reaction player if offensives are prepared (SO-F.a).
func (g *Game) preparers() []table.Seat {
	return table.Only(g.Reaction && g.doc.Scenario.Advanced, other(g.Initiative))
}

func mayOrderPreparation(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if u := k.unit(id); !k.hq(u) || u.Hex == "" || !k.Reaction {
			return refuse("no-hq", "SO-F.a", table.A("unit", id))
		}
	}
	return nil
}

// preparePhase is SO-F.
func (g *Game) preparePhase(t *table.Table) table.Then {
	s := other(g.Initiative)
	for l := range t.Orders(s, "prepare") {
		if why := g.prepareLine(t, s, l); why != nil {
			t.Refuse(s, l, why)
		}
	}
	return table.Next
}

// prepareLine turns HQs over: to the offensive face on a road or railway, only by the reaction player; back in any of his
// phases, for a victory point (SO-F.a, SO-F.c).
func (g *Game) prepareLine(t *table.Table, s seat, l table.Line) *table.Refusal {
	back := orders.Value(l.Args, "how") == "back"
	for _, id := range g.unitsOf(s, l.Args, "units") {
		u := g.unit(id)
		c := g.net.cell(u.Hex)
		switch {
		case u.Off != back:
			return refuse("face", "SO-F.a", table.A("unit", id))
		case !back && (s == g.Initiative || l.Phase != "prepare"):
			return refuse("not-reaction", "SO-F.a", table.A("unit", id))
		case !back && !slices.ContainsFunc(c.sides[:], func(x side) bool { return x.road || x.rail }):
			return refuse("hq-road", "SO-F.a", table.A("unit", id), table.A("hex", u.Hex))
		}
		u.Off = !back
		kind := "hq-prepares"
		if back {
			g.penalise(s)
			kind = "hq-gives-up"
		}
		t.Report("SO-F.a", kind, table.A("unit", id), table.A("side", s), table.A("hex", u.Hex))
	}
	return nil
}

func (g *Game) penalise(s seat) {
	for i := range g.Campaign.Penalty {
		if g.Campaign.Penalty[i].Side == s {
			g.Campaign.Penalty[i].N++
			return
		}
	}
	g.Campaign.Penalty = append(g.Campaign.Penalty, Count{Side: s, N: 1})
}

func (g *Game) penaltyOf(s seat) int {
	p, _ := table.Find(g.Campaign.Penalty, func(p *Count) bool { return p.Side == s })
	return p.N
}
