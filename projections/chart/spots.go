package chart

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

// Spots says where on a map its places and units are, in pixels of the drawing, for a program in which a reader points at them.
type Spots struct {
	Places []Spot // the middles of the cells, in the order of the grid; none on a free table
	Units  []Spot // counters or models, those on top first
	Table  *Table // of a free table
}

// Spot is the middle of something on a map, and how far it reaches from there.
type Spot struct {
	Name    string
	Side    int // -1 for nobody
	Place   string
	X, Y, R float64
}

// Table is where a free table lies on its map.
type Table struct {
	Left, Bottom float64 // of its south-west corner
	Scale        float64 // pixels to a tenth of an inch
	Width        int     // in tenths of an inch
	Height       int
}

// At returns the unit at a point of the map, the one on top if there are several, or "".
func (s Spots) At(x, y float64) (unit string) {
	for _, u := range s.Units {
		if math.Hypot(u.X-x, u.Y-y) <= u.R {
			return u.Name
		}
	}
	return ""
}

// Place returns the cell at a point of the map, or false outside the board.
func (s Spots) Place(x, y float64) (string, bool) {
	best, at := math.Inf(1), -1
	for i, p := range s.Places { // the cell whose middle is nearest: the cells of a lattice are just that
		if d := math.Hypot(p.X-x, p.Y-y); d < best && d <= p.R {
			best, at = d, i
		}
	}
	if at < 0 {
		return "", false
	}
	return s.Places[at].Name, true
}

// Point returns the point of a free table at a point of its map, or false beside the table.
func (s Spots) Point(x, y float64) (board.At, bool) {
	t := s.Table
	if t == nil {
		return board.At{}, false
	}
	at := board.At{X: int(math.Round((x - t.Left) / t.Scale)), Y: int(math.Round((t.Bottom - y) / t.Scale))}
	return at, at.X >= 0 && at.Y >= 0 && at.X <= t.Width && at.Y <= t.Height
}

// spots notes where the places and the counters of a board are.
func (d *drawing) spots() Spots {
	var s Spots
	s.Places = make([]Spot, 0, len(d.lay.places))
	for _, p := range d.lay.places {
		at := d.lay.at[p]
		s.Places = append(s.Places, Spot{Name: p, Side: -1, Place: p, X: at.x, Y: at.y, R: d.lay.r})
	}
	stacks := d.stacks()
	half := d.counterSize() / 2
	for _, p := range d.lay.places {
		for i, u := range stacks[p] {
			at := d.spot(p, i, len(stacks[p]))
			s.Units = append(s.Units, Spot{Name: u.ID, Side: u.Side, Place: p, X: at.x, Y: at.y, R: half})
		}
	}
	return s
}

// freeSpots notes where the models of a free table are.
func (d *drawing) freeSpots() Spots {
	f := d.sheet.Free
	s := Spots{Table: &Table{Left: d.lay.left, Bottom: d.lay.bottom, Scale: inch / 10, Width: f.Width, Height: f.Height}}
	for _, m := range slices.Backward(f.Models) {
		at := d.on(m.Centre)
		s.Units = append(s.Units, Spot{Name: m.Unit, Side: m.Side, X: at.x, Y: at.y, R: math.Max(float64(m.Radius)*inch/10, 8)})
	}
	return s
}
