package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// ideas propose lines of a verb: what a player could sensibly write. All are parsed and checked like a player's own.
type ideas = func(known *Game, s table.Seat, phase string) []string

// ofUnits proposes what each unit of a seat that is still in play could do.
func ofUnits(lines func(k *Game, u *Unit) []string) ideas {
	return func(k *Game, s table.Seat, _ string) (out []string) {
		for u := range table.All(k.Units) {
			if u.Seat != s || u.Off == destroyed || u.Off == left {
				continue
			}
			out = append(out, lines(k, u)...)
		}
		return out
	}
}

// free reports whether a unit is neither aboard another nor still to come.
func (u *Unit) free() bool { return u.Off != coming && u.Aboard == "" }

// paid returns the line once for each way in which the unit's status allows paying for it.
func (u *Unit) paid(line string) []string {
	switch u.Status {
	case fresh:
		return []string{line, line + " by opportunity", line + " by cap"}
	case active:
		return []string{line + " topup 1", line + " by cap"}
	}
	return []string{line + " by cap"}
}

func enterIdeas(k *Game, u *Unit) []string {
	if u.Off != coming || u.Round > k.Round || len(u.Entry) == 0 || u.Aboard != "" {
		return nil
	}
	hex, _ := k.gateway(u)
	return u.paid("enter " + u.ID + " at " + hex)
}

func rallyIdeas(_ *Game, u *Unit) []string {
	if u.Off == coming || u.Hit == "" {
		return nil
	}
	return u.paid("rally " + u.ID)
}

func unloadIdeas(_ *Game, u *Unit) []string {
	if u.Off == coming || u.Aboard == "" {
		return nil
	}
	return u.paid("unload " + u.ID)
}

func moveIdeas(k *Game, u *Unit) []string {
	if !u.free() {
		return nil
	}
	var out []string
	for _, n := range k.neighbours(u.Hex) {
		w := walk{unit: u.name()}
		if k.immobile(u) == nil && k.route(u, []string{n}, &w, nil) == nil {
			out = append(out, u.paid("move "+u.ID+" to "+n)...)
			if k.Cautious && k.foot(u) {
				out = append(out, u.paid("move "+u.ID+" to "+n+" cautious")...)
			}
		}
	}
	return out
}

func pivotIdeas(k *Game, u *Unit) []string {
	if !u.free() {
		return nil
	}
	e := k.nearest(u)
	if e == "" {
		return nil
	}
	if d := k.towards(u.Hex, k.unit(e).Hex); d != u.Facing && k.mayTurn(u) == nil {
		return u.paid("pivot " + u.ID + " " + d)
	}
	return nil
}

func fireIdeas(k *Game, u *Unit) []string {
	if !u.free() {
		return nil
	}
	var out []string
	if e := k.nearest(u); e != "" {
		out = append(u.paid("fire "+u.ID+" best"), u.paid("fire "+u.ID+" at "+e)...)
	}
	for _, f := range k.foes(u.Side, u.Hex) {
		out = append(out, u.paid("fire "+u.ID+" at "+f)...)
	}
	if k.print(u).Indirect > 0 {
		for _, e := range k.foes(u.Side, "") {
			out = append(out, "fire "+u.ID+" at "+e+" indirect")
		}
	}
	return append(out, table.Pick(k.camp(u.Seat).Issued, func(x *Issued) (string, bool) {
		return "fire " + u.ID + " best with " + x.Card + " by cap", x.Unit == u.name()
	})...)
}

func digIdeas(k *Game, u *Unit) []string {
	if !u.free() || !k.foot(u) || u.Dug {
		return nil
	}
	return []string{"dig " + u.ID}
}

func hideIdeas(k *Game, u *Unit) []string {
	if !u.free() || !k.light(u) || !k.foot(u) || u.Hit != "" || u.Hidden {
		return nil
	}
	return []string{"hide " + u.ID}
}

func smokeIdeas(k *Game, u *Unit) []string {
	if !u.free() || k.print(u).Smoke != "near" {
		return nil
	}
	return []string{"smoke " + u.ID + " at " + u.Hex}
}

func shelterIdeas(k *Game, u *Unit) []string {
	switch {
	case !u.free():
		return nil
	case u.In != "":
		return []string{"shelter " + u.ID + " out"}
	case k.shelter(u, u.Hex) != "":
		return []string{"shelter " + u.ID + " in"}
	}
	return nil
}

func loadIdeas(k *Game, u *Unit) []string {
	if !u.free() {
		return nil
	}
	var out []string
	for _, name := range k.friends(u.Side, u.Hex) {
		if v := k.unit(name); v.Seat == u.Seat && k.vehicle(v) && v.ID != u.ID && v.Aboard == "" && k.foot(u) && k.mayBoard(u, v, k.load(name)) == nil {
			out = append(out, "load "+u.ID+" on "+v.ID)
		}
	}
	return out
}

func leaveIdeas(k *Game, u *Unit) []string {
	if !u.free() || !k.mayLeave(u) {
		return nil
	}
	return []string{"leave " + u.ID}
}

// cardIdeas proposes plays of the cards in hand.
func cardIdeas(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, card := range slices.Compact(slices.Clone(k.camp(s).Hand)) {
		if card == cardSniper {
			out = append(out, "play 13")
		}
		for u := range table.All(k.Units) {
			if !u.on() {
				continue
			}
			if u.Seat != s {
				if u.Side != k.side(s) && (card == cardChaosOfBattle || card == cardBoggedDown) {
					out = append(out, "play "+card+" on "+u.name())
				}
				continue
			}
			switch card {
			case cardFollowMe, cardRally, cardVeteranSergeant, cardOfficer, cardTakeCover, cardScouts, cardMinelaying, cardClearing:
				out = append(out, "play "+card+" "+u.ID)
			case cardRapidDeployment:
				for _, n := range k.neighbours(u.Hex) {
					out = append(out, "play 05 "+u.ID+" to "+n)
				}
			}
		}
	}
	return out
}
