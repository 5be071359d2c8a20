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

// instead returns the deployment of a unit at the nearest place where there is room for it beside those of its side that other lines of the draft
// deploy (MB-B3c).
func instead(k *Game, s table.Seat, l table.Line, draft []table.Line) []string {
	u := k.own(s, orders.Value(l.Args, "unit"))
	at := slices.IndexFunc(l.Args, func(a table.Arg) bool { return a.Name == "at" })
	if u == nil || at < 0 || !deploysAlone(l) {
		return nil
	}
	p, ok := k.spot(u, u.At, u.Facing, l.Args[at].Value, 0)
	if !ok {
		return nil
	}
	g := k.deployedBy(s, draft, u.ID)
	for d := roomStep; d <= farthestRoom; d += roomStep {
		for deg := 0; deg < 360; deg += roomTurn {
			q := ahead(p, deg, d)
			if !k.onTable(q) || !within(q, k.zoneOf(s)) || k.building(q) != nil {
				continue
			}
			try := g.toTry(u.ID)
			v := try.unit(u.ID)
			v.Off = false
			if try.settle(v, q, k.deployFacing(u, q, l), k.deployFormation(u, l), true) {
				l.Text, l.Args = "", slices.Clone(l.Args)
				l.Args[at].Value = pointText(q)
				return []string{orders.Canonical(l)}
			}
		}
	}
	return nil
}

// deploysAlone reports whether a line puts a unit on the table itself, and not on a vehicle.
func deploysAlone(l table.Line) bool { return l.Verb == "deploy" && orders.Value(l.Args, "on") == "" }

// deployedBy returns the position in which lines have deployed units of a side, and nobody else of it stands on the table.
func (g *Game) deployedBy(s table.Seat, lines []table.Line, but string) *Game {
	c := *g
	c.Units = slices.Clone(g.Units)
	for i := range c.Units {
		if u := &c.Units[i]; u.Side == s {
			u.Figures, u.Off = slices.Clone(u.Figures), true
		}
	}
	for _, l := range lines {
		u := c.own(s, orders.Value(l.Args, "unit"))
		if u == nil || u.ID == but || !deploysAlone(l) {
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
