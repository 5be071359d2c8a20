package orders

import (
	"slices"
	"strings"
)

// filling looks for the ways to give every word of one order in everyday words a part in it.
type filling struct {
	e        *everyday
	deed     deed
	from, to int // atoms of the verb's words; noDeed if there are none
	end      int
	said     before
	pointed  bool   // no verb is written: only an arrow or "=" between unit and place says that one goes
	aimed    bool   // no verb is written: only "at" before an enemy says that one fires
	implied  bool   // no verb is written: a word that only this deed has says what is done
	particle string // that must stand somewhere behind the verb: "bring G1 on"
	out      *[]reading

	params  []param
	got     []string
	set     []bool
	times   int
	arrowed bool
	placed  bool   // the particle was read
	start   string // where the units come from: "de C4 à C5"
	kept    int    // readings found, the same ones counted again
}

// role is what the word before a value says of it.
type role struct {
	param int  // the argument that it introduces, or -1
	at    bool // an enemy, a place or a direction
	by    bool // an own unit, or what it does it with
}

var anything = role{param: -1}

// search collects the readings of the atoms from i on.
func (f *filling) search(i int) {
	f.params = f.deed.params()
	if slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindText || p.Kind == KindPair }) || f.deed.verb.Only {
		return // their words are the player's own, or settings that are spelt out
	}
	f.got, f.set, f.times, f.arrowed, f.placed, f.start = make([]string, len(f.params)), make([]bool, len(f.params)), 1, false, false, ""
	f.step(i, anything)
}

// step reads the word at i, whose role is said by the one before it, and goes on.
func (f *filling) step(i int, as role) {
	e := f.e
	if e.steps--; e.steps < 0 {
		return
	}
	if i >= f.end {
		if as == anything {
			f.done()
		}
		return
	}
	if i == f.from {
		if as == anything {
			f.afterVerb()
		}
		return
	}
	if f.particle != "" && !f.placed && i >= f.to && e.atoms[i].key == f.particle {
		f.placed = true
		f.step(i+1, anything)
		f.placed = false
	}
	if next, ok := e.keyword(&e.g.infinitive, i, f.end); ok && as == anything && next == f.from {
		f.step(next, anything)
	}
	if n, next := e.repeats(i, f.end); n > 0 && f.times == 1 && next <= f.end {
		f.times = n
		f.step(next, as)
		f.times = 1
	}
	f.values(i, as)
	if next := e.measured(i, f.bound(i)); next > i {
		f.step(next, as)
	}
	if next, ok := e.empty(i, f.end); ok && next <= f.bound(i) && !f.means(i, f.bound(i)) {
		f.step(next, as)
	} else if next, ok := e.keyword(&e.g.bodies, i, f.end); ok && next < f.end {
		f.step(next, as)
	}
	f.garnish(i, as)
	switch {
	case as == anything:
		f.introduced(i)
	case as.at || as.param >= 0: // "at the enemy in D7"
		if next, ok := e.keyword(&e.g.occupants, i, f.bound(i)); ok {
			f.step(next, as)
		}
	}
}

// afterVerb goes on behind the words of the verb. If they end with a preposition, what follows it directly is never a unit that acts.
func (f *filling) afterVerb() {
	e, next := f.e, f.to
	_, towards := e.g.towards.exact[e.atoms[next-1].key]
	if !towards || next-f.from < 2 {
		f.step(next, anything)
		return
	}
	f.step(next, role{param: -1, at: true})
	if next >= f.end || !e.atoms[next].word {
		f.step(next, anything)
		return
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.from, &e.g.with, &e.g.through} {
		if _, ok := e.keyword(v, next, f.end); ok {
			f.step(next, anything)
			return
		}
	}
}

// garnish reads what says how the things are that the line names, and changes nothing: the ground, the state of a unit. Words that the verb
// itself has among its arguments are never that.
func (f *filling) garnish(i int, as role) {
	e, end := f.e, f.bound(i)
	if f.means(i, end) {
		return
	}
	if next, ok := e.keyword(&e.g.states, i, end); ok {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.together, i, end); ok && as == anything && len(f.got) > 0 && strings.Contains(f.got[0], ",") {
		f.step(next, as)
	}
	j, there := e.keyword(&e.g.towards, i, end)
	if !there {
		j = i
	}
	from := j
	for k := j; k < end; j = k {
		if next, ok := e.keyword(&e.g.scenery, k, end); ok && !f.means(k, end) {
			k, from = next, k
		} else if next, ok := e.keyword(&e.g.articles, k, end); ok {
			k = next
		} else {
			break
		}
	}
	if _, ok := e.keyword(&e.g.scenery, from, end); !ok {
		return
	}
	if k := f.place(j, end); k > 0 {
		if as == anything {
			as = role{param: -1, at: true}
		}
		f.step(k, as)
		return
	}
	if there && as == anything && !f.open() {
		f.step(j, anything)
	}
}

// open reports whether the verb may still be given something that is aimed at or a way: then the ground is what it says.
func (f *filling) open() bool {
	for k := range f.params {
		if kind := f.params[k].Kind; !f.set[k] && (kind == KindTarget || kind == KindEnemy || kind == KindPath) {
			return true
		}
	}
	return false
}

// place returns where the place stands that follows the words for its ground: "the village, E6", "the crest at H7". It is 0 if none does.
func (f *filling) place(i, end int) int {
	e := f.e
	for ; i < end; i++ {
		if next, ok := e.keyword(&e.g.towards, i, end); ok {
			i = next - 1
			continue
		}
		if next, ok := e.empty(i, end); ok {
			i = next - 1
			continue
		}
		break
	}
	if i >= end {
		return 0
	}
	if _, _, ok := e.placeAt(i, end); ok {
		return i
	}
	if _, _, ok := e.spelt(i, end); ok {
		return i
	}
	return 0
}

// means reports whether the words at i are one of the verb's own.
func (f *filling) means(i, end int) bool {
	for k := range f.params {
		if f.params[k].Kind != KindWord {
			continue
		}
		if _, _, ok := f.e.plural(&f.params[k].words, i, end); ok {
			return true
		}
	}
	return false
}

// bound returns where what is read from i must end: the verb's words are nobody else's.
func (f *filling) bound(i int) int {
	if i < f.from {
		return f.from
	}
	return f.end
}

// introduced reads the words that give the next value its role.
func (f *filling) introduced(i int) {
	e, end := f.e, f.bound(i)
	before := f.kept
	_, _, whole := e.placeAt(i, end) // "toward the mill" is a place of its own
	for k := range f.params {
		if _, next, ok := e.full(&f.params[k].prefix, i, end); ok && !f.set[k] && (!whole || !f.params[k].Kind.place()) {
			f.step(next, role{param: k})
		}
	}
	introduced := f.kept > before
	if j := i; true { // "and faces NW", "looking to the south"
		if e.and(j) {
			j++
		}
		if next, ok := e.keyword(&e.g.fronts, j, end); ok {
			for k := range f.params {
				if p := &f.params[k]; !f.set[k] && (p.Kind == KindDir || p.Name == "facing") {
					f.step(next, role{param: k})
				}
			}
		}
	}
	if next, ok := e.keyword(&e.g.from, i, end); ok && !introduced && f.start == "" {
		if place, next, ok := e.placeAt(next, end); ok {
			f.start = place
			f.step(next, anything)
			f.start = ""
		}
	}
	if e.arrow(i) {
		f.arrowed = true
		next := i + 1
		for next < end && e.arrow(next) {
			next++
		}
		f.step(next, role{param: -1, at: true})
		return
	}
	if next, ok := e.keyword(&e.g.occupants, i, end); ok && !introduced {
		f.step(next, role{param: -1, at: true})
	}
	if whole {
		f.values(i, role{param: -1, at: true})
		return
	}
	if next, ok := e.keyword(&e.g.towards, i, end); ok && !introduced { // else it says which argument follows
		f.step(next, role{param: -1, at: true})
	}
	if next, ok := e.keyword(&e.g.with, i, end); ok {
		f.step(next, role{param: -1, by: true})
	}
	if next, ok := e.keyword(&e.g.through, i, end); ok && !introduced && !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindPath }) {
		f.step(next, role{param: -1, at: true}) // « entre par A05 »
	}
}

// arrow reports whether a mark stands for "goes to": ">", "->", "=", "-->".
func (e *everyday) arrow(i int) bool {
	return e.is(i, ">") || e.is(i, "=") || e.is(i, "=>") || e.is(i, "-") && (e.is(i+1, ">") || e.is(i+1, "-"))
}

// values gives the words at i to each argument that they fit.
func (f *filling) values(i int, as role) {
	end := f.bound(i)
	for k := range f.params {
		if f.set[k] || !f.fits(k, as) && !f.subject(k, i, as) {
			if as == anything && f.params[k].Kind == KindNumber && !f.set[k] && f.counts(k) {
				f.told(k, i, "")
			}
			continue
		}
		p := f.params[k]
		if as == anything && i < f.from && p.Kind != KindOwn && p.Kind != KindUnit && f.e.mine(i) {
			continue // who stands before the verb does it, and is no sector or enemy of that name
		}
		if k == 0 && p.Kind == KindOwn && !p.Repeated { // "G1, G2: rally" is an order for each
			one := *p.Param
			one.Repeated, p.Param = true, &one
		}
		values, ends := f.e.list(&p, f.params, i, end)
		if len(values) == 0 || !f.e.bareAt(&p, i, end) || ends[0] == i+1 && f.e.idle(i) || f.e.rather(&p, i, values[0]) {
			f.told(k, i, "")
			continue
		}
		f.set[k] = true
		values, ends = f.e.apposed(&p, values, ends, i)
		for n := len(values); n > 0; n-- {
			f.got[k] = p.join(values[:n])
			if next, ok := f.where(&p, values[n-1], ends[n-1], end); ok { // "R2 in H10", where R2 stands
				f.step(next, anything)
				continue
			}
			if id, ok := f.e.both(&p, values[n-1], i); ok && n == 1 { // a sector and an enemy are called so: which is meant?
				f.got[k] = id
				f.step(ends[0], anything)
				f.got[k] = values[0]
			}
			if next, ok := f.e.keyword(&f.e.g.nations, ends[n-1], end); ok && strings.Contains(values[n-1], ".") {
				f.step(next, anything)
			}
			if next := f.kindOf(&p, values[n-1], ends[n-1], end); next > ends[n-1] { // "the AT gun", where AT is its name
				f.step(next, anything)
			}
			if next := f.twin(k, ends[n-1], end); next > 0 {
				f.step(next, role{param: -1, at: true})
			}
			f.step(ends[n-1], anything)
			if j := f.another(&p, ends[n-1], end); j > 0 && n == len(values) {
				f.told(k, j, f.got[k]+",")
			}
		}
		f.set[k], f.got[k] = false, ""
	}
}

// idle reports whether a word in small letters is one that people say around things: « se » is no direction.
func (e *everyday) idle(i int) bool {
	key := e.atoms[i].key
	if i == 0 || e.raw(i, i+1) != key {
		return false
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.aim, &e.g.with, &e.g.from, &e.g.articles, &e.g.courtesy} {
		if _, ok := v.exact[key]; ok {
			return true
		}
	}
	return false
}

// both returns the enemy that bears the name of the place that was read.
func (e *everyday) both(p *param, value string, i int) (id string, ok bool) {
	if p.Kind != KindTarget || strings.Contains(value, ".") {
		return "", false
	}
	id, ok, _ = e.enemy().find(e.atoms[i].key)
	return id, ok
}

// mine reports whether a word is the name of one's own unit.
func (e *everyday) mine(i int) bool {
	_, own := e.own.exact[e.atoms[i].key]
	return own
}

// rather reports whether a word that is nearly a place is the name of one's own unit: "I2", where there is a hex I02.
func (e *everyday) rather(p *param, i int, value string) bool {
	if p.Kind != KindPlace && p.Kind != KindPath && p.Kind != KindTarget || strings.Contains(Fold(value), e.atoms[i].key) {
		return false
	}
	_, own := e.own.exact[e.atoms[i].key]
	return own && !slices.Contains(e.enemy().ids, value)
}

// apposed leaves out places that are named twice in other words: "Holnon 5020".
func (e *everyday) apposed(p *param, values []string, ends []int, i int) ([]string, []int) {
	if p.Kind == KindOwn { // "the HQ N-HQ"; "AC on G2" names one unit
		for n := 1; n < len(values); n++ {
			for j := ends[n-1]; j < ends[n]; j++ {
				if _, ok := e.keyword(&e.g.towards, j, ends[n]); ok {
					values, ends = values[:n], ends[:n]
					break
				}
			}
			if n >= len(values) {
				break
			}
		}
		for n := len(values) - 1; n > 0; n-- {
			if values[n] == values[n-1] {
				values, ends = slices.Delete(slices.Clone(values), n, n+1), slices.Delete(slices.Clone(ends), n-1, n)
			}
		}
		return values, ends
	}
	if p.Kind != KindPlace && p.Kind != KindTarget && p.Kind != KindPath {
		return values, ends
	}
	var once []string
	var stops []int
	for n, v := range values {
		if n > 0 && v == values[n-1] && hasDigit(e.key(ends[n-1], ends[n])) != hasDigit(e.key(i, ends[n-1])) {
			stops[len(stops)-1] = ends[n]
			continue
		}
		if n > 0 {
			i = ends[n-1]
		}
		once, stops = append(once, v), append(stops, ends[n])
	}
	return once, stops
}

// kindOf returns where the words end that stand behind a unit's name and tell what it is. It is i if there are none.
func (f *filling) kindOf(p *param, unit string, i, end int) int {
	e := f.e
	all := e.ownDescribed
	switch p.Kind {
	case KindOwn:
	case KindEnemy, KindTarget, KindUnit:
		all = e.foesDescribed
	default:
		return i
	}
	known := all(e.g)
	n := slices.IndexFunc(known, func(d description) bool { return d.id == unit })
	if n < 0 {
		return i
	}
	for i < end {
		if next, ok := e.keyword(&e.g.bodies, i, end); ok {
			i = next
			continue
		}
		word, next := e.kindAt(known[n:n+1], i, end)
		if word == "" {
			break
		}
		i = next
	}
	return i
}

// twin returns where the second of two places stands that only a hyphen or a bar parts: "the bridge 5130/5230". It is 0 if none does.
func (f *filling) twin(k, i, end int) int {
	e := f.e
	if f.params[k].Kind != KindPlace || i+1 >= end || !e.is(i, "-") && !e.is(i, "/") && !e.and(i) {
		return 0
	}
	for n := range f.params {
		if n != k && !f.set[n] && f.params[n].Kind == KindPlace {
			return i + 1
		}
	}
	return 0
}

// every takes all units that a description fits: "both squads", "all tanks in C5". n is how many they must be, or 0.
func (f *filling) every(all []description, n, i, end int, many bool, take func(value string, next int)) {
	found, ends := f.e.describes(all, i, end)
	if len(ends) == 0 || !many {
		return
	}
	next := ends[0]
	if there, behind := f.e.standing(found, next, end); len(there) > 0 {
		found, next = there, behind
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

// crowd takes all of one's own units at the place that follows: "everybody in 0303".
func (f *filling) crowd(all []description, i, end int, take func(value string, next int)) {
	there, next := f.e.standing(all, i, end)
	if len(there) == 0 || len(there) > mostDescribed {
		return
	}
	var ids []string
	for _, d := range there {
		ids = append(ids, d.id)
	}
	take(strings.Join(ids, ","), next)
}

// counts reports whether an argument says with how many of something: "with 3 guns" or "three guns".
func (f *filling) counts(k int) bool {
	for _, w := range f.params[k].prefix.keys {
		if _, ok := f.e.g.with.exact[w.text]; ok {
			return true
		}
	}
	return false
}

// where reads the place of a unit that was named before it.
func (f *filling) where(p *param, unit string, i, end int) (next int, ok bool) {
	d, known := f.e.lex.(Describer)
	if !known || p.Kind != KindEnemy && p.Kind != KindTarget && p.Kind != KindOwn {
		return i, false
	}
	if _, from := f.e.keyword(&f.e.g.from, i, end); p.Kind == KindOwn && !from && !f.e.is(i, "(") { // "G2 at C9" is where it goes
		return i, false
	}
	place, _ := d.Describe(unit)
	if f.e.is(i, "(") {
		at, next, ok := f.e.placeAt(i+1, end)
		return next, ok && place != "" && at == place
	}
	for {
		next, ok := f.e.keyword(&f.e.g.states, i, end)
		if !ok {
			if next, ok = f.e.empty(i, end); !ok || f.e.atoms[i].word {
				break
			}
		}
		i = next
	}
	there, next := f.e.standing([]description{{id: unit, place: place}}, i, end)
	return next, place != "" && len(there) > 0
}

// another returns where a further unit of a list may stand: behind "and" or a comma. It is -1 where none can.
func (f *filling) another(p *param, i, end int) int {
	j := f.e.between(p, i, end)
	if p.Kind != KindOwn || !p.Repeated || j == i || j >= end {
		return -1
	}
	if next, ok := f.e.keyword(&f.e.g.articles, j, end); ok && next < end {
		return next
	}
	return j
}

// told gives argument k a value that is described, not named: "the mortar", "one hex north". Of a list, head is what was read before.
func (f *filling) told(k, i int, head string) {
	e, p, end := f.e, f.params[k], f.bound(i)
	if k == 0 && p.Kind == KindOwn && !p.Repeated {
		one := *p.Param
		one.Repeated, p.Param = true, &one
	}
	set, got := f.set[k], f.got[k]
	take := func(value string, next int) {
		if slices.Contains(strings.Split(head, ","), value) {
			return
		}
		f.set[k], f.got[k] = true, head+value
		f.step(next, anything)
		if j := f.another(&p, next, end); j > 0 {
			so := f.got[k]
			if values, ends := e.list(&p, f.params, j, end); len(values) > 0 && !slices.Contains(strings.Split(so, ","), values[0]) {
				f.got[k] = so + "," + p.join(values)
				f.step(ends[len(ends)-1], anything)
			}
			f.told(k, j, so+",")
		}
		f.set[k], f.got[k] = set, got
	}
	switch p.Kind {
	case KindNumber:
		if n, ok := e.count(i); ok && i+1 < end {
			if next, ok := e.keyword(&e.g.counted, i+1, end); ok {
				take(itoa(n), next)
			}
		}
		return
	case KindPlace, KindPath, KindTarget:
		if value, next, ok := e.spelt(i, end); ok {
			take(value, next)
			return
		}
	}
	switch p.Kind {
	case KindPlace, KindPath:
		if p.Kind == KindPlace && slices.Contains(e.words.joint, f.deed.name()) {
			f.whose(i, end, take)
		}
		if value, next, ok := e.stepsAt(i, end); ok {
			if at := f.place(next, end); at > 0 { // "one hex east, to H09"
				if place, behind, ok := e.placeAt(at, end); ok && f.leads(value, place) {
					take(value, behind)
				}
			}
			take(value, next)
		}
		return
	case KindOwn, KindEnemy, KindTarget, KindUnit:
	default:
		return
	}
	all := e.ownDescribed
	if p.Kind != KindOwn {
		all = e.foesDescribed
	}
	if next, ok := e.keyword(&e.g.crowds, i, end); ok && p.Kind == KindOwn && p.Repeated {
		f.crowd(all(e.g), next, end, take)
	}
	if n, next, ok := e.full(&e.g.quantities, i, end); ok {
		f.every(all(e.g), n, next, end, p.Repeated, take)
		return
	}
	found, ends := e.describes(all(e.g), i, end)
	if len(found) == 0 || len(found) > mostDescribed {
		return
	}
	for _, next := range ends {
		if p.Kind != KindUnit { // "the squad G2", « le canon AT »
			names := &e.own
			if p.Kind != KindOwn {
				names = e.enemy()
			}
			if id, behind, ok := e.unit(names, next, end); ok && slices.ContainsFunc(found, func(d description) bool { return d.id == id }) {
				take(id, behind)
				continue
			}
		}
		if there, behind := e.standing(found, next, end); len(there) > 0 {
			for _, d := range there {
				take(d.id, behind)
			}
			continue
		}
		for _, d := range found {
			take(d.id, next)
		}
	}
}

// whose takes the place where a known enemy stands, for a verb that is given places and no enemies: "attack B-30".
func (f *filling) whose(i, end int, take func(value string, next int)) {
	e := f.e
	d, ok := e.lex.(Describer)
	if !ok || slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindEnemy || p.Kind == KindTarget || p.Kind == KindUnit }) {
		return
	}
	foe := param{Param: &Param{Kind: KindEnemy}}
	at := func(id string, next int) {
		if place, _ := d.Describe(id); place != "" {
			if behind, there := f.where(&foe, id, next, end); there {
				next = behind
			}
			take(place, next)
		}
	}
	if id, next, ok := e.unit(e.enemy(), i, end); ok {
		at(id, next)
		return
	}
	found, ends := e.describes(e.foesDescribed(e.g), i, end)
	if len(found) == 1 {
		at(found[0].id, ends[0])
	}
}

// leads reports whether a way ends at a place.
func (f *filling) leads(value, place string) bool {
	path, ok := f.e.walked(value, f.doer(""))
	return ok && path[len(path)-1] == place
}

// bareAt reports whether a value stands right at i, without a word that introduces it.
func (r *reader) bareAt(p *param, i, end int) bool {
	_, _, ok := r.bare(p, i, end)
	return ok
}

// fits reports whether a value of this role may be that of an argument.
func (f *filling) fits(k int, as role) bool {
	p := &f.params[k]
	switch {
	case as.param >= 0:
		return as.param == k
	case as.at && p.Kind == KindWord:
		return p.prefix.entries == 0 // "at the nearest"
	case as.at && k > 0 && (p.Kind == KindOwn || p.Kind == KindUnit):
		return p.prefix.entries == 0 || slices.Contains(f.e.words.boarding, f.deed.name()) // "gets on the truck"
	case as.at:
		return p.Kind == KindEnemy || p.Kind == KindTarget || p.Kind == KindPlace || p.Kind == KindPath || p.Kind == KindDir && !p.Optional
	case as.by:
		return k > 0 && (p.Kind == KindOwn || p.Kind == KindWord) || k == 0 && p.Kind == KindOwn && (f.from >= 0 || f.implied)
	}
	if p.prefix.entries == 0 {
		return true
	}
	return (!p.Optional || onlyEnemy(f.params, k)) && p.Kind != KindOwn && p.Kind != KindUnit && p.Kind != KindNumber
}

// subject reports whether a value before the verb may be the units that do it, although the grammar introduces them: "G-28 attacks 5018" is
// "attack 5018 with G-28".
func (f *filling) subject(k, i int, as role) bool {
	first := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn })
	return as == anything && i < f.from && k == first && f.params[k].prefix.entries > 0
}

// done keeps the order that was found, if it says all that it must and reads the same again.
func (f *filling) done() {
	if !f.says() && (f.from < 0 || f.e.goes(f.deed)) { // "pull B-1 back": where to?
		return
	}
	if f.aimed && !f.aims() || f.pointed && !f.aimed && !f.arrowed && !f.goes() || f.particle != "" && !f.placed {
		return
	}
	if len(f.params) > 0 && !f.set[0] && f.params[0].Kind == KindOwn && f.said.unit != "" {
		f.set[0], f.got[0] = true, f.said.unit
		defer func() { f.set[0], f.got[0] = false, "" }()
	}
	for k := range f.params {
		if !f.set[k] && !f.params[k].Optional {
			return
		}
	}
	if len(f.params) == 0 || f.params[0].Kind != KindOwn || f.params[0].Repeated {
		f.keep(f.orders(""))
		return
	}
	var all []Line
	for unit := range strings.SplitSeq(f.got[0], ",") {
		lines := f.orders(unit)
		if lines == nil {
			return
		}
		all = append(all, lines...)
	}
	f.keep(all)
}

// says reports whether a line without a verb names more than units.
func (f *filling) says() bool {
	for k := range f.params {
		if f.set[k] && f.params[k].Kind != KindOwn {
			return true
		}
	}
	return false
}

// goes reports whether a line without a verb names nothing but one's own units and where they go: "R2 to G10", "R1: one hex north".
func (f *filling) goes() bool {
	for k := range f.params {
		if kind := f.params[k].Kind; f.set[k] && kind != KindOwn && kind != KindPlace && kind != KindPath && kind != KindDir {
			return false
		}
	}
	return f.set[0] && f.params[0].Kind == KindOwn && f.times == 1
}

// aims reports whether a line without a verb names one's own units and an enemy: "MG1 at PG1".
func (f *filling) aims() bool {
	enemy := false
	for k := range f.params {
		switch kind := f.params[k].Kind; {
		case !f.set[k] || kind == KindOwn:
		case kind == KindEnemy || kind == KindTarget || kind == KindPlace:
			enemy = true
		default:
			return false
		}
	}
	return enemy && f.set[0] && f.params[0].Kind == KindOwn
}

// keep adds what was found to the readings.
func (f *filling) keep(lines []Line) {
	if lines != nil {
		f.kept++
		found := readingOf(lines)
		if f.from >= 0 {
			found.verb = f.e.key(f.from, f.to)
		}
		*f.out = f.e.with(*f.out, found)
	}
}

// orders returns the lines of what was found, for one unit if its name is given: nil if they would not read the same again.
func (f *filling) orders(unit string) []Line {
	if !f.starts(unit) {
		return nil
	}
	var args []Arg
	for k := range f.params {
		value := f.got[k]
		if k == 0 && unit != "" {
			value = unit
		} else if !f.set[k] {
			continue
		}
		if strings.HasPrefix(value, steps) {
			path, ok := f.e.walked(value, f.doer(unit))
			if !ok {
				return nil
			}
			value = f.params[k].join(path)
			if f.params[k].Kind == KindPlace {
				value = path[len(path)-1]
			}
		}
		if value = f.onward(k, value, unit); f.repeated(k, value) {
			return nil
		}
		args = append(args, Arg{Name: f.params[k].Name, Value: value})
	}
	times := f.times
	if k := slices.IndexFunc(f.params, func(p param) bool { return p.Name == "times" && p.Kind == KindNumber }); k >= 0 && times > 1 && !f.set[k] {
		at := 0 // among the arguments, which stand in the order of the declaration
		for j := range k {
			if f.set[j] || j == 0 && unit != "" {
				at++
			}
		}
		args, times = slices.Insert(args, at, Arg{Name: "times", Value: itoa(times)}), 1
	}
	l := Line{Verb: f.deed.verb.Name, Args: args}
	if f.deed.sub != nil {
		l.Args, l.Clauses = args[:1:1], nil
		for range times {
			l.Clauses = append(l.Clauses, Clause{Verb: f.deed.sub.Name, Args: args[1:]})
		}
	}
	l.Text = f.e.g.text(&l)
	lines := f.e.strictly(l.Text)
	if len(lines) != 1 || lines[0].Text != l.Text {
		return nil
	}
	if f.deed.sub == nil {
		for n := 1; n < times; n++ {
			lines = append(lines, lines[0])
		}
	}
	return lines
}

// repeated reports whether a value of argument k names a place twice in a row, as in "the village, E6": which was meant is then not certain.
func (f *filling) repeated(k int, value string) bool {
	p := &f.params[k]
	between := ","
	switch {
	case p.Kind == KindPath:
		between = "-"
	case p.Kind != KindPlace && p.Kind != KindTarget || !p.Repeated:
		return false
	}
	places := strings.Split(value, between)
	return len(slices.Compact(slices.Clone(places))) < len(places)
}

// starts reports whether the units stand where the line says that they come from.
func (f *filling) starts(unit string) bool {
	if f.start == "" {
		return true
	}
	d, ok := f.e.lex.(Describer)
	who := f.doer(unit)
	if !ok || who == "" {
		return false
	}
	at, _ := d.Describe(who)
	return at == f.start
}

// onward leaves out the place where the units stand at the beginning of a way that goes on from it: "A06 -> B06".
func (f *filling) onward(k int, value, unit string) string {
	d, ok := f.e.lex.(Describer)
	first, rest, more := strings.Cut(value, "-")
	if !ok || !more || f.params[k].Kind != KindPath || len(f.params) == 0 || f.params[0].Kind != KindOwn {
		return value
	}
	who := unit
	if who == "" {
		who = f.got[0]
	}
	for one := range strings.SplitSeq(who, ",") {
		if at, _ := d.Describe(one); at != first {
			return value
		}
	}
	return rest
}

// doer returns the unit that a line is for, if it is for one.
func (f *filling) doer(unit string) string {
	if unit != "" || len(f.params) == 0 || f.params[0].Kind != KindOwn || strings.Contains(f.got[0], ",") {
		return unit
	}
	return f.got[0]
}

// place reports whether values of the kind are places.
func (k Kind) place() bool { return k == KindPlace || k == KindPath || k == KindTarget }
