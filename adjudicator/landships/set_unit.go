package landships

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// unitCorrection are the keys of a unit that are not plain fields. An unknown name adds a unit. It then needs side and
// class, but class may be left out if type is a vehicle, an aircraft or a counter of the charts. Foot without type and
// values gets the first counter of its nation and class.
type unitCorrection struct {
	Values []int `key:"values"` // fire strength, range, morale
	Seen   until `key:"seen"`
}

// until is the number of a player-turn, or true for the current one.
type until int

// present stands for the current player-turn.
const present until = -1

// Text implements position.Written.
func (u *until) Text() string {
	if *u == present {
		return "true"
	}
	return strconv.Itoa(int(*u))
}

// ReadJSON reads a number or true.
func (u *until) ReadJSON(text []byte) error {
	var yes bool
	if json.Unmarshal(text, &yes) == nil {
		if *u = 0; yes {
			*u = present
		}
		return nil
	}
	if json.Unmarshal(text, (*int)(u)) != nil {
		return fmt.Errorf("%s is no player-turn: its number, true or false", text)
	}
	return nil
}

// correctUnits removes, changes and adds counters.
func (g *Game) correctUnits(s *position.Setting, remove []string) error {
	for _, id := range remove {
		if g.unit(id) == nil && g.camp(table.Seat(id)) == nil {
			return fmt.Errorf("remove: there is no %q", id)
		}
	}
	g.Units = slices.DeleteFunc(g.Units, func(u Piece) bool {
		return slices.Contains(remove, u.ID) || slices.Contains(remove, string(u.Side))
	})
	for u := range table.All(g.Units) { // clear what referred to them
		for _, id := range []*string{&u.Aboard, &u.Carrier, &u.Crew} {
			if *id != "" && g.unit(*id) == nil {
				*id = ""
			}
		}
	}
	var changed []string
	err := s.Each("units", "unit", func(e *position.Setting) error {
		changed = append(changed, e.Text("unit"))
		return g.correctUnit(e)
	})
	if err != nil {
		return err
	}
	for _, id := range changed { // crews share their guns' hexes unless the setting names a place for them
		if x := g.unit(id); x.gun() && x.Crew != "" && x.Hex != "" {
			if c := g.unit(x.Crew); c != nil && c.Hex == "" && c.Aboard == "" && c.Out == "" {
				c.Hex = x.Hex
			}
		}
	}
	return nil
}

// classes are the kinds of counters.
var classes = []string{"INF", "MG", "CREW", "TL", "FO", "CAV", "CAVMG", "AT", "AA", "ART", "IG", "ATR", "FLT", "TNK", "AC", "TRK", "AIR"}

// classOf returns the class of a type of the charts.
func (g *Game) classOf(kind string) string {
	for _, v := range g.doc.Vehicles {
		if v.ID == kind {
			return map[string]string{"tank": "TNK", "armoured_car": "AC", "truck": "TRK"}[v.Kind]
		}
	}
	for _, p := range g.doc.Aircraft {
		if p.ID == kind {
			return "AIR"
		}
	}
	c, _ := table.Find(g.doc.Counters, func(c *Counter) bool { return c.ID == kind })
	return c.Class
}

// typeOf returns the first counter of a nation and class, or "" if it has none.
func (g *Game) typeOf(nation, class string) string {
	c, _ := table.Find(g.doc.Counters, func(c *Counter) bool { return c.Class == class && (c.Nation == nation || c.Nation == "any") })
	return c.ID
}

// raise makes the counter that a setting adds.
func (g *Game) raise(s *position.Setting, values []int) (*Piece, error) {
	n := Unit{ID: s.Text("unit"), Side: s.Text("side"), Nation: s.Text("nation"), Class: s.Text("class"), Type: s.Text("type"), Values: values}
	if n.Class == "" {
		n.Class = g.classOf(n.Type)
	}
	if g.camp(table.Seat(n.Side)) == nil {
		return nil, fmt.Errorf("it is not in the scenario: to add it, name its side, allied or central")
	}
	if !slices.Contains(classes, n.Class) {
		return nil, fmt.Errorf("class %q is none of %v", n.Class, classes)
	}
	if n.Nation == "" {
		n.Nation = g.side(table.Seat(n.Side)).Nation
	}
	if n.Type == "" {
		n.Type = g.typeOf(n.Nation, n.Class)
	}
	g.Units = append(g.Units, g.counter(n))
	u := &g.Units[len(g.Units)-1]
	if u.vehicle() || u.gun() && g.arm(u).Facing {
		u.Facing = 1
	}
	return u, nil
}

// correctUnit changes one counter.
func (g *Game) correctUnit(s *position.Setting) error {
	var own unitCorrection
	err := s.Own(&own)
	if err != nil {
		return err
	}
	if s.Has("values") && len(own.Values) != 3 {
		return fmt.Errorf("values are fire strength, range and morale")
	}
	u := g.unit(s.Text("unit"))
	if u == nil {
		if u, err = g.raise(s, own.Values); err != nil {
			return err
		}
	} else if s.Has("type", "class") {
		g.recast(u, s)
	}
	if own.Values != nil {
		u.FS, u.WR, u.MR = own.Values[0], own.Values[1], own.Values[2]
	}
	if s.Has("at") { // on a hex it is in play, and neither aboard nor carried unless the setting also says so
		if u.Aboard, u.Carrier = "", ""; s.Text("at") != "" {
			u.Waiting, u.Out = false, ""
		}
	}
	if err := s.Merge(u); err != nil {
		return err
	}
	if u.Type != "" && g.classOf(u.Type) == "" {
		return fmt.Errorf("the charts have no %q", u.Type)
	}
	if (u.vehicle() || u.Class == "AIR") && g.classOf(u.Type) != u.Class {
		return fmt.Errorf("a counter of class %s needs a type of the charts", u.Class)
	}
	g.complete(u, s, own.Seen)
	return nil
}

// recast gives a counter another type or class, with the values that belong to it.
func (g *Game) recast(u *Piece, s *position.Setting) {
	n := Unit{ID: u.ID, Side: string(u.Side), Nation: u.Nation, Class: u.Class, Type: u.Type, Hex: u.Hex, Aboard: u.Aboard, Carrier: u.Carrier, Facing: u.Facing, Crew: u.Crew, EntryEdge: u.Entry}
	if s.Has("side") {
		n.Side = s.Text("side")
	}
	if s.Has("nation") {
		n.Nation = s.Text("nation")
	}
	if s.Has("type") {
		n.Type, n.Class = s.Text("type"), g.classOf(s.Text("type"))
	}
	if s.Has("class") {
		n.Class = s.Text("class")
		if !s.Has("type") {
			n.Type = g.typeOf(n.Nation, n.Class)
		}
	}
	*u = g.counter(n)
}

// complete sets what follows from the place and the states that a setting gave a counter.
func (g *Game) complete(u *Piece, s *position.Setting, seen until) {
	if s.Text("aboard") != "" || s.Text("carrier") != "" {
		u.Hex = ""
	}
	if s.Text("out") != "" {
		u.Hex, u.Aboard, u.Carrier = "", "", ""
	}
	if u.Gassed && !s.Has("pinned") {
		u.Pinned = true // LS-5.56a
	}
	if u.Breakdown == none {
		u.Breakdown = ""
	}
	if !s.Has("lame") && s.Has("wheels") && u.Class == "AC" && u.Wheels == 1 && u.Breakdown == temporary {
		u.Lame = true // LS-8.67b
	}
	if u.State == "floor" && !s.Has("shaken") {
		u.Shaken = true // LS-15.12g
	}
	if u.State == "floor" && !s.Has("floor") {
		if u.Floor = g.moment(); u.Side != g.Phasing {
			u.Floor++ // its next vehicle phase
		}
	}
	if s.Has("seen") {
		if u.Seen = int(seen); seen == present {
			u.Seen = g.moment()
		}
	}
}
