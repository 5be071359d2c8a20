package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// red reports whether a unit's DR counts as red against an attack. The DR of a soft target does; so does the flank DR of
// an open-topped vehicle against HE and against close combat by infantry (CH-15.5a).
func (g *Game) red(a attack, e *Unit) bool {
	p := g.print(e)
	return !p.Armoured || p.OpenTop && (a.he && !a.flame || a.cc != "" && g.foot(g.unit(a.leader)))
}

// attackFP returns the FP of an attack against a unit (CH-7.2a, fp_table). A nil unit stands for an apparently empty hex,
// against which the red FP counts. attackFP returns false if the attacker has no FP of that colour.
func (g *Game) attackFP(a attack, e *Unit) (table.Sum, bool) {
	u := g.unit(a.leader)
	armoured := e != nil && !g.red(a, e)
	closeIn := a.cc != "" || a.works
	var fp table.Sum
	ok := true
	white := u != nil && g.print(u).WhiteRed
	switch {
	case a.flame:
		fp, white = table.Base("flame", g.doc.Tables.FlameFP, "CH-19.1a"), false
	case a.weapon != "":
		fp = g.weaponFP(a, u, armoured)
	default:
		if fp, ok = g.firepower(u, armoured); armoured {
			white = g.print(u).WhiteBlue
		}
		if e != nil && !armoured && g.print(e).Armoured && g.print(u).ATTeam && a.cc != "" { // CH-15.5a
			if blue, has := g.firepower(u, true); has && blue.Total() > fp.Total() {
				fp, ok, white = blue, true, g.print(u).WhiteBlue
			}
		}
	}
	if fp = g.ranged(fp, a, u, closeIn, white); a.careful {
		fp = fp.Plus("careful-aim", g.doc.Tables.Careful, "CH-C09")
	}
	return fp, ok
}

// ranged adds to a FP what range, height and supporters give it (CH-7.7).
func (g *Game) ranged(fp table.Sum, a attack, u *Unit, closeIn, white bool) table.Sum {
	switch {
	case a.weapon != "":
	case closeIn && white:
		fp = fp.Plus("close-combat-white", g.doc.Tables.CCWhite, "CH-7.7.3c")
	case closeIn:
		fp = fp.Plus("close-combat", g.doc.Tables.CC, "CH-7.7.3c")
	case a.distance == 1:
		fp = fp.Plus("short-range", g.doc.Tables.Short, "CH-7.7.2a")
	case a.distance > g.reach(u) && !a.flame:
		fp = fp.Plus("long-range", g.doc.Tables.Long, "CH-7.7.1a")
	}
	if !closeIn && g.level(a.eye) > g.level(a.hex) {
		fp = fp.Plus("higher", g.doc.Tables.Higher, "CH-11.2b")
	}
	return fp.Plus("supporters", len(a.support), "CH-9.1.2d")
}

// weaponFP returns the FP of a weapon card with its user's hit counter (CH-8.4c), at one hex less (A24).
func (g *Game) weaponFP(a attack, u *Unit, armoured bool) table.Sum {
	w, _ := g.doc.Weapon(a.weapon)
	h := &HitCounter{}
	if u != nil {
		h = g.hit(u)
	}
	fp := table.Base("weapon."+w.ID, w.Red, w.Rule).Plus("hit-counter", h.Red, "CH-8.4c")
	if armoured {
		fp = table.Base("weapon."+w.ID, w.Blue, w.Rule).Plus("hit-counter", h.Blue, "CH-8.4c")
	}
	if a.distance > 0 {
		fp = fp.Plus("weapon-far", w.Far, "A24")
	}
	return fp
}

// flanked reports whether an attack meets the flank DR of a unit (CH-7.3a, CH-7.8): HE, flamethrower, weapon card, close
// combat, an attack on a load, or one from outside the arc. A trench has no flank (A70); a bunker turns as a whole (A71).
func (g *Game) flanked(a attack, e *Unit) bool {
	if a.he || a.flame || a.cc != "" || e.Aboard != "" {
		return true
	}
	switch e.In {
	case "trench":
		return false
	case "bunker":
		if f := g.fort(e.Hex, "bunker"); f != nil {
			return !g.inArc(e.Hex, f.Facing, g.unit(a.leader).Hex)
		}
	}
	return !g.inArc(e.Hex, e.Facing, g.unit(a.leader).Hex)
}

// defence returns the DV of a unit against an attack (CH-7.3a with dm_table).
func (g *Game) defence(a attack, e *Unit) table.Sum {
	flank := g.flanked(a, e)
	dv := g.unitDM(a, e.Hex, g.resistance(e, flank), !g.red(a, e))
	if e.Exposed {
		dv = dv.Plus("incautious", g.doc.Tables.Incautious, "CH-5.0.3a")
	}
	return g.coverDM(a, e, flank, dv)
}

// unitDM adds what the hex gives to the units in it. A roadblock covers them (CH-18.3.2c), but not the works beside it,
// nor itself (CH-18.4b).
func (g *Game) unitDM(a attack, hex string, dv table.Sum, armoured bool) table.Sum {
	dv = g.hexDM(a, hex, dv, armoured)
	if f := g.fort(hex, "roadblock"); f != nil {
		w, _ := g.doc.Work(f.Type)
		dv = dv.Plus("work.roadblock", w.All, "CH-18.3.2c")
	}
	return dv
}

// hexDM adds what the hex gives to whatever is in it: terrain, wall, elevation, smoke.
func (g *Game) hexDM(a attack, hex string, dv table.Sum, armoured bool) table.Sum {
	t, u := g.terrain(hex), g.unit(a.leader)
	indirect := a.indirect || u != nil && g.print(u).Mortar()
	noTerrain := a.flame
	if a.weapon != "" {
		w, _ := g.doc.Weapon(a.weapon)
		noTerrain = w.NoTerrain
	}
	burst := t.AirBurst && g.shells(a) && !armoured // CH-12.2
	if !noTerrain && !burst {
		dv = dv.Plus("terrain."+t.ID, t.DM, "CH-4.0d")
	}
	if !a.flame && !indirect && !g.shells(a) && a.eye != hex && a.eye != "" && g.crossesWall(a.eye, hex) {
		dv = dv.Plus("wall", g.doc.Tables.WallDM, "CH-5.0.2a")
	}
	if a.eye != "" && g.level(hex) > g.level(a.eye) {
		dv = dv.Plus("target-higher", g.doc.Tables.Below, "CH-11.2a")
	}
	dv = dv.Plus("smoke", g.smoke(hex), "CH-13.0a")
	if a.eye != hex && a.eye != "" {
		dv = dv.Plus("smoke-firer", g.smoke(a.eye), "CH-13.0a")
	}
	return dv.Plus("smoke-crossed", a.haze, "CH-13.0d")
}

// shells reports whether an attack is mortar or artillery fire (CH-12.2, CH-5.0.2a).
func (g *Game) shells(a attack) bool {
	if a.flame || a.weapon != "" && a.leader != "" || a.cc != "" {
		return false
	}
	u := g.unit(a.leader)
	return u == nil || g.print(u).HE
}

// coverDM adds what only this unit has: vehicles beside it, its carrier's shield, the work that it is in, and its hasty
// defence.
func (g *Game) coverDM(a attack, e *Unit, flank bool, dv table.Sum) table.Sum {
	if g.foot(e) && e.Aboard == "" { // CH-15.6a, A19
		n := 0
		for _, name := range g.at(e.Hex) {
			if x := g.unit(name); g.vehicle(x) && x.Aboard == "" && !x.Hidden && !(a.cc != "" && (name == a.leader || slices.Contains(a.support, name))) {
				n++
			}
		}
		dv = dv.Plus("vehicles", n*g.doc.Tables.Behind, "CH-15.6a")
	}
	if c := g.unit(e.Aboard); e.Aboard != "" && c != nil {
		dv = dv.Plus("shield", g.print(c).Shield, "CH-16.1a")
	}
	if f := g.fort(e.Hex, e.In); e.In != "" && f != nil {
		w, _ := g.doc.Work(f.Type)
		v := w.Front
		if flank {
			v = w.Flank
		}
		dv = dv.Plus("work."+e.In, v, workRule(e.In))
	}
	if e.Dug {
		w, _ := g.doc.Work("hasty")
		dv = dv.Plus("work.hasty", w.Front, "CH-18.1.3b")
	}
	return dv
}

func workRule(kind string) string {
	if kind == "bunker" {
		return "CH-18.1.2d"
	}
	return "CH-18.1.1c"
}

// needed returns the total that the dice of an attack must show to hit a unit without CAP, or false if it cannot be hit.
func (g *Game) needed(a attack, e *Unit) (int, bool) {
	fp, ok := g.attackFP(a, e)
	if !ok {
		return 0, false
	}
	return g.defence(a, e).Total() - fp.Total(), true
}

// easiest returns the lowest total with which an attack hits any unit of the other side.
func (k *Game) easiest(a attack) (int, bool) {
	side, best, found := k.unit(a.leader).Side, 0, false
	for _, name := range k.targets(a) {
		e := k.unit(name)
		if n, ok := k.needed(a, e); ok && e.Side != side && (!found || n < best) {
			best, found = n, true
		}
	}
	return best, found
}

// promise ranks attacks: the easier, the better.
func (k *Game) promise(a attack) int {
	if n, ok := k.easiest(a); ok {
		return 100 - n
	}
	fp, _ := k.attackFP(a, nil)
	return fp.Total()
}

// fire carries out an attack (CH-7.8 steps 2 to 4): first all rolls, then all results (A30).
func fire(g *Game, t *table.Table, o *order) {
	k := g.Known(o.seat)
	a, r := k.aim(o)
	if r != nil {
		return
	}
	if !a.smoke && len(k.targets(a)) > 1 {
		a.first = k.named(o.seat, orders.List(o.args, "first"))
	}
	shots := k.shotsOf(a)
	u := g.unit(a.leader)
	g.showFire(t, u)
	if a.careful {
		g.discard(g.camp(o.seat), cardCarefulAim)
		t.Report("CH-C09", "card-played", table.A("side", o.seat), table.A("card", cardCarefulAim))
	}
	g.spendWeapon(t, a)
	for _, c := range a.spent { // A82: spent whether or not they hit
		g.spendWeapon(t, attack{leader: c.Unit, weapon: c.Card})
	}
	if a.smoke {
		g.laySmoke(t, a.leader, a.hex, "CH-13.1d")
		return
	}
	args := []table.FactArg{table.A("unit", a.leader), table.A("from", u.Hex), table.A("at", a.hex), table.A("distance", a.distance), table.A("mode", attackMode(a))}
	if len(a.support) > 0 {
		args = append(args, table.A("with", a.support))
	}
	if a.indirect && !slices.ContainsFunc(g.friends(u.Side, a.eye), func(n string) bool { return g.unit(n).Hidden }) { // an unseen observer stays hidden
		args = append(args, table.A("via", a.eye))
	}
	t.Report(attackRule(a), "fires", args...)
	g.news(g.other(u.Side), News{Kind: "fired", Unit: a.leader, Hex: a.hex})
	g.volley(t, a, o, shots)
}

func attackMode(a attack) string {
	switch {
	case a.cc != "" || a.works:
		return "mode.cc"
	case a.flame:
		return "mode.flame"
	case a.weapon != "":
		return "weapon." + a.weapon
	case a.indirect:
		return "mode.indirect"
	}
	return "mode.fire"
}

func attackRule(a attack) string {
	switch {
	case a.cc != "" || a.works:
		return "CH-7.7.3a"
	case a.flame:
		return "CH-19.1a"
	case a.indirect:
		return "CH-12.0b"
	case len(a.support) > 0:
		return "CH-9.1.2a"
	}
	return "CH-7.0a"
}

// shot is the part of an attack that meets one unit.
type shot struct {
	target string
	need   int // total needed to hit, as far as the attacker knows
}

// shotsOf lists the targets of an attack in order, on what the attacker knows.
func (k *Game) shotsOf(a attack) []shot {
	var out []shot
	for _, name := range k.targets(a) {
		need, _ := k.needed(a, k.unit(name))
		out = append(out, shot{name, need})
	}
	return out
}

// volley rolls against every target of an attack and applies the results together.
func (g *Game) volley(t *table.Table, a attack, o *order, shots []shot) {
	s := o.seat
	type result struct{ unit, work, what string }
	var results []result
	for _, x := range shots {
		what := g.shootAt(t.At(g.unit(x.target).ID), a, x, o)
		results = append(results, result{unit: x.target, what: what})
	}
	if len(shots) == 0 && !a.works {
		if name, what := g.shootBlind(t.At("empty"), s, a, o); name != "" {
			results = append(results, result{unit: name, what: what})
		}
	}
	for _, kind := range g.worksHit(a) {
		results = append(results, result{work: kind, what: g.shootWork(t.At(kind), s, a, kind, o)})
	}
	for _, r := range results {
		if r.work != "" {
			if r.what != miss {
				g.raze(t, a.hex, r.work, "CH-18.4b")
			}
			continue
		}
		g.strikeUnit(t, r.unit, r.what, s)
	}
}

// shootAt is one roll of an attack against one unit (CH-7.8 step 3).
func (g *Game) shootAt(t *table.Table, a attack, x shot, o *order) string {
	e := g.unit(x.target)
	fp, ok := g.attackFP(a, e)
	if !ok {
		t.Report("CH-1.1d", "no-colour", table.A("unit", a.leader), table.A("target", x.target))
		return miss
	}
	need := x.need
	if h, flank := g.hit(e), g.flanked(a, e); flank && h.Flank != 0 || !flank && h.Front != 0 { // CH-7.5h
		g.showHit(t, e)
		need = g.defence(a, e).Total() - fp.Total()
	}
	dv := g.defence(a, e)
	roll := g.throw(t, o.seat, "attack", 2, 6, o.roll(kindOfRoll(a), need, need+g.doc.Tables.Critical))
	av := withTerms(roll, fp)
	what := g.outcome(av.Total(), dv.Total())
	t.Report("CH-7.8", "attack", table.A("unit", a.leader), table.A("target", x.target), table.A("av", av), table.A("dv", dv), table.A("result", what))
	return what
}

func kindOfRoll(a attack) string {
	if a.leader == "" {
		return "oba"
	}
	return "attack"
}

// withTerms adds the terms of the FP to a roll.
func withTerms(roll, fp table.Sum) table.Sum {
	for _, term := range fp.Terms() {
		if term.Value == 0 {
			continue
		}
		roll = roll.Plus(term.Name, term.Value, term.Rule)
	}
	return roll
}

// shootBlind is an attack on an apparently empty hex (CH-10.0e, 10.0f). It is always rolled. If hidden units are there,
// it meets the one with the lowest front DR, or flank DR for HE (A78). A miss reveals nothing.
func (g *Game) shootBlind(t *table.Table, s table.Seat, a attack, o *order) (string, string) {
	u := g.unit(a.leader)
	var e *Unit
	low := 0
	for _, name := range g.byID(a.hex) {
		x := g.unit(name)
		if !x.Hidden {
			continue
		}
		dr := g.print(x).Front
		if a.he {
			dr = g.print(x).Flank
		}
		if e == nil || dr < low {
			e, low = x, dr
		}
	}
	roll := g.throw(t, s, "attack", 2, 6, o.roll(kindOfRoll(a), 0, 0))
	seen, ok := g.attackFP(a, nil)
	if !ok {
		seen = table.Base("no-fp", 0, "CH-1.1d")
	}
	t.Report("CH-10.0e", "attack-blind", table.A("unit", a.leader), table.A("at", a.hex), table.A("av", withTerms(roll, seen)))
	if e == nil && slices.Contains(g.Blips, a.hex) {
		e = g.unit(g.markHit(t, a, roll))
	}
	if e == nil {
		return "", miss
	}
	name := e.name()
	fp, ok := g.attackFP(a, e)
	if !ok {
		return "", miss
	}
	dv := g.coverDM(a, e, a.he, g.unitDM(a, e.Hex, g.resistance(e, a.he), !g.red(a, e)))
	what := g.outcome(withTerms(roll, fp).Total(), dv.Total())
	if what == miss || u != nil && u.Side == e.Side {
		g.hers(t, e.Side).Report("CH-10.0f", "blind-missed", table.A("target", name), table.A("av", withTerms(roll, fp)), table.A("dv", dv))
		return "", miss
	}
	g.reveal(t, a.hex, e.Side, "CH-10.0d")
	t.Report("CH-10.0f", "attack", table.A("unit", a.leader), table.A("target", name), table.A("av", withTerms(roll, fp)), table.A("dv", dv), table.A("result", what))
	return name, what
}

// markHit lets an attack on a marked hex hit whatever is drawn there: a mark is drawn if the dice would hit the weakest
// unit of the cup (CH-20.3a).
func (g *Game) markHit(t *table.Table, a attack, roll table.Sum) string {
	for _, name := range g.Cup {
		x := g.unit(name)
		if x == nil {
			continue
		}
		fp, ok := g.attackFP(a, x)
		if dv := g.unitDM(a, a.hex, g.resistance(x, a.he), !g.red(a, x)); ok && withTerms(roll, fp).Total() >= dv.Total() {
			return g.drawMark(t, a.hex, "CH-10.0d")
		}
	}
	return ""
}

// breakables are the kinds of works that can have a DR, in the words that name them in an order.
var breakables = []string{"bunker", "wire", "roadblock"}

// breakable returns a work in a hex that can be destroyed (CH-18.4a), or nil. If kind is given, the work is of that kind.
func (g *Game) breakable(hex, kind string) *Fort {
	for f := range table.All(g.Forts) {
		if w, _ := g.doc.Work(f.Type); f.Hex == hex && w.DR > 0 && !f.Hidden && (kind == "" || f.Kind == kind) {
			return f
		}
	}
	return nil
}

// worksHit lists the works that an attack is resolved against (CH-18.4a): those with a DR in the hex, if the weapon is a
// mortar, artillery, or a gun or tank firing red HE; in close combat by infantry, the work that was chosen (A31).
func (g *Game) worksHit(a attack) []string {
	var out []string
	u := g.unit(a.leader)
	if a.works {
		if f := g.breakable(a.hex, a.work); f != nil {
			out = append(out, f.Kind)
		}
		return out
	}
	if u != nil && !g.heavy(a, u) {
		return nil
	}
	for _, f := range g.Forts {
		if w, _ := g.doc.Work(f.Type); f.Hex == a.hex && w.DR > 0 && !f.Hidden {
			out = append(out, f.Kind)
		}
	}
	slices.Sort(out)
	return out
}

// heavy reports whether a unit's fire can destroy works.
func (g *Game) heavy(a attack, u *Unit) bool {
	p := g.print(u)
	return a.cc == "" && !a.flame && a.weapon == "" && (p.HE || p.Gun || p.Symbol == "armour" && p.Red > 0 && !p.MG)
}

// shootWork rolls once against a work: its red DR with terrain (CH-18.4b).
func (g *Game) shootWork(t *table.Table, s table.Seat, a attack, kind string, o *order) string {
	w, _ := g.doc.Work(g.fort(a.hex, kind).Type)
	fp, ok := g.attackFP(a, nil)
	if !ok {
		return miss
	}
	dv := g.hexDM(a, a.hex, table.Base("work-dr", w.DR, "CH-18.4b"), false)
	need := dv.Total() - fp.Total()
	roll := g.throw(t, s, "attack", 2, 6, o.roll(kindOfRoll(a), need, 0))
	av := withTerms(roll, fp)
	what := g.outcome(av.Total(), dv.Total())
	t.Report("CH-18.4b", "attack-work", table.A("unit", a.leader), table.A("work", "work."+kind), table.A("at", a.hex), table.A("av", av), table.A("dv", dv), table.A("hit", what != miss))
	return what
}
