package orders

import (
	"slices"
	"strings"
)

// Numbers that are told what they are by the words beside them.

// sized reads numbers that are told what they are by the word behind them, or that are two ways of one measure: "8 wide and 6 deep", "8 x 6".
func (f *filling) sized(i int) {
	e, end := f.e, f.bound(i)
	if e.and(i) && i > 0 {
		i++
	}
	if next, ok := e.atMost(i, end); ok {
		f.limits(i, next)
		return
	}
	for _, v := range []*vocabulary{&e.g.from, &e.g.with} { // "with 1 CAP"
		if next, ok := e.keyword(v, i, end); ok {
			i = next
			break
		}
	}
	if i >= end {
		return
	}
	if a, b, ok := strings.Cut(e.atoms[i].key, "x"); ok && digits(a) && digits(b) && a != "" && b != "" {
		f.ways(i+1, a, b) // "8x6"
		return
	}
	n, next, ok := e.inches(i, end)
	if _, _, hex := e.placeAt(i, end); !ok || hex && len(e.atoms[i].key) >= hexDigits { // nobody fires with 1206 guns
		return
	}
	to := next
	for k := range f.params { // "3 tries", where "tries" is the word for an argument
		if p := &f.params[k]; p.Kind == KindNumber && !f.set[k] && i+1 < next {
			if _, after, ok := e.full(&p.prefix, i+1, end); ok {
				f.with(k, itoa(n), func() { f.step(after, anything) })
				return
			}
		}
	}
	if after, ok := e.keyword(&e.g.from, to, end); ok { // « 5 de large »
		to = after
	}
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindNumber && !f.set[k] {
			if _, after, ok := e.full(&p.prefix, to, end); ok {
				f.with(k, itoa(n), func() { f.step(after, anything) })
				return
			}
		}
	}
	by, ok := e.keyword(&e.g.ways, next, end)
	if !ok {
		return
	}
	if m, after, ok := e.inches(by, end); ok {
		f.ways(after, itoa(n), itoa(m))
	}
}

// unlimited reports whether the deed is one of artillery that may be told how many pieces fire and is not.
func (f *filling) unlimited() bool {
	if !slices.Contains(f.e.words.shelling, f.deed.name()) {
		return false
	}
	counted := false
	for k := range f.params {
		if f.params[k].Kind == KindNumber && f.counts(k) {
			if f.set[k] {
				return false
			}
			counted = true
		}
	}
	return counted
}

// howMany returns where a number ends that says how many, behind its noun if it has one: "2 guns". The noun may be the word for the deed, as
// in "four guns on 0804"; where the order before it said what is counted there is none, as in "3 at 0808". It returns i if none does.
func (f *filling) howMany(i, end int) int {
	e := f.e
	if n, next, ok := e.full(&e.g.quantities, i, end); ok && n > 1 && next < end { // "both guns"
		if behind, ok := e.keyword(&e.g.counted, next, end); ok {
			return behind
		}
	}
	if _, ok := e.count(i); !ok {
		return i
	}
	if next, ok := e.keyword(&e.g.counted, i+1, end); ok && i+1 < end {
		return next
	}
	if i+1 == f.from {
		if _, ok := e.keyword(&e.g.counted, f.from, f.to); ok {
			return i + 1
		}
	}
	if f.from < 0 && f.said.verb != noDeed && i+1 < end && (len(e.atoms[i].key) < hexDigits || !digits(e.atoms[i].key)) {
		for _, v := range []*vocabulary{&e.g.towards, &e.g.of} {
			if _, ok := e.keyword(v, i+1, end); ok {
				return i + 1
			}
		}
	}
	return i
}

// atMost reads a number that is a limit because of the words behind it: "10 or less", "if 8 will do".
func (r *reader) atMost(i, end int) (next int, ok bool) {
	if next, ok := r.keyword(&r.g.ifWords, i, end); ok {
		i = next
	}
	if i+1 >= end || !digits(r.atoms[i].key) {
		return i, false
	}
	return r.keyword(&r.g.limits, i+1, end)
}

// limits gives a number that is a limit to each argument that people introduce by a condition, "if it needs", where they leave that out: "fires at
// R2, 10 or less".
func (f *filling) limits(i, next int) {
	for ; !digits(f.e.atoms[i].key); i++ {
	}
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindNumber && !f.set[k] && p.prefix.has(&f.e.g.qualifying) {
			f.with(k, f.e.atoms[i].key, func() { f.step(next, anything) })
		}
	}
}
