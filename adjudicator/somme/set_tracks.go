package somme

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/position"
)

// correctTracks applies what follows from what was set off the map, and checks it.
func (g *Game) correctTracks(s *position.Setting) error {
	for _, gun := range g.Attack.Guns {
		if !s.Has("offensive") {
			break
		}
		u := g.unit(gun.Unit)
		if u == nil || g.kind(u) != "army_artillery" {
			return fmt.Errorf("offensive: %q is no army artillery", gun.Unit)
		}
		u.Mode = offensiveMode
	}
	if s.Has("offensive") && g.Attack.Side != "" && !s.Has("sequences") {
		g.Sequences = 3
	}
	for _, b := range g.Footbridges {
		if _, beside := g.net.side(b.Hex, b.To); !beside {
			return fmt.Errorf("footbridges: from %q to %q", b.Hex, b.To)
		}
	}
	slices.SortFunc(g.Holds, func(a, b Hold) int { return strings.Compare(a.Hex, b.Hex) })
	return g.soundMarkers(g.Captured)
}

// soundMarkers reports what is wrong with objective markers.
func (g *Game) soundMarkers(list []Captured) error {
	for _, m := range list {
		if m.Level < 0 || m.Level > 3 || m.Back < 0 || m.Back > len(g.doc.Tables.ObjectiveBacks) {
			return fmt.Errorf("a marker of level %d at %q with back %d", m.Level, m.Hex, m.Back)
		}
	}
	return nil
}
