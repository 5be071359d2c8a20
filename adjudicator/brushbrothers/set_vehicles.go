package brushbrothers

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/position"
)

// conventions are the conventions on vehicles and guns that are in force.
type conventions struct {
	TankRadius   bool `key:"tank_radius"`   // BB-10.2
	LeaderRadius bool `key:"leader_radius"` // BB-10.3
	Shields      bool `key:"shields"`       // BB-14.3e
	Wrecks       bool `key:"wrecks"`        // BB-11.12
}

// correctConventions puts conventions in force or out of force.
func (g *Game) correctConventions(s *position.Setting, c conventions) error {
	part, err := s.Part("conventions")
	if part == nil || err != nil {
		return err
	}
	h := &g.Habits
	for _, x := range []struct {
		key string
		to  *bool
		is  bool
	}{{"tank_radius", &h.FullRadius, !c.TankRadius}, {"leader_radius", &h.ShortLeaders, !c.LeaderRadius}, {"shields", &h.NoShields, !c.Shields}, {"wrecks", &h.Wrecks, c.Wrecks}} {
		if part.Has(x.key) {
			*x.to = x.is
		}
	}
	return nil
}

// correctVehicle works out what follows for a vehicle, a gun or a passenger. A unit that was made a vehicle is nothing
// else.
func (g *Game) correctVehicle(u *Group, s *position.Setting) error {
	if s.Has("vehicle") {
		if _, ok := g.doc.Vehicle(u.Model); !ok {
			return fmt.Errorf("no vehicle is called %q", u.Model)
		}
		u.Quality, u.Ambush, u.Spotted, u.Stress = "standard", false, false, unstressed
		u.Bases = []Stand{{Base: Base{Weapon: u.Model, NCO: true}, ID: 1}}
		if u.Kind != "chief" {
			u.Kind = "vehicle"
		}
	}
	if s.Has("facing") && u.Facing != "" && !slices.Contains(g.net.Directions(), u.Facing) {
		return fmt.Errorf("there is no direction %q on this board", u.Facing)
	}
	u.Mounts = u.Mounts || u.Mounted
	return nil
}

// soundVehicle reports what is wrong with a vehicle or with a passenger.
func (g *Game) soundVehicle(u *Group) error {
	c := g.own(u.Side, u.Aboard)
	switch {
	case u.vehicle() && (u.Ambush || u.Stress != unstressed || u.Watch):
		return fmt.Errorf("%s is a vehicle: no ambush, no watch and no marker (BB-10.4a, BB-3.7f, BB-5.7)", u.name())
	case u.vehicle() && g.terrain(u.Sector).tracks() == "no":
		return fmt.Errorf("%s, a vehicle, stands at %s (BB-10.7)", u.name(), u.Sector)
	case u.Aboard != "" && (c == nil || !c.vehicle()):
		return fmt.Errorf("%s is aboard %q, which is no vehicle of its side (BB-13)", u.name(), u.Aboard)
	case u.Aboard != "" && u.Sector != c.Sector:
		return fmt.Errorf("%s is aboard %s and not in its sector (BB-R41)", u.name(), u.Aboard)
	}
	return nil
}
