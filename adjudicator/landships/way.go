package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Modes of movement of a vehicle (LS-6.11a).
const (
	acrossCountry = "cross"
	onRoad        = "road"
)

// leg is one part of a vehicle's way: a hex entered, after any change of facing, or a change of facing alone.
type leg struct {
	hex    string // "" if the vehicle only turns
	facing int
	back   bool // entered in reverse (LS-6.15b)
	off    bool // leaves the map
	move   int  // MP for the hex
	turn   int  // MP for the change of facing
	hard   int  // extra MP if it is hard to steer (LS-6.14a)
}

// way is a planned move. Its cost is reported with all its parts.
type way struct {
	mode      string
	allowance int
	legs      []leg
}

// cost returns what a way costs in MP.
func (w way) cost() table.Sum {
	move, turn, hard := 0, 0, 0
	for _, l := range w.legs {
		move, turn, hard = move+l.move, turn+l.turn, hard+l.hard
	}
	if move == 0 {
		return table.Base("mp.turns", turn, "LS-6.13a").Plus("mp.hard", hard, "LS-6.14a")
	}
	return table.Base("mp.hexes", move, "LS-6.11c").Plus("mp.turns", turn, "LS-6.13a").Plus("mp.hard", hard, "LS-6.14a")
}

// hexes returns the hexes entered.
func (w way) hexes() []string {
	return table.Pick(w.legs, func(l *leg) (string, bool) { return l.hex, l.hex != "" })
}

// course is what an order says about a vehicle's way.
type course struct {
	path          []string
	facing        int // at the end; 0 for whatever results
	mode          string
	reverse, exit bool
}

// allowance returns the MA of a vehicle in a mode (LS-6.11a).
func (g *Game) allowance(u *Piece, mode string) int {
	if mode == onRoad {
		return g.vehicle(u).Road
	}
	return g.vehicle(u).Cross
}

// turning returns what a change of facing by any angle costs. It happens only in the owner's movement
// (LS-6.13c), and a bend of the road makes no difference (LS-6.13b). A vehicle that is hard to steer pays more, but
// not where it stands on a road (LS-6.14a, LS-6.14b).
func (g *Game) turning(u *Piece, hex string) (turn, hard int) {
	turn = g.constants().TurnCost.Value
	if g.flag(u, "hard_to_steer") && !g.drivable(hex, u.Side) {
		hard = g.constants().HardTurnCost.Value - turn
	}
	return turn, hard
}

// plot works out a way hex by hex. The vehicle pivots where the path bends and pays for it. Where two hexes of the
// path are not adjacent, it takes the cheapest way between them. The refusal says where the path is not legal; the
// caller checks whether the MP are enough.
func (g *Game) plot(u *Piece, c course) (way, *table.Refusal) {
	w := way{mode: c.mode, allowance: g.allowance(u, c.mode) - u.Spent}
	if c.reverse && !slices.ContainsFunc(c.path, func(hex string) bool { return hex != u.Hex }) {
		return w, g.mayReverse(u, 0) // the line names no hex to go to
	}
	if c.mode == onRoad && !g.drivable(u.Hex, u.Side) {
		return w, refuse("not-on-road", "LS-6.12a", table.A("unit", u.ID), table.A("hex", u.Hex)) // LS-6.12c
	}
	at := *u
	for i, next := range c.path {
		switch {
		case i == 0 && next == u.Hex:
			continue
		case len(w.legs) > 0 && c.mode == onRoad && !g.drivable(at.Hex, u.Side):
			return w, refuse("left-road", "LS-6.12b", table.A("unit", u.ID), table.A("hex", at.Hex))
		}
		legs, r := g.nextLegs(&at, next, c, len(w.legs) == 0)
		if r != nil {
			return w, r
		}
		w.legs = append(w.legs, legs...)
		last := legs[len(legs)-1]
		at.Hex, at.Facing = last.hex, last.facing
	}
	halted := len(w.hexes()) > 0 && c.mode == onRoad && !g.drivable(at.Hex, u.Side)
	turns := c.facing > 0 && c.facing != at.Facing
	if halted && (turns || c.exit) {
		return w, refuse("left-road", "LS-6.12b", table.A("unit", u.ID), table.A("hex", at.Hex))
	}
	if turns {
		turn, hard := g.turning(&at, at.Hex)
		w.legs, at.Facing = append(w.legs, leg{facing: c.facing, turn: turn, hard: hard}), c.facing
	}
	if c.exit {
		l, r := g.exitLeg(&at)
		if r != nil {
			return w, r
		}
		w.legs = append(w.legs, l)
	}
	return w, nil
}

// nextLegs returns the legs of a way to the next hex of the path.
func (g *Game) nextLegs(at *Piece, next string, c course, first bool) ([]leg, *table.Refusal) {
	d := g.toward(at.Hex, next)
	if d == 0 && c.reverse && first { // in reverse it goes only to the hex behind it
		return nil, g.mayReverse(at, d)
	}
	if d == 0 {
		legs := g.quickest(at, c.mode, func(hex string, _ int) bool { return hex == next })
		if len(legs) == 0 {
			return nil, refuse("no-way", "LS-6.11c", table.A("unit", at.ID), table.A("from", at.Hex), table.A("to", next))
		}
		return legs, nil
	}
	move, r := g.driveCost(at, at.Hex, next, c.mode)
	if r != nil {
		return nil, r
	}
	l := leg{hex: next, facing: d, move: move}
	if c.reverse && first {
		if r := g.mayReverse(at, d); r != nil {
			return nil, r
		}
		l.facing, l.back = at.Facing, true
		return []leg{l}, nil
	}
	if at.Facing != d {
		l.turn, l.hard = g.turning(at, at.Hex) // LS-6.11d: no sideways moves
	}
	return []leg{l}, nil
}

// mayReverse is LS-6.15b: some tanks may go back one hex in a turn without turning round.
func (g *Game) mayReverse(u *Piece, direction int) *table.Refusal {
	rear := turned(u.Facing, 3)
	switch {
	case !g.flag(u, "may_reverse"):
		return refuse("no-reverse", "LS-6.15b", table.A("unit", u.ID))
	case direction != rear || u.Hexes > 0:
		return refuse("not-behind", "LS-6.15b", table.A("unit", u.ID), table.A("behind", g.neighbour(u.Hex, rear)), table.A("hexes", g.constants().ReverseHexes.Value))
	}
	return nil
}

// exitLeg is LS-6.15g: off the map over the edge, straight ahead.
func (g *Game) exitLeg(at *Piece) (leg, *table.Refusal) {
	l := leg{facing: at.Facing, off: true, move: g.feature("road").Tank}
	if !g.doc.Scenario.Switches.Exit && at.State != "fleeing" {
		return l, refuse("no-exit", "LS-6.15g", table.A("unit", at.ID))
	}
	if g.neighbour(at.Hex, at.Facing) != "" {
		return l, refuse("no-edge", "LS-6.15g", table.A("unit", at.ID), table.A("hex", at.Hex), table.A("facing", g.directionName(at.Facing)))
	}
	return l, nil
}

// driveCost returns what a vehicle pays to enter a hex (LS-6.11c): the highest cost of everything that lies there. The
// refusal names what bars it (LS-6.15c-f, LS-6.21b, LS-6.22e).
func (g *Game) driveCost(u *Piece, from, to, mode string) (int, *table.Refusal) {
	if !g.net.Has(to) {
		return 0, refuse("off-map", "LS-6.15g", table.A("unit", u.ID), table.A("hex", from))
	}
	along := from == "" || g.roadJoins(from, to) && g.drivable(to, u.Side) && g.drivable(from, u.Side)
	if mode == onRoad && !along && g.drivable(to, u.Side) && from != "" && !g.roadJoins(from, to) {
		return 0, refuse("no-road", "LS-6.12a", table.A("unit", u.ID), table.A("from", from), table.A("to", to))
	}
	if u.Class == "TRK" && g.has(g.other(u.Side), to, func(*Piece) bool { return true }) {
		return 0, refuse("truck-enemy", "LS-6.15f", table.A("unit", u.ID), table.A("to", to))
	}
	if g.ground(from).Kind == "river" && !g.bridged(from, to) {
		return 0, refuse("barred", "LS-6.15c", table.A("unit", u.ID), table.A("to", to), table.A("terrain", "terrain.river"))
	}
	most := 0
	for _, row := range g.rows(to, u.Side) {
		mp := g.rowFor(u, row)
		switch {
		case row.Kind == "river" && g.bridged(to, from):
			mp = g.rowFor(u, g.feature("bridge"))
		case row.Kind == "woods" && g.flag(u, "may_enter_woods"): // LS-6.15d
			mp = g.rowFor(u, g.feature("road"))
		}
		if mp == 0 || mp < 0 && !along {
			return 0, refuse("barred", ruleOfBar(u), table.A("unit", u.ID), table.A("to", to), table.A("terrain", "terrain."+row.ID))
		}
		most = max(most, mp, 1)
	}
	return most, nil
}

func ruleOfBar(u *Piece) string {
	switch u.Class {
	case "AC":
		return "LS-6.15e"
	case "TRK":
		return "LS-6.15f"
	}
	return "LS-6.15c"
}

// bridged reports whether a bridge in a river hex serves the way to a neighbour: along its road, or in any direction
// if it has none.
func (g *Game) bridged(river, beside string) bool {
	if !g.bridge(river) {
		return false
	}
	return !g.here(river).paved || beside == "" || g.roadJoins(river, beside)
}

// rows returns the rows of the terrain effects chart for what lies in a hex: its ground, and trench, wire, strongpoint
// and rough ground. A trench that a side's road crosses is no trench for its vehicles (LS-6.12d, A-18).
func (g *Game) rows(hex string, s table.Seat) []*Terrain {
	out := []*Terrain{g.ground(hex)}
	if g.dug(hex, s) {
		out = append(out, g.feature("trench"))
	}
	if g.strongpoint(hex) {
		out = append(out, g.feature("strongpoint"))
	}
	if g.wired(hex) {
		out = append(out, g.feature("wire"))
	}
	if g.rough(hex) {
		out = append(out, g.feature("rough"))
	}
	return out
}

func (g *Game) rowFor(u *Piece, row *Terrain) int {
	switch u.Class {
	case "AC":
		return row.Car
	case "TRK":
		return row.Truck
	}
	return row.Tank
}

// within returns as much of the beginning of a way as the MP allow.
func (w way) within() way {
	out := way{mode: w.mode, allowance: w.allowance}
	left := w.allowance
	for _, l := range w.legs {
		if left -= l.move + l.turn + l.hard; left < 0 {
			break
		}
		out.legs = append(out.legs, l)
	}
	return out
}
