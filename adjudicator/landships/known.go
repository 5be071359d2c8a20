package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known returns the position as a side sees it. In Landships! all counters lie open. Hidden are the mission of an
// enemy aircraft until it is flown (LS-11.1a), the written barrages (LS-16.22a), whether a breakdown is permanent
// (LS-6.16j, optional), what the enemy means to do in the second movement, and, until play begins, how he deploys.
// Spotting limits fire, not knowledge.
func (g *Game) Known(s table.Seat) *Game {
	known := *g
	k := &known
	k.Plans, k.Marches, k.Interrupts = slices.Clone(g.Plans), slices.Clone(g.Marches), slices.Clone(g.Interrupts)
	secret := func(u *Piece) bool { return u.Side != s && g.hides(u) }
	if table.Any(g.Units, secret) {
		k.Units = slices.Clone(g.Units)
		for _, u := range table.Those(k.Units, secret) {
			k.veil(u)
		}
	}
	k.Plans = slices.DeleteFunc(k.Plans, func(p Planned) bool { return p.Owner != s && !p.Done })
	k.Marches = slices.DeleteFunc(k.Marches, func(m March) bool { u := g.unit(m.Unit); return u == nil || u.Side != s })
	k.Interrupts = slices.DeleteFunc(k.Interrupts, func(i Interrupt) bool { return i.Side != s && s != "" })
	return k
}

// hides reports whether something about a counter is secret from its enemies.
func (g *Game) hides(u *Piece) bool {
	return u.Class == "AIR" && !u.Shown && (u.Mission != "" || u.Role == strafing) || g.in("LS-6.16j") && u.Breakdown != "" || g.Number == 0
}

// veil removes from an enemy counter what is secret.
func (k *Game) veil(u *Piece) {
	if u.Class == "AIR" && !u.Shown {
		u.Mission = ""
		if u.Role == strafing {
			u.Role = ""
		}
	}
	if k.in("LS-6.16j") && u.Breakdown != "" {
		u.Breakdown = "unknown"
	}
	if k.Number == 0 {
		k.asListed(u)
	}
}

// asListed puts an enemy where the scenario has it, because his own deployment is hidden until play begins.
func (k *Game) asListed(u *Piece) {
	for _, d := range k.doc.Scenario.Units {
		if d.ID == u.ID {
			u.Hex, u.Facing, u.Aboard, u.Carrier = d.Hex, d.Facing, d.Aboard, d.Carrier
			u.Grenades = false
		}
	}
}
