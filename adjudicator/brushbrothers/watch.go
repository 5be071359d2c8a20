package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The occasions on which a GC on watch may fire (BB-3.5w).
const (
	onEntry   = "entry"   // an enemy comes to 1 UD from farther away (BB-3.5wa)
	onRiposte = "riposte" // an enemy has fired at it (BB-3.5wb)
	onAssault = "assault" // an enemy attacks it hand to hand (BB-3.5wc, BB-6.1b)
)

// watchOrder implements BB-3.5c: the GC goes on watch, and its activation closes. Parts that have gone apart do so
// separately.
func (g *Game) watchOrder(t *table.Table, c table.Clause, ambush bool) *table.Refusal {
	teams, r := g.teams(c, false)
	if r != nil {
		return r
	}
	for _, m := range teams {
		k := g.Known(g.Active.Side)
		ku := k.group(m.group)
		price := k.cost(ku, "watch", "watch")
		if !k.whole(m) {
			return refuse("whole-group", "BB-3.5wd", table.A("unit", ku.ID))
		}
		if r := k.payAll(m, price, false); r != nil {
			return r
		}
		if ambush {
			if r := k.mayHide(ku); r != nil {
				return r
			}
		}
		u := g.group(m.group)
		_ = g.payAll(m, price, true)
		u.Watch = true
		g.Active.Closed = append(g.Active.Closed, m.group)
		if ambush {
			g.hide(t, u)
			continue
		}
		g.tell(t, u).Report("BB-3.5c", "on-watch", table.A("unit", m.group), table.A("at", u.Sector))
	}
	return nil
}

// mayHide implements BB-A1.3g: stealthy troops may enter ambush during the game, in cover and out of sight of every
// enemy. Nobody hides within 1 UD of an enemy, who would find him there at once (BB-R18d).
func (g *Game) mayHide(u *Group) *table.Refusal {
	switch {
	case !u.has("stealthy"):
		return refuse("not-stealthy", "BB-A1.3g", table.A("unit", u.ID))
	case !g.terrain(u.Sector).Cover:
		return refuse("no-cover", "BB-A1.3g", table.A("at", u.Sector))
	}
	for _, e := range g.enemies(u.Side) {
		if h := g.group(e); g.sees(h, u) || g.near(h.Sector, u.Sector) {
			return refuse("seen", "BB-A1.3g", table.A("by", e))
		}
	}
	return nil
}

// hide puts a stealthy GC into ambush. An enemy in ambush that has it in sight goes on seeing it, and the owner cannot
// know.
func (g *Game) hide(t *table.Table, u *Group) {
	u.Ambush = true
	for _, e := range g.enemies(u.Side) {
		if h := g.group(e); h.hidden() && g.sees(h, u) {
			u.Spotted = true
		}
	}
	t.For(u.Side).Report("BB-A1.3g", "hides", table.A("unit", u.name()), table.A("at", u.Sector))
	if u.Spotted {
		t.For(g.other(u.Side)).Report("BB-3.5c", "on-watch", table.A("unit", u.name()), table.A("at", u.Sector))
	} else {
		t.For(g.other(u.Side), "").Report("BB-A1.3g", "vanished", table.A("unit", u.name()))
	}
}

// entryFire lets units on watch fire at an enemy that has entered their perimeter from farther away (BB-R17b, e).
func (g *Game) entryFire(t *table.Table, mover, from string) {
	u := g.group(mover)
	to := u.Sector
	var watchers []string
	for _, e := range g.enemies(u.Side) {
		if w := g.group(e); w.Watch && g.near(w.Sector, to) && !g.near(w.Sector, from) {
			watchers = append(watchers, e)
		}
	}
	for _, w := range g.inOrder(t, watchers) {
		if g.group(mover) == nil {
			return
		}
		g.watchFire(t, w, mover, onEntry)
	}
}

// inOrder sorts the units on watch into the order in which their owner's standing orders name them (BB-R17f); the
// others follow in list order.
func (g *Game) inOrder(t *table.Table, names []string) []string {
	if len(names) < 2 {
		return names
	}
	side := g.group(names[0]).Side
	var out []string
	for l := range t.Standing(side, "watch") {
		for _, id := range orders.List(l.Args, "units") {
			if n := string(side) + "." + id; slices.Contains(names, n) && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	out = table.With(out, names...)
	return out
}

// watchFire makes one fire action with all bases in range (BB-R17a). Entry and assault use up the marker, a riposte
// does not. It reports whether anything fired.
func (g *Game) watchFire(t *table.Table, watcher, target, occasion string) bool {
	w := g.group(watcher)
	if w == nil || !w.Watch {
		return false
	}
	k := g.Known(w.Side)
	if k.group(target) == nil {
		return false
	}
	var all []int
	for _, b := range w.Bases {
		all = append(all, b.ID)
	}
	v, r := k.prepare(k.group(watcher), all, target, "", nil)
	if r != nil {
		return false
	}
	if occasion != onRiposte { // nobody is nearer, and among equals the one that comes or attacks threatens most (BB-4.7a)
		v.priority = true
	}
	if v.claim = "never"; k.hopeless(v) != nil { // BB-R11: without a claim it could not be hit
		if v.claim = table.Decide(t, g.askClaim(w.Side, v)); k.hopeless(v) != nil {
			return false
		}
	} else {
		v.claim = ""
	}
	fires, of := table.DecideOn(t, g.askWatch(w.Side, v, occasion))
	if !fires {
		return false
	}
	if !v.priority && v.claim == "" {
		v.claim = table.Decide(t, g.askClaim(w.Side, v))
	}
	v.flash = "BB-3.5w"
	if occasion != onRiposte {
		w.Watch = false
	}
	w.Ambush, w.Spotted, w.Acted = false, false, true
	of.Report("BB-3.5w", "watch-fire", table.A("unit", watcher), table.A("target", target), table.A("occasion", occasion))
	g.shoot(t.At("watch "+w.ID), v)
	return true
}

// riposte implements BB-R17c and d: the target of an enemy fire action fires back once at the firer, if that fire gave
// it no marker.
func (g *Game) riposte(t *table.Table, target, firer string) {
	if g.group(firer) == nil || g.group(target) == nil {
		return
	}
	g.watchFire(t, target, firer, onRiposte)
}
