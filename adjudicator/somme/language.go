package somme

import (
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// order is a verb of the game. The fate of a line is certain if no enemy acts before it is carried out. Lines that speak
// of combats beforehand are always allowed, and tested when their case comes.
type order = table.Order[*Game]

// ideas propose lines of a verb to a seat in a phase.
type ideas = func(known *Game, s table.Seat, phase string) []string

var words = orders.Choices

// The arguments that many verbs share.
var (
	unitsArg = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true}
	unitArg  = orders.Param{Name: "unit", Kind: orders.KindOwn}
	withUnit = orders.Param{Name: "with", Kind: orders.KindOwn, Prefix: "with"}
	pathArg  = orders.Param{Name: "path", Kind: orders.KindPath, Prefix: "to"}
	hexArg   = orders.Param{Name: "hex", Kind: orders.KindPlace}
	atArg    = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: "at"}
	otherHex = orders.Param{Name: "other", Kind: orders.KindPlace}
	hexesArg = orders.Param{Name: "hexes", Kind: orders.KindPlace, Repeated: true}
)

// opt makes an argument optional.
func opt(p orders.Param) orders.Param {
	p.Optional = true
	return p
}

// as names an argument under another name, with another prefix.
func as(p orders.Param, name string, prefix string) orders.Param {
	p.Name, p.Prefix = name, prefix
	return p
}

// refuse makes a refusal whose code is a key of this game's words.
var refuse = table.Refusals("so.")

// fields splits a list joined with commas.
func fields(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
