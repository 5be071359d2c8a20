package office_test

import (
	"fieldpost/mail/office"
	"testing"

	"fieldpost/mail/office/officetest"
)

// TestTheOutboxIsWokenWhenItCanSeeTheLetter: whoever is told that a letter waits finds it. A wake that comes while the game is still worked on
// finds nothing, and the letter lies there until something else happens.
func TestTheOutboxIsWokenWhenItCanSeeTheLetter(t *testing.T) {
	h := officetest.New(t)
	outgoing, seen := h.Office.Outgoing(), map[int64]bool{}
	h.Office.Issued = func() {
		waiting, err := outgoing.Pending(t.Context())
		if err != nil {
			t.Error(err)
		}
		for _, l := range waiting {
			if l.Game == "palace" {
				seen[l.Issue] = true
			}
		}
	}
	h.Playing(officetest.Palace("palace"))
	h.Mail("ann", "status", "STATUS")
	issued := 0
	for _, l := range h.AllIssued() {
		if l.Issued.Letter == "" || l.Address == "" {
			continue
		}
		issued++
		if !seen[l.Seq] {
			t.Errorf("the outbox was not told of the letter %q of event %d, or could not see it when it was", l.Issued.Letter, l.Seq)
		}
	}
	if issued < 4 {
		t.Fatalf("%d letters were issued; two welcomes, a receipt and a report at least were to be", issued)
	}
}

// TestLettersOfTheLastStartWakeTheOutbox: letters that waited when the process ended are seen by the outbox of the next one as soon as the cards
// are read, though nothing happens to their game.
func TestLettersOfTheLastStartWakeTheOutbox(t *testing.T) {
	h := officetest.New(t)
	h.Playing(officetest.Palace("palace"))
	seen := 0
	h.Wire = func(st *office.Office) {
		outgoing := st.Outgoing()
		st.Issued = func() {
			waiting, err := outgoing.Pending(t.Context())
			if err != nil {
				t.Error(err)
			}
			seen = max(seen, len(waiting))
		}
	}
	h.Again()
	if _, err := h.Office.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen < 4 {
		t.Errorf("the outbox was shown %d letters; two welcomes and two reports wait at least", seen)
	}
}
