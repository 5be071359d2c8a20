package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// correction are the keys of "set:" that are not plain fields of the position. Before play begins a setting puts the
// game into a player-turn, unless turn is 0: then the set-up is still to come.
type correction struct {
	Phase    string           `key:"phase"`  // where play goes on, such as "4.5"; only before play begins; 4.1 if left out
	Remove   []string         `key:"remove"` // units removed from the game, or "allied" for a whole side
	Terrain  []board.CodeAt   `key:"terrain"`
	Observed observed         `key:"observed"`
	Units    []unitCorrection `key:"units" part:"yes"`
}

// observed are automatically observed hexes by seat.
type observed struct {
	Allied  []string `key:"allied" ref:"place"`
	Central []string `key:"central" ref:"place"`
}

// correct changes a position by hand.
func (g *Game) correct(s *position.Setting) error {
	s.Names(func(kind, name string) bool {
		return kind == "place" && g.net.Has(name) || kind == "seats" && g.camp(table.Seat(name)) != nil
	})
	fresh := g.Number == 0 && (!s.Since(2) || s.Has("turn", "half", "phasing", "phase")) // 2: a correction of the set-up begins play only if it says so
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
	for i := range g.Camps {
		switch c := &g.Camps[i]; {
		case c.Seat == "allied" && own.Observed.Allied != nil:
			c.Observed = own.Observed.Allied
		case c.Seat == "central" && own.Observed.Central != nil:
			c.Observed = own.Observed.Central
		}
	}
	if err := g.correctClock(s, own.Phase, fresh); err != nil {
		return err
	}
	ground, err := g.net.Patch(g.Ground, own.Terrain...)
	if err != nil {
		return err
	}
	g.Ground = ground
	g.survey()
	if err := g.correctUnits(s, own.Remove); err != nil {
		return err
	}
	if !s.Has("melees") {
		g.Melees = g.mixed()
	}
	return g.sound()
}

// correctClock sets turn, player-turn and phase.
func (g *Game) correctClock(s *position.Setting, phase string, fresh bool) error {
	if s.Has("phasing") {
		g.Half = g.index(g.Phasing) + 1
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
	case fresh && phase != "":
		if phase != "turn" && !slices.ContainsFunc(sequence, func(st table.Step[*Game]) bool { return st.Name == phase && st.Name != "setup" }) {
			return fmt.Errorf("there is no phase %q", phase)
		}
		g.Opening = phase
	case fresh:
		g.Opening = "4.1"
	case phase != "":
		return fmt.Errorf("phase can be set before play begins alone; say at: to set a position later")
	}
	return nil
}

// index returns the place of a seat among the camps, or -1 if it has none.
func (g *Game) index(s table.Seat) int { return table.IndexOf(g.Camps, s) }

// mixed returns the hexes that hold groups of both sides: they are locked (LS-7.12b, A-79).
func (g *Game) mixed() []string {
	out := table.Once(g.Units, func(u *Piece) (string, bool) {
		return u.Hex, u.Out == "" && u.Hex != "" && u.group() && g.has(g.other(u.Side), u.Hex, (*Piece).group)
	})
	slices.Sort(out)
	return out
}

// sound reports what is wrong with a position: states that the rules can never bring about.
func (g *Game) sound() error {
	for u := range table.All(g.Units) {
		if u.Out != "" {
			continue
		}
		switch {
		case u.Hex != "" && !g.net.Has(u.Hex):
			return fmt.Errorf("%s is at %q, which is not on the map", u.ID, u.Hex)
		case u.Aboard != "" && (g.unit(u.Aboard) == nil || !g.unit(u.Aboard).vehicle()):
			return fmt.Errorf("%s is aboard %q, which is no vehicle", u.ID, u.Aboard)
		case u.Carrier != "" && (g.unit(u.Carrier) == nil || !g.unit(u.Carrier).group()):
			return fmt.Errorf("%s is carried by %q, which is no group (LS-13.1a)", u.ID, u.Carrier)
		case u.Crew != "" && g.unit(u.Crew) == nil:
			return fmt.Errorf("the crew %q of %s is not there", u.Crew, u.ID)
		case u.vehicle() && u.Facing == 0 && u.Hex != "":
			return fmt.Errorf("%s needs a facing, 1 to 6 (LS-8.11a)", u.ID)
		}
	}
	for _, hex := range g.net.Places() {
		if n := len(slices.DeleteFunc(g.at(hex), func(id string) bool { u := g.unit(id); return !u.vehicle() || u.Breakdown != "" })); n > 4 {
			return fmt.Errorf("%d vehicles at %s: five can never be in one hex (LS-3.12b)", n, hex)
		}
	}
	return nil
}
