package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known is the position as a side sees it (decisions.md c). Absent are: the enemy's pre-registered fires; his hidden units
// and mines that were not found; and, where armies are secret, all of his army until both have deployed. All else stands
// openly on the table, ambush markers too (MB-8a). "" is the public.
func (g *Game) Known(s table.Seat) *Game {
	k := g.Clone()
	secret := g.Number == 0 && g.doc.Scenario.Generator.Secret
	for i := range k.Camps {
		c := &k.Camps[i]
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
	k.Units = slices.DeleteFunc(k.Units, func(u Unit) bool {
		return u.Side != s && (u.Hidden || secret || g.aboardHidden(&u))
	})
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

// seenAmmo is what the enemy can count: the salvos fired; not where they were aimed, nor by what code.
func (k *Game) seenAmmo(u *Unit) Ammo {
	return Ammo{Salvos: u.Ammo.Salvos, Spent: u.Ammo.Spent}
}
