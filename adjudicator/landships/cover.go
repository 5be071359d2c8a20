package landships

// Kinds of targets that take cover differently (LS-8.64c, LS-8.66b, LS-16.15e).
const (
	onFoot    = "foot"    // foot, crews, observers
	onHorse   = "mounted" // mounted cavalry
	onWheels  = "vehicle" // trucks and armoured cars
	shockFoot = "storm"   // Stosstruppen, under LS-16.15
)

// cover returns the terrain terms of a small arms attack on a hex for a kind of target. Foot takes everything in the
// hex, cumulatively (LS-8.64a, LS-8.64b). Mounted cavalry and vehicles get nothing from a trench or strongpoint
// (LS-8.64c, A-34); cavalry counts only town, woods and river (LS-8.66b).
func (g *Game) cover(hex, kind string) []term {
	var out []term
	row := func(t *Terrain) {
		if t.Fire != 0 {
			out = append(out, term{"terrain." + t.ID, t.Fire, "LS-8.64a"})
		}
	}
	ground := g.ground(hex)
	if ground.Kind != "river" || !g.bridge(hex) { // a unit on the bridge is not in the water
		row(ground)
	}
	if kind == shockFoot && ground.Kind == "clear" && g.trench(hex) == "" && !g.strongpoint(hex) {
		out = append(out, g.modifiers().StormClear.times(1)) // LS-16.15e: in clear only
	}
	if kind == onHorse || kind == onWheels {
		return out
	}
	return append(out, g.worksCover(hex, func(t *Terrain) (int, string) { return t.Fire, "LS-8.64a" })...)
}

// worksCover returns what trench and strongpoint of a hex add, each with the term of the table that counts here and its rule, and with what
// an improved one adds (LS-16.24a).
func (g *Game) worksCover(hex string, of func(*Terrain) (int, string)) []term {
	var out []term
	row := func(t *Terrain) {
		if n, rule := of(t); n != 0 {
			out = append(out, term{"terrain." + t.ID, n, rule})
		}
	}
	if g.trench(hex) != "" {
		row(g.feature("trench"))
		if g.improved() {
			out = append(out, g.modifiers().ImprovedTrench.times(1))
		}
	}
	if g.strongpoint(hex) {
		row(g.feature("strongpoint"))
		if g.improved() {
			out = append(out, g.modifiers().ImprovedStrongpoint.times(1))
		}
	}
	return out
}

// improved reports whether trenches and strongpoints have been improved (LS-16.24a): optional, from 1916.
func (g *Game) improved() bool { return g.in("LS-16.24") && g.dated("1916") }

// targetKind returns the kind of small arms target that a counter is, or "" if small arms do not affect it: tanks
// (LS-8.67a), tank leaders, weapons units (LS-2.3f).
func (g *Game) targetKind(u *Piece) string {
	switch {
	case u.cavalry():
		return onHorse
	case u.Class == "AC" || u.Class == "TRK":
		return onWheels
	case u.soft() && u.Storm:
		return shockFoot
	case u.soft():
		return onFoot
	}
	return ""
}
