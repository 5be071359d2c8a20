package conflict

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its form: names that nothing bears, hexes off the map, roads
// that are torn, piles that do not have their twenty counters. Paths are those of the document's JSON.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	c.tables()
	c.board()
	if c.grid != nil {
		c.forces()
		c.objectives()
	}
	c.options()
	return c.flaws
}

// checker collects flaws.
type checker struct {
	d     *Document
	grid  board.Grid
	flaws []table.Flaw
}

// flaw notes one.
func (c *checker) flaw(path, format string, args ...any) {
	c.flaws = append(c.flaws, table.Flaw{Path: path, Message: fmt.Sprintf(format, args...)})
}

// tables checks that counters, terrain and cards are whole.
func (c *checker) tables() {
	if n := len(c.d.Tables.Sniper); n != 6 {
		c.flaw("tables.sniper", "there are %d values; a die has 6 (CH-C13)", n)
	}
	for _, pile := range []string{"foot", "vehicle"} {
		count, stand := 0, false
		for _, h := range c.d.Hits {
			if h.Pile == pile {
				count += h.Count
				stand = stand || h.Stand
			}
		}
		if count == 0 || !stand {
			c.flaw("hits", "the %s pile has %d counters and needs one that stands in for an empty pile (CH-7.5, A14)", pile, count)
		}
	}
	var codes []string
	for i, t := range c.d.Terrain {
		path := fmt.Sprintf("terrain[%d]", i)
		if utf8.RuneCountInString(t.Code) != 1 || slices.Contains(codes, t.Code) {
			c.flaw(path+".code", "%q is no single character of its own", t.Code)
		}
		codes = append(codes, t.Code)
		if t.Blocks && t.Height == 0 {
			c.flaw(path+".height", "what blocks the line of sight has a height (CH-11.3d)")
		}
	}
	for i, u := range c.d.Units {
		path := fmt.Sprintf("units[%d]", i)
		if (u.Class == "foot") != (u.Kind == "foot") {
			c.flaw(path+".class", "a %s unit does not move as %s (CH-1.3a)", u.Kind, u.Class)
		}
		if !u.NoFire && u.Fire == 0 {
			c.flaw(path+".fire", "a unit that fires has a fire cost (CH-7.0b)")
		}
		if u.Min > u.Range {
			c.flaw(path+".min", "the minimum range lies beyond the range")
		}
	}
}

// board checks map, levels, roads and walls.
func (c *checker) board() {
	b := c.d.Scenario.Board
	if len(b.Map) < 2 || len(b.Map) > 26 || len(b.Map[0]) < 2 || len(b.Map[0]) > 99 {
		c.flaw("scenario.board.map", "a board has 2 to 26 rows of 2 to 99 hexes")
		return
	}
	for i, row := range b.Map {
		if len(row) != len(b.Map[0]) {
			c.flaw(fmt.Sprintf("scenario.board.map[%d]", i), "%d hexes, the first row has %d", len(row), len(b.Map[0]))
			return
		}
		for _, code := range row {
			if _, ok := c.d.TerrainAt(string(code)); !ok {
				c.flaw(fmt.Sprintf("scenario.board.map[%d]", i), "no terrain has the code %q", code)
			}
		}
	}
	if len(b.Levels) != 0 && len(b.Levels) != len(b.Map) {
		c.flaw("scenario.board.levels", "%d rows, the map has %d", len(b.Levels), len(b.Map))
	}
	for i, row := range b.Levels {
		if len(row) != len(b.Map[0]) {
			c.flaw(fmt.Sprintf("scenario.board.levels[%d]", i), "%d hexes, the map has %d", len(row), len(b.Map[0]))
		}
		for _, level := range row {
			if level < '0' || level > '3' {
				c.flaw(fmt.Sprintf("scenario.board.levels[%d]", i), "%q is no level (CH-11.0a)", level)
			}
		}
	}
	grid, err := newGrid(b)
	if err != nil {
		c.flaw("scenario.board.map", "%v", err)
		return
	}
	c.grid = grid
	for i, chain := range b.Roads {
		for j, hex := range chain {
			path := fmt.Sprintf("scenario.board.roads[%d][%d]", i, j)
			if !c.hex(path, hex) {
				continue
			}
			if j > 0 && grid.Has(chain[j-1]) && grid.Distance(chain[j-1], hex) != 1 {
				c.flaw(path, "%s and %s are not adjacent (CH-5.0.1a)", chain[j-1], hex)
			}
		}
	}
	for i, w := range b.Walls {
		c.hex(fmt.Sprintf("scenario.board.walls[%d].hex", i), w.Hex)
	}
	for i, l := range b.Labels {
		c.hex(fmt.Sprintf("scenario.board.labels[%d].hex", i), l.Hex)
	}
}

func (c *checker) hex(path, hex string) bool {
	if !c.grid.Has(hex) {
		c.flaw(path, "%q is no hex of this board", hex)
		return false
	}
	return true
}

// zone checks a list of hexes and rows.
func (c *checker) zone(path string, zone []string) {
	for i, z := range zone {
		if len(z) == 1 && z[0] >= 'A' && int(z[0]-'A') < len(c.d.Scenario.Board.Map) {
			continue
		}
		c.hex(fmt.Sprintf("%s[%d]", path, i), z)
	}
}

// forces checks sides, forces and their units.
func (c *checker) forces() {
	s := c.d.Scenario
	side := func(path, id string) {
		if !slices.ContainsFunc(s.Sides, func(o Side) bool { return o.ID == id }) {
			c.flaw(path, "there is no side %q", id)
		}
	}
	if s.First != "" {
		side("scenario.first", s.First)
	}
	var names []string
	for i, f := range s.Forces {
		path := fmt.Sprintf("scenario.forces[%d]", i)
		side(path+".side", f.Side)
		if slices.ContainsFunc(s.Forces[:i], func(o Force) bool { return o.ID == f.ID }) {
			c.flaw(path+".id", "%q is there twice", f.ID)
		}
		for j, u := range f.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			name := f.Side + "." + u.ID
			if !named(u.ID) {
				c.flaw(at+".id", "%q: 1 to 16 letters, digits, hyphens and underscores", u.ID)
			}
			if slices.Contains(names, name) {
				c.flaw(at+".id", "%q is there twice on its side", u.ID)
			}
			names = append(names, name)
			c.unit(at, f, u)
		}
		c.gear(path, f)
	}
	if h := s.Papers.Holder; h != "" && !slices.Contains(names, h) {
		c.flaw("scenario.papers.holder", "there is no unit %q", h)
	}
}

// named reports whether a text may be the id of a unit: it goes into the names of rolls.
func named(id string) bool {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return len(id) > 0 && len(id) <= 16
}

func (c *checker) unit(path string, f Force, u Counter) {
	t, ok := c.d.Type(u.Type)
	if !ok {
		c.flaw(path+".type", "no counter is called %q", u.Type)
		return
	}
	if t.Side != f.Side {
		c.flaw(path+".type", "%s is a %s counter", u.Type, t.Side)
	}
	if u.Hex == "" && len(u.Entry) == 0 {
		c.flaw(path, "it neither stands on a hex nor enters the board")
	}
	if u.Hex != "" {
		c.hex(path+".hex", u.Hex)
	}
	c.zone(path+".zone", u.Zone)
	for i, h := range u.Entry {
		c.hex(fmt.Sprintf("%s.entry[%d]", path, i), h)
	}
	if u.Aboard != "" && !slices.ContainsFunc(f.Units, func(o Counter) bool { return o.ID == u.Aboard }) {
		c.flaw(path+".aboard", "there is no unit %q in this force", u.Aboard)
	}
	if u.In != "" {
		if _, ok := c.d.Work(u.In); !ok {
			c.flaw(path+".in", "no work is called %q", u.In)
		}
	}
}

// gear checks works, strikes, weapon cards and exits.
func (c *checker) gear(path string, f Force) {
	for i, w := range f.Works {
		at := fmt.Sprintf("%s.works[%d]", path, i)
		t, ok := c.d.Work(w.Type)
		if !ok {
			c.flaw(at+".type", "no work is called %q", w.Type)
		}
		if w.Hidden && t.Kind != "mines" {
			c.flaw(at+".hidden", "only mines lie hidden (CH-18.3.3a)")
		}
		if t.Kind == "bunker" && w.Facing == "" {
			c.flaw(at+".facing", "a bunker has a facing (CH-18.1.2c)")
		}
		c.hex(at+".hex", w.Hex)
		c.zone(at+".zone", w.Zone)
	}
	for i, s := range f.Strikes {
		if w, ok := c.d.Weapon(s.Card); !ok || !w.Area {
			c.flaw(fmt.Sprintf("%s.strikes[%d].card", path, i), "%q is no artillery card (CH-12.3a)", s.Card)
		}
	}
	for i, w := range f.Weapons {
		if x, ok := c.d.Weapon(w.Card); !ok || x.Area {
			c.flaw(fmt.Sprintf("%s.weapons[%d].card", path, i), "%q is no weapon card for a unit (CH-8.4b)", w.Card)
		}
	}
	for i, id := range f.Wire {
		if !slices.ContainsFunc(f.Units, func(u Counter) bool { return u.ID == id }) {
			c.flaw(fmt.Sprintf("%s.wire[%d]", path, i), "there is no unit %q in this force", id)
		}
	}
	for i, e := range f.Exits {
		for j, h := range e.Hexes {
			c.hex(fmt.Sprintf("%s.exits[%d].hexes[%d]", path, i, j), h)
		}
	}
}

// objectives checks control markers, scores and the deck.
func (c *checker) objectives() {
	for i, o := range c.d.Scenario.Objectives {
		c.hex(fmt.Sprintf("scenario.objectives[%d].hex", i), o.Hex)
	}
	for i, s := range c.d.Scenario.Scores {
		path := fmt.Sprintf("scenario.scores[%d]", i)
		for j, h := range s.Hexes {
			c.hex(fmt.Sprintf("%s.hexes[%d]", path, j), h)
		}
		for j, r := range s.Rounds {
			if r < 1 || r > c.d.Scenario.Rounds {
				c.flaw(fmt.Sprintf("%s.rounds[%d]", path, j), "there is no round %d", r)
			}
		}
		if (s.For == "destroyed" || s.For == "papers_out") != (s.When == "now") {
			c.flaw(path+".when", "%s is not scored %q (CH-2.5)", s.For, s.When)
		}
	}
	for i, id := range c.d.Scenario.Deck.Cards {
		if _, ok := c.d.Card(id); !ok {
			c.flaw(fmt.Sprintf("scenario.deck.cards[%d]", i), "there is no card %q", id)
		}
	}
}

// options checks what the opener may choose.
func (c *checker) options() {
	known := []string{"cautious", "variable_ap", "handicap.german", "handicap.soviet", "solitaire", "cards", "order"}
	for i, o := range c.d.Scenario.Options {
		path := fmt.Sprintf("scenario.options[%d]", i)
		if !slices.Contains(known, o.ID) {
			c.flaw(path+".id", "no option is called %q", o.ID)
		}
		for j, v := range o.Values {
			if _, err := strconv.Atoi(v); err != nil && len(o.ID) > 8 && o.ID[:8] == "handicap" {
				c.flaw(fmt.Sprintf("%s.values[%d]", path, j), "%q is no number (CH-3.2.5a)", v)
			}
		}
	}
}

// newGrid makes the board's geometry.
func newGrid(b Board) (*board.HexGrid, error) {
	if len(b.Map) == 0 {
		return nil, fmt.Errorf("a board without rows")
	}
	return board.NewHex(board.PointyHex, len(b.Map[0]), len(b.Map), board.Options{Names: board.RowLetter, Shifted: board.Even})
}
