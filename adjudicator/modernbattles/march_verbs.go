package modernbattles

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Parameters of moves.
var (
	pathParam = orders.Param{Name: "to", Kind: orders.KindPath, Prefix: "to"}
	viaParam  = orders.Param{Name: "via", Kind: orders.KindPath, Prefix: "via", Optional: true}
	gaitParam = orders.Param{Name: "gait", Kind: orders.KindWord, Optional: true, Words: []orders.Choice{
		{Name: "normal"}, {Name: "double"}, {Name: "triple"}}}
	formationParam = orders.Param{Name: "formation", Kind: orders.KindWord, Prefix: "formation", Optional: true, Words: words("open", "grouped", "column")}
	bearingParam   = orders.Param{Name: "bearing", Kind: orders.KindNumber, Prefix: "facing", Optional: true}
	lookParam      = orders.Param{Name: "look", Kind: orders.KindPlace, Prefix: "facing", Optional: true}
)

// moveOrders are the orders of the movement phase.
var moveOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "move", Phases: []string{"movement"}, Rule: "MB-B7a",
		Args: []orders.Param{ownUnit, pathParam, viaParam, gaitParam, formationParam, bearingParam, lookParam}},
		Check: checkMove, Options: moveIdeas},
	{Verb: orders.Verb{Name: "face", Phases: []string{"movement"}, Rule: "MB-R7",
		Args: []orders.Param{ownUnit, {Name: "bearing", Kind: orders.KindNumber, Prefix: "to", Optional: true},
			{Name: "look", Kind: orders.KindPlace, Prefix: "to", Optional: true}}},
		Check: checkFace, Options: faceIdeas},
	{Verb: orders.Verb{Name: "form", Phases: []string{"movement"}, Rule: "MB-B3",
		Args: []orders.Param{ownUnit, {Name: "formation", Kind: orders.KindWord, Prefix: "formation", Words: words("open", "grouped", "column")}, bearingParam, lookParam}},
		Check: checkForm, Options: formIdeas},
	{Verb: orders.Verb{Name: "reverse", Phases: []string{"movement"}, Rule: "MB-B7d", Args: []orders.Param{ownUnit, {Name: "to", Kind: orders.KindPlace, Prefix: "to"}}}, Check: checkReverse, Options: reverseIdeas},
	{Verb: orders.Verb{Name: "enter", Phases: []string{"movement"}, Rule: "MB-B7i",
		Args: []orders.Param{ownUnit, {Name: "into", Kind: orders.KindPlace, Prefix: "into"}, viaParam, gaitParam,
			{Name: "storey", Kind: orders.KindNumber, Prefix: "storey", Optional: true}}},
		Check: checkEnter, Options: enterIdeas},
	{Verb: orders.Verb{Name: "exit", Phases: []string{"movement"}, Rule: "MB-B7f", Args: []orders.Param{ownUnit}}, Check: checkExit, Options: exitIdeas},
	{Verb: orders.Verb{Name: "board", Phases: []string{"movement"}, Rule: "MB-B7j",
		Args: []orders.Param{ownUnit, {Name: "vehicle", Kind: orders.KindOwn, Prefix: "on"}, gaitParam}},
		Check: checkBoard, Options: boardIdeas},
	{Verb: orders.Verb{Name: "alight", Phases: []string{"movement"}, Rule: "MB-B7j",
		Args: []orders.Param{ownUnit, {Name: "to", Kind: orders.KindPlace, Prefix: "to", Optional: true}}},
		Check: checkAlight, Options: alightIdeas},
	{Verb: orders.Verb{Name: "hitch", Phases: []string{"movement"}, Rule: "MB-B7k", Args: []orders.Param{ownUnit, {Name: "vehicle", Kind: orders.KindOwn, Prefix: "to"}}}, Check: checkHitch, Options: hitchIdeas},
	{Verb: orders.Verb{Name: "unhitch", Phases: []string{"movement"}, Rule: "MB-B7k", Args: []orders.Param{ownUnit, bearingParam}}, Check: checkUnhitch, Options: unhitchIdeas},
	{Verb: orders.Verb{Name: "hatches", Phases: []string{"movement"}, Standing: true, Rule: "MB-R21",
		Args: []orders.Param{ownUnits, {Name: "how", Kind: orders.KindWord, Words: words("open", "closed")}}},
		Check: checkHatches, Options: hatchIdeas},
	ambushOrder,
	{Verb: orders.Verb{Name: "stay", Phases: []string{"movement"}, Rule: "MB-B7", Args: []orders.Param{ownUnits}}, Check: checkStay, Options: stayIdeas},
}

// moveDecisions are the movement decisions that can be put to a player.
var moveDecisions = table.Decisions("MB-D10")

// mover returns the unit of a line, or why it cannot be ordered at all.
func (g *Game) mover(s table.Seat, l table.Line) (*Unit, *table.Refusal) {
	id := orders.Value(l.Args, "unit")
	u := g.own(s, id)
	if u == nil {
		return nil, refuse("not-there", "MB-B7a", table.A("unit", id))
	}
	return u, nil
}

// marchOf reads the move of a line. open means that the way goes toward something as far as the allowance reaches, so that
// stopping short is no fault.
func (g *Game) marchOf(u *Unit, l table.Line) (m march, open bool, r *table.Refusal) {
	m = march{gait: orders.Value(l.Args, "gait"), formation: orders.Value(l.Args, "formation"), facing: -1}
	if m.gait == "" {
		m.gait = "normal"
	}
	if m.formation == "" || u.single() {
		m.formation = u.Formation
	}
	most, r := g.fastest(u, m.gait)
	if r != nil {
		return m, false, r
	}
	at, look := u.At, u.Facing
	for _, name := range append(orders.Path(l.Args, "via"), orders.Path(l.Args, "to")...) {
		p, ok := g.spot(u, at, look, name, most)
		if !ok {
			return m, false, refuse("no-place", "MB-B1", table.A("unit", u.ID), table.A("place", name))
		}
		open = !measured(name)
		if p != at {
			look = bearing(at, p)
			m.path = append(m.path, p)
			at = p
		}
	}
	if orders.Has(l.Args, "bearing") {
		m.facing = norm(orders.Int(l.Args, "bearing", 0))
	} else if orders.Has(l.Args, "look") {
		f, ok := g.look(u, at, look, orders.Value(l.Args, "look"))
		if !ok {
			return m, false, refuse("no-place", "MB-B1", table.A("unit", u.ID), table.A("place", orders.Value(l.Args, "look")))
		}
		m.facing = f
	}
	return m, open, nil
}

// measured reports whether a place says how far to go: a point and "forward 4" do; "toward the mill", "north" and the mill's
// own name do not.
func measured(name string) bool {
	if pre, ok := cutPrefix(name, "toward/"); ok {
		name = pre
	}
	return slices.Contains([]byte(name), '/')
}

// checkMove checks a whole movement line (MB-B7).
func checkMove(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	if u.hasMoved() {
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	}
	m, open, r := k.marchOf(u, l)
	if r != nil {
		return r
	}
	if len(m.path) == 0 {
		return refuse("no-path", "MB-B7a", table.A("unit", u.ID))
	}
	run, tr := k.longest(u, m, 0, !k.Live)
	if tr.why == nil || open && len(tr.path) > 0 && run.gait == m.gait {
		return nil
	}
	return k.asFarAs(u, run, tr)
}

// asFarAs returns the refusal of a way that is not legal to its end. Before play it gives the reason and proposes the longest
// legal beginning instead. In play it is nil if there is such a beginning, because an order that stands at the deadline is
// carried out as far as it is legal (MB-B7m).
func (g *Game) asFarAs(u *Unit, run march, tr trip) *table.Refusal {
	if len(tr.path) > 0 {
		if g.Live {
			return nil
		}
		tr.why.Legal = []string{"move " + u.ID + " to " + wayText(tr.path) + gaitText(run.gait)}
	}
	return tr.why
}

// hasMoved reports whether a unit has had its move; turning a hull on the spot counts too (MB-B7d).
func (u *Unit) hasMoved() bool { return u.Did.Gait != "" || u.vehicle() && u.Did.Turned }

func gaitText(gait string) string {
	if gait == "normal" {
		return ""
	}
	return " " + gait
}

func wayText(path []Point) string {
	out := ""
	for i, p := range path {
		if i > 0 {
			out += "-"
		}
		out += pointText(p)
	}
	return out
}

// idle lists the units of a side that may still move in this phase.
func (g *Game) idle(s table.Seat, is func(*Unit) bool) []string {
	return g.of(s, func(u *Unit) bool {
		return !u.battery() && is(u) && u.Did.Gait == "" && !u.Did.Turned && g.mayStir(u) == nil
	})
}

// moveIdeas proposes ways toward objectives, enemies and home, at each gait.
func moveIdeas(k *Game, s table.Seat, phase string) (out []string) {
	for _, id := range k.idle(s, func(*Unit) bool { return true }) {
		u := k.unit(id)
		for _, gait := range []string{"", " double"} {
			for _, to := range k.goals(u) {
				out = append(out, "move "+id+" to "+to+gait)
			}
		}
	}
	return out
}

// goals returns places worth going to: objectives, the nearest enemy, cover nearby, straight ahead.
func (g *Game) goals(u *Unit) []string {
	var out []string
	for _, o := range g.Objectives {
		out = append(out, o.ID)
	}
	out = append(out, "forward")
	if e, _ := g.nearestEnemy(u); e != nil {
		out = append(out, "toward/"+under(e.ID))
	}
	for a := range table.All(g.ground.areas) {
		if (a.kind.Cover != "" && a.kind.ID != "building") && span(a.middle(), u.At) < 240 && !g.shut(u, a) {
			out = append(out, "toward/"+under(a.id))
		}
	}
	return out
}

// under writes an id as part of a canonical place, which has no hyphens.
func under(id string) string {
	b := []byte(id)
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
	}
	return string(b)
}

// checkForm checks a change of formation on the spot (MB-B3). Single bases, hulls and units in buildings cannot change it.
func checkForm(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	switch {
	case u.Did.Gait != "":
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	case u.single() || u.Inside != "" || u.Formation == orders.Value(l.Args, "formation"):
		return refuse("no-formation", "MB-B3", table.A("unit", u.ID))
	}
	_, _, r = k.marchOf(u, l)
	return r
}

func formIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.idle(s, func(u *Unit) bool { return !u.single() && u.Inside == "" && u.alive() > 1 }) {
		formation := "column"
		if k.unit(id).Formation == "column" {
			formation = "open"
		}
		out = append(out, "form "+id+" "+formation)
	}
	return out
}

// checkFace checks a turn on the spot.
func checkFace(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	f, ok := k.faceOf(u, l)
	if !ok {
		return refuse("no-place", "MB-B1", table.A("unit", u.ID), table.A("place", orders.Value(l.Args, "look")))
	}
	if u.piece() && u.Did.Gait != "" || u.hasMoved() && u.vehicle() {
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	}
	if !u.vehicle() {
		return nil
	}
	_, tr := k.longest(u, march{gait: "normal", facing: f}, 0, !k.Live)
	return tr.why
}

// faceOf returns the facing that a line gives a unit.
func (g *Game) faceOf(u *Unit, l table.Line) (int, bool) {
	if orders.Has(l.Args, "bearing") {
		return norm(orders.Int(l.Args, "bearing", 0)), true
	}
	if !orders.Has(l.Args, "look") {
		return 0, false
	}
	return g.look(u, u.At, u.Facing, orders.Value(l.Args, "look"))
}

func faceIdeas(k *Game, s table.Seat, phase string) (out []string) {
	for _, id := range k.idle(s, func(u *Unit) bool { return u.piece() || u.vehicle() }) {
		u := k.unit(id)
		e, _ := k.nearestEnemy(u)
		if e == nil || k.inArc(u, -1, e.At) && !u.vehicle() {
			continue
		}
		out = append(out, "face "+id+" to "+strconv.Itoa(bearing(u.At, e.At)))
	}
	return out
}

// checkReverse checks a move straight back (MB-B7d).
func checkReverse(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u, r := k.mover(s, l)
	if r != nil {
		return r
	}
	if !u.vehicle() {
		return refuse("not-a-vehicle", "MB-B7d", table.A("unit", u.ID))
	}
	if r := k.mayStir(u); r != nil {
		return r
	}
	if u.hasMoved() {
		return refuse("moved-already", "MB-B7a", table.A("unit", u.ID))
	}
	m, r := k.backward(u, l)
	if r != nil {
		return r
	}
	run, tr := k.longest(u, m, 0, !k.Live)
	if tr.why == nil {
		return nil
	}
	r = k.asFarAs(u, run, tr)
	if r != nil && len(tr.path) > 0 {
		r.Legal = []string{"reverse " + u.ID + " to " + pointText(tr.path[len(tr.path)-1])}
	}
	return r
}

// backward returns the way of a vehicle in reverse: straight back, or tail first to a place, for which it turns first (MB-B7d).
func (g *Game) backward(u *Unit, l table.Line) (march, *table.Refusal) {
	most, _ := g.allowance(u, "normal")
	p, ok := g.spot(u, u.At, u.Facing, orders.Value(l.Args, "to"), most/2)
	if !ok || span(u.At, p) == 0 {
		return march{}, refuse("no-path", "MB-B7d", table.A("unit", u.ID))
	}
	return march{gait: "normal", reverse: true, facing: -1, path: []Point{p}}, nil
}

func reverseIdeas(k *Game, s table.Seat, phase string) []string {
	return table.Lines("reverse %s to back/2", k.idle(s, (*Unit).vehicle))
}

func checkStay(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range orders.List(l.Args, "units") {
		if k.own(s, id) == nil {
			return refuse("not-there", "MB-B7a", table.A("unit", id))
		}
	}
	return nil
}

func stayIdeas(k *Game, s table.Seat, phase string) []string {
	return table.Lines("stay %s", k.idle(s, func(*Unit) bool { return true }))
}

// checkHatches checks an order about hatches (MB-R21); open-topped and crewless vehicles take none.
func checkHatches(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range orders.List(l.Args, "units") {
		u := k.own(s, id)
		if u == nil {
			return refuse("not-there", "MB-B7a", table.A("unit", id))
		}
		if !u.vehicle() || k.flag(u, "open_topped") || !k.fit(u) { // MB-B18e
			return refuse("no-hatches", "MB-R21", table.A("unit", id))
		}
	}
	return nil
}

func hatchIdeas(k *Game, s table.Seat, phase string) (out []string) {
	for _, id := range k.of(s, func(u *Unit) bool { return u.vehicle() && k.fit(u) && !k.flag(u, "open_topped") }) {
		how := "open"
		if k.unit(id).Tank.Hatches == "open" {
			how = "closed"
		}
		out = append(out, "hatches "+id+" "+how)
	}
	return out
}
