package landships

import (
	"fieldpost/adjudicator/board"
)

// net is the map's geometry (M-17): flat hexes named CCRR, even columns half a hex further south.
type net struct {
	grid *board.HexGrid
}

func newNet(m Map) *net {
	grid, err := board.NewHex(board.FlatHex, m.Columns, m.Rows, board.Options{Names: board.Digits, Origin: board.NorthWest})
	if err != nil {
		return &net{}
	}
	return &net{grid: grid}
}

// distance is the range in hexes, the first excluded (rules 0): same hex 0; board.Far off the map.
func (g *Game) distance(a, b string) int { return g.net.grid.Distance(a, b) }

// neighbour is the hex beside another in a direction (1 N, clockwise to 6 NW); "" off the map.
func (g *Game) neighbour(hex string, direction int) string { panic("B") }

// toward is the direction of an adjacent hex, 0 if the hexes are not adjacent.
func (g *Game) toward(from, to string) int { panic("B") }

// inArc tells whether a hex lies in one of the sectors of a counter that faces a direction (LS-8.12, M-12). The own hex
// always does; what guns may do against it is LS-8.32e.
func (g *Game) inArc(from string, facing int, sectors []int, to string) bool { panic("B") }

// ground is the terrain of a hex by its code; feature a feature's row by its id ("trench", "wire", "strongpoint", "road",
// "bridge", "smoke", "hill", "rough").
func (g *Game) ground(hex string) Terrain        { panic("B") }
func (g *Game) feature(id string) Terrain        { panic("B") }
func (g *Game) level(hex string) int             { panic("B") }
func (g *Game) trench(hex string) string         { panic("B") } // side whose trench lies there, "" none
func (g *Game) strongpoint(hex string) bool      { panic("B") }
func (g *Game) wired(hex string) bool            { panic("B") }
func (g *Game) rough(hex string) bool            { panic("B") }
func (g *Game) road(hex string) bool             { panic("B") }
func (g *Game) bridge(hex string) bool           { panic("B") }
func (g *Game) town(hex string) bool             { panic("B") }
func (g *Game) smoked(hex string) bool           { panic("B") } // LS-5.33d
func (g *Game) gassed(hex string, s string) bool { panic("B") } // within three hexes of an enemy gas marker of side s (LS-5.34c)
func (g *Game) mined(hex string, s string) bool  { panic("B") } // by the enemy of side s

// roadJoins tells whether two adjacent hexes follow each other on a road; trenchJoins on a trench line.
func (g *Game) roadJoins(a, b string) bool   { panic("B") }
func (g *Game) trenchJoins(a, b string) bool { panic("B") }
