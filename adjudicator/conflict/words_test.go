package conflict_test

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/words"
	"fieldpost/projections/words/wordstest"
	"fieldpost/scenarios"
)

// rawKey is a key that was not said.
var rawKey = regexp.MustCompile(`\b(ch|hit|card|unit|weapon|mode|work|terrain|stop|score|result|status)\.[a-zA-Z0-9]`)

// TestWords: every fact of self-played games has its words in both languages, and no place in them stays empty.
func TestWords(t *testing.T) {
	var books []*words.Book
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("conflict-of-heroes", lang)
		if err != nil {
			t.Fatal(err)
		}
		b, err := words.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	for _, fault := range words.Check(books[0], books[1]) {
		t.Error(fault)
	}
	wordstest.Literals(t, ".", "ch.", books...)
	told := map[string]bool{}
	list, err := scenarios.List("conflict-of-heroes")
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(24) {
		r, err := scenarios.Load("conflict-of-heroes", list[int(n)%len(list)].Name, conflict.NewDocument())
		if err != nil {
			t.Fatal(err)
		}
		g, err := conflict.Engine.Open(table.Setup{Document: r.Document, Revision: 1, Rhythm: "pulse"})
		if err != nil {
			t.Fatal(err)
		}
		seats, _ := conflict.Engine.Seats(r.Document)
		played := g.Play(table.NewSelfPlay(n+1, []string{"random", "sensible"}[n/4%2], seats), 0, nil)
		for _, f := range played.Facts {
			for _, b := range books {
				if text := b.Fact(f); strings.ContainsAny(text, "{}") || text == f.Kind || rawKey.MatchString(text) {
					if !told[b.Lang()+f.Kind] {
						told[b.Lang()+f.Kind] = true
						t.Errorf("%s %s: %q %v", b.Lang(), f.Kind, text, f.Args)
					}
				}
			}
		}
	}
}
