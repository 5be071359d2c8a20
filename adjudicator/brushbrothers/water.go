package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// drink implements BB-A4.4g with BB-R52: each side throws a die and takes it off its water, never below zero. A side
// that controls the water point takes nothing off.
func (g *Game) drink(t *table.Table) {
	for c := range table.All(g.Camps) {
		if w := g.spring(); w != nil && w.Holder == c.Seat {
			t.Report("BB-A4.4g", "water-safe", table.A("side", c.Seat), table.A("place", w.Place), table.A("left", c.Water))
			continue
		}
		die := t.Roll(c.Seat, "water", 1, 6)
		was := c.Water
		c.Water = max(0, was-die.Total())
		t.Report("BB-A4.4g", "water", table.A("side", c.Seat), table.A("die", die), table.A("was", was), table.A("left", c.Water))
		if c.Water == 0 && c.Dry == 0 {
			c.Dry = g.Number
			t.Report("BB-A4.4h", "dry", table.A("side", c.Seat))
		}
	}
}

// thirst implements BB-A4.4h with BB-R53: from the turn after the one in which a side's water ran out, each of its
// units that failed its activation test this turn takes one step, until it is eliminated.
func (g *Game) thirst(t *table.Table) {
	for _, c := range g.Camps {
		if c.Dry == 0 || c.Dry >= g.Number {
			continue
		}
		var all []string // those aboard a vehicle are as thirsty as the rest
		all = append(all, table.Pick(g.Groups, func(u *Group) (string, bool) { return u.name(), u.Side == c.Seat && u.Sector != "" })...)
		for _, name := range all {
			u := g.group(name)
			if u == nil || u.Outcome != "failure" {
				continue
			}
			t.Report("BB-A4.4h", "thirsty", table.A("unit", name))
			g.parch(t.At(u.ID), name)
		}
	}
}

// parch applies one step of thirst: a step of stress for men (BB-A4.4h). A vehicle's steps are counted separately: it
// is stunned first, then immobilised, then abandoned (BB-A4.4i, BB-R53).
func (g *Game) parch(t *table.Table, name string) {
	u := g.group(name)
	if !u.vehicle() {
		g.step(t.At("thirst"), name, false, g.other(u.Side))
		return
	}
	switch u.Thirst++; {
	case u.Thirst == 1:
		u.Stunned = true
		t.Report("BB-A4.4i", "heat-stuns", table.A("unit", name))
	case u.Thirst == 2 && !u.Immobile:
		g.immobilise(t, name, "BB-A4.4i")
	case u.Thirst == 2:
		t.Report("BB-A4.4i", "immobilised", table.A("unit", name), table.A("at", u.Sector))
	default:
		t.Report("BB-A4.4i", "abandoned", table.A("unit", name), table.A("at", u.Sector))
		g.destroy(t, name, "BB-A4.4i")
	}
}
