package orders

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Describer is a Lexicon that knows more of units than their names, and the way from place to place. Lines in everyday words may then say
// "the mortar", "third group", "the female tank in C5" and "one hex north".
//
// Worked example: with the units T-M1 ("Mark IV male", "tank") in 0507 and T-F1 ("Mark IV female", "tank") in 0608, "the female tank" and
// "the tank in 0608" are T-F1, "the tank" is both, and "one hex north" for T-F1 is 0607.
type Describer interface {
	Lexicon
	// Describe returns where a unit stands, or "", and what it is: names of kinds, types and models in any language, or ids of such.
	Describe(unit string) (place string, kinds []string)
	// Step returns the next place in a direction, if there is one.
	Step(place, direction string) (next string, ok bool)
}

// Gatherer is a Describer with names that stand for several units, such as a division or a stack.
type Gatherer interface {
	Where(name string) (place string) // where all of them stand, or ""
}

// Follower is a Describer with units that another one has with it, wherever it goes: they are not named with it.
type Follower interface {
	Follows(unit string) bool
}

// Container is a Describer with places that are areas, in which units stand: a house, a wood.
type Container interface {
	Within(unit, place string) bool // whether a unit stands in the area that a place is
}

// Insider is a Lexicon with places that units go into by an order of its own: buildings.
type Insider interface {
	Inside(place string) bool
}

// at reports whether a described unit stands at a place, or in it.
func (e *everyday) at(d description, place string) bool {
	if d.place == place {
		return true
	}
	c, ok := e.lex.(Container)
	return ok && d.place != "" && c.Within(d.id, place)
}

// where returns where a unit stands, or all that a name stands for, or "".
func (e *everyday) where(name string) string {
	d, ok := e.lex.(Describer)
	if !ok {
		return ""
	}
	place, _ := d.Describe(name)
	if g, ok := e.lex.(Gatherer); ok && place == "" {
		return g.Where(name)
	}
	return place
}

// description is what a Describer says of one unit, ready for comparing.
type description struct {
	id, place string
	number    string // with which its name ends
	kinds     []string
	words     []string // of which the kinds were read, without their plural
	named     []string // the same as they are written
	follows   bool     // another unit has it with it
}

// mostDescribed is how many units a description may fit that is worth asking about.
const mostDescribed = 12

// ownDescribed and foesDescribed return what is known of the units of either side, which is looked up once.
func (s *scene) ownDescribed(g *Grammar) []description {
	if s.mine == nil {
		s.mine = s.describe(g, s.lex.Own())
	}
	return s.mine
}

func (s *scene) foesDescribed(g *Grammar) []description { // as ownDescribed
	if s.theirs == nil {
		s.theirs = s.describe(g, s.lex.Enemies())
	}
	return s.theirs
}

// describe makes the descriptions of units.
func (s *scene) describe(g *Grammar, ids []string) []description {
	d, ok := s.lex.(Describer)
	if !ok {
		return nil
	}
	out := make([]description, 0, len(ids))
	for _, id := range ids {
		place, kinds := d.Describe(id)
		follows := false
		if f, ok := s.lex.(Follower); ok {
			follows = f.Follows(id)
		}
		one := description{id: id, place: place, follows: follows, number: id[len(strings.TrimRight(id, "0123456789")):]}
		if one.number == "" { // "28th" for G-28a
			digit := func(c rune) bool { return c >= '0' && c <= '9' }
			tail := id[strings.LastIndexAny(id, "-.")+1:]
			if at := strings.IndexFunc(tail, digit); at >= 0 {
				one.number = tail[at : len(tail)-len(strings.TrimLeft(tail[at:], "0123456789"))]
			}
		}
		if _, short, ok := strings.Cut(id, "-"); ok && strings.ContainsFunc(short, unicode.IsLetter) { // "MG1" for B-MG1
			one.kinds = append(one.kinds, Fold(short))
		}
		if word, _ := g.kind([]string{lettersOf(id)}); len(word) > 1 { // AC is an armoured car
			one.kinds = append(one.kinds, word)
		}
		for _, kind := range kinds {
			words := strings.Fields(phrase(Fold(strings.NewReplacer("_", " ", "(", " ", ")", " ", ",", " ", "/", " ").Replace(kind))))
			for len(words) > 0 {
				word, n := g.kind(words)
				first := words[0]
				one.named = append(one.named, words[:n]...)
				for _, w := range words[:n] {
					if forms := g.singular(w); len(w) > 1 {
						one.words = append(one.words, forms[len(forms)-1])
					}
				}
				words = words[n:]
				if word == "" && n == 1 && (model(first) || len(one.named) == 1 && len(words) == 0 && g.choice(first)) {
					word = first
				}
				if word != "" && !slices.Contains(one.kinds, word) {
					one.kinds = append(one.kinds, word)
				}
			}
		}
		out = append(out, one)
	}
	return out
}

// model reports whether a word of what a unit is is the number of its model or its calibre: 222 of a "SdKfz 222", 25 of a gun of "25 mm".
func model(word string) bool { return digits(word) && len(word) > 1 && len(word) < 4 }

// choice reports whether a word that is all of what a unit is, "whippet", is one of an argument too, and nothing else in the grammar.
func (g *Grammar) choice(word string) bool {
	return len(word) > 2 && g.reserved[word] && !g.prefixes[word] && len(g.forms.own.whole[word]) == 0 && len(g.forms.wide.whole[word]) == 0
}

// lettersOf returns the letters of a unit's name, folded: "mg" for B-MG1.
func lettersOf(id string) string {
	id = id[strings.LastIndexAny(id, "-.")+1:]
	return Fold(strings.TrimRight(id, "0123456789"))
}

// kind reads the first of some folded words as the name of a kind of unit, which all languages share, else as a word of its own without its
// plural. It returns "" for a word that says nothing of a unit.
func (g *Grammar) kind(words []string) (word string, n int) {
	for n := min(g.kinds.atoms, len(words)); n > 0; n-- {
		for _, k := range g.singular(strings.Join(words[:n], " ")) {
			if entry, ok := g.kinds.exact[k]; ok {
				return "#" + strconv.Itoa(entry), n
			}
		}
	}
	forms := g.singular(words[0])
	word = forms[len(forms)-1]
	if !strings.ContainsFunc(word, unicode.IsLetter) || len(word) < 2 && !strings.Contains("ivx", word) || g.says(word) {
		return "", 1
	}
	return word, 1
}

// describes reads the description of one unit: "third group", "the female tank", "mortar 2", "the tank in C5". It returns the units that it
// fits, which is none where the words at i describe nothing, and where the description may end.
func (e *everyday) describes(all []description, i, end int) (found []description, ends []int) {
	number, kinds, named := "", []string(nil), false
	if len(all) == 0 {
		return nil, nil
	}
	j := i
	for j < end {
		if n, next, ok := e.full(&e.g.ranks, j, end); ok && number == "" {
			number, j = strconv.Itoa(n), next
			continue
		}
		if n, ok := e.rank(j); ok && number == "" {
			number, named, j = n, true, j+1
			continue
		}
		if next, ok := e.keyword(&e.g.bodies, j, end); ok {
			named, j = true, next
			if of, ok := e.keyword(&e.g.from, j, end); ok && of < end { // « groupe de grenadiers »
				if word, _ := e.kindAt(all, of, end); word != "" {
					j = of
				}
			}
			continue
		}
		if next, ok := e.keyword(&e.g.states, j, end); ok { // "the immobile tank"
			j = next
			continue
		}
		if next, ok := e.keyword(&e.g.nations, j, end); ok && (len(kinds) > 0 || number != "") && e.foe(all[0].id) { // « le char ennemi », « la 58e britannique »
			if word, _ := e.kindAt(all, j, end); word == "" {
				j = next
				continue
			}
		}
		if next := e.tied(all, j, end, number != ""); next > j && (named || number != "" || len(kinds) > 0) {
			j = next
			continue
		}
		word, next := e.kindAt(all, j, end)
		if word == "" || j > i && e.nameAt(all, j, next, end) || e.secondName(kinds, word) {
			break
		}
		kinds, j = append(kinds, word), next
	}
	if !named && len(kinds) == 0 && number != "" { // "first platoon at 0309, second at 0410"
		named, kinds = e.rankedBefore(all, i)
		named = named || len(kinds) == 0 && i > 0 && e.article(i-1) && j > i // "the sixth", « la 6e »
	}
	if !named && len(kinds) == 0 {
		return nil, nil
	}
	if n, ok := e.count(j); j < end && number == "" && ok && len(itoa(n)) < 3 && (n > 1 || digits(e.atoms[j].key)) { // "squad two", but not "squad a"
		if _, counted := e.keyword(&e.g.counted, j+1, end); !counted {
			if _, again := e.repeats(j, end); again == j {
				number, j = itoa(n), j+1
			}
		}
	}
	fits := func(d description) bool {
		return (number == "" || number == d.number) && !slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(d.kinds, k) })
	}
	for _, d := range all {
		if fits(d) {
			found = append(found, d)
		}
	}
	if called := e.called(found, i, j); len(called) > 1 || len(called) == 1 && !e.manyAt(found, i, j) { // "the panzer" is the Panzer III, not any tank
		found = called
	}
	if len(found) > 1 {
		found = e.likelier(found, kinds, number, i, j)
	}
	return found, []int{j}
}

// secondName reports whether a word of a description is, as one before it, what a unit is called with its number: "b1 b2" are two.
func (e *everyday) secondName(kinds []string, word string) bool {
	called := func(word string) bool { return !strings.HasPrefix(word, "#") && hasDigit(word) && !digits(word) }
	return called(word) && slices.ContainsFunc(kinds, called)
}

// nameAt reports whether the name of one of the units begins at i and goes on behind next: in "the tank US-T1", "US" tells nothing of it.
func (e *everyday) nameAt(all []description, i, next, end int) bool {
	names := &e.own
	if e.foe(all[0].id) {
		names = e.enemy()
	}
	_, behind, ok := e.unit(names, i, end)
	return ok && behind > next
}

// rankedBefore returns what was counted where an ordinal number stands before i in the line: "the first machine gun", "first platoon".
func (e *everyday) rankedBefore(all []description, i int) (named bool, kinds []string) {
	for j := i - 1; j >= 0; j-- {
		_, next, ok := e.full(&e.g.ranks, j, i)
		if !ok || next >= i {
			continue
		}
		if _, ok := e.keyword(&e.g.bodies, next, i); ok {
			return true, nil
		}
		if word, _ := e.kindAt(all, next, i); word != "" {
			return false, []string{word}
		}
	}
	return false, nil
}

// tied returns where the next word of a description begins behind an "of": "the regiments of the 6th", « la 3e de cavalerie ». It is i if none
// does.
func (e *everyday) tied(all []description, i, end int, numbered bool) int {
	j, ok := e.keyword(&e.g.of, i, end)
	if !ok {
		return i
	}
	for next, ok := e.keyword(&e.g.articles, j, end); ok; next, ok = e.keyword(&e.g.articles, j, end) {
		j = next
	}
	if j >= end {
		return i
	}
	if _, ok := e.rank(j); ok && !numbered {
		return j
	}
	if _, _, ok := e.unit(&e.own, j, end); ok {
		return i
	}
	if word, _ := e.kindAt(all, j, end); word != "" {
		return j
	}
	return i
}

// called leaves those of the units whose kinds are told by the very words that the line has.
func (e *everyday) called(found []description, i, end int) (by []description) {
	for _, d := range found {
		for k := i; k < end; k++ {
			if forms := e.g.singular(e.g.unelided(e.atoms[k].key)); e.atoms[k].word && slices.Contains(d.words, forms[len(forms)-1]) {
				by = append(by, d)
				break
			}
		}
	}
	return by
}

// rank reads an ordinal number in digits: "103rd", "36th", « 61e ».
func (e *everyday) rank(i int) (number string, ok bool) {
	word := e.atoms[i].key
	number = strings.TrimRight(word, "abcdefghijklmnopqrstuvwxyz")
	return number, digits(number) && slices.Contains(e.g.Asides("ordinal"), word[len(number):])
}

// kindAt reads a word that tells what a unit is, if it does so of any of them. Behind "of" it stands too: "mortier de 8 cm".
func (e *everyday) kindAt(all []description, i, end int) (word string, next int) {
	if !e.atoms[i].word || e.preposition(i) {
		return "", i
	}
	var words []string
	var stops []int
	for j := i; j < end && len(words) < e.g.kinds.atoms+1 && (e.atoms[j].word || e.is(j, "-")); j++ {
		key := e.atoms[j].key
		if j == i {
			key = e.g.unelided(key)
		}
		for _, w := range strings.Fields(phrase(strings.TrimSuffix(key, "'s"))) { // "Hutier's headquarters"
			words, stops = append(words, w), append(stops, j+1)
		}
	}
	if len(words) == 0 {
		return "", i
	}
	word, n := e.g.kind(words)
	if hasDigit(words[0]) && !strings.HasPrefix(word, "#") { // "MG42" is a machine gun
		forms := e.g.singular(words[0])
		word, n = forms[len(forms)-1], 1
	}
	if word == "" || stops[n-1] > end || !slices.ContainsFunc(all, func(d description) bool { return slices.Contains(d.kinds, word) }) {
		return "", i
	}
	return word, stops[n-1]
}

// standing leaves those of the described units that stand at the place that follows: "the tank in C5".
func (e *everyday) standing(found []description, i, end int) (there []description, next int) {
	j, ok := e.keyword(&e.g.towards, i, end)
	if !ok {
		j, ok = e.keyword(&e.g.from, i, end) // « le Maxim de F07 »
	}
	if !ok {
		return nil, i
	}
	return e.standingAt(found, j, end)
}

// standingAt leaves those of the described units that stand at the place at j, behind the word that introduces it.
func (e *everyday) standingAt(found []description, j, end int) (there []description, next int) {
	i, ok := j, false
	for k := j; k < end; k = j {
		if j, ok = e.empty(k, end); !ok {
			if j, ok = e.keyword(&e.g.bodies, k, end); !ok {
				if j, ok = e.keyword(&e.g.scenery, k, end); !ok || j >= end {
					j = k
					break
				}
			}
		}
	}
	if j >= end {
		return nil, i
	}
	place, next, ok := e.placeAt(j, end)
	if !ok {
		if place, next, ok = e.spelt(j, end); !ok {
			return nil, i
		}
	}
	for _, d := range found {
		if e.at(d, place) {
			there = append(there, d)
		}
	}
	return there, next
}

// spelt reads a place that is written in two pieces, "D 05" or "07-03", or by a word of its name that no other place has: "the palace".
func (e *everyday) spelt(i, end int) (place string, next int, ok bool) {
	if !e.atoms[i].word {
		return "", i, false
	}
	if place, next, ok := e.coded(i, end); ok {
		return place, next, true
	}
	j := i + 1
	if e.is(j, "-") || e.is(j, ".") {
		j++
	}
	if j < end && e.atoms[j].word {
		a, b := e.atoms[i].key, e.atoms[j].key
		if digits(b) && (digits(a) && len(a) == 2 && len(b) == 2 || len(a) == 1 && !digits(a)) {
			if place, ok := e.place(a+b, true); ok {
				return place, j + 1, true
			}
		}
	}
	if place, ok := e.station(i); ok {
		return place, i + 1, true
	}
	if len(e.atoms[i].key) <= shortestSlip || hasDigit(e.atoms[i].key) || e.g.says(e.atoms[i].key) {
		return "", i, false
	}
	e.gazetteer()
	for _, k := range e.placeKeys {
		if slices.Contains(strings.Fields(phrase(k.text)), e.atoms[i].key) {
			if c := e.places[k.text]; place != "" && c != place {
				return "", i, false
			} else if place == "" {
				place = c
			}
		}
	}
	return place, i + 1, place != ""
}

// ofAll reports whether the words at i are those for all of what stands at the place behind them: "all 5017", "all of 5120".
func (e *everyday) ofAll(i, end int) bool {
	if e.crowdAt(i, end) {
		return true
	}
	n, next, ok := e.full(&e.g.quantities, i, end)
	if !ok || n != 0 {
		return false
	}
	_, _, place := e.placeAt(next, end)
	return place
}

// coded reads a place by the word for what it is and its number: "objective 1", "the second objective", where the map has an "objective O2" and
// so calls them O1, O2. Where the word before them is one of the way there, it belongs to the place: « vers l'objectif 1 ».
func (e *everyday) coded(i, end int) (place string, next int, ok bool) {
	n, j, ranked := e.full(&e.g.ranks, i, end)
	if !ranked {
		j = i
	}
	if j >= end || !e.atoms[j].word || hasDigit(e.atoms[j].key) {
		return "", i, false
	}
	word := e.g.unelided(e.atoms[j].key)
	if next = j + 1; !ranked {
		if n, ok = e.count(next); !ok || next >= end {
			return "", i, false
		}
		if next++; next < end {
			if _, counted := e.keyword(&e.g.counted, next, end); counted { // "objective 2 inches"
				return "", i, false
			}
		}
	}
	e.gazetteer()
	for _, k := range e.placeKeys {
		words := strings.Fields(phrase(k.text))
		if len(words) != 2 || words[0] != word || !hasDigit(words[1]) {
			continue
		}
		code := strings.TrimRight(words[1], "0123456789") + itoa(n)
		if place, ok = e.places[code]; !ok {
			return "", i, false
		}
		before := i - 1
		for before > 0 && e.atoms[before].word {
			if _, article := e.g.articles.exact[e.atoms[before].key]; !article {
				break
			}
			before--
		}
		if before >= 0 && e.atoms[before].word {
			if _, term := e.g.terms.exact[e.atoms[before].key]; term {
				if way, known := e.scene.place(e.raw(before, before+1)+" "+code, true); known {
					place = way
				}
			}
		}
		return place, next, true
	}
	return "", i, false
}

// station reads a word for a kind of unit that is the name of a place: "the HQ" where the map has "Headquarters".
func (e *everyday) station(i int) (place string, ok bool) {
	kind, _ := e.g.kind([]string{e.g.unelided(e.atoms[i].key)})
	if !strings.HasPrefix(kind, "#") {
		return "", false
	}
	e.gazetteer()
	for _, k := range e.placeKeys {
		words := strings.Fields(phrase(k.text))
		if len(words) == 0 || hasDigit(k.text) {
			continue
		}
		if of, n := e.g.kind(words); of == kind && n == len(words) {
			if c := e.places[k.text]; place != "" && c != place {
				return "", false
			} else if place == "" {
				place = c
			}
		}
	}
	return place, place != ""
}

func digits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// steps marks the value of a place that is told by the way to it: "@NE*2" is two steps to the north-east from where the unit stands.
const steps = "@"

// count reads how many of a thing there are: "2", "two", « d'un ».
func (e *everyday) count(i int) (n int, ok bool) {
	if i >= len(e.atoms) || !e.atoms[i].word {
		return 0, false
	}
	n, ok = e.g.Count(e.g.unelided(e.atoms[i].key))
	return n, ok && n > 0
}

// measured skips what stands before a measure and says nothing: « de 4 pouces », "by two hexes".
func (e *everyday) measured(i, end int) int {
	next, ok := e.keyword(&e.g.from, i, end)
	if !ok {
		next, ok = e.keyword(&e.g.with, i, end)
	}
	if _, counted := e.count(next); !ok || !counted {
		return i
	}
	if _, unit := e.keyword(&e.g.counted, next+1, end); unit {
		return next
	}
	if _, unit := e.keyword(&e.g.bodies, next+1, end); unit {
		return next
	}
	return i
}

// arrived returns where a unit is when it has gone the way of the order before this one, or "".
func (e *everyday) arrived(unit string, said before) string {
	if said.line == nil || said.unit != unit || said.verb == noDeed || !slices.Contains(e.words.going, said.verb) {
		return ""
	}
	for _, p := range e.words.deeds[said.verb].params() {
		if p.Kind == KindPath {
			way := Value(said.line.Args, p.Name)
			return way[strings.LastIndexByte(way, '-')+1:]
		}
	}
	return ""
}
