package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide is what players are told who do not own the rulebook.
var guide = table.Guide[*Game]{Briefing: briefing, Score: score, Card: card, Prospects: prospects, Sight: lineOfSight, Reach: reaches, Field: field, Habits: habits}

// briefing tells a side what wins, what its troops are like, what it may have instead, whom its chiefs lead, and how a turn is fought.
func briefing(k *Game, s table.Seat) []table.Chapter {
	if k.camp(s) == nil {
		return nil
	}
	out := []table.Chapter{k.task(s)}
	if c := k.nature(s); len(c.Says) > 0 {
		out = append(out, c)
	}
	if c := k.choice(s); len(c.Says) > 0 {
		out = append(out, c)
	}
	if c := k.command(s); len(c.Tables[0].Rows) > 0 {
		out = append(out, c)
	}
	how := k.basics()
	how.Apart = true // two score lines of rules before the first order would bury the task
	return append(out, how)
}

// task tells how the game is won, how long it lasts, and who holds what now.
func (k *Game) task(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "guide.task"}
	say := func(key, rule string, args ...table.FactArg) { c.Says = append(c.Says, table.Say(key, rule, args...)) }
	switch k.doc.system() {
	case chaco:
		say("brief.water", "BB-A4.4j")
		say("brief.reserve", "BB-A4.4g", table.A("points", k.doc.Scenario.Wilds.Reserve))
		say("brief.thirst", "BB-A4.4h")
		say("brief.markers", "BB-A4.4c")
		say("brief.unknown", "BB-A4.4d")
	case generator:
		say("brief.more", "BB-A2.3b")
		for _, e := range k.doc.Tables.GameEnd {
			if e.Turn >= k.Number {
				say("brief.end-die", "BB-A2.3a", table.A("turn", e.Turn), table.A("score", e.Score))
				break
			}
		}
		say("brief.taking", "BB-A2.3b")
	default:
		say("brief.more", "BB-A3.6h")
		say("brief.length", "BB-A3.6g", table.A("turns", k.Length), table.A("now", k.Number))
		say("brief.taking", "BB-A3.6e")
	}
	if n := k.doc.Scenario.Decoys; n > 0 && k.doc.system() != chaco {
		say("brief.decoys", "BB-A3.6b", table.A("decoys", n), table.A("all", len(k.Objectives)))
	}
	placed := board.Table{Title: "guide.held", Heads: []string{"head.objective", "head.sector", "head.holder"}}
	for _, o := range k.Objectives {
		if o.Place != "" {
			placed.Rows = append(placed.Rows, []string{o.ID, o.Place, string(o.Holder)})
		}
	}
	if k.Number > 0 && k.doc.system() != chaco {
		say("brief.score", "", table.A("own", k.points(s)), table.A("enemy", k.points(k.other(s))))
	}
	if e := k.camp(s).Edge; e != "" {
		say("brief.edge", "", table.A("edge", e))
	}
	if len(placed.Rows) > 0 {
		c.Tables = append(c.Tables, placed)
	}
	return c
}

// score tells who holds how many objectives; in the Chaco nothing is held.
func score(k *Game, s table.Seat) []table.Remark {
	switch {
	case k.camp(s) == nil:
		return nil
	case k.Number == 0:
		return k.zoneRemark(s)
	case k.doc.system() == chaco:
		return nil
	}
	return []table.Remark{table.Say("short.score", "", table.A("own", k.points(s)), table.A("enemy", k.points(k.other(s))), table.A("all", len(k.Objectives)))}
}

// characteristics lists those of a side, in the order of the tables.
func (k *Game) characteristics(s table.Seat) []string {
	var has []string
	for i := range k.Groups {
		if k.Groups[i].Side == s {
			has = append(has, k.Groups[i].Traits...)
		}
	}
	if k.Number == 0 && len(has) == 0 {
		if has = slices.Clone(k.camp(s).Traits); len(has) == 0 {
			side, _ := k.doc.Side(string(s))
			for _, gc := range k.list(s).GCs {
				has = append(has, k.doc.TroopOf(side, k.list(s), gc)...)
			}
		}
	}
	return table.Pick(k.doc.Characteristics, func(c *Characteristic) (string, bool) { return c.ID, slices.Contains(has, c.ID) })
}

// nature tells what a side's characteristics do (BB-A1.3).
func (k *Game) nature(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "guide.nature"}
	own := k.characteristics(s)
	for _, x := range k.doc.Characteristics {
		if slices.Contains(own, x.ID) {
			c.Says = append(c.Says, table.Say("trait."+x.ID, x.Rule, table.A("name", x.ID)))
		}
	}
	if n := k.nation(s); n != nil && !k.Own && slices.Contains(k.mustering(), s) {
		c.Says = append(c.Says, table.Say("brief.choose", "BB-A1.1", table.A("has", n.Mandatory), table.A("of", n.Optional)))
	}
	foot := slices.ContainsFunc(own, func(id string) bool { return !slices.Contains(vehicleTraits, id) })
	if foot && slices.ContainsFunc(k.Groups, func(u Group) bool { return u.Side == s && u.vehicle() }) {
		c.Says = append(c.Says, table.Say("brief.vehicle-traits", "BB-R32", table.A("traits", slices.DeleteFunc(own, func(id string) bool { return !slices.Contains(vehicleTraits, id) }))))
	}
	return c
}

// command tells who leads whom and what each GC needs now to be activated (BB-3.1).
func (k *Game) command(s table.Seat) table.Chapter {
	a := k.doc.Tables.Activation
	c := table.Chapter{Title: "guide.command", Says: []table.Remark{
		table.Say("brief.encouraged", "BB-3.1b", table.A("ud", a.Radius), table.A("encouraged", a.Encouraged), table.A("isolated", a.Isolated))}}
	t := board.Table{Heads: []string{"head.gc", "head.kind", "head.chief", "head.test"}}
	for u := range table.All(k.Groups) {
		if u.Side != s {
			continue
		}
		kind := "kind." + u.Kind
		if u.Charismatic {
			kind += ", price.charismatic"
		}
		if u.Reco {
			kind += ", price.reco"
		}
		t.Rows = append(t.Rows, []string{u.ID, kind, u.Section, k.testCell(u)})
	}
	if slices.ContainsFunc(k.Groups, func(u Group) bool { return u.Side == s && u.Kind == "autonomous" }) {
		c.Says = append(c.Says, table.Say("brief.autonomous", "BB-3.6c", table.A("ud", a.Paid)))
	}
	c.Tables = []board.Table{t}
	return c
}

// testCell says what a GC on the table needs to be activated where it stands.
func (k *Game) testCell(u *Group) string {
	if u.Sector == "" || k.Number == 0 {
		return ""
	}
	yes, _ := k.encouraged(u)
	if yes && u.has("disciplined") {
		return "test.none"
	}
	status := "status.isolated"
	if yes {
		status = "status.encouraged"
	}
	return strconv.Itoa(k.activationNeed(u)) + "+ (" + status + ")"
}

// activationNeed returns the die that a GC needs in its activation test as things stand (BB-3.1).
func (k *Game) activationNeed(u *Group) int {
	a := k.doc.Tables.Activation
	need := a.Isolated
	if yes, _ := k.encouraged(u); yes {
		need = a.Encouraged
	}
	return need - a.Quality.Of(u.Quality) - u.BoostAct
}

// basics tells how a turn is fought, in a dozen sentences with the numbers of the charts.
func (k *Game) basics() table.Chapter {
	t := k.doc.Tables
	price := func(action string) table.FactArg { return table.A("points", k.price(action)) }
	c := table.Chapter{Title: "guide.basics", Says: []table.Remark{
		table.Say("brief.terms", "BB-1.3"),
		table.Say("brief.token", "BB-2.2"),
		table.Say("brief.points", "BB-3.2", table.A("points", t.Points)),
		table.Say("brief.failure", "BB-3.3"),
		table.Say("brief.moving", "BB-3.4a", table.A("cover", k.price("move_cover"))),
		table.Say("brief.fire", "BB-4.6", table.A("dispute", t.ToHit.NotPriority)),
		table.Say("brief.saves", "BB-4.9", table.A("fails", t.SaveFails)),
		table.Say("brief.stress", "BB-5.2"),
		table.Say("brief.rally", "BB-8.1"),
		table.Say("brief.assault", "BB-3.5a", price("assault"), table.A("ud", t.CloseCombat.Retreat)),
		table.Say("brief.watch", "BB-3.5c", price("watch")),
	}}
	if k.doc.Scenario.Conventions.Ambush {
		c.Says = append(c.Says, table.Say("brief.ambush", "BB-3.7"))
	}
	if slices.ContainsFunc(k.Groups, func(u Group) bool { return u.vehicle() }) {
		c.Says = append(c.Says, table.Say("brief.vehicles", "BB-10.4"), table.Say("brief.breakdown", "BB-10.10", table.A("need", t.Vehicles.Breakdown.Needed)))
	}
	return c
}

// price returns the points of an action of the chart, before any characteristic (BB-3.4, BB-3.5).
func (k *Game) price(action string) int { return k.cost(&Group{}, "", action).points }

// habits are the standing orders that most players want: not to fire from watch at what only a 6 can hit, to say that an enemy is harmless
// where that may save a point, and to give up plain bases first.
func habits(k *Game, s table.Seat) []string {
	hits := 6
	for _, r := range k.doc.Tables.ToHit.Needed {
		hits = r.Score
	}
	out := []string{"standing watch max_hit=" + strconv.Itoa(hits), "standing claim harmless"}
	own := func(weapon string) bool {
		return slices.ContainsFunc(k.Groups, func(u Group) bool {
			return u.Side == s && len(u.Bases) > 1 && slices.ContainsFunc(u.Bases, func(b Stand) bool { return b.Weapon == weapon })
		})
	}
	if own("rifle") {
		out = append(out, "standing sacrifice bases 3 order rifle")
	}
	return out
}
