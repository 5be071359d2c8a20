package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Encirclement (MB-35), an option: units move and fire according to what they themselves could know.

// unspotted reports why a unit may not fire at a target; nil means that it may. Under the option, a target in cover must have
// shown itself or be near. One in the open and in the arc may always be fired at (MB-35d, MB-35e, MB-R37).
func (g *lanes) unspotted(e *Unit) *table.Refusal {
	u := g.u
	if !g.in("MB-35") || g.shotCover(e, 0, aimAt{}).Level == 0 || e.Did.Fired { // ambush fire since its own turn counts
		return nil
	}
	most, rule := g.constants().SpottedStill.Value, "spotted.still"
	switch {
	case e.vehicle() && g.large(e): // moved or still (MB-R37)
		most, rule = g.constants().SpottedLarge.Value, "spotted.large"
	case e.moved():
		most, rule = g.constants().SpottedMoved.Value, "spotted.moved"
	}
	if d := g.farFrom(u, e.ID); d >= most { // must be nearer than this
		return refuse("unspotted", "MB-35e", table.A("unit", u.ID), table.A("target", e.ID), table.A("why", rule), table.A("inches", inchText(d)), table.A("less", inchText(most)))
	}
	return nil
}

// mayGo reports whether a move goes ahead (MB-35a to MB-35c, MB-35.1). Leaving cover under fire needs an initiative test; a
// unit that fails it is suppressed. A move also needs a test unless it is toward an enemy edge, an objective or a spotted
// enemy, or back toward its own side.
func (g *Game) mayGo(t *table.Table, u *Unit, path []Point) bool {
	if !g.in("MB-35") || len(path) == 0 {
		return true
	}
	if !g.leavesCover(t, u, path) {
		return true // it stays, suppressed, and the move ends there
	}
	if why := g.freeWay(u, path); why != "" {
		t.Report("MB-35a", "free-move", table.A("unit", u.ID), table.A("why", why))
		return true
	}
	if u.Did.Balked { // MB-35.2c: one test per move; it may still make moves that are free
		return false
	}
	if _, ok := g.initiative(t.At(u.ID), u, "move", "MB-35b"); ok || g.secondTry(t, u, path) {
		return true
	}
	u.Did.Balked = true
	return false
}

// leavesCover takes the test for leaving cover (MB-35.1). A unit in cover that was shot at in the enemy's last player turn
// needs an initiative test to leave it; if it fails, it is suppressed.
func (g *Game) leavesCover(t *table.Table, u *Unit, path []Point) bool {
	if !u.foot() || !u.ShotAt {
		return true
	}
	c := g.coverNow(u)
	if c.Level == 0 || g.coverAt(u, path[len(path)-1]).Level >= c.Level && u.Inside == "" {
		return true
	}
	if _, ok := g.initiative(t.At(u.ID), u, "leave", "MB-35.1"); ok {
		return true
	}
	g.suppress(t, u, c, "MB-35.1")
	return false
}

// coverAt returns the ground's cover at a place for a man who has just arrived there: scattered terrain gives him none (MB-R2).
func (g *Game) coverAt(u *Unit, p Point) Cover {
	var c Cover
	for _, a := range g.terrainAt(p) {
		if a.kind.Cover != "" && !a.kind.Behind && !a.kind.Still && a.kind.ID != "building" {
			c = c.or(Cover{Level: coverLevel(a.kind.Cover), Why: "cover." + a.kind.ID, Rule: "MB-6.1f"})
		}
	}
	return c
}

// freeWay reports why a move is free (MB-35a, MB-35.2a, MB-35.2d), or "" if it is not. In a free move every leg lies within
// 45 degrees of the line to the enemy's edge, to an objective, to an enemy in the arc, to an enemy that fired, to a large one
// that moved, or to the unit's own side.
func (g *Game) freeWay(u *Unit, path []Point) string {
	if edge := g.camp(g.other(u.Side)).Edge; g.legsTo(u, path, g.edgeFrom(u, edge)) {
		return "free.edge"
	}
	for _, o := range g.Objectives {
		if g.legsTo(u, path, place(o.At)) {
			return "free.objective"
		}
	}
	for _, id := range g.of(g.other(u.Side), func(e *Unit) bool { return g.fit(e) && !e.Hidden }) {
		e := g.unit(id)
		if !g.legsTo(u, path, e.At) {
			continue
		}
		arm := -1
		if u.vehicle() {
			arm = g.mainArm(u)
		}
		switch blind := u.vehicle() && !g.hatchesOpen(u); { // MB-35c
		case g.faces35(u, arm, e.At) && g.sees(u, e): // an enemy that it has spotted (MB-35.2a)
			return "free.arc"
		case !blind && e.Did.Fired: // fire gives a place away, and engines are heard: no line of sight is needed (MB-35a)
			return "free.fired"
		case !blind && e.vehicle() && g.large(e) && e.moved():
			return "free.large"
		}
	}
	if g.legsTo(u, path, g.edgeFrom(u, g.camp(u.Side).Edge)) {
		return "free.home"
	}
	return ""
}

// faces35 reports whether a place is in a unit's arc of fire: 45 degrees to either side (MB-B3e). For a vehicle without
// weapons the arc is its front.
func (g *Game) faces35(u *Unit, arm int, at Point) bool {
	if u.vehicle() && arm < 0 {
		return turned(bearing(u.At, at), u.Facing) <= g.constants().ArcHalf.Value
	}
	return g.inArc(u, arm, at)
}

// legsTo reports whether every leg of a path lies within 45 degrees to either side of the line to a place, measured at the
// start of the leg (MB-R37).
func (g *Game) legsTo(u *Unit, path []Point, to Point) bool {
	if to == u.At {
		return false
	}
	line, at := bearing(u.At, to), u.At
	for _, p := range path {
		if p == at {
			continue
		}
		if turned(bearing(at, p), line) > g.constants().ArcHalf.Value {
			return false
		}
		at = p
	}
	return true
}

// edgeFrom returns the point of a table edge nearest to a unit.
func (g *Game) edgeFrom(u *Unit, edge string) Point {
	size := g.doc.Scenario.Table
	switch edge {
	case "north":
		return Point{u.At.X, size.Height}
	case "south":
		return Point{u.At.X, 0}
	case "east":
		return Point{size.Width, u.At.Y}
	}
	return Point{0, u.At.Y}
}

// secondTry takes the one second test of MB-35.2c, with the initiative of the unit's leader or of an officer nearby (MB-D25).
func (g *Game) secondTry(t *table.Table, u *Unit, path []Point) bool {
	by := g.guide(u)
	if by == "" || u.Did.Tries > 0 || !table.Decide(t, g.askSecondTry(u, path[len(path)-1])) {
		return false
	}
	u.Did.Tries++
	need := table.Base("modifier.initiative", g.unit(by).Profile.Initiative, "MB-35.2c").Plus("modifier.leader", g.constants().LeaderInitiative.Value, "MB-B25")
	roll := t.At(u.ID).Roll(u.Side, "second try", 1, 6)
	ok := roll.Total() <= need.Total() && roll.Total() < 6 // MB-B15a
	t.Report("MB-35.2c", "second-try", table.A("unit", u.ID), table.A("by", by), table.A("roll", roll), table.A("needed", need), table.A("result", result(ok, "passed", "failed")))
	return ok
}

// guide returns the unit that gives the second try: the unit itself if it has a leader or officer, otherwise an officer
// within 8 inches, or "" if there is none.
func (g *Game) guide(u *Unit) string {
	if u.led("leader") || u.led("officer") {
		return u.ID
	}
	for _, id := range g.of(u.Side, func(o *Unit) bool {
		return o.ID != u.ID && g.fit(o) && o.State == "" && o.led("officer") && g.officerNear(o, u)
	}) {
		return id
	}
	return ""
}

// askSecondTry asks for the second try (MB-D25): by default yes if the move leads to cover or an objective.
func (*Game) askSecondTry(u *Unit, to Point) table.Question[*Game, bool] {
	id := u.ID
	return table.Question[*Game, bool]{Decision: "MB-D25", Seat: u.Side, About: id, Rule: "MB-35.2c", Verb: "leader", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("try", "stay"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "try", table.Use
		},
		Default: func(k *Game) bool {
			return k.coverAt(k.unit(id), to).Level > 0 || slices.ContainsFunc(k.Objectives, func(o Objective) bool { return span(place(o.At), to) <= k.constants().VictoryNear.Value })
		},
	}
}
