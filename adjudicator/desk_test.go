package adjudicator

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// line is a draft line of a phase, or with phase "" a standing order of verb.
func line(number int64, phase, verb string) events.Line {
	return events.Line{Number: number, Phase: phase, Verb: verb, Standing: phase == ""}
}

func draftOf(d *Desk) string {
	var s []string
	for _, l := range d.draft {
		s = append(s, l.ID+" "+l.Verb)
	}
	return strings.Join(s, ", ")
}

func TestDeskEditedByMails(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "m1"), line(2, "fire", "f1"), line(4, "move", "m2")}, Phases: []string{"move", "fire"}})
	d.receive(42, 2, events.Orders{Lines: []events.Line{line(1, "fire", "f2")}, Phases: []string{"fire"}})
	if got := draftOf(d); got != "41.1 m1, 41.4 m2, 42.1 f2" {
		t.Errorf("a block replaces the draft of its phases alone: %s", got)
	}
	d.receive(43, 3, events.Orders{Lines: []events.Line{line(1, "move", "m3")}, Replaces: []string{"41.3"}})
	if got := draftOf(d); got != "41.1 m1, 43.1 m3, 41.4 m2, 42.1 f2" {
		t.Errorf("a line that was not understood is put where it stood: %s", got)
	}
	d.receive(44, 4, events.Orders{Lines: []events.Line{line(1, "move", "m4")}, Replaces: []string{"41.3"}})
	if got := draftOf(d); got != "41.1 m1, 44.1 m4, 41.4 m2, 42.1 f2" {
		t.Errorf("corrected twice it stands once: %s", got)
	}
	d.withdraw(50, 5, []string{"41.4", "no such line"})
	if got := draftOf(d); got != "41.1 m1, 44.1 m4, 42.1 f2" {
		t.Errorf("withdrawn by id: %s", got)
	}
	d.withdraw(51, 6, nil)
	if len(d.draft) != 0 || !d.Sent {
		t.Errorf("withdrawn whole: %s", draftOf(d))
	}
}

func TestStandingOrdersReplaceByVerb(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(1, 1, events.Orders{Lines: []events.Line{line(1, "", "watch"), line(2, "", "retreat")}, Phases: []string{"standing watch", "standing retreat"}})
	d.receive(2, 2, events.Orders{Lines: []events.Line{line(1, "", "watch")}, Phases: []string{"standing watch"}})
	var ids []string
	for _, l := range d.standing {
		ids = append(ids, l.ID)
	}
	if !slices.Equal(ids, []string{"1.2", "2.1"}) {
		t.Errorf("standing orders %v", ids)
	}
}

func TestDeskAfterAPass(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(1, 1, events.Orders{Lines: []events.Line{line(1, "move", "done"), line(2, "move", "left"), line(3, "fire", "waits")}, Phases: []string{"move", "fire"}})
	sealed := d.seal()
	d.receive(3, 3, events.Orders{Lines: []events.Line{line(1, "fire", "later")}, Phases: nil})
	left := []table.Line{d.draft[1]}
	if d.carryOver(left, sealed, 60, 2, []string{"move"}, false); len(d.Struck(0)) != 0 {
		t.Errorf("struck %v within its turn", d.Struck(0))
	}
	if got := draftOf(d); got != "1.2 left, 1.3 waits, 3.1 later" || !d.Sent {
		t.Errorf("after the pass: %s, sent %v", got, d.Sent)
	}
	sealed = d.seal()
	d.carryOver(left, sealed, 61, 4, nil, true)
	struck := d.Struck(60)
	if got := draftOf(d); got != "1.2 left" || len(struck) != 2 || d.Sent {
		t.Errorf("after the turn: %s, %d struck, sent %v", got, len(struck), d.Sent)
	}
}

// Between a seal and its dice a player may take something back, or write what nobody understands: that is no order for the next window.
func TestOnlyOrdersAfterTheSealCountForTheNextWindow(t *testing.T) {
	for _, c := range []struct {
		name string
		mail func(d *Desk)
		in   bool
	}{
		{"nothing", func(*Desk) {}, false},
		{"orders", func(d *Desk) { d.receive(9, 9, events.Orders{Lines: []events.Line{line(1, "move", "m")}}) }, true},
		{"an empty order set", func(d *Desk) { d.receive(9, 9, events.Orders{}) }, true},
		{"a withdrawal", func(d *Desk) { d.withdraw(52, 9, nil) }, false},
		{"a withdrawal of nothing", func(d *Desk) { d.withdraw(52, 9, []string{"1.9"}) }, false},
		{"nonsense", func(d *Desk) { d.receive(9, 9, events.Orders{Faults: []events.Fault{{Number: 1}}}) }, false},
	} {
		d := &Desk{Seat: "south"}
		d.receive(1, 1, events.Orders{Lines: []events.Line{line(1, "move", "a")}, Phases: []string{"move"}})
		sealed := d.seal()
		c.mail(d)
		if d.carryOver(nil, sealed, 62, 5, []string{"move"}, true); d.Sent != c.in {
			t.Errorf("after a seal and %s he is in for the next window: %v", c.name, d.Sent)
		}
	}
}

func TestASealNamesOnlyWhatAMailHolds(t *testing.T) {
	var f filing
	f.file(OrderMail{Seq: 7, Seat: "south", Orders: events.Orders{Lines: []events.Line{line(1, "move", "a"), line(10, "move", "b")}, Answers: []events.Answer{{Question: "q", Text: "hold"}}}})
	got, err := f.open(events.SeatSeal{Seat: "south", Lines: []string{"7.10", "7.1"}, Answers: []string{"7.a1"}, Silent: false})
	if err != nil || len(got.Lines) != 2 || got.Lines[0].Verb != "b" || got.Answers[0].Text != "hold" {
		t.Errorf("opened %+v, %v", got, err)
	}
	for _, bad := range []events.SeatSeal{{Lines: []string{"7.2"}}, {Standing: []string{"8.1"}}, {Answers: []string{"7.a2"}}, {Lines: []string{"nonsense"}}} {
		if _, err := f.open(bad); err == nil {
			t.Errorf("a seal with %+v was opened", bad)
		}
	}
}

func TestAMailOfWhichNothingWasUnderstoodEndsNobodysTurn(t *testing.T) {
	d := &Desk{Seat: "south"}
	if d.receive(1, 1, events.Orders{Faults: []events.Fault{{Number: 1}}}); d.Sent {
		t.Error("nothing was understood, and yet he counts as in")
	}
	if d.receive(2, 2, events.Orders{}); !d.Sent {
		t.Error("an empty order set is an answer")
	}
}

func TestAWithdrawnNumberIsTheOneThatThePlayerSees(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "a"), line(4, "move", "b")}, Phases: []string{"move"}})
	d.receive(42, 2, events.Orders{Lines: []events.Line{line(2, "move", "c")}, Replaces: []string{"41.2"}})
	for number, want := range map[int64]string{1: "41.1", 2: "42.2", 4: "41.4", 7: "42.7"} {
		if got := d.Numbered(42, number); got != want {
			t.Errorf("number %d is %s, want %s", number, got, want)
		}
	}
}

// snapshotOf is all that a desk holds, byte for byte.
func snapshotOf(d *Desk) string { return fmt.Sprintf("%+v", *d) }

func TestATrialLeavesTheDeskAsItIs(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(41, 1, events.Orders{
		Lines:  []events.Line{line(1, "move", "m1"), line(2, "move", "m2"), line(3, "fire", "f1"), line(4, "", "watch"), line(5, "", "retreat")},
		Phases: []string{"move", "fire", "standing watch", "standing retreat"}, Answers: []events.Answer{{Question: "q", Text: "hold"}, {Question: "r", Text: "go"}},
	})
	d.draft[0].Args = []events.Arg{{Name: "to", Value: "D5"}}
	before := snapshotOf(d)
	trials := []events.Orders{
		{Lines: []events.Line{line(1, "move", "x")}, Phases: []string{"move"}},
		{Lines: []events.Line{line(1, "", "watch")}, Phases: []string{"standing watch"}},
		{Lines: []events.Line{line(1, "", "watch"), line(2, "move", "x")}, Replaces: []string{"41.4", "41.1"}},
		{Lines: []events.Line{line(1, "move", "x")}, Replaces: []string{"41.9"}},
		{Answers: []events.Answer{{Question: "q", Text: "flee"}}},
		{Phases: []string{"move", "fire", "standing watch", "standing retreat"}},
	}
	for i, o := range trials {
		first := d.Trial(99, o)
		tried := snapshotOf(first)
		second := first.Trial(100, trials[(i+1)%len(trials)])
		second.withdraw(50, 5, []string{"99.1", "41.2", "41.5"})
		if now := snapshotOf(d); now != before {
			t.Fatalf("trial %d changed the desk:\n%s\nit was\n%s", i, now, before)
		}
		if now := snapshotOf(first); now != tried {
			t.Errorf("the trial of trial %d changed it:\n%s\nit was\n%s", i, now, tried)
		}
	}
}

func TestWhatADeskHandsOutIsACopy(t *testing.T) {
	d := &Desk{Seat: "south"}
	l := line(1, "move", "m1")
	l.Args, l.Clauses, l.Otherwise = []events.Arg{{Name: "to", Value: "D5"}}, []events.Clause{{Verb: "fire", Args: []events.Arg{{Name: "at", Value: "E1"}}}}, []events.Clause{{Verb: "watch"}}
	l.When = [][]events.Term{{{Name: "seen", Args: []events.Arg{{Name: "hex", Value: "E2"}}}}}
	o := events.Orders{Lines: []events.Line{l, line(2, "", "watch")}, Phases: []string{"move"}, Answers: []events.Answer{{Question: "q", Text: "hold"}}}
	d.receive(41, 1, o)
	before := snapshotOf(d)
	spoil := func(l *table.Line) {
		l.Verb, l.Args[0].Value, l.Clauses[0].Verb, l.Clauses[0].Args[0].Value, l.Otherwise[0].Verb = "x", "x", "x", "x", "x"
		l.When[0][0].Name, l.When[0][0].Args[0].Value = "x", "x"
	}
	draft, standing, answers := d.Draft(), d.Standing(), d.Answers()
	spoil(&draft[0])
	clear(standing)
	clear(answers)
	byID, _ := d.LineByID("41.1")
	spoil(&byID)
	spoil(&o.Lines[0])
	clear(o.Answers)
	if now := snapshotOf(d); now != before {
		t.Errorf("what was handed out changed the desk:\n%s\nit was\n%s", now, before)
	}
}

func TestEditsOfADeskLeaveListsOfBeforeAsTheyWere(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "m1"), line(2, "move", "m2"), line(3, "", "watch"), line(4, "", "retreat")}})
	edits := []func(){
		func() {
			d.receive(42, 2, events.Orders{Lines: []events.Line{line(1, "", "watch")}, Phases: []string{"standing watch"}})
		},
		func() {
			d.receive(43, 3, events.Orders{Lines: []events.Line{line(1, "move", "m3")}, Replaces: []string{"41.1"}})
		},
		func() {
			d.receive(44, 4, events.Orders{Lines: []events.Line{line(1, "move", "m4")}, Replaces: []string{"41.7"}})
		},
		func() { d.withdraw(50, 5, []string{"43.1", "41.4"}) },
		func() { d.carryOver(d.draft[:1], d.seal(), 63, 46, []string{"move"}, false) },
	}
	for i, edit := range edits {
		draft, standing := d.draft, d.standing
		before := fmt.Sprintf("%+v %+v", draft, standing)
		if edit(); fmt.Sprintf("%+v %+v", draft, standing) != before {
			t.Errorf("edit %d changed a list that was there before it", i)
		}
	}
}

func TestLinesThatWereCorrectedInAnyOrderAreFound(t *testing.T) {
	var f filing
	f.file(OrderMail{Seq: 7, Seat: "south", Orders: events.Orders{Lines: []events.Line{line(6, "move", "a"), line(2, "move", "b"), line(4, "move", "c"), line(1, "move", "d")}}})
	got, err := f.open(events.SeatSeal{Lines: []string{"7.1", "7.2", "7.4", "7.6"}})
	if err != nil || len(got.Lines) != 4 || got.Lines[0].Verb != "d" || got.Lines[3].Verb != "a" {
		t.Errorf("opened %+v, %v", got.Lines, err)
	}
	for _, strange := range []string{"7.01", "7.1x", "7", ""} {
		if _, err := f.find([]string{strange}); err == nil {
			t.Errorf("%q names a line", strange)
		}
	}
}

func TestALineToMendKeepsTheWindowOpen(t *testing.T) {
	fault := func(numbers ...int64) (list []events.Fault) {
		for _, n := range numbers {
			list = append(list, events.Fault{Number: n, Code: "orders.verb"})
		}
		return list
	}
	first := events.Orders{Lines: []events.Line{line(1, "move", "m1")}, Phases: []string{"move"}, Faults: fault(2, 3)}
	for _, c := range []struct {
		name string
		then func(d *Desk)
		left []int64
		in   bool
	}{
		{"nothing more", func(*Desk) {}, []int64{2, 3}, false},
		{"one mended", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(2, "move", "m2")}, Replaces: []string{"7.2"}})
		}, []int64{3}, false},
		{"both mended", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(3, "move", "m3"), line(2, "move", "m2")}, Replaces: []string{"7.3", "7.2"}})
		}, nil, true},
		{"mended wrongly, then well", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(3, "move", "m3")}, Replaces: []string{"7.3"}, Faults: fault(2)})
			d.receive(9, 9, events.Orders{Lines: []events.Line{line(2, "move", "m2")}, Replaces: []string{"8.2"}})
		}, nil, true},
		{"written anew", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(1, "move", "m")}, Phases: []string{"move"}})
		}, nil, true},
		{"written anew with a fault", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(1, "move", "m")}, Phases: []string{"move"}, Faults: fault(5)})
		}, []int64{5}, false},
		{"a standing order more", func(d *Desk) {
			d.receive(8, 8, events.Orders{Lines: []events.Line{line(1, "", "watch")}, Phases: []string{"standing watch"}})
		}, []int64{2, 3}, false},
		{"an empty order set", func(d *Desk) { d.receive(8, 8, events.Orders{Phases: []string{"move"}}) }, nil, true},
		{"one taken back", func(d *Desk) { d.withdraw(50, 8, []string{"7.2"}) }, []int64{3}, false},
		{"both taken back", func(d *Desk) { d.withdraw(50, 8, []string{"7.2", "7.3"}) }, nil, true},
		{"everything taken back", func(d *Desk) { d.withdraw(52, 8, nil) }, nil, false},
		{"everything taken back and sent again", func(d *Desk) {
			d.withdraw(52, 8, nil)
			d.receive(9, 9, events.Orders{Lines: []events.Line{line(1, "move", "m")}, Phases: []string{"move"}})
		}, nil, true},
		{"a reply that is none", func(d *Desk) {
			d.receive(8, 8, events.Orders{Phases: []string{"move"}, Faults: []events.Fault{{Number: 1, Code: FaultyAnswer}}})
		}, nil, true},
	} {
		d := &Desk{Seat: "south"}
		d.receive(7, 7, first)
		if c.then(d); !slices.Equal(d.Unmended(), c.left) || d.Ready() != c.in || !d.Sent {
			t.Errorf("%s: lines %v wait, ready %v, sent %v", c.name, d.Unmended(), d.Ready(), d.Sent)
		}
		d.carryOver(nil, d.seal(), 100, 99, []string{"move"}, true)
		if len(d.Unmended()) > 0 || d.Sent || d.takenBack {
			t.Errorf("%s: after the pass lines %v wait", c.name, d.Unmended())
		}
	}
}

// What the other side orders in a phase takes nothing off a desk: lines for that phase wait for its own window, or are struck when the turn ends. In
// the log of a program that took them off, the next seal does not have them, and then they are gone.
func TestDeskKeepsItsLinesWhileTheOtherSidePlays(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.receive(1, 1, events.Orders{Lines: []events.Line{line(1, "fire", "ahead")}, Phases: []string{"fire"}})
	pass := func(sealed events.SeatSeal, newTurn bool) {
		d.unseal(sealed)
		d.spare(sealed, []string{"fire"})
		d.carryOver(nil, sealed, 60, 2, nil, newTurn)
	}
	pass(d.seal(), false)
	if got := draftOf(d); got != "1.1 ahead" {
		t.Errorf("after the other side's phase: %q", got)
	}
	old := *d
	pass(d.seal(), true)
	if got := draftOf(d); got != "" || len(d.Struck(0)) != 1 {
		t.Errorf("after the turn: %q, struck %v", got, d.Struck(0))
	}
	d = &old
	pass(events.SeatSeal{Seat: "south"}, false)
	if got := draftOf(d); got != "" || len(d.Struck(0)) != 0 {
		t.Errorf("after an older program's seal: %q, struck %v", got, d.Struck(0))
	}
}

func TestCorrectionsOfOneMailStandInTheOrderOfTheBlock(t *testing.T) {
	for _, typed := range [][]int64{{2, 3}, {3, 2}} {
		d := &Desk{Seat: "south"}
		d.receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "a"), line(4, "move", "d")}, Phases: []string{"move"}, Faults: []events.Fault{{Number: 2}, {Number: 3}}})
		r := &reader{}
		for _, n := range typed {
			r.out.Orders.Lines = append(r.out.Orders.Lines, line(n, "move", "x"))
			r.out.Orders.Replaces = append(r.out.Orders.Replaces, LineID(41, n))
		}
		r.out.Orders.Lines = append(r.out.Orders.Lines, line(5, "move", "e"))
		r.out.Orders.Replaces = append(r.out.Orders.Replaces, "")
		r.arrange()
		d.receive(42, 2, r.out.Orders)
		if got, want := ids(d.draft), []string{"41.1", "42.2", "42.3", "41.4", "42.5"}; !slices.Equal(got, want) {
			t.Errorf("corrected in the order %v they stand as %v, want %v", typed, got, want)
		}
		if len(d.unmended) > 0 {
			t.Errorf("%v wait still", d.unmended)
		}
	}
}
