package office_test

import (
	"fmt"
	"strings"
	"testing"

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
