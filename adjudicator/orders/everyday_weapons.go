package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/spelling"
)

// weapon reads what a unit does it with where that stands as its subject or its object, and not behind "with": "the LMG of G2 fires at C5",
// "G2's LMG fires", "G2 fires its LMG at C5".
func (f *filling) weapon(i int) {
	e, end := f.e, f.bound(i)
	k := f.wielded()
	if k < 0 || f.set[k] || len(f.params) == 0 || f.params[0].Kind != KindOwn {
		return
	}
	n, next, ok := e.full(&f.params[k].words, i, end)
	if !ok {
		if n, next, ok = e.plural(&f.params[k].words, i, end); !ok {
			return
		}
	}
	name := f.params[k].Words[n].Name
	of, tied := e.keyword(&e.g.of, next, end)
	if !tied {
		of, tied = e.keyword(&e.g.from, next, end)
	}
	switch {
	case tied && !f.set[0]:
		ids, behind := e.named(of, end)
		if len(ids) == 1 {
			f.with(k, name, func() { f.with(0, ids[0], func() { f.step(behind, anything) }) })
		}
	case f.set[0] && i > f.begin && (next == f.from && f.ownerBefore(i) || f.belongs(i)):
		f.with(k, name, func() { f.step(next, anything) })
	}
}

// ownerBefore reports whether the word before i says whose it is.
func (f *filling) ownerBefore(i int) bool {
	_, ok := f.e.g.owner(f.e.atoms[i-1].key)
	return ok
}

// belongs reports whether the word at i follows the verb, with nothing between them but words that say whose it is.
func (f *filling) belongs(i int) bool {
	if f.from < 0 || i <= f.to {
		return false
	}
	for j := f.to; j < i; {
		next, ok := f.e.keyword(&f.e.g.courtesy, j, i)
		if !ok { // "shells the gun" may be aimed at one
			return false
		}
		j = next
	}
	return true
}

// wielded returns the argument for what a unit does it with, or -1.
func (f *filling) wielded() int {
	return slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindWord && p.prefix.has(&f.e.g.with) })
}

// nearlyWielded reports whether the word at i has one letter wrong to be what a unit does it with.
func (f *filling) nearlyWielded(i int) bool {
	k := f.wielded()
	if k < 0 || f.set[k] {
		return false
	}
	word := []rune(f.e.atoms[i].key)
	if _, exact := f.params[k].words.exact[string(word)]; exact {
		return false
	}
	return slices.ContainsFunc(f.params[k].words.keys, func(w key) bool {
		return len(w.text) >= shortestSlip && spelling.Distance(word, []rune(w.text)) <= spelling.Edit
	})
}

// owner reads the name of one's own unit with the ending that says that something is its own: "G2's LMG". The ending may be a word of its own.
func (f *filling) owner(i int) {
	e := f.e
	if len(f.params) == 0 || f.params[0].Kind != KindOwn || f.set[0] || i >= f.bound(i) {
		return
	}
	weapon := f.wielded() >= 0
	for j := min(i+e.own.atoms+1, f.bound(i)); j > i; j-- {
		if name, ok := e.g.owner(e.key(i, j)); ok {
			if id, known, _ := e.own.find(name); known && (weapon || j == f.from) { // "TL-1's tank is T-F2"
				f.with(0, id, func() { f.step(j, anything) })
				return
			}
		}
	}
}

// owner returns a folded name without the ending that says that what follows is its own.
func (s *Speech) owner(name string) (string, bool) {
	for i := range s.tongues {
		for _, ending := range s.tongues[i].Owned {
			if owner, ok := strings.CutSuffix(name, Fold(ending)); ok && owner != "" {
				return owner, true
			}
		}
	}
	return name, false
}

// shortened reads units of a list of which only the last letter is written from the second on: "G-113a and b", "G-36a, b and c". next is 0 if the
// list is none.
func (e *everyday) shortened(p *param, values []string, ends []int, i, end int) (ids []string, next int) {
	if p.Kind != KindOwn || !p.Repeated || len(values) == 0 {
		return nil, 0
	}
	last := ends[len(ends)-1]
	j := e.between(p, last, end)
	if j == last || j >= end || len(e.atoms[j].key) != 1 || e.mine(j) {
		return nil, 0
	}
	if ids, next = e.units(i, end); len(ids) <= len(values) || next <= last {
		return nil, 0
	}
	return ids, next
}

// companions reports whether a comma at i stands between two of one's own units and what is read before it says that the first one fires, but not
// at what.
func (e *everyday) companions(left reading, i, next int) bool {
	n := e.deedOf(left)
	if n == noDeed || !slices.Contains(e.words.aiming, n) && !slices.Contains(e.words.assaulting, n) || i == 0 || !e.mine(i-1) || next >= len(e.atoms) || !e.mine(next) {
		return false
	}
	l := &left.lines[len(left.lines)-1]
	return len(l.Args) == 1 && len(l.Clauses) == 0
}

// ofWhat reads a word that the verb can be told where "of" ties it to how many there are: "two tubes of smoke".
func (f *filling) ofWhat(i, end int) {
	e := f.e
	if i == 0 || i <= f.begin {
		return
	}
	if _, number := e.count(i); i == f.to && !number && e.g.unelided(e.atoms[i].key) != e.atoms[i].key { // « tir d'opportunité »
		for k := range f.params {
			if n, ok := f.params[k].words.exact[e.g.unelided(e.atoms[i].key)]; ok && f.params[k].Kind == KindWord && !f.set[k] {
				f.with(k, f.params[k].Words[n].Name, func() { f.step(i+1, anything) })
			}
		}
	}
	next, ok := e.keyword(&e.g.of, i, end)
	if !ok {
		if next, ok = e.keyword(&e.g.from, i, end); !ok {
			return
		}
	}
	if _, counted := e.keyword(&e.g.counted, i-1, i); !counted {
		if _, number := e.count(i - 1); !number {
			return
		}
	}
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindWord && !f.set[k] && !p.Repeated {
			if n, behind, ok := e.full(&p.words, next, end); ok {
				f.with(k, p.Words[n].Name, func() { f.step(behind, anything) })
			}
		}
	}
}
