package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// antiTankPhase is 4.3: N fires at P's vehicles. smallArmsPhase is 4.5: N's small arms. offensivePhase is 4.9: all of
// P's fire, in any order he likes (LS-8.4a).
func (g *Game) antiTankPhase(t *table.Table) table.Then  { return g.firePhase(t, g.passive(), "4.3") }
func (g *Game) smallArmsPhase(t *table.Table) table.Then { return g.firePhase(t, g.passive(), "4.5") }
func (g *Game) offensivePhase(t *table.Table) table.Then { return g.firePhase(t, g.Phasing, "4.9") }

// firing is one side's fire phase in progress.
type firing struct {
	g     *Game
	t     *table.Table
	s     table.Seat
	phase string
	named []string // counters that an order line of the phase mentions
	held  []string // counters that hold their fire
	stops []string // those that a line names: they do not even use the shots left after a hit
	used  []usedUp // parts of lines that weapons have already fired
	joins []aim    // what the doctrine intends for the weapons that no line mentions
	done  []string // hexes already attacked with small arms (LS-8.62a)
	said  []saying // answers that hold for the whole phase
	idle  []weapon // weapons that hold their fire by doctrine (D-51)
}

// saying is what a machine gun was told to fire at (D-53), or whether a broken-down tank fires (D-82).
type saying struct {
	weapon weapon
	what   string
}

// aim is a weapon that is to join others in an attack on a hex.
type aim struct {
	weapon weapon
	hex    string
}

// firePhase plays a fire phase: first the order lines in their order, then the doctrine for everything that has not
// fired. A weapon that no line mentions joins the attack on the hex it would have chosen, because a hex is attacked
// only once. Each weapon fires once (LS-8.4a): each gun and MG of a vehicle at one hex (LS-8.42a), at soft targets or
// at vehicles (LS-8.43a, LS-8.43b), whether or not the vehicle has moved (LS-8.43c). In offensive fire guns do not
// turn, and they fire at one hex (LS-8.42b).
func (g *Game) firePhase(t *table.Table, s table.Seat, phase string) table.Then {
	f := &firing{g: g, t: t, s: s, phase: phase}
	t.Sift()
	f.read()
	if phase != "4.3" {
		f.joins = f.intentions()
	}
	for l := range t.Orders(s, phase) {
		switch l.Verb {
		case "pivot":
			g.pivot(t, orders.Value(l.Args, "unit"), g.direction(orders.Value(l.Args, "facing")), phase)
		case "fire":
			f.fire(l)
		case "hold":
			f.hold(unitsOf(l)) // a line that replaces another has not been read before
		}
	}
	f.t = t.Unbidden(s)
	if phase != "4.5" {
		f.antiTankByDoctrine()
	}
	if phase != "4.3" {
		f.smallArmsByDoctrine()
	}
	g.forgetResistance()
	return table.Next
}

// read notes which counters the lines mention: what those do is up to their owner, as far as he says.
func (f *firing) read() {
	for _, l := range f.t.Pending(f.s, f.phase) {
		units := unitsOf(l)
		switch l.Verb {
		case "fire":
			f.named = append(f.named, units...)
		case "hold":
			if f.t.Holds(f.s, l) {
				f.hold(units)
			}
		}
	}
}

// hold keeps the doctrine from using the given counters and what they carry, or the whole side if none are named.
func (f *firing) hold(units []string) {
	for _, id := range units {
		f.stops = append(f.stops, id)
		for _, w := range f.g.carried(id) {
			f.stops = append(f.stops, w.unit)
		}
	}
	if len(units) == 0 {
		units = f.g.of(f.s, "", func(*Piece) bool { return true })
	}
	for _, id := range units {
		f.held = append(f.held, id)
		for _, w := range f.g.carried(id) {
			f.held = append(f.held, w.unit)
		}
	}
}

// free reports whether the doctrine may use a weapon, because nobody told it to hold.
func (f *firing) free(w weapon) bool { return !slices.Contains(f.held, w.unit) }

// fire carries out one fire line: anti-tank attacks one by one, machine guns at a tank, flamethrowers, then the
// combined attack on a hex with everyone who is to fire at it.
func (f *firing) fire(l table.Line) {
	g := f.g
	p, left := g.plan(f.s, l)
	f.tellLeftOut(slices.DeleteFunc(left, func(no omission) bool {
		return slices.ContainsFunc(f.used, func(o usedUp) bool { return o.line == l.ID && o.weapon.unit == no.unit })
	}))
	var shot []string
	for _, w := range p.shots {
		switch r := f.turnAndShoot(w, p.target); {
		case r == nil:
			shot = append(shot, w.unit)
		case g.unit(p.target).Out == "":
			f.tellLeftOut([]omission{{w.unit, r}})
		case !slices.Contains(shot, w.unit): // a weapon that has just destroyed the target need not be told
			f.tellLeftOut([]omission{{w.unit, refuse("target-gone", "LS-8.0a", table.A("target", p.target))}})
		}
	}
	f.rakeLine(p)
	for _, w := range p.flames {
		if r := g.canVolley(w, p.hex, f.phase); r != nil {
			f.tellLeftOut([]omission{{w.unit, r}})
			continue
		}
		g.flame(f.t, f.s, w, p.hex, f.phase)
	}
	if len(p.volley) == 0 {
		return
	}
	if slices.Contains(f.done, p.hex) || slices.Contains(f.done, p.second) { // one attack for each hex and phase
		f.t.Refuse(f.s, l, refuse("hex-attacked", "LS-8.62a", table.A("hex", p.hex)))
		return
	}
	if p.second != "" {
		f.split(p)
		return
	}
	f.attack(p)
}

// rakeLine fires a line's machine guns at its tank. If the guns of the line have already destroyed it, the machine
// guns keep their fire for something else.
func (f *firing) rakeLine(p plan) {
	if len(p.rakes) == 0 {
		return
	}
	if f.g.unit(p.target).Out == "" {
		f.g.rake(f.t, f.s, p.target, p.rakes, f.phase)
		return
	}
	var told []string
	for _, w := range p.rakes {
		if !slices.Contains(told, w.unit) {
			told = append(told, w.unit)
			f.tellLeftOut([]omission{{w.unit, refuse("target-gone", "LS-8.0a", table.A("target", p.target))}})
		}
	}
}

// split is LS-16.14b: an MG platoon fires at two adjacent hexes with its full strength, in two attacks.
func (f *firing) split(p plan) {
	var ids []string
	for _, w := range p.volley {
		ids = append(ids, w.unit)
	}
	for _, hex := range []string{p.hex, p.second} {
		f.attackWith(volley{by: f.s, phase: f.phase, hex: hex, weapons: p.volley, split: ids})
	}
}

// attack is the combined attack on a hex (LS-8.62a); any vehicle that bears on the hex takes part if its owner likes
// (LS-8.62c). It joins the weapons of a line, those of later lines at the same hex whose conditions are true now, and
// those that join by doctrine.
func (f *firing) attack(first plan) {
	v := volley{by: f.s, phase: f.phase, hex: first.hex, weapons: slices.Clone(first.volley), grenades: slices.Clone(first.grenades)}
	f.tellUngrenaded(first)
	for _, l := range f.t.Pending(f.s, f.phase) {
		if l.Verb != "fire" || !f.t.Holds(f.s, l) || f.t.Allowed(f.s, l) != nil {
			continue
		}
		p, left := f.g.plan(f.s, l)
		if p.hex != first.hex || p.second != "" {
			continue
		}
		f.tellUngrenaded(p)
		v.weapons = table.With(v.weapons, p.volley...)
		v.grenades = table.With(v.grenades, p.grenades...)
		if len(p.shots)+len(p.rakes)+len(p.flames) == 0 {
			f.tellLeftOut(left)
			f.t.Done(f.s, l)
			continue
		}
		for _, w := range p.volley {
			f.used = append(f.used, usedUp{l.ID, w})
		}
	}
	f.attackWith(v)
}

// tellUngrenaded tells the owner which units were to throw rifle grenades and fire without them.
func (f *firing) tellUngrenaded(p plan) {
	for _, no := range p.ungrenaded {
		f.t.For(f.s).Report(no.why.Rule, "without-grenades", append([]table.FactArg{table.A("unit", no.unit), table.A("why", no.why.Code)}, no.why.Args...)...)
	}
}

// attackWith adds the weapons that join by doctrine, and makes the attack.
func (f *firing) attackWith(v volley) {
	g, view := f.g, f.g.outlook(f.s)
	for _, j := range f.joins {
		if j.hex == v.hex && view.canJoinAt(j.weapon, v.hex, f.phase) {
			v.weapons = append(v.weapons, j.weapon)
		}
	}
	var once []weapon
	var crews []string // a crew works only one gun
	for _, w := range v.weapons {
		if slices.Contains(once, w) {
			continue
		}
		if u := g.unit(w.unit); u.gun() {
			crew, _, r := g.worker(u, f.phase, false, crews...)
			if r != nil {
				f.tellLeftOut([]omission{{w.unit, r}})
				continue
			}
			crews = append(crews, crew)
		}
		once = append(once, w)
	}
	v.weapons = once
	f.done = append(f.done, v.hex)
	if len(once) > 0 { // those who meant to fire may no longer see it
		g.smallArms(f.t, v)
	}
}

// intentions returns the hexes at which the doctrine intends to fire the weapons that no line mentions.
func (f *firing) intentions() []aim {
	g := f.g
	var free []weapon
	view := g.outlook(f.s)
	for _, w := range g.arsenal(f.s) {
		if slices.Contains(f.named, w.unit) || slices.Contains(f.named, g.carrierOf(w)) {
			continue
		}
		if f.phase == "4.9" && capable(g.weaponKind(w)) && len(view.vehicleTargets(w, f.phase, "", false)) > 0 {
			continue // it is asked first whether it fires at vehicles
		}
		free = append(free, w)
	}
	return f.choose(free)
}

// choose finds the hexes at which weapons fire small arms by doctrine. It asks each question for all weapons together:
// first for the targets of machine guns (D-53), then for the hexes (D-50).
func (f *firing) choose(weapons []weapon) []aim {
	g := f.g
	view := g.outlook(f.s)
	able := table.Keep(weapons, func(w weapon) bool {
		return f.free(w) && !slices.Contains(f.idle, w) && g.weaponKind(w) != flamer && view.hasSoftTarget(w, f.phase, f.done) && f.mends(w)
	})
	f.tell(view, able)
	var out []aim
	var asked []*table.Pending[string]
	var askers []weapon
	for _, w := range able {
		switch f.told(w) {
		case "tanks":
		case "cars":
			out = append(out, aim{w, g.bestHex(w, view.softTargets(w, f.phase, f.done), f.phase, "cars")})
		default:
			asked, askers = append(asked, table.Put(f.t, g.askHex(f.s, w, f.phase, f.done))), append(askers, w)
		}
	}
	for i, p := range asked {
		if hex := p.Get(); hex != "" {
			out = append(out, aim{askers[i], hex})
		} else {
			f.idle = append(f.idle, askers[i])
		}
	}
	return out
}

// tell asks, once in a phase, for the targets of the machine guns that could fire at a tank (D-53).
func (f *firing) tell(view *outlook, weapons []weapon) {
	g := f.g
	var asked []*table.Pending[string]
	from := len(f.said)
	for _, w := range weapons {
		if kind := g.weaponKind(w); (kind == platoonMG || kind == mountedMG) && f.told(w) == "" && len(view.rakeTargets(w, f.phase)) > 0 {
			asked = append(asked, table.Put(f.t, g.askMG(f.s, w, f.phase, f.done)))
			f.said = append(f.said, saying{weapon: w})
		}
	}
	for i, p := range asked {
		f.said[from+i].what = p.Get()
	}
}

// told returns what a machine gun was told to fire at, or "".
func (f *firing) told(w weapon) string {
	o, _ := table.Find(f.said, func(o *saying) bool { return o.weapon == w })
	return o.what
}

// mends reports whether a weapon may fire although its tank has a temporary breakdown: in offensive fire that costs
// the attempt at a repair (LS-6.16g, D-82). The question is asked once for each tank.
func (f *firing) mends(w weapon) bool {
	u := f.g.unit(w.unit)
	if f.phase != "4.9" || u.Breakdown != "temporary" || !u.tank() || u.firedIn("4.9") {
		return true
	}
	for _, o := range f.said {
		if o.weapon == (weapon{unit: u.ID}) {
			return o.what == "fire"
		}
	}
	what := "repair"
	if table.Decide(f.t, f.g.askMends(f.s, u.ID)) {
		what = "fire"
	}
	f.said = append(f.said, saying{weapon{unit: u.ID}, what})
	return what == "fire"
}

func (g *Game) carrierOf(w weapon) string { return g.unit(w.unit).Carrier }

// antiTankByDoctrine fires all weapons that may still fire at vehicles, the one with the best chance first (D-33).
func (f *firing) antiTankByDoctrine() {
	g := f.g
	var tried []weapon
	for {
		best, most := weapon{}, -1
		view := g.outlook(f.s)
		for _, w := range g.arsenal(f.s) {
			if slices.Contains(tried, w) || !f.free(w) || !capable(g.weaponKind(w)) || !f.trained(w) {
				continue
			}
			ids := view.vehicleTargets(w, f.phase, "", true)
			if len(ids) == 0 {
				continue
			}
			n := g.chance(w, g.rank(w, ids, f.phase, "")[0], f.phase)
			if n > most || n == most && w.name() < best.name() {
				best, most = w, n
			}
		}
		if most < 0 {
			return
		}
		tried = append(tried, best)
		if !f.mends(best) {
			continue
		}
		if target := table.Decide(f.t, g.askTarget(f.s, best, f.phase, "")); target != "" && f.shoots(best, target) {
			_ = f.turnAndShoot(best, target)
		}
	}
}

// trained reports whether a gun has a crew: by doctrine nobody else leaves his own weapon for it (LS-13.24c).
func (f *firing) trained(w weapon) bool { return f.g.served(w, f.phase) }

// shoots is D-30 and D-31 for one weapon: whether it fires, turning if it must.
func (f *firing) shoots(w weapon, target string) bool {
	g := f.g
	u, v := g.unit(w.unit), g.unit(target)
	if g.weaponKind(w) == flamer {
		return table.Decide(f.t, g.askFlameVehicle(f.s, w, target))
	}
	if u.gun() && g.trainsOn(w, v.Hex, v) != nil && !table.Decide(f.t, g.askPivot(f.s, u.ID, f.phase)) {
		return false
	}
	return table.Decide(f.t, g.askShoot(f.s, w, target, f.phase))
}

// turnAndShoot makes an anti-tank attack; the gun turns first if it must and may (LS-8.32a).
func (f *firing) turnAndShoot(w weapon, target string) *table.Refusal {
	g := f.g
	if g.outlook(f.s).couldTurn(w, g.unit(target), f.phase) {
		u := g.unit(w.unit)
		if !f.mayTurn(u) {
			return refuse("never-turns", "LS-8.32a", table.A("unit", u.ID), table.A("target", target), table.A("facing", g.directionName(g.turnTo(u, g.unit(target)))))
		}
		g.pivot(f.t, u.ID, g.turnTo(u, g.unit(target)), f.phase)
	}
	if r := g.canShoot(w, target, f.phase); r != nil {
		return r
	}
	f.antiTank(w, target)
	return nil
}

// smallArmsByDoctrine fires everything that has not fired: flamethrowers, machine guns at tanks, then hex by hex the
// weapons that mean to fire there. Weapons whose hex was already attacked choose another.
func (f *firing) smallArmsByDoctrine() {
	g := f.g
	for _, w := range g.arsenal(f.s) {
		if g.weaponKind(w) != flamer || !f.free(w) || !g.outlook(f.s).hasSoftTarget(w, f.phase, nil) {
			continue
		}
		if hex := table.Decide(f.t, g.askFlame(f.s, w, f.phase)); hex != "" {
			g.flame(f.t, f.s, w, hex, f.phase)
		}
	}
	f.rakeByDoctrine()
	f.turnArtillery()
	meant := f.joins
	for {
		f.joins = nil
		var open []weapon
		view := g.outlook(f.s)
		for _, w := range g.arsenal(f.s) {
			i := slices.IndexFunc(meant, func(j aim) bool { return j.weapon == w })
			if i >= 0 && !slices.Contains(f.done, meant[i].hex) && view.canJoinAt(w, meant[i].hex, f.phase) {
				f.joins = append(f.joins, meant[i])
			} else {
				open = append(open, w)
			}
		}
		f.joins = append(f.joins, f.choose(open)...)
		meant = nil
		if len(f.joins) == 0 {
			return
		}
		before := len(f.done)
		for _, hex := range f.byNumber() {
			f.attackWith(volley{by: f.s, phase: f.phase, hex: hex})
		}
		if len(f.done) == before {
			return
		}
	}
}

// byNumber returns the intended hexes in numerical order, each once.
func (f *firing) byNumber() []string {
	out := table.Once(f.joins, func(j *aim) (string, bool) { return j.hex, !slices.Contains(f.done, j.hex) })
	slices.Sort(out)
	return out
}

// rakeByDoctrine fires machine guns at tanks: those that have nothing else to fire at, and those told to (D-53).
func (f *firing) rakeByDoctrine() {
	g := f.g
	var pools []plan
	var free []weapon
	view := g.outlook(f.s)
	for _, w := range g.arsenal(f.s) {
		if f.free(w) && !slices.ContainsFunc(f.joins, func(j aim) bool { return j.weapon == w }) && len(view.rakeTargets(w, f.phase)) > 0 && f.mends(w) {
			free = append(free, w)
		}
	}
	f.tell(view, free)
	for _, w := range free {
		tanks := view.rakeTargets(w, f.phase)
		if f.told(w) != "tanks" {
			continue
		}
		i := slices.IndexFunc(pools, func(p plan) bool { return p.target == tanks[0] })
		if i < 0 {
			pools = append(pools, plan{target: tanks[0]})
			i = len(pools) - 1
		}
		pools[i].rakes = append(pools[i].rakes, w)
	}
	for _, p := range pools {
		if guns := g.pairs(p.rakes); len(guns) > 0 {
			g.rake(f.t, f.s, p.target, guns, f.phase)
		}
	}
}

// pairs leaves out any vehicle MG without a partner: it could do nothing to a tank (LS-13.14a).
func (g *Game) pairs(guns []weapon) []weapon {
	mounted := table.Count(guns, func(w weapon) bool { return g.weaponKind(w) == mountedMG })
	if mounted%2 == 0 {
		return guns
	}
	for i := len(guns) - 1; i >= 0; i-- {
		if g.weaponKind(guns[i]) == mountedMG {
			return slices.Delete(slices.Clone(guns), i, i+1)
		}
	}
	return guns
}

// turnArtillery is D-54: in 4.5 an artillery gun with nothing in its arc turns towards the nearest target (LS-8.32f).
func (f *firing) turnArtillery() {
	g := f.g
	if f.phase != "4.5" {
		return
	}
	for _, w := range g.arsenal(f.s) {
		u := g.unit(w.unit)
		if !u.gun() || g.weaponKind(w) != artGun || !f.free(w) || !f.trained(w) || g.outlook(f.s).hasSoftTarget(w, f.phase, f.done) {
			continue
		}
		to := g.softTurn(w, f.phase, f.done)
		if to > 0 && table.Decide(f.t, g.askPivot(f.s, u.ID, f.phase)) {
			g.pivot(f.t, u.ID, to, f.phase)
		}
	}
}

// softTurn returns the facing in which a gun would bear on the best hex that it sees, or 0 if there is none.
func (g *Game) softTurn(w weapon, phase string, taken []string) int {
	u := g.unit(w.unit)
	best, to := "", 0
	var as *Game // with the gun turned
	for d := 1; d <= 6; d++ {
		if g.canPivot(u, d, phase) != nil {
			continue
		}
		if as == nil {
			as = g.Clone()
		}
		as.unit(w.unit).Facing = d
		hexes := as.outlook(u.Side).softTargets(w, phase, taken)
		if best != "" {
			hexes = append(hexes, best)
		}
		if hex := as.bestHex(w, hexes, phase, ""); hex != "" && hex != best {
			best, to = hex, d
		}
	}
	return to
}

// mayFire reports whether a side has a weapon with a legal target in a phase: 4.3, 4.5 or 4.9.
func (g *Game) mayFire(s table.Seat, phase string) bool {
	view := g.outlook(s)
	return slices.ContainsFunc(g.arsenal(s), func(w weapon) bool {
		if phase != "4.5" && len(view.vehicleTargets(w, phase, "", true)) > 0 {
			return true
		}
		if phase == "4.3" {
			return false
		}
		if view.hasSoftTarget(w, phase, nil) || len(view.rakeTargets(w, phase)) > 0 {
			return true
		}
		u := g.unit(w.unit)
		return phase == "4.5" && u.gun() && g.weaponKind(w) == artGun && g.softTurn(w, phase, nil) > 0
	})
}

// couldFire reports whether some enemy of a unit could make a small arms attack or a direct barrage on it where it
// stands (LS-6.31b, LS-5.1c).
func (g *Game) couldFire(u *Piece) bool {
	view := g.outlook(g.other(u.Side))
	return slices.ContainsFunc(g.arsenal(view.side), func(w weapon) bool {
		return g.ready(w, "") == nil && g.strength(w, 0).Total() > 0 && g.inRange(w, u.Hex) && view.bears(w, u)
	})
}
