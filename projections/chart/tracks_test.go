package chart

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// redoubt is a small position with every work, both bars, smoke with its strength, heights and a score sheet.
func redoubt(t *testing.T) board.Sheet {
	s := paint(t, grid(t, board.PointyHex, 4, 3), "....", ".W..", "....")
	s.Cells[5].Level, s.Cells[5].Note = 2, "N2"
	s.Edges = []board.Edge{{A: "B1", B: "B2", Look: "wall"}}
	for i, look := range []string{"trench", "bunker", "hasty", "wire", "roadblock", "mines"} {
		s.Works = append(s.Works, board.Work{Look: look, Place: []string{"A1", "B1", "C1", "D1", "A2", "B2"}[i], Facing: "NE", Side: i % 2})
	}
	s.Works = append(s.Works, board.Work{Look: "trench", Place: "Z9"})
	s.Clouds = []board.Cloud{{Look: "smoke", Side: -1, Places: []string{"C2"}, Text: "+2"}}
	s.Counters = []board.Counter{{ID: "a", Place: "A1", Symbol: "mg", Top: "MG", Status: "status.used"}, {ID: "b", Side: 1, Place: "B1", Symbol: "infantry", Top: "R1", Status: "status.active"}}
	s.Marks = []board.Mark{{Kind: "papers", Place: "D2", Side: 1}}
	s.Tracks = []board.Track{{Side: -1, Name: "round", From: 1, To: 5, At: 2},
		{Side: 0, Name: "AP", To: 7, At: 3}, {Side: 0, Name: "CAP", To: 5, At: 2, Gone: 2}, {Side: 0, Name: "VP", At: 12},
		{Side: 1, Name: "AP", To: 7, Text: "?"}, {Side: 1, Name: "CAP", To: 6, At: 9}}
	return s
}

// What the picture shows, the text tells too, and the legend explains what occurs and no more.
func TestWorksAndTracks(t *testing.T) {
	style := Style{Seats: []string{"German", "Soviet"}, Words: func(k string) string { return k }}
	text := Speak(redoubt(t), style, 200)
	for _, want := range []string{"letter.map.trench NE (German)", "letter.map.bunker NE (Soviet)", "letter.map.roadblock", "letter.map.smoke +2: C2", "letter.map.level 2: B2",
		"letter.map.edge.wall: B1/B2", "(status.used)", "(status.active)", "round 2/5", "German: AP 3/7, CAP 2/5, VP 12", "Soviet: AP ?/7, CAP 9/6", "letter.map.papers (Soviet)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not tell %q:\n%s", want, text)
		}
	}
	svg := string(Draw(redoubt(t), style).SVG())
	for _, want := range []string{"letter.map.trench", "letter.map.bunker", "letter.map.hasty", "letter.map.wire", "letter.map.roadblock", "letter.map.mines", "letter.map.status.used",
		"letter.map.status.active", "letter.map.papers", ">N2<", ">+2<", ">Soviet<", ">12<", ">9<", ">?<"} {
		if !strings.Contains(svg, want) && !strings.Contains(svg, strings.Trim(want, "<>")+"<") {
			t.Errorf("the picture does not show %q", want)
		}
	}
	none := paint(t, grid(t, board.PointyHex, 2, 2), "..", "..")
	if svg := string(Draw(none, style).SVG()); strings.Contains(svg, "letter.map.trench") || strings.Contains(svg, ">Soviet") {
		t.Error("an empty map has a legend or a score sheet")
	}
}

// A score sheet wider than the board goes on below, and never beyond the edge.
func TestTracksKeepToTheWidth(t *testing.T) {
	narrow := redoubt(t)
	wide := Draw(narrow, Style{})
	narrow.Tracks = nil
	if bare := Draw(narrow, Style{}); wide.Height <= bare.Height || wide.Width != bare.Width {
		t.Errorf("with tracks %d x %d, without %d x %d", wide.Width, wide.Height, bare.Width, bare.Height)
	}
}
