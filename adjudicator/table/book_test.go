package table_test

import (
	"fmt"
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// pulses is a game of pulses: each carries out one part of the current line and is a boundary.
func pulses(t *testing.T, who func(*toy) []table.Seat) (table.Engine, table.Game) {
	t.Helper()
	rules := toyRules(func(_ *toy, t *table.Table) table.Then {
		l, ok := t.Next(south, "step")
		if !ok {
			t.Report("T-3", "idle", table.A("silent", t.Silent(south)))
			return over
		}
		t.Advance(south, l)
		t.Report("T-3", "part", table.A("line", l.ID), table.A("part", t.Part(south, l)))
		if t.Part(south, l) == 3 {
			t.Done(south, l)
		}
		return table.Again
	})
	rules.Sequence[0].Who = who
	rules.Orders = []table.Order[*toy]{{Verb: orders.Verb{Name: "march", Phases: []string{"step"}}}}
	e := table.NewEngine(rules)
	g, err := e.Open(nothing(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return e, g
}

func TestWhatAStopLeavesOverGoesOnWithItsProgress(t *testing.T) {
	e, g := pulses(t, func(*toy) []table.Seat { return []table.Seat{south} })
	program := []table.Line{{ID: "1.1", Verb: "march", Phase: "step"}, {ID: "1.2", Verb: "march"}}
	var got []string
	for window := 1; window < 20; window++ {
		s := table.Seal{Window: window, Seats: []table.SeatSeal{{Seat: south, Lines: program, Silent: window > 1}}}
		res := g.Play(&table.Script{Seals: []table.Seal{s}}, 0, nil)
		if res.Halt != nil {
			t.Fatal(res.Halt)
		}
		got = append(got, told(res.Facts)...)
		if res.Ending != nil {
			break
		}
		program = res.Views.Knows(south).Program()
		back, err := e.Restore(nothing(t, e), res.Boundary.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		g = back
	}
	var want []string
	for _, line := range []string{"1.1", "1.2"} {
		for part := 1; part <= 3; part++ {
			want = append(want, fmt.Sprintf("part line=%s part=%d", line, part))
		}
	}
	expect(t, "facts", got, append(want, "idle silent=true"))
}

func TestLinesOfOtherPhasesAndSeatsAreNotTaken(t *testing.T) {
	_, g := pulses(t, func(*toy) []table.Seat { return []table.Seat{south} })
	s := table.Seal{Window: 1, Seats: []table.SeatSeal{
		{Seat: south, Lines: []table.Line{{ID: "1.1", Verb: "march", Phase: "later"}}},
		{Seat: north, Lines: []table.Line{{ID: "2.1", Verb: "march", Phase: "step"}}},
	}}
	res := g.Play(&table.Script{Seals: []table.Seal{s}}, 0, nil)
	expect(t, "facts", told(res.Facts), []string{"idle silent=false"})
	if p := res.Views.Knows(north).Program(); len(p) > 0 {
		t.Errorf("the window did not wait for north, its program is %v", p)
	}
}

func TestWhoOrdersIsReadFromWhatEverybodyKnows(t *testing.T) {
	rules := toyRules(func(g *toy, _ *table.Table) table.Then {
		if g.Secret++; g.Secret == 3 {
			return over
		}
		return table.Again
	})
	rules.Sequence[0].Who = func(k *toy) []table.Seat { return seats[:min(k.Secret, 2)] }
	e := table.NewEngine(rules)
	game, err := e.Open(nothing(t, e))
	if err != nil {
		t.Fatal(err)
	}
	if res := game.Play(&table.Script{}, 0, nil); res.Open != nil || res.Ending == nil {
		t.Errorf("a window opens for what nobody may know: %+v, %v", res.Open, res.Halt)
	}
}

func TestThePageOfOthersIsOutOfReach(t *testing.T) {
	g := open(t, start(), "phases")
	var hashes []string
	for _, northern := range [][]string{nil, {"standing ambush 2", "when hit south.S1 then advance N1 A8"}} {
		res := g.Play(&table.Script{Seals: []table.Seal{seal(t, g, 1, []string{"advance S3 A4"}, northern)}}, 0, nil)
		if res.Halt != nil || res.Open == nil {
			t.Fatal(res.Halt)
		}
		hashes = append(hashes, res.Views.Knows(south).Hash().String())
		if n, s := len(res.Views.Knows(north).Standing()), len(res.Views.Knows(south).Standing()); s != 0 || n != min(1, len(northern)) {
			t.Errorf("standing orders: %d of north, %d of south", n, s)
		}
	}
	if hashes[0] != hashes[1] {
		t.Error("what south knows depends on north's standing orders and program")
	}
}

func TestARehearsalNeverMeetsWhatIsHidden(t *testing.T) {
	rules := toyRules(func(g *toy, t *table.Table) table.Then {
		for l := range t.Orders(south, "step") {
			if g.Secret > 0 { // a mine that nobody knows
				t.Refuse(south, l, &table.Refusal{Code: "t.mine", Rule: "T-4"})
			}
		}
		return over
	})
	rules.Sequence[0].Who = func(*toy) []table.Seat { return []table.Seat{south} }
	rules.Orders = []table.Order[*toy]{{Verb: orders.Verb{Name: "march", Phases: []string{"step"}}}}
	rules.Setup = func(*struct{}, []events.Option) *toy { return &toy{Secret: 1} }
	e := table.NewEngine(rules)
	g, err := e.Open(nothing(t, e))
	if err != nil {
		t.Fatal(err)
	}
	march := []table.Line{{ID: "1.1", Verb: "march", Phase: "step"}}
	if v := g.Rehearse(table.Window{Number: 1}, south, march, nil, 4, nil).Verdicts[0]; v.Carried != 4 || len(v.Reasons) > 0 {
		t.Errorf("the rehearsal tells of the mine: %+v", v)
	}
	res := g.Play(&table.Script{Seals: []table.Seal{{Window: 1, Seats: []table.SeatSeal{{Seat: south, Lines: march}}}}}, 0, nil)
	expect(t, "facts of the game", told(res.Facts), []string{"table.refused line=0 code=t.mine for [south]"})
}

// Standing orders can be put in force before any seal, for a position set by hand; each seat sees its own alone, and a seat that
// does not exist has none.
func TestStand(t *testing.T) {
	g := open(t, start(), "phases")
	_, standing := lines(t, g, north, "before", "standing withdraw never")
	stood, err := g.Stand([]table.SeatSeal{{Seat: north, Standing: standing}})
	if err != nil {
		t.Fatal(err)
	}
	if n, s := len(stood.Knows(north).Standing()), len(stood.Knows(south).Standing()); n != 1 || s != 0 {
		t.Errorf("standing orders: %d of north, %d of south", n, s)
	}
	if len(g.Knows(north).Standing()) != 0 || g.Hash() == stood.Hash() {
		t.Error("the boundary itself was changed, or the standing orders are no part of it")
	}
	if stood.Knows(south).Hash() != g.Knows(south).Hash() {
		t.Error("south knows of north's standing orders")
	}
	if _, err := g.Stand([]table.SeatSeal{{Seat: "east"}}); err == nil {
		t.Error("east has standing orders")
	}
}
