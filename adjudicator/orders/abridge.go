package orders

import (
	"slices"
	"strings"
)

// RestFault is the code of a line that is an order but for some of its words.
const RestFault = "orders.rest"

// Limits of what is left out of a line that is not understood, in words and marks.
const (
	mostTail = 6
	mostHead = 3
)

// answerable reports whether a line that is not understood may be answered by an order that it resembles, for want of anything better to say. What
// stands under a condition, a doubt or a negation never is.
func (r *reader) answerable(i int) bool {
	if r.strict || len(r.faults) != 1 || len(r.atoms)-i > mostEveryday || r.judge == nil || *r.guesses < 0 {
		return false
	}
	f := &r.faults[0]
	if len(f.Suggestions) > 0 && f.Code != "orders.unknown-verb" { // a verb that is like a word says less than a whole order
		return false
	}
	if !slices.Contains([]string{"orders.unknown-verb", "orders.verb-missing", "orders.needs-unit", "orders.trailing"}, f.Code) {
		return false
	}
	if _, corrected := Correction(*f); corrected {
		return false
	}
	if _, _, doubtful := r.doubtful(i); doubtful || r.conditional(i, len(r.atoms)) {
		return false
	}
	if r.hasty {
		r.unsought = true
		return false
	}
	return true
}

// abridge answers a line by the order that it is without its last words or its first ones, and by the words in its way: of "PG2 shoots at the MG,
// adding some spirit" that is "fire PG2 at soviet.MG1", and "adding some spirit" is not understood. The order is a ready line; it is never taken.
// Last words that say where it is done, or to whom, are not left out.
//
// Worked example: of six words, the last one is left out, then the first one, then the last two, and so on; the first rest that has one reading,
// which the rules allow now, is the answer.
func (r *reader) abridge(i int) bool {
	end, tail := len(r.atoms), r.idleTail(i)
	for n := 1; n <= max(tail, mostHead); n++ {
		if n <= tail && r.leaveOut(i, end-n, end, i, end-n) {
			return true
		}
		if n > mostHead || r.names(i, min(i+n, end)) { // without the unit that it is about, it is another order
			continue
		}
		if r.leaveOut(i, i, i+n, i+n, end) {
			return true
		}
	}
	return false
}

// cutShort answers a line by the order that it is without last words that say where something is done, or to whom.
func (r *reader) cutShort(i int) bool {
	end := len(r.atoms)
	for n := r.idleTail(i) + 1; n <= mostTail; n++ {
		if r.leaveOut(i, end-n, end, i, end-n) {
			return true
		}
	}
	return false
}

// idleTail returns how many of the last words of a line name no place, no enemy and no direction.
func (r *reader) idleTail(i int) int {
	e, end := everyday{reader: r, words: &r.g.forms}, len(r.atoms)
	n := 0
	for n < mostTail && n+1 < end-i && (e.thingAt(nil, end-n-1, end) == end-n-1 || e.ours(end-n-1, end)) {
		n++
	}
	return n
}

// without returns the one order that the atoms from i to end are, if they are one that is allowed now.
func (r *reader) without(i, end int) string {
	if end-i < 2 {
		return ""
	}
	l, _, ok := r.alone(strings.Trim(r.raw(i, end), " ,.:;"))
	if !ok {
		return ""
	}
	return l.Text
}

// alone returns the one order that a text of two words or more is, with its deed, if it is allowed now and has all own units that the text names.
func (r *reader) alone(text string) (l Line, deed int, ok bool) {
	rest := reader{typed: read(text), scene: r.scene, g: r.g, thorough: true, quiet: true, guesses: r.guesses, work: r.left, spare: r.left, nr: r.nr}
	if len(rest.atoms) < 2 {
		return l, noDeed, false
	}
	e := everyday{reader: &rest, words: &r.g.forms}
	var found []reading
	if lines := e.strictly(rest.raw(0, len(rest.atoms))); lines != nil {
		found = []reading{readingOf(lines)}
	} else {
		found = rest.inEverydayWords(0)
	}
	if len(found) != 1 || len(found[0].lines) != 1 || !e.allowed(found[0]) || !e.keepsOwn(found[0].lines[0]) {
		return l, noDeed, false
	}
	return found[0].lines[0], e.deedOf(found[0]), true
}

// keepsOwn reports whether an order has all own units that its words name: of "HT takes E6, then G1 gets off there" nothing goes to a sector G1.
func (e *everyday) keepsOwn(l Line) bool {
	args := l.Args
	for _, c := range slices.Concat(l.Clauses, l.Otherwise) {
		args = slices.Concat(args, c.Args)
	}
	for i := range e.atoms {
		id, _, ok := e.unit(&e.own, i, len(e.atoms))
		if ok && !slices.ContainsFunc(args, func(a Arg) bool { return slices.Contains(strings.Split(a.Value, ","), id) }) {
			return false
		}
	}
	return true
}

// leaveOut reports the words from j to next as those in the way of the order that the atoms from begin to stop are, which is the line's suggestion. It
// reports whether they are one.
func (r *reader) leaveOut(i, j, next, begin, stop int) bool {
	order := r.without(begin, stop)
	if order == "" {
		return false
	}
	r.faults, r.spans = nil, nil
	r.wrong(RestFault, j, next, []string{order})
	r.spans[0] = [2]int{r.atoms[i].from, r.atoms[len(r.atoms)-1].to}
	return true
}
