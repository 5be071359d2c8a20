package board

// SquareGrid is a board of squares.
type SquareGrid struct {
	cells
	diagonals Diagonals
}

// NewSquare makes a board of squares. It returns an error if the size or the numbering cannot make a board.
func NewSquare(columns, rows int, o Options) (*SquareGrid, error) {
	f := &squareForm
	if o.Diagonals == NoDiagonal {
		f = &rookForm
	}
	c, err := build(Square, f, columns, rows, o, func(column, row int) vec {
		return vec{2 * int64(column), 2 * int64(row)}
	})
	if err != nil {
		return nil, err
	}
	return &SquareGrid{c, o.Diagonals}, nil
}

// Distance returns the distance of two places, measured as the board's Diagonals say, or Far if one of them is not on the board.
func (g *SquareGrid) Distance(a, b string) int {
	i, ok := g.Number(a)
	j, also := g.Number(b)
	if !ok || !also {
		return Far
	}
	return g.Apart(i, j)
}

// Apart is like Distance but takes the numbers of the places.
func (g *SquareGrid) Apart(i, j int) int {
	d := g.centres[i].minus(g.centres[j])
	long, short := int(abs(d.x)/2), int(abs(d.y)/2)
	if long < short {
		long, short = short, long
	}
	switch {
	case g.diagonals == EachDiagonal:
		return long
	case g.diagonals == NoDiagonal || short == 0:
		return long + short
	default: // BB-1.4e: short diagonal steps; the first of them saves one
		return long - short + 1 + 2*(short-1)
	}
}
