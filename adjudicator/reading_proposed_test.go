package adjudicator

import (
	"slices"
	"testing"
)

// TestTheNearestProposedLines: those that have most of the words, two at least, all that name a unit or a place, and only if they are few.
func TestTheNearestProposedLines(t *testing.T) {
	lines := []string{"force es_international_brigade_foot", "force es_international_brigade", "force es_workers_militia", "traits bold,expert", "move G1 to C5", "move G1 to C6",
		"move G2 to C5", "G1: watch and hold the village", "G2: watch and hold the village", "G3: watch and hold the village", "G4: watch and hold the village"}
	for typed, want := range map[string][]string{
		"we take the International Brigade on foot": {"force es_international_brigade_foot"},
		"the International Brigade":                 {"force es_international_brigade_foot", "force es_international_brigade"},
		"the workers":                               nil,
		"G1 would gladly move, but not to C6":       {"move G1 to C6"},
		"G1 would gladly move to D9":                nil,
		"watch the village":                         nil,
		"G2 is to watch the village":                {"G2: watch and hold the village"},
	} {
		if got := nearestProposed(lines, typed); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
