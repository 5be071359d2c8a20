package conflict

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// checkEnter judges the arrival of reinforcements (CH-5.5): a move action into an entry hex. One unit enters with
// whatever it carries, or a group does, whose members may come in at hexes of their own (CH-5.5d).
func checkEnter(k *Game, o *order) (price, *table.Refusal) {
	var p price
	var names, at []string
	for _, name := range o.units {
		u := k.unit(name)
		if u.Off != coming {
			return p, refuse("there-already", "CH-5.5a", table.A("unit", name), table.A("at", u.Hex))
		}
		if u.Round > k.Round {
			return p, refuse("not-arrived", "CH-5.5a", table.A("unit", name), table.A("round", u.Round))
		}
		if c := k.unit(u.Aboard); u.Aboard != "" && c != nil && c.Off == coming && !slices.Contains(o.units, u.Aboard) {
			return p, refuse("aboard", "CH-17.0d", table.A("unit", name), table.A("on", u.Aboard))
		}
		hex, r := k.entry(o, u)
		if r != nil {
			return p, r
		}
		if c := k.unit(u.Aboard); c != nil {
			if with, r := k.entry(o, c); orders.Has(o.argsOf(name), "hex") && r == nil && with != hex {
				return p, refuse("aboard", "CH-17.0d", table.A("unit", name), table.A("on", u.Aboard))
			}
			continue
		}
		cost, r := k.entryCost(u, hex, o.cautious(name))
		if r != nil {
			return p, r
		}
		names, at = append(names, name), append(at, hex)
		p.dice = append(p.dice, k.obstacles(u, "", hex, cost)...)
		if p.sum.Terms() == nil || cost.Total() > p.sum.Total() {
			p.sum = cost
		}
	}
	return p, k.abreast(names, at)
}

// abreast refuses units that do not come in as a group (CH-9.1.1a): off the board they stand in a chain of hexes beside
// their entry hexes, so these are no more than two apart.
func (k *Game) abreast(names, at []string) *table.Refusal {
	reached := at[:min(1, len(at))]
	for i := 0; i < len(reached); i++ {
		for _, hex := range at {
			if !slices.Contains(reached, hex) && k.distance(reached[i], hex) <= 2 {
				reached = append(slices.Clone(reached), hex)
			}
		}
	}
	for i, hex := range at {
		if !slices.Contains(reached, hex) {
			return refuse("no-group", "CH-9.1.1a", table.A("unit", names[i]))
		}
	}
	return nil
}

// cautious and outside report how a member of a move enters its hex.
func (o *order) cautious(name string) bool { return o.comes(name, "cautious") }

func (o *order) outside(name string) bool { return o.comes(name, "outside") }

func (o *order) comes(name, word string) bool {
	return orders.Among(said(o.argsOf(name), "how"), word)
}

// entry returns the hex where a unit comes in: the one ordered, if it is one of its entry hexes or up to two hexes from
// one that an enemy holds (CH-5.5c); otherwise the first free one (D29).
func (k *Game) entry(o *order, u *Unit) (string, *table.Refusal) {
	want := orders.Value(o.argsOf(u.name()), "hex")
	blocked := func(hex string) bool { return len(k.visibleFoes(u.Side, hex)) > 0 }
	free := func(hex string) bool { // D29: legal
		_, r := k.entryCost(u, hex, false)
		return !blocked(hex) && r == nil
	}
	if want != "" {
		if slices.Contains(u.Entry, want) {
			return want, nil
		}
		for _, e := range u.Entry {
			if blocked(e) && k.distance(e, want) <= k.doc.Tables.Entry && k.edge(want) {
				return want, nil
			}
		}
		r := refuse("entry", "CH-5.5a", table.A("unit", u.name()), table.A("at", want))
		r.Legal = u.Entry
		return "", r
	}
	for _, e := range u.Entry {
		if free(e) {
			return e, nil
		}
	}
	for _, e := range u.Entry {
		if !blocked(e) { // CH-5.5c: only an enemy lets the entry be shifted
			continue
		}
		for _, h := range board.Within(k.net, e, k.doc.Tables.Entry) {
			if k.edge(h) && free(h) {
				return h, nil
			}
		}
	}
	if len(u.Entry) > 0 {
		return u.Entry[0], nil
	}
	return "", refuse("entry", "CH-5.5a", table.A("unit", u.name()), table.A("at", ""))
}

// edge reports whether a hex lies on the edge of the board.
func (k *Game) edge(hex string) bool { return len(k.neighbours(hex)) < len(k.net.Directions()) }

// entryCost returns what the entry hex costs from off the board: its own terrain, or nothing more if a road leads off
// there (CH-5.5b). Works that bar wheels and the price of caution count as in any move.
func (k *Game) entryCost(u *Unit, hex string, cautious bool) (table.Sum, *table.Refusal) {
	p, t := k.print(u), k.terrain(hex)
	cost := k.moveCost(u)
	extra := t.Foot
	switch p.Class {
	case "wheeled":
		extra = t.Wheeled
	case "tracked":
		extra = t.Tracked
	}
	if k.roadEnd(hex) {
		extra = 0
	} else if extra == NA || t.Light && !k.light(u) {
		return cost, refuse("no-entry", "CH-5.5b", table.A("unit", u.name()), table.A("to", hex), table.A("terrain", t.ID))
	}
	if r := k.wheelBan(u, hex); r != nil {
		return cost, r
	}
	return cost.Plus("terrain."+t.ID, extra, "CH-5.5b").Plus("cautious", k.caution(u, hex, cautious), "CH-5.0.3b"), nil
}

// roadEnd reports whether a road ends at an edge hex, and so comes from off the board there.
func (k *Game) roadEnd(hex string) bool {
	return k.edge(hex) && slices.ContainsFunc(k.Roads, func(c []string) bool { return len(c) > 0 && (c[0] == hex || c[len(c)-1] == hex) })
}

func enter(g *Game, t *table.Table, o *order) {
	var came []string
	for _, name := range o.units {
		u := g.unit(name)
		hex, r := g.Known(o.seat).entry(o, u)
		if r != nil || u.Off != coming {
			continue
		}
		if c := g.unit(u.Aboard); u.Aboard != "" && c != nil {
			hex, _ = g.Known(o.seat).entry(o, c)
		}
		u.Off, u.Hex = "", hex
		came = append(came, name)
	}
	for _, name := range slices.Clone(came) { // whatever a vehicle carries comes in with it
		for i := range g.Units {
			if u := &g.Units[i]; u.Aboard == name && u.Off == coming {
				u.Off, u.Hex, u.Facing = "", g.unit(name).Hex, g.unit(name).Facing
				came = append(came, u.name())
			}
		}
	}
	beside := slices.ContainsFunc(came, func(n string) bool { return g.vehicle(g.unit(n)) }) // CH-15.6b
	for _, name := range came {
		u := g.unit(name)
		if u.Aboard == "" {
			walk{args: o.argsOf(name), cautious: o.cautious(name), outside: o.outside(name)}.came(g, u)
			u.Exposed = g.Cautious && g.foot(u) && !o.cautious(name) && !beside && !g.coverHex(u, u.Hex)
			g.occupy(u, o.outside(name))
			u.Facing = walk{facing: said(o.argsOf(name), "facing"), args: o.argsOf(name)}.faces(u)
			for _, l := range g.load(name) {
				g.unit(l).Facing = u.Facing
			}
		}
		t.Report("CH-5.5b", "enters", table.A("unit", name), table.A("at", u.Hex), table.A("facing", u.Facing))
		g.news(g.other(u.Side), News{Kind: "entry", Unit: name, Hex: u.Hex})
	}
	for _, name := range came {
		if u := g.unit(name); u.on() && u.Aboard == "" {
			g.arrive(t.At(u.ID), name, "", walk{unit: name, order: o})
		}
	}
}

// checkLeave judges leaving the board where the scenario lets a force do so (CH-5.6a): a normal move across the edge, at
// the unit's own cost, forward or backward.
func checkLeave(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	var p price
	for _, name := range o.units {
		u := k.unit(name)
		if r := k.immobile(u); r != nil {
			return p, r
		}
		if !k.mayLeave(u) {
			return p, refuse("no-exit", "CH-5.6a", table.A("unit", name), table.A("at", u.Hex))
		}
		cost := k.moveCost(u)
		if !k.facesOut(u) {
			cost = cost.Plus("backward", k.doc.Tables.Backward, "CH-5.2a")
		}
		if p.sum.Terms() == nil || cost.Total() > p.sum.Total() {
			p.sum = cost
		}
	}
	return p, nil
}

// mayLeave reports whether a unit stands on an exit hex of its force.
func (k *Game) mayLeave(u *Unit) bool {
	return slices.ContainsFunc(k.force(u.Seat).Exits, func(e Exit) bool { return slices.Contains(e.Hexes, u.Hex) })
}

// facesOut reports whether one of the directions that lead off the board from an exit hex lies in a unit's front; if none
// does, the unit backs out (CH-5.2a).
func (k *Game) facesOut(u *Unit) bool {
	if u.In == "trench" { // A70
		return true
	}
	dirs := k.net.Directions()
	front := slices.Index(dirs, u.Facing)
	for n, d := range dirs {
		if turn := (n - front + len(dirs)) % len(dirs); turn > 1 && turn < len(dirs)-1 {
			continue
		}
		for _, e := range k.force(u.Seat).Exits {
			if slices.Contains(e.Hexes, u.Hex) && (slices.Contains(e.Sides, d) || len(e.Sides) == 0 && !k.leadsOn(u.Hex, d)) {
				return true
			}
		}
	}
	return false
}

// leadsOn reports whether a direction leads from a hex to another hex of the board.
func (k *Game) leadsOn(hex, dir string) bool {
	return slices.ContainsFunc(k.neighbours(hex), func(n string) bool { return k.direction(hex, n) == dir })
}

func leave(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		u := g.unit(name)
		from := u.Hex
		for _, n := range append(g.load(name), name) {
			x := g.unit(n)
			x.Off, x.Hex, x.Status = left, "", used
			t.Report("CH-5.6a", "leaves", table.A("unit", n), table.A("from", from))
			g.leaveActivation(t, x)
			if g.Satchel.Holder == n {
				g.Satchel = Satchel{Holder: n, Side: x.Side, Out: true}
				for _, s := range g.doc.Scenario.Scores {
					if s.For == "papers_out" && (s.Side == "" || s.Side == x.Side) {
						g.award(t, o.seat, s.Points, "CH-FF2", "score.papers-out", table.A("about", n))
					}
				}
			}
		}
		g.news(g.other(u.Side), News{Kind: "moved", Unit: name, Hex: from})
	}
}
