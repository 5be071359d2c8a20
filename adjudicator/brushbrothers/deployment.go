package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vehicleTraits are the characteristics that also apply to vehicles: those of activation and fire (BB-R32).
var vehicleTraits = []string{"disciplined", "bold", "expert", "methodical"}

// conventions takes the conventions on vehicles and guns from the scenario and from the options chosen when the game
// was opened (BB-D4).
func (g *Game) conventions(c Conventions, chosen func(string) string) {
	yes := func(option string, normal bool) bool {
		switch chosen(option) {
		case "yes":
			return true
		case "no":
			return false
		}
		return normal
	}
	g.Habits = Habits{FullRadius: !yes("tank_radius", !c.FullRadius), ShortLeaders: !yes("leader_radius", !c.ShortLeaders), NoShields: !yes("shields", !c.NoShields), Wrecks: yes("wrecks", c.Wrecks)}
}

// array puts what was deployed into order for the start of the game: vehicles and guns without an ordered facing face
// the enemy's edge (BB-R34), guns are in position (BB-R57), passengers are where their vehicle is (BB-R41), and none of
// them is in ambush (BB-3.7f).
func (g *Game) array() {
	for u := range table.All(g.Groups) {
		if u.Sector == "" {
			continue
		}
		if (u.vehicle() || g.gun(u)) && u.Facing == "" {
			u.Facing = g.outward(g.camp(u.Side).Edge, u.Sector)
		}
		if g.gun(u) && u.Aboard == "" && g.Number == 1 && !u.Acted {
			u.Bases[0].Ready = true
		}
		if u.vehicle() {
			u.Ambush, u.Spotted = false, false
		}
		if c := g.own(u.Side, u.Aboard); u.Aboard != "" && c != nil {
			u.Sector, u.Ambush, u.Spotted = c.Sector, false, false
			for j := range u.Bases { // nobody rides with a weapon that is set up (BB-R57)
				u.Bases[j].Ready = false
			}
		} else {
			u.Aboard = ""
		}
	}
}

// saidAgain reports that a GC had already been given a place: the last one counts.
func (g *Game) saidAgain(t *table.Table, s table.Seat, before *table.Line, l table.Line) {
	if before.Verb != "" {
		t.Refuse(s, *before, refuse("said-again", g.deployingRule(), table.A("unit", orders.Value(l.Args, "unit")), table.A("to", orders.Value(l.Args, "place"))))
	}
	*before = l
}

// deployHere reads what a deployment says of a GC: its place, the facing of a vehicle or a gun, and who carries it. A
// passenger goes where its vehicle goes, whatever place was ordered. Without a vehicle it stands there on foot.
func (g *Game) deployHere(u *Group, l table.Line) {
	if u.vehicle() || g.gun(u) {
		if f := orders.Value(l.Args, "facing"); f != "" {
			u.Facing = f
		}
	}
	u.Sector, u.Aboard = orders.Value(l.Args, "place"), orders.Value(l.Args, "carrier")
	if u.Aboard != "" {
		u.Sector = ""
	}
}

// stow puts a carried group where its vehicle is and reports whether it is carried.
func (g *Game) stow(u *Group) bool {
	c := g.own(u.Side, u.Aboard)
	if u.Aboard == "" || c == nil || c.Sector == "" {
		u.Aboard = ""
		return false
	}
	u.Sector = c.Sector
	return true
}

// onFoot returns the room that a group takes when nothing carries it.
func (g *Game) onFoot(u *Group) int {
	n := *u
	n.Aboard = ""
	return g.size(&n)
}

// noGround reports whether a group is a vehicle that cannot stand in a sector (BB-10.7).
func (g *Game) noGround(s table.Seat, id, place string) bool {
	u := g.own(s, id)
	return u != nil && u.vehicle() && g.terrain(place).tracks() == "no"
}

// mayBoard returns why a group cannot be deployed aboard a vehicle (BB-13.1, BB-R41). The group goes where the vehicle
// goes.
func (g *Game) mayBoard(u *Group, l table.Line) *table.Refusal {
	id := orders.Value(l.Args, "carrier")
	if id == "" {
		return nil
	}
	if u.vehicle() {
		return refuse("no-carrier", "BB-13", table.A("carrier", id))
	}
	v := g.own(u.Side, id)
	if v == nil || !v.vehicle() {
		return refuse("no-carrier", "BB-13", table.A("carrier", id))
	}
	row, load, guns := g.row(v), 0, 0
	for _, n := range g.cargo(v) {
		switch c := g.group(n); {
		case c.ID == u.ID:
		case g.gun(c):
			guns++
		default:
			load += len(c.Bases)
		}
	}
	switch {
	case g.gun(u) && (!row.Tows || guns > 0):
		return refuse("no-tractor", "BB-3.4g", table.A("carrier", id))
	case !g.gun(u) && load+len(u.Bases) > row.Carries:
		return refuse("no-seats", "BB-13.1", table.A("carrier", id), table.A("seats", max(0, row.Carries-load)), table.A("bases", len(u.Bases)))
	case v.Sector == "": // checked when the vehicle is placed
		return nil
	}
	return g.mayLead(u.Side, u.ID, v.Sector)
}

// arrayHere does what array does for a position set by hand, but leaves the readiness of guns as it was set.
func (g *Game) arrayHere() {
	for u := range table.All(g.Groups) {
		if u.Sector == "" || g.Number == 0 { // before the first turn array does it
			continue
		}
		if (u.vehicle() || g.gun(u)) && u.Facing == "" {
			u.Facing = g.outward(g.camp(u.Side).Edge, u.Sector)
		}
		if c := g.own(u.Side, u.Aboard); u.Aboard != "" && c != nil && c.Sector != "" {
			u.Sector = c.Sector
		}
	}
}
