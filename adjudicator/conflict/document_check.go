package conflict

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its tags: piles without a stand-in counter, counters of the
// other side, a name shared by two units of a side, works that cannot be where they are put. Paths are those of the
// document's JSON.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	if grid, err := d.Grid(); err == nil {
		c.grid = grid
	}
	c.piles()
	names := c.forces()
	if h := d.Scenario.Papers.Holder; h != "" && !slices.Contains(names, h) {
		c.Add("scenario.papers.holder", "there is no unit %q", h)
	}
	return c.Flaws
}

// checker collects flaws.
type checker struct {
	d    *Document
	grid board.Grid // nil if it cannot be made
	table.Flaws
}

// piles checks that hit counters cannot run out (CH-7.5, A14).
func (c *checker) piles() {
	for _, pile := range []string{"foot", "vehicle"} {
		count, stand := 0, false
		for _, h := range c.d.Hits {
			if h.Pile == pile {
				count += h.Count
				stand = stand || h.Stand
			}
		}
		if count == 0 || !stand {
			c.Add("hits", "the %s pile has %d counters and needs one that stands in for an empty pile (CH-7.5, A14)", pile, count)
		}
	}
}

// forces checks units and works and returns the names of the units: "soviet.R1".
func (c *checker) forces() []string {
	var names []string
	for i, f := range c.d.Scenario.Forces {
		path := fmt.Sprintf("scenario.forces[%d]", i)
		for j, u := range f.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			name := f.Side + "." + u.ID
			if slices.Contains(names, name) {
				c.Add(at+".id", "%q is there twice on its side", u.ID)
			}
			names = append(names, name)
			if t, ok := c.d.Type(u.Type); ok && t.Side != f.Side {
				c.Add(at+".type", "%s is a %s counter", u.Type, t.Side)
			}
			c.zone(at+".zone", u.Zone)
		}
		for j, w := range f.Works {
			at := fmt.Sprintf("%s.works[%d]", path, j)
			t, _ := c.d.Work(w.Type)
			if w.Hidden && t.Kind != "mines" {
				c.Add(at+".hidden", "only mines lie hidden (CH-18.3.3a)")
			}
			if t.Kind == "bunker" && w.Facing == "" {
				c.Add(at+".facing", "a bunker has a facing (CH-18.1.2c)")
			}
			c.zone(at+".zone", w.Zone)
		}
	}
	return names
}

// zone checks a list of hexes and rows.
func (c *checker) zone(path string, zone []string) {
	for i, z := range zone {
		row := len(z) == 1 && z[0] >= 'A' && int(z[0]-'A') < len(c.d.Scenario.Board.Map)
		if !row && (c.grid == nil || !c.grid.Has(z)) {
			c.Add(fmt.Sprintf("%s[%d]", path, i), "%q is no hex and no row of this board", z)
		}
	}
}

// allowed returns the options of a firefight. A handicap is in CAP (CH-3.2.5a).
func allowed(d *Document) []table.Allowed {
	out := append(table.YesNo("cautious", "cards"), table.Allowed{ID: "variable_ap", Values: []string{"no", "open", "fog"}},
		table.Allowed{ID: "solitaire", Values: []string{"none", "german", "soviet"}}, table.Allowed{ID: "order", Values: []string{"alternate", "sides"}})
	for _, s := range d.Scenario.Sides {
		out = append(out, table.Allowed{ID: "handicap." + s.ID, Values: table.Numbers(0, 99)})
	}
	return out
}
