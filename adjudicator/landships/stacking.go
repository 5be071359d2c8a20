package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Section 3.1: stacking counts at the end of movement, never while units move through a hex (LS-3.1a).

// stacked reports whether u counts in a stack: groups do, pinned or not (LS-3.11a); crews, individuals, weapons and
// aircraft never do (LS-3.11b).
func stacked(u *Piece) bool { return u.group() }

// running reports whether u is a vehicle that counts in a stack: one that is not broken down (LS-3.11b, A-02).
func running(u *Piece) bool { return u.vehicle() && u.Breakdown == "" }

// overstacked returns by how many groups a side exceeds the limit in a hex (LS-3.12a), for retreats (LS-3.14a). If
// enemies are in the hex there is no limit (LS-3.13a).
func (g *Game) overstacked(s table.Seat, hex string) int {
	if hex == "" || g.has(g.other(s), hex, stacked) {
		return 0
	}
	return max(0, len(g.of(s, hex, stacked))-g.constants().StackGroups.Value)
}

// jammed reports whether one more running vehicle would be too many for a hex: the limit is four of both sides
// together (LS-3.12b), in a close assault too (LS-3.13b).
func (g *Game) jammed(hex, coming string) bool {
	n := 0
	for _, s := range g.seats() {
		n += len(g.of(s, hex, func(u *Piece) bool { return running(u) && u.ID != coming }))
	}
	return n >= g.constants().StackVehicles.Value
}

// origin is where a group stood before it moved in the current phase.
type origin struct{ unit, from string }

// settleStacks ends a movement phase. While a hex holds more than eight groups of P, the last one that came in returns
// to where it came from (LS-3.12a). Where a melee left too many, units that may must move out.
func (g *Game) settleStacks(t *table.Table, moved []origin, may func(*Piece) bool) {
	p := g.Phasing
	slices.SortStableFunc(moved, func(a, b origin) int { return slices.Index(g.Came, a.unit) - slices.Index(g.Came, b.unit) })
	for i := len(moved) - 1; i >= 0; i-- {
		u := g.unit(moved[i].unit)
		if u == nil || u.Out != "" || u.Hex == moved[i].from || !stacked(u) || moved[i].from == "" || g.overstacked(p, u.Hex) == 0 {
			continue
		}
		t.At(u.ID).Report("LS-3.12a", "no-room", table.A("unit", u.ID), table.A("from", u.Hex), table.A("to", moved[i].from), table.A("most", g.constants().StackGroups.Value))
		u.Hex = moved[i].from
		moved = slices.Delete(moved, i, i+1)
		i = len(moved)
	}
	for _, hex := range g.crowded(p) {
		for n := g.overstacked(p, hex); n > 0; n-- {
			if !g.makeRoom(t, p, hex, may) {
				break
			}
		}
	}
}

// crowded returns the hexes that hold too many groups of a side.
func (g *Game) crowded(s table.Seat) []string {
	out := table.Once(g.Units, func(u *Piece) (string, bool) { return u.Hex, u.Side == s && u.Out == "" && g.overstacked(s, u.Hex) > 0 })
	slices.Sort(out)
	return out
}

// makeRoom moves one group that may move from an overcrowded hex to a neighbour with room.
func (g *Game) makeRoom(t *table.Table, s table.Seat, hex string, may func(*Piece) bool) bool {
	list := g.of(s, hex, func(u *Piece) bool { return stacked(u) && may(u) })
	slices.Reverse(list)
	for _, id := range list {
		u := g.unit(id)
		var best string
		for _, next := range g.neighbours(hex) {
			if g.walkCost(u, hex, next) != nil || len(g.of(s, next, stacked)) >= g.constants().StackGroups.Value {
				continue
			}
			if best == "" || g.rear(s, next) < g.rear(s, best) {
				best = next
			}
		}
		if best == "" {
			continue
		}
		t.At(id).Report("LS-3.12a", "makes-room", table.A("unit", id), table.A("from", hex), table.A("to", best), table.A("most", g.constants().StackGroups.Value))
		g.step(t, id, best)
		return true
	}
	return false
}
