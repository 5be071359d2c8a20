package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// plan is what a fire line means: which weapons fire what at which target.
type plan struct {
	target   string   // vehicle; "" for none
	hex      string   // hex of the small arms attack
	second   string   // the other hex of a split attack (LS-16.14b)
	shots    []weapon // anti-tank attacks at the target
	rakes    []weapon // machine guns at the tank
	flames   []weapon // flamethrowers at the hex
	volley   []weapon // the combined attack on the hex
	grenades []string // units of the volley that throw rifle grenades

	ungrenaded []omission // units that were to throw grenades and cannot: they fire without
}

func (p plan) empty() bool { return len(p.shots)+len(p.rakes)+len(p.flames)+len(p.volley) == 0 }

// phaseOf returns the phase of a fire line. A line that no mail has put into a phase yet belongs to the next phase in
// which its side could carry it out.
func (g *Game) phaseOf(s table.Seat, l table.Line) string {
	v := g.unit(orders.Value(l.Args, "target"))
	switch {
	case l.Phase != "":
		return l.Phase
	case s == g.Phasing:
		return "4.9"
	case v != nil && v.vehicle() && slices.ContainsFunc(orders.List(l.Args, "units"), func(id string) bool {
		return slices.ContainsFunc(g.meant(id, nil, true), func(w weapon) bool { return capable(g.weaponKind(w)) })
	}):
		return "4.3"
	}
	return "4.5"
}

// omission is a unit of a line that cannot do what it says, and why.
type omission struct {
	unit string
	why  *table.Refusal
}

// plan works out a fire line from what a side knows. A vehicle as target means anti-tank fire by every weapon that can
// fire it, machine guns at a tank that is vulnerable to them, and small arms at armoured cars and trucks. Anything
// else is a small arms attack on the hex.
func (g *Game) plan(s table.Seat, l table.Line) (plan, []omission) {
	phase := g.phaseOf(s, l)
	p := plan{second: orders.Value(l.Args, "second")}
	where := orders.Value(l.Args, "target")
	p.hex = where
	if e := g.unit(where); e != nil {
		p.hex = e.Hex
		if e.vehicle() {
			p.target = e.ID
		}
	}
	using := orders.List(l.Args, "using")
	var left []omission
	var placed []weapon // a weapon named twice, by its own name and its bearer's, fires once
	for _, id := range unitsOf(l) {
		before, twice := p.size(), false
		var why *table.Refusal
		for _, w := range g.meant(id, using, p.target != "" && phase != "4.5") {
			if slices.Contains(placed, w) {
				twice = true
				continue
			}
			placed = append(placed, w)
			if r := g.place(&p, w, phase, using); r != nil && (why == nil || capable(g.weaponKind(w)) == (p.target != "")) {
				why = r
			}
		}
		if p.size() == before && !twice {
			if why == nil && len(using) > 0 {
				why = g.notAboard(id, using)
			}
			if why == nil && g.unit(id) != nil && !g.unit(id).vehicle() {
				why = g.ready(weapon{unit: id}, phase) // it has no weapon, or none that the line means
			}
			if why == nil {
				why = refuse("unarmed", "LS-2.22a", table.A("unit", id))
			}
			left = append(left, omission{id, why})
		}
	}
	if n := len(p.rakes); n > 0 {
		if p.rakes = g.pairs(p.rakes); len(p.rakes) == 0 {
			left = append(left, omission{unitsOf(l)[0], refuse("mg-alone", "LS-13.14a", table.A("target", p.target))})
		}
	}
	return p, left
}

func (p plan) size() int { return len(p.shots) + len(p.rakes) + len(p.flames) + len(p.volley) }

// meant returns the weapons of a counter that a line means: all, or those that it names by mount or kind. A group
// fires its personal weapons at vehicles, or if the line names them (LS-13.11b).
func (g *Game) meant(id string, using []string, vehicle bool) []weapon {
	u := g.unit(id)
	if u == nil {
		return nil
	}
	all := g.weapons(u)
	if vehicle || len(using) > 0 {
		all = append(all, g.carried(id)...)
	}
	names := slices.DeleteFunc(slices.Clone(using), func(s string) bool { return s == "grenades" })
	if len(names) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(w weapon) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return g.isCalled(w, n) })
	})
}

// notAboard is the refusal of a counter that has none of the weapons a line names. It names the weapons that it has
// (LS-2.42a).
func (g *Game) notAboard(id string, using []string) *table.Refusal {
	u := g.unit(id)
	if u == nil || len(g.meant(id, using, true)) > 0 {
		return nil
	}
	var has []string
	for _, w := range append(g.weapons(u), g.carried(id)...) {
		has = table.With(has, g.weaponWord(w))
	}
	if len(has) == 0 {
		return nil
	}
	return refuse("no-mount", "LS-2.42a", table.A("unit", id), table.A("has", has))
}

// isCalled reports whether a word of a fire line means a weapon.
func (g *Game) isCalled(w weapon, word string) bool {
	kind := g.weaponKind(w)
	switch word {
	case "guns":
		return kind == mainGun || kind == atGun || kind == aaGun || kind == artGun
	case "mgs":
		return kind == mountedMG || kind == platoonMG
	case "rifles":
		return kind == rifles || kind == platoonMG
	}
	if word == "gun" && kind == mainGun { // the only one
		u := g.unit(w.unit)
		return len(slices.DeleteFunc(g.weapons(u), func(o weapon) bool { return g.weaponKind(o) != mainGun })) == 1
	}
	return word == w.mount || word == w.label() || word == kind
}

// place gives a weapon its part in a plan, or says why it has none.
func (g *Game) place(p *plan, w weapon, phase string, using []string) *table.Refusal {
	kind, u := g.weaponKind(w), g.unit(w.unit)
	v := g.unit(p.target)
	if p.second != "" {
		if r := g.canSplit(w, p.hex, p.second, phase); r != nil {
			return r
		}
	}
	switch {
	case v != nil && p.second != "" && v.tank():
		return refuse("cannot-split", "LS-16.14b", table.A("unit", w.unit), table.A("hex", p.hex), table.A("second", p.second))
	case v != nil && capable(kind) && phase != "4.5":
		if r := g.canShoot(w, p.target, phase); r != nil && !g.outlook(u.Side).couldTurn(w, v, phase) {
			return r
		}
		p.shots = append(p.shots, w)
		return nil
	case v != nil && v.tank():
		if r := g.canRake(w, p.target, phase); r != nil {
			return r
		}
		p.rakes = append(p.rakes, w)
		return nil
	}
	if r := g.canVolley(w, p.hex, phase); r != nil {
		return r
	}
	if kind == flamer {
		p.flames = append(p.flames, w)
		return nil
	}
	p.volley = append(p.volley, w)
	if slices.Contains(using, "grenades") {
		if r := g.throws(u, p.hex); r == nil {
			p.grenades = append(p.grenades, u.ID)
		} else {
			p.ungrenaded = append(p.ungrenaded, omission{u.ID, r})
		}
	}
	return nil
}

// canSplit is LS-16.14b: MG platoons may fire at two adjacent hexes.
func (g *Game) canSplit(w weapon, first, second, phase string) *table.Refusal {
	switch {
	case !g.in("LS-16.14b") && !g.in("LS-16.14"):
		return refuse("no-split", "LS-16.14b", table.A("unit", w.unit))
	case g.weaponKind(w) != platoonMG || g.distance(first, second) != 1:
		return refuse("cannot-split", "LS-16.14b", table.A("unit", w.unit), table.A("hex", first), table.A("second", second))
	}
	return g.canVolley(w, second, phase)
}

// throws reports why a unit cannot throw rifle grenades at a hex, or returns nil if it can: infantry that was
// designated, still has them and is adjacent to the hex (LS-16.13a, LS-16.13b, LS-16.13d). They exist from 1917.
func (g *Game) throws(u *Piece, hex string) *table.Refusal {
	switch {
	case !g.grenadiers():
		return refuse("not-in-force", "LS-16.13a", table.A("rule", "LS-16.13"))
	case !u.infantry() || !u.Grenades:
		return refuse("no-grenades", "LS-16.13a", table.A("unit", u.ID))
	case g.distance(u.Hex, hex) != 1:
		return refuse("grenades-far", "LS-16.13b", table.A("unit", u.ID), table.A("hex", hex))
	}
	return nil
}

// grenadiers reports whether rifle grenades exist at all: if both sides agreed on them, from 1917 (LS-16.13a).
func (g *Game) grenadiers() bool { return g.in("LS-16.13") && g.dated("1917") }

// mayOrderFire reports why a fire line is not legal: at least one of its units must be able to do what it says, and
// the hex must not have been attacked.
func mayOrderFire(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if e := k.unit(orders.Value(l.Args, "target")); e != nil && (e.Out != "" || e.Hex == "") {
		return refuse("target-gone", "LS-8.0a", table.A("target", e.ID))
	}
	if slices.Contains(orders.List(l.Args, "using"), "grenades") && !k.grenadiers() {
		return refuse("not-in-force", "LS-16.13a", table.A("rule", "LS-16.13"))
	}
	p, left := k.plan(s, l)
	if !p.empty() {
		return nil
	}
	if len(left) == 0 {
		return refuse("nobody-fires", "LS-8.61a")
	}
	r := left[0].why
	r.Legal = k.alternatives(s, l)
	return r
}

// alternatives returns targets at which the units of a line could fire.
func (g *Game) alternatives(s table.Seat, l table.Line) []string {
	var out []string
	phase, view := g.phaseOf(s, l), g.outlook(s)
	for _, id := range unitsOf(l) {
		for _, w := range g.meant(id, nil, true) {
			for _, hex := range view.softTargets(w, phase, nil) {
				out = append(out, "fire "+id+" at "+hex)
			}
			if phase != "4.5" {
				for _, v := range view.vehicleTargets(w, phase, "", true) {
					out = append(out, "fire "+id+" at "+v)
				}
			}
			for _, v := range view.rakeTargets(w, phase) {
				out = append(out, "fire "+id+" at "+v)
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), listed)]
}

// listed is how many alternatives a refusal names.
const listed = 6
