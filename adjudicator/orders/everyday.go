package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/spelling"
)

// An everyday line is one that the grammar refuses but that says one thing only: "kindly send G3 to C5, thanks". It is read by what its
// words can be. Every word must be accounted for: the verb in one of its everyday forms, a value of one of the verb's arguments, a word that
// introduces one, or a word that says nothing. The order of the words does not matter, but what introduces a value does: what stands behind
// "at" is never an own unit, what stands behind "with" never a target. A single word that is none of these leaves the line unread. So a
// negation, a doubt, an exception or a second thought can never be lost, whatever words it is made of.
//
// Worked example: "G3 --> C5, please" with the verb "move" of the sense of going. "please" says nothing, the arrow introduces a place, no verb
// stands in the line, so the sense of going is meant: the one reading is "G3: move C5".
//
// Where the words allow several readings, those count that the rules allow at the moment (Judge). If one is left, it is taken; if several are,
// the line is asked back with them.

// Judge reports whether the rules allow an order now, as far as its player can know.
type Judge func(l Line) bool

// Limits of the search for the readings of an everyday line.
const (
	mostEveryday = 40    // atoms of the line
	mostFillings = 8_000 // steps of the search for one line's readings
	mostParts    = 4     // orders in the line
	mostReadings = 3     // that are shown where the line is asked back
)

// noDeed stands where no verb does.
const noDeed = -1

// deed is a verb that a line can order: of a line or, below an implicit verb, of a clause.
type deed struct{ verb, sub *verb }

// everydayWords finds the deeds that a word can mean: its own names, their inflections, and then the words of its sense.
type everydayWords struct {
	own, wide forms           // by folded words: indices of deeds
	instead   forms           // of senses, where none of the others is allowed
	sorted    []string        // all words of both
	values    map[string]bool // words that an argument may be
	deeds     []deed
	going     []int    // deeds of the first sense, which is meant where no verb stands
	aiming    []int    // deeds of the second sense, or else the third, which is meant where only an enemy or a place is named behind "at"
	arriving  []int    // deeds instead of going
	turning   []int    // deeds of turning in place
	boarding  []string // verbs of getting on a vehicle
	joint     []string // verbs of the third sense: who joins them does not do the same once more
	atoms     int
}

// forms are words for deeds.
type forms struct {
	whole map[string][]int   // indices of deeds by folded words
	apart map[string][]apart // by the first words of those whose last one may stand apart: "bring ... on"
}

// apart is a word that belongs to a verb and may stand elsewhere in the line.
type apart struct {
	particle string
	deed     int
}

// everydayForms makes the index of all verbs.
func (g *Grammar) everydayForms() everydayWords {
	empty := func() forms { return forms{map[string][]int{}, map[string][]apart{}} }
	e := everydayWords{own: empty(), wide: empty(), instead: empty(), values: map[string]bool{}}
	put := func(in forms, words string, n int) {
		k := phrase(Fold(words))
		if k == "" || slices.Contains(in.whole[k], n) {
			return
		}
		in.whole[k] = append(in.whole[k], n)
		e.sorted = append(e.sorted, k)
		e.atoms = max(e.atoms, marks(k))
		if at := strings.LastIndexByte(k, ' '); at > 0 {
			if _, ok := g.particles.exact[k[at+1:]]; ok {
				in.apart[k[:at]] = append(in.apart[k[:at]], apart{k[at+1:], n})
			}
		}
	}
	senses := g.senses()
	if len(senses) > 2 {
		e.joint = senses[2].Verbs
	}
	for _, t := range senses {
		if slices.Contains(t.Verbs, "embark") {
			e.boarding = t.Verbs
		}
	}
	var aims [2][]int // by fire, by assault
	for i := range g.verbs {
		v := &g.verbs[i]
		if v.Alone {
			continue
		}
		deeds := []deed{{v, nil}}
		if v.Implicit {
			deeds = nil
			for j := range v.subs {
				deeds = append(deeds, deed{v, &v.subs[j]})
			}
		}
		for _, d := range deeds {
			n := len(e.deeds)
			e.deeds = append(e.deeds, d)
			for _, p := range d.params() {
				for _, word := range p.words.keys {
					e.values[word.text] = e.values[word.text] || p.Kind == KindWord
				}
			}
			for _, word := range d.words() {
				for _, form := range g.inflected(word) {
					put(e.own, form, n)
				}
			}
			for k, t := range senses {
				in := e.wide
				switch {
				case slices.Contains(t.Verbs, d.name()) && k == 0:
					e.going = append(e.going, n)
				case slices.Contains(t.Verbs, d.name()) && slices.Contains(t.Verbs, "pivot") && slices.ContainsFunc(d.params(), func(p param) bool { return p.Kind == KindDir }):
					e.turning = append(e.turning, n)
				case slices.Contains(t.Verbs, d.name()) && (k == 1 || k == 2):
					aims[k-1] = append(aims[k-1], n)
				case slices.Contains(t.Verbs, d.name()):
				case slices.Contains(t.Instead, d.name()):
					in = e.instead
					if k == 0 {
						e.arriving = append(e.arriving, n)
					}
				default:
					continue
				}
				for _, word := range t.Words {
					for _, form := range g.inflected(word) {
						put(in, form, n)
					}
				}
			}
		}
	}
	e.aiming = aims[0]
	if len(e.aiming) == 0 { // a game in which nobody fires
		e.aiming = aims[1]
	}
	slices.Sort(e.sorted)
	e.sorted = slices.Compact(e.sorted)
	return e
}

func (d deed) last() *verb {
	if d.sub != nil {
		return d.sub
	}
	return d.verb
}

func (d deed) name() string { return d.last().Name }

func (d deed) words() []string {
	out := []string{d.name()}
	for _, a := range d.last().Aliases {
		out = append(out, a.Text)
	}
	for _, a := range d.last().Everyday {
		out = append(out, a.Text)
	}
	return out
}

// params returns the arguments of the deed, the unit of an implicit verb first.
func (d deed) params() []param {
	if d.sub == nil {
		return d.verb.params
	}
	return append(slices.Clip(d.verb.params[:1]), d.sub.params...)
}

// near returns the deeds of the words that are one slip away from a word, in order.
func (w *everydayWords) near(f forms, word []rune) (found []int) {
	for _, form := range w.sorted {
		k := []rune(form)
		if d := len(k) - len(word); d < -1 || d > 1 || len(f.whole[form]) == 0 || spelling.Distance(word, k) > spelling.Edit {
			continue
		}
		found = append(found, f.whole[form]...)
	}
	return found
}

// longest returns where the longest words for a deed at i end, and the deeds of these words.
func (e *everyday) longest(i, end int) (to int, deeds []int) {
	for to := min(i+e.words.atoms*2, end); to > i; to-- {
		k := phrase(e.key(i, to))
		for _, f := range []forms{e.words.own, e.words.wide, e.words.instead} {
			deeds = append(deeds, f.whole[k]...)
		}
		if len(deeds) > 0 {
			return to, deeds
		}
	}
	return i, nil
}

// senses returns the senses of all languages; senses of one name are parts of one.
func (s *Speech) senses() []Sense {
	var out []Sense
	for _, t := range s.tongues {
		for k, sense := range t.Senses {
			if k == len(out) {
				out = append(out, Sense{})
			}
			out[k].Verbs = append(out[k].Verbs, sense.Verbs...)
			out[k].Words = append(out[k].Words, sense.Words...)
			out[k].Instead = append(out[k].Instead, sense.Instead...)
		}
	}
	return out
}

// inflected returns the forms of a word or phrase, whose first word is inflected, or the next if that one has no forms: "head for", "heads
// for"; « se rallie ».
func (s *Speech) inflected(phrase string) []string {
	out := []string{phrase}
	words := strings.Split(phrase, " ")
	for _, t := range s.tongues {
		for k := range min(len(words), 2) {
			forms := t.forms(words[k])
			for _, form := range forms {
				out = append(out, strings.Join(slices.Concat(words[:k], []string{form}, words[k+1:]), " "))
			}
			if len(forms) > 0 {
				break
			}
		}
	}
	return out
}

// forms returns the forms of a verb that the language's rules make.
func (t *Tongue) forms(word string) (out []string) {
	best := -1
	for i, rule := range t.Inflections {
		if strings.HasSuffix(word, rule.Ending) && len(word) > len(rule.Ending)+1 && (best < 0 || len(rule.Ending) > len(t.Inflections[best].Ending)) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	stem := strings.TrimSuffix(word, t.Inflections[best].Ending)
	for _, ending := range t.Inflections[best].Forms {
		out = append(out, stem+ending)
	}
	return out
}

// reading is one way to read a line.
type reading struct {
	lines   []Line
	text    string
	verb    string // the words for the deed, if they are those of everyday speech
	meaning string // what it says, by which it is compared
}

func (r reading) subject() string {
	if n := len(r.lines); n > 0 && len(r.lines[n-1].Args) > 0 {
		return r.lines[n-1].Args[0].Value
	}
	return ""
}

// everyday searches for the readings of one line.
type everyday struct {
	*reader
	words *everydayWords
	steps int
}

// inEverydayWords returns the readings of the atoms from i on that count. A search that comes to its limits has none: what it has not seen
// might be meant.
func (r *reader) inEverydayWords(i int) []reading {
	if len(r.atoms)-i > mostEveryday || *r.spare <= 0 || r.conditional(i) {
		return nil
	}
	if _, _, doubtful := r.doubtful(i); doubtful {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	quiet, work := r.quiet, r.work
	faults, spans := r.faults, r.spans
	r.quiet, r.work = true, r.spare
	found := e.judged(e.parts(i, len(r.atoms), before{verb: noDeed}, mostParts))
	r.quiet, r.work, r.faults, r.spans = quiet, work, faults, spans
	if e.steps < 0 || *r.spare <= 0 {
		return nil
	}
	return found
}

// conditional reports whether the line has a condition, an alternative or a negation, or is a standing order: what such words govern is
// never guessed.
func (r *reader) conditional(i int) bool {
	for ; i < len(r.atoms); i++ {
		if r.is(i, "|") || r.is(i, "?") {
			return true
		}
		for _, v := range []*vocabulary{&r.g.ifWords, &r.g.whenWords, &r.g.otherwiseWords, &r.g.orWords, &r.g.notWords, &r.g.standingWords} {
			if _, ok := r.keyword(v, i, len(r.atoms)); ok {
				return true
			}
		}
	}
	return false
}

// judged leaves out the readings that the rules do not allow, if that leaves any, and those that cut into several orders what is one.
func (e *everyday) judged(found []reading) []reading {
	found = fewest(found)
	if e.judge == nil || len(found) < 2 {
		return found
	}
	var allowed []reading
	for _, r := range found {
		if e.allowed(r) {
			allowed = append(allowed, r)
		}
	}
	if len(allowed) == 0 {
		return found
	}
	return allowed
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

// before is what a part of a line may leave out because the part before it said it.
type before struct {
	unit string
	verb int // of deeds, or noDeed
	line *Line
}

// parts reads one order, or several that follow one another: "move B-1 to 0509, B-2 to 0309".
func (e *everyday) parts(i, end int, said before, most int) []reading {
	i, end = e.trimmed(i, end)
	if i >= end {
		return nil
	}
	if found := e.part(i, end, said); len(found) > 0 || most == 1 {
		return found
	}
	var out []reading
	for j := i + 1; j < end-1 && e.steps > 0; j++ {
		next, ok := e.cut(j, end)
		if !ok {
			continue
		}
		for _, left := range e.judged(e.part(i, j, said)) {
			now := before{unit: left.subject(), verb: e.deedOf(left), line: &left.lines[len(left.lines)-1]}
			for _, right := range e.parts(next, end, now, most-1) {
				switch {
				case right.text != left.text:
					out = e.with(out, joined(left, right))
				case left.verb != "" && right.verb != "" && left.verb != right.verb: // "shake it off and rally" is said twice, and ordered once
					out = e.with(out, left)
				}
			}
		}
	}
	return out
}

// cut reports whether an order may end at j, and where the next one begins.
func (e *everyday) cut(j, end int) (next int, ok bool) {
	switch e.atoms[j].key {
	case ";", ",", "&", "+", ".":
		next, ok = j+1, true
	case "(":
		if to, _ := e.longest(j+1, end); to > j+1 { // "stays (hold)"
			next, ok = j+1, true
		}
	default:
		if next := e.enumerated(j, end); next > j {
			return next, true
		}
		if next, ok = e.keyword(&e.g.thenWords, j, end); !ok && e.and(j) {
			next, ok = j+1, true
		}
	}
	if ok {
		if after, again := e.keyword(&e.g.thenWords, next, end); again {
			next = after
		} else if e.and(next) {
			return e.cut(next, end)
		}
	}
	return next, ok
}

// enumerated reads the number of a further order in the line: "1) PG1 A06 2) PG2 A07".
func (e *everyday) enumerated(j, end int) (next int) {
	if n, ok := e.count(j); !ok || n > mostParts || !digits(e.atoms[j].key) || j+2 >= end || !e.is(j+1, ")") && !e.is(j+1, ".") {
		return j
	}
	return j + 2
}

// trimmed leaves out marks and words at both ends that say nothing.
func (e *everyday) trimmed(i, end int) (from, to int) {
	for i < end {
		if _, ok := e.keyword(&e.g.quantities, i, end); ok { // « les deux groupes »
			break
		}
		if _, ok := e.keyword(&e.g.crowds, i, end); ok {
			break
		}
		if next, ok := e.empty(i, end); ok {
			i = next
			continue
		}
		if next, ok := e.keyword(&e.g.thenWords, i, end); ok {
			i = next
			continue
		}
		break
	}
	for end > i && !e.atoms[end-1].word && strings.Contains(".,;:!", e.atoms[end-1].key) {
		end--
	}
	return i, end
}

// empty reads words and marks that say nothing.
func (e *everyday) empty(i, end int) (next int, ok bool) {
	if i >= end {
		return i, false
	}
	if !e.atoms[i].word {
		return i + 1, strings.Contains(".,;:!()[]{}", e.atoms[i].key)
	}
	for _, v := range []*vocabulary{&e.g.courtesy, &e.g.articles} {
		if j, ok := e.keyword(v, i, end); ok {
			return j, true
		}
	}
	if e.atoms[i].key == "'" || e.is(i, "\"") {
		return i + 1, true
	}
	return i, false
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

// meaning returns what a reading says, without the names of the arguments for enemies and places.
func (e *everyday) meaning(r reading) string {
	var b strings.Builder
	args := func(params []param, given []Arg) {
		var loose []string
		for _, a := range given {
			k := slices.IndexFunc(params, func(p param) bool { return p.Name == a.Name })
			if k >= 0 && (params[k].Kind == KindEnemy || params[k].Kind == KindTarget || params[k].Kind == KindPlace) {
				loose = append(loose, a.Value)
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

// part reads one order: as the grammar has it, or in everyday words.
func (e *everyday) part(i, end int, said before) []reading {
	if again := e.likewise(i, end, said); again != nil {
		return again
	}
	standing := func(l Line) bool { return l.Standing } // it is asked for by a word that no everyday line has
	if lines := e.strictly(e.raw(i, end)); lines != nil && !slices.ContainsFunc(lines, standing) {
		return []reading{readingOf(lines)}
	}
	verbs := false
	var out []reading
	for n, f := range []forms{e.words.own, e.words.wide, e.words.instead} {
		found, any := e.worded(f, i, end, said)
		verbs = verbs || any
		if n == 2 { // who arrives does so somewhere: "goes under cover" is no arrival
			found = slices.DeleteFunc(found, func(r reading) bool { return !e.somewhere(r) })
		}
		counts := func(r reading) bool { return e.allowed(r) && !e.away(r, said) }
		if e.judge != nil && slices.ContainsFunc(found, counts) {
			return slices.DeleteFunc(found, func(r reading) bool { return !counts(r) })
		}
		if len(out) == 0 && n < 2 { // instead of a deed only what is allowed counts
			out = found
		}
		if e.judge == nil && len(out) > 0 {
			break
		}
	}
	if verbs {
		if len(out) == 0 {
			if out = e.wordless(i, end, said); len(out) == 0 {
				return e.telling(i, end, said)
			}
		}
		return out
	}
	if at, ok := e.strange(i); ok && at < end {
		for _, n := range e.misspelt(at) {
			f := filling{e: e, deed: e.words.deeds[n], from: at, to: at + 1, end: end, said: said, out: &out}
			f.search(i)
		}
		if e.judge != nil {
			out = slices.DeleteFunc(out, func(r reading) bool { return e.away(r, said) })
		}
		return out
	}
	return e.wordless(i, end, said)
}

// likewise reads "and G2 too": the order before it for other units.
func (e *everyday) likewise(i, end int, said before) []reading {
	if said.line == nil {
		return nil
	}
	stop := end
	for stop > i && !e.atoms[stop-1].word {
		stop--
	}
	at := -1
	for j := i + 1; j < stop; j++ {
		if next, ok := e.keyword(&e.g.likewise, j, stop); ok && next == stop {
			at = j
			break
		}
	}
	if at < 0 {
		return nil
	}
	return e.again(i, at, said)
}

// again reads the units from i to at, for which the order before it is given once more.
func (e *everyday) again(i, at int, said before) []reading {
	d := e.words.deeds[max(e.deedOf(reading{lines: []Line{*said.line}}), 0)]
	if d.verb.Name != said.line.Verb || slices.Contains(e.words.joint, d.name()) {
		return nil
	}
	k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Kind == KindOwn })
	if k < 0 {
		return nil
	}
	many := d.verb.params[k]
	one := *many.Param
	one.Repeated, many.Param = true, &one
	for next, ok := e.empty(i, at); ok; next, ok = e.empty(i, at) {
		i = next
	}
	values, ends := e.list(&many, nil, i, at)
	values, ends = e.apposed(&many, values, ends, i)
	if len(values) == 0 || ends[len(ends)-1] != at {
		return nil
	}
	if d.verb.params[k].Repeated {
		values = []string{strings.Join(values, ",")}
	}
	var lines []Line
	for _, who := range values {
		l := *said.line
		l.Args = slices.Clone(l.Args)
		for n := range l.Args {
			if l.Args[n].Name == one.Name {
				l.Args[n].Value = who
			}
		}
		l.Text = e.g.text(&l)
		again := e.strictly(l.Text)
		if len(again) != 1 || again[0].Text != l.Text || l.Text == said.line.Text {
			return nil
		}
		lines = append(lines, again[0])
	}
	return []reading{readingOf(lines)}
}

// worded returns the readings by the verbs that stand among the words; any reports whether one does.
func (e *everyday) worded(words forms, i, end int, said before) (out []reading, any bool) {
	for from := i; from < end; from++ {
		if !e.atoms[from].word {
			continue
		}
		covered, longer := e.longest(from, end)
		for to := min(from+e.words.atoms*2, end); to > from; to-- {
			if !e.atoms[to-1].word {
				continue
			}
			k := phrase(e.key(from, to))
			deeds := words.whole[k]
			if len(deeds) == 0 {
				deeds = words.whole[phrase(e.g.unelided(e.key(from, to)))]
			}
			for _, a := range words.apart[k] {
				if f := (filling{e: e, deed: e.words.deeds[a.deed], from: from, to: to, particle: a.particle, end: end, said: said, out: &out}); e.later(a.particle, to, end) {
					f.search(i)
				}
			}
			if len(deeds) == 0 || covered > to && !slices.ContainsFunc(deeds, func(n int) bool { return slices.Contains(longer, n) }) {
				continue // "return fire" is not "return"
			}
			any = true
			for _, n := range deeds {
				f := filling{e: e, deed: e.words.deeds[n], from: from, to: to, end: end, said: said, out: &out}
				f.search(i)
			}
			break // the longest form counts
		}
	}
	return out, any
}

// later reports whether a word stands behind i.
func (e *everyday) later(word string, i, end int) bool {
	for j := i; j < end; j++ {
		if e.atoms[j].key == word {
			return true
		}
	}
	return false
}

// telling reads a line whose deed is told by one of its words alone: "AIR1: observation over 5634". It must be allowed.
func (e *everyday) telling(i, end int, said before) (out []reading) {
	if e.judge == nil {
		return nil
	}
	for n, d := range e.words.deeds {
		tells := false
		for _, p := range d.params() {
			if p.Kind != KindWord || n == said.verb {
				continue
			}
			for j := i; j < end && !tells; j++ {
				if _, _, ok := e.plural(&p.words, j, end); ok && e.atoms[j].word {
					tells = !e.g.says(e.atoms[j].key)
				}
			}
		}
		if !tells {
			continue
		}
		var found []reading
		f := filling{e: e, deed: d, from: noDeed, to: noDeed, end: end, said: said, implied: true, out: &found}
		f.search(i)
		for _, r := range found {
			if e.allowed(r) {
				out = e.with(out, r)
			}
		}
	}
	return out
}

// wordless reads an order without a verb: the verb of the order before it, or fire where an enemy is named behind "at", or a move. It must
// be allowed: what was not written is only read into a line where it can be done.
func (e *everyday) wordless(i, end int, said before) (out []reading) {
	try := func(deeds []int, pointed, aimed bool) []reading {
		var found []reading
		for _, n := range deeds {
			f := filling{e: e, deed: e.words.deeds[n], from: noDeed, to: noDeed, end: end, said: said, pointed: pointed, aimed: aimed, out: &found}
			f.search(i)
		}
		if e.judge != nil && said.verb == noDeed {
			found = slices.DeleteFunc(found, func(r reading) bool { return !e.allowed(r) || e.away(r, said) })
		}
		return found
	}
	if said.verb != noDeed {
		if again := e.again(i, end, said); again != nil {
			return again
		}
		return try([]int{said.verb}, false, false)
	}
	aims := false
	for j := i; j < end; j++ {
		_, ok := e.keyword(&e.g.aim, j, end)
		aims = aims || ok
	}
	if aims {
		out = try(e.words.aiming, true, true)
	}
	if !aims || len(out) == 0 || e.judge != nil && !slices.ContainsFunc(out, e.namesEnemy) { // "MG2 at 0808": does it go there?
		for _, r := range try(e.words.going, true, false) {
			if !aims || e.judge != nil {
				out = e.with(out, r)
			}
		}
	}
	if e.judge != nil { // "R1: NE" may be a step or a turn
		for _, r := range try(e.words.turning, true, false) {
			out = e.with(out, r)
		}
	}
	if len(out) > 0 || e.judge == nil {
		return out
	}
	if out = try(e.words.arriving, true, false); len(out) > 0 {
		return out
	}
	return e.telling(i, end, said)
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

// goes reports whether a deed is one of going or arriving.
func (e *everyday) goes(d deed) bool {
	n := slices.Index(e.words.deeds, d)
	return slices.Contains(e.words.going, n) || slices.Contains(e.words.arriving, n) && !slices.ContainsFunc(d.params(), func(p param) bool { return p.Kind.place() })
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
	return !slices.ContainsFunc(r.lines, func(l Line) bool { return !e.judge(l) })
}

// away reports whether a reading lets units go or fire that are not on the map and that nothing before it brings there: they arrive.
func (e *everyday) away(r reading, said before) bool {
	d, ok := e.lex.(Describer)
	n := e.deedOf(r)
	if !ok || len(e.words.arriving) == 0 || !slices.Contains(e.words.going, n) && !slices.Contains(e.words.aiming, n) {
		return false
	}
	who := r.subject()
	if said.line != nil && slices.Contains(e.words.arriving, said.verb) && strings.Contains(","+said.unit+",", ","+who+",") {
		return false
	}
	for unit := range strings.SplitSeq(who, ",") {
		if at, _ := d.Describe(unit); at != "" {
			return false
		}
	}
	return true
}

// misspelt returns the deeds that a word is meant for which has one letter wrong, missing, too many or out of order. It returns none where
// words of different senses are as near.
func (e *everyday) misspelt(at int) []int {
	word := []rune(e.atoms[at].key)
	if len(word) < shortestSlip {
		return nil
	}
	for _, f := range []forms{e.words.own, e.words.wide} {
		var found []int
		for _, n := range e.words.near(f, word) {
			if !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// strictly reads a text as the grammar has it, or returns nil.
func (e *everyday) strictly(text string) []Line {
	try := reader{typed: read(text), scene: e.scene, g: e.g, thorough: true, quiet: true, guesses: e.guesses, work: e.work, nr: e.nr}
	if len(try.atoms) == 0 {
		return nil
	}
	lines := try.lines(0)
	if len(try.faults) > 0 || slices.ContainsFunc(lines, func(l Line) bool { v := e.g.verbOf(l.Verb); return v != nil && v.Alone }) {
		return nil
	}
	return lines
}

// repeats reads "twice", "x2", "three times".
func (e *everyday) repeats(i, end int) (n, next int) {
	n, next, _ = e.full(&e.g.repeats, i, end)
	return n, next
}
