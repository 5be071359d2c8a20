package brushbrothers

import (
	"iter"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// All decisions of the players that are made inside a step. Each is answered from what its seat knows: the k passed to
// its functions. A number in a question has already been reported by a fact. Which lines answer it, and what happens
// when nobody answers, is in decisions.md under the same id.

// decisions lists what "standing ask BB-D17" may name.
var decisions = []table.Decision{
	{ID: "BB-D9"}, {ID: "BB-D12"}, {ID: "BB-D13"}, {ID: "BB-D14"}, {ID: "BB-D16"}, {ID: "BB-D17"}, {ID: "BB-D18"}, {ID: "BB-D19"}, {ID: "BB-D20", Covert: true},
	{ID: "BB-D21"}, {ID: "BB-D22"}, {ID: "BB-D31", Covert: true}, {ID: "BB-D32"},
}

// speaksOf reports whether a standing order applies to a unit. An order that names no units applies to all.
func speaksOf(l table.Line, unit string) bool {
	units := orders.List(l.Args, "units")
	return len(units) == 0 || slices.ContainsFunc(units, func(id string) bool { return len(unit) > len(id) && unit[len(unit)-len(id)-1:] == "."+id })
}

// askActivate asks which of its own GCs a side activates when the queue is empty (BB-D9). The default is the one with the lowest id.
func (*Game) askActivate(s table.Seat, own []string) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "BB-D9", Seat: s, Rule: "BB-2.2",
		Options: table.Each(func(k *Game) []string { return k.ready(s) }),
		Blind:   true, Default: func(*Game) string { return slices.Min(own) }, // a side knows its own groups
	}
}

// askClaim asks what to claim of the nearest enemy when the target is another and the order does not say (BB-D12). If
// anybody can see that the nearest is harmless, the claim costs no die, so it is made unless the player says never
// (BB-R54).
func (*Game) askClaim(s table.Seat, v volley) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "BB-D12", Seat: s, About: v.firer, Rule: "BB-4.7a", Verb: "claim", Args: []table.FactArg{table.A("unit", v.firer)},
		Policy:  func(_ *Game, l table.Line) (string, table.Policy) { return orders.Value(l.Args, "what"), table.Use },
		Options: table.OneOf[*Game]("never", "harmless", "less-vulnerable"),
		Default: func(k *Game) string {
			if k.pressing(v) == v.target {
				return "harmless"
			}
			return "never"
		},
	}
}

// askGlobal asks for a global re-roll, weapon by weapon (BB-D13). The default is to re-roll a result below the average.
func (*Game) askGlobal(s table.Seat, unit string, hits, dice, need int) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D13", Seat: s, About: unit, Rule: "BB-4.5a", Verb: "reroll",
		Args: []table.FactArg{table.A("unit", unit), table.A("hits", hits), table.A("dice", dice), table.A("needed", need)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			switch below := orders.Value(l.Args, "below"); {
			case orders.Value(l.Args, "kind") == "partial" || !speaksOf(l, unit):
				return false, table.Pass
			case below != "":
				return hits < orders.Int(l.Args, "below", 0), table.Use
			default:
				return orders.Value(l.Args, "how") != "never", table.Use
			}
		},
		Options: table.Either[*Game]("reroll", "keep"),
		Blind:   true, Default: func(*Game) bool { return hits*6 < dice*(7-need) },
	}
}

// askPartial asks whether to throw the misses again (BB-D14).
func (*Game) askPartial(s table.Seat, unit string, missed int) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D14", Seat: s, About: unit, Rule: "BB-4.5b", Verb: "reroll",
		Args: []table.FactArg{table.A("unit", unit), table.A("missed", missed)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			if orders.Value(l.Args, "kind") == "global" || orders.Value(l.Args, "below") != "" || !speaksOf(l, unit) {
				return false, table.Pass
			}
			return orders.Value(l.Args, "how") != "never", table.Use
		},
		Options: table.Either[*Game]("reroll", "keep"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askWatch asks whether to fire or hold on an occasion (BB-D16). In the order, max_hit holds fire that needs a higher
// score, and only names the weapon that the enemy must show.
func (*Game) askWatch(s table.Seat, v volley, occasion string) table.Question[*Game, bool] {
	unit, target := v.firer, v.target
	return table.Question[*Game, bool]{Decision: "BB-D16", Seat: s, About: unit, Rule: "BB-3.5w", Verb: "watch",
		Args: []table.FactArg{table.A("unit", unit), table.A("target", target), table.A("occasion", occasion)},
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if !speaksOf(l, unit) || !orders.Has(l.Args, "settings") { // without settings it only says who fires first
				return false, table.Pass
			}
			return k.wouldFire(v, occasion, l.Args), table.Use
		},
		Options: table.Either[*Game]("fire", "hold"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// wouldFire reads the settings of a standing watch order.
func (k *Game) wouldFire(v volley, occasion string, order []table.Arg) bool {
	if orders.Setting(order, "settings", occasion) == "hold" {
		return false
	}
	u, e := k.group(v.firer), k.group(v.target)
	if u == nil || e == nil {
		return true
	}
	if only := orders.Setting(order, "settings", "only"); only == "vehicle" && e.vehicle() {
		only = ""
	} else if only != "" && !slices.ContainsFunc(e.Bases, func(b Stand) bool { return b.Weapon == only }) {
		return false
	}
	limit, err := strconv.Atoi(orders.Setting(order, "settings", "max_hit"))
	return err != nil || slices.ContainsFunc(v.bases, func(id int) bool {
		a, r := k.aim(u, id, "", e, v.priority)
		return r == nil && a.need.Total() <= limit
	})
}

// askSacrifice asks whether to give up a base instead of taking a crushed marker (BB-D17).
func (*Game) askSacrifice(s table.Seat, unit string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D17", Seat: s, About: unit, Rule: "BB-5.5a", Verb: "sacrifice", Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			switch n := orders.Int(l.Args, "bases", 0); {
			case !speaksOf(l, unit):
				return false, table.Pass
			case n > 0:
				return len(k.group(unit).Bases) >= n, table.Use
			case orders.Value(l.Args, "how") == "":
				return false, table.Pass // the order is only about bases
			default:
				return orders.Value(l.Args, "how") == "always", table.Use
			}
		},
		Options: table.Either[*Game]("sacrifice", "marker"),
		Default: func(k *Game) bool { return len(k.group(unit).Bases) >= 3 },
	}
}

// askVictim asks which base goes (BB-D18): the owner chooses, or the opponent if his die says so.
func (*Game) askVictim(s table.Seat, unit string) table.Question[*Game, int] {
	verb := "victim"
	if len(unit) > len(s) && unit[:len(s)+1] == string(s)+"." {
		verb = "sacrifice"
	}
	return table.Question[*Game, int]{Decision: "BB-D18", Seat: s, About: unit, Rule: "BB-5.5b", Verb: verb, Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(k *Game, l table.Line) (int, table.Policy) {
			u := k.group(unit)
			if u == nil || verb == "sacrifice" && !speaksOf(l, unit) {
				return 0, table.Pass
			}
			for _, word := range orders.List(l.Args, "order") {
				for i := range u.Bases {
					if u.means(i, word) {
						return u.Bases[i].ID, table.Use
					}
				}
			}
			return 0, table.Pass
		},
		Options: func(k *Game) iter.Seq2[string, int] { return k.basesOf(unit) },
		Default: func(k *Game) int {
			switch u := k.group(unit); {
			case u == nil || len(u.Bases) == 0:
				return 0
			case verb == "sacrifice":
				return u.plainest()
			default:
				return k.dearest(u)
			}
		},
	}
}

// basesOf offers the bases of a group by name, such as "2 rifle".
func (k *Game) basesOf(unit string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		u := k.group(unit)
		for i := 0; u != nil && i < len(u.Bases); i++ {
			if b := u.Bases[i]; !yield(ordinal(b.ID)+" "+b.Weapon, b.ID) {
				return
			}
		}
	}
}

// plainest returns the base that its owner gives up first: a rifle that does not lead, then any base that does not
// lead.
func (u *Group) plainest() int {
	for _, want := range []string{"rifle", ""} {
		for i := len(u.Bases) - 1; i >= 0; i-- {
			if b := u.Bases[i]; !b.NCO && (want == "" || b.Weapon == want) {
				return b.ID
			}
		}
	}
	return u.Bases[0].ID
}

// dearest returns the base that the opponent takes: an LMG, then the NCO, then the base with the most dice.
func (k *Game) dearest(u *Group) int {
	for i := range u.Bases {
		if w, _ := k.doc.Arm(u.Bases[i].Base); w.Class == "automatic" {
			return u.Bases[i].ID
		}
	}
	best, dice := u.Bases[0].ID, -1
	for b := range table.All(u.Bases) {
		if b.NCO {
			return b.ID
		}
		if w, _ := k.doc.Arm(b.Base); w.Dice > dice {
			best, dice = b.ID, w.Dice
		}
	}
	return best
}

// askPromote asks for the new NCO base (BB-D19).
func (*Game) askPromote(s table.Seat, unit string) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: "BB-D19", Seat: s, About: unit, Rule: "BB-5.5c", Verb: "newnco", Args: []table.FactArg{table.A("unit", unit)},
		Policy: func(k *Game, l table.Line) (int, table.Policy) {
			u := k.group(unit)
			for _, word := range orders.List(l.Args, "order") {
				for i := range u.Bases {
					if u.means(i, word) {
						return u.Bases[i].ID, table.Use
					}
				}
			}
			return 0, table.Pass
		},
		Options: func(k *Game) iter.Seq2[string, int] { return k.basesOf(unit) },
		Default: func(k *Game) int {
			u, best, most := k.group(unit), 0, 0
			for _, b := range u.Bases {
				n := table.Count(u.Bases, func(o Stand) bool { return o.Weapon == b.Weapon })
				if n > most {
					best, most = b.ID, n
				}
			}
			return best
		},
	}
}

// askSearch asks whether to look for hidden enemies (BB-D20).
func (*Game) askSearch(s table.Seat, unit string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D20", Seat: s, About: unit, Rule: "BB-3.7e", Verb: "spotting", Covert: true,
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") != "none", table.Use
		},
		Options: table.Either[*Game]("search", "pass"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askTake asks whether the winner enters the position (BB-D21).
func (*Game) askTake(s table.Seat, unit, place string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D21", Seat: s, About: unit, Rule: "BB-6.3d", Verb: "take", Args: []table.FactArg{table.A("unit", unit), table.A("place", place)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") != "no", table.UseIf(speaksOf(l, unit))
		},
		Options: table.Either[*Game]("take", "stay"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askRetreat asks for the next step of a retreat (BB-D22).
func (*Game) askRetreat(s table.Seat, f flight) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "BB-D22", Seat: s, About: f.unit, Rule: "BB-R20", Verb: "retreat", Args: []table.FactArg{table.A("unit", f.unit)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			toward := orders.Value(l.Args, "toward")
			if toward == "" || !speaksOf(l, f.unit) {
				return "", table.Pass
			}
			best := ""
			var last string
			for _, w := range k.retreats(f) {
				if end := w[len(w)-1]; best == "" || k.distance(end, toward) < k.distance(last, toward) {
					best, last = w[0], end
				}
			}
			return best, table.UseIf(best != "")
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				var done []string
				for _, w := range k.retreats(f) {
					if slices.Contains(done, w[0]) {
						continue
					}
					done = append(done, w[0])
					if !yield(w[0], w[0]) {
						return
					}
				}
			}
		},
		Default: func(k *Game) string { return k.bestRetreat(f) },
	}
}

// bestRetreat returns the default of BB-D22.
func (k *Game) bestRetreat(f flight) string {
	u := k.group(f.unit)
	best, covered, far := "", false, -1
	for _, w := range k.retreats(f) {
		end, sum := w[len(w)-1], 0
		for _, e := range k.enemies(u.Side) {
			sum += k.distance(k.group(e).Sector, end)
		}
		c := k.terrain(end).Cover
		if best == "" || c && !covered || c == covered && sum > far {
			best, covered, far = w[0], c, sum
		}
	}
	return best
}

// askTurnOver asks whether to look at the face of a token, in secret (BB-D31).
func (*Game) askTurnOver(s table.Seat, objective string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D31", Seat: s, About: objective, Rule: "BB-A3.6e", Verb: "turnover", Covert: true,
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") != "no", table.Use
		},
		Options: table.Either[*Game]("turn", "leave"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askContest asks the player under fire to accept a claim or leave it to the die (BB-D32).
func (*Game) askContest(s table.Seat, firer, target string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "BB-D32", Seat: s, About: firer, Rule: "BB-4.7c", Verb: "contest", Args: []table.FactArg{table.A("unit", firer), table.A("target", target)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") != "never", table.UseIf(orders.Value(l.Args, "how") != "")
		},
		Options: table.Either[*Game]("contest", "accept"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askPriority asks the player under fire to name the priority target once the die has gone his way (BB-D32). The
// default is the nearest.
func (*Game) askPriority(s table.Seat, firer string, cands []string, nearest string) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: "BB-D32", Seat: s, About: firer + " target", Rule: "BB-4.7c", Verb: "contest", Args: []table.FactArg{table.A("unit", firer)},
		Policy: func(_ *Game, l table.Line) (string, table.Policy) {
			name := string(s) + "." + orders.Value(l.Args, "name")
			return name, table.UseIf(slices.Contains(cands, name))
		},
		Options: table.OneOf[*Game](cands...),
		Blind:   true, Default: func(*Game) string { return nearest },
	}
}

// vehicleDecisions lists the rows of decisions.md for vehicles.
var vehicleDecisions = table.Decisions("BB-D25", "BB-D28")

// firstCovered returns the first place with cover in a list, else its first place; "" if it is empty.
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

// closest returns the place in a list that is nearest to a goal.
func (k *Game) closest(places []string, goal string) string {
	best := ""
	for _, p := range places {
		if best == "" || k.distance(p, goal) < k.distance(best, goal) {
			best = p
		}
	}
	return best
}

// askAside asks where men on foot step aside before a tracked vehicle (BB-D25); "" to stay and take the test.
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
				return to, table.UseIf(to != "")
			}
			return k.firstCovered(ways(k)), table.UseIf(orders.Value(l.Args, "how") == "always")
		},
		Options: table.Each(ways, "stay"),
		Default: func(k *Game) string { return k.firstCovered(ways(k)) },
	}
}

// askAlight asks where a carried group gets off when it must (BB-D28; BB-13.3, BB-R41).
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
			return to, table.UseIf(to != "" && slices.Contains(ways(k), to))
		},
		Options: table.Each(ways),
		Default: func(k *Game) string { return k.firstCovered(ways(k)) },
	}
}
