package conflict

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// card is the reference card: the counters of both sides, the terrain of this map, the dice of an attack, costs, hit counters, works and cards.
// All counters lie open but the hidden ones, which the scenario's lists show too.
func card(k *Game, s table.Seat) []table.Chapter {
	out := []table.Chapter{k.cardCounters(s), k.cardTerrain(), k.cardAttack(), k.cardCosts(), k.cardHits(), k.cardWorks(), k.cardDeck()}
	return slices.DeleteFunc(out, func(c table.Chapter) bool { return len(c.Says)+len(c.Tables) == 0 })
}

// surcharge writes a surcharge of terrain, and a word for ground that may not be entered.
func surcharge(n int) string {
	if n == NA {
		return "card.never"
	}
	return "+" + strconv.Itoa(n)
}

// yes marks in a table what holds.
func yes(holds bool) string {
	if holds {
		return "card.yes"
	}
	return board.Dash
}

// cardCounters is the key to the counters, with the printed values of the types in play.
func (k *Game) cardCounters(s table.Seat) table.Chapter {
	c := table.Chapter{Title: "card.counters", Says: []table.Remark{table.Say("card.key", "CH-1.3a"), table.Say("card.colours", "CH-7.1c")}}
	for _, x := range k.doc.Scenario.Sides {
		title := "roster.printed"
		if side := k.side(s); side != "" && x.ID != side {
			title = "roster.printed-enemy"
		}
		c.Tables = append(c.Tables, k.printed(x.ID, title))
	}
	return c
}

// cardTerrain lists the terrain of this map.
func (k *Game) cardTerrain() table.Chapter {
	c := table.Chapter{Title: "card.ground", Says: []table.Remark{table.Say("card.say.ground", "CH-4.0d")}}
	t := board.Table{Heads: []string{"card.terrain", "card.foot", "card.wheeled", "card.tracked", "card.dm", "card.blocks", "card.cover"}}
	for _, x := range k.doc.Terrain {
		if slices.ContainsFunc(k.Map, func(row string) bool { return strings.Contains(row, x.Code) }) {
			t.Rows = append(t.Rows, []string{"terrain." + x.ID, surcharge(x.Foot), surcharge(x.Wheeled), surcharge(x.Tracked), board.Modifier(x.DM), yes(x.Blocks), yes(x.Cover)})
		}
	}
	c.Tables = append(c.Tables, t)
	n := k.doc.Tables
	if len(k.Roads) > 0 {
		c.Says = append(c.Says, table.Say("card.say.road", "CH-5.0.1a"))
	}
	if len(k.Walls) > 0 {
		c.Says = append(c.Says, table.Say("card.say.wall", "CH-5.0.2b", table.A("ap", n.WallFoot), table.A("dm", n.WallDM)))
	}
	if slices.ContainsFunc(k.Levels, func(row string) bool { return strings.ContainsAny(row, "123") }) {
		c.Says = append(c.Says, table.Say("card.say.levels", "CH-11.0d", table.A("ap", n.Climb), table.A("fp", n.Higher), table.A("dm", n.Below)))
	}
	return c
}

// cardAttack is the procedure of an attack, its modifiers, and the chances of two dice.
func (k *Game) cardAttack() table.Chapter {
	n := k.doc.Tables
	c := table.Chapter{Title: "card.attack", Says: []table.Remark{table.Say("card.say.attack", "CH-7.0c", table.A("critical", n.Critical)), table.Say("card.say.range", "CH-7.7.1a")}}
	mods := board.Table{Title: "card.modifiers", Heads: []string{"card.what", "card.modifier", "card.rule"}}
	for _, x := range []struct {
		name  string
		value int
		rule  string
	}{
		{"short-range", n.Short, "CH-7.7.2a"}, {"long-range", n.Long, "CH-7.7.1a"}, {"close-combat", n.CC, "CH-7.7.3c"}, {"close-combat-white", n.CCWhite, "CH-7.7.3c"},
		{"higher", n.Higher, "CH-11.2b"}, {"card.each-supporter", 1, "CH-9.1.2d"}, {"careful-aim", n.Careful, "CH-C09"},
	} {
		mods.Rows = append(mods.Rows, []string{x.name, board.Modifier(x.value), x.rule})
	}
	odds := board.Table{Title: "card.odds", Heads: []string{"card.needed", "card.chance"}}
	for need := 2; need <= 12; need++ {
		odds.Rows = append(odds.Rows, []string{strconv.Itoa(need) + "+", strconv.Itoa(int(ways(need)*100+18)/36) + " %"})
	}
	c.Tables = append(c.Tables, mods, odds)
	return c
}

// cardCosts lists what actions cost in AP, or CAP.
func (k *Game) cardCosts() table.Chapter {
	n := k.doc.Tables
	t := board.Table{Heads: []string{"card.what", "card.ap", "card.rule"}}
	for _, x := range []struct {
		name string
		ap   int
		rule string
	}{
		{"pivot", n.Pivot, "CH-5.3a"}, {"rally", n.Rally, "CH-7.6a"}, {"hasty", n.Dig, "CH-18.1.3a"}, {"hide", n.Hide, "CH-10.2a"}, {"backward", n.Backward, "CH-5.2a"},
		{"climb", n.Climb, "CH-11.0d"}, {"turret", n.Turret, "CH-15.4a"}, {"cautious", n.Cautious, "CH-5.0.3b"},
	} {
		if x.name == "turret" && !k.fields(func(u *Unit) bool { return k.print(u).Turret }) || x.name == "cautious" && !k.Cautious {
			continue
		}
		t.Rows = append(t.Rows, []string{x.name, strconv.Itoa(x.ap), x.rule})
	}
	return table.Chapter{Title: "card.costs", Says: []table.Remark{table.Say("card.say.costs", "CH-3.0a", table.A("ap", n.AP)), table.Say("card.say.cap", "CH-3.2.2a", table.A("dice", n.CapOnDice))}, Tables: []board.Table{t}}
}

// cardHits lists the hit counters of the piles in play.
func (k *Game) cardHits() table.Chapter {
	c := table.Chapter{Title: "card.hits", Says: []table.Remark{table.Say("card.say.hits", "CH-7.5a"), table.Say("card.say.rally", "CH-7.6b", table.A("cover", k.doc.Tables.RallyCover))}}
	for _, pile := range []string{"foot", "vehicle"} {
		if !k.fields(func(u *Unit) bool { return k.vehicle(u) == (pile == "vehicle") }) {
			continue
		}
		t := board.Table{Title: "card.pile." + pile, Heads: []string{"head.hit", "card.number", "head.fire", "head.move", "card.red", "card.blue", "head.flank", "head.front", "head.range", "card.rally", "card.limits"}}
		for _, h := range k.doc.Hits {
			if h.Pile != pile {
				continue
			}
			row := []string{"hit." + h.ID, strconv.Itoa(h.Count), board.Modifier(h.Fire), board.Modifier(h.Move), board.Modifier(h.Red), board.Modifier(h.Blue), board.Modifier(h.Flank), board.Modifier(h.Front), board.Dash, board.Dash, h.limits()}
			if h.Range > 0 {
				row[8] = strconv.Itoa(h.Range)
			}
			if h.Rally > 0 {
				row[9] = strconv.Itoa(h.Rally) + "+"
			}
			t.Rows = append(t.Rows, row)
		}
		c.Tables = append(c.Tables, t)
	}
	return c
}

// barred are the words' keys of what a unit with a hit counter cannot do.
func (h HitCounter) barred() []string {
	var out []string
	for _, x := range []struct {
		holds bool
		key   string
	}{{h.Destroys, "limit.destroys"}, {h.Only, "limit.only"}, {h.NoFire, "limit.fire"}, {h.NoMove, "limit.move"}, {h.NoPivot, "limit.pivot"}, {h.NoRed, "limit.red"}, {h.NoBlue, "limit.blue"}} {
		if x.holds {
			out = append(out, x.key)
		}
	}
	return out
}

// does are the arguments of a sentence that says what a hit counter does to its unit (CH-7.5a).
func (h HitCounter) does() []table.FactArg {
	out := []table.FactArg{table.A("range", h.Range)}
	for _, x := range []struct {
		name  string
		value int
	}{{"fire", h.Fire}, {"move", h.Move}, {"red", h.Red}, {"blue", h.Blue}, {"flank", h.Flank}, {"front", h.Front}} {
		if x.value != 0 {
			out = append(out, table.A(x.name, board.Modifier(x.value)))
		}
	}
	for _, key := range h.barred() {
		out = append(out, table.A(strings.ReplaceAll(key, ".", "-"), key))
	}
	return out
}

// limits names what a unit with a hit counter cannot do.
func (h HitCounter) limits() string {
	out := h.barred()
	if len(out) == 0 {
		return board.Dash
	}
	return strings.Join(out, ", ")
}

// cardWorks lists the works that lie on the map, and hasty defences.
func (k *Game) cardWorks() table.Chapter {
	t := board.Table{Heads: []string{"card.what", "card.inside-front", "card.inside-flank", "card.all", "card.dr"}}
	for _, w := range k.doc.Works {
		if w.ID != "hasty" && !slices.ContainsFunc(k.Forts, func(f Fort) bool { return f.Type == w.ID }) {
			continue
		}
		dr := board.Dash
		if w.DR > 0 {
			dr = strconv.Itoa(w.DR)
		}
		t.Rows = append(t.Rows, []string{"work." + w.ID, board.Modifier(w.Front), board.Modifier(w.Flank), board.Modifier(w.All), dr})
	}
	return table.Chapter{Title: "card.works", Says: []table.Remark{table.Say("card.say.works", "CH-18.4a")}, Tables: []board.Table{t}}
}

// cardDeck lists the cards of the deck and the weapon cards, with cost, effect, and the words that play them.
func (k *Game) cardDeck() table.Chapter {
	c := table.Chapter{Title: "card.deck"}
	if k.Cards {
		t := board.Table{Heads: []string{"head.means", "card.cost", "card.effect", "card.order"}}
		for _, id := range k.doc.Scenario.Deck.Cards {
			x, ok := k.doc.Card(id)
			if !ok || x.Kind == "event" || x.Kind == "objective" {
				continue
			}
			t.Rows = append(t.Rows, []string{"card." + id, x.price(), "effect." + id, "use." + id})
		}
		c.Tables = append(c.Tables, t)
	}
	w := board.Table{Title: "card.weapons", Heads: []string{"head.means", "card.cost", "head.red", "head.blue", "card.far"}}
	for _, x := range k.doc.Weapons {
		issued := slices.ContainsFunc(k.doc.Scenario.Forces, func(f Force) bool {
			return slices.ContainsFunc(f.Weapons, func(i Issue) bool { return i.Card == x.ID }) || slices.ContainsFunc(f.Strikes, func(i Strike) bool { return i.Card == x.ID })
		})
		if issued {
			w.Rows = append(w.Rows, []string{"weapon." + x.ID, strconv.Itoa(x.Cost), strconv.Itoa(x.Red), strconv.Itoa(x.Blue), board.Modifier(x.Far)})
		}
	}
	if len(w.Rows) > 0 {
		c.Tables = append(c.Tables, w)
	}
	return c
}
