package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// noHit is a miss on the barrage table; any other number is the plus of a hit (LS-5.5a).
const noHit = -1

// hits are the results of one barrage die for the kinds of targets that take cover differently.
type hits struct {
	foot, mounted, storm int // foot counts for vehicles and weapons too
}

// of returns the result for one counter.
func (h hits) of(g *Game, u *Piece) int {
	switch g.shellKind(u) {
	case onHorse:
		return h.mounted
	case shockFoot:
		return h.storm
	}
	return h.foot
}

// drumfire is LS-5.21a, LS-5.43a: the strengths of all pieces are added for one die.
func (g *Game) drumfire(t *table.Table, s table.Seat, b barrage, hex string) {
	strength := b.pieces() * g.pieceStrength()
	h, die := g.barrageDie(t, s, hex, strength, b.Ammo)
	g.cutWire(t, s, hex, strength, die.Natural())
	g.shell(t, s, hex, b.Ammo, h)
}

// hurricane is LS-5.22b, LS-5.43c: each piece rolls separately in the column of a single piece, and each result is
// applied before the next is rolled. When the hex is empty, the rest is lost (LS-5.22c). No single piece is strong
// enough to cut wire.
func (g *Game) hurricane(t *table.Table, s table.Seat, b barrage, hex string) {
	for n := range b.pieces() {
		if len(g.at(hex)) == 0 {
			t.Report("LS-5.22c", "hurricane-over", table.A("hex", hex), table.A("left", b.pieces()-n))
			return
		}
		h, _ := g.barrageDie(t, s, hex, g.pieceStrength(), b.Ammo)
		g.shell(t, s, hex, b.Ammo, h)
	}
}

// pieceStrength returns the strength of a gun or element (LS-5.42a).
func (g *Game) pieceStrength() int { return g.arm(&Piece{Class: "ART"}).Strength }

// barrageDie rolls one die on the barrage table and reads it for each kind of target in the hex, each with its own
// modifiers.
func (g *Game) barrageDie(t *table.Table, s table.Seat, hex string, strength int, ammo string) (hits, table.Sum) {
	die := t.Roll(s, "barrage", 1, 6)
	column := g.barrageColumn(strength)
	h := hits{noHit, noHit, noHit}
	kinds := g.kindsIn(hex)
	for _, k := range []struct {
		kind string
		to   *int
	}{{onFoot, &h.foot}, {onHorse, &h.mounted}, {shockFoot, &h.storm}} {
		if !slices.Contains(kinds, k.kind) {
			continue
		}
		sum := with(die, g.shellCover(hex, k.kind)...)
		*k.to = column.result(sum.Total())
		t.Report("LS-5.43a", "barrage", table.A("side", s), table.A("hex", hex), table.A("strength", strength), table.A("column", g.columnName(column)),
			table.A("target", "shell."+k.kind), table.A("ammo", "ammo."+ammo), table.A("die", sum), table.A("result", resultName(*k.to)))
	}
	return h, die
}

// barrageColumn returns the last column whose strength is reached: totals of 30 and more use the last one (LS-5.43b).
func (g *Game) barrageColumn(strength int) BarrageColumn {
	var best BarrageColumn
	for _, c := range g.doc.Tables.Barrage {
		if c.Strength <= strength {
			best = c
		}
	}
	return best
}

// columnName returns the heading of a column: "10", "20", "30+".
func (g *Game) columnName(c BarrageColumn) string {
	if last := g.doc.Tables.Barrage; len(last) > 0 && last[len(last)-1].Strength == c.Strength {
		return strconv.Itoa(c.Strength) + "+"
	}
	return strconv.Itoa(c.Strength)
}

// result reads a column, whose entries are for 0 or less, 1, 2, 3, 4, and 5 or more.
func (c BarrageColumn) result(total int) int {
	if len(c.Results) == 0 {
		return noHit
	}
	return c.Results[max(0, min(total, len(c.Results)-1))]
}

// resultName returns a result as the table prints it: "-", "H", "H+1".
func resultName(plus int) string {
	switch {
	case plus == noHit:
		return "-"
	case plus == 0:
		return "H"
	}
	return "H+" + strconv.Itoa(plus)
}

// shellKind returns how a counter takes a barrage: mounted cavalry, and Stosstruppen in the clear, have modifiers of
// their own.
func (g *Game) shellKind(u *Piece) string {
	switch {
	case u.cavalry():
		return onHorse
	case u.soft() && u.Storm && g.open(u.Hex):
		return shockFoot
	}
	return onFoot
}

// open reports whether a hex is clear without trench or strongpoint (LS-16.15e).
func (g *Game) open(hex string) bool {
	return g.ground(hex).Kind == "clear" && g.trench(hex) == "" && !g.strongpoint(hex)
}

// kindsIn returns the kinds of targets in a hex. An empty hex is rolled for as it stands.
func (g *Game) kindsIn(hex string) []string {
	var out []string
	for _, id := range g.at(hex) {
		out = table.With(out, g.shellKind(g.unit(id)))
	}
	if len(out) == 0 {
		out = []string{onFoot}
	}
	return out
}

// shellCover returns the terms of a barrage die for a kind of target: the terrain of the table, cumulative but capped
// (M-02), with LS-16.24a. Mounted cavalry has its own term, and of terrain only woods and towns count for it
// (LS-5.52a, A-11). Stosstruppen in the clear take LS-16.15e.
func (g *Game) shellCover(hex, kind string) []term {
	var out []term
	row := func(t *Terrain) {
		if t.Shell != 0 {
			out = append(out, term{"terrain." + t.ID, t.Shell, "LS-5.43a"})
		}
	}
	ground := g.ground(hex)
	if kind == onHorse {
		if ground.Kind == "woods" || ground.Kind == "town" {
			row(ground)
		}
		return append(out, g.modifiers().BarrageCavalry.times(1))
	}
	row(ground)
	out = append(out, g.worksCover(hex, func(t *Terrain) (int, string) { return t.Shell, "LS-5.43a" })...)
	total := 0
	for _, m := range out {
		total += m.Value
	}
	if over := total - g.doc.Tables.BarrageCap; over > 0 {
		out = append(out, term{"terrain.cap", -over, "LS-5.43a"})
	}
	if kind == shockFoot {
		out = append(out, g.modifiers().StormClear.times(1))
	}
	return out
}

// cutWire is LS-5.55a: a natural 1 of a drumfire of thirty or more removes the wire. Under LS-5.55b a second die must
// confirm it.
func (g *Game) cutWire(t *table.Table, s table.Seat, hex string, strength, natural int) {
	need := g.rolls().WireCut
	if !g.wired(hex) || strength < g.constants().WireStrength.Value || !need.holds(natural) {
		return
	}
	if g.in("LS-5.55b") {
		confirm := g.rolls().WireConfirm
		die := t.Roll(s, "wire", 1, 6)
		ok := confirm.holds(die.Total())
		t.Report(confirm.Rule, "wire-confirmed", table.A("hex", hex), table.A("die", die), table.A("needed", confirm.needs()), table.A("cut", ok))
		if !ok {
			return
		}
	}
	g.unwire(hex)
	t.Report(need.Rule, "wire-cut", table.A("hex", hex))
}

// shell applies the hits of one barrage die to everything in the hex, friend or foe (LS-5.41e): one morale die for all
// soft targets and the crews of trucks (LS-5.51b, A-10), then horses, and for high explosive (LS-5.31a) weapons
// (LS-5.53a) and vehicles (LS-5.31b, LS-5.54a). Shrapnel does nothing to tanks and armoured cars, but it affects
// trucks (LS-5.32a, LS-5.32d).
func (g *Game) shell(t *table.Table, s table.Seat, hex, ammo string, h hits) {
	if h == (hits{noHit, noHit, noHit}) {
		return
	}
	t.For(s).Result("barrage on " + hex + " hit")
	g.Shelled = table.With(g.Shelled, hex)
	riders := g.shellMorale(t, s, hex, ammo, h)
	g.shellHorses(t, riders)
	if ammo == highExplosive && h.foot != noHit {
		g.shellWeapons(t, s, hex)
		g.shellVehicles(t, s, hex)
	}
}

// shellMorale is LS-5.51b: one die for the whole hex, for crews and observers too but not tank leaders (LS-5.51c),
// against each unit's own rating. It is modified by the plus of each kind's hit, one higher for shrapnel (LS-5.32c).
// Cavalry tests like the others (LS-5.52b); the function returns the units that were mounted.
func (g *Game) shellMorale(t *table.Table, s table.Seat, hex, ammo string, h hits) (riders []string) {
	var hit []string
	var ratings []table.Sum
	owner := s
	for _, id := range sorted(g.at(hex)) {
		u := g.unit(id)
		if !u.tests() || h.of(g, u) == noHit {
			continue
		}
		hit = append(hit, id)
		ratings = append(ratings, g.rating(u, true))
		if u.Side != s {
			owner = u.Side
		}
		if u.cavalry() {
			riders = append(riders, id)
		}
	}
	if len(hit) == 0 {
		return nil
	}
	roll := t.Roll(owner, "morale", 1, 6)
	for i, id := range hit {
		die := roll.Plus("hit.plus", h.of(g, g.unit(id)), "LS-5.51a")
		if ammo == shrapnel {
			die = with(die, g.modifiers().Shrapnel.times(1))
		}
		rule := "LS-5.51d"
		if g.unit(id).Class == "TRK" {
			rule = "LS-5.54b"
		}
		g.judge(t, id, rule, die, ratings[i])
	}
	return riders
}

// shellHorses is LS-5.52b: each mounted unit that survived the hit rolls for its horses.
func (g *Game) shellHorses(t *table.Table, riders []string) {
	for _, id := range riders {
		if u := g.unit(id); u.Out == "" && u.cavalry() {
			g.horseDie(t, id, "LS-5.52b")
		}
	}
}

// horseDie rolls for the horses of a cavalry unit that was hit (LS-5.52b, LS-8.66c).
func (g *Game) horseDie(t *table.Table, id, rule string) {
	u := g.unit(id)
	need := g.rolls().Horses
	die := t.At(id).Roll(u.Side, "horses", 1, 6)
	lost := need.holds(die.Total())
	t.At(id).Report(rule, "horses", table.A("unit", id), table.A("die", die), table.A("needed", need.needs()), table.A("lost", lost))
	if lost {
		g.loseHorses(t, id, rule)
	}
}

// shellWeapons is LS-5.53a: a die for each weapons unit in the hex, including carried ones (LS-2.3a). Their crews have
// had their test.
func (g *Game) shellWeapons(t *table.Table, s table.Seat, hex string) {
	need := g.rolls().HEWeapon
	for _, id := range g.weaponsIn(hex) {
		t := t.At(id)
		die := t.Roll(s, "weapon", 1, 6)
		hit := need.holds(die.Total())
		t.Report(need.Rule, "weapon-shelled", table.A("unit", id), table.A("hex", hex), table.A("die", die), table.A("needed", need.needs()), table.A("destroyed", hit))
		if hit {
			g.remove(id)
		}
	}
}

// weaponsIn returns the weapons units in a hex by name, including those that are carried.
func (g *Game) weaponsIn(hex string) []string {
	out := table.NamesOf(g.Units, func(u *Piece) bool {
		return u.Out == "" && (u.gun() || u.personal()) && hex != "" && g.whereabouts(u) == hex
	})
	return sorted(out)
}

// shellVehicles is LS-5.54a: a die for each tank and armoured car.
func (g *Game) shellVehicles(t *table.Table, s table.Seat, hex string) {
	need := g.rolls().HEVehicle
	for _, id := range sorted(g.at(hex)) {
		if !g.unit(id).armoured() {
			continue
		}
		t := t.At(id)
		die := t.Roll(s, "vehicle", 1, 6)
		hit := need.holds(die.Total())
		t.Report(need.Rule, "vehicle-shelled", table.A("unit", id), table.A("hex", hex), table.A("die", die), table.A("needed", need.needs()), table.A("destroyed", hit))
		if hit {
			g.destroyVehicle(t, id, need.Rule)
		}
	}
}
