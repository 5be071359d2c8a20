package board

// Angle is one of the angles that rules use, kept as a squared cosine so that comparisons are exact.
type Angle struct {
	degrees  int
	sign     int64 // of the cosine
	num, den int64 // the cosine squared
}

// The angles.
var (
	Deg30  = Angle{30, 1, 3, 4}
	Deg45  = Angle{45, 1, 1, 2}
	Deg60  = Angle{60, 1, 1, 4}
	Deg90  = Angle{90, 0, 0, 1}
	Deg120 = Angle{120, -1, 1, 4}
	Deg135 = Angle{135, -1, 1, 2}
	Deg150 = Angle{150, -1, 3, 4}
	Deg180 = Angle{180, -1, 1, 1}
)

// compare returns a negative number, 0 or a positive one as the angle between two vectors is smaller than, equal to or greater than a.
func (a Angle) compare(u, v, weight vec) int {
	dot := u.dot(v, weight)
	// cos = dot / |u||v|; the greater the cosine the smaller the angle. Signed squares keep the order.
	left := dot * abs(dot) * a.den
	right := a.sign * a.num * u.square(weight) * v.square(weight)
	switch {
	case left > right:
		return -1
	case left < right:
		return 1
	}
	return 0
}

// formOf returns the geometry of a grid.
func formOf(g Grid) *form {
	switch g.Shape() {
	case PointyHex:
		return &pointyForm
	case FlatHex:
		return &flatForm
	}
	if len(g.Directions()) == len(rookForm.names) {
		return &rookForm
	}
	return &squareForm
}

func centre(g Grid, place string) vec {
	x, y := g.Centre(place)
	return vec{int64(x), int64(y)}
}

// middle is centre for a place given by number.
func middle(g Grid, i int) vec {
	x, y := g.Middle(i)
	return vec{int64(x), int64(y)}
}

func bearing(g Grid, from, to string) vec { return centre(g, to).minus(centre(g, from)) }

// Bearing is a direction from one centre to another, in lattice units. It stays the same after the units that gave it have moved.
type Bearing struct{ X, Y int }

// BearingTo returns the bearing from one place to another; the zero Bearing from a place to itself.
func BearingTo(g Grid, from, to string) Bearing {
	v := bearing(g, from, to)
	return Bearing{int(v.x), int(v.y)}
}

// Differ reports whether two bearings on a grid differ by the angle or more. It is false if either is the zero Bearing, which is no
// direction.
func Differ(g Grid, a, b Bearing, angle Angle) bool {
	if a == (Bearing{}) || b == (Bearing{}) {
		return false
	}
	return angle.compare(vec{int64(a.X), int64(a.Y)}, vec{int64(b.X), int64(b.Y)}, formOf(g).weight) >= 0
}

// WithinArc reports whether a place lies no more than half an arc away from the facing, the border included. The place
// itself lies in every arc. The front half of BB-R34 is WithinArc(g, from, facing, to, Deg90).
func WithinArc(g Grid, from, facing, to string, half Angle) bool {
	if !g.Has(from) || !g.Has(to) {
		return false
	}
	f := formOf(g)
	for i, name := range f.names {
		if name == facing {
			return from == to || half.compare(f.steps[i], bearing(g, from, to), f.weight) <= 0
		}
	}
	return false
}

// Bearings returns the direction nearest to the way from one place to another. It returns two, in the order of Directions, if the way runs
// exactly between them, and none from a place to itself.
func Bearings(g Grid, from, to string) []string {
	if from == to || !g.Has(from) || !g.Has(to) {
		return nil
	}
	f, way := formOf(g), bearing(g, from, to)
	var best []string
	var nearest vec
	for i, step := range f.steps {
		if best == nil {
			best, nearest = []string{f.names[i]}, step
			continue
		}
		switch closer(step, nearest, way, f.weight) {
		case 1:
			best, nearest = []string{f.names[i]}, step
		case 0:
			best = append(best, f.names[i])
		}
	}
	return best
}

// closer returns 1 if a makes a smaller angle with way than b does, and 0 if the angles are equal.
func closer(a, b, way, weight vec) int {
	da, db := a.dot(way, weight), b.dot(way, weight)
	left, right := da*abs(da)*b.square(weight), db*abs(db)*a.square(weight)
	switch {
	case left > right:
		return 1
	case left == right:
		return 0
	}
	return -1
}
