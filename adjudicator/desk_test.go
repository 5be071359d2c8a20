package adjudicator

import (
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
	for _, l := range d.Draft {
		s = append(s, l.ID+" "+l.Verb)
	}
	return strings.Join(s, ", ")
}

func TestDeskEditedByMails(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.Receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "m1"), line(2, "fire", "f1"), line(4, "move", "m2")}, Phases: []string{"move", "fire"}})
	d.Receive(42, 2, events.Orders{Lines: []events.Line{line(1, "fire", "f2")}, Phases: []string{"fire"}})
	if got := draftOf(d); got != "41.1 m1, 41.4 m2, 42.1 f2" {
		t.Errorf("a block replaces the draft of its phases alone: %s", got)
	}
	d.Receive(43, 3, events.Orders{Lines: []events.Line{line(1, "move", "m3")}, Replaces: []string{"41.3"}})
	if got := draftOf(d); got != "41.1 m1, 43.1 m3, 41.4 m2, 42.1 f2" {
		t.Errorf("a line that was not understood is put where it stood: %s", got)
	}
	d.Receive(44, 4, events.Orders{Lines: []events.Line{line(1, "move", "m4")}, Replaces: []string{"41.3"}})
	if got := draftOf(d); got != "41.1 m1, 44.1 m4, 41.4 m2, 42.1 f2" {
		t.Errorf("corrected twice it stands once: %s", got)
	}
	d.withdraw(45, 5, []string{"41.4", "no such line"})
	if got := draftOf(d); got != "41.1 m1, 44.1 m4, 42.1 f2" {
		t.Errorf("withdrawn by id: %s", got)
	}
	d.withdraw(46, 6, nil)
	if len(d.Draft) != 0 || !d.Sent {
		t.Errorf("withdrawn whole: %s", draftOf(d))
	}
}

func TestStandingOrdersReplaceByVerb(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.Receive(1, 1, events.Orders{Lines: []events.Line{line(1, "", "watch"), line(2, "", "retreat")}, Phases: []string{"standing watch", "standing retreat"}})
	d.Receive(2, 2, events.Orders{Lines: []events.Line{line(1, "", "watch")}, Phases: []string{"standing watch"}})
	var ids []string
	for _, l := range d.Standing {
		ids = append(ids, l.ID)
	}
	if !slices.Equal(ids, []string{"1.2", "2.1"}) {
		t.Errorf("standing orders %v", ids)
	}
}

func TestDeskAfterAPass(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.Receive(1, 1, events.Orders{Lines: []events.Line{line(1, "move", "done"), line(2, "move", "left"), line(3, "fire", "waits")}, Phases: []string{"move", "fire"}})
	sealed := d.seal()
	d.Receive(3, 3, events.Orders{Lines: []events.Line{line(1, "fire", "later")}, Phases: nil})
	left := []table.Line{d.Draft[1]}
	if struck := d.carryOver(left, sealed, 2, []string{"move"}, false); len(struck) != 0 {
		t.Errorf("struck %v within its turn", struck)
	}
	if got := draftOf(d); got != "1.2 left, 1.3 waits, 3.1 later" || !d.Sent {
		t.Errorf("after the pass: %s, sent %v", got, d.Sent)
	}
	sealed = d.seal()
	struck := d.carryOver(left, sealed, 4, nil, true)
	if got := draftOf(d); got != "1.2 left" || len(struck) != 2 || d.Sent {
		t.Errorf("after the turn: %s, %d struck, sent %v", got, len(struck), d.Sent)
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
	if d.Receive(1, 1, events.Orders{Faults: []events.Fault{{Number: 1}}}); d.Sent {
		t.Error("nothing was understood, and yet he counts as in")
	}
	if d.Receive(2, 2, events.Orders{}); !d.Sent {
		t.Error("an empty order set is an answer")
	}
}

func TestAWithdrawnNumberIsTheOneThatThePlayerSees(t *testing.T) {
	d := &Desk{Seat: "south"}
	d.Receive(41, 1, events.Orders{Lines: []events.Line{line(1, "move", "a"), line(4, "move", "b")}, Phases: []string{"move"}})
	d.Receive(42, 2, events.Orders{Lines: []events.Line{line(2, "move", "c")}, Replaces: []string{"41.2"}})
	for number, want := range map[int64]string{1: "41.1", 2: "42.2", 4: "41.4", 7: "42.7"} {
		if got := d.Numbered(42, number); got != want {
			t.Errorf("number %d is %s, want %s", number, got, want)
		}
	}
}
