package orders

import (
	"slices"
	"strings"
)

// mostLikely is how many verbs are named to a player whose line has none.
const mostLikely = 3

// choose names the likely verbs to the player whose line has none. It is asked last: most lines that the grammar refuses for it are read in everyday
// words.
func (r *reader) choose() {
	for k := range r.faults {
		if f := &r.faults[k]; f.Code == "orders.verb-missing" {
			f.Args = append(f.Args, arg("choices", strings.Join(r.likely(r.gap(r.verbless[0], r.verbless[1]), r.verbless[1]), ", ")))
		}
	}
}

// likely returns the verbs that a line without a verb from i on may lack: those that a word of it is nearest to, then those that have their time
// now, then those whose arguments the rest of it gives.
func (r *reader) likely(i, end int) []string {
	type choice struct {
		name string
		cost int
	}
	const unlike, untimely, unfit = 100, 2, 1
	var all []choice
	verbs, first := r.g.verbs, 1
	if top := r.firstImplicit(); top != nil && r.impliesUnit() {
		verbs, first = top.subs, 0
	}
	for k := range verbs {
		v := &verbs[k]
		if first > 0 && (len(v.params) == 0 || v.params[0].Kind != KindOwn) || v.Only {
			continue
		}
		cost := unlike
		for j := i; j < end && j < i+mostTrailing; j++ {
			if r.atoms[j].word {
				cost = min(cost, r.unlikeness(j, v.aliases()))
			}
		}
		if !r.fitsRest(v, first, min(i, end), end) {
			cost += unfit
		}
		if first > 0 && r.judge != nil && r.judge(Line{Verb: v.Name}) <= Untimely {
			cost += untimely
		}
		all = append(all, choice{v.Name, cost})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.cost - b.cost })
	var names []string
	for _, c := range all[:min(len(all), mostLikely)] {
		names = append(names, c.name)
	}
	return names
}

// unlikeness returns how far a word of the line is from the nearest of some words, doubled so that it leaves room for a second order.
func (r *reader) unlikeness(j int, words []string) int {
	best := 100
	for _, w := range words {
		if texts, d := r.nearest(r.atoms[j].key, []candidate{{phrase(Fold(w)), w}}); len(texts) > 0 {
			best = min(best, 2*d)
		}
	}
	return best
}

// fitsRest reports whether what follows a unit and one word, or the unit alone, gives the arguments of a verb from the first on.
func (r *reader) fitsRest(v *verb, first, i, end int) bool {
	for _, from := range []int{i, i + 1} {
		if from > end {
			break
		}
		f := fit{r: r, ps: v.params, got: make([]string, len(v.params)), set: make([]bool, len(v.params)), end: end, budget: search}
		for k := range first {
			f.set[k] = true
		}
		if f.from(from, first) {
			return true
		}
	}
	return false
}

// point moves the fault of an unread line to the word that nobody could know, if it was reported at its beginning for want of a better place.
func (r *reader) point(i int) {
	if len(r.faults) != 1 || len(r.faults[0].Suggestions) > 0 || r.faults[0].Column != r.column(i) {
		return
	}
	code := r.faults[0].Code
	if code != "orders.unknown-verb" && code != "orders.verb-missing" {
		return
	}
	at, ok := r.strange(i)
	if !ok || at == i {
		return
	}
	if code == "orders.verb-missing" && !r.doing(i, at) { // a verb that nobody knows
		r.faults[0].Column = r.column(at)
		return
	}
	r.faults, r.spans = nil, nil
	r.wrong("orders.trailing", at, at+1, nil)
}

// namesNobody says of a line that is not understood and that names a unit nobody has heard of just that: "G-A" where there are G-1 and G-2. Without
// its hyphen it would be told of in halves, and without the name the line would be another order.
func (r *reader) namesNobody(i int) bool {
	for _, f := range r.faults {
		if _, corrected := Correction(f); corrected || len(f.Suggestions) > 0 && f.Code != "orders.unknown-verb" {
			return false
		}
		if !slices.Contains([]string{"orders.unknown-verb", "orders.verb-missing", "orders.needs-unit", "orders.trailing", "orders.unknown-place", "orders.unknown-target"}, f.Code) {
			return false
		}
	}
	for j := i; j < len(r.atoms); j = r.chunk(j, len(r.atoms)) {
		if next := r.chunk(j, len(r.atoms)); r.unheardOf(j, next) {
			texts, _ := r.nearest(r.key(j, next), r.everyUnit())
			r.faults, r.spans = nil, nil
			r.wrong("orders.unknown-unit", j, next, texts)
			return true
		}
	}
	return false
}

// unheardOf reports whether the atoms from i to next are written as the names of units are, and no unit has that name.
func (r *reader) unheardOf(i, next int) bool {
	if next != i+3 || !r.atoms[i].word || !r.is(i+1, "-") || !r.atoms[i+2].word {
		return false
	}
	for _, n := range []*names{&r.own, r.enemy()} {
		if _, end, ok := r.unit(n, i, next); ok && end == next {
			return false
		}
	}
	if _, gone := r.departed(i, next); gone {
		return false
	}
	begins := r.key(i, i+2)
	return slices.ContainsFunc(r.everyUnit(), func(c candidate) bool { return strings.HasPrefix(c.key, begins) })
}

// everyUnit lists the names of the units of both sides.
func (r *reader) everyUnit() (list []candidate) {
	for _, n := range []*names{&r.own, r.enemy()} {
		for i, id := range n.ids {
			list = append(list, candidate{n.keys[i], id})
		}
	}
	return list
}

// UnreadFault is the code of a line of which every word is known, and which is no order all the same.
const UnreadFault = "orders.unread"

// blameNoArticle says of a line that is not understood by its first word, where that is only "the" or "please", that it is no order as a whole.
func (r *reader) blameNoArticle(i int) {
	for k := range r.faults {
		f := &r.faults[k]
		if f.Code != "orders.unknown-verb" || len(f.Suggestions) > 0 || len(f.Args) == 0 {
			continue
		}
		for _, v := range []*vocabulary{&r.g.articles, &r.g.courtesy, &r.g.pleas, &r.g.requests} {
			if _, idle := v.exact[phrase(Fold(f.Args[0].Value))]; idle {
				f.Code, f.Args, f.Column = UnreadFault, nil, r.column(min(i, len(r.atoms)-1))
				break
			}
		}
	}
}

// doing reports whether everyday words for a deed stand from i to end, behind the unit that does it: "B-A1 advances to 0402 and then".
func (r *reader) doing(i, end int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	if _, next, ok := r.unit(&r.own, i, end); ok {
		i = next
	}
	for j := i; j < end; j++ {
		for to := min(j+e.reach(e.words.begins, j), end); to > j && e.atoms[j].word; to-- {
			if len(e.words.own.whole[phrase(e.key(j, to))]) > 0 && !e.thing(j, to) {
				return true
			}
		}
	}
	return false
}

// strange finds the first word of a line, from i on, that nothing in the grammar, in everyday words or in play can be.
func (r *reader) strange(i int) (at int, ok bool) {
	e := everyday{reader: r, words: &r.g.forms}
	for j := i; j < len(r.atoms); {
		next := e.known(j)
		if next == j {
			return j, true
		}
		j = next
	}
	return 0, false
}

// known returns the atom behind the longest thing at j that is known, or j.
func (e *everyday) known(j int) int {
	end := len(e.atoms)
	if !e.atoms[j].word || hasDigit(e.atoms[j].key) {
		return j + 1
	}
	best := j
	see := func(next int, ok bool) {
		if ok {
			best = max(best, next)
		}
	}
	for to := min(j+max(e.reach(e.words.begins, j), e.reach(e.words.opens, j)), end); to > j; to-- {
		k := phrase(e.key(j, to))
		see(to, len(e.words.own.whole[k]) > 0 || len(e.words.wide.whole[k]) > 0 || e.words.values[k])
	}
	for _, n := range []*names{&e.own, e.enemy(), e.compass(), e.seats()} {
		_, next, ok := e.unit(n, j, end)
		see(next, ok)
	}
	_, next, ok := e.placeAt(j, end)
	see(next, ok)
	for _, all := range [][]description{e.ownDescribed(e.g), e.foesDescribed(e.g)} {
		word, next := e.kindAt(all, j, end)
		see(next, word != "")
	}
	g := e.g
	for _, v := range []*vocabulary{&g.names, &g.courtesy, &g.requests, &g.pleas, &g.wavering, &g.lasting, &g.severally, &g.articles, &g.bodies, &g.towards, &g.from, &g.with, &g.forWhom, &g.through, &g.counted, &g.onward, &g.occupants, &g.repeats, &g.ranks, &g.quantities, &g.kinds,
		&g.scenery, &g.states, &g.nations, &g.crowds, &g.together, &g.agents, &g.everybody, &g.nobody, &g.others, &g.unchanged, &g.sparing, &g.only, &g.who, &g.again, &g.likewise, &g.fronts, &g.particles, &g.infinitive,
		&g.limits, &g.theirs, &g.lavish, &g.ending, &g.aimed, &g.qualifying,
		&g.thenWords, &g.andWords, &g.orWords, &g.ifWords, &g.whenWords, &g.notWords, &g.otherwiseWords, &g.standingWords, &g.fillers, &g.doubts, &g.terms} {
		_, next, ok := e.full(v, j, end)
		see(next, ok)
	}
	if k := e.atoms[j].key; best == j && (g.prefixes[k] || g.reserved[k] || strings.Contains(k, "'") || len(k) < shortest) {
		return j + 1
	}
	if _, ok := g.Count(e.atoms[j].key); ok {
		see(j+1, true)
	}
	return best
}
