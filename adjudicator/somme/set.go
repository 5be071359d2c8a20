package somme

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// Setting is the "set:" of a try file, and of a correction by hand. What is left out stays as it is; a list that is named
// replaces the whole list, except units, terrain, hexsides and holds, of which each entry changes or adds one. Before play
// begins it puts the game into a phase, unless turn is 0: then the set-up is still to come.
type Setting struct {
	Turn       *int    `json:"turn"`       // 1 where play has not begun and it is left out
	Sequence   *int    `json:"sequence"`   // operational sequence of it, from 1
	Sequences  *int    `json:"sequences"`  // how many it has
	Initiative *string `json:"initiative"` // first player of each sequence
	Phasing    *string `json:"phasing"`    // whose phase it is
	Phase      *string `json:"phase"`      // step with which play goes on; only before play begins; move where it is left out
	Weather    *string `json:"weather"`    // fair, fog, bad
	BadRolls   *int    `json:"bad_rolls"`  // bad weather rolled so far
	Aviation   *bool   `json:"aviation"`
	Reaction   *bool   `json:"reaction_offensives"`

	Remove   []string      `json:"remove"` // counters put out of the game, or "allied" for a whole side
	Units    []UnitSetting `json:"units"`
	Terrain  []HexSetting  `json:"terrain"`
	Hexsides []SideSetting `json:"hexsides"`

	Offensive   *OffensiveSetting `json:"offensive"`
	Broken      *[]string         `json:"broken"` // bridges destroyed: hexsides "A/B"
	Footbridges *[]BridgeSetting  `json:"footbridges"`
	Tries       *int              `json:"tries"` // German footbridge attempts in this sequence
	Redoubts    *[]string         `json:"redoubts"`
	Holds       []HoldSetting     `json:"holds"` // who controls hexes that matter for victory
	Doctrine    *[]NationRule     `json:"doctrine"`
	Hutier      *string           `json:"hutier"` // HQ that General v. Hutier is with; "" he is gone
	StossTrack  *int              `json:"stoss_track"`
	Fought      *[]string         `json:"fought"`   // hexes attacked in this phase
	Outcomes    *[]OutcomeSetting `json:"outcomes"` // combats of these phases
	Captured    *[]MarkerSetting  `json:"captured"` // objective markers that the German has taken
	Optional    *bool             `json:"optional"` // the Allied player declared the offensive that he might
	Petain      *PetainSetting    `json:"petain"`   // all of it: what is left out is nothing
	Campaign    *CampaignSetting  `json:"campaign"` // all of it: what is left out is empty
}

// set applies a Setting to a position.
func set(g *Game, text []byte) (*Game, error) {
	s, err := table.ReadSetting[Setting](text)
	if err != nil {
		return nil, fmt.Errorf("somme-1918: set: %w", err)
	}
	g = g.Clone()
	for _, step := range []func(Setting) error{g.setClock, g.setMap, g.setUnits, g.setTracks} {
		if err := step(s); err != nil {
			return nil, fmt.Errorf("somme-1918: set: %w", err)
		}
	}
	return g, g.sound()
}

// seatNamed reads a side.
func seatNamed(s string) (table.Seat, error) {
	if s != string(german) && s != string(allied) {
		return "", fmt.Errorf("no side is called %q", s)
	}
	return table.Seat(s), nil
}

// setClock says when it is.
func (g *Game) setClock(s Setting) error {
	fresh := g.Number == 0
	if fresh && s.Turn == nil {
		first := 1
		if turns := g.doc.Scenario.Turns; len(turns) > 0 {
			first = turns[0].Number
		}
		s.Turn = &first
	}
	table.Assign(&g.Number, s.Turn)
	for _, side := range []struct {
		to   *table.Seat
		name *string
	}{{&g.Initiative, s.Initiative}, {&g.Phasing, s.Phasing}} {
		if side.name != nil {
			seat, err := seatNamed(*side.name)
			if err != nil {
				return err
			}
			*side.to = seat
		}
	}
	if s.Initiative != nil && s.Phasing == nil && fresh {
		g.Phasing = g.Initiative
	}
	if fresh && g.Number > 0 {
		g.Sequence, g.Sequences, g.Weather, g.Opening = 1, 1, "fair", "move"
	}
	table.Assign(&g.Sequence, s.Sequence)
	g.Sequences = max(g.Sequences, g.Sequence)
	table.Assign(&g.Sequences, s.Sequences)
	table.Assign(&g.Weather, s.Weather)
	table.Assign(&g.BadRolls, s.BadRolls)
	table.Assign(&g.Aviation, s.Aviation)
	table.Assign(&g.Reaction, s.Reaction)
	switch {
	case g.Number < 0 || g.Sequence < 0 || g.Sequence > 3 || g.Sequences > 3:
		return fmt.Errorf("turn counts from 1, a turn has 1 to 3 sequences")
	case !slices.Contains([]string{"", "fair", "fog", "bad"}, g.Weather):
		return fmt.Errorf("weather is fair, fog or bad, not %q", g.Weather)
	case s.Phase != nil && !(fresh && g.Number > 0):
		return fmt.Errorf("phase can be set before play begins alone; say at: to set a position later")
	case s.Phase != nil:
		if *s.Phase == "setup" || !slices.ContainsFunc(sequence, func(st table.Step[*Game]) bool { return st.Name == *s.Phase }) {
			return fmt.Errorf("there is no phase %q", *s.Phase)
		}
		g.Opening = *s.Phase
	}
	if g.Opening != "" {
		g.Phase = g.Opening
	}
	return nil
}

// has reports whether a hex is on the map.
func (n *net) has(hex string) bool {
	_, ok := n.places.at(hex)
	return ok
}

// sound reports what no position may be: a counter off the map's hexes, enemies in one hex, Stosstruppen under nobody.
func (g *Game) sound() error {
	for i := range g.Units {
		u := &g.Units[i]
		switch {
		case u.Hex != "" && !g.net.has(u.Hex):
			return fmt.Errorf("somme-1918: set: %s at %q, which is not a hex of this map", u.ID, u.Hex)
		case u.Hex != "" && !g.flies(u) && g.has(other(u.Side), u.Hex, g.ground):
			return fmt.Errorf("somme-1918: set: %s and enemies in %s", u.ID, u.Hex)
		case u.Hex != "" && u.Lost >= g.printed(u.ID).Steps && g.fights(u):
			return fmt.Errorf("somme-1918: set: %s has lost %d of %d steps: put it off the map", u.ID, u.Lost, g.printed(u.ID).Steps)
		case g.stoss(u) && u.Hex != "" && u.With == "":
			return fmt.Errorf("somme-1918: set: %s at %s has no regiment there", u.ID, u.Hex)
		}
	}
	for _, b := range g.Broken {
		if len(b) != 9 || !g.net.has(b[:4]) || !g.net.has(b[5:]) {
			return fmt.Errorf("somme-1918: set: broken: %q is no hexside A/B", b)
		}
	}
	return nil
}
