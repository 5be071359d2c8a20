package somme_test

import (
	"testing"
)

// G-6b is a regiment of the 6th division, G-6B the 6th Bavarian division: each is ordered by its own name, and who writes neither is asked which.
func TestRegimentAndDivisionOfOneNameAreOrdered(t *testing.T) {
	g := open(t, "bloody-spring")
	v := g.Knows("german")
	for text, unit := range map[string]string{"reserve G-6b": "G-6b", "reserve G-6B": "G-6B"} {
		l, ok := v.Read(text)
		if !ok || len(l.Args) == 0 || l.Args[0].Value != unit {
			t.Errorf("%q is read as %+v", text, l)
		}
	}
	if l, ok := v.Read("reserve g-6b"); ok {
		t.Errorf("g-6b is read as %+v", l)
	}
}
