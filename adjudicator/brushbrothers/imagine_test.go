package brushbrothers_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
)

// TestImaginedMarkers: a side sees the enemy's markers on the table, not what they stand for (BB-A2.4h, BB-A2.4k). In the worlds in which its
// machine tries plans each stands for a support of its kind, and falls.
func TestImaginedMarkers(t *testing.T) {
	type change map[string]any
	g, err := brushbrothers.Engine.Open(setup(t, "clasico", "plan"))
	if err != nil {
		t.Fatal(err)
	}
	bots := table.NewSelfPlay(1, "sensible", []table.Seat{"republic", "nationalists"})
	r := g.Play(bots, 0, func(at table.At) bool { return at.Window != nil && at.Turn == 2 })
	if g, err = r.Boundary.Set(encode(t, change{"strikes": []change{
		{"side": "nationalists", "support": "strafing", "from": "B1", "to": "A5"},
		{"side": "nationalists", "support": "heavy_artillery", "at": "E5"},
	}})); err != nil {
		t.Fatal(err)
	}
	var open *table.Window
	g = g.Play(bots, 0, func(at table.At) bool { open = at.Window; return open != nil }).Boundary
	kinds := map[string][]string{"air": {"assault_aircraft", "strafing"}, "artillery": {"field_artillery", "heavy_artillery"}}
	sand := g.SandTable(*open, "republic", opponent.Player(brushbrothers.Engine))
	told := map[string]bool{}
	for trial := range 20 {
		world, err := sand.World(trial)
		if err != nil {
			t.Fatal(err)
		}
		var now rich
		decode(t, world.Describe(), &now)
		for _, x := range now.Strikes {
			if told[x.Support] = true; !slices.Contains(kinds[x.Kind], x.Support) {
				t.Errorf("world %d: a marker of kind %s stands for %q", trial, x.Kind, x.Support)
			}
		}
		if o := sand.Try(table.Course{}, trial, 1); o.Broken {
			t.Errorf("world %d cannot be played on: %+v", trial, o)
		}
	}
	if len(told) != 4 {
		t.Errorf("in 20 worlds the two markers stand for %v", told)
	}
}
