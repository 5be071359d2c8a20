package somme

import (
	"iter"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// decisions are the choices that follow the dice (DEC-n): answered by order lines and standing orders, asked by mail only
// where a player wishes it, else by the default.
var decisions = []table.Decision{
	{ID: "SO-D16", Title: tr("artillery of a defence", "artillerie en défense"), Default: tr("all corps artillery in range; one in counter-battery against two or more", "toute l'artillerie de corps à portée ; une en contre-batterie contre deux ou plus")},
	{ID: "SO-D17", Title: tr("the attacker's counter-battery", "contre-batterie de l'attaquant"), Default: tr("none", "aucune")},
	{ID: "SO-D18", Title: tr("lead unit of an attack", "unité en pointe de l'attaque"), Default: tr("highest morale, elite, most steps", "meilleur moral, élite, plus de pas")},
	{ID: "SO-D19", Title: tr("lead unit of a defence", "unité en pointe de la défense"), Default: tr("highest morale, elite, most steps", "meilleur moral, élite, plus de pas")},
	{ID: "SO-D20", Title: tr("how far to retreat by mastery", "recul permis par la maîtrise"), Default: tr("as many hexes as take off damage, from 3 points on, not out of towns and objectives", "autant d'hexagones qu'ils ôtent de dommages, dès 3 points, pas hors des villes et objectifs")},
	{ID: "SO-D21", Title: tr("units that react", "unités en réaction"), Default: tr("the nearest into the attacked hex if it stacks", "la plus proche dans l'hexagone attaqué si elle s'empile")},
	{ID: "SO-D22", Title: tr("advance and exploitation", "avance et exploitation"), Default: tr("the lead's stack", "la pile en pointe")},
	{ID: "SO-D23", Title: tr("marker to remove", "marqueur à retirer"), Default: tr("the strongest stack in range", "la pile la plus forte à portée")},
	{ID: "SO-D24", Title: tr("who takes losses and disorganisation", "qui subit pertes et désorganisation"), Default: tr("the weakest first; the lead disorganised first, but under fire the attack's lead last", "les plus faibles d'abord ; la pointe désorganisée d'abord, mais sous le bombardement la pointe de l'attaque en dernier")},
	{ID: "SO-D25", Title: tr("choices of erroneous orders", "choix des ordres erronés"), Default: tr("the strongest attacker; the cheapest to lose ground", "l'attaquant le plus fort ; le moins coûteux à reculer")},
	{ID: "SO-D26", Title: tr("length and path of a retreat", "longueur et chemin d'un recul"), Default: tr("two hexes at most", "deux hexagones au plus")},
	{ID: "SO-D27", Title: tr("way of an enemy stack by R3", "chemin d'une pile ennemie sur R3"), Default: tr("by the priorities, the worst for its owner of equal ones", "selon les priorités, à égalité le pire pour son propriétaire")},
	{ID: "SO-D28", Title: tr("unit whose morale counts in a disengagement", "unité dont le moral compte au désengagement"), Default: tr("the best die modifier: highest morale, cavalry and tanks", "le meilleur modificateur : plus haut moral, cavalerie et chars")},
	{ID: "SO-D30", Title: tr("units too many in a hex", "unités en surnombre"), Default: tr("the lowest attack and defence", "la plus faible attaque et défense")},
	{ID: "SO-D34", Title: tr("the unit that loots", "l'unité qui pille"), Default: tr("the strongest in attack", "la plus forte en attaque")},
	{ID: "SO-D38", Title: tr("misdirected reserves", "réserves mal orientées"), Default: tr("none", "aucune")},
}

// list offers options that are their own values.
func list(values []string) func(*Game) iter.Seq2[string, string] {
	return func(*Game) iter.Seq2[string, string] {
		return func(yield func(string, string) bool) {
			for _, v := range values {
				if !yield(v, v) {
					return
				}
			}
		}
	}
}

// among asks for one of some values in the order of the default: the first that a line of the verb names, else the first.
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
		Options: list(values),
		Default: func(*Game) string {
			if len(values) == 0 {
				return ""
			}
			return values[0]
		},
	}
}

// belongs reports whether a counter is what a word names: itself, its division, or its hex.
func (k *Game) belongs(id, word string) bool {
	if _, ok := k.net.ids[id]; !ok {
		return false
	}
	u := k.unit(id)
	return u != nil && (k.printed(id).Division == word || u.Hex == word)
}

func pass(use bool) table.Policy {
	if use {
		return table.Use
	}
	return table.Pass
}

// number asks for a number from 0 to most.
func number(id, verb string, s seat, about, rule string, most int, usual func(k *Game) int, policy func(k *Game, l table.Line) (int, table.Policy), args ...table.FactArg) table.Question[*Game, int] {
	return table.Question[*Game, int]{Decision: id, Seat: s, About: about, Rule: rule, Args: args, Verb: verb, Policy: policy,
		Options: func(*Game) iter.Seq2[string, int] {
			return func(yield func(string, int) bool) {
				for n := 0; n <= most; n++ {
					if !yield(strconv.Itoa(n), n) {
						return
					}
				}
			}
		},
		Default: usual,
	}
}

func without(list []string, drop string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == drop })
}
