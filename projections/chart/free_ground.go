package chart

import (
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
)

// softEdge is how far from a corner, in pixels, the outline of natural ground begins to bend. The rules measure to the corner itself: so near to it,
// the bend is too small to be read wrongly.
const softEdge = 12.0

// outlinePath returns the shape of a patch: natural ground has no sharp corners.
func (d *drawing) outlinePath(p board.Patch) *Path {
	switch pts := d.onAll(p.Hull); {
	case len(pts) == 0:
		return new(Path).circle(d.on(p.Centre), float64(p.Radius)*inch/10)
	case slices.Contains(natural, p.Look):
		return new(Path).soft(pts, softEdge)
	default:
		return new(Path).poly(pts...)
	}
}

// natural are the looks of ground that nobody has built or ploughed.
var natural = []string{"hill", "marsh", "water", "rock", "wood"}

// soft draws a polygon whose corners are bent, from so many pixels before each to as many behind it.
func (p *Path) soft(pts []pt, bend float64) *Path {
	n := len(pts)
	for i, q := range pts {
		before, after := pts[(i+n-1)%n], pts[(i+1)%n]
		a := q.toward(before, math.Min(bend, before.sub(q).len()/2))
		b := q.toward(after, math.Min(bend, after.sub(q).len()/2))
		if i == 0 {
			p.move(a)
		} else {
			p.line(a)
		}
		p.quad(q, b)
	}
	return p.close()
}

// shrunk moves the corners of a polygon toward its middle.
func shrunk(pts []pt, to float64) []pt {
	var c pt
	for _, q := range pts {
		c = c.add(q.mul(1 / float64(len(pts))))
	}
	out := make([]pt, len(pts))
	for i, q := range pts {
		out[i] = c.to(q, to)
	}
	return out
}

// patch paints one piece of ground.
func (d *drawing) patch(p board.Patch) {
	g := grainOf(p.ID + p.Look)
	shape, pts := d.outlinePath(p), d.onAll(p.Hull)
	switch p.Look {
	case "hill":
		d.knoll(p, pts)
	case "road":
		d.lane(pts)
	case "wheat":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xf0dc94), Line: rgb(0xb99a45), Width: 1.6})
		d.furrows(pts)
		d.ears(p, &g)
	case "marsh":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xc5d8cd), Line: rgb(0x6f9a95), Width: 1.4})
		d.reedsIn(p, &g)
	case "water":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xa9cbe0), Line: rgb(0x4f81a5), Width: 1.8})
		if len(pts) > 0 {
			d.add(&d.ground, new(Path).soft(shrunk(pts, 0.78), softEdge).soft(shrunk(pts, 0.52), softEdge), Ink{Line: rgb(0x7fadcb), Width: 1})
		}
	case "rock":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xcfc6b8), Line: rgb(0x77695a), Width: 2})
		d.boulders(p, &g)
	case "zone":
		d.add(&d.ground, shape, Ink{Line: d.livery(p.Side).line.alpha(0xa0), Width: 1.4, Dash: [2]float64{7, 5}})
	case "mines":
		d.add(&d.ground, shape, Ink{Fill: alarm.alpha(0x18), Line: alarm, Width: 1.2, Dash: [2]float64{4, 3}})
	case "wood":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xbccf9c), Line: rgb(0x66824c), Width: 1.4})
		d.ground = append(d.ground, d.trees(d.canopy(p, pts, &g), inch*0.42, rgb(0x7d9a5b), rgb(0x4d6b37), rgb(0x9db87c), &g)...)
	case "buildings":
		d.estate(p, pts)
	case "trench":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xb98f55), Line: rgb(0x5f4722), Width: 2.2})
	case "pit", "bunker":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xd9bf8f), Line: rgb(0x7a5c2c), Width: 2.6, Dash: [2]float64{3, 2}})
	default:
		d.barrier(p, &g)
	}
}

// knoll is a hill: tinted, with hachures that run down from its edge and two lines of height.
func (d *drawing) knoll(p board.Patch, pts []pt) {
	d.add(&d.ground, d.outlinePath(p), Ink{Fill: rgb(0xe9d9ae), Line: rgb(0xb08d4f), Width: 1.8})
	if len(pts) == 0 {
		return
	}
	inner := shrunk(pts, 0.66)
	d.add(&d.ground, new(Path).soft(inner, 2*softEdge), Ink{Fill: rgb(0xe2cd97), Line: rgb(0xb08d4f), Width: 1})
	d.add(&d.ground, new(Path).soft(shrunk(pts, 0.34), 2*softEdge), Ink{Fill: rgb(0xdcc484), Line: rgb(0xb08d4f), Width: 1})
	hatch := &Path{}
	for i, a := range pts {
		b, c, e := pts[(i+1)%len(pts)], inner[i], inner[(i+1)%len(pts)]
		for n, k := int(b.sub(a).len()/9), 0; k < n; k++ {
			f := (float64(k) + 0.5) / float64(n)
			q := a.to(b, f)
			hatch.move(q.toward(c.to(e, f), 2)).line(q.toward(c.to(e, f), 8))
		}
	}
	d.add(&d.ground, hatch, Ink{Line: rgb(0xb08d4f).alpha(0xb0), Width: 1})
}

// lane is a road: its bed, and the tracks of wheels along it.
func (d *drawing) lane(pts []pt) {
	d.add(&d.ground, new(Path).poly(pts...), Ink{Fill: rgb(0xe6d4aa), Line: rgb(0xb79a64), Width: 1.2})
	if len(pts) != 4 {
		return
	}
	a, b, c, e := pts[0], pts[1], pts[2], pts[3]
	if a.sub(b).len() > b.sub(c).len() {
		a, b, c, e = b, c, e, a
	}
	tracks := &Path{}
	for _, f := range []float64{0.34, 0.66} {
		tracks.move(a.to(b, f)).line(e.to(c, f))
	}
	d.add(&d.ground, tracks, Ink{Line: rgb(0xc7aa74), Width: 1.4, Dash: [2]float64{14, 5}})
}

// furrows are ploughed along the longest side of a field.
func (d *drawing) furrows(pts []pt) {
	if len(pts) < 3 {
		return
	}
	var along pt
	for i, a := range pts {
		if e := pts[(i+1)%len(pts)].sub(a); e.len() > along.len() {
			along = e
		}
	}
	along = along.mul(1 / along.len())
	across := along.turn()
	at := func(q pt) float64 { return q.x*across.x + q.y*across.y }
	low, high := math.Inf(1), math.Inf(-1)
	for _, q := range pts {
		low, high = math.Min(low, at(q)), math.Max(high, at(q))
	}
	lines := &Path{}
	for t := low + 4; t < high-2; t += 8 {
		var cuts []pt
		for i, a := range pts {
			b := pts[(i+1)%len(pts)]
			if s, e := at(a), at(b); s < t != (e < t) {
				cuts = append(cuts, a.to(b, (t-s)/(e-s)))
			}
		}
		slices.SortFunc(cuts, func(a, b pt) int {
			if (b.x-a.x)*along.x+(b.y-a.y)*along.y > 0 {
				return -1
			}
			return 1
		})
		for i := 0; i+1 < len(cuts); i += 2 {
			lines.move(cuts[i].toward(cuts[i+1], 3)).line(cuts[i+1].toward(cuts[i], 3))
		}
	}
	d.add(&d.ground, lines, Ink{Line: rgb(0xdcc06a), Width: 1.6})
}

// inShape reports whether a place on paper lies in a patch, at least that far from its edge.
func (d *drawing) inShape(p board.Patch, q pt, keep float64) bool {
	pts := d.onAll(p.Hull)
	if len(pts) == 0 {
		return q.sub(d.on(p.Centre)).len()+keep <= float64(p.Radius)*inch/10
	}
	in, room := false, math.Inf(1)
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		if (a.y > q.y) != (b.y > q.y) && q.x < a.x+(b.x-a.x)*(q.y-a.y)/(b.y-a.y) {
			in = !in
		}
		e := b.sub(a)
		along := math.Max(0, math.Min(1, ((q.x-a.x)*e.x+(q.y-a.y)*e.y)/math.Max(e.x*e.x+e.y*e.y, 1)))
		room = math.Min(room, q.sub(a.add(e.mul(along))).len())
	}
	return in && room >= keep
}

// strew spreads points over a patch.
func (d *drawing) strew(p board.Patch, apart, keep float64, g *grain) []pt {
	b := d.bounds(p)
	var out []pt
	for y := b.y0; y <= b.y1; y += apart {
		for x := b.x0; x <= b.x1; x += apart {
			q := pt{x + g.between(-0.35, 0.35)*apart, y + g.between(-0.35, 0.35)*apart}
			if d.inShape(p, q, keep) {
				out = append(out, q)
			}
		}
	}
	return out
}

// canopy spreads the trees of a wood: a row along its edge, whose crowns end where the wood ends, and others behind it.
func (d *drawing) canopy(p board.Patch, pts []pt, g *grain) []pt {
	const crown = inch * 0.42
	out := d.strew(p, inch*0.92, crown*2.4, g)
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		n := max(1, int(b.sub(a).len()/(crown*1.7)))
		for k := range n {
			q := a.to(b, (float64(k)+g.between(0.3, 0.7))/float64(n))
			if in := q.toward(shrunk(pts, 0)[0], crown*g.between(1.05, 1.35)); d.inShape(p, in, crown*0.9) {
				out = append(out, in)
			}
		}
	}
	slices.SortFunc(out, func(a, b pt) int { return int(math.Copysign(1, a.y-b.y)) })
	return out
}

func (d *drawing) bounds(p board.Patch) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, q := range append(d.onAll(p.Hull), d.onAll(p.Line)...) {
		b = box{math.Min(b.x0, q.x), math.Min(b.y0, q.y), math.Max(b.x1, q.x), math.Max(b.y1, q.y)}
	}
	if len(p.Hull)+len(p.Line) == 0 {
		c, r := d.on(p.Centre), float64(p.Radius)*inch/10
		b = box{c.x - r, c.y - r, c.x + r, c.y + r}
	}
	return b
}

// ears of wheat stand over a field.
func (d *drawing) ears(p board.Patch, g *grain) {
	ear := &Path{}
	for _, q := range d.strew(p, 19, 6, g) {
		ear.move(q.add(pt{0, 3})).line(q.add(pt{0, -5}))
		for _, x := range []float64{-1, 1} {
			ear.move(q.add(pt{0, -1})).line(q.add(pt{x * 2.4, -4}))
		}
	}
	d.add(&d.ground, ear, Ink{Line: rgb(0xa87f22), Width: 1})
}

func (d *drawing) reedsIn(p board.Patch, g *grain) {
	reed, pool := &Path{}, &Path{}
	for i, q := range d.strew(p, 15, 5, g) {
		if i%3 == 0 {
			pool.move(q.add(pt{-5, 2})).quad(q.add(pt{0, -1}), q.add(pt{5, 2}))
			continue
		}
		for _, x := range []float64{-2, 0, 2} {
			reed.move(q.add(pt{x, 2})).line(q.add(pt{x * 1.6, -4}))
		}
	}
	d.add(&d.ground, pool, Ink{Line: rgb(0x4f8a93), Width: 1.2})
	d.add(&d.ground, reed, Ink{Line: rgb(0x5d7f54), Width: 1})
}

// boulders lie in rocks.
func (d *drawing) boulders(p board.Patch, g *grain) {
	stones := &Path{}
	for _, q := range d.strew(p, 20, 8, g) {
		var ring []pt
		for k := range 5 {
			ring = append(ring, q.add(polar(2*math.Pi*float64(k)/5+g.between(-0.4, 0.4), g.between(4, 8))))
		}
		stones.poly(ring...)
	}
	d.add(&d.ground, stones, Ink{Fill: rgb(0xb9ae9d), Line: rgb(0x77695a), Width: 1.2})
}

// farmSide is the least side, in pixels, of a building that is drawn as wings around a yard.
const farmSide = 4 * inch

// estate is a building from above: a house with its ridge along the longer side or, if it is large, wings around a yard.
func (d *drawing) estate(p board.Patch, pts []pt) {
	if len(pts) == 0 {
		return
	}
	k := newRoofs()
	var shade []pt
	for _, q := range pts {
		shade = append(shade, q.add(pt{2.5, 3}))
	}
	d.add(&d.ground, new(Path).poly(shade...), Ink{Fill: ink.alpha(0x40)})
	short := math.Inf(1)
	for i, a := range pts {
		short = math.Min(short, pts[(i+1)%len(pts)].sub(a).len())
	}
	switch {
	case len(pts) != 4:
		d.add(&d.ground, new(Path).poly(pts...), Ink{Fill: rgb(0xd98f6c), Line: rgb(0x6d3420), Width: 1.8})
		return
	case short < farmSide:
		if pts[0].sub(pts[1]).len() < pts[1].sub(pts[2]).len() {
			pts = []pt{pts[1], pts[2], pts[3], pts[0]}
		}
		k.wing(pts[0], pts[1], pts[2], pts[3])
	default:
		d.add(&d.ground, new(Path).poly(pts...), Ink{Fill: rgb(0xe6d6b4), Line: rgb(0x6d3420), Width: 1.6})
		deep := 0.27
		for i, gate := range []float64{1, 1, 1, 0.42} { // the fourth wing leaves a gate
			a, b := pts[i], pts[(i+1)%4].to(pts[i], 1-gate)
			in, out := pts[(i+3)%4], pts[(i+2)%4]
			k.wing(a, b, b.add(out.sub(pts[(i+1)%4]).mul(deep)), a.add(in.sub(a).mul(deep)))
		}
	}
	d.ground = append(d.ground, k.items(2*farmSide, false)...)
}

// wing adds a roof over four corners, its ridge from the middle of the last side to that of the second.
func (k roofs) wing(a, b, c, e pt) {
	left, right := a.to(e, 0.5), b.to(c, 0.5)
	k.roof.poly(a, b, c, e)
	k.shade.poly(left, right, c, e)
	k.ridge.move(left).line(right)
}

// barrier draws walls, hedges, fences, banks and ditches.
func (d *drawing) barrier(p board.Patch, g *grain) {
	pts := d.onAll(p.Line)
	if len(pts) < 2 {
		return
	}
	line := &Path{}
	for i, q := range pts {
		if i == 0 {
			line.move(q)
		} else {
			line.line(q)
		}
	}
	switch p.Look {
	case "wall":
		d.add(&d.ground, line, Ink{Line: rgb(0x5d564c), Width: 4.4})
		d.add(&d.ground, line, Ink{Line: rgb(0xc9c1b4), Width: 2.4, Dash: [2]float64{4, 2}})
	case "hedge":
		var bushes []pt
		for i := 1; i < len(pts); i++ {
			n := max(1, int(pts[i].sub(pts[i-1]).len()/5))
			for k := range n {
				bushes = append(bushes, pts[i-1].to(pts[i], float64(k)/float64(n)).add(pt{g.between(-1, 1), g.between(-1, 1)}))
			}
		}
		d.ground = append(d.ground, d.trees(append(bushes, pts[len(pts)-1]), 3.4, rgb(0x6f8f4f), rgb(0x46612f), rgb(0x93b071), g)...)
	case "fence":
		d.add(&d.ground, line, Ink{Line: rgb(0x7a5c2c), Width: 1.4})
		d.add(&d.ground, line, Ink{Line: rgb(0x7a5c2c), Width: 4, Dash: [2]float64{1, 8}})
	case "ditch":
		d.add(&d.ground, line, Ink{Line: rgb(0x8f7a4c), Width: 4.4})
		d.add(&d.ground, line, Ink{Line: rgb(0xd8c69a), Width: 2})
	default:
		d.add(&d.ground, line, Ink{Line: rgb(0x8a6a35), Width: 5})
		d.add(&d.ground, line, Ink{Line: rgb(0xc9a76a), Width: 2.6})
	}
}

// nameOf returns where the players' name of a feature is written, or false if it has none.
func (d *drawing) nameOf(p board.Patch) (pt, bool) {
	if p.Name == "" || p.Look == "zone" {
		return pt{}, false
	}
	b := d.bounds(p)
	at := pt{(b.x0 + b.x1) / 2, (b.y0+b.y1)/2 + 4}
	switch {
	case p.Look == "road" || p.Look == "marsh":
		at = pt{b.x0 + (b.x1-b.x0)*0.14 + 20, (b.y0+b.y1)/2 + 4}
		if b.y1-b.y0 > b.x1-b.x0 {
			at = pt{(b.x0 + b.x1) / 2, b.y0 + 16}
		}
	case p.Look == "pit" || p.Look == "trench" || p.Look == "bunker":
		at.y = b.y1 + 11
	case len(p.Line) > 0: // below the name of a house that stands behind it
		at.y = b.y1 + 24
	case p.Look == "buildings":
		at.y = b.y1 + 12
	case p.Look == "hill":
		at.y = b.y1 - 12
	}
	return at, true
}

// spoken returns the name of a feature; that of a building with the id by which tables and orders know who is in it.
func spoken(p board.Patch) string {
	if p.Look == "buildings" && !strings.EqualFold(p.ID, strings.ReplaceAll(p.Name, " ", "")) {
		return p.Name + " (" + p.ID + ")"
	}
	return p.Name
}

// nameSize is that of the names of features.
const nameSize = 10.5

// patchName writes what players call a feature.
func (d *drawing) patchName(p board.Patch) {
	if at, ok := d.nameOf(p); ok {
		d.ground = append(d.ground, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: nameSize, Face: Italic, Fill: rgb(0x4a4334), Halo: land.alpha(0xd0), Glow: 2, String: spoken(p)}})
	}
}
