package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// net is the board's geometry in one of its shapes (BB-1.4): hexagons as in BB-R1, or squares measured by BB-1.4e; and
// what its codes mean.
type net struct {
	*board.Ground[Terrain]
	shape string
	open  []lines // by place and place, as long as the board's layers are those of the document; nil on big boards
}

// lines are lines of fire between two sectors without smoke or wrecks, from and to the ground or above: bit 2*from + to.
type lines struct{ known, clear uint8 }

func (e eye) level() int {
	if e.above {
		return 1
	}
	return 0
}

// survey works out the geometry of the document's board in either shape, as the shape may be chosen when a game is
// opened, and what the terrain codes mean.
func (d *Document) survey() {
	for _, shape := range []string{"hex", "square"} {
		g, err := gridOf(shape, d.Scenario.Board)
		if err != nil {
			panic("brush-brothers: " + err.Error()) // of a size that the tags refuse
		}
		d.nets = append(d.nets, &net{Ground: board.NewGround(g, d.Terrain), shape: shape})
	}
	d.look()
}

// mostLooked is the largest number of sectors for which all lines of fire are worked out in advance.
const mostLooked = 160

// look works out the lines of fire on the document's own board, which are asked for again and again.
func (d *Document) look() {
	n := d.netOf(d.Scenario.Board.Shape)
	places := n.Places()
	if len(places) > mostLooked {
		return
	}
	g := &Game{doc: d, net: n, Layers: d.Scenario.Board.Layers}
	var eyes [][]eye
	for _, p := range places {
		at := g.terrain(p)
		levels := []eye{{p, at.Crest}}
		if at.Upper && !at.Crest {
			levels = append(levels, eye{p, true})
		}
		eyes = append(eyes, levels)
	}
	open := make([]lines, len(places)*len(places))
	for i := range places {
		for j := range places {
			l := &open[i*len(places)+j]
			for _, a := range eyes[i] {
				for _, b := range eyes[j] {
					bit := uint8(1) << (2*a.level() + b.level())
					l.known |= bit
					if g.clear(a, b) {
						l.clear |= bit
					}
				}
			}
		}
	}
	n.open = open
}

// looked returns the line of fire between two points if it was worked out in advance and nothing has changed since.
func (g *Game) looked(a, b eye) (clear, known bool) {
	if g.net.open == nil || len(g.Screens)+len(g.Wrecks) > 0 || !g.surveyed() {
		return false, false
	}
	i, ok := g.net.Number(a.place)
	j, also := g.net.Number(b.place)
	if !ok || !also {
		return false, false
	}
	columns, rows := g.net.Size()
	l, bit := g.net.open[i*columns*rows+j], uint8(1)<<(2*a.level()+b.level())
	return l.clear&bit != 0, l.known&bit != 0
}

// surveyed reports whether the layers of the board are the very ones of the document.
func (g *Game) surveyed() bool {
	own := &g.doc.Scenario.Board.Layers
	return sameList(g.Map, own.Map) && sameList(g.Edges, own.Edges)
}

// sameList reports whether two lists are one and the same. Layers are replaced, never written to.
func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// netOf returns the board's geometry in a given shape.
func (d *Document) netOf(shape string) *net {
	for _, n := range d.nets {
		if n.shape == shape {
			return n
		}
	}
	panic("brush-brothers: a board of shape " + shape)
}

// staged returns the document with the board and the set-up that were chosen when the game was opened.
func (d *Document) staged(shape string, setup Setup) *Document {
	if d.Scenario.Board.Shape == shape && d.Scenario.Setup == setup {
		return d
	}
	own := *d
	own.Scenario.Board.Shape, own.Scenario.Setup = shape, setup
	return &own
}

// Grid makes the gridded board of the scenario's own shape.
func (d *Document) Grid() (board.Grid, error) {
	return gridOf(d.Scenario.Board.Shape, d.Scenario.Board)
}

// gridOf makes the gridded board of BB-1.4: hexagons as in BB-R1, or squares measured by BB-1.4e.
func gridOf(shape string, b Board) (board.Grid, error) {
	if shape == "square" {
		return board.NewSquare(b.Columns, b.Rows, board.Options{Diagonals: board.FirstDiagonal})
	}
	return board.NewHex(board.PointyHex, b.Columns, b.Rows, board.Options{})
}

// column returns the column and row of a sector, counted from 0 in the south-west.
func (n *net) column(place string) (x, y int, ok bool) {
	i, ok := n.Number(place)
	columns, _ := n.Size()
	return i % columns, i / columns, ok
}

// distance returns the distance in UD (BB-1.4b, BB-1.4e).
func (g *Game) distance(a, b string) int { return g.net.Distance(a, b) }

// near reports whether two sectors are at 1 UD or less: in contact, in the control perimeter (BB-R1).
func (g *Game) near(a, b string) bool { return a != "" && b != "" && g.distance(a, b) <= 1 }

// eye is an end of a line of sight: a sector, and whether it is seen from above (BB-4.2).
type eye struct {
	place string
	above bool
}

// eyeOf returns the reference point of a group (BB-1.3d): the sector of its NCO base; above if on an upper storey or a
// crest.
func (g *Game) eyeOf(u *Group) eye { return eye{u.Sector, u.Upper || g.terrain(u.Sector).Crest} }

// ground returns a sector as such as the end of a line, for smoke and searches.
func (g *Game) ground(place string) eye { return eye{place, g.terrain(place).Crest} }

// clear reports whether a line of fire joins two points (BB-4.1, 4.2, 4.3, with BB-R2 to R4). It ignores range.
func (g *Game) clear(a, b eye) bool {
	if a.place == "" || b.place == "" {
		return false
	}
	if clear, known := g.looked(a, b); known {
		return clear
	}
	if g.smoked(a.place) || g.smoked(b.place) { // BB-7.4e: end sectors count too, and at 1 UD as well
		return false
	}
	if g.distance(a.place, b.place) <= 1 { // BB-4.1d: only smoke cuts a line of 1 UD
		return true
	}
	l := g.net.Between(a.place, b.place)
	if len(g.Screens) > 0 && slices.ContainsFunc(l.Crossings, func(c board.Crossing) bool { return g.allCut(c, g.smoked) }) {
		return false // smoke comes before the road corridor
	}
	if g.corridor(a.place, b.place, l) { // BB-4.3a
		return true
	}
	for _, c := range l.Crossings {
		way := func(place string) bool { return g.blocks(place, a, b) }
		if c.Edge && len(c.Cells) == 2 {
			// BB-R2: cut only if both ways round are, each by its sector or by the edges that lead to it
			first := way(c.Cells[0]) || g.hedged(l, board.OneWay, c.Cells[0], a, b)
			second := way(c.Cells[1]) || g.hedged(l, board.OtherWay, c.Cells[1], a, b)
			if first && second {
				return false
			}
			continue
		}
		if c.Corner {
			continue // a point without length
		}
		if g.allCut(c, way) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Sides, func(s board.Side) bool { return s.Way == board.Across && g.edgeCuts(s.A, s.B, a, b) })
}

// allCut reports whether every place of a crossing cuts the line: both places where the line runs along an edge
// (BB-R2).
func (g *Game) allCut(c board.Crossing, cuts func(string) bool) bool {
	if c.Corner {
		return false
	}
	for _, p := range c.Cells {
		if !cuts(p) {
			return false
		}
	}
	return len(c.Cells) > 0
}

// hedged reports whether an edge on one of the two ways round cuts the line.
func (g *Game) hedged(l board.Sight, way board.Way, by string, a, b eye) bool {
	return slices.ContainsFunc(l.Sides, func(s board.Side) bool { return s.Way == way && (s.A == by || s.B == by) && g.edgeCuts(s.A, s.B, a, b) })
}

// corridor reports whether a straight run of road or clear sectors, with no wall or hedge across it, keeps a line open
// (BB-4.3a with BB-R3).
func (g *Game) corridor(a, b string, l board.Sight) bool {
	if _, straight := board.Straight(g.net, a, b); !straight {
		return false
	}
	for _, c := range l.Crossings {
		if c.Edge {
			continue
		}
		if t := g.terrain(c.Cells[0]); t.Obstructing && !t.Road || g.wrecked(c.Cells[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Sides, func(s board.Side) bool { return g.edge(s.A, s.B) != "" })
}

// blocks reports whether an intermediate sector cuts a line of more than 1 UD (BB-4.1c, BB-R3) and is not looked over.
func (g *Game) blocks(place string, a, b eye) bool {
	t := g.terrain(place)
	over := g.over(a, b, func(from string) int { return g.distance(from, place) })
	return t.Obstructing && !(t.LookOver && over) || g.wrecked(place) && !over // BB-R69
}

// over reports whether an obstacle is looked over from above: it must be no nearer to the lower end than to the upper
// one (BB-4.2d and 4.2e).
func (g *Game) over(a, b eye, to func(string) int) bool {
	return a.above && to(b.place) >= to(a.place) || b.above && to(a.place) >= to(b.place)
}

// edge returns the obstacle on the edge between two sectors, or "" if there is none.
func (g *Game) edge(a, b string) string {
	e, _ := table.Find(g.Edges, func(e *Edge) bool { return e.A == a && e.B == b || e.A == b && e.B == a })
	return e.Kind
}

// edgeCuts reports whether a hedge or a wall cuts the line: it limits it to 1 UD, except for a unit that lines it or
// looks over it (BB-R4).
func (g *Game) edgeCuts(p, q string, a, b eye) bool {
	if g.edge(p, q) == "" {
		return false
	}
	for _, end := range []string{a.place, b.place} {
		if end == p || end == q {
			return false
		}
	}
	return !g.over(a, b, func(from string) int { return min(g.distance(from, p), g.distance(from, q)) })
}

// lined returns the obstacle that a target lines against fire from a sector (BB-R4), "wall" before "hedge".
func (g *Game) lined(target, from string) string {
	best := ""
	for _, s := range g.net.Between(target, from).Entering(target) {
		if e := g.edge(s.A, s.B); e == "wall" || best == "" {
			best = e
		}
	}
	return best
}

// sees reports whether a line joins two groups on the table.
func (g *Game) sees(a, b *Group) bool {
	return a.Sector != "" && b.Sector != "" && g.clear(g.eyeOf(a), g.eyeOf(b))
}

// sight reports whether a group may fire at a point: by its own line or, with an indirect weapon, by that of a group of
// its section at 3 UD or less (BB-7.1). It also returns the group that sees the point.
func (g *Game) sight(u *Group, to eye, indirect bool) (by string, ok bool) {
	if g.clear(g.eyeOf(u), to) {
		return u.name(), true
	}
	if !indirect {
		return "", false
	}
	for s := range table.All(g.Groups) {
		if s.Side != u.Side || s.Section != u.Section || s.Sector == "" || s.name() == u.name() {
			continue
		}
		if g.distance(s.Sector, u.Sector) <= g.doc.Tables.Registration.Spots && g.clear(g.eyeOf(s), to) {
			return s.name(), true
		}
	}
	return "", false
}

// enemies lists the enemies of a side that a position shows, in order.
func (g *Game) enemies(s table.Seat) []string { return g.of(g.other(s)) }

// bearing returns the direction from which a fire comes, as seen from the target.
func (g *Game) bearing(target, from string) Bearing {
	return Bearing(board.BearingTo(g.net, target, from))
}

// crossed reports whether flat fire from a sector makes a crossfire on a group (BB-4.9g, BB-R13).
func (g *Game) crossed(u *Group, from string) bool {
	now := g.bearing(u.Sector, from)
	return slices.ContainsFunc(u.Bearings, func(b Bearing) bool {
		return board.Differ(g.net, board.Bearing(b), board.Bearing(now), board.Deg60)
	})
}
