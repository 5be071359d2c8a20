package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Tank leaders move from tank to tank in the foot movement phases (D-23): out of one tank, on foot like anybody else
// (LS-14.11e), and into another. Getting in and out costs nothing; the hex between does.

// mayBoard reports why a tank leader or a rallied crew cannot get into a vehicle now, or returns nil if it can.
func (g *Game) mayBoard(s table.Seat, id, vehicle string) *table.Refusal {
	u, v := g.own(s, id), g.own(s, vehicle)
	switch {
	case u == nil || u.Class != "TL" && !(u.Class == "CREW" && u.Rallied):
		return refuse("no-leader", "LS-14.11a", table.A("unit", id))
	case v == nil || !v.tank() || v.Hex == "":
		return refuse("no-tank", "LS-14.11a", table.A("unit", vehicle))
	case u.Class == "CREW" && g.tankOf(id) != vehicle:
		return refuse("not-its-tank", "LS-15.12d", table.A("unit", id), table.A("tank", vehicle))
	case u.Aboard == vehicle:
		return refuse("already-aboard", "LS-14.11a", table.A("unit", id), table.A("tank", vehicle))
	case u.Class == "TL" && g.commander(vehicle) != "":
		return refuse("has-leader", "LS-14.11a", table.A("unit", id), table.A("tank", vehicle), table.A("leader", g.commander(vehicle)))
	case u.Pinned || u.Spent > 0 && g.whereabouts(u) != v.Hex:
		return refuse("already-moved", "LS-14.11e", table.A("unit", id))
	}
	if from := g.whereabouts(u); from != v.Hex {
		if g.toward(from, v.Hex) == 0 {
			return refuse("not-adjacent", "LS-14.11e", table.A("unit", id), table.A("from", from), table.A("to", v.Hex))
		}
		return g.walkCost(u, from, v.Hex)
	}
	return nil
}

// boardTank moves a leader or crew out of its old tank, one hex on foot if necessary, and into the new one.
func (g *Game) boardTank(t *table.Table, id, vehicle string) {
	t = t.At(id)
	u := g.unit(id)
	if u.Aboard != "" {
		g.alight(t, id)
	}
	v := g.unit(vehicle)
	if u = g.unit(id); u.Hex != v.Hex {
		from := u.Hex
		u.Spent += g.halves(u.Hex, v.Hex)
		goes := g.step(t, id, v.Hex)
		t.Report("LS-14.11e", "leader-walks", table.A("unit", id), table.A("from", from), table.A("to", v.Hex))
		if !goes {
			return
		}
	}
	if g.unit(id).Class == "CREW" {
		g.remount(t, id)
		return
	}
	u = g.unit(id)
	u.Aboard, u.Hex = vehicle, ""
	t.Report("LS-14.11a", "boards", table.A("unit", id), table.A("tank", vehicle), table.A("hex", v.Hex))
}

// alight moves a tank leader out of his tank into its hex. If he is alone among enemies he is lost (LS-14.14a).
func (g *Game) alight(t *table.Table, id string) {
	u := g.unit(id)
	hex, tank := g.whereabouts(u), u.Aboard
	u.Aboard, u.Hex = "", hex
	t.Report("LS-14.11a", "alights", table.A("unit", id), table.A("tank", tank), table.A("hex", hex))
	foes := func(e *Piece) bool { return e.group() || e.vehicle() }
	if !g.has(u.Side, hex, (*Piece).group) && g.has(g.other(u.Side), hex, foes) {
		t.Report("LS-14.14a", "overrun", table.A("unit", id), table.A("hex", hex), table.A("by", g.of(g.other(u.Side), hex, foes)[0]))
		g.remove(id)
		return
	}
	g.breathe(t, id)
}

// leaderOrder carries out the verbs board, leave, return and stay.
func (g *Game) leaderOrder(t *table.Table, l table.Line) {
	id := orders.Value(l.Args, "unit")
	switch l.Verb {
	case "board":
		g.boardTank(t, id, orders.Value(l.Args, "tank"))
	case "leave":
		g.alight(t.At(id), id)
	case "stay", "return":
		g.unit(id).Stays = l.Verb == "stay"
	}
}

// leadersTransfer is the standing order of D-23: a leader whose tank has broken down gets into the nearest working
// tank without a leader, in his hex or the next.
func (g *Game) leadersTransfer(t *table.Table) {
	var never []string // told to stay by an earlier standing order
	for l := range t.Standing(g.Phasing, "transfer") {
		for u := range table.All(g.Units) {
			if u.Side != g.Phasing || u.Class != "TL" || u.Out != "" || u.Spent > 0 || !speaksOf(l, u.ID) || slices.Contains(never, u.ID) {
				continue
			}
			if orders.Value(l.Args, "how") == "never" {
				never = append(never, u.ID)
				continue
			}
			if v := g.unit(u.Aboard); v != nil && v.Breakdown == "" {
				continue
			}
			if tank := g.freshTank(u); tank != "" {
				g.boardTank(t, u.ID, tank)
			}
		}
	}
}

// freshTank returns the nearest working tank that a leader can board now; of several, the one with the lowest id.
func (g *Game) freshTank(u *Piece) string {
	tanks := g.of(u.Side, "", func(v *Piece) bool { return v.tank() && v.Breakdown == "" && g.mayBoard(u.Side, u.ID, v.ID) == nil })
	slices.Sort(tanks)
	best := ""
	for _, id := range tanks {
		if best == "" || g.distance(g.whereabouts(u), g.unit(id).Hex) < g.distance(g.whereabouts(u), g.unit(best).Hex) {
			best = id
		}
	}
	return best
}

// speaksOf reports whether a standing order covers a unit: it is named, or the order names no units and so means all.
func speaksOf(l table.Line, unit string) bool {
	units := orders.List(l.Args, "units")
	return len(units) == 0 || slices.Contains(units, unit)
}

// unitsOf returns the units that a line names, in order, each once.
func unitsOf(l table.Line) []string {
	var out []string
	out = table.With(out, append(orders.List(l.Args, "units"), orders.List(l.Args, "unit")...)...)
	return out
}
