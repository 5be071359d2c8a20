package landships

import (
	"strconv"
	"strings"
	"testing"
)

// REACH lists each hex under the MP of the cheapest way there, and nothing beyond the allowance (LS-6.11a).
func TestReachIsByTheCheapestWay(t *testing.T) {
	g := placed(t, "flesquette-ridge", `{"turn": 1}`)
	u := g.unit("T-M1")
	listed := 0
	for _, row := range g.rides(u)[0].Tables[0].Rows {
		mp, _ := strconv.Atoi(row[0])
		for _, hex := range strings.Fields(row[1]) {
			listed++
			legs := g.quickest(u, acrossCountry, func(at string, _ int) bool { return at == hex })
			if cost := (way{legs: legs}).cost().Total(); cost != mp || cost > g.allowance(u, acrossCountry) {
				t.Errorf("%s is listed at %d MP and costs %d", hex, mp, cost)
			}
		}
	}
	if listed < 4 {
		t.Errorf("%d hexes", listed)
	}
}

// A line of sight is told with what stops it: a wood between two hexes of equal height (LS-8.23e), and with how near one must be to spot.
func TestLinesOfSightAreTold(t *testing.T) {
	g := placed(t, "bocquet-trench", `{"turn": 1}`)
	for _, c := range []struct{ from, to, says, rule string }{
		{"0802", "1102", "los.blocked", "LS-8.23e"},
		{"0307", "0807", "los.clear", "LS-8.23a"},
		{"B-MG2", "G-4", "los.clear", "LS-8.23a"},
	} {
		says := lookout(g, "central", c.from, c.to)
		if len(says) < 2 || says[0].Key != c.says || says[0].Rule != c.rule || says[1].Key != "los.spotting" {
			t.Errorf("%s to %s: %+v", c.from, c.to, says)
		}
	}
}
