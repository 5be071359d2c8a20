package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sheet draws the map as a side sees it, with the moves, fires and losses of the facts that it may read.
func sheet(k *Game, s table.Seat, facts []table.Fact) board.Sheet {
	sh := k.net.Sheet(strconv.Itoa(k.Number)+"/"+strconv.Itoa(k.Length), func(p string) board.Cell {
		c := board.Cell{Place: p, Code: k.terrain(p).Code}
		for _, x := range k.Screens {
			if x.Place == p {
				c.Marks = append(c.Marks, "smoke "+strconv.Itoa(x.Left))
			}
		}
		for _, o := range k.Objectives {
			if o.Place == p {
				c.Marks = append(c.Marks, strings.TrimSpace("objective "+o.ID+" "+string(o.Holder)))
			}
		}
		return c
	})
	for _, e := range k.Edges {
		sh.Edges = append(sh.Edges, board.Edge{A: e.A, B: e.B, Look: e.Kind})
	}
	for _, l := range k.doc.Scenario.Board.Labels {
		sh.Labels = append(sh.Labels, board.Label{Place: l.Place, Text: l.Text.In(orders.English)})
	}
	for i := range k.Groups {
		if u := &k.Groups[i]; u.Sector != "" && u.Aboard == "" {
			sh.Counters = append(sh.Counters, k.counter(u))
		}
	}
	sh.Foot = "map.bases"
	k.markers(&sh)
	for _, f := range facts {
		k.trace(&sh, f)
	}
	return sh
}

// counter draws a group as a counter.
func (k *Game) counter(u *Group) board.Counter {
	c := board.Counter{ID: u.ID, Side: k.index(u.Side), Place: u.Sector, Symbol: k.symbol(u), Top: u.ID, Watch: u.Watch || u.Ambush}
	if len(u.Bases) > 0 {
		c.Bottom = strconv.Itoa(len(u.Bases))
	}
	if u.Stress != unstressed {
		c.Badge = "stress." + u.Stress
	} else if u.Ambush {
		c.Badge = "badge.ambush"
	}
	k.machine(&c, u)
	return c
}

func (k *Game) index(s table.Seat) int { return table.IndexOf(k.Camps, s) }

// symbol returns the symbol for a group according to its bases.
func (k *Game) symbol(u *Group) string {
	if u.Kind == "chief" {
		return "hq"
	}
	if len(u.Bases) == 0 {
		return "unknown"
	}
	if len(u.Bases) == 1 {
		w, _ := k.doc.Arm(u.Bases[0].Base)
		for _, m := range []struct{ class, symbol string }{{"support", "mg"}, {"mortar", "mortar"}, {"sniper", "sniper"}, {"anti_tank", "gun"}, {"flame", "engineer"}} {
			if w.Class == m.class {
				return m.symbol
			}
		}
	}
	return "infantry"
}

// trace draws one fact: arrows for moves, fires, assaults and retreats, crosses for losses.
func (k *Game) trace(sh *board.Sheet, f table.Fact) {
	side, id, _ := strings.Cut(f.Text("unit"), ".")
	at := k.index(table.Seat(side))
	for _, d := range []struct{ kind, arrow, from, to string }{{"move", "move", "from", "to"}, {"move-seen", "move", "from", "to"}, {"drive", "move", "from", "to"}, {"steps-aside", "retreat", "from", "to"}, {"grenades", "fire", "from", "at"}, {"fire", "fire", "from", "at"}, {"assault", "assault", "from", "to"}, {"retreat", "retreat", "from", "to"}, {"takes-position", "move", "from", "at"}} {
		if f.Kind == d.kind && at >= 0 {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: d.arrow, Side: at, Path: []string{f.Text(d.from), f.Text(d.to)}, ID: id})
		}
	}
	if last := len(sh.Arrows) - 1; last >= 0 && sh.Arrows[last].Kind == "fire" && pierced(f) && k.shotAt(sh.Arrows[last], f.Text("unit")) {
		sh.Arrows[last].Hit = true
	}
	if f.Kind == "eliminated" {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "loss", Place: f.Text("at"), Text: f.Text("unit"), Side: at})
	}
}

// shotAt reports whether an arrow of fire points at a unit, as far as its place is known, so that the effect of a
// support is not drawn as that of a shot.
func (k *Game) shotAt(a board.Arrow, unit string) bool {
	u := k.group(unit)
	return u == nil || u.Sector == a.Path[len(a.Path)-1]
}

// pierced reports whether a fact says that hits of the last fire were not saved (BB-4.9).
func pierced(f table.Fact) bool {
	return f.Kind == "save" && f.Int("through") > 0 || f.Kind == "no-save" || f.Kind == "stunned" || f.Kind == "immobilised"
}

// rosters returns the tables of a report: the side's GCs, the enemy as seen, the objectives.
func rosters(k *Game, s table.Seat) []board.Table {
	mine := board.Table{Title: "roster.own", Heads: []string{"head.gc", "head.sector", "head.quality", "head.bases", "head.stress", "head.state"}}
	them := board.Table{Title: "roster.enemy", Heads: []string{"head.gc", "head.sector", "head.bases", "head.stress", "head.state"}}
	for u := range table.All(k.Groups) {
		place := u.Sector
		if u.Upper {
			place += "+"
		}
		stress := "stress." + u.Stress
		if u.vehicle() {
			stress = "" // BB-5.7: the state column says what is wrong with it
		}
		if u.Side == s {
			mine.Rows = append(mine.Rows, []string{u.ID, place, "quality." + u.Quality, weapons(u), stress, k.condition(u)})
		} else {
			seen := weapons(u)
			if seen == "" {
				seen = "bases.unseen"
			}
			them.Rows = append(them.Rows, []string{u.name(), place, seen, stress, k.condition(u)})
		}
	}
	goals := board.Table{Title: "roster.objectives", Heads: []string{"head.objective", "head.sector", "head.holder"}}
	for _, o := range k.Objectives {
		if o.Place == "" {
			continue
		}
		name := o.ID
		if o.Decoy {
			name += " objective.decoy"
		}
		if o.Open && !o.Decoy {
			name += " objective.water"
		}
		goals.Rows = append(goals.Rows, []string{name, o.Place, string(o.Holder)})
	}
	if s == "" {
		return append([]board.Table{them, goals}, annexRosters(k, s)...)
	}
	return append([]board.Table{mine, them, goals}, annexRosters(k, s)...)
}

// weapons lists the bases of a group by words' keys: "2 weapons.rifle, weapon.lmg (model.bar)".
func weapons(u *Group) string {
	if u.vehicle() {
		return "vehicle." + u.Model
	}
	var names []string
	var many []int
	for i := range u.Bases {
		name := u.Bases[i].label()
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names, many = append(names, name), append(many, 0)
		}
		many[at]++
	}
	for i, n := range many {
		if n > 1 {
			names[i] = strconv.Itoa(n) + " " + strings.Replace(names[i], "weapon.", "weapons.", 1)
		}
	}
	return strings.Join(names, ", ")
}

// label names a base by words' keys: its weapon with the model, a re-roll of its own, and the second weapon.
func (b *Stand) label() string {
	var more []string
	if b.Model != "" {
		more = append(more, "model."+b.Model)
	}
	if b.Reroll != "" {
		more = append(more, "reroll."+b.Reroll)
	}
	if b.Second != "" {
		more = append(more, "weapon."+b.Second)
	}
	if len(more) == 0 {
		return "weapon." + b.Weapon
	}
	return "weapon." + b.Weapon + " (" + strings.Join(more, ", ") + ")"
}

func state(u *Group) string {
	switch {
	case u.Ambush:
		return "badge.ambush"
	case u.Watch:
		return "badge.watch"
	}
	return ""
}
