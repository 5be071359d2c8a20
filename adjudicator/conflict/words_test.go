package conflict_test

import (
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words/wordstest"
)

// TestWords: every fact of self-played games has its words in both languages, and no place in them stays empty.
func TestWords(t *testing.T) {
	books := wordstest.Books(t, "conflict-of-heroes")
	wordstest.Literals(t, ".", "ch.", books...)
	var facts []table.Fact
	list, err := scenarios.List("conflict-of-heroes")
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(24) {
		r, err := scenarios.Load("conflict-of-heroes", list[int(n)%len(list)].Name, conflict.Engine.Document())
		if err != nil {
			t.Fatal(err)
		}
		scene := scenariotest.Read(t, conflict.Engine, r.Document)
		g, err := conflict.Engine.Open(table.Setup{Scenario: scene, Revision: 1, Rhythm: "pulse"})
		if err != nil {
			t.Fatal(err)
		}
		seats := scene.Seats()
		played := g.Play(table.NewSelfPlay(n+1, []string{"random", "sensible"}[n/4%2], seats), 0, nil)
		facts = append(facts, played.Facts...)
	}
	wordstest.Facts(t, facts, books...)
}
