package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// captain writes the plans of a side from what it knows.
type captain struct {
	*Game
	manner
	pick func(n int) int
}

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name    string
	dash    int  // 1: nobody who has a way to go stops to fire; below 0: whoever has a target nearby does
	bold    int  // in the choice of an assault its own hits count so many halves more; below 0: fewer
	spread  int  // a goal counts as so many UD farther for each group that is nearer to it; below 0: all go to one
	part    int  // the third of the objectives that it makes for, from west to east; 0: all
	still   bool // nobody goes anywhere
	begins  int  // nobody goes anywhere before this turn
	thirsty bool // everybody goes to the water, not the nearest only (BB-A4.4j)
}

// manners are those worth trying: bolder and more careful ones, and one for each third of the objectives.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "dash", dash: 1}, {name: "dash and bold", dash: 1, bold: 1}, {name: "steady", dash: -1}, {name: "steady and careful", dash: -1, bold: -1},
		{name: "bold", bold: 1}, {name: "careful", bold: -1}, {name: "massed", spread: -2}, {name: "spread", spread: 2}, {name: "dash, massed", dash: 1, spread: -2},
		{name: "still", still: true}, {name: "still, careful", still: true, bold: -1}, {name: "third turn", begins: 3}, {name: "fifth turn", begins: 5},
		{name: "thirsty", thirsty: true}, {name: "thirsty, dash", thirsty: true, dash: 1},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "dash to the first", part: 1, dash: 1}, {name: "dash to the second", part: 2, dash: 1}, {name: "dash to the third", part: 3, dash: 1},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { command(d, m) }})
	}
	return out
}

// stops reports whether a GC that has a way to go stays to fire at an enemy nearby: twice in three times, if the manner does not say.
func (k captain) stops() bool {
	return k.dash < 0 || k.dash == 0 && k.pick(3) > 0
}

// waits reports whether nobody goes anywhere now.
func (k captain) waits() bool { return k.still || k.Number < k.begins }

// minds reports whether an objective on the map is one that the bot makes for: all are, or those of one third.
func (k captain) minds(o Objective) bool {
	if k.part == 0 {
		return true
	}
	var places []string
	for _, o := range k.Objectives {
		if o.Place != "" {
			places = append(places, o.Place)
		}
	}
	slices.Sort(places)
	return 3*slices.Index(places, o.Place)/len(places) == k.part-1
}
