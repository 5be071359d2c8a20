package somme

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// OffensiveSetting is the offensive of the turn. Its artilleries go into offensive mode.
type OffensiveSetting struct {
	Side        string       `json:"side"`
	Guns        []GunSetting `json:"guns"`
	Bruchmuller string       `json:"bruchmuller"` // the artillery that bears the counter
	Event       string       `json:"event"`
}

// GunSetting is an army artillery in offensive mode with its modifiers for sequences 1 to 3.
type GunSetting struct {
	Unit      string `json:"unit"`
	Modifiers []int  `json:"modifiers"`
}

// BridgeSetting is a footbridge from a hex over one of its sides.
type BridgeSetting struct {
	Hex   string `json:"hex"`
	To    string `json:"to"`
	Owner string `json:"owner"` // german, allied
}

// HoldSetting says who controls a hex.
type HoldSetting struct {
	Hex  string `json:"hex"`
	Side string `json:"side"`
}

// OutcomeSetting is how a combat of these phases went.
type OutcomeSetting struct {
	Hex     string `json:"hex"`
	By      string `json:"by"`      // the attacker's side
	Attack  string `json:"attack"`  // mastery: total, partial, none, erroneous
	Defence string `json:"defence"` // of the defender
	Retreat int    `json:"retreat"` // hexes
	Beaten  bool   `json:"beaten"`  // no defender is left
}

// MarkerSetting is an objective marker: the number of its back counts the document's backs from 1, 0 is unknown.
type MarkerSetting struct {
	Hex   string `json:"hex"`
	Level int    `json:"level"` // iron crosses, 1 to 3
	Back  int    `json:"back"`
	Drawn bool   `json:"drawn"` // shown at Doullens
}

// PetainSetting is Pétain's reluctance in the Allied movement phase that runs.
type PetainSetting struct {
	Die     int      `json:"die"`
	Pledged []string `json:"pledged"` // hexes that must be attacked
	Units   []string `json:"units"`   // with these units
	Free    bool     `json:"free"`    // the French may move
	Guns    bool     `json:"guns"`    // French reinforcements bring their artillery
	Done    bool     `json:"done"`    // the division that comes later is named
}

// setTracks changes what lies beside the map, and what is remembered.
func (g *Game) setTracks(s Setting) error {
	table.Assign(&g.Broken, s.Broken)
	table.Assign(&g.Tries, s.Tries)
	table.Assign(&g.Redoubts, s.Redoubts)
	table.Assign(&g.Doctrines, s.Doctrine)
	table.Assign(&g.Hutier, s.Hutier)
	table.Assign(&g.StossTrack, s.StossTrack)
	table.Assign(&g.Fought, s.Fought)
	table.Assign(&g.Optional, s.Optional)
	if p := s.Petain; p != nil {
		g.Petain = Petain{Die: p.Die, Pledged: p.Pledged, Units: p.Units, Free: p.Free, Guns: p.Guns, Done: p.Done}
	}
	for _, step := range []func(Setting) error{g.setOffensive, g.setFootbridges, g.setHolds, g.setOutcomes, g.setCaptured} {
		if err := step(s); err != nil {
			return err
		}
	}
	return g.setCampaign(s.Campaign)
}

// setOffensive declares the offensive of the turn.
func (g *Game) setOffensive(s Setting) error {
	if s.Offensive == nil {
		return nil
	}
	side, err := seatNamed(s.Offensive.Side)
	if s.Offensive.Side != "" && err != nil {
		return err
	}
	g.Attack = Declared{Side: side, Bruchmuller: s.Offensive.Bruchmuller, Event: s.Offensive.Event}
	for _, gun := range s.Offensive.Guns {
		u := g.unit(gun.Unit)
		if u == nil || g.kind(u) != "army_artillery" {
			return fmt.Errorf("offensive: %q is no army artillery", gun.Unit)
		}
		u.Mode = offensiveMode
		g.Attack.Guns = append(g.Attack.Guns, Gun(gun))
	}
	if g.Attack.Side != "" && s.Sequences == nil {
		g.Sequences = 3
	}
	return nil
}

// setFootbridges lays footbridges in place of those that lie.
func (g *Game) setFootbridges(s Setting) error {
	if s.Footbridges == nil {
		return nil
	}
	g.Footbridges = nil
	for _, b := range *s.Footbridges {
		owner, err := seatNamed(b.Owner)
		if _, beside := g.net.side(b.Hex, b.To); err != nil || !g.net.has(b.Hex) || !beside {
			return fmt.Errorf("footbridges: from %q to %q of %q", b.Hex, b.To, b.Owner)
		}
		g.Footbridges = append(g.Footbridges, Footbridge{Hex: b.Hex, To: b.To, Owner: owner})
	}
	return nil
}

// setHolds gives hexes to sides.
func (g *Game) setHolds(s Setting) error {
	for _, h := range s.Holds {
		side, err := seatNamed(h.Side)
		if err != nil || !g.net.has(h.Hex) {
			return fmt.Errorf("holds: hex %q by %q", h.Hex, h.Side)
		}
		g.Holds = slices.DeleteFunc(slices.Clone(g.Holds), func(o Hold) bool { return o.Hex == h.Hex })
		g.Holds = append(g.Holds, Hold{Hex: h.Hex, Side: side})
	}
	slices.SortFunc(g.Holds, func(a, b Hold) int { return strings.Compare(a.Hex, b.Hex) })
	return nil
}

// setOutcomes says how the combats of these phases went.
func (g *Game) setOutcomes(s Setting) error {
	if s.Outcomes == nil {
		return nil
	}
	g.Outcomes = nil
	for _, o := range *s.Outcomes {
		by, err := seatNamed(o.By)
		if err != nil {
			return fmt.Errorf("outcomes: %w", err)
		}
		g.Outcomes = append(g.Outcomes, Outcome{Hex: o.Hex, By: by, Attack: o.Attack, Defence: o.Defence, Retreat: o.Retreat, Beaten: o.Beaten})
	}
	return nil
}

// setCaptured puts objective markers into the German's box.
func (g *Game) setCaptured(s Setting) error {
	if s.Captured == nil {
		return nil
	}
	list, err := g.markersSet(*s.Captured)
	g.Captured = list
	return err
}

// markersSet reads objective markers.
func (g *Game) markersSet(list []MarkerSetting) ([]Captured, error) {
	if list == nil {
		return nil, nil
	}
	out := []Captured{}
	for _, m := range list {
		if !g.net.has(m.Hex) || m.Level < 0 || m.Level > 3 || m.Back < 0 || m.Back > len(g.doc.Tables.ObjectiveBacks) {
			return nil, fmt.Errorf("a marker of level %d at %q with back %d", m.Level, m.Hex, m.Back)
		}
		out = append(out, Captured(m))
	}
	return out, nil
}
