package conflict

import "fieldpost/adjudicator/table"

// sight describes what lies on a line of sight (CH-6.0g).
type sight struct {
	clear bool
	haze  int // single +1 smoke hexes crossed, each +1 DM (CH-13.0d)
}

// los looks along the line between two hexes for a line of sight. It is symmetric (CH-6.0c) and ignores range and arc.
func (g *Game) los(a, b string) sight {
	if !g.has(a) || !g.has(b) {
		return sight{}
	}
	if a == b {
		return sight{clear: true}
	}
	low, high := a, b
	if g.level(low) > g.level(high) {
		low, high = high, low
	}
	e := ends{low: low, high: high, l: g.level(low), h: g.level(high)}
	haze := 0
	for _, c := range g.net.Between(a, b).Crossings {
		x := g.obstacle(c.Cells[0], e)
		if c.Edge && len(c.Cells) == 2 { // CH-6.0d: the one that obstructs less counts
			if y := g.obstacle(c.Cells[1], e); y < x {
				x = y
			}
		}
		switch x {
		case blocks:
			return sight{}
		case hinders:
			haze++
		}
	}
	if haze > 1 { // CH-13.0f
		return sight{}
	}
	return sight{clear: true, haze: haze}
}

// ends describes the two ends of a line, by level.
type ends struct {
	low, high string
	l, h      int
}

// The ways in which an intermediate hex obstructs a line.
const (
	open = iota
	hinders
	blocks
)

// obstacle returns how one hex between the ends of a line obstructs it (A07, A08, A37).
func (g *Game) obstacle(hex string, e ends) int {
	ground, feature, smoke := g.level(hex), 0, g.smoke(hex)
	if t := g.terrain(hex); t.Blocks {
		feature = t.Height
	}
	solid := ground + feature
	if smoke >= 2 {
		solid += smoke
	}
	if g.cuts(hex, e, solid, ground, feature > 0 || smoke >= 2) {
		return blocks
	}
	if smoke == 1 && g.cuts(hex, e, ground+feature+1, ground, true) {
		return hinders
	}
	return open
}

// cuts reports whether a hex of some height and ground level, bare or with an obstacle on it, cuts a line or makes its
// lower end blind.
func (g *Game) cuts(hex string, e ends, height, ground int, obstacle bool) bool {
	if e.l == e.h {
		return ground > e.l || obstacle && height >= e.l
	}
	if height >= e.h { // CH-11.3
		return true
	}
	if g.distance(hex, e.low) != 1 || height <= e.l {
		return false
	}
	return obstacle || !g.slope(hex, e, ground) // CH-11.4
}

// slope reports whether a bare hill hex lies on the same slope as the higher end: no hex between them is lower (CH-11.4b).
func (g *Game) slope(hex string, e ends, ground int) bool {
	for _, c := range g.net.Between(hex, e.high).Crossings {
		for _, p := range c.Cells {
			if g.level(p) < ground {
				return false
			}
		}
	}
	return true
}

// watched reports whether any unit of a side sees a hex: a visible unit or, for its own side, a hidden one. Units with
// enemies in their hex see no other hex (CH-7.7.3h, A49).
func (g *Game) watched(side, hex string) bool {
	return table.Any(g.Units, func(u *Unit) bool { return u.Side == side && u.on() && g.looks(u, hex) })
}

// looks reports whether a unit sees a hex, whatever its facing.
func (g *Game) looks(u *Unit, hex string) bool {
	if u.Hex == hex {
		return true
	}
	if u.Aboard != "" || len(g.visibleFoes(u.Side, u.Hex)) > 0 {
		return false
	}
	return g.los(u.Hex, hex).clear
}

// visibleFoes returns the units in a hex that are neither of a side nor hidden.
func (g *Game) visibleFoes(side, hex string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.on() && u.Hex == hex && u.Side != side && !u.Hidden })
}

// covered reports whether a unit has cover from a viewer's hex (CH-10.0h, 10.0i): terrain, a fortification that it
// occupies, its own hasty defence, or a wall that the line crosses.
func (g *Game) covered(u *Unit, from string) bool {
	return g.terrain(u.Hex).Cover || u.In != "" || u.Dug || from != "" && from != u.Hex && g.crossesWall(from, u.Hex)
}

// coverHex reports whether a unit that enters a hex has cover there: terrain or a fortification that it may occupy.
func (g *Game) coverHex(u *Unit, hex string) bool {
	return g.terrain(hex).Cover || g.shelter(u, hex) != ""
}

// shelter returns the kind of work that a unit may occupy in a hex, or "" if there is none (CH-18.1, CH-18.2a, A36, A52).
// A bunker is chosen before a trench.
func (g *Game) shelter(u *Unit, hex string) string {
	for _, kind := range []string{"bunker", "trench"} {
		f := g.fort(hex, kind)
		if f == nil || !g.mayOccupy(u, f) {
			continue
		}
		return kind
	}
	return ""
}

// mayOccupy reports whether a unit may be in a work: light infantry and mortars, and guns in a bunker that takes them,
// but nobody while enemies are inside.
func (g *Game) mayOccupy(u *Unit, f *Fort) bool {
	p := g.print(u)
	w, _ := g.doc.Work(f.Type)
	if !g.doc.Light(p) && !p.Mortar() && !(p.Gun && w.Guns) || p.Kind != "foot" {
		return false
	}
	return !table.Any(g.Units, func(o *Unit) bool { return o.on() && o.Hex == f.Hex && o.Side != u.Side && o.In == f.Kind })
}
