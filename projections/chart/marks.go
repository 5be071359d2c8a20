package chart

import (
	"math"
	"slices"
)

// pennant marks a cell that counts for victory, in the colour of its holder, or white if no one holds it.
func (d *drawing) pennant(to *[]Item, c pt, r float64, side int) {
	fill, edge := white, ink
	if side >= 0 {
		fill, edge = d.livery(side).strip, d.livery(side).edge
	}
	h := r * 0.34
	d.add(to, new(Path).move(c.add(pt{0, h * 0.55})).line(c.add(pt{0, -h * 0.55})), Ink{Line: white.alpha(0xd0), Width: r * 0.09})
	d.add(to, new(Path).poly(c.add(pt{0, -h * 0.55}), c.add(pt{h * 0.8, -h * 0.25}), c.add(pt{0, h * 0.08})), Ink{Fill: fill, Line: edge, Width: math.Max(1, r*0.028)})
	d.add(to, new(Path).move(c.add(pt{0, h * 0.55})).line(c.add(pt{0, -h * 0.6})), Ink{Line: ink, Width: r * 0.045})
}

// crosshair marks a cell that is called for and not yet fired on.
func (d *drawing) crosshair(c pt) {
	r := d.lay.r
	p := new(Path).circle(c, r*0.72)
	for k := range 4 {
		a := float64(k) * math.Pi / 2
		p.move(c.add(polar(a, r*0.58))).line(c.add(polar(a, r*0.86)))
	}
	d.add(&d.over, p, Ink{Line: white.alpha(0xc0), Width: r * 0.09})
	d.add(&d.over, p, Ink{Line: alarm, Width: r * 0.045})
}

// bayonets cross where both sides are locked in one cell.
func (d *drawing) bayonets(to *[]Item, c pt, r float64) {
	a := r * 0.2
	blades := new(Path).move(c.add(pt{-a, a})).line(c.add(pt{a, -a})).move(c.add(pt{a, a})).line(c.add(pt{-a, -a}))
	guards := new(Path).move(c.add(pt{-a * 0.85, a * 0.25})).line(c.add(pt{-a * 0.25, a * 0.85})).move(c.add(pt{a * 0.85, a * 0.25})).line(c.add(pt{a * 0.25, a * 0.85}))
	d.add(to, new(Path).circle(c, a*1.35), Ink{Fill: rgb(0xfff3d6), Line: alarm, Width: r * 0.04})
	d.add(to, blades, Ink{Line: ink, Width: r * 0.06})
	d.add(to, guards, Ink{Line: ink, Width: r * 0.05})
}

// shield counts how often a cell has withstood a side.
func (d *drawing) shield(c pt, text string, side int) {
	r := d.lay.r
	w, h := r*0.15, r*0.18
	p := new(Path).move(c.add(pt{-w, -h})).line(c.add(pt{w, -h})).line(c.add(pt{w, h * 0.2})).quad(c.add(pt{w * 0.8, h * 0.8}), c.add(pt{0, h * 1.2})).quad(c.add(pt{-w * 0.8, h * 0.8}), c.add(pt{-w, h * 0.2})).close()
	d.add(&d.over, p, Ink{Fill: white, Line: d.livery(side).line, Width: math.Max(1, r*0.04)})
	size, text := fit(text, r*0.24, w*1.8, Bold)
	d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + size*0.38), Size: size, Face: Bold, Fill: ink, String: text}})
}

// workKeys explain what lies on the terrain, lines through cells, clouds and the marks of battle.
func (d *drawing) workKeys() []key {
	var keys []key
	put := func(used, name string, draw func(c pt)) {
		if d.used[used] {
			keys = append(keys, key{d.style.say("letter.map." + name), draw})
		}
	}
	const r = 30.0
	sides := map[int]bool{}
	for _, w := range d.sheet.Lines {
		if w.Look == "trench" {
			sides[w.Side] = true
		}
	}
	for side := -1; side < 8; side++ {
		if sides[side] && d.used["course trench"] {
			label := d.style.say("letter.map.edge.trench")
			if side >= 0 && side < len(d.style.Seats) {
				label += " (" + d.style.Seats[side] + ")"
			}
			keys = append(keys, key{label, func(c pt) { d.strand(&d.over, "trench", side, []pt{c.add(pt{-16, 0}), c.add(pt{16, 0})}, r) }})
		}
	}
	put("course wire", "edge.wire", func(c pt) { d.strand(&d.over, "wire", -1, []pt{c.add(pt{-16, 0}), c.add(pt{16, 0})}, r) })
	put("feature strongpoint", "strongpoint", func(c pt) { d.bastion(&d.over, c, 15) })
	for _, f := range []string{"mines", "rough", "shellholes"} {
		put("feature "+f, f, func(c pt) {
			g := grainOf(f)
			big := d.lay.r
			d.lay.r = 16
			items := d.litter(f, &g)
			d.lay.r = big
			for _, it := range items {
				it.Path = it.Path.shift(c)
				d.over = append(d.over, it)
			}
		})
	}
	for _, look := range []string{"smoke", "gas"} {
		put("cloud "+look, look, func(c pt) {
			body, line := cloudColors(look)
			d.add(&d.over, new(Path).circle(c.add(pt{-7, 2}), 7).circle(c.add(pt{1, -2}), 9).circle(c.add(pt{9, 2}), 6), Ink{Fill: body})
			p := &Path{}
			curl(p, c.add(pt{-6, 1}), 5)
			curl(p, c.add(pt{6, 0}), 5)
			d.add(&d.over, p, Ink{Line: line, Width: 1.4})
		})
	}
	put("field guns", "guns", func(c pt) {
		p := &Path{}
		arcOf(p, c.add(pt{0, 8}), 16, -math.Pi/2)
		d.add(&d.over, p, Ink{Line: d.livery(0).line, Width: 2.8})
	})
	put("field mgs", "mgs", func(c pt) {
		p := &Path{}
		arcOf(p, c.add(pt{0, 8}), 16, -math.Pi/2)
		d.add(&d.over, p, Ink{Line: d.livery(0).line, Width: 1.1})
	})
	put("mark barrage", "barrage", func(c pt) { d.burst(&d.over, c, 15) })
	put("mark vain", "vain", func(c pt) { d.crater(&d.over, c, 15) })
	put("mark bomb", "bomb", func(c pt) { d.burst(&d.over, c, 12) })
	put("mark ranged", "ranged", func(c pt) {
		d.add(&d.over, new(Path).circle(c, 9).move(c.add(pt{-12, 0})).line(c.add(pt{12, 0})).move(c.add(pt{0, -12})).line(c.add(pt{0, 12})), Ink{Line: alarm, Width: 1.6})
	})
	put("mark melee", "melee", func(c pt) { d.bayonets(&d.over, c, 40) })
	put("mark goal", "objective", func(c pt) { d.pennant(&d.over, c.add(pt{-4, 0}), 46, -1) })
	put("mark resisted", "resisted", func(c pt) {
		big := d.lay.r
		d.lay.r = 50
		d.shield(c, "1", 0)
		d.lay.r = big
	})
	return slices.Concat(keys, d.postKeys(), d.theatreKeys())
}
