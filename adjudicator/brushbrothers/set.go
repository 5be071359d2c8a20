package brushbrothers

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// Setting is the "set:" of a try file, and of a correction by hand. What is left out stays as it is. It puts the game
// into play in the turn named, all GCs of the sides' lists on the table at their default places or where they are named.
type Setting struct {
	Turn       *int          `json:"turn"`       // number of the turn; above 0 the set-up is over; 1 where GCs are put before the set-up and it is left out
	Length     *int          `json:"length"`     // turns of the game
	FaceUp     *bool         `json:"face_up"`    // forces open to both (BB-R51)
	Remove     []string      `json:"remove"`     // GCs taken off: "north.G1", or "north" for a whole side
	Units      []UnitSetting `json:"units"`      // GCs, changed or added
	Terrain    []CodeAt      `json:"terrain"`    // codes of sectors
	Edges      *[]Edge       `json:"edges"`      // all obstacles on edges
	Smoke      *[]Screen     `json:"smoke"`      // all smoke
	Sides      []SideSetting `json:"sides"`      // edge, deployment die, points for supports, water
	Objectives []GoalSetting `json:"objectives"` // tokens, changed or added
	Cup        *[]string     `json:"cup"`        // tokens left, by seat; with turn and without it one for each GC not yet activated
	Token      *string       `json:"token"`      // seat of the token that lies open

	Strikes     *[]StrikeSetting   `json:"strikes"`     // all supports obtained in the turn before (BB-A2.4)
	Held        *[]HeldSetting     `json:"supports"`    // all supports that the sides still have
	Failed      []FailedSetting    `json:"failed"`      // attempts to get a support (BB-R70)
	Wrecks      *[]WreckSetting    `json:"wrecks"`      // all wrecks (BB-11.12)
	Conventions *ConventionSetting `json:"conventions"` // BB-D4
}

// CodeAt is a terrain code for a sector.
type CodeAt struct {
	Place string `json:"place"`
	Code  string `json:"code"`
}

// UnitSetting changes a GC, or adds one where there is none of that name.
type UnitSetting struct {
	Unit        string         `json:"unit"` // "south.G1"
	Kind        *string        `json:"kind"`
	Chief       *string        `json:"chief"`
	Parent      *string        `json:"parent"`
	Quality     *string        `json:"quality"`
	Traits      *[]string      `json:"traits"`
	Bases       *[]BaseSetting `json:"bases"`
	At          *string        `json:"at"` // "" takes it off the map
	Upper       *bool          `json:"upper"`
	Stress      *string        `json:"stress"`
	Watch       *bool          `json:"watch"`
	Ambush      *bool          `json:"ambush"`
	Activated   *bool          `json:"activated"`
	Outcome     *string        `json:"outcome"` // of its activation test this turn: success or failure
	Moved       *bool          `json:"moved"`
	Acted       *bool          `json:"acted"`
	Paid        *bool          `json:"paid"` // the NCO surcharge
	Reco        *bool          `json:"reco"`
	Charismatic *bool          `json:"charismatic"`
	BoostAct    *int           `json:"boost_activation"`
	BoostRally  *int           `json:"boost_rally"`
	FiredFrom   *[]string      `json:"fired_from"` // sectors from which flat fire came this turn (BB-R13)

	VehicleSetting
}

// BaseSetting is a base, with what a mortar remembers (BB-R26).
type BaseSetting struct {
	Weapon   string `json:"weapon"`
	Model    string `json:"model"`
	Reroll   string `json:"reroll"`
	Second   string `json:"second"`
	NCO      bool   `json:"nco"`
	Packed   bool   `json:"packed"`   // a heavy weapon that is not set up
	Target   string `json:"target"`   // registration: on whom
	Attempts int    `json:"attempts"` // and how often
	On       bool   `json:"on"`       // on target where the target stands now
}

// GoalSetting is an objective.
type GoalSetting struct {
	ID     string  `json:"id"`
	Place  *string `json:"place"`
	Holder *string `json:"holder"`
	Decoy  *bool   `json:"decoy"`
	Open   *bool   `json:"open"` // its face lies open to all (BB-A4.4c)
}

// set applies a Setting to a position.
func set(g *Game, text []byte) (*Game, error) {
	s, err := table.ReadSetting[Setting](text)
	if err != nil {
		return nil, fmt.Errorf("brush-brothers: set: %w", err)
	}
	g = g.Clone()
	if s.Turn == nil && len(g.Groups) == 0 && g.Number == 0 && (s.Units != nil || s.Remove != nil || s.Cup != nil || s.Token != nil) {
		first := 1
		s.Turn = &first
	}
	if err := g.setGame(s); err != nil {
		return nil, err
	}
	for _, u := range s.Units {
		if err := g.setUnit(u); err != nil {
			return nil, fmt.Errorf("brush-brothers: set: unit %q: %w", u.Unit, err)
		}
	}
	for _, u := range s.Units { // what depends on the others
		if x := g.group(u.Unit); x != nil && u.Chief == nil && x.Section == "" {
			for j := range g.Groups {
				if c := &g.Groups[j]; c.Side == x.Side && c.Kind == "chief" && x.Section == "" {
					x.Section = c.ID
				}
			}
		}
		if x := g.group(u.Unit); x != nil && u.Bases != nil {
			for j := range x.Bases {
				if r := &x.Bases[j].Ranging; r.On {
					r.Place = r.Target
					if e := g.group(r.Target); e != nil {
						r.Place = e.Sector
					}
				}
			}
		}
		if x := g.group(u.Unit); x != nil && u.Bases != nil && x.Parent != "" {
			g.renumber(x)
		}
		if x := g.group(u.Unit); x != nil && u.FiredFrom != nil {
			x.Bearings = nil
			for _, p := range *u.FiredFrom {
				if !g.grid(p) || x.Sector == "" {
					return nil, fmt.Errorf("brush-brothers: set: unit %q: fire from %q", u.Unit, p)
				}
				x.Bearings = append(x.Bearings, g.bearing(x.Sector, p))
			}
		}
	}
	for _, o := range s.Objectives {
		g.setGoal(o)
	}
	g.arrayHere()
	if s.Turn != nil && s.Cup == nil && s.Token == nil {
		g.Cup = nil
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Sector != "" && !u.Activated {
				g.Cup = append(g.Cup, string(u.Side))
			}
		}
	}
	g.Drawn = s.Turn != nil && *s.Turn > 0 && len(g.Cup) == 0 && g.Token == ""
	return g, g.sound()
}

func (g *Game) setGame(s Setting) error {
	table.Assign(&g.Number, s.Turn)
	table.Assign(&g.Length, s.Length)
	table.Assign(&g.FaceUp, s.FaceUp)
	if len(g.Groups) == 0 && g.Number > 0 {
		g.assemble()
	}
	if err := g.knows(s); err != nil {
		return err
	}
	if err := g.setAids(s); err != nil {
		return err
	}
	g.Groups = slices.DeleteFunc(g.Groups, func(u Group) bool {
		return slices.Contains(s.Remove, u.name()) || slices.Contains(s.Remove, string(u.Side))
	})
	for _, c := range s.Terrain {
		x, y, ok := g.net.column(c.Place)
		if _, known := g.doc.TerrainAt(c.Code); !ok || !known || y >= len(g.Map) || x >= len(g.Map[len(g.Map)-1-y]) {
			return fmt.Errorf("brush-brothers: set: terrain %q at %q", c.Code, c.Place)
		}
		row := []byte(g.Map[len(g.Map)-1-y])
		row[x] = c.Code[0]
		g.Map[len(g.Map)-1-y] = string(row)
	}
	if err := g.setSides(s.Sides); err != nil {
		return err
	}
	table.Assign(&g.Edges, s.Edges)
	table.Assign(&g.Screens, s.Smoke)
	table.Assign(&g.Cup, s.Cup)
	if s.Token != nil {
		g.Token = table.Seat(*s.Token)
	}
	return nil
}

// knows reports what a setting names that is not there.
func (g *Game) knows(s Setting) error {
	seat := func(name string) bool {
		return slices.ContainsFunc(g.Camps, func(c Camp) bool { return string(c.Seat) == name })
	}
	for _, name := range s.Remove {
		if !seat(name) && g.group(name) == nil {
			return fmt.Errorf("brush-brothers: set: remove: there is no %q", name)
		}
	}
	if s.Edges != nil {
		for _, e := range *s.Edges {
			if e.Kind != "hedge" && e.Kind != "wall" || !slices.Contains(g.net.grid.Neighbours(e.A), e.B) {
				return fmt.Errorf("brush-brothers: set: edge %q between %q and %q: a hedge or a wall lies between neighbours", e.Kind, e.A, e.B)
			}
		}
	}
	if s.Smoke != nil {
		for _, c := range *s.Smoke {
			if !g.grid(c.Place) || c.Left < 1 {
				return fmt.Errorf("brush-brothers: set: smoke at %q for %d turns: a sector, and left from 1", c.Place, c.Left)
			}
		}
	}
	var tokens []string
	if s.Cup != nil {
		tokens = *s.Cup
	}
	if s.Token != nil && *s.Token != "" {
		tokens = append(slices.Clone(tokens), *s.Token)
	}
	for _, c := range tokens {
		if !seat(c) {
			return fmt.Errorf("brush-brothers: set: there is no token of %q", c)
		}
	}
	return nil
}

// kinds and qualities are what a GC on foot may be.
var (
	kinds     = []string{"group", "chief", "autonomous", "detached", "vehicle", "gun"}
	qualities = []string{"green", "standard", "veteran"}
)

// assemble raises the sides' lists and puts GCs and objectives where the scenario proposes, all of them open: the set-up
// without its players.
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

func (g *Game) setUnit(s UnitSetting) error {
	u := g.group(s.Unit)
	if u == nil {
		i := slices.IndexFunc(g.Camps, func(c Camp) bool {
			return len(s.Unit) > len(c.Seat)+1 && s.Unit[:len(c.Seat)+1] == string(c.Seat)+"."
		})
		if i < 0 {
			return fmt.Errorf("no side of this game begins that name")
		}
		seat := g.Camps[i].Seat
		g.Groups = append(g.Groups, Group{ID: s.Unit[len(seat)+1:], Side: seat, Kind: "group", Quality: "standard", Stress: unstressed})
		u = &g.Groups[len(g.Groups)-1]
	}
	switch {
	case s.Kind != nil && !slices.Contains(kinds, *s.Kind):
		return fmt.Errorf("kind is one of %v", kinds)
	case s.Quality != nil && !slices.Contains(qualities, *s.Quality):
		return fmt.Errorf("quality is one of %v", qualities)
	case s.Stress != nil && g.rank(*s.Stress) >= len(g.doc.Tables.Stress):
		return fmt.Errorf("there is no marker %q", *s.Stress)
	}
	if s.Traits != nil {
		for _, id := range *s.Traits {
			if !slices.ContainsFunc(g.doc.Characteristics, func(c Characteristic) bool { return c.ID == id }) {
				return fmt.Errorf("there is no characteristic %q", id)
			}
		}
	}
	table.Assign(&u.Kind, s.Kind)
	table.Assign(&u.Section, s.Chief)
	table.Assign(&u.Parent, s.Parent)
	table.Assign(&u.Quality, s.Quality)
	table.Assign(&u.Traits, s.Traits)
	table.Assign(&u.Sector, s.At)
	table.Assign(&u.Upper, s.Upper)
	table.Assign(&u.Stress, s.Stress)
	table.Assign(&u.Watch, s.Watch)
	table.Assign(&u.Ambush, s.Ambush)
	table.Assign(&u.Activated, s.Activated)
	table.Assign(&u.Outcome, s.Outcome)
	table.Assign(&u.Moved, s.Moved)
	table.Assign(&u.Acted, s.Acted)
	table.Assign(&u.Paid, s.Paid)
	table.Assign(&u.Reco, s.Reco)
	table.Assign(&u.Charismatic, s.Charismatic)
	table.Assign(&u.BoostAct, s.BoostAct)
	table.Assign(&u.BoostRally, s.BoostRally)
	if err := g.setVehicle(u, s.VehicleSetting); err != nil {
		return err
	}
	if u.Kind == "chief" {
		u.Section = u.ID
	}
	if s.Bases != nil {
		u.Bases = nil
		leads := 0
		for i, b := range *s.Bases {
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
		if g.gun(u) && s.Kind == nil {
			u.Kind = "gun"
		}
	}
	return nil
}

// renumber gives the bases of a detached part numbers that its group does not have, as if they had left it.
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

func (g *Game) setGoal(s GoalSetting) {
	i := slices.IndexFunc(g.Objectives, func(o Objective) bool { return o.ID == s.ID })
	if i < 0 {
		i, g.Objectives = len(g.Objectives), append(g.Objectives, Objective{ID: s.ID})
	}
	o := &g.Objectives[i]
	table.Assign(&o.Place, s.Place)
	table.Assign(&o.Decoy, s.Decoy)
	table.Assign(&o.Open, s.Open)
	if o.Open {
		o.Seen = g.seats()
	}
	if s.Holder != nil {
		o.Holder = table.Seat(*s.Holder)
	}
}

// sound reports what is wrong with a position: what the rules can never bring about.
func (g *Game) sound() error {
	for i := range g.Groups {
		u := &g.Groups[i]
		switch {
		case u.Sector == "":
			continue
		case !g.grid(u.Sector):
			return fmt.Errorf("brush-brothers: %s stands at %q, which is not on the board", u.name(), u.Sector)
		case len(u.Bases) == 0:
			return fmt.Errorf("brush-brothers: %s has no base", u.name())
		case g.rank(u.Stress) >= len(g.doc.Tables.Stress):
			return fmt.Errorf("brush-brothers: %s has the unknown marker %q", u.name(), u.Stress)
		case g.soundVehicle(u) != nil:
			return g.soundVehicle(u)
		case u.Upper && !g.terrain(u.Sector).Upper:
			return fmt.Errorf("brush-brothers: %s is upstairs at %s, which has no storey (BB-4.2a)", u.name(), u.Sector)
		case g.holds(u.Sector) != u.Side:
			return fmt.Errorf("brush-brothers: both sides stand at %s (BB-R68)", u.Sector)
		case g.room(u.Side, u.Sector) < 0 && g.Active.Group == "":
			return fmt.Errorf("brush-brothers: more than %d bases at %s (BB-1.4a)", g.doc.Tables.Capacity, u.Sector)
		}
	}
	return nil
}
