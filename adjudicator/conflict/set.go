package conflict

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// correction holds the keys of "set:" that are not plain fields of the position, or that change more than one field. With
// round the position is where turns alternate in that round (stage "turns") or, with stage "plan", before its planning.
type correction struct {
	Stage   string           `key:"stage" oneof:"turns|plan|set-up"`
	Remove  []string         `key:"remove"` // units (german.R1) or whole sides taken out before units is read
	Terrain []board.CodeAt   `key:"terrain"`
	Levels  []levelAt        `key:"levels"`
	Entered []entry          `key:"entered"` // entries that may still be reacted to
	Units   []unitCorrection `key:"units" part:"yes"`
	Seats   []seatCorrection `key:"seats" part:"yes"`
}

type levelAt struct {
	Hex   string `key:"hex"`
	Level int    `key:"level"` // 0 to 3
}

// entry is one entry into an occupied hex in the turn just over.
type entry struct {
	Side string `key:"side"` // of the unit that came
	Hex  string `key:"hex"`
	From string `key:"from"`
	Unit string `key:"unit"`
}

type unitCorrection struct {
	Unit  string   `key:"unit"`  // "german.R1"; an unknown name with a type adds a unit
	Seat  string   `key:"seat"`  // of an added unit, if the side has two forces
	Print UnitType `key:"print"` // changed printed values, in the keys of the data file units
	Hit   string   `key:"hit"`   // a counter, taken from its pile; "" for none
}

type seatCorrection struct {
	Seat   string   `key:"seat"`
	AP     int      `key:"ap"`     // of the running activation
	Active []string `key:"active"` // units that share it; they become active
	Uses   []int    `key:"uses"`   // uses left of each artillery card
}

// correct changes a position by hand.
func (g *Game) correct(s *position.Setting) error {
	s.Names(func(kind, name string) bool {
		return kind == "place" && g.has(name) || kind == "seats" && g.camp(table.Seat(name)) != nil
	})
	var own correction
	if err := s.Own(&own); err != nil {
		return err
	}
	g.Units = slices.DeleteFunc(g.Units, func(u Unit) bool {
		return slices.Contains(own.Remove, u.name()) || slices.Contains(own.Remove, u.Side)
	})
	if g.unit(g.Satchel.Holder) == nil || s.Has("papers") {
		g.Satchel = Satchel{}
	}
	hands, dealt := g.hands(), g.Cards
	fresh := g.Round == 0 && !s.Has("stage") && (!s.Since(2) || s.Has("round")) // 2: a correction of the set-up begins play only if it says so
	if fresh {
		g.Round = 1
	}
	if err := s.Merge(g); err != nil {
		return err
	}
	switch {
	case own.Stage == "plan":
		g.Stage = "ready"
		g.Round = max(1, g.Round)
	case own.Stage == "turns", fresh, s.Has("round"):
		g.Stage = "turns"
	}
	for _, pile := range [][]string{g.FootPile, g.VehiclePile, g.Deck} {
		slices.Sort(pile)
	}
	if err := g.correctMap(s, own); err != nil {
		return err
	}
	if err := s.Each("units", "unit", g.correctUnit); err != nil {
		return err
	}
	for _, name := range g.Cup {
		if u := g.unit(name); u != nil && s.Has("cup") {
			u.Off, u.Hex, u.Hidden = inCup, "", true
		}
	}
	if err := s.Each("seats", "seat", g.correctSeat); err != nil {
		return err
	}
	if s.Since(2) && dealt && !s.Has("deck", "discard") { // 2: a card that is put into a hand is no longer in the deck (CH-8.0c)
		if err := g.moveCards(hands); err != nil {
			return err
		}
	}
	if s.Has("entered") {
		g.Entrances = nil
	}
	for _, e := range own.Entered {
		g.Entrances = append(g.Entrances, Entrance{Side: e.Side, Hex: e.Hex, From: e.From})
		g.news(g.other(e.Side), News{Kind: "entered", Unit: e.Unit, Hex: e.Hex})
	}
	return g.sound()
}

// correctMap changes terrain and heights, and completes the works that were set.
func (g *Game) correctMap(s *position.Setting, own correction) (err error) {
	if g.Map, err = g.net.Patch(g.Map, own.Terrain...); err != nil {
		return err
	}
	if len(own.Levels) > 0 && len(g.Levels) == 0 {
		for range g.Map {
			g.Levels = append(g.Levels, strings.Repeat("0", len(g.Map[0])))
		}
	}
	for _, x := range own.Levels {
		rows, ok := g.net.Recode(g.Levels, x.Hex, byte('0'+x.Level))
		if g.Levels = rows; !ok || x.Level < 0 || x.Level > 3 {
			return fmt.Errorf("level %d at %q", x.Level, x.Hex)
		}
	}
	for i := range g.Smoke {
		if c := g.Smoke[i]; s.Has("smoke") && (c.DM < 1 || c.DM > 2) {
			return fmt.Errorf("smoke %d at %q", c.DM, c.Hex)
		}
	}
	for f := range table.All(g.Forts) {
		t, ok := g.doc.Work(f.Type)
		if f.Kind = t.Kind; !ok || !g.has(f.Hex) || g.fort(f.Hex, f.Kind) != f {
			return fmt.Errorf("work %q at %q", f.Type, f.Hex)
		}
		if f.Owner == "" {
			f.Owner = g.Camps[0].Seat
		}
	}
	return nil
}

// correctUnit changes a unit or adds one.
func (g *Game) correctUnit(s *position.Setting) error {
	var own unitCorrection
	if err := s.Own(&own); err != nil {
		return err
	}
	u := g.unit(own.Unit)
	if u == nil {
		i := slices.IndexFunc(g.Camps, func(c Camp) bool {
			return len(own.Unit) > len(c.Side)+1 && own.Unit[:len(c.Side)+1] == c.Side+"." && (!s.Has("seat") || own.Seat == string(c.Seat))
		})
		if i < 0 {
			return errors.New("no side of this game begins that name")
		}
		c := g.Camps[i]
		g.Units = append(g.Units, Unit{ID: own.Unit[len(c.Side)+1:], Side: c.Side, Seat: c.Seat, Facing: "E", Status: fresh})
		u = &g.Units[len(g.Units)-1]
	}
	if s.Has("at") {
		if u.Off, u.In = "", ""; s.Text("at") == "" {
			u.Off = left
		}
	}
	if err := s.Merge(u); err != nil {
		return err
	}
	if _, ok := g.doc.Type(u.Type); !ok {
		return fmt.Errorf("no counter is called %q", u.Type)
	}
	if printed, err := s.Part("print"); err != nil || printed != nil {
		p := *g.print(u)
		if err == nil {
			err = printed.Merge(&p)
		}
		if err != nil {
			return err
		}
		u.Print = []UnitType{p}
	}
	if s.Has("at") {
		for _, l := range g.load(u.name()) {
			g.unit(l).Hex = u.Hex
		}
	}
	if s.Has("hit") {
		shown := u.Shown && s.Has("shown")
		if err := g.setHit(u, own.Hit); err != nil {
			return err
		}
		u.Shown = shown
	}
	if c := g.camp(u.Seat); u.Status == active && !slices.Contains(c.Active, u.name()) {
		if !c.Open {
			c.Open, c.AP = true, g.doc.Tables.AP
		}
		c.Active = append(c.Active, u.name())
	}
	return nil
}

// setHit gives a unit a counter from its pile, or puts its counter back.
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

// correctSeat changes a force.
func (g *Game) correctSeat(s *position.Setting) error {
	var own seatCorrection
	if err := s.Own(&own); err != nil {
		return err
	}
	c := g.camp(table.Seat(own.Seat))
	if c == nil {
		return errors.New("there is no such seat")
	}
	if err := s.Merge(c); err != nil {
		return err
	}
	slices.Sort(c.Hand)
	if len(c.Hand) > 0 {
		g.Cards = true
	}
	for i := range min(len(c.Strikes), len(own.Uses)) {
		c.Strikes[i].Left = own.Uses[i]
	}
	if s.Has("active") {
		c.Active, c.Open, c.AP = nil, len(own.Active) > 0, g.doc.Tables.AP
		for _, name := range own.Active {
			u := g.unit(name)
			if u == nil {
				return fmt.Errorf("there is no unit %q", name)
			}
			u.Status = active
			c.Active = append(c.Active, name)
		}
	}
	if s.Has("ap") {
		if !c.Open {
			return fmt.Errorf("AP are those of an activation: name its units in active")
		}
		c.AP = own.AP
	}
	return nil
}

// hands are the hands of all forces, in the order of Camps.
func (g *Game) hands() (list [][]string) {
	for _, c := range g.Camps {
		list = append(list, slices.Clone(c.Hand))
	}
	return list
}

// moveCards takes the cards that have come into hands out of the deck, else out of the discards, and puts those that have left them back into the
// deck. A card that the scenario does not have in its deck comes from nowhere and goes nowhere.
func (g *Game) moveCards(before [][]string) error {
	var came []string
	for i, c := range g.Camps {
		came = append(came, without(c.Hand, before[i])...)
		for _, id := range without(before[i], c.Hand) {
			if slices.Contains(g.doc.Scenario.Deck.Cards, id) {
				g.Deck = append(g.Deck, id)
			}
		}
	}
	for _, id := range came {
		if !slices.Contains(g.doc.Scenario.Deck.Cards, id) {
			continue
		}
		pile := &g.Deck
		if !slices.Contains(*pile, id) {
			pile = &g.Discard
		}
		i := slices.Index(*pile, id)
		if i < 0 {
			return fmt.Errorf("card %q is neither in the deck nor among the discards (CH-8.0b)", id)
		}
		*pile = slices.Delete(slices.Clone(*pile), i, i+1)
	}
	slices.Sort(g.Deck)
	return nil
}

// without returns the cards of a hand that are not in another, each as often as it is there more.
func without(hand, other []string) (rest []string) {
	other = slices.Clone(other)
	for _, id := range hand {
		if i := slices.Index(other, id); i >= 0 {
			other = slices.Delete(other, i, i+1)
		} else {
			rest = append(rest, id)
		}
	}
	return rest
}

// sound reports what is wrong with a position: anything that the rules can never bring about.
func (g *Game) sound() error {
	for u := range table.All(g.Units) {
		switch {
		case u.Off == "" && !g.has(u.Hex):
			return fmt.Errorf("%s stands at %q, which is not on the board", u.name(), u.Hex)
		case !slices.Contains(g.net.Directions(), u.Facing):
			return fmt.Errorf("%s faces %q (CH-5.1a)", u.name(), u.Facing)
		case !slices.Contains([]string{fresh, active, used}, u.Status):
			return fmt.Errorf("%s is %q (CH-2.2c)", u.name(), u.Status)
		case u.In != "" && g.fort(u.Hex, u.In) == nil && u.Off == "":
			return fmt.Errorf("%s is in a %s that is not there (CH-18.1b)", u.name(), u.In)
		case u.Aboard != "" && g.unit(u.Aboard) == nil:
			return fmt.Errorf("%s is aboard %s, which is not there (CH-17.0a)", u.name(), u.Aboard)
		case u.Status == active && !slices.Contains(g.camp(u.Seat).Active, u.name()):
			return fmt.Errorf("%s is active without an activation (CH-3.0a)", u.name())
		}
	}
	return nil
}
