package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide tells a player who does not own the rulebook what wins, what his counters do and what they can do now.
var guide = table.Guide[*Game]{Briefing: briefing, Score: score, Card: card, Prospects: prospects, Sight: lookout, Reach: reachable, Field: field, Habits: habits, Lasting: lasting, Stage: stage}

// stage names the player-turn to a side whose own it is not: its guns and small arms have their phases there (LS-4.0b).
func stage(k *Game, s table.Seat) []table.Remark {
	if k.Number == 0 || s == k.Phasing {
		return nil
	}
	return []table.Remark{table.Say("guide.guest", "LS-4.0b", table.A("side", k.Phasing))}
}

// briefing tells a side its task, the points, its means and the rules that are special to the game.
func briefing(k *Game, s table.Seat) []table.Chapter {
	out := []table.Chapter{k.task(s), k.scoring(s), k.means(s), k.special()}
	return slices.DeleteFunc(out, func(c table.Chapter) bool { return len(c.Says)+len(c.Tables) == 0 })
}

// task tells what the scenario is about, how long it lasts and which side moves first.
func (k *Game) task(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.task"}
	first := k.Camps[0].Seat
	c.Says = append(c.Says,
		table.Say("brief.about", "", table.Said("text", k.doc.Scenario.About)...),
		table.Say("brief.length", "LS-4.0b", table.A("turns", k.Length), table.A("first", first), table.A("second", k.other(first)), table.A("yours", s == first)))
	return c
}

// scoring tells what gives points to either side, who holds what now, and which margin wins.
func (k *Game) scoring(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.scoring"}
	v := k.doc.Scenario.Victory
	for _, camp := range k.Camps {
		for _, p := range v.Points {
			if p.Side == string(camp.Seat) {
				c.Says = append(c.Says, k.wage(p, camp.Seat == s))
			}
		}
	}
	if slices.ContainsFunc(v.Points, func(p Points) bool { return p.For == "control" }) {
		c.Says = append(c.Says, table.Say("brief.control", "LS-V"))
	}
	margin := k.score(table.Seat(v.Leader)) - k.score(k.other(table.Seat(v.Leader)))
	c.Says = append(c.Says, table.Say("brief.now", "LS-V", table.A("leader", v.Leader), table.A("margin", margin)))
	for i, r := range v.Results {
		args := []table.FactArg{table.A("margin", r.Margin), table.A("last", i == len(v.Results)-1)}
		if i > 0 {
			args = append(args, table.A("upto", strconv.Itoa(v.Results[i-1].Margin-1)))
		}
		c.Says = append(c.Says, table.Say("brief.result", "LS-V", append(args, table.Said("name", r.Name)...)...))
	}
	return c
}

// score tells the points of both sides and what the game would end in now.
func score(k *Game, s table.Seat) []table.Remark {
	if k.Number == 0 {
		return nil
	}
	v, enemy := k.doc.Scenario.Victory, k.other(s)
	leader := table.Seat(v.Leader)
	margin := k.score(leader) - k.score(k.other(leader))
	args := []table.FactArg{table.A("own", k.score(s)), table.A("enemy", k.score(enemy))}
	for _, r := range v.Results {
		if margin >= r.Margin {
			args = append(args, table.Said("name", r.Name)...)
			break
		}
	}
	return []table.Remark{table.Say("short.score", "LS-V", args...)}
}

// wage tells of one kind of points: what it is given for, and how often it has been earned.
func (k *Game) wage(p Points, own bool) table.Remark {
	held := table.Keep(p.Hexes, func(hex string) bool { return k.controls(table.Seat(p.Side), hex) })
	args := []table.FactArg{table.A("side", p.Side), table.A("own", own), table.A("each", p.VP), table.A("hexes", spans(p.Hexes)), table.A("held", spans(held)), table.A("times", k.earned(p))}
	return table.Say("brief.points", "LS-V", append(args, table.Said("name", p.Name)...)...)
}

// means tells what a side has: counters by kind, artillery, what it sees without observers, reinforcements.
func (k *Game) means(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "brief.means"}
	forces := board.Table{Heads: []string{"head.kind", "brief.number", "head.values"}}
	for u := range table.All(k.Units) {
		if u.Side != s || u.Out != "" {
			continue
		}
		row := []string{k.breed(u), "1", k.figures(u)}
		at := slices.IndexFunc(forces.Rows, func(r []string) bool { return r[0] == row[0] && r[2] == row[2] })
		if at < 0 {
			forces.Rows = append(forces.Rows, row)
			continue
		}
		n, _ := strconv.Atoi(forces.Rows[at][1])
		forces.Rows[at][1] = strconv.Itoa(n + 1)
	}
	c.Tables = append(c.Tables, forces)
	c.Says = append(c.Says, k.keys()...)
	camp := k.camp(s)
	if camp.OBA > 0 {
		c.Says = append(c.Says,
			table.Say("brief.artillery", "LS-5.0a", table.A("pieces", camp.OBA), table.A("smoke", camp.Smoke), table.A("gas", camp.Gas), table.A("range", k.constants().Observe.Value), table.A("air", k.fields("AIR"))),
			table.Say("brief.watched", "LS-5.13a", table.A("hexes", spans(camp.Observed))))
	}
	if k.Number == 0 && slices.ContainsFunc(k.net.Places(), func(hex string) bool { return k.trench(hex) == string(s) }) {
		c.Says = append(c.Says, table.Say("brief.wiring", "LS-7.15c"))
	}
	for _, a := range k.doc.Scenario.Arrivals {
		if a.Side == string(s) {
			c.Says = append(c.Says, table.Say("brief.arrival", "LS-6.1a", table.A("units", a.Units), table.A("number", len(a.Units)), table.A("turn", a.Turn), table.A("hexes", a.Hexes)))
		}
	}
	return c
}

// spans writes hexes in numerical order, those that follow each other down a column as "0801-0810".
func spans(hexes []string) []string {
	var out []string
	all := slices.Compact(sorted(hexes))
	for i := 0; i < len(all); {
		last := i
		column, row := columnRow(all[i])
		for last+1 < len(all) {
			if c, r := columnRow(all[last+1]); c != column || r != row+last+1-i {
				break
			}
			last++
		}
		if last > i+1 {
			out = append(out, all[i]+"-"+all[last])
		} else {
			out = append(out, all[i:last+1]...)
		}
		i = last + 1
	}
	return out
}

// breed is the words' key of what a counter is, as exactly as the data name it: "type.german_veteran".
func (k *Game) breed(u *Piece) string {
	if u.Type != "" {
		return "type." + u.Type
	}
	return k.kind(u)
}

// special tells the rules that this scenario puts in force, the optional ones agreed on, and what a newcomer would not expect.
func (k *Game) special() table.Chapter {
	c := table.Chapter{Title: "brief.special"}
	on := k.doc.Scenario.Switches
	for _, x := range []struct {
		in        bool
		key, rule string
	}{
		{k.fields("TNK", "AC", "CAV", "CAVMG") && on.TankFright, "brief.fright", "LS-4.2c"},
		{on.Fordable, "brief.fordable", "LS-7.11d"}, {on.Exit, "brief.exit", "LS-6.15g"},
		{on.SmallArmsVTanks, "brief.small-arms", "LS-15.12j"}, {k.fields("CAV", "CAVMG"), "brief.cavalry", "LS-6.33a"},
		{len(k.Wire) > 0, "brief.wire", "LS-7.13a"}, {len(k.Mines) > 0, "brief.mines", "LS-7.14a"},
		{k.fields("AIR"), "brief.air", "LS-11.1a"}, {true, "brief.spotting", "LS-8.21a"}, {true, "brief.pin", "LS-9.11a"},
		{!k.in("LS-16.22"), "brief.first", "LS-5.14a"},
	} {
		if x.in {
			c.Says = append(c.Says, table.Say(x.key, x.rule, table.A("tanks", k.fields("TNK"))))
		}
	}
	for _, o := range k.doc.Scenario.Options {
		if k.in(o.ID) {
			c.Says = append(c.Says, table.Say("brief.option", o.ID, table.Said("title", o.Title)...))
		}
	}
	return c
}

// fields reports whether either side has, or awaits, counters of a class.
func (k *Game) fields(classes ...string) bool {
	return table.Any(k.Units, func(u *Piece) bool { return u.Out == "" && slices.Contains(classes, u.Class) })
}

// habits are the standing orders by which most players of this game play.
func habits(k *Game, s table.Seat) []string {
	out := []string{"standing losses pinned,infantry,mgs"}
	if k.has(s, "", (*Piece).group) {
		out = append(out, "standing rifles prefer densest")
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.Side == s && u.Out == "" && u.Class == "FLT" {
			return append(out, "standing flames groups 1")
		}
	}
	return out
}
