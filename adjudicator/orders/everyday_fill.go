package orders

import (
	"slices"
	"strings"
)

// filling looks for the ways to give every word of one order in everyday words a part in it.
type filling struct {
	e        *everyday
	deed     deed
	from, to int // atoms of the verb's words; noDeed if there are none
	end      int
	said     before
	pointed  bool // no verb is written: only an arrow or "=" between unit and place says that one goes
	aimed    bool // no verb is written: only "at" before an enemy says that one fires
	out      *[]reading

	params  []param
	got     []string
	set     []bool
	times   int
	arrowed bool
	kept    int // readings found, the same ones counted again
}

// role is what the word before a value says of it.
type role struct {
	param int  // the argument that it introduces, or -1
	at    bool // an enemy, a place or a direction
	by    bool // an own unit, or what it does it with
}

var anything = role{param: -1}

// search collects the readings of the atoms from i on.
func (f *filling) search(i int) {
	f.params = f.deed.params()
	if slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindText || p.Kind == KindPair }) || f.deed.verb.Only {
		return // their words are the player's own, or settings that are spelt out
	}
	f.got, f.set, f.times, f.arrowed = make([]string, len(f.params)), make([]bool, len(f.params)), 1, false
	f.step(i, anything)
}

// step reads the word at i, whose role is said by the one before it, and goes on.
func (f *filling) step(i int, as role) {
	e := f.e
	if e.steps--; e.steps < 0 {
		return
	}
	if i >= f.end {
		if as == anything {
			f.done()
		}
		return
	}
	if i == f.from {
		if as == anything {
			f.step(f.to, anything)
		}
		return
	}
	if n, next := e.repeats(i, f.end); n > 0 && f.times == 1 && next <= f.end {
		f.times = n
		f.step(next, as)
		f.times = 1
	}
	f.values(i, as)
	if next := e.measured(i, f.bound(i)); next > i {
		f.step(next, as)
	}
	if next, ok := e.empty(i, f.end); ok && next <= f.bound(i) {
		f.step(next, as)
	} else if next, ok := e.keyword(&e.g.bodies, i, f.end); ok && next < f.end {
		f.step(next, as)
	}
	switch {
	case as == anything:
		f.introduced(i)
	case as.at || as.param >= 0: // "at the enemy in D7"
		if next, ok := e.keyword(&e.g.occupants, i, f.bound(i)); ok {
			f.step(next, as)
		}
	}
}

// bound returns where what is read from i must end: the verb's words are nobody else's.
func (f *filling) bound(i int) int {
	if i < f.from {
		return f.from
	}
	return f.end
}

// introduced reads the words that give the next value its role.
func (f *filling) introduced(i int) {
	e, end := f.e, f.bound(i)
	before := f.kept
	for k := range f.params {
		if _, next, ok := e.full(&f.params[k].prefix, i, end); ok && !f.set[k] {
			f.step(next, role{param: k})
		}
	}
	introduced := f.kept > before
	if e.arrow(i) {
		f.arrowed = true
		next := i + 1
		for next < end && e.arrow(next) {
			next++
		}
		f.step(next, role{param: -1, at: true})
		return
	}
	if next, ok := e.keyword(&e.g.occupants, i, end); ok && !introduced {
		f.step(next, role{param: -1, at: true})
	}
	if _, _, whole := e.placeAt(i, end); whole {
		return // "toward the mill" is a place of its own
	}
	if next, ok := e.keyword(&e.g.towards, i, end); ok && !introduced { // else it says which argument follows
		f.step(next, role{param: -1, at: true})
	}
	if next, ok := e.keyword(&e.g.with, i, end); ok {
		f.step(next, role{param: -1, by: true})
	}
}

// arrow reports whether a mark stands for "goes to": ">", "->", "=", "-->".
func (e *everyday) arrow(i int) bool {
	return e.is(i, ">") || e.is(i, "=") || e.is(i, "=>") || e.is(i, "-") && (e.is(i+1, ">") || e.is(i+1, "-"))
}

// values gives the words at i to each argument that they fit.
func (f *filling) values(i int, as role) {
	end := f.bound(i)
	for k := range f.params {
		if f.set[k] || !f.fits(k, as) && !f.subject(k, i, as) {
			if as == anything && f.params[k].Kind == KindNumber && !f.set[k] && f.counts(k) {
				f.told(k, i, "")
			}
			continue
		}
		p := f.params[k]
		if k == 0 && p.Kind == KindOwn && !p.Repeated { // "G1, G2: rally" is an order for each
			one := *p.Param
			one.Repeated, p.Param = true, &one
		}
		values, ends := f.e.list(&p, f.params, i, end)
		if len(values) == 0 || !f.e.bareAt(&p, i, end) {
			f.told(k, i, "")
			continue
		}
		f.set[k] = true
		for n := len(values); n > 0; n-- {
			f.got[k] = p.join(values[:n])
			if next, ok := f.where(&p, values[n-1], ends[n-1], end); ok { // "R2 in H10", where R2 stands
				f.step(next, anything)
				continue
			}
			f.step(ends[n-1], anything)
			if j := f.another(&p, ends[n-1], end); j > 0 && n == len(values) {
				f.told(k, j, f.got[k]+",")
			}
		}
		f.set[k], f.got[k] = false, ""
	}
}

// every takes all units that a description fits: "both squads", "all tanks in C5". n is how many they must be, or 0.
func (f *filling) every(all []description, n, i, end int, many bool, take func(value string, next int)) {
	found, ends := f.e.describes(all, i, end)
	if len(ends) == 0 || !many {
		return
	}
	next := ends[0]
	if there, behind := f.e.standing(found, next, end); len(there) > 0 {
		found, next = there, behind
	}
	if len(found) < 2 || n > 0 && len(found) != n || len(found) > mostDescribed {
		return
	}
	var ids []string
	for _, d := range found {
		ids = append(ids, d.id)
	}
	take(strings.Join(ids, ","), next)
}

// counts reports whether an argument says with how many of something: "with 3 guns" or "three guns".
func (f *filling) counts(k int) bool {
	for _, w := range f.params[k].prefix.keys {
		if _, ok := f.e.g.with.exact[w.text]; ok {
			return true
		}
	}
	return false
}

// where reads the place of a unit that was named before it.
func (f *filling) where(p *param, unit string, i, end int) (next int, ok bool) {
	d, known := f.e.lex.(Describer)
	if !known || p.Kind != KindEnemy && p.Kind != KindTarget {
		return i, false
	}
	place, _ := d.Describe(unit)
	there, next := f.e.standing([]description{{id: unit, place: place}}, i, end)
	return next, place != "" && len(there) > 0
}

// another returns where a further unit of a list may stand: behind "and" or a comma. It is -1 where none can.
func (f *filling) another(p *param, i, end int) int {
	j := f.e.between(p, i, end)
	if p.Kind != KindOwn || !p.Repeated || j == i || j >= end {
		return -1
	}
	if next, ok := f.e.keyword(&f.e.g.articles, j, end); ok && next < end {
		return next
	}
	return j
}

// told gives argument k a value that is described, not named: "the mortar", "one hex north". Of a list, head is what was read before.
func (f *filling) told(k, i int, head string) {
	e, p, end := f.e, f.params[k], f.bound(i)
	if k == 0 && p.Kind == KindOwn && !p.Repeated {
		one := *p.Param
		one.Repeated, p.Param = true, &one
	}
	set, got := f.set[k], f.got[k]
	take := func(value string, next int) {
		if slices.Contains(strings.Split(head, ","), value) {
			return
		}
		f.set[k], f.got[k] = true, head+value
		f.step(next, anything)
		if j := f.another(&p, next, end); j > 0 {
			so := f.got[k]
			if values, ends := e.list(&p, f.params, j, end); len(values) > 0 {
				f.got[k] = so + "," + p.join(values)
				f.step(ends[len(ends)-1], anything)
			}
			f.told(k, j, so+",")
		}
		f.set[k], f.got[k] = set, got
	}
	switch p.Kind {
	case KindNumber:
		if n, ok := e.count(i); ok && i+1 < end {
			if next, ok := e.keyword(&e.g.counted, i+1, end); ok {
				take(itoa(n), next)
			}
		}
		return
	case KindPlace, KindPath, KindTarget:
		if value, next, ok := e.spelt(i, end); ok {
			take(value, next)
			return
		}
	}
	switch p.Kind {
	case KindPlace, KindPath:
		if value, next, ok := e.stepsAt(i, end); ok {
			take(value, next)
		}
		return
	case KindOwn, KindEnemy, KindTarget, KindUnit:
	default:
		return
	}
	all := e.ownDescribed
	if p.Kind != KindOwn {
		all = e.foesDescribed
	}
	if n, next, ok := e.full(&e.g.quantities, i, end); ok {
		f.every(all(e.g), n, next, end, p.Repeated, take)
		return
	}
	found, ends := e.describes(all(e.g), i, end)
	if len(found) == 0 || len(found) > mostDescribed {
		return
	}
	for _, next := range ends {
		if there, behind := e.standing(found, next, end); len(there) > 0 {
			for _, d := range there {
				take(d.id, behind)
			}
			continue
		}
		for _, d := range found {
			take(d.id, next)
		}
	}
}

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
	case as.at:
		return p.Kind == KindEnemy || p.Kind == KindTarget || p.Kind == KindPlace || p.Kind == KindPath || p.Kind == KindDir
	case as.by:
		return k > 0 && (p.Kind == KindOwn || p.Kind == KindWord) || k == 0 && p.Kind == KindOwn && f.from >= 0
	}
	if p.prefix.entries == 0 {
		return true
	}
	return (!p.Optional || onlyEnemy(f.params, k)) && p.Kind != KindOwn && p.Kind != KindUnit && p.Kind != KindNumber
}

// subject reports whether a value before the verb may be the units that do it, although the grammar introduces them: "G-28 attacks 5018" is
// "attack 5018 with G-28".
func (f *filling) subject(k, i int, as role) bool {
	first := slices.IndexFunc(f.params, func(p param) bool { return p.Kind == KindOwn })
	return as == anything && i < f.from && k == first && f.params[k].prefix.entries > 0
}

// done keeps the order that was found, if it says all that it must and reads the same again.
func (f *filling) done() {
	if f.aimed && !f.aims() || f.pointed && !f.aimed && !f.arrowed && !f.goes() {
		return
	}
	if len(f.params) > 0 && !f.set[0] && f.params[0].Kind == KindOwn && f.said.unit != "" {
		f.set[0], f.got[0] = true, f.said.unit
		defer func() { f.set[0], f.got[0] = false, "" }()
	}
	for k := range f.params {
		if !f.set[k] && !f.params[k].Optional {
			return
		}
	}
	if len(f.params) == 0 || f.params[0].Kind != KindOwn || f.params[0].Repeated {
		f.keep(f.orders(""))
		return
	}
	var all []Line
	for unit := range strings.SplitSeq(f.got[0], ",") {
		lines := f.orders(unit)
		if lines == nil {
			return
		}
		all = append(all, lines...)
	}
	f.keep(all)
}

// goes reports whether a line without a verb names nothing but one's own units and where they go: "R2 to G10", "R1: one hex north".
func (f *filling) goes() bool {
	for k := range f.params {
		if kind := f.params[k].Kind; f.set[k] && kind != KindOwn && kind != KindPlace && kind != KindPath && kind != KindDir {
			return false
		}
	}
	return f.set[0] && f.params[0].Kind == KindOwn && f.times == 1
}

// aims reports whether a line without a verb names one's own units and an enemy: "MG1 at PG1".
func (f *filling) aims() bool {
	enemy := false
	for k := range f.params {
		switch kind := f.params[k].Kind; {
		case !f.set[k] || kind == KindOwn:
		case kind == KindEnemy || kind == KindTarget && slices.Contains(f.e.enemy().ids, f.got[k]):
			enemy = true
		default:
			return false
		}
	}
	return enemy && f.set[0] && f.params[0].Kind == KindOwn
}

// keep adds what was found to the readings.
func (f *filling) keep(lines []Line) {
	if lines != nil {
		f.kept++
		*f.out = with(*f.out, readingOf(lines))
	}
}

// orders returns the lines of what was found, for one unit if its name is given: nil if they would not read the same again.
func (f *filling) orders(unit string) []Line {
	var args []Arg
	for k := range f.params {
		value := f.got[k]
		if k == 0 && unit != "" {
			value = unit
		} else if !f.set[k] {
			continue
		}
		if strings.HasPrefix(value, steps) {
			path, ok := f.e.walked(value, f.doer(unit))
			if !ok {
				return nil
			}
			value = f.params[k].join(path)
			if f.params[k].Kind == KindPlace {
				value = path[len(path)-1]
			}
		}
		if f.repeated(k, value) {
			return nil
		}
		args = append(args, Arg{Name: f.params[k].Name, Value: value})
	}
	times := f.times
	if k := slices.IndexFunc(f.params, func(p param) bool { return p.Name == "times" && p.Kind == KindNumber }); k >= 0 && times > 1 && !f.set[k] {
		at := 0 // among the arguments, which stand in the order of the declaration
		for j := range k {
			if f.set[j] || j == 0 && unit != "" {
				at++
			}
		}
		args, times = slices.Insert(args, at, Arg{Name: "times", Value: itoa(times)}), 1
	}
	l := Line{Verb: f.deed.verb.Name, Args: args}
	if f.deed.sub != nil {
		l.Args, l.Clauses = args[:1:1], nil
		for range times {
			l.Clauses = append(l.Clauses, Clause{Verb: f.deed.sub.Name, Args: args[1:]})
		}
	}
	l.Text = f.e.g.text(&l)
	lines := f.e.strictly(l.Text)
	if len(lines) != 1 || lines[0].Text != l.Text {
		return nil
	}
	if f.deed.sub == nil {
		for n := 1; n < times; n++ {
			lines = append(lines, lines[0])
		}
	}
	return lines
}

// repeated reports whether a value of argument k names a place twice in a row, as in "the village, E6": which was meant is then not certain.
func (f *filling) repeated(k int, value string) bool {
	p := &f.params[k]
	between := ","
	switch {
	case p.Kind == KindPath:
		between = "-"
	case p.Kind != KindPlace && p.Kind != KindTarget || !p.Repeated:
		return false
	}
	places := strings.Split(value, between)
	return len(slices.Compact(slices.Clone(places))) < len(places)
}

// doer returns the unit that a line is for, if it is for one.
func (f *filling) doer(unit string) string {
	if unit != "" || len(f.params) == 0 || f.params[0].Kind != KindOwn || strings.Contains(f.got[0], ",") {
		return unit
	}
	return f.got[0]
}
