package board

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestShortestPathOnTheLetterBoard(t *testing.T) {
	g := letterBoard(t)
	flat := func(string, string) (int, bool) { return 1, true }
	path, cost, ok := Shortest(g, "D7", "E10", flat)
	if got := strings.Join(path, " "); got != "D7 D8 E9 E10" || cost != 3 || !ok {
		t.Error(got, cost, ok)
	}
	river := func(_, to string) (int, bool) { return 1, !strings.HasSuffix(to, "8") || to == "L8" }
	path, cost, ok = Shortest(g, "D7", "D9", river)
	if got := strings.Join(path, " "); !ok || cost != 18 || !strings.Contains(got, "L8") {
		t.Error(got, cost, ok)
	}
	if _, _, ok := Shortest(g, "D7", "D9", func(_, to string) (int, bool) { return 1, !strings.HasSuffix(to, "8") }); ok {
		t.Error("waded through the river")
	}
	if path, cost, ok := Shortest(g, "D7", "D7", nil); !ok || cost != 0 || len(path) != 1 {
		t.Error(path, cost, ok)
	}
	if _, _, ok := Shortest(g, "D7", "Z1", flat); ok {
		t.Error("Z1 is not on the board")
	}
}

// priced gives every step a cost of its own, some of them closed.
func priced(t *rapid.T, g Grid) func(from, to string) (int, bool) {
	seed := rapid.Uint64().Draw(t, "terrain")
	return func(from, to string) (int, bool) {
		h := seed
		for _, c := range []byte(from + ">" + to) {
			h = (h ^ uint64(c)) * 1099511628211
		}
		h ^= h >> 31
		return int(h % 5), h%7 != 0
	}
}

func TestPathsAreTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		cost := priced(t, g)
		from := anyPlace(t, g, "from")
		best := bruteForce(g, from, cost)
		reached := Reach(g, from, 1<<30, cost)
		if len(reached) != len(best) {
			t.Fatalf("reached %d of %d", len(reached), len(best))
		}
		for _, r := range reached {
			if best[r.Place] != r.Cost {
				t.Fatalf("%s for %d, can be had for %d", r.Place, r.Cost, best[r.Place])
			}
			path, total, ok := Shortest(g, from, r.Place, cost)
			if !ok || total != r.Cost || len(path) != r.Steps+1 {
				t.Fatalf("path %v for %d, reach says %+v", path, total, r)
			}
			sum := 0
			for i := 1; i < len(path); i++ {
				c, open := cost(path[i-1], path[i])
				if !open || !slices.Contains(g.Neighbours(path[i-1]), path[i]) {
					t.Fatalf("no step from %s to %s", path[i-1], path[i])
				}
				sum += c
			}
			if sum != total {
				t.Fatalf("%v costs %d, not %d", path, sum, total)
			}
		}
		budget := rapid.IntRange(0, 12).Draw(t, "budget")
		within := 0
		for _, r := range reached {
			if r.Cost <= budget {
				within++
			}
		}
		if got := Reach(g, from, budget, cost); !slices.Equal(got, reached[:within]) {
			t.Fatalf("for %d: %v", budget, got)
		}
	})
}

// bruteForce relaxes every step until nothing changes (Bellman and Ford).
func bruteForce(g Grid, from string, cost func(a, b string) (int, bool)) map[string]int {
	best := map[string]int{from: 0}
	for changed := true; changed; {
		changed = false
		for _, a := range g.Places() {
			here, ok := best[a]
			if !ok {
				continue
			}
			for _, b := range g.Neighbours(a) {
				if c, open := cost(a, b); open {
					if old, met := best[b]; !met || here+c < old {
						best[b], changed = here+c, true
					}
				}
			}
		}
	}
	return best
}

func BenchmarkLine(b *testing.B) {
	g := letterBoard(b)
	for b.Loop() {
		Line(g, "A1", "K15")
	}
}

func BenchmarkDistance(b *testing.B) {
	g := letterBoard(b)
	for b.Loop() {
		g.Distance("A1", "K15")
	}
}

func BenchmarkShortest(b *testing.B) {
	g := hexes(b, FlatHex, 60, 40, Options{Names: Digits})
	for b.Loop() {
		Shortest(g, "0101", "6040", func(_, to string) (int, bool) { return 1 + int(to[3])%3, true })
	}
}

func BenchmarkReach(b *testing.B) {
	g := letterBoard(b)
	for b.Loop() {
		Reach(g, "D7", 4, func(string, string) (int, bool) { return 1, true })
	}
}

func BenchmarkNewHex(b *testing.B) {
	for b.Loop() {
		if _, err := NewHex(FlatHex, 60, 40, Options{Names: Digits}); err != nil {
			b.Fatal(err)
		}
	}
}
