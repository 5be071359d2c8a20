package somme_test

import (
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// open gives a scenario's position before the first step.
func open(t testing.TB, name string) table.Game {
	t.Helper()
	resolved, err := scenarios.Load("somme-1918", name, somme.NewDocument())
	if err != nil {
		t.Fatal(err)
	}
	g, err := somme.Engine.Open(table.Setup{Document: resolved.Document})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSilence: a game in which nobody says a word comes to its end in every scenario.
func TestSilence(t *testing.T) {
	for _, name := range []string{"hutier-strikes", "operation-michael", "final-push", "bloody-spring"} {
		w := table.NewSelfPlay(1, "", nil)
		r := open(t, name).Play(w, 0, nil)
		if r.Halt != nil || r.Ending == nil {
			t.Errorf("%s: %+v %+v", name, r.Halt, r.Open)
		}
	}
}
