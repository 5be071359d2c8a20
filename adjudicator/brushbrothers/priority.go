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
		if slices.ContainsFunc(bases, func(id int) bool { _, no := k.aim(u, id, as, h, true); return no == nil }) {
			out = append(out, e)
		}
	}
	return out
}

// priority is the priority target (BB-4.7; what is nearest, threatening or vulnerable: BB-G13, BB-R54): the nearest; among equals the most vulnerable, that is the one with
// the lowest save sum, then the worse marker, then more bases; what is then still equal is the firer's choice, wish.
// Everything is taken from what the firer knows: an unknown quality counts as standard.
func (k *Game) priority(u *Group, bases []int, cands []string, wish string) string {
	best := ""
	for _, e := range cands {
		if best == "" {
			best = e
			continue
		}
		if n := k.more(u, e, best); n > 0 || n == 0 && e == wish {
			best = e
		}
	}
	return best
}

// more compares two candidates: above 0 when a comes before b.
func (k *Game) more(u *Group, a, b string) int {
	x, y := k.group(a), k.group(b)
	if n := k.distance(u.Sector, y.Sector) - k.distance(u.Sector, x.Sector); n != 0 {
		return n
	}
	if n := k.endures(u, b) - k.endures(u, a); n != 0 {
		return n
	}
	if n := k.rank(x.Stress) - k.rank(y.Stress); n != 0 {
		return n
	}
	return len(x.Bases) - len(y.Bases)
}

// endures is how well a target withstands a fire: its save sum, or the total of its armour against the best AT value that
// the firer has there; nothing without armour (BB-R54).
func (k *Game) endures(u *Group, target string) int {
	h := k.group(target)
	if !h.vehicle() {
		return k.saveSum(u.name(), target, u.Sector, batch{}).Total()
	}
	if !k.row(h).Armoured {
		return 0
	}
	best := 0
	for i := range u.Bases {
		if a, no := k.aim(u, u.Bases[i].ID, "", h, true); no == nil && (i == 0 || a.weapon.AT > best) {
			best = a.weapon.AT
		}
	}
	return k.armourSum(h, u.Sector, batch{value: best}).Total()
}

// harmless tells whether a claim that the nearest is harmless is accepted at once (BB-R54): it is crushed, or has nothing
// that harms the firer at that distance.
func (k *Game) harmless(u *Group, near *Group) bool {
	if near.Stress == crushed {
		return true
	}
	if near.vehicle() {
		v := k.row(near)
		return v.Front+v.Rear == 0 || k.distance(u.Sector, near.Sector) > v.Range
	}
	if len(near.Bases) == 0 {
		return false // not described: nobody can say
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

// dispute is BB-4.7c: the firer has stated that the nearest is harmless or less vulnerable than his target. What is not
// accepted goes to the die: on 5 or 6 he has his way, else the player under fire names the priority target.
func (g *Game) dispute(t *table.Table, v *volley) {
	u := g.group(v.firer)
	k := g.Known(u.Side)
	them := g.group(v.target).Side
	say := []table.FactArg{table.A("unit", v.firer), table.A("target", v.target), table.A("nearest", v.nearest), table.A("claim", v.claim)}
	if k.harmless(k.group(v.firer), k.group(v.nearest)) {
		v.priority = true
		t.Report("BB-R54", "claim-plain", say...)
		return
	}
	if table.Decide(t, g.askContest(them, v.firer, v.target)) {
		die := t.Roll(u.Side, "priority", 1, 6)
		if need := table.Base("dispute", g.doc.Tables.Priority, "BB-4.7c"); die.Total() < need.Total() {
			cands := k.candidates(k.group(v.firer), v.bases, v.as)
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
