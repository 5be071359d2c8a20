package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name      string
	rash      bool // nobody stops on his way to fire, nor goes by short bounds
	steady    bool // whoever has an enemy in range fires, near or not
	still     bool // nobody leaves his sector but for water, or to stay with his chief
	bold      int  // it assaults enemies from whom it expects so many hits in six more than it hopes for; below 0: only if it hopes for so many more
	leaves    bool // nobody stays behind at an objective
	keeps     bool // one GC stays at each objective that is held, whether an enemy is near or not
	moveFirst bool // those who move are activated before those who fire
	part      int  // the objective that it makes for, from 1; 0: the nearest
}

// manners are those worth trying: bolder and more careful ones, and one for each objective.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "rash", rash: true}, {name: "rash and bold", rash: true, bold: 6}, {name: "bold", bold: 6}, {name: "coy", bold: -6}, {name: "steady", steady: true}, {name: "steady and coy", steady: true, bold: -6},
		{name: "still", still: true}, {name: "still and coy", still: true, bold: -6}, {name: "leaves", leaves: true}, {name: "keeps", keeps: true}, {name: "keeps, steady", keeps: true, steady: true}, {name: "move first", moveFirst: true},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "rash to the first", part: 1, rash: true}, {name: "rash to the second", part: 2, rash: true}, {name: "rash to the third", part: 3, rash: true},
		{name: "steady to the first", part: 1, steady: true}, {name: "steady to the second", part: 2, steady: true}, {name: "steady to the third", part: 3, steady: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { planner{d.Known, m}.write(d) }})
	}
	return out
}

// minds reports whether an objective is one that the bot makes for: of those that its side wants, if it wants the chosen one.
func (p planner) minds(u *Group, o Objective) bool {
	i := (p.part - 1) % max(1, len(p.Objectives))
	return p.part == 0 || p.Objectives[i].ID == o.ID || !p.wants(u.Side, p.Objectives[i]) || slices.Contains(p.at(p.Objectives[i].Place), u.name())
}
