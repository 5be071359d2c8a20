package landships

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// obstacle is what blocks a line of sight: where, what ("smoke", "friends", "tank", "barrage", "terrain") and the rule. A
// line that runs between two hexes that block it together tells the nearer one.
type obstacle struct {
	Place string
	What  string
	Rule  string
}

// path is a line of sight from centre to centre (LS-8.23a): the hexes whose inside it crosses, and those along whose side
// it runs, both in order from its beginning, the ends left out. A corner that it merely touches does not count (M-17).
type path struct {
	crossed, grazed []string
}

func (n *net) path(from, to string) path {
	var p path
	for _, c := range board.Line(n.grid, from, to) {
		if c.Edge {
			p.grazed = append(p.grazed, c.Cells...)
		} else {
			p.crossed = append(p.crossed, c.Cells...)
		}
	}
	return p
}

// line reports whether side s has a line of sight from one hex to another (LS-8.23); nil: it is clear. Within a hex there is
// always one: smoke there leaves point blank alone.
func (g *Game) line(s table.Seat, from, to string) *obstacle { return g.lineOver(s, from, to, false) }

// lineOver is line; over leaves out friendly units, for those who may fire through them (LS-8.23l).
func (g *Game) lineOver(s table.Seat, from, to string, over bool) *obstacle {
	if from == to {
		return nil
	}
	p := g.net.path(from, to)
	for _, end := range []string{from, to} { // LS-8.23d: no line into smoke or out of it
		if g.smoked(end) {
			return &obstacle{end, "smoke", "LS-8.23d"}
		}
	}
	// What stands in hexes on the way blocks at any height; so does terrain, as heights allow. The ends' own hexes never
	// block (LS-8.23i).
	for _, hex := range p.crossed {
		if o := g.standing(s, hex, over); o != nil {
			return o
		}
		if o := g.rises(from, to, hex); o != nil {
			return o
		}
	}
	// LS-8.23j, A-52: a line may run along the side of one hex that blocks, not of two or more, whatever blocks in them.
	var beside []*obstacle
	for _, hex := range p.grazed {
		o := g.standing(s, hex, over)
		if o == nil && g.level(from) == g.level(to) && g.screen(hex) {
			o = &obstacle{hex, "terrain", "LS-8.23e"}
		}
		if o != nil {
			beside = append(beside, &obstacle{o.Place, o.What, "LS-8.23j"})
		}
	}
	if len(beside) >= 2 {
		return beside[0]
	}
	return nil
}

// standing reports what in a hex blocks the lines of a side at whatever height: smoke (LS-8.23d), its own unpinned groups
// (LS-8.23b, in trenches too: LS-8.23k), tanks of either side (LS-8.23c, broken down too: LS-6.16e), a barrage that fell
// there in this player-turn (LS-8.23m, A-51). Cars, trucks, weapons units, crews and enemy groups never do.
func (g *Game) standing(s table.Seat, hex string, over bool) *obstacle {
	friends, tank := false, false
	for i := range g.Units {
		if u := &g.Units[i]; u.Hex == hex && u.Out == "" {
			friends = friends || !over && u.Side == s && u.group() && !u.Pinned
			tank = tank || u.tank()
		}
	}
	switch {
	case g.smoked(hex):
		return &obstacle{hex, "smoke", "LS-8.23d"}
	case friends:
		return &obstacle{hex, "friends", "LS-8.23b"}
	case tank:
		return &obstacle{hex, "tank", "LS-8.23c"}
	case slices.ContainsFunc(g.Impacts, func(i Impact) bool { return i.Place == hex && i.Plane == "" }):
		return &obstacle{hex, "barrage", "LS-8.23m"}
	}
	return nil
}

// screen reports whether the ground of a hex blocks lines on the level: town, hill, woods or strongpoint, never wire or
// trench (LS-8.23e).
func (g *Game) screen(hex string) bool {
	t := g.ground(hex)
	return t.Blocks || t.Level > 0 || g.strongpoint(hex)
}

// rises reports whether the ground of a hex on the way blocks a line (LS-8.23e, 8.23f, 8.23g with A-22). Between equal
// heights every screen does. Between different heights only one beside the target whose ground is at least as high as the
// target's, or, where the looker is the higher, one beside the looker at least as high as the looker's: a lower slope in
// front of a crest never hides it.
func (g *Game) rises(from, to, hex string) *obstacle {
	if !g.screen(hex) {
		return nil
	}
	a, b, h := g.level(from), g.level(to), g.level(hex)
	switch {
	case a == b:
		return &obstacle{hex, "terrain", "LS-8.23e"}
	case h >= b && g.distance(hex, to) == 1:
		return &obstacle{hex, "terrain", "LS-8.23f"}
	case a > b && h >= a && g.distance(hex, from) == 1:
		return &obstacle{hex, "terrain", "LS-8.23g"}
	}
	return nil
}

// through reports whether a counter fires through friends at a hex: a British MG platoon under LS-8.23l that has a line of
// sight only because its own side's units do not count. It then has not its bonus on the die (LS-8.23l).
func (g *Game) through(u *Piece, to string) bool {
	return g.maySkim(u) && g.line(u.Side, u.Hex, to) != nil && g.lineOver(u.Side, u.Hex, to, true) == nil
}

// maySkim reports who may fire through friends: British MG platoons, where the option is agreed (LS-8.23l).
func (g *Game) maySkim(u *Piece) bool {
	return g.in("LS-8.23l") && u.gunners() && u.Nation == "british"
}

// spotting is the range at which a counter is seen where it stands from a hex (LS-8.21b, M-09), with the terms that made
// it: the lowest of the lines that apply. On a hill the hill's line stands in place of the woods'. Mounted cavalry
// is seen like vehicles.
func (g *Game) spotting(target *Piece, by string) table.Sum {
	hard := target.vehicle() || target.cavalry()
	ground := g.ground(target.Hex)
	best := Terrain{}
	consider := func(t Terrain) {
		if n := reach(t, hard); n > 0 && (best.ID == "" || n < reach(best, hard)) {
			best = t
		}
	}
	if ground.Level == 0 || ground.Kind != "woods" {
		consider(ground)
	}
	if ground.Level > 0 {
		consider(g.feature("hill"))
	}
	if g.trench(target.Hex) != "" {
		consider(g.feature("trench"))
	}
	if g.strongpoint(target.Hex) {
		consider(g.feature("strongpoint"))
	}
	s := table.Base("terrain."+best.ID, reach(best, hard), "LS-8.21b")
	clear := ground.Kind == "clear" && ground.Level == 0 && g.trench(target.Hex) == "" && !g.strongpoint(target.Hex)
	return g.stretch(s, by, target.Hex, clear) // LS-16.23a: in clear hexes only
}

// reach is the spotting range of a line of the chart, 0 if it has none.
func reach(t Terrain, hard bool) int {
	if hard {
		return t.Hard
	}
	return t.Soft
}

// stretch is LS-16.23: on flat ground some ranges double (LS-16.23a); between different heights they grow by ten hexes a
// level, for the lower side too (LS-16.23b, A-82). The rulebook's own example adds the height to the plain range, so the
// doubling is for lines on the level alone (LS-16.23c).
func (g *Game) stretch(s table.Sum, from, to string, doubles bool) table.Sum {
	if !g.in("LS-16.23") {
		return s
	}
	steps := max(g.level(from)-g.level(to), g.level(to)-g.level(from))
	switch {
	case steps > 0:
		return s.Plus("sight.height", steps*g.constants().HeightRange.Value, "LS-16.23b")
	case doubles:
		return s.Plus("sight.flat", s.Total(), "LS-16.23a")
	}
	return s
}

// observation is how far an observer sees from a hex to another (LS-5.11b, 10 hexes; LS-16.23).
func (g *Game) observation(from, to string) table.Sum {
	return g.stretch(table.Base("sight.observer", g.constants().Observe.Value, "LS-5.11b"), from, to, true)
}

// observes reports whether an observer of side s in a hex can see another: within his range, by a clear line, neither into
// smoke nor out of it (LS-5.11b, 5.11c); he asks for no spotting (LS-5.11d).
func (g *Game) observes(s table.Seat, from, to string) bool {
	return g.distance(from, to) <= g.observation(from, to).Total() && g.line(s, from, to) == nil
}

// gunRange is the direct range of a gun at a hex (LS-2.3d): that of the chart; of artillery and anti-aircraft guns doubled
// on flat ground to at most twice it, and ten hexes more a level of difference, artillery as far as its indirect range
// goes (LS-16.23a-c). AT guns keep theirs.
func (g *Game) gunRange(u *Piece, to string) table.Sum {
	w := g.arm(u)
	s := table.Base("sight.weapon", w.Range, "LS-2.3d")
	if u.Class != "ART" && u.Class != "AA" {
		return s
	}
	s = g.stretch(s, u.Hex, to, true)
	if u.Class == "ART" && w.Other > 0 && s.Total() > w.Other {
		return s.Plus("sight.indirect", w.Other-s.Total(), "LS-16.23c")
	}
	return s
}

// sees reports whether a counter at its hex may attack a target in another: spotted (LS-8.21a, or by its fire LS-8.22) with a
// clear line; nil, or the refusal that says why not. Whoever is in the same hex is seen.
func (g *Game) sees(u, target *Piece) *table.Refusal {
	if u.Hex == target.Hex {
		return nil
	}
	if o := g.lineOver(u.Side, u.Hex, target.Hex, g.maySkim(u)); o != nil {
		return refuse("no-line", o.Rule, table.A("from", u.Hex), table.A("to", target.Hex), table.A("at", o.Place), table.A("what", "sight."+o.What))
	}
	away, spots := g.distance(u.Hex, target.Hex), g.spotting(target, u.Hex)
	if away <= spots.Total() || g.revealed(target, u.Hex) {
		return nil
	}
	return refuse("not-spotted", "LS-8.21a", table.A("unit", u.ID), table.A("target", target.ID), table.A("range", away), table.A("spotted", spots))
}

// revealed reports whether a counter that fired is spotted by its fire from a hex (LS-8.22a, 8.22b): within ten hexes, twice
// as many on flat ground (LS-16.23a), as long as its fire shows it. Whoever asks has a clear line.
func (g *Game) revealed(target *Piece, by string) bool {
	far := g.stretch(table.Base("sight.fired", g.constants().AutoSpot.Value, "LS-8.22a"), by, target.Hex, true)
	return target.Seen >= g.moment() && g.distance(by, target.Hex) <= far.Total()
}
