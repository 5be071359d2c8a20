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
	hides := func(u *Unit) bool { return u.Side != s && (u.Hidden || secret || g.aboardHidden(u)) }
	aims := func(u *Unit) bool { return u.Side != s && len(u.Ammo.Aims) > 0 }
	if table.Any(g.Units, func(u *Unit) bool { return hides(u) || aims(u) }) {
		k.Units = make([]Unit, 0, len(g.Units))
		for u := range table.All(g.Units) {
			if !hides(u) {
				k.Units = append(k.Units, *u)
			}
		}
		for _, u := range table.Those(k.Units, aims) {
			u.Ammo = k.seenAmmo(u)
		}
	}
	k.Mines = slices.DeleteFunc(k.Mines, func(m Minefield) bool { return !m.Shown && m.Side != string(s) })
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
