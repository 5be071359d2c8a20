package modernbattles

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// correction holds the keys of "set:" that are not plain fields of the position. Places are "34.5,12.0" in inches or [345,
// 120] in tenths. Before play begins, a setting starts a player turn, unless turn is 0: then the set-up is still to come.
type correction struct {
	Phase    string           `key:"phase" oneof:"start|charges|movement|air|shooting|combat|end"` // where play continues; only before play begins; default charges
	Remove   []string         `key:"remove"`                                                       // units taken out of the game, or a seat for all of its units
	Clear    bool             `key:"clear"`                                                        // remove all features first
	Features []Feature        `key:"features"`                                                     // added, or replacing those with their ids
	Markers  []lurking        `key:"markers"`
	Charges  []declared       `key:"charges"`
	Units    []unitCorrection `key:"units" part:"yes"`
}

// lurking is an ambush marker; With is the weapon of a squad that lies in wait.
type lurking struct {
	Unit string `key:"unit"`
	At   Point  `key:"at"`
	With string `key:"with"`
}

// declared is a declared charge.
type declared struct {
	Unit   string `key:"unit"`
	Target string `key:"target"`
	Fled   bool   `key:"fled"`
	Cover  string `key:"cover" oneof:"light|heavy"` // of the target when it was declared
}

// unitCorrection holds the keys of a unit that have further effects. A new unit needs a side and a type, which is an entry of the lists.
type unitCorrection struct {
	Side     table.Seat `key:"side"`
	Type     string     `key:"type"`
	At       Point      `key:"at"` // its figures take their slots around this point
	Inside   string     `key:"inside"`
	Defence  string     `key:"defence" oneof:"light|heavy|none"` // its cover in the close combat that it is in
	Men      int        `key:"men"`                              // number of living men: those with the lowest numbers
	Weapon   string     `key:"weapon"`                           // of every figure that is not a leader, or of a piece
	FiredWas bool       `key:"fired_before"`                     // in its previous own player turn
	Armour   []int      `key:"armour"`                           // front, side, rear, top, instead of its type's
	Prepared bool       `key:"prepared"`
	Figures  []struct{} `key:"figures" part:"yes"`
}

// correct changes a position by hand.
func (g *Game) correct(s *position.Setting) error {
	s.Names(func(kind, name string) bool {
		if kind == "terrain" {
			_, ok := g.doc.Ground(name)
			return ok
		}
		return g.camp(table.Seat(name)) != nil // seats, sides of the scenario
	})
	fresh := g.Number == 0 && (!s.Since(3) || s.Has("turn", "half", "phasing", "phase")) // 3: a correction of the set-up begins play only if it says so
	if fresh {
		g.Number = 1
	}
	var own correction
	if err := s.Own(&own); err != nil {
		return err
	}
	if err := s.Merge(g); err != nil {
		return err
	}
	slices.Sort(g.Optional)
	if err := g.correctClock(s, own.Phase, fresh); err != nil {
		return err
	}
	if err := g.correctGround(own); err != nil {
		return err
	}
	for _, id := range own.Remove {
		had := len(g.Units)
		g.Units = slices.DeleteFunc(g.Units, func(u Unit) bool { return u.ID == id || string(u.Side) == id })
		if len(g.Units) == had {
			return fmt.Errorf("remove: there is no unit and no side %q", id)
		}
	}
	if err := s.Each("units", "unit", g.correctUnit); err != nil {
		return err
	}
	return g.correctMarks(s, own)
}

// correctClock sets the turn and the phase.
func (g *Game) correctClock(s *position.Setting, phase string, fresh bool) error {
	if s.Has("phasing") {
		g.Half = table.IndexOf(g.Camps, g.Phasing) + 1
	}
	switch {
	case g.Number < 0 || g.Half < 0 || g.Half > 2:
		return errors.New("turn counts from 1, half is 1 or 2")
	case g.Number == 0:
		g.Half, g.Opening = 0, ""
		return nil
	case g.Half == 0:
		g.Half = 1
	}
	g.Phasing, g.Drawn = g.Camps[g.Half-1].Seat, true
	switch {
	case fresh && phase != "":
		g.Opening = phase
	case fresh:
		g.Opening = "charges"
	case phase != "":
		return errors.New("phase can be set before play begins alone; say at: to set a position later")
	}
	return nil
}

// correctGround changes the features of the table.
func (g *Game) correctGround(own correction) error {
	if own.Clear {
		g.Features = nil
	}
	for _, f := range own.Features {
		i := slices.IndexFunc(g.Features, func(o Feature) bool { return o.ID == f.ID })
		if i < 0 {
			g.Features = append(g.Features, f)
		} else {
			g.Features[i] = f
		}
	}
	g.survey()
	return nil
}

// correctUnit changes a unit or adds one.
func (g *Game) correctUnit(s *position.Setting) error {
	var own unitCorrection
	if err := s.Own(&own); err != nil {
		return err
	}
	u := g.unit(s.Text("unit"))
	if u == nil {
		n := g.newUnit(s.Text("unit"), own.Side, own.Type)
		if n == nil {
			return errors.New("it is new: it needs side and type, an entry of the lists or a vehicle")
		}
		if n.Formation = "open"; n.single() || n.battery() {
			n.Formation = ""
		}
		g.Units = append(g.Units, *n)
		u = &g.Units[len(g.Units)-1]
	}
	if err := s.Merge(u); err != nil {
		return err
	}
	slices.Sort(u.Kit)
	if s.Has("fired_before") {
		u.Was.Fired = own.FiredWas
	}
	if s.Has("defence") {
		u.Defence = givenCover(own.Defence)
	}
	u.correctMen(s, own)
	if err := g.correctPlace(u, s, own); err != nil {
		return err
	}
	switch {
	case s.Has("prepared") && u.vehicle():
		u.Tank.Prepared = own.Prepared
	case s.Has("prepared"):
		u.Piece.Prepared = own.Prepared
	}
	if len(own.Armour) == len(zones) {
		u.Tank.Armour = own.Armour
	}
	if s.Has("last") && len(u.Tank.Arms) > 0 {
		u.Tank.Arms[0].Last = u.Piece.Last
	}
	return nil
}

// correctMen changes the figures of a unit.
func (u *Unit) correctMen(s *position.Setting, own unitCorrection) {
	if s.Has("men") {
		for len(u.Figures) < own.Men {
			f := u.Figures[len(u.Figures)-1]
			f.N, f.Role = len(u.Figures)+1, ""
			u.Figures = append(u.Figures, f)
		}
		u.Initial = max(u.Initial, own.Men)
		for i := range u.Figures {
			u.Figures[i].Out = i >= own.Men
		}
	}
	for i := range u.Figures {
		if f := &u.Figures[i]; s.Has("weapon") && f.Role != "leader" && f.Role != "officer" && (!u.piece() || f.Role == "gunner") {
			f.Weapon = own.Weapon
		}
	}
}

// correctPlace puts a unit where it is to stand, on its slots as they are and regardless of what lies there, and then places
// its individual figures.
func (g *Game) correctPlace(u *Unit, s *position.Setting, own unitCorrection) error {
	u.Facing = norm(u.Facing)
	if s.Has("at") {
		if !g.onTable(own.At) {
			return fmt.Errorf("%s is off the table", spotText(own.At))
		}
		u.At, u.Off, u.Inside = own.At, u.battery(), ""
		if b := g.building(u.At); b != nil && u.enters() {
			u.Inside = b.id
		}
	}
	if s.Has("at", "formation", "facing", "men") {
		spots := g.slots(u, u.At, u.Facing, u.Formation)
		for i := range u.Figures {
			u.Figures[i].At = u.At
			if !u.single() && u.Inside == "" && !u.Figures[i].Out {
				u.Figures[i].At = spots[i]
			}
		}
		g.prepare(u)
	}
	if s.Has("inside") {
		u.Inside = own.Inside
	}
	if v := g.unit(u.Aboard); u.Aboard != "" && v != nil {
		u.At = v.At
	}
	return s.Each("figures", "n", func(e *position.Setting) error {
		var f Figure
		if err := e.Read(&f); err != nil {
			return err
		}
		i := slices.IndexFunc(u.Figures, func(o Figure) bool { return o.N == f.N })
		if i < 0 {
			return fmt.Errorf("there is no figure %d", f.N)
		}
		return e.Merge(&u.Figures[i])
	})
}

// correctMarks sets ambush markers and charges.
func (g *Game) correctMarks(s *position.Setting, own correction) error {
	if s.Has("markers") {
		g.Markers = nil
	}
	for _, d := range own.Markers {
		u := g.unit(d.Unit)
		if u == nil {
			return fmt.Errorf("markers: there is no unit %q", d.Unit)
		}
		m, _, ok := g.lurker(u, d.With)
		if !ok {
			return fmt.Errorf("markers: %s has no weapon for an ambush", d.Unit)
		}
		m.At = d.At
		g.Markers = append(g.Markers, m)
	}
	if s.Has("charges") {
		g.Charges = nil
	}
	for _, d := range own.Charges {
		c := givenCover(d.Cover)
		g.Charges = append(g.Charges, Charge{Unit: d.Unit, Target: d.Target, Fled: d.Fled, Cover: c})
		if u := g.unit(d.Unit); u != nil {
			u.Did.Charged = true
		}
		if e := g.unit(d.Target); e != nil && c.Level > 0 {
			e.Defence = c
		}
	}
	return nil
}

// givenCover reads light, heavy or none; none is for a unit that charged or was charged in the open.
func givenCover(s string) Cover {
	if s == "none" {
		return Cover{Why: uncovered}
	}
	if n := coverLevel(s); n > 0 {
		return Cover{Level: n, Why: "cover." + s, Rule: "MB-14a"}
	}
	return Cover{}
}

// newUnit creates a unit that is not there yet, from an entry of the lists or from a vehicle that no list has. It returns nil if it cannot.
func (g *Game) newUnit(id string, side table.Seat, kind string) *Unit {
	if g.camp(side) == nil || id == "" {
		return nil
	}
	if _, ok := g.doc.Unit(kind); ok {
		return g.raise(id, side, kind)
	}
	v, ok := g.doc.Vehicle(kind)
	if !ok {
		return nil
	}
	u := &Unit{ID: id, Side: side, Type: kind, Kind: "vehicle", Points: v.Points}
	g.crewHull(u, &UnitType{Vehicle: kind})
	u.Initial = len(u.Figures)
	return u
}
