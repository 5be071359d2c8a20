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
	mended   bool   // the verb's word has a letter wrong
	loose    bool   // a way has no direction: each is tried
	several  bool   // and words of quite different verbs are as near to it
	particle string // that must stand somewhere behind the verb: "bring G1 on"
	out      *[]reading

	begin   int // the first atom
	params  []param
	got     []string
	set     []bool
	times   int
	arrowed bool
	stood   bool   // the place of a unit was named with it
	joint   bool   // some who do it were named behind "with"
	placed  bool   // the particle was read
	unsure  bool   // who does it stands behind the verb, and a place has the same name
	start   string // where the units come from: "de C4 à C5"
	each    bool   // units that could do it together do it one by one
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
	f.params, f.begin = f.e.paramsOf(f.deed), i
	if slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindText && !p.Optional || p.Kind == KindPair }) || f.deed.verb.Only && !f.e.stands || f.e.stands && !f.deed.verb.Standing {
		return // their words are the player's own, or settings that are spelt out
	}
	f.got, f.set, f.times, f.arrowed, f.placed, f.unsure, f.start, f.each = make([]string, len(f.params)), make([]bool, len(f.params)), 1, false, false, false, "", false
	if f.e.denies {
		if k, never := f.negative(); k >= 0 {
			f.with(k, never, func() { f.step(i, anything) })
		}
		return
	}
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
	if next := e.standsAt(f.particle, i, f.end); next > i && !f.placed && i >= f.to {
		f.placed = true
		f.step(next, anything)
		f.placed = false
	}
	if next, ok := e.keyword(&e.g.infinitive, i, f.end); ok && as == anything && next == f.from {
		f.step(next, anything)
	}
	if n, next := e.repeats(i, f.end); n > 0 && f.numbers(i, n, next) {
		return
	} else if n > 0 && f.times == 1 && next <= f.end {
		f.times = n
		f.step(next, as)
		f.times = 1
	}
	f.values(i, as)
	if as == anything {
		f.sized(i)
		f.weapon(i)
		f.owner(i)
		if e.slash(i) && (i+1 == f.from || i == f.to) { // "G1 / move / C4"
			f.step(i+1, anything)
		}
	}
	if next := e.measured(i, f.bound(i)); next > i {
		f.step(next, as)
	}
	if next := f.oneStep(i, f.bound(i)); next > i && as == anything {
		f.step(next, as)
	}
	if as == anything && f.from >= 0 && i >= f.to && e.goes(f.deed) {
		if next := f.apace(i, f.bound(i)); next > i {
			f.step(next, as)
		}
	}
	_, all := e.keyword(&e.g.quantities, i, f.end) // « tous les »
	if next, ok := e.empty(i, f.end); ok && !all && next <= f.bound(i) && !f.means(i, f.bound(i)) && f.armed(i, f.bound(i)) != next && !f.numbered(i) && !f.unfinished(i, next) {
		f.step(next, as)
	} else if next, ok := e.keyword(&e.g.bodies, i, f.end); ok && next < f.end && !e.occupies(next, f.end) {
		f.step(next, as)
	}
	f.unspoken(i, as)
	f.garnish(i, as)
	f.led(i, as)
	if as == anything && f.from >= 0 && i >= f.to {
		if next := f.saidAgain(i); next > i {
			f.step(next, as)
		}
	}
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
	if _, left := e.g.leaving.exact[phrase(e.key(f.from, f.to))]; left && !f.setsUp() { // "quits Bocquet by 1105"
		at := next
		for behind, ok := e.keyword(&e.g.articles, at, f.end); ok; behind, ok = e.keyword(&e.g.articles, at, f.end) {
			at = behind
		}
		if place, behind, ok := e.placeAt(at, f.end); ok {
			f.start = place
			f.step(behind, anything)
			f.start = ""
			return
		}
	}
	if _, through := e.g.through.exact[e.atoms[next-1].key]; through && next-f.from > 1 { // "goes along 0307 to 0306"
		if k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPath }); k >= 0 && !f.set[k] {
			f.along(k, next, f.end)
		}
	}
	f.called(next)
	f.dropped(next)
	if f.joins(next) {
		return
	}
	_, towards := e.g.towards.exact[e.atoms[next-1].key]
	if !towards || next-f.from < 2 {
		f.step(next, anything)
		return
	}
	f.step(next, role{param: -1, at: true})
	if next >= f.end || !e.atoms[next].word || f.givesOnly() && !slices.Contains(e.words.resting, f.deed.name()) {
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
	if next, ok := e.keyword(&e.g.states, i, end); ok && !f.alone(i, next) && !f.ordersSo(i, end) && !f.introduces(i, next, end) {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.agents, i, end); ok && as == anything && f.unmanned() {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.together, i, end); ok && as == anything && len(f.got) > 0 && strings.Contains(f.got[0], ",") {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.ending, e.marked(i, end), end); ok && as == anything && next == f.end && e.goes(f.deed) && f.deed.sub == nil {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.lavish, i, end); ok && as == anything && f.unlimited() {
		f.step(next, as)
	}
	f.severally(i, end, as)
	j, there := e.keyword(&e.g.towards, i, end)
	if !there {
		if j, there = e.keyword(&e.g.through, i, end); !there { // « par la route 0405 »
			j = i
		}
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
	if _, onward := e.keyword(&e.g.through, j, end); there && as == anything && (!f.open() || onward) { // « vers le village par D9 et E6 »
		f.step(j, anything)
	}
}

// unmanned reports whether the verb can do without units that do it: "the engineers mend the bridge", "the artillery shells 0803".
func (f *filling) unmanned() bool {
	return !slices.Contains(f.e.words.joint, f.deed.name()) && !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindOwn && !p.Optional })
}

// ordersSo reports whether the words at i are in full one of the verb's own that is not yet told: who is set up "hidden" is not only said to be so.
func (f *filling) ordersSo(i, end int) bool {
	for k := range f.params {
		if _, _, ok := f.e.full(&f.params[k].words, i, end); ok && f.params[k].Kind == KindWord && !f.set[k] {
			return true
		}
	}
	return false
}

// alone reports whether the words from i to next are all that stands between two marks, as an order would: "G1: old; rally".
func (f *filling) alone(i, next int) bool {
	e := f.e
	return i > 0 && (e.is(i-1, ":") || e.is(i-1, ";")) && (next >= f.end || e.is(next, ";"))
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
	if k := e.reader.named(f.params, i, end); k >= 0 { // "target=" is said of nothing else
		if !f.set[k] {
			f.step(i+2, role{param: k})
		}
		return
	}
	if next, ok := e.keyword(&e.g.aimed, i, end); ok && f.aimedAt() == "" && slices.Contains(slices.Concat(e.words.aiming, e.words.assaulting), slices.Index(e.words.deeds, f.deed)) {
		f.step(next, role{param: -1, at: true})
	}
	before := f.kept
	_, _, whole := e.placeAt(i, end) // "toward the mill" is a place of its own
	for k := range f.params {
		if _, next, ok := e.full(&f.params[k].prefix, i, end); ok && !f.set[k] && (!whole || !f.params[k].Kind.place()) {
			f.step(next, role{param: k})
		}
	}
	introduced := f.kept > before && f.permits()
	f.ofWhat(i, end)
	f.fronting(i, end)
	if next, ok := e.keyword(&e.g.from, i, end); ok && i == f.to && next < end {
		f.noun(next)
	}
	if next, ok := e.keyword(&e.g.from, i, end); ok && !introduced && f.between() { // "the crossing from 5228 to 5328"
		f.step(next, role{param: -1, at: true})
	} else if ok && !introduced && f.start == "" {
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
		if next == f.from { // "T1 => fire F3"
			f.step(next, anything)
			return
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
	if next := f.standsThere(i, end); next > i {
		f.step(next, anything)
	}
	f.forWhom(i, end)
	f.byHowMuch(i, end)
	f.turnsAt(i, end)
	f.byWhom(i, end, introduced)
	f.suffixed(i, end)
	if next, ok := e.keyword(&e.g.through, i, end); ok && !introduced && f.armed(i, end) <= i+1 { // "along the road" is how somebody drives
		if k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPath }); k < 0 {
			f.step(next, role{param: -1, at: true}) // « entre par A05 »
		} else if !f.set[k] {
			if f.lands() {
				f.step(next, role{param: -1, at: true}) // « arrive par 4736 », where he may go on
			}
			f.along(k, next, end)
		} else {
			f.byWayOf(k, next, end)
		}
	}
}

// byWhom reads the words that stand before who does it, or what it is done with: "with G1", « une rafale de PG2 ».
func (f *filling) byWhom(i, end int, introduced bool) {
	e := f.e
	if next := f.carrier(i, end); next > i {
		f.step(next, anything)
		return
	}
	if next, ok := e.keyword(&e.g.with, i, end); ok && !f.leadsBy(i, next, end) {
		f.step(next, role{param: -1, by: true})
		f.company(next, end)
	} else if next, ok := e.keyword(&e.g.from, i, end); ok && next < end && i > f.to && !introduced && e.ours(next, end) { // « une rafale de PG2 »
		as := role{param: -1, by: true}
		if f.set[0] && slices.Contains(e.words.boarding, f.deed.name()) { // « à bord de S-T2 »
			as = role{param: -1, at: true}
		}
		f.step(next, as)
	}
}

// fronting reads which way those face of whom an order is: "and faces NW", "looking to the south".
func (f *filling) fronting(i, end int) {
	e := f.e
	if e.and(i) {
		i++
	}
	next, ok := e.keyword(&e.g.fronts, i, end)
	if !ok {
		return
	}
	for k := range f.params {
		if p := &f.params[k]; !f.set[k] && (p.Kind == KindDir || p.Name == "facing" || p.prefix.has(&e.g.fronts) || f.bearing(k)) {
			f.step(next, role{param: k})
		}
	}
}

// leadsBy reports whether a word for "with" that is one for "by way of" too stands before a place of the way: « passe par 5219 » takes nobody
// along who stands there.
func (f *filling) leadsBy(i, next, end int) bool {
	e := f.e
	if _, through := e.keyword(&e.g.through, i, end); !through || !e.goes(f.deed) {
		return false
	}
	_, _, place := e.placeAt(next, end)
	return place
}

// standsThere reads where the units of an order stand that is done nowhere else: "G2 keeps watch in G8". It returns i if they stand elsewhere,
// and where the order can be given a place.
func (f *filling) standsThere(i, end int) (next int) {
	e := f.e
	d, ok := e.lex.(Describer)
	if !ok || len(f.params) == 0 || !f.set[0] || f.params[0].Kind != KindOwn || slices.ContainsFunc(f.params, func(p param) bool {
		return p.Kind.place() || p.Kind == KindEnemy || p.Kind == KindDir
	}) {
		return i
	}
	var all []description
	for unit := range strings.SplitSeq(f.got[0], ",") {
		place, _ := d.Describe(unit)
		all = append(all, description{id: unit, place: place})
	}
	if there, next := e.standing(all, i, end); len(there) == len(all) && all[0].place != "" {
		return next
	}
	return i
}

// company reads further units that do it together with those that are named: "G-34 attacks 5324 with G-45R".
func (f *filling) company(i, end int) {
	e := f.e
	k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn })
	if k < 0 || !f.set[k] || !f.params[k].Repeated || slices.ContainsFunc(f.params[k+1:], func(p param) bool { return p.Kind == KindOwn && p.prefix.entries == 0 }) {
		return
	}
	for n := range f.params {
		if n > k && f.params[n].Kind == KindOwn && f.counts(n) {
			return // "deploy CH at E1 with SC"
		}
	}
	if next, ok := e.keyword(&e.g.theirs, i, end); ok && e.goes(f.deed) { // "go forward with their observer"
		i = next
	}
	ids, next := e.units(i, end)
	said := strings.Split(f.got[k], ",")
	if len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(said, id) }) || e.goes(f.deed) && e.standsFor(ids[len(ids)-1], next) {
		return
	}
	got, joint := f.got[k], f.joint
	f.got[k], f.joint = got+","+strings.Join(ids, ","), true
	f.step(next, anything)
	f.got[k], f.joint = got, joint
}

// noun reads what stands behind a noun for the deed and its "of": who does it, « tir de MG2 sur R1 », or the place that it is for,
// « attaque de 5121 par G-28a ».
func (f *filling) noun(i int) {
	e := f.e
	if k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn }); k >= 0 && !f.set[k] && e.ours(i, f.bound(i)) {
		f.step(i, role{param: k})
	}
	if slices.Contains(slices.Concat(e.words.joint, e.words.shelling), f.deed.name()) {
		f.step(i, role{param: -1, at: true})
	}
}

// values gives the words at i to each argument that they fit.
func (f *filling) values(i int, as role) {
	end := f.bound(i)
	for k := range f.params {
		if f.set[k] || !f.fits(k, as) && !f.subject(k, i, as) && !f.phrased(k, i, as) && !f.namesake(k, i, as) {
			if as == anything && f.params[k].Kind == KindNumber && !f.set[k] && f.counts(k) {
				f.told(k, i, "")
			}
			continue
		}
		p := f.params[k]
		p.once = true
		if f.barsValue(k, &p, i, end, as) {
			continue
		}
		if k == 0 && p.Kind == KindOwn && !p.Repeated { // "G1, G2: rally" is an order for each
			one := *p.Param
			one.Repeated, p.Param = true, &one
		}
		values, ends := f.e.list(&p, f.params, i, end)
		if len(values) == 0 || !f.e.bareAt(&p, i, end) || f.e.mumbled(i, ends[0]) || f.e.rather(&p, i, values[0]) {
			f.told(k, i, "")
			continue
		}
		unsure := f.unsure
		if f.set[k] = true; f.from >= 0 {
			_, _, place := f.e.placeAt(i, end)
			f.unsure = f.unsure || p.Kind == KindOwn && i >= f.to && place
		}
		values, ends = f.e.apposed(&p, values, ends, i)
		values, ends = f.unmixed(&p, values, ends)
		if more, next := f.e.shortened(&p, values, ends, i, end); next > 0 {
			f.got[k] = p.join(more)
			f.step(next, anything)
		}
		for n := len(values); n > 0; n-- {
			f.got[k] = p.join(values[:n])
			if next, ok := f.where(&p, values[n-1], ends[n-1], end); ok { // "R2 in H10", where R2 stands
				stood := f.stood
				f.stood = true
				f.step(next, anything)
				f.stood = stood
				continue
			}
			if id, ok := f.e.both(&p, values[n-1], i); ok && n == 1 { // a sector and an enemy are called so: which is meant?
				f.got[k] = id
				f.step(ends[0], anything)
				f.toldBehind(&p, id, ends[0], end)
				if f.got[k] = values[0]; !f.e.occupied(values[0]) || f.e.whoseIs(i) {
					continue // "fires at G2", and not at the sector G2, in which nobody is
				}
			}
			if next, ok := f.e.keyword(&f.e.g.nations, ends[n-1], end); ok && f.e.foe(values[n-1]) {
				f.step(next, anything)
			}
			if next := f.kindOf(&p, values[n-1], ends[n-1], end); next > ends[n-1] { // "the AT gun", where AT is its name
				f.step(next, anything)
			}
			if next := f.twin(k, ends[n-1], end); next > 0 {
				f.step(next, role{param: -1, at: true})
			}
			if place, next := f.stacked(&p, values[n-1], ends[n-1], end); next > 0 && n == 1 {
				f.got[k] = place
				f.step(next, anything)
				f.got[k] = values[0]
			}
			f.behind(k, f.got[k], ends[n-1])
			f.orElse(k, &p, ends[n-1], end)
			if j := f.another(&p, ends[n-1], end); j > 0 && n == len(values) {
				f.told(k, j, f.got[k]+",")
			}
		}
		f.set[k], f.got[k], f.unsure = false, "", unsure
		if f.e.longerDescribed(&p, i, ends[0], end) || f.e.nearlyNamed(&p, i, ends[0], values[0]) {
			f.told(k, i, "")
		}
	}
}
