package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// instead returns what a player may have meant who names a unit of his twice in an order to fire: the enemy's of the same name (CH-7.0a).
func instead(k *Game, s table.Seat, l table.Line, _ []table.Line) []string {
	units := orders.List(l.Args, "units")
	if l.Verb != "fire" || len(units) != 2 || units[0] != units[1] || orders.Value(l.Args, "target") != "" {
		return nil
	}
	i := slices.IndexFunc(k.Units, func(u Unit) bool { return u.Seat != s && u.ID == units[0] })
	if i < 0 {
		return nil
	}
	return []string{"fire " + units[0] + " at " + k.Units[i].name()}
}
