package modernbattles

import (
	"math/big"
	"slices"
	"testing"
)

// outline makes a polygon that nowhere meets itself: an L, a U, a cross, a star or a snake, moved, mirrored and turned by right angles.
func (l *lcg) outline() []Point {
	shapes := [][]Point{
		{{0, 0}, {60, 0}, {60, 20}, {25, 20}, {25, 70}, {0, 70}},
		{{0, 0}, {80, 0}, {80, 60}, {55, 60}, {55, 18}, {22, 18}, {22, 60}, {0, 60}},
		{{20, 0}, {40, 0}, {40, 20}, {60, 20}, {60, 40}, {40, 40}, {40, 60}, {20, 60}, {20, 40}, {0, 40}, {0, 20}, {20, 20}},
		{{0, 40}, {33, 33}, {40, 0}, {47, 33}, {80, 40}, {47, 47}, {40, 80}, {33, 47}},
		{{0, 0}, {90, 10}, {85, 30}, {20, 22}, {18, 40}, {95, 50}, {90, 75}, {3, 60}},
		{{0, 0}, {30, 5}, {60, 0}, {60, 30}, {60, 60}, {20, 45}, {0, 60}}, // with a corner on a straight side
	}
	at := Point{80 + l.n(500), 80 + l.n(300)}
	turn, mirror := l.n(4), l.n(2) == 0
	var out []Point
	for _, p := range shapes[l.n(len(shapes))] {
		if mirror {
			p.X = -p.X
		}
		for range turn {
			p = Point{-p.Y, p.X}
		}
		out = append(out, Point{at.X + p.X, at.Y + p.Y})
	}
	if l.n(2) == 0 {
		slices.Reverse(out)
	}
	return out
}

// TestEars: the triangles of a hollow outline lie in it, side by side, and fill it: what is in one of them is in it and the other way round
// (MB-B4, MB-B5).
func TestEars(t *testing.T) {
	r := lcg(11)
	for range 300 {
		hull := r.outline()
		if !plainPolygon(hull) || !hollow(hull) {
			t.Fatalf("%v is not hollow and plain", hull)
		}
		s := polygon(hull)
		sum, whole := int64(0), twice(hull)
		for i, x := range s.Parts {
			sum += twice(x)
			for _, y := range s.Parts[:i] {
				if overlap(Shape{Hull: x}, Shape{Hull: y}) {
					t.Fatalf("%v: %v and %v lie on one another", hull, x, y)
				}
			}
		}
		if sum != max(whole, -whole) {
			t.Fatalf("%v: its triangles come to %d of %d", hull, sum, whole)
		}
		a := &area{shape: s}
		if !within(a.middle(), hull) {
			t.Fatalf("%v: its middle %v lies outside", hull, a.middle())
		}
		for range 300 {
			p := Point{hull[0].X + r.n(240) - 120, hull[0].Y + r.n(240) - 120}
			in := slices.ContainsFunc(s.Parts, func(x []Point) bool { return within(p, x) })
			if in != within(p, hull) {
				t.Fatalf("%v: %v is in a triangle: %v, in the whole: %v", hull, p, in, within(p, hull))
			}
		}
	}
}

// TestPassages: a way is inside of a hollow outline exactly where its points are; the way back runs through the same ground; a convex outline
// gives what clipping gives (MB-B5.1, MB-B5.2).
func TestPassages(t *testing.T) {
	const parts = 61
	r := lcg(12)
	for round := range 4000 {
		hull := r.outline()
		s := polygon(hull)
		a, b := Point{hull[0].X + r.n(200) - 100, hull[0].Y + r.n(200) - 100}, Point{hull[0].X + r.n(200) - 100, hull[0].Y + r.n(200) - 100}
		switch round % 4 { // ways from corner to corner and along a side are the hard ones
		case 0:
			a, b = hull[r.n(len(hull))], hull[r.n(len(hull))]
		case 1:
			a = hull[r.n(len(hull))]
		}
		if a == b {
			continue
		}
		runs, back := s.passages(a, b), s.passages(b, a)
		if len(runs) != len(back) {
			t.Fatalf("%v from %v to %v: %v, and back %v", hull, a, b, runs, back)
		}
		one := big.NewRat(1, 1)
		for i, x := range runs {
			y := back[len(back)-1-i]
			if new(big.Rat).Sub(one, x.from).Cmp(y.to) != 0 || new(big.Rat).Sub(one, x.to).Cmp(y.from) != 0 {
				t.Fatalf("%v from %v to %v: %v, and back %v", hull, a, b, runs, back)
			}
		}
		grown := make([]Point, len(hull)) // so many times as large, the points between are whole
		for i, p := range hull {
			grown[i] = Point{parts * p.X, parts * p.Y}
		}
		for k := range parts + 1 {
			p := Point{parts*a.X + k*(b.X-a.X), parts*a.Y + k*(b.Y-a.Y)}
			edge := false
			for i := range grown {
				c, d := grown[i], grown[(i+1)%len(grown)]
				edge = edge || side(c, d, p) == 0 && between(c, d, p)
			}
			at := big.NewRat(int64(k), parts)
			in := slices.ContainsFunc(runs, func(x stretch) bool { return x.from.Cmp(at) <= 0 && at.Cmp(x.to) <= 0 })
			if !edge && in != within(p, grown) {
				t.Fatalf("%v from %v to %v: at %d of %d inside %v, told %v (%v)", hull, a, b, k, parts, within(p, grown), in, runs)
			}
		}
	}
	for range 4000 {
		h := hull(r.point(), r.n(360), 60, 40).Hull
		a, b := r.point(), r.point()
		want := Shape{Hull: h}.passages(a, b)
		got := Shape{Hull: h, Parts: [][]Point{h}}.passages(a, b)
		if len(want) != len(got) || len(want) == 1 && (want[0].from.Cmp(got[0].from) != 0 || want[0].to.Cmp(got[0].to) != 0) {
			t.Fatalf("%v from %v to %v: clipped %v, walked %v", h, a, b, want, got)
		}
	}
}

// TestHollowShapes: distances to hollow outlines are symmetric, and a model stands in the bay of one without touching it (MB-B4).
func TestHollowShapes(t *testing.T) {
	r := lcg(13)
	for range 3000 {
		a := polygon(r.outline())
		p := Point{a.Hull[0].X + r.n(200) - 100, a.Hull[0].Y + r.n(200) - 100}
		for _, b := range []Shape{{Centre: p, Radius: 5 + r.n(10)}, hull(p, r.n(360), 32, 15), polygon(r.outline())} {
			if apart(a, b) != apart(b, a) || overlap(a, b) != overlap(b, a) {
				t.Fatalf("%v and %v are not symmetric", a, b)
			}
			if overlap(a, b) && apart(a, b) > 0 {
				t.Fatalf("%v and %v overlap at a distance of %d", a, b, apart(a, b))
			}
		}
	}
	farm := polygon([]Point{{0, 0}, {80, 0}, {80, 60}, {55, 60}, {55, 20}, {25, 20}, {25, 60}, {0, 60}})
	yard := Shape{Centre: Point{40, 40}, Radius: 5}
	if overlap(farm, yard) || apart(farm, yard) != 10 {
		t.Errorf("in the yard: overlaps %v, %d apart", overlap(farm, yard), apart(farm, yard))
	}
}

// TestOutlines: what is an outline, and what is none.
func TestOutlines(t *testing.T) {
	for _, c := range []struct {
		hull  []Point
		plain bool
	}{
		{[]Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true},
		{[]Point{{0, 0}, {5, 0}, {10, 0}, {10, 10}, {0, 10}}, true},
		{[]Point{{0, 0}, {10, 10}, {10, 0}, {0, 10}}, false},          // a bow tie
		{[]Point{{0, 0}, {10, 0}, {10, 0}, {0, 10}}, false},           // a corner twice
		{[]Point{{0, 0}, {10, 0}, {4, 0}, {4, 10}}, false},            // back on its own side
		{[]Point{{0, 0}, {20, 0}, {20, 20}, {10, 0}, {0, 20}}, false}, // touches itself
		{[]Point{{0, 0}, {20, 0}, {20, 20}, {10, 5}, {0, 20}}, true},  // a bay
		{[]Point{{0, 0}, {10, 0}}, false},                             // a line
	} {
		if plainPolygon(c.hull) != c.plain {
			t.Errorf("%v: %v", c.hull, !c.plain)
		}
	}
}
