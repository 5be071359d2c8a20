package somme_test

import (
	"slices"
	"testing"
)

// TestMarkersAreOfTheirUnits: regiments of a division that stand together in different states are drawn apart, each with the marker
// that it bears and no other.
func TestMarkersAreOfTheirUnits(t *testing.T) {
	g, err := open(t, "operation-michael").Set([]byte(`{"phase": "move", "remove": ["german", "allied"], "redoubts": [], "units": [
		{"unit": "G-HQ18", "at": "2833"}, {"unit": "B-HQ5", "at": "2036"},
		{"unit": "G-4Ga", "at": "2533", "exploit": true}, {"unit": "G-4Gb", "at": "2533", "exploit": true}, {"unit": "G-4Gc", "at": "2533"},
		{"unit": "G-1Ga", "at": "2433", "reserve": true}, {"unit": "G-1Gb", "at": "2433"},
		{"unit": "G-5Ga", "at": "2333"}, {"unit": "G-5Gb", "at": "2333"}, {"unit": "G-5Gc", "at": "2333"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	worn := map[string]string{}
	for _, c := range g.Knows("german").Sheet(nil).Counters {
		if worn[c.Top] != "" {
			t.Errorf("two counters are called %s", c.Top)
		}
		worn[c.Top] = c.ID + " " + c.Badge
		if i := slices.Index(c.Badges, c.Badge); i >= 0 {
			t.Errorf("%s wears %s twice", c.Top, c.Badge)
		}
	}
	for top, want := range map[string]string{"4Gab": "G-4Ga badge.exploiting", "4Gc": "G-4Gc ", "1Ga": "G-1Ga badge.reserve", "1Gb": "G-1Gb ", "5G": "G-5G "} {
		if worn[top] != want {
			t.Errorf("%s: %q, want %q; drawn: %v", top, worn[top], want, worn)
		}
	}
}
