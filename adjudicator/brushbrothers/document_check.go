package brushbrothers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its form: names that nothing bears, places off the map, lists
// whose points do not add up by BB-A1.6, deployments that the rules forbid. Paths are those of the document's JSON.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	c.tables()
	c.arms()
	c.troops()
	c.vehicles()
	for i, f := range d.Forces {
		c.force(fmt.Sprintf("forces[%d]", i), f)
	}
	c.board()
	c.sides()
	c.tokens()
	c.options()
	c.annexes()
	return c.flaws
}

// checker collects flaws.
type checker struct {
	d     *Document
	flaws []table.Flaw
}

// flaw notes one.
func (c *checker) flaw(path, format string, args ...any) {
	c.flaws = append(c.flaws, table.Flaw{Path: path, Message: fmt.Sprintf(format, args...)})
}

// tables checks that the charts are whole.
func (c *checker) tables() {
	t := c.d.Tables
	for _, id := range []string{"none", "heads_down", "pinned", "crushed"} {
		if !slices.ContainsFunc(t.Stress, func(m Marker) bool { return m.ID == id }) {
			c.flaw("tables.stress", "the marker %s is missing (BB-5)", id)
		}
	}
	rows := []struct {
		quality string
		markers []string
	}{{"green", t.Progression.Green}, {"standard", t.Progression.Standard}, {"veteran", t.Progression.Veteran}}
	for _, row := range rows {
		for i, m := range row.markers {
			last := i == len(row.markers)-1
			known := slices.Contains([]string{"heads_down", "pinned", "crushed"}, m)
			if last != (m == "eliminated") || !last && !known {
				c.flaw(fmt.Sprintf("tables.progression.%s[%d]", row.quality, i), "%q cannot stand here: markers end with eliminated (BB-5.3)", m)
			}
		}
	}
	for _, id := range []string{"cover", "dense", "quality", "still", "single_base", "crossfire", "crowd", "quality_neg"} {
		if !slices.ContainsFunc(t.Saves, func(a Argument) bool { return a.ID == id }) {
			c.flaw("tables.saves", "the argument %s is missing (BB-4.9c)", id)
		}
	}
	if len(t.Smoke.Turns) != 6 {
		c.flaw("tables.smoke.turns", "there are %d values; a die has 6 (BB-7.4c)", len(t.Smoke.Turns))
	}
	c.reaches("tables.location.needed", t.Location.Needed)
	c.reaches("tables.to_hit.needed", t.ToHit.Needed)
}

// reaches checks that distances grow.
func (c *checker) reaches(path string, list []Reach) {
	for i := 1; i < len(list); i++ {
		if list[i].UD <= list[i-1].UD {
			c.flaw(fmt.Sprintf("%s[%d].ud", path, i), "distances must grow from one entry to the next")
		}
	}
}

// arms checks weapons, models and terrain.
func (c *checker) arms() {
	d := c.d
	for i, w := range d.Weapons {
		c.weapon(fmt.Sprintf("weapons[%d]", i), w)
	}
	for i, p := range d.Periods {
		for j, w := range p.Weapons {
			c.weapon(fmt.Sprintf("periods[%d].weapons[%d]", i, j), w)
		}
	}
	for i, m := range d.Models {
		if !slices.ContainsFunc(d.Weapons, func(w Weapon) bool { return w.ID == m.Weapon }) {
			c.flaw(fmt.Sprintf("models[%d].weapon", i), "no weapon is called %q", m.Weapon)
		}
	}
	for i, t := range d.Terrain {
		path := fmt.Sprintf("terrain[%d]", i)
		if utf8.RuneCountInString(t.Code) != 1 {
			c.flaw(path+".code", "%q is not one character", t.Code)
		}
		for _, o := range d.Terrain[:i] {
			if o.Code == t.Code {
				c.flaw(path+".code", "%q is the code of %s already", t.Code, o.ID)
			}
		}
		if t.Dense && !t.Cover {
			c.flaw(path+".dense", "a dense shelter is a cover too (BB-4.9c)")
		}
	}
}

// weapon checks one row.
func (c *checker) weapon(path string, w Weapon) {
	if w.Beyond >= w.Range {
		c.flaw(path+".beyond", "the minimum of %d UD leaves no range up to %d UD", w.Beyond, w.Range)
	}
	if w.Effective > 0 && w.FarScore == 0 {
		c.flaw(path+".effective", "far_score is missing: the score past %d UD (BB-4.6e)", w.Effective)
	}
	if w.Also != "" {
		if _, ok := c.d.Weapon(w.Also); !ok {
			c.flaw(path+".also", "no weapon is called %q", w.Also)
		}
	}
}

// troops checks the characteristics of nations and troop types.
func (c *checker) troops() {
	for i, n := range c.d.Nations {
		c.traits(fmt.Sprintf("nations[%d].optional", i), n.Optional)
		c.traits(fmt.Sprintf("nations[%d].mandatory", i), []string{n.Mandatory})
	}
	for i, t := range c.d.Troops {
		c.traits(fmt.Sprintf("troops[%d].characteristics", i), t.Characteristics)
		if len(t.Characteristics) > 2 {
			c.flaw(fmt.Sprintf("troops[%d].characteristics", i), "a type of troops has two at most (BB-A3.3)")
		}
		c.period(fmt.Sprintf("troops[%d].period", i), t.Period)
	}
}

// traits checks names of characteristics.
func (c *checker) traits(path string, names []string) {
	for _, n := range names {
		if !slices.ContainsFunc(c.d.Characteristics, func(o Characteristic) bool { return o.ID == n }) {
			c.flaw(path, "no characteristic is called %q (BB-A1.3)", n)
		}
	}
}

// period checks the name of a period.
func (c *checker) period(path, id string) {
	if id != "" && !slices.ContainsFunc(c.d.Periods, func(p Period) bool { return p.ID == id }) {
		c.flaw(path, "no period is called %q", id)
	}
}

// force checks an army list (BB-1.3, BB-1.5, BB-A1.6).
func (c *checker) force(path string, f Force) {
	c.period(path+".period", f.Period)
	c.troop(path+".troop", f.Troop)
	if f.Nation != "" && !slices.ContainsFunc(c.d.Nations, func(n Nation) bool { return n.ID == f.Nation }) {
		c.flaw(path+".nation", "no nation is called %q", f.Nation)
	}
	var chiefs []string
	total := 0
	for _, g := range f.GCs {
		if g.Kind == "chief" {
			chiefs = append(chiefs, g.ID)
		}
		total += g.Cost
	}
	if len(chiefs) == 0 {
		c.flaw(path+".gcs", "the list has no chief (BB-1.5a)")
	}
	if total != f.Total {
		c.flaw(path+".total", "the list says %d points, its groups add up to %d", f.Total, total)
	}
	whole := c.d
	ofPeriod := *whole // weapons and costs are those of the list's own period
	ofPeriod.Scenario.Period = f.Period
	c.d = &ofPeriod
	for i, g := range f.GCs {
		c.gc(fmt.Sprintf("%s.gcs[%d]", path, i), g, chiefs)
	}
	c.d = whole
	c.companies(path, f)
}

// troop checks the name of a troop type.
func (c *checker) troop(path, id string) {
	if id != "" && !slices.ContainsFunc(c.d.Troops, func(t Troop) bool { return t.ID == id }) {
		c.flaw(path, "no type of troops is called %q", id)
	}
}

// gc checks one combat group.
func (c *checker) gc(path string, g GC, chiefs []string) {
	c.troop(path+".troop", g.Troop)
	if c.machine(path, g, chiefs) {
		return
	}
	if len(g.Bases) > c.d.Tables.Capacity {
		c.flaw(path+".bases", "%d bases; a group has %d at most (BB-1.3a)", len(g.Bases), c.d.Tables.Capacity)
	}
	nco := 0
	for i, b := range g.Bases {
		c.base(fmt.Sprintf("%s.bases[%d]", path, i), b)
		if b.NCO {
			nco++
		}
	}
	if nco != 1 {
		c.flaw(path+".bases", "%d NCO bases; a group has one (BB-1.3d)", nco)
	}
	switch {
	case g.Kind == "chief" && g.Chief != "":
		c.flaw(path+".chief", "a chief has no chief")
	case g.Chief != "" && !slices.Contains(chiefs, g.Chief):
		c.flaw(path+".chief", "no chief of this list is called %q", g.Chief)
	case g.Kind != "chief" && g.Chief == "" && len(chiefs) > 1:
		c.flaw(path, "chief is missing: the list has %s", strings.Join(chiefs, " and "))
	}
	for _, s := range g.Surcharges {
		if !slices.ContainsFunc(c.d.Tables.Surcharges, func(a Amount) bool { return a.ID == s }) {
			c.flaw(path+".surcharges", "no surcharge is called %q (BB-A1.6b)", s)
		}
	}
	if (g.Kind == "chief") != slices.Contains(g.Surcharges, "chief") {
		c.flaw(path+".surcharges", "the surcharge chief belongs to chiefs and to them alone (BB-A1.6b)")
	}
	if g.Kind == "group" && !slices.Contains(g.Surcharges, "nco") {
		c.flaw(path+".surcharges", "a group pays the surcharge nco (BB-A1.6b, BB-R64)")
	}
	if g.Kind != "chief" && slices.Contains(g.Surcharges, "charismatic") {
		c.flaw(path+".surcharges", "only a chief is charismatic (BB-A1.4)")
	}
	if cost := c.d.Cost(g); cost != g.Cost {
		c.flaw(path+".cost", "%s costs %d points by BB-A1.6, not %d", g.ID, cost, g.Cost)
	}
}

// base checks one base.
func (c *checker) base(path string, b Base) {
	if _, ok := c.d.Weapon(b.Weapon); !ok {
		c.flaw(path+".weapon", "no weapon is called %q", b.Weapon)
	}
	if b.Second != "" {
		if _, ok := c.d.Weapon(b.Second); !ok {
			c.flaw(path+".second", "no weapon is called %q", b.Second)
		}
	}
	if b.Model == "" {
		return
	}
	if g, ok := c.d.GunModel(b.Model); ok {
		if g.Weapon != b.Weapon {
			c.flaw(path+".model", "%s is a model of %s, not of %s", g.Name, g.Weapon, b.Weapon)
		}
		return
	}
	i := slices.IndexFunc(c.d.Models, func(m Model) bool { return m.ID == b.Model })
	if i < 0 {
		c.flaw(path+".model", "no automatic weapon is called %q (BB-A1.5)", b.Model)
	} else if m := c.d.Models[i]; m.Weapon != b.Weapon {
		c.flaw(path+".model", "%s is a model of %s, not of %s", m.Name, m.Weapon, b.Weapon)
	}
}

// board checks the map (BB-1.4).
func (c *checker) board() {
	b := c.d.Scenario.Board
	if len(b.Map) != b.Rows {
		c.flaw("scenario.board.map", "%d rows of map; the board has %d", len(b.Map), b.Rows)
	}
	for i, row := range b.Map {
		path := fmt.Sprintf("scenario.board.map[%d]", i)
		if n := utf8.RuneCountInString(row); n != b.Columns {
			c.flaw(path, "row %d has %d sectors; the board has %d columns", b.Rows-i, n, b.Columns)
		}
		for _, r := range row {
			if _, ok := c.d.TerrainAt(string(r)); !ok {
				c.flaw(path, "no terrain has the code %q", string(r))
				break
			}
		}
	}
	for i, l := range b.Labels {
		c.on(fmt.Sprintf("scenario.board.labels[%d].place", i), l.Place)
	}
	for i, e := range b.Edges {
		path := fmt.Sprintf("scenario.board.edges[%d]", i)
		if c.on(path+".a", e.A) && c.on(path+".b", e.B) && e.A == e.B {
			c.flaw(path+".b", "an edge lies between two sectors")
		}
	}
	c.period("scenario.period", c.d.Scenario.Period)
}

// on checks that a place is a sector of the board.
func (c *checker) on(path, place string) bool {
	column, row, ok := Sector(place)
	b := c.d.Scenario.Board
	if !ok || column > b.Columns || row > b.Rows {
		c.flaw(path, "%q is no sector of this board (A1 to %c%d)", place, 'A'+rune(b.Columns)-1, b.Rows)
	}
	return ok && column <= b.Columns && row <= b.Rows
}

// Sector reads the name of a sector: column and row from 1.
func Sector(place string) (column, row int, ok bool) {
	if len(place) < 2 || place[0] < 'A' || place[0] > 'Z' || place[1] == '0' {
		return 0, 0, false
	}
	row, err := strconv.Atoi(place[1:])
	if err != nil || row < 1 || strings.HasPrefix(place[1:], "+") {
		return 0, 0, false
	}
	return int(place[0]-'A') + 1, row, true
}

// Ground is the terrain of a sector of the printed map.
func (d *Document) Ground(place string) (Terrain, bool) {
	column, row, ok := Sector(place)
	b := d.Scenario.Board
	if !ok || row > len(b.Map) {
		return Terrain{}, false
	}
	codes := []rune(b.Map[len(b.Map)-row])
	if column > len(codes) {
		return Terrain{}, false
	}
	return d.TerrainAt(string(codes[column-1]))
}

// sides checks the two sides, every list that they may play and where it stands.
func (c *checker) sides() {
	s := c.d.Scenario
	if len(s.Sides) != 2 {
		c.flaw("scenario.sides", "%d sides; the game has two", len(s.Sides))
		return
	}
	for i, side := range s.Sides {
		path := fmt.Sprintf("scenario.sides[%d]", i)
		c.traits(path+".characteristics", side.Characteristics)
		if side.Edge == "" {
			c.flaw(path, "edge is missing: north or south, the default where players choose")
		}
		if _, ok := c.d.Force(side.Force); !ok {
			c.flaw(path+".force", "no list is called %q", side.Force)
		}
		for _, id := range c.lists(side) {
			if f, ok := c.d.Force(id); ok {
				if f.Period != "" && f.Period != s.Period {
					c.flaw(path+".force", "%s is a list of the period %s", f.ID, f.Period)
				}
				if s.Budget > 0 && f.Total > s.Budget {
					c.flaw(path+".force", "%s has %d points; the budget is %d", f.ID, f.Total, s.Budget)
				}
				c.deployment(path, side, f)
			}
		}
	}
	if s.Sides[0].Edge == s.Sides[1].Edge {
		c.flaw("scenario.sides[1].edge", "both sides have the %s edge", s.Sides[1].Edge)
	}
	if s.Setup.Depth > s.Board.Rows/2 {
		c.flaw("scenario.setup.depth", "%d rows a side do not fit on a board of %d rows", s.Setup.Depth, s.Board.Rows)
	}
	if s.Setup.First != "" {
		if _, ok := c.d.Side(s.Setup.First); !ok {
			c.flaw("scenario.setup.first", "no side is called %q", s.Setup.First)
		}
	}
}

// lists are the army lists that a side may play: its own and those of its option.
func (c *checker) lists(s Side) []string {
	ids := []string{s.Force}
	for _, o := range c.d.Scenario.Options {
		if o.ID == "force."+s.ID {
			ids = append(ids, o.Values...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Placings returns where the GCs of a list stand by default on a side: the side's places before the list's own.
func (d *Document) Placings(s Side, f Force) []Placing {
	var list []Placing
	for _, g := range f.GCs {
		p := Placing{GC: g.ID, Column: g.Column, Depth: max(g.Depth, 1), Open: g.Open}
		for _, o := range s.Deployment {
			if o.GC == g.ID {
				p = Placing{GC: g.ID, Column: o.Column, Depth: max(o.Depth, 1), Open: o.Open}
			}
		}
		list = append(list, p)
	}
	return list
}

// Place is the sector of a placing on an edge.
func (d *Document) Place(p Placing, edge string) string {
	row := p.Depth
	if edge == "north" {
		row = d.Scenario.Board.Rows + 1 - p.Depth
	}
	return p.Column + strconv.Itoa(row)
}

// deployment checks the default places of a list: within the depth (BB-A3.6d), on ground that can be stood on, with room
// for all bases (BB-1.4a). Where players choose edges it must hold on both.
func (c *checker) deployment(path string, s Side, f Force) {
	for i, p := range s.Deployment {
		if !slices.ContainsFunc(f.GCs, func(g GC) bool { return g.ID == p.GC }) && f.ID == s.Force {
			c.flaw(fmt.Sprintf("%s.deployment[%d].gc", path, i), "%s has no %s", f.ID, p.GC)
		}
	}
	edges := []string{s.Edge}
	if c.d.Scenario.Setup.Edges == "players" {
		edges = []string{"south", "north"}
	}
	for _, edge := range edges {
		var sectors []string
		var bases []int
		for i, p := range c.d.Placings(s, f) {
			place := c.d.Place(p, edge)
			if p.Depth > c.depth() {
				c.flaw(path+".force", "%s of %s stands %d rows deep; %d are allowed (BB-A3.6d)", p.GC, f.ID, p.Depth, c.depth())
			}
			if t, ok := c.d.Ground(place); !ok {
				c.flaw(path+".force", "%s of %s stands off the map, at %q", p.GC, f.ID, place)
				continue
			} else if t.Impassable {
				c.flaw(path+".force", "%s of %s stands at %s, which cannot be entered", p.GC, f.ID, place)
			}
			at := slices.Index(sectors, place)
			if at < 0 {
				at = len(sectors)
				sectors, bases = append(sectors, place), append(bases, 0)
			}
			bases[at] += c.d.roomOf(f.GCs[i])
		}
		for i, n := range bases {
			if n > c.d.Tables.Capacity {
				c.flaw(path+".force", "%s puts %d bases into %s; a sector holds %d (BB-1.4a)", f.ID, n, sectors[i], c.d.Tables.Capacity)
			}
		}
	}
}

// tokens checks the objectives (BB-A3.6b to 3.6d).
func (c *checker) tokens() {
	s := c.d.Scenario
	for i, t := range s.Tokens {
		path := fmt.Sprintf("scenario.tokens[%d].place", i)
		if !c.on(path, t.Place) {
			continue
		}
		if g, _ := c.d.Ground(t.Place); g.Impassable {
			c.flaw(path, "nobody can enter %s", t.Place)
		}
		for _, o := range s.Tokens[:i] {
			if o.Place == t.Place {
				c.flaw(path, "%s lies at %s already", o.ID, t.Place)
			}
		}
	}
	if len(s.Tokens) > s.Board.Columns*s.Board.Rows {
		c.flaw("scenario.tokens", "%d tokens; the board has %d sectors", len(s.Tokens), s.Board.Columns*s.Board.Rows)
	}
	if s.Decoys > len(s.Tokens) {
		c.flaw("scenario.decoys", "%d decoys among %d tokens", s.Decoys, len(s.Tokens))
	}
	if s.Setup.Edges == "players" && len(s.Tokens)%2 == 0 {
		c.flaw("scenario.tokens", "%d tokens: where players choose edges, one must place fewer than the other (BB-A3.6d)", len(s.Tokens))
	}
}

// options checks what whoever opens a game may choose.
func (c *checker) options() {
	for i, o := range c.d.Scenario.Options {
		path := fmt.Sprintf("scenario.options[%d]", i)
		side, isForce := strings.CutPrefix(o.ID, "force.")
		for j, v := range o.Values {
			at := fmt.Sprintf("%s.values[%d]", path, j)
			switch {
			case isForce:
				if _, ok := c.d.Force(v); !ok {
					c.flaw(at, "no list is called %q", v)
				}
			case o.ID == "turns":
				if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 30 {
					c.flaw(at, "%q is no number of turns from 1 to 30", v)
				}
			case !slices.Contains(choices(o.ID), v):
				c.flaw(at, "%q is no value of %s", v, o.ID)
			}
		}
		if isForce {
			if _, ok := c.d.Side(side); !ok {
				c.flaw(path+".id", "no side is called %q", side)
			}
		} else if o.ID != "turns" && choices(o.ID) == nil {
			c.flaw(path+".id", "no option is called %q", o.ID)
		}
	}
}

// choices are the values that an option may have.
func choices(id string) []string {
	switch id {
	case "board":
		return []string{"hex", "square"}
	case "setup":
		return []string{"players", "scenario"}
	case "armies":
		return []string{"own", "lists"}
	case "ground":
		return []string{"printed", "dice"}
	case "supports":
		return []string{"0", "5", "10", "15", "20", "25", "30", "35", "40"} // BB-A2.4a, BB-A4.4b
	case "face_up", "ambush", "compensation", "tank_radius", "leader_radius", "shields", "wrecks":
		return []string{"yes", "no"}
	}
	return nil
}
