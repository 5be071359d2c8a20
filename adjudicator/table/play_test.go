package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
)

func open(t testing.TB, g *skirmish, rhythm string) table.Game {
	t.Helper()
	game, err := engine.Open(table.Setup{Scenario: scene(t, g), Rhythm: rhythm})
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// lines reads order lines as a seat of the game would write them, with ids.
func lines(t testing.TB, g table.Game, s table.Seat, id string, texts ...string) (program, standing []table.Line) {
	t.Helper()
	for i, text := range texts {
		l, ok := g.Knows(s).Read(text)
		if !ok {
			t.Fatalf("%s: %q is not understood", s, text)
		}
		l.ID, l.Number = fmt.Sprint(id, ".", i+1), int64(i+1)
		if l.Standing {
			standing = append(standing, l)
		} else {
			program = append(program, l)
		}
	}
	return program, standing
}

// seal closes a window with the lines of both seats.
func seal(t testing.TB, g table.Game, window int, southern, northern []string, answers ...table.Answer) table.Seal {
	t.Helper()
	out := table.Seal{Window: window}
	for i, texts := range [][]string{southern, northern} {
		p, st := lines(t, g, seats[i], fmt.Sprint(window, seats[i]), texts...)
		ss := table.SeatSeal{Seat: seats[i], Lines: p, Standing: st, Silent: len(texts) == 0}
		for _, a := range answers {
			if strings.HasPrefix(a.ID, string(seats[i])) {
				ss.Answers = append(ss.Answers, a)
			}
		}
		out.Seats = append(out.Seats, ss)
	}
	return out
}

// told writes facts as "kind arg=value ...", those of the kernel with the seat that reads them.
func told(facts []table.Fact) []string {
	var out []string
	for _, f := range facts {
		text := f.Kind
		for _, a := range f.Args {
			if a.Name != "id" && a.Name != "text" {
				text += fmt.Sprintf(" %s=%v", a.Name, a.Value)
			}
		}
		if f.For != nil {
			text += fmt.Sprintf(" for %v", f.For)
		}
		out = append(out, text)
	}
	return out
}

func expect(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestRhythmsOpenWindows(t *testing.T) {
	for rhythm, want := range map[string][]string{
		"phases": {"1 move [move] [south north]", "2 fire [fire] [south north]", "3 end asks", "4 move [move] [south north]"},
		"plan":   {"1 move [move fire] [south north]", "2 end asks", "3 move [move fire] [south north]"},
		"once":   {"1 move [move fire] [south north]", "2 end asks", "3 move [move fire] [south north]"},
	} {
		t.Run(rhythm, func(t *testing.T) {
			var got []string
			w := &table.Script{Draws: []string{"blue", "red"}, Seal: func(w table.Window, _ table.Views) (table.Seal, bool) {
				if len(w.Questions) > 0 {
					got = append(got, fmt.Sprint(w.Number, " ", w.Step, " asks"))
				} else {
					got = append(got, fmt.Sprint(w.Number, " ", w.Step, " ", w.Phases, " ", w.Seats))
				}
				return table.Seal{Window: w.Number}, len(got) < len(want)
			}}
			res := open(t, start(), rhythm).Play(w, 0, nil)
			if res.Halt != nil || res.Open == nil {
				t.Fatalf("%v, open %v", res.Halt, res.Open)
			}
			expect(t, "windows", got, want)
			if err := w.Done(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWhatIsRefusedWhenFiledIsPlayed: a line that a verb refuses when it is filed, and that an older program has, is carried out as before; what Check
// refuses is not filed either, for its own reason.
func TestWhatIsRefusedWhenFiledIsPlayed(t *testing.T) {
	game := open(t, start(), "phases")
	for text, code := range map[string]string{"advance S3 A4": "", "advance S3 A4 with drums": "s.no-music", "advance S3 A9 with drums": "s.too-far"} {
		l, ok := game.Knows(south).Read(text)
		if !ok {
			t.Fatalf("%q is not understood", text)
		}
		if r := game.Knows(south).Allowed(l); (r == nil) != (code == "") || r != nil && r.Code != code {
			t.Errorf("%q is filed: %+v, want %q", text, r, code)
		}
	}
	res := game.Play(&table.Script{Seal: func(w table.Window, _ table.Views) (table.Seal, bool) {
		return seal(t, game, w.Number, []string{"advance S3 A4 with drums"}, nil), w.Number == 1
	}}, 0, nil)
	if res.Halt != nil || len(told(res.Facts)) == 0 || told(res.Facts)[0] != "moves unit=S3 to=A4" {
		t.Errorf("%v %q", res.Halt, told(res.Facts))
	}
}

func TestProgrammes(t *testing.T) {
	cases := []struct {
		name         string
		south, north []string
		want         []string
	}{
		{"a line of several parts stays current, by turns with the other side's",
			[]string{"advance S3 A4-A5"}, []string{"advance N1 A8-A7"},
			[]string{"moves unit=S3 to=A4", "moves unit=N1 to=A8", "moves unit=S3 to=A5", "moves unit=N1 to=A7"}},
		{"illegal midway: dropped there, told with the rule to its owner alone",
			[]string{"advance S3 A4-A6"}, nil,
			[]string{"moves unit=S3 to=A4", "table.refused line=1 code=s.too-far to=A6 for [south]"}},
		{"if that is false drops the line",
			[]string{"if spotted north.N1 then advance S3 A4", "if not spotted north.N1 then advance S2 A3"}, nil,
			[]string{"moves unit=S3 to=A4", "table.if-false line=2 for [south]"}},
		{"its otherwise takes its place",
			[]string{"if not spotted north.N1 then advance S2 A3 | otherwise: advance S3 A4"}, nil,
			[]string{"table.if-false line=1 for [south]", "table.otherwise line=1 for [south]", "moves unit=S3 to=A4"}},
		{"not allowed: its otherwise is tried",
			[]string{"advance S3 A9 | otherwise: advance S3 A2"}, nil,
			[]string{"table.refused line=1 code=s.too-far to=A9 for [south]", "table.otherwise line=1 for [south]", "moves unit=S3 to=A2"}},
		{"when that is false waits, and the line is struck at the end of the turn",
			[]string{"when hit north.N1 then advance S2 A3", "advance S3 A4"}, nil,
			[]string{"moves unit=S3 to=A4"}},
		{"a word that nothing uses is told to its owner alone when the line is done, a claim is not",
			[]string{"advance S3 A4-A5 with drums from A3"}, nil,
			[]string{"moves unit=S3 to=A4", "moves unit=S3 to=A5", "table.unused line=1 what=[with drums] for [south]"}},
		{"what is refused is answered with all its words",
			[]string{"advance S3 A4-A6 with drums"}, nil,
			[]string{"moves unit=S3 to=A4", "table.refused line=1 code=s.too-far to=A6 for [south]"}},
		{"an otherwise has an account of its own",
			[]string{"advance S3 A9 with drums | otherwise: advance S3 A2 with drums"}, nil,
			[]string{"table.refused line=1 code=s.too-far to=A9 for [south]", "table.otherwise line=1 for [south]", "moves unit=S3 to=A2", "table.unused line=1 what=[with drums] for [south]"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := open(t, start(), "phases")
			w := &table.Script{Seals: []table.Seal{seal(t, g, 1, c.south, c.north)}}
			res := g.Play(w, 0, nil)
			if res.Halt != nil || res.Open == nil || res.Open.Step != "fire" {
				t.Fatalf("%v, open %+v", res.Halt, res.Open)
			}
			expect(t, "facts", told(res.Facts), c.want)
			for _, f := range res.Facts {
				if f.Window != 1 || f.Turn != 1 || f.Step != "move" {
					t.Errorf("%s is told of window %d, turn %d, step %s", f.Kind, f.Window, f.Turn, f.Step)
				}
			}
		})
	}
}

func TestLeftOverLinesAreStruckAtTheEndOfTheTurn(t *testing.T) {
	g := open(t, start(), "phases")
	first := seal(t, g, 1, []string{"when hit north.N1 then advance S2 A3"}, nil)
	w := &table.Script{Draws: []string{"red", "blue"}, Seals: []table.Seal{first, seal(t, g, 2, nil, nil), seal(t, g, 3, nil, nil)}}
	res := g.Play(w, 0, nil)
	if res.Halt != nil || res.Open.Number != 4 {
		t.Fatalf("%v, open %+v", res.Halt, res.Open)
	}
	got := told(res.Facts)
	expect(t, "facts", got, []string{"token token=red", "token token=blue", "rewards south=S1 north=2", "table.never-came-up line=1 for [south]"})
	if left := res.Views.Knows(south).Program(); len(left) != 0 {
		t.Errorf("the new turn begins with %v", left)
	}
	early := open(t, start(), "phases").Play(&table.Script{Seals: []table.Seal{first}}, 0, nil)
	if left := early.Views.Knows(south).Program(); len(left) != 1 || left[0].ID != "1south.1" {
		t.Errorf("before the end of the turn the line is left over, the view says %v", left)
	}
	if left := early.Views.Knows(north).Program(); len(left) != 0 {
		t.Errorf("north reads the program of south: %v", left)
	}
}

// shoot plays to where north's N1 is hit in the fire phase, with north's standing orders.
func shoot(t *testing.T, standing []string, more ...table.Seal) table.Result {
	t.Helper()
	g := open(t, start(), "phases")
	fire := seal(t, g, 2, []string{"shoot S1 at north.N1"}, standing)
	w := &table.Script{
		Dice: []int{5}, Keyed: []table.Scripted{{Key: "counter@north", Piece: "pin"}}, Draws: []string{"red", "blue"},
		Seals: append([]table.Seal{seal(t, g, 1, nil, nil), fire}, more...),
	}
	return g.Play(w, 0, nil)
}

func TestDecisions(t *testing.T) {
	const shot = "shot unit=S1 target=N1 roll=[5]+1(veteran)=6 need=5(range)"
	const counter = "counter unit=N1 is=pin for [north]"
	const back = "withdraws unit=N1 to=A9"
	ended := []string{"token token=red", "token token=blue"}
	asked := func(res table.Result) string {
		if res.Halt != nil || res.Open == nil || len(res.Open.Questions) != 1 {
			t.Fatalf("%v, open %+v", res.Halt, res.Open)
		}
		return res.Open.Questions[0].Key
	}
	t.Run("by default", func(t *testing.T) {
		expect(t, "facts", told(shoot(t, nil).Facts), append([]string{shot, counter, back}, ended...))
	})
	t.Run("by standing order", func(t *testing.T) {
		expect(t, "facts", told(shoot(t, []string{"standing withdraw never"}).Facts), append([]string{shot, counter}, ended...))
	})
	t.Run("asked since a standing order says so", func(t *testing.T) { asked(shoot(t, []string{"standing withdraw me"})) })
	t.Run("asked since the player wished it, and answered", func(t *testing.T) {
		res := shoot(t, []string{"standing ask S-D1"})
		key := asked(res)
		q := res.Open.Questions[0]
		if key != "2/fire/S1/S-D1 N1" || q.Default != "withdraw" || !slices.Equal(q.Options, []string{"stand", "withdraw"}) || q.More || res.Seals != 1 || res.Boundary.Led() != 1 {
			t.Errorf("%+v after %d seals since window %d", q, res.Seals, res.Boundary.Led())
		}
		expect(t, "facts at the park", told(res.Facts), []string{shot, counter})
		g := open(t, start(), "phases")
		for text, then := range map[string][]string{"stand": nil, "withdraw": {back}} {
			res := shoot(t, []string{"standing ask S-D1"}, seal(t, g, 3, nil, []string{"standing ask S-D1"}, table.Answer{ID: "north", Question: key, Text: text}))
			expect(t, text, told(res.Facts), slices.Concat([]string{shot, counter}, then, ended))
		}
		res = shoot(t, []string{"standing ask S-D1"}, seal(t, g, 3, nil, nil))
		expect(t, "silence", told(res.Facts), append([]string{shot, counter, back}, ended...))
		for _, a := range []table.Answer{{ID: "north", Question: key, Text: "1"}, {ID: "north", Question: "2/fire/S-D1", Text: "stand"}, {ID: "south", Question: key, Text: "stand"}} {
			res := shoot(t, []string{"standing ask S-D1"}, seal(t, g, 3, nil, nil, a))
			if res.Halt == nil || res.Halt.Code != table.CodeAnswer || res.Halt.Key != a.Question || res.Boundary.Led() != 1 {
				t.Errorf("%+v: %v", a, res.Halt)
			}
		}
	})
	t.Run("both sides at once, one of them with an answer that is not listed", func(t *testing.T) {
		res := shoot(t, nil)
		if res.Open == nil || len(res.Open.Questions) != 2 || !slices.Equal(res.Open.Seats, seats) || !res.Open.Questions[1].More {
			t.Fatalf("%v, open %+v", res.Halt, res.Open)
		}
		g := open(t, start(), "phases")
		res = shoot(t, nil, seal(t, g, 3, nil, nil,
			table.Answer{ID: "south", Question: res.Open.Questions[0].Key, Text: "reward S2"},
			table.Answer{ID: "north", Question: res.Open.Questions[1].Key, Text: "reward nobody"}))
		if last := told(res.Facts); last[len(last)-1] != "rewards south=S2 north=0" {
			t.Errorf("%v, %v", res.Halt, last)
		}
	})
}

func TestCovertDecisionIsNeverAskedAndDisarms(t *testing.T) {
	g := open(t, start(), "phases")
	for name, c := range map[string]struct{ standing, want []string }{
		"default": {nil, []string{"moves unit=S3 to=A4", "moves unit=S3 to=A5"}},
		"standing order, springs once": {[]string{"standing ambush 2"},
			[]string{"moves unit=S3 to=A4", "moves unit=S3 to=A5", "ambush unit=N3 at=S3", "table.disarmed line=1 why=s.sprung for [north]"}},
	} {
		t.Run(name, func(t *testing.T) {
			res := g.Play(&table.Script{Seals: []table.Seal{seal(t, g, 1, []string{"advance S3 A4-A5"}, c.standing)}}, 0, nil)
			expect(t, "facts", told(res.Facts), c.want)
			if st := res.Views.Knows(north).Standing(); len(st) != len(c.standing) || len(st) > 0 && (st[0].Armed || st[0].Why != "s.sprung") {
				t.Errorf("standing orders: %+v", st)
			}
			if st := res.Views.Knows(south).Standing(); len(st) != 0 {
				t.Errorf("south reads %+v", st)
			}
		})
	}
}

func TestRehearsalAndOdds(t *testing.T) {
	pos := start()
	pos.Units[4].At = 5 // S3 at 5; N3, which south does not see, stands at 7 and N2 at 8
	g := open(t, pos, "plan")
	w := table.Window{Number: 1}
	draft, _ := lines(t, g, south, "9",
		"advance S3 A6", "advance S3 A9", "when hit north.N1 then advance S1 A2",
		"if hit north.N1 then shoot S2 at north.N2 | otherwise: shoot S2 at north.N1", "shoot S1 at north.N1")
	draft[3], draft[4] = draft[4], draft[3]
	got := []string{}
	for _, v := range g.Rehearse(w, south, draft, nil, 32, nil).Verdicts {
		code := ""
		if v.Refusal != nil {
			code = v.Refusal.Code
		}
		reasons := ""
		for _, r := range v.Reasons {
			reasons += " " + r.Code
		}
		got = append(got, fmt.Sprintf("%d/%d/%d of %d %s:%s", v.Carried, v.Otherwise, v.Never, v.Of, code, reasons))
	}
	if got[0] != "32/0/0 of 32 :" || got[1] != "0/0/0 of 32 s.too-far: s.too-far" || got[2] != "0/0/32 of 32 :" || got[3] != "32/0/0 of 32 :" {
		t.Errorf("verdicts %q", got)
	}
	var carried, otherwise int
	if _, err := fmt.Sscanf(got[4], "%d/%d/", &carried, &otherwise); err != nil || carried+otherwise != 32 || carried < 8 || otherwise < 8 {
		t.Errorf("the line that hangs on a die is %s", got[4])
	}
	chances, exact := g.Odds(w, south, draft[3], 100)
	want := []table.Chance{{Result: "table.carried", Num: 1, Den: 1}, {Result: "hit north.N1", Num: 1, Den: 2}}
	if !exact || !slices.Equal(chances, want) {
		t.Errorf("odds %v, exact %v", chances, exact)
	}
	if chances, exact = g.Odds(w, south, draft[3], 3); exact || len(chances) != 2 {
		t.Errorf("three trials: %v, exact %v", chances, exact)
	}
}

func TestSnapshotOfAnotherLayoutIsRefused(t *testing.T) {
	g := open(t, start(), "plan")
	same := table.Setup{Scenario: scene(t, start()), Rhythm: "plan"}
	if _, err := engine.Restore(same, g.Snapshot()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		setup table.Setup
		bytes []byte
	}{
		"another rhythm":   {table.Setup{Scenario: same.Scenario, Rhythm: "once"}, g.Snapshot()},
		"another revision": {table.Setup{Scenario: same.Scenario, Rhythm: "plan", Revision: 1}, g.Snapshot()},
		"damaged":          {same, append(g.Snapshot()[:40], g.Snapshot()[41:]...)},
		"cut short":        {same, g.Snapshot()[:20]},
	} {
		if _, err := engine.Restore(c.setup, c.bytes); err == nil {
			t.Errorf("%s: a snapshot was taken", name)
		}
	}
}

func TestAnotherRevisionChangesResults(t *testing.T) {
	g := open(t, start(), "phases")
	seals := []table.Seal{seal(t, g, 1, nil, nil), seal(t, g, 2, []string{"shoot S1 at north.N1", "shoot S2 at north.N2"}, nil)}
	res := g.Play(&table.Script{Dice: []int{4, 1}, Keyed: []table.Scripted{{Key: "counter@north", Piece: "scratch"}}, Draws: []string{"red", "blue"}, Seals: seals}, 0, nil)
	if res.Halt != nil {
		t.Fatal(res.Halt)
	}
	d, err := table.Differences(g, seals, res.Rolls, 1)
	if err != nil || len(d) != 1 {
		t.Fatalf("%v %+v", err, d)
	}
	if d[0].Step != "fire" || len(d[0].Was) != 3 || len(d[0].Is) != 2 || len(d[0].Unused) != 1 || d[0].Unused[0].Key != "2/fire/S1/counter@north" {
		t.Errorf("%+v", d[0])
	}
	if d, err := table.Differences(g, seals, res.Rolls, 2); err != nil || len(d) != 0 {
		t.Errorf("the same revision differs: %v %+v", err, d)
	}
}

func TestSum(t *testing.T) {
	base := table.Base("range", 6, "S-2")
	a, b := base.Plus("cover", -1, "S-3"), base.Plus("crest", 2, "S-4").Plus("none", 0, "S-5")
	if a.String() != "6(range)-1(cover)=5" || b.String() != "6(range)+2(crest)=8" || base.Total() != 6 || len(b.Terms()) != 2 {
		t.Errorf("%v, %v, %v", base, a, b)
	}
}

func TestOtherwise(t *testing.T) {
	l := table.Line{ID: "4.1", Guard: "if", Verb: "activate", Args: []table.Arg{{Name: "unit", Value: "G3"}}, Clauses: []table.Clause{{Verb: "assault"}},
		Otherwise: []table.Clause{{Verb: "watch"}, {Verb: "rally"}}}
	inside := table.Otherwise(l, func(verb, clause string) bool { return verb == "activate" && clause == "watch" })
	if inside.Verb != "activate" || len(inside.Args) != 1 || len(inside.Clauses) != 2 || inside.Clauses[0].Verb != "watch" || inside.ID != "4.1" || inside.Guard != "" {
		t.Errorf("%+v", inside)
	}
	apart := table.Otherwise(l, func(string, string) bool { return false })
	if apart.Verb != "watch" || len(apart.Args) != 0 || len(apart.Clauses) != 1 || apart.Clauses[0].Verb != "rally" {
		t.Errorf("%+v", apart)
	}
}
