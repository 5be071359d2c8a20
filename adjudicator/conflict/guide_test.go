package conflict_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
	phrases "fieldpost/scenarios/words"
	"fieldpost/scenarios/words/wordstest"
)

// at opens a scenario and plays it by bots up to its nth window.
func at(t testing.TB, scenario, options string, seed uint64, n int) (table.Game, table.Window) {
	t.Helper()
	r, err := scenarios.Load("conflict-of-heroes", scenario, conflict.Engine.Document())
	if err != nil {
		t.Fatal(err)
	}
	scene := scenariotest.Read(t, conflict.Engine, r.Document)
	s := table.Setup{Scenario: scene, Revision: 1, Rhythm: "pulse"}
	for _, o := range strings.Fields(options) {
		id, value, _ := strings.Cut(o, "=")
		s.Options = append(s.Options, events.Option{Name: id, Value: value})
	}
	g, err := conflict.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	var open table.Window
	res := g.Play(table.NewSelfPlay(seed, "sensible", scene.Seats()), 0, func(at table.At) bool {
		if at.Window != nil {
			open = *at.Window
			n--
		}
		return n < 0
	})
	return res.Boundary, open
}

// saidBy gathers everything that the guide says to the seats of a window, as if it were facts.
func saidBy(g table.Game, w table.Window) []table.Fact {
	var out []table.Fact
	say := func(list ...table.Remark) {
		for _, r := range list {
			out = append(out, table.Fact{Kind: r.Key, Rule: r.Rule, Args: r.Args})
		}
	}
	chapters := func(list []table.Chapter) {
		for _, c := range list {
			if c.Title != "" {
				say(table.Say(c.Title, ""))
			}
			say(c.Says...)
			for _, x := range c.Tables {
				for _, key := range append(slices.Clone(x.Heads), x.Title) {
					if strings.Contains(key, ".") {
						say(table.Say(key, ""))
					}
				}
				for _, key := range slices.Concat(x.Rows...) {
					if strings.Contains(key, ".") && !strings.ContainsAny(key, " ,") && !strings.HasPrefix(key, "CH-") {
						say(table.Say(key, ""))
					}
				}
			}
		}
	}
	for _, seat := range w.Seats {
		v := g.Knows(seat)
		chapters(v.Briefing())
		chapters(v.Card())
		for _, p := range v.Prospects(w.Phases) {
			say(p.Says)
			for _, c := range p.Chance {
				say(table.Say(c.Result, ""))
			}
		}
		own := v.Lexicon().Own()
		for i, id := range own {
			chapters(v.Reach(id))
			say(v.Sight(id, own[len(own)-1-i])...)
		}
	}
	return out
}

// Everything that the guide says in games of each scenario has words in all languages, with no place left empty and no key shown.
func TestGuideHasWords(t *testing.T) {
	books := wordstest.Books(t, "conflict-of-heroes")
	list, err := scenarios.List("conflict-of-heroes")
	if err != nil {
		t.Fatal(err)
	}
	var facts []table.Fact
	for i, s := range list {
		for n := range 5 {
			options := "cautious=yes"
			if i == 0 {
				options = "cards=yes variable_ap=open"
			}
			facts = append(facts, saidBy(at(t, s.Name, options, uint64(n+1), 2*n))...)
		}
	}
	wordstest.Facts(t, facts, books...)
}

// TestShotsAreSaid: Germans who face Soviets in the open are told the total that hits them and its exact chance (CH-7.0c, CH-7.8), which is
// also that of rehearsals.
func TestShotsAreSaid(t *testing.T) {
	g, w := at(t, "hill-205", "", 3, 1)
	shots := 0
	for _, seat := range w.Seats {
		for _, p := range g.Knows(seat).Prospects(w.Phases) {
			if p.Says.Key != "can.fire" || len(p.Chance) == 0 {
				continue
			}
			shots++
			need := p.Says.Args[slices.IndexFunc(p.Says.Args, func(a table.FactArg) bool { return a.Name == "need" })].Value.(int)
			throws := int64(0)
			for a := 1; a <= 6; a++ {
				for b := 1; b <= 6; b++ {
					if a+b >= need {
						throws++
					}
				}
			}
			if c := p.Chance[0]; c.Num*36 != throws*c.Den {
				t.Errorf("%q needs %d: %d in %d", p.Line, need, c.Num, c.Den)
			}
		}
	}
	if shots == 0 {
		t.Fatal("nobody is told of a target")
	}
}

// TestShotsInEveryLanguage: ready lines of fire introduce the target with a word of the player's language, never with the argument's name.
func TestShotsInEveryLanguage(t *testing.T) {
	language, err := phrases.Language(conflict.Engine)
	if err != nil {
		t.Fatal(err)
	}
	grammar, shots := orders.NewGrammar(language), 0
	g, w := at(t, "hill-205", "", 3, 1)
	for _, seat := range w.Seats {
		v := g.Knows(seat)
		parser := grammar.Parser(v.Lexicon())
		for _, p := range v.Prospects(w.Phases) {
			if p.Says.Key != "can.fire" {
				continue
			}
			shots++
			read := parser.Parse(p.Line, 1)
			if len(read.Lines) != 1 || len(read.Faults) > 0 || orders.Value(read.Lines[0].Args, "at") == "" {
				t.Fatalf("%q is read as %+v", p.Line, read)
			}
			for lang, at := range map[orders.Lang]string{orders.English: " at ", "fr": " sur ", "de": " auf "} {
				if said := parser.Spoken(read.Lines[0], lang); !strings.Contains(said, at) || strings.Contains(said, "=") {
					t.Errorf("in %s %q is %q", lang, p.Line, said)
				}
			}
		}
	}
	own, enemy := g.Knows("german").Lexicon().Own()[0], g.Knows("german").Lexicon().Enemies()[0]
	parser := grammar.Parser(g.Knows("german").Lexicon())
	if said := parser.Spoken(parser.Parse("tirer "+own+" "+enemy+" besoin 8", 1).Lines[0], "fr"); said != "tirer "+own+" sur "+enemy+" besoin 8" {
		t.Errorf("a shot whose target was written without a word before it comes back as %q", said)
	}
	if shots == 0 {
		t.Fatal("nobody is told of a target")
	}
}

// BenchmarkProspects: all prospects of a side are asked for with every report.
func BenchmarkProspects(b *testing.B) {
	g, w := at(b, "hill-205", "", 3, 2)
	v := g.Knows(w.Seats[0])
	b.ResetTimer()
	for range b.N {
		v.Prospects(w.Phases)
	}
}

// TestSetUpOffersEveryUnit: the form of a set-up has a line for each unit that stands, where it stands, for the hidden minefields, and nothing that
// stands fixed is said to be free (CH-1.0e, CH-18.3.3a).
func TestSetUpOffersEveryUnit(t *testing.T) {
	g, w := at(t, "hill-205", "", 1, 0)
	for seat, want := range map[table.Seat][]string{
		"german": {"assign grenades R1", "place R1 at B05 facing NE", "place R2 at B06 facing NE", "place R3 at B09 facing NE", "place R4 at B10 facing NE", "place LMG1 at B05 facing NE", "place LMG2 at B09 facing NE",
			"place HMG at B06 facing NE", "place ENG1 at B05 facing NE", "place ENG2 at B09 facing NE", "place MO at A05 facing NE"},
		"soviet": {"mine D06 E04", "assign molotov MG", "place MG at G06 facing SW", "place R1 at F06 facing SW", "place R2 at F08 facing SE", "place MO at I06 facing SW", "place H1 at E07 facing SW",
			"place H2 at D08 facing SW", "place SMG at C03 facing SE"},
	} {
		var got []string
		for _, p := range g.Knows(seat).Prospects(w.Phases) {
			got = append(got, p.Line)
			said := table.Fact{Args: p.Says.Args}
			if free := len(said.List("rows"))+len(said.List("hexes")) > 0; free != (seat == "german" && p.Unit != "" || strings.HasPrefix(p.Line, "mine") || p.Unit == "H1" || p.Unit == "H2" || p.Unit == "SMG") {
				t.Errorf("%s: may it stand elsewhere? %v", p.Line, free)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is offered %q, not %q", seat, got, want)
		}
	}
}

// TestNothingIsOfferedThatCannotBePaid: what is offered for CAP costs no more of them than its side has (CH-3.2.2a), and an entry that ends the
// activation of other units says so (CH-3.0d).
func TestNothingIsOfferedThatCannotBePaid(t *testing.T) {
	paid, ends := 0, 0
	for n := range 14 {
		g, w := at(t, "couriers-satchel", "", 5, n)
		for _, seat := range w.Seats {
			v := g.Knows(seat)
			score := v.Rosters()[0]
			i := slices.IndexFunc(score.Rows, func(r []string) bool { return r[0] == string(seat) })
			have, err := strconv.Atoi(score.Rows[i][slices.Index(score.Heads, "head.cap")])
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range v.Prospects(w.Phases) {
				says := table.Fact{Args: p.Says.Args}
				if says.Text("paid") == "paid.cap" {
					paid++
					if cost := says.Args[slices.IndexFunc(says.Args, func(a table.FactArg) bool { return a.Name == "cost" })].Value.(int); cost > have {
						t.Errorf("%s has %d CAP and is offered %q for %d", seat, have, p.Line, cost)
					}
				}
				if len(says.List("ends")) > 0 {
					ends++
					if slices.Contains(says.List("ends"), p.Unit) {
						t.Errorf("%q is said to end its own activation", p.Line)
					}
				}
			}
		}
	}
	if paid == 0 || ends == 0 {
		t.Errorf("%d lines for CAP, %d that end an activation", paid, ends)
	}
}
