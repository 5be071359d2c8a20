package modernbattles

import "fieldpost/adjudicator/table"

// paces returns the gaits to try for the one ordered, the ordered one first: a slower gait may allow what the ordered one
// does not (MB-B7m).
func paces(gait string) []string {
	switch gait {
	case "triple":
		return []string{"triple", "double", "normal"}
	case "double":
		return []string{"double", "normal"}
	}
	return []string{"normal"}
}

// fastest returns the allowance of the fastest gait that a unit may take, up to the one ordered. A refusal is that of the ordered gait.
func (g *Game) fastest(u *Unit, gait string) (int, *table.Refusal) {
	var why *table.Refusal
	for _, pace := range paces(gait) {
		most, r := g.allowance(u, pace)
		if r == nil {
			return most, nil
		}
		if why == nil {
			why = r
		}
	}
	return 0, why
}

// longest returns the longest legal beginning of a path (MB-B7m), at the ordered gait or at a slower one that gets farther.
// The trip holds the reason why the ordered gait does not allow the whole path. kept is what the allowance must leave for the
// last step, into a building.
func (g *Game) longest(u *Unit, m march, kept int, blind bool) (march, trip) {
	var best trip
	var run march
	var why *table.Refusal
	far := -1
	for _, pace := range paces(m.gait) {
		try := m
		try.gait = pace
		tr, r := g.atPace(u, &try, kept, blind)
		if r == nil && pace == m.gait {
			return try, tr
		}
		if why == nil {
			why = r
		}
		if d := g.wayLength(u, tr.path); d > far {
			best, run, far = tr, try, d
		}
	}
	best.why = why // even if a slower gait follows the path to its end
	return run, best
}

// atPace returns how far a path is legal at one gait, and why no farther.
func (g *Game) atPace(u *Unit, m *march, kept int, blind bool) (trip, *table.Refusal) {
	most, r := g.allowance(u, m.gait)
	if r != nil {
		return trip{facing: u.Facing}, r
	}
	tr := g.follow(u, m, most-kept, blind)
	r = g.mayGait(u, &march{gait: m.gait, formation: m.formation, path: tr.path})
	if r == nil {
		return tr, tr.why
	}
	lo, hi := 0, g.wayLength(u, tr.path) // what a gait forbids on a way, it forbids on any longer one
	for lo < hi {
		k := (lo + hi + 1) / 2
		if g.mayGait(u, &march{gait: m.gait, formation: m.formation, path: g.beginning(u, tr.path, k)}) == nil {
			lo = k
		} else {
			hi = k - 1
		}
	}
	cut := *m
	cut.path, cut.facing = g.beginning(u, tr.path, lo), -1
	tr = g.follow(u, &cut, most-kept, blind)
	tr.whole = false
	return tr, r
}

// wayLength returns the length of a path, each leg to the nearest tenth.
func (g *Game) wayLength(u *Unit, path []Point) int {
	n := 0
	for _, l := range g.legs(u, path) {
		n += span(l[0], l[1])
	}
	return n
}

// beginning returns the part of a path up to a length in tenths.
func (g *Game) beginning(u *Unit, path []Point, length int) []Point {
	var out []Point
	for _, l := range g.legs(u, path) {
		d := span(l[0], l[1])
		if d >= length {
			if length > 0 {
				out = append(out, onWay(l[0], l[1], length, d))
			}
			break
		}
		out, length = append(out, l[1]), length-d
	}
	return out
}
