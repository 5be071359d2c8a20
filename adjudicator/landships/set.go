package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// Setting is the "set:" of a try file, and of a correction by hand. What is left out stays as it is; a list that is named
// replaces the whole list, except units, terrain, camps and resisted, of which each entry changes or adds one. Before play
// begins it puts the game into a player-turn, unless turn is 0: then the set-up is still to come.
type Setting struct {
	Turn     *int      `json:"turn"`     // game turn; 1 where play has not begun and it is left out
	Half     *int      `json:"half"`     // player-turn of it: 1 or 2
	Phasing  *string   `json:"phasing"`  // the seat whose player-turn it is, in place of half
	Phase    *string   `json:"phase"`    // "4.5": where play goes on; only before play begins; 4.1 where it is left out
	Length   *int      `json:"length"`   // game turns to play
	Rhythm   *string   `json:"rhythm"`   //
	Optional *[]string `json:"optional"` // rules of section 16 and switches in force

	Remove []string               `json:"remove"` // units taken out of the game, or "allied" for a whole side
	Units  []UnitSetting          `json:"units"`
	Camps  map[string]CampSetting `json:"camps"` // by seat

	Terrain      []CodeAt   `json:"terrain"`
	Towns        *[]Town    `json:"towns"`
	Trenches     *[]Trench  `json:"trenches"`
	Strongpoints *[]string  `json:"strongpoints"`
	Wire         *[]string  `json:"wire"`
	Rough        *[]string  `json:"rough"`
	Roads        *[]Road    `json:"roads"`
	Bridges      *[]string  `json:"bridges"`
	Junctions    *[]string  `json:"junctions"`
	Mines        *[]Mines   `json:"mines"`
	Smoke        *[]CloudAt `json:"smoke"`
	Gas          *[]CloudAt `json:"gas"`
	Impacts      *[]Shells  `json:"impacts"`
	Shelled      *[]string  `json:"shelled"` // hexes with shell holes: drawn only
	Called       *[]string  `json:"called"`  // hexes for which barrages were called in this phase

	Resisted   []CountAt        `json:"resisted"`
	Plans      *[]PlanAt        `json:"plans"`
	Marches    *[]MarchAt       `json:"marches"`
	Interrupts *[]InterruptAt   `json:"interrupts"`
	Melees     *[]string        `json:"melees"` // where it is left out: every hex with groups of both sides
	Fought     *[]string        `json:"fought"` // melees already fought in this close assault phase
	Missed     *[]MissAt        `json:"missed"`
	Came       *[]string        `json:"came"`     // units that arrived in this phase
	Fright     *[]string        `json:"fright"`   // units that tested fright in this phase
	Observed   map[string]hexes `json:"observed"` // automatically observed hexes by seat
}

type hexes []string

// CodeAt is a terrain code for a hex.
type CodeAt struct {
	Hex  string `json:"hex"`
	Code string `json:"code"`
}

// CloudAt is a smoke or gas marker.
type CloudAt struct {
	Hex   string `json:"hex"`
	Owner string `json:"owner"`
}

// Shells are a barrage that fell in this player-turn, or with a plane the hex that it marked for its owner's next barrage.
type Shells struct {
	Hex   string `json:"hex"`
	Owner string `json:"owner"`
	Plane string `json:"plane"`
}

// CountAt is the resistance of a hex: game turns with fruitless small arms attacks by a side (LS-5.11l).
type CountAt struct {
	Hex   string `json:"hex"`
	By    string `json:"by"` // the side that attacks
	Count int    `json:"count"`
	Turn  int    `json:"turn"`  // game turn last counted
	Wiped int    `json:"wiped"` // game turn in which it was last wiped
}

// PlanAt is a written barrage (LS-16.22a).
type PlanAt struct {
	Owner  string `json:"owner"`
	Turn   int    `json:"turn"`
	Hex    string `json:"hex"`
	Pieces int    `json:"pieces"`
	Type   string `json:"type"`
	Ammo   string `json:"ammo"`
	Done   bool   `json:"done"`
}

// MarchAt is the rest of a move, for the second foot movement.
type MarchAt struct {
	Unit string   `json:"unit"`
	Path []string `json:"path"`
}

// InterruptAt is the wish to be asked in a defensive phase.
type InterruptAt struct {
	Side   string `json:"side"`
	Phase  string `json:"phase"`
	More   int    `json:"more"`
	Within int    `json:"within"`
}

// MissAt is a shot that missed.
type MissAt struct {
	Weapon string `json:"weapon"`
	Target string `json:"target"`
	Hex    string `json:"hex"`
}

// CampSetting changes what a side has off the board.
type CampSetting struct {
	OBA      *int  `json:"oba"`
	Spent    *int  `json:"spent"`
	Smoke    *int  `json:"smoke"`
	Gas      *int  `json:"gas"`
	HE       *int  `json:"he"`
	Shrapnel *int  `json:"shrapnel"`
	GaveUp   *bool `json:"gave_up"`
}

// set applies a Setting to a position.
func set(g *Game, text []byte) (*Game, error) {
	s, err := table.ReadSetting[Setting](text)
	if err != nil {
		return nil, fmt.Errorf("landships: set: %w", err)
	}
	g = g.Clone()
	for _, step := range []func(Setting) error{g.setClock, g.setMap, g.setCamps, g.setUnits, g.setMarkers} {
		if err := step(s); err != nil {
			return nil, fmt.Errorf("landships: set: %w", err)
		}
	}
	if s.Melees == nil {
		g.Melees = g.mixed()
	}
	return g, g.sound()
}

// setClock says when it is.
func (g *Game) setClock(s Setting) error {
	table.Assign(&g.Length, s.Length)
	table.Assign(&g.Rhythm, s.Rhythm)
	if s.Optional != nil {
		g.Optional = slices.Clone(*s.Optional)
	}
	fresh := g.Number == 0
	if fresh && s.Turn == nil {
		first := 1
		s.Turn = &first
	}
	table.Assign(&g.Number, s.Turn)
	table.Assign(&g.Half, s.Half)
	if s.Phasing != nil {
		i := g.index(table.Seat(*s.Phasing))
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
	g.Phasing = g.Camps[g.Half-1].Seat
	switch {
	case fresh && s.Phase != nil:
		if *s.Phase != "turn" && !slices.ContainsFunc(sequence, func(st table.Step[*Game]) bool { return st.Name == *s.Phase && st.Name != "setup" }) {
			return fmt.Errorf("there is no phase %q", *s.Phase)
		}
		g.Opening = *s.Phase
	case fresh:
		g.Opening = "4.1"
	case s.Phase != nil:
		return fmt.Errorf("phase can be set before play begins alone; say at: to set a position later")
	}
	return nil
}

// setMap changes what lies on the map.
func (g *Game) setMap(s Setting) error {
	for _, c := range s.Terrain {
		col, row := columnRow(c.Hex)
		known := slices.ContainsFunc(g.doc.Terrain, func(t Terrain) bool { return t.Code == c.Code && c.Code != "" })
		if !g.net.grid.Has(c.Hex) || !known || row > len(g.Ground) || col > len(g.Ground[row-1]) {
			return fmt.Errorf("terrain %q at %q", c.Code, c.Hex)
		}
		line := []byte(g.Ground[row-1])
		line[col-1] = c.Code[0]
		g.Ground[row-1] = string(line)
	}
	table.Assign(&g.Towns, s.Towns)
	table.Assign(&g.Trenches, s.Trenches)
	table.Assign(&g.Strongpoints, s.Strongpoints)
	table.Assign(&g.Wire, s.Wire)
	table.Assign(&g.Rough, s.Rough)
	table.Assign(&g.Roads, s.Roads)
	table.Assign(&g.Bridges, s.Bridges)
	table.Assign(&g.Junctions, s.Junctions)
	table.Assign(&g.Mines, s.Mines)
	table.Assign(&g.Shelled, s.Shelled)
	table.Assign(&g.Called, s.Called)
	lists := slices.Concat(g.Strongpoints, g.Wire, g.Bridges, g.Junctions, g.Shelled)
	for _, t := range g.Trenches {
		lists = append(lists, t.Hexes...)
	}
	for _, r := range g.Roads {
		lists = append(lists, r.Hexes...)
	}
	for _, m := range g.Mines {
		lists = append(lists, m.Hexes...)
	}
	for _, t := range g.Towns {
		lists = append(lists, t.Hexes...)
	}
	for _, hex := range lists {
		if !g.net.grid.Has(hex) {
			return fmt.Errorf("%q is not a hex of this map", hex)
		}
	}
	return nil
}

// setCamps changes what the sides have off the board, and what they observe of themselves.
func (g *Game) setCamps(s Setting) error {
	for i := range g.Camps {
		c := &g.Camps[i]
		if n, ok := s.Camps[string(c.Seat)]; ok {
			table.Assign(&c.OBA, n.OBA)
			table.Assign(&c.Spent, n.Spent)
			table.Assign(&c.Smoke, n.Smoke)
			table.Assign(&c.Gas, n.Gas)
			table.Assign(&c.HE, n.HE)
			table.Assign(&c.Shrapnel, n.Shrapnel)
			table.Assign(&c.GaveUp, n.GaveUp)
			delete(s.Camps, string(c.Seat))
		}
		if o, ok := s.Observed[string(c.Seat)]; ok {
			c.Observed = slices.Clone(o)
			delete(s.Observed, string(c.Seat))
		}
	}
	if len(s.Camps)+len(s.Observed) > 0 {
		return fmt.Errorf("camps and observed are by seat: allied, central")
	}
	return nil
}

// setMarkers changes what is remembered: clouds, impacts, counts.
func (g *Game) setMarkers(s Setting) error {
	if err := g.setClouds(s); err != nil {
		return err
	}
	for _, r := range s.Resisted {
		if !g.net.grid.Has(r.Hex) || g.camp(table.Seat(r.By)) == nil {
			return fmt.Errorf("resisted: hex %q by %q", r.Hex, r.By)
		}
		g.Resisted = slices.DeleteFunc(g.Resisted, func(x Resistance) bool { return x.Place == r.Hex && string(x.By) == r.By })
		g.Resisted = append(g.Resisted, Resistance{Place: r.Hex, By: table.Seat(r.By), Count: r.Count, Turn: r.Turn, Wiped: r.Wiped})
	}
	if err := g.places(s); err != nil {
		return err
	}
	table.Assign(&g.Melees, s.Melees)
	table.Assign(&g.Fought, s.Fought)
	table.Assign(&g.Fright, s.Fright)
	table.Assign(&g.Came, s.Came)
	if s.Plans != nil {
		g.Plans = nil
		for _, p := range *s.Plans {
			g.Plans = append(g.Plans, Planned{table.Seat(p.Owner), p.Turn, p.Hex, p.Pieces, p.Type, p.Ammo, p.Done})
		}
	}
	if s.Marches != nil {
		g.Marches = nil
		for _, m := range *s.Marches {
			g.Marches = append(g.Marches, March(m))
		}
	}
	if s.Interrupts != nil {
		g.Interrupts = nil
		for _, i := range *s.Interrupts {
			g.Interrupts = append(g.Interrupts, Interrupt{table.Seat(i.Side), i.Phase, i.More, i.Within})
		}
	}
	if s.Missed != nil {
		g.Missed = nil
		for _, m := range *s.Missed {
			g.Missed = append(g.Missed, Miss{m.Weapon, m.Target, m.Hex})
		}
	}
	return nil
}

// places tells which hexes of what is remembered are not on the map, and which sides are none.
func (g *Game) places(s Setting) error {
	var hexes, seats []string
	for _, l := range []*[]string{s.Melees, s.Fought, s.Called} {
		if l != nil {
			hexes = append(hexes, *l...)
		}
	}
	if s.Plans != nil {
		for _, p := range *s.Plans {
			hexes, seats = append(hexes, p.Hex), append(seats, p.Owner)
		}
	}
	if s.Marches != nil {
		for _, m := range *s.Marches {
			hexes = append(hexes, m.Path...)
		}
	}
	if s.Interrupts != nil {
		for _, i := range *s.Interrupts {
			seats = append(seats, i.Side)
		}
	}
	if s.Missed != nil {
		for _, m := range *s.Missed {
			hexes = append(hexes, m.Hex)
		}
	}
	for _, h := range hexes {
		if !g.net.grid.Has(h) {
			return fmt.Errorf("%q is not a hex of this map", h)
		}
	}
	for _, seat := range seats {
		if g.camp(table.Seat(seat)) == nil {
			return fmt.Errorf("no side is called %q", seat)
		}
	}
	return nil
}

// setClouds changes smoke, gas and impacts.
func (g *Game) setClouds(s Setting) error {
	clouds := func(to *[]Cloud, from *[]CloudAt) error {
		if from == nil {
			return nil
		}
		*to = nil
		for _, c := range *from {
			if !g.net.grid.Has(c.Hex) || g.camp(table.Seat(c.Owner)) == nil {
				return fmt.Errorf("a cloud at %q of %q", c.Hex, c.Owner)
			}
			*to = append(*to, Cloud{c.Hex, table.Seat(c.Owner)})
		}
		return nil
	}
	if err := clouds(&g.Smoke, s.Smoke); err != nil {
		return err
	}
	if err := clouds(&g.Gas, s.Gas); err != nil {
		return err
	}
	if s.Impacts != nil {
		g.Impacts = nil
		for _, i := range *s.Impacts {
			if !g.net.grid.Has(i.Hex) || g.camp(table.Seat(i.Owner)) == nil {
				return fmt.Errorf("an impact at %q of %q", i.Hex, i.Owner)
			}
			g.Impacts = append(g.Impacts, Impact{i.Hex, table.Seat(i.Owner), i.Plane})
		}
	}
	return nil
}

// index is the place of a seat among the camps, -1 for none.
func (g *Game) index(s table.Seat) int {
	return slices.IndexFunc(g.Camps, func(c Camp) bool { return c.Seat == s })
}

// mixed lists the hexes that hold groups of both sides: they are locked (LS-7.12b, A-79).
func (g *Game) mixed() []string {
	var out []string
	for i := range g.Units {
		u := &g.Units[i]
		if u.Out == "" && u.Hex != "" && u.group() && g.has(g.other(u.Side), u.Hex, (*Piece).group) && !slices.Contains(out, u.Hex) {
			out = append(out, u.Hex)
		}
	}
	slices.Sort(out)
	return out
}

// sound tells what is wrong with a position: what the rules can never bring about.
func (g *Game) sound() error {
	for i := range g.Units {
		u := &g.Units[i]
		if u.Out != "" {
			continue
		}
		switch {
		case u.Hex != "" && !g.net.grid.Has(u.Hex):
			return fmt.Errorf("landships: set: %s is at %q, which is not on the map", u.ID, u.Hex)
		case u.Aboard != "" && (g.unit(u.Aboard) == nil || !g.unit(u.Aboard).vehicle()):
			return fmt.Errorf("landships: set: %s is aboard %q, which is no vehicle", u.ID, u.Aboard)
		case u.Carrier != "" && (g.unit(u.Carrier) == nil || !g.unit(u.Carrier).group()):
			return fmt.Errorf("landships: set: %s is carried by %q, which is no group (LS-13.1a)", u.ID, u.Carrier)
		case u.Crew != "" && g.unit(u.Crew) == nil:
			return fmt.Errorf("landships: set: the crew %q of %s is not there", u.Crew, u.ID)
		case u.vehicle() && u.Facing == 0 && u.Hex != "":
			return fmt.Errorf("landships: set: %s needs a facing, 1 to 6 (LS-8.11a)", u.ID)
		}
	}
	for _, hex := range g.net.grid.Places() {
		if n := len(slices.DeleteFunc(g.at(hex), func(id string) bool { u := g.unit(id); return !u.vehicle() || u.Breakdown != "" })); n > 4 {
			return fmt.Errorf("landships: set: %d vehicles at %s: five can never be in one hex (LS-3.12b)", n, hex)
		}
	}
	return nil
}
