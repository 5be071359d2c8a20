package board

import "slices"

// Board is a grid together with whatever is asked of it often, worked out once. It never changes, so all games on one map share it.
type Board struct {
	Grid
	sights [][]Sight // by the later and the earlier place; nil on boards too big to keep them all
}

// keptSights is the largest number of places for which a board works out all sights in advance.
const keptSights = 160

// NewBoard works out a grid's lines of sight.
func NewBoard(g Grid) *Board {
	b := &Board{Grid: g}
	places := g.Places()
	if len(places) > keptSights {
		return b
	}
	b.sights = make([][]Sight, len(places))
	for i, from := range places {
		b.sights[i] = make([]Sight, i)
		for j, to := range places[:i] {
			b.sights[i][j] = sight(g, from, to)
		}
	}
	return b
}

// Sight is what lies between two places on the line from centre to centre, as Line and Sides return it.
type Sight struct {
	Crossings []Crossing
	Sides     []Side
}

func sight(g Grid, from, to string) Sight {
	return Sight{slices.Clip(Line(g, from, to)), slices.Clip(Sides(g, from, to))}
}

// Between returns what lies between two places. The line always runs from the later to the earlier of the two in the order of Places, no
// matter who looks. The caller must not change it.
func (b *Board) Between(from, to string) Sight {
	i, ok := b.Number(from)
	j, also := b.Number(to)
	if !ok || !also || i == j {
		return Sight{}
	}
	if i < j {
		i, j = j, i
	}
	if b.sights != nil {
		return b.sights[i][j]
	}
	places := b.Places()
	return sight(b.Grid, places[i], places[j])
}

// Entering returns the sides by which the line comes to one of its ends: one, or two where it comes to a corner.
func (s Sight) Entering(end string) []Side {
	var out []Side
	for _, x := range s.Sides {
		if x.Way != Along && (x.A == end || x.B == end) {
			out = append(out, x)
		}
	}
	return out
}

// Toward returns the direction of a neighbour, or "" if the places are not neighbours.
func Toward(g Grid, from, to string) string {
	i, ok := g.Number(from)
	j, there := g.Number(to)
	if !ok || !there {
		return ""
	}
	if d := g.Step(i, j); d >= 0 {
		return g.Directions()[d]
	}
	return ""
}

// Follows reports whether two places follow one another on a way, in either direction.
func Follows(way []string, a, b string) bool {
	for i := 1; i < len(way); i++ {
		if way[i-1] == a && way[i] == b || way[i-1] == b && way[i] == a {
			return true
		}
	}
	return false
}
