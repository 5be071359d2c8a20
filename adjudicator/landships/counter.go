package landships

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// drawn is a counter on the map.
func (k *Game) drawn(u *Piece) board.Counter {
	c := board.Counter{ID: u.ID, Side: k.index(u.Side), Place: u.Hex, Symbol: symbol(u), Top: u.ID, Bottom: k.figures(u), Facing: k.directionName(u.Facing)}
	if worn := badges(k, u); len(worn) > 0 {
		c.Badge, c.Badges = worn[0], worn[1:]
	}
	switch {
	case u.vehicle():
		v := k.vehicle(u)
		c.Shape = shapeOf(v)
		for _, m := range v.Mounts {
			looks := middles(m.Sectors)
			if m.Kind == "mg" {
				c.MGs = append(c.MGs, looks...)
			} else {
				c.Guns = append(c.Guns, looks...)
			}
			for _, sector := range m.Sectors {
				c.Fields = table.With(c.Fields, board.Field{Degrees: sector * 60, Light: m.Kind == "mg"})
			}
		}
	case u.Class == "ART" || u.Class == "IG":
		c.Shape, c.Bottom, c.Fields = "fieldgun", "", []board.Field{{}}
	case u.Class == "AT":
		c.Shape, c.Bottom, c.Fields = "antitank", "", []board.Field{{}}
	case u.Class == "AA":
		c.Shape, c.Bottom = "flak", ""
	case u.Class == "AIR":
		c.Shape = "biplane"
		if k.plane(u).Type == "B" {
			c.Shape = "bomber"
		}
	}
	return c
}

// symbol returns the symbol of a counter's arm.
func symbol(u *Piece) string {
	switch u.Class {
	case "INF":
		return "infantry"
	case "MG":
		return "mg"
	case "CREW":
		return "crew"
	case "TL":
		return "leader"
	case "FO":
		return "observer"
	case "CAV", "CAVMG":
		switch {
		case u.Mounted:
			return "cavalry"
		case u.Class == "CAVMG":
			return "mg"
		}
		return "infantry"
	case "ATR":
		return "rifle"
	case "FLT":
		return "flame"
	case "TNK", "AC":
		return "armour"
	case "TRK":
		return "truck"
	case "AIR":
		return "aircraft"
	}
	return "gun"
}

// shapeOf returns the silhouette of a vehicle: by its kind, and for tanks by how they are built.
func shapeOf(v *Vehicle) string {
	switch {
	case v.Kind == "armoured_car":
		return "car"
	case v.Kind == "truck":
		return "truck"
	case slices.Contains(v.Flags, "may_enter_woods"):
		return "turret"
	case slices.Contains(v.Flags, "whippet_control"):
		return "light"
	case slices.Contains(v.Flags, "poor_trench_crosser"):
		return "casemate"
	}
	return "rhomboid"
}

// middles returns the directions in which a mount points, in degrees clockwise from the vehicle's front: the middle of
// each run of sectors, or straight ahead if it fires all round.
func middles(sectors []int) []int {
	if len(sectors) == 0 || len(sectors) >= sides {
		return []int{0}
	}
	sum := 0
	for _, s := range sectors {
		if s > sides/2 {
			s -= sides
		}
		sum += s * 60
	}
	return []int{sum / len(sectors)}
}

// rank orders the counters of a hex from the top of the stack down: vehicles, guns, groups, then those that never hold
// a hex.
func rank(c board.Counter) int {
	order := []string{"armour", "truck", "gun", "mg", "infantry", "cavalry", "flame", "rifle", "observer", "leader", "crew", "aircraft"}
	return slices.Index(order, c.Symbol)
}
