package board

import (
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

func hexes(t testing.TB, shape Shape, columns, rows int, o Options) *HexGrid {
	t.Helper()
	g, err := NewHex(shape, columns, rows, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func squares(t testing.TB, columns, rows int, o Options) *SquareGrid {
	t.Helper()
	g, err := NewSquare(columns, rows, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func letterBoard(t testing.TB) *HexGrid { return hexes(t, PointyHex, 12, 16, Options{}) }

func TestTheGridsAreGrids(t *testing.T) {
	var _ Grid = letterBoard(t)
	var _ Grid = squares(t, 3, 3, Options{})
}

func TestNeighbours(t *testing.T) {
	digits := Options{Names: Digits, Origin: NorthWest}
	for _, c := range []struct {
		name  string
		g     Grid
		place string
		want  string // in the order of Directions
	}{
		{"BB-R1 odd row", letterBoard(t), "D7", "E7 D8 C8 C7 C6 D6"},
		{"BB-R1 even row", letterBoard(t), "D8", "E8 E9 D9 C8 D7 E7"},
		{"corner", letterBoard(t), "A1", "B1 A2"},
		{"far corner", letterBoard(t), "L16", "K16 L15"},
		{"row letters, odd", hexes(t, PointyHex, 20, 12, Options{Names: RowLetter}), "F07", "F08 G08 G07 F06 E07 E08"},
		{"row letters, even", hexes(t, PointyHex, 20, 12, Options{Names: RowLetter}), "G08", "G09 H08 H07 G07 F07 F08"},
		{"flat, odd column", hexes(t, FlatHex, 12, 12, digits), "0505", "0504 0604 0605 0506 0405 0404"},
		{"flat, even column half a hex south", hexes(t, FlatHex, 12, 12, digits), "0605", "0604 0705 0706 0606 0506 0505"},
		{"square", squares(t, 5, 5, Options{}), "C3", "C4 D4 D3 D2 C2 B2 B3 B4"},
		{"square by sides", squares(t, 5, 5, Options{Diagonals: NoDiagonal}), "C3", "C4 D3 C2 B3"},
	} {
		if got := strings.Join(c.g.Neighbours(c.place), " "); got != c.want {
			t.Errorf("%s: neighbours of %s: %s, want %s", c.name, c.place, got, c.want)
		}
	}
}

func TestNumbering(t *testing.T) {
	for _, c := range []struct {
		o           Options
		first, last string // south-west and north-east
	}{
		{Options{}, "A1", "AB30"},
		{Options{Names: Digits}, "0101", "2830"},
		{Options{Names: Digits, Origin: NorthWest}, "0130", "2801"},
		{Options{Names: Digits, Origin: NorthEast}, "2830", "0101"},
		{Options{Names: Digits, Origin: SouthEast}, "2801", "0130"},
		{Options{Names: Digits, SkipColumns: -1, SkipRows: 19}, "0020", "2749"},
		{Options{Names: Digits, SkipColumns: 90}, "091001", "118030"},
		{Options{Names: RowLetter}, "A01", "AD28"},
	} {
		g := hexes(t, PointyHex, 28, 30, c.o)
		p := g.Places()
		if p[0] != c.first || p[len(p)-1] != c.last {
			t.Errorf("%+v: %s to %s, want %s to %s", c.o, p[0], p[len(p)-1], c.first, c.last)
		}
	}
}

func TestBoardsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		o             Options
	}{
		{0, 4, Options{}}, {4, -1, Options{}}, {257, 4, Options{}}, {1 << 30, 1 << 30, Options{}},
		{4, 4, Options{SkipColumns: -1}}, {4, 4, Options{Names: Digits, SkipRows: -2}}, {4, 4, Options{SkipRows: 1 << 30}},
	} {
		if g, err := NewHex(PointyHex, c.columns, c.rows, c.o); err == nil {
			t.Errorf("%+v made a board of %d places", c, len(g.Places()))
		}
		if g, err := NewSquare(c.columns, c.rows, c.o); err == nil {
			t.Errorf("%+v made a board of %d squares", c, len(g.Places()))
		}
	}
	if _, err := NewHex(Square, 3, 3, Options{}); err == nil {
		t.Error("a square hex")
	}
}

func TestDistance(t *testing.T) {
	diagonal := squares(t, 8, 8, Options{})
	for _, c := range []struct {
		g    Grid
		a, b string
		want int
	}{
		{letterBoard(t), "D7", "D7", 0}, {letterBoard(t), "D7", "E10", 3}, {letterBoard(t), "A1", "L16", 19},
		{letterBoard(t), "D7", "Z7", Far},
		{diagonal, "A1", "B2", 1}, {diagonal, "A1", "C3", 3}, {diagonal, "A1", "D4", 5}, {diagonal, "A1", "D2", 3}, // BB-1.4e
		{squares(t, 8, 8, Options{Diagonals: EachDiagonal}), "A1", "D4", 3},
		{squares(t, 8, 8, Options{Diagonals: NoDiagonal}), "A1", "D4", 6},
	} {
		if got := c.g.Distance(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// anyGrid draws a grid of any kind, small enough to try all its places.
func anyGrid(t *rapid.T) Grid {
	o := Options{
		Names:   rapid.SampledFrom([]Names{LetterNumber, Digits, RowLetter}).Draw(t, "names"),
		Origin:  rapid.SampledFrom([]Corner{SouthWest, NorthWest, SouthEast, NorthEast}).Draw(t, "origin"),
		Shifted: rapid.SampledFrom([]Lines{Even, Odd}).Draw(t, "shifted"),
	}
	columns, rows := rapid.IntRange(1, 9).Draw(t, "columns"), rapid.IntRange(1, 9).Draw(t, "rows")
	shape := rapid.SampledFrom([]Shape{PointyHex, FlatHex, Square}).Draw(t, "shape")
	var g Grid
	var err error
	if shape == Square {
		o.Diagonals = rapid.SampledFrom([]Diagonals{FirstDiagonal, EachDiagonal, NoDiagonal}).Draw(t, "diagonals")
		g, err = NewSquare(columns, rows, o)
	} else {
		g, err = NewHex(shape, columns, rows, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func anyPlace(t *rapid.T, g Grid, label string) string {
	return rapid.SampledFrom(g.Places()).Draw(t, label)
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		a, b, c := anyPlace(t, g, "a"), anyPlace(t, g, "b"), anyPlace(t, g, "c")
		if (g.Distance(a, b) == 0) != (a == b) || g.Distance(a, b) < 0 {
			t.Fatalf("%s to %s: %d", a, b, g.Distance(a, b))
		}
		if g.Distance(a, b) != g.Distance(b, a) {
			t.Fatalf("%s to %s and back differ", a, b)
		}
		if s, ok := g.(*SquareGrid); ok && s.diagonals == FirstDiagonal {
			return // the rule of BB-1.4e breaks the triangle, see TestDistance: A1-B2-C3 is 1 and 1, A1-C3 is 3
		}
		if g.Distance(a, c) > g.Distance(a, b)+g.Distance(b, c) {
			t.Fatalf("%s-%s is longer than by %s", a, c, b)
		}
	})
}

func TestNeighboursAndDirectionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		a := anyPlace(t, g, "a")
		var want []string
		for _, d := range g.Directions() {
			b, ok := g.Neighbour(a, d)
			if !ok {
				continue
			}
			want = append(want, b)
			back := slices.ContainsFunc(g.Directions(), func(d string) bool { c, ok := g.Neighbour(b, d); return ok && c == a })
			if !back {
				t.Fatalf("%s of %s is %s, which has no way back", d, a, b)
			}
			if g.Distance(a, b) != 1 {
				t.Fatalf("neighbours %s and %s at %d", a, b, g.Distance(a, b))
			}
			if got := Bearings(g, a, b); !slices.Equal(got, []string{d}) {
				t.Fatalf("bearing of the neighbour %s: %v", d, got)
			}
			if got, ok := Straight(g, a, b); !ok || got != d {
				t.Fatalf("row to the neighbour %s: %s", d, got)
			}
		}
		if !slices.Equal(want, g.Neighbours(a)) {
			t.Fatalf("%v, by directions %v", g.Neighbours(a), want)
		}
		for _, b := range g.Places() {
			if _, square := g.(*SquareGrid); !square && (g.Distance(a, b) == 1) != slices.Contains(want, b) {
				t.Fatalf("%s at 1 of %s: %v", b, a, want)
			}
		}
	})
}

func TestWithin(t *testing.T) {
	g := hexes(t, FlatHex, 25, 25, Options{Names: Digits})
	for n := 1; n <= 11; n++ {
		if got := len(Within(g, "1313", n)); got != 1+3*n*(n+1) {
			t.Errorf("%d hexes lie within %d", got, n)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		a, n := anyPlace(t, g, "a"), rapid.IntRange(0, 10).Draw(t, "n")
		var want []string // by looking at every place, in their order
		for _, p := range g.Places() {
			if g.Distance(a, p) <= n {
				want = append(want, p)
			}
		}
		slices.SortStableFunc(want, func(x, y string) int { return g.Distance(a, x) - g.Distance(a, y) })
		if got := Within(g, a, n); !slices.Equal(got, want) {
			t.Fatalf("within %d of %s: %v, want %v", n, a, got, want)
		}
	})
}

func TestStraightRows(t *testing.T) {
	g := letterBoard(t)
	if d, ok := Straight(g, "D7", "B11"); !ok || d != "NW" {
		t.Error(d, ok)
	}
	if d, ok := Straight(g, "D7", "D9"); ok {
		t.Error("D7 to D9 is not a row, got", d)
	}
}

func describe(c []Crossing) string {
	var b strings.Builder
	for i, x := range c {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.Join(x.Cells, "|"))
		if x.Corner {
			b.WriteByte('*')
		}
	}
	return b.String()
}

func TestLine(t *testing.T) {
	g := letterBoard(t)
	for _, c := range []struct {
		g          Grid
		a, b, want string
	}{
		{g, "D7", "D7", ""}, {g, "D7", "E7", ""}, {g, "D7", "G7", "E7 F7"},
		{g, "D7", "E10", "D8 E9"},
		{g, "D7", "D9", "C8|D8"}, {g, "D7", "D11", "C8|D8 D9 C10|D10"}, // BB-R2 along an edge
		{g, "A1", "A3", "A2"},    // along an edge of the board
		{g, "D7", "F8", "E7 E8"}, // through two corners where three hexes meet
		{g, "D7", "G8", "E7 E8 F7 F8"},
		{squares(t, 8, 8, Options{}), "A1", "C3", "B1|A2* B2 C2|B3*"},
		{squares(t, 8, 8, Options{}), "A1", "D2", "B1 C1|B2* C2"},
	} {
		got := describe(Line(c.g, c.a, c.b))
		if got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// polygonCrossed tells by another method (clipping with exact fractions) whether the inside of a cell is crossed.
func polygonCrossed(g Grid, a, b, cell string) bool {
	f := formOf(g)
	from, way := centre(g, a), bearing(g, a, b)
	off := centre(g, cell).minus(from)
	left, right := false, false
	for i := range f.sides {
		corner := off.times(f.scale).plus(f.sides[i]).plus(f.sides[(i+1)%len(f.sides)])
		s := way.cross(corner)
		left, right = left || s > 0, right || s < 0
	}
	along := off.dot(way, f.weight)
	return left && right && along >= 0 && along <= way.square(f.weight)
}

func TestLinesAgreeWithClipping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		a, b := anyPlace(t, g, "a"), anyPlace(t, g, "b")
		if a == b {
			return
		}
		var inside []string
		for _, c := range Line(g, a, b) {
			if !c.Edge {
				inside = append(inside, c.Cells...)
				continue
			}
			for _, cell := range c.Cells {
				if polygonCrossed(g, a, b, cell) {
					t.Fatalf("%s-%s enters %s, told as a border", a, b, cell)
				}
			}
		}
		var want []string
		for _, p := range g.Places() {
			if p != a && p != b && polygonCrossed(g, a, b, p) {
				want = append(want, p)
			}
		}
		slices.Sort(inside)
		slices.Sort(want)
		if !slices.Equal(inside, want) {
			t.Fatalf("%s-%s crosses %v, by clipping %v", a, b, inside, want)
		}
	})
}

func TestLinesRunBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		a, b := anyPlace(t, g, "a"), anyPlace(t, g, "b")
		there, back := Line(g, a, b), Line(g, b, a)
		slices.Reverse(back)
		if !reflect.DeepEqual(there, back) {
			t.Fatalf("%s-%s %v, back %v", a, b, there, back)
		}
		sides, others := Sides(g, a, b), Sides(g, b, a)
		if len(sides) != len(others) {
			t.Fatalf("%v, back %v", sides, others)
		}
		for _, s := range sides {
			if !slices.Contains(others, s) && !slices.Contains(others, Side{s.B, s.A, s.Way}) {
				t.Fatalf("%v is missing on the way back: %v", s, others)
			}
			if g.Distance(s.A, s.B) != 1 {
				t.Fatalf("%v is not between neighbours", s)
			}
		}
	})
}

func TestLinesDoNotDependOnWhereTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([]Shape{PointyHex, FlatHex}).Draw(t, "shape")
		g, err := NewHex(shape, 24, 24, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, b := anyPlace(t, g, "a"), anyPlace(t, g, "b")
		move := vec{rapid.Int64Range(-4, 4).Draw(t, "x"), rapid.Int64Range(-4, 4).Draw(t, "y")}
		at := func(v vec) string {
			for i, c := range g.centres {
				if c == v {
					return g.places[i]
				}
			}
			return ""
		}
		a2, b2 := at(centre(g, a).plus(move)), at(centre(g, b).plus(move))
		if a2 == "" || b2 == "" {
			return // moved off the board, or not a vector of the lattice
		}
		if g.Distance(a, b) != g.Distance(a2, b2) {
			t.Fatalf("%s-%s and %s-%s differ in length", a, b, a2, b2)
		}
		line, moved := Line(g, a, b), Line(g, a2, b2)
		if len(line) != len(moved) {
			t.Fatalf("%s-%s %v, %s-%s %v", a, b, line, a2, b2, moved)
		}
		for i, c := range line {
			if c.Edge != moved[i].Edge {
				t.Fatalf("%v and %v", c, moved[i])
			}
			if len(c.Cells) != len(moved[i].Cells) {
				continue // one of the two runs along the end of the board
			}
			for _, p := range c.Cells { // in the order of the board, which a move may change
				if !slices.Contains(moved[i].Cells, at(centre(g, p).plus(move))) {
					t.Fatalf("%v and %v", c, moved[i])
				}
			}
		}
	})
}

func TestSides(t *testing.T) {
	got := Sides(letterBoard(t), "D7", "D9")
	want := []Side{{"D7", "C8", OneWay}, {"D7", "D8", OtherWay}, {"C8", "D8", Along}, {"C8", "D9", OneWay}, {"D8", "D9", OtherWay}}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := Sides(letterBoard(t), "D7", "F7"); !slices.Equal(got, []Side{{"D7", "E7", Across}, {"E7", "F7", Across}}) {
		t.Errorf("%v", got)
	}
}

func TestAngles(t *testing.T) {
	g := letterBoard(t)
	for _, c := range []struct {
		a, b    string
		yes, no Angle
	}{
		{"G8", "G9", Deg60, Deg90},   // E and NE
		{"G8", "F10", Deg90, Deg120}, // E and due north
		{"G9", "F10", Deg30, Deg45},  // NE and due north
		{"G8", "F9", Deg120, Deg135}, // E and NW
		{"G8", "A8", Deg180, Deg180}, // E and W
		{"G8", "E9", Deg135, Deg180}, // E and a little north of W
	} {
		a, b := BearingTo(g, "F8", c.a), BearingTo(g, "F8", c.b)
		if !Differ(g, a, b, c.yes) || !Differ(g, b, a, c.yes) {
			t.Errorf("%s and %s are %d degrees apart", c.a, c.b, c.yes.degrees)
		}
		if c.no != c.yes && Differ(g, a, b, c.no) {
			t.Errorf("%s and %s are not %d degrees apart", c.a, c.b, c.no.degrees)
		}
	}
	here, there := BearingTo(g, "F8", "F8"), BearingTo(g, "F8", "G8")
	if Differ(g, here, there, Deg30) || Differ(g, there, here, Deg30) {
		t.Error("a place has no bearing to itself")
	}
}

func TestFrontAndRear(t *testing.T) { // BB-R34
	g := letterBoard(t)
	for _, c := range []struct {
		facing, to string
		front      bool
	}{
		{"E", "G8", true}, {"E", "G9", true}, {"E", "F10", true}, {"E", "F6", true}, {"E", "F9", false}, {"E", "E8", false},
		{"NE", "G9", true}, {"NE", "F9", true}, {"NE", "G7", false}, {"NE", "F8", true}, {"NE", "E8", false},
		{"NE", "E9", true}, {"NE", "H7", true}, // exactly a right angle
	} {
		if got := WithinArc(g, "F8", c.facing, c.to, Deg90); got != c.front {
			t.Errorf("facing %s, %s in front: %v", c.facing, c.to, got)
		}
	}
}

func TestBearings(t *testing.T) {
	g := letterBoard(t)
	for _, c := range []struct{ to, want string }{
		{"F10", "NE NW"}, {"L8", "E"}, {"L9", "E"}, {"G10", "NE"}, {"F8", ""}, {"Z9", ""}, {"G12", "NE"},
	} {
		if got := strings.Join(Bearings(g, "F8", c.to), " "); got != c.want {
			t.Errorf("to %s: %s, want %s", c.to, got, c.want)
		}
	}
}

func TestNumbersOfPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t)
		for i, p := range g.Places() {
			if got, ok := g.Number(p); !ok || got != i {
				t.Fatalf("%s is place %d, not %d, %v", p, i, got, ok)
			}
		}
		name := rapid.OneOf(rapid.StringMatching(`[A-J]{0,2}0?[0-9]{0,6}`), rapid.String()).Draw(t, "name")
		if got, ok := g.Number(name); ok != slices.Contains(g.Places(), name) || ok && g.Places()[got] != name {
			t.Fatalf("%q is place %d, %v", name, got, ok)
		}
		a, b := anyPlace(t, g, "a"), anyPlace(t, g, "b")
		i, _ := g.Number(a)
		j, _ := g.Number(b)
		if g.Apart(i, j) != g.Distance(a, b) {
			t.Fatalf("%s and %s are %d apart, by their numbers %d", a, b, g.Distance(a, b), g.Apart(i, j))
		}
	})
}

func TestNumbersOfLargeBoards(t *testing.T) {
	for _, o := range []Options{{}, {SkipRows: -1}, {Names: Digits}, {Names: Digits, SkipColumns: 90}, {Names: RowLetter, Origin: NorthEast}, {Names: RowLetter, SkipColumns: 98, Origin: SouthEast}} {
		g := squares(t, 120, 130, o)
		for i, p := range g.Places() {
			if got, ok := g.Number(p); !ok || got != i {
				t.Fatalf("%+v: %s is place %d, not %d, %v", o, p, i, got, ok)
			}
		}
	}
}

func TestRecode(t *testing.T) {
	g := letterBoard(t)
	rows := []string{"....", "..."}
	kept := rows
	for _, c := range []struct {
		place string
		want  bool
	}{{"B1", true}, {"D1", false}, {"D2", true}, {"A3", false}, {"Z9", false}} {
		was := strings.Join(rows, "/")
		changed, got := g.Recode(rows, c.place, 'w')
		if got != c.want || (g.Code(changed, c.place) == 'w') != c.want || strings.Join(rows, "/") != was {
			t.Errorf("%s: %v, %q, from %q", c.place, got, changed, rows)
		}
		rows = changed
	}
	if rows[0] != "...w" || rows[1] != ".w." || kept[0] != "...." || kept[1] != "..." {
		t.Errorf("the map is %q", rows)
	}
}

func TestSightsOfABoard(t *testing.T) {
	for _, g := range []Grid{squares(t, 6, 5, Options{}), hexes(t, FlatHex, 14, 13, Options{})} { // kept, and worked out anew
		b := NewBoard(g)
		places := g.Places()
		for i := 0; i < len(places); i += 7 {
			for j := range i {
				want := Sight{Line(g, places[i], places[j]), Sides(g, places[i], places[j])}
				if !reflect.DeepEqual(b.Between(places[i], places[j]), want) || !reflect.DeepEqual(b.Between(places[j], places[i]), want) {
					t.Fatalf("between %s and %s: %v, want %v", places[i], places[j], b.Between(places[i], places[j]), want)
				}
			}
		}
		if got := b.Between(places[0], places[0]); got.Crossings != nil || got.Sides != nil {
			t.Errorf("between a place and itself lies %v", got)
		}
		for _, d := range g.Directions() {
			if n, ok := g.Neighbour(places[8], d); ok && Toward(b, places[8], n) != d {
				t.Errorf("toward %s: %q, want %q", n, Toward(b, places[8], n), d)
			}
		}
		if Toward(b, places[0], places[len(places)-1]) != "" {
			t.Error("the other end of the board is a neighbour")
		}
	}
	if way := []string{"A1", "A2", "B2"}; !Follows(way, "B2", "A2") || Follows(way, "A1", "B2") || Follows(nil, "A1", "A2") {
		t.Error("who follows whom on a way")
	}
}
