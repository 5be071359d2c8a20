package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var words = orders.Choices

// weaponWords name the weapons of men on foot.
var weaponWords = words("rifle", "lmg", "smg", "pistol", "carbine", "semi_auto_rifle", "assault_rifle", "mmg", "hmg",
	"vb_rifle_grenade", "light_mortar", "medium_mortar", "sniper_rifle", "flamethrower", "at_rifle",
	"bazooka", "panzerschreck", "piat", "panzerfaust", "light_at_gun", "medium_at_gun", "infantry_howitzer", "sling")

// baseWords are the words that name bases: weapons, numbers, the NCO.
var baseWords = append(slices.Clone(weaponWords), words("nco", "1", "2", "3", "4", "5", "6")...)

var (
	withBases = orders.Param{Name: "with", Kind: orders.KindWord, Prefix: "with", Optional: true, Repeated: true,
		Words: append(words("all"), baseWords...)}
	ofUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Optional: true, Repeated: true}
	ofBases = orders.Param{Name: "order", Kind: orders.KindWord, Prefix: "order", Optional: true, Repeated: true, Words: baseWords}
	fireOr  = words("fire", "hold")
	scores  = words("3", "4", "5", "6") // that a fire may need
)

// actionVerbs are the actions of a GC in its activation (BB-3.4, BB-3.5).
var actionVerbs = []orders.Verb{
	{Name: "move", Rule: "BB-3.4a",
		Args: []orders.Param{{Name: "path", Kind: orders.KindPath}, facing, withBases}},
	{Name: "fire", Rule: "BB-3.4b",
		Args: []orders.Param{
			{Name: "mode", Kind: orders.KindWord, Optional: true, Words: words("priority")},
			{Name: "target", Kind: orders.KindTarget, Optional: true},
			withBases,
			{Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true},
			{Name: "claim", Kind: orders.KindWord, Prefix: "claim", Optional: true, Words: words("harmless", "less-vulnerable")},
			{Name: "as", Kind: orders.KindWord, Prefix: "as", Optional: true, Words: weaponWords},
		}},
	{Name: "smoke", Rule: "BB-7.4", Gear: true,
		Args: []orders.Param{{Name: "place", Kind: orders.KindPlace}, withBases}},
	{Name: "assault", Rule: "BB-3.5a",
		Args: []orders.Param{{Name: "target", Kind: orders.KindTarget},
			{Name: "take", Kind: orders.KindWord, Optional: true, Words: words("take", "stay")}, withBases}},
	{Name: "rally", Rule: "BB-3.4d"},
	{Name: "watch", Rule: "BB-3.5c", Args: []orders.Param{withBases}},
	{Name: "ambush", Rule: "BB-A1.3g", Gear: true},
	{Name: "setup", Rule: "BB-3.4c", Gear: true, Args: []orders.Param{facing, withBases}},
	{Name: "dismount", Rule: "BB-3.4c", Gear: true, Args: []orders.Param{withBases}},
	{Name: "up", Rule: "BB-3.4e", Gear: true},
	{Name: "down", Rule: "BB-3.4e", Gear: true},
	{Name: "boost", Rule: "BB-A1.4", Gear: true,
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "points", Kind: orders.KindNumber, Optional: true},
			{Name: "on", Kind: orders.KindWord, Prefix: "on", Optional: true, Words: words("activation", "rally")}}},
	{Name: "search", Rule: "BB-3.7e"},
	{Name: "detach", Rule: "BB-3.6a", Args: []orders.Param{withBases}},
	{Name: "rejoin", Rule: "BB-8.5", Gear: true, Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Optional: true}}},
	{Name: "hold", Rule: "BB-D10"},
}

// lineOrders are the lines of an order mail. The actions of an activation are checked clause by clause when they are
// carried out. A clause may share its word with a standing order (watch, claim).
var lineOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "activate", Implicit: true, Phases: []string{"activate"}, Rule: "BB-2.2", Clauses: slices.Concat(actionVerbs, vehicleVerbs),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}}},
		Check: mayActivate, Options: activations},
	{Verb: orders.Verb{Name: "surrender", Alone: true, Phases: []string{"activate"}, Rule: "BB-A3.6g"}},
	{Verb: orders.Verb{Name: "force", Phases: []string{"forces"}, Rule: "BB-A1.6",
		Args: []orders.Param{{Name: "force", Kind: orders.KindText}}},
		Check: mayTakeForce, Options: forceOptions},
	{Verb: orders.Verb{Name: "traits", Phases: []string{"forces"}, Rule: "BB-A1.2",
		Args: []orders.Param{{Name: "traits", Kind: orders.KindWord, Repeated: true, Words: words("attentive", "bold", "disciplined", "enduring", "expert", "fanatical",
			"stealthy", "impetuous", "methodical", "close_knit", "stoic", "reckless", "tenacious", nothing)}}},
		Check: mayTakeTraits, Options: traitOptions, Sure: true},
	{Verb: orders.Verb{Name: "place", Phases: []string{"tokens"}, Rule: "BB-A3.6c",
		Args: []orders.Param{{Name: "places", Kind: orders.KindPlace, Repeated: true}}},
		Check: mayPlace, Options: placeOptions},
	{Verb: orders.Verb{Name: "edge", Phases: []string{"edge", "side"}, Rule: "BB-A3.6d",
		Args: []orders.Param{{Name: "edge", Kind: orders.KindWord, Words: words("south", "north")}}},
		Options: edgeOptions},
	{Verb: orders.Verb{Name: "deploy", Phases: []string{"deploy", "reply", "vanguard", "answer", "posts"}, Rule: "BB-A3.6d",
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "place", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("ambush", "open", "mounted")},
			facing, {Name: "carrier", Kind: orders.KindOwn, Prefix: "aboard", Optional: true}}},
		Check: mayOrderDeployment, Options: deployOptions, Sure: true},
}

// standingOrders are the answers to what comes up in the enemy's activations.
var standingOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "watch", Standing: true, Only: true, Rule: "BB-3.5w",
		Args: []orders.Param{ofUnits, {Name: "settings", Kind: orders.KindPair, Optional: true, Repeated: true, Words: []orders.Choice{
			{Name: "entry", Values: fireOr}, {Name: "riposte", Values: fireOr}, {Name: "assault", Values: fireOr},
			{Name: "only", Values: append(words("vehicle"), weaponWords...)}, {Name: "max_hit", Values: scores}}}}}},
	{Verb: orders.Verb{Name: "reroll", Standing: true, Only: true, Rule: "BB-4.5",
		Args: []orders.Param{ofUnits, {Name: "kind", Kind: orders.KindWord, Optional: true, Words: words("global", "partial")},
			{Name: "below", Kind: orders.KindNumber, Prefix: "below", Optional: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never")}}}},
	{Verb: orders.Verb{Name: "sacrifice", Standing: true, Only: true, Rule: "BB-5.5a",
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never")},
			{Name: "bases", Kind: orders.KindNumber, Prefix: "bases", Optional: true}, ofBases}}},
	{Verb: orders.Verb{Name: "victim", Standing: true, Only: true, Rule: "BB-5.5b", Args: []orders.Param{ofBases}}},
	{Verb: orders.Verb{Name: "newnco", Standing: true, Only: true, Rule: "BB-5.5c", Args: []orders.Param{ofBases}}},
	{Verb: orders.Verb{Name: "retreat", Standing: true, Only: true, Rule: "BB-R20",
		Args: []orders.Param{ofUnits, {Name: "toward", Kind: orders.KindPlace, Prefix: "toward"}}}},
	{Verb: orders.Verb{Name: "spotting", Standing: true, Only: true, Rule: "BB-3.7e",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("all", "none")}}}},
	{Verb: orders.Verb{Name: "claim", Standing: true, Only: true, Rule: "BB-4.7",
		Args: []orders.Param{{Name: "what", Kind: orders.KindWord, Words: words("harmless", "less-vulnerable", "never")}}}},
	{Verb: orders.Verb{Name: "contest", Standing: true, Only: true, Rule: "BB-4.7c",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never")},
			{Name: "name", Kind: orders.KindOwn, Prefix: "name", Optional: true}}}},
	{Verb: orders.Verb{Name: "turnover", Standing: true, Only: true, Rule: "BB-A3.6e",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("yes", "no")}}}},
	{Verb: orders.Verb{Name: "take", Standing: true, Only: true, Rule: "BB-6.3d",
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Words: words("yes", "no")}}}},
}

// facing is the direction in which a vehicle or a gun faces afterwards (BB-R34).
var facing = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: "face", Optional: true}

// supportWords are the immediate supports of BB-A2.4.
var supportWords = words("assault_aircraft", "strafing", "heavy_artillery", "field_artillery")

// vehicleVerbs are the additional actions of vehicles, guns and supports (BB-3.4f to 3.4h, BB-3.5d, BB-10.8).
var vehicleVerbs = []orders.Verb{
	{Name: "turn", Rule: "BB-10.8", Gear: true,
		Args: []orders.Param{{Name: "facing", Kind: orders.KindDir}}},
	{Name: "embark", Rule: "BB-3.4f", Gear: true,
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}}},
	{Name: "disembark", Rule: "BB-3.4f", Gear: true,
		Args: []orders.Param{{Name: "place", Kind: orders.KindPlace, Optional: true}}},
	{Name: "mount", Rule: "BB-13", Gear: true},
	{Name: "grenades", Rule: "BB-3.5d", Gear: true,
		Args: []orders.Param{{Name: "target", Kind: orders.KindTarget}, withBases}},
	{Name: "support", Rule: "BB-3.4h", Gear: true,
		Args: []orders.Param{{Name: "types", Kind: orders.KindWord, Repeated: true, Words: supportWords},
			{Name: "places", Kind: orders.KindPlace, Prefix: "at", Optional: true, Repeated: true},
			{Name: "from", Kind: orders.KindPlace, Prefix: "from", Optional: true},
			{Name: "to", Kind: orders.KindPlace, Prefix: "to", Optional: true},
			{Name: "tries", Kind: orders.KindNumber, Prefix: "tries", Optional: true}}},
}

// vehicleStanding are the answers to what comes up about vehicles in the enemy's activations.
var vehicleStanding = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "aside", Standing: true, Only: true, Rule: "BB-11.10",
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always", "never")},
			{Name: "toward", Kind: orders.KindPlace, Prefix: "toward", Optional: true}}}},
	{Verb: orders.Verb{Name: "alight", Standing: true, Only: true, Rule: "BB-13.3",
		Args: []orders.Param{ofUnits, {Name: "toward", Kind: orders.KindPlace, Prefix: "toward"}}}},
}

// modelWords name the automatic weapons of BB-A1.5 and of the lists of annex 3.
var modelWords = words("fg42", "mg34", "mg34_mounted", "mg42", "mg42_mounted", "bar", "browning_30", "browning_50", "fm_24_29", "hotchkiss_14",
	"hotchkiss_14_belt", "bren", "vickers", "breda_30", "breda_37", "nambu_96", "nambu_92", "dp_28", "maxim_1910", "dshk", "benet_mercie", "chauchat", "madsen", "zb")

// gunWords name the models of guns (BB-14.3).
var gunWords = words("boehler_47mm", "pak36_37mm", "two_pounder", "soviet_45mm", "french_25mm", "pak38_50mm", "pak40_75mm", "six_pounder", "us_57mm", "zis3_76mm", "leig18_75mm", "us_pack_75mm", "m1927_76mm")

// armyWords are the words for raising the bases of a GC: weapons, models and what modifies them.
var armyWords = slices.Concat(baseWords, modelWords, gunWords, words("no-reroll", "partial-reroll", "7", "8", "9", "10"))

// troopWords are the nations of BB-A1.1 and the types of troops of BB-A3.3 and BB-A4.2.
var troopWords = words("germany", "australia", "usa", "finland", "france", "great_britain", "italy", "japan", "russia", "other",
	"militia", "regular_army", "international_brigades", "police_forces", "legionaries",
	"moroccan_regulares", "italian_contingent", "bolivians", "paraguayans")

// armyOrders raise an army of the player's own and buy supports (BB-A1.6, BB-A2.4a).
var armyOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "troops", Phases: []string{"forces"}, Rule: "BB-A1.1",
		Args: []orders.Param{{Name: "troops", Kind: orders.KindWord, Words: troopWords}}},
		Check: mayTakeTroops, Options: troopOptions},
	{Verb: orders.Verb{Name: "raise", Phases: []string{"forces"}, Rule: "BB-A1.6",
		Args: []orders.Param{{Name: "kind", Kind: orders.KindWord, Words: words("chief", "group", "autonomous", "gun")},
			{Name: "quality", Kind: orders.KindWord, Words: words("green", "standard", "veteran")},
			{Name: "bases", Kind: orders.KindWord, Repeated: true, Words: armyWords},
			{Name: "second", Kind: orders.KindWord, Prefix: "second", Optional: true, Words: words("pistol", "rifle", "smg")},
			{Name: "plus", Kind: orders.KindWord, Prefix: "plus", Optional: true, Repeated: true, Words: words("nco", "reco", "charismatic", "horses", "bicycles")}}},
		Check: mayRaise, Options: raiseOptions, Sure: true},
	{Verb: orders.Verb{Name: "vehicle", Phases: []string{"forces"}, Rule: "BB-A1.6d",
		Args: []orders.Param{{Name: "role", Kind: orders.KindWord, Prefix: "as", Optional: true, Words: words("leader", "chief")},
			{Name: "model", Kind: orders.KindText}}},
		Check: mayRaise, Options: vehicleOptions, Sure: true},
	{Verb: orders.Verb{Name: "buy", Phases: []string{"deploy", "reply", "vanguard", "answer", "posts"}, Rule: "BB-A2.4a",
		Args: []orders.Param{{Name: "support", Kind: orders.KindWord, Words: buyWords}, {Name: "count", Kind: orders.KindNumber, Optional: true}}},
		Check: mayBuy, Options: buyOptions, Sure: true},
}

// buyWords are the supports of BB-A2.4a, or none.
var buyWords = slices.Concat(supportWords, words("none"))
