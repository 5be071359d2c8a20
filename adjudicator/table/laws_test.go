package table_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
)

// scene is a position as the scenario that begins with it.
func scene(t testing.TB, g *skirmish) *table.Scenario {
	t.Helper()
	b, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Scenario(b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func form() *position.Form {
	f, err := position.Of(skirmish{})
	if err != nil {
		panic(err)
	}
	return f
}

// positionOf reads the position back from what is shown of it.
func positionOf(g table.Game) *skirmish {
	pos := new(skirmish)
	b, err := json.Marshal(g.Describe())
	if err == nil {
		err = form().Read(b, pos)
	}
	if err != nil {
		panic(err)
	}
	return pos
}

// vary moves a hidden unit, or changes a secret counter or the pile.
func vary(g table.Game, s table.Seat, pick func(int) int) table.Game {
	pos := positionOf(g)
	pos.Pile = append(pos.Pile, "dead")
	for i := range pos.Units {
		if u := &pos.Units[i]; u.Side != s {
			if u.Hidden {
				u.At = 1 + pick(9)
			}
			if u.Counter != "" {
				u.Counter = []string{"scratch", "pin", "dead"}[pick(3)]
			}
		}
	}
	other, err := g.Set(form().Append(nil, pos))
	if err != nil {
		return nil
	}
	return other
}

func TestLaws(t *testing.T) {
	for _, rhythm := range []string{"phases", "plan", "once"} {
		t.Run(rhythm, func(t *testing.T) {
			tabletest.Laws(t, tabletest.Config{
				Engine: engine, Setup: table.Setup{Scenario: scene(t, start()), Rhythm: rhythm}, Vary: vary, Games: 6, Most: 60,
			})
		})
	}
}

func TestHostileOrders(t *testing.T) {
	tabletest.HostileOrders(t, tabletest.Hostile{
		Engine: engine, Setup: table.Setup{Scenario: scene(t, start()), Rhythm: "phases"}, Games: 4, Lines: 300,
		Sound: func(_, after table.Game) error {
			for _, u := range positionOf(after).Units {
				if u.At < 1 || u.At > 9 {
					return fmt.Errorf("%s stands at %d, off the row", u.ID, u.At)
				}
			}
			return nil
		},
		Idle: map[string]string{"ambush.range": "the bots' first moves show every hidden unit: see TestCovertDecisionIsNeverAskedAndDisarms"},
	})
}

func TestKeys(t *testing.T) { tabletest.Keys(t, engine, "testdata/keys.txt") }
