package orders

import (
	"slices"
	"strings"
)

// reading is one way to read a line.
type reading struct {
	lines   []Line
	text    string
	verb    string // the words for the deed, if they are those of everyday speech
	stood   bool   // a place was named where a unit stands
	joint   bool   // some who do it are named behind "with": they are perhaps what it is done with
	mended  bool   // the verb's word has a letter wrong
	several bool   // so it has, and may be that of another verb
	loose   bool   // a way was named without its direction, which is supplied
	way     string // the steps in a direction by which it tells where to
	meaning string // what it says, by which it is compared
}

func (r reading) subject() string {
	if n := len(r.lines); n > 0 && len(r.lines[n-1].Args) > 0 {
		return r.lines[n-1].Args[0].Value
	}
	return ""
}

// judged leaves out the readings that the rules do not allow, if that leaves any, and those that cut into several orders what is one.
func (e *everyday) judged(found []reading) []reading {
	found = fewest(found)
	if e.judge == nil || len(found) < 2 || slices.ContainsFunc(found, func(r reading) bool { return r.several }) {
		return found // "cove" is "cover" or "move": what is allowed does not tell which was meant
	}
	for _, counts := range []func(reading) bool{e.allowed, e.timely} {
		var left []reading
		for _, r := range found {
			if counts(r) {
				left = append(left, r)
			}
		}
		if len(left) > 0 {
			return slices.DeleteFunc(slices.Clone(left), func(r reading) bool {
				return slices.ContainsFunc(left, func(other reading) bool {
					return e.alias(r, other) || e.unopposed(r, other) || e.shorter(r, other) || e.unnamed(r, other) || e.motley(r, other) || e.placeOnly(r, other)
				})
			})
		}
	}
	return found
}

// unopposed reports whether a reading assaults a place where no enemy is known to stand, and another one only goes there: « G3 prend O3 ».
func (e *everyday) unopposed(r, other reading) bool {
	return slices.Contains(e.words.assaulting, e.deedOf(r)) && slices.Contains(e.words.going, e.deedOf(other)) && !e.foeStands(r) && !e.namesEnemy(r)
}

// placeOnly reports whether a reading shells the place where an enemy stands at whom another one fires, with the same units, and the line names the enemy:
// « S-T1 fait feu sur N-1 ». A word that only artillery has says otherwise.
func (e *everyday) placeOnly(r, other reading) bool {
	n, m := e.deedOf(r), e.deedOf(other)
	if n == noDeed || m == noDeed || !slices.Contains(e.words.shelling, e.words.deeds[n].name()) || slices.Contains(e.words.joint, e.words.deeds[n].name()) ||
		!slices.Contains(e.words.aiming, m) || slices.Contains(e.words.shelling, e.words.deeds[m].name()) || len(r.lines) != 1 || len(other.lines) != 1 || r.subject() != other.subject() || !e.namesEnemy(other) || e.namesEnemy(r) {
		return false
	}
	k := phrase(r.verb)
	return r.verb != "" && !slices.Contains(e.words.own.whole[k], n) && slices.Contains(slices.Concat(e.words.own.whole[k], e.words.wide.whole[k]), m)
}

// unnamed reports whether a reading and another one say in words that may mean either that nothing more is done, and the line has a name of the
// other one's verb too, but none of its own: "nothing to do this time, pass" does not wait.
func (e *everyday) unnamed(r, other reading) bool {
	n, m := e.deedOf(r), e.deedOf(other)
	if n == m || n == noDeed || m == noDeed || !slices.Contains(e.words.ending, e.words.deeds[n].name()) || !slices.Contains(e.words.ending, e.words.deeds[m].name()) {
		return false
	}
	named := func(n int) bool {
		for j := range e.atoms {
			if e.atoms[j].word && slices.Contains(e.words.own.whole[e.atoms[j].key], n) {
				return true
			}
		}
		return false
	}
	return named(m) && !named(n)
}

// shorter reports whether another reading says all that a reading does, and besides how it is done, in several words of the line: who goes "by road
// to 0707" goes by road.
func (e *everyday) shorter(r, other reading) bool {
	if len(r.lines) != 1 || len(other.lines) != 1 {
		return false
	}
	a, b := &r.lines[0], &other.lines[0]
	v := e.g.verbOf(a.Verb)
	if v == nil || a.Verb != b.Verb || len(a.Args) >= len(b.Args) || len(a.Clauses)+len(b.Clauses) > 0 || a.Guard+b.Guard != "" {
		return false
	}
	said := func(arg Arg) bool {
		k := slices.IndexFunc(v.params, func(p param) bool { return p.Name == arg.Name && p.Kind == KindWord })
		for j := 0; k >= 0 && j < len(e.atoms); j++ {
			n, next, ok := e.full(&v.params[k].words, j, len(e.atoms))
			if !ok || next <= j+1 || v.params[k].Words[n].Name != arg.Value {
				continue
			}
			if _, idle := e.g.courtesy.exact[phrase(e.key(j, next))]; !idle {
				return true
			}
		}
		return false
	}
	return !slices.ContainsFunc(a.Args, func(arg Arg) bool { return !slices.Contains(b.Args, arg) }) &&
		!slices.ContainsFunc(b.Args, func(arg Arg) bool { return !slices.Contains(a.Args, arg) && !said(arg) })
}

// alias reports whether a reading says with the verb of another phase what another one says with that of the phase for which both count now:
// "G-88 pushes on to 4823" in a phase in which units pursue and "move" does for that too.
func (e *everyday) alias(r, other reading) bool {
	if len(r.lines) != 1 || len(other.lines) != 1 {
		return false
	}
	a, b := &r.lines[0], &other.lines[0]
	v, w := e.g.verbOf(a.Verb), e.g.verbOf(b.Verb)
	if v == nil || w == nil || v == w || len(w.Phases) == 0 || len(v.Phases) <= len(w.Phases) || !slices.Equal(a.Args, b.Args) ||
		len(a.Clauses)+len(b.Clauses) > 0 || a.Guard+b.Guard != "" || !e.akin(e.deedOf(r), e.deedOf(other)) {
		return false
	}
	for _, phase := range w.Phases {
		if !slices.Contains(v.Phases, phase) {
			return false
		}
	}
	return e.judge(Line{Verb: a.Verb, Phase: w.Phases[0]}) == Allowed
}

// akin reports whether two deeds are both of going, or both of assaulting.
func (e *everyday) akin(n, m int) bool {
	if n == noDeed || m == noDeed {
		return false
	}
	joint := func(k int) bool { return slices.Contains(e.words.joint, e.words.deeds[k].name()) }
	return slices.Contains(e.words.going, n) && slices.Contains(e.words.going, m) || joint(n) && joint(m)
}

// fewest leaves out the readings that say in more orders what another one says: "D10 then C10" is one way.
func fewest(found []reading) []reading {
	count := func(r reading) (n int, said string) {
		var b strings.Builder
		put := func(args []Arg) {
			for _, a := range args {
				b.WriteString(" " + strings.NewReplacer("-", " ", ",", " ").Replace(a.Value))
			}
		}
		for i := range r.lines {
			l := &r.lines[i]
			n += 1 + len(l.Clauses)
			b.WriteString("\n" + l.Verb)
			put(l.Args)
			for k := range l.Clauses {
				if k == 0 || l.Clauses[k].Verb != l.Clauses[k-1].Verb {
					b.WriteString("; " + l.Clauses[k].Verb)
				}
				put(l.Clauses[k].Args)
			}
		}
		return n, b.String()
	}
	var out []reading
	for i, r := range found {
		n, said := count(r)
		beaten := slices.ContainsFunc(found, func(other reading) bool {
			m, same := count(other)
			return same == said && m < n
		})
		if !beaten {
			out = append(out, found[i])
		}
	}
	return out
}

// joined appends what follows to a reading. Clauses for the unit of an implicit verb become one line.
func joined(a, b reading) reading {
	lines := slices.Clone(a.lines)
	for _, l := range b.lines {
		last := &lines[len(lines)-1]
		if len(l.Clauses) > 0 && len(last.Clauses) > 0 && last.Verb == l.Verb && slices.Equal(last.Args, l.Args) && last.Guard == "" && l.Guard == "" {
			merged := *last
			merged.Clauses = append(slices.Clip(merged.Clauses), l.Clauses...)
			merged.Text = last.Text + "; " + strings.TrimPrefix(l.Text, l.Args[0].Value+": ")
			*last = merged
			continue
		}
		lines = append(lines, l)
	}
	return readingOf(lines)
}

func readingOf(lines []Line) reading {
	texts := make([]string, len(lines))
	for i := range lines {
		texts[i] = lines[i].Text
	}
	return reading{lines: lines, text: strings.Join(texts, "\n")}
}

// with adds a reading that is not yet there. Readings that differ only in which of a verb's arguments an enemy or a place is are one: that
// of the argument that comes first.
func (e *everyday) with(list []reading, r reading) []reading {
	r.meaning = e.meaning(r)
	if slices.ContainsFunc(list, func(other reading) bool { return other.meaning == r.meaning }) {
		return list
	}
	return append(list, r)
}

// meaning returns what a reading says, without the names of the arguments for enemies and places, and without saying that it is done once.
func (e *everyday) meaning(r reading) string {
	var b strings.Builder
	args := func(params []param, given []Arg) {
		var loose []string
		for _, a := range given {
			if a.Name == timesName && a.Value == "1" {
				continue // what is done is done once
			}
			k := slices.IndexFunc(params, func(p param) bool { return p.Name == a.Name })
			if k >= 0 && (params[k].Kind == KindEnemy || params[k].Kind == KindTarget || params[k].Kind == KindPlace) {
				loose = append(loose, a.Value)
				continue
			}
			if n, often := e.g.repeats.exact[phrase(Fold(a.Value))]; often && k >= 0 && params[k].Kind == KindWord { // "twice" is "times 2"
				b.WriteString(" " + timesName + "=" + itoa(n))
				continue
			}
			b.WriteString(" " + a.Name + "=" + a.Value)
		}
		slices.Sort(loose)
		b.WriteString(" " + strings.Join(loose, " "))
	}
	for _, l := range r.lines {
		v := e.g.verbOf(l.Verb)
		if v == nil || l.Guard != "" || len(l.Otherwise) > 0 {
			return r.text
		}
		b.WriteString(l.Verb)
		args(v.params, l.Args)
		for _, c := range l.Clauses {
			k := slices.IndexFunc(v.subs, func(sub verb) bool { return sub.Name == c.Verb })
			if k < 0 {
				return r.text
			}
			b.WriteString("; " + c.Verb)
			args(v.subs[k].params, c.Args)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// deedOf returns the last deed of a reading.
func (e *everyday) deedOf(r reading) int {
	l := r.lines[len(r.lines)-1]
	for n, d := range e.words.deeds {
		if d.verb.Name == l.Verb && (d.sub == nil || len(l.Clauses) > 0 && l.Clauses[len(l.Clauses)-1].Verb == d.sub.Name) {
			return n
		}
	}
	return noDeed
}

// namesEnemy reports whether a reading names an enemy.
func (e *everyday) namesEnemy(r reading) bool {
	names := func(args []Arg) bool {
		return slices.ContainsFunc(args, func(a Arg) bool { return slices.Contains(e.enemy().ids, a.Value) })
	}
	return slices.ContainsFunc(r.lines, func(l Line) bool {
		return names(l.Args) || slices.ContainsFunc(l.Clauses, func(c Clause) bool { return names(c.Args) })
	})
}

// goes reports whether a deed is one of going, arriving or turning, which is done somewhere.
func (e *everyday) goes(d deed) bool {
	n := slices.Index(e.words.deeds, d)
	return slices.Contains(e.words.going, n) || slices.Contains(e.words.turning, n) || slices.Contains(e.words.arriving, n) && !slices.ContainsFunc(d.params(), func(p param) bool { return p.Kind.place() })
}

// somewhere reports whether a reading names a place.
func (e *everyday) somewhere(r reading) bool {
	for _, l := range r.lines {
		v := e.g.verbOf(l.Verb)
		if v == nil || !slices.ContainsFunc(l.Args, func(a Arg) bool {
			k := slices.IndexFunc(v.params, func(p param) bool { return p.Name == a.Name })
			return k >= 0 && v.params[k].Kind.place()
		}) {
			return false
		}
	}
	return true
}

// allowed reports whether the rules allow a reading.
func (e *everyday) allowed(r reading) bool {
	return !slices.ContainsFunc(r.lines, func(l Line) bool { return e.judge(l) != Allowed })
}

// timely reports whether all verbs of a reading have their time now.
func (e *everyday) timely(r reading) bool {
	return !slices.ContainsFunc(r.lines, func(l Line) bool { return e.judge(l) <= Untimely })
}

// past reports whether a reading orders something whose time will not come.
func (e *everyday) past(r reading) bool {
	return slices.ContainsFunc(r.lines, func(l Line) bool { return !l.Standing && e.judge(l) == Past })
}

// rests reports whether a reading only says of units that they stay as they are: where there is no such order, none was given.
func (e *everyday) rests(r reading) bool {
	d := e.deedOf(r)
	return d != noDeed && slices.Contains(e.words.resting, e.words.deeds[d].name()) && !e.allowed(r)
}

// strays reports whether a reading that the rules do not allow rests on a word that is as well one for another deed: "take 4524" may be an
// attack, what shells may be meant for a place, and who shoots may mean whoever is there.
func (e *everyday) strays(r reading) bool {
	n := e.deedOf(r)
	if n == noDeed || r.verb == "" || e.allowed(r) {
		return false
	}
	k := phrase(r.verb)
	if at := strings.LastIndexByte(k, ' '); at > 0 && slices.Contains(e.words.joint, e.words.deeds[n].name()) { // "both guns go in 0306"
		if _, there := e.g.towards.exact[k[at+1:]]; there {
			return true
		}
	}
	aims := func(m int) bool { return m != n && slices.Contains(e.words.aiming, m) }
	switch own := e.possible(e.words.own.whole[k]); {
	case slices.Contains(own, n):
		return false
	case slices.Contains(e.words.shelling, e.words.deeds[n].name()):
		return slices.ContainsFunc(own, aims) && e.foeStands(r) || slices.ContainsFunc(slices.Concat(own, e.words.wide.whole[k]), aims) && (e.inhabited(r) || r.stood && e.foeStands(r))
	case slices.Contains(e.words.aiming, n) && r.stood:
		return slices.ContainsFunc(own, func(m int) bool { return slices.Contains(e.words.shelling, e.words.deeds[m].name()) })
	case slices.Contains(e.words.going, n):
		return slices.ContainsFunc(slices.Concat(own, e.words.wide.whole[k]), func(m int) bool {
			return !slices.Contains(e.words.going, m) && !slices.Contains(e.words.arriving, m)
		})
	}
	return false
}

// turned adds the facing to an order that lets a unit arrive, and that may be given one: "MG2 in K09, looking south-west".
func (e *everyday) turned(left, right reading) (whole reading, ok bool) {
	n, m := e.deedOf(left), e.deedOf(right)
	if n == noDeed || m == noDeed || !slices.Contains(e.words.arriving, n) || !slices.Contains(e.words.facing, e.words.deeds[m].name()) || len(right.lines) != 1 || left.subject() != right.subject() {
		return left, false
	}
	turn, d := right.lines[0], e.words.deeds[n]
	last := left.lines[len(left.lines)-1]
	k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Kind == KindDir })
	if k < 0 && len(turn.Args) == 2 { // a direction or an angle
		k = slices.IndexFunc(d.verb.params, func(p param) bool {
			_, front := e.g.fronts.exact[p.Prefix]
			return front && p.Name == turn.Args[1].Name
		})
	}
	if k < 0 || d.sub != nil || len(turn.Args) != 2 || len(turn.Clauses) > 0 || valueOf(&last, d.verb.params[k].Name) != "" {
		return left, false
	}
	var args []Arg
	for j, p := range d.verb.params {
		if j == k {
			args = append(args, Arg{Name: p.Name, Value: turn.Args[1].Value})
		} else if v := valueOf(&last, p.Name); v != "" {
			args = append(args, Arg{Name: p.Name, Value: v})
		}
	}
	last.Args = args
	last.Text = e.g.text(&last)
	lines := e.strictly(last.Text)
	if len(lines) != 1 || lines[0].Text != last.Text {
		return left, false
	}
	return readingOf(append(slices.Clip(left.lines[:len(left.lines)-1]), lines[0])), true
}

// valueOf returns the value of an argument of a line, or "" if it has none.
func valueOf(l *Line, name string) string {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// doers returns the units of the last line of a reading, which is of deed n: an attack names the place first.
func (e *everyday) doers(r reading, n int) string {
	params := e.words.deeds[n].verb.params
	if k := slices.IndexFunc(params, func(p param) bool { return p.Kind == KindOwn }); k > 0 {
		return valueOf(&r.lines[len(r.lines)-1], params[k].Name)
	}
	return r.subject()
}

// away reports whether a reading lets units go or fire that are not on the map and that nothing before it brings there: they arrive.
func (e *everyday) away(r reading, said before) bool {
	_, ok := e.lex.(Describer)
	n := e.deedOf(r)
	if !ok || len(e.words.arriving) == 0 || !slices.Contains(e.words.going, n) && !slices.Contains(e.words.aiming, n) {
		return false
	}
	who := e.doers(r, n)
	if said.line != nil && slices.Contains(e.words.arriving, said.verb) && strings.Contains(","+said.unit+",", ","+who+",") {
		return false
	}
	for unit := range strings.SplitSeq(who, ",") {
		if e.where(unit) != "" {
			return false
		}
	}
	return true
}

// counting returns the readings that the rules allow, apart from those that let units arrive which are on the map already: "put G-3N in 5112"
// lets them go, where they can.
func (e *everyday) counting(found []reading, said before) (allowed, arrived []reading) {
	for _, r := range found {
		switch {
		case !e.allowed(r) || e.away(r, said) || e.there(r):
		case e.present(r):
			arrived = append(arrived, r)
		default:
			allowed = append(allowed, r)
		}
	}
	return allowed, arrived
}

// there reports whether a reading lets units arrive where they stand, at a time in which they can go: "G-34 moves to 5423" brings nobody on there.
func (e *everyday) there(r reading) bool {
	if !e.present(r) {
		return false
	}
	for _, l := range r.lines {
		for _, a := range l.Args {
			for unit := range strings.SplitSeq(e.doers(r, e.deedOf(r)), ",") {
				if e.where(unit) == a.Value {
					return true
				}
			}
		}
	}
	return false
}

// present reports whether a reading lets units arrive that are on the map already, at a time in which they can go: they go.
func (e *everyday) present(r reading) bool {
	n := e.deedOf(r)
	if n == noDeed || !slices.Contains(e.words.arriving, n) || !slices.ContainsFunc(e.words.going, func(m int) bool {
		return e.judge(Line{Verb: e.words.deeds[m].verb.Name}) > Untimely
	}) {
		return false
	}
	for unit := range strings.SplitSeq(e.doers(r, n), ",") {
		if e.where(unit) == "" {
			return false
		}
	}
	return true
}

// combined makes one reading of two orders that follow one another in a line. apart says that a semicolon parts them, then that one is said to come
// after the other; ok is false where both together say nothing that could be meant.
func (e *everyday) combined(left, right reading, apart, then bool) (whole reading, ok bool) {
	if apart && clauses(left) && clauses(right) {
		return joined(left, right), true // each is what it says
	}
	if whole, ok := e.turned(left, right); ok {
		return whole, true
	}
	if whole, ok := e.ranked(left, right); ok {
		return whole, true
	}
	if whole, ok := e.arrivesOnward(left, right); ok {
		return whole, true
	}
	if whole, ok := e.formed(left, right); ok {
		return whole, true
	}
	if whole, ok := e.placesOf(left, right); ok {
		return whole, true
	}
	if e.arrivesAgain(left, right) {
		return left, false
	}
	if e.restsFirst(left, right) {
		return right, true
	}
	if same, ok := e.endsTwice(left, right); ok {
		if strings.HasPrefix(right.text, left.text+" ") {
			return right, same
		}
		return left, same
	}
	if kept, contrary := e.contrary(left, right); contrary {
		return kept, kept.lines != nil
	}
	if whole, ok := e.oneWay(left, right); ok {
		return whole, true
	}
	if e.judge != nil && e.timely(left) && !e.timely(right) && left.subject() == right.subject() {
		return left, false // "hides in H9, waiting in ambush" orders nothing for later
	}
	twice := !then && left.verb != "" && right.verb != "" && left.verb != right.verb
	switch {
	case twice && strings.HasPrefix(right.text, left.text+" "): // "get going again, rally as an opportunity"
		return right, true
	case right.text != left.text:
		return joined(left, right), true
	}
	return left, twice // "shake it off and rally" is said twice, and ordered once
}
