package somme

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// step is one step of a unit's move, looked at before it is made.
type step struct {
	unit string
	to   string
	as   string // "", march, exploit, reserve or reaction: how its allowance is made
	last bool   // the step that a minimum move allows (SO-11.1.2a)
}

// mayStep tells whether a unit may make a step now, and what it costs. All that the rules forbid is told with its reason.
func (g *Game) mayStep(s step) (pace, *table.Refusal) {
	u := g.unit(s.unit)
	p, why := g.pace(u, u.Hex, s.to)
	if why != nil {
		return p, why
	}
	if u.Halted {
		return p, refuse("halted", "SO-11.2.1a", table.A("unit", u.ID), table.A("at", u.Hex))
	}
	if why := g.leaves(u, s); why != nil {
		return p, why
	}
	ma := g.allowance(u, s.as)
	if p.all {
		if g.net.open(u.From) && !g.banked(u.From) || u.Hex != u.From || u.Spent > 0 {
			return p, refuse("fleuve", "SO-11.2.3b", table.A("unit", u.ID), table.A("to", s.to))
		}
		return p, nil
	}
	if u.Spent+p.cost.Total() > ma.Total() && u.Spent > 0 {
		return p, refuse("too-far", "SO-11.1.1a", table.A("unit", u.ID), table.A("to", s.to), table.A("cost", p.cost), table.A("left", max(0, ma.Total()-u.Spent)), table.A("allowance", ma))
	}
	if s.as == "march" {
		return p, g.mayMarch(u, p, s.to)
	}
	return p, nil
}

// leaves is what zones of control forbid a combat unit (SO-11.2.1b, SO-11.2.2): it never goes from ZOC to ZOC, and out of
// ZOC only when relieved or when another combat unit stays. Units with Stosstruppen and tanks do not mind pinned enemies.
func (g *Game) leaves(u *Formation, s step) *table.Refusal {
	if !g.fights(u) || !g.zoc(u.Side, u.Hex, !g.ignoresPinned(u)) {
		return nil
	}
	if g.zoc(u.Side, s.to, !g.ignoresPinned(u)) {
		return refuse("zoc-to-zoc", "SO-11.2.1b", table.A("unit", u.ID), table.A("from", u.Hex), table.A("to", s.to))
	}
	if s.as == "reaction" || u.Freed {
		return nil
	}
	if g.stays(u) {
		return nil
	}
	return refuse("not-relieved", "SO-11.2.2a", table.A("unit", u.ID), table.A("at", u.Hex))
}

// stays tells whether another combat unit that has not moved off holds the hex that a unit leaves (SO-11.2.2c, RUL-14).
func (g *Game) stays(u *Formation) bool {
	return g.has(u.Side, u.Hex, func(o *Formation) bool { return o.ID != u.ID && g.fights(o) && (o.From == u.Hex || o.Halted) })
}

// ignoresPinned tells units stacked with Stosstruppen, and tanks (SO-12.2.6u).
func (g *Game) ignoresPinned(u *Formation) bool {
	return g.tank(u) || g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == u.ID })
}

// mayMarch is a forced march: along a road, never within two hexes of an enemy, not for tanks and disorganised units, not
// in exploitation (SO-11.2.6).
func (g *Game) mayMarch(u *Formation, p pace, to string) *table.Refusal {
	switch {
	case g.tank(u) || !g.fights(u) || u.DG != "":
		return refuse("no-march", "SO-11.2.6a", table.A("unit", u.ID))
	case !p.road:
		return refuse("march-road", "SO-11.2.6a", table.A("unit", u.ID), table.A("to", to))
	case g.within(other(u.Side), to, g.doc.Tables.Movement.MarchClear, g.ground):
		return refuse("march-enemy", "SO-11.2.6a", table.A("unit", u.ID), table.A("to", to))
	}
	return nil
}

// stepTo makes a step: the unit and the Stosstruppen under it (SO-11.3.2a) enter the hex; it stops in an enemy ZOC
// (SO-11.2.1a) and beyond a fleuve; what it passes is overrun (SO-11.3.1b, SO-11.3.3b); hexes change hands.
func (g *Game) stepTo(t *table.Table, s step, p pace) {
	u := g.unit(s.unit)
	from := u.Hex
	u.Hex, u.Moved = s.to, true
	u.Spent += p.cost.Total()
	for i := range g.Units {
		if o := &g.Units[i]; o.With == u.ID && o.Hex == from {
			o.Hex = s.to
		}
	}
	if p.all {
		u.Halted = true
	}
	if g.fights(u) && g.zoc(u.Side, s.to, !g.ignoresPinned(u)) {
		u.Halted = true
	}
	g.overrun(t, s.unit)
	g.seize(t, s.unit)
}

// overrun eliminates enemy artilleries and HQs alone in hexes beside a combat unit that has come (SO-11.3.1b, SO-11.3.3b,
// RUL-57). British gunners may sell themselves dearly (an event).
func (g *Game) overrun(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || !g.fights(u) {
		return
	}
	for _, hex := range g.around(u.Hex) {
		if g.has(other(u.Side), hex, g.fights) {
			continue
		}
		for _, lone := range g.of(other(u.Side), hex, g.support) {
			rule := "SO-11.3.1b"
			if g.hq(g.unit(lone)) {
				rule = "SO-11.3.3b"
			}
			g.gunners(t, id, lone)
			t.Report(rule, "overrun", table.A("unit", lone), table.A("side", other(u.Side)), table.A("hex", hex), table.A("by", id))
			g.destroy(t, lone, rule)
		}
	}
}

// seize gives a hex that matters to the side of the combat unit that enters it (RUL-38), takes objective markers
// (SO-P.1b), redoubts (SO-S1.11) and footbridges (SO-11.2.4.1h).
func (g *Game) seize(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || !g.fights(u) {
		return
	}
	for i := range g.Holds {
		if h := &g.Holds[i]; h.Hex == u.Hex && h.Side != u.Side {
			h.Side = u.Side
			t.Report("RUL-38", "captured", table.A("hex", h.Hex), table.A("side", u.Side), table.A("unit", id))
			g.marker(t, h.Hex, u.Side)
		}
	}
	if u.Side == german && slices.Contains(g.Redoubts, u.Hex) {
		g.razeRedoubts(t)
	}
}

// razeRedoubts takes off the redoubts in whose hex no Allied unit is left (SO-S1.11).
func (g *Game) razeRedoubts(t *table.Table) {
	for _, hex := range slices.Clone(g.Redoubts) {
		if !g.has(allied, hex, g.ground) {
			g.Redoubts = slices.DeleteFunc(g.Redoubts, func(h string) bool { return h == hex })
			t.Report("SO-S1.11", "redoubt-lost", table.A("hex", hex))
		}
	}
}

// route fills a way by its way-points: where two of them are not adjacent the cheapest way between them is taken, roads
// above all, past enemies and their zones.
func (g *Game) route(u *Formation, points []string) ([]string, *table.Refusal) {
	var way []string
	at := u.Hex
	for _, p := range points {
		if p == at {
			continue
		}
		leg, _, ok := board.Shortest(g.net.grid, at, p, func(from, to string) (int, bool) {
			c, why := g.pace(u, from, to)
			if why != nil {
				return 0, false
			}
			if g.fights(u) && to != p && g.zoc(u.Side, to, !g.ignoresPinned(u)) {
				return 0, false
			}
			cost := c.cost.Total()
			if c.all {
				cost += 50
			}
			return 2*cost + 1, true
		})
		if !ok {
			return nil, refuse("no-way", "SO-11.1.1a", table.A("unit", u.ID), table.A("from", at), table.A("to", p))
		}
		way, at = append(way, leg[1:]...), p
	}
	return way, nil
}

// travel moves units of one hex along a way, as far as the rules let each go. It tells the way made and why it ended.
func (g *Game) travel(t *table.Table, ids, points []string, as string) *table.Refusal {
	var last *table.Refusal
	for _, id := range ids {
		if why := g.travelOne(t.At(id), id, points, as); why != nil {
			last = why
		}
	}
	return last
}

func (g *Game) travelOne(t *table.Table, id string, points []string, as string) *table.Refusal {
	u := g.unit(id)
	from := u.Hex
	way, why := g.route(u, points)
	if why != nil {
		return why
	}
	made := []string{from}
	spent := table.Base("steps", 0, "SO-11.1.1b")
	for _, to := range way {
		s := step{unit: id, to: to, as: as}
		p, no := g.mayStep(s)
		if no != nil {
			why = no
			break
		}
		g.stepTo(t, s, p)
		made = append(made, to)
		spent = spent.Plus(to, p.cost.Total(), "SO-11.1.1b")
		if g.unit(id).Hex == "" || g.unit(id).Halted {
			break
		}
	}
	if len(made) > 1 {
		t.Report("SO-11.1.1a", "moved", table.A("unit", id), table.A("side", u.Side), table.A("path", made), table.A("cost", spent), table.A("allowance", g.allowance(u, as)))
	}
	if why == nil && made[len(made)-1] != way[len(way)-1] && g.unit(id).Halted {
		why = refuse("halted", "SO-11.2.1a", table.A("unit", id), table.A("at", made[len(made)-1]))
	}
	if as == "march" && len(made) > 1 && g.Attack.Side != "" && g.unit(id).Hex != "" {
		g.disorganise(t, id, "SO-11.2.6b")
	}
	return why
}

// disorganise puts the marker on a combat unit; tanks and supports never bear it (SO-12.5a); reorganising turns back
// (SO-12.5e).
func (g *Game) disorganise(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || !g.fights(u) || g.tank(u) || u.DG == "disorganised" {
		return
	}
	u.DG = "disorganised"
	t.Report(rule, "disorganised", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
}
