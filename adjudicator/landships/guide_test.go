package landships_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words/wordstest"
)

// saidBy gathers everything that the guide says to both sides at each window of a game, as if they were facts.
func saidBy(t *testing.T, s table.Setup, seed uint64, far int) []table.Fact {
	t.Helper()
	g, err := landships.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
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
				if x.Title != "" {
					say(table.Say(x.Title, ""))
				}
				for _, h := range x.Heads {
					if strings.Contains(h, ".") {
						say(table.Say(h, ""))
					}
				}
				for _, row := range x.Rows {
					for _, cell := range row {
						if strings.Contains(cell, ".") && !strings.ContainsAny(cell, " ,") && !strings.HasPrefix(cell, "LS-") {
							say(table.Say(cell, ""))
						}
					}
				}
			}
		}
	}
	play := table.NewSelfPlay(seed, "sensible", s.Scenario.Seats())
	for n := range far {
		var open table.Window
		windows := 0
		res := g.Play(play, 0, func(at table.At) bool {
			if at.Window != nil {
				open = *at.Window
				windows++
			}
			return windows > min(3, n) // every third window
		})
		if res.Ending != nil || res.Halt != nil {
			break
		}
		g = res.Boundary
		for _, seat := range open.Seats {
			v := g.Knows(seat)
			chapters(v.Briefing())
			chapters(v.Card())
			for _, p := range v.Prospects(open.Phases) {
				say(p.Says)
				for _, c := range p.Chance {
					say(table.Say(c.Result, ""))
				}
			}
			own := v.Lexicon().Own()
			for i := 0; i < len(own); i += 7 {
				chapters(v.Reach(own[i]))
				say(v.Sight(own[i], own[len(own)-1-i])...)
			}
		}
	}
	return out
}

// Everything that the guide says in games of each scenario has words in both languages, with no place left empty and no key shown.
func TestGuideHasWords(t *testing.T) {
	books := wordstest.Books(t, "landships")
	var facts []table.Fact
	for n, name := range shipped {
		facts = append(facts, saidBy(t, setup(t, name, rhythms[n%3], everything(t, name)[:n%2*6]...), uint64(n+1), 6)...)
	}
	wordstest.Facts(t, facts, books...)
}

// What a player is told of the chance of a line, worked out by hand from the charts.
func TestChancesAreTold(t *testing.T) {
	for _, c := range []struct {
		name, scenario, set, line string
		want                      map[string][2]int64
	}{
		{"LS-8.63a, LS-8.64d: three in wire have 6, needs 2, +1 trench, -1 machine guns; who is hit falls on 4 to 6", "bocquet-trench",
			`{"phase": "4.9", "units": [{"unit": "B-A1", "at": "0703"}, {"unit": "B-A2", "at": "0703"}, {"unit": "B-MG1", "at": "0703"}]}`,
			"fire B-A1,B-A2,B-MG1 at 0804", map[string][2]int64{"odds.hit": {1, 3}, "odds.felled": {1, 4}}},
		{"LS-5.11p: granted on 4 after three turns, no scatter on 1 to 4, then a hit on 1 to 3 with the trench", "bocquet-trench",
			`{"turn": 2, "resisted": [{"hex": "0804", "by": "allied", "count": 3}]}`,
			"barrage 0804 with 3 drumfire he", map[string][2]int64{"odds.falls": {4, 9}, "odds.hit": {2, 9}}},
		{"LS-5.55a: no scatter on 1 to 4, and the wire is cut on a natural 1", "bocquet-trench", `{"turn": 1}`,
			"barrage 0706 with 3 drumfire he", map[string][2]int64{"odds.cut": {1, 9}}},
		{"LS-12.21a: four to one, -1 for the machine guns: only a 6 costs a platoon", "bocquet-trench",
			`{"phase": "4.8", "units": [{"unit": "B-A1", "at": "0704"}, {"unit": "B-A2", "at": "0704"}, {"unit": "B-A3", "at": "0704"}, {"unit": "B-MG1", "at": "0705"}]}`,
			"assault 0804 with B-A1,B-A2,B-A3,B-MG1", map[string][2]int64{"odds.taken": {1, 1}, "odds.enemy-loss": {1, 1}, "odds.own-loss": {1, 6}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, open := placedAt(t, setup(t, c.scenario, "faithful-5"), c.set)
			for _, p := range g.Knows(open.Seats[0]).Prospects(open.Phases) {
				if p.Line != c.line {
					continue
				}
				for _, x := range p.Chance {
					if want := c.want[x.Result]; x.Num*want[1] != want[0]*x.Den || want[1] == 0 {
						t.Errorf("%s: %d in %d", x.Result, x.Num, x.Den)
					}
				}
				if len(p.Chance) != len(c.want) {
					t.Errorf("told: %+v", p.Chance)
				}
				return
			}
			t.Errorf("%q is not proposed", c.line)
		})
	}
}

// placedAt sets a position by hand and plays on to the first window.
func placedAt(t *testing.T, s table.Setup, set string) (table.Game, table.Window) {
	t.Helper()
	g, err := landships.Engine.Open(s)
	if err == nil {
		g, err = g.Set([]byte(set))
	}
	if err != nil {
		t.Fatal(err)
	}
	var open table.Window
	res := g.Play(&table.Recorded{}, 0, func(at table.At) bool {
		if at.Window != nil {
			open = *at.Window
		}
		return at.Window != nil
	})
	if res.Halt != nil || open.Number == 0 {
		t.Fatalf("no window opens: %v", res.Halt)
	}
	return res.Boundary, open
}

// Each chance is that of trials, for the first line of each kind in a position: shots, flames, machine guns, volleys, barrages and assaults.
func TestChancesComeTrue(t *testing.T) {
	found := map[string]bool{}
	for _, c := range [][2]string{
		{"bocquet-trench", `{"phase": "4.9", "units": [{"unit": "B-A1", "at": "0703"}, {"unit": "B-MG1", "at": "0705"}, {"unit": "G-1", "pinned": true}]}`},
		{"bocquet-trench", `{"turn": 1}`},
		{"bocquet-trench", `{"turn": 3, "resisted": [{"hex": "0804", "by": "allied", "count": 2}]}`},
		{"bocquet-trench", `{"phase": "4.8", "units": [{"unit": "B-A1", "at": "0704"}, {"unit": "B-A2", "at": "0704"}, {"unit": "B-MG1", "at": "0705"}]}`},
		{"flesquette-ridge", `{"phase": "4.3", "units": [{"unit": "T-M1", "at": "0406"}, {"unit": "T-F1", "at": "0505"}]}`},
		{"cachette-switch", `{"phase": "4.9", "units": [{"unit": "T-M1", "at": "0304", "facing": "S"}, {"unit": "S-1", "at": "0305"}, {"unit": "S-2", "at": "0404"}]}`},
	} {
		g, open := placedAt(t, setup(t, c[0], "faithful-5"), c[1])
		v := g.Knows(open.Seats[0])
		tried := map[string]bool{}
		for _, p := range v.Prospects(open.Phases) {
			l, ok := v.Read(p.Line)
			if !ok {
				t.Errorf("%q is not read", p.Line)
			}
			if tried[p.Says.Key] || len(p.Chance) == 0 {
				continue
			}
			tried[p.Says.Key] = true
			const trials = 300
			facts := g.Rehearse(open, open.Seats[0], []table.Line{l}, nil, trials, nil).Facts
			for _, x := range p.Chance {
				found[p.Says.Key] = true
				n := int64(0)
				for _, trial := range facts {
					if slices.ContainsFunc(trial, x.Told) {
						n++
					}
				}
				if off := n*x.Den - trials*x.Num; off*off > 16*trials*x.Num*(x.Den-x.Num) {
					t.Errorf("%s: %q: %s is told as %d in %d and came %d times in %d", c[0], p.Line, x.Result, x.Num, x.Den, n, trials)
				}
			}
		}
	}
	for _, key := range []string{"can.volley", "can.barrage", "can.gap", "can.assault", "can.shot", "can.rifle", "can.flame"} {
		if !found[key] {
			t.Errorf("no chance of %s was tried", key)
		}
	}
}

// What foot has spent in 4.4 does not keep it from being ordered on in the mail before 4.10: the order is allowed, offered and carried out.
// Within 4.10 a second order for the same foot is one too many.
func TestSecondMoveIsOrderedBeforeItBegins(t *testing.T) {
	g, open := placedAt(t, setup(t, "bocquet-trench", "faithful-5"), `{"phase": "4.9", "units": [{"unit": "B-A1", "at": "0403", "spent": 2}, {"unit": "B-A2", "at": "0403", "spent": 2}]}`)
	v := g.Knows(open.Seats[0])
	read := func(text string) table.Line {
		l, ok := v.Read(text)
		if !ok {
			t.Fatalf("%q is not read", text)
		}
		return l
	}
	l := read("second B-A1 to 0503")
	if r := v.Allowed(l); r != nil {
		t.Errorf("%q is refused: %s", l.Text, r.Code)
	}
	if !slices.ContainsFunc(v.Prospects(open.Phases), func(p table.Prospect) bool { return strings.HasPrefix(p.Line, "second B-A1,B-A2 to ") }) {
		t.Error("no second movement of B-A1 and B-A2 is offered")
	}
	twice := read("second B-A1 to 0603")
	twice.ID, l.ID = "2", "1"
	for _, trial := range g.Rehearse(open, open.Seats[0], []table.Line{l, twice}, nil, 5, nil).Facts {
		var went, refused int
		for _, f := range trial {
			if f.Step != "4.10" {
				continue
			}
			for _, a := range f.Args {
				if f.Kind == "marches" && a.Name == "unit" && a.Value == "B-A1" {
					went++
				}
				if f.Kind == table.FactRefused && a.Name == "code" && a.Value == "ls.already-moved" {
					refused++
				}
			}
		}
		if went != 1 || refused != 1 {
			t.Errorf("B-A1 moved %d times in 4.10, and %d of its two orders were refused", went, refused)
		}
	}
}

// A side that asked for a mail in a defensive phase finds that among what is in force, as the line that asked for it; the other side does not.
func TestWhatASideAskedForLasts(t *testing.T) {
	g, _ := placedAt(t, setup(t, "sombre-crossing", "doctrine-2"), `{"interrupts": [{"side": "central", "phase": "4.5", "within": 6}, {"side": "central", "phase": "4.3", "more": 2, "within": 3}]}`)
	var lines []string
	for _, l := range g.Knows("central").Lasting() {
		lines = append(lines, l.Text)
	}
	if want := []string{"interrupt 4.5 within 6", "interrupt 4.3 more 2 within 3"}; !slices.Equal(lines, want) {
		t.Errorf("in force are %q, want %q", lines, want)
	}
	if other := g.Knows("allied").Lasting(); len(other) > 0 {
		t.Errorf("the other side is told of %v", other)
	}
}

// LS-8.61a: each fires once, so ready lines send no more to a hex than change what can be done there, and those who are left to the next. Each
// of these lines names others, and together they are all who bear on anything.
func TestFireIsDivided(t *testing.T) {
	g, open := placedAt(t, setup(t, "bocquet-trench", "faithful-5"), `{"phase": "4.9", "units": [{"unit": "B-A1", "at": "0402"}, {"unit": "B-A2", "at": "0402"}, {"unit": "B-A3", "at": "0403"},
		{"unit": "B-A4", "at": "0403"}, {"unit": "B-B1", "at": "0404"}, {"unit": "B-B2", "at": "0404"}, {"unit": "B-B3", "at": "0405"}, {"unit": "B-B4", "at": "0405"},
		{"unit": "B-C1", "at": "0401"}, {"unit": "B-C2", "at": "0401"}, {"unit": "B-C3", "at": "0406"}, {"unit": "B-C4", "at": "0406"}]}`)
	var lines []string
	fired := map[string]int{}
	for _, p := range g.Knows(open.Seats[0]).Prospects(open.Phases) {
		said := func(name string) bool {
			return slices.ContainsFunc(p.Says.Args, func(a table.FactArg) bool { return a.Name == name })
		}
		if p.Says.Key != "can.volley" || said("instead") {
			continue
		}
		lines = append(lines, p.Line)
		units, _, _ := strings.Cut(strings.TrimPrefix(p.Line, "fire "), " at ")
		for _, id := range strings.Split(units, ",") {
			fired[id]++
		}
		if told := len(p.Chance) > 0; told == said("hit") {
			t.Errorf("%q: told its chance alone: %v, with the others: %v", p.Line, told, said("hit"))
		}
	}
	if len(lines) < 2 {
		t.Errorf("all fire at one hex: %q", lines)
	}
	for id, n := range fired {
		if n > 1 {
			t.Errorf("%s fires %d times: %q", id, n, lines)
		}
	}
}
