package landships

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// obstacle is what blocks a line of sight: where, what ("smoke", "friends", "tank", "barrage", "terrain") and by which
// rule. If two hexes together block a line that runs between them, it names the nearer one.
type obstacle struct {
	Place string
	What  string
	Rule  string
}

// outlook is what the units of a side can see of a position, for as long as nothing in it changes: what is asked for
// many of them is found out once.
type outlook struct {
	*Game
	side    table.Seat
	foes    []*Piece        // enemies on the ground, by the number of their hex
	friends []string        // hexes of the side's own unpinned groups, which block its lines (LS-8.23b)
	tanks   []string        // hexes of tanks of either side (LS-8.23c)
	glances map[glance]bool // which enemies have been looked for, and whether they are seen; only looked up
}

// glance is a look from a hex at a counter, through friends or not.
type glance struct {
	from, at string
	over     bool
}

// outlook takes in a position as the units of a side see it.
func (g *Game) outlook(s table.Seat) *outlook {
	o := &outlook{Game: g, side: s, glances: map[glance]bool{}}
	for u := range table.All(g.Units) {
		switch {
		case u.Hex == "" || u.Out != "":
			continue
		case u.Side != s && u.Class != "AIR":
			o.foes = append(o.foes, u)
		case u.Side == s && u.group() && !u.Pinned:
			o.friends = table.With(o.friends, u.Hex)
		}
		if u.tank() {
			o.tanks = table.With(o.tanks, u.Hex)
		}
	}
	slices.SortStableFunc(o.foes, func(a, b *Piece) int { return strings.Compare(a.Hex, b.Hex) })
	return o
}

// path is a line of sight from centre to centre (LS-8.23a): the hexes it passes through, and those along whose side it
// runs, both in order from the start and without the two ends. A corner that it merely touches does not count (M-17).
type path struct {
	crossed, grazed []string
}

func (g *Game) path(from, to string) path {
	p := path{}
	if away := g.distance(from, to); away < board.Far {
		p.crossed = make([]string, 0, away)
	}
	board.Cross(g.net.Grid, from, to, func(c board.Crossing) {
		if c.Edge {
			p.grazed = append(p.grazed, c.Cells...)
		} else {
			p.crossed = append(p.crossed, c.Cells...)
		}
	})
	return p
}

// line returns what blocks the line of sight of side s from one hex to another (LS-8.23), or nil if it is clear.
// Within a hex the line is always clear: smoke there leaves only point blank.
func (g *Game) line(s table.Seat, from, to string) *obstacle { return g.lineOver(s, from, to, false) }

// lineOver is like line. If over is true it ignores friendly units, for units that may fire through them (LS-8.23l).
func (g *Game) lineOver(s table.Seat, from, to string, over bool) *obstacle {
	if from == to {
		return nil
	}
	return g.outlook(s).line(from, to, over)
}

// line is lineOver between different hexes.
func (g *outlook) line(from, to string, over bool) *obstacle {
	p := g.path(from, to)
	for _, end := range []string{from, to} { // LS-8.23d: no line into smoke or out of it
		if g.smoked(end) {
			return &obstacle{end, "smoke", "LS-8.23d"}
		}
	}
	// Whatever stands in a hex on the way blocks at any height; terrain blocks according to heights. The end hexes
	// themselves never block (LS-8.23i).
	for _, hex := range p.crossed {
		if o := g.standing(hex, over); o != nil {
			return o
		}
		if o := g.rises(from, to, hex); o != nil {
			return o
		}
	}
	// LS-8.23j, A-52: a line may run along the side of one blocking hex, but not of two or more, whatever blocks in them.
	var beside []*obstacle
	for _, hex := range p.grazed {
		o := g.standing(hex, over)
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

// standing returns what blocks a side's lines in a hex at any height: smoke (LS-8.23d), its own unpinned groups
// (LS-8.23b; in trenches too, LS-8.23k), tanks of either side (LS-8.23c; broken-down ones too, LS-6.16e), a barrage
// that fell there in this player-turn (LS-8.23m, A-51). Cars, trucks, weapons units, crews and enemy groups never
// block.
func (g *outlook) standing(hex string, over bool) *obstacle {
	switch {
	case g.smoked(hex):
		return &obstacle{hex, "smoke", "LS-8.23d"}
	case !over && slices.Contains(g.friends, hex):
		return &obstacle{hex, "friends", "LS-8.23b"}
	case slices.Contains(g.tanks, hex):
		return &obstacle{hex, "tank", "LS-8.23c"}
	case slices.ContainsFunc(g.Impacts, func(i Impact) bool { return i.Place == hex && i.Plane == "" }):
		return &obstacle{hex, "barrage", "LS-8.23m"}
	}
	return nil
}

// screen reports whether the terrain of a hex blocks a line between equal heights: town, hill, woods or strongpoint,
// never wire or trench (LS-8.23e).
func (g *Game) screen(hex string) bool {
	t := g.net.At(g.Ground, hex)
	return t.Blocks || t.Level > 0 || g.strongpoint(hex)
}

// rises returns the terrain of a hex on the way if it blocks a line (LS-8.23e, 8.23f, 8.23g with A-22). Between equal
// heights every screen blocks. Between different heights only two kinds do: one next to the target, at least as high
// as the target's ground, or, if the looker is the higher, one next to the looker, at least as high as the looker's
// ground. A lower slope in front of a crest never hides it.
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

// through reports whether a counter fires through friends at a hex: a British MG platoon under LS-8.23l whose line of
// sight is clear only because its own side's units do not count. It then loses its bonus on the die (LS-8.23l).
func (g *Game) through(u *Piece, to string) bool {
	return g.maySkim(u) && g.line(u.Side, u.Hex, to) != nil && g.lineOver(u.Side, u.Hex, to, true) == nil
}

// maySkim reports whether u may fire through friends: British MG platoons, if the option is agreed (LS-8.23l).
func (g *Game) maySkim(u *Piece) bool {
	return g.in("LS-8.23l") && u.gunners() && u.Nation == "british"
}

// spotting returns the range at which a counter, where it stands, is seen from a hex (LS-8.21b, M-09), with its terms:
// the lowest of the rows that apply. On a hill, the hill's row replaces that of the woods. Mounted cavalry is
// spotted like vehicles.
func (g *Game) spotting(target *Piece, by string) table.Sum {
	hard := target.vehicle() || target.cavalry()
	ground := g.ground(target.Hex)
	best := &Terrain{}
	consider := func(t *Terrain) {
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
	return g.stretch(s, by, target.Hex, clear) // LS-16.23a: only in clear hexes
}

// reach returns the spotting range of a row of the chart, or 0 if it has none.
func reach(t *Terrain, hard bool) int {
	if hard {
		return t.Hard
	}
	return t.Soft
}

// stretch is LS-16.23. On flat ground some ranges double (LS-16.23a). Between different heights they grow by ten hexes
// for each level, for the lower side too (LS-16.23b, A-82). The rulebook's own example adds the height to the plain
// range, so doubling is only for lines between equal heights (LS-16.23c).
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

// observation returns how far an observer in one hex sees towards another (LS-5.11b, 10 hexes; LS-16.23).
func (g *Game) observation(from, to string) table.Sum {
	return g.stretch(table.Base("sight.observer", g.constants().Observe.Value, "LS-5.11b"), from, to, true)
}

// observes reports whether an observer of side s in a hex can see another hex: within his range, by a clear line,
// neither into smoke nor out of it (LS-5.11b, 5.11c). He needs no spotting (LS-5.11d).
func (g *Game) observes(s table.Seat, from, to string) bool {
	return g.distance(from, to) <= g.observation(from, to).Total() && g.line(s, from, to) == nil
}

// gunRange returns the direct range of a gun at a hex (LS-2.3d), from the chart. For artillery and anti-aircraft guns
// it is doubled on flat ground, and grows by ten hexes for each level of difference, but that of artillery never
// exceeds its indirect range (LS-16.23a-c). AT guns keep theirs.
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

// spots reports whether a counter may attack a target in another hex from its own: the target must be spotted and the
// line clear. Anything in the same hex is seen. Many ask the same: all the weapons in a hex.
func (g *outlook) spots(u, target *Piece) bool {
	if u.Hex == target.Hex {
		return true
	}
	look := glance{u.Hex, target.ID, g.maySkim(u)}
	seen, ok := g.glances[look]
	if !ok {
		seen = g.spotted(u, target) && g.line(u.Hex, target.Hex, look.over) == nil
		g.glances[look] = seen
	}
	return seen
}

// spotted reports whether a target is spotted from the hex of a counter (LS-8.21a), or by its fire (LS-8.22).
func (g *Game) spotted(u, target *Piece) bool {
	return g.distance(u.Hex, target.Hex) <= g.spotting(target, u.Hex).Total() || g.revealed(target, u.Hex)
}

// sees reports why a counter does not spot a target, or returns nil if it does.
func (g *Game) sees(u, target *Piece) *table.Refusal {
	if u.Hex == target.Hex {
		return nil
	}
	if o := g.lineOver(u.Side, u.Hex, target.Hex, g.maySkim(u)); o != nil {
		return refuse("no-line", o.Rule, table.A("from", u.Hex), table.A("to", target.Hex), table.A("at", o.Place), table.A("what", "sight."+o.What))
	}
	if g.spotted(u, target) {
		return nil
	}
	return refuse("not-spotted", "LS-8.21a", table.A("unit", u.ID), table.A("target", target.ID), table.A("range", g.distance(u.Hex, target.Hex)), table.A("spotted", g.spotting(target, u.Hex)))
}

// revealed reports whether a counter is spotted from a hex by its own fire (LS-8.22a, 8.22b): within ten hexes, or
// twice as many on flat ground (LS-16.23a), for as long as its fire reveals it. The caller has checked that the
// line is clear.
func (g *Game) revealed(target *Piece, by string) bool {
	if target.Seen < g.moment() {
		return false
	}
	far := g.stretch(table.Base("sight.fired", g.constants().AutoSpot.Value, "LS-8.22a"), by, target.Hex, true)
	return g.distance(by, target.Hex) <= far.Total()
}
