package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var words = orders.Choices

// Parameters shared by many verbs.
var (
	ownUnit  = orders.Param{Name: "unit", Kind: orders.KindOwn}
	ownUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true}
	someOwn  = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true}
	toHex    = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: "to"}
	onPath   = orders.Param{Name: "path", Kind: orders.KindPath, Prefix: "to"}
	facing   = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: "facing", Optional: true}
)

// anyTime are the phases of the verbs that may stand in any mail of the phasing player.
var anyTime = []string{"4.1", "4.2", "4.4", "4.7", "4.8", "4.9", "4.10"}

var commonOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "surrender", Alone: true, Rule: "LS-4.0b", Phases: anyTime}},
	{Verb: orders.Verb{Name: "interrupt", Rule: "LS-4.3a", Phases: append([]string{"setup"}, anyTime...),
		Args: []orders.Param{{Name: "phase", Kind: orders.KindWord, Words: words("4.3", "4.5", "never")},
			{Name: "more", Kind: orders.KindNumber, Prefix: "more", Optional: true},
			{Name: "within", Kind: orders.KindNumber, Prefix: "within", Optional: true}}},
		Check: mayWish},
}

// verbs are all the verbs that can be ordered.
var verbs = slices.Concat(setupOrders, barrageOrders, vehicleOrders, marchOrders, airOrders, assaultOrders, fireOrders, standingOrders, commonOrders)

// refuse makes a refusal with a words' key of this game as its code.
var refuse = table.Refusals("ls.")

// lexicon returns the names that a side may use. A town's name means its first hex.
func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &table.Lexicon{Plain: true, Grid: k.net.Grid, About: func(unit string) (place string, kinds []string) {
		u := k.unit(unit)
		if u == nil {
			return "", nil
		}
		kinds = []string{u.Type, u.Class}
		if u.gun() {
			kinds = append(kinds, "gun")
		}
		return u.Hex, kinds
	}}
	for _, t := range k.Towns {
		if len(t.Hexes) > 0 {
			n.Call(t.Hexes[0], t.Name.All()...)
		}
	}
	for i := range k.Units {
		switch u := &k.Units[i]; {
		case u.Out != "":
			n.Lost = append(n.Lost, u.ID)
		case u.Side == s:
			n.Units = append(n.Units, u.ID)
		default:
			n.Foes = append(n.Foes, u.ID)
		}
	}
	n.Parties = k.seats()
	return n
}
