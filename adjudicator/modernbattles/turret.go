package modernbattles

import "fieldpost/adjudicator/table"

// Turrets (MB-17): where a weapon of a vehicle may be turned in the shooting phase.

// swings returns where the turret of a weapon would point to bear on a target, relative to the hull, and whether it can get
// there in this player turn. Guns in the hull never turn (MB-B18d); slow turrets turn 90 degrees (MB-17.2c, MB-R22).
func (g *Game) swings(s shooter, e *Unit) (turret int, ok bool) {
	u := g.unit(s.unit)
	if s.arm < 0 || !turns(u.Tank.Arms[s.arm].Mount) {
		return 0, false
	}
	want := norm(bearing(u.At, g.standsFor(e).At) - u.Facing)
	if u.Tank.Arms[s.arm].Mount == "rear" {
		want = norm(want + 180)
	}
	return g.swingsTo(u, want, g.constants().ArcHalf.Value)
}

// swingsTo returns where a turret that should point to want, relative to the hull, ends up. If it is too slow to get there
// (MB-17.2c), it turns as far as it can; ok is false if that is not within near degrees of want.
func (g *Game) swingsTo(u *Unit, want, near int) (turret int, ok bool) {
	by, most := turned(want, u.Tank.Turret), g.swingLeft(u)
	if by <= most {
		return want, true
	}
	if by-most > near {
		return 0, false
	}
	if norm(want-u.Tank.Turret) <= 180 { // as far as it gets: the target is then in the arc
		return norm(u.Tank.Turret + most), true
	}
	return norm(u.Tank.Turret - most), true
}

// swingLeft returns how far a turret may still turn in this player turn.
func (g *Game) swingLeft(u *Unit) int {
	if g.flag(u, "slow_turret") {
		return max(0, g.constants().SlowTurret.Value-u.Tank.Swung)
	}
	return 180
}

// turns reports whether a mount turns with a turret.
func turns(mount string) bool { return mount == "turret" || mount == "coaxial" || mount == "rear" }

// turns turns a turret to a target: freely with open hatches (MB-17.1); with closed ones once per phase, after an initiative
// test (MB-17.2b).
func (f *gunnery) turns(s shooter, e *Unit) bool {
	g := f.g
	turret, ok := g.swings(s, e)
	if !ok {
		return false
	}
	u := g.unit(s.unit)
	return g.cranks(f.t, u, turret)
}

// cranks turns a turret if its crew may. A closed-down crew takes the test, once per phase (MB-17.2b, MB-R22).
func (g *Game) cranks(t *table.Table, u *Unit, turret int) bool {
	if !g.hatchesOpen(u) {
		if u.Did.Pointed {
			return false
		}
		u.Did.Pointed = true
		if _, ok := g.initiative(t.At(u.ID), u, "turret", "MB-17.2b"); !ok {
			return false
		}
	}
	g.swing(t, u, turret)
	return true
}

// swing turns a turret and reports it.
func (g *Game) swing(t *table.Table, u *Unit, turret int) {
	by := turned(turret, u.Tank.Turret)
	rule := "MB-17.1"
	if !g.hatchesOpen(u) {
		rule = "MB-17.2b"
	}
	u.Tank.Turret = turret
	u.Tank.Swung += by
	t.Report(rule, "turret-turns", table.A("unit", u.ID), table.A("by", by), table.A("bearing", norm(u.Facing+turret)))
}

// exposed reports whether the commander of a tank looks out of his hatch; open-topped vehicles have no hatch (MB-17.1, MB-B18e).
func (g *Game) exposed(u *Unit) bool {
	return u.vehicle() && u.Tank.Hatches == "open" && !g.openTopped(u) && u.alive() > 0 && !u.Tank.Empty && !u.Tank.Wreck
}
