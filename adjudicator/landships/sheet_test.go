package landships

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	phrases "fieldpost/scenarios/words"
)

// atFront is a position with nearly every state that a map and a roster can show.
const atFront = `{"turn": 3, "half": 1, "optional": ["LS-16.13", "LS-16.15"],
	"strongpoints": ["0705"], "wire": ["0601", "0701", "0801", "1005", "1006", "0612"], "mines": [{"owner": "central", "hexes": ["0404"]}], "rough": ["0405"],
	"trenches": [{"side": "central", "hexes": ["0502", "0602", "0702", "0902"]}, {"side": "allied", "hexes": ["0512"]}],
	"roads": [{"hexes": ["0108", "0208", "0309"]}], "bridges": ["0208"], "terrain": [{"hex": "0208", "code": "r"}, {"hex": "1203", "code": "H"}],
	"smoke": [{"hex": "0705", "owner": "allied"}], "gas": [{"hex": "1205", "owner": "allied"}],
	"impacts": [{"hex": "0705", "owner": "allied"}, {"hex": "0303", "owner": "central", "plane": "HAL-1"}],
	"shelled": ["0706"], "resisted": [{"hex": "0703", "by": "allied", "count": 2}],
	"units": [
	{"unit": "T-M1", "at": "0708", "facing": "NE", "breakdown": "temporary", "fired": ["4.9/left-gun"]}, {"unit": "T-F1", "at": "0808", "breakdown": "permanent"},
	{"unit": "W-1", "at": "0908", "out_of_control": true}, {"unit": "A7V-1", "at": "0704", "state": "bailed"}, {"unit": "A7V-2", "at": "0804", "state": "floor", "floor": 9},
	{"unit": "CM4-1", "at": "0904", "state": "fleeing"}, {"unit": "B-1", "at": "0709", "pinned": true, "grenades": true}, {"unit": "G-1", "at": "0703", "gassed": true, "seen": true},
	{"unit": "C-1", "at": "0505", "charge": "N"}, {"unit": "C-2", "at": "0506", "mounted": false}, {"unit": "B-2", "at": "0604"}, {"unit": "G-2", "at": "0604"},
	{"unit": "DH5-1", "at": "0703", "posted": true, "mission": "strafing"}, {"unit": "HAL-1", "at": "0303", "posted": true}, {"unit": "DH4-1", "at": "0703", "posted": true},
	{"unit": "G-AT1", "at": "0801", "owner": "allied"}, {"unit": "AC-1", "at": "0810", "attended": true}, {"unit": "S-1", "storm": true},
	{"unit": "B-4", "out": "eliminated"}, {"unit": "ATR-2", "carrier": "", "at": "0402"}]}`

func TestSheet(t *testing.T) {
	g := placed(t, "bench", atFront)
	s := sheet(g.Known("allied"), "allied", nil)
	counter := func(id string) board.Counter {
		i := slices.IndexFunc(s.Counters, func(c board.Counter) bool { return c.ID == id })
		if i < 0 {
			return board.Counter{}
		}
		return s.Counters[i]
	}
	if c := counter("T-M1"); c.Shape != "rhomboid" || c.Facing != "NE" || c.Badge != "badge.temporary" || !slices.Equal(c.Guns, []int{-30, 30}) || !slices.Equal(c.MGs, []int{0, -90, 90}) || !slices.Equal(c.Badges, []string{"badge.fired"}) {
		t.Errorf("the Mark IV: %+v", c)
	}
	if c := counter("A7V-1"); c.Shape != "casemate" || c.Side != 1 || c.Badge != "badge.abandoned" {
		t.Errorf("the A7V: %+v", c)
	}
	for id, shape := range map[string]string{"W-1": "light", "FT-1": "turret", "AC-1": "car", "TR-1": "truck", "B-ART1": "fieldgun", "G-AT1": "antitank", "B-AA1": "flak", "DH5-1": "biplane", "DH4-1": "bomber", "B-1": ""} {
		if c := counter(id); c.ID == "" || c.Shape != shape {
			t.Errorf("%s: %+v", id, c)
		}
	}
	if c := counter("C-2"); c.Symbol != "infantry" {
		t.Errorf("cavalry on foot looks like %s", c.Symbol)
	}
	for _, id := range []string{"B-4", "TL-1", "ATR-1", "SE5-1"} { // lost, aboard, carried, on the ground
		if counter(id).ID != "" {
			t.Error(id, "is on the map")
		}
	}
	cells := func(place string) board.Cell {
		return s.Cells[slices.IndexFunc(s.Cells, func(c board.Cell) bool { return c.Place == place })]
	}
	if c := cells("0208"); !slices.Equal(c.Features, []string{"bridge"}) || len(c.Road) != 2 {
		t.Errorf("the bridge: %+v", c)
	}
	if cells("1203").Level != 2 || !slices.Equal(cells("0705").Features, []string{"strongpoint"}) || !slices.Equal(cells("0404").Features, []string{"mines"}) {
		t.Error("heights and features")
	}
	var paths []string
	for _, l := range s.Lines {
		paths = append(paths, l.Look+" "+strings.Join(l.Path, "-"))
	}
	if got, want := strings.Join(paths, ", "), "trench 0502-0602-0702, trench 0902, trench 0512, wire 0601-0701-0801, wire 0612, wire 1005-1006"; got != want {
		t.Errorf("lines: %s; expected %s", got, want)
	}
	if len(s.Clouds) != 2 || len(s.Clouds[0].Places) != 7 {
		t.Errorf("clouds: %+v", s.Clouds)
	}
	for _, m := range []board.Mark{{Kind: "barrage", Place: "0705", Side: 0}, {Kind: "ranged", Place: "0303", Side: 1}, {Kind: "melee", Place: "0604", Side: -1}, {Kind: "resisted", Place: "0703", Text: "2", Side: 0}} {
		if !slices.Contains(s.Marks, m) {
			t.Errorf("no %+v", m)
		}
	}
}

// What a turn's facts draw: ways, fire with its hits, calls for barrages, bombs, losses.
func TestTrace(t *testing.T) {
	g := placed(t, "bench", `{}`)
	facts := []table.Fact{
		{Kind: "drives", Args: []table.FactArg{table.A("unit", "T-M1"), table.A("path", []string{"0814", "0813", "0812"})}},
		{Kind: "firer", Args: []table.FactArg{table.A("unit", "B-1"), table.A("from", "0114"), table.A("hex", "0111")}},
		{Kind: "small-arms", Args: []table.FactArg{table.A("hex", "0111"), table.A("result", "result.hit")}},
		{Kind: "at-shot", Args: []table.FactArg{table.A("unit", "G-AT1"), table.A("from", "0501"), table.A("hex", "0503"), table.A("result", "result.missed")}},
		{Kind: "retreat", Args: []table.FactArg{table.A("unit", "G-1"), table.A("path", []string{"0103", "0102", "0101"})}},
		{Kind: "assault-advance", Args: []table.FactArg{table.A("units", []string{"B-2"}), table.A("from", []string{"0114"}), table.A("hex", "0113")}},
		{Kind: "barrage-called", Args: []table.FactArg{table.A("by", "B-FO1"), table.A("hex", "0105")}},
		{Kind: "barrage", Args: []table.FactArg{table.A("side", "allied"), table.A("hex", "0105")}},
		{Kind: "barrage", Args: []table.FactArg{table.A("side", "allied"), table.A("hex", "0105")}}, // for the second kind of target
		{Kind: "eliminated", Args: []table.FactArg{table.A("unit", "G-2"), table.A("hex", "0105")}},
		{Kind: "vehicle-destroyed", Args: []table.FactArg{table.A("unit", "T-F1"), table.A("hex", "0814")}},
		{Kind: "points", Args: []table.FactArg{table.A("side", "allied")}},
	}
	s := sheet(g, "allied", facts)
	arrows := []board.Arrow{
		{Kind: "move", Side: 0, Path: []string{"0814", "0813", "0812"}}, {Kind: "fire", Side: 0, Path: []string{"0114", "0111"}, Hit: true}, {Kind: "fire", Side: 1, Path: []string{"0501", "0503"}},
		{Kind: "retreat", Side: 1, Path: []string{"0103", "0102", "0101"}}, {Kind: "assault", Side: 0, Path: []string{"0114", "0113"}}, {Kind: "barrage", Side: 0, Path: []string{"0114", "0105"}},
	}
	if !slices.EqualFunc(s.Arrows, arrows, func(a, b board.Arrow) bool {
		return a.Kind == b.Kind && a.Side == b.Side && a.Hit == b.Hit && slices.Equal(a.Path, b.Path)
	}) {
		t.Errorf("arrows: %+v", s.Arrows)
	}
	if want := []board.Mark{{Kind: "barrage", Place: "0105", Side: 0}, {Kind: "loss", Place: "0105", Text: "G-2", Side: 1}, {Kind: "loss", Place: "0814", Text: "T-F1", Side: 0}}; !slices.Equal(s.Marks, want) {
		t.Errorf("marks: %+v", s.Marks)
	}
}

// Whatever a map or a roster says by key stands in the words of both languages.
func TestMapsAndRostersHaveWords(t *testing.T) {
	key := regexp.MustCompile(`\b[a-z]+\.[A-Za-z][A-Za-z0-9_.-]*`)
	for _, lang := range []string{"en", "fr"} {
		texts, err := scenarios.WordFiles("landships", lang)
		if err != nil {
			t.Fatal(err)
		}
		book, err := phrases.Load(lang, texts...)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*Game{placed(t, "bench", atFront), placed(t, "bocquet-trench", `{}`), placed(t, "flesquette-ridge", `{}`), placed(t, "cachette-switch", `{}`), placed(t, "sombre-crossing", `{}`)} {
			var said []string
			s := sheet(g, "", nil)
			for _, c := range s.Counters {
				said = append(append(said, c.Badge, "letter.map.arm."+c.Symbol), c.Badges...)
			}
			for _, x := range s.Terrain {
				said = append(said, x.Name)
			}
			for _, m := range s.Marks {
				said = append(said, "letter.map."+m.Kind)
			}
			for _, c := range s.Cells {
				for _, f := range c.Features {
					said = append(said, "letter.map."+f)
				}
			}
			for _, l := range s.Lines {
				said = append(said, "letter.map.edge."+l.Look)
			}
			for _, r := range rosters(g, "allied") {
				said = append(append(said, r.Title), r.Heads...)
				for _, row := range r.Rows {
					for _, c := range row {
						said = append(said, key.FindAllString(c, -1)...)
					}
				}
			}
			slices.Sort(said)
			for _, k := range slices.Compact(said) {
				if k != "" && !book.Has(k) {
					t.Errorf("%s: no words for %s", lang, k)
				}
			}
		}
	}
}

// The mission of an enemy aircraft stays under its counter until it is flown (LS-11.1a), in the rosters too.
func TestRostersKeepMissionsSecret(t *testing.T) {
	g := placed(t, "bench", `{"units": [{"unit": "DH5-1", "mission": "strafing"}]}`)
	tells := func(s table.Seat) bool {
		for _, r := range rosters(g.Known(s), s) {
			for _, row := range r.Rows {
				if row[0] == "DH5-1" && strings.Contains(strings.Join(row, " "), "mission.strafing") {
					return true
				}
			}
		}
		return false
	}
	if !tells("allied") || tells("central") {
		t.Error("the owner reads the mission, the enemy does not")
	}
}
