package contest

import (
	"math/rand/v2"
	"testing"
)

func TestAGateDecides(t *testing.T) {
	gate, err := ParseGate("50:75")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		points float64
		games  int
		want   Verdict
	}{
		{7, 7, Open}, {8, 8, Passed}, {4, 4, Open}, {0, 4, Open}, {0, 5, Failed}, {14, 18, Open}, {15, 18, Passed}, {10, 20, Open}, {10, 21, Failed}, {0, 0, Open},
	} {
		if got := gate.Ask(c.points, c.games); got != c.want {
			t.Errorf("%.1f of %d: %d, want %d", c.points, c.games, got, c.want)
		}
	}
	for _, bad := range []string{"", "75", "75:50", "0:50", "50:100", "50:50", "a:b", "50:75:80", "NaN:50"} {
		if g, err := ParseGate(bad); err == nil {
			t.Errorf("%q is read as %v", bad, g)
		}
	}
}

// A gate errs as seldom as it says: machines that win exactly so often, in 2,000 matches each.
func TestAGateErrsSeldom(t *testing.T) {
	gate, lot := Gate{0.5, 0.75}, rand.New(rand.NewPCG(1, 2))
	match := func(share float64) (verdict Verdict, games int) {
		for points := 0.0; verdict == Open; verdict = gate.Ask(points, games) {
			for range 2 {
				if games++; lot.Float64() < share {
					points++
				}
			}
		}
		return verdict, games
	}
	for _, c := range []struct {
		share float64
		wrong Verdict
	}{{0.5, Passed}, {0.75, Failed}} {
		wrong, games := 0, 0
		for range 2000 {
			v, n := match(c.share)
			if games += n; v == c.wrong {
				wrong++
			}
		}
		if wrong > 100 || games > 2000*30 {
			t.Errorf("a share of %.2f: %d of 2,000 matches are judged wrongly, %d games a match", c.share, wrong, games/2000)
		}
	}
}
