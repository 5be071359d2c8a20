package office_test

import (
	"runtime"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/officetest"
)

// readings is a rulebook that counts how often a mail's orders are parsed.
type readings struct {
	table.Engine
	n *int
}

// Language is asked for once by each reading of a mail.
func (r readings) Language() orders.Language {
	pc, _, _, _ := runtime.Caller(1)
	if strings.HasSuffix(runtime.FuncForPC(pc).Name(), ".(*Match).Read") {
		*r.n++
	}
	return r.Engine.Language()
}

// TestAMailIsParsedOnce: clerk, receipt and desk go by one reading of a mail, whatever else it asks for. Only what a mail takes back before its
// orders makes it read anew: which lines its numbers mean hangs on what lies on the desk.
func TestAMailIsParsedOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	parsed := 0
	h.Station.Service.Engines = func(name string) (table.Engine, bool) {
		engine, ok := adjudicator.Game(name)
		return readings{engine, &parsed}, ok
	}
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	for _, c := range []struct {
		text, letters string
		parsed        int
	}{
		{"ORDERS hill turn 1\nG1: watch\nEND", "receipt republic", 1},
		{"ORDERS hill turn 1\nG1: hold\nG2: wacth\nEND\nSTATUS\nDICE\nPRESS bo\nHello.\nEND", "press republic, press italian_ctv, receipt republic", 1},
		{"CHECK\nORDERS hill turn 1\nG1: hold\nEND", "check republic", 1},
		{"ORDERS hill turn 7\nG1: hold\nEND", "refusal republic", 1},
		{"WITHDRAW 1\nORDERS hill turn 1\nG1: watch\nEND", "receipt republic, receipt republic", 2},
		{"STATUS", "status republic", 1},
		{"HELP", "help republic", 1},
	} {
		parsed = 0
		if got := officetest.Kinds(h.Mail("ann", "orders", c.text)); got != c.letters {
			t.Errorf("%q is answered by %s, want %s", c.text, got, c.letters)
		}
		if parsed != c.parsed {
			t.Errorf("%q is parsed %d times, want %d", c.text, parsed, c.parsed)
		}
	}
}
