package landships

import (
	"fmt"
	"slices"
	"strings"
)

// unit finds a unit of the scenario.
func (c *checker) unit(id string) (Unit, bool) {
	i := slices.IndexFunc(c.d.Scenario.Units, func(u Unit) bool { return u.ID == id })
	if i < 0 {
		return Unit{}, false
	}
	return c.d.Scenario.Units[i], true
}

func gunClass(class string) bool {
	return class == "AT" || class == "AA" || class == "ART" || class == "IG"
}

func vehicleClass(class string) bool { return class == "TNK" || class == "AC" || class == "TRK" }

func groupClass(class string) bool {
	return class == "INF" || class == "MG" || class == "CAV" || class == "CAVMG"
}

// units checks every counter by itself.
func (c *checker) units() {
	s := c.d.Scenario
	for i, u := range s.Units {
		path := fmt.Sprintf("scenario.units[%d]", i)
		c.called(path+".id", u.ID)
		c.place(path, u)
		c.kind(path, u)
		switch {
		case vehicleClass(u.Class):
			c.vehicle(path, u)
		case gunClass(u.Class):
			c.gun(path, u)
		case u.Class == "AIR":
			c.plane(path, u)
		case u.Class == "ATR" || u.Class == "FLT":
			c.personal(path, u)
		}
		if len(u.Missions) > 0 && u.Class != "AIR" {
			c.flaw(path+".missions", "only aircraft fly missions (LS-11.1a)")
		}
	}
	for i, id := range s.Switches.Stosstruppen {
		if u, ok := c.unit(id); !ok || u.Class != "INF" {
			c.flaw(fmt.Sprintf("scenario.switches.stosstruppen[%d]", i), "%q is no infantry of this scenario (LS-16.15a)", id)
		}
	}
}

// called checks a unit's name: orders name it, so it must be one word that is neither a hex nor a number.
func (c *checker) called(path, id string) {
	letter := false
	for _, r := range id {
		upper, digit := r >= 'A' && r <= 'Z', r >= '0' && r <= '9'
		letter = letter || upper
		if !upper && !digit && r != '-' {
			c.flaw(path, "%q: names are capitals, digits and hyphens, so that orders can use them", id)
			return
		}
	}
	if !letter || len(id) > 8 || strings.HasPrefix(id, "-") || strings.HasSuffix(id, "-") {
		c.flaw(path, "%q: a name has a letter, at most 8 characters and no hyphen at its ends", id)
	}
	switch id {
	case "N", "NE", "SE", "S", "SW", "NW", "E", "W":
		c.flaw(path, "%q is a direction", id)
	}
}

// place checks where a unit is: on a hex, aboard, carried, arriving, or waiting to fly.
func (c *checker) place(path string, u Unit) {
	s := c.d.Scenario
	n := 0
	if u.Hex != "" {
		n++
	}
	if u.Aboard != "" {
		n++
		if v, ok := c.unit(u.Aboard); !ok || !vehicleClass(v.Class) || v.Side != u.Side {
			c.flaw(path+".aboard", "%q is no vehicle of this side", u.Aboard)
		} else if u.Class != "TL" && u.Class != "CREW" {
			c.flaw(path+".aboard", "only tank leaders and crews are aboard vehicles (LS-14.11a, LS-15.11a)")
		} else if u.Class == "TL" && v.Class != "TNK" {
			c.flaw(path+".aboard", "a tank leader leads a tank (LS-14.11a)")
		}
	}
	if u.Carrier != "" {
		n++
	}
	for _, a := range s.Arrivals {
		if slices.Contains(a.Units, u.ID) {
			n++
		}
	}
	switch {
	case n > 1:
		c.flaw(path, "%s is in several places: hex, aboard, carrier and arrivals exclude each other", u.ID)
	case n == 0 && u.Class != "AIR":
		c.flaw(path, "%s is nowhere: it needs a hex, a vehicle that it is aboard, a carrier or an arrival", u.ID)
	}
}

// kind checks type and values of foot and cavalry.
func (c *checker) kind(path string, u Unit) {
	if len(u.Values) != 0 && (len(u.Values) != 3 || !groupClass(u.Class)) {
		c.flaw(path+".values", "values are FS, WR and MR of a platoon")
	}
	if u.Dismounted && u.Class != "CAV" && u.Class != "CAVMG" {
		c.flaw(path+".dismounted", "%s has no horses", u.ID)
	}
	if !groupClass(u.Class) && u.Class != "CREW" && u.Class != "TL" && u.Class != "FO" {
		return
	}
	if u.Facing != 0 {
		c.flaw(path+".facing", "soft targets have no facing (LS-2.2c)")
	}
	if u.Type == "" {
		if groupClass(u.Class) && (len(u.Values) != 3 || u.Class[0] == 'C') {
			c.flaw(path, "type is missing: a counter of counters.yaml, or values")
		}
		return
	}
	i := slices.IndexFunc(c.d.Counters, func(k Counter) bool { return k.ID == u.Type })
	if i < 0 {
		c.flaw(path+".type", "no counter is called %q", u.Type)
	} else if k := c.d.Counters[i]; k.Class != u.Class {
		c.flaw(path+".type", "%s is of class %s, not %s", u.Type, k.Class, u.Class)
	}
}

// vehicle checks a vehicle: its kind, facing, German crew and the ground that it stands on.
func (c *checker) vehicle(path string, u Unit) {
	v, ok := c.vehicleType(path+".type", u.Type)
	if !ok {
		return
	}
	kinds := []struct{ class, kind string }{{"TNK", "tank"}, {"AC", "armoured_car"}, {"TRK", "truck"}}
	for _, k := range kinds {
		if (u.Class == k.class) != (v.Kind == k.kind) {
			c.flaw(path+".class", "%s is of the kind %s", u.Type, v.Kind)
			return
		}
	}
	if v.Side != "both" && v.Side != u.Side {
		c.flaw(path+".type", "%s belongs to the other side", u.Type)
	}
	if u.Facing == 0 {
		c.flaw(path, "facing is missing: vehicles have one (LS-2.41)")
	}
	if german := slices.Contains(v.Flags, "german_crew"); german {
		crew, ok := c.unit(u.Crew)
		if !ok || crew.Class != "CREW" || crew.Aboard != u.ID {
			c.flaw(path+".crew", "a German tank has a crew counter aboard it (LS-15.11a)")
		}
		if u.EntryEdge == "" {
			c.flaw(path, "entry_edge is missing: the edge by which the German tank came (LS-15.11d)")
		}
	}
	if u.Hex != "" {
		c.stands(path+".hex", u, v)
	}
}

// stands checks that a vehicle may be in its hex (LS-6.15c to f).
func (c *checker) stands(path string, u Unit, v Vehicle) {
	m := c.d.Scenario.Map
	road := slices.ContainsFunc(m.Roads, func(r Road) bool { return slices.Contains(r.Hexes, u.Hex) })
	own := false
	rows := []Terrain{c.at(u.Hex)}
	for _, t := range m.Trenches {
		if slices.Contains(t.Hexes, u.Hex) {
			own = t.Side == u.Side
			rows = append(rows, c.feature("trench"))
		}
	}
	if slices.Contains(m.Wire, u.Hex) {
		rows = append(rows, c.feature("wire"))
	}
	for _, t := range rows {
		cost, kinds := t.Tank, "tanks"
		switch v.Kind {
		case "armoured_car":
			cost, kinds = t.Car, "armoured cars"
		case "truck":
			cost, kinds = t.Truck, "trucks"
		}
		allowed := cost > 0 || cost < 0 && road || t.Kind == "woods" && slices.Contains(v.Flags, "may_enter_woods") ||
			t.Kind == "river" && slices.Contains(m.Bridges, u.Hex) || t.ID == "trench" && road && own
		if !allowed {
			c.flaw(path, "%s cannot stand at %s: %s never enter the terrain %s (LS-6.15)", u.ID, u.Hex, kinds, t.ID)
		}
	}
}

// feature finds the row of a feature.
func (c *checker) feature(id string) Terrain {
	i := slices.IndexFunc(c.d.Terrain, func(t Terrain) bool { return t.ID == id })
	if i < 0 {
		return Terrain{ID: id}
	}
	return c.d.Terrain[i]
}

// gun checks a gun and its crew (LS-13.2a).
func (c *checker) gun(path string, u Unit) {
	w := Weapon{}
	for _, o := range c.d.Weapons {
		if o.Class == u.Class {
			w = o
		}
	}
	if w.Facing != (u.Facing != 0) {
		c.flaw(path+".facing", "%s: guns of class AT, ART and IG have a facing, AA have none (LS-2.3h)", u.ID)
	}
	if u.Crew == "" {
		return // a gun may be found without a crew
	}
	crew, ok := c.unit(u.Crew)
	if !ok || crew.Class != "CREW" || crew.Side != u.Side || crew.Hex != u.Hex {
		c.flaw(path+".crew", "%q is no crew of this side in the hex of %s (LS-13.2a)", u.Crew, u.ID)
	}
	for _, o := range c.d.Scenario.Units {
		if o.ID != u.ID && o.Crew == u.Crew {
			c.flaw(path+".crew", "%s works %s already", u.Crew, o.ID)
		}
	}
}

// plane checks an aircraft and its missions (LS-11.1b, LS-11.33a).
func (c *checker) plane(path string, u Unit) {
	i := slices.IndexFunc(c.d.Aircraft, func(p Plane) bool { return p.ID == u.Type })
	if i < 0 {
		c.flaw(path+".type", "no aircraft is called %q", u.Type)
		return
	}
	if u.Hex != "" {
		c.flaw(path+".hex", "aircraft are off the map until they fly (LS-11.11a)")
	}
	p := c.d.Aircraft[i]
	for j, m := range u.Missions {
		at := fmt.Sprintf("%s.missions[%d]", path, j)
		switch {
		case p.Type == "F" || p.Type == "B" && m != "bombing":
			c.flaw(at, "%s is of type %s and cannot fly it (LS-11.1b)", u.Type, p.Type)
		case m == "strafing" && c.d.Scenario.Date < "1917":
			c.flaw(at, "ground attack begins in 1917 (LS-11.33a)")
		}
	}
}

// personal checks anti-tank rifles and flamethrowers: German groups carry them (LS-13.11a, LS-7.15b).
func (c *checker) personal(path string, u Unit) {
	if u.Carrier == "" {
		return // left lying in its hex (LS-13.11c)
	}
	k, ok := c.unit(u.Carrier)
	if !ok || k.Side != u.Side || k.Class != "INF" && k.Class != "MG" {
		c.flaw(path+".carrier", "%q is no infantry or machine gun group of this side (LS-13.1a)", u.Carrier)
		return
	}
	nation := k.Nation
	for _, s := range c.d.Scenario.Sides {
		if nation == "" && s.ID == k.Side {
			nation = s.Nation
		}
	}
	if nation != "german" {
		c.flaw(path+".carrier", "only German groups carry personal weapons (LS-13.11a)")
	}
	flames := 0
	for _, o := range c.d.Scenario.Units {
		if o.Class == "FLT" && o.Carrier == u.Carrier {
			flames++
		}
	}
	if most := c.d.Tables.Constants.FlameCarried.Value; u.Class == "FLT" && flames > most {
		c.flaw(path+".carrier", "%s carries %d flamethrowers; %d is the most (LS-7.15b)", u.Carrier, flames, most)
	}
}

// stacks checks the hexes of the start: no enemies together, no more than the rules allow (LS-3.12).
func (c *checker) stacks() {
	s := c.d.Scenario
	groups, vehicles := c.d.Tables.Constants.StackGroups.Value, c.d.Tables.Constants.StackVehicles.Value
	for i, u := range s.Units {
		if u.Hex == "" {
			continue
		}
		path := fmt.Sprintf("scenario.units[%d].hex", i)
		foot, driven := 0, 0
		for _, o := range s.Units[:i+1] {
			if o.Hex != u.Hex {
				continue
			}
			if o.Side != u.Side {
				c.flaw(path, "%s and %s stand in one hex", o.ID, u.ID)
				break
			}
			if groupClass(o.Class) {
				foot++
			}
			if vehicleClass(o.Class) {
				driven++
			}
		}
		if groupClass(u.Class) && foot == groups+1 {
			c.flaw(path, "more than %d groups at %s (LS-3.12a)", groups, u.Hex)
		}
		if vehicleClass(u.Class) && driven == vehicles+1 {
			c.flaw(path, "more than %d vehicles at %s (LS-3.12b)", vehicles, u.Hex)
		}
	}
}
