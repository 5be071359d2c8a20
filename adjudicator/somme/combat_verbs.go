package somme

import (
	"fieldpost/adjudicator/orders"
)

// combatOrders are the attacks (SO-12.1); policyOrders what a player says beforehand of the choices that follow the dice.
var combatOrders = []order{
	{Verb: orders.Verb{Name: "attack", Aliases: also("", "attaquer"), Rule: "SO-12.1a", Phases: []string{"combat", "exploit"},
		Help:    tr("attack a hex with units beside it", "attaquer un hexagone avec des unités voisines"),
		Example: tr("attack 5018 with 5120, 5119 lead G-28a artillery G-CA1", "attaquer 5018 avec 5120, 5119 pointe G-28a artillerie G-CA1"),
		Args: []orders.Param{hexArg, as(unitsArg, "with", also("with", "avec")), opt(as(unitArg, "lead", also("lead", "pointe"))), opt(as(unitsArg, "artillery", also("artillery", "artillerie"))),
			opt(orders.Param{Name: "cb", Kind: orders.KindNumber, Prefix: also("cb", "cb"), Help: tr("how many of them fire counter-battery", "combien d'entre elles en contre-batterie")}), opt(as(unitsArg, "tank", also("tank", "char")))}}},
}

var policyOrders []order

var combatConditions []condition
