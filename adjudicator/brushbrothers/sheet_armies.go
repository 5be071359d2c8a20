package brushbrothers

import (
	"fmt"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// annexRosters returns the tables that annexes 1, 2 and 4 add to a report: the costs for an army of one's own, what
// each GC cost while it is deployed, the supports in hand, the water.
func annexRosters(k *Game, s table.Seat) []board.Table {
	var out []board.Table
	if c := k.camp(s); c != nil && k.Number == 0 && len(k.Groups) == 0 && k.Own {
		out = append(out, k.musterRoll(), k.defaultList(s), k.prices(), k.fleetPrices(s))
	}
	if s != "" && k.Number == 0 && len(k.Groups) > 0 && (k.Own || k.doc.system() == generator) {
		out = append(out, k.points100(s))
	}
	if c := k.camp(s); c != nil && (c.Points > 0 || len(c.Supports) > 0) {
		out = append(out, k.supportRoster(c))
	}
	if k.doc.Scenario.Wilds.Reserve > 0 && k.Number > 0 {
		t := board.Table{Title: "roster.water", Heads: []string{"head.side", "head.water"}}
		for _, c := range k.Camps {
			t.Rows = append(t.Rows, []string{string(c.Seat), strconv.Itoa(c.Water)})
		}
		out = append(out, t)
	}
	return out
}

// musterRoll says what an army of one's own must be (BB-A1.6, BB-1.5b, BB-A4.4a) and, in the Chaco, where markers go
// (BB-A4.4c).
func (k *Game) musterRoll() board.Table {
	sc := k.doc.Scenario
	t := board.Table{Title: "roster.muster", Heads: []string{"head.muster", "head.limit"}, Rows: [][]string{
		{"muster.points", strconv.Itoa(sc.Budget)}, {"muster.led", fmt.Sprintf("%d-%d", leastGroups, mostGroups)},
	}}
	if sc.Raising.Most > 0 {
		t.Rows = append(t.Rows, []string{"muster.units", fmt.Sprintf("%d-%d", sc.Raising.Least, sc.Raising.Most)})
	}
	if z := sc.Wilds.Zone; len(z) > 0 {
		t.Rows = append(t.Rows, []string{"muster.markers", fmt.Sprintf("%d-%d", slices.Min(z), slices.Max(z))})
	}
	return t
}

// prices returns the chart of BB-A1.6 with the words that orders use, the models whose price differs, and the
// surcharges.
func (k *Game) prices() board.Table {
	t := board.Table{Title: "roster.prices", Heads: []string{"head.word", "head.weapon", "head.green", "head.standard", "head.veteran"}}
	row := func(word, name string, b Base) {
		t.Rows = append(t.Rows, []string{word, name, strconv.Itoa(k.doc.costOf(b, "green")), strconv.Itoa(k.doc.costOf(b, "standard")), strconv.Itoa(k.doc.costOf(b, "veteran"))})
	}
	var done []string
	add := func(id string) {
		if !slices.Contains(done, id) {
			done = append(done, id)
			row("write."+id, "weapon."+id, Base{Weapon: id})
		}
	}
	for _, p := range k.doc.Periods {
		for _, w := range p.Weapons {
			if p.ID == k.doc.Scenario.Period {
				add(w.ID)
			}
		}
	}
	for _, w := range k.doc.Weapons {
		add(w.ID)
	}
	for _, m := range k.doc.Models {
		b := Base{Weapon: m.Weapon, Model: m.ID}
		if k.doc.costOf(b, "standard") != k.doc.costOf(Base{Weapon: m.Weapon}, "standard") {
			row("write."+m.ID, "model."+m.ID, b)
		}
	}
	for _, a := range k.doc.Tables.Surcharges {
		v := strconv.Itoa(a.Value)
		t.Rows = append(t.Rows, []string{"write." + a.ID, "price." + a.ID, v, v, v})
	}
	h := strconv.Itoa(k.doc.Tables.Vehicles.Horse.Cost)
	t.Rows = append(t.Rows, []string{"write.horses", "price.horses", h, h, h}, []string{"", "price.budget", "", "", strconv.Itoa(k.doc.Scenario.Budget)})
	return t
}

// defaultList returns the list that a side gets if it raises no army of its own (BB-D1).
func (k *Game) defaultList(s table.Seat) board.Table {
	t := board.Table{Title: "roster.list", Heads: []string{"head.gc", "head.quality", "head.bases", "head.points"}}
	total := 0
	for _, gc := range k.list(s).GCs {
		u := Group{Model: gc.Vehicle}
		for _, b := range gc.Bases {
			u.Bases = append(u.Bases, Stand{Base: b})
		}
		quality := ""
		if gc.Vehicle == "" {
			quality = "quality." + gc.Quality
		}
		total += gc.Cost
		t.Rows = append(t.Rows, []string{gc.ID, quality, weapons(&u), strconv.Itoa(gc.Cost)})
	}
	t.Rows = append(t.Rows, []string{"price.total", "", "", strconv.Itoa(total)})
	return t
}

// fleetPrices lists the vehicles that a side may raise and what they can do (BB-A1.6d).
func (k *Game) fleetPrices(s table.Seat) board.Table {
	t := board.Table{Title: "roster.fleet", Heads: []string{"head.word", "head.points", "head.ud", "head.poo", "head.pom", "head.armour", "head.range", "head.carries"}}
	for _, v := range k.fleet(s) {
		cells := k.values(v) // its size and its drive would make the table too wide for a letter
		t.Rows = append(t.Rows, append([]string{"vehicle." + v.ID, strconv.Itoa(v.Cost), cells[1]}, cells[3:]...))
	}
	return t
}

// points100 lists what each GC cost, since the vanguard is a share of the budget (BB-A2.2c).
func (k *Game) points100(s table.Seat) board.Table {
	t := board.Table{Title: "roster.points", Heads: []string{"head.gc", "head.points"}}
	total := 0
	for _, gc := range k.list(s).GCs {
		if k.own(s, gc.ID) != nil {
			total += gc.Cost
			t.Rows = append(t.Rows, []string{gc.ID, strconv.Itoa(gc.Cost)})
		}
	}
	t.Rows = append(t.Rows, []string{"price.total", strconv.Itoa(total)})
	return t
}

// supportRoster lists the supports that a side has and, while it may still buy, what they cost.
func (k *Game) supportRoster(c *Camp) board.Table {
	t := board.Table{Title: "roster.supports", Heads: []string{"head.word", "head.support", "head.count"}}
	if k.Number == 0 {
		t.Heads = append(t.Heads, "head.points")
	}
	for _, x := range k.doc.Tables.Supports {
		n := k.held(c.Seat, x.ID)
		switch {
		case k.Number == 0:
			t.Rows = append(t.Rows, []string{"write." + x.ID, "support." + x.ID, strconv.Itoa(n), strconv.Itoa(x.Cost)})
		case n > 0:
			t.Rows = append(t.Rows, []string{"write." + x.ID, "support." + x.ID, strconv.Itoa(n)})
		}
	}
	if k.Number == 0 {
		t.Rows = append(t.Rows, []string{"", "price.budget", "", strconv.Itoa(c.Points)})
		if n := k.spent(c.Seat); n > 0 {
			t.Rows = append(t.Rows, []string{"", "price.left", "", strconv.Itoa(c.Points - n)})
		}
	}
	return t
}
