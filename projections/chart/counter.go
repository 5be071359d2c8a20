package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
)

// livery is the dress of a side: body, strip of the name, its writing, edge, and the colour of its arrows. Sides differ
// in lightness: the strip is light, dark, light with a dark body, dark.
type livery struct{ body, strip, word, edge, line, trench Color }

var liveries = []livery{
	{rgb(0xf0dba6), rgb(0xdcb65f), rgb(0x2d2410), rgb(0x75581f), rgb(0xa86408), rgb(0xf6cf6a)},
	{rgb(0xb4c6d4), rgb(0x33506e), rgb(0xffffff), rgb(0x23384e), rgb(0x2f5d8a), rgb(0x8fb4d6)},
	{rgb(0xc4cfae), rgb(0x93a86d), rgb(0x1f2a12), rgb(0x485a2a), rgb(0x55722a), rgb(0xc9dd9c)},
	{rgb(0xd8b9b4), rgb(0x7d3a35), rgb(0xffffff), rgb(0x552522), rgb(0x8a3f38), rgb(0xe09a90)},
	{rgb(0xc3cbc0), rgb(0x5f7164), rgb(0xffffff), rgb(0x333f37), rgb(0x3f6b57), rgb(0xb9d3c2)},
	{rgb(0xf2c793), rgb(0xd8812f), rgb(0xffffff), rgb(0x7a4310), rgb(0xb0601c), rgb(0xf0b878)},
	{rgb(0x9fb0cf), rgb(0x27356b), rgb(0xffd9d2), rgb(0x18214a), rgb(0x27356b), rgb(0x8ea3d6)},
	{rgb(0xa3bfb4), rgb(0x1f5a45), rgb(0xd9ffe9), rgb(0x123a2c), rgb(0x1f5a45), rgb(0x8fd0b4)},
}

// dresses are the names of the liveries, by which a sheet may choose.
var dresses = []string{"khaki", "blue", "olive", "red", "feldgrau", "orange", "navy", "green"}

// livery returns the dress of a side on this map.
func (d *drawing) livery(side int) livery {
	if side >= 0 && side < len(d.sheet.Dress) {
		if i := slices.Index(dresses, d.sheet.Dress[side]); i >= 0 {
			return liveries[i]
		}
	}
	return liveryOf(side)
}

// dress returns the livery of a counter: its own, or its side's.
func (d *drawing) dress(u board.Counter) livery {
	if i := slices.Index(dresses, u.Dress); i >= 0 {
		return liveries[i]
	}
	return d.livery(u.Side)
}

func liveryOf(side int) livery {
	if side < 0 {
		return livery{rgb(0xdedad0), rgb(0xb9b3a5), ink, rgb(0x6f6a60), rgb(0x6f6a60), rgb(0xe2c992)}
	}
	return liveries[side%4]
}

var (
	alarm  = rgb(0xb3261e)
	amber  = rgb(0xa35c00)
	slate  = rgb(0x45566b)
	poison = rgb(0x6b7016)
	white  = rgb(0xffffff)
)

// counterSize returns the side of a counter.
func (d *drawing) counterSize() float64 {
	f := 0.98
	if d.lay.n == 4 {
		f = 0.86
	}
	return math.Round(d.lay.r * f)
}

// counters puts the units on the map: ghosts first, then stacks, each fanned out so that every name can be read.
func (d *drawing) counters() {
	stacks := d.stacks()
	for _, c := range d.sheet.Counters {
		if at, ok := d.lay.at[c.Place]; ok && c.Ghost {
			d.ghost(c, at)
			d.used["ghost"] = true
		}
	}
	for _, p := range d.lay.places {
		st := stacks[p]
		if len(st) > 0 {
			d.fields(st[0])
		}
		for i := range st { // beneath the counters, so that no arrow covers the names of others
			d.facing(st[i], d.spot(p, i, len(st)), d.counterSize())
		}
		for i := len(st) - 1; i >= 0; i-- {
			u := st[i]
			if i > 0 {
				u.Badge, u.Badges = "", nil // the inset shows it
			}
			d.counter(u, d.spot(p, i, len(st)), 1.4)
			if len(st) == 1 {
				d.facing(u, d.spot(p, i, len(st)), d.counterSize())
			}
		}
	}
}

// stacks groups the counters by place, in the order of the sheet: the first lies on top.
func (d *drawing) stacks() map[string][]board.Counter {
	if d.piles != nil {
		return d.piles
	}
	d.piles = make(map[string][]board.Counter, len(d.sheet.Counters))
	for _, c := range d.sheet.Counters {
		if _, ok := d.lay.at[c.Place]; ok && !c.Ghost && !flies(c) {
			d.piles[c.Place] = append(d.piles[c.Place], c)
		}
	}
	return d.piles
}

// spot returns the centre of the i-th counter of a stack of n.
func (d *drawing) spot(place string, i, n int) pt {
	s := d.counterSize()
	up := math.Min(0.27, 0.75/math.Max(1, float64(n-1))) * s
	right := math.Min(0.17, 0.45/math.Max(1, float64(n-1))) * s
	base := d.lay.at[place].add(pt{0, 0.07 * s})
	k := float64(i) - float64(n-1)/2
	p := base.add(pt{right * k, -up * k})
	return pt{math.Round(p.x), math.Round(p.y)}
}

// counter paints one unit around c; room, in sizes of a counter, is what its badge may take.
func (d *drawing) counter(u board.Counter, c pt, room float64) {
	s := d.counterSize()
	id, shaped := d.vehicleStamp(u)
	if !shaped {
		id = d.bodyStamp(u)
	}
	d.over = append(d.over, Item{Stamp: id, X: int(c.x), Y: int(c.y)})
	dress := d.dress(u)
	d.write(c.add(pt{0, -0.285 * s}), u.Top, 0.2*s, 0.92*s, Bold, dress.word)
	if u.Status != "" {
		d.statusBar(c, u.Status)
	} else if shaped && u.Bottom != "" { // beside the machine
		size, text := fit(u.Bottom, math.Max(6, 0.15*s), 0.4*s, Bold)
		d.over = append(d.over, Item{Text: &Text{X: snap(c.x - 0.45*s), Y: snap(c.y + 0.45*s), Size: size, Face: Bold, Anchor: -1, Fill: ink, Halo: dress.body, Glow: 1, String: text}})
	} else {
		d.write(c.add(pt{0, 0.39 * s}), u.Bottom, 0.19*s, 0.9*s, Bold, ink)
	}
	d.strength(u, c, s)
	d.figures(u.Left, c.add(pt{-0.37 * s, 0}), s)
	d.figures(u.Right, c.add(pt{0.37 * s, 0}), s)
	d.taken = append(d.taken, box{c.x - s/2, c.y - s/2, c.x + s/2, c.y + s/2})
	if u.Watch {
		d.used["watch"] = true
		at := c.add(pt{0.52 * s, 0})
		d.over = append(d.over, Item{Stamp: d.stamp("watch", func() []Item { return eye(s * 0.15) }), X: int(math.Round(at.x)), Y: int(math.Round(at.y))})
	}
	if u.Badge != "" {
		d.badge(c.add(pt{0, 0.59 * s}), d.style.say(u.Badge), room, badgeColor(u.Badge))
	}
	for i, b := range u.Badges {
		if i == 0 { // more would hide the counter; the roster has them all
			d.badge(c.add(pt{0, -0.6 * s}), d.style.say(b), room, badgeColor(b))
		}
	}
}

// write centres a line, smaller or shortened where it does not fit.
func (d *drawing) write(at pt, s string, size, room float64, f Face, c Color) {
	if s == "" {
		return
	}
	size, s = fit(s, size, room, f)
	d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: f, Fill: c, String: s}})
}

// fit finds the size, down to two thirds, at which a text fits; beyond that it is cut.
func fit(s string, size, room float64, f Face) (float64, string) {
	w := textWidth(f, 1, s)
	if w*size > room {
		least := math.Max(6, size*0.66)
		size = math.Max(least, room/w)
		rs := []rune(s)
		for len(rs) > 1 && textWidth(f, math.Floor(size*2)/2, string(rs)) > room {
			rs = rs[:len(rs)-1]
			s = strings.TrimRight(string(rs), " ") + "…"
			if textWidth(f, math.Floor(size*2)/2, s) <= room {
				break
			}
		}
	}
	return math.Max(5, math.Floor(size*2)/2), s
}

// stamp finds a symbol by name, or draws it.
func (d *drawing) stamp(name string, draw func() []Item) int {
	for i, s := range d.list.Symbols {
		if s.Name == name {
			return i + 1
		}
	}
	d.list.Symbols = append(d.list.Symbols, Symbol{Name: name, Items: draw()})
	return len(d.list.Symbols)
}

// bodyStamp returns the cardboard with the NATO symbol: the same for all units of a side and an arm.
func (d *drawing) bodyStamp(u board.Counter) int {
	arm := u.Symbol
	if !knownArm(arm) {
		arm = "unknown"
	}
	d.used["arm "+arm] = true
	name := fmt.Sprintf("c%d-%s", u.Side+1, arm)
	if u.Dress != "" {
		name += "-" + u.Dress
	}
	if u.Echelon != "" {
		name += "-" + u.Echelon
	}
	if len(u.Left)+len(u.Right) > 0 {
		return d.stamp(name+"-narrow", func() []Item {
			return append(blank(d.dress(u), d.counterSize()), armSymbol(arm, d.counterSize()*narrowed)...)
		})
	}
	return d.stamp(name, func() []Item {
		return formation(d.dress(u), arm, u.Echelon, d.counterSize())
	})
}

func cardboard(k livery, arm string, s float64) []Item {
	return append(blank(k, s), armSymbol(arm, s)...)
}

// arms are the signs that a counter may bear, in the order of the legend.
var arms = []string{"hq", "leader", "infantry", "sniper", "mg", "rifle", "flame", "mortar", "gun", "crew", "observer", "engineer", "cavalry", "dismounted", "armour", "truck", "air", "unknown"}

func knownArm(a string) bool { return slices.Contains(arms, a) }

// armSymbol draws the frame and the sign of an arm, after the field manuals' own.
func armSymbol(arm string, s float64) []Item {
	w, h := s*0.27, s*0.175
	o := pt{0, s * 0.005}
	line := math.Max(1, s*0.034)
	sign := &Path{}
	solid := &Path{}
	cross := func() {
		sign.move(o.add(pt{-w, -h})).line(o.add(pt{w, h})).move(o.add(pt{-w, h})).line(o.add(pt{w, -h}))
	}
	var extra []Item
	switch arm {
	case "infantry":
		cross()
	case "sniper":
		cross()
		solid.circle(o, h*0.42)
	case "mg":
		cross()
		sign.move(o.add(pt{0, h * 0.8})).line(o.add(pt{0, -h * 0.75}))
		solid.poly(o.add(pt{-h * 0.4, -h * 0.3}), o.add(pt{0, -h * 0.95}), o.add(pt{h * 0.4, -h * 0.3}))
	case "mortar":
		sign.circle(o.add(pt{0, h * 0.5}), h*0.3)
		sign.move(o.add(pt{0, h * 0.2})).line(o.add(pt{0, -h * 0.6}))
		solid.poly(o.add(pt{-h * 0.4, -h * 0.25}), o.add(pt{0, -h * 0.85}), o.add(pt{h * 0.4, -h * 0.25}))
	case "gun":
		solid.circle(o, h*0.48)
	case "armour":
		sign.round(-w*0.68+o.x, -h*0.52+o.y, w*1.36, h*1.04, h*0.52)
	case "cavalry":
		sign.move(o.add(pt{-w, h})).line(o.add(pt{w, -h}))
	case "dismounted": // cavalry on foot: the stroke of the horse over the cross of the foot
		cross()
		solid.poly(o.add(pt{-w, h}), o.add(pt{-w, -h * 0.1}), o.add(pt{-w * 0.1, h}))
	case "air": // an airscrew
		solid.move(o).quad(o.add(pt{-w * 0.5, -h * 1.1}), o.add(pt{-w * 0.85, 0})).quad(o.add(pt{-w * 0.5, h * 1.1}), o).quad(o.add(pt{w * 0.5, -h * 1.1}), o.add(pt{w * 0.85, 0})).quad(o.add(pt{w * 0.5, h * 1.1}), o).close()
	case "engineer":
		sign.move(o.add(pt{-w * 0.6, h * 0.55})).line(o.add(pt{-w * 0.6, -h * 0.4})).line(o.add(pt{w * 0.6, -h * 0.4})).line(o.add(pt{w * 0.6, h * 0.55}))
		sign.move(o.add(pt{0, -h * 0.4})).line(o.add(pt{0, h * 0.35}))
	case "truck":
		sign.move(o.add(pt{-w, h * 0.15})).line(o.add(pt{w, h * 0.15}))
		sign.circle(o.add(pt{-w * 0.5, h * 0.58}), h*0.27).circle(o.add(pt{w * 0.5, h * 0.58}), h*0.27)
	case "crew": // men at a piece
		for _, x := range []float64{-0.55, 0, 0.55} {
			solid.circle(o.add(pt{x * w, -h * 0.3}), h*0.3)
			sign.move(o.add(pt{x*w - h*0.4, h * 0.72})).quad(o.add(pt{x * w, -h * 0.35}), o.add(pt{x*w + h*0.4, h * 0.72}))
		}
	case "leader":
		solid = star(o, h*0.85, h*0.36, 5)
	case "observer": // the triangle of an observation post
		sign.poly(o.add(pt{0, -h * 0.8}), o.add(pt{h, h * 0.75}), o.add(pt{-h, h * 0.75}))
		solid.circle(o.add(pt{0, h * 0.25}), h*0.24)
	case "rifle":
		sign.move(o.add(pt{-w * 0.8, h * 0.45})).line(o.add(pt{w * 0.85, -h * 0.5}))
		solid.poly(o.add(pt{-w * 0.85, h * 0.75}), o.add(pt{-w * 0.8, h * 0.3}), o.add(pt{-w * 0.3, h * 0.12}), o.add(pt{-w * 0.35, h * 0.4}))
	case "flame":
		solid.move(o.add(pt{0, -h * 0.85})).quad(o.add(pt{h * 1.1, 0}), o.add(pt{h * 0.1, h * 0.85})).quad(o.add(pt{-h * 1.2, h * 0.5}), o.add(pt{-h * 0.35, -h * 0.2})).quad(o.add(pt{-h * 0.1, 0}), o.add(pt{0, -h * 0.85})).close()
	case "hq":
		extra = []Item{{Text: &Text{X: 0, Y: snap(o.y + h*0.62), Size: half(s * 0.23), Face: Bold, Fill: ink, String: "HQ"}}}
	default:
		extra = []Item{{Text: &Text{X: 0, Y: snap(o.y + h*0.7), Size: half(s * 0.26), Face: Bold, Fill: ink, String: "?"}}}
	}
	items := []Item{{Path: new(Path).rect(o.x-w, o.y-h, 2*w, 2*h), Ink: Ink{Fill: rgb(0xfffdf6), Line: ink, Width: line}}}
	if !sign.empty() {
		items = append(items, Item{Path: sign, Ink: Ink{Line: ink, Width: line}})
	}
	if !solid.empty() {
		items = append(items, Item{Path: solid, Ink: Ink{Fill: ink}})
	}
	return append(items, extra...)
}

// eye returns the watch mark.
func eye(r float64) []Item {
	lid := new(Path).move(pt{-r * 0.72, 0}).quad(pt{0, -r * 0.95}, pt{r * 0.72, 0}).quad(pt{0, r * 0.95}, pt{-r * 0.72, 0}).close()
	return []Item{
		{Path: new(Path).circle(pt{}, r*1.05), Ink: Ink{Fill: rgb(0xfffdf2), Line: ink, Width: math.Max(0.8, r*0.14)}},
		{Path: lid, Ink: Ink{Line: ink, Width: math.Max(0.8, r*0.16)}},
		{Path: new(Path).circle(pt{}, r*0.27), Ink: Ink{Fill: ink}},
	}
}

// facing points an arrowhead to where a unit looks: longer than broad, so that its tip cannot be mistaken.
func (d *drawing) facing(u board.Counter, c pt, s float64) {
	if u.Facing == "" {
		return
	}
	a, ok := d.lay.compass(u.Place, u.Facing)
	if !ok {
		return
	}
	d.used["facing"] = true
	out := s * 0.5 / math.Max(math.Abs(math.Cos(a)), math.Abs(math.Sin(a)))
	tip, base, nick := c.add(polar(a, out+s*0.25)), c.add(polar(a, out)), c.add(polar(a, out+s*0.06)) // clear of the values at the edge
	side := polar(a, s*0.135).turn()
	d.add(&d.over, new(Path).poly(tip, base.add(side), nick, base.sub(side)), Ink{Fill: d.livery(u.Side).edge, Line: white, Width: math.Max(0.8, s*0.025)})
}

// ghost shows where a unit stood before.
func (d *drawing) ghost(u board.Counter, c pt) {
	s := d.counterSize()
	k := d.livery(u.Side)
	c = pt{math.Round(c.x), math.Round(c.y + 0.07*s)}
	f := s * 0.46
	d.add(&d.over, new(Path).round(c.x-f, c.y-f, 2*f, 2*f, s*0.1), Ink{Fill: k.body.alpha(0x70), Line: k.edge.alpha(0xc0), Width: math.Max(1, s*0.03), Dash: [2]float64{s * 0.09, s * 0.08}})
	d.write(c.add(pt{0, 0.08 * s}), u.Top, 0.2*s, 0.8*s, BoldItalic, k.edge)
	d.taken = append(d.taken, box{c.x - f, c.y - f, c.x + f, c.y + f})
}

// badge is a word on a pill.
func (d *drawing) badge(c pt, word string, room float64, fill Color) {
	s := d.counterSize()
	size, word := fit(word, math.Max(7, s*0.165), s*(room-0.2), Bold)
	w, h := textWidth(Bold, size, word)/2+s*0.1, size*0.68
	d.add(&d.over, new(Path).round(c.x-w, c.y-h, 2*w, 2*h, h), Ink{Fill: fill, Line: white, Width: math.Max(1, s*0.028)})
	d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + size*0.36), Size: size, Face: Bold, Fill: white, String: word}})
	d.taken = append(d.taken, box{c.x - w, c.y - h, c.x + w, c.y + h})
}

// badgeColor depends on a state's key: red for units out of the fight, amber for units held down.
func badgeColor(key string) Color {
	k := strings.ToLower(key)
	for _, w := range []string{"crush", "broken", "destroy", "immobil", "wreck", "rout", "elimin", "permanent", "abandoned", "breakdown", "unsupplied"} {
		if strings.Contains(k, w) {
			return alarm
		}
	}
	for _, w := range []string{"pin", "heads", "stun", "shaken", "disrupt", "suppress", "spent", "temporary", "floor", "control", "fleeing", "panick", "cower", "weak", "badge.hit", "weapon", "organis", "gunless"} {
		if strings.Contains(k, w) {
			return amber
		}
	}
	if strings.Contains(k, "gas") {
		return poison
	}
	if strings.Contains(k, "exploit") || strings.HasSuffix(k, "badge.offensive") {
		return rgb(0x2e6b3a)
	}
	return slate
}

// statusBar shows across the foot of a counter whether its unit has acted or is acting.
func (d *drawing) statusBar(c pt, key string) {
	s := d.counterSize()
	fill, word := rgb(0xf2c230), ink
	if strings.HasSuffix(key, "used") {
		fill, word = rgb(0xd9708f), white
		d.used["status used"] = true
	} else {
		d.used["status active"] = true
	}
	h := s * 0.235
	d.add(&d.over, new(Path).round(c.x-s*0.46, c.y+s*0.46-h, s*0.92, h, s*0.05), Ink{Fill: fill, Line: ink.alpha(0x90), Width: math.Max(0.6, s*0.014)})
	d.write(c.add(pt{0, 0.405 * s}), d.style.say(key), 0.17*s, 0.86*s, Bold, word)
}
