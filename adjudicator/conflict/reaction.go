package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reactToEntry is D30: what units do whose hex an enemy has just entered. "standing entered" says fight, retreat or
// ignore; nothing said: the first that needs no more than 7 fights, fresh ones by opportunity, an active one with its AP,
// else with CAP; otherwise the program goes on.
func (g *Game) reactToEntry(t *table.Table, s table.Seat) bool {
	c := g.camp(s)
	var hexes []string
	for _, n := range c.News {
		if n.Kind == "entered" && !slices.Contains(hexes, n.Hex) {
			hexes = append(hexes, n.Hex)
		}
	}
	for _, hex := range hexes {
		for _, name := range g.friends(c.Side, hex) {
			if g.unit(name).Seat == s && g.answerEntry(t, s, name) {
				return true
			}
		}
	}
	return false
}

// answerEntry lets one unit react to an entry, if its owner's standing orders or the default say so.
func (g *Game) answerEntry(t *table.Table, s table.Seat, name string) bool {
	u := g.unit(name)
	how, by, need := "fight", "", fightAt
	var to []string
	for l := range t.Standing(s, "entered") {
		if units := orders.List(l.Args, "units"); len(units) > 0 && !slices.Contains(units, u.ID) {
			continue
		}
		how, by, to, need = orders.Value(l.Args, "how"), orders.Value(l.Args, "by"), orders.List(l.Args, "to"), 0
		break
	}
	switch how {
	case "fight":
		args := []table.Arg{{Name: "units", Value: u.ID}, {Name: "target", Value: u.Hex}}
		if need > 0 {
			args = append(args, table.Arg{Name: "need", Value: "7"})
		}
		return g.anyWay(t, s, "fire", args, by, u)
	case "retreat":
		for _, hex := range to {
			if g.anyWay(t, s, "move", []table.Arg{{Name: "units", Value: u.ID}, {Name: "path", Value: hex}}, by, u) {
				return true
			}
		}
	}
	return false
}

// fightAt is the total that a unit may need to fight whoever enters its hex, where nothing is ordered (D30).
const fightAt = 7

// anyWay does an action in the way ordered, or in the cheapest way open to the unit: active, opportunity, CAP.
func (g *Game) anyWay(t *table.Table, s table.Seat, verb string, args []table.Arg, by string, u *Unit) bool {
	ways := []string{by}
	if by == "" {
		ways = []string{byCap}
		switch u.Status {
		case active:
			ways = []string{byAP, byCap}
		case fresh:
			ways = []string{byChance, byCap}
		}
	}
	for _, way := range ways {
		with := append(slices.Clone(args), table.Arg{Name: "by", Value: way})
		if g.act(t, g.reading(s, verb, with, nil)) == nil {
			return true
		}
	}
	return false
}
