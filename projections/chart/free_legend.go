package chart

import (
	"math"

	"fieldpost/adjudicator/board"
)

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
	d.figureKeys(put)
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
	for _, s := range []string{"objective", "ambush", "registered", "burst", "loss"} {
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

// figureKeys explain who stands on the bases, and the shields beside names.
func (d *drawing) figureKeys(put func(label string, wide float64, draw func(c pt))) {
	say := func(name string) string { return d.style.say("letter.map.free." + name) }
	figure := func(used, word string, m board.Model) {
		if !d.used[used] || d.used["said "+word] {
			return
		}
		d.used["said "+word] = true
		if m.Radius == 0 {
			m.Radius = 6
		}
		wide := 18.0
		if m.Piece {
			wide = 34
		}
		put(say(word), wide, func(c pt) {
			m.Centre, m.Gun, m.Facing = d.back(c), -1, 90
			d.model(m)
		})
	}
	figure("model leader", "leader", board.Model{Mark: "leader", Arm: "rifle"})
	figure("model officer", "leader", board.Model{Mark: "officer", Arm: "rifle"})
	figure("model radio", "radio", board.Model{Mark: "radio"})
	figure("model observer", "radio", board.Model{Mark: "radio"})
	for _, arm := range []string{"rifle", "smg", "lmg", "launcher", "sniper"} {
		figure("arm "+arm, arm, board.Model{Arm: arm})
	}
	for _, arm := range []string{"mg", "mortar", "gun"} {
		figure("arm "+arm, arm, board.Model{Arm: arm, Piece: true, Crew: 2, Shield: true, Radius: 9})
	}
	figure("low", "low", board.Model{Arm: "rifle", Low: true})
	if d.used["cover"] {
		put(say("cover"), 26, func(c pt) {
			d.escutcheon(c.add(pt{-7, 0}), 1)
			d.escutcheon(c.add(pt{6, 0}), 2)
		})
	}
	if d.used["indoors"] {
		put(say("indoors"), 20, func(c pt) {
			d.add(&d.over, new(Path).round(c.x-9, c.y-7, 18, 14, 4), Ink{Fill: rgb(0xf4e8cf), Line: rgb(0x6d3420), Width: 1, Dash: [2]float64{3, 2}})
		})
	}
}

func (d *drawing) freeKeyShot(c pt, hit bool) {
	d.add(&d.over, new(Path).move(c.add(pt{-14, 0})).line(c.add(pt{10, 0})), Ink{Line: slate, Width: 1.2, Dash: [2]float64{6, 4}})
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
