package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// moveClauses are the clauses of a move: relief (SO-11.2.2), and a footbridge on the way with what follows its die
// (SO-11.2.4).
var moveClauses = []orders.Verb{
	{Name: "relieve", Rule: "SO-11.2.2a", Args: []orders.Param{unitsArg, pathArg}},
	{Name: "footbridge", Rule: "SO-11.2.4.1a",
		Args: []orders.Param{hexArg, {Name: "tries", Kind: orders.KindNumber, Prefix: "tries", Optional: true}}},
	{Name: "over", Rule: "SO-11.2.4.1c", Args: []orders.Param{as(pathArg, "path", "")}},
	{Name: "failing", Rule: "SO-11.2.4.1c", Args: []orders.Param{as(pathArg, "path", "")}},
}

var howMove = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("march")}

var marchOrders = []order{
	{Verb: orders.Verb{Name: "move", Rule: "SO-11.1.1a", Phases: []string{"move", "pursue"}, Clauses: moveClauses, Args: []orders.Param{unitsArg, pathArg, howMove}}, Check: mayOrderMove, Options: moveIdeas, Sure: true},
	{Verb: orders.Verb{Name: "arrive", Rule: "SO-11.1.5a", Phases: []string{"move"}, Args: []orders.Param{unitsArg, atArg, opt(pathArg)}}, Check: mayOrderArrival, Options: arrivalIdeas, Sure: true},
	{Verb: orders.Verb{Name: "stoss", Rule: "SO-11.3.2b", Phases: []string{"move", "combat", "exploit", "pursue"}, Args: []orders.Param{unitArg, withUnit}}, Check: mayOrderStoss, Options: stossIdeas},
	{Verb: orders.Verb{Name: "release", Rule: "SO-S2.1", Phases: []string{"move"}, Args: []orders.Param{unitsArg}}, Check: mayOrderRelease, Options: releaseIdeas, Sure: true},
}

var pursuitOrders = []order{
	{Verb: orders.Verb{Name: "pursue", Rule: "SO-14.2a", Phases: []string{"pursue"}, Clauses: moveClauses, Args: []orders.Param{unitsArg, pathArg}}, Check: mayOrderMove, Options: pursuitIdeas, Sure: true},
}

var surrenderOrders = []order{
	{Verb: orders.Verb{Name: "surrender", Alone: true, Rule: "SO-16a", Phases: []string{"move", "combat"}}},
}

// mayOrderMove tests only what no earlier line can change; the rest is tested when the line is carried out.
func mayOrderMove(k *Game, s table.Seat, l table.Line) *table.Refusal {
	units := k.unitsOf(s, l.Args, "units")
	if len(units) == 0 {
		return refuse("nobody", "SO-11.1.1a", table.A("units", orders.List(l.Args, "units")))
	}
	for _, id := range units {
		u := k.unit(id)
		switch {
		case k.flies(u):
			return refuse("no-ground-move", "SO-11.0a", table.A("unit", id))
		case u.Box == destroyed || u.Box == off:
			return refuse("not-here", "SO-11.1.1a", table.A("unit", id))
		}
	}
	for _, h := range orders.Path(l.Args, "path") {
		if !k.net.open(h) {
			return refuse("closed", "SO-2.1c", table.A("unit", units[0]), table.A("to", h))
		}
	}
	for _, c := range l.Clauses {
		if n := orders.Int(c.Args, "tries", 1); n < 1 {
			return refuse("number-below", "SO-11.2.4.1d", table.A("n", n))
		}
	}
	return nil
}

// movementPhase is SO-11: Stosstruppen are reassigned, then the lines are carried out from the top. At the end come
// bridges, markers, units that have not yet arrived, and stacks that are too high. Under Pétain's reluctance the French
// wait until the others are done.
func (g *Game) movementPhase(t *table.Table) table.Then {
	if over, ok := g.gaveUp(t, "move"); ok {
		return over
	}
	s := g.Phasing
	g.stossFirst(t, "move")
	g.delayFirst(t)
	var late, french []table.Line
	for l := range t.Orders(s, "move") {
		switch {
		case slices.Contains([]string{"destroy", "repair", "disengage", "reserve", "release"}, l.Verb):
			late = append(late, l)
		case g.Petain.Die >= petainSplit && g.isFrench(l):
			french = append(french, l)
		default:
			g.moveLine(t, l)
		}
	}
	if g.Petain.Die >= petainSplit {
		g.frenchPart(t, french, late)
	}
	g.releaseGuns(t, late)
	g.arriveRest(t)
	g.bridgePhase(t, late)
	g.markerPhase(t, late)
	g.Relief = ""
	g.checkStacks(t)
	g.Phase = "combat"
	return table.Next
}

// moveLine carries out one line of a movement phase.
func (g *Game) moveLine(t *table.Table, l table.Line) {
	var why *table.Refusal
	switch l.Verb {
	case "move":
		as := inMovement
		if orders.Value(l.Args, "how") == "march" {
			as = marching
		}
		why = g.moveWith(t, l, as)
	case "arrive":
		why = g.arriveLine(t, l)
	case "remove":
		why = g.removeLine(t, l)
	case "pledge":
		why = g.pledgeLine(t, l)
	case "play":
		why = g.playLine(t, g.Phasing, l)
	case "prepare":
		why = g.prepareLine(t, g.Phasing, l)
	}
	if why != nil {
		t.Refuse(g.Phasing, l, why)
	}
}

// moveWith makes the move of a line. A line whose units go only part of their way is carried out in part.
func (g *Game) moveWith(t *table.Table, l table.Line, as string) *table.Refusal {
	if as == exploiting && orders.Value(l.Args, "how") == "march" {
		return refuse("no-march-exploiting", "SO-11.2.6c")
	}
	ids := g.unitsOf(g.Phasing, l.Args, "units")
	from := g.hexesOf(ids)
	why := g.moveBy(t, l, as)
	if why != nil && !slices.Equal(from, g.hexesOf(ids)) {
		t.Advance(g.Phasing, l)
	}
	return why
}

// moveBy makes the move of a line with its clauses, in their order.
func (g *Game) moveBy(t *table.Table, l table.Line, as string) *table.Refusal {
	ids := g.unitsOf(g.Phasing, l.Args, "units")
	var why *table.Refusal
	if points := orders.Path(l.Args, "path"); len(points) > 0 {
		why = g.moveAll(t, ids, points, as)
	}
	laid := true
	for _, c := range l.Clauses {
		var no *table.Refusal
		switch c.Verb {
		case "relieve":
			no = g.moveAll(t, g.unitsOf(g.Phasing, c.Args, "units"), orders.Path(c.Args, "path"), as)
		case "footbridge":
			laid, no = g.layFootbridge(t, ids, orders.Value(c.Args, "hex"), orders.Int(c.Args, "tries", 1))
		case "over":
			if laid {
				no = g.moveAll(t, ids, orders.Path(c.Args, "path"), as)
			} else {
				t.Told(g.Phasing, table.Line{Args: c.Args}) // reports how the attempt ended
			}
		case "failing":
			if !laid {
				no = g.moveAll(t, ids, orders.Path(c.Args, "path"), as)
			} else {
				t.Told(g.Phasing, table.Line{Args: c.Args})
			}
		}
		if no != nil {
			why = no
		}
	}
	return why
}

// moveAll moves units in the current phase; in the exploitation phase each moves by its own marker.
func (g *Game) moveAll(t *table.Table, ids, points []string, as string) *table.Refusal {
	if g.Phase == "pursue" {
		var last *table.Refusal
		for _, id := range ids {
			if why := g.pursueOne(t.At(id), id, points); why != nil {
				last = why
			}
		}
		return last
	}
	return g.travel(t, ids, points, as)
}

// exploitationMoves is SO-14.2: units in exploitation that did not fight, then units of the reserve, then army artillery
// in offensive mode, in the order of the player's lines.
func (g *Game) exploitationMoves(t *table.Table) table.Then {
	s := g.Phasing
	g.dropPolicies(t, "pursue")
	g.stossFirst(t, "pursue")
	var guns []table.Line
	for l := range t.Orders(s, "pursue") {
		switch l.Verb {
		case "move", "pursue":
			if g.onlyGuns(s, l) {
				guns = append(guns, l)
			} else if why := g.moveWith(t, l, exploiting); why != nil {
				t.Refuse(s, l, why)
			}
		case "play":
			if why := g.playLine(t, s, l); why != nil {
				t.Refuse(s, l, why)
			}
		}
	}
	for _, l := range guns { // SO-11.3.1.1a: after all moves and combats
		for _, id := range g.unitsOf(s, l.Args, "units") {
			from := g.unit(id).Hex
			if why := g.shiftGun(t.At(id), id, orders.Path(l.Args, "path")); why != nil {
				g.deny(t, s, l, why, g.unit(id).Hex != from)
			}
		}
	}
	g.Relief = ""
	return table.Next
}

// onlyGuns reports whether a line moves army artillery in offensive mode.
func (g *Game) onlyGuns(s seat, l table.Line) bool {
	ids := g.unitsOf(s, l.Args, "units")
	return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return g.unit(id).Mode != offensiveMode })
}

// pursueOne moves a unit by its marker: half its movement in exploitation; all of it plus two from reserve (SO-14.2a, b).
func (g *Game) pursueOne(t *table.Table, id string, points []string) *table.Refusal {
	u := g.unit(id)
	switch {
	case u.Exploit:
		return g.travelOne(t, id, points, exploiting)
	case u.Reserve:
		return g.travelOne(t, id, points, inReserves)
	case g.late(u):
		return g.travelOne(t, id, points, "late")
	}
	return refuse("no-marker", "SO-14.0f", table.A("unit", id))
}

// shiftGun moves an army artillery in offensive mode one hex, or two along a road or a railway that leads to a source,
// clear of enemy zones and radii (SO-11.3.1.1, RUL-13). If it may not go the whole way, it goes the first hex, and the reason
// is returned.
func (g *Game) shiftGun(t *table.Table, id string, path []string) *table.Refusal {
	u := g.unit(id)
	if u.Moved {
		return refuse("gun-moved", "SO-11.3.1.1a", table.A("unit", id))
	}
	if len(path) == 0 {
		return refuse("gun-two", "SO-11.3.1.1b", table.A("unit", id))
	}
	var why *table.Refusal
	if len(path) > 2 {
		why, path = refuse("gun-two", "SO-11.3.1.1b", table.A("unit", id)), path[:2]
	}
	if no := g.mayShift(u, path); no != nil {
		if why = no; len(path) == 1 || g.mayShift(u, path[:1]) != nil {
			return why
		}
		path = path[:1]
	}
	made := append([]string{u.Hex}, path...)
	u.Hex, u.Moved = path[len(path)-1], true
	t.Report("SO-11.3.1.1", "gun-moved", table.A("unit", id), table.A("side", u.Side), table.A("path", made))
	return why
}

// mayShift judges a way of one or two hexes.
func (g *Game) mayShift(u *Formation, path []string) *table.Refusal {
	tr, o := g.traveller(u), g.survey(u.Side)
	at := u.Hex
	for _, to := range path {
		s, ok := g.net.side(at, to)
		if !ok {
			return refuse("not-adjacent", "SO-11.1.1a", table.A("unit", u.ID), table.A("from", at), table.A("to", to))
		}
		if _, b := g.fee(tr, o, g.net.number(at), &s); b != nil {
			return refuse(b.code, b.rule, table.A("unit", u.ID), table.A("to", to))
		}
		if len(path) == 2 {
			if why := g.mayRoll(u, at, to, &s); why != nil {
				return why
			}
			if why := g.covered(u, to); why != nil { // the hex of a one-hex move may be covered (as in the rulebook's example)
				return why
			}
		}
		at = to
	}
	return nil
}

// mayRoll refuses a side between two hexes that carries neither a road nor a railway with a line to a source.
func (g *Game) mayRoll(u *Formation, from, to string, s *side) *table.Refusal {
	road, rail := s.road, s.rail
	if s.water != "" {
		road, rail = g.bridged(from, to)
	}
	if road || rail && g.railLine(u.Side, from, false) {
		return nil
	}
	return refuse("gun-way", "SO-11.3.1.1b", table.A("unit", u.ID), table.A("from", from), table.A("to", to))
}

// covered refuses a hex in the bombardment radius of an enemy artillery.
func (g *Game) covered(u *Formation, hex string) *table.Refusal {
	for _, id := range g.of(other(u.Side), "", g.artillery) {
		if g.distance(g.unit(id).Hex, hex) <= g.printed(id).Radius {
			return refuse("gun-covered", "SO-11.3.1.1b", table.A("unit", u.ID), table.A("to", hex), table.A("by", id))
		}
	}
	return nil
}

// railLine reports whether a hex is joined by rail to a source of its side, without an enemy or a hex next to one on the
// way (SO-11.1.4a). If solid is set, only lines that are not precarious count (SO-D.3c).
func (g *Game) railLine(s seat, from string, solid bool) bool {
	return g.leads(from, g.sources(s), g.survey(s).passable, func(at int, x *side) bool {
		rail := x.rail
		if x.water != "" {
			_, rail = g.bridged(g.net.hexes[at], x.to)
		}
		return rail && (!solid || x.line)
	})
}

// moveIdeas proposes a step for each unit of a seat that may move.
func moveIdeas(k *Game, s table.Seat, phase string) (out []string) {
	if phase == "pursue" {
		for _, l := range pursuitIdeas(k, s, phase) {
			out = append(out, "move"+l[len("pursue"):])
		}
		return
	}
	o := k.survey(s)
	for _, id := range k.of(s, "", k.ground) {
		u := k.unit(id)
		if k.stoss(u) || u.Mode == offensiveMode || u.Off {
			continue
		}
		for _, h := range k.around(u.Hex) {
			if !o.foe(k.net.number(h)) {
				out = append(out, "move "+id+" to "+h)
			}
		}
	}
	return out
}

// pursuitIdeas proposes a step for each unit that bears a marker, and for guns in offensive mode.
func pursuitIdeas(k *Game, s table.Seat, _ string) (out []string) {
	o := k.survey(s)
	for _, id := range k.of(s, "", func(u *Formation) bool { return u.Exploit || u.Reserve || u.Mode == offensiveMode }) {
		for _, h := range k.around(k.unit(id).Hex) {
			if !o.foe(k.net.number(h)) {
				out = append(out, "pursue "+id+" to "+h)
			}
		}
	}
	return out
}
