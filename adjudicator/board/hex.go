package board

import "fmt"

// HexGrid is a board of hexagons.
type HexGrid struct{ cells }

// NewHex makes a board of pointy or flat hexes. It returns an error if the size or the numbering cannot make a board.
func NewHex(shape Shape, columns, rows int, o Options) (*HexGrid, error) {
	var f *form
	switch shape {
	case PointyHex:
		f = &pointyForm
	case FlatHex:
		f = &flatForm
	default:
		return nil, fmt.Errorf("shape %d is not a hex", shape)
	}
	c, err := build(shape, f, columns, rows, o, func(column, row int) vec {
		number, line := o.number(columns, rows, column, row)
		if shape == PointyHex {
			return vec{2*int64(column) + o.shifted(line), int64(row)}
		}
		return vec{int64(column), 2*int64(row) - o.shifted(number)}
	})
	if err != nil {
		return nil, err
	}
	return &HexGrid{c}, nil
}

// Distance returns the number of steps between two places, or Far if one of them is not on the board.
func (g *HexGrid) Distance(a, b string) int {
	i, ok := g.Number(a)
	j, also := g.Number(b)
	if !ok || !also {
		return Far
	}
	return g.Apart(i, j)
}

// Apart is like Distance but takes the numbers of the places.
func (g *HexGrid) Apart(i, j int) int {
	d := g.centres[i].minus(g.centres[j])
	along, across := abs(d.x), abs(d.y) // along the straight lines of hexes, and across them
	if g.shape == FlatHex {
		along, across = across, along
	}
	// Each step across the lines also moves half a hex along them.
	return int(across + max(0, (along-across)/2))
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
