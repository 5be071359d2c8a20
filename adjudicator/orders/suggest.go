package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/spelling"
	"fieldpost/events"
)

type option = events.Option

func arg(name, value string) option { return option{Name: name, Value: value} }

// near returns how many errors a word of n characters may have for a suggestion to make sense.
func near(n int) int {
	switch {
	case n <= 3:
		return spelling.Edit
	case n <= 5:
		return spelling.Edit + spelling.Transpose
	case n <= 9:
		return 2 * spelling.Edit
	}
	return 3 * spelling.Edit
}

// longestWord is the length of the longest word for which suggestions are looked for.
const longestWord = 40

// mostSuggestions is how many suggestions are made for one fault; mostGuessed is for how many faults of a mail they are looked for.
const (
	mostSuggestions = 3
	mostGuessed     = 40
)

// candidate is something that might have been meant: how it is compared, and how it is suggested.
type candidate struct{ key, text string }

// nearest returns what is most like a folded word, by distance, then in the order given; at most three.
func (r *reader) nearest(word string, list []candidate) (texts []string, best int) {
	w := []rune(word)
	if len(w) == 0 || len(w) > longestWord || r.guessed() {
		return nil, 0
	}
	type hit struct {
		text string
		cost int
	}
	var hits []hit
	limit := near(len(w))
	for _, c := range list {
		k := []rune(c.key)
		if d := len(k) - len(w); d*spelling.Edit > limit || -d*spelling.Edit > limit {
			continue
		}
		if cost := spelling.Distance(w, k); cost <= limit && cost < spelling.Edit*max(len(w), len(k)) {
			hits = append(hits, hit{c.text, cost})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.cost - b.cost })
	for _, h := range hits {
		if hits[0].cost == 0 && h.cost > 0 {
			break // the word names several units: no other is meant
		}
		if len(texts) < mostSuggestions && !slices.Contains(texts, h.text) {
			texts = append(texts, h.text)
		}
	}
	if len(hits) > 0 {
		best = hits[0].cost
	}
	return texts, best
}

// guess is what may have been meant at a place of a line.
type guess struct {
	texts    []string
	distance int
	next     int // the atom after what was meant
}

// guess looks for values of an argument near to what is typed at i.
func (r *reader) guess(p *param, i, end int) guess {
	if !r.atoms[i].word || r.guessed() {
		return guess{}
	}
	list, atoms := r.candidates(p)
	if p.Kind.place() {
		list = r.onTheWay(list, i)
	}
	best := guess{}
	for j := min(i+max(atoms, 1), end); j > i; j-- {
		texts, d := r.nearest(r.key(i, j), list)
		if len(texts) > 0 && (len(best.texts) == 0 || d < best.distance) {
			best = guess{texts, d, j}
		}
	}
	if len(best.texts) == 0 && p.Kind == KindWord {
		for _, n := range p.words.abbreviated(phrase(r.atoms[i].key)) {
			if len(best.texts) < mostSuggestions {
				best.texts, best.next = append(best.texts, p.Words[n].Name), i+1
			}
		}
	}
	if len(best.texts) == 0 && p.Kind.unit() {
		if short := r.shared(p, i, end); len(short) > 0 {
			return guess{short, 0, i + 1}
		}
	}
	return best
}

// onTheWay puts those places first that lie beside where the way has come to at i: the place that is named before it, or where the first unit of the
// line stands. Of "move F3 Ez F5" E4 is likelier than E1, which is as near to what is typed.
func (r *reader) onTheWay(list []candidate, i int) []candidate {
	d, ok := r.lex.(Describer)
	if !ok {
		return list
	}
	at := ""
	for j := i - 1; j >= 0 && at == ""; j-- {
		if r.atoms[j].word {
			at, _ = r.place(r.raw(j, j+1), false)
			break
		}
	}
	for j := 0; j < i && at == ""; j++ {
		if id, _, own := r.unit(&r.own, j, i); own {
			at, _ = d.Describe(id)
		}
	}
	if at == "" {
		return list
	}
	var beside []string
	for _, dir := range r.lex.Directions() {
		if next, ok := d.Step(at, dir); ok {
			beside = append(beside, next)
		}
	}
	if len(beside) == 0 {
		return list
	}
	near := slices.DeleteFunc(slices.Clone(list), func(c candidate) bool { return !slices.Contains(beside, c.text) })
	return append(near, list...)
}

// shared returns the units that all have the name at i: "G1" where two enemies have one.
func (r *reader) shared(p *param, i, end int) (ids []string) {
	n := r.enemy()
	if p.Kind == KindOwn {
		n = &r.own
	}
	if _, _, twice := n.find(r.key(i, i+1)); !twice {
		return nil
	}
	for _, id := range n.ids {
		if strings.HasSuffix(Fold(id), "."+r.atoms[i].key) && len(ids) < mostSuggestions {
			ids = append(ids, id)
		}
	}
	return ids
}

// candidates returns all values that an argument may have, and the length in atoms of the longest.
func (r *reader) candidates(p *param) (list []candidate, atoms int) {
	add := func(n *names) {
		for _, c := range n.calls {
			text := c.text
			if n.exact[c.key] == shared {
				text = n.ids[c.id]
			}
			list = append(list, candidate{c.key, text})
		}
		atoms = max(atoms, n.atoms)
	}
	switch p.Kind {
	case KindOwn:
		add(&r.own)
	case KindEnemy:
		add(r.enemy())
	case KindUnit:
		add(&r.own)
		add(r.enemy())
	case KindSide:
		add(r.seats())
	case KindDir:
		add(r.compass())
	case KindWord, KindPair:
		list, atoms = r.wordsOf(&p.words, func(n int) string { return p.Words[n].Name })
	case KindPlace, KindPath, KindTarget:
		if p.Kind == KindTarget {
			add(r.enemy())
		}
		r.gazetteer()
		for _, k := range r.placeKeys {
			list = append(list, candidate{k.text, r.placeNames[k.entry]})
		}
		atoms = max(atoms, 3)
	}
	return list, atoms
}

// wordsOf returns the words of a vocabulary: each suggested as it is written there.
func (r *reader) wordsOf(v *vocabulary, name func(n int) string) (list []candidate, atoms int) {
	for _, k := range v.keys {
		text := k.spelled
		if Fold(name(k.entry)) == k.text {
			text = name(k.entry)
		}
		list = append(list, candidate{k.text, text})
	}
	return list, v.atoms
}
