package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// imagine fills in what a player cannot know of cards and counters: the hands and objectives of others and the faces of hit counters, each by
// lot from the piles that hold everything not seen. Hidden enemy units stay away: nobody could say
// where they are.
func imagine(known *Game, s table.Seat, pick func(n int) int) *Game {
	g := known.Clone()
	for c := range table.All(g.Camps) {
		if c.Seat == s {
			continue
		}
		for j, card := range c.Hand {
			if card == unseen {
				c.Hand[j] = fromPile(&g.Deck, pick)
			}
		}
		for j, card := range c.Goal {
			if card == unseen {
				c.Goal[j] = fromPile(&g.Secrets, pick)
			}
		}
	}
	for u := range table.All(g.Units) {
		if u.Hit != unseen {
			continue
		}
		pile := &g.FootPile
		if g.print(u).Kind == "vehicle" {
			pile = &g.VehiclePile
		}
		u.Hit = fromPile(pile, pick)
	}
	return g
}

// fromPile takes a card or counter from a pile by lot.
func fromPile(pile *[]string, pick func(n int) int) string {
	n := pick(len(*pile))
	taken := (*pile)[n]
	*pile = slices.Delete(slices.Clone(*pile), n, n+1)
	return taken
}
