package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// retreat is BB-6.3b and 6.3c with BB-R20: step by step away from the victor. Where no step is legal the GC is
// eliminated. The way is chosen anew before each step, since a hidden enemy may show up on it.
func (g *Game) retreat(t *table.Table, name, victor string, steps int) {
	for n := steps; n > 0; n-- {
		u := g.group(name)
		if u == nil {
			return
		}
		k := g.Known(u.Side)
		ways := k.retreats(name, victor, n)
		if len(ways) == 0 {
			t.Report("BB-6.3c", "no-retreat", table.A("unit", name), table.A("at", u.Sector))
			g.eliminate(t, name, "BB-6.3c")
			return
		}
		to := table.Decide(t, g.askRetreat(u.Side, name, victor, n))
		legal := false
		for _, w := range ways {
			legal = legal || w[0] == to
		}
		if !legal {
			to = ways[0][0]
		}
		t.Report("BB-R20", "retreat", table.A("unit", name), table.A("from", u.Sector), table.A("to", to))
		g.enter(t, name, to)
	}
}

// retreats lists the legal ways of n steps of a group away from a victor's sector, on what its side knows.
func (k *Game) retreats(name, victor string, n int) [][]string {
	u := k.group(name)
	if n == 0 || u == nil {
		return nil
	}
	start := u.Sector
	var out [][]string
	for _, next := range k.net.grid.Neighbours(start) {
		if !k.mayRetreat(u, start, next, victor) {
			continue
		}
		if n == 1 {
			out = append(out, []string{next})
			continue
		}
		u.Sector = next
		for _, rest := range k.retreats(name, victor, n-1) {
			out = append(out, append([]string{next}, rest...))
		}
		u.Sector = start
	}
	return out
}

// mayRetreat is one step of BB-R20: farther from the victor, no nearer to any other enemy in view, into a sector that is
// neither impassable nor the enemy's and has room.
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
	return k.room(u.Side, to) >= k.size(u)
}
