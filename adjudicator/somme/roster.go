package somme

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// rosters returns the tables of a report: the situation, own units with steps, morale and supply, the enemy as seen, what
// is still to come, aircraft, places that count, events in hand, and what is off the map.
func rosters(k *Game, s table.Seat) []board.Table {
	out := []board.Table{k.situation()}
	for _, d := range k.doc.Scenario.Sides {
		if s == "" || string(s) == d.ID {
			out = append(out, k.muster(table.Seat(d.ID), "roster.own"))
		}
	}
	for _, d := range k.doc.Scenario.Sides {
		if s != "" && string(s) != d.ID {
			out = append(out, k.muster(table.Seat(d.ID), "roster.enemy"))
		}
	}
	for _, t := range []board.Table{k.arrivalRoster(), k.airRoster(), k.places(), k.handRoster(s), k.boxes()} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// situation returns the head of a staff report.
func (k *Game) situation() board.Table {
	t := board.Table{Title: "roster.situation", Heads: []string{"head.what", "head.state"}}
	put := func(what, state string) {
		if state != "" {
			t.Rows = append(t.Rows, []string{what, state})
		}
	}
	n := strconv.Itoa
	if k.Number > 0 {
		put("row.turn", n(k.Number)+", "+n(k.Sequence)+"/"+n(max(k.Sequences, 1)))
		put("row.days", "days."+n(k.Number))
	}
	if k.Weather != "" {
		put("row.weather", "weather."+k.Weather)
	}
	put("row.initiative", "side."+string(k.Initiative))
	if k.Attack.Side != "" {
		put("row.offensive", "side."+string(k.Attack.Side)+", "+strings.Join(k.modifiersText(), ", "))
	}
	if k.rule("stoss_track") {
		put("row.stosstrack", "stoss."+n(k.StossTrack))
	}
	if k.Campaign.Named != "" {
		put("row.general", "general."+k.Campaign.Named)
	}
	put("row.redoubts", strings.Join(k.Redoubts, ", "))
	put("row.aim", "aim."+k.doc.Scenario.Victory.Kind)
	put("row.victory", k.tally())
	return t
}

// tally returns how far the German has come: what he holds of the places that count.
func (k *Game) tally() string {
	sums := []int{0, 0}
	for _, h := range k.Holds {
		if h.Side == german {
			sums[0]++
		}
		sums[1]++
	}
	if sums[1] == 0 {
		return ""
	}
	return "side.german, " + strconv.Itoa(sums[0]) + "/" + strconv.Itoa(sums[1])
}

// muster lists a side's ground units on the map; regiments of a division that stand together in one state share a line.
func (k *Game) muster(s table.Seat, title string) board.Table {
	t := board.Table{Title: title, Heads: []string{"head.unit", "head.kind", "head.hex", "head.values", "head.morale", "head.steps", "head.supply", "head.state"}}
	marks := k.supplied(s, false)
	last := ""
	for i := range k.Units {
		u := &k.Units[i]
		if u.Side != s || u.Hex == "" || k.flies(u) || k.stoss(u) {
			continue
		}
		supply := "state.supplied"
		if u.Unsupplied || !k.marked(marks, u.Hex) {
			supply = "state.unsupplied"
		}
		p := k.printed(u.ID)
		row := []string{u.ID, "kind." + p.Kind, u.Hex, k.figures(u), "", "", supply, strings.Join(k.states(u), ", ")}
		if k.fights(u) {
			row[4], row[5] = strconv.Itoa(k.morale(u)), strconv.Itoa(k.steps(u))+"/"+strconv.Itoa(p.Steps)
		}
		if same := strings.Join(append([]string{p.Division}, row[1:]...), "|"); p.Division != "" && same == last {
			t.Rows[len(t.Rows)-1][0] += " " + u.ID[len(u.ID)-1:]
		} else {
			t.Rows, last = append(t.Rows, row), same
		}
	}
	return t
}

// figures returns attack, defence and movement of the visible face, potential and radius of guns, or the radius of a
// headquarters.
func (k *Game) figures(u *Formation) string {
	p, n := k.printed(u.ID), strconv.Itoa
	switch {
	case k.fights(u):
		return n(k.attackOf(u)) + "-" + n(k.defenceOf(u)) + "-" + n(k.movementOf(u))
	case k.artillery(u):
		return n(p.Potential) + " r" + n(p.Radius)
	}
	return "r" + n(p.Radius)
}

// states returns the special states of a counter, as keys of the words.
func (k *Game) states(u *Formation) []string {
	var out []string
	for _, b := range k.badges([]*Formation{u}) {
		if b != "badge.unsupplied" && b != "badge.mission" {
			out = append(out, "state."+strings.TrimPrefix(b, "badge."))
		}
	}
	if k.storms([]*Formation{u}) {
		out = append(out, "state.stoss")
	}
	if k.zoc(u.Side, u.Hex, true) {
		out = append(out, "state.zone")
	}
	return out
}

// arrivalRoster lists reinforcements that have not arrived: turn, sequence and where they enter.
func (k *Game) arrivalRoster() board.Table {
	t := board.Table{Title: "roster.arrivals", Heads: []string{"head.side", "head.turn", "head.sequence", "head.units", "head.where"}}
	for _, a := range k.doc.Scenario.Arrivals {
		units := slices.DeleteFunc(slices.Clone(a.Units), func(id string) bool { u := k.unit(id); return u == nil || u.Box != waiting })
		if len(units) == 0 || a.Turn < k.Number {
			continue
		}
		where := "place." + a.At
		switch {
		case len(a.Hexes) > 8:
			where = "place." + a.At + ", " + a.Hexes[0] + "-" + a.Hexes[len(a.Hexes)-1]
		case len(a.Hexes) > 0:
			where = "place." + a.At + ", " + strings.Join(a.Hexes, ", ")
		}
		t.Rows = append(t.Rows, []string{"side." + a.Side, strconv.Itoa(a.Turn), strconv.Itoa(a.Sequence), strings.Join(units, ", "), where})
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2])) }) // turns and sequences have one digit
	return t
}

// airRoster lists aircraft: where they are, and what they fly.
func (k *Game) airRoster() board.Table {
	t := board.Table{Title: "roster.air", Heads: []string{"head.unit", "head.side", "head.where"}}
	for i := range k.Units {
		u := &k.Units[i]
		if !k.Aviation || !k.flies(u) || u.Box == waiting {
			continue
		}
		where := "box." + u.Box
		if u.Hex != "" {
			where = u.Hex + ", mission." + u.Mission
		}
		t.Rows = append(t.Rows, []string{u.ID, "side." + string(u.Side), where})
	}
	return t
}

// places lists what decides the game: each place, its worth and who holds it.
func (k *Game) places() board.Table {
	t := board.Table{Title: "roster.objectives", Heads: []string{"head.place", "head.hex", "head.worth", "head.holder"}}
	for _, h := range k.Holds {
		name := h.Hex
		for _, n := range k.doc.Map.Names {
			if n.Hex == h.Hex {
				name = n.Text
			}
		}
		worth := ""
		for _, m := range k.doc.Scenario.Markers {
			if slices.Contains(m.Hexes, h.Hex) {
				worth = strings.Repeat("+", m.Level)
			}
		}
		if slices.Contains(k.doc.Scenario.Victory.Hexes, h.Hex) {
			worth = "1"
		}
		t.Rows = append(t.Rows, []string{name, h.Hex, worth, "side." + string(h.Side)})
	}
	return t
}

// handRoster lists the events in a player's hand.
func (k *Game) handRoster(s table.Seat) board.Table {
	t := board.Table{Title: "roster.hand", Heads: []string{"head.event", "head.effect"}}
	for _, e := range k.hand(s) {
		t.Rows = append(t.Rows, []string{"event." + e, "effect." + e})
	}
	return t
}

// boxes lists the counters off the map that may matter again: the Strategic Reserve and the destroyed.
func (k *Game) boxes() board.Table {
	t := board.Table{Title: "roster.boxes", Heads: []string{"head.side", "head.box", "head.units"}}
	for _, d := range k.doc.Scenario.Sides {
		for _, box := range []string{inReserve, destroyed} {
			var ids []string
			for i := range k.Units {
				if u := &k.Units[i]; u.Side == table.Seat(d.ID) && u.Hex == "" && u.Box == box {
					ids = append(ids, u.ID)
				}
			}
			if len(ids) > 0 {
				t.Rows = append(t.Rows, []string{"side." + d.ID, "box." + box, strings.Join(ids, ", ")})
			}
		}
	}
	return t
}
