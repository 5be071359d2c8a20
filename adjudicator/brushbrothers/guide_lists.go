package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// choice tells a side that still musters between which army lists and types of troops it may choose, what they hold, and what the characteristics
// do that it does not have now (BB-A1.1, BB-A1.6, BB-A3.3).
func (k *Game) choice(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "guide.choice"}
	if !slices.Contains(k.mustering(), s) {
		return c
	}
	if ids := k.choices(s); len(ids) > 0 && !k.Own {
		c.Says = append(c.Says, table.Say("brief.lists", "BB-A1.6", table.A("force", k.camp(s).Force)))
		t := board.Table{Title: "guide.lists", Heads: []string{"head.line", "head.strength"}}
		for _, id := range ids {
			if f, ok := k.doc.Force(id); ok {
				t.Rows = append(t.Rows, []string{"line.force " + id, strength(f)})
			}
		}
		c.Tables = append(c.Tables, t)
	}
	if side, ok := k.doc.Side(string(s)); ok && len(side.Troops) > 0 {
		c.Says = append(c.Says, table.Say("brief.troops", "BB-A1.1"))
		t := board.Table{Title: "guide.troops", Heads: []string{"head.line", "head.characteristics"}}
		own, others := k.characteristics(s), []string{}
		for _, id := range side.Troops {
			has, rest := k.doc.characteristicsOf(id)
			t.Rows = append(t.Rows, []string{"line.troops write." + id, spelled(has, rest)})
			others = append(append(others, has...), rest...)
		}
		for _, x := range k.doc.Characteristics {
			if slices.Contains(others, x.ID) && !slices.Contains(own, x.ID) {
				c.Says = append(c.Says, table.Say("trait."+x.ID, x.Rule, table.A("name", x.ID)))
			}
		}
		c.Tables = append(c.Tables, t)
	}
	return c
}

// characteristicsOf returns what a type of troops has, or a nation's mandatory characteristic and those of which it takes one or both (BB-A1.1).
func (d *Document) characteristicsOf(id string) (has, one []string) {
	if n, ok := table.Find(d.Nations, func(n *Nation) bool { return n.ID == id }); ok {
		return []string{n.Mandatory}, n.Optional
	}
	t, _ := table.Find(d.Troops, func(t *Troop) bool { return t.ID == id })
	return t.Characteristics, nil
}

// spelled writes characteristics for a cell: "bold, expert", or "disciplined + bold / fanatical".
func spelled(has, one []string) string {
	words := func(ids []string, between string) string {
		out := make([]string, len(ids))
		for i, id := range ids {
			out[i] = "characteristic." + id
		}
		return strings.Join(out, between)
	}
	if len(one) == 0 {
		return words(has, ", ")
	}
	return words(has, ", ") + " + " + words(one, " / ")
}

// strength writes what a list holds for a cell, equal combat groups together: "chief (veteran: pistol), 3 x group (green: 4 rifles), T26".
func strength(f Force) string {
	var rows []string
	for _, gc := range f.GCs {
		rows = append(rows, manned(gc))
	}
	return strings.Join(together(rows), ", ")
}

// manned writes one combat group of a list.
func manned(gc GC) string {
	u := raise("", gc, "")
	arms := weapons(&u)
	switch {
	case gc.Kind == "vehicle":
		return arms
	case gc.Quality == "": // a chief in his vehicle
		return "kind." + gc.Kind + " (" + arms + ")"
	}
	return "kind." + gc.Kind + " (quality." + gc.Quality + ": " + arms + ")"
}

// together writes equal things once, with their number, in the order in which they first come.
func together(list []string) (out []string) {
	for i, one := range list {
		if slices.Contains(list[:i], one) {
			continue
		}
		n := table.Count(list[i:], func(other string) bool { return other == one })
		if n > 1 {
			one = strconv.Itoa(n) + " x " + one
		}
		out = append(out, one)
	}
	return out
}
