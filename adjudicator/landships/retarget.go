package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// A weapon that hits and has shots left may take another target. Its owner's later lines of the phase come first, then
// his standing orders, then the default (D-32, D-81).

// usedUp is a line whose part a weapon has already fired, with the shots that another line left it.
type usedUp struct {
	line   string
	weapon weapon
}

// nextTarget returns the vehicle at which the shots left after a hit are fired. In the defensive phase it may be
// anywhere, and the gun turns again if it must (LS-8.55b, LS-8.32d); in offensive fire it is in the same hex
// (LS-8.55c). A weapon that its owner told by name to hold does not fire on.
func (f *firing) nextTarget(t *table.Table, w weapon, area string) string {
	g := f.g
	u := g.unit(w.unit)
	g.killer = u.ID
	defer func() { g.killer = "" }()
	if f.phase != "4.9" {
		area = ""
	}
	if next := f.written(t, w, area); next != "" {
		return next
	}
	if w.mount == "" && slices.Contains(f.stops, w.unit) { // for a vehicle, the order applies to weapons that no line names
		return ""
	}
	q := g.askTarget(u.Side, w, f.phase, area)
	next := table.Decide(t, q)
	if next == "" {
		return ""
	}
	if u.gun() && g.trainsOn(w, g.unit(next).Hex, g.unit(next)) != nil {
		if !table.Decide(t, g.askPivot(u.Side, u.ID, f.phase)) {
			return ""
		}
		g.pivot(t, u.ID, g.turnTo(u, g.unit(next)), f.phase)
	}
	return next
}

// nextRifleTarget returns the vehicle at which an AT rifle fires on after a hit, even a hit without effect
// (LS-13.12d): any within its reach (LS-8.55d). By default it keeps to the same vehicle while that still runs, and
// prefers a vehicle that runs to one that does not.
func (f *firing) nextRifleTarget(t *table.Table, w weapon, last string) string {
	g := f.g
	if next := f.written(t, w, ""); next != "" {
		return next
	}
	runs := func(k *Game, id string) bool { v := k.unit(id); return v != nil && v.Out == "" && v.Breakdown == "" }
	if slices.Contains(f.stops, w.unit) && !runs(g, last) {
		return ""
	}
	best := func(k *Game, prefer string) string {
		ids := k.outlook(f.s).vehicleTargets(w, f.phase, "", false)
		if whole := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !runs(k, id) }); len(whole) > 0 {
			ids = whole
		}
		if len(ids) == 0 {
			return ""
		}
		first := k.rank(w, ids, f.phase, prefer)[0]
		if slices.Contains(ids, last) && k.asGood(w, last, first, f.phase, prefer) {
			return last
		}
		return first
	}
	q := g.askTarget(g.unit(w.unit).Side, w, f.phase, g.unit(last).Hex)
	q.Rule = "LS-13.12d"
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		prefer := orders.Value(l.Args, "prefer")
		return best(k, prefer), table.UseIf(prefer != "" && k.speaksOf(l, w.unit))
	}
	q.Default = func(k *Game) string {
		if runs(k, last) {
			return last
		}
		return best(k, "")
	}
	return table.Decide(t, q)
}

// written returns the vehicle that the owner's next line of the phase gives a weapon that has just hit and has shots
// left (LS-8.55b, LS-8.55d), if the weapon may fire at it now, or "" if no line gives one. A gun turns as an earlier
// pivot line says, otherwise as it must (LS-8.32d).
func (f *firing) written(t *table.Table, w weapon, area string) string {
	g, u := f.g, f.g.unit(w.unit)
	var turn *table.Line
	for _, l := range f.t.Pending(f.s, f.phase) {
		if !f.t.Holds(f.s, l) {
			continue
		}
		if l.Verb == "pivot" && orders.Value(l.Args, "unit") == w.unit {
			turn = &l
			continue
		}
		target := orders.Value(l.Args, "target")
		if l.Verb != "fire" || !f.means(l, w) || !slices.Contains(g.outlook(f.s).vehicleTargets(w, f.phase, area, true), target) {
			continue
		}
		if turn != nil {
			if to := g.direction(orders.Value(turn.Args, "facing")); g.canPivot(u, to, f.phase) == nil {
				g.pivot(t, u.ID, to, f.phase)
			}
			f.t.Done(f.s, *turn)
		}
		if u.gun() && g.trainsOn(w, g.unit(target).Hex, g.unit(target)) != nil {
			if turn != nil || !f.mayTurn(u) {
				return "" // the line itself reports why, when its turn comes
			}
			g.pivot(t, u.ID, g.turnTo(u, g.unit(target)), f.phase)
		}
		f.takes(l, w)
		return target
	}
	return ""
}

// means reports whether a fire line covers a weapon: by its own name or its bearer's, and by its kind if it names
// weapons.
func (f *firing) means(l table.Line, w weapon) bool {
	return slices.ContainsFunc(unitsOf(l), func(id string) bool { return slices.Contains(f.g.meant(id, orders.List(l.Args, "using"), true), w) })
}

// takes notes that a weapon is firing its part of a line. A line with no other part left is done.
func (f *firing) takes(l table.Line, w weapon) {
	p, left := f.g.plan(f.s, l)
	if p.size() == 1 && len(p.shots) == 1 && p.shots[0] == w {
		f.tellLeftOut(left)
		f.t.Done(f.s, l)
		return
	}
	f.used = append(f.used, usedUp{l.ID, w})
}

// mayTurn asks whether a gun turns to bear on the target of a line: a standing order never to turn applies (D-31).
func (f *firing) mayTurn(u *Piece) bool {
	return table.Decide(f.t, f.g.askPivot(f.s, u.ID, f.phase))
}

// tellLeftOut tells the owner which units of a line took no part, and why.
func (f *firing) tellLeftOut(left []omission) { tellLeftOut(f.t, f.s, left...) }

func tellLeftOut(t *table.Table, s table.Seat, left ...omission) {
	for _, no := range left {
		t.For(s).Report(no.why.Rule, "left-out", append([]table.FactArg{table.A("unit", no.unit), table.A("why", no.why.Code)}, no.why.Args...)...)
	}
}
