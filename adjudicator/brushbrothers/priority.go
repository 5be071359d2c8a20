package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// candidates lists the enemies that at least one of the bases could fire at: located, in range and in line (BB-R54).
func (k *Game) candidates(u *Group, bases []int, as string) []string {
	var out []string
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if slices.ContainsFunc(bases, func(id int) bool { return k.reaches(u, id, as, h) }) {
			out = append(out, e)
		}
	}
	return out
}

// priority returns the priority target (BB-4.7; for what is nearest, threatening or vulnerable see BB-G13, BB-R54). It
// is the nearest enemy. Among equals it is the most vulnerable: the one with the lowest save sum, then with the worse
// marker, then with more bases. Among those still equal the firer chooses: wish. Only what the firer knows counts; an
// unknown quality counts as standard.
func (k *Game) priority(u *Group, bases []int, as string, cands []string, wish string) string {
	best := ""
	for _, e := range cands {
		if best == "" {
			best = e
			continue
		}
		if n := k.more(u, bases, as, e, best); n > 0 || n == 0 && e == wish {
			best = e
		}
	}
	return best
}

// more compares two candidates: the result is above 0 when a comes before b.
func (k *Game) more(u *Group, bases []int, as, a, b string) int {
	x, y := k.group(a), k.group(b)
	if n := k.distance(u.Sector, y.Sector) - k.distance(u.Sector, x.Sector); n != 0 {
		return n
	}
	if n := k.endures(u, bases, as, y) - k.endures(u, bases, as, x); n != 0 {
		return n
	}
	if n := k.rank(x.Stress) - k.rank(y.Stress); n != 0 {
		return n
	}
	return len(x.Bases) - len(y.Bases)
}

// endures returns how well a target withstands a fire of these bases: its save sum, or the total of its armour, against
// the base that it withstands least; 0 without armour (BB-R54).
func (k *Game) endures(u *Group, bases []int, as string, target *Group) int {
	if target.vehicle() && !k.row(target).Armoured {
		return 0
	}
	least, found := 0, false
	for _, id := range bases {
		a, _, ok := k.tryAim(u, id, as, target, true)
		if !ok {
			continue
		}
		b, sum := batch{indirect: a.indirect, at: a.weapon.ATOnly, value: a.weapon.AT}, 0
		if target.vehicle() {
			sum = k.armourSum(target, u.Sector, b).Total()
		} else {
			sum = k.saveSum(u.name(), target.name(), u.Sector, b).Total()
		}
		if !found || sum < least {
			least, found = sum, true
		}
	}
	return least
}

// pressing returns the priority target of a fire after all who are plainly harmless are passed over (BB-R54).
func (k *Game) pressing(v volley) string {
	u := k.group(v.firer)
	cands := slices.DeleteFunc(k.candidates(u, v.judged, v.as), func(n string) bool { return n != v.target && k.harmless(u, k.group(n)) })
	return k.priority(u, v.judged, v.as, cands, v.target)
}

// harmless reports whether a claim that the nearest is harmless is accepted at once (BB-R54): if it is crushed, or has
// nothing that can harm the firer at that distance.
func (k *Game) harmless(u *Group, near *Group) bool {
	if near.Stress == crushed {
		return true
	}
	if near.vehicle() {
		v := k.row(near)
		return v.Front+v.Rear == 0 || k.distance(u.Sector, near.Sector) > v.Range
	}
	if len(near.Bases) == 0 {
		return false // its bases are not described, so nobody can say
	}
	d := k.distance(u.Sector, near.Sector)
	if u.vehicle() && d <= 1 && !near.Mounted && !near.Upper {
		return false // men on foot have grenades and mines (BB-11.9)
	}
	for i := range near.Bases {
		for _, w := range k.arms(&near.Bases[i], "") {
			w, no := k.against(w, near, u)
			if no == nil && w.Dice > 0 && d <= w.Range && d > w.Beyond {
				return false
			}
		}
	}
	return true
}

// dispute implements BB-4.7c: the firer has claimed that the nearest is harmless or less vulnerable than his target. A
// claim that is not accepted goes to the die: on 5 or 6 the firer has his way, else the player under fire names the
// priority target.
func (g *Game) dispute(t *table.Table, v *volley) {
	u := g.group(v.firer)
	k := g.Known(u.Side)
	them := g.group(v.target).Side
	say := []table.FactArg{table.A("unit", v.firer), table.A("target", v.target), table.A("nearest", v.nearest), table.A("claim", v.claim)}
	near := k.pressing(*v)
	if near == v.target {
		v.priority = true
		t.Report("BB-R54", "claim-plain", say...)
		return
	}
	if near != v.nearest { // those plainly harmless are passed over: the claim is about the next one
		v.nearest = near
		say[2] = table.A("nearest", near)
	}
	if table.Decide(t, g.askContest(them, v.firer, v.target)) {
		die := t.Roll(u.Side, "priority", 1, 6)
		if need := table.Base("dispute", g.doc.Tables.Priority, "BB-4.7c"); die.Total() < need.Total() {
			cands := k.candidates(k.group(v.firer), v.judged, v.as)
			named := table.Decide(t, g.askPriority(them, v.firer, cands, v.nearest))
			v.priority = named == v.target
			t.Report("BB-4.7c", "claim-lost", append(say, table.A("die", die), table.A("need", need), table.A("named", named))...)
			return
		} else {
			v.priority = true
			t.Report("BB-4.7c", "claim-won", append(say, table.A("die", die), table.A("need", need))...)
			return
		}
	}
	v.priority = true
	t.Report("BB-4.7c", "claim-accepted", say...)
}
