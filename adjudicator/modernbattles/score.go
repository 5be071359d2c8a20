package modernbattles

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// shot is a weapon with everything needed to fire it at a target: the score, the dice, the round.
type shot struct {
	by       shooter
	round    round
	distance int // tenths of an inch
	band     string
	need     table.Sum // above 6: no chance
	dice     int
	cover    Cover
}

// aimAt is a special way to aim at a target: at one man, or at the commander of a tank.
type aimAt struct {
	commander bool // MB-R21
}

// lanes are the lines of fire of a unit for as long as nobody moves: what all its weapons ask about a target is found out
// once.
type lanes struct {
	*Game
	u      *Unit
	near   []foe                     // the enemies that may be targets at all, the nearest first
	may    map[string]*table.Refusal // by target, as mayTarget; only looked up, like the next
	covers map[string]Cover          // by target
}

// lanes opens the lines of fire of a unit.
func (g *Game) lanes(u *Unit) *lanes {
	return &lanes{Game: g, u: u, may: map[string]*table.Refusal{}, covers: map[string]Cover{}}
}

// mayTarget is Game.mayTarget for the unit.
func (g *lanes) mayTarget(e *Unit) *table.Refusal {
	r, ok := g.may[e.ID]
	if !ok {
		r = g.Game.mayTarget(g.u, e)
		g.may[e.ID] = r
	}
	return r
}

// cover is coverAgainst for the unit.
func (g *lanes) cover(e *Unit) Cover {
	c, ok := g.covers[e.ID]
	if !ok {
		c = g.coverAgainst(e, g.u)
		g.covers[e.ID] = c
	}
	return c
}

// whyNot says why a shot cannot be fired: few ask.
type whyNot func(args ...table.FactArg) *table.Refusal

// aimed works out the shot of one weapon at a unit, or why it cannot be fired at all.
func (g *lanes) aimed(s shooter, e *Unit, shell string, at aimAt) (shot, *table.Refusal) {
	x, no := g.aimedAs(g.u, s, e, shell, at)
	if no == nil {
		return x, nil
	}
	return x, no(table.A("unit", g.u.ID), table.A("target", e.ID), table.A("weapon", s.weapon))
}

// hits reports whether a weapon has a shot at a unit that may have an effect.
func (g *lanes) hits(u *Unit, s shooter, e *Unit, shell string, at aimAt, poor bool) (shot, bool) {
	x, no := g.aimedAs(u, s, e, shell, at)
	return x, no == nil && g.useful(x, e, at, poor)
}

// aimedAs is aimed for the unit with its turret turned.
func (g *lanes) aimedAs(u *Unit, s shooter, e *Unit, shell string, at aimAt) (shot, whyNot) {
	w := g.weapon(s.weapon)
	r, ok := w.loads(g.constants().SmokeCalibre.Value, shell, e.vehicle() && !at.commander)
	if !ok {
		return shot{}, func(args ...table.FactArg) *table.Refusal {
			return refuse("no-such-shell", "MB-B26", append(args, table.A("shell", "shell."+shell))...)
		}
	}
	d, seen := g.rangeTo(s, e)
	if !seen {
		return shot{}, func(args ...table.FactArg) *table.Refusal {
			return g.blocked("no-sight", "MB-B5", u.Side, g.obstacle(u, max(s.figure, 0), g.standsFor(e)), args...)
		}
	}
	band := g.bandOf(w, d)
	if band == "" {
		return shot{}, func(args ...table.FactArg) *table.Refusal {
			return refuse("beyond-range", "MB-6.1e", append(args, table.A("inches", inchText(d)), table.A("most", g.constants().ExtremeTimes.Value*w.Range))...)
		}
	}
	if !g.bearsAs(u, s, e) {
		return shot{}, func(args ...table.FactArg) *table.Refusal { return refuse("not-in-arc", "MB-5b", args...) }
	}
	if r := g.unspotted(e); r != nil {
		return shot{}, func(...table.FactArg) *table.Refusal { return r }
	}
	out := shot{by: s, round: r, distance: d, band: band}
	out.cover = g.shotCover(e, d, at)
	out.need = g.score(out, e, at)
	out.dice = g.rate(s)
	return out, nil
}

// rangeTo returns the range from a weapon to the nearest figure of the target that it sees (MB-B4).
func (g *Game) rangeTo(s shooter, e *Unit) (int, bool) {
	return g.reach(g.unit(s.unit), max(s.figure, 0), g.standsFor(e))
}

// standsFor returns the unit to measure to: for a unit riding on a hull, that is the hull (MB-26b).
func (g *Game) standsFor(e *Unit) *Unit {
	if e.Rider && e.Aboard != "" {
		return g.unit(e.Aboard)
	}
	return e
}

// bears reports whether a target is in a weapon's arc (MB-5b, MB-17, MB-B3e).
func (g *Game) bears(s shooter, e *Unit) bool { return g.bearsAs(g.unit(s.unit), s, e) }

// bearsAs is bears for the weapon's unit with its turret turned.
func (g *Game) bearsAs(u *Unit, s shooter, e *Unit) bool {
	e = g.standsFor(e)
	if e.foot() && !e.single() {
		return slices.ContainsFunc(e.living(), func(j int) bool { return g.inArc(u, s.arm, e.Figures[j].At) })
	}
	return g.inArc(u, s.arm, e.At)
}

// shotCover returns the cover of a unit against a fire (MB-B5c), with the special cases of riders, snipers and commanders.
func (g *lanes) shotCover(e *Unit, distance int, at aimAt) Cover {
	if at.commander {
		return Cover{Level: 2, Why: "cover.hatch", Rule: "MB-17.1"}
	}
	c := g.cover(g.standsFor(e))
	if e.Rider && e.Aboard != "" {
		return Cover{Level: 1, Why: "cover.rider", Rule: "MB-26b"}
	}
	if e.Kind == "sniper" && c.Level == 1 && distance > g.constants().SniperCover.Value && (e.Did.Fired || e.Was.Fired) {
		return Cover{Level: 2, Why: "cover.sniper", Rule: "MB-B20"}
	}
	return c
}

// score returns 7 less the BS less all modifiers, but at least 2 (MB-B9.3, MB-6.1).
func (g *Game) score(s shot, e *Unit, at aimAt) table.Sum {
	u := g.unit(s.by.unit)
	need := table.Base("modifier.bs", entry(g.doc.Combat.ToHit, g.skill(s.by)), "MB-B9.3")
	if g.bigTarget(e, at) {
		need = harder(need, g.modifiers().Large) // MB-6.1a
		if g.lastTarget(s.by) == e.ID && !u.moved() {
			need = harder(need, g.modifiers().SameTarget) // MB-6.1b, MB-R8
		}
	} else if e.foot() && !e.Rider && g.grouped(e) { // MB-6.2f, MB-R55; MB-26b
		need = harder(need, g.modifiers().Grouped)
	}
	if u.moved() {
		need = harder(need, g.modifiers().Moving) // MB-6.1c
	}
	switch s.band {
	case "long":
		need = harder(need, g.modifiers().Long) // MB-6.1d
	case "extreme":
		need = harder(need, g.modifiers().Extreme) // MB-6.1e
	}
	switch s.cover.Level {
	case 1:
		need = harder(need, g.modifiers().LightCover) // MB-6.1f
	case 2:
		need = harder(need, g.modifiers().HeavyCover) // MB-6.1g
	}
	if least := g.constants().BestScore.Value; need.Total() < least { // a 1 always misses
		need = need.Plus("modifier.least", least-need.Total(), "MB-B9.3")
	}
	return need
}

// bigTarget reports whether a target is large: medium and heavy vehicles are, but not the commander in his hatch (MB-6.2a, MB-R21).
func (g *Game) bigTarget(e *Unit, at aimAt) bool { return !at.commander && e.vehicle() && g.large(e) }

// skill returns the BS with which a weapon is fired; a damaged gun has lost some of it (MB-24c, MB-R25).
func (g *Game) skill(s shooter) int {
	u := g.unit(s.unit)
	if s.arm >= 0 {
		return max(0, u.Profile.BS-u.Tank.Arms[s.arm].Lost)
	}
	return u.Profile.BS
}

// lastTarget returns what the weapon fired at in its owner's last shooting phase, or in ambush since then (MB-R8).
func (g *Game) lastTarget(s shooter) string {
	u := g.unit(s.unit)
	switch {
	case s.arm >= 0:
		return u.Tank.Arms[s.arm].Last
	case s.figure >= 0:
		return u.Figures[s.figure].Last
	}
	return u.Piece.Last
}

// rate returns how many dice a weapon throws: its shots, halved if its unit moved, but at least 1. A single-shot gun keeps
// its shot (MB-6.2g, MB-R9).
func (g *Game) rate(s shooter) int {
	u, w := g.unit(s.unit), g.weapon(s.weapon)
	if !u.moved() {
		return w.Shots
	}
	return max(1, w.Shots/2)
}

// poorShots reports whether a unit may halve its shots to hit on a 6 where 7 would be needed: infantry of BS 2 (MB-6.4a, MB-R11).
func (g *Game) poorShots(u *Unit) bool {
	return u.foot() && !u.piece() && u.Profile.BS == g.constants().PoorBS.Value
}

// bundle is a group of dice thrown together, for men with the same weapon, round and score, in the order of their figures.
type bundle struct {
	shot
	men  []int // figure numbers
	last int   // the farthest of their ranges
	poor bool
}

// bundled groups the shots of a unit's men in figure order. Consecutive men who throw for the same are grouped; poor shots
// are grouped by weapon (MB-B9, MB-R11).
func (g *Game) bundled(shots []shot, poor bool) []bundle {
	var out []bundle
	worst := g.constants().WorstScore.Value
	for _, s := range shots {
		u := g.unit(s.by.unit)
		bad := poor && s.need.Total() == worst+1 && g.poorShots(u)
		if s.need.Total() > worst && !bad {
			continue
		}
		man := 0
		if s.by.figure >= 0 {
			man = u.Figures[s.by.figure].N
		}
		i := slices.IndexFunc(out, func(b bundle) bool { return bad && b.poor && b.by.weapon == s.by.weapon })
		if n := len(out) - 1; i < 0 && n >= 0 && !bad && !out[n].poor && out[n].joins(s) {
			i = n
		}
		if i >= 0 {
			out[i].men, out[i].dice = append(out[i].men, man), out[i].dice+s.dice
			out[i].distance, out[i].last = min(out[i].distance, s.distance), max(out[i].last, s.distance)
			continue
		}
		out = append(out, bundle{shot: s, men: []int{man}, last: s.distance, poor: bad})
	}
	for i := range out {
		if b := &out[i]; b.poor { // MB-6.4a: half the shots, rounded down, at least one; then a 6 hits
			b.dice = max(1, b.dice/2)
			b.need = b.need.Plus("modifier.poor", worst-b.need.Total(), "MB-6.4a")
		}
	}
	return out
}

// joins reports whether a shot is thrown together with a bundle.
func (b *bundle) joins(s shot) bool {
	return b.by.arm < 0 && s.by.arm < 0 && b.by.weapon == s.by.weapon && b.round == s.round && b.round.template == "" && strings.EqualFold(b.need.String(), s.need.String())
}
