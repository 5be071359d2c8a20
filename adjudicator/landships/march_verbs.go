package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// marchVerbs are those of the foot movement phases.
var marchVerbs = []orders.Verb{
	{Name: "move", Aliases: also("march", "marcher"), Phases: []string{"4.4"}, Rule: "LS-7.1a",
		Help:    tr("move foot; what one phase does not allow goes on in the second", "déplacer l'infanterie ; ce qu'une phase ne permet pas se poursuit à la seconde"),
		Example: tr("move B-A1,B-A2: 0403-0503", "marcher B-A1,B-A2: 0403-0503"),
		Args: []orders.Param{ownUnits, onPath, {Name: "without", Kind: orders.KindOwn, Repeated: true, Prefix: also("without", "sans"), Optional: true,
			Help: tr("AT rifles or flamethrowers left behind", "fusils antichars ou lance-flammes laissés sur place")}}},
	{Name: "second", Aliases: also("again", "second bond"), Phases: []string{"4.10"}, Rule: "LS-4.10a",
		Help:    tr("move foot, or an infantry gun with its crew, in the second foot movement", "déplacer l'infanterie, ou un canon d'infanterie avec ses servants, au second mouvement"),
		Example: tr("second B-A1: 0503", "second B-A1: 0503"), Args: []orders.Param{ownUnits, onPath}},
	{Name: "board", Aliases: also("", "embarquer"), Phases: []string{"4.4", "4.10"}, Rule: "LS-14.11a",
		Help:    tr("a tank leader gets into a tank in his hex or the next; a rallied crew into its own", "un commandant de char monte dans un char de son hexagone ou du suivant ; un équipage rallié dans le sien"),
		Example: tr("board TL-1 into T-F1", "embarquer TL-1 dans T-F1"),
		Args:    []orders.Param{ownUnit, {Name: "tank", Kind: orders.KindOwn, Prefix: also("into", "dans"), Help: tr("the tank", "le char")}}},
	{Name: "leave", Aliases: also("alight", "quitter"), Phases: []string{"4.4", "4.10"}, Rule: "LS-14.11a", Help: tr("a tank leader gets out of his tank", "un commandant de char quitte son char"), Example: tr("leave TL-1", "quitter TL-1"), Args: []orders.Param{ownUnit}},
	{Name: "attend", Aliases: also("", "dépanner"), Phases: []string{"4.4"}, Rule: "LS-8.67c", Help: tr("mend the wheel of an armoured car; done if nothing is said", "réparer la roue d'une auto blindée ; fait par défaut"), Example: tr("attend AC-1", "dépanner AC-1"), Args: []orders.Param{ownUnits}},
	{Name: "neglect", Aliases: also("", "délaisser"), Phases: []string{"4.4"}, Rule: "LS-8.67c", Help: tr("do not mend the wheel of an armoured car", "ne pas réparer la roue d'une auto blindée"), Example: tr("neglect AC-1", "délaisser AC-1"), Args: []orders.Param{ownUnits}},
	{Name: "return", Aliases: also("", "regagner"), Phases: []string{"4.4"}, Rule: "LS-15.12d", Help: tr("a rallied crew goes back to its tank", "un équipage rallié regagne son char"), Example: tr("return A-CR1", "regagner A-CR1"), Args: []orders.Param{ownUnit}},
	{Name: "stay", Aliases: also("", "rester"), Phases: []string{"4.4"}, Rule: "LS-15.12d", Help: tr("a rallied crew stays where it is this player-turn", "un équipage rallié reste où il est pendant ce tour de joueur"), Example: tr("stay A-CR1", "rester A-CR1"), Args: []orders.Param{ownUnit}},
	{Name: "crew", Aliases: also("", "équipage"), Standing: true, Only: true, Rule: "LS-15.12d",
		Help:    tr("German crews: whether rallied ones return, and towards which hex they bail out", "équipages allemands : s'ils regagnent leur char une fois ralliés, et vers où ils évacuent"),
		Example: tr("standing crew return toward 0305", "consigne équipage regagner en direction de 0305"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("return/regagner", "stay/rester"), Help: tr("return or stay", "regagner ou rester")}, someOwn,
			{Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "en direction de"), Optional: true, Help: tr("a hex", "un hexagone")}}},
	{Name: "pickup", Aliases: also("pick up", "ramasser"), Standing: true, Only: true, Rule: "LS-13.11c", Help: tr("which abandoned weapons groups pick up", "quelles armes abandonnées sont ramassées"), Example: tr("standing pickup all", "consigne ramasser tout"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("all/tout", "atr/fusils antichars", "flt/lance-flammes", "never/jamais"), Help: tr("all, one kind, or never", "tout, une sorte, ou jamais")}, someOwn}},
	{Name: "transfer", Aliases: also("", "transférer"), Standing: true, Only: true, Rule: "LS-14.11a", Help: tr("tank leaders whose tank breaks down go to the nearest working one", "les commandants dont le char tombe en panne passent dans le char valide le plus proche"), Example: tr("standing transfer always", "consigne transférer toujours"),
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")}, someOwn}},
}

var marchOrders = []table.Order[*Game]{
	{Verb: "move", Check: checkMove, Options: moveOptions},
	{Verb: "second", Check: checkMove, Options: moveOptions},
	{Verb: "board", Check: checkBoard, Options: boardOptions},
	{Verb: "leave", Check: checkLeave, Options: leaveOptions},
	{Verb: "attend", Check: checkWheel, Options: wheelOptions},
	{Verb: "neglect", Check: checkWheel, Options: wheelOptions},
	{Verb: "return", Check: checkRallied, Options: homeward},
	{Verb: "stay", Check: checkRallied, Options: stayOptions},
}

// checkMove is LS-7 for each unit of a line: the first step must be legal now, and the whole path no longer than the foot
// phases that are left.
func checkMove(k *Game, s table.Seat, l table.Line) *table.Refusal {
	second := l.Verb == "second"
	for _, id := range unitsOf(l) {
		u := k.own(s, id)
		if u == nil {
			return refuse("not-there", "LS-7.0a", table.A("unit", id))
		}
		if u.gun() && second && k.mayHaul(u) == nil {
			u = k.unit(k.crewAt(u))
		}
		if r := k.mayMove(u, orders.Path(l.Args, "path"), second); r != nil {
			return r
		}
	}
	for _, id := range orders.List(l.Args, "without") {
		if w := k.own(s, id); w == nil || !w.personal() || !slices.Contains(unitsOf(l), w.Carrier) {
			return refuse("not-carried", "LS-7.11c", table.A("unit", id))
		}
	}
	return nil
}

func (g *Game) mayMove(u *Piece, path []string, second bool) *table.Refusal {
	if r := g.mayWalk(u, second); r != nil {
		return r
	}
	path = g.steps(u, path)
	if len(path) == 0 {
		return refuse("no-path", "LS-7.1a", table.A("unit", u.ID))
	}
	at, n := u.Hex, g.affordable(u.Hex, path, g.purse())
	for _, next := range path[:n] {
		if r := g.walkCost(u, at, next); r != nil {
			return r
		}
		at = next
	}
	if r := g.crowding(u, at); r != nil {
		return r
	}
	if rest := path[n:]; len(rest) > 0 && (second || g.affordable(at, rest, g.purse()) < len(rest)) {
		cost := 0
		for i, next := range path {
			cost += g.halves(append([]string{u.Hex}, path...)[i], next)
		}
		phases := 2
		if second {
			phases = 1
		}
		return refuse("too-far-on-foot", "LS-7.11a", table.A("unit", u.ID), table.A("mp", halfWords(cost)), table.A("of", halfWords(phases*g.purse())), table.A("reach", at))
	}
	return nil
}

// crowding is A-59: nobody moves into a hex that already holds too many.
func (g *Game) crowding(u *Piece, hex string) *table.Refusal {
	if stacked(u) && hex != u.Hex && g.overstacked(u.Side, hex) > 0 {
		return refuse("crowded", "LS-3.12a", table.A("unit", u.ID), table.A("to", hex), table.A("most", g.constants().StackGroups.Value))
	}
	return nil
}

// moveOrder carries out move and second. It gives the units that it spoke of.
func (g *Game) moveOrder(t *table.Table, l table.Line, second bool) []string {
	path := orders.Path(l.Args, "path")
	for _, id := range unitsOf(l) {
		u := g.own(g.Phasing, id)
		var r *table.Refusal
		switch {
		case u == nil:
			r = refuse("not-there", "LS-7.0a", table.A("unit", id))
		case u.gun():
			r = g.moveGun(t, id, g.steps(u, path))
		default:
			if r = g.mayMove(u, path, second); r == nil {
				g.layDown(t, id, orders.List(l.Args, "without"))
				r = g.march(t, id, path, second)
			}
		}
		if r != nil {
			t.Refuse(g.Phasing, l, r)
		}
	}
	return unitsOf(l)
}

// layDown leaves weapons of a group that sets out in its hex (LS-7.11c: they are carried at will).
func (g *Game) layDown(t *table.Table, group string, weapons []string) {
	for _, id := range weapons {
		w, c := g.unit(id), g.unit(group)
		if w.Carrier != group {
			continue // another's of the same line, or one named twice
		}
		w.Hex, w.Carrier = c.Hex, ""
		t.At(id).Report("LS-7.11c", "weapon-laid", table.A("unit", c.ID), table.A("weapon", id), table.A("hex", c.Hex))
	}
}

// standingMarches moves foot on by standing orders: units without an order of their own in this phase.
func (g *Game) standingMarches(t *table.Table, ordered []string, second bool) {
	for l := range t.Standing(g.Phasing, "advance") {
		stop := orders.Int(l.Args, "stop", 0)
		for _, id := range unitsOf(l) {
			u := g.own(g.Phasing, id)
			if u == nil || slices.Contains(ordered, id) || !u.foot() || g.mayWalk(u, second) != nil {
				continue
			}
			ordered = append(ordered, id)
			g.marchTo(t, id, orders.Value(l.Args, "hex"), stop, 0)
		}
	}
	for l := range t.Standing(g.Phasing, "follow") {
		leader := g.own(g.Phasing, orders.Value(l.Args, "leader"))
		if leader == nil || leader.Hex == "" {
			continue
		}
		for _, id := range unitsOf(l) {
			u := g.own(g.Phasing, id)
			if u == nil || slices.Contains(ordered, id) || !u.foot() || g.mayWalk(u, second) != nil {
				continue
			}
			ordered = append(ordered, id)
			g.marchTo(t, id, leader.Hex, 0, orders.Int(l.Args, "stop", 0))
		}
	}
}

// marchTo takes foot towards a hex as far as a phase allows: not nearer to an enemy than stop hexes, not nearer to the hex
// than short.
func (g *Game) marchTo(t *table.Table, id, hex string, stop, short int) {
	u := g.unit(id)
	path := g.approach(u, hex)
	at, n := *u, 0
	for _, next := range path[:g.affordable(u.Hex, path, g.purse())] {
		if stop > 0 && g.beside(&at, stop) || g.distance(at.Hex, hex) <= short || g.walkCost(u, at.Hex, next) != nil || g.crowding(u, next) != nil || stacked(u) && len(g.of(u.Side, next, stacked)) >= g.constants().StackGroups.Value {
			break
		}
		at.Hex = next
		n++
	}
	if n > 0 {
		_ = g.march(t, id, path[:n], true) // what is left is for the standing order again
	}
}

func checkBoard(k *Game, s table.Seat, l table.Line) *table.Refusal {
	return k.mayBoard(s, orders.Value(l.Args, "unit"), orders.Value(l.Args, "tank"))
}

func checkLeave(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id := orders.Value(l.Args, "unit")
	u := k.own(s, id)
	if u == nil || u.Class != "TL" || u.Aboard == "" || k.whereabouts(u) == "" {
		return refuse("no-leader", "LS-14.11a", table.A("unit", id))
	}
	return nil
}

func checkWheel(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range unitsOf(l) {
		if u := k.own(s, id); u == nil || !u.Lame {
			return refuse("no-wheel", "LS-8.67c", table.A("unit", id))
		}
	}
	return nil
}

func checkRallied(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id := orders.Value(l.Args, "unit")
	if u := k.own(s, id); u == nil || !u.Rallied {
		return refuse("not-rallied", "LS-15.12d", table.A("unit", id))
	}
	return nil
}

// mayTurn is LS-16.21a: a crewed gun pivots in its owner's first movement phase, by agreement only (LS-7.15a).
func (g *Game) mayTurn(u *Piece) *table.Refusal {
	switch {
	case !u.gun() || u.Facing == 0 || u.Hex == "" || u.Out != "":
		return refuse("no-gun", "LS-16.21a", table.A("unit", u.ID))
	case !g.in("LS-16.21"):
		return refuse("no-turning", "LS-7.15a", table.A("unit", u.ID))
	case g.crewAt(u) == "":
		return refuse("no-crew", "LS-13.2a", table.A("unit", u.ID))
	}
	return nil
}

func (g *Game) turnOrder(t *table.Table, l table.Line) {
	u := g.unit(orders.Value(l.Args, "unit"))
	u.Facing = g.direction(orders.Value(l.Args, "facing"))
	t.At(u.ID).Report("LS-16.21a", "gun-turns", table.A("unit", u.ID), table.A("hex", u.Hex), table.A("facing", g.directionName(u.Facing)))
}
