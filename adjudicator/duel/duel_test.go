package duel_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/duel"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words/wordstest"
)

// patrols is what a test looks at of a position.
type (
	patrols struct{ Men []man }
	man     struct{ Man, At string }
)

// TestLaws holds the laws of the kernel against the game. For the law of fog it says how something changes that a seat cannot
// know: an enemy whom it does not see stands in other ruins.
func TestLaws(t *testing.T) {
	vary := func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		truth, known := tabletest.Look[patrols](t, g.Describe()), tabletest.Look[patrols](t, g.Knows(s).Describe())
		for _, m := range truth.Men {
			if slices.Contains(known.Men, m) { // who is known is known with his place
				continue
			}
			ruins := []string{"A5", "D5", "G5", "B4", "E4", "C3", "F3", "B2", "E2", "A1", "D1", "G1"}
			b, err := json.Marshal(map[string]any{"men": []map[string]any{{"man": m.Man, "at": ruins[pick(len(ruins))]}}})
			if err != nil {
				t.Fatal(err)
			}
			other, err := g.Set(b)
			if err == nil && other.Knows(s).Hash() == g.Knows(s).Hash() { // not beside one of the seat's own, nor upon one
				return other
			}
		}
		return g
	}
	for _, rhythm := range []string{"phases", "turn"} {
		t.Run(rhythm, func(t *testing.T) {
			setup := scenariotest.Setup(t, duel.Engine, "old-mill", rhythm)
			tabletest.Laws(t, tabletest.Config{Engine: duel.Engine, Setup: setup, Games: 2, Bot: "random", Vary: vary})
			tabletest.HostileOrders(t, tabletest.Hostile{Engine: duel.Engine, Setup: setup, Sound: func(before, after table.Game) error {
				was, is := tabletest.Look[patrols](t, before.Describe()), tabletest.Look[patrols](t, after.Describe())
				for i, m := range is.Men {
					switch {
					case !slices.ContainsFunc(was.Men, func(o man) bool { return o.Man == m.Man }):
						return fmt.Errorf("%s comes from nowhere", m.Man)
					case slices.ContainsFunc(is.Men[i+1:], func(o man) bool { return o.At == m.At || o.Man == m.Man }):
						return fmt.Errorf("somebody else is where %s is, at %s (DU-2.2)", m.Man, m.At)
					}
				}
				return nil
			}})
		})
	}
}

// TestWords: every fact and every refusal that stands in the rules has its words.
func TestWords(t *testing.T) { wordstest.Literals(t, ".", "du.", wordstest.Books(t, "duel")...) }
