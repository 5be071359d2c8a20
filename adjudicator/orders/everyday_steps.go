package orders

import (
	"slices"
	"strconv"
	"strings"
)

// Where the board has no such direction, a step to one side of the compass is one of two: on a board whose hexes have no neighbour to the
// south "one hex south" is to the south-east or to the south-west, and "two hexes south" is first the one and then the other. Both are
// readings, so that the line is asked back where the rules allow both.

// aslant reads a way in a direction that the board does not have.
func (e *everyday) aslant(i, end int) (values []string, next int) {
	if _, ok := e.lex.(Describer); !ok || i >= end || len(e.lex.Directions()) == 0 {
		return nil, i
	}
	dir, count, next, ok := e.paces(e.offCompass(), i, end)
	if !ok {
		return nil, i
	}
	sides := e.besides(dir)
	if len(sides) != 2 {
		return nil, i
	}
	for first := range sides {
		var legs []string
		for n := range count {
			legs = append(legs, sides[(first+n)%2]+"*1")
		}
		values = append(values, steps+strings.Join(legs, "+"))
	}
	return values, next
}

// offCompass returns the names of the directions of the compass that the board does not have.
func (s *scene) offCompass() *names {
	if !s.offRead {
		var ids []string
		for _, d := range compassPoints {
			if !slices.Contains(s.lex.Directions(), d.Name) {
				ids = append(ids, d.Name)
			}
		}
		s.off, s.offRead = called(s.lex, ids, s.speech.compass), true
	}
	return &s.off
}

// besides returns the directions of the board on both sides of one that it does not have.
func (e *everyday) besides(dir string) (sides []string) {
	n := slices.IndexFunc(compassPoints, func(d Spelling) bool { return d.Name == dir })
	for _, by := range []int{1, len(compassPoints) - 1} {
		if side := compassPoints[(n+by)%len(compassPoints)].Name; n >= 0 && slices.Contains(e.lex.Directions(), side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// paces reads how far and which way: "north", "one hex to the north", "2 hexes NE", "un hex au nord".
func (e *everyday) paces(ways *names, i, end int) (dir string, n, next int, ok bool) {
	j := e.measured(i, end)
	n = 1
	if count, ok := e.count(j); ok && count <= mostSteps && j+1 < end {
		n, j = count, j+1
	}
	if next, ok := e.keyword(&e.g.bodies, j, end); ok {
		j = next
	} else if next, ok := e.keyword(&e.g.counted, j, end); ok {
		j = next
	} else if j > i && n == 1 && !e.atoms[j].word {
		return "", 0, i, false
	}
	if j < end {
		j = e.filler(KindDir, j, end)
	}
	if j >= end {
		return "", 0, i, false
	}
	if dir, next, ok = e.unit(ways, j, end); !ok {
		return "", 0, i, false
	}
	if count, ok := e.count(next); ok && n == 1 && count <= mostSteps { // "east two hexes"
		if behind, ok := e.keyword(&e.g.bodies, next+1, end); ok {
			n, next = count, behind
		}
	}
	return dir, n, next, true
}

// stepsAt reads a way in a direction of the board.
func (e *everyday) stepsAt(i, end int) (value string, next int, ok bool) {
	if _, ok := e.lex.(Describer); !ok || i >= end {
		return "", i, false
	}
	dir, n, next, ok := e.paces(e.compass(), i, end)
	return steps + dir + "*" + strconv.Itoa(n), next, ok
}

// apace skips how many steps it is to the place that follows: "two hexes to 0711". It is i if no place follows, or one that is nearer or farther
// for any of the units.
func (f *filling) apace(i, end int) int {
	e := f.e
	d, ok := e.lex.(Describer)
	n, counts := e.count(i)
	if !ok || !counts || n > mostSteps || len(f.got) == 0 || !f.set[0] {
		return i
	}
	next, ok := e.keyword(&e.g.bodies, i+1, end)
	if !ok {
		if next, ok = e.keyword(&e.g.counted, i+1, end); !ok {
			return i
		}
	}
	at := f.place(next, end)
	if at == 0 {
		return i
	}
	place, _, ok := e.placeAt(at, end)
	if !ok {
		return i
	}
	for unit := range strings.SplitSeq(f.got[0], ",") {
		if from, _ := d.Describe(unit); e.distance(d, from, place) != n {
			return i
		}
	}
	return next
}

// distance returns how many steps lead from one place to another, or more than anybody may order.
func (e *everyday) distance(d Describer, from, to string) int {
	seen, ring := map[string]bool{from: true}, []string{from}
	for n := 0; n <= mostSteps && len(ring) > 0; n++ {
		var next []string
		for _, at := range ring {
			if at == to {
				return n
			}
			for _, dir := range e.lex.Directions() {
				if beside, ok := d.Step(at, dir); ok && !seen[beside] {
					seen[beside], next = true, append(next, beside)
				}
			}
		}
		ring = next
	}
	return mostSteps + 1
}

// mostSteps is how many steps one may order by a direction.
const mostSteps = 9

// walked returns the places of a way from where units stand, which must be one place if they are several.
func (e *everyday) walked(value, units string, said before) (path []string, ok bool) {
	d, known := e.lex.(Describer)
	if !known || units == "" {
		return nil, false
	}
	at := ""
	for unit := range strings.SplitSeq(units, ",") {
		here, _ := d.Describe(unit)
		if there := e.arrived(unit, said); there != "" { // "one hex NW, then one N"
			here = there
		}
		if at != "" && here != at {
			return nil, false
		}
		at = here
	}
	for leg := range strings.SplitSeq(strings.TrimPrefix(value, steps), "+") {
		dir, count, _ := strings.Cut(leg, "*")
		n, _ := strconv.Atoi(count)
		for range n {
			if at, ok = d.Step(at, dir); at == "" || !ok {
				return nil, false
			}
			path = append(path, at)
		}
	}
	return path, len(path) > 0
}

// askew takes the ways in a direction that the board does not have: both, or the one that ends at the place that follows.
func (f *filling) askew(i, end int, take func(value string, next int)) {
	values, next := f.e.aslant(i, end)
	for _, value := range values {
		if at := f.place(next, end); at > 0 { // "one hex east, to H09"
			if place, behind, ok := f.e.placeAt(at, end); ok && f.leads(value, place) {
				take(value, behind)
			}
		}
		take(value, next)
	}
}
