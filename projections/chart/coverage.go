package chart

import (
	"math"
	"math/bits"
)

// coverage finds how much of each pixel polygons cover, exactly, in whole numbers. Its cost depends on the length of the edges, not on the
// area they enclose: only pixels with an edge are noted, and whatever lies between two of them is one run.
type coverage struct {
	wide, high int
	changes    []int32  // by how much the cover of a row changes at a pixel, in 1/512 of 1/256 pixel
	touched    []uint64 // a bit for each pixel that has changed
	words      int      // of touched in a row
	parts      uint32   // how fine the covers are that are told apart
}

// unit is a pixel in the numbers of this file.
const unit = 256

// begin makes room for a part of that many pixels. All is zero then: runs leaves it so.
func (c *coverage) begin(wide, high int) {
	c.wide, c.high, c.words = wide, high, (wide+2+63)/64
	if n := (wide + 2) * high; len(c.changes) < n {
		c.changes = make([]int32, n)
	}
	if n := c.words * high; len(c.touched) < n {
		c.touched = make([]uint64, n)
	}
}

// polygon adds a closed polygon, moved so that (x, y) becomes the corner of the part.
func (c *coverage) polygon(run []pt, x, y float64) {
	at := func(q pt) (int, int) {
		return int(math.Floor((q.x-x)*unit + 0.5)), int(math.Floor((q.y-y)*unit + 0.5))
	}
	x0, y0 := at(run[len(run)-1])
	for _, q := range run {
		x1, y1 := at(q)
		c.edge(x0, y0, x1, y1)
		x0, y0 = x1, y1
	}
}

// edge adds a line, cut to the part: what lies left of it is kept, as it covers all to its right.
func (c *coverage) edge(x0, y0, x1, y1 int) {
	bottom, right := c.high*unit, c.wide*unit
	if y0 == y1 || max(y0, y1) <= 0 || min(y0, y1) >= bottom || min(x0, x1) >= right {
		return
	}
	cut := func(y int) int { return x0 + (x1-x0)*(y-y0)/(y1-y0) }
	for _, y := range [2]int{0, bottom} {
		if min(y0, y1) < y && y < max(y0, y1) {
			x := cut(y)
			c.edge(x0, y0, x, y)
			c.edge(x, y, x1, y1)
			return
		}
	}
	for _, x := range [2]int{0, right} {
		if min(x0, x1) < x && x < max(x0, x1) {
			y := y0 + (y1-y0)*(x-x0)/(x1-x0)
			c.edge(x0, y0, x, y)
			c.edge(x, y, x1, y1)
			return
		}
	}
	c.line(max(x0, 0), y0, max(x1, 0), y1)
}

// line adds a line that lies within the part, row by row.
func (c *coverage) line(x0, y0, x1, y1 int) {
	dx, dy, row, last := x1-x0, y1-y0, y0/unit, y1/unit
	fy0, fy1 := y0-row*unit, y1-last*unit
	if row == last {
		c.part(row, x0, fy0, x1, fy1)
		return
	}
	edge, step := unit, 1 // of the row that the line leaves
	way := (unit - fy0) * dx
	if dy < 0 {
		edge, step, dy = 0, -1, -dy
		way = fy0 * dx
	}
	x, rest := floor(way, dy)
	x += x0
	c.part(row, x0, fy0, x, edge)
	row += step
	lift, more := floor(unit*dx, dy)
	for rest -= dy; row != last; row += step {
		d := lift
		if rest += more; rest >= 0 {
			rest -= dy
			d++
		}
		c.part(row, x, unit-edge, x+d, edge)
		x += d
	}
	c.part(row, x, unit-edge, x1, fy1)
}

// part adds the piece of a line that lies in one row, pixel by pixel; y0 and y1 are counted from the top of the row.
func (c *coverage) part(row, x0, y0, x1, y1 int) {
	if y0 == y1 {
		return
	}
	at, last := x0/unit, x1/unit
	fx0, fx1 := x0-at*unit, x1-last*unit
	if at == last {
		c.note(row, at, y1-y0, (fx0+fx1)*(y1-y0))
		return
	}
	edge, step, dx := unit, 1, x1-x0
	way := (unit - fx0) * (y1 - y0)
	if dx < 0 {
		edge, step, dx = 0, -1, -dx
		way = fx0 * (y1 - y0)
	}
	d, rest := floor(way, dx)
	c.note(row, at, d, (fx0+edge)*d)
	y := y0 + d
	if at += step; at != last {
		lift, more := floor(unit*(y1-y), dx)
		for rest -= dx; at != last; at += step {
			d := lift
			if rest += more; rest >= 0 {
				rest -= dx
				d++
			}
			c.note(row, at, d, unit*d)
			y += d
		}
	}
	c.note(row, at, y1-y, (fx1+unit-edge)*(y1-y))
}

// floor divides downwards; the rest is not negative.
func floor(a, b int) (int, int) {
	n, rest := a/b, a%b
	if rest < 0 {
		n, rest = n-1, rest+b
	}
	return n, rest
}

// note adds to a pixel the height of a line in it, and twice the area on the left of the line.
func (c *coverage) note(row, x, height, left int) {
	if row >= c.high { // a line along the lower edge
		return
	}
	i := row*(c.wide+2) + x
	c.changes[i] += int32(height*2*unit - left)
	c.changes[i+1] += int32(left)
	c.touched[row*c.words+x>>6] |= 1 << (x & 63)
	c.touched[row*c.words+(x+1)>>6] |= 1 << ((x + 1) & 63)
}

// edgeParts and letterParts are how fine the covers of a pixel are that a picture tells apart: the edges of shapes know halves, those of letters
// quarters. At the width of a pixel the eye sees hardly any finer ones, and edges that repeat themselves take a quarter less room in a
// letter.
const (
	edgeParts   = 2
	letterParts = 4
	allParts    = 255
)

// graded returns the nearest cover, of 255, that is told apart.
func graded(cover, parts uint32) uint32 { return (cover*parts + 127) / 255 * 255 / parts }

// runs reports what is covered, in runs of equally covered pixels (out of 255, in steps), and resets the coverage.
func (c *coverage) runs(each func(y, x0, x1 int, cover uint32)) {
	for y := range c.high {
		row := c.changes[y*(c.wide+2):][:c.wide+2]
		sum, cover, from := int32(0), uint32(0), 0
		for k, word := range c.touched[y*c.words:][:c.words] {
			if word == 0 {
				continue
			}
			c.touched[y*c.words+k] = 0
			for ; word != 0; word &= word - 1 {
				x := k<<6 + bits.TrailingZeros64(word)
				sum += row[x]
				row[x] = 0
				now := graded(uint32(min(max(sum, -sum)>>9, 255)), c.parts)
				if now == cover {
					continue
				}
				if to := min(x, c.wide); cover > 0 && to > from {
					each(y, from, to, cover)
				}
				from, cover = x, now
			}
		}
		if cover > 0 && c.wide > from {
			each(y, from, c.wide, cover)
		}
	}
}
