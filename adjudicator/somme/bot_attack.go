package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// mass brings units up to enemy hexes that they can then attack at good odds, the best odds first; each unit is used for
// one hex.
func (f *staff) mass(units []string) {
	f.trial = f.Known.Clone()
	reach, from := f.reaches(units)
	targets := f.targets()
	done := make([]bool, len(targets))
	for {
		best, most := -1, 0
		for i, hex := range targets {
			if done[i] {
				continue
			}
			th := f.gather(hex, units, reach, 0)
			if th.column < f.least(hex)+1 {
				done[i] = true // a unit that has left does not come back
				continue
			}
			if w := 20*th.column - 3*min(f.away(f.goal, hex), 20) + 100; w > most {
				best, most = i, w
			}
		}
		if best < 0 {
			return
		}
		done[best] = true
		th := f.gather(targets[best], units, reach, f.least(targets[best])+2)
		for i, id := range th.units {
			u := f.Known.unit(id)
			if th.from[i] != u.Hex {
				here, to := f.Known.net.number(u.Hex), f.Known.net.number(th.from[i])
				if !f.Write("move %s to %s", id, f.way(from[slices.Index(units, id)], here, to)) {
					continue
				}
			}
			f.bound, f.aims = append(f.bound, id), append(f.aims, th.hex)
			f.shift(u, th.from[i])
		}
	}
}

// pressOn writes the pursuit of a letter for all phases: units that come to exploit go on past the hex that they
// attacked, towards the places that count.
func (f *staff) pressOn() {
	for i, id := range f.bound {
		at := f.Known.net.number(f.aims[i])
		for range 2 {
			next := at
			for j := range f.Known.net.cells[at].sides {
				if n := f.Known.net.cells[at].sides[j].at; n >= 0 && f.Known.net.stands[n] && !f.sight.enemy(n) && f.goal[n].length < f.goal[next].length {
					next = n
				}
			}
			at = next
		}
		if hex := f.Known.net.hexes[at]; hex != f.aims[i] {
			f.Write("if %s exploiting then pursue %s to %s", id, id, hex)
		}
	}
}

// shift records that a unit goes from where it stands to a hex.
func (f *staff) shift(u *Formation, to string) {
	if to == u.Hex {
		return
	}
	from, at := f.Known.net.number(u.Hex), f.Known.net.number(to)
	f.crowd[from] -= f.Known.points(u)
	f.crowd[at] += f.Known.points(u)
	f.gone[from]++
	if f.trial != nil {
		f.trial.unit(u.ID).Hex = to
	}
}

// reaches marks for each unit the hexes that it can reach, with the ways to them; none for a unit that stays to hold its
// hex (SO-11.2.2).
func (f *staff) reaches(units []string) (marks [][]bool, from [][]int32) {
	marks, from = make([][]bool, len(units)), make([][]int32, len(units))
	for i, id := range units {
		u := f.Known.unit(id)
		at := f.Known.net.number(u.Hex)
		if f.Known.mayGo(u, inMovement) == nil && !(f.sight.zoc(at) && f.held[at] < 2) {
			marks[i], from[i] = f.Known.reachableOn(f.sight, u, inMovement)
		}
	}
	return marks, from
}

// leads reports whether a hex lies in the radius of an own HQ as it stands.
func (f *staff) leads(hex string) bool { return f.Known.marked(f.led, hex) }

// gather returns the units that can attack a hex after the movement, from where they stand or can go, the strongest
// first: all of them, or as many as bring the odds to a column.
func (f *staff) gather(hex string, units []string, reach [][]bool, enough int) thrust {
	th := thrust{hex: hex, column: -1}
	var near, far []int // units beside it, units that come up
	for i, id := range units {
		u := f.Known.unit(id)
		if slices.Contains(f.bound, id) || u.DG != "" || u.Unsupplied || f.Known.held(u) {
			continue
		}
		if f.Known.distance(u.Hex, hex) == 1 {
			near = append(near, i)
		} else if reach[i] != nil && slices.ContainsFunc(f.Known.around(hex), func(n string) bool { return f.Known.marked(reach[i], n) }) {
			far = append(far, i)
		}
	}
	strongest := func(a, b int) int {
		return f.Known.attackOf(f.Known.unit(units[b])) - f.Known.attackOf(f.Known.unit(units[a]))
	}
	slices.SortStableFunc(near, strongest)
	slices.SortStableFunc(far, strongest)
	room := map[string]int{} // points that enter a hex; only looked up
	for n, i := range slices.Concat(near, far) {
		u := f.Known.unit(units[i])
		from := u.Hex
		if n >= len(near) {
			if from = f.jumpOff(u, hex, reach[i], room); from == "" {
				continue
			}
			if f.sight.zoc(f.Known.net.number(u.Hex)) && f.held[f.Known.net.number(u.Hex)]-f.gone[f.Known.net.number(u.Hex)] < 2 {
				continue
			}
			room[from] += f.Known.points(u)
		}
		th.units, th.from = append(th.units, u.ID), append(th.from, from)
		if enough > 0 {
			if th.column = f.reckon(&th); th.column >= enough {
				return th
			}
		}
	}
	if enough == 0 && len(th.units) > 0 {
		th.column = f.reckon(&th)
	}
	return th
}

// jumpOff returns the hex beside a target from which a unit attacks it: not over a crest or a fleuve if avoidable, and
// then where the ground covers it best.
func (f *staff) jumpOff(u *Formation, target string, reach []bool, room map[string]int) string {
	best, most := "", -1
	for _, n := range f.Known.around(target) {
		at := f.Known.net.number(n)
		if !reach[at] || f.piled[at]+f.crowd[at]+room[n]+f.Known.points(u) > f.Known.limits().Stacking.Value || !f.room(n, u) {
			continue
		}
		s, _ := f.Known.net.side(n, target)
		w := 10 + f.cover(at)
		if !s.up && !s.fleuve() {
			w += 20
		}
		if f.Known.tank(u) && f.Known.tankBarred(s, target) || !f.fed[at] {
			continue
		}
		if w > most {
			best, most = n, w
		}
	}
	return best
}

// reckon returns the column of the table that an attack from some hexes reaches, or -1 if no unit may lead it.
func (f *staff) reckon(th *thrust) int {
	d := f.trial
	was := make([]string, len(th.units))
	for i, id := range th.units {
		was[i], d.unit(id).Hex = d.unit(id).Hex, th.from[i]
	}
	column := -1
	b := &battle{hex: th.hex, by: f.Seat, def: other(f.Seat), defs: d.of(other(f.Seat), th.hex, d.fights), units: th.units}
	for _, id := range d.eldest(th.units) {
		if d.mayLeadUnder(f.leads, id) == nil {
			b.lead = id
			break
		}
	}
	switch {
	case b.lead == "" || d.mayCooperate(f.Seat, th.units) != nil:
	case len(b.defs) == 0:
		column = len(d.doc.Tables.Combat) - 1
	default:
		b.dlead = d.eldest(d.fitToDefend(b))[0]
		column = f.columnOf(d, b)
	}
	for i, id := range th.units {
		d.unit(id).Hex = was[i]
	}
	return column
}

// columnOf returns the column of an attack in a position.
func (f *staff) columnOf(k *Game, b *battle) int {
	attack, defence := k.force(b), k.resistance(b)
	start := columnOf(attack.terms.Total()*defence.scale, defence.terms.Total()*attack.scale)
	return min(k.shifts(b, start).Total(), len(k.doc.Tables.Combat)-1)
}

// least returns the lowest column at which a hex is attacked: 3/1, or 2/1 for a bold player and in an offensive. A side
// that stands on the defence wants one column more, except against a place that it has lost. Manners shift all of them.
func (f *staff) least(hex string) int {
	n := 3
	switch {
	case f.bold || f.Known.Attack.Side == f.Seat:
		n = 2
	case f.Seat == allied && f.Known.holder(hex) != german:
		n = 4
	}
	return max(1, n+f.odds)
}

// thrust is an attack that a bot weighs.
type thrust struct {
	hex    string
	units  []string
	column int
	of     []string // all units that could have joined in
	from   []string // where each of the units attacks from, while it is planned
}

// attack writes attacks from the best odds down; each unit fights once.
func (f *staff) attack(verb string, exploit bool) {
	var used []string
	targets := f.targets()
	weighed := make([]*thrust, len(targets)) // nil: not yet weighed, or one of its units has been used since
	for {
		best := thrust{column: -1}
		for i, hex := range targets {
			if weighed[i] == nil {
				th := f.weigh(hex, used, exploit)
				weighed[i] = &th
			}
			if th := weighed[i]; th.hex != "" && th.column > best.column && th.column >= f.least(hex) {
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
		f.Write("%s %s with %s%s", verb, best.hex, strings.Join(best.units, ", "), guns)
	}
}

// targets returns the hexes with enemies.
func (f *staff) targets() []string {
	var out []string
	for _, id := range f.Known.of(other(f.Seat), "", f.Known.ground) {
		out = table.With(out, f.Known.unit(id).Hex)
	}
	slices.Sort(out)
	return out
}

// weigh takes the units that may attack a hex, the strongest first, up to the highest column, and returns the attack with
// its column. If there is no attack, it has no hex. Where nations do not fight together, all units are of one nation.
func (f *staff) weigh(hex string, used []string, exploit bool) thrust {
	k := f.Known
	if f.trial != nil { // in a letter for all phases: the position after the movement
		k = f.trial
	}
	if slices.Contains(used, hex) || k.mayBeAttacked(f.Seat, hex) != nil {
		return thrust{}
	}
	var can []string
	for _, near := range k.around(hex) {
		can = append(can, k.of(f.Seat, near, func(u *Formation) bool { return !slices.Contains(used, u.ID) && k.mayJoin(u, hex, exploit) == nil })...)
	}
	all := slices.Clone(can)
	lead := ""
	for _, id := range k.eldest(can) {
		if k.mayLeadUnder(f.leads, id) == nil {
			lead = id
			break
		}
	}
	if lead == "" {
		return thrust{of: all}
	}
	if k.restricted(f.Seat, "attack") {
		can = slices.DeleteFunc(can, func(id string) bool { return k.nation(k.unit(id)) != k.nation(k.unit(lead)) })
	}
	slices.SortStableFunc(can, func(a, b string) int { return k.attackOf(k.unit(b)) - k.attackOf(k.unit(a)) })
	i := slices.Index(can, lead)
	can = slices.Insert(slices.Delete(can, i, i+1), 0, lead)
	b := &battle{hex: hex, by: f.Seat, def: other(f.Seat), exploit: exploit, defs: k.of(other(f.Seat), hex, k.fights), lead: lead}
	top := len(k.doc.Tables.Combat) - 1
	if len(b.defs) == 0 {
		return thrust{hex: hex, units: can[:1], column: top, of: all}
	}
	b.dlead = k.eldest(k.fitToDefend(b))[0]
	for n := range can {
		b.units = can[:n+1]
		if column := f.columnOf(k, b); column == top || n == len(can)-1 {
			return thrust{hex: hex, units: slices.Clone(b.units), column: column, of: all}
		}
	}
	return thrust{of: all}
}
