package orders

// prefixed returns where the words at i that introduce an argument and a number behind them end, or i: the "stop" of "stop 1 hex short" calls
// nothing off.
func (r *reader) prefixed(i int) int {
	e := everyday{reader: r, words: &r.g.forms}
	for to := min(i+r.g.forms.atoms, len(r.atoms)-1); to > i; to-- {
		if !r.g.prefixes[phrase(r.key(i, to))] {
			continue
		}
		if _, ok := e.count(to); ok {
			return to + 1
		}
	}
	return i
}
