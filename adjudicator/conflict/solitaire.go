package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// doctrine plays one turn of the side that nobody plays (CH-20.2). It knows what its side knows. In this order: a hit
// unit rallies, unless it can hit with an 8 (CH-20.2l); a unit fires at the easiest enemy in normal range that an
// unmodified 10 hits (CH-20.2g), with CAP on the dice as a die decides (CH-20.2i) and paid with one CAP if that is enough
// (CH-20.2k); a unit turns to a threat (CH-20.2f); reinforcements enter; a unit falls back to an objective that it
// defends (CH-20.2d). Only units with an enemy in sight are activated (CH-20.2c). Otherwise it passes (A53).
func (g *Game) doctrine(t *table.Table, s table.Seat) deedDone {
	k := g.Known(s)
	for _, o := range k.resolve(s) {
		if g.actAI(t, s, o) {
			return acted
		}
	}
	g.pass(t, s)
	return passed
}

// resolve returns what the doctrine would do, best first.
func (k *Game) resolve(s table.Seat) []*order {
	var rallies, fires, turns, enters, backs []*order
	for u := range table.All(k.Units) {
		if u.Seat != s || u.Off == destroyed || u.Off == left || u.Off == inCup {
			continue
		}
		if u.Off == coming {
			if u.Round <= k.Round && u.Aboard == "" {
				enters = append(enters, k.orderFor(s, u, "enter"))
			}
			continue
		}
		if u.Aboard != "" || !k.seesEnemy(u) {
			continue
		}
		need, target := k.easyTarget(s, u)
		if u.Hit != "" && (target == "" || need > k.doc.Tables.Solitaire.Sure) {
			rallies = append(rallies, k.orderFor(s, u, "rally"))
		}
		if target != "" && need <= k.doc.Tables.Solitaire.Hits {
			fires = append(fires, k.orderFor(s, u, "fire", table.Arg{Name: "target", Value: target}))
		}
		if d := k.threat(s, u); d != "" && d != u.Facing {
			turns = append(turns, k.orderFor(s, u, "pivot", table.Arg{Name: "facing", Value: d}))
		}
		if hex := k.lostGoal(u); hex != "" {
			backs = append(backs, k.orderFor(s, u, "move", table.Arg{Name: "path", Value: hex}))
		}
		if hex := k.fallBack(u); hex != "" {
			backs = append(backs, k.orderFor(s, u, "move", table.Arg{Name: "path", Value: hex}))
		}
	}
	slices.SortStableFunc(fires, func(a, b *order) int { return k.ease(a) - k.ease(b) })
	return slices.Concat(rallies, fires, turns, enters, backs)
}

// orderFor returns an order for one unit.
func (k *Game) orderFor(s table.Seat, u *Unit, verb string, args ...table.Arg) *order {
	args = append([]table.Arg{{Name: "units", Value: u.ID}}, args...)
	if verb == "fire" && k.loneCap(u) {
		args = append(args, table.Arg{Name: "topup", Value: "1"})
	}
	return k.reading(s, verb, args, nil)
}

// loneCap reports whether one more CAP lets an active unit fire and a 9 would hit, so that the CAP is added (CH-20.2k).
func (k *Game) loneCap(u *Unit) bool {
	c := k.camp(u.Seat)
	if u.Status != active || k.fireCost(u, false).Total() != c.AP+1 {
		return false
	}
	need, _ := k.easyTarget(u.Seat, u)
	return need > 0 && need <= k.doc.Tables.Solitaire.Threat
}

func (k *Game) ease(o *order) int {
	need, _ := k.easyTarget(o.seat, k.unit(o.units[0]))
	return need
}

// seesEnemy reports whether a unit has an enemy in sight (CH-20.2c).
func (k *Game) seesEnemy(u *Unit) bool {
	return slices.ContainsFunc(k.Units, func(e Unit) bool { return e.Side != u.Side && e.on() && !e.Hidden && k.looks(u, e.Hex) })
}

// easyTarget returns the easiest enemy in normal range, and what the dice must show (CH-20.2g). Among equals it is the
// nearest, then the first listed (A53).
func (k *Game) easyTarget(s table.Seat, u *Unit) (need int, target string) {
	far := 0
	for e := range table.All(k.Units) {
		if e.Side == u.Side || !e.on() || e.Hidden {
			continue
		}
		d := k.distance(u.Hex, e.Hex)
		if d > k.reach(u) || u.Side != "soviet" && d > 0 && len(k.friends(u.Side, e.Hex)) > 0 { // CH-20.2j
			continue
		}
		o := k.reading(s, "fire", []table.Arg{{Name: "units", Value: u.ID}, {Name: "target", Value: e.name()}}, nil)
		a, r := k.aim(o)
		if r != nil {
			continue
		}
		n, ok := k.needed(a, e)
		if ok && (target == "" || n < need || n == need && d < far) {
			need, target, far = n, e.name(), d
		}
	}
	return need, target
}

// threat returns the direction of an enemy outside the arc to which a unit turns (CH-20.2f): an adjacent one, or the
// nearest in sight that a 9 would hit; "" for none.
func (k *Game) threat(s table.Seat, u *Unit) string {
	e := k.unit(k.nearest(u))
	if e == nil || k.inArc(u.Hex, u.Facing, e.Hex) || !k.looks(u, e.Hex) || k.mayTurn(u) != nil {
		return ""
	}
	d := k.towards(u.Hex, e.Hex)
	if k.distance(u.Hex, e.Hex) == 1 || k.told(s, func(n News) bool { return n.Kind == "fired" && n.Unit == e.name() && n.Hex == u.Hex }) {
		return d
	}
	turned := *u
	turned.Facing = d
	a := attack{leader: u.name(), hex: e.Hex, eye: u.Hex, distance: k.distance(u.Hex, e.Hex), he: k.print(u).HE}
	if a.distance > k.reach(&turned) {
		return ""
	}
	if n, ok := k.needed(a, e); ok && n <= k.doc.Tables.Solitaire.Threat {
		return d
	}
	return ""
}

// lostGoal returns an adjacent objective that the other side holds and has units in. It is the only hex with enemies that
// a unit may enter, if a die allows it (CH-20.2e).
func (k *Game) lostGoal(u *Unit) string {
	o, _ := table.Find(k.Goals, func(o *Objective) bool {
		return o.Side != u.Side && k.distance(u.Hex, o.Hex) == 1 && len(k.visibleFoes(u.Side, o.Hex)) > 0
	})
	return o.Hex
}

// fallBack returns the next hex on the way to the nearest objective that the side holds but has no units in (CH-20.2d);
// never a hex with enemies (CH-20.2e).
func (k *Game) fallBack(u *Unit) string {
	best := ""
	for _, o := range k.Goals {
		if o.Side != u.Side || len(k.friends(u.Side, o.Hex)) > 0 {
			continue
		}
		if best == "" || k.distance(u.Hex, o.Hex) < k.distance(u.Hex, best) {
			best = o.Hex
		}
	}
	if best == "" || u.Hex == best {
		return ""
	}
	step := ""
	for _, n := range k.neighbours(u.Hex) {
		if len(k.visibleFoes(u.Side, n)) > 0 || k.distance(n, best) >= k.distance(u.Hex, best) {
			continue
		}
		if _, r := k.stepCost(u, u.Hex, n, &walk{back: k.behind(u, n)}); r == nil {
			step = n
			break
		}
	}
	return step
}

// actAI pays for an action of the doctrine: with the running activation, otherwise with a new one, otherwise (fire and
// rally only) with CAP. It puts CAP on an attack as a die decides (CH-20.2i).
func (g *Game) actAI(t *table.Table, s table.Seat, o *order) bool {
	ways := []string{byAP}
	if o.verb == "fire" || o.verb == "rally" {
		ways = append(ways, byCap)
	}
	for _, way := range ways {
		o.pay.mode = way
		look := t.Still()
		if _, r := table.Knows[*Game](look, s).judge(o); r != nil {
			continue
		}
		if hex := orders.Value(o.args, "path"); o.verb == "move" && len(g.foes(g.side(s), hex)) > 0 {
			die := t.Roll(s, "AI entry", 1, 6)
			enters := die.Total() <= g.doc.Tables.Solitaire.Enters
			t.Report("CH-20.2e", "ai-entry", table.A("unit", o.units[0]), table.A("at", hex), table.A("die", die), table.A("enters", enters))
			if !enters {
				return false
			}
		}
		if o.verb == "fire" && g.camp(s).Cap > 0 {
			die := t.Roll(s, "AI CAP", 1, 6)
			n := 0
			switch ai := g.doc.Tables.Solitaire; {
			case die.Total() <= ai.TwoCap:
				n = 2
			case die.Total() <= ai.OneCap:
				n = 1
			}
			n = min(n, max(0, g.camp(s).Cap-capCost(g, o, way)))
			t.Report("CH-20.2i", "ai-cap", table.A("side", s), table.A("die", die), table.A("cap", n))
			o.args = append(o.args, table.Arg{Name: "cap", Value: strconv.Itoa(n)})
		}
		if g.act(t, look, o) == nil {
			return true
		}
	}
	return false
}

// capCost returns how many CAP an action takes before the dice are thrown.
func capCost(g *Game, o *order, way string) int {
	if way != byCap {
		return o.pay.topUp
	}
	p, _ := g.Known(o.seat).judge(o)
	return p.sum.Total()
}
