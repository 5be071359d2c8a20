package modernbattles

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// Terrain may be hollow: an L-shaped house, a wood with a bay. Tests that need convex ground are made on the triangles that
// it consists of. They are cut from its own corners, so nothing is rounded.

// polygon returns a polygon as a shape ready for measuring, whether it is convex or hollow.
func polygon(hull []Point) Shape {
	s := Shape{Hull: hull}
	if hollow(hull) {
		s.Parts = ears(hull)
	}
	return s
}

// convex returns the convex polygons that make up a shape.
func (s Shape) convex() [][]Point {
	if s.Parts != nil {
		return s.Parts
	}
	return [][]Point{s.Hull}
}

// hollow reports whether a polygon turns both ways.
func hollow(hull []Point) bool {
	left, right := false, false
	for i := range hull {
		switch s := side(hull[i], hull[(i+1)%len(hull)], hull[(i+2)%len(hull)]); {
		case s > 0:
			left = true
		case s < 0:
			right = true
		}
	}
	return left && right
}

// plainPolygon reports whether an outline never meets itself: no two edges share a point, except that neighbours share their corner.
func plainPolygon(hull []Point) bool {
	n := len(hull)
	for i := range hull {
		a, b, c := hull[i], hull[(i+1)%n], hull[(i+2)%n]
		if a == b || side(a, b, c) == 0 && dot(b.minus(a), c.minus(b)) < 0 {
			return false
		}
		for j := i + 2; j < n; j++ {
			if (j+1)%n != i && meets(a, b, hull[j], hull[(j+1)%n]) {
				return false
			}
		}
	}
	return n >= 3
}

// ears cuts a polygon that never meets itself into triangles. It repeatedly cuts off a corner that juts out and has no other
// corner in it. Corners on a straight line are dropped.
func ears(hull []Point) [][]Point {
	left := slices.Clone(hull)
	if twice(left) < 0 {
		slices.Reverse(left)
	}
	var out [][]Point
	for len(left) > 2 {
		i := 0
		for i < len(left) && !ear(left, i) {
			i++
		}
		if i == len(left) {
			break
		}
		a, b, c := around(left, i)
		if side(a, b, c) > 0 {
			out = append(out, []Point{a, b, c})
		}
		left = slices.Delete(left, i, i+1)
	}
	return out
}

// around returns a corner and its neighbours.
func around(hull []Point, i int) (before, at, after Point) {
	n := len(hull)
	return hull[(i+n-1)%n], hull[i], hull[(i+1)%n]
}

// ear reports whether a corner of a counter-clockwise polygon can be cut off.
func ear(hull []Point, i int) bool {
	a, b, c := around(hull, i)
	switch s := side(a, b, c); {
	case s < 0:
		return false
	case s == 0:
		return true
	}
	return !slices.ContainsFunc(hull, func(p Point) bool {
		return p != a && p != b && p != c && side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0
	})
}

// passages returns the parts of the way from a to b that run through the inside of a polygon, in order. A way that only
// touches the outline, or runs along it, has none (MB-B5.1).
func (s Shape) passages(a, b Point) []stretch {
	if s.Parts == nil {
		if p, ok := clip(a, b, s.Hull); ok {
			return []stretch{p}
		}
		return nil
	}
	marks := marksOn(a, b, s.Hull)
	var out []stretch
	for i := 1; i < len(marks); i++ {
		from, to := marks[i-1], marks[i]
		fn, fd, tn, td := from.Num().Int64(), from.Denom().Int64(), to.Num().Int64(), to.Denom().Int64()
		switch k := len(out); {
		case !withinAt(a, b, fn*td+tn*fd, 2*fd*td, s.Hull): // half-way between them
		case k > 0 && out[k-1].to.Cmp(from) == 0:
			out[k-1].to = to
		default:
			out = append(out, stretch{from, to})
		}
	}
	return out
}

// marksOn returns the places where the way from a to b meets an outline, as fractions of it from 0 to 1, including both ends.
// Between two neighbouring places the way runs entirely inside, entirely outside or along the outline.
func marksOn(a, b Point, hull []Point) []*big.Rat {
	marks := []*big.Rat{new(big.Rat), big.NewRat(1, 1)}
	ab := b.minus(a)
	for i, c := range hull {
		d := hull[(i+1)%len(hull)]
		sa, sb, sc, sd := side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d)
		switch {
		case sc > 0 && sd > 0 || sc < 0 && sd < 0:
		case sa != sb:
			marks = append(marks, big.NewRat(sa, sa-sb))
		case sa == 0 && ab != Point{}: // the edge lies on the line of the way
			for _, p := range []Point{c, d} {
				marks = append(marks, big.NewRat(dot(p.minus(a), ab), dot(ab, ab)))
			}
		}
	}
	marks = slices.DeleteFunc(marks, func(m *big.Rat) bool { return m.Sign() < 0 || m.Cmp(big.NewRat(1, 1)) > 0 })
	slices.SortFunc(marks, (*big.Rat).Cmp)
	return slices.CompactFunc(marks, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
}

// withinAt reports whether the point n/m of the way from a to b lies inside a polygon, excluding its edge; n is from 0 to m.
func withinAt(a, b Point, n, m int64, hull []Point) bool {
	sign := func(from, to int64) int { // the sign of a quantity that goes linearly from one value to another along the way
		if from >= 0 && to >= 0 || from <= 0 && to <= 0 {
			return cmp.Compare(from*min(m-n, 1)+to*min(n, 1), 0)
		}
		h1, l1 := bits.Mul64(uint64(max(from, -from)), uint64(m-n))
		h2, l2 := bits.Mul64(uint64(max(to, -to)), uint64(n))
		more := cmp.Or(cmp.Compare(h1, h2), cmp.Compare(l1, l2))
		if from < 0 {
			return -more
		}
		return more
	}
	beyond := func(x, y int) int { return sign(int64(x), int64(y)) }
	in := false
	for i, c := range hull {
		d := hull[(i+1)%len(hull)]
		s := sign(side(c, d, a), side(c, d, b))
		overC, overD := beyond(a.Y-c.Y, b.Y-c.Y), beyond(a.Y-d.Y, b.Y-d.Y) // positive: the point is farther north
		if s == 0 && overC*overD <= 0 && beyond(a.X-c.X, b.X-c.X)*beyond(a.X-d.X, b.X-d.X) <= 0 {
			return false
		}
		if (overC < 0) != (overD < 0) && (s > 0) == (d.Y > c.Y) {
			in = !in
		}
	}
	return in
}
