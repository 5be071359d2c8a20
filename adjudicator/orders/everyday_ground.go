package orders

import "slices"

// occupies reports whether the words at i say where somebody stands: "the squad in D04" is he, and not the hex.
func (e *everyday) occupies(i, end int) bool {
	next, ok := e.keyword(&e.g.towards, i, end)
	if !ok {
		return false
	}
	_, _, place := e.placeAt(next, end)
	return place
}

// apposed leaves out places that are named twice in other words: "Holnon 5020".
func (e *everyday) apposed(p *param, values []string, ends []int, i int) ([]string, []int) {
	if p.Kind == KindOwn { // "the HQ N-HQ"; "AC on G2" names one unit
		for n := 1; n < len(values); n++ {
			for j := ends[n-1]; j < ends[n]; j++ {
				if _, ok := e.keyword(&e.g.towards, j, ends[n]); ok {
					values, ends = values[:n], ends[:n]
					break
				}
			}
			if n >= len(values) {
				break
			}
		}
		return values, ends
	}
	if p.Kind != KindPlace && p.Kind != KindTarget && p.Kind != KindPath {
		return values, ends
	}
	var once []string
	var stops []int
	for n := 1; p.Kind == KindPath && n < len(values); n++ { // "36/12, the objective O3" is one place, or nothing
		if j := ends[n-1]; e.is(j, ",") && e.grounded(j+1, ends[n]) {
			values, ends = values[:n], ends[:n]
		}
	}
	for n, v := range values {
		if n > 0 && v == values[n-1] && hasDigit(e.key(ends[n-1], ends[n])) != hasDigit(e.key(i, ends[n-1])) {
			stops[len(stops)-1] = ends[n]
			continue
		}
		if n > 0 {
			i = ends[n-1]
		}
		once, stops = append(once, v), append(stops, ends[n])
	}
	return once, stops
}

// grounded reports whether the words at i begin with an article and what the ground is like.
func (e *everyday) grounded(i, end int) bool {
	j, ok := e.keyword(&e.g.articles, i, end)
	if !ok {
		if i >= end {
			return false
		}
		bare := e.g.unelided(e.atoms[i].key) // « l'objectif »
		_, ok = e.g.scenery.exact[bare]
		return ok && bare != e.atoms[i].key
	}
	_, ok = e.keyword(&e.g.scenery, j, end)
	return ok
}

// place reports whether values of the kind are places.
func (k Kind) place() bool { return k == KindPlace || k == KindPath || k == KindTarget }

// insideWord introduces the place that a unit goes into.
const insideWord = "into"

// outside reports whether the deed is to go into a place that nobody goes into: "N-HQ goes into the wheat" enters no building.
func (f *filling) outside() bool {
	in, ok := f.e.lex.(Insider)
	for k := range f.params {
		if p := &f.params[k]; ok && p.Kind == KindPlace && p.Prefix == insideWord && f.set[k] && !in.Inside(f.got[k]) {
			return true
		}
	}
	return false
}

// inside reports whether a reading lets a unit go into a building, at a time in which units may.
func (e *everyday) inside(r reading) bool {
	n := e.deedOf(r)
	return n != noDeed && (e.judge == nil || e.timely(r)) && slices.ContainsFunc(e.words.deeds[n].verb.params, func(p param) bool { return p.Kind == KindPlace && p.Prefix == insideWord })
}
