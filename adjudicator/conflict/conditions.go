package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// condition is a word after if and when, with what makes it true. All of them read what the seat knows.
type condition = table.Condition[*Game]

var (
	ownParam   = orders.Param{Name: "unit", Kind: orders.KindOwn, Help: tr("own unit", "unité amie")}
	enemyParam = orders.Param{Name: "enemy", Kind: orders.KindEnemy, Help: tr("enemy unit", "unité ennemie")}
	hexParam   = orders.Param{Name: "hex", Kind: orders.KindPlace, Help: tr("hex", "hex")}
	nParam     = orders.Param{Name: "n", Kind: orders.KindNumber, Help: tr("number", "nombre")}
)

// news reports whether the seat was told of something since its last turn.
func (k *Game) told(s table.Seat, with func(News) bool) bool {
	c := k.camp(s)
	return c != nil && slices.ContainsFunc(c.News, with)
}

// kindOf makes a condition that is true of news of one kind.
func kindOf(kind string) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, s table.Seat, _ []table.Arg) bool {
		return k.told(s, func(n News) bool { return n.Kind == kind })
	}
}

// mine returns the own unit that a condition names; a unit that is not there makes the condition false.
func mine(k *Game, s table.Seat, args []table.Arg, holds func(*Unit) bool) bool {
	u := k.own(s, orders.Value(args, "unit"))
	return u != nil && holds(u)
}

func theirs(k *Game, args []table.Arg, holds func(*Unit) bool) bool {
	u := k.unit(orders.Value(args, "enemy"))
	return u != nil && holds(u)
}

var conditions = []condition{
	{Condition: orders.Condition{Name: "enemy moved", Aliases: also("", "ennemi bougé"), Rule: "CH-SM-b", Help: tr("an enemy moved since your last turn", "un ennemi a bougé depuis votre dernier tour de jeu")}, Holds: kindOf("moved")},
	{Condition: orders.Condition{Name: "enemy fired", Aliases: also("", "ennemi tiré"), Rule: "CH-SM-b", Help: tr("an enemy fired since your last turn", "un ennemi a tiré depuis votre dernier tour de jeu")}, Holds: kindOf("fired")},
	{Condition: orders.Condition{Name: "enemy passed", Aliases: also("", "ennemi passé"), Rule: "CH-2.2h", Help: tr("the enemy has just passed", "l'ennemi vient de passer")}, Holds: kindOf("passed")},
	{Condition: orders.Condition{Name: "enemy revealed", Aliases: also("", "ennemi révélé"), Rule: "CH-10.0b", Help: tr("a hidden enemy was revealed since your last turn", "un ennemi caché s'est révélé depuis votre dernier tour de jeu")}, Holds: kindOf("revealed")},
	{Condition: orders.Condition{Name: "{unit} entered", Aliases: also("", "{unit} abordée"), Args: []orders.Param{ownParam}, Rule: "CH-7.7.3i", Help: tr("an enemy has just entered its hex", "un ennemi vient d'entrer dans son hex")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return k.told(s, func(n News) bool { return n.Kind == "entered" && n.Hex == u.Hex })
		})
	}},
	{Condition: orders.Condition{Name: "{unit} attacked", Aliases: also("", "{unit} attaquée"), Args: []orders.Param{ownParam}, Rule: "CH-7.0e", Help: tr("it was attacked since your last turn", "elle a été attaquée depuis votre dernier tour de jeu")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return k.told(s, func(n News) bool { return n.Kind == "fired" && n.Hex == u.Hex })
		})
	}},
	{Condition: orders.Condition{Name: "{unit} hit", Aliases: also("", "{unit} touchée"), Args: []orders.Param{ownParam}, Rule: "CH-7.5a", Help: tr("it has a hit counter", "elle a un marqueur Dégâts")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Hit != "" })
	}},
	{Condition: orders.Condition{Name: "{unit} fresh", Aliases: also("", "{unit} fraîche"), Args: []orders.Param{ownParam}, Rule: "CH-2.2c", Help: tr("it is fresh", "elle est fraîche")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == fresh })
	}},
	{Condition: orders.Condition{Name: "{unit} active", Aliases: also("", "{unit} activée"), Args: []orders.Param{ownParam}, Rule: "CH-3.0a", Help: tr("it is active", "elle est active")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == active })
	}},
	{Condition: orders.Condition{Name: "{unit} used", Aliases: also("", "{unit} utilisée"), Args: []orders.Param{ownParam}, Rule: "CH-2.2c", Help: tr("it is used", "elle est utilisée")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Status == used })
	}},
	{Condition: orders.Condition{Name: "{unit} lost", Aliases: also("", "{unit} perdue"), Args: []orders.Param{ownParam}, Rule: "CH-7.4a", Help: tr("it is destroyed", "elle est détruite")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.Off == destroyed })
	}},
	{Condition: orders.Condition{Name: "{unit} at {hex}", Aliases: also("", "{unit} en {hex}"), Args: []orders.Param{ownParam, hexParam}, Rule: "CH-1.0e", Help: tr("it stands there", "elle s'y trouve")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool { return u.on() && u.Hex == orders.Value(args, "hex") })
	}},
	{Condition: orders.Condition{Name: "{enemy} destroyed", Aliases: also("", "{enemy} détruite"), Args: []orders.Param{enemyParam}, Rule: "CH-7.4a", Help: tr("it is destroyed", "elle est détruite")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.Off == destroyed })
	}},
	{Condition: orders.Condition{Name: "{enemy} damaged", Aliases: also("", "{enemy} touché"), Args: []orders.Param{enemyParam}, Rule: "CH-7.5a", Help: tr("it has a hit counter", "elle a un marqueur Dégâts")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.Hit != "" })
	}},
	{Condition: orders.Condition{Name: "{enemy} standing at {hex}", Aliases: also("", "{enemy} se trouve en {hex}"), Args: []orders.Param{enemyParam, hexParam}, Rule: "CH-1.0e", Help: tr("it stands there", "elle s'y trouve")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return theirs(k, args, func(u *Unit) bool { return u.on() && u.Hex == orders.Value(args, "hex") })
	}},
	{Condition: orders.Condition{Name: "enemy in {hex}", Aliases: also("", "ennemi en {hex}"), Args: []orders.Param{hexParam}, Rule: "CH-5.4a", Help: tr("an enemy is seen there", "un ennemi y est visible")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return len(k.foes(k.side(s), orders.Value(args, "hex"))) > 0
	}},
	{Condition: orders.Condition{Name: "enemy within {n} of {unit}", Aliases: also("", "ennemi à {n} de {unit}"), Args: []orders.Param{nParam, ownParam}, Rule: "CH-7.7a", Help: tr("an enemy is seen so near", "un ennemi est visible à cette distance")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return mine(k, s, args, func(u *Unit) bool {
			return slices.ContainsFunc(k.Units, func(e Unit) bool {
				return e.Side != u.Side && e.on() && u.on() && k.distance(e.Hex, u.Hex) <= orders.Int(args, "n", 0)
			})
		})
	}},
	{Condition: orders.Condition{Name: "cap at least {n}", Aliases: also("", "pc au moins {n}"), Args: []orders.Param{nParam}, Rule: "CH-3.2a", Help: tr("you have so many CAP", "il vous reste autant de PC")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.camp(s) != nil && k.camp(s).Cap >= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "ap at least {n}", Aliases: also("", "pa au moins {n}"), Args: []orders.Param{nParam}, Rule: "CH-3.0c", Help: tr("the activation has so many AP left", "il reste autant de PA à l'activation")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return k.camp(s) != nil && k.camp(s).Open && k.camp(s).AP >= orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "round {n}", Aliases: also("", "tour {n}"), Args: []orders.Param{nParam}, Rule: "CH-0b", Help: tr("it is that round", "c'est ce tour")}, Holds: func(k *Game, _ table.Seat, args []table.Arg) bool {
		return k.Round == orders.Int(args, "n", 0)
	}},
	{Condition: orders.Condition{Name: "we hold {hex}", Aliases: also("", "nous tenons {hex}"), Args: []orders.Param{hexParam}, Rule: "CH-2.5.2a", Help: tr("your side controls that objective", "votre camp contrôle cet objectif")}, Holds: func(k *Game, s table.Seat, args []table.Arg) bool {
		return slices.ContainsFunc(k.Goals, func(o Objective) bool { return o.Hex == orders.Value(args, "hex") && o.Side == k.side(s) })
	}},
}
