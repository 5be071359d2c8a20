package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// combatConditions are the words after "if" and "when" about how combats went: the player's own mastery test in the last
// combat of his phases, or in the one on a hex, and whether the enemy left that hex.
var combatConditions = []condition{
	tested("total mastery", total),
	tested("partial mastery", partial),
	tested("no mastery", none),
	tested("erroneous orders", erroneous),
	testedAt("total mastery at {hex}", total),
	testedAt("partial mastery at {hex}", partial),
	testedAt("no mastery at {hex}", none),
	testedAt("erroneous orders at {hex}", erroneous),
	{Condition: orders.Condition{Name: "enemy retreated from {hex}", Args: []orders.Param{hexArg}, Rule: "SO-12.3"},
		Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
			return slices.ContainsFunc(k.Outcomes, func(o Outcome) bool { return o.Hex == orders.Value(args, "hex") && o.Retreat > 0 })
		}},
	{Condition: orders.Condition{Name: "enemy beaten at {hex}", Args: []orders.Param{hexArg}, Rule: "SO-12.4"},
		Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
			return slices.ContainsFunc(k.Outcomes, func(o Outcome) bool { return o.Hex == orders.Value(args, "hex") && o.Beaten })
		}},
}

// of returns a side's own result.
func (o Outcome) of(s table.Seat) string {
	if s == o.By {
		return o.Attack
	}
	return o.Defence
}

func tested(name, result string) condition {
	return condition{Condition: orders.Condition{Name: name, Rule: "SO-12.2.6e"},
		Holds: func(k *Game, s table.Seat, _ []table.Arg) bool {
			return len(k.Outcomes) > 0 && k.Outcomes[len(k.Outcomes)-1].of(s) == result
		}}
}

func testedAt(name, result string) condition {
	return condition{Condition: orders.Condition{Name: name, Args: []orders.Param{hexArg}, Rule: "SO-12.2.6e"},
		Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
			return slices.ContainsFunc(k.Outcomes, func(o Outcome) bool { return o.Hex == orders.Value(args, "hex") && o.of(s) == result })
		}}
}
