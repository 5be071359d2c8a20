package board

import (
	"slices"
	"strings"
	"testing"
)

// soil is a row of a terrain chart.
type soil struct{ code, name string }

func (s soil) Sign() Terrain { return Terrain{Code: s.code, Name: s.name} }

func TestGround(t *testing.T) {
	g := NewGround(letterBoard(t), []soil{{".", "clear"}, {"w", "wood"}, {"w", "second"}, {"", "wire"}, {"ww", "long"}})
	rows := make([]string, 16) // the north row first: row 1 is the last
	for i := range rows {
		rows[i] = strings.Repeat(".", 12)
	}
	rows[15] = ".wx" + rows[15][3:]
	for place, want := range map[string]string{"A1": "clear", "B1": "wood", "C1": "", "A2": "clear", "Z9": ""} {
		if got := g.At(rows, place).name; got != want {
			t.Errorf("%s is %q, want %q", place, got, want)
		}
	}
	changed, err := g.Patch(rows, CodeAt{"A1", "w"}, CodeAt{"A2", "w"})
	if err != nil || g.At(changed, "A1").name != "wood" || g.At(changed, "A2").name != "wood" || g.At(rows, "A1").name != "clear" || g.At(rows, "A2").name != "clear" {
		t.Errorf("A1 and A2 made wood: %q, %v; the map that was given is %q", changed, err, rows)
	}
	for _, c := range []CodeAt{{"A1", "x"}, {"A1", ""}, {"A1", "ww"}, {"Z9", "w"}} {
		if _, err := g.Patch(rows, c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	var legend []string
	for _, x := range g.Sheet("a map", func(place string) Cell { return Cell{Place: place, Code: g.At(rows, place).code} }).Terrain {
		legend = append(legend, x.Name)
	}
	if !slices.Equal(legend, []string{"clear", "wood", "second"}) {
		t.Errorf("the legend says %q", legend)
	}
}

func TestBeside(t *testing.T) {
	road := []string{"C7", "D7", "E7"}
	if got := Beside(letterBoard(t), "D7", func(a, b string) bool { return Follows(road, a, b) }); !slices.Equal(got, []string{"E7", "C7"}) {
		t.Errorf("from D7 the road leads to %q", got)
	}
}

func TestRuns(t *testing.T) {
	for line, want := range map[string]string{
		"":                     "",
		"D7":                   "D7",
		"D7 E7 F7":             "D7 E7 F7",
		"D7 E7 F7 D8":          "D7 E7 F7|D7 D8", // a branch begins at the first hex that it touches
		"D7 E7 J7 K7":          "D7 E7|J7 K7",
		"D7 E7 J7 K7 D8 D9 L7": "D7 E7|J7 K7|D7 D8 D9|K7 L7",
	} {
		var got []string
		for _, run := range Runs(letterBoard(t), strings.Fields(line)) {
			got = append(got, strings.Join(run, " "))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s runs as %q, want %q", line, got, want)
		}
	}
}

func TestEntering(t *testing.T) {
	b := NewBoard(letterBoard(t))
	for _, c := range []struct {
		end  string
		want []Side
	}{
		{"D9", []Side{{"C8", "D9", OneWay}, {"D8", "D9", OtherWay}}}, // down to a corner, by either side of it
		{"D7", []Side{{"D7", "C8", OneWay}, {"D7", "D8", OtherWay}}},
	} {
		for _, x := range b.Between("D7", "D9").Entering(c.end) {
			if !slices.ContainsFunc(c.want, func(w Side) bool { return w.Way == x.Way && (w.A == x.A && w.B == x.B || w.A == x.B && w.B == x.A) }) {
				t.Errorf("the line comes to %s by %+v", c.end, x)
			}
		}
		if n := len(b.Between("D7", "D9").Entering(c.end)); n != 2 {
			t.Errorf("the line comes to %s by %d sides", c.end, n)
		}
	}
	if got := b.Between("D7", "F7").Entering("F7"); len(got) != 1 || got[0].Way != Across {
		t.Errorf("along a row: %+v", got)
	}
}
