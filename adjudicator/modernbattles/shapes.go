package modernbattles

import (
	"math/big"
	"math/bits"
	"slices"
)

// Shape is what a model covers: a disc, or a polygon with whole coordinates (a hull, the outline of a building). A point is a
// disc of radius 0. Hulls are convex. A building or a wood may be hollow; Parts are then the triangles that make it up.
type Shape struct {
	Centre Point
	Radius int
	Hull   []Point
	Parts  [][]Point // of a hollow polygon; nil for a convex one
}

// point returns a point as a shape.
func point(p Point) Shape { return Shape{Centre: p} }

// isqrt returns the integer part of a square root.
func isqrt(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	x := uint64(1) << ((bits.Len64(n) + 1) / 2)
	for {
		y := (x + n/x) / 2
		if y >= x {
			return x
		}
		x = y
	}
}

// quotient is a squared length as a fraction.
type quotient struct{ n, d uint64 }

func (a quotient) less(b quotient) bool {
	ah, al := bits.Mul64(a.n, b.d)
	bh, bl := bits.Mul64(b.n, a.d)
	return ah < bh || ah == bh && al < bl
}

// root returns the square root to the nearest whole number.
func (a quotient) root() int {
	n, rest := bits.Div64(0, a.n, a.d)
	if n < 1<<60 {
		h, l := bits.Mul64(4, rest)
		q, _ := bits.Div64(h, l, a.d)
		return int((isqrt(4*n+q) + 1) / 2)
	}
	return int(isqrt(n))
}

func dot(a, b Point) int64   { return int64(a.X)*int64(b.X) + int64(a.Y)*int64(b.Y) }
func cross(a, b Point) int64 { return int64(a.X)*int64(b.Y) - int64(a.Y)*int64(b.X) }
func (p Point) minus(q Point) Point {
	return Point{p.X - q.X, p.Y - q.Y}
}

// side is positive if c lies left of the way from a to b, negative if it lies right of it.
func side(a, b, c Point) int64 { return cross(b.minus(a), c.minus(a)) }

// span returns the distance between two points to the nearest tenth (MB-B4).
func span(a, b Point) int { return toPoint(a, b).root() }

// inReach reports whether the span of two points is at most so many tenths.
func inReach(a, b Point, most int) bool {
	return 4*toPoint(a, b).n < uint64(2*most+1)*uint64(2*most+1)
}

func toPoint(a, b Point) quotient {
	d := a.minus(b)
	return quotient{uint64(dot(d, d)), 1}
}

// toSegment returns the squared distance of a point from a segment.
func toSegment(p, a, b Point) quotient {
	ab, ap := b.minus(a), p.minus(a)
	long := dot(ab, ab)
	along := dot(ab, ap)
	switch {
	case along <= 0:
		return toPoint(p, a)
	case along >= long:
		return toPoint(p, b)
	}
	c := cross(ab, ap)
	if c < 0 {
		c = -c
	}
	return quotient{uint64(c) * uint64(c), uint64(long)}
}

// within reports whether a point lies in a polygon, its edge included (MB-B4).
func within(p Point, hull []Point) bool {
	in := false
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		s := side(a, b, p)
		if s == 0 && between(a, b, p) {
			return true
		}
		if (a.Y > p.Y) != (b.Y > p.Y) && (s > 0) == (b.Y > a.Y) { // an edge east of it, at its height
			in = !in
		}
	}
	return in
}

// meets reports whether two segments have a point in common.
func meets(a, b, c, d Point) bool {
	s1, s2, s3, s4 := side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
	if (s1 > 0 && s2 < 0 || s1 < 0 && s2 > 0) && (s3 > 0 && s4 < 0 || s3 < 0 && s4 > 0) {
		return true
	}
	return s1 == 0 && between(a, b, c) || s2 == 0 && between(a, b, d) || s3 == 0 && between(c, d, a) || s4 == 0 && between(c, d, b)
}

// between reports whether c, which is on the line through a and b, lies between them.
func between(a, b, c Point) bool {
	return min(a.X, b.X) <= c.X && c.X <= max(a.X, b.X) && min(a.Y, b.Y) <= c.Y && c.Y <= max(a.Y, b.Y)
}

// crossing returns where two segments meet, to the nearest tenth. If they overlap along a line, it is the end of the second
// that lies on the first.
func crossing(a, b, c, d Point) (Point, bool) {
	if !meets(a, b, c, d) {
		return Point{}, false
	}
	ab, cd := b.minus(a), d.minus(c)
	den := cross(ab, cd)
	if den == 0 {
		for _, p := range []Point{c, d, a} {
			if side(a, b, p) == 0 && between(a, b, p) {
				return p, true
			}
		}
		return a, true
	}
	t := cross(c.minus(a), cd)
	if den < 0 {
		t, den = -t, -den
	}
	return Point{a.X + int(round64(t*int64(ab.X), den)), a.Y + int(round64(t*int64(ab.Y), den))}, true
}

func round64(n, d int64) int64 {
	if n < 0 {
		return -round64(-n, d)
	}
	return (2*n + d) / (2 * d)
}

// apart returns the distance between two shapes, edge to edge, to the nearest tenth; it is 0 if they touch (MB-B4).
func apart(a, b Shape) int {
	switch {
	case a.Hull == nil && b.Hull == nil:
		return max(0, span(a.Centre, b.Centre)-a.Radius-b.Radius)
	case a.Hull == nil:
		return max(0, pointHull(a.Centre, b.Hull).root()-a.Radius)
	case b.Hull == nil:
		return max(0, pointHull(b.Centre, a.Hull).root()-b.Radius)
	}
	return hullHull(a.Hull, b.Hull).root()
}

// overlap reports whether two shapes have more than their edges in common.
func overlap(a, b Shape) bool {
	switch {
	case a.Hull == nil && b.Hull == nil:
		r := a.Radius + b.Radius
		return toPoint(a.Centre, b.Centre).n < uint64(r*r)
	case a.Hull == nil:
		d := pointHull(a.Centre, b.Hull)
		return d.less(quotient{uint64(a.Radius * a.Radius), 1})
	case b.Hull == nil:
		return overlap(b, a)
	}
	return slices.ContainsFunc(a.convex(), func(x []Point) bool {
		return slices.ContainsFunc(b.convex(), func(y []Point) bool { return !apartBy(x, y) && !apartBy(y, x) })
	})
}

// apartBy reports whether an edge of the first polygon separates it from the second; they may touch.
func apartBy(a, b []Point) bool {
	turn := int64(1)
	if twice(a) < 0 {
		turn = -1
	}
	for i := range a {
		if !slices.ContainsFunc(b, func(p Point) bool { return turn*side(a[i], a[(i+1)%len(a)], p) > 0 }) {
			return true
		}
	}
	return false
}

// twice returns twice the area of a polygon, positive if the polygon is counter-clockwise.
func twice(hull []Point) int64 {
	var n int64
	for i := range hull {
		n += cross(hull[i], hull[(i+1)%len(hull)])
	}
	return n
}

// pointHull returns the squared distance of a point from a polygon; it is 0 inside.
func pointHull(p Point, hull []Point) quotient {
	if within(p, hull) {
		return quotient{0, 1}
	}
	best := toSegment(p, hull[len(hull)-1], hull[0])
	for i := 1; i < len(hull); i++ {
		if q := toSegment(p, hull[i-1], hull[i]); q.less(best) {
			best = q
		}
	}
	return best
}

func hullHull(a, b []Point) quotient {
	for i := range a {
		for j := range b {
			if meets(a[i], a[(i+1)%len(a)], b[j], b[(j+1)%len(b)]) {
				return quotient{0, 1}
			}
		}
	}
	best := pointHull(a[0], b)
	for _, p := range a {
		if q := pointHull(p, b); q.less(best) {
			best = q
		}
	}
	for _, p := range b {
		if q := pointHull(p, a); q.less(best) {
			best = q
		}
	}
	return best
}

// nearest returns the point on a polygon's outline that is nearest to a point, to the nearest tenth. A point inside is
// returned as it is (MB-B3f).
func nearest(p Point, hull []Point) Point {
	if within(p, hull) {
		return p
	}
	best, at := quotient{1 << 62, 1}, hull[0]
	for i := range hull {
		a, b := hull[i], hull[(i+1)%len(hull)]
		if q := toSegment(p, a, b); q.less(best) {
			best = q
			ab, ap := b.minus(a), p.minus(a)
			along, long := min(max(dot(ab, ap), 0), dot(ab, ab)), dot(ab, ab)
			at = Point{a.X + int(round64(along*int64(ab.X), max(long, 1))), a.Y + int(round64(along*int64(ab.Y), max(long, 1)))}
		}
	}
	return at
}

// touched reports whether the way from a to b touches a shape.
func touched(a, b Point, s Shape) bool {
	if s.Hull == nil {
		return !quotient{uint64(s.Radius) * uint64(s.Radius), 1}.less(toSegment(s.Centre, a, b))
	}
	if within(a, s.Hull) || within(b, s.Hull) {
		return true
	}
	for i := range s.Hull {
		if meets(a, b, s.Hull[i], s.Hull[(i+1)%len(s.Hull)]) {
			return true
		}
	}
	return false
}

// farFrom is a quick check that a shape stays farther than so many tenths from a way.
func (s Shape) farFrom(p, q Point, gap int) bool {
	if s.Hull == nil {
		return clearOf(s.Centre, s.Radius+gap, p, q)
	}
	low, high := s.Hull[0], s.Hull[0]
	for _, c := range s.Hull {
		low.X, low.Y, high.X, high.Y = min(low.X, c.X), min(low.Y, c.Y), max(high.X, c.X), max(high.Y, c.Y)
	}
	return max(p.X, q.X) < low.X-gap || min(p.X, q.X) > high.X+gap || max(p.Y, q.Y) < low.Y-gap || min(p.Y, q.Y) > high.Y+gap
}

// stretch is the part of a way inside a polygon: from and to are fractions of it.
type stretch struct{ from, to *big.Rat }

// clip returns the part of the way from a to b that runs through the inside of a convex polygon. A way that only touches the
// outline, or runs along it, has none (MB-B5.1).
func clip(a, b Point, hull []Point) (stretch, bool) {
	turn := int64(1)
	if twice(hull) < 0 {
		turn = -1
	}
	fn, fd, tn, td := int64(0), int64(1), int64(1), int64(1)
	for i := range hull {
		c, d := hull[i], hull[(i+1)%len(hull)]
		sa, sb := turn*side(c, d, a), turn*side(c, d, b) // positive inside
		if sa <= 0 && sb <= 0 {
			return stretch{}, false
		}
		if sa >= 0 && sb >= 0 {
			continue
		}
		// sa + t (sb - sa) = 0
		n, m := sa, sa-sb
		if m < 0 {
			n, m = -n, -m
		}
		if sa < 0 { // enters
			if bigger(n, m, fn, fd) {
				fn, fd = n, m
			}
		} else if bigger(tn, td, n, m) {
			tn, td = n, m
		}
	}
	if !bigger(tn, td, fn, fd) {
		return stretch{}, false
	}
	return stretch{big.NewRat(fn, fd), big.NewRat(tn, td)}, true
}

// bigger reports whether a/b > c/d; none of them is negative.
func bigger(a, b, c, d int64) bool {
	return quotient{uint64(c), uint64(d)}.less(quotient{uint64(a), uint64(b)})
}

// longer reports whether stretches of the way from a to b total more than so many tenths. Where they overlap, they count once.
func longer(a, b Point, parts []stretch, tenths int) bool {
	slices.SortFunc(parts, func(x, y stretch) int { return x.from.Cmp(y.from) })
	sum, end := new(big.Rat), new(big.Rat)
	for _, p := range parts {
		from := p.from
		if from.Cmp(end) < 0 {
			from = end
		}
		if p.to.Cmp(from) > 0 {
			sum.Add(sum, new(big.Rat).Sub(p.to, from))
			end = p.to
		}
	}
	sum.Mul(sum, sum)
	sum.Mul(sum, new(big.Rat).SetInt64(int64(toPoint(a, b).n)))
	return sum.Cmp(big.NewRat(int64(tenths)*int64(tenths), 1)) > 0
}
