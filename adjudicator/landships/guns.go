package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// worker returns the unit that works a gun: an unpinned crew in its hex, the gun's own first (LS-13.2a), otherwise, if
// untrained is true, any other unpinned unit on foot there, as untrained (LS-13.24c). Nobody works two guns in a phase
// (a crew is the men of one weapon: LS-1.11c), and a group that works a gun does not fire as well. The units in taken
// already work other guns of the same order.
func (g *Game) worker(gun *Piece, phase string, untrained bool, taken ...string) (id string, trained bool, r *table.Refusal) {
	able := func(u *Piece) bool {
		return !slices.Contains(taken, u.ID) && u.Side == gun.Side && u.Out == "" && u.Hex == gun.Hex && !u.Pinned && !u.Gassed && (phase == "" || !g.busy(u, gun, phase))
	}
	if c := g.unit(gun.Crew); c != nil && c.Class == "CREW" && able(c) {
		return c.ID, true, nil
	}
	for i := range g.Units {
		if c := &g.Units[i]; c.Class == "CREW" && able(c) && !g.serves(c, gun) {
			return c.ID, true, nil
		}
	}
	if untrained {
		for i := range g.Units {
			if u := &g.Units[i]; (u.foot() && u.Class != "CREW") && able(u) && !g.locked(u.Hex) {
				return u.ID, false, nil
			}
		}
	}
	return "", false, refuse("needs-crew", "LS-13.2a", table.A("unit", gun.ID))
}

// serves reports whether a crew has another gun of its own in its hex.
func (g *Game) serves(c, gun *Piece) bool {
	return table.Any(g.Units, func(o *Piece) bool {
		return o.gun() && o.ID != gun.ID && o.Crew == c.ID && o.Out == "" && o.Hex == c.Hex && o.Side == c.Side
	})
}

// busy reports whether a unit has fired in a phase in any other way than with this gun. A group that fired in one
// defensive phase is out of the other.
func (g *Game) busy(u, gun *Piece, phase string) bool {
	if u.firedIn(phase) && !slices.Contains(u.Fired, phase+"/"+gun.ID) {
		return true
	}
	return phase == "4.5" && u.group() && u.firedIn("4.3")
}

// canPivot reports why a gun cannot turn to a facing now, or returns nil if it can (LS-8.32a, LS-8.32b).
func (g *Game) canPivot(gun *Piece, to int, phase string) *table.Refusal {
	switch {
	case phase == "4.4" && gun != nil:
		return g.mayTurn(gun) // LS-16.21a
	case gun == nil || gun.Out != "" || gun.Hex == "" || !gun.gun() || !g.arm(gun).Facing:
		return refuse("no-pivot", "LS-8.32a", table.A("unit", name(gun)))
	case phase != "4.3" && phase != "4.5" || gun.Side == g.Phasing:
		return refuse("pivot-when", "LS-4.9a", table.A("unit", gun.ID))
	case phase == "4.5" && gun.Pivoted == "4.3":
		return refuse("pivoted-in-4.3", "LS-8.32a", table.A("unit", gun.ID))
	case gun.Pivoted == phase && g.killer != gun.ID:
		return refuse("pivoted-already", "LS-8.32d", table.A("unit", gun.ID))
	case gun.firedIn(phase):
		return refuse("turns-late", "LS-8.32a", table.A("unit", gun.ID))
	case phase == "4.5" && gun.Class != "ART" && gun.Class != "IG":
		return refuse("no-small-arms", "LS-8.31c", table.A("unit", gun.ID))
	case to < 1 || to > 6 || to == gun.Facing:
		return refuse("same-facing", "LS-8.32a", table.A("unit", gun.ID), table.A("facing", g.directionName(gun.Facing)))
	case phase == "4.5" && gun.firedIn("4.3"):
		return refuse("fired-in-4.3", "LS-8.32f", table.A("unit", gun.ID))
	case gun.Gassed || g.locked(gun.Hex):
		return refuse("locked", "LS-12.1b", table.A("unit", gun.ID), table.A("hex", gun.Hex))
	}
	if _, trained, r := g.worker(gun, phase, false); r != nil || !trained {
		return refuse("needs-crew", "LS-8.32b", table.A("unit", gun.ID))
	}
	return nil
}

func name(u *Piece) string {
	if u == nil {
		return ""
	}
	return u.ID
}

// pivot turns a gun (LS-8.32a). The caller has asked canPivot.
func (g *Game) pivot(t *table.Table, gun string, to int, phase string) {
	u := g.unit(gun)
	t.Report("LS-8.32a", "gun-pivots", table.A("unit", gun), table.A("hex", u.Hex), table.A("from", g.directionName(u.Facing)), table.A("to", g.directionName(to)))
	u.Facing, u.Pivoted = to, phase
}

// turnTo returns the facing in which a gun bears on a target: for a vehicle in the gun's own hex, the hexside by which
// it came in (LS-8.32e), otherwise a direction whose cone contains the hex, the present one first, then the lowest. It
// returns 0 if there is none.
func (g *Game) turnTo(gun, target *Piece) int {
	if target.Hex == gun.Hex {
		if target.Entered == 0 {
			return gun.Facing%6 + 1
		}
		return target.Entered
	}
	if g.inArc(gun.Hex, gun.Facing, []int{0}, target.Hex) {
		return gun.Facing
	}
	for d := 1; d <= 6; d++ {
		if g.inArc(gun.Hex, d, []int{0}, target.Hex) {
			return d
		}
	}
	return 0
}

// scrap takes a weapons unit off the map.
func (g *Game) scrap(id string) {
	u := g.unit(id)
	u.Out, u.Hex, u.Carrier = "destroyed", "", ""
}

func sorted(ids []string) []string {
	out := slices.Clone(ids)
	slices.Sort(out)
	return out
}
