package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// unit returns a unit of the scenario.
func (c *checker) unit(id string) (Unit, bool) {
	return table.Find(c.d.Scenario.Units, func(u *Unit) bool { return u.ID == id })
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
		if slices.Contains([]string{"N", "NE", "SE", "S", "SW", "NW", "E", "W"}, u.ID) {
			c.Add(path+".id", "%q is a direction", u.ID)
		}
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
		if v, _ := c.unit(u.Aboard); v.Side != u.Side {
			c.Add(path+".aboard", "%q is no vehicle of this side", u.Aboard)
		} else if u.Class == "TL" && v.Class != "TNK" {
			c.Add(path+".aboard", "a tank leader leads a tank (LS-14.11a)")
		}
	}
	if u.Carrier != "" {
		n++
	}
	n += table.Count(s.Arrivals, func(a Arrival) bool { return slices.Contains(a.Units, u.ID) })
	switch {
	case n > 1:
		c.Add(path, "%s is in several places: hex, aboard, carrier and arrivals exclude each other", u.ID)
	case n == 0 && u.Class != "AIR":
		c.Add(path, "%s is nowhere: it needs a hex, a vehicle that it is aboard, a carrier or an arrival", u.ID)
	}
}

// kind checks the type of foot and cavalry.
func (c *checker) kind(path string, u Unit) {
	if !groupClass(u.Class) && u.Class != "CREW" && u.Class != "TL" && u.Class != "FO" {
		return
	}
	if u.Type == "" {
		if groupClass(u.Class) && (len(u.Values) != 3 || u.Class[0] == 'C') {
			c.Add(path, "type is missing: a counter of counters.yaml, or values")
		}
		return
	}
	k, ok := table.Find(c.d.Counters, func(k *Counter) bool { return k.ID == u.Type })
	if !ok {
		c.Add(path+".type", "no counter is called %q", u.Type)
	} else if k.Class != u.Class {
		c.Add(path+".type", "%s is of class %s, not %s", u.Type, k.Class, u.Class)
	}
}

// vehicle checks a vehicle: its kind, facing, German crew and the ground that it stands on.
func (c *checker) vehicle(path string, u Unit) {
	v, ok := table.Find(c.d.Vehicles, func(v *Vehicle) bool { return v.ID == u.Type })
	if !ok {
		c.Add(path+".type", "no vehicle is called %q", u.Type)
		return
	}
	kinds := []struct{ class, kind string }{{"TNK", "tank"}, {"AC", "armoured_car"}, {"TRK", "truck"}}
	for _, k := range kinds {
		if (u.Class == k.class) != (v.Kind == k.kind) {
			c.Add(path+".class", "%s is of the kind %s", u.Type, v.Kind)
			return
		}
	}
	if v.Side != "both" && v.Side != u.Side {
		c.Add(path+".type", "%s belongs to the other side", u.Type)
	}
	if german := slices.Contains(v.Flags, "german_crew"); german {
		crew, ok := c.unit(u.Crew)
		if !ok || crew.Class != "CREW" || crew.Aboard != u.ID {
			c.Add(path+".crew", "a German tank has a crew counter aboard it (LS-15.11a)")
		}
		if u.EntryEdge == "" {
			c.Add(path, "entry_edge is missing: the edge by which the German tank came (LS-15.11d)")
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
			c.Add(path, "%s cannot stand at %s: %s never enter the terrain %s (LS-6.15)", u.ID, u.Hex, kinds, t.ID)
		}
	}
}

// feature returns the row of a feature.
func (c *checker) feature(id string) Terrain {
	t, _ := table.Find(c.d.Terrain, func(t *Terrain) bool { return t.ID == id })
	return t
}

// gun checks a gun and its crew (LS-13.2a).
func (c *checker) gun(path string, u Unit) {
	w, _ := table.Find(c.d.Weapons, func(w *Weapon) bool { return w.Class == u.Class })
	if w.Facing != (u.Facing != 0) {
		c.Add(path+".facing", "%s: guns of class AT, ART and IG have a facing, AA have none (LS-2.3h)", u.ID)
	}
	if u.Crew == "" {
		return // a gun may be found without a crew
	}
	crew, ok := c.unit(u.Crew)
	if !ok || crew.Class != "CREW" || crew.Side != u.Side || crew.Hex != u.Hex {
		c.Add(path+".crew", "%q is no crew of this side in the hex of %s (LS-13.2a)", u.Crew, u.ID)
	}
	for _, o := range c.d.Scenario.Units {
		if o.ID != u.ID && o.Crew == u.Crew {
			c.Add(path+".crew", "%s works %s already", u.Crew, o.ID)
		}
	}
}

// plane checks an aircraft and its missions (LS-11.1b, LS-11.33a).
func (c *checker) plane(path string, u Unit) {
	p, ok := table.Find(c.d.Aircraft, func(p *Plane) bool { return p.ID == u.Type })
	if !ok {
		c.Add(path+".type", "no aircraft is called %q", u.Type)
		return
	}
	for j, m := range u.Missions {
		at := fmt.Sprintf("%s.missions[%d]", path, j)
		switch {
		case p.Type == "F" || p.Type == "B" && m != "bombing":
			c.Add(at, "%s is of type %s and cannot fly it (LS-11.1b)", u.Type, p.Type)
		case m == "strafing" && c.d.Scenario.Date < "1917":
			c.Add(at, "ground attack begins in 1917 (LS-11.33a)")
		}
	}
}

// personal checks anti-tank rifles and flamethrowers: German groups carry them (LS-13.11a, LS-7.15b).
func (c *checker) personal(path string, u Unit) {
	if u.Carrier == "" {
		return // left in its hex (LS-13.11c)
	}
	k, ok := c.unit(u.Carrier)
	if !ok || k.Side != u.Side {
		c.Add(path+".carrier", "%q is no infantry or machine gun group of this side (LS-13.1a)", u.Carrier)
		return
	}
	nation := k.Nation
	for _, s := range c.d.Scenario.Sides {
		if nation == "" && s.ID == k.Side {
			nation = s.Nation
		}
	}
	if nation != "german" {
		c.Add(path+".carrier", "only German groups carry personal weapons (LS-13.11a)")
	}
	flames := table.Count(c.d.Scenario.Units, func(o Unit) bool { return o.Class == "FLT" && o.Carrier == u.Carrier })
	if most := c.d.Tables.Constants.FlameCarried.Value; u.Class == "FLT" && flames > most {
		c.Add(path+".carrier", "%s carries %d flamethrowers; %d is the most (LS-7.15b)", u.Carrier, flames, most)
	}
}

// stacks checks the starting hexes: no enemies together, and no more units than the rules allow (LS-3.12).
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
				c.Add(path, "%s and %s stand in one hex", o.ID, u.ID)
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
			c.Add(path, "more than %d groups at %s (LS-3.12a)", groups, u.Hex)
		}
		if vehicleClass(u.Class) && driven == vehicles+1 {
			c.Add(path, "more than %d vehicles at %s (LS-3.12b)", vehicles, u.Hex)
		}
	}
}
