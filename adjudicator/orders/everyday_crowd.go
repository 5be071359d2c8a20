package orders

import (
	"slices"
	"strings"
)

// Several of one's own units that nobody names one by one: "both squads", "all tanks in C5", "everybody in 0303".

// every takes all units that a description fits: "both squads", "all tanks in C5". n is how many they must be, or 0.
func (f *filling) every(all []description, n, i, end int, many bool, take func(value string, next int)) {
	found, ends := f.e.describes(all, i, end)
	if len(ends) == 0 || !many {
		return
	}
	next := ends[0]
	found = leaders(found)
	if there, behind := f.e.standing(found, next, end); len(there) > 0 {
		found, next = there, behind
	}
	if ids, behind := f.e.spelled(found, next, end); len(ids) > 1 && (n == 0 || len(ids) == n) {
		take(strings.Join(ids, ","), behind)
		return
	}
	if n > 0 && len(found) > n {
		found = f.e.likelier(found, nil, itoa(n), i, ends[0])
	}
	if len(found) < 2 || n > 0 && len(found) != n || len(found) > mostDescribed {
		return
	}
	var ids []string
	for _, d := range found {
		ids = append(ids, d.id)
	}
	take(strings.Join(ids, ","), next)
}

// leaders leaves out the units that others have with them, unless all are such.
func leaders(all []description) []description {
	free := slices.DeleteFunc(slices.Clone(all), func(d description) bool { return d.follows })
	if len(free) == 0 {
		return all
	}
	return free
}

// crowd takes all of one's own units at the place that follows: "everybody in 0303". n is how many they must be, or 0.
func (f *filling) crowd(all []description, n, i, end int, take func(value string, next int)) {
	all = leaders(all)
	there, next := f.e.standing(all, i, end)
	for len(there) > 0 && next < end && (f.e.and(next) || f.e.is(next, ",")) { // "everyone in 0602 and 0603"
		at := next + 1
		if behind, ok := f.e.keyword(&f.e.g.of, at, end); ok && behind < end { // « de 4723 et de 4823 »
			at = behind
		}
		if name, behind, ok := f.e.unit(&f.e.own, at, end); ok { // where the game lets a place stand for the units there, it is what is named
			if f.e.where(name) == "" || at == next+1 {
				break
			}
			there, next = append(there, description{id: name}), behind
			continue
		}
		place, behind, ok := f.e.placeAt(at, end)
		if !ok {
			break
		}
		more := slices.DeleteFunc(slices.Clone(all), func(d description) bool { return d.place != place })
		if len(more) == 0 {
			return
		}
		there, next = append(there, more...), behind
	}
	if len(there) == 0 || len(there) > mostDescribed || n > 0 && len(there) != n {
		return
	}
	var ids []string
	for _, d := range there {
		ids = append(ids, d.id)
	}
	take(strings.Join(ids, ","), next)
}

// stack takes all of one's own units at the place that stands at i: "all of 5120". Where the game itself lets a place stand for the units there,
// it is what the order names.
func (f *filling) stack(p *param, all []description, i, end int, take func(value string, next int)) {
	e := f.e
	for next, ok := e.keyword(&e.g.nouns, i, end); ok && next < end; next, ok = e.keyword(&e.g.nouns, i, end) {
		i = next
	}
	place, next, ok := e.placeAt(i, end)
	if !ok {
		return
	}
	if values, ends := e.list(p, f.params, i, end); len(values) > 0 && ends[0] == next {
		take(values[0], next)
		return
	}
	if e.mine(i) {
		return
	}
	var ids []string
	for _, d := range all {
		if e.at(d, place) {
			ids = append(ids, d.id)
		}
	}
	if len(ids) > 0 && len(ids) <= mostDescribed {
		take(strings.Join(ids, ","), next)
	}
}

// all returns what a list of units that stand together is for an argument: one description with all their names if it takes several, and with
// their place if it takes a place for them.
func (p *param) all(there []description) []description {
	apart := slices.ContainsFunc(there, func(d description) bool { return d.place != there[0].place })
	switch {
	case p.Kind == KindOwn && p.Repeated:
		var ids []string
		for _, d := range there {
			ids = append(ids, d.id)
		}
		return []description{{id: strings.Join(ids, ","), place: there[0].place}}
	case p.Kind == KindTarget && !apart:
		return []description{{id: there[0].place, place: there[0].place}}
	}
	return there
}

// mass reports whether the word with which a description ends at end is one for all of a kind, however many they are: "the infantry in 0515".
func (e *everyday) mass(end int) bool {
	_, ok := e.g.masses.exact[e.g.unelided(e.atoms[end-1].key)]
	return ok
}

// howManyOf reads of how many units a description is that follows: "both", "all four". n is 0 for all of them.
func (e *everyday) howManyOf(i, end int) (n, next int, ok bool) {
	n, next, ok = e.full(&e.g.quantities, i, end)
	if many, counted := e.count(next); (ok && n == 0 || !ok && i > 0 && e.article(i-1)) && counted && many > 1 && next+1 < end && !digits(e.atoms[next].key) {
		return many, next + 1, true // "all four tanks", "the four tanks"
	}
	return n, next, ok
}

// article reports whether the word at i is an article.
func (e *everyday) article(i int) bool {
	_, ok := e.g.articles.exact[e.atoms[i].key]
	return ok
}

// countIn returns the number among the words from i to end, or 0: "all four".
func (e *everyday) countIn(i, end int) int {
	for ; i < end; i++ {
		if n, ok := e.count(i); ok && n > 1 {
			return n
		}
	}
	return 0
}

// division reports whether a name is none of a single unit but stands for several.
func (e *everyday) division(id string) bool {
	return !slices.ContainsFunc(e.ownDescribed(e.g), func(d description) bool { return d.id == id && d.place != "" })
}
