package somme

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Arguments of attacks and of what is said beforehand about the choices in a combat.
var (
	leadArg    = as(unitArg, "lead", also("lead", "pointe"))
	gunsArg    = as(unitsArg, "artillery", also("artillery", "artillerie"))
	barrageArg = orders.Param{Name: "barrage", Kind: orders.KindWord, Prefix: also("barrage", "barrage"), Words: words("all/tout", "corps"), Help: tr("all artillery in range, or all corps artillery", "toute l'artillerie à portée, ou toute l'artillerie de corps")}
	cbArg      = orders.Param{Name: "cb", Kind: orders.KindNumber, Prefix: also("cb", "cb"), Help: tr("how many of them fire counter-battery", "combien d'entre elles tirent en contre-batterie")}
	tankArg    = as(unitArg, "tank", also("tank", "char"))
	stossArg   = orders.Param{Name: "stoss", Kind: orders.KindWord, Prefix: also("stoss", "stoss"), Words: words("use/employer", "none/aucune"), Help: tr("none: no Stosstruppe is risked for a column", "aucune : aucune Stosstruppe n'est engagée pour une colonne")}
	forHex     = opt(as(hexArg, "hex", also("at", "en")))
	someUnits  = opt(unitsArg)
	towardArg  = opt(orders.Param{Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "en direction de"), Help: tr("of the legal ways the one that ends nearest to a hex", "parmi les chemins permis, celui qui finit le plus près d'un hexagone")})
	byPath     = opt(orders.Param{Name: "path", Kind: orders.KindPath, Prefix: also("by", "par"), Help: tr("the way, hex by hex", "le chemin, hexagone par hexagone")})
	toPath     = opt(orders.Param{Name: "to", Kind: orders.KindPath, Prefix: also("to", "vers"), Help: tr("the way, the attacked hex first", "le chemin, l'hexagone attaqué d'abord")})
	barePath   = opt(orders.Param{Name: "path", Kind: orders.KindPath, Help: tr("the way, without a word before it", "le chemin, sans mot devant")})
	upToArg    = opt(orders.Param{Name: "n", Kind: orders.KindNumber, Prefix: also("hexes", "hexagones"), Help: tr("hexes at most", "hexagones au plus")})
	keepArg    = opt(orders.Param{Name: "keep", Kind: orders.KindNumber, Prefix: also("keep", "garder"), Help: tr("so many are kept back", "nombre gardé en retrait")})
)

// wayOf reads the way that a line gives, with "to" or without.
func wayOf(args []table.Arg) []string {
	if p := orders.Path(args, "to"); len(p) > 0 {
		return p
	}
	return orders.Path(args, "path")
}

// how is an optional word.
func how(en, fr string, list ...string) orders.Param {
	return orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Words: words(list...), Help: tr(en, fr)}
}

var (
	afterCombat = []string{"disengage", "pursue"} // a letter before the combats speaks to the combat phase
	advanceArgs = []orders.Param{how("none, the lead's stack, or all", "aucune, la pile en pointe, ou toutes", "none/aucune", "lead/pointe", "all/toutes"), someUnits, barePath, toPath, forHex}
	exploitArgs = []orders.Param{how("none, or the lead's stack", "aucune, ou la pile en pointe", "none/aucune", "lead/pointe"), someUnits, forHex}
	attackArgs  = []orders.Param{hexArg, as(unitsArg, "with", also("with", "avec")), opt(leadArg), opt(gunsArg), opt(barrageArg), opt(cbArg), opt(tankArg), opt(stossArg)}
)

// attackClauses may follow an attack: what it says of guns and lead, and what follows it whatever the dice.
var attackClauses = []orders.Verb{
	{Name: "lead", Aliases: also("", "pointe"), Rule: "SO-12.2.3a", Args: []orders.Param{as(unitArg, "lead", nil)}, Help: tr("the lead unit", "l'unité en pointe")},
	{Name: "artillery", Aliases: also("guns", "artillerie"), Rule: "SO-12.2.2b", Args: []orders.Param{as(unitsArg, "artillery", nil)}, Help: tr("artilleries that take part", "artilleries qui participent")},
	{Name: "barrage", Rule: "SO-12.2.2a", Args: []orders.Param{{Name: "barrage", Kind: orders.KindWord, Words: words("all/tout", "corps"), Help: barrageArg.Help}}, Help: barrageArg.Help},
	{Name: "cb", Aliases: also("counter-battery", "contre-batterie"), Rule: "SO-12.2.2c", Args: []orders.Param{{Name: "cb", Kind: orders.KindNumber, Help: cbArg.Help}}, Help: cbArg.Help},
	{Name: "tank", Aliases: also("", "char"), Rule: "SO-15.4.2a", Args: []orders.Param{as(unitArg, "tank", nil)}, Help: tr("the tank that counts; a German one is placed now", "le char qui compte ; un char allemand est placé maintenant")},
	{Name: "stoss", Rule: "SO-15.3b", Args: []orders.Param{{Name: "stoss", Kind: orders.KindWord, Words: words("use/employer", "none/aucune"), Help: stossArg.Help}}, Help: stossArg.Help},
	{Name: "advance", Aliases: also("", "avancer"), Rule: "SO-12.4", Args: advanceArgs, Help: tr("advance after this combat", "avancer après ce combat")},
	{Name: "exploit", Aliases: also("", "exploiter"), Rule: "SO-14.0a", Args: exploitArgs, Help: tr("units to be marked for exploitation", "unités à placer en exploitation")},
}

// combatOrders are the attacks (SO-12.1, SO-14.1).
var combatOrders = []order{
	{Verb: orders.Verb{Name: "attack", Aliases: also("", "attaquer"), Rule: "SO-12.1a", Phases: []string{"combat", "exploit"},
		Help:    tr("attack a hex with units beside it; in a letter for all phases this is for the combat phase", "attaquer un hexagone avec des unités voisines ; dans une lettre pour toutes les phases, pendant la phase de combat"),
		Example: tr("attack 5018 with 5120, 5119; lead G-28a; artillery G-CA1", "attaquer 5018 avec 5120, 5119 ; pointe G-28a ; artillerie G-CA1"), Args: attackArgs, Clauses: attackClauses}, check: mayOrderAttack, options: attackIdeas},
	{Verb: orders.Verb{Name: "assault", Aliases: also("", "assaillir"), Rule: "SO-14.1a", Phases: []string{"exploit"},
		Help:    tr("attack with units in exploitation, in the exploitation phase", "attaquer avec des unités en exploitation, pendant la phase d'exploitation"),
		Example: tr("assault 5018 with 5120", "assaillir 5018 avec 5120"), Args: attackArgs, Clauses: attackClauses}, check: mayOrderAttack, options: attackIdeas},
}

// mayOrderAttack is the legality of an attack line. In a letter for all phases that is written before the movement, who will
// stand where is not yet said: the line is looked at when its combat comes.
func mayOrderAttack(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if k.Rhythm == merged && k.Phase == "move" && s == k.Phasing {
		return k.mayPlanAttack(s, l)
	}
	_, why := k.whoAttacks(s, l, l.Verb == "assault" || l.Phase == "exploit")
	if n := numberOf(l, "cb", 0); why == nil && n < 0 {
		why = refuse("number-below", "SO-12.2.2c", table.A("n", n))
	}
	return why
}

// mayPlanAttack is what no movement can change: combat units are to attack a hex that may be stood on.
func (g *Game) mayPlanAttack(s seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	if !g.net.open(hex) {
		return refuse("nobody-there", "SO-12.1a", table.A("hex", hex))
	}
	for _, word := range orders.List(l.Args, "with") {
		if u := g.unit(word); u != nil && !g.fights(u) {
			return refuse("no-combat-unit", "SO-3d", table.A("unit", word), table.A("hex", hex))
		}
	}
	return nil
}

// attackIdeas proposes attacks: on each enemy hex in reach with all who can, and with each alone, with all artillery.
func attackIdeas(k *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(yield func(string) bool) {
		exploit := phase == "exploit"
		verb := "attack "
		if exploit {
			verb = "assault "
		}
		var hexes []string
		for _, id := range k.of(other(s), "", k.ground) {
			if h := k.unit(id).Hex; !slices.Contains(hexes, h) {
				hexes = append(hexes, h)
			}
		}
		slices.Sort(hexes)
		for _, hex := range hexes {
			var can []string
			for _, near := range k.around(hex) {
				can = append(can, k.of(s, near, func(u *Formation) bool { return k.mayJoin(u, hex, exploit) == nil })...)
			}
			if len(can) == 0 || k.mayBeAttacked(s, hex) != nil {
				continue
			}
			if len(can) > 1 && !yield(verb+hex+" with "+strings.Join(can, ", ")+" barrage all") {
				return
			}
			for _, id := range can {
				if !yield(verb + hex + " with " + id) {
					return
				}
			}
		}
	}
}

// policyOrders are what a player says beforehand of choices that follow dice: order lines of the phasing player for his
// combats, with conditions on results, and standing orders of either side.
var policyOrders = []order{
	{Verb: orders.Verb{Name: "advance", Aliases: also("", "avancer"), Rule: "SO-12.4", Phases: afterCombat, Standing: true, Args: advanceArgs,
		Help:    tr("units that advance after a combat, the attacked hex first", "unités qui avancent après un combat, d'abord dans l'hexagone attaqué"),
		Example: tr("if total mastery then advance G-28a to 5018-4918", "si maîtrise totale alors avancer G-28a vers 5018-4918")}, check: mayPlan},
	{Verb: orders.Verb{Name: "exploit", Aliases: also("", "exploiter"), Rule: "SO-14.0a", Phases: afterCombat, Standing: true, Args: exploitArgs,
		Help:    tr("units to be marked for exploitation, in order of preference", "unités à placer en exploitation, par ordre de préférence"),
		Example: tr("exploit G-28 at 5018", "exploiter G-28 en 5018")}, check: mayPlan},
	{Verb: orders.Verb{Name: "leads", Aliases: also("", "pointes"), Rule: "SO-12.2.3a", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex},
		Help:    tr("who leads combats, in attack and defence, and whose morale counts in a disengagement", "qui est en pointe, en attaque et en défense, et dont le moral compte au désengagement"),
		Example: tr("standing leads B-30, B-36", "consigne pointes B-30, B-36")}, check: mayPlan},
	{Verb: orders.Verb{Name: "losses", Aliases: also("", "pertes"), Rule: "SO-12.2.8j", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex},
		Help:    tr("who takes losses first after the lead; others the weakest first; a Stosstruppe only where it is named", "qui subit les pertes d'abord, après la pointe ; sinon les plus faibles ; une Stosstruppe seulement si elle est nommée"),
		Example: tr("standing losses G-45R, G-ST1", "consigne pertes G-45R, G-ST1")}, check: mayPlan},
	{Verb: orders.Verb{Name: "shaken", Aliases: also("", "désorganiser"), Rule: "SO-12.2.8k", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex},
		Help:    tr("who is disorganised first after the lead", "qui est désorganisé d'abord, après la pointe"),
		Example: tr("standing shaken G-45R", "consigne désorganiser G-45R")}, check: mayPlan},
	{Verb: orders.Verb{Name: "sacrifice", Aliases: also("", "sacrifier"), Rule: "SO-12.2.8i", Phases: afterCombat, Standing: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always/toujours", "never/jamais", "whole/intacte"), Help: tr("always, never, or where the lead is whole", "toujours, jamais, ou si la pointe est intacte")}, forHex},
		Help:    tr("a Stosstruppe is lost in place of the lead's first loss", "une Stosstruppe est perdue à la place de la première perte de la pointe"),
		Example: tr("standing sacrifice never", "consigne sacrifier jamais")}, check: mayPlan, options: sacrificeIdeas},
	{Verb: orders.Verb{Name: "counter", Aliases: also("", "contrer"), Rule: "SO-12.2.2c", Phases: afterCombat, Standing: true, Args: []orders.Param{{Name: "n", Kind: orders.KindNumber, Help: tr("how many", "combien")}, forHex},
		Help:    tr("how many corps artilleries of an attack fire counter-battery", "combien d'artilleries de corps d'une attaque tirent en contre-batterie"),
		Example: tr("standing counter 1", "consigne contrer 1")}, check: mayPlan},
	{Verb: orders.Verb{Name: "recoil", Aliases: also("", "reculer"), Rule: "SO-12.2.6s", Phases: afterCombat, Standing: true, Args: []orders.Param{someUnits, towardArg, forHex},
		Help:    tr("which attacker goes back in a panic, and where to", "quel attaquant recule en cas de panique, et vers où"),
		Example: tr("standing recoil G-45R", "consigne reculer G-45R")}, check: mayPlan},
	{Verb: orders.Verb{Name: "withdraw", Aliases: also("", "décrocher"), Rule: "SO-13.0b", Phases: []string{"disengage"}, Standing: true,
		Args: []orders.Param{how("none: the marked stacks stay", "aucun : les piles marquées restent", "none/aucun"), someUnits, opt(as(unitArg, "with", also("with", "avec"))), byPath, towardArg, forHex,
			opt(orders.Param{Name: "r2", Kind: orders.KindNumber, Prefix: also("r2", "r2"), Help: tr("hexes by r2", "hexagones sur r2")}), opt(orders.Param{Name: "r3", Kind: orders.KindNumber, Prefix: also("r3", "r3"), Help: tr("hexes by r3", "hexagones sur r3")})},
		Help:    tr("disengage stacks that bear the marker: whose morale counts, how far and where to", "désengager les piles marquées : quel moral compte, jusqu'où et vers où"),
		Example: tr("withdraw 5018 with B-24 r3 2 toward 4717", "décrocher 5018 avec B-24 r3 2 en direction de 4717")}, check: mayOrderWithdraw},
	{Verb: orders.Verb{Name: "artillery", Aliases: also("", "artillerie"), Rule: "SO-12.2.2b", Standing: true, Only: true,
		Args: []orders.Param{how("all in range, all corps artillery (without a word), or none", "toute celle à portée, toute celle de corps (sans mot), ou aucune", "all/toute", "corps", "none/aucune"), someUnits, keepArg,
			opt(orders.Param{Name: "cb", Kind: orders.KindNumber, Prefix: also("cb", "cb"), Help: cbArg.Help}), opt(orders.Param{Name: "when", Kind: orders.KindNumber, Prefix: also("against", "contre"), Help: tr("where the attacker names so many or more; 2 without it", "si l'attaquant en nomme tant ou plus ; 2 par défaut")}),
			opt(as(unitsArg, "counter", also("counter", "contrer"))), forHex},
		Help:    tr("artillery of a defence and its counter-battery", "artillerie en défense et sa contre-batterie"),
		Example: tr("standing artillery all keep 1 cb 1 against 2", "consigne artillerie toute garder 1 cb 1 contre 2")}},
	{Verb: orders.Verb{Name: "retreat", Aliases: also("", "retraite"), Rule: "SO-12.2.6f", Standing: true, Only: true,
		Args: []orders.Param{how("never, always as far as allowed, or enough to take the damage away", "jamais, toujours au plus loin, ou assez pour ôter les dommages", "never/jamais", "always/toujours", "enough/assez"), someUnits, upToArg,
			opt(orders.Param{Name: "min", Kind: orders.KindNumber, Prefix: also("from", "dès"), Help: tr("from so many damage points on", "à partir de tant de points de dommage")}), towardArg, byPath, keepArg,
			{Name: "what", Kind: orders.KindWord, Optional: true, Claim: true, Words: words("reserve/réserve", "reserves/réserves"), Help: tr("with keep: of the units that may react so many stay", "avec garder : autant des unités qui peuvent réagir restent")}, forHex},
		Help:    tr("retreat by mastery: how far and where to; units of a stack may be given different ways", "recul permis par la maîtrise : jusqu'où et vers où ; les unités d'une pile peuvent recevoir des chemins différents"),
		Example: tr("standing retreat enough from 3 toward 4420", "consigne retraite assez dès 3 en direction de 4420")}},
	{Verb: orders.Verb{Name: "reaction", Aliases: also("", "réaction"), Rule: "SO-12.2.6f", Standing: true, Only: true, Args: []orders.Param{how("never, or the nearest", "jamais, ou la plus proche", "never/jamais", "nearest/proche"), someUnits, barePath, toPath, keepArg, forHex},
		Help:    tr("units that move in reaction to an attack, without a way into the attacked hex", "unités qui réagissent à une attaque, sans chemin dans l'hexagone attaqué"),
		Example: tr("standing reaction B-20 to 4922", "consigne réaction B-20 vers 4922")}},
	{Verb: orders.Verb{Name: "unmark", Aliases: also("", "démarquer"), Rule: "SO-12.2.6j", Standing: true, Only: true, Args: []orders.Param{how("never", "jamais", "never/jamais"), {Name: "units", Kind: orders.KindEnemy, Repeated: true, Optional: true, Help: tr("enemy units in order of preference", "unités ennemies par ordre de préférence")}, forHex},
		Help:    tr("whose Reserve or Exploitation marker is removed after a failed attack", "dont on retire le marqueur Réserve ou Exploitation après une attaque manquée"),
		Example: tr("standing unmark never", "consigne démarquer jamais")}},
	{Verb: orders.Verb{Name: "confuse", Aliases: also("", "confondre"), Rule: "SO-12.2.6r", Standing: true, Only: true, Args: []orders.Param{{Name: "units", Kind: orders.KindEnemy, Repeated: true, Help: tr("attackers in order of preference", "attaquants par ordre de préférence")}, forHex},
		Help:    tr("which attacker is disorganised by confusion", "quel attaquant est désorganisé par la confusion"),
		Example: tr("standing confuse G-28a", "consigne confondre G-28a")}},
	{Verb: orders.Verb{Name: "misdirect", Aliases: also("", "égarer"), Rule: "SO-12.2.6q", Standing: true, Phases: afterCombat, Args: []orders.Param{{Name: "units", Kind: orders.KindEnemy, Repeated: true, Help: tr("an enemy unit", "une unité ennemie")}, as(hexArg, "to", also("to", "vers"))},
		Help:    tr("an enemy unit to be moved one hex by misdirected reserves", "unité ennemie à déplacer d'un hexagone par des réserves mal orientées"),
		Example: tr("misdirect G-20 to 4725", "égarer G-20 vers 4725")}, check: mayPlan},
	{Verb: orders.Verb{Name: "drive", Aliases: also("", "repousser"), Rule: "SO-13.0d", Standing: true, Only: true, Args: []orders.Param{towardArg, byPath, forHex},
		Help:    tr("the way of an enemy stack that disengages by R3", "le chemin d'une pile ennemie qui se désengage sur R3"),
		Example: tr("standing drive toward 4717", "consigne repousser en direction de 4717")}},
	{Verb: orders.Verb{Name: "crowd", Aliases: also("", "surnombre"), Rule: "SO-12.3f", Standing: true, Only: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("on/continuer", "stay/rester"), Help: tr("go on or stay", "continuer ou rester")}},
		Help:    tr("whether a retreat goes on from a hex with too many units", "si un recul continue depuis un hexagone en surnombre"),
		Example: tr("standing crowd stay", "consigne surnombre rester")}},
}

// mayPlan: what is said beforehand is always allowed; it is looked at when its case comes.
func mayPlan(*Game, table.Seat, table.Line) *table.Refusal { return nil }
