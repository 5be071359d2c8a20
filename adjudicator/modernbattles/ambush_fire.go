package modernbattles

import "fieldpost/adjudicator/table"

// lying returns the weapon that lies in ambush at a marker.
func (g *Game) lying(m Marker) (shooter, bool) {
	u := g.unit(m.Unit)
	w, ok := g.markWeapon(m)
	if u == nil || !ok {
		return shooter{}, false
	}
	s := shooter{unit: u.ID, figure: -1, arm: m.Arm, weapon: w.ID}
	if m.Arm < 0 && !u.piece() {
		s.figure = g.source(u, m)
	}
	return s, true
}

// ambushScore returns what an ambush would need to hit a unit where it stands now. It returns false if the ambush cannot hit
// or cannot hurt the unit.
func (g *Game) ambushScore(m Marker, e *Unit) (int, bool) {
	s, ok := g.lying(m)
	if !ok || g.mayTarget(g.unit(m.Unit), e) != nil {
		return 0, false
	}
	x, r := g.lanes(g.unit(m.Unit)).aimed(s, e, "", aimAt{})
	if r != nil || !g.useful(x, e, aimAt{}, false) {
		return 0, false
	}
	return x.need.Total(), true
}

// fireAmbush fires one shot out of ambush at a unit where it is now (MB-8c). The range band and the modifiers are those of
// that place, and the shot is resolved at once. Turrets are not turned (MB-R22).
func (g *Game) fireAmbush(t *table.Table, m Marker, e *Unit) {
	s, ok := g.lying(m)
	if !ok {
		return
	}
	u := g.unit(m.Unit)
	x, r := g.lanes(u).aimed(s, e, "", aimAt{})
	if r != nil || !g.useful(x, e, aimAt{}, false) {
		return
	}
	g.fire(t.At(u.ID), u, volley{target: e.ID, shots: []shot{x}})
}
