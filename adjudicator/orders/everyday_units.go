package orders

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/spelling"
)

// Several of one's own units, as people list them.

// units reads several of one's own units, each by its name or by words that only it fits: "MG1 and the mortar", "G-4Gb and c", "A1-A3".
func (e *everyday) units(i, end int) (ids []string, next int) {
	many := param{Param: &Param{Kind: KindOwn, Repeated: true}}
	if ids, next := e.numbers(i, end); len(ids) > 1 {
		return ids, next
	}
	for j := i; j < end; {
		if pair := e.barredUnits(j); len(pair) > 0 && !slices.ContainsFunc(pair, func(id string) bool { return slices.Contains(ids, id) }) {
			ids, next = append(ids, pair...), j+1
			if j = e.between(&many, next, end); j == next {
				break
			}
			continue
		}
		if behind, ok := e.keyword(&e.g.articles, j, end); ok {
			j = behind
		} else if behind, ok := e.keyword(&e.g.theirs, j, end); ok && len(ids) > 0 { // "B3, B4 and their observer"
			j = behind
		}
		id, behind, ok := e.unit(&e.own, j, end)
		if !ok && j < end {
			found, ends := e.describes(e.ownDescribed(e.g), j, end)
			if len(found) > 0 && len(ends) > 0 && ends[0] > j {
				id, behind, ok = found[0].id, ends[0], len(found) == 1
				if named, next, known := e.unit(&e.own, ends[0], end); known && slices.ContainsFunc(found, func(d description) bool { return d.id == named }) {
					id, behind, ok = named, next, true // "the observer FO2"
				}
			}
		}
		if !ok && len(ids) > 0 && j < end && len(e.atoms[j].key) == 1 { // "and c"
			last := ids[len(ids)-1]
			if id, ok, _ = e.own.find(Fold(last[:len(last)-1]) + e.atoms[j].key); ok {
				behind = j + 1
			}
		}
		if ok && behind == j+1 {
			id = e.alongside(ids, id, j)
		}
		if !ok || slices.Contains(ids, id) {
			break
		}
		ids, next = append(ids, id), behind
		if more, stop := e.followingLetters(id, behind, end); len(more) > 0 {
			if e.division(id) {
				ids = ids[:len(ids)-1]
			}
			ids, next = append(ids, more...), stop
		}
		if to, stop := e.upTo(id, behind, end); len(to) > 0 {
			ids, next = append(ids, to...), stop
		}
		if j = e.between(&many, next, end); j == next {
			break
		}
	}
	return ids, next
}

// followingLetters reads the last letters of further units, or of the parts of a division, that stand behind one without a comma: "36a b c", "25 a b and c".
// They follow one another, so that the « a » of « 36b a 4824 » is none.
func (e *everyday) followingLetters(id string, i, end int) (ids []string, next int) {
	stem, last := id, byte('a'-1)
	if !e.division(id) {
		stem, last = id[:len(id)-1], id[len(id)-1]
	}
	for j := i; j < end; j++ {
		if e.and(j) || e.is(j, ",") || e.is(j, "&") {
			continue
		}
		letter := e.raw(j, j+1)
		if len(letter) != 1 || letter[0] != last+1 {
			break
		}
		one, ok, _ := e.own.find(Fold(stem + letter))
		if !ok {
			break
		}
		ids, last, next = append(ids, one), letter[0], j+1
	}
	if e.division(id) && len(ids) < 2 {
		return nil, i
	}
	return ids, next
}

// abreast reads several of one's own units with nothing between them, where a line begins: "B1 B2 to 0506".
func (e *everyday) abreast(i, end int) (ids []string, next int) {
	for j := i; j < end; {
		one, behind := e.units(j, end)
		if len(one) == 1 && behind == j+1 {
			one[0] = e.alongside(ids, one[0], j)
		}
		if len(one) > 1 && len(ids) == 0 && behind > j+1 && e.atoms[behind-1].word && len(e.atoms[behind-1].key) == 1 {
			return one, behind // "36a b c"
		}
		if len(one) != 1 || slices.Contains(ids, one[0]) || !hasDigit(e.raw(j, behind)) || e.standsFor(one[0], behind) {
			break
		}
		ids, next, j = append(ids, one[0]), behind, behind
	}
	return ids, next
}

// upTo reads the end of a row of units: "A1-A3", "D1 to D4" are all between them too.
func (e *everyday) upTo(first string, i, end int) (ids []string, next int) {
	j := i
	if e.is(j, "-") {
		j++
	} else if behind, ok := e.keyword(&e.g.towards, j, end); ok {
		j = behind
	}
	if j == i || j >= end {
		return nil, i
	}
	if _, _, place := e.placeAt(j, end); place {
		return nil, i
	}
	last, next, ok := e.unit(&e.own, j, end)
	if !ok {
		found, ends := e.describes(e.ownDescribed(e.g), j, end)
		if len(found) != 1 || len(ends) == 0 {
			return nil, i
		}
		last, next = found[0].id, ends[0]
	}
	stem := strings.TrimRight(first, "0123456789")
	a, _ := strconv.Atoi(first[len(stem):])
	b, _ := strconv.Atoi(strings.TrimPrefix(last, stem))
	if !strings.HasPrefix(last, stem) || a < 1 || b <= a || b-a >= mostDescribed {
		return nil, i
	}
	for n := a + 1; n <= b; n++ {
		id, ok, _ := e.own.find(Fold(stem + strconv.Itoa(n)))
		if !ok {
			return nil, i
		}
		ids = append(ids, id)
	}
	return ids, next
}

// numbers reads several of one's own units of one kind by their numbers: "squads 1 and 3", "platoons two, three and four".
func (e *everyday) numbers(i, end int) (ids []string, next int) {
	for behind, ok := e.keyword(&e.g.articles, i, end); ok; behind, ok = e.keyword(&e.g.articles, i, end) {
		i = behind
	}
	if i >= end {
		return nil, i
	}
	all, kind := e.ownDescribed(e.g), ""
	j, ok := e.several(i, end)
	if !ok {
		kind, j = e.kindAt(all, i, end)
		if kind == "" || j != i+1 || len(e.g.singular(e.atoms[i].key)) < 2 {
			return nil, i
		}
	}
	many := param{Param: &Param{Kind: KindOwn, Repeated: true}}
	for j < end {
		n, ok := e.count(j)
		if !ok || len(itoa(n)) > 2 || len(e.atoms[j].key) > 2 && digits(e.atoms[j].key) {
			break
		}
		var one []description
		for _, d := range all {
			if d.number == itoa(n) && (kind == "" && lettersOf(d.id) == "" || kind != "" && slices.Contains(d.kinds, kind)) {
				one = append(one, d)
			}
		}
		for _, less := range []func(d description) bool{func(d description) bool { return lettersOf(d.id) != "" }, func(d description) bool { return d.place == "" }} {
			if len(one) > 1 {
				one = slices.DeleteFunc(one, less)
			}
		}
		if len(one) != 1 || slices.Contains(ids, one[0].id) {
			break
		}
		ids, next = append(ids, one[0].id), j+1
		if j = e.between(&many, next, end); j == next {
			break
		}
	}
	return ids, next
}

// several reads a word for units in the plural: "squads", « les groupes ».
func (e *everyday) several(i, end int) (next int, ok bool) {
	if i >= end || !e.atoms[i].word {
		return i, false
	}
	for _, word := range e.g.singular(e.atoms[i].key)[1:] {
		if _, ok := e.g.bodies.exact[word]; ok {
			return i + 1, true
		}
	}
	return i, false
}

// twoSided reports whether a line names a place first and then, behind a word for attacking, a unit whose name both sides have and which is but a
// letter from that of the place: "c3: assault G3" has G3 attack C3, or it was "G3: assault G3", which is the enemy's.
func (e *everyday) twoSided(i int) bool {
	end := len(e.atoms)
	if i+2 >= end || !e.is(i+1, ":") || e.mine(i) {
		return false
	}
	next, deeds := e.longest(i+2, end)
	aims := slices.ContainsFunc(deeds, func(n int) bool { return slices.Contains(slices.Concat(e.words.aiming, e.words.assaulting), n) })
	if !aims || next >= end || !e.mine(next) {
		return false
	}
	_, both, _ := e.enemy().find(e.atoms[next].key)
	return both && spelling.Distance([]rune(e.atoms[i].key), []rune(e.atoms[next].key)) <= spelling.Edit
}

// unmixed ends a list of units who go somewhere before a place that the game lets stand for the units there, unless "and" ties it to them: in "b61 3022
// 3123" one unit goes by way of 3022.
func (f *filling) unmixed(p *param, values []string, ends []int) ([]string, []int) {
	e := f.e
	if p.Kind != KindOwn || !e.goes(f.deed) {
		return values, ends
	}
	for n := 1; n < len(values); n++ {
		at := ends[n] - 1
		if e.standsFor(values[n], ends[n]) && !e.and(at-1) && !e.is(at-1, "&") && !e.is(at-1, "+") {
			return values[:n], ends[:n]
		}
	}
	return values, ends
}

// standsFor reports whether a name that ends at end is that of a place, where the game lets it stand for the units there.
func (e *everyday) standsFor(name string, end int) bool {
	_, _, place := e.placeAt(end-1, end)
	return place && e.division(name)
}

// alongside returns the unit that the word at i names in a list behind others: where it is the name of one but for a hyphen, and all of another's name but
// the part that those before it share, it is the other one. "B1, B2, C1" are B-B1, B-B2 and B-C1, and not C-1.
func (e *everyday) alongside(before []string, id string, i int) string {
	if len(before) == 0 || e.atoms[i].key == Fold(id) || loose(e.atoms[i].key) != loose(Fold(id)) {
		return id
	}
	common := bearer(before[0])
	for _, other := range before {
		if bearer(other) != common {
			return id
		}
	}
	if other, ok, _ := e.own.find(common + e.atoms[i].key); ok && common != "" {
		return other
	}
	return id
}

// bearer returns the part of a unit's name that it shares with others of its army, folded: "b-" of B-C1.
func bearer(id string) string {
	if at := strings.Index(id, "-"); at > 0 {
		return Fold(id[:at+1])
	}
	return ""
}

// motley reports whether a reading has units of several armies do what another one has those of a single one do, as many: "C1 and C2" are C-1 and C-2 or
// B-C1 and B-C2, but not one of each.
func (e *everyday) motley(r, other reading) bool {
	if len(r.lines) != len(other.lines) {
		return false
	}
	armies := func(ids []string) (n int) {
		var seen []string
		for _, id := range ids {
			if of := bearer(id); !slices.Contains(seen, of) {
				seen = append(seen, of)
			}
		}
		return len(seen)
	}
	mine, theirs := e.doing(r), e.doing(other)
	if len(mine) < 2 || len(mine) != len(theirs) || armies(theirs) != 1 || armies(mine) < 2 {
		return false
	}
	for k := range r.lines {
		a, b := &r.lines[k], &other.lines[k]
		if a.Verb != b.Verb || len(a.Args) != len(b.Args) {
			return false
		}
	}
	return true
}
