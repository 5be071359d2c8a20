package landships

import (
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
)

// set corrects a copy of a position as the kernel does.
func set(g *Game, text []byte) (*Game, error) {
	g = g.Clone()
	s, err := position.NewSetting(text)
	if err == nil {
		err = g.correct(s)
	}
	return g, err
}

// What is wrong with a setting is told, and nothing is changed.
func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ setting, says string }{
		{`{"unit": []}`, `has no "unit"; did you mean "units"`},
		{`{"units": [{"unit": "X"}]}`, "name its side"},
		{`{"units": [{"unit": "X", "side": "allied", "class": "ELEPHANT"}]}`, "is none of"},
		{`{"units": [{"unit": "X", "side": "allied", "class": "TNK", "type": "mk_x", "at": "0101"}]}`, "charts have no"},
		{`{"units": [{"unit": "X", "side": "allied", "class": "TNK", "at": "0101"}]}`, "needs a type"},
		{`{"units": [{"unit": "B-1", "at": "9999"}]}`, "not on the map"},
		{`{"units": [{"unit": "B-1", "values": [4]}]}`, "fire strength"},
		{`{"units": [{"unit": "T-M1", "facing": 7}]}`, "units[T-M1].facing: 7 stands where one of N, NE"},
		{`{"units": [{"unit": "T-M1", "facing": "X"}]}`, "units[T-M1].facing: X stands where one of N, NE"},
		{`{"units": [{"unit": "T-M1", "facing": 0}]}`, "needs a facing"},
		{`{"units": [{"unit": "T-M1", "breakdown": "a bit"}]}`, "is none of none, temporary, permanent"},
		{`{"units": [{"unit": "ATR-1", "carrier": "T-M1"}]}`, "LS-13.1a"},
		{`{"units": [{"unit": "TL-1", "aboard": "B-1"}]}`, "no vehicle"},
		{`{"units": [{"unit": "T-M1", "at": "0505"}, {"unit": "T-F1", "at": "0505"}, {"unit": "W-1", "at": "0505"}, {"unit": "W-2", "at": "0505"}, {"unit": "A7V-1", "at": "0505"}]}`, "LS-3.12b"},
		{`{"remove": ["nobody"]}`, "there is no"},
		{`{"phasing": "south"}`, `no seat "south"`},
		{`{"half": 3}`, "1 or 2"},
		{`{"phase": "4.12"}`, "no phase"},
		{`{"terrain": [{"hex": "0101", "code": "?"}]}`, "terrain"},
		{`{"wire": ["1515"]}`, `no place "1515"`},
		{`{"smoke": [{"hex": "0101", "owner": "nobody"}]}`, `no seat "nobody"`},
		{`{"camps": {"south": {"oba": 1}}}`, "camps[south] is not there"},
		{`{"plans": [{"owner": "allied", "turn": 1, "hex": "0000"}]}`, `plans[0].hex: there is no place "0000"`},
	} {
		g := placed(t, "bench", `{"turn": 0}`)
		before, _ := json.Marshal(g)
		if _, err := set(g, []byte(c.setting)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; expected %q", c.setting, err, c.says)
		}
		if after, _ := json.Marshal(g); string(after) != string(before) {
			t.Errorf("%s changed the position that it was for", c.setting)
		}
	}
	g := placed(t, "bench", `{"turn": 2}`)
	if _, err := set(g, []byte(`{"phase": "4.5"}`)); err == nil {
		t.Error("a game under way jumps to another phase")
	}
}

// What a setting puts is there: units added by class, by type, changed, taken off; groups of both sides in a hex are locked.
func TestSetPuts(t *testing.T) {
	g := placed(t, "bench", `{"turn": 2, "phasing": "central", "units": [
		{"unit": "N-1", "side": "allied", "class": "MG", "at": "0505"}, {"unit": "N-2", "side": "allied", "type": "whippet", "at": "0606", "facing": "SW"},
		{"unit": "N-3", "side": "central", "class": "INF", "nation": "german", "type": "german_veteran", "at": "0505"}, {"unit": "N-4", "side": "allied", "class": "CAV", "at": "0707"},
		{"unit": "G-1", "type": "german_mg"}, {"unit": "B-1", "at": ""}, {"unit": "B-2", "out": "eliminated"}, {"unit": "G-2", "seen": true}, {"unit": "G-3", "gassed": true},
		{"unit": "FLT-1", "carrier": "", "at": "0101"}, {"unit": "A7V-1", "state": "floor"}]}`)
	if n := g.unit("N-1"); n.FS != 4 || n.WR != 9 || n.MR != 5 || n.Nation != "british" {
		t.Errorf("an MG of its nation: %+v", *n)
	}
	if n := g.unit("N-2"); n.Class != "TNK" || n.Facing != 5 {
		t.Errorf("a Whippet: %+v", *n)
	}
	if n := g.unit("N-3"); n.FS != 5 {
		t.Errorf("veterans: %+v", *n)
	}
	if n := g.unit("N-4"); !n.Mounted || n.MR != 5 || n.FS != 4 {
		t.Errorf("cavalry: %+v", *n)
	}
	if n := g.unit("G-1"); n.Class != "MG" || n.WR != 9 || n.Hex != "0101" {
		t.Errorf("recast: %+v", *n)
	}
	if g.unit("B-1").Hex != "" || g.own("allied", "B-2") != nil {
		t.Error("off the map, and out")
	}
	if g.moment() != 4 || g.unit("G-2").Seen != 4 || !g.unit("G-3").Pinned || !g.unit("A7V-1").Shaken {
		t.Error("what follows from what is set")
	}
	if g.unit("FLT-1").Carrier != "" || !g.locked("0505") {
		t.Error("a flamethrower on the ground; a melee")
	}
}

// No setting panics, whatever it says; and what it makes can be described and drawn.
func FuzzSet(f *testing.F) {
	for _, s := range []string{atFront, boxR10, `{}`, `{"turn": 0}`, `{"units": [{"unit": "T-M1", "type": "truck", "class": "INF"}]}`, `{"rough": ["all"], "roads": [{"hexes": ["0101", "0909"]}]}`} {
		f.Add([]byte(s))
	}
	g := placed(f, "bench", `{"turn": 0}`)
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := set(g, text)
		if err != nil {
			return
		}
		if _, err := json.Marshal(derive(n)); err != nil {
			t.Fatal(err)
		}
		sheet(n, "", nil)
		rosters(n, "central")
	})
}
