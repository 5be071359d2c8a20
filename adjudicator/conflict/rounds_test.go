package conflict

import (
	"encoding/json"
	"testing"

	"fieldpost/adjudicator/table"
)

// TestRoundEndsForThreeAndFour is CH-20.0d with A27: all but one have passed in succession, opponents among them.
func TestRoundEndsForThreeAndFour(t *testing.T) {
	camps := []Camp{{Seat: "g1", Side: "german"}, {Seat: "s1", Side: "soviet"}, {Seat: "g2", Side: "german"}, {Seat: "s2", Side: "soviet"}}
	for _, c := range []struct {
		order, passed []table.Seat
		ends          bool
	}{
		{[]table.Seat{"g1", "s1"}, []table.Seat{"g1"}, false},
		{[]table.Seat{"g1", "s1"}, []table.Seat{"s1", "g1"}, true},
		{[]table.Seat{"g1", "s1", "s2"}, []table.Seat{"s1", "s2"}, false}, // of three, the two must be opponents
		{[]table.Seat{"g1", "s1", "s2"}, []table.Seat{"s2", "g1"}, true},
		{[]table.Seat{"g1", "s1", "g2", "s2"}, []table.Seat{"s1", "g2"}, false},
		{[]table.Seat{"g1", "s1", "g2", "s2"}, []table.Seat{"s1", "g2", "s2"}, true},
	} {
		g := &Game{Order: c.order, Camps: camps, Passed: c.passed}
		if g.allPassed() != c.ends {
			t.Errorf("%v passed of %v: the round ends %v", c.passed, c.order, !c.ends)
		}
	}
}

// TestTurnOrder is CH-20.0b: forces alternate, or act by side.
func TestTurnOrder(t *testing.T) {
	sc := opened(t, "hill-205-four").doc.Scenario
	for order, want := range map[string]string{"alternate": "german_1 soviet_1 german_2 soviet_2 ", "sides": "german_1 german_2 soviet_1 soviet_2 "} {
		sc.Order = order
		got := ""
		for _, s := range turnOrder(sc) {
			got += string(s) + " "
		}
		if got != want {
			t.Errorf("%s: %s", order, got)
		}
	}
}

// BenchmarkGame plays whole games of The Courier's Satchel by the sensible policy.
func BenchmarkGame(b *testing.B) {
	g := opened(b, "couriers-satchel")
	doc, err := json.Marshal(g.doc)
	if err != nil {
		b.Fatal(err)
	}
	scene, err := Engine.Scenario(doc)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		game, err := Engine.Open(table.Setup{Scenario: scene, Revision: 1, Rhythm: "pulse"})
		if err != nil {
			b.Fatal(err)
		}
		if r := game.Play(table.NewSelfPlay(uint64(i+1), "sensible", []table.Seat{"german", "soviet"}), 0, nil); r.Ending == nil {
			b.Fatal("the game has no end")
		}
	}
}
