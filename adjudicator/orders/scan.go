package orders

import (
	"strings"
	"unicode"
)

// atom is a word, or one mark of punctuation, of a typed line.
type atom struct {
	key      string // folded; the mark itself for punctuation
	from, to int    // its range of normalised characters
	word     bool
}

// typed is one line as the player typed it, and its atoms.
type typed struct {
	text  string
	runes []rune // normalised
	cols  []int
	atoms []atom
	open  bool // ends with ":": a line of a blank form that may have been left empty

	shouted bool // all of it is in capitals

	folded string // all of it, once it is needed
	ends   []int  // where in that each character begins, and the last one ends
}

// inWord reports which marks belong to words: 1/Essex, north.G1, l'église, #3, +2.
func inWord(r rune) bool {
	switch r {
	case '_', '/', '#', '+', '&', '%', '@', '°', '~', '\\', '^', '$':
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func read(text string) typed {
	raw := decode(text)
	t := typed{text: string(raw)}
	t.shouted = t.text == strings.ToUpper(t.text)
	t.runes, t.cols = normalise(raw)
	for i := 0; i < len(t.runes); {
		r := t.runes[i]
		if r == ' ' || r == '"' {
			i++
			continue
		}
		if i > 0 && i+1 < len(t.runes) && (r == '#' && t.runes[i-1] == ' ' && t.runes[i+1] == ' ' || r == '/' && t.runes[i-1] == ' ' && t.runes[i+1] == '/') {
			break // the player's own remark
		}
		j := i + 1
		if inWord(r) && !adds(t.runes, i) {
			for j < len(t.runes) && !adds(t.runes, j) && (inWord(t.runes[j]) || joins(t.runes, j)) {
				j++
			}
			if k := fold(t.runes[i:j]); k != "" { // a lone accent or underscore says nothing
				t.atoms = append(t.atoms, atom{k, i, j, true})
			}
			i = j
			continue
		}
		if j < len(t.runes) && t.runes[j] == '=' && strings.ContainsRune("<>!=", r) {
			j++
		}
		t.atoms = append(t.atoms, atom{string(t.runes[i:j]), i, j, false})
		i = j
	}
	for n := len(t.atoms); n > 0 && strings.Contains(".;,:", t.atoms[n-1].key); n-- {
		t.open = t.open || t.atoms[n-1].key == ":"
		t.atoms = t.atoms[:n-1]
	}
	return t
}

// joins reports whether the mark at i holds two parts of a word together: the full stop of north.G1, the apostrophe.
func joins(rs []rune, i int) bool {
	return (rs[i] == '.' || rs[i] == '\'') && i+1 < len(rs) && inWord(rs[i+1])
}

// adds reports whether the mark at i stands between two names: "C1+C2". In "8+" and "+2" it is part of the number.
func adds(rs []rune, i int) bool {
	return (rs[i] == '+' || rs[i] == '&') && i > 0 && inWord(rs[i-1]) && i+1 < len(rs) && unicode.IsLetter(rs[i+1])
}

// is reports whether the atom at i is the given mark or word.
func (t *typed) is(i int, key string) bool {
	return i >= 0 && i < len(t.atoms) && t.atoms[i].key == key
}

// raw returns the text of the atoms from i to before j, as typed on a keyboard.
func (t *typed) raw(i, j int) string {
	if i >= j {
		return ""
	}
	return string(t.runes[t.atoms[i].from:t.atoms[j-1].to])
}

// tight reports whether no blank stands between the atom at i and the one before it.
func (t *typed) tight(i int) bool { return i > 0 && t.atoms[i].from == t.atoms[i-1].to }

// column returns where the atom at i begins, 1-based in characters of the typed line. After the last atom it is just past it.
func (t *typed) column(i int) int64 {
	switch {
	case i < len(t.atoms):
		return int64(t.cols[t.atoms[i].from])
	case len(t.atoms) > 0:
		return int64(t.cols[t.atoms[len(t.atoms)-1].to-1] + 1)
	}
	return 1
}

// after returns the column just past the atom before i.
func (t *typed) after(i int) int64 {
	if i <= 0 || len(t.atoms) == 0 {
		return 1
	}
	return int64(t.cols[t.atoms[min(i, len(t.atoms))-1].to-1] + 1)
}

// marks counts the atoms that a name is made of, so that spans of typed atoms are tried no longer than any name.
func marks(name string) int {
	n, word := 0, false
	runes := []rune(name)
	if !isTidy(name) {
		runes, _ = normalise(runes)
	}
	for i, r := range runes {
		switch {
		case r == ' ':
			word = false
		case inWord(r) || word && joins(runes, i):
			if !word {
				n++
			}
			word = true
		default:
			n, word = n+1, false
		}
	}
	return n
}
