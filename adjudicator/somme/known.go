package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known is the position as a side sees it: the map is open; the other hand of events, events that lie ready in it, the order of the
// pools and the backs of objective markers, captured ones too, are not (decisions c). What was drawn at Doullens all have seen.
func (g *Game) Known(s table.Seat) *Game {
	k := g.Clone()
	c := &k.Campaign
	for i := range c.Hands {
		if h := &c.Hands[i]; h.Side != s {
			h.Events = make([]string, len(h.Events)+len(ready(g.Campaign.Ready, h.Side))) // how many is seen
		}
	}
	c.Ready = slices.DeleteFunc(c.Ready, func(h Hand) bool { return h.Side != s })
	for i := range c.Pools {
		c.Pools[i].Events = nil // who has drawn and put back what is not seen
	}
	for i := range c.Backs {
		c.Backs[i].Back = 0
	}
	for i := range k.Captured {
		if !k.Captured[i].Drawn {
			k.Captured[i].Back = 0
		}
	}
	return k
}

// ready returns a side's events of a list.
func ready(list []Hand, s table.Seat) []string {
	for _, h := range list {
		if h.Side == s {
			return h.Events
		}
	}
	return nil
}
