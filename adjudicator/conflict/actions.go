package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// action is one kind of action. check judges it on what its player knows and returns its price; do carries it out once it
// is paid for. bar, if set, tests what only the true position shows, such as hidden enemies who can see the unit: it
// refuses before anything is paid, in the same words as check. If quiet is set, a hidden unit that takes the action stays
// hidden (CH-10.0b).
type action struct {
	orders.Verb
	check func(k *Game, o *order) (price, *table.Refusal)
	bar   func(g *Game, o *order) *table.Refusal
	do    func(g *Game, t *table.Table, o *order)
	quiet bool
	ideas ideas
}

// actions are the actions of CH-2.2b: they may be lines of a program or reactions.
var actions = []action{
	{Verb: orders.Verb{Name: "move", Rule: "CH-5.0a", Clauses: []orders.Verb{alsoVerb},
		Args: []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: "to"}, howMove, faceArg, byArg, topArg, diceArg}},
		check: checkMove, do: move, quiet: true, ideas: ofUnits(moveIdeas)},
	{Verb: orders.Verb{Name: "pivot", Rule: "CH-5.3a",
		Args: []orders.Param{unitArg, {Name: "facing", Kind: orders.KindDir}, byArg, topArg}},
		check: checkPivot, do: pivot, ideas: ofUnits(pivotIdeas)},
	{Verb: orders.Verb{Name: "fire", Rule: "CH-7.0a", Clauses: []orders.Verb{alsoFire},
		Args: []orders.Param{unitArg,
			{Name: "aim", Kind: orders.KindWord, Optional: true, Words: words("best", "nearest", "mover")},
			{Name: "target", Kind: orders.KindTarget, Optional: true},
			{Name: "at", Kind: orders.KindTarget, Prefix: "at", Optional: true, Same: "target"},
			{Name: "lead", Kind: orders.KindOwn, Prefix: "lead", Optional: true},
			{Name: "first", Kind: orders.KindUnit, Prefix: "first", Optional: true, Repeated: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("turret", "indirect", "flame", "smoke", "careful", "works", "bunker", "wire", "roadblock")},
			{Name: "via", Kind: orders.KindPlace, Prefix: "via", Optional: true},
			{Name: "need", Kind: orders.KindNumber, Prefix: "need", Optional: true},
			{Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true},
			weaponAs, byArg, topArg, diceArg}},
		check: checkFire, do: fire, ideas: ofUnits(fireIdeas)},
	{Verb: orders.Verb{Name: "rally", Rule: "CH-7.6a",
		Args: []orders.Param{unitArg, {Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true}, byArg, topArg, diceArg}},
		check: checkRally, do: rally, ideas: ofUnits(rallyIdeas)},
	{Verb: orders.Verb{Name: "dig", Rule: "CH-18.1.3a", Args: []orders.Param{unitArg, byArg, topArg}},
		check: checkDig, do: dig, ideas: ofUnits(digIdeas)},
	{Verb: orders.Verb{Name: "hide", Rule: "CH-10.2a",
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: "in", Optional: true}, byArg, topArg}},
		check: checkHide, bar: barHide, do: hide, ideas: ofUnits(hideIdeas)},
	{Verb: orders.Verb{Name: "smoke", Rule: "CH-19.0c",
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: "at"}, byArg, topArg}},
		check: checkSmoke, do: smokeOrder, ideas: ofUnits(smokeIdeas)},
	{Verb: orders.Verb{Name: "load", Rule: "CH-17.0b",
		Args: []orders.Param{unitArg, {Name: "on", Kind: orders.KindOwn, Prefix: "on"}, byArg, topArg}},
		check: checkLoad, do: load, ideas: ofUnits(loadIdeas)},
	{Verb: orders.Verb{Name: "unload", Rule: "CH-17.0f", Args: []orders.Param{unitArg, faceArg, byArg, topArg}},
		check: checkUnload, do: unload, ideas: ofUnits(unloadIdeas)},
	{Verb: orders.Verb{Name: "shelter", Rule: "CH-18.2b",
		Args: []orders.Param{unitArg, {Name: "where", Kind: orders.KindWord, Words: words("in", "out")}, faceArg, byArg, topArg}},
		check: checkShelter, do: shelterOrder, ideas: ofUnits(shelterIdeas)},
	{Verb: orders.Verb{Name: "enter", Rule: "CH-5.5b", Clauses: []orders.Verb{alsoEnter},
		Args: []orders.Param{unitArg, entryArg, faceArg, howEnter, byArg, topArg, diceArg}},
		check: checkEnter, do: enter, ideas: ofUnits(enterIdeas)},
	{Verb: orders.Verb{Name: "leave", Rule: "CH-5.6a", Args: []orders.Param{unitArg, byArg, topArg}},
		check: checkLeave, do: leave, ideas: ofUnits(leaveIdeas)},
	{Verb: orders.Verb{Name: "play", Rule: "CH-8.1a",
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: cardNos}, unitsOpt,
			{Name: "path", Kind: orders.KindPath, Prefix: "to", Optional: true},
			{Name: "target", Kind: orders.KindEnemy, Prefix: "on", Optional: true},
			{Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("hidden", "mines", "roadblock", "wire")},
			faceArg,
			{Name: "by", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words("ap", "cap")}, topArg, diceArg}},
		check: checkPlay, bar: barPlay, do: play, ideas: cardIdeas},
}

// actionOf returns the action of CH-2.2b that a verb orders, or nil if there is none.
func actionOf(verb string) *action {
	return table.First(actions, func(a *action) bool { return a.Name == verb })
}

// actionOrders returns the actions as lines of a program.
func actionOrders() []table.Order[*Game] {
	var out []table.Order[*Game]
	for _, a := range actions {
		a.Phases = inPulse
		order := table.Order[*Game]{Verb: a.Verb, Check: mayOrder, Options: a.ideas}
		if a.Name == "play" {
			order.Filed = mayFilePlay
		}
		out = append(out, order)
	}
	return out
}

// reactions returns the actions as clauses of a standing reaction, without the arguments that would turn one action into
// several.
func reactions() []orders.Verb {
	var out []orders.Verb
	for _, a := range actions {
		a.Clauses = nil
		a.Args = slices.DeleteFunc(slices.Clone(a.Args), func(p orders.Param) bool { return p.Name == "times" })
		out = append(out, a.Verb)
	}
	return out
}
