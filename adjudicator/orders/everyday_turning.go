package orders

import "slices"

// wheels reports whether the verb's words say that somebody turns where he stands, and are no name of the verb: "T-F1 turns to the north" is no step
// to the north, also where vehicles turn by the verb by which they drive.
func (f *filling) wheels() bool {
	w := f.e.words
	if f.from < 0 || !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindDir && p.Optional }) {
		return false
	}
	n, words := slices.Index(w.deeds, f.deed), phrase(f.e.key(f.from, f.to))
	if slices.Contains(w.turning, n) {
		return true
	}
	return slices.Contains(w.wheeling, n) && slices.Contains(w.instead.whole[words], n) && !slices.Contains(w.own.whole[words], n)
}

// taken reports whether who stands before the verb is the one who carries: "the APC picks up LMG2", "G-2 takes the anti-tank rifle".
func (f *filling) taken() bool {
	if f.from <= f.begin {
		return false
	}
	_, takes := f.e.g.taking.exact[phrase(f.e.key(f.from, f.to))]
	return takes && f.caller() > 0
}

// namesake reports whether the word at i, behind "on" or "for" in an order that begins with a word, is the name of one's own unit and of an enemy:
// "card 07 on R1" may mean either, and is asked.
func (f *filling) namesake(k, i int, as role) bool {
	e := f.e
	if !as.at || k == 0 || f.params[0].Kind != KindWord || f.params[k].Kind != KindOwn || f.params[k].prefix.entries > 0 {
		return false
	}
	_, own := e.own.exact[e.atoms[i].key]
	_, theirs, _ := e.enemy().find(e.atoms[i].key)
	return own && theirs
}

// misnamed reports whether a line that the grammar reads may be meant for one's own unit: an enemy in it bears the name of one too, and the rules do
// not allow it for him. It returns what the line is then, if the rules allow just one thing: "play 07 on R1".
func (r *reader) misnamed(i int, lines []Line) (meant []Line) {
	if len(r.faults) > 0 || len(lines) != 1 || r.strict || r.judge == nil || lines[0].Standing || lines[0].Guard != "" || r.judge(lines[0]) != Refused {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	if !slices.ContainsFunc(lines[0].Args, func(a Arg) bool { return e.foe(a.Value) && r.ambiguous(a.Value) }) {
		return nil
	}
	quiet, work := r.quiet, r.work
	r.quiet, r.work = true, r.spare
	found := slices.DeleteFunc(e.spoken(i, len(r.atoms), before{verb: noDeed}), func(one reading) bool { return !e.allowed(one) })
	r.quiet, r.work = quiet, work
	if len(found) != 1 || e.steps < 0 {
		return nil
	}
	return found[0].lines
}

// ambiguous reports whether the line calls an enemy by a name that one's own unit bears too.
func (r *reader) ambiguous(enemy string) bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool {
		id, theirs, _ := r.enemy().find(a.key)
		_, ours := r.own.exact[a.key]
		return theirs && ours && id == enemy
	})
}

// formed adds to an order of going what a further order says of how its unit is then, where the first one can be told that itself: "US-2 goes to
// 44/12 and bunches up".
func (e *everyday) formed(left, right reading) (whole reading, ok bool) {
	n := e.deedOf(left)
	if n == noDeed || !slices.Contains(e.words.going, n) || e.words.deeds[n].sub != nil || len(right.lines) != 1 || left.subject() != right.subject() {
		return left, false
	}
	next, last := right.lines[0], left.lines[len(left.lines)-1]
	if len(next.Args) != 2 || len(next.Clauses) > 0 || next.Guard+last.Guard != "" || next.Verb == last.Verb {
		return left, false
	}
	said := next.Args[1]
	k := slices.IndexFunc(e.words.deeds[n].verb.params, func(p param) bool { return p.Name == said.Name && p.Kind == KindWord && p.Optional })
	if k < 0 || valueOf(&last, said.Name) != "" {
		return left, false
	}
	last.Args = append(slices.Clone(last.Args), said)
	last.Text = e.g.text(&last)
	lines := e.strictly(last.Text)
	if len(lines) != 1 {
		return left, false
	}
	return readingOf(append(slices.Clip(left.lines[:len(left.lines)-1]), lines[0])), true
}

// placesOf makes one order of two of a verb that is told nothing but a list of places: "objectives: E6, then C8, then G5".
func (e *everyday) placesOf(left, right reading) (whole reading, ok bool) {
	n := e.deedOf(left)
	if n == noDeed || len(left.lines) != 1 || len(right.lines) != 1 || e.deedOf(right) != n {
		return left, false
	}
	first, next, params := left.lines[0], right.lines[0], e.words.deeds[n].params()
	if len(params) != 1 || params[0].Kind != KindPlace || !params[0].Repeated || len(first.Args) != 1 || len(next.Args) != 1 || first.Guard+next.Guard != "" {
		return left, false
	}
	first.Args = []Arg{{Name: first.Args[0].Name, Value: first.Args[0].Value + "," + next.Args[0].Value}}
	first.Text = e.g.text(&first)
	lines := e.strictly(first.Text)
	if len(lines) != 1 {
		return left, false
	}
	return readingOf(lines), true
}
