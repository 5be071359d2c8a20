package orders

import (
	"slices"
	"strings"
)

// Of units that do nothing people say so: "C1 stays where it is; C2 advances to 0406", "T2 stays where it is and watches". Where the game has no
// order for that, none is given; where a further order follows for the same unit, that one is meant.

// restsFirst reports whether the first of two orders for the same unit says only that it stays where it is, and the second what it does there.
func (e *everyday) restsFirst(left, right reading) bool {
	n, m := e.deedOf(left), e.deedOf(right)
	if n == noDeed || m == noDeed || n == m || len(left.lines) != 1 || len(right.lines) == 0 {
		return false
	}
	if left.mended {
		return false // "aold" is an order with a letter wrong, and no way of speaking
	}
	l, r := &left.lines[0], &right.lines[0]
	return e.words.deeds[n].sub != nil && len(l.Clauses) == 1 && slices.Contains(e.words.resting, e.words.deeds[n].name()) &&
		!e.goes(e.words.deeds[m]) && l.Verb == r.Verb && slices.Equal(l.Args, r.Args)
}

// endsTwice reports whether two parts of a line say that nothing more is done, and one of them in words that may mean either verb for it: "that is all,
// pass" does not wait first. same reports whether both can be the same verb.
func (e *everyday) endsTwice(left, right reading) (same, ok bool) {
	ends := func(r reading) (deed int, own, ok bool) {
		n := e.deedOf(r)
		if n == noDeed || !slices.Contains(e.words.ending, e.words.deeds[n].name()) {
			return n, false, false
		}
		_, name := e.g.names.exact[phrase(Fold(r.verb))]
		return n, r.verb == "" || name, true
	}
	first, own, a := ends(left)
	last, too, b := ends(right)
	return first == last, a && b && !(own && too)
}

// clause reports whether the words from i to end are as the grammar has what one unit does after another, though they may go on behind it: such
// words are never joined with what stands on the other side of a semicolon, nor left out for it.
func (e *everyday) clause(i, end int) bool {
	for k := range e.g.verbs {
		if v := &e.g.verbs[k]; v.Implicit {
			if _, _, ok := e.full(&v.names, i, end); ok {
				return true
			}
		}
	}
	return e.implicit() && e.strictly(e.raw(i, end)) != nil
}

// clauses reports whether a reading is of one unit and what it does.
func clauses(r reading) bool { return len(r.lines) == 1 && len(r.lines[0].Clauses) > 0 }

// denial says of some verbs that nobody does what they mean who is given one of others.
type denial struct {
	verbs, denied []string
	words         map[string]bool // for what is denied
}

// denial returns what the verbs forbid by which a sense is withheld.
func (g *Grammar) denial(t sense) denial {
	d := denial{verbs: t.Withheld, denied: t.Verbs, words: map[string]bool{}}
	for _, word := range t.Words {
		if marks(phrase(Fold(word.Text))) > 1 {
			continue
		}
		for _, form := range g.inflected(word) {
			d.words[phrase(Fold(form))] = true
		}
	}
	return d
}

// contrary reports whether one of two orders forbids its unit what the other one has it do. "B-MG1 stays and fires at 0803" only says where it
// fires from, so that what is kept is the other one; nothing is kept of "B-MG1 holds its fire and fires at 0803". What a unit does in a row it
// may stop doing: « fire; hold » are no contradiction.
func (e *everyday) contrary(left, right reading) (kept reading, contrary bool) {
	for _, d := range e.words.denied {
		for _, pair := range [][2]reading{{left, right}, {right, left}} {
			forbids, does := pair[0], pair[1]
			held := e.given(forbids, d.verbs)
			if len(held) == 0 {
				continue
			}
			done := e.given(does, d.denied)
			if !slices.ContainsFunc(done, func(id string) bool { return slices.Contains(held, id) }) {
				continue
			}
			says := slices.ContainsFunc(strings.Fields(phrase(forbids.verb)), func(word string) bool { return d.words[word] })
			if len(forbids.lines) > 1 || forbids.verb == "" || says || slices.ContainsFunc(held, func(id string) bool { return !slices.Contains(done, id) }) {
				return reading{}, true
			}
			return does, true
		}
	}
	return reading{}, false
}

// given returns the units that a reading gives one of some verbs and nothing with it that limits it, such as a weapon that alone is held back.
func (e *everyday) given(r reading, verbs []string) (ids []string) {
	for _, l := range r.lines {
		v := e.g.verbOf(l.Verb)
		if v == nil || len(l.Clauses) > 0 || len(l.Args) == 0 || !slices.Contains(verbs, l.Verb) {
			continue
		}
		for k, a := range l.Args {
			n := slices.IndexFunc(v.params, func(p param) bool { return p.Name == a.Name })
			if n >= 0 && v.params[n].Kind == KindOwn && k == 0 && (len(l.Args) == 1 || !e.withholds(l.Verb)) {
				ids = append(ids, strings.Split(a.Value, ",")...)
			}
		}
	}
	return ids
}

// withholds reports whether a verb forbids its unit what others have it do.
func (e *everyday) withholds(verb string) bool {
	return slices.ContainsFunc(e.words.denied, func(d denial) bool { return slices.Contains(d.verbs, verb) })
}

// idles reports whether the words from i to end say of some of one's own units that they stay as they are and nothing else, where they may be given
// no order that says that. What follows from next on is then all that is ordered.
func (e *everyday) idles(i, end, next, last int) bool {
	if e.judge == nil || e.steps < 0 {
		return false
	}
	ids, at := e.named(i, end)
	rest := func(d deed) bool { return slices.Contains(e.words.resting, d.name()) && e.mayRest(d, ids) }
	if len(ids) == 0 || slices.ContainsFunc(e.words.deeds, rest) {
		return false
	}
	for at < end && (e.is(at, ":") || e.is(at, ",")) {
		at++
	}
	if at >= end {
		return false
	}
	return e.still(at, end) == end && next < last
}

// mayRest reports whether one of the units may be given a verb of resting now.
func (e *everyday) mayRest(d deed, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		l := Line{Verb: d.verb.Name}
		if d.sub != nil {
			l.Args, l.Clauses = []Arg{{Name: d.verb.params[0].Name, Value: id}}, []Clause{{Verb: d.sub.Name}}
		} else if len(d.verb.params) > 0 && d.verb.params[0].Kind == KindOwn {
			l.Args = []Arg{{Name: d.verb.params[0].Name, Value: id}}
		}
		l.Text = e.g.text(&l)
		lines := e.strictly(l.Text)
		return len(lines) == 1 && e.judge(lines[0]) == Allowed
	})
}

// named reads the units with which a part of a line begins: "G-25a", "que B-C1", "C1 and C2".
func (e *everyday) named(i, end int) (ids []string, next int) {
	for at, ok := e.empty(i, end); ok; at, ok = e.empty(i, end) {
		i = at
	}
	if ids, next = e.units(i, end); len(ids) > 0 {
		return ids, next
	}
	found, ends := e.describes(e.ownDescribed(e.g), i, end)
	if len(ends) == 0 || len(found) == 0 || len(found) > 1 && !e.severalAt(found, ends[0], true) {
		return nil, i
	}
	for _, d := range found { // "the females wait"
		ids = append(ids, d.id)
	}
	return ids, ends[0]
}

// speaksOf reports whether a reading orders something of one of the units that the words from i to end name.
func (e *everyday) speaksOf(r reading, i, end int) bool {
	ids, _ := e.named(i, end)
	for _, l := range r.lines {
		for _, a := range l.Args {
			if slices.ContainsFunc(strings.Split(a.Value, ","), func(id string) bool { return slices.Contains(ids, id) }) {
				return true
			}
		}
	}
	return false
}

// unfinished reports whether the words from i to next, which may say nothing, are those before a number that the deed can still be given: who
// writes "support field_artillery at H7 tries" has left out how many, and would not have it done without a word.
func (f *filling) unfinished(i, next int) bool {
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindNumber && !f.set[k] {
			if _, to, ok := f.e.full(&p.prefix, i, next); ok && to == next {
				return true
			}
		}
	}
	return false
}

// opensDeed reports whether the word from i to next, which may say nothing, is the first of the words for a deed: "our guns on 0805". Words that deny
// something are no such words here.
func (e *everyday) opensDeed(i, next, end int) bool {
	to, deeds := e.longest(i, end)
	ends := func(n int) bool { return slices.Contains(e.words.ending, e.words.deeds[n].name()) } // « ce sera tout »
	if to <= next || len(e.words.own.whole[phrase(e.key(i, to))]) == 0 && !slices.ContainsFunc(deeds, ends) {
		return false
	}
	for j := i; j < to; j++ {
		if _, denies := e.keyword(&e.g.doubts, j, to); denies {
			return false
		}
	}
	return true
}
