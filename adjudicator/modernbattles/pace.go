package modernbattles

import "fieldpost/adjudicator/table"

// paces are the gaits to try for one that was ordered, the ordered one first: what it does not allow a slower one may (MB-B7m).
func paces(gait string) []string {
	switch gait {
	case "triple":
		return []string{"triple", "double", "normal"}
	case "double":
		return []string{"double", "normal"}
	}
	return []string{"normal"}
}

// fastest is the allowance of the fastest gait that a unit may take at all, not above the one ordered; the refusal is that of the ordered one.
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

// longest is MB-B7m: the longest legal beginning of a path, at the gait ordered or at a slower one where that one comes farther; the reason
// why it is not the whole path, at that gait, is in the trip. kept is what the allowance must leave for the last step, into a building.
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
	best.why = why // also of a path that a slower gait follows to its end
	return run, best
}

// atPace is how far a path is legal at one gait, and why no farther.
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
	lo, hi := 0, g.wayLength(u, tr.path) // what a gait forbids on a way it forbids on any that goes farther
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

// wayLength is the length of a path, each leg to the nearest tenth.
func (g *Game) wayLength(u *Unit, path []Point) int {
	n := 0
	for _, l := range g.legs(u, path) {
		n += span(l[0], l[1])
	}
	return n
}

// beginning is the part of a path that is so many tenths long.
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
