package board

// Grid names places and measures between them. Implementations are values without state.
type Grid interface {
	Shape() Shape
	Size() (columns, rows int)
	Places() []string // all of them, row by row from the south, west to east
	Has(place string) bool
	Number(place string) (int, bool)  // its index in Places; false if it is not one of them
	Neighbours(place string) []string // those on the board, in the fixed order of Directions
	Beside(i int) []int               // the Neighbours of a place given by number, as numbers
	Step(i, j int) int                // the index in Directions of the step from a place to another, given by number; -1 if they are not neighbours
	Neighbour(place, direction string) (string, bool)
	Next(i, direction int) int // the Neighbour of a place given by number, in the direction with this index in Directions; -1 off the board
	Directions() []string
	Distance(a, b string) int
	Apart(i, j int) int // the Distance of two places given by number
	// Code returns the character of a place in a map of rows, or 0 where the map has none. As in the terrain and levels of scenario files, the
	// north row comes first, with one character for each place. Recode returns a map in which it is replaced, and whether there was one. The
	// map that it was given stays as it is: games share theirs with the scenario and with copies of their position.
	Code(rows []string, place string) byte
	Recode(rows []string, place string, code byte) ([]string, bool)
	// Centre returns the middle of a place in lattice units (see the implementation); y grows to the north.
	Centre(place string) (x, y int)
	Middle(i int) (x, y int) // the Centre of a place given by number
}

// Shape is the shape of a grid's cells.
type Shape int

// The shapes.
const (
	PointyHex Shape = iota + 1 // straight rows
	FlatHex                    // straight columns
	Square
)
