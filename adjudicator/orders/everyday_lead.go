package orders

import (
	"slices"
	"strings"
)

// leader returns the argument for the unit that leads those of another argument, or -1: it is introduced by a word, and the units by another.
func (f *filling) leader() (lead, led int) {
	lead, led = -1, -1
	for k := range f.params {
		switch p := &f.params[k]; {
		case p.Kind != KindOwn:
		case p.Repeated && led < 0:
			led = k
		case !p.Repeated && p.Optional && p.Name == leadName:
			lead = k
		}
	}
	if led < 0 {
		return -1, -1
	}
	return lead, led
}

// leadName is what games call the argument for the unit that leads others.
const leadName = "lead"

// led reads the unit that leads, where what says so stands behind it or before it: "28a in the lead", "in the lead 28a". It is one of those that
// do it.
func (f *filling) led(i int, as role) {
	e := f.e
	lead, led := f.leader()
	if lead < 0 || f.set[lead] || as != anything && !as.by {
		return
	}
	end := f.bound(i)
	j, before := e.keyword(&e.g.leading, i, end)
	if !before {
		j = i
	}
	for next, ok := e.empty(j, end); ok; next, ok = e.empty(j, end) {
		j = next
	}
	if e.and(j) {
		j++
	}
	id, next, ok := e.unit(&e.own, j, end)
	if !ok {
		return
	}
	if !before {
		if next, ok = e.keyword(&e.g.leading, next, end); !ok {
			return
		}
	}
	f.with(lead, id, func() {
		if f.set[led] {
			f.step(next, anything)
			return
		}
		f.with(led, id, func() { f.step(next, anything) })
	})
}

// follows reports whether the unit that leads is among those that it leads, by its own name or with those of a stack
// or of a division: "with 4914 and 5014, led by G-27a".
func (f *filling) follows() bool {
	lead, led := f.leader()
	if lead < 0 || !f.set[lead] {
		return true
	}
	all := strings.Split(f.got[led], ",")
	if slices.Contains(all, f.got[lead]) {
		return true
	}
	place := f.e.where(f.got[lead])
	return place != "" && slices.ContainsFunc(all, func(id string) bool { return f.e.where(id) == place })
}

// inOwnWords reads an order whose whole argument is a text of the player's own, behind everyday words for its verb: "I'll take two squads and a
// tank". Its verb must have its time now, for the text itself says nothing to the reader.
func (e *everyday) inOwnWords(i, end int) []reading {
	if e.judge == nil || e.stands {
		return nil
	}
	for to := min(i+e.reach(e.words.begins, i), end-1); to > i; to-- {
		for _, n := range e.words.own.whole[phrase(e.key(i, to))] {
			from := to
			for from < end && (e.is(from, ":") || e.is(from, ",")) {
				from++
			}
			if r, ok := e.ownText(n, from, end); ok && e.timely(r) {
				return []reading{r}
			}
		}
	}
	return e.unsaidText(i, end)
}

// ownText reads the words from i to end as the text that is all that a deed is told.
func (e *everyday) ownText(n, i, end int) (r reading, ok bool) {
	d := e.words.deeds[n]
	if i >= end || d.sub != nil || len(d.verb.params) != 1 || d.verb.params[0].Kind != KindText {
		return r, false
	}
	lines := e.strictly(d.verb.Name + " " + e.raw(i, end))
	return readingOf(lines), len(lines) == 1 && lines[0].Verb == d.verb.Name
}

// unsaidText reads a line that is such a text and has no verb, "2 grenadiers, 1 Tiger I": it says how many of something there are, and must be
// allowed, so that the rules know all that it names.
func (e *everyday) unsaidText(i, end int) (found []reading) {
	if _, counted := e.count(i); !counted || i+1 >= end || !e.atoms[i+1].word {
		return nil
	}
	for n := range e.words.deeds {
		if r, ok := e.ownText(n, i, end); ok && e.allowed(r) {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}
