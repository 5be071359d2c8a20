package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Section 6.16: tanks break down, above all in trenches (6.22); Whippets go out of control (6.14d).

// Kinds of breakdown, as the position has them.
const (
	temporary = "temporary" // LS-6.16f
	permanent = "permanent" // LS-6.16e
)

// commander returns the tank leader aboard a vehicle, or "" if there is none (LS-14.11a).
func (g *Game) commander(vehicle string) string {
	if l := table.First(g.Units, func(u *Piece) bool { return u.Class == "TL" && u.Out == "" && u.Aboard == vehicle }); l != nil {
		return l.ID
	}
	return ""
}

// lead adds the tank leader's modifier to a die for his tank (LS-6.16h, LS-14.11b).
func (g *Game) lead(die table.Sum, vehicle string) table.Sum {
	if g.commander(vehicle) == "" {
		return die
	}
	return with(die, g.modifiers().LeaderBreakdown.times(1))
}

// proneness returns the breakdown modifier of a type of tank, which may change from a given month on (LS-6.16c,
// LS-6.16k).
func (g *Game) proneness(u *Piece) term {
	v := g.vehicle(u)
	if v.From != "" && g.dated(v.From) {
		return term{"modifier.type", v.Then, "LS-6.16k"}
	}
	return term{"modifier.type", v.Breakdown, "LS-6.16a"}
}

// breakdownTest is LS-6.16a: a tank that has left its hex (LS-6.16b) tests in the column for the hexes that it
// entered.
func (g *Game) breakdownTest(t *table.Table, id string, met tested) {
	u := g.unit(id)
	die := g.strained(t.Roll(u.Side, "breakdown", 1, breakdownFaces), u, met)
	need, _ := number(g.doc.Tables.Breakdown, u.Hexes)
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("hexes", u.Hexes), table.A("die", die), table.A("number", need)}
	if die.Total() < need {
		t.Report("LS-6.16a", "runs-on", args...)
		return
	}
	t.Report("LS-6.16a", "breaks-down", args...)
	g.breakDown(t, id, "LS-6.16d")
}

// breakdownFaces is how many faces the die of a breakdown test has (LS-6.16a).
const breakdownFaces = 10

// strained adds to a die for a breakdown what makes one likelier: the type of tank, its leader, the ground that it met.
func (g *Game) strained(die table.Sum, u *Piece, met tested) table.Sum {
	die = g.lead(with(die, g.proneness(u)), u.ID)
	if met.rough {
		die = with(die, g.modifiers().RoughBreakdown.times(1)) // LS-6.23a
	}
	if met.woods {
		die = with(die, g.modifiers().WoodsBreakdown.times(1)) // LS-6.15d
	}
	return die
}

// trenchTest is LS-6.22b: a poor trench crosser tests in every enemy trench hex as it enters it. Only the leader and
// rough ground modify the die (LS-6.22c). Other tanks cross freely (LS-6.22a); in trenches of its own side it makes
// only the normal test (LS-6.22f, A-73). It returns true if the tank is stuck there.
func (g *Game) trenchTest(t *table.Table, id string) bool {
	u := g.unit(id)
	die := g.lead(t.Roll(u.Side, "trench", 1, 10), id)
	if g.rough(u.Hex) {
		die = with(die, g.modifiers().RoughBreakdown.times(1))
	}
	need := g.doc.Tables.PoorCrosser.Value
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("number", need)}
	if die.Total() < need {
		t.Report("LS-6.22b", "crosses-trench", args...)
		return false
	}
	t.Report("LS-6.22b", "stuck-in-trench", args...)
	g.breakDown(t, id, "LS-6.22d")
	return true
}

// breakDown rolls the type of a breakdown and marks it (LS-6.16d, A-15: the modified die). A permanent breakdown stays
// permanent. If both sides agreed on LS-6.16j, only the owner knows its nature.
func (g *Game) breakDown(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Out != "" || u.Breakdown == permanent && !g.in("LS-6.16j") {
		return // if its nature is secret, the die is rolled all the same
	}
	t = t.At(id)
	own := g.hushed(t, u.Side)
	die := g.lead(own.Roll(u.Side, "type", 1, 6), id)
	kind := permanent
	if u.Breakdown != permanent && g.rolls().BreakdownTemporary.holds(die.Total()) {
		kind = temporary
	}
	u.Breakdown, u.Lame = kind, u.Lame && kind == temporary
	if g.in("LS-6.16j") {
		t.For(g.other(u.Side), "").Report("LS-6.16j", "machine-breakdown", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
	}
	own.Report(rule, "breakdown-type", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex), table.A("die", die), table.A("needs", g.rolls().BreakdownTemporary.needs()), table.A("most", g.rolls().BreakdownTemporary.High), table.A("type", "breakdown."+kind))
}

// hushed returns the table for reports that only the owner of a breakdown may read (LS-6.16j).
func (g *Game) hushed(t *table.Table, s table.Seat) *table.Table {
	if g.in("LS-6.16j") {
		return t.For(s)
	}
	return t
}

// whippet is LS-6.14d: a tank that is hard to control rolls once it has spent half the MA of its mode or more.
// On 1 or 2 it goes out of control and faces where the scatter diagram says, until its owner's next vehicle phase
//
func (g *Game) whippet(t *table.Table, id string, done way) {
	u := g.unit(id)
	if !g.flag(u, "whippet_control") || done.cost().Total() < g.allowance(u, done.mode)/g.constants().WhippetShare.Value {
		return
	}
	span := g.rolls().WhippetControl
	die := t.Roll(u.Side, "control", 1, span.Sides)
	if !span.holds(die.Total()) {
		t.Report("LS-6.14d", "under-control", table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("needs", span.needs()))
		return
	}
	turn := t.Roll(u.Side, "direction", 1, len(g.doc.Tables.Scatter))
	u.Control, u.Facing = true, g.doc.Tables.Scatter[turn.Total()-1]
	t.Report("LS-6.14d", "out-of-control", table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("needs", span.needs()), table.A("direction", turn), table.A("facing", g.directionName(u.Facing)))
}

// repairs plays P's repairs in 4.11 (LS-4.11a): a vehicle with a temporary breakdown that took no part in its owner's
// offensive fire may be repaired (LS-6.16g). Under LS-6.16j the owner may also roll for one that is beyond
// repair. Then P's bailed-out crews rally.
func (g *Game) repairs(t *table.Table) {
	p := g.Phasing
	for _, id := range g.of(p, "", func(u *Piece) bool { return u.vehicle() && u.Breakdown != "" && !u.Lame }) {
		u := g.unit(id)
		sham := u.Breakdown == permanent
		if u.firedIn("4.9") || u.State == "bailed" || sham && !g.in("LS-6.16j") {
			continue
		}
		if !table.Decide(t, g.askMend(p, id)) {
			continue
		}
		g.repair(t.At(id), id, sham)
	}
	g.rallyCrews(t, p)
}

func (g *Game) repair(t *table.Table, id string, sham bool) {
	u, span := g.unit(id), g.rolls().Repair
	own := g.hushed(t, u.Side)
	die := g.lead(own.Roll(u.Side, "repair", 1, span.Sides), id)
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("needs", span.needs()), table.A("most", span.High)}
	switch {
	case sham:
		own.Report("LS-6.16j", "repair-sham", args...)
	case span.holds(die.Total()):
		u.Breakdown = ""
		own.Report("LS-6.16g", "repaired", args...)
		if g.in("LS-6.16j") {
			t.For(g.other(u.Side), "").Report("LS-6.16g", "runs-again", table.A("unit", id), table.A("hex", u.Hex))
		}
		return
	default:
		own.Report("LS-6.16g", "not-repaired", args...)
	}
	if g.in("LS-6.16j") {
		t.For(g.other(u.Side), "").Report("LS-6.16j", "repair-tried", table.A("unit", id), table.A("hex", u.Hex))
	}
}

// wheelHit is LS-8.67b after the die: the first hit stops the car for repair, the second permanently (LS-8.67d).
func (g *Game) wheelHit(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return
	}
	u.Wheels++
	u.Repair, u.Attended = 0, false
	if u.Wheels > 1 {
		u.Breakdown, u.Lame = permanent, false
		t.At(id).Report("LS-8.67d", "wheel-lost", table.A("unit", id), table.A("hex", u.Hex))
		return
	}
	if u.Breakdown != permanent {
		u.Breakdown, u.Lame = temporary, true
	}
	t.At(id).Report("LS-8.67b", "wheel-hit", table.A("unit", id), table.A("hex", u.Hex))
}

// wheelCrewLost removes the crew that was mending a wheel. Another may start again (LS-8.67c).
func (g *Game) wheelCrewLost(t *table.Table, id string) {
	u := g.unit(id)
	u.Attended, u.Pinned, u.Repair = false, false, 0
	t.At(id).Report("LS-8.67c", "wheel-crew-lost", table.A("unit", id), table.A("hex", u.Hex))
}

// attendWheels is LS-8.67c in the owner's first foot movement phase (D-25). A crew is placed beside a car with a
// damaged wheel. A turn later, if the crew is not pinned, the wheel is mended, the crew is removed, and the car moves
// in the vehicle phase after that.
func (g *Game) attendWheels(t *table.Table, refused []string) {
	for _, id := range g.of(g.Phasing, "", func(u *Piece) bool { return u.Lame && u.Breakdown == temporary }) {
		u := g.unit(id)
		switch {
		case slices.Contains(refused, id):
			u.Attended, u.Repair = false, 0
		case !u.Attended:
			u.Attended, u.Repair = true, 1
			t.At(id).Report("LS-8.67c", "wheel-attended", table.A("unit", id), table.A("hex", u.Hex))
		case u.Pinned:
			t.At(id).Report("LS-8.67c", "wheel-waits", table.A("unit", id), table.A("hex", u.Hex))
		default:
			u.Attended, u.Repair, u.Lame, u.Breakdown = false, 0, false, ""
			t.At(id).Report("LS-8.67c", "wheel-mended", table.A("unit", id), table.A("hex", u.Hex))
		}
	}
}
