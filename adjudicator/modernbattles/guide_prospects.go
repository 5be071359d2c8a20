package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// prospects returns what the units of a side can do in a phase: charges within reach, ways to objectives and to cover, fires with their chances.
func prospects(k *Game, s table.Seat, phase string) []table.Prospect {
	switch phase {
	case "terrain":
		return k.groundProspects(s)
	case "army":
		return k.armyProspects(s)
	case "deployment":
		return k.deployProspects(s)
	case "charges":
		return k.chargeProspects(s)
	case "movement":
		return k.moveProspects(s)
	case "shooting":
		return append(k.fireProspects(s), k.indirectProspects(s)...)
	case "air":
		return k.airProspects(s)
	}
	return nil
}

// targetsTold is how many targets of a unit are told of, the nearest first: more would be noise in a letter.
const targetsTold = 3

// quarry lists the enemies at whom a unit may fire and who are worth it, the nearest first: what its crew has left counts as lost already (MB-B24).
func (k *Game) quarry(u *Unit) (out []string) {
	for e := range k.lanes(u).foes() {
		if !e.forsaken() {
			out = append(out, e.ID)
		}
	}
	return out
}

// fireProspects returns for each unit that may fire the targets that it can hit as it stands.
func (k *Game) fireProspects(s table.Seat) (out []table.Prospect) {
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" }) {
		u := k.unit(id)
		if k.mayFire(u) != nil || k.weapon(u.arm()).indirectOnly() {
			continue
		}
		var list []table.Prospect
		for _, target := range k.quarry(u) {
			if p, ok := k.fireProspect(u, k.unit(target)); ok {
				list = append(list, p)
			}
			if len(list) == targetsTold {
				break
			}
		}
		slices.SortStableFunc(list, func(a, b table.Prospect) int { return b.Worth - a.Worth })
		for i, p := range list {
			if i > 0 {
				p.Worth /= 10 // what else the unit can do in the turn comes before its other targets
			}
			out = append(out, p)
		}
	}
	return out
}

// fireProspect works out the fire of a whole unit at a target, as an order to shoot does. It is false if no weapon can hit. While a turret would
// have to turn first, no chance is told.
func (k *Game) fireProspect(u, e *Unit) (table.Prospect, bool) {
	f := &gunnery{g: k, s: u.Side}
	w := wants{targets: []string{e.ID}, poor: true}
	var fires []volley
	turns, lanes := false, k.lanes(u)
	for _, s := range k.shooters(u) {
		if k.mayUse(s) != nil {
			continue
		}
		if x, ok := f.firstTarget(lanes, s, w); ok {
			fires = k.gather(fires, x, w)
		} else if !k.bears(s, e) && lanes.wouldHurt(s, e, w) {
			turns = true
		}
	}
	if len(fires) == 0 {
		return table.Prospect{}, false
	}
	bundles := k.bundled(fires[0].shots, true)
	if len(bundles) == 0 {
		return table.Prospect{}, false
	}
	p := table.Prospect{Unit: u.ID, Target: e.ID, Line: "shoot " + u.ID + " at " + e.ID}
	if slices.ContainsFunc(bundles, func(b bundle) bool { return b.poor }) {
		p.Line += " poor yes"
	}
	hit, harm, known := k.volleyChances(u, e, bundles)
	p.Says, p.Worth = k.fireSays(u, e, bundles), int(hit/3_000_000)
	if turns || k.hatchesMatter(u) || k.panicNear(u) {
		return p, true
	}
	p.Chance = []table.Likelihood{k.likely("odds.hit", hit, u, e, func(f table.Fact) bool { return f.Kind == "shots" && f.Int("hits") > 0 })}
	if known {
		if e.vehicle() {
			p.Chance = append(p.Chance, k.likely("odds.pierced", harm, u, e, func(f table.Fact) bool {
				return f.Kind == "save-none" || f.Kind == "save" && f.Text("result") == result(false, "", "pierced")
			}))
		} else {
			p.Chance = append(p.Chance, k.likely("odds.wounded", harm, u, e, func(f table.Fact) bool { return f.Kind == "wounds" && f.Int("wounds") > 0 }))
		}
		p.Worth = int(harm / 1_000_000)
	}
	return p, true
}

// panicNear reports whether friends of a unit flee: they may run through it, and shake it, before it fires (MB-B15b).
func (k *Game) panicNear(u *Unit) bool {
	return slices.ContainsFunc(k.Units, func(o Unit) bool { return o.Side == u.Side && o.Out == "" && o.State == fleeing })
}

// hatchesMatter reports whether a vehicle has a weapon that fires only with open hatches: a standing order may close them before it fires.
func (k *Game) hatchesMatter(u *Unit) bool {
	return slices.ContainsFunc(u.Tank.Arms, func(a Arm) bool { return a.Mount == "aa" })
}

// chance is in billionths.
type chance int64

const certain chance = 1_000_000_000

func (c chance) and(d chance) chance { return (c*d + certain/2) / certain }

// sixths is the chance of at least a score on a die.
func sixths(need int) chance { return certain * chance(min(max(7-need, 0), 6)) / 6 }

// volleyChances returns the chances that a volley hits at all and that it wounds somebody, or pierces armour. The second is known only of rounds
// that strike one man or one hull: templates strike what lies under them.
func (k *Game) volleyChances(u, e *Unit, bundles []bundle) (hit, harm chance, known bool) {
	missed, spared, known := certain, certain, !k.standsApart(e)
	for _, b := range bundles {
		one := sixths(b.need.Total())
		hurt := chance(0)
		switch {
		case b.round.kind == shellSmoke || b.round.template != "" && (!e.vehicle() || b.round.kind == shellHE):
			known = false
		case e.vehicle():
			hurt = one.and(certain - sixths(k.saveScore(b.round.strength, k.armour(e, k.zone(e, u.At)))))
		default:
			hurt = one.and(sixths(k.woundScore(k.against(e, b.round, false), e.Profile.Toughness)))
		}
		for range b.dice {
			missed, spared = missed.and(certain-one), spared.and(certain-hurt)
		}
	}
	return certain - missed, certain - spared, known
}

// standsApart reports whether a hit on a target may strike something else than its men or its armour: what it carries, a shield, a piece.
func (k *Game) standsApart(e *Unit) bool { return e.piece() || e.Aboard != "" || k.loaded(e) }

// fine is the denominator of the chances that players are told.
const fine = 100_000

// likely makes a chance for a player, of a fact of this fire in this phase.
func (k *Game) likely(result string, c chance, u, e *Unit, is func(table.Fact) bool) table.Likelihood {
	during, turn := u.ID+"/"+e.ID, k.Number
	return table.Likelihood{Result: result, Num: int64(c) * fine / int64(certain), Den: fine, Told: func(f table.Fact) bool {
		return f.Step == "shooting" && f.Turn == turn && (f.At == during || strings.HasPrefix(f.At, during+"/")) && is(f)
	}}
}

// fireSays tells range, cover, what the best weapon needs and with what strength it strikes.
func (k *Game) fireSays(u, e *Unit, bundles []bundle) table.Remark {
	best, dice := bundles[0], 0
	for _, b := range bundles {
		if dice += b.dice; b.round.strength > best.round.strength {
			best = b
		}
	}
	args := []table.FactArg{table.A("inches", inchText(best.distance)), table.A("weapon", best.by.weapon), table.A("dice", dice), table.A("needed", best.need), table.A("strength", best.round.strength)}
	if best.cover.Level > 0 {
		args = append(args, table.A("cover", best.cover.Why))
	}
	if e.vehicle() {
		zone := k.zone(e, u.At)
		args = append(args, table.A("zone", "zone."+zone), table.A("armour", k.armour(e, zone)))
		return table.Say("guide.fire-armour", "MB-21", args...)
	}
	return table.Say("guide.fire-men", "MB-B9.3", append(args, table.A("wound", min(k.woundScore(k.against(e, best.round, false), e.Profile.Toughness), never)))...)
}

// indirectProspects returns for each mortar and battery the nearest enemies at which it may fire now.
func (k *Game) indirectProspects(s table.Seat) (out []table.Prospect) {
	for _, id := range k.of(s, func(u *Unit) bool { return k.weapon(u.arm()).indirectOnly() }) {
		u := k.unit(id)
		if k.mayFire(u) != nil {
			continue
		}
		n := 0
		foes := k.quarry(u)
		slices.SortStableFunc(foes, func(a, b string) int { // a shell that bursts does most among men
			switch va, vb := k.unit(a).vehicle(), k.unit(b).vehicle(); {
			case va == vb:
				return 0
			case vb:
				return -1
			}
			return 1
		})
		for _, target := range foes {
			e := k.unit(target)
			m := mission{at: e.At, times: 1}
			if k.mayMission(u, &m) != nil {
				continue
			}
			out = append(out, k.indirectProspect(u, e, m))
			if n++; n == targetsTold {
				break
			}
		}
	}
	return out
}

func (k *Game) indirectProspect(u, e *Unit, m mission) table.Prospect {
	w, a := k.weapon(u.arm()), k.aimPoint(u, m)
	need := k.indirectScore(u, w, a.Corrected)
	p := table.Prospect{Unit: u.ID, Target: e.ID, Line: "indirect " + u.ID + " at " + pointText(e.At), Worth: int(sixths(need.Total()) / 3_000_000),
		Says: table.Say("guide.indirect", "MB-B12", table.A("target", e.ID), table.A("inches", inchText(span(u.At, e.At))), table.A("needed", need), table.A("by", m.by), table.A("strength", w.HE), table.A("left", u.Ammo.Salvos))}
	if c := k.unit(m.by); k.panicNear(u) || a.Salvos > 0 && !a.Corrected && c != nil && trained(c) {
		return p // the observer may correct the fire before
	}
	if need.Total() > k.constants().WorstScore.Value {
		return p
	}
	turn := k.Number
	p.Chance = []table.Likelihood{{Result: "odds.on-target", Num: int64(sixths(need.Total())) * fine / int64(certain), Den: fine, Told: func(f table.Fact) bool {
		return f.Kind == "salvo" && f.Step == "shooting" && f.Turn == turn && f.Text("unit") == u.ID && f.Text("result") == result(true, "on-target", "wide")
	}}}
	return p
}

// airProspects returns the air attacks that are left on the enemies that are seen, with the chance of the bomb or of a hit.
func (k *Game) airProspects(s table.Seat) (out []table.Prospect) {
	turn := k.Number
	for _, text := range airOptions(k, s, "air") {
		kind, at := "bomb", Point{}
		for _, id := range k.of(k.other(s), func(e *Unit) bool { return k.fit(e) }) {
			e := k.unit(id)
			at = e.At
			need := harder(table.Base("modifier.bs", entry(k.doc.Combat.ToHit, k.constants().BombBS.Value), "MB-B22"), k.modifiers().Indirect)
			strength := k.constants().BombStrength.Value
			switch text {
			case "air bomb at " + pointText(at):
			case "air strafe at " + pointText(at) + " toward " + pointText(Point{at.X, max(0, at.Y-60)}):
				kind, strength = "strafe", k.constants().StrafingStrength.Value
				need = table.Base("modifier.strafing", k.dice().Strafing.Low, "MB-B22")
				switch k.coverFrom(e, at).Level {
				case 1:
					need = harder(need, k.modifiers().LightCover)
				case 2:
					need = harder(need, k.modifiers().HeavyCover)
				}
			default:
				continue
			}
			p := table.Prospect{Target: id, Line: text, Worth: e.Points,
				Says: table.Say("guide.air", "MB-B22", table.A("target", id), table.A("kind", "raid."+kind), table.A("needed", need), table.A("strength", strength))}
			shots, fact := 1, "bomb"
			if kind == "strafe" {
				shots, fact = k.constants().StrafingShots.Value, "strafed"
			}
			missed := certain
			for range shots {
				missed = missed.and(certain - sixths(need.Total()))
			}
			p.Chance = []table.Likelihood{{Result: "odds.hit", Num: int64(certain-missed) * fine / int64(certain), Den: fine, Told: func(f table.Fact) bool {
				return f.Kind == fact && f.Turn == turn && f.Step == "air" && (fact == "bomb" && f.Text("result") == result(true, "on-target", "wide") || f.Text("unit") == id && f.Int("hits") > 0)
			}}}
			out = append(out, p)
		}
	}
	return out
}

// chargeProspects returns the charges that can reach their target.
func (k *Game) chargeProspects(s table.Seat) (out []table.Prospect) {
	for _, line := range chargeOptions(k, s, "charges") {
		words := strings.Fields(line)
		u, e := k.unit(words[1]), k.unit(bare(words[len(words)-1]))
		if u == nil || e == nil {
			continue
		}
		p := table.Prospect{Unit: u.ID, Target: e.ID, Line: line, Worth: 300,
			Says: table.Say("guide.charge", "MB-B8a", table.A("inches", inchText(k.between(u, e))), table.A("reach", inchText(k.chargeReach(u, e))), table.A("own", u.alive()), table.A("enemy", e.alive()))}
		out = append(out, p)
	}
	return out
}

// taking are the kinds of units whose business is to take objectives. Others are shown the way to one only while they have nothing to fire at.
var taking = []string{"squad", "vehicle", "team"}

// hasTarget reports whether a unit can fire at an enemy from where it stands.
func (k *Game) hasTarget(u *Unit) bool {
	if k.mayFire(u) != nil {
		return false
	}
	indirect := k.weapon(u.arm()).indirectOnly()
	return slices.ContainsFunc(k.quarry(u), func(target string) bool {
		e := k.unit(target)
		if indirect {
			m := mission{at: e.At, times: 1}
			return k.mayMission(u, &m) == nil
		}
		_, ok := k.fireProspect(u, e)
		return ok
	})
}

// moveProspects returns for each unit that may move the way to the nearest objective that its side does not hold, if it is one to take it, for an
// officer whose men are all too far from him the way to them, and, for one that stands in the open, the way to cover that is near.
func (k *Game) moveProspects(s table.Seat) (out []table.Prospect) {
	held := k.heldBy(s)
	for _, id := range k.idle(s, func(*Unit) bool { return true }) {
		u := k.unit(id)
		most, r := k.fastest(u, "normal")
		if r != nil || k.mayStir(u) != nil {
			continue
		}
		if u.led("officer") {
			if p, ok := k.leadProspect(u, most); ok {
				out = append(out, p)
			}
		}
		goal, far, at := "", 0, Point{}
		for _, o := range k.Objectives {
			if d := k.gap(u, point(place(o.At))); !slices.Contains(held, o.ID) && (goal == "" || d < far) {
				goal, far, at = o.ID, d, place(o.At)
			}
		}
		if goal != "" && far > k.constants().VictoryNear.Value && (slices.Contains(taking, u.Kind) || !u.led("officer") && !k.hasTarget(u)) {
			out = append(out, table.Prospect{Unit: id, Target: goal, Line: "move " + id + " to " + goal, Worth: 250,
				Says: table.Say("guide.toward", "MB-B24", table.A("place", goal), table.A("inches", inchText(far)), table.A("most", inchText(most)),
					table.A("behind", k.behind(u, at)))})
		}
		if !u.foot() || u.Inside != "" || k.coverNow(u).Level > 0 {
			continue
		}
		if p, ok := k.coverProspect(u, most); ok {
			out = append(out, p)
		}
	}
	return out
}

// behind names the friend that stands in a unit's straight way to a point and may make room for it before it moves (MB-B7g); "" if none does.
func (k *Game) behind(u *Unit, at Point) string {
	_, tr := k.longest(u, march{gait: "normal", formation: u.Formation, facing: -1, path: []Point{at}}, 0, false)
	if tr.why == nil {
		return ""
	}
	for _, a := range tr.why.Args {
		if by, ok := a.Value.(string); ok && a.Name == "by" && k.unit(by) != nil && k.unit(by).Side == u.Side {
			return by
		}
	}
	return ""
}

// leadProspect is the way of an officer to the nearest unit on foot to which he lends his leadership, if all of them are too far away (MB-B17a).
func (k *Game) leadProspect(u *Unit, most int) (table.Prospect, bool) {
	var best *Unit
	far := 0
	for _, id := range k.of(u.Side, func(v *Unit) bool { return v.ID != u.ID && k.on(v) && v.foot() && slices.Contains(taking, v.Kind) }) {
		v := k.unit(id)
		if k.officerNear(u, v) {
			return table.Prospect{}, false
		}
		if d := k.between(u, v); best == nil || d < far {
			best, far = v, d
		}
	}
	if best == nil {
		return table.Prospect{}, false
	}
	return table.Prospect{Unit: u.ID, Target: best.ID, Line: "move " + u.ID + " to toward/" + best.ID, Worth: 250,
		Says: table.Say("guide.lead", "MB-B17a", table.A("target", best.ID), table.A("inches", inchText(far)), table.A("reach", inchText(k.constants().OfficerDistance.Value)), table.A("most", inchText(most)))}, true
}

// coverMoves is how many normal moves away cover is worth going to.
const coverMoves = 2

// coverProspect is the way to the nearest ground with cover, if it is near.
func (k *Game) coverProspect(u *Unit, most int) (table.Prospect, bool) {
	best, far := -1, 0
	for i := range k.ground.areas {
		a := &k.ground.areas[i]
		if d := span(u.At, a.middle()); a.kind.Cover != "" && a.kind.ID != "building" && !k.shut(u, a) && d <= coverMoves*most && (best < 0 || d < far) {
			best, far = i, d
		}
	}
	if best < 0 {
		return table.Prospect{}, false
	}
	a := &k.ground.areas[best]
	return table.Prospect{Unit: u.ID, Target: a.id, Line: "move " + u.ID + " to " + a.id, Worth: 200,
		Says: table.Say("guide.cover", "MB-B5c", table.A("place", a.id), table.A("terrain", "terrain."+a.kind.ID), table.A("cover", "cover."+a.kind.Cover), table.A("inches", strconv.Itoa(far/10)), table.A("most", inchText(most)))}, true
}
