package chart

import (
	"math"
	"slices"
)

// works draws what is dug and built in single cells, around whatever stands there.
func (d *drawing) works() {
	for _, w := range d.sheet.Works {
		c, ok := d.lay.at[w.Place]
		if !ok {
			continue
		}
		d.used["work "+w.Look] = true
		angle, faces := d.lay.compass(w.Place, w.Facing)
		if !faces {
			angle = -math.Pi / 2
		}
		d.post(&d.over, w.Look, w.Side, c, d.lay.r, angle)
	}
}

// post draws one work around c, for cells of radius r.
func (d *drawing) post(to *[]Item, look string, side int, c pt, r, angle float64) {
	switch look {
	case "trench":
		var ring []pt
		n := d.lay.n
		for k := range n + 1 {
			ring = append(ring, c.add(polar(d.lay.first+float64(k)*2*math.Pi/float64(n), r*0.75)))
		}
		d.strand(to, "trench", side, ring, r)
	case "bunker":
		d.bunker(to, side, c, r, angle)
	case "hasty":
		earth := &Path{}
		for k := -4; k <= 4; k++ {
			earth.circle(c.add(polar(angle+float64(k)*0.2, r*0.72)), r*0.075)
		}
		d.add(to, earth, Ink{Fill: rgb(0xb08a54), Line: rgb(0x5f4722), Width: r * 0.022})
	case "wire":
		a := d.lay.apothem() * 0.94 * r / d.lay.r
		for _, y := range []float64{0.62, -0.62} {
			w := a * 0.72
			d.strand(to, "wire", side, []pt{c.add(pt{-w, y * r}), c.add(pt{w, y * r})}, r)
		}
		d.strand(to, "wire", side, []pt{c.add(pt{-a * 0.92, r * 0.42}), c.add(pt{-a * 0.92, -r * 0.42})}, r)
		d.strand(to, "wire", side, []pt{c.add(pt{a * 0.92, r * 0.42}), c.add(pt{a * 0.92, -r * 0.42})}, r)
	case "roadblock":
		d.hedgehogs(to, c, r)
	case "redoubt":
		d.redoubt(to, c, r)
	case "mines":
		g := grainOf("mines")
		big := d.lay.r
		d.lay.r = r
		for _, it := range d.litter("mines", &g) {
			it.Path = it.Path.shift(c)
			*to = append(*to, it)
		}
		d.lay.r = big
	}
}

// bunker is a wall of concrete with an embrasure towards where it looks.
func (d *drawing) bunker(to *[]Item, side int, c pt, r, angle float64) {
	slit := rgb(0x4a463e)
	if side >= 0 {
		slit = d.livery(side).edge
	}
	at := func(a, f float64) pt { return c.add(polar(angle+a, f*r)) }
	var out, in []pt
	for k := range 17 { // from one cheek of the embrasure around the back to the other
		a := 0.5 + float64(k)*(2*math.Pi-1)/16
		out = append(out, at(a, 0.84))
		in = append(in, at(a, 0.66))
	}
	slices.Reverse(in)
	d.add(to, new(Path).poly(append(out, in...)...), Ink{Fill: rgb(0xc9c5ba), Line: slit, Width: r * 0.04})
	d.add(to, new(Path).poly(at(0.5, 0.66), at(0.5, 0.84), at(0.62, 0.9), at(0.34, 0.9), at(0.34, 0.66)), Ink{Fill: rgb(0xa8a497), Line: slit, Width: r * 0.03})
	d.add(to, new(Path).poly(at(-0.5, 0.66), at(-0.5, 0.84), at(-0.62, 0.9), at(-0.34, 0.9), at(-0.34, 0.66)), Ink{Fill: rgb(0xa8a497), Line: slit, Width: r * 0.03})
	d.add(to, new(Path).move(at(0.34, 0.72)).line(at(-0.34, 0.72)), Ink{Line: slit, Width: r * 0.075})
}

// hedgehogs are crossed beams from side to side of a road.
func (d *drawing) hedgehogs(to *[]Item, c pt, r float64) {
	beams := &Path{}
	for _, x := range []float64{-0.56, 0, 0.56} {
		o := c.add(pt{0, x * r})
		for k := range 3 {
			v := polar(float64(k)*math.Pi/3+0.3, r*0.2)
			beams.move(o.sub(v)).line(o.add(v))
		}
	}
	d.add(to, beams, Ink{Line: white.alpha(0xb0), Width: r * 0.13})
	d.add(to, beams, Ink{Line: rgb(0x4a3a2a), Width: r * 0.075})
}

// satchel is a bag with a flap, in the colour of who had it last.
func (d *drawing) satchel(to *[]Item, c pt, s float64, side int) {
	strap := new(Path).move(c.add(pt{-s * 0.8, -s * 0.5})).quad(c.add(pt{0, -s * 2.2}), c.add(pt{s * 0.8, -s * 0.5}))
	d.add(to, strap, Ink{Line: white.alpha(0xd0), Width: s * 0.5})
	d.add(to, strap, Ink{Line: rgb(0x5b3a1a), Width: s * 0.24})
	d.add(to, new(Path).round(c.x-s, c.y-s*0.7, 2*s, 1.6*s, s*0.3), Ink{Fill: rgb(0xa8713a), Line: white, Width: s * 0.16})
	d.add(to, new(Path).round(c.x-s*0.92, c.y-s*0.62, 1.84*s, 0.8*s, s*0.25), Ink{Fill: d.livery(side).strip, Line: rgb(0x5b3a1a), Width: s * 0.14})
	d.add(to, new(Path).rect(c.x-s*0.16, c.y-s*0.1, s*0.32, s*0.42), Ink{Fill: rgb(0xf2d27a), Line: rgb(0x5b3a1a), Width: s * 0.1})
}

// postKeys explain the works of single cells and the bars on counters that occur.
func (d *drawing) postKeys() []key {
	var keys []key
	for _, look := range []string{"trench", "bunker", "hasty", "wire", "roadblock", "mines"} {
		if d.used["work "+look] && !d.used["feature "+look] && !d.used["course "+look] {
			keys = append(keys, key{d.style.say("letter.map." + look), func(c pt) { d.post(&d.over, look, -1, c, 15, -math.Pi/2) }})
		}
	}
	for _, s := range []struct {
		name string
		fill Color
	}{{"active", rgb(0xf2c230)}, {"used", rgb(0xd9708f)}} {
		if d.used["status "+s.name] {
			keys = append(keys, key{d.style.say("letter.map.status." + s.name), func(c pt) {
				d.add(&d.over, new(Path).round(c.x-12, c.y-4, 24, 8, 2), Ink{Fill: s.fill, Line: ink.alpha(0x90), Width: 0.8})
			}})
		}
	}
	if d.used["mark papers"] {
		keys = append(keys, key{d.style.say("letter.map.papers"), func(c pt) { d.satchel(&d.over, c, 8, -1) }})
	}
	return keys
}
