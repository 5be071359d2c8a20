package letter

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/events"
)

// TestFaultsOfALineAreOneLine: a line in which two things are wrong is one line to look at, and so is one of an earlier mail that is sent again
// with a fault.
func TestFaultsOfALineAreOneLine(t *testing.T) {
	fault := func(n int64) events.Fault { return events.Fault{Number: n, Typed: "?"} }
	r := Receipt{Faults: []events.Fault{fault(3), fault(3), fault(5)}, Unmended: []int64{2, 5}, Refused: []Refused{{Number: 7}}}
	if got := r.wrong(); got != 4 { // 2, 3, 5 and 7
		t.Errorf("%d lines are wrong, want 4", got)
	}
}

// TestAWithdrawalInTheReport: a withdrawal that closes a window is told with the lines that it took back; where nobody had understood them it is a
// sentence of the fine print, and no heading without anything below it.
func TestAWithdrawalInTheReport(t *testing.T) {
	book := spoken(t, "", "en")
	told := func(r Receipt) string {
		r.TakenBack = true
		return Render(Together{First: Report{Number: 9}, Receipts: []Receipt{r}}, book, "en", time.UTC).Text
	}
	if text := told(Receipt{}); !strings.Contains(text, "Withdrawn\nas you asked.") || strings.Contains(text, "WITHDRAWN") {
		t.Errorf("nothing that was understood is withdrawn:\n%s", text)
	}
	text := told(Receipt{Withdrawn: []Line{{3, "G3: rest", ""}}, Understood: []Line{{1, "G1: hold", ""}, {2, "G2: fire E9", "read from “shoot”"}}})
	if !regexp.MustCompile(`WITHDRAWN\n +3 +G3: rest\n[\s\S]*YOUR ORDERS, AS UNDERSTOOD\n +2 +G2: fire E9`).MatchString(text) || strings.Contains(text, "1  G1: hold\n") {
		t.Errorf("a line is withdrawn, and two stand:\n%s", text)
	}
}
