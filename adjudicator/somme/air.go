package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The missions of aircraft (SO-17.2).
const (
	interdiction = "interdiction"
	observation  = "observation"
	bombing      = "bombing"
)

var airOrders = []order{
	{Verb: orders.Verb{Name: "fly", Rule: "SO-17.1f", Phases: []string{"missions"},
		Args: []orders.Param{unitsArg, as(hexArg, "hex", "to"),
			{Name: "mission", Kind: orders.KindWord, Words: words("interdiction", "observation", "bombing")}}},
		Check: mayOrderFlight, Options: flightIdeas, Sure: true},
}

// airReinforcements puts aircraft that join this turn into Available (SO-17.1a).
func (g *Game) airReinforcements(t *table.Table) {
	for _, a := range g.doc.Scenario.Arrivals {
		if a.Sequence != 0 || a.Turn != g.Number {
			continue
		}
		for _, id := range a.Units {
			if u := g.unit(id); u.Box == waiting {
				u.Box = available
			}
		}
		t.Report("SO-17.1a", "air-joins", table.A("units", a.Units), table.A("side", a.Side))
	}
}

// superiorityPhase ends the administrative sequence: air superiority, then both players fill up their hands of events
// (SO-C.3c).
func (g *Game) superiorityPhase(t *table.Table) table.Then {
	g.airSuperiority(t)
	g.trimHands(t)
	return table.Next
}

// airSuperiority is SO-17.1b: all supports go back to Available, and a die gives one side a number of them, drawn at
// random. In turns without the table the scenario says who may fly (SO-S1.10, SO-S2.10).
func (g *Game) airSuperiority(t *table.Table) {
	if !g.Aviation {
		return
	}
	var given []string
	table0 := true
	for _, f := range g.doc.Scenario.Air {
		if slices.Contains(f.NoTable, g.Number) {
			table0 = false
			given = append(given, f.Given...)
		}
	}
	if !table0 && len(given) == 0 {
		return
	}
	for i := range g.Units { // SO-J.c
		if u := &g.Units[i]; g.flies(u) && u.Box == missions {
			u.Box, u.Hex = available, ""
		}
	}
	if !table0 {
		var up []string
		for _, id := range given {
			if u := g.unit(id); u.Box == available {
				u.Box = missions
				up = append(up, id)
			}
		}
		t.Report("SO-S2.10", "air-given", table.A("units", up))
		return
	}
	die := t.Roll(g.Initiative, "superiority", 1, 6)
	add := func(m Modifier, when bool) {
		if when {
			die = die.Plus(m.ID, m.Value, m.Rule)
		}
	}
	add(g.modifiers().AirTurn1, g.Number == 1)
	add(g.modifiers().AirTurn4, g.Number >= 4)
	add(g.modifiers().AirBaron, g.any(func(u *Formation) bool { return u.Box == available && g.flies(u) && g.printed(u.ID).Baron }))
	for _, row := range g.doc.Tables.Air {
		if die.Total() >= row.From && die.Total() <= row.To {
			t.Report("SO-17.1b", "air-superiority", table.A("die", die), table.A("side", row.Side), table.A("n", row.Supports))
			g.drawAircraft(t, table.Seat(row.Side), row.Supports)
		}
	}
}

// drawAircraft draws n supports of a side from Available into Missions, or all if there are fewer.
func (g *Game) drawAircraft(t *table.Table, s seat, n int) {
	var pile, up []string
	pile = append(pile, table.Pick(g.Units, func(u *Formation) (string, bool) { return u.ID, g.flies(u) && u.Side == s && u.Box == available })...)
	for range n {
		if len(pile) == 0 {
			break
		}
		var id string
		if len(pile) == 1 {
			id, pile = pile[0], nil
		} else {
			id, pile = t.Draw(s, "aircraft", pile)
		}
		g.unit(id).Box = missions
		up = append(up, id)
	}
	t.Report("SO-17.1b", "air-drawn", table.A("units", up), table.A("side", s))
}

// pilots returns both sides, as far as they have aircraft that may fly now. They act at once, unseen by one another
// (SO-17.1f, RUL-42). In the rhythm "together" whoever flies is asked along with the movement that follows, also if
// its player has no aircraft.
func (g *Game) pilots() []table.Seat {
	mine, theirs := g.mayFly(g.Phasing), g.mayFly(other(g.Phasing))
	out := table.Only(mine || theirs && g.Rhythm == together, g.Phasing)
	return append(out, table.Only(theirs, other(g.Phasing))...)
}

// mayFly reports whether a side has aircraft that may fly now.
func (g *Game) mayFly(s table.Seat) bool {
	return g.flyable() && g.any(func(u *Formation) bool { return u.Side == s && g.flies(u) && u.Box == missions && u.Hex == "" })
}

// flown reports whether aircraft are in play at all.
func (g *Game) flown() bool { return g.Aviation && len(g.doc.Scenario.Air) > 0 }

func mayOrderFlight(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if u := k.unit(id); !k.flies(u) {
			return refuse("no-aircraft", "SO-17.1c", table.A("unit", id))
		}
	}
	return nil
}

// missionPhase places aircraft: the phasing player's, then the other's (RUL-42).
func (g *Game) missionPhase(t *table.Table) table.Then {
	for _, s := range []seat{g.Phasing, other(g.Phasing)} {
		for l := range t.Orders(s, "missions") {
			if l.Verb != "fly" {
				continue
			}
			hex, mission := orders.Value(l.Args, "hex"), orders.Value(l.Args, "mission")
			for _, id := range g.unitsOf(s, l.Args, "units") {
				u := g.unit(id)
				if why := g.mayFlyTo(u, hex, mission); why != nil {
					t.Refuse(s, l, why)
					continue
				}
				u.Hex, u.Mission = hex, mission
				t.Report("SO-17.1f", "mission", table.A("unit", id), table.A("side", s), table.A("hex", hex), table.A("mission", "mission."+mission))
			}
		}
	}
	return table.Next
}

// mayFlyTo is SO-17.1c to f and SO-17.2.
func (g *Game) mayFlyTo(u *Formation, hex, mission string) *table.Refusal {
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", hex)}
	over := g.of(u.Side, hex, g.flies)
	switch {
	case !g.flyable():
		return refuse("no-flying", "SO-10c", say...)
	case u.Hex != "":
		return refuse("flies-already", "SO-17.1d", table.A("unit", u.ID), table.A("hex", u.Hex))
	case u.Box != missions:
		return refuse("not-in-missions", "SO-17.1c", say...)
	case len(over) >= g.limits().AirPerHex.Value:
		return refuse("sky-full", "SO-17.1e", say...)
	case !g.net.open(hex):
		return refuse("closed", "SO-2.1c", append(say, table.A("to", hex))...)
	case !g.any(func(h *Formation) bool {
		return h.Side == u.Side && h.Hex != "" && g.hq(h) && g.nation(h) == g.nation(u) && g.distance(h.Hex, hex) <= g.limits().AirRange.Value
	}):
		return refuse("too-far-to-fly", "SO-17.1f", say...)
	case mission == observation && !g.any(func(o *Formation) bool { return o.Hex == hex && !g.flies(o) }):
		return refuse("nothing-to-see", "SO-17.2b", say...)
	case mission == bombing && !slices.ContainsFunc(over, func(id string) bool { return g.unit(id).Mission == observation }):
		return refuse("no-observer", "SO-17.2c", say...)
	}
	return nil
}

// aircraftReturn ends the missions of a sequence: a die for each support says whether it may fly again this turn
// (SO-17.1d, SO-17.1g).
func (g *Game) aircraftReturn(t *table.Table) {
	c := g.chances().AirReturn
	for u := range table.All(g.Units) {
		if !g.flies(u) || u.Hex == "" {
			continue
		}
		die := t.At(u.ID).Roll(u.Side, "return", 1, 6)
		again := die.Total() <= c.Max
		t.Report("SO-17.1g", "air-returns", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex), table.A("die", die), table.A("need", c.Max), table.A("done", again))
		u.Hex, u.Mission, u.Box = "", "", available
		if again {
			u.Box = missions
		}
	}
}

// bombers returns a side's aircraft that bomb a hex in the combat being fought. They bomb only together with an observer
// (SO-17.2c); the Red Baron does not hinder the observer in that (GAP-12).
func (g *Game) bombers(s seat, hex string) []string {
	if !g.has(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == observation && g.fliesFor(u) }) {
		return nil
	}
	return g.of(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == bombing && g.fliesFor(u) })
}

// observes reports whether a side's aircraft observe a hex; against the Red Baron they do not (SO-17.2b, GAP-12).
func (g *Game) observes(s seat, hex string) bool {
	return g.has(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == observation && g.fliesFor(u) }) && !g.grounded(s, hex)
}

// fliesFor reports whether an aircraft may help in the combat being fought: while cooperation is restricted, it flies
// only for its own nation (SO-COOP.d).
func (g *Game) fliesFor(u *Formation) bool {
	if !g.restricted(u.Side, "air") || len(g.Engaged) == 0 {
		return true
	}
	return !slices.ContainsFunc(g.Engaged, func(id string) bool {
		o := g.unit(id)
		return o != nil && o.Side == u.Side && g.nation(o) != g.nation(u)
	})
}

// grounded reports whether the Red Baron flies over a hex: Allied aircraft there have no effect on combat (GAP-12).
func (g *Game) grounded(s seat, hex string) bool {
	return s == allied && g.has(german, hex, func(u *Formation) bool { return g.printed(u.ID).Baron })
}

// flightIdeas proposes missions over hexes at the front that may yet be attacked in this sequence: of the enemy's if the
// side has still to attack, of its own if the enemy has, those of the phases that follow at once first.
func flightIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if !k.flyable() {
		return
	}
	sides := []seat{other(k.Phasing)} // whose hexes may be attacked
	if k.Phasing == k.Initiative {
		sides = append(sides, k.Phasing)
	}
	for u := range table.All(k.Units) {
		if u.Side != s || !k.flies(u) || u.Box != missions || u.Hex != "" {
			continue
		}
		for _, side := range sides {
			var hexes []string
			for _, id := range k.of(side, "", k.fights) {
				e := k.unit(id)
				if len(hexes) == 10 || slices.Contains(hexes, e.Hex) || !k.beside(e) || k.mayFlyTo(u, e.Hex, observation) != nil {
					continue
				}
				hexes = append(hexes, e.Hex)
				out = append(out, "fly "+u.ID+" to "+e.Hex+" observation")
				if side != s {
					out = append(out, "fly "+u.ID+" to "+e.Hex+" interdiction")
				}
			}
		}
	}
	return out
}
