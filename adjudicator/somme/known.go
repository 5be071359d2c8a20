package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known is the position as a side sees it: the map is open; hands of events, the pools' order and the backs of objective
// markers are not (decisions c).
func (g *Game) Known(s table.Seat) *Game {
	k := g.Clone()
	for i := range k.Campaign.Hands {
		if h := &k.Campaign.Hands[i]; h.Side != s {
			for j := range h.Events {
				h.Events[j] = "" // how many is seen
			}
		}
	}
	for i := range k.Campaign.Pools {
		slices.Sort(k.Campaign.Pools[i].Events)
	}
	for i := range k.Campaign.Backs {
		k.Campaign.Backs[i].Back = 0
	}
	if g.Campaign.Named == "" {
		for i := range k.Captured {
			k.Captured[i].Back = 0
		}
	}
	return k
}
