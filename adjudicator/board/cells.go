package board

import (
	"fmt"
	"slices"
	"strings"
)

// Far is the distance to or from a place that is not on the board: more than the width of any board, so that every check of a range fails.
const Far = 1 << 20

// maxSide bounds a board in both directions: scenario files come from strangers.
const maxSide = 256

// Names says how places are named.
type Names int

// The ways to name places.
const (
	LetterNumber Names = iota // column letters, row number: "D7", "AB12"
	Digits                    // column and row in two digits each: "0714" (three each where a number passes 99)
	RowLetter                 // row letters, column in two digits: "F07"
)

// Corner is where numbering begins.
type Corner int

// The corners.
const (
	SouthWest Corner = iota
	NorthWest
	SouthEast
	NorthEast
)

// Lines says which rows of pointy hexes lie half a hex further east, or which columns of flat hexes lie half a hex
// further south: those with an even or those with an odd number, as printed.
type Lines int

// The lines that are shifted.
const (
	Even Lines = iota
	Odd
)

// Diagonals is how squares measure.
type Diagonals int

// The ways to measure on squares.
const (
	// FirstDiagonal counts 1 for the first diagonal step and 2 for each further one (BB-1.4e). It is symmetric but no
	// metric: two measures of 1 can reach a place at 3.
	FirstDiagonal Diagonals = iota
	EachDiagonal            // every step counts 1
	NoDiagonal              // only steps over a side count, and only they make neighbours
)

// Options are how a board is numbered and measured. The zero value is the board of letters of BB-R1.
type Options struct {
	Names   Names
	Origin  Corner
	Shifted Lines
	// SkipColumns and SkipRows are added to the numbers: 0 begins at 1, -1 at 0, 20 at 21.
	SkipColumns, SkipRows int
	Diagonals             Diagonals // squares only
}

// vec is a vector in lattice units.
type vec struct{ x, y int64 }

func (a vec) plus(b vec) vec     { return vec{a.x + b.x, a.y + b.y} }
func (a vec) minus(b vec) vec    { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(k int64) vec  { return vec{a.x * k, a.y * k} }
func (a vec) cross(b vec) int64  { return a.x*b.y - a.y*b.x } // above 0: b lies to the left of a
func (a vec) dot(b, w vec) int64 { return w.x*a.x*b.x + w.y*a.y*b.y }
func (a vec) square(w vec) int64 { return a.dot(a, w) }
func (a vec) sameWay(b vec) bool { return a.cross(b) == 0 && a.x*b.x+a.y*b.y > 0 }

// form is what the geometry needs to know of a shape: steps to neighbours in the order of directions, weights of the
// squared length, the sides counter-clockwise, and the scale at which corners are integers.
type form struct {
	names  []string
	steps  []vec
	weight vec
	sides  []vec
	scale  int64
}

var (
	pointyForm = form{
		names:  []string{"E", "NE", "NW", "W", "SW", "SE"},
		steps:  []vec{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}},
		weight: vec{1, 3},
		sides:  []vec{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}},
		scale:  3,
	}
	flatForm = form{
		names:  []string{"N", "NE", "SE", "S", "SW", "NW"},
		steps:  []vec{{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}},
		weight: vec{3, 1},
		sides:  []vec{{1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}, {1, -1}},
		scale:  3,
	}
	squareForm = form{
		names:  []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"},
		steps:  []vec{{0, 2}, {2, 2}, {2, 0}, {2, -2}, {0, -2}, {-2, -2}, {-2, 0}, {-2, 2}},
		weight: vec{1, 1},
		sides:  []vec{{2, 0}, {0, 2}, {-2, 0}, {0, -2}},
		scale:  2,
	}
	rookForm = form{
		names:  []string{"N", "E", "S", "W"},
		steps:  []vec{{0, 2}, {2, 0}, {0, -2}, {-2, 0}},
		weight: vec{1, 1},
		sides:  []vec{{2, 0}, {0, 2}, {-2, 0}, {0, -2}},
		scale:  2,
	}
)

// cells is a rectangle of named cells, the part that hexes and squares have in common. It never changes once built, so it returns its own
// slices: callers must not write to them.
type cells struct {
	shape         Shape
	form          *form
	columns, rows int
	options       Options
	places        []string // row by row from the south, west to east
	centres       []vec
	near          [][]int // by place and direction: index of the neighbour, or -1
	around        [][]string
	beside        [][]int // around, as numbers
}

// build numbers and names the cells; centre places the cell in the given column from the west and row from the south.
func build(shape Shape, f *form, columns, rows int, o Options, centre func(column, row int) vec) (cells, error) {
	if columns < 1 || rows < 1 || columns > maxSide || rows > maxSide {
		return cells{}, fmt.Errorf("a board of %d by %d: both must lie between 1 and %d", columns, rows, maxSide)
	}
	if o.SkipColumns < -1 || o.SkipRows < -1 || o.SkipColumns > 999-columns || o.SkipRows > 999-rows {
		return cells{}, fmt.Errorf("numbering that skips %d columns and %d rows leaves 0 to 999", o.SkipColumns, o.SkipRows)
	}
	if o.Names == LetterNumber && o.SkipColumns < 0 || o.Names == RowLetter && o.SkipRows < 0 {
		return cells{}, fmt.Errorf("letters begin at A: nothing can come before")
	}
	n := columns * rows
	c := cells{shape: shape, form: f, columns: columns, rows: rows, options: o, places: make([]string, 0, n),
		centres: make([]vec, 0, n), near: make([][]int, n), around: make([][]string, n), beside: make([][]int, n)}
	at := make(map[vec]int, n)
	for row := range rows {
		for column := range columns {
			middle := centre(column, row)
			at[middle] = len(c.places)
			c.places, c.centres = append(c.places, o.name(columns, rows, column, row)), append(c.centres, middle)
		}
	}
	for i, middle := range c.centres {
		c.near[i] = make([]int, len(f.steps))
		for d, step := range f.steps {
			j, ok := at[middle.plus(step)]
			if !ok {
				c.near[i][d] = -1
				continue
			}
			c.near[i][d] = j
			c.around[i], c.beside[i] = append(c.around[i], c.places[j]), append(c.beside[i], j)
		}
		c.around[i] = slices.Clip(c.around[i]) // games that share the board append to it: each in its own copy
	}
	return c, nil
}

// number returns the printed numbers of the cell in a column from the west and a row from the south, both from 0.
func (o Options) number(columns, rows, column, row int) (c, r int) {
	c, r = column, row
	if o.Origin == SouthEast || o.Origin == NorthEast {
		c = columns - 1 - column
	}
	if o.Origin == NorthWest || o.Origin == NorthEast {
		r = rows - 1 - row
	}
	return c + 1 + o.SkipColumns, r + 1 + o.SkipRows
}

func (o Options) name(columns, rows, column, row int) string {
	c, r := o.number(columns, rows, column, row)
	switch o.Names {
	case Digits:
		if columns+o.SkipColumns > 99 || rows+o.SkipRows > 99 {
			return fmt.Sprintf("%03d%03d", c, r)
		}
		return fmt.Sprintf("%02d%02d", c, r)
	case RowLetter:
		return fmt.Sprintf("%s%02d", letters(r), c)
	default:
		return fmt.Sprintf("%s%d", letters(c), r)
	}
}

// read returns the printed numbers of a place from its name. It accepts only what name writes.
func (o *Options) read(columns, rows int, place string) (c, r int, ok bool) {
	wide := 2
	if o.Names == Digits {
		if columns+o.SkipColumns > 99 || rows+o.SkipRows > 99 {
			wide = 3
		}
		if len(place) != 2*wide {
			return 0, 0, false
		}
		if c, ok = digits(place[:wide]); ok {
			r, ok = digits(place[wide:])
		}
		return c, r, ok
	}
	head := 0
	for head < len(place) && head < 3 && place[head] >= 'A' && place[head] <= 'Z' {
		c = 26*c + int(place[head]-'A') + 1
		head++
	}
	if r, ok = digits(place[head:]); head == 0 || !ok {
		return 0, 0, false
	}
	if o.Names == LetterNumber {
		return c, r, place[head] != '0' || len(place)-head == 1
	}
	return r, c, len(place)-head == 2 || len(place)-head == 3 && place[head] != '0'
}

// digits reads a number of at most three digits.
func digits(s string) (n int, ok bool) {
	if s == "" || len(s) > 3 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// letters counts A to Z, AA, AB and so on, from 1.
func letters(n int) string {
	var b strings.Builder
	if n > 26 {
		b.WriteString(letters((n - 1) / 26))
	}
	b.WriteByte(byte('A' + (n-1)%26))
	return b.String()
}

// shifted reports whether a line with this number is one of those that are shifted by half a hex.
func (o Options) shifted(number int) int64 {
	if (number%2 == 0) == (o.Shifted == Even) {
		return 1
	}
	return 0
}

// Shape returns the shape of the cells.
func (c *cells) Shape() Shape { return c.shape }

// Size returns the number of columns and rows.
func (c *cells) Size() (columns, rows int) { return c.columns, c.rows }

// Places returns all names, row by row from the south, west to east. The caller must not change them.
func (c *cells) Places() []string { return c.places }

// Number returns the index of a place in Places, or false if there is no such place.
func (c *cells) Number(place string) (int, bool) {
	column, row, ok := c.find(place)
	return row*c.columns + column, ok
}

// find returns the column from the west and the row from the south of a place, both from 0, or false if there is no such place.
func (c *cells) find(place string) (column, row int, ok bool) {
	column, row, ok = c.options.read(c.columns, c.rows, place)
	column, row = column-1-c.options.SkipColumns, row-1-c.options.SkipRows
	if c.options.Origin == SouthEast || c.options.Origin == NorthEast {
		column = c.columns - 1 - column
	}
	if c.options.Origin == NorthWest || c.options.Origin == NorthEast {
		row = c.rows - 1 - row
	}
	if !ok || column < 0 || row < 0 || column >= c.columns || row >= c.rows {
		return 0, 0, false
	}
	return column, row, true
}

// Has reports whether there is such a place.
func (c *cells) Has(place string) bool { _, ok := c.Number(place); return ok }

// Neighbours returns the places one step away, in the order of Directions. The caller must not change them.
func (c *cells) Neighbours(place string) []string {
	if i, ok := c.Number(place); ok {
		return c.around[i]
	}
	return nil
}

// Beside returns the numbers of the places one step away from a place given by number, in the order of Directions. The caller must not
// change them.
func (c *cells) Beside(i int) []int { return c.beside[i] }

// Step returns the index in Directions of the step from one place to another, both given by number, or -1 if they are not neighbours.
func (c *cells) Step(i, j int) int { return slices.Index(c.near[i], j) }

// Neighbour returns the place one step away in a direction, or false if the board ends there.
func (c *cells) Neighbour(place, direction string) (string, bool) {
	i, ok := c.Number(place)
	if !ok {
		return "", false
	}
	for d, name := range c.form.names {
		if name == direction {
			if j := c.near[i][d]; j >= 0 {
				return c.places[j], true
			}
		}
	}
	return "", false
}

// Next returns the number of the place one step away from a place given by number, in the direction with this index in Directions, or -1 if
// the board ends there.
func (c *cells) Next(i, direction int) int { return c.near[i][direction] }

// Directions returns the names of the steps to neighbours, in the order fixed for the shape. The caller must not change them.
func (c *cells) Directions() []string { return c.form.names }

// Centre returns the middle of a place in lattice units, or 0, 0 for a place that is not on the board.
func (c *cells) Centre(place string) (x, y int) {
	if i, ok := c.Number(place); ok {
		return int(c.centres[i].x), int(c.centres[i].y)
	}
	return 0, 0
}

// Middle returns the Centre of a place given by number.
func (c *cells) Middle(i int) (x, y int) { return int(c.centres[i].x), int(c.centres[i].y) }

// Code returns the character of a place in a map of rows, or 0 where the map has none. As in the terrain and levels of scenario files, the
// north row comes first, with one character for each place.
func (c *cells) Code(rows []string, place string) byte {
	if row, column, ok := c.cell(rows, place); ok {
		return rows[row][column]
	}
	return 0
}

// Recode returns a map of rows in which the character of a place is replaced. It returns the same map and false where that has none.
func (c *cells) Recode(rows []string, place string, code byte) ([]string, bool) {
	row, column, ok := c.cell(rows, place)
	if ok {
		rows = slices.Clone(rows)
		rows[row] = rows[row][:column] + string([]byte{code}) + rows[row][column+1:]
	}
	return rows, ok
}

// cell finds a place in a map of rows.
func (c *cells) cell(rows []string, place string) (row, column int, ok bool) {
	column, row, ok = c.find(place)
	row = len(rows) - 1 - row
	return row, column, ok && row >= 0 && column < len(rows[row])
}
