package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Shooting (MB-6.1 modifiers, MB-6.2 what they mean, MB-6.3 seven to hit, MB-6.4 poor shots) and the weapons of vehicles (MB-B18).

// gunnery is the state of one shooting phase.
type gunnery struct {
	g     *Game
	t     *table.Table
	s     table.Seat
	spoke []spoken // weapons that an order line mentions
}

// spoken is a unit, or some of its weapons, that an order line is about.
type spoken struct {
	unit string
	with []string
}

// shootingPhase resolves the shooting of the phasing side (MB-B6), after its air attacks. First the units fire in the order
// of the list, then by default those that no line mentions (MB-D11, MB-D12). Each sees the losses of those before it (MB-B9).
func (g *Game) shootingPhase(t *table.Table) (over bool, then table.Then) {
	f := &gunnery{g: g, t: t, s: g.Phasing}
	f.read()
	for l := range t.Orders(f.s, "shooting") {
		switch l.Verb {
		case "shoot":
			f.shoot(l)
		case "turret":
			g.pointTurret(t, l)
		case "indirect":
			g.indirectFire(t, l)
		case "ambush":
			g.placeMarker(t, l)
		case "surrender":
			return true, g.giveUp(t, f.s)
		}
	}
	f.byDefault()
	g.forgetTargets()
	return false, table.Next
}

// read notes which weapons the lines mention. Their owner decides what they do.
func (f *gunnery) read() {
	for _, l := range f.t.Pending(f.s, "shooting") {
		switch l.Verb {
		case "shoot", "indirect", "ambush":
			for _, id := range append(orders.List(l.Args, "units"), orders.Value(l.Args, "unit")) {
				f.spoke = append(f.spoke, spoken{id, orders.List(l.Args, "with")})
			}
			if by := orders.Value(l.Args, "by"); by != "" { // a unit that calls a fire mission does not fire (MB-32a)
				f.spoke = append(f.spoke, spoken{unit: by})
			}
		case "hold":
			units := orders.List(l.Args, "units")
			if len(units) == 0 {
				units = f.g.of(f.s, func(*Unit) bool { return true })
			}
			for _, id := range units {
				f.spoke = append(f.spoke, spoken{id, orders.List(l.Args, "with")})
			}
		}
	}
}

// free reports whether no line mentions a weapon.
func (f *gunnery) free(s shooter) bool {
	return !slices.ContainsFunc(f.spoke, func(o spoken) bool { return o.unit == s.unit && f.g.named(s, o.with) })
}

// wants is what an order says about a fire.
type wants struct {
	targets []string // units, in order of preference; the first that can be hit is fired at
	prefer  []string // after them, kinds of units
	with    []string
	shell   string
	poor    bool
	aim     string
	turn    bool // turrets may be turned, with a test if the hatches are closed
}

// reads returns what a line says about a fire.
func reads(l table.Line) wants {
	w := wants{targets: orders.List(l.Args, "targets"), prefer: orders.List(l.Args, "prefer"), with: orders.List(l.Args, "with"), shell: orders.Value(l.Args, "shell"),
		poor: orders.Value(l.Args, "poor") != "no", aim: orders.Value(l.Args, "aim"), turn: true}
	return w
}

// shoot carries out one line. Each of its units fires the weapons named at the first target of the list that they can hit. If
// some units and weapons can fire, the others are told why they cannot.
func (f *gunnery) shoot(l table.Line) {
	for _, id := range orders.List(l.Args, "units") {
		u := f.g.own(f.s, id)
		w := reads(l)
		if r := f.g.mayShootWith(u, w); r != nil {
			f.t.RefuseRest(f.s, l, r)
			continue
		}
		for _, word := range w.with {
			one := w
			one.with = []string{word}
			if r := f.g.mayShootWith(u, one); r != nil {
				f.t.RefuseRest(f.s, l, r)
			}
		}
		w.poor = f.g.poorWish(f.t, u, l)
		f.unitFires(u, w, func(s shooter) bool { return f.g.named(s, w.with) && (len(w.with) > 0 || !f.spokenElsewhere(s, l)) })
	}
}

// spokenElsewhere reports whether another line gives a weapon a target of its own.
func (f *gunnery) spokenElsewhere(s shooter, l table.Line) bool {
	for _, o := range f.t.Pending(f.s, "shooting") {
		with := orders.List(o.Args, "with")
		if o.ID != l.ID && o.Verb == "shoot" && len(with) > 0 && slices.Contains(orders.List(o.Args, "units"), s.unit) && f.g.named(s, with) {
			return true
		}
	}
	return false
}

// unitFires lets the weapons of a unit that satisfy is fire as an order wants. Each weapon of a vehicle fires at its own
// first target. A unit of men fires at one target, but a weapon that may have its own target fires at the next one if it
// cannot hit that one (MB-B9.2).
func (f *gunnery) unitFires(u *Unit, w wants, is func(shooter) bool) {
	g, id := f.g, u.ID
	lanes := g.lanes(u)
	var fires []volley
	for _, s := range g.shooters(u) {
		if !is(s) || g.mayUse(s) != nil {
			continue
		}
		own := w
		own.turn = w.turn && !slices.ContainsFunc(fires, func(v volley) bool { return v.turret(u) }) // it already points at a target
		x, ok := f.firstTarget(lanes, s, own)
		if !ok {
			continue
		}
		if s.arm < 0 && len(fires) > 0 && !g.weapon(s.weapon).OwnTarget && !slices.ContainsFunc(fires, func(v volley) bool { return v.target == x.target }) {
			if x, ok = f.sameTarget(lanes, s, w, fires[0].target); !ok {
				continue // a unit fires at one target
			}
		}
		fires = g.gather(fires, x, w)
	}
	for _, v := range fires {
		if u = g.unit(id); g.mayFire(u) == nil || u.State == "" && u.Out == "" {
			if e := g.unit(v.target); g.mayTarget(u, e) == nil {
				g.fire(f.t.At(id), u, v)
			}
		}
	}
}

// target is a shot at a unit.
type target struct {
	shot
	target string
	at     aimAt
}

// turret reports whether a weapon of a vehicle's turret takes part in a volley.
func (v volley) turret(u *Unit) bool {
	return slices.ContainsFunc(v.shots, func(s shot) bool { return s.by.arm >= 0 && turns(u.Tank.Arms[s.by.arm].Mount) })
}

// gather adds a shot to the others at the same target. A man fires only one weapon: the first gathered.
func (g *Game) gather(fires []volley, x target, w wants) []volley {
	for _, v := range fires {
		for _, s := range v.shots {
			if s.by.figure >= 0 && s.by.figure == x.by.figure {
				return fires
			}
		}
	}
	for i := range fires {
		if fires[i].target == x.target {
			fires[i].shots = append(fires[i].shots, x.shot)
			return fires
		}
	}
	return append(fires, volley{target: x.target, shots: []shot{x.shot}, poor: w.poor, aim: w.aim, at: x.at})
}

// firstTarget returns the first target of an order that a weapon can hit, turning the turret to it if that is allowed.
func (f *gunnery) firstTarget(lanes *lanes, s shooter, w wants) (target, bool) {
	for id := range lanes.inOrder(w) {
		if x, ok := f.sameTarget(lanes, s, w, id); ok {
			return x, true
		}
	}
	for _, id := range w.targets {
		if x, ok := lanes.insisted(s, w, id); ok {
			return x, true
		}
	}
	return target{}, false
}

// insisted returns the shot of a weapon at a target that the order names although the weapon cannot hurt it: the save is
// automatic (MB-21b), or AP does a piece no harm (MB-27b). Guns fire such a shot when told to, men only with a weapon that
// the line names.
func (g *lanes) insisted(s shooter, w wants, id string) (target, bool) {
	u, e := g.u, g.unit(id)
	if e == nil || !slices.Contains(w.targets, id) || len(w.with) == 0 && g.weapon(s.weapon).Class != "gun" || g.mayTarget(e) != nil || g.mayAim(u, e, w.aim) != nil || !g.bears(s, e) {
		return target{}, false
	}
	at := aimAt{commander: w.aim == "commander"}
	x, r := g.aimed(s, e, w.shell, at)
	if r != nil || x.dice == 0 || x.need.Total() > g.constants().WorstScore.Value {
		return target{}, false
	}
	return target{shot: x, target: id, at: at}, true
}

// sameTarget returns the shot of a weapon at a named target, if the weapon can hit it.
func (f *gunnery) sameTarget(g *lanes, s shooter, w wants, id string) (target, bool) {
	u, e := g.u, g.unit(id)
	if e == nil || g.mayTarget(e) != nil || g.mayAim(u, e, w.aim) != nil {
		return target{}, false
	}
	at := aimAt{commander: w.aim == "commander"}
	if !g.bears(s, e) && (!w.turn || !g.wouldHurt(s, e, w) || !f.turns(s, e)) {
		return target{}, false
	}
	x, ok := g.hits(u, s, e, w.shell, at, w.poor)
	return target{shot: x, target: id, at: at}, ok
}

// useful reports whether a shot has any chance of an effect: it can hit, and its strength can hurt what it hits (MB-D12).
func (g *Game) useful(x shot, e *Unit, at aimAt, poor bool) bool {
	worst := g.constants().WorstScore.Value
	if x.need.Total() > worst && !(poor && x.need.Total() == worst+1 && g.poorShots(g.unit(x.by.unit))) {
		return false
	}
	if x.dice == 0 {
		return false
	}
	if x.round.kind == shellSmoke {
		return true
	}
	if e.vehicle() && !at.commander {
		return !g.spentHull(e) && g.pierces(x, e)
	}
	return !(x.round.kind == shellAP && x.round.shell && e.piece())
}

// pierces reports whether a round may harm a vehicle: the save may fail, or what it carries may be hit (MB-21, MB-34a).
func (g *Game) pierces(x shot, e *Unit) bool {
	zone := g.zone(e, g.unit(x.by.unit).At)
	return g.saveScore(x.round.strength, g.armour(e, zone)) > 1 || g.loaded(e)
}

// poorWish asks whether poor shots halve their number (MB-D13): they do whenever the score is 7, unless their owner says no.
func (g *Game) poorWish(t *table.Table, u *Unit, l table.Line) bool {
	if word := orders.Value(l.Args, "poor"); word != "" {
		return word == "yes"
	}
	return g.askPoor(t, u)
}

func (g *Game) askPoor(t *table.Table, u *Unit) bool {
	if !g.poorShots(u) {
		return false
	}
	id := u.ID
	return table.Decide(t, table.Question[*Game, bool]{Decision: "MB-D13", Seat: u.Side, About: id, Rule: "MB-6.4a", Verb: "poor", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("yes", "no"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "yes", table.Use
		},
		Blind: true, Default: func(*Game) bool { return true },
	})
}

// forgetTargets forgets the targets of weapons that did not fire in this phase, since they are not firing at the same target
// again in the next (MB-R8).
func (g *Game) forgetTargets() {
	for u := range table.All(g.Units) {
		if u.Side != g.Phasing {
			continue
		}
		for j := range u.Tank.Arms {
			if a := &u.Tank.Arms[j]; !a.Used {
				a.Last = ""
			}
		}
		for j := range u.Figures {
			if f := &u.Figures[j]; !f.Shot {
				f.Last = ""
			}
		}
		if !u.Did.Fired {
			u.Piece.Last = ""
		}
	}
}
