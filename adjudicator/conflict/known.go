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
	side := g.side(s)
	k.Camps = slices.Clone(g.Camps)
	for i := range k.Camps {
		k.veil(&k.Camps[i], s, side)
	}
	if table.Any(g.Units, func(u *Unit) bool { return u.secret(side) }) {
		k.Units = make([]Unit, 0, len(g.Units))
		for u := range table.All(g.Units) {
			k.meet(u, side)
		}
	}
	secret := func(f *Fort) bool { return f.Hidden && g.side(f.Owner) != side }
	if table.Any(g.Forts, secret) {
		k.Forts = slices.DeleteFunc(slices.Clone(g.Forts), func(f Fort) bool { return secret(&f) })
	}
	return k
}

// secret reports whether a side does not know all about a unit.
func (u *Unit) secret(side string) bool {
	return u.Side != side && (u.Way != "" || u.Gone != 0 || u.Hit != "" && !u.Shown || u.unseen())
}

// unseen reports whether the other side does not know where a unit on the board is.
func (u *Unit) unseen() bool { return u.Hidden && u.Off == "" }

// meet adds to the units what a side knows of one.
func (k *Game) meet(u *Unit, side string) {
	foe := u.Side != side
	if foe && u.Hit != "" && !u.Shown {
		if k.vehicle(u) {
			k.VehiclePile = shuffled(k.VehiclePile, u.Hit)
		} else {
			k.FootPile = shuffled(k.FootPile, u.Hit)
		}
	}
	if foe && u.unseen() {
		return
	}
	k.Units = append(k.Units, *u)
	if x := &k.Units[len(k.Units)-1]; foe {
		x.Way, x.Gone = "", 0
		if x.Hit != "" && !x.Shown {
			x.Hit = unseen
		}
	}
}

// shuffled returns a new pile with some pieces among the others, sorted since nobody knows their order.
func shuffled(pile []string, came ...string) []string {
	if len(came) == 0 && slices.IsSorted(pile) {
		return pile
	}
	all := append(make([]string, 0, len(pile)+len(came)), pile...)
	if !slices.IsSorted(all) {
		slices.Sort(all)
	}
	for _, x := range came {
		at, _ := slices.BinarySearch(all, x)
		all = slices.Insert(all, at, x)
	}
	return all
}

// veil removes from a force what is secret from a seat.
func (k *Game) veil(c *Camp, s table.Seat, side string) {
	for u := range table.All(k.Units) {
		if u.Seat != c.Seat || !u.unseen() || c.Side == side {
			continue
		}
		c.Hidden = shuffled(c.Hidden, u.Status)
		if j := slices.Index(c.Active, u.name()); j >= 0 {
			c.Active = slices.Concat(c.Active[:j], c.Active[j+1:])
			c.Blind++
		}
	}
	if c.Seat == s {
		return
	}
	k.Deck, k.Secrets = shuffled(k.Deck, c.Hand...), shuffled(k.Secrets, c.Goal...)
	c.Hand, c.Goal = faceDown(c.Hand), faceDown(c.Goal)
	if len(c.Issued) > 0 && c.Side != side {
		c.Issued = slices.Clone(c.Issued)
		for i := range c.Issued {
			c.Issued[i].Unit = unseen
		}
	}
	c.Plan, c.Due, c.Strikes, c.News, c.Heard, c.Purse, c.Held, c.Put = nil, nil, nil, nil, 0, 0, 0, false
	if k.Vary == "fog" {
		c.AP, c.Dice = 0, nil
	}
}

// faceDown returns as many cards as a hand has, all of them unseen.
func faceDown(cards []string) []string {
	if len(cards) == 0 {
		return cards
	}
	return slices.Repeat([]string{unseen}, len(cards))
}

// hers reports what follows only to the players of a side.
func (g *Game) hers(t *table.Table, side string) *table.Table { return t.For(g.seatsOf(side)...) }

// others reports what follows to everybody except the players of a side: to the other side and the public.
func (g *Game) others(t *table.Table, side string) *table.Table {
	return t.For(append(g.foesOf(side), "")...)
}
