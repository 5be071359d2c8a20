package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// line reports whether an HQ at a hex has a supply line of any length to one of some hexes (SO-9.1a); rivers do not
// matter (RUL-8).
func (g *Game) line(o *survey, from string, to []string) bool {
	start, ok := g.net.grid.Number(from)
	if !ok {
		return false
	}
	goals := g.net.marks(to)
	seen := make([]bool, len(g.net.cells))
	seen[start] = true
	for queue := append(make([]int, 0, len(seen)), start); len(queue) > 0; queue = queue[1:] {
		if goals[queue[0]] {
			return true
		}
		c := &g.net.cells[queue[0]]
		for i := range c.sides {
			if at := c.sides[i].at; at >= 0 && !seen[at] && g.net.stands[at] && o.passable(at) {
				seen[at] = true
				queue = append(queue, at)
			}
		}
	}
	return false
}

// linesTo marks all hexes from which line finds one of some hexes, for callers that ask about many.
func (g *Game) linesTo(o *survey, to []string) []bool {
	goals := g.net.marks(to)
	seen, out := make([]bool, len(goals)), make([]bool, len(goals))
	var queue []int
	for i, in := range goals {
		out[i] = in
		if in && g.net.stands[i] && o.passable(i) {
			seen[i] = true
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		c := &g.net.cells[queue[0]]
		for i := range c.sides {
			at := c.sides[i].at
			if at < 0 {
				continue
			}
			out[at] = true // a line may begin in any hex, no matter who stands there
			if !seen[at] && g.net.stands[at] && o.passable(at) {
				seen[at] = true
				queue = append(queue, at)
			}
		}
	}
	return out
}

// marks marks some hexes.
func (n *net) marks(hexes []string) []bool {
	out := make([]bool, len(n.cells))
	for _, h := range hexes {
		if i, ok := n.grid.Number(h); ok {
			out[i] = true
		}
	}
	return out
}

// radius marks the hexes within so many hexes of a place by a path of supply (SO-9.1d to SO-9.1f, X-3). A hex across a
// fleuve without a bridge or a footbridge of the same side is inside, but nothing behind it is. A hex in an enemy ZOC is
// marked only for the counter that stands there, whose own hex counts as friendly (RUL-4).
func (g *Game) radius(s seat, o *survey, from string, depth int, marks []bool, been *tracks) {
	start, ok := g.net.grid.Number(from)
	if !ok {
		return
	}
	been.round++
	been.at[start], marks[start] = been.round, true
	been.queue = append(been.queue[:0], strand{start, 0})
	for k := 0; k < len(been.queue); k++ {
		a := been.queue[k]
		if a.length == depth {
			continue
		}
		for j := range g.net.cells[a.at].sides {
			side := &g.net.cells[a.at].sides[j]
			i := side.at
			if i < 0 || !g.net.stands[i] || o.enemy(i) {
				continue
			}
			marks[i] = true
			if !o.passable(i) || been.at[i] == been.round {
				continue
			}
			if side.fleuve() && !g.crossed(s, g.net.hexes[a.at], side.to) {
				continue
			}
			been.at[i] = been.round
			been.queue = append(been.queue, strand{i, a.length + 1})
		}
	}
}

// tracks is what searches of radii, one after the other, write on.
type tracks struct {
	at    []int // by hex: the search that last expanded it, counted from 1
	round int
	queue []strand
}

type strand struct{ at, length int }

// crossed reports whether supply passes a fleuve between two hexes, by an intact bridge or a footbridge of its own side.
func (g *Game) crossed(s seat, from, to string) bool {
	road, rail := g.bridged(from, to)
	return road || rail || g.footbridge(s, from, to)
}

// sources returns a side's supply sources in the scenario's area that no enemy stands in.
func (g *Game) sources(s seat) []string {
	var out []string
	taken := make([]bool, len(g.net.cells))
	for i := range g.Units {
		u := &g.Units[i]
		if at, ok := g.net.grid.Number(u.Hex); ok && u.Side != s && g.ground(u) {
			taken[at] = true
		}
	}
	for _, list := range g.doc.Map.Sources {
		if list.Side != string(s) {
			continue
		}
		for _, h := range list.Hexes {
			if i, ok := g.net.grid.Number(h); ok && g.net.stands[i] && !taken[i] {
				out = append(out, h)
			}
		}
	}
	return out
}

// supplied marks the hexes in the radius of a side's HQs and, unless only headquarters count (RUL-52), of its sources.
func (g *Game) supplied(s seat, headquarters bool) []bool {
	marks := make([]bool, len(g.net.cells))
	o, been := g.survey(s), &tracks{at: make([]int, len(g.net.cells))}
	for _, id := range g.of(s, "", g.hq) {
		g.radius(s, o, g.unit(id).Hex, g.printed(id).Radius, marks, been)
	}
	if !headquarters {
		for _, h := range g.sources(s) {
			g.radius(s, o, h, g.limits().SourceRadius.Value, marks, been)
		}
	}
	return marks
}

// command tells which hexes lie in the radius of a side's HQs, as supplied does with headquarters only. It measures no HQ
// that is too far from the hexes asked about.
type command struct {
	g        *Game
	s        seat
	on       *survey // nil before the first HQ is measured
	been     *tracks
	marks    []bool
	measured []string
}

func (g *Game) command(s seat) *command { return &command{g: g, s: s} }

// reaches reports whether a hex lies in the radius of an HQ.
func (c *command) reaches(hex string) bool {
	g := c.g
	for u := range table.All(g.Units) {
		if u.Side != c.s || u.Hex == "" || !g.hq(u) || slices.Contains(c.measured, u.ID) || g.distance(u.Hex, hex) > g.card(u).Radius {
			continue
		}
		if c.on == nil {
			c.on, c.marks = g.survey(c.s), make([]bool, len(g.net.cells))
			c.been = &tracks{at: make([]int, len(g.net.cells))}
		}
		c.measured = append(c.measured, u.ID)
		g.radius(c.s, c.on, u.Hex, g.card(u).Radius, c.marks, c.been)
		if g.marked(c.marks, hex) {
			return true
		}
	}
	return c.on != nil && g.marked(c.marks, hex)
}

// marked reports whether a hex is marked.
func (g *Game) marked(marks []bool, hex string) bool {
	i, ok := g.net.grid.Number(hex)
	return ok && marks[i]
}

// supplyPhase is SO-9 and SO-E.1: HQs first, then units, for both sides, the initiative player's first.
func (g *Game) supplyPhase(t *table.Table) table.Then {
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		for _, id := range g.of(s, "", g.hq) {
			g.linkHeadquarters(t.At(id), id)
		}
		marks := g.supplied(s, false)
		for _, id := range g.of(s, "", g.ground) {
			g.supplyUnit(t, id, g.marked(marks, g.unit(id).Hex))
		}
	}
	g.surplusStoss(t) // SO-11.3.2a: a lost regiment leaves none behind
	return table.Next
}

// linkHeadquarters is SO-9.1b: an HQ without a supply line is moved towards the nearest source, hex by hex along the
// shortest way, through enemies if need be, to the first hex from which it has a line to that source (RUL-11).
func (g *Game) linkHeadquarters(t *table.Table, id string) {
	u := g.unit(id)
	s, from := u.Side, u.Hex
	all := g.sources(s)
	if len(all) == 0 || g.line(g.survey(s), from, all) {
		return
	}
	near := all[0]
	for _, h := range all[1:] {
		if g.distance(from, h) < g.distance(from, near) || g.distance(from, h) == g.distance(from, near) && h < near {
			near = h
		}
	}
	path := g.shortest(from, near)
	for _, h := range path {
		u = g.unit(id)
		u.Hex = h
		if !g.has(other(s), h, g.ground) && !g.zoc(s, h, true) && g.line(g.survey(s), h, []string{near}) {
			break
		}
	}
	t.Report("SO-9.1b", "headquarters-moved", table.A("unit", id), table.A("side", s), table.A("from", from), table.A("to", g.unit(id).Hex), table.A("source", near))
}

// shortest returns the shortest way by hexes, through anything except the sea, lowest numbers first, without the starting
// hex.
func (g *Game) shortest(from, to string) []string {
	var path []string
	for at := from; at != to; {
		best := ""
		for _, n := range g.around(at) {
			if g.distance(n, to) < g.distance(at, to) && (best == "" || g.distance(n, to) < g.distance(best, to) || g.distance(n, to) == g.distance(best, to) && n < best) {
				best = n
			}
		}
		if best == "" {
			break
		}
		path, at = append(path, best), best
	}
	return path
}

// supplyUnit is SO-9.2 for combat units and SO-9.3 for supports; Stosstruppen follow their regiment.
func (g *Game) supplyUnit(t *table.Table, id string, in bool) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || g.stoss(u) {
		return
	}
	say := []table.FactArg{table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex)}
	switch {
	case in && u.Unsupplied:
		u.Unsupplied = false
		t.Report("SO-9.2c", "supplied-again", say...)
	case in:
	case g.support(u):
		t.Report("SO-9.3a", "support-lost", say...)
		g.destroy(t, id, "SO-9.3a")
	case u.Unsupplied:
		t.Report("SO-9.2c", "starved", say...)
		g.destroy(t, id, "SO-9.2c")
	default:
		u.Unsupplied = true
		t.Report("SO-9.2a", "unsupplied", say...)
	}
}

// destroy moves a counter from the map to the box of destroyed units (SO-L). Stosstruppen without a regiment follow it at
// the end of the combat (SO-11.3.2d).
func (g *Game) destroy(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" {
		return
	}
	t.Report(rule, "eliminated", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
	p := g.printed(id)
	u.Box, u.Hex, u.Lost = "destroyed", "", p.Steps
	u.DG, u.Unsupplied, u.Disengage, u.Reserve, u.Exploit, u.Pinned, u.Gunless, u.Mode = "", false, false, false, false, false, false, ""
	if g.Hutier == id {
		g.Hutier = "" // SO-HUT.a
	}
}
