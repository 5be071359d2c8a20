package chart

import "math"

// labels writes the names of places where they cover the least: below, above, or on a side of their cell's centre.
func (d *drawing) labels() {
	r := d.lay.r
	for _, lb := range d.sheet.Labels {
		c, ok := d.lay.at[lb.Place]
		if !ok || lb.Text == "" {
			continue
		}
		size := half(math.Max(10, r*0.27))
		w := textWidth(BoldItalic, size, lb.Text) / 2
		best, at := math.Inf(1), c
		for i, dy := range []float64{0.3, 0.86, -0.42, 1.0, -0.62, 1.25, -1.05} {
			for j, dx := range []float64{0, 0.7, -0.7, 1.25, -1.25} {
				q := c.add(pt{dx * r, dy * r})
				q.x = math.Max(d.lay.left+w*1.02, math.Min(d.lay.right-w*1.02, q.x))
				b := box{q.x - w - 2, q.y - size*0.8, q.x + w + 2, q.y + size*0.25}
				cost := float64(i)*r*1.6 + float64(j)*r*2.2
				for _, t := range d.taken {
					cost += b.overlap(t) * 6
				}
				if b.y0 < d.lay.top || b.y1 > d.lay.bottom {
					cost += r * r * 10
				}
				if cost < best {
					best, at = cost, q
				}
			}
		}
		d.taken = append(d.taken, box{at.x - w, at.y - size*0.8, at.x + w, at.y + size*0.25})
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: BoldItalic, Fill: ink, Halo: rgb(0xfffaf0).alpha(0xe0), Glow: 2.4, String: lb.Text}})
	}
}
