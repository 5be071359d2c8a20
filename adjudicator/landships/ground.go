package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// ground returns the terrain of a hex by its code, with the row of the terrain effects chart (M-10). A hex is clear
// unless the map says otherwise (LS-2.1c).
func (g *Game) ground(hex string) *Terrain { return g.net.At(g.Ground, hex) }

// feature returns the row of something that lies on hexes in addition to their terrain, by its id: "trench", "wire",
// "strongpoint", "road", "bridge", "smoke", "hill", "rough".
func (g *Game) feature(id string) *Terrain {
	return table.Entry(g.doc.Terrain, func(t *Terrain) bool { return t.ID == id && t.Kind == "feature" })
}

// level returns the height of a hex: 0 flat, 1 and 2 hills (LS-8.23f).
func (g *Game) level(hex string) int { return g.net.At(g.Ground, hex).Level }

// lie is what lies in a hex and changes only by hand.
type lie struct {
	trench                     string // the side whose trench it is
	strongpoint, bridge, paved bool
	owner                      string      // of the road
	joins                      [sides]bool // the road goes on in this direction
}

// survey works out what lies in each hex from the lines of the map. It is called whenever they change.
func (g *Game) survey() {
	g.lie = make([]lie, len(g.net.Places()))
	each := func(hexes []string, mark func(at *lie)) {
		for _, hex := range hexes {
			if i, ok := g.net.Number(hex); ok {
				mark(&g.lie[i])
			}
		}
	}
	for _, t := range slices.Backward(g.Trenches) {
		each(t.Hexes, func(at *lie) { at.trench = t.Side })
	}
	for _, r := range slices.Backward(g.Roads) {
		each(r.Hexes, func(at *lie) {
			if at.paved = true; r.Owner != "" {
				at.owner = r.Owner
			}
		})
		for i := 1; i < len(r.Hexes); i++ {
			g.pave(r.Hexes[i-1], r.Hexes[i])
			g.pave(r.Hexes[i], r.Hexes[i-1])
		}
	}
	each(g.Strongpoints, func(at *lie) { at.strongpoint = true })
	each(g.Bridges, func(at *lie) { at.bridge = true })
}

// pave notes that a road leads from a hex to its neighbour.
func (g *Game) pave(from, to string) {
	if i, d := g.stride(from, to); d >= 0 {
		g.lie[i].joins[d] = true
	}
}

// stride returns the number of a hex and the direction of a neighbour, counted from 0; -1 if it is none.
func (g *Game) stride(from, to string) (i, direction int) {
	i, ok := g.net.Number(from)
	j, there := g.net.Number(to)
	if !ok || !there {
		return 0, -1
	}
	return i, g.net.Step(i, j)
}

// here returns what lies in a hex; nothing does off the map.
func (g *Game) here(hex string) lie {
	if i, ok := g.net.Number(hex); ok {
		return g.lie[i]
	}
	return lie{}
}

// trench returns the side whose trench lies in a hex, or "" if there is none. A captured trench does not change sides
//
func (g *Game) trench(hex string) string { return g.here(hex).trench }

func (g *Game) strongpoint(hex string) bool { return g.here(hex).strongpoint }
func (g *Game) wired(hex string) bool       { return slices.Contains(g.Wire, hex) }

// unwire takes the wire off a hex.
func (g *Game) unwire(hex string) {
	g.Wire = slices.DeleteFunc(slices.Clone(g.Wire), func(w string) bool { return w == hex })
}

// rough reports whether a hex is rough (LS-6.23a): one that the scenario lists, or any clear hex if it says "all".
func (g *Game) rough(hex string) bool {
	return slices.Contains(g.Rough, hex) || slices.Contains(g.Rough, "all") && g.ground(hex).Kind == "clear"
}

// road reports whether a road runs through a hex. A bridge carries one (M-10).
func (g *Game) road(hex string) bool {
	at := g.here(hex)
	return at.bridge || at.paved
}

func (g *Game) bridge(hex string) bool { return g.here(hex).bridge }

// junction reports whether a hex is a road junction. Junctions are always observed (LS-5.13a).
func (g *Game) junction(hex string) bool { return slices.Contains(g.Junctions, hex) }

// watched reports whether a side's barrages need no observer for a hex (LS-5.13): hexes that the scenario lists for
// the side, its own trenches, towns, road junctions and bridges (LS-5.13a, LS-5.13b, A-07, A-83).
func (g *Game) watched(s table.Seat, hex string) bool {
	return slices.Contains(g.camp(s).Observed, hex) || g.trench(hex) == string(s) || g.town(hex) || g.junction(hex) || g.bridge(hex)
}

// town reports whether a hex is a town (LS-2.1d).
func (g *Game) town(hex string) bool { return g.net.At(g.Ground, hex).Kind == "town" }

// drivable reports whether a side's vehicles have a road in a hex; dug reports whether it is a trench hex for them
// (LS-6.12d, A-18). A road with the side's own trench is a plain road; a road with an enemy trench is a trench without
// road.
func (g *Game) drivable(hex string, s table.Seat) bool {
	at := g.here(hex)
	own := at.trench == string(s) && (at.owner == "" || at.owner == string(s))
	return (at.bridge || at.paved) && (at.trench == "" || own)
}

func (g *Game) dug(hex string, s table.Seat) bool {
	return g.trench(hex) != "" && !g.drivable(hex, s)
}

// smoked reports whether a hex lies in smoke: a marker is in it or next to it (LS-5.33d).
func (g *Game) smoked(hex string) bool {
	return len(g.Smoke) > 0 && slices.ContainsFunc(g.Smoke, func(c Cloud) bool { return g.distance(c.Place, hex) <= g.constants().SmokeRadius.Value })
}

// gassed reports whether a hex lies within three hexes of a gas marker of the enemy of side s (LS-5.34c, LS-5.56h).
func (g *Game) gassed(hex string, s string) bool {
	return slices.ContainsFunc(g.Gas, func(c Cloud) bool {
		return string(c.Owner) != s && g.distance(c.Place, hex) <= g.constants().GasRadius.Value
	})
}

// mined reports whether mines of the enemy of side s lie in a hex (LS-6.24a, LS-6.24c).
func (g *Game) mined(hex string, s string) bool {
	return slices.ContainsFunc(g.Mines, func(m Mines) bool { return m.Owner != s && slices.Contains(m.Hexes, hex) })
}

// roadJoins reports whether two adjacent hexes follow each other on a road; trenchJoins reports whether they belong to
// one trench line.
func (g *Game) roadJoins(a, b string) bool {
	i, d := g.stride(a, b)
	return d >= 0 && g.lie[i].joins[d]
}

func (g *Game) trenchJoins(a, b string) bool {
	return g.distance(a, b) == 1 && slices.ContainsFunc(g.Trenches, func(t Trench) bool {
		return slices.Contains(t.Hexes, a) && slices.Contains(t.Hexes, b)
	})
}

// resistance returns the count of a hex against an attacking side (LS-5.11l).
func (g *Game) resistance(by table.Seat, hex string) int {
	r, _ := table.Find(g.Resisted, func(r *Resistance) bool { return r.By == by && r.Place == hex })
	return r.Count
}
