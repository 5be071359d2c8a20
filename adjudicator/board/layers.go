package board

import "fmt"

// Row is a row of a terrain chart.
type Row interface {
	// Sign says how the terrain is written on a map and drawn. What only lies on terrain, such as wire, has no code.
	Sign() Terrain
}

// Ground is a board with the chart that says what the codes of its map mean; T is a row of the game's own chart. It never changes, so all
// games on one map share it. The map itself, which may change, belongs to the position.
type Ground[T Row] struct {
	*Board
	chart []T
	rows  [256]*T // by code; the zero value where there is none
}

// NewGround works out a board and the meaning of its codes. Codes have one character: longer ones appear on no map and are ignored. If two
// rows have the same code, the first counts. The ground points into the chart.
func NewGround[T Row](g Grid, chart []T) *Ground[T] {
	x, none := &Ground[T]{Board: NewBoard(g), chart: chart}, new(T)
	for i := range x.rows {
		x.rows[i] = none
	}
	for i := len(chart) - 1; i >= 0; i-- {
		if c := chart[i].Sign().Code; len(c) == 1 {
			x.rows[c[0]] = &chart[i]
		}
	}
	return x
}

// At returns the row of the chart for a place of a map, or the zero value where the map has no known code. The caller must not change it.
func (x *Ground[T]) At(rows []string, place string) *T { return x.rows[x.Code(rows, place)] }

// CodeAt is a code for one place of a map.
type CodeAt struct {
	Place string `key:"hex"`
	Code  string `key:"code"`
}

// Patch returns a map with some places changed. The map that it was given stays as it is.
func (x *Ground[T]) Patch(rows []string, at ...CodeAt) ([]string, error) {
	for _, c := range at {
		ok := len(c.Code) == 1 && (*x.rows[c.Code[0]]).Sign().Code == c.Code
		if ok {
			rows, ok = x.Recode(rows, c.Place, c.Code[0])
		}
		if !ok {
			return nil, fmt.Errorf("terrain %q at %q", c.Code, c.Place)
		}
	}
	return rows, nil
}

// Sheet draws each place, with the legend of the chart.
func (x *Ground[T]) Sheet(title string, cell func(place string) Cell) Sheet {
	var legend []Terrain
	for _, row := range x.chart {
		legend = append(legend, row.Sign())
	}
	return NewSheet(title, x.Grid, legend, cell)
}

// Beside returns the neighbours of a place for which joins reports true, in the order of Neighbours: those to which a road leads, or those
// behind a wall.
func Beside(g Grid, place string, joins func(a, b string) bool) []string {
	var out []string
	for _, n := range g.Neighbours(place) {
		if joins(place, n) {
			out = append(out, n)
		}
	}
	return out
}

// Runs splits the places of a line, such as a trench, into paths of neighbours. A place that does not touch the one before it begins a new
// path, which is joined to the first earlier place that it touches, if there is one.
func Runs(g Grid, line []string) [][]string {
	var out [][]string
	for i, place := range line {
		if i > 0 && g.Distance(line[i-1], place) == 1 {
			out[len(out)-1] = append(out[len(out)-1], place)
			continue
		}
		run := []string{place}
		for _, earlier := range line[:i] {
			if g.Distance(earlier, place) == 1 {
				run = []string{earlier, place}
				break
			}
		}
		out = append(out, run)
	}
	return out
}
