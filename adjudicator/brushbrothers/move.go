package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// wayTo returns what one step of 1 UD costs a group, or why it may not be made (BB-3.4a, BB-3.5b, BB-R7, BB-R8,
// BB-R68).
func (g *Game) wayTo(u *Group, next string) (cost, *table.Refusal) {
	free := g.cost(u, "move", "move")
	to := g.terrain(next)
	enemy := g.holds(next)
	switch {
	case g.distance(u.Sector, next) != 1:
		return free, refuse("not-adjacent", "BB-3.4a", table.A("from", u.Sector), table.A("to", next))
	case to.Impassable:
		return free, refuse("impassable", "BB-A4.4f", table.A("to", next))
	case enemy != "" && enemy != u.Side:
		return free, refuse("enemy-there", "BB-R68", table.A("to", next))
	case u.Upper:
		return free, refuse("upstairs", "BB-R9", table.A("unit", u.ID))
	}
	for i := range u.Bases {
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return free, refuse("set-up", "BB-R57", table.A("unit", u.ID))
		}
		if u.Bases[i].Hauled {
			return free, refuse("by-hand", "BB-14.3b", table.A("unit", u.ID))
		}
	}
	switch {
	case u.Mounted && !to.Difficult && !g.leavesCover(u.Sector, next):
		return g.ride(u, g.slanted(u, next, free)), nil
	case to.Difficult:
		return g.slanted(u, next, g.cost(u, "move", "move_difficult")), nil
	case g.leavesCover(u.Sector, next):
		return g.slanted(u, next, g.cost(u, "move", "move_cover")), nil
	}
	return g.slanted(u, next, free), nil
}

// slanted implements BB-1.4e for a move on squares: the first diagonal step of an activation counts 1 UD and each
// further one 2 UD, that is, one more simple move.
func (g *Game) slanted(u *Group, next string, c cost) cost {
	x, y, _ := g.net.column(u.Sector)
	nx, ny, _ := g.net.column(next)
	c.slant = g.doc.Scenario.Board.Shape == "square" && x != nx && y != ny
	if c.slant && slices.ContainsFunc(u.Bases, func(b Stand) bool { return b.Slant }) {
		c.twice, c.points, c.rule = c.points == 1, c.points+1, "BB-1.4e"
	}
	return c
}

// leavesCover reports whether a step leaves cover for a sector that is not part of the same continuous cover (BB-R7).
func (g *Game) leavesCover(from, to string) bool {
	a, b := g.terrain(from), g.terrain(to)
	return a.Cover && a.Code != b.Code && !(a.Building && b.Building)
}

// moveOrder implements BB-3.4a: each named base goes along the path, sector by sector, as far as its points allow.
func (g *Game) moveOrder(t *table.Table, c table.Clause) *table.Refusal {
	if u := g.group(string(g.Active.Side) + "." + g.Active.Group); u != nil && u.vehicle() {
		return g.driveOrder(t, c)
	}
	teams, r := g.teams(c, false)
	if r != nil {
		return r
	}
	for _, m := range teams { // if one part cannot go, the others still do
		if no := g.moveTeam(t, m, orders.Path(c.Args, "path")); r == nil {
			r = no
		}
	}
	return r
}

// moveTeam checks the way against what the side knows, then takes it step by step.
func (g *Game) moveTeam(t *table.Table, m team, places []string) *table.Refusal {
	side := g.group(m.group).Side
	for _, id := range m.bases {
		g.group(m.group).base(id).Stride = 0
	}
	k := g.learn(side)
	steps, r := k.plan(m, places)
	g.forget(k)
	if len(steps) == 0 {
		return r
	}
	name := g.split(m)
	m.group = name
	trail := []string{g.group(name).Sector}
	for _, next := range steps {
		u := g.group(name)
		if u == nil {
			return nil
		}
		if g.undiscovered(next) && !g.treads(t, name, next) {
			break
		}
		k := g.learn(side)
		price, now := k.wayTo(k.group(name), next)
		if now == nil {
			now = k.payAll(g.group(name).team(), price, false)
		}
		g.forget(k)
		if now != nil {
			r = now
			break
		}
		_ = g.payAll(u.team(), price, true)
		g.reveal(t, name)
		g.tellMove(t, name, next, price)
		trail = append(trail, next)
		g.enter(t, name, next)
	}
	g.fallBackForRoom(t, name, trail)
	return r
}

// tellMove reports a step. Its cost and the rule for it would give a characteristic away (BB-R51), so the enemy reads
// only the step unless forces are face up.
func (g *Game) tellMove(t *table.Table, name, to string, price cost) {
	u := g.group(name)
	step := []table.FactArg{table.A("unit", name), table.A("from", u.Sector), table.A("to", to)}
	if !g.FaceUp {
		t.For(g.other(u.Side), "").Report("BB-3.4a", "move-seen", step...)
		t = t.For(u.Side)
	}
	t.Report(price.rule, "move", append(step, table.A("points", price.points))...)
}

// plan works out how far a team can go along a path. Gaps are filled by the shortest way (BB-D11); the way ends where
// points run out, in a sector with room (BB-R68). It spends the points of a copy of the bases. The refusal says why the team
// does not go all the way.
func (k *Game) plan(m team, places []string) ([]string, *table.Refusal) {
	u := k.group(m.group)
	if u == nil {
		return nil, refuse("gone", "BB-5.4", table.A("unit", m.group))
	}
	u.copyBases()
	u.Bases = slices.DeleteFunc(u.Bases, func(b Stand) bool { return !slices.Contains(m.bases, b.ID) }) // the others stay behind
	places, r := k.fill(u, places)
	if r != nil {
		return nil, r
	}
	start := u.Sector
	var steps []string
	for _, next := range places {
		price, no := k.wayTo(u, next)
		if no == nil {
			no = k.payAll(m, price, true)
		}
		if r = no; r != nil {
			break
		}
		u.Sector = next
		steps = append(steps, next)
	}
	u.Sector = start
	for len(steps) > 0 {
		last := steps[len(steps)-1]
		if last == start || k.room(u.Side, last) >= len(m.bases) {
			break
		}
		steps, r = steps[:len(steps)-1], refuse("no-room", "BB-1.4a", table.A("to", last), table.A("room", max(0, k.room(u.Side, last))))
	}
	return steps, r
}

// fill connects the sectors of a path. Two that are not adjacent are joined by the shortest legal way, and among
// several by the one that costs fewest points (BB-D11).
func (k *Game) fill(u *Group, places []string) ([]string, *table.Refusal) {
	var out []string
	at := u.Sector
	for _, p := range places {
		if p == at {
			continue
		}
		if k.distance(at, p) == 1 {
			out, at = append(out, p), p
			continue
		}
		way := k.shortest(u, at, p)
		if way == nil {
			return nil, refuse("no-way", "BB-3.4a", table.A("from", at), table.A("to", p))
		}
		out, at = append(out, way...), p
	}
	if len(out) == 0 {
		return nil, refuse("no-path", "BB-3.4a", table.A("unit", u.ID))
	}
	return out, nil
}

// perSector makes a way of fewer sectors cheaper than a longer one, whatever the points (BB-D11).
const perSector = 100

// shortest returns the way with the fewest sectors that men on foot may enter, and among those the one with the fewest
// points.
func (k *Game) shortest(u *Group, from, to string) []string {
	walker := *u
	way, _, ok := board.Shortest(k.net.Grid, from, to, func(here, next string) (int, bool) {
		walker.Sector, walker.Upper = here, false
		price, r := k.wayTo(&walker, next)
		return perSector + price.points, r == nil || r.Code == "bb.set-up"
	})
	if !ok || from == to {
		return nil
	}
	return way[1:]
}

// enter puts a group into a sector and, before its next action, resolves what its arrival sets off: objectives
// (BB-A3.6e), location at 1 UD (BB-R18d) and watch fire on entry (BB-R17e).
func (g *Game) enter(t *table.Table, name, to string) {
	u := g.group(name)
	from := u.Sector
	u.Sector, u.Upper, u.Moved, u.Acted = to, false, true, true
	u.Ambush, u.Spotted = false, false
	g.displaced(name)
	for i := range u.Bases {
		u.Bases[i].Ranging = Ranging{} // BB-R26: the mortar has left its place
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.SetUp || w.Gun {
			u.Bases[i].Ready = false
		}
	}
	g.carryAlong(u)
	g.explore(t, name)
	g.take(t, name)
	g.stumble(t, name)
	g.entryFire(t, name, from)
}

// fallBackForRoom implements BB-R68: the limit of six bases applies where an activation ends, so a group that was
// stopped among too many friends goes back to the last sector of its way that had room.
func (g *Game) fallBackForRoom(t *table.Table, name string, trail []string) {
	u := g.group(name)
	if u == nil || g.room(u.Side, u.Sector) >= 0 {
		return
	}
	for i := len(trail) - 1; i >= 0; i-- {
		if trail[i] != u.Sector && g.room(u.Side, trail[i]) >= g.size(u) || i == 0 {
			t.Report("BB-R68", "no-room-back", table.A("unit", name), table.A("from", u.Sector), table.A("to", trail[i]))
			u.Sector = trail[i]
			g.carryAlong(u)
			return
		}
	}
}

// storeyOrder implements BB-4.2a: going up or down within a sector, a simple action of the whole group (BB-R9).
func (g *Game) storeyOrder(t *table.Table, up bool) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	ku := k.group(name)
	price := k.cost(ku, "storey", "storey")
	if r := k.mayChangeStorey(ku, up); r != nil {
		return r
	}
	if r := k.payAll(ku.team(), price, false); r != nil {
		return r
	}
	u := g.group(name)
	_ = g.payAll(u.team(), price, true)
	g.reveal(t, name)
	u.Upper, u.Moved, u.Acted, u.Watch = up, true, true, false
	kind := "downstairs"
	if up {
		kind = "upstairs"
	}
	g.displaced(name)
	for i := range u.Bases {
		u.Bases[i].Ranging = Ranging{}
	}
	t.Report("BB-4.2a", kind, table.A("unit", name), table.A("at", u.Sector))
	return nil
}

func (g *Game) mayChangeStorey(u *Group, up bool) *table.Refusal {
	switch {
	case !g.terrain(u.Sector).Upper:
		return refuse("no-storey", "BB-4.2a", table.A("at", u.Sector))
	case u.Upper == up:
		return refuse("already-there", "BB-R9", table.A("unit", u.ID))
	}
	for i := range u.Bases {
		if w, _ := g.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return refuse("set-up", "BB-R57", table.A("unit", u.ID))
		}
	}
	return nil
}

// alone returns the active group. Actions of the whole GC require it.
func (g *Game) alone() (string, *table.Refusal) {
	name := string(g.Active.Side) + "." + g.Active.Group
	if g.group(name) == nil {
		return "", refuse("gone", "BB-5.4", table.A("unit", g.Active.Group))
	}
	return name, nil
}

// setUpOrder implements BB-3.4c: setting up or dismounting a heavy weapon, one simple action.
func (g *Game) setUpOrder(t *table.Table, c table.Clause, up bool) *table.Refusal {
	if u := g.group(string(g.Active.Side) + "." + g.Active.Group); u != nil {
		switch {
		case u.Mounted && !up:
			return g.mountOrder(t, false)
		case g.gun(u) && up:
			return g.placeGun(t, orders.Value(c.Args, "facing"))
		case u.Aboard != "":
			return refuse("aboard", "BB-R41", table.A("unit", u.ID), table.A("carrier", u.Aboard))
		}
	}
	teams, r := g.teams(c, true)
	if r != nil {
		return r
	}
	action, kind := "dismount", "dismounted"
	if up {
		action, kind = "set_up", "set-up"
	}
	done := false
	r = refuse("no-heavy-weapon", "BB-3.4c", table.A("unit", g.Active.Group))
	for _, m := range teams {
		k := g.Known(g.Active.Side)
		ku := k.group(m.group)
		var heavy []int
		for _, id := range m.bases {
			b := ku.base(id)
			if w, _ := k.doc.Arm(b.Base); w.SetUp && b.Ready != up {
				heavy = append(heavy, id)
			}
		}
		price := k.cost(ku, "set_up", action)
		h := team{m.group, heavy}
		if len(heavy) == 0 {
			continue
		}
		if no := k.payAll(h, price, false); no != nil {
			r = no
			continue
		}
		_ = g.payAll(h, price, true)
		u := g.group(m.group)
		for _, id := range heavy {
			u.base(id).Ready = up
		}
		u.Watch = false
		done = true
		g.tell(t, u).Report("BB-3.4c", kind, table.A("unit", m.group))
	}
	if done {
		return nil
	}
	return r
}
