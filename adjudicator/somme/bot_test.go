package somme

import "testing"

// first picks the first of whatever there is.
func first(int) int { return 0 }

// take gives a side places that count.
func take(g *Game, s seat, hexes ...string) {
	for i := range g.Holds {
		for _, h := range hexes {
			if g.Holds[i].Hex == h {
				g.Holds[i].Side = s
			}
		}
	}
}

// TestAlliesDeclareWhenBehind: an offensive that costs the Allies points at the end is declared by the sensible bot only when
// the German would win without it: from eleven places on (SO-S2.14), with more crosses than theirs (SO-S3.8).
func TestAlliesDeclareWhenBehind(t *testing.T) {
	worth := func(g *Game) bool { return newStaff(g, allied, first).worthIt() }
	g := begun(t, "operation-michael")
	take(g, german, "3329", "3733", "3927", "4135", "4531", "5130", "5228", "4725", "4318", "3516")
	if n := g.placesHeld().Total(); n != 10 || worth(g) {
		t.Errorf("%d places: declared although it is a draw", n)
	}
	take(g, german, "4012")
	if n := g.placesHeld().Total(); n != 11 || !worth(g) {
		t.Errorf("%d places: not declared although they lose", n)
	}
	g = begun(t, "final-push")
	if worth(g) {
		t.Error("declared although nothing is taken")
	}
	take(g, german, "3121")
	if !worth(g) {
		t.Error("not declared although Villers-Bretonneux is lost")
	}
	take(g, allied, "3329")
	if worth(g) {
		t.Error("declared although Montdidier pays for Villers-Bretonneux")
	}
}

// TestGoals: the German makes for the places that the Allies hold; they stand before them, and in an offensive of their own make
// for those that he has.
func TestGoals(t *testing.T) {
	g := begun(t, "final-push")
	open, held := 0, 0
	for _, h := range g.Holds {
		if h.Side == german {
			held++
		} else {
			open++
		}
	}
	for _, s := range []seat{german, allied} {
		if n := len(newStaff(g, s, first).goals()); n != open {
			t.Errorf("%s: %d goals of %d", s, n, open)
		}
	}
	g.Attack.Side = allied
	if n := len(newStaff(g, allied, first).goals()); n != held {
		t.Errorf("the Allies attack %d places of %d", n, held)
	}
}
