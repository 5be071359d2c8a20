package chart

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

// roads draws roads as curves through the centres of cells: first all their borders, then all their surfaces.
func (d *drawing) roads() {
	l := d.lay
	way := &Path{}
	rails := &Path{}
	for _, c := range d.cells {
		to := d.roadsOf(c)
		if len(to) == 0 {
			continue
		}
		d.used["road"] = true
		d.through(way, c.Place, to, 0)
		if d.looks[c.Place] == "bridge" || has(c, "bridge") {
			d.parapets(rails, c.Place, to)
		}
	}
	d.add(&d.ground, way, Ink{Line: rgb(0x9a8050), Width: l.r * 0.17})
	d.add(&d.ground, way, Ink{Line: rgb(0xf8e9bd), Width: l.r * 0.115})
	d.add(&d.ground, rails, Ink{Line: rgb(0x4a4236), Width: l.r * 0.045})
}

// roadsOf returns where the road of a cell leads: what the sheet says, else the neighbours with a road.
func (d *drawing) roadsOf(c board.Cell) []string {
	if len(c.Road) > 0 {
		return c.Road
	}
	if !roadLook(d.looks[c.Place]) {
		return nil
	}
	return d.joined(c.Place, roadLook)
}

// through adds the lines of a way in one cell: a curve from side to side, or spokes where more than two ways meet. A
// way that ends at the edge of the board runs off it; swing bends it aside, as water does.
func (d *drawing) through(p *Path, place string, to []string, swing float64) {
	l := d.lay
	c := l.at[place]
	g := grainOf(place)
	mid := c.add(polar(g.between(0, 2*math.Pi), swing*l.r))
	var ends []pt
	for _, q := range to {
		if at, ok := l.at[q]; ok {
			ends = append(ends, c.to(at, 0.5))
		} else if at, ok := l.near[q]; ok {
			ends = append(ends, c.to(at, 0.5))
		}
	}
	if len(ends) == 1 {
		if out, ok := d.exit(place, ends[0]); ok {
			ends = append(ends, out.toward(c, d.blunt*l.r))
		}
	}
	switch len(ends) {
	case 0:
	case 1:
		p.move(ends[0]).line(mid)
	case 2:
		p.move(ends[0]).quad(mid, ends[1])
	default:
		a, b := straightest(c, ends)
		p.move(ends[a]).quad(c, ends[b])
		meet := ends[a].to(c, 0.5).to(c.to(ends[b], 0.5), 0.5)
		for i, e := range ends {
			if i != a && i != b {
				p.move(e).line(meet)
			}
		}
	}
}

// exit finds the side at the edge of the board that lies best opposite to a point.
func (d *drawing) exit(place string, from pt) (pt, bool) {
	l := d.lay
	c := l.at[place]
	back := c.sub(from)
	best, found := -0.1, false
	var out pt
	for i, q := range l.sides[place] {
		if q != "" {
			continue
		}
		dir := polar(l.sideAngle(i), l.apothem())
		if f := (dir.x*back.x + dir.y*back.y) / (dir.len() * back.len()); f > best+1e-9 {
			best, found, out = f, true, c.add(dir)
		}
	}
	return out, found && best > 0.4
}

func (d *drawing) parapets(p *Path, place string, to []string) {
	l := d.lay
	c := l.at[place]
	dir := pt{0, -1}
	if len(to) > 0 {
		dir = l.at[to[0]].sub(c)
		if len(to) > 1 {
			dir = l.at[to[0]].sub(l.at[to[1]])
		}
		dir = dir.mul(1 / dir.len())
	}
	side := dir.turn().mul(l.r * 0.13)
	long, flare := dir.mul(l.r*0.3), dir.add(dir.turn()).mul(l.r*0.09)
	flare2 := dir.sub(dir.turn()).mul(l.r * 0.09)
	p.move(c.add(side).add(long).add(flare)).line(c.add(side).add(long)).line(c.add(side).sub(long)).line(c.add(side).sub(long).sub(flare2))
	p.move(c.sub(side).add(long).add(flare2)).line(c.sub(side).add(long)).line(c.sub(side).sub(long)).line(c.sub(side).sub(long).sub(flare))
}

// waters draws streams and rivers that run through cells.
func (d *drawing) waters() {
	l := d.lay
	brook, river := &Path{}, &Path{}
	for _, c := range d.cells {
		look := d.looks[c.Place]
		d.blunt = 0
		switch look {
		case "stream":
			d.through(brook, c.Place, orLevel(d.joined(c.Place, waterLook), d, c.Place), 0.16)
		case "river":
			d.blunt = 0.33 // half its width, so that its round end keeps within the board
			d.through(river, c.Place, orLevel(d.joined(c.Place, waterLook), d, c.Place), 0.08)
		case "bridge":
			to := d.joined(c.Place, func(s string) bool { return s == "river" || s == "water" })
			if len(to) > 0 {
				d.through(river, c.Place, to, 0)
			} else if to = d.joined(c.Place, func(s string) bool { return s == "stream" }); len(to) > 0 {
				d.through(brook, c.Place, to, 0)
			} else {
				d.through(brook, c.Place, d.across(c), 0)
			}
		}
	}
	d.blunt = 0
	d.add(&d.ground, brook, Ink{Line: rgb(0x5b8fb3), Width: l.r * 0.13})
	d.add(&d.ground, brook, Ink{Line: rgb(0xa5cde4), Width: l.r * 0.075})
	d.add(&d.ground, river, Ink{Line: rgb(0x4f81a5), Width: l.r * 0.66})
	d.add(&d.ground, river, Ink{Line: rgb(0xa9cbe0), Width: l.r * 0.59})
	d.add(&d.ground, river, Ink{Line: rgb(0xc7dfec), Width: l.r * 0.05, Dash: [2]float64{l.r * 0.3, l.r * 0.25}})
}

// orLevel lets lonely water run from west to east.
func orLevel(to []string, d *drawing, place string) []string {
	if len(to) > 0 {
		return to
	}
	s := d.lay.sides[place]
	for i := range s {
		if j := (i + d.lay.n/2) % d.lay.n; s[i] != "" && s[j] != "" && math.Abs(math.Sin(d.lay.sideAngle(i))) < 0.6 {
			return []string{s[i], s[j]}
		}
	}
	return nil
}

// across returns the two neighbours that lie best beside a bridge's road.
func (d *drawing) across(c board.Cell) []string {
	road := d.roadsOf(c)
	var out []string
	for i, q := range d.lay.sides[c.Place] {
		j := (i + d.lay.n/2) % d.lay.n
		o := d.lay.sides[c.Place][j]
		if q != "" && o != "" && !slices.Contains(road, q) && !slices.Contains(road, o) {
			return append(out, q, o)
		}
	}
	return nil
}

// walls draws walls and trenches that fill cells: from neighbour to neighbour of the same kind, or across.
func (d *drawing) walls() {
	l := d.lay
	wall, trench := &Path{}, &Path{}
	for _, c := range d.cells {
		look := d.looks[c.Place]
		if look != "wall" && look != "trench" {
			continue
		}
		o := l.at[c.Place]
		var ends []pt
		for _, q := range d.joined(c.Place, func(s string) bool { return s == look }) {
			ends = append(ends, o.to(l.at[q], 0.5))
		}
		a := l.apothem() * 0.8
		if len(ends) == 0 {
			ends = append(ends, o.add(pt{-a, a * 0.15}))
		}
		if len(ends) == 1 {
			ends = append(ends, o.add(o.sub(ends[0]).mul(0.85)))
		}
		bow := o.add(pt{0, l.r * 0.12})
		for i := 0; i+1 < len(ends); i++ {
			if look == "wall" {
				wall.move(ends[i]).quad(bow, ends[i+1])
			} else {
				zigzag(trench, []pt{ends[i], bow, ends[i+1]}, l.r*0.13, l.r*0.055)
			}
		}
	}
	d.stones(&d.ground, wall)
	d.ditch(&d.ground, trench)
}

func (d *drawing) stones(to *[]Item, p *Path) {
	r := d.lay.r
	d.add(to, p, Ink{Line: rgb(0x57524a), Width: r * 0.15})
	d.add(to, p, Ink{Line: rgb(0xd8d2c5), Width: r * 0.1, Dash: [2]float64{r * 0.07, r * 0.135}})
}

func (d *drawing) ditch(to *[]Item, p *Path) {
	r := d.lay.r
	d.add(to, p, Ink{Line: rgb(0x5d4526), Width: r * 0.11})
	d.add(to, p, Ink{Line: rgb(0xd9bf8c), Width: r * 0.045})
}

// zigzag draws a broken line along points, as trenches are dug.
func zigzag(p *Path, pts []pt, step, amp float64) {
	sign := 1.0
	p.move(pts[0])
	for i := 1; i < len(pts); i++ {
		a, b := pts[i-1], pts[i]
		n := max(1, int(b.sub(a).len()/step))
		side := b.sub(a).turn().mul(amp / math.Max(1, b.sub(a).len()))
		for k := 1; k <= n; k++ {
			q := a.to(b, (float64(k)-0.5)/float64(n)).add(side.mul(sign))
			p.line(q)
			sign = -sign
		}
	}
	p.line(pts[len(pts)-1])
}

// edges draws what stands on hexsides, joined into lines where sides meet.
func (d *drawing) edges() {
	l := d.lay
	for _, look := range []string{"stream", "canal", "river", "trench", "wire", "hedge", "wall"} {
		var segs [][2]pt
		for _, e := range d.sheet.Edges {
			if a, b, ok := l.side(e.A, e.B); ok && e.Look == look {
				segs = append(segs, [2]pt{a, b})
			}
		}
		if len(segs) == 0 {
			continue
		}
		d.used["edge "+look] = true
		d.edgeLine(&d.ground, look, chains(segs))
	}
}

func (d *drawing) edgeLine(to *[]Item, look string, lines [][]pt) {
	r := d.lay.r
	p := &Path{}
	switch look {
	case "canal":
		d.canal(to, lines)
	case "river", "stream":
		wide := r * 0.17
		if look == "stream" {
			wide = r * 0.1
		}
		for _, run := range lines {
			p.along(run...)
		}
		d.add(to, p, Ink{Line: rgb(0x4f81a5), Width: wide})
		d.add(to, p, Ink{Line: rgb(0xa9cbe0), Width: wide * 0.62})
	case "trench":
		for _, run := range lines {
			zigzag(p, run, r*0.13, r*0.055)
		}
		d.ditch(to, p)
	case "wire":
		for _, run := range lines {
			crosses(p, run, r*0.19, r*0.055)
		}
		d.add(to, p, Ink{Line: rgb(0x4a4a4a), Width: r * 0.025})
	case "hedge":
		for _, run := range lines {
			bushes(p, run, r*0.11, r*0.065)
		}
		d.add(to, p, Ink{Fill: rgb(0x6f8f4d), Line: rgb(0x3f5a2b), Width: r * 0.02})
	case "wall":
		for _, run := range lines {
			p.poly(run...)
			p.Ops[len(p.Ops)-1] = 'L'
			p.Pts = append(p.Pts, p.Pts[len(p.Pts)-1])
		}
		d.stones(to, p)
	}
}

func crosses(p *Path, run []pt, step, size float64) {
	spaced(run, step, func(q pt) {
		p.move(q.add(pt{-size, -size})).line(q.add(pt{size, size}))
		p.move(q.add(pt{-size, size})).line(q.add(pt{size, -size}))
	})
}

func bushes(p *Path, run []pt, step, size float64) {
	spaced(run, step, func(q pt) { p.circle(q, size) })
}

// spaced calls f at even steps along a line.
func spaced(run []pt, step float64, f func(pt)) {
	for i := 1; i < len(run); i++ {
		n := max(1, int(math.Round(run[i].sub(run[i-1]).len()/step)))
		for k := range n {
			f(run[i-1].to(run[i], (float64(k)+0.5)/float64(n)))
		}
	}
}

// chains joins sides that share a corner into lines, as long as they go.
func chains(segs [][2]pt) [][]pt {
	near := func(a, b pt) bool { return a.sub(b).len() < 1 }
	var out [][]pt
	for len(segs) > 0 {
		run := []pt{segs[0][0], segs[0][1]}
		segs = segs[1:]
		for grown := true; grown; {
			grown = false
			for i, s := range segs {
				head, tail := run[0], run[len(run)-1]
				switch {
				case near(s[0], tail):
					run = append(run, s[1])
				case near(s[1], tail):
					run = append(run, s[0])
				case near(s[1], head):
					run = append([]pt{s[0]}, run...)
				case near(s[0], head):
					run = append([]pt{s[1]}, run...)
				default:
					continue
				}
				segs = append(segs[:i:i], segs[i+1:]...)
				grown = true
				break
			}
		}
		out = append(out, run)
	}
	return out
}

// straightest picks the two ends that lie best opposite to one another: the main way of a junction.
func straightest(c pt, ends []pt) (a, b int) {
	best := math.Inf(1)
	for i, e := range ends {
		for j := i + 1; j < len(ends); j++ {
			u, v := e.sub(c), ends[j].sub(c)
			if f := (u.x*v.x + u.y*v.y) / (u.len() * v.len()); f < best-1e-9 {
				best, a, b = f, i, j
			}
		}
	}
	return a, b
}
