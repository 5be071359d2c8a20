package scenarios_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/scenarios"
)

// Every scenario that we ship loads, without a single problem, to bytes that survive decoding and encoding.
func TestShippedScenariosLoad(t *testing.T) {
	for _, game := range scenarios.Games() {
		list, err := scenarios.List(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			t.Run(game+"/"+e.Name, func(t *testing.T) {
				doc := newDocument(t, game)
				r, err := scenarios.Load(game, e.Name, doc)
				if err != nil {
					t.Fatal(err)
				}
				again := newDocument(t, game)
				if err := json.Unmarshal(r.Document, again); err != nil {
					t.Fatal(err)
				}
				second, err := json.Marshal(again)
				if err != nil || !bytes.Equal(r.Document, second) {
					t.Errorf("document changes when decoded and encoded again (%v)", err)
				}
				if titles := e.Title.All(); len(titles) != len(scenarios.Languages(game)) || slices.Contains(titles, "") {
					t.Errorf("titles %q in %v", titles, scenarios.Languages(game))
				}
			})
		}
	}
}

// newDocument gives the document struct of a game.
func newDocument(t *testing.T, game string) any {
	t.Helper()
	e, ok := adjudicator.Game(game)
	if !ok {
		t.Fatalf("no rulebook is registered for the folder %s", game)
	}
	return e.Document()
}
