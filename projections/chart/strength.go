package chart

import (
	"math"

	"fieldpost/adjudicator/board"
)

// echelon writes the size of a formation above its symbol: crosses of a division, strokes of a regiment.
func echelon(size string, s float64) []Item {
	if size == "" {
		return nil
	}
	p := &Path{}
	step, h := s*0.075, s*0.05
	x := -step * float64(len(size)-1) / 2
	y := -s * 0.2 // between the strip of the name and the symbol
	for _, r := range size {
		switch r {
		case 'X':
			p.move(pt{x - step*0.36, y - h*0.5}).line(pt{x + step*0.36, y + h*0.5}).move(pt{x - step*0.36, y + h*0.5}).line(pt{x + step*0.36, y - h*0.5})
		default:
			p.move(pt{x, y - h*0.6}).line(pt{x, y + h*0.6})
		}
		x += step
	}
	return []Item{{Path: p, Ink: Ink{Line: ink, Width: math.Max(0.7, s*0.022)}}}
}

// strength shows beside the symbol the steps of a formation, filled while it has them, and its morale.
func (d *drawing) strength(u board.Counter, c pt, s float64) {
	if n := u.Steps + u.Lost; n > 0 {
		d.used["steps"] = true
		full, gone := &Path{}, &Path{}
		r := s * 0.042
		for i := range n {
			q := c.add(pt{0.385 * s, s * (0.1 - 0.115*float64(i))})
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
