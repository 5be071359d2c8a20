package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Section 6.1: vehicles move hex by hex in their owner's vehicle phase, straight ahead, and pay for every change of
// facing.

// mayDrive reports whether P has a vehicle that could move, or one to bring on (LS-4.2a, LS-2.43a).
func (g *Game) mayDrive() bool {
	return table.Any(g.Units, func(u *Piece) bool {
		return u.Side == g.Phasing && u.Out == "" && u.vehicle() && (u.Hex != "" && g.immobile(u) == "" && u.State != "fleeing" || g.due(u))
	})
}

// vehiclePhase is LS-4.2a and 4.2b. Effects that the last player-turn left on the vehicles end, and fleeing tanks
// drive off. Then come P's orders in the order of his mail (D-22), his standing orders, and tank fright.
func (g *Game) vehiclePhase(t *table.Table) table.Then {
	p := g.Phasing
	for u := range table.All(g.Units) {
		u.Spent, u.Speed, u.Stays = 0, "", false
		if u.Side != p || !u.vehicle() {
			continue
		}
		u.Control = false
		if u.State == "floor" && g.moment() > u.Floor {
			u.State = "" // it has sat out one whole vehicle phase
		}
	}
	g.flights(t)
	var waiting []table.Line
	for l := range t.Orders(p, "4.2") {
		switch l.Verb {
		case "drive":
			if g.driveOrder(t, l, false) {
				waiting = append(waiting, l)
			}
		case "enter":
			g.enterOrder(t, l)
		}
	}
	waiting = g.driveWaiting(t, waiting, false)
	g.standingDrives(t)
	g.driveWaiting(t, waiting, true)
	g.keepTogether(t)
	g.tankFright(t)
	return table.Next
}

// immobile returns the words' key of why a vehicle cannot move or turn, or "" if it can.
func (g *Game) immobile(u *Piece) string {
	switch {
	case u.Lame && u.Breakdown != "permanent":
		return "ls.why.wheel" // LS-8.67b
	case u.Breakdown == "permanent":
		return "ls.why.permanent" // LS-6.16e
	case u.Breakdown != "":
		return "ls.why.broken-down" // LS-6.16f
	case u.State == "bailed":
		return "ls.why.bailed" // LS-15.12a
	case u.State != "" && g.moment() <= u.Floor:
		return "ls.why.floor" // LS-15.12f, A-47
	case u.Class == "TRK" && u.Shot == g.Number && u.Shot > 0:
		return "ls.why.fired" // LS-8.55e, LS-8.68a
	case u.Class == "TRK" && u.Gassed:
		return "ls.why.gassed" // LS-5.56a
	case u.Pinned && (u.Class == "TRK" || u.Attended):
		return "ls.why.crew" // LS-5.54b, LS-8.67e, LS-11.32b
	}
	return ""
}

// tested is what a vehicle has met on its way that matters for the breakdown test at the end.
type tested struct {
	rough, woods bool // LS-6.23a, LS-6.15d
	trench       bool // a special test replaced the normal one
}

// drive carries out a way leg by leg, until it is done or something stops the vehicle, which pays only for what it
// did.
func (g *Game) drive(t *table.Table, id string, w way, stop int) {
	t = t.At(id)
	u := g.unit(id)
	u.Moved = true
	met, why := tested{}, ""
	var trail []string // an arriving vehicle has no hex to start from
	if u.Hex != "" {
		trail = append(trail, u.Hex)
	}
	done := way{mode: w.mode, allowance: w.allowance}
	for _, l := range w.legs {
		if stop > 0 && l.hex != "" && g.beside(u, stop) && !g.jammed(u.Hex, id) {
			why = "ls.why.stop"
			break
		}
		done.legs = append(done.legs, l)
		if u.Facing = l.facing; l.off {
			g.leaveMap(t, id)
			why = "ls.why.exit"
			break
		}
		if l.hex == "" {
			continue
		}
		trail = append(trail, l.hex)
		if why = g.onward(t, id, l, &met); why != "" {
			break
		}
		u = g.unit(id)
	}
	u = g.unit(id)
	u.Spent += done.cost().Total()
	if len(done.legs) == 0 {
		t.Report("LS-6.11e", "stands", table.A("unit", id), table.A("hex", u.Hex), table.A("why", why))
		return
	}
	g.tellDrive(t, id, done, trail, why)
	if u = g.unit(id); u.Out == "" && u.tank() && u.Hexes > 0 && u.Breakdown == "" {
		g.whippet(t, id, done)
		if !met.trench {
			g.breakdownTest(t, id, met) // LS-6.16a; cars and trucks never break down from moving (LS-6.16i)
		}
	}
}

// onward moves a vehicle into the next hex of its way and plays out everything that this sets off. It returns the
// words' key of what stops the vehicle there, if anything does.
func (g *Game) onward(t *table.Table, id string, l leg, met *tested) string {
	u := g.unit(id)
	u.Entered = turned(l.facing, 3)
	if l.back {
		u.Entered = l.facing
	}
	u.Hex = l.hex
	u.Hexes++
	met.rough = met.rough || g.rough(l.hex)
	met.woods = met.woods || g.ground(l.hex).Kind == "woods"
	g.enterHex(t, id, l.hex)
	if g.mined(l.hex, string(u.Side)) && !g.mineAttack(t, id) {
		return "ls.why.mines"
	}
	if u = g.unit(id); g.flag(u, "poor_trench_crosser") && g.trench(l.hex) != "" && g.trench(l.hex) != string(u.Side) {
		met.trench = true
		if g.trenchTest(t, id) { // LS-6.22b
			return "ls.why.trench"
		}
	}
	if g.immobile(u) != "" {
		return g.immobile(u)
	}
	return ""
}

// beside reports whether an enemy stands within a number of hexes of a counter: the stop condition of an order.
func (g *Game) beside(u *Piece, hexes int) bool {
	return g.has(g.other(u.Side), "", func(e *Piece) bool { return !e.personal() && g.distance(u.Hex, e.Hex) <= hexes })
}

func (g *Game) tellDrive(t *table.Table, id string, done way, trail []string, why string) {
	u := g.unit(id)
	kind, rule := "drives", "LS-6.11c"
	if len(done.hexes()) == 0 && !slices.ContainsFunc(done.legs, func(l leg) bool { return l.off }) {
		kind, rule = "turns", "LS-6.13a"
	} else if done.legs[0].back {
		kind, rule = "reverses", "LS-6.15b"
	} else if done.mode == onRoad {
		rule = "LS-6.12a"
	}
	args := []table.FactArg{table.A("unit", id), table.A("from", trail[0]), table.A("to", trail[len(trail)-1]), table.A("path", trail), table.A("mode", "mode."+done.mode),
		table.A("mp", done.cost()), table.A("of", done.allowance), table.A("facing", g.directionName(u.Facing))}
	if kind == "reverses" { // only the first hex (LS-6.15b)
		args = append(args, table.A("back", trail[1]), table.A("on", trail[2:]))
	}
	if why == "" {
		t.Report(rule, kind, args...)
		return
	}
	t.Report(rule, kind+"-halted", append(args, table.A("why", why))...)
}

// leaveMap takes a vehicle off the map (LS-6.15g). It does not return.
func (g *Game) leaveMap(t *table.Table, id string) {
	u := g.unit(id)
	t.Report("LS-6.15g", "exits", table.A("unit", id), table.A("hex", u.Hex))
	u.Out, u.Hex = "exited", ""
	for i := range g.Units {
		if g.Units[i].Aboard == id && g.Units[i].Out == "" {
			g.Units[i].Out = "exited"
		}
	}
}

// destroyVehicle takes a vehicle off the map. Its tank leader and German crew are lost with it (LS-14.11d).
func (g *Game) destroyVehicle(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return
	}
	t.Report(rule, "vehicle-destroyed", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
	u.Out, u.Hex, u.Attended = "destroyed", "", false
	for i := range g.Units {
		if m := &g.Units[i]; m.Aboard == id && m.Out == "" {
			m.Out, m.Aboard = "eliminated", ""
			t.Report("LS-14.11d", "lost-with-vehicle", table.A("unit", m.ID), table.A("side", m.Side), table.A("vehicle", id))
		}
	}
}

// keepTogether is LS-16.32a, advice of the optional rules: a tank that has moved should have another within three
// hexes. It is reported to the tank's owner and has no other effect.
func (g *Game) keepTogether(t *table.Table) {
	if !g.in("LS-16.32") {
		return
	}
	p, far := g.Phasing, g.constants().PlatoonSpacing.Value
	for _, id := range g.of(p, "", func(u *Piece) bool { return u.tank() && u.Moved && u.Breakdown == "" }) {
		u := g.unit(id)
		if !g.has(p, "", func(o *Piece) bool { return o.tank() && o.ID != id && g.distance(o.Hex, u.Hex) <= far }) {
			t.For(p).Report("LS-16.32a", "alone", table.A("unit", id), table.A("hex", u.Hex), table.A("hexes", far))
		}
	}
}
