package orders

import (
	"slices"
	"strconv"
)

// suffixed reads an argument whose part is told by the words behind it: "0607, B-FO1 observing", "with 13 and 79R, one on counter-battery".
// A number that stands so is no number of anything else.
func (f *filling) suffixed(i, end int) {
	e := f.e
	for k := range f.params {
		p := &f.params[k]
		if f.set[k] || k == 0 || p.suffix.entries == 0 {
			continue
		}
		switch p.Kind {
		case KindOwn:
			at := i
			if next, ok := e.keyword(&e.g.with, at, end); ok { // "with the HQ observing"
				at = next
			}
			if e.and(at) {
				at++
			}
			ids, next := e.units(at, end)
			if len(ids) != 1 || f.set[0] && f.params[0].Kind == KindOwn && slices.Contains(ids, f.got[0]) {
				continue
			}
			if _, behind, ok := e.full(&p.suffix, next, end); ok {
				f.with(k, p.join(ids), func() { f.step(behind, anything) })
			}
		case KindNumber:
			n, ok := e.count(i)
			if !ok {
				continue
			}
			if _, behind, ok := e.full(&p.suffix, i+1, end); ok {
				f.with(k, strconv.Itoa(n), func() { f.step(behind, anything) })
			}
		}
	}
}

// introduces reports whether the words from i on bring in an argument that is not yet told, and those to next only begin them: who shells what is
// "spotted by the headquarters" does not stand there spotted.
func (f *filling) introduces(i, next, end int) bool {
	for k := range f.params {
		if _, to, ok := f.e.full(&f.params[k].prefix, i, end); ok && to > next && !f.set[k] {
			return true
		}
	}
	return false
}
