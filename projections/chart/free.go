package chart

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"

	"fieldpost/adjudicator/board"
)

// A table without a grid is drawn to scale: one inch is inch pixels, with a ruler around it and a line every six inches, so
// that a player can measure on it what the rules measure.

const inch = 15.0 // pixels

// ruler is the room that the ruler takes around the table.
const ruler = 22.0

// drawFree makes the display list of a free table.
func drawFree(sheet board.Sheet, style Style) *List {
	d := &drawing{sheet: sheet, style: style, list: &List{}, looks: map[string]string{}, level: map[string]int{}, info: map[string]board.Terrain{}, used: map[string]bool{}}
	f := sheet.Free
	head := d.top()
	d.lay = &layout{r: 3 * inch, n: 4, left: margin + ruler, top: head + ruler, right: margin + ruler + float64(f.Width)*inch/10, bottom: head + ruler + float64(f.Height)*inch/10}
	d.freeBase()
	d.freeMoment()
	d.headline()
	bottom := d.lay.bottom + ruler
	if !style.Plain {
		bottom = d.freeLegend(bottom)
	}
	d.list.Width, d.list.Height = int(d.lay.right+ruler+margin), int(bottom+margin*0.6)
	d.list.Over = d.over
	return d.list
}

// on returns a place of the table on paper.
func (d *drawing) on(a board.At) pt {
	return pt{d.lay.left + float64(a.X)*inch/10, d.lay.bottom - float64(a.Y)*inch/10}
}

func (d *drawing) onAll(list []board.At) []pt {
	var out []pt
	for _, a := range list {
		out = append(out, d.on(a))
	}
	return out
}

// aim returns a bearing on paper.
func aim(deg int) float64 { return float64(deg)*math.Pi/180 - math.Pi/2 }

// freeBase takes the ground from the map drawn before on the same table, or draws it.
func (d *drawing) freeBase() {
	var b bytes.Buffer
	f := d.sheet.Free
	still := slices.DeleteFunc(slices.Clone(f.Patches), func(p board.Patch) bool { return p.Look == "smoke" })
	if err := json.NewEncoder(&b).Encode([]any{f.Width, f.Height, still, d.lay.top, d.sheet.Dress}); err != nil { // plain numbers and texts: it cannot fail
		b.Reset()
	}
	digest := sha256.Sum256(b.Bytes())
	kept := keptBase(digest)
	if kept == nil {
		d.freeGround(still)
		kept = &base{digest: digest, lay: d.lay.own(), ground: slices.Clip(d.ground), symbols: slices.Clip(d.list.Symbols), used: d.used}
		kept.svg = sync.OnceValue(func() *svgWriter { return writeGround(kept) })
		keepBase(kept)
	}
	d.used = map[string]bool{}
	for _, p := range f.Patches {
		d.used["patch "+p.Look] = true
	}
	d.list.base, d.list.Symbols, d.list.Ground = kept, kept.symbols, kept.ground
	d.list.high = int(d.lay.bottom + ruler + margin/2)
}

// layers is the order in which the looks of the ground are painted.
var layers = [][]string{{"hill"}, {"wheat", "marsh", "water", "rock", "zone"}, {"road"}, {"wood"}, {"trench", "pit", "bunker", "mines"}, {"ditch", "bank", "fence", "hedge", "wall"}, {"buildings"}}

// freeGround draws what stays: the ground, the lines, the ruler.
func (d *drawing) freeGround(patches []board.Patch) {
	l := d.lay
	d.add(&d.ground, new(Path).rect(l.left, l.top, l.right-l.left, l.bottom-l.top), Ink{Fill: land})
	for _, looks := range layers {
		for _, p := range patches {
			if slices.Contains(looks, p.Look) {
				d.patch(p)
			}
		}
	}
	d.freeGrid()
	for _, p := range patches {
		d.patchName(p)
	}
	d.freeRuler()
}

// freeGrid are the lines every six inches.
func (d *drawing) freeGrid() {
	f := d.sheet.Free
	lines := &Path{}
	for x := 60; x < f.Width; x += 60 {
		lines.move(d.on(board.At{X: x})).line(d.on(board.At{X: x, Y: f.Height}))
	}
	for y := 60; y < f.Height; y += 60 {
		lines.move(d.on(board.At{Y: y})).line(d.on(board.At{X: f.Width, Y: y}))
	}
	d.add(&d.ground, lines, Ink{Line: gridLine, Width: 0.8, Dash: [2]float64{2, 4}})
	l := d.lay
	d.add(&d.ground, new(Path).rect(l.left, l.top, l.right-l.left, l.bottom-l.top), Ink{Line: frame, Width: 1.6})
}

// freeRuler has a tick for every inch, a longer one for every sixth with its number, on all four sides.
func (d *drawing) freeRuler() {
	f, l := d.sheet.Free, d.lay
	fine, bold := &Path{}, &Path{}
	tick := func(p *Path, a, b pt) { p.move(a).line(b) }
	for x := 0; x <= f.Width; x += 10 {
		at, to, long := d.on(board.At{X: x}).x, fine, 4.0
		if x%60 == 0 {
			to, long = bold, 8
			for _, y := range []float64{l.top - 10, l.bottom + 18} {
				d.ground = append(d.ground, Item{Text: &Text{X: snap(at), Y: snap(y), Size: 10, Face: Regular, Fill: faint, String: strconv.Itoa(x / 10)}})
			}
		}
		tick(to, pt{at, l.top}, pt{at, l.top - long})
		tick(to, pt{at, l.bottom}, pt{at, l.bottom + long})
	}
	for y := 0; y <= f.Height; y += 10 {
		at, to, long := d.on(board.At{Y: y}).y, fine, 4.0
		if y%60 == 0 {
			to, long = bold, 8
			d.ground = append(d.ground, Item{Text: &Text{X: snap(l.left - 10), Y: snap(at + 3.5), Size: 10, Anchor: 1, Fill: faint, String: strconv.Itoa(y / 10)}},
				Item{Text: &Text{X: snap(l.right + 10), Y: snap(at + 3.5), Size: 10, Anchor: -1, Fill: faint, String: strconv.Itoa(y / 10)}})
		}
		tick(to, pt{l.left, at}, pt{l.left - long, at})
		tick(to, pt{l.right, at}, pt{l.right + long, at})
	}
	d.add(&d.ground, fine, Ink{Line: frame, Width: 0.8})
	d.add(&d.ground, bold, Ink{Line: frame, Width: 1.4})
}

// outlinePath returns the shape of a patch.
func (d *drawing) outlinePath(p board.Patch) *Path {
	if len(p.Hull) > 0 {
		return new(Path).poly(d.onAll(p.Hull)...)
	}
	return new(Path).circle(d.on(p.Centre), float64(p.Radius)*inch/10)
}

// patch paints one piece of ground.
func (d *drawing) patch(p board.Patch) {
	g := grainOf(p.ID + p.Look)
	shape := d.outlinePath(p)
	switch p.Look {
	case "hill":
		d.knoll(p)
	case "road":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xe3cfa2), Line: rgb(0xb79a64), Width: 1})
	case "wheat":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xf0dc94), Line: rgb(0xc9a94e), Width: 1.4})
		d.sow(p, 13, &g, func(r float64) []Item { return d.crop("wheat", &g) })
	case "marsh":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xc5d8cd), Line: rgb(0x6f9a95), Width: 1.4})
		d.reedsIn(p, &g)
	case "water":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xa9cbe0), Line: rgb(0x4f81a5), Width: 1.6})
	case "rock":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xcfc6b8), Line: rgb(0x77695a), Width: 2})
	case "zone":
		d.add(&d.ground, shape, Ink{Line: d.livery(p.Side).line.alpha(0xa0), Width: 1.4, Dash: [2]float64{7, 5}})
	case "mines":
		d.add(&d.ground, shape, Ink{Fill: alarm.alpha(0x18), Line: alarm, Width: 1.2, Dash: [2]float64{4, 3}})
	case "wood":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xbccf9c), Line: rgb(0x66824c), Width: 2})
		d.ground = append(d.ground, d.trees(d.strew(p, inch*0.92, &g), inch*0.42, rgb(0x7d9a5b), rgb(0x4d6b37), rgb(0x9db87c), &g)...)
	case "buildings":
		d.roof(p)
	case "trench":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xb98f55), Line: rgb(0x5f4722), Width: 2.2})
	case "pit", "bunker":
		d.add(&d.ground, shape, Ink{Fill: rgb(0xd9bf8f), Line: rgb(0x7a5c2c), Width: 2.6, Dash: [2]float64{3, 2}})
	default:
		d.barrier(p)
	}
}

// knoll is a hill: tinted, with hachures that run down from its edge.
func (d *drawing) knoll(p board.Patch) {
	d.add(&d.ground, d.outlinePath(p), Ink{Fill: rgb(0xe6d3a3), Line: rgb(0xb08d4f), Width: 1.8})
	pts := d.onAll(p.Hull)
	if len(pts) == 0 {
		return
	}
	area := 0.0 // below 0 where the corners run counter-clockwise on paper
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		area += a.x*b.y - b.x*a.y
	}
	hatch := &Path{}
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		n := int(b.sub(a).len() / 9)
		out := b.sub(a).turn()
		out = out.mul(1 / math.Max(out.len(), 1))
		if area > 0 {
			out = out.mul(-1)
		}
		for k := range n {
			q := a.to(b, (float64(k)+0.5)/float64(n))
			hatch.move(q.sub(out.mul(7))).line(q)
		}
	}
	d.add(&d.ground, hatch, Ink{Line: rgb(0xb08d4f).alpha(0xb0), Width: 1})
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
func (d *drawing) strew(p board.Patch, apart float64, g *grain) []pt {
	b := d.bounds(p)
	var out []pt
	for y := b.y0; y <= b.y1; y += apart {
		for x := b.x0; x <= b.x1; x += apart {
			q := pt{x + g.between(-0.35, 0.35)*apart, y + g.between(-0.35, 0.35)*apart}
			if d.inShape(p, q, apart*0.28) {
				out = append(out, q)
			}
		}
	}
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

// sow draws ears of wheat over a patch.
func (d *drawing) sow(p board.Patch, apart float64, g *grain, _ func(r float64) []Item) {
	stalk, ear := &Path{}, &Path{}
	for _, q := range d.strew(p, apart, g) {
		stalk.move(q.add(pt{0, 3})).line(q.add(pt{0, -3}))
		for _, x := range []float64{-1, 1} {
			ear.move(q.add(pt{0, -1})).line(q.add(pt{x * 2.4, -4})).move(q.add(pt{0, -3})).line(q.add(pt{x * 2, -6}))
		}
	}
	d.add(&d.ground, stalk, Ink{Line: rgb(0xb8933a), Width: 1})
	d.add(&d.ground, ear, Ink{Line: rgb(0xa87f22), Width: 1})
}

func (d *drawing) reedsIn(p board.Patch, g *grain) {
	reed, pool := &Path{}, &Path{}
	for i, q := range d.strew(p, 15, g) {
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

// roof is a house from above: its ridge along the longer side.
func (d *drawing) roof(p board.Patch) {
	pts := d.onAll(p.Hull)
	if len(pts) == 0 {
		return
	}
	var shade []pt
	for _, q := range pts {
		shade = append(shade, q.add(pt{2.5, 3}))
	}
	d.add(&d.ground, new(Path).poly(shade...), Ink{Fill: ink.alpha(0x40)})
	d.add(&d.ground, new(Path).poly(pts...), Ink{Fill: rgb(0xd98f6c), Line: rgb(0x6d3420), Width: 1.8})
	if len(pts) != 4 {
		return
	}
	a, b := pts[0].to(pts[1], 0.5), pts[2].to(pts[3], 0.5)
	if a.sub(b).len() < pts[1].to(pts[2], 0.5).sub(pts[3].to(pts[0], 0.5)).len() {
		pts = []pt{pts[1], pts[2], pts[3], pts[0]}
		a, b = pts[0].to(pts[1], 0.5), pts[2].to(pts[3], 0.5)
	}
	a, b = a.to(b, 0.22), b.to(a, 0.22/0.78)
	ridge := new(Path).move(pts[0]).line(a).line(pts[1]).move(a).line(b).move(pts[2]).line(b).line(pts[3])
	d.add(&d.ground, ridge, Ink{Line: rgb(0x8d4a30), Width: 1.1})
}

// barrier draws walls, hedges, fences, banks and ditches.
func (d *drawing) barrier(p board.Patch) {
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
		d.add(&d.ground, line, Ink{Line: rgb(0x4d6b37), Width: 5.6, Dash: [2]float64{1, 4.6}})
		d.add(&d.ground, line, Ink{Line: rgb(0x7d9a5b), Width: 3.6, Dash: [2]float64{1, 4.6}})
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

// patchName writes what players call a feature.
func (d *drawing) patchName(p board.Patch) {
	if p.Name == "" || p.Look == "zone" {
		return
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
		at.y = b.y1 + 10
	case len(p.Line) > 0:
		at.y = b.y1 + 11
	case p.Look == "buildings":
		at.y = b.y1 - 5
	case p.Look == "hill":
		at.y = b.y1 - 12
	}
	d.ground = append(d.ground, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: 10.5, Face: Italic, Fill: rgb(0x4a4334), Halo: land.alpha(0xd0), Glow: 2, String: p.Name}})
}
