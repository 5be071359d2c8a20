package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// flak reports whether a counter could fire at aircraft: an anti-aircraft gun with an unpinned crew (LS-11.21a,
// LS-13.23a), or one on a truck whose crew is not pinned, outside a melee (LS-12.1b). What it fired at earlier does
// not matter (LS-11.21b).
func (g *Game) flak(u *Piece) bool {
	if u.Out != "" || u.Hex == "" || u.Gassed || g.locked(u.Hex) {
		return false
	}
	if u.Class == "TRK" {
		return !u.Pinned && slices.ContainsFunc(g.vehicle(u).Mounts, func(m Mount) bool { return m.Kind == "aa" })
	}
	if u.Class != "AA" || u.Owner != "" && u.Owner != u.Side { // a captured gun fires only at vehicles (LS-13.24b)
		return false
	}
	_, _, r := g.worker(u, "4.7", false)
	return r == nil
}

// flakReaches reports why a gun cannot fire at an aircraft, or returns nil if it can: the aircraft must be P's and
// over the map (LS-11.2a), within the range given by the counter's right-hand value (LS-11.21a), and the gun must not
// be in smoke (LS-5.33f).
func (g *Game) flakReaches(gun, plane *Piece) *table.Refusal {
	far := g.class("AA").Other
	switch {
	case gun == nil || !g.flak(gun):
		return refuse("no-flak", "LS-11.21a", table.A("unit", name(gun)))
	case plane == nil || plane.Out != "" || !plane.Posted || plane.Side != g.Phasing || gun.Side == g.Phasing:
		return refuse("no-plane", "LS-11.2a", table.A("unit", name(plane)))
	case g.smoked(gun.Hex) && gun.Hex != plane.Hex:
		return refuse("firer-in-smoke", "LS-5.33f", table.A("unit", gun.ID))
	case g.distance(gun.Hex, plane.Hex) > far:
		return refuse("flak-range", "LS-11.21a", table.A("unit", gun.ID), table.A("target", plane.ID), table.A("range", g.distance(gun.Hex, plane.Hex)), table.A("most", far))
	}
	return nil
}

// battery returns a side's guns that can fire at aircraft, by hex and name.
func (g *Game) battery(s table.Seat) []string {
	return g.byHex(func(u *Piece) bool { return u.Side == s && g.flak(u) })
}

// inReach returns the aircraft that a gun can fire at.
func (g *Game) inReach(gun string) []string {
	return table.Keep(g.sky("", g.Phasing), func(id string) bool { return g.flakReaches(g.unit(gun), g.unit(id)) == nil })
}

// antiAircraft is 4.7c, N's alone (LS-4.7c, LS-11.2a). After air combat and before the missions, each gun fires at one
// aircraft with three dice (LS-11.21b, LS-11.21c). Hits of several guns on one aircraft add up during the phase
// and are forgotten after it (LS-11.21e).
func (g *Game) antiAircraft(t *table.Table, n table.Seat, aims []gunAim) {
	for _, gun := range g.battery(n) {
		target := ""
		if !g.flak(g.unit(gun)) { // its crew has worked another gun by now
			continue
		}
		for _, a := range aims {
			if target == "" && a.gun == gun && g.flakReaches(g.unit(gun), g.unit(a.plane)) == nil {
				target = a.plane
			}
		}
		if target == "" {
			if len(g.inReach(gun)) == 0 {
				continue
			}
			target = table.Decide(t, g.askFlak(n, gun))
		}
		if target != "" {
			g.fireFlak(t.At(gun), gun, target)
		}
	}
}

// fireFlak fires one gun. One hit spoils the aircraft's aim, two send it home, three destroy it (LS-11.21d).
func (g *Game) fireFlak(t *table.Table, gun, target string) {
	u, at := g.unit(gun), g.unit(target)
	need := g.rolls().AAHit
	dice := t.Roll(u.Side, "flak", g.constants().AADice.Value, need.Sides)
	hits := table.Count(dice.Dice(), need.holds)
	at.AA += hits
	if u.gun() {
		if crew, _, r := g.worker(u, "4.7", false); r == nil {
			man := g.unit(crew)
			man.Fired = append(man.Fired, "4.7/"+gun)
		}
	}
	t.Report("LS-11.21c", "flak", table.A("unit", gun), table.A("target", target), table.A("hex", at.Hex), table.A("range", g.distance(u.Hex, at.Hex)),
		table.A("dice", dice), table.A("needed", need.needs()), table.A("hits", hits), table.A("total", at.AA))
	switch {
	case hits == 0:
	case at.AA >= g.constants().AADestroy.Value:
		t.Report("LS-11.21d", "shot-down", table.A("unit", target), table.A("side", g.unit(target).Side), table.A("hex", at.Hex))
		g.shootDown(target)
	case at.AA >= g.constants().AAAbort.Value:
		t.Report("LS-11.21d", "aborts", table.A("unit", target), table.A("hex", at.Hex))
		g.comeHome(at)
	}
}
