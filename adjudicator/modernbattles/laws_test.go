package modernbattles

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
)

// vary changes what a seat cannot know (decisions.md c): where the enemy has pre-registered fires, and units of his that are hidden, or set up in secret.
func vary(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		type seen struct {
			Turn  int
			Camps []struct {
				Seat       table.Seat
				Registered []struct{ Name string }
			}
			Units []struct{ Unit string }
		}
		truth, known := tabletest.Look[seen](t, g.Describe()), tabletest.Look[seen](t, g.Knows(s).Describe())
		set := map[string]any{"turn": truth.Turn}
		var camps, units []any
		for _, c := range truth.Camps {
			if c.Seat != s && len(c.Registered) > 0 {
				var list []any
				for i, r := range c.Registered {
					list = append(list, map[string]any{"code": r.Name, "at": []int{pick(700), pick(400) + i}})
				}
				camps = append(camps, map[string]any{"seat": c.Seat, "registered": list})
			}
		}
		for _, u := range truth.Units {
			if !slices.Contains(known.Units, u) {
				units = append(units, map[string]any{"unit": u.Unit, "facing": pick(360)})
			}
		}
		set["camps"], set["units"] = camps, units
		text, err := json.Marshal(set)
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.Set(text)
		if err != nil {
			return nil
		}
		return other
	}
}

// TestLaws holds the laws of the kernel against the game.
func TestLaws(t *testing.T) {
	for _, c := range []struct {
		scenario, rhythm, bot string
		options               []events.Option
	}{
		{"mill-crossroads", "one-mail", "random", nil},
		{"mill-crossroads", "two-mails", "sensible", []events.Option{{Name: "MB-35", Value: "yes"}, {Name: "damage", Value: "simplified"}}},
		{"meeting-engagement", "one-mail", "sensible", []events.Option{{Name: "MB-19", Value: "yes"}, {Name: "list.south", Value: "soviet_1943"}}},
	} {
		t.Run(fmt.Sprint(c.scenario, " ", c.rhythm, " ", c.bot), func(t *testing.T) {
			_, scene := open(t, c.scenario)
			tabletest.Laws(t, tabletest.Config{Engine: Engine, Setup: table.Setup{Scenario: scene, Revision: Rules.Revision, Rhythm: c.rhythm, Options: c.options}, Games: 1, Bot: c.bot, Vary: vary(t)})
		})
	}
}
