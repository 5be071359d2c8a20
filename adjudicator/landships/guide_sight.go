package landships

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// lookout tells whether there is a line of sight between two hexes for a side's units, what blocks it, and how near one has to be to spot
// what stands at its end.
func lookout(k *Game, s table.Seat, from, to string) []table.Remark {
	from, to = k.hexOf(from), k.hexOf(to)
	if !k.net.Has(from) || !k.net.Has(to) {
		return nil
	}
	far := k.distance(from, to)
	out := []table.Remark{table.Say("los.clear", "LS-8.23a", table.A("from", from), table.A("to", to), table.A("distance", far))}
	if o := k.lineOver(s, from, to, false); o != nil {
		out[0] = table.Say("los.blocked", o.Rule, table.A("from", from), table.A("to", to), table.A("distance", far), table.A("at", o.Place), table.A("what", "sight."+o.What))
	}
	soft, hard := k.spotting(&Piece{Class: "INF", Hex: to}, from).Total(), k.spotting(&Piece{Class: "TNK", Hex: to}, from).Total()
	out = append(out, table.Say("los.spotting", "LS-8.21b", table.A("to", to), table.A("ground", k.shelters(to)), table.A("soft", soft), table.A("hard", hard), table.A("fired", k.constants().AutoSpot.Value)))
	shown := table.Keep(k.atHex(k.other(s), to), func(id string) bool { return k.revealed(k.unit(id), from) })
	if len(shown) > 0 {
		out = append(out, table.Say("los.shown", "LS-8.22a", table.A("units", shown)))
	}
	if k.observes(s, from, to) {
		out = append(out, table.Say("los.observed", "LS-5.11b", table.A("to", to)))
	}
	return out
}

// hexOf returns the hex of a counter by its id, or the hex itself.
func (g *Game) hexOf(name string) string {
	if u := g.unit(name); u != nil {
		return g.whereabouts(u)
	}
	return name
}

// reachable lists the hexes into which a unit can move now, with what they cost.
func reachable(k *Game, s table.Seat, unit string) []table.Chapter {
	u := k.own(s, unit)
	switch {
	case u == nil || u.Hex == "":
		return nil
	case u.vehicle():
		return k.rides(u)
	case u.foot():
		fresh := *u
		fresh.Spent = 0 // what it has spent in its last movement does not count in the next
		return k.strolls(&fresh)
	}
	return nil
}

// strolls lists where foot can go in one foot movement phase, and by which cover.
func (g *Game) strolls(u *Piece) []table.Chapter {
	if r := g.mayWalk(u, false); r != nil {
		return []table.Chapter{{Says: []table.Remark{{Key: r.Code, Rule: r.Rule, Args: r.Args}}}}
	}
	t := board.Table{Heads: []string{"head.hex", "reach.mp", "card.terrain", "reach.watchers"}}
	add := func(cost int, hex string) {
		if slices.ContainsFunc(t.Rows, func(r []string) bool { return r[0] == hex }) {
			return
		}
		t.Rows = append(t.Rows, []string{hex, halfWords(cost), strings.Join(g.shelters(hex), ", "), strconv.Itoa(g.exposed(u, hex))})
	}
	near := slices.DeleteFunc(slices.Clone(g.neighbours(u.Hex)), func(hex string) bool { return g.walkCost(u, u.Hex, hex) != nil })
	for _, hex := range near {
		add(g.halves(u.Hex, hex), hex)
	}
	for _, hex := range near {
		for _, next := range g.neighbours(hex) {
			if cost := g.halves(u.Hex, hex) + g.halves(hex, next); cost <= g.purse() && next != u.Hex && g.walkCost(u, hex, next) == nil {
				add(cost, next)
			}
		}
	}
	return []table.Chapter{{Says: []table.Remark{table.Say("reach.foot", "LS-7.1a", table.A("unit", u.ID), table.A("mp", halfWords(g.purse())))}, Tables: []board.Table{t}}}
}

// rides lists where a vehicle can drive in this turn: for each number of MP the hexes that become open with it.
func (g *Game) rides(u *Piece) []table.Chapter {
	if why := g.immobile(u); why != "" {
		return []table.Chapter{{Says: []table.Remark{table.Say("ls.immobile", "LS-6.16a", table.A("unit", u.ID), table.A("why", why))}}}
	}
	c := table.Chapter{Says: []table.Remark{table.Say("reach.vehicle", "LS-6.11a", table.A("unit", u.ID), table.A("cross", g.allowance(u, acrossCountry)-u.Spent), table.A("road", g.allowance(u, onRoad)-u.Spent))}}
	for _, mode := range []string{acrossCountry, onRoad} {
		if mode == onRoad && !g.drivable(u.Hex, u.Side) {
			continue
		}
		most := g.allowance(u, mode) - u.Spent
		open := make([][]string, most+1)
		seen := map[string]bool{u.Hex: true} // only looked up, never ranged over
		g.explore(u, mode, newRoutes(len(g.net.Places())*sides, g.rowsOfMap()), func(at stance, cost int) bool {
			if cost <= most && !seen[at.hex] && !g.jammed(at.hex, u.ID) {
				seen[at.hex] = true
				open[cost] = append(open[cost], at.hex)
			}
			return cost > most
		})
		t := board.Table{Title: "mode." + mode, Heads: []string{"reach.mp", "head.hexes"}}
		for mp, hexes := range open {
			if len(hexes) > 0 {
				t.Rows = append(t.Rows, []string{strconv.Itoa(mp), strings.Join(sorted(hexes), " ")})
			}
		}
		c.Tables = append(c.Tables, t)
	}
	return []table.Chapter{c}
}
