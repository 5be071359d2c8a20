package landships

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// rosters returns the tables of a report: the side's own units, the enemy's, what is still to come, what a side has
// off the map, and the victory points as they would count now.
func rosters(k *Game, s table.Seat) []board.Table {
	var out []board.Table
	for _, c := range k.Camps {
		if s == "" || c.Seat == s {
			out = append(out, k.muster(c.Seat, "roster.own", true))
		}
	}
	for _, c := range k.Camps {
		if s != "" && c.Seat != s {
			out = append(out, k.muster(c.Seat, "roster.enemy", false))
		}
	}
	out = append(out, table.Keep([]board.Table{k.areas(s), k.reserves(s)}, func(t board.Table) bool { return len(t.Rows) > 0 })...)
	return append(out, k.batteries(s), k.tally())
}

// muster returns the table of a side's units in play. Those that stand together and are alike in everything share a row.
func (k *Game) muster(s table.Seat, title string, own bool) board.Table {
	t := board.Table{Title: title, Heads: []string{"head.unit", "head.kind", "head.hex", "head.values", "head.facing", "head.weapons", "head.state"}}
	for i := range k.Units {
		u := &k.Units[i]
		if u.Side != s || u.Out != "" || u.Waiting || u.personal() && u.Carrier != "" {
			continue
		}
		row := []string{u.ID, k.kind(u), k.stands(u), k.figures(u), k.directionName(u.Facing), k.armament(u), k.condition(u, own)}
		if i := slices.IndexFunc(t.Rows, func(r []string) bool { return u.Hex != "" && slices.Equal(r[1:], row[1:]) }); i >= 0 {
			t.Rows[i][0] += ", " + u.ID
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	return narrowed(t, "")
}

// kind returns the words' key of what a counter is: its type or its class.
func (k *Game) kind(u *Piece) string {
	if u.vehicle() || u.Class == "AIR" {
		return "type." + u.Type
	}
	return "class." + u.Class
}

// stands returns a counter's hex, or the vehicle that a leader or a crew is in.
func (k *Game) stands(u *Piece) string {
	switch {
	case u.Aboard != "":
		return u.Aboard
	case u.Hex == "":
		return "place.off"
	}
	return u.Hex
}

// figures returns the printed values: FS-WR-MR of foot, trot and charge of cavalry, speeds of vehicles, strafing and
// bombing values of aircraft (LS-2.21 to 2.53).
func (k *Game) figures(u *Piece) string {
	n := func(list ...int) string {
		var s []string
		for _, v := range list {
			s = append(s, strconv.Itoa(v))
		}
		return strings.Join(s, "-")
	}
	switch {
	case u.cavalry():
		for _, c := range k.doc.Counters {
			if c.ID == u.Type {
				return n(u.MR) + " " + strconv.Itoa(c.Trot) + "/" + strconv.Itoa(c.Charge)
			}
		}
		return n(u.MR)
	case u.group():
		return n(u.FS, u.WR, u.MR)
	case u.Class == "CREW" || u.Class == "FO":
		return n(u.MR)
	case u.vehicle():
		v := k.vehicle(u)
		return strconv.Itoa(v.Cross) + "/" + strconv.Itoa(v.Road)
	case u.Class == "AIR":
		p := k.plane(u)
		return p.Type + " " + n(p.Strafe, p.Bomb)
	}
	w := k.arm(u)
	switch {
	case w.Other > 0:
		return strconv.Itoa(w.Range) + "/" + strconv.Itoa(w.Other)
	case w.Range > 0:
		return strconv.Itoa(w.Range)
	}
	return ""
}

// armament returns what fires: before play the mounts of a vehicle with the hexsides that they cover (later they are on the card), what a group
// carries, the crew of a gun.
func (k *Game) armament(u *Piece) string {
	var out []string
	if u.vehicle() && k.Number == 0 {
		for _, m := range k.vehicle(u).Mounts {
			var looks []string // "arm.mg SW+S"
			for _, sector := range m.Sectors {
				if len(m.Sectors) < sides && u.Facing > 0 {
					looks = append(looks, k.directionName(turned(u.Facing, sector)))
				}
			}
			s := "arm." + m.Kind + " " + strings.Join(looks, "+")
			if m.Count > 1 {
				s = strconv.Itoa(m.Count) + " " + s
			}
			out = append(out, strings.TrimSpace(s))
		}
	}
	for i := range k.Units {
		if w := &k.Units[i]; w.Carrier == u.ID && w.Out == "" {
			s := w.ID
			if w.Class == "FLT" {
				s += " ×" + strconv.Itoa(w.Uses)
			}
			out = append(out, s)
		}
	}
	if u.Crew != "" {
		out = append(out, u.Crew)
	}
	if u.Grenades {
		out = append(out, "state.grenades")
	}
	return strings.Join(out, ", ")
}

// condition returns the states of a counter as words' keys. If own is true, it includes what only its owner may know.
func (k *Game) condition(u *Piece, own bool) string {
	var out []string
	out = append(out, badges(k, u)...)
	for _, x := range []struct {
		is   bool
		name string
	}{{u.group() && u.Hex != "" && k.locked(u.Hex), "state.locked"}, {u.Seen >= k.moment() && k.Number > 0, "state.seen"}, {u.cavalry(), "state.mounted"}, {u.Storm, "state.storm"}, {u.Shaken, "state.shaken"}, {u.Rallied, "state.rallied"}, {u.Attended, "state.attended"}} {
		if x.is && !slices.Contains(out, x.name) {
			out = append(out, x.name)
		}
	}
	if u.Class == "AIR" {
		if u.Mission != "" && own {
			out = append(out, "mission."+u.Mission)
		}
		out = append(out, "×"+strconv.Itoa(u.Uses))
	}
	return strings.Join(out, ", ")
}

// badges returns the states shown on a counter, the gravest first.
func badges(k *Game, u *Piece) []string {
	var out []string
	for _, x := range []struct {
		is   bool
		name string
	}{
		{u.State == "bailed", "badge.abandoned"}, {u.State == "fleeing", "badge.fleeing"}, {u.Breakdown == "permanent", "badge.permanent"},
		{u.Breakdown == "temporary", "badge.temporary"}, {u.Breakdown == "unknown", "badge.breakdown"},
		{u.State == "floor" && u.Floor >= k.moment(), "badge.floor"}, {u.Control, "badge.control"},
		{u.Gassed, "badge.gassed"}, {u.Pinned && !u.Gassed, "badge.pinned"}, {u.Charge > 0, "badge.charging"}, {len(u.Fired) > 0, "badge.fired"},
		{u.Owner != "" && u.Owner != u.Side, "badge.captured"},
	} {
		if x.is {
			out = append(out, x.name)
		}
	}
	return out
}

// areas returns, before the first turn, the table of where a side may set up its units (LS-2.1a).
func (k *Game) areas(s table.Seat) board.Table {
	t := board.Table{Title: "roster.areas", Heads: []string{"head.side", "head.units", "head.hexes"}}
	for _, d := range k.doc.Scenario.Deployments {
		if k.Number > 0 || s != "" && d.Side != string(s) {
			continue
		}
		units := strings.Join(d.Units, ", ")
		if units == "" {
			units = "area.all"
			if slices.ContainsFunc(k.doc.Scenario.Deployments, func(o DeploymentArea) bool { return o.Side == d.Side && len(o.Units) > 0 }) {
				units = "area.others"
			}
		}
		t.Rows = append(t.Rows, []string{"side." + d.Side, units, strings.Join(k.within(d), ", ")})
	}
	return t
}

// reserves returns the table of reinforcements that have not arrived: their turn and where they enter.
func (k *Game) reserves(s table.Seat) board.Table {
	t := board.Table{Title: "roster.reserves", Heads: []string{"head.side", "head.turn", "head.phase", "head.hexes", "head.units"}}
	for _, a := range k.doc.Scenario.Arrivals {
		units := slices.DeleteFunc(slices.Clone(a.Units), func(id string) bool { u := k.unit(id); return u == nil || !u.Waiting || u.Out != "" })
		if len(units) > 0 {
			t.Rows = append(t.Rows, []string{"side." + a.Side, strconv.Itoa(a.Turn), a.Phase, strings.Join(a.Hexes, " "), strings.Join(units, ", ")})
		}
	}
	return t
}

// batteries returns the table of off-board artillery and the ammunition left.
func (k *Game) batteries(table.Seat) board.Table {
	t := board.Table{Title: "roster.artillery", Heads: []string{"head.side", "head.oba", "head.smoke", "head.gas", "head.he", "head.shrapnel"}}
	left := func(n int) string {
		if n < 0 {
			return "∞"
		}
		return strconv.Itoa(n)
	}
	for _, c := range k.Camps {
		t.Rows = append(t.Rows, []string{"side." + string(c.Seat), strconv.Itoa(c.OBA - c.Spent), left(c.Smoke), left(c.Gas), left(c.HE), left(c.Shrapnel)})
	}
	if k.Number > 0 {
		return narrowed(t, "∞") // what nobody runs out of was told before play
	}
	return t
}

// wages returns what points are given for, as words' keys that a report translates one by one: "points.control, 0803,
// 0808".
func wages(p Points) string {
	out := []string{"points." + p.For}
	switch {
	case p.For == "control":
		out = append(out, spans(p.Hexes)...)
	case len(p.Types) > 0:
		for _, t := range p.Types {
			out = append(out, "type."+t)
		}
	default:
		for _, c := range p.Class {
			out = append(out, "class."+c)
		}
	}
	return strings.Join(out, ", ")
}

// tally returns the table of what victory would be counted from now, with the total of a side that has more than one entry.
func (k *Game) tally() board.Table {
	t := board.Table{Title: "roster.points", Heads: []string{"head.side", "head.for", "head.times", "head.each", "head.points"}}
	for _, c := range k.Camps {
		before := len(t.Rows)
		for _, p := range k.doc.Scenario.Victory.Points {
			if n := k.earned(p); n != 0 && p.Side == string(c.Seat) { // what else there is to earn stands in the briefing
				t.Rows = append(t.Rows, []string{"side." + p.Side, wages(p), strconv.Itoa(n), strconv.Itoa(p.VP), strconv.Itoa(n * p.VP)})
			}
		}
		if len(t.Rows) > before+1 {
			t.Rows = append(t.Rows, []string{"side." + string(c.Seat), "roster.total", "", "", strconv.Itoa(k.score(c.Seat))})
		}
	}
	return t
}
