package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a condition after "if" or "when", with its test on what the seat knows.
type condition = table.Condition[*Game]

var unitParam = []orders.Param{{Name: "unit", Kind: orders.KindUnit}}
var placeParam = []orders.Param{{Name: "place", Kind: orders.KindPlace}}

// inPlay finds a unit that a condition names: one of the seat's own by its id, an enemy by its full name.
func (k *Game) inPlay(s table.Seat, name string) *Group {
	if u := k.own(s, name); u != nil {
		return u
	}
	return k.group(name)
}

// fallen reports whether a unit was eliminated: one of the seat's own if it is gone, an enemy only if its loss was
// seen. An enemy merely out of sight may be in ambush.
func (k *Game) fallen(s table.Seat, name string) bool {
	if k.inPlay(s, name) != nil {
		return false
	}
	for _, c := range k.Camps {
		if c.Seat != s && slices.ContainsFunc(c.Fallen, func(id string) bool { return name == string(c.Seat)+"."+id }) {
			return true
		}
	}
	return !strings.Contains(name, ".") || strings.HasPrefix(name, string(s)+".")
}

// anyAt reports whether some known enemy in a sector satisfies is.
func anyAt(k *Game, s table.Seat, place string, is func(*Group) bool) bool {
	return slices.ContainsFunc(k.at(place), func(n string) bool { u := k.group(n); return u.Side != s && is(u) })
}

func stressed(marker string) func(*Group) bool {
	return func(u *Group) bool { return u.Stress == marker }
}

func unitIs(is func(*Group) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, args []table.Arg) bool {
		u := k.inPlay(s, orders.Value(args, "unit"))
		return u != nil && is(u)
	}
}

func placeIs(is func(*Group) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, args []table.Arg) bool {
		return anyAt(k, s, orders.Value(args, "place"), is)
	}
}

// conditions lists those of decisions.md (d).
var conditions = []condition{
	{Condition: orders.Condition{Name: "{unit} crushed", Args: unitParam, Rule: "BB-5.1"}, Holds: unitIs(stressed(crushed))},
	{Condition: orders.Condition{Name: "{unit} pinned", Args: unitParam, Rule: "BB-5.1"}, Holds: unitIs(stressed(pinned))},
	{Condition: orders.Condition{Name: "{unit} activated", Args: unitParam, Rule: "BB-2.3"}, Holds: unitIs(func(u *Group) bool { return u.Activated })},
	{Condition: orders.Condition{Name: "{unit} failed", Args: unitParam, Rule: "BB-3.3"}, Holds: unitIs(func(u *Group) bool { return u.Outcome == "failure" })},
	{Condition: orders.Condition{Name: "{unit} attacked", Args: unitParam, Rule: "BB-6.1"}, Holds: unitIs(func(u *Group) bool { return u.Struck })},
	{Condition: orders.Condition{Name: "{unit} destroyed", Args: unitParam, Rule: "BB-5.4"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.fallen(s, orders.Value(args, "unit"))
	}},
	{Condition: orders.Condition{Name: "{unit} within {n} of {other}", Rule: "BB-1.4",
		Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}, {Name: "n", Kind: orders.KindNumber}, {Name: "other", Kind: orders.KindUnit}}}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		a, b := k.inPlay(s, orders.Value(args, "unit")), k.inPlay(s, orders.Value(args, "other"))
		return a != nil && b != nil && a.Sector != "" && b.Sector != "" && k.distance(a.Sector, b.Sector) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "enemy crushed at {place}", Args: placeParam, Rule: "BB-5.1"}, Holds: placeIs(stressed(crushed))},
	{Condition: orders.Condition{Name: "enemy pinned at {place}", Args: placeParam, Rule: "BB-5.1"}, Holds: placeIs(stressed(pinned))},
	{Condition: orders.Condition{Name: "enemy at {place}", Args: placeParam, Rule: "BB-R68"}, Holds: placeIs(func(*Group) bool { return true })},
	{Condition: orders.Condition{Name: "objective lost {place}", Args: placeParam, Rule: "BB-R46"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return slices.ContainsFunc(k.Objectives, func(o Objective) bool { return o.Place == orders.Value(args, "place") && o.Holder == k.other(s) })
	}},
	{Condition: orders.Condition{Name: "objective held {place}", Args: placeParam, Rule: "BB-R46"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return slices.ContainsFunc(k.Objectives, func(o Objective) bool { return o.Place == orders.Value(args, "place") && o.Holder == s })
	}},
	{Condition: orders.Condition{Name: "tokens {n}", Rule: "BB-2.2", Args: []orders.Param{{Name: "n", Kind: orders.KindNumber}}}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return count(k.Cup, string(s)) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "assaulted {place}", Args: placeParam, Rule: "BB-6.1"}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return slices.Contains(k.Assault, orders.Value(args, "place"))
	}},
}

// vehicleConditions lists the conditions on vehicles and on those they carry.
var vehicleConditions = []condition{
	{Condition: orders.Condition{Name: "{unit} immobilised", Args: unitParam, Rule: "BB-11.5"}, Holds: unitIs(func(u *Group) bool { return u.Immobile })},
	{Condition: orders.Condition{Name: "{unit} stunned", Args: unitParam, Rule: "BB-11.5"}, Holds: unitIs(func(u *Group) bool { return u.Stunned })},
	{Condition: orders.Condition{Name: "{unit} aboard", Args: unitParam, Rule: "BB-13.2"}, Holds: unitIs(func(u *Group) bool { return u.Aboard != "" })},
	{Condition: orders.Condition{Name: "enemy vehicle at {place}", Args: placeParam, Rule: "BB-9.2"}, Holds: placeIs((*Group).vehicle)},
	{Condition: orders.Condition{Name: "support called", Rule: "BB-A2.4g"}, Holds: func(k *Game, s table.Seat, _ []table.Arg) bool {
		return table.Any(k.Strikes, func(x *Strike) bool { return x.Side == s })
	}},
}
