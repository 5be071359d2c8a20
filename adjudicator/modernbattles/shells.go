package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// Shells with a template (MB-B11): where they burst, which models they strike squarely, and splinters.

// burst is one shell that bursts at a place.
type burst struct {
	round  round
	at     Point
	square bool   // HIT: the model under the centre takes the full strength (MB-B11a)
	direct string // unit fired at directly: the hit roll has counted its cover (MB-B11b)
	top    bool   // indirect: hulls are struck on the top (MB-B11c)
}

// shellBurst resolves a direct hit by a shell or rocket with a template; the deviation die decides whether it is square (MB-B11a).
func (g *Game) shellBurst(t *table.Table, b *blow, r round, at Point, direct string) {
	square := g.deviation(t, b.by, "MB-B11a")
	g.bursts(t, b, burst{round: r, at: at, square: square, direct: direct})
}

// deviation throws the deviation die (MB-27c, MB-R31); true means HIT.
func (g *Game) deviation(t *table.Table, by table.Seat, rule string) bool {
	die := t.Roll(by, "deviation", 1, 6)
	face := g.doc.Combat.Deviation[die.Total()-1]
	t.Report(rule, "deviation", table.A("roll", die), table.A("face", "face."+face))
	return face == "hit"
}

// splinters returns the strength of splinters: half of HE, a quarter of HEAT (MB-27d, MB-R32).
func (g *Game) splinters(r round) int {
	if r.kind == shellHEAT {
		return part(r.strength, g.constants().SplintersHeat.Value)
	}
	return part(r.strength, g.constants().SplintersHE.Value)
}

// shellStrength returns a strength against the men of a unit: one more in artillery fire if they have no helmets (MB-7b, MB-R58).
func (g *Game) shellStrength(u *Unit, strength int) int {
	if u.foot() && !u.has("helmets") {
		return strength + g.modifiers().NoHelmets.Value
	}
	return strength
}

// against returns the strength of a round, or of its splinters, against men.
func (g *Game) against(u *Unit, r round, splinters bool) int {
	s := r.strength
	if splinters {
		s = g.splinters(r)
	}
	if r.shell && r.kind == shellHE { // artillery
		return g.shellStrength(u, s)
	}
	return s
}

// bursts strikes everything under a template, with units in the order of their ids: on a HIT the model under the centre, and
// everything else with splinters (MB-B11b to e).
func (g *Game) bursts(t *table.Table, b *blow, x burst) {
	tpl := g.template(x.round.template)
	t.Report("MB-B11", "burst", table.A("at", spotText(x.at)), table.A("template", "template."+tpl.ID), table.A("shell", "shell."+x.round.kind), table.A("strength", x.round.strength))
	struck := g.blasted(x.at, tpl)
	centre := Struck{}
	if x.square {
		centre = g.underCentre(x.at, struck)
	}
	for len(struck) > 0 {
		id := struck[0].Unit
		mine := table.Pick(struck, func(s *Struck) (int, bool) { return s.Figure, s.Unit == id })
		struck = slices.DeleteFunc(struck, func(s Struck) bool { return s.Unit == id })
		full := -2
		if centre.Unit == id {
			full = centre.Figure
		}
		g.burstOn(t.At(id), b, g.unit(id), x, mine, full)
	}
}

// blasted lists what is under a template: figures and hulls, men who ride on hulls (MB-R48) and, in a building that it
// touches, as many men as it covers (MB-B11e).
func (g *Game) blasted(at Point, tpl Template) []Struck {
	out := g.under(at, tpl.Radius)
	var inside, riders []Struck
	disc := Shape{Centre: at, Radius: tpl.Radius}
	left := buildings{}
	for _, s := range g.seats() {
		for _, id := range g.of(s, func(u *Unit) bool { return u.Out == "" && u.alive() > 0 && !u.Off }) {
			u := g.unit(id)
			switch {
			case u.Rider && slices.ContainsFunc(out, func(s Struck) bool { return s.Unit == u.Aboard }):
				for _, i := range u.living() {
					riders = append(riders, Struck{id, i})
				}
			case u.Inside != "" && g.on(u) && apart(g.shape(u, 0), disc) == 0:
				men := g.order(u, nil)
				n := min(len(men), left.take(u.Inside, tpl.Men, len(men)))
				for _, i := range men[:n] {
					inside = append(inside, Struck{id, i})
				}
			}
		}
	}
	out = append(append(out, riders...), inside...)
	slices.SortStableFunc(out, func(a, b Struck) int { return strings.Compare(a.Unit, b.Unit) }) // MB-B1d
	return out
}

// buildings counts how many more men of each building a template covers.
type buildings []covered

type covered struct {
	building string
	left     int
}

func (m *buildings) take(building string, most, want int) int {
	i := slices.IndexFunc(*m, func(c covered) bool { return c.building == building })
	if i < 0 {
		*m = append(*m, covered{building, most})
		i = len(*m) - 1
	}
	n := min(want, (*m)[i].left)
	(*m)[i].left -= n
	return n
}

// underCentre returns the model on whose base the centre of a burst lies, the nearest if there are several. If there is none,
// the burst has only splinters (MB-B11c).
func (g *Game) underCentre(at Point, struck []Struck) Struck {
	best, far := Struck{}, -1
	for _, s := range struck {
		u := g.unit(s.Unit)
		if u.Inside != "" || u.Rider {
			continue
		}
		shape := g.shape(u, max(s.Figure, 0))
		if apart(shape, point(at)) > 0 {
			continue
		}
		if d := span(shape.Centre, at); far < 0 || d < far {
			best, far = s, d
		}
	}
	return best
}

// burstOn resolves a burst for one unit: full is the index of the figure struck squarely, -1 for its hull or piece, -2 for none.
func (g *Game) burstOn(t *table.Table, b *blow, u *Unit, x burst, figures []int, full int) {
	g.show(t, u) // a unit under a shell is revealed
	g.firedAt(u)
	if u.vehicle() {
		g.burstOnHull(t, b, u, x, full == -1)
		return
	}
	b.touch(u, g.burstCover(u, x))
	if slices.Contains(figures, -1) { // MB-27, MB-B11d
		figures = slices.DeleteFunc(figures, func(i int) bool { return i == -1 })
		strength := g.splinters(x.round)
		if full == -1 {
			strength = x.round.strength
		}
		if !g.pieceStruck(t, b, u, strength) {
			u = g.unit(u.ID + crewMark) // the men of the destroyed gun are still under the template
			if u == nil {
				return
			}
		}
	}
	if full >= 0 {
		g.figuresStruck(t, b, u, []int{full}, g.against(u, x.round, false))
		figures = slices.DeleteFunc(figures, func(i int) bool { return i == full })
	}
	figures = slices.DeleteFunc(figures, func(i int) bool { return i >= len(u.Figures) || u.Figures[i].Out })
	if hit := g.splinterDice(t, b, u, x, figures); len(hit) > 0 {
		g.figuresStruck(t, b, u, hit, g.against(u, x.round, true))
	}
}

// burstCover returns the cover of a unit for the panic test after a burst: against the place of the burst or, in indirect
// fire, against the nearest enemy.
func (g *Game) burstCover(u *Unit, x burst) Cover {
	if u.Rider {
		return Cover{Level: 1, Why: "cover.rider", Rule: "MB-26b"}
	}
	if x.top {
		return g.coverNow(u)
	}
	return g.coverFrom(u, x.at)
}

// splinterDice throws the dice that decide which figures splinters strike: 3+, harder in cover except for the unit fired at
// directly (MB-B11b).
func (g *Game) splinterDice(t *table.Table, b *blow, u *Unit, x burst, figures []int) []int {
	if len(figures) == 0 {
		return nil
	}
	die := g.dice().Splinters
	var needs []string
	var need []int
	for _, i := range figures {
		n := die.Low
		if u.ID != x.direct {
			switch c := g.figureCover(u, i, x.at); c.Level {
			case 1:
				n -= g.modifiers().SplinterLight.Value
			case 2:
				n -= g.modifiers().SplinterHeavy.Value
			}
		}
		need = append(need, n)
		needs = table.With(needs, strconv.Itoa(n))
	}
	roll := t.Roll(b.by, "splinters", len(figures), die.Sides)
	var hit []int
	for k, d := range roll.Dice() {
		if d >= need[k] {
			hit = append(hit, figures[k])
		}
	}
	t.Report("MB-B11b", "splinters", table.A("unit", u.ID), table.A("men", len(figures)), table.A("needed", needs), table.A("roll", roll), table.A("hits", len(hit)))
	return hit
}

// figureCover returns the cover of one figure against a burst.
func (g *Game) figureCover(u *Unit, i int, at Point) Cover {
	if u.Rider {
		return Cover{Level: 1, Why: "cover.rider", Rule: "MB-26b"}
	}
	return g.coverFigure(u, i, at)
}

// figuresStruck throws the wound dice for certain figures, one for each.
func (g *Game) figuresStruck(t *table.Table, b *blow, u *Unit, figures []int, strength int) {
	need := g.woundScore(strength, u.Profile.Toughness)
	if need >= never {
		t.Report("MB-B10", "no-wound", table.A("unit", u.ID), table.A("strength", strength), table.A("toughness", u.Profile.Toughness))
		return
	}
	roll := t.Roll(b.by, "wound", len(figures), 6)
	var dead []int
	for k, d := range roll.Dice() {
		if d >= need {
			dead = append(dead, figures[k])
		}
	}
	t.Report("MB-B10", "wounds", table.A("unit", u.ID), table.A("strength", strength), table.A("toughness", u.Profile.Toughness), table.A("needed", need), table.A("roll", roll), table.A("wounds", len(dead)))
	for _, i := range dead {
		b.kill(t, u, i, "MB-B10a")
	}
}

// pieceStruck resolves a hit on a gun: toughness 6, two wounds, no die to strike (MB-27a, MB-B10a, MB-B11d). It returns false
// if the gun is destroyed and its crew is on foot.
func (g *Game) pieceStruck(t *table.Table, b *blow, u *Unit, strength int) bool {
	if b.woundDice(t, u, 1, strength, g.constants().GunToughness.Value, "MB-27a") == 0 {
		return true
	}
	u.Piece.Wounds--
	t.Report("MB-B10a", "gun-wounded", table.A("unit", u.ID), table.A("left", u.Piece.Wounds))
	if u.Piece.Wounds > 0 {
		return true
	}
	id := u.ID
	t.Report("MB-B10a", "gun-destroyed", table.A("unit", id))
	if u.alive() > 0 {
		c := g.abandonPiece(t, u)
		c.State = fleeing
		cid := c.ID
		g.takeOff(t, g.unit(id), "destroyed")
		g.flee(t, g.unit(cid), b.dread(g.unit(cid)), 2*inches(c.Profile.Move), false)
		return false
	}
	g.takeOff(t, u, "destroyed")
	return false
}

// burstOnHull resolves a burst for a vehicle: the full strength on a HIT, otherwise splinters. It strikes the zone facing the
// firer or, in indirect fire, the top (MB-B11c, MB-R38).
func (g *Game) burstOnHull(t *table.Table, b *blow, u *Unit, x burst, full bool) {
	if g.spentHull(u) {
		return
	}
	zone := "top"
	if !x.top {
		zone = g.zone(u, b.away)
	}
	strength := x.round.strength
	if !full {
		if len(g.splinterDice(t, b, u, x, []int{0})) == 0 {
			return
		}
		strength = g.splinters(x.round)
	}
	if u.ID != x.direct && g.loaded(u) && g.loadHit(t, b, u, x.round, zone) { // for the unit fired at, that die was thrown before (MB-34a)
		return
	}
	g.hullStruck(t, b.by, u, zone, strength, "MB-B11c")
}

// strike resolves one hit on a figure that needs no die to hit: mines (MB-B21).
func (g *Game) strike(t *table.Table, u *Unit, i, strength int, rule string) {
	b := &blow{g: g, t: t, by: g.other(u.Side), away: u.At}
	if b.woundDice(t, u, 1, strength, u.Profile.Toughness, rule) > 0 {
		b.kill(t, u, i, rule)
	}
}
