package chart

import (
	"math"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
)

// tracks draws the score sheet below the map: the tracks of the game, then one block for each side.
func (d *drawing) tracks(y float64) float64 {
	if len(d.sheet.Tracks) == 0 {
		return y
	}
	const row, gap = 25.0, 16.0
	x, deep := d.lay.left, 0.0
	y += margin * 0.6
	for _, block := range d.blocks() {
		w, name := 0.0, 0.0
		for _, t := range block {
			name = math.Max(name, textWidth(Bold, 12, d.style.say(t.Name))+12)
		}
		for _, t := range block {
			w = math.Max(w, name+float64(d.spaces(t))*spaceWide+34)
		}
		h := row*float64(len(block)) + 12
		head := ""
		if s := block[0].Side; s >= 0 {
			h += 22
			if s < len(d.style.Seats) {
				head = d.style.Seats[s]
			}
		}
		w = math.Max(w+14, textWidth(Bold, 13, head)+24)
		if x+w > d.lay.right+1 && x > d.lay.left {
			x, y, deep = d.lay.left, y+deep+10, 0
		}
		d.scoreBlock(block, head, pt{x, y}, w, h, name)
		x, deep = x+w+gap, math.Max(deep, h)
	}
	return y + deep
}

const spaceWide = 20.0

// spaces returns how many boxes a track has.
func (d *drawing) spaces(t board.Track) int {
	if t.From == 0 && t.To == 0 {
		return 0
	}
	return min(t.To-t.From+1, 24)
}

// blocks returns the tracks of one side each, as they follow one another.
func (d *drawing) blocks() [][]board.Track {
	var out [][]board.Track
	for i, t := range d.sheet.Tracks {
		if i == 0 || t.Side != d.sheet.Tracks[i-1].Side {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], t)
	}
	return out
}

func (d *drawing) scoreBlock(block []board.Track, head string, at pt, w, h, name float64) {
	k := d.livery(block[0].Side)
	d.add(&d.over, new(Path).round(at.x, at.y, w, h, 6), Ink{Fill: rgb(0xf3ecda), Line: k.edge, Width: 1.2})
	y := at.y + 6
	if block[0].Side >= 0 {
		d.add(&d.over, new(Path).round(at.x, at.y, w, 22, 6), Ink{Fill: k.strip, Line: k.edge, Width: 1.2})
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x + 10), Y: snap(at.y + 15.5), Size: 13, Face: Bold, Anchor: -1, Fill: k.word, String: head}})
		y += 22
	}
	for _, t := range block {
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x + 10), Y: snap(y + 16), Size: 12, Face: Bold, Anchor: -1, Fill: ink, String: d.style.say(t.Name)}})
		d.track(t, pt{at.x + name + 4, y + 3}, k)
		y += 25
	}
}

// track draws the boxes of one track, the marker on one of them, and a number where it stands on none.
func (d *drawing) track(t board.Track, at pt, k livery) {
	n, on := d.spaces(t), false
	for i := range n {
		v := t.From + i
		fill, word, face := rgb(0xfffdf6), faint, Regular
		if t.Text == "" && v == t.At {
			fill, word, face, on = k.strip, k.word, Bold, true
		}
		c := pt{at.x + float64(i)*spaceWide, at.y}
		d.add(&d.over, new(Path).rect(c.x, c.y, spaceWide-2, 18), Ink{Fill: fill, Line: k.edge, Width: 1})
		d.over = append(d.over, Item{Text: &Text{X: snap(c.x + spaceWide/2 - 1), Y: snap(c.y + 13), Size: 11, Face: face, Fill: word, String: strconv.Itoa(v)}})
		if v > t.To-t.Gone {
			d.add(&d.over, new(Path).move(c.add(pt{3, 3})).line(c.add(pt{spaceWide - 5, 15})).move(c.add(pt{spaceWide - 5, 3})).line(c.add(pt{3, 15})), Ink{Line: alarm, Width: 2})
		}
	}
	if !on {
		s := t.Text
		if s == "" {
			s = strconv.Itoa(t.At)
		}
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x + float64(n)*spaceWide + 4), Y: snap(at.y + 14), Size: 14, Face: Bold, Anchor: -1, Fill: ink, String: s}})
	}
}

// speakTracks describes the score sheet, with one line for the game and one for each side.
func (d *drawing) speakTracks(b *strings.Builder, width int) {
	if len(d.sheet.Tracks) == 0 {
		return
	}
	b.WriteString("\n")
	for _, block := range d.blocks() {
		var parts []string
		for _, t := range block {
			s := t.Text
			if s == "" {
				s = strconv.Itoa(t.At)
			}
			if t.To > 0 {
				s += "/" + strconv.Itoa(t.To)
			}
			parts = append(parts, d.style.say(t.Name)+" "+s)
		}
		line := strings.Join(parts, ", ")
		if s := block[0].Side; s >= 0 && s < len(d.style.Seats) {
			line = d.style.Seats[s] + d.style.mark("colon", ": ") + line
		}
		b.WriteString(columns.Wrap(line, width, "", "  "))
	}
}
