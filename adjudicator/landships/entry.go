package landships

import (
	"fieldpost/adjudicator/table"
)

// enterHex does what happens whenever a counter enters a hex by any movement: wire (LS-6.21a), gas (LS-5.56i), lone
// enemies overrun (LS-14.14a, LS-5.6c), abandoned weapons (LS-13.11c), guns found alone (LS-13.24, A-44).
func (g *Game) enterHex(t *table.Table, id, hex string) {
	u := g.unit(id)
	if u == nil || u.Out != "" {
		return
	}
	t = t.At(id)
	if u.tank() && g.wired(hex) { // no other unit crushes wire by moving (LS-7.13b)
		g.unwire(hex)
		t.Report("LS-6.21a", "wire-crushed", table.A("unit", id), table.A("hex", hex))
	}
	g.breathe(t, id)
	g.overrun(t, id, hex)
	g.findWeapons(t, id, hex)
	g.findGuns(t, id, hex)
}

// breathe is LS-5.56i: a unit that moves into the enemy's gas is pinned there, as if the gas had come to it.
func (g *Game) breathe(t *table.Table, id string) { g.choke(t, id, "LS-5.56i", "walks-into-gas") }

// overrun is LS-14.14a: tank leaders, observers and crews that are alone are removed when enemy foot, cavalry or
// vehicles enter (A-60, LS-5.6c). If vehicles enter, a crew that stands by its gun stays until the close assault
//
func (g *Game) overrun(t *table.Table, id, hex string) {
	u := g.unit(id)
	if !u.group() && !u.vehicle() {
		return
	}
	foe := g.other(u.Side)
	if g.has(foe, hex, (*Piece).group) {
		return
	}
	manned := u.vehicle() && g.has(foe, hex, (*Piece).gun)
	for _, lone := range g.of(foe, hex, (*Piece).lone) {
		if manned && g.unit(lone).Class == "CREW" {
			continue
		}
		rule := "LS-14.14a"
		if g.unit(lone).Class == "FO" {
			rule = "LS-5.6c"
		}
		t.Report(rule, "overrun", table.A("unit", lone), table.A("hex", hex), table.A("by", id))
		g.remove(lone)
	}
	for _, car := range g.of(foe, hex, func(c *Piece) bool { return c.Class == "AC" && c.Attended }) {
		g.wheelCrewLost(t, car)
	}
}

// findWeapons is LS-13.11c: AT rifles and flamethrowers left in a hex are picked up by German groups that enter, and
// destroyed by Entente units that enter.
func (g *Game) findWeapons(t *table.Table, id, hex string) {
	u := g.unit(id)
	lying := table.NamesOf(g.Units, func(w *Piece) bool { return w.personal() && w.Out == "" && w.Carrier == "" && w.Hex == hex })
	if len(lying) == 0 {
		return
	}
	if string(u.Side) == "allied" {
		for _, w := range lying {
			g.unit(w).Out, g.unit(w).Hex = "destroyed", ""
		}
		t.Report("LS-13.11c", "weapons-destroyed", table.A("unit", id), table.A("hex", hex), table.A("weapons", lying))
		return
	}
	if !(u.infantry() || u.gunners()) || u.Nation != "german" {
		return
	}
	var taken []string
	for _, w := range table.Decide(t, g.askPickUp(u.Side, id, g.carriable(u, lying))).list() {
		g.unit(w).Carrier, g.unit(w).Hex, g.unit(w).Side = id, "", u.Side
		taken = append(taken, w)
	}
	if len(taken) > 0 {
		t.Report("LS-13.11c", "weapons-taken", table.A("unit", id), table.A("hex", hex), table.A("weapons", taken))
	}
}

// carriable returns those of the given weapons that a group may carry in addition to what it has: any number of AT
// rifles, three flamethrowers (LS-7.15b, LS-13.11a).
func (g *Game) carriable(u *Piece, weapons []string) []string {
	flames := 0
	for i := range g.Units {
		if w := &g.Units[i]; w.Carrier == u.ID && w.Class == "FLT" && w.Out == "" {
			flames++
		}
	}
	var out []string
	for _, w := range weapons {
		if g.unit(w).Class == "FLT" {
			if flames++; flames > g.constants().FlameCarried.Value {
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

// findGuns is LS-13.24a: guns that have nobody of their side with them are destroyed by an enemy group that enters, or
// captured (LS-13.24b, A-44). Their finder chooses at once (D-73).
func (g *Game) findGuns(t *table.Table, id, hex string) {
	u := g.unit(id)
	foe := g.other(u.Side)
	if !u.group() || g.has(foe, hex, func(e *Piece) bool { return !e.gun() && !e.personal() }) {
		return
	}
	for _, gun := range g.of(foe, hex, (*Piece).gun) {
		g.takeGun(t, id, gun)
	}
}

// takeGun destroys or captures one gun.
func (g *Game) takeGun(t *table.Table, id, gun string) {
	u, w := g.unit(id), g.unit(gun)
	args := []table.FactArg{table.A("unit", id), table.A("side", u.Side), table.A("gun", gun), table.A("hex", w.Hex)}
	capture := g.finds == "capture"
	if g.finds == "" || u.Side != g.Phasing {
		capture = table.Decide(t, g.askGuns(u.Side, id, gun))
	}
	if !capture {
		w.Out, w.Hex = "destroyed", ""
		t.Report("LS-13.24a", "gun-destroyed", args...)
		return
	}
	if w.Owner == "" {
		w.Owner = w.Side
	} else if w.Owner == u.Side {
		w.Owner = ""
	}
	w.Side, w.Crew, w.Pivoted = u.Side, "", ""
	t.Report("LS-13.24b", "gun-captured", args...)
}
