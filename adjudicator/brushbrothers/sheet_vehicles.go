package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// machine draws the counter of a vehicle or a gun: its silhouette turned to its facing, and its front half, where its
// POO and its PDO count (BB-R34, BB-R35).
func (k *Game) machine(c *board.Counter, u *Group) {
	switch {
	case u.vehicle():
		v := k.row(u)
		c.Symbol, c.Shape, c.Facing = "armour", "turret", u.Facing
		switch {
		case !v.Armoured && v.Carries == 1:
			c.Shape = "car"
		case !v.Armoured || v.Carries > 2:
			c.Symbol, c.Shape = "truck", "truck"
		case v.Drive == "wheeled":
			c.Shape = "car"
		case v.Hunter:
			c.Shape = "casemate"
		case v.Rear == 0:
			c.Shape = "light"
		}
		light := v.Range <= k.doc.Tables.Vehicles.Far
		if v.Front > 0 && light {
			c.MGs = []int{0}
		} else if v.Front > 0 {
			c.Guns = []int{0}
		}
		c.Bottom = ""
		for _, n := range k.cargo(u) {
			c.Bottom += "+" + k.group(n).ID
		}
		if v.Front > 0 {
			c.Fields = halves(c.Fields, -60, light)
		}
		c.Badge, c.Badges = k.damage(u)
	case k.gun(u):
		w, _ := k.doc.Arm(u.Bases[0].Base)
		c.Symbol, c.Shape, c.Facing = "gun", "antitank", u.Facing
		if w.HEScore > 0 {
			c.Shape = "fieldgun"
		}
		if u.Bases[0].Ready {
			c.Fields = halves(c.Fields, -60, false)
		}
	}
	if u.Mounted {
		c.Symbol = "cavalry"
	}
}

// halves adds the three sixths of a half circle.
func halves(fields []board.Field, from int, light bool) []board.Field {
	for i := range 3 {
		fields = append(fields, board.Field{Degrees: from + 60*i, Light: light})
	}
	return fields
}

// damage returns badges for what is wrong with a vehicle and for who is aboard.
func (k *Game) damage(u *Group) (badge string, more []string) {
	var all []string
	if u.Immobile {
		all = append(all, "badge.immobile")
	}
	if u.Stunned {
		all = append(all, "badge.stunned")
	}
	if len(all) == 0 {
		return "", nil
	}
	return all[0], all[1:]
}

// condition returns what a roster says about a group besides its marker.
func (k *Game) condition(u *Group) string {
	var all []string
	if s := state(u); s != "" {
		all = append(all, s)
	}
	if badge, more := k.damage(u); badge != "" {
		all = append(append(all, badge), more...)
	}
	if u.Facing != "" {
		all = append(all, "state.facing "+u.Facing)
	}
	if u.Aboard != "" {
		all = append(all, "badge.aboard "+u.Aboard)
	}
	if u.Mounted {
		all = append(all, "badge.mounted")
	} else if u.Mounts {
		all = append(all, "badge.mounts")
	}
	if u.Exposed {
		all = append(all, "badge.exposed")
	}
	return strings.Join(all, ", ")
}

// markers draws supports on their way and wrecks.
func (k *Game) markers(sh *board.Sheet) {
	for _, s := range k.Strikes {
		for _, p := range []string{s.Point, s.Entry, s.Exit} {
			if p != "" {
				sh.Marks = append(sh.Marks, board.Mark{Kind: "ranged", Place: p, Text: string(s.Side), Side: k.index(s.Side)})
			}
		}
		if s.Entry != "" {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: "barrage", Side: k.index(s.Side), Path: []string{s.Entry, s.Exit}})
		}
	}
	for c := range table.All(sh.Cells) {
		if slices.ContainsFunc(k.Wrecks, func(w Wreck) bool { return w.Place == c.Place }) {
			c.Features = append(c.Features, "rough")
		}
	}
}

// vehicleHeads are the heads of a table of vehicles after the first.
var vehicleHeads = []string{"head.size", "head.ud", "head.drive", "head.poo", "head.pom", "head.armour", "head.range", "head.carries"}

// motorPool returns the table of values of the enemy's vehicles in a report, as far as they are seen, and before the first turn of the side's own:
// later they stand on its reference card.
func (k *Game) motorPool(s table.Seat) (board.Table, bool) {
	out := board.Table{Title: "roster.vehicles", Heads: append([]string{"head.gc"}, vehicleHeads...), Fixed: true}
	for u := range table.All(k.Groups) {
		switch {
		case !u.vehicle():
		case u.Side != s && u.Sector != "":
			out.Rows = append(out.Rows, append([]string{u.name()}, k.values(k.row(u))...))
		case u.Side == s && k.Number == 0:
			out.Rows = append(out.Rows, append([]string{u.ID}, k.values(k.row(u))...))
		}
	}
	return out, len(out.Rows) > 0
}

// values returns the cells of a vehicle's row as its player reads them (BB-9.4): size, UD, drive, POO, POM, PDO and
// PDM, range, places.
func (k *Game) values(v Vehicle) []string {
	dice := func(n, at int) string {
		if n == 0 {
			return "-"
		}
		return strconv.Itoa(n) + "d6 (" + strconv.Itoa(at) + ")"
	}
	armour, reach := "-", "-"
	if v.Armoured {
		armour = strconv.Itoa(v.Optimal) + "/" + strconv.Itoa(v.Minimal)
	}
	if v.Range >= unlimited {
		reach = "range.unlimited"
	} else if v.Range > 0 {
		reach = strconv.Itoa(v.Range)
	}
	return []string{v.Size, strconv.Itoa(amount(k.doc.Tables.Vehicles.Moves, v.Mobility)), "drive." + v.Drive,
		dice(v.Front, v.FrontAT), dice(v.Rear, v.RearAT), armour, reach, strconv.Itoa(v.Carries)}
}

// reported lists all tables of a report: GCs, vehicles, objectives and the rest.
func reported(k *Game, s table.Seat) []board.Table {
	out := rosters(k, s)
	if t, some := k.motorPool(s); some {
		out = append(out, t)
	}
	return out
}
