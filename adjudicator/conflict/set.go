package conflict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// Setting is the "set:" of a try file, and of a correction by hand. What is left out stays as it is. With round the game
// stands where turns alternate in that round (stage "turns"), or, with stage "plan", before its planning.
type Setting struct {
	Round    *int            `json:"round"`
	Stage    *string         `json:"stage"`  // turns, plan, set-up
	Owner    *string         `json:"owner"`  // seat whose turn it is
	Passed   *[]string       `json:"passed"` // seats that have just passed, in order
	Cautious *bool           `json:"cautious"`
	Vary     *string         `json:"vary"`   // "", open, fog
	AI       *string         `json:"ai"`     // side played by the doctrine
	Remove   []string        `json:"remove"` // units (german.R1) or whole sides taken out before units is read
	Units    []UnitSetting   `json:"units"`  // changed, or added under an unknown name
	Seats    []SeatSetting   `json:"seats"`
	Terrain  []CodeAt        `json:"terrain"`
	Levels   []LevelAt       `json:"levels"`
	Roads    *[][]string     `json:"roads"`
	Walls    *[]Wall         `json:"walls"`
	Works    *[]WorkSetting  `json:"works"` // all of them
	Smoke    *[]CloudSetting `json:"smoke"` // all markers
	Goals    *[]Objective    `json:"objectives"`
	Papers   *PaperSetting   `json:"papers"`
	Foot     *[]string       `json:"foot_pile"`
	Vehicle  *[]string       `json:"vehicle_pile"`
	Deck     *[]string       `json:"deck"`
	Discard  *[]string       `json:"discard"`
	Marks    *[]string       `json:"marks"`   // hexes marked for hidden units (CH-20.3a)
	Cup      *[]string       `json:"cup"`     // units, taken off the board, and "dummy"
	Entered  *[]EntrySetting `json:"entered"` // entries that may be reacted to now
}

// CodeAt is a terrain code for a hex, LevelAt an elevation.
type CodeAt struct {
	Hex  string `json:"hex"`
	Code string `json:"code"`
}

// LevelAt is the elevation of a hex, 0 to 3.
type LevelAt struct {
	Hex   string `json:"hex"`
	Level int    `json:"level"`
}

// CloudSetting is one smoke marker.
type CloudSetting struct {
	Hex string `json:"hex"`
	DM  int    `json:"dm"` // 1 or 2
}

// WorkSetting is a fortification, an obstacle or a minefield.
type WorkSetting struct {
	Type   string `json:"type"`
	Hex    string `json:"hex"`
	Facing string `json:"facing"`
	Owner  string `json:"owner"` // seat
	Hidden bool   `json:"hidden"`
}

// PaperSetting is the control marker of CH-FF2.
type PaperSetting struct {
	Hex    string `json:"hex"`
	Holder string `json:"holder"`
	Side   string `json:"side"`
}

// EntrySetting is an entry into an occupied hex in the turn just over.
type EntrySetting struct {
	Side string `json:"side"` // of the unit that came
	Hex  string `json:"hex"`
	From string `json:"from"`
	Unit string `json:"unit"`
}

// UnitSetting changes a unit, or adds one where there is none of that name.
type UnitSetting struct {
	Unit   string          `json:"unit"` // "german.R1"
	Seat   *string         `json:"seat"` // of an added unit, where the side has two forces
	Type   *string         `json:"type"`
	Print  json.RawMessage `json:"print"` // printed values changed, in the keys of the data file units
	At     *string         `json:"at"`    // "" takes it off the board
	Facing *string         `json:"facing"`
	Status *string         `json:"status"` // fresh, active, used
	Off    *string         `json:"off"`    // coming, destroyed, left, ""
	Round  *int            `json:"round"`  // of arrival
	Entry  *[]string       `json:"entry"`
	Hidden *bool           `json:"hidden"`
	Hit    *string         `json:"hit"` // hit counter, taken from its pile; "" none
	Shown  *bool           `json:"shown"`
	Aboard *string         `json:"aboard"` // name of its carrier
	In     *string         `json:"in"`     // trench, bunker, ""
	Dug    *bool           `json:"dug"`
	Bogged *bool           `json:"bogged"`
	Mired  *bool           `json:"mired"`
	Expose *bool           `json:"exposed"`
}

// SeatSetting changes a force.
type SeatSetting struct {
	Seat    string    `json:"seat"`
	Cap     *int      `json:"cap"`
	Initial *int      `json:"initial"` // CAP of the scenario
	Lost    *int      `json:"lost"`    // units on the CAP track
	Points  *int      `json:"vp"`
	AP      *int      `json:"ap"`     // of the running activation
	Active  *[]string `json:"active"` // units that share it; they become active
	Hand    *[]string `json:"hand"`   // cards by number
	Goal    *[]string `json:"objective_cards"`
	Weapons *[]Issued `json:"weapons"` // weapon cards: {"Card": grenades, "Unit": german.R1}
	Due     *[]Shell  `json:"strikes"` // off-board artillery planned in the round before
	Strikes *[]int    `json:"uses"`    // uses left of each artillery card
	News    *[]News   `json:"news"`
}

// set applies a Setting to a position.
func set(g *Game, text []byte) (*Game, error) {
	s, err := table.ReadSetting[Setting](text)
	if err != nil {
		return nil, fmt.Errorf("conflict-of-heroes: set: %w", err)
	}
	g = g.Clone()
	if s.Round == nil && g.Round == 0 && s.Stage == nil {
		one := 1
		s.Round = &one
	}
	if err := g.setGame(s); err != nil {
		return nil, fmt.Errorf("conflict-of-heroes: set: %w", err)
	}
	for _, u := range s.Units {
		if err := g.setUnit(u); err != nil {
			return nil, fmt.Errorf("conflict-of-heroes: set: unit %q: %w", u.Unit, err)
		}
	}
	for _, name := range g.Cup {
		if u := g.unit(name); u != nil && s.Cup != nil {
			u.Off, u.Hex, u.Hidden = inCup, "", true
		}
	}
	for _, c := range s.Seats {
		if err := g.setSeat(c); err != nil {
			return nil, fmt.Errorf("conflict-of-heroes: set: seat %q: %w", c.Seat, err)
		}
	}
	if s.Entered != nil {
		g.Entrances = nil
		for _, e := range *s.Entered {
			g.Entrances = append(g.Entrances, Entrance{Side: e.Side, Hex: e.Hex, From: e.From})
			g.news(g.other(e.Side), News{Kind: "entered", Unit: e.Unit, Hex: e.Hex})
		}
	}
	return g, g.sound()
}

func (g *Game) setGame(s Setting) error {
	if s.Round != nil {
		g.Round, g.Stage = *s.Round, "turns"
	}
	if s.Stage != nil {
		switch *s.Stage {
		case "turns":
			g.Stage = "turns"
		case "plan":
			g.Stage = "ready"
			g.Round = max(1, g.Round)
		case "set-up": // corrections before the first round
		default:
			return fmt.Errorf("stage is turns or plan")
		}
	}
	if s.Owner != nil {
		if g.camp(table.Seat(*s.Owner)) == nil {
			return fmt.Errorf("there is no seat %q", *s.Owner)
		}
		g.Owner = table.Seat(*s.Owner)
	}
	if s.Passed != nil {
		g.Passed = nil
		for _, p := range *s.Passed {
			g.Passed = append(g.Passed, table.Seat(p))
		}
	}
	table.Assign(&g.Cautious, s.Cautious)
	table.Assign(&g.Vary, s.Vary)
	table.Assign(&g.AI, s.AI)
	g.Units = slices.DeleteFunc(g.Units, func(u Unit) bool {
		return slices.Contains(s.Remove, u.name()) || slices.Contains(s.Remove, u.Side)
	})
	if g.unit(g.Satchel.Holder) == nil {
		g.Satchel = Satchel{}
	}
	if err := g.setMap(s); err != nil {
		return err
	}
	table.Assign(&g.FootPile, s.Foot)
	table.Assign(&g.VehiclePile, s.Vehicle)
	table.Assign(&g.Deck, s.Deck)
	table.Assign(&g.Discard, s.Discard)
	slices.Sort(g.FootPile)
	slices.Sort(g.VehiclePile)
	slices.Sort(g.Deck)
	table.Assign(&g.Blips, s.Marks)
	table.Assign(&g.Cup, s.Cup)
	if s.Papers != nil {
		g.Satchel = Satchel{Hex: s.Papers.Hex, Holder: s.Papers.Holder, Side: s.Papers.Side}
	}
	return nil
}

func (g *Game) setMap(s Setting) error {
	put1 := func(rows []string, hex string, code byte) error {
		r, c, ok := g.rowColumn(hex)
		if !ok || r >= len(rows) || c >= len(rows[r]) {
			return fmt.Errorf("%q is no hex of this board", hex)
		}
		row := []byte(rows[r])
		row[c] = code
		rows[r] = string(row)
		return nil
	}
	for _, x := range s.Terrain {
		if _, ok := g.doc.TerrainAt(x.Code); !ok {
			return fmt.Errorf("terrain %q at %s", x.Code, x.Hex)
		}
		if err := put1(g.Map, x.Hex, x.Code[0]); err != nil {
			return err
		}
	}
	if len(s.Levels) > 0 && len(g.Levels) == 0 {
		for range g.Map {
			g.Levels = append(g.Levels, string(bytes.Repeat([]byte("0"), len(g.Map[0]))))
		}
	}
	for _, x := range s.Levels {
		if x.Level < 0 || x.Level > 3 {
			return fmt.Errorf("level %d at %s", x.Level, x.Hex)
		}
		if err := put1(g.Levels, x.Hex, byte('0'+x.Level)); err != nil {
			return err
		}
	}
	table.Assign(&g.Roads, s.Roads)
	table.Assign(&g.Walls, s.Walls)
	table.Assign(&g.Goals, s.Goals)
	if s.Smoke != nil {
		g.Smoke = nil
		for _, c := range *s.Smoke {
			if !g.has(c.Hex) || c.DM < 1 || c.DM > 2 {
				return fmt.Errorf("smoke %d at %q", c.DM, c.Hex)
			}
			g.Smoke = append(g.Smoke, Cloud(c))
		}
	}
	if s.Works != nil {
		g.Forts = nil
		for _, w := range *s.Works {
			t, ok := g.doc.Work(w.Type)
			if !ok || !g.has(w.Hex) || g.fort(w.Hex, t.Kind) != nil {
				return fmt.Errorf("work %q at %q", w.Type, w.Hex)
			}
			owner := table.Seat(w.Owner)
			if owner == "" {
				owner = g.Camps[0].Seat
			}
			if g.camp(owner) == nil {
				return fmt.Errorf("there is no seat %q", w.Owner)
			}
			g.Forts = append(g.Forts, Fort{Type: w.Type, Kind: t.Kind, Hex: w.Hex, Facing: w.Facing, Owner: owner, Hidden: w.Hidden})
		}
	}
	return nil
}

func (g *Game) setUnit(s UnitSetting) error {
	u := g.unit(s.Unit)
	if u == nil {
		i := slices.IndexFunc(g.Camps, func(c Camp) bool {
			return len(s.Unit) > len(c.Side)+1 && s.Unit[:len(c.Side)+1] == c.Side+"." && (s.Seat == nil || *s.Seat == string(c.Seat))
		})
		if i < 0 {
			return fmt.Errorf("no side of this game begins that name")
		}
		c := g.Camps[i]
		if s.Type == nil {
			return fmt.Errorf("a new unit has a type")
		}
		g.Units = append(g.Units, Unit{ID: s.Unit[len(c.Side)+1:], Side: c.Side, Seat: c.Seat, Facing: "E", Status: fresh})
		u = &g.Units[len(g.Units)-1]
	}
	table.Assign(&u.Type, s.Type)
	if _, ok := g.doc.Type(u.Type); !ok {
		return fmt.Errorf("no counter is called %q", u.Type)
	}
	if s.Print != nil {
		printed := g.print(u)
		d := json.NewDecoder(bytes.NewReader(s.Print))
		d.DisallowUnknownFields()
		if err := d.Decode(&printed); err != nil {
			return fmt.Errorf("print: %w", err)
		}
		u.Print = []UnitType{printed}
	}
	if s.At != nil {
		u.Hex, u.Off, u.In = *s.At, "", ""
		if *s.At == "" {
			u.Off = left
		}
		for _, l := range g.load(u.name()) {
			g.unit(l).Hex = u.Hex
		}
	}
	table.Assign(&u.Off, s.Off)
	table.Assign(&u.Facing, s.Facing)
	table.Assign(&u.Status, s.Status)
	table.Assign(&u.Round, s.Round)
	table.Assign(&u.Entry, s.Entry)
	table.Assign(&u.Hidden, s.Hidden)
	table.Assign(&u.Aboard, s.Aboard)
	table.Assign(&u.In, s.In)
	table.Assign(&u.Dug, s.Dug)
	table.Assign(&u.Bogged, s.Bogged)
	table.Assign(&u.Mired, s.Mired)
	table.Assign(&u.Exposed, s.Expose)
	if s.Hit != nil {
		if err := g.setHit(u, *s.Hit); err != nil {
			return err
		}
	}
	table.Assign(&u.Shown, s.Shown)
	if c := g.camp(u.Seat); u.Status == active && !slices.Contains(c.Active, u.name()) {
		if !c.Open {
			c.Open, c.AP = true, g.doc.Tables.AP
		}
		c.Active = append(c.Active, u.name())
	}
	return nil
}

// setHit gives a unit a counter from its pile, or puts the one that it has back.
func (g *Game) setHit(u *Unit, id string) error {
	g.putBack(u)
	if id == "" {
		return nil
	}
	pile := &g.FootPile
	if g.vehicle(u) {
		pile = &g.VehiclePile
	}
	i := slices.Index(*pile, id)
	if i < 0 {
		return fmt.Errorf("its pile holds no counter %q", id)
	}
	*pile = slices.Delete(*pile, i, i+1)
	u.Hit = id
	return nil
}

func (g *Game) setSeat(s SeatSetting) error {
	c := g.camp(table.Seat(s.Seat))
	if c == nil {
		return fmt.Errorf("there is no such seat")
	}
	table.Assign(&c.Cap, s.Cap)
	table.Assign(&c.Initial, s.Initial)
	table.Assign(&c.Lost, s.Lost)
	table.Assign(&c.Points, s.Points)
	table.Assign(&c.Hand, s.Hand)
	table.Assign(&c.Goal, s.Goal)
	table.Assign(&c.Issued, s.Weapons)
	table.Assign(&c.Plan, s.Due) // the planning step makes them due
	table.Assign(&c.News, s.News)
	slices.Sort(c.Hand)
	if len(c.Hand) > 0 {
		g.Cards = true
	}
	if s.Strikes != nil {
		for i := range c.Strikes {
			if i < len(*s.Strikes) {
				c.Strikes[i].Left = (*s.Strikes)[i]
			}
		}
	}
	if s.Active != nil {
		c.Active, c.Open = nil, len(*s.Active) > 0
		for _, name := range *s.Active {
			u := g.unit(name)
			if u == nil {
				return fmt.Errorf("there is no unit %q", name)
			}
			u.Status = active
			c.Active = append(c.Active, name)
		}
		c.AP = g.doc.Tables.AP
	}
	if s.AP != nil {
		if !c.Open {
			return fmt.Errorf("AP are those of an activation: name its units in active")
		}
		c.AP = *s.AP
	}
	return nil
}

// sound tells what is wrong with a position: what the rules can never bring about.
func (g *Game) sound() error {
	for i := range g.Units {
		u := &g.Units[i]
		switch {
		case u.Off == "" && !g.has(u.Hex):
			return fmt.Errorf("conflict-of-heroes: %s stands at %q, which is not on the board", u.name(), u.Hex)
		case !slices.Contains(g.net.grid.Directions(), u.Facing):
			return fmt.Errorf("conflict-of-heroes: %s faces %q (CH-5.1a)", u.name(), u.Facing)
		case !slices.Contains([]string{fresh, active, used}, u.Status):
			return fmt.Errorf("conflict-of-heroes: %s is %q (CH-2.2c)", u.name(), u.Status)
		case u.In != "" && g.fort(u.Hex, u.In) == nil && u.Off == "":
			return fmt.Errorf("conflict-of-heroes: %s is in a %s that is not there (CH-18.1b)", u.name(), u.In)
		case u.Aboard != "" && g.unit(u.Aboard) == nil:
			return fmt.Errorf("conflict-of-heroes: %s is aboard %s, which is not there (CH-17.0a)", u.name(), u.Aboard)
		case u.Status == active && !slices.Contains(g.camp(u.Seat).Active, u.name()):
			return fmt.Errorf("conflict-of-heroes: %s is active without an activation (CH-3.0a)", u.name())
		}
	}
	return nil
}
