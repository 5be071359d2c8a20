package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// withdrawal is a retreat about to be made, after a combat or by disengagement; the same rules apply to both (SO-12.3a).
type withdrawal struct {
	units    []string // all combat units of one hex that go back together (SO-12.3c); supports never do
	hexes    int
	aside    bool // after a combat it may turn aside to stay out of ZOC, in a disengagement it may not (SO-12.3d)
	forced   bool // each hex that cannot be retreated costs a loss (RUL-31)
	shaken   bool // two or three hexes disorganise: after a combat and with R3 (SO-12.3h)
	opponent bool // the enemy picks the way (SO-13.0d, R3)
	decision string
	verb     string
	rule     string
	lines    []table.Line // what the player who picks the way has ordered about it, first line first
}

// party is a group of units that retreat along one way.
type party struct {
	units []string
	path  []string // the hexes entered
}

// retreat makes a withdrawal. The player who picks the ways does so within the limits (SO-12.3b); units may take
// different ones (SO-12.3c). It returns the greatest number of hexes that any unit went back.
func (g *Game) retreat(t *table.Table, w withdrawal) int {
	if len(w.units) == 0 {
		return 0
	}
	from := g.unit(w.units[0]).Hex
	far := 0
	for _, p := range g.parties(t, w) {
		if missing := w.hexes - len(p.path); missing > 0 && w.forced && !g.stopped(from, p) {
			g.cornered(t, w, p, missing)
		}
		if p.units = g.alive(p.units); len(p.path) > 0 && len(p.units) > 0 {
			far = max(far, len(p.path))
			g.fallBack(t, w, p)
		}
	}
	return far
}

// cornered takes one loss, of its owner's choice, for each hex that a forced retreat cannot make (RUL-31).
func (g *Game) cornered(t *table.Table, w withdrawal, p party, missing int) {
	side, hex := g.unit(p.units[0]).Side, g.unit(p.units[0]).Hex
	t.Report("RUL-31", "cornered", table.A("units", p.units), table.A("side", side), table.A("hex", hex), table.A("n", missing))
	for range missing {
		if units := g.alive(p.units); len(units) > 0 {
			g.lose(t, g.sufferer(t, side, hex, g.weakest(units)), "RUL-31")
		}
	}
}

// stopped reports whether a way ends beyond a fleuve, so that no unit goes further (SO-12.3i).
func (g *Game) stopped(from string, p party) bool {
	if len(p.path) == 0 {
		return false
	}
	last := from
	if n := len(p.path); n > 1 {
		last = p.path[n-2]
	}
	return g.wades(g.unit(p.units[0]).Side, last, p.path[len(p.path)-1])
}

// wades reports whether a step crosses a fleuve without a bridge or a footbridge of its own side.
func (g *Game) wades(s seat, from, to string) bool {
	side, _ := g.net.side(from, to)
	return side.fleuve() && !g.crossed(s, from, to)
}

// parties returns the ways of a retreat. Units that can go the same way share it, if the player who picks it orders the
// same for them; other units go their own ways. A way that no line gives is asked for.
func (g *Game) parties(t *table.Table, w withdrawal) []party {
	s := g.unit(w.units[0]).Side
	if w.opponent {
		s = other(s)
	}
	lines := slices.Clone(w.lines)
	if len(lines) == 0 {
		lines = g.waysSaid(t, s, w)
	}
	var out []party
	behind := g.rear(g.unit(w.units[0]).Side)
	for rest := w.units; len(rest) > 0; {
		ways, says := behind.ways(rest[0], w), g.wayLine(lines, rest[0])
		var together, others []string
		for _, id := range rest {
			same := says == g.wayLine(lines, id) && slices.EqualFunc(behind.ways(id, w), ways, func(a, b []string) bool { return slices.Equal(a, b) })
			if same {
				together = append(together, id)
			} else {
				others = append(others, id)
			}
		}
		rest = others
		if len(ways) == 0 {
			out = append(out, party{units: together})
			continue
		}
		if says >= 0 {
			if path := g.wayBy(t, s, lines[says], together, ways); path != nil {
				out = append(out, party{units: together, path: path})
				continue
			}
		}
		out = append(out, readParties(table.Decide(t, g.askWay(w, together, ways)), together)...)
	}
	return out
}

// waysSaid returns a player's lines about the way of a retreat: order lines that are in force, then standing orders.
func (g *Game) waysSaid(t *table.Table, s seat, w withdrawal) []table.Line {
	var out []table.Line
	for _, phase := range []string{"disengage", "pursue"} {
		out = append(out, table.Keep(t.Pending(s, phase), func(l table.Line) bool { return l.Verb == w.verb && t.Holds(s, l) })...)
	}
	for l := range t.Standing(s, w.verb) {
		out = append(out, l)
	}
	return out
}

// wayLine returns the index of the first line that gives a unit a way or a direction, or -1 if there is none.
func (g *Game) wayLine(lines []table.Line, id string) int {
	hex := g.unit(id).Hex
	return slices.IndexFunc(lines, func(l table.Line) bool {
		return (orders.Has(l.Args, "path") || orders.Has(l.Args, "toward")) && g.speaksOf(l, hex, []string{id})
	})
}

// wayBy returns the legal way that a line means: the one that it gives hex by hex, as far as the retreat goes, or the one
// that ends nearest to a hex. If its way is not legal, the player is told and there is none.
func (g *Game) wayBy(t *table.Table, s seat, l table.Line, units []string, ways [][]string) []string {
	path, toward := orders.Path(l.Args, "path"), orders.Value(l.Args, "toward")
	var best []string
	for _, p := range ways {
		n := min(len(p), len(path))
		switch {
		case len(path) > 0 && slices.Equal(p[:n], path[:n]):
			return p
		case toward != "" && (best == nil || g.distance(p[len(p)-1], toward) < g.distance(best[len(best)-1], toward)):
			best = p
		}
	}
	if from := g.unit(units[0]).Hex; len(path) > 0 && (!l.Standing || orders.Has(l.Args, "hex") || g.distance(from, path[0]) == 1) {
		g.deny(t, s, l, refuse("way-back", "SO-12.3d", table.A("units", units), table.A("path", path), table.A("hex", from)), true)
	}
	return best
}

// readParties reads an answer: "2116-2015" for all units, or "G-28a 2116-2015; G-28b 2115".
func readParties(answer string, units []string) []party {
	if !strings.Contains(answer, " ") {
		return []party{{units: units, path: dashed(answer)}}
	}
	var out []party
	for _, part := range strings.Split(answer, ";") {
		id, path, _ := strings.Cut(strings.TrimSpace(part), " ")
		i := slices.IndexFunc(out, func(p party) bool { return slices.Equal(p.path, dashed(path)) })
		if i < 0 {
			i, out = len(out), append(out, party{path: dashed(path)})
		}
		out[i].units = append(out[i].units, id)
	}
	return out
}

// dashed splits "2116-2015".
func dashed(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "-")
}

// fallBack takes a party back hex by hex and applies all costs (SO-12.3e to k).
func (g *Game) fallBack(t *table.Table, w withdrawal, p party) {
	first := g.unit(p.units[0])
	side, made, met, left := first.Side, []string{first.Hex}, false, p.units
	for i, to := range p.path {
		g.backTo(t, left, to)
		made = append(made, to)
		if left = g.alive(left); len(left) == 0 || g.wades(side, made[i], to) {
			break
		}
		if i < len(p.path)-1 {
			met = g.passes(t, left, to) || met
		}
	}
	if len(left) > 0 {
		made, met = g.goOn(t, w, left, made, met)
	}
	t.Report("SO-12.3a", "retreated", table.A("units", p.units), table.A("side", side), table.A("path", made), table.A("hexes", len(made)-1))
	for _, id := range g.alive(p.units) {
		switch {
		case met:
			g.disorganise(t, id, "SO-12.3g")
		case g.wades(side, made[len(made)-2], made[len(made)-1]):
			g.disorganise(t, id, "SO-12.3i")
		case w.shaken && len(made) > 2:
			g.disorganise(t, id, "SO-12.3h")
		}
	}
}

// backTo moves a party into a hex. In an enemy ZOC that no friend cancels, the stack takes one loss of its owner's choice
// (SO-12.3e); under enemy interdiction each unit takes one (SO-12.3k, SO-17.2a).
func (g *Game) backTo(t *table.Table, units []string, to string) {
	s := g.unit(units[0]).Side
	hot := g.hot(s, to)
	for _, id := range units {
		g.relocate(t, id, to)
	}
	if hot {
		if left := g.alive(units); len(left) > 0 {
			g.lose(t, g.sufferer(t, s, to, g.weakest(left)), "SO-12.3e")
		}
	}
	if g.has(other(s), to, func(a *Formation) bool { return g.flies(a) && a.Mission == "interdiction" }) {
		for _, id := range g.alive(units) {
			g.lose(t, id, "SO-12.3k")
		}
	}
}

// hot reports whether a hex costs a retreating unit a loss: it is in enemy ZOC and has no friend in it.
func (g *Game) hot(s seat, hex string) bool { return g.zoc(s, hex, true) && !g.cancelled(s, hex) }

// foreign reports whether a hex holds combat units of another nation that a unit may not stack with (SO-COOP.a).
func (g *Game) foreign(u *Formation, hex string) bool {
	return g.restricted(u.Side, "stack") && g.has(u.Side, hex, func(o *Formation) bool { return o.ID != u.ID && g.fights(o) && g.nation(o) != g.nation(u) })
}

// follow takes the Stosstruppen of a unit along (SO-11.3.2a).
func (g *Game) follow(id, from string) {
	to := g.unit(id).Hex
	for i := range g.Units {
		if o := &g.Units[i]; o.With == id && o.Hex == from && to != "" {
			o.Hex = to
		}
	}
}

// nearest returns the distance to the nearest HQ of a side.
func (g *Game) nearest(s seat, hex string) int {
	best := nobody
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s && u.Hex != "" && g.hq(u) {
			best = min(best, g.distance(hex, u.Hex))
		}
	}
	return best
}

// relocate puts a unit into a hex with the Stosstruppen under it, and applies the effects of its arrival.
func (g *Game) relocate(t *table.Table, id, hex string) {
	from := g.unit(id).Hex
	g.unit(id).Hex = hex
	g.follow(id, from)
	g.overrun(t, id)
	g.seize(t, id)
}

// passes disorganises friends in a hex that a retreat goes through (SO-12.3g). It reports whether there were any.
func (g *Game) passes(t *table.Table, units []string, hex string) bool {
	met := false
	for _, id := range g.of(g.unit(units[0]).Side, hex, g.fights) {
		if !slices.Contains(units, id) {
			met = true
			g.disorganise(t, id, "SO-12.3g")
		}
	}
	return met
}

// goOn lets a party go on from an overstacked hex, as far as it must (SO-12.3f); it must leave a hex of another nation
// (SO-COOP.a).
func (g *Game) goOn(t *table.Table, w withdrawal, units, made []string, met bool) ([]string, bool) {
	for range 12 {
		u := g.unit(units[0])
		foreign := g.foreign(u, u.Hex)
		others := slices.ContainsFunc(g.of(u.Side, u.Hex, g.fights), func(id string) bool { return !slices.Contains(units, id) })
		if !foreign && (!others || g.crowd(u.Side, u.Hex) <= g.limits().Stacking.Value) || len(made) < 2 || g.wades(u.Side, made[len(made)-2], u.Hex) {
			break
		}
		next := g.rear(u.Side).next(u, made, w.aside)
		if len(next) == 0 || !foreign && !table.Decide(t, g.askGoOn(u.Side, u.Hex, units)) {
			break
		}
		met = g.passes(t, units, u.Hex) || met
		rule := "SO-12.3f"
		if foreign {
			rule = "SO-COOP.a"
		}
		t.Report(rule, "goes-on", table.A("units", units), table.A("side", u.Side), table.A("path", []string{u.Hex, next[0]}))
		g.backTo(t, units, next[0])
		made = append(made, next[0])
		if units = g.alive(units); len(units) == 0 {
			break
		}
	}
	return made, met
}

// passable reports whether the ground lets a retreating unit through: tanks cross crests and watercourses only by roads
// and bridges (SO-15.4.1i).
func (g *Game) passable(u *Formation, to string) bool {
	return !g.tank(u) || g.closedTo(u, u.Hex, to) == nil
}
