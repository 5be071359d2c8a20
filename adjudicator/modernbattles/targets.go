package modernbattles

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// foe is an enemy unit at a distance.
type foe struct {
	e   *Unit
	far int
}

// foes yields the enemy units that the unit could choose as targets, the nearest first and then by id (MB-B1d).
func (g *lanes) foes() iter.Seq[*Unit] {
	if g.near == nil {
		side := g.other(g.u.Side)
		for e := range table.All(g.Units) {
			if e.Side == side && g.targetable(g.u, e) == nil {
				g.near = append(g.near, foe{e, g.farFrom(g.u, e.ID)})
			}
		}
		slices.SortFunc(g.near, func(a, b foe) int { return cmp.Or(a.far-b.far, strings.Compare(a.e.ID, b.e.ID)) })
	}
	return func(yield func(*Unit) bool) {
		for _, f := range g.near {
			if g.mayTarget(f.e) == nil && !yield(f.e) {
				return
			}
		}
	}
}

// farFrom returns the distance of a unit from a target; riders are measured to their hull.
func (g *Game) farFrom(u *Unit, id string) int { return g.between(u, g.standsFor(g.unit(id))) }

// inOrder yields the targets of an order for one weapon, determined anew each time: those named, then those of the preferred
// kinds. If the order gives neither, it is the nearest.
func (g *lanes) inOrder(w wants) iter.Seq[string] {
	prefer := w.prefer
	if len(w.targets)+len(prefer) == 0 {
		prefer = []string{"nearest"}
	}
	return func(yield func(string) bool) {
		given := slices.Clone(w.targets)
		for _, id := range given {
			if !yield(id) {
				return
			}
		}
		for _, kind := range prefer {
			for e := range g.foes() {
				if !g.isKind(e, kind) || e.forsaken() || slices.Contains(given, e.ID) {
					continue
				}
				if !yield(e.ID) {
					return
				}
				given = append(given, e.ID)
			}
		}
	}
}

// forsaken reports whether a vehicle or piece has no crew; it is fired at only if named.
func (u *Unit) forsaken() bool { return u.Tank.Empty || u.Piece.Alone }

// isKind reports whether a unit is of a kind that orders name.
func (g *Game) isKind(e *Unit, kind string) bool {
	switch kind {
	case "nearest":
		return true
	case "vehicles":
		return e.vehicle()
	case "large":
		return e.vehicle() && g.large(e)
	case "guns":
		return e.gun()
	case "mgs", "mortars":
		w := g.weapon(e.arm())
		return e.Kind == "weapon" && (w.Class == "mortar") == (kind == "mortars")
	case "infantry":
		return e.Kind == "squad" || e.Kind == "team" || e.Kind == "crew"
	case "hq":
		return e.Kind == "hq" || e.Kind == "observer"
	case "snipers":
		return e.Kind == "sniper"
	}
	return false
}

// byDefault makes every weapon that no order mentions fire as its standing orders or MB-D12 choose. Mortars fire at their
// last aim point (MB-D16) before those who call their missions fire themselves (MB-32a). Then, for each unit, weapons against
// armour fire at vehicles, and then all that is left fires.
func (f *gunnery) byDefault() {
	g := f.g
	indirect := func(u *Unit) bool { return u.battery() || u.piece() && g.pieceWeapon(u).indirectOnly() }
	for _, id := range g.of(f.s, func(u *Unit) bool { return u.Out == "" && indirect(u) }) {
		if u := g.unit(id); g.mayFire(u) == nil && !slices.ContainsFunc(f.spoke, func(o spoken) bool { return o.unit == id }) {
			g.repeatSalvo(f.t, u)
		}
	}
	for _, id := range g.of(f.s, func(u *Unit) bool { return u.Out == "" && !indirect(u) }) {
		if g.mayFire(g.unit(id)) == nil {
			f.antiTankByDefault(id)
			f.restByDefault(id)
		}
	}
}

// unordered is the part of the table for what a unit does without an order. Letters label what happens there.
func unordered(t *table.Table, id string) *table.Table {
	if t.Since(2) { // 2: it has a path of its own
		return t.At(id).At("default")
	}
	return t.At(id)
}

// antiTankByDefault makes each anti-armour weapon of a unit of men fire at a vehicle. Single-use weapons fire only with a
// good score (MB-D15).
func (f *gunnery) antiTankByDefault(id string) {
	g := f.g
	if u := g.unit(id); u.vehicle() || u.piece() {
		return
	}
	for _, s := range g.shooters(g.unit(id)) {
		if w := g.weapon(s.weapon); !w.antiTank() || !f.free(s) || g.mayUse(s) != nil {
			continue
		}
		u := g.unit(id)
		x, ok := f.firstTarget(g.lanes(u), s, wants{prefer: []string{"vehicles"}})
		if !ok || g.weapon(s.weapon).SingleUse && x.need.Total() > g.onceScore(f.t, u) {
			continue
		}
		g.fire(unordered(f.t, id), u, volley{target: x.target, shots: []shot{x.shot}})
		if g.mayFire(g.unit(id)) != nil {
			return
		}
	}
}

// restByDefault applies MB-D12 to everything that has not fired; each weapon of a vehicle fires by itself.
func (f *gunnery) restByDefault(id string) {
	g := f.g
	groups := [][]shooter{nil}
	for _, s := range g.shooters(g.unit(id)) {
		if g.weapon(s.weapon).SingleUse || !f.free(s) || g.mayUse(s) != nil {
			continue
		}
		if s.arm >= 0 {
			groups = append(groups, []shooter{s})
			continue
		}
		groups[0] = append(groups[0], s)
	}
	var fires []volley
	u := g.unit(id)
	lanes := g.lanes(u)
	for _, group := range groups {
		if len(group) == 0 {
			continue
		}
		poor := g.askPoor(f.t, u)
		target := table.Decide(f.t, g.askShoot(u, group, poor))
		if target == "" {
			continue
		}
		for _, s := range group {
			if x, ok := f.sameTarget(lanes, s, wants{poor: poor, turn: !u.Did.Pointed}, target); ok {
				fires = g.gather(fires, x, wants{poor: poor})
			}
		}
	}
	for _, v := range fires {
		if u := g.unit(id); u.State == "" && u.Out == "" && g.mayTarget(u, g.unit(v.target)) == nil {
			g.fire(unordered(f.t, id), u, v)
		}
	}
}

// askShoot asks for the target of weapons that no order line mentions (MB-D12). Standing orders give preferred kinds. By
// default it is the nearest visible enemy that can be hurt.
func (*Game) askShoot(u *Unit, group []shooter, poor bool) table.Question[*Game, string] {
	id, about := u.ID, u.ID
	if group[0].arm >= 0 {
		about += " " + group[0].weapon
	}
	fits := func(k *Game, prefer []string) iter.Seq[string] {
		return func(yield func(string) bool) {
			lanes := k.lanes(k.unit(id))
			for e := range lanes.inOrder(wants{prefer: prefer}) {
				if slices.ContainsFunc(group, func(s shooter) bool { return lanes.canHurt(s, e, poor) }) && !yield(e) {
					return
				}
			}
		}
	}
	first := func(ids iter.Seq[string]) string {
		for id := range ids {
			return id
		}
		return ""
	}
	return table.Question[*Game, string]{Decision: "MB-D12", Seat: u.Side, About: about, Rule: "MB-B9.2", Verb: "targets", Args: []table.FactArg{table.A("unit", id)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if !concerns(l, id) {
				return "", table.Pass
			}
			prefer := orders.List(l.Args, "prefer")
			if slices.Contains(prefer, "none") {
				return "", table.Use
			}
			ids := fits(k, prefer)
			if orders.Has(l.Args, "within") {
				most := inches(orders.Int(l.Args, "within", 0))
				for e := range ids {
					if k.farFrom(k.unit(id), e) <= most {
						return e, table.Use
					}
				}
				return "", table.Use
			}
			e := first(ids)
			return e, table.UseIf(e != "")
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				for e := range fits(k, nil) {
					if !yield("at "+e, e) {
						return
					}
				}
				_ = yield("hold", "")
			}
		},
		Default: func(k *Game) string { return first(fits(k, nil)) },
	}
}

// canHurt reports whether a weapon can hit and hurt a target now. A turret is turned for this only with open hatches, and not
// if its owner has pointed it elsewhere.
func (g *lanes) canHurt(s shooter, id string, poor bool) bool {
	e := g.unit(id)
	if e == nil || g.mayUse(s) != nil || g.mayTarget(e) != nil {
		return false
	}
	if !g.bears(s, e) {
		return g.hatchesOpen(g.u) && !g.u.Did.Pointed && g.wouldHurt(s, e, wants{poor: poor})
	}
	_, ok := g.hits(g.u, s, e, "", aimAt{}, poor)
	return ok
}

// wouldHurt reports whether a weapon could hit and hurt a target once its turret is turned to it.
func (g *lanes) wouldHurt(s shooter, e *Unit, w wants) bool {
	turret, ok := g.swings(s, e)
	if !ok {
		return false
	}
	if g.u.Did.Pointed && !g.hatchesOpen(g.u) { // one try per phase (MB-R22)
		return false
	}
	as := *g.u
	as.Tank.Turret = turret
	_, ok = g.hits(&as, s, e, w.shell, aimAt{}, w.poor)
	return ok
}

// onceScore returns the worst score with which a single-use weapon is fired (MB-D15).
func (g *Game) onceScore(t *table.Table, u *Unit) int {
	id := u.ID
	return table.Decide(t, table.Question[*Game, int]{Decision: "MB-D15", Seat: u.Side, About: id, Rule: "MB-B26", Verb: "single", Args: []table.FactArg{table.A("unit", id)},
		Policy: func(_ *Game, l table.Line) (int, table.Policy) {
			if !concerns(l, id) {
				return 0, table.Pass
			}
			if orders.Value(l.Args, "how") == "never" {
				return 0, table.Use
			}
			return orders.Int(l.Args, "score", 4), table.Use
		},
		Options: func(*Game) iter.Seq2[string, int] {
			return func(yield func(string, int) bool) {
				for n, text := range []string{"never", "score 2", "score 3", "score 4", "score 5", "score 6"} {
					if value := n + 1; !yield(text, value*min(n, 1)) {
						return
					}
				}
			}
		},
		Default: func(k *Game) int { return k.constants().OnceScore.Value },
	})
}

// aims reports whether a living man of a unit is one of those that a sniper's order or standing order names.
func aims(e *Unit, i int, roles []string) bool {
	f := &e.Figures[i]
	return !f.Out && slices.ContainsFunc(roles, func(role string) bool {
		return f.Role == role || role == "crew" && e.piece() || role == "leader" && f.Role == "officer" || role == "man" && f.Role == ""
	})
}

// aimRoles returns the roles that an order to aim may mean. "officer" means a leader too if there is no officer.
func aimRoles(aim string) []string {
	if aim == "officer" {
		return []string{"officer", "leader"}
	}
	return []string{aim}
}

// askSniper asks whom a sniper hits (MB-D18); he may choose any figure that he sees (MB-5e). An order or standing order names roles.
func (*Game) askSniper(u *Unit, target string, seen []int, aim string) table.Question[*Game, int] {
	id := u.ID
	pick := func(k *Game, roles []string) (int, bool) {
		e := k.unit(target)
		for _, role := range roles {
			for _, i := range seen {
				if aims(e, i, []string{role}) {
					return i, true
				}
			}
		}
		return 0, false
	}
	return table.Question[*Game, int]{Decision: "MB-D18", Seat: u.Side, About: id, Rule: "MB-B20", Verb: "sniper", Args: []table.FactArg{table.A("unit", id), table.A("target", target)},
		Policy: func(k *Game, l table.Line) (int, table.Policy) {
			if !concerns(l, id) || aim != "" {
				return 0, table.Pass
			}
			if i, ok := pick(k, orders.List(l.Args, "roles")); ok {
				return i, table.Use
			}
			return 0, table.Pass
		},
		Options: func(k *Game) iter.Seq2[string, int] {
			return func(yield func(string, int) bool) {
				for _, i := range seen {
					if f := &k.unit(target).Figures[i]; !f.Out && !yield(figureName(f), i) {
						return
					}
				}
			}
		},
		Default: func(k *Game) int {
			roles := []string{"officer", "radio", "crew", "gunner"}
			if aim != "" {
				roles = append(aimRoles(aim), roles...)
			}
			if i, ok := pick(k, roles); ok {
				return i
			}
			return k.order(k.unit(target), seen)[0]
		},
	}
}
