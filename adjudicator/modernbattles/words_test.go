package modernbattles

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios"
	phrases "fieldpost/scenarios/words"
	"fieldpost/scenarios/words/wordstest"
)

// rawKey is a key that was not said.
var rawKey = regexp.MustCompile(`\b[a-z]+\.[a-zA-Z0-9]`)

// TestWords: every fact of self-played games has its words in both languages, and no place in them stays empty.
func TestWords(t *testing.T) {
	var books []*phrases.Book
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("modern-battles", lang)
		if err != nil {
			t.Fatal(err)
		}
		b, err := phrases.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	for _, fault := range phrases.Check(books[0], books[1]) {
		t.Error(fault)
	}
	wordstest.Literals(t, ".", "mb.", books...)
	list, err := scenarios.List("modern-battles")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	played := [][]events.Option{nil, {{Name: "MB-35", Value: "yes"}, {Name: "MB-9b", Value: "yes"}, {Name: "MB-19", Value: "yes"}, {Name: "damage", Value: "simplified"}}}
	for n := range uint64(16) {
		g, scene := open(t, list[int(n)%len(list)].Name, played[n/4%2]...)
		seats := scene.Seats()
		res := g.Play(table.NewSelfPlay(n+1, []string{"random", "sensible"}[n/2%2], seats), 0, nil)
		for _, f := range res.Facts {
			for _, b := range books {
				if text := b.Fact(f); strings.ContainsAny(text, "{}") || text == f.Kind || rawKey.MatchString(text) {
					if key := b.Lang() + f.Kind; !slices.Contains(told, key) {
						told = append(told, key)
						t.Errorf("%s %s: %q %v", b.Lang(), f.Kind, text, f.Args)
					}
				}
			}
		}
	}
}
