package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// How far around a place room is looked for, in tenths of an inch, and in which steps.
const (
	farthestRoom = 120
	roomStep     = 5
	roomTurn     = 15
)

// instead returns the line of a unit that finds no room with the nearest place that has some: where it is deployed, beside those of its side that
// other lines of the draft deploy (MB-B3c), and where it gets out of a vehicle (MB-B7j). A way that is barred proposes itself how far it goes.
func instead(k *Game, s table.Seat, l table.Line, draft []table.Line) []string {
	u := k.own(s, orders.Value(l.Args, "unit"))
	switch {
	case u == nil:
		return nil
	case deploysAlone(l):
		mine := func(l table.Line) bool { return orders.Value(l.Args, "unit") == u.ID }
		before := draft
		if i := slices.IndexFunc(draft, mine); i >= 0 {
			before = draft[:i]
		}
		now, after := k.deployedBy(s, before, nil), k.deployedBy(s, draft, u)
		return k.nearestTo(u, l, "at", func(at Point, l table.Line) bool { return now.roomToDeploy(u, at, l) && after.roomToDeploy(u, at, l) })
	case l.Verb == "alight":
		return k.nearestTo(u, l, "to", func(_ Point, l table.Line) bool { return checkAlight(k, s, l) == nil })
	}
	return nil
}

// nearestTo returns a line with the nearest place to the one that its parameter names with which it is right.
func (k *Game) nearestTo(u *Unit, l table.Line, param string, right func(Point, table.Line) bool) []string {
	i := slices.IndexFunc(l.Args, func(a table.Arg) bool { return a.Name == param })
	if i < 0 {
		return nil
	}
	p, ok := k.spot(u, u.At, u.Facing, l.Args[i].Value, 0)
	if !ok {
		return nil
	}
	l.Text, l.Args = "", slices.Clone(l.Args)
	for d := roomStep; d <= farthestRoom; d += roomStep {
		for deg := 0; deg < 360; deg += roomTurn {
			q := ahead(p, deg, d)
			if !k.onTable(q) {
				continue
			}
			l.Args[i].Value = pointText(q)
			if right(q, l) {
				return []string{orders.Canonical(l)}
			}
		}
	}
	return nil
}

// roomToDeploy reports whether a unit may be deployed at a point, among those who stand there already.
func (g *Game) roomToDeploy(u *Unit, at Point, l table.Line) bool {
	if !within(at, g.zoneOf(u.Side)) || g.building(at) != nil {
		return false
	}
	try := g.toTry(u.ID)
	v := try.unit(u.ID)
	v.Off = false
	return try.settle(v, at, g.deployFacing(u, at, l), g.deployFormation(u, l), true)
}

// deploysAlone reports whether a line puts a unit on the table itself, and not on a vehicle.
func deploysAlone(l table.Line) bool { return l.Verb == "deploy" && orders.Value(l.Args, "on") == "" }

// deployedBy returns the position after lines have deployed units of a side, one after the other as in play. A unit that they shall do without does
// not stand on the table and is deployed by none of them.
func (g *Game) deployedBy(s table.Seat, lines []table.Line, without *Unit) *Game {
	c := *g
	c.Units = slices.Clone(g.Units)
	for i := range c.Units {
		if u := &c.Units[i]; u.Side == s {
			u.Figures = slices.Clone(u.Figures)
			u.Off = u.Off || without != nil && u.ID == without.ID
		}
	}
	for _, l := range lines {
		u := c.own(s, orders.Value(l.Args, "unit"))
		if u == nil || without != nil && u.ID == without.ID || !deploysAlone(l) {
			continue
		}
		p, ok := c.spot(u, u.At, u.Facing, orders.Value(l.Args, "at"), 0)
		if !ok {
			continue
		}
		was := *u
		was.Figures = slices.Clone(u.Figures)
		u.Off = false
		if !c.settle(u, p, c.deployFacing(&was, p, l), c.deployFormation(&was, l), true) {
			*u = was
		}
	}
	return &c
}
