package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
)

var tr, also, words = orders.Both, orders.Also, orders.Choices

// weaponWords name the weapons of men on foot.
var weaponWords = words("rifle/fusil", "lmg/fm", "smg/pm", "pistol/pa", "carbine/mousqueton", "semi_auto_rifle/fsa", "assault_rifle/fa", "mmg", "hmg",
	"vb_rifle_grenade/vb", "light_mortar/mortier léger", "medium_mortar/mortier moyen", "sniper_rifle/sniper", "flamethrower/lance-flammes", "at_rifle/fusil antichar",
	"bazooka", "panzerschreck", "piat", "panzerfaust", "light_at_gun/canon antichar léger", "medium_at_gun/canon antichar moyen", "infantry_howitzer/obusier", "sling/fronde")

// baseWords are the words that name bases: weapons, numbers, the NCO.
var baseWords = append(slices.Clone(weaponWords), words("nco/sous-off", "1/1/one/un/une", "2/2/two/deux", "3/3/three/trois", "4/4/four/quatre", "5/5/five/cinq", "6/6/six")...)

var (
	withBases = orders.Param{Name: "with", Kind: orders.KindWord, Prefix: also("with", "avec"), Optional: true, Repeated: true,
		Words: append(words("all/tous/tout"), baseWords...), Help: tr("the bases that act", "les bases qui agissent")}
	ofUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Optional: true, Repeated: true, Help: tr("the GCs that it is for; none means all", "les GC concernés ; aucun signifie tous")}
	ofBases = orders.Param{Name: "order", Kind: orders.KindWord, Prefix: also("order", "ordre"), Optional: true, Repeated: true, Words: baseWords, Help: tr("bases in order of preference", "bases par ordre de préférence")}
	fireOr  = words("fire/tirer", "hold/tenir")
	scores  = words("3", "4", "5", "6") // that a fire may need
)

// actionVerbs are what a GC may do in its activation (BB-3.4, BB-3.5).
var actionVerbs = []orders.Verb{
	{Name: "move", Aliases: also("go", "bouger"), Rule: "BB-3.4a", Help: tr("move sector by sector", "bouger secteur par secteur"), Example: tr("G2: move D5 D6", "G2: bouger D5 D6"),
		Args: []orders.Param{{Name: "path", Kind: orders.KindPath, Help: tr("the way", "le chemin")}, facing, withBases}},
	{Name: "fire", Aliases: also("shoot", "tirer"), Rule: "BB-3.4b", Help: tr("fire at an enemy, at a sector, or at the priority target", "tirer sur un ennemi, un secteur ou la cible prioritaire"), Example: tr("G2: fire priority with all", "G2: tirer prioritaire avec tous"),
		Args: []orders.Param{
			{Name: "mode", Kind: orders.KindWord, Optional: true, Words: words("priority/prioritaire"), Help: tr("at the priority target", "sur la cible prioritaire")},
			{Name: "target", Kind: orders.KindTarget, Optional: true, Help: tr("an enemy or a sector", "un ennemi ou un secteur")},
			withBases,
			{Name: "times", Kind: orders.KindNumber, Prefix: also("times", "fois"), Optional: true, Help: tr("how often", "combien de fois")},
			{Name: "claim", Kind: orders.KindWord, Prefix: also("claim", "déclarer"), Optional: true, Words: words("harmless/inoffensif", "less-vulnerable/moins vulnérable"), Help: tr("what is said of the nearest enemy", "ce qui est dit de l'ennemi le plus proche")},
			{Name: "as", Kind: orders.KindWord, Prefix: also("as", "comme"), Optional: true, Words: weaponWords, Help: tr("which of two weapons", "laquelle de deux armes")},
		}},
	{Name: "smoke", Aliases: also("", "fumigène"), Rule: "BB-7.4", Help: tr("lay smoke on a sector", "poser un fumigène sur un secteur"), Example: tr("MO: smoke E9", "MO: fumigène E9"),
		Args: []orders.Param{{Name: "place", Kind: orders.KindPlace, Help: tr("the aim", "le point visé")}, withBases}},
	{Name: "assault", Aliases: also("charge", "assaut"), Rule: "BB-3.5a", Help: tr("attack hand to hand at 1 UD", "attaquer au corps à corps à 1 UD"), Example: tr("G3: assault F7 take", "G3: assaut F7 prendre"),
		Args: []orders.Param{{Name: "target", Kind: orders.KindTarget, Help: tr("an enemy or his sector", "un ennemi ou son secteur")},
			{Name: "take", Kind: orders.KindWord, Optional: true, Words: words("take/prendre", "stay/rester"), Help: tr("take the position or stay", "prendre la position ou rester")}, withBases}},
	{Name: "rally", Aliases: also("", "rallier"), Rule: "BB-3.4d", Help: tr("try to remove the stress marker", "tenter de retirer le marqueur de stress"), Example: tr("G2: rally", "G2: rallier")},
	{Name: "watch", Aliases: also("", "aux aguets"), Rule: "BB-3.5c", Help: tr("go on watch; ends the activation", "se mettre aux aguets ; clôture l'activation"), Example: tr("G2: watch", "G2: aux aguets"), Args: []orders.Param{withBases}},
	{Name: "ambush", Aliases: also("hide", "embuscade"), Rule: "BB-A1.3g", Help: tr("stealthy troops: go on watch in ambush", "furtifs : se mettre aux aguets en embuscade"), Example: tr("G2: ambush", "G2: embuscade")},
	{Name: "setup", Aliases: also("", "installer"), Rule: "BB-3.4c", Help: tr("set up a heavy weapon", "mettre une arme lourde en position"), Example: tr("MG: setup", "MG: installer"), Args: []orders.Param{facing, withBases}},
	{Name: "dismount", Aliases: also("", "démonter"), Rule: "BB-3.4c", Help: tr("dismount a heavy weapon", "démonter une arme lourde"), Example: tr("MG: dismount", "MG: démonter"), Args: []orders.Param{withBases}},
	{Name: "up", Aliases: also("", "monter"), Rule: "BB-3.4e", Help: tr("go to the upper storey", "monter à l'étage"), Example: tr("G2: up", "G2: monter")},
	{Name: "down", Aliases: also("", "descendre"), Rule: "BB-3.4e", Help: tr("come down from the upper storey", "descendre de l'étage"), Example: tr("G2: down", "G2: descendre")},
	{Name: "boost", Aliases: also("", "booster"), Rule: "BB-A1.4", Help: tr("charismatic chief: help a GC with +1 or +2", "chef charismatique : aider un GC de +1 ou +2"), Example: tr("CH: boost G2 2", "CH: booster G2 2"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the GC helped", "le GC aidé")}, {Name: "points", Kind: orders.KindNumber, Optional: true, Help: tr("1 or 2", "1 ou 2")},
			{Name: "on", Kind: orders.KindWord, Prefix: also("on", "pour"), Optional: true, Words: words("activation/activation", "rally/ralliement"), Help: tr("which test", "quel test")}}},
	{Name: "search", Aliases: also("", "chercher"), Rule: "BB-3.7e", Help: tr("look for hidden enemies now", "chercher les embuscades maintenant"), Example: tr("G2: search", "G2: chercher")},
	{Name: "detach", Aliases: also("", "détacher"), Rule: "BB-3.6a", Help: tr("bases leave their NCO", "des bases quittent leur Sous-Off"), Example: tr("G2: detach with lmg", "G2: détacher avec fm"), Args: []orders.Param{withBases}},
	{Name: "rejoin", Aliases: also("", "rejoindre"), Rule: "BB-8.5", Help: tr("a detached base comes back", "une base dissociée réintègre son groupe"), Example: tr("G2: rejoin", "G2: rejoindre"), Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Optional: true, Help: tr("the detached base", "la base dissociée")}}},
	{Name: "hold", Aliases: also("", "tenir"), Rule: "BB-D10", Help: tr("do no more", "ne rien faire de plus"), Example: tr("G2: hold", "G2: tenir")},
}

// orderVerbs are the lines of an order mail.
var orderVerbs = []orders.Verb{
	{Name: "activate", Aliases: also("act", "activer"), Implicit: true, Phases: []string{"activate"}, Rule: "BB-2.2", Clauses: slices.Concat(actionVerbs, vehicleVerbs),
		Help:    tr("what a GC does when a token activates it; after the bar what it does if the test fails", "ce que fait un GC activé ; après la barre ce qu'il fait si le test échoue"),
		Example: tr("G2: move D5 D6; fire priority | if_fail: fire priority", "G2: bouger D5 D6; tirer prioritaire | sinon: tirer prioritaire"),
		Args:    []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the GC", "le GC")}}},
	{Name: "surrender", Aliases: also("", "capituler"), Phases: []string{"activate"}, Rule: "BB-A3.6g", Help: tr("give up the game", "jeter l'éponge"), Example: tr("surrender", "capituler")},
	{Name: "force", Aliases: also("", "liste"), Phases: []string{"forces"}, Rule: "BB-A1.6", Help: tr("choose an army list", "choisir une liste d'armée"), Example: tr("force es_workers_militia_foot", "liste es_workers_militia_foot"),
		Args: []orders.Param{{Name: "force", Kind: orders.KindText, Help: tr("id of the list", "identifiant de la liste")}}},
	{Name: "traits", Aliases: also("characteristics", "caractéristiques"), Phases: []string{"forces"}, Rule: "BB-A1.2", Help: tr("choose two or three national characteristics, or those of a type of troops, or none of them", "choisir deux ou trois caractéristiques nationales, ou celles d'un type de troupe, ou aucune"), Example: tr("traits disciplined bold", "caractéristiques disciplinés audacieux"),
		Args: []orders.Param{{Name: "traits", Kind: orders.KindWord, Repeated: true, Words: words("attentive/attentifs", "bold/audacieux", "disciplined/disciplinés", "enduring/endurants", "expert/experts", "fanatical/fanatisés",
			"stealthy/furtifs", "impetuous/impétueux", "methodical/méthodiques", "close_knit/soudés", "stoic/stoïques", "reckless/téméraires", "tenacious/tenaces", nothing+"/aucune"), Help: tr("characteristics", "caractéristiques")}}},
	{Name: "place", Aliases: also("", "placer"), Phases: []string{"tokens"}, Rule: "BB-A3.6c", Help: tr("sectors for your objectives, the best first", "secteurs pour vos objectifs, le meilleur d'abord"), Example: tr("place E5 C4 G3", "placer E5 C4 G3"),
		Args: []orders.Param{{Name: "places", Kind: orders.KindPlace, Repeated: true, Help: tr("sectors", "secteurs")}}},
	{Name: "edge", Aliases: also("", "bord"), Phases: []string{"edge", "side"}, Rule: "BB-A3.6d", Help: tr("choose your table edge", "choisir votre bord de table"), Example: tr("edge south", "bord sud"),
		Args: []orders.Param{{Name: "edge", Kind: orders.KindWord, Words: words("south/sud", "north/nord"), Help: tr("which", "lequel")}}},
	{Name: "deploy", Aliases: also("", "déployer"), Phases: []string{"deploy", "reply", "vanguard", "answer", "posts"}, Rule: "BB-A3.6d", Help: tr("put a GC on the table", "déployer un GC"), Example: tr("deploy G1 at D1 ambush", "déployer G1 en D1 embuscade"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the GC", "le GC")}, {Name: "place", Kind: orders.KindPlace, Prefix: also("at", "en"), Help: tr("where", "où")},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("ambush/embuscade", "open/découvert", "mounted/monté"), Help: tr("hidden or not; or on its horses or bicycles", "caché ou non ; ou à cheval ou à vélo")},
			facing, {Name: "carrier", Kind: orders.KindOwn, Prefix: also("aboard", "à bord de"), Optional: true, Help: tr("the vehicle that carries or tows it", "le véhicule qui le transporte ou le tracte")}}},
}

// standingVerbs answer what comes up in the enemy's activations.
var standingVerbs = []orders.Verb{
	{Name: "watch", Aliases: also("", "aguets"), Standing: true, Only: true, Rule: "BB-3.5w", Help: tr("when GCs on watch fire; GCs named first fire first", "quand tirent les GC aux aguets ; les premiers nommés tirent d'abord"), Example: tr("standing watch entry=fire riposte=hold", "consigne aguets entrée=tirer riposte=tenir"),
		Args: []orders.Param{ofUnits, {Name: "settings", Kind: orders.KindPair, Optional: true, Repeated: true, Help: tr("occasions", "occasions"), Words: []orders.Choice{
			{Name: "entry", Aliases: also("", "entrée"), Values: fireOr}, {Name: "riposte", Values: fireOr}, {Name: "assault", Aliases: also("", "assaut"), Values: fireOr},
			{Name: "only", Aliases: also("", "seulement"), Values: append(words("vehicle/véhicule"), weaponWords...)}, {Name: "max_hit", Aliases: also("min_hit", "touche_max"), Values: scores}}}}},
	{Name: "reroll", Aliases: also("", "rejet"), Standing: true, Only: true, Rule: "BB-4.5", Help: tr("when to throw dice again", "quand relancer les dés"), Example: tr("standing reroll global below 1", "consigne rejet global sous 1"),
		Args: []orders.Param{ofUnits, {Name: "kind", Kind: orders.KindWord, Optional: true, Words: words("global/global", "partial/partiel"), Help: tr("which re-roll", "quel rejet")},
			{Name: "below", Kind: orders.KindNumber, Prefix: also("below", "sous"), Optional: true, Help: tr("when there are fewer hits", "s'il y a moins de touches")},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")}}},
	{Name: "sacrifice", Aliases: also("", "sacrifier"), Standing: true, Only: true, Rule: "BB-5.5a", Help: tr("a base instead of a crushed marker", "une base au lieu du marqueur Laminés"), Example: tr("standing sacrifice bases 3 order rifle lmg", "consigne sacrifier bases 3 ordre fusil fm"),
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")},
			{Name: "bases", Kind: orders.KindNumber, Prefix: also("bases", "bases"), Optional: true, Help: tr("with at least so many bases", "avec au moins tant de bases")}, ofBases}},
	{Name: "victim", Aliases: also("", "victime"), Standing: true, Only: true, Rule: "BB-5.5b", Help: tr("which enemy base goes when the choice is yours", "quelle base ennemie tombe quand le choix vous revient"), Example: tr("standing victim order lmg nco", "consigne victime ordre fm sous-off"), Args: []orders.Param{ofBases}},
	{Name: "newnco", Aliases: also("", "relève"), Standing: true, Only: true, Rule: "BB-5.5c", Help: tr("which base becomes the NCO's", "quelle base devient celle du Sous-Off"), Example: tr("standing newnco order lmg rifle", "consigne relève ordre fm fusil"), Args: []orders.Param{ofBases}},
	{Name: "retreat", Aliases: also("", "retraite"), Standing: true, Only: true, Rule: "BB-R20", Help: tr("where to retreat", "vers où battre en retraite"), Example: tr("standing retreat toward D2", "consigne retraite vers D2"),
		Args: []orders.Param{ofUnits, {Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Help: tr("a sector", "un secteur")}}},
	{Name: "spotting", Aliases: also("", "recherche"), Standing: true, Only: true, Rule: "BB-3.7e", Help: tr("whether to look for ambushes", "chercher ou non les embuscades"), Example: tr("standing spotting none", "consigne recherche aucune"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("all/toutes", "none/aucune"), Help: tr("all or none", "toutes ou aucune")}}},
	{Name: "claim", Aliases: also("", "déclarer"), Standing: true, Only: true, Rule: "BB-4.7", Help: tr("what to say of a nearest enemy that is not the target", "que dire de l'ennemi le plus proche qui n'est pas la cible"), Example: tr("standing claim harmless", "consigne déclarer inoffensif"),
		Args: []orders.Param{{Name: "what", Kind: orders.KindWord, Words: words("harmless/inoffensif", "less-vulnerable/moins vulnérable", "never/jamais"), Help: tr("what", "quoi")}}},
	{Name: "contest", Aliases: also("", "contester"), Standing: true, Only: true, Rule: "BB-4.7c", Help: tr("whether to contest the enemy's claims, and whom to name", "contester ou non, et qui désigner"), Example: tr("standing contest always name G1", "consigne contester toujours désigner G1"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")},
			{Name: "name", Kind: orders.KindOwn, Prefix: also("name", "désigner"), Optional: true, Help: tr("the GC to be the priority target", "le GC cible prioritaire")}}},
	{Name: "turnover", Aliases: also("", "retourner"), Standing: true, Only: true, Rule: "BB-A3.6e", Help: tr("whether to look at tokens taken", "retourner ou non les jetons pris"), Example: tr("standing turnover no", "consigne retourner non"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("yes/oui", "no/non"), Help: tr("yes or no", "oui ou non")}}},
	{Name: "take", Aliases: also("", "prendre"), Standing: true, Only: true, Rule: "BB-6.3d", Help: tr("whether to take positions won", "prendre ou non les positions gagnées"), Example: tr("standing take no", "consigne prendre non"),
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Words: words("yes/oui", "no/non"), Help: tr("yes or no", "oui ou non")}}},
}

// facing is the direction that a vehicle or a gun shows afterwards (BB-R34).
var facing = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: append(also("face", "face"), also("facing", "vers")...), Optional: true, Help: tr("the final facing", "l'orientation finale")}

// supportWords are the immediate supports of BB-A2.4.
var supportWords = words("assault_aircraft/aviation d'assaut", "strafing/straffing", "heavy_artillery/artillerie lourde", "field_artillery/artillerie de campagne")

// vehicleVerbs are the actions that vehicles, guns and supports bring (BB-3.4f to 3.4h, BB-3.5d, BB-10.8).
var vehicleVerbs = []orders.Verb{
	{Name: "turn", Aliases: also("face", "orienter"), Rule: "BB-10.8", Help: tr("turn a vehicle or a gun", "orienter un véhicule ou un canon"), Example: tr("TK: turn NE", "TK: orienter NE"),
		Args: []orders.Param{{Name: "facing", Kind: orders.KindDir, Help: tr("the new facing", "la nouvelle orientation")}}},
	{Name: "embark", Aliases: append(also("board", "embarquer"), also("hitch", "atteler")...), Rule: "BB-3.4f", Help: tr("get on a vehicle; a gun is hitched to it", "embarquer dans un véhicule ; un canon y est attelé"), Example: tr("G1: embark TR", "G1: embarquer TR"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the vehicle", "le véhicule")}}},
	{Name: "disembark", Aliases: append(also("alight", "débarquer"), also("unhitch", "dételer")...), Rule: "BB-3.4f", Help: tr("get off a vehicle, into its sector or the next", "débarquer, dans le secteur du véhicule ou à côté"), Example: tr("G1: disembark D5", "G1: débarquer D5"),
		Args: []orders.Param{{Name: "place", Kind: orders.KindPlace, Optional: true, Help: tr("where", "où")}}},
	{Name: "mount", Aliases: also("", "enfourcher"), Rule: "BB-13", Help: tr("mount horses or bicycles; dismount gets off them", "monter à cheval ou à vélo ; démonter en descend"), Example: tr("G1: mount", "G1: enfourcher")},
	{Name: "grenades", Aliases: append(also("grenade", "grenade"), also("mines", "mines")...), Rule: "BB-3.5d", Help: tr("attack a vehicle at 1 UD with grenades or mines; ends the activation", "attaquer un véhicule à 1 UD à la grenade ou à la mine ; clôture l'activation"), Example: tr("G1: grenades north.TK", "G1: grenades north.TK"),
		Args: []orders.Param{{Name: "target", Kind: orders.KindTarget, Help: tr("the vehicle or its sector", "le véhicule ou son secteur")}, withBases}},
	{Name: "support", Aliases: also("call", "appui"), Rule: "BB-3.4h", Help: tr("chief: ask for supports, an action an attempt", "chef : demander des appuis, une action par tentative"), Example: tr("CH: support heavy_artillery at E9", "CH: appui artillerie lourde en E9"),
		Args: []orders.Param{{Name: "types", Kind: orders.KindWord, Repeated: true, Words: supportWords, Help: tr("supports of one type", "appuis d'un même type")},
			{Name: "places", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Repeated: true, Help: tr("points of impact of artillery", "points d'impact de l'artillerie")},
			{Name: "from", Kind: orders.KindPlace, Prefix: also("from", "de"), Optional: true, Help: tr("where aircraft enter", "entrée des avions")},
			{Name: "to", Kind: orders.KindPlace, Prefix: also("to", "à"), Optional: true, Help: tr("where they leave, on another edge", "sortie, sur un autre bord")},
			{Name: "tries", Kind: orders.KindNumber, Prefix: also("tries", "essais"), Optional: true, Help: tr("attempts at most", "nombre maximal de tentatives")}}},
}

// vehicleStanding answer what vehicles bring up in the enemy's activations.
var vehicleStanding = []orders.Verb{
	{Name: "aside", Aliases: also("", "écart"), Standing: true, Only: true, Rule: "BB-11.10", Help: tr("whether and where to step aside before tracked vehicles", "s'écarter ou non devant les véhicules chenillés, et vers où"), Example: tr("standing aside toward D2", "consigne écart vers D2"),
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")},
			{Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Optional: true, Help: tr("a sector", "un secteur")}}},
	{Name: "alight", Aliases: also("", "débarquement"), Standing: true, Only: true, Rule: "BB-13.3", Help: tr("where to get off a vehicle that is hit", "où débarquer d'un véhicule touché"), Example: tr("standing alight toward D2", "consigne débarquement vers D2"),
		Args: []orders.Param{ofUnits, {Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Help: tr("a sector", "un secteur")}}},
}

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
