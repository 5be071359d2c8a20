package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Indirect fire (MB-28 to MB-33, MB-B12).

// mission is indirect fire as ordered.
type mission struct {
	at    Point
	code  string // name of a pre-registered fire
	by    string // who calls it; "": the piece sees for itself
	times int
	smoke bool
}

// indirectFire carries out one line of indirect fire.
func (g *Game) indirectFire(t *table.Table, l table.Line) {
	u := g.own(g.Phasing, orders.Value(l.Args, "unit"))
	m, r := g.missionOf(u, l)
	if r != nil {
		t.Refuse(g.Phasing, l, r)
		return
	}
	g.fireMission(t.At(u.ID), u, m)
}

// missionOf reads a line and finds a unit that can call the mission.
func (g *Game) missionOf(u *Unit, l table.Line) (mission, *table.Refusal) {
	m := mission{times: orders.Int(l.Args, "times", orders.Int(l.Args, "count", 1)), by: orders.Value(l.Args, "by"), smoke: orders.Value(l.Args, "shell") == shellSmoke}
	if orders.Has(l.Args, "twice") {
		m.times = 2
	}
	said := table.Count([]string{"times", "count", "twice"}, func(name string) bool { return orders.Has(l.Args, name) })
	if said > 1 {
		return m, refuse("fires-twice-said", "MB-30b", table.A("unit", u.ID))
	}
	place := orders.Value(l.Args, "at")
	p, ok := g.fixed(u.Side, place)
	if !ok {
		return m, refuse("no-such-place", "MB-B12", table.A("place", place))
	}
	m.at = p
	if c := g.camp(u.Side); slices.ContainsFunc(c.Registered, func(r Spot) bool { return r.Code == place }) {
		m.code = place
	}
	return m, g.mayMission(u, &m)
}

// mayMission reports why indirect fire is not possible; if the order names no caller, it fills one in.
func (g *Game) mayMission(u *Unit, m *mission) *table.Refusal {
	w := g.weapon(u.arm())
	id := table.A("unit", u.ID)
	if !w.indirectOnly() {
		return refuse("not-indirect", "MB-30c", id)
	}
	if r := g.mayFire(u); r != nil {
		return r
	}
	switch {
	case m.times < 1:
		return refuse("no-fires", "MB-30b", id, table.A("times", m.times))
	case u.Did.Salvos >= w.Fires: // several lines may share a turn's fires
		return refuse("has-fired", "MB-B9.2", id, table.A("weapon", w.ID))
	case u.Ammo.Salvos <= 0:
		return refuse("no-salvos", "MB-30c", id)
	case u.Did.Salvos+m.times > w.Fires:
		return refuse("too-many-fires", "MB-30b", id, table.A("most", w.Fires))
	case m.times > u.Ammo.Salvos:
		return refuse("few-salvos", "MB-R34", id, table.A("left", u.Ammo.Salvos))
	case m.smoke && !w.Smoke:
		return refuse("no-such-shell", "MB-B19", id, table.A("weapon", w.ID), table.A("shell", "shell.smoke"))
	}
	if !u.battery() {
		d := apart(g.shape(u, 0), point(m.at))
		if d < inches(w.Min) || d > inches(w.Range) {
			return refuse("mortar-range", "MB-B12", id, table.A("inches", inchText(d)), table.A("least", w.Min), table.A("most", w.Range))
		}
		if !g.inArc(u, -1, m.at) {
			return refuse("not-in-arc", "MB-B3e", id, table.A("target", spotText(m.at)), table.A("weapon", w.ID))
		}
	}
	return g.control(u, m)
}

// control finds how a fire is controlled (MB-31a): the piece or battery sees the aim point itself, or a unit in contact with
// it sees the aim point or knows the code name.
func (g *Game) control(u *Unit, m *mission) *table.Refusal {
	if m.by != "" {
		return g.mayCall(g.unit(m.by), u, m)
	}
	if !u.battery() && g.seesPoint(u, m.at) { // MB-31a: its own view is enough, even for a fire with a code name
		return nil
	}
	best := ""
	for _, id := range g.of(u.Side, func(c *Unit) bool { return c.ID != u.ID && g.mayCall(c, u, m) == nil }) {
		if best == "" || g.spareCaller(g.unit(id)) < g.spareCaller(g.unit(best)) {
			best = id
		}
	}
	if best == "" {
		at := table.A("at", g.missionName(*m))
		if len(g.of(u.Side, func(c *Unit) bool { return c.ID != u.ID && g.fit(c) && g.linked(c, u) })) == 0 {
			args := []table.FactArg{table.A("unit", u.ID), at, table.A("alone", true)}
			if !u.battery() && g.fit(u) {
				what, _ := g.cutBy(u.Side, g.linePoint(u, g.eyes(u)[0], m.at))
				args = append(args, what...)
			}
			return refuse("nobody-calls", "MB-31a", args...)
		}
		if m.code != "" { // it need not be seen: every unit in contact has moved, fired or is not fit
			return refuse("nobody-calls", "MB-32a", table.A("unit", u.ID), at, table.A("busy", true))
		}
		return refuse("nobody-calls", "MB-31a", table.A("unit", u.ID), at)
	}
	m.by = best
	return nil
}

// spareCaller ranks those who could call a mission, the best first: a trained observer, one that may still fire, a
// headquarters, then all others, who give up their fire for it (MB-32a, MB-32b).
func (g *Game) spareCaller(c *Unit) int {
	switch {
	case trained(c):
		return 0
	case g.flag(c, "dedicated_radio_operator"):
		return 1
	case c.Kind == "hq":
		return 2
	}
	return 3
}

// mayCall reports why a unit cannot call a fire mission (MB-32a, MB-32b).
func (g *Game) mayCall(c, u *Unit, m *mission) *table.Refusal {
	if c == nil || c.Side != u.Side {
		return refuse("no-caller", "MB-32a")
	}
	id := table.A("unit", c.ID)
	switch {
	case !g.fit(c) || c.State != "" || g.inCombat(c) || c.vehicle() && c.Tank.Idle > 0:
		return refuse("caller-busy", "MB-32a", id)
	case !g.linked(c, u):
		return refuse("no-link", "MB-31a", id, table.A("to", u.ID))
	case (c.moved() || c.Did.Fired) && !g.flag(c, "dedicated_radio_operator"):
		return refuse("caller-acted", "MB-32a", id)
	case m.code == "" && !g.seesPoint(c, m.at):
		return g.blocked("caller-blind", "MB-31a", c.Side, g.linePoint(c, g.eyes(c)[0], m.at), id, table.A("at", spotText(m.at)))
	}
	return nil
}

// trained reports whether a unit is a forward observer (MB-32c, MB-R60).
func trained(c *Unit) bool { return c.led("observer") }

// linked reports whether two units are in contact: by an uncut telephone line or by radio on one net. If the scenario gives a
// piece no nets, every radio reaches every other radio and a battery off the table (MB-5d, MB-31a).
func (g *Game) linked(c, u *Unit) bool {
	pair := func(list [][]string) bool {
		return slices.ContainsFunc(list, func(p []string) bool { return slices.Contains(p, c.ID) && slices.Contains(p, u.ID) })
	}
	if pair(g.Wires) {
		return true
	}
	if !g.hasRadio(c) {
		return false
	}
	if slices.ContainsFunc(g.Radios, func(p []string) bool { return slices.Contains(p, u.ID) }) {
		return pair(g.Radios)
	}
	return u.battery() || g.hasRadio(u)
}

// hasRadio reports whether a unit has a radio set: men with the equipment, vehicles of a type that has one.
func (g *Game) hasRadio(u *Unit) bool {
	if u.vehicle() {
		return g.flag(u, "radio")
	}
	return u.has("radio")
}

// fireMission fires the salvos of a mission one after the other.
func (g *Game) fireMission(t *table.Table, u *Unit, m mission) {
	id := u.ID
	if m.by != "" {
		t.Report("MB-32a", "mission", table.A("unit", id), table.A("by", m.by), table.A("at", g.missionName(m)))
		if c := g.unit(m.by); !g.flag(c, "dedicated_radio_operator") {
			c.Did.Called = true
		}
	}
	u.Did.Fired = true
	for range m.times {
		g.salvo(t, g.unit(id), m)
	}
}

// missionName returns what the enemy may hear of an aim point: a code name, or the place.
func (g *Game) missionName(m mission) string {
	if m.code != "" {
		return m.code
	}
	return spotText(m.at)
}

// salvo resolves one fire: correction, hit roll, fall, effects, panic (MB-B12).
func (g *Game) salvo(t *table.Table, u *Unit, m mission) {
	id, w := u.ID, g.weapon(u.arm())
	a := g.aimPoint(u, m)
	a.Corrected = a.Corrected || g.corrects(t, u, m, a)
	u = g.unit(id)
	u.Ammo.Salvos--
	u.Did.Salvos++
	a.Salvos, a.Seen = a.Salvos+1, false
	need := g.indirectScore(u, w, a.Corrected)
	hit := false
	args := []table.FactArg{table.A("unit", id), table.A("weapon", w.ID), table.A("at", g.missionName(m)), table.A("needed", need), table.A("left", u.Ammo.Salvos)}
	if need.Total() > g.constants().WorstScore.Value {
		t.Report("MB-B12.2", "salvo-wild", args...)
	} else {
		roll := t.Roll(u.Side, "salvo", 1, 6)
		hit = roll.Total() >= need.Total()
		t.Report("MB-B12.2", "salvo", append(args, table.A("roll", roll), table.A("result", result(hit, "on-target", "wide")))...)
	}
	at, square := g.falls(t, u.Side, m.at, hit)
	g.setAim(u, a)
	if !g.onTable(at) {
		t.Report("MB-B12.4", "off-table", table.A("unit", id))
		return
	}
	g.watched(t, u, m, a, at, square)
	if m.smoke {
		g.smokeAt(t, u.Side, at)
		return
	}
	b := g.strikes(t, u)
	b.far, b.salvo = u.battery(), true
	g.bursts(t, b, burst{round: round{kind: shellHE, strength: w.HE, template: w.Template, shell: true}, at: at, square: square, top: true})
	b.finish()
}

// indirectScore returns 7 less the BS, plus 2 at extreme range, minus 1 for a corrected fire; nothing else counts (MB-28a,
// MB-29a, MB-B12.2).
func (g *Game) indirectScore(u *Unit, w *Weapon, corrected bool) table.Sum {
	bs := u.Profile.BS
	if w.BS > 0 {
		bs = w.BS
	}
	need := harder(table.Base("modifier.bs", entry(g.doc.Combat.ToHit, bs), "MB-B9.3"), g.modifiers().Indirect)
	if corrected {
		need = harder(need, g.modifiers().Corrected)
	}
	return need
}

// falls returns where a salvo falls: on the aim point on a HIT, D3 inches from it on an arrow, 2D6 inches from it after a
// miss, in a direction thrown with a D12 (MB-B12.3, MB-B12.4).
func (g *Game) falls(t *table.Table, by table.Seat, aim Point, hit bool) (at Point, square bool) {
	if hit && g.deviation(t, by, "MB-B12.3") {
		return aim, true
	}
	direction := t.Roll(by, "direction", 1, 12)
	var distance table.Sum
	rule := "MB-B12.3"
	if hit {
		distance = t.Roll(by, "distance", 1, 3)
	} else {
		distance, rule = t.Roll(by, "distance", 2, 6), "MB-B12.4"
	}
	deg := norm(30 * direction.Total())
	at = ahead(aim, deg, inches(distance.Total()))
	t.Report(rule, "scatter", table.A("direction", direction), table.A("bearing", deg), table.A("distance", distance), table.A("at", spotText(at)))
	return at, false
}

// aimPoint returns what a battery remembers of an aim point under the same observer. A pre-registered fire starts corrected
// (MB-R33, MB-R35).
func (g *Game) aimPoint(u *Unit, m mission) Aim {
	for _, a := range u.Ammo.Aims {
		if a.At == m.at && a.By == m.by {
			return a
		}
	}
	return Aim{At: m.at, Code: m.code, By: m.by, Corrected: m.code != ""}
}

// setAim remembers an aim point. The last one is where a mortar fires by default (MB-D16).
func (g *Game) setAim(u *Unit, a Aim) {
	u.Ammo.Aims = append(slices.DeleteFunc(u.Ammo.Aims, func(o Aim) bool { return o.At == a.At && o.By == a.By }), a)
}

// corrects lets the forward observer correct a fire (MB-29a). Before the second and every later salvo, the observer who saw
// the last one may take an initiative test. If he passes, this and the following salvos have +1 (MB-B12.7, MB-R49).
func (g *Game) corrects(t *table.Table, u *Unit, m mission, a Aim) bool {
	c := g.unit(m.by)
	if a.Salvos == 0 || a.Corrected || !a.Seen || c == nil || !trained(c) || !table.Decide(t, g.askCorrect(c)) {
		return false
	}
	if _, ok := g.initiative(t.At(c.ID), c, "correction", "MB-29a"); !ok {
		return false
	}
	t.Report("MB-29a", "corrected", table.A("unit", u.ID), table.A("by", c.ID))
	return true
}

// watched notes whether the observer saw the salvo fall. A HIT that he saw corrects the fire without a test (MB-32c, MB-R33).
func (g *Game) watched(t *table.Table, u *Unit, m mission, a Aim, at Point, square bool) {
	c := g.unit(m.by)
	if c == nil || !trained(c) || !g.seesPoint(c, at) {
		return
	}
	a.Seen = true
	if square && !a.Corrected {
		a.Corrected = true
		t.Report("MB-32c", "corrected", table.A("unit", u.ID), table.A("by", c.ID))
	}
	g.setAim(u, a)
}

// repeatSalvo fires a mortar or battery that no order mentions at its last aim point, if an enemy is within 3 inches of it (MB-D16).
func (g *Game) repeatSalvo(t *table.Table, u *Unit) {
	id := u.ID
	if len(u.Ammo.Aims) == 0 || g.mayFire(u) != nil || u.Did.Fired || u.Ammo.Salvos <= 0 {
		return
	}
	if !table.Decide(t, g.askRepeat(u)) {
		return
	}
	u = g.unit(id)
	a := u.Ammo.Aims[len(u.Ammo.Aims)-1]
	m := mission{at: a.At, code: a.Code, by: a.By, times: min(g.weapon(u.arm()).Fires, u.Ammo.Salvos)}
	if g.mayMission(u, &m) == nil {
		g.fireMission(unordered(t, id), u, m)
	}
}

// enemyNear reports whether an enemy stands within 3 inches of a place.
func (g *Game) enemyNear(s table.Seat, p Point) bool {
	return len(g.of(g.other(s), func(e *Unit) bool { return g.fit(e) && g.gap(e, point(p)) <= g.constants().AimNear.Value })) > 0
}

// askRepeat asks whether a mortar or battery repeats its last fire (MB-D16).
func (*Game) askRepeat(u *Unit) table.Question[*Game, bool] {
	id := u.ID
	return table.Question[*Game, bool]{Decision: "MB-D16", Seat: u.Side, About: id, Rule: "MB-B12", Verb: "salvos", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("again", "hold"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "again", table.Use
		},
		Default: func(k *Game) bool {
			u := k.unit(id)
			return k.enemyNear(u.Side, u.Ammo.Aims[len(u.Ammo.Aims)-1].At)
		},
	}
}

// askCorrect asks whether an observer takes the correction test (MB-D17).
func (*Game) askCorrect(c *Unit) table.Question[*Game, bool] {
	id := c.ID
	return table.Question[*Game, bool]{Decision: "MB-D17", Seat: c.Side, About: id, Rule: "MB-29a", Verb: "correct", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("yes", "no"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if !concerns(l, id) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") == "yes", table.Use
		},
		Blind: true, Default: func(*Game) bool { return true },
	}
}
