package brushbrothers

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// VehicleSetting is what "units" of a "set:" says of vehicles, guns, passengers and mounts.
type VehicleSetting struct {
	Vehicle  *string `json:"vehicle"`      // id of vehicles: makes the unit one
	Facing   *string `json:"facing"`       // of a vehicle or a gun
	Leader   *string `json:"leader"`       // of a vehicle: id of its vehicle group leader
	Stunned  *bool   `json:"stunned"`      // cannot fire in its next activation
	Immobile *bool   `json:"immobilised"`  // for good
	Aboard   *string `json:"aboard"`       // id of the vehicle that carries or tows it; "" gets it off
	Mounts   *bool   `json:"mounts"`       // has horses or bicycles
	Mounted  *bool   `json:"mounted"`      // and sits on them
	Exposed  *bool   `json:"exposed"`      // attacked a vehicle with grenades this turn (BB-11.9b)
	Thirst   *int    `json:"thirst_steps"` // of a vehicle (BB-R53)
}

// StrikeSetting is a support obtained in the turn before.
type StrikeSetting struct {
	Side    string `json:"side"`
	Support string `json:"support"`
	At      string `json:"at"`   // point of impact of artillery
	From    string `json:"from"` // markers of aircraft
	To      string `json:"to"`
}

// HeldSetting is what a side has of a support, and how often it asked in vain.
type HeldSetting struct {
	Side    string `json:"side"`
	Support string `json:"support"`
	Count   int    `json:"count"`
}

// FailedSetting is how often a side asked in vain for supports of a kind.
type FailedSetting struct {
	Side      string `json:"side"`
	Air       int    `json:"air"`
	Artillery int    `json:"artillery"`
}

// WreckSetting is a wreck.
type WreckSetting struct {
	Place string `json:"place"`
	Size  int    `json:"size"`
}

// ConventionSetting changes the conventions on vehicles and guns.
type ConventionSetting struct {
	TankRadius   *bool `json:"tank_radius"`   // BB-10.2 is in force
	LeaderRadius *bool `json:"leader_radius"` // BB-10.3 is
	Shields      *bool `json:"shields"`       // BB-14.3e is
	Wrecks       *bool `json:"wrecks"`        // BB-11.12 is
}

// setVehicle applies what a setting says of a vehicle to a unit.
func (g *Game) setVehicle(u *Group, s VehicleSetting) error {
	if s.Vehicle != nil {
		if _, ok := g.doc.Vehicle(*s.Vehicle); !ok {
			return fmt.Errorf("no vehicle is called %q", *s.Vehicle)
		}
		u.Model, u.Quality, u.Ambush, u.Spotted, u.Stress = *s.Vehicle, "standard", false, false, unstressed
		u.Bases = []Stand{{Base: Base{Weapon: *s.Vehicle, NCO: true}, ID: 1}}
		if u.Kind != "chief" {
			u.Kind = "vehicle"
		}
	}
	if s.Facing != nil && *s.Facing != "" && !slices.Contains(g.net.grid.Directions(), *s.Facing) {
		return fmt.Errorf("there is no direction %q on this board", *s.Facing)
	}
	table.Assign(&u.Facing, s.Facing)
	table.Assign(&u.Leader, s.Leader)
	table.Assign(&u.Stunned, s.Stunned)
	table.Assign(&u.Immobile, s.Immobile)
	table.Assign(&u.Aboard, s.Aboard)
	table.Assign(&u.Mounts, s.Mounts)
	table.Assign(&u.Mounted, s.Mounted)
	table.Assign(&u.Exposed, s.Exposed)
	table.Assign(&u.Thirst, s.Thirst)
	u.Mounts = u.Mounts || u.Mounted
	return nil
}

// setAids applies supports, wrecks and conventions.
func (g *Game) setAids(s Setting) error {
	seat := func(name string) bool {
		return slices.ContainsFunc(g.Camps, func(c Camp) bool { return string(c.Seat) == name })
	}
	if s.Strikes != nil {
		g.Strikes = nil
		for _, x := range *s.Strikes {
			row, ok := g.doc.support(x.Support)
			if !ok || !seat(x.Side) {
				return fmt.Errorf("brush-brothers: set: strikes: %q of %q", x.Support, x.Side)
			}
			if row.Kind == "air" && !g.twoEdges(x.From, x.To) || row.Kind != "air" && !g.grid(x.At) {
				return fmt.Errorf("brush-brothers: set: strikes: %s: aircraft need from and to on two edges, artillery a sector at", x.Support)
			}
			g.Strikes = append(g.Strikes, Strike{Side: table.Seat(x.Side), Kind: row.Kind, ID: x.Support, Entry: x.From, Exit: x.To, Point: x.At})
		}
	}
	if s.Held != nil {
		for i := range g.Camps {
			g.Camps[i].Supports = nil
		}
		for _, x := range *s.Held {
			if _, ok := g.doc.support(x.Support); !ok || !seat(x.Side) || x.Count < 1 {
				return fmt.Errorf("brush-brothers: set: supports: %d %q of %q", x.Count, x.Support, x.Side)
			}
			c := g.camp(table.Seat(x.Side))
			c.Supports = append(c.Supports, Held{ID: x.Support, Count: x.Count})
		}
	}
	for _, x := range s.Failed {
		if !seat(x.Side) {
			return fmt.Errorf("brush-brothers: set: failed: there is no side %q", x.Side)
		}
		g.camp(table.Seat(x.Side)).Failed = Failed{Air: x.Air, Artillery: x.Artillery}
	}
	if s.Wrecks != nil {
		g.Wrecks = nil
		for _, x := range *s.Wrecks {
			if !g.grid(x.Place) || x.Size < 1 {
				return fmt.Errorf("brush-brothers: set: wreck of size %d at %q", x.Size, x.Place)
			}
			g.Wrecks = append(g.Wrecks, Wreck(x))
		}
	}
	if c := s.Conventions; c != nil {
		for _, x := range []struct {
			to   *bool
			from *bool
			not  bool
		}{{&g.Habits.FullRadius, c.TankRadius, true}, {&g.Habits.ShortLeaders, c.LeaderRadius, true}, {&g.Habits.NoShields, c.Shields, true}, {&g.Habits.Wrecks, c.Wrecks, false}} {
			if x.from != nil {
				*x.to = *x.from != x.not
			}
		}
	}
	return nil
}

// soundVehicle reports what is wrong with a vehicle, or with whoever is carried.
func (g *Game) soundVehicle(u *Group) error {
	c := g.own(u.Side, u.Aboard)
	switch {
	case u.vehicle() && (u.Ambush || u.Stress != unstressed || u.Watch):
		return fmt.Errorf("brush-brothers: %s is a vehicle: no ambush, no watch and no marker (BB-10.4a, BB-3.7f, BB-5.7)", u.name())
	case u.vehicle() && g.terrain(u.Sector).tracks() == "no":
		return fmt.Errorf("brush-brothers: %s, a vehicle, stands at %s (BB-10.7)", u.name(), u.Sector)
	case u.Aboard != "" && (c == nil || !c.vehicle()):
		return fmt.Errorf("brush-brothers: %s is aboard %q, which is no vehicle of its side (BB-13)", u.name(), u.Aboard)
	case u.Aboard != "" && u.Sector != c.Sector:
		return fmt.Errorf("brush-brothers: %s is aboard %s and not in its sector (BB-R41)", u.name(), u.Aboard)
	}
	return nil
}
