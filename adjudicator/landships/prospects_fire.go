package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// volleys are the small arms attacks that a side can make in a phase, one for each hex. The best has as many of those who bear on it as change its
// chance, and so each next one of those who are left. Nobody else joins the best by doctrine but without effect, and its chance is that of the
// die alone. A hex for which nobody is left is proposed to all who bear on it, instead of another.
func (g *Game) volleys(s table.Seat, phase string) []table.Prospect {
	list := g.salvos(s, phase)
	slices.SortStableFunc(list, func(a, b salvo) int { return cmp.Compare(b.p.Worth, a.p.Worth) })
	var out, others []aimed
	var taken []string
	for i, x := range list {
		left := x.without(taken...)
		p, ok := g.volleyed(left.volley, left.units)
		if !ok {
			others = append(others, aimed{x.units, x.p})
			continue
		}
		left.p = p
		left = g.sufficient(left, list[i+1:])
		taken = append(taken, left.units...)
		if !slices.EqualFunc(left.p.Chance, x.p.Chance, sameChance) { // alone it would be joined by those who are to fire elsewhere
			left.p.Says.Args = append(left.p.Says.Args, table.A("hit", percent(left.p.Chance[0])), table.A("felled", percent(left.p.Chance[1])))
			left.p.Chance = nil
		}
		out = append(out, aimed{left.units, left.p})
	}
	least := 0
	for i, x := range out {
		if i == 0 || x.p.Worth < least {
			least = x.p.Worth
		}
	}
	for _, x := range others { // after all that can be done together
		x.p.Worth = min(x.p.Worth, least-1)
		out = append(out, x)
	}
	if phase == "4.9" && len(g.shared()) > 0 { // close assaults come first, and may open a line for more firers
		for i := range out {
			out[i].p.Chance = nil
		}
	}
	return allot(out)
}

// salvo is a small arms attack of some units on a hex, with what it can do.
type salvo struct {
	volley
	units []string
	p     table.Prospect
}

// salvos lists the attacks of all who bear on a hex, for each hex with somebody who can be hit.
func (g *Game) salvos(s table.Seat, phase string) (out []salvo) {
	arsenal := slices.DeleteFunc(g.arsenal(s), func(w weapon) bool { return g.weaponKind(w) == flamer || g.ready(w, phase) != nil })
	for _, hex := range g.enemyHexes(s) {
		if g.ridden(s, hex) {
			continue
		}
		x := salvo{volley: volley{by: s, phase: phase, hex: hex}}
		var crews []string
		for _, w := range arsenal {
			if g.reaches(w, hex) != nil || g.canVolley(w, hex, phase) != nil {
				continue
			}
			u := g.unit(w.unit)
			if u.gun() {
				crew, _, r := g.worker(u, phase, false, crews...)
				if r != nil {
					continue
				}
				crews = append(crews, crew)
			}
			x.weapons = append(x.weapons, w)
			x.units = table.With(x.units, w.unit)
		}
		if p, ok := g.volleyed(x.volley, x.units); ok {
			x.p = p
			out = append(out, x)
		}
	}
	return out
}

// without returns the attack without some units.
func (x salvo) without(units ...string) salvo {
	x.units = slices.DeleteFunc(slices.Clone(x.units), func(id string) bool { return slices.Contains(units, id) })
	x.weapons = slices.DeleteFunc(slices.Clone(x.weapons), func(w weapon) bool { return slices.Contains(units, w.unit) })
	return x
}

// sufficient leaves out of an attack those who do not change what it can do and bear on another hex: first those who bear on most.
func (g *Game) sufficient(x salvo, others []salvo) salvo {
	choice := map[string]int{} // only looked up
	for _, o := range others {
		for _, id := range o.units {
			choice[id]++
		}
	}
	for _, id := range slices.SortedStableFunc(slices.Values(x.units), func(a, b string) int { return choice[b] - choice[a] }) {
		fewer := x.without(id)
		p, ok := g.volleyed(fewer.volley, fewer.units)
		if choice[id] > 0 && ok && slices.EqualFunc(p.Chance, x.p.Chance, sameChance) {
			fewer.p = p
			x = fewer
		}
	}
	return x
}

// sameChance reports whether two likelihoods are the same.
func sameChance(a, b table.Likelihood) bool { return a.Num*b.Den == b.Num*a.Den }

// percent returns a chance in whole hundredths.
func percent(c table.Likelihood) int { return int((200*c.Num + c.Den) / (2 * c.Den)) }

// ridden reports whether charging cavalry of a side will enter a hex before it fires at it (LS-6.34f).
func (g *Game) ridden(s table.Seat, hex string) bool {
	return g.has(s, "", func(u *Piece) bool { return u.cavalry() && u.Charge > 0 && slices.Contains(g.chargeHexes(u), hex) })
}

// volleyed says what an attack on a hex can do, by the terms of its dice. It is worth nothing if its strength has no column or nobody can be
// hit.
func (g *Game) volleyed(v volley, units []string) (table.Prospect, bool) {
	strength, near, far := 0, 0, 0
	for i, w := range v.weapons {
		d := g.distance(g.bearer(w).Hex, v.hex)
		strength += g.strength(w, d).Total()
		if i == 0 || d < near {
			near = d
		}
		far = max(far, d)
	}
	c, ok := g.column(strength)
	if !ok || len(v.weapons) == 0 {
		return table.Prospect{}, false
	}
	most, kind := 0, ""
	faces := map[string]int{} // only looked up
	for _, k := range []string{onFoot, shockFoot, onHorse, onWheels} {
		if !g.kindAt(v.by, v.hex, k) {
			continue
		}
		faces[k] = max(0, min(6, c.Hit-termsOf(g.againstKind(v, k))))
		if kind == "" || faces[k] > most {
			most, kind = faces[k], k
		}
	}
	if most == 0 {
		return table.Prospect{}, false
	}
	num, den := g.felled(v, faces)
	at := func(f table.Fact, kind string) bool {
		return g.tells(f, v.phase, kind) && f.Rule == "LS-8.63a" && f.Text("hex") == v.hex
	}
	enemies := g.atHex(g.other(v.by), v.hex)
	pinned := g.of(g.other(v.by), v.hex, func(u *Piece) bool { return u.Pinned })
	p := table.Prospect{Target: v.hex, Line: "fire " + strings.Join(units, ",") + " at " + v.hex,
		Worth: most*len(g.of(g.other(v.by), v.hex, (*Piece).group)) + most + 100,
		Says: table.Say("can.volley", "LS-8.63a", table.A("enemies", enemies), table.A("pinned", pinned), table.A("all", len(pinned) == len(enemies)), table.A("near", near), table.A("far", far), table.A("strength", strength), table.A("column", c.name()),
			table.A("cover", g.shelters(v.hex)), table.A("needed", c.Hit), table.A("modifier", board.Modifier(termsOf(g.againstKind(v, kind)))), table.A("plain", termsOf(g.againstKind(v, kind)) == 0)),
		Chance: []table.Likelihood{
			chance("odds.hit", int64(most), 6, func(f table.Fact) bool {
				return at(f, "small-arms") && f.Text("side") == string(v.by) && f.Text("result") == outcome(true)
			}),
			chance("odds.felled", num, den, func(f table.Fact) bool {
				return at(f, "morale") && slices.Contains(enemies, f.Text("unit")) && !truth(f, "holds")
			}),
		}}
	return p, true
}

// atHex names the counters of a side in a hex that small arms or assaults are about.
func (g *Game) atHex(s table.Seat, hex string) []string {
	return g.of(s, hex, func(u *Piece) bool { return !u.personal() })
}

func termsOf(list []term) int {
	n := 0
	for _, m := range list {
		n += m.Value
	}
	return n
}

// felled is the chance that a volley eliminates at least one of those who are tested when it hits: each has a die of its own.
func (g *Game) felled(v volley, faces map[string]int) (num, den int64) {
	mods := termsOf(g.shock(v))
	all := int64(1)
	var tested []*Piece
	for _, id := range g.of(g.other(v.by), v.hex, func(u *Piece) bool { return g.targetKind(u) != "" && u.tests() && u.Class != "AC" }) { // the test of those who mend a wheel fells no car (LS-8.67c)
		tested = append(tested, g.unit(id))
		all *= 6
	}
	for roll := 1; roll <= 6; roll++ {
		stand := int64(1)
		for _, u := range tested {
			keeps := int64(6)
			if roll <= faces[g.targetKind(u)] {
				keeps = int64(max(0, min(6, g.rating(u, true).Total()-mods)))
			}
			stand *= keeps
		}
		num += all - stand
	}
	return num, 6 * all
}

// shotsOf are the anti-tank shots that weapons of a side can fire in a phase. A gun that does not bear turns first.
func (g *Game) shotsOf(s table.Seat, phase string) []table.Prospect {
	var out []table.Prospect
	seen := ""
	for _, w := range append(g.arsenal(s), g.allCarried(s)...) {
		if w.unit == seen || !capable(g.weaponKind(w)) || g.ready(w, phase) != nil {
			continue
		}
		seen = w.unit
		for _, target := range g.of(g.other(s), "", (*Piece).vehicle) {
			l := table.Line{Verb: "fire", Phase: phase, Args: []table.Arg{{Name: "units", Value: w.unit}, {Name: "target", Value: target}}}
			if plan, _ := g.plan(s, l); len(plan.shots) > 0 {
				out = append(out, g.shooting(w, plan.shots, target, phase))
			}
		}
	}
	return out
}

// allCarried returns the personal weapons of a side's groups.
func (g *Game) allCarried(s table.Seat) []weapon {
	var out []weapon
	for _, id := range g.of(s, "", (*Piece).group) {
		out = append(out, g.carried(id)...)
	}
	return out
}

// shooting says what a counter's shots at a vehicle can do.
func (g *Game) shooting(w weapon, shots []weapon, target, phase string) table.Prospect {
	u, v := g.unit(w.unit), g.unit(target)
	far := g.distance(g.stand(u), v.Hex)
	p := table.Prospect{Unit: u.ID, Target: target, Line: "fire " + u.ID + " at " + target}
	hit := func(kind string) func(table.Fact) bool {
		return func(f table.Fact) bool {
			return g.tells(f, phase, kind) && f.Text("unit") == u.ID && f.Text("target") == target && f.Text("result") == outcome(true)
		}
	}
	args := []table.FactArg{table.A("target", target), table.A("kind", g.kind(v)), table.A("hex", v.Hex), table.A("distance", far)}
	switch g.weaponKind(w) {
	case flamer:
		n := int64(faces(g.rolls().FlameVehicle))
		p.Chance = []table.Likelihood{chance("odds.destroyed", n, 6, hit("flame-vehicle"))}
		p.Says = table.Say("can.flame", "LS-13.13g", append(args, table.A("left", u.Uses))...)
	case atRifle:
		miss, all := int64(1), int64(1)
		for range g.shots(w) {
			miss, all = miss*int64(6-faces(g.rolls().ATRHit)), all*6
		}
		p.Chance = []table.Likelihood{chance("odds.hit", all-miss, all, hit("atr-shot"))}
		p.Says = table.Say("can.rifle", "LS-13.12c", append(args, table.A("shots", g.shots(w)), table.A("breaks", g.rolls().ATRBreakdown.needs()))...)
	default:
		turns := g.outlook(u.Side).couldTurn(w, v, phase)
		as := g
		if turns { // as it would stand
			as = g.Clone()
			gun := as.unit(u.ID)
			gun.Facing, gun.Pivoted = g.turnTo(u, v), phase
		}
		miss, all, n := int64(1), int64(1), 0
		for _, shot := range shots {
			for at := range g.shots(shot) {
				need := as.toHit(far) - termsOf(as.acquisition(shot, v, at)) - termsOf(as.aiming(shot, v, phase))
				miss, all, n = miss*int64(10-max(min(need, 10), g.rolls().NaturalHit.High)), all*10, n+1
			}
		}
		p.Chance = []table.Likelihood{chance("odds.destroyed", all-miss, all, hit("at-shot"))}
		p.Says = table.Say("can.shot", "LS-8.53a", append(args, table.A("shots", n), table.A("needed", g.toHit(far)), table.A("turns", turns),
			table.A("modifier", board.Modifier(termsOf(as.acquisition(shots[0], v, 0))+termsOf(as.aiming(shots[0], v, phase)))))...)
	}
	p.Worth = 200 + int(100*p.Chance[0].Num/p.Chance[0].Den)
	return p
}

// rakings are the machine guns that can fire at tanks whose crews or plates fear them.
func (g *Game) rakings(s table.Seat, phase string) []table.Prospect {
	var out []table.Prospect
	need := int64(faces(g.rolls().MGWeakTank))
	for _, w := range g.arsenal(s) {
		if g.weaponKind(w) != platoonMG {
			continue
		}
		for _, tank := range g.outlook(s).rakeTargets(w, phase) {
			v := g.unit(tank)
			p := table.Prospect{Unit: w.unit, Target: tank, Line: "fire " + w.unit + " at " + tank, Worth: 60,
				Says: table.Say("can.rake", "LS-13.14a", table.A("target", tank), table.A("kind", g.kind(v)), table.A("hex", v.Hex), table.A("distance", g.distance(g.unit(w.unit).Hex, v.Hex)),
					table.A("nervous", g.nervous(v)), table.A("needed", g.rolls().MGWeakTank.needs()))}
			p.Chance = []table.Likelihood{chance("odds.hit", need, 6, func(f table.Fact) bool {
				return g.tells(f, phase, "mg-at-tank") && f.Text("target") == tank && slices.Contains(f.List("units"), w.unit) && f.Text("result") == outcome(true)
			})}
			out = append(out, p)
		}
	}
	return out
}
