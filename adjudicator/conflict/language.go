package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
)

var tr, also, words = orders.Both, orders.Also, orders.Choices

// The arguments that many verbs share.
var (
	unitArg  = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Help: tr("the unit, or the units of a group", "l'unité, ou les unités d'un groupe")}
	unitsOpt = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true, Help: tr("the units that it is for; none means all", "les unités concernées ; aucune signifie toutes")}
	byArg    = orders.Param{Name: "by", Kind: orders.KindWord, Prefix: also("by", "par"), Optional: true, Words: words("ap/pa/activation", "join/rejoindre/partage", "opportunity/opportunité", "cap/pc", "card/carte"),
		Help: tr("how it is paid: ap (activation, the default), join (share the running activation), opportunity, cap, card (02)", "mode de paiement : pa (activation, par défaut), rejoindre (activation partagée), opportunité, pc, carte (02)")}
	topArg   = orders.Param{Name: "topup", Kind: orders.KindNumber, Prefix: also("topup", "complément"), Optional: true, Help: tr("CAP that may be added where AP are short", "PC ajoutés au plus si les PA manquent")}
	diceArg  = orders.Param{Name: "cap", Kind: orders.KindNumber, Prefix: also("cap", "pc"), Optional: true, Help: tr("CAP on each roll, 0 to 2", "PC sur chaque jet, de 0 à 2")}
	faceArg  = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: also("facing", "face"), Optional: true, Help: tr("direction it faces afterwards", "orientation finale")}
	howMove  = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("cautious/prudent/prudemment/cautiously", "outside/dehors", "empty/sans papiers", "papers/avec papiers"), Help: tr("cautious; outside any fortification; papers: taking them from a friend or the ground; empty: leaving them", "prudent ; hors de toute fortification ; avec papiers : les prendre à un ami ou au sol ; sans papiers : les laisser")}
	howEnter = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("cautious/prudent/prudemment/cautiously", "outside/dehors"), Help: tr("cautious; outside any fortification", "prudent ; hors de toute fortification")}
	entryArg = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Help: tr("entry hex; none: the first that is listed", "hex d'entrée ; sinon le premier de la liste")}
	weaponAs = orders.Param{Name: "with", Kind: orders.KindWord, Prefix: also("with", "avec"), Optional: true, Words: words("grenades", "molotov", "tellermine"), Help: tr("a weapon card", "une carte arme")}
	yesNo    = words("yes/oui", "no/non")
	cardNos  = words("02", "09", "10", "12", "03", "04", "05", "06", "07", "08", "11", "13", "20", "30", "40", "41", "tellermine")
)

// alsoVerb names further members of a group with a way or a facing of their own (CH-9.1.1c).
var alsoVerb = orders.Verb{Name: "also", Aliases: also("plus", "aussi"), Rule: "CH-9.1.1c", Help: tr("further members of the group, each with its own hex or facing, or staying", "autres membres du groupe, chacun avec son hex ou son orientation, ou sur place"),
	Example: tr("move R1 to F08: also R2 to G08; also MG1 facing NE", "bouger R1 vers F08 : aussi R2 vers G08 ; aussi MG1 face NE"),
	Args:    []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: also("to", "vers"), Optional: true, Help: tr("its hexes", "ses hex")}, faceArg, howMove}}

// alsoEnter names further reinforcements that come in with the group at a hex of their own (CH-5.5d).
var alsoEnter = orders.Verb{Name: "also", Aliases: also("plus", "aussi"), Rule: "CH-5.5d", Help: tr("further reinforcements of the group, each with its own hex or facing", "autres renforts du groupe, chacun avec son hex ou son orientation"),
	Example: tr("enter PG1 at A05: also PG2 at A06 facing NW", "entrer PG1 en A05 : aussi PG2 en A06 face NO"),
	Args:    []orders.Param{unitArg, entryArg, faceArg, howEnter}}

// alsoFire names supporters of a group attack that spend a weapon card (A82).
var alsoFire = orders.Verb{Name: "also", Aliases: also("plus", "aussi"), Rule: "CH-8.4b", Help: tr("a supporter that uses a weapon card in the target's hex", "un soutien qui emploie une carte arme dans l'hex de la cible"),
	Example: tr("fire R1 soviet.T1: also R2 with grenades", "tirer R1 soviet.T1 : aussi R2 avec grenades"),
	Args:    []orders.Param{unitArg, {Name: "with", Kind: orders.KindWord, Prefix: weaponAs.Prefix, Words: weaponAs.Words, Help: weaponAs.Help}}}

// actionVerbs are the actions of CH-2.2b: lines of a program, and what a reaction may be.
var actionVerbs = []orders.Verb{
	{Name: "move", Aliases: also("go", "bouger"), Rule: "CH-5.0a", Clauses: []orders.Verb{alsoVerb},
		Help:    tr("move hex by hex, each hex an action (bonus hexes of vehicles included in one)", "bouger hex par hex, chaque hex une action (hex de bonus des véhicules compris)"),
		Example: tr("move R1 to F08 G08 facing NE cautious by ap topup 1", "bouger R1 vers F08 G08 face NE prudent par pa complément 1"),
		Args:    []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: also("to", "vers"), Help: tr("the way", "le chemin")}, howMove, faceArg, byArg, topArg, diceArg}},
	{Name: "pivot", Aliases: also("turn", "pivoter"), Rule: "CH-5.3a", Help: tr("change facing, 1 AP", "changer d'orientation, 1 PA"), Example: tr("pivot MG1 SW by cap", "pivoter MG1 SO par pc"),
		Args: []orders.Param{unitArg, {Name: "facing", Kind: orders.KindDir, Help: tr("direction", "direction")}, byArg, topArg}},
	{Name: "fire", Aliases: also("attack", "tirer"), Rule: "CH-7.0a", Clauses: []orders.Verb{alsoFire},
		Help:    tr("fire at a hex or an enemy's hex; in the same hex close combat with one enemy; several units fire as a group", "tirer sur un hex ou sur celui d'un ennemi ; dans le même hex, corps à corps avec un ennemi ; plusieurs unités tirent en groupe"),
		Example: tr("fire R1 MG1 F08 lead MG1 cap 1 by opportunity", "tirer R1 MG1 F08 chef MG1 pc 1 par opportunité"),
		Args: []orders.Param{unitArg,
			{Name: "aim", Kind: orders.KindWord, Optional: true, Words: words("best/meilleure", "nearest/plus proche", "mover/mobile/bougé"), Help: tr("instead of a target: the easiest one, the nearest, whoever just moved", "au lieu d'une cible : la plus facile, la plus proche, celle qui vient de bouger")},
			{Name: "target", Kind: orders.KindTarget, Optional: true, Help: tr("an enemy or a hex", "un ennemi ou un hex")},
			{Name: "at", Kind: orders.KindTarget, Prefix: []orders.Words{{EN: "at", FR: "sur"}, {EN: "on", FR: "contre"}}, Optional: true, Help: tr("the same; behind this word no own unit is meant", "de même ; derrière ce mot aucune unité amie n'est entendue")},
			{Name: "lead", Kind: orders.KindOwn, Prefix: also("lead", "chef"), Optional: true, Help: tr("fire leader of a group", "chef de tir d'un groupe")},
			{Name: "first", Kind: orders.KindUnit, Prefix: also("first", "d'abord"), Optional: true, Repeated: true, Help: tr("order of the rolls against a stack", "ordre des jets contre une pile")},
			{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("turret/tourelle", "indirect", "flame/lance-flammes", "smoke/fumigène", "careful/visée", "works/ouvrages", "bunker", "wire/barbelés", "roadblock/barrage"), Help: tr("turret: out of the arc; indirect; flamethrower; smoke round; careful: card 09; works: close combat against the work in the own hex, or bunker, wire or roadblock where it has several", "tourelle : hors de l'arc ; indirect ; lance-flammes ; fumigène ; visée : carte 09 ; ouvrages : corps à corps contre l'ouvrage de son hex, ou bunker, barbelés, barrage s'il y en a plusieurs")},
			{Name: "via", Kind: orders.KindPlace, Prefix: also("via", "via"), Optional: true, Help: tr("observer hex of indirect fire", "hex d'observation du tir indirect")},
			{Name: "need", Kind: orders.KindNumber, Prefix: also("need", "besoin"), Optional: true, Help: tr("not if the dice must show more than this", "pas si les dés doivent donner plus")},
			{Name: "times", Kind: orders.KindNumber, Prefix: also("times", "fois"), Optional: true, Help: tr("how many actions", "nombre d'actions")},
			weaponAs, byArg, topArg, diceArg}},
	{Name: "rally", Aliases: also("", "rallier"), Rule: "CH-7.6a", Help: tr("try to remove hit counters, 5 AP", "tenter de retirer les marqueurs Dégâts, 5 PA"), Example: tr("rally R1 by opportunity", "rallier R1 par opportunité"),
		Args: []orders.Param{unitArg, {Name: "times", Kind: orders.KindNumber, Prefix: also("times", "fois"), Optional: true, Help: tr("how many tries at most", "nombre d'essais au plus")}, byArg, topArg, diceArg}},
	{Name: "dig", Aliases: also("entrench", "creuser"), Rule: "CH-18.1.3a", Help: tr("hasty defence, 7 AP", "défenses improvisées, 7 PA"), Example: tr("dig R1", "creuser R1"), Args: []orders.Param{unitArg, byArg, topArg}},
	{Name: "hide", Aliases: also("", "cacher"), Rule: "CH-10.2a", Help: tr("hide in this hex or an adjacent one, 7 AP", "se cacher dans cet hex ou un hex adjacent, 7 PA"), Example: tr("hide R1 in F08", "cacher R1 en F08"),
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: also("in", "en"), Optional: true, Help: tr("where", "où")}, byArg, topArg}},
	{Name: "smoke", Aliases: also("", "enfumer"), Rule: "CH-19.0c", Help: tr("engineers: smoke in the own hex or an adjacent one, 2 AP", "génie : fumée dans son hex ou un hex adjacent, 2 PA"), Example: tr("smoke ENG1 at F08", "enfumer ENG1 en F08"),
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Help: tr("where", "où")}, byArg, topArg}},
	{Name: "load", Aliases: also("board", "embarquer"), Rule: "CH-17.0b", Help: tr("board or hitch to a vehicle in the same hex", "embarquer dans un véhicule du même hex, ou s'y atteler"), Example: tr("load R1 LMG on APC", "embarquer R1 LMG sur APC"),
		Args: []orders.Param{unitArg, {Name: "on", Kind: orders.KindOwn, Prefix: also("on", "sur"), Help: tr("the vehicle", "le véhicule")}, byArg, topArg}},
	{Name: "unload", Aliases: also("unhitch", "débarquer"), Rule: "CH-17.0f", Help: tr("get off, with any facing", "débarquer, avec orientation libre"), Example: tr("unload R1 LMG facing NE", "débarquer R1 LMG face NE"), Args: []orders.Param{unitArg, faceArg, byArg, topArg}},
	{Name: "shelter", Aliases: also("", "abriter"), Rule: "CH-18.2b", Help: tr("enter or leave a fortification within the hex", "entrer dans une fortification de l'hex ou en sortir"), Example: tr("shelter R1 in", "abriter R1 dedans"),
		Args: []orders.Param{unitArg, {Name: "where", Kind: orders.KindWord, Words: words("in/dedans", "out/dehors"), Help: tr("in or out", "dedans ou dehors")}, faceArg, byArg, topArg}},
	{Name: "enter", Aliases: also("arrive", "entrer"), Rule: "CH-5.5b", Clauses: []orders.Verb{alsoEnter}, Help: tr("reinforcements enter the board", "les renforts entrent en jeu"), Example: tr("enter R1 at A05 facing NW", "entrer R1 en A05 face NO"),
		Args: []orders.Param{unitArg, entryArg, faceArg, howEnter, byArg, topArg, diceArg}},
	{Name: "leave", Aliases: also("exit", "quitter"), Rule: "CH-5.6a", Help: tr("leave the board where the scenario allows it", "quitter la carte où le scénario le permet"), Example: tr("leave PG1", "quitter PG1"), Args: []orders.Param{unitArg, byArg, topArg}},
	{Name: "play", Aliases: also("card", "jouer"), Rule: "CH-8.1a", Help: tr("play an action card, or lay mines with a Tellermine", "jouer une carte action, ou poser des mines avec une Tellermine"), Example: tr("play 04 R1 R2", "jouer 04 R1 R2"),
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: cardNos, Help: tr("its number", "son numéro")}, unitsOpt,
			{Name: "path", Kind: orders.KindPath, Prefix: also("to", "vers"), Optional: true, Help: tr("way of card 05", "chemin de la carte 05")},
			{Name: "target", Kind: orders.KindEnemy, Prefix: also("on", "contre"), Optional: true, Help: tr("the enemy of cards 06 and 20", "l'ennemi des cartes 06 et 20")},
			{Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Help: tr("hex of mines", "hex des mines")},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("hidden/caché", "mines", "roadblock/barrage", "wire/barbelés"), Help: tr("hidden mines; what to clear", "mines cachées ; ce qui est nettoyé")},
			faceArg,
			{Name: "by", Kind: orders.KindWord, Prefix: also("by", "par"), Optional: true, Words: words("ap/pa", "cap/pc"), Help: tr("how its cost is paid", "mode de paiement de son coût")}, topArg, diceArg}},
}

// turnVerbs are what else a turn may hold.
var turnVerbs = []orders.Verb{
	{Name: "wait", Aliases: also("", "attendre"), Rule: "CH-2.2g", Help: tr("do nothing for 1 AP or 1 CAP", "ne rien faire pour 1 PA ou 1 PC"), Example: tr("wait by cap", "attendre par pc"),
		Args: []orders.Param{{Name: "by", Kind: orders.KindWord, Prefix: also("by", "par"), Optional: true, Words: words("ap/pa", "cap/pc"), Help: tr("what it costs", "ce que cela coûte")}}},
	{Name: "pass", Aliases: also("", "passer"), Rule: "CH-2.2h", Help: tr("pass; an activation ends", "passer ; une activation se termine"), Example: tr("pass", "passer")},
	{Name: "retire", Aliases: also("", "désactiver"), Rule: "CH-3.0d", Help: tr("flip the active units to used; no action", "retourner les unités actives ; pas une action"), Example: tr("retire", "désactiver")},
	{Name: "quick", Aliases: also("", "action rapide"), Rule: "CH-C10", Help: tr("card 10: the next two actions in a row", "carte 10 : les deux actions suivantes d'affilée"), Example: tr("quick", "action rapide")},
	{Name: "surrender", Aliases: also("", "capituler"), Rule: "CH-2.4a", Help: tr("give up the game", "abandonner la partie"), Example: tr("surrender", "capituler")},
}

// planVerbs are orders before the turns of a round.
var planVerbs = []orders.Verb{
	{Name: "oba", Aliases: also("artillery", "ahc"), Phases: []string{"plan"}, Rule: "CH-12.3b", Help: tr("plan off-board artillery for the next round", "prévoir l'artillerie hors-carte du tour suivant"), Example: tr("oba G07 smoke", "ahc G07 fumigène"),
		Args: []orders.Param{{Name: "hex", Kind: orders.KindPlace, Help: tr("target hex", "hex visé")}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("smoke/fumigène"), Help: tr("smoke instead of HE", "fumigène au lieu d'explosif")}}},
	{Name: "place", Aliases: also("deploy", "placer"), Phases: []string{"set-up"}, Rule: "CH-1.0e", Help: tr("put a unit on a hex of its zone, or turn it", "placer une unité dans sa zone, ou l'orienter"), Example: tr("place R1 at B05 facing NE", "placer R1 en B05 face NE"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the unit", "l'unité")}, {Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Help: tr("where", "où")}, faceArg}},
	{Name: "mine", Aliases: also("", "miner"), Phases: []string{"set-up"}, Rule: "CH-18.3.3a", Help: tr("hexes of the hidden minefields", "hex des champs de mines cachés"), Example: tr("mine D06 E04", "miner D06 E04"),
		Args: []orders.Param{{Name: "hexes", Kind: orders.KindPlace, Repeated: true, Help: tr("one hex for each minefield", "un hex par champ de mines")}}},
	{Name: "assign", Aliases: also("", "attribuer"), Phases: []string{"set-up"}, Rule: "CH-8.4b", Help: tr("give a weapon card to a foot unit", "attribuer une carte arme à une unité à pied"), Example: tr("assign grenades R1", "attribuer grenades R1"),
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: words("grenades", "molotov", "tellermine"), Help: tr("the card", "la carte")}, {Name: "unit", Kind: orders.KindOwn, Help: tr("its bearer", "son porteur")}}},
}

var settings = func(names ...string) []orders.Choice {
	out := words(names...)
	for i := range out {
		out[i].Values = yesNo
	}
	return out
}

// standingVerbs answer what comes up while programs run.
var standingVerbs = []orders.Verb{
	{Name: "react", Aliases: also("", "réagir"), Standing: true, Only: true, Rule: "CH-SM-b", Clauses: plain(actionVerbs),
		Help:    tr("in your turn, before the next line of the program, where the condition Holds: the first of these actions that is possible", "à votre tour, avant la ligne suivante du programme, si la condition est vraie : la première de ces actions qui est possible"),
		Example: tr("standing if enemy moved then react: fire MG1 mover need 8 by opportunity", "permanent si ennemi bougé alors réagir : tirer MG1 mobile besoin 8 par opportunité")},
	{Name: "cap", Aliases: also("", "pc"), Standing: true, Only: true, Rule: "CH-3.2.3a", Help: tr("CAP on dice: at most so many on each kind of roll, where they bring the number needed down to need, always keeping a reserve", "PC sur les dés : au plus tant par genre de jet, s'ils ramènent le score requis à besoin, en gardant une réserve"),
		Example: tr("standing cap attack=2 rally=1 need=8 reserve=1", "permanent pc attaque=2 ralliement=1 besoin=8 réserve=1"),
		Args: []orders.Param{{Name: "settings", Kind: orders.KindPair, Repeated: true, Help: tr("kinds of roll, need, reserve", "genres de jet, besoin, réserve"),
			Words: words("attack/attaque", "rally/ralliement", "mines", "bog/embourbement", "oba/ahc", "extra/surcoût", "card/carte", "need/besoin", "reserve/réserve")}}},
	{Name: "luck", Aliases: also("", "chance"), Standing: true, Only: true, Rule: "CH-C12", Help: tr("when to play card 12", "quand jouer la carte 12"), Example: tr("standing luck flip", "permanent chance renverser"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("never/jamais", "flip/renverser", "rally/ralliement", "crit/critique"), Help: tr("never; where it may turn a failure; a failed rally; a hit into a critical one", "jamais ; si elle peut renverser un échec ; un ralliement manqué ; une touche en critique")}}},
	{Name: "bid", Aliases: also("", "enchère"), Standing: true, Only: true, Rule: "CH-3.2.4a", Help: tr("CAP on the initiative; match: as many as the first to announce", "PC sur l'initiative ; égaler : autant que le premier annoncé"), Example: tr("standing bid 1", "permanent enchère 1"),
		Args: []orders.Param{{Name: "cap", Kind: orders.KindNumber, Optional: true, Help: tr("0 to 2", "de 0 à 2")}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("match/égaler"), Help: tr("match", "égaler")}}},
	{Name: "passing", Aliases: also("", "sans ordre"), Standing: true, Only: true, Rule: "CH-2.2h", Help: tr("when the program is empty: pass, ask for new orders, or wait so often (hold)", "programme épuisé : passer, demander des ordres, ou attendre tant de fois"), Example: tr("standing passing wait max 2", "permanent sans ordre attendre max 2"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("pass/passer", "ask/demander", "wait/attendre"), Help: tr("what", "quoi")}, {Name: "max", Kind: orders.KindNumber, Prefix: also("max", "max"), Optional: true, Help: tr("how often", "combien de fois")}}},
	{Name: "stop", Aliases: also("", "arrêt"), Standing: true, Only: true, Rule: "CH-PBEM", Help: tr("at what play stops for a new mail", "ce qui arrête le jeu pour une nouvelle lettre"), Example: tr("standing stop hit=no entered=yes", "permanent arrêt touché=non entré=oui"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("none/aucun"), Help: tr("nothing else", "rien d'autre")},
			{Name: "settings", Kind: orders.KindPair, Optional: true, Repeated: true, Help: tr("occasions", "occasions"), Words: settings("hit/touché", "destroyed/détruit", "entered/entré", "revealed/révélé", "moved/bougé", "fired/tiré", "passed/passé", "entry/renfort", "ambush/embuscade", "cap/pc")}}},
	{Name: "obstacle", Aliases: also("", "obstacle"), Standing: true, Only: true, Rule: "CH-18.3.1c", Help: tr("wire and roadblocks: pay if the die is at most this", "barbelés et barrages : payer si le dé ne dépasse pas"), Example: tr("standing obstacle pay 3 topup 2", "permanent obstacle payer 3 complément 2"),
		Args: []orders.Param{{Name: "pay", Kind: orders.KindNumber, Prefix: also("pay", "payer"), Help: tr("greatest die", "dé maximum")}, topArg}},
	{Name: "entered", Aliases: also("", "abordé"), Standing: true, Only: true, Rule: "CH-7.7.3i", Help: tr("what a unit does when an enemy enters its hex: the first of these orders that is possible; without by with the AP of an active unit or by opportunity, with CAP only by cap", "réaction d'une unité quand un ennemi entre dans son hex : le premier de ces ordres qui est possible ; sans par, avec les PA d'une unité active ou par opportunité, en PC seulement par pc"), Example: tr("standing entered R1 retreat to F09 by opportunity", "permanent abordé R1 reculer vers F09 par opportunité"),
		Args: []orders.Param{unitsOpt, {Name: "how", Kind: orders.KindWord, Words: words("fight/combattre", "retreat/reculer", "ignore/ignorer"), Help: tr("what", "quoi")}, {Name: "to", Kind: orders.KindPlace, Prefix: also("to", "vers"), Optional: true, Repeated: true, Help: tr("hexes in order of preference", "hex par ordre de préférence")}, byArg}},
	{Name: "face", Aliases: also("", "orienter"), Standing: true, Only: true, Rule: "CH-10.0a", Help: tr("how units face when they are revealed", "orientation des unités révélées"), Example: tr("standing face H1 SW", "permanent orienter H1 SO"),
		Args: []orders.Param{unitsOpt, {Name: "facing", Kind: orders.KindDir, Help: tr("direction", "direction")}}},
}

// plain takes the clauses off verbs that are clauses themselves, and what would make more than one action of them.
func plain(list []orders.Verb) []orders.Verb {
	out := slices.Clone(list)
	for i := range out {
		out[i].Clauses = nil
		out[i].Args = slices.DeleteFunc(slices.Clone(out[i].Args), func(p orders.Param) bool { return p.Name == "times" })
	}
	return out
}

// inPulse gives verbs the phase of turns.
func inPulse(list []orders.Verb) []orders.Verb {
	out := slices.Clone(list)
	for i := range out {
		out[i].Phases = []string{"pulse"}
	}
	return out
}
