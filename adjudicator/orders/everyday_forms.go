package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/spelling"
)

// deed is a verb that a line can order: of a line or, below an implicit verb, of a clause.
type deed struct{ verb, sub *verb }

// everydayWords finds the deeds that a word can mean: its own names, their inflections, and then the words of its sense.
type everydayWords struct {
	own, wide  forms               // by folded words: indices of deeds
	instead    forms               // of senses, where none of the others is allowed
	sorted     []string            // all words of both
	letters    [][]rune            // of each of them
	begins     map[string]int      // how many atoms the longest words for a deed have that begin with a word
	opens      map[string]int      // the same of the words that an argument may be
	values     map[string]bool     // words that an argument may be
	told       []string            // those that are none of a setting
	alike      map[string][]string // names of verbs that one slip turns into one of told: "wire" may be "fire"
	alone      map[string]string   // verbs that stand alone, by their words
	spoken     map[string][]Lang   // the languages of the words for deeds
	deeds      []deed
	going      []int           // deeds of the first sense, which is meant where no verb stands
	aiming     []int           // deeds of the second sense, or else the third, which is meant where only an enemy or a place is named behind "at"
	assaulting []int           // deeds of the third sense
	arriving   []int           // deeds instead of going
	turning    []int           // deeds of turning in place
	wheeling   []int           // deeds instead of turning in place
	besides    []int           // deeds instead of fire
	facing     []string        // verbs of turning in place, by a direction or otherwise
	boarding   []string        // verbs of getting on a vehicle
	alighting  []string        // verbs of getting off it
	rest       map[string]bool // words for staying as one is, whether or not the game has an order for it
	resting    []string        // verbs of doing nothing, which need no order where there is none to give
	ending     []string        // verbs of doing nothing more
	shelling   []string        // verbs of artillery, which are given places
	joint      []string        // verbs of the third sense: who joins them does not do the same once more
	denied     []denial        // verbs that forbid others
	atoms      int
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
	e := everydayWords{own: empty(), wide: empty(), instead: empty(), values: map[string]bool{}, alone: map[string]string{}, spoken: map[string][]Lang{}, begins: map[string]int{}, opens: map[string]int{}}
	senses := g.senses()
	e.classify(g, senses)
	var aims [2][]int // by fire, by assault
	for i := range g.verbs {
		v := &g.verbs[i]
		if v.Alone {
			e.known(g, v, senses)
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
			e.enlist(g, d, senses, &aims)
		}
	}
	e.aiming, e.assaulting = aims[0], aims[1]
	if len(e.aiming) == 0 { // a game in which nobody fires
		e.aiming, e.assaulting = aims[1], nil
	}
	slices.Sort(e.sorted)
	e.sorted = slices.Compact(e.sorted)
	for _, word := range e.sorted {
		e.letters = append(e.letters, []rune(word))
	}
	slices.Sort(e.told)
	e.told = slices.Compact(e.told)
	e.alike = g.alike(&e)
	return e
}

// classify keeps the verbs of the senses that are read in a way of their own.
func (w *everydayWords) classify(g *Grammar, senses []sense) {
	if len(senses) > 2 {
		w.joint = senses[2].Verbs
	}
	for _, t := range senses {
		if slices.Contains(t.Verbs, "embark") {
			w.boarding = t.Verbs
		}
		if slices.Contains(t.Verbs, "disembark") {
			w.alighting = t.Verbs
		}
		if slices.Contains(t.Verbs, "pivot") {
			w.facing = t.Verbs
		}
		if slices.Contains(t.Verbs, "stay") {
			w.resting = t.Verbs
			w.rest = g.restful(t, w.begins)
		}
		if slices.Contains(t.Verbs, "pass") {
			w.ending = t.Verbs
		}
		if slices.Contains(t.Verbs, "barrage") {
			w.shelling = t.Verbs
		}
		if len(t.Withheld) > 0 {
			w.denied = append(w.denied, g.denial(t))
		}
	}
}

// enlist keeps a deed with all words for it. aims are the deeds of fire and of assault so far.
func (w *everydayWords) enlist(g *Grammar, d deed, senses []sense, aims *[2][]int) {
	n := len(w.deeds)
	w.deeds = append(w.deeds, d)
	for _, p := range d.params() {
		for _, word := range p.words.keys {
			w.values[word.text] = w.values[word.text] || p.Kind == KindWord
			begin(w.opens, word.text)
			if p.Kind == KindWord {
				w.told = append(w.told, word.text)
			}
		}
	}
	put := func(in forms, word Text) {
		for _, form := range g.inflected(word) {
			w.put(g, in, form, n)
			w.speak(word.Lang, form)
		}
	}
	for _, word := range d.words() {
		put(w.own, word)
	}
	for _, word := range d.words() {
		for _, form := range g.inflected(word) {
			w.stretch(phrase(Fold(form)), n)
		}
	}
	for k, t := range senses {
		in := w.wide
		switch {
		case slices.Contains(t.Verbs, d.name()) && k == 0:
			w.going = append(w.going, n)
		case slices.Contains(t.Verbs, d.name()) && slices.Contains(t.Verbs, "pivot") && slices.ContainsFunc(d.params(), func(p param) bool { return p.Kind == KindDir }):
			w.turning = append(w.turning, n)
		case slices.Contains(t.Verbs, d.name()) && (k == 1 || k == 2):
			aims[k-1] = append(aims[k-1], n)
		case slices.Contains(t.Verbs, d.name()):
		case slices.Contains(t.Instead, d.name()):
			in = w.instead
			switch {
			case k == 0:
				w.arriving = append(w.arriving, n)
			case k == 1:
				w.besides = append(w.besides, n)
			case slices.Contains(t.Verbs, "pivot"):
				w.wheeling = append(w.wheeling, n)
			}
		default:
			continue
		}
		for _, word := range t.Words {
			if _, part := g.terms.exact[phrase(Fold(word.Text))]; !part { // « vers O1 » says where, not what
				put(in, word)
			}
		}
	}
}

// put keeps a form of some words for a deed, and what of it may stand apart from the rest.
func (w *everydayWords) put(g *Grammar, in forms, words string, n int) {
	k := phrase(Fold(words))
	if k == "" || slices.Contains(in.whole[k], n) {
		return
	}
	in.whole[k] = append(in.whole[k], n)
	w.sorted = append(w.sorted, k)
	begin(w.begins, k)
	w.atoms = max(w.atoms, marks(k))
	if at := strings.LastIndexByte(k, ' '); at > 0 {
		if _, ok := g.particles.exact[k[at+1:]]; ok {
			in.apart[k[:at]] = append(in.apart[k[:at]], apart{k[at+1:], n})
		}
	}
	first, tail, ok := strings.Cut(k, " ")
	if !ok {
		return
	}
	if _, ok := g.carriers.exact[first]; ok { // "give G1 a burst"
		in.apart[first] = append(in.apart[first], apart{tail, n})
	}
	if particle, _, more := strings.Cut(tail, " "); more {
		if _, ok := g.particles.exact[particle]; ok { // "get ... back in order"
			in.apart[first] = append(in.apart[first], apart{tail, n})
		}
	}
}

// stretch lets the rest of some words for a deed stand apart where the first one says by itself what is done: "return michael_1 to the pool".
func (w *everydayWords) stretch(words string, n int) {
	first, tail, ok := strings.Cut(words, " ")
	if !ok || marks(tail) < 2 || !slices.Contains(w.own.whole[first], n) || slices.Contains(w.own.apart[first], apart{tail, n}) {
		return
	}
	w.own.apart[first] = append(w.own.apart[first], apart{tail, n})
}

// alike finds the names of verbs that are one slip away from a word that an argument may be and no verb is.
func (g *Grammar) alike(e *everydayWords) map[string][]string {
	out := map[string][]string{}
	names := slices.Clone(g.names.keys)
	for i := range g.verbs {
		names = append(names, g.verbs[i].names.keys...)
	}
	for _, word := range e.told {
		if len(word) < shortestSlip || len(e.own.whole[word]) > 0 || marks(word) > 1 {
			continue
		}
		for _, name := range names {
			if apart := len(name.text) - len(word); apart >= -1 && apart <= 1 && !slices.Contains(out[word], name.text) && spelling.Distance([]rune(name.text), []rune(word)) <= spelling.Edit {
				out[word] = append(out[word], name.text)
			}
		}
	}
	return out
}

// restful returns the words for staying as one is, folded, with their forms.
func (g *Grammar) restful(t sense, begins map[string]int) map[string]bool {
	words := map[string]bool{}
	for _, word := range t.Words {
		for _, form := range g.inflected(word) {
			k := phrase(Fold(form))
			words[k] = true
			begin(begins, k)
		}
	}
	return words
}

// begin keeps how long the longest words are that begin with the first of some words. As typed they may have twice as many atoms: one for each
// hyphen.
func begin(words map[string]int, k string) {
	first := firstWord(k)
	words[first] = max(words[first], 2*marks(k))
}

// firstWord returns the first of some folded words.
func firstWord(words string) string {
	first, _, _ := strings.Cut(words, " ")
	return first
}

// reach returns how many atoms from i on may be words that begin with the one at i.
func (r *reader) reach(words map[string]int, i int) int {
	if !r.atoms[i].word {
		return 0
	}
	return words[firstWord(r.atoms[i].key)]
}

// known keeps the everyday words for a verb that stands alone.
func (e *everydayWords) known(g *Grammar, v *verb, senses []sense) {
	put := func(word Text) {
		for _, form := range g.inflected(word) {
			k := phrase(Fold(form))
			e.alone[k], e.atoms = v.Name, max(e.atoms, marks(k))
		}
	}
	for _, word := range (deed{v, nil}).words() {
		put(word)
	}
	for _, t := range senses {
		if slices.Contains(t.Verbs, v.Name) {
			for _, word := range t.Words {
				put(word)
			}
		}
	}
}

func (d deed) last() *verb {
	if d.sub != nil {
		return d.sub
	}
	return d.verb
}

func (d deed) name() string { return d.last().Name }

// nameOf returns the name of the verb of a deed, or "" if it is none.
func (w *everydayWords) nameOf(n int) string {
	if n == noDeed {
		return ""
	}
	return w.deeds[n].name()
}

func (d deed) words() []Text {
	out := []Text{{Lang: English, Text: d.name()}}
	return append(append(out, d.last().Aliases...), d.last().Everyday...)
}

// params returns the arguments of the deed, the unit of an implicit verb first.
func (d deed) params() []param {
	if d.sub == nil {
		return d.verb.params
	}
	return d.sub.whole
}

// near returns the deeds of the words that are one slip away from a word, in order, and whether two of these words have none in common.
func (w *everydayWords) near(f forms, word []rune) (found []int, several bool) {
	var first []int
	for i, k := range w.letters {
		if d := len(k) - len(word); d < -1 || d > 1 || spelling.Distance(word, k) > spelling.Edit {
			continue
		}
		of := f.whole[w.sorted[i]]
		if len(of) == 0 {
			continue
		}
		if first == nil {
			first = of
		}
		several = several || !slices.ContainsFunc(of, func(n int) bool { return slices.Contains(first, n) })
		found = append(found, of...)
	}
	return found, several
}

// speaks returns how many deeds a folded word may mean.
func (w *everydayWords) speaks(word string) int {
	return len(w.own.whole[word]) + len(w.wide.whole[word]) + len(w.instead.whole[word])
}

// nearValue reports whether a word is one slip away from what an argument may be: "ifle" is as well a rifle as "idle".
func (w *everydayWords) nearValue(word []rune) bool {
	return slices.ContainsFunc(w.told, func(value string) bool {
		k := []rune(value)
		return max(len(k), len(word))-min(len(k), len(word)) <= 1 && len(w.own.whole[value]) == 0 && len(w.wide.whole[value]) == 0 &&
			spelling.Distance(word, k) <= spelling.Edit
	})
}

// longest returns where the longest words for a deed at i end, and the deeds of these words.
func (e *everyday) longest(i, end int) (to int, deeds []int) {
	for to := min(i+e.reach(e.words.begins, i), end); to > i; to-- {
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

// still returns where the longest words for staying as one is end that stand at i, or i if others do.
func (e *everyday) still(i, end int) int {
	for to := min(i+e.reach(e.words.begins, i), end); to > i; to-- {
		if e.words.rest[phrase(e.key(i, to))] {
			return to
		}
	}
	return i
}

// valued returns where the longest words at i end that an argument may be, or i.
func (e *everyday) valued(i, end int) int {
	for to := min(i+e.reach(e.words.opens, i), end); to > i; to-- {
		if e.words.values[phrase(e.key(i, to))] {
			return to
		}
	}
	return i
}

// sense is a Sense of all languages together, each word with its own.
type sense struct {
	Verbs, Instead, Withheld []string
	Words                    []Text
}

// senses returns the senses of all languages; senses of one name are parts of one.
func (s *Speech) senses() []sense {
	var out []sense
	for _, t := range s.tongues {
		for k, one := range t.Senses {
			if k == len(out) {
				out = append(out, sense{})
			}
			out[k].Verbs = append(out[k].Verbs, one.Verbs...)
			out[k].Instead = append(out[k].Instead, one.Instead...)
			out[k].Withheld = append(out[k].Withheld, one.Withheld...)
			for _, word := range one.Words {
				out[k].Words = append(out[k].Words, Text{Lang: t.Language, Text: word})
			}
		}
	}
	return out
}

// inflected returns the forms of a word or phrase in its language, whose first word is inflected, or the next if that one has no forms: "head
// for", "heads for"; « se rallie ». By the rules of another language "cover" would have the form "cove".
func (s *Speech) inflected(word Text) []string {
	out := []string{word.Text}
	words := strings.Split(word.Text, " ")
	for _, t := range s.tongues {
		if t.Language != word.Lang {
			continue
		}
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

// speak keeps in which language a form is one for a deed.
func (w *everydayWords) speak(l Lang, form string) {
	k := phrase(Fold(form))
	if !slices.Contains(w.spoken[k], l) {
		w.spoken[k] = append(w.spoken[k], l)
	}
}

// shortestForm is the length of the shortest form that is made by a rule: "fi" is no fire, but an "if" with its letters out of order.
const shortestForm = 3

// forms returns the forms of a verb that the language's rules make.
func (t *Tongue) forms(word string) (out []string) {
	for _, v := range t.Irregular {
		if v.Name == word {
			return v.Words
		}
	}
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
		if form := stem + ending; len(form) >= shortestForm {
			out = append(out, form)
		}
	}
	return out
}

// mended returns the readings by the verb that a word which nobody could know is one slip away from, if there is such a word.
func (e *everyday) mended(i, end int, said before) (out []reading, ok bool) {
	at, ok := e.strange(i)
	if !ok || at >= end {
		return nil, false
	}
	if e.strayed(at, end) {
		return nil, false
	}
	deeds, several := e.misspelt(at)
	for _, n := range deeds {
		f := filling{e: e, deed: e.words.deeds[n], from: at, to: at + 1, end: end, said: said, mended: true, several: several, out: &out}
		f.search(i)
	}
	if e.judge != nil {
		out = slices.DeleteFunc(out, func(r reading) bool { return e.away(r, said) || !several && e.past(r) })
	}
	return out, true
}

// strayed reports whether the first or last letter of the word at i may belong to the direction beside it: "turnN W".
func (e *everyday) strayed(i, end int) bool {
	word := e.atoms[i].key
	way := func(name string) bool { _, ok, _ := e.compass().find(name); return ok }
	return i+1 < end && way(e.atoms[i+1].key) && way(word[len(word)-1:]+e.atoms[i+1].key) || i > 0 && way(e.atoms[i-1].key) && way(e.atoms[i-1].key+word[:1])
}

// misspelt returns the deeds that a word may be meant for which has one letter wrong, missing, too many or out of order; several reports
// whether words with no deed in common are as near.
func (e *everyday) misspelt(at int) (found []int, several bool) {
	word := []rune(e.atoms[at].key)
	if _, ok := e.g.unlike.exact[e.atoms[at].key]; ok || len(word) < shortestSlip || e.words.nearValue(word) {
		return nil, false
	}
	for _, f := range []forms{e.words.own, e.words.wide} {
		near, several := e.words.near(f, word)
		for _, n := range near {
			if !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return found, several
		}
	}
	return nil, false
}
