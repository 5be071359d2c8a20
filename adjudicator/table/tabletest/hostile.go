package tabletest

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// hostileLines is how many hostile lines are played in each game of bots; 0 means those of the test.
var hostileLines = flag.Int("hostile-lines", 0, "play so many hostile lines in each game of bots; 0 means those of the test")

// Hostile configures the test with orders by someone who means to break the rules.
type Hostile struct {
	Engine table.Engine
	Setup  table.Setup
	// Sound returns what, if anything, is wrong with a position that one order led to: a unit in two places, more in a hex than may be there,
	// a move beyond the allowance, points out of nothing. before is where the order was given.
	Sound func(before, after table.Game) error
	// Told returns what, if anything, is wrong with the facts reported meanwhile: a unit acts twice, a path jumps, a sum does not add up.
	Told func(facts []table.Fact) error
	// Idle names arguments ("verb.argument", "verb.clause.argument") that may change nothing in such play, each with its reason.
	Idle  map[string]string
	Bot   string // who plays; by default the engine's first bot
	Games int    // how many games are played; 0 means 1
	Lines int    // hostile lines a game; 0 means 60
}

// HostileOrders plays games of bots and, at their windows, lines that no one would write in good faith: units and hexes named twice, paths
// that go back or far away, units of the other side, every word in every place that takes one. It asserts that no line stops the game, that
// every position stays sound, and that no argument is idle: among all the lines in which it was inserted, left out or changed, at least one
// had a different outcome, or its owner was told why not.
func HostileOrders(t *testing.T, c Hostile) {
	t.Helper()
	if c.Games == 0 {
		c.Games = 1
	}
	if c.Lines == 0 {
		c.Lines = 60
	}
	if *hostileLines > 0 {
		c.Lines = *hostileLines
	}
	cfg := Config{Engine: c.Engine, Setup: c.Setup, Bot: c.Bot, Games: c.Games, Most: 2000}
	if names := c.Engine.BotNames(); c.Bot == "" && len(names) > 0 {
		cfg.Bot = names[0]
	}
	seats := c.Setup.Scenario.Seats()
	h := &hostile{Hostile: c, t: t, effect: map[string]*effect{}}
	for n := range c.Games {
		h.played = play(t, cfg, seats, uint64(n)+*first)
		h.pick = dice.NewPractice(h.played.seed + 1000).Pick
		h.game()
	}
	if h.Sound == nil && h.Told == nil {
		t.Error("nothing is said of what a sound position is: hostile lines prove no more than that the game goes on")
	}
	if 2*h.tried < c.Games*c.Lines || h.strange == h.tried || h.changed+h.told == 0 {
		t.Errorf("only %d of %d hostile lines could be tried, %d of them were not understood and %d came to anything else: this proves nothing", h.tried, c.Games*c.Lines, h.strange, h.changed+h.told)
	}
	verbs := c.Engine.Language().Verbs
	for name := range c.Idle {
		verb, _, _ := strings.Cut(name, ".")
		if !slices.ContainsFunc(verbs, func(v orders.Verb) bool { return v.Name == verb }) {
			t.Errorf("%s may be idle, and there is no such verb", name)
		}
	}
	t.Logf("%d lines tried, %d not understood, %d told to be wrong, %d that changed what came", h.tried, h.strange, h.told, h.changed)
	h.idle()
}

// hostile is one run of the law.
type hostile struct {
	Hostile
	t      *testing.T
	played *played
	pick   func(n int) int
	effect map[string]*effect // by verb and argument

	tried, strange, told, changed int
}

// effect is what changing one argument led to.
type effect struct {
	tried, changed int
	example        string
}

// game tries lines at the windows of one game.
func (h *hostile) game() {
	var windows []int
	for i, s := range h.played.seals {
		if slices.ContainsFunc(s.Seats, func(x table.SeatSeal) bool { return len(x.Lines) > 0 }) {
			windows = append(windows, i)
		}
	}
	stops := min(len(windows), 12)
	for n := range stops {
		i := windows[n*len(windows)/stops]
		from, open, ok := h.played.at(i)
		if ok {
			h.window(from, open, i, max(1, h.Lines/stops))
		}
	}
}

// at returns the boundary at which a recorded seal is asked for, or false where that lies inside a step.
func (p *played) at(i int) (table.Game, table.Window, bool) {
	want := p.seals[i].Window
	var open table.Window
	res := p.start.Play(&table.Recorded{Seals: p.seals[:i], Rolls: p.result.Rolls, Led: p.start.Led()}, 0, func(at table.At) bool {
		if at.Window != nil && at.Window.Number == want {
			open = *at.Window
			return true
		}
		return false
	})
	return res.Boundary, open, open.Number == want && res.Halt == nil
}

// window tries lines at one window: each in the place of a line that a bot wrote, or beside them.
func (h *hostile) window(from table.Game, open table.Window, at, lines int) {
	for tried, stop := h.tried, 10*lines; h.tried-tried < lines && stop > 0; stop-- {
		s := open.Seats[h.pick(len(open.Seats))]
		view := from.Knows(s)
		usual := h.sealed(at, s)
		base, slot := h.model(view, open, usual)
		if base.Verb == "" || slot >= 0 && view.Allowed(base) != nil {
			continue
		}
		changed, name, ok := h.distort(view.Lexicon(), base)
		if !ok {
			continue
		}
		h.tried++
		read, ok := view.Read(orders.Canonical(changed))
		if !ok {
			h.strange++
			continue
		}
		h.compare(from, at, s, slot, usual, base, read, name)
	}
}

// sealed returns what a seat sealed in the record.
func (h *hostile) sealed(at int, s table.Seat) table.SeatSeal {
	for _, x := range h.played.seals[at].Seats {
		if x.Seat == s {
			return x
		}
	}
	return table.SeatSeal{Seat: s}
}

// model returns a line to distort: one of the bot's, a legal one, or a standing order made of the words of its verb. slot is its place in
// the program, or -1 for the standing orders.
func (h *hostile) model(view table.View, open table.Window, usual table.SeatSeal) (table.Line, int) {
	switch h.pick(4) {
	case 0:
		if l, ok := h.standing(view); ok {
			return l, -1
		}
	case 1:
		phase := open.Phases[h.pick(len(open.Phases))]
		var some []string
		for text := range view.Options(phase) {
			if some = append(some, text); len(some) == someLines {
				break
			}
		}
		if len(some) > 0 {
			if l, ok := view.Read(some[h.pick(len(some))]); ok {
				return bare(l), h.pick(len(usual.Lines) + 1)
			}
		}
	}
	if len(usual.Lines) == 0 {
		return table.Line{}, 0
	}
	slot := h.pick(len(usual.Lines))
	return bare(usual.Lines[slot]), slot
}

// bare returns a line that has to be written anew.
func bare(l table.Line) table.Line {
	l.Text, l.ID = "", ""
	return l
}

// standing makes a standing order of a verb that allows it.
func (h *hostile) standing(view table.View) (table.Line, bool) {
	var verbs []orders.Verb
	for _, v := range h.Engine.Language().Verbs {
		if v.Standing && v.Name != table.AskVerb { // the kernel's own, with tests of its own
			verbs = append(verbs, v)
		}
	}
	if len(verbs) == 0 {
		return table.Line{}, false
	}
	v := verbs[h.pick(len(verbs))]
	l := table.Line{Verb: v.Name, Standing: true}
	for i := range v.Args {
		if p := &v.Args[i]; !p.Optional || h.pick(2) == 0 {
			value := h.value(view.Lexicon(), p)
			if value == "" {
				if p.Optional {
					continue
				}
				return l, false
			}
			l.Args = append(l.Args, table.Arg{Name: p.Name, Value: value})
		}
	}
	read, ok := view.Read(orders.Canonical(l))
	return bare(read), ok
}

// compare plays the record on with the line and with its distortion.
func (h *hostile) compare(from table.Game, at int, s table.Seat, slot int, usual table.SeatSeal, base, changed table.Line, name string) {
	was, told := h.follow(from, at, s, slot, usual, base)
	if was == "" {
		return
	}
	is, said := h.follow(from, at, s, slot, usual, changed)
	if is == "" {
		return
	}
	e := h.effect[name]
	if e == nil {
		e = &effect{}
		h.effect[name] = e
	}
	e.tried++
	switch {
	case was != is:
		e.changed++
		h.changed++
	case said != told:
		e.changed++
		h.told++
	default:
		e.example = orders.Canonical(base) + "  ->  " + orders.Canonical(changed)
	}
}

// horizon is for how many windows the record is followed after a line.
const horizon = 3

// follow plays on from a window with one line in its place. end is the outcome for the game, told what only the owner was told about his
// lines.
func (h *hostile) follow(from table.Game, at int, s table.Seat, slot int, usual table.SeatSeal, l table.Line) (end, told string) {
	l.ID = "hostile.1"
	mine := table.SeatSeal{Seat: s, Lines: slices.Clone(usual.Lines), Standing: slices.Clone(usual.Standing)}
	switch {
	case slot < 0:
		mine.Standing = append(mine.Standing, l)
	case slot < len(mine.Lines):
		mine.Lines[slot] = l
	default:
		mine.Lines = append(mine.Lines, l)
	}
	w := &asked{witness: witness{dice: h.played.seed}}
	for i := at; i < min(at+horizon, len(h.played.seals)); i++ {
		seal := h.played.seals[i]
		seal.Seats = slices.Clone(seal.Seats)
		if j := slices.IndexFunc(seal.Seats, func(x table.SeatSeal) bool { return x.Seat == s }); j >= 0 {
			if i == at {
				seal.Seats[j] = mine
			} else if slot < 0 {
				seal.Seats[j].Standing = append(slices.Clone(seal.Seats[j].Standing), l)
			}
		} else if i == at {
			seal.Seats = append(seal.Seats, mine)
		}
		for j := range seal.Seats { // an answer to a question that is no longer asked does not count
			seal.Seats[j].Answers = nil
		}
		w.seals = append(w.seals, seal)
	}
	res := from.Play(w, 0, nil)
	if res.Halt != nil {
		h.t.Errorf("%s: %q stops the game: %v\n%s", s, orders.Canonical(l), res.Halt, res.Halt.Stack)
		return "", ""
	}
	if h.Sound != nil {
		if err := h.Sound(from, res.Boundary); err != nil {
			h.t.Errorf("%s: after %q: %v", s, orders.Canonical(l), err)
			return "", ""
		}
	}
	if h.Told != nil {
		if err := h.Told(res.Facts); err != nil {
			h.t.Errorf("%s: after %q: %v", s, orders.Canonical(l), err)
			return "", ""
		}
	}
	end, told = h.outcome(res, s)
	return end + w.questions.String(), told
}

// asked is a witness that keeps what was asked.
type asked struct {
	witness
	questions strings.Builder
}

// See keeps the questions of a window.
func (w *asked) See(open table.Window, _ table.Views) {
	for _, q := range open.Questions {
		fmt.Fprint(&w.questions, "\nasked ", q.Seat, q.Key, q.Options, q.Default)
	}
}

// outcome writes the outcome of a line without the line itself.
func (h *hostile) outcome(res table.Result, s table.Seat) (end, told string) {
	state, err := json.Marshal(res.Views.Describe())
	if err != nil {
		h.t.Fatal(err)
	}
	var all, own strings.Builder
	all.Write(state)
	for _, f := range res.Facts {
		to := &all
		if strings.HasPrefix(f.Kind, "table.") {
			to = &own
		}
		fmt.Fprint(to, "\n", f.Kind, f.Rule, f.At)
		for _, a := range f.Args {
			if a.Name != "text" && a.Name != "line" && a.Name != "id" {
				fmt.Fprint(to, " ", a.Name, "=", a.Value)
			}
		}
	}
	return all.String(), own.String()
}

// idle fails for arguments that never made a difference. A handful of tries proves nothing: a quick run asserts this of hardly
// any argument, one with -hostile-lines 500 of most.
func (h *hostile) idle() {
	const enough = 40
	var names []string
	for name := range h.effect {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		e := h.effect[name]
		if e.tried >= enough && e.changed == 0 && h.Idle[name] == "" {
			h.t.Errorf("%s made no difference in %d lines and nobody was told, such as %s", name, e.tried, e.example)
		}
	}
}
