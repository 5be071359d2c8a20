package orders

import "slices"

// How many of a thing are asked for that an order names: "two field artillery", "field artillery x2".

// namesThing reports whether the words at i are one of the things that the verb must be told, written in full.
func (f *filling) namesThing(i, end int) bool {
	return slices.ContainsFunc(f.params, func(p param) bool {
		if p.Kind != KindWord || p.Optional {
			return false
		}
		_, _, ok := f.e.full(&p.words, i, end)
		return ok
	})
}

// tally returns the argument that tells how many of the thing are asked for which the verb must be told, or -1: where it is the only number of the
// verb, and nothing introduces it, "x2" can be nothing else.
func (f *filling) tally() int {
	if !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindWord && !p.Optional }) {
		return -1
	}
	at := -1
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindNumber {
			if at >= 0 || !p.Optional || p.prefix.entries > 0 {
				return -1
			}
			at = k
		}
	}
	return at
}

// repeats reads "twice", "x2", "three times".
func (e *everyday) repeats(i, end int) (n, next int) {
	n, next, _ = e.full(&e.g.repeats, i, end)
	return n, next
}
