package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// sensibleBot rallies nailed groups, fires at good targets, assaults the weak, takes objectives by covered ways and
// watches. It uses pick to choose among equals.
func sensibleBot(d *table.Draft[*Game]) { command(d, manner{}) }

// command writes the orders of a side in a manner.
func command(d *table.Draft[*Game], m manner) {
	k, s := captain{d.Known, m, d.Pick}, d.Seat
	if !slices.Contains(d.Phases, "activate") {
		for _, line := range traitOptions(d.Known, s, "") { // a chief who reaches everybody is worth more than a second fire action (BB-A1.3e)
			if slices.Contains(d.Phases, "forces") && strings.HasSuffix(line, " expert") {
				d.Write("%s", line)
			}
		}
		if slices.Contains(d.Phases, "edge") || slices.Contains(d.Phases, "side") {
			d.Write("edge %s", k.betterEdge(d.Pick))
		}
		return
	}
	type choice struct {
		id, plan string
		rank     int
	}
	var all []choice
	for _, id := range k.ready(s) {
		plan, rank := k.sense(k.own(s, id))
		all = append(all, choice{id, plan, rank})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.rank - b.rank })
	for _, c := range all {
		d.Write("%s: %s", c.id, c.plan)
	}
}

// betterEdge returns the edge that is nearer to the objectives.
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
