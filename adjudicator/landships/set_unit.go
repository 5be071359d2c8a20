package landships

import (
	"encoding/json"
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// UnitSetting changes a counter, or adds one where there is none of that name: then side and class are needed (class may be
// left out where type is a vehicle, an aircraft or a counter of the charts), and foot without type and values gets the
// first counter of its nation and class.
type UnitSetting struct {
	Unit   string  `json:"unit"`
	Side   *string `json:"side"`
	Nation *string `json:"nation"`
	Class  *string `json:"class"`
	Type   *string `json:"type"`
	Owner  *string `json:"owner"` // of a captured gun: the side that had it first
	Values *[]int  `json:"values"`
	FS     *int    `json:"fs"`
	WR     *int    `json:"wr"`
	MR     *int    `json:"mr"`

	At      *string    `json:"at"` // hex; "" takes it off the map
	Facing  *Direction `json:"facing"`
	Aboard  *string    `json:"aboard"`  // TL, crew: the vehicle
	Carrier *string    `json:"carrier"` // ATR, FLT: the group; "" it lies in its hex
	Crew    *string    `json:"crew"`    // of a gun or a German tank
	Entry   *string    `json:"entry_edge"`
	Out     *string    `json:"out"` // eliminated, destroyed, exited, retreated; "" in play
	Waiting *bool      `json:"waiting"`

	Pinned  *bool      `json:"pinned"`
	Gassed  *bool      `json:"gassed"`
	Mounted *bool      `json:"mounted"`
	Horses  *bool      `json:"horses"`
	Charge  *Direction `json:"charge"`
	Entered *Direction `json:"entered"` // hexside of its hex by which a vehicle came in

	Breakdown *string `json:"breakdown"` // temporary, permanent, ""
	Wheels    *int    `json:"wheels"`
	Shot      *int    `json:"shot"` // game turn in which a truck fired last
	Lame      *bool   `json:"lame"` // stopped by a wheel
	Repair    *int    `json:"repair"`
	Attended  *bool   `json:"attended"`
	Control   *bool   `json:"out_of_control"`
	Moved     *bool   `json:"moved"`
	Spent     *int    `json:"spent"` // MP in this movement phase; of foot in halves
	Speed     *string `json:"speed"` // trot, charge
	Stays     *bool   `json:"stays"`
	Hexes     *int    `json:"hexes"`
	State     *string `json:"state"` // floor, bailed, fleeing, ""
	Floor     *int    `json:"floor"`
	Shaken    *bool   `json:"shaken"`
	Rallied   *bool   `json:"rallied"`
	Freed     *int    `json:"freed"`

	Uses    *int    `json:"uses"`
	Mission *string `json:"mission"`
	Role    *string `json:"role"` // fighter, strafing
	Shown   *bool   `json:"shown"`
	Posted  *bool   `json:"posted"`
	AA      *int    `json:"aa"`
	Aborted *bool   `json:"aborted"`

	Grenades *bool     `json:"grenades"`
	Storm    *bool     `json:"storm"`
	Seen     *Until    `json:"seen"` // spotted by its fire: true, or the player-turn number through which it is
	Fired    *[]string `json:"fired"`
	Shelled  *bool     `json:"shelled"`
	Pivoted  *string   `json:"pivoted"`
}

// Direction is a hexside written as a number, 1 N to 6 NW, or as its name.
type Direction int

// UnmarshalJSON reads either.
func (d *Direction) UnmarshalJSON(text []byte) error {
	var name string
	if json.Unmarshal(text, &name) != nil {
		var n int
		if err := json.Unmarshal(text, &n); err != nil || n < 0 || n > sides {
			return fmt.Errorf("%s is no direction: 1 N to 6 NW, or its name", text)
		}
		*d = Direction(n)
		return nil
	}
	i := slices.Index([]string{"", "N", "NE", "SE", "S", "SW", "NW"}, name)
	if i < 0 {
		return fmt.Errorf("%s is no direction: 1 N to 6 NW, or its name", text)
	}
	*d = Direction(i)
	return nil
}

// Until is a number of player-turns, or true for the present one.
type Until int

// UnmarshalJSON reads either.
func (u *Until) UnmarshalJSON(text []byte) error {
	var yes bool
	if json.Unmarshal(text, &yes) == nil {
		*u = 0
		if yes {
			*u = -1
		}
		return nil
	}
	return json.Unmarshal(text, (*int)(u))
}

// setUnits takes counters out, changes and adds.
func (g *Game) setUnits(s Setting) error {
	for _, id := range s.Remove {
		if g.unit(id) == nil && g.camp(table.Seat(id)) == nil {
			return fmt.Errorf("remove: there is no %q", id)
		}
	}
	g.Units = slices.DeleteFunc(g.Units, func(u Piece) bool {
		return slices.Contains(s.Remove, u.ID) || slices.Contains(s.Remove, string(u.Side))
	})
	for i := range g.Units { // what pointed at them
		u := &g.Units[i]
		for _, id := range []*string{&u.Aboard, &u.Carrier, &u.Crew} {
			if *id != "" && g.unit(*id) == nil {
				*id = ""
			}
		}
	}
	for _, u := range s.Units {
		if err := g.setUnit(u); err != nil {
			return fmt.Errorf("unit %q: %w", u.Unit, err)
		}
	}
	for _, u := range s.Units { // crews share their guns' hexes unless they are named elsewhere
		if x := g.unit(u.Unit); x.gun() && x.Crew != "" && x.Hex != "" {
			if c := g.unit(x.Crew); c != nil && c.Hex == "" && c.Aboard == "" && c.Out == "" {
				c.Hex = x.Hex
			}
		}
	}
	return nil
}

// classes are the kinds of counters.
var classes = []string{"INF", "MG", "CREW", "TL", "FO", "CAV", "CAVMG", "AT", "AA", "ART", "IG", "ATR", "FLT", "TNK", "AC", "TRK", "AIR"}

// classOf is the class that a type of the charts has.
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
	for _, c := range g.doc.Counters {
		if c.ID == kind {
			return c.Class
		}
	}
	return ""
}

// typeOf is the first counter of a nation and class, "" for what has none.
func (g *Game) typeOf(nation, class string) string {
	for _, c := range g.doc.Counters {
		if c.Class == class && (c.Nation == nation || c.Nation == "any") {
			return c.ID
		}
	}
	return ""
}

// raise makes the counter that a setting adds.
func (g *Game) raise(s UnitSetting) (*Piece, error) {
	n := Unit{ID: s.Unit}
	table.Assign(&n.Side, s.Side)
	table.Assign(&n.Nation, s.Nation)
	table.Assign(&n.Class, s.Class)
	table.Assign(&n.Type, s.Type)
	table.Assign(&n.Values, s.Values)
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

// setUnit changes one counter.
func (g *Game) setUnit(s UnitSetting) error {
	u := g.unit(s.Unit)
	if u == nil {
		var err error
		if u, err = g.raise(s); err != nil {
			return err
		}
	} else if s.Type != nil || s.Class != nil || s.Nation != nil || s.Side != nil {
		g.recast(u, s)
	}
	if u.Type != "" && g.classOf(u.Type) == "" {
		return fmt.Errorf("the charts have no %q", u.Type)
	}
	if (u.vehicle() || u.Class == "AIR") && g.classOf(u.Type) != u.Class {
		return fmt.Errorf("a counter of class %s needs a type of the charts", u.Class)
	}
	if s.Values != nil {
		if len(*s.Values) != 3 {
			return fmt.Errorf("values are fire strength, range and morale")
		}
		u.FS, u.WR, u.MR = (*s.Values)[0], (*s.Values)[1], (*s.Values)[2]
	}
	if s.Owner != nil {
		u.Owner = table.Seat(*s.Owner)
	}
	table.Assign(&u.FS, s.FS)
	table.Assign(&u.WR, s.WR)
	table.Assign(&u.MR, s.MR)
	if err := u.setPlace(s); err != nil {
		return err
	}
	return g.setState(u, s)
}

// recast gives a counter another type, class, nation or side, with the values that belong to it.
func (g *Game) recast(u *Piece, s UnitSetting) {
	n := Unit{ID: u.ID, Side: string(u.Side), Nation: u.Nation, Class: u.Class, Type: u.Type, Hex: u.Hex, Aboard: u.Aboard, Carrier: u.Carrier, Facing: u.Facing, Crew: u.Crew, EntryEdge: u.Entry}
	table.Assign(&n.Side, s.Side)
	table.Assign(&n.Nation, s.Nation)
	if s.Type != nil {
		n.Type, n.Class = *s.Type, g.classOf(*s.Type)
	}
	if s.Class != nil {
		n.Class = *s.Class
		if s.Type == nil {
			n.Type = g.typeOf(n.Nation, n.Class)
		}
	}
	if s.Type == nil && s.Class == nil {
		u.Side, u.Nation = table.Seat(n.Side), n.Nation
		return
	}
	*u = g.counter(n)
}

// setPlace puts a counter somewhere: on a hex it is neither aboard nor carried, unless the setting says so too, and in play.
func (u *Piece) setPlace(s UnitSetting) error {
	if s.At != nil {
		u.Hex, u.Aboard, u.Carrier = *s.At, "", ""
		if *s.At != "" {
			u.Waiting, u.Out = false, ""
		}
	}
	for _, x := range []struct{ to, from *string }{{&u.Aboard, s.Aboard}, {&u.Carrier, s.Carrier}} {
		if x.from != nil {
			*x.to = *x.from
			if *x.from != "" {
				u.Hex = ""
			}
		}
	}
	table.Assign(&u.Crew, s.Crew)
	table.Assign(&u.Entry, s.Entry)
	table.Assign(&u.Waiting, s.Waiting)
	if s.Out != nil {
		if !slices.Contains([]string{"", "eliminated", "destroyed", "exited", "retreated"}, *s.Out) {
			return fmt.Errorf("out is eliminated, destroyed, exited or retreated")
		}
		if u.Out = *s.Out; u.Out != "" {
			u.Hex, u.Aboard, u.Carrier = "", "", ""
		}
	}
	table.Assign((*Direction)(&u.Facing), s.Facing)
	return nil
}

// setState changes what has happened to a counter.
func (g *Game) setState(u *Piece, s UnitSetting) error {
	switch {
	case s.Breakdown != nil && !slices.Contains([]string{"", none, "temporary", "permanent"}, *s.Breakdown):
		return fmt.Errorf("breakdown is temporary or permanent")
	case s.State != nil && !slices.Contains([]string{"", "floor", "bailed", "fleeing"}, *s.State):
		return fmt.Errorf("state is floor, bailed or fleeing")
	case s.Mission != nil && !slices.Contains(append([]string{""}, missions...), *s.Mission):
		return fmt.Errorf("mission is one of %v", missions)
	}
	table.Assign(&u.Pinned, s.Pinned)
	table.Assign(&u.Gassed, s.Gassed)
	if u.Gassed && s.Pinned == nil {
		u.Pinned = true // LS-5.56a
	}
	table.Assign(&u.Mounted, s.Mounted)
	table.Assign(&u.Horses, s.Horses)
	table.Assign((*Direction)(&u.Charge), s.Charge)
	table.Assign((*Direction)(&u.Entered), s.Entered)
	table.Assign(&u.Breakdown, s.Breakdown)
	if u.Breakdown == none {
		u.Breakdown = ""
	}
	table.Assign(&u.Wheels, s.Wheels)
	table.Assign(&u.Shot, s.Shot)
	table.Assign(&u.Lame, s.Lame)
	if s.Lame == nil && s.Wheels != nil && u.Class == "AC" && u.Wheels == 1 && u.Breakdown == temporary {
		u.Lame = true // LS-8.67b
	}
	table.Assign(&u.Repair, s.Repair)
	table.Assign(&u.Attended, s.Attended)
	table.Assign(&u.Control, s.Control)
	table.Assign(&u.Moved, s.Moved)
	table.Assign(&u.Spent, s.Spent)
	table.Assign(&u.Speed, s.Speed)
	table.Assign(&u.Stays, s.Stays)
	table.Assign(&u.Hexes, s.Hexes)
	table.Assign(&u.State, s.State)
	table.Assign(&u.Floor, s.Floor)
	table.Assign(&u.Shaken, s.Shaken)
	if u.State == "floor" && s.Shaken == nil {
		u.Shaken = true // LS-15.12g
	}
	if u.State == "floor" && s.Floor == nil {
		if u.Floor = g.moment(); u.Side != g.Phasing {
			u.Floor++ // its next vehicle phase
		}
	}
	table.Assign(&u.Rallied, s.Rallied)
	table.Assign(&u.Freed, s.Freed)
	table.Assign(&u.Uses, s.Uses)
	table.Assign(&u.Mission, s.Mission)
	table.Assign(&u.Role, s.Role)
	table.Assign(&u.Shown, s.Shown)
	table.Assign(&u.Posted, s.Posted)
	table.Assign(&u.AA, s.AA)
	table.Assign(&u.Aborted, s.Aborted)
	table.Assign(&u.Grenades, s.Grenades)
	table.Assign(&u.Storm, s.Storm)
	table.Assign(&u.Fired, s.Fired)
	table.Assign(&u.Shelled, s.Shelled)
	table.Assign(&u.Pivoted, s.Pivoted)
	if s.Seen != nil {
		if u.Seen = int(*s.Seen); u.Seen < 0 {
			u.Seen = g.moment()
		}
	}
	return nil
}
