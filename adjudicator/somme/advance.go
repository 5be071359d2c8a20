package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// aftermath is the end of a combat: supports left alone are lost, the attacker advances and marks units for exploitation
// by his mastery (SO-12.2.7a (6)), and then the combat is cleared up.
func (g *Game) aftermath(t *table.Table, b *battle) {
	g.loneSupports(t, b)
	if o := g.outcome(b); o != nil {
		o.Beaten = !g.has(b.def, b.hex, g.fights)
	}
	if b.mastery == total || b.mastery == partial {
		g.advance(t, b)
		if !b.exploit { // SO-14.1a
			g.markExploitation(t, b)
		}
	} else {
		g.neverCame(t, b, "advance")
		g.neverCame(t, b, "exploit")
	}
	g.finish(t, b)
}

// finish clears up after a combat. German tanks are lost in every case (SO-15.4.2a), units that fought in exploitation
// lose their markers (SO-14.1b), Stosstruppen without a regiment are lost (SO-11.3.2d), and so are redoubts without
// Allied units (SO-S1.11).
func (g *Game) finish(t *table.Table, b *battle) {
	for _, id := range g.alive(b.units) {
		if g.kind(g.unit(id)) == "german_tank" {
			g.destroy(t, id, "SO-15.4.2a")
		}
	}
	if b.exploit {
		for _, id := range g.alive(b.units) {
			g.unit(id).Exploit = false
		}
	}
	g.surplusStoss(t)
	g.razeRedoubts(t)
}

// loneSupports eliminates artillery, then HQs, if nothing else is left in the attacked hex (SO-11.3.1b, SO-11.3.3b); they
// did not retreat with the others (SO-12.3c).
func (g *Game) loneSupports(t *table.Table, b *battle) {
	if g.has(b.def, b.hex, g.fights) {
		return
	}
	for _, id := range g.of(b.def, b.hex, g.artillery) {
		g.destroy(t, id, "SO-11.3.1b")
	}
	for _, id := range g.of(b.def, b.hex, g.hq) {
		g.destroy(t, id, "SO-11.3.3b")
	}
}

// reach returns how far the attacker may advance (SO-12.4a): with partial mastery into the attacked hex (SO-12.4c); with
// total mastery as far as the defender went back (SO-12.4d), or two hexes if he was eliminated (SO-12.4e). It is 0 while
// defenders are still there.
func (g *Game) reach(b *battle) int {
	switch {
	case g.has(b.def, b.hex, g.fights):
		return 0
	case b.mastery == partial:
		return g.band("attacker", partial).Advance
	case len(g.alive(b.defs)) == 0:
		return max(b.retreat, g.band("attacker", total).Advance)
	}
	return b.retreat
}

// advance is SO-12.4: all or some of the combat units that took part (SO-12.4i), if at full strength and not disorganised
// (SO-12.4b, SO-12.5b), go into the attacked hex and perhaps further.
func (g *Game) advance(t *table.Table, b *battle) {
	reach := g.reach(b)
	if reach < 1 {
		g.neverCame(t, b, "advance")
		return
	}
	can := slices.DeleteFunc(g.alive(b.units), func(id string) bool { return !g.mayFollowUp(id) || g.distance(g.unit(id).Hex, b.hex) != 1 })
	if len(can) == 0 {
		g.neverCame(t, b, "advance")
		return
	}
	told, said := g.linesOf(t, b, "advance", can)
	for _, l := range told {
		for _, id := range g.advancing(t, b, l, can) {
			g.advanceUnit(t, b, l, id, wayOf(l.Args), reach)
		}
	}
	if said {
		return
	}
	answer, of := table.DecideOn(t, g.askAdvance(b, can, reach))
	for order := range strings.SplitSeq(answer, ";") {
		if order = strings.TrimSpace(order); order != "" {
			id, path := cutPath(order)
			g.advanceUnit(of, b, table.Line{}, id, path, reach)
		}
	}
}

// advancing returns the units that a line sends forward: none, all that may, the lead's stack (the default), or those
// that it names. A unit that an order names individually and that may not advance is refused with the reason.
func (g *Game) advancing(t *table.Table, b *battle, l table.Line, can []string) []string {
	words := orders.List(l.Args, "units")
	switch how := orders.Value(l.Args, "how"); {
	case how == "none":
		return nil
	case how == "all":
		return can
	case how == "lead" || len(words) == 0:
		at := g.unit(b.lead).Hex
		return slices.DeleteFunc(slices.Clone(can), func(id string) bool { return g.unit(id).Hex != at })
	}
	var out []string
	for _, id := range g.named(b.by, words) {
		switch {
		case slices.Contains(can, id):
			out = append(out, id)
		case slices.Contains(words, id) && !l.Standing:
			g.deny(t, b.by, l, g.mayNotFollow(b, id, "SO-12.4b"), false)
		}
	}
	return out
}

// mayNotFollow returns the reason why a unit neither advances nor is marked for exploitation after a combat.
func (g *Game) mayNotFollow(b *battle, id, rule string) *table.Refusal {
	u := g.unit(id)
	say := []table.FactArg{table.A("unit", id), table.A("hex", b.hex)}
	switch {
	case !slices.Contains(b.units, id):
		return refuse("took-no-part", "SO-12.4i", say...)
	case u.Hex == "":
		return refuse("not-here", "SO-11.1.1a", say...)
	case !u.whole():
		return refuse("not-whole", rule, say...)
	case u.DG != "":
		return refuse("follow-disorganised", rule, say...)
	case u.Exploit:
		return refuse("marked-already", rule, say...)
	}
	return refuse("advance-adjacent", "SO-12.4f", append(say, table.A("to", b.hex))...)
}

// mayFollowUp reports whether a unit may advance and be marked for exploitation: at full strength, not disorganised
// (SO-12.4b, SO-14.0b). German tanks do not move (SO-15.4.2a).
func (g *Game) mayFollowUp(id string) bool {
	u := g.unit(id)
	return u.Hex != "" && u.whole() && u.DG == "" && g.kind(u) != "german_tank"
}

// neverCame reports that a clause of the attack concerns something that did not come about. The reports of mastery and
// losses say why.
func (g *Game) neverCame(t *table.Table, b *battle, verb string) {
	for _, c := range b.line.Clauses {
		if c.Verb == verb {
			t.Told(b.by, table.Line{Args: c.Args})
		}
	}
}

// linesOf returns what the attacker's lines say about his advance or exploitation after this combat: clauses of the
// attack, order lines whose condition holds, or otherwise the first of his standing orders. said reports whether any line
// speaks of it, even if only "none".
func (g *Game) linesOf(t *table.Table, b *battle, verb string, can []string) (told []table.Line, said bool) {
	told = append(told, table.Pick(b.line.Clauses, func(c *table.Clause) (table.Line, bool) {
		return table.Line{ID: b.line.ID, Number: b.line.Number, Text: b.line.Text, Verb: verb, Args: c.Args}, c.Verb == verb
	})...)
	later := []string{"disengage", "pursue"} // a letter for all phases covers both with one line
	if b.exploit {
		later = later[1:]
	}
	told = append(told, g.said(t, b.by, verb, later, func(l table.Line) bool { return g.concerns(l, b, can) })...)
	if len(told) == 0 {
		for l := range t.Standing(b.by, verb) {
			if g.concerns(l, b, can) {
				return []table.Line{l}, true
			}
		}
	}
	return told, len(told) > 0
}

// said returns the order lines of a verb in a player's program that concern something: those whose condition holds and,
// for the others, what their "otherwise" part says.
func (g *Game) said(t *table.Table, s seat, verb string, phases []string, concerns func(table.Line) bool) []table.Line {
	var out []table.Line
	for _, phase := range phases {
		for _, l := range t.Pending(s, phase) {
			if l.Verb != verb || !concerns(l) {
				continue
			}
			if !t.Holds(s, l) {
				if l.Guard != "if" || len(l.Otherwise) == 0 {
					continue
				}
				if l = table.Otherwise(l, func(string, string) bool { return false }); l.Verb != verb {
					continue
				}
			}
			t.Done(s, l)
			if why := t.Allowed(s, l); why != nil {
				t.Refuse(s, l, why)
				continue
			}
			out = append(out, l)
		}
	}
	return out
}

// deny tells the owner of an order line, a clause, a standing order or an answer that it was not carried out, or only in
// part.
func (g *Game) deny(t *table.Table, s seat, l table.Line, why *table.Refusal, part bool) {
	switch {
	case l.ID == "" || l.Standing:
		t.For(s).Report(why.Rule, why.Code, why.Args...)
	case part:
		t.RefuseRest(s, l, why)
	default:
		t.Refuse(s, l, why)
	}
}

// concerns reports whether a line about what follows a combat applies to this one: it names its hex, or units that may
// follow up without another hex before them. A line without units applies to the next combat that leaves something to do.
func (g *Game) concerns(l table.Line, b *battle, can []string) bool {
	path, at := wayOf(l.Args), orders.Value(l.Args, "hex")
	if at != "" && at != b.hex || len(path) > 0 && path[0] != b.hex {
		return false
	}
	words := orders.List(l.Args, "units")
	if len(words) == 0 {
		return true
	}
	if at != "" || len(path) > 0 {
		can = b.units
	}
	return slices.ContainsFunc(g.named(b.by, words), func(id string) bool { return slices.Contains(can, id) })
}

// advanceUnit moves one unit after the combat, regardless of MP and terrain (SO-12.4h): first into the attacked hex
// (SO-12.4f), then on as far as it may. Crossing a fleuve without a bridge ends the advance; climbing a crest beyond the
// first hex disorganises.
func (g *Game) advanceUnit(t *table.Table, b *battle, l table.Line, id string, path []string, reach int) {
	if len(path) == 0 || path[0] != b.hex {
		path = append([]string{b.hex}, path...)
	}
	u := g.unit(id)
	from, infiltrates := u.Hex, g.infiltrates(u, b.hex)
	made := []string{from}
	var why *table.Refusal
	for i, to := range path {
		if i >= reach {
			why = refuse("advance-far", "SO-12.4d", table.A("unit", id), table.A("to", to), table.A("most", reach))
			break
		}
		if why = g.mayAdvance(b, id, path[:i+1], infiltrates); why != nil {
			break
		}
		at := g.unit(id).Hex
		side, _ := g.net.side(at, to)
		wades := g.wades(b.by, at, to)
		g.relocate(t, id, to)
		made = append(made, to)
		stopped := g.unit(id).DG != "" // by gunners who sell themselves dearly (an event): it was in good order before
		if side.up && i > 0 {
			g.disorganise(t, id, "SO-12.4h")
		}
		if wades && i+1 < len(path) {
			why = refuse("advance-waded", "SO-12.4h", table.A("unit", id), table.A("at", to), table.A("to", path[i+1]))
		}
		if wades || stopped || g.unit(id).Hex == "" {
			break
		}
	}
	if len(made) > 1 {
		t.Report("SO-12.4", "advanced", table.A("unit", id), table.A("side", b.by), table.A("from", from), table.A("path", made))
	}
	if why != nil {
		g.deny(t, b.by, l, why, len(made) > 1)
	}
}

// mayAdvance judges the last hex of a path.
func (g *Game) mayAdvance(b *battle, id string, path []string, infiltrates bool) *table.Refusal {
	u, to, first := g.unit(id), path[len(path)-1], len(path) == 1
	_, near := g.net.side(u.Hex, to)
	say := []table.FactArg{table.A("unit", id), table.A("to", to)}
	switch {
	case !near:
		return refuse("advance-adjacent", "SO-12.4f", say...)
	case !g.net.open(to):
		return refuse("closed", "SO-2.1c", say...)
	case g.has(b.def, to, g.fights):
		return refuse("enemy-there", "SO-11.1.1d", say...)
	case g.foreign(u, to):
		return refuse("two-nations", "SO-COOP.a", say...)
	case g.crowd(b.by, to, id)+g.points(u) > g.limits().Stacking.Value:
		return refuse("advance-crowded", "SO-4a", say...)
	case g.tank(u) && g.closedTo(u, u.Hex, to) != nil:
		return g.closedTo(u, u.Hex, to)
	case first:
		return nil
	case g.wades(b.by, u.Hex, to):
		return refuse("advance-fleuve", "SO-12.4h", say...)
	case !infiltrates && g.zoc(b.by, u.Hex, !g.ignoresPinned(u)) && g.zoc(b.by, to, !g.ignoresPinned(u)):
		return refuse("zoc-to-zoc", "SO-12.4g", say...)
	}
	return nil
}

// markExploitation puts Exploitation markers on units of the combat before any other combat is fought: one for partial
// mastery, two for total (SO-14.0a, SO-14.0d).
func (g *Game) markExploitation(t *table.Table, b *battle) {
	left := g.band("attacker", b.mastery).Exploits
	lines, said := g.linesOf(t, b, "exploit", g.alive(b.units))
	told := g.preferredExploiters(t, b, lines)
	for ; left > 0; left-- {
		groups := g.exploiters(b)
		if len(groups) == 0 {
			return
		}
		choice := ""
		if said {
			i := slices.IndexFunc(told, func(id string) bool {
				return slices.ContainsFunc(groups, func(s string) bool { return slices.Contains(fields(s), id) })
			})
			if i < 0 {
				return
			}
			choice = groups[slices.IndexFunc(groups, func(s string) bool { return slices.Contains(fields(s), told[i]) })]
		} else if choice = table.Decide(t, g.askExploit(b, groups)); choice == "" {
			return
		}
		units := fields(choice)
		for _, id := range units {
			g.unit(id).Exploit = true
		}
		t.Report("SO-14.0a", "exploitation-marker", table.A("units", units), table.A("side", b.by), table.A("hex", g.unit(units[0]).Hex))
	}
}

// preferredExploiters returns the units that lines name for the markers, in their order. If none are named, it returns
// the lead's stack. A unit named individually that may bear no marker is refused with the reason.
func (g *Game) preferredExploiters(t *table.Table, b *battle, lines []table.Line) []string {
	var out []string
	for _, l := range lines {
		words := orders.List(l.Args, "units")
		switch how := orders.Value(l.Args, "how"); {
		case how == "none":
		case how == "lead" || len(words) == 0:
			out = append(out, b.lead)
			out = append(out, slices.DeleteFunc(g.alive(b.units), func(id string) bool { return g.unit(id).Hex != g.unit(b.lead).Hex })...)
		default:
			for _, id := range g.named(b.by, words) {
				if slices.Contains(b.units, id) && g.mayFollowUp(id) && !g.unit(id).Exploit {
					out = append(out, id)
				} else if slices.Contains(words, id) && !l.Standing {
					g.deny(t, b.by, l, g.mayNotFollow(b, id, "SO-14.0b"), false)
				}
			}
		}
	}
	return out
}

// exploiters lists what one marker may be put on, as ids joined with commas, the lead's first, then the lead's stack: a
// unit, where a regiment with its Stosstruppe counts as one (SO-14.0c), or regiments of one division, at full strength
// and organised, in a hex without another unit (SO-14.0e).
func (g *Game) exploiters(b *battle) []string {
	var out, used []string
	at := ""
	if b.lead != "" {
		at = g.unit(b.lead).Hex
	}
	units := g.alive(b.units)
	slices.SortStableFunc(units, func(x, y string) int { return g.closeness(x, b.lead, at) - g.closeness(y, b.lead, at) })
	for _, id := range units {
		u := g.unit(id)
		if !g.mayFollowUp(id) || u.Exploit || slices.Contains(used, id) {
			continue
		}
		group := []string{id}
		if d := g.printed(id).Division; d != "" && g.aloneWith(u, d) {
			group = slices.DeleteFunc(g.of(u.Side, u.Hex, g.regiment), func(o string) bool { return !g.mayFollowUp(o) || !slices.Contains(b.units, o) })
		}
		used = append(used, group...)
		out = append(out, joined(group))
	}
	return out
}

// closeness ranks units by how close they are to the lead.
func (g *Game) closeness(id, lead, at string) int {
	switch {
	case id == lead:
		return 0
	case g.unit(id).Hex == at:
		return 1
	}
	return 2
}

// aloneWith reports whether a hex holds no combat units except those of one division (SO-14.0e); a tank counts as another
// unit (SO-15.4.1a).
func (g *Game) aloneWith(u *Formation, division string) bool {
	return !g.has(u.Side, u.Hex, func(o *Formation) bool { return g.fights(o) && g.printed(o.ID).Division != division })
}

// stossColumn, stossMastery and infiltrates report whether Stosstruppen have their benefits in a combat: within eight
// hexes of v. Hutier's HQ (SO-HUT.b, RUL-54), elsewhere as far as their doctrine has come (SO-HUT.c, SO-CAM.10).
func (g *Game) stossColumn(hex string) bool  { return g.hutierNear(hex) || g.StossTrack >= 2 }
func (g *Game) stossMastery(hex string) bool { return g.hutierNear(hex) || g.StossTrack >= 1 }

func (g *Game) infiltrates(u *Formation, hex string) bool {
	return g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == u.ID }) && (g.hutierNear(hex) || g.StossTrack >= 3)
}

// hutierNear reports whether a combat lies within v. Hutier's radius. If he takes no part in the game, all benefits hold
// everywhere.
func (g *Game) hutierNear(hex string) bool {
	if !g.rule("hutier") {
		return true
	}
	u := g.unit(g.Hutier)
	return u != nil && u.Hex != "" && g.distance(u.Hex, hex) <= g.limits().HutierStoss.Value
}
