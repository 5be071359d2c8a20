package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// general writes the orders of the sensible bot, in a manner.
type general struct {
	*table.Draft[*Game]
	manner
}

// sensibleBot shells what it sees, sends tanks and foot toward the scenario's objectives, storms what is pinned or
// outnumbered, and flies where most enemies are. Fire it leaves to the rules' own choice of targets.
func sensibleBot(d *table.Draft[*Game]) { general{d, manner{}}.command() }

// command writes the lines of every phase.
func (c general) command() {
	for _, phase := range c.Phases {
		switch phase {
		case "4.1":
			c.shell()
		case "4.2":
			c.bringIn(func(u *Piece) bool { return u.vehicle() || u.cavalry() })
			c.advance(func(u *Piece) bool { return u.vehicle() || u.cavalry() })
		case "4.4":
			c.bringIn((*Piece).foot)
			if c.tanks {
				c.halt((*Piece).foot)
			} else {
				c.advance((*Piece).foot)
			}
		case "4.7":
			c.fly()
		case "4.8":
			c.storm()
		}
	}
}

// enemies returns the hexes with enemy groups, the most crowded first.
func (c general) enemies() []string {
	hexes := table.Once(c.Known.Units, func(u *Piece) (string, bool) {
		return u.Hex, u.Side != c.Seat && u.Out == "" && u.Hex != "" && u.Class != "AIR"
	})
	worth := func(hex string) int {
		return 2*len(c.Known.of(c.Known.other(c.Seat), hex, (*Piece).group)) + len(c.Known.of(c.Known.other(c.Seat), hex, func(u *Piece) bool { return u.gun() || u.tank() }))
	}
	slices.SortStableFunc(hexes, func(a, b string) int { return cmp.Or(worth(b)-worth(a), strings.Compare(a, b)) })
	return hexes
}

// shell fires all artillery, in drumfires of three, at the best hexes that may be named and have no friend adjacent.
func (c general) shell() {
	left, hexes := c.Known.camp(c.Seat).OBA, c.enemies()
	if c.front {
		hexes = c.nearest(hexes)
	}
	for _, hex := range hexes {
		if left == 0 {
			return
		}
		if c.Known.has(c.Seat, "", func(u *Piece) bool { return c.Known.distance(u.Hex, hex) <= 1 }) {
			continue
		}
		n := min(left, cmp.Or(c.shells, 3))
		if c.Write("barrage %s with %d drumfire he", hex, n) {
			left -= n
		}
	}
}

// goals returns the hexes that bring a side points and that it does not hold; if it is to go back, also those that bring the enemy points and that
// he holds.
func (c general) goals() []string {
	var out []string
	for _, p := range c.Known.doc.Scenario.Victory.Points {
		if p.For == "control" && (c.back || p.Side == string(c.Seat)) {
			out = append(out, p.Hexes...)
		}
	}
	mine := func(hexes []string) []string {
		return table.Once(hexes, func(hex *string) (string, bool) {
			if c.Known.brings(c.Seat, *hex) {
				return *hex, !c.Known.controls(c.Seat, *hex)
			}
			return *hex, c.Known.controls(c.Known.other(c.Seat), *hex)
		})
	}
	if goals := mine(c.ours(out)); len(goals) > 0 {
		return goals
	}
	return mine(out)
}

// brings reports whether control of a hex brings a side points (LS-V).
func (g *Game) brings(s table.Seat, hex string) bool {
	return slices.ContainsFunc(g.doc.Scenario.Victory.Points, func(p Points) bool {
		return p.For == "control" && p.Side == string(s) && slices.Contains(p.Hexes, hex)
	})
}

// bringIn lets reinforcements enter, one after another over the hexes that the scenario gives.
func (c general) bringIn(is func(*Piece) bool) {
	n := 0
	for u := range table.All(c.Known.Units) {
		a, ok := c.Known.arrival(u)
		if !ok || u.Side != c.Seat || !c.Known.due(u) || !is(u) {
			continue
		}
		for try := range a.Hexes {
			if c.Write("enter %s at %s", u.ID, a.Hexes[(n+try)%len(a.Hexes)]) {
				n++
				break
			}
		}
	}
}

// crowd is how many units the bot sends to one goal while others are left.
const crowd = 3

// advance sends every unit that may move toward the nearest goal that has not enough units on the way. A side without
// goals holds its ground.
func (c general) advance(is func(*Piece) bool) {
	goals := c.goals()
	sent, crowd := make([]int, len(goals)), crowd+c.crowd
	if c.still || c.Known.Number < c.late {
		c.halt(is)
		return
	}
	for u := range table.All(c.Known.Units) {
		if u.Side != c.Seat || u.Out != "" || u.Hex == "" || u.Class == "AIR" || !is(u) || u.lone() || len(goals) == 0 {
			continue
		}
		best := 0
		for j, g := range goals {
			if near := c.Known.distance(u.Hex, g) - c.Known.distance(u.Hex, goals[best]); cmp.Or(sent[j]/crowd-sent[best]/crowd, near) < 0 {
				best = j
			}
		}
		if c.holds(u) && !c.leaves && (c.keeps || c.Pick(4) > 0) {
			continue
		}
		if c.Write("standing advance %s to %s stop %d", u.ID, goals[best], c.reserve(u)) {
			sent[best]++
		}
	}
}

// halt lets units stay where they are that were told before to advance.
func (c general) halt(is func(*Piece) bool) {
	for _, l := range c.Standing("advance") {
		for _, id := range unitsOf(l) {
			if u := c.Known.own(c.Seat, id); u != nil && u.Out == "" && is(u) && u.Hex != "" && u.Hex != orders.Value(l.Args, "hex") {
				c.Write("standing advance %s to %s", u.ID, u.Hex)
			}
		}
	}
}

// reserve returns how near to an enemy a unit goes: machine guns stop where they can fire, the rest go adjacent to
// him.
func (c general) reserve(u *Piece) int {
	if !c.near && (u.gunners() || u.Class == "TRK") {
		return 5 + c.apart
	}
	return 1 + c.apart
}

// holds reports whether a unit stands where points are: such a unit mostly stays.
func (c general) holds(u *Piece) bool {
	return slices.ContainsFunc(c.Known.doc.Scenario.Victory.Points, func(p Points) bool {
		return p.For == "control" && slices.Contains(p.Hexes, u.Hex)
	})
}

// fly sends every aircraft to the best hex for it.
func (c general) fly() {
	hexes := c.enemies()
	n := 0
	for u := range table.All(c.Known.Units) {
		if u.Side == c.Seat && u.Out == "" && u.Class == "AIR" && u.Mission != "" && len(hexes) > 0 {
			c.Write("fly %s to %s", u.ID, hexes[n%len(hexes)])
			n++
		}
	}
}

// storm assaults every neighbouring hex whose unpinned groups are fewer than those that may go in.
func (c general) storm() {
	used := []string{}
	for _, hex := range c.enemies() {
		var with []string
		for _, id := range c.Known.of(c.Seat, "", strong) {
			u := c.Known.unit(id)
			if c.Known.distance(u.Hex, hex) == 1 && !c.Known.locked(u.Hex) && !slices.Contains(used, id) {
				with = append(with, id)
			}
		}
		tanks := len(c.Known.of(c.Known.other(c.Seat), hex, (*Piece).armoured))
		if len(with) > 0 && len(with)+c.bold > len(c.Known.of(c.Known.other(c.Seat), hex, strong)) && tanks == 0 && c.Write("assault %s with %s", hex, strings.Join(with, ",")) {
			used = append(used, with...)
		}
	}
}
