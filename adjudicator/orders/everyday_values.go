package orders

import (
	"slices"
	"strings"
)

// both returns the enemy that bears the name of the place that was read.
func (e *everyday) both(p *param, value string, i int) (id string, ok bool) {
	if p.Kind != KindTarget || strings.Contains(value, ".") {
		return "", false
	}
	id, ok, _ = e.enemy().find(e.atoms[i].key)
	return id, ok
}

// occupied reports whether an enemy may stand at a place: one is known to, or the lexicon does not know who stands where.
func (r *reader) occupied(place string) bool {
	w, watches := r.scene.lex.(Watcher)
	return !watches || w.Occupied(place)
}

// mine reports whether a word is the name of one's own unit.
func (e *everyday) mine(i int) bool {
	if _, own := e.own.exact[e.atoms[i].key]; own {
		return true
	}
	_, _, own := e.unit(&e.own, i, len(e.atoms))
	return own
}

// ours reports whether the words at i are the name of one's own unit, in full or as it is called: "MG2" for B-MG2.
func (e *everyday) ours(i, end int) bool {
	if e.mine(i) {
		return true
	}
	ids, next := e.units(i, end)
	return len(ids) > 0 && hasDigit(e.raw(i, next))
}

// nearlyNamed reports whether a word is the name of one's own unit but for a hyphen: "C1" may be C-1, and B-C1 as well.
func (e *everyday) nearlyNamed(p *param, i, next int, id string) bool {
	return p.Kind == KindOwn && next == i+1 && e.atoms[i].key != Fold(id) && loose(e.atoms[i].key) == loose(Fold(id))
}

// listed reports whether a word stands between one's own units in a list: it is one of them, if it is anything.
func (e *everyday) listed(i int) bool {
	if i < 2 || !e.is(i-1, ",") || !e.mine(i-2) || i+2 >= len(e.atoms) || e.mine(i) {
		return false
	}
	return (e.is(i+1, ",") || e.and(i+1)) && e.mine(i+2)
}

// rather reports whether a word that is nearly a place is the name of one's own unit: "I2", where there is a hex I02.
func (e *everyday) rather(p *param, i int, value string) bool {
	if p.Kind != KindPlace && p.Kind != KindPath && p.Kind != KindTarget || strings.Contains(Fold(value), e.atoms[i].key) {
		return false
	}
	_, own := e.own.exact[e.atoms[i].key]
	return own && !slices.Contains(e.enemy().ids, value)
}

// toldBehind goes on behind what tells of an enemy that his name is followed by: « G2 allemand en F3 », "G2 cyclists".
func (f *filling) toldBehind(p *param, id string, i, end int) {
	next := f.kindOf(p, id, i, end)
	if behind, ok := f.e.keyword(&f.e.g.nations, i, end); ok && next == i {
		next = behind
	}
	if next > i {
		f.step(next, anything)
	}
	if behind, ok := f.where(p, id, next, end); ok {
		f.step(behind, anything)
	}
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
		if n != k && !f.set[n] && f.params[n].Kind == KindPlace && !f.params[n].Optional { // "at 33/6 and 39/6" faces nowhere
			return i + 1
		}
	}
	return 0
}

// barred gives two places that are written as one word to two arguments: "blow 5130/5230".
func (f *filling) barred(k, i int) {
	e := f.e
	a, b, ok := strings.Cut(e.raw(i, i+1), "/")
	n := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPlace && p.Name != f.params[k].Name })
	if !ok || f.params[k].Kind != KindPlace || n < 0 || f.set[n] {
		return
	}
	first, known := e.scene.place(a, false)
	second, both := e.scene.place(b, false)
	if known && both {
		f.with(k, first, func() { f.with(n, second, func() { f.step(i+1, anything) }) })
	}
}

// along reads a way that begins with where it leads through: « par 4421, 4522, 4523 jusqu'à 4524 ».
func (f *filling) along(k, i, end int) {
	p := &f.params[k]
	values, ends := f.e.list(p, f.params, i, end)
	if len(values) == 0 {
		return
	}
	next := ends[len(ends)-1]
	if to, ok := f.e.keyword(&f.e.g.towards, f.e.between(p, next, end), end); ok {
		if last, behind, ok := f.e.placeAt(to, end); ok {
			f.with(k, p.join(append(slices.Clone(values), last)), func() { f.step(behind, anything) })
			return
		}
	}
	f.with(k, p.join(values), func() { f.step(next, anything) })
}

// counts reports whether an argument says with how many of something: "with 3 guns" or "three guns". The « plus » before how many more is no "plus".
func (f *filling) counts(k int) bool {
	_, ok := f.e.g.with.exact[f.params[k].Prefix]
	return ok
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
		f.behind(k, f.got[k], next)
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
		f.toldHowMany(&p, i, end, take)
	case KindPlace, KindPath, KindTarget:
		if value, next, ok := e.spelt(i, end); ok {
			take(value, next)
			return
		}
		if f.barred(k, i); p.Kind == KindTarget {
			f.toldUnits(k, &p, i, end, head, take)
			return
		}
		f.toldWay(&p, i, end, take)
	case KindOwn, KindEnemy, KindUnit:
		f.toldUnits(k, &p, i, end, head, take)
	}
}

// toldHowMany reads how many of a thing there are: "three guns".
func (f *filling) toldHowMany(p *param, i, end int, take func(value string, next int)) {
	e := f.e
	if next := f.howMany(i, end); next > i {
		n, counted := e.count(i)
		if !counted {
			n, _, _ = e.full(&e.g.quantities, i, end)
		}
		take(itoa(n), next)
	} else if n, ok := e.count(i); ok && n > 1 && p.prefix.entries == 0 && (f.means(i+1, end) || f.namesThing(i+1, end)) { // "two field artillery"
		take(itoa(n), i+1)
	}
}

// toldWay reads a place that is told by the way to it, or by who is known to stand there.
func (f *filling) toldWay(p *param, i, end int, take func(value string, next int)) {
	e := f.e
	if p.Kind == KindPlace && slices.Contains(slices.Concat(e.words.joint, e.words.shelling), f.deed.name()) {
		f.whose(i, end, take)
	}
	if value, next, ok := f.paced(i, end); ok {
		take(value, next)
	} else {
		f.anyWay(i, end, take)
	}
	if value, next, ok := e.stepsAt(i, end); ok {
		if at := f.place(next, end); at > 0 { // "one hex east, to H09"
			if place, behind, ok := e.placeAt(at, end); ok && f.leads(value, place) {
				take(value, behind)
			}
		}
		take(value, next)
	}
	f.askew(i, end, take)
}

// orElse reads a second place or enemy behind "and" for an argument that takes one, of a deed that is done once: either is a reading, so that the
// line is asked back. "5120 attacks 5020 and 5018".
func (f *filling) orElse(k int, p *param, i, end int) {
	e := f.e
	if p.Repeated || p.Kind != KindPlace || !e.and(i) || !slices.Contains(e.words.joint, f.deed.name()) {
		return
	}
	place, next, ok := e.placeAt(i+1, end)
	if !ok || place == f.got[k] {
		return
	}
	first, several := f.got[k], f.several
	f.several = true
	for _, f.got[k] = range []string{first, place} {
		f.step(next, anything)
	}
	f.got[k], f.several = first, several
}

// byWayOf reads the way to a place that was named before it: « en F06 par G06 ».
func (f *filling) byWayOf(k, i, end int) {
	p := &f.params[k]
	if strings.ContainsAny(f.got[k], "-"+steps) {
		return
	}
	values, ends := f.e.list(p, f.params, i, end)
	if len(values) == 0 || slices.Contains(values, f.got[k]) {
		return
	}
	at := f.got[k]
	f.got[k] = p.join(append(values, at))
	f.step(ends[len(ends)-1], anything)
	f.got[k] = at
}

// toldUnits reads units that are described, or listed as people do.
func (f *filling) toldUnits(k int, p *param, i, end int, head string, take func(value string, next int)) {
	e := f.e
	all := e.ownDescribed
	if p.Kind != KindOwn {
		all = e.foesDescribed
		f.whoever(p, i, end, take)
	} else if ids, next := e.units(i, end); len(ids) > 1 && head == "" && p.Repeated {
		take(strings.Join(ids, ","), next)
	} else if ids, next := e.abreast(i, end); len(ids) > 1 && head == "" && p.Repeated && i == f.begin {
		take(strings.Join(ids, ","), next)
	}
	if next, ok := e.keyword(&e.g.nations, i, end); ok && p.Kind == KindOwn && next < end && head == "" { // "the French 61st"
		if _, ends := e.describes(all(e.g), next, end); len(ends) > 0 {
			f.told(k, next, head)
		}
	}
	if next, ok := e.keyword(&e.g.crowds, i, end); ok && p.Kind == KindOwn && p.Repeated {
		f.crowd(all(e.g), e.countIn(i, next), next, end, take)
		if head == "" && f.params[k].Optional && f.params[k].Repeated { // "all hold" names none
			f.with(k, "", func() { f.step(next, anything) })
		}
	}
	if ids, next := e.lettered(i, end); len(ids) > 0 && p.Kind == KindOwn && p.Repeated && head == "" {
		take(strings.Join(ids, ","), next)
	}
	if n, next, ok := e.howManyOf(i, end); ok {
		if ids, behind := e.units(next, end); p.Kind == KindOwn && p.Repeated && head == "" && len(ids) == n && n > 1 { // "both C3 and C4"
			take(strings.Join(ids, ","), behind)
		}
		if ids, behind := e.initialled(n, next, end); len(ids) > 0 && p.Kind == KindOwn && p.Repeated {
			take(strings.Join(ids, ","), behind)
		}
		f.every(all(e.g), n, next, end, p.Repeated, take)
		if id, behind, ok := e.unit(&e.own, next, end); ok && n == 0 && e.division(id) { // "all of 5G"
			take(id, behind)
		}
		if n == 0 && p.Kind == KindOwn && p.Repeated && head == "" {
			f.stack(p, all(e.g), next, end, take)
		}
		return
	}
	f.described(p, all(e.g), i, end, f.params[k].Repeated, take)
}

// described reads units by what they are and where they stand: "the mortar", "the tanks in 0612". Whether the deed itself takes several is said by
// many.
func (f *filling) described(p *param, all []description, i, end int, many bool, take func(value string, next int)) {
	e := f.e
	found, ends := e.describes(all, i, end)
	if len(found) == 0 || len(found) > mostDescribed || len(found) == 1 && e.more(i, ends[0]) {
		return
	}
	if p.Kind == KindOwn && p.Repeated && len(found) > 1 && (e.severalAt(found, ends[0], many) || many && e.more(i, ends[0])) { // "the squads", « les Sherman »
		named, _ := e.spelled(found, ends[0], end) // "planes: AIR1 observes 5634"
		if there, _ := e.standing(found, ends[0], end); len(there) == 0 && len(named) == 0 {
			f.every(all, 0, i, end, true, take)
			return
		}
	}
	for _, next := range ends {
		if ids, behind := e.spelled(found, next, end); len(ids) > 0 && p.Kind == KindOwn && (len(ids) == 1 || p.Repeated) { // "the tanks (T1, T2)"
			take(strings.Join(ids, ","), behind)
			continue
		}
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
		there, behind := e.standing(found, next, end)
		if of, ok := e.keyword(&e.g.of, next, end); ok && len(there) == 0 { // « les grenadiers du moulin »
			there, behind = e.standingAt(found, of, end)
		}
		if len(there) > 0 && !f.arrives(found) {
			stood, kept := f.stood, f.kept
			f.stood = true
			if len(there) > 1 && (e.severalAt(found, next, many) || e.mass(next)) {
				there = p.all(there)
			}
			for _, d := range there {
				take(d.id, behind)
			}
			if f.stood = stood; f.kept > kept || p.Kind != KindOwn || len(found) > 1 { // "put MG2 in 0308" may be where it already stands
				continue
			}
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
	shells := slices.Contains(e.words.shelling, f.deed.name()) && !slices.Contains(e.words.joint, f.deed.name())
	loosely := shells && (f.from < 0 || !slices.Contains(e.words.own.whole[phrase(e.key(f.from, f.to))], slices.Index(e.words.deeds, f.deed)))
	foe := param{Param: &Param{Kind: KindEnemy}}
	at := func(id string, next int) {
		if place, _ := d.Describe(id); place != "" {
			behind, there := f.where(&foe, id, next, end)
			switch {
			case there:
				take(place, behind)
			case !shells && !loosely: // shells may be meant for the enemy, and not for where he is
				take(place, next)
			}
		}
	}
	if id, next, ok := e.unit(e.enemy(), i, end); ok {
		at(id, next)
		return
	}
	found, ends := e.describes(e.foesDescribed(e.g), i, end)
	if len(found) > 1 { // "the machine gun in 0804"
		if there, _ := e.standing(found, ends[0], end); len(there) > 0 {
			found = there[:1]
		}
	}
	if len(found) == 1 {
		at(found[0].id, ends[0])
	}
}

// arrives reports whether a place that follows the only unit that a description fits is where it arrives, in a line without a verb,
// though it stands there now: "the bazooka team at 54/6, facing 350".
func (f *filling) arrives(found []description) bool {
	k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPlace && p.prefix.has(&f.e.g.towards) })
	return f.from < 0 && len(found) == 1 && k >= 0 && !f.set[k] && slices.Contains(f.e.words.arriving, slices.Index(f.e.words.deeds, f.deed))
}

// whoever takes the enemies who stand in an area, for a verb that is given enemies and no places: "shoot at the mill".
func (f *filling) whoever(p *param, i, end int, take func(value string, next int)) {
	e := f.e
	area, ok := e.lex.(Container)
	if !ok || p.Kind != KindEnemy || !slices.Contains(slices.Concat(e.words.aiming, e.words.assaulting), slices.Index(e.words.deeds, f.deed)) {
		return
	}
	place, next, ok := e.placeAt(i, end)
	if !ok {
		place, next, ok = e.spelt(i, end)
	}
	if !ok {
		return
	}
	stood := f.stood
	f.stood = true
	for _, foe := range e.foesDescribed(e.g) {
		if area.Within(foe.id, place) {
			take(foe.id, next)
		}
	}
	f.stood = stood
}

// paced reads how far a unit goes where the verb itself says which way: "reverse 2 inches", "pulls back two inches".
func (f *filling) paced(i, end int) (value string, next int, ok bool) {
	e := f.e
	if f.from < 0 {
		return "", i, false
	}
	n, next, ok := e.inches(i, end)
	if !ok {
		return "", i, false
	}
	if next < end {
		if _, _, way := e.unit(e.compass(), next, end); way {
			return "", i, false
		}
	}
	ways := strings.Fields(phrase(e.key(f.from, f.to)))
	if d := f.deed.last(); !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindPath }) {
		for _, a := range d.Aliases {
			ways = append(ways, phrase(Fold(a.Text)))
		}
	}
	for _, way := range ways {
		if _, term := e.g.terms.exact[way]; !term {
			continue
		}
		if _, around := e.g.courtesy.exact[way]; around { // the « se » of « se tourne » is no south-east
			continue
		}
		if place, ok := e.place(way+" "+itoa(n), false); ok {
			return place, next, true
		}
	}
	return "", i, false
}

// anyWay takes a way without a direction for each of the directions in which the game measures ways: "advances 4 inches" is asked back.
func (f *filling) anyWay(i, end int, take func(value string, next int)) {
	e := f.e
	n, ok := e.count(i)
	if !ok || f.from < 0 || !slices.Contains(e.words.going, slices.Index(e.words.deeds, f.deed)) {
		return
	}
	next, ok := e.keyword(&e.g.counted, i+1, end)
	if !ok || next < end {
		return
	}
	f.loose = true
	for _, term := range e.g.terms.keys {
		if place, ok := e.place(term.text+" "+itoa(n), false); ok {
			take(place, next)
		}
	}
	f.loose = false
}

// leads reports whether a way ends at a place.
func (f *filling) leads(value, place string) bool {
	path, ok := f.e.walked(value, f.got[0], f.said)
	return ok && path[len(path)-1] == place
}

// ways goes on at i with the two measures that the verb must be told.
func (f *filling) ways(i int, a, b string) {
	if k := f.measures(); k >= 0 {
		f.with(k, a, func() { f.with(k+1, b, func() { f.step(i, anything) }) })
	}
}

// inches reads a number, with the word for what it counts: 8, 8 inches.
func (e *everyday) inches(i, end int) (n, next int, ok bool) {
	if n, ok = e.count(i); !ok || i >= end || len(e.atoms[i].key) >= hexDigits && e.atoms[i].key[0] == '0' { // "0805 with" counts no guns
		return 0, i, false
	}
	next = i + 1
	if after, counted := e.keyword(&e.g.counted, next, end); counted {
		next = after
	}
	return n, next, true
}

// measures returns the first of two numbers in a row that the verb must be told: a width and a depth.
func (f *filling) measures() int {
	must := func(k int) bool {
		return k < len(f.params) && f.params[k].Kind == KindNumber && !f.params[k].Optional && !f.set[k]
	}
	for k := range f.params {
		if must(k) && must(k+1) {
			return k
		}
	}
	return -1
}

// with goes on with a number as the value of argument k.
func (f *filling) with(k int, n string, on func()) {
	f.set[k], f.got[k] = true, n
	on()
	f.set[k], f.got[k] = false, ""
}
