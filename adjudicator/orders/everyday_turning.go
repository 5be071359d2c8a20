package orders

import "slices"

// wheels reports whether the verb's words say that somebody turns where he stands, and are no name of the verb: "T-F1 turns to the north" is no step
// to the north, also where vehicles turn by the verb by which they drive.
func (f *filling) wheels() bool {
	w := f.e.words
	if f.from < 0 || !slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == KindDir && p.Optional }) {
		return false
	}
	n, words := slices.Index(w.deeds, f.deed), phrase(f.e.key(f.from, f.to))
	if slices.Contains(w.turning, n) {
		return true
	}
	return slices.Contains(w.wheeling, n) && slices.Contains(w.instead.whole[words], n) && !slices.Contains(w.own.whole[words], n)
}

// taken reports whether who stands before the verb is the one who carries: "the APC picks up LMG2", "G-2 takes the anti-tank rifle".
func (f *filling) taken() bool {
	if f.from <= f.begin {
		return false
	}
	_, takes := f.e.g.taking.exact[phrase(f.e.key(f.from, f.to))]
	return takes && f.caller() > 0
}

// namesake reports whether the word at i, behind "on" or "for" in an order that begins with a word, is the name of one's own unit and of an enemy:
// "card 07 on R1" may mean either, and is asked.
func (f *filling) namesake(k, i int, as role) bool {
	e := f.e
	if !as.at || k == 0 || f.params[0].Kind != KindWord || f.params[k].Kind != KindOwn || f.params[k].prefix.entries > 0 {
		return false
	}
	_, own := e.own.exact[e.atoms[i].key]
	_, theirs, _ := e.enemy().find(e.atoms[i].key)
	return own && theirs
}
