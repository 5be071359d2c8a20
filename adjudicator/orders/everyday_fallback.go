package orders

import "strings"

// fallback reads a line that says what is done instead, and only then in which case: "G2 goes to C2 via C1, or just C1 if it fails". It is read
// as "G2 goes to C2 via C1, otherwise just C1". any reports whether the line is one.
func (r *reader) fallback(i int) (found []reading, any bool) {
	or, next, last, ok := r.orElse(i)
	if !ok || r.judge == nil {
		return nil, false
	}
	for last > next && r.parting(last-1) {
		last--
	}
	if last <= next || r.conditional(i, or) || r.conditional(next, last) {
		return nil, true
	}
	first, second := strings.TrimRight(r.raw(i, or), " ,;"), r.raw(next, last)
	within := reader{typed: read(first + " | " + r.g.in(English).Otherwise[0] + ": " + second), scene: r.scene, g: r.g, guesses: r.guesses, work: r.work, spare: r.spare, nr: r.nr, quiet: true}
	e := everyday{reader: &within, words: &r.g.forms, steps: mostFillings}
	if _, _, doubtful := within.doubtful(0); doubtful {
		return nil, true
	}
	if lines := e.strictly(within.raw(0, len(within.atoms))); lines != nil {
		return []reading{readingOf(lines)}, true
	}
	found, _ = e.around(0, len(within.atoms))
	if e.steps < 0 {
		return nil, true
	}
	return found, true
}

// orElse finds the one "or" of a line that ends with the words for a failure, what stands behind it, and where these words begin.
func (r *reader) orElse(i int) (or, next, last int, ok bool) {
	end := len(r.atoms)
	for j := i + 1; j < end; j++ {
		if to, fails := r.keyword(&r.g.otherwiseWords, j, end); fails && last == 0 {
			if to < end {
				continue
			}
			last = j
			break
		}
		if to, alternative := r.keyword(&r.g.orWords, j, end); alternative {
			if ok {
				return 0, 0, 0, false
			}
			or, next, ok = j, to, true
		}
	}
	return or, next, last, ok && last > next
}
