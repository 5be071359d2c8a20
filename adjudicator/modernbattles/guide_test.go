package modernbattles

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	phrases "fieldpost/scenarios/words"
	"fieldpost/scenarios/words/wordstest"
)

// told gathers what the guide says to both sides at some windows of a game, as if it were facts.
type told struct{ facts []table.Fact }

func (g *told) say(list ...table.Remark) {
	for _, r := range list {
		if r.Key != "" {
			g.facts = append(g.facts, table.Fact{Kind: r.Key, Rule: r.Rule, Args: r.Args})
		}
	}
}

// cell asks for the words of the keys in a cell: "3 state.salvos, card.smoke" has two.
func (g *told) cell(text string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		if kind, _, ok := strings.Cut(word, "."); ok && strings.Trim(kind, "0123456789+-\"") != "" {
			g.say(table.Say(word, ""))
		}
	}
}

func (g *told) chapters(list []table.Chapter) {
	for _, c := range list {
		g.cell(c.Title)
		g.say(c.Says...)
		for _, x := range c.Tables {
			g.cell(x.Title)
			for _, row := range append([][]string{x.Heads}, x.Rows...) {
				for _, cell := range row {
					if !ownName(cell) {
						g.cell(cell)
					}
				}
			}
		}
	}
}

// ownName reports whether the words of a cell are a name that the scenario itself gives.
func ownName(cell string) bool {
	kind, _, _ := strings.Cut(cell, ".")
	return slices.Contains([]string{"unit", "weapon", "side", "profile"}, kind)
}

// windows plays a game on and hands over its first windows, one after the other.
func windows(t testing.TB, scenario string, far int, do func(table.Game, table.Window)) {
	t.Helper()
	g, scene := open(t, scenario)
	play, n := table.NewSelfPlay(3, "sensible", scene.Seats()), 0
	for range far {
		var w table.Window
		seen := 0
		res := g.Play(play, 0, func(at table.At) bool {
			if at.Window != nil {
				w, seen = *at.Window, seen+1
			}
			return seen > min(1, n)
		})
		if n++; res.Ending != nil || res.Halt != nil {
			return
		}
		g = res.Boundary
		do(g, w)
	}
}

// Everything that the guide says has words in both languages, with no place left empty and no key shown.
func TestGuideHasWords(t *testing.T) {
	list, err := scenarios.List("modern-battles")
	if err != nil {
		t.Fatal(err)
	}
	var all told
	for _, x := range list {
		windows(t, x.Name, 5, func(g table.Game, w table.Window) {
			for _, s := range w.Seats {
				v := g.Knows(s)
				all.chapters(v.Briefing())
				all.chapters(v.Card())
				for _, l := range v.Habits() {
					all.say(table.Say("guide.habit."+l.Verb, ""))
				}
				for _, unit := range v.Lexicon().Own() {
					for _, c := range v.Reach(unit) {
						all.say(c.Says...)
					}
					for _, foe := range v.Lexicon().Enemies() {
						all.say(v.Sight(unit, foe)...)
					}
				}
				for _, p := range v.Prospects(w.Phases) {
					all.say(p.Says)
					for _, c := range p.Chance {
						all.say(table.Say(c.Result, ""))
					}
				}
			}
		})
	}
	if len(all.facts) == 0 {
		t.Fatal("nothing is told")
	}
	wordstest.Facts(t, all.facts, wordstest.Books(t, "modern-battles")...)
}

// MB-B17a: an officer is shown the way to his men where none of them is near enough for his leadership, not to an objective; nobody is shown cover
// that is more than two moves away.
func TestAnOfficerIsShownTheWayToHisMen(t *testing.T) {
	led, cover := 0, 0
	for _, scenario := range []string{"meeting-engagement", "mill-crossroads"} {
		windows(t, scenario, 12, func(g table.Game, w table.Window) {
			for _, s := range w.Seats {
				for _, p := range g.Knows(s).Prospects(w.Phases) {
					said := table.Fact{Args: p.Says.Args}
					inches, most := length(t, said.Text("inches")), length(t, said.Text("most"))
					switch p.Says.Key {
					case "guide.lead":
						if led++; p.Line != "move "+p.Unit+" to toward/"+p.Target || inches <= length(t, said.Text("reach")) {
							t.Errorf("%s: %s, %v inches away", s, p.Line, inches)
						}
					case "guide.cover":
						if cover++; inches > 2*most {
							t.Errorf("%s: %s, %v inches away, %v a move", s, p.Line, inches, most)
						}
					case "guide.toward":
						if strings.HasSuffix(p.Unit, "HQ") {
							t.Errorf("%s: %s", s, p.Line)
						}
					}
				}
			}
		})
	}
	if led == 0 || cover == 0 {
		t.Errorf("%d ways to men and %d to cover were offered", led, cover)
	}
}

// length reads a length in inches; none is 0.
func length(t *testing.T, text string) float64 {
	t.Helper()
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// MB-B24: the briefing of either side ends with the same two scores, told from its own side.
func TestBriefingTellsTheScoreOfBothSides(t *testing.T) {
	scores := 0
	windows(t, "mill-crossroads", 4, func(g table.Game, _ table.Window) {
		var own, enemy []string
		for _, s := range []table.Seat{"us", "german"} {
			for _, c := range g.Knows(s).Briefing() {
				for _, r := range c.Says {
					if r.Key == "brief.score" {
						f := table.Fact{Args: r.Args}
						own, enemy = append(own, f.Text("own")), append(enemy, f.Text("enemy"))
					}
				}
			}
		}
		if len(own) == 2 && (own[0] != enemy[1] || own[1] != enemy[0]) {
			t.Errorf("own %v, enemy %v", own, enemy)
		}
		scores += len(own)
	})
	if scores == 0 {
		t.Error("no score is told")
	}
}

// MB-B5: who is offered as a target is in sight, and where a line is not clear it is said what stands in between. What is not known to be on the
// table is in nobody's sight.
func TestLinesOfSightAreTold(t *testing.T) {
	offered, blocked := 0, 0
	windows(t, "mill-crossroads", 5, func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			v := g.Knows(s)
			for _, p := range v.Prospects(w.Phases) {
				if !strings.HasPrefix(p.Line, "shoot ") {
					continue
				}
				offered++
				if told := v.Sight(p.Unit, p.Target); len(told) < 2 || told[0].Key != "los.clear" {
					t.Errorf("%s: %q is offered, and of its line of sight is said %+v", s, p.Line, told)
				}
			}
			for _, own := range v.Lexicon().Own() {
				for _, foe := range v.Lexicon().Enemies() {
					for _, r := range v.Sight(own, foe) {
						if r.Key == "los.blocked" {
							f := table.Fact{Args: r.Args}
							if blocked++; f.Text("between") == "" || r.Rule == "" {
								t.Errorf("%s does not see %s: %+v", own, foe, r)
							}
						}
					}
				}
			}
			if told := v.Sight("nobody", "nowhere"); told != nil {
				t.Errorf("between nobody and nowhere: %+v", told)
			}
		}
	})
	if offered == 0 || blocked == 0 {
		t.Errorf("%d targets were offered, %d lines blocked: the game shows nothing", offered, blocked)
	}
}

// MB-B7: where REACH says that a unit comes to stand at its normal pace is where the order to go there takes it.
func TestReachIsWhereUnitsCome(t *testing.T) {
	tried := 0
	windows(t, "mill-crossroads", 3, func(g table.Game, w table.Window) {
		if !slices.Contains(w.Phases, "movement") {
			return
		}
		s := w.Seats[0]
		v := g.Knows(s)
		for _, unit := range v.Lexicon().Own() {
			for _, c := range v.Reach(unit) {
				for _, x := range c.Tables {
					at, _, is := strings.Cut(x.Rows[0][2], " (")
					l, ok := v.Read("move " + unit + " to " + x.Rows[0][0])
					if !is || !ok || v.Allowed(l) != nil {
						continue
					}
					tried++
					moved, halted := "", false
					for _, facts := range g.Rehearse(w, s, []table.Line{l}, nil, 1, nil).Facts {
						for _, f := range facts {
							halted = halted || f.Kind == "halts" && f.Text("unit") == unit // no room for all its men there
							if f.Kind == "moves" && f.Text("unit") == unit {
								moved = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(f.Text("to"), ".0", ""), ",", "/"), " ", "")
							}
						}
					}
					if moved != at && !halted {
						t.Errorf("%s to %s: it is told that it comes to %s, and it comes to %s", unit, x.Rows[0][0], at, moved)
					}
				}
			}
		}
	})
	if tried == 0 {
		t.Error("no move was tried")
	}
}

// Every name that a letter prints of an own unit can be written in an order.
func TestPrintedNamesCanBeOrdered(t *testing.T) {
	tried := 0
	windows(t, "mill-crossroads", 5, func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			v := g.Knows(s)
			for _, r := range v.Rosters() {
				for _, row := range r.Rows {
					if r.Title != "roster.own" {
						continue
					}
					tried++
					if l, ok := v.Read("hold " + row[0]); !ok || !slices.Equal(orders.List(l.Args, "units"), row[:1]) {
						t.Errorf("%q is read as %+v", row[0], l.Args)
					}
				}
			}
		}
	})
	if tried == 0 {
		t.Error("no unit was printed")
	}
}

// MB-B22: an aircraft that strafes men in the open has six shots that hit on 4, a bomb with BS 3 needs 4 +2; a mortar of BS 3 the same (MB-28a).
func TestFireFromAboveIsOfferedWithItsChance(t *testing.T) {
	g, _ := open(t, "mill-crossroads")
	g, err := g.Set([]byte(`{"phasing": "us", "phase": "air", "clear": true, "remove": ["us", "german"], "wires": [], "radios": [], "turn": 1,
		"camps": [{"seat": "us", "strikes": [{"ID": "R1", "Kind": "strafe", "Turn": 0}, {"ID": "R2", "Kind": "bomb", "Turn": 0}]}],
		"units": [{"unit": "M", "side": "us", "type": "us_light_mortar", "at": "36,6"}, {"unit": "C", "side": "german", "type": "ge_grenadiers", "at": "36,30", "facing": 180}]}`))
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]int64{}
	for _, p := range g.Knows("us").Prospects([]string{"air", "shooting"}) {
		for _, c := range p.Chance {
			told[p.Line] = c.Num * 1000 / c.Den
		}
	}
	for line, want := range map[string]int64{"air strafe at 36/30 toward 36/24": 984, "air bomb at 36/30": 166, "indirect M at 36/30": 166} {
		if told[line] != want {
			t.Errorf("%s: %d in 1000, want %d; told: %v", line, told[line], want, told)
		}
	}
}

// A ready line for a move is written as a player would write it: the place follows the word "to" of his language, and no second word of the way.
func TestReadyMovesAreWrittenNaturally(t *testing.T) {
	language, err := phrases.Language(Engine)
	if err != nil {
		t.Fatal(err)
	}
	grammar, tried := orders.NewGrammar(language), 0
	windows(t, "mill-crossroads", 6, func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			v := g.Knows(s)
			parser := grammar.Parser(v.Lexicon())
			for _, p := range v.Prospects(w.Phases) {
				if !strings.HasPrefix(p.Line, "move ") {
					continue
				}
				tried++
				read := parser.Parse(p.Line, 1)
				if len(read.Lines) != 1 || len(read.Faults) > 0 {
					t.Fatalf("%q is not understood: %+v", p.Line, read.Faults)
				}
				for lang, want := range map[orders.Lang]string{orders.English: "move " + p.Unit + " to " + p.Target, "fr": "déplacer " + p.Unit + " vers " + p.Target} {
					if got := parser.Spoken(read.Lines[0], lang); got != want {
						t.Errorf("in %s the line is %q, want %q", lang, got, want)
					}
				}
			}
		}
	})
	if tried == 0 {
		t.Error("no move was offered")
	}
}
