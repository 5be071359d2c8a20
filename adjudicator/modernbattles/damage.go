package modernbattles

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// The detailed damage method (MB-23, MB-24).

// detailedDamage throws the attacker's damage die, +1 at the rear and -1 at the flank, and reads it in the column of the
// failed save die (MB-23b).
func (g *Game) detailedDamage(t *table.Table, by table.Seat, u *Unit, column int, h hullStrike) {
	die := t.Roll(by, "damage", 1, 6)
	if !h.plain {
		switch h.zone {
		case "rear":
			die = helped(die, g.modifiers().Rear)
		case "side":
			die = helped(die, g.modifiers().Flank)
		}
	}
	die = die.Plus("modifier.bonus", h.bonus, h.rule)
	row := g.doc.Combat.Detailed[0]
	for _, r := range g.doc.Combat.Detailed {
		if die.Total() >= r.From {
			row = r
		}
	}
	last := len(row.Columns)
	at := min(column, last)
	if column == 0 { // "*": the x+ column (MB-R23)
		at = last
	}
	results := row.Columns[at-1]
	names := make([]string, len(results))
	for i, r := range results {
		names[i] = "damage." + strings.ReplaceAll(r, " ", "-")
	}
	t.Report("MB-23b", "damage", table.A("unit", u.ID), table.A("column", "column."+strconv.Itoa(at)), table.A("roll", die), table.A("results", names))
	g.suffers(t, by, u, results)
}

// suffers carries out the results in a cell of the table: losses first, with their test, then the rest. A fire comes last and
// only if someone is left in the vehicle (MB-R26).
func (g *Game) suffers(t *table.Table, by table.Seat, u *Unit, results []string) {
	id := u.ID
	for _, r := range results {
		if n, ok := strings.CutPrefix(r, "loss "); ok {
			g.crewLoss(t, u, g.amount(t, by, "losses", n), "MB-24b")
		}
	}
	for _, r := range results {
		if u = g.unit(id); u.Tank.Wreck { // no one is left for the rest to affect (MB-R29)
			return
		}
		switch n, gun := strings.CutPrefix(r, "gun "); {
		case gun:
			g.gunDamage(t, by, u, n)
		case r == "ricochet":
			t.Report("MB-24a", "ricochet", table.A("unit", id))
			g.crewStays(t, u, "MB-24a")
		case r == "immobilised":
			u.Tank.Immobilised = true
			t.Report("MB-24d", "immobilised", table.A("unit", id))
			g.ridersJump(t, u)
			g.crewStays(t, u, "MB-24d")
		case r == "fire":
			if g.crewed(u) {
				g.catchesFire(t, u)
			}
		case r == "inferno":
			g.blaze(t, u, "MB-24f")
		case r == "explosion":
			g.explode(t, u)
		}
	}
}

// amount throws a number of losses or of lost BS: "1", "d3", "d6", "2d6" (MB-R24). A D3 is thrown as a three-sided die.
func (g *Game) amount(t *table.Table, by table.Seat, purpose, n string) table.Sum {
	switch n {
	case "d3":
		return t.Roll(by, purpose, 1, 3)
	case "d6":
		return t.Roll(by, purpose, 1, 6)
	case "2d6":
		return t.Roll(by, purpose, 2, 6)
	}
	v, _ := strconv.Atoi(n)
	return table.Base("modifier.printed", v, "MB-23b")
}

// crewed reports whether a vehicle has anyone in it.
func (g *Game) crewed(u *Unit) bool {
	return u.Out == "" && u.alive() > 0 && !u.Tank.Empty && !u.Tank.Wreck && !u.Tank.Inferno
}

// crewLoss puts crewmen out of action. A morale test is due once more than a quarter of the full crew is gone (MB-24b,
// MB-R29). If no one is left, the vehicle is destroyed.
func (g *Game) crewLoss(t *table.Table, u *Unit, n any, rule string) {
	sum, ok := n.(table.Sum)
	if !ok {
		sum = table.Base("modifier.printed", n.(int), rule)
	}
	if !g.crewed(u) {
		t.Report(rule, "crew-loss", table.A("unit", u.ID), table.A("losses", sum), table.A("out", 0), table.A("left", u.alive()), table.A("full", u.Initial))
		return
	}
	out := 0
	for i := len(u.Figures) - 1; i >= 0 && out < sum.Total(); i-- {
		if !u.Figures[i].Out {
			u.Figures[i].Out = true
			out++
		}
	}
	left := u.alive()
	t.Report(rule, "crew-loss", table.A("unit", u.ID), table.A("losses", sum), table.A("out", out), table.A("left", left), table.A("full", u.Initial))
	if left == 0 {
		g.destroyVehicle(t, u, "MB-R29")
		return
	}
	if gone := u.Initial - left; 100*gone > g.constants().CrewPercent.Value*u.Initial {
		g.crewStays(t, u, rule)
	}
}

// gunDamage permanently lowers the BS of the main gun, or of a turret chosen at random (MB-24c, MB-R25). At 0 the weapon is
// out; if it was the main weapon, the crew must pass a panic test to stay.
func (g *Game) gunDamage(t *table.Table, by table.Seat, u *Unit, n string) {
	loss := g.amount(t, by, "gun", n)
	arm := g.gunHit(t, by, u)
	if arm < 0 {
		t.Report("MB-24c", "no-gun", table.A("unit", u.ID), table.A("loss", loss))
		return
	}
	a := &u.Tank.Arms[arm]
	a.Lost = min(u.Profile.BS, a.Lost+loss.Total())
	left := u.Profile.BS - a.Lost
	t.Report("MB-24c", "gun-damaged", table.A("unit", u.ID), table.A("weapon", a.Weapon), table.A("loss", loss), table.A("left", left))
	if left == 0 && arm == g.mainArm(u) {
		g.crewStays(t, u, "MB-24c")
	}
}

// gunHit returns the weapon that a gun result concerns: if there are several guns in turrets, one of them at random (MB-24c).
func (g *Game) gunHit(t *table.Table, by table.Seat, u *Unit) int {
	var guns []int
	for i, a := range u.Tank.Arms {
		if g.weapon(a.Weapon).Class == "gun" {
			guns = append(guns, i)
		}
	}
	if len(guns) < 2 {
		return g.mainArm(u)
	}
	die := t.Roll(by, "turret", 1, 6)
	i := guns[(die.Total()-1)*len(guns)/6]
	t.Report("MB-24c", "which-gun", table.A("unit", u.ID), table.A("roll", die), table.A("weapon", u.Tank.Arms[i].Weapon))
	return i
}

// crewPanic takes the panic test of a crew in its vehicle. It returns true if the test is passed or no one is in the vehicle.
// The owner may fail it on purpose (MB-11a).
func (g *Game) crewPanic(t *table.Table, u *Unit, rule string) bool {
	if !g.crewed(u) {
		return true
	}
	if table.Decide(t, g.askFail(u, Cover{})) {
		t.Report("MB-11a", "fails-on-purpose", table.A("unit", u.ID))
		return false
	}
	return g.test(t, u, "panic", rule, g.bestAboard(u))
}

// crewStays takes a test to stay in the vehicle. If it fails, the crew leaves the vehicle and flees (MB-18b, MB-24h, MB-R50).
func (g *Game) crewStays(t *table.Table, u *Unit, rule string) bool {
	if g.crewPanic(t, u, rule) {
		return true
	}
	g.bailOut(t, u, rule)
	return false
}

// daunt takes the crew's next own player turn away. If it is the crew's own turn, that turn goes on (MB-R43).
func (g *Game) daunt(u *Unit) {
	if u.Side == g.Phasing {
		u.Tank.Shaken = true
		return
	}
	u.Tank.Idle = max(u.Tank.Idle, 1)
}

// loseTurn takes the crew's next own player turn away (MB-R26). If it is the crew's own turn, the rest of that turn is lost
// too, because the crew fights the fire.
func (g *Game) loseTurn(u *Unit) {
	n := 1
	if u.Side == g.Phasing {
		n = 2
	}
	u.Tank.Idle = max(u.Tank.Idle, n)
}

// destroyVehicle turns a vehicle into a wreck. Its crew is lost with it; what it carried gets out (MB-22b, MB-R29, MB-B18g).
func (g *Game) destroyVehicle(t *table.Table, u *Unit, rule string) {
	if u.Tank.Wreck {
		return
	}
	id := u.ID
	t.Report(rule, "vehicle-destroyed", table.A("unit", id))
	g.endOfVehicle(t, u)
	u = g.unit(id)
	for i := range u.Figures {
		u.Figures[i].Out = true
	}
	u.Tank.Wreck, u.Tank.Fire, u.Tank.Inferno = true, false, false
	g.groupTest(t, u)
}

// endOfVehicle does what is common to every way of losing a vehicle: markers are removed, contacts end, passengers and riders get out.
func (g *Game) endOfVehicle(t *table.Table, u *Unit) {
	u.Tank.Back = false // a crew that returns has rallied
	g.unmark(t, u, "")
	g.putOut(t, u)
}

// ridersJump makes riders get off at once from a tank that is immobilised for good, burns or is abandoned (MB-R48).
func (g *Game) ridersJump(t *table.Table, v *Unit) {
	for _, id := range g.load(v.ID) {
		u := g.unit(id)
		if !u.Rider {
			continue
		}
		if !g.getOut(u, v, nil, true) {
			g.remove(t, u, "destroyed", "MB-R48")
			continue
		}
		t.Report("MB-R48", "alights", table.A("unit", u.ID), table.A("vehicle", v.ID), table.A("at", spotText(u.At)))
	}
}
