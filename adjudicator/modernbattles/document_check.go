package modernbattles

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its tags: prices that do not follow from their rules, ground
// that cannot be measured, units that cannot stand where they are placed. Paths are those of the JSON.
//
// Example: a list that sells the Sherman for 120 gives {units[5].points, "us_m4_sherman costs 115 by MB-B28, not 120"}.
func checkDocument(d *Document) []table.Flaw {
	own := *d
	own.survey()
	c := &checker{d: &own}
	c.gunners()
	c.prices()
	c.sides()
	c.ground()
	if len(c.Flaws) == 0 {
		c.places()
	}
	return c.Flaws
}

// checker collects flaws.
type checker struct {
	d *Document
	table.Flaws
}

// gunners checks that every piece has someone to fire it.
func (c *checker) gunners() {
	for i, u := range c.d.Units {
		if slices.Contains([]string{"weapon", "gun", "battery"}, u.Kind) && !slices.ContainsFunc(u.Men, func(m Men) bool { return m.Role == "gunner" && m.Weapon == u.Weapon }) {
			c.Add(fmt.Sprintf("units[%d].men", i), "%s needs a gunner with its weapon %s", u.ID, u.Weapon)
		}
	}
}

// prices checks the printed points against MB-B28.
func (c *checker) prices() {
	for i, v := range c.d.Vehicles {
		if n := c.d.hullPrice(&v); n != v.Points {
			c.Add(fmt.Sprintf("vehicles[%d].points", i), "%s costs %d by MB-B28, not %d", v.ID, n, v.Points)
		}
	}
	for i, u := range c.d.Units {
		if n := c.d.basePrice(u); n != u.Points {
			c.Add(fmt.Sprintf("units[%d].points", i), "%s costs %d by MB-B28, not %d", u.ID, n, u.Points)
		}
	}
}

// sides checks that each side has points or units and that its deployment zone is a polygon.
func (c *checker) sides() {
	sc := c.d.Scenario
	for i, s := range sc.Sides {
		at := fmt.Sprintf("scenario.sides[%d]", i)
		if len(s.Zone) > 0 {
			c.polygon(at+".zone", s.Zone)
		}
		if s.Points == 0 && !slices.ContainsFunc(sc.Units, func(u Start) bool { return u.Side == s.ID }) {
			c.Add(at+".points", "%s has neither points nor units", s.ID)
		}
	}
}

// polygon checks corners: at least three, all on the table, and an outline that does not meet itself. It may be hollow: a
// U-shaped farm is one building.
func (c *checker) polygon(path string, list [][]int) {
	before := len(c.Flaws)
	c.corners(path, list)
	if len(c.Flaws) > before {
		return
	}
	if len(list) < 3 {
		c.Add(path, "a polygon has three corners at least")
		return
	}
	if !plainPolygon(points(list)) {
		c.Add(path, "the outline of the polygon meets itself: give its corners in the order in which one walks around it")
	}
}

func (c *checker) corners(path string, list [][]int) {
	t := c.d.Scenario.Table
	for i, p := range list {
		if len(p) != 2 || p[0] < 0 || p[1] < 0 || p[0] > t.Width || p[1] > t.Height {
			c.Add(fmt.Sprintf("%s[%d]", path, i), "a corner is [x, y] in tenths of an inch, on the table")
		}
	}
}

// ground checks features, objectives and mines.
func (c *checker) ground() {
	sc := c.d.Scenario
	for i, f := range sc.Features {
		at := fmt.Sprintf("scenario.features[%d]", i)
		t, _ := c.d.Ground(f.Kind)
		shapes := 0
		if len(f.Polygon) > 0 {
			shapes++
			c.polygon(at+".polygon", f.Polygon)
		}
		if len(f.Line) > 0 {
			shapes++
			c.corners(at+".polyline", f.Line)
		}
		if f.Circle.Radius > 0 {
			shapes++
			c.corners(at+".circle.center", [][]int{f.Circle.Center})
			if t.Tall || f.Kind == "building" || f.Kind == "hill" || f.Kind == "very_difficult" || f.Kind == "road" {
				c.Add(at+".circle", "%s is measured by its edges: give a polygon", f.Kind)
			}
		}
		if shapes != 1 {
			c.Add(at, "%s needs one shape: polygon, polyline or circle", f.ID)
		}
	}
	for i, o := range sc.Objectives {
		c.corners(fmt.Sprintf("scenario.objectives[%d].at", i), [][]int{o.At})
	}
	for i, m := range sc.Mines {
		c.polygon(fmt.Sprintf("scenario.mines[%d].polygon", i), m.Polygon)
	}
}

// places puts each unit down as the game will.
func (c *checker) places() {
	sc := c.d.Scenario
	g := &Game{doc: c.d, Features: slices.Clone(sc.Features)}
	for _, s := range sc.Sides {
		g.Camps = append(g.Camps, Camp{Seat: table.Seat(s.ID), Edge: s.Edge})
	}
	g.survey()
	for i, s := range sc.Units {
		at := fmt.Sprintf("scenario.units[%d]", i)
		t, _ := c.d.Unit(s.Unit)
		if t.Kind == "battery" || s.Aboard != "" || s.Towed != "" {
			g.enlist(s)
			continue
		}
		u := g.raise(s.ID, table.Seat(s.Side), s.Unit)
		u.Kit = append(u.Kit, s.Add...)
		formation := s.Formation
		if formation == "" && !u.single() {
			formation = "open"
		}
		if len(s.Anchor) != 2 || !g.onTable(place(s.Anchor)) || !g.settle(u, place(s.Anchor), s.Facing, formation, true) {
			c.Add(at+".anchor", "%s cannot stand there (MB-B3c)", s.ID)
			continue
		}
		g.enlist(s)
	}
}

// allowed returns the options of a scenario.
func allowed(d *Document) []table.Allowed {
	out := append(table.YesNo("MB-8", "MB-9b", "MB-19", "MB-35"), table.Allowed{ID: "turns", Values: table.Numbers(1, 40)}, table.Allowed{ID: "points"},
		table.Allowed{ID: "damage", Values: []string{"detailed", "simplified"}})
	var lists []string
	for _, l := range d.Lists {
		lists = append(lists, l.ID)
	}
	for _, s := range d.Scenario.Sides {
		out = append(out, table.Allowed{ID: "list." + s.ID, Values: lists})
	}
	return out
}
