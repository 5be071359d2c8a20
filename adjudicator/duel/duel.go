// Package duel is the teaching game: the shortest rulebook that has everything, kept as living documentation. Two
// patrols of scouts hunt one another among ruins. To write a rulebook, copy this package and scenarios/duel, change one
// thing after another, and let "fieldpost game check NAME" say what is missing.
//
//	duel.go         the Rules value that ties everything together, and the position: what it is, what a seat knows,
//	                how it begins, how it is shown
//	rules.go        the sequence of play as straight-line code: one function per step, each fact with the number of its rule
//	orders.go       the verbs with their legality and their proposals, and the one question put to a player
//	guide.go        what a player without the rulebook is told: task, chart, what his scouts can do now
//	scenarios/duel  the scenario and the numbers of the charts, the rules in words, everything that players write and read
//
// By convention g is the true position, which the procedures use, and k is what a seat knows of it: a position of the
// same type with the rest left out. Legality checks, proposals, policies, defaults, maps and bots get a k, so they
// cannot give away what they cannot see.
package duel

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name: "duel", Prefix: "DU", Revision: 1,
	Sequence: []table.Step[*Game]{
		{Name: "move", Who: (*Game).seats, Play: (*Game).move},
		{Name: "fire", Who: (*Game).seats, Play: (*Game).fire},
		{Name: "end", Play: (*Game).end},
	},
	Rhythms: []table.Rhythm{
		{Name: "phases"},
		{Name: "turn", Mails: []table.Mail{{Phases: []string{"move", "fire"}}}},
	},
	Orders: verbs, Decisions: decisions,
	Check: check, Tells: tells, Setup: setUp, Attach: (*Game).attach, Correct: (*Game).correct,
	Turn: func(g *Game) int { return g.Number }, Lexicon: lexicon, Sheet: sheet, Rosters: rosters, Guide: guide,
	Bots: []table.Bot[*Game]{{Name: "hunter", Write: hunter}},
}

// Engine is the rulebook for programs that do not know the type of its position.
var Engine = table.NewEngine(Rules)

// Document is a scenario with its charts, under the keys of the files in scenarios/duel.
type Document struct {
	Scenario Scenario `json:"scenario"`
	Tables   Tables   `json:"tables"`
}

// Scenario is a map, two patrols and a number of turns.
type Scenario struct {
	table.Header
	Turns int      `json:"turns" check:"required,min=1,max=40"`
	Map   []string `json:"map" check:"required"` // the north row first: "." open ground, "#" ruins
	Sides []Side   `json:"sides" check:"required,min=2,max=2"`
}

// Side is a patrol.
type Side struct {
	table.Party
	Men []Man `json:"men" check:"required"`
}

// Tables holds the numbers of the rules.
type Tables struct {
	Range int `json:"range" check:"required,min=1"`       // of fire, in places (DU-3.1)
	Hit   int `json:"hit" check:"required,min=1,max=6"`   // needed at a distance of one place (DU-3.2)
	Cover int `json:"cover" check:"max=0"`                // added to the roll against ruins (DU-3.2)
	Nerve int `json:"nerve" check:"required,min=1,max=6"` // needed to stay unhurt (DU-4.2)
}

// Game is a position. It holds plain values under keys that never change; it is stored and hashed that way.
type Game struct {
	doc  *Document // never changes, so it is not part of the position and all copies share it
	grid board.Grid

	Number int   `key:"turn"`
	Men    []Man `key:"men" id:"man"` // those who are not out
}

// Man is a scout. A scenario gives only his name and his place.
type Man struct {
	ID     string     `json:"id" check:"required" key:"man"`
	At     string     `json:"at" check:"required" key:"at"`
	Side   table.Seat `json:"-" key:"side"`
	Seen   bool       `json:"-" key:"seen"`   // by the enemy (DU-5.1)
	Done   bool       `json:"-" key:"done"`   // has moved or fired in this phase
	Pinned int        `json:"-" key:"pinned"` // until the end of this turn (DU-4.1)
}

func (m *Man) name() string { return string(m.Side) + "." + m.ID }

// Clone returns an independent copy of the position.
func (g *Game) Clone() *Game {
	c := *g
	c.Men = slices.Clone(g.Men)
	return &c
}

// Known returns the position as a seat knows it (DU-5.1): without the enemies that it does not see.
func (g *Game) Known(s table.Seat) *Game {
	k := g.Clone()
	k.Men = slices.DeleteFunc(k.Men, func(m Man) bool { return m.Side != s && !m.Seen })
	return k
}

// check finds what is wrong with a document beyond its form: here, anything that would make a map unplayable.
func check(d *Document) (flaws []table.Flaw) {
	if len(d.Scenario.Map) == 0 {
		return []table.Flaw{{Path: "scenario.map", Message: "there is none"}}
	}
	grid, err := board.NewHex(board.FlatHex, len(d.Scenario.Map[0]), len(d.Scenario.Map), board.Options{})
	if err != nil {
		return []table.Flaw{{Path: "scenario.map", Message: err.Error()}}
	}
	var taken []string
	for i, s := range d.Scenario.Sides {
		for j, m := range s.Men {
			if grid.Code(d.Scenario.Map, m.At) == 0 || slices.Contains(taken, m.At) || slices.Contains(taken, m.ID) {
				flaws = append(flaws, table.Flaw{Path: fmt.Sprintf("scenario.sides[%d].men[%d]", i, j), Message: m.ID + " or " + m.At + " is there twice, or no place"})
			}
			taken = append(taken, m.ID, m.At)
		}
	}
	return flaws
}

// tells returns what a scenario says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	return table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
}

// setUp returns the position before the first step.
func setUp(d *Document, _ []events.Option) *Game {
	g := &Game{Number: 1}
	g.attach(d)
	for _, s := range d.Scenario.Sides {
		for _, m := range s.Men {
			m.Side = table.Seat(s.ID)
			g.Men = append(g.Men, m)
		}
	}
	g.look()
	return g
}

// attach gives a position that was read back the parts that never change.
func (g *Game) attach(d *Document) {
	g.doc = d
	g.grid, _ = board.NewHex(board.FlatHex, len(d.Scenario.Map[0]), len(d.Scenario.Map), board.Options{}) // check has made sure of it
}

// correct changes a position by hand ("set:" in try files). All keys are those of the position; what is seen follows
// from them.
func (g *Game) correct(s *position.Setting) error {
	if err := s.Merge(g); err != nil {
		return err
	}
	for _, m := range g.Men {
		if !g.grid.Has(m.At) || table.IndexOf(g.doc.Scenario.Sides, m.Side) < 0 {
			return fmt.Errorf("%s: no such place or side", m.ID)
		}
	}
	g.look()
	return nil
}

// lexicon returns what a seat may call by name.
func lexicon(k *Game, s table.Seat) orders.Lexicon {
	return &table.Lexicon{Grid: k.grid, Units: k.men(s), Foes: k.men(k.enemy(s)), Parties: k.seats()}
}

// sheet draws the map, with the moves and shots of the facts.
func sheet(k *Game, _ table.Seat, facts []table.Fact) board.Sheet {
	sh := board.NewSheet(fmt.Sprintf("%d/%d", k.Number, k.doc.Scenario.Turns), k.grid, []board.Terrain{
		{Code: ".", Look: "clear", Name: "terrain.open", Speak: "."}, {Code: "#", Look: "buildings", Name: "terrain.ruins", Speak: "#"},
	}, func(p string) board.Cell {
		return board.Cell{Place: p, Code: string(k.grid.Code(k.doc.Scenario.Map, p))}
	})
	for _, m := range k.Men {
		sh.Counters = append(sh.Counters, board.Counter{ID: m.name(), Side: table.IndexOf(k.doc.Scenario.Sides, m.Side), Place: m.At, Symbol: "infantry", Top: m.ID})
	}
	for _, f := range facts {
		k.trace(&sh, f)
	}
	return sh
}

// trace draws one fact. That of a move does not say where it began.
func (k *Game) trace(sh *board.Sheet, f table.Fact) {
	unit := f.Text("unit")
	side, _, _ := strings.Cut(unit, ".")
	a := board.Arrow{Side: table.IndexOf(k.doc.Scenario.Sides, table.Seat(side)), ID: unit}
	switch f.Kind {
	case "moves":
		a.Kind, a.Path = "move", []string{f.Text("to")}
	case "fires":
		i := slices.IndexFunc(k.Men, func(m Man) bool { return m.name() == f.Text("target") })
		if i < 0 {
			return // he is out
		}
		a.Kind, a.Path, a.Hit = "fire", []string{f.Text("from"), k.Men[i].At}, f.Holds("hit")
	default:
		return
	}
	sh.Arrows = append(sh.Arrows, a)
}

func rosters(k *Game, _ table.Seat) []board.Table {
	t := board.Table{Title: "roster.men", Heads: []string{"roster.man", "roster.at"}}
	for _, m := range k.Men {
		t.Rows = append(t.Rows, []string{m.name(), m.At})
	}
	return []board.Table{t}
}

// hunter is a bot: it fires at everything it sees and moves at random.
func hunter(d *table.Draft[*Game]) {
	d.Some("fire", "fire", len(d.Known.Men))
	d.Some("move", "move", len(d.Known.Men))
}
