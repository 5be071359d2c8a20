package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// mayStep returns the cost of a step that a unit may make now, or the reason why the rules forbid it.
func (g *Game) mayStep(o *survey, t *traveller, u *Formation, to, as string) (fee, *table.Refusal) {
	from := g.net.number(u.Hex)
	s, ok := g.net.side(u.Hex, to)
	if !ok {
		return fee{}, refuse("not-adjacent", "SO-11.1.1a", table.A("unit", u.ID), table.A("from", u.Hex), table.A("to", to))
	}
	f, b := g.fee(t, o, from, &s)
	if b != nil {
		return f, refuse(b.code, b.rule, table.A("unit", u.ID), table.A("to", to))
	}
	if u.Halted {
		return f, refuse("halted", "SO-11.2.1a", table.A("unit", u.ID), table.A("at", u.Hex))
	}
	if why := g.leaves(u, t, o, from, s.at, as); why != nil {
		return f, why
	}
	if f.all { // SO-11.2.3b: from where its phase began, with its whole allowance
		if !t.fresh {
			return f, refuse("fleuve", "SO-11.2.3b", table.A("unit", u.ID), table.A("to", to))
		}
		return f, nil
	}
	ma := g.allowance(u, as)
	if !t.fresh && u.Spent+f.total() > ma.Total() {
		return f, refuse("too-far", "SO-11.1.1a", table.A("unit", u.ID), table.A("to", to), table.A("cost", f.sum()), table.A("left", max(0, ma.Total()-u.Spent)), table.A("allowance", ma))
	}
	if as == marching {
		return f, g.mayMarch(u, &f, to)
	}
	return f, nil
}

// leaves refuses what zones of control forbid a combat unit (SO-11.2.1b, SO-11.2.2): it never goes from zone to zone, and
// leaves a zone only when relieved or when another combat unit stays. Units in reaction start outside zones.
func (g *Game) leaves(u *Formation, t *traveller, o *survey, from, to int, as string) *table.Refusal {
	zone := zone(t)
	if !t.fights || !o.has(from, zone) {
		return nil
	}
	if o.has(to, zone) {
		return refuse("zoc-to-zoc", "SO-11.2.1b", table.A("unit", u.ID), table.A("from", u.Hex), table.A("to", g.net.hexes[to]))
	}
	if as == reacting || u.Freed || g.stays(u) || g.Relief == u.Hex && u.Hex == u.From {
		return nil
	}
	return refuse("not-relieved", "SO-11.2.2a", table.A("unit", u.ID), table.A("at", u.Hex))
}

// stays reports whether another combat unit that started its phase in the same hex holds it (SO-11.2.2c). One that has
// come to relieve counts only at once (Game.Relief; RUL-14).
func (g *Game) stays(u *Formation) bool {
	return g.has(u.Side, u.Hex, func(o *Formation) bool { return o.ID != u.ID && g.fights(o) && o.From == u.Hex && !o.Moved })
}

// ignoresPinned reports whether a unit is stacked with Stosstruppen, or is a tank (SO-12.2.6u).
func (g *Game) ignoresPinned(u *Formation) bool {
	if g.tank(u) {
		return true
	}
	return u.Side == german && g.any(func(o *Formation) bool {
		return o.With == u.ID && g.stoss(o) && o.Side == u.Side && o.Hex != "" && o.Hex == g.unit(u.ID).Hex // u may be a copy that is being tried out on a way
	})
}

// mayMarch is a forced march (SO-11.2.6): along a road, never within two hexes of an enemy, not for tanks and
// disorganised units, and not in exploitation.
func (g *Game) mayMarch(u *Formation, f *fee, to string) *table.Refusal {
	switch {
	case g.tank(u) || !g.fights(u) || u.DG != "":
		return refuse("no-march", "SO-11.2.6a", table.A("unit", u.ID))
	case !f.road:
		return refuse("march-road", "SO-11.2.6a", table.A("unit", u.ID), table.A("to", to))
	case g.within(other(u.Side), to, g.doc.Tables.Movement.MarchClear, g.ground):
		return refuse("march-enemy", "SO-11.2.6a", table.A("unit", u.ID), table.A("to", to))
	}
	return nil
}

// stepTo makes a step: the unit and the Stosstruppen under it (SO-11.3.2a) enter the hex. The unit stops in an enemy zone
// (SO-11.2.1a) and beyond a fleuve, overruns what it passes (SO-11.3.1b, SO-11.3.3b), and takes control of hexes.
func (g *Game) stepTo(t *table.Table, o *survey, tr *traveller, id, to string, f *fee) {
	u := g.unit(id)
	from := u.Hex
	u.Hex, u.Moved = to, true
	u.Spent += f.total()
	g.follow(id, from)
	if f.all || tr.fights && o.has(g.net.number(to), zone(tr)) {
		u.Halted = true
	}
	g.overrun(t, id)
	g.seize(t, id)
}

// travel moves units along a way, each as far as the rules allow. It returns the last reason why one of them did not
// reach its end.
func (g *Game) travel(t *table.Table, ids, points []string, as string) *table.Refusal {
	var last *table.Refusal
	for _, id := range ids {
		if why := g.travelOne(t.At(id), id, points, as); why != nil {
			last = why
		}
	}
	return last
}

// travelOne moves one unit with its Stosstruppen. If a rule stops it before the end of the way, the reason is returned.
func (g *Game) travelOne(t *table.Table, id string, points []string, as string) *table.Refusal {
	u := g.unit(id)
	if u.Hex != g.Relief {
		g.Relief = "" // a relief is used at once or never (SO-11.2.2b)
	}
	if why := g.mayGo(u, as); why != nil {
		return why
	}
	o := g.survey(u.Side) // enemies do not move meanwhile; supports that are overrun bar no combat unit
	way, why := g.routeBy(o, u, points)
	if why != nil {
		return why
	}
	if len(way) == 0 {
		return refuse("there-already", "SO-11.1.1a", table.A("unit", id), table.A("at", u.Hex))
	}
	way, short := g.asFarAs(o, u, way, as)
	if why := g.mayEnd(u, way, as); why != nil {
		return why
	}
	allowance := g.allowance(u, as) // as it was: gunners may disorganise the unit that comes
	made, spent := []string{u.Hex}, table.Base("start", u.Spent, "SO-11.1.1b")
	for _, to := range way {
		tr := g.traveller(g.unit(id))
		f, no := g.mayStep(o, tr, g.unit(id), to, as)
		if no != nil {
			short = no
			break
		}
		g.stepTo(t, o, tr, id, to, &f)
		made = append(made, to)
		if f.all {
			spent = spent.Plus("fleuve", max(0, allowance.Total()-spent.Total()), "SO-11.2.3b")
			continue
		}
		spent = spent.Plus(to, f.total(), "SO-11.1.1b")
	}
	if len(made) == 1 {
		return short
	}
	t.Report(ruleOf(as), "moved", table.A("unit", id), table.A("side", u.Side), table.A("path", made), table.A("as", "move."+as), table.A("cost", spent), table.A("allowance", allowance))
	g.arrived(t, id, as)
	return short
}

// asFarAs returns the part of a way that a unit can cover now by itself, and why it gets no further. While cooperation is
// restricted, the part does not end with another nation: a unit enters such hexes only if it also leaves them
// (SO-COOP.a).
func (g *Game) asFarAs(o *survey, u *Formation, way []string, as string) ([]string, *table.Refusal) {
	at, t := *u, g.traveller(u)
	n := 0
	var why *table.Refusal
	for _, to := range way {
		t.fresh = at.fresh()
		f, no := g.mayStep(o, t, &at, to, as)
		if no != nil {
			why = no
			break
		}
		at.Hex, at.Moved = to, true
		at.Spent += f.total()
		at.Halted = at.Halted || f.all || g.fights(u) && o.has(g.net.number(to), zone(t))
		n++
	}
	for n > 0 && g.foreign(u, way[n-1]) {
		n--
		why = refuse("two-nations", "SO-COOP.a", table.A("unit", u.ID), table.A("to", way[n]))
	}
	return way[:n], why
}

// ruleOf returns the rule of a kind of move.
func ruleOf(as string) string {
	switch as {
	case marching:
		return "SO-11.2.6a"
	case exploiting:
		return "SO-14.2a"
	case inReserves:
		return "SO-14.2b"
	case reacting:
		return "SO-12.2.6f"
	}
	return "SO-11.1.1a"
}

// arrived applies the effects of the end of a move: a forced march during an offensive disorganises (SO-11.2.6b), a
// combat unit that joined another in an enemy zone has relieved it (SO-11.2.2a), and nearby enemy footbridges that nobody
// holds are lost.
func (g *Game) arrived(t *table.Table, id, as string) {
	u := g.unit(id)
	if u.Hex == "" {
		return
	}
	if as == marching && g.Attack.Side != "" {
		g.disorganise(t, id, "SO-11.2.6b")
	}
	if u = g.unit(id); g.fights(u) && u.Halted && g.has(u.Side, u.Hex, func(o *Formation) bool { return o.ID != id && g.fights(o) && o.From == u.Hex }) {
		g.Relief = u.Hex
	}
	for _, f := range slices.Clone(g.Footbridges) {
		if f.Owner != u.Side && g.distance(f.Hex, u.Hex) == 1 && !g.has(f.Owner, f.Hex, g.fights) { // SO-11.2.4.1h, RUL-28
			g.dropFootbridge(t, f, "SO-11.2.4.1h")
		}
	}
}

// mayGo returns the reason why a unit cannot move at all.
func (g *Game) mayGo(u *Formation, as string) *table.Refusal {
	say := []table.FactArg{table.A("unit", u.ID)}
	p := g.card(u)
	switch {
	case u.Hex == "":
		return refuse("not-here", "SO-11.1.1a", say...)
	case g.flies(u):
		return refuse("no-ground-move", "SO-11.0a", say...)
	case g.stoss(u):
		return refuse("stoss-alone", "SO-11.3.2a", say...)
	case p.Kind == "german_tank":
		return refuse("no-movement", "SO-15.4.2a", say...)
	case u.Mode == offensiveMode:
		return refuse("offensive-gun", "SO-11.3.1.1a", say...)
	case u.Off:
		return refuse("prepared-hq", "SO-F.b", say...)
	case as == inMovement && g.late(u):
		return refuse("hutier-hq", "SO-CAM.4", say...)
	case u.Pledged != "" && g.Phase == "move": // the pledged combat is fought with it (RUL-66)
		return refuse("pledged-elsewhere", "SO-S2.7", append(say, table.A("to", u.Pledged))...)
	case (as == inMovement || as == marching) && u.Side != g.Phasing:
		return refuse("not-phasing", "SO-3c", say...)
	}
	if as == inMovement || as == marching {
		return g.mayFrenchMove(u)
	}
	return nil
}

// mayEnd is what the end of a move must satisfy: an unsupplied unit goes back into supply as fast as it can (SO-9.2b,
// RUL-12), and the French keep together if an event or Pétain's appointment requires it.
func (g *Game) mayEnd(u *Formation, way []string, as string) *table.Refusal {
	if len(way) == 0 || as == reacting {
		return nil
	}
	end := way[len(way)-1]
	if why := g.frenchEnd(u, end); why != nil {
		return why
	}
	if u.Side == allied && g.Campaign.Named == "petain" && g.nation(u) == "french" && g.north(u.Hex) && !g.homeward(u, end, as, g.south()) {
		return refuse("french-home", "SO-CAM.12c", table.A("unit", u.ID), table.A("to", end))
	}
	if u.Unsupplied && g.fights(u) && !g.homeward(u, end, as, g.supplied(u.Side, false)) {
		return refuse("back-to-supply", "SO-9.2b", table.A("unit", u.ID), table.A("to", end))
	}
	return nil
}

// homeward reports whether a move goes back as fast as it can: it ends in a marked hex or, if the unit can reach none in
// this phase, as near to one as it could get (RUL-12).
func (g *Game) homeward(u *Formation, end, as string, marks []bool) bool {
	if g.marked(marks, end) {
		return true
	}
	best := 0
	for at, in := range g.reachable(u, as) {
		if !in {
			continue
		}
		if marks[at] {
			return false
		}
		if n := g.farFrom(marks, g.net.hexes[at]); best == 0 || n < best {
			best = n
		}
	}
	return g.farFrom(marks, end) <= best
}

// farFrom returns the distance of a hex to the nearest marked one, or 999 if none is marked.
func (g *Game) farFrom(marks []bool, hex string) int {
	best := 999
	for i, in := range marks {
		if in {
			best = min(best, g.distance(g.net.hexes[i], hex))
		}
	}
	return best
}

// disorganise puts the marker on a combat unit. Tanks and supports never bear it (SO-12.5a); a reorganising unit becomes
// disorganised again (SO-12.5e).
func (g *Game) disorganise(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || !g.fights(u) || g.tank(u) || u.DG == disorganised {
		return
	}
	u.DG, u.Exploit = disorganised, false
	t.Report(rule, "disorganised", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex))
}
