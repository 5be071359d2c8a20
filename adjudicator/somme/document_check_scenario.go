package somme

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// frame checks the area and everything on the map besides units.
func (c *checker) frame() {
	s := c.d.Scenario
	for i, h := range s.Redoubts {
		c.inside(fmt.Sprintf("scenario.redoubts[%d]", i), h)
	}
	c.works("scenario.works", s.Works)
	for i, a := range s.Air {
		path := fmt.Sprintf("scenario.air[%d]", i)
		c.ofSide(path+".available", a.Available, a.Side)
		c.ofSide(path+".missions", a.Missions, a.Side)
		c.ofSide(path+".given", a.Given, a.Side)
	}
}

// inside checks a hex of the scenario: on the map, within the area, not sea.
func (c *checker) inside(path, hex string) bool {
	if !c.grid.Has(hex) {
		c.Add(path, "%q is no hex of this map (0101 to %02d%02d)", hex, c.d.Map.Columns, c.d.Map.Rows)
		return false
	}
	column, row := columnRow(hex)
	first := c.d.Scenario.Area.FirstRow
	if by := c.d.Scenario.Area.ByColumn; column <= len(by) {
		first = by[column-1]
	}
	if row < first {
		c.Add(path, "%s lies outside the area of this scenario", hex)
		return false
	}
	return c.dry(path, hex)
}

// columnRow reads CCRR, which the grid has already validated.
func columnRow(hex string) (column, row int) {
	return int(hex[0]-'0')*10 + int(hex[1]-'0'), int(hex[2]-'0')*10 + int(hex[3]-'0')
}

// joined reports whether a road or a railway goes from one hex to the next.
func (c *checker) joined(a, b string) bool {
	for _, w := range slices.Concat(c.d.Map.Roads, c.d.Map.Rails) {
		for i := 1; i < len(w.Hexes); i++ {
			if w.Hexes[i-1] == a && w.Hexes[i] == b || w.Hexes[i-1] == b && w.Hexes[i] == a {
				return true
			}
		}
	}
	return false
}

// wet reports whether a watercourse lies between two hexes.
func (c *checker) wet(a, b string) bool {
	return slices.ContainsFunc(c.d.Map.Waters, func(w Water) bool { return slices.Contains(w.Sides, a+"/"+b) || slices.Contains(w.Sides, b+"/"+a) })
}

// stackPoints returns how much a counter counts in stacking (SO-4a).
func (c *checker) stackPoints(u Unit, lost int) int {
	n := &c.d.Tables.Limits
	switch {
	case !fightsAs(u.Kind):
		return 0
	case slices.Contains(divisionKinds, u.Kind) && lost == 0:
		return n.StackFull.Value
	case slices.Contains(divisionKinds, u.Kind):
		return n.StackReduced.Value
	}
	return n.StackRegiment.Value
}

// fightsAs reports whether a kind is that of a combat unit.
func fightsAs(kind string) bool {
	return slices.Contains(divisionKinds, kind) || slices.Contains(regimentKinds, kind) || kind == "tank"
}

// start checks the set-up: within the area, no enemies together, stacks within the limit, supports out
// of enemy zones of control, Stosstruppen with regiments.
func (c *checker) start() {
	for i, p := range c.d.Scenario.Start {
		path := fmt.Sprintf("scenario.start[%d]", i)
		u := c.printed[p.Unit]
		if (u.Kind == "air") != (p.Hex == "") {
			c.Add(path+".hex", "%s: aircraft, and they alone, begin off the map (SO-17.1a)", p.Unit)
		} else if p.Hex != "" && c.inside(path+".hex", p.Hex) {
			c.stack(path, i, p, u)
		}
		if p.Lost > 0 && p.Lost >= u.Steps {
			c.Add(path+".lost", "%s has %d steps: it cannot have lost %d", p.Unit, u.Steps, p.Lost)
		}
	}
}

// stack checks a placement against those before it, and supports against all placements.
func (c *checker) stack(path string, i int, p Placement, u Unit) {
	points, own, stoss, regiments := c.stackPoints(u, p.Lost), false, 0, 0
	for j, o := range c.d.Scenario.Start {
		v, ok := c.printed[o.Unit]
		if !ok || o.Hex != p.Hex {
			continue
		}
		if j < i && c.side(o.Unit) != c.side(p.Unit) {
			c.Add(path+".hex", "%s and %s stand in one hex", o.Unit, p.Unit)
			return
		}
		if j < i {
			points += c.stackPoints(v, o.Lost)
			if slices.Contains(c.d.Scenario.Rules, "cooperation") && fightsAs(u.Kind) && fightsAs(v.Kind) && (v.Nation == "french") != (u.Nation == "french") {
				c.Add(path+".hex", "%s and %s are of different nations (SO-COOP.a)", o.Unit, p.Unit)
			}
		}
		if v.Kind == "stosstruppen" {
			stoss++
		}
		if slices.Contains(regimentKinds, v.Kind) {
			regiments++
		}
		own = own || fightsAs(v.Kind)
	}
	if most := c.d.Tables.Limits.Stacking.Value; fightsAs(u.Kind) && points > most {
		c.Add(path+".hex", "%d points are stacked at %s; %d is the limit (SO-4a)", points, p.Hex, most)
	}
	if u.Kind == "stosstruppen" && stoss > regiments {
		c.Add(path+".hex", "%d Stosstruppen at %s with %d regiments: each needs one of its own (SO-11.3.2c)", stoss, p.Hex, regiments)
	}
	if !fightsAs(u.Kind) && u.Kind != "stosstruppen" {
		for _, o := range c.d.Scenario.Start {
			if v := c.printed[o.Unit]; fightsAs(v.Kind) && c.side(o.Unit) != c.side(p.Unit) && c.grid.Has(o.Hex) && c.grid.Distance(p.Hex, o.Hex) == 1 {
				c.Add(path+".hex", "%s stands in the zone of control of %s: supports never do (SO-11.3.1a, SO-11.3.3b)", p.Unit, o.Unit)
				break
			}
		}
	}
}

// arrivals checks reinforcements (SO-11.1.5).
func (c *checker) arrivals() {
	var seen []string
	for _, p := range c.d.Scenario.Start {
		seen = append(seen, p.Unit)
	}
	for i, a := range c.d.Scenario.Arrivals {
		path := fmt.Sprintf("scenario.arrivals[%d]", i)
		c.ofSide(path+".units", a.Units, a.Side)
		for j, id := range a.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			if slices.Contains(seen, id) {
				c.Add(at, "%s is on the map or arrives already", id)
			}
			seen = append(seen, id)
			if u, ok := c.printed[id]; ok && (u.Kind == "air") != (a.At == "available") {
				c.Add(at, "%s: aircraft, and they alone, arrive as available (SO-17.1a)", id)
			}
		}
		for j, h := range a.Hexes {
			at := fmt.Sprintf("%s.hexes[%d]", path, j)
			if !c.inside(at, h) {
				continue
			}
			if a.At == "edge" && len(c.grid.Neighbours(h)) == 6 {
				c.Add(at, "%s is not at the edge of the map", h)
			}
			if a.At == "road" && !slices.ContainsFunc(c.d.Map.Roads, func(w Way) bool { return slices.Contains(w.Hexes, h) }) {
				c.Add(at, "%s has no road", h)
			}
		}
	}
}

// offensives checks the offensives of the scenario (SO-8).
func (c *checker) offensives() {
	for i, o := range c.d.Scenario.Offensives {
		path := fmt.Sprintf("scenario.offensives[%d]", i)
		if o.MustBe != "" {
			c.inside(path+".must_be", o.MustBe)
		}
		c.ofSide(path+".tanks", o.Tanks, o.Side)
		if e, ok := table.Find(c.d.Events, func(e *Event) bool { return e.ID == o.Event }); ok && e.Side != o.Side {
			c.Add(path+".event", "that side has no event called %q", o.Event)
		}
		if o.Initiative && c.d.Scenario.Sides[0].ID == o.Side {
			c.Add(path+".initiative", "the %s side has the initiative already", o.Side)
		}
	}
	for i, n := range c.d.Scenario.Doctrine {
		if n.Doctrine != "evolving" && n.Nation == "german" {
			c.Add(fmt.Sprintf("scenario.doctrine[%d]", i), "doctrines are the Allies' (SO-3h)")
		}
	}
}

// victory checks the victory conditions.
func (c *checker) victory() {
	s := c.d.Scenario
	for i, b := range s.Victory.Bridges {
		path := fmt.Sprintf("scenario.victory.bridges[%d]", i)
		if x, y, _ := strings.Cut(b, "/"); !c.joined(x, y) || !c.wet(x, y) {
			c.Add(path, "no bridge joins %s and %s: a road or railway over a watercourse (SO-11.1.3c)", x, y)
		}
	}
	for i, h := range s.Victory.Hexes {
		c.inside(fmt.Sprintf("scenario.victory.hexes[%d]", i), h)
	}
	backs := [4]int{}
	for _, b := range c.d.Tables.ObjectiveBacks {
		if b.Level >= 1 && b.Level <= 3 {
			backs[b.Level]++
		}
	}
	var crosses []string
	for i, m := range s.Markers {
		for j, h := range m.Hexes {
			path := fmt.Sprintf("scenario.markers[%d].hexes[%d]", i, j)
			if c.inside(path, h) && slices.Contains(crosses, h) {
				c.Add(path, "%s has a marker already", h)
			}
			crosses = append(crosses, h)
		}
		if s.Victory.Kind == "campaign" && m.Level >= 1 && m.Level <= 3 && backs[m.Level] != len(m.Hexes) {
			c.Add(fmt.Sprintf("scenario.markers[%d].hexes", i), "%d hexes of level %d; there are %d markers (SO-P.1a)", len(m.Hexes), m.Level, backs[m.Level])
		}
	}
	c.control(crosses)
}

// control checks which side holds objectives at the start if no unit stands on them (SO-S3.8).
func (c *checker) control(crosses []string) {
	var held []string
	for i, k := range c.d.Scenario.Control {
		for j, h := range k.Hexes {
			path := fmt.Sprintf("scenario.control[%d].hexes[%d]", i, j)
			if c.inside(path, h) && slices.Contains(held, h) {
				c.Add(path, "%s is held by the other side already", h)
			}
			held = append(held, h)
			for _, p := range c.d.Scenario.Start {
				if u := c.printed[p.Unit]; p.Hex == h && fightsAs(u.Kind) && c.side(p.Unit) != k.Side {
					c.Add(path, "%s is held by %s, of the other side", h, p.Unit)
					break
				}
			}
		}
	}
	if c.d.Scenario.Victory.Kind == "crosses" {
		for i, h := range crosses {
			if !slices.Contains(held, h) {
				c.Add("scenario.control", "nobody holds objective %d, %s, at the start (SO-S3.8)", i+1, h)
			}
		}
	}
}

// allowed returns the options of a scenario.
func allowed(*Document) []table.Allowed { return table.YesNo("aviation", "reaction_offensives") }
