package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// move writes a movement phase: reinforcements, combat units from the front to the rear, guns and headquarters, then the
// markers and bridges at its end.
func (f *staff) move() {
	if f.Seat == allied && f.Known.Number <= f.Known.doc.Scenario.Turns[0].Number && f.Known.Sequence == 1 {
		f.Write("standing demolish all")
	}
	f.Some("move", "play", 1)
	f.Some("move", "release", 2)
	f.bringIn()
	units := f.Known.of(f.Seat, "", f.Known.fights)
	f.send(units)
	slices.SortStableFunc(units, func(a, b string) int {
		return f.away(f.enemy, f.Known.unit(a).Hex) - f.away(f.enemy, f.Known.unit(b).Hex)
	})
	f.mass(units)
	still := table.Keep(units, func(id string) bool { return !slices.Contains(f.bound, id) && !f.moveUnit("move", id, inMovement) })
	for _, id := range f.Known.of(f.Seat, "", f.Known.support) {
		f.follow(id)
	}
	f.mark(still)
	if f.attacks() {
		f.bridge()
	}
}

// attacks reports whether the side makes for the goals: the German always does, the Allies do in an offensive of their
// own.
func (f *staff) attacks() bool { return f.Seat == german || f.Known.Attack.Side == f.Seat }

// bridge rebuilds bridges whose banks own units will hold, since supply and guns wait for them (SO-9.1f, SO-11.2.5d).
func (f *staff) bridge() {
	for _, side := range f.Known.Broken {
		a, b, _ := strings.Cut(side, "/")
		x, y := f.Known.net.number(a), f.Known.net.number(b)
		if f.held[x]-f.gone[x] > 0 || f.crowd[x] > 0 || f.held[y]-f.gone[y] > 0 || f.crowd[y] > 0 {
			f.Write("repair %s %s", a, b)
		}
	}
}

// send gives units their errands: to all units of an attacker, to the reserves of a defender.
func (f *staff) send(units []string) {
	if f.attacks() {
		f.assign(units)
	} else {
		f.guard(units)
	}
}

// guard sends units with no enemy near to the places most in danger, the nearest unit to each, as long as the enemy is
// stronger there.
func (f *staff) guard(units []string) {
	f.errand = make([][]reach, len(f.Known.Units))
	sent := make([]int, len(f.Known.Holds))
	free := table.Keep(units, func(id string) bool { return f.away(f.enemy, f.Known.unit(id).Hex) > engaged })
	for len(free) > 0 {
		at := f.endangered(sent)
		if at < 0 {
			return
		}
		way := f.Known.distances([]int{f.Known.net.number(f.Known.Holds[at].Hex)})
		best := slices.MinFunc(free, func(a, b string) int { return f.away(way, f.Known.unit(a).Hex) - f.away(way, f.Known.unit(b).Hex) })
		if u := f.Known.unit(best); f.Known.distance(u.Hex, f.Known.Holds[at].Hex) > around { // a unit already there has been counted
			sent[at] += f.Known.points(u)
			f.errand[f.rank(best)] = way
		}
		free = slices.DeleteFunc(free, func(id string) bool { return id == best })
	}
}

// engaged is how near the enemy must be for a unit to stay at the front.
const engaged = 4

// assign divides the units among the goals, so that they do not all make for the nearest one. The nearest units choose
// first, and each stacking point already bound for a goal counts as one more hex on the way to it.
func (f *staff) assign(units []string) {
	goals := f.goals()
	ways, bound := make([][]reach, len(goals)), make([]int, len(goals))
	for i, h := range goals {
		ways[i] = f.Known.distances([]int{f.Known.net.number(h)})
	}
	f.errand = make([][]reach, len(f.Known.Units))
	units = slices.Clone(units)
	slices.SortStableFunc(units, func(a, b string) int {
		return f.away(f.goal, f.Known.unit(a).Hex) - f.away(f.goal, f.Known.unit(b).Hex)
	})
	for _, id := range units {
		best, least := -1, 0
		for i := range goals {
			n := f.away(ways[i], f.Known.unit(id).Hex) + bound[i]
			if best < 0 || n < least {
				best, least = i, n
			}
		}
		if best >= 0 {
			bound[best] += f.Known.points(f.Known.unit(id))
			f.errand[f.rank(id)] = ways[best]
		}
	}
}

// rank returns the index of a unit among all units.
func (f *staff) rank(id string) int {
	return slices.IndexFunc(f.Known.Units, func(u Formation) bool { return u.ID == id })
}

// toward returns the distances to the place that a unit makes for: its own, or whichever is nearest.
func (f *staff) toward(id string) []reach {
	if f.errand != nil {
		if way := f.errand[f.rank(id)]; way != nil {
			return way
		}
	}
	return f.goal
}

// bringIn names the entry of each unit that is due: the one nearest to where it is wanted, which is at the enemy for an
// attacker and at the place most in danger for a defender.
func (f *staff) bringIn() {
	sent := make([]int, len(f.Known.Holds))
	for u := range table.All(f.Known.Units) {
		a, ok := f.Known.due(u)
		if !ok || u.Side != f.Seat || u.Hex != "" {
			continue
		}
		to := f.enemy
		if at := f.endangered(sent); at >= 0 && !f.attacks() {
			to = f.Known.distances([]int{f.Known.net.number(f.Known.Holds[at].Hex)})
			sent[at] += f.Known.points(u)
		}
		hexes := f.Known.entries(u, a)
		slices.SortStableFunc(hexes, func(x, y string) int { return f.away(to, x) - f.away(to, y) })
		for _, h := range hexes {
			if f.away(f.enemy, h) >= 3 && f.room(h, u) && f.Write("arrive %s at %s", u.ID, h) {
				f.crowd[f.Known.net.number(h)] += f.Known.points(u)
				break
			}
		}
	}
}

// endangered returns the own place around which the enemy is strongest by stacking points, after subtracting those
// already sent there, or -1 if the enemy is stronger nowhere.
func (f *staff) endangered(sent []int) int {
	best, most := -1, 0
	for i, h := range f.Known.Holds {
		if h.Side != f.Seat || !f.minds(h.Hex) {
			continue
		}
		n := -sent[i]
		for u := range table.All(f.Known.Units) {
			if u.Hex == "" || !f.Known.fights(u) || f.Known.distance(u.Hex, h.Hex) > around {
				continue
			}
			if u.Side == f.Seat {
				n -= f.Known.points(u)
			} else {
				n += f.Known.points(u)
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// around is how near to a place units must be to count for it.
const around = 8

// moveUnit moves a combat unit to the best hex that it can reach. It returns false if the unit stays.
func (f *staff) moveUnit(verb, id, as string) bool {
	k := f.Known
	u := k.unit(id)
	p := k.printed(id)
	if p.Kind == "german_tank" || k.mayGo(u, as) != nil {
		return false
	}
	here := k.net.number(u.Hex)
	if as == inMovement && f.sight.zoc(here) && f.held[here]-f.gone[here] < 2 {
		return false // nobody would hold the hex (SO-11.2.2)
	}
	to := f.toward(id)
	best, most := here, f.worth(u, to, here, here)
	marks, from := k.reachableOn(f.sight, u, as)
	for at, in := range marks {
		if in && at != here && f.room(k.net.hexes[at], u) {
			if w := f.worth(u, to, here, at); w > most {
				best, most = at, w
			}
		}
	}
	if best == here || !f.Write("%s %s to %s", verb, id, f.way(from, here, best)) {
		return false
	}
	f.shift(u, k.net.hexes[best])
	return true
}

// guarded is how near an enemy may be before a place that counts must keep a guard.
const guarded = 4

// threatened is how near an enemy must be for a defender to leave a guard in a place.
const threatened = 8

// outOfSupply returns how much standing out of supply weighs. Supply is checked once a turn (SO-7b, SO-9.2), so it weighs
// most in the last sequence; in the last turn only the lack of command remains.
func (f *staff) outOfSupply() int {
	k := f.Known
	switch {
	case f.rash:
		return 6
	case k.Number >= k.doc.Scenario.Turns[len(k.doc.Scenario.Turns)-1].Number:
		return 6
	case k.Sequence < k.Sequences:
		return 24
	}
	return 60
}

// worth returns how much a side wants the unit that stands here to be in a hex. The German moves closer to the places
// that count and up to the enemy; the Allies stand in good ground in his way, side by side.
func (f *staff) worth(u *Formation, to []reach, here, i int) int {
	k := f.Known
	w := 0
	if !f.fed[i] {
		w -= f.outOfSupply()
	}
	near := f.enemy[i].length
	if f.attacks() {
		w -= 6 * min(to[i].length, 60)
		switch near {
		case 1:
			w += 8
			if others := f.held[i]; k.points(u) < 3 && (others == 0 || others == 1 && i == here) {
				w -= 5 // a regiment alone in front of the enemy
			}
		case 2:
			w += 3
		}
		if u.DG != "" || u.Lost > 0 {
			w -= 10 - 2*min(near, 5)
		}
		if f.ours[i] && near <= guarded && f.held[i]+f.crowd[i] <= 1 {
			w += 40 // a unit must hold the place
		}
		return w
	}
	if f.errand != nil && f.errand[f.rank(u.ID)] != nil && f.enemy[here].length > engaged {
		return w - 5*to[i].length // a reserve on its way
	}
	if f.deep {
		w -= 2*max(0, near-2) + 3*min(f.goal[i].length, 20)
	} else {
		w -= 5*max(0, near-2) + min(f.goal[i].length, 12)
	}
	if near <= 2 {
		w += f.cover(i)
		if u.DG != "" {
			w -= 6
		}
		if near == 1 && i != here && !k.net.cells[i].trench {
			w -= 3
		}
	}
	if f.goal[i].length == 0 && near <= 4 {
		w += 12 // to hold the place itself
	}
	if f.ours[i] && near <= threatened && f.alone(here, i) {
		w += 30 // no enemy can walk into it
	}
	if f.prize[i] {
		w += 20
	}
	gap := true
	for j := range k.net.cells[i].sides {
		if n := k.net.cells[i].sides[j].at; n >= 0 && k.net.stands[n] && (f.held[n] > 0 && n != here || f.crowd[n] > 0) {
			gap = false
		}
	}
	if near <= 4 && gap {
		w += 4
	}
	return w
}

// alone reports whether a unit that stands here would be the only one in a hex.
func (f *staff) alone(here, i int) bool {
	if i == here {
		return f.held[i] == 1
	}
	return f.held[i] == 0 && f.crowd[i] == 0
}

// cover returns what the ground gives a defender.
func (f *staff) cover(at int) int {
	c := &f.Known.net.cells[at]
	w := 0
	switch {
	case c.trench:
		w += 8
	case c.terrain == "town":
		w += 6
	case c.terrain == "wood" || c.terrain == "village":
		w += 3
	}
	if slices.Contains(f.Known.Redoubts, f.Known.net.hexes[at]) {
		w += 4
	}
	for i := range c.sides {
		if s := &c.sides[i]; s.at >= 0 && f.enemy[s.at].length < f.enemy[at].length {
			switch {
			case s.fleuve():
				w += 3
			case s.water != "":
				w++
			}
		}
	}
	return w
}

// follow brings guns to two hexes from the enemy and headquarters to six. An attacker's headquarters instead keep up with
// the units around them, which they keep in their radius, and stay out of the enemy's sight.
func (f *staff) follow(id string) {
	k := f.Known
	u := k.unit(id)
	if k.mayGo(u, inMovement) != nil {
		return
	}
	want := 2
	if k.hq(u) {
		want = 6
	}
	attacks := k.hq(u) && f.attacks()
	own := k.of(f.Seat, "", func(o *Formation) bool { return attacks && k.fights(o) && k.distance(o.Hex, u.Hex) <= 20 })
	rank := func(at int) int {
		if attacks {
			n := 100 * max(0, 4-f.enemy[at].length)
			for _, id := range own {
				n += max(0, k.distance(k.unit(id).Hex, k.net.hexes[at])-5)
			}
			return n
		}
		n := f.enemy[at].length - want
		if n < 0 {
			n = -4 * n
		}
		return n
	}
	here := k.net.number(u.Hex)
	best, least := here, rank(here)
	marks, from := k.reachableOn(f.sight, u, inMovement)
	for at, in := range marks {
		if in && rank(at) < least && !f.sight.zoc(at) && (!k.hq(u) || f.fed[at] && f.linked[at]) {
			best, least = at, rank(at)
		}
	}
	if best != here {
		f.Write("move %s to %s", id, f.way(from, here, best))
	}
}

// way writes a way hex by hex, since between neighbours another way than the direct one may be meant (SO-11.2.1b).
func (f *staff) way(from []int32, start, end int) string { return f.Known.wayAlong(from, start, end) }

// wayAlong writes a way that a search of reachableOn has found.
func (g *Game) wayAlong(from []int32, start, end int) string {
	var hexes []string
	for at := end; at != start; at = int(from[at]) {
		hexes = append(hexes, g.net.hexes[at])
	}
	slices.Reverse(hexes)
	return strings.Join(hexes, "-")
}

// mark puts units that stay and may into reserve, and lets weak Allied stacks try to get away.
func (f *staff) mark(still []string) {
	left := f.Known.reserveLimit(f.Seat)
	var hexes []string
	for _, id := range still {
		u := f.Known.unit(id)
		switch {
		case left > 0 && u.Hex != "" && !slices.Contains(hexes, u.Hex) && f.Known.mayReserve(u) == nil:
			if f.Write("reserve %s", id) {
				hexes = append(hexes, u.Hex)
				left--
			}
		case f.Seat == allied && f.Known.mayDisengage(u) == nil && u.Lost > 0 && !f.Known.net.cell(u.Hex).trench && f.Known.crowd(f.Seat, u.Hex) <= 2:
			f.Write("disengage %s", id)
		}
	}
}

// pursue moves units that bear a marker, and the guns of the offensive behind the front.
func (f *staff) pursue() {
	if f.trial != nil {
		f.pressOn()
		return
	}
	f.send(f.Known.of(f.Seat, "", f.Known.fights))
	for _, id := range f.Known.of(f.Seat, "", func(u *Formation) bool { return f.Known.fights(u) && (u.Exploit || u.Reserve) }) {
		as := exploiting
		if !f.Known.unit(id).Exploit {
			as = inReserves
		}
		f.moveUnit("pursue", id, as)
	}
	for _, id := range f.Known.of(f.Seat, "", func(u *Formation) bool { return u.Mode == offensiveMode }) {
		u := f.Known.unit(id)
		for _, h := range f.Known.around(u.Hex) {
			if f.away(f.enemy, h) < f.away(f.enemy, u.Hex) && f.away(f.enemy, h) >= 2 && f.Known.has(f.Seat, h, f.Known.fights) && f.Write("pursue %s to %s", id, h) {
				break
			}
		}
	}
}
