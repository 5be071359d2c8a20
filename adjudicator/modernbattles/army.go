package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var armyOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "army", Phases: []string{"army"}, Rule: "MB-B28",
		Args: []orders.Param{{Name: "units", Kind: orders.KindText}}},
		Check: checkArmy, Options: armyIdeas, Sure: true},
	{Verb: orders.Verb{Name: "register", Phases: []string{"army"}, Rule: "MB-33a",
		Args: []orders.Param{{Name: "at", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "code", Kind: orders.KindText, Prefix: "as"}}},
		Check: checkRegister, Options: registerIdeas, Sure: true},
}

// item is one entry of an army as a player writes it.
type item struct {
	entry UnitType
	count int
	kit   []string
}

// buyers returns the sides that build an army by points (MB-D1) or write down pre-registered fires (MB-D3).
func (g *Game) buyers() []table.Seat {
	if g.Number > 0 || g.Opening != "" {
		return nil
	}
	return table.SeatsWhere(g.Camps, func(c *Camp) bool { return c.Budget > 0 || c.May > 0 })
}

// price returns what a unit costs with its additions (MB-B28).
func (d *Document) price(u UnitType, added []string) int {
	n := d.basePrice(u)
	for _, k := range added {
		n += cost(d.Prices.Kit, k)
	}
	return n
}

func cost(list []Price, id string) int {
	p, _ := find(list, func(p *Price) string { return p.ID }, id)
	return p.Cost
}

// basePrice returns the price of a unit without additions (MB-B28). A unit of men costs its figures, weapons, kit and
// leaders; supports include their crew; vehicles have a formula.
func (d *Document) basePrice(u UnitType) int {
	switch u.Kind {
	case "vehicle":
		v, _ := d.Vehicle(u.Vehicle)
		return d.hullPrice(v)
	case "weapon", "gun", "battery":
		n := cost(d.Prices.Supports, u.Weapon)
		switch u.Profile {
		case "veteran", "elite":
			n = (n*d.Prices.Veteran + 99) / 100
		case "recruit":
			n = (n*d.Prices.Recruit + 99) / 100
		}
		if u.Kind == "battery" {
			return cost(d.Prices.Supports, u.Weapon)
		}
		return n
	}
	n := 0
	for _, m := range u.Men {
		each := cost(d.Prices.Figures, u.Profile) + cost(d.Prices.Roles, m.Role)
		if m.Role != "observer" { // his carbine is included
			each += cost(d.Prices.Weapons, m.Weapon)
		}
		for _, w := range m.Also {
			each += cost(d.Prices.Weapons, w)
		}
		n += each * m.Count
	}
	for _, k := range u.Kit {
		n += cost(d.Prices.Kit, k)
	}
	return n
}

// hullPrice is the formula for vehicles, checked against the Sherman's printed 115.
func (d *Document) hullPrice(v *VehicleType) int {
	p := d.Prices.Vehicle
	switch {
	case v.Drive == "half_track":
		return p.HalfTrack.Cost
	case slices.Contains(v.Flags, "unarmoured"):
		return p.Unarmoured.Cost
	}
	n := v.Front*v.Front + v.Side*v.Side + v.Rear*v.Rear + v.Top*v.Top + v.GunStrength*v.GunStrength
	n += p.Move.Cost*(v.Move-8) + p.BS.Cost*(v.BS-3) + p.Initiative.Cost*(v.Initiative-3) + p.Leadership.Cost*(v.Leadership-6) + p.MachineGuns.Cost*(v.MachineGuns-2)
	for _, price := range []Price{p.SlowTurret, p.OpenTopped, p.HullGun} {
		if slices.Contains(v.Flags, price.ID) {
			n += price.Cost
		}
	}
	return max(n, p.Least.Cost)
}

// readArmy reads an army list in its canonical form: "2 rifle squad with bayonets + radio, light mortar + radio, M4 Sherman (75)".
func (g *Game) readArmy(s table.Seat, text string) ([]item, *table.Refusal) {
	var out []item
	list := g.camp(s).List
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		it := item{count: 1}
		name, kit := part, ""
		for _, with := range []string{" " + kitWord + " ", "+"} {
			if a, b, ok := strings.Cut(part, with); ok {
				name, kit = strings.TrimSpace(a), b
				break
			}
		}
		e, ok := g.listed(list, name) // before the number, because "105 mm battery" is an entry
		if head, rest, two := strings.Cut(name, " "); !ok && two {
			if n, err := strconv.Atoi(head); err == nil {
				it.count, name = n, rest
				e, ok = g.listed(list, name)
			}
		}
		if !ok {
			return nil, refuse("no-entry", "MB-B28", table.A("name", name), table.A("entries", g.listing(list)))
		}
		if list == "" {
			list = e.List
		}
		if it.count < 1 || it.count > 40 {
			return nil, refuse("no-count", "MB-B28", table.A("name", name), table.A("count", it.count))
		}
		it.entry = e
		for _, k := range strings.FieldsFunc(strings.ReplaceAll(kit, " "+kitAnd+" ", "+"), func(r rune) bool { return r == '+' || r == '&' }) {
			k = strings.TrimSpace(k)
			id, ok := g.kitNamed(e, k)
			switch {
			case !ok && len(e.May) == 0:
				return nil, refuse("no-kit-at-all", "MB-D1", table.A("name", k), table.A("unit", e.ID))
			case !ok:
				return nil, refuse("no-kit", "MB-D1", table.A("name", k), table.A("unit", e.ID), table.A("may", e.May))
			}
			w, _ := g.doc.Weapon(id)
			if most, has := max(w.PerSquad, 1), times(id, it.kit); has >= most || slices.Contains(e.Kit, id) {
				return nil, refuse("kit-again", "MB-B26", table.A("name", "kit."+id), table.A("unit", e.ID), table.A("most", most))
			}
			it.kit = append(it.kit, id)
		}
		out = append(out, it)
	}
	return out, nil
}

// times counts how often an id occurs in a list.
func times(id string, list []string) int {
	return table.Count(list, func(o string) bool { return o == id })
}

// listed finds an entry by its id or its name in any language, in one list or in all of them.
func (g *Game) listed(list, name string) (UnitType, bool) {
	want := spelled(name)
	for _, u := range g.doc.Units {
		if list != "" && u.List != list || u.List == "" {
			continue
		}
		if isCalled(want, u.ID, u.Name) {
			return u, true
		}
	}
	return g.listedInPart(list, want)
}

// listedInPart finds the one entry whose name in any language contains all the words that a player wrote: Pak 40, Sherman 75.
func (g *Game) listedInPart(list string, words []string) (UnitType, bool) {
	holds := func(name string) bool {
		has := spelled(name)
		return !slices.ContainsFunc(words, func(w string) bool {
			return !slices.ContainsFunc(has, func(h string) bool { return sameWord(w, h) })
		})
	}
	found := table.Keep(g.doc.Units, func(u UnitType) bool {
		return u.List != "" && (list == "" || u.List == list) && slices.ContainsFunc(append(u.Name.All(), u.ID), holds)
	})
	if len(words) == 0 || len(found) != 1 {
		return UnitType{}, false
	}
	return found[0], true
}

var wordBreaks = strings.NewReplacer("_", " ", "(", " ", ")", " ", "-", " ")

// spelled returns the folded words of a name.
func spelled(s string) []string {
	return strings.Fields(orders.Fold(wordBreaks.Replace(s)))
}

// sameWord reports whether two folded words are one, but for an ending of at most two letters that one of them has, as the plural of
// many languages does.
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	ending, ok := strings.CutPrefix(b, a)
	return ok && (ending == "" || len(a) >= 3 && len(ending) <= 2 && !strings.ContainsAny(b, "0123456789"))
}

// isCalled reports whether the words of a name are an id or one of its names.
func isCalled(want []string, id string, name Words) bool {
	return slices.ContainsFunc(append(name.All(), id), func(n string) bool { return slices.EqualFunc(want, spelled(n), sameWord) })
}

// listing lists the entries of a list.
func (g *Game) listing(list string) []string {
	return table.Pick(g.doc.Units, func(u *UnitType) (string, bool) { return u.ID, u.List != "" && (list == "" || u.List == list) })
}

// kitNamed finds an addition to an entry by its name.
func (g *Game) kitNamed(u UnitType, name string) (string, bool) {
	for _, k := range u.May {
		p, _ := find(g.doc.Prices.Kit, func(p *Price) string { return p.ID }, k)
		if isCalled(spelled(name), k, p.Name) {
			return k, true
		}
	}
	return "", false
}

// judgeArmy checks an army against points and limits (MB-B28, MB-S2).
func (g *Game) judgeArmy(s table.Seat, army []item) (int, *table.Refusal) {
	total, squads := 0, 0
	var kinds []string
	for _, it := range army {
		total += it.count * g.doc.price(it.entry, it.kit)
		for range it.count {
			kinds = append(kinds, it.entry.Kind)
		}
		if it.entry.Kind == "squad" {
			squads += it.count
		}
	}
	gen := g.doc.Scenario.Generator
	switch c := g.camp(s); {
	case len(army) == 0:
		return 0, refuse("empty-army", "MB-B28")
	case total > c.Budget:
		return total, refuse("too-dear", "MB-B28", table.A("points", total), table.A("of", c.Budget))
	case squads < gen.Squads:
		return total, refuse("few-squads", "MB-D1", table.A("squads", squads), table.A("least", gen.Squads))
	}
	for _, l := range gen.Limits {
		n := table.Count(kinds, func(k string) bool { return k == l.ID })
		if n > l.Cost {
			return total, refuse("too-many", "MB-D1", table.A("kind", "kind."+l.ID), table.A("count", n), table.A("most", l.Cost))
		}
	}
	return total, nil
}

func checkArmy(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if c := k.camp(s); c == nil || c.Budget == 0 {
		return refuse("no-budget", "MB-D1")
	}
	army, r := k.readArmy(s, orders.Value(l.Args, "units"))
	if r == nil {
		_, r = k.judgeArmy(s, army)
	}
	return r
}

// muster creates the units of an army; they wait off the table to be deployed.
func (g *Game) muster(s table.Seat, army []item) {
	for i := range g.Units {
		if g.Units[i].Side == s {
			g.Units[i].Out = "left"
		}
	}
	g.Units = slices.DeleteFunc(g.Units, func(u Unit) bool { return u.Side == s })
	for _, it := range army {
		for range it.count {
			u := g.raise(g.freshID(s, it.entry), s, it.entry.ID)
			for _, k := range it.kit {
				if w, ok := g.doc.Weapon(k); ok { // a man carries an anti-tank grenade
					g.arm(u, w.ID)
					continue
				}
				u.Kit = append(u.Kit, k)
			}
			slices.Sort(u.Kit)
			u.Kit = slices.Compact(u.Kit)
			u.Points, u.Off = g.doc.price(it.entry, it.kit), true
			g.Units = append(g.Units, *u)
		}
	}
}

// arm gives a further weapon to the first of the rank and file without one.
func (g *Game) arm(u *Unit, weapon string) {
	for i := range u.Figures {
		if f := &u.Figures[i]; f.Role == "" && len(f.Also) == 0 {
			f.Also = append(f.Also, weapon)
			return
		}
	}
}

// freshID returns a free id for a bought unit: the first letter of its seat, or the whole seat if both begin alike, and what it is.
func (g *Game) freshID(s table.Seat, e UnitType) string {
	code := strings.ToUpper(string(s[:1]))
	if o := g.other(s); o != "" && o[:1] == s[:1] {
		code = strings.ToUpper(string(s))
	}
	tag := ""
	switch e.Kind {
	case "hq":
		tag = "HQ"
	case "sniper":
		tag = "SN"
	case "observer":
		tag = "FO"
	case "battery":
		tag = "BT"
	case "gun":
		tag = "GUN"
	case "team":
		tag = "TM"
	case "vehicle":
		tag = "T"
	case "weapon":
		tag = "MG"
		if w, _ := g.doc.Weapon(e.Weapon); w.Class == "mortar" {
			tag = "MO"
		}
	}
	for n := 1; ; n++ {
		id := code + "-" + tag
		if n > 1 || tag == "" || tag == "T" {
			id += strconv.Itoa(n)
		}
		if g.unit(id) == nil {
			return id
		}
	}
}

// checkRegister checks a pre-registered fire (MB-33a): at most three places, each with its own name.
func checkRegister(k *Game, s table.Seat, l table.Line) *table.Refusal {
	c := k.camp(s)
	if c == nil || c.May == 0 {
		return refuse("no-registered", "MB-33a")
	}
	code := codeName(orders.Value(l.Args, "code"))
	if _, ok := k.fixed(s, orders.Value(l.Args, "at")); !ok {
		return refuse("no-place", "MB-B1", table.A("unit", code), table.A("place", orders.Value(l.Args, "at")))
	}
	if code == "" || k.landmarkTaken(code) || slices.ContainsFunc(c.Registered, func(r Spot) bool { return r.Code == code }) {
		return refuse("code-taken", "MB-33a", table.A("name", code))
	}
	if len(c.Registered) >= c.May {
		return refuse("registered-full", "MB-33a", table.A("most", c.May))
	}
	return nil
}

// codeName returns a code name as it is kept: capitals, digits and underscores.
func codeName(s string) string {
	f := strings.ToUpper(orders.Fold(s))
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, f), "_")
}

func (g *Game) landmarkTaken(code string) bool {
	return g.area(code) != nil || g.unit(code) != nil || slices.ContainsFunc(g.Objectives, func(o Objective) bool { return o.ID == code })
}

// codeNames are the names of fires that their owner has not named himself: words of the radio alphabet, the same in every language.
var codeNames = []string{"ABLE", "BAKER", "CHARLIE", "DOG", "EASY", "FOX", "GEORGE", "HOW", "ITEM", "JIG"}

// freeCode returns the first code name that a side has not taken yet.
func (g *Game) freeCode(c *Camp) string {
	for _, code := range codeNames {
		if !g.landmarkTaken(code) && !slices.ContainsFunc(c.Registered, func(r Spot) bool { return r.Code == code }) {
			return code
		}
	}
	return "KING_" + strconv.Itoa(len(c.Registered)+1)
}

func registerIdeas(k *Game, s table.Seat, _ string) (out []string) {
	c := k.camp(s)
	if c == nil || len(c.Registered) >= c.May {
		return
	}
	for _, o := range k.Objectives {
		out = append(out, "register at "+pointText(place(o.At))+" as "+k.freeCode(c))
	}
	return out
}

// armyIdeas proposes an army that fits the points; see usualArmy.
func armyIdeas(k *Game, s table.Seat, _ string) (out []string) {
	c := k.camp(s)
	if c == nil || c.Budget == 0 {
		return
	}
	for _, l := range k.doc.Lists {
		if c.List != "" && c.List != l.ID {
			continue
		}
		if army := k.usualArmy(s, l.ID); len(army) > 0 {
			out = append(out, armyLine(army))
		}
	}
	return out
}

// adds puts one more unit into an army, and reports whether the army may have it (MB-B28); that squads are still missing is no hindrance.
func (g *Game) adds(s table.Seat, army *[]item, e UnitType) bool {
	next := slices.Clone(*army)
	if i := slices.IndexFunc(next, func(it item) bool { return it.entry.ID == e.ID }); i >= 0 {
		next[i].count++
	} else {
		next = append(next, item{entry: e, count: 1})
	}
	if _, r := g.judgeArmy(s, next); r != nil && r.Code != "mb.few-squads" {
		return false
	}
	*army = next
	return true
}

// usualArmy is the army of a side that names none: a headquarters, the squads required, then one of each other entry in the
// order of the list as far as the points allow, then more squads.
func (g *Game) usualArmy(s table.Seat, list string) []item {
	var army []item
	add := func(e UnitType) bool { return g.adds(s, &army, e) }
	var squad UnitType
	for _, e := range g.doc.Units {
		if e.List == list && e.Kind == "squad" && squad.ID == "" {
			squad = e
		}
	}
	for range max(g.doc.Scenario.Generator.Squads, 1) {
		add(squad)
	}
	for _, e := range g.doc.Units {
		if e.List == list && e.Kind != "squad" && e.Kind != "battery" {
			add(e)
		}
	}
	for range 10 {
		if !add(squad) {
			break
		}
	}
	if _, r := g.judgeArmy(s, army); r != nil {
		return nil
	}
	return army
}

// armyStep reads both sides' armies and pre-registered fires; neither side sees the other's.
func (g *Game) armyStep(t *table.Table) table.Then {
	if g.Number > 0 || g.Opening != "" {
		return table.Next
	}
	for _, s := range g.seats() {
		c := g.camp(s)
		t := t.For(s)
		for l := range t.Orders(s, "army") {
			switch l.Verb {
			case "army":
				army, _ := g.readArmy(s, orders.Value(l.Args, "units"))
				g.enrol(t, s, army, false)
			case "register":
				p, _ := g.fixed(s, orders.Value(l.Args, "at"))
				g.inscribe(t, c, Spot{codeName(orders.Value(l.Args, "code")), p}, false)
			}
		}
		if c.Budget > 0 && !slices.ContainsFunc(g.Units, func(u Unit) bool { return u.Side == s }) {
			list := c.List
			if list == "" {
				list = g.doc.Lists[0].ID
			}
			g.enrol(t, s, g.usualArmy(s, list), true)
		}
		for _, o := range g.Objectives { // MB-D3: without an order the objectives are registered
			if len(c.Registered) < c.May && !slices.ContainsFunc(c.Registered, func(r Spot) bool { return r.At == place(o.At) }) {
				g.inscribe(t, c, Spot{g.freeCode(c), place(o.At)}, t.Since(2)) // 2: it is told that nobody ordered it
			}
		}
	}
	return table.Next
}

// enrol musters an army. usual marks the default army of a side that named no legal army itself.
func (g *Game) enrol(t *table.Table, s table.Seat, army []item, usual bool) {
	total, r := g.judgeArmy(s, army)
	if r != nil {
		return
	}
	c := g.camp(s)
	c.List = army[0].entry.List
	g.muster(s, army)
	ids := g.of(s, func(*Unit) bool { return true })
	args := []table.FactArg{table.A("side", s), table.A("list", "list."+c.List), table.A("units", ids), table.A("points", total), table.A("of", c.Budget)}
	if usual {
		args = append(args, table.A("usual", true))
	}
	t.Report("MB-B28", "army", args...)
}

// inscribe writes down a pre-registered fire. usual tells that it is one that no order names.
func (g *Game) inscribe(t *table.Table, c *Camp, s Spot, usual bool) {
	c.Registered = append(c.Registered, s)
	args := []table.FactArg{table.A("code", s.Code), table.A("at", spotText(s.At))}
	if usual {
		args = append(args, table.A("usual", true))
	}
	t.Report("MB-33a", "registered", args...)
}
