package position_test

import (
	"testing"

	"fieldpost/adjudicator/position"
)

func TestClipLeavesNoRoomToAppendInPlace(t *testing.T) {
	type force struct{ Units []string }
	type document struct {
		Forces  []force
		Towns   map[string][]string
		Reserve *force
		Pair    [1][]string
	}
	roomy := func(s string) []string { return append(make([]string, 0, 8), s) }
	d := &document{
		Forces:  append(make([]force, 0, 4), force{roomy("a")}),
		Towns:   map[string][]string{"Ypres": roomy("b")},
		Reserve: &force{roomy("c")},
		Pair:    [1][]string{roomy("d")},
	}
	position.Clip(d)
	for name, list := range map[string][]string{"in a list": d.Forces[0].Units, "in a map": d.Towns["Ypres"], "behind a pointer": d.Reserve.Units, "in an array": d.Pair[0]} {
		one, two := append(list, "one"), append(list, "two")
		if one[1] != "one" || two[1] != "two" || list[0] != one[0] {
			t.Errorf("%s: %v and %v share memory", name, one, two)
		}
	}
	if cap(d.Forces) != 1 {
		t.Errorf("the outer list has room for %d", cap(d.Forces))
	}
}
