package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var (
	byMode  = orders.Param{Name: "mode", Kind: orders.KindWord, Optional: true, Words: words("cross", "road")}
	haltAt  = orders.Param{Name: "stop", Kind: orders.KindNumber, Prefix: "stop", Optional: true}
	atEntry = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: "at"}
	byWay   = orders.Param{Name: "path", Kind: orders.KindPath, Optional: true}
	toggles = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("mount", "dismount")}
)

// vehicleOrders are the verbs of the vehicle and cavalry phase, and the standing orders of movement.
var vehicleOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "drive", Phases: []string{"4.2"}, Rule: "LS-6.11d",
		Args: []orders.Param{ownUnit, byWay, facing, byMode,
			{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("reverse", "exit")}, haltAt}},
		Check: checkDrive, Options: driveOptions},
	{Verb: orders.Verb{Name: "enter", Phases: []string{"4.2", "4.2c", "4.4"}, Rule: "LS-6.1a",
		Args: []orders.Param{ownUnits, atEntry, byWay, facing, byMode, haltAt}},
		Check: checkEnter, Options: enterOptions},
	{Verb: orders.Verb{Name: "trot", Phases: []string{"4.2c"}, Rule: "LS-6.32a",
		Args: []orders.Param{ownUnits, onPath, toggles}},
		Check: checkTrot, Options: trotOptions},
	{Verb: orders.Verb{Name: "charge", Phases: []string{"4.2c"}, Rule: "LS-6.33a",
		Args: []orders.Param{ownUnits, {Name: "direction", Kind: orders.KindDir},
			{Name: "target", Kind: orders.KindPlace, Prefix: "at"}}},
		Check: checkCharge, Options: chargeOptions},
	{Verb: orders.Verb{Name: "mount", Phases: []string{"4.2c"}, Rule: "LS-6.31a", Args: []orders.Param{ownUnits}}, Check: checkToggle, Options: inSaddle("mount")},
	{Verb: orders.Verb{Name: "dismount", Phases: []string{"4.2c"}, Rule: "LS-6.31a", Args: []orders.Param{ownUnits}}, Check: checkToggle, Options: inSaddle("dismount")},
	{Verb: orders.Verb{Name: "advance", Standing: true, Only: true, Rule: "LS-6.1a",
		Args: []orders.Param{ownUnits, toHex, haltAt, facing}}},
	{Verb: orders.Verb{Name: "follow", Standing: true, Only: true, Rule: "LS-7.1a",
		Args: []orders.Param{ownUnits, {Name: "leader", Kind: orders.KindOwn, Prefix: "leader"},
			{Name: "stop", Kind: orders.KindNumber, Prefix: "stop", Optional: true}}}},
	{Verb: orders.Verb{Name: "repair", Standing: true, Only: true, Rule: "LS-6.16g",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always", "fire", "never")}, someOwn}}},
}

// courseOf reads a vehicle's way from a line. The default mode is across country (D-20).
func (g *Game) courseOf(l table.Line) course {
	c := course{path: orders.Path(l.Args, "path"), facing: g.direction(orders.Value(l.Args, "facing")), mode: orders.Value(l.Args, "mode")}
	if c.mode == "" {
		c.mode = acrossCountry
	}
	for _, how := range orders.List(l.Args, "how") {
		c.reverse = c.reverse || how == "reverse"
		c.exit = c.exit || how == "exit"
	}
	return c
}

// checkDrive reports why a drive is not legal, or returns nil if it is: LS-6.11 to 6.15, with the arithmetic of its
// MP.
func checkDrive(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if _, r := k.driveLine(s, l); r != nil && !k.mayClear(r, s) {
		return r
	}
	return nil
}

// mayClear reports whether a hex that is full now may have room when the phase ends, because one of the side's own
// vehicles may still drive out of it. The limit applies only at the end of a movement phase (LS-3.12b, LS-3.1a).
func (g *Game) mayClear(r *table.Refusal, s table.Seat) bool {
	if r.Code != "ls.jammed" {
		return false
	}
	for _, a := range r.Args {
		if hex, ok := a.Value.(string); ok && a.Name == "to" {
			return g.has(s, hex, func(u *Piece) bool { return running(u) && !u.Moved && u.State != inFlight && g.immobile(u) == "" })
		}
	}
	return false
}

// driveLine works out the way of a drive, or says why it is not legal.
func (g *Game) driveLine(s table.Seat, l table.Line) (way, *table.Refusal) {
	id := orders.Value(l.Args, "unit")
	u := g.own(s, id)
	switch {
	case u == nil || u.Hex == "":
		return way{}, refuse("not-there", "LS-6.1a", table.A("unit", id))
	case !u.vehicle():
		return way{}, refuse("no-vehicle", "LS-6.1a", table.A("unit", id))
	case u.Moved:
		return way{}, refuse("already-moved", "LS-6.15a", table.A("unit", id))
	case u.State == inFlight:
		return way{}, refuse("in-flight", "LS-15.12e", table.A("unit", id))
	}
	if why := g.immobile(u); why != "" {
		return way{}, refuse("immobile", "LS-6.16a", table.A("unit", id), table.A("why", why))
	}
	w, r := g.plot(u, g.courseOf(l))
	if r != nil {
		return w, r
	}
	if len(w.legs) == 0 {
		return w, refuse("no-path", "LS-6.11c", table.A("unit", id))
	}
	if cost := w.cost(); cost.Total() > w.allowance {
		return w, tooFar(id, "LS-6.11b", cost, w.allowance, lineOf("drive", id, w.within())...)
	}
	if end := last(w.hexes(), u.Hex); !w.legs[len(w.legs)-1].off && end != u.Hex && g.jammed(end, id) {
		return w, refuse("jammed", "LS-3.12b", table.A("unit", id), table.A("to", end), table.A("most", g.constants().StackVehicles.Value))
	}
	return w, nil
}

// lineOf writes a drive along a way as an order line.
func lineOf(verb, id string, w way) []string {
	hexes := w.hexes()
	if len(hexes) == 0 {
		return nil
	}
	text := verb + " " + id + ": "
	for i, h := range hexes {
		if i > 0 {
			text += "-"
		}
		text += h
	}
	if w.mode == onRoad {
		text += " " + onRoad
	}
	return []string{text}
}

// driveOrder carries out a drive line. If its last hex is full, the line waits as long as another vehicle may still
// drive out of it, unless this is the last chance. It returns true if the line waits.
func (g *Game) driveOrder(t *table.Table, l table.Line, final bool) bool {
	w, r := g.driveLine(g.Phasing, l)
	switch {
	case r != nil && !final && g.mayClear(r, g.Phasing):
		return true
	case r != nil:
		t.Refuse(g.Phasing, l, r)
	default:
		g.drive(t, orders.Value(l.Args, "unit"), w, orders.Int(l.Args, "stop", 0))
	}
	return false
}

// driveWaiting tries the drive lines that wait for room in their last hexes, in their order, as long as one of them
// can go. It returns those that still wait.
func (g *Game) driveWaiting(t *table.Table, lines []table.Line, final bool) []table.Line {
	for {
		left := table.Keep(lines, func(l table.Line) bool { return g.driveOrder(t, l, final) })
		if len(left) == len(lines) || len(left) == 0 {
			return left
		}
		lines = left
	}
}

// standingDrives moves vehicles by standing orders: those that have not moved and may.
func (g *Game) standingDrives(t *table.Table) {
	for l := range t.Standing(g.Phasing, "advance") {
		for _, id := range unitsOf(l) {
			u := g.own(g.Phasing, id)
			if u != nil && u.vehicle() && g.due(u) {
				g.driveOn(t, u, orders.Value(l.Args, "hex"), orders.Int(l.Args, "stop", 0))
				continue
			}
			if u == nil || !u.vehicle() || u.Hex == "" || u.Moved || u.State == inFlight || g.immobile(u) != "" {
				continue
			}
			if w := g.advanceWay(u, orders.Value(l.Args, "hex"), g.direction(orders.Value(l.Args, "facing"))); len(w.legs) > 0 {
				g.drive(t, id, w, orders.Int(l.Args, "stop", 0))
			}
		}
	}
}

// advanceWay returns as much of the best way to a hex as a turn allows, ending where there is room.
func (g *Game) advanceWay(u *Piece, to string, face int) way {
	w := g.bestWay(u, func(hex string, facing int) bool { return hex == to && (face == 0 || facing == face) })
	if len(w.legs) == 0 && u.Hex != to && g.distance(u.Hex, to) > 1 { // if it cannot reach the hex, it goes as near as it can
		w = g.bestWay(u, func(hex string, _ int) bool { return g.distance(hex, to) == 1 })
	}
	return g.roomy(u, w.within())
}

// roomy returns the longest part of a way that ends off the map or where a vehicle has room (LS-3.12b).
func (g *Game) roomy(u *Piece, w way) way {
	for n := len(w.legs); n > 0; n-- {
		if hexes := (way{legs: w.legs[:n]}).hexes(); w.legs[n-1].off || len(hexes) == 0 || !g.jammed(last(hexes, ""), u.ID) {
			w.legs = w.legs[:n]
			return w
		}
	}
	return way{mode: w.mode, allowance: w.allowance}
}

// checkEnter reports why an arrival is not legal, or returns nil if it is.
func checkEnter(k *Game, s table.Seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	for _, id := range unitsOf(l) {
		u := k.own(s, id)
		if u == nil {
			return refuse("not-there", "LS-6.1a", table.A("unit", id))
		}
		if r := k.mayEnter(u, hex); r != nil {
			return r
		}
		if !u.vehicle() {
			if r := k.walksOn(u, hex, l); r != nil {
				return r
			}
			continue
		}
		w, r := k.entering(u, hex, k.courseOf(l))
		if r != nil {
			return r
		}
		if cost, of := w.cost(), k.allowance(u, k.courseOf(l).mode); cost.Total() > of {
			w.allowance = of
			return tooFar(id, "LS-6.11b", cost, of, lineOf("enter", id+" at "+hex, way{mode: w.mode, legs: w.within().legs[1:]})...)
		}
		if end := last(w.hexes(), hex); k.jammed(end, id) {
			return refuse("jammed", "LS-3.12b", table.A("unit", id), table.A("to", end), table.A("most", k.constants().StackVehicles.Value))
		}
	}
	return nil
}

// checkTrot checks a block's trot against LS-6.32 and 6.35.
func checkTrot(k *Game, s table.Seat, l table.Line) *table.Refusal {
	_, r := k.trotLine(s, l)
	return r
}

func (g *Game) trotLine(s table.Seat, l table.Line) ([]ride, *table.Refusal) {
	units, how := unitsOf(l), orders.Value(l.Args, "how")
	for _, id := range units {
		if r := g.rideable(s, id, how == "mount"); r != nil {
			return nil, r
		}
		if g.unit(id).Moved {
			return nil, refuse("already-moved", "LS-6.3a", table.A("unit", id))
		}
	}
	if how == "mount" && !slices.ContainsFunc(units, func(id string) bool { return !g.unit(id).Mounted }) {
		return nil, refuse("already-so", "LS-6.31a", table.A("unit", units[0]))
	}
	if r := g.block(s, units, atTrot); r != nil {
		return nil, r
	}
	var out []ride
	for _, id := range units {
		u := g.unit(id)
		path := g.shifted(u.Hex, g.unit(units[0]).Hex, orders.Path(l.Args, "path"))
		if path == nil {
			return nil, refuse("block-parts", "LS-6.35a", table.A("unit", id), table.A("units", units))
		}
		r, no := g.trotting(u, path, how)
		if no != nil {
			return nil, no
		}
		if len(r.path) == 0 && how == "" {
			return nil, refuse("no-path", "LS-6.32a", table.A("unit", id))
		}
		if of := g.gait(u, atTrot) - u.Spent; r.cost().Total() > of {
			return nil, tooFar(id, "LS-6.32a", r.cost(), of)
		}
		out = append(out, r)
	}
	return out, nil
}

func (g *Game) trotOrder(t *table.Table, l table.Line) {
	rides, r := g.trotLine(g.Phasing, l)
	if r != nil {
		t.Refuse(g.Phasing, l, r)
		return
	}
	units := unitsOf(l)
	g.declare(t, g.Phasing, units, atTrot)
	for i, id := range units {
		g.carryOut(t, id, rides[i])
	}
}

// checkCharge checks a block's charge against LS-6.33 and 6.35.
func checkCharge(k *Game, s table.Seat, l table.Line) *table.Refusal {
	_, r := k.chargeLine(s, l)
	return r
}

func (g *Game) chargeLine(s table.Seat, l table.Line) ([]run, *table.Refusal) {
	units, d, target := unitsOf(l), g.direction(orders.Value(l.Args, "direction")), orders.Value(l.Args, "target")
	for _, id := range units {
		if r := g.rideable(s, id, false); r != nil {
			return nil, r
		}
		if g.unit(id).Moved {
			return nil, refuse("already-moved", "LS-6.3a", table.A("unit", id))
		}
	}
	if r := g.block(s, units, atCharge); r != nil {
		return nil, r
	}
	var out []run
	for _, id := range units {
		r, no := g.charging(g.unit(id), d, target)
		if no != nil {
			return nil, no
		}
		out = append(out, r)
	}
	return out, nil
}

func (g *Game) chargeOrder(t *table.Table, l table.Line) {
	runs, r := g.chargeLine(g.Phasing, l)
	if r != nil {
		t.Refuse(g.Phasing, l, r)
		return
	}
	g.declare(t, g.Phasing, unitsOf(l), atCharge)
	g.charge(t, runs, g.direction(orders.Value(l.Args, "direction")), orders.Value(l.Args, "target"))
}

// checkToggle checks LS-6.31 for units that mount or dismount where they stand.
func checkToggle(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range unitsOf(l) {
		if r := k.rideable(s, id, true); r != nil {
			return r
		}
		u := k.unit(id)
		if u.Mounted == (l.Verb == "mount") {
			return refuse("already-so", "LS-6.31a", table.A("unit", id))
		}
		if of := k.gait(u, atTrot) - u.Spent; k.constants().CavalryToggle.Value > of {
			return tooFar(id, "LS-6.31a", table.Base("mp.toggle", k.constants().CavalryToggle.Value, "LS-6.31a"), of)
		}
		if r := k.mayToggle(u, u.Hex); r != nil {
			return r
		}
	}
	return nil
}

func (g *Game) toggleOrder(t *table.Table, l table.Line) {
	for _, id := range unitsOf(l) {
		g.toggle(t.At(id), id)
	}
}

// standingRides lets cavalry trot by standing orders.
func (g *Game) standingRides(t *table.Table) {
	for l := range t.Standing(g.Phasing, "advance") {
		for _, id := range unitsOf(l) {
			u := g.own(g.Phasing, id)
			if u == nil || !u.cavalry() || u.Moved || u.Speed == atCharge || g.rideable(g.Phasing, id, false) != nil {
				continue
			}
			path := g.rideToward(u, orders.Value(l.Args, "hex"))
			if path = g.trotFor(u, path, orders.Int(l.Args, "stop", 0)); len(path) > 0 {
				r, _ := g.trotting(u, path, "")
				g.declare(t, g.Phasing, []string{id}, atTrot)
				g.carryOut(t, id, r)
			}
		}
	}
}

// trotFor returns as much of a path as a trot allows, stopping where enemies are as near as the order permits.
func (g *Game) trotFor(u *Piece, path []string, stop int) []string {
	at, left := *u, g.gait(u, atTrot)-u.Spent
	for i, hex := range path {
		mp, r := g.rideCost(u, at.Hex, hex, atTrot)
		if left -= mp; r != nil || left < 0 || stop > 0 && g.beside(&at, stop) {
			return path[:i]
		}
		at.Hex = hex
	}
	return path
}
