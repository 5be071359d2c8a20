package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Morale: leadership tests, panic, suppression, rally (MB-10 to MB-12, MB-B15 to MB-B17).

// The states of a unit.
const (
	suppressed = "suppressed"
	fleeing    = "fleeing"
)

// lead is the Ld on which a unit tests and the unit whose officer lends it, "" if it is the unit's own.
type lead struct {
	table.Sum
	officer string
}

// leadership returns the Ld on which a unit tests: its own, its leader's, or that of an officer nearby (MB-B17a). Crews in
// vehicles use the vehicle's (MB-B18c).
func (g *Game) leadership(u *Unit) lead {
	own := table.Base("modifier.leadership", u.Profile.Leadership, "MB-B15a")
	if u.vehicle() {
		return lead{table.Base("modifier.vehicle-ld", u.Profile.Leadership, "MB-B18c"), ""}
	}
	if u.led("officer") {
		own = own.Plus("modifier.officer", g.constants().OfficerLd.Value, "MB-B17a")
	} else if u.led("leader") {
		own = own.Plus("modifier.leader", g.constants().LeaderLd.Value, "MB-B17a")
	}
	best := lead{own, ""}
	for _, id := range g.of(u.Side, func(o *Unit) bool {
		return o.ID != u.ID && g.on(o) && o.foot() && o.State == "" && o.led("officer")
	}) {
		o := g.unit(id)
		lent := table.Base("modifier.leadership", o.Profile.Leadership, "MB-B17a").Plus("modifier.lent", g.constants().OfficerLd.Value, "MB-B17a")
		if lent.Total() > best.Total() && g.officerNear(o, u) {
			best = lead{lent, id}
		}
	}
	return best
}

// officerNear reports whether the officer of one unit stands within 8 inches of another unit.
func (g *Game) officerNear(o, u *Unit) bool {
	return slices.ContainsFunc(o.living(), func(i int) bool {
		return o.Figures[i].Role == "officer" && g.gap(u, g.shape(o, i)) <= g.constants().OfficerDistance.Value
	})
}

// test takes a leadership test: 2D6 equal to or less than Ld (MB-B15a). The report names the unit whose officer lends his Ld,
// unless he is hidden.
func (g *Game) test(t *table.Table, u *Unit, kind, rule string, ld lead) bool {
	roll := t.Roll(u.Side, kind, 2, 6)
	ok := roll.Total() <= ld.Total()
	args := []table.FactArg{table.A("unit", u.ID), table.A("roll", roll), table.A("needed", ld.Sum), table.A("result", result(ok, "passed", "failed"))}
	if ld.officer != "" && !g.unit(ld.officer).Hidden {
		args = append(args, table.A("officer", ld.officer))
	}
	t.Report(rule, kind+"-test", args...)
	return ok
}

// scare is the reason for a panic test, and what is known of the cover.
type scare struct {
	cause string // fire, near, through, combat, driven
	cover Cover
	known bool  // the cover is that against the fire (MB-B5c); otherwise it is looked up (MB-B5d)
	away  Point // what the unit runs from
}

// panic takes the panic test for causes that need no fire (MB-B15b). It returns true if the test is passed or not needed.
func (g *Game) panic(t *table.Table, u *Unit, cause string) bool {
	s := scare{cause: cause, away: u.At}
	if e, _ := g.nearestEnemy(u); e != nil {
		s.away = e.At
	}
	return g.panicTest(t, u, s)
}

// mayPanic reports whether a unit has to test at all. It tests once for each cause in a phase, in combat only because of the
// combat, and never while fleeing. Crews in vehicles test only because of what happens to the vehicle (MB-B15b, MB-18a).
func (g *Game) mayPanic(u *Unit, cause string) bool {
	switch {
	case u.Out != "" || u.alive() == 0 || !u.foot() || u.State == fleeing || !g.on(u) && !u.Rider:
		return false
	case g.inCombat(u) && cause != "combat":
		return false
	}
	return !slices.Contains(g.Tested, u.ID+" "+cause)
}

// panicTest takes a panic test and applies its result. It returns true if the test is passed or not due.
func (g *Game) panicTest(t *table.Table, u *Unit, s scare) bool {
	if !g.mayPanic(u, s.cause) {
		return true
	}
	g.Tested = append(g.Tested, u.ID+" "+s.cause)
	if !s.known {
		s.cover = g.coverNow(u)
	}
	id := u.ID
	if g.passesPanic(t.At(id), u, s.cover) {
		return true
	}
	g.failsPanic(t, g.unit(id), s)
	return false
}

// passesPanic throws the dice of a panic test. The owner may fail it on purpose (MB-11a), and a flag may throw it again (MB-15c).
func (g *Game) passesPanic(t *table.Table, u *Unit, c Cover) bool {
	if table.Decide(t, g.askFail(u, c)) {
		t.Report("MB-11a", "fails-on-purpose", table.A("unit", u.ID))
		return false
	}
	ld := g.leadership(u)
	if g.test(t, u, "panic", "MB-B15b", ld) {
		return true
	}
	if !u.has("flag") || !table.Decide(t, g.askFlag(u)) {
		return false
	}
	t.Report("MB-15c", "flag", table.A("unit", u.ID))
	return g.test(t, u, "panic", "MB-15c", ld)
}

// failsPanic applies a failed panic test. In cover the unit is suppressed; in the open it falls back; a unit that is already
// suppressed flees (MB-10b, MB-10d, MB-10g, MB-R54).
func (g *Game) failsPanic(t *table.Table, u *Unit, s scare) {
	switch {
	case u.State == suppressed:
		t.Report("MB-10d", "second-failure", table.A("unit", u.ID))
	case s.cover.Level > 0:
		g.suppress(t, u, s.cover, "MB-10b")
		return
	default:
		t.Report("MB-10g", "falls-back", table.A("unit", u.ID))
	}
	g.fallBack(t, u, s.away, 2*inches(u.Profile.Move), false)
}

// suppress pins a unit: it neither moves nor fires until it rallies (MB-10c).
func (g *Game) suppress(t *table.Table, u *Unit, c Cover, rule string) {
	u.State = suppressed
	args := []table.FactArg{table.A("unit", u.ID)}
	if c.Why != "" {
		args = append(args, table.A("cover", c.Why))
	}
	t.Report(rule, "suppressed", args...)
	g.unmark(t, u, "suppressed")
}

// fallBack starts a flight: the unit runs at once, away from what caused it, and men leave their weapon behind (MB-B16a, MB-B16d).
func (g *Game) fallBack(t *table.Table, u *Unit, away Point, tenths int, charge bool) {
	if v := g.unit(u.Aboard); u.Rider && v != nil { // men who flee from a hull first jump off (MB-R48)
		if !g.getOut(u, v, nil, true) {
			g.remove(t, u, "destroyed", "MB-R48")
			return
		}
		t.Report("MB-R48", "alights", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("at", spotText(u.At)))
	}
	before, stood := u.alive(), g.shapes(u)
	u = g.abandonPiece(t, u)
	u.State, u.Covered = fleeing, false
	if u.Formation != "" {
		u.Formation = "open"
	}
	g.unmark(t, u, "fleeing")
	id := u.ID
	g.flee(t, u, away, tenths, false)
	g.shakenBy(t, g.unit(id), before, stood)
}

// shakenBy applies MB-B15b (2). Friends within 4 inches test when a unit of five figures or more starts to flee or is
// destroyed. Suppressed units do not cause a test (MB-10e).
func (g *Game) shakenBy(t *table.Table, u *Unit, strength int, stood []Shape) {
	if strength < g.constants().PanicFriendSize.Value || !u.foot() {
		return
	}
	for _, id := range g.of(u.Side, func(f *Unit) bool { return f.ID != u.ID && f.foot() && g.on(f) }) {
		f := g.unit(id)
		if !g.mayPanic(f, "near") || g.nearest(f, stood) > g.constants().PanicFriends.Value {
			continue
		}
		t.Report("MB-B15b", "shaken-by", table.A("unit", id), table.A("friend", u.ID))
		g.panic(t, f, "near")
	}
}

// nearest returns the distance of a unit from the nearest of some shapes.
func (g *Game) nearest(u *Unit, shapes []Shape) int {
	best := -1
	for _, s := range shapes {
		if d := g.gap(u, s); best < 0 || d < best {
			best = d
		}
	}
	return max(best, 0)
}

// tooFew reports whether a unit is below half of its initial strength and so cannot rally (MB-12): it can if 2 x living >= initial.
func (u *Unit) tooFew() bool { return 2*u.alive() < u.Initial }

// rallies is the rally step at the start of a player turn. Units below half strength are removed instead (MB-12b, MB-R16);
// then suppressed units test (MB-10c), then fleeing ones (MB-R59).
func (g *Game) rallies(t *table.Table) {
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return u.foot() && (g.on(u) || u.Rider) && u.State != "" }) {
		if u := g.unit(id); u.tooFew() {
			t.Report("MB-12b", "too-few", table.A("unit", id), table.A("left", u.alive()), table.A("initial", u.Initial))
			g.takeOff(t, u, "fled")
		}
	}
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return u.foot() && (g.on(u) || u.Rider && u.Out == "") && u.State != "" }) {
		u := g.unit(id)
		if u.State == suppressed {
			if g.test(t.At(id), u, "rally", "MB-10c", g.leadership(u)) {
				u.State = ""
			}
			continue
		}
		g.rallyFlight(t.At(id), u, "MB-R59")
	}
}

// rallyFlight takes the rally test of a fleeing unit if no enemy is less than 8 inches away. A unit that rallies is suppressed (MB-10i).
func (g *Game) rallyFlight(t *table.Table, u *Unit, rule string) bool {
	if e, d := g.nearestEnemy(u); e != nil && d < g.constants().RallyDistance.Value {
		t.Report(rule, "enemy-near", table.A("unit", u.ID), table.A("enemy", e.ID), table.A("inches", inchText(d)))
		return false
	}
	if !g.test(t, u, "rally", rule, g.leadership(u)) {
		return false
	}
	u.State, u.Covered = suppressed, false
	t.Report("MB-10i", "suppressed", table.A("unit", u.ID))
	g.returns(t, u)
	return true
}

// rallyInCover takes the rally test at the first cover that a flight reaches (MB-10h). Below half strength the unit is removed (MB-R15).
func (g *Game) rallyInCover(t *table.Table, u *Unit) bool {
	t.Report("MB-10h", "reaches-cover", table.A("unit", u.ID))
	if u.tooFew() {
		t.Report("MB-12b", "too-few", table.A("unit", u.ID), table.A("left", u.alive()), table.A("initial", u.Initial))
		g.takeOff(t, u, "fled")
		return false
	}
	return g.rallyFlight(t.At(u.ID), u, "MB-10h")
}

// askFail asks whether to fail a panic test on purpose (MB-D20). The standing order's conditions on cover and numbers are
// judged by what the owner knows.
func (*Game) askFail(u *Unit, c Cover) table.Question[*Game, bool] {
	id, level := u.ID, c.Level
	return table.Question[*Game, bool]{Decision: "MB-D20", Seat: u.Side, About: id, Rule: "MB-11a", Verb: "panic", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("fail", "test"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			switch orders.Value(l.Args, "how") {
			case "never":
				return false, table.Use
			case "fail":
				if orders.Has(l.Args, "left") && k.unit(id).alive() > orders.Int(l.Args, "left", 0) || orders.Value(l.Args, "where") == "cover" && level == 0 {
					return false, table.Pass
				}
				return true, table.Use
			}
			return false, table.Pass
		},
		Blind: true, Default: func(*Game) bool { return false },
	}
}

// askFlag asks whether a flag throws a failed panic test again (MB-D27).
func (*Game) askFlag(u *Unit) table.Question[*Game, bool] {
	id := u.ID
	return table.Question[*Game, bool]{Decision: "MB-D27", Seat: u.Side, About: id, Rule: "MB-15c", Verb: "flag", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("again", "stay"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "again", table.Use
		},
		Blind: true, Default: func(*Game) bool { return true },
	}
}
