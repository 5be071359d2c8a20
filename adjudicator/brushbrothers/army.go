package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// A player may raise an army of his own (BB-A1.6, BB-D1), GC by GC: a chief first, then those he leads. Each line is
// checked with its arithmetic when it is read. If a line or the army as a whole breaks the rules, the list is refused
// and the player is asked again. Names follow the order of the lines: CH, CH2, G1, G2, A1, V1 ...

// list returns the army of a side: raised by its player, or a list of the document.
func (g *Game) list(s table.Seat) Force {
	c := g.camp(s)
	f, _ := g.doc.Force(c.Force)
	if c.Nation != "" {
		f.Troop, f.Nation = c.Nation, ""
		if g.doc.isNation(c.Nation) {
			f.Troop, f.Nation = "", c.Nation
		}
	}
	if len(c.Army) > 0 {
		f.ID, f.GCs = "own", c.Army
	}
	return f
}

// isNation reports whether a name is a nation of BB-A1.1; otherwise it is a type of troops of a period.
func (d *Document) isNation(id string) bool {
	return slices.ContainsFunc(d.Nations, func(n Nation) bool { return n.ID == id })
}

// facultative lists the characteristics that the types of troops of an army may have (BB-A3.3, BB-A4.2). There are none
// where the scenario gives the side its own.
func (g *Game) facultative(s table.Seat, f Force) []string {
	if side, _ := g.doc.Side(string(s)); len(side.Characteristics) > 0 {
		return nil
	}
	types := []string{f.Troop}
	for _, gc := range f.GCs {
		types = append(types, gc.Troop)
	}
	var out []string
	for _, t := range g.doc.Troops {
		if slices.Contains(types, t.ID) {
			out = append(out, t.Characteristics...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// mayTakeOptional implements BB-A3.3 and BB-A4.2: a type of troops may have the characteristics of its row, two at
// most, all optional. Its player takes both, one or none of them.
func mayTakeOptional(k *Game, s table.Seat, want []string) *table.Refusal {
	may, rule := k.facultative(s, k.list(s)), "BB-A3.3"
	if k.doc.Scenario.Period == "chaco" {
		rule = "BB-A4.2"
	}
	if len(may) == 0 {
		return refuse("no-choice", "BB-A1.2", table.A("force", k.camp(s).Force))
	}
	if slices.Equal(want, []string{nothing}) {
		return nil
	}
	if slices.ContainsFunc(want, func(id string) bool { return !slices.Contains(may, id) || count(want, id) > 1 }) {
		return refuse("traits-of-type", rule, table.A("optional", may))
	}
	return nil
}

// mayTakeTroops implements BB-A1.1, BB-A3.3 and BB-A4.2: the scenario says which nation or type of troops a side may
// be.
func mayTakeTroops(k *Game, s table.Seat, l table.Line) *table.Refusal {
	want := orders.Value(l.Args, "troops")
	side, _ := k.doc.Side(string(s))
	switch {
	case !slices.Contains(side.Troops, want):
		r := refuse("no-such-troops", "BB-A1.1", table.A("troops", want))
		for _, id := range side.Troops {
			r.Legal = append(r.Legal, "troops "+id)
		}
		return r
	case len(k.camp(s).Army) > 0 && k.doc.isNation(want):
		return refuse("troops-first", "BB-A1.1", table.A("troops", want))
	}
	return nil
}

// mayRaise checks one GC of an army against those raised before it.
func mayRaise(k *Game, s table.Seat, l table.Line) *table.Refusal {
	gc, r := k.recruit(s, l)
	if r != nil {
		return r
	}
	return k.mayEnlist(s, gc)
}

// recruit reads a GC from an order line. Its chief is the one raised last before it.
func (k *Game) recruit(s table.Seat, l table.Line) (GC, *table.Refusal) {
	gc := GC{Kind: orders.Value(l.Args, "kind"), Quality: orders.Value(l.Args, "quality")}
	for _, p := range orders.List(l.Args, "plus") { // a surcharge named twice is paid once
		gc.Surcharges = table.With(gc.Surcharges, p)
	}
	if !k.Own {
		return gc, refuse("no-raising", "BB-A1.6")
	}
	if l.Verb == "vehicle" {
		return k.requisition(s, orders.Value(l.Args, "role"), orders.Value(l.Args, "model"))
	}
	gc.Mounts = slices.ContainsFunc(gc.Surcharges, rides) // BB-R42
	gc.Surcharges = slices.DeleteFunc(gc.Surcharges, rides)
	var r *table.Refusal
	if gc.Bases, r = k.equip(orders.List(l.Args, "bases"), orders.Value(l.Args, "second")); r != nil {
		return gc, r
	}
	switch gc.Kind {
	case "chief":
		gc.Surcharges = append([]string{"chief"}, gc.Surcharges...)
	case "group":
		gc.Surcharges = append([]string{"nco"}, slices.DeleteFunc(gc.Surcharges, func(p string) bool { return p == "nco" })...)
	}
	k.enrol(s, &gc)
	return gc, nil
}

func rides(plus string) bool { return plus == "horses" || plus == "bicycles" }

// enrol gives a GC its name, its chief, its troops and its cost.
func (k *Game) enrol(s table.Seat, gc *GC) {
	c := k.camp(s)
	n := 1
	for _, o := range c.Army {
		if letter(o.Kind) == letter(gc.Kind) {
			n++
		}
		switch {
		case o.Kind == "chief":
			gc.Chief, gc.Leader = o.ID, ""
		case gc.Vehicle != "" && len(gc.Surcharges) == 0 && slices.Contains(o.Surcharges, "nco") && o.Vehicle != "":
			gc.Leader = o.ID // BB-10.1: the last vehicle group leader before it
		}
	}
	gc.ID = letter(gc.Kind) + strconv.Itoa(n)
	if gc.Kind == "chief" {
		gc.Chief = ""
		if n == 1 {
			gc.ID = letter(gc.Kind)
		}
	}
	if c.Nation != "" && !k.doc.isNation(c.Nation) {
		gc.Troop = c.Nation
	}
	gc.Cost = k.doc.Cost(*gc)
}

// letter returns the letters with which the names of GCs of a kind begin.
func letter(kind string) string {
	switch kind {
	case "chief":
		return "CH"
	case "group":
		return "G"
	case "vehicle":
		return "V"
	}
	return "A"
}

// equip reads bases. "2 rifle lmg" means two bases of rifles and an LMG. "nco smg" makes that base the NCO's (without
// "nco" it is the first one, BB-R64). "no-reroll" and "partial-reroll" apply to the base before them (BB-A1.6c). A
// model stands for its weapon (BB-A1.5).
func (k *Game) equip(words []string, second string) ([]Base, *table.Refusal) {
	var out []Base
	many, lead, led, open := 1, false, false, "" // open: a word that applies to the next weapon
	for _, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			if many > 1 || open == "1" {
				return nil, refuse("no-weapon-behind", "BB-A1.6", table.A("word", open))
			}
			many, open = n, w
			continue
		}
		switch w {
		case "nco":
			if led {
				return nil, refuse("one-nco", "BB-1.3d")
			}
			lead, led, open = true, true, w
			continue
		case "no-reroll", "partial-reroll":
			if len(out) == 0 || out[len(out)-1].Weapon != "lmg" && out[len(out)-1].Weapon != "mmg" || out[len(out)-1].Model != "" {
				return nil, refuse("no-reroll-choice", "BB-A1.6c", table.A("word", w))
			}
			out[len(out)-1].Reroll = strings.TrimSuffix(strings.TrimPrefix(w, "no-"), "-reroll")
			if w == "no-reroll" {
				out[len(out)-1].Reroll = "none"
			}
			continue
		}
		b := Base{Weapon: w}
		for _, m := range k.doc.Models {
			if m.ID == w {
				b = Base{Weapon: m.Weapon, Model: m.ID}
			}
		}
		if m, ok := k.doc.GunModel(w); ok {
			b = Base{Weapon: m.Weapon, Model: m.ID}
		}
		weapon, ok := k.doc.Arm(b)
		if !ok {
			return nil, refuse("no-such-weapon", "BB-4.5", table.A("weapon", w), table.A("period", k.doc.Scenario.Period))
		}
		if carriesSecond(weapon) {
			b.Second = "rifle" // BB-14.1b
			if second != "" {
				b.Second = second
			}
		}
		for range many {
			b.NCO = lead
			out, lead = append(out, b), false
		}
		many, open = 1, ""
	}
	if open != "" {
		return nil, refuse("no-weapon-behind", "BB-A1.6", table.A("word", open))
	}
	if second != "" && !slices.ContainsFunc(out, func(b Base) bool { return b.Second != "" }) {
		return nil, refuse("no-second", "BB-14.1b", table.A("weapon", second))
	}
	if len(out) > 0 && !slices.ContainsFunc(out, func(b Base) bool { return b.NCO }) {
		out[0].NCO = true
	}
	return out, nil
}

// carriesSecond reports whether a weapon's crew has a second one: the weapons of BB-14.1b, whose shots are limited.
func carriesSecond(w Weapon) bool { return w.Shots > 0 }

// mayEnlist checks what the rules ask of one GC of an army (BB-1.3, BB-1.5, BB-A1.6), given those raised before it.
func (k *Game) mayEnlist(s table.Seat, gc GC) *table.Refusal {
	c := k.camp(s)
	bases := len(gc.Bases)
	single := gc.Kind == "chief" && gc.Vehicle == "" || gc.Kind == "autonomous" || gc.Kind == "gun"
	guns := slices.ContainsFunc(gc.Bases, func(b Base) bool { w, _ := k.doc.Weapon(b.Weapon); return w.Gun })
	switch {
	case bases == 0 && gc.Vehicle == "":
		return refuse("no-bases", "BB-1.3a", table.A("unit", gc.ID))
	case bases > k.doc.Tables.Capacity:
		return refuse("too-many-bases", "BB-1.3a", table.A("unit", gc.ID), table.A("bases", bases), table.A("most", k.doc.Tables.Capacity))
	case single && bases != 1:
		return refuse("one-base", "BB-1.5d", table.A("unit", gc.ID), table.A("bases", bases))
	case guns != (gc.Kind == "gun"):
		return refuse("gun-alone", "BB-R29", table.A("unit", gc.ID))
	case gc.Mounts && gc.Kind == "gun":
		return refuse("gun-rides", "BB-R42", table.A("unit", gc.ID))
	case gc.Kind != "chief" && slices.Contains(gc.Surcharges, "charismatic"):
		return refuse("charismatic-chief", "BB-A1.4", table.A("unit", gc.ID))
	case gc.Kind == "chief" && slices.Contains(gc.Surcharges, "nco"):
		return refuse("chief-no-nco", "BB-A1.6b", table.A("unit", gc.ID))
	}
	if groups := k.led(c.Army, gc.Chief); gc.Kind == "group" && groups >= mostGroups {
		return refuse("too-many-groups", "BB-1.5b", table.A("unit", gc.ID), table.A("chief", gc.Chief), table.A("most", mostGroups))
	}
	if most := k.doc.Scenario.Raising.Most; most > 0 && len(c.Army) >= most {
		return refuse("too-many-units", "BB-A4.4a", table.A("unit", gc.ID), table.A("most", most))
	}
	if budget := k.doc.Scenario.Budget; budget > 0 {
		if sum := k.bill(c.Army, gc); sum.Total() > budget {
			return refuse("over-budget", "BB-A1.6", table.A("unit", gc.ID), table.A("sum", sum), table.A("budget", budget))
		}
	}
	return nil
}

// leastGroups and mostGroups limit how many groups a section has under its chief (BB-1.5b).
const leastGroups, mostGroups = 2, 4

// requisition reads a vehicle from an order line (BB-A1.6d): a row of the tables that is open to its nation or its war.
func (k *Game) requisition(s table.Seat, role, model string) (GC, *table.Refusal) {
	gc := GC{Kind: "vehicle", Quality: "standard"}
	var near []string // "Sherman" is enough if only one is called that
	for _, v := range k.fleet(s) {
		if v.Called(model) {
			gc.Vehicle = v.ID
		}
		if strings.Contains(plain(v.ID), plain(model)) {
			near = append(near, v.ID)
		}
	}
	if gc.Vehicle == "" && len(near) == 1 && len(plain(model)) > 2 {
		gc.Vehicle = near[0]
	}
	if gc.Vehicle == "" {
		r := refuse("no-such-vehicle", "BB-12", table.A("vehicle", model))
		for _, v := range k.fleet(s) {
			r.Legal = append(r.Legal, "vehicle "+v.ID)
		}
		return gc, r
	}
	switch role {
	case "leader":
		gc.Surcharges = []string{"nco"}
	case "chief":
		gc.Kind, gc.Surcharges = "chief", []string{"chief"}
	}
	k.enrol(s, &gc)
	return gc, nil
}

// Called reports whether name means this vehicle: by its name, or by its id with or without the letters of its war
// ("es_t26", "t26").
func (v Vehicle) Called(name string) bool {
	if plain(v.ID) == plain(name) || slices.ContainsFunc(v.Also, func(other string) bool { return plain(other) == plain(name) }) {
		return true
	}
	_, rest, ok := strings.Cut(v.ID, "_")
	return ok && (v.List == "spain" || v.List == "chaco" || v.List == "any") && plain(rest) == plain(name)
}

// plain returns a name without the differences in how people write it.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '_', '-', '/', '.', '(', ')', '\'':
			return -1
		case 'é', 'è', 'ê':
			return 'e'
		case 'ö', 'ô':
			return 'o'
		case 'ñ':
			return 'n'
		}
		return r
	}, strings.ToLower(name))
}

// fleet lists the vehicles that a side may raise: those of its nation or its war, those of all nations, and transports
// (BB-12, BB-13, BB-A3.4, BB-A4.3).
func (k *Game) fleet(s table.Seat) []Vehicle {
	lists := []string{"transport"}
	if n := k.nation(s); n != nil {
		lists = append(lists, n.Vehicles...)
	}
	for _, p := range k.doc.Periods {
		if p.ID == k.doc.Scenario.Period {
			lists = append(lists, p.Vehicles...)
		}
	}
	return table.Keep(k.doc.Vehicles, func(v Vehicle) bool { return slices.Contains(lists, v.List) })
}

// led counts the groups under a chief.
func (k *Game) led(army []GC, chief string) int {
	return table.Count(army, func(o GC) bool { return o.Kind == "group" && o.Chief == chief })
}

// bill returns the cost of an army with one more GC (BB-A1.6): what was raised before, the bases, the surcharges.
func (k *Game) bill(army []GC, gc GC) table.Sum {
	before := 0
	for _, o := range army {
		before += o.Cost
	}
	sum, bases, rest := table.Base("raised", before, "BB-A1.6"), 0, gc.Cost
	for _, b := range gc.Bases {
		bases += k.doc.costOf(b, gc.Quality)
	}
	sum, rest = sum.Plus("bases", bases, "BB-A1.6a"), rest-bases
	for _, p := range gc.Surcharges {
		for _, a := range k.doc.Tables.Surcharges {
			if a.ID == p {
				sum, rest = sum.Plus("surcharge-"+p, a.Value, "BB-A1.6b"), rest-a.Value
			}
		}
	}
	return sum.Plus("vehicle", rest, "BB-A1.6d")
}

// mayMarch checks what the rules ask of the whole army (BB-1.5b, BB-A4.4a).
func (k *Game) mayMarch(s table.Seat) *table.Refusal {
	army := k.camp(s).Army
	for _, o := range army {
		n := k.led(army, o.ID)
		for _, v := range army {
			if v.Kind == "vehicle" && v.Chief == o.ID {
				n++ // a vehicle is a GC like any other (BB-9.2)
			}
		}
		if o.Kind == "chief" && n < leastGroups {
			return refuse("too-few-groups", "BB-1.5b", table.A("chief", o.ID), table.A("groups", n), table.A("least", leastGroups))
		}
	}
	if least := k.doc.Scenario.Raising.Least; len(army) < least {
		return refuse("too-few-units", "BB-A4.4a", table.A("units", len(army)), table.A("least", least))
	}
	return nil
}

// enlist reads what a side orders for its army. It returns false if a list of its own breaks the rules; then none of it
// is kept.
func (g *Game) enlist(t *table.Table, s table.Seat) bool {
	c := g.camp(s)
	wanted, last, claimed, chosen := 0, table.Line{}, table.Line{}, table.Line{}
	anew := func() { // characteristics belong to the list or the troops named before them
		if c.Traits != nil {
			t.Refuse(s, chosen, refuse("traits-first", "BB-A1.2"))
		}
		c.Traits = nil
	}
	wanted += table.Count(t.Pending(s, "forces"), raises)
	for l := range t.Orders(s, "forces") {
		switch {
		case raises(l):
			if gc, r := g.recruit(s, l); r == nil && (gc.Kind == "chief" || gc.Chief != "") {
				c.Army, last = append(c.Army, gc), l
			} else if r == nil { // only here is it known which line came before
				t.Refuse(s, l, refuse("chief-first", "BB-1.5a", table.A("unit", gc.ID)))
			}
		case l.Verb == "force":
			anew()
			c.Force, c.Army, c.Nation = orders.Value(l.Args, "force"), nil, ""
		case l.Verb == "troops":
			anew()
			c.Nation, claimed = orders.Value(l.Args, "troops"), l
		default:
			c.Traits, chosen = orders.List(l.Args, "traits"), l
		}
	}
	if wanted == 0 {
		if c.Nation != "" { // a list has its own nation
			t.Refuse(s, claimed, refuse("troops-army", "BB-A1.1", table.A("troops", c.Nation)))
			anew()
			c.Nation = ""
		}
		c.Refused = false
		return true
	}
	var r *table.Refusal
	if len(c.Army) == wanted {
		if r = g.mayMarch(s); r == nil {
			c.Refused = false
			return true
		}
		t.Refuse(s, last, r)
	}
	t.For(s).Report("BB-A1.6", "army-refused", table.A("units", len(c.Army)), table.A("of", wanted))
	c.Army, c.Nation, c.Traits, c.Refused = nil, "", nil, true
	return false
}

// raises reports whether a line adds a GC to an army.
func raises(l table.Line) bool { return l.Verb == "raise" || l.Verb == "vehicle" }
