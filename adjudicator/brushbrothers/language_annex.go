package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
)

// modelWords name the automatic weapons of BB-A1.5 and of the lists of annex 3.
var modelWords = words("fg42", "mg34", "mg34_mounted/mg34 sur affût", "mg42", "mg42_mounted/mg42 sur affût", "bar", "browning_30", "browning_50", "fm_24_29", "hotchkiss_14",
	"hotchkiss_14_belt/hotchkiss_14 à bandes", "bren", "vickers", "breda_30", "breda_37", "nambu_96", "nambu_92", "dp_28", "maxim_1910", "dshk", "benet_mercie", "chauchat", "madsen", "zb")

// gunWords name the models of guns (BB-14.3).
var gunWords = words("boehler_47mm", "pak36_37mm", "two_pounder", "soviet_45mm", "french_25mm", "pak38_50mm", "pak40_75mm", "six_pounder", "us_57mm", "zis3_76mm", "leig18_75mm", "us_pack_75mm", "m1927_76mm")

// armyWords are what the bases of a GC may be raised from, and what is said of them.
var armyWords = slices.Concat(baseWords, modelWords, gunWords, words("no-reroll/sans rejet", "partial-reroll/rejet partiel", "7", "8", "9", "10"))

// troopWords are the nations of BB-A1.1 and the types of troops of BB-A3.3 and BB-A4.2.
var troopWords = words("germany/allemagne", "australia/australie", "usa/états-unis", "finland/finlande", "france", "great_britain/grande-bretagne", "italy/italie", "japan/japon", "russia/russie", "other/autre",
	"militia/milices", "regular_army/armée régulière", "international_brigades/brigades internationales", "police_forces/forces de police", "legionaries/légionnaires",
	"moroccan_regulares/regulares marocains", "italian_contingent/contingent italien", "bolivians/boliviens", "paraguayans/paraguayens")

// armyVerbs raise an army of the player's own and buy supports (BB-A1.6, BB-A2.4a).
var armyVerbs = []orders.Verb{
	{Name: "troops", Aliases: also("nation", "troupes"), Phases: []string{"forces"}, Rule: "BB-A1.1", Help: tr("the nation or type of troops of your own army", "la nation ou le type de troupe de votre propre armée"), Example: tr("troops germany", "troupes allemagne"),
		Args: []orders.Param{{Name: "troops", Kind: orders.KindWord, Words: troopWords, Help: tr("nation or troops", "nation ou troupes")}}},
	{Name: "raise", Aliases: also("recruit", "lever"), Phases: []string{"forces"}, Rule: "BB-A1.6", Example: tr("raise group standard 3 rifle lmg", "lever groupe standard 3 fusil fm"),
		Help: tr("raise a GC of your own army, the chief before those he leads", "lever un GC de votre propre armée, le chef avant ceux qu'il commande"),
		Args: []orders.Param{{Name: "kind", Kind: orders.KindWord, Words: words("chief/chef", "group/groupe", "autonomous/autonome", "gun/canon"), Help: tr("what it is", "ce que c'est")},
			{Name: "quality", Kind: orders.KindWord, Words: words("green/bleus", "standard/standards", "veteran/vétérans"), Help: tr("its quality", "sa qualité")},
			{Name: "bases", Kind: orders.KindWord, Repeated: true, Words: armyWords, Help: tr("its bases; a number before a weapon repeats it", "ses bases ; un nombre devant une arme la répète")},
			{Name: "second", Kind: orders.KindWord, Prefix: also("second", "seconde"), Optional: true, Words: words("pistol/pa", "rifle/fusil", "smg/pm"), Help: tr("second weapon of a bazooka's crew and the like", "arme secondaire d'un bazooka ou semblable")},
			{Name: "plus", Kind: orders.KindWord, Prefix: also("plus", "plus"), Optional: true, Repeated: true, Words: words("nco/sous-off", "reco", "charismatic/charismatique", "horses/chevaux", "bicycles/vélos"), Help: tr("surcharges", "surcoûts")}}},
	{Name: "vehicle", Aliases: also("", "véhicule"), Phases: []string{"forces"}, Rule: "BB-A1.6d", Example: tr("vehicle as leader Panzer IV G", "véhicule comme chef de groupe Panzer IV G"),
		Help: tr("raise a vehicle of your own army: by itself or led by the leader before it, as a vehicle group leader, or as a chief", "lever un véhicule de votre propre armée : seul ou mené par le chef de groupe qui précède, comme chef de groupe, ou comme chef"),
		Args: []orders.Param{{Name: "role", Kind: orders.KindWord, Prefix: also("as", "comme"), Optional: true, Words: words("leader/chef de groupe", "chief/chef de section"), Help: tr("what it leads", "ce qu'il mène")},
			{Name: "model", Kind: orders.KindText, Help: tr("the vehicle of the tables", "le véhicule des tables")}}},
	{Name: "buy", Aliases: also("", "acheter"), Phases: []string{"deploy", "reply", "vanguard", "answer", "posts"}, Rule: "BB-A2.4a", Help: tr("buy immediate supports", "acheter des appuis immédiats"), Example: tr("buy field_artillery 2", "acheter artillerie de campagne 2"),
		Args: []orders.Param{{Name: "support", Kind: orders.KindWord, Words: buyWords, Help: tr("which", "lequel")}, {Name: "count", Kind: orders.KindNumber, Optional: true, Help: tr("how many", "combien")}}},
}

// buyWords are the supports of BB-A2.4a, or none.
var buyWords = slices.Concat(supportWords, words("none/rien"))
