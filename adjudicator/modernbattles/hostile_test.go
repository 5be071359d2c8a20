package modernbattles

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// hostileGames is how many games mischief plays.
var hostileGames = flag.Int("hostile-games", 1, "play so many games of each kind by orders that mean harm")

// described is what may be looked at: a game, or what a seat sees of it.
type described interface{ Describe() *position.State }

// engineOfPositions is the rulebook with a way to the positions themselves: of what is described last.
func engineOfPositions() (table.Engine, func(described) *Game) {
	var last *Game
	open := *Rules
	open.Derived = func(g *Game) any { last = g.Clone(); return nil }
	return table.NewEngine(&open), func(d described) *Game {
		d.Describe()
		return last
	}
}

// mischief is a player who writes what nobody writes in good faith: units and places named twice, several orders for one unit, ways that go back
// or off the table, units of the other side, every word in every place that takes one.
type mischief struct {
	*table.SelfPlay
	now         table.Views
	look        func(described) *Game
	pick        func(int) int
	tried, read int
}

func (m *mischief) See(w table.Window, now table.Views) {
	m.now = now
	m.SelfPlay.See(w, now)
}

// Sealed is what the bots seal, but that in the phases of play two windows of three hold mischief in place of the lines or beside them.
func (m *mischief) Sealed(w table.Window) (table.Seal, bool) {
	seal, ok := m.SelfPlay.Sealed(w)
	for i := range seal.Seats {
		s := &seal.Seats[i]
		if !slices.Contains(w.Seats, s.Seat) || !slices.ContainsFunc(w.Phases, func(p string) bool { return slices.Contains(playPhases, p) }) || m.pick(3) == 0 {
			continue
		}
		lines := m.lines(m.now.Knows(s.Seat), w, s.Seat)
		if m.pick(2) == 0 {
			lines = append(lines, s.Lines...)
		}
		s.Lines = lines
	}
	return seal, ok
}

// lines are what it writes for one window.
func (m *mischief) lines(v table.View, w table.Window, s table.Seat) []table.Line {
	g := m.look(v)
	scribe := &scribe{g: g, side: s, pick: m.pick}
	for _, phase := range w.Phases {
		for text := range v.Options(phase) {
			if scribe.legal = append(scribe.legal, text); len(scribe.legal) > 400 {
				break
			}
		}
	}
	var out []table.Line
	for n := range 48 {
		text := scribe.line()
		m.tried++
		if l, ok := v.Read(text); ok && !l.Standing {
			m.read++
			l.ID = fmt.Sprintf("%d%s.h%d", w.Number, s, n)
			out = append(out, l)
		}
	}
	return out
}

// scribe writes single lines.
type scribe struct {
	g     *Game
	side  table.Seat
	pick  func(int) int
	legal []string
	last  string // unit of the line before: it is often meant again
}

// one takes one of some texts.
func (s *scribe) one(texts ...string) string { return texts[s.pick(len(texts))] }

// unit is mostly one of its own, often the one just named, sometimes an enemy.
func (s *scribe) unit() string {
	side := s.side
	switch s.pick(10) {
	case 0:
		side = s.g.other(side)
	case 1, 2, 3:
		if s.last != "" {
			return s.last
		}
	}
	list := s.g.of(side, func(*Unit) bool { return true })
	if len(list) == 0 {
		return "nobody"
	}
	s.last = list[s.pick(len(list))]
	return s.last
}

func (s *scribe) foe() string {
	list := s.g.of(s.g.other(s.side), func(*Unit) bool { return true })
	if len(list) == 0 || s.pick(12) == 0 {
		return s.unit()
	}
	return list[s.pick(len(list))]
}

// several names some, one of them perhaps twice.
func (s *scribe) several(of func() string) string {
	out := []string{of()}
	for s.pick(3) == 0 {
		out = append(out, s.one(of(), out[0]))
	}
	return strings.Join(out, ",")
}

func (s *scribe) number() string {
	return strconv.Itoa([]int{0, 1, 2, 3, 4, 6, 9, 45, 90, 180, 400, 999}[s.pick(12)])
}

// place is near or far, on the table or off it.
func (s *scribe) place() string {
	at := Point{s.pick(s.g.doc.Scenario.Table.Width + 60), s.pick(s.g.doc.Scenario.Table.Height + 60)}
	if u := s.g.unit(s.last); u != nil && s.pick(2) == 0 {
		at = Point{max(0, u.At.X+s.pick(241)-120), max(0, u.At.Y+s.pick(241)-120)}
	}
	switch s.pick(6) {
	case 0:
		return s.one("forward", "back", "left", "right", "north", "south west") + " " + s.number()
	case 1:
		return "toward " + s.one(s.unit(), s.foe())
	case 2:
		if n := len(s.g.ground.areas); n > 0 {
			return s.g.ground.areas[s.pick(n)].id
		}
	case 3:
		return s.foe()
	}
	return pointText(at)
}

// way is a path, perhaps there and back.
func (s *scribe) way() string {
	out := []string{s.place()}
	for s.pick(2) == 0 {
		out = append(out, s.one(s.place(), out[0]))
	}
	return strings.Join(out, "-")
}

// maybe says a word or leaves it out.
func (s *scribe) maybe(text string) string {
	if s.pick(3) != 0 {
		return ""
	}
	return " " + text
}

// line is one line: a legal one, twice or with a tail of its own, or one made up.
func (s *scribe) line() string {
	if len(s.legal) > 0 && s.pick(4) == 0 {
		text := s.legal[s.pick(len(s.legal))]
		words := strings.Fields(text)
		switch s.pick(4) {
		case 0:
			return text + s.maybe(s.one("double", "triple")) + s.maybe("facing "+s.number())
		case 1:
			if len(words) > 1 {
				return strings.Replace(text, words[1], words[1]+","+words[1], 1)
			}
		case 2:
			if len(words) > 1 {
				return strings.Replace(text, words[1], s.unit(), 1)
			}
		}
		return text
	}
	gait := s.maybe(s.one("normal", "double", "triple"))
	shell := s.maybe(s.one("ap", "he", "heat", "smoke"))
	switch s.pick(20) {
	case 0, 1, 2, 3:
		return "move " + s.unit() + " to " + s.way() + s.maybe("via "+s.way()) + gait + s.maybe("formation "+s.one("open", "grouped", "column")) + s.maybe("facing "+s.one(s.number(), s.place()))
	case 4:
		return "face " + s.unit() + " to " + s.one(s.number(), s.place())
	case 5:
		return "form " + s.unit() + " " + s.one("open", "grouped", "column") + s.maybe("facing "+s.number())
	case 6:
		return "reverse " + s.unit() + " to " + s.place()
	case 7:
		return "enter " + s.unit() + " into " + s.place() + s.maybe("via "+s.way()) + gait + s.maybe("storey "+s.number())
	case 8:
		return s.one("exit ", "man ", "stay ", "unhitch ") + s.unit()
	case 9:
		return "board " + s.unit() + " on " + s.unit() + gait
	case 10:
		return "alight " + s.unit() + s.maybe("to "+s.place())
	case 11:
		return "hitch " + s.unit() + " to " + s.unit()
	case 12:
		return "hatches " + s.several(s.unit) + " " + s.one("open", "closed")
	case 13, 14:
		return "charge " + s.unit() + " at " + s.foe()
	case 15, 16:
		return "shoot " + s.several(s.unit) + " at " + s.several(s.foe) + s.maybe("prefer "+s.one("nearest", "vehicles", "guns,guns")) + s.maybe("with "+s.one("main", "mg", "rifles", "panzerfaust", "main,main", "all")) + shell +
			s.maybe("aiming "+s.one("commander", "officer", "crew", "man")) + s.maybe("poor "+s.one("yes", "no"))
	case 17:
		return "ambush " + s.unit() + " at " + s.place() + s.maybe("with panzerfaust")
	case 18:
		return "indirect " + s.unit() + " at " + s.place() + s.maybe("times "+s.number()) + s.maybe("by "+s.unit()) + shell
	}
	return "hold " + s.several(s.unit) + s.maybe("with "+s.one("main", "rifles"))
}

// TestHostileTurns: whole games in which most windows hold orders that mean harm: nothing stops the game, every position is sound, and no player turn
// made of it what the rules do not allow (MB-B7a, MB-B9, MB-B7j, MB-30b).
func TestHostileTurns(t *testing.T) {
	engine, look := engineOfPositions()
	for _, c := range []struct {
		scenario string
		options  []events.Option
	}{
		{"mill-crossroads", nil},
		{"mill-crossroads", []events.Option{{Name: "MB-19", Value: "yes"}, {Name: "MB-35", Value: "yes"}}},
		{"meeting-engagement", []events.Option{{Name: "list.south", Value: "us_1944"}, {Name: "MB-19", Value: "yes"}}},
	} {
		tried, read := 0, 0
		for n := range *hostileGames {
			r, err := scenarios.Load("modern-battles", c.scenario, Engine.Document())
			if err != nil {
				t.Fatal(err)
			}
			scene := scenariotest.Read(t, engine, r.Document)
			g, err := engine.Open(table.Setup{Scenario: scene, Revision: Rules.Revision, Rhythm: "one-mail", Options: c.options})
			if err != nil {
				t.Fatal(err)
			}
			seats := scene.Seats()
			random := lcg(100 + n)
			m := &mischief{SelfPlay: table.NewSelfPlay(uint64(n)+1, "random", seats), pick: random.n, look: look}
			playHostile(t, g, m, fmt.Sprint(c.scenario, " ", n))
			tried, read = tried+m.tried, read+m.read
		}
		t.Logf("%s %v: %d lines, %d read", c.scenario, c.options, tried, read)
		if read < 60 {
			t.Errorf("only %d lines were read", read)
		}
	}
}

// playHostile plays a game window by window and looks at each position.
func playHostile(t *testing.T, g table.Game, m *mischief, name string) {
	last := 0 // the window at which the last stretch stopped
	for {
		before := m.look(g)
		next := last
		res := g.Play(m, 0, func(at table.At) bool {
			if at.Window == nil || at.Window.Number <= last {
				return false
			}
			next = at.Window.Number
			return true
		})
		if res.Halt != nil {
			t.Fatalf("%s: %v\n%s", name, res.Halt, res.Halt.Stack)
		}
		g = res.Boundary
		after := m.look(res.Views)
		fault := after.sound()
		if fault == nil && before.playing() && last > 0 {
			fault = lawful(before, after, res.Facts)
		}
		if fault != nil {
			var said []string
			if n := len(m.Given); n > 0 {
				for _, s := range m.Given[n-1].Seats {
					for _, l := range s.Lines {
						said = append(said, l.Text)
					}
				}
			}
			var told []string
			for _, f := range res.Facts {
				told = append(told, fmt.Sprint(f.Step, " ", f.Rule, " ", f.Kind, " ", f.Args))
			}
			t.Fatalf("%s, turn %d: %v\n%s\n%s", name, before.Number, fault, strings.Join(said, "\n"), strings.Join(told, "\n"))
		}
		if res.Ending != nil {
			return
		}
		last = next
	}
}

// TestHostileOrders holds the kernel's law of harmful orders: no line stops a game, every position is sound, and no argument is idle.
func TestHostileOrders(t *testing.T) {
	for _, c := range []struct {
		scenario string
		options  []events.Option
	}{
		{"mill-crossroads", nil},
		{"meeting-engagement", []events.Option{{Name: "list.south", Value: "us_1944"}, {Name: "MB-19", Value: "yes"}, {Name: "MB-35", Value: "yes"}}},
	} {
		r, err := scenarios.Load("modern-battles", c.scenario, Engine.Document())
		if err != nil {
			t.Fatal(err)
		}
		engine, look := engineOfPositions()
		tabletest.HostileOrders(t, tabletest.Hostile{
			Engine: engine, Setup: table.Setup{Scenario: scenariotest.Read(t, engine, r.Document), Revision: Rules.Revision, Options: c.options}, Bot: "sensible", Lines: 24,
			Sound: func(_, after table.Game) error { return look(after).sound() },
		})
	}
}
