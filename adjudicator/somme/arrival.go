package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// due returns the arrival by which a waiting unit may come in now (SO-11.1.5a): one of this turn and sequence, or an
// earlier one that it missed.
func (g *Game) due(u *Formation) (Arrival, bool) {
	if u.Box != waiting || u.Hex != "" {
		return Arrival{}, false
	}
	for _, a := range g.doc.Scenario.Arrivals {
		if !slices.Contains(a.Units, u.ID) || a.Sequence == 0 {
			continue
		}
		until := g.Number*10 + g.Sequence
		if g.played("rail_reserves") && slices.Contains(g.Campaign.Early, u.ID) { // what is due in the next sequence
			until++
			if g.Sequence >= g.Sequences {
				until = (g.Number+1)*10 + 1
			}
		}
		return a, g.when(u, a) <= until
	}
	return Arrival{}, false
}

// when returns the sequence in which an arrival brings a counter, as ten times the turn plus the sequence.
func (g *Game) when(u *Formation, a Arrival) int {
	when := a.Turn*10 + a.Sequence
	if a.Sequence > g.Sequences && g.Number == a.Turn { // a turn without an offensive has one sequence
		when = a.Turn*10 + g.Sequences
	}
	if slices.Contains(g.Campaign.Delayed, u.ID) {
		when++
		if a.Sequence >= g.Sequences {
			when = (a.Turn+1)*10 + 1
		}
	}
	return when
}

// comes returns when a waiting counter is due by the scenario, whatever sequences this turn has, or 0 if it has no
// arrival.
func (g *Game) comes(u *Formation) int {
	a, _ := table.Find(g.doc.Scenario.Arrivals, func(a *Arrival) bool { return slices.Contains(a.Units, u.ID) && a.Sequence > 0 })
	return a.Turn*10 + a.Sequence
}

// callReinforcements tells the phasing player what may come in now (SO-J.a).
func (g *Game) callReinforcements(t *table.Table) {
	var ids []string
	for u := range table.All(g.Units) {
		if _, ok := g.due(u); ok && u.Side == g.Phasing {
			ids = append(ids, u.ID)
		}
	}
	if len(ids) > 0 {
		t.Report("SO-11.1.5a", "reinforcements", table.A("units", ids), table.A("side", g.Phasing))
	}
}

// entries returns the hexes where a unit may come in by its arrival, best first: as printed, on or beside an HQ,
// or behind the front. Allied units may also come in beside an HQ of their nation (SO-S2.2, SO-J.b).
func (g *Game) entries(u *Formation, a Arrival) []string {
	var out []string
	o := g.survey(u.Side)
	add := func(h string) {
		if !slices.Contains(out, h) && g.entryOpen(o, u, h) {
			out = append(out, h)
		}
	}
	switch a.At {
	case "hex", "edge", "road":
		for _, h := range g.byHeadquarters(u.Side, a.Hexes) {
			add(h)
		}
		for _, h := range g.westward(o, u, a) {
			add(h)
		}
	case "headquarters":
		for _, h := range g.besideHeadquarters(u, false) {
			add(h)
		}
	case "behind":
		for _, h := range g.behind(u) {
			add(h)
		}
	}
	if (g.rule("alternative_arrival") && (u.Side == allied || g.doc.Scenario.Advanced)) && g.mayComeByHeadquarters(u) {
		for _, h := range g.besideHeadquarters(u, true) {
			add(h)
		}
	}
	return out
}

// entryOpen reports whether a unit may be put into a hex.
func (g *Game) entryOpen(o *survey, u *Formation, hex string) bool {
	at, ok := g.net.grid.Number(hex)
	return ok && g.net.stands[at] && !o.enemy(at) && !(g.support(u) && o.zoc(at))
}

// byHeadquarters orders edge hexes: supply sources first, then those nearest to a friendly HQ, then by number.
func (g *Game) byHeadquarters(s seat, hexes []string) []string {
	sources := g.sources(s)
	var hqs []int
	for u := range table.All(g.Units) {
		if at, ok := g.net.grid.Number(u.Hex); ok && u.Side == s && g.hq(u) {
			hqs = append(hqs, at)
		}
	}
	return ranked(hexes, func(h string) int {
		n := nobody
		if at, ok := g.net.grid.Number(h); ok {
			for _, hq := range hqs {
				n = min(n, g.net.grid.Apart(at, hq))
			}
		}
		if !slices.Contains(sources, h) {
			n += 200
		}
		return n
	})
}

// westward returns the sources that serve an Allied arrival of the campaign in place of hexes in an enemy zone: for each
// of them the nearest to the west (SO-J.a).
func (g *Game) westward(o *survey, u *Formation, a Arrival) []string {
	if !g.doc.Scenario.Advanced || u.Side != allied {
		return nil
	}
	var out []string
	for _, h := range a.Hexes {
		if at, ok := g.net.grid.Number(h); ok && o.zoc(at) {
			if w := g.westOf(h); w != "" && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// westOf returns the nearest source to the west of a hex.
func (g *Game) westOf(hex string) string {
	best := ""
	for _, h := range g.sources(allied) {
		if h[:2] < hex[:2] && (best == "" || g.distance(h, hex) < g.distance(best, hex)) {
			best = h
		}
	}
	return best
}

// besideHeadquarters returns the hexes on or beside the HQs of a unit's nation. If joined is set, only HQs count that
// stand on a road or railway leading to an edge with a source, and that have no enemy beside them (SO-S2.2, SO-J.b). Any
// HQ serves German arrivals of a scenario.
func (g *Game) besideHeadquarters(u *Formation, joined bool) []string {
	var out []string
	for _, id := range g.of(u.Side, "", g.hq) {
		h := g.unit(id)
		if g.nation(h) != g.nation(u) || joined && !g.lineOut(h) {
			continue
		}
		for _, hex := range append([]string{h.Hex}, g.around(h.Hex)...) {
			if joined && g.doc.Scenario.Advanced && g.near(u.Side, hex) {
				continue
			}
			out = append(out, hex)
		}
	}
	return out
}

// near reports whether an enemy ground counter stands beside a hex.
func (g *Game) near(s seat, hex string) bool { return g.within(other(s), hex, 1, g.ground) }

// lineOut reports whether an HQ stands on a road or a railway that leads to a source as a supply line runs (SO-J.b) or,
// in a scenario, to an edge in the south or the west, no matter who stands on it (SO-S2.2).
func (g *Game) lineOut(h *Formation) bool {
	if g.doc.Scenario.Advanced {
		return g.roadLine(h.Side, h.Hex) || g.railLine(h.Side, h.Hex, false)
	}
	goals := table.Keep(g.net.hexes, func(hex string) bool { return hex[:2] == "01" || digits(hex[2:]) == g.doc.Map.Rows })
	anywhere := func(int) bool { return true }
	return g.leads(h.Hex, goals, anywhere, func(_ int, s *side) bool { return s.road }) || g.leads(h.Hex, goals, anywhere, func(_ int, s *side) bool { return s.rail })
}

// roadLine reports whether a road leads from a hex to a source of a side as a supply line runs, over intact bridges.
func (g *Game) roadLine(s seat, from string) bool {
	return g.leads(from, g.sources(s), g.survey(s).passable, func(at int, x *side) bool {
		road := x.road
		if x.water != "" {
			road, _ = g.bridged(g.net.hexes[at], x.to)
		}
		return road
	})
}

// leads reports whether a path leads from a hex to one of some others, across the wanted sides and through passable
// places.
func (g *Game) leads(from string, to []string, passable func(int) bool, wanted func(int, *side) bool) bool {
	start, ok := g.net.grid.Number(from)
	if !ok {
		return false
	}
	goals := g.net.marks(to)
	seen := make([]bool, len(g.net.cells))
	seen[start] = true
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if goals[at] {
			return true
		}
		for i := range g.net.cells[at].sides {
			if n := &g.net.cells[at].sides[i]; n.at >= 0 && !seen[n.at] && g.net.stands[n.at] && wanted(at, n) && passable(n.at) {
				seen[n.at] = true
				queue = append(queue, n.at)
			}
		}
	}
	return false
}

// mayComeByHeadquarters reports whether a unit is among the two divisions of a sequence that may arrive at an HQ. An
// artillery counts as one, the regiments of a division together, and both Allied nations share the limit (SO-S2.2,
// SO-J.b).
func (g *Game) mayComeByHeadquarters(u *Formation) bool {
	name := g.bodyOf(u.ID)
	return slices.Contains(g.Came, name) || len(g.came(u.Side)) < g.limits().HQArrivals.Value
}

// bodyOf returns the division of a regiment, or the counter itself.
func (g *Game) bodyOf(id string) string {
	if d := g.printed(id).Division; d != "" {
		return d
	}
	return id
}

func (g *Game) came(s seat) []string {
	return slices.DeleteFunc(slices.Clone(g.Came), func(id string) bool { return strings.HasPrefix(id, "G-") != (s == german) })
}

// behind returns the hexes within five hexes of a German HQ and at least three from any enemy (SO-S3.9, SO-D.3b), the
// nearest to an HQ first.
func (g *Game) behind(u *Formation) []string {
	out := table.Keep(g.net.hexes, func(h string) bool { return g.isBehind(u.Side, h) })
	return ranked(out, func(h string) int { return g.nearest(u.Side, h) })
}

// isBehind reports whether a hex is one of those that behind returns.
func (g *Game) isBehind(s seat, hex string) bool {
	return g.net.open(hex) && g.nearest(s, hex) <= g.limits().ReserveHQ.Value && !g.within(other(s), hex, g.limits().ReserveClear.Value-1, g.ground)
}

// ranked orders hexes by a rank worked out once for each; equal ones keep their order.
func ranked(hexes []string, rank func(string) int) []string {
	type place struct {
		hex  string
		rank int
	}
	all := make([]place, len(hexes))
	for i, h := range hexes {
		all[i] = place{h, rank(h)}
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.rank - b.rank })
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = p.hex
	}
	return out
}

func mayOrderArrival(k *Game, s table.Seat, l table.Line) *table.Refusal {
	units := k.unitsOf(s, l.Args, "units")
	if len(units) == 0 {
		return refuse("nobody", "SO-11.1.5a", table.A("units", orders.List(l.Args, "units")))
	}
	for _, id := range units {
		if u := k.unit(id); u.Hex == "" && u.Box != waiting || k.flies(u) {
			return refuse("not-waiting", "SO-11.1.5a", table.A("unit", id))
		}
	}
	if hex := orders.Value(l.Args, "hex"); !k.net.open(hex) {
		return refuse("closed", "SO-2.1c", table.A("unit", units[0]), table.A("to", hex))
	}
	return nil
}

// arriveLine brings reinforcements on and moves them.
func (g *Game) arriveLine(t *table.Table, l table.Line) *table.Refusal {
	var last *table.Refusal
	hex := orders.Value(l.Args, "hex")
	for _, id := range g.unitsOf(g.Phasing, l.Args, "units") {
		why := g.arrive(t.At(id), id, hex)
		if points := orders.Path(l.Args, "path"); why == nil && len(points) > 0 {
			why = g.travelOne(t.At(id), id, points, inMovement)
		}
		if why != nil {
			last = why
		}
	}
	return last
}

// arrive puts a reinforcement on the map; if it comes by an edge or a road, it pays for its first hex (SO-11.1.5a).
func (g *Game) arrive(t *table.Table, id, hex string) *table.Refusal {
	u := g.unit(id)
	a, ok := g.due(u)
	if !ok {
		return refuse("not-due", "SO-11.1.5a", table.A("unit", id))
	}
	if !slices.Contains(g.entries(u, a), hex) {
		return refuse("no-entry", "SO-11.1.5a", table.A("unit", id), table.A("hex", hex))
	}
	if g.foreign(u, hex) {
		return refuse("two-nations", "SO-COOP.a", table.A("unit", id), table.A("to", hex))
	}
	if why := g.frenchEnd(u, hex); why != nil {
		return why
	}
	printed := slices.Contains(a.Hexes, hex) || slices.Contains(g.westward(g.survey(u.Side), u, a), hex)
	paid := table.Base("start", 0, "SO-11.1.5a")
	if printed && a.At != "hex" {
		paid = g.entryFee(u, hex)
	}
	u.Hex, u.Box, u.Spent, u.Arrived, u.Moved, u.From = hex, "", paid.Total(), true, true, ""
	if paid.Total() == 0 {
		u.From = hex
	}
	if !printed && a.At != "headquarters" && a.At != "behind" {
		g.Came = table.With(g.Came, g.bodyOf(id))
	}
	g.missArtillery(u)
	if g.stoss(u) {
		u.With = g.hostFor(u)
	}
	t.Report("SO-11.1.5a", "arrived", table.A("unit", id), table.A("side", u.Side), table.A("hex", hex), table.A("cost", paid), table.A("gunless", u.Gunless))
	if g.fights(u) && g.zoc(u.Side, hex, !g.ignoresPinned(u)) {
		u.Halted = true
	}
	g.overrun(t, id)
	g.seize(t, id)
	return nil
}

// entryFee returns what the first hex costs a unit that comes by an edge or a road: the cost of its road, if it has one
// (SO-11.1.5a).
func (g *Game) entryFee(u *Formation, hex string) table.Sum {
	c := g.net.cell(hex)
	paid := table.Base("start", 0, "SO-11.1.5a")
	if slices.ContainsFunc(c.sides[:], func(s side) bool { return s.road }) {
		p := g.net.fees.road
		paid = paid.Plus(p.ID, p.MP, p.Rule)
		if g.crowded(u.Side) {
			paid = paid.Plus("refugees", g.event("refugees").Amount-p.MP, "SO-C.3d")
		}
		return paid
	}
	p := g.net.fees.terrain[c.kind]
	if c.terrain == "meadow" && g.flooded() {
		p = g.net.fees.flooded
	}
	if paid = paid.Plus(p.ID, p.MP, p.Rule); c.holes {
		paid = paid.Plus(g.net.fees.holes.ID, g.net.fees.holes.MP, g.net.fees.holes.Rule)
	}
	return paid
}

// missArtillery marks French combat units that arrive before their guns: on turn 2 and in the first sequence of turn 3,
// whenever they were due (SO-S2.8, SO-CAM.8), but not after a lucky die (SO-CAM.7).
func (g *Game) missArtillery(u *Formation) {
	first := g.Number == 2 || g.Number == 3 && g.Sequence == 1
	if g.rule("without_artillery") && g.fights(u) && g.nation(u) == "french" && first && !g.Petain.Guns {
		u.Gunless = true
	}
}

// arriveRest brings in units that are due but were not ordered, at the first hex where they can stack.
func (g *Game) arriveRest(t *table.Table) {
	for u := range table.All(g.Units) {
		a, ok := g.due(u)
		if !ok || u.Side != g.Phasing {
			continue
		}
		id := u.ID
		for _, hex := range g.entries(u, a) {
			if g.crowd(u.Side, hex)+g.points(u) <= g.limits().Stacking.Value && !g.foreign(u, hex) && g.frenchEnd(u, hex) == nil && !(g.fights(u) && g.zoc(u.Side, hex, true)) {
				_ = g.arrive(t.At(id), id, hex)
				break
			}
		}
	}
}

// arrivalIdeas proposes the first entries of each unit that may come in.
func arrivalIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for u := range table.All(k.Units) {
		a, ok := k.due(u)
		if !ok || u.Side != s {
			continue
		}
		for n, hex := range k.entries(u, a) {
			if n == 12 {
				break
			}
			out = append(out, "arrive "+u.ID+" at "+hex)
		}
	}
	return out
}

func mayOrderRelease(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if u := k.unit(id); k.kind(u) != "corps_artillery" || u.Hex == "" {
			return refuse("no-release", "SO-S2.1", table.A("unit", id))
		}
	}
	return nil
}

// releaseGuns takes off the map the corps artilleries that an arrival removes: those that the player names, otherwise
// those farthest from any enemy.
func (g *Game) releaseGuns(t *table.Table, lines []table.Line) {
	n := 0
	for _, a := range g.doc.Scenario.Arrivals {
		if table.Seat(a.Side) == g.Phasing && a.Turn == g.Number && a.Sequence == g.Sequence {
			n += a.Removes
		}
	}
	var ids []string
	for _, l := range lines {
		if l.Verb != "release" {
			continue
		}
		for _, id := range g.unitsOf(g.Phasing, l.Args, "units") {
			if slices.Contains(ids, id) || len(ids) >= n {
				t.Refuse(g.Phasing, l, refuse("no-release", "SO-S2.1", table.A("unit", id)))
				continue
			}
			ids = append(ids, id)
		}
	}
	if n == 0 {
		return
	}
	rest := g.of(g.Phasing, "", func(u *Formation) bool { return g.kind(u) == "corps_artillery" && !slices.Contains(ids, u.ID) })
	far := func(id string) int {
		best := 999
		for _, e := range g.of(other(g.Phasing), "", g.ground) {
			best = min(best, g.distance(g.unit(id).Hex, g.unit(e).Hex))
		}
		return best
	}
	slices.SortStableFunc(rest, func(x, y string) int { return far(y) - far(x) })
	for _, id := range append(ids, rest...)[:min(n, len(ids)+len(rest))] {
		u := g.unit(id)
		t.Report("SO-S2.1", "released", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
		u.Hex, u.Box, u.Mode = "", off, ""
	}
}
