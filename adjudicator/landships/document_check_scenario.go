package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// frame checks what the date allows.
func (c *checker) frame() {
	s := c.d.Scenario
	for i, side := range s.Sides {
		if side.Gas != 0 && s.Date < "1915" {
			c.Add(fmt.Sprintf("scenario.sides[%d].gas", i), "there is no gas before 1915 (LS-5.34a)")
		}
	}
	for i, id := range s.Suggested {
		if !slices.Contains(optionIDs, id) {
			c.Add(fmt.Sprintf("scenario.suggested[%d]", i), "%q is no optional rule", id)
		}
	}
	for i, o := range s.Options {
		if o.ID == "erratum_strict" && (o.Default == "yes") != (s.Switches.Acquisition == "erratum_strict") {
			c.Add(fmt.Sprintf("scenario.options[%d].default", i), "it says otherwise than scenario.switches.acquisition (A-27)")
		}
	}
}

// code returns the row of a terrain code.
func (c *checker) code(code string) (Terrain, bool) {
	return table.Find(c.d.Terrain, func(t *Terrain) bool { return t.Code == code && t.Kind != "feature" })
}

// at returns the terrain of a hex of the map, or none if the map has a flaw.
func (c *checker) at(hex string) Terrain {
	t, _ := c.code(string(c.grid.Code(c.d.Scenario.Map.Ground, hex)))
	return t
}

// works checks towns, trenches, strongpoints, wire, rough ground and mines.
func (c *checker) works() {
	m := c.d.Scenario.Map
	var towns []string
	for i, t := range m.Towns {
		path := fmt.Sprintf("scenario.map.towns[%d].hexes", i)
		for j, h := range t.Hexes {
			if c.at(h).Kind != "town" {
				c.Add(fmt.Sprintf("%s[%d]", path, j), "%s is no town hex", h)
			}
		}
		towns = append(towns, t.Hexes...)
	}
	for i, row := range m.Ground {
		for j := range min(len(row), m.Columns) {
			hex := fmt.Sprintf("%02d%02d", j+1, i+1)
			if c.at(hex).Kind == "town" && !slices.Contains(towns, hex) {
				c.Add(fmt.Sprintf("scenario.map.ground[%d]", i), "the town hex %s belongs to no named town (LS-2.1d)", hex)
			}
		}
	}
	var dug []string
	for i, t := range m.Trenches {
		path := fmt.Sprintf("scenario.map.trenches[%d].hexes", i)
		for j, h := range t.Hexes {
			if k := c.at(h).Kind; k == "river" || k == "swamp" {
				c.Add(fmt.Sprintf("%s[%d]", path, j), "no trench is dug in the %s %s", k, h)
			}
			if slices.Contains(dug, h) {
				c.Add(fmt.Sprintf("%s[%d]", path, j), "%s is in another trench already", h)
			}
		}
		dug = append(dug, t.Hexes...)
	}
	if !slices.Equal(m.Rough, []string{"all"}) {
		for i, h := range m.Rough {
			if at := fmt.Sprintf("scenario.map.rough[%d]", i); !c.grid.Has(h) {
				c.Add(at, "%q is no hex of this map", h)
			} else if c.at(h).Kind != "clear" {
				c.Add(at, "%s is not clear: rough ground is (LS-6.23a)", h)
			} else if slices.Contains(m.Rough[:i], h) {
				c.Add(at, "%s is named twice", h)
			}
		}
	}
	var mined []string
	for i, f := range m.Mines {
		path := fmt.Sprintf("scenario.map.mines[%d].hexes", i)
		for j, h := range f.Hexes {
			if slices.Contains(mined, h) {
				c.Add(fmt.Sprintf("%s[%d]", path, j), "%s is mined twice", h)
			}
		}
		mined = append(mined, f.Hexes...)
	}
}

// lines checks roads and bridges.
func (c *checker) lines() {
	m := c.d.Scenario.Map
	var road []string
	for i, r := range m.Roads {
		path := fmt.Sprintf("scenario.map.roads[%d].hexes", i)
		for j, h := range r.Hexes {
			if k := c.at(h).Kind; k == "river" && !slices.Contains(m.Bridges, h) {
				c.Add(fmt.Sprintf("%s[%d]", path, j), "the road crosses the river at %s without a bridge", h)
			}
		}
		road = append(road, r.Hexes...)
	}
	for i, h := range m.Bridges {
		if c.at(h).Kind != "river" || !slices.Contains(road, h) {
			c.Add(fmt.Sprintf("scenario.map.bridges[%d]", i), "%s is no river hex with a road", h)
		}
	}
}

// arrivals checks reinforcements: they enter over the edge, vehicles and cavalry in 4.2, foot in 4.4.
func (c *checker) arrivals() {
	s := c.d.Scenario
	var coming []string
	for i, a := range s.Arrivals {
		path := fmt.Sprintf("scenario.arrivals[%d]", i)
		for j, h := range a.Hexes {
			if column, row := columnRow(h); column > 1 && row > 1 && column < s.Map.Columns && row < s.Map.Rows {
				c.Add(fmt.Sprintf("%s.hexes[%d]", path, j), "%s is not on the edge of the map", h)
			}
		}
		for j, id := range a.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			if slices.Contains(coming, id) {
				c.Add(at, "%s arrives twice", id)
			}
			coming = append(coming, id)
			u, _ := c.unit(id)
			c.arrives(path, at, a, u)
		}
	}
}

// arrives checks one unit of an arrival.
func (c *checker) arrives(path, at string, a Arrival, u Unit) {
	rides := u.Class == "TNK" || u.Class == "AC" || u.Class == "TRK" || (u.Class == "CAV" || u.Class == "CAVMG") && !u.Dismounted
	switch {
	case u.Side != a.Side:
		c.Add(at, "%s is of the other side", u.ID)
	case u.Hex != "":
		c.Add(at, "%s stands at %s already", u.ID, u.Hex)
	case u.Class == "AIR":
		c.Add(at, "aircraft do not arrive: they are off the map until they fly (LS-11.11a)")
	case gunClass(u.Class):
		c.Add(at, "guns cannot move onto the map (LS-7.15a)")
	case rides != (a.Phase == "4.2"):
		c.Add(at, "%s cannot come in %s: vehicles and cavalry come in 4.2, foot in 4.4 (LS-6.0a)", u.ID, a.Phase)
	}
	if rides && u.Class[0] != 'C' && a.Facing == 0 {
		c.Add(path, "facing is missing: vehicles arrive with one (LS-6.11d)")
	}
}

// deployments checks where players may set up (D-02).
func (c *checker) deployments() {
	var named []string
	for i, a := range c.d.Scenario.Deployments {
		path := fmt.Sprintf("scenario.deployments[%d]", i)
		for j, id := range a.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			u, _ := c.unit(id)
			switch {
			case u.Side != a.Side:
				c.Add(at, "%s is of the other side", id)
			case u.Hex == "":
				c.Add(at, "%s is not on the map at the start", id)
			case slices.Contains(named, id):
				c.Add(at, "%s is in another area already", id)
			}
			named = append(named, id)
		}
	}
	for i, a := range c.d.Scenario.Deployments {
		for _, u := range c.d.Scenario.Units {
			mine := slices.Contains(a.Units, u.ID) || len(a.Units) == 0 && u.Side == a.Side && !slices.Contains(named, u.ID)
			if mine && u.Hex != "" && !slices.Contains(a.Hexes, u.Hex) {
				c.Add(fmt.Sprintf("scenario.deployments[%d].hexes", i), "%s stands at %s, outside its own area", u.ID, u.Hex)
			}
		}
	}
}

// victory checks the levels of victory.
func (c *checker) victory() {
	v := c.d.Scenario.Victory
	if n := len(v.Results); n > 0 && v.Results[n-1].Margin > -lowest {
		c.Add(fmt.Sprintf("scenario.victory.results[%d].margin", n-1), "no result for margins below %d: the last one is from -%d", v.Results[n-1].Margin, lowest)
	}
}

// lowest is a margin below any that a game can reach.
const lowest = 999

// optionIDs are the optional rules of section 16 and elsewhere, and the switch of A-27.
var optionIDs = []string{
	"LS-5.55b", "LS-6.16j", "LS-8.23l", "LS-13.23c", "erratum_strict", "LS-16.11", "LS-16.12", "LS-16.13", "LS-16.14a", "LS-16.14b", "LS-16.15",
	"LS-16.21", "LS-16.22", "LS-16.23", "LS-16.24", "LS-16.31", "LS-16.32", "LS-16.41", "LS-16.42", "LS-16.43", "LS-16.44",
}

// offered returns the options that can be chosen when a game is opened.
func offered(*Document) []table.Allowed {
	return append(table.YesNo(optionIDs...), table.Allowed{ID: "turns", Values: table.Numbers(1, 60)})
}
