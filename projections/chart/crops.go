package chart

import "math"

// crop draws what grows or is ploughed in a cell: bushes and single trees, ears of wheat, rows of maize, furrows.
func (d *drawing) crop(look string, g *grain) []Item {
	r := d.lay.r
	switch look {
	case "scrub":
		bush := &Path{}
		for _, q := range scatter(g, r*0.72, r*0.2, 9) {
			bush.circle(q, r*0.045).circle(q.add(pt{r * 0.06, r * 0.02}), r*0.036)
		}
		low := []Item{{Path: bush, Ink: Ink{Fill: rgb(0xa9bd74), Line: rgb(0x7f9650), Width: r * 0.014}}}
		return append(low, d.trees(scatter(g, r*0.66, r*0.42, 5), r*0.1, rgb(0x8fab62), rgb(0x5c7a3d), rgb(0xb2cb8c), g)...)
	case "wheat":
		ear, stalk := &Path{}, &Path{}
		for _, q := range scatter(g, r*0.72, r*0.19, 20) {
			stalk.move(q.add(pt{0, r * 0.05})).line(q.add(pt{0, -r * 0.05}))
			for _, x := range []float64{-1, 1} {
				ear.move(q.add(pt{0, -r * 0.02})).line(q.add(pt{x * r * 0.04, -r * 0.065}))
				ear.move(q.add(pt{0, -r * 0.055})).line(q.add(pt{x * r * 0.035, -r * 0.1}))
			}
		}
		return []Item{
			{Path: stalk, Ink: Ink{Line: rgb(0xb8933a), Width: r * 0.018}},
			{Path: ear, Ink: Ink{Line: rgb(0xa87f22), Width: r * 0.02}},
		}
	case "corn":
		stem, leaf := &Path{}, &Path{}
		for y := -3; y <= 3; y++ {
			for x := -4; x <= 4; x++ {
				q := pt{(float64(x) + float64(y&1)/2) * r * 0.16, float64(y) * r * 0.19}
				if q.len() > r*0.72 {
					continue
				}
				q = q.add(pt{g.between(-0.02, 0.02) * r, 0}).whole()
				stem.move(q.add(pt{0, r * 0.06})).line(q.add(pt{0, -r * 0.08}))
				leaf.move(q.add(pt{-r * 0.055, -r * 0.035})).quad(q.add(pt{-r * 0.02, -r * 0.03}), q.add(pt{0, r * 0.03}))
				leaf.move(q.add(pt{r * 0.055, -r * 0.055})).quad(q.add(pt{r * 0.02, -r * 0.05}), q)
			}
		}
		return []Item{
			{Path: stem, Ink: Ink{Line: rgb(0x6d7d2c), Width: r * 0.026}},
			{Path: leaf, Ink: Ink{Line: rgb(0x51661f), Width: r * 0.026}},
		}
	}
	furrow := &Path{}
	turn := g.between(-0.6, 0.6)
	for k := -6; k <= 6; k++ {
		y := float64(k) * r * 0.115
		x := math.Sqrt(math.Max(0, r*r*0.56-y*y))
		a, b := pt{-x, y}, pt{x, y}
		spun := func(p pt) pt {
			return pt{p.x*math.Cos(turn) - p.y*math.Sin(turn), p.x*math.Sin(turn) + p.y*math.Cos(turn)}
		}
		furrow.move(spun(a)).quad(spun(pt{0, y + r*0.03}), spun(b))
	}
	return []Item{{Path: furrow, Ink: Ink{Line: rgb(0xa98a5c), Width: r * 0.022}}}
}
