package chart

import (
	"math"

	"fieldpost/adjudicator/board"
)

// formation returns the cardboard of a counter; the size of a formation stands above its symbol: crosses of a division, strokes of a
// regiment.
func formation(k livery, arm, size string, s float64) []Item {
	if size == "" {
		return cardboard(k, arm, s)
	}
	items := blank(k, s)
	for _, it := range armSymbol(arm, s*0.86) {
		if it.Path != nil {
			it.Path = it.Path.shift(pt{0, s * 0.035})
		} else if it.Text != nil {
			t := *it.Text
			t.Y = snap(t.Y + s*0.035)
			it.Text = &t
		}
		items = append(items, it)
	}
	p := &Path{}
	step, h := s*0.085, s*0.07
	x, y := -step*float64(len(size)-1)/2, -s*0.17
	for _, r := range size {
		if r == 'X' {
			p.move(pt{x - step*0.36, y - h*0.5}).line(pt{x + step*0.36, y + h*0.5}).move(pt{x - step*0.36, y + h*0.5}).line(pt{x + step*0.36, y - h*0.5})
		} else {
			p.move(pt{x, y - h*0.55}).line(pt{x, y + h*0.55})
		}
		x += step
	}
	return append(items, Item{Path: p, Ink: Ink{Line: ink, Width: math.Max(0.8, s*0.024)}})
}

// strength shows beside the symbol the steps of a formation, filled while it has them, and its morale.
func (d *drawing) strength(u board.Counter, c pt, s float64) {
	if n := u.Steps + u.Lost; n > 0 {
		d.used["steps"] = true
		full, gone := &Path{}, &Path{}
		r := s * 0.042
		for i := range n {
			q := c.add(pt{s * (0.42 - 0.1*float64(i/3)), s * (0.12 - 0.115*float64(i%3))})
			if n <= 3 {
				q.x = c.x + 0.385*s
			}
			if i < u.Steps {
				full.circle(q, r)
			} else {
				gone.circle(q, r)
			}
		}
		d.add(&d.over, full, Ink{Fill: ink})
		d.add(&d.over, gone, Ink{Fill: white, Line: alarm, Width: math.Max(0.7, s*0.022)})
	}
	if u.Corner != "" {
		d.used["morale"] = true
		d.write(c.add(pt{-0.385 * s, 0.07 * s}), u.Corner, 0.2*s, 0.2*s, Bold, ink)
	}
}

// narrowed is the share of its size that a symbol keeps between figures.
const narrowed = 0.8

// figures writes a column of values beside the symbol, between the strip of the name and the foot.
func (d *drawing) figures(list []board.Figure, c pt, s float64) {
	if len(list) == 0 {
		return
	}
	d.used["figures"] = true
	step := 0.2 * s
	for i, f := range list {
		y := 0.065*s + step*(float64(i)-float64(len(list)-1)/2)
		d.write(c.add(pt{0, y}), f.Text, 0.19*s, 0.25*s, Bold, figureInk(f.Ink))
	}
}

func figureInk(name string) Color {
	switch name {
	case "red":
		return alarm
	case "blue":
		return rgb(0x1f4fa3)
	}
	return ink
}
