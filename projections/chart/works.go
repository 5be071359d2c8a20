package chart

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

// has reports whether something lies on the terrain of a cell.
func has(c board.Cell, feature string) bool { return slices.Contains(c.Features, feature) }

// heights tints hills: one step of brown a level. The contours that edge them run on from cell to cell; they are drawn over
// the woods and fields of a slope.
func (d *drawing) heights() (edges []Item) {
	for level, t := range []tint{
		{look: "level1", fill: rgb(0xecdcae), edge: rgb(0xb8965a), width: 2, curl: 9, inset: 8, bumps: 2},
		{look: "level2", fill: rgb(0xdec78e), edge: rgb(0x9c7638), width: 2.4, curl: 8, inset: 15, bumps: 2},
		{look: "level3", fill: rgb(0xcfae6c), edge: rgb(0x7f5c26), width: 2.6, curl: 7, inset: 20, bumps: 2},
	} {
		fill, edge, slope := &Path{}, &Path{}, &Path{}
		for _, c := range d.cells {
			if c.Level > level {
				d.regionOf(c.Place, t, func(q string) bool { return d.level[q] > level }, fill, edge)
				d.slopes(slope, c, level)
			}
		}
		d.add(&d.ground, fill, Ink{Fill: t.fill})
		d.add(&edges, edge, Ink{Line: t.edge, Width: t.width * d.lay.r / 100})
		d.add(&edges, slope, Ink{Line: t.edge.alpha(0xb0), Width: d.lay.r * 0.02})
	}
	return edges
}

// slopes are short strokes down from a contour.
func (d *drawing) slopes(p *Path, c board.Cell, level int) {
	l := d.lay
	v, o := l.corners(c.Place), l.at[c.Place]
	for i, q := range l.sides[c.Place] {
		if q == "" || d.level[q] > level {
			continue
		}
		g := l.kind("slope", c.Place, i)
		in := 0.1 + 0.09*float64(level)
		a, b := v[i].to(o, in), v[(i+1)%l.n].to(o, in)
		for k := 1; k < 6; k++ {
			f := a.to(b, (float64(k)+g.between(-0.15, 0.15))/6)
			p.move(f).line(f.toward(o, l.r*g.between(0.07, 0.13)))
		}
	}
}

// strewn stamps what lies about in a cell: shell holes, stones, mines.
func (d *drawing) strewn() {
	for _, c := range d.cells {
		for _, f := range []string{"shellholes", "rough", "mines"} {
			if !has(c, f) {
				continue
			}
			d.used["feature "+f] = true
			at := d.lay.at[c.Place]
			name := f + "-" + string(rune('0'+d.lay.variant(c.Place)))
			id := d.stamp(name, func() []Item {
				g := grainOf(name)
				return d.litter(f, &g)
			})
			d.ground = append(d.ground, Item{Stamp: id, X: int(at.x), Y: int(at.y)})
		}
	}
}

func (d *drawing) litter(f string, g *grain) []Item {
	r := d.lay.r
	switch f {
	case "shellholes":
		return d.craters(g)
	case "rough":
		stone, edge := &Path{}, &Path{}
		for _, q := range scatter(g, r*0.72, r*0.2, 14) {
			s := r * g.between(0.03, 0.055)
			ring(stone, q, s, s*0.8, g)
			edge.move(q.add(pt{-s * 1.6, s})).quad(q.add(pt{0, s * 2}), q.add(pt{s * 1.6, s}))
		}
		return []Item{{Path: stone, Ink: Ink{Fill: rgb(0xd3c4a0), Line: rgb(0x8f7d57), Width: r * 0.016}}, {Path: edge, Ink: Ink{Line: rgb(0x9a8a68), Width: r * 0.018}}}
	}
	body, horn := &Path{}, &Path{}
	for y := -1; y <= 1; y++ {
		for x := -2; x <= 2; x++ {
			q := pt{float64(x)*r*0.3 + float64(y&1)*r*0.15, float64(y) * r * 0.34}.add(pt{g.between(-0.03, 0.03) * r, g.between(-0.03, 0.03) * r})
			if q.len() > r*0.72 {
				continue
			}
			body.circle(q, r*0.062)
			for k := range 3 {
				a := -math.Pi/2 + float64(k-1)*0.9
				horn.move(q.add(polar(a, r*0.05))).line(q.add(polar(a, r*0.1)))
			}
		}
	}
	return []Item{{Path: horn, Ink: Ink{Line: rgb(0x37322a), Width: r * 0.022}}, {Path: body, Ink: Ink{Fill: rgb(0x4c463b), Line: rgb(0x1f1b15), Width: r * 0.012}}}
}

// fieldWorks draws what is dug and strung through cells: strongpoints, belts of wire, trenches in the colour of their side.
func (d *drawing) fieldWorks() {
	for _, c := range d.cells {
		if has(c, "strongpoint") {
			d.used["feature strongpoint"] = true
			d.bastion(&d.ground, d.lay.at[c.Place], d.lay.r)
		}
	}
	for _, look := range []string{"wire", "trench"} {
		for _, w := range d.sheet.Lines {
			if pts := d.course(w); w.Look == look && len(pts) > 1 {
				d.used["course "+look] = true
				d.strand(&d.ground, look, w.Side, pts, d.lay.r)
			}
		}
	}
}

// course returns the points of a path through cells, from hexside to hexside beyond its ends.
func (d *drawing) course(w board.Course) []pt {
	var pts []pt
	for _, p := range w.Path {
		if at, ok := d.lay.at[p]; ok {
			pts = append(pts, at)
		}
	}
	a := d.lay.apothem() * 0.94
	switch len(pts) {
	case 0:
		return nil
	case 1:
		if at, ok := d.lay.at[w.Along]; ok && at != pts[0] {
			return []pt{pts[0].toward(at, a), pts[0], pts[0].toward(at, -a)}
		}
		if d.lay.grid.Shape() == board.FlatHex {
			a = d.lay.r * 0.9
		}
		return []pt{pts[0].add(pt{-a, 0}), pts[0], pts[0].add(pt{a, 0})}
	}
	beyond := func(end, from pt) pt { return end.toward(from, -a) }
	return slices.Concat([]pt{beyond(pts[0], pts[1])}, pts, []pt{beyond(pts[len(pts)-1], pts[len(pts)-2])})
}

// strand draws one trench or belt of wire along points.
func (d *drawing) strand(to *[]Item, look string, side int, pts []pt, r float64) {
	p := &Path{}
	if look == "wire" {
		posts := &Path{}
		for _, off := range []float64{-0.075, 0.075} {
			run := shifted(pts, off*r)
			p.move(run[0])
			for _, q := range run[1:] {
				p.line(q)
			}
			crosses(posts, run, r*0.17, r*0.048)
		}
		d.add(to, p, Ink{Line: rgb(0x4a4a4a).alpha(0x90), Width: r * 0.016})
		d.add(to, posts, Ink{Line: rgb(0x3f3f3f), Width: r * 0.026})
		return
	}
	crenel(p, pts, r*0.15, r*0.085)
	inner := rgb(0xe2c992)
	if side >= 0 {
		inner = d.livery(side).trench
	}
	d.add(to, p, Ink{Line: rgb(0x53401f), Width: r * 0.125})
	d.add(to, p, Ink{Line: inner, Width: r * 0.06})
}

// shifted moves a line aside.
func shifted(pts []pt, by float64) []pt {
	out := make([]pt, len(pts))
	for i, q := range pts {
		dir := pts[min(i+1, len(pts)-1)].sub(pts[max(i-1, 0)])
		out[i] = q
		if n := dir.len(); n > 0 {
			out[i] = q.add(dir.turn().mul(by / n))
		}
	}
	return out
}

// crenel draws fire bays and traverses: a square wave along a line.
func crenel(p *Path, pts []pt, step, amp float64) {
	total := 0.0
	for i := 1; i < len(pts); i++ {
		total += pts[i].sub(pts[i-1]).len()
	}
	n := max(2, int(math.Round(total/step)))
	n += n & 1
	at := func(s float64) (pt, pt) { // point and normal at a length along the line
		for i := 1; i < len(pts); i++ {
			l := pts[i].sub(pts[i-1]).len()
			if s <= l || i == len(pts)-1 {
				return pts[i-1].to(pts[i], s/math.Max(l, 1e-9)), pts[i].sub(pts[i-1]).turn().mul(1 / math.Max(l, 1e-9))
			}
			s -= l
		}
		return pts[0], pt{}
	}
	sign := 1.0
	for k := range n {
		a, u := at(total * float64(k) / float64(n))
		b, v := at(total * float64(k+1) / float64(n))
		if k == 0 {
			p.move(a.add(u.mul(amp * sign)))
		} else {
			p.line(a.add(u.mul(amp * sign)))
		}
		p.line(b.add(v.mul(amp * sign)))
		sign = -sign
	}
}

// bastion is the trace of a strongpoint around whoever holds it.
func (d *drawing) bastion(to *[]Item, c pt, r float64) {
	var wall []pt
	ticks := &Path{}
	n := 2 * d.lay.n
	for k := range n {
		f := 0.8
		if k%2 == 1 {
			f = 0.6
		}
		wall = append(wall, c.add(polar(d.lay.first+float64(k)*2*math.Pi/float64(n), f*r)))
	}
	for i, a := range wall {
		b := wall[(i+1)%n]
		for k := 1; k < 4; k++ {
			q := a.to(b, float64(k)/4)
			ticks.move(q).line(q.toward(c, r*0.075))
		}
	}
	d.add(to, new(Path).poly(wall...), Ink{Fill: rgb(0xd9c59a).alpha(0xb0), Line: rgb(0x53401f), Width: r * 0.06})
	d.add(to, ticks, Ink{Line: rgb(0x53401f), Width: r * 0.03})
}

// clouds spreads smoke and gas over their cells, and the bursts of barrages, beneath whatever stands there.
func (d *drawing) clouds() {
	for _, m := range d.sheet.Marks {
		if c, ok := d.lay.at[m.Place]; ok && (m.Kind == "barrage" || m.Kind == "bomb") {
			d.used["mark "+m.Kind] = true
			d.burst(&d.over, c, d.lay.r)
		} else if ok && m.Kind == "vain" {
			d.used["mark vain"] = true
			d.crater(&d.over, c, d.lay.r)
		}
	}
	for _, look := range []string{"gas", "smoke"} {
		in := map[string]bool{}
		for _, k := range d.sheet.Clouds {
			for _, p := range k.Places {
				if _, ok := d.lay.at[p]; ok && k.Look == look {
					in[p] = true
				}
			}
		}
		if len(in) == 0 {
			continue
		}
		d.used["cloud "+look] = true
		defer d.strengths(look)
		fill, edge, puff := &Path{}, &Path{}, &Path{}
		t := tint{look: look, curl: 10, inset: 3, bumps: 3}
		for _, p := range d.lay.places {
			if !in[p] {
				continue
			}
			d.regionOf(p, t, func(q string) bool { return in[q] }, fill, edge)
			g := grainOf(p + look)
			for _, q := range scatter(&g, d.lay.r*0.72, d.lay.r*0.34, 6) {
				curl(puff, d.lay.at[p].add(q), d.lay.r*g.between(0.11, 0.17))
			}
		}
		body, line := cloudColors(look)
		d.add(&d.over, fill, Ink{Fill: body})
		d.add(&d.over, puff, Ink{Line: line, Width: d.lay.r * 0.035})
		d.add(&d.over, edge, Ink{Line: line, Width: d.lay.r * 0.045})
	}
}

// strengths writes how thick clouds are, at the top of their cells.
func (d *drawing) strengths(look string) {
	for _, k := range d.sheet.Clouds {
		for _, p := range k.Places {
			if at, ok := d.lay.at[p]; ok && k.Look == look && k.Text != "" {
				d.note(at.add(pt{0.52 * d.lay.r, -0.36 * d.lay.r}), k.Text, rgb(0x4d545d))
			}
		}
	}
}

// cloudColors are body and line of a cloud; whatever stands in it shows through.
func cloudColors(look string) (body, line Color) {
	if look == "gas" {
		return rgb(0xc9c94a).alpha(0x78), rgb(0x7f8220).alpha(0xa0)
	}
	return rgb(0xb9bec6).alpha(0xa8), rgb(0x767d88).alpha(0xb0)
}

// curl is one puff: an open ring.
func curl(p *Path, c pt, s float64) {
	p.move(c.add(pt{-s, 0})).quad(c.add(pt{-s, -s}), c.add(pt{0, -s})).quad(c.add(pt{s, -s}), c.add(pt{s, 0})).quad(c.add(pt{s, s * 0.8}), c.add(pt{s * 0.2, s * 0.6}))
}

// crater is a barrage that had no effect: the outline of its burst.
func (d *drawing) crater(to *[]Item, c pt, r float64) {
	var out []pt
	for k := range 26 {
		f := 0.9
		if k%2 == 1 {
			f = 0.62
		}
		out = append(out, c.add(polar(float64(k)*math.Pi/13+0.1, f*r)))
	}
	d.add(to, new(Path).poly(out...), Ink{Fill: rgb(0xe8d9b8).alpha(0x70), Line: rgb(0x8f3f12).alpha(0xb0), Width: r * 0.03})
}

// burst is a shell burst around the middle of a cell.
func (d *drawing) burst(to *[]Item, c pt, r float64) {
	var out, in []pt
	for k := range 26 {
		f, h := 1.0, 0.56
		if k%2 == 1 {
			f, h = 0.6, 0.38
		}
		f *= [3]float64{1, 0.86, 0.94}[k%3]
		out = append(out, c.add(polar(float64(k)*math.Pi/13+0.1, f*r)))
		in = append(in, c.add(polar(float64(k)*math.Pi/13+0.1, h*r)))
	}
	d.add(to, new(Path).poly(out...), Ink{Fill: rgb(0xd9822b).alpha(0xd0), Line: rgb(0x8f3f12).alpha(0xd0), Width: r * 0.025})
	d.add(to, new(Path).poly(in...), Ink{Fill: rgb(0xf8d873).alpha(0xe0)})
}
