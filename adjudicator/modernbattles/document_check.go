package modernbattles

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its form: names that nothing bears, prices that do not follow from
// their rules, ground that cannot be measured, units that cannot stand where they are put. Paths are those of the JSON.
//
// Example: a list that sells the Sherman for 120 gives {units[5].points, "us_m4_sherman costs 115 by MB-B28, not 120"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	c.data()
	c.prices()
	c.sides()
	c.ground()
	if len(c.flaws) == 0 {
		c.places()
	}
	return c.flaws
}

// checker collects flaws.
type checker struct {
	d     *Document
	flaws []table.Flaw
}

func (c *checker) flaw(path, format string, args ...any) {
	c.flaws = append(c.flaws, table.Flaw{Path: path, Message: fmt.Sprintf(format, args...)})
}

// data looks at the entries of the lists, and for the ground and the bases that the rules ask for by name.
func (c *checker) data() {
	d := c.d
	for i, u := range d.Units {
		at := fmt.Sprintf("units[%d]", i)
		switch {
		case u.Kind == "vehicle":
			if u.Vehicle == "" {
				c.flaw(at+".vehicle", "%s is no vehicle of the table", u.ID)
			}
			continue
		case u.Profile == "":
			c.flaw(at+".profile", "%s has no profile", u.ID)
		case len(u.Men) == 0:
			c.flaw(at+".men", "%s has no men", u.ID)
		}
		if slices.Contains([]string{"weapon", "gun", "battery"}, u.Kind) && !slices.ContainsFunc(u.Men, func(m Men) bool { return m.Role == "gunner" && m.Weapon == u.Weapon }) {
			c.flaw(at+".men", "%s needs a gunner with its weapon %s", u.ID, u.Weapon)
		}
	}
	for _, id := range []string{"building", "road", "hill", "dense", "scattered", "very_difficult", "impassable"} {
		if _, ok := d.Ground(id); !ok {
			c.flaw("terrain", "the rules need terrain %q", id)
		}
	}
	for _, id := range []string{"infantry", "two_man_team", "crew_weapon", "gun_medium", "gun_heavy"} {
		if b, ok := d.Base(id); !ok || b.Radius == 0 {
			c.flaw("bases", "the rules need a round base %q", id)
		}
	}
}

// prices hold the printed points against MB-B28.
func (c *checker) prices() {
	for i, v := range c.d.Vehicles {
		if n := c.d.hullPrice(v); n != v.Points {
			c.flaw(fmt.Sprintf("vehicles[%d].points", i), "%s costs %d by MB-B28, not %d", v.ID, n, v.Points)
		}
	}
	for i, u := range c.d.Units {
		if n := c.d.basePrice(u); n != u.Points {
			c.flaw(fmt.Sprintf("units[%d].points", i), "%s costs %d by MB-B28, not %d", u.ID, n, u.Points)
		}
	}
}

// sides have points or units; what they deploy in is a polygon.
func (c *checker) sides() {
	sc := c.d.Scenario
	for i, s := range sc.Sides {
		at := fmt.Sprintf("scenario.sides[%d]", i)
		if len(s.Zone) > 0 {
			c.polygon(at+".zone", s.Zone)
		}
		if s.Points == 0 && !slices.ContainsFunc(sc.Units, func(u Start) bool { return u.Side == s.ID }) {
			c.flaw(at+".points", "%s has neither points nor units", s.ID)
		}
	}
}

// polygon checks corners: three at least, on the table, the outline nowhere meeting itself. It may be hollow: a U-shaped farm is
// one building.
func (c *checker) polygon(path string, list [][]int) {
	before := len(c.flaws)
	c.corners(path, list)
	if len(c.flaws) > before {
		return
	}
	if len(list) < 3 {
		c.flaw(path, "a polygon has three corners at least")
		return
	}
	if !plainPolygon(points(list)) {
		c.flaw(path, "the outline of the polygon meets itself: give its corners in the order in which one walks around it")
	}
}

func (c *checker) corners(path string, list [][]int) {
	t := c.d.Scenario.Table
	for i, p := range list {
		if len(p) != 2 || p[0] < 0 || p[1] < 0 || p[0] > t.Width || p[1] > t.Height {
			c.flaw(fmt.Sprintf("%s[%d]", path, i), "a corner is [x, y] in tenths of an inch, on the table")
		}
	}
}

// ground looks at features, objectives and mines.
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
				c.flaw(at+".circle", "%s is measured by its edges: give a polygon", f.Kind)
			}
		}
		if shapes != 1 {
			c.flaw(at, "%s needs one shape: polygon, polyline or circle", f.ID)
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
			c.flaw(at+".anchor", "%s cannot stand there (MB-B3c)", s.ID)
			continue
		}
		g.enlist(s)
	}
}
