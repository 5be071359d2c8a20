package landships

import "slices"

// acquisition returns the terms for a target that is new to the gun: one for the first shot, one for the second, none
// later (LS-8.56a); at is the number of earlier shots at it in this volley. By the erratum a weapon that missed a
// vehicle has no such term against it afterwards (LS-8.56b): in a later phase, if the vehicle is in the same hex, or
// at once with the switch erratum_strict.
func (g *Game) acquisition(w weapon, v *Piece, at int) []term {
	switch {
	case g.missed(w, v), at > 0 && g.strict():
		return nil
	case at == 0:
		return []term{g.modifiers().AcquisitionFirst.times(1)}
	case at == 1:
		return []term{g.modifiers().AcquisitionSecond.times(1)}
	}
	return nil
}

// strict reports whether the strict reading of the erratum is in force.
func (g *Game) strict() bool {
	return g.in("erratum_strict") || g.doc.Scenario.Switches.Acquisition == "erratum_strict"
}

// missed reports whether a weapon missed a vehicle in an earlier phase and the vehicle is still where it was.
func (g *Game) missed(w weapon, v *Piece) bool {
	return slices.ContainsFunc(g.Missed, func(m Miss) bool {
		return m.Weapon == w.name() && m.Target == v.ID && m.Place == v.Hex
	})
}

// remember records, at the end of a volley, the target that the weapon missed last. Any other target replaces it.
func (g *Game) remember(w weapon, target, hex string, hit bool) {
	g.Missed = slices.DeleteFunc(g.Missed, func(m Miss) bool { return m.Weapon == w.name() && (hit || m.Target != target || m.Place != hex) })
	if !hit && !slices.ContainsFunc(g.Missed, func(m Miss) bool { return m.Weapon == w.name() }) {
		g.Missed = append(g.Missed, Miss{Weapon: w.name(), Target: target, Place: hex})
	}
}
