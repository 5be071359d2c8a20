package chart

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

// window is a part of a grid: a rectangle of its columns and rows.
type window struct {
	board.Grid
	places        []string
	in            map[string]bool
	columns, rows int
}

func (w *window) Places() []string         { return w.places }
func (w *window) Has(p string) bool        { return w.in[p] }
func (w *window) Size() (int, int)         { return w.columns, w.rows }
func (w *window) beside(p string) []string { return w.Grid.Neighbours(p) }

func (w *window) Neighbours(p string) []string {
	return slices.DeleteFunc(slices.Clone(w.Grid.Neighbours(p)), func(q string) bool { return !w.in[q] })
}

func (w *window) Neighbour(p, direction string) (string, bool) {
	q, ok := w.Grid.Neighbour(p, direction)
	return q, ok && w.in[q]
}

// What a picture in a mail may measure at 100%: pixels across and down, and cells around the action.
const (
	mailWide = 1010
	mailHigh = 1800
	around   = 2
)

// Crop cuts a sheet down to the part around its focus, for the picture in a mail, and returns the radius at which that part fits. A sheet
// without a focus, or with a small grid, is returned whole, with radius 0.
//
// Example: a theatre of 58 by 36 hexes with the focus 5018, 5222: columns 46 to 56 and rows 14 to 26 remain.
func Crop(sheet board.Sheet) (board.Sheet, int) {
	if sheet.Free != nil {
		return sheet, 0
	}
	columns, rows := sheet.Grid.Size()
	if len(sheet.Focus) == 0 || columns*rows <= 600 {
		return sheet, 0
	}
	x0, y0, x1, y1 := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	found := false
	for _, p := range sheet.Focus {
		if sheet.Grid.Has(p) {
			x, y := sheet.Grid.Centre(p)
			x0, y0, x1, y1, found = min(x0, x), min(y0, y), max(x1, x), max(y1, y), true
		}
	}
	if !found {
		return sheet, 0
	}
	sx, sy := pitch(sheet.Grid)
	grow := func(lo, hi, step, least int) (int, int) {
		for lo, hi = lo-around*step, hi+around*step; (hi-lo)/step < least; {
			lo, hi = lo-step, hi+step
		}
		return lo, hi
	}
	x0, x1 = grow(x0, x1, sx, 12)
	y0, y1 = grow(y0, y1, sy, 10)
	w := &window{Grid: sheet.Grid, in: map[string]bool{}}
	left, right, low, high := math.MaxInt, math.MinInt, math.MaxInt, math.MinInt
	for _, p := range sheet.Grid.Places() {
		if x, y := sheet.Grid.Centre(p); x >= x0 && x <= x1 && y >= y0 && y <= y1 {
			w.places, w.in[p] = append(w.places, p), true
			left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
		}
	}
	w.columns, w.rows = (right-left)/sx+1, (high-low)/sy+1
	sheet.Grid = w
	wide, tall := 1.5*float64(w.columns)+0.5, math.Sqrt(3)*(float64(w.rows)+0.5)
	if sheet.Grid.Shape() == board.PointyHex {
		wide, tall = math.Sqrt(3)*(float64(w.columns)+0.5), 1.5*float64(w.rows)+0.5
	}
	least := 32.0 // below that the figures of counters cannot be read; wide fronts should still be seen as a whole
	if wide*least > 1.3*mailWide {
		least = 28
	}
	return sheet, int(math.Max(least, math.Min(46, math.Min((mailWide-2*margin)/wide, (mailHigh-2*margin)/tall))))
}

// pitch returns how far two columns and two rows are apart in the units of a grid.
func pitch(g board.Grid) (x, y int) {
	for _, p := range g.Places() {
		px, py := g.Centre(p)
		for _, q := range g.Neighbours(p) {
			qx, qy := g.Centre(q)
			if dx := abs(px - qx); dx > 0 && (x == 0 || dx < x) {
				x = dx
			}
			if dy := abs(py - qy); dy > 0 && dy > y {
				y = dy
			}
		}
		if x > 0 && y > 0 {
			break
		}
	}
	return max(x, 1), max(y, 1)
}
