package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// pin pins a unit. A unit that is already pinned retreats two hexes instead (LS-9.11b, LS-5.51e); further pins have no
// other effect (LS-9.2c). It returns "pinned", "retreated" or "eliminated".
func (g *Game) pin(t *table.Table, id, rule string) string {
	u := g.unit(id)
	switch {
	case u == nil || u.Out != "":
		return ""
	case u.Pinned && !u.vehicle():
		return g.retreat(t, id, g.constants().Retreat.Value, "LS-9.11b")
	}
	g.hold(id)
	t.At(id).Report(rule, "pinned", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
	return wasPinned
}

// hold puts the pin marker on a unit. For a truck the marker lies on the crew beside it (LS-5.54b).
func (g *Game) hold(id string) {
	u := g.unit(id)
	u.Pinned = true
	u.Attended = u.Attended || u.Class == "TRK"
}

// eliminate takes a unit out of play. What it carried stays in its hex (LS-13.11c), and a crew leaves its gun behind.
func (g *Game) eliminate(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return
	}
	if u.vehicle() {
		g.destroyVehicle(t, id, rule)
		return
	}
	t.At(id).Report(rule, "eliminated", table.A("unit", id), table.A("side", u.Side), table.A("hex", g.whereabouts(u)))
	g.remove(id)
}

// remove takes a counter other than a vehicle off the map without reporting it.
func (g *Game) remove(id string) {
	u := g.unit(id)
	hex := g.whereabouts(u)
	u.Out = "eliminated"
	if u.gun() || u.personal() || u.Class == "AIR" {
		u.Out = "destroyed"
	}
	u.Hex, u.Aboard, u.Carrier = "", "", ""
	u.Pinned, u.Gassed, u.Posted = false, false, false
	g.lay(id, hex)
	g.breakUp(hex)
}

// lay leaves what a group carried in a hex (LS-13.11c).
func (g *Game) lay(carrier, hex string) {
	for i := range g.Units {
		if w := &g.Units[i]; w.Carrier == carrier && w.Out == "" {
			w.Carrier, w.Hex = "", hex
		}
	}
}

// whereabouts returns the hex of a counter, whether it is on the map, aboard or carried.
func (g *Game) whereabouts(u *Piece) string {
	for _, with := range []string{u.Aboard, u.Carrier} {
		if v := g.unit(with); v != nil && with != "" {
			return v.Hex
		}
	}
	return u.Hex
}

// breakUp ends a melee when only one side has groups left in it (LS-12.1a).
func (g *Game) breakUp(hex string) {
	g.Melees = slices.DeleteFunc(g.Melees, func(m string) bool {
		return m == hex && slices.ContainsFunc(g.seats(), func(s table.Seat) bool { return !g.has(s, hex, (*Piece).group) })
	})
}

// loseHorses puts mounted cavalry on foot permanently, and pinned (LS-5.52b, LS-8.66c).
func (g *Game) loseHorses(t *table.Table, id, rule string) {
	u := g.unit(id)
	u.Mounted, u.Horses, u.Pinned, u.Charge = false, false, true, 0
	t.At(id).Report(rule, "horses-lost", table.A("unit", id), table.A("hex", u.Hex))
}

// recoverPassive is 4.6: N's pinned units recover (LS-4.6a).
func (g *Game) recoverPassive(t *table.Table) table.Then {
	g.recoverSide(t, g.passive(), "LS-4.6a")
	g.rallyCrews(t, g.passive()) // LS-15.12c
	return table.Next
}

// recoverPhasing is the pin removal of 4.11 (LS-4.11a).
func (g *Game) recoverPhasing(t *table.Table) { g.recoverSide(t, g.Phasing, "LS-4.11a") }

// recoverSide removes the pins of a side's units, wherever they are and whatever is near them, even in a melee
// (LS-9.2b, LS-10.0a, A-40). Only enemy gas within three hexes keeps a unit pinned (LS-10.0b).
func (g *Game) recoverSide(t *table.Table, s table.Seat, rule string) {
	var free, kept []string
	for u := range table.All(g.Units) {
		if u.Side != s || u.Out != "" || !u.Pinned {
			continue
		}
		if g.gassed(u.Hex, string(s)) {
			kept = append(kept, u.ID)
			continue
		}
		u.Pinned, u.Gassed = false, false
		if u.Class == "TRK" { // its crew counter is taken away (LS-5.54b)
			u.Attended = false
		}
		free = append(free, u.ID)
	}
	if len(free) > 0 {
		t.Report(rule, "recovered", table.A("side", s), table.A("units", free))
	}
	if len(kept) > 0 {
		t.Report("LS-10.0b", "kept-by-gas", table.A("side", s), table.A("units", kept))
	}
}
