package chart

import (
	"cmp"
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

const margin = 26

// layout places a grid on paper.
type layout struct {
	grid    board.Grid
	r       float64 // centre to corner
	n       int     // corners of a cell
	first   float64 // angle of the first corner
	places  []string
	columns []int // the numbers of the places, column by column, once sorted
	at      map[string]pt
	near    map[string]pt // cells beyond the edge of a part of a board, beside those on it
	index   map[string]int
	sides   map[string][]string // neighbour over each side, "" at the edge of the board
	left, top, right,
	bottom float64
}

// own returns a copy whose radius a drawing may change while it draws what is smaller than a cell. Places are shared: nobody moves them.
func (l *layout) own() *layout {
	c := *l
	return &c
}

// newLayout scales the lattice of a grid, whatever its units: one step to a neighbour decides.
func newLayout(g board.Grid, radius int, head float64) *layout {
	l := &layout{grid: g, at: map[string]pt{}, near: map[string]pt{}, index: map[string]int{}, sides: map[string][]string{}}
	l.places = g.Places()
	cols, _ := g.Size()
	l.r = float64(radius)
	if radius == 0 {
		wide := math.Sqrt(3) * (float64(cols) + 0.5)
		switch g.Shape() {
		case board.FlatHex:
			wide = 1.5*float64(cols) + 0.5
		case board.Square:
			wide = math.Sqrt2 * float64(cols)
		}
		l.r = math.Floor(math.Min(54, math.Max(26, 980/wide)))
	}
	l.r = math.Min(80, math.Max(18, l.r))
	sx, sy := l.steps()
	w, h := l.halves()
	minX, maxY := math.Inf(1), math.Inf(-1)
	for _, p := range l.places {
		x, y := g.Centre(p)
		minX, maxY = math.Min(minX, float64(x)*sx), math.Max(maxY, float64(y)*sy)
	}
	l.left, l.top = margin, head
	if part, ok := g.(*window); ok {
		for _, p := range l.places {
			for _, q := range part.beside(p) {
				if x, y := g.Centre(q); !part.in[q] {
					l.near[q] = pt{margin + w + float64(x)*sx - minX, head + h + maxY - float64(y)*sy}
				}
			}
		}
	}
	for i, p := range l.places {
		x, y := g.Centre(p)
		c := pt{margin + w + float64(x)*sx - minX, head + h + maxY - float64(y)*sy}
		c = pt{math.Round(c.x), math.Round(c.y)}
		l.at[p], l.index[p] = c, i
		l.right, l.bottom = math.Max(l.right, c.x+w), math.Max(l.bottom, c.y+h)
	}
	for _, p := range l.places {
		l.sides[p] = l.sidesOf(p)
	}
	return l
}

// sort puts the places into the order of their columns.
func (l *layout) sort() {
	for i := range l.places {
		l.columns = append(l.columns, i)
	}
	slices.SortStableFunc(l.columns, func(a, b int) int {
		p, q := l.at[l.places[a]], l.at[l.places[b]]
		return cmp.Or(cmp.Compare(p.x, q.x), cmp.Compare(p.y, q.y))
	})
}

// steps finds how many pixels a lattice unit is in x and y.
func (l *layout) steps() (sx, sy float64) {
	l.n, l.first = 6, -math.Pi/2
	wide, high := math.Sqrt(3)*l.r, 1.5*l.r
	switch l.grid.Shape() {
	case board.FlatHex:
		l.first, wide, high = -math.Pi/3, 1.5*l.r, math.Sqrt(3)*l.r
	case board.Square:
		l.n, l.first = 4, -math.Pi/4
		wide, high = math.Sqrt2*l.r, math.Sqrt2*l.r
	}
	dx, dy := 0, 0
	for _, p := range l.places {
		x, y := l.grid.Centre(p)
		for _, q := range l.grid.Neighbours(p) {
			u, v := l.grid.Centre(q)
			ex, ey := abs(u-x), abs(v-y)
			straightX := ey == 0 || l.grid.Shape() == board.FlatHex
			straightY := ex == 0 || l.grid.Shape() == board.PointyHex
			if ex > 0 && straightX && (dx == 0 || ex < dx) {
				dx = ex
			}
			if ey > 0 && straightY && (dy == 0 || ey < dy) {
				dy = ey
			}
		}
		if dx > 0 && dy > 0 {
			break
		}
	}
	return wide / float64(max(dx, 1)), high / float64(max(dy, 1))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// halves are half the width and height of a cell.
func (l *layout) halves() (w, h float64) {
	switch l.grid.Shape() {
	case board.FlatHex:
		return l.r, l.r * math.Sqrt(3) / 2
	case board.Square:
		return l.r / math.Sqrt2, l.r / math.Sqrt2
	}
	return l.r * math.Sqrt(3) / 2, l.r
}

// corners of a cell, clockwise from the first.
func (l *layout) corners(p string) []pt {
	c := l.at[p]
	out := make([]pt, l.n)
	for i := range out {
		out[i] = c.add(polar(l.first+float64(i)*2*math.Pi/float64(l.n), l.r))
	}
	return out
}

// sidesOf finds the neighbour over each side i, which lies between corners i and i+1.
func (l *layout) sidesOf(p string) []string {
	out := make([]string, l.n)
	c := l.at[p]
	for _, q := range l.grid.Neighbours(p) {
		d := l.at[q].sub(c)
		for i := range out {
			a := l.sideAngle(i)
			if (d.x*math.Cos(a)+d.y*math.Sin(a))/d.len() > 0.9 {
				out[i] = q
			}
		}
	}
	return out
}

func (l *layout) sideAngle(i int) float64 {
	return l.first + (float64(i)+0.5)*2*math.Pi/float64(l.n)
}

// apothem returns the distance from the centre to a side.
func (l *layout) apothem() float64 { return l.r * math.Cos(math.Pi/float64(l.n)) }

// side returns the two corners that two places share.
func (l *layout) side(a, b string) (pt, pt, bool) {
	for i, q := range l.sides[a] {
		if q == b && b != "" {
			v := l.corners(a)
			return v[i], v[(i+1)%l.n], true
		}
	}
	if _, in := l.at[a]; !in {
		a, b = b, a
	}
	in, ok := l.at[a]
	out, beyond := l.near[b]
	if !ok || !beyond {
		return pt{}, pt{}, false
	}
	v, d := l.corners(a), out.sub(in)
	for i := range v {
		if s := l.sideAngle(i); (d.x*math.Cos(s)+d.y*math.Sin(s))/d.len() > 0.9 {
			return v[i], v[(i+1)%l.n], true
		}
	}
	return pt{}, pt{}, false
}

// compass returns the angle of a direction's name on paper.
func (l *layout) compass(place, dir string) (float64, bool) {
	if dir == "" {
		return 0, false
	}
	if q, ok := l.grid.Neighbour(place, dir); ok {
		d := l.at[q].sub(l.at[place])
		return math.Atan2(d.y, d.x), true
	}
	for _, p := range l.places { // the same direction from another place
		if q, ok := l.grid.Neighbour(p, dir); ok {
			d := l.at[q].sub(l.at[p])
			return math.Atan2(d.y, d.x), true
		}
	}
	return 0, false
}
