package brushbrothers

import (
	"iter"
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vehicleDecisions are the rows of decisions.md that vehicles bring.
var vehicleDecisions = []table.Decision{
	{ID: "BB-D25", Title: orders.Words{EN: "stepping aside before a tracked vehicle", FR: "s'écarter devant un véhicule chenillé"}, Default: orders.Words{EN: "step aside, into cover if possible", FR: "s'écarter, à couvert si possible"}},
	{ID: "BB-D28", Title: orders.Words{EN: "where to get off a vehicle that was hit", FR: "où débarquer d'un véhicule touché"}, Default: orders.Words{EN: "into cover if possible, else where the vehicle stands", FR: "à couvert si possible, sinon sur place"}},
}

// sectors offers places.
func sectors(list func(*Game) []string, more ...string) func(*Game) iter.Seq2[string, string] {
	return func(k *Game) iter.Seq2[string, string] {
		return func(yield func(string, string) bool) {
			for _, p := range list(k) {
				if !yield(p, p) {
					return
				}
			}
			for _, m := range more {
				if !yield(m, "") {
					return
				}
			}
		}
	}
}

// covered is the first place with cover of a list, else its first place; "" of none.
func (k *Game) firstCovered(places []string) string {
	for _, p := range places {
		if k.terrain(p).Cover {
			return p
		}
	}
	if len(places) == 0 {
		return ""
	}
	return places[0]
}

// closest is the place of a list that is nearest to a goal.
func (k *Game) closest(places []string, goal string) string {
	best := ""
	for _, p := range places {
		if best == "" || k.distance(p, goal) < k.distance(best, goal) {
			best = p
		}
	}
	return best
}

// BB-D25: where men on foot step aside before a tracked vehicle; "" to stay and take the test.
func (*Game) askAside(s table.Seat, unit, driver string) table.Question[*Game, string] {
	ways := func(k *Game) []string {
		if k.group(unit) == nil {
			return nil
		}
		return k.asides(unit)
	}
	return table.Question[*Game, string]{Decision: "BB-D25", Seat: s, About: unit, Rule: "BB-11.10", Verb: "aside", Args: []table.FactArg{table.A("unit", unit), table.A("driver", driver)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			toward := orders.Value(l.Args, "toward")
			switch {
			case !speaksOf(l, unit):
				return "", table.Pass
			case orders.Value(l.Args, "how") == "never":
				return "", table.Use
			case toward != "":
				to := k.closest(ways(k), toward)
				return to, pass(to != "")
			}
			return k.firstCovered(ways(k)), pass(orders.Value(l.Args, "how") == "always")
		},
		Options: sectors(ways, "stay"),
		Default: func(k *Game) string { return k.firstCovered(ways(k)) },
	}
}

// BB-D28: where a carried group gets off when it must (BB-13.3, BB-R41).
func (*Game) askAlight(s table.Seat, unit string) table.Question[*Game, string] {
	ways := func(k *Game) []string {
		u := k.group(unit)
		if u == nil {
			return nil
		}
		return k.exits(u)
	}
	return table.Question[*Game, string]{Decision: "BB-D28", Seat: s, About: unit, Rule: "BB-13.3", Verb: "alight", Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			toward := orders.Value(l.Args, "toward")
			if toward == "" || !speaksOf(l, unit) {
				return "", table.Pass
			}
			to := k.closest(ways(k), toward)
			return to, pass(to != "" && slices.Contains(ways(k), to))
		},
		Options: sectors(ways),
		Default: func(k *Game) string { return k.firstCovered(ways(k)) },
	}
}
