package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// tell returns the table on which to report what a group does: enemies read nothing about a group that they do not see.
func (g *Game) tell(t *table.Table, u *Group) *table.Table {
	if u.hidden() {
		return t.For(u.Side)
	}
	return t
}

// reveal implements BB-R18e: a GC that moves or fires shows itself, together with all parts that left it in this
// activation.
func (g *Game) reveal(t *table.Table, name string) {
	names := []string{name}
	g.group(name).Acted = true
	if u := g.group(name); u.Side == g.Active.Side {
		names = append(names, table.Keep(g.family(), func(f string) bool { return f != name })...)
	}
	for _, n := range names {
		u := g.group(n)
		u.Watch = false // BB-3.5wd: another action ends it
		if !u.Ambush {
			continue
		}
		shown := u.hidden()
		u.Ambush, u.Spotted = false, false
		if shown {
			t.Report("BB-R18", "revealed", table.A("unit", n), table.A("at", u.Sector))
			g.take(t, n) // the enemy now sees it take the objective it secretly lay on
		}
	}
}

// found puts a hidden GC on the table. It stays on watch (BB-3.7a) until it acts, fires or gets a marker.
func (g *Game) found(u *Group) {
	u.Ambush, u.Spotted = false, false
	u.Watch = u.Stress == unstressed
}

// stumble implements BB-R18d: a GC that comes within 1 UD of a hidden one finds it without a die.
func (g *Game) stumble(t *table.Table, name string) {
	u := g.group(name)
	for _, e := range g.enemies(u.Side) {
		h := g.group(e)
		if h.Ambush && g.distance(u.Sector, h.Sector) <= g.doc.Tables.Location.Automatic {
			seen := !h.hidden()
			g.found(h)
			if !seen {
				t.Report("BB-3.7b", "located-near", table.A("unit", e), table.A("by", name), table.A("at", h.Sector))
				g.take(t, e)
			} else {
				t.For(h.Side).Report("BB-3.7b", "located-near", table.A("unit", e), table.A("by", name), table.A("at", h.Sector))
			}
		}
	}
}

// searched lists the sectors that a search looks into: those with cover and in line of sight that no friend holds. It
// uses only what the side knows, so the list is the same whether or not anybody hides there.
func (g *Game) searched(u *Group) []string {
	var out []string
	if u.Sector == "" {
		return nil
	}
	from := g.eyeOf(u)
	for _, p := range g.net.Places() {
		at := g.terrain(p)
		if p == u.Sector || !at.Cover || g.holds(p) == u.Side {
			continue
		}
		if g.clear(from, eye{p, false}) || (at.Upper || at.Crest) && g.clear(from, eye{p, true}) {
			out = append(out, p)
		}
	}
	return out
}

// search looks for hidden enemies (BB-3.7b to 3.7e), on an order or without one: one attempt per activation at each
// hidden GC in line. The dice for hidden GCs that stay hidden are shown to nobody; the observer reads only where he
// looked (decisions.md c).
func (g *Game) search(t *table.Table, ordered bool) *table.Refusal {
	name := string(g.Active.Side) + "." + g.Active.Group
	u := g.group(name)
	if u == nil || g.Active.Searched {
		return refuse("searched", "BB-3.7e", table.A("unit", g.Active.Group))
	}
	g.Active.Searched = true
	places := g.searched(u)
	switch {
	case ordered && len(places) == 0:
		t.For(u.Side).Report("BB-3.7e", "nothing-to-search", table.A("unit", name))
		return nil
	case len(places) == 0, !ordered && !table.Decide(t, g.askSearch(u.Side, name)): // an order takes precedence over a standing order
		return nil
	}
	t.For(u.Side).Report("BB-3.7e", "searched", table.A("unit", name), table.A("places", places))
	for _, e := range g.enemies(u.Side) {
		h := g.group(e)
		if !h.hidden() || !g.sees(u, h) {
			continue
		}
		g.seek(t.At(h.ID), u, h)
	}
	return nil
}

// seek rolls for one hidden GC. The score needed is in the table by distance; a sniper is harder to find, a reco
// observer finds more easily.
func (g *Game) seek(t *table.Table, u, h *Group) {
	l, d := g.doc.Tables.Location, g.distance(u.Sector, h.Sector)
	if d <= l.Automatic { // no die is needed there
		g.stumble(t, u.name())
		return
	}
	need := table.Base("distance", l.Farther, "BB-3.7b")
	for _, r := range l.Needed {
		if d <= r.UD {
			need = table.Base("distance", r.Score, "BB-3.7b")
			break
		}
	}
	secret := t.For()
	die := secret.Roll(u.Side, "seek", 1, 6)
	if w, _ := g.doc.Arm(h.Bases[0].Base); w.Class == "sniper" && len(h.Bases) == 1 {
		die = die.Plus("sniper", l.Sniper, "BB-3.7c")
	}
	if u.Reco {
		die = die.Plus("reco", l.Reco, "BB-3.7d")
	}
	if die.Total() < need.Total() {
		secret.Report("BB-3.7b", "not-located", table.A("unit", h.name()), table.A("by", u.name()), table.A("die", die), table.A("need", need))
		return
	}
	at := h.Sector
	g.found(h)
	say := []table.FactArg{table.A("unit", h.name()), table.A("at", at), table.A("die", die), table.A("need", need)}
	if u.hidden() { // a finder in ambush stays in ambush
		t.For(h.Side, "").Report("BB-3.7b", "located-unseen", say...)
		t = t.For(u.Side)
	}
	t.Report("BB-3.7b", "located", append(say, table.A("by", u.name()))...)
	g.take(t, h.name())
}
