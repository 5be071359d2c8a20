package somme

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// correction holds the keys of "set:" that are not plain fields of the position. Before play begins, a setting puts the
// game into a phase, unless turn is 0: then the set-up is still to come.
type correction struct {
	Turn     int                `key:"turn"`   // 1 if play has not begun and the key is left out
	Phase    string             `key:"phase"`  // step at which play goes on; only before play begins; move if the key is left out
	Remove   []string           `key:"remove"` // counters put out of the game, or "allied" for a whole side
	Terrain  []PatchedHex       `key:"terrain"`
	Hexsides []PatchedSide      `key:"hexsides"`
	Campaign campaignCorrection `key:"campaign" part:"yes"`
	Units    []unitCorrection   `key:"units" part:"yes"`
}

// correct changes a position by hand.
func (g *Game) correct(s *position.Setting) error {
	s.Names(func(kind, name string) bool {
		return kind == "place" && g.net.has(name) || kind == "seats" && slices.Contains([]table.Seat{german, allied}, table.Seat(name))
	})
	var own correction
	if err := s.Own(&own); err != nil {
		return err
	}
	fresh := g.begin(s, own)
	if s.Has("offensive") {
		g.Attack = Declared{}
	}
	if s.Has("petain") {
		g.Petain = Petain{}
	}
	if err := s.Merge(g); err != nil {
		return err
	}
	if err := g.correctClock(s, own.Phase, fresh); err != nil {
		return err
	}
	if err := g.correctMap(own); err != nil {
		return err
	}
	if err := g.correctUnits(s, own.Remove); err != nil {
		return err
	}
	if err := g.correctTracks(s); err != nil {
		return err
	}
	if err := g.correctCampaign(s); err != nil {
		return err
	}
	return g.sound()
}

// begin puts a game whose play has not begun into the first movement phase, and reports whether it had not begun.
func (g *Game) begin(s *position.Setting, own correction) bool {
	fresh := g.Number == 0
	switch {
	case s.Has("turn"):
		g.Number = own.Turn
	case fresh && (!s.Since(3) || s.Has("phase", "sequence")): // 3: a correction of the set-up begins play only if it says so
		g.Number = 1
		if turns := g.doc.Scenario.Turns; len(turns) > 0 {
			g.Number = turns[0].Number
		}
	}
	if fresh && g.Number > 0 {
		g.Sequence, g.Sequences, g.Weather, g.Opening = 1, 1, "fair", "move"
	}
	return fresh
}

// correctClock sets the turn, the sequence and the phase.
func (g *Game) correctClock(s *position.Setting, phase string, fresh bool) error {
	if s.Has("initiative") && !s.Has("phasing") && fresh {
		g.Phasing = g.Initiative
	}
	if !s.Has("sequences") {
		g.Sequences = max(g.Sequences, g.Sequence)
	}
	switch {
	case g.Number < 0 || g.Sequence < 0 || g.Sequence > 3 || g.Sequences > 3:
		return fmt.Errorf("turn counts from 1, a turn has 1 to 3 sequences")
	case s.Has("phase") && !(fresh && g.Number > 0):
		return fmt.Errorf("phase can be set before play begins alone; say at: to set a position later")
	case s.Has("phase"):
		if phase == "setup" || !slices.ContainsFunc(sequence, func(st table.Step[*Game]) bool { return st.Name == phase }) {
			return fmt.Errorf("there is no phase %q", phase)
		}
		g.Opening = phase
	}
	if g.Opening != "" {
		g.Phase = g.Opening
	}
	return nil
}

// has reports whether a hex is on the map.
func (n *net) has(hex string) bool {
	return n.grid.Has(hex)
}

// sound reports what no position may contain: a counter off the map's hexes, enemies in one hex, Stosstruppen without a
// regiment.
func (g *Game) sound() error {
	for u := range table.All(g.Units) {
		switch {
		case u.Hex != "" && !g.net.has(u.Hex):
			return fmt.Errorf("%s at %q, which is not a hex of this map", u.ID, u.Hex)
		case u.Hex != "" && !g.flies(u) && g.has(other(u.Side), u.Hex, g.ground):
			return fmt.Errorf("%s and enemies in %s", u.ID, u.Hex)
		case u.Hex != "" && u.Lost >= g.printed(u.ID).Steps && g.fights(u):
			return fmt.Errorf("%s has lost %d of %d steps: put it off the map", u.ID, u.Lost, g.printed(u.ID).Steps)
		case g.stoss(u) && u.Hex != "" && u.With == "":
			return fmt.Errorf("%s at %s has no regiment there", u.ID, u.Hex)
		}
	}
	for _, b := range g.Broken {
		if len(b) != 9 || !g.net.has(b[:4]) || !g.net.has(b[5:]) {
			return fmt.Errorf("broken: %q is no hexside A/B", b)
		}
	}
	return nil
}
