package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Section 7: foot moves twice in its player-turn, one hex each time, or two along a road or trench. MP are counted in
// halves.

// mayMarch reports whether P has foot that could move (LS-4.4a, LS-4.10a). In the first phase it also counts whoever
// acts instead of moving: a tank leader aboard, a wheel to mend, a gun to turn, foot to bring on.
func (g *Game) mayMarch(second bool) bool {
	return table.Any(g.Units, func(u *Piece) bool {
		switch {
		case u.Side != g.Phasing || u.Out != "":
			return false
		case g.mayWalk(u, second) == nil, u.Class == "TL" && u.Aboard != "":
			return true
		case second:
			return u.Class == "IG" && g.in("LS-16.15") && u.Hex != ""
		}
		return g.due(u) && u.foot() || u.Lame || u.gun() && u.Hex != "" && g.in("LS-16.21")
	})
}

// mayWalk reports why a counter cannot move on foot in a phase, or returns nil if it can.
func (g *Game) mayWalk(u *Piece, second bool) *table.Refusal {
	switch {
	case u.Aboard != "" && u.Out == "":
		return refuse("aboard", "LS-14.11e", table.A("unit", u.ID), table.A("tank", u.Aboard))
	case u.Hex == "" || u.Out != "" || u.Waiting:
		return refuse("not-there", "LS-7.0a", table.A("unit", u.ID))
	case u.gun():
		return refuse("guns-stay", "LS-7.15a", table.A("unit", u.ID))
	case u.personal() || u.vehicle() || u.Class == "AIR":
		return refuse("no-foot", "LS-7.0a", table.A("unit", u.ID))
	case u.Mounted:
		return refuse("mounted", "LS-6.3a", table.A("unit", u.ID))
	case u.Pinned:
		return refuse("pinned", "LS-9.2a", table.A("unit", u.ID))
	case g.locked(u.Hex):
		return refuse("locked", "LS-7.12b", table.A("unit", u.ID), table.A("hex", u.Hex)) // it must go on fighting (LS-7.12c)
	case second && slices.Contains(g.Fought, u.Hex):
		return refuse("fought", "LS-4.10a", table.A("unit", u.ID), table.A("hex", u.Hex))
	case g.runaway(u):
		return refuse("bailed-out", "LS-15.12b", table.A("unit", u.ID))
	case u.Spent > 0:
		return refuse("already-moved", "LS-7.1a", table.A("unit", u.ID))
	}
	return nil
}

// rested returns foot as it will be when the second foot movement begins, which restores its MP: an order for 4.10 that is
// written before is not judged by what was spent in 4.4. In 4.10 itself, and for the first movement, it is the counter as it stands.
func (g *Game) rested(u *Piece, second bool) *Piece {
	if !second || g.again || u.Spent == 0 {
		return u
	}
	fresh := *u
	fresh.Spent = 0
	return &fresh
}

// walkCost reports why foot cannot enter a hex from another, or returns nil if it can (LS-7.1b, LS-7.11d, LS-7.12a).
// The cost itself comes from halves.
func (g *Game) walkCost(u *Piece, from, to string) *table.Refusal {
	if r := g.mayStep(u, from, to); r != nil {
		return r
	}
	return g.mayWalkInto(u, to)
}

// mayStep returns what keeps foot from going from one hex to another, whatever lies in the other.
func (g *Game) mayStep(u *Piece, from, to string) *table.Refusal {
	if !g.net.Has(to) || g.toward(from, to) == 0 && from != "" {
		return refuse("not-adjacent", "LS-7.11a", table.A("unit", u.ID), table.A("from", from), table.A("to", to))
	}
	fordable := g.doc.Scenario.Switches.Fordable
	for _, leg := range [][2]string{{to, from}, {from, to}} {
		if g.net.At(g.Ground, leg[0]).Kind == "river" && !fordable && !g.bridged(leg[0], leg[1]) {
			return refuse("no-ford", "LS-7.11d", table.A("unit", u.ID), table.A("river", leg[0]))
		}
	}
	return nil
}

// mayWalkInto returns what keeps foot out of a hex, wherever it comes from.
func (g *Game) mayWalkInto(u *Piece, to string) *table.Refusal {
	if g.net.At(g.Ground, to).Foot == 0 {
		return refuse("barred", "LS-7.1b", table.A("unit", u.ID), table.A("to", to), table.A("terrain", "terrain."+g.ground(to).ID))
	}
	return g.occupied(u, to, "LS-7.12a")
}

// purse returns what foot may spend in a phase, in halves of an MP: one for each hex that it may go along a road.
func (g *Game) purse() int { return g.constants().FootRoad.Value }

// halves returns what a step of foot costs in halves of an MP: one along a road or trench that runs from one hex to
// the other, otherwise two (LS-7.11a, LS-7.11b). A road hex next to a trench hex does not connect to it: a unit
// changes from one to the other in a hex that has both.
func (g *Game) halves(from, to string) int {
	if g.roadJoins(from, to) || g.trenchJoins(from, to) {
		return g.purse() / g.constants().FootRoad.Value
	}
	return g.purse() / g.constants().FootMA.Value
}

// halfWords writes halves of an MP in the form a player reads.
func halfWords(n int) string {
	out := ""
	if n >= 2 || n == 0 {
		out = string(rune('0' + n/2))
	}
	if n%2 == 1 {
		out += "½"
	}
	return out
}

// between returns the cheapest way on foot without the first hex, or nil if there is none.
func (g *Game) between(u *Piece, from, to string) []string { return g.footway(u, from, to, false) }

// approach returns the cheapest way towards a hex that may itself be closed, such as one the enemy holds. A unit that
// takes it stops short of that hex.
func (g *Game) approach(u *Piece, to string) []string { return g.footway(u, u.Hex, to, true) }

// steps fills the gaps of a path whose hexes are not adjacent. Where no way is open it leaves the gap, and the step is
// refused when its turn comes.
func (g *Game) steps(u *Piece, path []string) []string {
	var out []string
	at := u.Hex
	for i, next := range path {
		if i == 0 && next == at {
			continue
		}
		legs := []string{next}
		if g.toward(at, next) == 0 {
			if way := g.between(u, at, next); way != nil {
				legs = way
			}
		}
		out, at = append(out, legs...), next
	}
	return out
}

// affordable returns how many steps of a path one phase allows.
func (g *Game) affordable(from string, path []string, left int) int {
	for i, next := range path {
		if left -= g.halves(from, next); left < 0 {
			return i
		}
		from = next
	}
	return len(path)
}

// step moves a counter other than a vehicle into a hex and plays out everything that this sets off. It returns false
// if the counter goes no further (LS-7.14a).
func (g *Game) step(t *table.Table, id, hex string) bool {
	u := g.unit(id)
	from := u.Hex
	u.Hex = hex
	g.Came = table.With(g.Came, id)
	g.breakUp(from)
	g.enterHex(t, id, hex)
	if u = g.unit(id); u.Out != "" || u.Hex != hex {
		return false
	}
	if g.mined(hex, string(u.Side)) && !g.mineAttack(t, id) {
		return false
	}
	u = g.unit(id)
	return u.Out == "" && !u.Pinned && u.Hex == hex
}

// march moves foot along a path as far as this phase allows. In the first phase, the rest of the path is kept for the
// second (D-90). A refusal says why the unit did not move at all.
func (g *Game) march(t *table.Table, id string, path []string, second bool) *table.Refusal {
	u := g.unit(id)
	if r := g.mayWalk(u, second); r != nil {
		return r
	}
	t = t.At(id)
	path = g.steps(u, path)
	n := g.affordable(u.Hex, path, g.purse()-u.Spent)
	trail := []string{u.Hex}
	var why *table.Refusal
	for _, next := range path[:n] {
		u = g.unit(id)
		if why = g.walkCost(u, u.Hex, next); why != nil {
			break
		}
		u.Spent += g.halves(u.Hex, next)
		trail = append(trail, next)
		if !g.step(t, id, next) {
			break
		}
	}
	u = g.unit(id)
	if len(trail) == 1 {
		return why
	}
	rule := "LS-7.11a"
	if len(trail) > 2 || u.Spent < g.purse() {
		rule = "LS-7.11b"
	}
	t.Report(rule, "marches", table.A("unit", id), table.A("from", trail[0]), table.A("to", last(trail, "")), table.A("path", trail), table.A("mp", halfWords(u.Spent)), table.A("of", halfWords(g.purse())))
	if rest := path[len(trail)-1:]; !second && len(rest) > 0 && u.Out == "" && !u.Pinned && why == nil {
		g.Marches = append(g.Marches, March{Unit: id, Path: slices.Clone(rest)})
	}
	return nil
}

// firstMarch is LS-4.4: the first foot movement. Crews that have bailed out run for cover, arrivals enter, then come
// P's orders in the order of his mail, then his standing orders. Wheels are mended.
func (g *Game) firstMarch(t *table.Table) table.Then {
	from := g.beginMarch()
	var refused, ordered []string
	g.bringOn(t, (*Piece).foot, &from)
	for l := range t.Orders(g.Phasing, "4.4") {
		switch l.Verb {
		case "move":
			ordered = append(ordered, g.moveOrder(t, l, false)...)
		case "neglect":
			refused = append(refused, unitsOf(l)...)
		case "attend":
			refused = slices.DeleteFunc(refused, func(id string) bool { return slices.Contains(unitsOf(l), id) })
		case "enter":
			g.enterOrder(t, l)
		case "pivot":
			g.turnOrder(t, l)
		default:
			g.leaderOrder(t, l)
		}
	}
	g.attendWheels(t, refused)
	g.crewsMove(t, false)
	g.leadersTransfer(t)
	g.standingMarches(t, ordered, false)
	g.settleStacks(t, from, func(u *Piece) bool { return u.foot() && g.mayWalk(u, false) == nil })
	return table.Next
}

// secondMarch is LS-4.10: P's unpinned foot that was in no close assault moves once more: as ordered now, otherwise
// along the rest of its first path (D-90), otherwise by standing orders.
func (g *Game) secondMarch(t *table.Table) table.Then {
	from := g.beginMarch()
	g.again = true
	defer func() { g.again = false }()
	var ordered []string
	for l := range t.Orders(g.Phasing, "4.10") {
		if l.Verb == "second" {
			ordered = append(ordered, g.moveOrder(t, l, true)...)
			continue
		}
		g.leaderOrder(t, l)
	}
	g.crewsMove(t, true)
	g.leadersTransfer(t)
	for _, m := range slices.Clone(g.Marches) {
		if u := g.own(g.Phasing, m.Unit); u != nil && !slices.Contains(ordered, m.Unit) && u.Spent == 0 {
			if r := g.march(t, m.Unit, m.Path, true); r != nil {
				t.At(m.Unit).For(g.Phasing).Report(r.Rule, "march-ends", append([]table.FactArg{table.A("unit", m.Unit), table.A("hex", u.Hex), table.A("why", r.Code)}, r.Args...)...)
			}
			ordered = append(ordered, m.Unit)
		}
	}
	g.Marches = nil
	g.standingMarches(t, ordered, true)
	g.settleStacks(t, from, func(u *Piece) bool { return u.foot() && g.mayWalk(u, true) == nil })
	return table.Next
}

// beginMarch restores the MP of P's foot for the phase.
func (g *Game) beginMarch() []origin {
	g.Came = nil
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == g.Phasing && !u.vehicle() {
			u.Spent = 0
		}
	}
	return g.origins(g.Phasing)
}

// moveGun is LS-16.15f: an infantry gun moves in the second foot movement with its crew, as far as that goes for one MP (D-42).
func (g *Game) moveGun(t *table.Table, id string, path []string) *table.Refusal {
	gun := g.unit(id)
	if r := g.mayHaul(gun); r != nil {
		return r
	}
	crew := g.crewAt(gun)
	if r := g.march(t, crew, path, true); r != nil {
		return r
	}
	if c, from := g.unit(crew), gun.Hex; c.Out == "" && c.Hex != from && !c.Pinned {
		g.unit(id).Hex = c.Hex
		t.At(id).Report("LS-16.15f", "gun-hauled", table.A("unit", id), table.A("from", from), table.A("to", c.Hex), table.A("crew", crew))
	}
	return nil
}

// mayHaul reports why an infantry gun cannot be moved, or returns nil if it can.
func (g *Game) mayHaul(gun *Piece) *table.Refusal {
	if gun.Class != "IG" || !g.in("LS-16.15") {
		return refuse("guns-stay", "LS-7.15a", table.A("unit", gun.ID))
	}
	crew := g.crewAt(gun)
	if crew == "" {
		return refuse("no-crew", "LS-16.15f", table.A("unit", gun.ID))
	}
	return g.mayWalk(g.unit(crew), true)
}

// crewAt returns an unpinned crew next to a gun: its own, otherwise any of its side (LS-13.2a), or "" if there is
// none.
func (g *Game) crewAt(gun *Piece) string {
	crews := g.of(gun.Side, gun.Hex, func(u *Piece) bool { return u.Class == "CREW" && !u.Pinned && !g.runaway(u) })
	if slices.Contains(crews, gun.Crew) {
		return gun.Crew
	}
	if len(crews) == 0 {
		return ""
	}
	return crews[0]
}
