package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vain refuses a standing order if it, or a part of it, could never have any effect.
func vain(g *Game, s table.Seat, l table.Line, before []table.Line) *table.Refusal {
	if why := g.vain(s, l); why != "" {
		return refuse(why, "")
	}
	if slices.ContainsFunc(before, func(o table.Line) bool { return silences(o, l) }) {
		return refuse("standing-behind", "")
	}
	return nil
}

// vain returns why a standing order can never do all that it says, whatever the position; "" if it can.
func (g *Game) vain(s table.Seat, l table.Line) string {
	says := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return orders.Has(l.Args, name) })
	}
	how, units := orders.Value(l.Args, "how"), orders.List(l.Args, "units")
	nothing, clash := false, false
	switch l.Verb {
	case "watch":
		nothing = !says("units", "settings")
		clash = says("settings") && !slices.ContainsFunc([]string{onEntry, onRiposte, onAssault}, func(occasion string) bool {
			return orders.Setting(l.Args, "settings", occasion) != "hold"
		}) && (orders.Setting(l.Args, "settings", "only") != "" || orders.Setting(l.Args, "settings", "max_hit") != "")
	case "reroll": // a partial re-roll is of the misses, however many hits there are (BB-4.5b)
		clash = says("below") && (how != "" || orders.Value(l.Args, "kind") == "partial")
	case "sacrifice":
		nothing = !says("how", "bases", "order")
		clash = says("bases") && how != "" || says("order") && how == "never"
	case "victim", "newnco":
		nothing = !says("order")
	case "contest":
		nothing = !says("how", "name")
		clash = says("name") && how == "never"
	case "aside":
		nothing = !says("how", "toward")
		clash = says("toward") && how == "never"
	}
	switch {
	case nothing:
		return "standing-nothing"
	case clash:
		return "standing-clash"
	case twice(units) || twice(orders.List(l.Args, "order")):
		return "standing-twice"
	case says("below") && orders.Int(l.Args, "below", 0) < 1 || says("bases") && orders.Int(l.Args, "bases", 0) < 1:
		return "standing-zero"
	case (l.Verb == "sacrifice" || l.Verb == "aside" || l.Verb == "alight") && slices.ContainsFunc(units, func(id string) bool {
		u := g.own(s, id)
		return u != nil && u.vehicle()
	}):
		return "standing-vehicle" // BB-5.7, BB-11.10, BB-13.3
	}
	return ""
}

func twice(list []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(list)))) != len(list)
}

// silences reports whether an earlier standing order always answers what a later one with the same verb says, or part
// of it: the first one that applies wins.
func silences(earlier, later table.Line) bool {
	said := func(l table.Line, name string) bool { return orders.Has(l.Args, name) }
	units, named := orders.List(earlier.Args, "units"), orders.List(later.Args, "units")
	all := len(units) == 0 || len(named) > 0 && !slices.ContainsFunc(named, func(id string) bool { return !slices.Contains(units, id) })
	if earlier.Guard != "" || !all {
		return false
	}
	switch later.Verb {
	case "victim", "newnco": // the later one names bases for groups that have none of those in the earlier
		return false
	case "watch": // all of them are asked who fires first
		return said(earlier, "settings") && said(later, "settings")
	case "reroll":
		kind, of := orders.Value(earlier.Args, "kind"), orders.Value(later.Args, "kind")
		if said(earlier, "below") {
			kind = "global"
		}
		if said(later, "below") {
			of = "global"
		}
		return kind == "" || kind == of
	case "sacrifice":
		return (said(earlier, "how") || said(earlier, "bases")) && (said(later, "how") || said(later, "bases"))
	case "contest":
		return said(earlier, "how") && said(later, "how")
	}
	return true
}
