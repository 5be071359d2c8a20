package landships

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var assaultDecisions = table.Decisions("LS-D70", "LS-D71", "LS-D72")

// closeAssaultPhase is 4.8 (LS-12). P's foot and cavalry may enter adjacent enemy hexes without spending MP (LS-4.8a,
// LS-12.0a); charging cavalry must (LS-6.34f); vehicles drove in earlier (LS-12.11b). Then every hex that both sides
// share is resolved (LS-4.8b), in numerical order: once there, units have no choice but to fight (LS-12.1d).
func (g *Game) closeAssaultPhase(t *table.Table) table.Then {
	s := g.Phasing
	a := &storm{g: g, t: t, s: s}
	for l := range t.Orders(s, "4.8") {
		switch l.Verb {
		case "assault":
			a.order(l)
		case "spare":
			a.spared = append(a.spared, orders.List(l.Args, "units")...)
		case "guns":
			g.finds = orders.Value(l.Args, "how")
		}
	}
	for l := range t.Standing(s, "assault") {
		if g.mayAssault(s, l) == nil {
			a.order(l)
		}
	}
	a.charges()
	for _, hex := range g.shared() {
		a.resolve(hex)
	}
	for _, hex := range a.entered { // LS-13.24b: guns whose crews were all driven off
		a.guns(hex)
	}
	g.finds = ""
	g.forgetResistance()
	return table.Next
}

// storm is one close assault phase in progress.
type storm struct {
	g       *Game
	t       *table.Table
	s       table.Seat // P
	spared  []string   // vehicles that fire in 4.9 instead (LS-12.1f)
	entered []string   // hexes that P's units entered
}

// order carries out one assault line: those of its units that may enter do so.
func (a *storm) order(l table.Line) {
	hex := orders.Value(l.Args, "hex")
	var in []string
	for _, id := range a.g.assaulters(a.s, l) {
		if r := a.g.canAssault(id, hex); r == nil {
			in = append(in, id)
		} else if !l.Standing {
			tellLeftOut(a.t, a.s, omission{id, r})
		}
	}
	a.advance(in, hex)
}

// advance moves units into an enemy hex, regardless of movement points and stacking limits (LS-12.11a, LS-3.13a).
// Mines go off (LS-7.14a).
func (a *storm) advance(ids []string, hex string) {
	g := a.g
	if len(ids) == 0 {
		return
	}
	var from []string
	for _, id := range ids {
		from = table.With(from, g.unit(id).Hex)
	}
	a.t.Report("LS-12.11a", "assault-advance", table.A("units", ids), table.A("from", from), table.A("hex", hex))
	a.entered = table.With(a.entered, hex)
	for _, id := range ids {
		u := g.unit(id)
		if u.Out != "" || u.Hex == hex {
			continue // already in the hex: it engages the tanks there (LS-12.2a)
		}
		u.Hex = hex
		g.enterHex(a.t, id, hex)
		if u = g.unit(id); u.Out == "" && u.Hex == hex && g.mined(hex, string(a.s)) {
			g.mineAttack(a.t, id)
		}
	}
	a.engaged(hex)
	if !g.has(g.other(a.s), hex, anyone) { // there were only unarmed men, and they are gone
		a.t.For(a.s).Result("assault on " + hex + " wins")
	}
}

// charges sends in the charging cavalry that no order mentioned (LS-6.34f): into the hex that it charged, otherwise
// into the first of the three hexes before it with an enemy that it may assault (LS-6.33d, A-21).
func (a *storm) charges() {
	g := a.g
	for _, id := range sorted(g.of(a.s, "", (*Piece).cavalry)) {
		u := g.unit(id)
		if u.Charge == 0 || u.Pinned || g.locked(u.Hex) {
			continue
		}
		for _, hex := range g.chargeHexes(u) {
			if g.canAssault(id, hex) == nil {
				a.advance([]string{id}, hex)
				break
			}
		}
	}
}

// chargeHexes returns the three hexes before charging cavalry, the one straight ahead first (LS-6.33d).
func (g *Game) chargeHexes(u *Piece) []string {
	var out []string
	for _, turn := range []int{0, 5, 1} {
		if hex := g.neighbour(u.Hex, (u.Charge-1+turn)%6+1); hex != "" {
			out = append(out, hex)
		}
	}
	return out
}

// shared returns the hexes that hold counters of both sides, in numerical order.
func (g *Game) shared() []string {
	out := table.Once(g.Units, func(u *Piece) (string, bool) {
		return u.Hex, u.Hex != "" && u.Out == "" && u.Class != "AIR" && g.has(g.other(u.Side), u.Hex, anyone) && g.has(u.Side, u.Hex, anyone)
	})
	slices.Sort(out)
	return out
}

// anyone reports whether u has men: a weapons unit without a crew does not count.
func anyone(u *Piece) bool { return u.foot() || u.cavalry() || u.vehicle() }

// crewed reports whether u is a tank or armoured car with its crew aboard: an abandoned one does not fight.
func crewed(u *Piece) bool { return u.armoured() && u.State != "bailed" }

// resolve plays one shared hex of the phase.
func (a *storm) resolve(hex string) {
	g, n := a.g, a.g.other(a.s)
	groupsP, groupsN := g.has(a.s, hex, (*Piece).group), g.has(n, hex, (*Piece).group)
	armourP, armourN := g.has(a.s, hex, crewed), g.has(n, hex, crewed)
	switch {
	case groupsP && groupsN:
		a.fight(hex)
	case groupsP && armourN && slices.Contains(a.entered, hex) && g.engages(a.s, hex):
		a.fight(hex) // LS-12.2a: as P ordered
	case groupsP && armourN: // LS-12.12b, LS-12.23c, A-78: foot cannot start it, and N's vehicles do nothing in P's phase
		a.overrun(hex)
	case groupsN && armourP:
		a.vehiclesAlone(hex)
		a.overrun(hex)
	default: // LS-12.12c: opposing vehicles may share a hex
		a.overrun(hex)
	}
}

// overrun removes units that are alone with enemies: crews, observers and leaders with foot, cavalry or vehicles
// (LS-14.14a, LS-12.24a, A-66), trucks with foot or cavalry (LS-12.24a). Units that came on foot find the guns left
// behind.
func (a *storm) overrun(hex string) {
	g := a.g
	for _, s := range []table.Seat{a.s, g.other(a.s)} {
		foe := g.other(s)
		if g.has(s, hex, (*Piece).group) {
			continue
		}
		men, cars, guarded := g.has(foe, hex, (*Piece).group), g.has(foe, hex, crewed), g.has(s, hex, crewed)
		lost := g.of(s, hex, func(u *Piece) bool {
			return u.lone() && (men || cars) || u.Class == "TRK" && men && !guarded
		})
		if len(lost) == 0 {
			continue
		}
		for _, id := range sorted(lost) {
			g.eliminate(a.t, id, "LS-12.24a")
		}
		if foe == a.s && men {
			a.engaged(hex)
			a.t.For(a.s).Result("assault on " + hex + " wins")
		}
	}
	if g.has(a.s, hex, (*Piece).group) {
		a.guns(hex)
	}
}

// guns lets P's units find the guns left alone in a hex (LS-13.24, D-73).
func (a *storm) guns(hex string) {
	if men := sorted(a.g.of(a.s, hex, (*Piece).group)); len(men) > 0 {
		a.g.findGuns(a.t, men[0], hex)
	}
}

// engaged marks all units of a hex as engaged in close assault in this phase: they neither fire nor move afterwards
// (LS-4.9a, LS-4.10a).
func (a *storm) engaged(hex string) {
	g := a.g
	g.Fought = table.With(g.Fought, hex)
	for _, id := range g.at(hex) {
		if u := g.unit(id); !u.firedIn("4.8") {
			u.Fired = append(u.Fired, "4.8")
		}
	}
}

// fight is the close assault of LS-12.21 and 12.22. It is also fought when foot supports the vehicles (LS-12.23b).
// Only foot and cavalry can be lost (LS-12.12a); vehicles may leave the hex afterwards (LS-12.1c).
func (a *storm) fight(hex string) {
	g, t := a.g, a.t.At(hex)
	a.engaged(hex)
	o := g.odds(a.s, hex)
	t.Report("LS-12.21a", "assault-odds", table.A("hex", hex), table.A("side", a.s), table.A("attackers", o.phasing), table.A("defenders", o.other), table.A("differential", o.sum), table.A("roller", o.roller))
	die := with(t.Roll(o.roller, "assault", 1, 6), o.terms...)
	c := g.assaultColumn(o.column)
	entry := c.Losses[max(0, min(die.Total(), len(c.Losses)-1))]
	own, foe := lossesOf(entry)
	t.Report("LS-12.21b", "assault", table.A("hex", hex), table.A("roller", o.roller), table.A("column", "+"+strconv.Itoa(c.Advantage)), table.A("roll", die), table.A("losses", entry),
		table.A("own", own), table.A("enemy", foe))
	defender := g.other(o.roller)
	facesRoller, facesDefender := g.engages(defender, hex), g.engages(o.roller, hex) // as they stood before any loss
	g.takeLosses(t, o.roller, hex, own, facesRoller)
	g.takeLosses(t, defender, hex, foe, facesDefender)
	g.clearLone(t, hex)
	a.aftermath(t, hex)
}

// aftermath decides how a hex stands after the round: locked while both sides have groups (LS-12.21e, LS-12.1a),
// otherwise won.
func (a *storm) aftermath(t *table.Table, hex string) {
	g := a.g
	mine, theirs := g.has(a.s, hex, (*Piece).group), g.has(g.other(a.s), hex, (*Piece).group)
	g.Melees = slices.DeleteFunc(g.Melees, func(m string) bool { return m == hex })
	switch {
	case mine && theirs:
		g.Melees = append(g.Melees, hex)
		t.Report("LS-12.21e", "assault-locked", table.A("hex", hex))
	case mine:
		t.Report("LS-12.21e", "assault-over", table.A("hex", hex), table.A("side", a.s))
	case theirs:
		t.Report("LS-12.21e", "assault-over", table.A("hex", hex), table.A("side", g.other(a.s)))
	}
	word := "fails"
	if !theirs {
		word = "wins"
	}
	t.For(a.s).Result("assault on " + hex + " " + word)
}

// odds is the differential of a close assault with its shifts (LS-12.21a, LS-12.31), and the terms of the die.
type odds struct {
	phasing, other []string   // counters that count, of P and of N
	sum            table.Sum  // from P's point of view
	roller         table.Seat // who rolls as attacker: the side with the advantage, P at 0
	column         int
	terms          []term
}

// odds works out a close assault before the die: groups and vehicles of both sides, shifts, and who rolls. If the
// shifts make the result negative, the roles change (LS-12.31a, A-38), and the modifiers with them.
func (g *Game) odds(p table.Seat, hex string) odds {
	n := g.other(p)
	o := odds{phasing: g.counted(p, hex), other: g.counted(n, hex)}
	o.sum = table.Base("assault.phasing", len(o.phasing), "LS-12.21a").Plus("assault.other", -len(o.other), "LS-12.21a")
	if row := g.ground(hex); row.Assault != 0 {
		o.sum = o.sum.Plus("terrain."+row.ID, row.Assault, "LS-12.31a")
	}
	tank := g.modifiers().AssaultTank.times(1)
	if g.escorted(p, hex) {
		o.sum = o.sum.Plus(tank.Name, tank.Value, tank.Rule)
	}
	if g.escorted(n, hex) {
		o.sum = o.sum.Plus(tank.Name, -tank.Value, tank.Rule)
	}
	o.roller, o.column = p, o.sum.Total()
	if o.column < 0 {
		o.roller, o.column = n, -o.column
	}
	o.terms = g.assaultTerms(o.roller, hex)
	return o
}

// counted returns the units that count for the differential: unpinned groups (LS-12.33a), and each tank and armoured
// car as one (LS-12.22a). Trucks, crews, leaders and observers do not count (LS-12.24a).
func (g *Game) counted(s table.Seat, hex string) []string {
	return sorted(g.of(s, hex, func(u *Piece) bool { return u.group() && !u.Pinned || crewed(u) }))
}

// escorted reports whether a side has a tank (an armoured car will not do) together with groups (LS-12.31b).
func (g *Game) escorted(s table.Seat, hex string) bool {
	return g.has(s, hex, func(u *Piece) bool { return u.tank() && crewed(u) }) && g.has(s, hex, (*Piece).group)
}

// assaultTerms returns the modifiers of the die for the side that rolls (LS-12.32, LS-12.33). All are cumulative, for
// both sides (LS-12.33d). Pinned units give none (LS-12.33b). Each pinned enemy unit gives one, a crew or an observer
// as much as a group, because the text speaks of units there, not of groups (LS-12.33c).
func (g *Game) assaultTerms(roller table.Seat, hex string) []term {
	foe := g.other(roller)
	pinned := len(g.of(foe, hex, func(u *Piece) bool { return u.soft() && u.Pinned }))
	var out []term
	for _, m := range []struct {
		row   Modifier
		times int
	}{
		{g.modifiers().AssaultMGAttacker, g.assaultMGs(roller, hex)}, {g.modifiers().AssaultMGDefender, g.assaultMGs(foe, hex)},
		{g.modifiers().AssaultFlameAttacker, g.assaultFlames(roller, hex)}, {g.modifiers().AssaultFlameDefender, g.assaultFlames(foe, hex)},
		{g.modifiers().AssaultPinned, pinned},
	} {
		if m.times > 0 {
			out = append(out, m.row.times(m.times))
		}
	}
	return out
}

// assaultMGs counts unpinned MG platoons (LS-12.32a). Mounted MGs of cavalry do not count; Stosstruppen count as MG
// platoons (LS-16.15d).
func (g *Game) assaultMGs(s table.Seat, hex string) int {
	return len(g.of(s, hex, func(u *Piece) bool { return !u.Pinned && (u.gunners() || u.infantry() && u.Storm) }))
}

// assaultFlames counts flamethrowers of unpinned groups. Their use spends no charge (LS-12.32b).
func (g *Game) assaultFlames(s table.Seat, hex string) int {
	n := 0
	for _, id := range g.of(s, hex, func(u *Piece) bool { return u.group() && !u.Pinned }) {
		for _, w := range g.carried(id) {
			if u := g.unit(w.unit); u.Class == "FLT" && u.Uses > 0 {
				n++
			}
		}
	}
	return n
}

// assaultColumn returns the column for an advantage; the last one serves every greater advantage (LS-12.21b).
func (g *Game) assaultColumn(advantage int) AssaultColumn {
	best := AssaultColumn{}
	for _, c := range g.doc.Tables.CloseAssault {
		if c.Advantage <= advantage {
			best = c
		}
	}
	return best
}

// lossesOf parses "attacker/defender".
func lossesOf(entry string) (attacker, defender int) {
	a, d, _ := strings.Cut(entry, "/")
	attacker, _ = strconv.Atoi(a)
	defender, _ = strconv.Atoi(d)
	return attacker, defender
}

// engages reports whether foot of a side fights the enemy's tanks in a hex (LS-12.2a, A-43): in a town, if the side
// has unpinned groups there and all of them have morale 5.
func (g *Game) engages(s table.Seat, hex string) bool {
	able := g.of(s, hex, func(u *Piece) bool { return u.group() && !u.Pinned })
	return g.town(hex) && g.has(g.other(s), hex, func(u *Piece) bool { return u.tank() }) && len(able) > 0 &&
		!slices.ContainsFunc(able, func(id string) bool { return g.printed(g.unit(id)).Total() < g.constants().EngageMR.Value })
}
