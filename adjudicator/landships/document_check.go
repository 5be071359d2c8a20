package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its tags: units where their kind cannot be, works and
// roads that the ground does not allow, set-ups that the rules forbid. Paths are those of the document's JSON.
//
// Example: a truck that a scenario puts into a trench hex gives the flaw {scenario.units[12].hex, "TR-1 is a truck:
// trucks never enter a trench (LS-6.15f)"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	c.results()
	c.vehicles()
	grid, err := d.Grid()
	if err != nil {
		c.Add("scenario.map", "a board of %d columns and %d rows cannot be made", d.Scenario.Map.Columns, d.Scenario.Map.Rows)
		return c.Flaws
	}
	c.grid = grid
	c.frame()
	c.works()
	c.lines()
	c.units()
	c.stacks()
	c.arrivals()
	c.deployments()
	c.victory()
	return c.Flaws
}

// checker collects flaws.
type checker struct {
	d    *Document
	grid board.Grid
	table.Flaws
}

// results checks what the tags of the charts cannot express.
func (c *checker) results() {
	t := c.d.Tables
	for i, f := range t.SmallArms {
		if i > 0 && f.Hit < t.SmallArms[i-1].Hit {
			c.Add(fmt.Sprintf("tables.small_arms[%d].hit", i), "a stronger column may not hit less often (LS-8.63a)")
		}
	}
	for i, r := range t.TankRanges {
		if (len(r.Types) == 0) != (i == len(t.TankRanges)-1) {
			c.Add(fmt.Sprintf("tables.tank_ranges[%d].types", i), "the last row alone names no types: it serves all others (LS-16.31a)")
		}
	}
}

// vehicles checks the vehicles and their mounts.
func (c *checker) vehicles() {
	for i, v := range c.d.Vehicles {
		path := fmt.Sprintf("vehicles[%d]", i)
		if slices.Contains(v.Flags, "german_crew") && (v.Side != "central" || v.Kind != "tank") {
			c.Add(path+".flags", "german_crew belongs to tanks of the Central Powers (LS-15.11a)")
		}
		c.mounts(path, v)
	}
}

// mounts checks the fire diagram of a vehicle (LS-2.42a).
func (c *checker) mounts(path string, v Vehicle) {
	for i, m := range v.Mounts {
		at := fmt.Sprintf("%s.mounts[%d]", path, i)
		if v.Kind == "armoured_car" && m.Kind != "mg" {
			c.Add(at+".kind", "armoured cars carry machine guns only (LS-2.42f)")
		}
		if v.Kind == "tank" && (m.Kind == "at" || m.Kind == "aa" || m.Kind == "art") {
			c.Add(at+".kind", "weapons units are mounted on trucks only (LS-8.55e)")
		}
	}
}
