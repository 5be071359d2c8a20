package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// fireOrder implements BB-4.4: the named bases fire at a target as often as ordered, each time for one simple action.
func (g *Game) fireOrder(t *table.Table, c table.Clause) *table.Refusal {
	if r := twoTargets(c); r != nil {
		return r
	}
	teams, r := g.teams(c, true)
	if r != nil {
		return r
	}
	times := orders.Int(c.Args, "times", 1)
	if times < 1 {
		return refuse("no-times", "BB-3.4b", table.A("times", times))
	}
	if as := orders.Value(c.Args, "as"); as != "" && !slices.ContainsFunc(teams, func(m team) bool { return g.has(m, as) }) {
		return refuse("no-such-base", "BB-1.2a", table.A("base", as), table.A("unit", g.Active.Group))
	}
	if !g.Active.Searched { // BB-R18c: after the moves, before the first fire
		_ = g.search(t, false)
	}
	fired := false
	var idle *table.Refusal
	for n := 0; n < times; n++ {
		for _, m := range teams {
			if g.group(m.group) == nil {
				continue
			}
			no := g.fireTeam(t, m, c)
			switch {
			case no == nil:
				fired = true
			case no.Code == idleBase:
				fired, idle = true, no
			case r == nil || !fired:
				r = no
			}
		}
	}
	if fired && (times == 1 || r == nil) {
		return idle
	}
	return r
}

// twoTargets refuses a fire at the priority target that names another target too (BB-4.4a): one of the two is meant.
func twoTargets(c table.Clause) *table.Refusal {
	if target := orders.Value(c.Args, "target"); orders.Value(c.Args, "mode") != "" && target != "" {
		return refuse("two-targets", "BB-4.4a", table.A("target", target))
	}
	return nil
}

// has reports whether a base of a team may fire a weapon.
func (g *Game) has(m team, weapon string) bool {
	u := g.group(m.group)
	return slices.ContainsFunc(m.bases, func(id int) bool { return len(g.arms(u.base(id), weapon)) > 0 })
}

// fireTeam makes one fire action of the bases of one group at one target.
func (g *Game) fireTeam(t *table.Table, m team, c table.Clause) *table.Refusal {
	u := g.group(m.group)
	k := g.learn(u.Side)
	alive := table.Keep(m.bases, func(id int) bool { return u.base(id) != nil })
	m.bases = alive
	v, r := k.volley(m, orders.Value(c.Args, "target"), orders.Value(c.Args, "as"), orders.Value(c.Args, "claim"))
	if r != nil {
		return r
	}
	if !v.priority && v.claim == "" {
		v.claim = table.Decide(t, g.askClaim(u.Side, v))
	}
	r = k.hopeless(v)
	g.forget(k)
	if r != nil {
		return r
	}
	g.needless(t, v)
	idle := g.idles(c, m.group, v.idle)
	u = g.group(m.group)
	price := g.cost(u, "fire", "fire")
	for _, id := range v.bases {
		b := u.base(id)
		b.spend(price)
		b.Aim = v.target
	}
	g.reveal(t, m.group)
	g.unseat(t, m.group)
	if g.group(v.firer) == nil || g.group(v.target) == nil {
		return idle
	}
	g.shoot(t.At(m.group[len(g.Active.Side)+1:]), v)
	return idle
}

// needless tells the firer that his claim about the nearest enemy changes nothing: his target is the priority target
// anyway, or the firers are snipers, who choose freely (BB-S.4).
func (g *Game) needless(t *table.Table, v volley) {
	if !v.priority || v.claim == "" {
		return
	}
	rule := "BB-4.7a"
	if len(v.judged) == 0 {
		rule = "BB-S.4"
	}
	t.For(g.group(v.firer).Side).Report(rule, "claim-idle", table.A("unit", v.firer), table.A("target", v.target), table.A("claim", v.claim), table.A("free", len(v.judged) == 0))
}

// hopeless refuses a fire that no die could make a hit because the target is not the priority target and the firer
// claims nothing (BB-R11).
func (k *Game) hopeless(v volley) (r *table.Refusal) {
	if v.priority || v.claim != "never" {
		return nil
	}
	for _, id := range v.bases {
		_, no := k.aim(k.group(v.firer), id, v.as, k.group(v.target), false)
		if no == nil {
			return nil
		}
		r = no
	}
	return r
}

// volley is one settled fire action: who fires what at whom.
type volley struct {
	firer    string
	target   string
	bases    []int
	as       string
	judged   []int  // the bases for which the priority target matters: all but snipers (BB-S.4)
	priority bool   // the target is the priority target
	nearest  string // the priority target, if it is another
	claim    string // what the firer claims of the nearest: harmless or less-vulnerable
	flash    string // rule of a watch fire; "" for an action
	idle     []idler
}

// idler is a base that was to fire but does not.
type idler struct {
	base int
	why  *table.Refusal
}

// idleBase is the code of a refusal for single bases of those named, while others act.
const idleBase = "bb.idle-base"

// idles returns why a base that was named does not act. It returns nil if bases were not named one by one, because then
// all that can act are meant (BB-4.1a).
func (g *Game) idles(c table.Clause, group string, all []idler) *table.Refusal {
	u, with := g.group(group), orders.Value(c.Args, "with")
	if u == nil || with == "" || with == "all" {
		return nil
	}
	for _, i := range all {
		if b := u.base(i.base); b != nil {
			return &table.Refusal{Code: idleBase, Rule: i.why.Rule, Args: []table.FactArg{table.A("unit", u.ID), table.A("base", i.base), table.A("weapon", b.Weapon),
				table.A("why", strings.TrimPrefix(i.why.Code, "bb."))}}
		}
	}
	return nil
}

// volley chooses target and bases from what the side knows: bases with a point left, in range and in line (BB-4.1a). An
// order without a target means the priority target (BB-D12).
func (k *Game) volley(m team, target, as, claim string) (volley, *table.Refusal) {
	u := k.group(m.group)
	price := k.cost(u, "fire", "fire")
	var ready []int
	var spent []idler
	r := refuse("no-base", "BB-1.2a", table.A("unit", m.group))
	same := "" // the target of the first fire, if a second may only be at the same one (BB-A1.3i)
	for _, id := range m.bases {
		b := u.base(id)
		if no := k.affords(u, b, price, b.Aim); no != nil {
			r, spent = no, append(spent, idler{id, no})
			continue
		}
		if same == "" && k.affords(u, b, price, "") != nil {
			same = b.Aim
		}
		ready = append(ready, id)
	}
	if len(ready) == 0 {
		return volley{}, r
	}
	if e := k.group(same); e != nil && (target == "" || target == e.Sector) {
		target = same
	}
	v, r := k.prepare(u, ready, target, as, func(id int, aimed string) *table.Refusal {
		return k.affords(u, u.base(id), price, aimed)
	})
	v.claim, v.idle = claim, append(spent, v.idle...)
	return v, r
}

// aimedAt turns a target as written (a unit, a sector or nothing) into an enemy that the side knows. In a sector it is
// the priority target among those there that the bases can fire at (BB-4.7b); if nothing is written, among all.
func (k *Game) aimedAt(u *Group, ready []int, target, as string) (string, *table.Refusal) {
	if e := k.group(target); e != nil && e.Side != u.Side {
		return target, nil
	}
	cands := k.candidates(u, ready, as)
	if target == "" {
		if len(cands) == 0 {
			return "", refuse("no-target", "BB-4.7a", table.A("unit", u.ID))
		}
		return k.priority(u, ready, as, cands, ""), nil
	}
	there := slices.DeleteFunc(k.at(target), func(n string) bool { return k.group(n).Side == u.Side })
	if len(there) == 0 {
		return "", refuse("no-enemy", "BB-3.7a", table.A("target", target))
	}
	if best := k.priority(u, ready, as, slices.DeleteFunc(cands, func(n string) bool { return !slices.Contains(there, n) }), ""); best != "" {
		return best, nil
	}
	return there[0], nil // none of them can be hit: give the reason for the first
}

// prepare settles target and bases of a fire action or of watch fire. The bases that fire are those that reach the
// target, and they alone decide which enemy has priority (BB-R54). may returns what else keeps a base from firing.
func (k *Game) prepare(u *Group, ready []int, target, as string, may func(id int, aimed string) *table.Refusal) (volley, *table.Refusal) {
	v := volley{firer: u.name(), as: as}
	if r := k.silent(u); r != nil {
		return v, r
	}
	aimed, r := k.aimedAt(u, ready, target, as)
	if r != nil {
		return v, r
	}
	v.target = aimed
	for _, id := range ready {
		a, no := k.aim(u, id, as, k.group(aimed), true)
		if no == nil && may != nil {
			no = may(id, aimed)
		}
		if no != nil {
			if r == nil {
				r = no
			}
			v.idle = append(v.idle, idler{id, no})
			continue
		}
		v.bases = append(v.bases, id)
		if a.weapon.Class != "sniper" {
			v.judged = append(v.judged, id)
		}
	}
	if len(v.bases) == 0 {
		return v, r
	}
	v.nearest = aimed
	if len(v.judged) > 0 {
		v.nearest = k.priority(u, v.judged, as, k.candidates(u, v.judged, as), aimed)
	}
	v.priority = v.nearest == aimed
	return v, nil
}

func (k *Game) grid(place string) bool { return k.net.Has(place) }

// shoot is the fire procedure (BB-4.4b): dice, re-rolls, saves, stress; then riposte by a target on watch.
func (g *Game) shoot(t *table.Table, v volley) {
	u, target := g.group(v.firer), g.group(v.target)
	if v.claim == "never" {
		v.claim = ""
	}
	if !v.priority && v.claim != "" {
		g.dispute(t, &v)
		u, target = g.group(v.firer), g.group(v.target)
	}
	from, before := u.Sector, target.Stress
	var arms []arm
	r := refuse("no-hit", "BB-R11", table.A("unit", u.ID), table.A("target", v.target))
	for _, id := range v.bases {
		a, no := g.aim(u, id, v.as, target, v.priority)
		if no == nil {
			arms = append(arms, a)
		} else {
			r = no
		}
	}
	t.Report(fireRule(v), "fire", table.A("unit", v.firer), table.A("target", v.target), table.A("from", from), table.A("at", target.Sector),
		table.A("distance", g.distance(from, target.Sector)), table.A("bases", len(arms)), table.A("priority", v.priority))
	if len(arms) == 0 {
		t.Report(r.Rule, "fire-in-vain", table.A("unit", v.firer), table.A("target", v.target))
		return
	}
	for _, a := range arms {
		if v.flash == "" && a.weapon.Shots > 0 { // BB-14.1a counts by activation, and watch fire is outside it
			u.base(a.base).Shots++
		}
	}
	batches := g.rollHits(t, u, target, arms)
	flat := slices.ContainsFunc(arms, func(a arm) bool { return !a.indirect })
	g.saves(t, batches, v.firer, v.target, from)
	if e := g.group(v.target); e != nil {
		if flat && e.Sector != "" {
			e.Bearings = table.With(e.Bearings, g.bearing(e.Sector, from))
		}
		if v.flash == "" && e.Stress == before {
			g.riposte(t, v.target, v.firer)
		}
	}
}

func fireRule(v volley) string {
	if v.flash != "" {
		return v.flash
	}
	return "BB-4.4"
}

// batch holds the hits of one kind of fire, as the save arguments see it.
type batch struct {
	indirect bool
	at       bool
	sniper   bool
	support  bool // of an immediate support (BB-A2.4)
	press    bool // a tracked vehicle runs at them (BB-R40)
	value    int  // AT value, against vehicles
	hits     int
	sum      *table.Sum // of the save arguments, if it was taken beforehand
}

// rollHits throws for each weapon: bases with the same weapon throw together, except for weapons with a global re-roll,
// which throw one by one since each decides on its own (BB-R10).
func (g *Game) rollHits(t *table.Table, u, target *Group, arms []arm) []batch {
	var out []batch
	for i := 0; i < len(arms); {
		a, n := arms[i], 1
		for a.weapon.Reroll != "global" && i+n < len(arms) && sameArm(arms[i+n], a) {
			n++
		}
		i += n
		b := batch{indirect: a.indirect, at: a.weapon.ATOnly, sniper: a.weapon.Class == "sniper"}
		if target.vehicle() {
			b.value = a.weapon.AT
		}
		if a.indirect {
			for j := i - n; j < i; j++ {
				if g.register(t.At("aim"), u, arms[j].base, target.name(), target.Sector) {
					b.hits += g.throw(t, u, target, arms[j], 1)
				}
			}
		} else {
			for j := i - n; j < i; j++ {
				g.strayed(u, arms[j].base, target.name())
			}
			b.hits = g.throw(t, u, target, a, n)
		}
		at := slices.IndexFunc(out, func(o batch) bool {
			return o.indirect == b.indirect && o.at == b.at && o.sniper == b.sniper && o.value == b.value
		})
		if at >= 0 {
			out[at].hits += b.hits
		} else {
			out = append(out, b)
		}
	}
	return out
}

func sameArm(a, b arm) bool {
	return a.weapon.ID == b.weapon.ID && a.weapon.Dice == b.weapon.Dice && a.weapon.Reroll == b.weapon.Reroll && a.indirect == b.indirect
}

// throw rolls the dice of n bases and re-rolls as their weapon allows (BB-4.5a to c), each die once at most (BB-R10).
func (g *Game) throw(t *table.Table, u, target *Group, a arm, n int) int {
	need := a.need.Total()
	dice := t.Roll(u.Side, a.weapon.ID, n*a.weapon.Dice, 6)
	hits := atLeast(dice.Dice(), need)
	facts := []table.FactArg{table.A("unit", u.name()), table.A("target", target.name()), table.A("weapon", a.weapon.ID), table.A("bases", n), table.A("need", a.need), table.A("dice", dice)}
	missed := len(dice.Dice()) - hits
	switch {
	case a.weapon.Reroll == "global" && g.rerollAll(t, u, hits, len(dice.Dice()), need):
		again := t.Roll(u.Side, "again", len(dice.Dice()), 6)
		hits = atLeast(again.Dice(), need)
		t.Report("BB-4.5a", "to-hit-again", append(facts, table.A("again", again), table.A("hits", hits))...)
	case a.weapon.Reroll == "partial" && missed > 0 && table.Decide(t, g.askPartial(u.Side, u.name(), missed)):
		again := t.Roll(u.Side, "again", missed, 6)
		hits += atLeast(again.Dice(), need)
		t.Report(partialRule(a.weapon), "to-hit-again", append(facts, table.A("again", again), table.A("hits", hits))...)
	default:
		rule := "BB-4.6"
		if target.vehicle() {
			rule = "BB-11.3"
		}
		t.Report(rule, "to-hit", append(facts, table.A("hits", hits))...)
	}
	return hits
}

// rerollAll asks for the global re-roll. It does not ask if all dice hit already.
func (g *Game) rerollAll(t *table.Table, u *Group, hits, dice, need int) bool {
	return hits < dice && table.Decide(t, g.askGlobal(u.Side, u.name(), hits, dice, need))
}

func partialRule(w Weapon) string {
	if w.Class == "small" {
		return "BB-4.5c"
	}
	return "BB-4.5b"
}

func atLeast(dice []int, need int) int {
	return table.Count(dice, func(d int) bool { return d >= need })
}
