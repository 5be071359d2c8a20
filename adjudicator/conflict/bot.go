package conflict

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// sensibleBot fires where it hits, rallies hit units, heads for objectives by the cheapest route, keeps what it holds and
// lets fresh units fire at movers. It writes a whole round's program and asks to be stopped only where it matters.
func sensibleBot(d *table.Draft[*Game]) { manner{}.program(d) }

// program writes a mail in a manner.
func (m manner) program(d *table.Draft[*Game]) {
	k, s := d.Known, d.Seat
	if hex := k.bombard(s); hex != "" && slices.Contains(d.Phases, "plan") {
		d.Write("oba %s", hex)
	}
	if !slices.Contains(d.Phases, "pulse") {
		return
	}
	write := func(lines ...string) {
		for _, l := range lines {
			d.Write("%s", l)
		}
	}
	write("standing bid 1", "standing cap attack=2 rally=2 need=8", "standing luck flip",
		"standing stop hit=no revealed=no entered=no destroyed="+k.minds(s), "standing passing pass", "standing entered fight")
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && u.Aboard == "" && !k.print(u).NoFire && k.fireCost(u, false).Total() > 0 {
			d.Write("standing if enemy moved then react: fire %s mover need %d by opportunity", u.ID, 8+m.fire)
		}
	}
	type choice struct {
		lines []string
		rank  int
	}
	var all []choice
	for u := range table.All(k.Units) {
		if u.Seat != s || u.Off == destroyed || u.Off == left {
			continue
		}
		if lines, rank := k.sense(u, m, d.Pick); len(lines) > 0 {
			all = append(all, choice{lines, rank})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.rank - b.rank })
	if m.moveFirst {
		slices.SortStableFunc(all, func(a, b choice) int { return min(moving, b.rank) - min(moving, a.rank) })
	}
	for _, c := range all {
		write(c.lines...)
	}
	write(k.spare(s)...)
	write("pass")
}

// minds returns "yes" if a loss is worth writing a new program for, that is, while enough units are left to change it, and
// "no" otherwise.
func (k *Game) minds(s table.Seat) string {
	n := 0
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && u.Status != used {
			n++
		}
	}
	if n >= 3 {
		return "yes"
	}
	return "no"
}

// spare returns lines for the end of a program: cards that help now, and CAP that would otherwise be lost.
func (k *Game) spare(s table.Seat) []string {
	var out []string
	hand := k.camp(s).Hand
	best, need := "", 0
	for u := range table.All(k.Units) {
		if u.Seat != s || !u.on() {
			continue
		}
		if n, target := k.easyTarget(s, u); target != "" && (best == "" || n < need) {
			best, need = u.ID, n
		}
		if u.Hit != "" && k.hit(u).Rally > 0 {
			if slices.Contains(hand, cardFollowMe) && k.camp(s).Cap >= 2 {
				out = append(out, "play 03 "+u.ID+" by cap")
			} else if slices.Contains(hand, cardRally) && len(k.visibleFoes(u.Side, u.Hex)) == 0 {
				out = append(out, "play 04 "+u.ID)
			}
		}
	}
	if slices.Contains(hand, cardSniper) {
		out = append(out, "play 13")
	}
	if best != "" && need <= 9 {
		if slices.Contains(hand, cardCommandAction) {
			out = append(out, "fire "+best+" best need 9 by card")
		}
		out = append(out, "fire "+best+" best need 9 times 2 by cap")
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && slices.Contains(hand, cardTakeCover) && !u.Dug && u.Status != active && k.goal(u, u.Hex) == "" && k.foot(u) && u.Aboard == "" {
			return append(out, "play 11 "+u.ID)
		}
	}
	return out
}

// moving is the place in the program of those who move: after those who fire or rally.
const moving = 2

// sense returns the lines of one unit and their place in the program: units that can hit come first.
func (k *Game) sense(u *Unit, m manner, pick func(n int) int) ([]string, int) {
	if u.Off == coming {
		if u.Round > k.Round || u.Aboard != "" {
			return nil, 0
		}
		hex := u.Entry[len(u.Entry)/2]
		lines := []string{"enter " + u.ID + " at " + hex}
		if way := k.wayTo(u, hex, k.goal(u, hex)); len(way) > 0 {
			lines = append(lines, "move "+u.ID+" to "+strings.Join(way, " "))
		}
		return lines, 3
	}
	if u.Aboard != "" || u.Status == used {
		return nil, 0
	}
	if u.Hit != "" && k.hit(u).Rally > 0 && len(k.visibleFoes(u.Side, u.Hex)) == 0 {
		if u.Status == active {
			return []string{"rally " + u.ID}, 1
		}
		return []string{"rally " + u.ID + " by opportunity"}, 1
	}
	need, target := k.easyTarget(u.Seat, u)
	goal := k.goalOf(u, u.Hex, m.part)
	if m.still && k.Satchel.Holder != u.name() {
		goal = ""
	}
	if target != "" && need <= 9+m.fire && (goal == "" || need <= 7+m.fire || !m.march && pick(2) == 0) {
		return []string{"fire " + u.ID + " at " + target + " times 2 need " + strconv.Itoa(10+m.fire)}, 0
	}
	if k.mayLeave(u) && k.Satchel.Holder == u.name() && u.Side != "soviet" {
		return []string{"leave " + u.ID}, 0
	}
	if way := k.wayTo(u, u.Hex, goal); len(way) > 0 {
		return []string{"move " + u.ID + " to " + strings.Join(way, " ")}, moving
	}
	if e := k.nearest(u); e != "" && k.mayTurn(u) == nil && !k.inArc(u.Hex, u.Facing, k.unit(e).Hex) {
		return []string{"pivot " + u.ID + " " + k.towards(u.Hex, k.unit(e).Hex)}, 4
	}
	return nil, 0
}

// goal returns the hex that a unit should head for: the papers, the house where they are wanted, or an objective that is
// not held or not covered. It returns "" if the unit should stay.
func (k *Game) goal(u *Unit, from string) string { return k.goalOf(u, from, 0) }

// goalOf is goal where, of the objectives, a unit heads only for those of one third, in the scenario's order from 1; 0: for all.
func (k *Game) goalOf(u *Unit, from string, part int) string {
	if k.print(u).Truck || k.print(u).Mortar() || k.print(u).Gun {
		return ""
	}
	best := ""
	take := func(hex string) {
		if hex != "" && hex != from && (best == "" || k.distance(from, hex) < k.distance(from, best)) {
			best = hex
		}
	}
	for _, s := range k.doc.Scenario.Scores {
		if s.For == "papers_at" && s.Side == u.Side && k.Satchel.Holder == u.name() && !slices.Contains(s.Hexes, from) {
			for _, h := range s.Hexes {
				take(h)
			}
			return best
		}
	}
	if at := k.papersAt(); at != "" && k.Satchel.Side != u.Side {
		take(at)
	}
	if k.Satchel.Holder == u.name() {
		for _, e := range k.force(u.Seat).Exits {
			for _, h := range e.Hexes {
				take(h)
			}
		}
	}
	for i, o := range k.Goals {
		if o.Side != u.Side && (part == 0 || 3*i/len(k.Goals) == part-1) {
			take(o.Hex)
		}
	}
	return best
}

// wayTo returns a unit's cheapest way to a hex, without the hex where it stands, and no longer than one activation can
// pay for.
func (k *Game) wayTo(u *Unit, from, to string) []string {
	if to == "" || from == to || k.immobile(u) != nil {
		return nil
	}
	path, _, ok := shortest(k, u, from, to)
	if !ok {
		return nil
	}
	return path[1:min(len(path), 1+k.doc.Tables.AP)]
}

// bombard returns the hex for planned artillery: the one with most enemies that an observer sees, away from friends; ""
// if there is none.
func (k *Game) bombard(s table.Seat) string {
	i := k.battery(s)
	if i < 0 {
		return ""
	}
	best, most := "", 0
	for _, hex := range k.net.Places() {
		n := 0
		for u := range table.All(k.Units) {
			if d := k.distance(u.Hex, hex); u.on() && d <= 1 {
				if u.Side == k.side(s) {
					n -= 3
				} else {
					n++
				}
			}
		}
		if n > most && k.observed(s, k.camp(s).Strikes[i], hex) {
			best, most = hex, n
		}
	}
	return best
}
