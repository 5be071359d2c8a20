package chart

import (
	"math"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
)

// freeMoment draws what depends on the moment: smoke, arcs, ways, models, names, marks.
func (d *drawing) freeMoment() {
	f := d.sheet.Free
	for _, a := range f.Arcs {
		d.freeArc(a)
	}
	for _, r := range f.Courses {
		if r.Kind != "fire" && r.Kind != "shells" {
			d.freeWay(r)
		}
	}
	for _, m := range f.Models {
		d.model(m)
	}
	for _, r := range f.Courses {
		if r.Kind == "fire" || r.Kind == "shells" {
			d.freeShot(r)
		}
	}
	for _, p := range f.Patches {
		if p.Look == "smoke" {
			d.add(&d.over, d.outlinePath(p), Ink{Fill: rgb(0xdde0e4).alpha(0xc0), Line: rgb(0x7d838b), Width: 1.4, Dash: [2]float64{5, 3}})
		}
	}
	for _, s := range f.Spots {
		d.freeSpot(s)
	}
	for _, t := range f.Tags {
		d.tag(t)
	}
}

// model is one base to scale, or a hull with its turret.
func (d *drawing) model(m board.Model) {
	k := d.livery(m.Side)
	c := d.on(m.Centre)
	body, edge := k.strip, k.edge
	if m.Low {
		body = k.body
	}
	if len(m.Hull) == 4 {
		d.hullModel(m, k)
		return
	}
	r := float64(m.Radius) * inch / 10
	d.add(&d.over, new(Path).circle(c.add(pt{0.8, 1}), r), Ink{Fill: ink.alpha(0x38)})
	d.add(&d.over, new(Path).circle(c, r-0.4), Ink{Fill: body, Line: edge, Width: 1.1})
	if m.Gun >= 0 {
		a := aim(m.Gun)
		d.add(&d.over, new(Path).move(c).line(c.add(polar(a, r*1.35))), Ink{Line: ink, Width: 2})
	}
	switch m.Mark {
	case "leader", "officer":
		d.add(&d.over, star(c, r*0.62, r*0.26, 5), Ink{Fill: k.word})
	case "radio", "observer":
		d.add(&d.over, new(Path).poly(c.add(pt{0, -r * 0.6}), c.add(pt{r * 0.55, r * 0.45}), c.add(pt{-r * 0.55, r * 0.45})), Ink{Fill: k.word})
	case "gunner", "sniper":
		if m.Gun < 0 {
			d.add(&d.over, new(Path).circle(c, r*0.35), Ink{Fill: k.word})
		}
	}
	d.used["model "+m.Mark] = true
}

// hullModel is a vehicle from above: tracks, hull, the bevel of its front, turret and barrel.
func (d *drawing) hullModel(m board.Model, k livery) {
	p := d.onAll(m.Hull) // left front, right front, right rear, left rear
	fill, dark := k.strip, k.edge
	if m.Wreck {
		fill, dark = rgb(0x8d877c), rgb(0x3a352d)
	}
	c := d.on(m.Centre)
	d.add(&d.over, new(Path).poly(p[0].add(pt{1, 1.5}), p[1].add(pt{1, 1.5}), p[2].add(pt{1, 1.5}), p[3].add(pt{1, 1.5})), Ink{Fill: ink.alpha(0x38)})
	d.add(&d.over, new(Path).poly(p...), Ink{Fill: dark, Line: dark, Width: 1})
	in := func(a, b pt, f float64) pt { return a.to(b, f) }
	d.add(&d.over, new(Path).poly(in(p[0], p[1], 0.2), in(p[1], p[0], 0.2), in(p[2], p[3], 0.2), in(p[3], p[2], 0.2)), Ink{Fill: fill})
	front := in(p[0], p[1], 0.5)
	d.add(&d.over, new(Path).poly(front.toward(c, 0.5), in(in(p[0], p[1], 0.2), p[3], 0.18), in(in(p[1], p[0], 0.2), p[2], 0.18)), Ink{Fill: k.body})
	wide := p[0].sub(p[1]).len()
	if m.Gun >= 0 {
		a := aim(m.Gun)
		d.add(&d.over, new(Path).move(c).line(c.add(polar(a, wide*1.15))), Ink{Line: ink, Width: 2.4})
		d.add(&d.over, new(Path).circle(c, wide*0.3), Ink{Fill: k.body, Line: dark, Width: 1.2})
	}
	if m.Wreck {
		d.used["wreck"] = true
		d.add(&d.over, new(Path).move(p[0]).line(p[2]).move(p[1]).line(p[3]), Ink{Line: alarm, Width: 2})
	}
}

// tag writes a unit's name where it covers least.
func (d *drawing) tag(t board.Tag) {
	k := d.livery(t.Side)
	size := 10.5
	w := textWidth(Bold, size, t.Text)/2 + 4
	best, cost := pt{}, math.Inf(1)
	c := d.on(t.At)
	for i, off := range []pt{{0, 20}, {0, -13}, {30, 4}, {-30, 4}, {0, 32}, {0, -26}, {46, 12}, {-46, 12}, {34, -16}, {-34, -16}} {
		q := c.add(off)
		q.x = math.Min(math.Max(q.x, d.lay.left+w), d.lay.right-w)
		b := box{q.x - w, q.y - 10, q.x + w, q.y + 4}
		n := float64(i) * 6
		for _, o := range d.taken {
			n += b.overlap(o)
		}
		for _, m := range d.sheet.Free.Models {
			r := math.Max(float64(m.Radius), 5) * inch / 10
			e := d.on(m.Centre)
			n += b.overlap(box{e.x - r, e.y - r, e.x + r, e.y + r}) * 0.7
		}
		if b.y1 > d.lay.bottom || b.y0 < d.lay.top {
			n += 4000
		}
		if n < cost {
			best, cost = q, n
		}
	}
	d.add(&d.over, new(Path).round(best.x-w, best.y-10, 2*w, 14, 4), Ink{Fill: k.strip.alpha(0xe8), Line: white, Width: 0.8})
	d.over = append(d.over, Item{Text: &Text{X: snap(best.x), Y: snap(best.y + 0.8), Size: size, Face: Bold, Fill: k.word, String: t.Text}})
	d.taken = append(d.taken, box{best.x - w, best.y - 10, best.x + w, best.y + 4})
	for i, b := range t.Badges {
		if i == 2 {
			break
		}
		word := d.style.say(b)
		bw := textWidth(Bold, 9, word)/2 + 4
		at := best.add(pt{0, 13 + float64(i)*13})
		d.add(&d.over, new(Path).round(at.x-bw, at.y-9, 2*bw, 12, 6), Ink{Fill: badgeColor(b), Line: white, Width: 0.8})
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y + 0.3), Size: 9, Face: Bold, Fill: white, String: word}})
		d.taken = append(d.taken, box{at.x - bw, at.y - 9, at.x + bw, at.y + 3})
	}
}

// freeArc is a field of fire: its two sides and an arc for each range, numbered in inches.
func (d *drawing) freeArc(a board.Arc) {
	if len(a.Ranges) == 0 {
		return
	}
	k := d.livery(a.Side)
	c := d.on(a.At)
	far := float64(slices.Max(a.Ranges)) * inch / 10
	lines := &Path{}
	if a.Half < 180 {
		for _, s := range []int{-1, 1} {
			lines.move(c).line(d.inside(c, polar(aim(a.Bearing+s*a.Half), far)))
		}
	}
	rings := &Path{}
	for _, r := range a.Ranges {
		long := float64(r) * inch / 10
		step := math.Max(1, 200/long)
		down := false
		for t := -float64(a.Half); t <= float64(a.Half); t += step {
			q := c.add(polar((float64(a.Bearing)+t)*math.Pi/180-math.Pi/2, long))
			if q.x < d.lay.left || q.x > d.lay.right || q.y < d.lay.top || q.y > d.lay.bottom {
				down = false
				continue
			}
			if down {
				rings.line(q)
			} else {
				rings.move(q)
			}
			down = true
		}
		at := c.add(polar(aim(a.Bearing), long))
		if at.x > d.lay.left && at.x < d.lay.right && at.y > d.lay.top && at.y < d.lay.bottom {
			d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y + 3), Size: 9, Face: Bold, Fill: k.line, Halo: paper, Glow: 2, String: strconv.Itoa(r / 10)}})
		}
	}
	d.used["arc"] = true
	d.add(&d.over, lines, Ink{Line: k.line.alpha(0x90), Width: 1, Dash: [2]float64{6, 4}})
	d.add(&d.over, rings, Ink{Line: k.line.alpha(0x70), Width: 1, Dash: [2]float64{2, 3}})
}

// inside shortens a line that would leave the table.
func (d *drawing) inside(c, v pt) pt {
	f := 1.0
	cut := func(at, by, low, high float64) {
		if by > 0 && at+by > high {
			f = math.Min(f, (high-at)/by)
		}
		if by < 0 && at+by < low {
			f = math.Min(f, (low-at)/by)
		}
	}
	cut(c.x, v.x, d.lay.left, d.lay.right)
	cut(c.y, v.y, d.lay.top, d.lay.bottom)
	return c.add(v.mul(f))
}

// freeWay is an arrow of a move.
func (d *drawing) freeWay(r board.Route) {
	pts := d.onAll(r.Path)
	if len(pts) < 2 || pts[0].sub(pts[len(pts)-1]).len() < 4 {
		return
	}
	col, dash := d.livery(r.Side).line, [2]float64{}
	switch r.Kind {
	case "flee":
		dash = [2]float64{3, 5}
		d.used["retreat"] = true
	case "charge":
		col = alarm
		d.used["assault"] = true
	default:
		d.used["move"] = true
	}
	line := new(Path).along(pts...)
	d.add(&d.over, line, Ink{Line: white.alpha(0xb0), Width: 4.6})
	d.add(&d.over, line, Ink{Line: col, Width: 2.2, Dash: dash})
	d.add(&d.over, d.head(pts[len(pts)-1], pts[len(pts)-2], 8), Ink{Fill: col, Line: white, Width: 0.8})
}

// freeShot is a line of fire, with a star where it hit.
func (d *drawing) freeShot(r board.Route) {
	pts := d.onAll(r.Path)
	if len(pts) < 2 {
		return
	}
	a, b := pts[0], pts[len(pts)-1]
	line := new(Path).move(a).line(b)
	if r.Kind == "shells" {
		bow := a.to(b, 0.5).add(pt{0, -math.Min(70, a.sub(b).len()*0.25)})
		line = new(Path).move(a).quad(bow, b)
		d.used["trajectory"] = true
	}
	d.used["fire"] = true
	d.add(&d.over, line, Ink{Line: white.alpha(0x90), Width: 2.6})
	d.add(&d.over, line, Ink{Line: alarm.alpha(0xb0), Width: 1.1, Dash: [2]float64{6, 4}})
	if r.Hit {
		d.used["hit"] = true
		d.add(&d.over, star(b, 6, 2.6, 8), Ink{Fill: rgb(0xf2b632), Line: alarm, Width: 1})
		return
	}
	d.used["miss"] = true
	d.add(&d.over, new(Path).circle(b, 2.6), Ink{Fill: paper, Line: alarm, Width: 1})
}

// freeSpot is a mark at a place.
func (d *drawing) freeSpot(s board.Spot) {
	c := d.on(s.At)
	d.used["spot "+s.Kind] = true
	switch s.Kind {
	case "objective":
		big := d.lay.r
		d.lay.r = 42
		d.flag(c, s.Side, s.Text)
		d.lay.r = big
	case "ambush":
		k := d.livery(s.Side)
		d.add(&d.over, new(Path).circle(c, 3*inch), Ink{Line: k.line, Width: 1.2, Dash: [2]float64{4, 3}})
		d.add(&d.over, new(Path).circle(c, 5).move(c.add(pt{-9, 0})).line(c.add(pt{9, 0})).move(c.add(pt{0, -9})).line(c.add(pt{0, 9})), Ink{Line: k.line, Width: 1.8})
	case "registered":
		d.add(&d.over, new(Path).circle(c, 7).move(c.add(pt{-11, 0})).line(c.add(pt{11, 0})).move(c.add(pt{0, -11})).line(c.add(pt{0, 11})), Ink{Line: slate, Width: 1.6})
		d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y - 13), Size: 10, Face: Bold, Fill: slate, Halo: paper, Glow: 2, String: s.Text}})
	case "burst":
		d.add(&d.over, star(c, 13, 6, 10), Ink{Fill: rgb(0xf2b632).alpha(0xb0), Line: alarm, Width: 1.2})
	case "loss":
		d.add(&d.over, new(Path).move(c.add(pt{-4, -4})).line(c.add(pt{4, 4})).move(c.add(pt{-4, 4})).line(c.add(pt{4, -4})), Ink{Line: alarm, Width: 2.2})
	}
}

// freeLegend says what the map uses, and how long six inches are.
func (d *drawing) freeLegend(y float64) float64 {
	const high = 30
	x, room := margin+ruler, d.lay.right
	y += margin * 0.4
	d.add(&d.over, new(Path).move(pt{x, y}).line(pt{room, y}), Ink{Line: frame.alpha(0x90), Width: 1})
	y += 22
	put := func(label string, wide float64, draw func(c pt)) {
		w := wide + 8 + textWidth(Regular, 12, label) + 20
		if x+w > room+16 && x > margin+ruler {
			x, y = margin+ruler, y+high
		}
		draw(pt{x + wide/2, y})
		d.over = append(d.over, Item{Text: &Text{X: snap(x + wide + 8), Y: snap(y + 4), Size: 12, Anchor: -1, Fill: ink, String: label}})
		x += w
	}
	put(d.style.say("letter.map.free.scale"), 6*inch, func(c pt) {
		p := new(Path).move(c.add(pt{-3 * inch, 0})).line(c.add(pt{3 * inch, 0}))
		for k := -3; k <= 3; k++ {
			p.move(c.add(pt{float64(k) * inch, -4})).line(c.add(pt{float64(k) * inch, 4}))
		}
		d.add(&d.over, p, Ink{Line: ink, Width: 1.4})
	})
	for i, seat := range d.style.Seats {
		put(seat, 18, func(c pt) {
			k := d.livery(i)
			d.add(&d.over, new(Path).circle(c, 7), Ink{Fill: k.strip, Line: k.edge, Width: 1.2})
		})
	}
	d.freeKeys(put)
	return y + 14
}

func (d *drawing) freeKeys(put func(label string, wide float64, draw func(c pt))) {
	say := func(name string) string { return d.style.say("letter.map." + name) }
	for _, m := range []struct{ mark, word string }{{"leader", "free.leader"}, {"officer", "free.leader"}, {"radio", "free.radio"}} {
		if d.used["model "+m.mark] && !d.used["said "+m.word] {
			d.used["said "+m.word] = true
			put(say(m.word), 18, func(c pt) {
				d.model(board.Model{Side: 0, Centre: d.back(c), Radius: 5, Gun: -1, Mark: m.mark})
			})
		}
	}
	if d.used["wreck"] {
		put(say("free.wreck"), 20, func(c pt) {
			d.add(&d.over, new(Path).rect(c.x-9, c.y-5, 18, 10), Ink{Fill: rgb(0x8d877c), Line: rgb(0x3a352d), Width: 1})
			d.add(&d.over, new(Path).move(c.add(pt{-9, -5})).line(c.add(pt{9, 5})).move(c.add(pt{-9, 5})).line(c.add(pt{9, -5})), Ink{Line: alarm, Width: 1.6})
		})
	}
	arrow := func(name string, col Color, dash [2]float64) {
		if d.used[name] {
			put(say(name), 30, func(c pt) {
				d.add(&d.over, new(Path).move(c.add(pt{-14, 0})).line(c.add(pt{8, 0})), Ink{Line: col, Width: 2.2, Dash: dash})
				d.add(&d.over, d.head(c.add(pt{8, 0}), c.add(pt{-14, 0}), 8), Ink{Fill: col})
			})
		}
	}
	arrow("move", slate, [2]float64{})
	arrow("retreat", slate, [2]float64{3, 5})
	arrow("assault", alarm, [2]float64{})
	if d.used["hit"] {
		put(say("hit"), 30, func(c pt) { d.freeKeyShot(c, true) })
	}
	if d.used["miss"] {
		put(say("miss"), 30, func(c pt) { d.freeKeyShot(c, false) })
	}
	if d.used["arc"] {
		put(say("free.arc"), 24, func(c pt) {
			d.add(&d.over, new(Path).move(c.add(pt{-10, -6})).line(c.add(pt{0, 7})).line(c.add(pt{10, -6})), Ink{Line: slate, Width: 1, Dash: [2]float64{5, 3}})
		})
	}
	for _, s := range []string{"objective", "ambush", "registered", "burst"} {
		if d.used["spot "+s] {
			put(say("free."+s), 22, func(c pt) {
				if s == "ambush" {
					d.add(&d.over, new(Path).circle(c, 5).move(c.add(pt{-9, 0})).line(c.add(pt{9, 0})).move(c.add(pt{0, -9})).line(c.add(pt{0, 9})), Ink{Line: slate, Width: 1.8})
					return
				}
				if s == "objective" {
					d.pennant(&d.over, c.add(pt{-4, 0}), 40, -1)
					return
				}
				d.freeSpot(board.Spot{Kind: s, At: d.back(c), Side: -1})
			})
		}
	}
	if d.used["patch smoke"] {
		put(say("smoke"), 22, func(c pt) {
			d.add(&d.over, new(Path).circle(c, 8), Ink{Fill: rgb(0xdde0e4), Line: rgb(0x7d838b), Width: 1.2, Dash: [2]float64{4, 3}})
		})
	}
}

func (d *drawing) freeKeyShot(c pt, hit bool) {
	d.add(&d.over, new(Path).move(c.add(pt{-14, 0})).line(c.add(pt{10, 0})), Ink{Line: alarm, Width: 1.2, Dash: [2]float64{6, 4}})
	if hit {
		d.add(&d.over, star(c.add(pt{11, 0}), 6, 2.6, 8), Ink{Fill: rgb(0xf2b632), Line: alarm, Width: 1})
		return
	}
	d.add(&d.over, new(Path).circle(c.add(pt{11, 0}), 2.6), Ink{Fill: paper, Line: alarm, Width: 1})
}

// back returns the place of the table under a point on paper.
func (d *drawing) back(c pt) board.At {
	return board.At{X: int(math.Round((c.x - d.lay.left) * 10 / inch)), Y: int(math.Round((d.lay.bottom - c.y) * 10 / inch))}
}
