package landships

import (
	"iter"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// munitions are the kinds of ammunition (LS-5.3a).
var munitions = words("he/explosif/explosifs/hautement explosif/high explosive", "shrapnel/shrapnels", "smoke/fumigène/fumigènes", "gas/gaz")

var barrageVerbs = []orders.Verb{
	{Name: "barrage", Aliases: append(also("shell", "pilonner"), tr("", "tir de barrage")), Rule: "LS-5.11g", Phases: []string{"4.1"}, Standing: true,
		Help: tr("ask for an indirect barrage of a hex; standing: of every barrage phase, with what the orders leave over",
			"demander un tir de barrage indirect sur un hexagone ; en ordre permanent : à chaque phase de barrage, avec ce que les ordres ont laissé"),
		Example: tr("barrage 0803 with 3 hurricane shrapnel by B-FO1", "pilonner 0803 avec 3 hurricane shrapnel par B-FO1"),
		Args: []orders.Param{
			{Name: "hex", Kind: orders.KindPlace, Optional: true, Help: tr("the target hex; none: that of the aircraft that observes", "l'hexagone visé ; à défaut, celui de l'avion qui observe")},
			{Name: "pieces", Kind: orders.KindNumber, Prefix: also("with", "avec"), Optional: true, Help: tr("how many off-board elements; all that are left, and all guns that bear, if neither these nor guns are named", "nombre d'éléments hors-carte ; à défaut, si aucun canon n'est nommé, tout ce qui reste et tous les canons qui portent")},
			{Name: "guns", Kind: orders.KindOwn, Prefix: also("guns", "canons"), Repeated: true, Optional: true, Help: tr("artillery guns on the map that take part", "canons d'artillerie sur la carte qui participent")},
			{Name: "type", Kind: orders.KindWord, Optional: true, Words: words("drumfire/drumfire", "hurricane/hurricane"), Help: tr("all pieces together, or each apart; drumfire if nothing is said", "toutes les pièces ensemble, ou chacune à part ; drumfire par défaut")},
			{Name: "ammo", Kind: orders.KindWord, Optional: true, Words: munitions, Help: tr("the ammunition; high explosive if nothing is said", "la munition ; explosive par défaut")},
			{Name: "by", Kind: orders.KindOwn, Prefix: also("by", "par"), Optional: true, Help: tr("the observer or aircraft; the best that there is if nobody is named", "l'observateur ou l'avion ; à défaut, le meilleur disponible")},
		}},
}

var barrageOrders = []table.Order[*Game]{
	{Verb: "barrage", Check: barrageAllowed, Options: barrageOptions},
}

func barrageAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	_, r := k.asks(s, l.Args)
	return r
}

// barrageOptions proposes barrages of every hex that holds enemy groups or guns, in all the ways that may be legal, and
// smoke in front of them.
func barrageOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, hex := range k.net.grid.Places() {
			if !k.has(k.other(s), hex, func(u *Piece) bool { return u.group() || u.gun() || u.lone() }) {
				continue
			}
			for _, how := range []string{"", " hurricane", " shrapnel", " hurricane shrapnel", " with 1", " with 3", " smoke", " gas"} {
				if !yield("barrage " + hex + how) {
					return
				}
			}
		}
	}
}
