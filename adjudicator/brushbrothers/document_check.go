package brushbrothers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its tags: lists whose points do not add up by BB-A1.6,
// groups that the rules do not allow, deployments without room. Paths are those of the document's JSON.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d}
	c.arms()
	for i, f := range d.Forces {
		c.force(fmt.Sprintf("forces[%d]", i), f)
	}
	c.sides()
	c.tokens()
	c.system()
	return c.Flaws
}

// checker collects flaws.
type checker struct {
	d *Document
	table.Flaws
}

// arms checks weapons, what they also count as, and the charts of vehicles.
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
	for _, a := range slices.Concat(d.Tables.Vehicles.Sizes, d.Tables.Vehicles.Moves) {
		if a.Value < 1 {
			c.Add("tables.vehicles", "%s is %d: sizes and moves are 1 or more (BB-9.4, BB-10.5)", a.ID, a.Value)
		}
	}
}

// weapon checks one row.
func (c *checker) weapon(path string, w Weapon) {
	if w.Beyond >= w.Range {
		c.Add(path+".beyond", "the minimum of %d UD leaves no range up to %d UD", w.Beyond, w.Range)
	}
	if w.Also != "" {
		c.armed(path+".also", w.Also)
	}
}

// armed checks that a name is a weapon of the period.
func (c *checker) armed(path, id string) {
	if _, ok := c.d.Weapon(id); !ok {
		c.Add(path, "no weapon is called %q", id)
	}
}

// force checks an army list (BB-1.3, BB-1.5, BB-A1.6).
func (c *checker) force(path string, f Force) {
	var chiefs []string
	total := 0
	for _, g := range f.GCs {
		if g.Kind == "chief" {
			chiefs = append(chiefs, g.ID)
		}
		total += g.Cost
	}
	if len(chiefs) == 0 {
		c.Add(path+".gcs", "the list has no chief (BB-1.5a)")
	}
	if total != f.Total {
		c.Add(path+".total", "the list says %d points, its groups add up to %d", f.Total, total)
	}
	whole := c.d
	ofPeriod := *whole // weapons and costs are those of the list's own period
	ofPeriod.Scenario.Period = f.Period
	c.d = &ofPeriod
	for i, g := range f.GCs {
		at := fmt.Sprintf("%s.gcs[%d]", path, i)
		if g.Kind != "chief" && g.Chief == "" && len(chiefs) > 1 {
			c.Add(at, "chief is missing: the list has %s", strings.Join(chiefs, " and "))
		}
		if g.Vehicle == "" {
			c.foot(at, g)
		} else if i := slices.IndexFunc(g.Surcharges, func(s string) bool { return s != "chief" && s != "nco" }); i >= 0 {
			c.Add(at+".surcharges", "%q is no surcharge of vehicles (BB-A1.6d)", g.Surcharges[i])
		}
		if cost := c.d.Cost(g); cost != g.Cost {
			c.Add(at+".cost", "%s costs %d points by BB-A1.6, not %d", g.ID, cost, g.Cost)
		}
	}
	c.d = whole
	c.companies(path, f)
}

// foot checks a combat group on foot.
func (c *checker) foot(path string, g GC) {
	nco, guns := 0, 0
	for i, b := range g.Bases {
		c.base(fmt.Sprintf("%s.bases[%d]", path, i), b)
		if b.NCO {
			nco++
		}
		if w, _ := c.d.Weapon(b.Weapon); w.Gun {
			guns++
		}
	}
	if nco != 1 {
		c.Add(path+".bases", "%d NCO bases; a group has one (BB-1.3d)", nco)
	}
	if guns > 0 && (guns != len(g.Bases) || guns > 1) || (g.Kind == "gun") != (guns > 0) {
		c.Add(path+".kind", "a gun is a GC of the kind gun, of one base (BB-R29)")
	}
	if g.Kind == "group" && !slices.Contains(g.Surcharges, "nco") {
		c.Add(path+".surcharges", "a group pays the surcharge nco (BB-A1.6b, BB-R64)")
	}
	if g.Kind != "chief" && slices.Contains(g.Surcharges, "charismatic") {
		c.Add(path+".surcharges", "only a chief is charismatic (BB-A1.4)")
	}
}

// base checks one base.
func (c *checker) base(path string, b Base) {
	c.armed(path+".weapon", b.Weapon)
	if b.Second != "" {
		c.armed(path+".second", b.Second)
	}
	m, _ := table.Find(c.d.Models, func(m *Model) bool { return m.ID == b.Model })
	name, of := m.Name, m.Weapon
	if g, ok := c.d.GunModel(b.Model); ok {
		name, of = g.Name, g.Weapon
	}
	if of != "" && of != b.Weapon {
		c.Add(path+".model", "%s is a model of %s, not of %s", name, of, b.Weapon)
	}
}

// companies checks which vehicle carries whom (BB-13).
func (c *checker) companies(path string, f Force) {
	for i, g := range f.GCs {
		at := fmt.Sprintf("%s.gcs[%d]", path, i)
		v, ok := table.Find(f.GCs, func(o *GC) bool { return g.Aboard != "" && o.ID == g.Aboard })
		if !ok {
			continue
		}
		row, _ := c.d.Vehicle(v.Vehicle)
		load := 0
		for _, o := range f.GCs {
			if o.Aboard == g.Aboard && o.Kind != "gun" {
				load += len(o.Bases)
			}
		}
		if load > row.Carries || g.Kind == "gun" && !row.Tows {
			c.Add(at+".aboard", "%s carries %d bases (BB-13.1)", g.Aboard, row.Carries)
		}
		if g.Column != v.Column || max(g.Depth, 1) != max(v.Depth, 1) {
			c.Add(at+".column", "%s is aboard %s and starts where it starts", g.ID, g.Aboard)
		}
	}
}

// Sector parses the name of a sector. Column and row count from 1.
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

// Ground returns the terrain of a sector on the printed map.
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

// sides checks every list that the two sides may play, and its deployment.
func (c *checker) sides() {
	s := c.d.Scenario
	for i, side := range s.Sides {
		path := fmt.Sprintf("scenario.sides[%d]", i)
		for _, id := range c.lists(side) {
			if f, ok := c.d.Force(id); ok {
				if f.Period != "" && f.Period != s.Period {
					c.Add(path+".force", "%s is a list of the period %s", f.ID, f.Period)
				}
				if s.Budget > 0 && f.Total > s.Budget {
					c.Add(path+".force", "%s has %d points; the budget is %d", f.ID, f.Total, s.Budget)
				}
				c.deployment(path, side, f)
			}
		}
		for j, id := range side.Troops {
			if !c.d.isNation(id) && !slices.ContainsFunc(c.d.Troops, func(t Troop) bool { return t.ID == id && t.Period == s.Period }) {
				c.Add(fmt.Sprintf("%s.troops[%d]", path, j), "no nation and no troops of this period are called %q", id)
			}
		}
	}
	if s.Setup.Depth > s.Board.Rows/2 {
		c.Add("scenario.setup.depth", "%d rows a side do not fit on a board of %d rows", s.Setup.Depth, s.Board.Rows)
	}
}

// lists returns the army lists that a side may play: its own and those of its option.
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

// Placings returns where the GCs of a list stand by default on a side. The side's places come before the list's own.
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

// Place returns the sector of a placing on an edge.
func (d *Document) Place(p Placing, edge string) string {
	row := p.Depth
	if edge == "north" {
		row = d.Scenario.Board.Rows + 1 - p.Depth
	}
	return p.Column + strconv.Itoa(row)
}

// depth returns the greatest number of rows from its own edge within which a side may deploy: the scenario's, or that
// of the deepest vanguard (BB-A2.2c).
func (c *checker) depth() int {
	most := c.d.Scenario.Setup.Depth
	if c.d.system() == generator {
		for _, f := range c.d.Tables.Fronts {
			most = max(most, f.Depth)
		}
	}
	return most
}

// deployment checks the default places of a list: within the depth (BB-A3.6d), on passable ground, with room for all
// bases (BB-1.4a). Where players choose edges, the places must be valid from both.
func (c *checker) deployment(path string, s Side, f Force) {
	for i, p := range s.Deployment {
		if !slices.ContainsFunc(f.GCs, func(g GC) bool { return g.ID == p.GC }) && f.ID == s.Force {
			c.Add(fmt.Sprintf("%s.deployment[%d].gc", path, i), "%s has no %s", f.ID, p.GC)
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
				c.Add(path+".force", "%s of %s stands %d rows deep; %d are allowed (BB-A3.6d)", p.GC, f.ID, p.Depth, c.depth())
			}
			if t, ok := c.d.Ground(place); !ok {
				c.Add(path+".force", "%s of %s stands off the map, at %q", p.GC, f.ID, place)
				continue
			} else if t.Impassable {
				c.Add(path+".force", "%s of %s stands at %s, which cannot be entered", p.GC, f.ID, place)
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
				c.Add(path+".force", "%s puts %d bases into %s; a sector holds %d (BB-1.4a)", f.ID, n, sectors[i], c.d.Tables.Capacity)
			}
		}
	}
}

// tokens checks the objectives (BB-A3.6b to 3.6d).
func (c *checker) tokens() {
	s := c.d.Scenario
	for i, t := range s.Tokens {
		if g, _ := c.d.Ground(t.Place); g.Impassable {
			c.Add(fmt.Sprintf("scenario.tokens[%d].place", i), "nobody can enter %s", t.Place)
		}
	}
	if s.Setup.Edges == "players" && len(s.Tokens)%2 == 0 {
		c.Add("scenario.tokens", "%d tokens: where players choose edges, one must place fewer than the other (BB-A3.6d)", len(s.Tokens))
	}
}

// system checks what annexes 2 and 4 require of a scenario.
func (c *checker) system() {
	s := c.d.Scenario
	switch {
	case s.System == generator && len(s.Sides) == 2 && (s.Sides[0].Score > 0 || s.Sides[1].Score > 0) && s.Sides[0].Score+s.Sides[1].Score != scoresMake:
		c.Add("scenario.sides[1].score", "the two scores add up to %d (BB-A2.2a)", scoresMake)
	case s.System == chaco && len(s.Tokens)-s.Decoys != 1:
		c.Add("scenario.decoys", "%d of %d markers are decoys; one is the water (BB-A4.4c)", s.Decoys, len(s.Tokens))
	}
}

// allowed lists the options of a scenario: what may be chosen when a game is opened.
func allowed(d *Document) []table.Allowed {
	out := append(table.YesNo("face_up", "ambush", "compensation", "tank_radius", "leader_radius", "shields", "wrecks"),
		table.Allowed{ID: "turns", Values: table.Numbers(1, 30)},
		table.Allowed{ID: "board", Values: []string{"hex", "square"}},
		table.Allowed{ID: "setup", Values: []string{"players", "scenario"}},
		table.Allowed{ID: "armies", Values: []string{"own", "lists"}},
		table.Allowed{ID: "ground", Values: []string{"printed", "dice"}},
		table.Allowed{ID: "supports", Values: []string{"0", "5", "10", "15", "20", "25", "30", "35", "40"}}) // BB-A2.4a, BB-A4.4b
	var forces []string
	for _, f := range d.Forces {
		forces = append(forces, f.ID)
	}
	for _, s := range d.Scenario.Sides {
		out = append(out, table.Allowed{ID: "force." + s.ID, Values: forces})
	}
	return out
}
