package conflict

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// net is the board's geometry (M10) and what its codes mean.
type net = board.Ground[Terrain]

// survey joins forces that play as one, and works out the geometry of the board and the meaning of its codes.
func (d *Document) survey() {
	d.merge()
	grid, err := d.Grid()
	if err != nil {
		panic("conflict-of-heroes: " + err.Error()) // a board without rows, or of a size that the tags refuse
	}
	d.net = board.NewGround(grid, d.Terrain)
	d.types = table.NewIndex(d.Units, func(u *UnitType) string { return u.ID })
	d.ranks = map[string]int{}
	rank := 0
	for _, f := range d.Scenario.Forces {
		for _, c := range f.Units {
			name := f.Side + "." + c.ID
			if _, known := d.ranks[name]; !known {
				d.ranks[name] = rank
			}
			rank++
		}
	}
	d.faces = table.NewIndex(d.Hits, func(h *HitCounter) string { return h.ID })
}

func (g *Game) has(hex string) bool { return g.net.Has(hex) }

// distance returns the distance in hexes (CH-7.7a).
func (g *Game) distance(a, b string) int { return g.net.Distance(a, b) }

// neighbours returns the hexes around a hex.
func (g *Game) neighbours(hex string) []string { return g.net.Neighbours(hex) }

// terrain returns the terrain of a hex (CH-4.0a).
func (g *Game) terrain(hex string) *Terrain { return g.net.At(g.Map, hex) }

// level returns the elevation of a hex (CH-11.0a).
func (g *Game) level(hex string) int {
	if code := g.net.Code(g.Levels, hex); code != 0 {
		return int(code - '0')
	}
	return 0
}

// road reports whether a hex lies on a road.
func (g *Game) road(hex string) bool {
	return slices.ContainsFunc(g.Roads, func(chain []string) bool { return slices.Contains(chain, hex) })
}

// follows reports whether a road crosses the hexside between two hexes (CH-5.0.1a).
func (g *Game) follows(from, to string) bool {
	return slices.ContainsFunc(g.Roads, func(chain []string) bool { return board.Follows(chain, from, to) })
}

// wall reports whether a wall stands on the hexside between two hexes.
func (g *Game) wall(a, b string) bool {
	for _, w := range g.Walls {
		n, ok := g.net.Neighbour(w.Hex, w.Side)
		if ok && (w.Hex == a && n == b || w.Hex == b && n == a) {
			return true
		}
	}
	return false
}

// walled reports whether a hex is bordered by a wall.
func (g *Game) walled(hex string) bool {
	return len(board.Beside(g.net, hex, g.wall)) > 0
}

// direction returns the direction from a hex to its neighbour, or "" if they are not neighbours.
func (g *Game) direction(from, to string) string { return board.Toward(g.net, from, to) }

// towards returns the direction closest to the line from one hex to another.
func (g *Game) towards(from, to string) string {
	if all := board.Bearings(g.net, from, to); len(all) > 0 {
		return all[0]
	}
	return ""
}

// inArc reports whether a hex lies in the arc of a facing: the three front hexes extended, both edges included (CH-6.1a,
// M11). The unit's own hex lies in every arc.
func (g *Game) inArc(from, facing, to string) bool {
	return board.WithinArc(g.net, from, facing, to, board.Deg60)
}

// crossesWall reports whether a shot enters its target hex through a wall (CH-5.0.2a); at a corner both hexsides must
// have one (A10).
func (g *Game) crossesWall(from, to string) bool {
	if len(g.Walls) == 0 {
		return false
	}
	entries := g.net.Between(from, to).Entering(to)
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(s board.Side) bool { return !g.wall(s.A, s.B) })
}
