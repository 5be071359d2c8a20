package duel

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// move implements DU-2: first one side's scouts, then the other's, each in the order in which their owner wrote.
func (g *Game) move(t *table.Table) table.Then {
	for _, s := range g.seats() {
		for l := range t.Orders(s, "move") {
			m, to := g.man(orders.Value(l.Args, "man")), orders.Value(l.Args, "to")
			m.Done, m.At = true, to
			m.Seen = g.exposed(*m)
			tell := t
			if !m.Seen { // at most the enemy sees that he is gone
				tell = t.For(s)
			}
			tell.Report("DU-2.1", "moves", table.A("unit", m.name()), table.A("to", to))
			g.spot(t)
		}
	}
	g.ready()
	return table.Next
}

// exposed reports whether a scout is seen (DU-5.1): in the open, or beside an enemy.
func (g *Game) exposed(m Man) bool {
	return g.grid.Code(g.doc.Scenario.Map, m.At) != '#' ||
		slices.ContainsFunc(g.Men, func(o Man) bool { return o.Side != m.Side && g.grid.Distance(o.At, m.At) == 1 })
}

// spot reports everybody who is seen now and was not before.
func (g *Game) spot(t *table.Table) {
	for i := range g.Men {
		if m := &g.Men[i]; !m.Seen && g.exposed(*m) {
			m.Seen = true
			t.Report("DU-5.1", "spotted", table.A("unit", m.name()), table.A("at", m.At))
		}
	}
}

// fire implements DU-3: a die against a number that grows with the distance. Every roll is reported by a fact, with the
// terms of its sum and the rule of each, so that a player can check it.
func (g *Game) fire(t *table.Table) table.Then {
	for _, s := range g.seats() {
		for l := range t.Orders(s, "fire") {
			m, at := g.man(orders.Value(l.Args, "man")), g.man(orders.Value(l.Args, "at"))
			t := t.At(m.ID)
			roll := t.Roll(s, "to hit", 1, 6)
			if g.grid.Code(g.doc.Scenario.Map, at.At) == '#' {
				roll = roll.Plus("cover", g.doc.Tables.Cover, "DU-3.2")
			}
			need := g.needed(g.grid.Distance(m.At, at.At))
			hit := roll.Total() >= need.Total()
			m.Done, m.Seen = true, true
			t.Report("DU-3.2", "fires", table.A("unit", m.name()), table.A("target", at.name()), table.A("from", m.At), table.A("roll", roll), table.A("need", need), table.A("hit", hit))
			if hit {
				g.wound(t, at)
			}
		}
	}
	g.ready()
	return table.Next
}

// needed returns what hits a man in the open at a distance (DU-3.2).
func (g *Game) needed(distance int) table.Sum {
	return table.Base("hit", g.doc.Tables.Hit, "DU-3.2").Plus("distance", distance-1, "DU-3.2")
}

// wound implements DU-4: a man who is hit goes to ground, or stands and trusts to his nerve. The choice is his owner's,
// and play may wait weeks for it. A man already on the ground has no choice.
func (g *Game) wound(t *table.Table, m *Man) {
	if m.Pinned < g.Number && table.Decide(t, groundOrStand(m)) == "ground" {
		m.Pinned = g.Number + 1
		t.Report("DU-4.1", "pinned", table.A("unit", m.name()))
		return
	}
	nerve := t.Roll(m.Side, "nerve", 1, 6)
	out := nerve.Total() < g.doc.Tables.Nerve
	t.Report("DU-4.2", "nerve", table.A("unit", m.name()), table.A("roll", nerve), table.A("need", table.Base("nerve", g.doc.Tables.Nerve, "DU-4.2")), table.A("out", out))
	if out {
		g.Men = slices.DeleteFunc(g.Men, func(o Man) bool { return o.ID == m.ID })
	}
}

// end implements DU-6: a side with nobody left has lost; after the last turn the side with more scouts wins.
func (g *Game) end(t *table.Table) table.Then {
	first, second := g.seats()[0], g.seats()[1]
	a, b := len(g.men(first)), len(g.men(second))
	t.Report("DU-6.1", "left", table.A("first", first), table.A("men", a), table.A("second", second), table.A("others", b))
	switch over := a == 0 || b == 0 || g.Number == g.doc.Scenario.Turns; {
	case over && a > b:
		return table.Over(table.Ending{Winner: first, Rule: "DU-6.1", Why: "ending.more"})
	case over && b > a:
		return table.Over(table.Ending{Winner: second, Rule: "DU-6.1", Why: "ending.more"})
	case over:
		return table.Over(table.Ending{Rule: "DU-6.1", Why: "ending.level"})
	}
	g.Number++
	g.look()
	return table.NextTurn
}

// look implements DU-5.1 at the end of a turn: a scout who fired from ruins drops out of sight again.
func (g *Game) look() {
	for i := range g.Men {
		g.Men[i].Seen = g.exposed(g.Men[i])
	}
}

// ready ends a phase.
func (g *Game) ready() {
	for i := range g.Men {
		g.Men[i].Done = false
	}
}

// men lists the scouts of a side.
func (g *Game) men(s table.Seat) (ids []string) {
	for _, m := range g.Men {
		if m.Side == s {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// man finds a scout. It returns nil if he is out or not known.
func (g *Game) man(id string) *Man {
	if i := slices.IndexFunc(g.Men, func(m Man) bool { return m.ID == id }); i >= 0 {
		return &g.Men[i]
	}
	return nil
}

func (g *Game) seats() []table.Seat { return table.SeatsOf(g.doc.Scenario.Sides) }

func (g *Game) enemy(s table.Seat) table.Seat { return table.Opponent(g.doc.Scenario.Sides, s) }
