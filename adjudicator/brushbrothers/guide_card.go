package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// card is the reference card: the charts of the document, as far as they matter on this map and for what the side has or sees.
func card(k *Game, s table.Seat) []table.Chapter {
	if k.camp(s) == nil {
		return nil
	}
	out := []table.Chapter{k.armoury(s), k.toHitChart(s), k.saveChart(), k.stressChart(), k.qualityChart(), k.actionChart(s), k.groundChart()}
	if c := k.mortarChart(s); len(c.Says) > 0 {
		out = append(out, c)
	}
	if models := k.models(s); len(models) > 0 {
		out = append(out, k.damageChart(models))
	}
	if c := k.supportChart(s); len(c.Tables[0].Rows) > 0 {
		out = append(out, c)
	}
	if k.doc.Scenario.Conventions.Ambush {
		out = append(out, k.locationChart())
	}
	return append(out, table.Chapter{Title: "card.counters", Says: []table.Remark{
		table.Say("card.counter", ""), table.Say("card.counter-stress", ""), table.Say("card.counter-lines", "")}})
}

// fielded lists the bases of a side that matter to it: those on its list, and those of the enemy that it has seen.
func (k *Game) fielded(s table.Seat) []Base {
	var out []Base
	for i := range k.Groups {
		for j := range k.Groups[i].Bases {
			if !k.Groups[i].vehicle() {
				out = append(out, k.Groups[i].Bases[j].Base)
			}
		}
	}
	if len(k.Groups) > 0 {
		return out
	}
	if k.Own { // an army of his own: he has to choose among all
		for _, w := range k.doc.Weapons {
			out = append(out, Base{Weapon: w.ID})
		}
		for _, m := range k.doc.Models {
			out = append(out, Base{Weapon: m.Weapon, Model: m.ID})
		}
		return out
	}
	for _, gc := range k.list(s).GCs {
		out = append(out, gc.Bases...)
	}
	return out
}

// armoury lists what weapons do: those of the side, and of the enemy what it sees (BB-4.5, BB-4.8, BB-6.2, BB-14).
func (k *Game) armoury(s table.Seat) table.Chapter {
	t := board.Table{Heads: []string{"head.weapon", "head.dice", "head.range", "head.reroll", "head.melee", "head.anti-tank", "head.note"}}
	var done []string
	add := func(b Base) {
		w, ok := k.doc.Arm(b)
		name := (&Stand{Base: Base{Weapon: b.Weapon, Model: b.Model, Reroll: b.Reroll}}).label()
		if !ok || slices.Contains(done, name) {
			return
		}
		done = append(done, name)
		t.Rows = append(t.Rows, append([]string{name}, weaponCells(w)...))
	}
	for _, b := range k.fielded(s) {
		add(b)
		w, _ := k.doc.Arm(b)
		for _, other := range []string{b.Second, w.Also} {
			if other != "" {
				add(Base{Weapon: other})
			}
		}
	}
	return table.Chapter{Title: "card.weapons", Says: []table.Remark{table.Say("card.weapons-how", "BB-4.5"), table.Say("card.rerolls", "BB-4.5a")}, Tables: []board.Table{t}}
}

// weaponCells are the cells of a weapon: dice, range, re-roll, dice hand to hand, what it is against armour, and what is special about it.
func weaponCells(w Weapon) []string {
	dice := func(n int) string { return strconv.Itoa(n) + "d6" }
	reach := strconv.Itoa(w.Range)
	if w.Beyond > 0 {
		reach = strconv.Itoa(w.Beyond+1) + "-" + reach
	}
	plate := "-"
	if w.ATDice > 0 && w.ATRange > 0 {
		plate = dice(w.ATDice) + ", term.at " + strconv.Itoa(w.AT) + ", " + strconv.Itoa(w.ATRange) + " UD"
	}
	reroll := ""
	if w.Reroll != "none" {
		reroll = "reroll." + w.Reroll
	}
	var notes []string
	note := func(is bool, text string) {
		if is {
			notes = append(notes, text)
		}
	}
	note(w.Effective > 0, strconv.Itoa(w.FarScore)+"+ note.past "+strconv.Itoa(w.Effective)+" UD")
	note(w.SetUp, "note.set-up")
	note(w.Indirect, "note.indirect")
	note(w.Gun, "note.gun")
	note(w.HEScore > 0, "term.high-explosive "+strconv.Itoa(w.HEScore)+"+")
	note(w.ATOnly, "term.at_ammo")
	note(w.Shots > 0, "note.shots "+strconv.Itoa(w.Shots))
	note(w.Class == "sniper", "note.sniper")
	return []string{dice(w.Dice), reach, reroll, dice(w.CC), plate, strings.Join(notes, ", ")}
}

// toHitChart is BB-4.6, with what BB-11.3 changes against vehicles.
func (k *Game) toHitChart(s table.Seat) table.Chapter {
	chart, v := k.doc.Tables.ToHit, k.doc.Tables.Vehicles
	t, from := board.Table{Heads: []string{"head.distance", "head.needs"}}, 0
	for _, r := range chart.Needed {
		ud := strconv.Itoa(r.UD)
		if from+1 < r.UD {
			ud = strconv.Itoa(from+1) + "-" + ud
		}
		t.Rows, from = append(t.Rows, []string{ud + " UD", strconv.Itoa(r.Score) + "+"}), r.UD
	}
	t.Rows = append(t.Rows, []string{"note.over " + strconv.Itoa(from) + " UD", strconv.Itoa(chart.Farther) + "+"},
		[]string{"term.not-priority", board.Signed(chart.NotPriority)})
	c := table.Chapter{Title: "card.to-hit", Says: []table.Remark{table.Say("card.priority", "BB-4.7")}}
	if k.wheels(s) {
		t.Rows = append(t.Rows, []string{"card.versus: term.large-or-slow", board.Signed(v.Easy)}, []string{"card.versus: term.small-or-fast", board.Signed(v.Hard)})
		c.Says = append(c.Says, table.Say("card.six-hits", "BB-11.3c", table.A("ud", v.SureTo), table.A("past", v.HardPast)))
	}
	c.Tables = []board.Table{t}
	return c
}

// wheels reports whether vehicles matter to a side: it knows some, or may raise some.
func (k *Game) wheels(s table.Seat) bool { return len(k.models(s)) > 0 || k.Own && k.Number == 0 }

// saveChart is the chart of BB-4.9c.
func (k *Game) saveChart() table.Chapter {
	t := board.Table{Heads: []string{"head.argument", "head.value", "head.void"}}
	for _, row := range k.doc.Tables.Saves {
		var names, void []string
		for _, a := range arguments {
			if a.id == row.ID {
				word := a.word
				if word == "" {
					word = a.id
				}
				names = append(names, "term."+word)
			}
		}
		for _, v := range row.Void {
			void = append(void, "void."+v)
		}
		t.Rows = append(t.Rows, []string{strings.Join(names, " / "), board.Signed(row.Value), strings.Join(void, ", ")})
	}
	return table.Chapter{Title: "card.saves", Says: []table.Remark{table.Say("card.saves-how", "BB-4.9", table.A("fails", k.doc.Tables.SaveFails)),
		table.Say("card.crowd", "BB-R14", table.A("bases", k.doc.Tables.Crowd)), table.Say("card.crossfire", "BB-4.9g")}, Tables: []board.Table{t}}
}

// stressChart says what each marker leaves a GC (BB-5.1, BB-8.1).
func (k *Game) stressChart() table.Chapter {
	t := board.Table{Heads: []string{"head.stress", "head.success", "head.complex", "head.failure", "head.rally-value"}}
	for _, m := range k.doc.Tables.Stress {
		hard := "card.no"
		if m.Complex {
			hard = "card.yes"
		}
		t.Rows = append(t.Rows, []string{"stress." + m.ID, strconv.Itoa(m.Success), hard, strconv.Itoa(m.Failure), strconv.Itoa(m.Rally)})
	}
	s := k.doc.Tables.Sacrifice
	return table.Chapter{Title: "card.stress", Says: []table.Remark{table.Say("card.rally-how", "BB-8.1"),
		table.Say("card.sacrifice", "BB-5.5a", table.A("score", s.Opponent), table.A("sniper", s.Sniper))}, Tables: []board.Table{t}}
}

// qualityChart says what each quality changes (BB-3.1d, BB-5.2, BB-6.2a, BB-7.2a, BB-8.1).
func (k *Game) qualityChart() table.Chapter {
	c := k.doc.Tables
	t := board.Table{Heads: []string{"head.quality", "head.test-die", "head.rally-value", "head.close-combat", "head.registration", "head.steps"}}
	for _, q := range []string{"green", "standard", "veteran"} {
		var steps []string
		for _, m := range c.Progression.Of(q) {
			steps = append(steps, "stress."+m)
		}
		t.Rows = append(t.Rows, []string{"quality." + q, board.Signed(c.Activation.Quality.Of(q)), board.Signed(c.Rally.Of(q)), strconv.Itoa(c.CloseCombat.Needed.Of(q)) + "+",
			strconv.Itoa(c.Registration.Needed.Of(q)) + "+", strings.Join(steps, ", ")})
	}
	m := c.CloseCombat
	return table.Chapter{Title: "card.quality", Says: []table.Remark{
		table.Say("card.melee", "BB-6.2", table.A("cover", m.Cover), table.A("pinned", m.Pinned)), table.Say("card.melee-end", "BB-6.3b", table.A("ud", m.Retreat))}, Tables: []board.Table{t}}
}

// actionChart lists what actions cost, for a side with its characteristics (BB-3.4, BB-3.5, BB-A1.3).
func (k *Game) actionChart(s table.Seat) table.Chapter {
	t := board.Table{Heads: []string{"head.action", "head.points", "head.note"}}
	own := k.characteristics(s)
	for _, a := range k.doc.Tables.Actions {
		switch a.ID {
		case "drive", "embark", "disembark", "mount", "gun", "grenades":
			if !k.wheels(s) {
				continue
			}
		case "boost_1", "boost_2":
			if !slices.ContainsFunc(k.Groups, func(u Group) bool { return u.Side == s && u.Charismatic }) {
				continue
			}
		case "support":
			if len(k.camp(s).Supports) == 0 {
				continue
			}
		}
		note := ""
		if a.Closes {
			note = "note.closes"
		}
		for _, e := range eased {
			if e.action == a.ID && slices.Contains(own, e.trait) {
				note = strings.TrimPrefix(note+", characteristic."+e.trait+": 1", ", ")
			}
		}
		t.Rows = append(t.Rows, []string{"action." + a.ID, strconv.Itoa(a.Points), note})
	}
	return table.Chapter{Title: "card.actions", Says: []table.Remark{table.Say("card.complex", "BB-3.2")}, Tables: []board.Table{t}}
}

// groundChart says what the terrain of this map does (BB-1.4d, BB-3.5b, BB-4.1c, BB-10.7).
func (k *Game) groundChart() table.Chapter {
	t := board.Table{Heads: []string{"head.terrain", "head.cover", "head.move", "head.view", "head.vehicles"}}
	for _, x := range k.doc.Terrain {
		if !slices.ContainsFunc(k.net.Places(), func(p string) bool { return k.terrain(p).ID == x.ID }) {
			continue
		}
		cover, move, view := "", "", ""
		switch {
		case x.Dense:
			cover = "term.dense"
		case x.Cover:
			cover = "term.cover"
		}
		switch {
		case x.Impassable:
			move = "ground.closed"
		case x.Difficult:
			move = "ground.in " + strconv.Itoa(k.price("move_difficult"))
		}
		if x.Cover {
			move = strings.TrimPrefix(move+", ground.out "+strconv.Itoa(k.price("move_cover")), ", ")
		}
		switch {
		case x.Obstructing && x.LookOver:
			view = "ground.low"
		case x.Obstructing:
			view = "ground.high"
		}
		if x.Upper {
			view = strings.TrimPrefix(view+", ground.storey", ", ")
		}
		if x.Crest {
			view = strings.TrimPrefix(view+", ground.crest", ", ")
		}
		t.Rows = append(t.Rows, []string{x.Code + " terrain." + x.ID, cover, move, view, "tracks." + x.tracks()})
	}
	c := table.Chapter{Title: "card.ground", Says: []table.Remark{table.Say("card.ground-how", "BB-3.5b"), table.Say("card.sight-how", "BB-4.1c")}, Tables: []board.Table{t}}
	if len(k.Edges) > 0 {
		c.Says = append(c.Says, table.Say("card.edges", "BB-R4"))
	}
	return c
}

// mortarChart tells about indirect fire, where somebody has it (BB-7.1, BB-7.2).
func (k *Game) mortarChart(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "card.mortars"}
	if slices.ContainsFunc(k.fielded(s), func(b Base) bool { w, _ := k.doc.Arm(b); return w.Indirect }) {
		r := k.doc.Tables.Registration
		c.Says = []table.Remark{table.Say("card.registration", "BB-7.2a", table.A("green", r.Needed.Green), table.A("standard", r.Needed.Standard), table.A("veteran", r.Needed.Veteran),
			table.A("repeat", r.Repeat)), table.Say("card.spotter", "BB-7.1", table.A("ud", r.Spots)), table.Say("card.smoke", "BB-7.4")}
	}
	return c
}

// models lists the vehicles of a side and those of the enemy that it sees; before armies are raised, those of its list.
func (k *Game) models(s table.Seat) []string {
	var out []string
	add := func(id string) {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for i := range k.Groups {
		add(k.Groups[i].Model)
	}
	if len(k.Groups) == 0 {
		for _, gc := range k.list(s).GCs {
			add(gc.Vehicle)
		}
	}
	return out
}

// damageChart has the vehicles that are known, and what hits do to them (BB-9.4, BB-11.5, BB-11.6).
func (k *Game) damageChart(models []string) table.Chapter {
	v := k.doc.Tables.Vehicles
	pool := board.Table{Title: "card.vehicles", Heads: append([]string{"head.vehicle"}, vehicleHeads...)}
	for _, id := range models {
		row, _ := k.doc.Vehicle(id)
		pool.Rows = append(pool.Rows, append([]string{"vehicle." + id}, k.values(row)...))
	}
	says := []table.Remark{
		table.Say("card.armament", "BB-11.2", table.A("ud", v.Far)),
		table.Say("card.armour", "BB-11.5", table.A("stunned", v.Stunned), table.A("immobile", v.Immobile), table.A("destroyed", v.Destroyed)),
		table.Say("card.soft", "BB-11.6", table.A("destroyed", v.Soft.Destroyed), table.A("immobile", v.Soft.Immobile)),
		table.Say("card.grenades", "BB-11.9", table.A("score", v.Grenades.Score), table.A("infantry", v.Grenades.Infantry), table.A("others", v.Grenades.Others)),
		table.Say("card.driving", "BB-10.5", table.A("road", v.Road)),
	}
	return table.Chapter{Title: "card.vehicles", Says: says, Tables: []board.Table{pool}}
}

// supportChart lists the supports that a side has or may buy (BB-A2.4).
func (k *Game) supportChart(s table.Seat) table.Chapter {
	c := k.camp(s)
	t := board.Table{Heads: []string{"head.support", "head.points", "head.dice", "head.anti-tank", "head.call"}}
	for _, x := range k.doc.Tables.Supports {
		if c.Points == 0 && k.held(s, x.ID) == 0 && (k.Number > 0 || k.Points == 0) {
			continue
		}
		i := slices.IndexFunc(k.doc.Tables.Calls, func(a Call) bool { return a.Kind == x.Kind })
		call := ""
		if i >= 0 {
			a := k.doc.Tables.Calls[i]
			call = strconv.Itoa(a.Needed) + "+, " + board.Signed(-a.Repeat) + " note.repeat"
		}
		t.Rows = append(t.Rows, []string{"support." + x.ID, strconv.Itoa(x.Cost), strconv.Itoa(x.Dice) + "d6", "term.at " + strconv.Itoa(x.AT), call})
	}
	return table.Chapter{Title: "card.supports", Says: []table.Remark{table.Say("card.supports-how", "BB-A2.4d"), table.Say("card.supports-hit", "BB-A2.4q", table.A("score", k.doc.Tables.ToHit.Support))}, Tables: []board.Table{t}}
}

// locationChart is BB-3.7: the die that finds men in ambush.
func (k *Game) locationChart() table.Chapter {
	l := k.doc.Tables.Location
	t := board.Table{Heads: []string{"head.distance", "head.needs"}, Rows: [][]string{{strconv.Itoa(l.Automatic) + " UD", "test.none"}}}
	last := l.Automatic
	for _, r := range l.Needed {
		t.Rows, last = append(t.Rows, []string{strconv.Itoa(r.UD) + " UD", strconv.Itoa(r.Score) + "+"}), r.UD
	}
	t.Rows = append(t.Rows, []string{"note.over " + strconv.Itoa(last) + " UD", strconv.Itoa(l.Farther) + "+"})
	return table.Chapter{Title: "card.location", Says: []table.Remark{table.Say("card.location-how", "BB-3.7b", table.A("sniper", l.Sniper), table.A("reco", l.Reco))}, Tables: []board.Table{t}}
}
