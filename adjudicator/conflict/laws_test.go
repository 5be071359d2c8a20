package conflict_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
)

// vary changes what a seat cannot know of its enemies (decisions.md c): the places of hidden units and mines, hit counters
// that were never shown, hands.
func vary(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		truth, known := look(t, g.Describe()), look(t, g.Knows(s).Describe())
		side := ""
		for _, c := range truth.Seats {
			if c.Seat == string(s) {
				side = c.Side
			}
		}
		type change map[string]any
		var units []change
		var swap []seenUnit
		for _, u := range truth.Units {
			if strings.HasPrefix(u.Unit, side+".") || u.Off != "" {
				continue
			}
			if !slices.ContainsFunc(known.Units, func(k seenUnit) bool { return k.Unit == u.Unit }) {
				// far from everybody, so that no rule of sight shows it at once
				units = append(units, change{"unit": u.Unit, "at": []string{"E07", "D08", "C03", "G04", "E08"}[pick(5)], "facing": []string{"E", "W", "SW"}[pick(3)]})
			} else if u.Hit != "" && !u.Shown {
				swap = append(swap, u)
			}
		}
		if len(swap) > 1 { // counters of one pile change places
			kind := func(u seenUnit) byte { return u.Hit[0] }
			a := swap[pick(len(swap))]
			for _, b := range swap {
				if b.Unit != a.Unit && kind(a) == kind(b) {
					units = append(units, change{"unit": a.Unit, "hit": ""}, change{"unit": b.Unit, "hit": a.Hit}, change{"unit": a.Unit, "hit": b.Hit})
					break
				}
			}
		} else if len(swap) == 1 { // another counter from the pile
			for _, h := range []string{"F_PINNED", "F_SUPPRESSED", "F_COWERING", "V_LIGHT", "V_IMMOBILISED", "V_SUPPRESSED"} {
				if h[0] == swap[0].Hit[0] && h != swap[0].Hit {
					units = append(units, change{"unit": swap[0].Unit, "hit": h})
					break
				}
			}
		}
		c := change{"stage": "", "units": units}
		delete(c, "stage")
		if truth.Round == 0 {
			c["stage"] = "set-up"
		}
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.Set(b)
		if err != nil {
			return nil
		}
		return other
	}
}

// TestLaws holds the laws of the kernel against the game.
func TestLaws(t *testing.T) {
	for _, c := range []struct{ scenario, rhythm, bot, options string }{
		{"couriers-satchel", "pulse", "random", "cautious=yes cards=yes"}, {"strelka-crossroads", "pulse", "sensible", ""}, {"hill-205", "pulse", "random", ""},
		{"hill-205", "blitz", "sensible", "variable_ap=fog"}, {"hill-205-four", "pulse", "random", ""}, {"couriers-satchel", "action", "random", "cards=yes"},
	} {
		t.Run(c.scenario+" "+c.rhythm+" "+c.bot, func(t *testing.T) {
			if testing.Short() && c.rhythm == "action" {
				t.Skip("the laws of this rhythm take their time")
			}
			tabletest.Laws(t, tabletest.Config{Engine: conflict.Engine, Setup: setup(t, c.scenario, c.rhythm, strings.Fields(c.options)...), Games: 1, Bot: c.bot, Vary: vary(t)})
		})
	}
}
