package landships_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/trial"
)

// TestStacksAfterMoves: however groups crowd together in a foot movement, at its end no hex holds more than eight of a
// side, and everybody is where he was or where he went (LS-3.12a, A-59).
func TestStacksAfterMoves(t *testing.T) {
	bench := trial.Bench{Game: func(name string) (table.Engine, bool) { return landships.Engine, name == "landships" }}
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		hexes := []string{"0510", "0509", "0609"}
		var units, lines []string
		from, full := map[string]string{}, map[string]int{}
		for i := range rapid.IntRange(9, 22).Draw(t, "groups") {
			id, at := fmt.Sprintf("X-%d", i), rapid.SampledFrom(hexes).Draw(t, "at")
			if full[at] == 8 {
				continue
			}
			full[at]++
			from[id] = at
			units = append(units, fmt.Sprintf("    - {unit: %s, side: allied, class: INF, type: british_line, at: %q}", id, at))
			if to := rapid.SampledFrom(hexes).Draw(t, "to"); to != at {
				lines = append(lines, fmt.Sprintf("    move %s: %s", id, to))
			}
		}
		lines = rapid.Permutation(lines).Draw(t, "order")
		orders := ""
		if len(lines) > 0 {
			orders = "\norders:\n  allied: |\n" + strings.Join(lines, "\n")
		}
		r, err := bench.Run("stacks.yaml", []byte("game: landships\nscenario: bench\nset:\n  phase: \"4.4\"\n  remove: [allied, central]\n  units:\n"+strings.Join(units, "\n")+
			orders+"\nuntil: step 4.5\n"))
		if err != nil || r.Error != nil {
			t.Fatal(err, r.Error)
		}
		groups := map[string]int{}
		for _, u := range look(outer, r.State).Units {
			groups[u.At]++
			if from[u.Unit] != "" && u.At != from[u.Unit] && !strings.Contains(strings.Join(lines, "\n"), u.Unit+": "+u.At) {
				t.Fatalf("%s stands at %s and came from %s", u.Unit, u.At, from[u.Unit])
			}
		}
		for _, hex := range hexes {
			if groups[hex] > 8 {
				t.Fatalf("%s holds %d groups\n%s\n%s", hex, groups[hex], strings.Join(units, "\n"), strings.Join(lines, "\n"))
			}
		}
	})
}
