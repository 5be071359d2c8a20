package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word after "if" or "when", with its test on what the seat knows. If the test is nil, the rules report
// the result.
type condition = table.Condition[*Game]

var (
	unitParam  = []orders.Param{{Name: "unit", Kind: orders.KindUnit}}
	placeParam = []orders.Param{{Name: "place", Kind: orders.KindPlace}}
)

// unitIs tests a counter that is still in play.
func unitIs(is func(*Piece) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, _ table.Seat, args []table.Arg) bool {
		u := k.unit(orders.Value(args, "unit"))
		return u != nil && is(u)
	}
}

// enemiesAt counts the enemy counters in a hex that satisfy is.
func enemiesAt(k *Game, s table.Seat, args []table.Arg, is func(*Piece) bool) int {
	return len(k.of(k.other(s), orders.Value(args, "place"), is))
}

func strong(u *Piece) bool { return u.group() && !u.Pinned }

// conditions are the words after "if" and "when". Results such as "granted" and "failed" are reported by the rules in
// the phase itself and stay true to the end of the player-turn.
var conditions = []condition{
	{Condition: orders.Condition{Name: "barrage on {place} granted", Args: placeParam, Rule: "LS-5.11p"}, Holds: nil},
	{Condition: orders.Condition{Name: "barrage on {place} refused", Args: placeParam, Rule: "LS-5.11q"}, Holds: nil},
	{Condition: orders.Condition{Name: "barrage on {place} hit", Args: placeParam, Rule: "LS-5.5a"}, Holds: nil},
	{Condition: orders.Condition{Name: "assault on {place} wins", Args: placeParam, Rule: "LS-12.21e"}, Holds: nil},
	{Condition: orders.Condition{Name: "assault on {place} fails", Args: placeParam, Rule: "LS-12.21e"}, Holds: nil},
	{Condition: orders.Condition{Name: "{unit} pinned", Args: unitParam, Rule: "LS-9.2a"}, Holds: unitIs(func(u *Piece) bool { return u.Out == "" && u.Pinned })},
	{Condition: orders.Condition{Name: "{unit} broken", Args: unitParam, Rule: "LS-6.16d"}, Holds: unitIs(func(u *Piece) bool { return u.Out == "" && u.Breakdown != "" })},
	{Condition: orders.Condition{Name: "{unit} lost", Args: unitParam, Rule: "LS-9.11c"}, Holds: unitIs(func(u *Piece) bool { return u.Out != "" })},
	{Condition: orders.Condition{Name: "{unit} at {place}", Args: append(slices.Clone(unitParam), placeParam...), Rule: "LS-2.1a"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		u := k.unit(orders.Value(args, "unit"))
		return u != nil && u.Out == "" && u.Hex == orders.Value(args, "place")
	}},
	{Condition: orders.Condition{Name: "{unit} within {n} of {other}", Rule: "LS-8.53a",
		Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}, {Name: "n", Kind: orders.KindNumber}, {Name: "other", Kind: orders.KindUnit}}}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		a, b := k.unit(orders.Value(args, "unit")), k.unit(orders.Value(args, "other"))
		return a != nil && b != nil && a.Out == "" && b.Out == "" && a.Hex != "" && b.Hex != "" && k.distance(a.Hex, b.Hex) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "{place} empty", Args: placeParam, Rule: "LS-7.12a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, func(*Piece) bool { return true }) == 0
	}},
	{Condition: orders.Condition{Name: "enemy at {place}", Args: placeParam, Rule: "LS-7.12a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, func(*Piece) bool { return true }) > 0
	}},
	{Condition: orders.Condition{Name: "enemy pinned at {place}", Args: placeParam, Rule: "LS-9.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, (*Piece).group) > 0 && enemiesAt(k, s, args, strong) == 0
	}},
	{Condition: orders.Condition{Name: "unpinned enemies at {place} {n}", Args: append(slices.Clone(placeParam), orders.Param{Name: "n", Kind: orders.KindNumber}), Rule: "LS-9.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, strong) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "enemies near {place} {n}", Args: append(slices.Clone(placeParam), orders.Param{Name: "n", Kind: orders.KindNumber}), Rule: "LS-8.21a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(k.other(s), "", func(u *Piece) bool {
			return k.distance(u.Hex, orders.Value(args, "place")) <= orders.Int(args, "n", 0)
		})
	}},
	{Condition: orders.Condition{Name: "turn {n}", Args: []orders.Param{{Name: "n", Kind: orders.KindNumber}}, Rule: "LS-4.0b"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Number >= orders.Int(args, "n", 0)
	}},
}
