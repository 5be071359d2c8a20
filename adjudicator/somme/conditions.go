package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word after if and when, with what makes it true. All of them read what the seat knows.
type condition = table.Condition[*Game]

var (
	ownParam   = orders.Param{Name: "unit", Kind: orders.KindOwn, Help: tr("own unit", "unité amie")}
	hexParam   = orders.Param{Name: "hex", Kind: orders.KindPlace, Help: tr("hex", "hexagone")}
	otherParam = orders.Param{Name: "other", Kind: orders.KindPlace, Help: tr("the hex beyond", "l'hexagone d'en face")}
	nParam     = orders.Param{Name: "n", Kind: orders.KindNumber, Help: tr("number", "nombre")}
)

// mine reports whether all counters that a condition names satisfy is; named by nobody it is false.
func mine(is func(k *Game, u *Formation, args []table.Arg) bool) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, args []table.Arg) bool {
		ids := k.unitsOf(s, args, "unit")
		return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return !is(k, k.unit(id), args) })
	}
}

func ownCondition(name, fr, rule string, help orders.Words, is func(k *Game, u *Formation, args []table.Arg) bool, params ...orders.Param) condition {
	return condition{Condition: orders.Condition{Name: name, Aliases: also("", fr), Args: append([]orders.Param{ownParam}, params...), Rule: rule, Help: help}, Holds: mine(is)}
}

func weatherIs(name, fr, weather string) condition {
	return condition{Condition: orders.Condition{Name: name, Aliases: also("", fr), Rule: "SO-10a", Help: tr("the weather of this sequence", "la météo de cette séquence")}, Holds: func(k *Game, _ table.Seat, _ []table.Arg) bool { return k.Weather == weather }}
}

var conditions = []condition{
	ownCondition("{unit} in {hex}", "{unit} en {hex}", "SO-11.1.1a", tr("it stands there", "elle s'y trouve"), func(_ *Game, u *Formation, args []table.Arg) bool { return u.Hex == orders.Value(args, "hex") }, hexParam),
	ownCondition("{unit} exploiting", "{unit} en exploitation", "SO-14.0a", tr("it bears an Exploitation marker", "elle a un marqueur Exploitation"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Exploit }),
	ownCondition("{unit} in reserve", "{unit} en réserve", "SO-11.2.8a", tr("it bears a Reserve marker", "elle a un marqueur Réserve"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Reserve }),
	ownCondition("{unit} disorganised", "{unit} désorganisée", "SO-12.5a", tr("it is disorganised or reorganising", "elle est désorganisée ou en réorganisation"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.DG != "" }),
	ownCondition("{unit} whole", "{unit} entière", "SO-12.4b", tr("it has lost no step", "elle n'a perdu aucun pas"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Hex != "" && u.whole() }),
	ownCondition("{unit} lost", "{unit} perdue", "SO-6a", tr("it is eliminated", "elle est éliminée"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Box == destroyed }),
	ownCondition("{unit} unsupplied", "{unit} non ravitaillée", "SO-9.2a", tr("it bears the Unsupplied marker", "elle a le marqueur Non ravitaillé"), func(_ *Game, u *Formation, _ []table.Arg) bool { return u.Unsupplied }),
	ownCondition("{unit} free", "{unit} libre", "SO-5a", tr("it is in no enemy zone of control", "elle n'est dans aucune zone de contrôle ennemie"), func(k *Game, u *Formation, _ []table.Arg) bool {
		return u.Hex != "" && !k.zoc(u.Side, u.Hex, true)
	}),
	{Condition: orders.Condition{Name: "{hex} taken", Aliases: also("", "{hex} pris"), Args: []orders.Param{hexParam}, Rule: "SO-12.4c", Help: tr("a unit of yours stands there", "une de vos unités s'y trouve")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(s, orders.Value(args, "hex"), k.fights)
	}},
	{Condition: orders.Condition{Name: "{hex} empty", Aliases: also("", "{hex} vide"), Args: []orders.Param{hexParam}, Rule: "SO-11.1.1d", Help: tr("no enemy stands there", "aucun ennemi ne s'y trouve")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return !k.has(other(s), orders.Value(args, "hex"), k.ground)
	}},
	{Condition: orders.Condition{Name: "enemy in {hex}", Aliases: also("", "ennemi en {hex}"), Args: []orders.Param{hexParam}, Rule: "SO-12.1a", Help: tr("an enemy stands there", "un ennemi s'y trouve")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.has(other(s), orders.Value(args, "hex"), k.ground)
	}},
	{Condition: orders.Condition{Name: "enemy within {n} of {hex}", Aliases: also("", "ennemi à {n} de {hex}"), Args: []orders.Param{nParam, hexParam}, Rule: "SO-11.2.6a", Help: tr("an enemy stands so near", "un ennemi est à cette distance")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.within(other(s), orders.Value(args, "hex"), orders.Int(args, "n", 0), k.ground)
	}},
	{Condition: orders.Condition{Name: "bridge {hex} {other} down", Aliases: also("", "pont {hex} {other} détruit"), Args: []orders.Param{hexParam, otherParam}, Rule: "SO-11.2.5c", Help: tr("the bridge between two hexes is destroyed", "le pont entre deux hexagones est détruit")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return slices.Contains(k.Broken, between(orders.Value(args, "hex"), orders.Value(args, "other")))
	}},
	{Condition: orders.Condition{Name: "we hold {hex}", Aliases: also("", "nous tenons {hex}"), Args: []orders.Param{hexParam}, Rule: "RUL-38", Help: tr("your side controls that place", "votre camp contrôle ce lieu")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.holder(orders.Value(args, "hex")) == s
	}},
	weatherIs("fair weather", "beau temps", "fair"), weatherIs("fog", "brouillard", "fog"), weatherIs("bad weather", "mauvais temps", "bad"),
	{Condition: orders.Condition{Name: "turn {n}", Aliases: also("", "tour {n}"), Args: []orders.Param{nParam}, Rule: "SO-7a", Help: tr("it is that turn", "c'est ce tour")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Number == orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "sequence {n}", Aliases: also("", "séquence {n}"), Args: []orders.Param{nParam}, Rule: "SO-7c", Help: tr("it is that sequence of the turn", "c'est cette séquence du tour")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Sequence == orders.Int(args, "n", 0)
	}},
}
