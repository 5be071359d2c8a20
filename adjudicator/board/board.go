package board

// Board is a grid with what is asked of it again and again, worked out once. Nothing changes it, so that all games on one map share it.
type Board struct {
	Grid
	sights [][]Sight // by the later and the earlier place; nil on boards too big to keep them all
}

// keptSights bounds the places of boards whose sights are all worked out beforehand.
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

// Sight is what lies between two places on the line from centre to centre: what Line and Sides tell of it.
type Sight struct {
	Crossings []Crossing
	Sides     []Side
}

func sight(g Grid, from, to string) Sight { return Sight{Line(g, from, to), Sides(g, from, to)} }

// Between returns what lies between two places, always from the later in the order of Places to the earlier, whoever looks. The
// caller must not change it.
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

// Toward is the direction of a neighbour; "" if the places are not neighbours.
func Toward(g Grid, from, to string) string {
	for _, d := range g.Directions() {
		if n, ok := g.Neighbour(from, d); ok && n == to {
			return d
		}
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

// Legend finds what the codes of a map mean.
type Legend[T any] struct {
	of [256]*T // by code; the zero value where there is none
}

// NewLegend makes the legend of a list of terrain by its codes, of one character each; of two with the same code the first counts, and
// longer ones are on no map. It points into the list.
func NewLegend[T any](list []T, code func(*T) string) *Legend[T] {
	l, none := new(Legend[T]), new(T)
	for i := range l.of {
		l.of[i] = none
	}
	for i := len(list) - 1; i >= 0; i-- {
		if c := code(&list[i]); len(c) == 1 {
			l.of[c[0]] = &list[i]
		}
	}
	return l
}

// Of returns what a code means, the zero value for a code that is none. The caller must not change it.
func (l *Legend[T]) Of(code byte) *T { return l.of[code] }
