package somme

import (
	"slices"
	"testing"

	"fieldpost/scenarios"
)

// begun gives a scenario as it begins.
func begun(t testing.TB, name string) *Game {
	t.Helper()
	d := new(Document)
	if _, err := scenarios.Load("somme-1918", name, d); err != nil {
		t.Fatal(err)
	}
	Rules.Survey(d)
	return setUp(d, nil)
}

// TestComponents looks at what lies in the box (SO-2a, SO-2.2.2a, SO-2.2.3a): every terrain of the map's legend has its price
// (SO-2.1c), every counter the values that its kind needs.
func TestComponents(t *testing.T) {
	g := begun(t, "bloody-spring")
	for i, c := range g.net.cells {
		if c.terrain != "sea" && g.net.fees.terrain[c.kind].ID != c.terrain {
			t.Errorf("%s: %s has no price", g.net.hexes[i], c.terrain)
		}
	}
	for _, u := range g.net.units {
		c := newCard(&u)
		switch {
		case c.fights && !c.tank && (u.Attack < 1 || u.Defence < 1 || u.Movement < 1 || u.Morale < 2 || u.Steps < 2):
			t.Errorf("%s lacks a value of a combat unit", u.ID)
		case c.artillery && (u.Potential < 1 || u.Radius < 1), u.Kind == "hq" && u.Radius != 15:
			t.Errorf("%s lacks a value of a support", u.ID)
		case c.division && u.Morale == 4 && u.Steps != 3, c.division && u.Morale < 4 && u.Steps != 2, c.regiment && u.Steps != 2:
			t.Errorf("%s has %d steps", u.ID, u.Steps)
		}
	}
}

// TestColours: the French are blue, the British khaki for beige, the dominions have colours of their own, the Germans field grey
// (SO-2.2a).
func TestColours(t *testing.T) {
	g := begun(t, "bloody-spring")
	sh := sheet(g, german, nil)
	if len(sh.Dress) != 2 || sh.Dress[g.index(german)] != "feldgrau" || sh.Dress[g.index(allied)] != "khaki" {
		t.Fatalf("the sides wear %v", sh.Dress)
	}
	want := map[string]string{"F-61": "blue", "C-3": "orange", "B-66": "", "G-34": ""}
	for _, c := range sh.Counters {
		if dress, ok := want[c.ID]; ok {
			if delete(want, c.ID); c.Dress != dress {
				t.Errorf("%s wears %q", c.ID, c.Dress)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not drawn: %v", want)
	}
}

// TestCosts: as a rule two damage points are a loss of a regiment and three one of a division; what is left disorganises
// (SO-3f).
func TestCosts(t *testing.T) {
	g := begun(t, "hutier-strikes")
	k := g.costs()
	for cost, want := range map[Cost]int{k.Regiment: 2, k.Division: 3, k.Disorganise: 1, k.Stosstruppen: 2} {
		if cost.Points != want {
			t.Errorf("%s costs %d", cost.ID, cost.Points)
		}
	}
}

// TestScenarioForces: doctrines and aircraft of the scenarios (SO-S2.6, SO-S3.6), the German hand of the campaign (SO-CAM.2).
func TestScenarioForces(t *testing.T) {
	for _, name := range []string{"operation-michael", "final-push"} {
		g := begun(t, name)
		if d := g.doctrine(g.unit("F-22")); d != "foch" {
			t.Errorf("%s: the French are under %q", name, d)
		}
		if d := g.doctrine(g.unit("B-14")); d != "evolving" {
			t.Errorf("%s: the British are under %q", name, d)
		}
	}
	g := begun(t, "final-push")
	count := func(s seat, nation string) int {
		n := 0
		for i := range g.Units {
			if u := &g.Units[i]; u.Side == s && g.flies(u) && u.Box == available && g.nation(u) == nation {
				n++
			}
		}
		return n
	}
	if a, b, c := count(german, "german"), count(allied, "british"), count(allied, "french"); a != 4 || b != 2 || c != 3 {
		t.Errorf("aircraft: %d German, %d British, %d French", a, b, c)
	}
	hand := begun(t, "bloody-spring").hand(german)
	for _, e := range []string{"michael_1", "michael_2", "mars", "bruchmuller"} {
		if !slices.Contains(hand, e) {
			t.Errorf("the German hand lacks %s: %v", e, hand)
		}
	}
}
