package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name string
	odds int  // columns that it asks for more before it attacks
	part int  // the third of the front whose places it makes for or sends reserves to, from 1 in the north; 0: all
	rash bool // it does not mind being cut off
	deep bool // on the defence it stands back, before what must be held
}

// manners are those worth trying: bolder and more careful ones, and for each third of the front one that leaves the others alone.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "bold", odds: -1}, {name: "careful", odds: 1}, {name: "headlong", odds: -1, rash: true}, {name: "rash", rash: true},
		{name: "deep", deep: true}, {name: "deep and careful", deep: true, odds: 1},
		{name: "north", part: 1}, {name: "centre", part: 2}, {name: "south", part: 3},
		{name: "headlong north", part: 1, odds: -1, rash: true}, {name: "headlong centre", part: 2, odds: -1, rash: true},
		{name: "headlong south", part: 3, odds: -1, rash: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { newStaff(d, m).command() }})
	}
	return out
}

// minds reports whether a place that counts is one that the bot makes for or guards: all are, or those of one third, from north to south.
func (f *staff) minds(hex string) bool {
	if f.part == 0 {
		return true
	}
	var rows []string
	for _, h := range f.Known.Holds {
		rows = append(rows, rowOf(h.Hex))
	}
	slices.Sort(rows)
	return 3*slices.Index(rows, rowOf(hex))/len(rows) == f.part-1
}

// rowOf returns the row of a hex, counted from the north: the second half of its number.
func rowOf(hex string) string { return hex[len(hex)/2:] }
