package landships

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// missions are the missions of aircraft (LS-11.1b).
var missions = []string{"observation", "bombing", "strafing"}

var setupOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "deploy", Rule: "LS-2.1a", Phases: []string{"setup"},
		Args: []orders.Param{ownUnits, {Name: "hex", Kind: orders.KindPlace, Prefix: "at"}, facing}},
		Check: (*Game).mayDeploy, Options: (*Game).placings},
	{Verb: orders.Verb{Name: "mission", Rule: "LS-11.1a", Phases: []string{"setup"},
		Args: []orders.Param{ownUnit, {Name: "mission", Kind: orders.KindWord, Words: words("observation", "bombing", "strafing")}}},
		Check: (*Game).mayAssign, Options: (*Game).assignments},
	{Verb: orders.Verb{Name: "wire", Rule: "LS-7.15c", Phases: []string{"setup"},
		Args: []orders.Param{{Name: "hexes", Kind: orders.KindPlace, Repeated: true}}},
		Check: (*Game).mayWire, Options: (*Game).wirings},
	{Verb: orders.Verb{Name: "carry", Rule: "LS-13.11a", Phases: []string{"setup"},
		Args: []orders.Param{ownUnits, {Name: "by", Kind: orders.KindOwn, Prefix: "by"}}},
		Check: (*Game).mayCarry, Options: (*Game).burdens},
	{Verb: orders.Verb{Name: "lead", Rule: "LS-14.11a", Phases: []string{"setup"},
		Args: []orders.Param{ownUnit, {Name: "tank", Kind: orders.KindOwn, Prefix: "in"}}},
		Check: (*Game).mayLead, Options: (*Game).berths},
	{Verb: orders.Verb{Name: "grenades", Rule: "LS-16.13a", Phases: []string{"setup"}, Args: []orders.Param{ownUnits}}, Check: (*Game).mayEquip, Options: naming("grenades")},
	{Verb: orders.Verb{Name: "storm", Rule: "LS-16.15a", Phases: []string{"setup"}, Args: []orders.Param{ownUnits}}, Check: (*Game).mayStormtroop, Options: naming("storm")},
	{Verb: orders.Verb{Name: "plan", Rule: "LS-16.22a", Phases: []string{"setup"},
		Args: []orders.Param{{Name: "turn", Kind: orders.KindNumber}, {Name: "hex", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "pieces", Kind: orders.KindNumber, Prefix: "with"},
			{Name: "type", Kind: orders.KindWord, Optional: true, Words: words("drumfire", "hurricane")},
			{Name: "ammo", Kind: orders.KindWord, Optional: true, Words: munitions}}},
		Check: (*Game).mayPlan, Options: (*Game).plannings},
}

// deployers returns the sides that may still set up (D-02 to D-05): those with places to put units, missions to give,
// grenades or Stosstruppen to choose, or barrages to write.
func (g *Game) deployers() []table.Seat {
	if g.Number > 0 || g.Opening != "" {
		return nil
	}
	var out []table.Seat
	for _, c := range g.Camps {
		area := slices.ContainsFunc(g.doc.Scenario.Deployments, func(d DeploymentArea) bool { return d.Side == string(c.Seat) })
		if area || g.in("LS-16.22") || g.in("LS-16.13") && g.dated("1917") || g.mayChooseStorm() || table.Any(g.Units, func(u *Piece) bool { return u.Side == c.Seat && len(g.missionsOf(u)) > 1 }) {
			out = append(out, c.Seat)
		}
	}
	return out
}

// deployment is the set-up: both sides at once, neither seeing the other's. A side keeps the scenario's own deployment
// for whatever it does not name.
func (g *Game) deployment(t *table.Table) table.Then {
	if g.Opening != "" { // a position set by hand begins in mid-game
		phase := g.Opening
		g.Opening = ""
		g.settle(t)
		t.Report("LS-4.0b", "player-turn", g.opening()...)
		return table.To(phase)
	}
	if g.Number > 0 {
		return table.Next
	}
	for _, s := range g.seats() {
		for l := range t.Orders(s, "setup") {
			g.deploy(t, s, l)
		}
	}
	g.settle(t)
	return table.Next
}

// deploy carries out one line of the set-up.
func (g *Game) deploy(t *table.Table, s table.Seat, l table.Line) {
	names := unitsOf(l)
	switch l.Verb {
	case "deploy":
		for _, id := range names {
			u := g.own(s, id)
			hex := orders.Value(l.Args, "hex")
			if c := g.unit(u.Crew); u.gun() && c != nil && c.Hex == u.Hex {
				c.Hex = hex
			}
			u.Hex = hex
			if d := g.direction(orders.Value(l.Args, "facing")); d > 0 && u.Facing > 0 {
				u.Facing = d
			}
			t.Report("LS-2.1a", "deploys", table.A("unit", id), table.A("hex", u.Hex), table.A("facing", g.directionName(u.Facing)))
		}
	case "mission":
		u := g.own(s, orders.Value(l.Args, "unit"))
		u.Mission = orders.Value(l.Args, "mission")
		t.For(s).Report("LS-11.1a", "mission", table.A("unit", u.ID), table.A("mission", "mission."+u.Mission))
	case "wire":
		for _, hex := range orders.List(l.Args, "hexes") {
			if g.wired(hex) { // named twice, or wired by the scenario: a hex has only one wire
				continue
			}
			g.Wire = append(slices.Clip(g.Wire), hex)
			t.Report("LS-7.15c", "wires", table.A("side", s), table.A("hex", hex))
		}
	case "carry":
		for _, id := range names {
			u := g.own(s, id)
			u.Carrier, u.Hex = orders.Value(l.Args, "by"), ""
			t.Report("LS-13.11a", "carries", table.A("unit", id), table.A("by", u.Carrier))
		}
	case "lead":
		u := g.own(s, orders.Value(l.Args, "unit"))
		u.Aboard, u.Hex = orders.Value(l.Args, "tank"), ""
		t.Report("LS-14.11a", "leads", table.A("unit", u.ID), table.A("tank", u.Aboard))
	case "grenades":
		for _, id := range names {
			g.own(s, id).Grenades = true
		}
	case "storm":
		for _, id := range names {
			g.own(s, id).Storm = true
		}
	case "plan":
		p := g.planned(s, l)
		g.Plans = append(g.Plans, p)
		t.For(s).Report("LS-16.22a", "plans", table.A("turn", p.Turn), table.A("hex", p.Place), table.A("pieces", p.Pieces), table.A("type", "barrage."+p.Type), table.A("ammo", "ammo."+p.Ammo))
	case "interrupt":
		g.wishes(s, l)
	}
}

// wishes notes that a side that plays by standing orders wants to be asked for orders in a defensive phase.
func (g *Game) wishes(s table.Seat, l table.Line) {
	phase := orders.Value(l.Args, "phase")
	g.Interrupts = slices.DeleteFunc(g.Interrupts, func(i Interrupt) bool { return i.Side == s && (phase == "never" || i.Phase == phase) })
	if phase != "never" {
		g.Interrupts = append(g.Interrupts, Interrupt{s, phase, orders.Int(l.Args, "more", 0), orders.Int(l.Args, "within", 3)})
	}
}

// lasting returns the wishes of a side to be asked, as the lines that made them.
func lasting(k *Game, s table.Seat) (lines []string) {
	for _, i := range k.Interrupts {
		if i.Side != s {
			continue
		}
		line := fmt.Sprintf("interrupt %s within %d", i.Phase, i.Within)
		if i.More > 0 {
			line = fmt.Sprintf("interrupt %s more %d within %d", i.Phase, i.More, i.Within)
		}
		lines = append(lines, line)
	}
	return lines
}

// planned returns the barrage that a line of the written plan describes.
func (g *Game) planned(s table.Seat, l table.Line) Planned {
	p := Planned{Owner: s, Turn: orders.Int(l.Args, "turn", 0), Place: orders.Value(l.Args, "hex"), Pieces: orders.Int(l.Args, "pieces", 0), Type: orders.Value(l.Args, "type"), Ammo: orders.Value(l.Args, "ammo")}
	if p.Type == "" {
		p.Type = "drumfire"
	}
	if p.Ammo == "" {
		p.Ammo = "he"
	}
	return p
}

// settle fills in what nobody chose: missions (D-03: observation for CS, bombing for B), rifle grenades and
// Stosstruppen (D-05: the first of each three by id). Both sides know who has grenades and who are Stosstruppen.
func (g *Game) settle(t *table.Table) {
	for u := range table.All(g.Units) {
		if list := g.missionsOf(u); len(list) > 0 && u.Mission == "" && g.plane(u).Type != "F" {
			u.Mission = list[0]
		}
	}
	for _, s := range g.seats() {
		if g.in("LS-16.13") && g.dated("1917") {
			g.choosing(t, s, "LS-16.13a", "grenades", (*Piece).infantry, func(u *Piece) *bool { return &u.Grenades })
		}
		if g.mayChooseStorm() {
			g.choosing(t, s, "LS-16.15a", "stosstruppen", stormer, func(u *Piece) *bool { return &u.Storm })
		}
	}
}

// choosing reports which units of a side have a mark. If none has it, the first of each three by id gets it.
func (g *Game) choosing(t *table.Table, s table.Seat, rule, kind string, is func(*Piece) bool, mark func(*Piece) *bool) {
	able := g.eligible(s, is)
	chosen := slices.DeleteFunc(slices.Clone(able), func(id string) bool { return !*mark(g.unit(id)) })
	if len(chosen) == 0 {
		for i := 0; i+3 <= len(able); i += 3 {
			*mark(g.unit(able[i])) = true
			chosen = append(chosen, able[i])
		}
	}
	if len(chosen) > 0 {
		t.Report(rule, kind, table.A("side", s), table.A("units", chosen))
	}
}

// eligible returns a side's groups that satisfy is, on the map or still to come, by id.
func (g *Game) eligible(s table.Seat, is func(*Piece) bool) []string {
	out := table.NamesOf(g.Units, func(u *Piece) bool { return u.Side == s && u.Out == "" && is(u) })
	slices.Sort(out)
	return out
}

// stormer reports whether u can be Stosstruppen (LS-16.15a): a German infantry group.
func stormer(u *Piece) bool { return u.Class == "INF" && u.Nation == "german" }

// mayChooseStorm reports whether the option is agreed and the scenario leaves the choice.
func (g *Game) mayChooseStorm() bool {
	return g.in("LS-16.15") && len(g.doc.Scenario.Switches.Stosstruppen) == 0
}

// placings proposes for each unit the hexes of its set-up area, with its present facing.
func (g *Game) placings(s table.Seat, _ string) []string {
	return table.Pairs("deploy %s at %s", g.eligible(s, func(u *Piece) bool { return u.Hex != "" }), func(id string) []string {
		d, _ := g.area(g.unit(id))
		return d.Hexes
	})
}

// assignments proposes missions.
func (g *Game) assignments(s table.Seat, _ string) []string {
	return table.Pairs("mission %s %s", g.eligible(s, func(u *Piece) bool { return u.Class == "AIR" }), func(id string) []string { return g.missionsOf(g.unit(id)) })
}

// wirings proposes the hexes of the side's own trenches.
func (g *Game) wirings(s table.Seat, _ string) (out []string) {
	for _, t := range g.Trenches {
		for _, hex := range t.Hexes {
			if t.Side == string(s) {
				out = append(out, "wire "+hex)
			}
		}
	}
	return out
}

// burdens proposes bearers for each AT rifle and flamethrower.
func (g *Game) burdens(s table.Seat, _ string) []string {
	return table.Pairs("carry %s by %s", g.eligible(s, (*Piece).personal), func(string) []string {
		return g.eligible(s, func(u *Piece) bool { return u.infantry() || u.gunners() })
	})
}

// berths proposes tanks for each tank leader.
func (g *Game) berths(s table.Seat, _ string) []string {
	return table.Pairs("lead %s in %s", g.eligible(s, func(u *Piece) bool { return u.Class == "TL" }), func(string) []string { return g.eligible(s, (*Piece).tank) })
}

// naming proposes each infantry group as special troops of an optional rule.
func naming(verb string) func(*Game, table.Seat, string) []string {
	return func(g *Game, s table.Seat, _ string) []string {
		return table.Lines(verb+" %s", g.eligible(s, (*Piece).infantry))
	}
}

// plannings proposes one piece, in the first turn, at the first of the enemy's hexes.
func (g *Game) plannings(s table.Seat, _ string) (out []string) {
	if !g.in("LS-16.22") {
		return
	}
	for _, id := range g.eligible(g.other(s), func(u *Piece) bool { return u.Hex != "" }) {
		out = append(out, "plan 1 at "+g.unit(id).Hex+" with 1")
	}
	return out
}

// share returns a third of a side's eligible groups: how many it may choose.
func (g *Game) share(s table.Seat, is func(*Piece) bool) int { return len(g.eligible(s, is)) / 3 }
