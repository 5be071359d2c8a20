package orders

import (
	"slices"
	"strings"
)

// leader returns the argument for the unit that leads those of another argument, or -1: it is introduced by a word, and the units by another.
func (f *filling) leader() (lead, led int) {
	lead, led = -1, -1
	for k := range f.params {
		switch p := &f.params[k]; {
		case p.Kind != KindOwn:
		case p.Repeated && led < 0:
			led = k
		case !p.Repeated && p.Optional && p.Name == leadName:
			lead = k
		}
	}
	if led < 0 {
		return -1, -1
	}
	return lead, led
}

// leadName is what games call the argument for the unit that leads others.
const leadName = "lead"

// led reads the unit that leads, where what says so stands behind it or before it: "28a in the lead", "in the lead 28a". It is one of those that
// do it.
func (f *filling) led(i int, as role) {
	e := f.e
	lead, led := f.leader()
	if lead < 0 || f.set[lead] || as != anything && !as.by {
		return
	}
	end := f.bound(i)
	j, before := e.keyword(&e.g.leading, i, end)
	if !before {
		j = i
	}
	for next, ok := e.empty(j, end); ok; next, ok = e.empty(j, end) {
		j = next
	}
	if e.and(j) {
		j++
	}
	id, next, ok := e.unit(&e.own, j, end)
	if !ok {
		return
	}
	if !before {
		if next, ok = e.keyword(&e.g.leading, next, end); !ok {
			return
		}
	}
	f.with(lead, id, func() {
		if f.set[led] {
			f.step(next, anything)
			return
		}
		f.with(led, id, func() { f.step(next, anything) })
	})
}

// follows reports whether the unit that leads is among those that it leads.
func (f *filling) follows() bool {
	lead, led := f.leader()
	return lead < 0 || !f.set[lead] || slices.Contains(strings.Split(f.got[led], ","), f.got[lead])
}
