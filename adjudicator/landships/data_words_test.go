package landships

import (
	"testing"

	book "fieldpost/projections/words"
	"fieldpost/scenarios"
)

// books are the words of the game in both languages.
func books(t *testing.T) []*book.Book {
	t.Helper()
	var out []*book.Book
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("landships", lang)
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

// What the charts and the sequence name has words.
func TestWhatTheDataNamesHasWords(t *testing.T) {
	var keys []string
	d, _ := resolved(t, "bench")
	for _, r := range d.Terrain {
		keys = append(keys, "terrain."+r.ID)
	}
	for _, m := range d.Tables.Modifiers {
		keys = append(keys, "modifier."+m.ID)
	}
	for _, v := range d.Vehicles {
		keys = append(keys, "type."+v.ID)
		for _, m := range v.Mounts {
			keys = append(keys, "mount."+m.ID)
		}
	}
	for _, p := range d.Aircraft {
		keys = append(keys, "type."+p.ID)
	}
	for _, c := range d.Counters {
		keys = append(keys, "type."+c.ID)
	}
	for _, c := range classes {
		keys = append(keys, "class."+c)
	}
	for _, s := range sequence {
		keys = append(keys, "phase."+s.Name)
	}
	for _, s := range d.Scenario.Sides {
		keys = append(keys, "side."+s.ID)
	}
	for _, b := range books(t) {
		for _, k := range keys {
			if !b.Has(k) {
				t.Errorf("%s: no words for %s", b.Lang(), k)
			}
		}
	}
}
