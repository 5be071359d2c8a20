package orders

import (
	"slices"
	"strings"
)

// done keeps the order that was found, if it says all that it must and reads the same again.
func (f *filling) done() {
	if !f.says() && (f.from < 0 || f.e.goes(f.deed) || f.appears() || slices.Contains(f.e.words.facing, f.deed.name())) { // "pull B-1 back": where to?
		return
	}
	if f.aimed && !f.aims() || f.pointed && !f.aimed && !f.arrowed && !f.goes() || f.particle != "" && !f.placed {
		return
	}
	if len(f.params) > 0 && !f.set[0] && f.params[0].Kind == KindOwn && f.said.unit != "" {
		f.set[0], f.got[0] = true, f.said.unit
		defer func() { f.set[0], f.got[0] = false, "" }()
	}
	if id, ok, _ := f.e.own.find(f.e.atoms[f.begin].key); ok && f.begin < f.from && len(f.params) > 0 && f.params[0].Kind == KindOwn && f.set[0] &&
		!slices.Contains(strings.Split(f.got[0], ","), id) && (f.caller() < 0 || f.got[f.caller()] != id) {
		return // "G1 dismounts from the half-track": G1 does it
	}
	if f.unsure && f.placeMissing() || !f.follows() || f.e.denies && f.measuredToo() {
		return
	}
	if f.valued() {
		return
	}
	for k := range f.params {
		if !f.set[k] && !f.params[k].Optional {
			f.supplied()
			return
		}
	}
	f.give()
	if f.from < 0 {
		return
	}
	said, last := phrase(f.e.key(f.from, f.to)), f.to == f.end
	if _, own := f.e.words.own.whole[said]; own && !last {
		return
	}
	for k := range f.params { // "march 3722, 3723": is the verb also how it goes?
		p := &f.params[k]
		if p.Kind != KindWord || f.set[k] {
			continue
		}
		if n, next, ok := f.e.word(&p.words, f.from, f.to); ok && next == f.to && (last || p.Words[n].Name == said) {
			f.set[k], f.got[k] = true, p.Words[n].Name
			f.give()
			f.set[k], f.got[k] = false, ""
		}
	}
}

// measuredToo reports whether a number was told: "guns never fire below 30 %" does not say that they never fire.
func (f *filling) measuredToo() bool {
	for k := range f.params {
		if f.set[k] && f.params[k].Kind == KindNumber {
			return true
		}
	}
	return false
}

// appears reports whether the deed is one of arriving, by a word that is no name of it: "N-2 stays down" sets nobody up.
func (f *filling) appears() bool {
	n := slices.Index(f.e.words.deeds, f.deed)
	return slices.Contains(f.e.words.arriving, n) && !slices.Contains(f.e.words.own.whole[phrase(f.e.key(f.from, f.to))], n)
}

// placeMissing reports whether a unit behind the verb may be the place that bears its name, since no place is named: "fire G1".
func (f *filling) placeMissing() bool {
	for k := range f.params {
		if f.set[k] && f.bearing(k) {
			return false // an angle says where it turns to
		}
	}
	place := func(p param) bool { return p.Kind.place() }
	k := slices.IndexFunc(f.params, place)
	return k >= 0 && !f.set[k]
}

// valued keeps the order whose words for the deed, which are not its name, are one of its values too, or end with one behind an article where somebody
// goes, and reports whether they are: "best shot", "take the road".
func (f *filling) valued() bool {
	if f.from < 0 {
		return false
	}
	said := phrase(f.e.key(f.from, f.to))
	if _, name := f.e.g.names.exact[said]; name {
		return false
	}
	for _, name := range f.deed.last().Aliases { // « pilonnez » is no more than « pilonner »
		if slices.ContainsFunc(f.e.g.inflected(name), func(form string) bool { return phrase(Fold(form)) == said }) {
			return false
		}
	}
	begins := []int{f.from}
	if f.to > f.from+2 && f.e.goes(f.deed) { // "takes the road"
		if next, ok := f.e.keyword(&f.e.g.articles, f.from+1, f.to); ok {
			begins = append(begins, next)
		}
	}
	for _, from := range begins {
		for k := range f.params {
			if p := &f.params[k]; p.Kind == KindWord && !f.set[k] && (p.prefix.entries == 0 || f.to > f.from+1) { // who « rejoint E04 » pays nothing "by join"
				if n, next, ok := f.e.full(&p.words, from, f.to); ok && next == f.to {
					f.with(k, p.Words[n].Name, f.give)
					return true
				}
			}
		}
	}
	return false
}

// give keeps the order for all its units together, or one for each.
func (f *filling) give() {
	if len(f.params) == 0 || f.params[0].Kind != KindOwn || f.params[0].Repeated && !f.each && !f.fanned() {
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

// fanned reports whether units that stand apart go one way, each from where it stands: "B-1 and B-2 one hex north".
func (f *filling) fanned() bool {
	return f.scattered() && slices.ContainsFunc(f.got, func(value string) bool { return strings.HasPrefix(value, steps) })
}

// scattered reports whether the units that do it stand apart.
func (f *filling) scattered() bool {
	who := strings.Split(f.got[0], ",")
	return slices.ContainsFunc(who, func(unit string) bool { return f.e.where(unit) != f.e.where(who[0]) })
}

// says reports whether the line names more than units.
func (f *filling) says() bool {
	for k := range f.params {
		if f.set[k] && (f.params[k].Kind != KindOwn || k > 0 && f.params[k].prefix.entries > 0 && f.named()) {
			return true
		}
	}
	return false
}

// goes reports whether a line without a verb names nothing but one's own units, where they go and how: "R2 to G10", "R1: one hex north".
func (f *filling) goes() bool {
	for k := range f.params {
		switch p := &f.params[k]; {
		case !f.set[k], p.Kind == KindOwn, p.Kind == KindPlace, p.Kind == KindPath, p.Kind == KindDir:
		case p.Kind == KindWord || p.Kind == KindNumber && p.prefix.entries > 0: // how they go, and how they face
		default:
			return false
		}
	}
	return f.set[0] && f.params[0].Kind == KindOwn && f.times == 1
}

// parted reports whether something stands between what a line names, a colon or a word as "on": "MG2 0808" alone says nothing.
func (e *everyday) parted(i, end int) bool {
	for j := i + 1; j < end; j++ {
		if e.is(j, ":") || e.arrow(j) || len(e.atoms[j].key) > 1 && e.idle(j) {
			return true
		}
	}
	return false
}

// aims reports whether a line without a verb names one's own units and an enemy, or the place of one: "MG1 at PG1".
func (f *filling) aims() bool {
	own, enemy := false, false
	for k := range f.params {
		switch kind := f.params[k].Kind; {
		case !f.set[k]:
		case kind == KindOwn:
			own = true
		case kind == KindEnemy || kind == KindTarget || kind == KindPlace:
			enemy = true
		case kind == KindWord || kind == KindNumber: // how they do it
		default:
			return false
		}
	}
	return enemy && own
}

// keep adds what was found to the readings.
func (f *filling) keep(lines []Line) {
	if lines != nil {
		f.kept++
		found := readingOf(lines)
		found.stood, found.joint, found.mended, found.several, found.loose = f.stood, f.joint, f.mended, f.several, f.loose
		for _, value := range f.got {
			if strings.HasPrefix(value, steps) {
				found.way = value
			}
		}
		if f.from >= 0 && !f.mended {
			found.verb = f.e.key(f.from, f.to)
		}
		*f.out = f.e.with(*f.out, found)
	}
}

// orders returns the lines of what was found, for one unit if its name is given: nil if they would not read the same again.
func (f *filling) orders(unit string) []Line {
	if !f.starts(unit) {
		return nil
	}
	var args []Arg
	for k := range f.params {
		value := f.got[k]
		if k == 0 && unit != "" {
			value = unit
		} else if !f.set[k] || value == "" { // "" are all units, which are not named
			continue
		}
		if strings.HasPrefix(value, steps) {
			who := f.doer(unit)
			if who == "" && f.set[0] && f.params[0].Kind == KindOwn {
				who = f.got[0]
			}
			path, ok := f.e.walked(value, who, f.said)
			if !ok {
				return nil
			}
			value = f.params[k].join(path)
			if f.params[k].Kind == KindPlace {
				value = path[len(path)-1]
			}
		}
		if value = f.onward(k, value, unit); f.repeated(k, value) {
			return nil
		}
		args = append(args, Arg{Name: f.params[k].Name, Value: value})
	}
	if f.twofold() || f.stays(unit) || f.toItself(unit) || f.outside() {
		return nil
	}
	times := f.times
	if times > 1 && f.reaches() {
		return nil // "puts three bursts into F7" goes nowhere
	}
	if times > 1 && f.deed.sub == nil && slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindNumber }) && !f.repeatable() {
		return nil // "x2" may be how many as well as how often
	}
	if k := f.often(); k >= 0 && times > 1 && !f.set[k] {
		at := 0 // among the arguments, which stand in the order of the declaration
		for j := range k {
			if f.set[j] || j == 0 && unit != "" {
				at++
			}
		}
		args, times = slices.Insert(args, at, Arg{Name: f.params[k].Name, Value: itoa(times)}), 1
	}
	l := Line{Verb: f.deed.verb.Name, Args: args, Standing: f.e.stands}
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

// reaches reports whether the order lets units go to a place of the map, where they are then: nobody goes there twice.
func (f *filling) reaches() bool {
	if !f.e.goes(f.deed) {
		return false
	}
	for k := range f.params {
		if !f.set[k] || !f.params[k].Kind.place() || strings.HasPrefix(f.got[k], steps) {
			continue
		}
		way, _, _ := strings.Cut(f.got[k], "/")
		if _, term := f.e.g.terms.exact[way]; !term { // "forward 4"
			return true
		}
	}
	return false
}

// repeated reports whether a value of argument k names a place twice in a row, as in "the village, E6": which was meant is then not certain.
func (f *filling) repeated(k int, value string) bool {
	p := &f.params[k]
	between := ","
	switch {
	case p.Kind == KindPath:
		between = "-"
	case p.Kind != KindPlace && p.Kind != KindTarget && p.Kind != KindWord || !p.Repeated:
		return false
	}
	if p.Kind == KindWord && !f.deed.verb.Only {
		return false
	}
	if p.Kind == KindWord { // nobody is preferred twice
		said := strings.Split(value, ",")
		slices.Sort(said)
		return len(slices.Compact(said)) < strings.Count(value, ",")+1
	}
	places := strings.Split(value, between)
	if n := len(places); p.Kind == KindPath && n > 2 && places[0] == places[n-1] {
		return true // "for the village, D9 E6" is named twice
	}
	return len(slices.Compact(slices.Clone(places))) < len(places)
}

// twofold reports whether two arguments are the same place: a target that is named twice, or a way
// that comes back.
func (f *filling) twofold() bool {
	for k := range f.params {
		for n := range k {
			a, b := &f.params[n], &f.params[k]
			if !f.set[n] || !f.set[k] || !a.Kind.place() || !b.Kind.place() {
				continue
			}
			first, second := strings.Split(f.got[n], "-"), strings.Split(f.got[k], "-")
			if slices.ContainsFunc(first, func(place string) bool { return slices.Contains(second, place) }) {
				return true
			}
		}
	}
	return false
}

// stays reports whether a unit would go by way of where it stands, or face it: "24/42 -> 24/38" begins there.
func (f *filling) stays(unit string) bool {
	d, ok := f.e.lex.(Describer)
	who := f.doer(unit)
	if !ok || who == "" || !f.e.goes(f.deed) {
		return false
	}
	at, _ := d.Describe(who)
	for k := range f.params {
		p, places := &f.params[k], strings.Split(f.got[k], "-")
		if p.Kind == KindPath && len(places) > 1 {
			places = places[1:] // a way may say where it begins
		}
		if at != "" && f.set[k] && p.prefix.entries > 0 && p.Kind.place() && slices.Contains(places, at) {
			return true
		}
	}
	return false
}

// starts reports whether the units stand where the line says that they come from.
func (f *filling) starts(unit string) bool {
	if f.start == "" {
		return true
	}
	d, ok := f.e.lex.(Describer)
	who := f.doer(unit)
	if !ok || who == "" {
		return false
	}
	at, _ := d.Describe(who)
	return at == f.start
}

// onward leaves out the place where the units stand at the beginning of a way that goes on from it: "A06 -> B06".
func (f *filling) onward(k int, value, unit string) string {
	d, ok := f.e.lex.(Describer)
	first, rest, more := strings.Cut(value, "-")
	if !ok || !more || f.params[k].Kind != KindPath || len(f.params) == 0 || f.params[0].Kind != KindOwn {
		return value
	}
	who := unit
	if who == "" {
		who = f.got[0]
	}
	for one := range strings.SplitSeq(who, ",") {
		if at, _ := d.Describe(one); at != first {
			return value
		}
	}
	return rest
}

// doer returns the unit that a line is for, if it is for one.
func (f *filling) doer(unit string) string {
	if unit != "" || len(f.params) == 0 || f.params[0].Kind != KindOwn || strings.Contains(f.got[0], ",") {
		return unit
	}
	return f.got[0]
}

// toItself reports whether a unit would do something to itself: "A3 mounts its HMG", where A3 is that.
func (f *filling) toItself(unit string) bool {
	who := f.doer(unit)
	for k := range f.params {
		if k > 0 && f.set[k] && f.params[k].Kind == KindOwn && who != "" && f.got[k] == who && f.params[0].Kind == KindOwn {
			return true
		}
	}
	return false
}

// named reports whether it is enough for an order to name units: who arrives aboard another one, and of whom a standing order is.
func (f *filling) named() bool {
	return f.deed.verb.Only || slices.Contains(f.e.words.arriving, slices.Index(f.e.words.deeds, f.deed))
}
