package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// restrictions are what the Allied nations may not do together, in the order of the rules (SO-COOP).
var restrictions = []string{"stack", "attack", "artillery", "air"}

// restricted reports whether the Allied nations still may not do something together (SO-COOP): "stack", "attack", "artillery",
// "air". Doullens may lift one or all (SO-CAM.9).
func (g *Game) restricted(s seat, what string) bool {
	return s == allied && g.rule("cooperation") && !slices.Contains(g.Campaign.Lifted, what) && !slices.Contains(g.Campaign.Lifted, "all")
}

// held reports whether a unit lies in the radius of one of its HQs that prepares an offensive (SO-F.b).
func (g *Game) held(u *Formation) bool {
	return g.Reaction && u.Side != g.Initiative && g.any(func(h *Formation) bool {
		return h.Side == u.Side && h.Off && h.Hex != "" && g.distance(h.Hex, u.Hex) <= g.printed(h.ID).Radius
	})
}

// played reports whether an event is in force this turn.
func (g *Game) played(event string) bool { return slices.Contains(g.Campaign.Played, event) }

// openCombat records who fights, and ties the events of one combat to it: the Canadian cavalry's charge to the first
// attack with cavalry, Haig's order to the first British defence (GAP-11).
func (g *Game) openCombat(t *table.Table, b *battle) {
	g.Engaged = append(slices.Clone(b.units), b.defs...)
	bind := func(event string, fits bool) {
		if fits && (g.played(event) || g.strikes(t, allied, event)) && !slices.ContainsFunc(g.Campaign.Bound, func(x Bound) bool { return x.Event == event }) {
			g.Campaign.Bound = append(g.Campaign.Bound, Bound{event, b.hex})
		}
	}
	units := b.defs
	bind("canadian_cavalry", b.by == allied && slices.ContainsFunc(b.units, func(id string) bool { return g.kind(g.unit(id)) == "cavalry_division" }))
	bind("haig_backs_to_the_wall", b.def == allied && len(units) > 0 && g.nation(g.unit(units[0])) == "british")
}

// closeCombat ends a combat: its events are spent.
func (g *Game) closeCombat() {
	for _, x := range g.Campaign.Bound {
		g.Campaign.Played = slices.DeleteFunc(g.Campaign.Played, func(e string) bool { return e == x.Event })
	}
	g.Campaign.Bound, g.Engaged = nil, nil
}

// bound reports whether an event is tied to the combat in a hex.
func (g *Game) bound(event, hex string) bool {
	return slices.Contains(g.Campaign.Bound, Bound{event, hex})
}

// charges reports whether the Canadian cavalry charges in a combat, backsToTheWall whether Haig's order supports its
// defence.
func (g *Game) charges(b *battle) bool        { return g.bound("canadian_cavalry", b.hex) }
func (g *Game) backsToTheWall(b *battle) bool { return g.bound("haig_backs_to_the_wall", b.hex) }

// late reports whether an HQ moves in the exploitation phase instead of the movement phase: v. Hutier's does, in the
// campaign (SO-CAM.4).
func (g *Game) late(u *Formation) bool {
	return g.doc.Scenario.Advanced && u.ID == g.Hutier && u.ID != ""
}

// artilleryArrives rolls for every unit without artillery at the start of a German combat phase (SO-S2.8). On a railway
// or a road the guns come sooner; in the campaign it must lead to a source, clear of enemies (SO-CAM.8).
func (g *Game) artilleryArrives(t *table.Table) {
	if g.Phasing != german {
		return
	}
	c := g.chances().GunsArrive
	for u := range table.All(g.Units) {
		if !u.Gunless || u.Hex == "" {
			continue
		}
		die := t.At(u.ID).Roll(allied, "guns", 1, 6)
		add := func(m Modifier, when bool) {
			if when {
				die = die.Plus(m.ID, m.Value, m.Rule)
			}
		}
		cell := g.net.cell(u.Hex)
		add(g.modifiers().GunsRail, slices.ContainsFunc(cell.sides[:], func(s side) bool { return s.rail }) && (!g.doc.Scenario.Advanced || g.railLine(allied, u.Hex, false)))
		add(g.modifiers().GunsRoad, slices.ContainsFunc(cell.sides[:], func(s side) bool { return s.road }) && (!g.doc.Scenario.Advanced || g.roadLine(allied, u.Hex)))
		add(g.modifiers().GunsTerrain, cell.terrain != "clear" && !(cell.terrain == "meadow" && !g.flooded())) // a dry meadow is clear ground (SO-CAM.6)
		u.Gunless = die.Total() > c.Max
		t.Report("SO-S2.8", "guns-arrive", table.A("unit", u.ID), table.A("side", allied), table.A("die", die), table.A("need", c.Max), table.A("done", !u.Gunless))
	}
}

// gunners is the event of the British gunners: the unit that overruns a lone corps artillery stops, disorganised.
func (g *Game) gunners(t *table.Table, by, gun string) {
	u := g.unit(by)
	if g.unit(gun).Side != allied || g.kind(g.unit(gun)) != "corps_artillery" || !g.strikes(t, allied, "gunners") {
		return
	}
	u.Halted = true
	t.Report("SO-C.3d", "gunners", table.A("unit", by), table.A("gun", gun))
	g.disorganise(t, by, "SO-C.3d")
}

// marker takes the objective marker, or the iron crosses, of a hex that changes hands (SO-P.1b, SO-S3.8).
func (g *Game) marker(t *table.Table, hex string, s seat) {
	if s != german || slices.ContainsFunc(g.Captured, func(c Captured) bool { return c.Hex == hex }) {
		return
	}
	for i, b := range g.Campaign.Backs {
		if b.Hex == hex {
			g.Captured = append(g.Captured, b)
			g.Campaign.Backs = slices.Delete(slices.Clone(g.Campaign.Backs), i, i+1)
			t.Report("SO-P.1b", "marker-captured", table.A("hex", hex), table.A("level", b.Level))
			return
		}
	}
}

// combatLine carries out a line of a combat phase that is not an attack: an event.
func (g *Game) combatLine(t *table.Table, l table.Line) {
	if l.Verb == "play" {
		if why := g.playLine(t, g.Phasing, l); why != nil {
			t.Refuse(g.Phasing, l, why)
		}
	}
}
