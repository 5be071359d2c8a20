package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reactToEntry is D30: what units do when an enemy has just entered their hex. "standing entered" says fight, retreat or
// ignore, and holds in every turn. Without it, the first unit that needs no more than 7 fights, unless its owner has
// heard of the entry and sent orders since: in his own turn a player does what he chooses (CH-2.2a).
func (g *Game) reactToEntry(t, look *table.Table, s table.Seat) bool {
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
			if g.unit(name).Seat == s && g.answerEntry(t, look, s, name, chosen) {
				return true
			}
		}
	}
	return false
}

// answerEntry lets one unit react to an entry: by the first of its owner's standing orders that is possible or, if none
// applies to it and its owner has not chosen otherwise, by the default.
func (g *Game) answerEntry(t, look *table.Table, s table.Seat, name string, chosen bool) bool {
	u := g.unit(name)
	said := false
	for l := range look.Standing(s, "entered") {
		if units := orders.List(l.Args, "units"); len(units) > 0 && !slices.Contains(units, u.ID) {
			continue
		}
		said = true
		switch orders.Value(l.Args, "how") {
		case "ignore":
			return false
		case "fight":
			if g.fightEntry(t, look, s, u, orders.Value(l.Args, "by"), 0) {
				return true
			}
		case "retreat":
			for _, hex := range orders.List(l.Args, "to") {
				if g.anyWay(t, look, s, "move", []table.Arg{{Name: "units", Value: u.ID}, {Name: "path", Value: hex}}, orders.Value(l.Args, "by"), u) {
					return true
				}
			}
		}
	}
	return !said && !chosen && g.fightEntry(t.Unbidden(s), look, s, u, "", fightAt)
}

// fightAt is the highest total that a unit may need and still fight an enemy that enters its hex, if nothing is ordered
// (D30).
const fightAt = 7

// fightEntry lets a unit attack an enemy in its hex if it needs no more than need; 0 sets no limit.
func (g *Game) fightEntry(t, look *table.Table, s table.Seat, u *Unit, by string, need int) bool {
	args := []table.Arg{{Name: "units", Value: u.ID}, {Name: "target", Value: u.Hex}}
	if need > 0 {
		args = append(args, table.Arg{Name: "need", Value: strconv.Itoa(need)})
	}
	return g.anyWay(t, look, s, "fire", args, by, u)
}

// anyWay takes an action in the way ordered. If no way is ordered, it uses the AP of an active unit or an opportunity of
// a fresh one; CAP are spent only on request.
func (g *Game) anyWay(t, look *table.Table, s table.Seat, verb string, args []table.Arg, by string, u *Unit) bool {
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
	return g.act(t, look, g.reading(s, verb, args, nil)) == nil
}
