package chart

import (
	"math"
	"strconv"

	"fieldpost/adjudicator/board"
)

// rails draws railways: main lines dark with pale sleepers, light lines thin with ticks, beside the roads of their cells.
func (d *drawing) rails() {
	r := d.lay.r
	for _, look := range []string{"lightrail", "rail"} {
		var segs [][2]pt
		done := map[[2]string]bool{}
		for _, w := range d.sheet.Lines {
			for i := 1; w.Look == look && i < len(w.Path); i++ {
				a, b := w.Path[i-1], w.Path[i]
				if done[[2]string{a, b}] || done[[2]string{b, a}] {
					continue
				}
				done[[2]string{a, b}] = true
				if from, to, ok := d.stretch(a, b); ok {
					segs = append(segs, [2]pt{from, to})
				}
			}
		}
		if len(segs) == 0 {
			continue
		}
		d.used["course "+look] = true
		var runs [][]pt
		for _, run := range chains(segs) {
			runs = append(runs, shifted(run, 0.1*r))
		}
		d.railway(&d.ground, look, runs, r)
	}
}

// stretch returns the ends of a way between two cells, cut at the edge of the board where one of them lies beyond it.
func (d *drawing) stretch(a, b string) (from, to pt, ok bool) {
	from, in := d.lay.at[a]
	to, there := d.lay.at[b]
	switch {
	case in && there:
		return from, to, true
	case in:
		far, near := d.lay.near[b]
		return from, from.to(far, 0.5), near
	case there:
		far, near := d.lay.near[a]
		return to.to(far, 0.5), to, near
	}
	return from, to, false
}

func (d *drawing) railway(to *[]Item, look string, runs [][]pt, r float64) {
	p := &Path{}
	for _, run := range runs {
		p.along(run...)
	}
	if look == "lightrail" {
		ticks := &Path{}
		for _, run := range runs {
			for i := 1; i < len(run); i++ {
				side := run[i].sub(run[i-1]).turn()
				side = side.mul(0.055 * r / math.Max(1, side.len()))
				n := max(1, int(run[i].sub(run[i-1]).len()/(0.24*r)))
				for k := range n {
					q := run[i-1].to(run[i], (float64(k)+0.5)/float64(n))
					ticks.move(q.sub(side)).line(q.add(side))
				}
			}
		}
		d.add(to, p, Ink{Line: rgb(0x5a544a), Width: math.Max(0.8, r*0.026)})
		d.add(to, ticks, Ink{Line: rgb(0x5a544a), Width: math.Max(0.8, r*0.026)})
		return
	}
	d.add(to, p, Ink{Line: rgb(0x3a352d), Width: math.Max(2, r*0.075)})
	d.add(to, p, Ink{Line: rgb(0xfdf8ea), Width: math.Max(1, r*0.04), Dash: [2]float64{r * 0.16, r * 0.16}})
}

// canal is a straight water between towpaths.
func (d *drawing) canal(to *[]Item, lines [][]pt) {
	r := d.lay.r
	p := &Path{}
	for _, run := range lines {
		p.along(run...)
	}
	d.add(to, p, Ink{Line: rgb(0x3f5f86), Width: r * 0.12})
	d.add(to, p, Ink{Line: rgb(0xd3e4ee), Width: r * 0.07})
	d.add(to, p, Ink{Line: rgb(0x3f5f86), Width: r * 0.02})
}

// crests draws the teeth of steep ground on the high side of its hexsides.
func (d *drawing) crests() {
	r := d.lay.r
	line, teeth := &Path{}, &Path{}
	for _, e := range d.sheet.Edges {
		a, b, ok := d.lay.side(e.A, e.B)
		if e.Look != "crest" || !ok {
			continue
		}
		high, there := d.lay.at[e.B]
		if !there {
			high, there = d.lay.near[e.B]
		}
		if !there {
			continue
		}
		d.used["edge crest"] = true
		in := a.to(b, 0.5).toward(high, 0.13*r).sub(a.to(b, 0.5))
		a, b = a.add(in), b.add(in)
		line.move(a).line(b)
		const n = 6
		for k := range n {
			f, g := a.to(b, float64(k)/n), a.to(b, (float64(k)+1)/n)
			teeth.poly(f, g, f.to(g, 0.5).sub(in.mul(0.85)))
		}
	}
	d.add(&d.ground, teeth, Ink{Fill: rgb(0x8a5a20)})
	d.add(&d.ground, line, Ink{Line: rgb(0x8a5a20), Width: r * 0.04})
}

// veil pales the cells that a scenario does not use.
func (d *drawing) veil() {
	p := d.lay.outline(d.cells, func(c board.Cell) bool { return has(c, "outside") })
	if !p.empty() {
		d.used["feature outside"] = true
	}
	d.add(&d.ground, p, Ink{Fill: paper.alpha(0x96)})
}

// spans draws bridges over their hexsides, those blown and those thrown by engineers.
func (d *drawing) spans() {
	for _, e := range d.sheet.Spans {
		a, b, ok := d.lay.side(e.A, e.B)
		if !ok {
			continue
		}
		d.used["span "+e.Look] = true
		d.span(&d.over, e.Look, a.to(b, 0.5), b.sub(a).turn().mul(1/math.Max(1, b.sub(a).len())), d.lay.r)
	}
}

// span draws one crossing at c in a direction.
func (d *drawing) span(to *[]Item, look string, c, dir pt, r float64) {
	side := dir.turn()
	deck := new(Path)
	for _, s := range []float64{-1, 1} {
		o := c.add(side.mul(s * 0.085 * r))
		deck.move(o.sub(dir.mul(0.16 * r)).add(side.mul(s * 0.045 * r))).line(o.sub(dir.mul(0.1 * r))).line(o.add(dir.mul(0.1 * r))).line(o.add(dir.mul(0.16 * r)).add(side.mul(s * 0.045 * r)))
	}
	switch look {
	case "footbridge":
		planks := new(Path)
		for k := -3; k <= 3; k++ {
			q := c.add(dir.mul(float64(k) * 0.055 * r))
			planks.move(q.sub(side.mul(0.09 * r))).line(q.add(side.mul(0.09 * r)))
		}
		d.add(to, planks, Ink{Line: white, Width: r * 0.06})
		d.add(to, planks, Ink{Line: rgb(0x6b4a22), Width: r * 0.034})
	case "blown":
		d.add(to, new(Path).circle(c, r*0.17), Ink{Fill: paper.alpha(0xe0), Line: alarm, Width: r * 0.035})
		x := r * 0.1
		d.add(to, new(Path).move(c.add(pt{-x, -x})).line(c.add(pt{x, x})).move(c.add(pt{-x, x})).line(c.add(pt{x, -x})), Ink{Line: alarm, Width: r * 0.06})
	default:
		d.add(to, deck, Ink{Line: rgb(0x3a3329), Width: math.Max(1, r*0.04)})
	}
}

// fronts draws the line between the sides along hexsides, in both their colours.
func (d *drawing) fronts() {
	r := d.lay.r
	var segs [][2]pt
	for _, e := range d.sheet.Fronts {
		if a, b, ok := d.lay.side(e.A, e.B); ok {
			segs = append(segs, [2]pt{a, b})
		}
	}
	if len(segs) == 0 {
		return
	}
	d.used["front"] = true
	p := &Path{}
	for _, run := range chains(segs) {
		p.along(run...)
	}
	d.add(&d.over, p, Ink{Line: rgb(0xfff6e6).alpha(0xb8), Width: r * 0.24})
	d.add(&d.over, p, Ink{Line: alarm.alpha(0xd8), Width: r * 0.1, Dash: [2]float64{r * 0.34, r * 0.17}})
}

// battle marks a fought-over cell with its odds.
func (d *drawing) battle(c pt, text string) {
	r := d.lay.r
	o := c.add(pt{0.02 * r, -0.62 * r})
	d.add(&d.over, star(o, r*0.34, r*0.22, 9), Ink{Fill: rgb(0xf7d774), Line: alarm, Width: r * 0.045})
	if text != "" {
		size, s := fit(text, math.Max(8, r*0.24), r*0.5, Bold)
		d.over = append(d.over, Item{Text: &Text{X: snap(o.x), Y: snap(o.y + size*0.36), Size: size, Face: Bold, Fill: alarm, Halo: rgb(0xfff3cf), Glow: 1.2, String: s}})
	}
	d.taken = append(d.taken, box{o.x - r*0.34, o.y - r*0.34, o.x + r*0.34, o.y + r*0.34})
}

// source marks a cell by which a side is supplied: an arrow that comes in over a bar.
func (d *drawing) source(c pt, side int) {
	r := d.lay.r
	k := d.livery(side)
	d.add(&d.over, new(Path).circle(c, r*0.26), Ink{Fill: k.body, Line: k.edge, Width: math.Max(1, r*0.05)})
	w := r * 0.13
	d.add(&d.over, new(Path).move(c.add(pt{-w, w * 0.9})).line(c.add(pt{w, w * 0.9})).move(c.add(pt{0, -w})).line(c.add(pt{0, w * 0.2})), Ink{Line: k.edge, Width: r * 0.06})
	d.add(&d.over, new(Path).poly(c.add(pt{-w * 0.7, -w * 0.1}), c.add(pt{w * 0.7, -w * 0.1}), c.add(pt{0, w * 0.7})), Ink{Fill: k.edge})
}

// redoubt is a small closed work beneath the counters.
func (d *drawing) redoubt(to *[]Item, c pt, r float64) {
	p := new(Path).poly(c.add(pt{-0.62 * r, -0.5 * r}), c.add(pt{0, -0.72 * r}), c.add(pt{0.62 * r, -0.5 * r}), c.add(pt{0.62 * r, 0.56 * r}), c.add(pt{-0.62 * r, 0.56 * r}))
	d.add(to, p, Ink{Fill: rgb(0xcdb586).alpha(0xa0), Line: rgb(0x53401f), Width: r * 0.1})
	d.add(to, p, Ink{Line: rgb(0xe9d7aa), Width: r * 0.035})
}

// day numbers an arrow: which day of the turn it belongs to.
func (d *drawing) day(a way, at pt, col Color) {
	if a.Day == 0 {
		return
	}
	r := d.lay.r
	d.used["day"] = true
	d.add(&d.over, new(Path).circle(at, r*0.15), Ink{Fill: col, Line: white, Width: r * 0.035})
	d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y + r*0.085), Size: half(math.Max(7, r*0.24)), Face: Bold, Fill: white, String: strconv.Itoa(a.Day)}})
}

// faded makes the arrows of earlier days paler than those of the last.
func faded(c Color, day, last int) Color {
	if day == 0 || day >= last {
		return c
	}
	return c.alpha(uint8(max(0x70, 0xff-0x48*(last-day))))
}

// lastDay returns the latest day of any arrow.
func lastDay(arrows []board.Arrow) int {
	last := 0
	for _, a := range arrows {
		last = max(last, a.Day)
	}
	return last
}

// theatreKeys explain what large maps have.
func (d *drawing) theatreKeys() []key {
	var keys []key
	put := func(used, name string, draw func(c pt)) {
		if d.used[used] {
			keys = append(keys, key{d.style.say("letter.map." + name), draw})
		}
	}
	run := func(c pt) [][]pt { return [][]pt{{c.add(pt{-16, 2}), c.add(pt{0, -3}), c.add(pt{16, 2})}} }
	put("edge canal", "edge.canal", func(c pt) { d.canal(&d.over, run(c)) })
	put("edge crest", "edge.crest", func(c pt) {
		teeth := &Path{}
		for k := -3; k < 3; k++ {
			x := float64(k) * 5
			teeth.poly(c.add(pt{x, -2}), c.add(pt{x + 5, -2}), c.add(pt{x + 2.5, 5}))
		}
		d.add(&d.over, teeth, Ink{Fill: rgb(0x8a5a20)})
		d.add(&d.over, new(Path).move(c.add(pt{-15, -2})).line(c.add(pt{15, -2})), Ink{Line: rgb(0x8a5a20), Width: 1.4})
	})
	for _, look := range []string{"rail", "lightrail"} {
		put("course "+look, look, func(c pt) { d.railway(&d.over, look, run(c), 32) })
	}
	for _, look := range []string{"bridge", "blown", "footbridge"} {
		put("span "+look, "span."+look, func(c pt) {
			d.add(&d.over, new(Path).move(c.add(pt{0, -11})).line(c.add(pt{0, 11})), Ink{Line: rgb(0x7ea9c6), Width: 4})
			d.span(&d.over, look, c, pt{1, 0}, 42)
		})
	}
	put("feature outside", "outside", func(c pt) {
		d.add(&d.over, new(Path).rect(c.x-14, c.y-9, 28, 18), Ink{Fill: rgb(0xf9f4e6), Line: frame, Width: 1, Dash: [2]float64{3, 2}})
	})
	put("front", "front", func(c pt) {
		p := new(Path).along(c.add(pt{-17, 3}), c.add(pt{-6, -4}), c.add(pt{6, 4}), c.add(pt{17, -2}))
		d.add(&d.over, p, Ink{Line: alarm, Width: 3, Dash: [2]float64{9, 4}})
	})
	put("work redoubt", "redoubt", func(c pt) { d.redoubt(&d.over, c, 13) })
	put("mark source", "source", func(c pt) {
		big := d.lay.r
		d.lay.r = 38
		d.source(c, -1)
		d.lay.r = big
	})
	put("mark battle", "battle", func(c pt) { d.add(&d.over, star(c, 10, 6.5, 9), Ink{Fill: rgb(0xf7d774), Line: alarm, Width: 1.6}) })
	put("mark steps", "steps", func(c pt) { d.lost(c.add(pt{0, 4}), "1", 0) })
	put("steps", "strength", func(c pt) {
		d.add(&d.over, new(Path).circle(c.add(pt{-6, 0}), 3).circle(c.add(pt{2, 0}), 3), Ink{Fill: ink})
		d.add(&d.over, new(Path).circle(c.add(pt{10, 0}), 3), Ink{Fill: white, Line: alarm, Width: 1.2})
	})
	put("morale", "morale", func(c pt) { d.write(c.add(pt{0, 5}), "4", 14, 20, Bold, ink) })
	put("figures", "figures", func(c pt) {
		d.over = append(d.over, Item{Path: new(Path).rect(c.x-16, c.y-11, 32, 22), Ink: Ink{Fill: d.livery(0).body, Line: d.livery(0).edge, Width: 1}},
			Item{Path: new(Path).rect(c.x-7, c.y-5, 14, 10), Ink: Ink{Fill: white, Line: ink, Width: 1}})
		d.figures([]board.Figure{{Text: "3", Ink: "red"}, {Text: "1", Ink: "blue"}}, c.add(pt{-11.5, -0.5}), 48)
		d.figures([]board.Figure{{Text: "8"}, {Text: "3·1"}}, c.add(pt{11.5, -0.5}), 48)
	})
	put("day", "day", func(c pt) {
		d.add(&d.over, new(Path).circle(c, 8), Ink{Fill: slate, Line: white, Width: 1.2})
		d.write(c.add(pt{0, 4}), "1", 11, 12, Bold, white)
	})
	return keys
}

// lost shows how many steps were lost.
func (d *drawing) lost(at pt, text string, side int) {
	r := math.Max(24, d.lay.r)
	size := half(r * 0.3)
	s := "−" + text
	w := textWidth(Bold, size, s) / 2
	d.add(&d.over, new(Path).round(at.x-w-r*0.07, at.y-size*0.86, 2*w+r*0.14, size*1.12, r*0.08), Ink{Fill: alarm, Line: white, Width: r * 0.03})
	d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: Bold, Fill: white, String: s}})
	d.taken = append(d.taken, box{at.x - w, at.y - size, at.x + w, at.y + size*0.3})
}
