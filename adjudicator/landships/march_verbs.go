package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// marchOrders are the verbs of the foot movement phases.
var marchOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "move", Phases: []string{"4.4"}, Rule: "LS-7.1a",
		Args: []orders.Param{ownUnits, onPath, {Name: "without", Kind: orders.KindOwn, Repeated: true, Prefix: "without", Optional: true}}},
		Check: checkMove, Options: moveOptions},
	{Verb: orders.Verb{Name: "second", Phases: []string{"4.10"}, Rule: "LS-4.10a", Args: []orders.Param{ownUnits, onPath}}, Check: checkMove, Options: moveOptions},
	{Verb: orders.Verb{Name: "board", Phases: []string{"4.4", "4.10"}, Rule: "LS-14.11a",
		Args: []orders.Param{ownUnit, {Name: "tank", Kind: orders.KindOwn, Prefix: "into"}}},
		Check: checkBoard, Options: boardOptions},
	{Verb: orders.Verb{Name: "leave", Phases: []string{"4.4", "4.10"}, Rule: "LS-14.11a", Args: []orders.Param{ownUnit}}, Check: checkLeave, Options: leaveOptions},
	{Verb: orders.Verb{Name: "attend", Phases: []string{"4.4"}, Rule: "LS-8.67c", Args: []orders.Param{ownUnits}}, Check: checkWheel, Options: wheelOptions},
	{Verb: orders.Verb{Name: "neglect", Phases: []string{"4.4"}, Rule: "LS-8.67c", Args: []orders.Param{ownUnits}}, Check: checkWheel, Options: wheelOptions},
	{Verb: orders.Verb{Name: "return", Phases: []string{"4.4"}, Rule: "LS-15.12d", Args: []orders.Param{ownUnit}}, Check: checkRallied, Options: homeward},
	{Verb: orders.Verb{Name: "stay", Phases: []string{"4.4"}, Rule: "LS-15.12d", Args: []orders.Param{ownUnit}}, Check: checkRallied, Options: stayOptions},
	{Verb: orders.Verb{Name: "crew", Standing: true, Only: true, Rule: "LS-15.12d",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("return", "stay")}, someOwn,
			{Name: "toward", Kind: orders.KindPlace, Prefix: "toward", Optional: true}}}},
	{Verb: orders.Verb{Name: "pickup", Standing: true, Only: true, Rule: "LS-13.11c",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("all", "atr", "flt", "never")}, someOwn}}},
	{Verb: orders.Verb{Name: "transfer", Standing: true, Only: true, Rule: "LS-14.11a",
		Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always", "never")}, someOwn}}},
}

// checkMove is LS-7 for each unit of a line: the first step must be legal now, and the whole path must fit into the
// foot phases that are left.
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
		if r := k.mayMove(k.rested(u, second), orders.Path(l.Args, "path"), second); r != nil {
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

// crowding is A-59: nobody moves into a hex that already holds too many groups.
func (g *Game) crowding(u *Piece, hex string) *table.Refusal {
	if stacked(u) && hex != u.Hex && g.overstacked(u.Side, hex) > 0 {
		return refuse("crowded", "LS-3.12a", table.A("unit", u.ID), table.A("to", hex), table.A("most", g.constants().StackGroups.Value))
	}
	return nil
}

// moveOrder carries out move and second. It returns the units that the line named.
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

// layDown leaves some of a group's weapons in its hex when it sets out (LS-7.11c: they are carried at will).
func (g *Game) layDown(t *table.Table, group string, weapons []string) {
	for _, id := range weapons {
		w, c := g.unit(id), g.unit(group)
		if w.Carrier != group {
			continue // carried by another group of the line, or named twice
		}
		w.Hex, w.Carrier = c.Hex, ""
		t.At(id).Report("LS-7.11c", "weapon-laid", table.A("unit", c.ID), table.A("weapon", id), table.A("hex", c.Hex))
	}
}

// standingMarches moves foot by standing orders: the units without an order of their own in this phase.
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

// marchTo moves foot towards a hex as far as a phase allows: no nearer to an enemy than stop hexes, and no nearer to
// the hex than short.
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
		_ = g.march(t, id, path[:n], true) // the standing order handles the rest again next time
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

// mayTurn is LS-16.21a: a crewed gun pivots in its owner's first movement phase, only if this is agreed (LS-7.15a).
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
