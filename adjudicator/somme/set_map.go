package somme

import (
	"fmt"
	"slices"
	"strings"
)

// Patched holds the changes made by hand to the map and to the counters' values. It is part of the position, since the
// document itself never changes.
type Patched struct {
	Hexes []PatchedHex  `key:"hexes"`
	Sides []PatchedSide `key:"sides"`
	Units []Unit        `key:"units"`
}

// PatchedHex changes a hex. Empty fields change nothing.
type PatchedHex struct {
	Hex     string `key:"hex" ref:"place"`
	Terrain string `key:"terrain" oneof:"clear|wood|village|town|meadow|sea"`
	Ground  string `key:"ground" oneof:"normal|shell_holes"`
	Works   string `key:"works" oneof:"none|trench|fort|trench_fort"`
}

// PatchedSide changes a hexside. Empty fields change nothing.
type PatchedSide struct {
	A     string `key:"a" ref:"place"`
	B     string `key:"b" ref:"place"`
	Water string `key:"water" oneof:"none|riviere|canal|fleuve"`
	Crest string `key:"crest"` // none, or the hex that is higher
	Road  string `key:"road" oneof:"none|road"`
	Rail  string `key:"rail" oneof:"none|normal|precarious"`
}

// correctMap changes the ground.
func (g *Game) correctMap(own correction) error {
	for _, h := range own.Terrain {
		if h.Hex == "" {
			return fmt.Errorf("terrain %q, ground %q, works %q at no hex", h.Terrain, h.Ground, h.Works)
		}
	}
	for _, s := range own.Hexsides {
		if g.distance(s.A, s.B) != 1 || !slices.Contains([]string{"", "none", s.A, s.B}, s.Crest) {
			return fmt.Errorf("hexside %s/%s: crest %q", s.A, s.B, s.Crest)
		}
	}
	if len(own.Terrain)+len(own.Hexsides) == 0 {
		return nil
	}
	g.Patched.Hexes = append(slices.Clip(g.Patched.Hexes), own.Terrain...)
	g.Patched.Sides = append(slices.Clip(g.Patched.Sides), own.Hexsides...)
	g.redraw(Patched{Hexes: own.Terrain, Sides: own.Hexsides})
	return nil
}

// redraw rebuilds the document and the map with changes by hand.
func (g *Game) redraw(p Patched) {
	if len(p.Hexes)+len(p.Sides)+len(p.Units) == 0 {
		return
	}
	d := *g.doc
	d.Units = slices.Clone(d.Units)
	for _, u := range p.Units {
		if i := slices.IndexFunc(d.Units, func(o Unit) bool { return o.ID == u.ID }); i >= 0 {
			d.Units[i] = u
		} else {
			d.Units = append(d.Units, u)
		}
	}
	for _, h := range p.Hexes {
		d.patchHex(h)
	}
	for _, s := range p.Sides {
		d.patchSide(s)
	}
	d.net = newNet(&d)
	g.doc, g.net = &d, d.net
	for i := range g.Units { // counters not in the scenario are linked when they are placed
		g.Units[i].card = nil
	}
	g.link()
}

// patchHex changes a hex of a copy of the document.
func (d *Document) patchHex(h PatchedHex) {
	grid := d.net.grid
	for _, t := range terrains {
		if t.name == h.Terrain {
			d.Map.Terrain, _ = grid.Recode(d.Map.Terrain, h.Hex, t.code)
		}
	}
	switch h.Ground {
	case "shell_holes":
		d.Map.Ground, _ = grid.Recode(d.Map.Ground, h.Hex, 'e')
	case "normal":
		d.Map.Ground, _ = grid.Recode(d.Map.Ground, h.Hex, '.')
	}
	if h.Works == "" {
		return
	}
	works := d.works()
	list := slices.Clone(*works)
	for i := range list {
		list[i].Hexes = without(list[i].Hexes, h.Hex)
	}
	for _, kind := range []string{"trench", "fort"} {
		if strings.Contains(h.Works, kind) {
			list = append(list, Works{Kind: kind, Hexes: []string{h.Hex}})
		}
	}
	*works = list
}

// patchSide changes a hexside of a document.
func (d *Document) patchSide(s PatchedSide) {
	if s.Water != "" {
		list := slices.Clone(d.Map.Waters)
		for i := range list {
			list[i].Sides = slices.DeleteFunc(slices.Clone(list[i].Sides), func(o string) bool { return o == s.A+"/"+s.B || o == s.B+"/"+s.A })
		}
		if s.Water != "none" {
			list = append(list, Water{Name: "-", Class: s.Water, Sides: []string{s.A + "/" + s.B}})
		}
		d.Map.Waters = list
	}
	if s.Crest != "" {
		list := slices.Clone(d.Map.Crests)
		for i := range list {
			list[i].Sides = slices.DeleteFunc(slices.Clone(list[i].Sides), func(o string) bool { return o == s.A+">"+s.B || o == s.B+">"+s.A })
		}
		switch s.Crest {
		case s.A:
			list = append(list, Crest{Name: "-", Sides: []string{s.B + ">" + s.A}})
		case s.B:
			list = append(list, Crest{Name: "-", Sides: []string{s.A + ">" + s.B}})
		}
		d.Map.Crests = list
	}
	way := func(list []Way, say string) []Way {
		if say == "" {
			return list
		}
		list = severed(list, s.A, s.B)
		if say != "none" {
			list = append(list, Way{Name: "-", Hexes: []string{s.A, s.B}, Precarious: say == "precarious"})
		}
		return list
	}
	d.Map.Roads, d.Map.Rails = way(d.Map.Roads, s.Road), way(d.Map.Rails, s.Rail)
}

// severed cuts ways between two hexes.
func severed(list []Way, a, b string) []Way {
	var out []Way
	for _, w := range list {
		part := Way{Name: w.Name, Precarious: w.Precarious}
		for i, h := range w.Hexes {
			if i > 0 && (h == a && w.Hexes[i-1] == b || h == b && w.Hexes[i-1] == a) {
				out = append(out, part)
				part.Hexes = nil
			}
			part.Hexes = append(part.Hexes, h)
		}
		out = append(out, part)
	}
	return out
}
