package modernbattles

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// combatStanding are the standing orders by which units react and choose for themselves (decisions.md).
var combatStanding = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "charged", Standing: true, Only: true, Rule: "MB-13b",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("hold", "flee")},
			{Name: "outnumbered", Kind: orders.KindNumber, Prefix: "outnumbered", Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "targets", Standing: true, Only: true, Rule: "MB-B9.2",
		Args: []orders.Param{{Name: "prefer", Kind: orders.KindWord, Words: append(words("none"), targetKinds...), Repeated: true},
			{Name: "within", Kind: orders.KindNumber, Prefix: "within", Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "poor", Standing: true, Only: true, Rule: "MB-6.4a",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("yes", "no")}, someOwn}}},
	{Verb: orders.Verb{Name: "single", Standing: true, Only: true, Rule: "MB-B26",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("never", "allowed"), Optional: true}, {Name: "score", Kind: orders.KindNumber, Prefix: "score", Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "sniper", Standing: true, Only: true, Rule: "MB-B20",
		Args: []orders.Param{{Name: "roles", Kind: orders.KindWord, Words: aimWords, Repeated: true}, someOwn}}},
	{Verb: orders.Verb{Name: "correct", Standing: true, Only: true, Rule: "MB-29a",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("yes", "no")}, someOwn}}},
	{Verb: orders.Verb{Name: "salvos", Standing: true, Only: true, Rule: "MB-B12",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("again", "hold")}, someOwn}}},
	{Verb: orders.Verb{Name: "casualties", Standing: true, Only: true, Rule: "MB-B10a",
		Args: []orders.Param{{Name: "order", Kind: orders.KindWord, Words: append(words("leader"), weaponWords...), Repeated: true, Optional: true},
			{Name: "figures", Kind: orders.KindNumber, Prefix: "figures", Repeated: true, Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "panic", Standing: true, Only: true, Rule: "MB-11a",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("never", "fail")},
			{Name: "where", Kind: orders.KindWord, Prefix: "in", Words: words("cover", "any"), Optional: true},
			{Name: "left", Kind: orders.KindNumber, Prefix: "left", Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "lost", Standing: true, Only: true, Rule: "MB-15b",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("suppressed", "flee")}, someOwn}}},
	{Verb: orders.Verb{Name: "pursue", Standing: true, Only: true, Rule: "MB-B14d",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always", "never", "safe")},
			{Name: "within", Kind: orders.KindNumber, Prefix: "within", Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "fight", Standing: true, Only: true, Rule: "MB-R19",
		Args: []orders.Param{{Name: "with", Kind: orders.KindWord, Words: words("grenades", "bayonets", "smgs", "nothing"), Repeated: true, Optional: true},
			{Name: "bombs", Kind: orders.KindWord, Prefix: "bombs", Words: words("throw", "keep"), Optional: true}, someOwn}}},
	{Verb: orders.Verb{Name: "flag", Standing: true, Only: true, Rule: "MB-15c",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("again", "stay")}, someOwn}}},
	{Verb: orders.Verb{Name: "leader", Standing: true, Only: true, Rule: "MB-35.2c",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("try", "stay")}, someOwn}}},
}
