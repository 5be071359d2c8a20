package somme

import (
	"fmt"
	"slices"
	"strings"
)

// ground checks the rows of the map, works and names.
func (c *checker) ground() {
	m := c.d.Map
	c.rows("map.terrain", m.Terrain, ".wvVm~")
	c.rows("map.ground", m.Ground, ".e")
	c.works("map.works", m.Works)
	for i, n := range m.Names {
		c.hex(fmt.Sprintf("map.names[%d].hex", i), n.Hex)
	}
	for i, s := range m.Sources {
		path := fmt.Sprintf("map.sources[%d].hexes", i)
		for j, h := range s.Hexes {
			if at := fmt.Sprintf("%s[%d]", path, j); c.hex(at, h) && len(c.grid.Neighbours(h)) == 6 {
				c.flaw(at, "%s is not at the edge of the map: supply comes from there (SO-9.1c)", h)
			}
		}
	}
	for _, side := range []string{"german", "allied"} {
		if !slices.ContainsFunc(m.Sources, func(s Sources) bool { return s.Side == side && len(s.Hexes) > 0 }) {
			c.flaw("map.sources", "the %s side has no supply source (SO-9.1c)", side)
		}
	}
}

// rows checks one string a row, one known character a column.
func (c *checker) rows(path string, rows []string, codes string) {
	if len(rows) != c.d.Map.Rows {
		c.flaw(path, "%d rows; the map has %d", len(rows), c.d.Map.Rows)
	}
	for i, row := range rows {
		at := fmt.Sprintf("%s[%d]", path, i)
		if len(row) != c.d.Map.Columns {
			c.flaw(at, "row %02d has %d hexes; the map has %d columns", i+1, len(row), c.d.Map.Columns)
		}
		if wrong := strings.Trim(row, codes); wrong != "" {
			c.flaw(at, "%q stands for nothing; the codes are %s", wrong[:1], codes)
		}
	}
}

// works checks trenches and forts: no hex twice in works of one kind, none in the sea.
func (c *checker) works(path string, works []Works) {
	for i, w := range works {
		for j, h := range w.Hexes {
			at := fmt.Sprintf("%s[%d].hexes[%d]", path, i, j)
			if !c.hex(at, h) {
				continue
			}
			if c.code(h) == '~' {
				c.flaw(at, "%s is sea: nothing is dug there", h)
			}
			for k, o := range works[:i+1] {
				if o.Kind == w.Kind && (k < i && slices.Contains(o.Hexes, h) || k == i && slices.Contains(o.Hexes[:j], h)) {
					c.flaw(at, "%s is in another %s already", h, w.Kind)
				}
			}
		}
	}
}

// hex checks one place.
func (c *checker) hex(path, hex string) bool {
	if !c.places[hex] {
		c.flaw(path, "%q is no hex of this map (0101 to %02d%02d)", hex, c.d.Map.Columns, c.d.Map.Rows)
		return false
	}
	return true
}

// code is the character of a hex's terrain; 0 where the map has a flaw.
func (c *checker) code(hex string) byte {
	column, row := columnRow(hex)
	if rows := c.d.Map.Terrain; row >= 1 && row <= len(rows) && column >= 1 && column <= len(rows[row-1]) {
		return rows[row-1][column-1]
	}
	return 0
}

// columnRow reads CCRR, which the grid has proven.
func columnRow(hex string) (column, row int) {
	if len(hex) != 4 {
		return 0, 0
	}
	return int(hex[0]-'0')*10 + int(hex[1]-'0'), int(hex[2]-'0')*10 + int(hex[3]-'0')
}

// hexside checks "A/B" or "A>B": two hexes of the map that touch.
func (c *checker) hexside(path, side, mark string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(side, mark)
	if !ok {
		c.flaw(path, "%q is not like 4219%s4319: two hexes that touch", side, mark)
		return a, b, false
	}
	if !c.hex(path, a) || !c.hex(path, b) {
		return a, b, false
	}
	if !slices.Contains(c.grid.Neighbours(a), b) {
		c.flaw(path, "%s and %s do not touch", a, b)
		return a, b, false
	}
	return a, b, true
}

// lines checks watercourses, crests, roads and railways.
func (c *checker) lines() {
	for i, w := range c.d.Map.Waters {
		for j, s := range w.Sides {
			path := fmt.Sprintf("map.waters[%d].sides[%d]", i, j)
			if _, _, ok := c.hexside(path, s, "/"); ok && slices.Contains(w.Sides[:j], s) {
				c.flaw(path, "%s is named twice", s)
			}
		}
	}
	var climbs []string
	for i, k := range c.d.Map.Crests {
		for j, s := range k.Sides {
			path := fmt.Sprintf("map.crests[%d].sides[%d]", i, j)
			low, high, ok := c.hexside(path, s, ">")
			if ok && slices.Contains(climbs, high+">"+low) {
				c.flaw(path, "between %s and %s it climbs both ways", low, high)
			}
			climbs = append(climbs, s)
		}
	}
	c.ways("map.roads", c.d.Map.Roads)
	c.ways("map.rails", c.d.Map.Rails)
}

// ways checks that roads or railways go from hex to neighbour, over land.
func (c *checker) ways(path string, ways []Way) {
	for i, w := range ways {
		for j, h := range w.Hexes {
			at := fmt.Sprintf("%s[%d].hexes[%d]", path, i, j)
			if !c.hex(at, h) {
				continue
			}
			if c.code(h) == '~' {
				c.flaw(at, "%s is sea", h)
			}
			if j > 0 && c.places[w.Hexes[j-1]] && !slices.Contains(c.grid.Neighbours(w.Hexes[j-1]), h) {
				c.flaw(at, "%s is not next to %s (%s)", h, w.Hexes[j-1], w.Name)
			}
		}
		if len(w.Hexes) < 2 {
			c.flaw(fmt.Sprintf("%s[%d].hexes", path, i), "a way joins at least two hexes")
		}
	}
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
	for _, w := range c.d.Map.Waters {
		if slices.Contains(w.Sides, a+"/"+b) || slices.Contains(w.Sides, b+"/"+a) {
			return true
		}
	}
	return false
}

// outside reports whether a hex lies beyond the scenario's part of the map.
func (c *checker) outside(hex string) bool {
	column, row := columnRow(hex)
	area := c.d.Scenario.Area
	if column <= len(area.ByColumn) && len(area.ByColumn) > 0 {
		return row < area.ByColumn[column-1]
	}
	return row < area.FirstRow
}

// inside checks a hex of the scenario: on the map, within the area, no sea.
func (c *checker) inside(path, hex string) bool {
	if !c.hex(path, hex) {
		return false
	}
	switch {
	case c.outside(hex):
		c.flaw(path, "%s lies outside the area of this scenario", hex)
	case c.code(hex) == '~':
		c.flaw(path, "%s is sea", hex)
	default:
		return true
	}
	return false
}
