package landships

import "slices"

// stance is the state of a vehicle on its way: where it is and how it faces.
type stance struct {
	hex    string
	facing int
}

// quickest returns the cheapest way of a vehicle from where it stands until it has arrived: hexes straight ahead and
// changes of facing by any angle, each at its price. If several are equally cheap, it takes the one found first in the
// order of directions. It returns nil if there is none. In road mode the vehicle keeps to the road.
func (g *Game) quickest(u *Piece, mode string, arrived func(hex string, facing int) bool) []leg {
	s := newRoutes(len(g.net.Places())*sides, g.rowsOfMap())
	n := g.explore(u, mode, s, func(at stance, _ int) bool { return arrived(at.hex, at.facing) })
	if n < 0 {
		return nil
	}
	return s.legs(n)
}

// explore visits the stances that a vehicle can reach, each once at its lowest cost and the cheapest first, until visit is true. It returns the
// node where that was, or -1.
func (g *Game) explore(u *Piece, mode string, s *routes, visit func(at stance, cost int) bool) int {
	s.offer(stance{u.Hex, u.Facing}, 0, -1, leg{})
	at := *u
	for cost := 0; cost < len(s.due); cost++ {
		for i := 0; i < len(s.due[cost]); i++ {
			n := s.due[cost][i]
			here := s.nodes[n]
			if s.best[s.index(here.stance)] != n {
				continue
			}
			if visit(here.stance, cost) {
				return n
			}
			at.Hex, at.Facing = here.hex, here.facing
			if next := g.neighbour(here.hex, here.facing); next != "" && (mode != onRoad || g.roadJoins(here.hex, next) && g.drivable(next, u.Side)) {
				if mp, r := g.driveCost(&at, here.hex, next, mode); r == nil {
					s.offer(stance{next, here.facing}, cost+mp, n, leg{hex: next, facing: here.facing, move: mp})
				}
			}
			if here.leg.hex == "" && here.from >= 0 {
				continue // it has just turned, so it does not turn again
			}
			turn, hard := g.turning(&at, here.hex)
			for d := 1; d <= sides; d++ {
				if d != here.facing {
					s.offer(stance{here.hex, d}, cost+turn+hard, n, leg{facing: d, turn: turn, hard: hard})
				}
			}
		}
	}
	return -1
}

func (g *Game) rowsOfMap() int { return g.doc.Scenario.Map.Rows }

// routes is the search: the nodes found, the best one for each stance, and those due at each cost.
type routes struct {
	nodes []node
	best  []int
	due   [][]int
	rows  int
}

type node struct {
	stance
	cost, from int
	leg        leg
}

func newRoutes(stances, rows int) *routes {
	r := &routes{best: make([]int, stances), rows: rows}
	for i := range r.best {
		r.best[i] = -1
	}
	return r
}

func (r *routes) index(s stance) int {
	column, row := columnRow(s.hex)
	return ((column-1)*r.rows+row-1)*sides + s.facing - 1
}

// offer gives the search a way to a stance.
func (r *routes) offer(s stance, cost, from int, l leg) {
	i := r.index(s)
	if i < 0 || i >= len(r.best) || r.best[i] >= 0 && r.nodes[r.best[i]].cost <= cost {
		return
	}
	r.nodes = append(r.nodes, node{s, cost, from, l})
	r.best[i] = len(r.nodes) - 1
	for len(r.due) <= cost {
		r.due = append(r.due, nil)
	}
	r.due[cost] = append(r.due[cost], len(r.nodes)-1)
}

// legs reads a way back from its end. A change of facing and the hex after it make one leg.
func (r *routes) legs(n int) []leg {
	var out []leg
	for ; r.nodes[n].from >= 0; n = r.nodes[n].from {
		out = append(out, r.nodes[n].leg)
	}
	slices.Reverse(out)
	var joined []leg
	for _, l := range out {
		if k := len(joined) - 1; k >= 0 && joined[k].hex == "" && l.hex != "" {
			l.turn, l.hard = joined[k].turn, joined[k].hard
			joined = joined[:k]
		}
		joined = append(joined, l)
	}
	return joined
}
