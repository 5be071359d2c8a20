package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// price looks up a cost of entering or crossing.
func price(list []Price, id string) Price {
	for _, p := range list {
		if p.ID == id {
			return p
		}
	}
	panic("somme-1918: no price " + id)
}

// allowance is what a unit may spend in a phase, with its reasons: its movement, two more without artillery (SO-S2.8), half
// when disorganised (SO-12.5b), two more from reserve (SO-11.2.8c), half in exploitation (SO-14.2a), twice on a forced march
// (SO-11.2.6a). The total is never below 0; one hex may always be moved (SO-11.1.2a).
func (g *Game) allowance(u *Formation, as string) table.Sum {
	p := g.printed(u.ID)
	ma := table.Base("movement", p.Movement, "SO-11.1.1a")
	if u.Gunless {
		m := g.modifier("guns-movement")
		ma = ma.Plus(m.ID, m.Value, m.Rule)
	}
	if u.DG != "" {
		ma = ma.Plus("disorganised", ma.Total()/2-ma.Total(), "SO-12.5b")
	}
	switch as {
	case "march":
		ma = ma.Plus("forced-march", ma.Total()*(g.doc.Tables.Movement.March-1), "SO-11.2.6a")
	case "reserve":
		ma = ma.Plus("reserve", g.doc.Tables.Movement.ReserveBonus, "SO-11.2.8c")
	case "exploit", "reaction":
		ma = ma.Plus("half", (ma.Total()+1)/2-ma.Total(), "SO-14.2a")
	}
	return ma
}

// pace is what one step costs, and what it asks for besides.
type pace struct {
	cost table.Sum
	all  bool // crossing a fleuve without a bridge takes the whole allowance (SO-11.2.3b)
	road bool
}

// pace gives the cost of entering a hex from its neighbour (T-MOVE), or why the unit may not.
func (g *Game) pace(u *Formation, from, to string) (pace, *table.Refusal) {
	side, ok := g.net.side(from, to)
	if !ok {
		return pace{}, refuse("not-adjacent", "SO-11.1.1a", table.A("from", from), table.A("to", to))
	}
	if !g.net.open(to) {
		return pace{}, refuse("closed", "SO-2.1c", table.A("to", to))
	}
	if g.has(other(u.Side), to, g.fights) {
		return pace{}, refuse("enemy-there", "SO-11.1.1d", table.A("to", to))
	}
	road, rail := g.bridged(from, to)
	foot := g.fights(u) && g.footbridge(u.Side, from, to)
	if why := g.barred(u, side, road || rail, to); why != nil {
		return pace{}, why
	}
	m := g.doc.Tables.Movement
	p := pace{road: side.road && (side.water == "" || road)}
	if p.road {
		c := price(m.Enter, "road")
		p.cost = table.Base(c.ID, c.MP, c.Rule)
		if u.Side == allied && slices.Contains(g.Campaign.Played, "refugees") {
			p.cost = p.cost.Plus("refugees", 1, "SO-C.3d")
		}
	} else {
		p.cost = g.groundCost(to)
		if side.up {
			c := price(m.Cross, "crest_up")
			p.cost = p.cost.Plus(c.ID, c.MP, c.Rule)
		}
		p = g.ford(p, side, rail, foot)
	}
	if g.has(other(u.Side), to, func(a *Formation) bool { return g.flies(a) && a.Mission == "interdiction" }) {
		c := price(m.Enter, "interdiction")
		p.cost = p.cost.Plus(c.ID, c.MP, c.Rule)
	}
	return p, nil
}

// barred is what artillery, HQs and tanks may not do (SO-11.3.1a, SO-11.3.1c, SO-11.3.3b, SO-15.4.1i).
func (g *Game) barred(u *Formation, s side, bridge bool, to string) *table.Refusal {
	if g.support(u) && g.zoc(u.Side, to, true) {
		return refuse("support-zoc", "SO-11.3.1a", table.A("unit", u.ID), table.A("to", to))
	}
	if g.artillery(u) && s.water != "" && !bridge {
		return refuse("artillery-water", "SO-11.3.1c", table.A("unit", u.ID), table.A("to", to))
	}
	if g.tank(u) && s.water != "" && !bridge {
		return refuse("tank-water", "SO-15.4.1i", table.A("unit", u.ID), table.A("to", to))
	}
	if g.tank(u) && (s.up || s.down) && !s.road {
		return refuse("tank-crest", "SO-15.4.1i", table.A("unit", u.ID), table.A("to", to))
	}
	if g.tank(u) && g.net.cell(to).terrain == "meadow" && g.flooded() && !s.road {
		return refuse("tank-meadow", "SO-CAM.6", table.A("unit", u.ID), table.A("to", to))
	}
	return nil
}

// groundCost is the cost of the hex itself off the road.
func (g *Game) groundCost(to string) table.Sum {
	m, c := g.doc.Tables.Movement, g.net.cell(to)
	name := c.terrain
	if name == "meadow" && g.flooded() {
		name = "flooded"
	}
	e := price(m.Enter, name)
	cost := table.Base(e.ID, e.MP, e.Rule)
	if c.holes {
		h := price(m.Enter, "shell_holes")
		cost = cost.Plus(h.ID, h.MP, h.Rule)
	}
	return cost
}

// ford adds what water costs off the road: a rail bridge or a footbridge makes a rivière free and a fleuve cost one.
func (g *Game) ford(p pace, s side, rail, foot bool) pace {
	cross := g.doc.Tables.Movement.Cross
	add := func(id string) {
		c := price(cross, id)
		p.cost = p.cost.Plus(c.ID, c.MP, c.Rule)
	}
	switch {
	case s.water == "":
	case s.fleuve() && rail:
		add("rail_bridge_fleuve")
	case s.fleuve() && foot:
		add("footbridge_fleuve")
	case s.fleuve():
		p.all = true
	case rail || foot:
	default:
		id := "riviere"
		if s.water == "canal" {
			id = "canal"
		}
		add(id)
	}
	return p
}

// banked tells whether a hex touches a fleuve (SO-11.2.3b).
func (g *Game) banked(hex string) bool {
	c := g.net.cell(hex)
	return slices.ContainsFunc(c.sides[:], side.fleuve)
}
