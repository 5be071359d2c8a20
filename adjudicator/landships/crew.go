package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Section 15.12: what German crews do when bullets on the plating have shaken them.

// The states in which panic can leave a tank's crew, as the position has them.
const (
	onFloor  = "floor"
	bailed   = "bailed"
	inFlight = "fleeing"
)

// panicCrew is LS-15.11d and 15.12, once a German tank's crew has failed its test: the tank is turned towards the edge
// by which it came unless it is broken down (LS-15.12i), then a second die says what the crew does.
func (g *Game) panicCrew(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || u.Out != "" || u.State == bailed {
		return
	}
	t = t.At(id)
	die := t.Roll(u.Side, "panic", 1, 6)
	if u.Breakdown == "" {
		u.Facing = g.homeward(u)
		t.Report("LS-15.11d", "turns-away", table.A("unit", id), table.A("hex", u.Hex), table.A("facing", g.directionName(u.Facing)), table.A("edge", "edge."+u.Entry))
	} else {
		die = with(die, g.modifiers().GermanCrewBroken.times(1))
	}
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die)}
	switch {
	case g.rolls().GermanBail.holds(die.Total()):
		t.Report("LS-15.12a", "bails-out", append(args, table.A("crew", u.Crew))...)
		g.bailOut(t, id)
	case g.rolls().GermanFloor.holds(die.Total()):
		t.Report("LS-15.12f", "takes-to-floor", args...)
		u.Shaken, u.Floor = true, g.moment()+1
		if g.Phasing == u.Side {
			u.Floor++ // its next vehicle phase
		}
		if u.State == "" {
			u.State = onFloor
		}
	default:
		t.Report("LS-15.12h", "keeps-nerve", args...)
	}
}

// edgeFacings returns the directions that look over an edge of the map.
func edgeFacings(edge string) []int {
	switch edge {
	case "N":
		return []int{1, 2, 6}
	case "S":
		return []int{4, 3, 5}
	case "E":
		return []int{2, 3}
	}
	return []int{5, 6}
}

// homeward returns the facing towards the edge by which a tank came; of two that are equally good, the one nearer its
// present facing.
func (g *Game) homeward(u *Piece) int {
	facings := edgeFacings(u.Entry)
	if u.Entry == "N" || u.Entry == "S" {
		return facings[0]
	}
	swing := func(f int) int { d := (f - u.Facing + sides) % sides; return min(d, sides-d) }
	if swing(facings[1]) < swing(facings[0]) {
		return facings[1]
	}
	return facings[0]
}

// bailOut is LS-15.12a: the crew gets out into an adjacent hex free of enemies, which its owner chooses (D-55). If
// there is no such hex, it is lost.
func (g *Game) bailOut(t *table.Table, id string) {
	u := g.unit(id)
	u.State = bailed
	crew := g.unit(u.Crew)
	if crew == nil || crew.Out != "" {
		return
	}
	hex := table.Decide(t, g.askBailOut(u.Side, id))
	if hex == "" {
		t.Report("LS-15.12a", "crew-lost", table.A("unit", crew.ID), table.A("tank", id), table.A("hex", u.Hex))
		g.remove(crew.ID)
		return
	}
	crew.Aboard, crew.Hex, crew.Rallied, crew.Stays, crew.Freed = "", hex, false, false, g.moment()
	t.Report("LS-15.12a", "crew-out", table.A("unit", crew.ID), table.A("tank", id), table.A("hex", hex))
	g.enterHex(t, crew.ID, hex)
}

// exits returns the hexes into which the crew of a tank may bail out, the best first: nearest to cover, then nearest
// to the edge by which the tank came, then the lowest number.
func (g *Game) exits(tank string) []string {
	u := g.unit(tank)
	if u == nil {
		return nil
	}
	crew := g.unit(u.Crew)
	if crew == nil {
		return nil
	}
	out := table.Keep(g.neighbours(u.Hex), func(hex string) bool {
		return !g.has(g.other(u.Side), hex, func(*Piece) bool { return true }) && g.footing(crew, hex)
	})
	type exit struct {
		hex         string
		cover, edge int
	}
	var ways []exit
	for _, hex := range out {
		_, cost := g.shelter(crew, hex)
		ways = append(ways, exit{hex, cost, g.toEdge(u.Entry, hex)})
	}
	slices.SortFunc(ways, func(a, b exit) int {
		return cmp.Or(a.cover-b.cover, a.edge-b.edge, strings.Compare(a.hex, b.hex))
	})
	for i, x := range ways {
		out[i] = x.hex
	}
	return out
}

// toEdge returns the distance of a hex from an edge of the map, in half hexes.
func (g *Game) toEdge(edge, hex string) int {
	column, row := columnRow(hex)
	columns, rows := g.net.Size()
	low := 2 * row
	if column%2 == 0 {
		low++
	}
	switch edge {
	case "N":
		return low
	case "S":
		return 2*rows + 1 - low
	case "W":
		return 2 * column
	}
	return 2 * (columns + 1 - column)
}

// sheltered reports whether a hex gives cover: terrain that makes small arms or barrages worse for the attacker (LS-15.12b).
func (g *Game) sheltered(hex string) bool {
	rows := []*Terrain{g.ground(hex)}
	if g.trench(hex) != "" {
		rows = append(rows, g.feature("trench"))
	}
	if g.strongpoint(hex) {
		rows = append(rows, g.feature("strongpoint"))
	}
	return slices.ContainsFunc(rows, func(r *Terrain) bool { return r.Fire > 0 || r.Shell > 0 })
}

// beyond is farther than any cover of a map.
const beyond = 10_000

// shelter returns the way to the nearest cover that a crew can reach from a hex, and its cost: the cheapest on foot,
// then the lowest number. The path is nil if there is none.
func (g *Game) shelter(u *Piece, from string) (path []string, cost int) {
	paces := g.paces(u, -1)
	pace := func(a, b string) (int, bool) {
		i, _ := g.net.Number(a)
		j, _ := g.net.Number(b)
		return paces(i, j)
	}
	for _, r := range board.Reach(g.net.Grid, from, beyond, pace) {
		if g.sheltered(r.Place) {
			path, cost, _ := board.Shortest(g.net.Grid, from, r.Place, pace)
			return path, cost
		}
	}
	return nil, beyond
}

// tankOf returns the tank that a crew bailed out of, or "" for any other counter.
func (g *Game) tankOf(crew string) string {
	for i := range g.Units {
		if u := &g.Units[i]; u.Class == "TNK" && u.Crew == crew && u.Out == "" && u.State == bailed {
			return u.ID
		}
	}
	return ""
}

// runaway reports whether u is a crew that bailed out and has not rallied: it goes where the rules send it
// (LS-15.12b).
func (g *Game) runaway(u *Piece) bool {
	return g.outside(u) && !u.Rallied
}

// outside reports whether u is a crew that bailed out of its tank.
func (g *Game) outside(u *Piece) bool {
	return u.Class == "CREW" && u.Aboard == "" && (u.Freed > 0 || g.tankOf(u.ID) != "")
}

// crewsMove is LS-15.12b and 15.12d in the foot movement of the crews' owner. Crews that bailed out run for the
// nearest cover, from the first foot movement after they came out (LS-15.12k, A-87). Crews that have rallied go back
// to their tank, unless their owner keeps them (D-41).
func (g *Game) crewsMove(t *table.Table, second bool) {
	for _, id := range g.of(g.Phasing, "", func(u *Piece) bool { return g.outside(u) && !u.Pinned }) {
		u := g.unit(id)
		if u.Spent > 0 || g.moment() == u.Freed || g.locked(u.Hex) {
			continue
		}
		if u.Rallied {
			g.comeBack(t, id, second)
			continue
		}
		if g.sheltered(u.Hex) {
			continue
		}
		path, _ := g.shelter(u, u.Hex)
		if len(path) < 2 {
			continue
		}
		t := t.At(id)
		trail := g.dash(t, id, path[1:])
		t.Report("LS-15.12b", "runs-for-cover", table.A("unit", id), table.A("from", path[0]), table.A("to", last(trail, path[0])), table.A("path", append([]string{path[0]}, trail...)))
	}
}

// dash moves a counter along a path as far as one phase allows.
func (g *Game) dash(t *table.Table, id string, path []string) []string {
	var trail []string
	for _, next := range path[:g.affordable(g.unit(id).Hex, path, g.purse()-g.unit(id).Spent)] {
		u := g.unit(id)
		if g.walkCost(u, u.Hex, next) != nil {
			break
		}
		u.Spent += g.halves(u.Hex, next)
		trail = append(trail, next)
		if !g.step(t, id, next) {
			break
		}
	}
	return trail
}

// comeBack moves a rallied crew towards its tank, and into it (LS-15.12d).
func (g *Game) comeBack(t *table.Table, id string, second bool) {
	u, tank := g.unit(id), g.tankOf(id)
	if tank == "" || u.Stays || g.mayWalk(u, second) != nil || !table.Decide(t, g.askReturn(u.Side, id)) {
		return
	}
	v := g.unit(tank)
	if path := g.between(u, u.Hex, v.Hex); path != nil {
		t := t.At(id)
		from := u.Hex
		trail := g.dash(t, id, path)
		t.Report("LS-15.12d", "goes-back", table.A("unit", id), table.A("from", from), table.A("to", last(trail, from)), table.A("path", append([]string{from}, trail...)), table.A("tank", tank))
	}
	g.remount(t, id)
}

// remount puts a rallied crew that has reached its tank back into it. From then on the tank heads for the edge by
// which it came (LS-15.12e).
func (g *Game) remount(t *table.Table, id string) {
	u, v := g.unit(id), g.unit(g.tankOf(id))
	if v == nil || u.Out != "" || u.Hex != v.Hex || u.Pinned {
		return
	}
	u.Aboard, u.Hex, u.Freed, u.Rallied = v.ID, "", 0, false
	v.State = inFlight
	t.At(id).Report("LS-15.12d", "mans-tank", table.A("unit", id), table.A("tank", v.ID), table.A("hex", v.Hex))
}

// rallyCrews is LS-15.12c in a side's pin removal phase: a crew in cover tries to rally.
func (g *Game) rallyCrews(t *table.Table, s table.Seat) {
	for _, id := range g.of(s, "", func(u *Piece) bool { return g.runaway(u) && g.sheltered(u.Hex) }) {
		u, span := g.unit(id), g.rolls().GermanRally
		die := t.At(id).Roll(s, "rally", 1, span.Sides)
		args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("needs", span.needs())}
		if !span.holds(die.Total()) {
			t.At(id).Report("LS-15.12c", "crew-shaken", args...)
			continue
		}
		u.Rallied = true
		t.At(id).Report("LS-15.12c", "crew-rallies", args...)
	}
}

// flights drives the tanks that are to leave the map (LS-15.12e). Those that can move and have no enemy in their hex
// or within two hexes take the shortest way over the edge by which they came; the others wait.
func (g *Game) flights(t *table.Table) {
	clear := g.constants().RestartClear.Value
	for _, id := range g.of(g.Phasing, "", func(u *Piece) bool { return u.vehicle() && u.State == inFlight }) {
		u := g.unit(id)
		if why := g.immobile(u); why != "" {
			continue
		}
		if g.beside(u, clear) {
			t.At(id).Report("LS-15.12e", "waits-to-flee", table.A("unit", id), table.A("hex", u.Hex), table.A("hexes", clear))
			continue
		}
		g.drive(t, id, g.flightWay(u), 0)
	}
}

// flightWay returns the shortest way off the map over a tank's entry edge, as far as this turn's MP go.
func (g *Game) flightWay(u *Piece) way {
	leaves := func(hex string, facing int) bool {
		return g.neighbour(hex, facing) == "" && slices.Contains(edgeFacings(u.Entry), facing) && g.along(u.Entry, hex)
	}
	w := g.bestWay(u, leaves)
	last := stance{u.Hex, u.Facing}
	for _, l := range w.legs {
		last.facing = l.facing
		if l.hex != "" {
			last.hex = l.hex
		}
	}
	if leaves(last.hex, last.facing) {
		w.legs = append(w.legs, leg{facing: last.facing, off: true, move: g.feature("road").Tank})
	}
	return g.roomy(u, w.within())
}

// along reports whether a hex lies on an edge of the map.
func (g *Game) along(edge, hex string) bool {
	column, row := columnRow(hex)
	columns, rows := g.net.Size()
	switch edge {
	case "N":
		return row == 1
	case "S":
		return row == rows
	case "W":
		return column == 1
	}
	return column == columns
}

// bestWay returns the cheapest way until arrived is true. It goes by road if it starts on one and that takes no more
// turns (D-20).
func (g *Game) bestWay(u *Piece, arrived func(string, int) bool) way {
	w := way{mode: acrossCountry, allowance: g.allowance(u, acrossCountry) - u.Spent, legs: g.quickest(u, acrossCountry, arrived)}
	if !g.drivable(u.Hex, u.Side) {
		return w
	}
	r := way{mode: onRoad, allowance: g.allowance(u, onRoad) - u.Spent, legs: g.quickest(u, onRoad, arrived)}
	turns := func(w way) int { n := g.allowance(u, w.mode); return (w.cost().Total() + n - 1) / max(1, n) }
	if len(r.legs) > 0 && (len(w.legs) == 0 || turns(r) <= turns(w)) {
		return r
	}
	return w
}
