package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

type seat = table.Seat

// zoc reports whether a hex is in the zone of control of a side's enemies: adjacent to one of their combat units, over
// any terrain (SO-5a, SO-5b). If pinnedToo is not set, pinned units do not count (SO-12.2.6u).
func (g *Game) zoc(s seat, hex string, pinnedToo bool) bool {
	at, ok := g.net.grid.Number(hex)
	if !ok {
		return false
	}
	for u := range table.All(g.Units) {
		if u.Side == s || u.Hex == "" || u.Pinned && !pinnedToo || !g.fights(u) {
			continue
		}
		if from, on := g.net.grid.Number(u.Hex); on && g.net.grid.Apart(from, at) == 1 {
			return true
		}
	}
	return false
}

// cancelled reports whether a friendly combat unit in the hex cancels enemy ZOC there (SO-5d, RUL-3).
func (g *Game) cancelled(s seat, hex string) bool { return g.has(s, hex, g.fights) }

// crowd returns the stacking points of a side's combat units in a hex (SO-4a), except those of the units in without.
func (g *Game) crowd(s seat, hex string, without ...string) int {
	n := 0
	for u := range table.All(g.Units) {
		if u.Side != s || u.Hex != hex || hex == "" || slices.Contains(without, u.ID) {
			continue
		}
		n += g.points(u)
	}
	return n
}

// points returns the stacking points of one counter.
func (g *Game) points(u *Formation) int {
	switch {
	case !g.fights(u):
		return 0
	case g.division(u) && u.whole():
		return g.limits().StackFull.Value
	case g.division(u):
		return g.limits().StackReduced.Value
	}
	return g.limits().StackRegiment.Value
}

// overfull returns the hexes with more stacking points of a side than the limit, in numerical order.
func (g *Game) overfull(s seat) []string {
	var hexes, full []string
	var points []int
	for u := range table.All(g.Units) {
		if u.Side != s || u.Hex == "" || !g.fights(u) {
			continue
		}
		i := slices.Index(hexes, u.Hex)
		if i < 0 {
			i = len(hexes)
			hexes, points = append(hexes, u.Hex), append(points, 0)
		}
		if points[i] += g.points(u); points[i] > g.limits().Stacking.Value {
			full = table.With(full, u.Hex)
		}
	}
	slices.Sort(full)
	return full
}

// checkStacks is SO-4c at the end of a phase: hexes over the limit lose units of their owner's choice; by default those
// with the lowest sum of attack and defence, then the lowest id (RUL-7).
func (g *Game) checkStacks(t *table.Table) {
	for _, s := range []seat{g.Phasing, other(g.Phasing)} {
		for _, h := range g.overfull(s) {
			for g.crowd(s, h) > g.limits().Stacking.Value {
				id := table.Decide(t, g.askSurplus(s, h))
				t.Report("SO-4c", "overstacked", table.A("unit", id), table.A("side", s), table.A("hex", h), table.A("points", g.crowd(s, h)), table.A("limit", g.limits().Stacking.Value))
				g.destroy(t, id, "SO-4c")
			}
		}
	}
	g.surplusStoss(t) // SO-11.3.2a: Stosstruppen of a regiment that has gone this way
}
