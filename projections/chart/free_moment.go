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
	d.overIn(LayerFields)
	for _, r := range f.Courses {
		if r.Kind != "fire" && r.Kind != "shells" {
			d.freeWay(r)
		}
	}
	d.overIn(LayerEvents)
	d.models()
	d.overIn(LayerCounters)
	for _, v := range volleys(f.Courses) {
		d.freeShot(v)
	}
	d.overIn(LayerEvents)
	for _, p := range f.Patches {
		if p.Look == "smoke" {
			d.add(&d.over, d.outlinePath(p), Ink{Fill: rgb(0xdde0e4).alpha(0xc0), Line: rgb(0x7d838b), Width: 1.4, Dash: [2]float64{5, 3}})
		}
	}
	d.overIn(LayerWorks)
	for _, s := range f.Spots {
		d.freeSpot(s)
	}
	d.overIn(LayerEvents)
	d.tags()
	d.overIn(LayerCounters)
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

// volley is all fire of one unit at another: how many of its lines hit, and how many did nothing.
type volley struct {
	board.Route
	hits, misses int
}

// volleys gathers what was fired along the same line.
func volleys(courses []board.Route) []volley {
	var out []volley
	for _, r := range courses {
		if r.Kind != "fire" && r.Kind != "shells" {
			continue
		}
		i := slices.IndexFunc(out, func(v volley) bool { return v.Kind == r.Kind && slices.Equal(v.Path, r.Path) })
		if i < 0 {
			i, out = len(out), append(out, volley{Route: r})
		}
		if r.Hit {
			out[i].hits++
		} else {
			out[i].misses++
		}
	}
	return out
}

// freeShot is a line of fire in the colour of its side, with a star for each weapon that hit and a ring for each that did not.
func (d *drawing) freeShot(v volley) {
	pts := d.onAll(v.Path)
	if len(pts) < 2 {
		return
	}
	a, b := pts[0], pts[len(pts)-1]
	line := new(Path).move(a).line(b)
	if v.Kind == "shells" {
		bow := a.to(b, 0.5).add(pt{0, -math.Min(70, a.sub(b).len()*0.25)})
		line = new(Path).move(a).quad(bow, b)
		d.used["trajectory"] = true
	}
	d.used["fire"] = true
	d.add(&d.over, line, Ink{Line: white.alpha(0x90), Width: 2.6})
	d.add(&d.over, line, Ink{Line: d.livery(v.Side).line.alpha(0xd0), Width: 1.2, Dash: [2]float64{6, 4}})
	for i := range v.hits + v.misses {
		q := b.toward(a, float64(i)*9)
		if i < v.hits {
			d.used["hit"] = true
			d.add(&d.over, star(q, 6, 2.6, 8), Ink{Fill: rgb(0xf2b632), Line: alarm, Width: 1})
			continue
		}
		d.used["miss"] = true
		d.add(&d.over, new(Path).circle(q, 2.6), Ink{Fill: paper, Line: alarm, Width: 1})
	}
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
		cross := new(Path).move(c.add(pt{-5, -5})).line(c.add(pt{5, 5})).move(c.add(pt{-5, 5})).line(c.add(pt{5, -5}))
		d.add(&d.over, cross, Ink{Line: white.alpha(0xd0), Width: 4.4})
		d.add(&d.over, cross, Ink{Line: alarm, Width: 2.4})
		if s.Text != "" {
			w := textWidth(Bold, 10, s.Text)/2 + 2
			d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + 16), Size: 10, Face: Bold, Fill: alarm, Halo: paper, Glow: 2, String: s.Text}})
			d.taken = append(d.taken, box{c.x - w, c.y - 6, c.x + w, c.y + 18})
		}
	}
}
