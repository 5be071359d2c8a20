package modernbattles

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// lookout says whether there is a line of sight between two units or places, how far it is, and the cover of who is looked at (MB-B5).
func lookout(k *Game, s table.Seat, from, to string) []table.Remark {
	a, b := k.spotted(from), k.spotted(to)
	start, ok := k.whereabouts(s, from, a)
	end, is := k.whereabouts(s, to, b)
	if !ok || !is {
		return nil
	}
	far := span(start, end)
	if a != nil && b != nil {
		far = k.between(a, b)
	}
	args := []table.FactArg{table.A("from", from), table.A("to", to), table.A("inches", inchText(far))}
	l := k.lineBetween(a, b, start, end)
	if !l.Clear {
		what, rule := k.cutBy(s, l)
		return []table.Remark{table.Say("los.blocked", rule, append(args, what...)...)}
	}
	out := []table.Remark{table.Say("los.clear", "MB-B5", args...)}
	if a != nil && b != nil {
		seeing := table.Count(k.eyes(a), func(i int) bool { return len(k.seenFrom(a, i, b)) > 0 })
		out = append(out, table.Say("los.seeing", "MB-B9.3", table.A("from", from), table.A("seeing", seeing), table.A("of", len(k.eyes(a)))))
		if c := k.coverAgainst(b, a); c.Level > 0 {
			out = append(out, table.Say("los.cover", "MB-B5c", table.A("to", to), table.A("cover", c.Why)))
		}
	}
	return out
}

// spotted returns a unit on the table by its id, or nil for a place.
func (k *Game) spotted(name string) *Unit {
	if u := k.unit(name); u != nil && k.on(u) && len(k.eyes(u)) > 0 {
		return u
	}
	return nil
}

// whereabouts returns where a unit or place is.
func (k *Game) whereabouts(s table.Seat, name string, u *Unit) (Point, bool) {
	if u != nil {
		return u.At, true
	}
	return k.fixed(s, name)
}

// lineBetween returns the best line between two units, or between a unit or place and a place.
func (k *Game) lineBetween(a, b *Unit, from, to Point) Line {
	switch {
	case a != nil && b != nil:
		for _, i := range k.eyes(a) {
			for _, j := range k.faces(b) {
				if l := k.line(a, i, b, j); l.Clear {
					return l
				}
			}
		}
		return k.obstacle(a, -1, b)
	case a != nil || b != nil:
		if a == nil {
			a, to = b, from
		}
		for _, i := range k.eyes(a) {
			if l := k.linePoint(a, i, to); l.Clear {
				return l
			}
		}
		return k.linePoint(a, k.eyes(a)[0], to)
	}
	return k.path(end{at: from, level: k.height(from)}, end{at: to, level: k.height(to)})
}

// reachable tells how far a unit goes at each pace toward the objectives, the nearest enemy and cover nearby: what it costs in inches, and where
// it would stand.
func reachable(k *Game, s table.Seat, unit string) []table.Chapter {
	u := k.own(s, unit)
	if u == nil || u.battery() {
		return nil
	}
	if r := k.mayStir(u); r != nil {
		return []table.Chapter{{Says: []table.Remark{table.Say(r.Code, r.Rule, r.Args...)}}}
	}
	t := board.Table{Heads: []string{"head.place", "head.inches", "head.normal", "head.double"}}
	for _, goal := range k.goals(u) {
		p, ok := k.spot(u, u.At, u.Facing, goal, 10*u.Profile.Move)
		if aim, is := k.aimOf(s, goal); is {
			p, ok = aim, true
		}
		if !ok {
			continue
		}
		row := []string{k.goalName(goal), short(span(u.At, p))}
		for _, gait := range []string{"normal", "double"} {
			row = append(row, k.goesAs(u, gait, p))
		}
		t.Rows = append(t.Rows, row)
	}
	most, _ := k.fastest(u, "normal")
	return []table.Chapter{{Says: []table.Remark{table.Say("guide.reach", "MB-B7a", table.A("unit", u.ID), table.A("inches", inchText(most)))}, Tables: []board.Table{t}}}
}

// goalName returns a goal as a player names it: a unit, ground or an objective without the word for the way to it.
func (k *Game) goalName(goal string) string {
	name := strings.TrimPrefix(bare(goal), "toward/")
	for i := range k.Units {
		if under(k.Units[i].ID) == name {
			return k.Units[i].ID
		}
	}
	if name == "forward" {
		return "goal.forward"
	}
	return name
}

// aimOf returns the place of a goal: "O1", "toward/US_1".
func (k *Game) aimOf(s table.Seat, goal string) (Point, bool) {
	const toward = "toward/"
	if len(goal) > len(toward) && goal[:len(toward)] == toward {
		goal = goal[len(toward):]
	}
	for i := range k.Units {
		if under(k.Units[i].ID) == goal && k.Units[i].Out == "" {
			return k.Units[i].At, true
		}
	}
	for i := range k.ground.areas {
		if under(k.ground.areas[i].id) == goal {
			return k.ground.areas[i].middle(), true
		}
	}
	return k.fixed(s, goal)
}

// goesAs tells where a unit comes to stand that heads for a place at a pace, and what that costs; "-" if it cannot go at all.
func (k *Game) goesAs(u *Unit, gait string, p Point) string {
	m := march{gait: gait, formation: u.Formation, facing: -1, path: []Point{p}}
	tr, _ := k.atPace(u, &m, 0, false)
	if len(tr.path) == 0 || tr.path[len(tr.path)-1] == u.At {
		return "-"
	}
	return pointText(tr.path[len(tr.path)-1]) + " (" + short(tr.spent) + ")"
}

// habits are the standing orders by which the game is played well: riflemen fall before machine guns, headquarters that call fire keep their own,
// mortars go on at their aim point.
func habits(k *Game, s table.Seat) []string {
	out := []string{"standing casualties rifles"}
	mortars := k.of(s, func(u *Unit) bool { return u.Out == "" && k.weapon(u.arm()).indirectOnly() })
	if len(mortars) == 0 {
		return out
	}
	callers := k.of(s, func(u *Unit) bool {
		return u.Out == "" && (u.led("officer") || trained(u)) && slices.ContainsFunc(mortars, func(id string) bool { return id != u.ID && k.linked(u, k.unit(id)) })
	})
	for _, id := range callers {
		out = append(out, "standing targets none of "+id)
	}
	return append(out, "standing salvos again")
}
