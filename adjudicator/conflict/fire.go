package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// attack is one attack with everything settled: who attacks, from where, at what and with what (CH-7.8).
type attack struct {
	leader   string
	support  []string
	hex      string // target hex
	cc       string // the one unit attacked in close combat
	works    bool   // close combat against a work in the attacker's own hex (A31)
	work     string // the kind of work, if one was named
	eye      string // hex that stands in for the firer's in sight, elevation and smoke: the firer's own, or the observer hex (A73)
	haze     int
	distance int
	indirect bool
	smoke    bool // a smoke round (CH-13.1)
	flame    bool // CH-19.1
	turret   bool // out of its arc (CH-15.4)
	careful  bool // card 09
	weapon   string
	spent    []Issued // weapon cards of supporters (A82)
	he       bool     // always the flank DR (CH-12.1a)
	first    []string
}

// checkFire judges an attack (CH-7.8 step 1).
func checkFire(k *Game, o *order) (price, *table.Refusal) {
	a, r := k.aim(o)
	if r != nil {
		return price{}, r
	}
	if limit := orders.Int(o.args, "need", 0); limit > 0 && !a.smoke {
		if n, ok := k.easiest(a); ok && n > limit {
			return price{}, refuse("too-hard", "CH-7.2a", table.A("unit", a.leader), table.A("need", n), table.A("limit", limit))
		}
	}
	u := k.unit(a.leader)
	if r := k.firstThere(o, a); r != nil {
		return price{}, r
	}
	p := price{sum: k.fireCost(u, a.indirect)}
	if a.weapon != "" {
		w, _ := k.doc.Weapon(a.weapon)
		p.sum = table.Base("weapon."+a.weapon, w.Cost, w.Rule)
	}
	if a.turret {
		p.sum = p.sum.Plus("turret", k.doc.Tables.Turret, "CH-15.4a")
	}
	return p, nil
}

// aim works out an attack from what its player knows.
func (k *Game) aim(o *order) (attack, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return attack{}, r
	}
	a := attack{weapon: orders.Value(o.args, "with"), flame: o.has("flame"), smoke: o.has("smoke"), turret: o.has("turret"), indirect: o.has("indirect"), careful: o.has("careful"), works: o.has("works")}
	for _, kind := range breakables {
		if o.has(kind) {
			a.works, a.work = true, kind
		}
	}
	if a.careful && !slices.Contains(k.camp(o.seat).Hand, cardCarefulAim) {
		return a, refuse("no-card", "CH-C09", table.A("card", cardCarefulAim))
	}
	leaders := o.units
	for _, c := range o.also { // A82: a unit that supports with a card does not lead
		for _, id := range orders.List(c.Args, "units") {
			a.spent = append(a.spent, Issued{Card: orders.Value(c.Args, "with"), Unit: k.side(o.seat) + "." + id})
		}
	}
	leaders = slices.DeleteFunc(slices.Clone(leaders), func(n string) bool { return a.cardOf(n) != "" })
	l := said(o.args, "lead")
	if len(o.units) > 1 {
		l = orders.Value(o.args, "lead")
	}
	if l != "" {
		leaders = []string{k.side(o.seat) + "." + l}
		if !slices.Contains(o.units, leaders[0]) {
			return a, refuse("lead", "CH-9.1.2b", table.A("unit", leaders[0]))
		}
		if a.cardOf(leaders[0]) != "" {
			return a, refuse("lead", "A82", table.A("unit", leaders[0]))
		}
	}
	var best attack
	var why *table.Refusal
	score := 0
	for _, name := range leaders { // D22: the leader with the best FP
		b, r := k.lead(o, a, name)
		if r == nil {
			r = k.supports(o, &b)
		}
		if r != nil {
			why = or(why, r)
			continue
		}
		if len(leaders) == 1 {
			return b, nil
		}
		if n := k.promise(b); best.leader == "" || n > score {
			best, score = b, n
		}
	}
	if best.leader == "" {
		return a, or(why, refuse("lead", "CH-9.1.2b", table.A("unit", o.units[0])))
	}
	return best, nil
}

// cardOf returns the weapon card with which a unit supports an attack, or "" if there is none (A82).
func (a attack) cardOf(name string) string {
	c, _ := table.Find(a.spent, func(c *Issued) bool { return c.Unit == name })
	return c.Card
}

func or(a, b *table.Refusal) *table.Refusal {
	if a != nil {
		return a
	}
	return b
}

// lead works out an attack with one unit as the leader.
func (k *Game) lead(o *order, a attack, name string) (attack, *table.Refusal) {
	return k.leadAgainst(o, a, k.unit(name), "")
}

// leadAgainst works out an attack with a unit as the leader on an enemy, or on what the order means if that is "".
func (k *Game) leadAgainst(o *order, a attack, u *Unit, want string) (attack, *table.Refusal) {
	name := u.name()
	a.leader = name
	if r := k.mayShoot(u, a); r != nil {
		return a, r
	}
	if r := k.target(o, u, &a, want); r != nil {
		return a, r
	}
	a.eye, a.distance = u.Hex, k.distance(u.Hex, a.hex)
	p := k.print(u)
	a.he = p.HE || a.weapon != "" || a.flame
	if a.cc != "" || a.works {
		if a.indirect { // CH-12.0g
			return a, refuse("not-both", "CH-12.0g", table.A("one", "how.cc"), table.A("other", "how.indirect"))
		}
		a.turret = false
		return a, k.mayClose(u, &a)
	}
	if len(k.visibleFoes(u.Side, u.Hex)) > 0 && !(a.smoke && a.hex == u.Hex) {
		return a, refuse("engaged", "CH-7.7.3h", table.A("unit", name))
	}
	if a.hex == u.Hex {
		return a, refuse("own-hex", "CH-7.7.3a", table.A("unit", name))
	}
	if r := k.inRange(u, a); r != nil {
		return a, r
	}
	if !k.inArc(u.Hex, u.Facing, a.hex) && u.In != "trench" {
		if !p.Turret && !(a.flame && p.Flame == "turret") {
			return a, refuse("out-of-arc", "CH-6.1b", table.A("unit", name), table.A("at", a.hex))
		}
		if !a.turret {
			return a, refuse("turret", "CH-15.4a", table.A("unit", name), table.A("at", a.hex))
		}
	} else {
		a.turret = false
	}
	return a, k.lineTo(o, u, &a)
}

// mayShoot tests what any attacker needs (CH-7.8 step 1): it can fire, is not carried, and is not a mortar in a bunker.
func (k *Game) mayShoot(u *Unit, a attack) *table.Refusal {
	p, h := k.print(u), k.hit(u)
	no := func(code, rule string) *table.Refusal { return refuse(code, rule, table.A("unit", u.name())) }
	switch {
	case u.Off != "":
		return no("off-board", "CH-7.0a")
	case p.NoFire:
		return no("never-fires", "CH-16.0c")
	case u.Aboard != "":
		return no("aboard-fire", "CH-17.0e")
	case h.NoFire:
		return no("no-fire", "CH-7.5d")
	case p.Mortar() && u.In == "bunker":
		return no("mortar-bunker", "CH-18.1.2b")
	case a.flame && p.Flame == "":
		return no("no-flame", "CH-19.1a")
	case a.smoke && p.Smoke != "range" && !(k.force(u.Seat).MayShell && (p.Gun || p.Symbol == "armour")):
		return no("no-smoke", "CH-13.1a")
	case a.indirect && p.Indirect == 0:
		return no("no-indirect", "CH-12.0b")
	}
	if a.weapon != "" {
		return k.mayUse(u, a.weapon)
	}
	return nil
}

// mayUse refuses a weapon card that a unit has not been given (CH-8.4b).
func (k *Game) mayUse(u *Unit, weapon string) *table.Refusal {
	if slices.Contains(k.camp(u.Seat).Issued, Issued{Card: weapon, Unit: u.name()}) {
		return nil
	}
	return refuse("no-weapon", "CH-8.4b", table.A("unit", u.name()), table.A("weapon", "weapon."+weapon))
}

// target finds the hex of an enemy, or the one that an order means if that is "", and, in the attacker's own hex, the unit.
func (k *Game) target(o *order, u *Unit, a *attack, want string) *table.Refusal {
	if want == "" {
		want = orders.Value(o.args, "target")
	}
	if a.works {
		return k.targetWorks(u, want, a)
	}
	switch word := orders.Value(o.args, "aim"); {
	case want != "":
	case word == "nearest":
		want = k.nearestTarget(o, u, *a)
	case word == "mover":
		for _, n := range k.camp(o.seat).News {
			if n.Kind == "moved" && n.Unit != "" {
				want = n.Unit
			}
		}
	default:
		want = k.bestTarget(o, u, *a)
	}
	if want == "" {
		return refuse("no-target", "CH-7.0a", table.A("unit", u.name()))
	}
	if e := k.unit(want); e != nil {
		if !e.on() {
			return refuse("target-gone", "CH-7.0a", table.A("target", want))
		}
		a.hex = e.Hex
		if e.Hex == u.Hex && !a.smoke {
			a.cc = want
		}
		return nil
	}
	if !k.has(want) {
		return refuse("target-gone", "CH-7.0a", table.A("target", want))
	}
	a.hex = want
	if want == u.Hex && !a.smoke {
		for _, e := range k.visibleFoes(u.Side, want) { // the easiest unit in the hex
			b := *a
			b.eye, b.cc = u.Hex, e
			if a.cc == "" || k.promise(b) > k.promise(*a) {
				a.cc, a.eye = e, u.Hex
			}
		}
	}
	return nil
}

// targetWorks is the target of a close combat against a work (A31): the attacker's own hex and nothing else in it, since
// a close combat action has one target (CH-7.7.3b). From afar, any unit that fires shells at the hex hits its works.
func (k *Game) targetWorks(u *Unit, want string, a *attack) *table.Refusal {
	if k.unit(want) != nil {
		return refuse("works-alone", "CH-7.7.3b", table.A("unit", u.name()), table.A("target", want))
	}
	if want != "" && want != u.Hex {
		return refuse("works-afar", "CH-18.4a", table.A("unit", u.name()), table.A("at", want))
	}
	a.hex = u.Hex
	return nil
}

// bestTarget returns the enemy that a unit hits most easily (D16), the first listed among equals.
func (k *Game) bestTarget(o *order, u *Unit, a attack) string {
	return k.choose(o, u, a, k.needed)
}

// nearestTarget returns the nearest enemy that a unit can attack. If it can attack none, it returns the nearest of all,
// so that the refusal says why.
func (k *Game) nearestTarget(o *order, u *Unit, a attack) string {
	if e := k.choose(o, u, a, func(b attack, _ *Unit) (int, bool) { return b.distance, true }); e != "" {
		return e
	}
	return k.nearest(u)
}

// choose returns the enemy with the lowest measure among those that can be attacked, the first listed among equals.
func (k *Game) choose(o *order, u *Unit, a attack, measure func(attack, *Unit) (int, bool)) string {
	best, least := "", 0
	for e := range table.All(k.Units) {
		if e.Side == u.Side || !e.on() || e.Hidden {
			continue
		}
		b, r := k.leadAgainst(o, a, u, e.name())
		if r != nil {
			continue
		}
		if n, ok := measure(b, e); ok && (best == "" || n < least) {
			best, least = e.name(), n
		}
	}
	return best
}

// mayClose tests a close combat (CH-7.7.3): one enemy in the attacker's own hex; no arc, no minimum range.
func (k *Game) mayClose(u *Unit, a *attack) *table.Refusal {
	if a.weapon != "" {
		w, _ := k.doc.Weapon(a.weapon)
		if e := k.unit(a.cc); w.Vehicles && e != nil && !k.vehicle(e) {
			return refuse("vehicles-only", w.Rule, table.A("target", a.cc))
		}
	}
	if a.works {
		if !k.foot(u) || k.breakable(u.Hex, a.work) == nil {
			return refuse("no-works", "CH-18.4a", table.A("unit", u.name()), table.A("at", u.Hex))
		}
		return nil
	}
	if e := k.unit(a.cc); e == nil || e.Side == u.Side {
		return refuse("own-hex", "CH-7.7.3a", table.A("unit", u.name()))
	}
	return nil
}

// inRange is CH-7.7: up to twice the range, and no nearer than the minimum. Flamethrowers and weapon cards have ranges of
// their own.
func (k *Game) inRange(u *Unit, a attack) *table.Refusal {
	p, d, far := k.print(u), a.distance, 2*k.reach(u)
	if a.flame {
		far = 1
	}
	if a.weapon != "" {
		w, _ := k.doc.Weapon(a.weapon)
		far = 1
		if w.NoFar {
			far = 0
		}
	}
	if d > far {
		return refuse("out-of-range", "CH-7.7.1a", table.A("unit", u.name()), table.A("distance", d), table.A("range", far))
	}
	if d < p.Min && !a.flame && a.weapon == "" {
		return refuse("too-near", "CH-12.0d", table.A("unit", u.name()), table.A("distance", d), table.A("range", p.Min))
	}
	if h := k.hit(u); p.Min > 0 && h.Range > 0 && a.weapon == "" { // A47
		return refuse("too-near", "CH-7.5d", table.A("unit", u.name()), table.A("distance", d), table.A("range", p.Min))
	}
	return nil
}

// lineTo tests the line of sight of an attack; indirect fire looks from an observer hex (CH-12.0c).
func (k *Game) lineTo(o *order, u *Unit, a *attack) *table.Refusal {
	if !a.indirect {
		s := k.los(u.Hex, a.hex)
		if !s.clear {
			return refuse("no-sight", "CH-6.0a", table.A("unit", u.name()), table.A("at", a.hex))
		}
		a.haze = s.haze
		return nil
	}
	if slices.Contains(k.force(u.Seat).Wire, u.ID) && k.wired(u, a) { // it does not use via
		return nil
	}
	via := orders.Value(o.args, "via")
	for _, hex := range k.net.Places() {
		if via != "" && hex != via || k.distance(u.Hex, hex) > k.doc.Tables.Observe || len(k.visibleFoes(u.Side, hex)) > 0 {
			continue
		}
		if !k.los(u.Hex, hex).clear {
			continue
		}
		s := k.los(hex, a.hex)
		if s.clear && (a.eye == u.Hex && hex != u.Hex && a.eye != hex || k.nearer(u.Hex, hex, a.eye)) {
			a.eye, a.haze = hex, s.haze
			if via != "" {
				return nil
			}
		}
	}
	if a.eye == u.Hex && (via != u.Hex || !k.los(u.Hex, a.hex).clear) && !k.los(u.Hex, a.hex).clear {
		return refuse("no-observer", "CH-12.0c", table.A("unit", u.name()), table.A("at", a.hex))
	}
	return nil
}

// wired lets any unit of the side that sees the target observe for a mortar with wire or radio (CH-12.0e): the first one
// listed.
func (k *Game) wired(u *Unit, a *attack) bool {
	for x := range table.All(k.Units) {
		if x.Side != u.Side || !x.on() || x.Hex == a.hex || !k.looks(x, a.hex) {
			continue
		}
		a.eye, a.haze = x.Hex, k.los(x.Hex, a.hex).haze
		return true
	}
	return false
}

// nearer reports whether a hex is nearer to the mortar than the observer hex found so far (D24).
func (k *Game) nearer(mortar, hex, found string) bool {
	return found != mortar && k.distance(mortar, hex) < k.distance(mortar, found)
}

// supports checks the supporters of a group (CH-9.1.2b, 9.1.2c) and adds them to the attack.
func (k *Game) supports(o *order, a *attack) *table.Refusal {
	if w, ok := k.doc.Weapon(a.weapon); ok && !w.Support && len(o.units) > 1 {
		return refuse("no-group-card", w.Rule, table.A("card", w.ID))
	}
	if len(o.units) > 1 && !k.positive(a.leader, *a) {
		return refuse("no-fp", "CH-9.1.2c", table.A("unit", a.leader))
	}
	for _, name := range o.units {
		if name == a.leader {
			continue
		}
		u, l := k.unit(name), k.unit(a.leader)
		no := func(code, rule string) *table.Refusal {
			return refuse(code, rule, table.A("unit", name), table.A("at", a.hex), table.A("distance", k.distance(u.Hex, a.hex)), table.A("range", k.reach(u)))
		}
		if r := k.supportsWith(u, *a); r != nil {
			return r
		}
		h := k.hit(u)
		closeIn := a.cc != "" || a.works
		switch {
		case k.distance(u.Hex, l.Hex) > 1 || closeIn && u.Hex != l.Hex: // CH-7.7.3g
			return no("not-beside", "CH-9.1.2b")
		case k.print(u).NoFire || h.NoFire || h.Only || u.Aboard != "":
			return no("no-fire", "CH-9.1.2b")
		case k.print(u).Mortar() && u.In == "bunker":
			return no("mortar-bunker", "CH-18.1.2b")
		case h.Red != 0 || h.Blue != 0 || h.NoRed || h.NoBlue:
			return no("hit-fp", "CH-9.1.2b")
		case !closeIn && len(k.visibleFoes(u.Side, u.Hex)) > 0:
			return no("engaged", "CH-7.7.3h")
		case !closeIn && !k.inArc(u.Hex, u.Facing, a.hex) && u.In != "trench":
			return no("out-of-arc", "CH-9.1.2b")
		case !closeIn && !k.los(u.Hex, a.hex).clear:
			return no("no-sight", "CH-9.1.2b")
		case !closeIn && k.distance(u.Hex, a.hex) > k.reach(u):
			return no("out-of-range", "CH-9.1.2b")
		case !closeIn && k.distance(u.Hex, a.hex) < k.print(u).Min:
			return refuse("too-near", "CH-9.1.2b", table.A("unit", name), table.A("distance", k.distance(u.Hex, a.hex)), table.A("range", k.print(u).Min))
		case !k.positive(name, *a):
			return no("no-fp", "CH-9.1.2c")
		}
		a.support = append(a.support, name)
	}
	return nil
}

// supportsWith judges a supporter's weapon card: one meant for groups, assigned to this unit, used in the target's own
// hex (A82).
func (k *Game) supportsWith(u *Unit, a attack) *table.Refusal {
	card := a.cardOf(u.name())
	if card == "" {
		return nil
	}
	w, _ := k.doc.Weapon(card)
	if !w.Support {
		return refuse("no-group-card", w.Rule, table.A("card", card))
	}
	if d := k.distance(u.Hex, a.hex); d > 0 {
		return refuse("out-of-range", "A82", table.A("unit", u.name()), table.A("distance", d), table.A("range", 0))
	}
	return k.mayUse(u, card)
}

// positive reports whether a unit of a group has FP above 0 with its range bonus (CH-9.1.2c) against one of the colours
// in the hex.
func (k *Game) positive(name string, a attack) bool {
	b := a
	if name != a.leader {
		b.weapon, b.flame = a.cardOf(name), false
	}
	b.leader, b.support, b.careful = name, nil, false
	b.distance = k.distance(k.unit(name).Hex, a.hex)
	b.eye = k.unit(name).Hex
	targets := k.targets(a)
	for _, e := range targets {
		if fp, ok := k.attackFP(b, k.unit(e)); ok && fp.Total() > 0 {
			return true
		}
	}
	if len(targets) == 0 {
		fp, ok := k.attackFP(b, nil)
		return ok && fp.Total() > 0
	}
	return false
}

// targets returns the units that an attack is resolved against, in the attacker's order (CH-7.5.1a): all that are seen in
// the hex, or the one attacked in close combat.
func (k *Game) targets(a attack) []string {
	if a.cc != "" {
		return []string{a.cc}
	}
	if a.works {
		return nil
	}
	var out []string
	for _, name := range a.first {
		if u := k.unit(name); u != nil && u.on() && u.Hex == a.hex && !u.Hidden && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, name := range k.byID(a.hex) {
		if !slices.Contains(out, name) && !k.unit(name).Hidden {
			out = append(out, name)
		}
	}
	return out
}

// byID returns the units in a hex by name, each load after its vehicle. Rolls are made in this order unless the player
// names another.
func (k *Game) byID(hex string) []string {
	all := slices.Sorted(slices.Values(k.at(hex)))
	var out []string
	for _, name := range all {
		if u := k.unit(name); u.Aboard != "" && slices.Contains(all, u.Aboard) {
			continue
		}
		out = append(out, name)
		out = append(out, table.Keep(all, func(l string) bool { return k.unit(l).Aboard == name })...)
	}
	return out
}
