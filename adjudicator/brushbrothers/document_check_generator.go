package brushbrothers

import (
	"fmt"
	"slices"
)

// depth is the most rows from its own edge that a side may deploy: the scenario's, or the farthest of the vanguards
// (BB-A2.2c).
func (c *checker) depth() int {
	most := c.d.Scenario.Setup.Depth
	if c.d.system() == generator {
		for _, f := range c.d.Tables.Fronts {
			most = max(most, f.Depth)
		}
	}
	return most
}

// annexes checks what annexes 2 and 4 add.
func (c *checker) annexes() {
	s := c.d.Scenario
	for i, side := range s.Sides {
		for j, id := range side.Troops {
			if !c.d.isNation(id) && !slices.ContainsFunc(c.d.Troops, func(t Troop) bool { return t.ID == id && t.Period == s.Period }) {
				c.flaw(fmt.Sprintf("scenario.sides[%d].troops[%d]", i, j), "no nation and no troops of this period are called %q", id)
			}
		}
	}
	c.charts()
	c.ground()
	switch c.d.system() {
	case generator:
		if len(c.d.Tables.Fronts) == 0 || len(c.d.Tables.GameEnd) == 0 {
			c.flaw("scenario.system", "the generator needs the tables fronts and game_end (BB-A2.2c, BB-A2.3a)")
		}
		if s.Budget == 0 {
			c.flaw("scenario.budget", "the generator needs a budget: the vanguard is a share of it (BB-A2.2c)")
		}
		if len(s.Sides) == 2 && (s.Sides[0].Score > 0 || s.Sides[1].Score > 0) && s.Sides[0].Score+s.Sides[1].Score != scoresMake {
			c.flaw("scenario.sides[1].score", "the two scores add up to %d (BB-A2.2a)", scoresMake)
		}
	case chaco:
		if len(s.Wilds.Codes) != 6 {
			c.flaw("scenario.wilds.codes", "there are %d terrains; a die has 6 (BB-A4.4f)", len(s.Wilds.Codes))
		}
		if len(s.Tokens)-s.Decoys != 1 {
			c.flaw("scenario.decoys", "%d of %d markers are decoys; one is the water (BB-A4.4c)", s.Decoys, len(s.Tokens))
		}
	}
}

// charts checks that the rows of annex 2 grow.
func (c *checker) charts() {
	for i, e := range c.d.Tables.GameEnd {
		if i > 0 && e.Turn <= c.d.Tables.GameEnd[i-1].Turn {
			c.flaw(fmt.Sprintf("tables.game_end[%d].turn", i), "turns must grow from one entry to the next")
		}
	}
	for i, s := range c.d.Tables.Supports {
		if !slices.ContainsFunc(c.d.Tables.Calls, func(o Call) bool { return o.Kind == s.Kind }) {
			c.flaw(fmt.Sprintf("tables.supports[%d].kind", i), "no call says how %s is obtained (BB-A2.4e)", s.Kind)
		}
	}
}

// ground checks the codes of ground that is laid or discovered.
func (c *checker) ground() {
	s := c.d.Scenario
	code := func(path, code string) {
		if _, ok := c.d.TerrainAt(code); !ok {
			c.flaw(path, "no terrain has the code %q", code)
		}
	}
	for i, o := range s.Wilds.Codes {
		code(fmt.Sprintf("scenario.wilds.codes[%d]", i), o)
	}
	if s.Wilds.Marker != "" {
		code("scenario.wilds.marker", s.Wilds.Marker)
	}
	for i, row := range s.Wilds.Zone {
		if row < 1 || row > s.Board.Rows {
			c.flaw(fmt.Sprintf("scenario.wilds.zone[%d]", i), "the board has %d rows", s.Board.Rows)
		}
	}
	if s.Lay.Road != "" {
		code("scenario.lay.road", s.Lay.Road)
	}
	for i, o := range s.Lay.Village {
		code(fmt.Sprintf("scenario.lay.village[%d]", i), o)
	}
	for i, f := range s.Lay.Features {
		code(fmt.Sprintf("scenario.lay.features[%d].code", i), f.Code)
	}
}
