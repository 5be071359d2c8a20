package chart

import (
	"bytes"
	"image/png"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// sector is a large map with a river, a railway and a road that cross it from west to east.
func sector(t testing.TB) board.Sheet {
	g, err := board.NewHex(board.FlatHex, 40, 30, board.Options{Names: board.Digits, Origin: board.NorthWest})
	if err != nil {
		t.Fatal(err)
	}
	s := board.Sheet{Grid: g, Terrain: codes}
	rail := board.Course{Look: "rail"}
	for c := 1; c <= 40; c++ {
		name := func(row int) string { return itoa(c/10) + itoa(c%10) + itoa(row/10) + itoa(row%10) }
		rail.Path = append(rail.Path, name(15))
		s.Edges = append(s.Edges, board.Edge{A: name(11), B: name(12), Look: "river"}, board.Edge{A: name(20), B: name(21), Look: "crest"})
		s.Counters = append(s.Counters, board.Counter{ID: name(15), Place: name(15), Symbol: "infantry", Top: name(15)})
	}
	for _, p := range g.Places() {
		s.Cells = append(s.Cells, board.Cell{Place: p, Code: "."})
	}
	s.Lines = []board.Course{rail}
	return s
}

// A picture for a mail shows the action and what lies around it, at a size that can be read; without a focus, or on a small
// board, it shows everything.
func TestCropKeepsTheAction(t *testing.T) {
	s := sector(t)
	if c, r := Crop(s); c.Grid != s.Grid || r != 0 {
		t.Error("a map without a focus is cropped")
	}
	s.Focus = []string{"2014", "2216", "9999"}
	c, r := Crop(s)
	columns, rows := c.Grid.Size()
	if columns < 12 || columns > 16 || rows < 10 || rows > 14 || r < 30 {
		t.Errorf("%d columns and %d rows at radius %d", columns, rows, r)
	}
	for _, p := range []string{"1814", "2418", "2014"} {
		if !c.Grid.Has(p) {
			t.Errorf("%s is cut off", p)
		}
	}
	if c.Grid.Has("0115") || len(c.Grid.Neighbours(c.Grid.Places()[0])) == 6 {
		t.Error("the part has more than its cells")
	}
	list := Draw(c, Style{Radius: r, Words: plain})
	if list.Width > 1100 || list.Width < 500 {
		t.Errorf("%d pixels wide", list.Width)
	}
	b, err := NewPainter(1).PNG(list)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	s.Focus = s.Grid.Places()
	if c, _ := Crop(s); !slices.Equal(c.Grid.Places(), s.Grid.Places()) {
		t.Error("action everywhere is cropped")
	}
	s.Focus = []string{"9999"}
	if c, _ := Crop(s); c.Grid != s.Grid {
		t.Error("a focus off the map crops it")
	}
}
