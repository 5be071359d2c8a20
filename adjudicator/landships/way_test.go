package landships

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

// broken is ground of every kind, thrown over a part of the training area.
func broken(t *rapid.T) string {
	var hexes []string
	for c := 3; c <= 9; c++ {
		for r := 3; r <= 9; r++ {
			if code := rapid.SampledFrom([]string{".", ".", ".", "w", "t", "s", "r", "h"}).Draw(t, fmt.Sprint(c, r)); code != "." {
				hexes = append(hexes, fmt.Sprintf(`{"hex": "%02d%02d", "code": %q}`, c, r, code))
			}
		}
	}
	features := func(label string) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{`"0405"`, `"0506"`, `"0607"`, `"0706"`, `"0808"`}), 0, 3).Draw(t, label), ", ")
	}
	return fmt.Sprintf(`{"turn": 1, "remove": ["central"], "terrain": [%s], "wire": [%s], "strongpoints": [%s], "trenches": [{"side": "central", "hexes": [%s]}],
		"roads": [{"hexes": ["0303", "0304", "0305", "0405", "0505", "0604", "0704"]}]}`, strings.Join(hexes, ", "), features("wire"), features("strongpoints"), features("trench"))
}

// TestLawsOfWays: the cheapest way of a vehicle is made of legal steps straight ahead, each paid as plot would have it,
// and nobody who wanders over the map comes cheaper to where it leads (LS-6.11, LS-6.13, LS-6.14).
func TestLawsOfWays(t *testing.T) {
	base := placed(t, "bench", `{}`)
	rapid.Check(t, func(t *rapid.T) {
		g, err := set(base.Clone(), []byte(broken(t)))
		if err != nil {
			t.Fatal(err)
		}
		u := g.unit(rapid.SampledFrom([]string{"T-M1", "M5-1", "FT-1", "AC-1", "TR-1"}).Draw(t, "vehicle"))
		u.Hex, u.Facing = rapid.SampledFrom([]string{"0303", "0510", "0306", "1005"}).Draw(t, "from"), rapid.IntRange(1, sides).Draw(t, "facing")
		at, spent := *u, 0
		for range rapid.IntRange(1, 12).Draw(t, "steps") { // a walk of legal steps and turns
			if rapid.Bool().Draw(t, "turn") {
				turn, hard := g.turning(&at, at.Hex)
				at.Facing, spent = rapid.IntRange(1, sides).Draw(t, "to"), spent+turn+hard
				continue
			}
			next := g.neighbour(at.Hex, at.Facing)
			if mp, r := g.driveCost(&at, at.Hex, next, acrossCountry); r == nil {
				at.Hex, spent = next, spent+mp
			}
		}
		legs := g.quickest(u, acrossCountry, func(hex string, facing int) bool { return hex == at.Hex && facing == at.Facing })
		w := way{legs: legs}
		if cost := w.cost().Total(); cost > spent || len(legs) == 0 && at.Hex != u.Hex {
			t.Fatalf("a way for %d to %s facing %d: the cheapest is said to be %v", spent, at.Hex, at.Facing, legs)
		}
		again, r := g.plot(u, course{path: w.hexes(), facing: at.Facing, mode: acrossCountry})
		if r != nil || again.cost().Total() != w.cost().Total() {
			t.Fatalf("%v costs %v as found and %v as ordered (%v)", w.hexes(), w.cost(), again.cost(), r)
		}
		here := stance{u.Hex, u.Facing}
		for _, l := range legs {
			if here.facing = l.facing; l.hex != "" && g.neighbour(here.hex, l.facing) != l.hex {
				t.Fatalf("from %s facing %d into %s", here.hex, l.facing, l.hex)
			}
			if l.hex != "" {
				here.hex = l.hex
			}
		}
	})
}

// TestWithinIsAllThatTheMovementPointsAllow: what a refusal proposes is legal, and one leg more is not (LS-6.11b).
func TestWithinIsAllThatTheMovementPointsAllow(t *testing.T) {
	base := placed(t, "bench", `{}`)
	rapid.Check(t, func(t *rapid.T) {
		g, err := set(base.Clone(), []byte(broken(t)))
		if err != nil {
			t.Fatal(err)
		}
		u := g.unit(rapid.SampledFrom([]string{"T-M1", "W-1", "FT-1", "AC-1"}).Draw(t, "vehicle"))
		u.Hex, u.Facing = "0510", rapid.IntRange(1, sides).Draw(t, "facing")
		to := rapid.SampledFrom(g.net.Places()).Draw(t, "to")
		w := g.bestWay(u, func(hex string, _ int) bool { return hex == to })
		in := w.within()
		if in.cost().Total() > g.allowance(u, w.mode) {
			t.Fatalf("%v is too much", in.cost())
		}
		if more := (way{legs: w.legs[:min(len(in.legs)+1, len(w.legs))]}); len(more.legs) > len(in.legs) && more.cost().Total() <= g.allowance(u, w.mode) {
			t.Fatalf("one leg more costs %v and would be allowed", more.cost())
		}
	})
}

// TestFootNeverWalksFarther: in one phase foot comes no farther than one hex, or two where it starts and ends on a road or
// in a trench (LS-7.11a, LS-7.11b).
func TestFootNeverWalksFarther(t *testing.T) {
	base := placed(t, "bench", `{}`)
	rapid.Check(t, func(t *rapid.T) {
		g, err := set(base.Clone(), []byte(broken(t)))
		if err != nil {
			t.Fatal(err)
		}
		u := g.unit("B-1")
		u.Hex = rapid.SampledFrom([]string{"0303", "0405", "0506", "0704"}).Draw(t, "from")
		to := rapid.SampledFrom(g.net.Places()).Draw(t, "to")
		path := g.between(u, u.Hex, to)
		n := g.affordable(u.Hex, path, g.purse())
		paved := func(hex string) bool { return g.road(hex) || g.trench(hex) != "" }
		switch {
		case len(path) > 0 && n == 0, n > 2:
			t.Fatalf("%d hexes of %v", n, path)
		case n == 2 && !(paved(u.Hex) && paved(path[0]) && paved(path[1])):
			t.Fatalf("two hexes off the road: %s %v", u.Hex, path[:2])
		}
	})
}

// TestNumbersOfHalves: how halves of an MP are written.
func TestNumbersOfHalves(t *testing.T) {
	for n, want := range []string{"0", "½", "1", "1½", "2"} {
		if got := halfWords(n); got != want {
			t.Errorf("%d halves are written %s, not %s", n, got, want)
		}
	}
}
