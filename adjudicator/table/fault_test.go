package table_test

import (
	"iter"
	"strings"
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// toy is a position for rules that break.
type toy struct {
	Turns  int `key:"turns"`
	Secret int `key:"secret"`
}

func (g *toy) Clone() *toy             { c := *g; return &c }
func (g *toy) Known(s table.Seat) *toy { c := *g; c.Secret = 0; return &c }

func toyRules(play func(*toy, *table.Table) table.Then) *table.Rules[*toy, struct{}] {
	return &table.Rules[*toy, struct{}]{
		Name: "toy", Revision: 1, Sequence: []table.Step[*toy]{{Name: "step", Play: play}},
		Decisions: []table.Decision{{ID: "T-D1", Ask: true}},
		Tells:     func(*struct{}) table.Scenario { return sides },
		Setup:     func(*struct{}, []events.Option) *toy { return &toy{} },
		Attach:    func(*toy, *struct{}) {},
		Turn:      func(g *toy) int { return g.Turns },
		Lexicon:   func(*toy, table.Seat) orders.Lexicon { return lexicon{g: &skirmish{}} },
	}
}

// nothing is the setup of a game whose document is empty.
func nothing(t testing.TB, e table.Engine) table.Setup {
	t.Helper()
	s, err := e.Scenario([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	return table.Setup{Scenario: s}
}

func toyGame(t testing.TB, play func(*toy, *table.Table) table.Then) table.Game {
	t.Helper()
	e := table.NewEngine(toyRules(play))
	g, err := e.Open(nothing(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var over = table.Over(table.Ending{})

func question(options ...string) table.Question[*toy, int] {
	return table.Question[*toy, int]{Decision: "T-D1", Seat: south,
		Options: func(*toy) iter.Seq2[string, int] {
			return func(yield func(string, int) bool) {
				for i, o := range options {
					if !yield(o, i) {
						return
					}
				}
			}
		},
		Default: func(*toy) int { return -1 }}
}

// kept is a table that rules keep from one step to the next, which they must not.
var kept *table.Table

// faults are what rules must not do, with the code and the key of the fault that each is found by.
var faults = []struct {
	name, code, key string
	script          *table.Script
	play            func(*toy, *table.Table) table.Then
}{
	{"a nil pointer", table.CodeFault, "1/step", nil, func(*toy, *table.Table) table.Then { var n *toy; n.Turns++; return over }},
	{"an index", table.CodeFault, "1/step", nil, func(*toy, *table.Table) table.Then { var n []int; _ = n[len(n)]; return over }},
	{"a panic of the rules", table.CodeFault, "1/step", nil, func(*toy, *table.Table) table.Then { panic("no such unit") }},
	{"an unknown decision", table.CodeFault, "1/step", nil, func(_ *toy, t *table.Table) table.Then {
		q := question("a", "b")
		q.Decision = "T-D9"
		table.Decide(t, q)
		return over
	}},
	{"a step that is not there", table.CodeFault, "1/step", nil, func(*toy, *table.Table) table.Then { return table.To("elsewhere") }},
	{"an empty pile", table.CodeFault, "1/step", nil, func(_ *toy, t *table.Table) table.Then { t.Draw(south, "counter", nil); return over }},
	{"a loop that calls the table", table.CodeRunaway, "1/step", nil, func(_ *toy, t *table.Table) table.Then {
		for {
			t.Silent(south)
		}
	}},
	{"steps without end", table.CodeRunaway, "1001/step", nil, func(*toy, *table.Table) table.Then { return table.Again }},
	{"a key too long", table.CodeKey, "1/step/" + strings.Repeat("x", 58), nil, func(_ *toy, t *table.Table) table.Then {
		t.Roll(south, strings.Repeat("x", 58), 1, 6)
		return over
	}},
	{"a name that cannot be in a key", table.CodeKey, "1/step", nil, func(_ *toy, t *table.Table) table.Then { t.At("a/b"); return over }},
	{"a roll that nobody scripted", table.CodeRollMissing, "1/step/to hit", nil, func(_ *toy, t *table.Table) table.Then {
		t.Roll(south, "to hit", 1, 6)
		return over
	}},
	{"a value that is not on the die", table.CodeRollDiffers, "1/step/to hit", &table.Script{Dice: []int{7}}, func(_ *toy, t *table.Table) table.Then {
		t.Roll(south, "to hit", 1, 6)
		return over
	}},
	{"a piece that is not in the pile", table.CodeRollDiffers, "1/step/cup", &table.Script{Draws: []string{"green"}}, func(_ *toy, t *table.Table) table.Then {
		t.Draw(south, "cup", []string{"red"})
		return over
	}},
	{"an untold roll", table.CodeUntold, "1/step/to hit", &table.Script{Dice: []int{3}}, func(_ *toy, t *table.Table) table.Then {
		t.Report("T-1", "fire", table.A("roll", t.Roll(south, "to hit", 1, 6).Total()))
		return over
	}},
	{"an open roll told to one side only", table.CodeUntold, "1/step/to hit", &table.Script{Dice: []int{3}}, func(_ *toy, t *table.Table) table.Then {
		t.For(south).Report("T-1", "fire", table.A("roll", t.Roll(south, "to hit", 1, 6)))
		return over
	}},
	{"an unread question", table.CodeUnread, "1/step/T-D1", nil, func(_ *toy, t *table.Table) table.Then {
		table.Put(t, question("a", "b"))
		return over
	}},
	{"a swallowed park", table.CodeSwallowed, "1/step", nil, func(_ *toy, t *table.Table) table.Then {
		func() {
			defer func() { _ = recover() }()
			table.Decide(t, question("a", "b"))
		}()
		return over
	}},
	{"a seal of another window", table.CodeWindow, "1/step/T-D1", &table.Script{Seal: func(table.Window, table.Views) (table.Seal, bool) { return table.Seal{Window: 9}, true }},
		func(_ *toy, t *table.Table) table.Then { table.Decide(t, question("a", "b")); return over }},
	{"a seal for a seat that is not there", table.CodeWindow, "1/step/T-D1", &table.Script{Seals: []table.Seal{{Window: 1, Seats: []table.SeatSeal{{Seat: "east"}}}}},
		func(_ *toy, t *table.Table) table.Then { table.Decide(t, question("a", "b")); return over }},
	{"a table kept from another step", table.CodeFault, "2/step", nil, func(g *toy, t *table.Table) table.Then {
		if kept != nil {
			kept.Silent(south)
		}
		kept = t
		return table.Again
	}},
}

func TestFaultsHaltOneGame(t *testing.T) {
	kept = nil
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			g := toyGame(t, c.play)
			if c.script == nil {
				c.script = &table.Script{}
			}
			res := g.Play(c.script, 1000, nil)
			if res.Halt == nil || res.Halt.Code != c.code || res.Halt.Key != c.key {
				t.Fatalf("halt %v, want %s at %s", res.Halt, c.code, c.key)
			}
			if res.Open != nil || res.Ending != nil || c.code == table.CodeFault && res.Halt.Stack == "" {
				t.Errorf("%+v", res)
			}
		})
	}
}

func TestOneLegalOptionAsksNobody(t *testing.T) {
	for options, want := range map[string]int{"only": 0, "": -1} {
		got := -2
		res := toyGame(t, func(_ *toy, t *table.Table) table.Then {
			got = table.Decide(t, question(strings.Fields(options)...))
			return over
		}).Play(&table.Script{}, 0, nil)
		if res.Ending == nil || got != want {
			t.Errorf("%q: %d, %v", options, got, res.Halt)
		}
	}
	many := strings.Fields(strings.Repeat("o ", 40))
	res := toyGame(t, func(_ *toy, t *table.Table) table.Then { table.Decide(t, question(many...)); return over }).Play(&table.Script{}, 0, nil)
	if q := res.Open.Questions[0]; len(q.Options) != table.Listed || !q.More {
		t.Errorf("%d options are listed, more: %v", len(q.Options), q.More)
	}
}

func TestSecretNamesNeverCountAmongOpenOnes(t *testing.T) {
	res := toyGame(t, func(_ *toy, t *table.Table) table.Then {
		for _, u := range []*table.Table{t, t.For(north), t.For(north).At("N1"), t.For(), t, t.At("S1"), t.At("S1")} {
			u.Report("T-1", "fire", table.A("roll", u.Roll(south, "to hit", 1, 6)))
		}
		return over
	}).Play(&table.Script{Dice: []int{1, 2, 3, 4, 5, 6, 1}}, 0, nil)
	var keys []string
	for _, r := range res.Rolls {
		keys = append(keys, r.Key)
	}
	expect(t, "keys", keys, []string{"1/step/to hit", "1/step/to hit@north", "1/step/N1@north/to hit", "1/step/to hit@", "1/step/to hit#2", "1/step/S1/to hit", "1/step/S1#2/to hit"})
	for _, f := range res.Facts[1:4] {
		if f.Reads(south) {
			t.Errorf("south reads %+v", f)
		}
	}
	if !res.Facts[1].Reads(north) || res.Facts[3].Reads(north) || !res.Facts[4].Reads("") {
		t.Error("who reads what is mixed up")
	}
}

func TestUnusedScriptIsAnError(t *testing.T) {
	s := &table.Script{Dice: []int{1, 2}, Draws: []string{"red"}, Keyed: []table.Scripted{{Key: "to hit", Values: []int{3}}}}
	toyGame(t, func(_ *toy, t *table.Table) table.Then {
		t.Report("T-1", "fire", table.A("roll", t.Roll(south, "to hit", 1, 6)), table.A("again", t.Roll(south, "to hit", 1, 6)))
		return over
	}).Play(s, 0, nil)
	err := s.Done()
	if err == nil || !strings.HasPrefix(err.Error(), table.CodeRollUnasked) || !strings.HasSuffix(err.Error(), "for 2, red") {
		t.Error(err)
	}
}

func TestRulebookFaultsAreListed(t *testing.T) {
	r := toyRules(nil)
	r.Rhythms = []table.Rhythm{{Name: "plan", Mails: []table.Mail{{Phases: []string{"dawn"}}}}}
	dark := func(*toy, table.Seat, string) []string { return []string{"creep"} }
	r.Orders = []table.Order[*toy]{{Verb: orders.Verb{Name: "move", Phases: []string{"dusk"}}}, {Verb: orders.Verb{Name: "ask"}},
		{Verb: orders.Verb{Name: "creep", Standing: true, Only: true}, Options: dark}}
	r.Conditions = []table.Condition[*toy]{{Condition: orders.Condition{Name: "rain"}}, {Condition: orders.Condition{Name: "rain"}}}
	r.Decisions = append(r.Decisions, table.Decision{ID: "T-D1"}, table.Decision{ID: "T-D2", Covert: true, Ask: true})
	defer func() {
		text, _ := recover().(string)
		for _, want := range []string{`"step" has no Play`, `no step "dawn"`, `no step "dusk"`, `"ask" is there twice, or`, `"ask" belongs to no phase`, `"creep" is only a standing order: nothing`, `"rain" is there twice`, `"T-D1": an id`, "T-D2 is covert and asked"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in the list:\n%s", want, text)
			}
		}
	}()
	table.NewEngine(r)
}

func TestDocumentOfAnotherGame(t *testing.T) {
	e := table.NewEngine(toyRules(func(*toy, *table.Table) table.Then { return over }))
	if f := e.Check(7); len(f) != 1 {
		t.Errorf("a number is taken for a document: %v", f)
	}
	if f := e.Check(e.Document()); len(f) != 0 {
		t.Errorf("its own empty document has flaws: %v", f)
	}
	for _, text := range []string{"", "7", `{"a":`} {
		if _, err := e.Scenario([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, err := e.Open(table.Setup{}); err == nil {
		t.Error("a game is opened without a scenario")
	}
	if _, err := e.Open(table.Setup{Scenario: scene(t, start())}); err == nil {
		t.Error("a game is opened of another rulebook's scenario")
	}
}

// onlooker is a World that asks nobody and watches what is settled.
type onlooker struct{ table.Recorded }

func (*onlooker) Settled(table.Seat, string, events.Hash, string) {}

func TestWhatIsKnownIsMadeAnewOnceThePositionHasChanged(t *testing.T) {
	var before, stale, after int
	play := func(told bool) func(*toy, *table.Table) table.Then {
		return func(g *toy, t *table.Table) table.Then {
			look := t.Still()
			before = table.Knows[*toy](look, south).Turns
			g.Turns++
			if told {
				look.Stirred()
			}
			stale = table.Knows[*toy](look, south).Turns
			after = table.Knows[*toy](t, south).Turns
			return over
		}
	}
	for _, c := range []struct {
		told bool
		want [3]int
	}{{true, [3]int{0, 1, 1}}, {false, [3]int{0, 0, 1}}} {
		if res := toyGame(t, play(c.told)).Play(&table.Recorded{}, 0, nil); res.Halt != nil {
			t.Fatal(res.Halt)
		}
		if got := [3]int{before, stale, after}; got != c.want {
			t.Errorf("told %v: %v, want %v", c.told, got, c.want)
		}
		res := toyGame(t, play(c.told)).Play(&onlooker{}, 0, nil)
		if c.told && res.Halt != nil || !c.told && (res.Halt == nil || res.Halt.Code != table.CodeFault) {
			t.Errorf("told %v: a witness sees %v", c.told, res.Halt)
		}
	}
}
