package board

import (
	"cmp"
	"slices"
)

// Shortest returns the cheapest path, both ends included, and its cost, or false if there is none. cost says what a step from a place to
// its neighbour costs; false or a number below 0 closes the step. It must give the same answer each time. Among paths that cost the same it
// takes the one with the fewest steps, and among those the one whose first differing step comes first in the order of Directions. The path
// from a place to itself is that place alone and costs 0.
func Shortest(g Grid, from, to string, cost func(from, to string) (int, bool)) (path []string, total int, ok bool) {
	if !g.Has(from) || !g.Has(to) {
		return nil, 0, false
	}
	start, _ := g.Number(from)
	goal, _ := g.Number(to)
	places := g.Places()
	way, total, ok := ShortestByNumber(g, start, goal, func(i, j int) (int, bool) { return cost(places[i], places[j]) })
	if !ok {
		return nil, 0, false
	}
	path = make([]string, len(way))
	for k, i := range way {
		path[k] = places[i]
	}
	return path, total, true
}

// ShortestByNumber is Shortest for places given by number.
func ShortestByNumber(g Grid, start, goal int, cost func(from, to int) (int, bool)) (path []int, total int, ok bool) {
	// The search runs backwards so that every place knows its remaining cost. The walk forwards then takes the first of the best directions.
	s := newSearch(len(g.Places()), goal)
	for i := s.next(); i >= 0 && i != start; i = s.next() {
		here := s.found[i].toll
		for _, before := range g.Beside(i) {
			if s.found[before].done {
				continue // nothing changes its cost any more
			}
			if c, open := cost(before, i); open && c >= 0 {
				s.offer(before, toll{here.cost + c, here.steps + 1})
			}
		}
	}
	if !s.found[start].met {
		return nil, 0, false
	}
	left := s.found[start].toll
	path, total = make([]int, 1, left.steps+1), left.cost
	path[0] = start
	for at := start; at != goal; {
		for _, next := range g.Beside(at) {
			if !s.found[next].done {
				continue
			}
			if c, open := cost(at, next); open && c >= 0 && (toll{s.found[next].cost + c, s.found[next].steps + 1}) == left {
				at, left = next, s.found[next].toll
				path = append(path, next)
				break
			}
		}
	}
	return path, total, true
}

// Reached is a place that can be reached.
type Reached struct {
	Place string
	Cost  int // of the cheapest path
	Steps int // of the shortest among the cheapest
}

// Reach returns all places that can be reached for at most budget, including the start: cheapest first, then by fewest steps, then in the
// order of Places.
func Reach(g Grid, from string, budget int, cost func(from, to string) (int, bool)) []Reached {
	if !g.Has(from) || budget < 0 {
		return nil
	}
	places := g.Places()
	start, _ := g.Number(from)
	s := newSearch(len(places), start)
	var settled []int
	for i := s.next(); i >= 0; i = s.next() {
		here := s.found[i].toll
		settled = append(settled, i)
		for _, next := range g.Beside(i) {
			if c, open := cost(places[i], places[next]); open && c >= 0 && c <= budget-here.cost {
				s.offer(next, toll{here.cost + c, here.steps + 1})
			}
		}
	}
	slices.SortFunc(settled, func(a, b int) int {
		x, y := s.found[a], s.found[b]
		return cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(x.steps, y.steps), cmp.Compare(a, b))
	})
	all := make([]Reached, len(settled))
	for k, i := range settled {
		all[k] = Reached{places[i], s.found[i].cost, s.found[i].steps}
	}
	return all
}

// toll is what a path costs: first its cost, then its steps.
type toll struct{ cost, steps int }

func (a toll) less(b toll) bool { return a.cost < b.cost || a.cost == b.cost && a.steps < b.steps }

// visit is what a search knows of a place.
type visit struct {
	toll
	met, done bool
}

// search is Dijkstra's algorithm with a binary heap, over the numbers of places. Its result does not depend on the order in which equal
// entries leave the heap.
type search struct {
	found []visit // by number
	heap  []waiting
}

type waiting struct {
	toll
	found int
}

func newSearch(places, from int) *search {
	s := &search{found: make([]visit, places), heap: []waiting{{toll{}, from}}}
	s.found[from].met = true
	return s
}

// offer adds a way to a place to the search.
func (s *search) offer(i int, t toll) {
	v := &s.found[i]
	if v.done || v.met && !t.less(v.toll) {
		return
	}
	v.toll, v.met = t, true
	s.heap = append(s.heap, waiting{t, i})
	for k := len(s.heap) - 1; k > 0 && s.heap[k].less(s.heap[(k-1)/2].toll); k = (k - 1) / 2 {
		s.heap[k], s.heap[(k-1)/2] = s.heap[(k-1)/2], s.heap[k]
	}
}

// next settles the cheapest waiting place and returns it, or -1 if none waits.
func (s *search) next() int {
	for len(s.heap) > 0 {
		top, last := s.heap[0].found, len(s.heap)-1
		s.heap[0] = s.heap[last]
		s.heap = s.heap[:last]
		for k := 0; ; {
			least := k
			for _, child := range [2]int{2*k + 1, 2*k + 2} {
				if child < last && s.heap[child].less(s.heap[least].toll) {
					least = child
				}
			}
			if least == k {
				break
			}
			s.heap[k], s.heap[least] = s.heap[least], s.heap[k]
			k = least
		}
		if !s.found[top].done { // otherwise a dearer offer for a place already settled
			s.found[top].done = true
			return top
		}
	}
	return -1
}
