package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// forUnits names the counters that a standing order is for.
var forUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Prefix: "of", Repeated: true, Optional: true}

// vehicleKinds are the words for the vehicles that a gun may prefer.
var vehicleKinds = words("nearest", "best", "tanks", "cars", "trucks",
	"mk-i", "mk-iv", "mk-v", "mk-viii", "whippet", "ft-17", "schneider", "st-chamond", "a7v", "vollmer", "male", "female")

// softKinds are the words for the soft targets that riflemen may prefer.
var softKinds = words("nearest", "densest", "best", "infantry", "mgs", "cavalry", "crews", "observers", "trucks", "cars")

// standingOrders are the standing orders by which weapons choose for themselves.
var standingOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "guns", Standing: true, Rule: "LS-8.3a", Phases: []string{"4.8"},
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never", "capture", "destroy")},
			{Name: "chance", Kind: orders.KindNumber, Prefix: "chance", Optional: true},
			{Name: "prefer", Kind: orders.KindWord, Prefix: "prefer", Words: vehicleKinds, Optional: true}, forUnits}},
		Check: mayOrderGuns},
	{Verb: orders.Verb{Name: "flames", Standing: true, Only: true, Rule: "LS-13.13a",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never", "vehicles")},
			{Name: "groups", Kind: orders.KindNumber, Prefix: "groups", Optional: true}, forUnits}}},
	{Verb: orders.Verb{Name: "rifles", Standing: true, Only: true, Rule: "LS-8.61a",
		Args: []orders.Param{{Name: "hold", Kind: orders.KindNumber, Prefix: "hold", Optional: true},
			{Name: "prefer", Kind: orders.KindWord, Prefix: "prefer", Words: softKinds, Optional: true},
			{Name: "column", Kind: orders.KindNumber, Prefix: "column", Optional: true}, forUnits}}},
	{Verb: orders.Verb{Name: "mgs", Standing: true, Only: true, Rule: "LS-4.5b",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("soft", "tanks", "cars")}, forUnits}}},
	{Verb: orders.Verb{Name: "losses", Standing: true, Only: true, Rule: "LS-12.21b",
		Args: []orders.Param{{Name: "order", Kind: orders.KindWord, Repeated: true, Optional: true, Words: words("pinned", "infantry", "mgs", "cavalry")}, forUnits}}},
}
