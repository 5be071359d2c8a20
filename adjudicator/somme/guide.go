package somme

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// guide is what players are told who do not own the rulebook.
var guide = table.Guide[*Game]{Briefing: briefing, Card: referenceCard, Prospects: prospects, Reach: reaches, Field: field, Habits: habits, Score: standings, Stage: stage}

// habits are the standing orders that spare most questions: what follows the dice is then settled beforehand.
func habits(_ *Game, s table.Seat) []string {
	if s == german {
		return []string{"standing exploit", "standing advance all", "standing artillery all", "standing retreat enough"}
	}
	return []string{"standing retreat enough", "standing artillery all", "standing withdraw", "standing advance all"}
}

// stage is the operational sequence of a turn that has several: each has all phases of both players (SO-7).
func stage(k *Game, s table.Seat) (out []table.Remark) {
	if k.Sequences >= 2 && k.Sequence >= 1 {
		out = append(out, table.Say("guide.sequence", "SO-7", table.A("n", k.Sequence), table.A("of", k.Sequences)))
	}
	if k.Sequence >= 1 && k.Phasing == other(s) { // aircraft fly in the phases of either side
		out = append(out, table.Say("guide.guest", "SO-3c", table.A("side", k.Phasing)))
	}
	return out
}

// briefing tells a side what wins, the special rules of the scenario, and how units move and fight.
func briefing(k *Game, s table.Seat) []table.Chapter {
	out := []table.Chapter{k.task(s), cite("guide.peculiar", scenarioRules[k.doc.Scenario.Victory.Kind])}
	if c := k.special(); len(c.Says) > 0 {
		out = append(out, c)
	}
	out = append(out, cite("guide.movement", moving), cite("guide.fighting", fighting), cite("guide.after", afterwards))
	for i := 2; i < len(out); i++ {
		out[i].Apart = true // a hundred lines of rules before the first order would bury the task
	}
	return out
}

// The rules that somebody must know who has never seen the game.
var (
	moving = []string{"SO-4a", "SO-5a", "SO-11.1.1a", "SO-11.1.1b", "SO-11.1.1d", "SO-11.1.2a", "SO-11.1.3a", "SO-11.2.1a", "SO-11.2.1b", "SO-11.2.2a", "SO-11.2.3b", "SO-11.2.8a", "SO-11.2.8b",
		"SO-11.2.8c", "SO-9.1a", "SO-9.1d", "SO-9.2a", "SO-9.2b", "SO-9.2c"}
	fighting = []string{"SO-12.1a", "SO-12.1b", "SO-12.1c", "SO-12.1e", "SO-12.2.1b", "SO-12.2.1c", "SO-15.2.2b", "SO-15.2.2c", "SO-15.2.2d", "SO-15.2.2e", "SO-12.2.3a", "SO-12.2.3b", "SO-12.2.3c", "SO-12.2.4a",
		"SO-12.2.4b", "SO-12.2.4c", "SO-12.2.4d", "SO-12.2.4n", "SO-12.2.4r", "SO-12.2.5b"}
	afterwards = []string{"SO-12.2.6e", "SO-12.2.6f", "SO-12.2.6g", "SO-12.2.6h", "SO-12.2.6i", "SO-12.2.8a", "SO-12.2.8b", "SO-12.2.8d", "SO-12.2.8g", "SO-12.2.8j", "SO-12.2.8k", "SO-12.3d", "SO-12.5b",
		"SO-12.5c", "SO-13.0a", "SO-14.0a", "SO-14.0f", "SO-14.2a"}
)

// cite is a chapter of rules, each in our own words.
func cite(title string, rules []string) table.Chapter {
	c := table.Chapter{Title: title}
	for _, id := range rules {
		c.Says = append(c.Says, table.Cite(id))
	}
	return c
}

// task tells how the game is won by the scenario's own rule, the levels of victory, and who holds what counts now (SO-16).
func (k *Game) task(_ table.Seat) table.Chapter {
	v, turns := k.doc.Scenario.Victory, k.doc.Scenario.Turns
	c := cite("guide.task", victoryRules[v.Kind])
	say := func(key, rule string, args ...table.FactArg) { c.Says = append(c.Says, table.Say(key, rule, args...)) }
	switch v.Kind {
	case "bridges":
		c.Tables = append(c.Tables, k.places())
	case "points":
		say("guide.places", "SO-S2.14", table.A("n", len(v.Hexes)), table.A("now", k.placesHeld().Total()))
	case "crosses":
		say("guide.crosses", "SO-S3.8", table.A("german", k.crosses(german).Total()), table.A("allied", k.crosses(allied).Total()))
	}
	for i, l := range v.Levels {
		if v.Kind == "bridges" && len(v.Levels) == 2 {
			break // the rule has said so
		}
		key := "guide.level"
		if i > 0 && i == len(v.Levels)-1 {
			key = "guide.level-else"
		}
		say(key, levelRule[v.Kind], append([]table.FactArg{table.A("from", l.From), table.A("of", "guide.of."+v.Kind)}, table.Said("name", l.Name)...)...)
	}
	say("guide.turns", "SO-7a", table.A("first", turns[0].Number), table.A("last", turns[len(turns)-1].Number), table.A("one", len(turns) == 1))
	return c
}

// victoryRules are the rules of victory of each kind of scenario, levelRule cites its levels.
var (
	victoryRules = map[string][]string{"bridges": {"SO-S1.12"}, "points": {"SO-S2.12", "SO-S2.13", "SO-S2.14"}, "crosses": {"SO-S3.8"}, "campaign": {"SO-P.1a", "SO-P.2", "SO-P.3a", "SO-P.3b"}}
	levelRule    = map[string]string{"bridges": "SO-S1.12", "points": "SO-S2.14", "crosses": "SO-S3.8", "campaign": "SO-P.3b"}
)

// standings says who would win if the game ended now. In the campaign that hangs on markers which nobody has turned over.
func standings(k *Game, _ table.Seat) []table.Remark {
	switch v := k.doc.Scenario.Victory; v.Kind {
	case "bridges":
		both, half := 0, 0
		for _, b := range v.Bridges {
			x, y, _ := strings.Cut(b, "/")
			switch one, two := k.holder(x) == german, k.holder(y) == german; {
			case one && two:
				both++
			case one || two:
				half++
			}
		}
		return []table.Remark{table.Say("guide.score.bridges", "SO-S1.12", table.A("both", both), table.A("half", half))}
	case "points":
		now := k.placesHeld().Total()
		return []table.Remark{table.Say("guide.score.points", "SO-S2.14", append([]table.FactArg{table.A("n", len(v.Hexes)), table.A("now", now)}, table.Said("name", k.levelFor(now).Name)...)...)}
	case "crosses":
		ours, theirs := k.crosses(german).Total(), k.crosses(allied).Total()
		return []table.Remark{table.Say("guide.score.crosses", "SO-S3.8", append([]table.FactArg{table.A("german", ours), table.A("allied", theirs)}, table.Said("name", k.levelFor(ours-theirs).Name)...)...)}
	}
	return nil
}

func sideKey(id string) string {
	if id == "" {
		return "guide.nobody"
	}
	return "side." + id
}

// special tells the special rules that the scenario's document names.
func (k *Game) special() table.Chapter {
	var rules []string
	for _, name := range k.doc.Scenario.Rules {
		rules = append(rules, specialRules[name]...)
	}
	return cite("guide.special", rules)
}

// scenarioRules are the rules of a scenario besides those of victory, specialRules those that its document names.
var (
	scenarioRules = map[string][]string{
		"bridges": {"SO-S1.1", "SO-S1.2", "SO-S1.4", "SO-S1.5", "SO-S1.6", "SO-S1.7", "SO-S1.10", "SO-S1.11"},
		"points":  {"SO-S2.1", "SO-S2.2", "SO-S2.3", "SO-S2.4", "SO-S2.5", "SO-S2.6", "SO-S2.7", "SO-S2.8", "SO-S2.10", "SO-S2.11"},
		"crosses": {"SO-S3.1", "SO-S3.2", "SO-S3.3", "SO-S3.4", "SO-S3.5", "SO-S3.6", "SO-S3.7", "SO-S3.9"},
		"campaign": {"SO-CAM.1", "SO-CAM.2", "SO-CAM.3", "SO-CAM.4", "SO-CAM.5", "SO-CAM.6", "SO-CAM.7", "SO-CAM.8", "SO-CAM.9", "SO-CAM.10", "SO-CAM.11a", "SO-CAM.11c", "SO-CAM.11d",
			"SO-CAM.12a", "SO-CAM.12b", "SO-CAM.12c"},
	}
	specialRules = map[string][]string{
		"cooperation": {"SO-COOP.a", "SO-COOP.b", "SO-COOP.c", "SO-COOP.d", "SO-COOP.f"},
		"hutier":      {"SO-HUT.a", "SO-HUT.b", "SO-HUT.c", "SO-HUT.d", "SO-HUT.e"},
		"bruchmuller": {"SO-15.2.2g"},
	}
)

// reaches lists the hexes to which a unit can go now, in the phase that is played.
func reaches(k *Game, _ table.Seat, unit string) []table.Chapter {
	u := k.unit(unit)
	if u == nil || u.Hex == "" {
		return nil
	}
	as := inMovement
	if k.Phase == "pursue" || k.Phase == "exploit" {
		as = exploiting
	}
	if why := k.mayGo(u, as); why != nil {
		return []table.Chapter{{Says: []table.Remark{table.Say(why.Code, why.Rule, why.Args...)}}}
	}
	sight, left := k.survey(u.Side), k.allowance(u, as).Total()-u.Spent
	marks, way := k.explored(sight, u, as)
	by := make([][]string, max(0, left)+1)
	var stops []string
	for at, in := range marks {
		hex := k.net.hexes[at]
		if !in || hex == u.Hex {
			continue
		}
		cost := min(max(0, left), way.reachCost(at, left))
		by[cost] = append(by[cost], hex)
		if sight.zoc(at) {
			stops = append(stops, hex)
		}
	}
	t := board.Table{Heads: []string{"guide.mp", "head.hexes"}}
	for cost, hexes := range by {
		if len(hexes) > 0 {
			slices.Sort(hexes)
			t.Rows = append(t.Rows, []string{strconv.Itoa(cost), strings.Join(hexes, " ")})
		}
	}
	c := table.Chapter{Says: []table.Remark{table.Say("guide.reach", "SO-11.1.1a", table.A("unit", u.ID), table.A("points", left))}}
	if len(stops) > 0 {
		slices.Sort(stops)
		c.Says = append(c.Says, table.Say("guide.reach.zone", "SO-11.1.1a", table.A("zone", stops)))
	}
	if len(t.Rows) > 0 {
		c.Tables = []board.Table{t}
	}
	return []table.Chapter{c}
}
