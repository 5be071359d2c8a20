package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word that may follow "if" and "when", with the test for it. All conditions read what the seat knows.
type condition = table.Condition[*Game]

var (
	ownParam   = orders.Param{Name: "unit", Kind: orders.KindOwn}
	enemyParam = orders.Param{Name: "enemy", Kind: orders.KindEnemy}
	hexParam   = orders.Param{Name: "hex", Kind: orders.KindPlace}
	nParam     = orders.Param{Name: "n", Kind: orders.KindNumber}
)

// told reports whether the seat was told of a certain kind of news since its last turn.
func (k *Game) told(s table.Seat, with func(News) bool) bool {
	c := k.camp(s)
	return c != nil && slices.ContainsFunc(c.News, with)
}

// kindOf makes a condition that is true of news of one kind.
func kindOf(kind string) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, _ []table.Arg) bool {
		return k.told(s, func(n News) bool { return n.Kind == kind })
	}
}

// mine reports whether a condition holds for the seat's own unit that it names; it is false if the unit is not there.
func mine(k *Game, s table.Seat, args []table.Arg, holds func(*Unit) bool) bool {
	u := k.own(s, orders.Value(args, "unit"))
	return u != nil && holds(u)
}

func theirs(k *Game, args []table.Arg, holds func(*Unit) bool) bool {
	u := k.unit(orders.Value(args, "enemy"))
	return u != nil && holds(u)
}

var conditions = []condition{
	{Condition: orders.Condition{Name: "enemy moved", Rule: "CH-SM-b"}, Holds: kindOf("moved")},
	{Condition: orders.Condition{Name: "enemy fired", Rule: "CH-SM-b"}, Holds: kindOf("fired")},
	{Condition: orders.Condition{Name: "enemy passed", Rule: "CH-2.2h"}, Holds: kindOf("passed")},
	{Condition: orders.Condition{Name: "enemy revealed", Rule: "CH-10.0b"}, Holds: kindOf("revealed")},
	{Condition: orders.Condition{Name: "{unit} entered", Args: []orders.Param{ownParam}, Rule: "CH-7.7.3i"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return k.told(s, func(n News) bool { return n.Kind == "entered" && n.Hex == u.Hex })
		})
	}},
	{Condition: orders.Condition{Name: "{unit} attacked", Args: []orders.Param{ownParam}, Rule: "CH-7.0e"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return k.told(s, func(n News) bool { return n.Kind == "fired" && n.Hex == u.Hex })
		})
	}},
	{Condition: orders.Condition{Name: "{unit} hit", Args: []orders.Param{ownParam}, Rule: "CH-7.5a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Hit != "" })
	}},
	{Condition: orders.Condition{Name: "{unit} fresh", Args: []orders.Param{ownParam}, Rule: "CH-2.2c"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == fresh })
	}},
	{Condition: orders.Condition{Name: "{unit} active", Args: []orders.Param{ownParam}, Rule: "CH-3.0a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == active })
	}},
	{Condition: orders.Condition{Name: "{unit} used", Args: []orders.Param{ownParam}, Rule: "CH-2.2c"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == used })
	}},
	{Condition: orders.Condition{Name: "{unit} lost", Args: []orders.Param{ownParam}, Rule: "CH-7.4a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Off == destroyed })
	}},
	{Condition: orders.Condition{Name: "{unit} at {hex}", Args: []orders.Param{ownParam, hexParam}, Rule: "CH-1.0e"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.on() && u.Hex == orders.Value(args, "hex") })
	}},
	{Condition: orders.Condition{Name: "{enemy} destroyed", Args: []orders.Param{enemyParam}, Rule: "CH-7.4a"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.Off == destroyed })
	}},
	{Condition: orders.Condition{Name: "{enemy} damaged", Args: []orders.Param{enemyParam}, Rule: "CH-7.5a"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.Hit != "" })
	}},
	{Condition: orders.Condition{Name: "{enemy} standing at {hex}", Args: []orders.Param{enemyParam, hexParam}, Rule: "CH-1.0e"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.on() && u.Hex == orders.Value(args, "hex") })
	}},
	{Condition: orders.Condition{Name: "enemy in {hex}", Args: []orders.Param{hexParam}, Rule: "CH-5.4a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return len(k.foes(k.side(s), orders.Value(args, "hex"))) > 0
	}},
	{Condition: orders.Condition{Name: "enemy within {n} of {unit}", Args: []orders.Param{nParam, ownParam}, Rule: "CH-7.7a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return slices.ContainsFunc(k.Units, func(e Unit) bool {
				return e.Side != u.Side && e.on() && u.on() && k.distance(e.Hex, u.Hex) <= orders.Int(args, "n", 0)
			})
		})
	}},
	{Condition: orders.Condition{Name: "{enemy} within {n} of {unit}", Args: []orders.Param{enemyParam, nParam, ownParam}, Rule: "CH-7.7a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(e *Unit) bool {
			return mine(k, s, args, func(u *Unit) bool { return e.on() && u.on() && k.distance(e.Hex, u.Hex) <= orders.Int(args, "n", 0) })
		})
	}},
	{Condition: orders.Condition{Name: "cap at least {n}", Args: []orders.Param{nParam}, Rule: "CH-3.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.camp(s) != nil && k.camp(s).Cap >= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "ap at least {n}", Args: []orders.Param{nParam}, Rule: "CH-3.0c"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.camp(s) != nil && k.camp(s).Open && k.camp(s).AP >= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "round {n}", Args: []orders.Param{nParam}, Rule: "CH-0b"}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Round == orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "we hold {hex}", Args: []orders.Param{hexParam}, Rule: "CH-2.5.2a"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return slices.ContainsFunc(k.Goals, func(o Objective) bool { return o.Hex == orders.Value(args, "hex") && o.Side == k.side(s) })
	}},
}
