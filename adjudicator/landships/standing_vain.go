package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vain reports why a standing order is pointless: it says nothing, or one of its words contradicts another.
func vain(g *Game, s table.Seat, l table.Line, _ []table.Line) *table.Refusal {
	if why := g.vain(s, l); why != "" {
		return refuse(why, "")
	}
	return nil
}

// vain reports why a standing order can never do what it says, whatever the position, or returns "" if it can.
func (g *Game) vain(s table.Seat, l table.Line) string {
	args := l.Args
	how := orders.Value(args, "how")
	any := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return orders.Has(args, name) })
	}
	says := func(is bool) string {
		if !is {
			return "standing-nothing"
		}
		return ""
	}
	clashes := func(is bool) string {
		if is {
			return "standing-clash"
		}
		return ""
	}
	switch l.Verb {
	case "guns":
		fate := how == "capture" || how == "destroy"
		if why := clashes(any("chance", "prefer") && fate || how == "never" && any("chance", "prefer")); why != "" {
			return why
		}
		return says(any("how", "chance", "prefer"))
	case "flames":
		if why := clashes(any("groups") && (how == "never" || how == "vehicles")); why != "" {
			return why
		}
		return says(any("how", "groups"))
	case "rifles":
		return says(any("hold", "prefer", "column"))
	case "pivot":
		if why := clashes(any("facing") || any("unit") && any("units")); why != "" {
			return why
		}
		return says(any("how"))
	case "intercept":
		kinds := orders.List(args, "kinds")
		never := slices.Contains(kinds, "never")
		if why := clashes(never && (len(kinds) > 1 || any("hex", "only")) || any("only") && len(kinds) == 0); why != "" {
			return why
		}
		return says(len(kinds) > 0 || any("unit") && any("hex"))
	case "flak":
		return says(any("kinds", "target"))
	case "crew":
		return says(any("how", "toward"))
	case "retreat":
		return says(any("how", "hex"))
	case "losses":
		return says(any("order", "units"))
	case "barrage":
		by := g.own(s, orders.Value(args, "by"))
		return says(any("hex") || by != nil && by.Class == "AIR")
	case "follow":
		return clashes(slices.Contains(orders.List(args, "units"), orders.Value(args, "leader")))
	case "advance":
		return clashes(any("facing") && !slices.ContainsFunc(orders.List(args, "units"), func(id string) bool { u := g.unit(id); return u != nil && u.vehicle() }))
	}
	return ""
}
