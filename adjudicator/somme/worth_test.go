package somme

import (
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
)

// scenariosOfAll are the shipped scenarios.
var scenariosOfAll = []string{"hutier-strikes", "final-push", "operation-michael", "bloody-spring"}

// TestWorth: what one side gains the other loses, and a side that has taken a place that counts stands better for it.
func TestWorth(t *testing.T) {
	for _, name := range scenariosOfAll {
		g := begun(t, name)
		before := worth(g, german)
		if before <= 0 || before >= 1000 || worth(g, allied) != 1000-before {
			t.Errorf("%s: %d for the Germans, %d for the Allies", name, before, worth(g, allied))
		}
		lost := g.Clone()
		id := lost.of(german, "", lost.fights)[0]
		lost.unit(id).Hex, lost.unit(id).Box = "", destroyed
		if w := worth(lost, german); w >= before {
			t.Errorf("%s: %d without %s, %d with it", name, w, id, before)
		}
	}
	for name, hexes := range map[string][]string{"hutier-strikes": {"4220", "4320"}, "operation-michael": {"3733"}} {
		g := begun(t, name)
		before := worth(g, german)
		take(g, german, hexes...)
		if w := worth(g, german); w <= before {
			t.Errorf("%s: %d with %v, %d without", name, w, hexes, before)
		}
	}
}

// TestEvenPoints: the total that neither side wins by lies between the levels of both.
func TestEvenPoints(t *testing.T) {
	for name, want := range map[string]int{"hutier-strikes": 1, "final-push": 0, "bloody-spring": 33 + 26 - 1} {
		if got := begun(t, name).evenPoints(); got != want {
			t.Errorf("%s: twice %d halves, want %d", name, got, want)
		}
	}
}

// TestImagined: a side sees how many events the other holds and the fronts of the markers. In the worlds made up from that every marker has a
// back of its level, none twice, and the hand holds events of the campaign so far, among them the offensives that it must launch (SO-CAM.3).
func TestImagined(t *testing.T) {
	g := begun(t, "bloody-spring")
	g.Number = 2
	g.Campaign.Hands = []Hand{{german, []string{"mars", "use_of_stoss"}}, {allied, []string{"demolitions"}}}
	g.Campaign.Gone = []string{"michael_1", "michael_2"}
	n := 0
	for _, m := range g.doc.Scenario.Markers {
		for _, h := range m.Hexes {
			n++
			g.Campaign.Backs = append(g.Campaign.Backs, Captured{Hex: h, Level: m.Level})
		}
	}
	known := g.Known(allied)
	hands := map[string]bool{}
	for trial := range 20 {
		w := imagine(known, allied, dice.NewPractice(uint64(trial)).Pick)
		var used []int
		for _, b := range w.Campaign.Backs {
			if w.back(b.Back).Level != b.Level || slices.Contains(used, b.Back) {
				t.Fatalf("world %d: %+v, used before: %v", trial, b, used)
			}
			used = append(used, b.Back)
		}
		if len(used) != n {
			t.Errorf("world %d: %d of %d markers", trial, len(used), n)
		}
		hand := slices.Concat(w.hand(german), ready(w.Campaign.Ready, german))
		for _, e := range hand {
			if x := w.event(e); x.Side != string(german) || x.Red || x.Turn > 2 || slices.Contains(w.Campaign.Gone, e) {
				t.Errorf("world %d: the Germans hold %q", trial, e)
			}
			if slices.Contains(w.pool(german), e) && w.event(e).Copies == 1 {
				t.Errorf("world %d: %s is in hand and in the pool", trial, e)
			}
			hands[e] = true
		}
		if len(hand) != 2 || !slices.Equal(w.hand(allied), []string{"demolitions"}) || slices.Contains(w.pool(allied), "demolitions") && w.event("demolitions").Copies == 1 {
			t.Errorf("world %d: hands %v, pools %v", trial, w.Campaign.Hands, w.Campaign.Pools)
		}
	}
	if len(hands) < 3 {
		t.Errorf("the worlds are all alike: %v", hands)
	}
}

// TestThrownAwayInSecret: what a side throws away is gone for itself; the other sees the same whatever it was, and can only guess at it.
// What was played once and removed, all have seen (SO-C.1b, SO-C.3b).
func TestThrownAwayInSecret(t *testing.T) {
	position := func(thrown, kept string) *Game {
		g := begun(t, "bloody-spring")
		g.Number = 2
		g.Campaign.Gone = []string{"michael_1", thrown}
		g.Campaign.Thrown = []Hand{{german, []string{thrown}}}
		g.Campaign.Hands = []Hand{{german, []string{kept}}, {allied, []string{"demolitions"}}}
		return g
	}
	g, other := position("use_of_stoss", "rail_reserves"), position("rail_reserves", "use_of_stoss")
	seen, same := g.Known(allied), other.Known(allied)
	if !reflect.DeepEqual(seen.Campaign, same.Campaign) {
		t.Errorf("the Allies see %+v or %+v, by what the Germans threw away", seen.Campaign, same.Campaign)
	}
	if !slices.Equal(seen.Campaign.Gone, []string{"michael_1"}) || len(seen.Campaign.Thrown) > 0 {
		t.Errorf("the Allies see gone %v, thrown away %v", seen.Campaign.Gone, seen.Campaign.Thrown)
	}
	if own := g.Known(german).Campaign; !slices.Equal(own.Gone, g.Campaign.Gone) || len(own.Thrown) != 1 {
		t.Errorf("the Germans see of their own: gone %v, thrown away %v", own.Gone, own.Thrown)
	}
	if !slices.Equal(g.Campaign.Gone, []string{"michael_1", "use_of_stoss"}) {
		t.Errorf("Known has changed the position: %v", g.Campaign.Gone)
	}
}

// TestManners: a manner that minds one third of the front makes for places there alone; together they mind all of them.
func TestManners(t *testing.T) {
	g := begun(t, "operation-michael")
	draft := table.NewDraft(Engine, g, german, nil, first)
	var all []string
	for part := 1; part <= 3; part++ {
		goals := newStaff(draft, manner{part: part}).goals()
		for _, h := range goals {
			if slices.Contains(all, h) {
				t.Errorf("%s belongs to two thirds", h)
			}
		}
		all = append(all, goals...)
	}
	slices.Sort(all)
	if want := slices.Sorted(slices.Values(newStaff(draft, manner{}).goals())); !slices.Equal(all, want) {
		t.Errorf("the thirds have %v, the front %v", all, want)
	}
}
