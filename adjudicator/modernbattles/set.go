package modernbattles

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Setting is the "set:" of a try file, and of a correction by hand. What is left out stays as it is; a list that is named
// replaces the whole list, except units, features and camps, of which each entry changes or adds one. Places are "34.5,12.0"
// in inches or [345, 120] in tenths. Before play begins it puts the game into a player turn, unless turn is 0: then the
// set-up is still to come.
type Setting struct {
	Turn    *int    `json:"turn"`
	Half    *int    `json:"half"`
	Phasing *string `json:"phasing"` // the seat whose player turn it is, in place of half
	Phase   *string `json:"phase"`   // where play goes on; only before play begins: start, charges, movement (without it), air, shooting, combat, end
	Length  *int    `json:"length"`

	Optional *[]string `json:"optional"` // MB-8, MB-9b, MB-19, MB-35, simplified

	Remove []string      `json:"remove"` // units taken out of the game, or a seat for all of its units
	Units  []UnitSetting `json:"units"`
	Camps  []CampSetting `json:"camps"`

	Features   []Feature        `json:"features"`
	Clear      bool             `json:"clear"` // first all features away
	Objectives *[]Objective     `json:"objectives"`
	Mines      *[]Minefield     `json:"mines"`
	Smokes     *[]SmokeSetting  `json:"smokes"`
	Markers    *[]MarkerSetting `json:"markers"`
	Wires      *[][]string      `json:"wires"`
	Radios     *[][]string      `json:"radios"`
	Charges    *[]ChargeSetting `json:"charges"`
}

// Where is a place as it is written by hand.
type Where Point

// UnmarshalJSON reads "34.5,12.0" or [345, 120].
func (w *Where) UnmarshalJSON(b []byte) error {
	var list []int
	if json.Unmarshal(b, &list) == nil {
		if len(list) != 2 {
			return fmt.Errorf("a place is two numbers, not %s", b)
		}
		*w = Where{list[0], list[1]}
		return nil
	}
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return fmt.Errorf("a place is written 34.5,12.0, not %s", b)
	}
	x, y, _ := strings.Cut(text, ",")
	px, ok1 := tenths(x)
	py, ok2 := tenths(y)
	if !ok1 || !ok2 {
		return fmt.Errorf("a place is written 34.5,12.0, not %q", text)
	}
	*w = Where{px, py}
	return nil
}

// UnitSetting changes or adds a unit. A new one needs side and type, an entry of the lists.
type UnitSetting struct {
	Unit string `json:"unit"`
	Side string `json:"side"`
	Type string `json:"type"`

	At        *Where  `json:"at"` // its figures take their slots around it
	Facing    *int    `json:"facing"`
	Formation *string `json:"formation"`
	Inside    *string `json:"inside"`
	Storey    *int    `json:"storey"`
	Aboard    *string `json:"aboard"`
	Rider     *bool   `json:"rider"`
	Towed     *string `json:"towed"`
	State     *string `json:"state"`
	Covered   *bool   `json:"covered"`
	Out       *string `json:"out"`
	Off       *bool   `json:"off"`
	Hidden    *bool   `json:"hidden"`
	Crewing   *string `json:"crewing"`
	Defence   *string `json:"defence"` // light, heavy or none: its cover in the close combat that it is in
	Kind      *string `json:"kind"`
	Initial   *int    `json:"initial"`
	Points    *int    `json:"points"`

	Kit     *[]string       `json:"kit"`
	Move    *int            `json:"move"` // inches
	WS      *int            `json:"ws"`
	BS      *int            `json:"bs"`
	S       *int            `json:"strength"`
	T       *int            `json:"toughness"`
	I       *int            `json:"initiative"`
	A       *int            `json:"attacks"`
	Ld      *int            `json:"leadership"`
	Men     *int            `json:"men"`    // so many are alive, those with the lowest numbers
	Weapon  *string         `json:"weapon"` // of every figure that is no leader, or of a piece
	Figures []FigureSetting `json:"figures"`

	Moved    *string `json:"moved"` // in its last own movement phase: "", normal, double, triple
	Turned   *bool   `json:"turned"`
	Fired    *bool   `json:"fired"`
	FiredWas *bool   `json:"fired_before"` // in the own player turn before
	Charged  *bool   `json:"charged"`
	Ran      *bool   `json:"ran"`
	ShotAt   *bool   `json:"shot_at"`

	Hatches     *string      `json:"hatches"`
	Turret      *int         `json:"turret"`
	Swung       *int         `json:"swung"`
	Bogged      *string      `json:"bogged"`
	Immobilised *bool        `json:"immobilised"`
	Fire        *bool        `json:"fire"`
	Inferno     *bool        `json:"inferno"`
	Wreck       *bool        `json:"wreck"`
	Empty       *bool        `json:"empty"`
	Idle        *int         `json:"idle"`
	Back        *bool        `json:"back"`
	Group       *string      `json:"group"`
	Prepared    *bool        `json:"prepared"`
	Arms        []ArmSetting `json:"arms"`   // in place of its weapons
	Armour      []int        `json:"armour"` // front, side, rear, top, in place of its type's

	Wounds *int          `json:"wounds"`
	Alone  *bool         `json:"alone"`
	Last   *string       `json:"last"` // what a piece, or the main gun, fired at last
	Salvos *int          `json:"salvos"`
	Aims   *[]AimSetting `json:"aims"`
}

// FigureSetting changes one figure by its number.
type FigureSetting struct {
	N      int       `json:"n"`
	At     *Where    `json:"at"`
	Role   *string   `json:"role"`
	Weapon *string   `json:"weapon"`
	Also   *[]string `json:"also"`
	Out    *bool     `json:"out"`
	Last   *string   `json:"last"`
}

// ArmSetting is a weapon of a vehicle.
type ArmSetting struct {
	Weapon string `json:"weapon"`
	Mount  string `json:"mount"`
	Lost   int    `json:"lost"`
	Last   string `json:"last"`
	Used   bool   `json:"used"`
}

// AimSetting is an aim point of indirect fire.
type AimSetting struct {
	At        Where  `json:"at"`
	Code      string `json:"code"`
	Salvos    int    `json:"salvos"`
	Corrected bool   `json:"corrected"`
	By        string `json:"by"`
	Seen      bool   `json:"seen"`
	Turn      int    `json:"turn"`
}

// CampSetting changes what a side has.
type CampSetting struct {
	Seat       string         `json:"seat"`
	Edge       *string        `json:"edge"`
	List       *string        `json:"list"`
	Budget     *int           `json:"budget"`
	May        *int           `json:"may_register"`
	Registered *[]SpotSetting `json:"registered"`
	Strikes    *[]Raid        `json:"strikes"`
}

// SpotSetting is a pre-registered fire.
type SpotSetting struct {
	Code string `json:"code"`
	At   Where  `json:"at"`
}

// SmokeSetting is a disc of smoke.
type SmokeSetting struct {
	Side string `json:"side"`
	At   Where  `json:"at"`
	Turn int    `json:"turn"`
}

// MarkerSetting is an ambush marker; with is the weapon of a squad that lies in wait.
type MarkerSetting struct {
	Unit string `json:"unit"`
	At   Where  `json:"at"`
	With string `json:"with"`
}

// ChargeSetting is a declared charge.
type ChargeSetting struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	Fled   bool   `json:"fled"`
	Cover  string `json:"cover"` // of the target when it was declared: light or heavy
}

// set applies a Setting to a position.
func set(g *Game, text []byte) (*Game, error) {
	s, err := table.ReadSetting[Setting](text)
	if err != nil {
		return nil, fmt.Errorf("modernbattles: set: %w", err)
	}
	g = g.Clone()
	for _, step := range []func(Setting) error{g.setClock, g.setTable, g.setCamps, g.setUnits, g.setMarks} {
		if err := step(s); err != nil {
			return nil, fmt.Errorf("modernbattles: set: %w", err)
		}
	}
	return g, nil
}

// setClock says when it is.
func (g *Game) setClock(s Setting) error {
	table.Assign(&g.Length, s.Length)
	if s.Optional != nil {
		g.Optional = slices.Clone(*s.Optional)
		slices.Sort(g.Optional)
	}
	fresh := g.Number == 0
	if fresh && s.Turn == nil {
		first := 1
		s.Turn = &first
	}
	table.Assign(&g.Number, s.Turn)
	table.Assign(&g.Half, s.Half)
	if s.Phasing != nil {
		i := slices.IndexFunc(g.Camps, func(c Camp) bool { return string(c.Seat) == *s.Phasing })
		if i < 0 {
			return fmt.Errorf("no side is called %q", *s.Phasing)
		}
		g.Half = i + 1
	}
	switch {
	case g.Number < 0 || g.Half < 0 || g.Half > 2:
		return fmt.Errorf("turn counts from 1, half is 1 or 2")
	case g.Number == 0:
		g.Half, g.Opening = 0, ""
		return nil
	case g.Half == 0:
		g.Half = 1
	}
	g.Phasing, g.Drawn = g.Camps[g.Half-1].Seat, true
	switch {
	case fresh && s.Phase != nil:
		if !slices.ContainsFunc(sequence[3:], func(st table.Step[*Game]) bool { return st.Name == *s.Phase }) {
			return fmt.Errorf("there is no phase %q to begin with", *s.Phase)
		}
		g.Opening = *s.Phase
	case fresh:
		g.Opening = "charges"
	case s.Phase != nil:
		return fmt.Errorf("phase can be set before play begins alone; say at: to set a position later")
	}
	return nil
}

// setTable changes the ground.
func (g *Game) setTable(s Setting) error {
	if s.Clear {
		g.Features = nil
	}
	for _, f := range s.Features {
		if _, ok := g.doc.Ground(f.Kind); !ok {
			return fmt.Errorf("feature %s: there is no terrain %q", f.ID, f.Kind)
		}
		i := slices.IndexFunc(g.Features, func(o Feature) bool { return o.ID == f.ID })
		if i < 0 {
			g.Features = append(g.Features, f)
		} else {
			g.Features[i] = f
		}
	}
	table.Assign(&g.Objectives, s.Objectives)
	table.Assign(&g.Mines, s.Mines)
	table.Assign(&g.Wires, s.Wires)
	table.Assign(&g.Radios, s.Radios)
	g.survey()
	return nil
}

func (g *Game) setCamps(s Setting) error {
	for _, c := range s.Camps {
		camp := g.camp(table.Seat(c.Seat))
		if camp == nil {
			return fmt.Errorf("no side is called %q", c.Seat)
		}
		table.Assign(&camp.Edge, c.Edge)
		table.Assign(&camp.List, c.List)
		table.Assign(&camp.Budget, c.Budget)
		table.Assign(&camp.May, c.May)
		table.Assign(&camp.Strikes, c.Strikes)
		if c.Registered != nil {
			camp.Registered = nil
			for _, r := range *c.Registered {
				camp.Registered = append(camp.Registered, Spot{r.Code, Point(r.At)})
			}
		}
	}
	return nil
}

// setUnits changes, adds and removes units.
func (g *Game) setUnits(s Setting) error {
	for _, id := range s.Remove {
		had := len(g.Units)
		g.Units = slices.DeleteFunc(g.Units, func(u Unit) bool { return u.ID == id || string(u.Side) == id })
		if len(g.Units) == had {
			return fmt.Errorf("remove: there is no unit and no side %q", id)
		}
	}
	for _, c := range s.Units {
		u := g.unit(c.Unit)
		if u == nil {
			n := g.newUnit(c)
			if n == nil {
				return fmt.Errorf("unit %q is new: it needs side and type, an entry of the lists or a vehicle", c.Unit)
			}
			g.Units = append(g.Units, *n)
			u = &g.Units[len(g.Units)-1]
			if u.single() || u.battery() {
				u.Formation = ""
			} else {
				u.Formation = "open"
			}
		}
		g.setValues(u, c)
		if err := g.setMen(u, c); err != nil {
			return err
		}
		if err := g.setPlace(u, c); err != nil {
			return err
		}
		g.setHull(u, c)
	}
	return nil
}

// setValues are what a unit is and did.
func (g *Game) setValues(u *Unit, c UnitSetting) {
	p := &u.Profile
	for _, v := range []struct{ to, from *int }{{&p.Move, c.Move}, {&p.WS, c.WS}, {&p.BS, c.BS}, {&p.Strength, c.S}, {&p.Toughness, c.T}, {&p.Initiative, c.I}, {&p.Attacks, c.A}, {&p.Leadership, c.Ld}, {&u.Initial, c.Initial}, {&u.Points, c.Points}, {&u.Piece.Wounds, c.Wounds}, {&u.Ammo.Salvos, c.Salvos}} {
		table.Assign(v.to, v.from)
	}
	for _, v := range []struct{ to, from *string }{{&u.State, c.State}, {&u.Out, c.Out}, {&u.Crewing, c.Crewing}, {&u.Kind, c.Kind}, {&u.Aboard, c.Aboard}, {&u.Towed, c.Towed}, {&u.Did.Gait, c.Moved}, {&u.Piece.Last, c.Last}} {
		table.Assign(v.to, v.from)
	}
	for _, v := range []struct{ to, from *bool }{{&u.Covered, c.Covered}, {&u.Off, c.Off}, {&u.Hidden, c.Hidden}, {&u.Rider, c.Rider}, {&u.Did.Turned, c.Turned}, {&u.Did.Fired, c.Fired}, {&u.Was.Fired, c.FiredWas}, {&u.Did.Charged, c.Charged}, {&u.Did.Ran, c.Ran}, {&u.ShotAt, c.ShotAt}, {&u.Piece.Alone, c.Alone}} {
		table.Assign(v.to, v.from)
	}
	if c.Defence != nil {
		u.Defence = givenCover(*c.Defence)
	}
	if c.Kit != nil {
		u.Kit = slices.Clone(*c.Kit)
		slices.Sort(u.Kit)
	}
	if c.Aims != nil {
		u.Ammo.Aims = nil
		for _, a := range *c.Aims {
			u.Ammo.Aims = append(u.Ammo.Aims, Aim{At: Point(a.At), Code: a.Code, Salvos: a.Salvos, Corrected: a.Corrected, By: a.By, Seen: a.Seen, Turn: a.Turn})
		}
	}
}

// setMen are the figures.
func (g *Game) setMen(u *Unit, c UnitSetting) error {
	if c.Men != nil {
		for len(u.Figures) < *c.Men {
			f := u.Figures[len(u.Figures)-1]
			f.N, f.Role = len(u.Figures)+1, ""
			u.Figures = append(u.Figures, f)
		}
		u.Initial = max(u.Initial, *c.Men)
		for i := range u.Figures {
			u.Figures[i].Out = i >= *c.Men
		}
	}
	if c.Weapon != nil {
		for i := range u.Figures {
			if f := &u.Figures[i]; f.Role != "leader" && f.Role != "officer" && (!u.piece() || f.Role == "gunner") {
				f.Weapon = *c.Weapon
			}
		}
	}
	return nil
}

// setFigures are single figures, once the unit stands.
func (g *Game) setFigures(u *Unit, c UnitSetting) error {
	for _, f := range c.Figures {
		i := slices.IndexFunc(u.Figures, func(o Figure) bool { return o.N == f.N })
		if i < 0 {
			return fmt.Errorf("%s has no figure %d", u.ID, f.N)
		}
		o := &u.Figures[i]
		table.Assign(&o.Role, f.Role)
		table.Assign(&o.Weapon, f.Weapon)
		table.Assign(&o.Also, f.Also)
		table.Assign(&o.Out, f.Out)
		table.Assign(&o.Last, f.Last)
		if f.At != nil {
			o.At = Point(*f.At)
		}
	}
	return nil
}

// setPlace puts a unit where it is to stand: on its slots as they are, whatever lies there.
func (g *Game) setPlace(u *Unit, c UnitSetting) error {
	table.Assign(&u.Facing, c.Facing)
	table.Assign(&u.Formation, c.Formation)
	u.Facing = norm(u.Facing)
	if c.At != nil {
		p := Point(*c.At)
		if !g.onTable(p) {
			return fmt.Errorf("%s: %s is off the table", u.ID, spotText(p))
		}
		u.Off, u.Inside = u.battery(), ""
		if b := g.building(p); b != nil && u.enters() {
			u.Inside = b.id
		}
		u.At = p
	}
	if c.At != nil || c.Formation != nil || c.Facing != nil || c.Men != nil {
		spots := g.slots(u, u.At, u.Facing, u.Formation)
		for i := range u.Figures {
			u.Figures[i].At = u.At
			if !u.single() && u.Inside == "" && !u.Figures[i].Out {
				u.Figures[i].At = spots[i]
			}
		}
		g.prepare(u)
	}
	table.Assign(&u.Inside, c.Inside)
	table.Assign(&u.Storey, c.Storey)
	if v := g.unit(u.Aboard); u.Aboard != "" && v != nil {
		u.At = v.At
	}
	return g.setFigures(u, c)
}

// setHull is what a vehicle has beside.
func (g *Game) setHull(u *Unit, c UnitSetting) {
	k := &u.Tank
	for _, v := range []struct{ to, from *string }{{&k.Hatches, c.Hatches}, {&k.Bogged, c.Bogged}, {&k.Group, c.Group}} {
		table.Assign(v.to, v.from)
	}
	for _, v := range []struct{ to, from *int }{{&k.Turret, c.Turret}, {&k.Swung, c.Swung}, {&k.Idle, c.Idle}} {
		table.Assign(v.to, v.from)
	}
	for _, v := range []struct{ to, from *bool }{{&k.Immobilised, c.Immobilised}, {&k.Fire, c.Fire}, {&k.Inferno, c.Inferno}, {&k.Wreck, c.Wreck}, {&k.Empty, c.Empty}, {&k.Back, c.Back}} {
		table.Assign(v.to, v.from)
	}
	if u.vehicle() {
		table.Assign(&k.Prepared, c.Prepared)
	} else {
		table.Assign(&u.Piece.Prepared, c.Prepared)
	}
	if len(c.Armour) == len(zones) {
		k.Armour = slices.Clone(c.Armour)
	}
	if c.Arms != nil {
		k.Arms = nil
		for _, a := range c.Arms {
			k.Arms = append(k.Arms, Arm{Weapon: a.Weapon, Mount: a.Mount, Lost: a.Lost, Last: a.Last, Used: a.Used})
		}
	}
	if c.Last != nil && len(k.Arms) > 0 {
		k.Arms[0].Last = *c.Last
	}
}

// setMarks are smoke, ambush markers and charges.
func (g *Game) setMarks(s Setting) error {
	if s.Smokes != nil {
		g.Smokes = nil
		for _, d := range *s.Smokes {
			g.Smokes = append(g.Smokes, Smoke{Side: table.Seat(d.Side), At: Point(d.At), Turn: d.Turn})
		}
	}
	if s.Markers != nil {
		g.Markers = nil
		for _, d := range *s.Markers {
			u := g.unit(d.Unit)
			if u == nil {
				return fmt.Errorf("markers: there is no unit %q", d.Unit)
			}
			m, _, ok := g.lurker(u, d.With)
			if !ok {
				return fmt.Errorf("markers: %s has no weapon for an ambush", d.Unit)
			}
			m.At = Point(d.At)
			g.Markers = append(g.Markers, m)
		}
	}
	if s.Charges != nil {
		g.Charges = nil
		for _, d := range *s.Charges {
			c := givenCover(d.Cover)
			g.Charges = append(g.Charges, Charge{Unit: d.Unit, Target: d.Target, Fled: d.Fled, Cover: c})
			if u := g.unit(d.Unit); u != nil {
				u.Did.Charged = true
			}
			if e := g.unit(d.Target); e != nil && c.Level > 0 {
				e.Defence = c
			}
		}
	}
	return nil
}

// givenCover reads light, heavy, or none: of who charged, or was charged in the open.
func givenCover(s string) Cover {
	if s == "none" {
		return Cover{Why: uncovered}
	}
	if n := coverLevel(s); n > 0 {
		return Cover{Level: n, Why: "cover." + s, Rule: "MB-14a"}
	}
	return Cover{}
}

// newUnit raises a unit that is not there yet: of an entry of the lists, or of a vehicle that no list has; nil where it cannot.
func (g *Game) newUnit(c UnitSetting) *Unit {
	if g.camp(table.Seat(c.Side)) == nil || c.Unit == "" {
		return nil
	}
	if _, ok := g.doc.Unit(c.Type); ok {
		return g.raise(c.Unit, table.Seat(c.Side), c.Type)
	}
	v, ok := g.doc.Vehicle(c.Type)
	if !ok {
		return nil
	}
	u := &Unit{ID: c.Unit, Side: table.Seat(c.Side), Type: c.Type, Kind: "vehicle", Points: v.Points}
	g.crewHull(u, UnitType{Vehicle: c.Type})
	u.Initial = len(u.Figures)
	return u
}
