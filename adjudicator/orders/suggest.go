package orders

import (
	"slices"
	"strings"

	"fieldpost/events"
)

type option = events.Option

func arg(name, value string) option { return option{Name: name, Value: value} }

// Costs of the typing errors that Distance adds up.
const (
	costEdit      = 4 // a character too many, too few or wrong
	costNear      = 3 // a digit that is one off, or next to the right one on the keyboard
	costTranspose = 2 // two neighbours in each other's place: the usual slip with hex numbers
)

// Distance is the least cost of the typing errors that turn a into b (optimal string alignment): 4 for a character
// added, left out or changed, 3 for a digit one off, 2 for two neighbours swapped. "0540" is 2 from "0504".
func Distance(a, b string) int { return distance([]rune(a), []rune(b)) }

func distance(a, b []rune) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j * costEdit
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i * costEdit
		for j := 1; j <= len(b); j++ {
			row[j] = min(prev[j]+costEdit, row[j-1]+costEdit, prev[j-1]+change(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] && a[i-1] != a[i-2] {
				row[j] = min(row[j], prev2[j-2]+costTranspose)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

func change(a, b rune) int {
	switch {
	case a == b:
		return 0
	case a >= '0' && a <= '9' && b >= '0' && b <= '9' && (a-b == 1 || b-a == 1 || a == '9' && b == '0' || a == '0' && b == '9'):
		return costNear
	}
	return costEdit
}

// near is how much may be wrong with a word of n characters for a suggestion to make sense.
func near(n int) int {
	switch {
	case n <= 3:
		return costEdit
	case n <= 5:
		return costEdit + costTranspose
	case n <= 9:
		return 2 * costEdit
	}
	return 3 * costEdit
}

// longestWord bounds the words for which suggestions are looked for.
const longestWord = 40

// mostSuggestions is how many are made for one fault, mostGuessed for how many faults of a mail they are looked for.
const (
	mostSuggestions = 3
	mostGuessed     = 40
)

// candidate is something that might have been meant: how it is compared, and how it is suggested.
type candidate struct{ key, text string }

// nearest gives what is most like a folded word, by distance, then in the order given; at most three.
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
		if d := len(k) - len(w); d*costEdit > limit || -d*costEdit > limit {
			continue
		}
		if cost := distance(w, k); cost <= limit && cost < costEdit*max(len(w), len(k)) {
			hits = append(hits, hit{c.text, cost})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.cost - b.cost })
	for _, h := range hits {
		if hits[0].cost == 0 && h.cost > 0 {
			break // the word names several: nobody else is meant
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
	next     int // the atom behind what was meant
}

// guess looks for values of an argument near to what is typed at i.
func (r *reader) guess(p *param, i, end int) guess {
	if !r.atoms[i].word || r.guessed() {
		return guess{}
	}
	list, atoms := r.candidates(p)
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

// shared gives the units that all have the name at i: "G1" where two enemies have one.
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

// candidates are all values that an argument may have, and the length in atoms of the longest.
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

// wordsOf are the words of a vocabulary: each suggested as it is written there.
func (r *reader) wordsOf(v *vocabulary, name func(n int) string) (list []candidate, atoms int) {
	for _, k := range v.keys {
		text := k.text
		if Fold(name(k.entry)) == k.text {
			text = name(k.entry)
		}
		list = append(list, candidate{k.text, text})
	}
	return list, v.atoms
}
