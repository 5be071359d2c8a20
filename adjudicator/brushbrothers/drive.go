package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// tracks returns whether vehicles may enter a sector's ground: "yes", "test", "no" or "road" (BB-10.7, BB-10.10).
func (t Terrain) tracks() string {
	switch {
	case t.Vehicles != "":
		return t.Vehicles
	case t.Impassable, t.Building && !t.Road:
		return "no"
	case t.Building:
		return "road"
	case t.Difficult:
		return "test"
	}
	return "yes"
}

// mayDrive returns why a vehicle may not go from one sector to the next: built-up ground other than along a road
// (BB-10.7), or enemies other than men on foot before tracks (BB-11.10, BB-R68).
func (g *Game) mayDrive(u *Group, from, to string) *table.Refusal {
	a, b := g.terrain(from), g.terrain(to)
	switch {
	case g.distance(from, to) != 1:
		return refuse("not-adjacent", "BB-10.5", table.A("from", from), table.A("to", to))
	case b.tracks() == "no":
		return refuse("no-vehicles", "BB-10.7", table.A("to", to))
	case (a.tracks() == "road" || b.tracks() == "road") && !(a.Road && b.Road):
		return refuse("road-only", "BB-10.7", table.A("from", from), table.A("to", to))
	case g.holds(to) == "" || g.holds(to) == u.Side:
		return nil
	case len(g.soft(to)) < len(g.at(to)) || g.row(u).Drive != "tracked":
		return refuse("enemy-there", "BB-11.10", table.A("to", to))
	}
	return nil
}

// stage is what one move action of a vehicle covers.
type stage struct {
	steps   []string
	actions int // 1, or more for an expensive diagonal step of a slow vehicle (BB-1.4e) or to make up for UD that the road gave before
	extra   int // UD of it that only the road bonus gives (BB-10.6)
	slant   bool
}

// haul is what a vehicle has driven so far in its activation, as far as it matters for the road bonus (BB-10.6).
type haul struct {
	off   bool // not all of it was on road: no action has the bonus
	extra int  // UD gained by the bonus, to be made up for if the vehicle leaves the road after all
}

// stage takes from a way what one action covers (BB-10.5): 1 to 3 UD by mobility, 1 more if all of the movement is on
// road (BB-10.6). On squares, diagonal steps after the first one of an activation count 2 UD (BB-1.4e).
func (g *Game) stage(u *Group, at string, way []string, slanted bool, h haul) stage {
	v, c := g.row(u), g.doc.Tables.Vehicles
	mobility := max(1, amount(c.Moves, v.Mobility))
	reach, ud := mobility+c.Road, 0
	if h.off {
		reach, ud = mobility, h.extra
	}
	s, here, slant := stage{actions: 1}, at, slanted
	for i, next := range way {
		step := 1
		if g.diagonal(here, next) {
			if slant {
				step = 2
			}
			slant = true
		}
		ud, here = ud+step, next
		if i > 0 && ud > reach {
			break
		}
		s.steps, s.slant, s.actions = way[:i+1], slant, max(1, (ud+reach-1)/reach)
		if !h.off {
			s.extra = max(0, ud-s.actions*mobility)
		}
	}
	return s
}

// rough reports whether a move action through these sectors, starting sector included, needs a breakdown test
// (BB-10.10, BB-R8).
func (g *Game) rough(from string, steps []string) bool {
	return len(steps) > 0 && (g.terrain(from).tracks() == "test" || slices.ContainsFunc(steps, func(p string) bool { return g.terrain(p).tracks() == "test" }))
}

// diagonal reports whether a step on squares is diagonal.
func (g *Game) diagonal(from, to string) bool {
	x, y, _ := g.net.column(from)
	nx, ny, _ := g.net.column(to)
	return g.doc.Scenario.Board.Shape == "square" && x != nx && y != ny
}

// roads connects the sectors of a vehicle's path. Two that are not adjacent are joined by the shortest way, and among
// several by the one with the fewest tests and the most road (BB-D11).
func (k *Game) roads(u *Group, places []string) ([]string, *table.Refusal) {
	var out []string
	at := u.Sector
	for _, p := range places {
		if p == at {
			continue
		}
		if k.distance(at, p) == 1 {
			out, at = append(out, p), p
			continue
		}
		way, _, ok := board.Shortest(k.net.Grid, at, p, func(here, next string) (int, bool) {
			price := perSector
			if k.terrain(next).tracks() == "test" {
				price += perSector / 2
			}
			if !k.terrain(here).Road || !k.terrain(next).Road {
				price++
			}
			return price, k.mayDrive(u, here, next) == nil
		})
		if !ok || len(way) < 2 {
			return nil, refuse("no-way", "BB-10.5", table.A("from", at), table.A("to", p))
		}
		out, at = append(out, way[1:]...), p
	}
	if len(out) == 0 {
		return nil, refuse("no-path", "BB-10.5", table.A("unit", u.ID))
	}
	return out, nil
}

// journey works out, from what a side knows, how far a vehicle can go along a way, action by action, ending where there
// is room (BB-R68). The refusal says why it does not go all the way. The road bonus is for a movement that stays on
// road from its first sector to its last, in however many actions (BB-10.6). So it compares the part along the road
// with the bonus and the whole way without it, and takes the longer one.
func (k *Game) journey(u *Group, way []string) ([]stage, haul, *table.Refusal) {
	plain := haul{off: true, extra: k.Active.Road}
	road := way[:0:0]
	if k.terrain(u.Sector).Road && !k.Active.OffRoad {
		for _, p := range way {
			if !k.terrain(p).Road {
				break
			}
			road = append(road, p)
		}
	}
	if len(road) == 0 {
		out, r := k.Clone().stages(u, way, plain)
		return out, plain, r
	}
	fast, r := k.Clone().stages(u, road, haul{})
	if len(road) == len(way) {
		return fast, haul{}, r
	}
	slow, no := k.Clone().stages(u, way, plain)
	if length(slow) > length(fast) {
		return slow, plain, no
	}
	return fast, haul{}, no
}

func length(s []stage) int {
	n := 0
	for _, x := range s {
		n += len(x.steps)
	}
	return n
}

// stages divides a way into actions, as far as the points last. It spends points on its receiver, which must be a copy.
func (k *Game) stages(u *Group, way []string, h haul) ([]stage, *table.Refusal) {
	var out []stage
	var r *table.Refusal
	u = k.group(u.name())
	at, m, slanted := u.Sector, u.team(), slices.ContainsFunc(u.Bases, func(b Stand) bool { return b.Slant })
	for len(way) > 0 {
		s := k.stage(u, at, way, slanted, h)
		here := at
		for i, next := range s.steps {
			if r = k.mayDrive(u, here, next); r != nil {
				s.steps = s.steps[:i]
				break
			}
			here = next
		}
		if len(s.steps) == 0 {
			break
		}
		no := k.payDrive(m, s, true)
		if no != nil {
			r = no
			break
		}
		out, at, way, slanted, h.extra = append(out, s), here, way[len(s.steps):], s.slant, 0
		if r != nil {
			break
		}
	}
	for len(out) > 0 {
		last := &out[len(out)-1]
		end := last.steps[len(last.steps)-1]
		if end == u.Sector || k.roomFor(u, end) {
			break
		}
		r = refuse("no-room", "BB-1.4a", table.A("to", end), table.A("room", max(0, k.room(u.Side, end))))
		if last.steps = last.steps[:len(last.steps)-1]; len(last.steps) == 0 {
			out = out[:len(out)-1]
		}
	}
	return out, r
}

// roomFor reports whether a group would find room in a sector; in its own it does.
func (g *Game) roomFor(u *Group, place string) bool {
	return place == u.Sector || g.room(u.Side, place) >= g.size(u)
}

// payDrive books the actions of a stage.
func (g *Game) payDrive(m team, s stage, pay bool) *table.Refusal {
	for n := 0; n < s.actions; n++ {
		c := g.cost(g.group(m.group), "move", "drive")
		c.slant = s.slant
		if r := g.payAll(m, c, pay); r != nil {
			return r
		}
	}
	return nil
}

// driveOrder moves a vehicle (BB-10.5 to 10.11), one action after another. Its facing may change in each hex entered,
// and in the last one it turns to the facing ordered or towards the nearest enemy in sight (BB-10.8, BB-R34, BB-D11).
func (g *Game) driveOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	side := g.Active.Side
	k := g.Known(side)
	if k.group(name).Immobile {
		return refuse("immobile", "BB-11.5", table.A("unit", g.Active.Group))
	}
	way, r := k.roads(k.group(name), orders.Path(c.Args, "path"))
	if r != nil {
		return r
	}
	stages, h, r := k.journey(k.group(name), way)
	if len(stages) == 0 {
		return r
	}
	last := stages[len(stages)-1]
	goal := last.steps[len(last.steps)-1]
	trail := []string{g.group(name).Sector}
	for i, s := range stages {
		u := g.group(name)
		if u == nil || u.Immobile {
			break
		}
		if no := g.payDrive(u.team(), s, true); no != nil {
			r = no
			break
		}
		g.Active.Road += s.extra
		if h.off { // the UD that the road gave before have been made up for
			g.Active.OffRoad, g.Active.Road = true, 0
		}
		before := len(trail)
		facing := ""
		if i == len(stages)-1 {
			facing = orders.Value(c.Args, "facing")
		}
		no := g.driveStage(t, name, s, goal, facing, &trail)
		g.fallBackFromFoes(t, name, trail)
		if no != nil {
			r = no
			break
		}
		if len(trail)-before < len(s.steps) {
			break
		}
	}
	g.fallBackForRoom(t, name, trail)
	return r
}

// driveStage takes the steps of one action. Ground discovered on the way counts as it turns out. There is one breakdown
// test for the action, as soon as it is known to need one (BB-R8, BB-R50).
func (g *Game) driveStage(t *table.Table, name string, s stage, goal, facing string, trail *[]string) *table.Refusal {
	tested := false
	for i, next := range s.steps {
		u := g.group(name)
		if u == nil || u.Immobile {
			return nil
		}
		from := u.Sector
		if g.undiscovered(next) && !g.treads(t, name, next) { // BB-R50
			return nil
		}
		if no := g.mayDrive(u, from, next); no != nil {
			return no
		}
		if !tested && g.rough(from, s.steps[i:]) {
			if tested = true; !g.breakdown(t, name) {
				return nil
			}
		}
		if foe := g.holds(next); foe != "" && foe != u.Side {
			g.overrun(t, name, next)
			if u = g.group(name); u == nil || u.Immobile {
				return nil
			}
			if len(g.soft(next)) > 0 && i == len(s.steps)-1 {
				return refuse("stand-firm", "BB-11.10", table.A("to", next))
			}
		}
		u.Facing = g.toward(from, next)
		if next == goal && i == len(s.steps)-1 {
			switch {
			case facing != "":
				u.Facing = facing
			default:
				if d := g.Known(u.Side).nearest(name, next); d != "" {
					u.Facing = d
				}
			}
		}
		t.Report("BB-10.5", "drive", table.A("unit", name), table.A("from", from), table.A("to", next), table.A("facing", u.Facing))
		*trail = append(*trail, next)
		g.enter(t, name, next)
	}
	return nil
}

// nearest returns the direction from a sector to the nearest enemy that could be seen from there, or "" if there is
// none.
func (k *Game) nearest(name, place string) string {
	u := k.group(name)
	at := *u
	at.Sector = place
	best := ""
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if !k.sees(&at, h) {
			continue
		}
		if best == "" || k.distance(place, h.Sector) < k.distance(place, best) {
			best = h.Sector
		}
	}
	if best == "" {
		return ""
	}
	return k.toward(place, best)
}

// breakdown implements BB-10.10: the test succeeds on 5 or more; tracked vehicles get more on the die the more mobile
// they are. Failing it ends the activation (BB-10.11, BB-R37).
func (g *Game) breakdown(t *table.Table, name string) bool {
	u := g.group(name)
	v, c := g.row(u), g.doc.Tables.Vehicles.Breakdown
	die := t.Roll(u.Side, "breakdown", 1, 6)
	if v.Drive == "tracked" {
		die = die.Plus("tracked", amount(c.Tracked, v.Mobility), "BB-10.10")
	}
	need := table.Base("breakdown", c.Needed, "BB-10.10")
	ok := die.Total() >= need.Total()
	t.Report("BB-10.10", "breakdown", table.A("unit", name), table.A("at", u.Sector), table.A("ok", ok), table.A("die", die), table.A("need", need))
	if !ok {
		g.Active.Closed = append(g.Active.Closed, name)
	}
	return ok
}

// turnOrder changes a facing: that of a vehicle by a move action of no distance (BB-10.8, BB-R34), that of a gun by the
// action of BB-14.3a.
func (g *Game) turnOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	u, facing := g.group(name), orders.Value(c.Args, "facing")
	if g.gun(u) {
		return g.placeGun(t, facing)
	}
	switch {
	case !u.vehicle():
		return refuse("no-facing", "BB-R34", table.A("unit", u.ID))
	case u.Immobile:
		return refuse("immobile", "BB-11.5", table.A("unit", u.ID))
	}
	price := g.cost(u, "move", "drive")
	if r := g.payAll(u.team(), price, false); r != nil {
		return r
	}
	_ = g.payAll(u.team(), price, true)
	u.Facing = facing
	t.Report("BB-10.8", "turns", table.A("unit", name), table.A("at", u.Sector), table.A("facing", facing))
	return nil
}

// overrun implements BB-11.10 with BB-R40: men on foot before a tracked vehicle either are moved 1 UD out of the way by
// their owner or take a save test where they stand.
func (g *Game) overrun(t *table.Table, driver, place string) {
	for _, name := range g.soft(place) {
		u := g.group(name)
		if u == nil || g.group(driver) == nil {
			continue
		}
		at := t.At(u.ID)
		k := g.Known(u.Side)
		if to := table.Decide(at, g.askAside(u.Side, name, driver)); to != "" && slices.Contains(k.asides(name), to) {
			at.Report("BB-11.10", "steps-aside", table.A("unit", name), table.A("from", place), table.A("to", to), table.A("driver", driver))
			g.enter(at, name, to)
			continue
		}
		g.press(at, name, driver)
	}
}

// asides lists the free sectors next to a group, with room, that it may step into (BB-R40).
func (k *Game) asides(name string) []string {
	u := k.group(name)
	var out []string
	for _, n := range k.net.Neighbours(u.Sector) {
		if h := k.holds(n); k.distance(u.Sector, n) != 1 || k.terrain(n).Impassable || h != "" && h != u.Side || k.room(u.Side, n) < k.size(u) {
			continue
		}
		out = append(out, n)
	}
	return out
}

// press makes the save test of those who did not give way, with their present arguments. A failure costs one step of
// stress.
func (g *Game) press(t *table.Table, name, driver string) {
	u := g.group(name)
	sum := g.saveSum(driver, name, g.group(driver).Sector, batch{press: true})
	say := []table.FactArg{table.A("unit", name), table.A("driver", driver)}
	if sum.Total() > 0 {
		die := t.Roll(u.Side, "press", 1, 6)
		held := die.Total() <= sum.Total() && die.Total() < g.doc.Tables.SaveFails
		g.inform(t, u.Side, "BB-11.10", "run-at", append(say, table.A("held", held), table.A("die", die)), table.A("sum", sum))
		if held {
			return
		}
	} else {
		g.inform(t, u.Side, "BB-11.10", "run-at", append(say, table.A("held", false)), table.A("sum", sum))
	}
	g.step(t.At("step"), name, false, g.other(u.Side))
}

// fallBackFromFoes puts a vehicle that was stopped among men on foot back where it came from, as it may not end its
// move there (BB-R40).
func (g *Game) fallBackFromFoes(t *table.Table, name string, trail []string) {
	u := g.group(name)
	if u == nil {
		return
	}
	foes := func(place string) bool {
		return slices.ContainsFunc(g.at(place), func(n string) bool { return g.group(n).Side != u.Side })
	}
	if !foes(u.Sector) {
		return
	}
	for i := len(trail) - 1; i >= 0; i-- {
		if !foes(trail[i]) {
			t.Report("BB-R40", "overrun-back", table.A("unit", name), table.A("from", u.Sector), table.A("to", trail[i]))
			u.Sector = trail[i]
			g.carryAlong(u)
			return
		}
	}
}
