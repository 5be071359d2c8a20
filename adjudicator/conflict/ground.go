package conflict

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// net is the board's geometry, worked out once from the document: nothing in it ever changes.
type net struct {
	grid   board.Grid
	places []string
	index  map[string]int       // looked up only
	lines  [][][]board.Crossing // by the later and the earlier place; nil on boards too big to keep them all
}

// keptLines bounds the hexes of boards whose lines are all worked out beforehand.
const keptLines = 160

// newNet builds the board of M10.
func newNet(b Board) *net {
	n := &net{index: map[string]int{}}
	g, err := newGrid(b)
	if err != nil {
		return n
	}
	n.grid, n.places = g, g.Places()
	for i, p := range n.places {
		n.index[p] = i
	}
	if len(n.places) > keptLines {
		return n
	}
	n.lines = make([][][]board.Crossing, len(n.places))
	for i, a := range n.places {
		n.lines[i] = make([][]board.Crossing, i)
		for j, b := range n.places[:i] {
			n.lines[i][j] = board.Line(n.grid, a, b)
		}
	}
	return n
}

// line is what lies between two hexes; in which order depends on their names, not on who looks.
func (n *net) line(a, b string) []board.Crossing {
	i, ok := n.index[a]
	j, also := n.index[b]
	if !ok || !also || i == j {
		return nil
	}
	if i < j {
		i, j = j, i
	}
	if n.lines != nil {
		return n.lines[i][j]
	}
	return board.Line(n.grid, n.places[i], n.places[j])
}

// rowColumn returns the place of a hex in Map and Levels.
func (g *Game) rowColumn(hex string) (row, column int, ok bool) {
	i, ok := g.net.index[hex]
	if !ok {
		return 0, 0, false
	}
	columns, rows := g.net.grid.Size()
	return rows - 1 - i/columns, i % columns, true
}

func (g *Game) has(hex string) bool { return g.net.grid.Has(hex) }

// distance is in hexes (CH-7.7a).
func (g *Game) distance(a, b string) int { return g.net.grid.Distance(a, b) }

// neighbours lists the hexes around one.
func (g *Game) neighbours(hex string) []string { return g.net.grid.Neighbours(hex) }

// terrain returns what stands in a hex (CH-4.0a).
func (g *Game) terrain(hex string) Terrain {
	code := g.net.grid.Code(g.Map, hex)
	if code == 0 {
		return Terrain{}
	}
	t, _ := g.doc.TerrainAt(string(code))
	return t
}

// level is the elevation of a hex (CH-11.0a).
func (g *Game) level(hex string) int {
	if code := g.net.grid.Code(g.Levels, hex); code != 0 {
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
	for _, chain := range g.Roads {
		for i := 1; i < len(chain); i++ {
			if chain[i-1] == from && chain[i] == to || chain[i-1] == to && chain[i] == from {
				return true
			}
		}
	}
	return false
}

// wall reports whether a wall stands on the hexside between two hexes.
func (g *Game) wall(a, b string) bool {
	for _, w := range g.Walls {
		n, ok := g.net.grid.Neighbour(w.Hex, w.Side)
		if ok && (w.Hex == a && n == b || w.Hex == b && n == a) {
			return true
		}
	}
	return false
}

// walled reports whether a hex is bordered by a wall.
func (g *Game) walled(hex string) bool {
	return slices.ContainsFunc(g.neighbours(hex), func(n string) bool { return g.wall(hex, n) })
}

// direction is the way from a hex to its neighbour; "" if they are not neighbours.
func (g *Game) direction(from, to string) string {
	for _, d := range g.net.grid.Directions() {
		if n, ok := g.net.grid.Neighbour(from, d); ok && n == to {
			return d
		}
	}
	return ""
}

// towards is the direction nearest to the way from one hex to another.
func (g *Game) towards(from, to string) string {
	if all := board.Bearings(g.net.grid, from, to); len(all) > 0 {
		return all[0]
	}
	return ""
}

// inArc reports whether a hex lies in the arc of a facing: the three front hexes extended, both edges included (CH-6.1a,
// M11). The hex itself lies in every arc.
func (g *Game) inArc(from, facing, to string) bool {
	return board.WithinArc(g.net.grid, from, facing, to, board.Deg60)
}

// crossesWall reports whether a shot enters its target hex through a wall (CH-5.0.2a); at a corner both hexsides must
// have one (A10).
func (g *Game) crossesWall(from, to string) bool {
	if len(g.Walls) == 0 {
		return false
	}
	entries, walls := 0, 0
	for _, s := range board.Sides(g.net.grid, from, to) {
		if s.Way == board.Along || s.B != to {
			continue
		}
		entries++
		if g.wall(s.A, s.B) {
			walls++
		}
	}
	return entries > 0 && walls == entries
}
