package chart

import (
	"fmt"
	"math"

	"fieldpost/adjudicator/board"
)

// silhouette is a machine seen from above, its front up, within a circle of radius 1.
type silhouette struct {
	tracks [][4]float64 // x, y, width, height: dark bands with links
	wheels [][2]float64
	hull   [][2]float64
	parts  [][][2]float64 // lighter plates
	disc   [][3]float64   // x, y, radius: turrets, cupolas
	lines  [][4]float64   // barrels and struts that are part of the machine
	side   float64        // half width: where guns on the flanks begin
	nose   float64        // where guns ahead begin
}

// silhouettes by shape.
func silhouetteOf(shape string) (silhouette, bool) {
	switch shape {
	case "rhomboid": // Mk I to V: tracks all around, sponsons on the flanks
		return silhouette{tracks: [][4]float64{{-0.5, -0.95, 0.26, 1.9}, {0.24, -0.95, 0.26, 1.9}},
			hull:  [][2]float64{{-0.26, -0.8}, {0.26, -0.8}, {0.26, 0.82}, {-0.26, 0.82}},
			parts: [][][2]float64{{{-0.5, -0.28}, {-0.68, -0.16}, {-0.68, 0.2}, {-0.5, 0.34}}, {{0.5, -0.28}, {0.68, -0.16}, {0.68, 0.2}, {0.5, 0.34}}, {{-0.2, -0.72}, {0.2, -0.72}, {0.2, -0.38}, {-0.2, -0.38}}},
			side:  0.62, nose: -0.72}, true
	case "casemate": // A7V, St Chamond, Schneider: a box on tracks
		return silhouette{tracks: [][4]float64{{-0.56, -0.7, 0.2, 1.4}, {0.36, -0.7, 0.2, 1.4}},
			hull:  [][2]float64{{-0.3, -0.92}, {0.3, -0.92}, {0.52, -0.62}, {0.52, 0.66}, {0.3, 0.92}, {-0.3, 0.92}, {-0.52, 0.66}, {-0.52, -0.62}},
			parts: [][][2]float64{{{-0.24, -0.24}, {0.24, -0.24}, {0.24, 0.24}, {-0.24, 0.24}}},
			side:  0.5, nose: -0.86}, true
	case "turret": // FT-17
		return silhouette{tracks: [][4]float64{{-0.48, -0.8, 0.2, 1.45}, {0.28, -0.8, 0.2, 1.45}},
			hull: [][2]float64{{-0.26, -0.72}, {0.26, -0.72}, {0.26, 0.6}, {0.12, 0.98}, {-0.12, 0.98}, {-0.26, 0.6}},
			disc: [][3]float64{{0, -0.06, 0.33}}, side: 0.3, nose: -0.36}, true
	case "light": // Whippet: the cab behind
		return silhouette{tracks: [][4]float64{{-0.52, -0.95, 0.22, 1.85}, {0.3, -0.95, 0.22, 1.85}},
			hull:  [][2]float64{{-0.28, -0.86}, {0.28, -0.86}, {0.28, 0.82}, {-0.28, 0.82}},
			parts: [][][2]float64{{{-0.34, 0.05}, {0.34, 0.05}, {0.34, 0.66}, {-0.34, 0.66}}},
			side:  0.36, nose: 0.02}, true
	case "car":
		return silhouette{wheels: [][2]float64{{-0.42, -0.56}, {0.42, -0.56}, {-0.42, 0.52}, {0.42, 0.52}},
			hull: [][2]float64{{-0.2, -0.94}, {0.2, -0.94}, {0.36, -0.3}, {0.36, 0.6}, {0.26, 0.86}, {-0.26, 0.86}, {-0.36, 0.6}, {-0.36, -0.3}},
			disc: [][3]float64{{0, 0.12, 0.3}}, side: 0.28, nose: -0.16}, true
	case "truck":
		return silhouette{wheels: [][2]float64{{-0.44, -0.58}, {0.44, -0.58}, {-0.44, 0.5}, {0.44, 0.5}},
			hull:  [][2]float64{{-0.24, -0.92}, {0.24, -0.92}, {0.3, -0.4}, {0.4, -0.3}, {0.4, 0.88}, {-0.4, 0.88}, {-0.4, -0.3}, {-0.3, -0.4}},
			parts: [][][2]float64{{{-0.32, -0.2}, {0.32, -0.2}, {0.32, 0.1}, {-0.32, 0.1}}, {{-0.32, 0.2}, {0.32, 0.2}, {0.32, 0.48}, {-0.32, 0.48}}, {{-0.32, 0.56}, {0.32, 0.56}, {0.32, 0.8}, {-0.32, 0.8}}},
			side:  0.4, nose: 0}, true
	case "fieldgun":
		return silhouette{wheels: [][2]float64{{-0.5, 0.02}, {0.5, 0.02}}, lines: [][4]float64{{-0.5, 0.02, 0.5, 0.02}, {0, -1, 0, 0.2}, {-0.05, 0.2, -0.22, 0.95}, {0.05, 0.2, 0.22, 0.95}},
			parts: [][][2]float64{{{-0.34, -0.14}, {0.34, -0.14}, {0.4, 0.02}, {-0.4, 0.02}}}}, true
	case "antitank":
		return silhouette{wheels: [][2]float64{{-0.38, 0.1}, {0.38, 0.1}}, lines: [][4]float64{{-0.38, 0.1, 0.38, 0.1}, {0, -0.9, 0, 0.25}, {0, 0.25, -0.28, 0.85}, {0, 0.25, 0.28, 0.85}},
			parts: [][][2]float64{{{-0.42, -0.2}, {0.42, -0.2}, {0.3, -0.04}, {-0.3, -0.04}}}}, true
	case "flak":
		return silhouette{lines: [][4]float64{{-0.75, 0.5, 0.75, 0.5}, {-0.5, 0.8, 0, 0.1}, {0.5, 0.8, 0, 0.1}, {0, 0.1, 0.5, -0.9}}, disc: [][3]float64{{0, 0.16, 0.2}}}, true
	}
	return silhouette{}, false
}

// spin turns a point by an angle and sets its size.
func spin(x, y, angle, size float64) pt {
	s, c := math.Sin(angle), math.Cos(angle)
	return pt{(x*c - y*s) * size, (x*s + y*c) * size}
}

// vehicleStamp returns the cardboard of a machine, turned to its facing; guns and machine guns look where their arcs do.
func (d *drawing) vehicleStamp(u board.Counter) (int, bool) {
	m, ok := silhouetteOf(u.Shape)
	if !ok {
		return 0, false
	}
	angle := 0.0
	if a, ok := d.lay.compass(u.Place, u.Facing); ok {
		angle = a + math.Pi/2
	}
	name := fmt.Sprintf("m%d-%s-%s%v%v", u.Side+1, u.Shape, u.Facing, u.Guns, u.MGs)
	return d.stamp(name, func() []Item {
		s := d.counterSize()
		k := d.livery(u.Side)
		return append(blank(k, s), machine(m, k, u, angle, s*0.335, pt{0, s * 0.115})...)
	}), true
}

// machine paints a silhouette of a size around c.
func machine(m silhouette, k livery, u board.Counter, angle, size float64, c pt) []Item {
	at := func(x, y float64) pt { return c.add(spin(x, y, angle, size)) }
	poly := func(list [][2]float64) *Path {
		var pts []pt
		for _, q := range list {
			pts = append(pts, at(q[0], q[1]))
		}
		return new(Path).poly(pts...)
	}
	dark, links, hull, plates, round, struts := &Path{}, &Path{}, &Path{}, &Path{}, &Path{}, &Path{}
	for _, t := range m.tracks {
		dark.poly(at(t[0], t[1]), at(t[0]+t[2], t[1]), at(t[0]+t[2], t[1]+t[3]), at(t[0], t[1]+t[3]))
		for y := t[1] + 0.12; y < t[1]+t[3]; y += 0.2 {
			links.move(at(t[0], y)).line(at(t[0]+t[2], y))
		}
	}
	for _, w := range m.wheels {
		dark.poly(at(w[0]-0.09, w[1]-0.24), at(w[0]+0.09, w[1]-0.24), at(w[0]+0.09, w[1]+0.24), at(w[0]-0.09, w[1]+0.24))
	}
	if len(m.hull) > 0 {
		hull = poly(m.hull)
	}
	for _, p := range m.parts {
		q := poly(p)
		plates.Ops, plates.Pts = append(plates.Ops, q.Ops...), append(plates.Pts, q.Pts...)
	}
	for _, o := range m.disc {
		round.circle(at(o[0], o[1]), o[2]*size)
	}
	for _, l := range m.lines {
		struts.move(at(l[0], l[1])).line(at(l[2], l[3]))
	}
	guns, mgs := barrels(m, u.Guns, 0.56, at), barrels(m, u.MGs, 0.36, at)
	line := math.Max(0.8, size*0.085)
	items := []Item{
		{Path: dark, Ink: Ink{Fill: rgb(0x4b4538), Line: ink, Width: line * 0.7}},
		{Path: links, Ink: Ink{Line: rgb(0x8b8370), Width: line * 0.5}},
		{Path: mgs, Ink: Ink{Line: ink, Width: line * 0.95}},
		{Path: guns, Ink: Ink{Line: ink, Width: line * 2.1}},
		{Path: hull, Ink: Ink{Fill: k.strip, Line: ink, Width: line}},
		{Path: struts, Ink: Ink{Line: ink, Width: line * 1.5}},
		{Path: plates, Ink: Ink{Fill: k.body, Line: ink, Width: line * 0.8}},
		{Path: round, Ink: Ink{Fill: k.body, Line: ink, Width: line}},
	}
	out := items[:0]
	for _, it := range items {
		if !it.Path.empty() {
			out = append(out, it)
		}
	}
	return out
}

// barrels are lines from the hull to where weapons look.
func barrels(m silhouette, looks []int, long float64, at func(x, y float64) pt) *Path {
	p := &Path{}
	for _, deg := range looks {
		a := float64(deg) * math.Pi / 180
		x, y := m.side*math.Sin(a), m.nose*math.Cos(a)
		if math.Abs(math.Sin(a)) > 0.3 && math.Abs(math.Sin(a)) < 0.95 { // from the flank, not from between flank and nose
			x, y = math.Copysign(m.side, math.Sin(a)), -0.06*math.Copysign(1, math.Cos(a))
		}
		p.move(at(x, y)).line(at(x+long*math.Sin(a), y-long*math.Cos(a)))
	}
	return p
}

// blank returns a counter without a sign.
func blank(k livery, s float64) []Item {
	h, r := s/2, s*0.1
	strip := new(Path).move(pt{-h, -h + 0.27*s}).line(pt{-h, -h + r}).quad(pt{-h, -h}, pt{-h + r, -h})
	strip.line(pt{h - r, -h}).quad(pt{h, -h}, pt{h, -h + r}).line(pt{h, -h + 0.27*s}).close()
	return []Item{
		{Path: new(Path).round(-h+s*0.035, -h+s*0.05, s, s, r), Ink: Ink{Fill: rgb(0x2a2114).alpha(0x50)}},
		{Path: new(Path).round(-h, -h, s, s, r), Ink: Ink{Fill: k.body}},
		{Path: strip, Ink: Ink{Fill: k.strip}},
		{Path: new(Path).round(-h, -h, s, s, r), Ink: Ink{Line: k.edge, Width: math.Max(1, s*0.03)}},
	}
}

// fields draws the field of fire of a counter as arcs around its cell: broad for guns, thin for machine guns.
func (d *drawing) fields(u board.Counter) {
	if len(u.Fields) == 0 {
		return
	}
	c := d.lay.at[u.Place]
	ahead := -math.Pi / 2
	if a, ok := d.lay.compass(u.Place, u.Facing); ok {
		ahead = a
	}
	guns, mgs := &Path{}, &Path{}
	for _, f := range u.Fields {
		p, radius, used := guns, 0.8, "field guns"
		if f.Light {
			p, radius, used = mgs, 0.73, "field mgs"
		}
		d.used[used] = true
		arcOf(p, c, d.lay.apothem()*radius/0.866, ahead+float64(f.Degrees)*math.Pi/180)
	}
	k := d.livery(u.Side)
	d.add(&d.over, guns, Ink{Line: k.line.alpha(0xc8), Width: d.lay.r * 0.055})
	d.add(&d.over, mgs, Ink{Line: k.line.alpha(0xc8), Width: d.lay.r * 0.022})
}

// arcOf is a sixth of a circle around an angle, a little short so that neighbours stay apart.
func arcOf(p *Path, c pt, r, angle float64) {
	const half = 26 * math.Pi / 180
	p.move(c.add(polar(angle-half, r))).quad(c.add(polar(angle, r/math.Cos(half))), c.add(polar(angle+half, r)))
}

// flies reports whether a counter is up in the air.
func flies(u board.Counter) bool { return u.Shape == "biplane" || u.Shape == "bomber" }

// aircraft draws those in the air, above the counters of their cell: each side on its own hand, its name beneath.
func (d *drawing) aircraft() {
	up := map[string]int{}
	for _, u := range d.sheet.Counters {
		at, ok := d.lay.at[u.Place]
		if !ok || !flies(u) {
			continue
		}
		d.used["aircraft"] = true
		r := d.lay.r
		key := fmt.Sprint(u.Place, u.Side)
		hand := -1.0
		if u.Side%2 == 1 {
			hand = 1
		}
		c := at.add(pt{hand * r * 0.62, -r*0.46 + float64(up[key])*r*0.34})
		up[key]++
		size := r * 0.42
		if u.Shape == "bomber" {
			size = r * 0.52
		}
		id := d.stamp(fmt.Sprintf("a%d-%s", u.Side+1, u.Shape), func() []Item { return biplane(d.livery(u.Side), u.Shape, size) })
		d.over = append(d.over, Item{Stamp: id, X: int(math.Round(c.x)), Y: int(math.Round(c.y))})
		d.note(c.add(pt{0, size*0.62 + r*0.14}), u.Top, d.livery(u.Side).line)
		if u.Badge != "" {
			d.badge(c.add(pt{0, -size * 0.7}), d.style.say(u.Badge), 1.1, badgeColor(u.Badge))
		}
	}
}

// biplane returns an aircraft from above, nose up, with its shadow on the ground.
func biplane(k livery, shape string, s float64) []Item {
	wing, body, tail, prop := &Path{}, &Path{}, &Path{}, &Path{}
	wing.round(-s, -s*0.36, 2*s, s*0.34, s*0.15)
	body.move(pt{0, -s * 0.62}).quad(pt{s * 0.17, -s * 0.5}, pt{s * 0.13, 0}).line(pt{s * 0.05, s * 0.72}).line(pt{-s * 0.05, s * 0.72}).line(pt{-s * 0.13, 0}).quad(pt{-s * 0.17, -s * 0.5}, pt{0, -s * 0.62}).close()
	tail.round(-s*0.3, s*0.56, s*0.6, s*0.17, s*0.08)
	prop.move(pt{-s * 0.22, -s * 0.64}).line(pt{s * 0.22, -s * 0.64})
	if shape == "bomber" {
		for _, x := range []float64{-0.42, 0.42} {
			prop.move(pt{s*x - s*0.2, -s * 0.46}).line(pt{s*x + s*0.2, -s * 0.46})
			body.round(s*x-s*0.06, -s*0.44, s*0.12, s*0.4, s*0.05)
		}
	}
	shadow := new(Path).round(-s+s*0.22, -s*0.36+s*0.36, 2*s, s*0.34, s*0.15)
	line := math.Max(0.9, s*0.06)
	marks := new(Path).circle(pt{-s * 0.7, -s * 0.19}, s*0.11).circle(pt{s * 0.7, -s * 0.19}, s*0.11)
	return []Item{
		{Path: shadow, Ink: Ink{Fill: rgb(0x2a2114).alpha(0x48)}},
		{Path: tail, Ink: Ink{Fill: k.strip, Line: ink, Width: line}},
		{Path: wing, Ink: Ink{Fill: k.strip, Line: ink, Width: line}},
		{Path: body, Ink: Ink{Fill: k.body, Line: ink, Width: line}},
		{Path: prop, Ink: Ink{Line: ink, Width: line * 1.3}},
		{Path: marks, Ink: Ink{Fill: white, Line: ink, Width: line}},
	}
}
