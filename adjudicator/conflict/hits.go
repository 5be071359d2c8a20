package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// The results of an attack on one unit.
const (
	miss     = "miss"
	hitOnce  = "hit"
	critical = "critical"
)

// outcome compares AV and DV (CH-7.0c, CH-7.0d).
func (g *Game) outcome(av, dv int) string {
	switch {
	case av >= dv+g.doc.Tables.Critical:
		return critical
	case av >= dv:
		return hitOnce
	}
	return miss
}

// strikeUnit applies a result to a unit (CH-7.4a, CH-7.5a): a critical hit or a second hit destroys it, any other hit
// draws a counter. by is the seat that made the attack, for the VP; it is "" if the other side scores in any case.
func (g *Game) strikeUnit(t *table.Table, name, result string, by table.Seat) {
	u := g.unit(name)
	if result == miss || u == nil || !u.on() {
		return
	}
	g.news(u.Side, News{Kind: "hit", Own: name, Hex: u.Hex})
	if result == critical || u.Hit != "" {
		if result == hitOnce {
			t.Report("CH-7.4a", "second-hit", table.A("unit", name))
		}
		t.Result("odds.destroyed")
		g.destroy(t, name, by)
		return
	}
	t.Result("odds.hit")
	t.Report("CH-7.5a", "is-hit", table.A("unit", name))
	g.drawHit(t.At(u.ID), name, by)
}

// drawHit draws a counter in secret from the pile of the unit's kind; "eliminated" is shown at once (CH-7.5i).
func (g *Game) drawHit(t *table.Table, name string, by table.Seat) {
	u := g.unit(name)
	vehicle := g.vehicle(u)
	pile := g.FootPile
	if vehicle {
		pile = g.VehiclePile
	}
	u.Shown, u.Spare = false, false
	if len(pile) == 0 { // A14
		u.Hit, u.Spare = g.standIn(vehicle), true
	} else {
		u.Hit, pile = t.For(u.Seat).Draw(u.Seat, "counter", pile)
		if vehicle {
			g.VehiclePile = pile
		} else {
			g.FootPile = pile
		}
	}
	g.hers(t, u.Side).Report("CH-7.5h", "counter", table.A("unit", name), table.A("is", u.Hit))
	if g.hit(u).Destroys {
		t.Report("CH-7.5i", "counter-shown", table.A("unit", name), table.A("is", u.Hit))
		g.destroy(t, name, by)
	}
}

// standIn returns the counter used when the pile is empty.
func (g *Game) standIn(vehicle bool) string {
	h, _ := table.Find(g.doc.Hits, func(h *HitCounter) bool { return h.Stand && (h.Pile == "vehicle") == vehicle })
	return h.ID
}

// putBack puts a unit's hit counter back on its pile (CH-7.5j).
func (g *Game) putBack(u *Unit) {
	if u.Hit != "" && !u.Spare {
		if g.vehicle(u) {
			g.VehiclePile = append(g.VehiclePile, u.Hit)
			slices.Sort(g.VehiclePile)
		} else {
			g.FootPile = append(g.FootPile, u.Hit)
			slices.Sort(g.FootPile)
		}
	}
	u.Hit, u.Shown, u.Spare = "", false, false
}

// showFire shows the counter of a firing unit if it affects that fire.
func (g *Game) showFire(t *table.Table, u *Unit) {
	if h := g.hit(u); h.Fire != 0 || h.Red != 0 || h.Blue != 0 || h.Range != 0 {
		g.showHit(t, u)
	}
}

// showHit turns a counter face up because one of its values is used (CH-7.5h); from then on the other side has seen it.
func (g *Game) showHit(t *table.Table, u *Unit) {
	if u.Hit == "" || u.Shown || u.Hidden {
		return
	}
	u.Shown = true
	t.Report("CH-7.5h", "counter-shown", table.A("unit", u.name()), table.A("is", u.Hit))
}

// destroy takes a unit off the board (CH-7.4) and settles the CAP track, VP, its load, its part in an activation and the
// papers.
func (g *Game) destroy(t *table.Table, name string, by table.Seat) {
	u := g.unit(name)
	if u == nil || !u.on() {
		return
	}
	if u.Hidden {
		g.reveal(t, u.Hex, u.Side, "CH-10.0d")
	}
	hex := u.Hex
	if u.Hit != "" && !u.Shown && !g.hit(u).Destroys {
		t.Report("CH-7.5i", "counter-shown", table.A("unit", name), table.A("is", u.Hit))
	}
	g.putBack(u)
	u.Off, u.Hex, u.Status = destroyed, "", used
	u.In, u.Dug, u.Bogged, u.Mired, u.Exposed = "", false, false, false, false
	t.Report("CH-7.4a", "destroyed", table.A("unit", name), table.A("at", hex))
	g.news(u.Side, News{Kind: "destroyed", Own: name, Hex: hex})
	g.leaveActivation(t, u)
	for _, l := range g.load(name) { // CH-17.1c
		x := g.unit(l)
		x.Aboard, x.Facing = "", u.Facing
		t.Report("CH-17.1c", "thrown-out", table.A("unit", l), table.A("at", hex))
	}
	u.Aboard = ""
	g.dropPapers(t, u, hex)
	g.countLoss(t, u)
	g.scoreKill(t, u, by)
	g.settleControl(t, hex)
}

// leaveActivation takes a destroyed unit out of its activation. The others go on (CH-9.0d); if it was the only one,
// nobody can join (A72).
func (g *Game) leaveActivation(t *table.Table, u *Unit) {
	c := g.camp(u.Seat)
	i := slices.Index(c.Active, u.name())
	if i < 0 {
		return
	}
	c.Active = slices.Delete(c.Active, i, i+1)
	if len(c.Active) == 0 {
		t.Report("CH-9.0d", "ap-lost", table.A("side", c.Seat))
		c.Open, c.AP, c.Spent, c.Dice = false, 0, 0, nil
	}
}

// countLoss puts a destroyed unit on the CAP track (CH-7.4b, 7.4d, A65); trucks and wagons stay off it (CH-16.0e).
func (g *Game) countLoss(t *table.Table, u *Unit) {
	if g.print(u).Truck {
		return
	}
	c := g.camp(u.Seat)
	c.Lost++
	space := c.Initial - c.Lost + 1
	if c.Cap == space && c.Cap > 0 {
		c.Cap--
		t.Report("CH-7.4d", "cap-pushed", table.A("side", c.Seat), table.A("cap", c.Cap))
	}
}
