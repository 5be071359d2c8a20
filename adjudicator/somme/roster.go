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
			t := k.muster(table.Seat(d.ID), "roster.own")
			if s != "" && (k.Phase == "combat" || k.Phase == "exploit") {
				t.Far, t.News = k.idle(s, t), true // the news say of many moves only that they are in the tables
			}
			out = append(out, t)
		}
	}
	for _, d := range k.doc.Scenario.Sides {
		if s != "" && string(s) != d.ID && k.Number > 0 { // the letter of the set-up has the whole map, and a briefing
			t := k.muster(table.Seat(d.ID), "roster.enemy")
			t.Far, t.News = k.farOff(s, t), true
			out = append(out, t)
		}
	}
	return append(out, table.Keep([]board.Table{k.arrivalRoster(), k.airRoster(), k.places(), k.handRoster(s), k.boxes()}, func(t board.Table) bool { return len(t.Rows) > 0 })...)
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

// tally returns how far the German has come: what he holds of the places that count. Where points are counted, those that end the game count none.
func (k *Game) tally() string {
	sums, v := []int{0, 0}, k.doc.Scenario.Victory
	for _, h := range k.Holds {
		if v.Kind == "points" && !slices.Contains(v.Hexes, h.Hex) {
			continue
		}
		if h.Side == german {
			sums[0]++
		}
		sums[1]++
	}
	if sums[1] == 0 {
		return ""
	}
	return strconv.Itoa(sums[0]) + "/" + strconv.Itoa(sums[1])
}

// muster lists a side's ground units on the map, hex by hex: what stands there, with the losses, markers and Stosstruppen of each, and what it
// counts for in attack and defence. What is printed on the counters stands on the card.
func (k *Game) muster(s table.Seat, title string) board.Table {
	t := board.Table{Title: title, Heads: []string{"head.hex", "head.units", "head.strength", "head.state"}, Packed: true}
	hexes := table.Once(k.Units, func(u *Formation) (string, bool) { return u.Hex, k.mustered(u, s) })
	slices.Sort(hexes)
	marks := k.supplied(s, false)
	for _, hex := range hexes {
		t.Rows = append(t.Rows, k.stackRow(s, hex, marks))
	}
	return t
}

// atHand is how many hexes an enemy may be from what a side has to think of him in its next orders: in contact with it, or one hex short of that.
const atHand = 2

// farOff lists the hexes of the enemy's muster that are not near a ground unit of a side, nor beside a place that counts and that it holds.
func (k *Game) farOff(s table.Seat, enemy board.Table) []string {
	var from, places []int
	from = append(from, table.Pick(k.Units, func(u *Formation) (int, bool) { return k.net.number(u.Hex), k.mustered(u, s) })...)
	places = append(places, table.Pick(k.Holds, func(h *Hold) (int, bool) { return k.net.number(h.Hex), h.Side == s })...)
	units, held := k.distances(from), k.distances(places)
	var out []string
	for _, row := range enemy.Rows {
		if at := k.net.number(row[0]); units[at].length > atHand && held[at].length > 1 {
			out = append(out, row[0])
		}
	}
	return out
}

// idle lists the hexes of a side's muster that can have no part in the combats of a phase: far from the enemy, and without guns that reach him.
func (k *Game) idle(s table.Seat, own board.Table) []string {
	from := table.Pick(k.Units, func(u *Formation) (int, bool) { return k.net.number(u.Hex), k.mustered(u, other(s)) })
	reach := k.distances(from)
	var out []string
	for _, row := range own.Rows {
		far := reach[k.net.number(row[0])].length
		if far > atHand && len(k.of(s, row[0], func(u *Formation) bool { return k.artillery(u) && far <= k.printed(u.ID).Radius })) == 0 {
			out = append(out, row[0])
		}
	}
	return out
}

// mustered reports whether a counter stands in the tables of a side's units.
func (k *Game) mustered(u *Formation, s table.Seat) bool {
	return u.Side == s && u.Hex != "" && !k.flies(u) && !k.stoss(u)
}

// stackRow is the line of a hex: its units as they can be ordered, a division of which all regiments are there by its own name, the sum of
// attack and of defence, and whether the hex is in an enemy zone.
func (k *Game) stackRow(s table.Seat, hex string, marks []bool) []string {
	var units []string
	attack, defence, fight := 0, 0, false
	for u := range table.All(k.Units) {
		if u.Hex != hex || !k.mustered(u, s) {
			continue
		}
		if k.fights(u) {
			attack, defence, fight = attack+k.attackOf(u), defence+k.defenceOf(u), true
		}
		name := u.ID + k.noted(u, marks)
		if d := k.printed(u.ID).Division; k.assembled(d, hex, marks) {
			name = d
		}
		units = table.With(units, name)
	}
	row := []string{hex, strings.Join(units, ", "), "", ""}
	if fight {
		row[2] = strconv.Itoa(attack) + "-" + strconv.Itoa(defence)
	}
	if k.zoc(s, hex, true) {
		row[3] = "state.zone"
	}
	return row
}

// assembled reports whether all regiments of a division stand in a hex with nothing special about any of them.
func (k *Game) assembled(division, hex string, marks []bool) bool {
	return division != "" && !slices.ContainsFunc(k.siblings(division), func(id string) bool {
		u := k.unit(id)
		return u == nil || u.Hex != hex || k.noted(u, marks) != ""
	})
}

// noted is what is special about a unit: the Stosstruppe that is with it, steps left if it has lost some, markers.
func (k *Game) noted(u *Formation, marks []bool) string {
	out := ""
	for i := range k.Units {
		if o := &k.Units[i]; o.Hex != "" && k.stoss(o) && o.With == u.ID {
			out = "+" + o.ID
		}
	}
	var states []string
	if p := k.printed(u.ID); k.fights(u) && k.steps(u) < p.Steps {
		states = append(states, strconv.Itoa(k.steps(u))+"/"+strconv.Itoa(p.Steps))
	}
	if u.Unsupplied || !k.marked(marks, u.Hex) {
		states = append(states, "state.unsupplied")
	}
	for _, b := range k.badges([]*Formation{u}) {
		if b != "badge.unsupplied" && b != "badge.mission" {
			states = append(states, "state."+strings.TrimPrefix(b, "badge."))
		}
	}
	if len(states) > 0 {
		out += " (" + strings.Join(states, ", ") + ")"
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
		case a.At == "hex" && len(a.Hexes) > 0:
			where = strings.Join(a.Hexes, ", ")
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

// airRoster lists aircraft: where they are, and what they fly. Those of which it says the same share a line.
func (k *Game) airRoster() board.Table {
	t := board.Table{Title: "roster.air", Heads: []string{"head.units", "head.side", "head.where"}}
	for u := range table.All(k.Units) {
		if !k.Aviation || !k.flies(u) || u.Box == waiting {
			continue
		}
		side, where := "side."+string(u.Side), "box."+u.Box
		switch {
		case u.Hex != "":
			where = u.Hex + ", mission." + u.Mission
		case u.Box == available && k.Sequence > 0: // this turn's draw is over (SO-17.1b)
			where = "box.resting"
		}
		if at := slices.IndexFunc(t.Rows, func(r []string) bool { return r[1] == side && r[2] == where }); at >= 0 {
			t.Rows[at][0] += ", " + u.ID
			continue
		}
		t.Rows = append(t.Rows, []string{u.ID, side, where})
	}
	return t
}

// places lists what decides the game by who holds it: of each place its hex, name and worth. Bridges are told in pairs of their two ends.
func (k *Game) places() board.Table {
	t := board.Table{Title: "roster.objectives", Heads: []string{"head.holder", "head.places"}}
	held := func(holder, what string) {
		if i := slices.IndexFunc(t.Rows, func(r []string) bool { return r[0] == holder }); i >= 0 {
			t.Rows[i][1] += ", " + what
			return
		}
		t.Rows = append(t.Rows, []string{holder, what})
	}
	if bridges := k.doc.Scenario.Victory.Bridges; len(bridges) > 0 {
		for _, b := range bridges {
			x, y, _ := strings.Cut(b, "/")
			if one, two := k.holder(x), k.holder(y); one == two {
				held(sideKey(string(one)), x+"-"+y)
			} else {
				held("guide.divided", x+" "+sideKey(string(one))+" / "+y+" "+sideKey(string(two)))
			}
		}
		t.Title, t.Heads[1] = "roster.bridges", "head.bridges"
		return t
	}
	for _, h := range k.Holds {
		what := h.Hex
		for _, n := range k.doc.Map.Names {
			if n.Hex == h.Hex {
				what = n.Text + " " + h.Hex
			}
		}
		for _, m := range k.doc.Scenario.Markers {
			if slices.Contains(m.Hexes, h.Hex) {
				what += " " + strings.Repeat("+", m.Level)
			}
		}
		held(sideKey(string(h.Side)), what)
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
			ids := table.NamesOf(k.Units, func(u *Formation) bool { return u.Side == table.Seat(d.ID) && u.Hex == "" && u.Box == box })
			if len(ids) > 0 {
				t.Rows = append(t.Rows, []string{"side." + d.ID, "box." + box, strings.Join(ids, ", ")})
			}
		}
	}
	return t
}
