package orders

import (
	"slices"
	"strings"
)

// unspoken reads words that say nothing where they stand: "T1, who drives to D5", "only G2 fires", "nips over to 0806".
func (f *filling) unspoken(i int, as role) {
	e, end := f.e, f.bound(i)
	if as != anything {
		return
	}
	if next, ok := e.keyword(&e.g.who, i, end); ok && f.begin < i && (next == f.from || f.from < 0) && len(f.set) > 0 && slices.Contains(f.set, true) {
		f.step(next, as)
	}
	if next, ok := e.keyword(&e.g.only, i, end); ok && !f.means(i, end) {
		f.step(next, as)
	}
	if i == f.to && slices.Contains(e.words.going, slices.Index(e.words.deeds, f.deed)) {
		if next, ok := e.keyword(&e.g.onward, i, end); ok && next < end {
			f.step(next, as)
		}
	}
}

// severally reads "each" behind several units: who may do it together then does it one by one, where that makes a difference.
func (f *filling) severally(i, end int, as role) {
	e := f.e
	next, ok := e.keyword(&e.g.severally, i, end)
	if !ok || as != anything || len(f.got) == 0 || !strings.Contains(f.got[0], ",") {
		return
	}
	if !f.params[0].Repeated {
		f.step(next, as)
		return
	}
	k := f.often()
	if _, again := e.repeats(next, end); f.times > 1 || k >= 0 && f.set[k] || again > next || slices.Contains(e.words.joint, f.deed.name()) {
		return // of units that do it together, "twice each" may be twice or twice as often
	}
	f.each = slices.Contains(e.words.aiming, slices.Index(e.words.deeds, f.deed))
	f.step(next, as)
	f.each = false
}

// numbers reads "x3" as how many of something do it, where the verb is told so: "barrage 0804 x3".
func (f *filling) numbers(i, n, next int) bool {
	key := f.e.atoms[i].key
	if next != i+1 || key[0] != 'x' && key[len(key)-1] != 'x' {
		return false
	}
	for k := range f.params {
		if f.params[k].Kind == KindNumber && f.counts(k) && !f.set[k] {
			f.with(k, itoa(n), func() { f.step(next, anything) })
			return true
		}
	}
	return false
}

// supplied tries what is left unsaid of the one word that an order of artillery must have: of "calls artillery on F5" the kind. What the
// rules allow then tells which was meant.
func (f *filling) supplied() {
	e, missing := f.e, -1
	for k := range f.params {
		if f.set[k] || f.params[k].Optional {
			continue
		}
		if missing >= 0 || f.params[k].Kind != KindWord {
			return
		}
		missing = k
	}
	if missing < 0 || f.from < 0 || f.mended || e.judge == nil || !slices.Contains(e.words.shelling, f.deed.name()) {
		return
	}
	for _, w := range f.params[missing].Words {
		f.with(missing, w.Name, f.give)
	}
}
