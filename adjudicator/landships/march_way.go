package landships

import "fieldpost/adjudicator/board"

// footing is what foot meets in a hex, for a search of ways, which asks for all hexes of the map: the directions in which a road or a
// trench runs on, one bit each, and the two below.
type footing uint8

const (
	inRiver footing = 1 << (sides + iota)
	closed          // whoever walks there is kept out, wherever he comes from
)

// footings returns what a unit on foot meets in each hex, by number (LS-7.11a, LS-7.11b). It says of all hexes together what halves, mayStep
// and mayWalkInto say of one step.
func (g *Game) footings(u *Piece) []footing {
	places := g.net.Places()
	all := make([]footing, len(places))
	for i, hex := range places {
		ground := g.net.At(g.Ground, hex)
		if ground.Kind == "river" && !g.doc.Scenario.Switches.Fordable {
			all[i] |= inRiver
		}
		if ground.Foot == 0 {
			all[i] |= closed
		}
	}
	for _, r := range g.Roads {
		for k := 1; k < len(r.Hexes); k++ {
			i, ok := g.net.Number(r.Hexes[k-1])
			j, also := g.net.Number(r.Hexes[k])
			if ok && also && g.net.Step(i, j) >= 0 {
				all[i] |= 1 << g.net.Step(i, j)
				all[j] |= 1 << g.net.Step(j, i)
			}
		}
	}
	if len(g.Trenches) > 0 {
		line := make([]int, len(places)) // the trench that was last seen to run through a hex, from 1
		for n, t := range g.Trenches {
			for _, hex := range t.Hexes {
				if i, ok := g.net.Number(hex); ok {
					line[i] = n + 1
				}
			}
			for _, hex := range t.Hexes {
				i, ok := g.net.Number(hex)
				if !ok {
					continue
				}
				for _, j := range g.net.Beside(i) {
					if line[j] == n+1 {
						all[i] |= 1 << g.net.Step(i, j)
					}
				}
			}
		}
	}
	enemy := g.other(u.Side)
	for i := range g.Units {
		if e := &g.Units[i]; e.Side == enemy && g.bars(e) {
			if at, ok := g.net.Number(e.Hex); ok {
				all[at] |= closed
			}
		}
	}
	return all
}

// paces returns what each step costs a unit on foot, in halves of an MP, and whether it can be made. Into the open hex it always can.
func (g *Game) paces(u *Piece, open int) func(i, j int) (int, bool) {
	all, places := g.footings(u), g.net.Places()
	along, across := g.purse()/g.constants().FootRoad.Value, g.purse()/g.constants().FootMA.Value
	return func(i, j int) (int, bool) {
		if j != open {
			wet := all[j]&inRiver != 0 && !g.bridged(places[j], places[i]) || all[i]&inRiver != 0 && !g.bridged(places[i], places[j])
			if wet || all[j]&closed != 0 {
				return 0, false
			}
		}
		if all[i]&(1<<g.net.Step(i, j)) != 0 {
			return along, true
		}
		return across, true
	}
}

// footway returns the cheapest way on foot without the first hex, or nil if there is none. If toward is true, the goal itself may be closed.
func (g *Game) footway(u *Piece, from, to string, toward bool) []string {
	start, ok := g.net.Number(from)
	goal, also := g.net.Number(to)
	if !ok || !also || start == goal {
		return nil
	}
	open := -1
	if toward {
		open = goal
	}
	places := g.net.Places()
	path, _, ok := board.ShortestByNumber(g.net.Grid, start, goal, g.paces(u, open))
	if !ok || len(path) < 2 {
		return nil
	}
	way := make([]string, len(path)-1)
	for k, i := range path[1:] {
		way[k] = places[i]
	}
	return way
}
