package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// munitions are the kinds of ammunition (LS-5.3a).
var munitions = words("he", "shrapnel", "smoke", "gas")

var barrageOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "barrage", Rule: "LS-5.11g", Phases: []string{"4.1"}, Standing: true,
		Args: []orders.Param{
			{Name: "hex", Kind: orders.KindPlace, Optional: true},
			{Name: "pieces", Kind: orders.KindNumber, Prefix: "with", Optional: true},
			{Name: "guns", Kind: orders.KindOwn, Prefix: "guns", Repeated: true, Optional: true},
			{Name: "type", Kind: orders.KindWord, Optional: true, Words: words("drumfire", "hurricane")},
			{Name: "ammo", Kind: orders.KindWord, Optional: true, Words: munitions},
			{Name: "by", Kind: orders.KindOwn, Prefix: "by", Optional: true},
		}},
		Check: barrageAllowed, Options: barrageOptions},
}

func barrageAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	_, r := k.asks(s, l.Args)
	return r
}

// barrageOptions proposes barrages of every hex that holds enemy groups or guns, in all the ways that may be legal,
// and smoke in front of them.
func barrageOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, hex := range k.net.Places() {
		if !k.has(k.other(s), hex, func(u *Piece) bool { return u.group() || u.gun() || u.lone() }) {
			continue
		}
		for _, how := range []string{"", " hurricane", " shrapnel", " hurricane shrapnel", " with 1", " with 3", " smoke", " gas"} {
			out = append(out, "barrage "+hex+how)
		}
	}
	return out
}
