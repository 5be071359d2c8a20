package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// offMap is the last step of a retreat over the rear edge (LS-9.3f).
const offMap = "off-map"

// retreat moves a unit back (LS-9.3) and returns "retreated" or "eliminated". Each step is its owner's choice (D-14),
// or that of A-36. A gassed unit that must retreat is eliminated (LS-5.56f), and so is one that cannot (LS-9.3b,
// LS-9.3d). A unit that ends in an overcrowded hex goes on (LS-3.14a). It stays pinned. A melee does not hold it
// . Nobody follows it: there is no advance after combat (LS-9.4a).
func (g *Game) retreat(t *table.Table, id string, hexes int, rule string) string {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return ""
	}
	if u.Gassed {
		g.eliminate(t, id, "LS-5.56f")
		return wasEliminated
	}
	u.Pinned, u.Charge = true, 0
	of := t.At(id)                 // reports and questions are about the unit; what happens on the way names its own unit
	way, leg := []string{u.Hex}, 0 // leg: where the part of the way not yet reported begins
	tell := func() {
		of.Report(rule, "retreat", table.A("unit", id), table.A("from", way[leg]), table.A("path", way[leg:]), table.A("to", way[len(way)-1]))
		leg = len(way) - 1
	}
	for step := 1; step <= hexes || u.group() && g.overstacked(u.Side, u.Hex) > 0; step++ {
		next := table.Decide(of, g.askRetreat(u.Side, id, way, hexes))
		switch next {
		case "":
			of.Report("LS-9.3d", "retreat-barred", table.A("unit", id), table.A("hex", u.Hex), table.A("path", way))
			g.eliminate(t, id, "LS-9.3d")
			return wasEliminated
		case offMap:
			of.Report("LS-9.3f", "retreat-off", table.A("unit", id), table.A("path", way))
			g.leave(id)
			g.leftBehind(t, u.Side, way[0])
			return wasRetreated
		}
		way = append(way, next)
		if g.mined(next, string(u.Side)) {
			tell()
		}
		g.goBack(t, id, next)
		if u = g.unit(id); u.Out != "" || u.Hex != next { // mines killed it, or drove it on (LS-9.3e)
			break
		}
	}
	if leg < len(way)-1 {
		tell()
	}
	g.leftBehind(t, g.unit(id).Side, way[0])
	if g.unit(id).Out != "" && g.unit(id).Out != "retreated" {
		return wasEliminated
	}
	return wasRetreated
}

// leftBehind gives guns that no longer have anybody of their side with them to the enemy foot that drove their crews
// out of a hex (LS-13.24b, A-44).
func (g *Game) leftBehind(t *table.Table, s table.Seat, hex string) {
	if finders := sorted(g.of(g.other(s), hex, (*Piece).group)); len(finders) > 0 {
		g.findGuns(t, finders[0], hex)
	}
}

// goBack makes one step of a retreat, with whatever lies in the hex: mines roll (LS-9.3e).
func (g *Game) goBack(t *table.Table, id, hex string) {
	u := g.unit(id)
	from := u.Hex
	u.Hex = hex
	g.breakUp(from)
	g.enterHex(t, id, hex)
	if u = g.unit(id); u.Out == "" && u.Hex == hex && g.mined(hex, string(u.Side)) {
		g.mineAttack(t, id)
	}
}

// leave takes a unit off the map permanently without counting it as eliminated (LS-9.3f). What it carries goes with
// it.
func (g *Game) leave(id string) {
	u := g.unit(id)
	from := u.Hex
	u.Hex, u.Out, u.Pinned = "", "retreated", false
	for i := range g.Units {
		if w := &g.Units[i]; w.Carrier == id && w.Out == "" {
			w.Out = "retreated"
		}
	}
	g.breakUp(from)
}

// backward returns the steps that a retreating unit may take, the best by A-36 first: the adjacent hex nearest its
// side's rear edge, with the fewest friends, with the lowest number. Hexes with enemy groups bar the way; other
// enemies do not (LS-9.3c). A unit leaves the map only over its own rear edge: it prefers that to a step forward, but
// not to a step along the edge (LS-9.3a, LS-9.3f). It never returns to a hex of its way, and enters no dead end while
// another way lets it retreat all the hexes that it must, because only a unit that cannot retreat is lost (LS-9.3d).
func (g *Game) backward(u *Piece, way []string, hexes int) []string {
	type step struct{ rear, friends int }
	open := g.waysOut(u, u.Hex, way)
	if through := slices.DeleteFunc(slices.Clone(open), func(hex string) bool { return !g.goesOn(u, hex, way, hexes-len(way)) }); len(through) > 0 {
		open = through
	}
	rank := func(hex string) step {
		return step{g.rear(u.Side, hex), len(g.of(u.Side, hex, func(*Piece) bool { return true }))}
	}
	slices.SortStableFunc(open, func(a, b string) int {
		x, y := rank(a), rank(b)
		switch {
		case x.rear != y.rear:
			return x.rear - y.rear
		case x.friends != y.friends:
			return x.friends - y.friends
		case a < b:
			return -1
		}
		return 1
	})
	here := g.rear(u.Side, u.Hex)
	if here > g.rearmost(u.Side) {
		return open
	}
	forward := slices.IndexFunc(open, func(hex string) bool { return g.rear(u.Side, hex) > g.rearmost(u.Side) })
	if forward < 0 {
		forward = len(open)
	}
	return slices.Insert(open, forward, offMap)
}

// waysOut returns the hexes that a retreating unit may step into from a hex of its way, in no order of preference.
func (g *Game) waysOut(u *Piece, from string, way []string) []string {
	return table.Keep(g.neighbours(from), func(hex string) bool {
		return !g.has(g.other(u.Side), hex, (*Piece).group) && !slices.Contains(way, hex) && g.footing(u, hex)
	})
}

// goesOn reports whether a retreat that has reached a hex can go on for a number of hexes more: off the map over the
// rear edge, or from one open hex to the next.
func (g *Game) goesOn(u *Piece, hex string, way []string, left int) bool {
	if left <= 0 || g.rear(u.Side, hex) <= g.rearmost(u.Side) {
		return true
	}
	way = append(slices.Clone(way), hex)
	return slices.ContainsFunc(g.waysOut(u, hex, way), func(next string) bool { return g.goesOn(u, next, way, left-1) })
}

// footing reports whether the ground of a hex lets a retreating unit in: a river that cannot be forded only over a
// bridge (LS-7.11d); for mounted cavalry, as if it trotted.
func (g *Game) footing(u *Piece, hex string) bool {
	ground := g.ground(hex)
	switch {
	case g.bridge(hex):
		return true
	case u.cavalry():
		return ground.Trot != 0
	case ground.Kind == "river":
		return g.doc.Scenario.Switches.Fordable
	}
	return ground.Foot != 0
}

// rear returns how far a hex is from a side's rear edge, in half hexes: even columns lie half a hex further south.
func (g *Game) rear(s table.Seat, hex string) int {
	column, row := columnRow(hex)
	columns, rows := g.net.Size()
	south := 2 * row
	if column%2 == 0 {
		south++
	}
	switch g.side(s).RearEdge {
	case "N":
		return south
	case "S":
		return 2*rows + 1 - south
	case "W":
		return column
	}
	return columns + 1 - column
}

// rearmost returns the greatest distance of a hex on the rear edge. Along north and south edges every other column
// lies half a hex deeper, but its end hexes belong to the edge all the same (LS-2.1b).
func (g *Game) rearmost(s table.Seat) int {
	switch g.side(s).RearEdge {
	case "N":
		return 3
	case "S":
		return 1
	}
	return 1
}

// askRetreat is D-14: the next step of a retreat. It is the owner's choice, his standing order, or the path rule A-36,
// or "" if no step is open.
func (*Game) askRetreat(s table.Seat, unit string, way []string, hexes int) table.Question[*Game, string] {
	way = slices.Clone(way)
	steps := func(k *Game) []string {
		u := k.unit(unit)
		if u == nil {
			return nil
		}
		return k.backward(u, way, hexes)
	}
	return table.Question[*Game, string]{Decision: "LS-D14", Seat: s, About: unit, Rule: "LS-9.3a", Verb: "retreat",
		Args: []table.FactArg{table.A("unit", unit), table.A("path", way)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if !speaksOf(l, unit) {
				return "", table.Pass
			}
			toward, off := orders.Value(l.Args, "hex"), orders.Value(l.Args, "how") == "off"
			if off && slices.Contains(steps(k), offMap) {
				return offMap, table.Use
			}
			if toward == "" {
				return "", table.Pass
			}
			best := ""
			for _, hex := range steps(k) {
				if hex != offMap && (best == "" || k.distance(hex, toward) < k.distance(best, toward)) {
					best = hex
				}
			}
			return best, table.UseIf(best != "")
		},
		Options: table.Each(steps),
		Default: func(k *Game) string {
			if open := steps(k); len(open) > 0 {
				return open[0]
			}
			return ""
		},
	}
}
