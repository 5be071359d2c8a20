package ledger

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

var battery = flag.Int("battery", 200_000, "how many dice of each kind the battery throws")

// Known values of the chi-square distribution (Abramowitz and Stegun, table 26.8).
func TestChiSquare(t *testing.T) {
	for _, c := range []struct {
		x float64
		k int
		p float64
	}{{3.841, 1, 0.05}, {11.070, 5, 0.05}, {15.086, 5, 0.01}, {0.554, 5, 0.99}, {124.342, 100, 0.05}, {70.065, 100, 0.99}, {0, 5, 1}} {
		if got := chiSquare(c.x, c.k); math.Abs(got-c.p) > 2e-4 {
			t.Errorf("chi-square %.3f of %d: p = %.5f, want %.3f", c.x, c.k, got, c.p)
		}
	}
}

// Dice by the real path (key, input, proof, stream) pass every question that is put to them: faces, runs, pairs, gaps. Run it
// with -battery 10000000 before a release.
func TestBatteryOfDice(t *testing.T) {
	for _, sides := range []int{6, 10} {
		v := dice.NewVRF(dice.Key(sha256.Sum256([]byte("battery"))), dice.Input{GameID: dice.GameID("battery"), Window: 1})
		faces := make([]int, 0, *battery)
		for n := 0; len(faces) < *battery; n++ {
			values, _, err := v.Roll(fmt.Sprintf("%d/d%d", n, sides), 100, sides)
			if err != nil {
				t.Fatal(err)
			}
			faces = append(faces, values...)
		}
		count := make([]int, sides)
		for _, v := range faces {
			count[v-1]++
		}
		tests := map[string]float64{"faces": Even(count), "runs": Runs(faces, sides), "pairs": Pairs(faces, sides)}
		for face := 1; face <= sides; face++ {
			tests[fmt.Sprintf("gaps of %d", face)] = gaps(faces, face, sides, 3*sides)
		}
		for name, p := range tests {
			t.Logf("d%d, %d dice, %s: p = %.4f", sides, len(faces), name, p)
			if p < 1e-4 || p > 1-1e-4 {
				t.Errorf("d%d, %s: p = %g", sides, name, p)
			}
		}
	}
}

// The questions find what they ask for.
func TestOddDiceAreFound(t *testing.T) {
	chance := dice.NewPractice(7)
	var loaded, sticky, inTurn []int
	for i := range 6000 {
		v := chance.Pick(6) + 1
		if chance.Pick(25) == 0 {
			v = 6 // a six comes 20 times in 100
		}
		loaded = append(loaded, v)
		if i > 0 && chance.Pick(10) == 0 {
			sticky = append(sticky, sticky[i-1])
		} else {
			sticky = append(sticky, chance.Pick(6)+1)
		}
		inTurn = append(inTurn, i%6+1)
	}
	count := func(faces []int) []int {
		c := make([]int, 6)
		for _, v := range faces {
			c[v-1]++
		}
		return c
	}
	for name, p := range map[string]float64{
		"a loaded die": Even(count(loaded)), "a die that sticks, by runs": Runs(sticky, 6), "a die that sticks, by pairs": Pairs(sticky, 6),
		"faces in turn": gaps(inTurn, 3, 6, 18), "two dice unlike each other": Alike([][]int{count(loaded), count(sticky)}),
	} {
		if p > 1e-3 {
			t.Errorf("%s: p = %g", name, p)
		}
	}
	if p := Even(count(inTurn)); p < 0.99 {
		t.Errorf("even faces: p = %g", p)
	}
	if p := Even([]int{3, 2, 4, 1, 2, 3}); p < 0.5 || p > 1 {
		t.Errorf("few dice, thrown again: p = %g", p)
	}
	if p := Even([]int{15, 0, 0, 0, 0, 0}); p > 0.001 {
		t.Errorf("fifteen ones: p = %g", p)
	}
}

// Of fair games one in a hundred is suspected, at the level of one in a hundred: no more.
func TestFairGamesAreSeldomSuspected(t *testing.T) {
	chance, suspected := dice.NewPractice(11), 0
	const games = 1000
	for range games {
		var all []Thrown
		for i := range 60 {
			seat := table.Seat([]string{"north", "south"}[i%2])
			all = append(all, Thrown{Seat: seat, Sides: 6, Values: []int{chance.Pick(6) + 1, chance.Pick(6) + 1}})
		}
		for _, test := range Count(all).Tests {
			if test.Holm < 0.01 {
				suspected++
				break
			}
		}
	}
	if suspected > 20 {
		t.Errorf("%d of %d fair games were suspected", suspected, games)
	}
}

func hit(need, dieA, dieB int, hits int) (events.Roll, table.Fact) {
	key := fmt.Sprintf("7/fire/G1/%d%d%d", need, dieA, dieB)
	return events.Roll{Key: key, Sides: 6, Values: []int64{int64(dieA), int64(dieB)}},
		table.Fact{Step: "fire", At: "G1", Kind: "to-hit", Args: []table.FactArg{table.A("need", need), table.A("hits", hits)}}
}

// How a kind of fact reads its dice is found from the game alone; what fits no reading gets no odds.
func TestReadingsAreFound(t *testing.T) {
	var all []Thrown
	for _, c := range []struct{ need, a, b, hits int }{{5, 6, 2, 1}, {5, 5, 5, 2}, {4, 1, 3, 0}, {6, 6, 5, 1}, {3, 2, 3, 1}, {2, 1, 1, 0}} {
		r, f := hit(c.need, c.a, c.b, c.hits)
		thrown := Throws([]events.Roll{r}, []table.Seat{"south"}, nil)
		thrown[0].Kind, thrown[0].need, thrown[0].outcome, thrown[0].told = f.Kind+"/dice", c.need, c.hits, true
		all = append(all, thrown...)
	}
	found := readings(all)
	if found["to-hit/dice"] != eachHigh {
		t.Fatalf("read as %v", found)
	}
	if got := all[0].odds(eachHigh); got != "0.7/2" {
		t.Errorf("two dice, 5 or more: %s", got)
	}
	one := Thrown{Sides: 6, Values: []int{4}, total: 5, need: 4, told: true}
	if got := one.odds(atLeast); got != "67%" {
		t.Errorf("4 or more with +1: %s", got)
	}
	first := Thrown{Kind: "to-hit-again/dice", Sides: 6, Values: []int{1, 2}, need: 5, told: true, total: 3}
	if r, outcome := first.read(found); r != eachHigh || outcome != 0 {
		t.Errorf("the first of two throws is read as %v, %d", r, outcome)
	}
	all[0].outcome = 2
	if r := readings(all)["to-hit/dice"]; r != unread {
		t.Errorf("what fits nothing is read as %v", r)
	}
}

func TestChartsAreDrawn(t *testing.T) {
	chance := dice.NewPractice(3)
	var all []Thrown
	for i := range 80 {
		v := chance.Pick(6) + 1
		all = append(all, Thrown{Seat: table.Seat([]string{"north", "south"}[i%2]), Kind: "x", Sides: 6, Values: []int{v}, total: v, need: 4, outcome: (v + 2) / 6, told: true})
	}
	c := Draw(Count(all), "The dice of <hill>", func(s table.Seat) string { return string(s) }, said{})
	svg := string(c.SVG())
	if !strings.Contains(svg, "&lt;hill&gt;") || strings.Count(svg, "<rect") < 13 {
		t.Errorf("%.300s", svg)
	}
	png, err := c.PNG()
	if err != nil || len(png) < 2000 || !slices.Equal(png[:4], []byte("\x89PNG")) {
		t.Errorf("%d bytes, %v", len(png), err)
	}
}

// gaps is the p of the chi-square test on how many dice lie between one face and its next coming: longest lumps all gaps from
// there on.
func gaps(faces []int, face, sides, longest int) float64 {
	count := make([]int, longest+1)
	last := -1
	for i, v := range faces {
		if v != face {
			continue
		}
		if last >= 0 {
			count[min(i-last-1, longest)]++
		}
		last = i
	}
	n, x, rest := float64(sum(count)), 0.0, 1.0
	p := 1 / float64(sides)
	for g, c := range count {
		share := rest * p
		if g == longest {
			share = rest
		}
		rest -= share
		e := n * share
		x += (float64(c) - e) * (float64(c) - e) / e
	}
	return chiSquare(x, longest)
}
