package orders

import "slices"

// atOnce returns what a sentence orders at this moment that was read as a standing order without saying so: "B-C1 and B-C2 advance to 0406" is a move
// where there is one, and not what they are to do in every turn. Nil if it means the standing order.
func (r *reader) atOnce(lines []Line) []Line {
	if !r.unsaid(lines) {
		return nil
	}
	v := r.g.verbOf(lines[0].Verb)
	found := r.inEverydayWords(0)
	if len(found) != 1 || slices.ContainsFunc(found[0].lines, func(l Line) bool { return l.Standing || l.Verb == v.Name }) {
		return nil
	}
	return found[0].lines
}

// unstanding reports whether a line that was read as a standing order, without saying so, may be an order of the moment, because everyday
// speech has its verb for something else: "face" turns a unit in one language and is a setting in another. It returns what it may be.
func (r *reader) unstanding(i int, lines []Line) (others []reading, doubtful bool) {
	if len(r.faults) > 0 || len(lines) != 1 || r.strict || i >= len(r.atoms) {
		return nil, false
	}
	v := r.g.verbOf(lines[0].Verb)
	if v == nil || !v.Only {
		return nil, false
	}
	for _, n := range r.g.forms.own.whole[r.atoms[i].key] {
		if r.g.forms.deeds[n].verb != v && slices.Contains(r.g.forms.turning, n) {
			return r.inEverydayWords(i), true
		}
	}
	return nil, false
}

// noted reports whether a line is written as a note, with a colon, and not as a sentence.
func (r *reader) noted() bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.key == ":" })
}

// unsaid reports whether a line was read as a standing order though no word of it says that it stands.
func (r *reader) unsaid(lines []Line) bool {
	if len(lines) != 1 || lines[0].Guard != "" || r.strict {
		return false
	}
	v := r.g.verbOf(lines[0].Verb)
	if v == nil || !v.Only || slices.ContainsFunc(r.atoms, func(a atom) bool { return a.key == "|" }) {
		return false
	}
	for j := range r.atoms {
		if _, says := r.keyword(&r.g.standingWords, j, len(r.atoms)); says {
			return false
		}
	}
	return true
}

// onlyStanding reads a line without units that means nothing at this moment as an order that always stands: "call the nearest one harmless". With
// a unit in it more may be meant, "G2 falls back to D5" is where he is to go, unless several words are the order's own: "US-1 stands when charged". So it may where a verb of the moment stands by its own name behind a colon:
// "1: disembark B2" lacks the unit.
func (r *reader) onlyStanding(i int) (found []reading) {
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings, stands: true}
	named := r.names(i, len(r.atoms))
	if i > 0 && i < len(r.atoms) && r.is(i-1, ":") && r.g.momentary(r.atoms[i].key) {
		return nil
	}
	for _, one := range e.part(i, len(r.atoms), before{verb: noDeed}) {
		if named && (marks(phrase(one.verb)) < 2 || len(e.words.own.whole[phrase(one.verb)]) == 0 || e.anywhere(one)) {
			continue
		}
		if !slices.ContainsFunc(one.lines, func(l Line) bool { v := r.g.verbOf(l.Verb); return v == nil || !v.Only }) {
			found = append(found, one)
		}
	}
	if e.steps < 0 {
		return nil
	}
	return found
}

// momentary reports whether a folded word is the name of a verb of the moment, and of none that only stands.
func (g *Grammar) momentary(word string) bool {
	if n, ok := g.names.exact[word]; ok {
		return !g.verbs[n].Only
	}
	return g.named(word)
}

// anywhere reports whether a reading names a place, so that it may as well be where somebody is to go now: "A3 marches on 0509".
func (e *everyday) anywhere(r reading) bool {
	return slices.ContainsFunc(r.lines, func(l Line) bool {
		v := e.g.verbOf(l.Verb)
		return v != nil && slices.ContainsFunc(l.Args, func(a Arg) bool {
			k := slices.IndexFunc(v.params, func(p param) bool { return p.Name == a.Name })
			return k >= 0 && v.params[k].Kind.place()
		})
	})
}
