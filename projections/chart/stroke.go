package chart

import "math"

// outline turns lines into polygons to fill: a slab for each stretch and a disc at each joint, all wound the same way so
// that they unite.
func outline(runs [][]pt, closed []bool, width float64, dash [2]float64) [][]pt {
	var out [][]pt
	h := width / 2
	n := int(math.Max(6, math.Min(24, 4*math.Sqrt(h)+4)))
	disc := func(c pt) {
		ring := make([]pt, n)
		for k := range ring {
			ring[k] = c.add(polar(2*math.Pi*float64(k)/float64(n), h))
		}
		out = append(out, ring)
	}
	for i, run := range runs {
		if closed[i] {
			run = append(run[:len(run):len(run)], run[0])
		}
		for _, piece := range dashes(run, dash) {
			for k, q := range piece {
				if width > 1.2 && (k == 0 || k == len(piece)-1 || bends(piece[k-1], q, piece[k+1])) {
					disc(q)
				}
				if k == 0 {
					continue
				}
				d := q.sub(piece[k-1])
				if d.len() == 0 {
					continue
				}
				s := pt{d.y, -d.x}.mul(h / d.len())
				out = append(out, []pt{piece[k-1].add(s), q.add(s), q.sub(s), piece[k-1].sub(s)})
			}
		}
	}
	return out
}

// bends reports whether the line turns enough at q to show a notch.
func bends(a, q, b pt) bool {
	u, v := q.sub(a), b.sub(q)
	return math.Abs(u.x*v.y-u.y*v.x) > 0.02*u.len()*v.len() || u.x*v.x+u.y*v.y < 0
}

// dashes cuts a line into pieces.
func dashes(run []pt, dash [2]float64) [][]pt {
	if dash[0] <= 0 || dash[1] <= 0 || len(run) < 2 {
		return [][]pt{run}
	}
	var out [][]pt
	on, left := true, dash[0]
	piece := []pt{run[0]}
	for i := 1; i < len(run); i++ {
		a, b := run[i-1], run[i]
		for {
			l := b.sub(a).len()
			if l < left {
				left -= l
				if on {
					piece = append(piece, b)
				}
				break
			}
			a = a.toward(b, left)
			if on {
				out = append(out, append(piece, a))
				piece, left = nil, dash[1]
			} else {
				piece, left = []pt{a}, dash[0]
			}
			on = !on
		}
	}
	if on && len(piece) > 1 {
		out = append(out, piece)
	}
	return out
}
