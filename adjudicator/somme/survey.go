package somme

import "fieldpost/adjudicator/table"

// survey describes the map as it matters to one side, hex by hex in the order of the grid's places. It is worked out once
// and read by supply lines and by searches for ways.
type survey struct {
	hexes      []sight
	broken     bool // some bridge is destroyed
	refugees   bool // roads are crowded (an event)
	flooded    bool // meadows are under water (SO-CAM.6)
	footbridge bool // this side has a footbridge on the map
}

// sight is what there is in a hex.
type sight uint8

const (
	anEnemy     sight = 1 << iota // an enemy ground counter (RUL-63)
	aFoe                          // an enemy combat unit
	inZone                        // in an enemy zone of control (SO-5a)
	inHotZone                     // in the zone of an enemy unit that is not pinned (SO-12.2.6u)
	aFriend                       // a friendly combat unit, which cancels enemy zones for some rules (SO-5d, RUL-3)
	interdicted                   // under an enemy aircraft on interdiction (SO-17.2a)
)

func (o *survey) has(at int, what sight) bool { return o.hexes[at]&what != 0 }
func (o *survey) enemy(at int) bool           { return o.has(at, anEnemy) }
func (o *survey) foe(at int) bool             { return o.has(at, aFoe) }
func (o *survey) zoc(at int) bool             { return o.has(at, inZone) }
func (o *survey) friend(at int) bool          { return o.has(at, aFriend) }

func (g *Game) survey(s seat) *survey {
	o := &survey{hexes: make([]sight, len(g.net.cells)), broken: len(g.Broken) > 0, refugees: g.crowded(s), flooded: g.flooded()}
	for u := range table.All(g.Units) {
		if u.Hex == "" {
			continue
		}
		at, ok := g.net.grid.Number(u.Hex)
		switch {
		case !ok:
		case u.Side == s:
			if g.fights(u) {
				o.hexes[at] |= aFriend
			}
		case g.flies(u):
			if u.Mission == interdiction {
				o.hexes[at] |= interdicted
			}
		default:
			o.hexes[at] |= anEnemy
			if !g.fights(u) {
				continue
			}
			o.hexes[at] |= aFoe
			zone := inZone
			if !u.Pinned {
				zone |= inHotZone
			}
			for j := range g.net.cells[at].sides {
				if beside := g.net.cells[at].sides[j].at; beside >= 0 {
					o.hexes[beside] |= zone
				}
			}
		}
	}
	for _, f := range g.Footbridges {
		o.footbridge = o.footbridge || f.Owner == s
	}
	return o
}

// crowded reports whether refugees are on the roads of a side (SO-C.3d).
func (g *Game) crowded(s seat) bool { return s == allied && g.played("refugees") }

// passable reports whether a supply line may enter a hex (SO-9.1a, SO-9.1e).
func (o *survey) passable(i int) bool { return !o.enemy(i) && (!o.zoc(i) || o.friend(i)) }

// zone returns the kind of enemy zone that restricts a traveller.
func zone(t *traveller) sight {
	if t.light {
		return inHotZone
	}
	return inZone
}
