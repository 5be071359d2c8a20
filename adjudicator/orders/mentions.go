package orders

// Mentions reports whether a line has the name of one's own units anywhere, or words that describe some: "the second tank, an inch further
// right" mentions one, "see you on Sunday" none.
func (g *Grammar) Mentions(lex Lexicon, line string) bool {
	if len(line) > MostLine {
		return false
	}
	s := newScene(lex, g)
	r := reader{typed: read(line), scene: s, g: g, quiet: true}
	return r.names(0, min(len(r.atoms), mostEveryday))
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
