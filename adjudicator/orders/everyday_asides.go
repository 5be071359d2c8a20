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
	n := slices.Index(e.words.deeds, f.deed)
	f.each = slices.Contains(e.words.aiming, n) || slices.Contains(e.words.going, n) && f.scattered()
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
	for _, w := range e.alike(f.params[missing].Words, phrase(e.key(f.from, f.to))) {
		f.with(missing, w.Name, f.give)
	}
}

// alike leaves those of some choices whose names have a word of the deed's own, if any has: "artillery" is field artillery or heavy artillery, and
// no aircraft.
func (e *everyday) alike(choices []Choice, words string) (left []Choice) {
	for _, c := range choices {
		names := append([]Text{{Text: c.Name}}, c.Aliases...)
		if slices.ContainsFunc(names, func(name Text) bool {
			return slices.ContainsFunc(strings.Fields(phrase(Fold(name.Text))), func(word string) bool {
				return len(word) > shortestSlip && slices.Contains(strings.Fields(words), word)
			})
		}) {
			left = append(left, c)
		}
	}
	if len(left) == 0 {
		return choices
	}
	return left
}

// arrow reports whether a mark stands for "goes to": ">", "->", "=", "-->".
func (e *everyday) arrow(i int) bool {
	return e.is(i, ">") || e.is(i, "=") || e.is(i, "=>") || e.is(i, "-") && (e.is(i+1, ">") || e.is(i+1, "-") || e.dash(i))
}

// dash reports whether a hyphen stands by itself, with blanks on both sides, as in "G1 - C4".
func (e *everyday) dash(i int) bool {
	return i > 0 && i+1 < len(e.atoms) && !e.tight(i) && !e.tight(i+1)
}

// slash reports whether a bar stands at i with blanks on both sides.
func (e *everyday) slash(i int) bool { return e.is(i, "/") && e.dash(i) }

// open reports whether the verb may still be given something that is aimed at or a way: then the ground is what it says.
func (f *filling) open() bool {
	aimed := slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindTarget || p.Kind == KindEnemy }) && f.aimedAt() != ""
	for k := range f.params {
		if kind := f.params[k].Kind; !f.set[k] && ((kind == KindTarget || kind == KindEnemy) && !aimed || kind == KindPath) {
			return true
		}
	}
	return false
}

// aimedAt returns the enemy or the place at which the line aims, or "".
func (f *filling) aimedAt() string {
	for k := range f.params {
		if kind := f.params[k].Kind; f.set[k] && (kind == KindTarget || kind == KindEnemy) {
			return f.got[k]
		}
	}
	return ""
}

// idle reports whether a word in small letters is one that people say around things: « se » is no direction.
func (e *everyday) idle(i int) bool {
	key := e.atoms[i].key
	if i == 0 || e.raw(i, i+1) != key {
		return false
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.aim, &e.g.with, &e.g.from, &e.g.articles, &e.g.courtesy} {
		if _, ok := v.exact[key]; ok {
			return true
		}
	}
	if _, is := e.g.fillers.exact[key]; is {
		if _, ok := e.keyword(&e.g.fronts, i+1, len(e.atoms)); ok { // « est orientée »
			return true
		}
	}
	if len(key) == 1 && i+1 < len(e.atoms) { // "N-HQt o 33/34" is no way west
		if _, _, place := e.placeAt(i+1, len(e.atoms)); place {
			return true
		}
		return key == "o" && digits(e.atoms[i+1].key) // "S-T1 o 45" is rather "to 45"
	}
	return false
}

// mumbled reports whether the words from i to next, which are a value, are rather said around one: "o 200" is a "to" with a letter left out, and no
// way west.
func (e *everyday) mumbled(i, next int) bool {
	return e.reacts == nil && e.idle(i) && (next == i+1 || next == i+2 && len(e.atoms[i].key) == 1 && digits(e.atoms[i+1].key))
}
