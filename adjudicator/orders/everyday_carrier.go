package orders

import (
	"slices"
	"strings"
)

// alights reports whether the deed is getting off a vehicle. Its order names those who do, and never what they get off.
func (f *filling) alights() bool { return slices.Contains(f.e.words.alighting, f.deed.name()) }

// dropped reads one's own unit behind the words for getting off: what is left, "R1 climbs out of the APC", or who is let off, "the APC drops R1".
func (f *filling) dropped(i int) {
	e := f.e
	if !f.alights() || f.params[0].Kind != KindOwn || !f.set[0] {
		return
	}
	for next, ok := e.keyword(&e.g.articles, i, f.end); ok; next, ok = e.keyword(&e.g.articles, i, f.end) {
		i = next
	}
	ids, next := e.units(i, f.end)
	got := f.got[0]
	if len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(strings.Split(got, ","), id) }) {
		return
	}
	if _, drops := e.g.dropping.exact[phrase(e.key(f.from, f.to))]; !drops {
		if len(ids) == 1 {
			f.step(next, anything)
		}
		return
	}
	if strings.Contains(got, ",") || len(ids) > 1 && !f.params[0].Repeated {
		return
	}
	joint := f.joint
	f.got[0], f.joint = f.params[0].join(ids), true
	f.step(next, anything)
	f.got[0], f.joint = got, joint
}

// carrier returns where the words end that say what somebody gets off who is named already: "unload R4 from the APC". It is i if there are none.
func (f *filling) carrier(i, end int) (next int) {
	e := f.e
	if !f.alights() || f.params[0].Kind != KindOwn || !f.set[0] {
		return i
	}
	at, ok := e.keyword(&e.g.from, i, end)
	if !ok {
		return i
	}
	for next, ok := e.keyword(&e.g.articles, at, end); ok; next, ok = e.keyword(&e.g.articles, at, end) {
		at = next
	}
	ids, next := e.units(at, end)
	if len(ids) != 1 || slices.Contains(strings.Split(f.got[0], ","), ids[0]) {
		return i
	}
	return next
}
