package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// refuse makes a refusal whose code is a key of this game's words.
var refuse = table.Refusals("ch.")

// The four ways to pay for an action (CH-2.2d). byShare is an activation that fresh units join (CH-9.0b).
const (
	byAP          = "ap"
	byShare       = "join"
	byOpportunity = "opportunity"
	byCap         = "cap"
	byCard        = "card" // card 02; other cards carry their own cost
)

// payment is how an order asks to be paid for.
type payment struct {
	mode  string
	topUp int // CAP that may be added to AP (CH-3.2.1a)
}

// price is what an action costs: AP or CAP, with its terms.
type price struct {
	sum  table.Sum
	dice []die  // thrown before it is paid (CH-18.3.1b, CH-18.3.2b)
	card string // the card played as the action; its cost is in sum
	icon string // who may pay it: cap, ap, both (CH-8.0d); "" for an action
}

// die is a 1D6 of wire or roadblock for a unit, on top of its own cost.
type die struct {
	unit string
	work string
	own  table.Sum
}

// actors reports whether units that pay together are all fresh, and whether all or any of them are active in the running
// activation.
func (g *Game) actors(units []string) (allFresh, allActive, anyActive bool) {
	allFresh, allActive = true, true
	for _, name := range units {
		u := g.unit(name)
		if u == nil {
			continue
		}
		allFresh = allFresh && u.Status == fresh
		allActive = allActive && u.Status == active
		anyActive = anyActive || u.Status == active
	}
	return allFresh, allActive, anyActive
}

// affordable refuses a price that units cannot pay in the way ordered (CH-2.2d), on what their owner knows.
func (k *Game) affordable(s table.Seat, units []string, p price, pay payment) *table.Refusal {
	c := k.camp(s)
	cost := p.sum.Total()
	allFresh, allActive, anyActive := k.actors(units)
	switch pay.mode {
	case byOpportunity:
		if !allFresh { // CH-3.1b
			return refuse("not-fresh", "CH-3.1b", table.A("units", units))
		}
	case byCap:
		if c.Cap < cost {
			return refuse("no-cap", "CH-3.2.2a", table.A("cost", p.sum), table.A("cap", c.Cap))
		}
	case byCard:
		if !slices.Contains(c.Hand, cardCommandAction) {
			return refuse("no-card", "CH-C02", table.A("card", cardCommandAction))
		}
	default:
		purse := k.doc.Tables.AP
		switch {
		case allActive:
			purse = c.AP
		case anyActive || pay.mode == byShare:
			if !c.Open {
				return refuse("no-activation", "CH-9.0b", table.A("units", units))
			}
			purse = c.AP
			for _, name := range units {
				if u := k.unit(name); u.Status == used {
					return refuse("used", "CH-3.0a", table.A("unit", name))
				}
			}
		case !allFresh:
			return refuse("used", "CH-3.0a", table.A("unit", firstUsed(k, units)))
		case k.Vary != "":
			return nil // the dice will decide (CH-3.0.1a)
		}
		if purse+min(pay.topUp, c.Cap) < cost {
			return refuse("no-ap", "CH-3.0c", table.A("cost", p.sum), table.A("ap", purse), table.A("topup", min(pay.topUp, c.Cap)))
		}
	}
	return nil
}

func firstUsed(k *Game, units []string) string {
	for _, name := range units {
		if k.unit(name).Status == used {
			return name
		}
	}
	return ""
}

// settle activates the units that have to be activated, takes the price and reports what was paid. It returns false if
// variable AP were not enough; the units are active all the same (CH-3.0b).
func (g *Game) settle(t *table.Table, s table.Seat, units []string, p price, pay payment) (bool, *table.Refusal) {
	c := g.camp(s)
	cost := p.sum.Total()
	switch pay.mode {
	case byOpportunity:
	case byCap:
		c.Cap -= cost
	case byCard:
		g.discard(c, cardCommandAction)
		t.Report("CH-C02", "card-played", table.A("side", s), table.A("card", cardCommandAction))
	default:
		g.activate(t, s, units, pay)
		pay.mode = byAP
		if c.AP+min(pay.topUp, c.Cap) < cost {
			return false, refuse("no-ap", "CH-3.0.1a", table.A("cost", p.sum), table.A("ap", c.AP), table.A("topup", min(pay.topUp, c.Cap)))
		}
		top := max(0, cost-c.AP)
		c.AP -= cost - top
		c.Cap -= top
		c.Spent += cost - top
	}
	g.tellPaid(t, c, units, p, pay)
	return true, nil
}

// activate makes fresh units active (CH-3.0a): in the running activation if one of them is in it or asks to join,
// otherwise in a new one, before which the running one is retired (CH-3.0e).
func (g *Game) activate(t *table.Table, s table.Seat, units []string, pay payment) {
	c := g.camp(s)
	_, allActive, anyActive := g.actors(units)
	if allActive {
		return
	}
	join := c.Open && (anyActive || pay.mode == byShare)
	if !join {
		g.closeActivation(t, c)
		c.Open, c.AP, c.Spent = true, g.doc.Tables.AP, 0
	}
	var came []string
	for _, name := range units {
		if u := g.unit(name); u.Status == fresh {
			u.Status = active
			c.Active = append(c.Active, name)
			came = append(came, name)
		}
	}
	if join {
		if g.Vary == "fog" {
			g.tellUnits(t, c, came, "CH-9.0b", "joins-fog")
		} else {
			g.tellUnits(t, c, came, "CH-9.0b", "joins", table.A("ap", c.AP))
		}
		return
	}
	if g.Vary != "" {
		g.varyAP(t, c)
	}
	if g.Vary == "fog" {
		g.tellUnits(t, c, came, "CH-3.0a", "activates-fog")
	} else {
		g.tellUnits(t, c, came, "CH-3.0a", "activates", table.A("ap", c.AP))
	}
}

// varyAP is CH-3.0.1: the highest of three dice plus the lowest; in secret with more fog of war.
func (g *Game) varyAP(t *table.Table, c *Camp) {
	if g.Vary == "fog" {
		t = t.For(c.Seat)
	}
	roll := t.Roll(c.Seat, "variable AP", 3, 6)
	d := slices.Sorted(slices.Values(roll.Dice()))
	mod := g.modify(t, c.Seat, rolled{kind: "ap"})
	c.Dice = roll.Dice()
	c.AP = d[0] + d[2] + mod
	t.Report("CH-3.0.1a", "variable-ap", table.A("side", c.Seat), table.A("roll", roll), table.A("ap", table.Base("highest-die", d[2], "CH-3.0.1a").Plus("lowest-die", d[0], "CH-3.0.1a").Plus("cap", mod, "A56")))
}

// tellPaid reports what was paid and what is left.
func (g *Game) tellPaid(t *table.Table, c *Camp, units []string, p price, pay payment) {
	args := []table.FactArg{table.A("mode", pay.mode), table.A("cap", c.Cap)}
	if pay.mode == byAP || pay.mode == byCap {
		args = append(args, table.A("cost", p.sum))
	}
	if pay.mode == byAP {
		if g.Vary == "fog" {
			args = append(args, table.A("spent", c.Spent))
		} else {
			args = append(args, table.A("ap", c.AP))
		}
	}
	rule := ruleOf(pay.mode)
	g.tellUnits(t, c, units, rule, "pays", args...)
}

// ruleOf returns the rule of a way to pay.
func ruleOf(mode string) string {
	switch mode {
	case byOpportunity:
		return "CH-3.1a"
	case byCap:
		return "CH-3.2.2a"
	case byCard:
		return "CH-C02"
	}
	return "CH-3.0c"
}

// spentChance flips units that took an opportunity action to used (CH-3.1a).
func (g *Game) spentChance(units []string, mode string) {
	if mode != byOpportunity {
		return
	}
	for _, name := range units {
		if u := g.unit(name); u != nil && u.Off != destroyed {
			u.Status = used
		}
	}
}
