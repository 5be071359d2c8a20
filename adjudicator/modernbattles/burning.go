package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Fires, infernos and explosions, both at once and over the following turns (MB-24e to MB-24g).

// catchesFire starts a fire. The crew fights it at once and does nothing in its next own turn (MB-R26).
func (g *Game) catchesFire(t *table.Table, u *Unit) {
	u.Tank.Fire = true
	t.Report("MB-24e", "fire", table.A("unit", u.ID))
	g.ridersJump(t, u)
	g.loseTurn(u)
	g.fightFire(t, u)
}

// fightFire takes the leadership test to put out a fire. If it fails, a D6 decides whether the fire becomes an inferno, goes
// out by itself or burns on.
func (g *Game) fightFire(t *table.Table, u *Unit) {
	if g.crewed(u) && g.test(t, u, "fire", "MB-24e", g.leadership(u)) {
		u.Tank.Fire = false
		t.Report("MB-24e", "fire-out", table.A("unit", u.ID))
		return
	}
	die := t.Roll(u.Side, "fire", 1, 6)
	word := "burns"
	switch {
	case g.dice().FireInferno.comes(die.Total()):
		word = "inferno"
	case g.dice().FireOut.comes(die.Total()):
		word = "out"
	}
	t.Report("MB-24e", "fire-die", table.A("unit", u.ID), table.A("roll", die), table.A("result", "result."+word))
	switch word {
	case "inferno":
		g.blaze(t, u, "MB-24e")
	case "out":
		u.Tank.Fire = false
	}
}

// blaze turns a vehicle into an inferno: each man of the crew survives on 4+ and flees on foot (MB-24f, MB-R27).
func (g *Game) blaze(t *table.Table, u *Unit, rule string) {
	id := u.ID
	crew := g.crewed(u)
	t.Report(rule, "inferno", table.A("unit", id))
	u.Tank.Fire, u.Tank.Inferno = false, true
	g.putOut(t, u)
	u = g.unit(id)
	if crew {
		roll := t.Roll(u.Side, "survive", u.alive(), 6)
		living := u.living()
		out := 0
		for k, d := range roll.Dice() {
			if !g.dice().InfernoSurvive.comes(d) {
				u.Figures[living[k]].Out = true
				out++
			}
		}
		t.Report("MB-24f", "survivors", table.A("unit", id), table.A("roll", roll), table.A("out", out), table.A("left", u.alive()))
		g.leaveVehicle(t, u)
	}
	u = g.unit(id)
	u.Tank.Empty = true
	g.endOfVehicle(t, u)
	g.groupTest(t, u)
}

// explode blows up a vehicle (MB-24g): the crew is killed, and every infantry figure within the radius rolled is put out on 4+ (MB-R28).
func (g *Game) explode(t *table.Table, u *Unit) {
	id := u.ID
	hull := g.shape(u, 0)
	sides := g.constants().ExplosionHeavy.Value
	if g.flag(u, "light_tank") || g.flag(u, "without_ammunition") {
		sides = g.constants().ExplosionLight.Value
	}
	radius := t.Roll(g.other(u.Side), "radius", 1, sides)
	t.Report("MB-24g", "explosion", table.A("unit", id), table.A("radius", radius))
	b := &blow{g: g, t: t, by: g.other(u.Side), away: u.At}
	carried := g.load(id)
	slices.Sort(carried)
	for _, o := range carried { // in it, on it or riding along with a towed piece: no one is nearer
		b.noteAboard(u, g.unit(o))
		g.blast(t.At(o), b, g.unit(o), g.unit(o).living())
	}
	u = g.unit(id)
	g.destroyVehicle(t, u, "MB-24g")
	for _, s := range g.seats() {
		for _, o := range g.of(s, func(w *Unit) bool { return !slices.Contains(carried, w.ID) && w.foot() && g.on(w) }) {
			w := g.unit(o)
			near := slices.DeleteFunc(w.living(), func(i int) bool { return apart(g.shape(w, i), hull) > inches(radius.Total()) })
			g.blast(t.At(o), b, w, near)
		}
	}
	for _, h := range b.hurt {
		if u := g.unit(h.unit); u.Out != "" {
			g.shakenBy(t, u, h.before, h.stood)
		}
	}
	g.getAway(t, b, id)
}

// getAway takes the single panic test of the men who got out of an exploded vehicle if the explosion cost them a quarter. It
// uses the best Ld among them; if it fails, all of them fall back (MB-34f, MB-R36).
func (g *Game) getAway(t *table.Table, b *blow, vehicle string) {
	before, lost := 0, 0
	var left []string
	var best lead
	first := ""
	for _, h := range b.hurt {
		if h.aboard != vehicle {
			continue
		}
		u := g.unit(h.unit)
		before, lost = before+h.before, lost+h.before-u.alive()
		if u.Out != "" || u.alive() == 0 || u.State == fleeing || !g.on(u) {
			continue
		}
		left = append(left, u.ID)
		if ld := g.leadership(u); first == "" || ld.Total() > best.Total() {
			best, first = ld, u.ID
		}
	}
	if first == "" || lost == 0 {
		return
	}
	due := 100*lost >= g.constants().PanicPercent.Value*before
	t.Report("MB-34f", "losses", table.A("unit", vehicle), table.A("lost", lost), table.A("before", before), table.A("percent", 100*lost/before), table.A("due", due))
	if !due {
		return
	}
	if table.Decide(t, g.askFail(g.unit(first), Cover{})) {
		t.Report("MB-11a", "fails-on-purpose", table.A("unit", first))
	} else if g.test(t.At(first), g.unit(first), "panic", "MB-34f", best) {
		return
	}
	for _, id := range left {
		if u := g.unit(id); u.Out == "" && u.State != fleeing {
			g.fallBack(t.At(id), u, g.threat(u), 2*inches(u.Profile.Move), false)
		}
	}
}

// blast puts out figures of one unit that are within the radius of an explosion.
func (g *Game) blast(t *table.Table, b *blow, u *Unit, near []int) {
	if len(near) == 0 {
		return
	}
	b.touch(u, Cover{})
	b.g.show(t, u)
	roll := t.Roll(b.by, "blast", len(near), 6)
	var out []int
	for k, d := range roll.Dice() {
		if g.dice().Explosion.comes(d) {
			out = append(out, near[k])
		}
	}
	t.Report("MB-24g", "blast", table.A("unit", u.ID), table.A("men", len(near)), table.A("roll", roll), table.A("wounds", len(out)))
	for _, i := range out {
		b.kill(t, u, i, "MB-24g")
	}
}

// burns opens a player turn: fires on board and infernos of the phasing side (MB-B6, MB-R26, MB-R27).
func (g *Game) burns(t *table.Table) {
	for _, id := range g.of(g.Phasing, func(u *Unit) bool { return u.vehicle() && u.Out == "" && (u.Tank.Fire || u.Tank.Inferno) }) {
		u, t := g.unit(id), t.At(id)
		if u.Tank.Fire {
			u.Tank.Idle = max(u.Tank.Idle, 1)
			g.fightFire(t, u)
			continue
		}
		die := t.Roll(u.Side, "inferno", 1, 6)
		word := "burns"
		switch {
		case g.dice().InfernoExplode.comes(die.Total()):
			word = "explodes"
		case g.dice().InfernoOut.comes(die.Total()):
			word = "out"
		}
		t.Report("MB-24f", "inferno-die", table.A("unit", id), table.A("roll", die), table.A("result", "result."+word))
		switch word {
		case "explodes":
			g.explode(t, u)
		case "out":
			u.Tank.Inferno, u.Tank.Wreck = false, true
		}
	}
}
