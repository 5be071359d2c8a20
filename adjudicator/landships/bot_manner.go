package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name   string
	part   int  // the third of the hexes with points that it makes for, from 1; 0: all
	crowd  int  // so many more units go to one goal before others are sent to the next
	apart  int  // foot stops so many hexes farther from an enemy
	near   bool // machine guns and lorries go as near as the rest
	still  bool // nobody goes anywhere
	tanks  bool // foot does not go anywhere
	late   int  // nobody goes anywhere before this turn
	leaves bool // units leave hexes with points for others
	keeps  bool // units never leave hexes with points
	back   bool // it goes for the hexes that bring the enemy points, if he holds them
	bold   int  // it storms hexes that hold so many more groups than it usually dares; below 0: fewer
	shells int  // pieces of a barrage, if not the usual three
	front  bool // it shells the enemies nearest to its goals, not the thickest
}

// manners are those worth trying: bolder and more careful ones, one for each third of the ground, and other ways to use the guns.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "bold", bold: 1}, {name: "careful", bold: -1}, {name: "near", near: true},
		{name: "far", apart: 1}, {name: "farther", apart: 2}, {name: "farther and spread", apart: 2, crowd: -2}, {name: "farther, careful", apart: 2, bold: -1},
		{name: "still", still: true}, {name: "still, careful", still: true, bold: -1}, {name: "tanks", tanks: true}, {name: "tanks, far", tanks: true, apart: 2},
		{name: "third turn", late: 3}, {name: "fourth turn", late: 4}, {name: "fifth turn, far", late: 5, apart: 1},
		{name: "leaves", leaves: true}, {name: "keeps", keeps: true}, {name: "massed", crowd: 4, leaves: true}, {name: "spread", crowd: -2},
		{name: "back", back: true}, {name: "back, far", back: true, apart: 2}, {name: "back, late", back: true, late: 5},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "far from the first", part: 1, apart: 2}, {name: "far from the second", part: 2, apart: 2}, {name: "far from the third", part: 3, apart: 2},
		{name: "singly", shells: 1}, {name: "sixes", shells: 6}, {name: "front", front: true}, {name: "front, sixes", front: true, shells: 6},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: func(d *table.Draft[*Game]) { general{d, m}.command() }})
	}
	return out
}

// ours returns the part of some hexes with points that a manner makes for.
func (m manner) ours(hexes []string) []string {
	if n := len(hexes); m.part > 0 && n > 1 {
		return hexes[(m.part-1)*n/3 : max(m.part*n/3, (m.part-1)*n/3+1)]
	}
	return hexes
}

// nearest sorts the enemies' hexes by how near they are to a goal.
func (c general) nearest(hexes []string) []string {
	goals := c.goals()
	far := func(hex string) int {
		least := 99
		for _, g := range goals {
			least = min(least, c.Known.distance(hex, g))
		}
		return least
	}
	slices.SortStableFunc(hexes, func(a, b string) int { return far(a) - far(b) })
	return hexes
}
