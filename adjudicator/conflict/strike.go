package conflict

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// mayPlanStrike judges a plan of off-board artillery (CH-12.3): a card with a use left, and an observer, hidden or not,
// with the target in sight.
func mayPlanStrike(k *Game, s table.Seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	i := k.battery(s)
	if i < 0 {
		return refuse("no-battery", "CH-12.3a")
	}
	grant := k.camp(s).Strikes[i]
	if orders.Value(l.Args, "how") == "smoke" && !grant.Smoke {
		return refuse("no-smoke-shells", "CH-13.1a", table.A("card", "weapon."+grant.Card))
	}
	if !k.has(hex) {
		return refuse("target-gone", "CH-12.3b", table.A("target", hex))
	}
	if !k.observed(s, grant, hex) {
		return refuse("unobserved", "CH-12.3d", table.A("at", hex))
	}
	return nil
}

// battery returns the index of a seat's first artillery card that has a use left, or -1 if there is none.
func (k *Game) battery(s table.Seat) int {
	c := k.camp(s)
	return slices.IndexFunc(c.Strikes, func(x Grant) bool { return x.Left > 0 })
}

// observed reports whether an observer sees the target (CH-12.3d): one of those named, on the level named, with no enemy
// in its hex (A49).
func (k *Game) observed(s table.Seat, grant Grant, hex string) bool {
	side := k.side(s)
	for u := range table.All(k.Units) {
		if u.Side != side || !u.on() || len(grant.Observers) > 0 && !slices.Contains(grant.Observers, u.ID) {
			continue
		}
		if grant.Level > 0 && k.level(u.Hex) != grant.Level {
			continue
		}
		if k.looks(u, hex) {
			return true
		}
	}
	return false
}

// planStrike notes a strike in secret.
func (g *Game) planStrike(t *table.Table, s table.Seat, l table.Line) {
	if r := mayPlanStrike(g.Known(s), s, l); r != nil {
		t.Refuse(s, l, r)
		return
	}
	c := g.camp(s)
	i := g.battery(s)
	c.Strikes[i].Left--
	x := Shell{Card: c.Strikes[i].Card, Hex: orders.Value(l.Args, "hex"), Smoke: orders.Value(l.Args, "how") == "smoke"}
	c.Plan = append(c.Plan, x)
	t.For(s).Report("CH-12.3b", "strike-planned", table.A("card", "weapon."+x.Card), table.A("at", x.Hex), table.A("smoke", x.Smoke))
}

// resolveStrikes resolves what a seat planned in the previous round (CH-12.3c): the target hex and the six around it.
// Each unit is attacked once; a hex where none is seen is attacked once itself. Smoke covers the same seven hexes
// (CH-13.1d).
func (g *Game) resolveStrikes(t *table.Table, s table.Seat) {
	c := g.camp(s)
	due := c.Due
	c.Due = nil
	for _, x := range due {
		t := t.At("strike " + x.Hex)
		t.Report("CH-12.3c", "strike", table.A("side", s), table.A("card", "weapon."+x.Card), table.A("at", x.Hex), table.A("smoke", x.Smoke))
		for _, hex := range board.Within(g.net, x.Hex, 1) {
			if x.Smoke {
				g.laySmoke(t, "", hex, "CH-13.1d")
				continue
			}
			a := attack{hex: hex, weapon: x.Card, he: true}
			var shots []shot
			if len(g.targets(a)) > 0 {
				shots = g.Known(s).shotsOf(a)
			}
			g.volley(t.At(hex), a, &order{seat: s}, shots)
		}
	}
}
