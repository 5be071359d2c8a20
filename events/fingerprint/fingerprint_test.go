package fingerprint

import (
	"testing"

	"fieldpost/events"
)

func TestMarksAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range marks {
		if seen[m] {
			t.Errorf("%s stands twice", m)
		}
		seen[m] = true
	}
	if len(seen) != 256 {
		t.Errorf("%d words", len(seen))
	}
}

func TestOf(t *testing.T) {
	if got := Of(events.Hash{0, 1, 2, 253, 254, 255, 7}); got != "acid-actor-agate-sugar-talon-tango" {
		t.Error(got)
	}
}
