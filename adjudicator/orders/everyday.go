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
	own, wide map[string][]int // by folded words: indices of deeds
	instead   map[string][]int // of senses, where none of the others is allowed
	sorted    []string         // all words of both
	deeds     []deed
	going     []int // deeds of the first sense, which is meant where no verb stands
	aiming    []int // deeds of the second sense, which is meant where only an enemy is named behind "at"
	arriving  []int // deeds instead of going
	atoms     int
}

// everydayForms makes the index of all verbs.
func (g *Grammar) everydayForms() everydayWords {
	e := everydayWords{own: map[string][]int{}, wide: map[string][]int{}, instead: map[string][]int{}}
	put := func(in map[string][]int, words string, n int) {
		k := phrase(Fold(words))
		if k != "" && !slices.Contains(in[k], n) {
			in[k] = append(in[k], n)
			e.sorted = append(e.sorted, k)
			e.atoms = max(e.atoms, marks(k))
		}
	}
	senses := g.senses()
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
				case slices.Contains(t.Verbs, d.name()) && k == 1:
					e.aiming = append(e.aiming, n)
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
func (w *everydayWords) near(forms map[string][]int, word []rune) (found []int) {
	for _, form := range w.sorted {
		k := []rune(form)
		if d := len(k) - len(word); d < -1 || d > 1 || len(forms[form]) == 0 || spelling.Distance(word, k) > spelling.Edit {
			continue
		}
		found = append(found, forms[form]...)
	}
	return found
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
	lines []Line
	text  string
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

// judged leaves out the readings that the rules do not allow, if that leaves any.
func (e *everyday) judged(found []reading) []reading {
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

// before is what a part of a line may leave out because the part before it said it.
type before struct {
	unit string
	verb int // of deeds, or noDeed
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
			now := before{unit: left.subject(), verb: e.deedOf(left)}
			for _, right := range e.parts(next, end, now, most-1) {
				if right.text == left.text { // "shake it off and rally": once or twice?
					continue
				}
				out = with(out, joined(left, right))
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
	default:
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

// trimmed leaves out marks and words at both ends that say nothing.
func (e *everyday) trimmed(i, end int) (from, to int) {
	for i < end {
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
	return reading{lines, strings.Join(texts, "\n")}
}

// with adds a reading that is not yet there.
func with(list []reading, r reading) []reading {
	if slices.ContainsFunc(list, func(other reading) bool { return other.text == r.text }) {
		return list
	}
	return append(list, r)
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
	standing := func(l Line) bool { return l.Standing } // it is asked for by a word that no everyday line has
	if lines := e.strictly(e.raw(i, end)); lines != nil && !slices.ContainsFunc(lines, standing) {
		return []reading{readingOf(lines)}
	}
	verbs := false
	var out []reading
	for _, forms := range []map[string][]int{e.words.own, e.words.wide, e.words.instead} {
		found, any := e.worded(forms, i, end, said)
		verbs = verbs || any
		if e.judge != nil && slices.ContainsFunc(found, e.allowed) {
			return slices.DeleteFunc(found, func(r reading) bool { return !e.allowed(r) })
		}
		if len(out) == 0 {
			out = found
		}
		if e.judge == nil && len(out) > 0 {
			break
		}
	}
	if verbs {
		return out
	}
	if at, ok := e.strange(i); ok && at < end {
		for _, n := range e.misspelt(at) {
			f := filling{e: e, deed: e.words.deeds[n], from: at, to: at + 1, end: end, said: said, out: &out}
			f.search(i)
		}
		return out
	}
	return e.wordless(i, end, said)
}

// worded returns the readings by the verbs that stand among the words; any reports whether one does.
func (e *everyday) worded(forms map[string][]int, i, end int, said before) (out []reading, any bool) {
	for from := i; from < end; from++ {
		for to := min(from+e.words.atoms*2, end); to > from; to-- {
			deeds := forms[phrase(e.key(from, to))]
			if len(deeds) == 0 {
				deeds = forms[phrase(e.g.unelided(e.key(from, to)))]
			}
			if len(deeds) == 0 || !e.atoms[from].word || !e.atoms[to-1].word {
				continue
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

// wordless reads an order without a verb: the verb of the order before it, or fire where an enemy stands behind "at", or a move. It must be
// allowed: what was not written is only read into a line where it can be done.
func (e *everyday) wordless(i, end int, said before) (out []reading) {
	try := func(deeds []int, pointed, aimed bool) []reading {
		var found []reading
		for _, n := range deeds {
			f := filling{e: e, deed: e.words.deeds[n], from: noDeed, to: noDeed, end: end, said: said, pointed: pointed, aimed: aimed, out: &found}
			f.search(i)
		}
		if e.judge != nil && said.verb == noDeed {
			found = slices.DeleteFunc(found, func(r reading) bool { return !e.allowed(r) })
		}
		return found
	}
	if said.verb != noDeed {
		return try([]int{said.verb}, false, false)
	}
	aims := false
	for j := i; j < end; j++ {
		_, ok := e.keyword(&e.g.aim, j, end)
		aims = aims || ok
	}
	if aims {
		if out = try(e.words.aiming, true, true); len(out) > 0 {
			return out
		}
	} else if out = try(e.words.going, true, false); len(out) > 0 {
		return out
	}
	if e.judge == nil {
		return nil
	}
	return try(e.words.arriving, true, false)
}

// allowed reports whether the rules allow a reading.
func (e *everyday) allowed(r reading) bool {
	return !slices.ContainsFunc(r.lines, func(l Line) bool { return !e.judge(l) })
}

// misspelt returns the deeds that a word is meant for which has one letter wrong, missing, too many or out of order. It returns none where
// words of different senses are as near.
func (e *everyday) misspelt(at int) []int {
	word := []rune(e.atoms[at].key)
	if len(word) <= shortestSlip { // of short words too many are alike, for a line in which more than one word is unusual
		return nil
	}
	for _, forms := range []map[string][]int{e.words.own, e.words.wide} {
		var found []int
		for _, n := range e.words.near(forms, word) {
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
