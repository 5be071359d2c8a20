package orders

// Which arguments of a deed may still be told what stands at a place of the line.

import "slices"

// repeatable reports whether the verb is told how often it is done.
func (f *filling) repeatable() bool { return f.often() >= 0 }

// often returns the argument that tells how often it is done or tried, or -1.
func (f *filling) often() int {
	if k := slices.IndexFunc(f.params, func(p param) bool {
		return (p.Name == timesName || p.Name == "tries" || p.Name == "max") && p.Kind == KindNumber
	}); k >= 0 {
		return k
	}
	return f.tally()
}

// timesName is what games call the argument for how often a deed is done.
const timesName = "times"

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
	case f.wheels() && (p.Kind.place() || p.Kind == KindDir):
		return p.Kind == KindDir
	case as.at && p.Kind == KindNumber:
		return p.prefix.has(&f.e.g.towards) // "turns to 351 degrees"
	case as.at && p.Kind == KindWord:
		return p.prefix.entries == 0 || !p.Optional // "at the nearest", « passe en colonne »
	case (as.at || as.by) && f.joined(k):
		return true
	case as.at && k == 0 && p.Kind == KindOwn:
		return f.bears() // "losses first to G-45R"
	case as.at && k > 0 && (p.Kind == KindOwn || p.Kind == KindUnit):
		return p.prefix.entries == 0 && (!p.Optional || f.params[0].Kind == KindWord) || slices.Contains(f.e.words.boarding, f.deed.name()) // "gets on the truck"
	case as.at && (p.Kind == KindPlace || p.Kind == KindPath) && p.apart(&f.e.g.towards):
		return false // "the squad in D04" fires by way of nowhere
	case as.at:
		return p.Kind == KindEnemy || p.Kind == KindTarget || p.Kind == KindPlace || p.Kind == KindPath || p.Kind == KindDir && !p.Optional
	case as.by && k > 0 && p.Kind == KindOwn && p.prefix.entries > 0 && f.params[0].Kind == KindOwn:
		return false // "deploy CH at E1 with SC" may mean both
	case as.by && k > 0 && p.Kind == KindOwn && p.prefix.entries > 0 && !f.counts(k):
		return false // who leads an attack is said by "lead"
	case as.by:
		return k > 0 && (p.Kind == KindOwn || p.Kind == KindWord) || k == 0 && p.Kind == KindOwn && (f.from >= 0 || f.implied)
	}
	if p.prefix.entries == 0 {
		return true
	}
	if f.joined(k) || f.bearing(k) {
		return true // "MG mounts the Sherman", "faces 200"
	}
	return (!p.Optional || onlyEnemy(f.params, k)) && p.Kind != KindOwn && p.Kind != KindUnit && p.Kind != KindNumber
}

// subject reports whether a value may be the units that do it, although the grammar introduces them: "G-28 attacks 5018" is "attack 5018 with
// G-28", and so is "attack on 5018: G-28", since somebody must.
func (f *filling) subject(k, i int, as role) bool {
	first := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn })
	return as == anything && (i < f.from || !f.params[k].Optional) && k == first && f.params[k].prefix.entries > 0
}

// bearing reports whether argument k is the angle to which a deed of turning turns.
func (f *filling) bearing(k int) bool {
	p := &f.params[k]
	return p.Kind == KindNumber && p.prefix.has(&f.e.g.towards) && slices.Contains(f.e.words.facing, f.deed.name())
}

// joined reports whether argument k is another own unit that the verb cannot do without: "ST1 goes with 28b", "attach ST1 to 28b".
func (f *filling) joined(k int) bool {
	return k > 0 && f.params[k].Kind == KindOwn && !f.params[k].Optional && f.params[0].Kind == KindOwn && f.set[0] && !f.taken()
}

// phrased reports whether the words at i are a value that says itself which argument it is: several words, "paid in CAP", or one that says nothing
// else, "launch michael_1".
func (f *filling) phrased(k, i int, as role) bool {
	p := &f.params[k]
	if as != anything || p.Kind != KindWord {
		return false
	}
	_, next, ok := f.e.full(&p.words, i, f.bound(i))
	if !ok || next > i+1 {
		return ok
	}
	key := phrase(f.e.atoms[i].key)
	if n, _ := f.e.repeats(i, f.bound(i)); n > 0 {
		return false
	}
	if _, counts := f.e.count(i); counts {
		return false
	}
	for _, one := range append(f.e.g.singular(key), key) {
		for _, v := range []*vocabulary{&f.e.g.quantities, &f.e.g.crowds, &f.e.g.masses, &f.e.g.courtesy, &f.e.g.kinds, &f.e.g.counted} {
			if _, says := v.exact[one]; says { // « toute la pile », "rifle squads"
				return false
			}
		}
	}
	return len(key) >= shortestSlip && !f.e.g.prefixes[key] && f.e.words.speaks(key) == 0 && !slices.ContainsFunc(f.params, func(other param) bool {
		if other.Kind != KindWord || other.Name == p.Name {
			return false
		}
		_, _, also := f.e.full(&other.words, i, f.bound(i))
		return also
	})
}

// apart reports whether an argument that may be left out is introduced by a word of its own, and by none of those that stand before all places.
func (p *param) apart(towards *vocabulary) bool {
	return p.Optional && p.prefix.entries > 0 && !p.prefix.has(towards)
}

// barsValue reports whether the words at i, which may be a value of argument k, are something else.
func (f *filling) barsValue(k int, p *param, i, end int, as role) bool {
	if p.Kind == KindTarget && f.aimedAt() != "" {
		return true // one thing is aimed at, however many arguments may name it
	}
	if _, _, whole := f.e.full(&p.words, i, end); p.Kind == KindWord && !whole && f.e.ground(i, end) {
		return true // "on the road" is no roadblock
	} else if p.Kind == KindWord && i < f.from && f.within(i, end) {
		return true // "the gun in the bunker" aims at no bunker
	} else if p.Kind == KindWord && !whole && len(f.e.atoms[i].key) < shortestSlip {
		return true // "tou" is rather "to" than the beginning of « tout-terrain »
	}
	if p.Kind == KindPlace && as.param != k && f.nowhere(i) {
		return true // nobody is set up at "back": it says what "at 15/2" says
	}
	if _, _, hex := f.e.placeAt(i, end); p.Kind == KindNumber && hex && len(f.e.atoms[i].key) >= hexDigits {
		return true // nobody fires with 1206 guns
	}
	if as.by && p.Kind == KindWord && k != f.wielded() && f.nearlyWielded(i) {
		return true // "with man" is rather a slip of "with main" than "aiming man"
	}
	if p.Kind == KindWord && f.e.ofAll(i, end) {
		return true // "with all 5017" asks for no artillery
	}
	if n, _ := f.e.repeats(i, end); n > 0 && f.often() != k && (p.Kind == KindWord || p.Kind == KindNumber) && f.repeatable() {
		return true // "twice" is how often, and nothing else
	}
	if p.Kind != KindOwn && (f.e.listed(i) || f.e.glued(p, i)) {
		return true // in "PG1, G2, I1" a letter is missing, and no hex is meant
	}
	if as == anything && i < f.from && p.Kind != KindOwn && p.Kind != KindUnit && f.e.mine(i) {
		return true // who stands before the verb does it, and is no sector or enemy of that name
	}
	if as == anything && i < f.from && k > 0 && (p.Kind == KindOwn || p.Kind == KindUnit) && f.params[0].Kind == KindOwn && !f.set[0] {
		return true // nor whom somebody else does it to
	}
	if p.Kind == KindOwn && f.from >= 0 && i >= f.to && f.arms(i, end) && !f.e.ofAll(i, end) {
		return true // nor is what it is done with certain to be who does it: "fire with the mortar"
	}
	return false
}

// within reports whether the word at i belongs to words that began before it and say how a unit is: "in the bunker".
func (f *filling) within(i, end int) bool {
	for j := i - 1; j >= max(f.begin, i-f.e.g.states.atoms+1) && f.e.atoms[j].word; j-- {
		if next, ok := f.e.keyword(&f.e.g.states, j, end); ok && next > i {
			return true
		}
	}
	return false
}

// nowhere reports whether the word at i is a way without a distance, at which nobody can arrive.
func (f *filling) nowhere(i int) bool {
	_, term := f.e.g.terms.exact[f.e.atoms[i].key]
	if !term || !slices.Contains(f.e.words.arriving, slices.Index(f.e.words.deeds, f.deed)) {
		return false
	}
	_, next, place := f.e.placeAt(i, f.end)
	return place && next == i+1
}

// bears reports whether the deed is a standing order about one's own units alone, so that what a preposition introduces are they.
func (f *filling) bears() bool {
	return f.deed.verb.Only && !slices.ContainsFunc(f.params, func(p param) bool {
		return !p.Optional && (p.Kind.place() || p.Kind == KindEnemy || p.Kind == KindUnit || p.Kind == KindDir)
	})
}

// permits reports whether the rules allow one of the orders that were found so far: what is introduced by a word that says what it is may be
// something else where they do not: "play card 07 on R1", which is played on no enemy.
func (f *filling) permits() bool {
	e := f.e
	return e.judge == nil || f.from < 0 || f.params[0].Kind != KindWord || slices.ContainsFunc(*f.out, e.allowed)
}

// lands reports whether the deed is one of arriving, of which the line has not yet said where.
func (f *filling) lands() bool {
	if !slices.Contains(f.e.words.arriving, slices.Index(f.e.words.deeds, f.deed)) {
		return false
	}
	k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindPlace && !p.Optional })
	return k >= 0 && !f.set[k]
}

// forWhom reads whom an order is for, who does it or is given something: "bombing for BF-1", « halte au feu pour MG1 ».
func (f *filling) forWhom(i, end int) {
	e := f.e
	next, ok := e.keyword(&e.g.forWhom, i, end)
	if !ok || next >= end || f.deed.verb.Only { // "never step aside for tanks" is about no tanks of one's own
		return
	}
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindOwn && !f.set[k] && (k == 0 || !p.Optional) {
			f.step(next, role{param: k})
			return
		}
	}
}

// givesOnly reports whether nothing can be told of the deed but for whom it is: "give rifle grenades to A1".
func (f *filling) givesOnly() bool {
	return !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind != KindOwn })
}

// turnsAt reads in which turn it is done, for a verb that is told so: "in turn 2", « au tour 2 ».
func (f *filling) turnsAt(i, end int) {
	for k := range f.params {
		if p := &f.params[k]; p.Kind != KindNumber || p.Name != turnName || f.set[k] {
			continue
		}
		if n, next := f.e.turnAt(i, end); n > 0 {
			f.with(k, itoa(n), func() { f.step(next, anything) })
		}
	}
}

// turnName is what games call the argument for the turn in which something is done.
const turnName = "turn"

// turnAt reads the number of a turn: "in turn 2", "turn 2". n is 0 if none stands at i.
func (e *everyday) turnAt(i, end int) (n, next int) {
	for skipped := true; skipped && i < end; {
		skipped = false
		for _, v := range []*vocabulary{&e.g.towards, &e.g.forWhom, &e.g.articles} {
			if to, ok := e.keyword(v, i, end); ok {
				i, skipped = to, true
				break
			}
		}
	}
	next, ok := e.keyword(&e.g.turnWords, i, end)
	if !ok || next >= end || !digits(e.atoms[next].key) {
		return 0, i
	}
	n, _ = e.count(next)
	return n, next + 1
}
