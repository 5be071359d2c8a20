package landships

import "testing"

// A line of sight across the map, as bots and doctrine ask for it thousands of times.
func BenchmarkLine(b *testing.B) {
	g := placed(b, "flesquette-ridge", `{}`)
	for b.Loop() {
		g.line("allied", "0315", "0904")
	}
}

func BenchmarkSees(b *testing.B) {
	g := placed(b, "flesquette-ridge", `{}`)
	u, e := g.unit("T-M1"), g.unit("G-ART1")
	for b.Loop() {
		g.sees(u, e)
	}
}
