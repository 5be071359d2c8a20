package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known returns the position as a player sees it, by the filter table of decisions.md (c). It leaves out: enemy hidden
// units, except their number and status (CH-10.1d); enemy hidden mines; the faces of enemy hit counters not yet shown
// (CH-7.5h); the hands, objective cards, artillery plans and weapon cards of others; the order of what has not been
// drawn; the AP of an enemy who counts them in secret (CH-3.0.1b). Piles and decks hold every counter and card that, for
// all the player can tell, has not been drawn. The two forces of a side see each other's units but not each other's
// cards. "" is the public.
func (g *Game) Known(s table.Seat) *Game {
	known := *g
	k := &known
	k.Camps, k.Units, k.Forts = slices.Clone(g.Camps), slices.Clone(g.Units), slices.Clone(g.Forts)
	k.FootPile, k.VehiclePile = slices.Clone(g.FootPile), slices.Clone(g.VehiclePile)
	k.Deck, k.Secrets = slices.Clone(g.Deck), slices.Clone(g.Secrets)
	side := g.side(s)
	for i := range k.Camps {
		k.veil(&k.Camps[i], s, side)
	}
	for u := range table.All(k.Units) {
		if u.Side == side {
			continue
		}
		u.Way, u.Gone = "", 0
		if u.Hit != "" && !u.Shown {
			if k.print(u).Kind == "vehicle" {
				k.VehiclePile = append(k.VehiclePile, u.Hit)
			} else {
				k.FootPile = append(k.FootPile, u.Hit)
			}
			u.Hit = unseen
		}
	}
	k.Units = slices.DeleteFunc(k.Units, func(u Unit) bool { return u.Side != side && u.Hidden && u.Off == "" })
	k.Forts = slices.DeleteFunc(k.Forts, func(f Fort) bool { return f.Hidden && k.side(f.Owner) != side })
	slices.Sort(k.FootPile)
	slices.Sort(k.VehiclePile)
	slices.Sort(k.Deck)
	slices.Sort(k.Secrets)
	return k
}

// veil removes from a force what is secret from a seat.
func (k *Game) veil(c *Camp, s table.Seat, side string) {
	c.Active, c.Hidden = slices.Clone(c.Active), slices.Clone(c.Hidden)
	for u := range table.All(k.Units) {
		if u.Seat != c.Seat || !u.Hidden || u.Off != "" || c.Side == side {
			continue
		}
		c.Hidden = append(c.Hidden, u.Status)
		if j := slices.Index(c.Active, u.name()); j >= 0 {
			c.Active = slices.Delete(c.Active, j, j+1)
			c.Blind++
		}
	}
	slices.Sort(c.Hidden)
	if c.Seat == s {
		return
	}
	c.Hand, c.Goal, c.Issued = slices.Clone(c.Hand), slices.Clone(c.Goal), slices.Clone(c.Issued)
	k.Deck = append(k.Deck, c.Hand...)
	for i := range c.Hand {
		c.Hand[i] = unseen
	}
	k.Secrets = append(k.Secrets, c.Goal...)
	for i := range c.Goal {
		c.Goal[i] = unseen
	}
	for i := range c.Issued {
		if c.Side != side {
			c.Issued[i].Unit = unseen
		}
	}
	c.Plan, c.Due, c.Strikes, c.News, c.Heard, c.Purse, c.Held, c.Put = nil, nil, nil, nil, 0, 0, 0, false
	if k.Vary == "fog" {
		c.AP, c.Dice = 0, nil
	}
}

// hers reports what follows only to the players of a side.
func (g *Game) hers(t *table.Table, side string) *table.Table { return t.For(g.seatsOf(side)...) }

// others reports what follows to everybody except the players of a side: to the other side and the public.
func (g *Game) others(t *table.Table, side string) *table.Table {
	return t.For(append(g.foesOf(side), "")...)
}
