package letter

import (
	"testing"

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
