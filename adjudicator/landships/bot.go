package landships

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots = []table.Bot[*Game]{
	{Name: "random", Orders: randomBot},
	{Name: "sensible", Orders: sensibleBot},
}

// clerk proposes lines for a bot and keeps those that a player could send.
type clerk struct {
	k     *Game
	s     table.Seat
	lines []string
	read  *orders.Parser
}

func newClerk(k *Game, s table.Seat) *clerk {
	return &clerk{k: k, s: s, read: grammar.Parser(lexicon(k, s))}
}

// grammar reads the lines of bots; it never changes.
var grammar = orders.NewGrammar(language())

// legality finds the rules' own test of a verb.
var legality = slices.Concat(commonOrders, setupOrders, barrageOrders, vehicleOrders, marchOrders, airOrders, assaultOrders, fireOrders)

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
		return o.Verb == l.Verb && o.Check(c.k, c.s, l) == nil
	})
}

// write adds a line if it is taken.
func (c *clerk) write(format string, args ...any) bool {
	text := fmt.Sprintf(format, args...)
	if !c.takes(text) {
		return false
	}
	c.lines = append(c.lines, text)
	return true
}

// proposals lists what may be written in a phase, as the rules propose it to players.
func (c *clerk) proposals(phase string) []string {
	var out []string
	for _, v := range language().Verbs {
		if !slices.Contains(v.Phases, phase) {
			continue
		}
		for _, o := range legality {
			if o.Verb == v.Name && o.Options != nil {
				for text := range o.Options(c.k, c.s, phase) {
					out = append(out, text)
				}
			}
		}
	}
	return out
}

// randomBot writes a few lines of each phase, picked from all that the rules propose.
func randomBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	c := newClerk(k, s)
	for _, phase := range phases {
		all := c.proposals(phase)
		for n := min(len(all), 1+pick(12)); n > 0; n-- {
			i := pick(len(all))
			c.write("%s", all[i])
			all = slices.Delete(all, i, i+1)
		}
	}
	return c.lines
}

// sensibleBot shells what it sees, sends tanks and foot toward the scenario's objectives, storms what is pinned or
// outnumbered, flies where most enemies are; fire it leaves to the rules' own choice of targets.
func sensibleBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	c := newClerk(k, s)
	for _, phase := range phases {
		switch phase {
		case "4.1":
			c.shell()
		case "4.2":
			c.bringIn(func(u *Piece) bool { return u.vehicle() || u.cavalry() })
			c.advance(func(u *Piece) bool { return u.vehicle() || u.cavalry() }, pick)
		case "4.4":
			c.bringIn((*Piece).foot)
			c.advance((*Piece).foot, pick)
		case "4.7":
			c.fly()
		case "4.8":
			c.storm()
		}
	}
	return c.lines
}

// enemies lists the hexes with enemy groups, the most crowded first.
func (c *clerk) enemies() []string {
	var hexes []string
	for i := range c.k.Units {
		if u := &c.k.Units[i]; u.Side != c.s && u.Out == "" && u.Hex != "" && u.Class != "AIR" && !slices.Contains(hexes, u.Hex) {
			hexes = append(hexes, u.Hex)
		}
	}
	worth := func(hex string) int {
		return 2*len(c.k.of(c.k.other(c.s), hex, (*Piece).group)) + len(c.k.of(c.k.other(c.s), hex, func(u *Piece) bool { return u.gun() || u.tank() }))
	}
	slices.SortStableFunc(hexes, func(a, b string) int { return cmp.Or(worth(b)-worth(a), strings.Compare(a, b)) })
	return hexes
}

// shell fires all artillery in drumfires of three at the best hexes that may be named and that no friend is next to.
func (c *clerk) shell() {
	left := c.k.camp(c.s).OBA
	for _, hex := range c.enemies() {
		if left == 0 {
			return
		}
		if c.k.has(c.s, "", func(u *Piece) bool { return c.k.distance(u.Hex, hex) <= 1 }) {
			continue
		}
		n := min(left, 3)
		if c.write("barrage %s with %d drumfire he", hex, n) {
			left -= n
		}
	}
}

// goals are the hexes that bring points to a side and that it does not hold.
func (c *clerk) goals() []string {
	var out []string
	for _, p := range c.k.doc.Scenario.Victory.Points {
		for _, hex := range p.Hexes {
			if p.For == "control" && p.Side == string(c.s) && !c.k.controls(c.s, hex) && !slices.Contains(out, hex) {
				out = append(out, hex)
			}
		}
	}
	return out
}

// bringIn lets reinforcements enter, one after another over the hexes that the scenario gives.
func (c *clerk) bringIn(is func(*Piece) bool) {
	n := 0
	for i := range c.k.Units {
		u := &c.k.Units[i]
		a, ok := c.k.arrival(u)
		if !ok || u.Side != c.s || !c.k.due(u) || !is(u) {
			continue
		}
		for try := range a.Hexes {
			if c.write("enter %s at %s", u.ID, a.Hexes[(n+try)%len(a.Hexes)]) {
				n++
				break
			}
		}
	}
}

// crowd is how many units of a side the bot sends to one goal while others are left.
const crowd = 3

// advance sends every unit that may move toward the nearest goal that not enough others go to; a side without goals holds
// its ground.
func (c *clerk) advance(is func(*Piece) bool, pick func(n int) int) {
	goals := c.goals()
	sent := make([]int, len(goals))
	for i := range c.k.Units {
		u := &c.k.Units[i]
		if u.Side != c.s || u.Out != "" || u.Hex == "" || u.Class == "AIR" || !is(u) || u.lone() || len(goals) == 0 {
			continue
		}
		best := 0
		for j, g := range goals {
			if near := c.k.distance(u.Hex, g) - c.k.distance(u.Hex, goals[best]); cmp.Or(sent[j]/crowd-sent[best]/crowd, near) < 0 {
				best = j
			}
		}
		if c.holds(u) && pick(4) > 0 {
			continue
		}
		if c.write("standing advance %s to %s stop %d", u.ID, goals[best], c.reserve(u)) {
			sent[best]++
		}
	}
}

// reserve is how near to an enemy a unit goes: machine guns stay where they can fire, the rest stops beside him.
func (c *clerk) reserve(u *Piece) int {
	if u.gunners() || u.Class == "TRK" {
		return 5
	}
	return 1
}

// holds reports whether a unit stands where points are: it mostly stays.
func (c *clerk) holds(u *Piece) bool {
	return slices.ContainsFunc(c.k.doc.Scenario.Victory.Points, func(p Points) bool {
		return p.For == "control" && slices.Contains(p.Hexes, u.Hex)
	})
}

// fly sends every aircraft to the best hex for it.
func (c *clerk) fly() {
	hexes := c.enemies()
	n := 0
	for i := range c.k.Units {
		u := &c.k.Units[i]
		if u.Side == c.s && u.Out == "" && u.Class == "AIR" && u.Mission != "" && len(hexes) > 0 {
			c.write("fly %s to %s", u.ID, hexes[n%len(hexes)])
			n++
		}
	}
}

// storm assaults every neighbouring hex whose unpinned groups are fewer than those that may go in.
func (c *clerk) storm() {
	used := []string{}
	for _, hex := range c.enemies() {
		var with []string
		for _, id := range c.k.of(c.s, "", strong) {
			u := c.k.unit(id)
			if c.k.distance(u.Hex, hex) == 1 && !c.k.locked(u.Hex) && !slices.Contains(used, id) {
				with = append(with, id)
			}
		}
		tanks := len(c.k.of(c.k.other(c.s), hex, (*Piece).armoured))
		if len(with) > len(c.k.of(c.k.other(c.s), hex, strong)) && tanks == 0 && c.write("assault %s with %s", hex, strings.Join(with, ",")) {
			used = append(used, with...)
		}
	}
}
