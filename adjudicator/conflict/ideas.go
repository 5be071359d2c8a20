package conflict

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Lines that a seat could write for verbs that are not actions of a unit, worked out from its own position. No lines mean
// that the verb is of no use to the seat now, and the form leaves it out.

func lines(of ...string) []string { return of }

func placeIdeas(k *Game, s table.Seat, _ string) []string {
	out := table.Pick(k.Units, func(u *Unit) (string, bool) {
		return "place " + u.ID + " at " + u.Hex + " facing " + u.Facing, u.Seat == s && u.on()
	})
	return lines(out...)
}

func mineIdeas(k *Game, s table.Seat, _ string) []string {
	var hexes []string
	for _, w := range k.force(s).Works {
		if t, _ := k.doc.Work(w.Type); t.Kind == "mines" && w.Hidden {
			hexes = append(hexes, w.Hex)
		}
	}
	if len(hexes) == 0 {
		return lines()
	}
	return lines("mine " + strings.Join(hexes, " "))
}

func assignIdeas(k *Game, s table.Seat, _ string) []string {
	var out []string
	for _, x := range k.camp(s).Issued {
		out = append(out, table.Pick(k.Units, func(u *Unit) (string, bool) {
			return "assign " + x.Card + " " + u.ID, x.Unit == "" && u.Seat == s && k.foot(u)
		})...)
	}
	return lines(out...)
}

func strikeIdeas(k *Game, s table.Seat, _ string) []string {
	i := k.battery(s)
	if i < 0 {
		return lines()
	}
	at := k.bombard(s)
	if at == "" {
		n := slices.IndexFunc(k.net.Places(), func(hex string) bool { return k.observed(s, k.camp(s).Strikes[i], hex) })
		if n < 0 {
			return lines()
		}
		at = k.net.Places()[n]
	}
	return lines("oba " + at)
}

func quickIdeas(k *Game, s table.Seat, _ string) []string {
	if !slices.Contains(k.camp(s).Hand, cardQuickAction) {
		return lines()
	}
	return lines("quick")
}
