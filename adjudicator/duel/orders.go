package duel

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// verbs is the order language. The grammar turns it, together with scenarios/duel/orders.LANG.yaml, into parser, help,
// forms and examples. Check is the one test of a line; Options are the lines that the rules propose.
var verbs = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "move", Phases: []string{"move"}, Rule: "DU-2.1",
		Args: []orders.Param{{Name: "man", Kind: orders.KindOwn},
			{Name: "to", Kind: orders.KindPlace, Prefix: "to"}}},
		Check: mayMove, Options: moves},
	{Verb: orders.Verb{Name: "fire", Phases: []string{"fire"}, Rule: "DU-3.1",
		Args: []orders.Param{{Name: "man", Kind: orders.KindOwn},
			{Name: "at", Kind: orders.KindEnemy, Prefix: "at"}}},
		Check: mayFire, Options: shots},
	{Verb: orders.Verb{Name: "hit", Standing: true, Only: true, Rule: "DU-4.1",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: orders.Choices("ground", "stand")}}}},
}

// decisions is the table of what may be asked. DU-D1 is asked by mail unless a standing order answers it.
var decisions = []table.Decision{{ID: "DU-D1", Ask: true}}

// groundOrStand asks whether a man who is hit goes to ground or stands (DU-4.1).
func groundOrStand(m *Man) table.Question[*Game, string] {
	return table.Question[*Game, string]{
		Decision: "DU-D1", Seat: m.Side, About: m.ID, Rule: "DU-4.1", Args: []table.FactArg{table.A("unit", m.name())}, Verb: "hit",
		Policy:  func(_ *Game, l table.Line) (string, table.Policy) { return orders.Value(l.Args, "how"), table.Use },
		Options: table.OneOf[*Game]("ground", "stand"),
		Blind:   true, Default: func(*Game) string { return "ground" },
	}
}

// refuse makes a refusal whose code is a key of this game's words.
var refuse = table.Refusals("du.")

// able finds the scout of a line, and returns why he can do nothing at all, if so (DU-1.1, DU-4.1).
func (g *Game) able(s table.Seat, l table.Line) (*Man, *table.Refusal) {
	m := g.man(orders.Value(l.Args, "man"))
	switch {
	case m == nil || m.Side != s:
		return nil, refuse("gone", "DU-4.2")
	case m.Pinned >= g.Number:
		return m, refuse("pinned", "DU-4.1", table.A("unit", m.ID))
	case m.Done:
		return m, refuse("done", "DU-1.1", table.A("unit", m.ID))
	}
	return m, nil
}

func mayMove(k *Game, s table.Seat, l table.Line) *table.Refusal {
	m, r := k.able(s, l)
	to := orders.Value(l.Args, "to")
	switch {
	case r != nil:
		return r
	case k.grid.Distance(m.At, to) != 1:
		return &table.Refusal{Code: "du.too-far", Rule: "DU-2.1", Args: []table.FactArg{table.A("unit", m.ID), table.A("to", to)}, Legal: k.grid.Neighbours(m.At)}
	case slices.ContainsFunc(k.Men, func(o Man) bool { return o.At == to }):
		return refuse("occupied", "DU-2.2", table.A("to", to))
	}
	return nil
}

func mayFire(k *Game, s table.Seat, l table.Line) *table.Refusal {
	m, r := k.able(s, l)
	at := k.man(orders.Value(l.Args, "at"))
	switch {
	case r != nil:
		return r
	case at == nil || at.Side == s:
		return refuse("unseen", "DU-3.1", table.A("target", orders.Value(l.Args, "at")))
	case k.grid.Distance(m.At, at.At) > k.doc.Tables.Range:
		return refuse("out-of-range", "DU-3.1", table.A("unit", m.ID), table.A("distance", k.grid.Distance(m.At, at.At)), table.A("range", k.doc.Tables.Range))
	}
	return nil
}

// moves proposes every step of every scout; the kernel keeps those that are allowed.
func moves(k *Game, s table.Seat, _ string) []string {
	return table.Pairs("move %s to %s", k.men(s), func(id string) []string { return k.grid.Neighbours(k.man(id).At) })
}

func shots(k *Game, s table.Seat, _ string) []string {
	return table.Pairs("fire %s at %s", k.men(s), func(string) []string { return k.men(k.enemy(s)) })
}
