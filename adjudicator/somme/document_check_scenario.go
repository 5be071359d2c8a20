package somme

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ruleNames are the special rules that a scenario may have in force.
var ruleNames = []string{"cooperation", "one_nationality", "hutier", "bruchmuller", "bruchmuller_hutier", "petain", "petain_campaign", "without_artillery", "ludendorff", "meadows", "stoss_track",
	"doullens", "alternative_arrival"}

// frame checks sides, turns, area and what lies on the map besides units.
func (c *checker) frame() {
	s := c.d.Scenario
	if len(s.Sides) != 2 || s.Sides[0].ID == s.Sides[1].ID {
		c.flaw("scenario.sides", "the game has two sides, german and allied (SO-1a)")
	}
	for i, t := range s.Turns {
		if i > 0 && t.Number != s.Turns[i-1].Number+1 {
			c.flaw(fmt.Sprintf("scenario.turns[%d].number", i), "turn %d does not follow turn %d", t.Number, s.Turns[i-1].Number)
		}
	}
	if n := len(s.Area.ByColumn); n != 0 && n != c.d.Map.Columns {
		c.flaw("scenario.area.by_column", "%d first rows; the map has %d columns", n, c.d.Map.Columns)
	}
	for i, r := range s.Rules {
		if !slices.Contains(ruleNames, r) {
			c.flaw(fmt.Sprintf("scenario.rules[%d]", i), "no special rule is called %q; there are %s", r, strings.Join(ruleNames, ", "))
		}
	}
	for i, h := range s.Redoubts {
		c.inside(fmt.Sprintf("scenario.redoubts[%d]", i), h)
	}
	c.works("scenario.works", s.Works)
	for i, w := range s.Weather {
		c.when(fmt.Sprintf("scenario.weather[%d]", i), w.Turn, w.Sequence)
	}
	if u, ok := c.printed[s.Hutier]; slices.Contains(s.Rules, "hutier") && (!ok || u.Kind != "hq" || u.Nation != "german") {
		c.flaw("scenario.hutier", "%q is no German headquarters: General v. Hutier is with one (SO-HUT.a)", s.Hutier)
	}
	for i, a := range s.Air {
		path := fmt.Sprintf("scenario.air[%d]", i)
		for _, l := range []struct {
			name string
			list []string
		}{{"available", a.Available}, {"missions", a.Missions}, {"given", a.Given}} {
			c.known(path+"."+l.name, l.list, a.Side)
			for j, id := range l.list {
				if u, ok := c.printed[id]; ok && u.Kind != "air" {
					c.flaw(fmt.Sprintf("%s.%s[%d]", path, l.name, j), "%s does not fly (SO-17.1a)", id)
				}
			}
		}
	}
}

// when checks that a turn and a sequence are within the game; sequence 0 is the administrative one.
func (c *checker) when(path string, turn, sequence int) {
	if !slices.ContainsFunc(c.d.Scenario.Turns, func(t Turn) bool { return t.Number == turn }) {
		c.flaw(path+".turn", "this scenario has no turn %d", turn)
	}
	if sequence > 3 {
		c.flaw(path+".sequence", "a turn has at most three sequences (SO-7d)")
	}
}

// stackPoints is what a counter counts in stacking (SO-4a).
func (c *checker) stackPoints(u Unit, lost int) int {
	n := &c.d.Tables.Limits
	switch {
	case !fightsAs(u.Kind):
		return 0
	case slices.Contains(divisionKinds, u.Kind) && lost == 0:
		return n.StackFull.Value
	case slices.Contains(divisionKinds, u.Kind):
		return n.StackReduced.Value
	}
	return n.StackRegiment.Value
}

// fightsAs reports whether a kind is one of combat units.
func fightsAs(kind string) bool {
	return slices.Contains(divisionKinds, kind) || slices.Contains(regimentKinds, kind) || kind == "tank"
}

// start checks the set-up: every counter once, within the area, no enemies together, stacks within the limit, supports out
// of enemy zones of control, Stosstruppen with regiments.
func (c *checker) start() {
	var placed []string
	for i, p := range c.d.Scenario.Start {
		path := fmt.Sprintf("scenario.start[%d]", i)
		u, ok := c.printed[p.Unit]
		if !ok {
			c.flaw(path+".unit", "no counter is called %q", p.Unit)
			continue
		}
		if slices.Contains(placed, p.Unit) {
			c.flaw(path+".unit", "%s is placed twice", p.Unit)
		}
		placed = append(placed, p.Unit)
		if (u.Kind == "air") != (p.Hex == "") {
			c.flaw(path+".hex", "%s: aircraft, and they alone, begin off the map (SO-17.1a)", p.Unit)
		} else if p.Hex != "" && c.inside(path+".hex", p.Hex) {
			c.stack(path, i, p, u)
		}
		if p.Lost > 0 && p.Lost >= u.Steps {
			c.flaw(path+".lost", "%s has %d steps: it cannot have lost %d", p.Unit, u.Steps, p.Lost)
		}
	}
}

// stack checks a placement against those before it, and supports against all.
func (c *checker) stack(path string, i int, p Placement, u Unit) {
	points, own, stoss, regiments := c.stackPoints(u, p.Lost), false, 0, 0
	for j, o := range c.d.Scenario.Start {
		v, ok := c.printed[o.Unit]
		if !ok || o.Hex != p.Hex {
			continue
		}
		if j < i && c.side(o.Unit) != c.side(p.Unit) {
			c.flaw(path+".hex", "%s and %s stand in one hex", o.Unit, p.Unit)
			return
		}
		if j < i {
			points += c.stackPoints(v, o.Lost)
			if slices.Contains(c.d.Scenario.Rules, "cooperation") && fightsAs(u.Kind) && fightsAs(v.Kind) && (v.Nation == "french") != (u.Nation == "french") {
				c.flaw(path+".hex", "%s and %s are of different nations (SO-COOP.a)", o.Unit, p.Unit)
			}
		}
		if v.Kind == "stosstruppen" {
			stoss++
		}
		if slices.Contains(regimentKinds, v.Kind) {
			regiments++
		}
		own = own || fightsAs(v.Kind)
	}
	if most := c.d.Tables.Limits.Stacking.Value; fightsAs(u.Kind) && points > most {
		c.flaw(path+".hex", "%d points are stacked at %s; %d is the limit (SO-4a)", points, p.Hex, most)
	}
	if u.Kind == "stosstruppen" && stoss > regiments {
		c.flaw(path+".hex", "%d Stosstruppen at %s with %d regiments: each needs one of its own (SO-11.3.2c)", stoss, p.Hex, regiments)
	}
	if !fightsAs(u.Kind) && u.Kind != "stosstruppen" {
		for _, o := range c.d.Scenario.Start {
			if v := c.printed[o.Unit]; fightsAs(v.Kind) && c.side(o.Unit) != c.side(p.Unit) && c.places[o.Hex] && slices.Contains(c.grid.Neighbours(p.Hex), o.Hex) {
				c.flaw(path+".hex", "%s stands in the zone of control of %s: supports never do (SO-11.3.1a, SO-11.3.3b)", p.Unit, o.Unit)
				break
			}
		}
	}
}

// arrivals checks reinforcements (SO-11.1.5).
func (c *checker) arrivals() {
	var seen []string
	for _, p := range c.d.Scenario.Start {
		seen = append(seen, p.Unit)
	}
	for i, a := range c.d.Scenario.Arrivals {
		path := fmt.Sprintf("scenario.arrivals[%d]", i)
		c.when(path, a.Turn, a.Sequence)
		c.known(path+".units", a.Units, a.Side)
		for j, id := range a.Units {
			at := fmt.Sprintf("%s.units[%d]", path, j)
			if slices.Contains(seen, id) {
				c.flaw(at, "%s is on the map or arrives already", id)
			}
			seen = append(seen, id)
			if u, ok := c.printed[id]; ok && (u.Kind == "air") != (a.At == "available") {
				c.flaw(at, "%s: aircraft, and they alone, arrive as available (SO-17.1a)", id)
			}
		}
		ground := a.At == "hex" || a.At == "edge" || a.At == "road"
		if ground != (len(a.Hexes) > 0) {
			c.flaw(path+".hexes", "hexes are named for hex, edge and road, and for these alone")
		}
		for j, h := range a.Hexes {
			at := fmt.Sprintf("%s.hexes[%d]", path, j)
			if !c.inside(at, h) {
				continue
			}
			if a.At == "edge" && len(c.grid.Neighbours(h)) == 6 {
				c.flaw(at, "%s is not at the edge of the map", h)
			}
			if a.At == "road" && !slices.ContainsFunc(c.d.Map.Roads, func(w Way) bool { return slices.Contains(w.Hexes, h) }) {
				c.flaw(at, "%s has no road", h)
			}
		}
		if (a.Sequence == 0) != (a.At == "available") {
			c.flaw(path+".sequence", "aircraft arrive in the administrative sequence, 0; all others in a movement phase of 1 to 3")
		}
	}
}

// offensives checks those of the scenario (SO-8).
func (c *checker) offensives() {
	for i, o := range c.d.Scenario.Offensives {
		path := fmt.Sprintf("scenario.offensives[%d]", i)
		c.when(path, o.Turn, 0)
		if len(o.Modifiers) != 3 {
			c.flaw(path+".modifiers", "three values, of the sequences 1, 2 and 3 (SO-8b)")
		}
		if o.MustBe != "" {
			c.inside(path+".must_be", o.MustBe)
		}
		if (o.MustBe != "") != (len(o.MustBeGives) == 3) || o.MustBe == "" && len(o.MustBeGives) > 0 {
			c.flaw(path+".must_be_gives", "the artillery that must be there has three values of its own (SO-S2.3)")
		}
		c.known(path+".tanks", o.Tanks, o.Side)
		if o.Event != "" && !slices.ContainsFunc(c.d.Events, func(e Event) bool { return e.ID == o.Event && e.Side == o.Side }) {
			c.flaw(path+".event", "that side has no event called %q", o.Event)
		}
		if o.Initiative && c.d.Scenario.Sides[0].ID == o.Side {
			c.flaw(path+".initiative", "the %s side has the initiative already", o.Side)
		}
	}
	for i, n := range c.d.Scenario.Doctrine {
		if n.Doctrine != "evolving" && n.Nation == "german" {
			c.flaw(fmt.Sprintf("scenario.doctrine[%d]", i), "doctrines are the Allies' (SO-3h)")
		}
	}
}

// victory checks how the game is won.
func (c *checker) victory() {
	s := c.d.Scenario
	for i, b := range s.Victory.Bridges {
		path := fmt.Sprintf("scenario.victory.bridges[%d]", i)
		if x, y, ok := c.hexside(path, b, "/"); ok && (!c.joined(x, y) || !c.wet(x, y)) {
			c.flaw(path, "no bridge joins %s and %s: a road or railway over a watercourse (SO-11.1.3c)", x, y)
		}
	}
	for i, h := range s.Victory.Hexes {
		c.inside(fmt.Sprintf("scenario.victory.hexes[%d]", i), h)
	}
	backs := [4]int{}
	for _, b := range c.d.Tables.ObjectiveBacks {
		if b.Level >= 1 && b.Level <= 3 {
			backs[b.Level]++
		}
	}
	var crosses []string
	for i, m := range s.Markers {
		for j, h := range m.Hexes {
			path := fmt.Sprintf("scenario.markers[%d].hexes[%d]", i, j)
			if c.inside(path, h) && slices.Contains(crosses, h) {
				c.flaw(path, "%s has a marker already", h)
			}
			crosses = append(crosses, h)
		}
		if s.Victory.Kind == "campaign" && m.Level >= 1 && m.Level <= 3 && backs[m.Level] != len(m.Hexes) {
			c.flaw(fmt.Sprintf("scenario.markers[%d].hexes", i), "%d hexes of level %d; there are %d markers (SO-P.1a)", len(m.Hexes), m.Level, backs[m.Level])
		}
	}
	c.control(crosses)
	for _, k := range []struct {
		kind  string
		lacks bool
		what  string
	}{{"bridges", len(s.Victory.Bridges) == 0, "bridges"}, {"points", len(s.Victory.Hexes) == 0, "hexes"}, {"crosses", len(crosses) == 0, "markers"}, {"campaign", len(crosses) == 0, "markers"}} {
		if s.Victory.Kind == k.kind && k.lacks {
			c.flaw("scenario.victory", "victory by %s needs %s", k.kind, k.what)
		}
	}
	if len(s.Victory.Levels) == 0 {
		c.flaw("scenario.victory.levels", "the outcomes are missing")
	}
	for i, l := range s.Victory.Levels {
		if i > 0 && l.From >= s.Victory.Levels[i-1].From {
			c.flaw(fmt.Sprintf("scenario.victory.levels[%d].from", i), "the highest outcome stands first")
		}
	}
}

// control checks who holds objectives at the start where no unit stands on them (SO-S3.8).
func (c *checker) control(crosses []string) {
	var held []string
	for i, k := range c.d.Scenario.Control {
		for j, h := range k.Hexes {
			path := fmt.Sprintf("scenario.control[%d].hexes[%d]", i, j)
			if c.inside(path, h) && slices.Contains(held, h) {
				c.flaw(path, "%s is held by the other side already", h)
			}
			held = append(held, h)
			for _, p := range c.d.Scenario.Start {
				if u := c.printed[p.Unit]; p.Hex == h && fightsAs(u.Kind) && c.side(p.Unit) != k.Side {
					c.flaw(path, "%s is held by %s, of the other side", h, p.Unit)
					break
				}
			}
		}
	}
	if c.d.Scenario.Victory.Kind == "crosses" {
		for i, h := range crosses {
			if !slices.Contains(held, h) {
				c.flaw("scenario.control", "nobody holds objective %d, %s, at the start (SO-S3.8)", i+1, h)
			}
		}
	}
}

// options checks the choices of whoever opens the game.
func (c *checker) options() {
	for i, o := range c.d.Scenario.Options {
		path := fmt.Sprintf("scenario.options[%d]", i)
		switch o.ID {
		case "aviation", "reaction_offensives":
			for j, v := range o.Values {
				if v != "yes" && v != "no" {
					c.flaw(path+".values["+strconv.Itoa(j)+"]", "%q is neither yes nor no", v)
				}
			}
		case "rhythm", "schedule":
		default:
			c.flaw(path+".id", "no option is called %q", o.ID)
		}
	}
}
