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
		found = numbering(f.e.likelier(found, nil, itoa(n), i, ends[0]), n)
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

// numbering leaves those of some units whose names are the same but for their number, if there are just n of them and no others are as many: of "the three
// cavalry troops" the one with a machine gun is none.
func numbering(found []description, n int) (left []description) {
	if len(found) <= n {
		return found
	}
	for _, d := range found {
		alike := slices.DeleteFunc(slices.Clone(found), func(other description) bool { return unnumbered(other.id) != unnumbered(d.id) })
		if len(alike) == n && (left == nil || unnumbered(left[0].id) == unnumbered(d.id)) {
			left = alike
		} else if len(alike) == n {
			return found
		}
	}
	if left == nil {
		return found
	}
	return left
}

// unnumbered returns a unit's name without its number.
func unnumbered(id string) string { return strings.TrimRight(id, "0123456789") }

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
	if many, counted := e.count(i); !ok && counted && many > 1 && !digits(e.atoms[i].key) && i+1 < end && e.pluralAt(i+1, end) { // "three squads move up"
		return many, i + 1, true
	}
	return n, next, ok
}

// pluralAt reports whether words for one's own units stand at i of which the last is a plural.
func (e *everyday) pluralAt(i, end int) bool {
	if _, counted := e.keyword(&e.g.counted, i, end); counted {
		return false // shells are fired by "three guns"
	}
	found, ends := e.describes(e.ownDescribed(e.g), i, end)
	return len(found) > 1 && len(e.g.singular(e.atoms[ends[0]-1].key)) > 1
}

// initialled reads some of one's own units by the letter that all their names have, in the plural: "the two C's". n is how many they must be.
func (e *everyday) initialled(n, i, end int) (ids []string, next int) {
	if i >= end || n < 2 {
		return nil, i
	}
	name, ok := e.g.owner(e.atoms[i].key)
	if letter := strings.TrimSuffix(e.atoms[i].key, "s"); !ok && len(letter) == 1 {
		name, ok = letter, true
	}
	if !ok || len(name) != 1 || e.raw(i, i+1)[:1] == name {
		return nil, i
	}
	all := slices.DeleteFunc(slices.Clone(e.ownDescribed(e.g)), func(d description) bool { return lettersOf(d.id) != name })
	for _, d := range numbering(all, n) {
		ids = append(ids, d.id)
	}
	if len(ids) != n {
		return nil, i
	}
	return ids, i + 1
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
