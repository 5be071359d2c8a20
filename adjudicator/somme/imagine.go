package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// imagine fills in what a side cannot know in the campaign: the other side's hand of events and those that it has laid ready, both pools, and
// the backs of objective markers.
func imagine(known *Game, s table.Seat, pick func(n int) int) *Game {
	g := known.Clone()
	if !g.doc.Scenario.Advanced {
		return g
	}
	own := g.eventsLeft(s)
	for _, e := range slices.Concat(g.hand(s), ready(g.Campaign.Ready, s)) {
		own = less(own, e)
	}
	g.fillPool(s, own)
	g.imagineHand(other(s), pick)
	g.imagineBacks(pick)
	return g
}

// eventsLeft returns the events of a side that are in its hand or its pool: those of the turns so far, less those that are out of the game.
func (g *Game) eventsLeft(s seat) []string {
	var out []string
	for _, e := range g.doc.Events {
		came := e.Hand || e.Turn > 0 && e.Turn <= g.Number
		switch e.ID {
		case "cooperation": // SO-CAM.12
			came = came || g.Campaign.Named == "foch" || g.Campaign.Named == "joffre"
		case "offensive_foch":
			came = came || g.Campaign.Named == "foch"
		}
		if e.Side != string(s) || !came {
			continue
		}
		for range max(1, e.Copies) {
			out = append(out, e.ID)
		}
	}
	for _, e := range g.Campaign.Gone {
		out = less(out, e)
	}
	return out
}

// less returns a list less the first of an element.
func less(list []string, e string) []string {
	if i := slices.Index(list, e); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}

// fillPool puts events into a side's pool; without pools there are none.
func (g *Game) fillPool(s seat, events []string) {
	for i := range g.Campaign.Pools {
		if p := &g.Campaign.Pools[i]; p.Side == s {
			p.Events = slices.Clone(events)
		}
	}
}

// imagineHand deals a side as many events as it is known to have: those that it must keep (SO-CAM.3), then others by lot. Those of the red band
// are played when they are drawn and lie in no hand (SO-C.3a). Of events that wait for their trigger, every second lies ready.
func (g *Game) imagineHand(s seat, pick func(n int) int) {
	left := g.eventsLeft(s)
	n := len(g.hand(s))
	var kept, others []string
	for _, e := range left {
		switch {
		case g.mustLaunch(e):
			kept = append(kept, e)
		case !g.event(e).Red:
			others = append(others, e)
		}
	}
	for len(kept) < n && len(others) > 0 {
		i := pick(len(others))
		kept = append(kept, others[i])
		others = slices.Delete(others, i, i+1)
	}
	if len(kept) > n {
		kept = kept[:n]
	}
	hand := make([]string, 0, n)
	var waits []string
	for _, e := range kept {
		left = less(left, e)
		if slices.Contains(waiters, e) && pick(2) == 0 {
			waits = append(waits, e)
		} else {
			hand = append(hand, e)
		}
	}
	for len(hand)+len(waits) < n { // a position set by hand may have more than the game holds
		hand = append(hand, "")
	}
	for i := range g.Campaign.Hands {
		if h := &g.Campaign.Hands[i]; h.Side == s {
			h.Events = hand
		}
	}
	if len(waits) > 0 {
		g.Campaign.Ready = append(g.Campaign.Ready, Hand{Side: s, Events: waits})
	}
	g.fillPool(s, left)
}

// waiters are the events that are laid ready.
var waiters = func() (out []string) {
	for _, x := range stages {
		if x.waits {
			out = append(out, x.event)
		}
	}
	return out
}()

// imagineBacks shuffles the backs that nobody has seen among the markers of their level.
func (g *Game) imagineBacks(pick func(n int) int) {
	var piles [4][]int // by level
	for i, b := range g.doc.Tables.ObjectiveBacks {
		if !slices.ContainsFunc(g.Captured, func(c Captured) bool { return c.Drawn && c.Back == i+1 }) {
			piles[b.Level] = append(piles[b.Level], i+1)
		}
	}
	for _, list := range [][]Captured{g.Captured, g.Campaign.Backs} {
		for c := range table.All(list) {
			pile := &piles[c.Level]
			if c.Drawn || len(*pile) == 0 {
				continue
			}
			n := pick(len(*pile))
			c.Back = (*pile)[n]
			*pile = slices.Delete(*pile, n, n+1)
		}
	}
}
