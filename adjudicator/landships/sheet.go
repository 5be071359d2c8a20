package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sheet draws the map as a side sees it, with the barrages, moves, fires and losses of the facts that it may read.
func sheet(k *Game, _ table.Seat, facts []table.Fact) board.Sheet {
	sh := k.net.Sheet(strconv.Itoa(k.Number)+"/"+strconv.Itoa(k.Length), k.cell)
	for _, t := range k.Trenches {
		for _, run := range board.Runs(k.net, t.Hexes) {
			sh.Lines = append(sh.Lines, board.Course{Look: "trench", Side: k.index(table.Seat(t.Side)), Path: run})
		}
	}
	sh.Lines = append(sh.Lines, k.wire()...)
	for _, t := range k.Towns {
		if len(t.Hexes) > 0 {
			sh.Labels = append(sh.Labels, board.Label{Place: t.Hexes[0], Text: t.Name.In(orders.English)})
		}
	}
	for _, c := range k.Camps {
		dress := "khaki"
		if c.Seat == "central" {
			dress = "feldgrau"
		}
		sh.Dress = append(sh.Dress, dress)
	}
	k.overlay(&sh)
	for i := range k.Units {
		if u := &k.Units[i]; u.Hex != "" && u.Out == "" && !u.Waiting {
			sh.Counters = append(sh.Counters, k.drawn(u))
		}
	}
	slices.SortStableFunc(sh.Counters, func(a, b board.Counter) int { return rank(a) - rank(b) })
	for _, f := range facts {
		k.trace(&sh, f)
	}
	return sh
}

// cell draws one hex.
func (k *Game) cell(hex string) board.Cell {
	t := k.ground(hex)
	c := board.Cell{Place: hex, Code: t.Code, Level: t.Level, Road: board.Beside(k.net, hex, k.roadJoins)}
	for _, f := range []struct {
		has  bool
		name string
	}{{k.bridge(hex), "bridge"}, {k.strongpoint(hex), "strongpoint"}, {k.rough(hex), "rough"}, {slices.Contains(k.Shelled, hex), "shellholes"},
		{slices.ContainsFunc(k.Mines, func(m Mines) bool { return slices.Contains(m.Hexes, hex) }), "mines"}} {
		if f.has {
			c.Features = append(c.Features, f.name)
		}
	}
	return c
}

// wire returns what is left of the belts: those of the scenario and any laid since, cut where tanks and shells have
// opened them.
func (k *Game) wire() []board.Course {
	var out []board.Course
	for _, belt := range belts(k, slices.Concat(k.Wire, k.doc.Scenario.Map.Wire)) {
		for i := 0; i < len(belt); i++ {
			last := i
			for last < len(belt) && k.wired(belt[last]) {
				last++
			}
			if last == i {
				continue
			}
			c := board.Course{Look: "wire", Side: -1, Path: belt[i:last]}
			switch {
			case last > i+1:
			case i > 0:
				c.Along = belt[i-1]
			case last < len(belt):
				c.Along = belt[last]
			default:
				c.Along = k.lean(belt[i])
			}
			out = append(out, c)
			i = last
		}
	}
	return out
}

// lean returns the hex that gives a lone piece of wire its direction: up or down its column, if the next wire lies
// there beyond a gap.
func (k *Game) lean(hex string) string {
	for _, d := range []int{1, 4} {
		if next := k.neighbour(hex, d); next != "" && k.wired(k.neighbour(next, d)) {
			return next
		}
	}
	return ""
}

// belts joins wire hexes into belts: with hexes of the adjacent columns, those with the same row number first, and up
// and down a column only if a hex has no neighbour on either side.
func belts(k *Game, wire []string) [][]string {
	slices.Sort(wire)
	wire = slices.Compact(wire)
	link := func(hex string, east bool) string {
		var near []string
		for _, d := range []int{2, 3} { // NE, SE
			if !east {
				d = 8 - d // NW, SW
			}
			if n := k.neighbour(hex, d); n != "" && slices.Contains(wire, n) {
				near = append(near, n)
			}
		}
		for _, n := range near {
			if n[2:] == hex[2:] {
				return n
			}
		}
		if len(near) > 0 {
			return near[0]
		}
		return ""
	}
	var out [][]string
	done := map[string]bool{} // only looked up, never ranged over
	for _, hex := range wire {
		if done[hex] || link(hex, false) != "" && link(link(hex, false), true) == hex {
			continue // not the western end of a belt
		}
		run := []string{hex}
		done[hex] = true
		for next := link(hex, true); next != "" && !done[next] && link(next, false) == run[len(run)-1]; next = link(next, true) {
			run, done[next] = append(run, next), true
		}
		if len(run) == 1 { // down the column
			for next := k.neighbour(hex, 4); next != "" && slices.Contains(wire, next) && link(next, true) == "" && link(next, false) == ""; next = k.neighbour(next, 4) {
				run, done[next] = append(run, next), true
			}
		}
		out = append(out, run)
	}
	return out
}

// overlay puts clouds, barrages and melees on the map.
func (k *Game) overlay(sh *board.Sheet) {
	within := func(hex string, n int) []string {
		return slices.DeleteFunc(slices.Clone(k.net.Places()), func(p string) bool { return k.distance(hex, p) > n })
	}
	for _, c := range k.Smoke {
		sh.Clouds = append(sh.Clouds, board.Cloud{Look: "smoke", Side: k.index(c.Owner), Places: within(c.Place, k.constants().SmokeRadius.Value)})
	}
	for _, c := range k.Gas {
		sh.Clouds = append(sh.Clouds, board.Cloud{Look: "gas", Side: k.index(c.Owner), Places: within(c.Place, k.constants().GasRadius.Value)})
	}
	for _, i := range k.Impacts {
		kind := "barrage"
		if i.Plane != "" {
			kind = "ranged"
		}
		sh.Marks = append(sh.Marks, board.Mark{Kind: kind, Place: i.Place, Side: k.index(i.Owner)})
	}
	for _, hex := range k.goals() {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "goal", Place: hex, Side: k.index(k.holder(hex))})
	}
	for _, r := range k.Resisted {
		if r.Count > 0 {
			sh.Marks = append(sh.Marks, board.Mark{Kind: "resisted", Place: r.Place, Text: strconv.Itoa(r.Count), Side: k.index(r.By)})
		}
	}
	for _, hex := range k.Melees {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "melee", Place: hex, Side: -1})
	}
}
