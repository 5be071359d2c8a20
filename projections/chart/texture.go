package chart

import (
	"fmt"
	"math"
)

const variants = 3

// textures stamps trees, reeds, houses and so on; over marks those drawn above the roads.
func (d *drawing) textures(over bool) {
	stamps := map[string]int{}
	for _, c := range d.byColumn() {
		look := d.looks[c.Place]
		if (look == "street" || look == "buildings" || look == "storeys" || look == "town") != over {
			continue
		}
		d.used[look] = true
		at := d.lay.at[c.Place]
		if look == "street" {
			d.ground = append(d.ground, d.rowOfHouses(c.Place, d.roadsOf(c))...)
			continue
		}
		if look == "clear" && len(d.cells) > vast {
			continue
		}
		name := fmt.Sprintf("%s%d", look, d.lay.variant(c.Place))
		id, ok := stamps[name]
		if !ok {
			g := grainOf(name)
			r := d.lay.r
			if d.lay.n == 4 {
				d.lay.r *= 0.84 // the sides of a square are nearer
			}
			items := d.texture(look, &g)
			d.lay.r = r
			if len(items) > 0 {
				d.list.Symbols = append(d.list.Symbols, Symbol{Name: name, Items: items})
				id = len(d.list.Symbols)
			}
			stamps[name] = id
		}
		if id > 0 {
			d.ground = append(d.ground, Item{Stamp: id, X: int(at.x), Y: int(at.y)})
		}
	}
}

// texture draws one variant of a look around (0, 0).
func (d *drawing) texture(look string, g *grain) []Item {
	r := d.lay.r
	switch look {
	case "wood":
		return d.trees(scatter(g, r*0.74, r*0.225, 17), r*0.105, rgb(0x7d9a5b), rgb(0x4d6b37), rgb(0x9db87c), g)
	case "jungle":
		return d.palms(scatter(g, r*0.76, r*0.215, 18), r*0.13, g)
	case "orchard":
		var pts []pt
		for y := -2; y <= 2; y++ {
			for x := -2; x <= 2; x++ {
				q := pt{float64(x) * r * 0.27, float64(y)*r*0.27 + r*0.04}.whole()
				if q.len() < r*0.66 {
					pts = append(pts, q)
				}
			}
		}
		return d.trees(pts, r*0.068, rgb(0x9cb35f), rgb(0x64803a), rgb(0xbdd083), g)
	case "hedge":
		return d.bocage(g)
	case "marsh":
		return d.reeds(g)
	case "savanna":
		return d.grass(g, 9, rgb(0xa8924c), 0.09)
	case "clear", "road", "":
		return d.grass(g, 3, rgb(0xb9b08c), 0.06)
	case "mud", "stream":
		return d.dots(g, rgb(0xa58d63), 0.016)
	case "shellholes":
		return d.craters(g)
	case "scrub", "wheat", "corn", "plough":
		return d.crop(look, g)
	case "unknown":
		return d.fog()
	case "buildings", "storeys", "town":
		return d.houses(look, g)
	}
	return nil
}

// whole moves a point to the nearest whole pixels. What stands there in one of a few forms looks alike pixel by pixel wherever it stands, and a
// picture that repeats itself is packed small.
func (p pt) whole() pt { return pt{math.Round(p.x), math.Round(p.y)} }

// form returns one of three numbers from a to b: things differ and yet repeat.
func (g *grain) form(a, b float64) float64 { return a + (b-a)*math.Floor(3*g.next())/2 }

// scatter spreads points in a disc, none nearer than apart, each on whole pixels.
func scatter(g *grain, radius, apart float64, want int) []pt {
	var pts []pt
	for try := 0; try < 400 && len(pts) < want; try++ {
		q := polar(g.between(0, 2*math.Pi), radius*math.Sqrt(g.next())).whole()
		free := true
		for _, o := range pts {
			free = free && q.sub(o).len() >= apart
		}
		if free {
			pts = append(pts, q)
		}
	}
	return pts
}

func (d *drawing) trees(pts []pt, size float64, body, edge, light Color, g *grain) []Item {
	shadow, crown, shine := &Path{}, &Path{}, &Path{}
	for _, q := range pts {
		s := size * g.form(0.8, 1.2)
		shadow.circle(q.add(pt{s * 0.3, s * 0.35}), s)
		crown.circle(q, s)
		shine.circle(q.sub(pt{s * 0.28, s * 0.3}), s*0.45)
	}
	return []Item{
		{Path: shadow, Ink: Ink{Fill: rgb(0x3d4a25).alpha(0x44)}},
		{Path: crown, Ink: Ink{Fill: body, Line: edge, Width: size * 0.16}},
		{Path: shine, Ink: Ink{Fill: light}},
	}
}

func (d *drawing) palms(pts []pt, size float64, g *grain) []Item {
	shadow, crown, rib := &Path{}, &Path{}, &Path{}
	for _, q := range pts {
		s := size * g.form(0.85, 1.2)
		shadow.circle(q.add(pt{s * 0.3, s * 0.35}), s*0.8)
		turn := g.form(0, 2)
		const n = 6
		for k := range n {
			a := turn + 2*math.Pi*float64(k)/n
			tip, l, m := q.add(polar(a, s)), q.add(polar(a-0.45, s*0.45)), q.add(polar(a+0.45, s*0.45))
			if k == 0 {
				crown.move(q.add(polar(a-math.Pi/n, s*0.28)))
			}
			crown.quad(l, tip).quad(m, q.add(polar(a+math.Pi/n, s*0.28)))
			rib.move(q).line(q.to(tip, 0.8))
		}
		crown.close()
	}
	return []Item{
		{Path: shadow, Ink: Ink{Fill: rgb(0x1e3320).alpha(0x55)}},
		{Path: crown, Ink: Ink{Fill: rgb(0x5d8f58), Line: rgb(0x2d5034), Width: size * 0.12}},
		{Path: rib, Ink: Ink{Line: rgb(0x93bb83), Width: size * 0.08}},
	}
}

// bocage draws small fields between thick hedges.
func (d *drawing) bocage(g *grain) []Item {
	r := d.lay.r
	rows, furrow := &Path{}, &Path{}
	turn := g.between(-0.25, 0.25)
	spin := func(x, y float64) pt {
		return pt{x*math.Cos(turn) - y*math.Sin(turn), x*math.Sin(turn) + y*math.Cos(turn)}.mul(r)
	}
	for y := -0.46; y < 0.5; y += 0.1 {
		furrow.move(spin(-0.56, y)).line(spin(0.56, y))
	}
	x := g.between(-0.12, 0.12)
	for _, run := range [][]pt{
		{spin(-0.62, -0.34), spin(0.62, -0.34)},
		{spin(-0.66, 0.1), spin(0.66, 0.1)},
		{spin(-0.58, 0.5), spin(0.58, 0.5)},
		{spin(x, -0.34), spin(x, 0.1)},
		{spin(x-0.24, 0.1), spin(x-0.24, 0.5)},
		{spin(x+0.3, 0.1), spin(x+0.3, 0.5)},
	} {
		bushes(rows, run, r*0.095, r*0.058)
	}
	return []Item{
		{Path: furrow, Ink: Ink{Line: rgb(0xbfc68f), Width: r * 0.018}},
		{Path: rows, Ink: Ink{Fill: rgb(0x67874a), Line: rgb(0x3c5629), Width: r * 0.022}},
	}
}

func (d *drawing) reeds(g *grain) []Item {
	r := d.lay.r
	water, reed := &Path{}, &Path{}
	for _, q := range scatter(g, r*0.7, r*0.27, 11) {
		water.move(q.sub(pt{r * 0.13, 0})).line(q.add(pt{r * 0.13, 0}))
		if g.next() < 0.65 {
			for _, lean := range []float64{-0.05, 0, 0.05} {
				reed.move(q.add(pt{lean * r * 0.6, 0})).line(q.add(pt{lean * r * 1.6, -r * 0.13}))
			}
		}
	}
	return []Item{
		{Path: water, Ink: Ink{Line: rgb(0x5f93a6), Width: r * 0.028}},
		{Path: reed, Ink: Ink{Line: rgb(0x4c6b48), Width: r * 0.024}},
	}
}

func (d *drawing) grass(g *grain, n int, c Color, tall float64) []Item {
	r := d.lay.r
	p := &Path{}
	for _, q := range scatter(g, r*0.68, r*0.3, n) {
		for _, lean := range []float64{-0.6, 0, 0.6} {
			p.move(q.add(pt{lean * r * 0.03, 0})).line(q.add(pt{lean * r * 0.09, -r * tall}))
		}
	}
	return []Item{{Path: p, Ink: Ink{Line: c, Width: math.Max(0.6, r*0.016)}}}
}

func (d *drawing) dots(g *grain, c Color, size float64) []Item {
	r := d.lay.r
	p := &Path{}
	for _, q := range scatter(g, r*0.68, r*0.1, 34) {
		p.circle(q, r*size*g.form(0.7, 1.4))
	}
	return []Item{{Path: p, Ink: Ink{Fill: c}}}
}

func (d *drawing) craters(g *grain) []Item {
	r := d.lay.r
	hole, rim := &Path{}, &Path{}
	for _, q := range scatter(g, r*0.72, r*0.24, 12) {
		s := r * g.form(0.05, 0.085)
		uneven := grain(0)
		ring(hole, q, s, s*0.7, &uneven)
		rim.move(q.add(pt{-s, s * 0.2})).quad(q.add(pt{0, s * 1.3}), q.add(pt{s, s * 0.2}))
	}
	return []Item{
		{Path: hole, Ink: Ink{Fill: rgb(0xcdbf9f), Line: rgb(0xa08f6a), Width: r * 0.018}},
		{Path: rim, Ink: Ink{Line: rgb(0x80704d), Width: r * 0.022}},
	}
}

// fog hides what no one has seen yet.
func (d *drawing) fog() []Item {
	r := d.lay.r
	p := &Path{}
	for x := -1.5; x < 1.6; x += 0.16 {
		a, b := pt{x - 0.8, 0.8}, pt{x + 0.8, -0.8}
		if lo, hi, ok := clipDisc(a.mul(r), b.mul(r), r*0.8); ok {
			p.move(lo).line(hi)
		}
	}
	return []Item{
		{Path: p, Ink: Ink{Line: rgb(0xc6bfae), Width: r * 0.022}},
		{Text: &Text{X: 0, Y: snap(r * 0.24), Size: half(r * 0.6), Face: BoldItalic, Fill: rgb(0x9a917d), String: "?"}},
	}
}

func clipDisc(a, b pt, r float64) (pt, pt, bool) {
	d := b.sub(a)
	n := d.len()
	d = d.mul(1 / n)
	t := -(a.x*d.x + a.y*d.y)
	m := a.add(d.mul(t))
	h := r*r - (m.x*m.x + m.y*m.y)
	if h <= 0 {
		return a, b, false
	}
	s := d.mul(math.Sqrt(h))
	return m.sub(s), m.add(s), true
}

// house adds one roof, seen from above, with its ridge and its shadow.
func house(shadow, roof, shade, ridge *Path, c pt, w, h, turn, drop float64) {
	spin := func(x, y float64) pt {
		return c.add(pt{x*math.Cos(turn) - y*math.Sin(turn), x*math.Sin(turn) + y*math.Cos(turn)})
	}
	a, b, e, f := spin(-w, -h), spin(w, -h), spin(w, h), spin(-w, h)
	by := pt{drop, drop * 1.1}
	shadow.poly(a.add(by), b.add(by), e.add(by), f.add(by))
	roof.poly(a, b, e, f)
	shade.poly(spin(-w, 0), spin(w, 0), e, f)
	ridge.move(spin(-w, 0)).line(spin(w, 0))
}

type roofs struct{ shadow, roof, shade, ridge *Path }

func newRoofs() roofs { return roofs{&Path{}, &Path{}, &Path{}, &Path{}} }

// items in the colours of low houses (red tiles) or of high ones (dark slate with a bright ridge).
func (k roofs) items(r float64, high bool) []Item {
	body, dark, edge, line := rgb(0xc98f72), rgb(0xb3765a), rgb(0x6e4634), rgb(0x8d5844)
	if high {
		body, dark, edge, line = rgb(0x8a6a5e), rgb(0x6f5248), rgb(0x3b2a24), rgb(0xe9dccb)
	}
	return []Item{
		{Path: k.shadow, Ink: Ink{Fill: rgb(0x2a2018).alpha(0x55)}},
		{Path: k.roof, Ink: Ink{Fill: body, Line: edge, Width: r * 0.026}},
		{Path: k.shade, Ink: Ink{Fill: dark}},
		{Path: k.ridge, Ink: Ink{Line: line, Width: r * 0.022}},
	}
}

func (d *drawing) houses(look string, g *grain) []Item {
	r := d.lay.r
	high := look != "buildings"
	k := newRoofs()
	drop := r * 0.035
	if high {
		drop = r * 0.06
	}
	turn := g.between(-0.2, 0.2)
	spots := []pt{{-0.38, -0.28}, {0.28, -0.36}, {0.4, 0.14}, {-0.12, 0.08}, {-0.42, 0.3}, {0.1, 0.48}}
	for i, q := range spots {
		w, h := r*g.between(0.13, 0.17), r*g.between(0.085, 0.105)
		if high {
			w, h = r*g.between(0.16, 0.21), r*g.between(0.11, 0.135)
		}
		a := turn
		if (i+int(g.next()*2))%2 == 0 {
			a += math.Pi / 2
		}
		q = q.mul(r).add(pt{g.between(-0.03, 0.03) * r, g.between(-0.03, 0.03) * r})
		house(k.shadow, k.roof, k.shade, k.ridge, q, w, h, a, drop)
	}
	return k.items(r, high)
}

// rowOfHouses lines a street: houses stand where the road does not run, their ridges along it.
func (d *drawing) rowOfHouses(place string, road []string) []Item {
	l := d.lay
	c := l.at[place]
	var ways []float64
	for _, q := range road {
		if at, ok := l.at[q]; ok {
			ways = append(ways, math.Atan2(at.y-c.y, at.x-c.x))
		}
	}
	if len(road) == 1 {
		if out, ok := d.exit(place, c.to(l.at[road[0]], 0.5)); ok {
			ways = append(ways, math.Atan2(out.y-c.y, out.x-c.x))
		}
	}
	g := grainOf(place)
	k := newRoofs()
	for i := range 12 {
		a := l.first + float64(i)*math.Pi/6
		free := true
		for _, w := range ways {
			free = free && math.Cos(a-w) < 0.8
		}
		if !free || math.Sin(a) < -0.9 {
			continue
		}
		w, h := l.r*g.between(0.1, 0.135), l.r*g.between(0.075, 0.095)
		house(k.shadow, k.roof, k.shade, k.ridge, c.add(polar(a, l.r*g.between(0.5, 0.58))), w, h, a+math.Pi/2+g.between(-0.12, 0.12), l.r*0.05)
	}
	return k.items(l.r, true)
}
