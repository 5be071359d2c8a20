package conflict

import (
	"iter"
	"slices"

	"fieldpost/adjudicator/table"
)

// optionsOf proposes lines of a verb: what a player could write with sense. All are parsed and checked like his.
func optionsOf(verb string) func(known *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(k *Game, s table.Seat, _ string) iter.Seq[string] {
		return func(yield func(string) bool) {
			for i := range k.Units {
				u := &k.Units[i]
				if u.Seat != s || u.Off == destroyed || u.Off == left {
					continue
				}
				for _, line := range k.ideas(u) {
					if verb == firstWord(line) && !yield(line) {
						return
					}
				}
			}
			for _, line := range k.cardIdeas(s) {
				if verb == "play" && !yield(line) {
					return
				}
			}
		}
	}
}

func firstWord(line string) string {
	for i := range line {
		if line[i] == ' ' {
			return line[:i]
		}
	}
	return line
}

// ideas are lines for one unit, paid in the ways that its status allows.
func (k *Game) ideas(u *Unit) []string {
	var out []string
	add := func(line string) {
		switch u.Status {
		case fresh:
			out = append(out, line, line+" by opportunity", line+" by cap")
		case active:
			out = append(out, line+" topup 1", line+" by cap")
		default:
			out = append(out, line+" by cap")
		}
	}
	if u.Off == coming {
		if u.Round <= k.Round && len(u.Entry) > 0 && u.Aboard == "" {
			add("enter " + u.ID + " at " + u.Entry[len(u.Entry)/2])
			add("enter " + u.ID)
		}
		return out
	}
	if u.Hit != "" {
		add("rally " + u.ID)
	}
	if u.Aboard != "" {
		add("unload " + u.ID)
		return out
	}
	for _, n := range k.neighbours(u.Hex) {
		w := walk{unit: u.name()}
		if k.immobile(u) == nil && k.route(u, []string{n}, &w, nil) == nil {
			add("move " + u.ID + " to " + n)
			if k.Cautious && k.foot(u) {
				add("move " + u.ID + " to " + n + " cautious")
			}
		}
	}
	if e := k.nearest(u); e != "" {
		add("fire " + u.ID + " best")
		add("fire " + u.ID + " " + e)
		if d := k.towards(u.Hex, k.unit(e).Hex); d != u.Facing && k.mayTurn(u) == nil {
			add("pivot " + u.ID + " " + d)
		}
	}
	for _, f := range k.foes(u.Side, u.Hex) {
		add("fire " + u.ID + " " + f)
	}
	return append(out, k.special(u)...)
}

// special are lines that only some units can carry out.
func (k *Game) special(u *Unit) []string {
	var out []string
	p := k.print(u)
	if k.foot(u) && !u.Dug {
		out = append(out, "dig "+u.ID)
	}
	if k.light(u) && k.foot(u) && u.Hit == "" && !u.Hidden {
		out = append(out, "hide "+u.ID)
	}
	if p.Smoke == "near" {
		out = append(out, "smoke "+u.ID+" at "+u.Hex)
	}
	if p.Indirect > 0 {
		for _, e := range k.foes(u.Side, "") {
			out = append(out, "fire "+u.ID+" "+e+" indirect")
		}
	}
	if u.In != "" {
		out = append(out, "shelter "+u.ID+" out")
	} else if k.shelter(u, u.Hex) != "" {
		out = append(out, "shelter "+u.ID+" in")
	}
	for _, name := range k.friends(u.Side, u.Hex) {
		if v := k.unit(name); v.Seat == u.Seat && k.vehicle(v) && v.ID != u.ID && v.Aboard == "" && k.foot(u) && k.mayBoard(u, v, k.load(name)) == nil {
			out = append(out, "load "+u.ID+" on "+v.ID)
		}
	}
	if k.mayLeave(u) {
		out = append(out, "leave "+u.ID)
	}
	for _, x := range k.camp(u.Seat).Issued {
		if x.Unit == u.name() {
			out = append(out, "fire "+u.ID+" best with "+x.Card+" by cap")
		}
	}
	return out
}

// cardIdeas are plays of the cards in hand.
func (k *Game) cardIdeas(s table.Seat) []string {
	var out []string
	for _, card := range slices.Compact(slices.Clone(k.camp(s).Hand)) {
		if card == "13" {
			out = append(out, "play 13")
		}
		for i := range k.Units {
			u := &k.Units[i]
			if !u.on() {
				continue
			}
			if u.Seat != s {
				if u.Side != k.side(s) && (card == "06" || card == "20") {
					out = append(out, "play "+card+" on "+u.name())
				}
				continue
			}
			switch card {
			case "03", "04", "07", "08", "11", "30", "40", "41":
				out = append(out, "play "+card+" "+u.ID)
			case "05":
				for _, n := range k.neighbours(u.Hex) {
					out = append(out, "play 05 "+u.ID+" to "+n)
				}
			}
		}
	}
	return out
}
