package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Habits are the conventions on vehicles and guns that a game is played by (BB-D4).
type Habits struct {
	FullRadius   bool `key:"full_radius"`   // BB-10.2 is not in force
	ShortLeaders bool `key:"short_leaders"` // BB-10.3 is not in force
	NoShields    bool `key:"no_shields"`    // BB-14.3e is not in force
	Wrecks       bool `key:"wrecks"`        // BB-11.12 is in force
}

// Strike is a support that was obtained and marked on the table (BB-A2.4).
type Strike struct {
	Side  table.Seat `key:"side"`
	Kind  string     `key:"kind"`  // air or artillery
	ID    string     `key:"id"`    // of the tables' supports; "" to the enemy
	Entry string     `key:"entry"` // of aircraft: sector of the first marker
	Exit  string     `key:"exit"`  // and of the second
	Point string     `key:"point"` // of artillery: point of impact
}

// Failed counts failed attempts by kind of support (BB-R70).
type Failed struct {
	Air       int `key:"air"`
	Artillery int `key:"artillery"`
}

// Wreck is a destroyed vehicle left on the table (BB-11.12, BB-R69).
type Wreck struct {
	Place string `key:"place"`
	Size  int    `key:"size"` // room in bases
}

// vehicle reports whether a group is a vehicle.
func (u *Group) vehicle() bool { return u.Model != "" }

// row is the table's row of a vehicle.
func (g *Game) row(u *Group) Vehicle {
	v, _ := g.doc.Vehicle(u.Model)
	return v
}

// size is the room that a group takes in a sector, in bases (BB-9.4, BB-R68); nothing while it is carried (BB-R41).
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
	var out []string
	for i := range g.Groups {
		if c := &g.Groups[i]; c.Side == u.Side && c.Aboard == u.ID && c.Aboard != "" {
			out = append(out, c.name())
		}
	}
	return out
}

// soft lists the groups of a sector that are no vehicles.
func (g *Game) soft(place string) []string {
	return slices.DeleteFunc(g.at(place), func(n string) bool { return g.group(n).vehicle() })
}
