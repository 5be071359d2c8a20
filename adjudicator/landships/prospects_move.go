package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// entries bring on reinforcements that are due, each over the first hex of the edge that is open to it.
func (g *Game) entries(s table.Seat, is func(*Piece) bool) []table.Prospect {
	var out []table.Prospect
	for u := range table.All(g.Units) {
		a, ok := g.arrival(u)
		if !ok || u.Side != s || !g.due(u) || !is(u) || slices.ContainsFunc(g.Marches, func(m March) bool { return m.Unit == u.ID }) {
			continue // the last: it was ordered to enter in an earlier phase
		}
		if at := slices.IndexFunc(a.Hexes, func(hex string) bool { return g.mayEnter(u, hex) == nil }); at >= 0 {
			out = append(out, table.Prospect{Unit: u.ID, Line: "enter " + u.ID + " at " + a.Hexes[at], Worth: 300, Says: table.Say("can.enter", "LS-6.1a", table.A("hexes", a.Hexes))})
		}
	}
	return out
}

// drives take each vehicle the cheapest way towards the nearest hex that its side wants, as far as it can go in this turn; not into the hexes
// of the enemy.
func (g *Game) drives(s table.Seat) []table.Prospect {
	var out []table.Prospect
	goals := g.targets(s)
	for _, id := range g.of(s, "", (*Piece).vehicle) {
		u := g.unit(id)
		goal := g.nearest(u.Hex, goals)
		if goal == "" || goal == u.Hex || u.Moved || u.State != "" || g.immobile(u) != "" {
			continue
		}
		w := g.bestWay(u, func(hex string, _ int) bool { return hex == goal }).within()
		for n := len(w.legs); n > 0; n = len(w.legs) {
			if end := w.legs[n-1]; end.hex != "" && !g.has(g.other(s), end.hex, anyone) && !g.jammed(end.hex, id) {
				break
			}
			w.legs = w.legs[:n-1]
		}
		for _, line := range lineOf("drive", id, w) {
			end := last(w.hexes(), u.Hex)
			out = append(out, table.Prospect{Unit: id, Line: line, Worth: 100, Says: table.Say("can.drive", "LS-6.11c", table.A("goal", goal), table.A("left", g.distance(end, goal)),
				table.A("mp", w.cost().Total()), table.A("of", w.allowance), table.A("hexes", len(w.hexes())+u.Hexes), table.A("risk", g.breakdownRisk(u, w.hexes())), table.A("tank", u.tank()))})
		}
	}
	return out
}

// breakdownRisk returns in how many of a hundred tests a tank breaks down that enters some hexes more (LS-6.16a).
func (g *Game) breakdownRisk(u *Piece, hexes []string) int {
	need, _ := number(g.doc.Tables.Breakdown, len(hexes)+u.Hexes)
	need -= g.strained(table.Sum{}, u, tested{
		rough: slices.ContainsFunc(hexes, g.rough),
		woods: slices.ContainsFunc(hexes, func(hex string) bool { return g.ground(hex).Kind == "woods" }),
	}).Total()
	return 100 / breakdownFaces * max(0, min(breakdownFaces, breakdownFaces+1-need))
}

// charges are the charges that are open to the cavalry of a side.
func (g *Game) charges(s table.Seat) []table.Prospect {
	var out []table.Prospect
	for _, line := range chargeOptions(g, s, "4.2c") {
		id, hex := strings.Fields(line)[1], line[len(line)-4:]
		out = append(out, table.Prospect{Unit: id, Target: hex, Line: line, Worth: 100 + len(g.of(g.other(s), hex, (*Piece).group)),
			Says: table.Say("can.charge", "LS-6.33a", table.A("enemies", g.atHex(g.other(s), hex)), table.A("distance", g.distance(g.unit(id).Hex, hex)))})
	}
	return out
}

// walks take the foot of each hex together towards the nearest hex that its side wants, or into better cover beside it.
func (g *Game) walks(s table.Seat, second bool) []table.Prospect {
	var out []table.Prospect
	goals := g.targets(s)
	var done []string
	for _, id := range g.of(s, "", (*Piece).group) {
		u := g.unit(id)
		if !u.foot() || g.mayWalk(g.rested(u, second), second) != nil || slices.Contains(done, u.Hex) {
			continue
		}
		done = append(done, u.Hex)
		with := g.of(s, u.Hex, func(o *Piece) bool { return o.foot() && g.mayWalk(g.rested(o, second), second) == nil })
		var ways [][]string
		if goal := g.nearest(u.Hex, goals); goal != "" && goal != u.Hex && !slices.Contains(g.wanted(s), u.Hex) {
			path := g.approach(u, goal)
			ways = append(ways, path[:g.affordable(u.Hex, path, g.purse())])
		}
		if g.exposed(u, u.Hex) > 0 {
			ways = append(ways, g.coverBeside(u))
		}
		for i, way := range ways {
			if p, ok := g.walk(u, with, way, goals, second); ok {
				p.Worth += 10 * (len(ways) - i)
				out = append(out, p)
			}
		}
	}
	return out
}

// wanted returns the hexes that are worth points to either side.
func (g *Game) wanted(s table.Seat) []string {
	var out []string
	for _, p := range g.doc.Scenario.Victory.Points {
		if p.For == "control" && p.Side == string(s) {
			out = append(out, p.Hexes...)
		}
	}
	return out
}

// coverBeside is the step into the hex beside a unit that covers it best, if that is better than where it stands.
func (g *Game) coverBeside(u *Piece) []string {
	best := u.Hex
	for _, hex := range g.neighbours(u.Hex) {
		if g.covered(hex) > g.covered(best) && g.walkCost(u, u.Hex, hex) == nil {
			best = hex
		}
	}
	if best == u.Hex {
		return nil
	}
	return []string{best}
}

// walk says what awaits foot at the end of a way: cover, the enemies that could fire at it there, and what is still to go.
func (g *Game) walk(u *Piece, with, way, goals []string, second bool) (table.Prospect, bool) {
	if len(way) == 0 {
		return table.Prospect{}, false
	}
	with = slices.DeleteFunc(slices.Clone(with), func(id string) bool { return g.mayMove(g.rested(g.unit(id), second), way, second) != nil })
	if !slices.Contains(with, u.ID) {
		return table.Prospect{}, false
	}
	verb := "move "
	if second {
		verb = "second "
	}
	cost, from, end := 0, u.Hex, last(way, "")
	for _, hex := range way {
		cost += g.halves(from, hex)
		from = hex
	}
	goal := g.nearest(end, goals)
	left := 0
	if goal != "" {
		left = g.distance(end, goal)
	}
	return table.Prospect{Unit: u.ID, Line: verb + strings.Join(with, ",") + " to " + strings.Join(way, "-"), Worth: 10 - left,
		Says: table.Say("can.walk", "LS-7.11a", table.A("mp", halfWords(cost)), table.A("ground", g.shelters(end)), table.A("wire", g.wired(end)), table.A("goal", goal), table.A("left", left),
			table.A("watchers", g.exposed(u, end)))}, true
}

// missions send each aircraft to the hexes with most enemies, the most crowded first.
func (g *Game) missions(s table.Seat) []table.Prospect {
	var hexes []string
	crowd := func(hex string) int {
		return len(g.of(g.other(s), hex, func(e *Piece) bool { return e.group() || e.vehicle() || e.gun() }))
	}
	hexes = append(hexes, table.Keep(g.net.Places(), func(hex string) bool { return crowd(hex) > 0 })...)
	slices.SortStableFunc(hexes, func(a, b string) int { return cmp.Compare(crowd(b), crowd(a)) })
	var out []table.Prospect
	for u := range table.All(g.Units) {
		if u.Side != s || !idle(u) || u.Mission == "" {
			continue
		}
		for n, hex := range hexes[:min(3, len(hexes))] {
			out = append(out, table.Prospect{Unit: u.ID, Target: hex, Line: "fly " + u.ID + " to " + hex, Worth: 10 - n,
				Says: table.Say("can.fly", "LS-11.11a", table.A("mission", "mission."+u.Mission), table.A("enemies", g.atHex(g.other(s), hex)), table.A("uses", u.Uses))})
		}
	}
	return out
}
