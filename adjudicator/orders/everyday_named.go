package orders

import (
	"slices"
	"strings"
)

// Names as they stand beside other words: "C1/C2", "their G3", "all units in 5222", "one hex to D04", "FO calls the battery".

// barredUnits returns the two of one's own units that are written as one word: "C1/C2". It is nil where the word is anything else.
func (e *everyday) barredUnits(i int) []string {
	a, b, ok := strings.Cut(e.atoms[i].key, "/")
	if !ok || a == b || !hasDigit(a) || !hasDigit(b) {
		return nil
	}
	if _, place := e.place(e.raw(i, i+1), false); place {
		return nil
	}
	var ids []string
	for _, name := range []string{a, b} {
		id := e.unitCalled(name)
		if id == "" {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// unitCalled returns the one of one's own units that bears a folded name, or a part of its name that no other has: "c1" for B-C1.
func (e *everyday) unitCalled(name string) (id string) {
	if id, ok, _ := e.own.find(name); ok {
		return id
	}
	for _, d := range e.ownDescribed(e.g) {
		if _, short, ok := strings.Cut(Fold(d.id), "-"); !ok || short != name {
			continue
		}
		if id != "" {
			return ""
		}
		id = d.id
	}
	return id
}

// whoseIs reports whether the word before i says that what follows is the enemy's, and not where he is: "their G3", « leur G3 ».
func (e *everyday) whoseIs(i int) bool {
	if i == 0 {
		return false
	}
	next, ok := e.keyword(&e.g.occupants, i-1, i)
	return ok && next == i
}

// crowdAt reports whether words for all units stand at i, and then where they are: "with all units in 5222" asks for no artillery.
func (e *everyday) crowdAt(i, end int) bool {
	next, ok := e.keyword(&e.g.crowds, i, end)
	if !ok {
		return false
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.from, &e.g.of} {
		if at, ok := e.keyword(v, next, end); ok {
			if _, _, place := e.placeAt(at, end); place {
				return true
			}
		}
	}
	return false
}

// oneStep returns where "one hex" ends that stands before the place to which it leads: "R2 one hex to D04". It is i where it does not, or where the
// units stand elsewhere.
func (f *filling) oneStep(i, end int) int {
	e := f.e
	d, ok := e.lex.(Describer)
	if n, one := e.count(i); !ok || !one || n != 1 || i+1 >= end || len(f.got) == 0 || !f.set[0] || !e.goes(f.deed) {
		return i
	}
	next, ok := e.keyword(&e.g.bodies, i+1, end)
	if !ok {
		if next, ok = e.keyword(&e.g.counted, i+1, end); !ok {
			return i
		}
	}
	at, ok := e.keyword(&e.g.towards, next, end)
	if !ok {
		return i
	}
	place, _, ok := e.placeAt(at, end)
	from := e.where(f.got[0])
	if !ok || from == "" {
		return i
	}
	for _, way := range e.compass().ids {
		if beside, ok := d.Step(from, way); ok && beside == place {
			return next
		}
	}
	return i
}

// called reads the unit that does it behind the verb, where before the verb the one stands by which it is done: "FO calls the battery on G-2", "the
// truck takes R1 aboard". It is only taken where the rules allow it.
func (f *filling) called(i int) {
	e, k := f.e, f.caller()
	if k <= 0 || f.params[0].Kind != KindOwn || !f.set[0] || f.set[k] {
		return
	}
	if _, takes := e.g.taking.exact[phrase(e.key(f.from, f.to))]; !takes && !f.params[k].Optional {
		return // who "gets on the truck" stands before the verb, and who "takes G2 aboard" is the truck
	}
	if next, ok := e.keyword(&e.g.articles, i, f.end); ok {
		i = next
	}
	ids, next := e.units(i, f.end)
	if len(ids) != 1 || ids[0] == f.got[0] || strings.Contains(f.got[0], ",") {
		return
	}
	by, joint := f.got[0], f.joint
	f.joint = true
	f.with(k, by, func() {
		f.got[0] = ids[0]
		f.step(next, anything)
	})
	f.got[0], f.joint = by, joint
}

// caller returns the argument for who has it done, which need not be told: "by FO", or for who carries another, which must be. It is -1 if the verb
// has none.
func (f *filling) caller() int {
	if k := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn && (p.Prefix == "by" || p.Prefix != "" && !p.Optional) }); k >= 0 {
		return k
	}
	if len(f.params) > 1 && f.params[0].Kind == KindOwn && f.params[1].Kind == KindOwn && !f.params[1].Optional && slices.Contains(f.e.words.boarding, f.deed.name()) {
		return 1
	}
	return -1
}
