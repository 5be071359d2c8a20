package modernbattles

import "fieldpost/adjudicator/table"

// mayFire reports why a unit cannot fire in its shooting phase, whatever the weapon and the target; nil means that it can (MB-B9.1).
func (g *Game) mayFire(u *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	switch {
	case u.Out != "" || u.Off && !u.battery():
		return refuse("not-here", "MB-B9.1", id)
	case u.alive() == 0 && !u.battery():
		return refuse("nobody", "MB-B9.1", id)
	case u.Aboard != "":
		return refuse("aboard", "MB-B7j", id) // riders too (MB-R48)
	case u.Towed != "":
		return refuse("towed", "MB-B7k", id)
	case u.State == "suppressed":
		return refuse("suppressed", "MB-10c", id)
	case u.State == "fleeing":
		return refuse("fleeing", "MB-B9.1", id)
	case g.inCombat(u) && !u.vehicle(): // MB-B13f: a vehicle is not held
		return refuse("in-combat", "MB-B13", id)
	case u.Did.Charged:
		return refuse("charged", "MB-B8e", id)
	case u.Did.Marked:
		return refuse("ambushing", "MB-8b", id)
	case u.Did.Busy:
		return refuse("busy", "MB-B7k", id)
	case u.Did.Called:
		return refuse("called", "MB-32a", id)
	case u.Did.Gait == "double":
		return refuse("doubled", "MB-2d", id)
	case u.Did.Gait == "triple":
		return refuse("tripled", "MB-R42", id)
	case u.Did.Ran:
		return refuse("ran", "MB-B9.1", id)
	}
	if u.vehicle() {
		return g.tankMayFire(u)
	}
	if u.piece() {
		return g.pieceMayFire(u)
	}
	return nil
}

// tankMayFire reports what keeps the weapons of a vehicle from firing.
func (g *Game) tankMayFire(u *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	switch {
	case u.Tank.Wreck || u.Tank.Empty || u.Tank.Inferno:
		return refuse("no-crew", "MB-24h", id)
	case u.Tank.Idle > 0:
		return refuse("idle", "MB-R26", id)
	case u.Tank.Back:
		return refuse("disengaging", "MB-R53", id)
	case 2*u.alive() <= u.Initial && u.moved(): // MB-24b, MB-R29, MB-D33
		return refuse("half-crew", "MB-24b", id, table.A("crew", u.alive()), table.A("full", u.Initial))
	}
	return nil
}

// pieceMayFire reports what keeps a crewed weapon from firing: it moved or turned (MB-4e, MB-R7), or too few men serve it (MB-B7l).
func (g *Game) pieceMayFire(u *Unit) *table.Refusal {
	w := g.pieceWeapon(u)
	if u.moved() {
		return refuse("heavy-moved", "MB-4e", table.A("unit", u.ID))
	}
	if n := g.fullCrew(w); u.alive() < n && u.Was.Fired {
		return refuse("few-men", "MB-B7l", table.A("unit", u.ID), table.A("men", u.alive()), table.A("full", n))
	}
	return nil
}

// fullCrew returns how many men a crewed weapon needs to fire every turn: 2 for machine guns, mortars and medium guns, 3 for
// heavier pieces (MB-B7l).
func (g *Game) fullCrew(w *Weapon) int {
	if w.Mount == "heavy" || w.Mount == "very_heavy" {
		return g.constants().CrewFullHeavy.Value
	}
	return g.constants().CrewFull.Value
}

// mayUse reports why one weapon of a unit that may fire cannot be used (MB-B9.1).
func (g *Game) mayUse(s shooter) *table.Refusal {
	u, w := g.unit(s.unit), g.weapon(s.weapon)
	no := func(code, rule string) *table.Refusal {
		return refuse(code, rule, table.A("unit", u.ID), table.A("weapon", w.ID))
	}
	switch {
	case g.exhausted(s):
		return no("has-fired", "MB-B9.2")
	case s.arm >= 0 && g.unmanned(u, s.arm):
		return no("hatches-closed", "MB-B18b")
	case s.figure >= 0 && u.moved() && w.Class == "bolt": // MB-6.2g
		return no("bolt-moved", "MB-6.2g")
	case s.figure >= 0 && u.Figures[s.figure].Out:
		return no("nobody", "MB-B9.1")
	}
	return nil
}

// unmanned reports whether a weapon is a machine gun on an all-round mount whose hatches are closed (MB-B18b).
func (g *Game) unmanned(u *Unit, arm int) bool {
	return u.Tank.Arms[arm].Mount == "aa" && !g.hatchesOpen(u)
}

// hatchesOpen reports whether a vehicle has open hatches. An open-topped vehicle always counts as having them (MB-B18e).
func (g *Game) hatchesOpen(u *Unit) bool { return u.Tank.Hatches == "open" || g.openTopped(u) }

func (g *Game) openTopped(u *Unit) bool { return g.flag(u, "open_topped") }

// mayTarget reports why no weapon of a unit may choose a target for direct fire; nil means that it may be chosen. It does not
// check lines and ranges.
func (g *Game) mayTarget(u, e *Unit) *table.Refusal {
	if r := g.targetable(u, e); r != nil {
		return r
	}
	switch {
	case g.inCombat(e):
		return refuse("fights", "MB-B9.5", table.A("target", e.ID))
	case (u.Kind != "sniper" || e.State == suppressed) && g.lookOut(e): // suppression ends even a sniper's choice (MB-10f)
		return refuse("look-out", "MB-B17b", table.A("target", e.ID))
	}
	return nil
}

// targetable reports why a unit is no target whatever is around it; nil means that it may be one.
func (g *Game) targetable(u, e *Unit) *table.Refusal {
	id := table.A("target", e.ID)
	switch {
	case e.Side == u.Side:
		return refuse("friend", "MB-B9.2", id)
	case e.Out != "" || e.Off || e.Hidden:
		return refuse("no-target", "MB-B9.2", id)
	case e.Aboard != "" && !e.Rider:
		return refuse("inside", "MB-B7j", id)
	case e.Towed != "":
		return refuse("is-towed", "MB-34a", id)
	case e.Tank.Wreck:
		return refuse("is-wreck", "MB-B18g", id)
	case e.Piece.Alone && !e.gun():
		return refuse("no-target", "MB-B10b", id)
	}
	return nil
}

// lookOut applies MB-B17b to a whole unit: it reports whether all its men are leaders or specialists, in or within 2 inches
// of a friendly unit of five figures or more.
func (g *Game) lookOut(e *Unit) bool {
	if !e.foot() || e.alive() == 0 {
		return false
	}
	for _, i := range e.living() {
		if !character(e.Figures[i].Role) {
			return false
		}
	}
	return g.screened(e)
}

// screened reports whether a friendly unit of five figures or more stands within 2 inches.
func (g *Game) screened(e *Unit) bool {
	return table.Any(g.Units, func(f *Unit) bool {
		return f.Side == e.Side && f.ID != e.ID && f.foot() && g.on(f) && f.alive() >= g.constants().LookOutSize.Value && g.between(e, f) <= g.constants().LookOutDistance.Value
	})
}

// character reports whether "look out" protects a role: leaders and specialists (MB-5e).
func character(role string) bool {
	switch role {
	case "leader", "officer", "radio", "observer":
		return true
	}
	return false
}
