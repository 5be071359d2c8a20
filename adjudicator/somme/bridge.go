package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var bridgeOrders = []order{
	{Verb: orders.Verb{Name: "destroy", Rule: "SO-11.2.5b", Phases: []string{"move"}, Args: []orders.Param{hexArg, otherHex}}, Check: mayOrderBridge, Options: bridgeIdeas("destroy"), Sure: true},
	{Verb: orders.Verb{Name: "repair", Rule: "SO-11.2.5d", Phases: []string{"move"}, Args: []orders.Param{hexArg, otherHex}}, Check: mayOrderBridge, Options: bridgeIdeas("repair"), Sure: true},
	{Verb: orders.Verb{Name: "remove", Rule: "SO-11.2.4.1e", Phases: []string{"move"}, Args: []orders.Param{hexArg, otherHex}}, Check: mayOrderRemoval, Options: removalIdeas, Sure: true},
	{Verb: orders.Verb{Name: "demolish", Rule: "SO-11.2.5b", Standing: true, Only: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("all", "none")}}}},
}

// bridgesHere reports whether the side between two hexes has a bridge over a fleuve (SO-11.2.5a). Road and rail bridges
// of a side count as one (SO-11.2.5g).
func (g *Game) bridgesHere(a, b string) bool {
	s, ok := g.net.side(a, b)
	return ok && s.fleuve() && (s.road || s.rail)
}

func mayOrderBridge(k *Game, _ table.Seat, l table.Line) *table.Refusal {
	a, b := orders.Value(l.Args, "hex"), orders.Value(l.Args, "other")
	if !k.bridgesHere(a, b) {
		return refuse("no-bridge", "SO-11.2.5a", table.A("hex", a), table.A("to", b))
	}
	return nil
}

// mayDestroy is SO-11.2.5b: an enemy is within three hexes, and one of the two hexes is in the radius of a friendly HQ.
func (g *Game) mayDestroy(s seat, a, b string, marks []bool) *table.Refusal {
	n := g.limits().BridgeEnemy.Value
	switch {
	case slices.Contains(g.Broken, between(a, b)):
		return refuse("bridge-down", "SO-11.2.5b", table.A("hex", a), table.A("to", b))
	case !g.within(other(s), a, n, g.ground) && !g.within(other(s), b, n, g.ground):
		return refuse("bridge-safe", "SO-11.2.5b", table.A("hex", a), table.A("to", b), table.A("n", n))
	case !g.marked(marks, a) && !g.marked(marks, b):
		return refuse("bridge-command", "SO-11.2.5b", table.A("hex", a), table.A("to", b))
	}
	return nil
}

// mayRepair is SO-11.2.5d: a friend is on one hex, the other is not in enemy ZOC unless a friend is there, and both are
// in the radius.
func (g *Game) mayRepair(s seat, a, b string, marks []bool) *table.Refusal {
	free := func(h string) bool {
		return !g.has(other(s), h, g.ground) && (!g.zoc(s, h, true) || g.cancelled(s, h))
	}
	switch {
	case !slices.Contains(g.Broken, between(a, b)):
		return refuse("bridge-stands", "SO-11.2.5d", table.A("hex", a), table.A("to", b))
	case !(g.has(s, a, g.ground) && free(b)) && !(g.has(s, b, g.ground) && free(a)):
		return refuse("bridge-held", "SO-11.2.5d", table.A("hex", a), table.A("to", b))
	case !g.marked(marks, a) || !g.marked(marks, b):
		return refuse("bridge-command", "SO-11.2.5d", table.A("hex", a), table.A("to", b))
	}
	return nil
}

// bridgePhase is the end of a movement phase: destruction of the bridges named and of those of the standing policy,
// then rebuilding.
func (g *Game) bridgePhase(t *table.Table, lines []table.Line) {
	s := g.Phasing
	var marks []bool
	led := func() []bool { // by the bridges as they are when the phase begins
		if marks == nil {
			marks = g.supplied(s, true)
		}
		return marks
	}
	var named []string
	for _, l := range lines {
		if l.Verb != "destroy" {
			continue
		}
		a, b := orders.Value(l.Args, "hex"), orders.Value(l.Args, "other")
		if why := g.mayDestroy(s, a, b, led()); why != nil {
			t.Refuse(s, l, why)
			continue
		}
		if slices.Contains(named, between(a, b)) {
			t.Refuse(s, l, refuse("bridge-tried", "SO-11.2.5c", table.A("hex", a), table.A("to", b)))
			continue
		}
		named = append(named, between(a, b))
		g.blow(t, a, b)
	}
	for l := range t.Standing(s, "demolish") {
		if orders.Value(l.Args, "how") == "all" {
			for _, side := range g.bridges() {
				a, b, _ := strings.Cut(side, "/")
				if !slices.Contains(named, side) && g.mayDestroy(s, a, b, led()) == nil {
					g.blow(t, a, b)
				}
			}
		}
		break
	}
	var worked []string
	for _, l := range lines {
		if l.Verb != "repair" {
			continue
		}
		a, b := orders.Value(l.Args, "hex"), orders.Value(l.Args, "other")
		if slices.Contains(worked, between(a, b)) {
			t.Refuse(s, l, refuse("bridge-tried", "SO-11.2.5e", table.A("hex", a), table.A("to", b)))
			continue
		}
		if why := g.mayRepair(s, a, b, led()); why != nil {
			t.Refuse(s, l, why)
			continue
		}
		worked = append(worked, between(a, b))
		if g.bridgeDie(t, s, a, b, "SO-11.2.5e", "bridge-rebuilt") {
			g.Broken = slices.DeleteFunc(g.Broken, func(x string) bool { return x == between(a, b) })
		}
	}
}

// blow tries to destroy the bridges of a side (SO-11.2.5c). An Allied event makes the die unnecessary.
func (g *Game) blow(t *table.Table, a, b string) {
	if g.Phasing == allied && g.played("demolitions") && g.Campaign.Charges > 0 {
		g.Campaign.Charges--
		g.Broken = append(g.Broken, between(a, b))
		t.Report("SO-C.3d", "bridge-blown", table.A("hex", a), table.A("to", b), table.A("side", g.Phasing))
		return
	}
	if g.bridgeDie(t, g.Phasing, a, b, "SO-11.2.5c", "bridge-destroyed") {
		g.Broken = append(g.Broken, between(a, b))
		slices.Sort(g.Broken)
	}
}

// bridgeDie is 1d6, +2 if one of the hexes is in enemy ZOC (SO-11.2.5f, RUL-27).
func (g *Game) bridgeDie(t *table.Table, s seat, a, b, rule, kind string) bool {
	die := t.At(a+"-"+b).Roll(s, "bridge", 1, 6)
	if g.zoc(s, a, true) || g.zoc(s, b, true) {
		m := g.modifiers().BridgeZOC
		die = die.Plus(m.ID, m.Value, m.Rule)
	}
	c := g.chances().Bridge
	done := die.Total() <= c.Max
	t.Report(rule, kind, table.A("hex", a), table.A("to", b), table.A("side", s), table.A("die", die), table.A("need", c.Max), table.A("done", done))
	return done
}

// bridges returns the sides with bridges over a fleuve, in the order of the grid.
func (g *Game) bridges() []string {
	var out []string
	for i := range g.net.cells {
		for _, s := range g.net.cells[i].sides {
			if s.at > i && s.fleuve() && (s.road || s.rail) {
				out = append(out, between(g.net.hexes[i], s.to))
			}
		}
	}
	return out
}

// layFootbridge lets the first combat unit of a line try to lay a footbridge to a neighbouring hex (SO-11.2.4). The
// German player rolls a die, with three tries a sequence; the Allied player needs none, with two a sequence. Each side
// has two markers (SO-11.2.4.2a).
func (g *Game) layFootbridge(t *table.Table, ids []string, to string, tries int) (bool, *table.Refusal) {
	i := slices.IndexFunc(ids, func(id string) bool { u := g.unit(id); return g.fights(u) && u.Hex != "" })
	if i < 0 {
		return false, refuse("footbridge-unit", "SO-11.2.4.1a", table.A("to", to))
	}
	u := g.unit(ids[i])
	s, ok := g.net.side(u.Hex, to)
	if !ok || s.water == "" || s.water == "canal" && !s.riviere() {
		return false, refuse("footbridge-water", "SO-11.2.4.1a", table.A("unit", u.ID), table.A("to", to))
	}
	if g.footbridge(u.Side, u.Hex, to) {
		return true, nil
	}
	markers, most := g.limits().FootbridgeGerman.Value, g.limits().FootbridgeTries.Value
	rule := "SO-11.2.4.1e"
	if u.Side == allied {
		markers, most, rule = g.limits().FootbridgeAllied.Value, g.limits().FootbridgeAllied.Value, "SO-11.2.4.2a"
	}
	own := table.Count(g.Footbridges, func(f Footbridge) bool { return f.Owner == u.Side })
	if own >= markers {
		return false, refuse("footbridge-markers", rule, table.A("unit", u.ID), table.A("n", markers))
	}
	for range max(1, tries) {
		if g.triesOf(u.Side) >= most {
			return false, refuse("footbridge-tries", rule, table.A("unit", u.ID), table.A("n", most))
		}
		g.countTry(u.Side)
		if u.Side == allied || g.footbridgeDie(t, u, to, &s) {
			g.Footbridges = append(g.Footbridges, Footbridge{Hex: u.Hex, To: to, Owner: u.Side})
			t.Report(rule, "footbridge-laid", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex), table.A("to", to))
			return true, nil
		}
	}
	return false, nil
}

// triesOf and countTry count a side's attempts in the sequence (SO-11.2.4.1e).
func (g *Game) triesOf(s seat) int {
	if s == allied {
		return g.AlliedTries
	}
	return g.Tries
}

func (g *Game) countTry(s seat) {
	if s == allied {
		g.AlliedTries++
	} else {
		g.Tries++
	}
}

// footbridgeDie is SO-11.2.4.1a and b.
func (g *Game) footbridgeDie(t *table.Table, u *Formation, to string, s *side) bool {
	die := t.At(u.ID).Roll(u.Side, "footbridge", 1, 6)
	add := func(m Modifier) {
		die = die.Plus(m.ID, m.Value, m.Rule)
	}
	if g.within(other(u.Side), u.Hex, g.limits().FootbridgeNear.Value, g.ground) {
		add(g.modifiers().FootbridgeEnemy)
	}
	if g.has(u.Side, to, g.ground) {
		add(g.modifiers().FootbridgeFriend)
	}
	if s.riviere() {
		add(g.modifiers().FootbridgeRiviere)
	}
	c := g.chances().Footbridge
	done := die.Total() <= c.Max
	t.Report("SO-11.2.4.1a", "footbridge-try", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex), table.A("to", to), table.A("die", die), table.A("need", c.Max), table.A("done", done), table.A("try", g.Tries))
	return done
}

// dropFootbridge takes a footbridge off the map.
func (g *Game) dropFootbridge(t *table.Table, f Footbridge, rule string) {
	g.Footbridges = slices.DeleteFunc(g.Footbridges, func(x Footbridge) bool { return x == f })
	t.Report(rule, "footbridge-gone", table.A("hex", f.Hex), table.A("to", f.To), table.A("side", f.Owner))
}

func mayOrderRemoval(k *Game, s table.Seat, l table.Line) *table.Refusal {
	a, b := orders.Value(l.Args, "hex"), orders.Value(l.Args, "other")
	if !k.footbridge(s, a, b) {
		return refuse("no-footbridge", "SO-11.2.4.1e", table.A("hex", a), table.A("to", b))
	}
	return nil
}

// removeLine takes up a footbridge.
func (g *Game) removeLine(t *table.Table, l table.Line) *table.Refusal {
	a, b := orders.Value(l.Args, "hex"), orders.Value(l.Args, "other")
	for _, f := range slices.Clone(g.Footbridges) {
		if f.Owner == g.Phasing && between(f.Hex, f.To) == between(a, b) {
			g.dropFootbridge(t, f, "SO-11.2.4.1e")
			return nil
		}
	}
	return refuse("no-footbridge", "SO-11.2.4.1e", table.A("hex", a), table.A("to", b))
}

// bridgeIdeas proposes bridges that may be destroyed or rebuilt in the current position.
func bridgeIdeas(verb string) ideas {
	return func(k *Game, s table.Seat, _ string) (out []string) {
		marks := k.supplied(s, true)
		for _, side := range k.bridges() {
			a, b, _ := strings.Cut(side, "/")
			why := k.mayDestroy(s, a, b, marks)
			if verb == "repair" {
				why = k.mayRepair(s, a, b, marks)
			}
			if why == nil {
				out = append(out, verb+" "+a+" "+b)
			}
		}
		return out
	}
}
