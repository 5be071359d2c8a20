package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// paces is a place that men on foot can reach, and how.
type paces struct {
	way   []string
	spent int
}

// end returns the last sector of a way.
func (p paces) end() string { return p.way[len(p.way)-1] }

// strides returns how far a GC can go along a way in a position, ending where there is room (BB-3.4a, BB-R68).
func (v *survey) strides(k *Game, way []string) paces {
	walker := *v.u
	walker.copyBases()
	var p, roomy paces
	for _, next := range way {
		price, r := k.wayTo(&walker, next)
		if r != nil || k.payAllOf(&walker, price) != nil {
			break
		}
		walker.Sector = next
		p = paces{append(slices.Clip(p.way), next), walker.Bases[0].Spent}
		if k.room(v.u.Side, next) >= len(walker.Bases) {
			roomy = p
		}
	}
	return roomy
}

// payAllOf books an action on all bases of a copy of a group.
func (k *Game) payAllOf(walker *Group, c cost) *table.Refusal {
	for i := range walker.Bases {
		if r := k.affords(walker, &walker.Bases[i], c, ""); r != nil {
			return r
		}
		walker.Bases[i].spend(c)
		if c.kind == "move" {
			walker.Bases[i].Stride = c.stride
			walker.Bases[i].Hauled = walker.Bases[i].Hauled || k.gun(walker)
		}
	}
	return nil
}

// around lists the sectors with room that a GC on foot can reach in a position, each by the way that costs fewest points.
func (v *survey) around(k *Game) []paces {
	type state struct {
		paces
		at Group
	}
	start := *v.u
	start.copyBases()
	best := map[string]int{}
	found := []state{{at: start}}
	for i := 0; i < len(found); i++ {
		from := found[i]
		for _, next := range k.net.Neighbours(from.at.Sector) {
			price, r := k.wayTo(&from.at, next)
			if r != nil || next == v.u.Sector {
				continue
			}
			to := from.at
			to.copyBases()
			if k.payAllOf(&to, price) != nil {
				continue
			}
			to.Sector = next
			spent := to.Bases[0].Spent
			if least, seen := best[next]; seen && least <= spent {
				continue
			}
			best[next] = spent
			found = append(found, state{paces{append(slices.Clip(from.way), next), spent}, to})
		}
	}
	var out []paces
	for _, p := range k.net.Places() {
		for i := range found {
			if s := found[i]; len(s.way) > 0 && s.end() == p && s.spent == best[p] && k.room(v.u.Side, p) >= len(v.u.Bases) {
				out = append(out, s.paces)
				break
			}
		}
	}
	return out
}

// walk finds the ground that is worth reaching on foot: objectives, cover from an enemy in sight, the chief (BB-3.4a).
func (v *survey) walk() {
	u := v.u
	if len(u.Bases) == 0 {
		return
	}
	switch way := v.follow(u); {
	case v.keeps(u):
	case u.Kind != "chief":
		v.advance()
	case way != nil:
		v.head("prospect.follow", "", "", way, 450)
	}
	seen := slices.ContainsFunc(v.enemies(u.Side), func(e string) bool { return v.sees(u, v.group(e)) })
	if !v.terrain(u.Sector).Cover && seen {
		v.shelter()
	}
	if yes, _ := v.encouraged(u); !yes && u.Kind != "detached" {
		if chief := v.own(u.Side, u.Section); chief != nil && chief.Sector != "" && chief.Aboard == "" {
			v.head("prospect.chief", chief.ID, chief.Sector, v.nearTo(chief.Sector), 380)
		}
	}
	if seen && v.terrain(u.Sector).Cover && !u.Watch && v.times(v.won, v.cost(u, "watch", "watch"), "", 1) > 0 {
		p := table.Prospect{Says: table.Say("prospect.watch", "BB-3.5c", table.A("points", v.cost(u, "watch", "watch").points))}
		v.add(p, 260, otherwise("watch", v.instead(v.times(v.lost, v.cost(u, "watch", "watch"), "", 1) > 0, "watch")))
	}
}

// advance finds the ways to the two nearest objectives that the side wants (BB-A3.6e).
func (v *survey) advance() {
	goals := table.Keep(v.Objectives, func(o Objective) bool { return v.wants(v.u.Side, o) && o.Place != v.u.Sector })
	slices.SortStableFunc(goals, func(a, b Objective) int { return v.distance(v.u.Sector, a.Place) - v.distance(v.u.Sector, b.Place) })
	for i, o := range goals[:min(2, len(goals))] {
		v.head("prospect.objective", o.ID, o.Place, v.approach(v.u, o.Place), 560-60*i-12*v.distance(v.u.Sector, o.Place))
	}
}

// nearTo returns the way to the neighbourhood of a place.
func (v *survey) nearTo(place string) []string {
	way := v.shortest(v.u, v.u.Sector, place)
	if len(way) > 0 {
		way = way[:len(way)-1]
	}
	return way
}

// shelter finds the best cover that can be reached: dense before other cover, then the cheapest.
func (v *survey) shelter() {
	var best paces
	rank := func(p paces) int {
		n := -p.spent
		if v.terrain(p.end()).Dense {
			n += v.doc.Tables.Points
		}
		return n
	}
	for _, p := range v.around(v.won) {
		if v.terrain(p.end()).Cover && (best.way == nil || rank(p) > rank(best)) {
			best = p
		}
	}
	if best.way != nil {
		v.head("prospect.shelter", "terrain."+v.terrain(best.end()).ID, best.end(), best.way, 420)
	}
}

// head makes the prospect of going along a way as far as the points last. What is a name or a words' key: what lies at the place that it is all for.
func (v *survey) head(key, what, at string, way []string, worth int) {
	there, less := v.strides(v.won, way), v.strides(v.lost, way)
	if there.way == nil {
		return
	}
	whole := there.end() == at
	p := table.Prospect{Says: table.Say(key, "BB-3.4a", table.A("what", what), table.A("at", at), table.A("to", there.end()),
		table.A("points", there.spent), table.A("whole", whole), table.A("ground", v.terrain(there.end()).ID))}
	if v.unwatched(there.way) {
		able, tells, end := v.passes, is(v.u.name(), "move"), there.end()
		if len(less.way) == len(there.way) {
			able = sure
		}
		p.Chance = []table.Likelihood{likely("odds.arrives", able, v.u, "move", func(f table.Fact) bool { return tells(f) && f.Text("to") == end })}
	}
	if len(there.way) == len(way) {
		worth += 120
	}
	if whole {
		worth += 130
	}
	line, instead := "move "+strings.Join(there.way, " "), "hold"
	if less.way != nil {
		instead = "move " + strings.Join(less.way, " ")
	} else if _, r := v.lost.volley(v.u.team(), "", "", ""); r == nil {
		instead = "fire priority"
	}
	v.add(p, worth, otherwise(line, instead))
}

// unwatched reports whether nobody on watch is so near to a way that he could fire, and all of its ground is known.
func (v *survey) unwatched(way []string) bool {
	return !slices.ContainsFunc(way, func(p string) bool {
		return v.terrain(p).Unknown || slices.ContainsFunc(v.enemies(v.u.Side), func(e string) bool { h := v.group(e); return h.Watch && v.near(p, h.Sector) })
	})
}

// drive finds the ways of a vehicle to the nearest objective that its side wants, and whom it could face (BB-10.5, BB-10.8).
func (v *survey) drive() {
	u := v.u
	if u.Immobile {
		return
	}
	if goal := (captain{Game: v.Game}).driveGoal(u); goal != "" && !v.keeps(u) {
		v.driveTo(goal)
	}
	for _, e := range v.enemies(u.Side) {
		h := v.group(e)
		d := v.toward(u.Sector, h.Sector)
		if d == "" || v.ahead(u, h.Sector) || !v.sees(u, h) || v.row(u).Front == 0 {
			continue
		}
		v.add(table.Prospect{Target: e, Says: table.Say("prospect.turn", "BB-10.8", table.A("target", e), table.A("at", h.Sector), table.A("ud", v.distance(u.Sector, h.Sector)))}, 430,
			"turn "+d+"; fire "+e+" | otherwise: turn "+d)
		break
	}
}

// driveTo makes the prospect of driving to a place, as far as the points last.
func (v *survey) driveTo(goal string) {
	u := v.u
	way, r := v.roads(u, []string{goal})
	if r != nil {
		return
	}
	stages, _, _ := v.won.journey(u, way)
	less, _, _ := v.lost.journey(u, way)
	steps := func(list []stage) (all []string) {
		for _, s := range list {
			all = append(all, s.steps...)
		}
		return all
	}
	there, first := steps(stages), steps(less)
	if len(there) == 0 {
		return
	}
	end, actions := there[len(there)-1], 0
	for _, s := range stages {
		actions += s.actions
	}
	o := v.Objectives[slices.IndexFunc(v.Objectives, func(o Objective) bool { return o.Place == goal })]
	rough := v.rough(u.Sector, there)
	p := table.Prospect{Says: table.Say("prospect.drive", "BB-10.5", table.A("what", o.ID), table.A("at", goal), table.A("to", end), table.A("points", actions),
		table.A("whole", end == goal), table.A("test", rough), table.A("ground", v.terrain(end).ID))}
	foes := slices.ContainsFunc(there, func(p string) bool { return v.holds(p) == v.other(u.Side) })
	if v.unwatched(there) && !rough && !foes {
		able, tells := v.passes, is(u.name(), "drive")
		if len(first) == len(there) {
			able = sure
		}
		p.Chance = []table.Likelihood{likely("odds.arrives", able, u, "move", func(f table.Fact) bool { return tells(f) && f.Text("to") == end })}
	} else if len(first) < len(there) && v.passes < sure {
		p.Says.Args = append(p.Says.Args, table.A("able", percent(table.Likelihood{Num: int64(v.passes), Den: int64(sure)})))
	}
	worth := 560 - 12*v.distance(u.Sector, goal)
	if end == goal {
		worth += 250
	}
	instead := "hold"
	if len(first) > 0 {
		instead = "move " + strings.Join(first, " ")
	}
	v.add(p, worth, otherwise("move "+strings.Join(there, " "), instead))
}

// reaches tells where a unit can go in its next activation, after a success and after a failure of its test (BB-3.2, BB-3.3).
func reaches(k *Game, s table.Seat, unit string) []table.Chapter {
	u := k.own(s, unit)
	if u == nil || u.Sector == "" || u.Aboard != "" || k.Number == 0 {
		return nil
	}
	v := k.survey(u)
	t := board.Table{Heads: []string{"head.sector", "head.terrain", "head.points", "head.after-failure"}}
	after := func(yes bool) string {
		if yes {
			return "card.yes"
		}
		return ""
	}
	if u.vehicle() {
		if !u.Immobile {
			v.drives(&t, after)
		}
	} else if len(u.Bases) > 0 {
		fails := v.around(v.lost)
		for _, p := range v.around(v.won) {
			t.Rows = append(t.Rows, []string{p.end(), "terrain." + v.terrain(p.end()).ID, strconv.Itoa(p.spent),
				after(slices.ContainsFunc(fails, func(q paces) bool { return q.end() == p.end() }))})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []table.Chapter{{Title: "guide.reach", Says: []table.Remark{table.Say("reach.how", "BB-3.2", table.A("unit", u.ID), table.A("at", u.Sector), table.A("passes", 6*int64(v.passes)/int64(sure) == 6))}, Tables: []board.Table{t}}}
}

// drives lists the sectors that a vehicle can reach, by its own shortest ways.
func (v *survey) drives(t *board.Table, after func(bool) string) {
	far := v.doc.Tables.Points * (max(1, amount(v.doc.Tables.Vehicles.Moves, v.row(v.u).Mobility)) + v.doc.Tables.Vehicles.Road)
	for _, p := range v.net.Places() {
		if p == v.u.Sector || v.distance(v.u.Sector, p) > far || v.holds(p) == v.other(v.u.Side) {
			continue
		}
		way, r := v.roads(v.u, []string{p})
		if r != nil {
			continue
		}
		n, there := v.actions(v.won, way)
		if !there {
			continue
		}
		_, fails := v.actions(v.lost, way)
		note := ""
		if v.rough(v.u.Sector, way) {
			note = ", ground.test"
		}
		t.Rows = append(t.Rows, []string{p, "terrain." + v.terrain(p).ID + note, strconv.Itoa(n), after(fails)})
	}
}

// actions returns how many actions a vehicle needs for a way, and whether it can go all of it in a position.
func (v *survey) actions(k *Game, way []string) (int, bool) {
	stages, _, _ := k.journey(v.u, way)
	n := 0
	for _, s := range stages {
		n += s.actions
	}
	return n, length(stages) == len(way)
}

// lineOfSight tells whether one place or unit sees another, what is in between, and what a fire along the line would need (BB-4.1, BB-4.6).
func lineOfSight(k *Game, s table.Seat, from, to string) []table.Remark {
	end := func(name string) (eye, bool) {
		u := k.own(s, name)
		if u == nil {
			u = k.group(name)
		}
		if u != nil {
			return k.eyeOf(u), u.Sector != ""
		}
		return k.ground(name), k.grid(name)
	}
	a, here := end(from)
	b, there := end(to)
	if !here || !there {
		return nil
	}
	d := k.distance(a.place, b.place)
	out := []table.Remark{table.Say("sight.distance", "BB-1.4b", table.A("from", a.place), table.A("to", b.place), table.A("ud", d))}
	if k.clear(a, b) {
		out = append(out, table.Say("sight.clear", "BB-4.1"))
		if c := k.covered(&Group{Sector: b.place}, a.place); c != "" && a.place != b.place {
			out = append(out, table.Say("sight.cover", "BB-1.4d", table.A("at", b.place), table.A("cover", c)))
		}
		if a.place != b.place {
			out = append(out, table.Say("sight.needs", "BB-4.6", table.A("needs", k.score(Weapon{}, d, true).Total())))
		}
		return out
	}
	return append(out, k.obstacle(a, b))
}

// obstacle tells what cuts a line that is not clear: the first thing on the way from one end to the other.
func (k *Game) obstacle(a, b eye) table.Remark {
	for _, p := range []string{a.place, b.place} {
		if k.smoked(p) {
			return table.Say("sight.smoke", "BB-7.4", table.A("at", p))
		}
	}
	l := k.net.Between(a.place, b.place)
	for _, c := range l.Crossings {
		switch {
		case k.allCut(c, k.smoked):
			return table.Say("sight.smoke", "BB-7.4", table.A("at", strings.Join(c.Cells, "/")))
		case k.allCut(c, func(p string) bool { return k.blocks(p, a, b) }):
			return table.Say("sight.cut", "BB-4.1c", table.A("at", strings.Join(c.Cells, "/")), table.A("ground", k.terrain(c.Cells[0]).ID))
		}
	}
	for _, s := range l.Sides {
		if k.edgeCuts(s.A, s.B, a, b) {
			return table.Say("sight.edge", "BB-R4", table.A("from", s.A), table.A("to", s.B), table.A("edge", k.edge(s.A, s.B)))
		}
	}
	return table.Say("sight.both", "BB-R2")
}
