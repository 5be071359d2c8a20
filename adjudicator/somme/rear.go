package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// rear is the map as it matters to those of a side who go back. It is worked out once and holds as long as no counter moves.
type rear struct {
	g            *Game
	s            seat
	on           *survey
	sources, hqs []int   // hexes
	far          []uint8 // distance of each hex from the nearest source and, in the second half, from the nearest HQ, plus one; 0: not measured yet
	found        []goingBack
}

// goingBack is an answer of rear.ways, which is the same for all units of a hex but tanks.
type goingBack struct {
	from  string
	hexes int
	aside bool
	ways  [][]string
}

func (g *Game) rear(s seat) *rear {
	r := &rear{g: g, s: s, on: g.survey(s), far: make([]uint8, 2*len(g.net.cells))}
	for _, h := range g.sources(s) {
		if at, ok := g.net.grid.Number(h); ok {
			r.sources = append(r.sources, at)
		}
	}
	for u := range table.All(g.Units) {
		if at, ok := g.net.grid.Number(u.Hex); ok && u.Side == s && g.hq(u) {
			r.hqs = append(r.hqs, at)
		}
	}
	return r
}

// nobody is the distance from a source or an HQ where there is none.
const nobody = 99

// from returns the distance of a hex from the nearest source, or from the nearest HQ.
func (r *rear) from(at int, source bool) int {
	list, slot := r.sources, at
	if !source {
		list, slot = r.hqs, len(r.far)/2+at
	}
	if r.far[slot] == 0 {
		best := nobody
		for _, h := range list {
			best = min(best, r.g.net.grid.Apart(at, h))
		}
		r.far[slot] = uint8(best) + 1
	}
	return int(r.far[slot]) - 1
}

// number returns the index of a hex of the map.
func (r *rear) number(hex string) int {
	at, ok := r.g.net.grid.Number(hex)
	if !ok {
		panic("somme-1918: no hex " + hex)
	}
	return at
}

// hot reports whether a hex costs a retreating unit a loss: it is in enemy ZOC and has no friend in it.
func (r *rear) hot(hex string) bool {
	at := r.number(hex)
	return r.on.zoc(at) && !r.on.friend(at)
}

// ways returns the ways by which a unit may go back so many hexes, or as many as it can if that is fewer, the best
// first: fewer hexes in enemy ZOC, then nearer to a source, then to an HQ, then fewer friends in the way, then the
// lowest hexes. A way ends beyond a fleuve without a bridge (SO-12.3i). If no hex can be entered, there is no way.
func (r *rear) ways(id string, w withdrawal) [][]string {
	u := r.g.unit(id)
	if r.g.tank(u) {
		return r.search(id, w)
	}
	for _, f := range r.found {
		if f.from == u.Hex && f.hexes == w.hexes && f.aside == w.aside {
			return f.ways
		}
	}
	f := goingBack{u.Hex, w.hexes, w.aside, r.search(id, w)}
	r.found = append(r.found, f)
	return f.ways
}

func (r *rear) search(id string, w withdrawal) [][]string {
	g, u := r.g, *r.g.unit(id)
	var all [][]string
	var walk func(at Formation, path []string)
	walk = func(at Formation, path []string) {
		var next []string
		if len(path)-1 < w.hexes && (len(path) < 2 || !g.wades(at.Side, path[len(path)-2], at.Hex)) {
			next = r.next(&at, path, w.aside)
		}
		if len(next) == 0 {
			if len(path) > 1 {
				all = append(all, slices.Clone(path[1:]))
			}
			return
		}
		for _, to := range next {
			there := at
			there.Hex = to
			walk(there, append(slices.Clip(path), to))
		}
	}
	walk(u, []string{u.Hex})
	most := 0
	full := func(p []string) int {
		if len(p) < w.hexes && g.stopped(u.Hex, party{units: []string{id}, path: p}) {
			return w.hexes
		}
		return len(p)
	}
	for _, p := range all {
		most = max(most, full(p))
	}
	all = slices.DeleteFunc(all, func(p []string) bool { return full(p) < most })
	ranks := make([][5]int, len(all))
	order := make([]int, len(all))
	for i, p := range all {
		ranks[i], order[i] = r.rank(p, w.aside), i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		if d := slices.Compare(ranks[x][:], ranks[y][:]); d != 0 {
			return d
		}
		return slices.Compare(all[x], all[y])
	})
	out := make([][]string, len(all))
	for i, x := range order {
		out[i] = all[x]
	}
	return out
}

// rank measures a way for X-8, lowest is best. After a combat, zones come before direction; in a disengagement
// direction comes first (SO-12.3d, RUL-59).
func (r *rear) rank(path []string, aside bool) [5]int {
	end := r.number(path[len(path)-1])
	out := [5]int{0, r.from(end, true), r.from(end, false), 0, len(path)}
	for _, h := range path {
		at := r.number(h)
		if r.on.zoc(at) && !r.on.friend(at) {
			out[0]++
		}
		if r.on.friend(at) {
			out[3]++
		}
	}
	if !aside {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// next returns the hexes that a retreating unit may enter next. Of the order of duty in RUL-59 it returns only the
// hexes of the first kind that exists: nearer to any source and out of enemy ZOC; with mastery, any hex out of ZOC;
// nearer to a source in ZOC; nearer to an HQ; any. No unit enters a hex of enemy combat units, returns to a hex of its
// way, or leaves the ground open to it.
func (r *rear) next(u *Formation, path []string, aside bool) []string {
	g, here := r.g, r.number(u.Hex)
	var kinds [5][]string
	for _, to := range g.around(u.Hex) {
		at := r.number(to)
		if slices.Contains(path, to) || r.on.foe(at) || !g.passable(u, to) {
			continue
		}
		hot := r.on.zoc(at) && !r.on.friend(at)
		near := slices.ContainsFunc(r.sources, func(h int) bool { return g.net.grid.Apart(at, h) < g.net.grid.Apart(here, h) })
		kind := 4
		switch {
		case near && !hot:
			kind = 0
		case aside && !hot:
			kind = 1
		case near:
			kind = 2
		case r.from(at, false) < r.from(here, false):
			kind = 3
		}
		kinds[kind] = append(kinds[kind], to)
	}
	for _, k := range kinds {
		if len(k) > 0 {
			slices.SortFunc(k, func(x, y string) int {
				a, b := r.rank([]string{x}, aside), r.rank([]string{y}, aside)
				if d := slices.Compare(a[:], b[:]); d != 0 {
					return d
				}
				return strings.Compare(x, y)
			})
			return k
		}
	}
	return nil
}
