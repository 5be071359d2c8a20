package conflict

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var words = orders.Choices

// The arguments that many verbs share.
var (
	unitArg  = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true}
	unitsOpt = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true}
	byArg    = orders.Param{Name: "by", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words("ap", "join", "opportunity", "cap", "card")}
	topArg   = orders.Param{Name: "topup", Kind: orders.KindNumber, Prefix: "topup", Optional: true}
	diceArg  = orders.Param{Name: "cap", Kind: orders.KindNumber, Prefix: "cap", Optional: true}
	faceArg  = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: "facing", Optional: true}
	howMove  = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("cautious", "outside", "empty", "papers")}
	howEnter = orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("cautious", "outside")}
	entryArg = orders.Param{Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true}
	weaponAs = orders.Param{Name: "with", Kind: orders.KindWord, Prefix: "with", Optional: true, Words: words("grenades", "molotov", "tellermine")}
	yesNo    = words("yes", "no")
	cardNos  = words("02", "09", "10", "12", "03", "04", "05", "06", "07", "08", "11", "13", "20", "30", "40", "41", "tellermine")
)

// alsoVerb names further members of a group that have a way or a facing of their own (CH-9.1.1c).
var alsoVerb = orders.Verb{Name: "also", Rule: "CH-9.1.1c",
	Args: []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: "to", Optional: true}, faceArg, howMove}}

// alsoEnter names further reinforcements that come in with the group at hexes of their own (CH-5.5d).
var alsoEnter = orders.Verb{Name: "also", Rule: "CH-5.5d",
	Args: []orders.Param{unitArg, entryArg, faceArg, howEnter}}

// alsoFire names supporters of a group attack that spend a weapon card (A82).
var alsoFire = orders.Verb{Name: "also", Rule: "CH-8.4b",
	Args: []orders.Param{unitArg, {Name: "with", Kind: orders.KindWord, Prefix: weaponAs.Prefix, Words: weaponAs.Words}}}

// inPulse is the phase in which turns are played.
var inPulse = []string{"pulse"}

// turnOrders are the other orders that a turn may hold.
var turnOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "wait", Phases: inPulse, Rule: "CH-2.2g",
		Args: []orders.Param{{Name: "by", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words("ap", "cap")}}},
		Check: mayOrderWait},
	{Verb: orders.Verb{Name: "pass", Phases: inPulse, Rule: "CH-2.2h"}},
	{Verb: orders.Verb{Name: "retire", Phases: inPulse, Rule: "CH-3.0d"}},
	{Verb: orders.Verb{Name: "quick", Phases: inPulse, Rule: "CH-C10"}, Check: mayOrderQuick, Options: quickIdeas},
	{Verb: orders.Verb{Name: "surrender", Alone: true, Phases: inPulse, Rule: "CH-2.4a"}},
}

// planOrders are the orders given before the turns of a round.
var planOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "oba", Phases: []string{"plan"}, Rule: "CH-12.3b",
		Args: []orders.Param{{Name: "hex", Kind: orders.KindPlace}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("smoke")}}},
		Check: mayPlanStrike, Options: strikeIdeas},
	{Verb: orders.Verb{Name: "place", Phases: []string{"set-up"}, Rule: "CH-1.0e",
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true}, faceArg}},
		Check: mayPlace, Options: placeIdeas},
	{Verb: orders.Verb{Name: "mine", Phases: []string{"set-up"}, Rule: "CH-18.3.3a",
		Args: []orders.Param{{Name: "hexes", Kind: orders.KindPlace, Repeated: true}}},
		Check: mayMineAt, Options: mineIdeas},
	{Verb: orders.Verb{Name: "assign", Phases: []string{"set-up"}, Rule: "CH-8.4b",
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: words("grenades", "molotov", "tellermine")}, {Name: "unit", Kind: orders.KindOwn}}},
		Check: mayAssign, Options: assignIdeas},
}

var settings = func(names ...string) []orders.Choice {
	out := words(names...)
	for i := range out {
		out[i].Values = yesNo
	}
	return out
}

// standingOrders answer questions that come up while programs run.
var standingOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "react", Standing: true, Only: true, Rule: "CH-SM-b", Clauses: reactions()}, Check: standingFlaw},
	{Verb: orders.Verb{Name: "cap", Standing: true, Only: true, Rule: "CH-3.2.3a",
		Args: []orders.Param{{Name: "settings", Kind: orders.KindPair, Repeated: true,
			Words: words("attack", "rally", "mines", "bog", "oba", "extra", "card", "need", "reserve")}}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "luck", Standing: true, Only: true, Rule: "CH-C12",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("never", "flip", "rally", "crit")}}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "bid", Standing: true, Only: true, Rule: "CH-3.2.4a",
		Args: []orders.Param{{Name: "cap", Kind: orders.KindNumber, Optional: true}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("match")}}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "passing", Standing: true, Only: true, Rule: "CH-2.2h",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("pass", "ask", "wait")}, {Name: "max", Kind: orders.KindNumber, Prefix: "max", Optional: true}}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "stop", Standing: true, Only: true, Rule: "CH-PBEM",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("none")},
			{Name: "settings", Kind: orders.KindPair, Optional: true, Repeated: true, Words: settings("hit", "destroyed", "entered", "revealed", "moved", "fired", "passed", "entry", "ambush", "cap")}}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "obstacle", Standing: true, Only: true, Rule: "CH-18.3.1c",
		Args: []orders.Param{{Name: "pay", Kind: orders.KindNumber, Prefix: "pay"}, topArg}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "entered", Standing: true, Only: true, Rule: "CH-7.7.3i",
		Args: []orders.Param{unitsOpt, {Name: "how", Kind: orders.KindWord, Words: words("fight", "retreat", "ignore")}, {Name: "to", Kind: orders.KindPlace, Prefix: "to", Optional: true, Repeated: true}, byArg}},
		Check: standingFlaw},
	{Verb: orders.Verb{Name: "face", Standing: true, Only: true, Rule: "CH-10.0a",
		Args: []orders.Param{unitsOpt, {Name: "facing", Kind: orders.KindDir}}},
		Check: standingFlaw},
}
