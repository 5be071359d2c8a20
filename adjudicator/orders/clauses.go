package orders

import "slices"

// clauses reads "move D5 D6; fire priority" for a verb. next is where another standing order begins, or else end.
func (r *reader) clauses(v *verb, otherwise, standing bool, i, end int) (out []Clause, next int) {
	for {
		i = r.separators(i, end)
		if i >= end {
			return out, end
		}
		var c *verb
		at, siblings := i, &r.g.names
		if v != nil && len(v.subs) > 0 {
			siblings = &v.names
			if n, j, ok := r.word(&v.names, i, end); ok {
				c, at = &v.subs[n], j
			}
		}
		if n, j, ok := r.word(&r.g.names, i, end); c == nil && ok {
			switch top := &r.g.verbs[n]; {
			case standing && top.Standing:
				return out, i
			case otherwise && (v == nil || len(v.subs) == 0 || v.together(top)):
				c, at = top, j
			}
		}
		if c == nil {
			i = r.noClause(v, otherwise, i, end)
			continue
		}
		stop := r.conjunction(c, siblings, at, r.semicolon(c, at, end))
		args, ok := r.args(c, siblings, at, stop)
		if ok {
			out = append(out, Clause{Verb: c.Name, Args: args})
		}
		i = stop
	}
}

// semicolon returns where a clause of the verb ends.
func (r *reader) semicolon(v *verb, i, end int) int {
	for j := i; j < end; j++ {
		if r.is(j, ";") {
			return j
		}
		if next, ok := r.keyword(&r.g.thenWords, j, end); ok && j > i && next < end && !r.g.prefixes[r.key(j, next)] && !v.speech() {
			if _, _, place := r.placeAt(next, end); !place || !v.travels() { // "move D5 then D6" goes on
				return j
			}
		}
	}
	return end
}

// conjunction returns where a clause ends because "and" and another clause follow, as in "move D5 and fire priority", if no other reading
// is possible: in "fire with rifle and lmg" the list goes on. Otherwise it returns stop.
func (r *reader) conjunction(c *verb, siblings *vocabulary, i, stop int) int {
	for j := i + 1; j+1 < stop; j++ {
		if !r.and(j) {
			continue
		}
		if _, _, ok := r.full(siblings, j+1, stop); ok && r.fits(c, i, j) && !r.fits(c, i, stop) {
			return j
		}
	}
	return stop
}

// separators skips what may stand between clauses.
func (r *reader) separators(i, end int) int {
	for i < end {
		if next, ok := r.keyword(&r.g.thenWords, i, end); ok {
			i = next
			continue
		}
		switch r.atoms[i].key {
		case ";", ":", ",", ".":
			i++
		default:
			if !r.and(i) {
				return i
			}
			i++
		}
	}
	return i
}

// travels reports whether the verb takes a path.
func (v *verb) travels() bool {
	return slices.ContainsFunc(v.params, func(p param) bool { return p.Kind == KindPath })
}

// speech reports whether the verb takes text, in which no word is a separator.
func (v *verb) speech() bool {
	return slices.ContainsFunc(v.params, func(p param) bool { return p.Kind == KindText })
}
