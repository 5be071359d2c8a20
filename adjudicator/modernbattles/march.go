package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// march is one move of one unit along way-points (MB-B7a).
type march struct {
	gait      string // normal, double, triple
	reverse   bool   // for a vehicle
	formation string
	facing    int // at the end; -1: along the last leg
	path      []Point
	into      string // building that it enters
	charge    bool   // may come nearer than an inch to enemies
}

// allowance returns how far a unit may move at a gait, in tenths (MB-2, MB-3, MB-4), or a refusal if it may not move so.
func (g *Game) allowance(u *Unit, gait string) (int, *table.Refusal) {
	m := 10 * u.Profile.Move
	id := table.A("unit", u.ID)
	if u.piece() {
		w, _ := g.doc.Weapon(u.arm())
		switch need := g.haulers(w); {
		case w.Mount == "very_heavy": // MB-4d, R6
			return 0, refuse("tow-only", "MB-4d", id)
		case u.alive() < need: // MB-B7l
			return 0, refuse("too-few-to-move", "MB-B7l", id, table.A("men", u.alive()), table.A("need", need))
		case gait != "normal": // MB-4a, 4b
			return 0, refuse("no-double-weapon", "MB-4a", id)
		case w.Mount == "heavy": // MB-4c, B1c
			m /= 2
		}
		return m, nil
	}
	switch gait {
	case "double":
		return 2 * m, nil
	case "triple":
		return 3 * m, nil
	}
	return m, nil
}

// haulers returns how many men move a weapon by hand (MB-B7l).
func (g *Game) haulers(w *Weapon) int {
	switch w.Mount {
	case "medium":
		return g.constants().HaulMedium.Value
	case "heavy", "very_heavy":
		return g.constants().HaulHeavy.Value
	}
	return g.constants().HaulLight.Value
}

// mayStir checks what applies to any move of a unit: it is there, and it is not suppressed, fleeing, in combat or busy.
func (g *Game) mayStir(u *Unit) *table.Refusal {
	if by := u.Aboard + u.Towed; by != "" && u.Out == "" {
		return refuse("carried", "MB-B7j", table.A("unit", u.ID), table.A("vehicle", by))
	}
	if !g.on(u) {
		return refuse("not-on-table", "MB-B7a", table.A("unit", u.ID))
	}
	return g.mayStep(u)
}

// mayStep is mayStir for units that are carried or towed.
func (g *Game) mayStep(u *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	switch {
	case u.alive() == 0 || u.Piece.Alone:
		return refuse("nobody", "MB-B23", id)
	case u.State == "suppressed": // MB-10c
		return refuse("suppressed", "MB-10c", id)
	case u.State == "fleeing":
		return refuse("fleeing", "MB-B16a", id)
	case !u.vehicle() && g.inCombat(u): // MB-B13
		return refuse("in-combat", "MB-B13", id)
	case u.Did.Charged:
		return refuse("charged", "MB-B8e", id)
	case u.Did.Busy:
		return refuse("busy", "MB-B7k", id)
	}
	if u.vehicle() {
		return g.mayDrive(u)
	}
	return nil
}

// mayDrive checks what applies to any move of a vehicle.
func (g *Game) mayDrive(u *Unit) *table.Refusal {
	id := table.A("unit", u.ID)
	switch {
	case u.Tank.Wreck || u.Tank.Inferno:
		return refuse("wrecked", "MB-B18g", id)
	case u.Tank.Immobilised: // MB-24d
		return refuse("immobilised", "MB-24d", id)
	case u.Tank.Idle > 0 || u.Tank.Fire: // MB-24e, MB-R43
		return refuse("idle", "MB-24e", id)
	case u.Tank.Back:
		return refuse("disengaging", "MB-19b", id)
	case u.Did.Stuck: // MB-R4: the same row again in a later movement phase
		return refuse("stuck", "MB-R4", id)
	}
	return nil
}

// inCombat reports whether a unit touches an enemy that it fights: bases in contact (MB-B13).
func (g *Game) inCombat(u *Unit) bool {
	if !g.holds(u) {
		return false
	}
	for e := range table.All(g.Units) {
		if e.Side == u.Side || u.Inside == "" && e.Inside == "" && !inReach(u.At, e.At, farthest) || !g.holds(e) {
			continue
		}
		if g.engaged(u, e) {
			return true
		}
	}
	return false
}

// farthest is the greatest distance between the anchors of two units in contact: no unit on its slots reaches farther.
const farthest = 300

// mayGait checks the conditions that a gait sets for the whole move (MB-2d, MB-2e, MB-3b, MB-3c, MB-B3d, MB-R52).
func (g *Game) mayGait(u *Unit, m *march) *table.Refusal {
	id := table.A("unit", u.ID)
	legs := g.legs(u, m.path)
	if m.gait != "normal" && u.Did.Loaded { // MB-B7j
		return refuse("loaded-fast", "MB-B7j", id)
	}
	if m.gait == "double" && u.vehicle() {
		for _, kind := range g.drive(u).NoDouble { // MB-3b
			if g.touches(legs, kind) {
				return refuse("no-double-there", "MB-3b", id, table.A("terrain", "terrain."+kind))
			}
		}
	}
	if m.gait != "normal" && u.Did.Turned && !u.vehicle() {
		return refuse("no-double-weapon", "MB-4a", id)
	}
	if m.gait != "normal" && g.climbs(u, legs) {
		return refuse("no-double-climb", "MB-B7b", id)
	}
	if m.gait != "triple" {
		return nil
	}
	if u.vehicle() {
		switch {
		case g.drive(u).RoadRun && g.onRoad(u, m.path): // MB-3c
			return nil
		case !g.inGroupColumn(u): // MB-R52
			return refuse("no-triple-vehicle", "MB-3c", id)
		}
	} else if u.Formation != "column" || m.formation != "column" { // MB-2e
		return refuse("no-column", "MB-2e", id)
	}
	if !g.openWay(legs) {
		return refuse("not-open", "MB-2e", id)
	}
	if e := g.nearFoe(u, legs); e != "" { // MB-B3d
		return refuse("column-near", "MB-B3d", id, table.A("enemy", e))
	}
	return nil
}

// legs returns the ways between the points of a path, the first from where the unit stands.
func (g *Game) legs(u *Unit, path []Point) [][2]Point {
	var out [][2]Point
	at := u.At
	for _, p := range path {
		out = append(out, [2]Point{at, p})
		at = p
	}
	return out
}

// touches reports whether a way starts in, enters or crosses a kind of terrain (MB-B7h).
func (g *Game) touches(legs [][2]Point, kind string) bool {
	for a := range table.All(g.ground.areas) {
		if a.kind.ID != kind {
			continue
		}
		for _, l := range legs {
			if a.holds(l[0]) || a.holds(l[1]) || a.crosses(l[0], l[1]) || len(a.line) > 0 && len(a.crossings(l[0], l[1])) > 0 {
				return true
			}
		}
	}
	return false
}

// openWay reports whether a way runs entirely in the open: no difficult terrain, no walls and the like.
func (g *Game) openWay(legs [][2]Point) bool {
	return !slices.ContainsFunc(g.doc.Terrain, func(t TerrainType) bool {
		return (!t.easy() || t.Extra > 0) && g.touches(legs, t.ID)
	})
}

// climbs reports whether men with ropes cross impassable ground on a way (MB-1f).
func (g *Game) climbs(u *Unit, legs [][2]Point) bool {
	return u.foot() && u.has("climbing") && g.touches(legs, "impassable")
}

// onRoad reports whether a path runs entirely on roads: both ends of each leg and everything between (MB-3c).
func (g *Game) onRoad(u *Unit, path []Point) bool {
	for _, l := range g.legs(u, path) {
		d := span(l[0], l[1])
		for k := range d {
			if !g.stands(onWay(l[0], l[1], k, d), "road") {
				return false
			}
		}
		if !g.stands(l[1], "road") {
			return false
		}
	}
	return true
}

// onWay returns the point k tenths along a way of length d.
func onWay(a, b Point, k, d int) Point {
	if d == 0 {
		return a
	}
	return Point{a.X + rounded((b.X-a.X)*k, d), a.Y + rounded((b.Y-a.Y)*k, d)}
}

// nearFoe returns an enemy that is in sight, not fleeing, and less than eight inches from a unit or from any point of its way (MB-B3d).
func (g *Game) nearFoe(u *Unit, legs [][2]Point) string {
	least := g.constants().ColumnDistance.Value
	b := g.base(u)
	r := max(b.Radius, b.Width/2)
	for _, id := range g.of(g.other(u.Side), func(e *Unit) bool { return g.fit(e) && e.State != "fleeing" && g.sees(u, e) }) {
		e := g.unit(id)
		if g.between(u, e) < least || slices.ContainsFunc(g.shapes(e), func(s Shape) bool {
			return slices.ContainsFunc(legs, func(l [2]Point) bool { return wayGap(l[0], l[1], s)-r < least })
		}) {
			return id
		}
	}
	return ""
}

// formFiles notes which vehicles stand in column before the first of them moves, so that those behind may follow after it has
// gone (MB-R52).
func (g *Game) formFiles() {
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == g.Phasing && u.vehicle() {
			u.Did.InFile = g.file(u) // file does not read the Did of others
		}
	}
}

// inGroupColumn reports whether a vehicle moves in column with its group, as the group stood when the phase began (MB-R52).
func (g *Game) inGroupColumn(u *Unit) bool {
	if g.Live {
		return u.Did.InFile
	}
	return g.file(u)
}

// file reports whether the vehicles of a group follow one another within two inches (MB-R52): they can be put in an order in
// which each vehicle has the next one ahead in its front, and is itself behind that one.
func (g *Game) file(u *Unit) bool {
	if u.Tank.Group == "" || !g.in("MB-19") {
		return false
	}
	list := g.of(u.Side, func(o *Unit) bool { return o.Tank.Group == u.Tank.Group && g.fit(o) })
	return len(list) > 1 && slices.ContainsFunc(list, func(head string) bool {
		return g.filesUp(head, slices.DeleteFunc(slices.Clone(list), func(id string) bool { return id == head }))
	})
}

// filesUp reports whether some vehicles can be lined up in a file behind another.
func (g *Game) filesUp(last string, rest []string) bool {
	return len(rest) == 0 || slices.ContainsFunc(rest, func(id string) bool {
		return g.follows(g.unit(id), g.unit(last)) && g.filesUp(id, slices.DeleteFunc(slices.Clone(rest), func(o string) bool { return o == id }))
	})
}

// follows reports whether a vehicle stands within two inches behind another that is in front of it.
func (g *Game) follows(u, head *Unit) bool {
	return g.between(u, head) <= coherency && g.zone(u, head.At) == "front" && g.zone(head, u.At) == "rear"
}
