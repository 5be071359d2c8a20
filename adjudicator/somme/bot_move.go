package somme

import (
	"slices"
	"strings"
)

// move writes a movement phase: reinforcements, combat units from the front to the rear, guns, headquarters, then the
// markers and bridges at its end.
func (f *staff) move() {
	if f.s == allied && f.k.Number <= f.k.doc.Scenario.Turns[0].Number && f.k.Sequence == 1 {
		f.write("standing demolish all")
	}
	f.some("move", "play", 1)
	f.some("move", "release", 2)
	f.bringIn()
	units := f.k.of(f.s, "", f.k.fights)
	slices.SortStableFunc(units, func(a, b string) int {
		return f.away(f.enemy, f.k.unit(a).Hex) - f.away(f.enemy, f.k.unit(b).Hex)
	})
	var still []string
	for _, id := range units {
		if !f.moveUnit("move", id, inMovement) {
			still = append(still, id)
		}
	}
	for _, id := range f.k.of(f.s, "", f.k.support) {
		f.follow(id)
	}
	f.mark(still)
}

// bringIn names the entry of each group that is due: the one nearest to where it is wanted, and a way from there.
func (f *staff) bringIn() {
	for i := range f.k.Units {
		u := &f.k.Units[i]
		a, ok := f.k.due(u)
		if !ok || u.Side != f.s || u.Hex != "" {
			continue
		}
		hexes := f.k.entries(u, a)
		slices.SortStableFunc(hexes, func(x, y string) int { return f.away(f.enemy, x) - f.away(f.enemy, y) })
		for _, h := range hexes {
			if f.away(f.enemy, h) >= 3 && f.room(h, u) && f.write("arrive %s at %s", u.ID, h) {
				f.crowd[f.k.net.places.of(h)] += f.k.points(u)
				break
			}
		}
	}
}

// moveUnit moves a combat unit to the best hex that it can come to; false: it stays.
func (f *staff) moveUnit(verb, id, as string) bool {
	k := f.k
	u := k.unit(id)
	p := k.printed(id)
	if p.Kind == "german_tank" || u.Hex == "" {
		return false
	}
	here := k.net.places.of(u.Hex)
	if as == inMovement && f.sight.zoc[here] && f.held[here]-f.gone[here] < 2 {
		return false // nobody would hold the hex (SO-11.2.2)
	}
	best, most := here, f.worth(u, here, here)
	for at, in := range k.reachableOn(f.sight, u, as) {
		if in && at != here && f.room(k.net.hexes[at], u) {
			if w := f.worth(u, here, at); w > most {
				best, most = at, w
			}
		}
	}
	if best == here || !f.write("%s %s to %s", verb, id, k.net.hexes[best]) {
		return false
	}
	f.crowd[here] -= k.points(u)
	f.crowd[best] += k.points(u)
	f.gone[here]++
	return true
}

// worth is how much a side wants a unit that stands here in a hex. The German comes nearer to the places that count and up to the enemy; the
// Allies stand in good ground in his way, side by side.
func (f *staff) worth(u *Formation, here, i int) int {
	k := f.k
	w := 0
	if !f.fed[i] {
		w -= 60
	}
	near := f.enemy[i].length
	if f.s == german || k.Attack.Side == f.s {
		w -= 6 * min(f.goal[i].length, 60)
		switch near {
		case 1:
			w += 8
			if others := f.held[i]; k.points(u) < 3 && (others == 0 || others == 1 && i == here) {
				w -= 5 // a regiment alone before the enemy
			}
		case 2:
			w += 3
		}
		if u.DG != "" || u.Lost > 0 {
			w -= 10 - 2*min(near, 5)
		}
		return w
	}
	w -= 5 * max(0, near-2)
	w -= min(f.goal[i].length, 12)
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

// cover is what the ground gives a defender.
func (f *staff) cover(at int) int {
	c := &f.k.net.cells[at]
	w := 0
	switch {
	case c.trench:
		w += 8
	case c.terrain == "town":
		w += 6
	case c.terrain == "wood" || c.terrain == "village":
		w += 3
	}
	if slices.Contains(f.k.Redoubts, f.k.net.hexes[at]) {
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

// follow brings guns to two hexes from the enemy and headquarters to five or six, where a friend stands or nobody near.
func (f *staff) follow(id string) {
	k := f.k
	u := k.unit(id)
	if u.Hex == "" || u.Mode == offensiveMode || u.Off {
		return
	}
	want := 2
	if k.hq(u) {
		want = 6
	}
	rank := func(at int) int {
		n := f.enemy[at].length - want
		if n < 0 {
			n = -4 * n
		}
		return n
	}
	here := k.net.places.of(u.Hex)
	best, least := here, rank(here)
	for at, in := range k.reachableOn(f.sight, u, inMovement) {
		if in && rank(at) < least && !f.sight.zoc[at] && (!k.hq(u) || f.fed[at] && f.linked[at]) {
			best, least = at, rank(at)
		}
	}
	if best != here {
		f.write("move %s to %s", id, k.net.hexes[best])
	}
}

// mark puts whoever stays and may into reserve, and lets weak Allied stacks try to get away.
func (f *staff) mark(still []string) {
	left := f.k.limit("reserve-" + string(f.s))
	var hexes []string
	for _, id := range still {
		u := f.k.unit(id)
		switch {
		case left > 0 && u.Hex != "" && !slices.Contains(hexes, u.Hex) && f.k.mayReserve(u) == nil:
			if f.write("reserve %s", id) {
				hexes = append(hexes, u.Hex)
				left--
			}
		case f.s == allied && f.k.mayDisengage(u) == nil && u.Lost > 0 && !f.k.net.cell(u.Hex).trench && f.k.crowd(f.s, u.Hex) <= 2:
			f.write("disengage %s", id)
		}
	}
}

// pursue moves what bears a marker, and the guns of the offensive behind the front.
func (f *staff) pursue() {
	for _, id := range f.k.of(f.s, "", func(u *Formation) bool { return f.k.fights(u) && (u.Exploit || u.Reserve) }) {
		as := exploiting
		if !f.k.unit(id).Exploit {
			as = inReserves
		}
		f.moveUnit("pursue", id, as)
	}
	for _, id := range f.k.of(f.s, "", func(u *Formation) bool { return u.Mode == offensiveMode }) {
		u := f.k.unit(id)
		for _, h := range f.k.around(u.Hex) {
			if f.away(f.enemy, h) < f.away(f.enemy, u.Hex) && f.away(f.enemy, h) >= 2 && f.k.has(f.s, h, f.k.fights) && f.write("pursue %s to %s", id, h) {
				break
			}
		}
	}
}

// thrust is an attack that a bot weighs.
type thrust struct {
	hex    string
	units  []string
	column int
	of     []string // all that might have joined in
}

// attack writes attacks from the best odds down; each unit fights once.
func (f *staff) attack(verb string, exploit bool) {
	least := 3
	if f.bold {
		least = 2
	}
	if f.s == allied && f.k.Attack.Side != allied {
		least++
	}
	var used []string
	targets := f.targets()
	weighed := make([]*thrust, len(targets)) // nil: not yet, or one of its units is used since
	for {
		best := thrust{column: least - 1}
		for i, hex := range targets {
			if weighed[i] == nil {
				th := f.weigh(hex, used, exploit)
				weighed[i] = &th
			}
			if th := weighed[i]; th.hex != "" && th.column > best.column {
				best = *th
			}
		}
		if best.hex == "" {
			return
		}
		used = append(used, best.hex)
		used = append(used, best.units...)
		for i, th := range weighed {
			if targets[i] == best.hex || slices.ContainsFunc(best.units, func(id string) bool { return slices.Contains(th.of, id) }) {
				weighed[i] = nil
			}
		}
		guns := ""
		if !exploit {
			guns = " barrage all"
		}
		f.write("%s %s with %s%s", verb, best.hex, strings.Join(best.units, ", "), guns)
	}
}

// targets lists the hexes with enemies.
func (f *staff) targets() []string {
	var out []string
	for _, id := range f.k.of(other(f.s), "", f.k.ground) {
		if h := f.k.unit(id).Hex; !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	slices.Sort(out)
	return out
}

// weigh takes the units that may attack a hex, the strongest first, up to the highest column, and tells the column that they
// come to; without a hex where there is no attack. Units of one nation where nations do not fight together.
func (f *staff) weigh(hex string, used []string, exploit bool) thrust {
	k := f.k
	if slices.Contains(used, hex) || k.mayBeAttacked(f.s, hex) != nil {
		return thrust{}
	}
	var can []string
	for _, near := range k.around(hex) {
		if f.held[k.net.places.of(near)] == 0 {
			continue // none but combat units join in
		}
		can = append(can, k.of(f.s, near, func(u *Formation) bool { return !slices.Contains(used, u.ID) && k.mayJoin(u, hex, exploit) == nil })...)
	}
	all := slices.Clone(can)
	lead := ""
	for _, id := range k.eldest(can) {
		if k.mayLeadUnder(f.led, id) == nil {
			lead = id
			break
		}
	}
	if lead == "" {
		return thrust{of: all}
	}
	if k.restricted(f.s, "attack") {
		can = slices.DeleteFunc(can, func(id string) bool { return k.nation(k.unit(id)) != k.nation(k.unit(lead)) })
	}
	slices.SortStableFunc(can, func(a, b string) int { return k.attackOf(k.unit(b)) - k.attackOf(k.unit(a)) })
	i := slices.Index(can, lead)
	can = slices.Insert(slices.Delete(can, i, i+1), 0, lead)
	b := &battle{hex: hex, by: f.s, def: other(f.s), exploit: exploit, defs: k.of(other(f.s), hex, k.fights), lead: lead}
	if len(b.defs) == 0 {
		return thrust{hex, can[:1], 6, all}
	}
	b.dlead = k.eldest(k.fitToDefend(b))[0]
	top := len(k.doc.Tables.Combat) - 1
	for n := range can {
		b.units = can[:n+1]
		attack, defence := k.force(b), k.resistance(b)
		start := columnOf(attack.terms.Total()*defence.scale, defence.terms.Total()*attack.scale)
		if column := min(k.shifts(b, start).Total(), top); column == top || n == len(can)-1 {
			return thrust{hex, slices.Clone(b.units), column, all}
		}
	}
	return thrust{of: all}
}
