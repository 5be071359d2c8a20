package orders

import (
	"slices"
	"strings"
	"unicode"
)

// NearCommand reports whether a line looks like a mistyped command: "HLEP". The fault says which may have been meant; its code is
// "orders.unknown-command". A line that begins with a command is not mistyped, whatever follows.
func (s *Speech) NearCommand(line string) (f Fault, ok bool) {
	if len(line) > MostLine {
		return f, false
	}
	r := s.header(line)
	if len(r.atoms) == 0 || !r.atoms[0].word {
		return f, false
	}
	loud, word := shouted(r.raw(0, 1)), r.atoms[0].key
	if !loud && len(r.atoms) > 1 || hasDigit(word) || len(word) < 3 {
		return f, false
	}
	var list []candidate
	for _, t := range s.tongues {
		called := slices.Clone(t.Orders)
		for _, c := range t.Commands {
			called = append(called, c.Words...)
		}
		for _, c := range called {
			if Fold(c) == word {
				return f, false
			}
			if loud || !slices.Contains(t.Loud, c) {
				list = append(list, candidate{Fold(c), strings.ToUpper(c)})
			}
		}
	}
	texts, _ := r.nearest(word, list)
	if len(texts) == 0 {
		return f, false
	}
	r.wrong("orders.unknown-command", 0, 1, texts)
	return r.faults[0], true
}

// shouted reports whether a word is typed in capitals, as commands are.
func shouted(w string) bool {
	for _, c := range w {
		if unicode.IsLower(c) {
			return false
		}
	}
	return true
}
