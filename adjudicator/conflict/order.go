package conflict

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// order is one action as written: who acts, what they do and how it is paid for. Units are given by their full names.
type order struct {
	seat  table.Seat
	verb  string
	args  []table.Arg
	also  []table.Clause
	units []string // those of the line and of its also clauses
	twice string   // a unit that they name more than once
	pay   payment
}

// orderOf reads a line of a program.
func (g *Game) orderOf(s table.Seat, l table.Line) *order {
	return g.reading(s, l.Verb, l.Args, l.Clauses)
}

// reading makes an order of a verb and its arguments.
func (g *Game) reading(s table.Seat, verb string, args []table.Arg, clauses []table.Clause) *order {
	o := &order{seat: s, verb: verb, args: args, pay: payment{mode: orders.Value(args, "by")}}
	if m := o.pay.mode; verb != "play" && (m == "" || m == byAP || m == byShare) { // CH-3.2.1a, A87: CAP are added only to the AP of an action
		o.pay.topUp = orders.Int(args, "topup", 0)
	}
	for i, a := range args { // "at F08" is the target, no matter what comes before it
		if a.Name == "at" && said(args, "target") == "" {
			o.args = slices.Clone(args)
			o.args[i].Name = "target"
		}
	}
	side := g.side(s)
	add := func(from []table.Arg) {
		for _, id := range orders.List(from, "units") {
			name := side + "." + id
			if slices.Contains(o.units, name) {
				o.twice = name
				continue
			}
			o.units = append(o.units, name)
		}
	}
	add(args)
	for _, c := range clauses {
		if c.Verb == "also" {
			o.also = append(o.also, c)
			add(c.Args)
		}
	}
	g.thin(o)
	return o
}

// said looks at an argument without marking it as used, to ask whether it is allowed before it takes effect.
func said(args []table.Arg, name string) string {
	a, _ := table.Find(args, func(a *table.Arg) bool { return a.Name == name })
	return a.Value
}

// hinted looks at a word of "how" in the same way.
func (o *order) hinted(word string) bool {
	return orders.Among(said(o.args, "how"), word)
}

// flaw refuses a line that can never be carried out as written: a unit that does two things in one action (CH-2.2b), more
// CAP on a roll than allowed (CH-3.2.3a), words that exclude each other.
func (k *Game) flaw(o *order) *table.Refusal {
	if o.twice != "" {
		return refuse("twice", "CH-2.2b", table.A("unit", o.twice))
	}
	if n, _ := strconv.Atoi(cmp.Or(said(o.args, "cap"), "0")); n > k.doc.Tables.CapOnDice {
		return refuse("cap-dice", "CH-3.2.3a", table.A("cap", n), table.A("most", k.doc.Tables.CapOnDice))
	}
	if o.verb == "fire" {
		return k.contradiction(o)
	}
	return nil
}

// thin drops from a group the members that are gone, need no rally or have completed their way, as long as others are
// left (CH-9.0d).
func (g *Game) thin(o *order) {
	out := func(name string) bool {
		u := g.unit(name)
		if u == nil {
			return false
		}
		path := orders.Path(o.argsOf(name), "path")
		return u.Off == destroyed || u.Off == left || o.verb == "rally" && u.Hit == "" || o.verb == "move" && u.onWay(path) && u.Gone == len(path)
	}
	stay := slices.DeleteFunc(slices.Clone(o.units), out)
	if len(stay) == 0 || len(stay) == len(o.units) {
		return
	}
	o.units = stay
	less := func(args []table.Arg) []table.Arg {
		args = slices.Clone(args)
		for i := range args {
			if n := args[i].Name; n == "units" || n == "lead" {
				ids := slices.DeleteFunc(strings.Split(args[i].Value, ","), func(id string) bool { return out(g.side(o.seat) + "." + id) })
				args[i].Value = strings.Join(ids, ",")
			}
		}
		return args
	}
	o.args, o.also = less(o.args), slices.Clone(o.also)
	for i := range o.also {
		o.also[i].Args = less(o.also[i].Args)
	}
}

// has reports whether a word stands in the argument "how".
func (o *order) has(word string) bool { return orders.Among(orders.Value(o.args, "how"), word) }

// roll returns what the line says about CAP on its rolls.
func (o *order) roll(kind string, need, crit int) rolled {
	return rolled{kind: kind, need: need, crit: crit, said: orders.Has(o.args, "cap"), caps: orders.Int(o.args, "cap", 0)}
}

// extra returns the roll for an obstacle, where less is better.
func (o *order) extra() rolled {
	r := o.roll("extra", 0, 0)
	r.low = true
	return r
}

// argsOf returns the arguments that apply to a unit: those of the clause that names it, or those of the line.
func (o *order) argsOf(name string) []table.Arg {
	_, id, _ := strings.Cut(name, ".")
	for _, c := range o.also {
		if slices.Contains(orders.List(c.Args, "units"), id) {
			return c.Args
		}
	}
	return o.args
}

// judge is the whole legality test of an action at the moment it is taken, on what its player knows.
func (k *Game) judge(o *order) (price, *table.Refusal) {
	d := actionOf(o.verb)
	if d == nil {
		return price{}, refuse("no-such-action", "CH-2.2b", table.A("action", o.verb))
	}
	if r := k.flaw(o); r != nil {
		return price{}, r
	}
	for _, name := range o.units {
		if r := k.mayAct(o, name); r != nil {
			return price{}, r
		}
	}
	p, r := d.check(k, o)
	if r != nil {
		return p, r
	}
	if p.card != "" {
		return p, k.affordableCard(o, p)
	}
	if o.verb == "fire" && p.sum.Total() == 0 && o.pay.mode == "" { // CH-CWa: a card without a price needs no activation
		o.pay.mode = byCap
	}
	return p, k.affordable(o.seat, k.partners(o), p, o.pay)
}

// mayAct tests what any action needs of a unit: it is there, and if it is stunned it may only rally (CH-7.5g).
func (k *Game) mayAct(o *order, name string) *table.Refusal {
	u := k.unit(name)
	if u == nil || u.Seat != o.seat {
		return refuse("gone", "CH-2.2d", table.A("unit", name))
	}
	if u.Off == destroyed || u.Off == left || u.Off == inCup {
		return refuse("off-board", "CH-7.4a", table.A("unit", name))
	}
	if u.Off == coming && o.verb != "enter" {
		return refuse("not-arrived", "CH-5.5a", table.A("unit", name), table.A("round", u.Round))
	}
	if k.hit(u).Only && o.verb != "rally" && !(o.verb == "play" && rallies(orders.Value(o.args, "card"))) && !k.towed(o, u) {
		return refuse("stunned", "CH-7.5g", table.A("unit", name))
	}
	return nil
}

// towed reports whether an order hitches or unhitches a vehicle. The vehicle itself does nothing, so a stunned one may be
// towed (CH-14.5c).
func (k *Game) towed(o *order, u *Unit) bool {
	return k.vehicle(u) && (o.verb == "load" && orders.Value(o.args, "on") != u.ID || o.verb == "unload" && u.Aboard != "")
}

// rallies reports whether a card may be played on a stunned unit.
func rallies(card string) bool {
	return card == cardFollowMe || card == cardRally || card == cardVeteranSergeant || card == cardOfficer
}

// act does one action: it is judged on what the player knows, through a table of Still, paid for and carried out. A refusal
// means that nothing happened, except for an activation whose variable AP were not enough (CH-3.0b).
func (g *Game) act(t, look *table.Table, o *order) *table.Refusal {
	p, r := table.Knows[*Game](look, o.seat).judge(o)
	if r != nil {
		return r
	}
	look.Stirred()
	return g.carryOut(t, o, p)
}

// carryOut does an action that was judged.
func (g *Game) carryOut(t *table.Table, o *order, p price) *table.Refusal {
	d := actionOf(o.verb)
	if d.bar != nil {
		if r := d.bar(g, o); r != nil {
			return r
		}
	}
	t = t.At(o.verb)
	if p.card != "" {
		g.settleCard(t, o, p)
		d.do(g, t, o)
		return nil
	}
	payers := g.partners(o)
	if len(p.dice) > 0 && o.pay.mode != byOpportunity && o.pay.mode != byCard { // A13
		var paid bool
		if p, paid = g.surcharge(t, o, p); !paid {
			return nil
		}
	}
	if ok, r := g.settle(t, o.seat, payers, p, o.pay); !ok {
		return r
	}
	if !d.quiet {
		g.showActors(t, o)
	}
	d.do(g, t, o)
	g.spentChance(payers, o.pay.mode)
	return nil
}

// showActors reveals hidden units that act (CH-10.0b).
func (g *Game) showActors(t *table.Table, o *order) {
	for _, name := range o.units {
		if u := g.unit(name); u.Hidden && u.on() {
			g.reveal(t, u.Hex, u.Side, "CH-10.0b")
		}
	}
}

// goesOn reports whether a line has more to do after some parts: hexes of a way not yet entered, further fires or
// rallies.
func (g *Game) goesOn(o *order, parts int) bool {
	switch o.verb {
	case "move":
		return slices.ContainsFunc(o.units, func(n string) bool {
			u, path := g.unit(n), orders.Path(o.argsOf(n), "path")
			return u != nil && u.on() && u.onWay(path) && u.Gone < len(path)
		})
	case "fire":
		return parts < orders.Int(o.args, "times", 1)
	case "rally":
		if parts >= orders.Int(o.args, "times", 1) {
			return false
		}
		return slices.ContainsFunc(o.units, func(n string) bool { u := g.unit(n); return u != nil && u.Hit != "" && u.on() })
	}
	return false
}

// mayOrder is the legality test of an order line. While turns are being played it tests everything; before that, it
// refuses only what can never become legal.
func mayOrder(k *Game, s table.Seat, l table.Line) *table.Refusal {
	o := k.orderOf(s, l)
	if k.Live && k.Owner == s {
		_, r := k.judge(o)
		return r
	}
	if r := k.flaw(o); r != nil {
		return r
	}
	for _, name := range o.units {
		u := k.unit(name)
		if u == nil {
			return refuse("gone", "CH-2.2d", table.A("unit", name))
		}
		if u.Off == destroyed || u.Off == left {
			return refuse("off-board", "CH-7.4a", table.A("unit", name))
		}
	}
	if l.Verb == "play" {
		if r := otherwise(orders.Value(l.Args, "card")); r != nil {
			return r
		}
	}
	if c := orders.Value(l.Args, "card"); l.Verb == "play" && !slices.Contains(k.camp(s).Hand, c) && c != cardTellermine {
		return refuse("no-card", "CH-8.0c", table.A("card", c))
	}
	if len(o.units) > 1 {
		return k.oneForce(o)
	}
	return nil
}

// mayOrderWait and mayOrderQuick are the legality tests of "wait", which depends on the moment, and of "quick".
func mayOrderWait(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if k.Live && k.Owner == s {
		return k.mayWait(s, orders.Value(l.Args, "by"))
	}
	return nil
}

func mayOrderQuick(k *Game, s table.Seat, _ table.Line) *table.Refusal { return k.mayQuick(s) }

// oneForce refuses a group whose units do not all belong to the seat's force (CH-20.0a).
func (k *Game) oneForce(o *order) *table.Refusal {
	for _, name := range o.units {
		if u := k.unit(name); u.Seat != o.seat {
			return refuse("other-force", "CH-20.0a", table.A("unit", name))
		}
	}
	return nil
}

// connected refuses units that do not form one chain of stacked or adjacent hexes (CH-9.1.1a, CH-9.2a).
func (k *Game) connected(units []string) *table.Refusal {
	if len(units) < 2 {
		return nil
	}
	reached := []string{units[0]}
	for i := 0; i < len(reached); i++ {
		for _, name := range units {
			if !slices.Contains(reached, name) && k.distance(k.unit(reached[i]).Hex, k.unit(name).Hex) <= 1 {
				reached = append(reached, name)
			}
		}
	}
	if len(reached) < len(units) {
		for _, name := range units {
			if !slices.Contains(reached, name) {
				return refuse("no-group", "CH-9.2a", table.A("unit", name))
			}
		}
	}
	return nil
}

// react carries out the first standing reaction that is possible (D31). If there is none, a unit whose hex an enemy has
// just entered fights if it needs no more than 7 (D30).
func (g *Game) react(t, look *table.Table, s table.Seat) bool {
	for l := range look.Standing(s, "react") {
		for _, c := range l.Clauses {
			if g.act(t, look, g.reading(s, c.Verb, c.Args, nil)) == nil {
				return true
			}
		}
	}
	return g.reactToEntry(t, look, s)
}
