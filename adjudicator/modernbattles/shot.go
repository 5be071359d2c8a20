package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// volley is the fire of one unit at one target, which MB-B9 resolves together.
type volley struct {
	target string
	shots  []shot
	poor   bool // may halve its shots to hit on a 6 (MB-6.4)
	aim    string
	at     aimAt
}

// fire resolves the volley of a unit at a target (MB-B9): all hit dice in figure order, then the effects of the hits in the
// same order, then casualties, then panic.
func (g *Game) fire(t *table.Table, u *Unit, v volley) {
	t = t.At(v.target)
	e := g.unit(v.target)
	b := g.strikes(t, u)
	bundles := g.bundled(v.shots, v.poor)
	if len(bundles) == 0 {
		return
	}
	seen := g.seenBy(u, bundles, e)
	b.touch(e, bundles[0].cover)
	g.firedAt(e)
	hits := make([]int, len(bundles))
	for i := range bundles {
		hits[i] = g.hitDice(t, u, e, &bundles[i])
		g.spend(u, &bundles[i], v.target)
	}
	wounds := 0
	for i := range bundles {
		if hits[i] > 0 {
			wounds += g.takes(t, b, e, &bundles[i], hits[i], v)
		}
	}
	if wounds > 0 {
		g.loses(t, b, u, e, wounds, seen, v)
	}
	b.finish()
}

// hitDice throws the hit dice of a bundle and reports them.
func (g *Game) hitDice(t *table.Table, u, e *Unit, b *bundle) int {
	roll := t.Roll(u.Side, "hit", b.dice, 6)
	hits := table.Count(roll.Dice(), func(d int) bool { return d >= b.need.Total() })
	args := []table.FactArg{table.A("unit", u.ID), table.A("target", e.ID), table.A("weapon", b.by.weapon), table.A("men", len(b.men)), table.A("shots", b.dice),
		table.A("inches", inchText(b.distance)), table.A("band", "band."+b.band), table.A("needed", b.need), table.A("roll", roll), table.A("hits", hits)}
	if b.last != b.distance {
		args = append(args, table.A("to", inchText(b.last)))
	}
	if b.cover.Level > 0 {
		args = append(args, table.A("cover", b.cover.Why))
	}
	if b.round.kind != "" {
		args = append(args, table.A("shell", "shell."+b.round.kind))
	}
	if u.moved() && b.by.figure >= 0 {
		args = append(args, table.A("hip", true)) // MB-6.2g
	}
	rule := "MB-B9.3"
	if b.poor {
		rule = "MB-6.4a"
		args = append(args, table.A("poor", true))
	}
	t.Report(rule, "shots", args...)
	return hits
}

// spend notes that weapons have fired, and at what (MB-6.1b); single-use weapons are gone.
func (g *Game) spend(u *Unit, b *bundle, target string) {
	u.Did.Fired = true
	switch {
	case b.by.arm >= 0:
		u.Tank.Arms[b.by.arm].Used, u.Tank.Arms[b.by.arm].Last = true, target
	case b.by.figure >= 0:
		for f := range table.All(u.Figures) {
			if !slices.Contains(b.men, f.N) {
				continue
			}
			f.Shot, f.Last = true, target
			if g.weapon(b.by.weapon).SingleUse {
				if k := slices.Index(f.Also, b.by.weapon); k >= 0 {
					f.Also = slices.Delete(slices.Clone(f.Also), k, k+1)
				} else if f.Weapon == b.by.weapon {
					f.Weapon = ""
				}
			}
		}
	default:
		u.Piece.Last = target
	}
}

// seenBy lists the figures of the target that some firer sees: only those can be put out (MB-B10a).
func (g *Game) seenBy(u *Unit, bundles []bundle, e *Unit) []int {
	if e.single() || e.vehicle() || e.Rider {
		return e.living()
	}
	var out []int
	for _, b := range bundles {
		if b.by.figure < 0 {
			out = table.With(out, g.seenFrom(u, 0, e)...)
			continue
		}
		for i := range u.Figures {
			if !slices.Contains(b.men, u.Figures[i].N) {
				continue
			}
			out = table.With(out, g.seenFrom(u, i, e)...)
		}
	}
	slices.Sort(out)
	return out
}

// firedAt records that a unit was shot at in this player turn (MB-35.1).
func (g *Game) firedAt(e *Unit) { e.ShotAt = true }

// takes resolves the hits of a bundle. Hits on a hull or with a template take effect at once; for others it returns the wounds.
func (g *Game) takes(t *table.Table, b *blow, e *Unit, x *bundle, hits int, v volley) int {
	r := x.round
	if r.kind == shellSmoke { // MB-B19
		g.smokeAt(t, b.by, g.mark(x.by, e))
		return 0
	}
	if v.at.commander {
		return g.commanderHit(t, b, e, hits, r.strength)
	}
	if e.vehicle() {
		for range hits {
			if e = g.unit(v.target); g.spentHull(e) {
				break
			}
			g.hullHit(t, b, e, r, g.unit(x.by.unit))
		}
		return 0
	}
	if r.template != "" {
		for range hits {
			g.shellBurst(t, b, r, g.mark(x.by, e), e.ID)
		}
		return 0
	}
	if r.kind == shellAP && r.shell && e.piece() { // MB-27b, MB-R57
		t.Report("MB-27b", "harmless", table.A("target", e.ID), table.A("shell", "shell."+r.kind))
		return 0
	}
	strength := r.strength
	if r.kind == shellHE { // a 20 mm: each hit strikes one man (MB-B26)
		strength = g.shellStrength(e, strength)
	}
	return b.woundDice(t, e, hits, strength, e.Profile.Toughness, "MB-B10")
}

// loses applies the casualties of wounds: a sniper chooses them (MB-5e, MB-B20), otherwise they follow the owner's order.
func (g *Game) loses(t *table.Table, b *blow, u, e *Unit, wounds int, seen []int, v volley) {
	if u.Kind == "sniper" && e.State != suppressed {
		for k := range wounds {
			left := slices.DeleteFunc(slices.Clone(seen), func(i int) bool { return e.Figures[i].Out })
			if len(left) == 0 {
				b.spared(t, e, wounds-k)
				return
			}
			b.kill(t, e, table.Decide(t, g.askSniper(u, e.ID, left, v.aim)), "MB-B20")
		}
		return
	}
	b.casualties(t, e, wounds, seen, "MB-B10a")
}

// mark returns where a shell that hits bursts: on the figure that is nearest to the firer and that he sees, on the centre of
// a hull, or on the nearest point of a building's outline (MB-B11a).
func (g *Game) mark(s shooter, e *Unit) Point {
	u, i := g.unit(s.unit), max(s.figure, 0)
	e = g.standsFor(e)
	if e.single() || e.vehicle() {
		return e.At
	}
	if a := g.area(e.Inside); e.Inside != "" && a != nil {
		return nearest(u.At, a.shape.Hull)
	}
	best, at := -1, e.At
	for _, j := range g.seenFrom(u, i, e) {
		if d := apart(g.shape(u, i), g.shape(e, j)); best < 0 || d < best {
			best, at = d, e.Figures[j].At
		}
	}
	return at
}

// commanderHit resolves a hit on the commander in his hatch: a man of the crew (MB-17.1, MB-R21).
func (g *Game) commanderHit(t *table.Table, b *blow, e *Unit, hits, strength int) int {
	if b.woundDice(t, e, hits, strength, g.constants().CrewToughness.Value, "MB-R21") == 0 {
		return 0
	}
	e.Tank.Hatches = "closed"
	t.Report("MB-R21", "commander-hit", table.A("unit", e.ID))
	g.crewLoss(t, e, 1, "MB-R21")
	return 0
}
