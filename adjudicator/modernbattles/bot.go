package modernbattles

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots = []table.Bot[*Game]{
	{Name: "plain", Orders: plainBot},
	{Name: "sensible", Orders: sensibleBot},
}

// clerk proposes lines for a bot and keeps those that a player could send.
type clerk struct {
	k     *Game
	s     table.Seat
	lines []string
	read  *orders.Parser
	pick  func(n int) int
}

func newClerk(k *Game, s table.Seat, pick func(int) int) *clerk {
	return &clerk{k: k, s: s, read: grammar.Parser(lexicon(k, s)), pick: pick}
}

// grammar reads the lines of bots; it never changes.
var grammar = orders.NewGrammar(language())

// legality finds the rules' own test of a verb.
var legality = slices.Concat(commonOrders, setupOrders, moveOrders, combatOrders)

// takes reports whether parser and rules take a line.
func (c *clerk) takes(text string) bool {
	p := c.read.Parse(text, 1)
	if len(p.Faults) > 0 || len(p.Lines) != 1 {
		return false
	}
	l := p.Lines[0]
	if l.Standing {
		return true
	}
	return slices.ContainsFunc(legality, func(o table.Order[*Game]) bool {
		return o.Verb == l.Verb && (o.Check == nil || o.Check(c.k, c.s, l) == nil)
	})
}

// write adds a line if it is taken.
func (c *clerk) write(text string) bool {
	if !c.takes(text) {
		return false
	}
	c.lines = append(c.lines, text)
	return true
}

// first adds the first of some lines that is taken.
func (c *clerk) first(texts ...string) bool {
	return slices.ContainsFunc(texts, c.write)
}

// proposals lists what may be written with a verb, as the rules propose it to players.
func (c *clerk) proposals(verb, phase string) []string {
	var out []string
	for _, o := range legality {
		if o.Verb == verb && o.Options != nil {
			for text := range o.Options(c.k, c.s, phase) {
				out = append(out, text)
			}
		}
	}
	return out
}

// plainBot writes a few lines of each phase, picked from all that the rules propose; never that it gives up.
func plainBot(k *Game, s table.Seat, phases []string, pick func(int) int) []string {
	c := newClerk(k, s, pick)
	for _, phase := range phases {
		var all []string
		for _, v := range language().Verbs {
			if slices.Contains(v.Phases, phase) && v.Name != "surrender" && v.Name != "exit" {
				all = append(all, c.proposals(v.Name, phase)...)
			}
		}
		for range 10 {
			if len(all) > 0 {
				c.write(all[pick(len(all))])
			}
		}
	}
	return once(c.lines)
}

// once leaves of several lines for one unit and verb the first.
func once(lines []string) []string {
	var seen, out []string
	for _, l := range lines {
		f := strings.Fields(l)
		key := f[0]
		if len(f) > 1 {
			key += " " + f[1]
		}
		if !slices.Contains(seen, key) {
			seen, out = append(seen, key), append(out, l)
		}
	}
	return out
}

// sensibleBot attacks what it does not hold and keeps what it holds: who stands at an objective stays there, other squads and
// tanks go for the nearest one that is not held, from cover to cover and firing when somebody is near; supports stay where
// they are dug in or see the enemy; shells fall on what is seen.
func sensibleBot(k *Game, s table.Seat, phases []string, pick func(int) int) []string {
	c := newClerk(k, s, pick)
	for _, phase := range phases {
		switch phase {
		case "terrain":
			for _, text := range c.proposals("feature", phase) {
				if pick(3) > 0 {
					c.write(text)
				}
			}
		case "charges":
			c.storm()
		case "movement":
			for _, id := range k.idle(s, func(*Unit) bool { return true }) {
				c.march(k.unit(id))
			}
		case "shooting":
			c.shell()
		}
	}
	return c.lines
}

// storm charges enemies that are pinned or much weaker.
func (c *clerk) storm() {
	var gone []string
	for _, text := range c.proposals("charge", "charges") {
		f := strings.Fields(text)
		u, e := c.k.unit(f[1]), c.k.unit(bare(f[len(f)-1]))
		if u == nil || e == nil || slices.Contains(gone, u.ID) || e.vehicle() {
			continue
		}
		if e.State == "suppressed" || 2*e.alive() <= u.alive() {
			if c.write(text) {
				gone = append(gone, u.ID)
			}
		}
	}
}

// goal is the nearest objective that a side does not hold; false where it holds all.
func (c *clerk) goal(u *Unit) (Objective, bool) {
	held := c.k.heldBy(c.s)
	best, found, far := Objective{}, false, 0
	for _, o := range c.k.Objectives {
		if d := span(u.At, place(o.At)); !slices.Contains(held, o.ID) && (!found || d < far) {
			best, found, far = o, true, d
		}
	}
	return best, found
}

// guards reports whether a unit stays where it is because it holds an objective or denies it to the enemy (MB-B24): everybody
// while an enemy is as near, else the two units with the lowest ids of those that count for it.
func (c *clerk) guards(u *Unit) bool {
	k := c.k
	near := k.doc.Constant("victory-near")
	for _, o := range k.Objectives {
		p := point(place(o.At))
		if k.gap(u, p) > near {
			continue
		}
		if k.counts(k.other(c.s), p.Centre) {
			return true
		}
		post := k.of(c.s, func(v *Unit) bool {
			return k.fit(v) && v.State == "" && v.Kind != "crew" && !v.Piece.Alone && k.gap(v, p) <= near
		})
		if i := slices.Index(post, u.ID); i >= 0 && i < 2 {
			return true
		}
	}
	return false
}

// march moves one unit.
func (c *clerk) march(u *Unit) {
	k := c.k
	if u.Kind == "crew" {
		c.write("man " + u.ID)
		return
	}
	e, d := k.nearestEnemy(u)
	sees := e != nil && k.sees(u, e)
	if u.vehicle() && e != nil {
		if e.foot() && d < 120 && u.Tank.Hatches == "open" {
			c.write("hatches " + u.ID + " closed")
		}
	}
	o, attack := c.goal(u)
	switch {
	case !attack || c.guards(u):
		return
	case u.Kind == "sniper" || u.piece() && u.Piece.Prepared || u.piece() && k.coverNow(u).Level > 0: // dug in where it was put
		return
	case u.piece() || u.Kind == "observer" || u.Kind == "team":
		if sees && d <= 300 || k.Number == 1 && c.pick(2) == 0 {
			return
		}
	case sees && d <= 180 && k.coverNow(u).Level > 0 && c.pick(3) > 0:
		return
	}
	if b := k.building(place(o.At)); b != nil && u.enters() && c.first("enter "+u.ID+" into "+b.id, "enter "+u.ID+" into "+b.id+" double") {
		return
	}
	to := "toward/" + o.ID
	if e == nil || d > 300 && !sees {
		if c.write("move " + u.ID + " to " + to + " double") {
			return
		}
	}
	for _, way := range []string{to, "forward", "left/4", "right/4"} {
		if c.write("move " + u.ID + " to " + way) {
			return
		}
	}
}

// shell lays mortars and batteries on enemies that are seen, smoke never.
func (c *clerk) shell() {
	var done []string
	for _, text := range c.proposals("indirect", "shooting") {
		if f := strings.Fields(text); !slices.Contains(done, f[1]) && !strings.Contains(text, "smoke") && c.write(text) {
			done = append(done, f[1])
		}
	}
}
