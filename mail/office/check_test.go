package office_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office/officetest"
)

// TestACheckHasABudget: the falls of the dice are for all lines of a CHECK together. Behind as many lines as they are enough for, a line is tried, but
// its chances are not looked for, and the answer says of how many.
func TestACheckHasABudget(t *testing.T) {
	h := newHall(t)
	h.Office.Settings.Trials.Check, h.Office.Settings.Trials.Falls = 2, 72 // enough for two lines
	h.Playing(officetest.Palace("hill"))
	for lines, want := range map[int]string{2: "", 3: "one more line", 12: "10 more lines"} {
		text := "CHECK\nORDERS hill turn 1\n"
		for range lines {
			text += "G1: hold\n"
		}
		letters := h.Mail("ann", "check", text+"END")
		if kinds := officetest.Kinds(letters); kinds != "check republic" {
			t.Fatal(kinds)
		}
		said := strings.Join(strings.Fields(h.Text(letters[0])), " ")
		if strings.Contains(said, "were not tried") != (want != "") || !strings.Contains(said, want) {
			t.Errorf("%d lines, of which %q were not tried:\n%s", lines, want, said)
		}
		if tried := fmt.Sprintf("%d lines tried", lines); !strings.Contains(said, tried) && !strings.Contains(string(h.BytesOf(letters[0])), tried) {
			t.Errorf("not %q", tried)
		}
	}
}

// The chances of a line for a later phase are asked in vain: the answer says when to ask, and what can be done there against the same target as
// things stand.
func TestOddsOfALaterPhase(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.FairGame(t, "canal", "D1")
	g.Rulebook, g.Scenario, g.Options = "somme-1918", "hutier-strikes", nil
	g.Schedule = events.Schedule{Zone: "UTC", Period: 4 * 1440, CoolOff: 900}
	h.Seated(g)
	var attack table.Prospect
	for range 4 {
		h.Look("canal", func(m *adjudicator.Match) {
			if m.Awaits("german") && slices.Contains(m.Open.Phases, "move") && !slices.Contains(m.Open.Phases, "combat") {
				for _, p := range m.Now.Knows("german").Prospects([]string{"combat"}) {
					attack = p
				}
			}
		})
		if attack.Line != "" {
			break
		}
		if err := h.SealNow("canal"); err != nil {
			t.Fatal(err)
		}
		h.FinishSeal("canal")
	}
	if attack.Line == "" {
		t.Fatal("no window before the combats")
	}
	ask := func(line string) string {
		got := h.Mail(officetest.Player("german"), "odds", "ODDS "+line)
		return strings.Join(strings.Fields(h.Text(got[0])), " ")
	}
	said := ask(attack.Line)
	for _, want := range []string{"this line is for a later phase", "It is for: Combat phase", "Ask again when the letter of that phase has come", attack.Line} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	if said := strings.Join(strings.Fields(h.Text(h.Mail(officetest.Player("german"), "targets", "TARGETS "+attack.Unit)[0])), " "); !strings.Contains(said, "can aim at nothing in this phase") || !strings.Contains(said, attack.Line) {
		t.Errorf("the targets of %s:\n%s", attack.Unit, said)
	}
	var marches []table.Prospect
	h.Look("canal", func(m *adjudicator.Match) { marches = m.Now.Knows("german").Prospects([]string{"move"}) })
	if len(marches) == 0 {
		t.Fatal("no marches")
	}
	if said := ask(marches[0].Line); !strings.Contains(said, "carried out in") { // in the window itself a line is tried
		t.Errorf("%s is not tried:\n%s", marches[0].Line, said)
	}
	if said := ask("attack 4012 with " + attack.Unit); !strings.Contains(said, "propose nothing there") {
		t.Errorf("of an attack on nobody:\n%s", said)
	}
}

// Questions beside orders that close the window at once are answered as things stand before: the receipt, which comes after the seal, would answer them
// for the next window.
func TestQuestionsBeforeTheSeal(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 0
	h.Playing(g)
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND")
	letters := h.Mail("bo", "orders", "ODDS G1: watch\nORDERS hill turn 1\nG1: hold\nEND")
	var said []string
	for _, l := range letters {
		if l.Issued.Seat == "italian_ctv" {
			said = append(said, strings.Join(strings.Fields(h.Text(l)), " "))
		}
	}
	if len(said) < 2 || !strings.Contains(said[0], "1 G1: watch carried out in") || strings.Contains(said[0], "Turn 2") {
		t.Fatalf("the answer is\n%s", strings.Join(said, "\n\n"))
	}
	for _, l := range said[1:] {
		if strings.Contains(l, "G1: watch carried out in") {
			t.Errorf("answered again:\n%s", l)
		}
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Now.Turn() != 2 {
			t.Errorf("turn %d", m.Now.Turn())
		}
	})
}
