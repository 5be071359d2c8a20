package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// What sets vehicles apart: each is a GC of one machine (BB-9.2) that can only move and fire (BB-10.4), takes no stress
// (BB-5.7) and is never hidden (BB-3.7f).

// ahead reports whether a sector lies in the front half of a vehicle or a gun (BB-9.3, BB-R34): up to and including 90
// degrees to either side of its facing, or its own sector.
func (g *Game) ahead(u *Group, place string) bool {
	return u.Facing == "" || place == "" || board.WithinArc(g.net, u.Sector, u.Facing, place, board.Deg90)
}

// toward returns the direction from one sector to another, the first of two that are equally close; "" if they are the
// same.
func (g *Game) toward(from, to string) string {
	if d := board.Bearings(g.net, from, to); len(d) > 0 {
		return d[0]
	}
	return ""
}

// outward returns how vehicles and guns face by default: from their edge to the enemy's.
func (g *Game) outward(edge, place string) string {
	far, _, ok := g.net.column(place)
	if !ok {
		return ""
	}
	columns, rows := g.net.Size()
	to := g.net.Places()[far]
	if edge != "north" {
		to = g.net.Places()[(rows-1)*columns+far]
	}
	if to == place {
		return g.net.Directions()[0]
	}
	if d := board.Bearings(g.net, place, to); len(d) > 0 {
		return d[0]
	}
	return ""
}

// armament returns the weapon that a vehicle fires at a sector (BB-11.1, BB-11.2, BB-R35): its POO to the front, its
// POM to the rear. Beyond 6 UD it is the POM, unless the vehicle is a tank hunter and the target lies to its front.
func (g *Game) armament(u *Group, place string) (Weapon, *table.Refusal) {
	v, d := g.row(u), g.distance(u.Sector, place)
	w := Weapon{ID: "vehicle_rear", Dice: v.Rear, AT: v.RearAT, Range: v.Range, Reroll: "none", Class: "vehicle"}
	if g.ahead(u, place) && (d <= g.doc.Tables.Vehicles.Far || v.Hunter) {
		w.ID, w.Dice, w.AT = "vehicle_front", v.Front, v.FrontAT
	}
	w.ATDice, w.ATRange = w.Dice, w.Range
	switch {
	case d > v.Range:
		return w, refuse("out-of-range", "BB-11.4", table.A("unit", u.ID), table.A("target", place), table.A("distance", d), table.A("range", v.Range), table.A("weapon", w.ID), table.A("beyond", 0))
	case w.Dice == 0:
		return w, refuse("no-arc", "BB-R35", table.A("unit", u.ID), table.A("target", place))
	}
	return w, nil
}

// against turns a weapon into what it is against a vehicle. Against armour it has the dice and the range of BB-14, if
// any (BB-R33); against a vehicle without armour it stays as it is (BB-R39).
func (g *Game) against(w Weapon, u, target *Group) (Weapon, *table.Refusal) {
	if !target.vehicle() || !g.row(target).Armoured {
		return w, nil
	}
	if w.ATDice == 0 || w.ATRange == 0 {
		return w, refuse("no-armour", "BB-R33", table.A("unit", u.ID), table.A("target", target.name()), table.A("weapon", w.ID))
	}
	w.Dice, w.Range, w.Effective = w.ATDice, w.ATRange, 0
	return w, nil
}

// silent returns why a group cannot fire at all: it is carried (BB-R41) or mounted (BB-R42), or a vehicle without
// armament or one whose crew was stunned when its activation began (BB-R38).
func (g *Game) silent(u *Group) *table.Refusal {
	switch {
	case u.Aboard != "":
		return refuse("aboard", "BB-R41", table.A("unit", u.ID), table.A("carrier", u.Aboard))
	case u.Mounted:
		return refuse("mounted", "BB-R42", table.A("unit", u.ID))
	case u.vehicle() && g.row(u).Front+g.row(u).Rear == 0:
		return refuse("unarmed", "BB-13", table.A("unit", u.ID))
	case u.vehicle() && g.Active.Dazed && g.Active.Group == u.ID && g.Active.Side == u.Side:
		return refuse("stunned", "BB-11.5", table.A("unit", u.ID))
	}
	return nil
}

// mayShoot returns why a group cannot fire at another: a group that is carried is never shot at.
func (g *Game) mayShoot(u, target *Group) *table.Refusal {
	if target.Aboard != "" {
		return refuse("carried", "BB-R41", table.A("target", target.name()))
	}
	return g.silent(u)
}

// atVehicle turns a score to hit men on foot into the score to hit a vehicle (BB-11.3): less against the large and the
// slow, more against the small and the fast past 1 UD. A 6 always hits, except beyond 4 UD at what is not the priority
// target.
func (g *Game) atVehicle(need table.Sum, target *Group, d int, priority bool) table.Sum {
	v, c := g.row(target), g.doc.Tables.Vehicles
	if v.Size == "L" || v.Mobility == "low" {
		need = need.Plus("large-or-slow", c.Easy, "BB-11.3a")
	}
	if (v.Size == "S" || v.Mobility == "superior") && d > c.HardPast {
		need = need.Plus("small-or-fast", c.Hard, "BB-11.3b")
	}
	if over := need.Total() - c.Sure; over > 0 && (priority || d <= c.SureTo) {
		need = need.Plus("six-hits", -over, "BB-11.3c")
	}
	return need
}

// onlyDrives reports whether a vehicle may be given a verb of an activation. A chief also commands from his vehicle.
func (u *Group) onlyDrives(verb string) bool {
	switch verb {
	case "move", "turn", "fire", "search", "hold":
		return true
	case "boost", "support":
		return u.Kind == "chief"
	}
	return false
}

// staysAboard reports whether men in a vehicle can do an action (BB-R41): one that neither fires nor moves.
func staysAboard(verb string) bool {
	switch verb {
	case "disembark", "setup", "rally", "boost", "support", "hold":
		return true
	}
	return false
}

// fits refuses what vehicles, their passengers and mounted men cannot do.
func (g *Game) fits(verb string) *table.Refusal {
	u := g.group(string(g.Active.Side) + "." + g.Active.Group)
	switch {
	case u == nil:
		return nil
	case u.vehicle() && !u.onlyDrives(verb):
		return refuse("drives-only", "BB-10.4", table.A("unit", u.ID))
	case u.Aboard != "" && !staysAboard(verb):
		return refuse("aboard", "BB-R41", table.A("unit", u.ID), table.A("carrier", u.Aboard))
	case u.Mounted && (verb == "assault" || verb == "grenades" || verb == "smoke" || verb == "up" || verb == "setup" || verb == "embark"):
		return refuse("mounted", "BB-R42", table.A("unit", u.ID))
	}
	return nil
}

// commands implements BB-10.1 with BB-R65: who encourages a vehicle. Without a surcharge it is its chief in its own
// sector, or its vehicle group leader nearby if he is encouraged himself (BB-10.3). With the NCO surcharge it is its
// chief, as for any group.
func (g *Game) commands(u, chief *Group) (bool, string) {
	a, c := g.doc.Tables.Activation, g.doc.Tables.Vehicles
	d := g.distance(u.Sector, chief.Sector)
	if u.Paid && d <= g.radius(chief, a.Paid) {
		return true, "BB-10.1"
	}
	if d <= a.Autonomous {
		return true, "BB-3.6c"
	}
	l := g.own(u.Side, u.Leader)
	if u.Leader == "" || l == nil || l.Sector == "" || l.ID == u.ID {
		return false, "BB-R65"
	}
	near, rule := a.Autonomous, "BB-R65"
	if !g.Habits.ShortLeaders {
		near, rule = c.Leaders, "BB-10.3"
	}
	if g.distance(u.Sector, l.Sector) > near {
		return false, "BB-R65"
	}
	yes, _ := g.encouraged(l)
	return yes, rule
}

// radius returns how far a chief encourages: less from a vehicle with poor vision (BB-10.2, BB-R66).
func (g *Game) radius(chief *Group, normal int) int {
	if chief.vehicle() && g.row(chief).Reduced && !g.Habits.FullRadius {
		return min(normal, g.doc.Tables.Vehicles.Command)
	}
	return normal
}

// Habits are the conventions on vehicles and guns under which a game is played (BB-D4).
type Habits struct {
	FullRadius   bool `key:"full_radius"`   // BB-10.2 is not in force
	ShortLeaders bool `key:"short_leaders"` // BB-10.3 is not in force
	NoShields    bool `key:"no_shields"`    // BB-14.3e is not in force
	Wrecks       bool `key:"wrecks"`        // BB-11.12 is in force
}

// Wreck is a destroyed vehicle left on the table (BB-11.12, BB-R69).
type Wreck struct {
	Place string `key:"place" ref:"place"`
	Size  int    `key:"size"` // room in bases
}

// vehicle reports whether a group is a vehicle.
func (u *Group) vehicle() bool { return u.Model != "" }

// row returns the table row of a vehicle.
func (g *Game) row(u *Group) Vehicle {
	v, _ := g.doc.Vehicle(u.Model)
	return v
}

// size returns the room that a group takes in a sector, in bases (BB-9.4, BB-R68); 0 while it is carried (BB-R41).
func (g *Game) size(u *Group) int {
	switch {
	case u.Aboard != "":
		return 0
	case u.vehicle():
		return amount(g.doc.Tables.Vehicles.Sizes, g.row(u).Size)
	}
	return len(u.Bases)
}

// cargo lists the names of the groups that a vehicle carries or tows.
func (g *Game) cargo(u *Group) []string {
	return table.NamesOf(g.Groups, func(c *Group) bool { return c.Side == u.Side && c.Aboard == u.ID && c.Aboard != "" })
}

// soft lists the groups in a sector that are not vehicles.
func (g *Game) soft(place string) []string {
	return slices.DeleteFunc(g.at(place), func(n string) bool { return g.group(n).vehicle() })
}
