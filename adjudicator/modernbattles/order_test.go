package modernbattles

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// TestOrderOfUnits: MB-B1d: whole games come out the same, fact by fact, in whatever order the units stand in the position: what is nearest,
// first or any is settled by ids alone.
func TestOrderOfUnits(t *testing.T) {
	shuffled := *Rules
	shuffled.Setup = func(d *Document, opt []events.Option) *Game {
		g := setUp(d, opt)
		slices.Reverse(g.Units)
		return g
	}
	other := table.NewEngine(&shuffled)
	_, scene := open(t, "mill-crossroads")
	seats := scene.Seats()
	for _, c := range []struct {
		bot     string
		seed    uint64
		options []events.Option
	}{
		{"random", 116, []events.Option{{Name: "MB-19", Value: "yes"}}},
		{"random", 114, []events.Option{{Name: "MB-35", Value: "yes"}, {Name: "damage", Value: "simplified"}}},
		{"sensible", 4, []events.Option{{Name: "MB-35", Value: "yes"}, {Name: "damage", Value: "simplified"}}},
	} {
		var told [2][]string
		for i, e := range []table.Engine{Engine, other} {
			g, err := e.Open(table.Setup{Scenario: scene, Revision: Rules.Revision, Options: c.options})
			if err != nil {
				t.Fatal(err)
			}
			res := g.Play(table.NewSelfPlay(c.seed, c.bot, seats), 0, nil)
			if res.Halt != nil || res.Ending == nil {
				t.Fatalf("no end: %v", res.Halt)
			}
			for _, f := range res.Facts {
				told[i] = append(told[i], fmt.Sprintf("%d %s %s %s %v %v", f.Turn, f.Step, f.Rule, f.Kind, f.Args, f.For))
			}
		}
		for k := range min(len(told[0]), len(told[1])) {
			if told[0][k] != told[1][k] {
				t.Fatalf("%s %d: fact %d\n%s\nwith the units in reverse\n%s", c.bot, c.seed, k, told[0][k], told[1][k])
			}
		}
		if len(told[0]) != len(told[1]) {
			t.Errorf("%s %d: %d facts, in reverse %d", c.bot, c.seed, len(told[0]), len(told[1]))
		}
	}
}
