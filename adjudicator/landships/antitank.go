package landships

import (
	"fieldpost/adjudicator/table"
)

// toHit returns the number that an anti-tank shot needs at a range (LS-8.53a, M-04).
func (g *Game) toHit(far int) int {
	need := 0
	for _, n := range g.doc.Tables.ToHit {
		if far >= n.From {
			need = n.Value
		}
	}
	return need
}

// aiming returns the terms of an anti-tank die except acquisition. All are cumulative, and artillery aims like AT guns
// (LS-13.22a): turned gun (LS-8.32c), town (LS-8.57a), size (LS-8.57b), near AT gun (LS-8.58a), artillery against cars
// (LS-8.59a), untrained crew (LS-13.24c), a leader aboard (LS-14.11c), a crew that was on the floor (LS-15.12g).
func (g *Game) aiming(w weapon, v *Piece, phase string) []term {
	u, kind := g.unit(w.unit), g.weaponKind(w)
	var out []term
	if u.gun() && g.arm(u).Facing && u.Pivoted == phase { // LS-13.23b: an AA gun never turns
		out = append(out, g.modifiers().PivotAT.times(1))
	}
	if row := g.ground(v.Hex); row.AntiTank != 0 {
		out = append(out, term{"terrain." + row.ID, row.AntiTank, "LS-8.57a"})
	}
	if size := g.vehicle(v).Size; size != 0 {
		out = append(out, term{"fire.size", size, "LS-2.44a"})
	}
	if kind == atGun && g.distance(g.stand(u), v.Hex) <= g.constants().ATClose.Value {
		out = append(out, g.modifiers().ATClose.times(1))
	}
	if kind == artGun && (v.Class == "AC" || v.Class == "TRK") {
		out = append(out, g.modifiers().ArtVCar.times(1))
	}
	if u.gun() {
		if _, trained, r := g.worker(u, phase, true); r == nil && !trained {
			out = append(out, g.modifiers().Untrained.times(1))
		}
	}
	if kind == mainGun && u.tank() && g.commander(u.ID) != "" {
		out = append(out, g.modifiers().Leader.times(1))
	}
	if kind == mainGun && u.Shaken {
		out = append(out, g.modifiers().Floor.times(1))
	}
	return out
}

// chance returns the chance that the first shot of a weapon hurts a vehicle, as the numerator over chances. For an AT
// rifle it is the chance that it hits and breaks the vehicle down.
func (g *Game) chance(w weapon, target, phase string) int {
	v := g.unit(target)
	switch g.weaponKind(w) {
	case flamer:
		return faces(g.rolls().FlameVehicle) * chances / 6
	case atRifle:
		return faces(g.rolls().ATRHit) * faces(g.rolls().ATRBreakdown) * chances / 36
	}
	need, mods := g.toHit(g.distance(g.stand(g.unit(w.unit)), v.Hex)), 0
	for _, m := range append(g.aiming(w, v, phase), g.acquisition(w, v, 0)...) {
		mods += m.Value
	}
	return max(min(need-mods, 10), g.rolls().NaturalHit.High) * chances / 10
}

// chances is a common denominator of d6, two d6 and d10.
const chances = 180

// faces returns how many faces of a plain d6 succeed.
func faces(r Roll) int { return max(0, min(r.High, 6)-max(r.Low, 1)+1) }

// antiTank is one anti-tank attack (LS-8.5). The weapon fires at the vehicle until it is hit or the shots are used up,
// one die for each shot, each attack by itself (LS-8.52a); after a hit it goes on to a new target (LS-8.55).
// Flamethrowers and AT rifles have procedures of their own (LS-8.53b). Artillery fires this way without observer, fire
// order, ammunition or scatter (LS-5.7b).
func (f *firing) antiTank(w weapon, target string) {
	g, phase, t := f.g, f.phase, f.t.At(w.unit)
	if w.mount != "" {
		t = t.At(w.label())
	}
	switch g.weaponKind(w) {
	case flamer:
		g.flameVehicle(t, w, target, phase)
		return
	case atRifle:
		f.fireRifle(t, w, target)
		return
	}
	area, at := g.unit(target).Hex, 0 // at: shots at this target in this volley, all missed
	for shot := 1; shot <= g.shots(w); shot++ {
		if !g.fireShot(t, w, target, phase, shot, at) {
			at++
			continue
		}
		if shot == g.shots(w) {
			break
		}
		next := f.nextTarget(t, w, area)
		if next == "" {
			rule := "LS-8.55b"
			if phase == "4.9" {
				rule = "LS-8.55c"
			}
			t.Report(rule, "shots-lost", table.A("unit", w.unit), table.A("weapon", g.weaponWord(w)), table.A("shots", g.shots(w)-shot))
			break
		}
		target, at = next, 0 // LS-8.56a: a new target, in the same hex or not
	}
	if v := g.unit(target); at > 0 {
		g.remember(w, target, v.Hex, false)
	}
	g.hasFired(w, phase)
}

// fireShot is one d10 (LS-8.53a): at or under the number the vehicle is destroyed and removed. A natural 1 always hits
// (LS-8.53d). A zero on the die counts as ten (LS-8.5b).
func (g *Game) fireShot(t *table.Table, w weapon, target, phase string, shot, at int) bool {
	u, v := g.unit(w.unit), g.unit(target)
	far := g.distance(g.stand(u), v.Hex)
	need := g.toHit(far)
	die := with(t.At(target).Roll(u.Side, "to hit", 1, 10), append(g.acquisition(w, v, at), g.aiming(w, v, phase)...)...)
	rule, hit := "LS-8.53a", die.Total() <= need
	if g.rolls().NaturalHit.holds(die.Natural()) && !hit {
		rule, hit = "LS-8.53d", true
	}
	hex := v.Hex
	t.Report(rule, "at-shot", table.A("unit", w.unit), table.A("weapon", g.weaponWord(w)), table.A("worker", g.workerOf(u, phase)), table.A("from", g.stand(u)), table.A("target", target), table.A("hex", hex),
		table.A("range", far), table.A("shot", shot), table.A("roll", die), table.A("needed", need), table.A("result", outcome(hit)))
	if hit {
		g.remember(w, target, hex, true)
		g.destroyVehicle(t, target, "LS-8.53a")
	}
	return hit
}

// workerOf returns the unit that works a gun, or "" for other weapons.
func (g *Game) workerOf(u *Piece, phase string) string {
	if !u.gun() {
		return ""
	}
	id, _, _ := g.worker(u, phase, true)
	return id
}

// outcome returns the words' key of a hit or a miss.
func outcome(hit bool) string {
	if hit {
		return "result.hit"
	}
	return "result.missed"
}

// weaponWord returns the words' key of a weapon.
func (g *Game) weaponWord(w weapon) string {
	if w.mount != "" {
		return "mount." + w.mount
	}
	return "weapon." + g.weaponKind(w)
}

// fireRifle is LS-13.12: up to three d6 without any modifier. A hit needs a second die for a breakdown, whose type is
// then rolled. The rifle may change its target only after a hit, even one without effect, and then to any vehicle in
// range (LS-13.12d, LS-8.55d).
func (f *firing) fireRifle(t *table.Table, w weapon, target string) {
	g := f.g
	u := g.unit(w.unit)
	hitOn, breakOn := g.rolls().ATRHit, g.rolls().ATRBreakdown
	for shot := 1; shot <= g.shots(w) && target != ""; shot++ {
		v := g.unit(target)
		die := t.At(target).Roll(u.Side, "at rifle", 1, 6)
		hit := hitOn.holds(die.Total())
		t.Report("LS-13.12c", "atr-shot", table.A("unit", w.unit), table.A("carrier", u.Carrier), table.A("from", g.stand(u)), table.A("target", target), table.A("hex", v.Hex),
			table.A("range", g.distance(g.stand(u), v.Hex)), table.A("shot", shot), table.A("roll", die), table.A("needed", hitOn.needs()), table.A("result", outcome(hit)))
		if !hit {
			continue
		}
		effect := t.At(target).Roll(u.Side, "atr effect", 1, 6)
		breaks := breakOn.holds(effect.Total())
		t.Report("LS-13.12c", "atr-effect", table.A("unit", w.unit), table.A("target", target), table.A("roll", effect), table.A("needed", breakOn.needs()), table.A("result", brokenWord(breaks)))
		if breaks {
			g.breakDown(t, target, "LS-13.12c")
		}
		if shot < g.shots(w) {
			target = f.nextRifleTarget(t, w, target)
		}
	}
	g.hasFired(w, f.phase)
}

// brokenWord returns the words' key of a breakdown or of none.
func brokenWord(breaks bool) string {
	if breaks {
		return "result.breaks"
	}
	return "result.none"
}

// flameVehicle is LS-13.13g: one use, and one d6 without modifiers that eliminates the vehicle or does nothing.
func (g *Game) flameVehicle(t *table.Table, w weapon, target, phase string) {
	u, v := g.unit(w.unit), g.unit(target)
	need := g.rolls().FlameVehicle
	die := t.At(target).Roll(u.Side, "flame", 1, 6)
	hit := need.holds(die.Total())
	g.burn(w)
	t.Report("LS-13.13g", "flame-vehicle", table.A("unit", w.unit), table.A("carrier", u.Carrier), table.A("from", g.stand(u)), table.A("target", target), table.A("hex", v.Hex),
		table.A("roll", die), table.A("needed", need.needs()), table.A("result", outcome(hit)), table.A("left", u.Uses))
	g.hasFired(w, phase)
	if hit {
		g.destroyVehicle(t, target, "LS-13.13g")
	}
	g.spentFlame(t, w)
}

// burn spends one use of a flamethrower; it has two in a game (LS-13.13e).
func (g *Game) burn(w weapon) { g.unit(w.unit).Uses-- }

// spentFlame takes a flamethrower without uses off the map, once its attack is done (LS-13.13e).
func (g *Game) spentFlame(t *table.Table, w weapon) {
	if u := g.unit(w.unit); u.Class == "FLT" && u.Uses <= 0 && u.Out == "" {
		t.Report("LS-13.13e", "flame-spent", table.A("unit", w.unit))
		g.scrap(w.unit)
	}
}

// hasFired records that a weapon fired in a phase, and how long its fire reveals it: in a defensive phase until the
// end of this player-turn (LS-8.22a), in offensive fire until the end of the opponent's next (LS-8.22b).
func (g *Game) hasFired(w weapon, phase string) {
	u := g.unit(w.unit)
	until := g.moment()
	if phase == "4.9" {
		until++
	}
	show := func(p *Piece) {
		if p != nil {
			p.Seen = max(p.Seen, until)
		}
	}
	show(g.bearer(w))
	if u.gun() {
		if id, _, r := g.worker(u, phase, true); r == nil {
			man := g.unit(id)
			man.Fired = append(man.Fired, phase+"/"+u.ID)
			show(man)
		}
	}
	u.Fired = append(u.Fired, w.mark(phase))
	if u.Class == "TRK" {
		u.Shot = g.Number
	}
	show(u)
}
