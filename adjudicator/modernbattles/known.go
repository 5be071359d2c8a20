package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known returns the position as a side sees it (decisions.md c). It leaves out the enemy's pre-registered fires, his hidden
// units and mines that have not been found and, if armies are secret, all of his army until both sides have deployed.
// Everything else stands openly on the table, ambush markers too (MB-8a). The seat "" is the public.
func (g *Game) Known(s table.Seat) *Game {
	known := *g
	k := &known
	k.Camps, k.Mines = slices.Clone(g.Camps), slices.Clone(g.Mines)
	secret := g.Number == 0 && g.doc.Scenario.Generator.Secret
	for c := range table.All(k.Camps) {
		if c.Seat == s {
			continue
		}
		c.Registered = nil
		if g.Number == 0 {
			c.Ready, c.Away = false, nil
			if secret {
				c.List = ""
			}
		}
	}
	k.Units = make([]Unit, 0, len(g.Units))
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s || !u.Hidden && !secret && !g.aboardHidden(u) {
			k.Units = append(k.Units, *u)
		}
	}
	k.Mines = slices.DeleteFunc(k.Mines, func(m Minefield) bool { return !m.Shown && m.Side != string(s) })
	for i := range k.Units {
		if u := &k.Units[i]; u.Side != s {
			u.Ammo = k.seenAmmo(u)
		}
	}
	return k
}

// aboardHidden reports whether a unit is carried by one that is hidden.
func (g *Game) aboardHidden(u *Unit) bool {
	v := g.unit(u.Aboard)
	return u.Aboard != "" && v != nil && v.Hidden
}

// seenAmmo returns what the enemy can count: the salvos fired, but not where they were aimed, nor by what code.
func (k *Game) seenAmmo(u *Unit) Ammo {
	return Ammo{Salvos: u.Ammo.Salvos, Spent: u.Ammo.Spent}
}
