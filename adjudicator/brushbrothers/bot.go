package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots = []table.Bot[*Game]{
	{Name: "random", Orders: randomBot},
	{Name: "sensible", Orders: sensibleBot},
}

// randomBot picks a legal-looking line for each GC, in a random order.
func randomBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	var out []string
	if slices.Contains(phases, "tokens") {
		var all []string
		for line := range placeOptions(k, s, "tokens") {
			all = append(all, line)
		}
		if len(all) > 0 {
			out = append(out, all[pick(len(all))])
		}
	}
	if slices.Contains(phases, "edge") || slices.Contains(phases, "side") {
		out = append(out, []string{"edge south", "edge north"}[pick(2)])
	}
	out = append(out, k.prepares(s, phases, pick)...)
	if !slices.Contains(phases, "activate") {
		return out
	}
	var ids []string
	for _, id := range k.ready(s) {
		ids = slices.Insert(ids, pick(len(ids)+1), id)
	}
	for _, id := range ids {
		plans := k.plans(k.own(s, id))
		out = append(out, id+": "+plans[pick(len(plans))])
	}
	return out
}

// sensibleBot rallies the nailed, fires at good targets, assaults the weak, takes objectives by covered ways and
// watches. Where it has a choice among equals it asks pick.
func sensibleBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	if !slices.Contains(phases, "activate") {
		var out []string
		for line := range traitOptions(k, s, "") { // a chief who reaches everybody is worth more than a second fire (BB-A1.3e)
			if slices.Contains(phases, "forces") && strings.HasSuffix(line, " expert") {
				out = append(out, line)
			}
		}
		if slices.Contains(phases, "edge") || slices.Contains(phases, "side") {
			out = append(out, "edge "+k.betterEdge(pick))
		}
		return out
	}
	type choice struct {
		id, plan string
		rank     int
	}
	var all []choice
	for _, id := range k.ready(s) {
		plan, rank := k.sense(k.own(s, id), pick)
		all = append(all, choice{id, plan, rank})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.rank - b.rank })
	var out []string
	for _, c := range all {
		out = append(out, c.id+": "+c.plan)
	}
	return out
}

// betterEdge is the edge from which the objectives are nearer.
func (k *Game) betterEdge(pick func(n int) int) string {
	south, north := 0, 0
	for _, o := range k.Objectives {
		if o.Place != "" {
			south, north = south+k.back("south", o.Place), north+k.back("north", o.Place)
		}
	}
	switch {
	case south < north:
		return "south"
	case north < south:
		return "north"
	}
	return []string{"south", "north"}[pick(2)]
}
