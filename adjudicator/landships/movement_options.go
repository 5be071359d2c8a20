package landships

import (
	"fieldpost/adjudicator/table"
)

// The lines offered to bots and forms for the verbs of movement: lines that a player could sensibly write. The kernel
// passes on those that are allowed.

// driveOptions proposes for each vehicle to go straight ahead as far as it can, to go one hex in each direction, and
// to turn.
func driveOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, id := range k.of(s, "", (*Piece).vehicle) {
		u := k.unit(id)
		if k.immobile(u) != "" || u.Moved {
			continue
		}
		path := ""
		for at, n := u.Hex, 0; n < k.allowance(u, acrossCountry); n++ {
			if at = k.neighbour(at, u.Facing); at == "" {
				break
			}
			path += "-" + at
			if n > 0 {
				out = append(out, "drive "+id+": "+path[1:], "drive "+id+": "+path[1:]+" stop 2")
			}
		}
		for d := 1; d <= sides; d++ {
			if next := k.neighbour(u.Hex, d); next != "" {
				out = append(out, "drive "+id+": "+next)
				if k.roadJoins(u.Hex, next) {
					out = append(out, "drive "+id+": "+next+" road")
				}
			}
			if d != u.Facing {
				out = append(out, "drive "+id+" facing "+k.directionName(d))
			}
		}
		if rear := k.neighbour(u.Hex, turned(u.Facing, 3)); rear != "" && k.flag(u, "may_reverse") {
			out = append(out, "drive "+id+": "+rear+" reverse")
		}
	}
	return out
}

func enterOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	for u := range table.All(k.Units) {
		if u.Side != s || !k.due(u) {
			continue
		}
		a, _ := k.arrival(u)
		for _, hex := range a.Hexes {
			out = append(out, "enter "+u.ID+" at "+hex)
		}
	}
	return out
}

func trotOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, id := range k.of(s, "", (*Piece).cavalry) {
		for _, next := range k.neighbours(k.unit(id).Hex) {
			out = append(out, "trot "+id+": "+next)
			for _, far := range k.neighbours(next) {
				if k.distance(k.unit(id).Hex, far) == 2 {
					out = append(out, "trot "+id+": "+next+"-"+far)
				}
			}
			out = append(out, "trot "+id+": "+next+" dismount")
		}
	}
	return out
}

func chargeOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, id := range k.of(s, "", (*Piece).cavalry) {
		for _, e := range k.of(k.other(s), "", func(e *Piece) bool { return e.soft() }) {
			for d := 1; d <= sides; d++ {
				out = append(out, "charge "+id+" "+k.directionName(d)+" at "+k.unit(e).Hex)
			}
		}
	}
	return out
}

// inSaddle proposes to each cavalry unit to mount or to dismount, as the verb says.
func inSaddle(verb string) func(*Game, table.Seat, string) []string {
	return func(k *Game, s table.Seat, _ string) []string {
		var out []string
		for _, id := range k.of(s, "", func(u *Piece) bool { return u.Class == "CAV" || u.Class == "CAVMG" }) {
			out = append(out, verb+" "+id)
		}
		return out
	}
}

func moveOptions(k *Game, s table.Seat, phase string) []string {
	verb := "move "
	if phase == "4.10" {
		verb = "second "
	}
	var out []string
	for _, id := range k.of(s, "", func(u *Piece) bool { return u.foot() || u.Class == "IG" }) {
		u := k.unit(id)
		for _, next := range k.neighbours(u.Hex) {
			out = append(out, verb+id+": "+next)
			if k.halves(u.Hex, next) < k.purse() {
				for _, far := range k.neighbours(next) {
					if far != u.Hex && k.halves(next, far) < k.purse() {
						out = append(out, verb+id+": "+next+"-"+far)
					}
				}
			}
		}
	}
	return out
}

func boardOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	for i := range k.Units {
		if u := &k.Units[i]; u.Side == s && u.Class == "TL" && u.Out == "" {
			for _, tank := range k.of(s, "", (*Piece).tank) {
				out = append(out, "board "+u.ID+" into "+tank)
			}
		}
	}
	return out
}

func leaveOptions(k *Game, s table.Seat, _ string) []string {
	return k.lines(s, "leave ", func(u *Piece) bool { return u.Class == "TL" && u.Aboard != "" })
}

func wheelOptions(k *Game, s table.Seat, _ string) []string {
	return append(k.lines(s, "attend ", func(u *Piece) bool { return u.Lame }), k.lines(s, "neglect ", func(u *Piece) bool { return u.Lame })...)
}

func stayOptions(k *Game, s table.Seat, _ string) []string {
	return k.lines(s, "stay ", func(u *Piece) bool { return u.Rallied })
}

// lines returns, for each of a side's counters that satisfies is, a line of the verb and the counter.
func (g *Game) lines(s table.Seat, verb string, is func(*Piece) bool) []string {
	return table.Pick(g.Units, func(u *Piece) (string, bool) { return verb + u.ID, u.Side == s && u.Out == "" && is(u) })
}

// homeward proposes to each crew that has rallied to return to its tank.
func homeward(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, id := range k.of(s, "", func(u *Piece) bool { return u.Rallied }) {
		out = append(out, "return "+id)
	}
	return out
}
