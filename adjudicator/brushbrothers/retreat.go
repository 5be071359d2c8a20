package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// flight is what is left of a retreat: who runs from where, how many UD, and whether it has already gone a diagonal
// step on squares, so that the next one costs 2 UD (BB-1.4e).
type flight struct {
	unit, victor string
	left         int
	slant        bool
}

// retreat implements BB-6.3b and 6.3c with BB-R20: step by step away from the victor. If no step is legal the GC is
// eliminated. The way is chosen anew before each step, since a hidden enemy may be revealed on it.
func (g *Game) retreat(t *table.Table, f flight) {
	for f.left > 0 {
		u := g.group(f.unit)
		if u == nil {
			return
		}
		k := g.Known(u.Side)
		ways := k.retreats(f)
		if len(ways) == 0 {
			t.Report("BB-6.3c", "no-retreat", table.A("unit", f.unit), table.A("at", u.Sector))
			g.eliminate(t, f.unit, "BB-6.3c")
			return
		}
		to := table.Decide(t, g.askRetreat(u.Side, f))
		legal := false
		for _, w := range ways {
			legal = legal || w[0] == to
		}
		if !legal {
			to = ways[0][0]
		}
		t.Report("BB-R20", "retreat", table.A("unit", f.unit), table.A("from", u.Sector), table.A("to", to))
		f = g.flees(f, u.Sector, to)
		g.enter(t, f.unit, to)
	}
}

// flees returns a flight after one step: 1 UD less, or 2 less for a second diagonal step on squares (BB-1.4e).
func (g *Game) flees(f flight, from, to string) flight {
	f.left--
	if g.diagonal(from, to) {
		if f.slant {
			f.left--
		}
		f.slant = true
	}
	return f
}

// retreats lists the legal ways of a flight, from what its side knows.
func (k *Game) retreats(f flight) [][]string {
	u := k.group(f.unit)
	if f.left <= 0 || u == nil {
		return nil
	}
	start := u.Sector
	var out [][]string
	for _, next := range k.net.Neighbours(start) {
		rest := k.flees(f, start, next)
		if rest.left < 0 || !k.mayRetreat(u, start, next, f.victor) {
			continue
		}
		if rest.left == 0 { // friends may be passed through: only the last sector needs room (BB-R68)
			if k.room(u.Side, next) >= k.size(u) {
				out = append(out, []string{next})
			}
			continue
		}
		u.Sector = next
		for _, way := range k.retreats(rest) {
			out = append(out, append([]string{next}, way...))
		}
		u.Sector = start
	}
	return out
}

// mayRetreat checks one step of BB-R20: farther from the victor, no nearer to any other enemy on the table, and into a
// sector that is neither impassable nor held by the enemy.
func (k *Game) mayRetreat(u *Group, from, to, victor string) bool {
	if k.distance(victor, to) <= k.distance(victor, from) || k.terrain(to).Impassable {
		return false
	}
	for _, e := range k.enemies(u.Side) {
		at := k.group(e).Sector
		if at == to || at != victor && k.distance(at, to) < k.distance(at, from) {
			return false
		}
	}
	return true
}
