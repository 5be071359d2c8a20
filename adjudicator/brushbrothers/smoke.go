package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// smokeOrder implements BB-7.4: the weapons of section 7 lay smoke on a sector, each for one fire action.
func (g *Game) smokeOrder(t *table.Table, c table.Clause) *table.Refusal {
	teams, r := g.teams(c, true)
	if r != nil {
		return r
	}
	place := orders.Value(c.Args, "place")
	r = refuse("no-mortar", "BB-7.4a", table.A("unit", g.Active.Group))
	fired := false
	var idle *table.Refusal
	for _, m := range teams {
		for _, id := range m.bases {
			u := g.group(m.group)
			if u == nil || u.base(id) == nil {
				continue
			}
			k := g.Known(u.Side)
			no := k.maySmoke(k.group(m.group), id, place)
			if no != nil {
				if no.Code != "bb.no-mortar" {
					r = no
				}
				if i := g.idles(c, m.group, []idler{{id, no}}); i != nil {
					idle = i
				}
				continue
			}
			b := u.base(id)
			b.spend(g.cost(u, "fire", "fire"))
			b.Aim = place
			fired = true
			g.reveal(t, m.group)
			g.laySmoke(t.At(m.group[len(u.Side)+1:]), m.group, id, place)
		}
	}
	if fired {
		return idle
	}
	return r
}

// maySmoke returns why a base may not fire smoke at a sector: it needs an indirect weapon, range, and sight of the
// point as in BB-7.1.
func (g *Game) maySmoke(u *Group, id int, place string) *table.Refusal {
	b := u.base(id)
	w, _ := g.doc.Arm(b.Base)
	d := g.distance(u.Sector, place)
	switch {
	case !w.Indirect:
		return refuse("no-mortar", "BB-7.4a", table.A("unit", u.ID))
	case w.SetUp && !b.Ready:
		return refuse("not-set-up", "BB-R57", table.A("unit", u.ID), table.A("weapon", w.ID))
	case d > w.Range || d <= w.Beyond:
		return refuse("out-of-range", "BB-4.8", table.A("unit", u.ID), table.A("target", place), table.A("distance", d), table.A("range", w.Range), table.A("weapon", w.ID), table.A("beyond", w.Beyond))
	}
	if _, ok := g.sight(u, g.ground(place), true); !ok {
		return refuse("no-line", "BB-7.1", table.A("unit", u.ID), table.A("target", place))
	}
	return g.affords(u, b, g.cost(u, "fire", "fire"), place)
}

// laySmoke registers (BB-R30: no roll to hit), lets a shell that misses fall short or long, and rolls how long the
// smoke lasts.
func (g *Game) laySmoke(t *table.Table, name string, id int, place string) {
	u := g.group(name)
	fell := place
	if !g.register(t, u, id, place, place) {
		die := t.Roll(u.Side, "deviation", 1, 6)
		step := 1 // 4 to 6: long
		if die.Total() <= g.doc.Tables.Smoke.Short {
			step = -1 // 1 to 3: short
		}
		fell = g.along(u.Sector, place, step)
		t.Report("BB-7.4b", "deviation", table.A("unit", name), table.A("place", place), table.A("fell", fell), table.A("die", die), table.A("short", step < 0))
		if fell == "" {
			return // off the board
		}
	}
	die := t.Roll(u.Side, "duration", 1, 6)
	turns := g.doc.Tables.Smoke.Turns[die.Total()-1]
	g.screen(fell, turns)
	t.Report("BB-7.4c", "smoke", table.A("unit", name), table.A("place", fell), table.A("turns", turns), table.A("die", die))
}

// screen lays smoke; of two screens in one sector the one that lasts longer stays.
func (g *Game) screen(place string, turns int) {
	for i := range g.Screens {
		if g.Screens[i].Place == place {
			g.Screens[i].Left = max(g.Screens[i].Left, turns)
			return
		}
	}
	g.Screens = append(g.Screens, Screen{place, turns})
}

// along returns the sector of BB-R30: the neighbour of the aim point that is 1 UD nearer to the mortar, or farther from
// it, whose centre is nearest to the line of fire. Of two equals it is the more westerly.
func (g *Game) along(mortar, aim string, step int) string {
	mx, my := g.net.Centre(mortar)
	ax, ay := g.net.Centre(aim)
	best, off, west := "", 0, 0
	for _, n := range g.net.Neighbours(aim) {
		if g.distance(mortar, n) != g.distance(mortar, aim)+step {
			continue
		}
		x, y := g.net.Centre(n)
		o := (ax-mx)*(y-my) - (ay-my)*(x-mx)
		if o < 0 {
			o = -o
		}
		if best == "" || o < off || o == off && x < west {
			best, off, west = n, o, x
		}
	}
	return best
}

// clearSmoke counts down at the end of a turn (BB-7.4d).
func (g *Game) clearSmoke(t *table.Table) {
	var left []Screen
	for _, s := range g.Screens {
		if s.Left--; s.Left > 0 {
			left = append(left, s)
			continue
		}
		t.Report("BB-7.4d", "smoke-clears", table.A("place", s.Place))
	}
	g.Screens = left
}
