package somme

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its form: charts with gaps, hexsides between hexes that do not
// touch, counters whose values do not fit their kind, set-ups that the rules forbid. Paths are those of the document's JSON.
//
// Example: a set-up with two divisions at full strength and a regiment in one hex gives the flaw {scenario.start[7].hex,
// "7 points are stacked at 5120; 4 is the limit (SO-4a)"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d, places: map[string]bool{}, printed: map[string]Unit{}}
	c.charts()
	c.lists()
	c.units()
	c.events()
	grid, err := board.NewHex(board.FlatHex, d.Map.Columns, d.Map.Rows, board.Options{Names: board.Digits, Origin: board.NorthWest})
	if err != nil {
		c.flaw("map", "a map of %d columns and %d rows cannot be made", d.Map.Columns, d.Map.Rows)
		return c.flaws
	}
	c.grid = grid
	for _, p := range grid.Places() {
		c.places[p] = true
	}
	c.ground()
	c.lines()
	c.frame()
	c.start()
	c.arrivals()
	c.offensives()
	c.victory()
	c.options()
	return c.flaws
}

// checker collects flaws.
type checker struct {
	d       *Document
	grid    *board.HexGrid
	places  map[string]bool // looked up only
	printed map[string]Unit // looked up only
	flaws   []table.Flaw
}

// flaw notes one.
func (c *checker) flaw(path, format string, args ...any) {
	c.flaws = append(c.flaws, table.Flaw{Path: path, Message: fmt.Sprintf(format, args...)})
}

// What the rules ask the charts for by name.
var (
	enterIDs  = []string{"clear", "wood", "village", "town", "meadow", "flooded", "sea", "shell_holes", "road", "interdiction"}
	crossIDs  = []string{"riviere", "canal", "crest_up", "crest_down", "rail_bridge_fleuve", "footbridge_fleuve"}
	shiftIDs  = []string{"defender_wood", "defender_village", "behind_riviere", "fort", "flooded_meadow", "stoss", "unsupplied", "foch", "concentric", "canadian_cavalry"}
	factorIDs = []string{"defender_town", "defender_trench", "below_crest", "behind_fleuve"}
)

// charts checks the tables that are read by a number.
func (c *checker) charts() {
	t := c.d.Tables
	var from, to []int
	for _, w := range t.Weather {
		from, to = append(from, w.From), append(to, w.To)
	}
	c.spans("tables.weather", 2, 12, from, to)
	from, to = nil, nil
	for _, a := range t.Air {
		from, to = append(from, a.From), append(to, a.To)
	}
	c.spans("tables.air", -9, 99, from, to)
	c.combat()
	for i, b := range t.Bombardment {
		path := fmt.Sprintf("tables.bombardment[%d]", i)
		if b.Die != i {
			c.flaw(path+".die", "the rows are 0 or less, 1, 2 and so on to 7 or more; this is the one of %d (SO-15.2.2h)", i)
		}
		if len(b.Points) != 6 || len(b.Diamonds) != 6 || strings.Trim(b.Diamonds, ".x") != "" {
			c.flaw(path, "a row has six points and six signs of . and x: potentials of 1 to 6 and more (SO-15.2.2h)")
		}
		for j, p := range b.Points {
			if j > 0 && p < b.Points[j-1] || i > 0 && j < len(t.Bombardment[i-1].Points) && p < t.Bombardment[i-1].Points[j] {
				c.flaw(fmt.Sprintf("%s.points[%d]", path, j), "a stronger bombardment or a higher die may not do less")
			}
		}
	}
	if len(t.Bombardment) != 8 {
		c.flaw("tables.bombardment", "%d rows; there are eight, of 0 or less to 7 or more (SO-15.2.2h)", len(t.Bombardment))
	}
	if len(t.Disengagement) != 8 {
		c.flaw("tables.disengagement", "%d results; there are eight, of 0 or less to 7 or more (SO-13.0b)", len(t.Disengagement))
	}
	for i, r := range t.Disengagement {
		if s := strings.TrimPrefix(r, "*"); len(s) != 2 || s[0] != 'r' && s[0] != 'R' || s[1] < '1' || s[1] > '3' {
			c.flaw(fmt.Sprintf("tables.disengagement[%d]", i), "%q is not like r2, R3 or *r1 (SO-13.0d)", r)
		}
	}
	c.bands()
	c.replacements()
}

// spans checks that ranges of a roll follow one another from the first value to the last.
func (c *checker) spans(path string, first, last int, from, to []int) {
	next := first
	for i := range from {
		at := fmt.Sprintf("%s[%d]", path, i)
		if from[i] != next {
			c.flaw(at+".from", "the range begins at %d, not at %d", from[i], next)
		}
		if to[i] < from[i] {
			c.flaw(at+".to", "the range ends at %d, before it begins", to[i])
		}
		next = to[i] + 1
	}
	if next != last+1 {
		c.flaw(path, "the ranges end at %d, not at %d", next-1, last)
	}
}

// combat checks the odds columns and the combat results table (SO-12.2.4b, SO-12.2.5b).
func (c *checker) combat() {
	t := c.d.Tables
	for i, name := range t.Odds.Columns {
		want := strconv.Itoa(i) + "/1"
		if i == 0 {
			want = "1/2"
		}
		if name != want {
			c.flaw(fmt.Sprintf("tables.odds.columns[%d]", i), "the column is %s, not %q: each follows the one before", want, name)
		}
		if i >= len(t.Combat) || t.Combat[i].ID != name {
			c.flaw("tables.combat", "the column %s of the odds is not column %d of the results", name, i+1)
		}
	}
	if len(t.Combat) != len(t.Odds.Columns) {
		c.flaw("tables.combat", "%d columns; the odds have %d", len(t.Combat), len(t.Odds.Columns))
	}
	for i, column := range t.Combat {
		path := fmt.Sprintf("tables.combat[%d].cells", i)
		if len(column.Cells) != 11 {
			c.flaw(path, "%d cells; the sums of two dice are 2 to 12 (SO-12.2.5a)", len(column.Cells))
		}
		for j, cell := range column.Cells {
			a, b, ok := strings.Cut(strings.TrimSuffix(cell, "*"), "/")
			_, ea := strconv.ParseUint(a, 10, 8)
			_, eb := strconv.ParseUint(b, 10, 8)
			if !ok || ea != nil || eb != nil {
				c.flaw(fmt.Sprintf("%s[%d]", path, j), "%q is not like 4/3 or 5/2*: damage points of attacker and defender (SO-12.2.5b)", cell)
			}
		}
	}
}

// bands checks what mastery gives (SO-12.2.6e).
func (c *checker) bands() {
	for _, side := range []string{"attacker", "defender"} {
		last := 99
		for i, result := range []string{"total", "partial", "none"} {
			j := slices.IndexFunc(c.d.Tables.Mastery, func(b Band) bool { return b.Side == side && b.Result == result })
			if j < 0 {
				c.flaw("tables.mastery", "the %s's %s is missing (SO-12.2.6e)", side, result)
				continue
			}
			path, b := fmt.Sprintf("tables.mastery[%d]", j), c.d.Tables.Mastery[j]
			if b.From >= last || i == 2 && b.From != 1 {
				c.flaw(path+".from", "total begins above partial, partial above none, none at 1 (SO-12.2.6e)")
			}
			if b.Limited > b.Retreat {
				c.flaw(path+".limited", "the limited retreat is longer than the whole one (SO-12.2.6f)")
			}
			last = b.From
		}
	}
}

// replaced are the columns of the replacement tables from left to right (SO-G.b).
var replaced = []string{"morale_2", "morale_3", "morale_4", "morale_5", "morale_6", "corps_artillery"}

func (c *checker) replacements() {
	for _, side := range []string{"german", "allied"} {
		for sum := 2; sum <= 12; sum++ {
			n := 0
			for _, r := range c.d.Tables.Replacements {
				if r.Side == side && r.Sum == sum {
					n++
				}
			}
			if n != 1 {
				c.flaw("tables.replacements", "the sum %d of the %s side stands %d times, not once (SO-G.a)", sum, side, n)
			}
		}
	}
	for i, r := range c.d.Tables.Replacements {
		for j, g := range r.Gives {
			if !slices.Contains(replaced, g) {
				c.flaw(fmt.Sprintf("tables.replacements[%d].gives[%d]", i, j), "%q is no column; there are %s", g, strings.Join(replaced, ", "))
			}
		}
	}
}

// lists checks that everything the rules ask for by name is there, each once.
func (c *checker) lists() {
	t := c.d.Tables
	c.all("tables.movement.enter", enterIDs, ids(t.Movement.Enter, func(p Price) string { return p.ID }))
	c.all("tables.movement.cross", crossIDs, ids(t.Movement.Cross, func(p Price) string { return p.ID }))
	c.all("tables.odds.shifts", shiftIDs, ids(t.Odds.Shifts, func(s Shift) string { return s.ID }))
	c.all("tables.odds.factors", factorIDs, ids(t.Odds.Factors, func(f Factor) string { return f.ID }))
	for i, p := range t.Movement.Enter {
		if p.MP == 0 || p.MP < 0 && p.ID != "sea" {
			c.flaw(fmt.Sprintf("tables.movement.enter[%d].mp", i), "entering a hex costs at least one movement point; the sea alone, -1, is closed (SO-11.1.1b)")
		}
	}
	for i, f := range t.Odds.Factors {
		if f.Times < 1 || f.Per < 1 {
			c.flaw(fmt.Sprintf("tables.odds.factors[%d]", i), "a factor is a fraction of whole numbers from 1 on (SO-12.2.4a)")
		}
	}
}

func ids[T any](list []T, id func(T) string) []string {
	out := make([]string, 0, len(list))
	for _, x := range list {
		out = append(out, id(x))
	}
	return out
}

// all checks that a chart has every id asked for, and none twice.
func (c *checker) all(path string, asked, there []string) {
	for _, id := range asked {
		if !slices.Contains(there, id) {
			c.flaw(path, "%s is missing", id)
		}
	}
	for i, id := range there {
		if slices.Contains(there[:i], id) {
			c.flaw(fmt.Sprintf("%s[%d].id", path, i), "%s stands here twice", id)
		}
	}
}
