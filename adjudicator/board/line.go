package board

import "slices"

// Crossing is one stretch of a line between its ends.
type Crossing struct {
	// Cells holds the one place whose inside is crossed, or both places beside the side that the line runs along (only one at the edge of the
	// board). Two places are in the order of Places, whichever way the line is drawn.
	Cells []string
	// Edge reports that the line runs between the Cells without entering them: a line is then cut only if both cut it (BB-R2).
	Edge bool
	// Corner reports that an Edge has no length: on squares, the line passes through the point where four meet.
	Corner bool
}

// Way is how a line meets a side.
type Way int8

// The ways. Where a line slips between two places it has two ways round. OneWay and OtherWay mark the sides met on each: those of the first
// and those of the second of the Cells of that Crossing.
const (
	Across   Way = iota // from one side to the other
	OneWay              // at its end, going by the first place
	OtherWay            // at its end, going by the second place
	Along               // lengthwise
)

// Side is the border between two places that a line meets.
type Side struct {
	A, B string // for Across, OneWay and OtherWay in the order of the line; for Along in the order of Places
	Way  Way
}

// Line returns what lies between two places on the line from centre to centre, in order, without the two ends. The line back crosses the
// same places. A line through a corner of a hex that continues inside one of the two others crosses only that one.
func Line(g Grid, a, b string) []Crossing {
	var crossings []Crossing
	Cross(g, a, b, func(c Crossing) { crossings = append(crossings, c) })
	return crossings
}

// Cross is Line for those who need not keep it.
func Cross(g Grid, a, b string, enter func(Crossing)) {
	walk(g, a, b, func(c Crossing) {
		if c.Edge || c.Cells[0] != b {
			enter(c)
		}
	}, func(Side) {})
}

// Sides returns the borders that the line from centre to centre meets, in order.
func Sides(g Grid, a, b string) []Side {
	var sides []Side
	walk(g, a, b, func(Crossing) {}, func(s Side) { sides = append(sides, s) })
	return sides
}

// walk follows the line from place to place. In each place the line leaves by the side, or by the corner, at which the corners, taken
// counter-clockwise, change from the right of the line to its left.
func walk(g Grid, a, b string, enter func(Crossing), meet func(Side)) {
	at, ok := g.Number(a)
	end, also := g.Number(b)
	if at == end || !ok || !also {
		return
	}
	f, places := formOf(g), g.Places()
	start, line := middle(g, at), middle(g, end).minus(middle(g, at))
	cross := func(to int) {
		meet(Side{places[at], places[to], Across})
		enter(Crossing{Cells: places[to : to+1 : to+1]})
		at = to
	}
	for at != end {
		side, corner := f.leave(middle(g, at).minus(start), line)
		if side < 0 {
			return // not a grid of this geometry
		}
		first := f.step(g, at, f.sides[side])
		if !corner {
			if first < 0 {
				return // only a grid with holes has lines that leave it
			}
			cross(first)
			continue
		}
		second := f.step(g, at, f.sides[(side+1)%len(f.sides)])
		beyond := f.sides[side].plus(f.sides[(side+1)%len(f.sides)])
		if turn := beyond.cross(line); turn != 0 && f.scale == 3 { // three hexes meet here: on into one of the two
			if turn > 0 {
				first = second
			}
			if first < 0 {
				return
			}
			cross(first)
			continue
		}
		next := reach(g, at, beyond)
		if next < 0 {
			return
		}
		between(places, at, next, first, second, f.scale == 2, enter, meet)
		enter(Crossing{Cells: places[next : next+1 : next+1]})
		at = next
	}
}

// between reports the two places that a line slips between, given by number, each -1 where the board has ended.
func between(places []string, at, next, first, second int, corner bool, enter func(Crossing), meet func(Side)) {
	low, high := min(first, second), max(first, second)
	var cells []string
	if low >= 0 {
		cells = append(cells, places[low])
	}
	if high >= 0 {
		cells = append(cells, places[high])
	}
	enter(Crossing{Cells: cells, Edge: true, Corner: corner})
	ways := []Way{OneWay, OtherWay}
	for i, c := range cells {
		meet(Side{places[at], c, ways[i]})
	}
	if len(cells) == 2 && !corner {
		meet(Side{cells[0], cells[1], Along})
	}
	for i, c := range cells {
		meet(Side{c, places[next], ways[i]})
	}
}

// leave returns the side by which a line leaves the place whose centre lies at offset from the line's start. If corner is true, the line
// leaves by the corner between this side and the next. The side is -1 if the line does not pass through the place.
func (f *form) leave(offset, line vec) (side int, corner bool) {
	n := len(f.sides)
	at := func(i int) int64 { // above 0: corner i lies to the left of the line
		i = (i + n) % n
		return line.cross(offset.times(f.scale).plus(f.sides[i]).plus(f.sides[(i+1)%n]))
	}
	for i := range n {
		switch before, here := at(i-1), at(i); {
		case before < 0 && here > 0:
			return i, false
		case before < 0 && here == 0 && at(i+1) > 0:
			return i, true
		}
	}
	return -1, false
}

// step finds the place across a side, or returns -1.
func (f *form) step(g Grid, at int, by vec) int {
	if d := slices.Index(f.steps, by); d >= 0 {
		return g.Next(at, d)
	}
	return -1
}

// reach finds the place two sides away, through either place between them that is on the board, or returns -1.
func reach(g Grid, at int, beyond vec) int {
	from := middle(g, at)
	for _, between := range g.Beside(at) {
		for _, next := range g.Beside(between) {
			if middle(g, next).minus(from) == beyond {
				return next
			}
		}
	}
	return -1
}
