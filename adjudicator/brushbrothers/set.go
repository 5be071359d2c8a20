package brushbrothers

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// correction holds the keys of "set:" that are not plain fields of the position. It puts the game into play in the
// given turn, with all GCs of the sides' lists on the table, each at its default place unless a place is given.
type correction struct {
	Turn        int              `key:"turn"`   // above 0 the set-up is over; if left out where GCs are placed before the set-up, it is 1
	Remove      []string         `key:"remove"` // GCs taken off: "north.G1", or "north" for a whole side
	Terrain     []codeAt         `key:"terrain"`
	Supports    []heldBy         `key:"supports"` // all supports that the sides still have
	Failed      []failedBy       `key:"failed"`   // attempts to get a support (BB-R70)
	Conventions conventions      `key:"conventions"`
	Units       []unitCorrection `key:"units" part:"yes" like:"groups"`
}

// codeAt is a terrain code for a sector.
type codeAt struct {
	Place string `key:"place"`
	Code  string `key:"code"`
}

// unitCorrection holds the keys of a GC that have further consequences. An unknown name adds a GC.
type unitCorrection struct {
	Unit      string           `key:"unit"` // "south.G1"
	Bases     []baseCorrection `key:"bases"`
	FiredFrom []string         `key:"fired_from" ref:"place"` // sectors from which flat fire came this turn (BB-R13)
}

// baseCorrection is a base, with what a mortar remembers (BB-R26).
type baseCorrection struct {
	Weapon   string `key:"weapon"`
	Model    string `key:"model"`
	Reroll   string `key:"reroll"`
	Second   string `key:"second"`
	NCO      bool   `key:"nco"`
	Packed   bool   `key:"packed"`   // a heavy weapon that is not set up
	Target   string `key:"target"`   // registration: on what
	Attempts int    `key:"attempts"` // and how many times
	On       bool   `key:"on"`       // on target at the target's present place
}

// correct changes a position by hand.
func (g *Game) correct(s *position.Setting) error {
	s.Names(func(kind, name string) bool {
		return kind == "place" && g.grid(name) || kind == "seats" && g.camp(table.Seat(name)) != nil
	})
	var own correction
	if err := s.Own(&own); err != nil {
		return err
	}
	turned := s.Has("turn")
	switch {
	case turned:
		g.Number = own.Turn
	case len(g.Groups) == 0 && g.Number == 0 && s.Has("units", "remove", "cup", "token"):
		turned, g.Number = true, 1
	}
	if len(g.Groups) == 0 && g.Number > 0 {
		g.assemble()
	}
	if err := s.Merge(g); err != nil {
		return err
	}
	if err := g.correctSides(s, own); err != nil {
		return err
	}
	if err := g.correctMap(s, own); err != nil {
		return err
	}
	for _, name := range own.Remove {
		if g.camp(table.Seat(name)) == nil && g.group(name) == nil {
			return fmt.Errorf("remove: there is no %q", name)
		}
	}
	g.Groups = slices.DeleteFunc(g.Groups, func(u Group) bool {
		return slices.Contains(own.Remove, u.name()) || slices.Contains(own.Remove, string(u.Side))
	})
	if err := g.correctUnits(s); err != nil {
		return err
	}
	g.arrayHere()
	if turned && !s.Has("cup", "token") {
		g.Cup = nil
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Sector != "" && !u.Activated {
				g.Cup = append(g.Cup, string(u.Side))
			}
		}
	}
	g.Drawn = turned && g.Number > 0 && len(g.Cup) == 0 && g.Token == ""
	return g.sound()
}

// correctMap changes the terrain of sectors and checks what lies on the map.
func (g *Game) correctMap(s *position.Setting, own correction) (err error) {
	for _, c := range own.Terrain {
		if g.Map, err = g.net.Patch(g.Map, board.CodeAt(c)); err != nil {
			return err
		}
	}
	for _, e := range g.Edges {
		if s.Has("edges") && (e.Kind == "" || !slices.Contains(g.net.Neighbours(e.A), e.B)) {
			return fmt.Errorf("edge %q between %q and %q: a hedge or a wall lies between neighbours", e.Kind, e.A, e.B)
		}
	}
	for _, c := range g.Screens {
		if s.Has("smoke") && (!g.grid(c.Place) || c.Left < 1) {
			return fmt.Errorf("smoke at %q for %d turns: a sector, and left from 1", c.Place, c.Left)
		}
	}
	for _, x := range g.Wrecks {
		if s.Has("wrecks") && (!g.grid(x.Place) || x.Size < 1) {
			return fmt.Errorf("wreck of size %d at %q", x.Size, x.Place)
		}
	}
	for i := range g.Objectives {
		if o := &g.Objectives[i]; o.Open && s.Has("objectives") {
			o.Seen = g.seats()
		}
	}
	return nil
}

// assemble raises the sides' lists and puts GCs and objectives where the scenario proposes, all of them open. It is the
// set-up without players.
func (g *Game) assemble() {
	sc := g.doc.Scenario
	for _, c := range sc.Sides {
		f, _ := g.doc.Force(g.camp(table.Seat(c.ID)).Force)
		chief := ""
		for _, gc := range f.GCs {
			if gc.Kind == "chief" && chief == "" {
				chief = gc.ID
			}
		}
		for _, gc := range f.GCs {
			u := raise(table.Seat(c.ID), gc, chief)
			u.Traits = slices.Clone(g.doc.TroopOf(c, f, gc))
			for i := range u.Bases {
				w, _ := g.doc.Arm(u.Bases[i].Base)
				u.Bases[i].Ready = w.SetUp || w.Gun
			}
			g.Groups = append(g.Groups, u)
		}
		g.camp(table.Seat(c.ID)).Edge, g.camp(table.Seat(c.ID)).Water = c.Edge, sc.Wilds.Reserve
		for _, at := range g.doc.Placings(c, f) {
			if u := g.own(table.Seat(c.ID), at.GC); at.Column != "" {
				u.Sector = g.doc.Place(at, c.Edge)
			}
		}
	}
	if len(g.Objectives) == 0 {
		for _, o := range sc.Tokens {
			g.Objectives = append(g.Objectives, Objective{ID: o.ID, Place: o.Place})
		}
	}
}

// correctUnits changes and adds GCs, then handles what depends on other GCs.
func (g *Game) correctUnits(s *position.Setting) error {
	var changed []*position.Setting
	err := s.Each("units", "unit", func(e *position.Setting) error {
		changed = append(changed, e)
		return g.correctUnit(e)
	})
	for _, e := range changed {
		x := g.group(e.Text("unit"))
		if err != nil {
			return err
		}
		if x == nil {
			continue
		}
		if !e.Has("chief") && x.Section == "" {
			for j := range g.Groups {
				if c := &g.Groups[j]; c.Side == x.Side && c.Kind == "chief" && x.Section == "" {
					x.Section = c.ID
				}
			}
		}
		for j := range x.Bases {
			if r := &x.Bases[j].Ranging; r.On && e.Has("bases") {
				r.Place = r.Target
				if target := g.group(r.Target); target != nil {
					r.Place = target.Sector
				}
			}
		}
		if e.Has("bases") && x.Parent != "" {
			g.renumber(x)
		}
		err = g.correctBearings(x, e)
	}
	return err
}

// correctBearings sets the directions from which flat fire came at a GC.
func (g *Game) correctBearings(x *Group, s *position.Setting) error {
	var own unitCorrection
	if err := s.Own(&own); err != nil || !s.Has("fired_from") {
		return err
	}
	x.Bearings = nil
	for _, p := range own.FiredFrom {
		if !g.grid(p) || x.Sector == "" {
			return fmt.Errorf("%s: fire from %q", x.name(), p)
		}
		x.Bearings = append(x.Bearings, g.bearing(x.Sector, p))
	}
	return nil
}

// correctUnit changes a GC or adds one.
func (g *Game) correctUnit(s *position.Setting) error {
	var own unitCorrection
	if err := s.Own(&own); err != nil {
		return err
	}
	u := g.group(own.Unit)
	if u == nil {
		i := slices.IndexFunc(g.Camps, func(c Camp) bool {
			return len(own.Unit) > len(c.Seat)+1 && own.Unit[:len(c.Seat)+1] == string(c.Seat)+"."
		})
		if i < 0 {
			return fmt.Errorf("no side of this game begins that name")
		}
		seat := g.Camps[i].Seat
		g.Groups = append(g.Groups, Group{ID: own.Unit[len(seat)+1:], Side: seat, Kind: "group", Quality: "standard", Stress: unstressed})
		u = &g.Groups[len(g.Groups)-1]
	}
	if err := s.Merge(u); err != nil {
		return err
	}
	if s.Has("stress") && g.rank(u.Stress) >= len(g.doc.Tables.Stress) {
		return fmt.Errorf("there is no marker %q", u.Stress)
	}
	for _, id := range u.Traits {
		if s.Has("traits") && !slices.ContainsFunc(g.doc.Characteristics, func(c Characteristic) bool { return c.ID == id }) {
			return fmt.Errorf("there is no characteristic %q", id)
		}
	}
	if err := g.correctVehicle(u, s); err != nil {
		return err
	}
	if u.Kind == "chief" {
		u.Section = u.ID
	}
	if s.Has("bases") {
		return g.correctBases(u, own.Bases, s.Has("kind"))
	}
	return nil
}

// correctBases gives a GC its bases in place of those it had.
func (g *Game) correctBases(u *Group, bases []baseCorrection, called bool) error {
	u.Bases = nil
	leads := 0
	for i, b := range bases {
		if b.NCO {
			leads++
		}
		if leads > 1 {
			return fmt.Errorf("one base alone is the NCO's (BB-1.3d)")
		}
		base := Base{Weapon: b.Weapon, Model: b.Model, Reroll: b.Reroll, NCO: b.NCO, Second: b.Second}
		w, ok := g.doc.Arm(base)
		if !ok {
			return fmt.Errorf("no weapon is called %q", b.Weapon)
		}
		u.Bases = append(u.Bases, Stand{Base: base, ID: i + 1, Ready: (w.SetUp || w.Gun) && !b.Packed, Ranging: Ranging{Target: b.Target, Attempts: b.Attempts, On: b.On}})
	}
	leader(u)
	if g.gun(u) && !called {
		u.Kind = "gun"
	}
	return nil
}

// renumber gives the bases of a detached part numbers that its group does not use, as if they had left it.
func (g *Game) renumber(part *Group) {
	p := g.own(part.Side, part.Parent)
	if p == nil {
		return
	}
	last := 0
	for _, b := range slices.Concat(p.Bases, part.Bases) {
		last = max(last, b.ID)
	}
	for i := range part.Bases {
		if p.base(part.Bases[i].ID) != nil {
			last++
			part.Bases[i].ID = last
		}
	}
}

// sound reports what is wrong with a position: anything that the rules can never bring about.
func (g *Game) sound() error {
	for u := range table.All(g.Groups) {
		switch {
		case u.Sector == "":
			continue
		case !g.grid(u.Sector):
			return fmt.Errorf("%s stands at %q, which is not on the board", u.name(), u.Sector)
		case len(u.Bases) == 0:
			return fmt.Errorf("%s has no base", u.name())
		case g.rank(u.Stress) >= len(g.doc.Tables.Stress):
			return fmt.Errorf("%s has the unknown marker %q", u.name(), u.Stress)
		case g.soundVehicle(u) != nil:
			return g.soundVehicle(u)
		case u.Upper && !g.terrain(u.Sector).Upper:
			return fmt.Errorf("%s is upstairs at %s, which has no storey (BB-4.2a)", u.name(), u.Sector)
		case g.holds(u.Sector) != u.Side:
			return fmt.Errorf("both sides stand at %s (BB-R68)", u.Sector)
		case g.room(u.Side, u.Sector) < 0 && g.Active.Group == "":
			return fmt.Errorf("more than %d bases at %s (BB-1.4a)", g.doc.Tables.Capacity, u.Sector)
		}
	}
	return nil
}
