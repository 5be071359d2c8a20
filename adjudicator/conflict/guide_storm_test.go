package conflict_test

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
)

// TestStormsKeepTheirWord: who goes into the hex of an enemy as a form proposes needs there the total that was said (CH-7.7.3a).
func TestStormsKeepTheirWord(t *testing.T) {
	fought := 0
	for seed := range uint64(6) {
		for n := 2; n < 12; n++ {
			g, w := at(t, "couriers-satchel", "", seed, n)
			for _, seat := range w.Seats {
				for _, p := range g.Knows(seat).Prospects(w.Phases) {
					if p.Says.Key != "can.storm" {
						continue
					}
					said := table.Fact{Args: p.Says.Args}
					there, halt := g.Amend([]byte(fmt.Sprintf(`{"units":[{"unit":"%s.%s","at":"%s"}]}`, seat, p.Unit, said.Text("at"))))
					if halt != nil {
						t.Fatal(halt)
					}
					fire := "fire " + p.Unit + " at " + p.Target
					after := there.Knows(seat).Prospects(w.Phases)
					i := slices.IndexFunc(after, func(x table.Prospect) bool { return x.Line == fire })
					if i < 0 {
						t.Errorf("%q is said to allow %q, which is not offered there", p.Line, fire)
						continue
					}
					fought++
					if got := (table.Fact{Args: after[i].Says.Args}).Int("need"); after[i].Says.Key != "can.close" || got != said.Int("need") {
						t.Errorf("%q is said to need %d, and there it is %s, %d", p.Line, said.Int("need"), after[i].Says.Key, got)
					}
				}
			}
		}
	}
	if fought == 0 {
		t.Error("nobody is told to storm a hex")
	}
}
