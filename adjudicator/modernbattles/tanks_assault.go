package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Weapons of close combat (MB-D22), anti-tank grenades and the defence by crews (MB-25, MB-B13c, MB-B13e).

// modeOf returns what a man strikes with. A charger prefers the submachine gun, then the bayonet in contact, then the
// grenade; all others prefer the grenade (MB-R19). Without contact only a grenade will do.
func (g *Game) modeOf(t *table.Table, u *Unit, f fighter, charged bool) string {
	smg := f.contact && slices.Contains([]string{"smg"}, u.Figures[f.figure].Weapon)
	bayonet := f.contact && u.has("bayonets")
	grenade := u.has("grenades")
	var may []string
	if charged {
		if smg {
			may = append(may, "smg")
		}
		if bayonet {
			may = append(may, "bayonet")
		}
	}
	if grenade {
		may = append(may, "grenade")
	}
	if f.contact {
		if !charged && smg {
			may = append(may, "smg")
		}
		if !charged && bayonet {
			may = append(may, "bayonet")
		}
		may = append(may, "plain")
	}
	if len(may) == 0 {
		return ""
	}
	return g.wishedMode(t, u, may)
}

// wishedMode applies MB-D22: it returns the first preference of the standing order that the man can follow. With "none" he
// keeps his grenades.
func (g *Game) wishedMode(t *table.Table, u *Unit, may []string) string {
	id := u.ID
	return table.Decide(t, table.Question[*Game, string]{Decision: "MB-D22", Seat: u.Side, About: id, Rule: "MB-R19", Verb: "fight", Args: []table.FactArg{table.A("unit", id)},
		Policy: func(_ *Game, l table.Line) (string, table.Policy) {
			with := orders.List(l.Args, "with")
			if !concerns(l, id) || len(with) == 0 {
				return "", table.Pass
			}
			for _, w := range with {
				if slices.Contains(may, fightWord(w)) {
					return fightWord(w), table.Use
				}
			}
			if slices.Contains(may, "plain") {
				return "plain", table.Use
			}
			return "", table.Pass
		},
		Options: table.OneOf[*Game](may...),
		Blind:   true, Default: func(*Game) string { return may[0] },
	})
}

// fightWord returns the mode for a word of the standing order.
func fightWord(w string) string {
	switch w {
	case "grenades":
		return "grenade"
	case "bayonets":
		return "bayonet"
	case "smgs":
		return "smg"
	}
	return "plain"
}

// bombs lists the weapons that are thrown at hulls (MB-25c, MB-25d).
func (g *Game) bombs() []string {
	return table.Pick(g.doc.Weapons, func(w *Weapon) (string, bool) { return w.ID, w.Class == "thrown" && w.Kind == shellHEAT })
}

// bombOf returns the anti-tank weapon that a figure throws: its own, or one of the unit's that no one else throws, or "".
func (g *Game) bombOf(u *Unit, figure int, men []fighter) string {
	for _, id := range g.bombs() {
		if slices.Contains(u.Figures[figure].Also, id) {
			return id
		}
		taken := table.Count(men, func(f fighter) bool {
			return f.unit == u.ID && f.bomb == id && !slices.Contains(u.Figures[f.figure].Also, id)
		})
		have := table.Count(u.Kit, func(k string) bool { return k == id })
		if taken < have {
			return id
		}
	}
	return ""
}

// throwsBombs reports whether a unit throws its anti-tank grenades (MB-D22). It throws all of them at vehicles unless the
// standing order holds them back.
func (g *Game) throwsBombs(t *table.Table, u *Unit) bool {
	if !slices.ContainsFunc(g.bombs(), func(id string) bool {
		return slices.Contains(u.Kit, id) || slices.ContainsFunc(u.Figures, func(f Figure) bool { return !f.Out && slices.Contains(f.Also, id) })
	}) {
		return false
	}
	id := u.ID
	return table.Decide(t, table.Question[*Game, bool]{Decision: "MB-D22", Seat: u.Side, About: id + " anti-tank", Rule: "MB-25c", Verb: "fight", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("throw", "keep"),
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if word := orders.Value(l.Args, "bombs"); word != "" && concerns(l, id) {
				return word == "throw", table.Use
			}
			return false, table.Pass
		},
		Blind: true, Default: func(*Game) bool { return true },
	})
}

// throws resolves the anti-tank grenades that some men of a unit throw, one each, at the top of a vehicle. A 1 slips, a 2
// misses, and 3 or more hits, whatever the BS (MB-25c, MB-R30).
func (c *clash) throws(id string, men []fighter) {
	g := c.g
	for _, f := range men {
		u, e := g.unit(id), g.unit(f.target)
		if g.spentHull(e) || !g.crewed(e) {
			return
		}
		w := g.weapon(f.bomb)
		g.usedUp(u, f)
		t := c.t.At(id)
		roll := t.Roll(u.Side, "anti-tank", 1, 6)
		word := "missed"
		switch {
		case g.dice().ATGrenadeHit.comes(roll.Total()):
			word = "hit"
		case g.dice().ATGrenadeSlip.comes(roll.Total()):
			word = "slips"
		}
		t.Report("MB-25c", "anti-tank-throw", table.A("unit", id), table.A("figure", u.Figures[f.figure].N), table.A("target", e.ID), table.A("weapon", f.bomb), table.A("roll", roll), table.A("result", "result."+word))
		switch {
		case word == "hit":
			before := g.present(e.ID)
			g.hullStruck(t, u.Side, e, "top", w.Strength, "MB-25c")
			c.count(u.Side, before-g.present(e.ID))
		case word == "slips" && w.Slip > 0: // MB-25d
			b := &blow{g: g, t: t, by: g.other(u.Side), away: e.At}
			if b.woundDice(t, u, 1, w.Slip, u.Profile.Toughness, "MB-25d") > 0 {
				b.kill(t, u, f.figure, "MB-25d")
				c.count(g.other(u.Side), 1)
			}
		}
	}
}

// usedUp removes the thrown weapon from its owner.
func (g *Game) usedUp(u *Unit, f fighter) {
	m := &u.Figures[f.figure]
	if k := slices.Index(m.Also, f.bomb); k >= 0 {
		m.Also = slices.Delete(slices.Clone(m.Also), k, k+1)
		return
	}
	if k := slices.Index(u.Kit, f.bomb); k >= 0 {
		u.Kit = slices.Delete(slices.Clone(u.Kit), k, k+1)
	}
}

// crewDefends makes one attack for each working machine gun, at attackers that count as in light cover (MB-25b, MB-B13e).
func (c *clash) crewDefends(u *Unit) {
	g := c.g
	if !g.crewed(u) || u.Tank.Idle > 0 {
		return
	}
	guns := 0
	for i, a := range u.Tank.Arms {
		if w := g.weapon(a.Weapon); w.ID == "vehicle_mg" && u.Profile.BS-a.Lost > 0 && !g.unmanned(u, i) {
			guns++
		}
	}
	target := ""
	for _, id := range c.units {
		if e := g.unit(id); target == "" && e.Side != u.Side && e.Out == "" && e.alive() > 0 && g.engaged(u, e) {
			target = id
		}
	}
	if guns == 0 || target == "" {
		return
	}
	e := g.unit(target)
	need := harder(table.Base("modifier.crew-defence", g.constants().CrewDefence.Value, "MB-B13e"), g.modifiers().TankCrew)
	t := c.t.At(u.ID)
	roll := t.Roll(u.Side, "strike", guns, 6)
	hits := table.Count(roll.Dice(), func(d int) bool { return d >= need.Total() })
	t.Report("MB-25b", "attacks", table.A("unit", u.ID), table.A("target", target), table.A("men", guns), table.A("with", "mode.crew"), table.A("attacks", guns), table.A("needed", need), table.A("roll", roll), table.A("hits", hits))
	if hits > 0 {
		c.wound(t, u, e, hits, g.constants().CrewDefenceStrength.Value)
	}
}
