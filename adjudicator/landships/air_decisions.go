package landships

import (
	"iter"
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// airDecisions are the questions of barrages, retreats and the air (D-14, D-61 to D-64). The other decisions of these
// parts are plain order lines, with the defaults of the table: no barrage (D-10), all pieces (D-11), drumfire with
// high explosive (D-12), in the order written (D-13), the aircraft's own hex (D-15), no flight (D-60), no part as a
// fighter (D-65).
var airDecisions = table.Decisions("LS-D14", "LS-D61", "LS-D62", "LS-D63", "LS-D64")

// kindOf returns what an aircraft is, as far as the position tells: "fighters", "bombers", "observers" or "strafers",
// or "" for a close support aircraft whose mission is unknown (LS-11.1a).
func (k *Game) kindOf(u *Piece) string {
	switch job := k.job(u); {
	case k.fighters(u) && job != strafing:
		return "fighters"
	case u.Mission == "" && u.Role == "" && k.plane(u).Type == "CS":
		return ""
	case job == bombing:
		return "bombers"
	case job == strafing:
		return "strafers"
	}
	return "observers"
}

// ranked orders aircraft by the kinds that a player listed, then by name. An unknown close support aircraft may be any
// kind that such aircraft can be: it counts as the first of these in the list, behind the aircraft known to be of that
// kind.
func (k *Game) ranked(planes, kinds []string) []string {
	rank := func(id string) int {
		kind := k.kindOf(k.unit(id))
		for i, want := range kinds {
			if kind == want {
				return 2 * i
			}
			if kind == "" && want != "fighters" {
				return 2*i + 1
			}
		}
		return 2 * len(kinds)
	}
	out := slices.Clone(planes)
	slices.SortStableFunc(out, func(a, b string) int {
		switch {
		case rank(a) != rank(b):
			return rank(a) - rank(b)
		case a < b:
			return -1
		}
		return 1
	})
	return out
}

// listed reports whether an aircraft is, or may be, of one of the given kinds.
func (k *Game) listed(id string, kinds []string) bool {
	kind := k.kindOf(k.unit(id))
	return slices.Contains(kinds, kind) || kind == "" && slices.ContainsFunc(kinds, func(w string) bool { return w != "fighters" && w != "never" })
}

// unopposed returns the hex of the first aircraft of a list that no fighter of a side opposes yet, or stayHome if all
// are opposed.
func (k *Game) unopposed(s table.Seat, planes []string) string {
	var against []string // one entry for each fighter over a hex
	for _, id := range k.sky("", s) {
		if u := k.unit(id); k.fighters(u) {
			against = append(against, u.Hex)
		}
	}
	for _, id := range planes {
		hex := k.unit(id).Hex
		i := slices.Index(against, hex)
		if i < 0 {
			return hex
		}
		against = slices.Delete(against, i, i+1)
	}
	return stayHome
}

// askIntercept is D-61: where a fighter intercepts.
func (*Game) askIntercept(s table.Seat, fighter string) table.Question[*Game, string] {
	usual := []string{"bombers", "strafers", "observers", "fighters"}
	return table.Question[*Game, string]{Decision: "LS-D61", Seat: s, About: fighter, Rule: "LS-11.11b", Verb: "intercept", Args: []table.FactArg{table.A("unit", fighter)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if id := orders.Value(l.Args, "unit"); id != "" && id != fighter {
				return "", table.Pass
			}
			if hex := orders.Value(l.Args, "hex"); hex != "" && len(k.sky(hex, k.other(s))) > 0 {
				return hex, table.Use
			}
			kinds := orders.List(l.Args, "kinds")
			if len(kinds) == 0 {
				return "", table.Pass
			}
			if slices.Contains(kinds, "never") {
				return stayHome, table.Use
			}
			planes := k.sky("", k.other(s))
			if orders.Has(l.Args, "only") {
				planes = slices.DeleteFunc(planes, func(id string) bool { return !k.listed(id, kinds) })
			}
			return k.unopposed(s, k.ranked(planes, append(slices.Clone(kinds), usual...))), table.Use
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				if !yield(stayHome, stayHome) {
					return
				}
				var done []string
				for _, id := range k.sky("", k.other(s)) {
					hex := k.unit(id).Hex
					if slices.Contains(done, hex) {
						continue
					}
					done = append(done, hex)
					if !yield(hex, hex) {
						return
					}
				}
			}
		},
		Default: func(k *Game) string { return k.unopposed(s, k.ranked(k.sky("", k.other(s)), usual)) },
	}
}

// byKinds returns the policy of a list of kinds: the first aircraft of those offered, in the order of the list.
func byKinds(planes func(*Game) []string, usual []string) func(*Game, table.Line) (string, table.Policy) {
	return func(k *Game, l table.Line) (string, table.Policy) {
		kinds := orders.List(l.Args, "kinds")
		if len(kinds) == 0 {
			return "", table.Pass
		}
		list := k.ranked(planes(k), append(slices.Clone(kinds), usual...))
		if len(list) == 0 {
			return "", table.Pass
		}
		return list[0], table.Use
	}
}

// askVictim is D-62: which enemy aircraft a hit removes. The default is bombers, then close support, then fighters.
func (*Game) askVictim(s table.Seat, hex string, planes []string) table.Question[*Game, string] {
	usual := []string{"bombers", "strafers", "observers", "fighters"}
	return table.Question[*Game, string]{Decision: "LS-D62", Seat: s, About: hex, Rule: "LS-11.12b", Verb: "dogfight", Args: []table.FactArg{table.A("hex", hex)},
		Policy:  byKinds(func(*Game) []string { return planes }, usual),
		Options: table.OneOf[*Game](planes...),
		Default: func(k *Game) string {
			return slices.MinFunc(planes, func(a, b string) int {
				order := func(id string) int { return slices.Index([]string{"B", "CS", "F"}, k.plane(k.unit(id)).Type) }
				switch {
				case order(a) != order(b):
					return order(a) - order(b)
				case a < b:
					return -1
				}
				return 1
			})
		},
	}
}

// askFlak is D-63: the target of an anti-aircraft gun. The default is strafers, then bombers, then observers, and
// fighters last.
func (*Game) askFlak(s table.Seat, gun string) table.Question[*Game, string] {
	usual := []string{"strafers", "bombers", "observers", "fighters"}
	planes := func(k *Game) []string { return k.inReach(gun) }
	return table.Question[*Game, string]{Decision: "LS-D63", Seat: s, About: gun, Rule: "LS-11.21b", Verb: "flak", Args: []table.FactArg{table.A("unit", gun)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if named := orders.Value(l.Args, "gun"); named != "" && named != gun {
				return "", table.Pass
			}
			if target := orders.Value(l.Args, "target"); slices.Contains(planes(k), target) {
				return target, table.Use
			}
			return byKinds(planes, usual)(k, l)
		},
		Options: table.Each(planes),
		Default: func(k *Game) string {
			if list := k.ranked(planes(k), usual); len(list) > 0 {
				return list[0]
			}
			return ""
		},
	}
}

// askSkyFire is D-64: whether a unit fires at a strafing aircraft.
func (*Game) askSkyFire(s table.Seat, unit string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D64", Seat: s, About: unit, Rule: "LS-11.22a", Verb: "skyfire", Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			units := orders.List(l.Args, "units")
			return orders.Value(l.Args, "how") != "never", table.UseIf(len(units) == 0 || slices.Contains(units, unit))
		},
		Options: table.Either[*Game]("fire", "hold"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}
