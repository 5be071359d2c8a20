package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

func ordinal(n int) string { return strconv.Itoa(n) }

// inform reports a fact, dice and outcome, to everybody. Arithmetic that gives away the quality or the characteristics
// of a group goes to its owner alone (BB-R51), unless forces are played face up; its words are under kind + "-sum".
func (g *Game) inform(t *table.Table, owner table.Seat, rule, kind string, open []table.FactArg, secret ...table.FactArg) {
	t.Report(rule, kind, open...)
	if len(secret) == 0 {
		return
	}
	if !g.FaceUp {
		t = t.For(owner)
	}
	t.Report(rule, kind+"-sum", append([]table.FactArg{open[0]}, secret...)...)
}

// next returns the marker after the present one in the row for a group's quality (BB-5.2, 5.3). Stoic troops take
// losses as veterans do (BB-A1.3k).
func (g *Game) next(u *Group) string {
	quality := u.Quality
	if u.has("stoic") {
		quality = "veteran"
	}
	for _, m := range g.doc.Tables.Progression.Of(quality) {
		if g.rank(m) > g.rank(u.Stress) {
			return m
		}
	}
	return eliminated // BB-5.4
}

// step applies one step of stress: the next marker at once (BB-5.1), or a base given up instead of a crushed marker
// (BB-5.5a), or elimination. by is the opponent; sniper says that a sniper's fire did it.
func (g *Game) step(t *table.Table, name string, sniper bool, by table.Seat) {
	u := g.group(name)
	if u.vehicle() { // BB-5.7, BB-R33
		return
	}
	next := g.next(u)
	if next == crushed && len(u.Bases) > 1 {
		if given, of := table.DecideOn(t, g.askSacrifice(u.Side, name)); given {
			g.sacrifice(of, name, sniper, by)
			return
		}
	}
	if next == eliminated {
		g.eliminate(t, name, "BB-5.4")
		return
	}
	g.mark(t, name, next, "BB-5.2")
}

// mark gives a group a marker, which ends its watch (BB-5.6).
func (g *Game) mark(t *table.Table, name, marker, rule string) {
	u := g.group(name)
	was := u.Stress
	u.Stress, u.Watch = marker, false
	t.Report(rule, "stress", table.A("unit", name), table.A("was", was), table.A("marker", marker))
	t.Result(marker + " " + name)
}

// sacrifice implements BB-5.5: a base goes. If the bases differ (BB-R19), the opponent chooses it on 5 or 6, or on 3 or
// more after sniper fire; otherwise the owner does. A green GC becomes pinned all the same (BB-5.5d).
func (g *Game) sacrifice(t *table.Table, name string, sniper bool, by table.Seat) {
	u := g.group(name)
	chooser := u.Side
	say := []table.FactArg{table.A("unit", name)}
	if u.differ() {
		need := table.Base("opponent-chooses", g.doc.Tables.Sacrifice.Opponent, "BB-5.5b")
		if sniper {
			need = table.Base("sniper-chooses", g.doc.Tables.Sacrifice.Sniper, "BB-S.5")
		}
		die := t.Roll(by, "victim", 1, 6)
		if die.Total() >= need.Total() {
			chooser = by
		}
		say = append(say, table.A("die", die), table.A("need", need))
	}
	id := table.Decide(t, g.askVictim(chooser, name))
	if u.base(id) == nil {
		id = u.plainest()
	}
	b := *u.base(id)
	u.Bases = slices.DeleteFunc(u.Bases, func(x Stand) bool { return x.ID == id })
	g.camp(u.Side).Lost++
	t.Report("BB-5.5", "sacrifice", append(say, table.A("weapon", b.Weapon), table.A("base", id), table.A("chooser", chooser), table.A("left", len(u.Bases)))...)
	if b.NCO {
		g.promote(t, name)
	}
	if u := g.group(name); u.Quality == "green" && !u.has("stoic") && g.rank(u.Stress) < g.rank(pinned) {
		g.mark(t, name, pinned, "BB-5.5d")
	}
}

// differ reports whether it matters which base goes.
func (u *Group) differ() bool {
	return table.Any(u.Bases[1:], func(b *Stand) bool { return b.Base != u.Bases[0].Base })
}

// promote implements BB-5.5c: another base becomes the NCO base at once.
func (g *Game) promote(t *table.Table, name string) {
	u := g.group(name)
	if len(u.Bases) == 0 {
		return
	}
	id := u.Bases[0].ID
	if len(u.Bases) > 1 {
		id = table.Decide(t, g.askPromote(u.Side, name))
	}
	b := u.base(id)
	if b == nil {
		b = &u.Bases[0]
	}
	b.NCO = true
	t.Report("BB-5.5c", "promoted", table.A("unit", name), table.A("weapon", b.Weapon), table.A("base", b.ID))
}

// eliminate removes a whole GC. If it has not been activated yet, one token of its colour goes too (BB-2.4). The GC
// acting just now, and the parts that left it, have had their token.
func (g *Game) eliminate(t *table.Table, name, rule string) {
	u := g.group(name)
	side, waiting := u.Side, !u.Activated && u.Sector != "" && !slices.Contains(g.family(), name)
	g.camp(side).Lost += len(u.Bases)
	g.camp(side).Fallen = append(g.camp(side).Fallen, u.ID)
	t.Report(rule, "eliminated", table.A("unit", name), table.A("at", u.Sector))
	t.Result("eliminated " + name)
	g.remove(name)
	if at := slices.Index(g.Cup, string(side)); waiting && at >= 0 {
		g.Cup = slices.Delete(g.Cup, at, at+1)
		t.Report("BB-2.4", "token-removed", table.A("side", side))
	}
}
