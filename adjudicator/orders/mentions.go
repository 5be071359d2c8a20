package orders

// Mentions reports whether a line has the name of one's own units anywhere, or words that describe some: "the second tank, an inch further
// right" mentions one, "see you on Sunday" none.
func (g *Grammar) Mentions(lex Lexicon, line string) bool {
	if len(line) > MostLine {
		return false
	}
	s := newScene(lex, g)
	e := everyday{reader: &reader{typed: read(line), scene: s, g: g, quiet: true}, words: &g.forms}
	for i := range min(len(e.atoms), mostEveryday) {
		if e.mine(i) {
			return true
		}
		if found, _ := e.describes(s.ownDescribed(g), i, len(e.atoms)); len(found) > 0 {
			return true
		}
	}
	return false
}
