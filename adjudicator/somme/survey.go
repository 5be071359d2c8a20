package somme

import "fieldpost/adjudicator/table"

// survey describes the map as it matters to one side, hex by hex in the order of the grid's places. It is worked out once
// and read by supply lines and by searches for ways.
type survey struct {
	enemy      []bool // an enemy ground counter (RUL-63)
	foe        []bool // an enemy combat unit
	zoc        []bool // in an enemy zone of control (SO-5a)
	hot        []bool // in the zone of an enemy unit that is not pinned (SO-12.2.6u)
	friend     []bool // a friendly combat unit, which cancels enemy zones for some rules (SO-5d, RUL-3)
	interdict  []bool // under an enemy aircraft on interdiction (SO-17.2a)
	broken     bool   // some bridge is destroyed
	refugees   bool   // roads are crowded (an event)
	flooded    bool   // meadows are under water (SO-CAM.6)
	footbridge bool   // this side has a footbridge on the map
}

func (g *Game) survey(s seat) *survey {
	n := len(g.net.cells)
	all := make([]bool, 6*n)
	o := &survey{enemy: all[:n], foe: all[n : 2*n], zoc: all[2*n : 3*n], hot: all[3*n : 4*n], friend: all[4*n : 5*n], interdict: all[5*n:],
		broken: len(g.Broken) > 0, refugees: g.crowded(s), flooded: g.flooded()}
	for u := range table.All(g.Units) {
		if u.Hex == "" {
			continue
		}
		at, ok := g.net.grid.Number(u.Hex)
		switch {
		case !ok:
		case u.Side == s:
			o.friend[at] = o.friend[at] || g.fights(u)
		case g.flies(u):
			o.interdict[at] = o.interdict[at] || u.Mission == interdiction
		default:
			o.enemy[at] = true
			if !g.fights(u) {
				continue
			}
			o.foe[at] = true
			for j := range g.net.cells[at].sides {
				if beside := g.net.cells[at].sides[j].at; beside >= 0 {
					o.zoc[beside] = true
					o.hot[beside] = o.hot[beside] || !u.Pinned
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
func (o *survey) passable(i int) bool { return !o.enemy[i] && (!o.zoc[i] || o.friend[i]) }

// zone returns the enemy zones that restrict a traveller.
func (o *survey) zone(t *traveller) []bool {
	if t.light {
		return o.hot
	}
	return o.zoc
}
