package conflict_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
)

// "fire R1 R1" names a unit twice where it and an enemy have the same name: the letter shows the line that was meant.
func TestAnEnemyOfTheSameNameIsMeant(t *testing.T) {
	g, err := conflict.Engine.Open(setup(t, "hill-205", "pulse"))
	if err == nil {
		g, err = g.Set([]byte(`{"round": 1, "units": [{"unit": "german.R1", "at": "C06", "facing": "NE"}, {"unit": "soviet.R1", "at": "D06", "facing": "SW"}]}`))
	}
	if err != nil {
		t.Fatal(err)
	}
	res := g.Play(&table.Recorded{}, 0, func(at table.At) bool { return at.Window != nil })
	v := res.Boundary.Knows("german")
	l, ok := v.Read("fire R1,R1")
	if !ok || v.Allowed(l) == nil {
		t.Fatal("“fire R1,R1” is not refused")
	}
	if got := v.Instead(l, []table.Line{l}); !slices.Equal(got, []string{"fire R1 at soviet.R1"}) {
		t.Errorf("instead: %q", got)
	}
}
