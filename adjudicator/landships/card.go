package landships

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// card is the chart card: the counters, the terrain of this map, and the charts by which the procedures adjudicate. What a game has no use
// for is left out. All counters lie open, so it shows the equipment of both sides.
func card(k *Game, _ table.Seat) []table.Chapter {
	out := []table.Chapter{k.cardCounters(), k.cardWeapons(), k.cardTerrain(), k.cardSmallArms(), k.cardMorale(), k.cardBarrage()}
	if k.fields("TNK", "AC", "TRK") {
		out = append(out, k.cardAntiTank())
	}
	out = append(out, k.cardAssault())
	if k.fields("TNK", "AC") {
		out = append(out, k.cardBreakdown())
	}
	if k.fields("AIR") {
		out = append(out, k.cardAir())
	}
	return out
}

// orNone writes a number, and a dash for nothing.
func orNone(n int) string {
	if n == 0 {
		return board.Dash
	}
	return strconv.Itoa(n)
}

// modifierTable lists modifiers with their rules.
func modifierTable(title string, list ...Modifier) board.Table {
	t := board.Table{Title: title, Heads: []string{"card.what", "card.modifier", "card.rule"}}
	for _, m := range list {
		t.Rows = append(t.Rows, []string{"modifier." + m.ID, board.Modifier(m.Value), m.Rule})
	}
	return t
}

// keys says what the values printed on the counters of each kind that takes part mean.
func (k *Game) keys() []table.Remark {
	out := []table.Remark{table.Say("card.key.foot", "LS-2.21b")}
	for _, x := range []struct {
		classes   []string
		key, rule string
	}{
		{[]string{"CAV", "CAVMG"}, "card.key.cavalry", "LS-2.24d"}, {[]string{"TNK", "AC", "TRK"}, "card.key.vehicle", "LS-2.43b"},
		{[]string{"ART", "AT", "AA", "IG"}, "card.key.gun", "LS-2.3d"}, {[]string{"AIR"}, "card.key.plane", "LS-2.52a"},
		{[]string{"CREW", "FO"}, "card.key.lone", "LS-2.22a"},
	} {
		if k.fields(x.classes...) {
			out = append(out, table.Say(x.key, x.rule))
		}
	}
	return out
}

// cardCounters is the key to the counters, with the values of every kind that takes part.
func (k *Game) cardCounters() table.Chapter {
	c := table.Chapter{Title: "card.counters", Says: k.keys()}
	t := board.Table{Heads: []string{"head.side", "head.kind", "head.values", "card.size", "card.breakdown", "head.weapons", "card.flags"}}
	for u := range table.All(k.Units) {
		row := []string{"side." + string(u.Side), k.breed(u), cmp.Or(k.figures(u), board.Dash), board.Dash, board.Dash, board.Dash, board.Dash}
		if u.vehicle() {
			v := k.vehicle(u)
			row[3], row[4], row[5], row[6] = board.Modifier(v.Size), board.Modifier(k.wear(v)), k.mounts(v), flagWords(v.Flags)
		}
		if !slices.ContainsFunc(t.Rows, func(r []string) bool { return slices.Equal(r, row) }) {
			t.Rows = append(t.Rows, row)
		}
	}
	c.Tables = append(c.Tables, narrowed(t, board.Dash))
	return c
}

// wear is the breakdown modifier of a vehicle type at the scenario's date (LS-6.16k).
func (k *Game) wear(v *Vehicle) int {
	if v.From != "" && k.dated(v.From) {
		return v.Then
	}
	return v.Breakdown
}

// mounts names the weapons of a vehicle type and the hexsides that they cover, counted clockwise from the front.
func (k *Game) mounts(v *Vehicle) string {
	var out []string
	for _, m := range v.Mounts {
		s := "mount." + m.ID
		if m.Count > 1 {
			s = strconv.Itoa(m.Count) + " " + s
		}
		if len(m.Sectors) < sides {
			var at []string
			for _, x := range m.Sectors {
				at = append(at, strconv.Itoa(x+1))
			}
			s += " (" + strings.Join(at, "+") + ")"
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return board.Dash
	}
	return strings.Join(out, ", ")
}

func flagWords(flags []string) string {
	var out []string
	for _, f := range flags {
		out = append(out, "card.flag."+f)
	}
	if len(out) == 0 {
		return board.Dash
	}
	return strings.Join(out, ", ")
}

// narrowed leaves out the columns in which every row is blank.
func narrowed(t board.Table, blank string) board.Table {
	out := board.Table{Title: t.Title, Rows: make([][]string, len(t.Rows))}
	for i, h := range t.Heads {
		if !slices.ContainsFunc(t.Rows, func(r []string) bool { return r[i] != blank }) {
			continue
		}
		out.Heads = append(out.Heads, h)
		for j, r := range t.Rows {
			out.Rows[j] = append(out.Rows[j], r[i])
		}
	}
	return out
}

// cardWeapons is the chart of the weapons units in this game, and what the weapons of vehicles do.
func (k *Game) cardWeapons() table.Chapter {
	c := table.Chapter{Title: "card.weapons"}
	t := board.Table{Heads: []string{"card.weapon", "card.range", "card.range.other", "card.fs", "card.shots", "card.uses", "card.shelling"}}
	for _, w := range k.doc.Weapons {
		if k.fields(w.Class) || w.Class == "OBA" && slices.ContainsFunc(k.Camps, func(c Camp) bool { return c.OBA > 0 }) {
			t.Rows = append(t.Rows, []string{"class." + w.Class, strconv.Itoa(w.Range), orNone(w.Other), orNone(w.FS), orNone(w.Shots), orNone(w.Uses), orNone(w.Strength)})
		}
	}
	if len(t.Rows) > 0 {
		c.Tables = append(c.Tables, narrowed(t, board.Dash))
	}
	if k.fields("TNK", "AC") {
		n := k.constants()
		c.Says = append(c.Says, table.Say("card.vehicle-arms", "LS-2.42b", table.A("range", n.VehicleRange.Value), table.A("mm", n.BigGunMM.Value),
			table.A("big", n.BigGunFS.Value), table.A("small", n.SmallGunFS.Value), table.A("mg", n.VehicleMGFS.Value)))
	}
	if k.fields("ART", "AT", "AA", "IG") {
		c.Says = append(c.Says, table.Say("card.arc", "LS-8.12d"))
	}
	return c
}

// cardTerrain is the chart of the terrain on this map, and of the works that lie on it.
func (k *Game) cardTerrain() table.Chapter {
	c := table.Chapter{Title: "card.terrain", Says: []table.Remark{
		table.Say("card.walk", "LS-7.11a"), table.Say("card.spotting", "LS-8.21b"), table.Say("card.sight", "LS-8.23a")}}
	t := board.Table{Heads: []string{"card.terrain", "card.mp.foot", "card.mp.tank", "card.mp.car", "card.mp.truck", "card.mp.trot", "card.mp.charge",
		"card.fire", "card.shell", "card.anti-tank", "card.shift", "card.soft", "card.hard", "card.blocks"}}
	mp := func(n int, used ...string) string {
		switch {
		case !k.fields(used...):
			return board.Dash
		case n == 0:
			return "card.never"
		case n < 0:
			return "card.by-road"
		}
		return strconv.Itoa(n)
	}
	for _, row := range k.doc.Terrain {
		if !k.lies(row) {
			continue
		}
		blocks := board.Dash
		if row.Blocks {
			blocks = "card.yes"
		}
		t.Rows = append(t.Rows, []string{"terrain." + row.ID, mp(row.Foot, "INF", "MG"), mp(row.Tank, "TNK"), mp(row.Car, "AC"), mp(row.Truck, "TRK"),
			mp(row.Trot, "CAV", "CAVMG"), mp(row.Charge, "CAV", "CAVMG"), board.Modifier(row.Fire), board.Modifier(row.Shell), board.Modifier(row.AntiTank), board.Modifier(row.Assault),
			orNone(row.Soft), orNone(row.Hard), blocks})
	}
	c.Tables = append(c.Tables, narrowed(t, board.Dash))
	return c
}

// lies reports whether a row of the terrain chart is of use on this map: ground or a work that is on it, or smoke if somebody has any.
func (k *Game) lies(row Terrain) bool {
	switch row.ID {
	case "trench":
		return len(k.Trenches) > 0
	case "strongpoint":
		return len(k.Strongpoints) > 0
	case "wire":
		return len(k.Wire) > 0
	case "rough":
		return len(k.Rough) > 0
	case "road":
		return len(k.Roads) > 0
	case "bridge":
		return len(k.Bridges) > 0
	case "mines":
		return len(k.Mines) > 0
	case "smoke":
		return slices.ContainsFunc(k.Camps, func(c Camp) bool { return c.Smoke != 0 })
	case "hill":
		return false // the hills of the map have rows of their own
	}
	return slices.ContainsFunc(k.Ground, func(line string) bool { return row.Code != "" && strings.Contains(line, row.Code) })
}

// cardSmallArms is the chart of small arms, with everything that changes its die.
func (k *Game) cardSmallArms() table.Chapter {
	m := k.modifiers()
	chart := board.Table{Heads: []string{"card.fs"}, Rows: [][]string{{"card.needs"}}}
	for _, c := range k.doc.Tables.SmallArms {
		if !c.None {
			chart.Heads, chart.Rows[0] = append(chart.Heads, c.name()), append(chart.Rows[0], strconv.Itoa(c.Hit))
		}
	}
	list := []Modifier{m.MGPlatoon}
	if k.fields("TNK", "AC") {
		list = append(list, m.VehicleMGs)
	}
	if k.fields("CAV", "CAVMG") {
		list = append(list, m.CavalryDefensive)
	}
	if k.fields("ART", "IG") {
		list = append(list, m.PivotFire)
	}
	if k.grenadiers() {
		list = append(list, m.Grenades)
	}
	if k.in("LS-16.15") {
		list = append(list, m.Storm, m.StormClear)
	}
	if k.improved() {
		list = append(list, m.ImprovedTrench, m.ImprovedStrongpoint)
	}
	return table.Chapter{Title: "card.small-arms", Says: []table.Remark{table.Say("card.say.small-arms", "LS-8.63a"), table.Say("card.say.wired", "LS-8.64d")},
		Tables: []board.Table{chart, modifierTable("card.modifiers", list...)}}
}

// cardMorale tells what a hit does.
func (k *Game) cardMorale() table.Chapter {
	n, m := k.constants(), k.modifiers()
	c := table.Chapter{Title: "card.morale", Says: []table.Remark{
		table.Say("card.say.morale", "LS-9.11a", table.A("back", n.Retreat.Value)),
		table.Say("card.say.ratings", "LS-9.12a", table.A("crew", n.CrewMR.Value), table.A("observer", n.FOMR.Value), table.A("wire", n.WireMR.Value)),
	}}
	list := []Modifier{}
	if !k.in("LS-16.14a") {
		list = append(list, m.MGMorale)
	}
	if k.fields("FLT") {
		list = append(list, m.FlameMorale)
	}
	if len(list) > 0 {
		c.Tables = append(c.Tables, modifierTable("card.modifiers", list...))
	}
	return c
}

// cardBarrage is the chart of barrages, from the request to the shells.
func (k *Game) cardBarrage() table.Chapter {
	n, r := k.constants(), k.rolls()
	shells := board.Table{Title: "card.barrage.effect", Heads: []string{"card.die"}}
	for _, column := range k.doc.Tables.Barrage {
		shells.Heads = append(shells.Heads, k.columnName(column))
	}
	for i, die := range []string{"≤0", "1", "2", "3", "4", "≥5"} {
		row := []string{die}
		for _, column := range k.doc.Tables.Barrage {
			row = append(row, resultName(column.Results[i]))
		}
		shells.Rows = append(shells.Rows, row)
	}
	grants := board.Table{Title: "card.barrage.order", Heads: []string{"card.resisted"}, Rows: [][]string{{"card.granted"}}}
	for _, x := range k.doc.Tables.FireOrder {
		head := strconv.Itoa(x.From)
		if x.To == 0 && x.From > 0 {
			head += "+"
		}
		grants.Heads, grants.Rows[0] = append(grants.Heads, head), append(grants.Rows[0], strconv.Itoa(x.Value))
	}
	return table.Chapter{Title: "card.barrage", Says: []table.Remark{
		table.Say("card.say.request", "LS-5.11i", table.A("communication", r.Communication.needs()), table.A("hexes", n.Observe.Value)),
		table.Say("card.say.resistance", "LS-5.11l"),
		table.Say("card.say.scatter", "LS-5.41b", table.A("drumfire", r.ScatterDrumfire.needs()), table.A("hurricane", r.ScatterHurricane.needs()), table.A("smoke", r.ScatterSmoke.needs())),
		table.Say("card.say.kinds", "LS-5.43a", table.A("strength", k.pieceStrength())),
		table.Say("card.say.shells", "LS-5.3a", table.A("shrapnel", board.Modifier(k.modifiers().Shrapnel.Value)), table.A("groups", n.ShrapnelGroups.Value), table.A("wire", n.WireStrength.Value)),
	}, Tables: []board.Table{grants, shells}}
}

// cardAntiTank is the chart of fire at vehicles.
func (k *Game) cardAntiTank() table.Chapter {
	m, r := k.modifiers(), k.rolls()
	chart := board.Table{Heads: []string{"card.range"}, Rows: [][]string{{"card.needs"}}}
	for _, x := range k.doc.Tables.ToHit {
		head := strconv.Itoa(x.From)
		switch {
		case x.To == 0 && x.From > 0:
			head += "+"
		case x.To > x.From:
			head += "-" + strconv.Itoa(x.To)
		}
		chart.Heads, chart.Rows[0] = append(chart.Heads, head), append(chart.Rows[0], strconv.Itoa(x.Value))
	}
	c := table.Chapter{Title: "card.anti-tank.fire", Says: []table.Remark{table.Say("card.say.anti-tank", "LS-8.53a")},
		Tables: []board.Table{chart, modifierTable("card.modifiers", m.AcquisitionFirst, m.AcquisitionSecond, m.PivotAT, m.ATClose, m.ArtVCar, m.Untrained, m.Leader, m.Floor)}}
	if k.fields("ATR") {
		c.Says = append(c.Says, table.Say("card.say.rifle", "LS-13.12c", table.A("hit", r.ATRHit.needs()), table.A("breaks", r.ATRBreakdown.needs())))
	}
	if k.fields("FLT") {
		c.Says = append(c.Says, table.Say("card.say.flame", "LS-13.13g", table.A("needs", r.FlameVehicle.needs())))
	}
	if table.Any(k.Units, func(u *Piece) bool { return k.weak(u) || k.nervous(u) }) {
		c.Says = append(c.Says, table.Say("card.say.rake", "LS-13.14a", table.A("hit", r.MGWeakTank.needs()), table.A("breaks", r.MGWeakBreakdown.needs())))
	}
	return c
}

// cardAssault is the chart of close assault.
func (k *Game) cardAssault() table.Chapter {
	m := k.modifiers()
	chart := board.Table{Heads: []string{"card.advantage", "≤0", "1", "2", "3", "4", "5", "6", "≥7"}}
	for i, x := range k.doc.Tables.CloseAssault {
		head := "+" + strconv.Itoa(x.Advantage)
		if i == len(k.doc.Tables.CloseAssault)-1 {
			head += "…"
		}
		chart.Rows = append(chart.Rows, append([]string{head}, x.Losses...))
	}
	list := []Modifier{m.AssaultMGAttacker, m.AssaultMGDefender, m.AssaultPinned}
	if k.fields("FLT") {
		list = append(list, m.AssaultFlameAttacker, m.AssaultFlameDefender)
	}
	says := []table.Remark{table.Say("card.say.assault", "LS-12.21a"), table.Say("card.say.losses", "LS-12.21b")}
	if k.fields("TNK", "AC") {
		says = append(says, table.Say("card.say.tanks", "LS-12.31b", table.A("shift", board.Modifier(m.AssaultTank.Value))))
	}
	return table.Chapter{Title: "card.assault", Says: says, Tables: []board.Table{chart, modifierTable("card.modifiers", list...)}}
}

// cardBreakdown is the chart of breakdowns, and what vehicles pay for turning.
func (k *Game) cardBreakdown() table.Chapter {
	n, m, r := k.constants(), k.modifiers(), k.rolls()
	chart := board.Table{Heads: []string{"card.entered"}, Rows: [][]string{{"card.fails"}}}
	for _, x := range k.doc.Tables.Breakdown {
		head := strconv.Itoa(x.From)
		switch {
		case x.To == 0:
			head += "+"
		case x.To > x.From:
			head += "-" + strconv.Itoa(x.To)
		}
		chart.Heads, chart.Rows[0] = append(chart.Heads, head), append(chart.Rows[0], strconv.Itoa(x.Value))
	}
	return table.Chapter{Title: "card.breakdowns", Says: []table.Remark{
		table.Say("card.say.breakdown", "LS-6.16a", table.A("temporary", r.BreakdownTemporary.High), table.A("repair", r.Repair.High)),
		table.Say("card.say.turning", "LS-6.13a", table.A("mp", n.TurnCost.Value), table.A("hard", n.HardTurnCost.Value)),
		table.Say("card.say.crossing", "LS-6.22b", table.A("number", k.doc.Tables.PoorCrosser.Value)),
	}, Tables: []board.Table{chart, modifierTable("card.modifiers", m.LeaderBreakdown, m.WoodsBreakdown, m.RoughBreakdown)}}
}

// cardAir is the chart of bombing and what shoots at aircraft.
func (k *Game) cardAir() table.Chapter {
	n, r := k.constants(), k.rolls()
	chart := board.Table{Heads: []string{"card.bombs", "≤1", "2", "3", "4", "5", "≥6"}}
	for _, x := range k.doc.Tables.Bombing {
		head := strconv.Itoa(x.From) + "+"
		if x.To > 0 {
			head = strconv.Itoa(x.From) + "-" + strconv.Itoa(x.To)
		}
		chart.Rows = append(chart.Rows, append([]string{head}, x.Results...))
	}
	return table.Chapter{Title: "card.air", Says: []table.Remark{
		table.Say("card.say.air", "LS-11.1c", table.A("uses", n.AircraftUses.Value)),
		table.Say("card.say.flak", "LS-11.21c", table.A("dice", n.AADice.Value), table.A("hit", r.AAHit.needs()), table.A("abort", n.AAAbort.Value), table.A("destroy", n.AADestroy.Value)),
	}, Tables: []board.Table{chart}}
}
