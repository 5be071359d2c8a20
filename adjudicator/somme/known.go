package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known returns the position as a side sees it. The map is open. Hidden are the other side's hand of events and the
// events that lie ready in it or were thrown away, the order of the pools and the backs of objective markers, captured ones included
// (decisions c). All have seen what was drawn at Doullens.
func (g *Game) Known(s table.Seat) *Game {
	known := *g
	k, c := &known, &known.Campaign
	c.Hands, c.Ready, c.Pools, c.Backs, k.Captured = slices.Clone(c.Hands), slices.Clone(c.Ready), slices.Clone(c.Pools), slices.Clone(c.Backs), slices.Clone(g.Captured)
	for i := range c.Hands {
		if h := &c.Hands[i]; h.Side != s {
			h.Events = make([]string, len(h.Events)+len(ready(g.Campaign.Ready, h.Side))) // the number of events is open
		}
	}
	c.Ready = slices.DeleteFunc(c.Ready, func(h Hand) bool { return h.Side != s })
	c.Gone, c.Thrown = slices.Clone(c.Gone), slices.Clone(c.Thrown)
	for _, e := range ready(c.Thrown, other(s)) {
		c.Gone = less(c.Gone, e)
	}
	c.Thrown = slices.DeleteFunc(c.Thrown, func(h Hand) bool { return h.Side != s })
	for i := range c.Pools {
		c.Pools[i].Events = nil // nobody sees who drew and put back what
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

// ready returns a side's events in a list.
func ready(list []Hand, s table.Seat) []string {
	for _, h := range list {
		if h.Side == s {
			return h.Events
		}
	}
	return nil
}
