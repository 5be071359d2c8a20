package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// card is the reference card: profiles, weapons, vehicles and charts of what both sides have on the table.
func card(k *Game, s table.Seat) []table.Chapter {
	if k.camp(s) == nil {
		return nil
	}
	out := k.unitArms(s)
	if c := k.camp(s); c.Budget > 0 && !k.hasArmy(s) {
		out = append(out, table.Chapter{Title: "roster.wares", Tables: []board.Table{k.wares(c)}})
	}
	out = append(out, k.armoury(), k.toHit())
	if c := k.men(); len(c.Tables[0].Rows) > 0 {
		out = append(out, c)
	}
	if c := k.fleet(); len(c.Tables[0].Rows) > 0 {
		out = append(out, c, k.saves(), k.harm())
	}
	return append(out, k.blasts(), k.grounds())
}

// unitArms lists what each unit of both sides can do and fire, as far as s sees it, its own first.
func (k *Game) unitArms(s table.Seat) []table.Chapter {
	var out []table.Chapter
	for _, side := range []table.Seat{s, k.other(s)} {
		if t := k.arms(side); len(t.Rows) > 0 {
			if side != s {
				t.Title = "card.enemy-arms"
			}
			c := table.Chapter{Title: t.Title, Tables: []board.Table{t}}
			if side == s {
				c.Says = []table.Remark{table.Say("card.arms-how", "MB-B25")}
			}
			out = append(out, c)
		}
	}
	return out
}

// fielded lists the units that are on the table, and before armies are bought one of each entry of the lists.
func (k *Game) fielded() []*Unit {
	var out []*Unit
	for i := range k.Units {
		out = append(out, &k.Units[i])
	}
	if len(out) > 0 {
		return out
	}
	for _, e := range k.doc.Units {
		if e.List != "" {
			out = append(out, k.raise(e.ID, k.Camps[0].Seat, e.ID))
		}
	}
	return out
}

// armoury lists the weapons that are carried (MB-B26).
func (k *Game) armoury() table.Chapter {
	t := board.Table{Heads: []string{"head.weapon", "head.range", "head.shots", "head.strength", "head.he", "head.note"}}
	var done []string
	for _, u := range k.fielded() {
		for _, id := range carried(u) {
			w, ok := find(k.doc.Weapons, func(w *Weapon) string { return w.ID }, id)
			if !ok || slices.Contains(done, id) {
				continue
			}
			done = append(done, id)
			t.Rows = append(t.Rows, append([]string{"weapon." + id}, weaponCells(w)...))
		}
	}
	return table.Chapter{Title: "card.weapons", Says: []table.Remark{table.Say("card.weapons-how", "MB-B26"), table.Cite("MB-B10")}, Tables: []board.Table{t}}
}

// carried lists the weapons of a unit.
func carried(u *Unit) []string {
	var out []string
	for _, a := range u.Tank.Arms {
		out = append(out, a.Weapon)
	}
	for i := range u.Figures {
		out = append(append(out, u.Figures[i].Weapon), u.Figures[i].Also...)
	}
	if u.battery() {
		out = append(out, u.arm())
	}
	return out
}

// weaponCells are the cells of a weapon: range, shots, strength with its kind, HE with its template, and what is special about it.
func weaponCells(w *Weapon) []string {
	reach := "-"
	switch {
	case w.Min > 0:
		reach = strconv.Itoa(w.Min) + "-" + strconv.Itoa(w.Range) + `"`
	case w.Range > 0:
		reach = strconv.Itoa(w.Range) + `"`
	case w.Class == "battery":
		reach = "card.anywhere"
	}
	number := func(n int) string {
		if n == 0 {
			return "-"
		}
		return strconv.Itoa(n)
	}
	strength, he, note := number(w.Strength), number(w.HE), ""
	if w.Kind != "" {
		strength += " card.kind-" + w.Kind
	}
	template := ""
	if w.Template != "" {
		template = " template." + w.Template
	}
	if w.HE > 0 {
		he += template
	} else if w.Strength > 0 {
		strength += template
	}
	add := func(is bool, text string) {
		if is && note != "" {
			note += ", "
		}
		if is {
			note += text
		}
	}
	add(w.Salvos > 0, salvosLeft(w.Salvos))
	add(w.Smoke, "card.smoke")
	add(w.Shield, "card.shield")
	add(w.SingleUse, "card.once")
	add(w.OwnTarget, "card.own-target")
	add(w.Class == "mortar" || w.Class == "battery", "card.indirect")
	return []string{reach, number(w.Shots + w.Fires), strength, he, note}
}

// toHit is the chart of scores and what changes them (MB-B9.3, MB-6.1).
func (k *Game) toHit() table.Chapter {
	bs := board.Table{Title: "card.bs", Heads: []string{"head.bs", "head.score"}}
	for _, e := range k.doc.Combat.ToHit {
		n := strconv.Itoa(e.From)
		if e.To == 0 {
			n += "+"
		}
		bs.Rows = append(bs.Rows, []string{n, strconv.Itoa(e.Value) + "+"})
	}
	m := k.modifiers()
	change := board.Table{Title: "card.modifiers", Heads: []string{"head.what", "head.change"}}
	for _, x := range []Modifier{m.Large, m.SameTarget, m.Grouped, m.Moving, m.Long, m.Extreme, m.LightCover, m.HeavyCover, m.Indirect, m.Corrected} {
		change.Rows = append(change.Rows, []string{"modifier." + x.ID, board.Signed(-x.Value)})
	}
	return table.Chapter{Title: "card.to-hit", Says: []table.Remark{table.Cite("MB-B9.3"), table.Say("card.bands", "MB-6.1d", table.A("times", k.constants().ExtremeTimes.Value))}, Tables: []board.Table{bs, change}}
}

// men lists the profiles of those on foot, and what wounds them (MB-B25, MB-B10).
func (k *Game) men() table.Chapter {
	t := board.Table{Title: "card.profiles", Heads: []string{"head.profile", "head.m", "head.ws", "head.bs", "head.s", "head.t", "head.i", "head.a", "head.ld"}}
	var done []string
	for _, u := range k.fielded() {
		p, ok := find(k.doc.Profiles, func(p *Profile) string { return p.ID }, u.Profile.ID)
		if u.vehicle() || !ok || slices.Contains(done, p.ID) {
			continue
		}
		done = append(done, p.ID)
		row := []string{"profile." + p.ID}
		for _, n := range []int{p.Move, p.WS, p.BS, p.Strength, p.Toughness, p.Initiative, p.Attacks, p.Leadership} {
			row = append(row, strconv.Itoa(n))
		}
		t.Rows = append(t.Rows, row)
	}
	wounds := board.Table{Title: "card.wounds", Heads: []string{"head.difference", "head.score"}}
	for _, e := range k.doc.Combat.Wounds {
		span := board.Signed(e.From)
		switch {
		case e.From <= -99:
			span = "card.to " + board.Signed(e.To)
		case e.To == 0 && e.From > 0:
			span = "card.from " + board.Signed(e.From)
		case e.To != e.From:
			span += ", " + board.Signed(e.To)
		}
		score := strconv.Itoa(e.Value) + "+"
		if e.Value >= never {
			score = "card.never"
		}
		wounds.Rows = append(wounds.Rows, []string{span, score})
	}
	return table.Chapter{Title: "card.men", Says: []table.Remark{table.Cite("MB-B25"), table.Say("card.profiles-how", "MB-B25")}, Tables: []board.Table{t, wounds}}
}

// fleet lists the vehicles on the table (MB-B27).
func (k *Game) fleet() table.Chapter {
	t := board.Table{Heads: []string{"head.vehicle", "head.m", "head.armour", "head.bs", "head.crew", "head.gun", "head.mgs", "head.carries"}}
	var done []string
	for _, u := range k.fielded() {
		if !u.vehicle() || slices.Contains(done, u.Type) {
			continue
		}
		done = append(done, u.Type)
		e, _ := find(k.doc.Units, func(e *UnitType) string { return e.ID }, u.Type)
		v, ok := k.doc.Vehicle(e.Vehicle)
		if !ok {
			continue
		}
		gun := "-"
		if v.MainGun != "" {
			gun = "weapon." + v.MainGun
		}
		plates := strconv.Itoa(v.Front) + "/" + strconv.Itoa(v.Side) + "/" + strconv.Itoa(v.Rear) + "/" + strconv.Itoa(v.Top)
		t.Rows = append(t.Rows, []string{"unit." + u.Type, strconv.Itoa(v.Move), plates, strconv.Itoa(v.BS), strconv.Itoa(v.Crew), gun, strconv.Itoa(v.MachineGuns), strconv.Itoa(v.Transport)})
	}
	return table.Chapter{Title: "card.vehicles", Says: []table.Remark{table.Cite("MB-B18a")}, Tables: []board.Table{t}}
}

// saves is the table of armour saves (MB-21).
func (k *Game) saves() table.Chapter {
	t := board.Table{Heads: []string{"head.by-armour"}}
	for n := range k.doc.Combat.Saves[0].Needs {
		t.Heads = append(t.Heads, strconv.Itoa(n))
	}
	for _, r := range k.doc.Combat.Saves {
		row := []string{strconv.Itoa(r.Strength)}
		for _, need := range r.Needs {
			text := strconv.Itoa(need) + "+"
			switch {
			case need >= never:
				text = "-"
			case need <= 1:
				text = "card.sure"
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return table.Chapter{Title: "card.saves", Says: []table.Remark{table.Say("card.saves-how", "MB-21")}, Tables: []board.Table{t}}
}

// harm is the table of damage that is in force (MB-22b, MB-23b).
func (k *Game) harm() table.Chapter {
	if !k.detailed() {
		t := board.Table{Heads: []string{"head.failed-by", "head.result"}}
		for _, x := range k.doc.Combat.Simplified {
			t.Rows = append(t.Rows, []string{strconv.Itoa(x.From), "impact." + x.Result})
		}
		return table.Chapter{Title: "card.damage", Says: []table.Remark{table.Cite("MB-22b")}, Tables: []board.Table{t}}
	}
	t := board.Table{Heads: []string{"head.damage-die", "card.column-1", "card.column-2", "card.column-3", "card.column-4"}}
	for i, r := range k.doc.Combat.Detailed {
		die := strconv.Itoa(r.From)
		switch {
		case i == 0:
			die = "card.to " + strconv.Itoa(r.To)
		case r.To == 0:
			die = "card.from " + die
		}
		row := []string{die}
		for _, results := range r.Columns {
			text := ""
			for j, x := range results {
				if j > 0 {
					text += ", "
				}
				text += "damage." + dashed(x)
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return table.Chapter{Title: "card.damage", Says: []table.Remark{table.Cite("MB-23b")}, Tables: []board.Table{t}}
}

// dashed writes a result of the chart as its words' key has it: "loss-d3" for "loss d3".
func dashed(result string) string {
	b := []byte(result)
	for i := range b {
		if b[i] == ' ' {
			b[i] = '-'
		}
	}
	return string(b)
}

// blasts lists the templates (MB-B11).
func (k *Game) blasts() table.Chapter {
	t := board.Table{Heads: []string{"head.template", "head.radius", "head.in-house"}}
	for _, x := range k.doc.Combat.Templates {
		t.Rows = append(t.Rows, []string{"template." + x.ID, short(x.Radius) + `"`, strconv.Itoa(x.Men)})
	}
	return table.Chapter{Title: "card.templates", Says: []table.Remark{table.Cite("MB-B11")}, Tables: []board.Table{t}}
}

// grounds says what the terrain on this table does (MB-1, MB-B5, MB-B7).
func (k *Game) grounds() table.Chapter {
	t := board.Table{Heads: []string{"head.terrain", "head.here", "head.foot", "head.cover", "head.test", "head.note"}}
	for _, x := range k.doc.Terrain {
		var here []string
		for _, f := range k.Features {
			if f.Kind == x.ID {
				here = append(here, f.ID)
			}
		}
		if len(k.Features) > 0 && len(here) == 0 {
			continue
		}
		foot, cover, test, note := "×"+strconv.Itoa(x.Foot), "", "", ""
		if x.Foot == 0 {
			foot = "card.closed"
		}
		if x.Extra > 0 {
			foot = "+" + strconv.Itoa(x.Extra) + `"`
		}
		if x.Cover != "" {
			cover = "cover." + x.Cover
		}
		if x.Row > 0 {
			test = strconv.Itoa(x.Row) + "+"
		}
		switch {
		case x.Still:
			note = "card.still"
		case x.Behind:
			note = "card.behind"
		case x.Tall:
			note = "card.tall"
		}
		if x.HullDown {
			if note != "" {
				note += ", "
			}
			note += "cover.hull-down"
		}
		t.Rows = append(t.Rows, []string{"terrain." + x.ID, strings.Join(here, ", "), foot, cover, test, note})
	}
	return table.Chapter{Title: "card.ground", Says: []table.Remark{table.Say("card.ground-how", "MB-3h")}, Tables: []board.Table{t}}
}
