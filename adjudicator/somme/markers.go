package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var markerOrders = []order{
	{Verb: orders.Verb{Name: "disengage", Rule: "SO-11.2.7a", Phases: []string{"move"}, Args: []orders.Param{unitsArg, opt(withUnit)}}, Check: mayOrderMarker, Options: disengageIdeas, Sure: true},
	{Verb: orders.Verb{Name: "reserve", Rule: "SO-11.2.8a", Phases: []string{"move"}, Args: []orders.Param{unitsArg}}, Check: mayOrderMarker, Options: reserveIdeas, Sure: true},
	{Verb: orders.Verb{Name: "pledge", Rule: "SO-S2.7", Phases: []string{"move"}, Args: []orders.Param{hexArg, as(unitsArg, "units", "with")}}, Check: mayOrderPledge, Options: pledgeIdeas, Sure: true},
	{Verb: orders.Verb{Name: "delay", Rule: "SO-CAM.7", Phases: []string{"move"}, Args: []orders.Param{unitsArg}}, Check: mayOrderArrivalUnits, Options: delayIdeas, Sure: true},
	{Verb: orders.Verb{Name: "surplus", Rule: "SO-4c", Standing: true, Only: true, Args: []orders.Param{unitsArg}}},
}

func mayOrderMarker(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if u := k.unit(id); !k.fights(u) {
			return refuse("no-combat-unit", "SO-3d", table.A("unit", id))
		}
	}
	return nil
}

func mayOrderArrivalUnits(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if k.unit(id).Box != waiting {
			return refuse("not-waiting", "SO-11.1.5a", table.A("unit", id))
		}
	}
	return nil
}

// mayDisengage is SO-11.2.7a: combat units that have not moved and stand in an enemy zone.
func (g *Game) mayDisengage(u *Formation) *table.Refusal {
	switch {
	case u.Hex == "" || u.Moved:
		return refuse("has-moved", "SO-11.2.7a", table.A("unit", u.ID))
	case u.Pledged != "": // a unit that disengages does not attack (RUL-66)
		return refuse("pledged-elsewhere", "SO-S2.7", table.A("unit", u.ID), table.A("to", u.Pledged))
	case !g.zoc(u.Side, u.Hex, true):
		return refuse("no-zone", "SO-11.2.7a", table.A("unit", u.ID), table.A("hex", u.Hex))
	}
	return nil
}

// mayReserve is SO-11.2.8a, SO-11.2.8b and SO-HUT.e.
func (g *Game) mayReserve(u *Formation) *table.Refusal {
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", u.Hex)}
	switch {
	case u.Hex == "" || u.Moved:
		return refuse("has-moved", "SO-11.2.8a", say...)
	case !u.whole():
		return refuse("not-whole", "SO-11.2.8a", say...)
	case g.zoc(u.Side, u.Hex, true):
		return refuse("in-zone", "SO-11.2.8a", say...)
	case !g.nearOffensive(u):
		return refuse("no-offensive-near", "SO-11.2.8a", say...)
	}
	var stacks []string
	for _, id := range g.of(u.Side, "", func(o *Formation) bool { return o.Reserve }) {
		stacks = table.With(stacks, g.unit(id).Hex)
	}
	if n := g.reserveLimit(u.Side); len(stacks) >= n && !slices.Contains(stacks, u.Hex) {
		return refuse("no-markers", "SO-11.2.8b", append(say, table.A("n", n))...)
	}
	return nil
}

// nearOffensive reports whether a unit lies in the radius of a friendly army artillery in offensive mode or, during an
// offensive, within four hexes of v. Hutier.
func (g *Game) nearOffensive(u *Formation) bool {
	for _, id := range g.of(u.Side, "", func(a *Formation) bool { return a.Mode == offensiveMode }) {
		if g.distance(g.unit(id).Hex, u.Hex) <= g.printed(id).Radius {
			return true
		}
	}
	if h := g.unit(g.Hutier); u.Side == german && g.rule("hutier") && h != nil && h.Hex != "" && g.Attack.Side == german {
		return g.distance(h.Hex, u.Hex) <= g.limits().HutierReserve.Value
	}
	return false
}

// markerPhase puts Disengagement and Reserve markers at the end of a movement phase.
func (g *Game) markerPhase(t *table.Table, lines []table.Line) {
	s := g.Phasing
	for _, l := range lines {
		if l.Verb != "disengage" && l.Verb != "reserve" {
			continue
		}
		may, rule := g.mayDisengage, "SO-11.2.7a"
		if l.Verb == "reserve" {
			may, rule = g.mayReserve, "SO-11.2.8a"
		}
		var put []string
		for _, id := range g.unitsOf(s, l.Args, "units") {
			u := g.unit(id)
			if why := may(u); why != nil {
				t.Refuse(s, l, why)
				continue
			}
			if l.Verb == "reserve" {
				u.Reserve = true
			} else {
				u.Disengage, u.Speaks = true, orders.Value(l.Args, "with") == id
			}
			put = append(put, id)
		}
		if len(put) > 0 {
			t.Report(rule, l.Verb+"-marker", table.A("units", put), table.A("side", s), table.A("hex", g.unit(put[0]).Hex))
		}
	}
}

func disengageIdeas(k *Game, s table.Seat, _ string) []string {
	return markerIdeas(k, s, "disengage", k.mayDisengage)
}

func reserveIdeas(k *Game, s table.Seat, _ string) []string {
	return markerIdeas(k, s, "reserve", k.mayReserve)
}

func markerIdeas(k *Game, s table.Seat, verb string, may func(*Formation) *table.Refusal) []string {
	return table.Lines(verb+" %s", k.of(s, "", func(u *Formation) bool { return k.fights(u) && may(u) == nil }))
}

// stossFirst reassigns Stosstruppen at the start of a phase (SO-11.3.2b).
func (g *Game) stossFirst(t *table.Table, phase string) {
	for _, l := range t.Pending(g.Phasing, phase) {
		if l.Verb != "stoss" || !t.Holds(g.Phasing, l) {
			continue
		}
		t.Done(g.Phasing, l)
		if why := t.Allowed(g.Phasing, l); why != nil {
			t.Refuse(g.Phasing, l, why)
			continue
		}
		u := g.unit(orders.Value(l.Args, "unit"))
		u.With = orders.Value(l.Args, "with")
		t.Report("SO-11.3.2b", "stoss-assigned", table.A("unit", u.ID), table.A("with", u.With), table.A("side", u.Side))
	}
}

// mayOrderStoss is SO-11.3.2a to c.
func mayOrderStoss(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.unit(orders.Value(l.Args, "unit")), k.unit(orders.Value(l.Args, "with"))
	switch {
	case u == nil || r == nil || !k.stoss(u) || !k.regiment(r) || u.Side != s || r.Side != s || u.Hex == "" || u.Hex != r.Hex:
		return refuse("stoss-with", "SO-11.3.2a", table.A("unit", orders.Value(l.Args, "unit")), table.A("with", orders.Value(l.Args, "with")))
	case k.has(s, u.Hex, func(o *Formation) bool { return k.stoss(o) && o.With == r.ID && o.ID != u.ID }):
		return refuse("stoss-taken", "SO-11.3.2c", table.A("unit", u.ID), table.A("with", r.ID))
	}
	return nil
}
