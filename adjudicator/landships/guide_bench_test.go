package landships

import "testing"

// What a side's units can do, in a large scenario: it is worked out for each report.
func BenchmarkProspects(b *testing.B) {
	for _, phase := range []string{"4.1", "4.2", "4.4", "4.5", "4.8", "4.9"} {
		g := placed(b, "flesquette-ridge", `{"turn": 1}`)
		b.Run(phase, func(b *testing.B) {
			for b.Loop() {
				for p := range prospects(g, "allied", phase) {
					_ = p
				}
			}
		})
	}
}
