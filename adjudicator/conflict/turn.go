package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// runaway limits the player turns of one round. Waits cost CAP and actions AP, so no round comes near it.
const runaway = 2000

// pulse plays single turns (CH-2.2, CH-SM) until either side wants to stop, or until the players pass one after the
// other. Reasons to stop count from the last mails: what was already mailed stops nobody again.
func (g *Game) pulse(t *table.Table) table.Then {
	t.Sift()
	g.Live, g.Pulse = true, 0
	for c := range table.All(g.Camps) {
		c.Heard, c.Purse, c.Put = len(c.News), c.Cap, false
	}
	for {
		s := g.Owner
		if why := g.stops(t, s); why != "" {
			t.For(s).Report("CH-PBEM", "stopped", table.A("because", why))
			t.For(append(g.rest(s), "")...).Report("CH-PBEM", "pulse-ends")
			g.Live = false
			return table.Again
		}
		at := t.At(strconv.Itoa(g.Turns+1) + " " + string(s))
		g.Turns, g.Pulse = g.Turns+1, g.Pulse+1
		g.beginTurn(s)
		done := g.playerTurn(at, s)
		if done == putOff {
			g.Turns, g.Pulse, g.Live = g.Turns-1, g.Pulse-1, false
			return table.Again
		}
		g.endTurn(at, s, done)
		if g.Ended != "" || g.allPassed() || g.Turns > runaway {
			g.Live = false
			return table.Next
		}
	}
}

// rest returns the other seats.
func (g *Game) rest(s table.Seat) []table.Seat {
	return table.Keep(g.seats(), func(o table.Seat) bool { return o != s })
}

// What a player did in his turn (CH-SM-a).
type deedDone int8

const (
	acted deedDone = iota
	waited
	passed
	putOff // nothing yet: the pulse stops before a pass that would end the round
)

// beginTurn ends what lasted until this side's next turn: the -1 DM of its incautious moves (A11), and the entries that
// this side made, since the other side has had its turn to react to them (A35). The second action of card 10 (CH-C10),
// and the turn of a partner who acts directly before (CH-20.0b), come before any reaction.
func (g *Game) beginTurn(s table.Seat) {
	side := g.side(s)
	if g.Linked == 1 || g.side(g.before(s)) == side {
		return
	}
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == side {
			u.Exposed = false
		}
	}
	g.forget(side)
}

// forget drops a side's entries into occupied hexes.
func (g *Game) forget(side string) {
	stay := table.Keep(g.Entrances, func(e Entrance) bool { return e.Side != side })
	g.Entrances = stay
}

// playerTurn plays exactly one pass, wait or action (CH-SM step 1): standing reactions first, then the next line of the
// program, then what the pass policy says.
func (g *Game) playerTurn(t *table.Table, s table.Seat) deedDone {
	if g.side(s) == g.AI {
		return g.doctrine(t, s)
	}
	look := t.Still()
	if g.react(t, look, s) {
		return acted
	}
	for {
		l, ok := look.Next(s, "pulse")
		if !ok {
			return g.byPolicy(t, s)
		}
		if done, turn := g.follow(t, look, s, l); turn {
			return done
		}
	}
}

// follow carries out one part of a line; turn is false if the part is not a turn (CH-SM-a).
func (g *Game) follow(t, look *table.Table, s table.Seat, l table.Line) (done deedDone, turn bool) {
	switch l.Verb {
	case "pass":
		t.Done(s, l)
		g.pass(t, s)
		return passed, true
	case "retire":
		t.Done(s, l)
		look.Stirred()
		g.closeActivation(t, g.camp(s))
		return 0, false
	case "surrender":
		t.Done(s, l)
		g.camp(s).GaveUp, g.Ended = true, "ending.surrender"
		t.Report("CH-2.4a", "surrenders", table.A("side", s))
		return passed, true
	case "wait":
		t.Done(s, l)
		if r := g.wait(t, s, orders.Value(l.Args, "by")); r != nil {
			t.Refuse(s, l, r)
			return 0, false
		}
		return waited, true
	case "quick":
		t.Done(s, l)
		look.Stirred()
		if r := g.quick(t, s); r != nil {
			t.Refuse(s, l, r)
		}
		return 0, false
	}
	o := g.orderOf(s, l)
	if r := g.act(t, look, o); r != nil {
		t.Done(s, l)
		t.Refuse(s, l, r)
		return 0, false
	}
	t.Advance(s, l)
	if !g.goesOn(o, t.Part(s, l)) {
		t.Done(s, l)
		for _, name := range o.units { // if ordered again, it is a new way
			g.unit(name).Way, g.unit(name).Gone = "", 0
		}
	}
	return acted, true
}

// wait costs 1 AP of the activation or 1 CAP and does nothing else (CH-2.2g). If by is empty, AP are tried first.
func (g *Game) wait(t *table.Table, s table.Seat, by string) *table.Refusal {
	if r := g.mayWait(s, by); r != nil {
		return r
	}
	c := g.camp(s)
	if by != "cap" && c.Open && c.AP > 0 {
		by = "ap"
		c.AP--
		c.Spent++
	} else {
		by = "cap"
		c.Cap--
	}
	t.Report("CH-2.2g", "waits", table.A("side", s), table.A("by", by), table.A("cap", c.Cap))
	return nil
}

func (g *Game) mayWait(s table.Seat, by string) *table.Refusal {
	c := g.camp(s)
	switch {
	case by == "ap" && (!c.Open || c.AP < 1), by == "cap" && c.Cap < 1, by == "" && c.Cap < 1 && (!c.Open || c.AP < 1):
		return refuse("cannot-wait", "CH-2.2g", table.A("ap", c.AP), table.A("cap", c.Cap))
	}
	return nil
}

// pass costs nothing and ends an activation (CH-2.2h, A44).
func (g *Game) pass(t *table.Table, s table.Seat) {
	t.Report("CH-2.2h", "passes", table.A("side", s))
	g.closeActivation(t, g.camp(s))
}

// closeActivation flips the units of an activation to used; unspent AP are lost (CH-3.0d).
func (g *Game) closeActivation(t *table.Table, c *Camp) {
	if !c.Open {
		return
	}
	for _, name := range c.Active {
		if u := g.unit(name); u != nil && u.Status == active {
			u.Status = used
		}
	}
	if g.Vary == "fog" { // CH-3.0.1b: what is left stays secret
		g.tellUnits(t, c, c.Active, "CH-3.0d", "used")
	} else {
		g.tellUnits(t, c, c.Active, "CH-3.0d", "used", table.A("lost", c.AP))
	}
	if g.Vary == "fog" && len(c.Dice) > 0 {
		t.Report("CH-3.0.1b", "ap-shown", table.A("side", c.Seat), table.A("dice", diceText(c.Dice)), table.A("spent", c.Spent))
	}
	c.Open, c.Active, c.AP, c.Spent, c.Dice = false, nil, 0, 0, nil
}

// diceText writes dice one by one, such as "5 4 3".
func diceText(dice []int) string {
	out := ""
	for i, d := range dice {
		if i > 0 {
			out += " "
		}
		out += strconv.Itoa(d)
	}
	return out
}

// tellUnits reports on units: by name to those who see them, and to the others without the hidden ones.
func (g *Game) tellUnits(t *table.Table, c *Camp, names []string, rule, kind string, args ...table.FactArg) {
	var all, open []string
	for _, name := range names {
		u := g.unit(name)
		if u == nil || u.Off == destroyed || u.Off == left {
			continue
		}
		all = append(all, name)
		if !u.Hidden {
			open = append(open, name)
		}
	}
	with := func(names []string) []table.FactArg {
		return append([]table.FactArg{table.A("side", c.Seat), table.A("units", names)}, args...)
	}
	if len(open) == len(all) {
		t.Report(rule, kind, with(all)...)
		return
	}
	g.hers(t, c.Side).Report(rule, kind, with(all)...)
	if len(open) > 0 {
		g.others(t, c.Side).Report(rule, kind, with(open)...)
	}
	g.others(t, c.Side).Report("CH-10.1d", kind+"-unseen", append([]table.FactArg{table.A("side", c.Seat), table.A("n", len(all)-len(open))}, args...)...)
}

// endTurn does steps 3 and 4 of CH-SM: exhausted AP, successive passes, and whose turn is next.
func (g *Game) endTurn(t *table.Table, s table.Seat, done deedDone) {
	c := g.camp(s)
	if done == passed {
		g.Passed = append(g.Passed, s)
		g.Linked = 0
		for _, o := range g.foesOf(c.Side) {
			g.hear(o, News{Kind: "passed"})
		}
	} else {
		g.Passed = nil
	}
	if c.Open && (c.AP <= 0 || len(c.Active) == 0) {
		g.closeActivation(t, c)
	}
	c.News, c.Heard = nil, 0
	if g.side(g.after(s)) != c.Side || g.Linked > 1 { // A35: only for the turn directly after the entry
		g.forget(g.other(c.Side))
	}
	if g.Linked--; done == acted && g.Linked > 0 { // CH-C10
		return
	}
	g.Linked = 0
	g.Owner = g.after(s)
}

// after returns the next seat in the order of acting.
func (g *Game) after(s table.Seat) table.Seat {
	for i, o := range g.Order {
		if o == s {
			return g.Order[(i+1)%len(g.Order)]
		}
	}
	return s
}

// before returns the seat that acts before another one.
func (g *Game) before(s table.Seat) table.Seat {
	for i, o := range g.Order {
		if o == s {
			return g.Order[(i+len(g.Order)-1)%len(g.Order)]
		}
	}
	return s
}

// allPassed reports whether the round ends: two players passed one after the other (CH-2.2i) or, with more players, all
// but one did, opponents among them (CH-20.0d, A27).
func (g *Game) allPassed() bool {
	if len(g.Passed) < max(2, len(g.Order)-1) {
		return false
	}
	return slices.ContainsFunc(g.Passed, func(s table.Seat) bool { return g.side(s) != g.side(g.Passed[0]) })
}

// byPolicy is D09: what a side without a line does. "standing passing" says pass, ask, or wait so many times. The default
// is to pass, but a pass that would end the round while the seat could still act is put off once, and the player is asked
// unless he was silent.
func (g *Game) byPolicy(t *table.Table, s table.Seat) deedDone {
	c := g.camp(s)
	for l := range t.Standing(s, "passing") {
		switch orders.Value(l.Args, "how") {
		case "ask":
			if g.Pulse > 1 && !t.Silent(s) {
				t.For(s).Report("CH-PBEM", "stopped", table.A("because", "stop.empty"))
				t.For(append(g.rest(s), "")...).Report("CH-PBEM", "pulse-ends")
				return putOff
			}
		case "wait":
			if c.Held < orders.Int(l.Args, "max", 1) && len(g.Passed) == 0 && g.mayWait(s, "") == nil {
				c.Held++
				if g.wait(t, s, "") == nil {
					return waited
				}
			}
		}
		g.pass(t, s)
		return passed
	}
	if g.closing(s) && !c.Put && g.Pulse > 1 && !t.Silent(s) && g.couldAct(c) && g.Rhythm != "blitz" {
		c.Put = true
		t.For(s).Report("CH-PBEM", "stopped", table.A("because", "stop.round-ends"))
		t.For(append(g.rest(s), "")...).Report("CH-PBEM", "pulse-ends")
		return putOff
	}
	g.pass(t, s)
	return passed
}

// closing reports whether a pass by a seat would end the round.
func (g *Game) closing(s table.Seat) bool {
	n := &Game{Order: g.Order, Camps: g.Camps, Passed: append(append([]table.Seat(nil), g.Passed...), s)}
	return n.allPassed()
}

// couldAct reports whether a seat has a fresh unit, an activation or CAP left.
func (g *Game) couldAct(c *Camp) bool {
	if c.Cap > 0 || c.Open {
		return true
	}
	return table.Any(g.Units, func(u *Unit) bool {
		return u.Seat == c.Seat && u.Status == fresh && (u.on() || u.Off == coming && u.Round <= g.Round)
	})
}

// hear records for a seat what it was told about the other side's turn.
func (g *Game) hear(s table.Seat, n News) {
	c := g.camp(s)
	c.News = append(c.News, n)
}

// news records something for all seats of a side.
func (g *Game) news(side string, n News) {
	for _, s := range g.seatsOf(side) {
		g.hear(s, n)
	}
}

// stops returns the reason why play stops before a seat's turn, or "" if it does not. In the rhythm of single actions,
// play stops before each turn that follows one of the other side. Otherwise it stops at what the seat was told since its
// last mails: by default its units hit, destroyed or entered, and hidden enemies revealed (decisions.md d). "standing
// stop" changes this list.
func (g *Game) stops(t *table.Table, s table.Seat) string {
	c := g.camp(s)
	if c.Side == g.AI || g.Pulse == 0 || g.Linked == 1 {
		return ""
	}
	if g.Rhythm == "action" {
		return "stop.turn"
	}
	if g.stopWish(t, s, "cap") && c.Cap <= lowCap && c.Purse > lowCap {
		return "stop.cap"
	}
	if c.Heard >= len(c.News) {
		return ""
	}
	if g.stopWish(t, s, "ambush") && g.Known(s).ambush(s) {
		return "stop.ambush"
	}
	for _, n := range c.News[c.Heard:] {
		if g.stopAt(t, s, n) {
			return "stop." + n.Kind
		}
	}
	return ""
}

// lowCap is the number of CAP that counts as few.
const lowCap = 2

// stopWish reports whether a player asked to be stopped at something that does not stop play by default.
func (g *Game) stopWish(t *table.Table, s table.Seat, what string) bool {
	for l := range t.Standing(s, "stop") {
		if v := orders.Setting(l.Args, "settings", what); v != "" {
			return v == "yes"
		}
	}
	return false
}

// ambush reports whether a hidden unit of a seat that may still act hits an enemy with a 7 or less.
func (k *Game) ambush(s table.Seat) bool {
	for u := range table.All(k.Units) {
		if u.Seat != s || !u.Hidden || !u.on() || u.Status == used {
			continue
		}
		if need, target := k.easyTarget(s, u); target != "" && need <= fightAt {
			return true
		}
	}
	return false
}

// stopAt reports whether one piece of news stops play for a seat.
func (g *Game) stopAt(t *table.Table, s table.Seat, n News) bool {
	for l := range t.Standing(s, "stop") {
		switch v := orders.Setting(l.Args, "settings", n.Kind); {
		case v == "yes":
			return true
		case v == "no":
			return false
		}
		if orders.Value(l.Args, "how") == "none" {
			return false
		}
	}
	if g.Rhythm == "blitz" {
		return false
	}
	switch n.Kind {
	case "hit", "destroyed", "entered", "revealed":
		return true
	}
	return false
}
