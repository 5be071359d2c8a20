package chart

import (
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// codes are the terrain of these test maps.
var codes = []board.Terrain{
	{Code: ".", Look: "clear", Name: "open ground", Speak: "."},
	{Code: "=", Look: "road", Name: "road", Speak: "="},
	{Code: "W", Look: "wood", Name: "wood", Speak: "W"},
	{Code: "H", Look: "hedge", Name: "hedges", Speak: "H"},
	{Code: "o", Look: "orchard", Name: "orchard", Speak: "o"},
	{Code: "w", Look: "wall", Name: "stone wall", Speak: "w"},
	{Code: "T", Look: "trench", Name: "entrenchment", Speak: "T"},
	{Code: "b", Look: "buildings", Name: "houses, one storey", Speak: "b"},
	{Code: "B", Look: "storeys", Name: "houses, several storeys", Speak: "B"},
	{Code: "V", Look: "street", Name: "village street", Speak: "V"},
	{Code: "^", Look: "crest", Name: "crest", Speak: "^"},
	{Code: "h", Look: "hill", Name: "hill", Speak: "h"},
	{Code: "s", Look: "stream", Name: "stream", Speak: "s"},
	{Code: "m", Look: "mud", Name: "mud", Speak: "m"},
	{Code: "~", Look: "river", Name: "river", Speak: "~"},
	{Code: "#", Look: "bridge", Name: "bridge", Speak: "#"},
	{Code: "J", Look: "jungle", Name: "jungle", Speak: "J"},
	{Code: "M", Look: "marsh", Name: "marsh", Speak: "M"},
	{Code: "S", Look: "savanna", Name: "savanna", Speak: "S"},
	{Code: "c", Look: "shellholes", Name: "shell holes", Speak: "c"},
	{Code: "?", Look: "unknown", Name: "not discovered", Speak: "?"},
}

func paint(t testing.TB, g board.Grid, rows ...string) board.Sheet {
	t.Helper()
	s := board.Sheet{Title: "Turn 3 of 7", Grid: g, Terrain: codes}
	for i, row := range rows { // from the north
		for c, code := range strings.Split(row, "") {
			s.Cells = append(s.Cells, board.Cell{Place: string(rune('A'+c)) + itoa(len(rows)-i), Code: code})
		}
	}
	return s
}

func itoa(n int) string {
	if n >= 10 {
		return string(rune('0'+n/10)) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

func grid(t testing.TB, shape board.Shape, cols, rows int) board.Grid {
	t.Helper()
	if shape == board.Square {
		g, err := board.NewSquare(cols, rows, board.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g, err := board.NewHex(shape, cols, rows, board.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// palace is the Ibarra palace in the third turn.
func palace(t testing.TB) (board.Sheet, Style) {
	s := paint(t, grid(t, board.PointyHex, 9, 8),
		"..=..W...", ".o=.WW...", ".o=..W.^.", "..=wB...o", "W.=wb.o.o", "WW=...o..", ".W=....s.", "..=....s.")
	s.Labels = []board.Label{{Place: "E5", Text: "Palacio de Ibarra"}, {Place: "H2", Text: "Arroyo"}, {Place: "B3", Text: "Encinar"}}
	s.Counters = []board.Counter{
		{ID: "G1", Side: 0, Place: "C5", Symbol: "infantry", Top: "G1", Bottom: "4 vet", Badge: "PINNED"},
		{ID: "G1", Side: 0, Place: "B8", Symbol: "infantry", Top: "G1", Bottom: "4 vet", Ghost: true},
		{ID: "CH", Side: 0, Place: "D7", Symbol: "hq", Top: "CH", Bottom: "1 vet", Watch: true},
		{ID: "DI", Side: 0, Place: "D7", Symbol: "engineer", Top: "DI", Bottom: "1 vet"},
		{ID: "TK", Side: 0, Place: "C6", Symbol: "armour", Top: "T26", Bottom: "6·3", Facing: "SE"},
		{ID: "G3", Side: 0, Place: "G7", Symbol: "infantry", Top: "G3", Bottom: "3 vet"},
		{ID: "G1", Side: 1, Place: "D3", Symbol: "infantry", Top: "G1", Bottom: "4 gr", Badge: "CRUSHED"},
		{ID: "G3", Side: 1, Place: "E5", Symbol: "infantry", Top: "G3", Bottom: "4 std", Watch: true},
		{ID: "T1", Side: 1, Place: "C1", Symbol: "armour", Top: "T1", Bottom: "2·2", Facing: "NE"},
		{ID: "T2", Side: 1, Place: "C1", Symbol: "armour", Top: "T2", Bottom: "2·2", Facing: "NE"},
		{ID: "T4", Side: 1, Place: "C1", Symbol: "armour", Top: "T4", Bottom: "flame", Facing: "NE"},
		{ID: "?", Side: 1, Place: "G4", Symbol: "unknown", Top: "?", Bottom: ""},
	}
	s.Arrows = []board.Arrow{
		{Kind: "move", Side: 0, Path: []string{"B8", "B7", "B6", "C5"}},
		{Kind: "fire", Side: 1, Path: []string{"E5", "C5"}, Hit: true},
		{Kind: "fire", Side: 0, Path: []string{"C6", "D3"}},
		{Kind: "fire", Side: 0, Path: []string{"G7", "G4"}, Hit: true},
	}
	s.Marks = []board.Mark{
		{Kind: "objective", Place: "C4", Text: "J1", Side: -1}, {Kind: "objective", Place: "E5", Text: "J2", Side: 1},
		{Kind: "objective", Place: "H6", Text: "J3", Side: 0}, {Kind: "objective", Place: "G4", Text: "J4", Side: 1}, {Kind: "objective", Place: "B3", Text: "J5", Side: -1},
		{Kind: "loss", Place: "E3", Text: "G2 lost", Side: 1}, {Kind: "smoke", Place: "F4", Text: "2", Side: -1},
	}
	return s, Style{
		Heading: "Clásico: the palace of Ibarra", Eyes: "as seen by the Republic · game ibarra-1 · Saturday 21 November 2026 · report 47",
		Scale: "1 sector = 60 m", Seats: []string{"Republic", "CTV"}, Words: plain,
	}
}

// plain makes readable words of the legend's keys.
func plain(k string) string {
	switch k {
	case "letter.map.text.colon":
		return ": "
	case "letter.map.text.also":
		return "; "
	}
	return k[strings.LastIndexByte(k, '.')+1:]
}

// everything is a made-up map with all that a sheet can hold.
func everything(t testing.TB, shape board.Shape) (board.Sheet, Style) {
	s := paint(t, grid(t, shape, 12, 9),
		"..=WW..JJJ.?",
		"s.=WWW.JJ.??",
		".s=.W.hhJ.??",
		"~~#~~.hhh.SS",
		".oo=.~~..SSS",
		"HHo.VVb~~.MM",
		"HH^^BV=#=~MM",
		".T^wBb.mm~~~",
		"TT.www.mcc..")
	s.Labels = []board.Label{{Place: "E3", Text: "Flesquières"}, {Place: "D8", Text: "Bois des Neuf"}, {Place: "H6", Text: "Hill 112"}, {Place: "B3", Text: "Le Bocage"}}
	s.Edges = []board.Edge{{A: "G9", B: "G8", Look: "river"}, {A: "F8", B: "F7", Look: "hedge"}, {A: "G5", B: "H5", Look: "trench"}, {A: "H5", B: "I5", Look: "wire"}, {A: "D2", B: "D1", Look: "wall"}}
	for i, a := range []string{"infantry", "hq", "mg", "mortar", "sniper", "gun", "armour", "cavalry", "engineer", "truck", "unknown", "strange"} {
		s.Counters = append(s.Counters, board.Counter{ID: a, Side: i % 5, Place: string(rune('A'+i)) + "1", Symbol: a, Top: "2/" + a, Bottom: "4-5", Watch: i%3 == 0})
	}
	for i, b := range []string{"PINNED", "bb.badge.crushed", "HEADS DOWN", "FIRED", ""} {
		s.Counters = append(s.Counters, board.Counter{ID: "S" + itoa(i), Side: 1, Place: "J5", Symbol: "infantry", Top: "S" + itoa(i), Bottom: "4", Badge: b})
	}
	s.Counters = append(s.Counters, board.Counter{Side: 0, Place: "B5", Symbol: "infantry", Top: "G4", Ghost: true}, board.Counter{Side: 0, Place: "F4", Symbol: "armour", Top: "G4", Facing: "E"})
	s.Arrows = []board.Arrow{
		{Kind: "move", Side: 0, Path: []string{"B5", "C5", "D5", "E4", "F4"}}, {Kind: "retreat", Side: 1, Path: []string{"L7", "K6", "J5"}},
		{Kind: "assault", Side: 0, Path: []string{"F4", "E3"}}, {Kind: "fire", Side: 1, Path: []string{"J5", "F4"}, Hit: true}, {Kind: "fire", Side: 0, Path: []string{"A1", "C3"}},
	}
	s.Marks = []board.Mark{{Kind: "loss", Place: "I3", Text: "84 IR lost"}, {Kind: "smoke", Place: "G3", Text: "2"}, {Kind: "objective", Place: "E3", Text: "O1", Side: 0}, {Kind: "mine", Place: "K9", Text: "x"}}
	s.Cells = append(s.Cells, board.Cell{Place: "Z99", Code: "W"})
	s.Dress = dresses
	works(&s)
	theatre(&s)
	return s, Style{Heading: "Everything <at> once & more", Eyes: "as seen by nobody in particular", Scale: "1 hex = 100 m", Seats: []string{"South", "North", "East", "West", "Centre"}, Words: plain}
}

// theatre adds what maps of whole theatres have: formations with steps, railways, canals, crests, bridges, a front.
func theatre(s *board.Sheet) {
	for i, dress := range dresses[5:] {
		for k, arm := range []string{"infantry", "dismounted", "air"} {
			s.Counters = append(s.Counters, board.Counter{ID: dress + arm, Side: 1, Dress: dress, Place: string(rune('C'+3*i+k)) + "6", Symbol: arm, Top: dress, Bottom: "8-11-4", Echelon: []string{"XX", "III", "X"}[k], Corner: "4", Steps: 3 - k, Lost: k})
		}
	}
	s.Edges = append(s.Edges, board.Edge{A: "C3", B: "D3", Look: "canal"}, board.Edge{A: "B4", B: "C4", Look: "crest"}, board.Edge{A: "B4", B: "Z99", Look: "crest"})
	s.Lines = append(s.Lines, board.Course{Look: "rail", Path: []string{"B3", "C3", "D3", "Z99"}}, board.Course{Look: "rail", Path: []string{"D3", "C3"}}, board.Course{Look: "lightrail", Path: []string{"D3", "E3"}})
	s.Spans = []board.Edge{{A: "C3", B: "D3", Look: "bridge"}, {A: "D3", B: "E3", Look: "blown"}, {A: "E3", B: "F3", Look: "footbridge"}, {A: "E3", B: "L9", Look: "bridge"}}
	s.Fronts = []board.Edge{{A: "G3", B: "H3"}, {A: "G4", B: "H4"}, {A: "G3", B: "Z99"}}
	s.Works = append(s.Works, board.Work{Look: "redoubt", Place: "K4", Side: 1})
	for i, size := range []int{1, 2, 3, 4} {
		s.Labels = append(s.Labels, board.Label{Place: string(rune('C'+2*i)) + "8", Text: "Montdidier", Size: size})
	}
	s.Labels = append(s.Labels, board.Label{Place: "B9", Text: "Somme", Water: true})
	s.Arrows = append(s.Arrows, board.Arrow{Kind: "move", Side: 1, Path: []string{"K8", "J8", "I8"}, Day: 1}, board.Arrow{Kind: "assault", Side: 1, Path: []string{"I8", "H8"}, Day: 2})
	s.Marks = append(s.Marks, board.Mark{Kind: "battle", Place: "H8", Text: "3/1", Side: -1}, board.Mark{Kind: "steps", Place: "H8", Text: "2", Side: 0}, board.Mark{Kind: "source", Place: "L9", Side: 1})
}

// works adds field works, heights, clouds, machines and aircraft to a map.
func works(s *board.Sheet) {
	level := map[string]int{"B8": 1, "C8": 1, "B7": 2, "C7": 1, "Z98": 1}
	features := map[string][]string{"D6": {"strongpoint"}, "E6": {"mines"}, "G2": {"rough", "shellholes"}, "H3": {"bridge", "no such thing"}}
	for i := range s.Cells {
		c := &s.Cells[i]
		c.Level, c.Features = level[c.Place], features[c.Place]
	}
	s.Lines = []board.Course{{Look: "trench", Side: 4, Path: []string{"D6", "D5", "D4"}}, {Look: "trench", Side: -1, Path: []string{"H6"}}, {Look: "wire", Side: -1, Path: []string{"E6", "E5", "E4"}}, {Look: "wire", Path: []string{"Z97", "Z98"}}, {Look: "strange", Path: []string{"E6", "E5"}}}
	s.Clouds = []board.Cloud{{Look: "smoke", Side: 0, Places: []string{"G5", "G6", "F5"}}, {Look: "gas", Side: 4, Places: []string{"J3", "K3", "Z97"}}}
	for i, shape := range []string{"rhomboid", "casemate", "turret", "light", "car", "truck", "fieldgun", "antitank", "flak", "no such thing", "biplane", "bomber"} {
		c := board.Counter{ID: shape, Side: i % 5, Place: string(rune('A'+i)) + "2", Symbol: "armour", Top: shape, Bottom: "4/5", Shape: shape, Guns: []int{-30, 30, 0}, MGs: []int{-90, 90, 180}}
		if i%2 == 0 {
			c.Facing = s.Grid.Directions()[i/2%len(s.Grid.Directions())]
		}
		if i%4 == 0 {
			c.Fields = []board.Field{{Degrees: 0}, {Degrees: -60}, {Degrees: 180, Light: true}}
		}
		if i%3 == 0 {
			c.Badge, c.Badges = "badge.temporary", []string{"badge.gassed", "badge.more"}
		}
		s.Counters = append(s.Counters, c)
	}
	s.Marks = append(s.Marks, board.Mark{Kind: "barrage", Place: "D6", Side: 0}, board.Mark{Kind: "bomb", Place: "E3"}, board.Mark{Kind: "ranged", Place: "F6", Side: 1}, board.Mark{Kind: "melee", Place: "J5", Side: -1}, board.Mark{Kind: "goal", Place: "C7", Side: 4}, board.Mark{Kind: "goal", Place: "C8", Side: -1}, board.Mark{Kind: "resisted", Place: "B7", Text: "2", Side: 1})
}

// ridge is a piece of the front of 1917: trenches, wire, strongpoints and tanks.
func ridge(t testing.TB) (board.Sheet, Style) {
	g, err := board.NewHex(board.FlatHex, 10, 8, board.Options{Names: board.Digits, Origin: board.NorthWest})
	if err != nil {
		t.Fatal(err)
	}
	s := board.Sheet{Title: "3/10", Grid: g, Terrain: codes, Dress: []string{"khaki", "feldgrau"}}
	look := map[string]string{"0103": "W", "0104": "W", "0902": "h", "1002": "h", "0901": "B", "0307": "~", "0308": "~", "0306": "~", "0305": "#"}
	for _, p := range g.Places() {
		code := look[p]
		if code == "" {
			code = "."
		}
		c := board.Cell{Place: p, Code: code}
		if code == "h" || p == "0901" || p == "1001" {
			c.Level = 1
		}
		if p == "0902" {
			c.Level = 2
		}
		s.Cells = append(s.Cells, c)
	}
	for i := range s.Cells {
		switch c := &s.Cells[i]; c.Place {
		case "0603":
			c.Features = []string{"strongpoint"}
		case "0504", "0505":
			c.Features = []string{"shellholes"}
		case "0806":
			c.Features = []string{"mines"}
		}
	}
	s.Lines = []board.Course{{Look: "trench", Side: 1, Path: []string{"0203", "0303", "0403", "0503", "0603", "0703", "0803"}}, {Look: "wire", Side: -1, Path: []string{"0304", "0404", "0504", "0604"}}, {Look: "trench", Side: 0, Path: []string{"0508", "0608"}}}
	s.Clouds = []board.Cloud{{Look: "smoke", Side: 0, Places: []string{"0204", "0205", "0303", "0304"}}, {Look: "gas", Side: 1, Places: []string{"0906", "0907", "1006"}}}
	s.Labels = []board.Label{{Place: "0901", Text: "Flesquette"}}
	s.Counters = []board.Counter{
		{ID: "T-M1", Side: 0, Place: "0505", Symbol: "armour", Top: "T-M1", Bottom: "4/5", Facing: "NE", Shape: "rhomboid", Guns: []int{-30, 30}, MGs: []int{0, -90, 90}, Fields: []board.Field{{Degrees: -60}, {Degrees: 0}, {Degrees: 60}, {Degrees: 0, Light: true}, {Degrees: -60, Light: true}, {Degrees: -120, Light: true}, {Degrees: 60, Light: true}, {Degrees: 120, Light: true}}, Badge: "BROKEN DOWN", Badges: []string{"FIRED"}},
		{ID: "W-1", Side: 0, Place: "0706", Symbol: "armour", Top: "W-1", Bottom: "8/11", Facing: "N", Shape: "light", MGs: []int{0, -90, 90, 180}},
		{ID: "A7V-1", Side: 1, Place: "0802", Symbol: "armour", Top: "A7V-1", Bottom: "4/10", Facing: "S", Shape: "casemate", Guns: []int{0}, MGs: []int{-90, 90, 180}},
		{ID: "G-ART1", Side: 1, Place: "0902", Symbol: "gun", Top: "G-ART1", Facing: "S", Shape: "fieldgun"}, {ID: "G-CR1", Side: 1, Place: "0902", Symbol: "crew", Top: "G-CR1", Bottom: "4"},
		{ID: "G-MG1", Side: 1, Place: "0603", Symbol: "mg", Top: "G-MG1", Bottom: "3-9-4", Badge: "PINNED"}, {ID: "G-FO1", Side: 1, Place: "0603", Symbol: "observer", Top: "G-FO1", Bottom: "5"},
		{ID: "B-A1", Side: 0, Place: "0606", Symbol: "infantry", Top: "B-A1", Bottom: "4-6-5"}, {ID: "TL-1", Side: 0, Place: "0606", Symbol: "leader", Top: "TL-1"},
		{ID: "DH5-1", Side: 0, Place: "0603", Symbol: "aircraft", Top: "DH5-1", Shape: "biplane"},
	}
	s.Arrows = []board.Arrow{{Kind: "move", Side: 0, Path: []string{"0507", "0506", "0505"}}, {Kind: "fire", Side: 1, Path: []string{"0603", "0606"}, Hit: true}, {Kind: "barrage", Side: 0, Path: []string{"0606", "0603"}}}
	s.Marks = []board.Mark{{Kind: "barrage", Place: "0603", Side: 0}, {Kind: "goal", Place: "0901", Side: -1}, {Kind: "goal", Place: "0603", Side: 1}, {Kind: "resisted", Place: "0603", Text: "2", Side: 0}, {Kind: "loss", Place: "0404", Text: "B-A2", Side: 0}}
	return s, Style{Heading: "Landships! · The Flesquette Ridge", Eyes: "as the British seat sees it", Scale: "1 hex = 100 m", Seats: []string{"Allies", "Central Powers"}, Words: plain}
}

// Of four shots from one place at another one hit: the picture has a star and three rings, and the words say both.
func TestShotsAreShownByResult(t *testing.T) {
	s := paint(t, grid(t, board.PointyHex, 6, 6), "......", "......", "......", "......", "......", "......")
	for n := range 4 {
		s.Arrows = append(s.Arrows, board.Arrow{Kind: "fire", Side: 1, Path: []string{"B5", "B2"}, Hit: n == 2})
	}
	style := Style{Seats: []string{"Republic", "Italians"}, Words: plain}
	if words := Speak(s, style, 78); !strings.Contains(words, "B5-B2\n") || !strings.Contains(words, "B5-B2 (3 ") {
		t.Errorf("the words do not tell one hit and three misses:\n%s", words)
	}
	stars, rings := 0, 0
	for _, item := range Draw(s, style).Over {
		switch {
		case item.Path == nil || item.Ink.Line != alarm:
		case item.Ink.Fill == rgb(0xf2b632):
			stars++
		case item.Ink.Fill == paper:
			rings++
		}
	}
	if stars != 1+1 || rings != 3+1 { // one of each is the legend's
		t.Errorf("%d stars and %d rings are drawn for one hit of four", stars, rings)
	}
}

// Who fired along one line is named: each once, with a count if somebody fired again; a count alone where nobody is known or the names are too long.
func TestThoseWhoActTheSameWayAreNamed(t *testing.T) {
	shots := func(ids ...string) []board.Arrow {
		var out []board.Arrow
		for _, id := range ids {
			out = append(out, board.Arrow{Kind: "fire", Path: []string{"A1", "C3"}, ID: id})
		}
		return out
	}
	for _, c := range []struct {
		arrows []board.Arrow
		want   string
	}{
		{shots("german.R1", "german.MG1"), "R1, MG1"},
		{shots("german.R1", "german.R1"), "R1 ×2"},
		{shots("german.R1", "german.MG1", "german.R1"), "R1, MG1 ×3"},
		{shots("", ""), "×2"},
		{shots("german.Grenadiers", "german.Fusiliers"), "×2"},
	} {
		ways := gathered(c.arrows)
		if len(ways) != 1 || ways[0].who(true) != c.want {
			t.Errorf("%v: %+v, want one line of %q", c.arrows, ways, c.want)
		}
		if got := ways[0].who(false); got != "×"+strconv.Itoa(len(c.arrows)) {
			t.Errorf("%v: %q where names have no room", c.arrows, got)
		}
	}
}
