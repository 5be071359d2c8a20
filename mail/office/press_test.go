package office_test

import (
	"strings"
	"testing"

	"fieldpost/mail/office/officetest"
)

// TestALongMessageGoesToNobody: a message of some pages is passed on; a book is not, and its writer is told how long a message may be.
func TestALongMessageGoesToNobody(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	page := strings.Repeat("Eighteen lines of what I think of your last move, my friend.\n", 18)
	letters := h.Mail("ann", "terms", "PRESS italian_ctv\n"+strings.Repeat(page, 10))
	if got := officetest.Kinds(letters); got != "press italian_ctv, press republic" && got != "press republic, press italian_ctv" {
		t.Fatalf("a message of some pages: %s", got)
	}
	letters = h.Mail("ann", "terms", "PRESS italian_ctv\n"+strings.Repeat(page, 180))
	if got := officetest.Kinds(letters); got != "refusal republic" {
		t.Fatalf("a message of 200 KB: %s", got)
	}
	if text := h.Text(letters[0]); !strings.Contains(text, "may have 16000") || !strings.Contains(text, "197639 characters") {
		t.Errorf("its writer is told\n%s", text)
	}
	if got := h.countKinds("hill")["PressSent"]; got != 1 {
		t.Errorf("%d messages are in the log", got)
	}
}
