package table

import "testing"

// A sum remembers the roll that it began with, through every modifier.
func TestASumKnowsItsRoll(t *testing.T) {
	if got := (Sum{dice: []int{3}, sides: 6, roll: "12/fire/G1"}).Plus("near", 1, "X-1").Roll(); got != "12/fire/G1" {
		t.Errorf("%q", got)
	}
	if got := Base("need", 4, "X-1").Roll(); got != "" {
		t.Errorf("%q", got)
	}
}
