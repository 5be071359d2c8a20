package somme

import (
	"strings"
	"testing"

	book "fieldpost/projections/words"
	"fieldpost/projections/words/wordstest"
	"fieldpost/scenarios"
)

// books are the words of the game in both languages.
func books(t *testing.T) []*book.Book {
	t.Helper()
	var out []*book.Book
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("somme-1918", lang)
		if err != nil {
			t.Fatal(err)
		}
		b, err := book.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// Both languages say the same keys with the same arguments.
func TestWordsOfBothLanguagesAgree(t *testing.T) {
	b := books(t)
	for _, fault := range book.Check(b[0], b[1]) {
		t.Error(fault)
	}
}

// Every fact, refusal and term that stands in the source has its words.
func TestEveryLiteralHasWords(t *testing.T) {
	wordstest.Literals(t, ".", "so.", books(t)...)
}

// A refusal has its words once: with two, one rule would speak for another.
func TestRefusalsAreSaidOnce(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("somme-1918", lang)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, f := range files {
			for line := range strings.Lines(string(f)) {
				key, _, found := strings.Cut(line, ": ")
				if !found || !strings.HasPrefix(key, "so.") {
					continue
				}
				if said[key] {
					t.Errorf("%s: %s is said twice", lang, key)
				}
				said[key] = true
			}
		}
	}
}

// What the charts, the decks and the sequence name has words.
func TestWhatTheDataNamesHasWords(t *testing.T) {
	var keys []string
	d, _ := resolved(t, campaign)
	for _, x := range terrains {
		keys = append(keys, "terrain."+x.name)
	}
	for _, list := range [][]string{enterIDs, crossIDs, shiftIDs, factorIDs, modifierIDs} {
		for _, id := range list {
			keys = append(keys, "term."+id)
		}
	}
	for _, u := range d.Units {
		keys = append(keys, "kind."+u.Kind, "nation."+u.Nation)
	}
	for _, e := range d.Events {
		keys = append(keys, "event."+e.ID)
	}
	for _, s := range sequence {
		keys = append(keys, "phase."+s.Name)
	}
	for _, list := range [][]struct{ what, rule string }{defenderErrors, attackerErrors} {
		for _, e := range list {
			keys = append(keys, "erroneous."+e.what)
		}
	}
	for _, id := range replaced {
		keys = append(keys, "gain."+id)
	}
	for _, side := range []string{"german", "allied"} {
		keys = append(keys, "side."+side)
	}
	for _, b := range books(t) {
		for _, k := range keys {
			if !b.Has(k) {
				t.Errorf("%s: no words for %s", b.Lang(), k)
			}
		}
	}
}
