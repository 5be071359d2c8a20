package duel

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide tells a player who does not own the rulebook what to do, from the same data and procedures that adjudicate.
var guide = table.Guide[*Game]{
	Briefing: briefing, Card: card, Prospects: prospects, Sight: sight, Reach: reach, Field: field,
	Habits: func(*Game, table.Seat) []string { return []string{"standing hit ground"} },
}

func briefing(k *Game, s table.Seat) []table.Chapter {
	return []table.Chapter{{Title: "guide.task", Says: []table.Remark{
		table.Say("guide.win", "DU-6.1", table.A("turns", k.doc.Scenario.Turns)),
		table.Say("guide.men", "", table.A("men", k.men(s))),
		table.Say("guide.seen", "DU-5.1"),
	}}}
}

// card is the chart of fire (DU-3.2), worked out by the procedure that adjudicates it.
func card(k *Game, _ table.Seat) []table.Chapter {
	chart := board.Table{Heads: []string{"guide.distance", "terrain.open", "terrain.ruins"}}
	for d := 1; d <= k.doc.Tables.Range; d++ {
		chart.Rows = append(chart.Rows, []string{strconv.Itoa(d), strconv.Itoa(k.needed(d).Total()), strconv.Itoa(k.needed(d).Total() - k.doc.Tables.Cover)})
	}
	return []table.Chapter{{Title: "guide.fire", Says: []table.Remark{table.Say("guide.nerve", "DU-4.2", table.A("nerve", k.doc.Tables.Nerve))}, Tables: []board.Table{chart}}}
}

// prospects proposes every shot with its chance, and the steps into ruins, from where a scout is not seen.
func prospects(k *Game, s table.Seat, phase string) (out []table.Prospect) {
	for _, id := range k.men(s) {
		m := k.man(id)
		switch phase {
		case "fire":
			for _, foe := range k.men(k.enemy(s)) {
				at := k.man(foe)
				need, chance := k.aim(m, at)
				out = append(out, table.Prospect{Unit: id, Target: at.name(), Line: "fire " + id + " at " + foe, Chance: chance, Worth: -need,
					Says: table.Say("guide.shot", "DU-3.2", table.A("at", at.At), table.A("distance", k.grid.Distance(m.At, at.At)), table.A("need", need))})
			}
		case "move":
			for _, p := range k.grid.Neighbours(m.At) {
				if k.grid.Code(k.doc.Scenario.Map, p) == '#' {
					out = append(out, table.Prospect{Unit: id, Line: "move " + id + " to " + p, Says: table.Say("guide.hide", "DU-5.1")})
				}
			}
		}
	}
	return out
}

// aim returns what a scout needs to hit another, and his chance.
func (g *Game) aim(m, at *Man) (need int, chance []table.Likelihood) {
	need = g.needed(g.grid.Distance(m.At, at.At)).Total()
	if g.grid.Code(g.doc.Scenario.Map, at.At) == '#' {
		need -= g.doc.Tables.Cover
	}
	return need, []table.Likelihood{{Result: "guide.hit", Num: int64(min(6, max(0, 7-need))), Den: 6, Told: func(f table.Fact) bool {
		return f.Kind == "fires" && f.Text("unit") == m.name() && slices.ContainsFunc(f.Args, func(a table.FactArg) bool { return a.Name == "hit" && a.Value == true })
	}}}
}

// sight says who in one place would be seen from another (DU-5.1): anybody in the open, in ruins only from beside.
func sight(k *Game, _ table.Seat, from, to string) []table.Remark {
	from, to = k.place(from), k.place(to)
	seen := k.grid.Code(k.doc.Scenario.Map, to) != '#' || k.grid.Distance(from, to) <= 1
	return []table.Remark{table.Say("guide.sight", "DU-5.1", table.A("to", to), table.A("seen", seen), table.A("distance", k.grid.Distance(from, to)))}
}

// field lists the hexes into which a scout can fire (DU-3.2), with what he needs to hit a man there.
func field(k *Game, _ table.Seat, unit string) (out []table.Covered) {
	m := k.man(unit)
	for _, p := range k.grid.Places() {
		d := k.grid.Distance(m.At, p)
		ruins := k.grid.Code(k.doc.Scenario.Map, p) == '#'
		if d == 0 || d > k.doc.Tables.Range || ruins && d > 1 {
			continue
		}
		need, _ := k.aim(m, &Man{At: p})
		if need <= 6 {
			out = append(out, table.Covered{Place: p, Text: strconv.Itoa(need) + "+", Says: table.Say("guide.shot", "DU-3.2", table.A("at", p), table.A("distance", d), table.A("need", need))})
		}
	}
	return out
}

// place returns where a scout is, or the place itself.
func (g *Game) place(name string) string {
	if i := slices.IndexFunc(g.Men, func(m Man) bool { return m.ID == name || m.name() == name }); i >= 0 {
		return g.Men[i].At
	}
	return name
}

func reach(k *Game, _ table.Seat, unit string) []table.Chapter {
	var free []string
	for _, p := range k.grid.Neighbours(k.man(unit).At) {
		if !slices.ContainsFunc(k.Men, func(o Man) bool { return o.At == p }) {
			free = append(free, p)
		}
	}
	return []table.Chapter{{Says: []table.Remark{table.Say("guide.reach", "DU-2.1", table.A("places", free))}}}
}
