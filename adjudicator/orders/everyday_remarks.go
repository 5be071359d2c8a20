package orders

import (
	"slices"
	"strings"
)

// People say things beside an order that order nothing: "Three pieces on 0606, drumfire. That should hurt the cavalry.", "R1 turn NE, they are coming!",
// "G2 pulls back to D4 because it is too exposed". A remark stands between marks and begins with words that begin no order, and a reason behind a word that
// gives one. Neither is passed over where it names one of one's own units, a place or a number, a verb or a doubt: more may be meant by it.

// remarked returns the line from i on without the first remark or reason in it. ok is false if there is none.
func (r *reader) remarked(i int) (text string, ok bool) {
	end := len(r.atoms)
	for j := i; j < end; j++ {
		if from, next := j, r.reasoned(i, j, end); next > j {
			return r.skipping(i, from, next, end), true
		}
		if j > i && !r.apartAt(j-1) {
			continue
		}
		next := r.remark(i, j, end)
		if next == j {
			continue
		}
		return r.skipping(i, j, next, end), true
	}
	return "", false
}

// skipping returns the line from i to end without the words from j to next and the marks around them.
func (r *reader) skipping(i, j, next, end int) string {
	for j > i && r.apartAt(j-1) {
		j--
	}
	for next < end && !r.atoms[next].word {
		next++
	}
	return strings.TrimSpace(r.raw(i, j) + " " + r.raw(next, end))
}

// apartAt reports whether what stands at i parts what follows from what stands before it: a comma, a dash between blanks, "and".
func (r *reader) apartAt(i int) bool {
	return !r.atoms[i].word && strings.Contains(",;.!(-:", r.atoms[i].key) && r.parting(i) || r.and(i)
}

// remark returns where a remark ends that begins at j, or j if none does. Where the line begins with it, a comma ends it.
func (r *reader) remark(i, j, end int) int {
	stop, marks := j, ".;!:)"
	if j == i {
		marks = ".,;!:)"
	}
	for stop < end && (r.atoms[stop].word || !strings.Contains(marks, r.atoms[stop].key)) {
		stop++
	}
	if j == i && stop == end {
		return j
	}
	e := everyday{reader: r, words: &r.g.forms}
	to, deeds := e.longest(j, stop)
	if next, ok := r.keyword(&r.g.exclamations, j, stop); ok && r.is(next, ",") && len(deeds) == 0 { // "I pass, yes, that's all"
		return next
	}
	if e.echoes(i, j, stop) {
		return stop
	}
	if next, ok := r.keyword(&r.g.exclamations, j, stop); ok && next == stop && len(deeds) == 0 {
		return stop
	}
	next, ok := r.keyword(&r.g.remarks, j, stop)
	if !ok || to >= next && len(deeds) > 0 || !e.harmless(next, stop) {
		return j
	}
	return stop
}

// echoes reports whether a clause from j to stop behind an order only says some of its words again: "MG1 on 0806, yes, MG1 on 0806".
func (e *everyday) echoes(i, j, stop int) bool {
	if j <= i+2 || stop <= j || e.and(j-1) || e.is(j-1, "-") {
		return false
	}
	said := false
	for k := j; k < stop; {
		if next, ok := e.keyword(&e.g.exclamations, k, stop); ok && k == j {
			k = next
			continue
		}
		for _, v := range []*vocabulary{&e.g.again, &e.g.repeats, &e.g.thenWords, &e.g.likewise, &e.g.doubts} {
			if _, ok := e.keyword(v, k, stop); ok { // it is done once more
				return false
			}
		}
		if next, ok := e.empty(k, stop); ok {
			k = next
			continue
		}
		if !slices.ContainsFunc(e.atoms[i:j-1], func(a atom) bool { return a.word && a.key == e.atoms[k].key }) {
			return false
		}
		said = true
		k++
	}
	return said
}

// harmless reports whether the words from i to end have nothing in them by which more could be meant than a remark.
func (e *everyday) harmless(i, end int) bool {
	for ; i < end; i++ {
		if !e.atoms[i].word {
			if e.is(i, "?") || e.is(i, "|") {
				return false
			}
			continue
		}
		if _, number := e.count(i); number || hasDigit(e.atoms[i].key) || e.mine(i) || len(e.words.own.whole[e.atoms[i].key]) > 0 {
			return false
		}
		if found, _ := e.describes(e.ownDescribed(e.g), i, end); len(found) == 1 { // "and the HQ observes", but not "that should hurt the cavalry"
			return false
		}
		if _, _, place := e.placeAt(i, end); place && !e.idle(i) {
			return false
		}
		for _, v := range []*vocabulary{&e.g.doubts, &e.g.ifWords, &e.g.whenWords, &e.g.otherwiseWords, &e.g.orWords, &e.g.notWords, &e.g.standingWords, &e.g.lasting, &e.g.thenWords, &e.g.wavering, &e.g.sparing} {
			if _, ok := e.keyword(v, i, end); ok {
				return false
			}
		}
	}
	return true
}

// reasoned returns where a reason ends that begins at j, behind an order, or j if none does.
func (r *reader) reasoned(i, j, end int) int {
	next, ok := r.keyword(&r.g.reasons, j, end)
	if !ok || j <= i+1 || next >= end {
		return j
	}
	stop := next
	for stop < end && (r.atoms[stop].word || !strings.Contains(".;!", r.atoms[stop].key)) {
		if r.is(stop, "?") || r.is(stop, "|") || r.is(stop, ":") {
			return j
		}
		for _, v := range []*vocabulary{&r.g.ifWords, &r.g.whenWords, &r.g.otherwiseWords, &r.g.thenWords, &r.g.orWords, &r.g.lasting} {
			if _, ok := r.keyword(v, stop, end); ok {
				return j
			}
		}
		stop++
	}
	return stop
}

// unremarked reads a line without the remarks and reasons in it. What denies an order is never made one by leaving out why.
func (r *reader) unremarked(i int) []reading {
	text, within := "", r
	for said, ok := r.remarked(i); ok; said, ok = within.remarked(0) {
		text, within = said, r.rewritten(said)
	}
	if within == r {
		return nil
	}
	for j := range within.atoms {
		if _, denies := within.keyword(&r.g.doubts, j, len(within.atoms)); denies {
			return nil
		}
	}
	return within.readAgain(text)
}

// readAgain reads a line that was rewritten: as the grammar has it, unless it would be a standing order, or in everyday words.
func (r *reader) readAgain(text string) []reading {
	if len(r.atoms) == 0 {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms}
	if lines := e.strictly(text); lines != nil && !slices.ContainsFunc(lines, func(l Line) bool { return l.Standing }) {
		return []reading{readingOf(lines)}
	}
	return r.inEverydayWords(0)
}
