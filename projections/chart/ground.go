package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
)

// The colours of paper and ink. Tints differ in lightness too, so that a grey print can be read.
var (
	paper    = rgb(0xfbf7ec)
	land     = rgb(0xf3ecd9)
	ink      = rgb(0x2d2a24)
	faint    = rgb(0x6f6753)
	gridLine = rgb(0x8d8266).alpha(0x66)
	frame    = rgb(0x9c9077)
)

// tint is how the ground of a look is coloured and edged.
type tint struct {
	look  string
	fill  Color
	edge  Color
	width float64 // of the edge in hundredths of the radius
	curl  float64 // bumps of the edge, in hundredths of the radius; 0 is straight
	inset float64 // how far the edge keeps from the hexside
	bumps int
}

// tints in the order of painting.
var tints = []tint{
	{look: "savanna", fill: rgb(0xeee0ae), inset: 0},
	{look: "wheat", fill: rgb(0xf0dc94), edge: rgb(0xc9a94e), width: 1.6, inset: 7, curl: 1.5, bumps: 2},
	{look: "corn", fill: rgb(0xd5d993), edge: rgb(0x7d8a3c), width: 2.2, inset: 6, curl: 2, bumps: 2},
	{look: "plough", fill: rgb(0xdcc7a3), edge: rgb(0xa98c5f), width: 1.4, inset: 8, curl: 1.5, bumps: 2},
	{look: "scrub", fill: rgb(0xd9e2b6), edge: rgb(0x93a866), width: 1.8, curl: 7, inset: 9, bumps: 3},
	{look: "unknown", fill: rgb(0xdcd6c8), inset: 0},
	{look: "mud", fill: rgb(0xe2d2b4), edge: rgb(0xb79d72), width: 1.4, curl: 5, inset: 10, bumps: 3},
	{look: "stream", fill: rgb(0xe3e1cd), inset: 14, curl: 7, bumps: 2},
	{look: "shellholes", fill: rgb(0xe6ddc6), inset: 8, curl: 6, bumps: 3},
	{look: "hill", fill: rgb(0xe6d3a3), edge: rgb(0xb08d4f), width: 2.2, curl: 6, inset: 10, bumps: 2},
	{look: "crest", fill: rgb(0xe6d3a3), edge: rgb(0x9a7436), width: 2.6, curl: 6, inset: 12, bumps: 2},
	{look: "orchard", fill: rgb(0xdfe6bb), edge: rgb(0x9aa968), width: 1.6, curl: 1.5, inset: 9, bumps: 1},
	{look: "hedge", fill: rgb(0xd9e0b4), edge: rgb(0x87985a), width: 1.4, curl: 2, inset: 5, bumps: 2},
	{look: "wood", fill: rgb(0xbccf9c), edge: rgb(0x66824c), width: 2.6, curl: 9, inset: 6, bumps: 4},
	{look: "jungle", fill: rgb(0x9fbf8d), edge: rgb(0x3f6643), width: 3, curl: 11, inset: 5, bumps: 5},
	{look: "marsh", fill: rgb(0xc5d8cd), edge: rgb(0x6f9a95), width: 1.6, curl: 7, inset: 8, bumps: 3},
	{look: "buildings", fill: rgb(0xe9dcc8), inset: 8, curl: 1, bumps: 1},
	{look: "storeys", fill: rgb(0xe0cdb8), inset: 6, curl: 1, bumps: 1},
	{look: "town", fill: rgb(0xe0cdb8), inset: 6, curl: 1, bumps: 1},
	{look: "street", fill: rgb(0xe6d6c2), inset: 6, curl: 1, bumps: 1},
	{look: "water", fill: rgb(0xa9cbe0), edge: rgb(0x4f81a5), width: 3, curl: 8, inset: 6, bumps: 2},
	{look: "river", fill: rgb(0xdfe6dd), inset: 4, curl: 6, bumps: 2},
}

// family returns what a look merges with: the edge of a village is the edge of all its houses.
func family(look string) string {
	switch look {
	case "buildings", "storeys", "town", "street":
		return "village"
	}
	return look
}

func (d *drawing) add(layer *[]Item, p *Path, k Ink) {
	if p != nil && !p.empty() && (k.Fill != 0 || k.Line != 0) {
		*layer = append(*layer, Item{Path: p, Ink: k})
	}
}

// paintGround draws all that stays: terrain, water, grid, hexsides, roads, houses, names of cells.
func (d *drawing) paintGround() {
	l := d.lay
	d.add(&d.ground, l.outline(d.cells, func(board.Cell) bool { return true }), Ink{Fill: land})
	contours := d.heights()
	edges, cells := []Item{}, d.byColumn()
	for _, t := range tints {
		in := map[string]bool{}
		for _, c := range cells {
			if d.looks[c.Place] == t.look && (c.Level == 0 || t.look != "hill") {
				in[c.Place], d.used[t.look] = true, true
			}
		}
		around := d.growth(cells, t, in)
		d.add(&d.ground, around, Ink{Fill: t.fill})
		d.add(&edges, around, Ink{Line: t.edge, Width: t.width * l.r / 100})
	}
	d.ground = append(d.ground, edges...)
	d.ground = append(d.ground, contours...)
	d.hachures()
	d.waters()
	d.grid()
	d.textures(false)
	d.strewn()
	d.walls()
	d.edges()
	d.crests()
	d.roads()
	d.rails()
	d.textures(true)
	d.groundIn(LayerAlways)
	d.fieldWorks()
	d.groundIn(LayerWorks)
	d.veil()
	d.groundIn(LayerAlways)
	d.cellNames()
	d.groundIn(LayerNumbers)
}

// region adds the part of a terrain that lies in one cell. Sides towards cells of the same family (and the edge of the
// board) run on; the others keep off the hexside and are bumpy, so that terrain looks grown and not tiled.
func (d *drawing) region(place string, t tint, fill, edge *Path) {
	d.regionOf(place, t, func(q string) bool { return family(d.looks[q]) == family(t.look) }, fill, edge)
}

// regionOf is region where alike tells which neighbours it runs on to.
func (d *drawing) regionOf(place string, t tint, alike func(string) bool, fill, edge *Path) {
	w, same := d.lay.inner(place, t, alike)
	fill.move(w[0])
	for i := range w {
		a, b := w[i], w[(i+1)%d.lay.n]
		if same[i] || t.bumps == 0 {
			fill.line(b)
			continue
		}
		edge.move(a)
		d.lay.bumps(place, i, t, a, b, fill, edge)
	}
	fill.close()
}

// inner returns the corners of the part of a terrain that lies in a cell, and which sides it runs on over, or along the edge of the board.
func (l *layout) inner(place string, t tint, alike func(string) bool) (w []pt, same []bool) {
	v, c := l.corners(place), l.at[place]
	same, w = make([]bool, l.n), make([]pt, l.n)
	for i, q := range l.sides[place] {
		same[i] = q == "" || alike(q) || t.inset == 0
	}
	in := t.inset * l.r / 100
	for i := range v {
		before, after := same[(i+l.n-1)%l.n], same[i]
		switch {
		case before && after:
			w[i] = v[i]
		case before:
			w[i] = v[i].toward(v[(i+l.n-1)%l.n], in*1.6)
		case after:
			w[i] = v[i].toward(v[(i+1)%l.n], in*1.6)
		default:
			w[i] = v[i].toward(c, in*1.7)
		}
	}
	return w, same
}

// bumps goes from a to b as terrain that has grown does.
func (l *layout) bumps(place string, side int, t tint, a, b pt, paths ...*Path) {
	g := l.kind(t.look, place, side)
	out := b.sub(a).turn().mul(-1 / b.sub(a).len())
	from := a
	for k := 1; k <= t.bumps; k++ {
		to := a.to(b, float64(k)/float64(t.bumps))
		amp := t.curl * l.r / 100 * g.between(0.7, 1.3)
		mid := from.to(to, g.between(0.4, 0.6)).add(out.mul(amp))
		for _, p := range paths {
			p.quad(mid, to)
		}
		from = to
	}
}

// growth runs around all cells of a terrain: one line, to fill and to draw.
func (d *drawing) growth(cells []board.Cell, t tint, in map[string]bool) *Path {
	l, out := d.lay, &Path{}
	alike := func(q string) bool { return family(d.looks[q]) == family(t.look) }
	type side struct {
		place string
		i     int
	}
	done := map[side]bool{}
	for _, c := range cells {
		for i, q := range l.sides[c.Place] {
			at := side{c.Place, i}
			if !in[c.Place] || in[q] || done[at] {
				continue
			}
			w, same := l.inner(at.place, t, alike)
			out.move(w[at.i])
			for !done[at] {
				done[at] = true
				a, b := w[at.i], w[(at.i+1)%l.n]
				if same[at.i] || t.bumps == 0 {
					out.line(b)
				} else {
					l.bumps(at.place, at.i, t, a, b, out)
				}
				at.i = (at.i + 1) % l.n
				from := at.place
				for over := l.sides[at.place][at.i]; in[over]; over = l.sides[at.place][at.i] { // on along the neighbour
					at = side{over, (slices.Index(l.sides[over], at.place) + 1) % l.n}
				}
				if at.place != from {
					w, same = l.inner(at.place, t, alike)
				}
			}
			out.close()
		}
	}
	return out
}

// kind returns the grain of a side of a cell: one of a few for each side, so that cells differ and yet repeat all over a map. What repeats
// takes little room in a document and in a picture.
func (l *layout) kind(look, place string, side int) grain {
	return grainOf(look + string(rune('a'+side)) + string(rune('0'+l.variant(place))))
}

// variant returns which of a few forms a cell's ground has: the same in all cells of a row. A picture is packed line by line, and what stands
// beside something like it costs next to nothing, while what stands below it is forgotten by then.
func (l *layout) variant(place string) int {
	return int(uint64(grainOf(strconv.Itoa(int(l.at[place].y)))) >> 7 % variants)
}

// hachures draws the fall of crests, and contours on hills.
func (d *drawing) hachures() {
	l := d.lay
	ticks, contour := &Path{}, &Path{}
	for _, c := range d.byColumn() {
		look := d.looks[c.Place]
		if look != "crest" && (look != "hill" || c.Level > 0) {
			continue
		}
		v, o := l.corners(c.Place), l.at[c.Place]
		for i, q := range l.sides[c.Place] {
			if q == "" || d.looks[q] == look {
				continue
			}
			g := l.kind("hachures", c.Place, i)
			a, b := v[i].to(o, 0.13), v[(i+1)%l.n].to(o, 0.13)
			for k := 1; k < 8 && look == "crest"; k++ {
				p := a.to(b, (float64(k)+g.between(-0.2, 0.2))/8)
				ticks.move(p).line(p.toward(o, l.r*g.between(0.12, 0.2)))
			}
		}
		g := l.kind("contour", c.Place, 0)
		if look == "hill" {
			for _, f := range []float64{0.55, 0.3} {
				ring(contour, o, l.r*f*0.95, l.r*f*0.62, &g)
			}
		} else {
			ring(contour, o, l.r*0.34, l.r*0.2, &g)
		}
	}
	d.add(&d.ground, ticks, Ink{Line: rgb(0x8f6b30), Width: l.r * 0.028})
	d.add(&d.ground, contour, Ink{Line: rgb(0xb08d4f), Width: l.r * 0.02})
}

// ring is an uneven oval.
func ring(p *Path, c pt, rx, ry float64, g *grain) {
	const n = 7
	var pts [n]pt
	turn := g.between(0, 6)
	for k := range pts {
		a := turn + 2*math.Pi*float64(k)/n
		f := g.between(0.88, 1.12)
		pts[k] = c.add(pt{math.Cos(a) * rx * f, math.Sin(a) * ry * f})
	}
	p.move(pts[0].to(pts[1], 0.5))
	for k := 1; k <= n; k++ {
		p.quad(pts[k%n], pts[k%n].to(pts[(k+1)%n], 0.5))
	}
	p.close()
}

// vast is the number of cells from which a map is not read cell by cell: its clear ground is left plain.
const vast = 1000

// outline runs around all cells of a kind, so that their borders with one another take no room.
func (l *layout) outline(cells []board.Cell, is func(board.Cell) bool) *Path {
	in := map[string]bool{}
	for _, c := range cells {
		in[c.Place] = is(c)
	}
	type side struct {
		place string
		i     int
	}
	done, out := map[side]bool{}, &Path{}
	for _, c := range cells {
		for i, q := range l.sides[c.Place] {
			at := side{c.Place, i}
			if !in[c.Place] || in[q] || done[at] {
				continue
			}
			out.move(l.corners(at.place)[at.i])
			for !done[at] {
				done[at] = true
				at.i = (at.i + 1) % l.n
				out.line(l.corners(at.place)[at.i])
				for over := l.sides[at.place][at.i]; in[over]; over = l.sides[at.place][at.i] { // on along the neighbour
					at = side{over, (slices.Index(l.sides[over], at.place) + 1) % l.n}
				}
			}
			out.close()
		}
	}
	return out
}

// grid draws every side once. The columns of a theatre are alike: each kind is drawn once and stamped.
func (d *drawing) grid() {
	if len(d.cells) > vast {
		d.columns()
	} else {
		p := &Path{}
		for _, c := range d.cells {
			d.sidesOf(c.Place, p, pt{})
		}
		d.add(&d.ground, p, Ink{Line: gridLine, Width: 1})
	}
	rim := &Path{}
	for _, c := range d.cells {
		v := d.lay.corners(c.Place)
		for i, q := range d.lay.sides[c.Place] {
			if q == "" {
				rim.move(v[i]).line(v[(i+1)%d.lay.n])
			}
		}
	}
	d.add(&d.ground, rim, Ink{Line: frame, Width: 1.6})
}

// columns draws the grid of a theatre.
func (d *drawing) columns() {
	var order []float64
	paths := map[float64]*Path{}
	for _, c := range d.cells {
		x := d.lay.at[c.Place].x
		if paths[x] == nil {
			order, paths[x] = append(order, x), &Path{}
		}
		d.sidesOf(c.Place, paths[x], pt{-x, 0})
	}
	stamps := map[string]int{}
	for _, x := range order {
		key := fmt.Sprint(*paths[x])
		if stamps[key] == 0 {
			d.list.Symbols = append(d.list.Symbols, Symbol{Name: "grid", Items: []Item{{Path: paths[x], Ink: Ink{Line: gridLine, Width: 1}}}})
			stamps[key] = len(d.list.Symbols)
		}
		d.ground = append(d.ground, Item{Stamp: stamps[key], X: int(x)})
	}
}

// sidesOf adds those sides of a cell that no other cell has drawn, moved by an offset.
func (d *drawing) sidesOf(place string, p *Path, by pt) {
	v, drawn := d.lay.corners(place), false
	for i, q := range d.lay.sides[place] {
		if q == "" || d.lay.index[q] < d.lay.index[place] {
			drawn = false
			continue
		}
		if !drawn {
			p.move(v[i].add(by))
		}
		p.line(v[(i+1)%d.lay.n].add(by))
		drawn = true
	}
}

// byColumn returns the cells column by column: in that order the data of each is most like that of the next.
func (d *drawing) byColumn() []board.Cell {
	cells := make([]board.Cell, 0, len(d.cells))
	for _, i := range d.lay.columns {
		cells = append(cells, d.cells[i])
	}
	return cells
}

// overgrown reports whether a pale name is hard to read in a cell: woods, water or a road lie below it.
func (d *drawing) overgrown(c board.Cell) bool {
	return d.looks[c.Place] != "clear" && d.looks[c.Place] != "hill" || len(d.roadsOf(c)) > 0
}

// cellNames writes the name of each cell along its top, small, and pale where nothing lies below it: first the pale ones, then the others, since a
// document is shorter whose neighbours are alike. Where something is dug in, busyNames writes it, perhaps elsewhere in the cell; what stands in a cell
// today is no matter of the ground, which other maps of the board share.
func (d *drawing) cellNames() {
	cells := slices.DeleteFunc(d.byColumn(), func(c board.Cell) bool { return len(d.cells) <= vast && d.dug(c) })
	for _, dark := range []bool{false, true} {
		fill, halo, glow := faint, land.alpha(0xb0), 1.0
		if dark {
			fill, halo, glow = ink.alpha(0xc0), land.alpha(0xe0), 1.6
		}
		for _, c := range cells {
			if d.overgrown(c) == dark {
				at, size, anchor := d.nameAt(c.Place)
				d.ground = append(d.ground, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Anchor: anchor, Fill: fill, Halo: halo, Glow: glow, String: strings.TrimSpace(c.Place + " " + c.Note)}})
			}
		}
	}
}

func half(f float64) float64 { return math.Round(f*2) / 2 }
func snap(f float64) float64 { return math.Floor(f*10+0.5) / 10 }

// joined returns the neighbours that a linear feature of a place leads to.
func (d *drawing) joined(place string, with func(look string) bool) []string {
	var out []string
	for _, q := range d.lay.sides[place] {
		if q != "" && with(d.looks[q]) && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}
