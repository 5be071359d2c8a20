package orders

import (
	"slices"
	"strings"
)

// Of all units at once people speak by leaving some out: "everybody holds except G2, who moves to D5", "nobody fires but A1 and A2: they shoot
// at 0803", "G1 goes to D5, the others stay put". The order within is read as any line. Those of whom only is said that they stay as they are
// are given the order that says so, where there is one; where there is none, they are given none.

// sparing reads a line that says something of all units but those that it gives an order to. any reports whether the line is one.
func (r *reader) sparing(i int) (found []reading, any bool) {
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	if e.judge == nil {
		return nil, false
	}
	from, to, rest, ok := e.spared(i, len(r.atoms))
	if !ok {
		return nil, false
	}
	if ids, next := e.named(from, to); len(ids) > 0 && next == to && rest { // "everybody holds but G2": what he does is not said
		return nil, true
	}
	within := reader{typed: read(strings.TrimSpace(r.raw(from, to))), scene: r.scene, g: r.g, guesses: r.guesses, work: r.work, spare: r.spare, nr: r.nr, quiet: true}
	if len(within.atoms) == 0 {
		return nil, false
	}
	for _, one := range within.inEverydayWords(0) {
		ids := e.doing(one)
		if len(ids) == 0 {
			return nil, true
		}
		if rest {
			if lines := e.keeping(ids); lines != nil {
				one = readingOf(append(slices.Clip(one.lines), lines...)) // who acts comes first, where the order of the lines counts
			}
		}
		found = e.with(found, one)
	}
	return found, true
}

// spared finds the order in a line that says of all others that they stay as they are, or that nobody else does it. rest reports which.
func (e *everyday) spared(i, end int) (from, to int, rest, ok bool) {
	for next, skip := e.empty(i, end); skip; next, skip = e.empty(i, end) {
		if _, all := e.keyword(&e.g.everybody, i, end); all {
			break
		}
		i = next
	}
	if j, all := e.keyword(&e.g.everybody, i, end); all {
		if next, rests := e.staying(j, end); rests {
			if from = e.exception(next, end); from > next && from < end && e.begins(from, end) {
				return from, end, true, true
			}
		}
		return 0, 0, false, false
	}
	if next, rests := e.staying(i, end); rests && next < end { // "keep everything as it is except G2, who moves to D5"
		if but, spares := e.keyword(&e.g.sparing, e.marked(next, end), end); spares && but < end && e.begins(but, end) {
			return but, end, true, true
		}
	}
	if j, none := e.keyword(&e.g.nobody, i, end); none && j < end {
		if next, deeds := e.longest(j, end); next > j {
			but, spares := e.keyword(&e.g.sparing, next, end)
			aims := slices.ContainsFunc(deeds, func(n int) bool { return slices.Contains(e.words.aiming, n) })
			if spares && e.begins(but, end) && (!aims || !e.implicit()) {
				return but, end, aims, true
			}
		}
		return 0, 0, false, false
	}
	for j := i + 1; j < end; j++ {
		next, others := e.keyword(&e.g.others, j, end)
		if !others {
			continue
		}
		if behind, rests := e.staying(next, end); rests && behind == end {
			for j > i && (!e.atoms[j-1].word || e.and(j-1)) {
				j--
			}
			return i, j, true, true
		}
	}
	return 0, 0, false, false
}

// implicit reports whether the game's units are given all that they do in a turn in one line.
func (e *everyday) implicit() bool {
	return slices.ContainsFunc(e.words.deeds, func(d deed) bool { return d.sub != nil })
}

// staying reads words for staying as one is, and where they end.
func (e *everyday) staying(i, end int) (next int, ok bool) {
	for next, skip := e.empty(i, end); skip; next, skip = e.empty(i, end) {
		i = next
	}
	if i >= end {
		return i, false
	}
	if next = e.still(i, end); next == i {
		return i, false
	}
	for behind, skip := e.empty(next, end); skip && e.atoms[next].word; behind, skip = e.empty(next, end) {
		next = behind
	}
	for next < end && (e.is(next, ".") || e.is(next, "!")) && next+1 == end {
		next = end
	}
	return next, true
}

// marked skips a comma at i.
func (e *everyday) marked(i, end int) int {
	if i < end && e.is(i, ",") {
		i++
	}
	return i
}

// exception skips the words that leave somebody out, or the marks behind which somebody else is spoken of. It is i if there are none.
func (e *everyday) exception(i, end int) int {
	j := i
	for j < end {
		next, ok := e.keyword(&e.g.sparing, j, end)
		switch {
		case ok:
			j = next
		case e.is(j, ",") || e.is(j, ";") || e.is(j, ".") || e.and(j):
			j++
		default:
			return j
		}
	}
	return j
}

// begins reports whether the words at i name units that something is said of, behind "only" too.
func (e *everyday) begins(i, end int) bool {
	if next, ok := e.keyword(&e.g.only, i, end); ok {
		i = next
	}
	ids, _ := e.named(i, end)
	return len(ids) > 0
}

// doing returns the units that a reading gives orders to, or nil if it has one for nobody.
func (e *everyday) doing(r reading) (ids []string) {
	for _, l := range r.lines {
		v := e.g.verbOf(l.Verb)
		if v == nil {
			return nil
		}
		k := slices.IndexFunc(v.params, func(p param) bool { return p.Kind == KindOwn })
		if k < 0 || valueOf(&l, v.params[k].Name) == "" {
			return nil
		}
		ids = append(ids, strings.Split(valueOf(&l, v.params[k].Name), ",")...)
	}
	return ids
}

// keeping returns the orders to stay as they are for all of one's own units but some, as far as they may be given one.
func (e *everyday) keeping(but []string) (lines []Line) {
	for _, d := range e.words.deeds {
		if !slices.Contains(e.words.resting, d.name()) || len(d.verb.params) == 0 || d.verb.params[0].Kind != KindOwn {
			continue
		}
		var ids []string
		for _, id := range e.lex.Own() {
			if !slices.Contains(but, id) && e.mayRest(d, []string{id}) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			continue
		}
		if d.verb.params[0].Repeated {
			ids = []string{strings.Join(ids, ",")}
		}
		for _, id := range ids {
			l := Line{Verb: d.verb.Name, Args: []Arg{{Name: d.verb.params[0].Name, Value: id}}}
			if d.sub != nil {
				l.Clauses = []Clause{{Verb: d.sub.Name}}
			}
			l.Text = e.g.text(&l)
			again := e.strictly(l.Text)
			if len(again) != 1 || again[0].Text != l.Text {
				return nil
			}
			lines = append(lines, again[0])
		}
		return lines
	}
	return nil
}
