package chart

import (
	"math"

	"fieldpost/adjudicator/board"
)

// occupied are the boxes that a unit's name should not cover, with how much each of its pixels matters: models, names of ground, works that are
// smaller than a name, flags and marks.
func (d *drawing) occupied() (boxes []box, weight []float64) {
	put := func(b box, w float64) { boxes, weight = append(boxes, b), append(weight, w) }
	f := d.sheet.Free
	for i, m := range f.Models {
		if m.Inside && i > 0 && f.Models[i-1].Unit == m.Unit {
			continue // the first stands for all in the building
		}
		r := math.Max(float64(m.Radius), 5) * inch / 10
		switch {
		case len(m.Hull) > 0:
			r = inch
		case m.Inside:
			r = 2 * inch
		}
		c := d.on(m.Centre)
		put(box{c.x - r, c.y - r, c.x + r, c.y + r}, 1)
	}
	for _, p := range f.Patches {
		if at, ok := d.nameOf(p); ok {
			w := textWidth(Italic, nameSize, spoken(p))/2 + 2
			put(box{at.x - w, at.y - 9, at.x + w, at.y + 3}, 0.8)
		}
		if p.Look == "trench" || p.Look == "pit" || p.Look == "bunker" {
			put(d.bounds(p), 0.8)
		}
	}
	for _, s := range f.Spots {
		c := d.on(s.At)
		if s.Kind == "objective" {
			put(box{c.x - 3, c.y - 30, c.x + 18, c.y + 2}, 1)
		} else {
			put(box{c.x - 9, c.y - 9, c.x + 9, c.y + 9}, 0.6)
		}
	}
	return boxes, weight
}

// tags writes the units' names where they cover least. A name that could not stand beside its unit is tied to it by a line.
func (d *drawing) tags() {
	boxes, weight := d.occupied()
	for _, t := range d.sheet.Free.Tags {
		d.tag(t, boxes, weight)
	}
}

// places are where a name is tried, the best first.
var places = []pt{{0, 20}, {0, -15}, {32, 4}, {-32, 4}, {0, 34}, {0, -28}, {48, 14}, {-48, 14}, {36, -18}, {-36, -18}, {0, 48}, {0, -42}, {60, 0}, {-60, 0}, {50, 34}, {-50, 34}, {50, -34}, {-50, -34}}

func (d *drawing) tag(t board.Tag, boxes []box, weight []float64) {
	const size = 10.5
	k, c := d.livery(t.Side), d.on(t.At)
	shield := 0.0
	if t.Cover > 0 {
		shield = 11
	}
	w := (textWidth(Bold, size, t.Text)+shield)/2 + 4
	badges := math.Min(float64(len(t.Badges)), 2) * 13
	best, cost := pt{}, math.Inf(1)
	for i, off := range places {
		q := c.add(off)
		q.x = math.Min(math.Max(q.x, d.lay.left+w), d.lay.right-w)
		b := box{q.x - w, q.y - 10, q.x + w, q.y + 4 + badges}
		n := float64(i) * 9
		for _, o := range d.taken {
			n += b.overlap(o) * 1.2
		}
		for j, o := range boxes {
			n += b.overlap(o) * weight[j]
		}
		if b.y1 > d.lay.bottom || b.y0 < d.lay.top {
			n += 4000
		}
		if n < cost {
			best, cost = q, n
		}
	}
	if best.sub(c).len() > 30 {
		d.add(&d.over, new(Path).move(c).line(best.sub(pt{0, 3})), Ink{Line: k.edge.alpha(0xa0), Width: 1})
	}
	d.add(&d.over, new(Path).round(best.x-w, best.y-10, 2*w, 14, 4), Ink{Fill: k.strip.alpha(0xe8), Line: white, Width: 0.8})
	d.over = append(d.over, Item{Text: &Text{X: snap(best.x + shield/2), Y: snap(best.y + 0.8), Size: size, Face: Bold, Fill: k.word, String: t.Text}})
	if t.Cover > 0 {
		d.escutcheon(pt{best.x - w + 8, best.y - 3}, t.Cover)
	}
	d.taken = append(d.taken, box{best.x - w, best.y - 10, best.x + w, best.y + 4})
	for i, b := range t.Badges {
		if i == 2 {
			break
		}
		word := d.style.say(b)
		bw := textWidth(Bold, 9, word)/2 + 4
		at := best.add(pt{0, 13 + float64(i)*13})
		d.add(&d.over, new(Path).round(at.x-bw, at.y-9, 2*bw, 12, 6), Ink{Fill: badgeColor(b), Line: white, Width: 0.8})
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y + 0.3), Size: 9, Face: Bold, Fill: white, String: word}})
		d.taken = append(d.taken, box{at.x - bw, at.y - 9, at.x + bw, at.y + 3})
	}
}

// escutcheon is a little shield: half full for light cover, full for heavy.
func (d *drawing) escutcheon(c pt, level int) {
	d.used["cover"] = true
	whole := new(Path).move(c.add(pt{-4, -4.5})).line(c.add(pt{4, -4.5})).line(c.add(pt{4, 0.5})).quad(c.add(pt{3.4, 3.4}), c.add(pt{0, 5})).quad(c.add(pt{-3.4, 3.4}), c.add(pt{-4, 0.5})).close()
	fill := ink
	if level == 1 {
		fill = white
	}
	d.add(&d.over, whole, Ink{Fill: fill, Line: white, Width: 1.6})
	d.add(&d.over, whole, Ink{Line: ink, Width: 0.9})
	if level == 1 {
		d.add(&d.over, new(Path).move(c.add(pt{-4, -4.5})).line(c.add(pt{0, -4.5})).line(c.add(pt{0, 5})).quad(c.add(pt{-3.4, 3.4}), c.add(pt{-4, 0.5})).close(), Ink{Fill: ink})
	}
}
