package landships

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// movementDecisions are the decisions of movement that arise inside a phase. Each is answered by an order, a standing
// order, the player himself if he asked to be consulted, or its default (decisions.md A). The other decisions of
// sections 6 and 7 are orders themselves.
var movementDecisions = table.Decisions("LS-D41", "LS-D43", "LS-D55", "LS-D73", "LS-D91")

// askReturn is D-41: a rallied crew goes back to its tank or stays.
func (g *Game) askReturn(s table.Seat, crew string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D41", Seat: s, About: crew, Rule: "LS-15.12d", Verb: "crew", Args: []table.FactArg{table.A("unit", crew)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how == "return", table.UseIf(speaksOf(l, crew) && how != "")
		},
		Options: table.Either[*Game]("return", "stay"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// handful is a list of weapons as one value.
type handful string

func (h handful) list() []string {
	if h == "" {
		return nil
	}
	return strings.Split(string(h), ",")
}

// askPickUp is D-43: which of the weapons that it may carry a German group takes.
func (g *Game) askPickUp(s table.Seat, unit string, weapons []string) table.Question[*Game, handful] {
	all := handful(strings.Join(weapons, ","))
	return table.Question[*Game, handful]{Decision: "LS-D43", Seat: s, About: unit, Rule: "LS-13.11c", Verb: "pickup", Args: []table.FactArg{table.A("unit", unit), table.A("weapons", weapons)},
		Policy: func(k *Game, l table.Line) (handful, table.Policy) {
			switch how := orders.Value(l.Args, "how"); {
			case !speaksOf(l, unit):
				return "", table.Pass
			case how == "never":
				return "", table.Use
			case how == "atr" || how == "flt":
				some := slices.DeleteFunc(slices.Clone(weapons), func(w string) bool {
					return k.unit(w) == nil || !strings.EqualFold(k.unit(w).Class, how)
				})
				return handful(strings.Join(some, ",")), table.Use
			}
			return all, table.Use
		},
		Options: func(*Game) iter.Seq2[string, handful] {
			return func(yield func(string, handful) bool) {
				if all == "" || !yield("all", all) || !yield("none", "") {
					return
				}
				for _, w := range weapons {
					if len(weapons) > 1 && !yield(w, handful(w)) {
						return
					}
				}
			}
		},
		Blind: true, Default: func(*Game) handful { return all },
	}
}

// askBailOut is D-55: the hex into which a crew bails out, or "" if none is free.
func (g *Game) askBailOut(s table.Seat, tank string) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "LS-D55", Seat: s, About: tank, Rule: "LS-15.12a", Verb: "crew", Args: []table.FactArg{table.A("tank", tank)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			toward, best := orders.Value(l.Args, "toward"), ""
			if v := k.unit(tank); toward == "" || !speaksOf(l, tank) && !speaksOf(l, v.Crew) {
				return "", table.Pass
			}
			for _, hex := range k.exits(tank) {
				if best == "" || k.distance(hex, toward) < k.distance(best, toward) {
					best = hex
				}
			}
			return best, table.Use
		},
		Options: table.Each(func(k *Game) []string { return k.exits(tank) }),
		Default: func(k *Game) string {
			if open := k.exits(tank); len(open) > 0 {
				return open[0]
			}
			return ""
		},
	}
}

// askGuns is D-73: capture a gun found alone, or destroy it.
func (g *Game) askGuns(s table.Seat, unit, gun string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D73", Seat: s, About: gun, Rule: "LS-13.24b", Verb: "guns", Args: []table.FactArg{table.A("unit", unit), table.A("gun", gun)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how == "capture", table.UseIf((how == "capture" || how == "destroy") && speaksOf(l, unit))
		},
		Options: table.Either[*Game]("capture", "destroy"),
		Blind:   true, Default: func(*Game) bool { return false },
	}
}

// askMend is D-91: roll for a repair; with LS-6.16j also as a sham.
func (g *Game) askMend(s table.Seat, unit string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D91", Seat: s, About: unit, Rule: "LS-6.16g", Verb: "repair", Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") != "never", table.UseIf(speaksOf(l, unit))
		},
		Options: table.Either[*Game]("roll", "not"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}
