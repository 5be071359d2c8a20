package brushbrothers_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
)

// TestSecrets is BB-R51 on the facts of whole games with hidden forces: what an enemy reads of a GC names neither its
// quality nor a characteristic, by rule or by argument, but for three that everybody sees at work; the arithmetic of its
// tests, its searches, its hiding and the face of a token are read by its owner alone.
func TestSecrets(t *testing.T) {
	seen := []string{"activated-automatically", "stands-fast", "vanished"}
	private := []string{"searched", "turned-over", "deployed-hidden", "hides", "force", "points-spent", "if-false", "not-located", "decoy-laid", "cannot-rejoin"}
	words := []string{"green", "standard", "veteran", "attentive", "bold", "disciplined", "enduring", "expert", "fanatical", "stealthy", "impetuous", "methodical", "close_knit", "stoic", "reckless", "tenacious"}
	for seed := range uint64(4) {
		s := setup(t, shipped[seed%2], "plan")
		g, err := brushbrothers.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		r := g.Play(table.NewSelfPlay(seed+21, "random", seats), 0, nil)
		if r.Halt != nil {
			t.Fatal(r.Halt)
		}
		steps := 0
		for _, f := range r.Facts {
			owner := ""
			for _, a := range f.Args {
				if v, ok := a.Value.(string); ok && a.Name == "unit" {
					owner, _, _ = strings.Cut(v, ".")
				}
			}
			foreign := f.For == nil || slices.ContainsFunc(f.For, func(s table.Seat) bool { return string(s) != owner })
			if len(f.For) == 0 && f.For != nil || owner == "" && len(f.For) == 1 || !foreign {
				continue // nobody, or its owner alone
			}
			if f.Kind == "move-seen" {
				steps++
			}
			if strings.HasPrefix(f.Rule, "BB-A1.3") && !slices.Contains(seen, f.Kind) {
				t.Errorf("game %d: an enemy reads %s under %s: %v", seed, f.Kind, f.Rule, f.Args)
			}
			if strings.HasSuffix(f.Kind, "-sum") || slices.Contains(private, f.Kind) {
				t.Errorf("game %d: an enemy reads %s: %v", seed, f.Kind, f.Args)
			}
			for _, a := range f.Args {
				if v, ok := a.Value.(string); ok && slices.Contains(words, v) || a.Name == "points" && f.Kind == "move" {
					t.Errorf("game %d: an enemy reads %s %v", seed, f.Kind, a)
				}
				if sum, ok := a.Value.(table.Sum); ok {
					for _, term := range sum.Terms() {
						if slices.Contains(words, term.Name) {
							t.Errorf("game %d: an enemy reads %s with %s", seed, f.Kind, term.Name)
						}
					}
				}
			}
		}
		if steps == 0 {
			t.Errorf("game %d: nobody moved in sight of an enemy", seed)
		}
	}
}
