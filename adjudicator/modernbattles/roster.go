package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// rosters returns the tables of a report: own units, the enemy's as far as they are seen, the objectives and, before play,
// what may be bought. What units can do and fire stands on the card.
func rosters(k *Game, s table.Seat) []board.Table {
	var out []board.Table
	if k.Number == 0 {
		if k.builders() != nil && len(k.Objectives) == 0 {
			out = append(out, k.plot(), k.kindsOfGround())
		}
		if c := k.camp(s); c != nil && c.Budget > 0 && !k.hasArmy(s) {
			out = append(out, k.shop(c))
		}
	}
	for _, c := range k.Camps {
		if s == "" || c.Seat == s {
			out = append(out, k.units(c.Seat, "roster.own", true))
		}
	}
	for _, c := range k.Camps {
		if s != "" && c.Seat != s {
			out = append(out, k.units(c.Seat, "roster.enemy", false))
		}
	}
	out = append(out, k.goalTable())
	return table.Keep(out, func(t board.Table) bool { return len(t.Rows) > 0 })
}

func (k *Game) hasArmy(s table.Seat) bool { return len(k.of(s, func(*Unit) bool { return true })) > 0 }

// plot lists what the players may put on the table (MB-S2).
func (k *Game) plot() board.Table {
	gen := k.doc.Scenario.Generator
	return board.Table{Title: "roster.plot", Heads: []string{"head.what", "head.bound"}, Rows: [][]string{
		{"plot.features", strconv.Itoa(gen.Features)},
		{"plot.gap", short(gen.Gap)},
		{"plot.largest", short(gen.Largest)},
		{"plot.edge", short(gen.Edge)},
	}}
}

// kindsOfGround lists the kinds of terrain that the players may put down, and what each does (MB-1, MB-3).
func (k *Game) kindsOfGround() board.Table {
	t := board.Table{Title: "roster.ground", Heads: []string{"head.what", "head.effect"}}
	for _, f := range k.doc.Laid.Features {
		t.Rows = append(t.Rows, []string{"ground." + f.ID, "effect." + f.ID})
	}
	return t
}

// shop lists the army lists with their prices.
func (k *Game) shop(c *Camp) board.Table {
	t := board.Table{Title: "roster.shop", Heads: []string{"head.list", "head.entry", "head.men", "head.points", "head.may"}}
	t.Rows = append(t.Rows, []string{"roster.budget", "", "", strconv.Itoa(c.Budget), ""})
	gen := k.doc.Scenario.Generator
	if gen.Squads > 0 {
		t.Rows = append(t.Rows, []string{"roster.least", "kind.squad", strconv.Itoa(gen.Squads), "", ""})
	}
	for _, l := range gen.Limits {
		t.Rows = append(t.Rows, []string{"roster.most", "kind." + l.ID, strconv.Itoa(l.Cost), "", ""})
	}
	for _, u := range k.doc.Units {
		if u.List == "" || c.List != "" && u.List != c.List {
			continue
		}
		n := 0
		for _, m := range u.Men {
			n += m.Count
		}
		men := strconv.Itoa(n)
		if v, ok := k.doc.Vehicle(u.Vehicle); ok {
			men = strconv.Itoa(v.Crew)
		}
		var may []string
		for _, id := range u.May {
			p, _ := find(k.doc.Prices.Kit, func(p *Price) string { return p.ID }, id)
			may = append(may, "kit."+id+" +"+strconv.Itoa(p.Cost))
		}
		t.Rows = append(t.Rows, []string{"list." + u.List, "unit." + u.ID, men, strconv.Itoa(u.Points), strings.Join(may, ", ")})
	}
	return t
}

// wares lists what the entries of the army lists can do and fire.
func (k *Game) wares(c *Camp) board.Table {
	t := board.Table{Title: "roster.wares", Heads: []string{"head.entry", "head.m", "head.bs", "head.i", "head.ld", "head.armour", "head.weapons"}}
	for _, e := range k.doc.Units {
		if e.List == "" || c.List != "" && e.List != c.List {
			continue
		}
		u := k.raise(e.ID, c.Seat, e.ID)
		p := u.Profile
		t.Rows = append(t.Rows, []string{"unit." + e.ID, strconv.Itoa(p.Move), strconv.Itoa(p.BS), strconv.Itoa(p.Initiative), strconv.Itoa(k.leadership(u).Total()), k.armourText(u), k.weapons(u)})
	}
	return t
}

// units lists a side's units in play.
func (k *Game) units(s table.Seat, title string, own bool) board.Table {
	t := board.Table{Title: title, Heads: []string{"head.unit", "head.kind", "head.place", "head.men", "head.state"}}
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" }) {
		u := k.unit(id)
		t.Rows = append(t.Rows, []string{id, k.kindName(u), strings.TrimSpace(k.whereText(u) + " " + k.facingText(u)), strconv.Itoa(u.alive()) + "/" + strconv.Itoa(u.Initial), k.stateText(u, own)})
	}
	return t
}

// called returns the names of objectives and ground.
func called(k *Game) []table.Named {
	var out []table.Named
	for _, o := range k.Objectives {
		out = append(out, table.Named{ID: o.ID, Name: o.Name})
	}
	for _, f := range k.Features {
		out = append(out, table.Named{ID: f.ID, Name: f.Name})
	}
	return out
}

// arms lists what a side's units can do and fire; units that can do the same share a row.
func (k *Game) arms(s table.Seat) board.Table {
	t := board.Table{Title: "roster.arms", Heads: []string{"head.unit", "head.m", "head.bs", "head.i", "head.ld", "head.armour", "head.weapons"}}
	for _, id := range k.of(s, func(u *Unit) bool { return u.Out == "" && !u.Tank.Wreck }) {
		u := k.unit(id)
		p := u.Profile
		row := []string{id, strconv.Itoa(p.Move), strconv.Itoa(p.BS), strconv.Itoa(p.Initiative), strconv.Itoa(k.leadership(u).Total()), k.armourText(u), k.weapons(u)}
		if i := slices.IndexFunc(t.Rows, func(r []string) bool { return slices.Equal(r[1:], row[1:]) }); i >= 0 {
			t.Rows[i][0] += ", " + id
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// kindName returns what a unit is, as a word key.
func (k *Game) kindName(u *Unit) string {
	if u.Kind == "crew" {
		return "kind.crew"
	}
	return "unit." + u.Type
}

// whereText tells where a unit stands, or what it is in.
func (k *Game) whereText(u *Unit) string {
	switch {
	case u.Off:
		return "place.off"
	case u.Aboard != "":
		return u.Aboard
	case u.Towed != "":
		return u.Towed
	case u.Inside != "":
		return u.Inside
	}
	return placeText(u.At)
}

func (k *Game) facingText(u *Unit) string {
	if u.Off || u.Inside != "" || u.Aboard != "" {
		return ""
	}
	return strconv.Itoa(u.Facing) + "°"
}

// armourText gives a vehicle's armour: front, side, rear, top.
func (k *Game) armourText(u *Unit) string {
	if !u.vehicle() {
		return ""
	}
	var values []string
	for _, zone := range zones {
		values = append(values, strconv.Itoa(k.armour(u, zone)))
	}
	return strings.Join(values, "/")
}

// weapons lists the weapons that still work, how many men carry each, and what each does: range, dice, strength. Equipment comes last.
func (k *Game) weapons(u *Unit) string {
	var order []string
	count := func(id string) int {
		return table.Count(order, func(o string) bool { return o == id })
	}
	if u.vehicle() {
		for _, a := range u.Tank.Arms {
			order = append(order, a.Weapon)
		}
	} else if u.piece() || u.battery() {
		order = append(order, u.arm())
	} else {
		for _, i := range u.living() {
			order = append(append(order, u.Figures[i].Weapon), u.Figures[i].Also...)
		}
	}
	var parts []string
	for i, id := range order {
		if slices.Contains(order[:i], id) {
			continue
		}
		text := "weapon." + id
		if n := count(id); n > 1 {
			text = strconv.Itoa(n) + " x weapon." + id
		}
		parts = append(parts, text+k.deadly(u, k.weapon(id)))
	}
	for _, kit := range u.Kit {
		if k.Number > 0 && (k.weapon(kit).Strength == 0 || !slices.Contains(order, kit)) {
			parts = append(parts, "kit."+kit)
		}
	}
	return strings.Join(parts, ", ")
}

// deadly tells the range of a weapon, its dice with their strength, its shell and its arc: ` (48" 1 x AP 7, HE 6 medium template, 90°)`.
func (k *Game) deadly(u *Unit, w *Weapon) string {
	text := ""
	if w.Range > 0 {
		text = strconv.Itoa(w.Range) + `"`
	}
	strike := func(kind string, n int) {
		if n > 0 {
			text += " " + kind + " " + strconv.Itoa(n) + ","
		}
	}
	if n := w.Shots + w.Fires; n > 0 {
		text += " " + strconv.Itoa(n) + " x"
	}
	switch {
	case w.Kind != "":
		strike("card.kind-"+w.Kind, w.Strength)
	default:
		strike("head.s", w.Strength)
	}
	if strike("head.he", w.HE); w.HE > 0 && w.Template != "" {
		text = strings.TrimSuffix(text, ",") + " template." + w.Template + ","
	}
	if u.piece() {
		if _, half := k.arc(u); half < 180 {
			text += " " + strconv.Itoa(2*half) + "°"
		}
	}
	if text = strings.TrimSuffix(strings.TrimSpace(text), ","); text == "" {
		return ""
	}
	return " (" + text + ")"
}

// stateText describes what can be seen of a unit's state; for own units also the kit and the salvos left.
func (k *Game) stateText(u *Unit, own bool) string {
	parts := k.badges(u)
	if u.vehicle() && !u.Tank.Wreck && !k.flag(u, "open_topped") {
		parts = append(parts, "hatches."+u.Tank.Hatches)
	}
	if !u.single() && !u.battery() && u.Initial > 1 && u.Formation != "" && u.Inside == "" {
		parts = append(parts, "formation."+u.Formation)
	}
	if rally := k.rallyText(u); own && rally != "" {
		parts = append(parts, rally)
	}
	if c := k.shelter(u); c != "" {
		parts = append(parts, c)
	}
	if own {
		for _, kit := range u.Kit {
			if k.Number == 0 {
				parts = append(parts, "kit."+kit)
			}
		}
		if u.Ammo.Salvos > 0 {
			parts = append(parts, salvosLeft(u.Ammo.Salvos))
		}
	}
	return strings.Join(parts, ", ")
}

// shelter returns the cover that a unit on foot has where it stands, from the nearest enemy.
func (k *Game) shelter(u *Unit) string {
	if !u.foot() || !k.on(u) || u.Inside != "" {
		return ""
	}
	c := k.coverNow(u)
	if c.Level == 0 {
		return ""
	}
	return c.Why
}

// rallyText tells of an own unit that is suppressed or flees what becomes of it at the start of its side's next player turn (MB-10c, MB-R59): the
// score that it needs on two dice, with its chance.
func (k *Game) rallyText(u *Unit) string {
	switch {
	case !u.foot() || u.State == "":
		return ""
	case u.tooFew():
		return "state.too-few"
	}
	if e, d := k.nearestEnemy(u); u.State == fleeing && e != nil && d < k.constants().RallyDistance.Value {
		return "state.no-rally"
	}
	need, ways := k.leadership(u).Total(), 0
	for sum := 2; sum <= min(need, 12); sum++ {
		ways += 6 - max(sum-7, 7-sum)
	}
	return "state.rallies " + strconv.Itoa(need) + " (" + strconv.Itoa(ways) + "/36)"
}

// goalTable lists the objectives and which side holds each.
func (k *Game) goalTable() board.Table {
	t := board.Table{Title: "roster.objectives", Heads: []string{"head.place", "head.at", "head.holder"}}
	for _, o := range k.Objectives {
		holder := "holder.nobody"
		for _, c := range k.Camps {
			if slices.Contains(k.heldBy(c.Seat), o.ID) {
				holder = "side." + string(c.Seat)
			}
		}
		t.Rows = append(t.Rows, []string{o.ID, placeText(place(o.At)), holder})
	}
	return t
}

// salvosLeft counts salvos for a cell of a table.
func salvosLeft(n int) string {
	if n == 1 {
		return "1 state.salvo"
	}
	return strconv.Itoa(n) + " state.salvos"
}
