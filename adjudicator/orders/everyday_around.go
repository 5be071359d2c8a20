package orders

import (
	"slices"
)

// What stands around an order is read by the grammar, and the order within it in everyday words: "if total mastery then G-28a moves up to
// 5021", "G1 goes to D5, otherwise it stays put", "from now on B-A1 keeps advancing on 0803". A condition that the game does not know is
// never passed over: such a line is not read.

// around reads a line with one condition, or with what is done if the order fails. any reports whether the line has such a word.
func (e *everyday) around(i, end int) (found []reading, any bool) {
	if r, ok := e.guarded(i, end); ok {
		return r, true
	}
	for j := i + 1; j < end; j++ {
		next, ok := e.failing(j, end)
		if !ok {
			continue
		}
		stop := j
		for stop > i && (e.parting(stop-1) || e.and(stop-1)) {
			stop--
		}
		for next < end && e.parting(next) {
			next++
		}
		if e.conditional(i, stop) || e.conditional(next, end) {
			return nil, true
		}
		return e.either(i, stop, next, end), true
	}
	return nil, false
}

// parting reports whether the mark at i only parts what stands on both sides of it: a hyphen does, if it stands by itself, but in "boost G1 1-" it is
// rather the sign of the number, and is never passed over.
func (r *reader) parting(i int) bool {
	if !r.is(i, "-") {
		return !r.atoms[i].word
	}
	return !(r.tight(i) && r.atoms[i-1].word) && !(i+1 < len(r.atoms) && r.tight(i+1) && r.atoms[i+1].word)
}

// failing reads the bar or the word that begins what is done if the order fails.
func (e *everyday) failing(j, end int) (next int, ok bool) {
	bar := e.is(j, "|")
	if bar {
		j++
	}
	next, ok = e.keyword(&e.g.otherwiseWords, j, end)
	return next, ok && (!bar || j < end)
}

// either joins an order and what is done if it fails into one line.
func (e *everyday) either(i, stop, next, end int) (found []reading) {
	for _, first := range e.judged(e.parts(i, stop, before{verb: noDeed}, mostParts)) {
		if len(first.lines) != 1 || len(first.lines[0].Clauses) == 0 {
			continue
		}
		if l, ok := e.fewer(first.lines[0], next, end); ok {
			found = e.whole(found, l, first.several)
			continue
		}
		said := before{unit: first.subject(), verb: e.first(first), line: &first.lines[0]}
		for _, second := range e.judged(e.parts(next, end, said, mostParts)) {
			l := first.lines[0]
			if len(second.lines) != 1 || second.lines[0].Verb != l.Verb || !slices.Equal(second.lines[0].Args, l.Args) {
				continue
			}
			l.Otherwise = second.lines[0].Clauses
			found = e.whole(found, l, first.several || second.several)
		}
	}
	return found
}

// first returns the deed that is meant by what is done if an order fails and has no verb: going, if the order lets its unit go, or else the last.
func (e *everyday) first(r reading) int {
	l := r.lines[0]
	for _, n := range e.words.going {
		if d := e.words.deeds[n]; d.sub != nil && d.verb.Name == l.Verb && slices.ContainsFunc(l.Clauses, func(c Clause) bool { return c.Verb == d.sub.Name }) {
			return n
		}
	}
	return e.deedOf(r)
}

// fewer reads how often is done less what the order does last, if it fails: "fires twice at G2, otherwise once".
func (e *everyday) fewer(l Line, i, end int) (whole Line, ok bool) {
	n, next := e.repeats(i, end)
	if n == 0 {
		return l, false
	}
	for next < end {
		if next, ok = e.empty(next, end); !ok {
			return l, false
		}
	}
	last := l.Clauses[len(l.Clauses)-1]
	before := slices.IndexFunc(last.Args, func(a Arg) bool { return a.Name == timesName })
	if before < 0 {
		return l, false
	}
	args := slices.Clone(last.Args)
	if args[before].Value = itoa(n); n == 1 {
		args = slices.Delete(args, before, before+1)
	}
	l.Otherwise = []Clause{{Verb: last.Verb, Args: args}}
	return l, true
}

// guarded reads a line that begins or ends with a condition.
func (e *everyday) guarded(i, end int) (found []reading, any bool) {
	for j := i; j < end; j++ {
		guard, next := e.guardWord(j, end)
		if guard == "" {
			continue
		}
		when, behind, ok := e.attempt(next, end)
		if !ok || j > i && behind < end || passing(when) && e.g.reaction() != nil { // what is done each time was not read
			return nil, true
		}
		from, to := behind, end
		if j > i {
			if from, to = i, j; e.is(j-1, ",") {
				to--
			}
		}
		for from < to && e.parting(from) {
			from++
		}
		if next, ok := e.keyword(&e.g.thenWords, from, to); ok {
			from = next
		}
		said := before{verb: noDeed}
		object := false
		if next, ok := e.keyword(&e.g.pronouns, from, to); ok && j == i {
			from, said.unit = next, e.conditioned(when)
		} else if ok := j == i && e.objectAt(from, to); ok && e.conditioned(when) != "" {
			to, object, said.unit = to-1, true, e.conditioned(when)
		}
		if from >= to || e.conditional(from, to) {
			return nil, true
		}
		for _, r := range e.judged(e.parts(from, to, said, 1)) {
			if len(r.lines) == 1 && !(object && e.g.verbOf(r.lines[0].Verb).against()) && (j == i || len(r.lines[0].Clauses) < 2) { // behind several clauses it may be meant for the last
				l := r.lines[0]
				l.Guard, l.When = guard, when
				found = e.whole(found, l, r.several)
			}
		}
		return found, true
	}
	return nil, false
}

// objectAt reports whether what ends at end is a verb and a pronoun, "rally it", and names no unit.
func (e *everyday) objectAt(from, end int) bool {
	if end-from < 2 {
		return false
	}
	if next, ok := e.keyword(&e.g.pronouns, end-1, end); !ok || next != end {
		return false
	}
	for k := from; k < end; k++ {
		if _, _, ok := e.unit(&e.own, k, end); ok {
			return false
		}
	}
	return true
}

// against reports whether a verb is done to somebody, so that a pronoun behind it may be him: "attack it".
func (v *verb) against() bool {
	return slices.ContainsFunc(v.params, func(p param) bool {
		return p.Kind == KindEnemy || p.Kind == KindTarget || p.Kind == KindUnit
	})
}

// conditioned returns the only own unit that a condition is about, or "" if it is about none or several.
func (e *everyday) conditioned(when [][]Term) (unit string) {
	for _, all := range when {
		for _, t := range all {
			for _, a := range t.Args {
				switch own := slices.Contains(e.own.ids, a.Value); {
				case own && unit != "" && unit != a.Value:
					return ""
				case own:
					unit = a.Value
				}
			}
		}
	}
	return unit
}

// whole adds a line to the readings, if it reads the same again. several is said of its verb's word: see reading.
func (e *everyday) whole(found []reading, l Line, several bool) []reading {
	l.Text = e.g.text(&l)
	again := e.strictly(l.Text)
	if len(again) != 1 || again[0].Text != l.Text {
		return found
	}
	r := readingOf(again)
	r.several = several
	return e.with(found, r)
}
