package orders

// Mentions reports whether a line has the name of one's own units anywhere, or words that describe some: "the second tank, an inch further
// right" mentions one, "see you on Sunday" none.
func (g *Grammar) Mentions(lex Lexicon, line string) bool {
	r := g.heard(lex, line)
	return r.names(0, min(len(r.atoms), mostEveryday))
}

// heard returns a reader of a line of which it is only asked what it speaks of. Of one that is too long that is nothing.
func (g *Grammar) heard(lex Lexicon, line string) reader {
	if len(line) > MostLine {
		line = ""
	}
	return reader{typed: read(line), scene: newScene(lex, g), g: g, quiet: true}
}

// shortestTelling is how long words of a value are at least that people hardly say of anything else: "best" and "again" may be values too.
const shortestTelling = 6

// Speaks reports whether a line has words of the game's own orders: those of a deed or of a value, or the name of a unit. "Stay on watch and
// fire at what we hit" does, "see you on Sunday" does not.
func (g *Grammar) Speaks(lex Lexicon, line string) bool {
	r := g.heard(lex, line)
	end := min(len(r.atoms), mostEveryday)
	e := everyday{reader: &r, words: &g.forms}
	for i := range end {
		if _, foe, ok := e.unit(e.enemy(), i, end); ok && foe > i {
			return true
		}
		if to := e.valued(i, end); to > i && len(e.key(i, to)) >= shortestTelling {
			return true
		}
		for to := i + 1; to <= min(i+e.reach(e.words.begins, i), end); to++ {
			if len(e.words.own.whole[phrase(e.key(i, to))]) > 0 {
				return true
			}
		}
	}
	return r.names(0, end)
}

// names reports whether own units are named or described by the atoms from i to end.
func (r *reader) names(i, end int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	for ; i < end; i++ {
		if e.mine(i) {
			return true
		}
		if found, _ := e.describes(r.ownDescribed(r.g), i, len(r.atoms)); len(found) > 0 {
			return true
		}
	}
	return false
}
