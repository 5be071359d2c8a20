package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The result of a close combat, flight and pursuit (MB-15, MB-B14).

// outcome compares the losses; the units of the losing side then test (MB-15a, MB-15b, MB-B14a, MB-B14b).
func (c *clash) outcome() {
	g := c.g
	var sums []table.Sum
	for _, o := range c.out {
		sum := table.Base("modifier.put-out", o.men, "MB-15a")
		if c.flag(o.side) {
			sum = helped(sum, g.modifiers().Flag) // MB-15c, MB-R40
		}
		sums = append(sums, sum)
	}
	winner, loser := table.Seat(""), table.Seat("")
	switch a, b := sums[0].Total(), sums[1].Total(); {
	case a > b:
		winner, loser = c.out[0].side, c.out[1].side
	case b > a:
		winner, loser = c.out[1].side, c.out[0].side
	}
	c.t.Report("MB-15a", "combat-result", table.A("units", c.units), table.A("side", c.out[0].side), table.A("own", sums[0]), table.A("other", c.out[1].side), table.A("enemy", sums[1]), table.A("winner", winner))
	if loser == "" {
		return
	}
	var losers []string
	for _, id := range c.units { // combat ends without a test for a destroyed or abandoned vehicle (MB-B14a); vehicles never test (MB-B13f)
		if u := g.unit(id); u.Side == loser && !u.vehicle() && u.Out == "" && u.alive() > 0 && (g.inCombat(u) || !c.hullsOnly(u.Side)) {
			losers = append(losers, id)
		}
	}
	for _, id := range losers {
		if g.inCombat(g.unit(id)) || !c.hullsOnly(loser) {
			c.loses(g.unit(id), winner)
		}
	}
}

// hullsOnly reports whether a side fought only against vehicles.
func (c *clash) hullsOnly(s table.Seat) bool {
	return !slices.ContainsFunc(c.units, func(id string) bool { u := c.g.unit(id); return u.Side != s && !u.vehicle() })
}

// flag reports whether a side has a flag in the combat.
func (c *clash) flag(s table.Seat) bool {
	return slices.ContainsFunc(c.units, func(id string) bool {
		u := c.g.unit(id)
		return u.Side == s && u.Out == "" && u.alive() > 0 && u.has("flag")
	})
}

// loses takes the panic test of one unit of the losing side, with unmodified Ld (MB-R18). If it fails in cover, the owner
// chooses between suppression and flight; in the open the unit flees. A unit that is already suppressed flees (MB-B14c).
func (c *clash) loses(u *Unit, winner table.Seat) {
	g, t, id := c.g, c.t, u.ID
	if !g.mayPanic(u, "combat") {
		return
	}
	g.Tested = append(g.Tested, id+" combat")
	cover := u.Defence
	switch {
	case slices.Contains(c.charged, id):
		cover = Cover{} // an attacker has left its cover (MB-B5d)
	case cover == (Cover{}): // no charge led to this contact
		cover = g.coverGroundOf(u)
	}
	if g.passesPanic(t.At(id), u, cover) {
		return
	}
	u = g.unit(id)
	if cover.Level > 0 && u.State != suppressed && !table.Decide(t, g.askLost(u)) {
		g.suppress(t, u, cover, "MB-15b")
		return
	}
	c.breaks(u, winner)
}

// coverGroundOf returns the cover that the ground gives on all sides to at least half of a unit's men.
func (g *Game) coverGroundOf(u *Unit) Cover {
	var best Cover
	n := 0
	for _, i := range u.members() {
		if c := g.coverGround(u, i); c.Level > 0 {
			n++
			best = best.or(c)
		}
	}
	if 2*n >= len(u.members()) && n > 0 {
		return best
	}
	return Cover{}
}

// breaks makes a unit flee 2D6 inches and every winner with no other enemy in contact pursue (MB-B14d).
func (c *clash) breaks(u *Unit, winner table.Seat) {
	g, t, id := c.g, c.t, u.ID
	var hunters []string
	for _, w := range c.units {
		if o := g.unit(w); o.Side == winner && g.engaged(o, u) && g.mayPursue(o, id) {
			hunters = append(hunters, w)
		}
	}
	away := g.threat(u)
	if e := c.nearestFoe(u); e != "" {
		away = g.unit(e).At
	}
	flight := t.At(id).Roll(u.Side, "flight", 2, 6)
	t.Report("MB-B14d", "flees-combat", table.A("unit", id), table.A("roll", flight))
	caught := ""
	var ran []int
	for _, w := range hunters {
		ran = append(ran, 0)
		if !table.Decide(t, g.askPursue(g.unit(w), id)) {
			continue
		}
		roll := t.At(w).Roll(winner, "pursuit", 2, 6)
		ran[len(ran)-1] = roll.Total()
		if roll.Total() >= flight.Total() && caught == "" {
			caught = w
		}
		t.Report("MB-B14d", "pursuit", table.A("unit", w), table.A("target", id), table.A("roll", roll), table.A("flight", flight.Total()), table.A("result", result(roll.Total() >= flight.Total(), "caught", "escapes")))
	}
	from := u.At
	if caught != "" {
		before, stood := u.alive(), g.shapes(u)
		g.takeOff(t, u, "destroyed")
		t.Report("MB-B14d", "run-down", table.A("unit", id), table.A("by", caught))
		g.shakenBy(t, g.unit(id), before, stood)
	} else {
		g.fallBack(t, u, away, inches(flight.Total()), false)
	}
	deg := 0
	if away != from {
		deg = bearing(away, from)
	}
	for k, w := range hunters {
		if n := ran[k]; n > 0 {
			g.pursues(t, g.unit(w), deg, inches(n))
		}
	}
}

// nearestFoe returns the enemy in the combat that is nearest to a unit.
func (c *clash) nearestFoe(u *Unit) string {
	best, far := "", 0
	for _, id := range c.units {
		if e := c.g.unit(id); e.Side != u.Side && e.Out == "" && e.alive() > 0 {
			if d := c.g.between(u, e); best == "" || d < far {
				best, far = id, d
			}
		}
	}
	return best
}

// mayPursue reports whether a winner may pursue an enemy: men on foot without a weapon to serve, not suppressed, with no
// other enemy in contact.
func (g *Game) mayPursue(u *Unit, target string) bool {
	if u.Kind != "squad" && u.Kind != "hq" && u.Kind != "team" && u.Kind != "sniper" && u.Kind != "observer" || u.State != "" {
		return false
	}
	return !slices.ContainsFunc(g.of(g.other(u.Side), func(e *Unit) bool { return e.ID != target && g.engaged(u, e) }), func(string) bool { return true })
}

// pursues moves a winner after the enemy, stopping an inch short of any other (MB-B14d).
func (g *Game) pursues(t *table.Table, u *Unit, deg, tenths int) {
	if u.Inside != "" {
		return // a unit that holds a building stays: it would have to leave as a whole (MB-B7i)
	}
	m := &march{gait: "double", formation: u.Formation, facing: -1, path: []Point{ahead(u.At, deg, tenths)}}
	tr := g.follow(u, m, tenths, false)
	from := u.At
	if len(tr.path) > 0 {
		g.advance(u, from, tr.path[len(tr.path)-1], tenths)
	}
	t.Report("MB-B14d", "pursues", table.A("unit", u.ID), table.A("inches", inchText(span(from, u.At))), table.A("at", spotText(u.At)))
}

// askLost asks what a losing unit in cover does (MB-D21): true flees, false stays suppressed.
func (*Game) askLost(u *Unit) table.Question[*Game, bool] {
	id := u.ID
	return table.Question[*Game, bool]{Decision: "MB-D21", Seat: u.Side, About: id, Rule: "MB-15b", Verb: "lost", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("flee", "suppressed"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "flee", table.Use
		},
		Blind: true, Default: func(*Game) bool { return false },
	}
}

// askPursue asks whether a winner pursues (MB-D23): by default only if no other enemy is within 12 inches.
func (*Game) askPursue(u *Unit, target string) table.Question[*Game, bool] {
	id := u.ID
	safe := func(k *Game, within int) bool {
		u := k.unit(id)
		return len(k.of(k.other(u.Side), func(e *Unit) bool {
			return e.ID != target && k.fit(e) && e.State != fleeing && k.between(u, e) <= within
		})) == 0
	}
	return table.Question[*Game, bool]{Decision: "MB-D23", Seat: u.Side, About: id, Rule: "MB-B14d", Verb: "pursue", Args: []table.FactArg{table.A("unit", id), table.A("target", target)}, Options: table.Either[*Game]("pursue", "stay"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			switch orders.Value(l.Args, "how") {
			case "always":
				return true, table.Use
			case "never":
				return false, table.Use
			}
			return safe(k, inches(orders.Int(l.Args, "within", 12))), table.Use
		},
		Default: func(k *Game) bool { return safe(k, k.constants().PursueSafe.Value) },
	}
}
