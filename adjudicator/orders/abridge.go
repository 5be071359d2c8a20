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

// abridge answers a line that is not understood, for want of anything better to say, by the order that it is without its last words or its first
// ones, and by the words in its way: of "PG2 shoots at the MG, adding some spirit" that is "fire PG2 at soviet.MG1", and "adding some spirit" is
// not understood. The order is a ready line; it is never taken. With idle, no last words are left out that say where it is done, or to whom;
// without it, only such. What stands under a condition, a doubt or a negation is not shortened.
//
// Worked example: of six words, the last one is left out, then the first one, then the last two, and so on; the first rest that has one reading,
// which the rules allow now, is the answer.
func (r *reader) abridge(i int, idle bool) bool {
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
	end := len(r.atoms)
	tail := r.idleTail(i)
	for n := tail + 1; !idle && n <= mostTail; n++ {
		if text := r.without(i, end-n); text != "" {
			r.leaveOut(i, end-n, end, text)
			return true
		}
	}
	for n := 1; idle && n <= max(tail, mostHead); n++ {
		if n <= tail {
			if text := r.without(i, end-n); text != "" {
				r.leaveOut(i, end-n, end, text)
				return true
			}
		}
		if n > mostHead || r.names(i, min(i+n, end)) { // without the unit that it is about, it is another order
			continue
		}
		if text := r.without(i+n, end); text != "" {
			r.leaveOut(i, i, i+n, text)
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
	rest := reader{typed: read(strings.Trim(r.raw(i, end), " ,.:;")), scene: r.scene, g: r.g, thorough: true, quiet: true, guesses: r.guesses, work: r.left, spare: r.left, nr: r.nr}
	if len(rest.atoms) < 2 {
		return ""
	}
	e := everyday{reader: &rest, words: &r.g.forms}
	var found []reading
	if lines := e.strictly(rest.raw(0, len(rest.atoms))); lines != nil {
		found = []reading{readingOf(lines)}
	} else {
		found = rest.inEverydayWords(0)
	}
	if len(found) == 1 && len(found[0].lines) == 1 && e.allowed(found[0]) && e.keepsOwn(found[0].lines[0]) {
		return found[0].text
	}
	return ""
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

// leaveOut reports the words from j to next as those in the way of an order, which is the line's suggestion.
func (r *reader) leaveOut(i, j, next int, order string) {
	r.faults, r.spans = nil, nil
	r.wrong(RestFault, j, next, []string{order})
	r.spans[0] = [2]int{r.atoms[i].from, r.atoms[len(r.atoms)-1].to}
}
