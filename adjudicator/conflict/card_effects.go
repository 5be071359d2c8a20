package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// play carries out an action card once it is paid for.
func play(g *Game, t *table.Table, o *order) {
	id := orders.Value(o.args, "card")
	if id != cardRapidDeployment { // CH-10.0b, A69
		g.showActors(t, o)
	}
	switch id {
	case cardFollowMe:
		for _, name := range o.units {
			u := g.unit(name)
			t.Report("CH-C03", "rallied", table.A("unit", name), table.A("counter", u.Hit))
			g.putBack(u)
		}
	case cardRally:
		for _, name := range o.units {
			g.tryRally(t.At(g.unit(name).ID), name, o.roll("rally", 0, 0))
		}
	case cardRapidDeployment:
		g.rapidMove(t, o)
	case cardChaosOfBattle, cardBoggedDown:
		g.hinder(t, orders.Value(o.args, "target"), id)
	case cardVeteranSergeant, cardOfficer:
		g.inspire(t, o, id)
	case cardTakeCover:
		for _, name := range o.units {
			g.digOne(t.At(g.unit(name).ID), name, "CH-C11")
		}
	case cardSniper:
		g.sniper(t, o)
	case cardScouts:
		g.scout(t, o)
	case cardMinelaying, cardTellermine:
		g.layMines(t, o)
	case cardClearing:
		kind := g.clearable(o)
		g.raze(t, g.unit(o.units[0]).Hex, kind, "CH-C41")
	}
}

// hinder plays cards 06 (used for the round) and 20 (immobilised for the round, A58).
func (g *Game) hinder(t *table.Table, name, card string) {
	e := g.unit(name)
	if card == cardBoggedDown {
		e.Mired = true
		t.Report("CH-C20", "mired", table.A("unit", name))
		return
	}
	e.Status = used
	t.Report("CH-C06", "confused", table.A("unit", name))
	c := g.camp(e.Seat)
	if i := slices.Index(c.Active, name); i >= 0 { // A17
		c.Active = slices.Delete(c.Active, i, i+1)
		if len(c.Active) == 0 {
			t.Report("CH-C06", "ap-lost", table.A("side", c.Seat))
			c.Open, c.AP, c.Spent, c.Dice = false, 0, 0, nil
		}
	}
}

// inspire plays cards 07 (1D6 AP) and 08 (1D6 CAP).
func (g *Game) inspire(t *table.Table, o *order, card string) {
	c := g.camp(o.seat)
	roll := g.throw(t, o.seat, "card "+card, 1, 6, o.roll("card", 0, 0))
	if card == cardVeteranSergeant {
		c.AP += max(0, roll.Total())
		t.Report("CH-C07", "gains-ap", table.A("side", o.seat), table.A("roll", roll), table.A("ap", c.AP))
		return
	}
	c.Cap += max(0, roll.Total())
	t.Report("CH-C08", "gains-cap", table.A("side", o.seat), table.A("roll", roll), table.A("cap", c.Cap))
}

// sniper plays card 13: the opponent with the most CAP loses some, by the die (A57).
func (g *Game) sniper(t *table.Table, o *order) {
	roll := g.throw(t, o.seat, "card 13", 1, 6, o.roll("card", 0, 0))
	loss := g.doc.Tables.Sniper[max(1, min(6, roll.Total()))-1]
	foes := g.foesOf(g.side(o.seat))
	c := g.camp(foes[0])
	for _, s := range foes {
		if g.camp(s).Cap > c.Cap {
			c = g.camp(s)
		}
	}
	loss = min(loss, c.Cap)
	c.Cap -= loss
	t.Report("CH-C13", "sniper", table.A("side", c.Seat), table.A("roll", roll), table.A("lost", loss), table.A("cap", c.Cap))
}

// scout plays card 30: it reveals hidden enemies within two hexes of the unit and in its sight.
func (g *Game) scout(t *table.Table, o *order) {
	u := g.unit(o.units[0])
	for _, hex := range board.Within(g.net, u.Hex, g.doc.Tables.Spotted) {
		if g.los(u.Hex, hex).clear {
			g.reveal(t, hex, g.other(u.Side), "CH-C30")
		}
	}
	t.Report("CH-C30", "scouted", table.A("unit", u.name()), table.A("at", u.Hex))
}

// layMines plays card 40, or the Tellermine used as such (A55): hidden if ordered and possible.
func (g *Game) layMines(t *table.Table, o *order) {
	hex := g.mineHex(o)
	hidden := orders.Among(orders.Value(o.args, "how"), "hidden")
	g.Forts = append(g.Forts, Fort{Type: "mines", Kind: "mines", Hex: hex, Owner: o.seat, Hidden: hidden})
	if !hidden {
		t.Report("CH-C40", "mines-laid", table.A("unit", o.units[0]), table.A("at", hex))
		return
	}
	side := g.side(o.seat)
	g.hers(t, side).Report("CH-C40", "mines-laid", table.A("unit", o.units[0]), table.A("at", hex))
	g.others(t, side).Report("CH-C40", "mines-laid-hidden", table.A("unit", o.units[0]))
}

// leg is one hex moved by one unit with card 05.
type leg struct {
	unit string
	to   string
}

// rapid works out the moves of card 05: each unit goes up to two hexes along the way ordered, whatever they cost, but
// enters no hex that is closed to it.
func (k *Game) rapid(o *order) ([]leg, *table.Refusal) {
	var out []leg
	path := orders.Path(o.args, "path")
	if len(path) == 0 || len(path) > 2 {
		return nil, refuse("two-hexes", "CH-C05", table.A("n", strconv.Itoa(len(path))))
	}
	for _, name := range o.units {
		u := *k.unit(name)
		if r := k.immobile(&u); r != nil {
			return nil, r
		}
		for _, to := range path {
			if u.Hex == to {
				continue
			}
			if k.direction(u.Hex, to) == "" {
				return nil, refuse("not-adjacent", "CH-C05", table.A("unit", name), table.A("from", u.Hex), table.A("to", to))
			}
			if r := k.barred(&u, k.unit(name).Hex, to); r != nil {
				return nil, r
			}
			if _, r := k.stepCost(&u, u.Hex, to, &walk{}); r != nil {
				return nil, r
			}
			out = append(out, leg{name, to})
			u.Hex = to
		}
	}
	return out, nil
}

// rapidMove carries out card 05; mines attack as usual.
func (g *Game) rapidMove(t *table.Table, o *order) {
	legs, r := g.Known(o.seat).rapid(o)
	if r != nil {
		return
	}
	for i, l := range legs {
		u := g.unit(l.unit)
		if !u.on() || g.hit(u).NoMove || u.Bogged {
			continue
		}
		last := i == len(legs)-1 || legs[i+1].unit != l.unit
		g.goTo(t.At(u.ID), u, l.to, walk{unit: l.unit, facing: said(o.args, "facing"), order: o, args: o.args, cautious: true}, last)
	}
}
