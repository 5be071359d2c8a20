package office_test

import (
	"testing"

	"fieldpost/mail/office/officetest"
)

// TestAMailIsParsedOnce: clerk, receipt and desk go by one reading of a mail, whatever else it asks for. Only what a mail takes back before its
// orders makes it read anew: which lines its numbers mean hangs on what lies on the desk.
func TestAMailIsParsedOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	for _, c := range []struct {
		text, letters string
		parsed        int64
	}{
		{"ORDERS hill turn 1\nG1: watch\nEND", "receipt republic", 1},
		{"ORDERS hill turn 1\nG1: hold\nG2: wacth\nEND\nSTATUS\nDICE\nPRESS bo\nHello.\nEND", "press republic, press italian_ctv, receipt republic", 1},
		{"CHECK\nORDERS hill turn 1\nG1: hold\nEND", "check republic", 1},
		{"ORDERS hill turn 7\nG1: hold\nEND", "refusal republic", 1},
		{"WITHDRAW 1\nORDERS hill turn 1\nG1: watch\nEND", "receipt republic", 2},
		{"STATUS", "status republic", 1},
		{"HELP", "help republic", 1},
	} {
		before, err := h.Office.Tally(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := officetest.Kinds(h.Mail("ann", "orders", c.text)); got != c.letters {
			t.Errorf("%q is answered by %s, want %s", c.text, got, c.letters)
		}
		after, err := h.Office.Tally(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := after.Parsed - before.Parsed; n != c.parsed {
			t.Errorf("%q is parsed %d times, want %d", c.text, n, c.parsed)
		}
	}
}
