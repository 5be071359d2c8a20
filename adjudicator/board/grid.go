package board

// Grid names places and measures between them. Implementations are values without state.
type Grid interface {
	Shape() Shape
	Size() (columns, rows int)
	Places() []string // all of them, row by row from the south, west to east
	Has(place string) bool
	Neighbours(place string) []string // in the fixed order of Directions, those on the board
	Neighbour(place, direction string) (string, bool)
	Directions() []string
	Distance(a, b string) int
	Code(rows []string, place string) byte // of a place in a map of rows, the north row first; 0 for none
	// Centre is the middle of a place in lattice units (see the implementation); y grows to the north.
	Centre(place string) (x, y int)
}

// Shape is how a grid's cells look.
type Shape int

// The shapes.
const (
	PointyHex Shape = iota + 1 // straight rows
	FlatHex                    // straight columns
	Square
)
