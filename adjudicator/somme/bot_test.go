package somme

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
)

// first picks the first of whatever there is.
func first(int) int { return 0 }

// planning is the staff of a side with nothing written yet.
func planning(g *Game, s seat) *staff {
	return newStaff(table.NewDraft(Engine, g, s, nil, first), manner{})
}

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
	worth := func(g *Game) bool { return planning(g, allied).worthIt() }
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
		if n := len(planning(g, s).goals()); n != open {
			t.Errorf("%s: %d goals of %d", s, n, open)
		}
	}
	g.Attack.Side = allied
	if n := len(planning(g, allied).goals()); n != held {
		t.Errorf("the Allies attack %d places of %d", n, held)
	}
}

// TestUnitsPartAmongGoals: an attacker does not send everybody to the nearest place.
func TestUnitsPartAmongGoals(t *testing.T) {
	g := begun(t, "operation-michael")
	f := planning(g, german)
	units := g.of(german, "", g.fights)
	f.assign(units)
	bound := make([]int, len(f.goals()))
	for _, id := range units {
		for i, h := range f.goals() {
			if f.away(f.toward(id), h) == 0 {
				bound[i]++
			}
		}
	}
	idle := 0
	for i, n := range bound {
		if n > len(units)/3 {
			t.Errorf("%d of %d units make for %s", n, len(units), f.goals()[i])
		}
		if n == 0 {
			idle++
		}
	}
	if idle > len(bound)/4 {
		t.Errorf("nobody makes for %d of %d places", idle, len(bound))
	}
}

// TestAttackersRebuildBridges: a bridge on whose bank an own unit stands is to be rebuilt, by the attacker alone (SO-11.2.5d).
func TestAttackersRebuildBridges(t *testing.T) {
	g := begun(t, "final-push")
	g.Broken = []string{"4531/4532", "4219/4319"} // Noyon, where the 47th Reserve stands; the Somme far behind
	for _, c := range []struct {
		side seat
		want []string
	}{{german, []string{"repair 4531 4532"}}, {allied, nil}} {
		f := planning(g, c.side)
		if f.attacks() {
			f.bridge()
		}
		if !slices.Equal(f.Lines, c.want) {
			t.Errorf("%s: %q", c.side, f.Lines)
		}
	}
}

// TestReinforcementsComeWhereDangerIs: the own place with the most enemies about it, and the next one when enough are sent there.
func TestReinforcementsComeWhereDangerIs(t *testing.T) {
	g := begun(t, "operation-michael")
	f := planning(g, allied)
	sent := make([]int, len(g.Holds))
	at := f.endangered(sent)
	if at < 0 || g.Holds[at].Side != allied {
		t.Fatalf("no place in danger: %d", at)
	}
	sent[at] += 99
	if next := f.endangered(sent); next == at {
		t.Errorf("%s is in danger still", g.Holds[at].Hex)
	}
}

// TestHunger: to be out of supply weighs most when it is looked at next, and least when it never is again (SO-7b).
func TestHunger(t *testing.T) {
	g := begun(t, "operation-michael")
	at := func(turn, sequence, sequences int) int {
		g.Number, g.Sequence, g.Sequences = turn, sequence, sequences
		return planning(g, german).outOfSupply()
	}
	if a, b, c := at(1, 3, 3), at(1, 1, 3), at(4, 1, 1); a <= b || b <= c {
		t.Errorf("last sequence %d, first sequence %d, last turn %d", a, b, c)
	}
}
