package landships

import (
	"fieldpost/adjudicator/table"
)

// How the target hex of a barrage is observed (LS-5.11r).
const (
	byNature = "automatic" // LS-5.13
	byPlane  = "aircraft"  // LS-5.12
	byFO     = "observer"  // LS-5.11
	byNobody = "unseen"    // a written barrage (LS-16.22b)
)

// eye is what observes the target hex of a barrage.
type eye struct {
	Kind string
	Unit string // the observer or the aircraft
}

// watchful reports whether a counter is a forward observer who may observe: unpinned (LS-5.11a, LS-5.6b), on the map
// and not in a melee (LS-12.1b).
func (g *Game) watchful(u *Piece) bool {
	return u.Class == "FO" && u.Out == "" && u.Hex != "" && !u.Pinned && !u.Gassed && !g.locked(u.Hex)
}

// hovering reports whether a counter is an aircraft that waits over its hex to observe for the artillery (LS-5.12a,
// LS-11.31a) and was not forced to give that up (LS-5.12d). It observes for nothing else (LS-5.12b). All pieces of its
// side may fire at what it observes (LS-11.31b).
func (g *Game) hovering(u *Piece) bool {
	return u.Class == "AIR" && u.Out == "" && u.Posted && u.Role == "" && u.Mission == observing && u.Uses > 0
}

// eyes returns what observes a hex for a side, or says why nothing does. If by is "", it takes the best available. A
// hex that is automatically observed needs neither communication nor an observer, whichever observer is named
// (LS-5.13c). An aircraft is always in communication (LS-5.12e). Observers come last. Nothing in smoke is observed by
// anybody (LS-5.33e), and observers see nothing through smoke (LS-5.11c). An observed hex is not thereby spotted: it
// may only be barraged in this phase (LS-5.11f, LS-5.6a).
func (g *Game) eyes(s table.Seat, hex, by string) (eye, *table.Refusal) {
	if g.smoked(hex) {
		return eye{}, refuse("target-in-smoke", "LS-5.33e", table.A("hex", hex))
	}
	u := g.own(s, by)
	switch {
	case g.watched(s, hex) && (by == "" || u != nil && u.Class == "FO"):
		return eye{Kind: byNature}, nil
	case by != "":
		return g.eyesOf(s, hex, by)
	}
	for _, kind := range []string{byPlane, byFO} {
		for u := range table.All(g.Units) {
			if u.Side == s && (kind == byPlane && g.spiedFrom(u, hex) || kind == byFO && g.watchful(u) && g.observes(s, u.Hex, hex)) {
				return eye{kind, u.ID}, nil
			}
		}
	}
	return eye{}, refuse("unobserved", "LS-5.11r", table.A("hex", hex))
}

// spiedFrom reports whether an aircraft observes a hex: within two of its own (LS-5.12c), and only one hex
// (LS-11.31a).
func (g *Game) spiedFrom(u *Piece, hex string) bool {
	return g.hovering(u) && g.distance(u.Hex, hex) <= g.constants().ObserveAir.Value
}

// eyesOf is eyes for an observer or aircraft that the player named.
func (g *Game) eyesOf(s table.Seat, hex, by string) (eye, *table.Refusal) {
	u := g.own(s, by)
	switch {
	case u == nil || u.Class != "FO" && u.Class != "AIR":
		return eye{}, refuse("no-observer", "LS-5.11a", table.A("unit", by))
	case u.Class == "AIR" && !g.hovering(u):
		return eye{}, refuse("plane-not-observing", "LS-5.12a", table.A("unit", by))
	case u.Class == "AIR" && !g.spiedFrom(u, hex):
		return eye{}, refuse("plane-too-far", "LS-5.12c", table.A("unit", by), table.A("hex", hex), table.A("range", g.distance(u.Hex, hex)), table.A("most", g.constants().ObserveAir.Value))
	case u.Class == "AIR":
		return eye{byPlane, by}, nil
	case !g.watchful(u):
		return eye{}, refuse("observer-pinned", "LS-5.6b", table.A("unit", by))
	}
	if away, far := g.distance(u.Hex, hex), g.observation(u.Hex, hex); away > far.Total() {
		return eye{}, refuse("observer-too-far", "LS-5.11b", table.A("unit", by), table.A("hex", hex), table.A("range", away), table.A("most", far))
	}
	if o := g.line(s, u.Hex, hex); o != nil {
		return eye{}, refuse("no-line", o.Rule, table.A("from", u.Hex), table.A("to", hex), table.A("at", o.Place), table.A("what", "sight."+o.What))
	}
	return eye{byFO, by}, nil
}
