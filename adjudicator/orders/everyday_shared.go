package orders

import "slices"

// shared reads what stands behind several orders and is said of each of them: "T1 at 34/7, T2 at 40/7, both facing 0". any reports whether such words
// stand there: of one unit alone they are never said.
func (e *everyday) shared(i, end int, said before, most int) (out []reading, any bool) {
	for j := end - 2; j > i; j-- {
		if !e.is(j, ",") && !e.and(j) {
			continue
		}
		next, ok := e.keyword(&e.g.together, j+1, end)
		if !ok || next >= end {
			continue
		}
		_, fronts := e.keyword(&e.g.fronts, next, end)
		for _, left := range e.judged(e.parts(i, j, said, most)) {
			ids := e.doing(left)
			any = any || fronts && len(ids) == 1
			if len(left.lines) < 2 || len(ids) < 2 {
				continue
			}
			if whole, ok := e.eachWith(left, e.raw(next, end)); ok {
				out, any = e.with(out, whole), true
			}
		}
		return out, any
	}
	return nil, false
}

// eachWith reads words behind each of several orders.
func (e *everyday) eachWith(all reading, words string) (whole reading, ok bool) {
	var lines []Line
	for _, l := range all.lines {
		within := e.inner(l.Text + " " + words)
		found := within.judged(within.part(0, len(within.atoms), before{verb: noDeed}))
		if len(found) != 1 || len(found[0].lines) != 1 {
			return all, false
		}
		more := found[0].lines[0]
		if more.Verb != l.Verb || slices.ContainsFunc(l.Args, func(a Arg) bool { return !slices.Contains(more.Args, a) }) {
			return all, false
		}
		lines = append(lines, more)
	}
	return readingOf(lines), true
}
