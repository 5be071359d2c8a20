package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// surcharge throws the dice of wire and roadblocks (CH-18.3.1b, CH-18.3.2b): each unit throws its own, and the group pays
// the highest cost (A75). If its owner cannot or will not pay, an activation loses its AP and a command action loses
// nothing; the attempt counts as an action all the same (CH-18.3.1c).
func (g *Game) surcharge(t *table.Table, o *order, p price) (price, bool) {
	if o.pay.mode != byCap {
		o.pay.mode = payMode(o.pay.mode)
		g.activate(t, o.seat, o.units, o.pay)
	}
	worst := 0
	for _, d := range p.dice {
		u := g.unit(d.unit)
		roll := g.throw(t.At(u.ID), o.seat, "obstacle", 1, 6, o.extra())
		worst = max(worst, roll.Total())
		whole := d.own.Plus("work."+d.work, roll.Total(), obstacleRule(d.work))
		t.Report(obstacleRule(d.work), "obstacle", table.A("unit", d.unit), table.A("work", d.work), table.A("die", roll), table.A("cost", whole))
		if whole.Total() > p.sum.Total() {
			p.sum = whole
		}
	}
	c := g.camp(o.seat)
	top := table.Decide(t, askObstacle(o.seat, worst))
	can := false
	if o.pay.mode == byCap {
		can = top >= 0 && c.Cap >= p.sum.Total()
	} else {
		o.pay.topUp = max(o.pay.topUp, top)
		can = top >= 0 && c.AP+min(o.pay.topUp, c.Cap) >= p.sum.Total()
	}
	if can {
		return p, true
	}
	g.tellUnits(t, c, o.units, "CH-18.3.1c", "turns-back", table.A("cost", p.sum), table.A("lost", o.pay.mode != byCap))
	if o.pay.mode != byCap {
		g.closeActivation(t, c)
	}
	return p, false
}

func payMode(mode string) string {
	if mode == byShare {
		return mode
	}
	return byAP
}

func obstacleRule(work string) string {
	if work == "roadblock" {
		return "CH-18.3.2b"
	}
	return "CH-18.3.1b"
}

// askObstacle is D15: whether to pay for an obstacle, and with how many extra CAP; below 0 means not to pay. The default
// is to pay what AP can.
func askObstacle(s table.Seat, thrown int) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: "CH-D15", Seat: s, Rule: "CH-18.3.1c", Verb: "obstacle",
		Policy: func(_ *Game, l table.Line) (int, table.Policy) {
			if thrown > orders.Int(l.Args, "pay", 6) {
				return -1, table.Use
			}
			return orders.Int(l.Args, "topup", 0), table.Use
		},
		Blind: true, Default: func(*Game) int { return 0 },
	}
}

// raze takes a work off the map.
func (g *Game) raze(t *table.Table, hex, kind, rule string) {
	g.Forts = slices.DeleteFunc(g.Forts, func(f Fort) bool { return f.Hex == hex && f.Kind == kind })
	for i := range g.Units {
		if u := &g.Units[i]; u.on() && u.Hex == hex && u.In == kind {
			u.In = ""
		}
	}
	t.Report(rule, "work-destroyed", table.A("work", "work."+kind), table.A("at", hex))
}

// mineEnter makes the attack of mines on a unit that has just entered their hex (CH-18.3.3b). Hidden mines are placed on
// the map (CH-18.3.3a); engineers find them and are safe (CH-19.0b); passengers are not attacked (A33).
func (g *Game) mineEnter(t *table.Table, name string) {
	u := g.unit(name)
	f := g.fort(u.Hex, "mines")
	if f == nil {
		return
	}
	if f.Hidden {
		f.Hidden = false
		t.Report("CH-18.3.3a", "mines-found", table.A("at", u.Hex))
	}
	g.mineAttack(t, u)
}

// mineAct makes the attack of mines on a unit that does anything in their hex except fire, rally or observe (A61).
func (g *Game) mineAct(t *table.Table, u *Unit) {
	if u.on() && g.fort(u.Hex, "mines") != nil {
		g.mineEnter(t, u.name())
	}
}

// mineAttack is CH-18.3.3d: the owner of the mines rolls 2D6; 8 or more is one hit, never a critical one (A46).
func (g *Game) mineAttack(t *table.Table, u *Unit) {
	if g.print(u).Engineer || u.Aboard != "" {
		if !u.Hidden {
			t.Report("CH-19.0b", "mines-avoided", table.A("unit", u.name()), table.A("at", u.Hex))
		}
		return
	}
	f, name := g.fort(u.Hex, "mines"), u.name()
	need := g.doc.Tables.Mines
	secret := u.Hidden // A86: the attack is seen; which unit it struck is not, unless it is hit
	roll := g.throw(t.At("mines"), f.Owner, "mines", 2, 6, rolled{kind: "mines", need: need})
	if secret && roll.Total() < need {
		t.Report("CH-18.3.3d", "mines-blind", table.A("at", u.Hex), table.A("roll", roll), table.A("need", need))
		return
	}
	if secret {
		g.reveal(t, u.Hex, u.Side, "CH-10.0d")
	}
	t.Report("CH-18.3.3d", "mines", table.A("unit", name), table.A("at", u.Hex), table.A("roll", roll), table.A("need", need), table.A("hit", roll.Total() >= need))
	if roll.Total() >= need {
		g.strikeUnit(t, name, hitOnce, f.Owner)
	}
}

// checkDig judges building hasty defences (CH-18.1.3a): foot units, in any hex but water, as long as counters last.
func checkDig(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	stock := k.hastyLeft()
	for _, name := range o.units {
		if r := k.mayDig(k.unit(name), stock, false); r != nil {
			return price{}, r
		}
		stock--
	}
	return price{sum: table.Base("hasty", k.doc.Tables.Dig, "CH-18.1.3a")}, nil
}

// hastyLeft returns how many hasty defences are in stock (M04).
func (k *Game) hastyLeft() int {
	stock := k.doc.Tables.HastyStock
	for i := range k.Units {
		if k.Units[i].Dug {
			stock--
		}
	}
	return stock
}

// mayDig judges one hasty defence; vehicles build none except with card 11 (A18).
func (k *Game) mayDig(u *Unit, stock int, vehicles bool) *table.Refusal {
	switch {
	case !vehicles && !k.foot(u):
		return refuse("no-foot", "CH-18.1.3a", table.A("unit", u.name()))
	case u.Dug:
		return refuse("dug-already", "CH-18.1.3c", table.A("unit", u.name()))
	case k.terrain(u.Hex).Water:
		return refuse("water", "CH-18.1.3a", table.A("unit", u.name()))
	case u.Aboard != "":
		return refuse("aboard", "CH-17.0d", table.A("unit", u.name()), table.A("on", u.Aboard))
	case stock < 1:
		return refuse("no-counter", "CH-18.1.3c", table.A("unit", u.name()))
	}
	return nil
}

func dig(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		g.digOne(t, name, "CH-18.1.3a")
	}
}

func (g *Game) digOne(t *table.Table, name, rule string) {
	u := g.unit(name)
	u.Dug = true
	t.Report(rule, "digs-in", table.A("unit", name), table.A("at", u.Hex))
	g.mineAct(t, u)
}

// checkShelter judges entering or leaving a fortification within the hex, for the normal cost of moving into the hex
// (CH-18.2b).
func checkShelter(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	in := orders.Value(o.args, "where") == "in"
	var p price
	for _, name := range o.units {
		u := k.unit(name)
		if r := k.immobile(u); r != nil {
			return p, r
		}
		if in && (u.In != "" || k.shelter(u, u.Hex) == "") || !in && u.In == "" {
			return p, refuse("no-shelter", "CH-18.2b", table.A("unit", name), table.A("at", u.Hex))
		}
		cost := k.moveCost(u).Plus("terrain."+k.terrain(u.Hex).ID, max(0, k.terrain(u.Hex).Foot), "CH-18.2b")
		if p.sum.Terms() == nil || cost.Total() > p.sum.Total() {
			p.sum = cost
		}
	}
	return p, nil
}

func shelterOrder(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		u := g.unit(name)
		was := u.In
		g.undig(t, u)
		u.In = ""
		in := orders.Value(o.args, "where") == "in"
		if in {
			g.occupy(u, false)
		}
		u.Facing = walk{facing: said(o.args, "facing"), args: o.args}.faces(u)
		if in {
			t.Report("CH-18.2b", "enters-work", table.A("unit", name), table.A("work", "work."+u.In), table.A("at", u.Hex))
		} else {
			t.Report("CH-18.2b", "leaves-work", table.A("unit", name), table.A("work", "work."+was), table.A("at", u.Hex))
		}
		g.mineAct(t, u)
	}
}
