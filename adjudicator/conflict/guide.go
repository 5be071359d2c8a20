package conflict

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide tells a player who does not own the rulebook what wins, what his counters do and what they can do now.
var guide = table.Guide[*Game]{Briefing: briefing, Score: score, Card: card, Prospects: prospects, Sight: lookout, Reach: reachable, Field: field, Habits: habits, Instead: instead}

// briefing tells a side its task, how VP are scored, its means, its cards, and what a newcomer would not expect.
func briefing(k *Game, s table.Seat) []table.Chapter {
	out := []table.Chapter{k.task(s), k.scoring(), k.forces(s), k.handOf(s), k.special()}
	return slices.DeleteFunc(out, func(c table.Chapter) bool { return len(c.Says)+len(c.Tables) == 0 })
}

// task tells what the firefight is about, the mission of the seat's side, and how long it lasts.
func (k *Game) task(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.task"}
	c.Says = append(c.Says, table.Say("brief.text", "", table.Said("text", k.doc.Scenario.About)...))
	for _, x := range k.doc.Scenario.Sides {
		if x.ID == k.side(s) && len(x.Task) > 0 {
			c.Says = append(c.Says, table.Say("brief.text", "", table.Said("text", x.Task)...))
		}
	}
	c.Says = append(c.Says, table.Say("brief.length", "CH-2.0a", table.A("rounds", k.doc.Scenario.Rounds), table.A("round", max(1, k.Round))))
	return c
}

// scoring tells of every source of VP, who holds the objectives, the score, and what ends the game.
func (k *Game) scoring() table.Chapter {
	c := table.Chapter{Title: "brief.scoring"}
	for _, x := range k.doc.Scenario.Scores {
		if x.Card != "" {
			continue // objective cards are secret; those of a hand are told with it
		}
		c.Says = append(c.Says, k.wage(x))
	}
	if slices.ContainsFunc(k.doc.Scenario.Scores, func(x Score) bool { return strings.HasPrefix(x.For, "papers") }) && !k.Satchel.Out {
		c.Says = append(c.Says, table.Say("brief.papers", "CH-FF2", table.A("holder", k.Satchel.Holder), table.A("at", k.papersAt())))
	}
	for _, o := range k.Goals {
		c.Says = append(c.Says, table.Say("brief.held", "CH-2.5.2b", table.A("at", o.Hex), table.A("side", o.Side)))
	}
	if len(k.Goals) > 0 {
		c.Says = append(c.Says, table.Say("brief.control", "CH-2.5.2b"))
	}
	for _, x := range k.Camps {
		if k.Round == 0 {
			break // nobody has any yet
		}
		c.Says = append(c.Says, table.Say("brief.now", "CH-2.5a", table.A("side", x.Seat), table.A("vp", x.Points)))
	}
	c.Says = append(c.Says, table.Say("brief.winner", "CH-2.4a"))
	return c
}

// score tells the VP of all sides, two in a sentence; nothing before the first round.
func score(k *Game, _ table.Seat) []table.Remark {
	var out []table.Remark
	if k.Round == 0 {
		return nil
	}
	for pair := range slices.Chunk(k.Camps, 2) {
		args := []table.FactArg{table.A("first", pair[0].Seat), table.A("one", pair[0].Points), table.A("more", len(pair) > 1)}
		if len(pair) > 1 {
			args = append(args, table.A("second", pair[1].Seat), table.A("two", pair[1].Points))
		}
		out = append(out, table.Say("short.score", "CH-2.5a", args...))
	}
	return out
}

// wage tells of one source of VP.
func (k *Game) wage(x Score) table.Remark {
	rule := "CH-2.5a"
	switch {
	case x.For == "destroyed":
		rule = "CH-2.5.1a"
	case strings.HasPrefix(x.For, "papers"):
		rule = "CH-FF2"
	}
	hexes := x.Hexes
	if x.For == "objective" && len(hexes) == 0 {
		for _, o := range k.Goals {
			hexes = append(slices.Clip(hexes), o.Hex)
		}
	}
	when := "brief.when." + x.When
	if x.When == "round" && len(x.Rounds) == 0 {
		when = "brief.when.each"
	}
	var rounds []string
	for _, n := range x.Rounds {
		rounds = append(rounds, strconv.Itoa(n))
	}
	return table.Say("brief.score", rule, table.A("side", x.Side), table.A("points", x.Points), table.A("for", "brief.for."+x.For), table.A("hexes", hexes),
		table.A("when", when), table.A("rounds", rounds))
}

// forces tells what a seat has: CAP, units still to come on either side, artillery, weapon cards, exits.
func (k *Game) forces(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.means"}
	camp := k.camp(s)
	if camp == nil {
		return c
	}
	t := k.doc.Tables
	c.Says = append(c.Says, table.Say("brief.cap", "CH-3.2.1a", table.A("cap", camp.Cap), table.A("initial", camp.Initial), table.A("dice", t.CapOnDice)))
	c.Says = append(c.Says, k.arrivals()...)
	for _, x := range camp.Strikes {
		w, _ := k.doc.Weapon(x.Card)
		c.Says = append(c.Says, table.Say("brief.strike", "CH-12.3b", table.A("card", "weapon."+x.Card), table.A("left", x.Left), table.A("red", w.Red), table.A("blue", w.Blue),
			table.A("observers", x.Observers), table.A("level", x.Level), table.A("smoke", x.Smoke)))
	}
	for _, x := range camp.Issued {
		_, id, _ := strings.Cut(x.Unit, ".")
		c.Says = append(c.Says, table.Say("brief.weapon", "CH-8.4b", table.A("card", "weapon."+x.Card), table.A("word", x.Card), table.A("unit", id)))
	}
	for _, x := range k.force(s).Exits {
		c.Says = append(c.Says, table.Say("brief.exit", "CH-5.6a", table.A("hexes", spanned(x.Hexes))))
	}
	return c
}

// arrivals tells which units are still to come, those of one round and place in one sentence (CH-5.5a).
func (k *Game) arrivals() []table.Remark {
	var out []table.Remark
	var told []string
	for u := range table.All(k.Units) {
		if u.Off != coming || len(u.Entry) == 0 || slices.Contains(told, u.name()) {
			continue
		}
		var units []string
		for j := range k.Units {
			if o := &k.Units[j]; o.Off == coming && o.Side == u.Side && o.Round == u.Round && slices.Equal(o.Entry, u.Entry) {
				units, told = append(units, o.name()), append(told, o.name())
			}
		}
		out = append(out, table.Say("brief.arrival", "CH-5.5a", table.A("units", units), table.A("round", u.Round), table.A("hexes", u.Entry), table.A("span", spanned(u.Entry))))
	}
	return out
}

// handOf tells of each card that a seat holds what it does and how it is ordered.
func (k *Game) handOf(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.hand"}
	camp := k.camp(s)
	if camp == nil {
		return c
	}
	for _, id := range slices.Compact(slices.Clone(camp.Hand)) {
		if x, ok := k.doc.Card(id); ok {
			c.Says = append(c.Says, table.Say("brief.card", x.Rule, table.A("card", "card."+id), table.A("effect", "effect."+id), table.A("how", "use."+id), table.A("cost", x.Cost), table.A("icon", "icon."+x.Icon)))
		}
	}
	for _, x := range k.doc.Scenario.Scores {
		if x.Card != "" && slices.Contains(camp.Goal, x.Card) {
			c.Says = append(c.Says, k.wage(x))
		}
	}
	return c
}

// special tells what a newcomer would not expect, and what this game has of hidden units, works and options.
func (k *Game) special() table.Chapter {
	c := table.Chapter{Title: "brief.special"}
	t := k.doc.Tables
	c.Says = append(c.Says,
		table.Say("brief.turns", "CH-2.2a"), table.Say("brief.activation", "CH-3.0a", table.A("ap", t.AP)), table.Say("brief.opportunity", "CH-3.1a"),
		table.Say("brief.facing", "CH-7.3a"), table.Say("brief.second", "CH-7.4a", table.A("critical", t.Critical)), table.Say("brief.close", "CH-7.7.3a"))
	for _, x := range []struct {
		in        bool
		key, rule string
	}{
		{k.fields(func(u *Unit) bool { return u.Hidden }) || slices.ContainsFunc(k.Camps, func(x Camp) bool { return len(x.Hidden) > 0 }), "brief.hidden", "CH-10.0a"},
		{slices.ContainsFunc(k.Forts, func(f Fort) bool { return f.Kind == "trench" || f.Kind == "bunker" }), "brief.works", "CH-18.2a"},
		{slices.ContainsFunc(k.Forts, func(f Fort) bool { return f.Kind == "wire" || f.Kind == "roadblock" }), "brief.obstacles", "CH-18.3.1b"},
		{k.fields(k.vehicle), "brief.vehicles", "CH-14.1a"},
		{k.Cautious, "brief.cautious", "CH-5.0.3b"}, {k.Vary != "", "brief.vary", "CH-3.0.1a"},
	} {
		if x.in {
			c.Says = append(c.Says, table.Say(x.key, x.rule))
		}
	}
	return c
}

// fields reports whether either side has a unit of a kind that is not lost.
func (k *Game) fields(is func(*Unit) bool) bool {
	return table.Any(k.Units, func(u *Unit) bool { return u.Off != destroyed && u.Off != left && is(u) })
}

// habits are the standing orders by which most players of this game play.
func habits(k *Game, s table.Seat) []string {
	out := []string{"standing cap attack=1 rally=1 need=8", "standing entered fight", "standing stop hit=no entered=yes destroyed=yes"}
	if c := k.camp(s); k.Cards && (k.Round == 0 || c != nil && slices.Contains(c.Hand, cardLuck)) {
		out = append(out, "standing luck flip")
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && u.Status == fresh && u.Aboard == "" && !k.print(u).NoFire && !k.print(u).Mortar() && k.reach(u) > 0 {
			return append(out, "standing if enemy moved then react: fire "+u.ID+" mover need 8 by opportunity")
		}
	}
	return out
}

// lookout tells whether there is a line of sight between two hexes or units, and what blocks it (CH-6.0e).
func lookout(k *Game, _ table.Seat, from, to string) []table.Remark {
	from, to = k.hexOf(from), k.hexOf(to)
	if !k.has(from) || !k.has(to) {
		return nil
	}
	args := []table.FactArg{table.A("from", from), table.A("to", to), table.A("distance", k.distance(from, to)), table.A("fromlevel", k.level(from)), table.A("tolevel", k.level(to))}
	if x := k.los(from, to); x.clear {
		return []table.Remark{table.Say("los.clear", "CH-6.0a", append(args, table.A("haze", x.haze), table.A("terrain", "terrain."+k.terrain(to).ID), table.A("dm", board.Modifier(k.terrain(to).DM)))...)}
	}
	return []table.Remark{table.Say("los.blocked", "CH-6.0a", append(args, table.A("at", k.obstructing(from, to)))...)}
}

// hexOf returns the hex of a unit by its name or id, or the hex itself.
func (k *Game) hexOf(name string) string {
	for i := range k.Units {
		if u := &k.Units[i]; u.name() == name || u.ID == name && !k.has(name) {
			return u.Hex
		}
	}
	return name
}

// obstructing lists the hexes that cut a line of sight.
func (k *Game) obstructing(a, b string) []string {
	if k.level(a) > k.level(b) {
		a, b = b, a
	}
	e := ends{low: a, high: b, l: k.level(a), h: k.level(b)}
	var out []string
	for _, c := range k.net.Between(a, b).Crossings {
		out = append(out, table.Keep(c.Cells, func(hex string) bool { return k.obstacle(hex, e) != open })...)
	}
	return out
}

// reachable lists the hexes that a unit can reach with the AP of its activation, with their cost and cover and how many enemies see them.
func reachable(k *Game, s table.Seat, unit string) []table.Chapter {
	u := k.own(s, unit)
	if u == nil || !u.on() {
		return nil
	}
	if r := k.immobile(u); r != nil {
		return []table.Chapter{{Says: []table.Remark{{Key: r.Code, Rule: r.Rule, Args: r.Args}}}}
	}
	purse := k.purse(u)
	t := board.Table{Heads: []string{"head.hex", "card.ap", "card.terrain", "card.dm", "reach.watchers"}}
	barred := false
	for _, hex := range k.net.Places() {
		if far := k.distance(u.Hex, hex); far == 0 || far > 2*purse {
			continue
		}
		if way, cost, ok := shortest(k, u, u.Hex, hex); ok && cost <= purse {
			ap := strconv.Itoa(cost)
			if slices.ContainsFunc(way[1:], func(at string) bool { return len(k.obstacles(u, "", at, table.Sum{})) > 0 }) {
				ap, barred = ap+"*", true
			}
			t.Rows = append(t.Rows, []string{hex, ap, "terrain." + k.terrain(hex).ID, board.Modifier(k.terrain(hex).DM), strconv.Itoa(k.watchers(u.Side, hex))})
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int {
		one, two := strings.TrimSuffix(a[1], "*"), strings.TrimSuffix(b[1], "*")
		return cmp.Or(cmp.Compare(len(one), len(two)), cmp.Compare(one, two))
	})
	return []table.Chapter{{Says: []table.Remark{table.Say("reach.foot", "CH-5.0a", table.A("unit", u.name()), table.A("ap", purse), table.A("cap", u.Status == used && k.Stage == "turns"), table.A("barred", barred))}, Tables: []board.Table{t}}}
}

// purse returns the AP that a unit can spend now: those of the running activation if it is in it, the CAP of its side if it is used, otherwise a
// whole activation.
func (k *Game) purse(u *Unit) int {
	switch {
	case u.Status == active:
		return k.camp(u.Seat).AP
	case u.Status == used && k.Stage == "turns":
		return k.camp(u.Seat).Cap // CH-3.2.2a
	}
	return k.doc.Tables.AP
}

// watchers counts the enemies that see a hex.
func (k *Game) watchers(side, hex string) int {
	n := 0
	for i := range k.Units {
		if e := &k.Units[i]; e.Side != side && e.on() && !e.Hidden && k.looks(e, hex) {
			n++
		}
	}
	return n
}
