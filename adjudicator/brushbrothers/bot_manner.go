package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name  string
	bold  int  // sixths of a hit that it credits its men with before an assault
	aloof bool // it never assaults
	march bool // men with a goal go there at once and do not stop to fire
	still bool // nobody leaves his sector
	part  int  // the third of the objectives that it makes for, from 1; 0: all
}

// manners are those worth trying: bolder and more careful ones, and one for each third of the objectives.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "bold", bold: 6}, {name: "careful", bold: -6}, {name: "aloof", aloof: true}, {name: "march", march: true}, {name: "march and bold", march: true, bold: 6},
		{name: "still", still: true}, {name: "still and bold", still: true, bold: 6},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "march to the first", part: 1, march: true}, {name: "march to the second", part: 2, march: true}, {name: "march to the third", part: 3, march: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: m.plan})
	}
	return out
}

// minds reports whether an objective is one that a manner makes for: all are, or those of one third in the scenario's order.
func (k *Game) minds(m manner, o Objective) bool {
	if m.part == 0 {
		return true
	}
	i := slices.IndexFunc(k.Objectives, func(x Objective) bool { return x.ID == o.ID })
	return 3*i/len(k.Objectives) == m.part-1
}
