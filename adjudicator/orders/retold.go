package orders

import (
	"slices"
	"strings"
)

// LikelyFault is the code of a line that is not understood but names things of which only few orders can be made: these are its suggestions.
const LikelyFault = "orders.likely"

// mostRetold is how many verbs a line that is not understood is told anew with.
const mostRetold = 12

// retell answers a line by the orders that can be made of what it names: of "the job of G1 is C5" that is "G1: move C5", if the rules allow G1 nothing
// else with C5 now. They are ready lines; none is ever taken.
//
// The words that are kept are names of units, places and directions, numbers, and what a verb has among its arguments, each with the word that
// introduces it. With each verb that a word of the line speaks of they are read as a line in everyday words; if none of these is an order that is
// allowed now and has all that the line names, with every verb that has its time.
func (r *reader) retell(i int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	var texts []string
	for tier, deeds := range e.likelyDeeds(i) {
		if texts = e.retold(deeds, i, tier < unmentioned); len(texts) > 0 {
			break
		}
	}
	if len(texts) == 0 || len(texts) > mostReadings {
		return false
	}
	r.faults[0].Code, r.faults[0].Suggestions = LikelyFault, texts
	return true
}

// unmentioned is the tier of the deeds of which a line does not speak.
const unmentioned = 2

// likelyDeeds returns the deeds that have their time now: those of words of the line from i on, then those that words of it speak of, as arguments or
// by what they come from, and then the others.
func (e *everyday) likelyDeeds(i int) (tiers [unmentioned + 1][]int) {
	end := len(e.atoms)
	said := map[int]bool{}
	for j := i; j < end; j++ {
		_, deeds := e.longest(j, end)
		for _, n := range deeds {
			said[n] = true
		}
	}
	for n, d := range e.words.deeds {
		tier := unmentioned
		switch {
		case e.judge(Line{Verb: d.verb.Name}) <= Untimely:
			continue
		case said[n]:
			tier = 0
		case e.spokenOf(d, i, end):
			tier = 1
		}
		tiers[tier] = append(tiers[tier], n)
	}
	return tiers
}

// spokenOf reports whether a word from i to end is one of a deed's arguments, or akin to its name.
func (e *everyday) spokenOf(d deed, i, end int) bool {
	for j := i; j < end; j++ {
		if !e.atoms[j].word {
			continue
		}
		if e.kin(j, d) || slices.ContainsFunc(d.params(), func(p param) bool {
			if p.Kind != KindWord {
				return false
			}
			_, _, ok := e.full(&p.words, j, end)
			return ok
		}) {
			return true
		}
	}
	return false
}

// stem is how many letters words have in common that speak of the same: "bomber" and "bombing".
const stem = 5

// kin reports whether the word at j begins as a name of a deed does.
func (e *everyday) kin(j int, d deed) bool {
	word := e.atoms[j].key
	return len(word) >= stem && !hasDigit(word) && slices.ContainsFunc(d.last().aliases(), func(name string) bool {
		return strings.HasPrefix(Fold(name), word[:stem])
	})
}

// retold returns the orders that the line from i on is with each of some deeds; standing ones, where they count, only if there is
// nothing else.
func (e *everyday) retold(deeds []int, i int, stands bool) []string {
	var now, standing []string
	for _, n := range deeds[:min(len(deeds), mostRetold)] {
		former := ""
		for _, bare := range []bool{false, true} {
			things := e.kept(n, i, bare)
			if things == former {
				break
			}
			former = things
			l, deed, ok := e.alone(e.words.deeds[n].name() + " " + things)
			if !ok || deed != n {
				continue
			}
			list := &now
			if l.Standing {
				list = &standing
			}
			if !slices.Contains(*list, l.Text) {
				*list = append(*list, l.Text)
			}
			break
		}
	}
	if len(now) == 0 && stands {
		return standing
	}
	return now
}

// kept returns what the line from i on names, as it is written; bare leaves out what introduces it.
func (e *everyday) kept(n, i int, bare bool) string {
	end := len(e.atoms)
	keep := make([]bool, end+1)
	for j := i; j < end; {
		next := e.thingAt(e.words.deeds[n].params(), j, end)
		if next == j {
			j++
			continue
		}
		for ; j < next; j++ {
			keep[j] = true
		}
	}
	for j := end - 1; j >= i && !bare; j-- {
		if next := e.introducer(j, end); next > j && next < end && keep[next] {
			for k := j; k < next; k++ {
				keep[k] = true
			}
		}
	}
	var b strings.Builder
	for j := i; j < end; j++ {
		if !keep[j] {
			continue
		}
		if j > i && b.Len() > 0 && (!keep[j-1] || e.atoms[j].from > e.atoms[j-1].to) {
			b.WriteByte(' ')
		}
		b.WriteString(e.raw(j, j+1))
	}
	return b.String()
}

// thingAt returns where the longest thing ends that is named at j: a unit, a place, a direction, a number, or a word of some arguments.
func (e *everyday) thingAt(params []param, j, end int) int {
	if !e.atoms[j].word {
		return j
	}
	best := j
	see := func(next int, ok bool) {
		if ok {
			best = max(best, next)
		}
	}
	for _, n := range []*names{&e.own, e.enemy(), e.compass()} {
		_, next, ok := e.unit(n, j, end)
		see(next, ok)
	}
	_, next, ok := e.placeAt(j, end)
	see(next, ok)
	for k := range params {
		if params[k].Kind == KindWord || params[k].Kind == KindTarget {
			_, next, ok := e.full(&params[k].words, j, end)
			see(next, ok)
		}
	}
	for _, all := range [][]description{e.ownDescribed(e.g), e.foesDescribed(e.g)} {
		word, next := e.kindAt(all, j, end)
		see(next, word != "")
	}
	if _, ok := e.count(j); ok {
		see(j+1, true)
	}
	return best
}

// introducer returns where a word at j ends that says what the thing behind it is, or that there are several, or j.
func (e *everyday) introducer(j, end int) int {
	if e.is(j, ",") || e.and(j) {
		return j + 1
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.from, &e.g.with, &e.g.through, &e.g.aim, &e.g.ranks, &e.g.quantities, &e.g.nations} {
		if _, next, ok := e.full(v, j, end); ok {
			return next
		}
	}
	return j
}
