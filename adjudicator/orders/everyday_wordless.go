package orders

import "slices"

// An order may have no verb: that of the order before it is meant, or fire where an enemy is named behind "at", or a move, or the deed that one of
// its words alone tells.

// telling reads a line whose deed is told by one of its words alone: "AIR1: observation over 5634". It must be allowed, or the only one.
func (e *everyday) telling(i, end int, said before) (out []reading) {
	if e.judge == nil {
		return nil
	}
	var refused []reading
	var at []int // where a word may stand that tells one
	for j := i; j < end; j = e.beyond(j, end) {
		at = append(at, j)
	}
	for n, d := range e.words.deeds {
		if n == said.verb || !e.toldOf(d, at, i, end) {
			continue
		}
		for _, r := range e.withoutItsWords(d, i, end, said) {
			if e.allowed(r) {
				out = e.with(out, r)
			} else if e.timely(r) {
				refused = e.with(refused, r)
			}
		}
	}
	if len(out) == 0 && len(refused) == 1 { // one thing only can be meant: the answer says what is against it
		return refused
	}
	return out
}

// toldOf reports whether one of the words at some atoms tells a deed, or one from i on the turn in which it is done.
func (e *everyday) toldOf(d deed, at []int, i, end int) bool {
	shells := slices.Contains(e.words.shelling, d.name())
	ps := d.params()
	for k := range ps {
		p := &ps[k]
		for j := i; j < end && p.Kind == KindNumber && p.Name == turnName; j++ {
			if turn, _ := e.turnAt(j, end); turn > 0 {
				return true
			}
		}
		for _, j := range at {
			if e.tells(p, j, end, shells) || shells && e.tellsCount(p, j, end) {
				return true
			}
		}
	}
	return false
}

// withoutItsWords returns the readings of a line by a deed of which no word stands in it.
func (e *everyday) withoutItsWords(d deed, i, end int, said before) (found []reading) {
	f := filling{e: e, deed: d, from: noDeed, to: noDeed, end: end, said: said, implied: true, out: &found}
	f.search(i)
	return found
}

// toldNow reads a line whose words for a deed mean none that has its time now, where one of them is what another verb, which has it, must be told:
// who is to bomb before the game has that for his mission. It must be allowed.
func (e *everyday) toldNow(i, end int, said before) (out []reading) {
	for n, d := range e.words.deeds {
		ps := d.params()
		if n == said.verb || len(ps) == 0 || ps[0].Kind != KindOwn || ps[0].Optional || e.judge(Line{Verb: d.verb.Name}) <= Untimely {
			continue
		}
		tells := false
		for _, p := range ps {
			for j := i; j < end && !tells && p.Kind == KindWord && !p.Optional; j++ {
				if _, _, tells = e.full(&p.words, j, end); !tells {
					_, _, tells = e.plural(&p.words, j, end)
				}
			}
		}
		if !tells {
			continue
		}
		for _, r := range e.withoutItsWords(d, i, end, said) {
			if e.allowed(r) {
				out = e.with(out, r)
			}
		}
	}
	return out
}

// beyond returns where the next word stands that may tell a deed: one within words that tell another one does not. « Ne jamais reculer » is not "never".
func (e *everyday) beyond(j, end int) int {
	if to := e.valued(j, end); to > j+1 && len(e.words.own.whole[phrase(e.key(j, to))]) > 0 {
		return to
	}
	return j + 1
}

// tellsCount reports whether a line says at j how many pieces fire, which only artillery is told: "two tubes of smoke at 0804".
func (e *everyday) tellsCount(p *param, i, end int) bool {
	if p.Kind != KindNumber || !slices.ContainsFunc(p.prefix.keys, func(w key) bool { _, with := e.g.with.exact[w.text]; return with }) {
		return false
	}
	if n, next, ok := e.full(&e.g.quantities, i, end); ok && n > 1 { // "both guns"
		_, ok := e.keyword(&e.g.counted, next, end)
		return ok
	}
	if _, ok := e.count(i); !ok || i+1 >= end {
		return false
	}
	_, ok := e.keyword(&e.g.counted, i+1, end)
	return ok
}

// tells reports whether the word at j is one of an argument that stands for its deed: "two guns on 0805, smoke". Of artillery, shells says
// that what it fires does so: "shrapnel on 0802".
func (e *everyday) tells(p *param, j, end int, shells bool) bool {
	if p.Kind != KindWord || !e.atoms[j].word || p.Name == "decision" {
		return false // who speaks of losses does not say that he wants to be asked about them
	}
	if _, _, ok := e.plural(&p.words, j, end); ok && !shells {
		return !e.g.says(e.atoms[j].key)
	}
	_, next, ok := e.full(&p.words, j, end)
	introduced := p.prefix.has(&e.g.with) && ok && e.words.speaks(phrase(e.key(j, next))) == 0 // "michael_1 by AA17", which is "by michael_1"
	if !ok || p.Optional && (len(e.key(j, next)) < shortestSlip || !shells && !introduced && e.g.says(e.key(j, next))) {
		return false
	}
	k := phrase(e.key(j, next))
	return !e.g.prefixes[k] && len(e.words.own.whole[k]) == 0 && len(e.words.wide.whole[k]) == 0
}

// wordless reads an order without a verb: the verb of the order before it, or fire where an enemy is named behind "at", or a move. It must
// be allowed: what was not written is only read into a line where it can be done.
func (e *everyday) wordless(i, end int, said before) (out []reading) {
	try := func(deeds []int, aimed bool) []reading { return e.implied(deeds, i, end, said, aimed, e.allowed) }
	if said.verb != noDeed {
		if said.line != nil {
			if again := e.again(i, end, said, ""); again != nil {
				return again
			}
		}
		if said.then && slices.Contains(e.words.arriving, said.verb) { // who has arrived goes on: "PG1 comes on at A06, then B06"
			return try(append([]int{said.verb}, e.words.going...), false)
		}
		return try([]int{said.verb}, false)
	}
	if out = e.shelled(i, end, said); len(out) > 0 {
		return out
	}
	aims := false
	for j := i; j < end; j++ {
		_, ok := e.keyword(&e.g.aim, j, end)
		aims = aims || ok || e.arrow(j) && e.foeAt(j+1, end)
	}
	if aims {
		if out = try(e.words.aiming, true); len(out) == 0 && e.judge != nil { // who fires at aircraft may have an order of his own
			out = try(e.words.besides, true)
		}
	}
	if !aims || len(out) == 0 || e.judge != nil && !slices.ContainsFunc(out, e.namesEnemy) { // "MG2 at 0808": does it go there?
		for _, r := range try(e.words.going, false) {
			if !aims || e.judge != nil {
				out = e.with(out, r)
			}
		}
	}
	var turned []reading
	if e.judge != nil { // "R1: NE" may be a step or a turn
		for _, r := range try(e.words.turning, false) {
			if r.stood { // who is to be set up where he stands now
				turned = e.with(turned, r)
				continue
			}
			out = e.with(out, r)
		}
	}
	if len(out) > 0 || e.judge == nil {
		return out
	}
	if out = try(e.words.arriving, false); len(out) > 0 {
		if e.judge != nil && !slices.ContainsFunc(out, func(r reading) bool { return !e.present(r) }) { // "G-1G to 5119", too far for one of them
			if going := e.implied(e.words.going, i, end, said, false, e.timely); len(going) > 0 {
				return going
			}
		}
		return out
	}
	if len(turned) > 0 {
		return turned
	}
	return e.unable(i, end, said, aims)
}

// unable reads an order without a verb that nothing allowed can be meant by: what is meant then is what the answer says is not possible.
func (e *everyday) unable(i, end int, said before, aims bool) (out []reading) {
	if aims && e.judge != nil { // "Pak at the Sherman", which is out of sight: the answer says so
		for _, r := range e.implied(e.words.aiming, i, end, said, true, e.timely) {
			if e.namesEnemy(r) {
				out = e.with(out, r)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	if e.judge != nil && said.verb == noDeed && e.parted(i, end) { // "MG2: 0808", where nobody can go but an enemy stands
		for _, r := range e.implied(slices.Concat(e.words.aiming, e.words.assaulting), i, end, said, true, e.allowed) {
			if e.namesEnemy(r) || e.foeStands(r) {
				out = e.with(out, r)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if found := e.telling(i, end, said); len(found) > 0 || aims || e.judge == nil || !e.parted(i, end) {
		return found
	}
	// "N-HQ to 40/38", which is too far: the answer says so, if only one thing can be meant
	if out = e.implied(e.words.going, i, end, said, false, e.timely); len(out) == 0 { // "both machine guns at 0306", where no room is left
		out = e.implied(e.words.arriving, i, end, said, false, e.timely)
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// implied reads an order without a verb as one of some deeds, fire at what is named if it is aimed, and keeps what counts.
func (e *everyday) implied(deeds []int, i, end int, said before, aimed bool, counts func(reading) bool) []reading {
	var found []reading
	for _, n := range deeds {
		f := filling{e: e, deed: e.words.deeds[n], from: noDeed, to: noDeed, end: end, said: said, pointed: said.verb == noDeed, aimed: aimed, out: &found}
		f.search(i)
	}
	if e.judge != nil && said.verb == noDeed {
		found = slices.DeleteFunc(found, func(r reading) bool { return !counts(r) || e.away(r, said) })
	}
	return found
}

// shelled reads a place that shells are meant for, behind a unit that may shell it: "the mortar on the house" does not go there.
func (e *everyday) shelled(i, end int, said before) (out []reading) {
	upon := false
	for j := i + 1; j < end && !upon; j++ {
		_, upon = e.keyword(&e.g.upon, j, end)
	}
	if !upon || e.judge == nil {
		return nil
	}
	for _, d := range e.words.deeds {
		if len(d.params()) == 0 || d.params()[0].Kind != KindOwn || !slices.Contains(e.words.shelling, d.name()) {
			continue
		}
		f := filling{e: e, deed: d, from: noDeed, to: noDeed, end: end, said: said, pointed: true, out: &out}
		f.search(i)
	}
	return slices.DeleteFunc(out, func(r reading) bool { return !e.allowed(r) })
}

// foeAt reports whether an enemy stands behind an arrow that ends at i: "sniper -> T2".
func (e *everyday) foeAt(i, end int) bool {
	for i < end && e.arrow(i) {
		i++
	}
	for next, ok := e.empty(i, end); ok; next, ok = e.empty(i, end) {
		i = next
	}
	if i >= end {
		return false
	}
	if _, _, ok := e.unit(e.enemy(), i, end); ok {
		_, _, place := e.placeAt(i, end)
		return !place
	}
	found, _ := e.describes(e.foesDescribed(e.g), i, end)
	return len(found) > 0
}
