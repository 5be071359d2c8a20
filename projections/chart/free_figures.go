package chart

import (
	"fmt"
	"math"

	"fieldpost/adjudicator/board"
)

// looks is the step, in degrees, in which men on foot are turned: as many as look the same way share a picture.
const looks = 15

// model is one base to scale with who stands on it, or a hull with its turret.
func (d *drawing) model(m board.Model) {
	if len(m.Hull) == 4 {
		d.hullModel(m, d.livery(m.Side))
		return
	}
	if !m.Piece {
		m.Facing = (m.Facing + looks/2) / looks * looks
	}
	name := fmt.Sprintf("m%d-%d-%s-%s-%d-%t-%t%d", m.Side+1, m.Radius, m.Arm, m.Mark, m.Facing, m.Low, m.Shield, m.Crew)
	id := d.stamp(name, func() []Item {
		before := d.over
		d.over = nil
		d.stand(m)
		drawn := d.over
		d.over = before
		return drawn
	})
	c := d.on(m.Centre)
	d.over = append(d.over, Item{Stamp: id, X: int(math.Round(c.x)), Y: int(math.Round(c.y))})
	d.used["model "+m.Mark], d.used["arm "+m.Arm] = true, true
	if m.Low {
		d.used["low"] = true
	}
}

// stand draws a model around (0, 0).
func (d *drawing) stand(m board.Model) {
	k, r := d.livery(m.Side), float64(m.Radius)*inch/10
	d.base(pt{}, r, k, m.Low)
	if m.Piece {
		d.add(&d.over, new(Path).circle(pt{}, r*0.86), Ink{Fill: k.body})
		d.pieceModel(m, k, pt{}, r)
		return
	}
	d.man(m, k, pt{}, r)
}

// base is the stand of a figure or of a weapon with its crew; those who are pinned or flee stand on a pale one.
func (d *drawing) base(c pt, r float64, k livery, low bool) {
	fill := k.strip
	if low {
		fill = k.body
	}
	d.add(&d.over, new(Path).circle(c.add(pt{0.8, 1}), r), Ink{Fill: ink.alpha(0x38)})
	d.add(&d.over, new(Path).circle(c, r-0.4), Ink{Fill: fill, Line: k.edge, Width: 1.1})
}

// ahead turns a figure's own directions into those of the paper: x to its right, y to its front.
func ahead(c pt, facing int, r float64) func(x, y float64) pt {
	a := aim(facing)
	front := polar(a, r)
	right := front.turn()
	return func(x, y float64) pt { return c.add(right.mul(x)).add(front.mul(y)) }
}

// man is a figure from above: shoulders, helmet and weapon. Who is pinned or flees lies or runs without shoulders to be seen; a leader bears a star.
func (d *drawing) man(m board.Model, k livery, c pt, r float64) {
	at := ahead(c, m.Facing, r)
	coat, hat := k.body, k.edge
	if m.Low {
		coat = k.strip
		d.add(&d.over, new(Path).move(at(0, -0.75)).line(at(0, 0.1)), Ink{Line: coat, Width: r * 0.62})
	} else {
		d.add(&d.over, new(Path).move(at(-0.42, -0.05)).line(at(0.42, -0.05)), Ink{Line: coat, Width: r * 0.6})
	}
	d.weapon(m.Arm, at, r)
	switch m.Mark {
	case "leader", "officer":
		d.add(&d.over, star(c, r*0.72, r*0.3, 5), Ink{Fill: rgb(0xffe9a8), Line: hat, Width: 0.7})
	case "radio", "observer":
		d.add(&d.over, new(Path).poly(at(-0.45, -0.75), at(0.45, -0.75), at(0.45, -0.25), at(-0.45, -0.25)), Ink{Fill: rgb(0x3a352d)})
		d.add(&d.over, new(Path).move(at(0.4, -0.5)).line(at(0.75, -1.35)), Ink{Line: rgb(0x3a352d), Width: 1})
		d.add(&d.over, new(Path).circle(at(0, 0.12), r*0.34), Ink{Fill: hat})
	default:
		d.add(&d.over, new(Path).circle(at(0, 0.05), r*0.36), Ink{Fill: hat})
	}
}

// weapon is what a man carries: the longer, the farther it reaches; the thicker, the faster it fires.
func (d *drawing) weapon(arm string, at func(x, y float64) pt, r float64) {
	line := func(wide, x, from, to float64) {
		d.add(&d.over, new(Path).move(at(x, from)).line(at(x, to)), Ink{Line: white.alpha(0xb0), Width: r*wide + 1.6})
		d.add(&d.over, new(Path).move(at(x, from)).line(at(x, to)), Ink{Line: ink, Width: r * wide})
	}
	switch arm {
	case "rifle":
		line(0.16, 0.34, -0.1, 1.05)
	case "smg":
		line(0.3, 0.34, 0.05, 0.75)
	case "lmg":
		line(0.24, 0.34, -0.2, 1.35)
		d.add(&d.over, new(Path).move(at(0.02, 1.2)).line(at(0.34, 0.85)).line(at(0.66, 1.2)), Ink{Line: ink, Width: r * 0.14})
	case "launcher":
		line(0.42, 0.36, -0.8, 1.0)
	case "sniper":
		line(0.14, 0.3, -0.2, 1.5)
		d.add(&d.over, new(Path).circle(at(0.3, 0.45), r*0.16), Ink{Fill: ink})
	case "pistol":
		line(0.16, 0.34, 0.1, 0.6)
	}
}

// crewPosts are where the men of a weapon stand, in its own directions.
var crewPosts = [][2]float64{{-0.42, -0.42}, {0.42, -0.42}, {0, -0.72}, {-0.72, 0}, {0.72, 0}, {-0.62, 0.42}}

// pieceModel is a weapon on its own mount with the men who serve it: a machine gun on its tripod, a mortar on its base plate, a gun with wheels,
// shield and trails.
func (d *drawing) pieceModel(m board.Model, k livery, c pt, r float64) {
	at := ahead(c, m.Facing, r)
	ring := func(x, y, size float64) *Path { return new(Path).circle(at(x, y), r*size) }
	stroke := func(wide float64, xy ...float64) {
		p := new(Path).move(at(xy[0], xy[1]))
		for i := 2; i < len(xy); i += 2 {
			p.line(at(xy[i], xy[i+1]))
		}
		d.add(&d.over, p, Ink{Line: ink, Width: r * wide})
	}
	for i := range min(m.Crew, len(crewPosts)) {
		q := crewPosts[i]
		d.add(&d.over, ring(q[0], q[1], 0.2), Ink{Fill: k.strip, Line: k.edge, Width: 1})
		d.add(&d.over, ring(q[0], q[1]+0.03, 0.09), Ink{Fill: k.edge})
	}
	switch m.Arm {
	case "gun":
		stroke(0.12, -0.05, 0, -0.3, -0.85)
		stroke(0.12, 0.05, 0, 0.3, -0.85)
		stroke(0.2, -0.34, -0.12, -0.34, 0.2)
		stroke(0.2, 0.34, -0.12, 0.34, 0.2)
		stroke(0.14, 0, 0, 0, 1.3)
		if m.Shield {
			d.add(&d.over, new(Path).move(at(-0.5, 0.1)).line(at(-0.2, 0.26)).line(at(0.2, 0.26)).line(at(0.5, 0.1)), Ink{Line: k.edge, Width: r * 0.15})
		}
	case "mortar":
		d.add(&d.over, ring(0, -0.12, 0.26), Ink{Fill: rgb(0x8d877c), Line: ink, Width: 1})
		stroke(0.1, -0.28, 0.38, 0, 0.12, 0.28, 0.38)
		stroke(0.22, 0, -0.12, 0, 0.42)
		d.add(&d.over, ring(0, 0.42, 0.13), Ink{Fill: white, Line: ink, Width: 1})
	default: // a machine gun on its tripod
		stroke(0.1, 0, 0.1, -0.36, -0.3)
		stroke(0.1, 0, 0.1, 0.36, -0.3)
		stroke(0.1, 0, 0.1, 0, 0.62)
		stroke(0.18, 0, -0.2, 0, 1.1)
		d.add(&d.over, ring(0, 0.05, 0.15), Ink{Fill: ink})
	}
}

// hullModel is a vehicle from above: tracks or wheels, hull, the bevel of its front, and turret, casemate, benches or cargo.
func (d *drawing) hullModel(m board.Model, k livery) {
	p := d.onAll(m.Hull) // left front, right front, right rear, left rear
	c := p[0].to(p[2], 0.5)
	at := func(x, y float64) pt { // from the left front: 0 to 1 across, 0 to 1 along
		return p[0].to(p[1], x).to(p[3].to(p[2], x), y)
	}
	quad := func(x0, y0, x1, y1 float64) *Path {
		return new(Path).poly(at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1))
	}
	fill, dark, light := k.strip, k.edge, k.body
	if m.Wreck {
		fill, dark, light = rgb(0x8d877c), rgb(0x3a352d), rgb(0xa8a296)
	} else if m.Low {
		fill = k.body
	}
	shadow := new(Path).poly(p[0].add(pt{2, 2.5}), p[1].add(pt{2, 2.5}), p[2].add(pt{2, 2.5}), p[3].add(pt{2, 2.5}))
	d.add(&d.over, shadow, Ink{Fill: ink.alpha(0x40)})
	wheels := func(ys ...float64) {
		for _, y := range ys {
			d.add(&d.over, quad(-0.02, y-0.09, 0.14, y+0.09), Ink{Fill: rgb(0x2f2b25)})
			d.add(&d.over, quad(0.86, y-0.09, 1.02, y+0.09), Ink{Fill: rgb(0x2f2b25)})
		}
	}
	tracks := func(from float64) {
		d.add(&d.over, quad(0, from, 0.2, 1), Ink{Fill: rgb(0x4a443a), Line: dark, Width: 1})
		d.add(&d.over, quad(0.8, from, 1, 1), Ink{Fill: rgb(0x4a443a), Line: dark, Width: 1})
	}
	side := 0.17
	switch m.Craft {
	case "truck", "car":
		wheels(0.2, 0.8)
		side = 0.1
	case "halftrack":
		wheels(0.17)
		tracks(0.4)
		side = 0.12
	default:
		tracks(0)
	}
	d.add(&d.over, quad(side, 0.02, 1-side, 0.98), Ink{Fill: fill, Line: dark, Width: 1.2})
	switch m.Craft {
	case "truck":
		d.add(&d.over, quad(0.16, 0.26, 0.84, 0.36), Ink{Fill: light})
		for _, y := range []float64{0.5, 0.68, 0.86} {
			d.add(&d.over, new(Path).move(at(0.14, y)).line(at(0.86, y)), Ink{Line: dark, Width: 1.2})
		}
	case "halftrack":
		d.add(&d.over, quad(0.16, 0.26, 0.84, 0.34), Ink{Fill: light})
		d.add(&d.over, quad(0.24, 0.42, 0.76, 0.92), Ink{Fill: light, Line: dark, Width: 1})
		d.add(&d.over, new(Path).move(at(0.5, 0.46)).line(at(0.5, 0.9)), Ink{Line: dark, Width: 1})
	default:
		d.add(&d.over, new(Path).poly(at(0.22, 0.04), at(0.78, 0.04), at(0.68, 0.2), at(0.32, 0.2)), Ink{Fill: light})
	}
	d.armament(m, at, c, p[0].sub(p[1]).len(), light, dark)
	d.used["craft "+m.Craft] = true
	if m.Wreck {
		d.used["wreck"] = true
		d.add(&d.over, new(Path).move(p[0]).line(p[2]).move(p[1]).line(p[3]), Ink{Line: alarm, Width: 2})
	}
}

// armament is the gun of a vehicle: in a turret, in a casemate, or a machine gun on its mount.
func (d *drawing) armament(m board.Model, at func(x, y float64) pt, c pt, wide float64, light, dark Color) {
	if m.Gun < 0 {
		return
	}
	barrel := polar(aim(m.Gun), 1)
	switch m.Craft {
	case "assault":
		from := at(0.5, 0.2)
		d.add(&d.over, new(Path).poly(at(0.24, 0.28), at(0.76, 0.28), at(0.82, 0.78), at(0.18, 0.78)), Ink{Fill: light, Line: dark, Width: 1.2})
		d.add(&d.over, new(Path).move(from).line(from.add(barrel.mul(wide*0.85))), Ink{Line: ink, Width: 2.6})
	case "halftrack", "truck":
		from := at(0.5, 0.36)
		d.add(&d.over, new(Path).move(from).line(from.add(barrel.mul(wide*0.6))), Ink{Line: ink, Width: 1.8})
		d.add(&d.over, new(Path).circle(from, wide*0.13), Ink{Fill: dark})
	default:
		d.add(&d.over, new(Path).move(c).line(c.add(barrel.mul(wide*1.15))), Ink{Line: ink, Width: 2.4})
		d.add(&d.over, new(Path).circle(c, wide*0.3), Ink{Fill: light, Line: dark, Width: 1.2})
		d.add(&d.over, new(Path).circle(c.sub(barrel.mul(wide*0.08)), wide*0.1), Ink{Fill: dark})
	}
}

// indoors shows who is in a building: in rows on the floor below an open roof.
func (d *drawing) indoors(men []board.Model) {
	const step, row = 0.75 * inch, 5
	n := len(men)
	rows := (n + row - 1) / row
	wide := float64(min(n, row))*step + 4
	c := d.on(men[0].Centre)
	d.add(&d.over, new(Path).round(c.x-wide/2, c.y-float64(rows)*step/2-2, wide, float64(rows)*step+4, 4), Ink{Fill: rgb(0xf4e8cf).alpha(0xe8), Line: rgb(0x6d3420), Width: 1, Dash: [2]float64{3, 2}})
	for i, m := range men {
		in := min(row, n-i/row*row)
		q := c.add(pt{(float64(i%row) - float64(in-1)/2) * step, (float64(i/row) - float64(rows-1)/2) * step})
		m.Centre, m.Radius = d.back(q), 3
		d.model(m)
	}
	d.used["indoors"] = true
}

// models draws all of them, those in a building together.
func (d *drawing) models() {
	var inside []board.Model
	for i, m := range d.sheet.Free.Models {
		if !m.Inside {
			d.model(m)
			continue
		}
		inside = append(inside, m)
		if next := d.sheet.Free.Models[i+1:]; len(next) == 0 || next[0].Unit != m.Unit {
			d.indoors(inside)
			inside = nil
		}
	}
}
