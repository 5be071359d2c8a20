package conflict

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// walk is what one member of a move does in this action: the hexes that it enters, in order (more than one by bonus), or
// none for a member that pivots or stays.
type walk struct {
	unit     string
	path     []string // the whole way ordered
	gone     int      // how many of its hexes the unit has already entered
	hexes    []string
	facing   string // wanted at the end; "" for the direction of the move
	back     bool   // into a flank hex (CH-5.2)
	cautious bool
	beside   bool   // moves in a group with a vehicle (CH-15.6b)
	outside  bool   // declines fortifications
	empty    bool   // leaves the papers behind
	papers   bool   // takes the papers along from a friend in its hex
	order    *order // the action that this is part of
	args     []table.Arg
	cost     table.Sum
	dice     []die
}

// turns reports whether a member that stays gets another facing.
func (w walk) turns(u *Unit) bool { return w.facing != "" && w.facing != u.Facing }

// faces returns the facing ordered for the end of the move; in a bunker a unit has the facing of the bunker's front
// (A71).
func (w walk) faces(u *Unit) string {
	if w.facing == "" || u.In == "bunker" {
		return u.Facing
	}
	return orders.Value(w.args, "facing")
}

// came uses the words of "how" if they make a difference to a unit in the hex that it entered: caution in the open,
// staying outside a work, papers taken or left.
func (w walk) came(g *Game, u *Unit) {
	caution := w.cautious && g.Cautious && g.foot(u) && !w.back && !g.coverHex(u, u.Hex)
	if caution || w.outside && g.shelter(u, u.Hex) != "" || w.empty && (g.Satchel.Hex == u.Hex && g.Satchel.Hex != "") {
		w.heed()
	}
}

// heed marks the words of "how" as used.
func (w walk) heed() { orders.Has(w.args, "how") }

// checkMove judges a move, of one unit or of a group (CH-5, CH-9.1.1, CH-10.1, CH-14).
func checkMove(k *Game, o *order) (price, *table.Refusal) {
	walks, r := k.walks(o)
	if r != nil {
		return price{}, r
	}
	var p price
	for i, w := range walks {
		if len(w.hexes) == 0 {
			continue
		}
		if p.sum.Terms() == nil || w.cost.Total() > p.sum.Total() { // CH-9.1.1a: the highest single cost
			p.sum = w.cost
		}
		p.dice = append(p.dice, walks[i].dice...)
	}
	if p.sum.Terms() == nil { // nobody moves: a pivot of the group
		p.sum = table.Base("pivot", k.doc.Tables.Pivot, "CH-5.3a")
	}
	return p, nil
}

// walks works out who goes where in this action.
func (k *Game) walks(o *order) ([]walk, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return nil, r
	}
	var out []walk
	idle := true
	beside := slices.ContainsFunc(o.units, func(n string) bool { return k.vehicle(k.unit(n)) })
	for _, name := range o.units {
		u, args := k.unit(name), o.argsOf(name)
		if u.Off != "" {
			return nil, refuse("off-board", "CH-5.5a", table.A("unit", name))
		}
		how := said(args, "how")
		w := walk{unit: name, path: orders.Path(args, "path"), facing: said(args, "facing"), order: o, args: args, cautious: orders.Among(how, "cautious"), outside: orders.Among(how, "outside"), empty: orders.Among(how, "empty"), papers: orders.Among(how, "papers"), beside: beside}
		way := k.remaining(u, w.path)
		w.gone = len(w.path) - len(way)
		if len(way) > 0 {
			if r := k.immobile(u); r != nil {
				return nil, r
			}
			if r := k.route(u, way, &w, o); r != nil {
				return nil, r
			}
		} else if w.turns(u) {
			if r := k.mayTurn(u); r != nil {
				return nil, r
			}
		}
		idle = idle && len(w.hexes) == 0 && !w.turns(u)
		out = append(out, w)
	}
	if idle {
		u := k.unit(o.units[0])
		return nil, refuse("there-already", "CH-5.0a", table.A("unit", u.name()), table.A("at", u.Hex))
	}
	return out, nil
}

// remaining returns what is left of a way. A unit already on the way goes on from where it stands. A new way begins with
// its first hex, even if it leads back to where it started; if that hex is not next to the unit, it begins after the hex
// of the way on which the unit stands.
func (k *Game) remaining(u *Unit, path []string) []string {
	i := slices.Index(path, u.Hex)
	switch {
	case u.onWay(path):
		return path[u.Gone:]
	case len(path) > 0 && k.direction(u.Hex, path[0]) != "":
		return path
	case i >= 0:
		return path[i+1:]
	}
	return path
}

// onWay reports whether a unit is on a way and still stands where it last stopped.
func (u *Unit) onWay(path []string) bool {
	return u.Gone > 0 && u.Gone <= len(path) && u.Way == strings.Join(path, " ") && path[u.Gone-1] == u.Hex
}

// route fills in the hexes and the cost of one action of a unit along a way: its first hex, and a vehicle's bonus hexes
// as far as they go (CH-14.1).
func (k *Game) route(u *Unit, way []string, w *walk, o *order) *table.Refusal {
	to := way[0]
	if k.direction(u.Hex, to) == "" {
		return refuse("not-adjacent", "CH-5.1b", table.A("unit", w.unit), table.A("from", u.Hex), table.A("to", to))
	}
	if r := k.barred(u, u.Hex, to); r != nil {
		return r
	}
	w.back = k.behind(u, to)
	w.hexes = []string{to}
	if u.Hidden {
		return k.creep(u, to, w)
	}
	var r *table.Refusal
	if w.cost, r = k.stepCost(u, u.Hex, to, w); r != nil {
		return r
	}
	w.dice = k.obstacles(u, u.Hex, to, w.cost)
	if k.print(u).Bonus == 0 || w.back || len(w.dice) > 0 || k.tows(u) {
		return nil
	}
	from := u.Hex
	for n := 0; n < k.print(u).Bonus && len(way) > n+1; n++ {
		next := way[n+1]
		if !k.bonus(u, from, to) || k.direction(to, next) == "" || !k.bonus(u, to, next) || len(k.obstacles(u, to, next, w.cost)) > 0 {
			break
		}
		if k.barred(u, u.Hex, next) != nil {
			break
		}
		step, r := k.stepCost(u, to, next, &walk{})
		if r != nil {
			break
		}
		for _, term := range step.Terms()[1:] { // no base (CH-14.1d)
			if term.Value > 0 {
				w.cost = w.cost.Plus(term.Name, term.Value, "CH-14.1d")
			}
		}
		w.hexes = append(w.hexes, next)
		from, to = to, next
	}
	return nil
}

// behind reports whether a neighbour lies in a unit's flank, so that the unit enters it backward (CH-5.2a). From a trench
// nothing does, since the unit faces all round (A70).
func (k *Game) behind(u *Unit, to string) bool {
	return u.In != "trench" && !k.inArc(u.Hex, u.Facing, to)
}

// creep is the hidden movement of light infantry (CH-10.1a): base cost plus 3 or 6, nothing else.
func (k *Game) creep(u *Unit, to string, w *walk) *table.Refusal {
	if !k.light(u) {
		return refuse("not-light", "CH-10.1a", table.A("unit", w.unit))
	}
	w.back = false
	if k.coverHex(u, to) {
		w.cost = k.moveCost(u).Plus("hidden-cover", k.doc.Tables.HiddenCover, "CH-10.1a")
	} else {
		w.cost = k.moveCost(u).Plus("hidden-open", k.doc.Tables.HiddenOpen, "CH-10.1a")
	}
	return nil
}

// barred refuses the hexes that a unit may not enter in the action with which it leaves a hex just entered (CH-7.7.3i,
// A35): the one that the attacker came from and the two next to both hexes.
func (k *Game) barred(u *Unit, start, to string) *table.Refusal {
	for _, e := range k.Entrances {
		if e.Side != u.Side && e.Hex == start && e.From != "" && (to == e.From || k.distance(e.From, to) == 1 && k.distance(e.Hex, to) == 1) {
			return refuse("barred", "CH-7.7.3i", table.A("unit", u.name()), table.A("to", to), table.A("from", e.From))
		}
	}
	return nil
}

// stepCost is the price of one hex (CH-4.0d, CH-14.1e), or why it may not be entered.
func (k *Game) stepCost(u *Unit, from, to string, w *walk) (table.Sum, *table.Refusal) {
	p, t := k.print(u), k.terrain(to)
	cost := k.moveCost(u)
	no := func(code, rule string) (table.Sum, *table.Refusal) {
		return cost, refuse(code, rule, table.A("unit", u.name()), table.A("to", to), table.A("terrain", t.ID))
	}
	road := k.follows(from, to)
	extra, rule := t.Foot, "CH-4.0d"
	switch p.Class {
	case "wheeled":
		extra, rule = t.Wheeled, "CH-14.1e"
	case "tracked":
		extra, rule = t.Tracked, "CH-14.1e"
	}
	if !road { // CH-5.0.1a, CH-14.2a
		if extra == NA || t.Light && !k.light(u) {
			return no("no-entry", rule)
		}
		cost = cost.Plus("terrain."+t.ID, extra, rule)
	}
	if k.wall(from, to) {
		if p.Class == "wheeled" {
			return no("wall", "CH-5.0.2b")
		}
		cost = cost.Plus("wall", k.doc.Tables.WallFoot, "CH-5.0.2b")
	}
	rise := k.level(to) - k.level(from)
	if p.Kind == "vehicle" && (rise >= 2 || rise <= -2) {
		return no("steep", "CH-11.1b")
	}
	if rise > 0 {
		rule := "CH-11.0d"
		if rise > 1 {
			rule = "CH-11.1a"
		}
		cost = cost.Plus("climb", rise*k.doc.Tables.Climb, rule)
	}
	if r := k.wheelBan(u, to); r != nil {
		return cost, r
	}
	if w.back {
		return cost.Plus("backward", k.doc.Tables.Backward, "CH-5.2a"), nil
	}
	return cost.Plus("cautious", k.caution(u, to, w.cautious), "CH-5.0.3b"), nil
}

// wheelBan refuses a hex with works that wheeled vehicles may not enter.
func (k *Game) wheelBan(u *Unit, to string) *table.Refusal {
	if k.print(u).Class != "wheeled" {
		return nil
	}
	for _, x := range []struct{ kind, rule string }{{"trench", "CH-18.1.1b"}, {"wire", "CH-18.3.1a"}, {"roadblock", "CH-18.3.2a"}} {
		if k.fort(to, x.kind) != nil {
			return refuse("no-entry-"+x.kind, x.rule, table.A("unit", u.name()), table.A("to", to), table.A("terrain", k.terrain(to).ID))
		}
	}
	return nil
}

// caution returns the extra cost of a cautious move into a hex for a foot unit (CH-5.0.3b).
func (k *Game) caution(u *Unit, to string, cautious bool) int {
	if k.Cautious && cautious && k.foot(u) && !k.coverHex(u, to) {
		return k.doc.Tables.Cautious
	}
	return 0
}

// obstacles returns the dice that a unit must throw to enter a hex (CH-18.3.1b, CH-18.3.2b).
func (k *Game) obstacles(u *Unit, _, to string, own table.Sum) []die {
	p := k.print(u)
	switch {
	case p.Kind == "foot" && k.fort(to, "wire") != nil:
		return []die{{unit: u.name(), work: "wire", own: own}}
	case p.Class == "tracked" && k.fort(to, "roadblock") != nil:
		return []die{{unit: u.name(), work: "roadblock", own: own}}
	}
	return nil
}

// bonus reports whether this way of entering a hex gives a vehicle bonus hexes (CH-14.1a, CH-14.1e, A74): open ground and
// followed roads for tracked vehicles, only followed roads for wheeled ones.
func (k *Game) bonus(u *Unit, from, to string) bool {
	if k.smoke(to) >= 2 || k.fort(to, "trench") != nil || k.fort(to, "wire") != nil {
		return false
	}
	if k.follows(from, to) {
		if k.print(u).Class == "wheeled" { // CH-14.2c
			for _, name := range k.at(to) {
				if x := k.unit(name); k.vehicle(x) && name != u.name() && x.Aboard == "" {
					return false
				}
			}
		}
		return true
	}
	return k.print(u).Class == "tracked" && k.terrain(to).Bonus
}

// tows reports whether a vehicle tows another one, which costs it its bonus hexes (CH-14.5c).
func (k *Game) tows(u *Unit) bool {
	return slices.ContainsFunc(k.load(u.name()), func(n string) bool { return k.vehicle(k.unit(n)) })
}

// mayTurn refuses a pivot that a unit may not make (CH-5.3a, CH-14.5b).
func (k *Game) mayTurn(u *Unit) *table.Refusal {
	switch {
	case k.hit(u).NoPivot:
		return refuse("immobilised", "CH-7.5d", table.A("unit", u.name()))
	case u.Bogged:
		return refuse("bogged", "CH-14.5b", table.A("unit", u.name()))
	case u.Mired:
		return refuse("bogged", "CH-C20", table.A("unit", u.name()))
	case u.In == "bunker":
		return refuse("in-bunker", "CH-18.1.2c", table.A("unit", u.name()))
	case k.print(u).Fixed:
		return refuse("fixed", "CH-5.1a", table.A("unit", u.name()))
	case u.Aboard != "":
		return refuse("aboard", "CH-17.0d", table.A("unit", u.name()), table.A("on", u.Aboard))
	case u.Hidden:
		return refuse("hidden-pivot", "CH-10.0a", table.A("unit", u.name()))
	}
	return nil
}

// move carries out one action of a move: all members, hex by hex (CH-9.1.1). The other side reacts once all have moved
// (CH-9.1c).
func move(g *Game, t *table.Table, o *order) {
	walks, r := g.Known(o.seat).walks(o)
	if r != nil { // a die or a mine has changed the position since it was judged
		return
	}
	for _, w := range walks {
		u := g.unit(w.unit)
		if u == nil || !u.on() {
			continue
		}
		t := t.At(u.ID)
		if len(w.hexes) == 0 {
			if w.turns(u) {
				g.turn(t, u, w.faces(u))
			}
			continue
		}
		for i, hex := range w.hexes {
			if u = g.unit(w.unit); !u.on() || u.Bogged || i > 0 && g.hit(u).NoMove { // A33
				break
			}
			u.Way, u.Gone = strings.Join(w.path, " "), w.gone+i+1
			g.goTo(t, u, hex, w, u.Gone == len(w.path))
		}
	}
}

// turn gives a unit a facing (CH-5.3a); the unit loses its hasty defence (CH-18.1.3b), and mines attack (A61).
func (g *Game) turn(t *table.Table, u *Unit, facing string) {
	u.Facing = facing
	g.undig(t, u)
	t.Report("CH-5.3a", "pivots", table.A("unit", u.name()), table.A("at", u.Hex), table.A("facing", facing))
	g.mineAct(t, u)
}

// undig removes the hasty defence of a unit that moves or pivots (CH-18.1.3b).
func (g *Game) undig(t *table.Table, u *Unit) {
	if u.Dug {
		u.Dug = false
		t.Report("CH-18.1.3b", "leaves-hasty", table.A("unit", u.name()), table.A("at", u.Hex))
	}
}

// goTo moves a unit and its load one hex and applies the effects of its arrival.
func (g *Game) goTo(t *table.Table, u *Unit, to string, w walk, last bool) {
	from := u.Hex
	if g.hit(u).Move != 0 { // CH-7.5h
		g.showHit(t, u)
	}
	g.passPapers(t, u, w)
	g.undig(t, u)
	u.Hex, u.In = to, ""
	w.came(g, u)
	if d := g.direction(from, to); d != "" && !w.back {
		u.Facing = d
	}
	u.Exposed = g.Cautious && g.foot(u) && !w.back && !w.cautious && !w.beside && !u.Hidden && !g.coverHex(u, to)
	g.occupy(u, w.outside)
	if last {
		u.Facing = w.faces(u) // CH-5.1c
	}
	for _, l := range g.load(u.name()) {
		x := g.unit(l)
		x.Hex, x.Facing = to, u.Facing
	}
	args := []table.FactArg{table.A("unit", u.name()), table.A("from", from), table.A("to", to), table.A("facing", u.Facing)}
	if u.In != "" {
		args = append(args, table.A("in", "work."+u.In))
	}
	if u.Hidden {
		g.hers(t, u.Side).Report("CH-10.1c", "moves-hidden", args...)
		g.others(t, u.Side).Report("CH-10.1c", "moves-unseen", table.A("side", u.Seat))
	} else {
		t.Report(moveRule(w), "moves", args...)
		g.news(g.other(u.Side), News{Kind: "moved", Unit: u.name(), Hex: to})
	}
	g.arrive(t, u.name(), from, w)
}

func moveRule(w walk) string {
	if w.back {
		return "CH-5.2a"
	}
	return "CH-5.0a"
}

// occupy puts a unit into a fortification of its hex, unless it declines (CH-18.2a, A52). In a bunker it turns to the
// bunker's front (A71).
func (g *Game) occupy(u *Unit, outside bool) {
	if outside {
		return
	}
	u.In = g.shelter(u, u.Hex)
	if f := g.fort(u.Hex, "bunker"); u.In == "bunker" && f != nil {
		u.Facing = f.Facing
	}
}

// arrive applies the effects of a unit's arrival in a hex (CH-SM step 2): reveals, mines, wire and soft ground, control,
// papers, and the note that lets units in the entered hex react.
func (g *Game) arrive(t *table.Table, name, from string, w walk) {
	u := g.unit(name)
	hex := u.Hex
	g.uncover(t)
	if len(g.foes(u.Side, hex)) > 0 && !u.Hidden {
		g.Entrances = append(g.Entrances, Entrance{Side: u.Side, Hex: hex, From: from})
		g.news(g.other(u.Side), News{Kind: "entered", Unit: name, Hex: hex})
	}
	if f := g.fort(hex, "wire"); f != nil && g.print(u).Class == "tracked" { // CH-18.3.1d
		g.raze(t, hex, "wire", "CH-18.3.1d")
	}
	g.mineEnter(t, name)
	if u = g.unit(name); !u.on() {
		return
	}
	if g.terrain(hex).Bogs && g.vehicle(u) && !g.follows(from, hex) {
		g.bogTest(t, u, w.order.roll("bog", 0, 0))
	}
	g.settleControl(t, hex)
	g.pickPapers(t, u, w.empty)
}

// bogTest is CH-14.5a: the vehicle is immobilised unless 2D6 show 6 or more (A01).
func (g *Game) bogTest(t *table.Table, u *Unit, r rolled) {
	need := g.doc.Tables.Bogs
	r.need = need
	roll := g.throw(t, u.Seat, "bogging", 2, 6, r)
	u = g.unit(u.name())
	u.Bogged = roll.Total() < need
	t.Report("CH-14.5a", "bog-test", table.A("unit", u.name()), table.A("at", u.Hex), table.A("roll", roll), table.A("need", need), table.A("bogged", u.Bogged))
}

// checkPivot judges a change of facing without a move (CH-5.3a).
func checkPivot(k *Game, o *order) (price, *table.Refusal) {
	if r := k.connected(o.units); r != nil {
		return price{}, r
	}
	for _, name := range o.units {
		if r := k.mayTurn(k.unit(name)); r != nil {
			return price{}, r
		}
	}
	return price{sum: table.Base("pivot", k.doc.Tables.Pivot, "CH-5.3a")}, nil
}

func pivot(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		g.turn(t.At(g.unit(name).ID), g.unit(name), orders.Value(o.args, "facing"))
	}
}

// shortest returns a unit's cheapest way between two hexes, counting what each hex costs it moving forward.
func shortest(k *Game, u *Unit, from, to string) (path []string, cost int, ok bool) {
	return board.Shortest(k.net.Grid, from, to, func(a, b string) (int, bool) {
		sum, r := k.stepCost(u, a, b, &walk{})
		return sum.Total(), r == nil
	})
}
