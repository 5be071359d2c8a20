package orders

import (
	"slices"
	"strings"
)

// Orders that stand below a head, which says for all of them what is done, or who does it.

// headed reads orders below words for their deed: "two attacks: 5121 by 28a; 5324 by 45R", "both MGs open up: MG1 at 0802, MG2 at 0808".
func (e *everyday) headed(i, end, most int) (out []reading) {
	colon := i
	for colon < end && colon < i+e.words.atoms+mostParts && !e.is(colon, ":") {
		colon++
	}
	from, below := i, colon+1
	if !e.is(colon, ":") || below >= end {
		if colon = e.heading(i, end); colon == i {
			return nil
		}
		below = colon
	}
	for next, ok := e.skipped(from, colon); ok; next, ok = e.skipped(from, colon) {
		from = next
	}
	ids, from := e.headOf(from, colon, from > i)
	to, deeds := e.longest(from, colon)
	for next, ok := e.opening(to, colon); ok; next, ok = e.opening(to, colon) {
		to = next
	}
	if to < colon || len(deeds) == 0 && len(ids) < 2 {
		return e.listedBelow(i, colon, below, end, most)
	}
	if slices.Sort(deeds); len(deeds) == 0 {
		deeds = []int{noDeed}
	}
	for _, n := range slices.Compact(deeds) {
		for _, r := range e.below(ids, below, end, before{verb: n}, most) {
			if n == noDeed || e.only(r, e.words.deeds[n]) {
				out = e.with(out, r)
			}
		}
	}
	return out
}

// descriptionsOf returns the descriptions of units.
func (e *everyday) descriptionsOf(ids []string) []description {
	return slices.DeleteFunc(slices.Clone(e.ownDescribed(e.g)), func(d description) bool { return !slices.Contains(ids, d.id) })
}

// heading returns where words for a deed end that only say when it is done, before the unit that does it: "in the second movement B-4 drops back to
// 0711". It is i if there are none.
func (e *everyday) heading(i, end int) int {
	to, _ := e.longest(i, end)
	if to < i+2 || to >= end {
		return i
	}
	next := to
	if e.is(next, ",") {
		next++
	}
	if ids, _ := e.units(next, end); len(ids) == 0 {
		return i
	}
	return to
}

// skipped reads what says how many of something are meant, and articles.
func (e *everyday) skipped(i, end int) (next int, ok bool) {
	if i >= end {
		return i, false
	}
	if next, ok := e.keyword(&e.g.quantities, i, end); ok {
		return next, true
	}
	if _, ok := e.count(i); ok && !hasDigit(e.atoms[i].key) {
		return i + 1, true
	}
	return e.empty(i, end)
}

// among reports whether the units of a reading are those of a head, all of them.
func (e *everyday) among(r reading, all []string) bool {
	ids := e.doing(r)
	return len(ids) == len(all) && !slices.ContainsFunc(all, func(id string) bool { return !slices.Contains(ids, id) })
}

// headOf reads the units that a head is about, from i to colon, and returns where its other words begin. many is set if they are counted.
func (e *everyday) headOf(i, colon int, many bool) (ids []string, next int) {
	if i >= colon {
		return nil, i
	}
	if found, ends := e.describes(e.ownDescribed(e.g), i, colon); many && len(found) > 1 && len(ends) > 0 {
		for _, d := range found {
			ids = append(ids, d.id)
		}
		return ids, ends[0]
	}
	if ids, behind := e.units(i, colon); len(ids) > 1 { // "T1 and T2 drive: T1 to 0512, T2 to 0612"
		return ids, behind
	}
	return nil, i
}

// opening skips words in a head that only say that something is done: "forward".
func (e *everyday) opening(i, colon int) (next int, ok bool) {
	if i >= colon {
		return i, false
	}
	if next, ok = e.keyword(&e.g.onward, i, colon); ok {
		return next, true
	}
	return e.empty(i, colon)
}

// only reports whether a reading has no other deed than one.
func (e *everyday) only(r reading, d deed) bool {
	return !slices.ContainsFunc(r.lines, func(l Line) bool {
		return l.Verb != d.verb.Name || d.sub != nil && slices.ContainsFunc(l.Clauses, func(c Clause) bool { return c.Verb != d.sub.Name })
	})
}

// below reads the orders below a head. They are for all the units that it names, if it names any, and may call them shortly: "squads 1 and 2
// shoot: 1 at G-2, 2 at G-1".
func (e *everyday) below(ids []string, i, end int, said before, most int) (out []reading) {
	counts := func(r reading) bool {
		return (len(ids) == 0 || e.among(r, ids)) && (e.judge == nil || e.allowed(r))
	}
	for _, r := range e.judged(e.parts(i, end, said, most)) {
		if counts(r) {
			out = e.with(out, r)
		}
	}
	text := e.renamed(ids, i, end)
	if len(out) > 0 || text == "" {
		return out
	}
	within := e.inner(text)
	for _, r := range within.judged(within.parts(0, len(within.atoms), said, most)) {
		if counts(r) {
			out = e.with(out, r)
		}
	}
	return out
}

// inner returns a search for what another text says that stands for words of the line.
func (e *everyday) inner(text string) *everyday {
	one := reader{typed: read(text), scene: e.scene, g: e.g, guesses: e.guesses, work: e.work, spare: e.spare, nr: e.nr, quiet: true}
	return &everyday{reader: &one, words: e.words, steps: mostFillings, stands: e.stands}
}

// renamed returns the words from i to end in which units of a head, called by their number or their place in it where an order begins, have their
// names. It is "" if none is called so.
func (e *everyday) renamed(ids []string, i, end int) string {
	var b strings.Builder
	from, begins := i, true
	for j := i; j < end && len(ids) > 1; {
		if begins {
			k := j
			for next, ok := e.keyword(&e.g.articles, k, end); ok; next, ok = e.keyword(&e.g.articles, k, end) {
				k = next
			}
			if id, next := e.calledShortly(ids, k, end); id != "" {
				b.WriteString(e.raw(from, j) + " " + id + " ")
				from, j = next, next
			}
		}
		next, ok := e.cut(j, end)
		if begins = ok; !ok {
			next = j + 1
		}
		j = next
	}
	if from == i {
		return ""
	}
	return strings.TrimSpace(b.String() + e.raw(min(from, end), end))
}

// calledShortly reads one of several units by its number, "1", or by its place among them, "the first".
func (e *everyday) calledShortly(ids []string, i, end int) (id string, next int) {
	if i >= end {
		return "", i
	}
	if n, next, ok := e.full(&e.g.ranks, i, end); ok && n >= 1 && n <= len(ids) {
		return ids[n-1], next
	}
	n, ok := e.count(i)
	if _, counted := e.keyword(&e.g.counted, i+1, end); !ok || counted {
		return "", i
	}
	for _, d := range e.descriptionsOf(ids) {
		if d.number == itoa(n) && id != "" {
			return "", i
		} else if d.number == itoa(n) {
			id = d.id
		}
	}
	return id, i + 1
}

// listedBelow reads a head that says of everybody what is done, and below it who they are: "everybody comes on at E01: APC, R2".
func (e *everyday) listedBelow(i, colon, below, end, most int) []reading {
	if below == colon {
		return nil
	}
	from, all := e.keyword(&e.g.everybody, i, colon)
	if !all || from >= colon {
		return nil
	}
	ids, next := e.units(below, end)
	if len(ids) < 2 || next < end {
		return nil
	}
	within := e.inner(e.raw(below, end) + " " + e.raw(from, colon))
	return slices.DeleteFunc(within.judged(within.parts(0, len(within.atoms), before{verb: noDeed}, most)), func(r reading) bool { return !e.among(r, ids) })
}
