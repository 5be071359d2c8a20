package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Crews that leave their vehicle or weapon and return to it (MB-18b, MB-24h, MB-B16d, MB-B23); vehicle groups (MB-19).

// crewMark is what the id of a crew on foot adds to that of its vehicle or weapon.
const crewMark = "-C"

// bailOut makes a crew leave its vehicle and flee (MB-24h, MB-R50). The vehicle stays, intact and empty; what it carries gets out.
func (g *Game) bailOut(t *table.Table, u *Unit, rule string) {
	if !g.crewed(u) {
		return
	}
	id := u.ID
	t.Report(rule, "abandoned", table.A("unit", id), table.A("crew", u.alive()))
	aboard := g.aboard(u.ID)
	g.endOfVehicle(t, u)
	for _, p := range aboard { // MB-R36: all leave and fall back, so none is run through by the others
		if u := g.unit(p); u.Out == "" && u.State != fleeing {
			g.fallBack(t, u, g.threat(u), 2*inches(u.Profile.Move), false)
		}
	}
	g.leaveVehicle(t, g.unit(id))
	g.groupTest(t, g.unit(id))
}

// threat returns what a unit runs from unless something else decides it: the nearest enemy.
func (g *Game) threat(u *Unit) Point {
	if e, _ := g.nearestEnemy(u); e != nil {
		return e.At
	}
	return u.At
}

// leaveVehicle puts the survivors of a crew on foot beside the hull, on the side away from the nearest enemy. They flee at once (MB-B23).
func (g *Game) leaveVehicle(t *table.Table, u *Unit) {
	id := u.ID
	if u.alive() == 0 {
		u.Tank.Empty = true
		return
	}
	from := g.threat(u)
	men := slices.Clone(u.Figures)
	for i := range u.Figures {
		u.Figures[i].Out = true
	}
	u.Tank.Empty = true
	profile, _ := g.doc.Profile("regular")
	profile.Leadership, profile.Initiative = u.Profile.Leadership, u.Profile.Initiative
	c := g.newCrew(u, men, profile)
	g.addUnit(c)
	g.besideHull(g.unit(c.ID), u, from)
	g.takesFlight(t, c.ID, id, from)
}

// newCrew returns the unit formed by men who leave a vehicle or a weapon: regulars with pistols, with the initial strength of their crew.
func (g *Game) newCrew(u *Unit, men []Figure, p Profile) Unit {
	c := Unit{ID: u.ID + crewMark, Side: u.Side, Type: u.Type, Kind: "crew", Profile: p, Initial: u.Initial, At: u.At, Facing: u.Facing, Formation: "open", Crewing: u.ID, Kit: slices.Clone(u.Kit)}
	if u.vehicle() { // men of M 4 wear helmets (MB-R61); the vehicle's equipment stays in it
		c.Kit = []string{"helmets"}
	}
	for i := range men {
		if f := men[i]; !f.Out {
			f.Weapon, f.Also, f.Shot, f.Last = "pistol", nil, false, ""
			c.Figures = append(c.Figures, f)
		}
	}
	return c
}

// addUnit brings a new unit into play, replacing one of the same name that is out of play. Unit pointers obtained before may
// be stale afterwards.
func (g *Game) addUnit(c Unit) {
	if o := g.unit(c.ID); o != nil {
		*o = c
		return
	}
	g.Units = append(g.Units, c)
}

// takesFlight makes a new crew on foot flee (MB-B16a).
func (g *Game) takesFlight(t *table.Table, id, from string, away Point) {
	c := g.unit(id)
	c.State = fleeing
	t.Report("MB-B23", "crew-on-foot", table.A("unit", id), table.A("from", from), table.A("men", c.alive()))
	g.flee(t, c, away, 2*inches(c.Profile.Move), false)
}

// besideHull puts a crew on foot within an inch of its hull or gun, on the side away from a point (MB-B23).
func (g *Game) besideHull(c, u *Unit, from Point) {
	deg := 0
	if from != u.At {
		deg = bearing(from, u.At)
	}
	s := g.shape(u, 0)
	for _, turn := range bends {
		for d := 0; d < 80; d++ {
			p := ahead(u.At, norm(deg+turn), d)
			if m := (Shape{Centre: p, Radius: 5}); overlap(m, s) || apart(m, s) > g.constants().CrewOut.Value {
				continue
			}
			if g.settle(c, p, deg, "open", true) {
				return
			}
		}
	}
	g.put(c, u.At, g.slots(c, u.At, deg, "open")) // hemmed in on all sides
}

// abandonPiece makes men who flee leave their gun or crewed weapon behind and become a crew on foot (MB-B16d). It returns the
// unit that flees.
func (g *Game) abandonPiece(t *table.Table, u *Unit) *Unit {
	if !u.piece() {
		return u
	}
	id, from := u.ID, g.threat(u)
	men := slices.Clone(u.Figures)
	for i := range u.Figures {
		u.Figures[i].Out = true
	}
	u.Piece.Alone, u.State = true, ""
	g.unmark(t, u, "fleeing")
	c := g.newCrew(u, men, u.Profile)
	g.addUnit(c)
	t.Report("MB-B16d", "leaves-weapon", table.A("unit", id), table.A("crew", c.ID))
	v := g.unit(c.ID)
	g.besideHull(v, g.unit(id), from)
	return v
}

// returns lets the crew of a gun take it over again at once if the crew rallies in contact with it (MB-B23).
func (g *Game) returns(t *table.Table, c *Unit) {
	u := g.unit(c.Crewing)
	if c.Crewing == "" || u == nil || !u.piece() || u.Out != "" || !u.Piece.Alone || g.between(c, u) > 0 {
		return
	}
	g.mans(t, c, u)
	u.State = c.State
}

// mans lets a crew on foot take over its vehicle or weapon again.
func (g *Game) mans(t *table.Table, c, u *Unit) {
	for f := range table.All(u.Figures) {
		f.Out = !slices.ContainsFunc(c.Figures, func(o Figure) bool { return o.N == f.N && !o.Out })
	}
	u.Piece.Alone, u.Tank.Empty = false, false
	u.State = c.State
	for i := range c.Figures {
		c.Figures[i].Out = true
	}
	c.Out = "back"
	t.Report("MB-B23", "crew-back", table.A("unit", u.ID), table.A("men", u.alive()))
}

// mayMan reports why a crew on foot cannot take over its vehicle or weapon with a normal move (MB-24h, MB-B23).
func (g *Game) mayMan(c *Unit) *table.Refusal {
	_, tr, r := g.wayBack(c)
	if r != nil {
		return r
	}
	return tr.why
}

// wayBack returns the way of a crew on foot to what it left, or a refusal if it may not take that over at all.
func (g *Game) wayBack(c *Unit) (march, trip, *table.Refusal) {
	r := g.crewOf(c)
	if r != nil {
		return march{}, trip{}, r
	}
	u := g.unit(c.Crewing)
	hull := g.shape(u, 0)
	d := g.between(c, u)
	m := march{gait: "normal", formation: "open", facing: -1, charge: true}
	if d > 0 {
		to := hull.Centre
		if hull.Hull != nil {
			to = nearest(c.At, hull.Hull)
		}
		full := span(c.At, to)
		m.path = []Point{onWay(c.At, to, max(0, min(full-6, d)), max(1, full))}
	}
	run, tr := g.longest(c, m, 0, !g.Live)
	if tr.why != nil { // it does not get into contact: a move like any other, an inch from enemies (MB-B7a)
		run.charge, run.path = false, m.path
		why := tr.why
		run, tr = g.longest(c, run, 0, !g.Live)
		tr.why = why
	}
	return run, tr, nil
}

// checkMan checks an order to return to a vehicle or weapon (MB-B23).
func checkMan(k *Game, s table.Seat, l table.Line) *table.Refusal {
	c := k.own(s, orders.Value(l.Args, "unit"))
	run, tr, r := k.wayBack(c)
	if r != nil || tr.why == nil {
		return r
	}
	return k.asFarAs(c, run, tr)
}

// crewOf reports why a unit is not a crew on foot that could take over its vehicle or weapon, however far away that is.
func (g *Game) crewOf(c *Unit) *table.Refusal {
	if c == nil {
		return refuse("not-here", "MB-B23")
	}
	id := table.A("unit", c.ID)
	u := g.unit(c.Crewing)
	if r := g.mayStir(c); r != nil {
		return r
	}
	switch {
	case c.Kind != "crew" || u == nil:
		return refuse("no-crew-of", "MB-B23", id)
	case u.Out != "" || u.Tank.Wreck || u.Tank.Fire || u.Tank.Inferno || u.piece() && !u.Piece.Alone || u.vehicle() && !u.Tank.Empty:
		return refuse("cannot-man", "MB-B23", id, table.A("vehicle", c.Crewing))
	case c.Did.Gait != "" || c.Did.Ran:
		return refuse("moved-already", "MB-B7a", id)
	}
	return nil
}

// manOrder lets a crew on foot re-enter its vehicle or serve its weapon again. The crew acts from the next turn (MB-B23).
func (g *Game) manOrder(t *table.Table, c *Unit, l table.Line) {
	run, tr, r := g.wayBack(c)
	switch {
	case r != nil:
		t.Refuse(g.Phasing, l, r)
	case tr.why != nil:
		g.goesPart(t, c, l, run, tr, tr.why)
	case !g.mayGo(t, c, run.path): // MB-35
		t.Refuse(g.Phasing, l, refuse("no-initiative", "MB-35.2b", table.A("unit", c.ID)))
	case c.State == "":
		g.reoccupies(t, c, run, tr)
	}
}

// reoccupies moves a crew to what it left and lets the crew take it over.
func (g *Game) reoccupies(t *table.Table, c *Unit, m march, tr trip) {
	g.walkIn(t, c, &m, tr)
	if !g.goesOn(c) {
		return
	}
	u := g.unit(c.Crewing)
	g.mans(t, c, u)
	u.Did.Busy = true
}

// crewsReturn applies MB-D24 to crews on foot that no movement line mentions.
func (g *Game) crewsReturn(t *table.Table, spoken []string) {
	for _, id := range g.of(g.Phasing, func(c *Unit) bool { return c.Kind == "crew" && g.on(c) }) {
		c := g.unit(id)
		if slices.Contains(spoken, id) {
			continue
		}
		if run, tr, r := g.wayBack(c); r == nil && tr.why == nil && table.Decide(t.At(id), g.askReturn(c)) && g.mayGo(t.At(id), c, run.path) && c.State == "" {
			g.reoccupies(t.At(id), c, run, tr)
		}
	}
}

// askReturn asks whether a crew goes back to what it left (MB-D24). By default it does if no enemy is within 12 inches.
func (*Game) askReturn(c *Unit) table.Question[*Game, bool] {
	id := c.ID
	return table.Question[*Game, bool]{Decision: "MB-D24", Seat: c.Side, About: id, Rule: "MB-24h", Args: []table.FactArg{table.A("unit", id), table.A("vehicle", c.Crewing)}, Options: table.Either[*Game]("back", "stay"),
		Default: func(k *Game) bool {
			e, d := k.nearestEnemy(k.unit(id))
			return e == nil || d > k.constants().ReoccupySafe.Value
		},
	}
}

// formGroups groups the vehicles that a side has set up within 6 inches of one another, two to five to a group, in the order
// of their ids. Groups given by the scenario stay as they are (MB-19a, MB-B18f).
func (g *Game) formGroups(t *table.Table) {
	if !g.in("MB-19") {
		return
	}
	for _, s := range g.seats() {
		left := g.of(s, func(u *Unit) bool { return u.vehicle() && g.on(u) && g.crewed(u) && u.Tank.Group == "" })
		for len(left) > 1 {
			group := []string{left[0]}
			for k := 0; k < len(group) && len(group) < g.constants().GroupMost.Value; k++ {
				for _, id := range left {
					if len(group) < g.constants().GroupMost.Value && !slices.Contains(group, id) && g.between(g.unit(group[k]), g.unit(id)) <= g.constants().GroupDistance.Value {
						group = append(group, id)
					}
				}
			}
			left = slices.DeleteFunc(left, func(id string) bool { return slices.Contains(group, id) })
			if len(group) < 2 {
				continue
			}
			slices.Sort(group)
			for _, id := range group {
				g.unit(id).Tank.Group = group[0]
			}
			t.Report("MB-B18f", "vehicle-group", table.A("side", s), table.A("units", group))
		}
	}
}

// groupTest is the test of a vehicle group (MB-19a). When a member is destroyed, burnt out or abandoned, the others take one
// leadership test with the highest Ld among them. If it fails, they disengage (MB-19b, MB-R53).
func (g *Game) groupTest(t *table.Table, dead *Unit) {
	name := dead.Tank.Group
	dead.Tank.Group = ""
	ids := g.group(dead.Side, name)
	if !g.in("MB-19") || name == "" || len(ids) == 0 {
		return
	}
	best := g.bestOf(ids)
	if g.test(t.At("group"), g.unit(best), "group", "MB-R53", g.leadership(g.unit(best))) {
		return
	}
	for _, id := range ids {
		g.unit(id).Tank.Back = true
	}
	t.Report("MB-19b", "disengages", table.A("units", ids))
}

// group lists the vehicles of a group that still have a crew.
func (g *Game) group(s table.Seat, name string) []string {
	return g.of(s, func(u *Unit) bool { return name != "" && u.Tank.Group == name && g.crewed(u) && g.on(u) })
}

// bestOf returns the vehicle with the highest Ld, the first one if several are equal.
func (g *Game) bestOf(ids []string) string {
	best := ids[0]
	for _, id := range ids[1:] {
		if g.unit(id).Profile.Leadership > g.unit(best).Profile.Leadership {
			best = id
		}
	}
	return best
}

// groupRallies takes the rally tests of disengaging groups at the start of their owner's turn. A group that passes is normal
// at once (MB-R53).
func (g *Game) groupRallies(t *table.Table) {
	var done []string
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return u.Tank.Back && g.crewed(u) }) {
		name := g.unit(id).Tank.Group
		if slices.Contains(done, name) {
			continue
		}
		done = append(done, name)
		ids := g.group(g.Phasing, name)
		if len(ids) == 0 { // it no longer belongs to a group: alone it does not disengage (MB-19b)
			g.unit(id).Tank.Back = false
			continue
		}
		best := g.bestOf(ids)
		if g.test(t.At(best), g.unit(best), "rally", "MB-19b", g.leadership(g.unit(best))) {
			for _, id := range ids {
				g.unit(id).Tank.Back = false
			}
		}
	}
}
