package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// rolled says what a roll is for, so that its owner can decide on CAP and luck (D17, D20). Its numbers come from what the
// owner knows.
type rolled struct {
	kind string // attack, rally, mines, bog, oba, extra, card, initiative, ap
	need int    // total needed for a success; 0 if the owner cannot know it
	crit int    // total needed for a critical hit; 0 for none
	low  bool   // less is better: CAP and luck are subtracted
	said bool   // the order line gives the number of CAP
	caps int    // that number
}

// throw is one roll by a player: CAP first (CH-3.2.3a), then the dice, then card 12 (CH-C12).
func (g *Game) throw(t *table.Table, by table.Seat, purpose string, n, sides int, r rolled) table.Sum {
	mod := g.modify(t, by, r)
	sum := t.Roll(by, purpose, n, sides)
	if r.low {
		mod = -mod
	}
	return g.luck(t, by, sum.Plus("cap", mod, "CH-3.2.3a"), r)
}

// modify lets a player put up to two CAP on a roll, and takes them.
func (g *Game) modify(t *table.Table, by table.Seat, r rolled) int {
	c := g.camp(by)
	if c == nil || c.Cap == 0 && !r.said || c.Side == g.AI && !r.said {
		return 0
	}
	n := r.caps
	if !r.said {
		n = table.Decide(t, askCap(by, r, c.Cap, g.doc))
	}
	n = max(0, min(n, g.doc.Tables.CapOnDice, c.Cap))
	if r.said && n < r.caps {
		t.For(by).Report("CH-3.2.3a", "cap-short", table.A("wanted", r.caps), table.A("cap", n))
	}
	c.Cap -= n
	return n
}

// luck plays card 12 as the owner's standing order says: a 1D6 roll of 1 subtracts 2, of 2 to 6 adds 2.
func (g *Game) luck(t *table.Table, by table.Seat, sum table.Sum, r rolled) table.Sum {
	c := g.camp(by)
	for c != nil && slices.Contains(c.Hand, cardLuck) && !r.low {
		if !table.Decide(t, askLuck(by, r, sum.Total())) {
			return sum
		}
		g.discard(c, cardLuck)
		d := t.Roll(by, "luck", 1, 6)
		v := g.doc.Tables.Luck
		if d.Total() <= g.doc.Tables.LuckBad {
			v = -v
		}
		sum = sum.Plus("luck", v, "CH-C12")
		t.Report("CH-C12", "luck-played", table.A("side", by), table.A("die", d), table.A("value", v))
	}
	return sum
}

// discard takes a card from a hand.
func (g *Game) discard(c *Camp, card string) {
	if i := slices.Index(c.Hand, card); i >= 0 {
		c.Hand = slices.Delete(c.Hand, i, i+1)
		g.Discard = append(g.Discard, card)
	}
}

// askCap is D17: CAP on one roll. Standing "cap" gives a maximum for the kind of roll, the number to bring it down to,
// and a reserve. The fewest CAP that reach that number are spent.
func askCap(s table.Seat, r rolled, purse int, d *Document) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: "CH-D17", Seat: s, About: r.kind, Rule: "CH-3.2.3a", Verb: "cap",
		Args: []table.FactArg{table.A("roll", r.kind), table.A("need", r.need)},
		Policy: func(_ *Game, l table.Line) (int, table.Policy) {
			most, err := strconv.Atoi(orders.Setting(l.Args, "settings", r.kind))
			if err != nil {
				return 0, table.Pass
			}
			reserve, _ := strconv.Atoi(orders.Setting(l.Args, "settings", "reserve"))
			most = min(most, d.Tables.CapOnDice, purse-reserve)
			target, err := strconv.Atoi(orders.Setting(l.Args, "settings", "need"))
			if err != nil || r.need == 0 {
				return max(0, most), table.Use
			}
			if n := r.need - target; n > 0 && n <= most {
				return n, table.Use
			}
			return 0, table.Use
		},
		Options: table.UpTo(func(*Game) int { return min(d.Tables.CapOnDice, purse) }),
		Blind:   true, Literal: true, Default: func(*Game) int { return 0 },
	}
}

// askLuck is D20: card 12 after a roll, in secret until it is played.
func askLuck(s table.Seat, r rolled, total int) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "CH-D20", Seat: s, About: r.kind, Rule: "CH-C12", Verb: "luck", Covert: true, Args: []table.FactArg{table.A("roll", r.kind)},
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			add := k.doc.Tables.Luck
			fails := r.need > 0 && total < r.need && total+add >= r.need
			switch orders.Value(l.Args, "how") {
			case "flip":
				return fails, table.Use
			case "rally":
				return fails && r.kind == "rally", table.Use
			case "crit":
				return r.crit > 0 && total < r.crit && total+add >= r.crit, table.Use
			}
			return false, table.Use
		},
		Blind: true, Default: func(*Game) bool { return false },
	}
}

// askBid is D07, D08: CAP on the initiative; the player who announces second has heard the first bid.
func askBid(s table.Seat, second bool, first int) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: "CH-D07", Seat: s, Rule: "CH-3.2.4a", Verb: "bid",
		Policy: func(_ *Game, l table.Line) (int, table.Policy) {
			if orders.Value(l.Args, "how") == "match" && second {
				return first, table.Use
			}
			return orders.Int(l.Args, "cap", 0), table.Use
		},
		Options: table.UpTo(func(k *Game) int { return min(k.doc.Tables.CapOnDice, k.camp(s).Cap) }),
		Blind:   true, Default: func(*Game) int { return 0 },
	}
}
