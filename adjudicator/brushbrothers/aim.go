package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// arm is what one base fires at a target.
type arm struct {
	base     int
	weapon   Weapon
	need     table.Sum
	indirect bool
	by       string // who sees the target
}

// arms lists the weapons that a base may fire: its own, the one it also counts as (BB-R29), and its second weapon
// (BB-R60). as chooses one of them by name.
func (g *Game) arms(b *Stand, as string) []Weapon { return g.armsIn(nil, b, as) }

// armsIn is arms, appended to a list.
func (g *Game) armsIn(out []Weapon, b *Stand, as string) []Weapon {
	add := func(id string, own bool) {
		base := Base{Weapon: id}
		if own {
			base = b.Base
		}
		if w, ok := g.doc.Arm(base); ok && (as == "" || as == w.ID) {
			out = append(out, w)
		}
	}
	w, _ := g.doc.Arm(b.Base)
	if w.Also != "" {
		add(w.Also, false) // flat fire needs no registration, so it comes first if it has the range
	}
	add(b.Weapon, true)
	if b.Second != "" {
		add(b.Second, false)
	}
	return out
}

// aim finds the weapon with which a base can fire at a target, and the score that it needs (BB-4.1a, BB-4.6). priority
// says whether the target is the priority target.
func (g *Game) aim(u *Group, id int, as string, target *Group, priority bool) (arm, *table.Refusal) {
	a, why, ok := g.tryAim(u, id, as, target, priority)
	if !ok {
		return arm{}, why.refusal(u, target, as)
	}
	return a, nil
}

// reaches reports whether a base can fire at a target as its priority target: aim for those who do not ask why not.
func (g *Game) reaches(u *Group, id int, as string, target *Group) bool {
	_, _, ok := g.tryAim(u, id, as, target, true)
	return ok
}

// miss is why a base cannot fire at a target. Most who try want to know only that it cannot, so the reason is put into words later.
type miss struct {
	code   string // of the refusal, or "" for one that is already there
	said   *table.Refusal
	weapon Weapon
	d      int
	need   table.Sum
}

// refusal is the reason in words.
func (m *miss) refusal(u, target *Group, as string) *table.Refusal {
	unit, at, w := table.A("unit", u.ID), table.A("target", target.name()), &m.weapon
	switch m.code {
	case "no-weapon": // with any dice
		return refuse("out-of-range", "BB-4.8", unit, at)
	case "no-such-base":
		return refuse("no-such-base", "BB-1.2a", table.A("base", as), unit)
	case "out-of-range":
		return refuse("out-of-range", "BB-4.8", unit, at, table.A("distance", m.d), table.A("range", w.Range), table.A("weapon", w.ID), table.A("beyond", w.Beyond))
	case "not-set-up":
		return refuse("not-set-up", "BB-R57", unit, table.A("weapon", w.ID))
	case "not-in-position":
		return refuse("not-in-position", "BB-14.3a", unit)
	case "no-arc":
		return refuse("no-arc", "BB-14.3c", unit, table.A("target", target.Sector))
	case "no-shots":
		return refuse("no-shots", "BB-14.1a", unit, table.A("weapon", w.ID), table.A("shots", w.Shots))
	case "no-line":
		return refuse("no-line", "BB-4.1", unit, at)
	case "no-hit":
		return refuse("no-hit", "BB-R11", unit, at, table.A("need", m.need))
	}
	return m.said
}

// tryAim is aim with the reason not yet in words.
func (g *Game) tryAim(u *Group, id int, as string, target *Group, priority bool) (a arm, why miss, ok bool) {
	b := u.base(id)
	if r := g.mayShoot(u, target); r != nil {
		return arm{}, miss{said: r}, false
	}
	d := g.distance(u.Sector, target.Sector)
	var room [3]Weapon // as many as there are at most
	list := g.armsIn(room[:0], b, as)
	if u.vehicle() {
		w, r := g.armament(u, target.Sector)
		if r != nil {
			return arm{}, miss{said: r}, false
		}
		list = append(room[:0], w)
	}
	why.code, why.d = "no-weapon", d
	if len(list) == 0 {
		why.code = "no-such-base"
	}
	for i := range list {
		w, no := g.against(list[i], u, target)
		if no != nil {
			why = miss{said: no, d: d}
			continue
		}
		why.weapon = w
		switch {
		case w.Dice == 0:
			continue
		case d > w.Range || w.Beyond > 0 && d <= w.Beyond:
			why.code = "out-of-range"
			continue
		case w.SetUp && !b.Ready:
			why.code = "not-set-up"
			continue
		case w.Gun && !b.Ready:
			why.code = "not-in-position"
			continue
		case w.Gun && !g.ahead(u, target.Sector):
			why.code = "no-arc"
			continue
		case w.Shots > 0 && b.Shots >= w.Shots:
			why.code = "no-shots"
			continue
		}
		by, ok := g.sight(u, g.eyeOf(target), w.Indirect)
		if !ok {
			why.code = "no-line"
			continue
		}
		if target.vehicle() {
			w.HEScore = 0
		}
		need := g.score(w, d, priority)
		if target.vehicle() {
			need = g.atVehicle(need, target, d, priority)
		}
		if need.Total() > 6 {
			why.code, why.need = "no-hit", need
			continue
		}
		return arm{id, w, need, w.Indirect, by}, miss{}, true
	}
	return arm{}, why, false
}

// score returns the score needed to hit men on foot (BB-4.6). Snipers need the same at any range and have no priority
// target (BB-S.3, BB-S.4).
func (g *Game) score(w Weapon, d int, priority bool) table.Sum {
	chart := g.doc.Tables.ToHit
	if w.Class == "sniper" {
		return table.Base("sniper", chart.Sniper, "BB-4.6a")
	}
	need := table.Base("long-range", chart.Farther, "BB-4.6c")
	if w.HEScore > 0 {
		need = table.Base("high-explosive", w.HEScore, "BB-4.6f")
	}
	for i, r := range chart.Needed {
		if d <= r.UD {
			name, rule := "medium-range", "BB-4.6b"
			if i == 0 {
				name, rule = "short-range", "BB-4.6a"
			}
			need = table.Base(name, r.Score, rule)
			break
		}
	}
	if w.Effective > 0 && d > w.Effective {
		need = table.Base("beyond-effective", w.FarScore, "BB-4.6e")
	}
	if !priority {
		need = need.Plus("not-priority", chart.NotPriority, "BB-4.6d")
	}
	return need
}
