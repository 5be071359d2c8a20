package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// defenderActs is 9d: by his mastery the defender goes back, each hex taking 3 points off his damage, and moves reserves
// (SO-12.2.6f, h).
func (g *Game) defenderActs(t *table.Table, b *battle) {
	if b.dmastery != total && b.dmastery != partial || len(g.defenders(b)) == 0 {
		return
	}
	band := g.band("defender", b.dmastery)
	most := band.Retreat
	units := g.defenders(b)
	if b.def == allied && g.allUnder(units, "foch") || slices.ContainsFunc(units, func(id string) bool { return g.unit(id).DG != "" }) {
		most = band.Limited
	}
	if n := min(table.Decide(t, g.askRetreat(b, most, band.PerHex)), most); n > 0 {
		gone := g.fallBack(t, b, n, true)
		if gone > 0 {
			less := table.Base("damage", b.theirs, "SO-12.2.5").Plus("retreat", -min(b.theirs, gone*band.PerHex), band.Rule)
			t.Report(band.Rule, "retreat-saves", table.A("side", b.def), table.A("hex", b.hex), table.A("hexes", gone), table.A("damage", less))
			b.theirs = less.Total()
		}
	}
	g.react(t, b, band)
}

// fallBack lets the defenders of a combat retreat so many hexes, each unit by its own path (SO-12.3c); by mastery it may
// stop where no path is legal (RUL-31), forced it costs a loss for each hex missing. It tells how far the hex's units went:
// the least of them.
func (g *Game) fallBack(t *table.Table, b *battle, hexes int, free bool) int {
	gone := hexes
	for _, id := range g.defenders(b) {
		n := g.retreatUnit(t.At(id), id, hexes, free, !free)
		gone = min(gone, n)
	}
	b.retreat = max(b.retreat, gone)
	return gone
}

// retreatUnit moves one unit back (SO-12.3): its owner chooses among the paths that duty leaves (RUL-59). free: by mastery,
// any way out of ZOC will do; forced: hexes that cannot be gone are losses.
func (g *Game) retreatUnit(t *table.Table, id string, hexes int, free, forced bool) int {
	u := g.unit(id)
	from := u.Hex
	path := []string{from}
	passed := false
	for n := 0; n < hexes; n++ {
		steps := g.backward(u, path, free)
		if len(steps) == 0 {
			if forced {
				for ; n < hexes && g.unit(id).Hex != ""; n++ {
					g.lose(t, id, "RUL-31")
				}
			}
			break
		}
		to := table.Decide(t, g.askPath(u.Side, id, steps))
		path = append(path, to)
		if g.backTo(t, id, path[len(path)-2], to) {
			break
		}
		passed = passed || g.restacks(t, id, to, n+1 < hexes)
		if u = g.unit(id); u.Hex == "" {
			break
		}
	}
	u = g.unit(id)
	if len(path) > 1 {
		t.Report("SO-12.3a", "retreated", table.A("unit", id), table.A("side", u.Side), table.A("path", path))
	}
	if u.Hex != "" {
		path = g.crowdedOut(t, id, path, free)
	}
	if u = g.unit(id); u.Hex != "" && (len(path) > 2 || passed) {
		g.disorganise(t, id, "SO-12.3h")
	}
	g.follow(id, from)
	g.seize(t, id)
	g.overrun(t, id)
	return len(path) - 1
}

// follow takes the Stosstruppen of a unit along.
func (g *Game) follow(id, from string) {
	u := g.unit(id)
	for i := range g.Units {
		if o := &g.Units[i]; o.With == id && o.Hex == from && u.Hex != "" {
			o.Hex = u.Hex
		}
	}
}

// backTo makes one hex of a retreat with what it costs: a loss in an enemy ZOC that no friend cancels (SO-12.3e), one under
// enemy interdiction (SO-12.3k); beyond a fleuve without a bridge the unit stops, disorganised (SO-12.3i). True: it stops.
func (g *Game) backTo(t *table.Table, id, from, to string) bool {
	u := g.unit(id)
	cancelled := g.cancelled(u.Side, to)
	u.Hex = to
	if g.zoc(u.Side, to, true) && !cancelled {
		g.lose(t, id, "SO-12.3e")
	}
	if u = g.unit(id); u.Hex != "" && g.has(other(u.Side), to, func(a *Formation) bool { return g.flies(a) && a.Mission == "interdiction" }) {
		g.lose(t, id, "SO-12.3k")
	}
	if u = g.unit(id); u.Hex == "" {
		return true
	}
	if s, _ := g.net.side(from, to); s.fleuve() && !g.crossed(u.Side, from, to) {
		g.disorganise(t, id, "SO-12.3i")
		return true
	}
	return false
}

// restacks is SO-12.3g: a unit that goes through a hex with friends disorganises both; so it does on its way through
// another nation (SO-COOP.a).
func (g *Game) restacks(t *table.Table, id, hex string, through bool) bool {
	u := g.unit(id)
	if !through || u.Hex == "" {
		return false
	}
	met := false
	for _, o := range g.of(u.Side, hex, g.fights) {
		if o != id {
			met = true
			g.disorganise(t, o, "SO-12.3g")
		}
	}
	return met
}

// crowdedOut lets a unit go on where its last hex is overstacked or held by another nation (SO-12.3f, SO-COOP.a).
func (g *Game) crowdedOut(t *table.Table, id string, path []string, free bool) []string {
	for range 12 {
		u := g.unit(id)
		if u.Hex == "" || g.crowd(u.Side, u.Hex) <= g.limit("stacking") && !g.foreign(u, u.Hex) {
			break
		}
		steps := g.backward(u, path, free)
		if len(steps) == 0 {
			break
		}
		met := g.foreign(u, u.Hex)
		for _, o := range g.of(u.Side, u.Hex, g.fights) {
			if o != id {
				g.disorganise(t, o, "SO-12.3g")
				met = true
			}
		}
		from := u.Hex
		path = append(path, steps[0])
		stop := g.backTo(t, id, from, steps[0])
		t.Report("SO-12.3f", "goes-on", table.A("unit", id), table.A("side", u.Side), table.A("path", []string{from, steps[0]}))
		if met {
			g.disorganise(t, id, "SO-12.3g")
		}
		if stop {
			break
		}
	}
	return path
}

// foreign tells whether a hex holds combat units of another nation with whom a unit may not stack (SO-COOP.a).
func (g *Game) foreign(u *Formation, hex string) bool {
	return g.restricted(u.Side, "stack") && g.has(u.Side, hex, func(o *Formation) bool {
		return o.ID != u.ID && g.fights(o) && g.nation(o) != g.nation(u)
	})
}

// backward lists the hexes that a retreating unit may enter next, the best first: those that the order of duty of RUL-59
// leaves, each class before the next: nearer to a source and out of ZOC; by mastery any out of ZOC; nearer to a source in
// ZOC; nearer to an HQ; any. Equal ones in the order of X-8.
func (g *Game) backward(u *Formation, path []string, free bool) []string {
	var classes [5][]string
	source, hq := g.nearest(u.Side, u.Hex, true), g.nearest(u.Side, u.Hex, false)
	for _, n := range g.around(u.Hex) {
		if slices.Contains(path, n) || g.has(other(u.Side), n, g.fights) {
			continue
		}
		hot := g.zoc(u.Side, n, true) && !g.cancelled(u.Side, n)
		near := g.nearest(u.Side, n, true) < source
		switch {
		case near && !hot:
			classes[0] = append(classes[0], n)
		case free && !hot:
			classes[1] = append(classes[1], n)
		case near:
			classes[2] = append(classes[2], n)
		case g.nearest(u.Side, n, false) < hq:
			classes[3] = append(classes[3], n)
		default:
			classes[4] = append(classes[4], n)
		}
	}
	for _, c := range classes {
		if len(c) == 0 {
			continue
		}
		rank := func(h string) int {
			return g.nearest(u.Side, h, true)*1000 + g.nearest(u.Side, h, false)*10 + min(len(g.of(u.Side, h, g.fights)), 9)
		}
		slices.Sort(c)
		slices.SortStableFunc(c, func(x, y string) int { return rank(x) - rank(y) })
		return c
	}
	return nil
}

// nearest is the distance to the nearest source, or HQ, of a side.
func (g *Game) nearest(s seat, hex string, source bool) int {
	best := 99
	if source {
		for _, h := range g.sources(s) {
			best = min(best, g.distance(hex, h))
		}
		return best
	}
	for _, id := range g.of(s, "", g.hq) {
		best = min(best, g.distance(hex, g.unit(id).Hex))
	}
	return best
}

// react moves units in reaction to the defender's mastery: out of ZOC, within three hexes, half their allowance, also into
// the attacked hex while defenders are in it (SO-12.2.6f, RUL-32, RUL-61).
func (g *Game) react(t *table.Table, b *battle, band Band) {
	for range band.Reactions {
		var can []string
		for _, id := range g.of(b.def, "", g.fights) {
			u := g.unit(id)
			if u.Hex != b.hex && g.distance(u.Hex, b.hex) <= g.limit("reaction-range") && !g.zoc(b.def, u.Hex, true) && u.Fights == 0 {
				can = append(can, id)
			}
		}
		slices.SortStableFunc(can, func(x, y string) int { return g.distance(g.unit(x).Hex, b.hex) - g.distance(g.unit(y).Hex, b.hex) })
		order := table.Decide(t, g.askReaction(b, can))
		if order == "" {
			return
		}
		id, path, _ := cutPath(order)
		if !slices.Contains(can, id) {
			return
		}
		u := g.unit(id)
		u.Spent, u.Halted, u.From = 0, false, u.Hex
		g.unit(id).Fights++ // once
		if why := g.travelOne(t.At(id), id, path, "reaction"); why != nil {
			t.Report(why.Rule, "reaction-stops", table.A("unit", id), table.A("side", b.def), table.A("at", g.unit(id).Hex))
		}
	}
}

// recoil is one attacking unit going back a hex by erroneous orders (SO-12.2.6s, SO-12.3j).
func (g *Game) recoil(t *table.Table, b *battle) {
	units := g.present(b)
	if len(units) == 0 {
		return
	}
	id := table.Decide(t, g.askRecoil(b.by, b.hex, g.weakest(units)))
	g.retreatUnit(t.At(id), id, 1, false, true)
}

// misdirect lets the attacker move by one hex a unit of the defender that is out of ZOC within three hexes (SO-12.2.6q).
func (g *Game) misdirect(t *table.Table, b *battle) {
	var options []string
	for _, id := range g.of(b.def, "", g.fights) {
		u := g.unit(id)
		if g.distance(u.Hex, b.hex) > g.limit("reaction-range") || g.zoc(b.def, u.Hex, true) {
			continue
		}
		for _, n := range g.around(u.Hex) {
			if !g.has(b.by, n, g.fights) {
				options = append(options, id+" "+n)
			}
		}
	}
	choice := table.Decide(t, g.askMisdirect(b, options))
	if choice == "" {
		return
	}
	id, path, ok := cutPath(choice)
	if !ok || !slices.Contains(options, choice) {
		return
	}
	u := g.unit(id)
	from := u.Hex
	u.Hex = path[0]
	g.follow(id, from)
	t.Report("SO-12.2.6q", "misdirected", table.A("unit", id), table.A("side", b.def), table.A("path", []string{from, path[0]}))
	g.seize(t, id)
}
