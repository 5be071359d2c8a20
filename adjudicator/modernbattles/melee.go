package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Close combat (MB-13 to MB-15, MB-B13, MB-B14).

// engaged reports whether two units are in contact: a base, hull or outline of one touches one of the other's. A fleeing unit
// is not held in contact.
func (g *Game) engaged(u, e *Unit) bool {
	return u.Side != e.Side && g.holds(u) && g.holds(e) && !g.parted(u, e) && g.between(u, e) == 0
}

// holds reports whether a unit can be held in contact.
func (g *Game) holds(u *Unit) bool { return u.State != fleeing && g.fit(u) }

// parted reports whether two units are surely apart: so are the rectangles around their bases.
func (g *Game) parted(u, e *Unit) bool {
	if u.Inside != "" || e.Inside != "" {
		return span(u.At, e.At) > 1200
	}
	a, b := g.around(u), g.around(e)
	return a.left > b.right || b.left > a.right || a.bottom > b.top || b.bottom > a.top
}

// extent is a rectangle on the table.
type extent struct{ left, right, bottom, top int }

// around returns a rectangle around the bases of a unit in the open, with a tenth of an inch to spare.
func (g *Game) around(u *Unit) extent {
	x := extent{left: 1 << 30, right: -1 << 30, bottom: 1 << 30, top: -1 << 30}
	far := g.base(u).reach() + 1
	for i := range u.Figures {
		if u.Figures[i].Out || u.single() {
			continue
		}
		x = x.with(u.Figures[i].At, far)
	}
	if u.single() {
		x = x.with(u.At, far)
	}
	return x
}

// with returns the rectangle that also holds a square around a point.
func (x extent) with(p Point, far int) extent {
	return extent{left: min(x.left, p.X-far), right: max(x.right, p.X+far), bottom: min(x.bottom, p.Y-far), top: max(x.top, p.Y+far)}
}

// clash is one combat: units of both sides linked by contact.
type clash struct {
	g       *Game
	t       *table.Table
	units   []string // in order of id
	men     []fighter
	uses    []string   // units that use grenades
	charged []string   // units whose charge brought them here this turn
	out     []sideLoss // enemy figures put out by each side
	hulls   []string   // vehicles that took part
}

// fighter is a figure that fights.
type fighter struct {
	unit    string
	figure  int
	target  string
	contact bool
	mode    string // smg, bayonet, grenade, plain
	bomb    string // an anti-tank weapon thrown instead
}

type sideLoss struct {
	side table.Seat
	men  int
}

// combatPhase fights all combats, in the order of their lowest unit id (MB-B13). Both sides fight.
func (g *Game) combatPhase(t *table.Table) {
	g.restDefences()
	for _, units := range g.clashes() {
		c := &clash{g: g, t: t.At(units[0]), units: units}
		c.fight()
	}
}

// restDefences forgets the cover of units that are no longer in combat.
func (g *Game) restDefences() {
	for i := range g.Units {
		if u := &g.Units[i]; u.Defence != (Cover{}) && !g.inCombat(u) {
			u.Defence = Cover{}
		}
	}
}

// clashes groups the units that are linked by contact.
func (g *Game) clashes() [][]string {
	var all []string
	for _, s := range g.seats() {
		all = append(all, g.of(s, func(u *Unit) bool { return g.inCombat(u) })...)
	}
	slices.Sort(all)
	var out [][]string
	for len(all) > 0 {
		group := []string{all[0]}
		for k := 0; k < len(group); k++ {
			for _, id := range all {
				if !slices.Contains(group, id) && g.engaged(g.unit(group[k]), g.unit(id)) {
					group = append(group, id)
				}
			}
		}
		slices.Sort(group)
		all = slices.DeleteFunc(all, func(id string) bool { return slices.Contains(group, id) })
		out = append(out, group)
	}
	return out
}

// fight resolves one round: who strikes first, both sides' strikes, the result.
func (c *clash) fight() {
	g := c.g
	for _, s := range g.seats() {
		c.out = append(c.out, sideLoss{side: s})
	}
	for _, id := range c.units {
		if g.unit(id).vehicle() {
			c.hulls = append(c.hulls, id)
		}
		if slices.ContainsFunc(g.Charges, func(o Charge) bool { return o.Unit == id && slices.Contains(c.units, o.Target) }) {
			c.charged = append(c.charged, id)
		}
	}
	c.muster()
	c.t.Report("MB-B13", "combat", table.A("units", c.units), table.A("charged", c.charged))
	first, together := c.first()
	second := g.other(first)
	stood := c.arrayed()
	if together {
		c.t.Report("MB-B13b", "strike-together")
		c.crewsDefend(second) // before a hull is lost that strikes at the same time
		c.strikes(first, true)
		c.strikes(second, true)
	} else {
		c.crewsDefend(first)
		c.strikes(first, false)
		c.crewsDefend(second)
		c.strikes(second, false)
	}
	for _, h := range stood { // MB-B15b (2)
		if u := g.unit(h.unit); u.Out != "" {
			g.shakenBy(c.t, u, h.before, h.stood)
		}
	}
	c.outcome()
}

// arrayed notes the figures of all units in the combat and where they stand.
func (c *clash) arrayed() []harm {
	var out []harm
	for _, id := range c.units {
		u := c.g.unit(id)
		out = append(out, harm{unit: id, before: u.alive(), stood: c.g.shapes(u)})
	}
	return out
}

// muster finds who fights, against whom and with what, before anyone strikes.
func (c *clash) muster() {
	g := c.g
	for _, id := range c.units {
		u := g.unit(id)
		if u.vehicle() {
			continue
		}
		for _, f := range g.fighters(u, c.units) {
			f.bomb = ""
			if e := g.unit(f.target); e.vehicle() && g.throwsBombs(c.t, u) {
				f.bomb = g.bombOf(u, f.figure, c.men)
			}
			f.mode = g.modeOf(c.t, u, f, slices.Contains(c.charged, id))
			if f.mode == "" && f.bomb == "" {
				continue
			}
			if f.mode == "grenade" && f.bomb == "" && !slices.Contains(c.uses, id) {
				c.uses = append(c.uses, id)
			}
			c.men = append(c.men, f)
		}
	}
}

// fighters lists the figures of a unit that fight: those in base contact, and those with grenades within 2 inches of an enemy
// (MB-13d). In a building, as many fight as there are attackers in contact, plus those with grenades (MB-B13a). In a column
// only the front row fights (MB-B3d).
func (g *Game) fighters(u *Unit, units []string) []fighter {
	var out []fighter
	inContact := 0
	if u.Inside != "" {
		inContact = g.attackersAt(u, units)
	}
	for n, i := range g.frontFirst(u) {
		if u.Formation == "column" && n >= 2 {
			break
		}
		target, d := g.facedBy(u, i, units)
		if target == "" {
			continue
		}
		contact := d == 0
		if u.Inside != "" {
			contact = n < inContact
		}
		if contact || u.has("grenades") && d <= g.constants().GrenadeReach.Value {
			out = append(out, fighter{unit: u.ID, figure: i, target: target, contact: contact})
		}
	}
	return out
}

// frontFirst lists the living figures, with the leader first if the order matters: in a column he marches in the front row.
func (g *Game) frontFirst(u *Unit) []int {
	men := u.living()
	if u.Formation != "column" {
		return men
	}
	lead := u.leads()
	return append([]int{lead}, slices.DeleteFunc(men, func(i int) bool { return i == lead })...)
}

// attackersAt counts the enemy figures that touch the building a unit is in.
func (g *Game) attackersAt(u *Unit, units []string) int {
	n, wall := 0, g.shape(u, 0)
	for _, id := range units {
		e := g.unit(id)
		if e.Side == u.Side || e.vehicle() {
			continue
		}
		n += table.Count(g.shapes(e), func(s Shape) bool { return apart(s, wall) == 0 })
	}
	return n
}

// facedBy returns the enemy that a figure strikes in a combat, one in contact or else the nearest, and how far away it is.
func (g *Game) facedBy(u *Unit, i int, units []string) (string, int) {
	best, far := "", 0
	for _, id := range units {
		e := g.unit(id)
		if e.Side == u.Side || e.Out != "" || e.alive() == 0 {
			continue
		}
		if d := g.gap(e, g.shape(u, i)); best == "" || d < far {
			best, far = id, d
		}
	}
	return best, far
}

// first decides which side strikes first (MB-13c, MB-B13b). A side with grenades does, whatever its men fight with. If both
// sides have them, or neither, the charger does. In later rounds the higher initiative decides; if it is equal, both strike
// together.
func (c *clash) first() (side table.Seat, together bool) {
	g := c.g
	a := g.Phasing
	b := g.other(a)
	has := func(s table.Seat) bool {
		return slices.ContainsFunc(c.men, func(f fighter) bool { return g.unit(f.unit).Side == s && g.unit(f.unit).has("grenades") })
	}
	switch {
	case has(a) && !has(b):
		c.t.Report("MB-13c", "strikes-first", table.A("side", a), table.A("why", "first.grenades"))
		return a, false
	case has(b) && !has(a):
		c.t.Report("MB-R41", "strikes-first", table.A("side", b), table.A("why", "first.grenades"))
		return b, false
	case len(c.charged) > 0:
		s, rule := g.unit(c.charged[0]).Side, "MB-B13b"
		if has(a) {
			rule = "MB-13c"
		}
		c.t.Report(rule, "strikes-first", table.A("side", s), table.A("why", "first.charge"))
		return s, false
	}
	x, y := c.initiative(a), c.initiative(b)
	if x == y {
		return a, true
	}
	s := a
	if y > x {
		s = b
	}
	c.t.Report("MB-B13b", "strikes-first", table.A("side", s), table.A("why", "first.initiative"), table.A("initiative", max(x, y)), table.A("other", min(x, y)))
	return s, false
}

// initiative returns the highest I of a side in the combat.
func (c *clash) initiative(s table.Seat) int {
	best := 0
	for _, id := range c.units {
		if u := c.g.unit(id); u.Side == s {
			best = max(best, u.Profile.Initiative)
		}
	}
	return best
}

// crewsDefend fires the machine guns of a side's vehicles (MB-25b).
func (c *clash) crewsDefend(s table.Seat) {
	for _, id := range c.units {
		if u := c.g.unit(id); u.Side == s && u.vehicle() {
			c.crewDefends(u)
		}
	}
}

// strikes lets the men of a side strike, unit by unit in the order of ids. If together is set, men put out in the meantime fight too.
func (c *clash) strikes(s table.Seat, together bool) {
	g := c.g
	for _, id := range c.units {
		u := g.unit(id)
		if u.Side != s || u.vehicle() {
			continue
		}
		mine := table.Keep(c.men, func(f fighter) bool { return f.unit == id && (together || !u.Figures[f.figure].Out) })
		c.unitStrikes(id, mine)
	}
}

// unitStrikes throws the attacks of a unit, men in figure order. Men with the same target and weapon throw together;
// anti-tank weapons are thrown separately.
func (c *clash) unitStrikes(id string, men []fighter) {
	for len(men) > 0 {
		f := men[0]
		same := func(o fighter) bool { return o.target == f.target && o.mode == f.mode && o.bomb == f.bomb }
		group := table.Keep(men, same)
		men = slices.DeleteFunc(men, same)
		e := c.g.unit(f.target)
		switch {
		case e.Out != "" || e.alive() == 0:
			continue
		case f.bomb != "":
			c.throws(id, group)
		case f.mode != "":
			c.attack(id, group)
		}
	}
}

// closeScore returns what an attack needs (MB-B13): by weapon skill, and more against a defended position unless its
// defenders are suppressed or the unit uses grenades (MB-14).
func (c *clash) closeScore(u, e *Unit) table.Sum {
	g := c.g
	ws := e.Profile.WS
	if e.vehicle() {
		ws = g.constants().CrewWs.Value
	}
	var need table.Sum
	switch own := u.Profile.WS; {
	case own > ws:
		need = table.Base("modifier.ws-higher", g.constants().MeleeWsHigher.Value, "MB-B13")
	case ws > 2*own:
		need = table.Base("modifier.ws-far-lower", g.constants().MeleeWsFarLower.Value, "MB-B13")
	default:
		need = table.Base("modifier.ws-equal", g.constants().MeleeWsEqual.Value, "MB-B13")
	}
	if slices.Contains(c.uses, u.ID) { // MB-14c, MB-R39
		return need
	}
	switch {
	case e.vehicle() && g.hatchesOpen(e): // MB-25a
		need = harder(need, g.modifiers().DefendedLight)
	case e.vehicle():
		need = harder(need, g.modifiers().DefendedHeavy)
	case e.State == suppressed: // MB-14b
	case slices.Contains(c.charged, e.ID): // MB-R17: an attacker has no such cover
	case e.Defence.Level == 1:
		need = harder(need, g.modifiers().DefendedLight)
	case e.Defence.Level == 2:
		need = harder(need, g.modifiers().DefendedHeavy)
	}
	if worst := g.constants().WorstScore.Value; need.Total() > worst {
		need = need.Plus("modifier.most", worst-need.Total(), "MB-B13")
	}
	return need
}

// attack resolves the attacks of some men of a unit on one enemy with the same weapon.
func (c *clash) attack(id string, men []fighter) {
	g := c.g
	u, e := g.unit(id), g.unit(men[0].target)
	t, mode := c.t.At(id), men[0].mode
	charged := slices.Contains(c.charged, id)
	dice := 0
	for _, f := range men {
		dice += g.attacksOf(u, f, charged)
	}
	need := c.closeScore(u, e)
	roll := t.Roll(u.Side, "strike", dice, 6)
	hits, missed := 0, 0
	for _, d := range roll.Dice() {
		if d >= need.Total() {
			hits++
		} else {
			missed++
		}
	}
	rule := "MB-B13c"
	if mode == "smg" && charged {
		rule = "MB-13f"
	}
	t.Report(rule, "attacks", table.A("unit", id), table.A("target", e.ID), table.A("men", len(men)), table.A("with", "mode."+mode), table.A("attacks", dice), table.A("needed", need), table.A("roll", roll), table.A("hits", hits))
	if mode == "bayonet" && charged && missed > 0 { // MB-13e, MB-D28
		again := t.Roll(u.Side, "bayonets", missed, 6)
		more := table.Count(again.Dice(), func(d int) bool { return d >= need.Total() })
		t.Report("MB-13e", "bayonets", table.A("unit", id), table.A("needed", need), table.A("roll", again), table.A("hits", more))
		hits += more
	}
	if hits == 0 {
		return
	}
	strength := g.constants().MeleeStrength.Value
	if mode == "grenade" {
		strength = g.weapon("grenade").Strength
	}
	c.wound(t, u, e, hits, strength)
}

// wound resolves hits in close combat: on men, on the top of a hull, or on the crew of an open-topped vehicle (MB-B13d, MB-B13e).
func (c *clash) wound(t *table.Table, u, e *Unit, hits, strength int) {
	g := c.g
	b := &blow{g: g, t: t, by: u.Side, away: u.At}
	before := g.present(e.ID)
	switch {
	case e.vehicle() && !g.openTopped(e):
		for range hits {
			if e = g.unit(e.ID); g.spentHull(e) || !g.crewed(e) {
				break
			}
			g.hullStruck(t, u.Side, e, "top", strength, "MB-16d")
		}
	case e.vehicle():
		if n := b.woundDice(t, e, hits, strength, g.constants().CrewToughness.Value, "MB-B13e"); n > 0 {
			g.crewLoss(t, e, n, "MB-B13e")
		}
	default:
		if n := b.woundDice(t, e, hits, strength, e.Profile.Toughness, "MB-B13d"); n > 0 {
			c.casualties(b, t, e, n)
		}
	}
	c.count(u.Side, before-g.present(e.ID))
}

// present counts the living men of a unit, including those of its crew on foot.
func (g *Game) present(id string) int {
	n := g.unit(id).alive()
	if c := g.unit(id + crewMark); c != nil && c.Crewing == id {
		n += c.alive()
	}
	return n
}

// casualties removes fighting figures first (MB-B13d).
func (c *clash) casualties(b *blow, t *table.Table, e *Unit, n int) {
	for k := range n {
		var in []int // nil: no fighting man is left, and the others follow
		in = append(in, table.Pick(c.men, func(f *fighter) (int, bool) { return f.figure, f.unit == e.ID && !e.Figures[f.figure].Out })...)
		if e.alive() == 0 {
			b.spared(t, e, n-k)
			return
		}
		b.casualties(t, e, 1, in, "MB-B13d")
	}
}

// count notes enemy figures put out by a side.
func (c *clash) count(s table.Seat, n int) {
	for i := range c.out {
		if c.out[i].side == s {
			c.out[i].men += n
		}
	}
}

// attacksOf returns the number of attacks of a man: A, or 2 for an officer, doubled by a submachine gun in the charge (MB-13f, MB-R19).
func (g *Game) attacksOf(u *Unit, f fighter, charged bool) int {
	n := u.Profile.Attacks
	if u.Figures[f.figure].Role == "officer" {
		n = max(n, g.constants().OfficerAttacks.Value)
	}
	if f.mode == "smg" && charged {
		n *= g.constants().SmgTimes.Value
	}
	return n
}
