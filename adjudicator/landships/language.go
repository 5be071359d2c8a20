package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var tr, also, words = orders.Both, orders.Also, orders.Choices

// Parameters that many verbs have.
var (
	ownUnit  = orders.Param{Name: "unit", Kind: orders.KindOwn, Help: tr("a unit of yours", "une de vos unités")}
	ownUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Help: tr("your units", "vos unités")}
	someOwn  = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true, Help: tr("the units that it is for; none means all", "les unités concernées ; aucune signifie toutes")}
	toHex    = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: also("to", "vers"), Help: tr("a hex", "un hexagone")}
	onPath   = orders.Param{Name: "path", Kind: orders.KindPath, Prefix: also("to", "vers"), Help: tr("the hexes entered, in order", "les hexagones parcourus, dans l'ordre")}
	facing   = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: also("facing", "face"), Optional: true, Help: tr("the final facing", "l'orientation finale")}
)

// anyTime are verbs that belong to any mail of the phasing player.
var anyTime = []string{"4.1", "4.2", "4.4", "4.7", "4.8", "4.9", "4.10"}

var commonVerbs = []orders.Verb{
	{Name: "surrender", Aliases: also("resign", "se rendre"), Rule: "LS-4.0b", Phases: anyTime, Help: tr("give up the game", "abandonner la partie"), Example: tr("surrender", "se rendre")},
	{Name: "interrupt", Aliases: also("", "interrompre"), Rule: "LS-4.3a", Phases: append([]string{"setup"}, anyTime...),
		Help:    tr("in a rhythm by standing orders: be asked in a defensive phase when more than so many enemies are near", "dans un rythme par ordres permanents : être consulté dans une phase défensive si plus de tant d'ennemis sont proches"),
		Example: tr("interrupt 4.5 more 3 within 3", "interrompre 4.5 plus 3 dans 3"),
		Args: []orders.Param{{Name: "phase", Kind: orders.KindWord, Words: words("4.3", "4.5", "never/jamais"), Help: tr("the phase, or never", "la phase, ou jamais")},
			{Name: "more", Kind: orders.KindNumber, Prefix: also("more", "plus"), Optional: true, Help: tr("more than so many enemy groups and vehicles; 0 without it", "plus de tant de groupes et véhicules ennemis ; 0 par défaut")},
			{Name: "within", Kind: orders.KindNumber, Prefix: also("within", "dans"), Optional: true, Help: tr("within so many hexes of your units; 3 without it", "à tant d'hexagones de vos unités ; 3 par défaut")}}},
}

func language() orders.Language {
	return table.LanguageOf(slices.Concat(setupVerbs, barrageVerbs, vehicleVerbs, marchVerbs, airVerbs, assaultVerbs, fireVerbs, standingVerbs, commonVerbs), conditions)
}

// allowed is the legality of lines that are always allowed.
func allowed(*Game, table.Seat, table.Line) *table.Refusal { return nil }

// refuse makes a refusal of this game: the code is a words' key that begins with "ls.".
func refuse(code, rule string, args ...table.FactArg) *table.Refusal {
	return &table.Refusal{Code: "ls." + code, Rule: rule, Args: args}
}

// pass turns "has an opinion" into a policy.
func pass(use bool) table.Policy {
	if use {
		return table.Use
	}
	return table.Pass
}

// lexicon is what a side may call by name. A town is its first hex.
func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &table.Names{Grid: k.net.grid}
	for _, t := range k.Towns {
		if len(t.Hexes) > 0 {
			n.Call(t.Hexes[0], t.Name.EN, t.Name.FR)
		}
	}
	for i := range k.Units {
		switch u := &k.Units[i]; {
		case u.Out != "":
		case u.Side == s:
			n.Units = append(n.Units, u.ID)
		default:
			n.Foes = append(n.Foes, u.ID)
		}
	}
	for _, c := range k.Camps {
		n.Parties = append(n.Parties, string(c.Seat))
	}
	return n
}
