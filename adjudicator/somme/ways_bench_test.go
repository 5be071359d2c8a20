package somme

import (
	"testing"

	"fieldpost/scenarios"
)

// wholeFront gives Operation Michael as it begins, for measures and for tests of look-ups.
func wholeFront(t testing.TB) *Game {
	t.Helper()
	d := new(Document)
	if _, err := scenarios.Load("somme-1918", "operation-michael", d); err != nil {
		t.Fatal(err)
	}
	Rules.Survey(d)
	return setUp(d, nil)
}

// BenchmarkArmyOnTheMarch is a whole army's turn: for each of 160 counters of both sides the cheapest way across the map to a far
// town, with the real costs, past enemies and their zones.
func BenchmarkArmyOnTheMarch(b *testing.B) {
	g := wholeFront(b)
	var ids []string
	for i := range g.Units {
		if u := &g.Units[i]; u.Hex != "" && !g.flies(u) && !g.stoss(u) && len(ids) < 160 {
			ids = append(ids, u.ID)
		}
	}
	found := 0
	for b.Loop() {
		found = 0
		for _, id := range ids {
			u := g.unit(id)
			goal := "2520" // Amiens
			if u.Side == german {
				goal = "5808"
			}
			if way, why := g.routeBy(g.survey(u.Side), u, []string{goal}); why == nil && len(way) > 0 {
				found++
			}
		}
	}
	b.ReportMetric(float64(len(ids)), "units")
	b.ReportMetric(float64(found), "ways")
}

// BenchmarkReach is where each of the counters of the map can come in a phase.
func BenchmarkReach(b *testing.B) {
	g := wholeFront(b)
	for b.Loop() {
		for i := range g.Units {
			if u := &g.Units[i]; u.Hex != "" && g.fights(u) {
				g.reachable(u, inMovement)
			}
		}
	}
}

// BenchmarkSupply is the supply of both armies over the whole map: the lines of all HQs, all radii.
func BenchmarkSupply(b *testing.B) {
	g := wholeFront(b)
	for b.Loop() {
		for _, s := range []seat{german, allied} {
			for _, id := range g.of(s, "", g.hq) {
				g.line(g.survey(s), g.unit(id).Hex, g.sources(s))
			}
			g.supplied(s, false)
		}
	}
}

// BenchmarkReachable is where one division can come.
func BenchmarkReachable(b *testing.B) {
	g := wholeFront(b)
	u := g.unit("G-45R")
	for b.Loop() {
		g.reachable(u, inMovement)
	}
}
