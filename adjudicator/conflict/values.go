package conflict

import "fieldpost/adjudicator/table"

// The current values of a unit: printed, then changed by its hit counter (CH-7.5b).

// fireCost returns the AP of one attack (CH-7.0b), never less than 1.
func (g *Game) fireCost(u *Unit, indirect bool) table.Sum {
	p := g.print(u)
	sum := table.Base("fire-cost", p.Fire, "CH-7.0b")
	if indirect {
		sum = table.Base("indirect-cost", p.Indirect, "CH-12.0b")
	}
	sum = sum.Plus("hit-counter", g.hit(u).Fire, "CH-7.5b")
	if sum.Total() < 1 {
		sum = sum.Plus("at-least-one", 1-sum.Total(), "CH-7.5b")
	}
	return sum
}

// moveCost returns the AP of one open hex (CH-5.0a).
func (g *Game) moveCost(u *Unit) table.Sum {
	return table.Base("move-cost", g.print(u).Move, "CH-5.0a").Plus("hit-counter", g.hit(u).Move, "CH-7.5b")
}

// firepower returns the FP against a colour of DR, or false if the unit has none of it or has lost it.
func (g *Game) firepower(u *Unit, armoured bool) (table.Sum, bool) {
	p, h := g.print(u), g.hit(u)
	if p.NoFire || h.NoFire || h.Only {
		return table.Sum{}, false
	}
	if armoured {
		return table.Base("blue-fp", p.Blue, "CH-7.1c").Plus("hit-counter", h.Blue, "CH-7.5b"), !p.NoBlue && !h.NoBlue
	}
	return table.Base("red-fp", p.Red, "CH-7.1c").Plus("hit-counter", h.Red, "CH-7.5b"), !p.NoRed && !h.NoRed
}

// reach returns the range of a unit (CH-7.7); a hit counter may reduce it (A47).
func (g *Game) reach(u *Unit) int {
	if h := g.hit(u); h.Range > 0 {
		return min(h.Range, g.print(u).Range)
	}
	return g.print(u).Range
}

// resistance returns the DR of a unit, flank or front, with its hit counter (CH-7.3a).
func (g *Game) resistance(u *Unit, flank bool) table.Sum {
	p, h := g.print(u), g.hit(u)
	if flank {
		return table.Base("flank-dr", p.Flank, "CH-7.3a").Plus("hit-counter", h.Flank, "CH-7.5b")
	}
	return table.Base("front-dr", p.Front, "CH-7.3a").Plus("hit-counter", h.Front, "CH-7.5b")
}

// immobile returns the rule by which a unit cannot move by itself, or nil if it can.
func (g *Game) immobile(u *Unit) *table.Refusal {
	switch {
	case g.hit(u).NoMove:
		return refuse("immobilised", "CH-7.5f", table.A("unit", u.name()))
	case u.Bogged:
		return refuse("bogged", "CH-14.5a", table.A("unit", u.name()))
	case u.Mired:
		return refuse("bogged", "CH-C20", table.A("unit", u.name()))
	case u.Aboard != "":
		return refuse("aboard", "CH-17.0d", table.A("unit", u.name()), table.A("on", u.Aboard))
	case g.print(u).Fixed:
		return refuse("fixed", "CH-5.1a", table.A("unit", u.name()))
	}
	return nil
}

// vehicle, foot and light report what a unit is.
func (g *Game) vehicle(u *Unit) bool { return g.print(u).Kind == "vehicle" }
func (g *Game) foot(u *Unit) bool    { return g.print(u).Kind == "foot" }
func (g *Game) light(u *Unit) bool   { return g.doc.Light(g.print(u)) }

// holds reports whether a unit can take control of hexes: no truck, wagon (CH-2.5.2b, CH-16.0d) or hidden unit can.
func (g *Game) holds(u *Unit) bool { return u.on() && !g.print(u).Truck && !u.Hidden }
