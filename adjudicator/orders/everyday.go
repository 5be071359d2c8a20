package orders

import (
	"slices"
	"strings"
)

// An everyday line is one that the grammar refuses but that says one thing only: "kindly send G3 to C5, thanks". It is read by what its
// words can be. Every word must be accounted for: the verb in one of its everyday forms, a value of one of the verb's arguments, a word that
// introduces one, or a word that says nothing. The order of the words does not matter, but what introduces a value does: what stands behind
// "at" is never an own unit, what stands behind "with" never a target. A single word that is none of these leaves the line unread. So a
// negation, a doubt, an exception or a second thought can never be lost, whatever words it is made of.
//
// Worked example: "G3 --> C5, please" with the verb "move" of the sense of going. "please" says nothing, the arrow introduces a place, no verb
// stands in the line, so the sense of going is meant: the one reading is "G3: move C5".
//
// Words that only say how things are may stand beside what they tell of: the ground where a named place lies or a unit stands, a unit's state,
// the side of an enemy. They are never passed over where something could still be aimed at or gone to, nor where the verb has them among its
// own arguments. Who stands before the verb does it, whatever else bears that name; who is not on the map arrives before he goes.
//
// Where the words allow several readings, those count that the rules allow at the moment (Judge). If one is left, it is taken; if several are,
// the line is asked back with them. If the rules allow none, those count whose verbs have their time now: they are answered by what is wrong.

// Judge tells what the rules say of an order now, as far as its player can know. A line without a text stands for its verb alone: it is Untimely
// or Past, or Allowed as far as that tells; with a phase, it is Untimely too if it would be for another one.
type Judge func(l Line) Verdict

// Verdict is what the rules say of an order that reads well.
type Verdict int

// The verdicts of a Judge, the worst first.
const (
	Past     Verdict = iota // its verb has no place in any phase that is still to come, as far as anybody knows
	Untimely                // its verb has no place in any phase that is open
	Refused                 // it may be given now, but not so: the place is full, nothing is in sight
	Allowed
)

// Limits of the search for the readings of an everyday line.
const (
	mostEveryday = 40    // atoms of the line
	mostFillings = 8_000 // steps of the search for one line's readings
	mostParts    = 4     // orders in the line
	mostReadings = 3     // that are shown where the line is asked back
)

// noDeed stands where no verb does.
const noDeed = -1

// everyday searches for the readings of one line.
type everyday struct {
	*reader
	words  *everydayWords
	steps  int
	stands bool  // the line says that its order stands
	denies bool  // it says what is never done
	lasts  bool  // and that this stands
	reacts *verb // what is done each time that something happens
}

// inEverydayWords returns the readings of the atoms from i on that count. A search that comes to its limits has none: what it has not seen
// might be meant.
func (r *reader) inEverydayWords(i int) []reading {
	if len(r.atoms)-i > mostEveryday || *r.spare <= 0 {
		return nil
	}
	if found, any := r.sparing(i); any {
		return found
	}
	if found, any := r.fallback(i); any {
		return found
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	quiet, work := r.quiet, r.work
	faults, spans := r.faults, r.spans
	r.quiet, r.work = true, r.spare
	found, any := r.standingSentence(i)
	if _, _, doubtful := r.doubtful(i); !any && !doubtful && !e.twoSided(i) {
		found = e.plainly(i)
	} else if any && r.unsure(i) {
		found = nil
	}
	r.quiet, r.work, r.faults, r.spans = quiet, work, faults, spans
	if e.steps < 0 || *r.spare <= 0 {
		return nil
	}
	if len(found) == 0 {
		found = r.unremarked(i)
	}
	if len(found) == 0 {
		found = r.requested(i)
	}
	for k := range found {
		found[k].lines = r.g.preferring(found[k].lines)
	}
	return found
}

// conditional reports whether the atoms have a condition, an alternative or a negation, or are a standing order: what such words govern is
// never guessed.
func (r *reader) conditional(i, end int) bool {
	for ; i < end; i++ {
		if r.is(i, "|") || r.is(i, "?") {
			return true
		}
		if to := r.phrased(i); to > i+1 { // « ne bouge pas », « au pas double »
			i = to - 1
			continue
		}
		for _, v := range []*vocabulary{&r.g.ifWords, &r.g.whenWords, &r.g.otherwiseWords, &r.g.orWords, &r.g.notWords, &r.g.standingWords} {
			if next, ok := r.keyword(v, i, end); ok && (v != &r.g.whenWords || !r.counting(i, next, end)) {
				return true
			}
		}
	}
	return false
}

// counting reports whether a word from i to next that may begin a condition says how often instead: "fires once", "fires once at R2".
func (r *reader) counting(i, next, end int) bool {
	if _, to, ok := r.full(&r.g.repeats, i, end); !ok || to != next {
		return next >= end
	}
	if next >= end || !r.atoms[next].word {
		return true
	}
	for _, v := range []*vocabulary{&r.g.aim, &r.g.towards, &r.g.thenWords, &r.g.andWords} {
		if _, ok := r.keyword(v, next, end); ok {
			return true
		}
	}
	return false
}

// phrased returns where the longest words at i end that are those of a deed or of a value, or i.
func (r *reader) phrased(i int) int {
	e := everyday{reader: r, words: &r.g.forms}
	to, _ := e.longest(i, len(r.atoms))
	if next, ok := r.keyword(&r.g.qualifying, i, len(r.atoms)); ok {
		to = max(to, next)
	}
	if next, ok := r.keyword(&r.g.ending, i, len(r.atoms)); ok && next == len(r.atoms) {
		to = max(to, next)
	}
	if next, ok := r.atMost(i, len(r.atoms)); ok {
		to = max(to, next)
	}
	for _, v := range []*vocabulary{&r.g.repeats, &r.g.again} { // "twice if need be"
		if next, ok := r.keyword(v, i, len(r.atoms)); ok {
			to = max(to, next)
		}
	}
	return max(to, e.valued(i, len(r.atoms)), e.still(i, len(r.atoms)), e.limited(i, len(r.atoms)), r.prefixed(i))
}

// limited returns where words end that stand behind a number at i and say that it is a limit: "10 or less". It is i if none do.
func (r *reader) limited(i, end int) int {
	if i == 0 || i >= end || !digits(r.atoms[i-1].key) {
		return i
	}
	if next, ok := r.keyword(&r.g.limits, i, end); ok {
		return next
	}
	return i
}

// before is what a part of a line may leave out because the part before it said it.
type before struct {
	unit string
	verb int // of deeds, or noDeed
	line *Line
	then bool   // it comes first, and this part afterwards
	way  string // the steps in a direction by which it told where to
}

// parts reads one order, or several that follow one another: "move B-1 to 0509, B-2 to 0309".
func (e *everyday) parts(i, end int, said before, most int) []reading {
	i, end = e.trimmed(i, end)
	if i >= end {
		return nil
	}
	if found, any := e.shared(i, end, said, most); any {
		return found
	}
	found := e.part(i, end, said)
	far := e.judge != nil && !slices.ContainsFunc(found, func(r reading) bool { return !e.away(r, said) }) // "bring PG1 on at A06, then B06"
	if len(found) > 0 && !far || most == 1 {
		return found
	}
	if found := e.headed(i, end, most-1); len(found) > 0 {
		return found
	}
	var out []reading
	for j := i + 1; j < end-1 && e.steps > 0; j++ {
		next, ok := e.cut(j, end)
		if !ok {
			continue
		}
		if e.idles(i, j, next, end) {
			for _, right := range e.parts(next, end, before{verb: noDeed}, most-1) {
				if !e.speaksOf(right, i, j) {
					out = e.with(out, right)
				}
			}
			continue
		}
		if led := e.beforeThem(i, j, next, end, most); led != nil {
			out = append(out, led...)
			continue
		}
		apart := e.is(j, ";") && (e.clause(i, j) || e.clause(next, end))
		for _, left := range e.judged(e.part(i, j, said)) {
			if e.idles(next, end, end, end+1) && !e.speaksOf(left, next, end) { // "MG1 to 0401, MG2 stays put"
				out = e.with(out, left)
				continue
			}
			if e.and(j) && e.onceMore(next, end) {
				out = e.with(out, joined(left, left))
				continue
			}
			if e.is(j, ",") && e.continues(left, next, end) || (e.is(j, ",") || e.and(j)) && !e.after(j, next) && e.prolongs(left, next, end) {
				continue
			}
			if e.is(j, ",") && e.companions(left, j, next) {
				continue // "fires R1, R2 target T1": what both fire at comes behind both
			}
			now := before{unit: left.subject(), verb: e.deedOf(left), line: &left.lines[len(left.lines)-1], then: e.after(j, next), way: left.way}
			for _, right := range e.parts(next, end, now, most-1) {
				if whole, ok := e.combined(left, right, apart, e.after(j, next)); ok {
					out = e.with(out, whole)
				}
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	if stop := e.tooAlone(i, end); len(found) == 0 && stop > i && said.verb == noDeed {
		return e.parts(i, stop, said, most)
	}
	return found
}

// continues reports whether the word at i is a further value of the list with which an order ends: "fire with rifle, mortar", where a mortar
// could do something too.
func (e *everyday) continues(r reading, i, end int) bool {
	n := e.deedOf(r)
	if n == noDeed {
		return false
	}
	l := &r.lines[len(r.lines)-1]
	args := l.Args
	if len(l.Clauses) > 0 {
		args = l.Clauses[len(l.Clauses)-1].Args
	}
	if len(args) == 0 {
		return false
	}
	for _, p := range e.words.deeds[n].params() {
		if p.Name == args[len(args)-1].Name && p.Kind == KindWord && p.Repeated {
			_, _, ok := e.full(&p.words, i, end)
			return ok
		}
	}
	return false
}

// after reports whether what stands between two orders from i to end says that one comes after the other.
func (e *everyday) after(i, end int) bool {
	for ; i < end; i++ {
		if _, then := e.keyword(&e.g.thenWords, i, end); then || e.is(i, ";") {
			return true
		}
	}
	return false
}

// cut reports whether an order may end at j, and where the next one begins.
func (e *everyday) cut(j, end int) (next int, ok bool) {
	switch e.atoms[j].key {
	case ";", ",", "&", "+":
		next, ok = j+1, !e.sundered(j)
	case "!":
		next, ok = j+1, j > 0
	case ".":
		next, ok = j+1, j > 0 && len(e.atoms[j-1].key) > 1 // "n. w." is one direction
	case "/":
		next, ok = j+1, j > 0 && e.atoms[j].from > e.atoms[j-1].to && j+1 < end && e.atoms[j+1].from > e.atoms[j].to
	case "(":
		if to, _ := e.longest(j+1, end); to > j+1 { // "stays (hold)"
			next, ok = j+1, true
		}
	default:
		if next := e.enumerated(j, end); next > j {
			return next, true
		}
		if next, ok = e.keyword(&e.g.thenWords, j, end); !ok && e.and(j) {
			next, ok = j+1, true
		}
	}
	if ok {
		if after, again := e.keyword(&e.g.thenWords, next, end); again {
			next = after
		} else if e.and(next) {
			return e.cut(next, end)
		}
	}
	return next, ok
}

// sundered reports whether a mark at j, without a blank on either side, parts a single letter from a word that may be its own: "face N;E", "explosiv;e".
func (e *everyday) sundered(j int) bool {
	return j > 0 && j+1 < len(e.atoms) && e.atoms[j-1].to == e.atoms[j].from && e.atoms[j+1].from == e.atoms[j].to &&
		len(e.atoms[j+1].key) == 1 && e.atoms[j+1].word && !digits(e.atoms[j+1].key)
}

// enumerated reads the number of a further order in the line: "1) PG1 A06 2) PG2 A07".
func (e *everyday) enumerated(j, end int) (next int) {
	if n, ok := e.count(j); !ok || n > mostParts || !digits(e.atoms[j].key) || j+2 >= end || !e.is(j+1, ")") && !e.is(j+1, ".") {
		return j
	}
	return j + 2
}

// trimmed leaves out marks and words at both ends that say nothing.
func (e *everyday) trimmed(i, end int) (from, to int) {
	for i < end {
		if _, ok := e.keyword(&e.g.quantities, i, end); ok { // « les deux groupes »
			break
		}
		if _, ok := e.keyword(&e.g.crowds, i, end); ok {
			break
		}
		if ids, _ := e.lettered(i, end); len(ids) > 0 { // "A company"
			break
		}
		if _, ok := e.keyword(&e.g.likewise, i, end); ok { // "so does G-208"
			break
		}
		if _, ok := e.count(i); ok && i+1 < end {
			if _, ok := e.keyword(&e.g.counted, i+1, end); ok { // "a shell"
				break
			}
		}
		if next, ok := e.empty(i, end); ok {
			if e.opensDeed(i, next, end) {
				break
			}
			i = next
			continue
		}
		next, ok := e.keyword(&e.g.thenWords, i, end)
		if !ok {
			next, ok = e.keyword(&e.g.andWords, i, end) // "and US-2 to O1", below the line for US-1
		}
		if !ok {
			break
		}
		i = next
	}
	for end > i && !e.atoms[end-1].word && strings.Contains(".,;:!", e.atoms[end-1].key) {
		end--
	}
	for j := end - 1; end == len(e.atoms) && j > i && j >= end-e.g.thenWords.atoms; j-- { // "PG2 enters at A05 after that"
		if _, next, ok := e.full(&e.g.thenWords, j, end); ok && next == end {
			return i, j
		}
	}
	return i, end
}

// empty reads words and marks that say nothing.
func (e *everyday) empty(i, end int) (next int, ok bool) {
	if i >= end {
		return i, false
	}
	if e.is(i, "-") && i > 0 && i+1 < end && e.tight(i) && e.tight(i+1) && !hasDigit(e.atoms[i-1].key) {
		if next, ok := e.keyword(&e.g.courtesy, i+1, end); ok && next == i+2 { // « creusez-moi des trous »
			return next, true
		}
	}
	if !e.atoms[i].word {
		return i + 1, strings.Contains(".,;:!()[]{}", e.atoms[i].key) || e.is(i, "%") && i > 0 && digits(e.atoms[i-1].key)
	}
	if e.bearing(i) {
		return i, false
	}
	for _, v := range []*vocabulary{&e.g.courtesy, &e.g.requests, &e.g.pleas} {
		if j, ok := e.keyword(v, i, end); ok && !e.dangling(i, j, end) {
			return j, true
		}
	}
	if j, ok := e.keyword(&e.g.articles, i, end); ok && j < end { // at the end of a line "the" is a slip, perhaps for "he"
		return j, true
	}
	if e.atoms[i].key == "'" || e.is(i, "\"") {
		return i + 1, true
	}
	return i, false
}

// dangling reports whether the word from i to next, with which a line ends, is one that something follows: « D6 du » is a slip, perhaps for D6 D5.
func (e *everyday) dangling(i, next, end int) bool {
	_, of := e.g.of.exact[e.atoms[i].key]
	return of && next == i+1 && next == end
}

// bearing reports whether the word at i is a direction in capitals, where others are not: "SE" is not the « se » of « se tourne ».
func (e *everyday) bearing(i int) bool {
	raw := e.raw(i, i+1)
	if e.shouted || raw == e.atoms[i].key || raw != strings.ToUpper(raw) {
		return false
	}
	_, way, _ := e.compass().find(e.atoms[i].key)
	return way
}

// part reads one order: as the grammar has it, or in everyday words.
func (e *everyday) part(i, end int, said before) []reading {
	if again := e.likewise(i, end, said); again != nil {
		return again
	}
	if told := e.inOwnWords(i, end); told != nil {
		return told
	}
	standing := func(l Line) bool { return l.Standing != e.stands } // it is asked for by a word that no other everyday line has
	var later []reading                                             // as the grammar has it, but for another time than now
	if lines := e.strictly(e.raw(i, end)); lines != nil && !slices.ContainsFunc(lines, standing) {
		r := readingOf(lines)
		if e.judge == nil || e.timely(r) {
			return []reading{r}
		}
		later = []reading{r}
	}
	if found := e.spoken(i, end, said); len(later) == 0 || len(found) > 0 && !slices.ContainsFunc(found, func(r reading) bool { return !e.allowed(r) }) {
		return found
	}
	return later
}

// spoken reads one order in everyday words.
func (e *everyday) spoken(i, end int, said before) []reading {
	verbs := false
	var out, here, loose []reading
	for n, f := range []forms{e.words.own, e.words.wide, e.words.instead} {
		found, any := e.worded(f, i, end, said)
		verbs = verbs || any
		for _, r := range found {
			if r.loose && (e.judge == nil || e.allowed(r)) {
				loose = e.with(loose, r)
			}
		}
		found = slices.DeleteFunc(found, func(r reading) bool { return r.loose || r.joint && e.judge != nil && !e.allowed(r) })
		if slices.ContainsFunc(found, e.inside) { // who takes cover in the house goes into it
			found = slices.DeleteFunc(found, func(r reading) bool { return !e.inside(r) })
		}
		if slices.ContainsFunc(found, func(r reading) bool { return r.several }) {
			return found // which of them is meant, what is allowed does not tell
		}
		if n == 2 { // who arrives does so somewhere: "goes under cover" is no arrival
			found = slices.DeleteFunc(found, func(r reading) bool { return slices.Contains(e.words.arriving, e.deedOf(r)) && !e.somewhere(r) })
		}
		if e.judge != nil {
			allowed, arrived := e.counting(found, said)
			if len(allowed) > 0 {
				if n == 0 {
					allowed = e.orNow(allowed, i, end, said)
				}
				return allowed
			}
			if here == nil {
				here = arrived
			}
		}
		if n < 2 && (len(out) == 0 || e.judge != nil && !slices.ContainsFunc(out, e.timely) && slices.ContainsFunc(found, e.timely)) {
			out = found // instead of a deed only what is allowed counts
		}
		if (e.judge == nil || slices.ContainsFunc(out, e.inside)) && len(out) > 0 {
			break // who is to go into a house, and cannot, does not go there in another way
		}
	}
	if len(out) == 0 && len(loose) > 0 {
		return loose
	}
	if here != nil && !slices.ContainsFunc(out, e.timely) {
		return here
	}
	if verbs {
		if e.judge != nil {
			out = slices.DeleteFunc(out, func(r reading) bool { return e.rests(r) || e.strays(r) })
		}
		if len(out) > 0 && e.judge != nil && !slices.ContainsFunc(out, e.timely) { // "the machine guns MG1 at 0304"
			if found := e.wordless(i, end, said); slices.ContainsFunc(found, e.allowed) {
				return found
			}
		}
		if e.judge != nil && !slices.ContainsFunc(out, e.timely) {
			if found := e.toldNow(i, end, said); len(found) > 0 {
				return found
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if mended, ok := e.mended(i, end, said); len(mended) > 0 || ok && !verbs {
		return mended
	}
	found := e.wordless(i, end, said)
	if len(found) == 0 && verbs {
		found = e.telling(i, end, said)
	}
	if len(found) == 0 && e.judge != nil {
		found = e.toldNow(i, end, said)
	}
	return found
}

// worded returns the readings by the verbs that stand among the words; any reports whether one does.
func (e *everyday) worded(words forms, i, end int, said before) (out []reading, any bool) {
	inside, outer := i, []int(nil) // the end of the words for a deed that began before, and the deeds of these words
	for from := i; from < end; from++ {
		if !e.atoms[from].word {
			continue
		}
		covered, longer, short := e.covering(from, end)
		if to := e.still(from, end); to > covered { // « pas de tir » is no « tir », also where nobody need be told to hold his fire
			covered, longer = to, nil
		}
		if from < inside && covered <= inside && (len(out) > 0 || e.turnedBy(from-1) || !slices.ContainsFunc(longer, func(n int) bool { return slices.Contains(outer, n) })) {
			continue // « ne bouge pas » is not « bouge », nor « se » a way where « se tourne » was read
		}
		if covered > inside {
			inside, outer = covered, longer
		}
		for to := min(from+max(e.reach(e.words.begins, from), e.words.begins[firstWord(e.g.unelided(e.atoms[from].key))]), end); to > from; to-- {
			if !e.atoms[to-1].word {
				continue
			}
			k := phrase(e.key(from, to))
			deeds := words.whole[k]
			if len(deeds) == 0 {
				deeds = words.whole[phrase(e.g.unelided(e.key(from, to)))]
			}
			kept := len(out)
			for _, a := range words.apart[k] {
				if f := (filling{e: e, deed: e.words.deeds[a.deed], from: from, to: to, particle: a.particle, end: end, said: said, out: &out}); e.later(a.particle, to, end) {
					f.search(i)
				}
				if len(out) > kept && marks(a.particle) > 1 { // "covers G2 with fire" does not cover it
					deeds = nil
				}
			}
			if len(deeds) == 0 || covered > to && !slices.ContainsFunc(deeds, func(n int) bool { return slices.Contains(longer, n) }) {
				continue // "return fire" is not "return"
			}
			if e.thing(from, to) { // "the machine guns" shoot nobody
				deeds = slices.DeleteFunc(slices.Clone(deeds), func(n int) bool { return !slices.Contains(e.words.shelling, e.words.deeds[n].name()) })
				if len(deeds) == 0 {
					continue
				}
			}
			any = true
			for _, n := range deeds {
				f := filling{e: e, deed: e.words.deeds[n], from: from, to: to, end: end, said: said, joint: short, out: &out}
				f.search(i)
			}
			break // the longest form counts
		}
	}
	return out, any
}

// strictly reads a text as the grammar has it, or returns nil.
func (e *everyday) strictly(text string) []Line {
	try := reader{typed: read(text), scene: e.scene, g: e.g, thorough: true, quiet: true, guesses: e.guesses, work: e.work, nr: e.nr}
	if len(try.atoms) == 0 {
		return nil
	}
	lines := try.lines(0)
	if len(try.faults) > 0 || slices.ContainsFunc(lines, func(l Line) bool { v := e.g.verbOf(l.Verb); return v != nil && v.Alone }) {
		return nil
	}
	return lines
}
