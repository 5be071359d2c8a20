package orders

import (
	"slices"
	"strings"
)

// What stands right behind a verb and is no value that the grammar has there: whom one follows, by how much one helps.

// joins reads the unit of one's own behind a word for going after it or to it, "A2 follows A1 to 0801": it is not told to go itself. Where no place is named
// it is the one where that unit stands. It reports whether such a word and a unit stand there.
func (f *filling) joins(i int) bool {
	e := f.e
	if _, ok := e.g.joining.exact[phrase(e.key(f.from, f.to))]; !ok || !slices.Contains(e.words.going, slices.Index(e.words.deeds, f.deed)) || !f.set[0] {
		return false
	}
	ids, next := e.named(i, f.end)
	if len(ids) != 1 || strings.Contains(","+f.got[0]+",", ","+ids[0]+",") || e.standsFor(ids[0], next) {
		return false
	}
	k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPath || p.Kind == KindPlace })
	before := f.kept
	f.step(next, anything)
	if place := e.where(ids[0]); f.kept == before && k > 0 && place != "" && !f.set[k] {
		f.with(k, place, func() { f.step(next, anything) })
	}
	return true
}

// setsUp reports whether the deed is one of arriving at a time when nobody goes: who then "starts from" a place stands there.
func (f *filling) setsUp() bool {
	e := f.e
	return slices.Contains(e.words.arriving, slices.Index(e.words.deeds, f.deed)) && e.judge != nil &&
		!slices.ContainsFunc(e.words.going, func(n int) bool { return e.judge(Line{Verb: e.words.deeds[n].verb.Name}) > Untimely })
}

// byHowMuch reads a number that nothing introduces in the grammar where people say by how much: "the chief helps G2 by 2", "with +1".
func (f *filling) byHowMuch(i, end int) {
	e, next := f.e, i
	for _, v := range []*vocabulary{&e.g.with, &e.g.of} {
		if behind, ok := e.keyword(v, next, end); ok {
			next = behind
			break
		}
	}
	if next < end && e.is(next, "+") {
		next++
	}
	n, ok := e.count(next)
	if next == i || next >= end || !ok || f.set[0] == (i < f.from) {
		return
	}
	for k := range f.params {
		if p := &f.params[k]; k > 1 && p.Kind == KindNumber && p.Optional && p.prefix.entries == 0 && !f.set[k] && f.often() != k {
			f.with(k, itoa(n), func() { f.step(next+1, anything) })
			return
		}
	}
}
