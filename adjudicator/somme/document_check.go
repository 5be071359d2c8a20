package somme

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its tags: charts that contradict the rules, counters whose
// values do not fit their kind, works and roads in the sea, set-ups that the rules forbid. Paths are those of the
// document's JSON.
//
// Example: a set-up with two divisions at full strength and a regiment in one hex gives the flaw {scenario.start[7].hex,
// "7 points are stacked at 5120; 4 is the limit (SO-4a)"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d, printed: map[string]Unit{}}
	c.charts()
	c.units()
	for i, e := range d.Events {
		c.ofSide(fmt.Sprintf("events[%d].units", i), e.Units, e.Side)
	}
	grid, err := d.Grid()
	if err != nil {
		c.Add("map", "a map of %d columns and %d rows cannot be made", d.Map.Columns, d.Map.Rows)
		return c.Flaws
	}
	c.grid = grid
	c.ground()
	c.lines()
	c.frame()
	c.start()
	c.arrivals()
	c.offensives()
	c.victory()
	return c.Flaws
}

// checker collects flaws.
type checker struct {
	d       *Document
	grid    board.Grid
	printed map[string]Unit // looked up only
	table.Flaws
}

// charts checks what the tags of the tables cannot express.
func (c *checker) charts() {
	t := c.d.Tables
	for i, column := range t.Combat {
		if want := columnName(i); column.ID != want {
			c.Add(fmt.Sprintf("tables.combat[%d].id", i), "the column is %s, not %q: each follows the one before (SO-12.2.4b)", want, column.ID)
		}
	}
	for i, b := range t.Bombardment {
		for j, p := range b.Points {
			if j > 0 && p < b.Points[j-1] || i > 0 && j < len(t.Bombardment[i-1].Points) && p < t.Bombardment[i-1].Points[j] {
				c.Add(fmt.Sprintf("tables.bombardment[%d].points[%d]", i, j), "a stronger bombardment or a higher die may not do less")
			}
		}
	}
	e := &t.Movement.Enter
	for _, p := range []Price{e.Clear, e.Wood, e.Village, e.Town, e.Meadow, e.Flooded, e.ShellHoles, e.Road, e.Interdiction} {
		if p.MP < 1 {
			c.Add("tables.movement.enter."+p.ID+".mp", "entering a hex costs at least one movement point; the sea alone, -1, is closed (SO-11.1.1b)")
		}
	}
	if e.Sea.MP == 0 {
		c.Add("tables.movement.enter.sea.mp", "the sea is closed, -1 (SO-2.1c)")
	}
	last := map[string]int{} // the start of the previous result, by side
	for _, result := range []string{"total", "partial", "none"} {
		for i, b := range t.Mastery {
			if b.Result != result {
				continue
			}
			if before, ok := last[b.Side]; ok && b.From >= before || result == "none" && b.From != 1 {
				c.Add(fmt.Sprintf("tables.mastery[%d].from", i), "total begins above partial, partial above none, none at 1 (SO-12.2.6e)")
			}
			last[b.Side] = b.From
		}
	}
}

// The kinds of counters (SO-2.2): combat units have steps and a zone of control, supports do not.
var (
	divisionKinds = []string{"division", "cavalry_division", "dismounted_cavalry_division"}
	regimentKinds = []string{"regiment", "brigade"}
)

// units checks the values of every counter by its kind.
func (c *checker) units() {
	for i, u := range c.d.Units {
		path := fmt.Sprintf("units[%d]", i)
		c.printed[u.ID] = u
		switch {
		case slices.Contains(divisionKinds, u.Kind), slices.Contains(regimentKinds, u.Kind):
			c.foot(path, u)
		case u.Kind == "tank" || u.Kind == "german_tank":
			if u.Steps != 1 {
				c.Add(path+".steps", "%s: a tank has one step (SO-15.4.1d)", u.ID)
			}
			if (u.Nation == "german") != (u.Kind == "german_tank") {
				c.Add(path+".kind", "german_tank is the kind of German tanks (SO-15.4.2a)")
			}
		case u.Kind == "stosstruppen" && (u.Nation != "german" || u.Steps != 1):
			c.Add(path, "%s: Stosstruppen are German and have one step (SO-6d)", u.ID)
		}
	}
}

// foot checks a division, regiment or brigade: steps by morale (SO-6), and a reduced face that is no stronger.
func (c *checker) foot(path string, u Unit) {
	steps := 2
	if slices.Contains(divisionKinds, u.Kind) && u.Morale == 4 {
		steps = 3
	}
	switch {
	case u.Morale < 2:
		c.Add(path+".morale", "%s: morale goes from 2 to 6 (SO-3e)", u.ID)
	case u.Steps != steps:
		c.Add(path+".steps", "%s has %d steps; by its kind and morale it has %d (SO-6a to c)", u.ID, u.Steps, steps)
	}
	if r := u.Reduced; len(r) == 2 && (r[0] > u.Attack || r[1] > u.Defence || r[0] < 1 || r[1] < 1) {
		c.Add(path+".reduced", "%s: the reduced face has an attack and a defence from 1 to those of the full one", u.ID)
	}
}

// side returns the side that a counter fights for, or "" if the counter does not exist.
func (c *checker) side(id string) string {
	switch u, ok := c.printed[id]; {
	case !ok:
		return ""
	case u.Nation == "german":
		return "german"
	}
	return "allied"
}

// ofSide checks that a list names counters of a side.
func (c *checker) ofSide(path string, list []string, side string) {
	for i, id := range list {
		if s := c.side(id); s != "" && s != side {
			c.Add(fmt.Sprintf("%s[%d]", path, i), "%s belongs to the other side", id)
		}
	}
}

// ground checks works and supply sources.
func (c *checker) ground() {
	c.works("map.works", c.d.Map.Works)
	for i, s := range c.d.Map.Sources {
		for j, h := range s.Hexes {
			if len(c.grid.Neighbours(h)) == 6 {
				c.Add(fmt.Sprintf("map.sources[%d].hexes[%d]", i, j), "%s is not at the edge of the map: supply comes from there (SO-9.1c)", h)
			}
		}
	}
}

// works checks trenches and forts: no hex in two works of one kind, none in the sea.
func (c *checker) works(path string, works []Works) {
	for i, w := range works {
		for j, h := range w.Hexes {
			at := fmt.Sprintf("%s[%d].hexes[%d]", path, i, j)
			c.dry(at, h)
			if slices.ContainsFunc(works[:i], func(o Works) bool { return o.Kind == w.Kind && slices.Contains(o.Hexes, h) }) {
				c.Add(at, "%s is in another %s already", h, w.Kind)
			}
		}
	}
}

// dry checks that a hex is not sea.
func (c *checker) dry(path, hex string) bool {
	if c.grid.Code(c.d.Map.Terrain, hex) == '~' {
		c.Add(path, "%s is sea", hex)
		return false
	}
	return true
}

// lines checks crests, roads and railways.
func (c *checker) lines() {
	var climbs []string
	for i, k := range c.d.Map.Crests {
		for j, s := range k.Sides {
			low, high, _ := strings.Cut(s, ">")
			if slices.Contains(climbs, high+">"+low) {
				c.Add(fmt.Sprintf("map.crests[%d].sides[%d]", i, j), "between %s and %s it climbs both ways", low, high)
			}
			climbs = append(climbs, s)
		}
	}
	for _, ways := range []struct {
		path string
		list []Way
	}{{"map.roads", c.d.Map.Roads}, {"map.rails", c.d.Map.Rails}} {
		for i, w := range ways.list {
			for j, h := range w.Hexes {
				c.dry(fmt.Sprintf("%s[%d].hexes[%d]", ways.path, i, j), h)
			}
		}
	}
}
