package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// preyWords are the kinds of aircraft, as far as they can be told apart.
var preyWords = words("bombers", "observers", "strafers", "fighters", "never")

var airOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "fly", Rule: "LS-11.11a", Phases: []string{"4.7"},
		Args: []orders.Param{ownUnit, toHex,
			{Name: "late", Kind: orders.KindWord, Optional: true, Words: words("late")},
			{Name: "as", Kind: orders.KindWord, Prefix: "as", Optional: true, Words: words("fighter", "strafing")}}},
		Check: func(k *Game, s table.Seat, l table.Line) *table.Refusal { return k.flies(s, l.Args) }, Options: flightOptions},
	{Verb: orders.Verb{Name: "intercept", Rule: "LS-11.11b", Phases: []string{"4.7b"}, Standing: true,
		Args: []orders.Param{
			{Name: "unit", Kind: orders.KindOwn, Optional: true},
			{Name: "hex", Kind: orders.KindPlace, Prefix: "at", Optional: true},
			{Name: "kinds", Kind: orders.KindWord, Repeated: true, Optional: true, Words: preyWords},
			{Name: "only", Kind: orders.KindWord, Prefix: "and", Optional: true, Words: words("none")}}},
		Check: interceptAllowed, Options: interceptOptions},
	{Verb: orders.Verb{Name: "flak", Rule: "LS-11.21b", Phases: []string{"4.7b"}, Standing: true,
		Args: []orders.Param{
			{Name: "gun", Kind: orders.KindOwn, Optional: true},
			{Name: "target", Kind: orders.KindEnemy, Prefix: "at", Optional: true},
			{Name: "kinds", Kind: orders.KindWord, Repeated: true, Optional: true, Words: preyWords[:4]}}},
		Check: flakAllowed, Options: flakOptions},
	{Verb: orders.Verb{Name: "dogfight", Rule: "LS-11.12b", Standing: true, Only: true,
		Args: []orders.Param{{Name: "kinds", Kind: orders.KindWord, Repeated: true, Words: preyWords[:4]}}}},
	{Verb: orders.Verb{Name: "skyfire", Rule: "LS-11.22a", Standing: true, Only: true,
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always", "never")}, someOwn}}},
	{Verb: orders.Verb{Name: "retreat", Rule: "LS-9.3a", Standing: true, Only: true,
		Args: []orders.Param{someOwn, {Name: "hex", Kind: orders.KindPlace, Prefix: "toward", Optional: true},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("off")}}}},
}

// interceptAllowed is LS-11.11b: a fighter that can still fly is sent to a hex with enemy aircraft, or nobody is
// ("intercept never").
func interceptAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id, hex := orders.Value(l.Args, "unit"), orders.Value(l.Args, "hex")
	u := k.own(s, id)
	switch {
	case id == "" && hex == "" && orders.Value(l.Args, "kinds") == "never" && !orders.Has(l.Args, "only"):
		return nil
	case id == "" || orders.Has(l.Args, "kinds") || orders.Has(l.Args, "only"): // kinds are only for standing orders
		return refuse("intercept-who", "LS-11.11b")
	case u == nil || u.Class != "AIR":
		return refuse("no-aircraft", "LS-11.11b", table.A("unit", id))
	case !k.mayFight(u):
		return refuse("no-fighter", "LS-11.11c", table.A("unit", id))
	case u.Posted:
		return refuse("already-over", "LS-11.11a", table.A("unit", id), table.A("hex", u.Hex))
	case u.Uses <= 0:
		return refuse("uses-spent", "LS-11.1c", table.A("unit", id))
	case len(k.sky(hex, k.other(s))) == 0 || hex == "":
		return refuse("nobody-to-intercept", "LS-11.11b", table.A("hex", hex))
	}
	return nil
}

// flakAllowed is LS-11.21b: a gun and an aircraft within its range.
func flakAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if !orders.Has(l.Args, "gun") || !orders.Has(l.Args, "target") || orders.Has(l.Args, "kinds") { // kinds are only for standing orders
		return refuse("flak-who", "LS-11.21b")
	}
	return k.flakReaches(k.own(s, orders.Value(l.Args, "gun")), k.unit(orders.Value(l.Args, "target")))
}

// flightOptions proposes flights to hexes that hold enemy units on the ground, and for fighters to those of enemy
// aircraft.
func flightOptions(k *Game, s table.Seat, _ string) (out []string) {
	for u := range table.All(k.Units) {
		if u.Side != s || !idle(u) {
			continue
		}
		for _, hex := range k.net.Places() {
			enemy := k.has(k.other(s), hex, func(e *Piece) bool { return e.group() || e.vehicle() || e.gun() })
			if enemy || len(k.sky(hex, k.other(s))) > 0 {
				out = append(out, "fly "+u.ID+" to "+hex)
			}
		}
	}
	return out
}

func interceptOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, hex := range k.over() {
		for i := range k.Units {
			if u := &k.Units[i]; u.Side == s && idle(u) && k.mayFight(u) {
				out = append(out, "intercept "+u.ID+" at "+hex)
			}
		}
	}
	if len(k.hangar(s)) > 0 {
		out = append(out, "intercept never")
	}
	return out
}

func flakOptions(k *Game, s table.Seat, _ string) []string {
	return table.Pairs("flak %s at %s", k.battery(s), k.inReach)
}
