package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots = []table.Bot[*Game]{
	{Name: "random", Orders: randomBot},
	{Name: "sensible", Orders: sensibleBot},
}

// randomBot picks lines by lot: for each unit one or two, then perhaps a card, in a random order.
func randomBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	var out []string
	if slices.Contains(phases, "set-up") {
		return k.randomSetUp(s, pick)
	}
	if slices.Contains(phases, "plan") {
		if i := k.battery(s); i >= 0 && pick(2) == 0 {
			hex := k.net.places[pick(len(k.net.places))]
			if k.observed(s, k.camp(s).Strikes[i], hex) {
				out = append(out, "oba "+hex)
			}
		}
	}
	if !slices.Contains(phases, "pulse") {
		return out
	}
	var lines []string
	add := func(line string) { lines = slices.Insert(lines, pick(len(lines)+1), line) }
	for i := range k.Units {
		u := &k.Units[i]
		if u.Seat != s || u.Off == destroyed || u.Off == left {
			continue
		}
		if ideas := k.ideas(u); len(ideas) > 0 {
			for range 1 + pick(2) {
				add(ideas[pick(len(ideas))])
			}
		}
	}
	if cards := k.cardIdeas(s); len(cards) > 0 {
		add(cards[pick(len(cards))])
	}
	if slices.Contains(k.camp(s).Hand, "10") && k.mayQuick(s) == nil {
		add("quick")
	}
	if pick(4) == 0 {
		add("wait")
	}
	if pick(3) == 0 {
		out = append(out, "standing cap attack=2 rally=1 bog=1 mines=1 need="+strconv.Itoa(6+pick(4)))
	}
	if pick(3) == 0 {
		out = append(out, "standing luck "+[]string{"never", "flip", "crit", "rally"}[pick(4)])
	}
	return append(out, lines...)
}

// randomSetUp moves some units about in their zones.
func (k *Game) randomSetUp(s table.Seat, pick func(n int) int) []string {
	var out []string
	for i := range k.Units {
		u := &k.Units[i]
		if u.Seat != s || !u.on() || u.In != "" {
			continue
		}
		x := k.listed(u)
		var legal []string
		for _, hex := range k.net.places {
			if t := k.terrain(hex); inZone(x.Zone, hex) && (!x.Cover || t.Cover) && !t.Water {
				legal = append(legal, hex)
			}
		}
		if len(legal) > 0 && pick(2) == 0 {
			out = append(out, "place "+u.ID+" at "+legal[pick(len(legal))]+" facing "+k.net.grid.Directions()[pick(6)])
		}
	}
	return out
}

// sensibleBot fires where it hits, rallies who is hit, goes for objectives by the cheapest way, keeps what it holds and
// lets fresh units fire at movers. It writes a whole round's program and asks to be stopped only where it matters.
func sensibleBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	var out []string
	if slices.Contains(phases, "plan") {
		out = append(out, k.bombard(s)...)
	}
	if !slices.Contains(phases, "pulse") {
		return out
	}
	out = append(out, "standing bid 1", "standing cap attack=2 rally=2 need=8", "standing luck flip",
		"standing stop hit=no revealed=no entered=no destroyed="+k.minds(s), "standing passing pass", "standing entered fight")
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && u.Aboard == "" && !k.print(u).NoFire && k.fireCost(u, false).Total() > 0 {
			out = append(out, "standing if enemy moved then react: fire "+u.ID+" mover need 8 by opportunity")
		}
	}
	type choice struct {
		lines []string
		rank  int
	}
	var all []choice
	for i := range k.Units {
		u := &k.Units[i]
		if u.Seat != s || u.Off == destroyed || u.Off == left {
			continue
		}
		if lines, rank := k.sense(u, pick); len(lines) > 0 {
			all = append(all, choice{lines, rank})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.rank - b.rank })
	for _, c := range all {
		out = append(out, c.lines...)
	}
	out = append(out, k.spare(s)...)
	return append(out, "pass")
}

// minds reports whether a loss is worth a new program: while there are enough units left to change it.
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

// spare are lines for the end of a program: cards that help now, and CAP that would else be lost.
func (k *Game) spare(s table.Seat) []string {
	var out []string
	hand := k.camp(s).Hand
	best, need := "", 0
	for i := range k.Units {
		u := &k.Units[i]
		if u.Seat != s || !u.on() {
			continue
		}
		if n, target := k.easyTarget(s, u); target != "" && (best == "" || n < need) {
			best, need = u.ID, n
		}
		if u.Hit != "" && k.hit(u).Rally > 0 {
			if slices.Contains(hand, "03") && k.camp(s).Cap >= 2 {
				out = append(out, "play 03 "+u.ID+" by cap")
			} else if slices.Contains(hand, "04") && len(k.visibleFoes(u.Side, u.Hex)) == 0 {
				out = append(out, "play 04 "+u.ID)
			}
		}
	}
	if slices.Contains(hand, "13") {
		out = append(out, "play 13")
	}
	if best != "" && need <= 9 {
		if slices.Contains(hand, "02") {
			out = append(out, "fire "+best+" best need 9 by card")
		}
		out = append(out, "fire "+best+" best need 9 times 2 by cap")
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && slices.Contains(hand, "11") && !u.Dug && u.Status != active && k.goal(u, u.Hex) == "" && k.foot(u) && u.Aboard == "" {
			return append(out, "play 11 "+u.ID)
		}
	}
	return out
}

// sense gives the lines of one unit and their place in the program: who can hit comes first.
func (k *Game) sense(u *Unit, pick func(n int) int) ([]string, int) {
	if u.Off == coming {
		if u.Round > k.Round || u.Aboard != "" {
			return nil, 0
		}
		hex := u.Entry[len(u.Entry)/2]
		lines := []string{"enter " + u.ID + " at " + hex}
		if way := k.wayTo(u, hex, k.goal(u, hex)); len(way) > 0 {
			lines = append(lines, "move "+u.ID+" to "+joined(way))
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
	goal := k.goal(u, u.Hex)
	if target != "" && need <= 9 && (goal == "" || need <= 7 || pick(2) == 0) {
		return []string{"fire " + u.ID + " " + target + " times 2 need 10"}, 0
	}
	if k.mayLeave(u) && k.Satchel.Holder == u.name() && u.Side != "soviet" {
		return []string{"leave " + u.ID}, 0
	}
	if way := k.wayTo(u, u.Hex, goal); len(way) > 0 {
		return []string{"move " + u.ID + " to " + joined(way)}, 2
	}
	if e := k.nearest(u); e != "" && k.mayTurn(u) == nil && !k.inArc(u.Hex, u.Facing, k.unit(e).Hex) {
		return []string{"pivot " + u.ID + " " + k.towards(u.Hex, k.unit(e).Hex)}, 4
	}
	return nil, 0
}

// goal is where a unit ought to go: the papers, the house where they are wanted, an objective that is not held or not
// covered; "" to stay.
func (k *Game) goal(u *Unit, from string) string {
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
	for _, o := range k.Goals {
		if o.Side != u.Side {
			take(o.Hex)
		}
	}
	return best
}

// wayTo is the cheapest way of a unit to a hex, without the hex where it stands; at most as long as an activation pays.
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

func joined(path []string) string {
	out := ""
	for _, p := range path {
		out += p + " "
	}
	return out[:len(out)-1]
}

// bombard plans artillery on the hex with most enemies that an observer sees, away from friends.
func (k *Game) bombard(s table.Seat) []string {
	i := k.battery(s)
	if i < 0 {
		return nil
	}
	best, most := "", 0
	for _, hex := range k.net.places {
		n := 0
		for j := range k.Units {
			u := &k.Units[j]
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
	if best == "" {
		return nil
	}
	return []string{"oba " + best}
}
