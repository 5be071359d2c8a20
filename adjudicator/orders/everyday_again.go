package orders

import (
	"slices"
	"strings"
)

// onceMore reports whether the words from i to end say no more than that what was ordered is done again: "and once more".
func (e *everyday) onceMore(i, end int) bool {
	next, ok := e.keyword(&e.g.again, i, end)
	if !ok {
		return false
	}
	for next < end {
		if next, ok = e.empty(next, end); !ok {
			return false
		}
	}
	return true
}

// elsewhere gives an order another place, if it has just one.
func (e *everyday) elsewhere(l *Line, d *deed, place string) bool {
	at := -1
	for n, a := range l.Args {
		k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Name == a.Name })
		if k < 0 || !d.verb.params[k].Kind.place() {
			continue
		}
		if at >= 0 {
			return false
		}
		at = n
	}
	if at < 0 || len(l.Clauses) > 0 {
		return false
	}
	l.Args[at].Value = place
	return true
}

// thing reports whether the words from "from" to "to" are the name of a kind of unit behind an article, and no deed.
func (e *everyday) thing(from, to int) bool {
	if from == 0 {
		return false
	}
	_, article := e.g.articles.exact[e.atoms[from-1].key]
	if _, how, ok := e.full(&e.g.quantities, from-1, to); ok && how == from {
		article = true
	}
	if !article {
		return false
	}
	for _, k := range e.g.singular(phrase(e.key(from, to))) {
		if _, kind := e.g.kinds.exact[k]; kind {
			return true
		}
	}
	return false
}

// likewise reads "and G2 too": the order before it for other units.
func (e *everyday) likewise(i, end int, said before) []reading {
	if said.line == nil {
		return nil
	}
	stop := end
	for stop > i && e.parting(stop-1) {
		stop--
	}
	if next, ok := e.keyword(&e.g.likewise, i, stop); ok && next < stop { // "so does G-208"
		return e.again(next, stop, said, "")
	}
	at := -1
	for j := i + 1; j < stop; j++ {
		next, ok := e.keyword(&e.g.likewise, j, stop)
		if ok && next == stop {
			at = j
			break
		}
		if to, there := e.keyword(&e.g.towards, next, stop); ok && there {
			if place, behind, ok := e.placeAt(to, stop); ok && behind == stop { // "G2 the same at B9"
				return e.again(i, j, said, place)
			}
		}
		if ok && next < stop {
			if more := e.again(i, j, said, ""); len(more) == 1 {
				return e.further(more[0], next, stop)
			}
		}
	}
	if at < 0 {
		return nil
	}
	return e.again(i, at, said, "")
}

// tooAlone returns where a single order ends that stands before a "too" at the end of the line, which says something only behind another order: "I2 has a
// go at R2 too". It is i if none does.
func (e *everyday) tooAlone(i, end int) int {
	for j := i + 1; j < end; j++ {
		if next, ok := e.keyword(&e.g.likewise, j, end); ok && next == end {
			return j
		}
		if j+1 == end {
			break
		}
		if _, cut := e.cut(j, end); cut {
			break
		}
	}
	return i
}

// beforeThem reads units that do first what others do then: "R3 and then R4 advance to D05". Between i and j stand nothing but their names.
func (e *everyday) beforeThem(i, j, next, end, most int) (out []reading) {
	then := false
	for k := j; k < next && !then; k++ {
		_, then = e.keyword(&e.g.thenWords, k, next)
	}
	if !then {
		return nil
	}
	if ids, to := e.units(i, j); len(ids) == 0 || to != j {
		return nil
	}
	for _, right := range e.judged(e.parts(next, end, before{verb: noDeed}, most-1)) {
		if len(right.lines) != 1 {
			continue
		}
		said := before{unit: right.subject(), verb: e.deedOf(right), line: &right.lines[0], way: right.way}
		for _, left := range e.again(i, j, said, "") {
			out = e.with(out, joined(left, right))
		}
	}
	return out
}

// further adds the words from i to end, as the grammar has them, to a single order: "R4 too, by cap".
func (e *everyday) further(r reading, i, end int) []reading {
	for i < end && e.is(i, ",") {
		i++
	}
	if len(r.lines) != 1 || i >= end {
		return nil
	}
	if lines := e.strictly(r.text + " " + e.raw(i, end)); len(lines) == 1 && lines[0].Verb == r.lines[0].Verb {
		return []reading{readingOf(lines)}
	}
	return nil
}

// again reads the units from i to at, for which the order before it is given once more, or for another place if one is given.
func (e *everyday) again(i, at int, said before, place string) []reading {
	d := e.words.deeds[max(e.deedOf(reading{lines: []Line{*said.line}}), 0)]
	if d.verb.Name != said.line.Verb || slices.Contains(e.words.joint, d.name()) {
		return nil
	}
	k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Kind == KindOwn })
	if k < 0 {
		return nil
	}
	many := d.verb.params[k]
	one := *many.Param
	one.Repeated, many.Param = true, &one
	for next, ok := e.empty(i, at); ok; next, ok = e.empty(i, at) {
		i = next
	}
	values, ends := e.list(&many, nil, i, at)
	values, ends = e.apposed(&many, values, ends, i)
	if len(values) == 0 || ends[len(ends)-1] != at {
		told, next := e.units(i, at) // "and the sniper too"
		if len(told) == 0 || next != at {
			return nil
		}
		values = told
	}
	if d.verb.params[k].Repeated {
		values = []string{strings.Join(values, ",")}
	}
	var lines []Line
	for _, who := range values {
		l := *said.line
		l.Args = slices.Clone(l.Args)
		for n := range l.Args {
			if l.Args[n].Name == one.Name {
				l.Args[n].Value = who
			}
		}
		to := place
		if said.way != "" && place == "" { // each goes that way from where it stands
			path, ok := e.walked(said.way, who, before{})
			if !ok {
				return nil
			}
			to = strings.Join(path, "-")
		}
		if to != "" && !e.elsewhere(&l, &d, to) {
			return nil
		}
		l.Text = e.g.text(&l)
		again := e.strictly(l.Text)
		if len(again) != 1 || again[0].Text != l.Text || l.Text == said.line.Text {
			return nil
		}
		lines = append(lines, again[0])
	}
	return []reading{readingOf(lines)}
}

// orNow adds to readings by the name of an instruction for what comes later what the same word says of now: in a phase in which units pursue,
// "G-45R advances to 5124" may be either.
func (e *everyday) orNow(found []reading, i, end int, said before) []reading {
	lasts := func(r reading) bool {
		n := e.deedOf(r)
		return n != noDeed && e.words.deeds[n].sub == nil && e.words.deeds[n].verb.Standing && r.verb != "" && e.somewhere(r)
	}
	if e.stands || slices.ContainsFunc(found, func(r reading) bool { return !lasts(r) }) {
		return found
	}
	now, _ := e.worded(e.words.wide, i, end, said)
	for _, r := range now {
		if slices.Contains(e.words.going, e.deedOf(r)) && r.verb == found[0].verb && e.allowed(r) && !e.away(r, said) {
			found = e.with(found, r)
		}
	}
	return found
}
