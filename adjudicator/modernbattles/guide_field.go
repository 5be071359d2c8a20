package modernbattles

import (
	"strconv"

	"fieldpost/adjudicator/table"
)

// fieldStep is the distance between the points of the table for which a field of fire is told, in tenths of an inch.
const fieldStep = 30

// field lists the points of the table, every three inches, into which the weapons of a unit can fire as it stands: range, arc and line of
// sight (MB-B9.3), with what the best of them need to hit a man in the open there, and how many dice they throw. Mortars and batteries say where they may aim (MB-B12).
func field(k *Game, s table.Seat, unit string) (out []table.Covered) {
	u := k.own(s, unit)
	if u == nil || !k.on(u) || u.Aboard != "" {
		return nil
	}
	size := k.doc.Scenario.Table
	for y := fieldStep / 2; y < size.Height; y += fieldStep {
		for x := fieldStep / 2; x < size.Width; x += fieldStep {
			if c, ok := k.coveredBy(u, Point{X: x, Y: y}); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// coveredBy says what a unit's fire into a point needs; false if it does not reach.
func (k *Game) coveredBy(u *Unit, p Point) (table.Covered, bool) {
	if w := k.weapon(u.arm()); w != nil && w.indirectOnly() {
		m := mission{at: p, times: 1}
		if k.mayMission(u, &m) != nil {
			return table.Covered{}, false
		}
		need := k.indirectScore(u, w, false)
		return table.Covered{Place: pointText(p), Text: strconv.Itoa(need.Total()) + "+", Says: table.Say("field.indirect", "MB-B12", table.A("at", pointText(p)),
			table.A("inches", inchText(span(u.At, p))), table.A("needed", need), table.A("by", m.by))}, true
	}
	best, dice := shot{}, 0
	for _, x := range k.shooters(u) {
		far := apart(k.shape(u, max(0, x.figure)), point(p))
		band := k.bandOf(k.weapon(x.weapon), far)
		if band == "" || k.mayUse(x) != nil || !k.inArc(u, x.arm, p) || !k.linePoint(u, max(0, x.figure), p).Clear {
			continue
		}
		one := shot{by: x, distance: far, band: band}
		one.need = k.score(one, &Unit{}, aimAt{})
		if one.need.Total() > k.constants().WorstScore.Value {
			continue
		}
		switch {
		case best.band == "" || one.need.Total() < best.need.Total():
			best, dice = one, k.rate(x)
		case one.need.Total() == best.need.Total():
			dice += k.rate(x)
		}
	}
	if best.band == "" {
		return table.Covered{}, false
	}
	return table.Covered{Place: pointText(p), Text: strconv.Itoa(best.need.Total()) + "+", Says: table.Say("field.fire", "MB-B9.3", table.A("at", pointText(p)),
		table.A("inches", inchText(best.distance)), table.A("weapon", best.by.weapon), table.A("needed", best.need), table.A("dice", dice))}, true
}
