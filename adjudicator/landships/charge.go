package landships

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// LS-6.33: a charge is the only way in which mounted cavalry attacks: straight ahead along a hex row, up to the enemy.
// The last hex is entered in the close assault phase (LS-6.34f).

// run is one unit's part in a charge.
type run struct {
	unit string
	path []string // hexes entered, ending next to the target
	mp   int      // MP for them
}

// charging works out a unit's way when it charges a hex in a direction. It stops in the first hex of its row that has
// the target among the three hexes before it (LS-6.33d, A-21).
func (g *Game) charging(u *Piece, direction int, target string) (run, *table.Refusal) {
	r := run{unit: u.ID}
	if g.level(target) > 0 {
		return r, refuse("uphill", "LS-6.35c", table.A("unit", u.ID), table.A("to", target))
	}
	if no := g.chargeable(u, target); no != nil {
		return r, no
	}
	at := u.Hex
	for !g.before(at, direction, target) {
		if at = g.neighbour(at, direction); at == "" {
			return r, refuse("off-line", "LS-6.33c", table.A("unit", u.ID), table.A("direction", g.directionName(direction)), table.A("to", target))
		}
		r.path = append(r.path, at)
	}
	at = u.Hex
	for _, hex := range r.path {
		mp, no := g.rideCost(u, at, hex, atCharge)
		if no != nil {
			return r, no
		}
		r.mp, at = r.mp+mp, hex
	}
	reach := table.Base("mp.hexes", r.mp, "LS-6.32a").Plus("mp.target", g.impactCost(target), "LS-6.33b")
	if most := g.gait(u, atCharge) - u.Spent; reach.Total() >= most {
		return r, refuse("charge-far", "LS-6.33b", table.A("unit", u.ID), table.A("mp", reach), table.A("of", most))
	}
	return r, nil
}

// impactCost returns what the target's own hex adds to the distance of a charge.
func (g *Game) impactCost(target string) int {
	mp := max(1, g.ground(target).Charge)
	if g.trench(target) != "" {
		mp = max(mp, g.feature("trench").Charge)
	}
	if g.wired(target) {
		mp = max(mp, g.feature("wire").Charge)
	}
	return mp
}

// before reports whether a hex is one of the three in front of a charging unit.
func (g *Game) before(at string, direction int, target string) bool {
	d := g.toward(at, target)
	return d != 0 && (d == direction || d == turned(direction, 1) || d == turned(direction, -1))
}

// chargeable reports why a hex cannot be charged, or returns nil if it can (LS-6.33a): it must hold an enemy that
// cavalry may close with (LS-12.12b), and he must be spotted.
func (g *Game) chargeable(u *Piece, target string) *table.Refusal {
	foes := g.of(g.other(u.Side), target, func(e *Piece) bool { return e.soft() || e.Class == "TRK" })
	if len(foes) == 0 {
		return refuse("no-target", "LS-6.33a", table.A("unit", u.ID), table.A("to", target))
	}
	if !slices.ContainsFunc(foes, func(e string) bool { return g.sees(u, g.unit(e)) == nil }) {
		return refuse("unspotted", "LS-6.33a", table.A("unit", u.ID), table.A("to", target))
	}
	return nil
}

// charge carries out the runs of a block: first to two hexes from the target, where those charged test, then next to
// it, where they test again (LS-6.34g). A charge that starts nearer causes only the tests of the distances that it
// reaches (A-24, LS-6.33e).
func (g *Game) charge(t *table.Table, runs []run, direction int, target string) {
	far := g.constants().ChargeFar.Value
	trails := make([][]string, len(runs))
	for i, r := range runs {
		trails[i] = []string{g.unit(r.unit).Hex}
		n := 0
		for n < len(r.path) && g.distance(g.unit(r.unit).Hex, target) > far && g.distance(r.path[n], target) >= far {
			n++
		}
		trails[i] = append(trails[i], g.gallop(t.At(r.unit), r.unit, r.path[:n], atCharge)...)
	}
	there := func(hexes int) bool {
		return slices.ContainsFunc(runs, func(r run) bool {
			u := g.unit(r.unit)
			return u.Out == "" && u.Mounted && !u.Pinned && g.distance(u.Hex, target) == hexes
		})
	}
	if there(far) {
		g.chargeFright(t, target, false)
	}
	for i, r := range runs {
		u := g.unit(r.unit)
		if rest := r.path[len(trails[i])-1:]; u.Out == "" && u.Mounted && !u.Pinned {
			trails[i] = append(trails[i], g.gallop(t.At(r.unit), r.unit, rest, atCharge)...)
		}
		u = g.unit(r.unit)
		spent := table.Base("mp.hexes", u.Spent, "LS-6.32a")
		t.At(r.unit).Report("LS-6.33c", "charges", table.A("unit", r.unit), table.A("from", trails[i][0]), table.A("to", last(trails[i], "")), table.A("path", trails[i]),
			table.A("direction", g.directionName(direction)), table.A("target", target), table.A("mp", spent), table.A("of", g.gait(u, atCharge)))
		if u.Out == "" && u.Mounted && !u.Pinned && g.distance(u.Hex, target) == 1 {
			u.Charge = direction
		}
	}
	if there(1) {
		g.chargeFright(t, target, true)
	}
}

// chargeFright is LS-6.34: each enemy soft target in the charged hex tests alone, if the hex is clear ground, or a
// trench or strongpoint in the clear (LS-6.34c). If near is true the cavalry is adjacent, for +1. A unit tests once at
// each distance in a phase (LS-6.34d); one that fails is pinned and does not test again. Trucks do not test
//
func (g *Game) chargeFright(t *table.Table, target string, near bool) {
	if g.ground(target).Kind != "clear" {
		return
	}
	at, rule := "far", "LS-6.34a"
	if near {
		at = "near"
	}
	list := g.of(g.passive(), target, func(u *Piece) bool { return u.soft() && !u.Pinned })
	slices.Sort(list)
	for _, id := range list {
		if key := id + "/" + at; !slices.Contains(g.Fright, key) && !slices.Contains(g.Fright, id) {
			g.Fright = append(g.Fright, key)
			var mods []term
			if near {
				mods = append(mods, g.modifiers().ChargeNear.times(1))
			}
			if g.trench(target) != "" || g.strongpoint(target) {
				mods = append(mods, g.modifiers().ChargeTrench.times(1)) // LS-6.34b
			}
			g.frightTest(t, id, rule, "charge-fright", mods)
		}
	}
}

// frightTest rolls one die against the morale rating: over it the unit is pinned (LS-6.34e), and nothing worse.
func (g *Game) frightTest(t *table.Table, id, rule, kind string, mods []term) {
	u := g.unit(id)
	t = t.At(id)
	die, rating := with(t.Roll(u.Side, "fright", 1, 6), mods...), g.rating(u, false)
	args := []table.FactArg{table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("rating", rating)}
	if die.Total() <= rating.Total() {
		t.Report(rule, kind+"-stands", args...)
		return
	}
	g.hold(id)
	t.Report(rule, kind, args...)
}

// tankFright is LS-4.2c, if the scenario has it (M-20): after all vehicles have moved, each unpinned soft target of N
// except tank leaders tests once if an enemy tank is in its hex or adjacent.
func (g *Game) tankFright(t *table.Table) {
	if !g.doc.Scenario.Switches.TankFright {
		return
	}
	n, p := g.passive(), g.Phasing
	list := g.of(n, "", func(u *Piece) bool {
		return u.soft() && !u.Pinned && g.has(p, "", func(e *Piece) bool { return e.tank() && g.distance(e.Hex, u.Hex) <= 1 })
	})
	slices.SortFunc(list, func(a, b string) int {
		if x, y := g.unit(a).Hex, g.unit(b).Hex; x != y {
			return strings.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
	for _, id := range list {
		u := g.unit(id)
		var mods []term
		if g.trench(u.Hex) != "" || g.strongpoint(u.Hex) {
			mods = append(mods, g.modifiers().FrightTrench.times(1))
		}
		if g.has(p, u.Hex, (*Piece).tank) {
			mods = append(mods, g.modifiers().FrightSameHex.times(1))
		}
		g.frightTest(t, id, "LS-4.2c", "tank-fright", mods)
	}
}
