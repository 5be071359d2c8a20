package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Turrets (MB-17): where a weapon of a vehicle may be turned to in the shooting phase.

// swings tells where the turret of a weapon would point to bear on a target, relative to the hull, and whether it can get there in this player
// turn: guns in the hull never turn (MB-B18d), slow turrets turn 90 degrees (MB-17.2c, MB-R22).
func (g *Game) swings(s shooter, e *Unit) (turret int, ok bool) {
	u := g.unit(s.unit)
	if s.arm < 0 || !turns(u.Tank.Arms[s.arm].Mount) {
		return 0, false
	}
	want := norm(bearing(u.At, g.standsFor(e).At) - u.Facing)
	if u.Tank.Arms[s.arm].Mount == "rear" {
		want = norm(want + 180)
	}
	by := turned(want, u.Tank.Turret)
	most := 180
	if g.flag(u, "slow_turret") {
		most = max(0, g.constant("slow-turret")-u.Tank.Swung)
	}
	if by <= most {
		return want, true
	}
	if by-most > g.constant("arc-half") {
		return 0, false
	}
	if norm(want-u.Tank.Turret) <= 180 { // as far as it comes: the target is then in the arc
		return norm(u.Tank.Turret + most), true
	}
	return norm(u.Tank.Turret - most), true
}

// turns tells the mounts that turn with a turret.
func turns(mount string) bool { return mount == "turret" || mount == "coaxial" || mount == "rear" }

// turns turns a turret to a target: freely with open hatches (MB-17.1), with an initiative test, once in the phase, with closed ones
// (MB-17.2b).
func (f *gunnery) turns(s shooter, e *Unit) bool {
	g := f.g
	turret, ok := g.swings(s, e)
	if !ok {
		return false
	}
	u := g.unit(s.unit)
	if !g.hatchesOpen(u) {
		if slices.Contains(f.tried, u.ID) {
			return false
		}
		f.tried = append(f.tried, u.ID)
		if _, ok := g.initiative(f.t.At(u.ID), u, "turret", "MB-17.2b"); !ok {
			return false
		}
	}
	g.swing(f.t, u, turret)
	return true
}

// swing turns a turret and tells of it.
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

// exposed tells tanks whose commander looks out of his hatch: open-topped vehicles have none (MB-17.1, MB-B18e).
func (g *Game) exposed(u *Unit) bool {
	return u.vehicle() && u.Tank.Hatches == "open" && !g.openTopped(u) && u.alive() > 0 && !u.Tank.Empty && !u.Tank.Wreck
}
