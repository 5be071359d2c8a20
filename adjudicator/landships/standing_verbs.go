package landships

import (
	"fieldpost/adjudicator/orders"
)

// forUnits names the counters that a standing order is for.
var forUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Prefix: also("of", "pour"), Repeated: true, Optional: true, Help: tr("the units that it is for; none means all", "les unités concernées ; aucune signifie toutes")}

// vehicleKinds are the words for vehicles that a gun may prefer.
var vehicleKinds = words("nearest/plus proche", "best/meilleure chance", "tanks/chars", "cars/automitrailleuses", "trucks/camions",
	"mk-i", "mk-iv", "mk-v", "mk-viii", "whippet", "ft-17", "schneider", "st-chamond", "a7v", "vollmer", "male/mâle", "female/femelle")

// softKinds are the words for soft targets that riflemen may prefer.
var softKinds = words("nearest/plus proche", "densest/plus dense", "best/meilleur", "infantry/infanterie", "mgs/mitrailleuses", "cavalry/cavalerie", "crews/servants", "observers/observateurs", "trucks/camions", "cars/automitrailleuses")

// standingVerbs are the standing orders by which weapons choose for themselves.
var standingVerbs = []orders.Verb{
	{Name: "guns", Aliases: also("", "canons"), Standing: true, Rule: "LS-8.3a", Phases: []string{"4.8"},
		Help:    tr("when guns, tanks and AT rifles fire at vehicles (always, never, or from a chance in percent), whom they prefer; what becomes of guns found alone (capture, destroy)", "quand canons, chars et fusils antichars tirent sur les véhicules (toujours, jamais, ou dès une chance en pour cent), qui ils préfèrent ; le sort des canons trouvés seuls (capturer, détruire)"),
		Example: tr("standing guns chance 30 prefer nearest", "consigne canons chance 30 préférer plus proche"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais", "capture/capturer", "destroy/détruire"), Help: tr("when, or what", "quand, ou quoi")},
			{Name: "chance", Kind: orders.KindNumber, Prefix: also("chance", "chance"), Optional: true, Help: tr("least chance in percent", "chance minimale en pour cent")},
			{Name: "prefer", Kind: orders.KindWord, Prefix: also("prefer", "préférer"), Words: vehicleKinds, Optional: true, Help: tr("which vehicles first", "quels véhicules d'abord")}, forUnits}},
	{Name: "flames", Aliases: also("", "flammes"), Standing: true, Only: true, Rule: "LS-13.13a", Help: tr("when flamethrowers are used", "quand employer les lance-flammes"), Example: tr("standing flames groups 2", "consigne flammes groupes 2"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais", "vehicles/véhicules"), Help: tr("always, never, or at vehicles only", "toujours, jamais, ou seulement contre les véhicules")},
			{Name: "groups", Kind: orders.KindNumber, Prefix: also("groups", "groupes"), Optional: true, Help: tr("against so many groups or more", "contre tant de groupes ou plus")}, forUnits}},
	{Name: "rifles", Aliases: also("", "fusils"), Standing: true, Only: true, Rule: "LS-8.61a",
		Help:    tr("small arms: hold fire beyond so many hexes, whom to prefer, which total to bring together on a hex", "armes légères : retenir le tir au-delà de tant d'hexagones, qui préférer, quel total réunir sur un hexagone"),
		Example: tr("standing rifles hold 5 prefer densest column 9", "consigne fusils retenir 5 préférer plus dense colonne 9"),
		Args: []orders.Param{{Name: "hold", Kind: orders.KindNumber, Prefix: also("hold", "retenir"), Optional: true, Help: tr("fire no farther than this", "ne pas tirer plus loin")},
			{Name: "prefer", Kind: orders.KindWord, Prefix: also("prefer", "préférer"), Words: softKinds, Optional: true, Help: tr("which targets first", "quelles cibles d'abord")},
			{Name: "column", Kind: orders.KindNumber, Prefix: also("column", "colonne"), Optional: true, Help: tr("fire strength to reach together", "puissance de feu à atteindre ensemble")}, forUnits}},
	{Name: "mgs", Aliases: also("", "mitrailleuses"), Standing: true, Only: true, Rule: "LS-4.5b", Help: tr("what machine guns fire at first", "sur quoi tirent d'abord les mitrailleuses"), Example: tr("standing mgs tanks", "consigne mitrailleuses chars"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("soft/légères", "tanks/chars", "cars/véhicules"), Help: tr("soft targets, tanks that fear them, or cars and trucks", "cibles légères, chars vulnérables, ou automitrailleuses et camions")}, forUnits}},
	{Name: "losses", Aliases: also("", "pertes"), Standing: true, Only: true, Rule: "LS-12.21b", Help: tr("which groups are lost first in close assault", "quels groupes sont perdus d'abord au combat rapproché"), Example: tr("standing losses pinned,infantry,mgs", "consigne pertes cloués,infanterie,mitrailleuses"),
		Args: []orders.Param{{Name: "order", Kind: orders.KindWord, Repeated: true, Optional: true, Words: words("pinned/cloués", "infantry/infanterie", "mgs/mitrailleuses", "cavalry/cavalerie"), Help: tr("kinds, the first to go first", "les sortes, la première à perdre d'abord")}, forUnits}},
}
