package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// decisions are the choices that follow the dice (SO-D16 and on). Order lines and standing orders answer them. They are asked by
// mail only if a player wishes; otherwise the default applies.
var decisions = table.Decisions(
	"SO-D16", "SO-D17", "SO-D18", "SO-D19", "SO-D20", "SO-D21", "SO-D22", "SO-D23", "SO-D24", "SO-D25", "SO-D26", "SO-D27", "SO-D28", "SO-D30", "SO-D34", "SO-D38")

// among asks for one of some values in the order of the default: the first one that a line of the verb names, otherwise
// the first.
func among(id, verb string, s seat, about, rule string, values []string, args ...table.FactArg) table.Question[*Game, string] {
	return table.Question[*Game, string]{Decision: id, Seat: s, About: about, Rule: rule, Args: args, Verb: verb,
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			for _, w := range orders.List(l.Args, "units") {
				for _, v := range values {
					if v == w || k.net.ids != nil && k.belongs(v, w) {
						return v, table.Use
					}
				}
			}
			return "", table.Pass
		},
		Options: table.OneOf[*Game](values...),
		Blind:   true, Default: func(*Game) string {
			if len(values) == 0 {
				return ""
			}
			return values[0]
		},
	}
}

// belongs reports whether a word names a counter: the counter itself, its division or its hex.
func (k *Game) belongs(id, word string) bool {
	if _, ok := k.net.ids[id]; !ok {
		return false
	}
	u := k.unit(id)
	return u != nil && (k.printed(id).Division == word || u.Hex == word)
}

// number asks for a number from 0 to most.
func number(id, verb string, s seat, about, rule string, most int, usual func(k *Game) int, policy func(k *Game, l table.Line) (int, table.Policy), args ...table.FactArg) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: id, Seat: s, About: about, Rule: rule, Args: args, Verb: verb, Policy: policy,
		Options: table.UpTo(func(*Game) int { return most }),
		Default: usual,
	}
}

func without(list []string, drop string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == drop })
}
