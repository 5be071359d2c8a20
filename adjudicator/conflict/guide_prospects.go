package conflict

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// What a line is worth beside others of the same unit: a line of fire is worth its chances in thirty-sixths on top.
const (
	worthRally = 60
	worthFire  = 40
	worthEnter = 35
	worthGoal  = 30
	worthPivot = 20
	worthCover = 10
	worthHide  = 8
	worthDig   = 6
	worthFaint = 24 // a shot of so few chances that a way to an objective comes first
)

// faint is up to how many of the 36 throws a shot is a faint one.
const faint = 3

// prospects returns what the units of a seat can do in a phase, on what it knows.
func prospects(k *Game, s table.Seat, phase string) []table.Prospect {
	var out []table.Prospect
	switch phase {
	case "set-up":
		return k.placings(s)
	case "plan":
		if hex := k.bombard(s); hex != "" {
			return []table.Prospect{{Line: "oba " + hex, Target: hex, Says: table.Say("can.oba", "CH-12.3b", table.A("at", hex), table.A("units", k.seenNear(s, hex)))}}
		}
	case "pulse":
		if !k.heard(s) {
			return []table.Prospect{{Line: "pass", Says: table.Say("can.unheard", "CH-2.2a")}}
		}
		for u := range table.All(k.Units) {
			if u.Seat != s {
				continue
			}
			switch {
			case u.Off == coming:
				out = append(out, k.arrival(u)...)
			case u.on() && u.Aboard == "":
				out = slices.Concat(out, k.recovery(u), k.shots(u), k.storms(u), k.advances(u), k.settling(u))
			}
		}
		k.tellEnd(s, out)
		out = append(out, k.plays(s)...)
		if k.Stage == "turns" && k.closing(s) && len(out) > 0 {
			out = append(out, table.Prospect{Line: "pass", Says: table.Say("can.closing", "CH-2.2i")})
		}
	}
	return out
}

// tellEnd adds to the best line of a unit that is still fresh, and to every entry, whose activation it ends and how many AP are lost by that (CH-3.0d).
// If nobody is active, entries after the first say that they end that of the first.
func (k *Game) tellEnd(s table.Seat, out []table.Prospect) {
	c := k.camp(s)
	if k.Stage != "turns" || !c.Open || c.AP == 0 || len(c.Active) == 0 {
		first := ""
		for i := range out {
			switch u := k.own(s, out[i].Unit); {
			case u == nil || u.Off != coming || strings.HasSuffix(out[i].Line, " by cap"):
			case first == "":
				first = u.ID
			default:
				out[i].Says.Args = append(out[i].Says.Args, table.A("first", first))
			}
		}
		return
	}
	var ends []string
	for _, name := range c.Active {
		ends = append(ends, k.unit(name).ID)
	}
	best := -1
	for i := range out {
		p := &out[i]
		switch u := k.own(s, p.Unit); {
		case u == nil || u.Status == active || strings.HasSuffix(p.Line, " by cap"):
		case u.Off == coming:
			p.Says.Args = append(p.Says.Args, table.A("ends", ends), table.A("lost", c.AP))
		case best < 0 || p.Worth > out[best].Worth:
			best = i
		}
	}
	if best >= 0 {
		out[best].Says.Args = append(out[best].Says.Args, table.A("ends", ends), table.A("lost", c.AP))
	}
}

// heard reports whether a seat will have a turn before the round ends, if all before it pass.
func (k *Game) heard(s table.Seat) bool {
	at := slices.Index(k.Order, k.Owner)
	if k.Stage != "turns" || at < 0 {
		return true
	}
	n := Game{Order: k.Order, Camps: k.Camps, Passed: slices.Clone(k.Passed)}
	for i := range k.Order {
		next := k.Order[(at+i)%len(k.Order)]
		if next == s {
			return true
		}
		if n.Passed = append(n.Passed, next); n.allPassed() {
			return false
		}
	}
	return false
}

// seenNear names the enemies in a hex or beside it.
func (k *Game) seenNear(s table.Seat, hex string) []string {
	return table.NamesOf(k.Units, func(u *Unit) bool { return u.on() && u.Side != k.side(s) && !u.Hidden && k.distance(u.Hex, hex) <= 1 })
}

// may judges an order at the moment as its player knows it, paid with AP if the units have any, otherwise with CAP. It returns the line, what
// is paid and how.
func (k *Game) may(u *Unit, verb, line string, args ...table.Arg) (string, *order, price, bool) {
	o := k.reading(u.Seat, verb, args, nil)
	if p, r := k.judge(o); r == nil {
		return line, o, p, true
	}
	o = k.reading(u.Seat, verb, append(slices.Clone(args), table.Arg{Name: "by", Value: byCap}), nil)
	if p, r := k.judge(o); r == nil && k.Stage == "turns" {
		return line + " by cap", o, p, true
	}
	return "", nil, price{}, false
}

func arg(name, value string) table.Arg { return table.Arg{Name: name, Value: value} }

// paidWith names what an order is paid with, for the words.
func paidWith(o *order) string {
	if o.pay.mode == byCap {
		return "paid.cap"
	}
	return "paid.ap"
}

// shots are the fires that a unit can make now, one for each hex with enemies in sight, at the unit there that is hit most easily; and the
// turn towards the nearest enemy that stands outside its arc.
func (k *Game) shots(u *Unit) []table.Prospect {
	var out []table.Prospect
	var told []string
	turn := false
	for e := range table.All(k.Units) {
		if e.Side == u.Side || !e.on() || e.Hidden || slices.Contains(told, e.Hex) {
			continue
		}
		if p, ok := k.shot(u, e); ok {
			told = append(told, e.Hex)
			out = append(out, p)
			continue
		}
		if p, ok := k.facingShot(u, e); ok && !turn {
			turn = true
			out = append(out, p)
		}
	}
	return out
}

// shot is a fire at the hex of an enemy, or close combat with him.
func (k *Game) shot(u, e *Unit) (table.Prospect, bool) {
	how := ""
	args := []table.Arg{arg("units", u.ID), arg("target", e.name())}
	a, r := k.aim(k.reading(u.Seat, "fire", args, nil))
	if r != nil {
		switch {
		case r.Code == "ch.turret":
			how = "turret"
		case k.print(u).Indirect > 0:
			how = "indirect"
		default:
			return table.Prospect{}, false
		}
		args = append(args, arg("how", how))
		if a, r = k.aim(k.reading(u.Seat, "fire", args, nil)); r != nil {
			return table.Prospect{}, false
		}
	}
	best, need := "", 0
	for _, name := range k.targets(a) {
		if n, ok := k.needed(a, k.unit(name)); ok && k.unit(name).Side != u.Side && (best == "" || n < need) {
			best, need = name, n
		}
	}
	if best == "" || need > 12 {
		return table.Prospect{}, false
	}
	args[1].Value = best
	line, o, p, ok := k.may(u, "fire", strings.TrimSpace("fire "+u.ID+" at "+best+" "+how), args...)
	if !ok {
		return table.Prospect{}, false
	}
	t := k.unit(best)
	key := "can.fire"
	if a.cc != "" {
		key = "can.close"
	}
	says := table.Say(key, attackRule(a), table.A("unit", best), table.A("at", t.Hex), table.A("distance", a.distance), table.A("terrain", "terrain."+k.terrain(t.Hex).ID),
		table.A("flank", k.flanked(a, t)), table.A("need", max(2, need)), table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)), table.A("hit", t.Hit), table.A("counter", "hit."+t.Hit),
		table.A("others", len(k.targets(a))-1), table.A("unsure", t.Hit == unseen), table.A("reveals", u.Hidden))
	if t.In != "" {
		says.Args = append(says.Args, table.A("in", "work."+t.In))
	}
	out := table.Prospect{Unit: u.ID, Target: best, Line: line, Says: says, Worth: worthFire + int(ways(need))}
	if ways(need) <= faint {
		out.Worth = worthFaint + int(ways(need))
	}
	if t.Hit != unseen && k.steady() && !u.Hidden { // a shot that shows its firer stops play for the enemy first
		out.Chance = k.chances(a, t, need)
	}
	return out, true
}

// storms are the entries of hexes of enemies that leave a unit enough to attack there as well: entering is no attack (CH-7.7.3a). Of what is paid for
// in dice nothing can be said.
func (k *Game) storms(u *Unit) []table.Prospect {
	var out []table.Prospect
	if k.Vary != "" || k.print(u).NoFire || k.immobile(u) != nil || len(k.visibleFoes(u.Side, u.Hex)) > 0 {
		return nil
	}
	for _, hex := range k.neighbours(u.Hex) {
		foes := k.visibleFoes(u.Side, hex)
		if len(foes) == 0 {
			continue
		}
		way, ok := k.walkTo(u, []string{hex}, "can.storm", worthFire)
		if !ok || strings.HasSuffix(way.Line, " by cap") {
			continue
		}
		there := k.entered(u, hex, k.purse(u)-number(way, "cost"))
		best := table.Prospect{}
		for _, name := range foes {
			if p, ok := there.shot(there.unit(u.name()), there.unit(name)); ok && !strings.HasSuffix(p.Line, " by cap") && p.Worth > best.Worth {
				best = p
			}
		}
		if best.Line == "" {
			continue
		}
		way.Worth, way.Target = best.Worth, best.Target
		way.Says.Args = append(way.Says.Args, table.A("id", u.ID), table.A("unit", best.Target), table.A("need", number(best, "need")), table.A("more", number(best, "cost")))
		out = append(out, way)
	}
	return out
}

// number returns what is said of a prospect as a number.
func number(p table.Prospect, name string) int { return table.Fact{Args: p.Says.Args}.Int(name) }

// entered returns a position in which a unit has gone to a hex beside and has so many AP left.
func (k *Game) entered(u *Unit, hex string, left int) *Game {
	n := *k
	n.Units, n.Camps = slices.Clone(k.Units), slices.Clone(k.Camps)
	at := n.unit(u.name())
	at.Facing, at.Hex, at.Status = k.towards(u.Hex, hex), hex, active
	c := n.camp(u.Seat)
	c.Open, c.AP, c.Active = true, left, []string{u.name()}
	return &n
}

// steady reports whether nothing that the player knows of comes between his orders and his turn: no artillery that is due, no dice for AP.
func (k *Game) steady() bool {
	return k.Vary == "" && (k.Stage == "turns" || !slices.ContainsFunc(k.Camps, func(c Camp) bool { return len(c.Due)+len(c.Plan) > 0 }))
}

// chances are those of the dice alone; CAP and luck come on top.
func (k *Game) chances(a attack, e *Unit, need int) []table.Likelihood {
	at := func(least int) func(table.Fact) bool {
		return func(f table.Fact) bool {
			av, dv := sumOf(f, "av"), sumOf(f, "dv")
			return f.Kind == "attack" && f.Text("unit") == a.leader && f.Text("target") == e.name() && unaided(av) >= dv.Total()+least
		}
	}
	sure := table.Likelihood{Result: "odds.outright", Num: ways(need), Den: 36, Told: at(0)}
	if e.Hit != "" { // CH-7.4a
		return []table.Likelihood{sure}
	}
	out := []table.Likelihood{sure}
	out[0].Result = "odds.struck"
	if n := ways(need + k.doc.Tables.Critical); n > 0 {
		out = append(out, table.Likelihood{Result: "odds.outright", Num: n, Den: 36, Told: at(k.doc.Tables.Critical)})
	}
	return out
}

// unaided returns a total without the CAP and the luck that were put on the dice.
func unaided(sum table.Sum) int {
	n := sum.Total()
	for _, x := range sum.Terms() {
		if x.Name == "cap" || x.Name == "luck" {
			n -= x.Value
		}
	}
	return n
}

// ways returns how many of the 36 throws of two dice show at least a total.
func ways(need int) int64 {
	n := int64(0)
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			if a+b >= need {
				n++
			}
		}
	}
	return n
}

// facingShot is a turn towards an enemy outside the arc, with what a fire at him would need then.
func (k *Game) facingShot(u, e *Unit) (table.Prospect, bool) {
	if e.Hex == u.Hex || k.inArc(u.Hex, u.Facing, e.Hex) || k.print(u).NoFire || k.mayTurn(u) != nil {
		return table.Prospect{}, false
	}
	a := attack{leader: u.name(), hex: e.Hex, eye: u.Hex, distance: k.distance(u.Hex, e.Hex), he: k.print(u).HE}
	s := k.los(u.Hex, e.Hex)
	if !s.clear || k.inRange(u, a) != nil {
		return table.Prospect{}, false
	}
	a.haze = s.haze
	need, ok := k.needed(a, e)
	d := k.towards(u.Hex, e.Hex)
	if !ok || need > 12 {
		return table.Prospect{}, false
	}
	line, o, p, ok := k.may(u, "pivot", "pivot "+u.ID+" "+d, arg("units", u.ID), arg("facing", d))
	if !ok {
		return table.Prospect{}, false
	}
	return table.Prospect{Unit: u.ID, Target: e.name(), Line: line, Worth: worthPivot,
		Says: table.Say("can.pivot", "CH-5.3a", table.A("unit", e.name()), table.A("at", e.Hex), table.A("distance", a.distance), table.A("need", max(2, need)), table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)))}, true
}

// recovery is a rally of a hit unit, with its exact chance.
func (k *Game) recovery(u *Unit) []table.Prospect {
	if u.Hit == "" || k.hit(u).Rally == 0 {
		return nil
	}
	line, o, p, ok := k.may(u, "rally", "rally "+u.ID, arg("units", u.ID))
	if !ok {
		return nil
	}
	h := k.hit(u)
	need := h.Rally - k.rallyMods(u).Total()
	out := table.Prospect{Unit: u.ID, Line: line, Worth: worthRally,
		Says: table.Say("can.rally", "CH-7.6b", append([]table.FactArg{table.A("counter", "hit."+u.Hit), table.A("need", max(2, need)), table.A("cost", p.sum.Total()), table.A("paid", paidWith(o))},
			h.does()...)...)}
	if k.steady() {
		name := u.name()
		out.Chance = []table.Likelihood{{Result: "odds.rallied", Num: ways(need), Den: 36, Told: func(f table.Fact) bool {
			return (f.Kind == "rallies" || f.Kind == "rally-fails") && f.Text("unit") == name && unaided(sumOf(f, "roll")) >= need+k.rallyMods(u).Total()
		}}}
	}
	return []table.Prospect{out}
}

// arrival is a reinforcement that may come in now, where its way to what it is to take is the cheapest, with how that way goes on.
func (k *Game) arrival(u *Unit) []table.Prospect {
	if u.Round > k.Round || len(u.Entry) == 0 || u.Aboard != "" {
		return nil
	}
	hex, goal := k.gateway(u)
	line, o, p, ok := k.may(u, "enter", "enter "+u.ID+" at "+hex, arg("units", u.ID), arg("hex", hex))
	if !ok {
		return nil
	}
	way, cost := k.affordableWay(u, hex, goal, k.doc.Tables.AP-p.sum.Total())
	if o.pay.mode == byCap {
		way = nil
	}
	return []table.Prospect{{Unit: u.ID, Line: line, Worth: worthEnter, Then: []string{"move", "pivot", "fire"}, Says: table.Say("can.enter", "CH-5.5b", table.A("hexes", spanned(u.Entry)), table.A("n", len(u.Entry)),
		table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)), table.A("id", u.ID), table.A("way", strings.Join(way, "-")), table.A("more", cost))}}
}

// gateway returns the entry hex from which a unit's way to the nearest objective of the enemy costs least, and that objective; the hex in the
// middle and "" if it has nothing to take.
func (k *Game) gateway(u *Unit) (hex, goal string) {
	least := 0
	for _, from := range u.Entry {
		to := k.heading(u, from)
		if to == "" {
			continue
		}
		if _, cost, ok := shortest(k, u, from, to); ok && (hex == "" || cost < least) {
			hex, goal, least = from, to, cost
		}
	}
	if hex == "" {
		return u.Entry[len(u.Entry)/2], ""
	}
	return hex, goal
}

// heading returns the hex to which a unit is shown the way: its goal or, while the papers are not on the board, the nearest hex to which their holder
// is to bring them.
func (k *Game) heading(u *Unit, from string) string {
	if goal := k.goal(u, from); goal != "" || k.Satchel.Side == u.Side || k.Satchel.Out || k.print(u).Truck || k.print(u).Mortar() || k.print(u).Gun {
		return goal
	}
	best := ""
	for _, s := range k.doc.Scenario.Scores {
		if s.For != "papers_at" || s.Side == u.Side {
			continue
		}
		for _, hex := range s.Hexes {
			if hex != from && (best == "" || k.distance(from, hex) < k.distance(from, best)) {
				best = hex
			}
		}
	}
	return best
}

// advances are the ways that matter: to an objective or the papers as far as one activation goes, off the board with the papers, and from the
// open into cover beside.
func (k *Game) advances(u *Unit) []table.Prospect {
	if u.Hidden || k.immobile(u) != nil {
		return nil
	}
	var out []table.Prospect
	if k.Satchel.Holder == u.name() && k.mayLeave(u) {
		if line, o, p, ok := k.may(u, "leave", "leave "+u.ID, arg("units", u.ID)); ok {
			out = append(out, table.Prospect{Unit: u.ID, Line: line, Worth: worthRally, Says: table.Say("can.leave", "CH-5.6a", table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)))})
		}
	}
	goal := k.heading(u, u.Hex)
	if way, _ := k.affordableWay(u, u.Hex, goal, k.purse(u)); len(way) > 0 {
		if p, ok := k.walkTo(u, way, "can.goal", worthGoal, table.A("goal", goal), table.A("left", k.distance(way[len(way)-1], goal))); ok {
			out = append(out, p)
		}
	}
	if !k.terrain(u.Hex).Cover && u.In == "" && !u.Dug {
		best := ""
		for _, n := range k.neighbours(u.Hex) {
			if k.coverHex(u, n) && len(k.visibleFoes(u.Side, n)) == 0 && k.fort(n, "wire") == nil && (best == "" || k.terrain(n).DM > k.terrain(best).DM) {
				best = n
			}
		}
		if best != "" {
			if p, ok := k.walkTo(u, []string{best}, "can.cover", worthCover); ok {
				out = append(out, p)
			}
		}
	}
	return out
}

// affordableWay is a unit's way from one hex to another as far as a purse of AP goes, and its cost; it ends before obstacles and enemies.
func (k *Game) affordableWay(u *Unit, from, to string, purse int) (way []string, cost int) {
	for _, hex := range k.wayTo(u, from, to) {
		sum, r := k.stepCost(u, from, hex, &walk{})
		if r != nil || cost+sum.Total() > purse || len(k.obstacles(u, from, hex, sum)) > 0 || len(k.visibleFoes(u.Side, hex)) > 0 {
			break
		}
		way, from, cost = append(way, hex), hex, cost+sum.Total()
	}
	return way, cost
}

// settling is what a unit can do where it stands when it has nothing better: hide, or dig in.
func (k *Game) settling(u *Unit) []table.Prospect {
	var out []table.Prospect
	if line, o, p, ok := k.may(u, "hide", "hide "+u.ID, arg("units", u.ID)); ok {
		out = append(out, table.Prospect{Unit: u.ID, Line: line, Worth: worthHide, Says: table.Say("can.hide", "CH-10.2a", table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)))})
	}
	w, _ := k.doc.Work("hasty")
	if line, o, p, ok := k.may(u, "dig", "dig "+u.ID, arg("units", u.ID)); ok && u.In == "" {
		out = append(out, table.Prospect{Unit: u.ID, Line: line, Worth: worthDig, Says: table.Say("can.dig", "CH-18.1.3a", table.A("dr", w.Front), table.A("terrain", "terrain."+k.terrain(u.Hex).ID),
			table.A("cost", p.sum.Total()), table.A("paid", paidWith(o)), table.A("reveals", u.Hidden))})
	}
	return out
}

// walkTo is a walk along a way, with its cost and the ground at its end.
func (k *Game) walkTo(u *Unit, way []string, key string, worth int, args ...table.FactArg) (table.Prospect, bool) {
	line, o, _, ok := k.may(u, "move", "move "+u.ID+" to "+strings.Join(way, "-"), arg("units", u.ID), arg("path", strings.Join(way, "-")))
	if !ok {
		return table.Prospect{}, false
	}
	from, cost := u.Hex, 0
	for _, hex := range way {
		sum, _ := k.stepCost(u, from, hex, &walk{back: from == u.Hex && k.behind(u, hex)})
		cost, from = cost+sum.Total(), hex
	}
	args = append(args, table.A("at", from), table.A("cost", cost), table.A("paid", paidWith(o)), table.A("terrain", "terrain."+k.terrain(from).ID),
		table.A("watchers", k.watchers(u.Side, from)))
	return table.Prospect{Unit: u.ID, Target: from, Line: line, Worth: worth, Says: table.Say(key, "CH-5.0a", args...)}, true
}

// plays are the cards of a hand that can be played now, one line for each.
func (k *Game) plays(s table.Seat) []table.Prospect {
	var out []table.Prospect
	told := ""
	for _, line := range cardIdeas(k, s, "pulse") {
		words := strings.Fields(line)
		c, ok := k.doc.Card(words[1])
		if !ok || c.ID == told {
			continue
		}
		if _, r := k.judge(k.reading(s, "play", playArgs(words), nil)); r != nil {
			continue
		}
		if c.ID == cardChaosOfBattle && slices.ContainsFunc(k.Camps, func(x Camp) bool { return slices.Contains(x.Active, words[len(words)-1]) }) {
			continue // if its side passes, that unit is used anyway
		}
		told = c.ID
		out = append(out, table.Prospect{Line: line, Says: table.Say("can.card", c.Rule, table.A("effect", "effect."+c.ID), table.A("cost", c.Cost), table.A("icon", "icon."+c.Icon))})
	}
	return out
}

// playArgs reads the words of a play that cardIdeas proposes: "play 05 R1 to F08".
func playArgs(words []string) []table.Arg {
	out := []table.Arg{arg("card", words[1])}
	name := "units"
	for _, w := range words[2:] {
		switch w {
		case "on":
			name = "target"
		case "to":
			name = "path"
		default:
			out = append(out, arg(name, w))
		}
	}
	return out
}

// sumOf returns an argument of a fact that is arithmetic.
func sumOf(f table.Fact, name string) table.Sum {
	for _, a := range f.Args {
		if sum, ok := a.Value.(table.Sum); ok && a.Name == name {
			return sum
		}
	}
	return table.Sum{}
}
