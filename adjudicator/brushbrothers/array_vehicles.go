package brushbrothers

import "slices"

// vehicleTraits are the characteristics that bear on vehicles: those of activation and fire (BB-R32).
var vehicleTraits = []string{"disciplined", "bold", "expert", "methodical"}

// conventions takes the conventions on vehicles and guns from the scenario and from whoever opens the game (BB-D4).
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

// array brings what was deployed into the order in which a game begins: vehicles and guns look at the enemy's edge where
// nothing was said (BB-R34), guns are in position (BB-R57), those who are carried are where their vehicle is (BB-R41), and
// nothing of theirs lies in ambush (BB-3.7f).
func (g *Game) array() {
	for i := range g.Groups {
		u := &g.Groups[i]
		if u.Sector == "" {
			continue
		}
		if (u.vehicle() || g.gun(u)) && u.Facing == "" {
			u.Facing = g.outward(g.camp(u.Side).Edge, u.Sector)
		}
		if g.gun(u) && u.Aboard == "" && !u.Moved {
			u.Bases[0].Ready = true
		}
		if u.vehicle() {
			u.Ambush, u.Spotted = false, false
		}
		if c := g.own(u.Side, u.Aboard); u.Aboard != "" && c != nil {
			u.Sector, u.Ambush, u.Spotted = c.Sector, false, false
		} else {
			u.Aboard = ""
		}
	}
}

// arrayHere does the same for a position put by hand, but for guns, whose readiness was said.
func (g *Game) arrayHere() {
	for i := range g.Groups {
		u := &g.Groups[i]
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

// mechanised tells whether the game has something of sections 9 to 14 or of the supports.
func (g *Game) mechanised() bool {
	return len(g.Strikes) > 0 || slices.ContainsFunc(g.Groups, func(u Group) bool { return u.vehicle() || u.Mounts || u.Aboard != "" || g.gun(&u) })
}
