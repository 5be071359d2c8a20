package somme

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// reach is the distance from a hex to the nearest of some hexes, and which of them that is.
type reach struct{ length, from int }

// far is the reach of hexes that cannot be reached.
const far = 1 << 20

// distances measures the distance from some hexes over all ground of the scenario.
func (g *Game) distances(from []int) []reach {
	out := make([]reach, len(g.net.cells))
	for i := range out {
		out[i] = reach{far, -1}
	}
	queue := make([]int, 0, len(out))
	for _, i := range from {
		if out[i].length > 0 {
			out[i] = reach{0, i}
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for i := range g.net.cells[at].sides {
			if to := g.net.cells[at].sides[i].at; to >= 0 && g.net.stands[to] && out[to].length > out[at].length+1 {
				out[to] = reach{out[at].length + 1, out[at].from}
				queue = append(queue, to)
			}
		}
	}
	return out
}

// fronts returns the line between the sides as a staff would draw it. Ground belongs to the side nearer to it, but the
// Germans hold no ground more than two hexes in front of their foremost unit. Ground cut off from all units and sources
// of the nearer side belongs to the side around it.
func (g *Game) fronts() []board.Edge {
	var us, them []int // Germans, Allies
	for i := range g.Units {
		if u := &g.Units[i]; u.Hex != "" && g.fights(u) {
			if at := g.net.number(u.Hex); u.Side == german {
				us = append(us, at)
			} else {
				them = append(them, at)
			}
		}
	}
	if len(us) == 0 || len(them) == 0 {
		return nil
	}
	var rear, back []int // sources of the Germans, of the Allies
	for _, list := range g.doc.Map.Sources {
		for _, h := range list.Hexes {
			switch {
			case !g.net.open(h):
			case list.Side == string(german):
				rear = append(rear, g.net.number(h))
			default:
				back = append(back, g.net.number(h))
			}
		}
	}
	near, foe, home := g.distances(us), g.distances(them), g.distances(rear)
	held := make([]bool, len(near))
	for i := range held {
		n := near[i]
		behind := n.from >= 0 && home[i].length <= home[n.from].length
		held[i] = n.length < far && (n.length < foe[i].length && (n.length <= 2 || behind) || n.length == foe[i].length && behind)
	}
	g.merge(held, false, slices.Concat(them, back))
	g.merge(held, true, slices.Concat(us, rear))
	var out []board.Edge
	for i, hex := range g.net.hexes {
		if !held[i] {
			continue
		}
		for _, s := range g.net.cells[i].sides {
			if s.at >= 0 && g.net.open(s.to) && !held[s.at] {
				out = append(out, board.Edge{A: hex, B: s.to, Look: "front"})
			}
		}
	}
	slices.SortFunc(out, func(a, b board.Edge) int { return compareEdges(a, b) })
	return out
}

// merge gives the ground of one side that is not joined to any of some places to the other side.
func (g *Game) merge(held []bool, side bool, from []int) {
	joined := make([]bool, len(held))
	var queue []int
	for _, i := range from {
		if held[i] == side && !joined[i] {
			joined[i] = true
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, s := range g.net.cells[queue[0]].sides {
			if s.at >= 0 && g.net.stands[s.at] && held[s.at] == side && !joined[s.at] {
				joined[s.at] = true
				queue = append(queue, s.at)
			}
		}
	}
	for i := range held {
		if held[i] == side && !joined[i] {
			held[i] = !side
		}
	}
}

// compareEdges orders edges by their places.
func compareEdges(a, b board.Edge) int {
	if a.A != b.A {
		return slices.Compare([]byte(a.A), []byte(b.A))
	}
	return slices.Compare([]byte(a.B), []byte(b.B))
}
