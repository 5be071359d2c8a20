package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// ambushOrder places an ambush marker in the side's own shooting phase (MB-8a).
var ambushOrder = table.Order[*Game]{Verb: orders.Verb{Name: "ambush", Phases: []string{"shooting"}, Rule: "MB-8a",
	Args: []orders.Param{ownUnit, {Name: "at", Kind: orders.KindPlace, Prefix: "at"},
		{Name: "with", Kind: orders.KindText, Prefix: "with", Optional: true}}},
	Check: checkAmbush, Options: ambushIdeas}

// triggerOrder is the standing order behind MB-D10.
var triggerOrder = table.Order[*Game]{Verb: orders.Verb{Name: "trigger", Standing: true, Only: true, Rule: "MB-8c",
	Args: []orders.Param{{Name: "at", Kind: orders.KindWord, Words: words("any", "vehicles", "medium", "heavy", "never")},
		{Name: "zone", Kind: orders.KindWord, Prefix: "zone", Words: words("any", "flank", "rear"), Optional: true},
		{Name: "score", Kind: orders.KindNumber, Prefix: "score", Optional: true}, someOwn}}}

// lurker returns the weapon with which a unit may lie in ambush (MB-R12): pieces and main guns with AP shells, anti-tank
// rifles and HEAT weapons, but never machine guns (MB-8d). If a squad has several, wish names one of them.
func (g *Game) lurker(u *Unit, wish string) (m Marker, w *Weapon, ok bool) {
	m = Marker{Unit: u.ID, Arm: -1}
	hunts := func(id string) (*Weapon, bool) {
		w, ok := g.doc.Weapon(id)
		return w, ok && w.Kind != "" && w.Class != "thrown" && (wish == "" || slices.ContainsFunc(append(w.Name.All(), id), func(name string) bool { return orders.Fold(wish) == orders.Fold(name) }))
	}
	if u.vehicle() {
		for i, a := range u.Tank.Arms {
			if w, ok := hunts(a.Weapon); ok {
				m.Arm = i
				return m, w, u.Profile.BS > a.Lost
			}
		}
		return m, w, false
	}
	if u.piece() {
		w, ok = hunts(u.arm())
		return m, w, ok
	}
	for _, i := range u.living() {
		f := &u.Figures[i]
		for _, id := range append([]string{f.Weapon}, f.Also...) {
			if w, ok := hunts(id); ok {
				m.Fig = f.N
				return m, w, true
			}
		}
	}
	return m, w, false
}

// source returns the index of the figure from which a marker's weapon fires.
func (g *Game) source(u *Unit, m Marker) int {
	for i := range u.Figures {
		if m.Fig > 0 && u.Figures[i].N == m.Fig {
			return i
		}
	}
	return 0
}

// markWeapon returns the weapon of a marker.
func (g *Game) markWeapon(m Marker) (*Weapon, bool) {
	u := g.unit(m.Unit)
	if u == nil {
		return &Weapon{}, false
	}
	if m.Arm >= 0 && m.Arm < len(u.Tank.Arms) {
		return g.doc.Weapon(u.Tank.Arms[m.Arm].Weapon)
	}
	if m.Fig == 0 {
		return g.doc.Weapon(u.arm())
	}
	f := &u.Figures[g.source(u, m)]
	for _, id := range append([]string{f.Weapon}, f.Also...) {
		if w, ok := g.doc.Weapon(id); ok && w.Kind != "" && w.Class != "thrown" {
			return w, !f.Out
		}
	}
	return &Weapon{}, false
}

// checkAmbush checks an ambush line (MB-8a, MB-8b).
func checkAmbush(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	id := table.A("unit", u.ID)
	wish := orders.Value(l.Args, "with")
	m, w, ok := k.lurker(u, wish)
	switch {
	case !k.in("MB-8"):
		return refuse("no-ambush", "MB-8a", id)
	case !k.fit(u) || u.State != "" || !u.vehicle() && k.inCombat(u):
		return refuse("cannot-ambush", "MB-8b", id)
	case u.Did.Marked: // one weapon, one marker
		return refuse("ambushing", "MB-8b", id)
	case !ok && wish != "":
		return refuse("no-weapon", "MB-8d", id)
	case !ok:
		return refuse("no-at-weapon", "MB-8d", id)
	case u.vehicle() && (u.Tank.Back || u.Tank.Inferno):
		return refuse("cannot-ambush", "MB-8b", id)
	case u.moved() || u.Did.Fired || u.Did.Charged || u.Did.Busy || u.Tank.Idle > 0 || u.Tank.Fire || u.Piece.Alone: // MB-8b
		return refuse("ambush-moved", "MB-8b", id)
	}
	p, ok := k.spot(u, u.At, u.Facing, orders.Value(l.Args, "at"), 10*w.Range)
	i := k.source(u, m)
	d := apart(k.shape(u, i), point(p))
	switch {
	case !ok || !k.onTable(p):
		return refuse("no-place", "MB-B1", id, table.A("place", orders.Value(l.Args, "at")))
	case !k.inArc(u, m.Arm, p):
		return refuse("marker-arc", "MB-8a", id, table.A("at", spotText(p)))
	case d > 10*w.Range:
		return refuse("marker-range", "MB-R12", id, table.A("inches", inchText(d)), table.A("of", inchText(10*w.Range)))
	}
	if line := k.linePoint(u, i, p); !line.Clear {
		return k.blocked("marker-line", "MB-8a", u.Side, line, id, table.A("at", spotText(p)))
	}
	return nil
}

// placeMarker carries out one ambush line of the shooting phase.
func (g *Game) placeMarker(t *table.Table, l table.Line) {
	u := g.own(g.Phasing, orders.Value(l.Args, "unit"))
	if u == nil {
		return
	}
	m, w, _ := g.lurker(u, orders.Value(l.Args, "with"))
	m.At, _ = g.spot(u, u.At, u.Facing, orders.Value(l.Args, "at"), 10*w.Range)
	u.Did.Marked = true
	g.Markers = append(g.Markers, m)
	t.Report("MB-8a", "marker", table.A("unit", u.ID), table.A("weapon", "weapon."+w.ID), table.A("at", spotText(m.At)))
}

func ambushIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if !k.in("MB-8") {
		return
	}
	for _, id := range k.of(s, func(u *Unit) bool { return k.fit(u) && u.State == "" }) {
		u := k.unit(id)
		_, w, ok := k.lurker(u, "")
		if !ok {
			continue
		}
		facing := u.Facing
		if u.vehicle() {
			facing = norm(facing + u.Tank.Turret)
		}
		for _, d := range []int{5 * w.Range, 2 * w.Range} {
			if p := ahead(u.At, facing, d); k.onTable(p) {
				out = append(out, "ambush "+id+" at "+pointText(p))
			}
		}
	}
	return out
}

// springs lets the other side's ambushes fire at a unit where it is now (MB-8c, MB-R12). They fire only in the enemy's player
// turn: a marker just placed does nothing to units that run in the shooting and the combats of its owner's own turn. It
// reports whether one fired.
func (g *Game) springs(t *table.Table, u *Unit) bool {
	fired := false
	for _, m := range slices.Clone(g.Markers) {
		o := g.unit(m.Unit)
		if o == nil || o.Side == u.Side || o.Side == g.Phasing || !slices.Contains(g.Markers, m) || !g.goesOn(u) && u.State != "fleeing" || u.Out != "" {
			continue
		}
		if !g.covers(o, m, u) || !table.Decide(t, g.trigger(o, m, u)) {
			continue
		}
		g.Markers = slices.DeleteFunc(g.Markers, func(x Marker) bool { return x == m })
		t.Report("MB-8c", "marker-fires", table.A("unit", o.ID), table.A("target", u.ID), table.A("at", spotText(u.At)))
		g.fireAmbush(t, m, u)
		fired = true
	}
	return fired
}

// covers reports whether a unit stands within three inches of a marker and in the line of sight, arc and range of its weapon.
func (g *Game) covers(o *Unit, m Marker, u *Unit) bool {
	w, ok := g.markWeapon(m)
	if !ok || !g.fit(o) || o.State != "" || g.gap(u, point(m.At)) > g.constants().AmbushRadius.Value {
		return false
	}
	s, ok := g.lying(m)
	d, seen := g.reach(o, g.source(o, m), u)
	return ok && seen && d <= 10*w.Range*g.constants().ExtremeTimes.Value && g.bears(s, u)
}

// trigger asks whether an ambush fires at a unit that comes along or waits for a better target (MB-D10).
func (g *Game) trigger(o *Unit, m Marker, u *Unit) table.Question[*Game, bool] {
	target, at := u.ID, u.At
	judge := func(k *Game, class, zone string, score int) bool {
		v := k.unit(target)
		me := k.unit(m.Unit)
		if v == nil || me == nil {
			return false
		}
		size := ""
		if t, ok := k.doc.Vehicle(v.vehicleType(k)); ok {
			size = t.Size
		}
		switch class {
		case "never":
			return false
		case "vehicles":
			if !v.vehicle() {
				return false
			}
		case "medium":
			if size != "medium" && size != "heavy" {
				return false
			}
		case "heavy":
			if size != "heavy" {
				return false
			}
		}
		if z := k.zone(v, me.At); v.vehicle() && (zone == "flank" && z == "front" || zone == "rear" && z != "rear") {
			return false
		}
		need, can := k.ambushScore(m, v)
		return can && need <= score
	}
	return table.Question[*Game, bool]{
		Decision: "MB-D10", Seat: o.Side, About: o.ID, Rule: "MB-8c", Verb: "trigger",
		Args: []table.FactArg{table.A("unit", o.ID), table.A("target", target), table.A("at", spotText(at))},
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if list := orders.List(l.Args, "units"); len(list) > 0 && !slices.Contains(list, m.Unit) {
				return false, table.Pass
			}
			return judge(k, orders.Value(l.Args, "at"), orders.Value(l.Args, "zone"), orders.Int(l.Args, "score", 6)), table.Use
		},
		Options: table.Either[*Game]("fire", "wait"),
		Default: func(k *Game) bool { return judge(k, "vehicles", "", 5) },
	}
}

// closeAmbushes ends a movement phase: markers may still fire at enemies near them and are then removed (MB-R12).
func (g *Game) closeAmbushes(t *table.Table) {
	for _, m := range slices.Clone(g.Markers) {
		o := g.unit(m.Unit)
		if o == nil || o.Side == g.Phasing {
			continue
		}
		for _, id := range g.of(g.Phasing, func(u *Unit) bool { return g.fit(u) && g.gap(u, point(m.At)) <= g.constants().AmbushRadius.Value }) {
			if slices.Contains(g.Markers, m) {
				g.springs(t.At(id), g.unit(id))
			}
		}
	}
	g.Markers = slices.DeleteFunc(g.Markers, func(m Marker) bool {
		o := g.unit(m.Unit)
		return o == nil || o.Side != g.Phasing
	})
}

// unmark removes the markers of a unit that is suppressed, flees or is charged (MB-R12).
func (g *Game) unmark(t *table.Table, u *Unit, why string) {
	had := len(g.Markers)
	g.Markers = slices.DeleteFunc(g.Markers, func(m Marker) bool { return m.Unit == u.ID })
	if len(g.Markers) < had {
		args := []table.FactArg{table.A("unit", u.ID)}
		if why != "" {
			args = append(args, table.A("why", "marker."+why))
		}
		t.Report("MB-R12", "marker-gone", args...)
	}
}
