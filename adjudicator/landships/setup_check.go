package landships

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// area returns where a unit may be set up: the area that names it, or the area of its side that names no units.
func (g *Game) area(u *Piece) (DeploymentArea, bool) {
	var common DeploymentArea
	found := false
	for _, d := range g.doc.Scenario.Deployments {
		switch {
		case d.Side != string(u.Side):
		case slices.Contains(d.Units, u.ID):
			return d, true
		case len(d.Units) == 0 && !found:
			common, found = d, true
		}
	}
	return common, found
}

// allows reports whether an area allows a hex: those listed or, with exchange alone, those that a unit of the area has
// by default.
func (g *Game) allows(d DeploymentArea, hex string) bool {
	if !slices.Contains(d.Hexes, hex) {
		return false
	}
	return !d.Exchange || slices.ContainsFunc(g.doc.Scenario.Units, func(u Unit) bool {
		return u.Side == d.Side && u.Hex == hex && (len(d.Units) == 0 || slices.Contains(d.Units, u.ID))
	})
}

// within returns the usable hexes of an area row by row; neighbours in a row are given by the ends of their run:
// "0309-0909".
func (g *Game) within(d DeploymentArea) []string {
	var runs []string
	last := -2 // the last column of the current run
	row := ""
	places := slices.Clone(g.net.Places())
	slices.SortStableFunc(places, func(a, b string) int { return cmp.Or(strings.Compare(a[2:], b[2:]), strings.Compare(a, b)) })
	for _, hex := range places {
		if !g.allows(d, hex) {
			continue
		}
		column, _ := strconv.Atoi(hex[:2])
		if hex[2:] == row && column == last+1 {
			first, _, _ := strings.Cut(runs[len(runs)-1], "-")
			runs[len(runs)-1] = first + "-" + hex
		} else {
			runs = append(runs, hex)
		}
		row, last = hex[2:], column
	}
	return runs
}

// enterable reports whether the ground of a hex allows a kind of counter there at all (LS-6.15c-f, M-10).
func (g *Game) enterable(u *Piece, hex string) bool {
	points := func(t *Terrain) int {
		switch {
		case u.Class == "TNK" && g.flag(u, "may_enter_woods") && t.Kind == "woods":
			return 1 // LS-6.15d
		case u.Class == "TNK":
			return t.Tank
		case u.Class == "AC":
			return t.Car
		case u.Class == "TRK":
			return t.Truck
		case u.cavalry():
			return t.Trot
		}
		return t.Foot
	}
	if n := points(g.ground(hex)); (n == 0 || n < 0) && !g.road(hex) {
		return false
	}
	if g.dug(hex, u.Side) && points(g.feature("trench")) == 0 {
		return false
	}
	return !g.wired(hex) || points(g.feature("wire")) != 0
}

// mayDeploy reports why a unit cannot be set up as a line says, or returns nil if it can: in its side's area, on
// ground where it can be, within the area's stacking (D-02, LS-3.12).
func (g *Game) mayDeploy(s table.Seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	if g.Number > 0 {
		return refuse("under-way", "LS-2.1a")
	}
	if orders.Has(l.Args, "facing") && !slices.ContainsFunc(unitsOf(l), func(id string) bool { u := g.own(s, id); return u != nil && u.Facing > 0 }) {
		return refuse("no-facing", "LS-2.2c", table.A("units", unitsOf(l)))
	}
	for i, id := range unitsOf(l) {
		u := g.own(s, id)
		if u == nil || u.Hex == "" || u.Class == "AIR" {
			return refuse("not-deployed", "LS-2.1a", table.A("unit", id))
		}
		d, ok := g.area(u)
		if !ok || !g.allows(d, hex) {
			return refuse("outside-area", "LS-2.1a", table.A("unit", id), table.A("hex", hex), table.A("area", g.within(d)))
		}
		if !g.enterable(u, hex) {
			return refuse("impassable", "LS-6.15c", table.A("unit", id), table.A("hex", hex))
		}
		before := unitsOf(l)[:i]
		others := func(is func(*Piece) bool) int {
			n := len(g.of(s, hex, func(x *Piece) bool { return is(x) && x.ID != id && !slices.Contains(before, x.ID) }))
			n += table.Count(before, func(b string) bool { return is(g.unit(b)) })
			return n
		}
		if most := limit(d.Groups, g.constants().StackGroups.Value); u.group() && others((*Piece).group) >= most {
			return refuse("stack-groups", "LS-3.12a", table.A("hex", hex), table.A("most", most))
		}
		if most := limit(d.Vehicles, g.constants().StackVehicles.Value); u.vehicle() && others((*Piece).vehicle) >= most {
			return refuse("stack-vehicles", "LS-3.12b", table.A("hex", hex), table.A("most", most))
		}
	}
	return nil
}

// limit returns the area's own stacking limit, or the rule's if it has none.
func limit(own, rule int) int {
	if own > 0 {
		return own
	}
	return rule
}

// missionsOf returns the missions that an aircraft may be given (LS-11.1b, LS-11.33a), the default of D-03 first:
// those of its type that the scenario and the date allow.
func (g *Game) missionsOf(u *Piece) []string {
	p := g.plane(u)
	var list []string
	switch {
	case u.Class != "AIR":
		return nil
	case p.Type == "CS":
		list = missions
	case p.Type == "B":
		list = []string{"bombing"}
	case p.Type == "F" && g.in("LS-16.41"):
		list = []string{"strafing"}
	}
	allowed := []string(nil)
	for _, d := range g.doc.Scenario.Units {
		if d.ID == u.ID {
			allowed = d.Missions
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(m string) bool {
		return len(allowed) > 0 && !slices.Contains(allowed, m) ||
			m == "strafing" && p.Type != "F" && (!g.dated("1917") || p.Strafe == 0) ||
			m == "bombing" && p.Bomb == 0 ||
			m == "observation" && g.in("LS-16.42") && slices.Contains(p.Flags, "no_observation") // LS-16.42a
	})
}

func (g *Game) mayAssign(s table.Seat, l table.Line) *table.Refusal {
	u := g.own(s, orders.Value(l.Args, "unit"))
	m := orders.Value(l.Args, "mission")
	switch {
	case g.Number > 0:
		return refuse("mission-fixed", "LS-11.1c")
	case u == nil || !slices.Contains(g.missionsOf(u), m):
		return refuse("no-such-mission", "LS-11.1b", table.A("unit", orders.Value(l.Args, "unit")), table.A("mission", "mission."+m))
	}
	return nil
}

// mayWire reports why wire cannot be laid in a hex, or returns nil if it can: the side's own trench hexes (LS-7.15c).
func (g *Game) mayWire(s table.Seat, l table.Line) *table.Refusal {
	if g.Number > 0 {
		return refuse("under-way", "LS-7.15c")
	}
	for _, hex := range orders.List(l.Args, "hexes") {
		if g.trench(hex) != string(s) {
			return refuse("not-own-trench", "LS-7.15c", table.A("hex", hex))
		}
	}
	return nil
}

// mayCarry reports why a group cannot carry a weapon, or returns nil if it can: only German infantry and MG groups
// carry them, any number of rifles and at most three flamethrowers (LS-13.11a, LS-7.15b).
func (g *Game) mayCarry(s table.Seat, l table.Line) *table.Refusal {
	by := g.own(s, orders.Value(l.Args, "by"))
	if g.Number > 0 {
		return refuse("under-way", "LS-13.11a")
	}
	if by == nil || by.Nation != "german" || !by.infantry() && !by.gunners() {
		return refuse("cannot-carry", "LS-13.11a", table.A("unit", orders.Value(l.Args, "by")))
	}
	flames := 0
	names := unitsOf(l)
	for i := range g.Units {
		if u := &g.Units[i]; u.Class == "FLT" && u.Out == "" && (u.Carrier == by.ID || slices.Contains(names, u.ID)) {
			flames++
		}
	}
	for _, id := range names {
		if u := g.own(s, id); u == nil || !u.personal() || u.Waiting != by.Waiting {
			return refuse("not-a-weapon", "LS-13.11a", table.A("unit", id))
		}
	}
	if most := g.constants().FlameCarried.Value; flames > most {
		return refuse("flames-carried", "LS-7.15b", table.A("unit", by.ID), table.A("most", most))
	}
	return nil
}

// mayLead reports why a tank leader cannot be put into a tank, or returns nil if he can (LS-14.11a).
func (g *Game) mayLead(s table.Seat, l table.Line) *table.Refusal {
	u, tank := g.own(s, orders.Value(l.Args, "unit")), g.own(s, orders.Value(l.Args, "tank"))
	switch {
	case g.Number > 0:
		return refuse("under-way", "LS-14.11a")
	case u == nil || u.Class != "TL":
		return refuse("not-a-leader", "LS-14.11a", table.A("unit", orders.Value(l.Args, "unit")))
	case tank == nil || !tank.tank() || tank.Waiting != u.Waiting: // both are on the map, or both are still to come
		return refuse("not-a-tank", "LS-14.11a", table.A("unit", orders.Value(l.Args, "tank")))
	case g.commander(tank.ID) != "" && g.commander(tank.ID) != u.ID:
		return refuse("has-leader", "LS-14.11a", table.A("unit", u.ID), table.A("tank", tank.ID), table.A("leader", g.commander(tank.ID)))
	}
	return nil
}

// mayEquip reports why a group cannot have rifle grenades, or returns nil if it can: infantry, one of every three
// groups, in 1917 or later (LS-16.13a).
func (g *Game) mayEquip(s table.Seat, l table.Line) *table.Refusal {
	if !g.in("LS-16.13") || !g.dated("1917") {
		return refuse("not-in-force", "LS-16.13a", table.A("rule", "LS-16.13"))
	}
	return g.oneInThree(s, l, "LS-16.13a", (*Piece).infantry, func(u *Piece) bool { return u.Grenades })
}

// mayStormtroop reports why a group cannot be Stosstruppen, or returns nil if it can: one of every three infantry
// groups, if the scenario names none (LS-16.15a, D-05).
func (g *Game) mayStormtroop(s table.Seat, l table.Line) *table.Refusal {
	if !g.mayChooseStorm() {
		return refuse("not-in-force", "LS-16.15a", table.A("rule", "LS-16.15"))
	}
	return g.oneInThree(s, l, "LS-16.15a", stormer, func(u *Piece) bool { return u.Storm })
}

func (g *Game) oneInThree(s table.Seat, l table.Line, rule string, is, has func(*Piece) bool) *table.Refusal {
	if g.Number > 0 {
		return refuse("under-way", rule)
	}
	names := unitsOf(l)
	for _, id := range names {
		if u := g.own(s, id); u == nil || !is(u) {
			return refuse("not-infantry", rule, table.A("unit", id))
		}
	}
	chosen := len(slices.DeleteFunc(g.eligible(s, is), func(id string) bool { return !has(g.unit(id)) && !slices.Contains(names, id) }))
	if most := g.share(s, is); chosen > most {
		return refuse("one-in-three", rule, table.A("most", most))
	}
	return nil
}

// mayPlan reports why a barrage cannot be written into the plan, or returns nil if it can: it must be one that could
// be fired then, with the side's pieces (LS-16.22a, LS-5.22a, LS-5.33a, LS-5.34a).
func (g *Game) mayPlan(s table.Seat, l table.Line) *table.Refusal {
	p := g.planned(s, l)
	guns := g.camp(s).OBA + len(g.of(s, "", func(u *Piece) bool { return u.Class == "ART" }))
	used := p.Pieces
	for _, q := range g.Plans {
		if q.Owner == s && q.Turn == p.Turn {
			used += q.Pieces
			if q.Place == p.Place {
				return refuse("planned-already", "LS-5.11h", table.A("hex", p.Place), table.A("turn", p.Turn))
			}
		}
	}
	c := g.camp(s)
	switch {
	case g.Number > 0:
		return refuse("under-way", "LS-16.22a")
	case !g.in("LS-16.22"):
		return refuse("not-in-force", "LS-16.22a", table.A("rule", "LS-16.22"))
	case p.Turn < 1 || p.Turn > g.Length:
		return refuse("no-such-turn", "LS-16.22a", table.A("turn", p.Turn), table.A("of", g.Length))
	case p.Pieces < 1 || used > guns:
		return refuse("too-many-pieces", "LS-16.22a", table.A("pieces", used), table.A("most", guns))
	case p.Type == "hurricane" && (p.Ammo == "smoke" || p.Ammo == "gas"):
		return refuse("drumfire-alone", "LS-5.22a", table.A("ammo", "ammo."+p.Ammo))
	case p.Ammo == "smoke" && c.Smoke == 0:
		return refuse("no-ammo", "LS-5.33a", table.A("ammo", "ammo."+p.Ammo))
	case p.Ammo == "gas" && !g.dated("1915"):
		return refuse("gas-too-early", "LS-5.34a")
	case p.Ammo == "gas" && c.Gas == 0:
		return refuse("no-ammo", "LS-5.34a", table.A("ammo", "ammo."+p.Ammo))
	}
	return nil
}
