package modernbattles

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// turretOrder turns a turret that need not fire (MB-17.1, MB-17.2b). What the turret covers matters for an ambush, in which
// turrets are not turned, and for fire that no one ordered.
var turretOrder = table.Order[*Game]{Verb: orders.Verb{Name: "turret", Phases: []string{"shooting"}, Rule: "MB-17.1",
	Args: []orders.Param{ownUnit,
		{Name: "target", Kind: orders.KindEnemy, Prefix: "to", Optional: true},
		{Name: "bearing", Kind: orders.KindNumber, Prefix: "to", Optional: true},
		{Name: "look", Kind: orders.KindPlace, Prefix: "to", Optional: true}}},
	Check: checkTurret, Options: turretIdeas}

// checkTurret reports why a turret cannot be turned. Neither a move at any pace nor its own fire keeps it from turning.
func checkTurret(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayCrank(u); r != nil {
		return r
	}
	want, r := k.points(u, l)
	if r != nil {
		return r
	}
	id := table.A("unit", u.ID)
	switch {
	case want == u.Tank.Turret:
		return refuse("turret-there", "MB-17.1", id, table.A("bearing", norm(u.Facing+want)))
	case k.swingLeft(u) == 0:
		return refuse("turret-slow", "MB-17.2c", id, table.A("most", k.constants().SlowTurret.Value))
	case u.Did.Pointed && !k.hatchesOpen(u):
		return refuse("turret-tried", "MB-R22", id)
	}
	return nil
}

// mayCrank reports why a unit's turret cannot be turned.
func (g *Game) mayCrank(u *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	switch {
	case !g.turreted(u): // guns in the hull turn with it (MB-B18d)
		return refuse("no-turret", "MB-B18d", id)
	case !g.on(u):
		return refuse("not-here", "MB-B9.1", id)
	case !g.crewed(u):
		return refuse("no-crew", "MB-24h", id)
	case u.Tank.Idle > 0:
		return refuse("idle", "MB-R26", id)
	case u.Tank.Back:
		return refuse("disengaging", "MB-R53", id)
	case u.State != "":
		return refuse(u.State, "MB-B9.1", id)
	case u.Did.Marked: // in an ambush turrets are not turned
		return refuse("turret-ambush", "MB-R22", id)
	case u.Did.Busy:
		return refuse("busy", "MB-B7k", id)
	}
	return nil
}

// turreted reports whether a vehicle has a turret.
func (g *Game) turreted(u *Unit) bool {
	return table.Any(u.Tank.Arms, func(a *Arm) bool { return u.vehicle() && turns(a.Mount) })
}

// points returns where a line wants a turret to point, relative to the hull.
func (g *Game) points(u *Unit, l table.Line) (int, *table.Refusal) {
	id, said := table.A("unit", u.ID), 0
	said += table.Count([]string{"target", "bearing", "look"}, func(name string) bool { return orders.Has(l.Args, name) })
	want := 0
	switch {
	case said != 1:
		return 0, refuse("turret-where", "MB-17.1", id)
	case orders.Has(l.Args, "bearing"):
		want = orders.Int(l.Args, "bearing", 0)
	case orders.Has(l.Args, "target"):
		e := g.unit(bare(orders.Value(l.Args, "target")))
		if e == nil || e.Hidden || e.Out != "" || e.Off {
			return 0, refuse("no-target", "MB-17.1", table.A("target", bare(orders.Value(l.Args, "target"))))
		}
		want = bearing(u.At, g.standsFor(e).At)
	default:
		f, ok := g.look(u, u.At, u.Facing, orders.Value(l.Args, "look"))
		if !ok {
			return 0, refuse("no-place", "MB-B1", id, table.A("place", orders.Value(l.Args, "look")))
		}
		want = f
	}
	return norm(want - u.Facing), nil
}

// pointTurret carries out one turret line. A slow turret turns as far as it can (MB-17.2c). Fire that no one ordered does not
// turn it away again.
func (g *Game) pointTurret(t *table.Table, l table.Line) {
	u := g.own(g.Phasing, orders.Value(l.Args, "unit"))
	if u == nil {
		return
	}
	want, r := g.points(u, l)
	if r != nil {
		return
	}
	if turret, ok := g.swingsTo(u, want, 180); ok {
		g.cranks(t, u, turret)
		u.Did.Pointed = true
	}
}

// turretIdeas proposes turning to the nearest enemy outside the arc.
func turretIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" && k.mayCrank(u) == nil }) {
		u := k.unit(id)
		e, _ := k.nearestEnemy(u)
		if e == nil || k.swingLeft(u) == 0 || u.Did.Pointed || turned(bearing(u.At, k.standsFor(e).At), norm(u.Facing+u.Tank.Turret)) <= k.constants().ArcHalf.Value {
			continue
		}
		out = append(out, "turret "+id+" to "+e.ID)
	}
	return out
}
