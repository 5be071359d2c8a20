package chart

import (
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
)

// nameAt returns where the name of a cell is written, at the top of it, and how large.
func (d *drawing) nameAt(place string) (at pt, size float64, anchor int) {
	l := d.lay
	size = half(math.Max(7, l.r*0.17))
	_, h := l.halves()
	up := h - size*1.45
	if l.grid.Shape() != board.PointyHex {
		up = h - size*1.1
	}
	at = l.at[place].add(pt{0, -up})
	if l.grid.Shape() == board.Square {
		at.x -= l.apothem() - size*0.3
		anchor = -1
	}
	return at, size, anchor
}

// busyNames writes the names of cells where something stands or is dug in them, above all else: orders need these names most. A name that a counter
// covers goes to the side of the cell that is freest. Names of places keep off the names of the other cells.
func (d *drawing) busyNames() {
	busy := d.busy()
	for _, i := range d.lay.columns {
		c := &d.cells[i]
		if busy[c.Place] {
			d.busyName(*c)
			continue
		}
		at, size, anchor := d.nameAt(c.Place)
		if w := textWidth(Regular, size, c.Place) / 2; len(d.cells) <= vast && anchor == 0 {
			b := box{at.x - w, at.y - size*0.85, at.x + w, at.y + size*0.2}
			d.named = append(d.named, b)
			if d.crossed(b) { // once more, above the shot that lies over it
				d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Anchor: anchor, Fill: ink.alpha(0xc0), Halo: land.alpha(0xe0), Glow: 1.6, String: c.Place}})
			}
		}
	}
}

// crossed reports whether a shot or a way runs through a box.
func (d *drawing) crossed(b box) bool {
	return slices.ContainsFunc(d.drawn, func(s [2]pt) bool {
		n := math.Ceil(s[1].sub(s[0]).len() / 3)
		for k := 0.0; k <= n; k++ {
			if p := s[0].to(s[1], k/math.Max(n, 1)); p.x > b.x0 && p.x < b.x1 && p.y > b.y0 && p.y < b.y1 {
				return true
			}
		}
		return false
	})
}

// busy returns the cells where something stands or is dug in; none on a vast map.
func (d *drawing) busy() map[string]bool {
	busy := map[string]bool{}
	if len(d.cells) > vast {
		return busy
	}
	for _, c := range d.sheet.Counters {
		busy[c.Place] = true
	}
	for _, w := range d.sheet.Works {
		busy[w.Place] = true
	}
	for _, c := range d.cells {
		if d.dug(c) {
			busy[c.Place] = true
		}
	}
	return busy
}

// dug reports whether a trench, wire or a strongpoint lies in a cell.
func (d *drawing) dug(c board.Cell) bool {
	return has(c, "strongpoint") || slices.ContainsFunc(d.sheet.Lines, func(w board.Course) bool {
		return (w.Look == "wire" || w.Look == "trench") && slices.Contains(w.Path, c.Place)
	})
}

// takenIn returns what counters and texts have taken of a box.
func (d *drawing) takenIn(b box) (in []box) {
	for _, t := range d.taken {
		if b.overlap(t) > 0 {
			in = append(in, t)
		}
	}
	return in
}

func (d *drawing) busyName(c board.Cell) {
	name := strings.TrimSpace(c.Place + " " + c.Note)
	at, size, anchor := d.nameAt(c.Place)
	w := textWidth(Regular, size, name)
	l, middle := d.lay, d.lay.at[c.Place]
	_, h := l.halves()
	left := func(p pt) float64 { // of the text
		if anchor < 0 {
			return p.x
		}
		return p.x - w/2
	}
	places := []pt{at, {middle.x, middle.y + h - size*0.4}, {at.x + l.r*0.3, at.y}, {at.x - l.r*0.3, at.y}}
	if anchor == 0 {
		places = append(places, pt{middle.x - l.apothem() + w*0.6, middle.y + size*0.3}, pt{middle.x + l.apothem() - w*0.6, middle.y + size*0.3})
	}
	reach := 2*l.r + w
	near := d.takenIn(box{middle.x - reach, middle.y - reach, middle.x + reach, middle.y + reach})
	best, least := at, math.Inf(1)
	for i, p := range places {
		b := box{left(p) - 1, p.y - size*0.85, left(p) + w + 1, p.y + size*0.2}
		covers := float64(i) * 0.5
		if i > 0 { // the ground has the name too: two that overlap cannot be read
			covers += b.overlap(box{left(at) - 1, at.y - size*0.85, left(at) + w + 1, at.y + size*0.2})
		}
		for _, t := range near {
			covers += b.overlap(t)
		}
		if covers < least {
			best, least = p, covers
		}
	}
	d.taken = append(d.taken, box{left(best) - 1, best.y - size*0.85 - 2, left(best) + w + 1, best.y + size*0.2 + 2})
	d.over = append(d.over, Item{Text: &Text{X: snap(best.x), Y: snap(best.y), Size: size, Anchor: anchor, Fill: ink, Halo: land.alpha(0xe0), Glow: 1.6, String: name}})
}
