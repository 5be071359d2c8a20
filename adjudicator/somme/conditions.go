package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word that may follow "if" and "when", with the test for it. All conditions read what the seat knows.
type condition = table.Condition[*Game]

var (
	ownParam   = orders.Param{Name: "unit", Kind: orders.KindOwn}
	hexParam   = orders.Param{Name: "hex", Kind: orders.KindPlace}
	otherParam = orders.Param{Name: "other", Kind: orders.KindPlace}
	nParam     = orders.Param{Name: "n", Kind: orders.KindNumber}
)

// mine makes a condition that is true if all counters that it names satisfy is, and false if it names none.
func mine(is func(k *Game, u *Formation, args []table.Arg) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, args []table.Arg) bool {
		ids := k.unitsOf(s, args, "unit")
		return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return !is(k, k.unit(id), args) })
	}
}

func ownCondition(name, rule string, is func(k *Game, u *Formation, args []table.Arg) bool, params ...orders.Param) condition {
	return condition{Condition: orders.Condition{Name: name, Args: append([]orders.Param{ownParam}, params...), Rule: rule}, Holds: mine(is)}
}

func weatherIs(name, weather string) condition {
	return condition{Condition: orders.Condition{Name: name, Rule: "SO-10a"}, Holds: func(k *Game, _ table.Seat, _ []table.Arg) bool { return k.Weather == weather }}
}

var conditions = []condition{
	ownCondition("{unit} in {hex}", "SO-11.1.1a", func(_ *Game, u *Formation, args []table.Arg) bool { return u.Hex == orders.Value(args, "hex") }, hexParam),
	ownCondition("{unit} exploiting", "SO-14.0a", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Exploit }),
	ownCondition("{unit} in reserve", "SO-11.2.8a", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Reserve }),
	ownCondition("{unit} disorganised", "SO-12.5a", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.DG != "" }),
	ownCondition("{unit} whole", "SO-12.4b", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Hex != "" && u.whole() }),
	ownCondition("{unit} lost", "SO-6a", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Box == destroyed }),
	ownCondition("{unit} unsupplied", "SO-9.2a", func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Unsupplied }),
	ownCondition("{unit} free", "SO-5a", func(k *Game, u *Formation, _ []table.Arg) bool {
		return u.Hex != "" && !k.zoc(u.Side, u.Hex, true)
	}),
	{Condition: orders.Condition{Name: "{hex} taken", Args: []orders.Param{hexParam}, Rule: "SO-12.4c"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(s, orders.Value(args, "hex"), k.fights)
	}},
	{Condition: orders.Condition{Name: "{hex} empty", Args: []orders.Param{hexParam}, Rule: "SO-11.1.1d"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return !k.has(other(s), orders.Value(args, "hex"), k.ground)
	}},
	{Condition: orders.Condition{Name: "enemy in {hex}", Args: []orders.Param{hexParam}, Rule: "SO-12.1a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(other(s), orders.Value(args, "hex"), k.ground)
	}},
	{Condition: orders.Condition{Name: "enemy within {n} of {hex}", Args: []orders.Param{nParam, hexParam}, Rule: "SO-11.2.6a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.within(other(s), orders.Value(args, "hex"), orders.Int(args, "n", 0), k.ground)
	}},
	{Condition: orders.Condition{Name: "enemy aircraft over {hex}", Args: []orders.Param{hexParam}, Rule: "SO-17.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(other(s), orders.Value(args, "hex"), k.flies)
	}},
	{Condition: orders.Condition{Name: "no enemy aircraft over {hex}", Args: []orders.Param{hexParam}, Rule: "SO-17.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return !k.has(other(s), orders.Value(args, "hex"), k.flies)
	}},
	{Condition: orders.Condition{Name: "bridge {hex} {other} down", Args: []orders.Param{hexParam, otherParam}, Rule: "SO-11.2.5c"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return slices.Contains(k.Broken, between(orders.Value(args, "hex"), orders.Value(args, "other")))
	}},
	{Condition: orders.Condition{Name: "we hold {hex}", Args: []orders.Param{hexParam}, Rule: "RUL-38"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.holder(orders.Value(args, "hex")) == s
	}},
	weatherIs("fair weather", "fair"), weatherIs("fog", "fog"), weatherIs("bad weather", "bad"),
	{Condition: orders.Condition{Name: "turn {n}", Args: []orders.Param{nParam}, Rule: "SO-7a"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Number == orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "sequence {n}", Args: []orders.Param{nParam}, Rule: "SO-7c"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Sequence == orders.Int(args, "n", 0)
	}},
}
