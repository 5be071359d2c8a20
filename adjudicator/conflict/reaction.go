package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reactToEntry is D30: what units do whose hex an enemy has just entered. "standing entered" says fight, retreat or
// ignore, and holds in every turn; nothing said: the first that needs no more than 7 fights, unless its owner has heard of
// the entry and sent orders since, for in his turn a player does what he chooses (CH-2.2a).
func (g *Game) reactToEntry(t *table.Table, s table.Seat) bool {
	c := g.camp(s)
	entered := func(news []News, hex string) bool {
		return slices.ContainsFunc(news, func(n News) bool { return n.Kind == "entered" && n.Hex == hex })
	}
	for i, n := range c.News {
		if n.Kind != "entered" || entered(c.News[:i], n.Hex) {
			continue
		}
		chosen := !entered(c.News[min(c.Heard, len(c.News)):], n.Hex) && !t.Silent(s)
		for _, name := range g.friends(c.Side, n.Hex) {
			if g.unit(name).Seat == s && g.answerEntry(t, s, name, chosen) {
				return true
			}
		}
	}
	return false
}

// answerEntry lets one unit react to an entry: by the first of its owner's standing orders that is possible, or, where
// none is for it and he has not chosen otherwise, by the default.
func (g *Game) answerEntry(t *table.Table, s table.Seat, name string, chosen bool) bool {
	u := g.unit(name)
	said := false
	for l := range t.Standing(s, "entered") {
		if units := orders.List(l.Args, "units"); len(units) > 0 && !slices.Contains(units, u.ID) {
			continue
		}
		said = true
		switch orders.Value(l.Args, "how") {
		case "ignore":
			return false
		case "fight":
			if g.fightEntry(t, s, u, orders.Value(l.Args, "by"), 0) {
				return true
			}
		case "retreat":
			for _, hex := range orders.List(l.Args, "to") {
				if g.anyWay(t, s, "move", []table.Arg{{Name: "units", Value: u.ID}, {Name: "path", Value: hex}}, orders.Value(l.Args, "by"), u) {
					return true
				}
			}
		}
	}
	return !said && !chosen && g.fightEntry(t, s, u, "", fightAt)
}

// fightAt is the total that a unit may need to fight whoever enters its hex, where nothing is ordered (D30).
const fightAt = 7

// fightEntry lets a unit attack whoever is in its hex, where it needs no more than so much (0: whatever it needs).
func (g *Game) fightEntry(t *table.Table, s table.Seat, u *Unit, by string, need int) bool {
	args := []table.Arg{{Name: "units", Value: u.ID}, {Name: "target", Value: u.Hex}}
	if need > 0 {
		args = append(args, table.Arg{Name: "need", Value: strconv.Itoa(need)})
	}
	return g.anyWay(t, s, "fire", args, by, u)
}

// anyWay does an action in the way ordered; where none is, with the AP of an active unit or by opportunity of a fresh
// one: CAP are spent only by who asks for it.
func (g *Game) anyWay(t *table.Table, s table.Seat, verb string, args []table.Arg, by string, u *Unit) bool {
	if by == "" {
		switch u.Status {
		case active:
			by = byAP
		case fresh:
			by = byOpportunity
		default:
			return false
		}
	}
	args = append(args, table.Arg{Name: "by", Value: by})
	return g.act(t, g.reading(s, verb, args, nil)) == nil
}
