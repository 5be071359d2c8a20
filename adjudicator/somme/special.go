package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// restricted tells whether the Allied nations still may not do something together (SO-COOP): "stack", "attack", "artillery",
// "air". Doullens may lift one or all (SO-CAM.9).
func (g *Game) restricted(s seat, what string) bool {
	return s == allied && g.rule("cooperation") && !slices.Contains(g.Campaign.Lifted, what) && !slices.Contains(g.Campaign.Lifted, "all")
}

// held tells whether a unit lies in the radius of one of its HQs that prepares an offensive (SO-F.b).
func (g *Game) held(u *Formation) bool {
	return g.Reaction && u.Side != g.Initiative && slices.ContainsFunc(g.Units, func(h Formation) bool {
		return h.Side == u.Side && h.Off && h.Hex != "" && g.distance(h.Hex, u.Hex) <= g.printed(h.ID).Radius
	})
}

// played tells whether an event is in force this turn.
func (g *Game) played(event string) bool { return slices.Contains(g.Campaign.Played, event) }

// charges tells whether the Canadian cavalry's event stands behind an attack (GAP-11): it falls to the first attack with
// cavalry of the turn in which it is played.
func (g *Game) charges(b *battle) bool {
	return b.by == allied && g.played("canadian_cavalry") && slices.ContainsFunc(b.units, func(id string) bool { return g.kind(g.unit(id)) == "cavalry_division" })
}

// backsToTheWall tells whether Haig's order stands behind a British defence (GAP-11).
func (g *Game) backsToTheWall(b *battle) bool {
	units := g.defenders(b)
	return g.played("haig_backs_to_the_wall") && len(units) > 0 && g.nation(g.unit(units[0])) == "british"
}

// gunners is the event of the British gunners: the unit that overruns a lone corps artillery stops, disorganised.
func (g *Game) gunners(t *table.Table, by, gun string) {
	u := g.unit(by)
	if g.unit(gun).Side != allied || !g.played("gunners") || g.kind(g.unit(gun)) != "corps_artillery" {
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

// bombers lists a side's aircraft on a bombing mission over a hex; it counts only together with an observer (SO-17.2c).
func (g *Game) bombers(s seat, hex string) []string {
	if !g.observes(s, hex) {
		return nil
	}
	return g.of(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == "bombing" })
}

// observes tells whether a side's aircraft observe a hex; not against the Red Baron (SO-17.2b, GAP-12).
func (g *Game) observes(s seat, hex string) bool {
	return g.has(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == "observation" }) && !g.grounded(s, hex)
}

// grounded tells whether the Red Baron flies over a hex: Allied aircraft there have no effect on combat (GAP-12).
func (g *Game) grounded(s seat, hex string) bool {
	return s == allied && g.has(german, hex, func(u *Formation) bool { return g.printed(u.ID).Baron })
}

// overhead tells whose aircraft count in a combat's mastery (SO-12.2.6b, c).
func (g *Game) overhead(s seat, hex string) (own, enemy bool) {
	count := func(s seat) bool {
		return g.has(s, hex, func(u *Formation) bool { return g.flies(u) && u.Mission == "observation" }) && !g.grounded(s, hex)
	}
	return count(s), count(other(s))
}

// otherCombatLine is a line of a combat phase that is no attack: policies stand until a combat asks for them.
func (g *Game) otherCombatLine(t *table.Table, l table.Line) {
	if l.Verb == "stoss" {
		g.assignStoss(t, l)
	}
}

// assignStoss puts Stosstruppen under another regiment of their hex (SO-11.3.2b, c).
func (g *Game) assignStoss(t *table.Table, l table.Line) {
	u, r := g.unit(orders.Value(l.Args, "unit")), g.unit(orders.Value(l.Args, "with"))
	switch {
	case u == nil || r == nil || !g.stoss(u) || !g.regiment(r) || u.Hex == "" || u.Hex != r.Hex || u.Side != r.Side:
		t.Refuse(g.Phasing, l, refuse("stoss-with", "SO-11.3.2a", table.A("unit", orders.Value(l.Args, "unit")), table.A("with", orders.Value(l.Args, "with"))))
	case g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == r.ID && o.ID != u.ID }):
		t.Refuse(g.Phasing, l, refuse("stoss-taken", "SO-11.3.2c", table.A("unit", u.ID), table.A("with", r.ID)))
	default:
		u.With = r.ID
		t.Report("SO-11.3.2b", "stoss-assigned", table.A("unit", u.ID), table.A("with", r.ID), table.A("side", u.Side))
	}
}
