package modernbattles

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Parameters of the orders for fire and combat.
var (
	targetKinds = words("nearest", "vehicles", "large", "guns", "mgs", "mortars", "infantry", "hq", "snipers")
	weaponWords = words("all", "main", "gun", "mg", "coaxial", "bow", "rear", "aa", "rifles",
		"turret", "turret-2", "pistol", "bolt_rifle", "semi_rifle", "carbine", "smg", "assault_rifle", "auto_rifle",
		"lmg", "lmg_mg42", "sniper_rifle", "at_rifle", "bazooka", "panzerschreck", "piat", "panzerfaust")
	shellWords = []orders.Choice{ // with and without the word for shell
		{Name: "ap"},
		{Name: "he"},
		{Name: "heat"},
		{Name: "smoke"}}
	aimWords = words("commander", "officer", "leader", "radio", "observer", "gunner", "crew", "man")
	atUnit   = orders.Param{Name: "target", Kind: orders.KindEnemy, Prefix: "at"}
	withArms = orders.Param{Name: "with", Kind: orders.KindWord, Prefix: "with", Words: weaponWords, Repeated: true, Optional: true}
	ofShell  = orders.Param{Name: "shell", Kind: orders.KindWord, Words: shellWords, Optional: true}
	caller   = orders.Param{Name: "by", Kind: orders.KindOwn, Prefix: "by", Optional: true}
)

// combatOrders are the orders for charges, fire and air attacks.
var combatOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "charge", Rule: "MB-B8a", Phases: []string{"charges"}, Args: []orders.Param{ownUnit, atUnit}}, Check: mayChargeLine, Options: chargeOptions},
	{Verb: orders.Verb{Name: "shoot", Rule: "MB-B9", Phases: []string{"shooting"},
		Args: []orders.Param{ownUnits,
			{Name: "targets", Kind: orders.KindEnemy, Prefix: "at", Repeated: true, Optional: true},
			{Name: "prefer", Kind: orders.KindWord, Prefix: "prefer", Words: targetKinds, Repeated: true, Optional: true},
			withArms, ofShell,
			{Name: "aim", Kind: orders.KindWord, Prefix: "aiming", Words: aimWords, Optional: true},
			{Name: "poor", Kind: orders.KindWord, Prefix: "poor", Words: words("yes", "no"), Optional: true}}},
		Check: mayShoot, Options: shootOptions},
	{Verb: orders.Verb{Name: "hold", Rule: "MB-B9", Phases: []string{"shooting"},
		Args: []orders.Param{{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true}, withArms}},
		Check: mayHold, Options: holdOptions},
	turretOrder,
	{Verb: orders.Verb{Name: "indirect", Rule: "MB-B12", Phases: []string{"shooting"},
		Args: []orders.Param{ownUnit, {Name: "at", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "count", Kind: orders.KindNumber, Optional: true},
			{Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true},
			{Name: "twice", Kind: orders.KindWord, Words: []orders.Choice{{Name: "twice"}}, Optional: true},
			caller, ofShell}},
		Check: mayIndirect, Options: indirectOptions},
	{Verb: orders.Verb{Name: "man", Rule: "MB-B23", Phases: []string{"movement"}, Args: []orders.Param{ownUnit}}, Check: checkMan, Options: manOptions},
	{Verb: orders.Verb{Name: "air", Rule: "MB-B22", Phases: []string{"air"},
		Args: []orders.Param{{Name: "kind", Kind: orders.KindWord, Words: words("strafe", "bomb")},
			{Name: "at", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "toward", Kind: orders.KindPlace, Prefix: "toward", Optional: true}}},
		Check: mayFly, Options: airOptions},
}

func mayChargeLine(k *Game, s table.Seat, l table.Line) *table.Refusal {
	return k.mayCharge(k.own(s, orders.Value(l.Args, "unit")), k.unit(bare(orders.Value(l.Args, "target"))))
}

// mayShoot reports why a fire line is not legal. It is legal if some weapon of some unit can hit some target of the list.
func mayShoot(k *Game, s table.Seat, l table.Line) *table.Refusal {
	var why *table.Refusal
	for _, id := range orders.List(l.Args, "units") {
		r := k.mayShootWith(k.own(s, id), reads(l))
		if r == nil {
			return nil
		}
		if why == nil {
			why = r
		}
	}
	if why == nil {
		why = refuse("no-target", "MB-B9")
	}
	return why
}

// mayShootWith reports why a unit cannot fire as ordered. The reason is that of the first weapon at the first target named,
// unless another weapon comes nearer to a shot.
func (g *Game) mayShootWith(u *Unit, w wants) *table.Refusal {
	if u == nil {
		return refuse("not-here", "MB-B9.1")
	}
	if r := g.mayFire(u); r != nil {
		return r
	}
	var why *table.Refusal
	note := func(r *table.Refusal) { // the weapon that comes nearest to a shot gives the reason
		if why == nil || r.Code == "mb.seven" && why.Code != "mb.seven" {
			why = r
		}
	}
	any, lanes := false, g.lanes(u)
	for _, s := range g.shooters(u) {
		if !g.named(s, w.with) {
			continue
		}
		any = true
		if r := g.mayUse(s); r != nil {
			note(r)
			continue
		}
		for id := range lanes.inOrder(w) {
			r := lanes.mayHit(s, g.unit(bare(id)), w)
			if r == nil {
				return nil
			}
			note(r)
		}
	}
	switch {
	case !any && g.weapon(u.arm()).indirectOnly():
		return refuse("fires-indirect", "MB-B12", table.A("unit", u.ID))
	case !any:
		return refuse("no-weapon", "MB-B9.2", table.A("unit", u.ID))
	case why == nil:
		return refuse("nobody-in-sight", "MB-B9.1", table.A("unit", u.ID))
	}
	return why
}

// mayHit reports why a weapon cannot hit and hurt a unit, turning its turret if need be.
func (g *lanes) mayHit(s shooter, e *Unit, w wants) *table.Refusal {
	u := g.u
	if e == nil {
		return refuse("no-target", "MB-B9.2")
	}
	if r := g.mayTarget(e); r != nil {
		return r
	}
	if r := g.mayAim(u, e, w.aim); r != nil {
		return r
	}
	at := aimAt{commander: w.aim == "commander"}
	if !g.bears(s, e) && g.wouldHurt(s, e, w) {
		return nil
	}
	x, r := g.aimed(s, e, w.shell, at)
	if r != nil {
		return r
	}
	poor := w.poor && x.need.Total() == g.constants().WorstScore.Value+1 && g.poorShots(u)
	switch {
	case x.need.Total() > g.constants().WorstScore.Value && !poor: // MB-6.3a
		return refuse("seven", "MB-6.3a", table.A("unit", u.ID), table.A("target", e.ID), table.A("needed", x.need))
	case !g.useful(x, e, at, w.poor):
		if _, ok := g.insisted(s, w, e.ID); ok {
			return nil
		}
		return refuse("harmless", "MB-21b", table.A("unit", u.ID), table.A("target", e.ID), table.A("weapon", s.weapon))
	}
	return nil
}

// mayAim reports why a unit cannot single out a man of another. Any unit may aim at a commander in his hatch (MB-R21). Only a
// sniper may aim at a man of a unit on foot, and not while that unit keeps its heads down (MB-5e, MB-10f).
func (g *Game) mayAim(u, e *Unit, aim string) *table.Refusal {
	id, at := table.A("unit", u.ID), table.A("target", e.ID)
	switch {
	case aim == "":
		return nil
	case aim == "commander" && !g.exposed(e):
		return refuse("no-commander", "MB-17.1", at)
	case aim == "commander":
		return nil
	case u.Kind != "sniper":
		return refuse("no-sniper", "MB-5e", id, at)
	case e.State == suppressed:
		return refuse("heads-down", "MB-10f", id, at)
	case !e.foot():
		return refuse("no-man-there", "MB-5e", at, table.A("man", "role."+aim))
	}
	roles := aimRoles(aim)
	if !slices.ContainsFunc(e.living(), func(i int) bool { return aims(e, i, roles) }) {
		return refuse("no-man-there", "MB-5e", at, table.A("man", "role."+aim))
	}
	return nil
}

func mayHold(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range orders.List(l.Args, "units") {
		if k.own(s, id) == nil {
			return refuse("not-here", "MB-B9.1", table.A("unit", id))
		}
	}
	return nil
}

func mayIndirect(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u := k.own(s, orders.Value(l.Args, "unit"))
	if u == nil {
		return refuse("not-here", "MB-B9.1")
	}
	if shell := orders.Value(l.Args, "shell"); shell != "" && shell != shellHE && shell != shellSmoke {
		return refuse("no-such-shell", "MB-B26", table.A("unit", u.ID), table.A("weapon", u.arm()), table.A("shell", "shell."+shell))
	}
	_, r := k.missionOf(u, l)
	return r
}

// shootOptions proposes targets for each unit, and for each weapon of a vehicle separately.
func shootOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" }) {
		u := k.unit(id)
		if k.mayFire(u) != nil {
			continue
		}
		lanes := k.lanes(u)
		for foe := range lanes.foes() {
			e, ss := foe.ID, k.shooters(u)
			if !slices.ContainsFunc(ss, func(x shooter) bool {
				return k.mayUse(x) == nil && lanes.mayHit(x, k.unit(e), wants{poor: true}) == nil
			}) {
				continue
			}
			out = append(out, "shoot "+id+" at "+e)
			for _, x := range ss {
				if x.arm >= 0 && k.mayUse(x) == nil && lanes.mayHit(x, k.unit(e), wants{poor: true}) == nil {
					out = append(out, "shoot "+id+" at "+e+" with "+k.label(x))
				}
			}
		}
	}
	return out
}

func holdOptions(k *Game, s table.Seat, _ string) []string {
	return table.Lines("hold %s", k.of(s, func(u *Unit) bool { return u.Out == "" && k.mayFire(u) == nil }))
}

// indirectOptions proposes fires at enemies that some unit sees, at code names and at earlier aim points.
func indirectOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.of(s, func(u *Unit) bool { return k.weapon(u.arm()).indirectOnly() }) {
		u := k.unit(id)
		if k.mayFire(u) != nil {
			continue
		}
		var places []string
		for _, r := range k.camp(s).Registered {
			places = append(places, r.Code)
		}
		for _, e := range k.of(k.other(s), func(e *Unit) bool { return k.fit(e) }) {
			places = append(places, pointText(k.unit(e).At))
		}
		for _, p := range places {
			line := "indirect " + id + " at " + p
			at, _ := k.fixed(s, p)
			m := mission{at: at, times: 1}
			if slices.ContainsFunc(k.camp(s).Registered, func(r Spot) bool { return r.Code == p }) {
				m.code = p
			}
			if k.mayMission(u, &m) == nil {
				out = append(out, line)
			}
			if m.times = k.weapon(u.arm()).Fires; m.times > 1 && k.mayMission(u, &m) == nil {
				out = append(out, line+" times "+strconv.Itoa(m.times))
			}
		}
	}
	return out
}

// manOptions proposes every crew that can return to what it left.
func manOptions(k *Game, s table.Seat, _ string) []string {
	return table.Lines("man %s", k.of(s, func(c *Unit) bool { return c.Kind == "crew" && k.on(c) && k.mayMan(c) == nil }))
}

// airOptions proposes attacks on enemies that any unit sees.
func airOptions(k *Game, s table.Seat, _ string) (out []string) {
	c := k.camp(s)
	for _, e := range k.of(k.other(s), func(e *Unit) bool { return k.fit(e) }) {
		at := k.unit(e).At
		if k.raid(c, "bomb") >= 0 {
			out = append(out, "air bomb at "+pointText(at))
		}
		to := Point{at.X, max(0, at.Y-60)}
		if to != at && k.raid(c, "strafe") >= 0 {
			out = append(out, "air strafe at "+pointText(at)+" toward "+pointText(to))
		}
	}
	return out
}

// figureName names a figure in answers: its number and role.
func figureName(f *Figure) string {
	if f.Role == "" {
		return strconv.Itoa(f.N)
	}
	return strconv.Itoa(f.N) + " " + f.Role
}
