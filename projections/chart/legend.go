package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
)

// top returns how much room the title takes.
func (d *drawing) top() float64 {
	h := margin * 0.7
	if d.style.Heading != "" || d.sheet.Title != "" {
		h += 30
	}
	if d.style.Eyes != "" {
		h += 20
	}
	return h
}

// headline says what this is and whose eyes these are.
func (d *drawing) headline() {
	title := d.style.Heading
	if title != "" && d.sheet.Title != "" {
		title += " · "
	}
	title += d.sheet.Title
	room := d.lay.right - d.lay.left
	y := margin*0.7 + 20
	if title != "" {
		size, s := fit(title, 22, room, Bold)
		d.over = append(d.over, Item{Text: &Text{X: margin, Y: y, Size: size, Face: Bold, Anchor: -1, Fill: ink, String: s}})
		y += 21
	}
	if d.style.Eyes != "" {
		size, s := fit(d.style.Eyes, 13, room, Regular)
		d.over = append(d.over, Item{Text: &Text{X: margin, Y: snap(y), Size: size, Anchor: -1, Fill: faint, String: s}})
	}
}

// insets spreads out the stacks that hide something, below the map.
func (d *drawing) insets(y float64) float64 {
	stacks, s := d.stacks(), d.counterSize()
	gap := s * 0.16
	x := d.lay.left
	y += margin * 0.6
	row := 0.0
	for _, p := range d.lay.places {
		st := stacks[p]
		if len(st) < 2 {
			continue
		}
		gap := gap
		if slices.ContainsFunc(st, func(u board.Counter) bool { return u.Facing != "" }) {
			gap = s * 0.34 // room for what points from one at the next
		}
		label := textWidth(Bold, 12, p) + 14
		w := label + float64(len(st))*(s+gap) + gap
		if x+w > d.lay.right && x > d.lay.left {
			x, y = d.lay.left, y+row+gap
		}
		row = s * 1.42
		d.add(&d.over, new(Path).round(x, y, w, row, 6), Ink{Fill: rgb(0xf3ecda), Line: frame.alpha(0xa0), Width: 1})
		d.over = append(d.over, Item{Text: &Text{X: snap(x + 8), Y: snap(y + row/2 + 4), Size: 12, Face: Bold, Anchor: -1, Fill: ink, String: p}})
		for i, u := range st {
			c := pt{math.Round(x + label + gap + s/2 + float64(i)*(s+gap)), math.Round(y + s*0.64)}
			d.counter(u, c, 1.16)
			d.facing(u, c, s*0.93)
		}
		x += w + gap*1.5
	}
	if row == 0 {
		return y - margin*0.6
	}
	return y + row
}

// key is one entry of the legend.
type key struct {
	label string
	draw  func(c pt) // paints within 34 by 24 pixels around c
}

// legend lists only what the map uses, in rows, and the scale bar at its end.
func (d *drawing) legend(y float64) float64 {
	keys := slices.Concat(d.terrainKeys(), d.workKeys(), d.armKeys(), d.lineKeys())
	const high = 34
	x, room := d.lay.left, d.lay.right
	y += margin * 0.5
	d.add(&d.over, new(Path).move(pt{x, y}).line(pt{room, y}), Ink{Line: frame.alpha(0x90), Width: 1})
	y += 24
	for _, k := range keys {
		w := 40 + textWidth(Regular, 12, k.label) + 20
		if x+w > room+16 && x > d.lay.left {
			x, y = d.lay.left, y+high
		}
		k.draw(pt{math.Round(x + 17), math.Round(y)})
		d.over = append(d.over, Item{Text: &Text{X: snap(x + 40), Y: snap(y + 4), Size: 12, Anchor: -1, Fill: ink, String: k.label}})
		x += w
	}
	if d.style.Scale != "" {
		w, _ := d.lay.halves()
		w = 2 * w
		if x+w+textWidth(Regular, 12, d.style.Scale)+20 > room+16 && x > d.lay.left {
			x, y = d.lay.left, y+high
		}
		p := new(Path).move(pt{x, y - 5}).line(pt{x, y + 5}).move(pt{x, y}).line(pt{x + w, y}).move(pt{x + w, y - 5}).line(pt{x + w, y + 5})
		d.add(&d.over, p, Ink{Line: ink, Width: 1.4})
		d.over = append(d.over, Item{Text: &Text{X: snap(x + w + 8), Y: snap(y + 4), Size: 12, Anchor: -1, Fill: ink, String: d.style.Scale}})
	}
	return y + 14
}

// terrainKeys draws a small cell of each terrain that the map has, in the order of the sheet's legend.
func (d *drawing) terrainKeys() []key {
	var keys []key
	seen := map[string]bool{"clear": true, "": true}
	for _, t := range d.sheet.Terrain {
		used := false
		for _, c := range d.cells {
			used = used || c.Code == t.Code
		}
		if !used || seen[t.Look] {
			continue
		}
		seen[t.Look] = true
		label := d.style.say(t.Name)
		if label == "" {
			label = t.Look
		}
		keys = append(keys, key{label, func(c pt) { d.swatch(t.Look, c) }})
	}
	for _, look := range []string{"river", "stream", "hedge", "wall", "trench", "wire"} {
		if d.used["edge "+look] {
			keys = append(keys, key{d.style.say("letter.map.edge." + look), func(c pt) {
				d.edgeLine(&d.over, look, [][]pt{{c.add(pt{-16, 2}), c.add(pt{0, -3}), c.add(pt{16, 2})}})
			}})
		}
	}
	return keys
}

// swatch paints a sample of a terrain with the same brushes as the map, on a grid of one cell.
func (d *drawing) swatch(look string, c pt) {
	const r = 15.0
	small := &drawing{list: d.list, lay: d.lay.lone(c, r), looks: map[string]string{"": look}, level: map[string]int{}, used: map[string]bool{}}
	small.cells = []board.Cell{{Place: "·"}}
	small.looks["·"] = look
	v := small.lay.corners("·")
	small.add(&small.ground, new(Path).poly(v...), Ink{Fill: land})
	for _, t := range tints {
		if t.look == look {
			t.inset = 0
			fill := &Path{}
			small.region("·", t, fill, &Path{})
			small.add(&small.ground, fill, Ink{Fill: t.fill})
		}
	}
	switch look {
	case "road":
		small.crossing(small.roadsInk, c, r)
	case "bridge":
		water := new(Path).move(c.add(pt{-2, -12})).line(c.add(pt{2, 12}))
		small.add(&small.ground, water, Ink{Line: rgb(0x4f81a5), Width: 8})
		small.add(&small.ground, water, Ink{Line: rgb(0xa9cbe0), Width: 6})
		small.crossing(small.roadsInk, c, r)
		small.add(&small.ground, new(Path).move(c.add(pt{-6, -4})).line(c.add(pt{6, -4})).move(c.add(pt{-6, 4})).line(c.add(pt{6, 4})), Ink{Line: rgb(0x4a4236), Width: 1.4})
	case "stream", "river", "water":
		small.crossing(func(p *Path) {
			w := map[string]float64{"stream": 2.6, "river": 9, "water": 9}[look]
			small.add(&small.ground, p, Ink{Line: rgb(0x4f81a5), Width: w + 1.6})
			small.add(&small.ground, p, Ink{Line: rgb(0xa9cbe0), Width: w})
		}, c, r)
	case "wall":
		small.edgeLine(&small.ground, "wall", [][]pt{{c.add(pt{-10, 1}), c.add(pt{10, -1})}})
	case "trench":
		small.lay.r = 30
		small.edgeLine(&small.ground, "trench", [][]pt{{c.add(pt{-11, 1}), c.add(pt{11, -1})}})
		small.lay.r = r
	case "crest", "hill":
		small.hachures()
	case "height":
		small.add(&small.ground, new(Path).poly(v...), Ink{Fill: rgb(0xdec78e)})
		g := grainOf("height")
		rings := &Path{}
		ring(rings, c, r*0.72, r*0.55, &g)
		ring(rings, c, r*0.4, r*0.28, &g)
		small.add(&small.ground, rings, Ink{Line: rgb(0x9c7638), Width: 1.1})
	}
	g := grainOf(look + "0")
	if look == "street" {
		small.crossing(small.roadsInk, c, r)
		small.ground = append(small.ground, small.rowOfHouses("·", []string{"w", "e"})...)
	} else if look != "clear" && look != "road" && look != "stream" {
		for _, it := range small.texture(look, &g) {
			if it.Path != nil {
				it.Path = it.Path.shift(c)
			} else if it.Text != nil {
				t := *it.Text
				t.X, t.Y = snap(t.X+c.x), snap(t.Y+c.y)
				it.Text = &t
			}
			small.ground = append(small.ground, it)
		}
	}
	small.add(&small.ground, new(Path).poly(v...), Ink{Line: frame, Width: 1})
	d.over = append(d.over, small.ground...)
}

func (d *drawing) roadsInk(p *Path) {
	d.add(&d.ground, p, Ink{Line: rgb(0x9a8050), Width: 4.6})
	d.add(&d.ground, p, Ink{Line: rgb(0xf8e9bd), Width: 3.1})
}

func (d *drawing) crossing(draw func(*Path), c pt, r float64) {
	draw(new(Path).move(c.add(pt{-r * 0.84, r * 0.1})).quad(c.add(pt{0, -r * 0.3}), c.add(pt{r * 0.84, r * 0.1})))
}

// lone returns a layout of one cell.
func (l *layout) lone(c pt, r float64) *layout {
	s := &layout{grid: l.grid, r: r, n: l.n, first: l.first, places: []string{"·"}, columns: []int{0}, at: map[string]pt{"·": c}, index: map[string]int{}, sides: map[string][]string{}}
	s.at["w"], s.at["e"] = c.add(pt{-2 * r, 0}), c.add(pt{2 * r, 0})
	s.sides["·"] = make([]string, l.n)
	for i := range s.sides["·"] {
		s.sides["·"][i] = "x" // another terrain all around
	}
	return s
}

// armKeys explains the signs on the counters that the map shows.
func (d *drawing) armKeys() []key {
	var keys []key
	for _, arm := range arms {
		if !d.used["arm "+arm] {
			continue
		}
		keys = append(keys, key{d.style.say("letter.map.arm." + arm), func(c pt) {
			for _, it := range armSymbol(arm, 52) {
				if it.Path != nil {
					it.Path = it.Path.shift(c)
				} else if it.Text != nil {
					t := *it.Text
					t.X, t.Y = snap(t.X+c.x), snap(t.Y+c.y)
					it.Text = &t
				}
				d.over = append(d.over, it)
			}
		}})
	}
	return keys
}

// lineKeys explains ways, fire, marks and mounts that occur.
func (d *drawing) lineKeys() []key {
	var keys []key
	put := func(name string, draw func(c pt)) {
		keys = append(keys, key{d.style.say("letter.map." + name), draw})
	}
	arrow := func(col Color, w float64, dash [2]float64) func(c pt) {
		return func(c pt) {
			d.add(&d.over, new(Path).move(c.add(pt{-16, 3})).quad(c.add(pt{-4, -6}), c.add(pt{8, 0})), Ink{Line: col, Width: w, Dash: dash})
			d.add(&d.over, d.head(c.add(pt{8, 0}), c.add(pt{0, -3}), 8), Ink{Fill: col})
		}
	}
	for side := range 8 {
		if d.used["move"+strconv.Itoa(side)] {
			label := d.style.say("letter.map.move")
			if side < len(d.style.Seats) {
				label += " (" + d.style.Seats[side] + ")"
			}
			keys = append(keys, key{label, arrow(d.livery(side).line, 3.4, [2]float64{})})
		}
	}
	if d.used["assault"] {
		put("assault", arrow(alarm, 5, [2]float64{}))
	}
	if d.used["retreat"] {
		put("retreat", arrow(d.livery(0).line, 3, [2]float64{2, 5}))
	}
	dashed := func(c pt) {
		d.add(&d.over, new(Path).move(c.add(pt{-17, 0})).line(c.add(pt{9, 0})), Ink{Line: alarm, Width: 2.2, Dash: [2]float64{6, 4}})
	}
	if d.used["hit"] {
		put("hit", func(c pt) {
			dashed(c)
			d.add(&d.over, star(c.add(pt{12, 0}), 7, 3.2, 8), Ink{Fill: rgb(0xf2b632), Line: alarm, Width: 1.2})
		})
	}
	if d.used["miss"] {
		put("miss", func(c pt) {
			dashed(c)
			d.add(&d.over, new(Path).circle(c.add(pt{13, 0}), 3.4), Ink{Fill: paper, Line: alarm, Width: 1.6})
		})
	}
	return append(keys, d.markKeys()...)
}

func (d *drawing) markKeys() []key {
	var keys []key
	put := func(name string, draw func(c pt)) {
		keys = append(keys, key{d.style.say("letter.map." + name), draw})
	}
	if d.used["mark loss"] {
		put("loss", func(c pt) {
			d.add(&d.over, new(Path).move(c.add(pt{-6, -6})).line(c.add(pt{6, 6})).move(c.add(pt{-6, 6})).line(c.add(pt{6, -6})), Ink{Line: alarm, Width: 3.4})
		})
	}
	if d.used["ghost"] {
		put("ghost", func(c pt) {
			d.add(&d.over, new(Path).round(c.x-9, c.y-9, 18, 18, 3), Ink{Fill: rgb(0xefe3c4), Line: rgb(0x75581f), Width: 1.4, Dash: [2]float64{3.2, 3}})
		})
	}
	if d.used["mark objective"] {
		put("objective", func(c pt) {
			d.add(&d.over, new(Path).move(c.add(pt{-6, 10})).line(c.add(pt{-6, -10})), Ink{Line: ink, Width: 2})
			d.add(&d.over, new(Path).move(c.add(pt{-6, -9})).quad(c.add(pt{1, -13}), c.add(pt{10, -8})).line(c.add(pt{10, 1})).quad(c.add(pt{1, -4}), c.add(pt{-6, 0})).close(), Ink{Fill: white, Line: ink, Width: 1.2})
		})
	}
	if d.used["mark smoke"] {
		put("smoke", func(c pt) {
			p := new(Path).circle(c.add(pt{-8, 2}), 6).circle(c.add(pt{0, -2}), 8).circle(c.add(pt{8, 2}), 6)
			d.add(&d.over, p, Ink{Fill: rgb(0xc9cdd2), Line: rgb(0x8b9198), Width: 1})
		})
	}
	if d.used["watch"] {
		put("watch", func(c pt) {
			for _, it := range eye(8) {
				it.Path = it.Path.shift(c)
				d.over = append(d.over, it)
			}
		})
	}
	if d.used["facing"] {
		put("facing", func(c pt) {
			d.add(&d.over, new(Path).poly(c.add(pt{0, -9}), c.add(pt{6, 5}), c.add(pt{0, 2}), c.add(pt{-6, 5})), Ink{Fill: d.livery(0).edge})
		})
	}
	if slices.ContainsFunc(d.sheet.Counters, func(c board.Counter) bool { return strings.HasPrefix(c.Bottom, "+") }) {
		put("aboard", func(c pt) {
			d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + 4), Size: 11, Face: Bold, Fill: ink, String: "+G1"}})
		})
	}
	if counted := slices.ContainsFunc(d.sheet.Counters, func(c board.Counter) bool { return c.Bottom != "" }); counted && d.sheet.Foot != "" {
		keys = append(keys, key{d.style.say(d.sheet.Foot), func(c pt) {
			d.add(&d.over, new(Path).round(c.x-10, c.y-10, 20, 20, 3), Ink{Fill: white, Line: ink, Width: 1.2})
			d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + 8), Size: 10, Face: Bold, Fill: ink, String: "3"}})
		}})
	}
	return keys
}
