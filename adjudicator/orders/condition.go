package orders

import (
	"slices"
	"strings"
)

// keyword returns the atom after a word of the grammar at i.
func (r *reader) keyword(v *vocabulary, i, end int) (next int, ok bool) {
	_, next, ok = r.full(v, i, end)
	return next, ok
}

// and reports whether the atom at i is the word that joins two things.
func (r *reader) and(i int) bool {
	if i >= len(r.atoms) {
		return false
	}
	_, ok := r.g.andWords.exact[r.atoms[i].key]
	return ok || r.shortAnd(i)
}

// shortAnd reports whether an "n" in small letters is short for "and": a unit stands behind it, and before it what has a number, "a7v2 n s6".
func (r *reader) shortAnd(i int) bool {
	if r.atoms[i].key != "n" || i == 0 || i+1 >= len(r.atoms) || !hasDigit(r.atoms[i-1].key) || r.raw(i, i+1) != "n" {
		return false
	}
	if _, _, own := r.unit(&r.own, i+1, len(r.atoms)); own {
		return true
	}
	if !hasDigit(r.atoms[i+1].key) {
		e := everyday{reader: r, words: &r.g.forms}
		to, _ := e.longest(i+1, len(r.atoms))
		return to > i+1
	}
	e := everyday{reader: r, words: &r.g.forms}
	found, _ := e.describes(r.ownDescribed(r.g), i+1, len(r.atoms))
	return len(found) == 1
}

// condition reads "F7 crushed and not granted 0714 or J1 lost": an "or" of "and"s.
func (r *reader) condition(i, end int) (when [][]Term, next int, ok bool) {
	all := []Term{}
	for {
		if i >= end {
			r.fault("orders.missing-condition", r.after(i))
			return nil, i, false
		}
		t, j, found := r.term(i, end)
		if !found {
			r.noCondition(i, end)
			return nil, i, false
		}
		all = append(all, t)
		if j, and := r.keyword(&r.g.andWords, j, end); and {
			i = j
			continue
		}
		when = append(when, all)
		j, or := r.keyword(&r.g.orWords, j, end)
		if !or {
			return when, j, true
		}
		i, all = j, []Term{}
	}
}

// term reads one condition. Of those that fit, it takes the one that covers the most words.
func (r *reader) term(i, end int) (t Term, next int, ok bool) {
	if j, not := r.keyword(&r.g.notWords, i, end); not {
		t, next, ok = r.term(j, min(end, j+mostItems))
		t.Not = !t.Not
		return t, next, ok
	}
	for k := range r.g.conditions {
		c := &r.g.conditions[k]
		for _, p := range c.patterns {
			if args, n, found := r.match(c, p, i, end); found && (!ok || n > next) {
				t, next, ok = Term{Name: c.Name, Args: args}, n, true
			}
		}
	}
	return t, next, ok
}

// match reads a condition by one of its patterns; arguments that the pattern has no place for follow it.
func (r *reader) match(c *condition, pattern []piece, i, end int) (args []Arg, next int, ok bool) {
	got, set := make([]string, len(c.params)), make([]bool, len(c.params))
	for n, p := range pattern {
		if p.slot >= 0 {
			values, ends := r.list(&c.params[p.slot], nil, i, end)
			if len(values) == 0 {
				return nil, i, false
			}
			got[p.slot], set[p.slot], i = c.params[p.slot].join(values), true, ends[len(ends)-1]
			continue
		}
		for n > 0 && i < end && !r.says(p.word, i, end) {
			j, filler := r.keyword(&r.g.fillers, i, end)
			if !filler {
				break
			}
			i = j
		}
		if !r.says(p.word, i, end) {
			return nil, i, false
		}
		i++
		for i < end && r.is(i, "-") && r.tight(i) { // "broken-down"
			i++
		}
	}
	return r.rest(c, got, set, i, end)
}

// says reports whether the word at i is the pattern's. "broken_down" typed in one is two words of a pattern: then the
// pattern should list it so.
func (r *reader) says(word string, i, end int) bool {
	return i < end && r.atoms[i].word && phrase(r.atoms[i].key) == word
}

// rest reads the arguments of a condition that its pattern has no place for, in any order as long as they fit.
func (r *reader) rest(c *condition, got []string, set []bool, i, end int) (args []Arg, next int, ok bool) {
	for again := true; again; {
		again = false
		for k := range c.params {
			if set[k] {
				continue
			}
			j := i
			if r.named(c.params[k:k+1], i, end) == 0 {
				j = i + 2
			} else if c.params[k].prefix.entries > 0 {
				n, found := r.keyword(&c.params[k].prefix, i, end)
				if !found {
					continue
				}
				j = n
			}
			if values, ends := r.list(&c.params[k], c.params, j, end); len(values) > 0 {
				got[k], set[k], i, again = c.params[k].join(values), true, ends[len(ends)-1], true
			}
		}
	}
	for k := range c.params {
		switch {
		case set[k]:
			args = append(args, Arg{Name: c.params[k].Name, Value: got[k]})
		case !c.params[k].Optional:
			return nil, i, false
		}
	}
	return args, i, true
}

// noCondition reports that no condition stands at i. It names the word there that is most like a word of a condition.
func (r *reader) noCondition(i, end int) {
	if r.quiet {
		r.fault("orders.unknown-condition", r.column(i))
		return
	}
	stop := end
	for j := i; j < end; j++ {
		if _, then := r.keyword(&r.g.thenWords, j, end); then || r.atoms[j].key == ":" || r.atoms[j].key == "," {
			stop = j
			break
		}
	}
	if stop == i {
		r.fault("orders.missing-condition", r.column(i))
		return
	}
	var list []candidate
	for _, c := range r.g.conditions {
		for _, p := range c.patterns {
			for _, w := range p {
				if w.slot < 0 {
					list = append(list, candidate{w.word, w.word})
				}
			}
		}
	}
	at, best, texts := i, 0, []string(nil)
	for j := i; j < min(stop, i+12); j++ {
		if !r.atoms[j].word {
			continue
		}
		if found, d := r.nearest(r.atoms[j].key, list); len(found) > 0 && d > 0 && (texts == nil || d < best) {
			at, best, texts = j, d, found
		}
	}
	if texts != nil {
		r.wrong("orders.unknown-condition", at, at+1, texts)
		return
	}
	if like := r.conditionsLike(i, stop); len(like) > 0 {
		r.wrong("orders.unknown-condition", i, stop, like)
		return
	}
	if r.nameInCondition(i, stop) {
		return
	}
	r.wrong("orders.unknown-condition", i, stop, nil)
}

// conditionsLike returns the conditions of words alone that begin as the text does, where no condition begins with a name of what stands there:
// "enemy moved" for "enemy entered".
func (r *reader) conditionsLike(i, stop int) []string {
	var like []string
	for k := range r.g.conditions {
		for _, p := range r.g.conditions[k].patterns {
			if len(p) < 2 || p[0].slot >= 0 || !r.says(p[0].word, i, stop) || slices.ContainsFunc(p, func(w piece) bool { return w.slot >= 0 }) {
				continue
			}
			var words []string
			for _, w := range p {
				words = append(words, w.word)
			}
			if text := strings.Join(words, " "); !slices.Contains(like, text) {
				like = append(like, text)
			}
		}
	}
	return like[:min(len(like), mostLike)]
}

// mostLike is how many conditions are suggested in place of one that there is not.
const mostLike = 3

// nameInCondition reports whether the words of a condition are right and only the unit or place in it is unknown.
func (r *reader) nameInCondition(i, stop int) bool {
	for k := range r.g.conditions {
		c := &r.g.conditions[k]
		for _, p := range c.patterns {
			at := i
			var wrong *param
			where := 0
			for _, w := range p {
				if at >= stop {
					at = stop + 1
					break
				}
				if w.slot < 0 {
					if r.says(w.word, at, stop) {
						at++
						continue
					}
					at = stop + 1
					break
				}
				if _, ends := r.list(&c.params[w.slot], nil, at, stop); len(ends) > 0 {
					at = ends[len(ends)-1]
					continue
				}
				wrong, where, at = &c.params[w.slot], at, r.chunk(at, stop)
			}
			if at <= stop && wrong != nil && len(p) > 1 {
				g := r.guess(wrong, where, stop)
				next := max(g.next, where+1)
				r.wrong(r.codeFor(wrong, where, next), where, next, g.texts, r.wants(wrong)...)
				return true
			}
		}
	}
	return false
}

// term writes a condition: arguments that its name has no place for follow it with their prefixes.
func (w *pen) term(t Term) string {
	if w.g != nil {
		for i := range w.g.conditions {
			if c := &w.g.conditions[i]; c.Name == t.Name {
				return w.condition(c, t)
			}
		}
	}
	return Phrase(t)
}

func (w *pen) condition(c *condition, t Term) string {
	text, rest := spoken(w.lang, t.Name, c.Aliases), ""
	for _, a := range t.Args {
		var p *param
		for k := range c.params {
			if c.params[k].Name == a.Name {
				p = &c.params[k]
			}
		}
		value := w.value(p, a.Value)
		if place := "{" + a.Name + "}"; strings.Contains(text, place) {
			text = strings.ReplaceAll(text, place, value)
			continue
		}
		introduced := a.Name + "=" + value
		if p != nil && p.prefix.entries > 0 {
			introduced = p.introduction(w.lang) + " " + value
		}
		rest += " " + introduced
	}
	return text + rest
}

// Phrase returns a condition with its arguments in their places, as results are worded: "granted 0714", "F7 crushed".
func Phrase(t Term) string {
	text, rest := t.Name, ""
	for _, a := range t.Args {
		place := "{" + a.Name + "}"
		if strings.Contains(text, place) {
			text = strings.ReplaceAll(text, place, a.Value)
		} else {
			rest += " " + a.Name + "=" + a.Value
		}
	}
	return text + rest
}
