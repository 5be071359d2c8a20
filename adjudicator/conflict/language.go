package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
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

// alsoVerb names further members of a group with a way or a facing of their own (CH-9.1.1c).
var alsoVerb = orders.Verb{Name: "also", Rule: "CH-9.1.1c",
	Args: []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: "to", Optional: true}, faceArg, howMove}}

// alsoEnter names further reinforcements that come in with the group at a hex of their own (CH-5.5d).
var alsoEnter = orders.Verb{Name: "also", Rule: "CH-5.5d",
	Args: []orders.Param{unitArg, entryArg, faceArg, howEnter}}

// alsoFire names supporters of a group attack that spend a weapon card (A82).
var alsoFire = orders.Verb{Name: "also", Rule: "CH-8.4b",
	Args: []orders.Param{unitArg, {Name: "with", Kind: orders.KindWord, Prefix: weaponAs.Prefix, Words: weaponAs.Words}}}

// actionVerbs are the actions of CH-2.2b: lines of a program, and what a reaction may be.
var actionVerbs = []orders.Verb{
	{Name: "move", Rule: "CH-5.0a", Clauses: []orders.Verb{alsoVerb},
		Args: []orders.Param{unitArg, {Name: "path", Kind: orders.KindPath, Prefix: "to"}, howMove, faceArg, byArg, topArg, diceArg}},
	{Name: "pivot", Rule: "CH-5.3a",
		Args: []orders.Param{unitArg, {Name: "facing", Kind: orders.KindDir}, byArg, topArg}},
	{Name: "fire", Rule: "CH-7.0a", Clauses: []orders.Verb{alsoFire},
		Args: []orders.Param{unitArg,
			{Name: "aim", Kind: orders.KindWord, Optional: true, Words: words("best", "nearest", "mover")},
			{Name: "target", Kind: orders.KindTarget, Optional: true},
			{Name: "at", Kind: orders.KindTarget, Prefix: "at", Optional: true},
			{Name: "lead", Kind: orders.KindOwn, Prefix: "lead", Optional: true},
			{Name: "first", Kind: orders.KindUnit, Prefix: "first", Optional: true, Repeated: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Repeated: true, Words: words("turret", "indirect", "flame", "smoke", "careful", "works", "bunker", "wire", "roadblock")},
			{Name: "via", Kind: orders.KindPlace, Prefix: "via", Optional: true},
			{Name: "need", Kind: orders.KindNumber, Prefix: "need", Optional: true},
			{Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true},
			weaponAs, byArg, topArg, diceArg}},
	{Name: "rally", Rule: "CH-7.6a",
		Args: []orders.Param{unitArg, {Name: "times", Kind: orders.KindNumber, Prefix: "times", Optional: true}, byArg, topArg, diceArg}},
	{Name: "dig", Rule: "CH-18.1.3a", Args: []orders.Param{unitArg, byArg, topArg}},
	{Name: "hide", Rule: "CH-10.2a",
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: "in", Optional: true}, byArg, topArg}},
	{Name: "smoke", Rule: "CH-19.0c",
		Args: []orders.Param{unitArg, {Name: "hex", Kind: orders.KindPlace, Prefix: "at"}, byArg, topArg}},
	{Name: "load", Rule: "CH-17.0b",
		Args: []orders.Param{unitArg, {Name: "on", Kind: orders.KindOwn, Prefix: "on"}, byArg, topArg}},
	{Name: "unload", Rule: "CH-17.0f", Args: []orders.Param{unitArg, faceArg, byArg, topArg}},
	{Name: "shelter", Rule: "CH-18.2b",
		Args: []orders.Param{unitArg, {Name: "where", Kind: orders.KindWord, Words: words("in", "out")}, faceArg, byArg, topArg}},
	{Name: "enter", Rule: "CH-5.5b", Clauses: []orders.Verb{alsoEnter},
		Args: []orders.Param{unitArg, entryArg, faceArg, howEnter, byArg, topArg, diceArg}},
	{Name: "leave", Rule: "CH-5.6a", Args: []orders.Param{unitArg, byArg, topArg}},
	{Name: "play", Rule: "CH-8.1a",
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: cardNos}, unitsOpt,
			{Name: "path", Kind: orders.KindPath, Prefix: "to", Optional: true},
			{Name: "target", Kind: orders.KindEnemy, Prefix: "on", Optional: true},
			{Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("hidden", "mines", "roadblock", "wire")},
			faceArg,
			{Name: "by", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words("ap", "cap")}, topArg, diceArg}},
}

// turnVerbs are what else a turn may hold.
var turnVerbs = []orders.Verb{
	{Name: "wait", Rule: "CH-2.2g",
		Args: []orders.Param{{Name: "by", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words("ap", "cap")}}},
	{Name: "pass", Rule: "CH-2.2h"},
	{Name: "retire", Rule: "CH-3.0d"},
	{Name: "quick", Rule: "CH-C10"},
	{Name: "surrender", Rule: "CH-2.4a"},
}

// planVerbs are orders before the turns of a round.
var planVerbs = []orders.Verb{
	{Name: "oba", Phases: []string{"plan"}, Rule: "CH-12.3b",
		Args: []orders.Param{{Name: "hex", Kind: orders.KindPlace}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("smoke")}}},
	{Name: "place", Phases: []string{"set-up"}, Rule: "CH-1.0e",
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true}, faceArg}},
	{Name: "mine", Phases: []string{"set-up"}, Rule: "CH-18.3.3a",
		Args: []orders.Param{{Name: "hexes", Kind: orders.KindPlace, Repeated: true}}},
	{Name: "assign", Phases: []string{"set-up"}, Rule: "CH-8.4b",
		Args: []orders.Param{{Name: "card", Kind: orders.KindWord, Words: words("grenades", "molotov", "tellermine")}, {Name: "unit", Kind: orders.KindOwn}}},
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
	{Name: "react", Standing: true, Only: true, Rule: "CH-SM-b", Clauses: plain(actionVerbs)},
	{Name: "cap", Standing: true, Only: true, Rule: "CH-3.2.3a",
		Args: []orders.Param{{Name: "settings", Kind: orders.KindPair, Repeated: true,
			Words: words("attack", "rally", "mines", "bog", "oba", "extra", "card", "need", "reserve")}}},
	{Name: "luck", Standing: true, Only: true, Rule: "CH-C12",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("never", "flip", "rally", "crit")}}},
	{Name: "bid", Standing: true, Only: true, Rule: "CH-3.2.4a",
		Args: []orders.Param{{Name: "cap", Kind: orders.KindNumber, Optional: true}, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("match")}}},
	{Name: "passing", Standing: true, Only: true, Rule: "CH-2.2h",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("pass", "ask", "wait")}, {Name: "max", Kind: orders.KindNumber, Prefix: "max", Optional: true}}},
	{Name: "stop", Standing: true, Only: true, Rule: "CH-PBEM",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("none")},
			{Name: "settings", Kind: orders.KindPair, Optional: true, Repeated: true, Words: settings("hit", "destroyed", "entered", "revealed", "moved", "fired", "passed", "entry", "ambush", "cap")}}},
	{Name: "obstacle", Standing: true, Only: true, Rule: "CH-18.3.1c",
		Args: []orders.Param{{Name: "pay", Kind: orders.KindNumber, Prefix: "pay"}, topArg}},
	{Name: "entered", Standing: true, Only: true, Rule: "CH-7.7.3i",
		Args: []orders.Param{unitsOpt, {Name: "how", Kind: orders.KindWord, Words: words("fight", "retreat", "ignore")}, {Name: "to", Kind: orders.KindPlace, Prefix: "to", Optional: true, Repeated: true}, byArg}},
	{Name: "face", Standing: true, Only: true, Rule: "CH-10.0a",
		Args: []orders.Param{unitsOpt, {Name: "facing", Kind: orders.KindDir}}},
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
