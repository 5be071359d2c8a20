package landships

import (
	"fieldpost/adjudicator/board"
)

// net is the map's geometry (M-17) and what its codes mean: flat hexes named CCRR, even columns half a hex further
// south. Directions are numbers in the position (1 N and then clockwise 2 NE, 3 SE, 4 S, 5 SW, 6 NW) and words for the
// players.
type net = board.Ground[Terrain]

// survey works out the geometry of the map and what its codes mean, and where to find each counter.
func (d *Document) survey() {
	grid, err := d.Grid()
	if err != nil {
		panic("landships: " + err.Error()) // checkDocument has refused such a map
	}
	d.net = board.NewGround(grid, d.Terrain)
	d.listed = make(map[string]int, len(d.Scenario.Units))
	for i, u := range d.Scenario.Units {
		d.listed[u.ID] = i
	}
}

// Grid makes the map's geometry.
func (d *Document) Grid() (board.Grid, error) {
	m := d.Scenario.Map
	return board.NewHex(board.FlatHex, m.Columns, m.Rows, board.Options{Names: board.Digits, Origin: board.NorthWest})
}

// distance returns the range in hexes, not counting the first (rules 0): 0 within a hex, board.Far off the map.
func (g *Game) distance(a, b string) int { return g.net.Distance(a, b) }

// neighbour returns the hex next to another in a direction (1 N, clockwise to 6 NW), or "" off the map.
func (g *Game) neighbour(hex string, direction int) string {
	names := g.net.Directions()
	if direction < 1 || direction > len(names) {
		return ""
	}
	at, _ := g.net.Neighbour(hex, names[direction-1])
	return at
}

// neighbours returns the hexes around a hex in the order of directions, without those off the map.
func (g *Game) neighbours(hex string) []string { return g.net.Neighbours(hex) }

// toward returns the direction of an adjacent hex, or 0 if the hexes are not adjacent.
func (g *Game) toward(from, to string) int {
	return g.direction(board.Toward(g.net.Grid, from, to))
}

// sides is the number of a hex's sides, and so of directions.
const sides = 6

// turned returns the direction that lies by hexsides clockwise of another.
func turned(direction, by int) int { return ((direction-1+by)%sides+sides)%sides + 1 }

// direction parses a direction's name, 0 for none; directionName writes it, "" for 0.
func (g *Game) direction(name string) int {
	for i, n := range g.net.Directions() {
		if n == name {
			return i + 1
		}
	}
	return 0
}

func (g *Game) directionName(direction int) string {
	if names := g.net.Directions(); direction >= 1 && direction <= len(names) {
		return names[direction-1]
	}
	return ""
}

// axis returns the axial coordinates of a hex (M-17): q grows to the east, r to the south.
func axis(hex string) (q, r int) {
	c, n := columnRow(hex)
	return c - 1, n - 1 - (c-1)/2
}

// columnRow parses the printed number of a hex. It returns 0, 0 if it is not a number.
func columnRow(hex string) (column, row int) {
	if len(hex) != 4 {
		return 0, 0
	}
	var n [4]int
	for i := range n {
		if hex[i] < '0' || hex[i] > '9' {
			return 0, 0
		}
		n[i] = int(hex[i] - '0')
	}
	return 10*n[0] + n[1], 10*n[2] + n[3]
}

// inArc reports whether a hex lies in one of the sectors of a counter that faces a direction (LS-8.12, M-12). The
// counter's own hex always does; what guns may do against it is LS-8.32e. Sector 0 covers the front hexside, 1 to 5
// the others clockwise. Each is a cone of 60 degrees that includes both edge rays: turned so that it faces N, a hex at
// the cube offset (x, y, z) lies in it if y > 0, z < 0 and |x| is no more than y or -z.
func (g *Game) inArc(from string, facing int, sectors []int, to string) bool {
	if !g.net.Has(from) || !g.net.Has(to) {
		return false
	}
	if from == to {
		return true
	}
	q, r := axis(from)
	qt, rt := axis(to)
	for _, s := range sectors {
		x, z := qt-q, rt-r
		y := -x - z
		for range turned(facing, s) - 1 { // turn counter-clockwise by one hexside until the sector faces N
			x, y, z = -y, -z, -x
		}
		if y > 0 && z < 0 && max(x, -x) <= min(y, -z) {
			return true
		}
	}
	return false
}
