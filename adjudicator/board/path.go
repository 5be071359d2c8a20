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
	// The search runs backwards so that every place knows its remaining cost. The walk forwards then takes the first of the best directions.
	s := newSearch(to)
	for i := s.next(); i >= 0 && s.found[i].place != from; i = s.next() {
		here := s.found[i]
		for _, before := range g.Neighbours(here.place) {
			if j, met := s.index[before]; met && s.found[j].done {
				continue // nothing changes its cost any more
			}
			if c, open := cost(before, here.place); open && c >= 0 {
				s.offer(before, toll{here.cost + c, here.steps + 1})
			}
		}
	}
	i, reached := s.index[from]
	if !reached {
		return nil, 0, false
	}
	left := s.found[i].toll
	path, total = []string{from}, left.cost
	for at := from; at != to; {
		for _, next := range g.Neighbours(at) {
			j, known := s.index[next]
			if !known || !s.found[j].done {
				continue
			}
			if c, open := cost(at, next); open && c >= 0 && (toll{s.found[j].cost + c, s.found[j].steps + 1}) == left {
				at, left = next, s.found[j].toll
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
	s := newSearch(from)
	var all []Reached
	for i := s.next(); i >= 0; i = s.next() {
		here := s.found[i]
		all = append(all, Reached{here.place, here.cost, here.steps})
		for _, next := range g.Neighbours(here.place) {
			if c, open := cost(here.place, next); open && c >= 0 && c <= budget-here.cost {
				s.offer(next, toll{here.cost + c, here.steps + 1})
			}
		}
	}
	slices.SortFunc(all, func(a, b Reached) int {
		ax, ay := order(g, a.Place)
		bx, by := order(g, b.Place)
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Steps, b.Steps), cmp.Compare(ay, by), cmp.Compare(ax, bx))
	})
	return all
}

// toll is what a path costs: first its cost, then its steps.
type toll struct{ cost, steps int }

func (a toll) less(b toll) bool { return a.cost < b.cost || a.cost == b.cost && a.steps < b.steps }

// visit is a place that a search has met.
type visit struct {
	place string
	toll
	done bool
}

// search is Dijkstra's algorithm with a binary heap. Its result does not depend on the order in which equal entries leave the heap.
type search struct {
	found []visit
	index map[string]int // of found; only looked up
	heap  []waiting
}

type waiting struct {
	toll
	found int
}

func newSearch(from string) *search {
	return &search{found: []visit{{place: from}}, index: map[string]int{from: 0}, heap: []waiting{{toll{}, 0}}}
}

// offer adds a way to a place to the search.
func (s *search) offer(place string, t toll) {
	i, met := s.index[place]
	if !met {
		i = len(s.found)
		s.index[place] = i
		s.found = append(s.found, visit{place: place, toll: t})
	} else if s.found[i].done || !t.less(s.found[i].toll) {
		return
	}
	s.found[i].toll = t
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
