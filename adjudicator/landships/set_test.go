package landships

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Every part of the position can be set: whoever adds a field to it must add a key to "set:", or say here why not.
func TestSetReachesEverything(t *testing.T) {
	keys := func(v any) []string {
		var out []string
		for f := range reflect.TypeOf(v).Fields() {
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			out = append(out, tag)
		}
		return out
	}
	called := map[string]string{ // fields whose key has another name
		"Piece.Hex": "at", "Piece.ID": "unit", "Piece.Control": "out_of_control", "Piece.Entry": "entry_edge",
		"Game.Number": "turn", "Game.Opening": "phase", "Game.Ground": "terrain", "Camp.GaveUp": "gave_up",
	}
	apart := []string{"Camp.Seat", "Camp.Observed"} // the key of the mapping; a key of its own
	for _, c := range []struct {
		of   any
		keys []string
	}{{Game{}, keys(Setting{})}, {Piece{}, keys(UnitSetting{})}, {Camp{}, keys(CampSetting{})}} {
		of := reflect.TypeOf(c.of)
		for f := range of.Fields() {
			name := of.Name() + "." + f.Name
			key := strings.ToLower(f.Name)
			if k, ok := called[name]; ok {
				key = k
			}
			if f.IsExported() && !slices.Contains(c.keys, key) && !slices.Contains(apart, name) {
				t.Errorf("nothing in set: changes %s (%s)", name, key)
			}
		}
	}
}
