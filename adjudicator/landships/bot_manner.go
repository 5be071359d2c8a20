package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name     string
	drumfire int  // so many more elements fire at a hex
	crowd    int  // so many more units make for a goal before the next goal gets any
	more     int  // groups that it asks for besides one more than the enemy's before it assaults
	aloof    int  // hexes further from an enemy at which foot and tanks stop
	close    int  // hexes nearer to him at which machine guns do
	rash     bool // it leaves what it holds, and assaults tanks
	still    bool // nobody advances
	part     int  // the third of its goals that it makes for, from 1; 0: all
}

// manners are those worth trying: bolder and more careful ones, and one for each third of the goals.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "bold", more: -1}, {name: "careful", more: 1}, {name: "rash", rash: true, more: -1}, {name: "aloof", aloof: 2, more: 1}, {name: "by fire", aloof: 4, more: 99},
		{name: "close", close: 3}, {name: "crowded", crowd: 4}, {name: "spread", crowd: -2}, {name: "still", still: true}, {name: "still and bold", still: true, more: -1},
		{name: "drumfire", drumfire: 5}, {name: "scattered fire", drumfire: -2},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "rash to the first", part: 1, rash: true}, {name: "rash to the second", part: 2, rash: true}, {name: "rash to the third", part: 3, rash: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { general{d, m}.command() }})
	}
	return out
}

// minds reports whether a place that brings points is one that the bot makes for: all are, or those of one third in the scenario's order.
func (c general) minds(hex string) bool {
	if c.part == 0 {
		return true
	}
	var places []string
	for _, p := range c.Known.doc.Scenario.Victory.Points {
		for _, h := range p.Hexes {
			if p.For == "control" && p.Side == string(c.Seat) && !slices.Contains(places, h) {
				places = append(places, h)
			}
		}
	}
	return 3*slices.Index(places, hex)/len(places) == c.part-1
}
