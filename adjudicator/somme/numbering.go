package somme

import "fieldpost/adjudicator/board"

// numbering finds the hexes of a map by what is printed on them, column and row in two digits each (SO-2.1b): searches and
// supply ask for so many hexes that looking them up by text would take most of their time.
type numbering struct {
	index []int32 // by the four digits read as a number; 0: no such hex, else its place and one
	spots []spot  // by place
}

// spot is where a hex lies: its column, and its row in half hexes.
type spot struct{ column, half int }

// numbered makes the numbering of a grid whose even columns lie half a hex lower.
func numbered(hexes []string) numbering {
	n := numbering{index: make([]int32, 10_000), spots: make([]spot, len(hexes))}
	for i, h := range hexes {
		n.index[100*digits(h[:2])+digits(h[2:])] = int32(i) + 1
		column := digits(h[:2])
		n.spots[i] = spot{column, 2*digits(h[2:]) + 1 - column%2}
	}
	return n
}

// at returns the place of a hex in the order of the grid; false if it is not on the map.
func (n *numbering) at(hex string) (int, bool) {
	if len(hex) != 4 {
		return 0, false
	}
	sum := 0
	for i := range 4 {
		d := hex[i] - '0'
		if d > 9 {
			return 0, false
		}
		sum = sum*10 + int(d)
	}
	i := n.index[sum]
	return max(0, int(i)-1), i > 0
}

// of is at for a hex that is known to be on the map.
func (n *numbering) of(hex string) int {
	i, _ := n.at(hex)
	return i
}

// distance counts the hexes between two places: each step across the columns also moves half a hex along them.
func (n *numbering) distance(i, j int) int {
	a, b := n.spots[i], n.spots[j]
	across, along := a.column-b.column, a.half-b.half
	if across < 0 {
		across = -across
	}
	if along < 0 {
		along = -along
	}
	return across + max(0, (along-across)/2)
}

// distance in hexes; board.Far where one of them is not on the map.
func (g *Game) distance(a, b string) int {
	i, ok := g.net.places.at(a)
	j, also := g.net.places.at(b)
	if !ok || !also {
		return board.Far
	}
	return g.net.places.distance(i, j)
}
