package somme

import (
	"iter"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// ideas propose lines of a verb to a seat in a phase.
type ideas = func(known *Game, s table.Seat, phase string) iter.Seq[string]

var tr, also, words = orders.Both, orders.Also, orders.Choices

// The arguments that many verbs share.
var (
	unitsArg = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Help: tr("counters, divisions (G-28: all its regiments) or hexes (5120: the stack)", "pions, divisions (G-28 : tous ses régiments) ou hexagones (5120 : la pile)")}
	unitArg  = orders.Param{Name: "unit", Kind: orders.KindOwn, Help: tr("a counter", "un pion")}
	withUnit = orders.Param{Name: "with", Kind: orders.KindOwn, Prefix: also("with", "avec"), Help: tr("a counter", "un pion")}
	pathArg  = orders.Param{Name: "path", Kind: orders.KindPath, Prefix: also("to", "vers"), Help: tr("the way: hexes or towns; between way-points the cheapest path is taken, roads above all", "le chemin : hexagones ou villes ; entre les points de passage on prend la voie la moins chère, d'abord les routes")}
	hexArg   = orders.Param{Name: "hex", Kind: orders.KindPlace, Help: tr("a hex", "un hexagone")}
	atArg    = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Help: tr("the hex", "l'hexagone")}
	otherHex = orders.Param{Name: "other", Kind: orders.KindPlace, Help: tr("the hex beyond", "l'hexagone d'en face")}
	hexesArg = orders.Param{Name: "hexes", Kind: orders.KindPlace, Repeated: true, Help: tr("hexes", "des hexagones")}
)

// opt makes an argument optional.
func opt(p orders.Param) orders.Param {
	p.Optional = true
	return p
}

// of names an argument, under another name, with another prefix.
func as(p orders.Param, name string, prefix []orders.Words) orders.Param {
	p.Name, p.Prefix = name, prefix
	return p
}

// refuse makes a refusal of this game: the code is a words' key that begins with "so.".
func refuse(code, rule string, args ...table.FactArg) *table.Refusal {
	return &table.Refusal{Code: "so." + code, Rule: rule, Args: args}
}

// fields parts a list joined with commas.
func fields(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
