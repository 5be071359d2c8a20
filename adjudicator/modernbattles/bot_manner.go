package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name  string
	bold  int  // 1: it charges enemies who are no more than its own men, not half as many
	guard int  // so many more units stay at each objective that is held
	wary  int  // 1: units in cover stay there to fire at enemies 300 tenths of an inch away, not 180
	rash  bool // nobody stays in cover or beside an enemy at an objective, and moves are doubled
	all   bool // supports come along
	still bool // nobody goes anywhere
	part  int  // the objective that it makes for, from 1; 0: the nearest
}

// manners are those worth trying: bolder and more careful ones, and one for each of the first objectives.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "bold", bold: 1}, {name: "rash", rash: true}, {name: "rash and bold", rash: true, bold: 1}, {name: "all", all: true}, {name: "all in", all: true, rash: true, guard: -2},
		{name: "wary", wary: 1}, {name: "guarded", guard: 2}, {name: "wary and guarded", wary: 1, guard: 2}, {name: "spread", guard: -2}, {name: "still", still: true},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "rash to the first", part: 1, rash: true}, {name: "rash to the second", part: 2, rash: true}, {name: "rash to the third", part: 3, rash: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { general{d, m}.command() }})
	}
	return out
}

// minds reports whether an objective is one that the bot makes for.
func (c general) minds(id string) bool {
	if c.part == 0 {
		return true
	}
	i := slices.IndexFunc(c.Known.Objectives, func(o Objective) bool { return o.ID == id })
	return i%min(3, len(c.Known.Objectives)) == (c.part-1)%min(3, len(c.Known.Objectives))
}
