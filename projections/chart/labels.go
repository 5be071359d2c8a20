package chart

import (
	"cmp"
	"math"
	"slices"

	"fieldpost/adjudicator/board"
)

// labels writes the names of places where they cover the least: below, above, or on a side of their cell's centre. Those of
// great places are written first; villages that find no room are left out, and so are the names of rivers.
func (d *drawing) labels() {
	list := slices.Clone(d.sheet.Labels)
	slices.SortStableFunc(list, func(a, b board.Label) int { return cmp.Compare(weight(b), weight(a)) })
	for _, lb := range list {
		if c, ok := d.lay.at[lb.Place]; ok && lb.Text != "" {
			d.label(lb, c)
		}
	}
}

// weight returns the order of writing.
func weight(lb board.Label) int {
	if lb.Water {
		return 2
	}
	return lb.Size
}

// script returns how a name is written.
func (d *drawing) script(lb board.Label) (size float64, face Face, fill Color) {
	r := d.lay.r
	size, face, fill = math.Max(10, r*0.27), BoldItalic, ink
	switch {
	case lb.Water:
		return half(math.Max(9, r*0.27)), Italic, rgb(0x2f6690)
	case lb.Size == 1:
		size, face, fill = math.Max(8, r*0.21), Italic, rgb(0x4a4334)
	case lb.Size == 2:
		size, face = math.Max(9, r*0.25), Regular
	case lb.Size == 3:
		size, face = math.Max(11, r*0.33), Bold
	case lb.Size >= 4:
		size, face = math.Max(13, r*0.42), Bold
	}
	return half(size), face, fill
}

func (d *drawing) label(lb board.Label, c pt) {
	r := d.lay.r
	size, face, fill := d.script(lb)
	w := textWidth(face, size, lb.Text) / 2
	best, at, over := math.Inf(1), c, 0.0
	for i, dy := range []float64{0.3, 0.86, -0.42, 1.0, -0.62, 1.25, -1.05} {
		for j, dx := range []float64{0, 0.7, -0.7, 1.25, -1.25} {
			q := c.add(pt{dx * r, dy * r})
			q.x = math.Max(d.lay.left+w*1.02, math.Min(d.lay.right-w*1.02, q.x))
			b := box{q.x - w - 2, q.y - size*0.8, q.x + w + 2, q.y + size*0.25}
			cost, covers := float64(i)*r*1.6+float64(j)*r*2.2, 0.0
			for _, t := range d.taken {
				covers += b.overlap(t)
			}
			for _, t := range d.named {
				cost += b.overlap(t) * 4
			}
			cost += covers * 6
			if b.y0 < d.lay.top || b.y1 > d.lay.bottom {
				cost += r * r * 10
			}
			if cost < best {
				best, at, over = cost, q, covers
			}
		}
	}
	if (lb.Size == 1 || lb.Water) && over > size*w*0.3 {
		return // it would hide what matters more
	}
	d.taken = append(d.taken, box{at.x - w, at.y - size*0.8, at.x + w, at.y + size*0.25})
	d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: face, Fill: fill, Halo: rgb(0xfffaf0).alpha(0xe0), Glow: 2.4, String: lb.Text}})
}
