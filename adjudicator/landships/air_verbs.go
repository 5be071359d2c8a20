package landships

import (
	"iter"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// preyWords are kinds of aircraft, as far as they can be told.
var preyWords = words("bombers/bombardiers", "observers/observateurs", "strafers/mitrailleurs", "fighters/chasseurs", "never/jamais")

var airVerbs = []orders.Verb{
	{Name: "fly", Aliases: also("", "voler"), Rule: "LS-11.11a", Phases: []string{"4.7"},
		Help: tr("place an aircraft over a hex for its mission; late: not before the enemy's small arms fire",
			"placer un avion au-dessus d'un hexagone pour sa mission ; tard : pas avant le tir d'armes légères adverse"),
		Example: tr("fly DH5-1 to 0707 late", "voler DH5-1 vers 0707 tard"),
		Args: []orders.Param{ownUnit, toHex,
			{Name: "late", Kind: orders.KindWord, Optional: true, Words: words("late/tard"), Help: tr("the enemy sees it only in the air phase", "l'adversaire ne le voit que dans la phase aérienne")},
			{Name: "as", Kind: orders.KindWord, Prefix: also("as", "comme"), Optional: true, Words: words("fighter/chasseur", "strafing/mitraillage"), Help: tr("by agreed rules: a close support aircraft as a fighter, a fighter as a strafer", "selon les règles convenues : un appareil CS comme chasseur, un chasseur au mitraillage")}}},
	{Name: "intercept", Aliases: also("", "intercepter"), Rule: "LS-11.11b", Phases: []string{"4.7b"}, Standing: true,
		Help: tr("send a fighter against enemy aircraft; never: no other fighter flies; standing: which kinds first, or never",
			"envoyer un chasseur contre les avions ennemis ; jamais : aucun autre chasseur ne décolle ; en ordre permanent : quels types d'abord, ou jamais"),
		Example: tr("intercept FD7-1 at 0707", "intercepter FD7-1 en 0707"),
		Args: []orders.Param{
			{Name: "unit", Kind: orders.KindOwn, Optional: true, Help: tr("the fighter", "le chasseur")},
			{Name: "hex", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Help: tr("a hex with enemy aircraft", "un hexagone avec des avions ennemis")},
			{Name: "kinds", Kind: orders.KindWord, Repeated: true, Optional: true, Words: preyWords, Help: tr("standing: kinds of aircraft, the first first; never: nobody flies", "en ordre permanent : types d'avions, le premier d'abord ; jamais : personne ne décolle")},
			{Name: "only", Kind: orders.KindWord, Prefix: also("and", "et"), Optional: true, Words: words("none/aucun"), Help: tr("and none: no other kinds", "et aucun : pas d'autres types")}}},
	{Name: "flak", Aliases: also("", "dca"), Rule: "LS-11.21b", Phases: []string{"4.7b"}, Standing: true,
		Help: tr("name the target of an anti-aircraft gun; standing: which kinds first",
			"désigner la cible d'un canon antiaérien ; en ordre permanent : quels types d'abord"),
		Example: tr("flak G-AA1 at DH4-1", "dca G-AA1 sur DH4-1"),
		Args: []orders.Param{
			{Name: "gun", Kind: orders.KindOwn, Optional: true, Help: tr("the gun", "le canon")},
			{Name: "target", Kind: orders.KindEnemy, Prefix: also("at", "sur"), Optional: true, Help: tr("the aircraft", "l'avion")},
			{Name: "kinds", Kind: orders.KindWord, Repeated: true, Optional: true, Words: preyWords[:4], Help: tr("standing: kinds of aircraft, the first first", "en ordre permanent : types d'avions, le premier d'abord")}}},
	{Name: "dogfight", Aliases: also("", "combat aérien"), Rule: "LS-11.12b", Standing: true, Only: true,
		Help: tr("which enemy aircraft a hit of yours in air combat shoots down", "quel avion ennemi vos coups au but abattent en combat aérien"), Example: tr("standing dogfight fighters,bombers", "consigne combat aérien chasseurs,bombardiers"),
		Args: []orders.Param{{Name: "kinds", Kind: orders.KindWord, Repeated: true, Words: preyWords[:4], Help: tr("kinds of aircraft, the first first", "types d'avions, le premier d'abord")}}},
	{Name: "skyfire", Aliases: also("", "tir aux avions"), Rule: "LS-11.22a", Standing: true, Only: true,
		Help: tr("whether your foot fires at strafing aircraft; it is free", "vos fantassins tirent-ils sur les avions au mitraillage ; c'est gratuit"), Example: tr("standing skyfire never G-1", "consigne tir aux avions jamais G-1"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")}, someOwn}},
	{Name: "retreat", Aliases: also("", "retraite"), Rule: "LS-9.3a", Standing: true, Only: true,
		Help: tr("where your units go when they must retreat, as far as they may", "vers où se replient vos unités, autant que possible"), Example: tr("standing retreat B-A1,B-A2 toward 0203", "consigne retraite B-A1,B-A2 vers 0203"),
		Args: []orders.Param{someOwn, {Name: "hex", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Optional: true, Help: tr("the hex to make for", "l'hexagone visé")},
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("off/hors carte"), Help: tr("off: over the rear edge where it can be reached, out of the game but not eliminated (LS-9.3f)", "hors carte : par le bord arrière dès qu'il est atteint, hors du jeu sans être éliminée (LS-9.3f)")}}},
}

var airOrders = []table.Order[*Game]{
	{Verb: "fly", Check: func(k *Game, s table.Seat, l table.Line) *table.Refusal { return k.flies(s, l.Args) }, Options: flightOptions},
	{Verb: "intercept", Check: interceptAllowed, Options: interceptOptions},
	{Verb: "flak", Check: flakAllowed, Options: flakOptions},
}

// interceptAllowed is LS-11.11b: a fighter that can still fly, to a hex with enemy aircraft; or nobody ("intercept never").
func interceptAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id, hex := orders.Value(l.Args, "unit"), orders.Value(l.Args, "hex")
	u := k.own(s, id)
	switch {
	case id == "" && hex == "" && orders.Value(l.Args, "kinds") == "never" && !orders.Has(l.Args, "only"):
		return nil
	case id == "" || orders.Has(l.Args, "kinds") || orders.Has(l.Args, "only"): // kinds are for standing orders
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

// flakAllowed is LS-11.21b: a gun and an aircraft in its reach.
func flakAllowed(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if !orders.Has(l.Args, "gun") || !orders.Has(l.Args, "target") || orders.Has(l.Args, "kinds") { // kinds are for standing orders
		return refuse("flak-who", "LS-11.21b")
	}
	return k.flakReaches(k.own(s, orders.Value(l.Args, "gun")), k.unit(orders.Value(l.Args, "target")))
}

// flightOptions proposes flights to hexes that hold enemies on the ground, and to those of enemy aircraft for fighters.
func flightOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range k.Units {
			u := &k.Units[i]
			if u.Side != s || !idle(u) {
				continue
			}
			for _, hex := range k.net.grid.Places() {
				enemy := k.has(k.other(s), hex, func(e *Piece) bool { return e.group() || e.vehicle() || e.gun() })
				if (enemy || len(k.sky(hex, k.other(s))) > 0) && !yield("fly "+u.ID+" to "+hex) {
					return
				}
			}
		}
	}
}

func interceptOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, hex := range k.over() {
			for i := range k.Units {
				if u := &k.Units[i]; u.Side == s && idle(u) && k.mayFight(u) && !yield("intercept "+u.ID+" at "+hex) {
					return
				}
			}
		}
		if len(k.hangar(s)) > 0 {
			yield("intercept never")
		}
	}
}

func flakOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, gun := range k.battery(s) {
			for _, plane := range k.inReach(gun) {
				if !yield("flak " + gun + " at " + plane) {
					return
				}
			}
		}
	}
}
