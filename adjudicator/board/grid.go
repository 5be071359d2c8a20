package board

// Grid names places and measures between them. Implementations are values without state.
type Grid interface {
	Shape() Shape
	Size() (columns, rows int)
	Places() []string // all of them, row by row from the south, west to east
	Has(place string) bool
	Number(place string) (int, bool)  // where it stands among Places; false if it is not one of them
	Neighbours(place string) []string // in the fixed order of Directions, those on the board
	Neighbour(place, direction string) (string, bool)
	Directions() []string
	Distance(a, b string) int
	Apart(i, j int) int // Distance by the numbers of the places
	// Code is the character of a place in a map of rows, as scenario files write terrain and levels: the north row first, one
	// character a place; 0 where the map has none. Recode puts another, in a row of its own, and reports whether there was one.
	Code(rows []string, place string) byte
	Recode(rows []string, place string, code byte) bool
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
