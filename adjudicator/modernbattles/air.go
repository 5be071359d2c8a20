package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Air attacks of a scenario (MB-B22, MB-D31).

// airLine is one air attack as ordered.
func (g *Game) airLine(t *table.Table, l table.Line) {
	if l.Verb != "air" {
		return
	}
	c := g.camp(g.Phasing)
	kind := orders.Value(l.Args, "kind")
	i := g.raid(c, kind)
	at, ok := g.fixed(g.Phasing, orders.Value(l.Args, "at"))
	if i < 0 || !ok {
		return
	}
	c.Strikes[i].Used = true
	if kind == "bomb" {
		g.bomb(t.At("bomb"), at)
		return
	}
	to, _ := g.fixed(g.Phasing, orders.Value(l.Args, "toward"))
	g.strafe(t.At("strafe"), at, to)
}

// raid returns the index of an attack of a kind that may be flown this turn, or -1 if there is none.
func (g *Game) raid(c *Camp, kind string) int {
	return slices.IndexFunc(c.Strikes, func(r Raid) bool { return r.Kind == kind && !r.Used && (r.Turn == 0 || r.Turn == g.Number) })
}

// mayFly reports why an air attack cannot be flown as ordered.
func mayFly(k *Game, s table.Seat, l table.Line) *table.Refusal {
	kind := orders.Value(l.Args, "kind")
	c := k.camp(s)
	if c == nil || k.raid(c, kind) < 0 {
		return refuse("no-raid", "MB-B22", table.A("kind", "raid."+kind))
	}
	at, ok := k.fixed(s, orders.Value(l.Args, "at"))
	if !ok {
		return refuse("no-such-place", "MB-B22", table.A("place", orders.Value(l.Args, "at")))
	}
	if to, ok := k.fixed(s, orders.Value(l.Args, "toward")); kind == "strafe" && (!ok || to == at) {
		return refuse("strafe-where", "MB-B22")
	}
	return nil
}

// strafe carries out a strafing run along a line of 18 inches. Every unit within an inch of the line takes six shots at
// strength 5, which hit on 4+ modified by cover. Vehicles are hit on the top (MB-B22, MB-16d).
func (g *Game) strafe(t *table.Table, from, to Point) {
	end := ahead(from, bearing(from, to), g.constants().StrafingLength.Value)
	t.Report("MB-B22", "strafing", table.A("side", g.Phasing), table.A("from", spotText(from)), table.A("to", spotText(end)))
	near := func(u *Unit) bool {
		return slices.ContainsFunc(g.shapes(g.standsFor(u)), func(s Shape) bool { return wayGap(from, end, s) <= g.constants().StrafingWidth.Value })
	}
	var hit []string
	for _, s := range g.seats() {
		hit = append(hit, g.of(s, func(u *Unit) bool {
			return (g.on(u) || u.Rider && u.Out == "") && u.alive() > 0 && !u.Tank.Wreck && near(u) // riders: MB-R48
		})...)
	}
	for _, id := range hit {
		g.strafed(t.At(id), g.unit(id), from)
	}
}

// strafed resolves a strafing run against one unit.
func (g *Game) strafed(t *table.Table, u *Unit, from Point) {
	if u.Out != "" || u.alive() == 0 {
		return
	}
	b := &blow{g: g, t: t, by: g.Phasing, away: from}
	c := g.coverFrom(u, from)
	b.touch(u, c)
	g.show(t, u)
	g.firedAt(u)
	need := table.Base("modifier.strafing", g.dice().Strafing.Low, "MB-B22")
	switch c.Level {
	case 1:
		need = harder(need, g.modifiers().LightCover)
	case 2:
		need = harder(need, g.modifiers().HeavyCover)
	}
	roll := t.Roll(g.Phasing, "hit", g.constants().StrafingShots.Value, 6)
	hits := table.Count(roll.Dice(), func(d int) bool { return d >= need.Total() })
	t.Report("MB-B22", "strafed", table.A("unit", u.ID), table.A("needed", need), table.A("roll", roll), table.A("hits", hits))
	strength := g.constants().StrafingStrength.Value
	if u.vehicle() {
		for range hits {
			if g.loaded(u) && g.loadHit(t, b, u, round{strength: strength}, "top") { // MB-34a
				u = g.unit(u.ID)
				continue
			}
			if !g.spentHull(u) {
				g.hullStruck(t, g.Phasing, u, "top", strength, "MB-16d")
				u = g.unit(u.ID)
			}
		}
		b.finish()
		return
	}
	b.casualties(t, u, b.woundDice(t, u, hits, strength, u.Profile.Toughness, "MB-B10"), nil, "MB-B10a")
	b.finish()
}

// bomb drops a bomb: a large template of strength 9, placed like indirect fire with BS 3 (MB-B22).
func (g *Game) bomb(t *table.Table, aim Point) {
	need := harder(table.Base("modifier.bs", entry(g.doc.Combat.ToHit, g.constants().BombBS.Value), "MB-B22"), g.modifiers().Indirect)
	roll := t.Roll(g.Phasing, "bomb", 1, 6)
	hit := roll.Total() >= need.Total()
	t.Report("MB-B22", "bomb", table.A("side", g.Phasing), table.A("at", spotText(aim)), table.A("needed", need), table.A("roll", roll), table.A("result", result(hit, "on-target", "wide")))
	at, square := g.falls(t, g.Phasing, aim, hit)
	if !g.onTable(at) {
		t.Report("MB-B12.4", "off-table", table.A("unit", "bomb"))
		return
	}
	b := &blow{g: g, t: t, by: g.Phasing, away: at, far: true}
	g.bursts(t, b, burst{round: round{kind: shellHE, strength: g.constants().BombStrength.Value, template: "large", shell: true}, at: at, square: square, top: true})
	b.finish()
}
