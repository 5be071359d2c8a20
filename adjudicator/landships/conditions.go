package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word after if and when, with its test on what the seat knows; nil is a result told by the rules.
type condition = table.Condition[*Game]

var (
	unitParam  = []orders.Param{{Name: "unit", Kind: orders.KindUnit}}
	placeParam = []orders.Param{{Name: "place", Kind: orders.KindPlace}}
)

// unitIs tests a counter that is still in play.
func unitIs(is func(*Piece) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, _ table.Seat, args []table.Arg) bool {
		u := k.unit(orders.Value(args, "unit"))
		return u != nil && is(u)
	}
}

// enemiesAt counts the enemy counters in a hex that satisfy is.
func enemiesAt(k *Game, s table.Seat, args []table.Arg, is func(*Piece) bool) int {
	return len(k.of(k.other(s), orders.Value(args, "place"), is))
}

func strong(u *Piece) bool { return u.group() && !u.Pinned }

// conditions are the words after if and when. The results "granted", "failed" and the like are told by the rules in the
// phase itself and stay true to the end of the player-turn.
var conditions = []condition{
	{Condition: orders.Condition{Name: "barrage on {place} granted", Aliases: append(also("", "tir sur {place} accordé"), also("", "barrage sur {place} accordé")...), Args: placeParam, Rule: "LS-5.11p", Help: tr("a barrage of yours on the hex was granted", "un tir de barrage sur l'hexagone a été accordé")}, Holds: nil},
	{Condition: orders.Condition{Name: "barrage on {place} refused", Aliases: append(also("", "tir sur {place} refusé"), also("", "barrage sur {place} refusé")...), Args: placeParam, Rule: "LS-5.11q", Help: tr("a barrage of yours on the hex was not granted", "un tir de barrage sur l'hexagone a été refusé")}, Holds: nil},
	{Condition: orders.Condition{Name: "barrage on {place} hit", Aliases: also("", "tir sur {place} au but"), Args: placeParam, Rule: "LS-5.5a", Help: tr("a barrage of yours hit the hex", "un tir de barrage a atteint l'hexagone")}, Holds: nil},
	{Condition: orders.Condition{Name: "assault on {place} wins", Aliases: also("assault on {place} succeeds", "assaut sur {place} gagné"), Args: placeParam, Rule: "LS-12.21e", Help: tr("no enemy group is left in the hex that you assaulted", "plus aucun groupe ennemi dans l'hexagone assailli")}, Holds: nil},
	{Condition: orders.Condition{Name: "assault on {place} fails", Aliases: append(also("", "assaut sur {place} perdu"), also("", "assaut sur {place} échoue")...), Args: placeParam, Rule: "LS-12.21e", Help: tr("enemy groups are still in the hex that you assaulted", "des groupes ennemis restent dans l'hexagone assailli")}, Holds: nil},
	{Condition: orders.Condition{Name: "{unit} pinned", Aliases: also("", "{unit} cloué"), Args: unitParam, Rule: "LS-9.2a", Help: tr("a unit is pinned", "une unité est clouée au sol")}, Holds: unitIs(func(u *Piece) bool { return u.Out == "" && u.Pinned })},
	{Condition: orders.Condition{Name: "{unit} broken", Aliases: also("{unit} broken down", "{unit} en panne"), Args: unitParam, Rule: "LS-6.16d", Help: tr("a vehicle has broken down", "un véhicule est en panne")}, Holds: unitIs(func(u *Piece) bool { return u.Out == "" && u.Breakdown != "" })},
	{Condition: orders.Condition{Name: "{unit} lost", Aliases: also("{unit} eliminated", "{unit} éliminé"), Args: unitParam, Rule: "LS-9.11c", Help: tr("a unit is out of play", "une unité est hors de combat")}, Holds: unitIs(func(u *Piece) bool { return u.Out != "" })},
	{Condition: orders.Condition{Name: "{unit} at {place}", Aliases: also("", "{unit} en {place}"), Args: append(slices.Clone(unitParam), placeParam...), Rule: "LS-2.1a", Help: tr("a unit is in the hex", "une unité est dans l'hexagone")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		u := k.unit(orders.Value(args, "unit"))
		return u != nil && u.Out == "" && u.Hex == orders.Value(args, "place")
	}},
	{Condition: orders.Condition{Name: "{unit} within {n} of {other}", Aliases: also("", "{unit} à {n} de {other}"), Rule: "LS-8.53a", Help: tr("two units are at n hexes or less", "deux unités sont à n hexagones ou moins"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}, {Name: "n", Kind: orders.KindNumber}, {Name: "other", Kind: orders.KindUnit}}}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		a, b := k.unit(orders.Value(args, "unit")), k.unit(orders.Value(args, "other"))
		return a != nil && b != nil && a.Out == "" && b.Out == "" && a.Hex != "" && b.Hex != "" && k.distance(a.Hex, b.Hex) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "{place} empty", Aliases: also("", "{place} vide"), Args: placeParam, Rule: "LS-7.12a", Help: tr("no enemy is in the hex", "aucun ennemi dans l'hexagone")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, func(*Piece) bool { return true }) == 0
	}},
	{Condition: orders.Condition{Name: "enemy at {place}", Aliases: also("", "ennemi en {place}"), Args: placeParam, Rule: "LS-7.12a", Help: tr("an enemy is in the hex", "un ennemi est dans l'hexagone")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, func(*Piece) bool { return true }) > 0
	}},
	{Condition: orders.Condition{Name: "enemy pinned at {place}", Aliases: also("{place} pinned", "ennemi cloué en {place}"), Args: placeParam, Rule: "LS-9.2a", Help: tr("enemy groups are in the hex and all are pinned", "des groupes ennemis sont dans l'hexagone, tous cloués")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, (*Piece).group) > 0 && enemiesAt(k, s, args, strong) == 0
	}},
	{Condition: orders.Condition{Name: "unpinned enemies at {place} {n}", Aliases: also("", "ennemis valides en {place} {n}"), Args: append(slices.Clone(placeParam), orders.Param{Name: "n", Kind: orders.KindNumber}), Rule: "LS-9.2a", Help: tr("at most n unpinned enemy groups are in the hex", "au plus n groupes ennemis valides dans l'hexagone")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return enemiesAt(k, s, args, strong) <= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "enemies near {place} {n}", Aliases: also("", "ennemis près de {place} {n}"), Args: append(slices.Clone(placeParam), orders.Param{Name: "n", Kind: orders.KindNumber}), Rule: "LS-8.21a", Help: tr("an enemy is within n hexes of the hex", "un ennemi est à n hexagones ou moins")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(k.other(s), "", func(u *Piece) bool {
			return k.distance(u.Hex, orders.Value(args, "place")) <= orders.Int(args, "n", 0)
		})
	}},
	{Condition: orders.Condition{Name: "turn {n}", Aliases: also("", "tour {n}"), Args: []orders.Param{{Name: "n", Kind: orders.KindNumber}}, Rule: "LS-4.0b", Help: tr("it is game turn n or later", "c'est le tour n ou un tour suivant")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Number >= orders.Int(args, "n", 0)
	}},
}
