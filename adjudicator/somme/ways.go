package somme

import (
	"fieldpost/adjudicator/table"
)

// search is Dijkstra's algorithm over the hexes of the map, with a binary heap. Ways of the same cost are ordered by the
// steps off the road, then by all steps, then by the order in which hexes were met, which follows the order of
// directions: the same on every machine.
type search struct {
	cost []int32 // by hex, plus one; 0 if not yet met
	prev []int32
	done []bool
	heap []arrival
	met  int32
}

type arrival struct{ cost, order, hex int32 }

func (a arrival) before(b arrival) bool {
	return a.cost < b.cost || a.cost == b.cost && a.order < b.order
}

// The weights of a way: a movement point counts most, then a step off the road, then any step.
const (
	weightPoint = 4096
	weightRough = 64
	weightFord  = 50 // points planned for a fleuve without a bridge, which takes a phase
)

func newSearch(n int) *search {
	all := make([]int32, 2*n)
	return &search{cost: all[:n], prev: all[n:], done: make([]bool, n)}
}

func (s *search) offer(hex, from, cost int) {
	if s.done[hex] || s.cost[hex] > 0 && s.cost[hex] <= int32(cost)+1 {
		return
	}
	s.cost[hex], s.prev[hex] = int32(cost)+1, int32(from)
	s.met++
	s.heap = append(s.heap, arrival{int32(cost), s.met, int32(hex)})
	for i := len(s.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.heap[i].before(s.heap[up]) {
			break
		}
		s.heap[i], s.heap[up], i = s.heap[up], s.heap[i], up
	}
}

// next takes the nearest hex that is not yet done; ok is false if there is none.
func (s *search) next() (hex, cost int, ok bool) {
	for len(s.heap) > 0 {
		top := s.heap[0]
		last := len(s.heap) - 1
		s.heap[0], s.heap = s.heap[last], s.heap[:last]
		s.sink()
		if !s.done[top.hex] {
			s.done[top.hex] = true
			return int(top.hex), int(top.cost), true
		}
	}
	return 0, 0, false
}

func (s *search) sink() {
	for i := 0; ; {
		least := i
		for _, j := range [2]int{2*i + 1, 2*i + 2} {
			if j < len(s.heap) && s.heap[j].before(s.heap[least]) {
				least = j
			}
		}
		if least == i {
			return
		}
		s.heap[i], s.heap[least], i = s.heap[least], s.heap[i], least
	}
}

// leg returns the cheapest way of a traveller between two hexes, without the first, or nil if there is none. It
// avoids enemies and, for a combat unit, their zones, which it may enter only at the end and not from zone to zone
// (SO-11.2.1).
func (g *Game) leg(t *traveller, o *survey, from, to int) []string {
	zone := zone(t)
	w := newSearch(len(g.net.cells))
	w.offer(from, -1, 0)
	for {
		at, cost, ok := w.next()
		if !ok {
			return nil
		}
		if at == to {
			break
		}
		if at != from && t.fights && o.has(at, zone) {
			continue
		}
		for i := range g.net.cells[at].sides {
			s := &g.net.cells[at].sides[i]
			if s.at < 0 || w.done[s.at] || t.fights && o.has(s.at, zone) && (s.at != to || o.has(at, zone)) {
				continue
			}
			f, b := g.fee(t, o, at, s)
			if b != nil {
				continue
			}
			w.offer(s.at, at, cost+weight(&f))
		}
	}
	var way []string
	for at := to; at != from; at = int(w.prev[at]) {
		way = append(way, g.net.hexes[at])
	}
	for i, j := 0, len(way)-1; i < j; i, j = i+1, j-1 {
		way[i], way[j] = way[j], way[i]
	}
	return way
}

func weight(f *fee) int {
	w := f.total()*weightPoint + 1
	if f.all {
		w += weightFord * weightPoint
	}
	if !f.road {
		w += weightRough
	}
	return w
}

// routeBy fills in a way between its waypoints, on a map already surveyed. Adjacent hexes are taken as they are; between
// others it takes the cheapest way, with preference for roads. Roads that reach a town meet in its hex (SO-11.1.3b).
func (g *Game) routeBy(o *survey, u *Formation, points []string) ([]string, *table.Refusal) {
	var way []string
	t := g.traveller(u)
	at, ok := g.net.grid.Number(u.Hex)
	if !ok {
		return nil, refuse("not-here", "SO-11.1.1a", table.A("unit", u.ID))
	}
	for _, p := range points {
		to, ok := g.net.grid.Number(p)
		switch {
		case !ok || !g.net.stands[to]:
			return nil, refuse("closed", "SO-2.1c", table.A("unit", u.ID), table.A("to", p))
		case to == at:
			continue
		}
		if _, beside := g.net.side(g.net.hexes[at], p); beside {
			way, at = append(way, p), to
			continue
		}
		leg := g.leg(t, o, at, to)
		if leg == nil {
			return nil, refuse("no-way", "SO-11.1.1a", table.A("unit", u.ID), table.A("from", g.net.hexes[at]), table.A("to", p))
		}
		way, at = append(way, leg...), to
	}
	return way, nil
}

// reachable marks all hexes that a unit can reach in this phase by its own movement, its own hex included.
func (g *Game) reachable(u *Formation, as string) []bool {
	marks, _ := g.reachableOn(g.survey(u.Side), u, as)
	return marks
}

// reachableOn is reachable on a map already surveyed. It also returns the place from which each hex is entered on the
// cheapest way.
func (g *Game) reachableOn(o *survey, u *Formation, as string) (marks []bool, from []int32) {
	marks, w := g.explored(o, u, as)
	return marks, w.prev
}

// explored is reachableOn with the whole search: it tells what each hex costs, see reachCost.
func (g *Game) explored(o *survey, u *Formation, as string) (marks []bool, w *search) {
	t := g.traveller(u)
	marks = make([]bool, len(g.net.cells))
	w = newSearch(len(g.net.cells))
	start, ok := g.net.grid.Number(u.Hex)
	if !ok {
		return marks, w
	}
	zone, left := zone(t), g.allowance(u, as).Total()-u.Spent
	bound := t.fights && o.has(start, zone) && !u.Freed && !g.stays(u)
	w.offer(start, -1, 0)
	for at, cost, ok := w.next(); ok; at, cost, ok = w.next() {
		marks[at] = true
		if at != start && t.fights && o.has(at, zone) || bound || u.Halted {
			continue
		}
		for i := range g.net.cells[at].sides {
			s := &g.net.cells[at].sides[i]
			if s.at < 0 || t.fights && o.has(at, zone) && o.has(s.at, zone) {
				continue
			}
			f, b := g.fee(t, o, at, s)
			switch {
			case b != nil:
			case f.all || cost+f.total() > left:
				if at == start && u.Spent == 0 && (!f.all || t.fresh) { // the minimum move (SO-11.1.2a), a fleuve (SO-11.2.3b)
					if !marks[s.at] && w.cost[s.at] == 0 {
						w.prev[s.at] = int32(start)
					}
					marks[s.at] = true
				}
			default:
				w.offer(s.at, at, cost+f.total())
			}
		}
	}
	return marks, w
}

// reachCost is what a hex that was explored costs a unit that has some points left: all of them for one that only the minimum move reaches (SO-11.1.2a).
func (s *search) reachCost(at, left int) int {
	if s.cost[at] == 0 {
		return left
	}
	return int(s.cost[at]) - 1
}
